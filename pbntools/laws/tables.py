"""Checks of the supplemental sections: scores of other tables, double-dummy results, par (Law 77, PBN 2.1 §5)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from pbntools import rules
from pbntools.core import Contract
from pbntools.diagnostics import Finding, Place, tag_place
from pbntools.game import raw_score
from pbntools.laws._context import Context
from pbntools.laws._scoring import is_duplicate, scoring_fields
from pbntools.laws._words import LETTERS, NAMES, points_text, tricks_text
from pbntools.laws.outcome import Outcome
from pbntools.laws.par import par_scores
from pbntools.record import Record, Table

_MANY_ROWS = 8
_MANY_SCORES = 65536
_MANY_CELLS = 4
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
_IN_ORDER = tuple(range(20))
_TRICKS = {str(number): number for number in range(14)} | {f"0{number}": number for number in range(10)}
_DIGITS = {digit: int(digit, 16) for digit in "0123456789abcdABCD"}

# Tricks in _ORDER, -1 where not given.
_Grid = list[int]


def check_tables(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """The rows of a ScoreTable, and the double-dummy tables and optimum score of the deal."""
    results: tuple[Table, _Grid] | None = None
    for table in record.tables:
        if table.name == "ScoreTable":
            yield from _score_table(record, table)
        elif table.name == _RESULT_TABLE and results is None:
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
        full = next((item for item in grids if -1 not in item[1]), None)
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
        return table.rows
    cells = [cell for row in table.rows for cell in row]
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def _result_columns(table: Table) -> tuple[int, int, int] | None:
    """Where declarer, denomination and tricks stand in an OptimumResultTable."""
    declarer, strain, tricks = _columns(table.columns, "Declarer", "Denomination|Suit", "Result|Tricks")
    return None if declarer is None or strain is None or tricks is None else (declarer, strain, tricks)


@lru_cache(maxsize=64)
def _cells(declarers: tuple[str, ...], strains: tuple[str, ...]) -> tuple[int | None, ...]:
    """The cells that the rows speak of; tables of one writer have their rows in one order."""
    return tuple(
        _CELL.get((declarer.upper(), strain.upper())) for declarer, strain in zip(declarers, strains, strict=True)
    )


def _result_grid(table: Table) -> _Grid | None:
    columns = _result_columns(table)
    if columns is None:
        return None
    turned = _turned(table, columns)
    if not turned[0]:
        return None
    cells = _cells(tuple(turned[0]), tuple(turned[1]))
    tricks = [_TRICKS.get(number, -1) for number in turned[2]]
    if cells == _IN_ORDER:
        return tricks
    grid = [-1] * 20
    for cell, number in zip(cells, tricks, strict=True):
        if cell is not None:
            grid[cell] = number
    return grid


def _turned(table: Table, columns: tuple[int, int, int]) -> list[list[str]]:
    """The wanted columns of the rows that have them."""
    if len(table.columns) == len(_names(table.columns)):
        found = [table.column(index) for index in columns]
        if None not in found:
            return [column for column in found if column is not None]
    width = max(columns)
    rows = [row for row in _rows(table) if len(row) > width]
    return [[row[index] for row in rows] for index in columns]


def _digits_grid(text: str) -> _Grid | None:
    text = text.strip()
    try:
        return [_DIGITS[digit] for digit in text] if len(text) == 20 else None
    except KeyError:
        return None


def _ability_grid(text: str) -> _Grid | None:
    grid = [-1] * 20
    try:
        for match in _ABILITY.finditer(text):
            start = _CELL[match[1], "NT"]
            grid[start : start + 5] = [_DIGITS[digit] for digit in match[2]]
    except KeyError:
        return None
    return grid if max(grid) >= 0 else None


def _difference(reference: tuple[str, _Grid], name: str, grid: _Grid, table: Table | None) -> Finding | None:
    base, numbers = reference
    cells = [cell for cell in range(20) if -1 < numbers[cell] != grid[cell] > -1]
    if not cells:
        return None
    parts = []
    for cell in cells[:_MANY_CELLS]:
        seat, strain = _ORDER[cell]
        parts.append(f"{NAMES[seat]} in {_STRAIN_NAMES[strain]} {numbers[cell]} and {grid[cell]}")
    more = f", and {len(cells) - _MANY_CELLS} more" if len(cells) > _MANY_CELLS else ""
    index = _row_of(table, cells[0]) if table is not None else None
    return Finding(
        rules.DOUBLE_DUMMY_MISMATCH,
        f"{base} and {name} disagree: {', '.join(parts)}{more}",
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
        tricks[seat][strain] = number
    first, second = par_scores(tricks, record.vulnerable)
    if stated in (first, second):
        return
    par = points_text(first)
    if first != second:
        par += f" if North-South bid first, {points_text(second)} if East-West do"
    yield Finding(
        rules.PAR_MISMATCH,
        f"the record says {points_text(stated)}, but the par by {source} is {par}",
        tag_place("OptimumScore"),
    )


class _Row(NamedTuple):
    """What a row of a ScoreTable should say: the scores as text, and North-South's as a number."""

    ns: str
    ew: str
    points: int


