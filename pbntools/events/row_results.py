"""What the row of a ScoreTable comes to: points, artificial scores, or why it has none."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from pbntools.core import Contract, Seat, Vulnerability
from pbntools.events.awards import Artificial, Award
from pbntools.formats.pbn.table_rows import Row
from pbntools.laws.outcome import score_ns

NOT_GIVEN = frozenset(("", "?", "-"))
RESULT = frozenset((
    "Contract", "Declarer", "Result", "Score_NS", "Score_EW", "Multiplicity",
))  # fmt: skip
"""The columns that tell what a row comes to."""
COMPARED = frozenset(f"{unit}_{side}" for unit in ("IMP", "MP", "Percentage") for side in ("NS", "EW"))
"""Columns of what a comparison came to, of which artificial scores count alone."""
_TELLING = (RESULT | COMPARED) - {"Multiplicity"}
_LIMIT = 1000
"""Tables that one row may stand for."""
_UNITS = tuple(f"{unit}_{side}" for unit in ("Score", "IMP", "MP") for side in ("NS", "EW"))
SHOWN = 40
"""Characters of a value that is no score are shown."""
NOT_PLAYED = "not played, or without a score"
NOT_VULNERABLE = "the vulnerability is not known, and the board has no number that tells it"


class RowResult(NamedTuple):
    """What a row comes to, without who sat there; see `Line`."""

    ns: Award
    ew: Award
    contract: str
    declarer: str
    tricks: int | None
    times: int
    why: str
    unplayed: bool
    assumed: bool


def given(text: str | None) -> str:
    """A value without blanks around it; empty where it is unknown or irrelevant."""
    if text is None:
        return ""
    text = text.strip()
    return "" if text in NOT_GIVEN else text


def text_of(row: Row, column: str) -> str:
    """What a cell says; empty where there is no such column."""
    return given(row.text(column)) if column in row else ""


def mark(cell: str) -> str:
    """What a cell of a comparison says to a result: an artificial score, or that there is one."""
    return "" if cell in NOT_GIVEN else cell if cell.startswith("^") else "+"


def row_result(row: Row, vulnerable: Vulnerability | None, *, assumed: bool) -> RowResult:
    """What a row comes to; ``assumed`` tells that the vulnerability is that of the board's number."""
    contract, declarer, times = row.get("Contract"), row.get("Declarer"), row.get("Multiplicity")
    count = times if isinstance(times, int) and 1 <= times <= _LIMIT else 1
    many = text_of(row, "Multiplicity")
    unplayed = False
    if many and times != count:
        awards: tuple[Award, Award] = None, None
        why, used = f"Multiplicity is {many[:SHOWN]}: expected 1 to {_LIMIT}", False
    else:
        awards, why, used = _row_awards(row, vulnerable)
        unplayed = awards == (None, None) and not any(
            text_of(row, name) for name in (RESULT | COMPARED) - {"Multiplicity"}
        )
        if unplayed:
            why = NOT_PLAYED
    return RowResult(
        *awards,
        "" if contract is None else str(contract),
        declarer.letter if isinstance(declarer, Seat) else "",
        row.get("Result"),
        count,
        why,
        unplayed,
        used and assumed,
    )


def _row_awards(row: Row, vulnerable: Vulnerability | None) -> tuple[tuple[Award, Award], str, bool]:
    """What both sides are awarded, why one is not, and whether the vulnerability was needed.

    A score that stands for one side is that of the other with its sign turned.
    """
    artificial = [row.is_artificial(f"Percentage_{side}") for side in ("NS", "EW")]
    if any(artificial):
        awards: list[Award] = [None, None]
        why = ""
        for at, side in enumerate(("NS", "EW")):
            column = f"Percentage_{side}"
            value = row[column] if artificial[at] else None
            if value is not None and 0 <= value <= 100:
                awards[at] = Artificial(Fraction(value) / 100)
            elif artificial[at]:
                why = f"{column} is {row.text(column)[:SHOWN]}: expected ^0 to ^100"
            else:
                points, why, _ = _row_points(row, vulnerable)
                awards[at] = points
                if points is None:
                    why = f"{column} is not given beside the artificial score of the other side"
        return (awards[0], awards[1]), why, False
    north, east = _score(row, "Score_NS"), _score(row, "Score_EW")
    if north is not None and east is not None:
        # A split score gives each side its own.
        return (north, -east), "", False
    points, why, used = _row_points(row, vulnerable)
    return (points, points), why, used


def _lacking(row: Row, column: str, expected: str) -> str:
    text = text_of(row, column)
    return f"{column} is {text[:SHOWN]!r}: expected {expected}" if text else f"no {column.lower()}"


def _score(row: Row, column: str) -> int | None:
    value = row[column] if column in row and not row.is_artificial(column) else None
    return value if isinstance(value, int) else None


def _row_points(row: Row, vulnerable: Vulnerability | None) -> tuple[int | None, str, bool]:
    """North-South's points, why there are none, and whether they hang on the vulnerability."""
    north, east = _score(row, "Score_NS"), _score(row, "Score_EW")
    if north is not None:
        return north, "", False
    if east is not None:
        return -east, "", False
    contract, declarer, tricks = row.get("Contract"), row.get("Declarer"), row.get("Result")
    if isinstance(contract, Contract):
        if contract.is_passed_out:
            return 0, "", False
        if not isinstance(declarer, Seat):
            return None, _lacking(row, "Declarer", "N, E, S or W"), False
        if tricks is None:
            return None, _lacking(row, "Result", "0 to 13 tricks"), False
        points = score_ns(contract, declarer, tricks, vulnerable)
        used = score_ns(contract, declarer, tricks, None) is None
        return points, "" if points is not None else NOT_VULNERABLE, used
    for column in _UNITS:
        if row.is_artificial(column):
            text = row.text(column)[:SHOWN]
            why = f"the artificial score {text} in {column} tells no share of the top"
            return None, f"{why}: write Percentage_NS and Percentage_EW, such as ^60 and ^40", False
    for column in ("Score_NS", "Score_EW", "Contract"):
        if text_of(row, column):
            expected = "a contract" if column == "Contract" else "points"
            return None, f"{column} is {text_of(row, column)[:SHOWN]!r}: expected {expected}", False
    return None, "no contract and no score", False
