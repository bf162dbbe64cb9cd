"""The tags ScoreRubber and ScoreRubberHistory (PBN 2.1 §4.2): read, compared with the pad, and written.

ScoreRubber is what a deal adds, as ``above/below``: declarer's side's alone, or behind ``NS`` and ``EW``.
ScoreRubberHistory is the pad before the deal: ``NS H EW H``, with H the points of earlier rubbers, a space, and
``above/below`` of this rubber, with one number below the line for each game that was begun.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from functools import lru_cache

from pbntools import rules as catalogue
from pbntools.core import Side, Vulnerability
from pbntools.diagnostics import Finding, Severity, tag_place
from pbntools.record import Record
from pbntools.scoring.pad import Entry, State

SCORE = "ScoreRubber"
HISTORY = "ScoreRubberHistory"

_PAIR = r"(\d{1,9})[ ]*/[ ]*(\d{1,9})"
_SCORE = re.compile(rf"(?a)(?:(NS|EW)[ ]+)?{_PAIR}(?:[ ]+(NS|EW)[ ]+{_PAIR})?")
_UNIT = r"(\d{1,9}) (\d{1,9})/(\d{1,9}(?: \d{1,9}){0,2})"
_HISTORY = re.compile(rf"(?a)NS {_UNIT} EW {_UNIT}")


@dataclass(frozen=True, slots=True)
class RubberScore:
    """Points above and below the line: declarer's, or each side's; None where not given."""

    declarer: tuple[int, int] | None = None
    ns: tuple[int, int] | None = None
    ew: tuple[int, int] | None = None

    def of(self, side: Side, declarer: Side | None) -> tuple[int, int] | None:
        """The points of a side, given declarer's side."""
        own = self.ns if side is Side.NS else self.ew
        return self.declarer if own is None and declarer is side else own


@dataclass(frozen=True, slots=True)
class History:
    """The pad before a deal: the points of earlier rubbers, above the line, and in each game, of both sides."""

    earlier: tuple[int, int]
    above: tuple[int, int]
    games: tuple[tuple[int, int], ...]

    @property
    def vulnerable(self) -> Vulnerability:
        """Who is vulnerable by the games that are over."""
        ns = any(game[0] >= 100 for game in self.games)
        ew = any(game[1] >= 100 for game in self.games)
        return tuple(Vulnerability)[ns + 2 * ew]


@lru_cache(maxsize=4096)
def parse_score_rubber(text: str) -> RubberScore | None:
    """Read ``"a/b"``, ``"NS a/b"``, ``"EW a/b"``, ``"NS a/b EW a/b"`` or the other order; None for anything else."""
    match = _SCORE.fullmatch(text.strip())
    if match is None:
        return None
    side, above, below, other, others_above, others_below = match.groups()
    first = int(above), int(below)
    if side is None:
        return RubberScore(declarer=first) if other is None else None
    if side == other:
        return None
    second = None if other is None else (int(others_above), int(others_below))
    return RubberScore(None, first, second) if side == "NS" else RubberScore(None, second, first)


def parse_history(text: str) -> History:
    """Read ``"NS 0 130/60 EW 0 0/100"``; ValueError, which says why, on what is not the history of a rubber.

    Both sides have as many games; points below the line are tens; in a game that is over one side alone has 100 or
    more, and in the one under way none; nobody has won two games before the deal.
    """
    match = _HISTORY.fullmatch(text.strip())
    if match is None:
        raise ValueError("expected NS earlier above/below EW earlier above/below")
    ns_earlier, ns_above, ns_below, ew_earlier, ew_above, ew_below = match.groups()
    ns, ew = ([int(number) for number in below.split()] for below in (ns_below, ew_below))
    if len(ns) != len(ew):
        raise ValueError(f"NS has {len(ns)} games and EW {len(ew)}")
    games = tuple(zip(ns, ew, strict=True))
    if any(points % 10 for game in games for points in game):
        raise ValueError("points below the line are tens")
    for number, game in enumerate(games[:-1], 1):
        if (game[0] >= 100) is (game[1] >= 100):
            raise ValueError(f"game {number} is over, so one side, and only one, has 100 points or more in it")
    if max(games[-1]) >= 100:
        raise ValueError(f"game {len(games)} is under way, but a side has 100 points or more in it")
    if len(games) == 3 and (games[0][0] >= 100) is (games[1][0] >= 100):
        raise ValueError("one side has won both games, so the rubber is over")
    return History((int(ns_earlier), int(ew_earlier)), (int(ns_above), int(ew_above)), games)


