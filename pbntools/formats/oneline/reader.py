"""Reads lists with a deal a line."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.formats.lines import LineSource
from pbntools.formats.oneline.lines import LineCodec, LineError
from pbntools.formats.reading import Reading
from pbntools.formats.text import Input
from pbntools.formats.text_reader import LineReader
from pbntools.formats.textmap import TextMap
from pbntools.said import Said, said_of

LONGEST = 4096
"""Characters of a line that may hold a deal."""


class OneLineReader(LineReader):
    """Reads the records of one file; iterate over it once."""

    def __init__(
        self, codec: LineCodec, source: Input, *, name: str | None = None, encoding: str | None = None
    ) -> None:
        super().__init__(LineSource(source, name=name, encoding=encoding))
        self._codec = codec
        self.format = codec.name

    def _readings(self) -> Iterator[Reading]:
        codec = self._codec
        for chunk in self._lines:
            line = chunk.text
            if codec.skip(line):
                continue
            if len(line) > LONGEST:
                self._tell(
                    rules.FORMAT_TOO_LARGE,
                    Said("a deal has less than {most} characters", most=LONGEST),
                    chunk,
                    0,
                    0,
                )
                continue
            try:
                record, unheld = codec.parse(line)
            except LineError as error:
                if codec.stray(line):
                    self._tell(rules.FORMAT_UNKNOWN, Said("the line is no deal"), chunk)
                else:
                    self._tell(rules.FORMAT_SHAPE, said_of(error), chunk, min(error.at, len(line)))
                continue
            index = self.records
            self.records += 1
            yield Reading(record, index, self.path, TextMap(chunk, {}, []), self._taken(), unheld=unheld)


__all__ = ["OneLineReader"]
