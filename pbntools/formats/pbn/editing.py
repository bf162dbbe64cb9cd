"""Changes of one game: which characters to replace, so that only what is meant changes.

The functions look at a game and give `Change`s; they change nothing themselves.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from pbntools.core import Call, Card
from pbntools.formats.edits import EditError, whole
from pbntools.formats.pbn.columns import settle
from pbntools.formats.pbn.lexer import (
    BRACE,
    ITEM,
    MANDATORY,
    ORDER,
    PAIR,
    TAG_NAME,
    TAG_VALUE,
    TAGS,
    is_section,
    note_number,
    unescape,
)
from pbntools.formats.pbn.places import GameMap
from pbntools.formats.pbn.section_words import CALL_IDS, CARD_IDS, Tokens, passes_needed
from pbntools.formats.pbn.table_text import header_text, row_texts
from pbntools.formats.pbn.tables import element_spans, elements
from pbntools.record import Record, Table

SPACE = " \t\r\n\v\f"
_NAME = re.compile(r"[A-Z][A-Za-z0-9_]*\Z")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_LINE_END = re.compile(r"\r\n?|\n")
_LAST_LINE = re.compile(r"[^\r\n]*\Z")
_ANNOTATION = re.compile(r"(?:[ \t\r\n\v\f]*+(?:=[^= \t\r\n]{0,9}=|\$[0-9A-Za-z]*+|[!?]{1,2}+))*+")
"""What belongs to a call or card and stands behind it (PBN 2.1 §3.7)."""
_MANDATORY = frozenset(MANDATORY)
_PER_LINE = 4


class Change(NamedTuple):
    """Put ``text`` in the place of the characters from ``start`` to ``end`` of the game's text."""

    start: int
    end: int
    text: str


class WordChange(NamedTuple):
    """A change of a call or card, and the numbers of all of the section's words behind it."""

    change: Change
    ids: list[int]


class Pair(NamedTuple):
    """A tag pair and where it stands in the chunk; ``whole`` where its value can be replaced by itself."""

    name: str
    start: int
    value: int
    value_end: int
    end: int
    whole: bool = True


class GameText:
    """A game's text and what stands where in it."""

    def __init__(self, game_map: GameMap, record: Record, elsewhere: Callable[[], str] | None = None) -> None:
        self._elsewhere = elsewhere
        self.map = game_map
        self.record = record
        self.raw = game_map.game
        self.text = self.raw.chunk.text
        self.start = self.raw.start
        self.end = self.raw.end

    def content(self) -> dict[str, object]:
        """The parts of the game by their names, each as it stands there: they tell what a change has changed."""
        raw = self.raw
        parts: dict[str, object] = dict(self.record.tags)
        for name, tokens in (("Auction", self.map.auction), ("Play", self.map.play)):
            if tokens is not None and (tokens.ids or tokens.end):
                parts[f"{name} data"] = tokens.ids, tokens.annotations, tokens.marks, tokens.skips, tokens.end
        for name, start, end in raw.tables:
            if values := elements(self.map.table_data(start, end)):
                parts[f"{name} data"] = values
        for name in dict.fromkeys(section for section, *_ in raw.notes):
            parts[f"{name} notes"] = [value for section, value, _ in raw.notes if section == name]
        return parts

    def note(self, section: str, number: int) -> str | None:
        """The text of a note as it is read; None where there is none."""
        for where, value, _ in self.raw.notes:
            if where == section_of(section) and note_number(value) == number:
                return unescape(self.raw.chunk.decoder.decode(value.partition(":")[2]))
        return None

    @cached_property
    def line_end(self) -> str:
        """The line end that the game uses most, else that of the rest of the file; empty where there is none."""
        found = _LINE_END.findall(self.text[self.start : self.end])
        if not found and self._elsewhere is not None:
            return self._elsewhere()
        return max(dict.fromkeys(found), key=found.count, default="")

    @cached_property
    def pairs(self) -> list[Pair]:
        """All tag pairs in order, repeated ones and notes too."""
        damaged = {span[0]: Pair(name, *span, whole=False) for name, span in self.raw.damaged.items()}
        found: list[Pair] = []
        at = self.start
        while at < self.end:
            for match in ITEM.finditer(self.text, at, self.end):
                start = match.start()
                if match.lastindex == TAGS:
                    found += [
                        Pair(pair[1], pair.start(), *pair.span(2), pair.end())
                        for pair in PAIR.finditer(self.text, start, match.end())
                    ]
                elif match.lastindex == BRACE:
                    _, at = self.raw.comment_end(start)
                    break
                elif start in damaged:
                    found.append(damaged[start])
                    at = max(damaged[start].end, match.end())
                    break
                elif match.lastindex == TAG_VALUE:
                    span = start, match.start(TAG_VALUE), match.end(TAG_VALUE), match.end()
                    found.append(Pair(match[TAG_NAME], *span, whole=False))
            else:
                break
        return found

    def pair(self, name: str) -> Pair | None:
        """The pair of this name that counts."""
        return next((pair for pair in self.pairs if pair.name == name), None)

    def content_end(self, start: int, end: int) -> int:
        """Where the last character that is no white space ends."""
        return start + len(self.text[start:end].rstrip(SPACE))

    def cut(self, start: int, end: int) -> Change:
        """Leave out a span, and its line where nothing else stands on it."""
        before = self.text[self.start : start]
        blank = len(before) - len(before.rstrip(" \t"))
        at_line = start - blank == self.start or before[: len(before) - blank].endswith(("\r", "\n"))
        after = end
        while after < self.end and self.text[after] in " \t":
            after += 1
        line_end = _LINE_END.match(self.text, after, self.end)
        if not at_line or (line_end is None and after < self.end):
            return Change(start, after, "")
        if line_end is not None:
            return Change(start - blank, line_end.end(), "")
        found = list(_LINE_END.finditer(self.text, self.start, start))
        return Change(found[-1].start() if found else start - blank, self.end, "")

    def put(self, text: str, before: Pair | None) -> Change:
        """Put a line before a tag pair, or behind everything."""
        line_end = self.line_end or "\n"
        if before is not None:
            return Change(before.start, before.start, text + line_end)
        at = self.content_end(self.start, self.end)
        return Change(at, at, line_end + text)

    def behind(self, pair: Pair) -> Pair | None:
        """The next tag pair: what stands between belongs to the first."""
        return next((other for other in self.pairs if other.start > pair.start), None)

    def section_pairs(self) -> list[Pair]:
        """The pairs that open a section."""
        return [pair for pair in self.pairs if is_section(pair.name) and pair.name != "Table"]