def history_text(state: State) -> str | None:
    """The value of ScoreRubberHistory for a pad; None where it is not known."""
    if not state.known:
        return None
    return " ".join(f"{side} {state.earlier[side]} {state.above[side]}/{_below(state, side)}" for side in Side)


def _below(state: State, side: Side) -> str:
    return " ".join(str(game[side]) for game in state.games)


def score_text(entry: Entry) -> str | None:
    """The value of ScoreRubber for a deal; None where it is not known."""
    if entry.unknown or entry.conditional:
        return None
    return _added(entry)


def _added(entry: Entry) -> str:
    return " ".join(f"{side} {entry.points(side, 'above')}/{entry.points(side, 'below')}" for side in Side)


def check_rubber_tags(record: Record, entry: Entry, *, rubber: bool) -> Entry:
    """The entry with what the record's tags say otherwise.  ScoreRubberHistory has a meaning in a rubber alone."""
    found = []
    score, history = record.value(SCORE), record.value(HISTORY)
    if score and score != "?":
        found += _compare_score(score, entry)
    if history and history != "?" and rubber:
        found += _compare_history(history, entry)
    return replace(entry, findings=(*entry.findings, *found)) if found else entry


def _compare_score(text: str, entry: Entry) -> list[Finding]:
    given = parse_score_rubber(text)
    # A value that cannot be read is reported by the reader.
    if given is None or entry.conditional is not None or entry.unknown not in ((), ("honours",)):
        return []
    mine = _added(entry)
    # Honours that are not known may be there or not.
    more = (0, 100, 150) if entry.unknown else (0,)
    declarer = None if entry.declarer is None else entry.declarer.side
    for side in Side:
        points = given.of(side, declarer)
        if points is None:
            continue
        above, below = entry.points(side, "above"), entry.points(side, "below")
        # The standard does not say whether the bonus for the rubber belongs to its last deal.
        without = above - sum(line.points for line in entry.lines if line.side is side and line.reason[:6] == "rubber")
        if points[1] != below or not any(points[0] in (above + plus, without + plus) for plus in more):
            besides = ", and honours if there are any" if entry.unknown else ""
            message = f"the record says {text.strip()}, but the deal adds {mine} (above/below the line{besides})"
            return [Finding(catalogue.RUBBER_SCORE_MISMATCH, message, tag_place(SCORE))]
    if given.declarer is not None and declarer is None and given.declarer != (0, 0):
        message = f"the record says {text.strip()}, but a deal that is passed out adds nothing"
        return [Finding(catalogue.RUBBER_SCORE_MISMATCH, message, tag_place(SCORE))]
    return []


def _compare_history(text: str, entry: Entry) -> list[Finding]:
    try:
        given = parse_history(text)
    except ValueError as error:
        # The reader reports a value of another form.
        if _HISTORY.fullmatch(text.strip()) is None:
            return []
        return [Finding(catalogue.RUBBER_HISTORY_MISMATCH, f"{text.strip()}: {error}", tag_place(HISTORY))]
    state = entry.state
    if entry.conditional is not None:
        return []
    # Honours that are not known leave the games known.
    same = given.games == state.games and (not state.known or given.above == state.above)
    if same and (not state.known or given.earlier == state.earlier):
        return []
    mine = history_text(state) or " ".join(f"{side} …/{_below(state, side)}" for side in Side)
    message = f"the record says {text.strip()}, but before the deal the pad has {mine}"
    # What counts as points of earlier rubbers is not beyond doubt.
    severity = Severity.NOTICE if same else None
    return [Finding(catalogue.RUBBER_HISTORY_MISMATCH, message, tag_place(HISTORY), severity)]
