"""Events in which everybody is compared with everybody: matchpoints, cross-IMPs, Butler, instant matchpoints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from pbntools import rules as catalogue
from pbntools.events.awards import AVERAGES, Artificial, Award, has_points, played
from pbntools.events.butler import board_scores, butler
from pbntools.events.config import EventRules
from pbntools.events.cross_imps import cross_imps
from pbntools.events.gathering import Results
from pbntools.events.imps import artificial_imps
from pbntools.events.lines import BoardKey, Line
from pbntools.events.matchpoints import score_board
from pbntools.events.rounding import exact_sum
from pbntools.events.scales import Scale
from pbntools.laws._words import SIDES
from pbntools.said import Said

PLUS, MINUS = AVERAGES["A+"], AVERAGES["A-"]


class Cell(NamedTuple):
    """What a contestant got on a board: ``points`` of a ``top`` (None where there is none, as with IMPs).

    ``value`` is the share of the top, or the points where there is no top; ``how`` has what it arose from.
    """

    key: BoardKey
    line: Line
    side: int
    points: Fraction
    top: Fraction | None
    value: Fraction
    how: tuple[object, ...] = ()

    @property
    def award(self) -> Award:
        """What the side was awarded."""
        return self.line.ew_award if self.side else self.line.ns_award


@dataclass(slots=True)
class Race:
    """What all contestants got on their boards."""

    results: Results
    cells: dict[str, list[Cell]] = field(default_factory=lambda: defaultdict(list))
    by_line: dict[int, list[Cell | None]] = field(default_factory=dict)
    """By ``id`` of a line: the cells of its two sides."""
    sessions: dict[tuple[str, str], list[Cell]] = field(default_factory=lambda: defaultdict(list))
    """By contestant and session: its cells."""
    tops: dict[str, Fraction] = field(default_factory=dict)
    """By session: the top of a full board."""
    datums: dict[BoardKey, Fraction] = field(default_factory=dict)
    full: dict[str, int] = field(default_factory=dict)
    """By session: the results of a full board."""

    def of_session(self, contestant: str, session: str) -> list[Cell]:
        """A contestant's cells of a session."""
        return self.sessions.get((contestant, session), [])

    def session_value(self, contestant: str, session: str) -> Fraction | None:
        """A contestant's share of a session, or its IMPs; None where it did not play there."""
        return session_value(self.of_session(contestant, session), self.results.rules)


def session_value(cells: Sequence[Cell], config: EventRules) -> Fraction | None:
    """The mean of the shares of the boards, or the sum of the IMPs, by round on a scale; None without a board.

    By the session rule, average plus is a contestant's share of its other boards where that is more, and average minus
    where it is less (not verified in the Laws, so an event has to ask for it).
    """
    if not cells:
        return None
    if config.unit == "VP" and config.scale is not None:
        return _victory_points(cells, config.scale, config.scale_boards)
    if config.unit != "%":
        return exact_sum(cell.points for cell in cells)
    values = [cell.value for cell in cells]
    if config.session_rule:
        own = [cell.value for cell in cells if not isinstance(cell.award, Artificial)]
        if own:
            mean = exact_sum(own) / len(own)
            values = [_by_session(cell, mean) for cell in cells]
    return exact_sum(values) / len(values)


def _victory_points(cells: Sequence[Cell], scale: Scale, boards: int | None) -> Fraction:
    """The IMPs of each round, which is a match of two pairs, as victory points."""
    rounds: dict[str, list[Cell]] = defaultdict(list)
    for cell in cells:
        rounds[cell.line.round].append(cell)
    return Fraction(
        sum(scale.points(Fraction(sum(cell.points for cell in own)), boards or len(own))[0] for own in rounds.values())
    )


def _by_session(cell: Cell, mean: Fraction) -> Fraction:
    award = cell.award
    if isinstance(award, Artificial) and award.share == PLUS:
        return max(cell.value, mean)
    if isinstance(award, Artificial) and award.share == MINUS:
        return min(cell.value, mean)
    return cell.value


