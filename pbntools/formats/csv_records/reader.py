"""Reads hand records and results from CSV: a row a record, columns by the names in the first row or by a map."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbntools import rules
from pbntools.diagnostics import Location
from pbntools.formats.csv_records.columns import HANDS, SUITS, checked, value_of_column, whole_suits
from pbntools.formats.csv_records.values import has_comparison, record_of
from pbntools.formats.csv_rows import CsvRow, RowReader
from pbntools.formats.reading import Reading
from pbntools.formats.text import Input
from pbntools.said import Said

_USEFUL = frozenset(("Board", "Deal", "Contract", *HANDS, *SUITS))
"""Of these a table of records has one at least."""
_COMPARED = ((rules.TABLE_LOST, "the percentages that a comparison came to"),)


class CsvReader(RowReader):
    """Reads the rows of one file; iterate over it once.

    ``columns`` maps values of a record to the names of columns, beside the names that are known; raises
    `ColumnError` for one that cannot be used.
    """

    format = "csv"

    def __init__(
        self,
        source: Input,
        *,
        name: str | None = None,
        encoding: str | None = None,
        columns: Mapping[str, str] | None = None,
    ) -> None:
        self._wanted = checked(columns or {})
        super().__init__(source, name=name, encoding=encoding)

    def _readings(self) -> Iterator[Reading]:
        names: list[str | None] | None = None
        for row in self._rows:
            if names is None:
                names = self._names(row)
                if names is None:
                    return
                continue
            values = self._values(row, names)
            if values is None:
                continue
            at = row.location

            def fault(message: str, at: Location = at, row: CsvRow = row) -> None:
                self._tell(rules.FORMAT_VALUE, message, at, row.source)

            record = record_of(values, fault)
            if record.is_empty:
                self._tell(rules.FORMAT_VALUE, Said("the row says nothing of a board"), at, row.source)
                continue
            reading = self._reading(record, at)
            if has_comparison(values):
                reading.unheld = _COMPARED
            yield reading

    def _names(self, row: CsvRow) -> list[str | None] | None:
        """The value that each column holds; None where these are no columns of records."""
        columns = [field.strip() for field in row.fields]
        named = {column.lower(): name for name, column in self._wanted.items()}
        names: list[str | None] = []
        wanted = [named.get(column.lower()) or value_of_column(column) for column in columns]
        suits = whole_suits(wanted)
        if not _USEFUL & {name for name in wanted if name not in SUITS or name in suits}:
            self._tell(
                rules.FORMAT_SHAPE,
                Said(
                    "the first row names no column of a board: Board, Deal, Contract, or hands such as NorthHand or NS,"
                    " NH"
                ),
                row.location,
                row.source,
            )
            return None
        for column, name in zip(columns, wanted, strict=True):
            if name in SUITS and name not in suits:
                name = None
            if name is not None and name in names:
                self._tell(
                    rules.FORMAT_SHAPE,
                    Said("two columns hold {name}; the first is read", name=name),
                    row.location,
                    row.source,
                )
                name = None
            elif name is None and column:
                self._tell(
                    rules.FORMAT_UNKNOWN,
                    Said("the column {column} is not one that is known; it is left out", column=repr(column[:60])),
                    row.location,
                    row.source,
                )
            names.append(name)
        present = {column.lower() for column in columns}
        for name, column in self._wanted.items():
            if column.lower() not in present:
                self._tell(
                    rules.FORMAT_SHAPE,
                    Said("there is no column {column}, which was to hold {name}", column=repr(column[:60]), name=name),
                    row.location,
                    row.source,
                )
        return names

    def _values(self, row: CsvRow, names: list[str | None]) -> dict[str, str] | None:
        if len(row.fields) != len(names):
            self._tell(
                rules.FORMAT_SHAPE,
                Said(
                    "the row has {n} values for {columns} columns; it is left out",
                    n=len(row.fields),
                    columns=len(names),
                ),
                row.location,
                row.source,
            )
            return None
        return {name: field for name, field in zip(names, row.fields, strict=True) if name is not None}


__all__ = ["CsvReader"]