def pair_text(name: str, value: str) -> str:
    """A tag pair, with what must be escaped; raises EditError for what it cannot hold."""
    if not _NAME.match(name):
        raise EditError(f"{name!r} is no name of a tag: expected a capital letter, then letters, digits or _")
    return f'[{name} "{value_text(name, value)}"]'


def value_text(name: str, value: str) -> str:
    """A tag's value as it is written (PBN 2.1 §3.2)."""
    found = _CONTROL.search(value)
    if found:
        what = "a line end" if found[0] in "\r\n" else f"the control character {ord(found[0]):#04x}"
        raise EditError(f"the value of {name} holds {what}, which a tag pair cannot")
    if not name.endswith("Table"):
        return value.replace("\\", "\\\\").replace('"', '\\"')
    # A backslash in a header stands before a width, so nothing can be escaped there.
    if '"' in value or value.endswith("\\"):
        raise EditError(f"the header of {name} holds a quote or ends in a backslash, which cannot be written there")
    return value


# Tags


def set_tag(game: GameText, name: str, value: str) -> list[Change]:
    """Give a tag a value, in its place or in the place where the export format has it (PBN 2.1 §3.4)."""
    if name == "Note":
        raise EditError("notes are numbered: add_note, set_note and remove_note change them")
    text = pair_text(name, value)
    pair = game.pair(name)
    if pair is not None:
        if not pair.whole:
            return [Change(pair.start, pair.end, text)]
        return [Change(pair.value, pair.value_end, value_text(name, value))]
    return [game.put(text, _place_of(game, name))]


def _place_of(game: GameText, name: str) -> Pair | None:
    """The pair before which a new one of this name belongs; None behind all of them."""
    sections = game.section_pairs()
    if name == "Play":
        return next((pair for pair in sections if pair.name not in ("Auction", "Play")), None)
    if name == "Auction":
        return next(iter(sections), None)
    if is_section(name) and name != "Table":
        return None
    if name in _MANDATORY:
        before = [pair for pair in game.pairs if pair.name in _MANDATORY and ORDER[pair.name] < ORDER[name]]
        return game.behind(before[-1]) if before else next(iter(game.pairs), None)
    return next(iter(sections), None)


def remove_tag(game: GameText, name: str) -> list[Change]:
    """Leave out a tag pair; a section's tag with its data and its notes."""
    pair = game.pair(name)
    if pair is None:
        raise EditError(f"the game has no tag {name}")
    end = pair.end
    notes = []
    if name in ("Auction", "Play"):
        data = game.raw.auction if name == "Auction" else game.raw.play
        end = data[1] if data else end
        notes = [_note_pair(game, at) for section, _, at in game.raw.notes if section == name]
    else:
        end = next((last for table, first, last in game.raw.tables if table == name and first == pair.end), end)
    return [
        game.cut(pair.start, game.content_end(pair.start, end)),
        *[game.cut(note.start, note.end) for note in notes],
    ]


