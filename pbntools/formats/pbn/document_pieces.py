"""The bytes of a PBN file as games and what stands between them."""

from __future__ import annotations

import re
from collections.abc import Callable

from pbntools.formats.pbn.document_game import Game
from pbntools.formats.pbn.editing import SPACE

LINE_END = re.compile(r"\r\n?|\n")
_FILE_LINES = re.compile(r"(?:(?:[ \t]*+|%[^\r\n]*+)(?:\r\n?+|\n))*%[^\r\n]*+(?:\r\n?+|\n|\Z)")


class Pieces:
    """The games of a file and the bytes between them, in order.

    ``wide`` is the encoding of a file in UTF-16, else empty; ``encode`` makes bytes of new text.
    """

    def __init__(self, wide: str, encode: Callable[[str], bytes]) -> None:
        self.all: list[bytes | Game] = []
        self._wide = wide
        self._unit = 2 if wide else 1
        self._encode = encode

    def body(self) -> bytes:
        """All bytes, in order."""
        return b"".join([piece.data if isinstance(piece, Game) else piece for piece in self.all])

    def beside(self, game: Game, data: bytes) -> tuple[list[bytes], bytes]:
        """The game's bytes and those of the games right before and behind it; and the text behind all of them."""
        at = self.all.index(game)
        before = [piece.data for piece in self.all[max(at - 1, 0) : at] if isinstance(piece, Game)]
        behind = [piece.data for piece in self.all[at + 1 : at + 2] if isinstance(piece, Game)]
        rest = self.all[at + 1 + len(behind) : at + 2 + len(behind)]
        return [*before, data, *behind], b"".join([piece for piece in rest if isinstance(piece, bytes)])

    def put(self, index: int, game: Game, content: bytes, line_end: str) -> list[Game]:
        """Put a game's content in a place; returns the games that have other bytes or neighbours now."""
        gap = self._encode(line_end * 2)
        pieces = self.all
        games = [piece for piece in pieces if isinstance(piece, Game)]
        if not games:
            rest = b"".join([piece for piece in pieces if isinstance(piece, bytes)])
            between = self._encode(line_end) if self.text(rest)[-1:] not in ("", "\r", "\n") else b""
            game.data = rest + between + content + self._encode(line_end)
            self.all = [game]
            return [game]
        if index == 0 and pieces[0] is games[0]:
            first = games[0]
            lines = self.file_lines(first.data)
            start, _ = self.margins(first.data[lines:])
            game.data = first.data[:lines] + content
            first.data = gap + first.data[lines + start :]
            pieces.insert(0, game)
            return [game, first]
        if index == 0:
            game.data = gap + content
            pieces.insert(pieces.index(games[0]), game)
            return [game]
        before = games[index - 1]
        at = pieces.index(before) + 1
        _, end = self.margins(before.data)
        tail = before.data[end:]
        before.data = before.data[:end]
        behind = pieces[at] if at < len(pieces) else None
        touched = [before, game]
        if isinstance(behind, Game) and self.margins(behind.data)[0] == 0:
            behind.data = gap + behind.data
            touched.append(behind)
            tail = b""
        game.data = gap + content + tail
        pieces.insert(at, game)
        return touched

    def take(self, game: Game) -> tuple[bytes, list[Game]]:
        """Take a game out; returns its content, and the games that have other bytes or neighbours now."""
        pieces = self.all
        at = pieces.index(game)
        lines = self.file_lines(game.data) if at == 0 else 0
        own, rest = game.data[:lines], game.data[lines:]
        start, end = self.margins(rest)
        before = pieces[at - 1] if at else None
        behind = pieces[at + 1] if at + 1 < len(pieces) else None
        del pieces[at]
        if at == 0 and isinstance(behind, Game):
            behind.data = own + behind.data[self.margins(behind.data)[0] :]
        elif at == 0 and own:
            pieces.insert(0, own)
        elif isinstance(before, Game):
            content = before.data[: self.margins(before.data)[1]]
            if behind is None:
                before.data = content + rest[end:]
            elif isinstance(behind, Game):
                before.data = content
                if self.margins(behind.data)[0] == 0:
                    behind.data = self._encode(line_end_of(self.text(behind.data)) * 2) + behind.data
        return rest[start:end], [piece for piece in (before, behind) if isinstance(piece, Game)]

    def text(self, data: bytes) -> str:
        """Bytes as text that shows blanks and line ends."""
        return data.decode(self._wide or "latin-1", "replace")

    def margins(self, data: bytes) -> tuple[int, int]:
        """Where the content starts and ends between the white space around it."""
        text = self.text(data)
        start = len(text) - len(text.lstrip(SPACE))
        return start * self._unit, len(data) - (len(text) - len(text.rstrip(SPACE))) * self._unit

    def opens_comment(self, data: bytes) -> bool:
        """Whether there may be a comment without its end, which a brace in any later game would give it."""
        text = self.text(data)
        return text.rfind("{") > text.rfind("}")

    def file_lines(self, data: bytes) -> int:
        """The length of the escape lines at the start of a file, which are the file's and not the first game's."""
        found = _FILE_LINES.match(self.text(data))
        return len(found[0].encode(self._wide or "latin-1", "surrogatepass")) if found else 0


def line_end_of(text: str) -> str:
    """The line end that a text uses most."""
    found = LINE_END.findall(text)
    return max(dict.fromkeys(found), key=found.count, default="\n")
