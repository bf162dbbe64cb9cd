"""Fixes in a record's terms as changes of a game's text: which bytes a tag, a hand or the end of a section is."""

from __future__ import annotations

import re

from pbntools.core import CARDS, Seat
from pbntools.core.cards import RANKS
from pbntools.diagnostics import Change, Fix, TextChange
from pbntools.formats.pbn.columns import settle
from pbntools.formats.pbn.fixing import BLANKS, line_end, line_start
from pbntools.formats.pbn.places import GameMap
from pbntools.formats.pbn.tables import parse_header
from pbntools.record import Record

_HAND = re.compile(r"[^ \t]+")
_SUITS = "SHDC"


def text_changes(game_map: GameMap, record: Record, fix: Fix) -> list[TextChange] | None:
    """A fix as changes of the game's text; None where one of them has no place in it."""
    found: list[TextChange] = []
    for change in fix.changes:
        if isinstance(change, TextChange):
            found.append(change)
            continue
        one = _text_change(game_map, record, change)
        if one is None:
            return None
        found.append(one)
    return found


def _text_change(game_map: GameMap, record: Record, change: Change) -> TextChange | None:
    place = change.place
    text = game_map.chunk.text
    if place.kind == "tag" and place.name is not None:
        span = game_map.tags.get(place.name)
        if span is None or text[span.value : span.value + 1] == "#":
            return None
        return TextChange(span.value, span.value_end, change.text)
    if place.kind == "auction" and not change.behind:
        return _before_calls(game_map, change.text)
    if place.kind == "card" and place.index is not None:
        return _card_change(game_map, record, place.index, change.text)
    if place.kind in ("auction", "play"):
        return _behind(game_map, place.kind, change.text)
    if place.kind == "deal" and place.seat is not None:
        return _hand_change(game_map, Seat.parse(place.seat), place.card, change.text)
    return None


def _behind(game_map: GameMap, kind: str, words: str) -> TextChange | None:
    """Words behind the last thing of a section, on a line of their own where a comment may go to the line's end."""
    span = game_map.game.auction if kind == "auction" else game_map.game.play
    if span is None:
        return None
    text = game_map.chunk.text
    start, end = span
    at = start + len(text[start:end].rstrip(" \t\r\n\v\f"))
    line = text[max(line_start(text, at), start) : at]
    alone = kind == "play" or ";" in line or "%" in line or not line.strip(BLANKS)
    return TextChange(at, at, (line_end(text, at) if alone else " ") + words)


def _before_calls(game_map: GameMap, words: str) -> TextChange | None:
    """Calls before the first one; not where players are passed over there already, by dashes or a mark."""
    tokens = game_map.auction
    if tokens is None or not tokens.spans or tokens.dashes or 0 in tokens.marks or tokens.skips[:1] == [0]:
        return None
    at = tokens.spans[0][0]
    return TextChange(at, at, f"{words} ")


def _card_change(game_map: GameMap, record: Record, cell: int, card: str) -> TextChange | None:
    """Another card in a cell; not where something is said of the one that stands there."""
    tokens, play = game_map.play, record.play
    if tokens is None or play is None or list(play.ids) != tokens.ids or cell >= len(tokens.spans):
        return None
    if cell in tokens.marks or cell in tokens.annotations:
        return None
    if any(comment.owner == ("card", cell) for comment in tokens.comments):
        return None
    return TextChange(*tokens.spans[cell], card)


def _hand_change(game_map: GameMap, seat: Seat, card: str | None, written: str) -> TextChange | None:
    span = game_map.tags.get("Deal")
    if span is None:
        return None
    value = game_map.chunk.text[span.value : span.value_end]
    head = value.find(":")
    hands = list(_HAND.finditer(value, head + 1))
    first = value[:head].strip().upper()
    if head < 0 or len(hands) != 4 or first not in ("N", "E", "S", "W"):
        return None
    hand = hands[(seat - Seat.parse(first)) % 4]
    start, end = span.value + hand.start(), span.value + hand.end()
    if card is None:
        return TextChange(start, end, written)
    holdings = hand[0].split(".")
    if len(holdings) != 4:
        return None
    number = next(card_ for card_ in CARDS if str(card_) == card)
    suit = _SUITS.index(card[0])
    at = start + sum(len(holding) + 1 for holding in holdings[:suit])
    holding = holdings[suit]
    if holding == "-":
        return TextChange(at, at + 1, card[1])
    index = 1 if holding[:1].upper() == card[0] else 0
    while index < len(holding):
        width = 2 if holding.startswith("10", index) else 1
        letter = "T" if width == 2 else holding[index].upper()
        if letter in RANKS and RANKS.index(letter) < int(number) % 13:
            break
        index += width
    return TextChange(at + index, at + index, card[1])


def place_cards(game_map: GameMap, record: Record) -> Fix | None:
    """Write the cards of a play of nothing but cards in the columns of the players who hold them."""
    tokens, play, deal = game_map.play, record.play, record.deal
    if tokens is None or play is None or deal is None or tokens.end == "+":
        return None
    if tokens.marks or tokens.annotations or tokens.comments or tokens.faults:
        return None
    text = game_map.chunk.text
    settled = settle(deal, int(play.first), tokens.ids, game_map.lines(tokens))
    if settled is None or any(word >= 0 and word // 4 != cell // 4 for cell, word in enumerate(settled[1])):
        return None
    words = [text[start:end] for start, end in tokens.spans]
    placed = [words[word] if word >= 0 else "-" for word in settled[1]]
    while len(placed) > len(words) and placed[-1] == "-":
        placed.pop()
    if len(placed) < len(words):
        return None
    placed[len(words) - 1 :] = [" ".join(placed[len(words) - 1 :])]
    changes = tuple(
        TextChange(*span, new) for span, old, new in zip(tokens.spans, words, placed, strict=True) if old != new
    )
    return Fix("put the cards into their players' columns", True, changes)


def join_columns(game_map: GameMap, name: str) -> Fix | None:
    """Join the names of a table's columns by semicolons."""
    start, end = game_map.tag_value(name)
    header = game_map.chunk.text[start:end]
    if header != game_map.header(name):
        return None
    joined = ";".join(header.split())
    found = parse_header(joined)
    if found.fault is not None or found.names != parse_header(header).names:
        return None
    return Fix("join the columns by semicolons", True, (TextChange(start, end, joined),))
