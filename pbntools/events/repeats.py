"""Results that stand there twice: of one contestant, or of one table, on one board."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbntools.diagnostics import Rule
from pbntools.events.lines import Findings, Line
from pbntools.laws._words import added
from pbntools.said import Said

Seat = tuple[object, ...]
"""What can have one result: a contestant on a board, or a table."""


def repeated(seats: Iterable[tuple[Seat, Line]]) -> dict[Seat, list[Line]]:
    """The seats with more than one line, each with its lines."""
    first: dict[Seat, Line] = {}
    again: dict[Seat, list[Line]] = {}
    for seat, line in seats:
        met = first.setdefault(seat, line)
        if met is not line:
            again.setdefault(seat, [met]).append(line)
    return again


def repeated_tables(lines: Iterable[Line], *, rooms: bool = False) -> list[list[Line]]:
    """The results of one table on one board where there are several: at most one of them was played there.

    A line whose table is not known, or that stands for several, tells nothing.  With ``rooms`` a number without a room
    may be that of a match, whose two tables are one result in each direction.
    """
    found = repeated(
        ((line.session, line.round, line.section, line.table, line.room, line.board), line)
        for line in lines
        if line.table and line.count == 1
    )
    return [group for group in found.values() if not (rooms and not group[0].room and _one_match(group))]


def _one_match(lines: Sequence[Line]) -> bool:
    if len(lines) != 2:
        return False
    one, other = lines
    if one.ns is None and other.ns is None:
        return bool(one.home) and {one.home, one.visit} == {other.home, other.visit}
    return (one.ns, one.ew) == (other.ew, other.ns)


def drop_repeats(who: str, lines: Sequence[Line], findings: Findings, rule: Rule, advice: Said | None = None) -> None:
    """Leave out all but one of lines that are the same, or all of them, since nothing tells which is meant.

    ``advice`` stands behind what is said of the latter.
    """
    same = all(_same(lines[0], line) for line in lines[1:])
    for line in lines[1:] if same else lines:
        if line.out:
            continue
        what = repeated_text(who, len(lines), same=same)
        findings.leave_out(rule, line.says(what if same or advice is None else added(what, advice)), line)


def repeated_text(who: str, number: int, *, same: bool) -> Said:
    """That there are several results: the same ones, or such of which nothing tells which is meant."""
    if same:
        return Said("{who} has {n} results that are the same, of which one counts", who=who, n=number)
    return Said("{who} has {n} results, and nothing tells which of them counts", who=who, n=number)


def _same(one: Line, other: Line) -> bool:
    if one.ns is None and one.ew is None and one.sides != other.sides:
        return False
    return (one.ns, one.ew, one.ns_award, one.ew_award) == (other.ns, other.ew, other.ns_award, other.ew_award)
