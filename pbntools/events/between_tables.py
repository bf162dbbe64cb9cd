"""What the tables of one board say against each other: another deal, other IMPs than a tag gives."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

from pbntools import rules as catalogue
from pbntools.events.lines import Findings, Line
from pbntools.events.rounding import signed
from pbntools.laws._words import listed
from pbntools.laws.between import records_apart
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.record import Record

_NOT_GIVEN = ("", "?", "-")
_APART = {
    "deal": Said("another deal"),
    "dealer": Said("another dealer"),
    "vulnerability": Said("another vulnerability"),
}


def record_of(line: Line) -> Record | None:
    """The record that a line was read from."""
    return None if line.origin.reading is None else line.origin.reading.record


def told_apart(one: Line, other: Line) -> list[Said]:
    """In which of deal, dealer and vulnerability the records of two lines differ, as far as both tell."""
    mine, others = record_of(one), record_of(other)
    if mine is None or others is None or mine is others:
        return []
    return [_APART[part] for part in records_apart(mine, others)]


def tell_fouled(lines: Sequence[Line], findings: Findings) -> None:
    """Say where the tables of a board had another deal, dealer or vulnerability (Law 87); the results still count.

    The first table stands for the board.
    """
    first_reading = lines[0].origin.reading
    for line in lines[1:]:
        # The rows of a table are all of one record.
        if line.origin.reading is first_reading:
            continue
        parts = told_apart(lines[0], line)
        if parts:
            first = lines[0].origin.location()
            where = first.path if first.line is None else f"{first.path}:{first.line}"
            message = line.says(Said("{parts} than at the table of {where}", parts=listed(parts), where=where))
            findings.add(catalogue.FOULED_BOARD, message, line.origin, line.board)


def recorded_imps(line: Line) -> Fraction | None:
    """The IMPs that the ScoreIMP tag of a record gives North-South; None where it gives none."""
    record = record_of(line)
    if record is None or line.origin.row is not None:
        return None
    score = record.score_imp
    if score is None:
        return None
    if score.ns is not None:
        return score.ns
    if score.ew is not None:
        return -score.ew
    if score.declarer is None or line.declarer not in ("N", "E", "S", "W"):
        return None
    return -score.declarer if line.declarer in ("E", "W") else score.declarer


def tell_recorded(tables: Iterable[tuple[Line, Fraction]], findings: Findings) -> int:
    """Say which ScoreIMP tags are not what two tables come to, and which cannot be read; returns their number.

    ``tables`` has the lines with the IMPs of their North-South.
    """
    number = 0
    for line, imps in tables:
        tag = recorded_imps(line)
        record = record_of(line)
        written = None if record is None or line.origin.row is not None else record.value("ScoreIMP")
        if tag is not None and tag != imps:
            message = line.says(
                Said(
                    "ScoreIMP gives North-South {tag}, and the two tables come to {imps}",
                    tag=signed(tag),
                    imps=signed(imps),
                )
            )
        elif tag is None and written is not None and written.strip() not in _NOT_GIVEN:
            message = line.says(Said("ScoreIMP {written} cannot be read", written=repr(written[:40])))
        else:
            continue
        number += 1
        findings.add(catalogue.SWING_MISMATCH, message, line.origin, line.board)
    return number
