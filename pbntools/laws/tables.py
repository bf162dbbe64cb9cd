"""Checks of the supplemental sections: scores of other tables, double-dummy results, par (Law 77, PBN 2.1 §5)."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from pbntools import rules
from pbntools.core import Contract
from pbntools.diagnostics import Finding, Place, tag_place
from pbntools.game import raw_score
from pbntools.laws._context import Context
from pbntools.laws._scoring import is_duplicate, scoring_fields
from pbntools.laws._words import LETTERS, points_text, tricks_text
from pbntools.laws.outcome import Outcome
from pbntools.laws.par import par_scores
from pbntools.record import Record, Table
from pbntools.said import NAMES, SEAT_LETTERS, Said

_MANY_ROWS = 8
_MANY_SCORES = 16384
_MANY_CELLS = 4
_MANY_HEADERS = 8
_LONG_TABLE = 4096
_SHORT = 64
# The order of the twenty results of DoubleDummyTricks, in which all tables are compared here.
_ORDER = tuple((seat, strain) for seat in (0, 2, 1, 3) for strain in (4, 3, 2, 1, 0))
_STRAIN_NAMES = ("C", "D", "H", "S", "NT")
_OPTIMUM = re.compile(r"(NS|EW)[ ]+([+-]?\d{1,5})")
_ABILITY = re.compile(r"([NESW])[ ]*:[ ]*([0-9A-Fa-f]{5})(?![0-9A-Fa-f])")
_RESULT_TABLE = "OptimumResultTable"
_CELL = {
    (LETTERS[seat], name): cell
    for cell, (seat, strain) in enumerate(_ORDER)
    for name in {_STRAIN_NAMES[strain], _STRAIN_NAMES[strain][0]}
}
_TRICKS = {str(number): number for number in range(14)} | {f"0{number}": number for number in range(10)}
_DIGITS = frozenset("0123456789abcd")
_Grid = str
"""Twenty numbers of tricks in _ORDER, as hexadecimal digits; ``?`` where not given."""


def check_tables(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """The rows of a ScoreTable, and the double-dummy tables and optimum score of the deal."""
    for table in record.tables:
        if table.name == "ScoreTable":
            yield from _score_table(record, table)
    yield from check_double_dummy(record)


def check_double_dummy(record: Record) -> Iterator[Finding]:
    """What the double-dummy tables of a record say against each other, and its optimum score against them."""
    results: tuple[Table, _Grid] | None = None
    for table in record.tables:
        if table.name == _RESULT_TABLE and results is None:
            grid = _result_grid(table)
            if grid is not None:
                results = table, grid
    grids: list[tuple[str, _Grid]] = []
    if results is not None:
        grids.append((_RESULT_TABLE, results[1]))
    for name, parse in (("DoubleDummyTricks", _digits_grid), ("Ability", _ability_grid)):
        value = record.value(name)
        if value:
            grid = parse(value)
            if grid is not None:
                grids.append((name, grid))
    if not grids:
        return
    reference = grids[0]
    agree = True
    for name, grid in grids[1:]:
        if grid != reference[1]:
            difference = _difference(reference, name, grid, results[0] if results is not None else None)
            if difference is not None:
                agree = False
                yield difference
    optimum = record.value("OptimumScore")
    if optimum and agree and record.vulnerable is not None:
        full = next((item for item in grids if "?" not in item[1]), None)
        if full is not None:
            yield from _par(record, optimum, *full)


@lru_cache(maxsize=1024)
def _names(columns: tuple[str, ...]) -> tuple[str, ...]:
    """The columns' bare names: a header with blanks for semicolons is one column to the reader."""
    if len(columns) == 1 and " " in columns[0].strip():
        columns = tuple(columns[0].split())
    return tuple(column.strip().lstrip("+-").split("\\")[0] for column in columns)


@lru_cache(maxsize=1024)
def _columns(columns: tuple[str, ...], *wanted: str) -> tuple[int | None, ...]:
    """Where the wanted columns stand; alternatives are separated by a bar, None is a column that is missing."""
    names = _names(columns)
    return tuple(
        next((index for index, name in enumerate(names) if name in alternatives.split("|")), None)
        for alternatives in wanted
    )


def _rows(table: Table) -> Sequence[Sequence[str]]:
    """The rows, cut anew where the header had blanks for semicolons."""
    width = len(_names(table.columns))
    if len(table.columns) == width:
        # Nothing tells which columns the values of a row belong to that has more or fewer of them.
        return [row if len(row) == width else () for row in table.rows]
    cells = [cell for row in table.rows for cell in row]
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def _texts(table: Table, first: int, last: int) -> list[str] | None:
    """The stretch of columns in each row, by which rows are remembered; None where the table is of no usual form."""
    if len(table.columns) != len(_names(table.columns)):
        return None
    texts = table.stretch(first, last)
    return None if texts is not None and len(texts) > _LONG_TABLE else texts


