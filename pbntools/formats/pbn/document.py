"""A PBN file as a whole: its bytes, and the games in them.

A document owns the bytes: ``to_bytes()`` gives back what was read, whatever it was.  Records are derived from it and
never write back by themselves.
"""

from __future__ import annotations

import codecs
import os
from collections.abc import Iterator
from pathlib import Path

from pbntools.diagnostics import Diagnostic
from pbntools.formats.pbn.reader import PbnReader
from pbntools.formats.reading import Reading
from pbntools.record import Record

_BOMS = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}


class Game:
    """One game of a document: its bytes, and the reading of them."""

    __slots__ = ("data", "reading")

    def __init__(self, data: bytes, reading: Reading) -> None:
        self.data = data
        """The game's bytes, with the comments, escape lines and blank lines that lead to it."""
        self.reading = reading

    @property
    def record(self) -> Record:
        """The record."""
        record = self.reading.record
        if record is None:
            raise ValueError("the reading speaks of a file, not of a game")
        return record

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the text."""
        return self.reading.diagnostics

    def __repr__(self) -> str:
        return f"<Game {self.reading.index}: {self.record!r}>"


class Document:
    """A PBN file in memory.  ``len(document)`` and ``document[i]`` count its games from 0."""

    def __init__(self, data: bytes, *, name: str = "<bytes>", encoding: str | None = None) -> None:
        self.path = name
        reader = PbnReader(data, name=name, encoding=encoding)
        self.bom = reader.bom
        self._head = _BOMS.get(self.bom, b"")
        body = data[len(self._head) :]
        self._games: list[Game] = []
        self._remarks: list[Diagnostic] = []
        self._pieces: list[bytes | Game] = []
        at = 0
        lengths = _Lengths(body, self.bom)
        for reading in reader:
            span = reading.extent
            if reading.record is None or span is None:
                self._remarks += reading.diagnostics
                continue
            start, end = (lengths.at(offset - reader.start) for offset in span)
            if start > at:
                self._pieces.append(body[at:start])
            game = Game(body[start:end], reading)
            self._games.append(game)
            self._pieces.append(game)
            at = end
        if at < len(body):
            self._pieces.append(body[at:])
        self.encoding = reader.encoding

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, encoding: str | None = None) -> Document:
        """Load a file; raises OSError where it cannot be read."""
        return cls(Path(path).read_bytes(), name=os.fspath(path), encoding=encoding)

    def to_bytes(self) -> bytes:
        """The file's bytes."""
        return self._head + b"".join([piece.data if isinstance(piece, Game) else piece for piece in self._pieces])

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the text of the games and of the file as a whole."""
        return [diagnostic for game in self._games for diagnostic in game.diagnostics] + self._remarks

    @property
    def records(self) -> list[Record]:
        """The records in file order."""
        return [game.record for game in self._games]

    def __len__(self) -> int:
        return len(self._games)

    def __getitem__(self, index: int) -> Game:
        return self._games[index]

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games)

    def __repr__(self) -> str:
        return f"<Document {self.path}: {len(self)} games>"


class _Lengths:
    """Offsets in the text as it was lexed, to offsets in the file's body.  They differ only in UTF-16."""

    def __init__(self, body: bytes, bom: str) -> None:
        self._body = body
        self._bom = bom
        self._text = 0
        self._byte = 0

    def at(self, offset: int) -> int:
        """The offset in the body; offsets must be asked for in rising order."""
        if not self._bom.startswith("utf-16"):
            return offset
        while self._text < offset and self._byte < len(self._body):
            unit = self._body[self._byte : self._byte + 2]
            width = 2
            if len(unit) == 2:
                value = int.from_bytes(unit, "little" if self._bom == "utf-16-le" else "big")
                if 0xD800 <= value < 0xDC00 and len(self._body) - self._byte >= 4:
                    width = 4
                character = self._body[self._byte : self._byte + width].decode(self._bom, "surrogatepass")
            else:
                character = "\ufffd"
            self._text += len(character.encode("utf-8", "surrogatepass"))
            self._byte += width
        return min(self._byte, len(self._body))