# Notes


def section_of(section: str) -> str:
    """The tag of the section with this name."""
    if section not in ("auction", "play"):
        raise EditError(f'{section!r} has no notes: expected "auction" or "play"')
    return section.capitalize()


def _note_pair(game: GameText, at: int) -> Pair:
    return next(pair for pair in game.pairs if pair.start < at <= pair.end)


def _note(game: GameText, section: str, number: int) -> Pair | None:
    wanted = section_of(section)
    for where, value, at in game.raw.notes:
        if where == wanted and note_number(value) == number:
            return _note_pair(game, at)
    return None


def add_note(game: GameText, section: str, number: int, text: str) -> list[Change]:
    """Add a note behind the section that it belongs to (PBN 2.1 §3.6)."""
    name = section_of(section)
    if not 1 <= number <= 32:
        raise EditError(f"{number} is no number of a note: expected 1 to 32")
    if _note(game, section, number) is not None:
        raise EditError(f"the {section} has a note {number}")
    opening = game.pair(name)
    if opening is None:
        raise EditError(f"the game has no {section} that a note could belong to")
    last = opening
    for pair in game.pairs[game.pairs.index(opening) + 1 :]:
        if pair.name != "Note":
            break
        last = pair
    return [game.put(pair_text("Note", f"{number}:{text}"), game.behind(last))]


def set_note(game: GameText, section: str, number: int, text: str) -> list[Change]:
    """Give a note another text."""
    pair = _existing(game, section, number)
    return [Change(pair.start, pair.end, pair_text("Note", f"{number}:{text}"))]


def remove_note(game: GameText, section: str, number: int) -> list[Change]:
    """Leave out a note; references to it stay."""
    pair = _existing(game, section, number)
    return [game.cut(pair.start, pair.end)]


def _existing(game: GameText, section: str, number: int) -> Pair:
    pair = _note(game, section, number)
    if pair is None:
        raise EditError(f"the {section} has no note {number}")
    return pair


# Calls and cards


def words(game: GameText, kind: str) -> Tokens:
    """The words of the auction or the play."""
    tokens = game.map.auction if kind == "auction" else game.map.play
    if tokens is None:
        raise EditError(f"the game has no {kind}")
    return tokens


def set_cell(game: GameText, cell: int, word: str) -> WordChange:
    """Put another card in a cell of the play."""
    tokens = words(game, "play")
    at = cell if 0 <= cell < len(tokens.ids) else -1
    record = game.record
    if record.play is not None and record.deal is not None and list(record.play.ids) != tokens.ids:
        settled = settle(record.deal, int(record.play.first), tokens.ids, game.map.lines(tokens))
        if settled is not None:
            at = settled[1][cell] if 0 <= cell < len(settled[1]) else -1
    if at < 0:
        raise EditError(f"no word stands for cell {cell} of the play, which has {len(tokens.ids)} words")
    return set_word(game, "play", at, word)


def set_word(game: GameText, kind: str, index: int, word: str) -> WordChange:
    """Put another call or card in the place of one."""
    tokens = words(game, kind)
    _within(tokens, index, len(tokens.ids) - 1)
    first, last = _group(tokens, index)
    text = " ".join(word if at == index else "Pass" for at in range(first, last + 1))
    return _changed(tokens, Change(*tokens.spans[index], text), index, index + 1, word)


def insert_word(game: GameText, kind: str, index: int, word: str) -> WordChange:
    """Put a call or card before another one, or behind all."""
    tokens = words(game, kind)
    count = len(tokens.ids)
    _within(tokens, index, count)
    if index == count:
        return _changed(tokens, _append(game, tokens, word), index, index, word)
    first, last = _group(tokens, index)
    if index > first:
        passes = ["Pass"] * (last + 1 - first)
        passes.insert(index - first, word)
        return _changed(tokens, Change(*tokens.spans[index], " ".join(passes)), index, index, word)
    at = tokens.mark_spans.get(index, tokens.spans[index])[0]
    glue = "" if game.text[at - 1] in SPACE else " "
    return _changed(tokens, Change(at, at, f"{glue}{word} "), index, index, word)


