"""Tags and sections that a game has already: the first one counts (PBN 2.1 §3.3)."""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from pbntools import rules
from pbntools.diagnostics import FixSource, Rule
from pbntools.formats.pbn.fixing import remove_repeated
from pbntools.formats.pbn.lexer import is_section
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.formats.pbn.tables import PbnTable, clean_data, parse_header
from pbntools.said import Said

_SPACE = " \t\r\n\v\f"
_REMARK = re.compile(r"[{;%]")
_SHOWN = 400
_WORDS = {"Auction": "calls", "Play": "cards"}
_SAME = {"Auction": Said("its calls are the same"), "Play": Said("its cards are the same")}
_SAME_ROWS = Said("its rows are the same")
_OTHERS = {
    "Auction": Said("its calls are others, and those of the first one count"),
    "Play": Said("its cards are others, and those of the first one count"),
}
_OTHER_ROWS = Said("its rows are others, and those of the first one count")
_LOST = {"Auction": rules.AUCTION_LOST, "Play": rules.PLAY_LOST}


def repeated_tag(game: RawGame, name: str, value: str, start: int, end: int) -> None:
    """Report a tag that the game has already, and that opens no section."""
    same = game.tags[name] == value
    if not same:
        game.contradicted.append(name)
    fix = partial(remove_repeated, game, start, end) if same else None
    _report(game, name, value, start, end, Said("with the same value"), fix)


def _report(game: RawGame, name: str, value: str, start: int, end: int, detail: str, fix: FixSource | None) -> None:
    first = game.tags[name]
    if first != value:
        detail = Said('the first one, "{value}", counts', value=game.chunk.decoder.decode(first[:_SHOWN]))
    game.repeated += 1
    message = Said("{name} is given a second time; {detail}", name=name, detail=detail)
    game.faults.append(Fault(rules.DUPLICATE_TAG, start, end, message, fix=fix))


class _Pair(NamedTuple):
    name: str
    value: str
    start: int
    end: int


class RepeatedSections:
    """The sections of a game that repeat an earlier one.  Their calls, cards or rows are passed over with their tag."""

    def __init__(self) -> None:
        self._game: RawGame | None = None
        self._pair: _Pair | None = None
        self._tables: dict[str, tuple[int, int]] = {}
        self._words: dict[str, object] = {}

    def open(self, game: RawGame, name: str, value: str, start: int, end: int) -> None:
        """Take the tag pair of such a section."""
        if self._game is not game:
            self._game = game
            self._tables = {}
            self._words = {}
        self._pair = _Pair(name, value, start, end)

    def close(self, game: RawGame, end: int) -> None:
        """Report the section that was opened last: its data end here."""
        if self._pair is None:
            return
        name, value, start, at = self._pair
        self._pair = None
        same = game.tags[name] == value and self._first(game, name) == _words(game, name, value, at, end)
        if not same:
            game.contradicted.append(name)
        detail = (_SAME if same else _OTHERS).get(name) or (_SAME_ROWS if same else _OTHER_ROWS)
        fix = None
        data = game.chunk.text[at:end]
        if same and not _REMARK.search(data):
            fix = partial(remove_repeated, game, start, at + len(data.rstrip(_SPACE)))
        _report(game, name, value, start, at, detail, fix)

    def _first(self, game: RawGame, name: str) -> object:
        """What the first section of this name says."""
        if name not in self._words:
            if name in _WORDS:
                span = game.auction if name == "Auction" else game.play
            else:
                for table, first, last in game.tables[len(self._tables) :]:
                    self._tables[table] = first, last
                span = self._tables.get(name)
            self._words[name] = _words(game, name, game.tags[name], *(span or (0, 0)))
        return self._words[name]


def _words(game: RawGame, name: str, header: str, start: int, end: int) -> object:
    """What a section says: its calls, cards or rows."""
    data = clean_data(game.chunk.text[start:end], start, game.comment_end)
    return data.split() if name in _WORDS else PbnTable(name, parse_header(header).names, header, data).rows


def unheld(game: RawGame) -> tuple[tuple[Rule, str], ...]:
    """What repeated tags and sections say that a record has no place for, as rules of conversion and words."""
    return tuple([_unheld(name) for name in dict.fromkeys(game.contradicted)])


def _unheld(name: str) -> tuple[Rule, str]:
    if not is_section(name):
        return rules.TAG_LOST, f"{name[:60]} is given twice, and a record holds its first value"
    return _LOST.get(name, rules.TABLE_LOST), second_section(name)


def second_section(name: str) -> str:
    """What is said of a record in whose place there was a second section of a name, with something else in it."""
    return f"{name[:60]} is given twice, and a record holds its first {_WORDS.get(name, 'rows')}"


__all__ = ["RepeatedSections", "repeated_tag", "second_section", "unheld"]
