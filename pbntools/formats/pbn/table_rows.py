"""Supplemental sections as typed rows, both ways (PBN 2.1 §5).

A row is a mapping from columns to values; what its cells say as text is kept beside them.  The columns of the standard
have types; those of users are text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pbntools.core import CARDS, RANKS, Call, Card, Contract, Seat, Strain, Suit
from pbntools.core.double_dummy import DoubleDummy
from pbntools.formats.pbn.tables import parse_header
from pbntools.record import Auction, FieldState, Record, Table

_INTEGER = re.compile(r"(?a)[+-]?\d{1,9}\Z")
_DECIMAL = re.compile(r"(?a)[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\Z")
_TIME = re.compile(r"(?a)(?:(?:(\d{1,4}):)?(\d{1,2}):)?(\d{1,9})\Z")
_PLACES = 2


@dataclass(frozen=True, slots=True)
class ScoreRange:
    """Scores from ``low`` to ``high``, both exclusive and None where open, or the one score ``exactly``."""

    low: int | None = None
    high: int | None = None
    exactly: int | None = None

    @classmethod
    def parse(cls, text: str) -> ScoreRange:
        """Read ``s``, ``a,*``, ``a,b`` or ``*,b``; raises ValueError for anything else."""
        parts = [part.strip() for part in text.split(",")]
        if len(parts) == 1 and _INTEGER.match(parts[0]):
            return cls(exactly=int(parts[0]))
        if len(parts) == 2 and parts != ["*", "*"] and all(part == "*" or _INTEGER.match(part) for part in parts):
            low, high = (None if part == "*" else int(part) for part in parts)
            if low is None or high is None or low < high:
                return cls(low, high)
        raise ValueError(f"{text!r} is no range of scores: expected a score, or two with a comma, * for an open end")

    def __contains__(self, score: int) -> bool:
        if self.exactly is not None:
            return score == self.exactly
        return (self.low is None or self.low < score) and (self.high is None or score < self.high)

    def __str__(self) -> str:
        if self.exactly is not None:
            return str(self.exactly)
        return ",".join("*" if end is None else str(end) for end in (self.low, self.high))


def _integer(text: str) -> int:
    if not _INTEGER.match(text):
        raise ValueError(f"{text!r} is no integer")
    return int(text)


def _tricks(text: str) -> int:
    number = _integer(text)
    if not 0 <= number <= 13:
        raise ValueError(f"{text!r} is no number of tricks: expected 0 to 13")
    return number


def _number(text: str) -> int | Fraction:
    if not _DECIMAL.match(text):
        raise ValueError(f"{text!r} is no number")
    value = Fraction(text.rstrip("."))
    return int(value) if value.denominator == 1 else value


def _number_text(value: int | Fraction) -> str:
    """A number with as many places as it has, or two where it has no end."""
    fraction = Fraction(value)
    for places in range(10):
        scaled = fraction * 10**places
        if scaled.denominator == 1:
            break
    else:
        places = _PLACES
        scaled = Fraction(round(fraction * 10**places))
    digits = str(abs(int(scaled))).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if scaled < 0 else text


def _seconds(text: str) -> int:
    match = _TIME.match(text)
    if match is None:
        raise ValueError(f"{text!r} is no time: expected HH:MM:SS, MM:SS or seconds")
    hours, minutes, seconds = (int(part or 0) for part in match.groups())
    if match[2] is not None and (seconds > 59 or (match[1] is not None and minutes > 59)):
        raise ValueError(f"{text!r} is no time: minutes and seconds go to 59")
    return 3600 * hours + 60 * minutes + seconds


def _seconds_text(value: int) -> str:
    return f"{value // 3600:02}:{value // 60 % 60:02}:{value % 60:02}"


def _names(text: str) -> tuple[str, ...]:
    return tuple(text.split(";"))


def _holding(suit: Suit) -> Callable[[str], tuple[Card, ...]]:
    def cards(text: str) -> tuple[Card, ...]:
        ranks = text.upper()
        if any(rank not in RANKS for rank in ranks) or len(set(ranks)) != len(ranks):
            raise ValueError(f"{text!r} is no list of ranks")
        return tuple(CARDS[13 * suit + RANKS.index(rank)] for rank in ranks)

    return cards


def _holding_text(cards: tuple[Card, ...]) -> str:
    return "".join(card.rank_letter for card in cards)


_Kind = tuple[Callable[[str], Any], Callable[[Any], str]]
_COUNT: _Kind = (_integer, str)
_AMOUNT: _Kind = (_number, _number_text)
_TEXT: _Kind = (str, str)
_NAMES: _Kind = (_names, ";".join)
_SEAT: _Kind = (Seat.parse, str)
_CONTRACT: _Kind = (Contract.parse, str)
_CLOCK: _Kind = (_seconds, _seconds_text)
_RANGE: _Kind = (ScoreRange.parse, str)


def _sides(**kinds: _Kind) -> dict[str, _Kind]:
    return {f"{name}_{side}": kind for name, kind in kinds.items() for side in ("NS", "EW")}


_TIMES = {"Time": _CLOCK, "TotalTime": _CLOCK}

COLUMNS: dict[str, dict[str, _Kind]] = {
    "ActionTable": {
        "Rank": _COUNT,
        "Call": (Call.parse, str),
        "Card": (Card.parse, str),
        "Declarer": _SEAT,
        "Contract": _CONTRACT,
        "Percentage": _AMOUNT,
    },
    "AuctionTimeTable": _TIMES,
    "InstantScoreTable": {"Rank": _COUNT, **_sides(ScoreRange=_RANGE, IMP=_AMOUNT, Percentage=_AMOUNT)},
    "OptimumPlayTable": {suit.letter: (_holding(suit), _holding_text) for suit in reversed(Suit)},
    "OptimumResultTable": {"Declarer": _SEAT, "Denomination": (Strain.parse, str), "Result": (_tricks, str)},
    "PlayTimeTable": _TIMES,
    "ScoreTable": {
        "Rank": _COUNT,
        **_sides(PairId=_TEXT, Names=_NAMES),
        "Contract": _CONTRACT,
        "Declarer": _SEAT,
        "Result": (_tricks, str),
        **_sides(Score=_AMOUNT, IMP=_AMOUNT, MP=_AMOUNT, Percentage=_AMOUNT),
        "Multiplicity": _COUNT,
    },
    "TotalScoreTable": {
        "Rank": _COUNT,
        "PairId": _TEXT,
        "Names": _NAMES,
        **{f"{kind}{unit}": _AMOUNT for kind in ("Total", "Mean") for unit in ("Score", "IMP", "MP", "Percentage")},
        "NrBoards": _COUNT,
        "Multiplicity": _COUNT,
    },
}
"""The columns that the standard defines, in its order, with how a cell is read and written."""


class Row(Mapping[str, Any]):
    """A row of a table: values by column, None where a cell has none.

    ``?`` (unknown) and ``-`` (irrelevant) have no value, and neither has a cell that is not of its column's form; its
    text is in ``text(column)``.  The value of ``^v``, an artificial score, is that of ``v``.
    """

    __slots__ = ("_cells", "_kinds")

    def __init__(self, name: str, cells: Mapping[str, str]) -> None:
        self._cells = dict(cells)
        self._kinds = COLUMNS.get(name, {})

    def __getitem__(self, column: str) -> Any:
        text = self._cells[column]
        if text in ("?", "-", ""):
            return None
        try:
            return self._kinds.get(column, _TEXT)[0](text.removeprefix("^"))
        except ValueError:
            return None

    def __iter__(self) -> Iterator[str]:
        return iter(self._cells)

    def __len__(self) -> int:
        return len(self._cells)

    def text(self, column: str) -> str:
        """The cell as written; KeyError where the table has no such column."""
        return self._cells[column]

    def state(self, column: str) -> FieldState:
        """Whether the cell is given, unknown (``?``), not applicable (``-``), or the column is not there."""
        text = self._cells.get(column)
        if text is None:
            return FieldState.ABSENT
        return {"?": FieldState.UNKNOWN, "-": FieldState.NOT_APPLICABLE}.get(text, FieldState.GIVEN)

    def is_artificial(self, column: str) -> bool:
        """Whether the cell is an artificial score, ``^v``."""
        return self._cells.get(column, "").startswith("^")

    def __repr__(self) -> str:
        return f"<Row {' '.join(f'{column}={text!r}' for column, text in self._cells.items())}>"


def typed_rows(table: Table) -> list[Row]:
    """The rows of a table with typed values; ValueError where a row has not as many values as there are columns."""
    for number, row in enumerate(table.rows, 1):
        if len(row) != len(table.columns):
            raise ValueError(f"row {number} of {table.name} has {len(row)} values for {len(table.columns)} columns")
    return [Row(table.name, dict(zip(table.columns, row, strict=True))) for row in table.rows]


def table_of(name: str, rows: Iterable[Mapping[str, Any]], header: str = "") -> Table:
    """A table of rows of typed values; the columns are those of the header, or of the first row.

    None is written as ``?``, and so is a column that a row lacks; text stands as it is; cells of a `Row` keep their
    text.  Raises ValueError for a column of the standard with a value of another type.
    """
    given = list(rows)
    names = parse_header(header).names if header else tuple(given[0]) if given else ()
    kinds = COLUMNS.get(name, {})
    cells = []
    for row in given:
        if isinstance(row, Row):
            cells.append(tuple(row._cells.get(column, "?") for column in names))
        else:
            cells.append(tuple(_cell(name, column, kinds.get(column, _TEXT), row.get(column)) for column in names))
    return Table(name, names, tuple(cells), header or ";".join(names))


def _cell(table: str, column: str, kind: _Kind, value: Any) -> str:
    if value is None:
        return "?"
    if isinstance(value, str):
        return value
    try:
        text = kind[1](value)
        if kind is _NAMES and _names(text) != tuple(value):
            raise ValueError("a name holds what parts names")
        if kind is not _TEXT:
            kind[0](text)
    except (TypeError, ValueError, AttributeError):
        raise ValueError(f"{value!r} is no value of {column} in {table}") from None
    return text


# Double-dummy results


def double_dummy(table: Table) -> DoubleDummy:
    """The results of an OptimumResultTable; rows that are not known are left out.

    Raises ValueError for a table without the columns of the standard, and for two different results of one contract.
    """
    found: dict[tuple[Seat, Strain], int] = {}
    for row in typed_rows(table):
        # Another common writer calls the last two Suit and Tricks.
        declarer = row.get("Declarer")
        named = "Denomination" if "Denomination" in row else "Suit"
        strain = Row("OptimumResultTable", {"Denomination": row.text(named)})["Denomination"] if named in row else None
        column = "Result" if "Result" in row else "Tricks"
        tricks = Row("OptimumResultTable", {"Result": row.text(column)})["Result"] if column in row else None
        if "Declarer" not in row or named not in row or column not in row:
            raise ValueError(f"{table.name} lacks one of the columns Declarer, Denomination and Result")
        if declarer is None or strain is None or tricks is None:
            continue
        if found.setdefault((declarer, strain), tricks) != tricks:
            raise ValueError(f"{table.name} gives {declarer} in {strain} two results")
    return DoubleDummy(found)


def optimum_result_table(results: DoubleDummy) -> Table:
    """Double-dummy results as an OptimumResultTable."""
    rows = [{"Declarer": seat, "Denomination": strain, "Result": tricks} for seat, strain, tricks in results.items()]
    return table_of("OptimumResultTable", rows, "Declarer;Denomination\\2R;Result\\2R")


# Scores


@dataclass(frozen=True, slots=True)
class PairScore:
    """What a row of a ScoreTable says of one side; None where it does not tell."""

    pair: str | None
    names: tuple[str, ...]
    score: int | Fraction | None
    imp: int | Fraction | None
    matchpoints: int | Fraction | None
    percentage: int | Fraction | None
    artificial: bool
    """Whether one of the scores is artificial."""


@dataclass(frozen=True, slots=True)
class TableResult:
    """A row of a ScoreTable: what happened at another table; None where it does not tell."""

    rank: int | None
    contract: Contract | None
    declarer: Seat | None
    tricks: int | None
    ns: PairScore
    ew: PairScore
    multiplicity: int | None
    row: Row
    """All cells, those of users' columns too."""


