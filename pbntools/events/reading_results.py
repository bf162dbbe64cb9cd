"""Results out of records: a record is a table, or the rows of its ScoreTable are the tables."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from pbntools import rules
from pbntools.core import Vulnerability, board_vulnerability
from pbntools.events.awards import has_points
from pbntools.events.lines import Doubt, Findings, LeftOut, Line, Origin, Side
from pbntools.events.row_results import (
    COMPARED,
    NOT_GIVEN,
    NOT_PLAYED,
    NOT_VULNERABLE,
    RESULT,
    SHOWN,
    RowResult,
    beside,
    given,
    is_score,
    made_words,
    mark,
    no_score,
    of_remark,
    remark_of,
    row_result,
    text_of,
)
from pbntools.events.spelling import board_label, fold, numbered
from pbntools.formats.pbn.repeated import second_section
from pbntools.formats.pbn.table_rows import Row
from pbntools.laws._scoring import is_duplicate, scoring_fields
from pbntools.laws._words import listed
from pbntools.laws.outcome import score_ns
from pbntools.laws.score import parse_score, recorded_score_ns
from pbntools.record import Record, Table
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading
    from pbntools.laws import Outcome

_TAGS = (
    "PairNS", "North", "South", "PairEW", "East", "West",
    "Session", "Stage", "Date", "Round", "Table", "Room", "HomeTeam", "VisitTeam", "Section",
)  # fmt: skip
_PLACES = ("Section", "Table", "Round", "Room")
_MANY = 65536
_MANY_TABLES = 64
_DIGITS = 10

_SECOND = Said("a second ScoreTable of one record, of which the first counts")
_SECOND_IN_PBN = second_section("ScoreTable")
_FORMAT_FAULTS = frozenset((rules.FORMAT_SHAPE, rules.FORMAT_VALUE))
_FAULTS_TOLD = 3
Names = dict[tuple[str, str, str], tuple[str, ...]]
"""By session, direction (or ``""``) and number of a pair: its players."""


class Unreadable(NamedTuple):
    """What cannot count, such as a row that does not fit its columns: why, where, the board, and how many results."""

    message: str
    origin: Origin
    board: str | None
    results: int


class FileTeam(NamedTuple):
    """A team as a table of results has it: its session, its number or name there, its name, players and pairs.

    The numbers of the pairs have their section before them.
    """

    session: str
    id: str
    name: str
    players: tuple[str, ...]
    pairs: tuple[str, ...]


class ResultReader:
    """Makes lines of records.  Names and directions of pairs may stand in a TotalScoreTable of any of them."""

    def __init__(self, sessions: frozenset[str] = frozenset()) -> None:
        self._sessions = sessions
        self.names: Names = {}
        self.teams: list[FileTeam] = []
        """The teams that a TotalScoreTable names with the numbers of their pairs."""
        self.unreadable: list[Unreadable] = []
        self.disagreeing = 0
        """Records and rows whose score is not that of their contract and tricks."""
        self._results: dict[tuple[object, ...], dict[tuple[str, ...], RowResult]] = {}
        """By columns and vulnerability, and by values: what a row comes to.  Rows repeat."""
        self._sides: dict[tuple[str, str], Side] = {}
        self._people: dict[tuple[str | None, ...], Side] = {}
        self._settings: dict[tuple[str | None, ...], tuple[str, ...]] = {}
        """By values of tags: what they say of board, session, round, table, room, teams, section.  They repeat, too."""
        self.empty = 0
        """Records without a result, such as deals that are to be played."""

    def base(
        self,
        path: str,
        index: int,
        record: Record,
        reading: Reading | None = None,
        session: str | None = None,
        round_name: str | None = None,
    ) -> Line:
        """What a record says of all its tables; ``session`` and ``round_name`` stand for what its tags say."""
        base = self._base(record, Origin(path, index, None, reading))
        if session is not None:
            base.session = session
        if round_name is not None:
            base.round = round_name
        return base

    def results(self, base: Line, record: Record, outcome: Outcome) -> list[Line]:
        """The results of a record, none where it has none at all.

        ``base`` is what it says of all of them, and may become one of them.
        """
        scores = None
        for table in record.tables:
            if table.name == "TotalScoreTable":
                self._learn(table, base)
            elif table.name == "ScoreTable" and table.rows:
                if scores is None:
                    scores = table
                else:
                    self.unreadable.append(Unreadable(_SECOND, base.origin, record.board, len(table.rows)))
        reading = base.origin.reading
        if reading is not None and reading.unheld and (rules.TABLE_LOST, _SECOND_IN_PBN) in reading.unheld:
            self.unreadable.append(Unreadable(_SECOND, base.origin, record.board, 1))
        if scores is None:
            return self._own(base, record, outcome)
        found = self._rows(scores, base, record)
        self._tell_own(found, base, record, outcome)
        return found

    def tell_unreadable(self, findings: Findings) -> None:
        """Say what cannot count, and leave its results out."""
        for fault in self.unreadable:
            findings.add(rules.RESULT_MISSING, fault.message, fault.origin, fault.board)
            lost = LeftOut(fault.board, "", fault.message, rules.RESULT_MISSING, fault.origin)
            findings.left_out += [lost] * fault.results

    def _tell_own(self, rows: Sequence[Line], base: Line, record: Record, outcome: Outcome) -> None:
        """Say that a record's own result counts for nothing, where it is none of its ScoreTable's."""
        declarer = outcome.declarer
        points = outcome.score_ns
        if points is None:
            points = recorded_score_ns(record, None if declarer is None else int(declarer))
        if points is None or any(_may_be(base, row, points) for row in rows):
            return
        who = [side.id or " & ".join(side.names) for side in base.sides if side.id or side.names]
        if who:
            message = Said(
                "the record's own result of {who} is not in its ScoreTable, whose rows count", who=listed(who)
            )
        else:
            message = Said("the record's own result is not in its ScoreTable, whose rows count")
        self.unreadable.append(Unreadable(message, base.origin, record.board, 1))

    def _own(self, base: Line, record: Record, outcome: Outcome) -> list[Line]:
        declarer = outcome.declarer
        recorded = recorded_score_ns(record, None if declarer is None else int(declarer))
        points = outcome.score_ns
        if points is None and recorded is not None:
            points = recorded
            made = _made(base.board, record, outcome) if record.vulnerable is None and _by_these_laws(record) else []
            if made and recorded not in made:
                # At neither vulnerability is it that of contract and tricks; these count, as they do elsewhere.
                points, base.assumed = made[0], True
            elif not made and not is_score(recorded):
                base.doubt = no_score(recorded)
        if points is not None and recorded is not None and recorded != points:
            self.disagreeing += 1
            base.doubt = _contradicted(outcome, points, recorded)
        if points is None:
            if not _has_result(record, outcome):
                if not _is_table(base):
                    self.empty += 1
                    return []
                base.unplayed, base.why = True, NOT_PLAYED
            else:
                points, base.why = _unscored(base.board, record, outcome)
                base.assumed = points is not None
        base.ns_award = base.ew_award = points
        if outcome.contract is not None:
            base.contract = str(outcome.contract)
            base.declarer = "" if declarer is None else declarer.letter
            base.tricks = outcome.tricks
        if remark := remark_of(record.value("Remarks")):
            _note_remark(base, remark)
        if points is None and base.origin.reading is not None:
            # What the format could not read may be why there is no score.
            faults = [found.message for found in base.origin.reading.diagnostics if found.rule in _FORMAT_FAULTS]
            if faults and base.unplayed:
                base.unplayed, base.why = False, ""
            base.why = together([base.why, *faults[:_FAULTS_TOLD]])
        return [base]

    def _rows(self, table: Table, base: Line, record: Record) -> list[Line]:
        columns = table.columns
        found = []
        where = {name: at for at, name in enumerate(columns)}
        places = [(name.lower(), where[name]) for name in _PLACES if name in where]
        what = [at for at, name in enumerate(columns) if name in RESULT]
        compared = [at for at, name in enumerate(columns) if name in COMPARED]
        named = [[where.get(f"{part}_{side}") for part in ("PairId", "Names")] for side in ("NS", "EW")]
        lead, remarks = where.get("Lead"), where.get("Remarks")
        origin, vulnerable, assumed = base.origin, record.vulnerable, record.vulnerable is None
        if assumed:
            vulnerable = vulnerability_of(base.board)
        seated = not any(at is not None for side in named for at in side) and len(table.rows) == 1
        room = "" if "Room" in where else base.room
        if len(self._results) >= _MANY_TABLES:
            self._results.clear()
        by_contract = _by_these_laws(record)
        results = self._results.setdefault((columns, vulnerable, assumed, by_contract), {})
        for number, row in enumerate(table.rows):
            at_row = Origin(origin.path, origin.record, number, origin.reading)
            if len(row) != len(columns):
                # A value is missing or too many, and nothing tells which.
                message = _misfit(table, number)
                self.unreadable.append(Unreadable(message, at_row, record.board, 1))
                continue
            line = Line(
                base.board,
                at_row,
                base.session,
                base.round,
                base.section,
                base.table,
                room,
                base.sides if seated else (self._side(row, *named[0]), self._side(row, *named[1])),
                base.home,
                base.visit,
            )
            for field, at in places:
                text = given(row[at])
                if text:
                    setattr(line, field, text.lower() if field == "room" else text)
            key = tuple([row[at] for at in what])
            if compared:
                key += tuple([mark(row[at]) for at in compared])
            result = results.get(key)
            if result is None:
                if len(results) >= _MANY:
                    results.clear()
                typed = Row("ScoreTable", dict(zip(columns, row, strict=True)))
                result = results[key] = row_result(typed, vulnerable, assumed=assumed, by_contract=by_contract)
            line.ns_award, line.ew_award, line.contract, line.declarer, line.tricks, line.count = result[:6]
            if result.why or result.assumed or result.doubt is not None:
                line.why, line.unplayed, line.assumed, line.doubt = result[6:10]
                if result.contradicted:
                    self.disagreeing += 1
            if lead is not None:
                line.lead = given(row[lead])
            if remarks is not None and (remark := remark_of(row[remarks])):
                _note_remark(line, remark)
            found.append(line)
        return found

    def _side(self, row: tuple[str, ...], pair: int | None, names: int | None) -> Side:
        """Who sat on a side of a row; the sides repeat from board to board."""
        key = "" if pair is None else row[pair], "" if names is None else row[names]
        side = self._sides.get(key)
        if side is None:
            people = () if given(key[1]) == "" else _people(tuple(key[1].split(";")))
            if len(self._sides) >= _MANY:
                self._sides.clear()
            side = self._sides[key] = Side(given(key[0]) or None, people)
        return side

    def _base(self, record: Record, origin: Origin) -> Line:
        """What a record says of all its tables; a Session tag that the event names is taken as it is."""
        values = record.tags.values_of(_TAGS)
        sides = []
        for at in (0, 3):
            key = tuple(values[at : at + 3])
            side = self._people.get(key)
            if side is None:
                if len(self._people) >= _MANY:
                    self._people.clear()
                people = _people(tuple(map(given, key[1:])))
                side = self._people[key] = Side(given(key[0]) or None, people)
            sides.append(side)
        setting = (record.board, *values[6:])
        told = self._settings.get(setting)
        if told is None:
            if len(self._settings) >= _MANY:
                self._settings.clear()
            told = self._settings[setting] = self._setting(*map(given, setting))
        board, session, round_name, table, room, home, visit, section = told
        return Line(board, origin, session, round_name, section, table, room, (sides[0], sides[1]), home, visit)

    def _setting(
        self, board: str, session: str, stage: str, date: str, round_name: str, table: str, room: str, *others: str
    ) -> tuple[str, ...]:
        if session not in self._sessions or not session:
            # A date that is known in part tells no session from another.
            session = " ".join(filter(None, ("" if "?" in date else date, stage, session)))
        low = room.lower()
        return board_label(board), session, round_name, table, low if low in ("open", "closed") else "", *others

    def _learn(self, table: Table, base: Line) -> None:
        for at, cells in enumerate(table.rows):
            if len(cells) != len(table.columns):
                self.unreadable.append(Unreadable(_misfit(table, at), base.origin, base.board or None, 0))
                continue
            row = Row(table.name, dict(zip(table.columns, cells, strict=True)))
            number, names = text_of(row, "PairId"), row.get("Names")
            if "PairIds" in row:
                # The number is that of a team, whose name stands before its players.
                own = _people(tuple(names or ()))
                name = own[0] if own else number
                if name:
                    numbers = tuple(filter(None, map(given, text_of(row, "PairIds").split(";"))))
                    self.teams.append(
                        FileTeam(
                            base.session, number, name, own[1:], tuple(numbered(base.section, one) for one in numbers)
                        )
                    )
            elif number and names:
                key = base.session, text_of(row, "Direction").upper(), numbered(base.section, number)
                # Where two tables name one pair, what counts is not to hang on which was read first.
                self.names[key] = min(self.names.get(key, people := _people(tuple(names))), people)


def _note_remark(line: Line, remark: str) -> None:
    """Keep in view what a remark says of a result, since it may be a ruling: none is read as one."""
    if line.ns_award is None and line.ew_award is None:
        if line.unplayed:
            line.unplayed, line.why = False, of_remark(remark)
        else:
            line.why = Said("{why}; {remark}", why=line.why, remark=of_remark(remark))
    elif has_points(line.ns_award) and line.doubt is None:
        line.doubt = beside(remark)


def _made(board: str, record: Record, outcome: Outcome) -> list[int]:
    """The points of a record's contract and tricks: at the vulnerability of the board's number first, then at any."""
    contract, declarer, tricks = outcome.contract, outcome.declarer, outcome.tricks
    own = vulnerability_of(board)
    if contract is None or declarer is None or tricks is None or own is None:
        return []
    found = [
        score_ns(contract, declarer, tricks, vulnerable) for vulnerable in (own, Vulnerability.NONE, Vulnerability.ALL)
    ]
    return [points for points in found if points is not None]


def _contradicted(outcome: Outcome, points: int, recorded: int) -> Doubt:
    """That the score of a record is not that of its contract and tricks."""
    words: object = outcome.contract
    if outcome.declarer is not None and outcome.tricks is not None:
        words = made_words(outcome.contract, outcome.declarer, outcome.tricks)
    message = Said(
        "{words} scores {points} for North-South, and the record says {recorded}: contract and tricks count",
        words=words,
        points=points,
        recorded=recorded,
    )
    return Doubt(rules.SCORE_MISMATCH, message)


def _by_these_laws(record: Record) -> bool:
    """Whether the scores of a record are those of the Laws of today, so that its contracts tell them."""
    return is_duplicate(record) and "OLDMP" not in scoring_fields(record.value("Scoring") or "")


def _misfit(table: Table, number: int) -> str:
    """What is wrong with a row, and the pairs that it tells of as far as its first values go."""
    row, columns = table.rows[number], table.columns
    pairs = [given(row[at]) for at, name in enumerate(columns) if name.startswith("PairId") and at < len(row)]
    whose = " – ".join(filter(None, pairs))
    return Said.counted(
        "row {row} of {table} has {n} value for {columns} columns",
        "row {row} of {table} has {n} values for {columns} columns",
        n=len(row),
        row=number + 1,
        table=f"{table.name} ({whose})" if whose else table.name,
        columns=len(columns),
    )


def _may_be(own: Line, row: Line, points: int) -> bool:
    """Whether a row may be the record's own table: nobody else sat there, or nothing tells and the points are the same.

    A pair may stand in one by its number and in the other by its names.
    """
    told = False
    for mine, other in zip(own.sides, row.sides, strict=True):
        if mine.id and other.id:
            same = mine.id == other.id
        elif mine.names and other.names:
            same = set(map(fold, mine.names)) == set(map(fold, other.names))
        else:
            continue
        if not same:
            return False
        told = True
    return told or points in (row.ns_award, row.ew_award)


def names_of(known: Names, session: str, direction: str, number: str) -> tuple[str, ...]:
    """The players of a pair that tables of its session name, or such as belong to no session."""
    if not known:
        return ()
    for key in ((session, direction), (session, ""), ("", direction), ("", "")):
        found = known.get((*key, number))
        if found:
            return found
    return ()


def vulnerability_of(board: str) -> Vulnerability | None:
    """The vulnerability of a board's number (Law 2); None where the label is no number."""
    if board.isascii() and board.isdigit() and board.strip("0") and len(board) < _DIGITS:
        return board_vulnerability(int(board))
    return None