def score_race(results: Results) -> Race:
    """Score all boards."""
    config = results.rules
    race = Race(results)
    boards = results.by_board()
    for (session, _, _), lines in boards.items():
        # The groups of a fouled board are together as many results as those of any other board.
        race.full[session] = max(race.full.get(session, 0), _tables(lines))
    for session, number in race.full.items():
        if config.full is not None:
            race.full[session] = max(config.full, number)
        race.tops[session] = Fraction((race.full[session] - 1) * config.matchpoints.win)
    score = {"matchpoints": _matchpoints, "cross-imps": _cross_imps, "butler": _butler, "instant": _instant}
    for key, lines in boards.items():
        if config.method in ("cross-imps", "butler") and any(line.group for line in lines):
            # Each group of a fouled board is scored by itself (Law 87B), and a datum is that of the group.
            for group in sorted({line.group for line in lines}):
                score[config.method](race, key, [line for line in lines if line.group == group])
            race.datums.pop(key, None)
        else:
            score[config.method](race, key, lines)
        _tell_halves(race, lines)
    return race


def _tell_halves(race: Race, lines: Sequence[Line]) -> None:
    """Say which side of a result gets nothing for its award while the other one gets something."""
    for line in lines:
        cells = race.by_line[id(line)]
        if None in cells and not line.out:
            side = cells.index(None)
            if (line.ns_award, line.ew_award)[side] is not None:
                message = line.says(
                    Said("{side} gets nothing for its score, and the other side does", side=SIDES[side])
                )
                race.results.findings.add(catalogue.NOTHING_TO_COMPARE, message, line.origin, line.board)


def _tables(lines: Sequence[Line]) -> int:
    """How many results a board has, in the direction that has more of them."""
    return max(
        sum([line.count for line in lines if has_points(line.ns_award)]),
        sum([line.count for line in lines if has_points(line.ew_award)]),
    )


def _add(race: Race, line: Line, cells: list[Cell | None]) -> None:
    race.by_line[id(line)] = cells
    for side, cell in enumerate(cells):
        if cell is not None:
            for contestant in line.who(side):
                race.cells[contestant].append(cell)
                race.sessions[contestant, cell.key[0]].append(cell)


def _alone(race: Race, key: BoardKey, lines: Sequence[Line]) -> None:
    """Say that there is nothing to compare a board with; its artificial scores stand."""
    for line in lines:
        what = Said("the only result of the board")
        if not played([line.ns_award, line.ew_award]):
            what = Said("an artificial score, and no board of the session has two results")
        race.results.findings.leave_out(catalogue.NOTHING_TO_COMPARE, line.says(what), line)


def _numbers(lines: Sequence[Line], awards: Sequence[Award]) -> list[int]:
    """By group of a board: how many of the awards of a side are results."""
    found = [0] * (max([line.group for line in lines]) + 1)
    for line, award in zip(lines, awards, strict=True):
        if has_points(award):
            found[line.group] += line.count
    return found


def _matchpoints(race: Race, key: BoardKey, lines: list[Line]) -> None:
    config = race.results.rules
    fouled = any(line.group for line in lines)
    counts = [line.count for line in lines] if any(line.count > 1 for line in lines) else None
    ns, ew = [line.ns_award for line in lines], [line.ew_award for line in lines]
    groups = [line.group for line in lines] if fouled else None
    full = race.full[key[0]]
    alone = full < 2
    scored = score_board(ns, ew, full, config.matchpoints, groups=groups, counts=counts)
    numbers = [_numbers(lines, awards) for awards in (ns, ew)]
    known: dict[int, tuple[Fraction, tuple[object, ...]]] = {}
    for line, pair in zip(lines, scored, strict=True):
        cells: list[Cell | None] = []
        for side, found in enumerate(pair):
            if found.points is None or not found.top:
                cells.append(None)
                continue
            # Equal results share what they got, which all of a board's are alive to tell.
            both = known.get(id(found))
            if both is None:
                both = known[id(found)] = found.points / found.top, (found.raw, numbers[side][line.group], full)
            cells.append(Cell(key, line, side, found.points, found.top, *both))
        _add(race, line, cells)
        if not alone and cells == [None, None]:
            alone = True
    if alone:
        _alone(race, key, [line for line in lines if race.by_line[id(line)] == [None, None]])


