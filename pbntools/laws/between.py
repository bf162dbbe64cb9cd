"""What records of one event say against each other: fouled boards, boards played twice, records entered twice (Law 87).

An `EventLedger` is given the records one by one and compares each with those before it.  It remembers at least the last
`REMEMBERED` records and at most twice as many, as long as their games hold 64 million characters at the most, so memory
is bounded and the time is linear.  For the records of several files there is an `Entry` of each, about half a kilobyte
of hashes and small values.

Nothing is compared but records of one event: Event, Site, Date, Stage, Round, Section, Session, HomeTeam and VisitTeam
must be the same text, or be given by neither; Event must be given.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from pbntools import rules
from pbntools.core import FULL_DECK
from pbntools.diagnostics import Finding, Rule, tag_place
from pbntools.laws._words import Item, listed
from pbntools.record import Record
from pbntools.said import Said

RULES: tuple[Rule, ...] = (rules.FOULED_BOARD, rules.PAIR_BOTH_WAYS, rules.BOARD_REPEATED, rules.DUPLICATE_RECORD)
"""The rules between records."""
REMEMBERED = 5_000
"""Records that a ledger remembers at the least."""
HELD = 1000
"""Fouled boards of a file that may wait for its end."""
SURE = 2
"""Fouled boards of an event that are believed whatever else is the case; more only where most boards are alike."""

_EVENT = ("Event", "Date", "Site", "Stage", "Round", "Section", "Session", "HomeTeam", "VisitTeam")
_TABLE = (
    "North", "South", "East", "West",
    "NorthType", "SouthType", "EastType", "WestType",
    "Contract", "Declarer", "Result", "Room", "Table",
)  # fmt: skip
# Where the names, the kinds of players, and what comes of the board stand among them.
_NAMES, _KINDS, _BOARD = slice(4), slice(4, 8), slice(8, None)
_NOT_GIVEN = frozenset((None, "", "?"))
_TELLING = 20
"""Cards from which on two plays that are the same are one play entered twice, and not two tables alike."""
_PARTS = ("deal", "dealer", "vulnerability")
_WHAT = (Said("deal"), Said("dealer"), Said("vulnerability"))
_TAG = ("Deal", "Dealer", "Vulnerable")
_UNKNOWN = (0, -1, -1)
_NONE: frozenset[str] = frozenset()
_HAND = 13

Texts = Sequence[str | None]


class Entry(NamedTuple):
    """What is kept of a record.  0 stands for what is not known, -1 for an unknown dealer or vulnerability.

    ``number`` is that of the record in its file, from 0; ``event`` is a hash of the event, ``label`` the board's,
    a number without zeros before it;
    ``dated`` tells that the whole date is given.  ``pairs`` are hashes of the names North-South and East-West;
    ``people`` tells that the four names are those of four people.  ``content`` is a hash of what was bid, played and
    scored, where that can tell records apart.  ``silent`` holds the codes of the rules that the text asks to leave out.
    """

    number: int
    event: int
    label: str
    dated: bool
    board: tuple[int, int, int]
    """A hash of the deal, the dealer, and the vulnerability."""
    pairs: tuple[int, int]
    people: bool
    content: int
    silent: frozenset[str] = _NONE


class Conflict(NamedTuple):
    """One record against an earlier one: the rule, the entry, and the file and number of the earlier one.

    ``parts`` are what differs for a fouled board (0 the deal, 1 the dealer, 2 the vulnerability), else the side of the
    pair (0 North-South, 1 East-West).
    """

    rule: Rule
    entry: Entry
    source: int
    earlier: int
    parts: tuple[int, ...]


def lasting_hash(texts: Texts) -> int:
    """A hash that is the same in every process, unlike Python's own of a text."""
    joined = "\x1f".join([text or "" for text in texts])
    return hash(int.from_bytes(joined.encode("utf-8", "surrogatepass"), "little"))


