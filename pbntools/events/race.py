"""Events in which everybody is compared with everybody: matchpoints, cross-IMPs, Butler, instant matchpoints."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import groupby
from typing import NamedTuple

from pbntools import rules as catalogue
from pbntools.events.awards import AVERAGES, Artificial, Award, has_points
from pbntools.events.butler import MadeDatum, board_scores, butler
from pbntools.events.config import EventRules
from pbntools.events.cross_imps import cross_imps
from pbntools.events.gathering import Results
from pbntools.events.imps import artificial_imps
from pbntools.events.lines import BoardKey, Line
from pbntools.events.matchpoints import score_board
from pbntools.events.rounding import exact_sum
from pbntools.events.scales import Scale, ScaleError
from pbntools.laws._words import SIDES
from pbntools.said import Said

PLUS, MINUS = AVERAGES["A+"], AVERAGES["A-"]


class Cell(NamedTuple):
    """What a contestant got on a board: ``points`` of a ``top`` (None where there is none, as with IMPs).

    ``value`` is the share of the top, or the points where there is no top; ``how`` has what it arose from.  An
    artificial score of a session in which no board has two results has its share, and 0 points of a top of 0.
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
    made: dict[tuple[BoardKey, int], MadeDatum] = field(default_factory=dict)
    """By board and the group of a fouled one: its datum with what it was made from, unless the event gives it."""
    full: dict[str, int] = field(default_factory=dict)
    """By session: the results of a full board."""
    out: dict[str, str] = field(default_factory=dict)
    """Who went out in a cut, with the session after which that was."""
    known: set[str] = field(default_factory=set)
    """Who had a result that counts when the last cut was made."""
    new: set[str] = field(default_factory=set)
    """Who had none when a cut was made, and plays after it."""

    def is_out(self, contestant: str, session: str) -> bool:
        """Whether a contestant went out before a session."""
        after = self.out.get(contestant)
        order = self.results.sessions
        return after is not None and order.index(after) < order.index(session)

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
    return exact_sum(_of_round(own, scale, boards) for own in rounds.values())


def _of_round(cells: Sequence[Cell], scale: Scale, boards: int | None) -> Fraction:
    try:
        return scale.points(exact_sum(cell.points for cell in cells), boards or len(cells))[0]
    except ScaleError as error:
        line, side = cells[0].line, cells[0].side
        who = " – ".join(filter(None, (line.ns, line.ew))) or " & ".join(line.who(side))
        if line.round:
            where = Said("round {round}: {who}", round=line.round, who=who)
            raise ScaleError(Said("{where}: {why}", where=where, why=error.args[0])) from None
        raise ScaleError(Said("{where}: {why}", where=who, why=error.args[0])) from None


def _by_session(cell: Cell, mean: Fraction) -> Fraction:
    award = cell.award
    if isinstance(award, Artificial) and award.share == PLUS:
        return max(cell.value, mean)
    if isinstance(award, Artificial) and award.share == MINUS:
        return min(cell.value, mean)
    return cell.value


def score_race(results: Results, after: Callable[[Race, str], None] | None = None) -> Race:
    """Score all boards, session by session; ``after`` is told when one is done, and may send contestants out."""
    race = Race(results)
    for session, boards in groupby(results.by_board().items(), key=lambda item: item[0][0]):
        _score_session(race, session, {key: _still_in(race, lines) for key, lines in boards})
        if after is not None:
            after(race, session)
    return race


def _still_in(race: Race, lines: list[Line]) -> list[Line]:
    """The results of a board at which anybody sat who is in, or who is not known; others are left out.

    That of one who is out stays in the comparison, as a result of the board and of its opponents.
    """
    if not race.known:
        return lines
    left = []
    for line in lines:
        own = [one for side in (0, 1) for one in line.who(side)]
        race.new.update(one for one in own if one not in race.known)
        if all(line.who(side) for side in (0, 1)) and all(one in race.out for one in own):
            message = line.says(Said("all who sat there had gone out in a cut"))
            race.results.findings.leave_out(catalogue.CUT_NOT_PASSED, message, line, told=False)
        else:
            left.append(line)
    return left


def _score_session(race: Race, session: str, boards: dict[BoardKey, list[Line]]) -> None:
    config = race.results.rules
    race.full[session] = _full(race, session, boards)
    race.tops[session] = Fraction(max(race.full[session] - 1, 0) * config.matchpoints.win)
    score = {"matchpoints": _matchpoints, "cross-imps": _cross_imps, "butler": _butler, "instant": _instant}
    for key, lines in boards.items():
        if not lines:
            continue
        if config.method in ("cross-imps", "butler") and any(line.group for line in lines):
            # Each group of a fouled board is scored by itself (Law 87B), and a datum is that of the group.
            for group in sorted({line.group for line in lines}):
                score[config.method](race, key, [line for line in lines if line.group == group])
            race.datums.pop(key, None)
        else:
            score[config.method](race, key, lines)
        _tell_halves(race, lines)


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


def _full(race: Race, session: str, boards: Mapping[BoardKey, Sequence[Line]]) -> int:
    """The results of a full board of a session: as the event says, else the most that a board has.

    An artificial score is one of a table that should have had a result, so that the board would have one more.  The
    groups of a fouled board are together as many results as those of any other board.  A number of the event that is
    below the results that there are is told, and these count.
    """
    said = race.results.rules.full
    if said is None:
        return max((_tables(lines, _is_entry) for lines in boards.values()), default=0)
    most = max((_tables(lines, has_points) for lines in boards.values()), default=0)
    if said < most:
        key = next(key for key, lines in boards.items() if _tables(lines, has_points) == most)
        message = Said(
            "full in [scoring] is {full}, and board {board} has {n} results: these are a full board",
            full=said,
            board=key[2],
            n=most,
        )
        race.results.findings.add(catalogue.NOTHING_MEANT, message, race.results.origin, key[2])
    return max(said, most)


