"""Matches of teams: the boards of two rooms compared, and what a match is worth by IMPs, boards, points or Patton."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pbntools import rules as catalogue
from pbntools.events.awards import Artificial, Award, mean_of
from pbntools.events.board_a_match import board_a_match
from pbntools.events.config import EventRules
from pbntools.events.gathering import BoardKey, Results, natural
from pbntools.events.imps import artificial_imps, difference_imps
from pbntools.events.knockout import Verdict, decide, may_withdraw
from pbntools.events.lines import Line
from pbntools.events.patton import PattonForm, PattonScore
from pbntools.events.scales import Scale


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match: the first team's North-South table, the other one, and what each team got.

    ``imps`` and ``points`` are each team's own; they balance unless a score was split.  ``points`` are those of the
    form: IMPs, board-a-match points, or points.
    """

    key: BoardKey
    lines: tuple[Line, Line]
    imps: tuple[Fraction, Fraction]
    points: tuple[Fraction, Fraction]

    @property
    def awards(self) -> tuple[tuple[Award, Award], tuple[Award, Award]]:
        """For each team, what it was awarded North-South and East-West."""
        first, second = self.lines
        return (first.ns_award, second.ew_award), (second.ns_award, first.ew_award)


@dataclass(slots=True)
class Match:
    """A match of two teams in a round: its boards, each team's margin in IMPs, and its points."""

    round: str
    teams: tuple[str, str]
    boards: list[MatchBoard] = field(default_factory=list)
    points: tuple[Fraction, Fraction] = (Fraction(0), Fraction(0))
    patton: PattonScore | None = None
    verdict: Verdict | None = None
    why: str = ""

    def side(self, team: str) -> int:
        """0 or 1: which of the teams it is."""
        return self.teams.index(team)

    @property
    def imps(self) -> tuple[Fraction, Fraction]:
        """The margin in IMPs as each team has it."""
        return tuple(Fraction(sum(board.imps[at] for board in self.boards)) for at in (0, 1))  # type: ignore[return-value]

    def gained(self, team: str) -> Fraction:
        """The IMPs that a team won on boards, without those that it lost."""
        at = self.side(team)
        return Fraction(sum(max(board.imps[at], Fraction(0)) for board in self.boards))

    def lead(self, team: str) -> Fraction:
        """By how much a team is ahead: in IMPs, or in points where the form knows no IMPs."""
        at = self.side(team)
        return self.imps[at] if self.patton is None else self.points[at] - self.points[1 - at]


def score_matches(results: Results) -> list[Match]:
    """All matches in the order of rounds and teams; raises `ScaleError` where the scale lacks a number of boards."""
    config = results.rules
    tables: dict[tuple[str, frozenset[str]], dict[BoardKey, list[Line]]] = defaultdict(lambda: defaultdict(list))
    for line in results.lines:
        if line.ns is not None and line.ew is not None:
            tables[line.round or line.session, frozenset((line.ns, line.ew))][results.key(line)].append(line)
    order = [stretch.name for stretch in config.rounds]
    found = []
    for (round_name, teams), boards in tables.items():
        match = Match(round_name, _first(teams, boards))
        for key in sorted(boards, key=results.order):
            board = _board(match.teams, key, boards[key], results)
            if board is not None:
                match.boards.append(board)
        found.append(match)
    found.sort(
        key=lambda match: (
            order.index(match.round) if match.round in order else len(order),
            natural(match.round),
            natural(match.teams[0]),
            natural(match.teams[1]),
        )
    )
    for match in found:
        _score(match, results)
    return found


def _first(teams: frozenset[str], boards: dict[BoardKey, list[Line]]) -> tuple[str, str]:
    """The two teams, the home team first where every record names it, else by the alphabet."""
    homes = {line.home for lines in boards.values() for line in lines}
    home = homes.pop() if len(homes) == 1 else ""
    one, other = sorted(teams, key=lambda team: (team != home, natural(team)))
    return one, other