def _row(contract: str, declarer: str, result: str, vulnerable: int) -> _Row | None:
    """The score of a row; None where a value is not a real one."""
    tricks = _TRICKS.get(result)
    seat = LETTERS.find(declarer) if len(declarer) == 1 else -1
    if tricks is None or seat < 0:
        return None
    try:
        parsed = Contract.parse(contract)
    except ValueError:
        return None
    if parsed.is_passed_out:
        return None
    side = seat & 1
    points = raw_score(parsed.level, int(parsed.strain), parsed.doubled, bool(vulnerable >> side & 1), tricks)
    if side:
        points = -points
    return _Row(str(points), str(-points), points)


_PROPER: tuple[dict[tuple[str, str, str], str], ...] = ({}, {}, {}, {})
"""By vulnerability: contract, declarer and result as written, to North-South's score as it should be written."""


def _all_proper(table: Table, columns: tuple[int, int, int, int], vulnerable: int) -> bool:
    """Whether every row has real values and the score that belongs to them, as one look can tell."""
    found = [table.column(index) for index in columns]
    known = _PROPER[vulnerable]
    if None in found or len(table.columns) != len(_names(table.columns)):
        return False
    for contract, declarer, result, score in zip(*(column or () for column in found), strict=True):
        key = contract, declarer, result
        proper = known.get(key)
        if proper is None:
            row = _row(*key, vulnerable)
            if row is None:
                return False
            if len(known) >= _MANY_SCORES:
                known.clear()
            proper = known[key] = row.ns
        if proper != score:
            return False
    return True


def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else None


def _score_table(record: Record, table: Table) -> Iterator[Finding]:
    """The rows whose contract, declarer, result and score are all real values (Law 77)."""
    columns = _columns(table.columns, "Contract", "Declarer", "Result", "Score_NS", "Score_EW")
    contract, declarer, result, ns, ew = columns
    vulnerable = record.vulnerable
    if contract is None or declarer is None or result is None or (ns is None and ew is None) or vulnerable is None:
        return
    red = int(vulnerable)
    if ns is not None and ew is None and _all_proper(table, (contract, declarer, result, ns), red):
        return
    width = max(column for column in columns if column is not None)
    wrong: list[tuple[int, str]] = []
    rows = _rows(table)
    for index, row in enumerate(rows):
        if len(row) <= width:
            continue
        proper = _row(row[contract], row[declarer], row[result], red)
        if proper is None:
            continue
        stated = None
        if ns is not None and row[ns] != proper.ns:
            stated = _number(row[ns])
        if ew is not None and row[ew] != proper.ew and stated in (None, proper.points):
            number = _number(row[ew])
            stated = stated if number is None else -number
        if stated is not None and stated != proper.points:
            tricks = tricks_text(_TRICKS[row[result]])
            what = f"{row[contract]} by {row[declarer]}, {tricks}, scores {points_text(proper.points)}"
            wrong.append((index, f"{what}, but the row says {points_text(stated)}"))
    if not wrong or not is_duplicate(record) or "OLDMP" in scoring_fields(record.value("Scoring") or ""):
        return
    for index, text in wrong[:_MANY_ROWS]:
        yield Finding(rules.SCORE_TABLE_MISMATCH, text, Place("table", name=table.name, index=index))
    if len(wrong) > _MANY_ROWS:
        yield Finding(
            rules.SCORE_TABLE_MISMATCH,
            f"{len(wrong) - _MANY_ROWS} more rows of {len(rows)} have a score that is not that of their contract",
            Place("table", name=table.name, index=wrong[_MANY_ROWS][0]),
        )
