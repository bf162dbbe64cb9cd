"""Reads the JSON of two other libraries: boards of endplay, and deals with their records of bridgebots."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pbntools import rules
from pbntools.core import CARDS, PASSED_OUT, RANKS, Call, Card, Contract, Deal, Hand, Seat, Strain, Suit, Vulnerability
from pbntools.diagnostics import Rule
from pbntools.formats.building import ALERT, build_record
from pbntools.formats.json.reader import JsonReader
from pbntools.formats.json.records import ShapeError
from pbntools.game.tricks import trick_winner
from pbntools.record import (
    EMPTY_DETAILS,
    UNKNOWN_CARD,
    Annotation,
    Auction,
    Comment,
    Details,
    Play,
    Record,
    Remarks,
    Result,
)

Unheld = tuple[tuple[Rule, str], ...]
T = TypeVar("T")

MOST = 1000
"""Items of a list."""
_NAME = re.compile(r"[A-Z][A-Za-z0-9_]{0,60}\Z")
_DATE = re.compile(r"(\d{4})[-./](\d\d)[-./](\d\d)", re.ASCII)
_FIELDS = frozenset(
    ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Auction", "Play", "Note")
)
_SCORING = {"IMP": "IMP", "IMPS": "IMP", "MP": "MP", "MPS": "MP", "MATCHPOINTS": "MP"}


class EndplayReader(JsonReader):
    """Reads boards as endplay writes them; iterate over it once."""

    format = "endplay"
    maker = "endplay"

    def _converted(self, value: Any) -> list[tuple[Record, Unheld]]:
        return [_endplay(value)]


class BridgebotsReader(JsonReader):
    """Reads deals as bridgebots writes them, a record for each table; iterate over it once."""

    format = "bridgebots"
    maker = "bridgebots"

    def _converted(self, value: Any) -> list[tuple[Record, Unheld]]:
        return _bridgebots(value)


# Values of JSON


def _object(value: Any, path: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise ShapeError(path, "an object is expected")
    return value


def _list(data: Mapping[str, Any], name: str, path: str) -> list[Any]:
    value = data.get(name)
    if value is None:
        return []
    if not isinstance(value, list) or len(value) > MOST:
        raise ShapeError(f"{path}{name}", f"a list of at most {MOST} is expected")
    return value


def _parsed(read: Callable[[str], T], value: Any, path: str) -> T:
    if not isinstance(value, str):
        raise ShapeError(path, "a text is expected")
    try:
        return read(value)
    except (ValueError, KeyError) as error:
        raise ShapeError(path, str(error)[:160]) from None


def _number(value: Any, path: str) -> int | None:
    if value is None:
        return None
    if not isinstance(value, int) or isinstance(value, bool) or abs(value) > 10**9:
        raise ShapeError(path, "a whole number is expected")
    return value


def _flag(value: Any, path: str) -> bool | None:
    if value is not None and not isinstance(value, bool):
        raise ShapeError(path, "true or false is expected")
    return value


def _deal(hands: Mapping[Seat, list[Card]]) -> Deal | None:
    masks: list[Hand | None] = []
    for seat in Seat:
        cards = hands.get(seat, [])
        mask = 0
        for card in cards:
            if mask >> card & 1:
                raise ShapeError("deal", f"{card} stands twice in the hand of {seat}")
            mask |= 1 << card
        masks.append(Hand(mask) if cards else None)
    north, east, south, west = masks
    return Deal.of(north, east, south, west) if any(hand is not None for hand in masks) else None


def _tricks(contract: Contract | None, relative: int | None, path: str) -> Result | None:
    if contract is None or contract.is_passed_out or relative is None:
        return None
    tricks = contract.needed + relative
    if not 0 <= tricks <= 13:
        raise ShapeError(path, f"{contract} with {relative:+d} would be {tricks} tricks")
    return Result(tricks)


def _in_cells(cards: list[Card], first: Seat, deal: Deal | None, trump: Strain | None) -> list[int]:
    """By card in the order in which they were played, its cell: by its owner, else by who won the trick before.

    The list ends before a card whose player cannot be told.
    """
    cells: list[int] = []
    leader: Seat | None = first
    for start in range(0, len(cards), 4):
        trick = cards[start : start + 4]
        if deal is not None and deal.is_complete:
            owners = [next(seat for seat in Seat if (deal.masks[seat] or 0) >> card & 1) for card in trick]
        elif leader is not None:
            owners = [Seat((leader + at) % 4) for at in range(len(trick))]
        else:
            break
        if len(set(owners)) != len(owners):
            break
        cells += [start + (owner - first) % 4 for owner in owners]
        leader = None if trump is None or len(trick) < 4 else owners[trick_winner(trick, trump)]
    return cells


def _play(
    cards: list[Card], declarer: Seat | None, deal: Deal | None, contract: Contract | None
) -> tuple[Play | None, list[int], bool]:
    """The play, the cell of each card that has one, and whether all have."""
    if not cards:
        return None, [], True
    first = declarer.left if declarer is not None else None
    if first is None and deal is not None and deal.is_complete:
        first = next(seat for seat in Seat if (deal.masks[seat] or 0) >> cards[0] & 1)
    if first is None:
        return None, [], False
    trump = None if contract is None or contract.is_passed_out else contract.strain
    cells = _in_cells(cards, first, deal, trump)
    ids = [UNKNOWN_CARD] * (max(cells, default=-1) + 1)
    for cell, card in zip(cells, cards, strict=False):
        ids[cell] = int(card)
    return Play(first, tuple(ids), "" if len(cells) == 52 else "*"), cells, len(cells) == len(cards)


def _remarks(notes: Mapping[int, str], comments: tuple[Comment, ...] = ()) -> Details:
    """Notes by call, numbered in order, and comments."""
    if not notes and not comments:
        return EMPTY_DETAILS
    texts: dict[str, int] = {}
    marks = {call: Annotation(notes=(texts.setdefault(text, len(texts) + 1),)) for call, text in sorted(notes.items())}
    return Details(Remarks({number: text for text, number in texts.items()}, {}, marks, {}, comments))


# endplay


def _endplay_card(value: Any, path: str) -> Card:
    if isinstance(value, str):
        return _parsed(Card.parse, value, path)
    card = _object(value, path)
    suit = _parsed(Suit.parse, card.get("suit"), f"{path}.suit")
    rank = card.get("rank")
    if not isinstance(rank, str) or len(rank) != 1 or rank.upper() not in RANKS:
        raise ShapeError(f"{path}.rank", f"a rank is expected: {' '.join(RANKS)}")
    return CARDS[13 * suit + RANKS.index(rank.upper())]


def _endplay_call(value: Any, path: str) -> Call:
    call = _object(value, path)
    if "penalty" in call:
        words = {"pass": "Pass", "passed": "Pass", "double": "X", "doubled": "X", "redouble": "XX", "redoubled": "XX"}
        return _parsed(lambda text: Call.parse(words[text]), call["penalty"], f"{path}.penalty")
    level = _number(call.get("level"), f"{path}.level")
    strain = _parsed(Strain.parse, call.get("denom"), f"{path}.denom")
    try:
        return Call.bid(level or 0, strain)
    except ValueError as error:
        raise ShapeError(f"{path}.level", str(error)) from None


def _endplay_contract(value: Any) -> tuple[Contract | None, Seat | None, int | None]:
    if value is None:
        return None, None, None
    data = _object(value, "contract")
    level = _number(data.get("level"), "contract.level")
    if not level:
        return PASSED_OUT, None, None
    strain = _parsed(Strain.parse, data.get("denom"), "contract.denom")
    doubled = {"": 0, "pass": 0, "passed": 0, "x": 1, "double": 1, "doubled": 1, "xx": 2, "redouble": 2, "redoubled": 2}
    penalty = _parsed(lambda text: doubled[text.lower()], data.get("penalty", ""), "contract.penalty")
    declarer = _parsed(Seat.parse, data.get("declarer"), "contract.declarer")
    try:
        return Contract(level, strain, penalty), declarer, _number(data.get("result"), "contract.result")
    except ValueError as error:
        raise ShapeError("contract", str(error)) from None


def _endplay(value: Any) -> tuple[Record, Unheld]:
    data = _object(value, "")
    if not {"deal", "auction", "play"} & data.keys():
        raise ShapeError("", "none of deal, auction and play is there")
    unheld: list[tuple[Rule, str]] = []
    deal = None
    if data.get("deal") is not None:
        hands = _object(data["deal"], "deal")
        found = {
            seat: [
                _endplay_card(card, f"deal.{seat.name.lower()}[{at}]")
                for at, card in enumerate(_list(hands, seat.name.lower(), "deal."))
            ]
            for seat in Seat
        }
        deal = _deal(found)
        if hands.get("curtrick"):
            unheld.append(
                (rules.PLAY_LOST, "a record has no place for the trick that is under way in a deal of endplay")
            )
    contract, declarer, relative = _endplay_contract(data.get("contract"))
    dealer = None if data.get("dealer") is None else _parsed(Seat.parse, data["dealer"], "dealer")
    vulnerable = None if data.get("vul") is None else _parsed(Vulnerability.parse, data["vul"], "vul")
    calls, notes = [], {}
    for at, item in enumerate(_list(data, "auction", "")):
        path = f"auction[{at}]"
        calls.append(int(_endplay_call(item, path)))
        said = item.get("announcement")
        if isinstance(said, str) and said.strip():
            notes[at] = said
        elif item.get("alertable") is True:
            notes[at] = ALERT
    auction = None
    if calls and dealer is None:
        unheld.append((rules.AUCTION_LOST, "an auction whose dealer is not given has no first caller"))
        notes = {}
    elif calls and dealer is not None:
        auction = Auction(dealer, tuple(calls))
    cards = [_endplay_card(card, f"play[{at}]") for at, card in enumerate(_list(data, "play", ""))]
    play, _, whole = _play(cards, declarer, deal, contract)
    if not whole:
        unheld.append((rules.PLAY_LOST, "cards whose player cannot be told are left out"))
    number = _number(data.get("board_num"), "board_num")
    info = _object(data.get("info") or {}, "info")
    tags = {}
    for name, text in info.items():
        if isinstance(text, str) and _NAME.match(name) and name not in _FIELDS and not name.endswith("Table"):
            tags[name] = text
        elif text not in (None, "", [], {}):
            unheld.append((rules.TAG_LOST, f"a record has no place for the info {name[:40]} of endplay"))
    record = build_record(
        tags,
        board=None if number is None else str(number),
        dealer=dealer,
        vulnerable=vulnerable,
        deal=deal,
        contract=contract,
        declarer=declarer,
        result=_tricks(contract, relative, "contract.result"),
        auction=auction,
        play=play,
        details=_remarks(notes),
    )
    return record, tuple(unheld)


# bridgebots


def _bridgebots(value: Any) -> list[tuple[Record, Unheld]]:
    data = _object(value, "")
    deal_data = _object(data.get("deal"), "deal")
    dealer = None if deal_data.get("dealer") is None else _parsed(Seat.parse, deal_data["dealer"], "deal.dealer")
    sides = [_flag(deal_data.get(name), f"deal.{name}") for name in ("ns_vulnerable", "ew_vulnerable")]
    vulnerable = None if None in sides else Vulnerability(bool(sides[0]) + 2 * bool(sides[1]))
    hands: dict[Seat, list[Card]] = {}
    given = _object(deal_data.get("hands") or {}, "deal.hands")
    for name in given:
        seat = _parsed(Seat.parse, name, "deal.hands")
        hands[seat] = [
            _parsed(Card.parse, card, f"deal.hands.{seat}[{at}]")
            for at, card in enumerate(_list(given, name, "deal.hands."))
        ]
    deal = _deal(hands)
    tables = _list(data, "board_records", "")
    if not tables:
        return [(build_record(dealer=dealer, vulnerable=vulnerable, deal=deal), ())]
    return [
        _bridgebots_table(_object(table, f"board_records[{at}]"), f"board_records[{at}].", dealer, vulnerable, deal)
        for at, table in enumerate(tables)
    ]


def _text(data: Mapping[str, Any], name: str, path: str) -> str:
    value = data.get(name)
    if value is not None and not isinstance(value, str):
        raise ShapeError(f"{path}{name}", "a text is expected")
    return (value or "").strip()


def _bridgebots_table(
    data: Mapping[str, Any], path: str, dealer: Seat | None, vulnerable: Vulnerability | None, deal: Deal | None
) -> tuple[Record, Unheld]:
    unheld: list[tuple[Rule, str]] = []
    calls = [
        int(_parsed(Call.parse, call, f"{path}bidding_record[{at}]"))
        for at, call in enumerate(_list(data, "bidding_record", path))
    ]
    if calls and dealer is None:
        unheld.append((rules.AUCTION_LOST, "an auction whose dealer is not given has no first caller"))
        calls = []
    contract = None if data.get("contract") is None else _parsed(Contract.parse, data["contract"], f"{path}contract")
    passed = contract is not None and contract.is_passed_out
    declarer = None
    if data.get("declarer") is not None and not passed:
        declarer = _parsed(Seat.parse, data["declarer"], f"{path}declarer")
    tricks = _number(data.get("tricks"), f"{path}tricks")
    if tricks is not None and not 0 <= tricks <= 13:
        raise ShapeError(f"{path}tricks", "0 to 13 are expected")
    cards = [
        _parsed(Card.parse, card, f"{path}play_record[{at}]")
        for at, card in enumerate(_list(data, "play_record", path))
    ]
    play, cells, whole = _play(cards, declarer, deal, contract)
    if not whole:
        unheld.append((rules.PLAY_LOST, "cards whose player cannot be told are left out"))
    notes = {}
    for at, item in enumerate(_list(data, "bidding_metadata", path)):
        mark = _object(item, f"{path}bidding_metadata[{at}]")
        call = _number(mark.get("bid_index"), f"{path}bidding_metadata[{at}].bid_index")
        said = _text(mark, "explanation", f"{path}bidding_metadata[{at}].")
        if call is None or not 0 <= call < len(calls):
            unheld.append((rules.NOTE_LOST, "a note on a call that is not there"))
        elif said or mark.get("alerted") is True:
            notes[call] = said or ALERT
            if mark.get("alerted") is not True:
                unheld.append((rules.NOTE_LOST, "a record has no place for whether an explained call was alerted"))
    comments = tuple(
        _bridgebots_comment(_object(item, f"{path}commentary[{at}]"), f"{path}commentary[{at}].", len(calls), cells)
        for at, item in enumerate(_list(data, "commentary", path))
    )
    scoring = _text(data, "scoring", path)
    if scoring and scoring.upper() not in _SCORING:
        unheld.append((rules.TAG_LOST, "a record has no word for that scoring of bridgebots"))
    date = _text(data, "date", path)
    match = _DATE.match(date)
    if date and match is None:
        unheld.append((rules.TAG_LOST, "a record has no form for that date of bridgebots"))
    score = _number(data.get("score"), f"{path}score")
    tags = {
        "Event": _text(data, "event", path),
        "Date": "" if match is None else ".".join(match.groups()),
        "Scoring": _SCORING.get(scoring.upper(), ""),
        "Score": "" if score is None or contract is None or passed else str(score),
    }
    names = _object(data.get("names") or {}, f"{path}names")
    for name in names:
        seat = _parsed(Seat.parse, name, f"{path}names")
        tags[seat.name.capitalize()] = _text(names, name, f"{path}names.")
    record = build_record(
        tags,
        board=_text(data, "board_name", path) or None,
        dealer=dealer,
        vulnerable=vulnerable,
        deal=deal,
        contract=contract,
        declarer=declarer,
        result=None if tricks is None or contract is None or passed else Result(tricks),
        auction=Auction(dealer, tuple(calls)) if calls and dealer is not None else None,
        play=play,
        details=_remarks(notes, comments),
    )
    return record, tuple(unheld)


def _bridgebots_comment(data: Mapping[str, Any], path: str, calls: int, cells: list[int]) -> Comment:
    text = _text(data, "comment", path)
    call, card = (_number(data.get(name), f"{path}{name}") for name in ("bid_index", "play_index"))
    if card is not None and 0 <= card < len(cells):
        return Comment(text, ("card", cells[card]))
    if call is not None and 0 <= call < calls:
        return Comment(text, ("call", call))
    return Comment(text)


__all__ = ["ALERT", "BridgebotsReader", "EndplayReader"]
