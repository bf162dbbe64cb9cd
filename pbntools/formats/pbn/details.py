"""Remarks and tables of a PBN game, read when they are first asked for."""

from __future__ import annotations

from collections.abc import Sequence

from pbntools.formats.pbn.lexer import note_number, unescape
from pbntools.formats.pbn.places import GameMap
from pbntools.formats.pbn.tables import parse_header, rows_by_line
from pbntools.record import Details, Remarks, Table


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
        notes: dict[str, dict[int, str]] = {"Auction": {}, "Play": {}}
        for section, value, _ in game_map.game.notes:
            text = value.partition(":")[2]
            index = note_number(value)
            if index and section:
                notes[section].setdefault(index, unescape(decode(text)).strip())
        auction, play = game_map.auction, game_map.play
        if auction and not play:
            # Notes behind the play that belong to the auction are theirs wherever they stand.
            notes["Auction"] = {**notes["Play"], **notes["Auction"]}
        elif auction and play:
            wanted = {number for number, *_ in auction.references} - notes["Auction"].keys()
            used = {number for number, *_ in play.references}
            for index in wanted & notes["Play"].keys() - used:
                notes["Auction"][index] = notes["Play"].pop(index)
        comments = list(game_map.comments)
        for tokens in (auction, play):
            if tokens:
                comments += tokens.comments
        return Remarks(
            auction_notes=notes["Auction"],
            play_notes=notes["Play"],
            call_annotations=auction.annotations if auction else {},
            card_annotations=play.annotations if play else {},
            comments=tuple(comments),
        )

    def _load_tables(self) -> tuple[Table, ...]:
        game = self._map.game
        text = game.chunk.text
        decode = game.chunk.decoder.decode
        tables = []
        for name, start, end in game.tables:
            header = self._map.header(name)
            names = parse_header(header).names
            cells = self._map.elements(start, end)
            if not text.isascii():
                cells = list(map(decode, cells))
            if len(cells) % len(names) == 0:
                tables.append(Table.of_values(name, names, cells, header))
                continue
            # Line breaks carry no meaning, unless the values do not fit the columns.
            tables.append(Table(name, names, rows_by_line(decode(self._map.table_data(start, end))), header))
        return tuple(tables)
