"""Scales of victory points: the formula of 2013, tables of this package, and tables that an event brings along.

A table is a TOML file with a ``name``, a ``source`` and ``[[table]]`` entries: ``boards`` is a number or ``[from,
to]``, ``rows`` are ``[least margin, winner, loser]`` or ``[from, to, winner, loser]``.  ``sum`` is what both sides get
together, by default what a draw gives both, or ``"free"`` where it changes with the margin; ``until`` is where the
winner's points end and the loser's alone fall on, as on the scale 25-0.  ``unit`` is what margins are in: ``IMPs``, as
where none is told, ``points``, which are counted by tens, or ``boards``, for the lead in boards of a Patton.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from importlib import resources
from itertools import pairwise
from typing import Any, Literal, Protocol

from pbntools.events.rounding import decimal_text, rounded
from pbntools.events.wbf2013 import hundredths
from pbntools.said import Said, said_of
from pbntools.toml_text import TomlError, toml_values

BUILT_IN = ("wbf2013", "acbl-20", "acbl-30")
"""The scales that can be named; each has its source."""
_UNVERIFIED = {
    "25-0": Said("the older 25-0 scales"),
    "wbf25": Said("the older 25-0 scales"),
    "30": Said("the older 25-0 scales"),
    "wbf-discrete": Said("the WBF's scale of whole points"),
    "wbf2013-discrete": Said("the WBF's scale of whole points"),
    "20-0": Said("scales of whole points from 20 to 0"),
    "ebu": Said("the EBU's scales"),
    "ffb": Said("the FFB's scales"),
    "usbf": Said("the USBF's scales"),
}
_MOST_ROWS = 2000
Unit = Literal["IMPs", "points", "boards"]
UNITS: tuple[Unit, ...] = ("IMPs", "points", "boards")
UNIT_WORDS: dict[Unit, Said] = {"IMPs": Said("IMPs"), "points": Said("points"), "boards": Said("boards")}
"""The units in words."""
"""What the margins of a scale are in."""


class ScaleError(ValueError):
    """A scale that is not known, or that is not sound."""


class ScaleFileError(ScaleError):
    """What is wrong with the scale of a ``file``, as the event names it."""

    def __init__(self, file: str, message: str) -> None:
        super().__init__(message)
        self.file = file


class Scale(Protocol):
    """What turns a margin, in IMPs or what else its unit is, into victory points."""

    @property
    def name(self) -> str:
        """How it is called."""
        ...

    @property
    def source(self) -> str:
        """Where it is written down."""
        ...

    @property
    def unit(self) -> Unit | None:
        """What its margins are in; None where it does not say."""
        ...

    def points(self, margin: Fraction | int, boards: int) -> tuple[Fraction, Fraction]:
        """The victory points of the side that is ahead by a ``margin`` (negative: behind), and of the other.

        Raises `ScaleError` where it has no table for so many boards.
        """
        ...


@dataclass(frozen=True, slots=True)
class ContinuousScale:
    """The WBF's scale of 2013.  A margin that is no whole number is rounded first, halves away from zero."""

    name: str = "wbf2013"
    source: str = "WBF technical report of 2013, by its formula with the pass that keeps the steps from growing"
    unit: Unit | None = "IMPs"

    def points(self, margin: Fraction | int, boards: int) -> tuple[Fraction, Fraction]:
        """As `Scale.points`."""
        try:
            table = hundredths(boards)
        except ValueError as error:
            raise ScaleError(said_of(error)) from None
        whole = int(rounded(margin, 1))
        winner = Fraction(table[min(abs(whole), len(table) - 1)], 100)
        return (20 - winner, winner) if whole < 0 else (winner, 20 - winner)


