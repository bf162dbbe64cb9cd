"""A row of values as a record, and a record as a row."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import TypeVar

from pbntools.core import Card, Contract, Deal, Hand, Seat, Vulnerability, parse_contract_text
from pbntools.formats.building import build_record
from pbntools.formats.csv_records.artificial import (
    artificial_table,
    is_marked,
    is_not_played,
    share_of,
    shares_of,
    shares_of_record,
)
from pbntools.formats.csv_records.columns import FIELDS, HANDS, SUITS
from pbntools.record import EMPTY_DETAILS, UNKNOWN_CARD, Details, Play, Record, Result, Table
from pbntools.said import Said, said_of

T = TypeVar("T")
Fault = Callable[[str], None]
"""Takes a message about a value."""
_OVER = re.compile(r"(?:=|[+-]\d{1,2})\Z", re.ASCII)
_COUNT = re.compile(r"\d{1,2}\Z", re.ASCII)
_POINTS = re.compile(r"[+-]?\d{1,5}\Z", re.ASCII)
_VOID = re.compile(r"-+\Z")
_UNKNOWN = frozenset(("", "?"))
_PERCENTAGES = ("Percentage_NS", "Percentage_EW")
_RESULTS = ("Contract", "Score", "Score_NS", "Score_EW")
"""One of these says what a comparison was of."""
_SPACE = re.compile(r"\s+")
_DOTTED = re.compile(r"[AKQJTakqjt0-9]*(?:\.[AKQJTakqjt0-9]*){3}\Z")


def record_of(values: Mapping[str, str], fault: Fault) -> Record:
    """The record of a row; ``fault`` is told what is not of the form of its column, which is then not known."""
    found = {name: text for name, raw in values.items() if (text := _SPACE.sub(" ", raw).strip()) not in _UNKNOWN}
    for name in HANDS:
        # A column North may hold North's hand as well as North's name.
        player = name.removesuffix("Hand")
        if name not in found and _DOTTED.match(found.get(player, "")):
            found[name] = found.pop(player)
    table = _artificial(found, fault)
    _sided_score(found, fault)
    contract, declarer, result = _outcome(found, fault)
    dealer = _read(found, "Dealer", Seat.parse, fault)
    lead = _read(found, "Lead", Card.parse, fault)
    play = None
    if lead is not None:
        if declarer is None:
            fault(Said("Lead: without a declarer, nobody is known to have led"))
        else:
            play = Play(declarer.left, (int(lead), *[UNKNOWN_CARD] * 3), "*")
    tags = {name: text for name, text in found.items() if name not in FIELDS and name not in SUITS}
    return build_record(
        tags,
        board=found.get("Board"),
        dealer=dealer,
        vulnerable=_read(found, "Vulnerable", _vulnerability, fault),
        deal=_deal(found, fault),
        contract=contract,
        declarer=declarer,
        result=result,
        play=play,
        details=EMPTY_DETAILS if table is None else Details(tables=(table,)),
    )


def has_comparison(values: Mapping[str, str]) -> bool:
    """Whether a row says what the comparison of its result came to, for which a record of one table has no place."""
    sides = [text for name in _PERCENTAGES if (text := values.get(name, "").strip()) not in _UNKNOWN]
    return bool(sides) and not any(map(is_marked, sides))


def _artificial(found: dict[str, str], fault: Fault) -> Table | None:
    """The table of artificial scores that a row has instead of a result; takes out the values that say so."""
    sides = [found.pop(name, None) for name in _PERCENTAGES]
    # A percentage without a mark is what a comparison came to, and no result.
    marked = [text is not None and is_marked(text) for text in sides]
    if any(marked):
        shares = [share_of(text or "") for text in sides]
        for name, text, share in zip(_PERCENTAGES, sides, shares, strict=True):
            if share is None:
                fault(
                    Said(
                        "{name}: {what} is no artificial score: expected such as ^60 or A+",
                        name=name,
                        what=repr((text or "nothing")[:40]),
                    )
                )
        return None if shares[0] is None or shares[1] is None else artificial_table(shares[0], shares[1])
    scored = any(name in found and not is_not_played(found[name]) for name in _RESULTS)
    for name, text in zip(_PERCENTAGES, sides, strict=True):
        if text is not None and share_of(text) is None:
            fault(Said("{name}: {what} is no percentage: expected 0 to 100", name=name, what=repr(text[:40])))
        elif text is not None and not scored:
            fault(
                Said(
                    "{name}: {what} has no mark, and so is what a comparison came to: write ^{what} for an artificial"
                    " score",
                    name=name,
                    what=text[:40],
                )
            )
    for name in ("Contract", "Score"):
        text = found.get(name, "")
        if is_not_played(text):
            del found[name]
            continue
        try:
            both = shares_of(text)
        except ValueError as error:
            fault(Said("{where}: {what}", where=name, what=said_of(error)))
            del found[name]
            continue
        if both is not None:
            del found[name]
            return artificial_table(*both)
    return None


def _sided_score(found: dict[str, str], fault: Fault) -> None:
    """The points of each side as a Score tag (PBN 2.1 §4)."""
    sides = {side: found.pop(f"Score_{side}", None) for side in ("NS", "EW")}
    given = []
    for side, text in sides.items():
        if text is not None and _POINTS.match(text):
            given.append(f"{side} {int(text)}")
        elif text is not None:
            fault(Said("Score_{side}: {text} is no number of points", side=side, text=repr(text[:40])))
    if given and "Score" in found:
        fault(Said("Score: Score_NS and Score_EW say the points, which count"))
    if given:
        found["Score"] = " ".join(given)


def _read(found: Mapping[str, str], name: str, read: Callable[[str], T], fault: Fault) -> T | None:
    text = found.get(name)
    if text is None:
        return None
    try:
        return read(text)
    except ValueError as error:
        fault(Said("{where}: {what}", where=name, what=said_of(error)))
        return None


def _vulnerability(text: str) -> Vulnerability:
    return Vulnerability.parse({"b": "All", "o": "None", "n": "NS", "e": "EW"}.get(text.lower(), text))


def _suit(text: str) -> str:
    plain = _SPACE.sub("", text).replace(",", "").replace("10", "T")
    return "" if _VOID.match(plain) else plain


def _hand(text: str) -> Hand | None:
    if text == "-":
        return None
    return Hand.parse(".".join(_suit(suit) for suit in text.split(".")))


def _deal(found: Mapping[str, str], fault: Fault) -> Deal | None:
    whole = _read(found, "Deal", Deal.parse, fault)
    if whole is not None:
        return whole
    if not (HANDS.keys() | SUITS.keys()) & found.keys():
        return None
    hands: list[Hand | None] = []
    for name, seat in HANDS.items():
        suits = [_suit(found.get(f"{seat}{suit}", "")) for suit in "SHDC"]
        if name in found:
            hands.append(_read(found, name, _hand, fault))
        elif any(suits):
            try:
                hands.append(Hand.parse(".".join(suits)))
            except ValueError as error:
                fault(Said("the hand of {seat}: {error}", seat=seat, error=said_of(error)))
                hands.append(None)
        else:
            hands.append(None)
    north, east, south, west = hands
    return Deal.of(north, east, south, west) if any(hand is not None for hand in hands) else None


def _outcome(found: Mapping[str, str], fault: Fault) -> tuple[Contract | None, Seat | None, Result | None]:
    """Contract, declarer and result; a contract may also name the other two, as in ``4SX by N -1``."""
    told = _read(found, "Contract", parse_contract_text, fault)
    contract = None if told is None else told.contract
    declarer = _read(found, "Declarer", Seat.parse, fault)
    if told is not None and told.declarer is not None:
        if declarer not in (None, told.declarer):
            fault(
                Said(
                    "Declarer: {declarer}, but the contract names {other}",
                    declarer=declarer,
                    other=told.declarer,
                )
            )
        declarer = declarer if declarer is not None else told.declarer
    text = found.get("Result")
    tricks = None if told is None else told.tricks
    if contract is not None and contract.is_passed_out:
        if declarer is not None or (text is not None and text not in ("0", "-", "=")):
            fault(Said("a board that was passed out has no declarer and no result"))
        return contract, None, None
    if text is not None:
        given = _tricks(text, contract)
        if given is None:
            fault(
                Said(
                    "Result: {text} is no result: expected 0 to 13 tricks, or =, +1 or -1 of a contract",
                    text=repr(text[:40]),
                )
            )
        elif tricks not in (None, given):
            fault(Said("Result: {given} tricks, but the contract names {tricks}", given=given, tricks=tricks))
        tricks = given if given is not None else tricks
    return contract, declarer, None if tricks is None else Result(tricks)


def _tricks(text: str, contract: Contract | None) -> int | None:
    if _COUNT.match(text):
        tricks = int(text)
    elif _OVER.match(text) and contract is not None:
        tricks = contract.needed + (0 if text == "=" else int(text))
    else:
        return None
    return tricks if 0 <= tricks <= 13 else None


def values_of(record: Record) -> dict[str, str]:
    """The values of a record that a row can hold, in the forms that are read back as they were."""
    found = dict(record.tags.resolved)
    values = {name: text for name, text in found.items() if name not in FIELDS and text not in _UNKNOWN}
    result = record.result
    passed = record.contract is not None and record.contract.is_passed_out
    own = {
        "Board": record.board,
        "Dealer": _text(record.dealer),
        "Vulnerable": _text(record.vulnerable),
        "Contract": _text(record.contract),
        "Declarer": None if passed else _text(record.declarer),
        "Result": None if passed or result is None or result.tricks is None else str(result.tricks),
    }
    if record.deal is not None:
        hands = {name: record.deal[Seat.parse(seat)] for name, seat in HANDS.items()}
        own |= {name: "-" if hand is None else str(hand) for name, hand in hands.items()}
    play = record.play
    if play is not None and play.ids and record.declarer is not None and play.first == record.declarer.left:
        lead = play.cards[0]
        own["Lead"] = _text(lead)
    shares = shares_of_record(record)
    if shares is not None and "Score" not in values:
        values["Score"] = f"{shares[0]}%/{shares[1]}%"
    return values | {name: text for name, text in own.items() if text}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


__all__ = ["has_comparison", "record_of", "values_of"]
