"""Records from the tables of a scoring database: hands, results, auctions and plays of a session.

A board has one record with a ScoreTable of its results; where auctions or plays were entered, each result has a record
of its own.  The database has no dealer and no vulnerability: they are those of the board's number (Law 2).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass

from pbntools import rules
from pbntools.core import Call, Card, Contract, Deal, Hand, Seat, board_dealer, board_vulnerability
from pbntools.diagnostics import Location, Rule
from pbntools.formats.building import build_record
from pbntools.record import UNKNOWN_CARD, Auction, Details, Play, Record, Result, Table
from pbntools.said import NAMES, Said, said_of

Tell = Callable[[Rule, str, Location], None]
Key = tuple[int, int]
"""Section and board."""
Seating = tuple[int, int, int, int]
"""Section, table, round and board."""

TABLES = (
    "Section", "ReceivedData", "HandRecord", "BiddingData", "PlayData", "PlayerNumbers", "PlayerNames",
)  # fmt: skip
"""The tables that are read."""
MOST_ROWS = 200_000
"""Rows of one table that are read."""
COLUMNS = (
    "Section", "Table", "Round", "PairId_NS", "PairId_EW", "Names_NS", "Names_EW", "South", "West", "Contract",
    "Declarer", "Result", "Lead", "Percentage_NS", "Percentage_EW", "Remarks",
)  # fmt: skip
"""The columns of a ScoreTable in their order; one in which nothing is known is left out."""

_EVEN = re.compile(r"\s*(\d{1,2})\s*%\s*[-/]\s*(\d{1,2})\s*%\s*\Z", re.ASCII)
_OVER = re.compile(r"=|[+-]\d{1,2}\Z", re.ASCII)
_TRUE = frozenset(("1", "-1", "true", "yes", "y", "t"))
_SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")


class Row:
    """A row of a table: texts by the names of its columns, in any case, and its place."""

    __slots__ = ("_values", "at")

    def __init__(self, values: Mapping[str, str], at: Location) -> None:
        self._values = values
        self.at = at

    def text(self, name: str) -> str:
        """The value without blanks around it; empty where there is none."""
        return self._values.get(name.lower(), "").strip()

    def number(self, name: str) -> int | None:
        """The value as an integer; None where it is none."""
        text = self.text(name)
        return int(text) if re.fullmatch(r"-?\d{1,9}", text, re.ASCII) else None

    def flag(self, name: str) -> bool:
        """Whether the value is one that means yes."""
        return self.text(name).lower() in _TRUE


@dataclass(slots=True)
class _Found:
    """What a result comes to."""

    contract: Contract | None = None
    declarer: Seat | None = None
    tricks: int | None = None
    lead: Card | None = None
    played: bool = True
    """False where the row says no more than a remark."""


class Session:
    """The tables of a session, and the records that they come to."""

    def __init__(self, tables: Mapping[str, list[Row]], tell: Tell) -> None:
        self._tell = tell
        rows = {name.lower(): found for name, found in tables.items()}
        self._letters = {row.number("ID"): row.text("Letter") for row in rows.get("section", []) if row.text("Letter")}
        self._hands = self._by_key(rows.get("handrecord", []))
        self._results = self._last_rows(rows.get("receiveddata", []))
        self._calls = self._by_seating(rows.get("biddingdata", []))
        self._cards = self._by_seating(rows.get("playdata", []))
        self._shared = self._shared_numbers()
        self._dropped_names = False
        self._names = self._pair_names(rows.get("playernumbers", []), rows.get("playernames", []))

    @property
    def unheld(self) -> tuple[tuple[Rule, str], ...]:
        """What the tables say that no record has a place for."""
        found = []
        if self._dropped_names:
            found.append((rules.TAG_LOST, "names and numbers of players that no pair is known to have for certain"))
        if any(row.text(name) for row in self._results.values() for name in ("DateLog", "TimeLog")):
            found.append((rules.TAG_LOST, "a record has no place for when a result was entered"))
        return tuple(found)

    def records(self) -> Iterator[tuple[Record, Location]]:
        """The records by section and board, each with the place of what it was made of."""
        boards: dict[Key, list[tuple[Seating, Row]]] = {}
        for seating, row in self._results.items():
            boards.setdefault((seating[0], seating[3]), []).append((seating, row))
        for key in self._hands:
            boards.setdefault(key, [])
        single = bool(self._calls or self._cards)
        for key in sorted(boards):
            results = sorted(boards[key], key=lambda found: found[0])
            if single and results:
                for seating, row in results:
                    yield self._table_record(seating, row), row.at
            else:
                at = results[0][1].at if results else self._hands[key].at
                yield self._board_record(key, results), at

    # Tables

    def _by_key(self, rows: Iterable[Row]) -> dict[Key, Row]:
        found: dict[Key, Row] = {}
        for row in rows:
            section, board = row.number("Section"), row.number("Board")
            if board is None:
                self._tell(rules.FORMAT_VALUE, Said("a hand without a board number is left out"), row.at)
                continue
            found[section or 0, board] = row
        return found

    def _seating(self, row: Row, what: str) -> Seating | None:
        section, table, number, board = (row.number(name) for name in ("Section", "Table", "Round", "Board"))
        if board is None or table is None:
            self._tell(
                rules.FORMAT_VALUE, Said("{what} without a table or a board number is left out", what=what), row.at
            )
            return None
        return section or 0, table, number or 0, board

    def _last_rows(self, rows: Iterable[Row]) -> dict[Seating, Row]:
        """Of each result the row that was entered last: the one with the highest ID."""
        found: dict[Seating, tuple[int, Row]] = {}
        for order, row in enumerate(rows):
            if row.flag("Erased"):
                continue
            seating = self._seating(row, Said("a result"))
            if seating is None:
                continue
            number = row.number("ID")
            rank = order if number is None else number
            if seating not in found or rank >= found[seating][0]:
                found[seating] = rank, row
        return {seating: row for seating, (_, row) in found.items()}

    def _by_seating(self, rows: Iterable[Row]) -> dict[Seating, list[Row]]:
        """The rows by result and then by counter; of a counter that repeats, the one with the highest ID."""
        found: dict[Seating, dict[int, tuple[int, Row]]] = {}
        for order, row in enumerate(rows):
            if row.flag("Erased"):
                continue
            seating = self._seating(row, Said("a call or card"))
            counter = row.number("Counter")
            if seating is None or counter is None:
                continue
            number = row.number("ID")
            rank = order if number is None else number
            at = found.setdefault(seating, {})
            if counter not in at or rank >= at[counter][0]:
                at[counter] = rank, row
        return {seating: [rows_of[counter][1] for counter in sorted(rows_of)] for seating, rows_of in found.items()}

    def _pair_names(self, numbers: Iterable[Row], names: Iterable[Row]) -> dict[tuple[int, int, str], dict[Seat, str]]:
        """By section, pair and side: the names of the players, by the seat that they took when they gave them.

        A player's number was entered at a table in a round; who the pair is there, the results of that round tell.
        """
        known = {row.text("ID"): row.text("Name") for row in names if row.text("Name")}
        pairs: dict[tuple[int, int, int], tuple[int | None, int | None]] = {}
        for (section, table, number, _), row in self._results.items():
            pairs.setdefault((section, table, number), (row.number("PairNS"), row.number("PairEW")))
        found: dict[tuple[int, int, str], dict[Seat, str]] = {}
        for row in numbers:
            of, at = row.number("Section") or 0, row.number("Table")
            name = row.text("Name") or known.get(row.text("Number"), "")
            try:
                seat = Seat.parse(row.text("Direction"))
            except ValueError:
                self._dropped_names = True
                continue
            if at is None or not name:
                self._dropped_names |= bool(name or row.text("Number"))
                continue
            sides = pairs.get((of, at, max(row.number("Round") or 0, 1)))
            pair = None if sides is None else sides[seat.side]
            if not pair:
                self._dropped_names = True
            else:
                seats = found.setdefault((of, pair, str(seat.side)), {})
                # Where two names were given for one seat, who played a board is not certain.
                seats[seat] = name if seats.get(seat, name) == name else ""
        certain = {key: seats for key, seats in found.items() if len(seats) == 2 and all(seats.values())}
        self._dropped_names |= len(certain) < len(found)
        return certain

    def _names_of(self, section: int, pair: int | None, side: str) -> str:
        """A pair's names joined by ``;``; empty where they are not known for certain."""
        if not pair:
            return ""
        here = self._names.get((section, pair, side))
        other = self._names.get((section, pair, "EW" if side == "NS" else "NS"))
        # A number that stands for a pair in each direction tells nothing in the other one.
        found = here or (other if section not in self._shared else None) or {}
        return ";".join(found[seat].replace(";", ",") for seat in sorted(found)) if len(found) == 2 else ""

    def _shared_numbers(self) -> set[int]:
        """The sections in which, in some round, one number stands for two pairs, one in each direction."""
        seen: dict[tuple[int, int], tuple[set[int], set[int]]] = {}
        for (section, _, number, _), row in self._results.items():
            north, east = seen.setdefault((section, number), (set(), set()))
            north.add(row.number("PairNS") or 0)
            east.add(row.number("PairEW") or 0)
        return {section for (section, _), (north, east) in seen.items() if north & east - {0}}

    # Records

    def _tags(self, section: int) -> dict[str, str]:
        letter = self._letters.get(section)
        return {"Section": letter or (str(section) if section else "")}

    def _deal(self, key: Key) -> Deal | None:
        row = self._hands.get(key) or self._hands.get((0, key[1]))
        if row is None:
            return None
        hands: list[Hand | None] = []
        for seat in Seat:
            suits = [re.sub(r"[\s,]+", "", row.text(seat.name.capitalize() + suit)) for suit in _SUITS]
            suits = ["" if suit == "-" else suit.replace("10", "T") for suit in suits]
            if not any(suits):
                hands.append(None)
                continue
            try:
                hands.append(Hand.parse(".".join(suits)))
            except ValueError as error:
                self._tell(
                    rules.FORMAT_VALUE,
                    Said("the hand of {seat}: {error}", seat=NAMES[seat], error=said_of(error)),
                    row.at,
                )
                hands.append(None)
        north, east, south, west = hands
        return Deal.of(north, east, south, west) if any(hand is not None for hand in hands) else None

    def _board(self, key: Key, tags: dict[str, str], **fields: object) -> Record:
        number = key[1]
        known = number >= 1
        return build_record(
            {**self._tags(key[0]), **tags},
            board=str(number),
            dealer=board_dealer(number) if known else None,
            vulnerable=board_vulnerability(number) if known else None,
            deal=self._deal(key),
            **fields,  # type: ignore[arg-type]
        )

    def _board_record(self, key: Key, results: list[tuple[Seating, Row]]) -> Record:
        rows = [self._cells(seating, row) for seating, row in results]
        columns = tuple(column for column in COLUMNS if any(cells.get(column) for cells in rows))
        details = Details()
        if columns:
            values = tuple(tuple(cells.get(column) or "?" for column in columns) for cells in rows)
            details = Details(tables=(Table("ScoreTable", columns, values, ";".join(columns)),))
        return self._board(key, {}, details=details)

    def _cells(self, seating: Seating, row: Row) -> dict[str, str]:
        section, table, number, _ = seating
        found = self._result(row)
        remark = row.text("Remarks")
        cells = {
            "Section": self._letters.get(section) or (str(section) if section else ""),
            "Table": str(table),
            "Round": str(number) if number else "",
            "PairId_NS": _pair(row, "PairNS"),
            "PairId_EW": _pair(row, "PairEW"),
            "Names_NS": self._names_of(section, row.number("PairNS"), "NS"),
            "Names_EW": self._names_of(section, row.number("PairEW"), "EW"),
            "South": _pair(row, "South"),
            "West": _pair(row, "West"),
            "Remarks": " ".join(remark.split()),
        }
        if found.played:
            passed = found.contract is not None and found.contract.is_passed_out
            cells["Contract"] = "" if found.contract is None else str(found.contract)
            cells["Declarer"] = "-" if passed else "" if found.declarer is None else str(found.declarer)
            cells["Result"] = "-" if passed else "" if found.tricks is None else str(found.tricks)
            cells["Lead"] = "-" if passed else "" if found.lead is None else str(found.lead)
        else:
            cells |= dict.fromkeys(("Contract", "Declarer", "Result", "Lead"), "-")
            match = _EVEN.match(remark)
            if match is not None and match[1] == match[2]:
                # Whose share stands first where the shares differ is not known for certain: the remark keeps them.
                cells["Percentage_NS"] = cells["Percentage_EW"] = f"^{int(match[1])}"
        return cells

    def _result(self, row: Row) -> _Found:
        found = _Found()
        text, over = "".join(row.text("Contract").split()), row.text("Result")
        if not text:
            found.played = not row.text("Remarks")
            return found
        try:
            found.contract = Contract.parse(text)
        except ValueError as error:
            self._tell(rules.FORMAT_VALUE, Said("{where}: {what}", where="Contract", what=said_of(error)), row.at)
            return found
        if found.contract.is_passed_out:
            return found
        if row.text("NS/EW"):
            try:
                found.declarer = Seat.parse(row.text("NS/EW"))
            except ValueError as error:
                self._tell(rules.FORMAT_VALUE, Said("{where}: {what}", where="NS/EW", what=said_of(error)), row.at)
        if over:
            tricks = found.contract.needed + (0 if over == "=" else int(over)) if _OVER.match(over) else -1
            if 0 <= tricks <= 13:
                found.tricks = tricks
            else:
                self._tell(
                    rules.FORMAT_VALUE,
                    Said(
                        "Result: {over} is no result of {contract}: expected =, +1 or -1",
                        over=repr(over[:40]),
                        contract=found.contract,
                    ),
                    row.at,
                )
        if row.text("LeadCard"):
            try:
                found.lead = Card.parse(row.text("LeadCard"))
            except ValueError as error:
                self._tell(rules.FORMAT_VALUE, Said("{where}: {what}", where="LeadCard", what=said_of(error)), row.at)
        return found

    def _table_record(self, seating: Seating, row: Row) -> Record:
        section, table, number, board = seating
        found = self._result(row)
        remark = " ".join(row.text("Remarks").split())
        tags = {
            "Table": str(table),
            "Round": str(number) if number else "",
            "PairNS": _pair(row, "PairNS"),
            "PairEW": _pair(row, "PairEW"),
            "Remarks": remark,
        }
        play = self._play(seating)
        if play is None and found.lead is not None and found.declarer is not None:
            play = Play(found.declarer.left, (int(found.lead), *[UNKNOWN_CARD] * 3), "*")
        return self._board(
            (section, board),
            tags,
            contract=found.contract,
            declarer=found.declarer,
            result=None if found.tricks is None else Result(found.tricks),
            auction=self._auction(seating),
            play=play,
        )

    def _auction(self, seating: Seating) -> Auction | None:
        first: Seat | None = None
        ids: list[int] = []
        for row in self._calls.get(seating, []):
            try:
                seat, call = Seat.parse(row.text("Direction")), Call.parse("".join(row.text("Bid").split()))
            except ValueError as error:
                self._tell(
                    rules.FORMAT_VALUE,
                    Said("BiddingData: {error}; the auction ends before it", error=said_of(error)),
                    row.at,
                )
                return None if first is None else Auction(first, tuple(ids), "*")
            if first is None:
                first = seat
            elif seat != Seat((first + len(ids)) % 4):
                self._tell(
                    rules.FORMAT_VALUE,
                    Said(
                        "BiddingData: {seat} calls where it is not {seat}'s turn; the auction ends before it", seat=seat
                    ),
                    row.at,
                )
                return Auction(first, tuple(ids), "*")
            ids.append(int(call))
        return None if first is None else Auction(first, tuple(ids))

    def _play(self, seating: Seating) -> Play | None:
        first: Seat | None = None
        ids: list[int] = []
        count = 0
        for row in self._cards.get(seating, []):
            try:
                seat, card = Seat.parse(row.text("Direction")), Card.parse(row.text("Card"))
            except ValueError as error:
                self._tell(
                    rules.FORMAT_VALUE, Said("PlayData: {error}; the play ends before it", error=said_of(error)), row.at
                )
                break
            if first is None:
                first = seat
            cell = 4 * (count // 4) + (seat - first) % 4
            ids += [UNKNOWN_CARD] * (4 * (count // 4 + 1) - len(ids))
            if ids[cell] != UNKNOWN_CARD or count >= 52:
                self._tell(
                    rules.FORMAT_VALUE,
                    Said("PlayData: {seat} plays twice to a trick; the play ends before it", seat=seat),
                    row.at,
                )
                break
            ids[cell] = int(card)
            count += 1
        if first is None:
            return None
        while ids and ids[-1] == UNKNOWN_CARD:
            ids.pop()
        return Play(first, tuple(ids), "" if count == 52 else "*")


def _pair(row: Row, name: str) -> str:
    number = row.number(name)
    return str(number) if number else ""


__all__ = ["MOST_ROWS", "TABLES", "Row", "Session"]
