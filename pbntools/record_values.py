"""The values of a record's tags, in the forms that the PBN standard gives them (PBN 2.1 §3.4, §4).

A record names its fields as PBN does, whatever it was read from.  `typed_value` reads the text of one.  Nothing here
fills in what a text leaves out, and no number is a float.
"""

from __future__ import annotations

import datetime
import re
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Generic, TypeVar

from pbntools.core import Seat

T = TypeVar("T")

INTEGER = r"[+-]?\d{1,9}"
DECIMAL = r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})"
PERCENT = r"\+?(?:\d{1,3}(?:\.\d{0,9})?|\.\d{1,9})"
POINTS = r"\d{1,9}[ ]*/[ ]*\d{1,9}"


def sided(unit: str, *, bare: bool = True) -> re.Pattern[str]:
    """The five forms of a score (PBN 2.1 §4.2): declarer's alone, one side's, or both sides'."""
    alone = f"(?P<declarer>{unit})|" if bare else ""
    return re.compile(
        rf"(?a)(?:{alone}EW[ ]+(?P<ew>{unit})(?:[ ]+NS[ ]+(?P<ns_behind>{unit}))?"
        rf"|NS[ ]+(?P<ns>{unit})(?:[ ]+EW[ ]+(?P<ew_behind>{unit}))?)[ ]*\Z"
    )


DATE = re.compile(r"(?a)(\d{4}|\?{4})\.(\d\d|\?\?)\.(\d\d|\?\?)\Z")
CLOCK = re.compile(r"(?a)([01]\d|2[0-3]):([0-5]\d):([0-5]\d)\Z")
ROUND = re.compile(r"(?a)[A-Za-z0-9_]+(?:\.[A-Za-z0-9_]+)*\Z")
HIDDEN = re.compile(r"(?a)(?!.*(.).*\1)[NESW]{1,4}\Z")
TIME_CONTROL = re.compile(r"(?a)(?:(\d{1,6})/(\d{1,6})|-)\Z")
SECONDS = re.compile(r"(?a)\d{1,9}\Z")
SCORE, SCORE_DECIMAL, SCORE_PERCENT, SCORE_PAIR = map(sided, (INTEGER, DECIMAL, PERCENT, POINTS))
OPTIMUM = sided(INTEGER, bare=False)
_HISTORY_UNIT = r"(\d{1,9}) (\d{1,9})/(\d{1,9}(?: \d{1,9}){0,2})"
HISTORY = re.compile(rf"(?a)NS {_HISTORY_UNIT} EW {_HISTORY_UNIT}\Z")

_GAME = 100