@dataclass(frozen=True, slots=True)
class Rows:
    """A table for some numbers of boards: the least margins, and what winner and loser get from there on."""

    first: int
    last: int
    margins: tuple[int, ...]
    winner: tuple[Fraction, ...]
    loser: tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class TableScale:
    """A scale that is written down as tables."""

    name: str
    source: str
    tables: tuple[Rows, ...]
    unit: Unit | None = None

    def points(self, margin: Fraction | int, boards: int) -> tuple[Fraction, Fraction]:
        """As `Scale.points`."""
        whole = int(rounded(margin, 1))
        for table in self.tables:
            if table.first <= boards <= table.last:
                at = bisect_right(table.margins, abs(whole)) - 1
                pair = table.winner[at], table.loser[at]
                return (pair[1], pair[0]) if whole < 0 else pair
        known = tuple(
            str(table.first)
            if table.first == table.last
            else Said("{first} to {last}", first=table.first, last=table.last)
            for table in self.tables
        )
        raise ScaleError(
            Said(
                "the scale {name} has no table for {number}: it has them for {known}; boards = {first} in [scale] makes"
                " all matches go by one of these",
                name=self.name,
                number=Said.counted("{n} board", "{n} boards", n=boards),
                known=known,
                first=self.tables[0].first,
            )
        )


def scale_named(name: str) -> Scale:
    """A built-in scale; `ScaleError` for any other, with how to load one."""
    if name == "wbf2013":
        return ContinuousScale()
    if name in BUILT_IN:
        text = resources.files("pbntools").joinpath(f"data/scales/{name}.toml").read_text(encoding="utf-8")
        return scale_from_toml(text)
    what = _UNVERIFIED.get(name.lower())
    why = (
        Said("{what} are not part of pbntools, since no table of them could be checked against a source", what=what)
        if what
        else Said("{name} is no scale that is known: expected {known}", name=repr(name), known=BUILT_IN)
    )
    raise ScaleError(
        Said(
            "{why}. Write the table of your regulation into a TOML file with name, source and [[table]], and name it"
            ' in the event: [scale] file = "scale.toml"',
            why=why,
        )
    )


def scale_from_toml(text: str) -> TableScale:
    """Read and check a scale; raises `ScaleError` that says what is wrong with it."""
    try:
        values: Mapping[str, Any] = toml_values(text)
    except TomlError as error:
        raise ScaleError(Said("the scale is no TOML: {error}", error=said_of(error))) from None
    unknown = values.keys() - {"name", "source", "unit", "sum", "until", "table"}
    if unknown:
        raise ScaleError(
            Said(
                "the scale has an unknown key {unknown}: expected name, source, unit, sum, until, table",
                unknown=repr(sorted(unknown)[0]),
            )
        )
    name, source = values.get("name"), values.get("source")
    if not isinstance(name, str) or not name.strip():
        raise ScaleError(Said('the scale has no name: write name = "…"'))
    if not isinstance(source, str) or not source.strip():
        raise ScaleError(
            Said(
                "the scale {name} has no source, so nobody could tell whether it is right: write where its figures"
                ' stand, as source = "Regulation of the league, 2026, page 4"',
                name=name,
            )
        )
    tables = values.get("table")
    if not isinstance(tables, list) or not tables or not all(isinstance(table, dict) for table in tables):
        raise ScaleError(Said("the scale {name} has no [[table]]", name=name))
    both: Fraction | Literal["free"] | None
    both = "free" if values.get("sum") == "free" else _optional(values, "sum", name)
    until = _optional(values, "until", name)
    unit = values.get("unit")
    if unit is not None and unit not in UNITS:
        raise ScaleError(
            Said("unit of the scale {name} is {unit}: expected one of {units}", name=name, unit=repr(unit), units=UNITS)
        )
    found = [_table(table, Said("the scale {name}", name=name), both, until, unit or "IMPs") for table in tables]
    found.sort(key=lambda table: table.first)
    for one, other in pairwise(found):
        if other.first <= one.last:
            raise ScaleError(Said("the scale {name} has two tables for {first} boards", name=name, first=other.first))
    return TableScale(name, source, tuple(found), unit)


