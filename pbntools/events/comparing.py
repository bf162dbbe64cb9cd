"""The tables of each board of some records beside each other, without an event file.

Two rooms are compared in IMPs; more tables in matchpoints and cross-IMPs; and the par of a board where it has a table.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from pbntools import rules as catalogue
from pbntools.core import Vulnerability
from pbntools.diagnostics import Rule
from pbntools.events.between_tables import recorded_imps, tell_fouled, tell_recorded, told_apart
from pbntools.events.cross_imps import CrossImps, cross_imps
from pbntools.events.gathering import unusable_label
from pbntools.events.imps import difference_imps
from pbntools.events.lines import ROOM_NAMES, Findings, Line
from pbntools.events.matchpoints import MatchpointRules, Matchpoints, score_board
from pbntools.events.par import Par, par_of
from pbntools.events.reading_results import ResultReader
from pbntools.events.repeats import drop_repeats, repeated_tables, repeated_text
from pbntools.events.rounding import signed
from pbntools.events.row_results import NOT_PLAYED
from pbntools.events.spelling import fold, numbered
from pbntools.formats.pbn.table_rows import double_dummy
from pbntools.laws._words import SIDES
from pbntools.laws.tables import check_double_dummy
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading
    from pbntools.laws import Outcome
    from pbntools.record import Record

ROOMS = ("open", "closed")


@dataclass(slots=True)
class Compared:
    """A board with its tables; the first one is the open room, or that of the first team's North-South pair.

    ``match`` has the two teams, empty where the records name none.  ``imps`` are those of the first table's
    North-South, None unless there are two tables with a score.  Of more tables ``matchpoints`` (two for a score beaten)
    and ``cross`` (by the comparisons made) have what North-South get.  ``recorded`` are the IMPs that a ScoreIMP tag
    gives North-South of a table.
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

    @property
    def is_compared(self) -> bool:
        """Whether any result was compared with another."""
        return self.imps is not None or any(own.points is not None for own in self.matchpoints)

    @property
    def of_match(self) -> tuple[str, str, tuple[str, str]]:
        """What tells its match from others."""
        return self.session, self.round, self.match


class MatchTotal(NamedTuple):
    """The IMPs of a match: those of the first team, or the first table's North-South, and those of the other side."""

    session: str
    round: str
    teams: tuple[str, str]
    boards: int
    imps: tuple[Fraction, Fraction]


@dataclass(slots=True)
class Comparison:
    """All boards, and what was left out.  ``disagreements`` counts ScoreIMP tags that are wrong or unreadable."""

    boards: list[Compared]
    findings: Findings
    empty: int = 0
    disagreements: int = 0

    @property
    def matches(self) -> list[MatchTotal]:
        """The total of each match, in the order in which they stand."""
        found: dict[tuple[str, str, tuple[str, str]], list[Fraction]] = defaultdict(list)
        for board in self.boards:
            if board.imps is not None:
                found[board.of_match].append(board.imps)
        return [
            MatchTotal(session, round_name, teams, len(imps), _both(imps))
            for (session, round_name, teams), imps in found.items()
        ]

    @property
    def total(self) -> MatchTotal | None:
        """All matches together, by team, where they are all of the same two teams, or there is one; else None."""
        matches = self.matches
        if not matches:
            return MatchTotal("", "", ("", ""), 0, (Fraction(0), Fraction(0)))
        first = matches[0]
        if len(matches) == 1:
            return first
        if not all(first.teams) or any({*match.teams} != {*first.teams} for match in matches):
            return None
        ns = sum((match.imps[match.teams.index(first.teams[0])] for match in matches), Fraction(0))
        ew = sum((match.imps[match.teams.index(first.teams[1])] for match in matches), Fraction(0))
        return MatchTotal("", "", first.teams, sum(match.boards for match in matches), (ns, ew))