BASE_SCORING = ("MP", "MatchPoints", "IMP", "Cavendish", "Chicago", "Rubber", "BAM", "Instant")
SCORING_MODIFIERS = (
    "Butler", "Butler-2", "Experts", "Cross", "Cross1", "Cross2", "Mean", "Median", "MP1", "MP2", "OldMP",
    "Mitchell2", "Mitchell3", "Mitchell4", "Ascherman", "Bastille", "EMP", "IMP_1948", "IMP_1961",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class PartialDate:
    """A date with what is known of it: year, month (1–12) and day (1–31), each None where it is not known."""

    year: int | None = None
    month: int | None = None
    day: int | None = None

    @property
    def date(self) -> datetime.date | None:
        """The date, where it is known whole and the calendar has it."""
        if self.year is None or self.month is None or self.day is None:
            return None
        try:
            return datetime.date(self.year, self.month, self.day)
        except ValueError:
            return None

    def __str__(self) -> str:
        year = "????" if self.year is None else f"{self.year:04}"
        return ".".join([year, *("??" if part is None else f"{part:02}" for part in (self.month, self.day))])


@dataclass(frozen=True, slots=True)
class SidedScore(Generic[T]):
    """A score as it was written: ``declarer``'s, or that of North-South and of East-West; None where it is not given.

    Two sides may both be given, and need not be opposite: a ruling can split them.
    """

    declarer: T | None = None
    ns: T | None = None
    ew: T | None = None


@dataclass(frozen=True, slots=True)
class RubberPoints:
    """Points above and below the line (Laws of rubber bridge)."""

    above: int
    below: int


@dataclass(frozen=True, slots=True)
class RubberSide:
    """One side's points at the start of a deal: above the line in earlier rubbers and in this one, and below the line
    in each game of this rubber, the one in progress last."""

    above_before: int
    above: int
    below: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class RubberHistory:
    """The score of a rubber at the start of a deal."""

    ns: RubberSide
    ew: RubberSide


@dataclass(frozen=True, slots=True)
class Scoring:
    """A scoring system: the ``base`` (``"MP"``, ``"IMP"``, …; None where only modifiers are given) and the other fields
    in order.  The standard leaves the list open, so a field that it does not name is among the modifiers."""

    base: str | None
    modifiers: tuple[str, ...] = ()

    def __str__(self) -> str:
        return ";".join((() if self.base is None else (self.base,)) + self.modifiers)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """So many games in so many minutes."""

    games: int
    minutes: int


def _date(text: str) -> PartialDate | None:
    match = DATE.match(text)
    if match is None:
        return None
    year, month, day = (None if part[0] == "?" else int(part) for part in match.groups())
    if (month is not None and not 1 <= month <= 12) or (day is not None and not 1 <= day <= 31):
        return None
    return PartialDate(year, month, day)


def _clock(text: str) -> datetime.time | None:
    match = CLOCK.match(text)
    return datetime.time(int(match[1]), int(match[2]), int(match[3])) if match else None


def _utc_clock(text: str) -> datetime.time | None:
    found = _clock(text)
    return found.replace(tzinfo=datetime.UTC) if found else None


def _positive(text: str) -> int | None:
    return (int(text) or None) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def _seconds(text: str) -> int | None:
    return int(text) if SECONDS.match(text) else None


def _round(text: str) -> tuple[str, ...] | None:
    return tuple(text.split(".")) if ROUND.match(text) else None


def _hidden(text: str) -> frozenset[Seat] | None:
    return frozenset(map(Seat.parse, text)) if HIDDEN.match(text) else None


def _flag(text: str) -> bool | None:
    return {"Yes": True, "No": False}.get(text)


def _one_of(*words: str) -> Callable[[str], str | None]:
    return lambda text: text if text in words else None


def _persons(text: str) -> tuple[str, ...]:
    return tuple(name.strip() for name in text.split(";"))


def _scoring(text: str) -> Scoring | None:
    fields = text.split(";")
    bases = [field for field in fields if field in BASE_SCORING]
    if not all(fields) or len(bases) > 1:
        return None
    base = bases[0] if bases else None
    return Scoring(base, tuple(field for field in fields if field != base))


def _score(pattern: re.Pattern[str], unit: Callable[[str], T | None]) -> Callable[[str], SidedScore[T] | None]:
    def read(text: str) -> SidedScore[T] | None:
        match = pattern.match(text)
        if match is None:
            return None
        found = match.groupdict()
        given = found.get("declarer"), found["ns"] or found["ns_behind"], found["ew"] or found["ew_behind"]
        values = [None if part is None else unit(part) for part in given]
        if any(part is not None and value is None for part, value in zip(given, values, strict=True)):
            return None
        return SidedScore(*values)

    return read


def _decimal(text: str) -> Fraction:
    return Fraction(text.rstrip(".") if text[-1] == "." else text)


def _percentage(text: str) -> Fraction | None:
    found = _decimal(text)
    return found if found <= 100 else None


def _points(text: str) -> RubberPoints:
    above, _, below = text.partition("/")
    return RubberPoints(int(above), int(below))


def _history(text: str) -> RubberHistory | None:
    match = HISTORY.match(text)
    if match is None or history_fault(text) is not None:
        return None
    before, above, below, other_before, other_above, other_below = match.groups()
    return RubberHistory(
        RubberSide(int(before), int(above), tuple(map(int, below.split()))),
        RubberSide(int(other_before), int(other_above), tuple(map(int, other_below.split()))),
    )


def history_fault(text: str) -> str | None:
    """What is wrong with the state of a rubber (PBN 2.1 §4.2), or None."""
    match = HISTORY.match(text)
    if match is None:
        return "expected NS above above/below EW above above/below"
    odd = next((number for number in re.findall(r"\d+", text) if number[-1] != "0"), None)
    if odd is not None:
        return f"{odd} is no multiple of 10"
    ns, ew = (list(map(int, below.split())) for below in (match[3], match[6]))
    if len(ns) != len(ew):
        return f"NS has points of {len(ns)} games below the line, EW of {len(ew)}"
    for number, (one, other) in enumerate(zip(ns[:-1], ew[:-1], strict=True), 1):
        if (one >= _GAME) == (other >= _GAME):
            return f"game {number} is over, but not won by one side: {one} and {other} below the line"
    return None


def optimum_fault(text: str) -> str | None:
    """What is wrong with an optimum score (PBN 2.1 §4.2), or None: the scores of the two sides are opposite."""
    if not OPTIMUM.match(text):
        return "expected points behind NS or EW"
    points = [int(number) for number in re.findall(r"[+-]?\d+", text)]
    if len(points) > 1 and points[0] != -points[1]:
        return "the scores of the two sides are not opposite"
    return None


def _optimum(text: str) -> SidedScore[int] | None:
    return None if optimum_fault(text) else _score(OPTIMUM, int)(text)


def _time_control(text: str) -> TimeControl | None:
    match = TIME_CONTROL.match(text)
    return TimeControl(int(match[1]), int(match[2])) if match and match[1] else None


_READERS: dict[str, Callable[[str], object]] = {
    **dict.fromkeys(("Date", "EventDate", "UTCDate"), _date),
    "Time": _clock,
    "UTCTime": _utc_clock,
    "Board": _positive,
    "Round": _round,
    "Room": _one_of("Open", "Closed"),
    "FrenchMP": _flag,
    "Hidden": _hidden,
    **dict.fromkeys(("West", "North", "East", "South", "Annotator"), _persons),
    "Scoring": _scoring,
    "Score": _score(SCORE, int),
    "ScoreIMP": _score(SCORE_DECIMAL, _decimal),
    "ScoreMP": _score(SCORE_DECIMAL, _decimal),
    "ScorePercentage": _score(SCORE_PERCENT, _percentage),
    "ScoreRubber": _score(SCORE_PAIR, _points),
    "ScoreRubberHistory": _history,
    "OptimumScore": _optimum,
    "TimeControl": _time_control,
    "TimeCall": _seconds,
    "TimeCard": _seconds,
}


@lru_cache(maxsize=8192)
def _read(name: str, text: str) -> object:
    return _READERS[name](text)


_LONGEST = 255


def typed_value(name: str, text: str) -> object:
    """The value of a tag's text; None where the text is not of the form that the standard gives the tag.

    A tag without a form of its own (Event, Stage, DealId, one that the standard does not know, …) is its text.
    """
    if name not in _READERS:
        return text
    # Values repeat from record to record; a long one is not worth keeping.
    return _read(name, text) if len(text) <= _LONGEST else _READERS[name](text)