def refuse_unit(scale: Scale, unit: Unit, what: str, other: str) -> None:
    """Raise `ScaleError` where a scale is for margins in another ``unit`` than ``what`` is in.

    One of boards is always loaded for them, so that only another unit is refused; a scale that tells none is for IMPs.
    """
    if scale.unit == unit or (scale.unit is None and unit != "points"):
        return
    if scale.unit is None:
        says = Said("tells no unit, and so is for IMPs")
        advice = Said('where its margins are {unit}, write unit = "{word}" into it', unit=UNIT_WORDS[unit], word=unit)
    else:
        says = Said("is for {unit}", unit=UNIT_WORDS[scale.unit])
        advice = Said('load one with unit = "{word}"', word=unit)
    raise ScaleError(
        Said(
            "{what} is in {unit}, and the scale {name} {says}: {advice}{other}",
            what=what,
            unit=UNIT_WORDS[unit],
            name=scale.name,
            says=says,
            advice=advice,
            other=other,
        )
    )


def _optional(values: Mapping[str, Any], key: str, name: str) -> Fraction | None:
    return None if key not in values else _number(values[key], Said("{key} of the scale {name}", key=key, name=name))


def _number(value: Any, what: str) -> Fraction:
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ScaleError(Said("{what} is {value}: expected a number", what=what, value=repr(value)))
    # A decimal number of TOML is meant as it is written, not as the binary fraction next to it.
    try:
        return Fraction(str(value))
    except ValueError:
        raise ScaleError(Said("{what} is {value}: expected a number", what=what, value=repr(value))) from None


def _whole(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int):
        raise ScaleError(Said("{what} is {value}: expected a whole number", what=what, value=repr(value)))
    return value


def _boards(value: Any, where: str) -> tuple[int, int]:
    parts = value if isinstance(value, list) else [value, value]
    if len(parts) != 2:
        raise ScaleError(
            Said("{where}: boards is {value}: expected a number, or [from, to]", where=where, value=repr(value))
        )
    first, last = (_whole(part, Said("{where}: {what}", where=where, what="boards")) for part in parts)
    if not 1 <= first <= last <= 1000:
        raise ScaleError(
            Said(
                "{where}: boards is {value}: expected 1 to 1000, the first number not above the second",
                where=where,
                value=repr(value),
            )
        )
    return first, last


