"""The supplemental sections of a record: rows of values."""

from __future__ import annotations

from typing import Any


class Table:
    """A supplemental section (PBN 2.1 §5): its name, its columns' names, its header and its rows of values, as written.

    Readers of a format derive from this class, to read the rows when they are first asked for.
    """

    __slots__ = ("_rows", "columns", "header", "name")

    def __init__(
        self, name: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...] | None, header: str = ""
    ) -> None:
        self.name = name
        self.columns = columns
        self.header = header
        self._rows = rows

    def _load_rows(self) -> tuple[tuple[str, ...], ...]:
        return ()

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of values."""
        if self._rows is None:
            self._rows = self._load_rows()
        return self._rows

    def stretch(self, first: int, last: int) -> list[str] | None:
        """By row, the text of neighbouring columns, to tell rows apart by; its words are the values.

        None where a row has another number of values than there are columns, or a value has blanks in it.
        """
        width = len(self.columns)
        found = []
        for row in self.rows:
            text = " ".join(row[first : last + 1])
            if len(row) != width or len(text.split()) != last + 1 - first:
                return None
            found.append(text)
        return found

    @property
    def values(self) -> list[str] | None:
        """All values one after the other; None where a row is longer or shorter than the table has columns."""
        width = len(self.columns)
        if all(len(row) == width for row in self.rows):
            return [value for row in self.rows for value in row]
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        mine = self.name, self.columns, self.header, self.rows
        return mine == (other.name, other.columns, other.header, other.rows)

    def __hash__(self) -> int:
        return hash((self.name, self.columns, self.header))

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.name, self.columns, self.rows, self.header)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self.rows)} rows of {', '.join(self.columns)}>"
