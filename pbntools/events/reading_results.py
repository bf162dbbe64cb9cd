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
_SEATS = (("North", "South"), ("East", "West"))
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
        self.empty = 0
        """Records without a result, such as deals that are to be played."""

    def lines(
        self, path: str, index: int, record: Record, outcome: Outcome, reading: Reading | None = None
    ) -> list[Line]:
        """The results of a record; nothing where it has none at all."""
        origin = Origin(path, index, None, reading)
        for total in record.tables:
            if total.name == "TotalScoreTable":
                self._learn(total, origin, record.board)
        base = _base(record, origin, self._sessions)
        table = record.table("ScoreTable")
        if table is not None and table.rows:
            return self._rows(table, base, record)
        return self._own(base, record, outcome)

    def _own(self, base: Line, record: Record, outcome: Outcome) -> list[Line]:
        declarer = outcome.declarer
        recorded = recorded_score_ns(record, None if declarer is None else int(declarer))
        points = outcome.score_ns
        if points is None:
            points = recorded
        elif recorded is not None and recorded != points:
            self.disagreeing += 1
        named = any(names.id or names.names for names in base.sides) or base.home or base.room
        share = None if points is not None else record.score_percentage
        if points is None and (share is None or not named) and not _has_result(record, outcome):
            self.empty += 1
            return []
        base.ns_award = base.ew_award = points
        if outcome.contract is not None:
            base.contract = str(outcome.contract)
            base.declarer = "" if declarer is None else declarer.letter
            base.tricks = outcome.tricks
        return [base]

    def _rows(self, table: Table, base: Line, record: Record) -> list[Line]:
        try:
            rows = typed_rows(table)
        except ValueError as error:
            self.unreadable.append((str(error), base.origin, record.board))
            return []
        found = []
        for number, row in enumerate(rows):
            origin = Origin(base.origin.path, base.origin.record, number, base.origin.reading)
            line = Line(
                base.board, origin, base.session, base.round, base.section, base.table, home=base.home, visit=base.visit
            )
            for column in ("Section", "Table", "Round", "Room"):
                text = _text(row, column)
                if text:
                    setattr(line, column.lower(), text)
            if "Room" not in row:
                line.room = base.room
            line.sides = (_row_side(row, "NS"), _row_side(row, "EW"))
            line.ns_award, line.ew_award = _row_awards(row, record.vulnerable)
            times = row.get("Multiplicity")
            line.count = times if isinstance(times, int) and 1 <= times <= _LIMIT else 1
            contract, declarer = row.get("Contract"), row.get("Declarer")
            line.contract = "" if contract is None else str(contract)
            line.declarer = declarer.letter if isinstance(declarer, Seat) else ""
            line.tricks = row.get("Result")
            line.lead = _text(row, "Lead")
            found.append(line)
        return found

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


def _base(record: Record, origin: Origin, sessions: frozenset[str]) -> Line:
    """What a record says of all its tables; a Session tag that is one of the ``sessions`` is taken as it is."""
    value = record.value
    sides = []
    for side, seats in zip(("NS", "EW"), _SEATS, strict=True):
        number = _given(value(f"Pair{side}"))
        names = _people(tuple(_given(value(seat)) for seat in seats))
        sides.append(Side(number or None, names))
    date, session = record.date, _given(value("Session"))
    whole = "" if date is None or date.day is None else _given(value("Date"))
    room = _given(value("Room")).lower()
    return Line(
        _given(record.board).strip(),
        origin,
        session if session in sessions else " ".join(filter(None, (whole, _given(value("Stage")), session))),
        _given(value("Round")),
        "",
        _given(value("Table")),
        room if room in ("open", "closed") else "",
        (sides[0], sides[1]),
        _given(value("HomeTeam")),
        _given(value("VisitTeam")),
    )


def _given(text: str | None) -> str:
    return "" if text is None or text in _NOT_GIVEN else text.strip()


def _people(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name.strip() for name in names if name.strip() not in _NOT_GIVEN)


def _text(row: Row, column: str) -> str:
    return _given(row.text(column)) if column in row else ""


def _row_side(row: Row, side: str) -> Side:
    names = row.get(f"Names_{side}")
    return Side(_text(row, f"PairId_{side}") or None, _people(tuple(names)) if names else ())


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