def _result_columns(table: Table) -> tuple[int, int, int] | None:
    """Where declarer, denomination and tricks stand in an OptimumResultTable."""
    declarer, strain, tricks = _columns(table.columns, "Declarer", "Denomination|Suit", "Result|Tricks")
    return None if declarer is None or strain is None or tricks is None else (declarer, strain, tricks)


_CELLS: dict[tuple[str, ...], dict[str, str]] = {}
"""By columns: the text of a row, to its cell and tricks, a character each.  Rows repeat, from board to board."""


def _cell_and_tricks(declarer: str, strain: str, tricks: str) -> str:
    cell = _CELL.get((declarer.upper(), strain.upper()))
    number = _TRICKS.get(tricks)
    return ("-" if cell is None else chr(65 + cell)) + ("?" if number is None else f"{number:x}")


@lru_cache(maxsize=64)
def _in_order(cells: str) -> Callable[[str], tuple[str, ...]] | None:
    """How to sort the tricks of a table that has each cell once; tables of one writer have their rows in one order."""
    if sorted(cells) != [chr(65 + cell) for cell in range(20)]:
        return None
    return itemgetter(*(cells.index(chr(65 + cell)) for cell in range(20)))


def _result_grid(table: Table) -> _Grid | None:
    columns = _result_columns(table)
    if columns is None:
        return None
    first, last = min(columns), max(columns)
    texts = _texts(table, first, last)
    if texts is None:
        codes = "".join(_cell_and_tricks(*(row[at] for at in columns)) for row in _rows(table) if len(row) > last)
    else:
        if len(_CELLS) > _MANY_HEADERS:
            _CELLS.clear()
        known = _CELLS.setdefault(table.columns, {})
        try:
            codes = "".join([known[text] for text in texts])
        except KeyError:
            if len(known) > _MANY_SCORES:
                known.clear()
            for text in texts:
                values = text.split()
                known[text] = _cell_and_tricks(*(values[at - first] for at in columns))
            codes = "".join([known[text] for text in texts])
    if not codes:
        return None
    cells, tricks = codes[::2], codes[1::2]
    sort = _in_order(cells) if len(cells) == 20 else None
    if sort is not None:
        return "".join(sort(tricks))
    grid = ["?"] * 20
    for cell, number in zip(cells, tricks, strict=True):
        if cell != "-":
            grid[ord(cell) - 65] = number
    return "".join(grid)


def _digits_grid(text: str) -> _Grid | None:
    grid = text.strip().lower()
    return grid if len(grid) == 20 and _DIGITS.issuperset(grid) else None


def _ability_grid(text: str) -> _Grid | None:
    grid = ["?"] * 20
    for match in _ABILITY.finditer(text):
        digits = match[2].lower()
        if not _DIGITS.issuperset(digits):
            return None
        start = _CELL[match[1], "NT"]
        grid[start : start + 5] = digits
    return "".join(grid) if grid.count("?") < 20 else None


def _difference(reference: tuple[str, _Grid], name: str, grid: _Grid, table: Table | None) -> Finding | None:
    base, numbers = reference
    cells = [cell for cell in range(20) if "?" not in (numbers[cell], grid[cell]) and numbers[cell] != grid[cell]]
    if not cells:
        return None
    parts = []
    for cell in cells[:_MANY_CELLS]:
        seat, strain = _ORDER[cell]
        parts.append(
            Said(
                "{seat} in {strain} {one} and {other}",
                seat=NAMES[seat],
                strain=_STRAIN_NAMES[strain],
                one=int(numbers[cell], 16),
                other=int(grid[cell], 16),
            )
        )
    message = Said("{one} and {other} disagree: {cells}", one=base, other=name, cells=tuple(parts))
    if len(cells) > _MANY_CELLS:
        message = Said("{what}, and {n} more", what=message, n=len(cells) - _MANY_CELLS)
    index = _row_of(table, cells[0]) if table is not None else None
    return Finding(
        rules.DOUBLE_DUMMY_MISMATCH,
        message,
        tag_place(name) if index is None else Place("table", name=_RESULT_TABLE, index=index),
        seat=LETTERS[_ORDER[cells[0]][0]],
    )


def _row_of(table: Table, cell: int) -> int | None:
    """The row of an OptimumResultTable that a cell of the grid comes from."""
    columns = _result_columns(table)
    if columns is None:
        return None
    for index, row in enumerate(_rows(table)):
        if len(row) > max(columns) and _CELL.get((row[columns[0]].upper(), row[columns[1]].upper())) == cell:
            return index
    return None