def _both(imps: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    zero = Fraction(0)
    return sum((max(one, zero) for one in imps), zero), sum((max(-one, zero) for one in imps), zero)


class _Key(NamedTuple):
    session: str
    round: str
    match: tuple[str, str]
    label: str


class Comparer:
    """Takes records one by one."""

    def __init__(self) -> None:
        self._reader = ResultReader()
        self._lines: list[Line] = []
        self._par: dict[tuple[str, int], Par | None] = {}
        self._vulnerable: dict[tuple[str, int], Vulnerability | None] = {}
        self._findings = Findings()
        self._fields: set[str] = set()
        """The sessions in which a board has more than two tables: all of theirs are compared as a field."""

    def add(self, path: str, index: int, record: Record, outcome: Outcome, reading: Reading | None = None) -> None:
        """Take the results of a record."""
        base = self._reader.base(path, index, record, reading)
        self._lines += self._reader.results(base, record, outcome)
        at = path, index
        self._vulnerable[at] = record.vulnerable
        for finding in check_double_dummy(record):
            self._findings.add(finding.rule, finding.message, base.origin, record.board)
        table = record.table("OptimumResultTable")
        if table is not None and record.vulnerable is not None:
            try:
                self._par[at] = par_of(double_dummy(table), record.vulnerable)
            except ValueError:
                # The table contradicts itself, which check tells.
                self._par[at] = None

    def finish(self) -> Comparison:
        """The boards in the order in which they stand."""
        usable = [line for line in self._lines if self._usable(line)]
        for repeated in repeated_tables(usable, rooms=True):
            drop_repeats(Said("the table"), repeated, self._findings, catalogue.TABLE_REPEATED)
        usable = [line for line in usable if not line.out]
        teams = [line for line in usable if line.home and line.visit]
        others = [line for line in usable if not (line.home and line.visit)]
        groups = self._by_team(teams) | self._by_number(others)
        self._join_days(groups)
        at = {id(line): number for number, line in enumerate(self._lines)}
        order = sorted(groups, key=lambda key: min(at[id(line)] for line in groups[key]))
        found = [self._board(key, groups[key]) for key in order]
        boards = [board for board in found if board is not None]
        self._run(boards)
        self._reader.tell_unreadable(self._findings)
        self._findings.tell_doubts(line for board in boards for line in board.lines)
        disagreements = 0
        for board in boards:
            tell_fouled(board.lines, self._findings)
            if board.imps is not None:
                disagreements += tell_recorded(zip(board.lines, (board.imps, -board.imps), strict=True), self._findings)
        self._findings.sort()
        return Comparison(boards, self._findings, self._reader.empty, disagreements)

    def _leave_out(self, rule: Rule, why: str, lines: Sequence[Line]) -> None:
        for line in lines:
            self._findings.leave_out(rule, line.says(why), line)

    def _usable(self, line: Line) -> bool:
        fault = unusable_label(line.board)
        if fault:
            self._findings.leave_out(catalogue.BOARD_UNUSABLE, fault, line)
            return False
        if line.home and fold(line.home) == fold(line.visit):
            self._leave_out(catalogue.MEETS_ITSELF, Said("team {team} plays against itself", team=line.home), [line])
            return False
        one, other = line.sides
        if one.id and one.id == other.id and one.names == other.names:
            self._leave_out(catalogue.MEETS_ITSELF, Said("pair {pair} plays against itself", pair=one.id), [line])
            return False
        if line.ns_award is None and line.ew_award is None:
            self._leave_out(catalogue.RESULT_MISSING, line.why or NOT_PLAYED, [line])
            return False
        return True

    # Teams with names

    def _by_team(self, lines: Sequence[Line]) -> dict[_Key, list[Line]]:
        """The boards of each match: first the table at which the team named first in the match sits North-South."""
        named: dict[tuple[str, str, frozenset[str]], tuple[str, str]] = {}
        found: dict[_Key, list[Line]] = defaultdict(list)
        for line in lines:
            both = frozenset((fold(line.home), fold(line.visit)))
            match = named.setdefault((line.session, line.round, both), (line.home, line.visit))
            found[_Key(line.session, line.round, match, line.board)].append(line)
        for key, own in list(found.items()):
            kept = self._seated(own, key.match[0])
            if kept:
                found[key] = kept
            else:
                del found[key]
        return found

    def _seated(self, lines: list[Line], first: str) -> list[Line]:
        """Each team's North-South table, once; what does not tell who sat there, or stands there twice, is left out."""
        roomless = [line for line in lines if not line.room]
        # Without rooms a writer may name the team first that sits North-South, at each table.
        turned = len(lines) == 2 and len(roomless) == 2 and fold(lines[0].home) != fold(lines[1].home)
        if roomless and not turned:
            why = Said(
                "{home} meets {visit}, but no Room tells which of them sits North-South",
                home=roomless[0].home,
                visit=roomless[0].visit,
            )
            self._leave_out(catalogue.CONTESTANT_UNKNOWN, why, roomless)
        seats: dict[str, list[Line]] = defaultdict(list)
        for line in lines:
            if line.room or turned:
                seats[fold(_north_south(line))].append(line)
        kept = [line for own in seats.values() for line in self._once(own, _north_south(own[0]))]
        return sorted(kept, key=lambda line: fold(_north_south(line)) != fold(first))

    def _once(self, lines: list[Line], who: str) -> list[Line]:
        """One result where all are the same; none where nothing tells which of them is meant."""
        if len(lines) < 2:
            return lines
        same = all(_same(lines[0], line) for line in lines[1:])
        why = repeated_text(who, len(lines), same=same)
        self._leave_out(catalogue.RESULT_REPEATED, why, lines[1:] if same else lines)
        return lines[:1] if same else []

    # Tables without teams

    def _by_number(self, lines: Sequence[Line]) -> dict[_Key, list[Line]]:
        """The boards of a session.

        One number is one board whatever the round, where more than two tables have it: a movement goes on by rounds.
        Where each round has its open and its closed room, it is a match of its own.
        """
        sessions: dict[tuple[str, str], list[Line]] = defaultdict(list)
        for line in lines:
            sessions[line.session, line.board].append(line)
        found: dict[_Key, list[Line]] = {}
        for (session, label), tables in sessions.items():
            rounds: dict[str, list[Line]] = defaultdict(list)
            for line in tables:
                rounds[line.round].append(line)
            if len(tables) > 2 and not all(_two_rooms(own) for own in rounds.values()):
                rounds = {"": tables}
                self._fields.add(session)
            for round_name, own in rounds.items():
                kept = list(self._single(own))
                if kept:
                    found[_Key(session, round_name, ("", ""), label)] = kept
        return found

    def _single(self, lines: list[Line]) -> Iterator[Line]:
        """Each result once: of a pair, and of a room where there are two."""
        rooms = [line.room for line in lines]
        if all(rooms) and len(lines) <= 3:
            for room in ROOMS:
                yield from self._once([line for line in lines if line.room == room], ROOM_NAMES[room])
            return
        seats: dict[tuple[str, int], list[Line]] = defaultdict(list)
        for line in lines:
            for seat in _seats(line):
                seats[seat].append(line)
        dropped: set[int] = set()
        for (pair, side), own in seats.items():
            left = [line for line in own if id(line) not in dropped]
            kept = self._once(left, Said("pair {pair} {side}", pair=pair, side=SIDES[side]))
            dropped.update(id(line) for line in left if line not in kept)
        yield from (line for line in lines if id(line) not in dropped)

    # All boards

    def _join_days(self, groups: dict[_Key, list[Line]]) -> None:
        """Put the two rooms of a board together that lie in two sessions, where nothing speaks against it.

        The open room may be dated one day and the closed one the next.
        """
        lonely: dict[tuple[str, frozenset[str], str], list[_Key]] = defaultdict(list)
        for key, lines in groups.items():
            if len(lines) == 1 and lines[0].room:
                lonely[key.round, frozenset(map(fold, key.match)), key.label].append(key)
        for keys in lonely.values():
            if len(keys) != 2:
                continue
            first, second = sorted(keys, key=lambda key: groups[key][0].room != "open")
            one, other = groups[first][0], groups[second][0]
            if one.room == other.room or told_apart(one, other):
                continue
            if first.match[0] and fold(first.match[0]) != fold(second.match[0]):
                continue
            groups[first] = [one, other]
            del groups[second]

    def _board(self, key: _Key, lines: list[Line]) -> Compared | None:
        if not all(key.match):
            lines.sort(key=lambda line: ROOMS.index(line.room) if line.room in ROOMS else 0)
        board = Compared(key.label, key.match, key.session, key.round, lines)
        places = [(line.origin.path, line.origin.record or 0) for line in lines]
        board.recorded = [recorded_imps(line) for line in lines]
        known = [(line, par) for line, place in zip(lines, places, strict=True) if (par := self._par.get(place))]
        if known:
            board.par = known[0][1]
            self._tell_pars(known)
        board.vulnerable = self._vulnerable.get(places[0])
        if len(lines) == 1:
            rule = catalogue.ROOM_MISSING if lines[0].room else catalogue.NOTHING_TO_COMPARE
            self._leave_out(rule, Said("the only result of the board"), lines)
        elif len(lines) == 2 and (all(key.match) or lines[0].room or key.session not in self._fields):
            board.imps = difference_imps(lines[0].ns_award, lines[1].ns_award)
            if board.imps is None:
                self._leave_out(catalogue.RESULT_MISSING, Said("the two tables cannot be compared"), lines)
        else:
            ns, ew = [line.ns_award for line in lines], [line.ew_award for line in lines]
            counts = [line.count for line in lines]
            rules = MatchpointRules(factoring="none")
            board.matchpoints = [pair[0] for pair in score_board(ns, ew, sum(counts), rules, counts=counts)]
            board.cross = cross_imps(ns, counts=counts)
            if not board.is_compared:
                self._leave_out(catalogue.NOTHING_TO_COMPARE, Said("the board has no two results with points"), lines)
        return board

    def _tell_pars(self, known: Sequence[tuple[Line, Par]]) -> None:
        """Say where the double-dummy tables of two records of one board come to different pars; the first stands."""
        first, par = known[0]
        told = {(par.score, par.score_ew_first)}
        for line, other in known[1:]:
            scores = other.score, other.score_ew_first
            # Of another deal, or in another vulnerability, another par is no contradiction.
            if scores not in told and not told_apart(first, line):
                told.add(scores)
                message = Said(
                    "{where}: its double-dummy table comes to the par {par}, and that of the first table to {first}",
                    where=line.where(),
                    par=_par_words(other),
                    first=_par_words(par),
                )
                self._findings.add(catalogue.PAR_MISMATCH, message, line.origin, line.board)

    def _run(self, boards: list[Compared]) -> None:
        sums: dict[tuple[str, str, tuple[str, str]], tuple[Fraction, Fraction]] = {}
        for board in boards:
            ns, ew = sums.get(board.of_match, (Fraction(0), Fraction(0)))
            if board.imps is not None:
                ns += max(board.imps, Fraction(0))
                ew += max(-board.imps, Fraction(0))
            board.running = sums[board.of_match] = ns, ew


def _north_south(line: Line) -> str:
    """The team that sits North-South: at home in the open room, or where it is named first."""
    return line.visit if line.room == "closed" else line.home


def _par_words(par: Par) -> str:
    if par.score == par.score_ew_first:
        return signed(par.score)
    return f"{signed(par.score)} / {signed(par.score_ew_first)}"


def _same(one: Line, other: Line) -> bool:
    return (one.ns_award, one.ew_award, one.sides) == (other.ns_award, other.ew_award, other.sides)


def _two_rooms(lines: Sequence[Line]) -> bool:
    return sorted(line.room for line in lines) == sorted(ROOMS)


def _seats(line: Line) -> Iterator[tuple[str, int]]:
    """What has one result on a board: each pair in its direction."""
    for at, side in enumerate(line.sides):
        # Robots may all have one name.
        who = side.id or (" & ".join(sorted(side.names)) if len(set(side.names)) > 1 else "")
        if who:
            yield numbered(line.section, who), at


__all__ = ["Compared", "Comparer", "Comparison", "MatchTotal"]
