"""Remarks and tables of a PBN game, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from pbntools.formats.pbn.lexer import note_number, unescape
from pbntools.formats.pbn.places import GameMap
from pbntools.formats.pbn.plain_sections import plain_references
from pbntools.formats.pbn.section_words import Tokens
from pbntools.record import NO_REMARKS, Comment, Details, Remarks, Table

_T = TypeVar("_T")


def _by_cell(beside: dict[int, _T], cells: dict[int, int] | None) -> dict[int, _T]:
    """What belongs to words as that of the cells that the words were put into."""
    return beside if cells is None else {cells.get(word, word): found for word, found in beside.items()}


def _moved(comment: Comment, cells: dict[int, int]) -> Comment:
    kind, word = comment.owner
    return Comment(comment.text, (kind, cells.get(word, word))) if kind == "card" and isinstance(word, int) else comment


class PbnDetails(Details):
    """Remarks and tables of a PBN game, read from its text when asked for."""

    __slots__ = ("_map",)

    def __init__(self, game_map: GameMap) -> None:
        super().__init__(None, None)
        self._map = game_map

    def mentions(self, words: Sequence[str]) -> bool:
        """Whether one of the words may stand in a note, or a comment on a call or card; False only if none does."""
        game = self._map.game
        if game.plain and not game.notes:
            return False
        text = game.chunk.text
        return any(text.find(word, game.start, game.end) >= 0 for word in words)

    def _load_remarks(self) -> Remarks:
        game_map = self._map
        decode = game_map.game.chunk.decoder.decode
        if game_map.is_bare():
            return NO_REMARKS
        notes: dict[str, dict[int, str]] = {"Auction": {}, "Play": {}}
        for section, value, _ in game_map.game.notes:
            text = value.partition(":")[2]
            index = note_number(value)
            if index and section:
                notes[section].setdefault(index, unescape(decode(text)).strip())
        auction, play = self._beside("auction"), self._beside("play")
        if auction and not game_map.game.play:
            # Notes behind the play that belong to the auction are theirs wherever they stand.
            notes["Auction"] = {**notes["Play"], **notes["Auction"]}
        elif auction:
            wanted = {number for number, *_ in auction.references} - notes["Auction"].keys()
            used = {number for number, *_ in play.references} if play else set()
            for index in wanted & notes["Play"].keys() - used:
                notes["Auction"][index] = notes["Play"].pop(index)
        comments = list(game_map.comments) if game_map.game.remarked else []
        cells = game_map.cells
        if auction:
            comments += auction.comments
        if play:
            comments += play.comments if cells is None else [_moved(comment, cells) for comment in play.comments]
        if not (comments or auction or play or notes["Auction"] or notes["Play"]):
            return NO_REMARKS
        return Remarks(
            auction_notes=notes["Auction"],
            play_notes=notes["Play"],
            call_annotations=auction.annotations if auction else {},
            card_annotations=_by_cell(play.annotations, cells) if play else {},
            comments=tuple(comments),
            card_words=_by_cell(play.card_words, cells) if play else {},
        )

    def _beside(self, kind: str) -> Tokens | None:
        """What stands beside the words of a section, if anything may."""
        game_map = self._map
        game = game_map.game
        span = game.auction if kind == "auction" else game.play
        if span is None:
            return None
        if game_map.is_plain(kind):
            if game.chunk.text.find("=", *span) < 0:
                return None
            if quick := plain_references(kind, game.chunk.text[slice(*span)]):
                return quick
        return game_map.auction if kind == "auction" else game_map.play

    @property
    def table_names(self) -> list[str]:
        """The names of the tables in order."""
        return [name for name, _, _ in self._map.game.tables]

    def table_texts(self) -> list[tuple[str, str, str]] | None:
        """Name, header and data of each table, if all of the file's text at hand is ASCII."""
        game = self._map.game
        text = game.chunk.text
        if not text.isascii():
            return None
        header = self._map.header
        return [(name, header(name), text[start:end]) for name, start, end in game.tables]

    def _load_tables(self) -> tuple[Table, ...]:
        return self._map.load_tables()