def _is_entry(award: Award) -> bool:
    return award is not None


def _tables(lines: Sequence[Line], counts: Callable[[Award], bool]) -> int:
    """How many results of a board count, in the direction that has more of them."""
    return max(
        sum([line.count for line in lines if counts(line.ns_award)]),
        sum([line.count for line in lines if counts(line.ew_award)]),
    )


def _add(race: Race, line: Line, cells: list[Cell | None]) -> None:
    race.by_line[id(line)] = cells
    for side, cell in enumerate(cells):
        if cell is not None:
            for contestant in line.who(side):
                if contestant in race.out:
                    continue
                race.cells[contestant].append(cell)
                race.sessions[contestant, cell.key[0]].append(cell)


def _alone(race: Race, key: BoardKey, lines: Sequence[Line]) -> None:
    """Say which results of a board, or of a group of one that was fouled, have nothing to be compared with."""
    fouled = any(one.board == key[2] and one.session in (None, key[0]) for one in race.results.rules.fouled)
    what = Said("the only result of its group of the fouled board") if fouled else Said("the only result of the board")
    for line in lines:
        if race.by_line[id(line)] == [None, None]:
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
    scored = score_board(ns, ew, full, config.matchpoints, groups=groups, counts=counts)
    numbers = [_numbers(lines, awards) for awards in (ns, ew)]
    known: dict[int, tuple[Fraction, tuple[object, ...]]] = {}
    for line, pair in zip(lines, scored, strict=True):
        cells: list[Cell | None] = []
        for side, found in enumerate(pair):
            award = line.ew_award if side else line.ns_award
            if isinstance(award, Artificial) and not found.top:
                # A share needs no comparison, nor a top.
                cells.append(Cell(key, line, side, Fraction(0), Fraction(0), award.share))
                continue
            if found.points is None or not found.top:
                cells.append(None)
                continue
            # Equal results share what they got, which all of a board's are alive to tell.
            both = known.get(id(found))
            if both is None:
                both = known[id(found)] = found.points / found.top, (found.raw, numbers[side][line.group], full)
            cells.append(Cell(key, line, side, found.points, found.top, *both))
        _add(race, line, cells)
    _alone(race, key, lines)


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
    for at, line in enumerate(lines):
        cells = [
            _imp_cell(
                race, key, line, side, sides[side][at].score, (sides[side][at].total, sides[side][at].comparisons)
            )
            for side in (0, 1)
        ]
        _add(race, line, cells)
    _alone(race, key, lines)


def _butler(race: Race, key: BoardKey, lines: list[Line]) -> None:
    made, alone = _datum(race, key, lines)
    datum = made.datum if isinstance(made, MadeDatum) else made
    if isinstance(made, MadeDatum):
        race.made[key, lines[0].group] = made
    if datum is not None:
        race.datums[key] = datum
    for line in lines:
        awards = line.ns_award, line.ew_award
        cells = []
        for side in (0, 1):
            own = None if datum is None else butler(awards[side], datum, ew=bool(side))
            cells.append(_imp_cell(race, key, line, side, own, (datum,)))
        _add(race, line, cells)
        if datum is None and not alone and cells == [None, None]:
            message = line.says(Said("the board has no datum"))
            race.results.findings.leave_out(catalogue.NOTHING_TO_COMPARE, message, line)
    if alone:
        _alone(race, key, lines)


def _datum(race: Race, key: BoardKey, lines: Sequence[Line]) -> tuple[MadeDatum | Fraction | None, bool]:
    """The datum of a board, as it was made or given.

    None without one; then also whether there is none because a result would be its own datum.
    """
    config = race.results.rules
    if config.datum.method == "fixed":
        places = [*filter(None, (key[1], key[0])), ""]
        return next((config.fixed[place, key[2]] for place in places if (place, key[2]) in config.fixed), None), False
    points = board_scores([line.ns_award for line in lines], [line.ew_award for line in lines])
    values = [value for value, line in zip(points, lines, strict=True) for _ in range(line.count) if value is not None]
    if len(values) < 2:
        return None, True
    leaders = [
        value
        for value, line in zip(points, lines, strict=True)
        if value is not None and config.leaders & {*line.who(0), line.ns or ""}
    ]
    return config.datum.made(values, leaders), False


def _instant(race: Race, key: BoardKey, lines: list[Line]) -> None:
    disagree = race.results.instant.disagree(key)
    table = race.results.instant.of(key) or (None if disagree else race.results.rules.instant)
    for line in lines:
        cells: list[Cell | None] = []
        for side, award in enumerate((line.ns_award, line.ew_award)):
            share = award.share if isinstance(award, Artificial) else None
            if share is None and table is not None:
                share = table.share(award, ew=bool(side))
            cells.append(None if share is None else Cell(key, line, side, share, Fraction(1), share, (table,)))
        _add(race, line, cells)
        if cells == [None, None]:
            if disagree:
                message = line.says(Said("its InstantScoreTables differ"))
                race.results.findings.leave_out(catalogue.TABLES_DISAGREE, message, line, told=False)
                continue
            why = Said("no InstantScoreTable") if table is None else Said("the table has no one row for the score")
            race.results.findings.leave_out(catalogue.NOTHING_TO_COMPARE, line.says(why), line)
