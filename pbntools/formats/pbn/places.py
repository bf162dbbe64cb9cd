"""The source map of a game: where its tags, calls, cards and rows stand, worked out when first asked for."""

from __future__ import annotations

import re
from typing import NamedTuple

from pbntools.core import CARDS, Seat
from pbntools.diagnostics import Place
from pbntools.formats.pbn.columns import settle
from pbntools.formats.pbn.deals import card_spans
from pbntools.formats.pbn.lexer import BRACE, FIRST_ESCAPE, ITEM, PAIR, SEMICOLON, TAG_NAME, TAG_VALUE, TAGS
from pbntools.formats.pbn.raw import RawGame
from pbntools.formats.pbn.section_words import Tokens
from pbntools.formats.pbn.sections import tokenize
from pbntools.formats.pbn.tables import PbnTable, clean_data, element_spans, parse_header
from pbntools.formats.text import Chunk
from pbntools.record import Comment, Record

_BLANK = re.compile(r"(?:\n|\r\n?+)(?=[ \t]*+[\r\n])")
_NO_HEADERS: dict[str, str] = {}


class TagSpan(NamedTuple):
    """Local offsets of a tag pair and of its value."""

    start: int
    value: int
    value_end: int
    end: int


class GameMap:
    """Spans of a game's parts, local to its chunk."""

    __slots__ = ("_auction", "_comments", "_play", "_split", "_tables", "_tags", "cells", "game", "headers")

    def __init__(self, game: RawGame) -> None:
        self.game = game
        self._tags: dict[str, TagSpan] | None = None
        self._split: list[int] = []
        self._comments: list[Comment] | None = None
        self._auction: Tokens | None = None
        self._play: Tokens | None = None
        self._tables: tuple[PbnTable, ...] | None = None
        self.headers: dict[str, str] = _NO_HEADERS
        """The headers of tables that inherit them."""
        self.cells: dict[int, int] | None = None
        """The cells of the play's words, where they did not stand in their players' columns."""

    @property
    def chunk(self) -> Chunk:
        """The text."""
        return self.game.chunk

    @property
    def tags(self) -> dict[str, TagSpan]:
        """The first tag pair of each name."""
        if self._tags is None:
            self._scan()
        return self._tags or {}

    def _scan(self, comments: list[Comment] | None = None) -> None:
        """Walk the game once more, for tag pairs and, if a list is given, for the comments outside auction and play."""
        game = self.game
        text = game.chunk.text
        found = {name: TagSpan(*span) for name, span in game.damaged.items()}
        inside = [span for span in (game.auction, game.play) if span]
        owner: tuple[str, str | int | None] = ("record", None)
        self._split = []
        at = game.start
        first_line = FIRST_ESCAPE.match(text) if at == 0 else None
        if first_line:
            at = first_line.end()
        while at < game.end:
            for match in ITEM.finditer(text, at, game.end):
                kind = match.lastindex
                if kind == TAGS:
                    for pair in PAIR.finditer(text, match.start(), match.end()):
                        name = pair[1]
                        start, value, value_end, end = pair.start(), pair.start(2), pair.end(2), pair.end()
                        found.setdefault(name, TagSpan(start, value, value_end, end))
                        if value - start > len(name) + 3 or end - value_end > 2:
                            for blank in (_BLANK.search(text, start, value), _BLANK.search(text, value_end, end)):
                                if blank:
                                    self._split.append(blank.end())
                    owner = ("tag", name)
                elif kind == TAG_VALUE:
                    name = match[TAG_NAME]
                    span = TagSpan(match.start(), match.start(TAG_VALUE), match.end(TAG_VALUE), match.end())
                    found.setdefault(name, span)
                    owner = ("tag", name)
                elif kind in (BRACE, SEMICOLON):
                    start = match.start()
                    if kind == BRACE:
                        stop, at = game.comment_end(start)
                    else:
                        stop = at = match.end()
                    if comments is not None and not any(first <= start < last for first, last in inside):
                        comments.append(Comment(game.chunk.decoder.decode(text[start + 1 : stop]), owner))
                    if kind == BRACE:
                        break
            else:
                break
        self._tags = dict(sorted(found.items(), key=lambda item: item[1].start))

    @property
    def split(self) -> list[int]:
        """Where a blank line stands inside a tag pair."""
        if self._tags is None:
            self._scan()
        return self._split

    @property
    def comments(self) -> list[Comment]:
        """The comments outside auction and play."""
        if self._comments is None:
            found: list[Comment] = []
            self._scan(found)
            self._comments = found
        return self._comments

    @property
    def auction(self) -> Tokens | None:
        """The words of the auction."""
        if self._auction is None and self.game.auction:
            self._auction = tokenize("auction", self.game)
        return self._auction

    @property
    def play(self) -> Tokens | None:
        """The words of the play."""
        if self._play is None and self.game.play:
            self._play = tokenize("play", self.game)
        return self._play

    def load_tables(self) -> tuple[PbnTable, ...]:
        """The tables of the game."""
        if self._tables is None:
            chunk = self.game.chunk
            decode = None if chunk.text.isascii() else chunk.decoder.decode
            tables = []
            for name, start, end in self.game.tables:
                header = self.header(name)
                raw = chunk.text[start:end]
                data = clean_data(raw, start, self.game.comment_end)
                table = PbnTable(name, parse_header(header).names, header, data, decode, remarked=data is not raw)
                tables.append(table)
            self._tables = tuple(tables)
        return self._tables

    def is_bare(self) -> bool:
        """Whether the game is known to have no comments, no notes and no annotations."""
        game = self.game
        if game.remarked or game.notes or self._auction is not None or self._play is not None:
            return False
        find = game.chunk.text.find
        auction, play = game.auction, game.play
        return (auction is None or find("=", auction[0], auction[1]) < 0) and (
            play is None or find("=", play[0], play[1]) < 0
        )

    def is_plain(self, kind: str) -> bool:
        """Whether a section is known to hold plain words and references to notes alone."""
        return (self._auction if kind == "auction" else self._play) is None

    @property
    def cut(self) -> list[Tokens]:
        """The words of those sections that were cut one by one so far: all but plain ones."""
        return [tokens for tokens in (self._auction, self._play) if tokens is not None]

    def table_data(self, start: int, end: int) -> str:
        """The data of a table without comments and escape lines; every offset stays."""
        return clean_data(self.game.chunk.text[start:end], start, self.game.comment_end)

    def header(self, name: str) -> str:
        """The header of a table that counts."""
        return self.headers.get(name) or self.game.tags[name]

    def _at_a_look(self, name: str) -> re.Match[str] | None:
        """The tag pair where one look finds it, since a walk over the game takes longer."""
        game = self.game
        if self._tags is not None or game.remarked or game.damaged or game.malformed or game.repeated:
            return None
        text = game.chunk.text
        at = text.find(f'[{name} "', game.start, game.end)
        if at < 0 or (at > game.start and text[at - 1] not in "\r\n"):
            return None
        return PAIR.match(text, at)

    def tag_value(self, name: str) -> tuple[int, int]:
        """The span of a tag's value, or of the whole record where it has no such tag."""
        if found := self._at_a_look(name):
            return found.span(2)
        span = self.tags.get(name)
        return (span.value, span.value_end) if span else self.whole()

    def tag_pair(self, name: str) -> tuple[int, int]:
        """The span of a tag pair, or of the whole record where it has no such tag."""
        if found := self._at_a_look(name):
            return found.span()
        span = self.tags.get(name)
        return (span.start, span.end) if span else self.whole()

    def whole(self) -> tuple[int, int]:
        """The record's first tag pair: where one would look for it."""
        game = self.game
        if self._tags is None and not (game.remarked or game.damaged or game.malformed or game.faults):
            # Nothing but tag pairs has a bracket in such a game; stray text may have one.
            text = game.chunk.text
            found = PAIR.match(text, max(text.find("[", game.start, game.end), game.start))
            if found:
                return found.span()
        first = next(iter(self.tags.values()), None)
        if first is not None:
            return first.start, first.end
        note = next((at for _, _, at in self.game.notes), self.game.start)
        return note, note

    def lines(self, tokens: Tokens) -> list[list[int]]:
        """The indices of a section's words by line."""
        return word_lines(self.game.chunk.text, tokens)

    def cell(self, record: Record, index: int) -> tuple[int, int]:
        """The span of the card in a cell of the record's play."""
        tokens = self.play
        if tokens is None:
            return self.tag_pair("Play")
        play = record.play
        at = index
        if play is not None and record.deal is not None and list(play.ids) != tokens.ids:
            settled = settle(record.deal, int(play.first), tokens.ids, self.lines(tokens), record.declarer)
            if settled is not None and index < len(settled[1]):
                at = settled[1][index]
        if 0 <= at < len(tokens.spans):
            return tokens.spans[at]
        return tokens.spans[-1] if tokens.spans else self.tag_pair("Play")

    def span(self, record: Record, place: Place) -> tuple[int, int]:
        """Where a place of the record stands."""
        kind = place.kind
        if kind == "tag" and place.name:
            return self.tag_value(place.name)
        if kind == "deal":
            return self.dealt(place)
        if kind == "call" or kind == "auction":
            tokens = self.auction
            if tokens is None or not tokens.spans:
                return self.tag_pair("Auction")
            if kind == "auction" or place.index is None:
                return tokens.end_span or tokens.spans[-1]
            return tokens.spans[min(place.index, len(tokens.spans) - 1)]
        if kind == "card" and place.index is not None:
            return self.cell(record, place.index)
        if kind == "play":
            tokens = self.play
            if tokens is None or not (tokens.end_span or tokens.spans):
                return self.tag_pair("Play")
            return tokens.end_span or tokens.spans[-1]
        if kind == "table" and place.name:
            return self.row(place.name, place.index)
        return self.whole()

    def dealt(self, place: Place) -> tuple[int, int]:
        """The span of a card or of a hand in the deal."""
        start, end = self.tag_value("Deal")
        if "Deal" not in self.tags or place.seat is None:
            return start, end
        seat = Seat.parse(place.seat)
        cards = [span for span in card_spans(self.game.chunk.text[start:end]) if span[0] == seat]
        if place.card is not None:
            cards = [span for span in cards if str(CARDS[span[1]]) == place.card]
        if not cards:
            return start, end
        return start + cards[0][2], start + cards[-1][3]

    def row(self, name: str, index: int | None) -> tuple[int, int]:
        """The span of a row of a table."""
        for table, (found, start, end) in zip(self.load_tables(), self.game.tables, strict=True):
            if found != name:
                continue
            if index is not None and index < len(table.rows):
                spans = element_spans(self.table_data(start, end))
                first = sum(map(len, table.rows[:index]))
                last = first + len(table.rows[index]) - 1
                if last < len(spans):
                    return start + spans[first][0], start + spans[last][1]
            break
        return self.tag_pair(name)


def word_lines(text: str, tokens: Tokens) -> list[list[int]]:
    """The indices of a section's words, line by line."""
    lines: list[list[int]] = []
    previous = -1
    for index, (start, end) in enumerate(tokens.spans):
        if previous < 0 or "\n" in text[previous:start] or "\r" in text[previous:start]:
            lines.append([])
        lines[-1].append(index)
        previous = end
    return lines