def score_results(table: Table) -> list[TableResult]:
    """The rows of a ScoreTable as results."""
    return [
        TableResult(
            row.get("Rank"),
            row.get("Contract"),
            row.get("Declarer"),
            row.get("Result"),
            _side(row, "NS"),
            _side(row, "EW"),
            row.get("Multiplicity"),
            row,
        )
        for row in typed_rows(table)
    ]


def _side(row: Row, side: str) -> PairScore:
    units = ("Score", "IMP", "MP", "Percentage")
    score, imp, matchpoints, percentage = (row.get(f"{unit}_{side}") for unit in units)
    artificial = any(row.is_artificial(f"{unit}_{side}") for unit in units)
    names = row.get(f"Names_{side}") or ()
    return PairScore(row.get(f"PairId_{side}"), names, score, imp, matchpoints, percentage, artificial)


def instant_score(table: Table, score: int, side: str = "NS") -> Row | None:
    """The row of an InstantScoreTable whose range holds a side's score (``"NS"`` or ``"EW"``), or None."""
    column = f"ScoreRange_{side}"
    for row in typed_rows(table):
        scores = row.get(column)
        if scores is not None and score in scores:
            return row
    return None


# Times


def call_times(record: Record) -> list[tuple[int, Row]] | None:
    """The rows of the AuctionTimeTable, each with the index of its call (PBN 2.1 §5.2).

    A row stands for a word of the auction, so that "all pass" has one, with the index of its first pass; a table with a
    row for each of these passes is understood too.  A player who was passed over (``^S``) made no call; where a table
    has rows for them, these are left out.  None where there is no such table, or where the numbers do not fit.
    """
    table, auction = record.table("AuctionTimeTable"), record.auction
    if table is None or auction is None:
        return None
    rows = typed_rows(table)
    count = len(auction.ids)
    words = count if auction.all_pass is None else min(auction.all_pass + 1, count)
    for calls in (words, count):
        if len(rows) == calls:
            return list(enumerate(rows))
        slots = _slots(auction, calls)
        if len(rows) == len(slots):
            return [(call, row) for call, row in zip(slots, rows, strict=True) if call is not None]
    return None


def _slots(auction: Auction, calls: int) -> list[int | None]:
    """The first calls in order, and None for each player who was passed over."""
    slots: list[int | None] = []
    for index in range(calls + 1):
        slots += [None] * auction.skips.count(index)
        if index < calls:
            slots.append(index)
    return slots


def card_times(record: Record) -> list[tuple[int, Row]] | None:
    """The rows of the PlayTimeTable, each with the cell of its card (see `Play.ids`): the order of the columns.

    None where there is no such table, or where it has more rows than there are cells.
    """
    table, play = record.table("PlayTimeTable"), record.play
    if table is None or play is None:
        return None
    rows = typed_rows(table)
    return list(enumerate(rows)) if len(rows) <= len(play.ids) else None


__all__ = [
    "COLUMNS",
    "PairScore",
    "Row",
    "ScoreRange",
    "TableResult",
    "call_times",
    "card_times",
    "double_dummy",
    "instant_score",
    "optimum_result_table",
    "score_results",
    "table_of",
    "typed_rows",
]