def _follows(end: int, margin: int, unit: Unit) -> bool:
    """Whether a row may start at a margin, after one that ends before it: points are counted by tens."""
    return end < margin <= (end // 10 + 1) * 10 if unit == "points" else margin == end + 1


def _table(
    table: Mapping[str, Any], where: str, both: Fraction | Literal["free"] | None, until: Fraction | None, unit: Unit
) -> Rows:
    for key in table:
        if key not in ("boards", "rows"):
            raise ScaleError(
                Said("{where}: a [[table]] has an unknown key {key}: expected boards, rows", where=where, key=repr(key))
            )
    for key, example in (("boards", "[1, 4]"), ("rows", "[[0, 10, 10], [1, 11, 9]]")):
        if key not in table:
            raise ScaleError(
                Said(
                    "{where}: a [[table]] has no {key}: expected such as {key} = {example}",
                    where=where,
                    key=key,
                    example=example,
                )
            )
    if not isinstance(table["rows"], list) or not table["rows"]:
        raise ScaleError(
            Said(
                "{where}: rows is {rows}: expected a list of rows, such as [0, 10, 10]",
                where=where,
                rows=repr(table["rows"]),
            )
        )
    first, last = _boards(table["boards"], where)
    where = (
        Said("{where}, {first} boards", where=where, first=first)
        if first == last
        else Said("{where}, {first} to {last} boards", where=where, first=first, last=last)
    )
    rows = table["rows"]
    if len(rows) > _MOST_ROWS:
        raise ScaleError(Said("{where}: more than {most} rows", where=where, most=_MOST_ROWS))
    margins: list[int] = []
    winner: list[Fraction] = []
    loser: list[Fraction] = []
    end: int | None = None
    for number, row in enumerate(rows, 1):
        at = Said("{where}, row {number}", where=where, number=number)
        if not isinstance(row, list) or len(row) not in (3, 4):
            raise ScaleError(Said("{at}: expected [least margin, winner, loser] or [from, to, winner, loser]", at=at))
        margin = _whole(row[0], at)
        if end is not None and not _follows(end, margin, unit):
            kind = Said("a gap") if margin > end else Said("an overlap")
            raise ScaleError(
                Said(
                    "{at}: {kind} before {margin} {unit}, since the row before it ends at {end}",
                    at=at,
                    kind=kind,
                    margin=margin,
                    unit=UNIT_WORDS[unit],
                    end=end,
                )
            )
        if not margins and margin != 0:
            raise ScaleError(
                Said(
                    "{at}: the first row starts at {margin} {unit}: expected 0",
                    at=at,
                    margin=margin,
                    unit=UNIT_WORDS[unit],
                )
            )
        if margins and margin <= margins[-1]:
            raise ScaleError(
                Said(
                    "{at}: {margin} {unit} do not rise above the {before} of the row before it",
                    at=at,
                    margin=margin,
                    unit=UNIT_WORDS[unit],
                    before=margins[-1],
                )
            )
        end = None
        if len(row) == 4:
            end = _whole(row[1], at)
            if end < margin:
                raise ScaleError(
                    Said(
                        "{at}: it goes from {margin} to {end} {unit}",
                        at=at,
                        margin=margin,
                        end=end,
                        unit=UNIT_WORDS[unit],
                    )
                )
        margins.append(margin)
        winner.append(_number(row[-2], at))
        loser.append(_number(row[-1], at))
        _check_row(at, winner, loser, both, until)
        if both is None:
            # What both sides of a draw get together holds for every margin, unless the scale says otherwise.
            both = winner[0] + loser[0]
    if end is not None:
        raise ScaleError(
            Said(
                "{where}: the last row ends at {end} {unit}, and a larger margin has none: write [{before}, winner,"
                " loser], which holds for all from there on",
                where=where,
                end=end,
                unit=UNIT_WORDS[unit],
                before=margins[-1],
            )
        )
    return Rows(first, last, tuple(margins), tuple(winner), tuple(loser))


def _check_row(
    at: str,
    winner: Sequence[Fraction],
    loser: Sequence[Fraction],
    both: Fraction | Literal["free"] | None,
    until: Fraction | None,
) -> None:
    high, low = winner[-1], loser[-1]
    if len(winner) == 1:
        if high != low:
            raise ScaleError(
                Said("{at}: no margin gives {pair}: expected the same to both sides", at=at, pair=_pair(high, low))
            )
    else:
        if high < winner[-2]:
            raise ScaleError(
                Said(
                    "{at}: a fall: the winner gets {points} after {before}",
                    at=at,
                    points=_text(high),
                    before=_text(winner[-2]),
                )
            )
        if low > loser[-2]:
            raise ScaleError(
                Said(
                    "{at}: the loser gets {points} after {before}, which is more for losing by more",
                    at=at,
                    points=_text(low),
                    before=_text(loser[-2]),
                )
            )
    if low < 0:
        raise ScaleError(Said("{at}: the loser gets {points}, which is below 0", at=at, points=_text(low)))
    if until is not None and high > until:
        raise ScaleError(
            Said(
                "{at}: the winner gets {points}, which is above {until}", at=at, points=_text(high), until=_text(until)
            )
        )
    if isinstance(both, Fraction):
        # At the winner's last points the loser alone may fall on.
        capped = until is not None and high == until and len(winner) > 1 and winner[-2] == until
        if high + low > both if capped else high + low != both:
            falls = until is None and len(winner) > 1 and high == winner[-2] and high + low < both
            hint = (
                Said("; where the winner stops and the loser falls on, write until = {text}", text=_text(high))
                if falls
                else ""
            )
            raise ScaleError(
                Said(
                    "{at}: {pair} is {sum} together: expected {both}{hint}",
                    at=at,
                    pair=_pair(high, low),
                    sum=_text(high + low),
                    both=_text(both),
                    hint=hint,
                )
            )


def _text(value: Fraction) -> str:
    return decimal_text(value, 0) if value.denominator == 1 else decimal_text(value)


def _pair(high: Fraction, low: Fraction) -> str:
    return f"{_text(high)}-{_text(low)}"
