"""Readers of scoring databases: of the database itself, and of its tables as ``mdb-export`` writes them."""

from __future__ import annotations

import os
from collections.abc import Iterator

from pbntools import rules
from pbntools.diagnostics import Location
from pbntools.formats.bws.database import MISSING, Database, circle_at, differs_at, is_available, page_size
from pbntools.formats.bws.session import MOST_ROWS, TABLES, Row, Session
from pbntools.formats.csv_rows import CsvRows, RowReader, first_fields
from pbntools.formats.plain import PlainReader
from pbntools.formats.reading import Reading
from pbntools.formats.registry import read_all
from pbntools.formats.text import Input
from pbntools.formats.unpacking import opened, unpacked
from pbntools.said import Said

MOST = 64 << 20
"""Bytes of a database; a session takes one or two megabytes."""


class BwsReader(PlainReader):
    """Reads the boards of a database; iterate over it once.

    Raises OSError where the library for it is not installed.
    """

    format = "bws"

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        if not is_available():
            raise OSError(MISSING)
        if isinstance(source, bytes):
            self._data, path = source, "<bytes>"
        elif isinstance(source, (str, os.PathLike)):
            with opened(source) as file:
                self._data, path = read_all(file, MOST), os.fspath(source)
                self.packed = file.method
        else:
            stream = unpacked(source)
            self._data, path = read_all(stream, MOST), str(getattr(source, "name", "<stream>"))
            self.packed = stream.method
        super().__init__(name or path)
        self._others: list[str] = []

    def _start(self) -> Location:
        return self._byte(0)

    def _byte(self, offset: int) -> Location:
        return Location(self.path, offset, offset)

    def _readings(self) -> Iterator[Reading]:
        tables = self._tables()
        if tables is None:
            return
        session = Session(tables, self._tell)
        unheld = (
            *((rules.TABLE_LOST, f"the table {name[:40]} of the database") for name in self._others),
            *session.unheld,
        )
        for record, at in session.records():
            yield self._reading(record, at, unheld)
            unheld = ()

    def _tables(self) -> dict[str, list[Row]] | None:
        data, self._data = self._data, b""
        at = differs_at(data)
        if at is not None:
            self._tell(
                rules.FORMAT_SHAPE,
                Said("this is no Access database: its first bytes are not those of one"),
                self._byte(at),
            )
            return None
        size = page_size(data)
        if len(data) % size:
            self._tell(
                rules.WRONG_SIZE,
                Said("the database ends within a page of {size} bytes: a part of it is missing", size=size),
                self._byte(len(data)),
            )
        circle = circle_at(data)
        if circle is not None:
            self._tell(rules.FORMAT_UNSAFE, Said("a table's definition leads back to itself"), self._byte(circle))
            return None
        try:
            database = Database(data)
            names = {name.lower(): name for name in database.names()}
        except Exception:  # noqa: BLE001  (whatever the library makes of a broken file)
            self._tell(
                rules.FORMAT_SHAPE,
                Said("the database is damaged: its list of tables cannot be read"),
                self._byte(0),
            )
            return None
        tables: dict[str, list[Row]] = {}
        known = {wanted.lower() for wanted in TABLES} | {"msysobjects"}
        self._others = [names[low] for low in sorted(names) if low not in known][:100]
        for wanted in TABLES:
            name = names.get(wanted.lower())
            if name is None:
                continue
            try:
                rows = database.rows(name)
            except Exception:  # noqa: BLE001
                self._tell(
                    rules.FORMAT_SHAPE,
                    Said("the database is damaged: its table {wanted} cannot be read", wanted=wanted),
                    self._byte(0),
                )
                continue
            if rows is None:
                self._tell(
                    rules.FORMAT_SHAPE,
                    Said("the table {wanted} has rows that cannot be read, so it is left out", wanted=wanted),
                    self._byte(0),
                )
                continue
            if len(rows) > MOST_ROWS:
                self._tell(
                    rules.FORMAT_TOO_LARGE,
                    Said("{wanted} has more than {most} rows", wanted=wanted, most=MOST_ROWS),
                    self._byte(0),
                )
            tables[wanted] = [Row(row, Location(self.path)) for row in rows[:MOST_ROWS]]
        if "ReceivedData" not in tables and "HandRecord" not in tables:
            self._tell(
                rules.FORMAT_SHAPE,
                Said("the database has no table ReceivedData or HandRecord that can be read"),
                self._byte(0),
            )
        return tables


