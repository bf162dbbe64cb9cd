"""Supplemental sections: tables of values (PBN 2.1 §5)."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from pbntools.formats.pbn.lexer import unescape

_ELEMENT = re.compile(r'"((?:[^"\\\r\n]|\\[^\r\n])*+)("?+)|([^ \t\r\n\v\f"]+)')
_REMARK = re.compile(r'("(?:[^"\\\r\n]|\\[^\r\n])*+"?+)|\{|;[^\r\n]*+|(?:(?<=\n)|(?<=\r))%[^\r\n]*+')
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
        fault = 'the columns are joined by blanks: expected ";"'
    columns = []
    for part in parts:
        match = _COLUMN.match(part)
        if match is None:
            wrong = f"{part!r} is no column: expected a name and, where wanted, \\ with a width and L or R"
            fault = fault or (wrong if part else "a column has no name")
            columns.append(Column(part.split("\\")[0]))
            continue
        order, name, width, align = match.groups()
        columns.append(Column(name, order, int(width or 0), align or ""))
    names = tuple(column.name for column in columns)
    if len(set(names)) != len(names):
        fault = fault or "two columns have the same name"
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
        return data.split()
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
    return tuple(tuple(row) for row in map(elements, data.splitlines()) if row)