def _par(record: Record, optimum: str, source: str, grid: _Grid) -> Iterator[Finding]:
    match = _OPTIMUM.fullmatch(optimum.strip())
    if match is None or record.vulnerable is None or not is_duplicate(record):
        return
    stated = int(match[2]) if match[1] == "NS" else -int(match[2])
    tricks = [[0] * 5 for _ in range(4)]
    for (seat, strain), number in zip(_ORDER, grid, strict=True):
        tricks[seat][strain] = int(number, 16)
    first, second = par_scores(tricks, record.vulnerable)
    if stated in (first, second):
        return
    par = points_text(first)
    if first != second:
        par = Said("{ns} if North-South bid first, {ew} if East-West do", ns=par, ew=points_text(second))
    yield Finding(
        rules.PAR_MISMATCH,
        Said(
            "the record says {points}, but the par by {source} is {par}",
            points=points_text(stated),
            source=source,
            par=par,
        ),
        tag_place("OptimumScore"),
    )


class _Row(NamedTuple):
    """The columns of a row of a ScoreTable that are checked; empty where the table has no such column."""

    contract: str
    declarer: str
    result: str
    ns: str
    ew: str


class _ScoreColumns(NamedTuple):
    """Where the columns of a row stand, and the first and last of them."""

    columns: tuple[int | None, ...]
    first: int
    last: int


@lru_cache(maxsize=1024)
def _score_columns(columns: tuple[str, ...]) -> _ScoreColumns | None:
    """None where a column is missing without which nothing can be told."""
    found = _columns(columns, "Contract", "Declarer", "Result", "Score_NS", "Score_EW")
    if None in found[:3] or found[3] is found[4] is None:
        return None
    given = [at for at in found if at is not None]
    return _ScoreColumns(found, min(given), max(given))


_FINE: tuple[dict[tuple[int | None, ...], set[str]], ...] = ({}, {}, {}, {})
"""By vulnerability and columns: the texts of rows that nothing is wrong with.  They repeat, from board to board."""


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else None


def _row_fault(row: _Row, vulnerable: int) -> Said | None:
    """What is wrong with the score of a row; None also where one of its values is not a real one."""
    tricks = _TRICKS.get(row.result)
    seat = LETTERS.find(row.declarer) if len(row.declarer) == 1 else -1
    if tricks is None or seat < 0:
        return None
    try:
        contract = Contract.parse(row.contract)
    except ValueError:
        return None
    if contract.is_passed_out:
        return None
    side = seat & 1
    points = raw_score(contract.level, int(contract.strain), contract.doubled, bool(vulnerable >> side & 1), tricks)
    if side:
        points = -points
    stated = _number(row.ns)
    ew = _number(row.ew)
    if stated in (None, points) and ew is not None:
        stated = -ew
    if stated in (None, points):
        return None
    return Said(
        "{contract} by {declarer}, {tricks}, scores {points}, but the row says {stated}",
        contract=contract if str(contract) == row.contract else row.contract,
        declarer=SEAT_LETTERS[seat],
        tricks=tricks_text(tricks),
        points=points_text(points),
        stated=points_text(stated),
    )


def _score_table(record: Record, table: Table) -> Iterator[Finding]:
    """The rows whose contract, declarer, result and score are all real values (Law 77)."""
    where = _score_columns(table.columns)
    vulnerable = record.vulnerable
    if where is None or vulnerable is None:
        return
    columns, first, last = where
    texts = _texts(table, first, last)
    if len(_FINE[vulnerable]) > _MANY_HEADERS:
        _FINE[vulnerable].clear()
    fine = _FINE[vulnerable].setdefault(columns, set())
    if texts is not None and fine.issuperset(texts):
        return
    wrong: list[tuple[int, Said]] = []
    rows = _rows(table)
    for index, row in enumerate(rows):
        if len(row) <= last or (texts is not None and texts[index] in fine):
            continue
        wrong_score = _row_fault(_Row(*("" if at is None else row[at] for at in columns)), int(vulnerable))
        if wrong_score is not None:
            wrong.append((index, wrong_score))
        elif texts is not None:
            if len(fine) >= _MANY_SCORES:
                fine.clear()
            if len(texts[index]) <= _SHORT:
                fine.add(texts[index])
    if not wrong or not is_duplicate(record) or "OLDMP" in scoring_fields(record.value("Scoring") or ""):
        return
    for index, text in wrong[:_MANY_ROWS]:
        yield Finding(rules.SCORE_TABLE_MISMATCH, text, Place("table", name=table.name, index=index))
    if len(wrong) > _MANY_ROWS:
        yield Finding(
            rules.SCORE_TABLE_MISMATCH,
            Said(
                "{n} more rows of {rows} have a score that is not that of their contract",
                n=len(wrong) - _MANY_ROWS,
                rows=len(rows),
            ),
            Place("table", name=table.name, index=wrong[_MANY_ROWS][0]),
        )