class EntryMaker:
    """Makes the entries of a file's records; with ``lasting`` such that other processes can compare them."""

    def __init__(self, *, lasting: bool = False) -> None:
        self._hash: Callable[[Texts], int] = lasting_hash if lasting else hash
        self._texts: list[str | None] = []
        self._event = 0

    def entry(self, record: Record, index: int) -> Entry | None:
        """What is to be kept of a record, the ``index``-th of its file; None where it tells no event or no board."""
        label = record.board
        tags = record.tags
        event = tags.values_of(_EVENT)
        if label is None or label in _NOT_GIVEN or event[0] in _NOT_GIVEN:
            return None
        if event != self._texts:
            # The records of an event mostly follow each other.
            self._texts = event
            self._event = self._hash(tuple([None if text in _NOT_GIVEN else text for text in event]))
        auction, play = record.auction, record.play
        date = tags.value("Date")
        texts = tags.values_of(_TABLE)
        names = texts[_NAMES]
        named = _NOT_GIVEN.isdisjoint(names)
        calls = () if auction is None else auction.ids
        cards = () if play is None else play.ids
        content = 0
        if (named and (calls or cards or texts[8] not in _NOT_GIVEN)) or len(cards) >= _TELLING:
            content = hash((calls, cards, self._hash(tuple(texts[_BOARD])))) or 1
        return Entry(
            index,
            self._event,
            (label.lstrip("0") or "0") if label[0] == "0" and label.isdecimal() else label,
            date is not None and date != "" and "?" not in date,
            _board_of(record),
            (self._pair(names[0], names[1]), self._pair(names[2], names[3])),
            named and len(set(names)) == 4 and "program" not in texts[_KINDS],
            content,
            _NONE,
        )

    def _pair(self, one: str | None, other: str | None) -> int:
        if one is None or other is None or one in _NOT_GIVEN or other in _NOT_GIVEN:
            return 0
        return self._hash((one, other) if one < other else (other, one)) or 1


def records_apart(one: Record, other: Record) -> list[str]:
    """In which of deal, dealer and vulnerability two records of a board differ, as far as both tell."""
    parts = zip(_PARTS, _board_of(one), _board_of(other), _UNKNOWN, strict=True)
    return [name for name, value, against, unknown in parts if unknown not in (value, against) and value != against]


def _board_of(record: Record) -> tuple[int, int, int]:
    """A hash of the deal, the dealer, and the vulnerability; each is `_UNKNOWN` where a record does not tell it."""
    deal, dealer, vulnerable = record.deal, record.dealer, record.vulnerable
    return (
        0 if deal is None else _deal(deal.masks),
        -1 if dealer is None else int(dealer),
        -1 if vulnerable is None else int(vulnerable),
    )


def _deal(masks: tuple[int | None, int | None, int | None, int | None]) -> int:
    """A hash of a whole deal, of which the fourth hand may follow from the others; 0 for any other."""
    a, b, c, d = masks
    if a is None or b is None or c is None or d is None:
        known = [mask for mask in masks if mask is not None]
        rest = FULL_DECK & ~sum(known)
        if [mask.bit_count() for mask in known] != [_HAND] * 3 or rest.bit_count() != _HAND:
            return 0
        masks = tuple(rest if mask is None else mask for mask in masks)  # type: ignore[assignment]
    elif a | b | c | d != FULL_DECK:
        return 0
    return hash(masks) or 1


class _Board:
    """A board of an event that stands in several records.

    ``values`` holds by part the values met, each with the file and index of its first record; ``pairs`` by pair the
    deal, the side (-1 where the names may not be those of people), and the file and index of its last record;
    ``contents`` the file and index by content; ``last`` is the file of the last record, ``compared`` of the last
    comparison.
    """

    __slots__ = ("compared", "contents", "last", "pairs", "values")

    def __init__(self) -> None:
        self.values: tuple[dict[int, tuple[int, int]], ...] = ({}, {}, {})
        self.pairs: dict[int, tuple[int, int, int, int]] = {}
        self.contents: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self.last = -1
        self.compared = -1

    def keep(self, entry: Entry, source: int) -> None:
        """Take note of a record."""
        at = (source, entry.number)
        for part, value in enumerate(entry.board):
            if value != _UNKNOWN[part]:
                self.values[part].setdefault(value, at)
        for side, pair in enumerate(entry.pairs):
            if pair:
                self.pairs[pair] = (entry.board[0], side if entry.people else -1, *at)
        if entry.content:
            self.contents[entry.board[0], *entry.pairs, entry.content] = at
        self.last = source


