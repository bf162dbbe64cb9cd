"""Matches of teams: the boards of two rooms compared, and what a match is worth by IMPs, boards, points or Patton."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pbntools import rules as catalogue
from pbntools.diagnostics import Severity
from pbntools.events.awards import Artificial, Award, mean_of
from pbntools.events.board_a_match import board_a_match
from pbntools.events.config import EventRules
from pbntools.events.gathering import Results, natural
from pbntools.events.imps import artificial_imps, difference_imps
from pbntools.events.knockout import Verdict
from pbntools.events.lines import BoardKey, Line
from pbntools.events.notes import Note
from pbntools.events.patton import Both, PattonForm, PattonScore
from pbntools.events.round_names import round_of
from pbntools.events.scales import Scale, ScaleError
from pbntools.said import Said

_NOTHING = Fraction(0), Fraction(0)


@dataclass(frozen=True, slots=True)
class MatchBoard:
    """A board of a match: the first team's North-South table, the other one, and what each team got.

    ``points`` are each team's own, in those of the form: IMPs, board-a-match points, or points; they balance unless a
    score was split.  ``aggregate`` is what both have for the aggregate of a Patton, None in other forms.
    """

    key: BoardKey
    lines: tuple[Line, Line]
    points: Both
    aggregate: Both | None = None

    @property
    def awards(self) -> tuple[tuple[Award, Award], tuple[Award, Award]]:
        """For each team, what it was awarded North-South and East-West."""
        first, second = self.lines
        return (first.ns_award, second.ew_award), (second.ns_award, first.ew_award)

    @property
    def is_split(self) -> bool:
        """Whether a table's sides were awarded different scores, so that each team has its own comparison."""
        return any(line.ns_award != line.ew_award for line in self.lines)


@dataclass(slots=True, eq=False)
class Match:
    """A match of two teams in a round: the first of its results, its boards, and each team's points.

    ``in_imps`` says whether its boards are scored by IMPs.  ``notes`` are carry-overs and penalties that belong to the
    match, with the team that they are for.
    """

    round: str
    teams: tuple[str, str]
    first: Line
    in_imps: bool
    boards: list[MatchBoard] = field(default_factory=list)
    points: Both = _NOTHING
    patton: PattonScore | None = None
    verdict: Verdict | None = None
    notes: list[tuple[str, Note]] = field(default_factory=list)

    def side(self, team: str) -> int:
        """0 or 1: which of the teams it is."""
        return self.teams.index(team)

    @property
    def label(self) -> str:
        """The round and the teams, as a message names them."""
        teams = " – ".join(self.teams)
        return Said("round {round}: {teams}", round=self.round, teams=teams) if self.round else teams

    @property
    def imps(self) -> Both | None:
        """The margin in IMPs as each team has it; None in a form that is not scored by IMPs."""
        if not self.in_imps:
            return None
        return (
            Fraction(sum(board.points[0] for board in self.boards)),
            Fraction(sum(board.points[1] for board in self.boards)),
        )

    def gained(self, team: str) -> Fraction:
        """The IMPs that a team won on boards, without those that it lost."""
        at = self.side(team)
        return Fraction(sum(max(board.points[at], Fraction(0)) for board in self.boards))

    def won(self, team: str) -> bool:
        """Whether a team is ahead: in IMPs, or in the points of a form that knows no IMPs."""
        at = self.side(team)
        imps = self.imps
        return imps[at] > 0 if imps is not None else self.points[at] > self.points[1 - at]


