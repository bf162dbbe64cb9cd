"""The form of a handviewer link that names hands, auction and play one by one."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import NamedTuple

from pbntools import rules
from pbntools.core import Seat
from pbntools.diagnostics import Finding
from pbntools.formats.lin.boards import Board
from pbntools.formats.lin.playing import arrange, lead_of
from pbntools.formats.lin.values import SEATS, cards_in
from pbntools.formats.links.parts import Parameter
from pbntools.formats.textmap import Key
from pbntools.record import Record, Tags
from pbntools.said import Said

HANDS = ("n", "e", "s", "w")
_NAMES = ("sn", "wn", "nn", "en")
_CALL = re.compile(
    r"(?P<call>pass|p|dbl|d|xx|x|rdbl|r|[1-7](?:nt|[cdhsn]))(?P<alert>!?)(?P<asked>\??)(?:\((?P<text>[^)]*)\))?(?P<late>!?)\s*",
    re.IGNORECASE,
)
_CARD = re.compile(r"[SHDC](?:10|[2-9TJQKA])|[^\s]{1,2}", re.IGNORECASE)
_KNOWN = frozenset(
    (*HANDS, *_NAMES, "d", "v", "b", "a", "p", "c", "nt", "kbd", "cs", "lin", "bbo", "tbt", "lang", "nb", "h", "f")
)


_PLACES: tuple[tuple[Key, str], ...] = (
    (("deal", None), "n"),
    (("tag", "Vulnerable"), "v"),
    (("tag", "Board"), "b"),
    (("tag", "Dealer"), "d"),
    (("auction", None), "a"),
    (("play", None), "p"),
)


class Hands(NamedTuple):
    """The record of a link, where its parts stand in the line, what is wrong, and what a record has no place for."""

    record: Record
    spans: dict[Key, tuple[int, int]]
    faults: list[tuple[Finding, int, int]]
    board: Board


class _Pairs:
    """LIN pairs made of the parameters, and the place of each in the line."""

    def __init__(self) -> None:
        self.codes: list[str] = []
        self.values: list[str] = []
        self.places: list[tuple[Parameter | None, int, int]] = []

    def add(self, code: str, value: str, parameter: Parameter | None = None, start: int = 0) -> None:
        self.codes.append(code)
        self.values.append(value)
        self.places.append((parameter, start, start + len(value)))

    def span(self, pair: int, start: int, end: int) -> tuple[int, int] | None:
        parameter, begin, finish = self.places[pair]
        if parameter is None:
            return None
        return parameter.span(min(begin + start, finish), min(begin + end, finish))


def read_hands(given: list[Parameter], decode: Callable[[str], str], link: tuple[int, int]) -> Hands:
    """The record of a link with hands.  ``link`` is its place in the line."""
    by_name = {parameter.name: parameter for parameter in reversed(given)}
    faults: list[tuple[Finding, int, int]] = []

    def tell(finding: Finding, parameter: Parameter, start: int, end: int) -> None:
        faults.append((finding, *parameter.span(start, end)))

    pairs = _Pairs()
    names = [by_name.get(name) for name in _NAMES]
    if any(names):
        value = ",".join("" if name is None else _name(name.value) for name in names)
        pairs.add("pn", value, next(name for name in names if name is not None))
    dealer = _dealer(by_name.get("d"), tell)
    calls = by_name.get("a")
    dashes = 0
    if calls is not None:
        dashes = len(calls.value) - len(calls.value.lstrip("- "))
        dashes = calls.value[:dashes].count("-") & 3
    first = None if dealer is None else Seat((dealer + dashes) & 3)
    digit = "0" if first is None else str(SEATS.index(first) + 1)
    given_hands = [by_name.get("NESW"[seat].lower()) for seat in SEATS]
    hands = ",".join("" if hand is None else hand.value.replace(" ", "").replace(",", "") for hand in given_hands)
    pairs.add("md", f"{digit}{hands}", next((hand for hand in given_hands if hand is not None), None))
    for name, code in (("b", "ah"), ("v", "sv"), ("nt", "nt")):
        if (parameter := by_name.get(name)) is not None:
            pairs.add(code, parameter.value.replace("|", "/"), parameter)
    if calls is not None:
        _add_calls(calls, pairs, tell)
    cards = by_name.get("p")
    if cards is not None:
        for match in _CARD.finditer(cards.value):
            pairs.add("pc", match[0], cards, match.start())
    if (claim := by_name.get("c")) is not None and claim.value.strip():
        pairs.add("mc", claim.value, claim)
    for parameter in given:
        if parameter.name not in _KNOWN:
            message = Said("a handviewer is not known to have the parameter {name}", name=repr(parameter.name[:20]))
            tell(Finding(rules.FORMAT_UNKNOWN, message), parameter, 0, len(parameter.value))
    board = Board(decode)
    board.read(pairs.codes, pairs.values, 0, len(pairs.codes))
    record = board.record(None, pairs.values)
    deal = record.deal
    if deal is not None:
        deal = deal.completed()
        tags = {**record.tags, "Deal": deal.to_pbn(dealer if dealer is not None else Seat.NORTH)}
        record = record.replace(deal=deal, tags=Tags(tags))
    if dashes and dealer is not None:
        record = record.replace(dealer=dealer, tags=Tags({**record.tags, "Dealer": str(dealer)}))
    for finding, pair, start, end in board.faults:
        place = pairs.span(pair, start, end) if pair >= 0 else None
        faults.append((finding, *(place or link)))
    return Hands(record, _spans(record, pairs, by_name), faults, board)


def _name(value: str) -> str:
    return value.replace("_", " ").replace(",", " ").replace("|", "/")


def _dealer(parameter: Parameter | None, tell: Callable[[Finding, Parameter, int, int], None]) -> Seat | None:
    if parameter is None or not parameter.value.strip():
        return None
    try:
        return Seat.parse(parameter.value.strip())
    except ValueError:
        message = Said("this is no dealer: n, e, s or w is expected")
        tell(Finding(rules.FORMAT_VALUE, message), parameter, 0, len(parameter.value))
        return None


def _add_calls(calls: Parameter, pairs: _Pairs, tell: Callable[[Finding, Parameter, int, int], None]) -> None:
    text = calls.value
    at = len(text) - len(text.lstrip("- "))
    while at < len(text):
        match = _CALL.match(text, at)
        if match is None:
            if text[at] == "-":
                message = Said("a turn that is passed over in the auction is left aside")
                tell(Finding(rules.FORMAT_UNKNOWN, message), calls, at, at + 1)
                at += 1
                continue
            if text[at] in " ?!":
                at += 1
                continue
            pairs.add("mb", text[at:], calls, at)
            return
        alert = "!" if match["alert"] or match["late"] else ""
        pairs.add("mb", match["call"] + alert, calls, at)
        if match["text"]:
            pairs.add("an", match["text"], calls, match.start("text"))
        at = match.end()


def _spans(record: Record, pairs: _Pairs, by_name: dict[str, Parameter]) -> dict[Key, tuple[int, int]]:
    """Where the parts of the record stand."""
    spans: dict[Key, tuple[int, int]] = {}
    for key, name in _PLACES:
        if (parameter := by_name.get(name)) is not None:
            spans[key] = parameter.span(0, len(parameter.value))
    for seat in HANDS:
        if (parameter := by_name.get(seat)) is not None:
            spans["deal", seat.upper()] = parameter.span(0, len(parameter.value))
    at = {code: [pair for pair, name in enumerate(pairs.codes) if name == code] for code in ("mb", "pc")}
    for call, pair in enumerate(at["mb"]):
        spans["call", call] = pairs.span(pair, 0, len(pairs.values[pair])) or (0, 0)
    play = record.play
    if play is not None and play.ids and len(at["pc"]) == sum(card != -1 for card in play.ids):
        cards = [word.number for pair in at["pc"] for word in cards_in(pairs.values[pair])]
        masks = (None,) * 4 if record.deal is None else record.deal.masks
        found = arrange(cards, masks, *lead_of(record.auction, None, None), cells=True)
        for cell, pair in zip(found.cells or (), at["pc"], strict=False):
            spans["card", cell] = pairs.span(pair, 0, len(pairs.values[pair])) or (0, 0)
    return spans


__all__ = ["HANDS", "Hands", "read_hands"]