def _imp_cell(
    race: Race, key: BoardKey, line: Line, side: int, score: Fraction | None, how: tuple[object, ...]
) -> Cell | None:
    award = line.ew_award if side else line.ns_award
    if isinstance(award, Artificial):
        score, how = artificial_imps(award, race.results.rules.average_imps), ()
    return None if score is None else Cell(key, line, side, score, None, score, how)


def _cross_imps(race: Race, key: BoardKey, lines: list[Line]) -> None:
    config = race.results.rules
    counts = [line.count for line in lines]
    sides = [
        cross_imps([line.ns_award for line in lines], config.divisor, counts=counts),
        cross_imps([line.ew_award for line in lines], config.divisor, ew=True, counts=counts),
    ]
    alone = []
    for at, line in enumerate(lines):
        cells = [
            _imp_cell(
                race, key, line, side, sides[side][at].score, (sides[side][at].total, sides[side][at].comparisons)
            )
            for side in (0, 1)
        ]
        _add(race, line, cells)
        if cells == [None, None]:
            alone.append(line)
    _alone(race, key, alone)


def _butler(race: Race, key: BoardKey, lines: list[Line]) -> None:
    config = race.results.rules
    datum: Fraction | None
    if config.datum.method == "fixed":
        places = [*filter(None, (key[1], key[0])), ""]
        datum = next((config.fixed[place, key[2]] for place in places if (place, key[2]) in config.fixed), None)
    else:
        points = board_scores([line.ns_award for line in lines], [line.ew_award for line in lines])
        values = [
            value for value, line in zip(points, lines, strict=True) for _ in range(line.count) if value is not None
        ]
        leaders = [
            value
            for value, line in zip(points, lines, strict=True)
            if value is not None and config.leaders & {*line.who(0), line.ns or ""}
        ]
        datum = config.datum.of(values, leaders)
    if datum is None:
        for line in lines:
            message = line.says(Said("the board has no datum"))
            race.results.findings.leave_out(catalogue.NOTHING_TO_COMPARE, message, line)
            _add(race, line, [None, None])
        return
    race.datums[key] = datum
    for line in lines:
        awards = line.ns_award, line.ew_award
        cells = [
            _imp_cell(race, key, line, side, butler(awards[side], datum, ew=bool(side)), (datum,)) for side in (0, 1)
        ]
        _add(race, line, cells)


def _instant(race: Race, key: BoardKey, lines: list[Line]) -> None:
    disagree = race.results.instant.disagree(key)
    table = race.results.instant.of(key) or (None if disagree else race.results.rules.instant)
    for line in lines:
        cells: list[Cell | None] = []
        for side, award in enumerate((line.ns_award, line.ew_award)):
            share = award.share if isinstance(award, Artificial) else None
            if share is None and table is not None:
                share = table.share(award, ew=bool(side))
            cells.append(None if share is None else Cell(key, line, side, share, Fraction(1), share))
        _add(race, line, cells)
        if cells == [None, None]:
            if disagree:
                message = line.says(Said("its InstantScoreTables differ"))
                race.results.findings.leave_out(catalogue.TABLES_DISAGREE, message, line, told=False)
                continue
            why = Said("no InstantScoreTable") if table is None else Said("the table has no one row for the score")
            race.results.findings.leave_out(catalogue.NOTHING_TO_COMPARE, line.says(why), line)
