"""What the row of a ScoreTable comes to: points, artificial scores, or why it has none."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from typing import NamedTuple

from pbntools import rules
from pbntools.core import Contract, Seat, Vulnerability
from pbntools.events.awards import Artificial, Award
from pbntools.events.lines import Doubt
from pbntools.formats.pbn.table_rows import Row
from pbntools.game.score import raw_score
from pbntools.laws.outcome import score_ns
from pbntools.said import SEAT_LETTERS, Said

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
NOT_PLAYED = Said("not played, or without a score")
_UNPLAYED = frozenset(("not played", "np"))
"""Remarks that say no more than that a board was not played."""
NOT_VULNERABLE = Said("the vulnerability is not known, and the board has no number that tells it")


_LACKING = {"Declarer": Said("no declarer"), "Result": Said("no result")}


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
    doubt: Doubt | None = None

    @property
    def contradicted(self) -> bool:
        """Whether its contract and tricks count instead of its score."""
        doubtful = self.doubt is not None and self.doubt.rule is rules.SCORE_TABLE_MISMATCH
        return doubtful and self.ns == self.ew


def given(text: str | None) -> str:
    """A value without blanks around it; empty where it is unknown or irrelevant."""
    if text is None:
        return ""
    text = text.strip()
    return "" if text in NOT_GIVEN else text


def remark_of(text: str | None) -> str:
    """A remark that says more of a result than that the board was not played; else empty."""
    remark = " ".join(given(text).split())
    return "" if remark.casefold() in _UNPLAYED else remark


def of_remark(remark: str) -> str:
    """Why a result with a remark and without a contract has no score."""
    return Said(
        "the remark {remark} is not read as a score: write an [[adjustment]] for it", remark=repr(remark[:SHOWN])
    )


def beside(remark: str) -> Doubt:
    """That a result with a contract has a remark too, which may be a ruling."""
    message = Said(
        "the remark {remark} is not read, and the score counts: write an [[adjustment]] for a ruling",
        remark=repr(remark[:SHOWN]),
    )
    return Doubt(rules.REMARK_UNREAD, message)


def text_of(row: Row, column: str) -> str:
    """What a cell says; empty where there is no such column."""
    return given(row.text(column)) if column in row else ""


def mark(cell: str) -> str:
    """What a cell of a comparison says to a result: an artificial score, or that there is one."""
    return "" if cell in NOT_GIVEN else cell if cell.startswith("^") else "+"


def row_result(row: Row, vulnerable: Vulnerability | None, *, assumed: bool, by_contract: bool = True) -> RowResult:
    """What a row comes to; ``assumed`` tells that the vulnerability is that of the board's number.

    Where a row's score is not that of its contract and tricks, these count, as they do in a record; without
    ``by_contract``, as for a session that was scored by other tables, the score does.
    """
    contract, declarer, times = row.get("Contract"), row.get("Declarer"), row.get("Multiplicity")
    count = times if isinstance(times, int) and 1 <= times <= _LIMIT else 1
    many = text_of(row, "Multiplicity")
    unplayed = False
    doubt = None
    if many and times != count:
        awards: tuple[Award, Award] = None, None
        why: str = Said("Multiplicity is {many}: expected 1 to {limit}", many=many[:SHOWN], limit=_LIMIT)
        used = False
    else:
        awards, why, used, doubt = _row_awards(row, vulnerable, assumed=assumed, by_contract=by_contract)
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
        doubt,
    )


class _Told(NamedTuple):
    """North-South's points, why there are none, whether they hang on the vulnerability, and what is doubtful."""

    points: int | None
    why: str = ""
    used: bool = False
    doubt: Doubt | None = None


def _row_awards(
    row: Row, vulnerable: Vulnerability | None, *, assumed: bool, by_contract: bool
) -> tuple[tuple[Award, Award], str, bool, Doubt | None]:
    """What both sides are awarded, why one is not, whether the vulnerability was needed, and what is doubtful.

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
                why = Said("{column} is {text}: expected ^0 to ^100", column=column, text=row.text(column)[:SHOWN])
            else:
                points, why, *_ = _row_points(row, vulnerable)
                awards[at] = points
                if points is None:
                    why = Said("{column} is not given beside the artificial score of the other side", column=column)
        return (awards[0], awards[1]), why, False, None
    north, east = _score(row, "Score_NS"), _score(row, "Score_EW")
    if north is not None and east is not None and north != -east:
        return (north, -east), "", False, _of_split(row, vulnerable, north, -east)
    told = _row_points(row, vulnerable)
    if by_contract and (north is not None or east is not None):
        told = _held_against(row, told, vulnerable, assumed=assumed)
    elif told.points is not None:
        told = told._replace(doubt=_unreadable(row))
    return (told.points, told.points), told.why, told.used, told.doubt


def _held_against(row: Row, told: _Told, vulnerable: Vulnerability | None, *, assumed: bool) -> _Told:
    """A score against that of contract, declarer and tricks, which counts where both are known and differ."""
    made, stated = _made(row, vulnerable), told.points
    if made.points is None:
        return told if stated is None or is_score(stated) else told._replace(doubt=no_score(stated))
    if stated is None or stated == made.points or (assumed and made.used and stated in _either(row)):
        return told
    contract, written = row["Contract"], row.text("Contract")[:SHOWN]
    words: object = contract if str(contract) == written else written
    if row.get("Result") is not None and not (isinstance(row["Contract"], Contract) and row["Contract"].is_passed_out):
        words = made_words(words, row["Declarer"], row["Result"])
    message = Said(
        "{words} scores {points} for North-South, and the row says {stated}: contract and tricks count",
        words=words,
        points=made.points,
        stated=stated,
    )
    return made._replace(doubt=Doubt(rules.SCORE_TABLE_MISMATCH, message))


def _of_split(row: Row, vulnerable: Vulnerability | None, north: int, east: int) -> Doubt | None:
    """What is doubtful of scores that do not balance, both in North-South's points: each side has its own."""
    wrong = next((points for points in (north, east) if not is_score(points)), None)
    if wrong is not None:
        return no_score(wrong)
    made = _made(row, vulnerable).points
    if made is None or made == north == east:
        return None
    message = Said(
        "Score_NS {north} and Score_EW {east} do not balance: each side has its own, as in a split score",
        north=north,
        east=-east,
    )
    return Doubt(rules.SCORE_TABLE_MISMATCH, message)


