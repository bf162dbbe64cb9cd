"""The values of tags: what the standard lets them be, and what can be made of others.

Each tag of fixed form has a validator that returns what is wrong with a value, or None.  Values repeat, so they stand
behind bounded caches.  The languages among the forms (Scoring, ScoreRubberHistory, table columns) are grammars.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping
from functools import lru_cache
from typing import NamedTuple

from pbntools.core import PASSED_OUT, Contract, Deal, Seat, Strain, Vulnerability, parse_contract_text
from pbntools.core._making import maker
from pbntools.core.cards import RANKS
from pbntools.record import Result
from pbntools.record_values import (
    BASE_SCORING,
    CLOCK,
    DATE,
    HIDDEN,
    ROUND,
    SCORE,
    SCORE_DECIMAL,
    SCORE_PAIR,
    SCORE_PERCENT,
    SCORING_MODIFIERS,
    SECONDS,
    TIME_CONTROL,
    history_fault,
    optimum_fault,
)
from pbntools.said import Said

SEATS: dict[str, Seat | None] = {"": None, "?": None}
for _seat in Seat:
    SEATS[_seat.letter] = SEATS[_seat.letter.lower()] = _seat

_VULNERABLE = {
    "none": Vulnerability.NONE, "love": Vulnerability.NONE, "-": Vulnerability.NONE,
    "ns": Vulnerability.NS, "ew": Vulnerability.EW, "all": Vulnerability.ALL, "both": Vulnerability.ALL,
}  # fmt: skip
VULNERABILITIES: dict[str, Vulnerability | None] = {"": None, "?": None}
for _name, _vulnerable in _VULNERABLE.items():
    for _spelling in (_name, _name.upper(), _name.capitalize()):
        VULNERABILITIES[_spelling] = _vulnerable

CONTRACTS: dict[str, Contract | None] = {"": None, "?": None}
for _spelling in ("Pass", "pass", "PASS"):
    CONTRACTS[_spelling] = PASSED_OUT
for _level in range(1, 8):
    for _strain in Strain:
        for _name in (
            ("NT", "nt", "Nt", "nT") if _strain is Strain.NOTRUMP else (_strain.letter, _strain.letter.lower())
        ):
            for _doubling in ("", "X", "x", "XX", "xx"):
                # Lower case is free in each part (PBN 2.1 §3.11).
                CONTRACTS[f"{_level}{_name}{_doubling}"] = Contract(_level, _strain, len(_doubling))

DENOMINATIONS = {letter: int(strain) for strain in Strain for letter in (strain.letter, strain.letter.lower())}
"""What stands in place of a contract in an end position (PBN 2.1 §3.10)."""


def seat_value(text: str) -> Seat | None:
    """A seat from a freer spelling; None if it is none."""
    try:
        return Seat.parse(text)
    except ValueError:
        return None


@lru_cache(maxsize=1024)
def vulnerability_value(text: str) -> Vulnerability | None:
    """A vulnerability from a freer spelling; None if it is none."""
    known = VULNERABILITIES.get(text.strip().lower())
    if known is not None:
        return known
    try:
        return Vulnerability.parse(text)
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def contract_value(text: str) -> tuple[Contract, Seat | None] | None:
    """A contract from a freer spelling, and the declarer if it names one; None if it is no contract."""
    if len(text) > 40:
        return None
    try:
        found = parse_contract_text(text)
    except ValueError:
        return None
    return found.contract, found.declarer


def names_result(text: str) -> bool:
    """Whether a contract in a freer spelling names a result too, as ``4H+1`` does."""
    from pbntools.core.contract_text import parse_contract_text

    try:
        return parse_contract_text(text).tricks is not None
    except ValueError:
        return False


_TRICKS = r"(-?\d{1,9})"
_RESULT = re.compile(
    rf"(?a)(\^?)[ ]*(?:{_TRICKS}|EW[ ]+{_TRICKS}(?:[ ]+NS[ ]+{_TRICKS})?|NS[ ]+{_TRICKS}(?:[ ]+EW[ ]+{_TRICKS})?)[ ]*\Z"
)


@lru_cache(maxsize=4096)
def result_value(text: str) -> Result | None:
    """The Result tag (PBN 2.1 §3.4.15); None if it is not of that form."""
    match = _RESULT.match(text)
    if match is None:
        return None
    ruled, plain, ew1, ns1, ns2, ew2 = match.groups()
    ns, ew = ns1 or ns2, ew1 or ew2
    return Result(
        tricks=None if plain is None else int(plain),
        ns=None if ns is None else int(ns),
        ew=None if ew is None else int(ew),
        ruled=bool(ruled),
    )


class Typed(NamedTuple):
    """What the tags of a game say of its dealer, contract and result."""

    dealer: Seat | None
    vulnerable: Vulnerability | None
    contract: Contract | None
    trump_only: int | None
    declarer: Seat | None
    irregular: bool
    result: Result | None


@lru_cache(maxsize=65536)
def typed_values(dealer: str, vulnerable: str, contract: str, declarer: str, result: str) -> Typed:
    """The typed values of five tags; a value that cannot be read is None."""
    read_contract: Contract | None = None
    read_declarer: Seat | None = None
    trump_only = DENOMINATIONS.get(contract)
    if contract in CONTRACTS:
        read_contract = CONTRACTS[contract]
    elif trump_only is None:
        read_contract, read_declarer = contract_value(contract) or (None, None)
    irregular = declarer[:1] == "^" and declarer[1:] in SEATS and len(declarer) > 1
    named = declarer[1:] if irregular else declarer
    seat = SEATS[named] if named in SEATS else seat_value(named)
    return Typed(
        SEATS[dealer] if dealer in SEATS else seat_value(dealer),
        VULNERABILITIES[vulnerable] if vulnerable in VULNERABILITIES else vulnerability_value(vulnerable),
        read_contract,
        trump_only,
        read_declarer if seat is None else seat,
        irregular,
        result_value(result) if result and result != "?" else None,
    )


_HOLDINGS: list[dict[str, int]] = []


def _holdings() -> list[dict[str, int]]:
    """By suit, clubs first: every holding, ranks descending, as a mask of cards."""
    if not _HOLDINGS:
        table = {"": 0}
        for rank in range(12, -1, -1):
            bit, letter = 1 << rank, RANKS[rank]
            table |= {text + letter: mask | bit for text, mask in table.items()}
        _HOLDINGS.extend({text: mask << 13 * suit for text, mask in table.items()} for suit in range(4))
    return _HOLDINGS


_SEAT_NUMBER = {"N": 0, "E": 1, "S": 2, "W": 3, "n": 0, "e": 1, "s": 2, "w": 3}
_make_deal = maker(Deal)


def plain_deal(text: str) -> Deal | None:
    """A deal in the export form of the standard; None if it is in any other form."""
    first = _SEAT_NUMBER.get(text[:1])
    hands = text[2:].split(" ")
    if first is None or text[1:2] != ":" or len(hands) != 4:
        return None
    clubs, diamonds, hearts, spades = _HOLDINGS or _holdings()
    masks: list[int | None] = []
    try:
        for hand in hands:
            if hand == "-":
                masks.append(None)
                continue
            in_spades, in_hearts, in_diamonds, in_clubs = hand.split(".")
            masks.append(spades[in_spades] | hearts[in_hearts] | diamonds[in_diamonds] | clubs[in_clubs])
    except (KeyError, ValueError):
        return None
    if first:
        masks = masks[-first:] + masks[:-first]
    return _make_deal(tuple(masks))


# Validators: a value -> what is wrong with it, or None.

_DOUBLE_DUMMY = re.compile(r"[0-9A-Da-d]{20}\Z")


def _date(value: str) -> str | None:
    match = DATE.match(value)
    if match is None:
        return Said('expected YYYY.MM.DD, with "?" for each digit that is not known')
    _, month, day = match.groups()
    if month != "??" and not 1 <= int(month) <= 12:
        return Said("there is no month {month}", month=month)
    if day != "??" and not 1 <= int(day) <= 31:
        return Said("there is no day {day}", day=day)
    return None


def _form(pattern: re.Pattern[str], expected: str) -> Callable[[str], str | None]:
    def validate(value: str) -> str | None:
        return None if pattern.match(value) else Said("expected {expected}", expected=expected)

    return validate


def _one_of(*values: str) -> Callable[[str], str | None]:
    def validate(value: str) -> str | None:
        return None if value in values else Said("expected {values} or {last}", values=values[:-1], last=values[-1])

    return validate


def _board(value: str) -> str | None:
    if value.isascii() and value.isdigit() and value.strip("0"):
        return None
    return Said("expected a positive whole number; the label is kept as text")


def _percentage(value: str) -> str | None:
    if not SCORE_PERCENT.match(value) or any(float(part) > 100 for part in re.findall(r"[\d.]+", value)):
        return Said("expected a number from 0 to 100, bare or behind NS or EW")
    return None


def _result(value: str) -> str | None:
    found = result_value(value)
    if found is None:
        return Said("expected declarer's tricks, or those of a side as in NS 9 or NS 9 EW 4")
    if found.ns is not None and found.ew is not None and found.ns + found.ew > 13:
        return Said("{ns} and {ew} tricks are more than 13", ns=found.ns, ew=found.ew)
    return None


def _scoring(value: str) -> str | None:
    fields = value.split(";")
    unknown = [part for part in fields if part not in BASE_SCORING and part not in SCORING_MODIFIERS]
    if unknown:
        return Said("{unknown} is not a scoring system of the standard", unknown=repr(unknown[0]))
    if sum(part in BASE_SCORING for part in fields) > 1:
        return Said("two base systems in one value")
    return None


WORDS: dict[str, tuple[str, ...]] = {
    "Room": ("Open", "Closed"),
    "FrenchMP": ("Yes", "No"),
    "Competition": ("Cavendish", "Chicago", "Individuals", "Pairs", "Rubber", "Teams"),
    "Mode": ("EM", "EMB", "IBS", "OKB", "TABLE", "TC"),
    **dict.fromkeys(("WestType", "NorthType", "EastType", "SouthType"), ("human", "program")),
}
"""The tags whose values are words of a list."""

VALIDATORS: dict[str, Callable[[str], str | None]] = {
    "Date": _date,
    "EventDate": _date,
    "UTCDate": _date,
    "Time": _form(CLOCK, "HH:MM:SS"),
    "UTCTime": _form(CLOCK, "HH:MM:SS"),
    "Board": _board,
    "Round": _form(ROUND, Said("letters, digits and _, parts joined by dots")),
    "Hidden": _form(HIDDEN, Said("some of the letters N, E, S, W, each at most once")),
    "Scoring": _scoring,
    "Result": _result,
    "Score": _form(SCORE, Said("whole points, bare or behind NS or EW")),
    "ScoreIMP": _form(SCORE_DECIMAL, Said("a number, bare or behind NS or EW")),
    "ScoreMP": _form(SCORE_DECIMAL, Said("a number, bare or behind NS or EW")),
    "ScorePercentage": _percentage,
    "ScoreRubber": _form(SCORE_PAIR, Said("points above and below the line, as in NS 300/40")),
    "ScoreRubberHistory": history_fault,
    "OptimumScore": optimum_fault,
    "TimeControl": _form(TIME_CONTROL, Said("games/minutes")),
    "TimeCall": _form(SECONDS, Said("seconds")),
    "TimeCard": _form(SECONDS, Said("seconds")),
    **{name: _one_of(*words) for name, words in WORDS.items()},
    # Not the standard's, but of one form wherever it is written.
    "DoubleDummyTricks": _form(_DOUBLE_DUMMY, Said("20 hexadecimal digits, each of 0 to 13 tricks")),
}
"""By tag.  ``?`` and the empty string are always allowed, and are not asked about."""


_GOOD: dict[str, set[str]] = {name: set() for name in VALIDATORS}
KNOWN_GOOD: dict[str, Collection[str]] = _GOOD | {
    "Dealer": SEATS,
    "Vulnerable": VULNERABILITIES,
    "Declarer": SEATS,
    "Contract": CONTRACTS,
    "Auction": SEATS,
    "Play": SEATS,
}
"""By tag: values that nothing is wrong with."""
_MANY_VALUES = 4096
_SHORT = 100


def bad_values(tags: Mapping[str, str]) -> list[tuple[str, str, str]]:
    """Name, value and what is wrong with it, of the tags whose values are not of the form that they should have."""
    get = tags.get
    found = []
    for name, good in _GOOD.items():
        value = get(name)
        # Values repeat, from game to game.
        if not value or value in good:
            continue
        if value[0] == "#":
            value = value.removeprefix("##") if value != "#" else ""
        wrong = value_fault(name, value)
        if wrong is not None:
            found.append((name, value, wrong))
        elif len(value) < _SHORT:
            if len(good) >= _MANY_VALUES:
                good.clear()
            good.add(value)
    return found


def value_fault(name: str, value: str) -> str | None:
    """What is wrong with a tag's value, or None."""
    if not value or value == "?":
        return None
    validate = VALIDATORS.get(name)
    return validate(value) if validate else None
