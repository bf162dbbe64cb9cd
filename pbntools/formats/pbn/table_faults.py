"""What is wrong with the tables of a game: their columns, the text between their values, the values (PBN 2.1 §5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import accumulate

from pbntools import rules
from pbntools.diagnostics import Severity
from pbntools.formats.pbn import table_values
from pbntools.formats.pbn.changes import join_columns
from pbntools.formats.pbn.fixing import close_string
from pbntools.formats.pbn.places import GameMap
from pbntools.formats.pbn.raw import Fault
from pbntools.formats.pbn.tables import Header, PbnTable, element_spans, elements, parse_header, unclosed_string
from pbntools.said import Said

_NAMED = 3
"""Rows with a fault that are named beside the first."""


def table_faults(places: GameMap, table: PbnTable, start: int, end: int) -> Iterator[Fault]:
    """What is wrong with a table whose rows stand in a span."""
    name = table.name
    header = parse_header(table.header)
    if header.fault and header.names != ("",):
        message = Said("the header of {name}: {fault}", name=name, fault=header.fault)
        yield Fault(rules.TABLE_SHAPE, *places.tag_value(name), message, fix=partial(join_columns, places, name))
    at = -1
    if places.chunk.text.find('"', start, end) >= 0:
        at = unclosed_string(places.table_data(start, end))
    if at >= 0:
        yield Fault(
            rules.UNTERMINATED_STRING, start + at, start + at + 1,
            Said("a string in {name} has no closing quote", name=name),
            fix=partial(close_string, places.chunk.text, start + at),
        )  # fmt: skip
        return
    width = len(header.names)
    if header.names == ("",):
        if table.rows:
            message = Said("{name} has rows, but names no columns", name=name)
            yield Fault(rules.TABLE_SHAPE, *places.tag_value(name), message)
        return
    odd = [at for at, row in enumerate(table.rows) if len(row) != width]
    if odd:
        yield _odd_rows(places, table, start, end, odd)
    if len(odd) < len(table.rows):
        yield from _data_faults(places, table, start, end, header)


def _odd_rows(places: GameMap, table: PbnTable, start: int, end: int, odd: list[int]) -> Fault:
    """What is wrong with the rows, told of by their indices, that have more or fewer values than there are columns."""
    name, width = table.name, len(table.columns)
    if len(odd) == len(table.rows):
        count = sum(map(len, table.rows))
        message = Said(
            "{name} has {n} values, which is not a multiple of its {columns} columns; it is read line by line",
            name=name, n=count, columns=width,
        )  # fmt: skip
        if count % width == 0:
            message = Said(
                "no row of {name} has as many values as there are columns, {columns}; it is read line by line",
                name=name, columns=width,
            )  # fmt: skip
        return Fault(rules.TABLE_SHAPE, *places.tag_pair(name), message)
    count = len(table.rows[odd[0]])
    message = Said.counted(
        "row {row} of {name} has {n} value for {columns} columns",
        "row {row} of {name} has {n} values for {columns} columns",
        n=count, row=odd[0] + 1, name=name, columns=width,
    )  # fmt: skip
    others = [Said("row {row} has {n}", row=at + 1, n=len(table.rows[at])) for at in odd[1 : _NAMED + 1]]
    if len(odd) > _NAMED + 1:
        others.append(Said.counted("and {n} more such row", "and {n} more such rows", n=len(odd) - _NAMED - 1))
    if others:
        message = Said("{what} ({others})", what=message, others=tuple(others))
    help = Said("give each row a value for each column: ? for one that is not known, - for one that does not matter")
    return Fault(rules.TABLE_SHAPE, *places.row(name, odd[0]), message, help)


def _data_faults(places: GameMap, table: PbnTable, start: int, end: int, header: Header) -> Iterator[Fault]:
    """What is wrong with the text between a table's values or, where nothing is, with the values."""
    name = table.name
    raw = places.chunk.text[start:end]
    wrong = None
    if not table_values.is_plain(raw):
        wrong = table_values.data_fault(name, raw, places.table_data(start, end))
    if wrong is None:
        yield from _cell_faults(places, table, start, end, header)
        return
    first, last, message, is_character = wrong
    opened, closed = places.game.comment_end(start + first) if raw[first] == "{" else (0, 1)
    # A brace that never closes was told already.
    if opened != closed:
        rule = rules.FORBIDDEN_CHARACTER if is_character else rules.TABLE_SHAPE
        # A comment between two values costs nothing here.
        severity = Severity.NOTICE if raw[first] in "{;" and not is_character else None
        yield Fault(rule, start + first, start + last, message, severity=severity)


def _cell_faults(places: GameMap, table: PbnTable, start: int, end: int, header: Header) -> Iterator[Fault]:
    """What the columns of a table cannot hold: one fault for each table, and one for each mark of an order."""
    name = table.name
    data = places.table_data(start, end)
    cells = elements(data)
    kept: Sequence[int] = range(len(cells))
    width = len(header.names)
    if any(len(row) != width for row in table.rows):
        # Nothing tells which columns the values of such a row belong to.
        ends = accumulate(map(len, table.rows))
        kept = [
            at
            for row, last in zip(table.rows, ends, strict=True)
            if len(row) == width
            for at in range(last - width, last)
        ]
        cells = [cells[at] for at in kept]
    found = [(rules.TABLE_SHAPE, *fault) for fault in table_values.disordered(header, cells)]
    bad = list(table_values.bad_cells(name, header, cells))
    if bad:
        index, message = min(bad)
        message = Said("{where}: {what}", where=name, what=message)
        if len(bad) > 1:
            message = Said("{message} (and {n} more such values)", message=message, n=len(bad) - 1)
        found.append((rules.BAD_VALUE, index, message))
    if found:
        spans = element_spans(data)
        for rule, index, message in found:
            first, last = spans[kept[index]]
            yield Fault(rule, start + first, start + last, message)