def _board(teams: tuple[str, str], key: BoardKey, lines: Sequence[Line], results: Results) -> MatchBoard | None:
    first = next((line for line in lines if line.ns == teams[0]), None)
    second = next((line for line in lines if line.ns == teams[1]), None)
    if first is None or second is None:
        line = first or second
        if line is not None:
            lacking = teams[1] if first is not None else teams[0]
            message = f"{line.where()}: {line.ns} – {line.ew} has no result with {lacking} North-South"
            results.findings.leave_out(catalogue.ROOM_MISSING, message, line)
        return None
    board = MatchBoard(key, (first, second), (Fraction(0), Fraction(0)), (Fraction(0), Fraction(0)))
    config = results.rules
    imps = [_imps(own, other, config) for own, other in board.awards]
    points = [_points(own, other, config) for own, other in board.awards]
    if imps[0] is None or imps[1] is None or points[0] is None or points[1] is None:
        for line in (first, second):
            message = f"{line.where()}: the two rooms cannot be compared"
            results.findings.leave_out(catalogue.RESULT_MISSING, message, line)
        return None
    return MatchBoard(key, (first, second), (imps[0], imps[1]), (points[0], points[1]))


def _imps(own: Award, other: Award, config: EventRules) -> Fraction | None:
    """A team's IMPs: what it was awarded North-South against what it was awarded East-West."""
    artificial = [award for award in (own, other) if isinstance(award, Artificial)]
    if artificial:
        shares = [artificial_imps(award, config.average_imps) for award in artificial]
        return Fraction(sum(shares)) / len(shares)
    return difference_imps(own, other)


def _points(own: Award, other: Award, config: EventRules) -> Fraction | None:
    artificial = [award for award in (own, other) if isinstance(award, Artificial)]
    if config.form in ("bam", "patton"):
        win = config.matchpoints.win
        if artificial:
            return Fraction(sum(award.share for award in artificial)) / len(artificial) * win
        return board_a_match(own, other, win)
    if config.form == "total-points":
        points, against = mean_of(own), mean_of(other)
        return None if points is None or against is None else Fraction(points) - against
    return _imps(own, other, config)


def _score(match: Match, results: Results) -> None:
    config = results.rules
    if config.form == "patton":
        if config.scale is None:
            raise ValueError("a Patton needs a scale")
        form = PattonForm(config.scale, config.patton_aggregate, config.matchpoints.win, config.patton_boards)
        match.patton = form.score([board.awards[0] for board in match.boards])
        match.points = match.patton.totals
    elif config.form == "knock-out":
        _decide(match, results)
    elif config.scale is not None and config.form in ("teams", "swiss"):
        boards = config.scale_boards or len(match.boards)
        if boards:
            imps = match.imps
            match.points = config.scale.points(imps[0], boards)[0], config.scale.points(imps[1], boards)[0]
    else:
        match.points = (
            Fraction(sum(board.points[0] for board in match.boards)),
            Fraction(sum(board.points[1] for board in match.boards)),
        )


def _decide(match: Match, results: Results) -> None:
    config = results.rules
    knockout = config.knockout
    carried = Fraction(0)
    for at, team in enumerate(match.teams):
        sign = -1 if at else 1
        carried += sign * knockout.carry_over.get(team, Fraction(0))
        for penalty in config.penalties:
            if penalty.to == team and penalty.session in (None, match.round):
                carried -= sign * penalty.amount
    withdrawn = None
    for withdrawal in config.withdrawals:
        if withdrawal.round == match.round and withdrawal.team in match.teams:
            withdrawn = match.side(withdrawal.team)
            boards = knockout.boards or len(match.boards)
            if not may_withdraw(withdrawal.boards, boards):
                match.why = f"{withdrawal.team} gave up after {withdrawal.boards} of {boards} boards, fewer than half"
    # Where a score does not balance, a knock-out takes the mean of both teams' IMPs.
    margins = [(board.imps[0] - board.imps[1]) / 2 for board in match.boards]
    match.verdict = decide(margins, knockout, carry_over=carried, withdrawn=withdrawn)
    match.points = match.verdict.lead, -match.verdict.lead


def draw_points(scale: Scale, boards: int) -> Fraction:
    """What a drawn match is worth, which is what a bye gets (regulation, article 10j)."""
    return scale.points(0, boards)[0]