class EventLedger:
    """Compares records with those before them.  With ``across`` only those of different files are compared."""

    def __init__(self, *, across: bool = False) -> None:
        self._across = across
        self._young: dict[tuple[int, str], _Board | tuple[Entry, int]] = {}
        self._old: dict[tuple[int, str], _Board | tuple[Entry, int]] = {}
        self._count = 0
        self._events: dict[int, list[int]] = {}
        """By event: the boards of this file that were compared, and those that are fouled."""

    def add(self, entry: Entry, source: int = 0) -> list[Conflict]:
        """Compare an entry of a file, by its number, with those before it, and keep it.

        Whether a fouled board stands is not sure before `believes` is asked at the end of the file.
        """
        self._count += 1
        if self._count > REMEMBERED:
            self._count = 0
            self._old, self._young = self._young, {}
        key = entry.event, entry.label
        known = self._young.get(key) or self._old.get(key)
        if known is None:
            # Most boards stand in one record alone.
            self._young[key] = entry, source
            return []
        if isinstance(known, _Board):
            board = known
            if key not in self._young:
                # So that a board that comes again and again does not keep all that it ever met.
                board.pairs, board.contents = {}, {}
        else:
            board = _Board()
            board.keep(*known)
        self._young[key] = board
        found = self._against_pairs(board, entry, source)
        board.keep(entry, source)
        return found

    def _against_pairs(self, board: _Board, entry: Entry, source: int) -> list[Conflict]:
        found: list[Conflict] = []
        another_session = False
        deal = entry.board[0]
        same = board.contents.get((deal, *entry.pairs, entry.content)) if entry.content else None
        if same is not None and self._compares(same[0], source):
            found.append(Conflict(rules.DUPLICATE_RECORD, entry, *same, ()))
        for side, pair in enumerate(entry.pairs):
            met = board.pairs.get(pair) if pair else None
            if met is None:
                continue
            other, was, of, index = met
            if other != deal:
                another_session = another_session or bool(other and deal)
            elif (
                same is None
                and not found
                and entry.people
                and was >= 0
                and (deal or entry.dated)
                and self._compares(of, source)
            ):
                rule = rules.BOARD_REPEATED if was == side else rules.PAIR_BOTH_WAYS
                found.append(Conflict(rule, entry, of, index, (side,)))
        fouled = self._against_boards(board, entry, source, another_session=another_session)
        return found if fouled is None else [*found, fouled]

    def _compares(self, one: int, other: int) -> bool:
        return not self._across or one != other

    def _against_boards(self, board: _Board, entry: Entry, source: int, *, another_session: bool) -> Conflict | None:
        parts = []
        compared = False
        origin: tuple[int, int] | None = None
        for part, value in enumerate(entry.board):
            values = board.values[part]
            if value == _UNKNOWN[part] or not values:
                continue
            compared = True
            if value not in values:
                parts.append(part)
                origin = origin or next(iter(values.values()))
        if not compared or not self._compares(board.last, source):
            return None
        event = self._events.get(entry.event)
        if event is None:
            if len(self._events) >= REMEMBERED:
                return None
            event = self._events[entry.event] = [0, 0]
        if board.compared != source:
            board.compared = source
            event[0] += 1
        if origin is None or another_session:
            return None
        event[1] += 1
        return Conflict(rules.FOULED_BOARD, entry, *origin, tuple(parts))

    def believes(self, conflict: Conflict) -> bool:
        """At the end of a file: whether a fouled board is one, and not a board of another session.

        Where most boards of the event that stand there twice have two deals, the records tell less of the event than
        there was: it had several sessions, or each table had deals of its own.
        """
        compared, fouled = self._events.get(conflict.entry.event, (0, 0))
        return fouled <= SURE or 2 * fouled <= compared

    def next_file(self) -> None:
        """Begin to count boards anew for another file."""
        self._events.clear()


def finding_of(conflict: Conflict, record: Record | None, where: Said, count: int = 1) -> Finding:
    """A conflict in words.

    ``where`` names the earlier record, see `game_text`; ``count`` is of how many records entered twice this one stands.
    """
    rule, parts, board = conflict.rule, conflict.parts, conflict.entry.label
    if rule is rules.FOULED_BOARD:
        text = Said(
            "board {board} has another {what} than in {where}, which is of the same event",
            board=board,
            what=listed([_WHAT[part] for part in parts]),
            where=where,
        )
        return Finding(rule, text, tag_place(_TAG[parts[0]]))
    if rule is rules.DUPLICATE_RECORD:
        text = Said(
            "board {board} is entered twice: {where} has the same players, calls, cards and result",
            board=board,
            where=where,
        )
        if count > 1:
            text = Said("{what}, as for {n} more of its records", what=text, n=count - 1)
        return Finding(rule, text)
    seats = ("North", "South") if parts[0] == 0 else ("East", "West")
    pair: Item = Said("a pair") if record is None else listed([str(record.value(seat)) for seat in seats])
    if rule is rules.BOARD_REPEATED:
        text = Said(
            "board {board} is played by {pair}, who played it in {where} already", board=board, pair=pair, where=where
        )
    elif parts[0] == 0:
        text = Said(
            "board {board} is played North-South by {pair}, who played it East-West in {where}",
            board=board,
            pair=pair,
            where=where,
        )
    else:
        text = Said(
            "board {board} is played East-West by {pair}, who played it North-South in {where}",
            board=board,
            pair=pair,
            where=where,
        )
    return Finding(rule, text, tag_place(seats[0]))


def game_text(number: int, path: str | None = None) -> Said:
    """``"game 3"`` or ``"game 3 of club.pbn"``, for the record of this number from 0."""
    if path is None:
        return Said("game {number}", number=number + 1)
    return Said("game {number} of {path}", number=number + 1, path=path)


__all__ = ["HELD", "REMEMBERED", "RULES", "Conflict", "Entry", "EntryMaker", "EventLedger", "finding_of", "game_text"]
