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
_MANY_CELLS = 4
_DD_ORDER = tuple((seat, strain) for seat in (0, 2, 1, 3) for strain in (4, 3, 2, 1, 0))
_STRAIN_NAMES = ("C", "D", "H", "S", "NT")
_OPTIMUM = re.compile(r"(NS|EW)[ ]+([+-]?\d{1,5})")
_ABILITY = re.compile(r"([NESW])[ ]*:[ ]*([0-9A-Fa-f]{5})(?![0-9A-Fa-f])")
_RESULT_TABLE = "OptimumResultTable"
# Seat and strain of the first two cells of a row of an OptimumResultTable, as 5 * seat + strain.
_CELL = {
    (letter, name): 5 * seat + strain
    for seat, letter in enumerate(LETTERS)
    for strain, names in enumerate((("C",), ("D",), ("H",), ("S",), ("NT", "N")))
    for name in names
}
_TRICKS = {str(number): number for number in range(14)} | {f"0{number}": number for number in range(10)}

# Tricks by 5 * seat + strain, -1 where not given.
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


def _column(table: Table, *names: str) -> int | None:
    return next((index for index, column in enumerate(_columns(table.columns)) if column in names), None)


@lru_cache(maxsize=1024)
def _columns(columns: tuple[str, ...]) -> tuple[str, ...]:
    """The columns' bare names: a header with blanks for semicolons is one column to the reader."""
    if len(columns) == 1 and " " in columns[0].strip():
        columns = tuple(columns[0].split())
    return tuple(column.strip().lstrip("+-").split("\\")[0] for column in columns)


def _rows(table: Table) -> Sequence[Sequence[str]]:
    """The rows, cut anew where the header had blanks for semicolons."""
    width = len(_columns(table.columns))
    if len(table.columns) == width:
        return table.rows
    cells = [cell for row in table.rows for cell in row]
    return [cells[start : start + width] for start in range(0, len(cells), width)]


def _result_grid(table: Table) -> _Grid | None:
    declarer = _column(table, "Declarer")
    strain = _column(table, "Denomination", "Suit")
    tricks = _column(table, "Result", "Tricks")
    if declarer is None or strain is None or tricks is None:
        return None
    grid = [-1] * 20
    width = max(declarer, strain, tricks)
    for row in _rows(table):
        if len(row) > width:
            cell = _CELL.get((row[declarer], row[strain]))
            if cell is None:
                cell = _CELL.get((row[declarer].upper(), row[strain].upper()))
            if cell is not None:
                grid[cell] = _TRICKS.get(row[tricks], -1)
    return grid


@lru_cache(maxsize=1024)
def _read_digits(text: str) -> tuple[int, ...] | None:
    if len(text) != 20:
        return None
    try:
        numbers = [int(digit, 16) for digit in text]
    except ValueError:
        return None
    if max(numbers) > 13:
        return None
    grid = [-1] * 20
    for (seat, strain), number in zip(_DD_ORDER, numbers, strict=True):
        grid[5 * seat + strain] = number
    return tuple(grid)


def _digits_grid(text: str) -> _Grid | None:
    grid = _read_digits(text.strip())
    return None if grid is None else list(grid)


def _ability_grid(text: str) -> _Grid | None:
    grid = [-1] * 20
    for match in _ABILITY.finditer(text):
        seat = LETTERS.index(match[1])
        for strain, digit in zip((4, 3, 2, 1, 0), match[2], strict=True):
            number = int(digit, 16)
            if number > 13:
                return None
            grid[5 * seat + strain] = number
    return grid if max(grid) >= 0 else None