def score_matches(results: Results) -> list[Match]:
    """All matches in the order of rounds and teams; raises `ScaleError` where the scale lacks a number of boards.

    A round that several sessions have with the same boards is one of each session, and named with it.
    A match without a board that can be compared is worth nothing, and that is said.  In a knock-out the matches are
    still to be decided.
    """
    config = results.rules
    tables: dict[tuple[str, frozenset[str]], dict[BoardKey, list[Line]]] = defaultdict(lambda: defaultdict(list))
    listed = {stretch.name: at for at, stretch in enumerate(config.rounds)}
    order: dict[str, tuple[object, ...]] = {}
    for line in results.lines:
        if line.ns is not None and line.ew is not None:
            name = round_of(line, results.again)
            if name not in order:
                plain = line.round or line.session
                # Where sessions number their rounds anew, all rounds stand by session.
                session = results.sessions.index(line.session) if results.again else 0
                order[name] = listed.get(plain, len(listed)), session, natural(plain)
            tables[name, frozenset((line.ns, line.ew))][results.key(line)].append(line)
    found = []
    for (round_name, teams), boards in tables.items():
        first = min((line for lines in boards.values() for line in lines), key=lambda line: line.origin.order)
        match = Match(round_name, _first(teams, boards), first, config.in_imps)
        for key in sorted(boards, key=results.order):
            board = _board(match.teams, key, boards[key], results)
            if board is not None:
                match.boards.append(board)
        found.append(match)
    found.sort(
        key=lambda match: (
            order[match.round],
            natural(match.teams[0]),
            natural(match.teams[1]),
        )
    )
    for match in found:
        if match.boards:
            try:
                _score(match, config)
            except ScaleError as error:
                raise ScaleError(Said("{match}: {why}", match=match.label, why=error.args[0])) from None
        else:
            message = Said("{label}: no board was compared, and the match is worth nothing", label=match.label)
            results.findings.add(catalogue.NOTHING_TO_COMPARE, message, match.first.origin, match.first.board or None)
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
            message = line.says(
                Said("{ns} – {ew} has no result with {lacking} North-South", ns=line.ns, ew=line.ew, lacking=lacking)
            )
            results.findings.leave_out(catalogue.ROOM_MISSING, message, line)
        return None
    board = MatchBoard(key, (first, second), _NOTHING)
    config = results.rules
    points = [_points(own, other, config) for own, other in board.awards]
    if points[0] is None or points[1] is None:
        for line, other in ((first, second), (second, first)):
            message = line.says(_why_not(line, other, config))
            results.findings.leave_out(catalogue.RESULT_MISSING, message, line)
        return None
    aggregate = None
    if config.form == "patton":
        found = [_aggregate(own, other, config) for own, other in board.awards]
        if None in found:
            # Points cannot be made of a share of a top, and the other half of a Patton has a value for it.
            message = first.says(Said("an artificial score has no points, and adds nothing to the aggregate"))
            results.findings.add(catalogue.RESULT_MISSING, message, first.origin, first.board, Severity.NOTICE)
        aggregate = found[0] or Fraction(0), found[1] or Fraction(0)
    return MatchBoard(key, (first, second), (points[0], points[1]), aggregate)


def _why_not(line: Line, other: Line, config: EventRules) -> str:
    """Why the results of two rooms cannot be compared."""
    if config.form == "total-points":
        if any(isinstance(award, Artificial) for award in (line.ns_award, line.ew_award)):
            return Said("an artificial score has no points, so that it does not count in total points")
        if any(isinstance(award, Artificial) for award in (other.ns_award, other.ew_award)):
            return Said("the other room has an artificial score, which has no points, so that the board does not count")
    if line.ns_award is None or line.ew_award is None:
        return Said("one side has no score, so that the rooms cannot be compared")
    return Said("one side of the other room has no score, so that the rooms cannot be compared")


def _artificial(own: Award, other: Award) -> list[Artificial]:
    return [award for award in (own, other) if isinstance(award, Artificial)]


def _imps(own: Award, other: Award, config: EventRules) -> Fraction | None:
    """A team's IMPs: what it was awarded North-South against what it was awarded East-West."""
    if artificial := _artificial(own, other):
        shares = [artificial_imps(award, config.average_imps) for award in artificial]
        return Fraction(sum(shares)) / len(shares)
    return difference_imps(own, other)


def _difference(own: Award, other: Award) -> Fraction | None:
    points, against = mean_of(own), mean_of(other)
    return None if points is None or against is None else Fraction(points) - against


def _points(own: Award, other: Award, config: EventRules) -> Fraction | None:
    if config.form in ("bam", "patton"):
        win = config.matchpoints.win
        if artificial := _artificial(own, other):
            return Fraction(sum(award.share for award in artificial)) / len(artificial) * win
        return board_a_match(own, other, win)
    if config.form == "total-points":
        return _difference(own, other)
    return _imps(own, other, config)


def _aggregate(own: Award, other: Award, config: EventRules) -> Fraction | None:
    return _imps(own, other, config) if config.patton_aggregate == "imps" else _difference(own, other)


def _score(match: Match, config: EventRules) -> None:
    imps = match.imps
    if config.form == "patton":
        if config.scale is None:
            raise ValueError("a Patton needs a scale")
        form = PattonForm(config.scale, config.matchpoints.win, config.patton_boards, config.scale_boards)
        match.patton = form.score([(board.points, board.aggregate or _NOTHING) for board in match.boards])
        match.points = match.patton.totals
    elif config.unit == "VP" and config.scale is not None and imps is not None:
        boards = config.scale_boards or len(match.boards)
        match.points = config.scale.points(imps[0], boards)[0], config.scale.points(imps[1], boards)[0]
    else:
        match.points = (
            Fraction(sum(board.points[0] for board in match.boards)),
            Fraction(sum(board.points[1] for board in match.boards)),
        )


def by_team(matches: Iterable[Match]) -> dict[str, list[Match]]:
    """The matches of each team that has one, in their order."""
    found: dict[str, list[Match]] = defaultdict(list)
    for match in matches:
        for team in match.teams:
            found[team].append(match)
    return found


def draw_points(scale: Scale, boards: int) -> Fraction:
    """What a drawn match is worth, which is what a bye gets (regulation, article 10j)."""
    return scale.points(0, boards)[0]