def remove_word(game: GameText, kind: str, index: int) -> WordChange:
    """Leave out a call or card with its marks and annotations; a comment stays."""
    tokens = words(game, kind)
    _within(tokens, index, len(tokens.ids) - 1)
    first, last = _group(tokens, index)
    start, end = tokens.spans[index]
    if last > first:
        text = " ".join(["Pass"] * (last - first))
        return _changed(tokens, Change(start, end, text), index, index + 1)
    start = tokens.mark_spans.get(index, (start, end))[0]
    after = _ANNOTATION.match(game.text, end)
    end = after.end() if after else end
    return _changed(tokens, game.cut(start, end), index, index + 1)


def _changed(tokens: Tokens, change: Change, first: int, last: int, word: str | None = None) -> WordChange:
    """The change, and what the section then holds: ``word`` in the place of the words from ``first`` to ``last``."""
    ids = list(tokens.ids)
    ids[first:last] = [] if word is None else [(CALL_IDS if tokens.kind == "auction" else CARD_IDS)[word]]
    if tokens.all_pass is not None and last <= tokens.all_pass:
        # "All pass" stays what it says, whatever number of passes that now is.
        calls = ids[: tokens.all_pass + len(ids) - len(tokens.ids)]
        ids = calls + [0] * passes_needed(calls)
    return WordChange(change, ids)


def _within(tokens: Tokens, index: int, last: int) -> None:
    if not 0 <= index <= last:
        what = "calls" if tokens.kind == "auction" else "cells"
        raise EditError(f"{index} lies outside the {tokens.kind}, which has {len(tokens.ids)} {what} counted from 0")


def _group(tokens: Tokens, index: int) -> tuple[int, int]:
    """The first and last of the calls that one word such as ``AP`` stands for."""
    span = tokens.spans[index]
    first = last = index
    while first and tokens.spans[first - 1] == span:
        first -= 1
    while last + 1 < len(tokens.spans) and tokens.spans[last + 1] == span:
        last += 1
    return first, last


def _append(game: GameText, tokens: Tokens, word: str) -> Change:
    data = game.raw.auction if tokens.kind == "auction" else game.raw.play
    start, end = data if data else (game.end, game.end)
    line_end = game.line_end or "\n"
    if tokens.end_span is not None and tokens.next_cell is None:
        at = tokens.end_span[0]
        return Change(at, at, f"{word} ")
    at = game.content_end(start, end)
    line = _LAST_LINE.search(game.text, start, at)
    opening = line.start() if line else at
    on_line = sum(span[0] >= opening for span in dict.fromkeys(tokens.spans))
    if (
        not tokens.spans
        or on_line >= _PER_LINE
        or ";" in game.text[opening:at]
        or game.text[opening : opening + 1] == "%"
    ):
        return Change(at, at, line_end + word)
    return Change(at, at, f" {word}")


def call_word(call: Call | str | int) -> str:
    """A call as the standard writes it; raises EditError for what is none, TypeError for another kind of thing."""
    try:
        return str(Call.parse(call) if isinstance(call, str) else Call(whole("the number of a call", call)))
    except ValueError as error:
        raise EditError(str(error)) from None


def card_word(card: Card | str | int | None) -> str:
    """A card as the standard writes it, ``-`` for one that is not known.

    Raises EditError for what is none, TypeError for another kind of thing.
    """
    if card is None or card == "-":
        return "-"
    try:
        return str(Card.parse(card) if isinstance(card, str) else Card(whole("the number of a card", card)))
    except ValueError as error:
        raise EditError(str(error)) from None


# Tables


def set_table(game: GameText, table: Table) -> list[Change]:
    """Put a table in the place of the one with its name, or behind everything."""
    name = table.name
    if not is_section(name) or name in ("Auction", "Play", "Table"):
        raise EditError(f"{name!r} is no name of a table: expected one that ends in Table")
    header = header_text(table)
    line_end = game.line_end or "\n"
    rows = line_end.join(row_texts(table))
    pair = game.pair(name)
    if pair is None:
        text = pair_text(name, header)
        return [game.put(text + line_end + rows if rows else text, None)]
    changes = set_tag(game, name, header)
    span = next(((first, last) for found, first, last in game.raw.tables if found == name), None)
    data = game.map.table_data(*span) if span else ""
    spans = element_spans(data)
    if span is None or not spans:
        at = game.content_end(pair.end, span[1] if span else pair.end)
        return [*changes, Change(at, at, line_end + rows)] if rows else changes
    first, last = spans[0][0], spans[-1][1]
    if data[first:last] != game.text[span[0] + first : span[0] + last]:
        raise EditError(f"comments stand between the values of {name}, and would be lost")
    if not rows:
        return [*changes, game.cut(span[0] + first, span[0] + last)]
    # The blanks before the first value are its padding.
    first = len(data[:first].rstrip(" \t"))
    return [*changes, Change(span[0] + first, span[0] + last, rows)]