def _difference(reference: tuple[str, _Grid], name: str, grid: _Grid, table: Table | None) -> Finding | None:
    base, numbers = reference
    cells = [cell for cell in range(20) if -1 < numbers[cell] != grid[cell] > -1]
    if not cells:
        return None
    parts = []
    for cell in cells[:_MANY_CELLS]:
        seat, strain = divmod(cell, 5)
        parts.append(f"{NAMES[seat]} in {_STRAIN_NAMES[strain]} {numbers[cell]} and {grid[cell]}")
    more = f", and {len(cells) - _MANY_CELLS} more" if len(cells) > _MANY_CELLS else ""
    place = tag_place(name)
    if table is not None:
        index = _row_of(table, cells[0])
        if index is not None:
            place = Place("table", name=_RESULT_TABLE, index=index)
    return Finding(
        rules.DOUBLE_DUMMY_MISMATCH,
        f"{base} and {name} disagree: {', '.join(parts)}{more}",
        place,
        seat=LETTERS[cells[0] // 5],
    )


def _row_of(table: Table, cell: int) -> int | None:
    """The row of an OptimumResultTable that a cell of the grid comes from."""
    declarer, strain = _column(table, "Declarer"), _column(table, "Denomination", "Suit")
    if declarer is None or strain is None:
        return None
    for index, row in enumerate(_rows(table)):
        if len(row) > max(declarer, strain) and _CELL.get((row[declarer].upper(), row[strain].upper())) == cell:
            return index
    return None


def _par(record: Record, optimum: str, source: str, grid: _Grid) -> Iterator[Finding]:
    match = _OPTIMUM.fullmatch(optimum.strip())
    if match is None or record.vulnerable is None or not is_duplicate(record):
        return
    stated = int(match[2]) if match[1] == "NS" else -int(match[2])
    pars = par_scores([grid[5 * seat : 5 * seat + 5] for seat in range(4)], record.vulnerable)
    if stated not in pars:
        first, second = pars
        par = points_text(first) if first == second else (
            f"{points_text(first)} if North-South bid first, {points_text(second)} if East-West do"
        )  # fmt: skip
        yield Finding(
            rules.PAR_MISMATCH,
            f"the record says {points_text(stated)}, but the par by {source} is {par}",
            tag_place("OptimumScore"),
        )


class _Row(NamedTuple):
    """What a row of a ScoreTable should score for North-South, without regard to vulnerability and with it."""

    points: tuple[int, int]
    side: int
    tricks: int


@lru_cache(maxsize=65536)
def _row(contract: str, declarer: str, result: str) -> _Row | None:
    """The scores of a contract; None where a value is not a real one."""
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
    sign = -1 if seat & 1 else 1
    level, strain, doubled = parsed.level, int(parsed.strain), parsed.doubled
    return _Row(
        (
            sign * raw_score(level, strain, doubled, False, tricks),
            sign * raw_score(level, strain, doubled, True, tricks),
        ),
        seat & 1,
        tricks,
    )


@lru_cache(maxsize=4096)
def _number(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[+-]?\d{1,6}", text) else None


def _score_table(record: Record, table: Table) -> Iterator[Finding]:
    """The rows whose contract, declarer, result and score are all real values (Law 77)."""
    contract, declarer, result = (_column(table, name) for name in ("Contract", "Declarer", "Result"))
    ns, ew = _column(table, "Score_NS"), _column(table, "Score_EW")
    vulnerable = record.vulnerable
    if contract is None or declarer is None or result is None or (ns is None and ew is None) or vulnerable is None:
        return
    width = max(contract, declarer, result, -1 if ns is None else ns, -1 if ew is None else ew)
    red = (vulnerable & 1, vulnerable >> 1 & 1)
    wrong: list[tuple[int, str]] = []
    for index, row in enumerate(_rows(table)):
        if len(row) <= width:
            continue
        proper = _row(row[contract], row[declarer], row[result])
        if proper is None:
            continue
        points = proper.points[red[proper.side]]
        if ns is not None:
            stated = _number(row[ns])
            if stated is not None and stated != points:
                wrong.append((index, _row_text(row, contract, declarer, result, stated, points)))
                continue
        if ew is not None:
            stated = _number(row[ew])
            if stated is not None and stated != -points:
                wrong.append((index, _row_text(row, contract, declarer, result, -stated, points)))
    if not wrong or not is_duplicate(record) or "OLDMP" in scoring_fields(record.value("Scoring") or ""):
        return
    for index, text in wrong[:_MANY_ROWS]:
        yield Finding(rules.SCORE_TABLE_MISMATCH, text, Place("table", name=table.name, index=index))
    if len(wrong) > _MANY_ROWS:
        yield Finding(
            rules.SCORE_TABLE_MISMATCH,
            f"{len(wrong) - _MANY_ROWS} more rows of {len(table.rows)} have a score that is not that of their contract",
            Place("table", name=table.name, index=wrong[_MANY_ROWS][0]),
        )


def _row_text(row: Sequence[str], contract: int, declarer: int, result: int, stated: int, points: int) -> str:
    tricks = tricks_text(_TRICKS[row[result]])
    what = f"{row[contract]} by {row[declarer]}, {tricks}"
    return f"{what}, scores {points_text(points)}, but the row says {points_text(stated)}"
