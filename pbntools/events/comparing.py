"""The tables of each board of some records beside each other, without an event file.

Two rooms are compared in IMPs; more tables in matchpoints and cross-IMPs; and the par of a board where it has a table.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING

from pbntools import rules as catalogue
from pbntools.core import Vulnerability
from pbntools.events.cross_imps import CrossImps, cross_imps
from pbntools.events.imps import difference_imps
from pbntools.events.lines import Findings, LeftOut, Line
from pbntools.events.matchpoints import MatchpointRules, Matchpoints, score_board
from pbntools.events.par import Par, par_of
from pbntools.events.reading_results import ResultReader
from pbntools.events.repeats import drop_repeats, repeated_tables
from pbntools.events.row_results import NOT_PLAYED
from pbntools.formats.pbn.table_rows import double_dummy

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading
    from pbntools.laws import Outcome
    from pbntools.record import Record

ROOMS = ("open", "closed")


@dataclass(slots=True)
class Compared:
    """A board with its tables, the open room first.

    ``imps`` are those of the first table's North-South, None unless there are two tables with a score.  Of more tables
    ``matchpoints`` (two for a score beaten) and ``cross`` (by the comparisons made) have what North-South get.
    ``recorded`` are the IMPs that a ScoreIMP tag gives North-South of a table.
    """

    label: str
    match: tuple[str, str]
    session: str
    round: str
    lines: list[Line]
    vulnerable: Vulnerability | None = None
    imps: Fraction | None = None
    running: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    matchpoints: list[Matchpoints] = field(default_factory=list)
    cross: list[CrossImps] = field(default_factory=list)
    recorded: list[Fraction | None] = field(default_factory=list)
    par: Par | None = None

    @property
    def disagrees(self) -> bool:
        """Whether a ScoreIMP tag is not what the two tables come to."""
        if self.imps is None:
            return False
        return any(
            tag is not None and tag != (self.imps if at == 0 else -self.imps) for at, tag in enumerate(self.recorded)
        )


@dataclass(slots=True)
class Comparison:
    """All boards, and what was left out."""

    boards: list[Compared]
    findings: Findings
    empty: int = 0

    @property
    def imps(self) -> tuple[Fraction, Fraction]:
        """The IMPs of the first tables' North-South and East-West."""
        ns = sum(max(board.imps, Fraction(0)) for board in self.boards if board.imps is not None)
        ew = sum(max(-board.imps, Fraction(0)) for board in self.boards if board.imps is not None)
        return Fraction(ns), Fraction(ew)


class Comparer:
    """Takes records one by one."""

    def __init__(self) -> None:
        self._reader = ResultReader()
        self._lines: list[Line] = []
        self._imps: dict[tuple[str, int], Fraction | None] = {}
        self._par: dict[tuple[str, int], Par | None] = {}
        self._vulnerable: dict[tuple[str, int], Vulnerability | None] = {}
        self._findings = Findings()

    def add(self, path: str, index: int, record: Record, outcome: Outcome, reading: Reading | None = None) -> None:
        """Take the results of a record."""
        lines = self._reader.lines(path, index, record, outcome, reading)
        self._lines += lines
        at = path, index
        self._vulnerable[at] = record.vulnerable
        self._imps[at] = _recorded_imps(record, outcome)
        table = record.table("OptimumResultTable")
        if table is not None and record.vulnerable is not None:
            try:
                self._par[at] = par_of(double_dummy(table), record.vulnerable)
            except ValueError:
                # The table contradicts itself, which check tells.
                self._par[at] = None

    def finish(self) -> Comparison:
        """The boards in the order in which they stand."""
        groups: dict[tuple[str, str, str, str, str], list[Line]] = defaultdict(list)
        # Some writers name the team that sits North-South first, at each table.
        named: dict[tuple[str, str, frozenset[str]], tuple[str, str]] = {}
        played = []
        for line in self._lines:
            if not line.board:
                self._findings.leave_out(catalogue.BOARD_UNUSABLE, "a result without a board", line)
            elif line.ns_award is None and line.ew_award is None:
                self._findings.leave_out(catalogue.RESULT_MISSING, f"{line.where()}: {line.why or NOT_PLAYED}", line)
            else:
                played.append(line)
        for repeated in repeated_tables(played, rooms=True):
            drop_repeats("the table", repeated, self._findings, catalogue.TABLE_REPEATED)
        for line in played:
            if not line.out:
                teams = frozenset((line.home, line.visit))
                home, visit = named.setdefault((line.session, line.round, teams), (line.home, line.visit))
                groups[line.session, line.round, home, visit, line.board].append(line)
        found = [self._board(key, lines) for key, lines in groups.items()]
        self._run(found)
        for message, origin, label, results in self._reader.unreadable:
            self._findings.add(catalogue.RESULT_MISSING, message, origin, label)
            self._findings.left_out += [
                LeftOut(label, "", message, catalogue.RESULT_MISSING, origin._replace(row=row))
                for row in range(results)
            ]
        self._findings.sort()
        return Comparison(found, self._findings, self._reader.empty)

    def _board(self, key: tuple[str, str, str, str, str], lines: list[Line]) -> Compared:
        session, round_name, home, visit, label = key
        lines.sort(key=lambda line: (ROOMS.index(line.room) if line.room in ROOMS else 0, line.home != home))
        board = Compared(label, (home, visit), session, round_name, lines)
        places = [(line.origin.path, line.origin.record or 0) for line in lines]
        board.recorded = [self._imps.get(place) if line.origin.row is None else None
                          for place, line in zip(places, lines, strict=True)]  # fmt: skip
        board.par = next((par for place in places if (par := self._par.get(place)) is not None), None)
        board.vulnerable = self._vulnerable.get(places[0])
        rooms = [line.room for line in lines]
        if len(lines) == 2 and len(set(rooms)) == 1 and rooms[0]:
            for line in lines:
                message = f"{line.where()}: two results in one room"
                self._findings.leave_out(catalogue.RESULT_REPEATED, message, line)
        elif len(lines) == 2:
            board.imps = difference_imps(lines[0].ns_award, lines[1].ns_award)
        elif len(lines) == 1:
            line = lines[0]
            rule = catalogue.ROOM_MISSING if line.room else catalogue.NOTHING_TO_COMPARE
            message = f"{line.where()}: the only result of the board"
            self._findings.leave_out(rule, message, line)
        else:
            ns, ew = [line.ns_award for line in lines], [line.ew_award for line in lines]
            counts = [line.count for line in lines]
            rules = MatchpointRules(factoring="none")
            board.matchpoints = [pair[0] for pair in score_board(ns, ew, sum(counts), rules, counts=counts)]
            board.cross = cross_imps(ns, counts=counts)
        return board

    def _run(self, boards: list[Compared]) -> None:
        sums: dict[tuple[str, str, str, tuple[str, str]], tuple[Fraction, Fraction]] = {}
        for board in boards:
            key = board.session, board.round, "", board.match
            ns, ew = sums.get(key, (Fraction(0), Fraction(0)))
            if board.imps is not None:
                ns += max(board.imps, Fraction(0))
                ew += max(-board.imps, Fraction(0))
            board.running = sums[key] = ns, ew


def _recorded_imps(record: Record, outcome: Outcome) -> Fraction | None:
    score = record.score_imp
    if score is None:
        return None
    if score.ns is not None:
        return score.ns
    if score.ew is not None:
        return -score.ew
    if score.declarer is None or outcome.declarer is None:
        return None
    return -score.declarer if outcome.declarer & 1 else score.declarer


__all__ = ["Compared", "Comparer", "Comparison"]
