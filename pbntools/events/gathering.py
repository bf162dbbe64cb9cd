"""All results of an event: read, given to contestants, adjusted, and what does not count left out with a reason."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pbntools import rules
from pbntools.diagnostics import Severity
from pbntools.events.awards import Award
from pbntools.events.config import EventRules
from pbntools.events.contestants import Contestant, PairFinder, PlayerFinder, TeamFinder
from pbntools.events.instant import InstantScores
from pbntools.events.lines import Findings, LeftOut, Line, Origin
from pbntools.events.reading_results import ResultReader

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading
    from pbntools.laws import Outcome
    from pbntools.record import Record

BoardKey = tuple[str, str, str]
"""Session, round (empty where a board is one for the whole session), and label of the board."""
EVENT_FILE = Origin("event")


@dataclass(slots=True)
class Results:
    """The results that count, whose they are, and what is to be said."""

    rules: EventRules
    lines: list[Line]
    contestants: dict[str, Contestant]
    findings: Findings
    instant: dict[str, InstantScores] = field(default_factory=dict)
    """The InstantScoreTable of each board that has one."""
    records: int = 0
    disagreeing: int = 0
    empty: int = 0
    sessions: list[str] = field(default_factory=list)
    origin: Origin = EVENT_FILE
    """What the event file is called in what is said of it."""

    def key(self, line: Line) -> BoardKey:
        """What tells the board of a line from others; one number in another session, or round, is another board."""
        return line.session, line.round if self.rules.board_is == "round" else "", line.board

    def by_board(self) -> dict[BoardKey, list[Line]]:
        """The lines of each board, in the order of sessions, rounds and numbers."""
        found: dict[BoardKey, list[Line]] = defaultdict(list)
        for line in self.lines:
            found[self.key(line)].append(line)
        return {key: found[key] for key in sorted(found, key=self.order)}

    def order(self, key: BoardKey) -> tuple[object, ...]:
        """What sorts boards."""
        session, round_name, board = key
        at = self.sessions.index(session) if session in self.sessions else len(self.sessions)
        return at, natural(session), natural(round_name), natural(board)


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
        self._records = 0
        self._instant: dict[str, InstantScores] = {}

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
        self._records += 1
        table = record.table("InstantScoreTable") if self._config.method == "instant" else None
        if table is not None and record.board is not None:
            try:
                self._instant[record.board] = InstantScores.of_table(table)
            except ValueError as error:
                origin = Origin(path, index, None, reading)
                self._findings.add(rules.NOTHING_TO_COMPARE, str(error), origin, record.board)
        for line in self._reader.lines(path, index, record, outcome, reading):
            if session is not None:
                line.session = session
            if round_name is not None:
                line.round = round_name
            self._lines.append(line)

    def finish(self) -> Results:
        """Everything, in an order that does not hang on that of the files."""
        config, findings = self._config, self._findings
        for message, origin, board in self._reader.unreadable:
            findings.add(rules.RESULT_MISSING, message, origin, board)
            findings.left_out.append(LeftOut(board, "", message, rules.RESULT_MISSING, origin))
        lines = sorted(self._lines, key=lambda line: line.origin.order)
        lines = [line for line in lines if self._usable(line)]
        names = self._reader.names
        finder: PairFinder | PlayerFinder | TeamFinder
        if not config.is_race:
            finder = TeamFinder(config, names, findings)
        elif config.form == "individual":
            finder = PlayerFinder(config, findings)
        else:
            finder = PairFinder(config, names, findings)
        lines = finder.find(lines)
        results = Results(
            config,
            lines,
            finder.found,
            findings,
            self._instant,
            self._records,
            self._reader.disagreeing,
            self._reader.empty,
            origin=self._origin,
        )
        self._adjust(results)
        results.lines = [line for line in results.lines if self._scored(line)]
        results.lines = list(self._once(results))
        self._sort(results)
        self._group(results)
        self._refuse_strangers(results)
        return results

    def _usable(self, line: Line) -> bool:
        label = line.board
        if label.isascii() and label.isdigit() and label.strip("0"):
            return True
        if not label or label.lstrip("+-") == "":
            self._findings.leave_out(rules.BOARD_UNUSABLE, "a result without a board", line)
            return False
        number = label.removeprefix("-")
        if number.isascii() and number.isdigit() and (number != label or not number.strip("0")):
            self._findings.leave_out(rules.BOARD_UNUSABLE, f"no board has the number {label}", line)
            return False
        return True

    def _adjust(self, results: Results) -> None:
        for adjustment in self._config.adjustments:
            found = [
                line
                for line in results.lines
                if line.board == adjustment.board
                and adjustment.at in (*line.who(0), *line.who(1), line.ns, line.ew)
                and adjustment.session in (None, line.session)
                and adjustment.round in (None, line.round)
            ]
            if not self._config.is_race:
                found = adjusted_table(results, adjustment.at, found)
            if not found:
                self._nothing(f"the adjustment of board {adjustment.board} at {adjustment.at} fits no result")
            elif len(found) > 1:
                self._nothing(
                    f"the adjustment of board {adjustment.board} at {adjustment.at} fits {len(found)} results"
                )
            else:
                line = found[0]
                line.ns_award, line.ew_award, line.adjusted = adjustment.ns, adjustment.ew, True

    def _nothing(self, message: str) -> None:
        self._findings.add(rules.NOTHING_MEANT, message, self._origin, None)

    def _scored(self, line: Line) -> bool:
        if line.ns_award is None and line.ew_award is None and not line.count > 1:
            stand_in: Award = self._config.not_played
            if stand_in is not None and self._config.is_race:
                line.ns_award = line.ew_award = stand_in
                message = f"{line.where()}: not played, and scored as {stand_in}"
                self._findings.add(rules.RESULT_MISSING, message, line.origin, line.board, Severity.NOTICE)
                return True
            message = f"{line.where()}: not played, or without a score"
            self._findings.leave_out(rules.RESULT_MISSING, message, line)
            return False
        return True

    def _once(self, results: Results) -> Iterator[Line]:
        """Each result once; where a contestant has two on one board, nothing tells which of them is meant."""
        first: dict[tuple[BoardKey, str, str], Line] = {}
        again: dict[tuple[BoardKey, str, str], list[Line]] = {}
        for line in results.lines:
            key = results.key(line)
            if self._config.is_race:
                seats = [(key, one, "") for at in (0, 1) for one in line.who(at)]
            else:
                # A team sits at two tables of a board, once in each direction.
                teams = line.ns or "", line.ew or ""
                seats = [(key, teams[at], f"{at} {teams[1 - at]}") for at in (0, 1) if teams[at]]
            for seat in seats:
                met = first.setdefault(seat, line)
                if met is not line:
                    again.setdefault(seat, [met]).append(line)
        if not again:
            return iter(results.lines)
        dropped: set[int] = set()
        for (_, whose, _), lines in sorted(again.items(), key=lambda item: item[1][0].origin.order):
            same = all(_same(lines[0], line) for line in lines[1:])
            for line in lines[1:] if same else lines:
                if id(line) in dropped:
                    continue
                dropped.add(id(line))
                where = f"{line.where()}: {whose} has {len(lines)} results"
                message = (
                    f"{where} that are the same, of which one counts"
                    if same
                    else f"{where}, and nothing tells which of them counts"
                )
                self._findings.leave_out(rules.RESULT_REPEATED, message, line)
        return (line for line in results.lines if id(line) not in dropped)

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
                self._nothing(f"board {fouled.board}, which is said to be fouled, has no result")
            for line in lines:
                groups = [at for at, group in enumerate(fouled.groups) if group & {*line.who(0), line.ns}]
                if groups:
                    line.group = groups[0]
                else:
                    self._nothing(
                        f"{line.where()}: {line.ns} is in no group of the fouled board, and counts in the first"
                    )

    def _refuse_strangers(self, results: Results) -> None:
        config = self._config
        known = results.contestants
        mentioned: list[tuple[str, Iterable[str]]] = [
            ("a penalty", [penalty.to for penalty in config.penalties]),
            (
                "a carry-over",
                [*config.carry_over, *(team for one in config.knockout.carry_over.values() for team in one)],
            ),
            ("a bye", [team for team, _ in config.byes]),
            ("a withdrawal", [withdrawal.team for withdrawal in config.withdrawals]),
        ]
        for what, names in mentioned:
            for name in names:
                if name not in known:
                    self._nothing(f"{what} is for {name}, who has no result")


def adjusted_table(results: Results, team: str, found: list[Line]) -> list[Line]:
    """Of the results of a match that an adjustment fits, the one at which the team sits North-South.

    Where a board has a result of the other room alone, that of the team's own is added without a score.
    """
    if len({(results.key(line), line.round or line.session, frozenset((line.ns, line.ew))) for line in found}) != 1:
        return found
    own = [line for line in found if line.ns == team]
    if own or len(found) > 1:
        return own or found
    (line,) = found
    other = Line(line.board, line.origin, session=line.session, round=line.round, home=line.home, visit=line.visit)
    other.room = {"open": "closed", "closed": "open"}.get(line.room, "")
    other.ns, other.ew = line.ew, line.ns
    results.lines.append(other)
    return [other]


def _same(one: Line, other: Line) -> bool:
    return (one.ns, one.ew, one.ns_award, one.ew_award) == (other.ns, other.ew, other.ns_award, other.ew_award)
