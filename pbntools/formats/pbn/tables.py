"""Supplemental sections: tables of values (PBN 2.1 §5)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pbntools.formats.pbn.lexer import WORDS, unescape
from pbntools.formats.pbn.table_layout import cut
from pbntools.record import Table
from pbntools.said import Said

_ELEMENT = re.compile(r'"((?:[^"\\\r\n]|\\[^\r\n])*+)("?+)|([^ \t\r\n\v\f"]+)')
_REMARK = re.compile(r'("(?:[^"\\\r\n]|\\[^\r\n])*+"?+)|\{|;[^\r\n]*+|(?:(?<=\n)|(?<=\r))%[^\r\n]*+')
_LINE_END = re.compile(r"\r\n?|\n")
_COLUMN = re.compile(r"([+-]?)([^;\\]+?)(?:\\(\d{1,4})([LR]?))?\Z")


class Column(NamedTuple):
    """A column: its name, order mark (``+`` descending, ``-`` ascending, or empty), least width and alignment."""

    name: str
    order: str = ""
    width: int = 0
    align: str = ""


class Header(NamedTuple):
    """A table's columns, and what is wrong with the text that names them."""

    columns: tuple[Column, ...]
    names: tuple[str, ...]
    fault: str | None = None


@lru_cache(maxsize=512)
def parse_header(text: str) -> Header:
    """Read column names joined by ``;``, as in ``+Rank;Contract\\4L``.  Blanks in place of ``;`` are understood."""
    fault = None
    parts = text.split(";")
    if len(parts) == 1 and " " in text.strip():
        parts = text.split()
        fault = Said('the columns are joined by blanks: expected ";"')
    columns = []
    for part in parts:
        match = _COLUMN.match(part)
        if match is None:
            wrong = Said(
                "{part} is no column: expected a name and, where wanted, \\ with a width and L or R", part=repr(part)
            )
            fault = fault or (wrong if part else Said("a column has no name"))
            columns.append(Column(part.split("\\")[0]))
            continue
        order, name, width, align = match.groups()
        columns.append(Column(name, order, int(width or 0), align or ""))
    names = tuple(column.name for column in columns)
    if len(set(names)) != len(names):
        fault = fault or Said("two columns have the same name")
    return Header(tuple(columns), names, fault)


def clean_data(data: str, offset: int, comment_end: Callable[[int], tuple[int, int]]) -> str:
    """A table's data with comments and escape lines blanked, so that every offset stays.

    ``comment_end`` tells where a comment in braces ends, by offsets that count from ``offset`` before the data.
    """
    if "{" not in data and ";" not in data and "%" not in data:
        return data
    parts = []
    at = 0
    while match := _REMARK.search(data, at):
        start, end = match.span()
        if match[0] == "{":
            end = max(min(comment_end(offset + start)[1] - offset, len(data)), end)
        parts.append(data[at:start])
        parts.append(data[start:end] if match[1] else " " * (end - start))
        at = end
    return "".join(parts) + data[at:]


def elements(data: str) -> list[str]:
    """The values of a table's data in order; strings without their quotes."""
    if '"' not in data:
        # Beyond ASCII there are characters, and parts of them, that only Python takes for white space.
        return data.split() if data.isascii() else WORDS.findall(data)
    return [unescape(match[1]) if match[3] is None else match[3] for match in _ELEMENT.finditer(data)]


def element_spans(data: str) -> list[tuple[int, int]]:
    """Where each value stands in the data."""
    return [match.span() for match in _ELEMENT.finditer(data)]


def unclosed_string(data: str) -> int:
    """Where a string without its closing quote starts in a table's data, or -1."""
    if '"' not in data:
        return -1
    return next((match.start() for match in _ELEMENT.finditer(data) if match[3] is None and not match[2]), -1)


def rows_by_line(data: str) -> tuple[tuple[str, ...], ...]:
    """The values of each line that has any."""
    if '"' not in data and data.isascii():
        lines = (_LINE_END.sub("\n", data) if "\r" in data else data).split("\n")
        return tuple([tuple(row) for line in lines if (row := line.split())])
    return tuple([tuple(row) for row in map(elements, _LINE_END.split(data)) if row])


# Which characters of a line are blank, and which belong to a value.
_SHAPE = bytes(10 if code == 10 else 32 if chr(code).isspace() else 120 for code in range(256))
_VALUES = re.compile(rb"x+")
_MANY_SHAPES = 4096
_LONG_SHAPE = 256
_MANY_LINES = 4096
"""Lines of a table of which anything is remembered."""
_SHORT_LINE = 80
_NO_LINES: set[str] = set()
_MANY_PIECES = 8192


@lru_cache(maxsize=16)
def _stretches(columns: int, first: int, last: int) -> dict[bytes, tuple[int, int]]:
    """By shape of a line, which tells where its values stand: where a stretch of columns does.  Shapes repeat."""
    return {}


