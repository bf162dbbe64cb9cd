"""All results of an event: read, given to contestants, adjusted, and what does not count left out with a reason."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING

from pbntools import rules
from pbntools.diagnostics import Severity
from pbntools.events.addressing import addressed, called, in_order
from pbntools.events.awards import parts_of
from pbntools.events.config import Adjustment, EventRules
from pbntools.events.contestants import NUMBERED_APART, Contestant, PairFinder, PlayerFinder, TeamFinder
from pbntools.events.instant import InstantTables
from pbntools.events.keys import ConfigError
from pbntools.events.lines import BoardKey, Findings, Line, Origin
from pbntools.events.mentions import name_partial, name_strangers, nearest
from pbntools.events.reading_results import ResultReader
from pbntools.events.repeats import Seat, drop_repeats, repeated, repeated_tables
from pbntools.events.round_names import rounds_again
from pbntools.events.row_results import NOT_PLAYED, is_score, no_score
from pbntools.events.spelling import fold, joined
from pbntools.laws._words import SIDES, listed
from pbntools.said import Said, said_of

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading
    from pbntools.laws import Outcome
    from pbntools.record import Record

EVENT_FILE = Origin("event")


@dataclass(slots=True)
class Results:
    """The results that count, whose they are, and what is to be said."""

    rules: EventRules
    lines: list[Line]
    contestants: dict[str, Contestant]
    findings: Findings
    instant: InstantTables = field(default_factory=InstantTables)
    disagreeing: int = 0
    empty: int = 0
    sessions: list[str] = field(default_factory=list)
    again: frozenset[str] = frozenset()
    """Rounds of matches that several sessions have; see `round_names`."""
    origin: Origin = EVENT_FILE
    """What the event file is called in what is said of it."""
    every: list[Line] = field(default_factory=list)
    """All lines that were read, those that were left out too."""

    @property
    def counted(self) -> int:
        """How many results count; with those left out these are all that were read."""
        return sum(not line.out for line in self.lines)

    def key(self, line: Line) -> BoardKey:
        """What tells the board of a line from others; one number in another session, or round, is another board."""
        return board_key(self.rules, line)

    def by_board(self) -> dict[BoardKey, list[Line]]:
        """The lines of each board, in the order of sessions, rounds and numbers."""
        found: dict[BoardKey, list[Line]] = defaultdict(list)
        by_round = self.rules.board_is == "round"
        for line in self.lines:
            found[line.session, line.round if by_round else "", line.board].append(line)
        return {key: found[key] for key in sorted(found, key=self.order)}

    def order(self, key: BoardKey) -> tuple[object, ...]:
        """What sorts boards."""
        session, round_name, board = key
        at = self.sessions.index(session) if session in self.sessions else len(self.sessions)
        return at, natural(session), natural(round_name), natural(board)


@lru_cache(maxsize=4096)
def unusable_label(label: str) -> str:
    """Why nothing can be the board of this label; empty where it can."""
    if label.isascii() and label.isdigit() and label.strip("0"):
        return ""
    if not label or label.lstrip("+-") == "":
        return Said("a result without a board")
    number = label.removeprefix("-")
    if number.isascii() and number.isdigit() and (number != label or not number.strip("0")):
        return Said("no board has the number {label}", label=label)
    return ""


def board_key(config: EventRules, line: Line) -> BoardKey:
    """What tells the board of a line from others; see `Results.key`."""
    return line.session, line.round if config.board_is == "round" else "", line.board


def natural(text: str) -> tuple[tuple[int, int, str], ...]:
    """What sorts labels so that 10 comes after 9."""
    parts: list[tuple[int, int, str]] = []
    word = ""
    for character in text:
        digit = character.isascii() and character.isdigit()
        if word and (word[-1].isascii() and word[-1].isdigit()) != digit:
            parts.append(_part(word))
            word = ""
        word += character
    if word:
        parts.append(_part(word))
    return tuple(parts)


_WHEN = re.compile(r"([0-9]{4}\.[0-9]{2}\.[0-9]{2})? ?([0-9]{1,9})?(.*)", re.DOTALL)


def order_is_told(config: EventRules, sessions: Collection[str]) -> bool:
    """Whether the event names the sessions, or their dates and numbers tell in which order they were played."""
    if {stretch.name for stretch in config.sessions}.issuperset(sessions):
        return True
    found = [_when(name) for name in sessions]
    if len({bool(date) for date, _, _ in found}) > 1:
        return False
    dates = [date for date, _, _ in found]
    # Of one day, numbers alone tell which was first.
    return all(bool(date and dates.count(date) == 1) or (bool(number) and not name) for date, number, name in found)


def _when(session: str) -> tuple[str, str, str]:
    """The date and the number of a session, and what else it is called."""
    match = _WHEN.fullmatch(session)
    return ("", "", session) if match is None else (match[1] or "", match[2] or "", match[3])


def _part(word: str) -> tuple[int, int, str]:
    # A label as long as a file would take long to read as a number.
    return (0, int(word), "") if word.isascii() and word.isdigit() and len(word) < 19 else (1, 0, word)


class Gatherer:
    """Takes the records of an event one by one.

    ``origin`` is how the event file is called in what is said of it.
    """

    def __init__(self, config: EventRules, origin: Origin = EVENT_FILE) -> None:
        self._config = config
        self._origin = origin
        self._reader = ResultReader(frozenset(stretch.name for stretch in config.sessions))
        self._lines: list[Line] = []
        self._findings = Findings()
        self._instant = InstantTables()

    def add(
        self,
        path: str,
        index: int,
        record: Record,
        outcome: Outcome,
        reading: Reading | None = None,
        *,
        session: str | None = None,
        round_name: str | None = None,
    ) -> None:
        """Take the results of a record.  ``session`` and ``round_name`` stand for what its tags say."""
        base = self._reader.base(path, index, record, reading, session, round_name)
        key, origin = board_key(self._config, base), base.origin
        found = self._reader.results(base, record, outcome)
        self._lines += found
        table = record.table("InstantScoreTable") if self._config.method == "instant" else None
        if table is not None and base.board:
            try:
                faults = self._instant.add(key, table, origin, alone=not found)
            except ValueError as error:
                faults = (said_of(error),)
            for fault in faults:
                message = Said("board {board}: {fault}", board=base.board, fault=fault)
                self._findings.add(rules.NOTHING_TO_COMPARE, message, origin, base.board)

    def finish(self) -> Results:
        """Everything, in an order that does not hang on that of the files.

        Raises `ConfigError` where two entries of the event file speak of one contestant.
        """
        config, findings = self._config, self._findings
        self._reader.tell_unreadable(findings)
        every = sorted(self._lines, key=lambda line: line.origin.order)
        lines = [line for line in every if self._usable(line)]
        names = self._reader.names
        finder: PairFinder | PlayerFinder | TeamFinder
        if not config.is_race:
            finder = TeamFinder(config, names, findings, self._reader.teams)
        elif config.form == "individual":
            finder = PlayerFinder(config, findings)
        else:
            finder = PairFinder(config, names, findings)
        lines = finder.find(lines)
        config = self._config = addressed(config, finder.found)
        results = Results(
            config,
            lines,
            finder.found,
            findings,
            self._instant,
            self._reader.disagreeing,
            self._reader.empty,
            origin=self._origin,
            every=every,
        )
        self._adjust(results)
        results.lines = [line for line in results.lines if self._scored(line)]
        results.lines = self._once(results)
        self._sort(results)
        results.again = rounds_again(config, results.lines)
        self._group(results)
        self._instant.tell(findings)
        self._tell_joined(lines)
        self._tell_assumed(results)
        findings.tell_doubts(results.lines)
        name_strangers(results)
        name_partial(results)
        return results

    def _usable(self, line: Line) -> bool:
        fault = unusable_label(line.board)
        if fault:
            self._findings.leave_out(rules.BOARD_UNUSABLE, fault, line)
        return not fault

    def _adjust(self, results: Results) -> None:
        if not self._config.adjustments:
            return
        by_board: dict[str, list[Line]] = defaultdict(list)
        for line in results.lines:
            by_board[line.board].append(line)
        made: dict[int, Adjustment] = {}
        for adjustment in self._config.adjustments:
            at = {fold(adjustment.at), in_order(adjustment.at)}
            found = [
                line
                for line in by_board[adjustment.board]
                if not at.isdisjoint(_called(results, line))
                and adjustment.session in (None, line.session)
                and adjustment.round in (None, line.round)
            ]
            many = len(found)
            if not self._config.is_race:
                found = adjusted_table(results, fold(adjustment.at), found)
            what = _adjustment_of(adjustment)
            if not found:
                known = not at.isdisjoint(name for key, one in results.contestants.items() for name in called(key, one))
                near = "" if known else nearest(adjustment.at, results.contestants)
                self._findings.unmet(Said("{what} fits no result{nearest}", what=what, nearest=near), self._origin)
            elif len(found) > 1:
                hint = _apart(found) or nearest(adjustment.at, results.contestants, longer=True)
                message = Said("{what} fits {n} results, and none was adjusted{hint}", what=what, n=many, hint=hint)
                self._findings.unmet(message, self._origin)
            else:
                line = found[0]
                if id(line) in made:
                    other = made[id(line)]
                    raise ConfigError(
                        Said(
                            "the adjustments of board {board} at {one} and at {other} are of one result: expected one"
                            " of them",
                            board=line.board,
                            one=other.at,
                            other=adjustment.at,
                        )
                    )
                made[id(line)] = adjustment
                # Results of two tables may say the same.
                if not any(one is line for one in by_board[adjustment.board]):
                    by_board[adjustment.board].append(line)
                if not line.adjusted:
                    line.at_table = line.ns_award, line.ew_award
                line.ns_award, line.ew_award, line.adjusted = adjustment.ns, adjustment.ew, True
                line.adjusted_why = adjustment.why
                line.unplayed = adjustment.ns is None and adjustment.ew is None
                line.why, line.assumed = Said("not played, as the event says") if line.unplayed else "", False
                # What is doubtful of the table's own score does not matter any more.
                line.doubt = None
                self._tell_impossible(adjustment)

    def _tell_impossible(self, adjustment: Adjustment) -> None:
        """Say which points of an adjustment no contract comes to."""
        points = dict.fromkeys(points for award in (adjustment.ns, adjustment.ew) for points, _ in parts_of(award))
        for wrong in points:
            if not is_score(wrong):
                message = Said("{what}: {fault}", what=_adjustment_of(adjustment), fault=no_score(wrong).message)
                self._findings.add(rules.IMPOSSIBLE_SCORE, message, self._origin, adjustment.board, Severity.WARNING)

    def _nothing(self, message: str) -> None:
        self._findings.add(rules.NOTHING_MEANT, message, self._origin, None)

    def _scored(self, line: Line) -> bool:
        """Whether a side of a line was awarded something; what stands in for a board that was not played is awarded."""
        config = self._config
        if line.ns_award is None and line.ew_award is None:
            stand_in = config.not_played
            if stand_in is not None and line.unplayed and config.is_race:
                line.ns_award = line.ew_award = stand_in
                message = line.says(Said("not played, and scored as {stand_in}", stand_in=stand_in))
                self._findings.add(rules.RESULT_MISSING, message, line.origin, line.board, Severity.NOTICE)
                return True
            self._findings.leave_out(rules.RESULT_MISSING, line.says(line.why or NOT_PLAYED), line)
            return False
        if line.ns_award is None or line.ew_award is None:
            at = 0 if line.ns_award is None else 1
            who = listed(line.who(at)) if line.who(at) else Said("nobody that is known")
            what = Said("{side} ({who}) has no score, and the other side has one", side=SIDES[at], who=who)
            if line.why:
                what = Said("{what}: {why}", what=what, why=line.why)
            message = line.says(what)
            self._findings.add(rules.RESULT_MISSING, message, line.origin, line.board)
        return True

    def _once(self, results: Results) -> list[Line]:
        """Each result once; of two for one contestant, or one table, on a board nothing tells which is meant."""
        race = self._config.is_race
        seats: list[tuple[Seat, Line]] = []
        for line in results.lines:
            key = board_key(results.rules, line)
            if race:
                seats += [((key, one), line) for one in (*line.who(0), *line.who(1))]
            else:
                # A team sits at two tables of a board, once in each direction.
                teams = line.ns or "", line.ew or ""
                seats += [((key, teams[at], f"{at} {teams[1 - at]}"), line) for at in (0, 1)]
        again = repeated(seats)
        for seat, lines in sorted(again.items(), key=lambda item: item[1][0].origin.order):
            pairs = race and self._config.form != "individual"
            both = pairs and len({at for line in lines for at in (0, 1) if seat[1] in line.who(at)}) > 1
            advice = NUMBERED_APART if both else None
            drop_repeats(str(seat[1]), lines, self._findings, rules.RESULT_REPEATED, advice)
        left = [line for line in results.lines if not line.out]
        for lines in repeated_tables(left, rooms=not race):
            drop_repeats(Said("the table"), lines, self._findings, rules.TABLE_REPEATED)
        return [line for line in left if not line.out]

    def _tell_assumed(self, results: Results) -> None:
        lines = [line for line in results.lines if line.assumed]
        if lines:
            message = Said.counted(
                "{n:,} result has no vulnerability: that of the board's number counts (Law 2)",
                "{n:,} results have no vulnerability: that of the board's number counts (Law 2)",
                n=len(lines),
            )
            self._findings.add(rules.VULNERABILITY_ASSUMED, message, lines[0].origin, lines[0].board)

    def _tell_joined(self, lines: Sequence[Line]) -> None:
        """Say which names are taken for one although they differ by more than case."""
        sides = {side for line in lines for side in line.sides}
        names = {name for side in sides for name in (side.id or "", *side.names)}
        names.update(name for line in lines for name in (line.home, line.visit))
        names.update(name for team in self._config.teams for name in (team.name, *team.players))
        for spelt in joined(names):
            message = Said(
                "{names} are taken for one name: with a dot or without, i is one letter in names", names=listed(spelt)
            )
            self._findings.add(rules.CONTESTANT_UNKNOWN, message, self._origin, None, Severity.NOTICE)

    def _sort(self, results: Results) -> None:
        named = [stretch.name for stretch in self._config.sessions]
        met = sorted({line.session for line in results.lines} - set(named), key=natural)
        results.sessions = [name for name in named if any(line.session == name for line in results.lines)] + met

    def _group(self, results: Results) -> None:
        for fouled in self._config.fouled:
            lines = [
                line for line in results.lines if line.board == fouled.board and fouled.session in (None, line.session)
            ]
            if not lines:
                message = Said("board {board}, which is said to be fouled, has no result", board=fouled.board)
                self._findings.unmet(message, self._origin)
            for line in lines:
                groups = [at for at, group in enumerate(fouled.groups) if group & {*line.who(0), line.ns}]
                if groups:
                    line.group = groups[0]
                else:
                    self._nothing(
                        line.says(
                            Said("{who} is in no group of the fouled board, and counts in the first", who=line.ns)
                        )
                    )
            known = {one for line in lines for one in (*line.who(0), line.ns)}
            for member in sorted(frozenset().union(*fouled.groups) - known if lines else (), key=natural):
                message = Said(
                    "board {board}, which is said to be fouled, has no result of {member} as North-South",
                    board=fouled.board,
                    member=member,
                )
                self._findings.unmet(message, self._origin)


def _adjustment_of(adjustment: Adjustment) -> Said:
    return Said("the adjustment of board {board} at {at}", board=adjustment.board, at=adjustment.at)


def _called(results: Results, line: Line) -> set[str]:
    """What the contestants of a line may be called: by their keys, names, or a number that both directions have."""
    keys = (*line.who(0), *line.who(1))
    found = {fold(key) for key in (*keys, line.ns, line.ew) if key}
    return found.union(*(called(key, results.contestants[key]) for key in keys if key in results.contestants))


def _apart(lines: Sequence[Line]) -> str:
    """Which keys of an adjustment tell the results apart that it fits, in words."""
    sessions, rounds = ({getattr(line, name) for line in lines} for name in ("session", "round"))
    if len(sessions) > 1 and len(rounds) > 1:
        return Said(": add its session or round")
    if len(sessions) > 1:
        return Said(": add its session")
    return Said(": add its round") if len(rounds) > 1 else ""


def adjusted_table(results: Results, team: str, found: list[Line]) -> list[Line]:
    """Of the results of a match that an adjustment fits, the one at which the team (folded) sits North-South.

    Where a board has a result of the other room alone, that of the team's own is added without a score.
    """
    if len({(results.key(line), line.round or line.session, frozenset((line.ns, line.ew))) for line in found}) != 1:
        return found
    own = [line for line in found if fold(line.ns or "") == team]
    if own or len(found) > 1:
        return own or found
    (line,) = found
    other = Line(line.board, line.origin, session=line.session, round=line.round, home=line.home, visit=line.visit)
    other.room = {"open": "closed", "closed": "open"}.get(line.room, "")
    other.ns, other.ew = line.ew, line.ns
    results.lines.append(other)
    return [other]
