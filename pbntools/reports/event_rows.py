"""What the row of a ScoreTable says of a result, so that whoever reads it comes to the same (PBN 2.1 §5).

A contract stands in a row where the score follows from it.  Where a director assigned another score, or a session was
scored by other tables, a reader would take contract and tricks and not the score; so the row has the score alone, and
``-`` in Contract, Declarer and Result, as it has for an artificial score.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from pbntools.events.awards import Artificial, Award, Weighted
from pbntools.events.lines import Line
from pbntools.events.reading_results import vulnerability_of
from pbntools.events.row_results import RowResult, row_result
from pbntools.formats.pbn.table_rows import Row

Cells = dict[str, str]
_SIDES = (("NS", 1), ("EW", -1))
_PLACES = 8
_NOTHING = {"Contract": "-", "Declarer": "-", "Result": "-"}


class RowResults:
    """Makes the cells of results; ``lost`` counts, by what it is, those whose score no row can hold."""

    def __init__(self) -> None:
        self.lost: Counter[str] = Counter()
        self._known: dict[tuple[object, ...], tuple[Cells, str]] = {}

    def cells(self, line: Line) -> Cells:
        """The cells of Contract, Declarer, Result and Score, and those of Percentage where a side's is artificial."""
        awards = line.ns_award, line.ew_award
        key = line.contract, line.declarer, line.tricks, awards, line.unplayed, line.board
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = _cells(line, *awards)
        cells, what = found
        if what:
            self.lost[what] += 1
        return dict(cells)


def _cells(line: Line, ns: Award, ew: Award) -> tuple[Cells, str]:
    """The cells of a result, and what of it they do not hold; empty where that is nothing."""
    if line.unplayed and any(isinstance(award, Artificial) and award.imps is not None for award in (ns, ew)):
        # A reader of the same event gives a board that was not played what the event has for it.
        return _NOTHING | _scores(None, None), "not played: what it counts in IMPs"
    scores = _scores(ns, ew)
    contract = {
        "Contract": line.contract or "?",
        "Declarer": line.declarer or ("-" if line.contract == "Pass" else "?"),
        "Result": str(line.tricks) if line.tricks is not None else "-" if line.contract == "Pass" else "?",
    }
    artificial = isinstance(ns, Artificial) and isinstance(ew, Artificial)
    ways = ([] if artificial else [contract | scores]) + [_NOTHING | scores]
    read = [_read(cells, line.board) for cells in ways]
    same = [(found.ns, found.ew) == (ns, ew) for found in read]
    for cells, found, right in zip(ways, read, same, strict=True):
        if right and found.doubt is None:
            return cells, _beside(line, cells, artificial=artificial)
    for cells, right in zip(reversed(ways), reversed(same), strict=True):
        # A score that no contract comes to is one however it is written.
        if right:
            return cells, _beside(line, cells, artificial=artificial)
    # What a weighted score is made of is told of all of them.
    weighted = isinstance(ns, Weighted), isinstance(ew, Weighted)
    what = "with a weighted score for one side and another for the other, which no row can hold"
    if not any(weighted):
        what = "with a score for one side alone, which no row can hold"
    return _NOTHING | _scores(None, None), "" if all(weighted) else what


def _beside(line: Line, cells: Cells, *, artificial: bool) -> str:
    """What is lost with a contract that a row cannot have; that of an adjusted score is told of all of these."""
    if not line.contract or line.adjusted or cells["Contract"] != "-":
        return ""
    return (
        "with a contract beside an artificial score"
        if artificial
        else "with a contract that does not come to the score"
    )


def _scores(ns: Award, ew: Award) -> Cells:
    artificial = isinstance(ns, Artificial) and isinstance(ew, Artificial)
    cells = {}
    for (side, sign), award in zip(_SIDES, (ns, ew), strict=True):
        cells[f"Score_{side}"] = str(award * sign) if isinstance(award, int) else "-" if artificial else "?"
    for (side, _), award in zip(_SIDES, (ns, ew), strict=True):
        if isinstance(award, Artificial):
            cells[f"Percentage_{side}"] = f"^{percent(award.share)}"
    return cells


def percent(share: Fraction) -> str:
    """A share as per cent, with as many places as an event file can give it."""
    from pbntools.events.rounding import short_text

    return short_text(share * 100, _PLACES)


def _read(cells: Cells, board: str) -> RowResult:
    """What a reader makes of the cells; the record tells no vulnerability, so that the number of the board does."""
    return row_result(Row("ScoreTable", dict(cells)), vulnerability_of(board), assumed=True)


__all__ = ["RowResults", "percent"]