KINDS = {
    "ReceivedData": ("section", "table", "round", "board", "pairns", "pairew"),
    "HandRecord": ("section", "board", "northspades"),
    "BiddingData": ("section", "table", "round", "board", "counter", "bid"),
    "PlayData": ("section", "table", "round", "board", "counter", "card"),
    "PlayerNumbers": ("section", "table", "direction", "number"),
    "PlayerNames": ("id", "name"),
    "Section": ("id", "letter"),
}
"""By table, columns that its CSV has and no other's."""


def kind_of(columns: list[str]) -> str | None:
    """The table that has these columns, in lower case; None where it is none of those that are read."""
    return next((name for name, wanted in KINDS.items() if set(wanted) <= set(columns)), None)


_TELLING = ("ReceivedData", "HandRecord", "BiddingData", "PlayData", "PlayerNumbers")
"""The tables whose columns no other CSV has."""
_OF_RECORDS = frozenset(("dealer", "vulnerable", "deal", "northhand", "easthand", "southhand", "westhand"))
"""Columns of a CSV of records; no table of a database has them."""


def is_exported(head: bytes) -> bool:
    """Whether the first line of a file names the columns of a table of a scoring database."""
    fields = first_fields(head)
    if fields is None:
        return False
    columns = [field.strip().lower() for field in fields]
    return kind_of(columns) in _TELLING and _OF_RECORDS.isdisjoint(columns)


class BwsCsvReader(RowReader):
    """Reads a table that ``mdb-export`` wrote; iterate over it once.

    For a file ``ReceivedData.csv`` or ``HandRecord.csv``, the other tables are read from the same folder, where they
    have the names of the tables and ``.csv``.
    """

    format = "bws-csv"

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        self._named_encoding = encoding
        super().__init__(source, name=name, encoding=encoding)

    def _readings(self) -> Iterator[Reading]:
        kind, rows = self._table(self._rows)
        if kind is None:
            self._tell(
                rules.FORMAT_SHAPE,
                Said(
                    "the first line names the columns of none of the tables that are read: ReceivedData, HandRecord,"
                    " BiddingData, PlayData"
                ),
                self._start(),
            )
            return
        tables = {kind: rows}
        tables |= self._neighbours(kind)
        session = Session(tables, self._tell)
        unheld = session.unheld
        for record, at in session.records():
            yield self._reading(record, at, unheld)
            unheld = ()

    def _table(self, source: CsvRows) -> tuple[str | None, list[Row]]:
        columns: list[str] | None = None
        kind: str | None = None
        rows: list[Row] = []
        for row in source:
            if columns is None:
                columns = [field.strip().lower() for field in row.fields]
                kind = kind_of(columns)
                if kind is None:
                    break
                continue
            if len(row.fields) != len(columns):
                self._tell(
                    rules.FORMAT_SHAPE,
                    Said("the row has {n} values for {columns} columns", n=len(row.fields), columns=len(columns)),
                    row.location,
                    row.source,
                )
                continue
            if len(rows) >= MOST_ROWS:
                self._tell(
                    rules.FORMAT_TOO_LARGE,
                    Said("a session has no more than {most} rows; the rest is not read", most=MOST_ROWS),
                    row.location,
                )
                break
            rows.append(Row(dict(zip(columns, row.fields, strict=True)), row.location))
        return kind, rows

    def _neighbours(self, kind: str) -> dict[str, list[Row]]:
        """The other tables of the folder."""
        if kind not in ("ReceivedData", "HandRecord") or not os.path.isfile(self.path):
            return {}
        folder, base = os.path.split(self.path)
        if base.lower() != f"{kind.lower()}.csv":
            return {}
        found = {}
        present = {entry.lower(): entry for entry in os.listdir(folder or ".")}
        if kind == "HandRecord" and "receiveddata.csv" in present:
            # The results bring the hands with them.
            return {}
        for wanted in TABLES:
            entry = present.get(f"{wanted.lower()}.csv")
            path = os.path.join(folder, entry) if entry else ""
            if wanted == kind or not os.path.isfile(path):
                continue
            try:
                source = CsvRows(path, self._tell, encoding=self._named_encoding)
                try:
                    other, rows = self._table(source)
                finally:
                    source.close()
            except OSError as error:
                self._tell(rules.FORMAT_SHAPE, f"{entry} cannot be read: {error}"[:200], self._start())
                continue
            if other == wanted:
                found[wanted] = rows
        return found


__all__ = ["KINDS", "MOST", "BwsCsvReader", "BwsReader", "is_exported", "kind_of"]
