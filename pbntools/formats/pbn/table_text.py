"""Tables as text: values as elements, rows padded to the widths of their columns (PBN 2.1 §5)."""

from __future__ import annotations

import re

from pbntools.formats.edits import EditError
from pbntools.formats.pbn.tables import Column, parse_header
from pbntools.record import Table

_TOKEN = re.compile(r"""[!#$&'()*+,\-./0-9:<=>?@A-Z\\^_`a-z|~]+\Z""")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_WIDEST = 255


def element_text(value: str) -> str:
    """A value as an element: as it is where it is a plain word, else in quotes.

    Raises EditError for a line end or another control character, which neither form can hold.
    """
    if _TOKEN.match(value):
        return value
    if _CONTROL.search(value):
        raise EditError(f"the value {value!r} holds a control character or a line end, which no table can hold")
    escaped = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def header_text(table: Table) -> str:
    """The table's header; made of the columns' names where it has none that names them."""
    header = table.header
    if not header or header[:1] == "#":
        header = ";".join(table.columns)
    if parse_header(header).fault or not table.columns:
        raise EditError(f"the header of {table.name}: {parse_header(header).fault or 'it names no columns'}")
    if len(parse_header(header).names) != len(table.columns):
        raise EditError(f"the header of {table.name} does not name its {len(table.columns)} columns")
    return header


def row_texts(table: Table) -> list[str]:
    """The rows as lines without their line ends; raises EditError for a row that does not fit the columns."""
    columns = parse_header(header_text(table)).columns
    lines = []
    for number, row in enumerate(table.rows, 1):
        if len(row) != len(columns):
            raise EditError(f"row {number} of {table.name} has {len(row)} values for {len(columns)} columns")
        cells = [_padded(element_text(value), column) for value, column in zip(row, columns, strict=True)]
        lines.append(" ".join(cells).rstrip(" "))
    return lines


def _padded(text: str, column: Column) -> str:
    width = min(column.width, _WIDEST)
    return text.rjust(width) if column.align == "R" else text.ljust(width)


__all__ = ["element_text", "header_text", "row_texts"]