def _has_result(record: Record, outcome: Outcome) -> bool:
    """Whether a record speaks of a result, known or not."""
    return outcome.contract is not None or record.result is not None or bool(given(record.value("Score")))


def _is_table(base: Line) -> bool:
    """Whether a record tells that somebody was to play it."""
    return bool(base.table or base.room or base.home or any(side.id or side.names for side in base.sides))


def _unscored(board: str, record: Record, outcome: Outcome) -> tuple[int | None, str]:
    """The points of a record without a vulnerability, by that of its number; else why it has none."""
    score = given(record.value("Score"))
    if score:
        told = parse_score(score)
        if told is None:
            return None, Said(
                "the Score {score} is of no known form: expected such as NS 420", score=repr(score[:SHOWN])
            )
        return None, Said(
            "the Score {score} names no side, and no declarer is known: write NS {score} or EW {score}", score=score
        )
    contract, declarer, tricks = outcome.contract, outcome.declarer, outcome.tricks
    if contract is None:
        return None, Said("no contract")
    if declarer is None:
        return None, Said("no declarer")
    if tricks is None:
        return None, Said("no result")
    if record.vulnerable is not None:
        return None, Said("a result whose tricks the Laws do not settle")
    points = score_ns(contract, declarer, tricks, vulnerability_of(board))
    return points, "" if points is not None else NOT_VULNERABLE


def together(parts: Sequence[str]) -> str:
    """All that is said, with semicolons between."""
    text = ""
    for part in filter(None, parts):
        text = Said("{text}; {more}", text=text, more=part) if text else part
    return text


def _people(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names if name.strip() not in NOT_GIVEN)
