"""Writes links: to the handviewer of Bridge Base in two forms, and to the Swedish double-dummy page."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import BinaryIO
from urllib.parse import quote

from pbntools import rules
from pbntools.core import Deal, Seat
from pbntools.diagnostics import Rule
from pbntools.formats.building import ALERT
from pbntools.formats.lin.fitting import MYHANDS, Fitter
from pbntools.formats.lin.playing import PlayInOrder
from pbntools.formats.lin.values import VULNERABLE_TEXT, call_text, suits_to_lin, suits_to_text
from pbntools.formats.lin.writer import board_text, order_of
from pbntools.formats.losses import Losses
from pbntools.formats.registry import Facts
from pbntools.record import EMPTY_DETAILS, Annotation, Details, Record, Remarks, Tags

LIN, HANDS = "lin", "hands"
DIALECTS = (LIN, HANDS)
TITLE = "links to the handviewer of Bridge Base"
_ONE = "a link to the handviewer"
_LIN = re.compile(r"\bLIN\b")
VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
DDE = "https://www.svenskbridge.se/DDE/"
_NAMES = (("sn", "South"), ("wn", "West"), ("nn", "North"), ("en", "East"))

_OF_PARTS = frozenset(("Deal", "Auction", "Play", "Note", "Contract", "Declarer", "Result"))
"""Tags of parts whose loss is told in words of its own."""

Fit = Callable[[Record, Facts, Losses], Record | None]


def fitter(dialect: str | None) -> Fit:
    """A fitter for a form of link: ``lin`` or ``hands``; ValueError for another one."""
    if dialect not in (None, *DIALECTS):
        raise ValueError(f"{dialect!r} is no form of link: expected {', '.join(DIALECTS)}")
    inner = Fitter(MYHANDS, _ONE)

    def lin(record: Record, facts: Facts, losses: Losses) -> Record:
        return inner(record, facts, _LinkLosses(losses))

    if dialect != HANDS:
        return lin

    def fit(record: Record, facts: Facts, losses: Losses) -> Record | None:
        return _fit_hands(lin(_without_result(record, losses), facts, losses), losses)

    return fit


class _LinkLosses(Losses):
    """Takes the losses of LIN as those of a link that holds it."""

    def __init__(self, losses: Losses) -> None:
        super().__init__()
        self._losses = losses

    def add(self, rule: Rule, what: str) -> None:
        """Note a loss in the words of links."""
        self._losses.add(rule, _LIN.sub("a link", what))

    def told(self, rule: Rule) -> bool:
        """Whether the record at hand has a loss of this rule."""
        return self._losses.told(rule)


def _without_result(record: Record, losses: Losses) -> Record:
    """The record without a result that its cards do not tell."""
    play = record.play
    claimed = play is not None and play.claim is not None
    whole = play is not None and len(play.ids) == 52 and min(play.ids) >= 0 and not claimed and not play.end
    if whole or (record.result is None and not claimed):
        return record
    losses.add(rules.RESULT_LOST, f"{_ONE} has no place for tricks that do not follow from the play")
    return record.replace(result=None, play=replace(play, claim=None) if play is not None else None)


def _fit_hands(record: Record, losses: Losses) -> Record | None:
    """A record that LIN holds, as the parameters of a link hold it."""
    lost = losses.add
    if record.deal is None and record.auction is None:
        lost(rules.RECORD_LEFT_OUT, "a link with hands needs hands or an auction")
        return None
    tags = dict(record.tags)
    for _, player in _NAMES:
        if "_" in tags.get(player, ""):
            lost(rules.TEXT_CHANGED, "underscores in names are read as blanks in a link")
            tags[player] = " ".join(tags[player].replace("_", " ").split())
            if tags[player] in ("", "-"):
                del tags[player]
    deal = record.deal
    if deal is not None and deal.completed() is not deal:
        lost(rules.VALUE_CHANGED, "a link takes the fourth hand from the other three")
        deal = deal.completed()
    play = record.play
    if isinstance(play, PlayInOrder) and play.claim is not None:
        lost(rules.RESULT_LOST, f"{_ONE} has no place for tricks that do not follow from the play")
        play = replace(play, end="", claim=None) if play.ids else None
    if record.comments:
        lost(rules.COMMENT_LOST, "a link with hands has no place for comments")
    remarks = record.details.remarks
    notes: dict[int, str] = {}
    marks: dict[int, Annotation] = {}
    for call, mark in remarks.call_annotations.items():
        text = "; ".join(remarks.auction_notes.get(number, "") for number in mark.notes)
        if len(mark.notes) > 1:
            lost(rules.TEXT_CHANGED, "several notes on a call become one in a link")
        kept = suits_to_text(suits_to_lin(text.replace(")", "]")))
        if kept != text:
            lost(rules.TEXT_CHANGED, "closing brackets in notes become square in a link")
        number = next((number for number, other in notes.items() if other == kept), len(notes) + 1)
        notes[number] = kept
        marks[call] = Annotation(None, (number,))
    details = Details(Remarks(notes, {}, marks, {}, ())) if marks else EMPTY_DETAILS
    return record.replace(tags=Tags(tags), deal=deal, play=play, details=details)


def write(records: Iterable[Record], file: BinaryIO, dialect: str | None = None) -> int:
    """Write fitted records, one link a line; returns their number."""
    count = 0
    for record in records:
        link = hands_link(record) if dialect == HANDS else lin_link(record)
        file.write(link.encode("ascii") + b"\n")
        count += 1
    return count


def lin_link(record: Record) -> str:
    """A link that holds the board as LIN."""
    return f"{VIEWER}?lin={_quoted(board_text(record, MYHANDS))}"


def hands_link(record: Record) -> str:
    """A link that names hands, auction and cards one by one."""
    given: list[tuple[str, str]] = []
    deal = record.deal
    if deal is not None:
        for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST):
            hand = deal[seat]
            if hand is not None:
                suits = str(hand).split(".")
                given.append((seat.letter.lower(), "".join(map("".join, zip("SHDC", suits, strict=True)))))
    if record.dealer is not None:
        given.append(("d", record.dealer.letter.lower()))
    if record.vulnerable is not None:
        given.append(("v", VULNERABLE_TEXT[record.vulnerable]))
    if record.board is not None:
        given.append(("b", record.board))
    if record.auction is not None:
        given.append(("a", _calls(record)))
    play = record.play
    if play is not None:
        cards = [divmod(play.ids[cell], 13) for cell in order_of(record)]
        given.append(("p", "".join(f"{'CDHS'[suit]}{'23456789TJQKA'[rank]}" for suit, rank in cards)))
    for name, player in _NAMES:
        if value := record.tags.value(player):
            given.append((name, value))
    return f"{VIEWER}?" + "&".join(f"{name}={_quoted(value)}" for name, value in given)


def _calls(record: Record) -> str:
    auction, remarks = record.auction, record.details.remarks
    parts = []
    for at, call in enumerate(auction.ids if auction is not None else ()):
        parts.append(call_text(call).lower())
        mark = remarks.call_annotations.get(at)
        if mark is not None and mark.notes:
            text = remarks.auction_notes.get(mark.notes[0], "")
            parts.append("!" if text == ALERT else f"!({suits_to_lin(text)})")
    return "".join(parts)


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "replace"), safe="")


# --- the Swedish double-dummy page ------------------------------------------------------------------------------------


def dde_fitter(_dialect: str | None) -> Fit:
    """A fitter for links to the page for double-dummy analysis: it takes a whole deal and names."""
    return _fit_deal


def _fit_deal(record: Record, _facts: Facts, losses: Losses) -> Record | None:
    deal = record.deal.completed() if record.deal is not None else None
    if deal is None or not deal.is_complete:
        losses.add(rules.RECORD_LEFT_OUT, "a link to the double-dummy page needs a whole deal")
        return None
    lost = losses.add
    if deal is not record.deal:
        lost(rules.VALUE_CHANGED, "a link to the double-dummy page takes the fourth hand from the other three")
    tags = {}
    for name, value in record.tags.resolved.items():
        if name in (player for _, player in _NAMES):
            tags[name] = value
        elif value not in ("", "?") and name not in (
            "Deal",
            "Auction",
            "Play",
            "Note",
            "Contract",
            "Declarer",
            "Result",
        ):
            lost(rules.TAG_LOST, f"the double-dummy page has no place for {name[:60]}")
    if record.auction is not None and record.auction.ids:
        lost(rules.AUCTION_LOST, "the double-dummy page has no place for an auction")
    if record.play is not None and record.play.ids:
        lost(rules.PLAY_LOST, "the double-dummy page has no place for a play")
    claimed = record.play is not None and record.play.claim is not None
    if record.contract is not None or record.result is not None or claimed:
        lost(rules.RESULT_LOST, "the double-dummy page is given no contract and no result")
    if record.comments:
        lost(rules.COMMENT_LOST, "the double-dummy page has no place for comments")
    if record.details.remarks.call_annotations:
        lost(rules.NOTE_LOST, "the double-dummy page has no place for notes")
    for table in record.tables:
        lost(rules.TABLE_LOST, f"the double-dummy page has no place for {table.name[:60]}")
    return Record(deal=deal, tags=Tags(tags))


def dde_write(records: Iterable[Record], file: BinaryIO, _dialect: str | None = None) -> int:
    """Write fitted records, one link a line; returns their number."""
    count = 0
    for record in records:
        if record.deal is None:
            continue
        file.write(dde_link(record.deal, record.tags).encode("ascii") + b"\n")
        count += 1
    return count


def dde_link(deal: Deal, tags: Tags) -> str:
    """A link to the page for double-dummy analysis of the Swedish federation, with South's hand first."""
    given = [("PBN", deal.to_pbn(Seat.SOUTH)), ("Contract", "-")]
    given += [(player[0], value) for _, player in _NAMES if (value := tags.value(player)) and value != "?"]
    return f"{DDE}?" + "&".join(f"{name}={_quoted(value).replace('%20', '+')}" for name, value in given)


__all__ = [
    "DIALECTS",
    "dde_fitter",
    "dde_link",
    "dde_write",
    "fitter",
    "hands_link",
    "lin_link",
    "write",
]