def _unreadable(row: Row) -> Doubt | None:
    """That a cell of a score cannot be read, where the contract tells what the row comes to."""
    for column in ("Score_NS", "Score_EW"):
        text = text_of(row, column)
        if text and _score(row, column) is None and not row.is_artificial(column):
            message = Said(
                "{column} is {text}, which is no score: contract and tricks count",
                column=column,
                text=repr(text[:SHOWN]),
            )
            return Doubt(rules.SCORE_TABLE_MISMATCH, message)
    return None


def made_words(contract: object, declarer: Seat, tricks: int) -> Said:
    """A contract with its declarer and tricks."""
    return Said("{contract} by {seat}, {n} tricks,", contract=contract, seat=SEAT_LETTERS[declarer], n=tricks)


def no_score(points: int) -> Doubt:
    """That a score is none that any contract comes to."""
    return Doubt(rules.IMPOSSIBLE_SCORE, Said("no contract scores {points}, which counts as it stands", points=points))


@cache
def _scores() -> frozenset[int]:
    cells = product(range(1, 8), range(5), range(3), (False, True), range(14))
    return frozenset((0, *(raw_score(*cell) for cell in cells)))


def is_score(points: int) -> bool:
    """Whether some contract comes to so many points for either side (Law 77)."""
    return points in _scores() or -points in _scores()


def _lacking(row: Row, column: str, expected: str) -> str:
    text = text_of(row, column)
    return (
        Said("{column} is {text}: expected {expected}", column=column, text=repr(text[:SHOWN]), expected=expected)
        if text
        else _LACKING[column]
    )


def _score(row: Row, column: str) -> int | None:
    value = row[column] if column in row and not row.is_artificial(column) else None
    return value if isinstance(value, int) else None


def _row_points(row: Row, vulnerable: Vulnerability | None) -> _Told:
    """What the score of a row says, or its contract and tricks where there is none."""
    north, east = _score(row, "Score_NS"), _score(row, "Score_EW")
    if north is not None:
        return _Told(north)
    if east is not None:
        return _Told(-east)
    made = _made(row, vulnerable)
    if made.points is not None or made.why:
        return made
    for column in _UNITS:
        if row.is_artificial(column):
            text = row.text(column)[:SHOWN]
            why = Said("the artificial score {text} in {column} tells no share of the top", text=text, column=column)
            return _Told(None, Said("{why}: write Percentage_NS and Percentage_EW, such as ^60 and ^40", why=why))
    for column in ("Score_NS", "Score_EW", "Contract"):
        if text_of(row, column):
            expected = Said("a contract") if column == "Contract" else Said("points")
            return _Told(
                None,
                Said(
                    "{column} is {text}: expected {expected}",
                    column=column,
                    text=repr(text_of(row, column)[:SHOWN]),
                    expected=expected,
                ),
            )
    return _Told(None, Said("no contract and no score"))


def _made(row: Row, vulnerable: Vulnerability | None) -> _Told:
    """What contract, declarer and tricks come to; neither points nor a reason where there is no contract."""
    contract, declarer, tricks = row.get("Contract"), row.get("Declarer"), row.get("Result")
    if not isinstance(contract, Contract):
        return _Told(None)
    if contract.is_passed_out:
        return _Told(0)
    if not isinstance(declarer, Seat):
        return _Told(None, _lacking(row, "Declarer", Said("N, E, S or W")))
    if tricks is None:
        return _Told(None, _lacking(row, "Result", Said("0 to 13 tricks")))
    points = score_ns(contract, declarer, tricks, vulnerable)
    used = score_ns(contract, declarer, tricks, None) is None
    return _Told(points, "" if points is not None else NOT_VULNERABLE, used)


def _either(row: Row) -> tuple[int | None, ...]:
    """What contract and tricks come to in either vulnerability."""
    return tuple(_made(row, vulnerable).points for vulnerable in (Vulnerability.NONE, Vulnerability.ALL))
