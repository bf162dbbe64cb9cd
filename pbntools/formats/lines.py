"""Text in lines, for the formats that are made of them."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools.formats.text import Chunk, Input, LineEnds, TextSource

MOST = 1 << 20
"""Characters of a line that are kept together; a longer one is cut into pieces of at most twice that size."""


class LineSource:
    """The lines of a file, each a `Chunk` without its line end, with its offset and number.

    Use as a context manager, or call ``close``.  Memory is bounded by `MOST`, whatever the file holds.
    """

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        self.source = TextSource(source, name=name, encoding=encoding)
        self.path = self.source.path
        self.decoder = self.source.decoder
        self.ends = LineEnds()

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far, the most frequent first."""
        return self.ends.kinds

    def close(self) -> None:
        """Close the file."""
        self.source.close()

    def __enter__(self) -> LineSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Chunk]:
        offset, line, before = self.source.offset, 1, 0
        rest = ""
        while block := self.source.read():
            self.ends.add(block)
            text = rest + block
            at = 0
            while True:
                end, following = _line_end(text, at)
                if end < 0:
                    break
                yield Chunk(text[at:end], offset + at, line, self.path, self.decoder, before)
                before = 0
                line += 1
                at = following
            while len(text) - at > MOST:
                yield Chunk(text[at : at + MOST], offset + at, line, self.path, self.decoder, before)
                before += MOST
                at += MOST
            rest = text[at:]
            offset += at
        if rest:
            yield Chunk(rest, offset, line, self.path, self.decoder, before)


def _line_end(text: str, at: int) -> tuple[int, int]:
    """Where the line that starts at an offset ends, and where the next one starts; -1 where the text ends first."""
    lf = text.find("\n", at)
    cr = text.find("\r", at, lf if lf >= 0 else len(text))
    if cr < 0:
        return lf, lf + 1
    return cr, cr + 2 if text.startswith("\r\n", cr) else cr + 1


__all__ = ["MOST", "LineSource"]
