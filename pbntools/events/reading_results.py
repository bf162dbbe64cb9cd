"""Results out of records: a record is a table, or the rows of its ScoreTable are the tables."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pbntools.core import Contract, Seat, Vulnerability
from pbntools.events.awards import Artificial, Award
from pbntools.events.lines import Line, Origin, Side
from pbntools.formats.pbn.table_rows import Row, typed_rows
from pbntools.game import duplicate_score
from pbntools.laws.score import recorded_score_ns
from pbntools.record import Record, Table

if TYPE_CHECKING:
    from pbntools.formats.reading import Reading
    from pbntools.laws import Outcome

_NOT_GIVEN = frozenset(("", "?", "-"))
_TAGS = (
    "PairNS", "North", "South", "PairEW", "East", "West",
    "Session", "Stage", "Date", "Round", "Table", "Room", "HomeTeam", "VisitTeam",
)  # fmt: skip
_PLACES = ("Section", "Table", "Round", "Room")
_RESULT = frozenset((
    "Contract", "Declarer", "Result", "Score_NS", "Score_EW", "Percentage_NS", "Percentage_EW", "Multiplicity",
))  # fmt: skip
"""The columns that tell what a row comes to."""
_Result = tuple[Award, Award, str, str, int | None, int]
_MANY = 65536
_LIMIT = 1000
"""Tables that one row may stand for."""


class ResultReader:
    """Makes lines of records.  Names and directions of pairs may stand in a TotalScoreTable of any of them."""

    def __init__(self, sessions: frozenset[str] = frozenset()) -> None:
        self._sessions = sessions
        self.names: dict[tuple[str, str], tuple[str, ...]] = {}
        """By direction (or ``""``) and number of a pair: its players."""
        self.unreadable: list[tuple[str, Origin, str | None]] = []
        """Tables whose rows do not fit their columns: what is wrong, where, and the board."""
        self.disagreeing = 0
        """Records whose Score tag is not the score of their contract and tricks."""
        self._results: dict[tuple[object, ...], _Result] = {}
        """By columns, vulnerability and values: what a row comes to.  Rows repeat."""
        self._sides: dict[tuple[str, str], Side] = {}
        self._people: dict[tuple[str | None, ...], Side] = {}
        self.empty = 0
        """Records without a result, such as deals that are to be played."""

    def lines(
        self, path: str, index: int, record: Record, outcome: Outcome, reading: Reading | None = None
    ) -> list[Line]:
        """The results of a record; nothing where it has none at all."""
        origin = Origin(path, index, None, reading)
        base = self._base(record, origin)
        scores = None
        for table in record.tables:
            if table.name == "TotalScoreTable":
                self._learn(table, origin, record.board)
            elif table.name == "ScoreTable" and scores is None and table.rows:
                scores = table
        if scores is not None:
            return self._rows(scores, base, record)
        return self._own(base, record, outcome)

    def _own(self, base: Line, record: Record, outcome: Outcome) -> list[Line]:
        declarer = outcome.declarer
        recorded = recorded_score_ns(record, None if declarer is None else int(declarer))
        points = outcome.score_ns
        if points is None:
            points = recorded
        elif recorded is not None and recorded != points:
            self.disagreeing += 1
        if points is None and not _has_result(record, outcome):
            self.empty += 1
            return []
        base.ns_award = base.ew_award = points
        if outcome.contract is not None:
            base.contract = str(outcome.contract)
            base.declarer = "" if declarer is None else declarer.letter
            base.tricks = outcome.tricks
        return [base]

    def _rows(self, table: Table, base: Line, record: Record) -> list[Line]:
        columns = table.columns
        found = []
        if any(len(row) != len(columns) for row in table.rows):
            try:
                typed_rows(table)
            except ValueError as error:
                self.unreadable.append((str(error), base.origin, record.board))
            return []
        where = {name: at for at, name in enumerate(columns)}
        places = [(name.lower(), where[name]) for name in _PLACES if name in where]
        what = [at for at, name in enumerate(columns) if name in _RESULT]
        named = [[where.get(f"{part}_{side}") for part in ("PairId", "Names")] for side in ("NS", "EW")]
        lead = where.get("Lead")
        origin, vulnerable = base.origin, record.vulnerable
        room = "" if "Room" in where else base.room
        for number, row in enumerate(table.rows):
            line = Line(
                base.board,
                Origin(origin.path, origin.record, number, origin.reading),
                base.session,
                base.round,
                base.section,
                base.table,
                room,
                (self._side(row, *named[0]), self._side(row, *named[1])),
                base.home,
                base.visit,
            )
            for field, at in places:
                text = _given(row[at])
                if text:
                    setattr(line, field, text.lower() if field == "room" else text)
            key = (columns, vulnerable, *[row[at] for at in what])
            result = self._results.get(key)
            if result is None:
                if len(self._results) >= _MANY:
                    self._results.clear()
                typed = Row("ScoreTable", dict(zip(columns, row, strict=True)))
                result = self._results[key] = _row_result(typed, vulnerable)
            line.ns_award, line.ew_award, line.contract, line.declarer, line.tricks, line.count = result
            if lead is not None:
                line.lead = _given(row[lead])
            found.append(line)
        return found

    def _side(self, row: tuple[str, ...], pair: int | None, names: int | None) -> Side:
        """Who sat on a side of a row; the sides repeat from board to board."""
        key = "" if pair is None else row[pair], "" if names is None else row[names]
        side = self._sides.get(key)
        if side is None:
            people = () if _given(key[1]) == "" else _people(tuple(key[1].split(";")))
            if len(self._sides) >= _MANY:
                self._sides.clear()
            side = self._sides[key] = Side(_given(key[0]) or None, people)
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
                people = _people(tuple(map(_given, key[1:])))
                side = self._people[key] = Side(_given(key[0]) or None, people)
            sides.append(side)
        session, stage, date, round_name, table, room, home, visit = map(_given, values[6:])
        if session not in self._sessions or not session:
            # A date that is known in part tells no session from another.
            session = " ".join(filter(None, ("" if "?" in date else date, stage, session)))
        low = room.lower()
        return Line(
            _given(record.board),
            origin,
            session,
            round_name,
            "",
            table,
            low if low in ("open", "closed") else "",
            (sides[0], sides[1]),
            home,
            visit,
        )

    def _learn(self, table: Table, origin: Origin, board: str | None) -> None:
        try:
            rows = typed_rows(table)
        except ValueError as error:
            self.unreadable.append((str(error), origin, board))
            return
        for row in rows:
            number, names = _text(row, "PairId"), row.get("Names")
            if number and names:
                self.names[_text(row, "Direction").upper(), number] = _people(tuple(names))


def _has_result(record: Record, outcome: Outcome) -> bool:
    """Whether a record speaks of a result, known or not."""
    return outcome.contract is not None or record.result is not None or bool(record.value("Score"))


def _given(text: str | None) -> str:
    if text is None:
        return ""
    text = text.strip()
    return "" if text in _NOT_GIVEN else text


def _people(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names if name.strip() not in _NOT_GIVEN)


def _text(row: Row, column: str) -> str:
    return _given(row.text(column)) if column in row else ""


def _row_result(row: Row, vulnerable: Vulnerability | None) -> _Result:
    """What a row comes to, without who sat there."""
    ns, ew = _row_awards(row, vulnerable)
    contract, declarer, times = row.get("Contract"), row.get("Declarer"), row.get("Multiplicity")
    return (
        ns,
        ew,
        "" if contract is None else str(contract),
        declarer.letter if isinstance(declarer, Seat) else "",
        row.get("Result"),
        times if isinstance(times, int) and 1 <= times <= _LIMIT else 1,
    )


def _row_awards(row: Row, vulnerable: Vulnerability | None) -> tuple[Award, Award]:
    """What both sides are awarded; a score that stands for one side is that of the other with its sign turned."""
    points = _row_points(row, vulnerable)
    awards: list[Award] = [points, points]
    if "Score_EW" in row and "Score_NS" in row and row["Score_NS"] is not None and row["Score_EW"] is not None:
        # A split score gives each side its own.
        awards = [_whole(row["Score_NS"]), _turned(_whole(row["Score_EW"]))]
    for at, side in enumerate(("NS", "EW")):
        column = f"Percentage_{side}"
        if row.is_artificial(column) and row[column] is not None and 0 <= row[column] <= 100:
            awards[at] = Artificial(Fraction(row[column]) / 100)
    return awards[0], awards[1]


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None


def _turned(value: int | None) -> int | None:
    return None if value is None else -value


def _row_points(row: Row, vulnerable: Vulnerability | None) -> int | None:
    north = row["Score_NS"] if "Score_NS" in row and not row.is_artificial("Score_NS") else None
    east = row["Score_EW"] if "Score_EW" in row and not row.is_artificial("Score_EW") else None
    if isinstance(north, int):
        return north
    if isinstance(east, int):
        return -east
    contract, declarer, tricks = row.get("Contract"), row.get("Declarer"), row.get("Result")
    if not isinstance(contract, Contract):
        return None
    if contract.is_passed_out:
        return 0
    if not isinstance(declarer, Seat) or tricks is None or vulnerable is None:
        return None
    points = duplicate_score(contract, tricks, bool(vulnerable >> (declarer & 1) & 1))
    return -points if declarer & 1 else points