@lru_cache(maxsize=16)
def _whole_lines(columns: int) -> set[str]:
    """Lines that hold as many values as there are columns.  They repeat in tables that have few values a row."""
    return set()


_Pieces = tuple[set[str], set[str], set[str]]


@lru_cache(maxsize=16)
def _familiar(name: str, header: str, first: int, last: int) -> _Pieces:
    """By table, header and stretch: what stood before, in and behind it in the lines of tables without a fault."""
    return set(), set(), set()


class PbnTable(Table):
    """A supplemental section, read from its text when it is asked for."""

    __slots__ = ("_cut", "_data", "_decode", "_lines", "_remarked", "_spans")

    def __init__(
        self,
        name: str,
        columns: tuple[str, ...],
        header: str,
        data: str,
        decode: Callable[[str], str] | None = None,
        *,
        remarked: bool = False,
    ) -> None:
        self.name = name
        self.columns = columns
        self.header = header
        self._rows = None
        self._data = data
        self._decode = decode
        self._remarked = remarked
        self._cut: tuple[int, int] | None = None
        self._lines: list[str] = []
        self._spans: list[tuple[int, int]] | None = None

    def _load_rows(self) -> tuple[tuple[str, ...], ...]:
        rows = rows_by_line(self._data)
        if self._decode:
            rows = tuple([tuple(map(self._decode, row)) for row in rows])
        width = len(self.columns)
        lines = list(map(len, rows))
        if lines.count(width) == len(lines):
            return rows  # nearly always
        return tuple(cut([value for row in rows for value in row], lines, width))

    def stretch(self, first: int, last: int) -> list[str] | None:
        """As `Table.stretch`; where every row has a line of its own, no value is cut out."""
        if self._cut != (first, last) and not self._find(first, last):
            return super().stretch(first, last)
        if self._spans is None:
            return self._lines
        return [line[start:end] for line, (start, end) in zip(self._lines, self._spans, strict=True)]

    def _find(self, first: int, last: int) -> bool:
        """Find where a stretch of columns stands in each line; False where not every row has a line of its own."""
        data = self._data.strip("\r\n")
        if '"' in data or not data.isascii():
            return False
        lines = data.split("\n")
        if len(lines) > _MANY_LINES:
            return False
        width = len(self.columns)
        whole = _whole_lines(width) if first == 0 and last == width - 1 else _NO_LINES
        spans = None
        if not whole.issuperset(lines):
            shapes = data.encode("ascii").translate(_SHAPE).split(b"\n")
            known = _stretches(width, first, last)
            try:
                spans = [known[shape] for shape in shapes]
            except KeyError:
                fresh = set(shapes) - known.keys()
                if len(known) + len(fresh) > _MANY_SHAPES:
                    known.clear()
                    fresh = set(shapes)
                for shape in fresh:
                    values = [match.span() for match in _VALUES.finditer(shape)]
                    if len(values) != width or len(shape) > _LONG_SHAPE:
                        return False
                    known[shape] = values[first][0], values[last][1]
                spans = [known[shape] for shape in shapes]
            if whole is not _NO_LINES:
                if len(whole) > _MANY_SHAPES:
                    whole.clear()
                whole.update([line for line in lines if len(line) < _SHORT_LINE])
        self._cut = first, last
        self._lines = lines
        self._spans = spans
        return True

    def is_familiar(self) -> bool:
        """Whether all pieces of its lines were remembered from tables without a fault."""
        if self._remarked or (self._cut is None and not self._find(*_thirds(len(self.columns)))):
            return False
        before, inside, behind = _familiar(self.name, self.header, *(self._cut or (0, 0)))
        if self._spans is None:
            return inside.issuperset(self._lines)
        lines, spans = self._lines, self._spans
        return (
            inside.issuperset([line[start:end] for line, (start, end) in zip(lines, spans, strict=True)])
            and before.issuperset([line[:start] for line, (start, _) in zip(lines, spans, strict=True)])
            and behind.issuperset([line[end:] for line, (_, end) in zip(lines, spans, strict=True)])
        )

    def remember(self) -> None:
        """Remember the pieces of its lines: nothing is wrong with the table."""
        if self._cut is None or self._remarked or any(column.order for column in parse_header(self.header).columns):
            return  # in a column that has an order, it takes more than one row to tell
        pieces = _familiar(self.name, self.header, *self._cut)
        for known in pieces:
            if len(known) > _MANY_PIECES:
                known.clear()
        for line, (start, end) in zip(self._lines, self._spans or [(0, 0)] * len(self._lines), strict=True):
            if len(line) < _SHORT_LINE:
                found = (line[:start], line[start:end], line[end:]) if self._spans else ("", line, "")
                for known, piece in zip(pieces, found, strict=True):
                    known.add(piece)


def _thirds(columns: int) -> tuple[int, int]:
    first = columns // 3
    return first, max(first, 2 * columns // 3 - 1)
