"""Scores of recorded deals by Law 77, as a table and as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from pbntools.core import Contract, Seat, Side
from pbntools.game import ScorePart
from pbntools.laws import Outcome, is_duplicate, recorded_score_ns, scoring_fields
from pbntools.record import Record
from pbntools.reports.diagnostics import law_text, plural
from pbntools.reports.screen import Screen, pad
from pbntools.scoring.points import duplicate_parts
from pbntools.scoring.ruleset import PRESETS, RuleSet

DUPLICATE = PRESETS["duplicate"]


@dataclass(frozen=True, slots=True)
class Scored:
    """One record with what it scores.  ``reason`` says why there is no score, where there is none."""

    path: str
    index: int
    board: str | None
    room: str | None
    table: str | None
    vulnerable: str | None
    contract: Contract | None
    declarer: Seat | None
    tricks: int | None
    tricks_source: str
    tricks_played: int | None
    adjustment: int | None
    adjustment_applied: str | None
    score_ns: int | None
    recorded_score_ns: int | None
    reason: str | None
    parts: tuple[ScorePart, ...]
    other_game: bool = False
    """Whether the record says that it was scored as rubber, Chicago or Cavendish."""

    @property
    def disagrees(self) -> bool:
        """Whether the record holds another duplicate score than its contract and tricks give."""
        return (
            not self.other_game
            and None not in (self.score_ns, self.recorded_score_ns)
            and self.score_ns != self.recorded_score_ns
        )

    @property
    def contradicted(self) -> bool:
        """Whether the cards give another number of tricks than the record, also with what the Laws move."""
        if self.adjustment_applied == "applied":
            return False
        return None not in (self.tricks, self.tricks_played) and self.tricks != self.tricks_played

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {
            "path": self.path,
            "record": self.index,
            "board": self.board,
            "room": self.room,
            "table": self.table,
            "vulnerable": self.vulnerable,
            "contract": str(self.contract) if self.contract is not None else None,
            "declarer": str(self.declarer) if self.declarer is not None else None,
            "tricks": self.tricks,
            "tricks_source": self.tricks_source,
            "tricks_played": self.tricks_played,
            "adjustment": self.adjustment,
            "score_ns": self.score_ns,
            "recorded_score_ns": self.recorded_score_ns,
            "reason": self.reason,
            "adjustment_applied": self.adjustment_applied,
        }


class Sums:
    """What boards come to: the points of North-South's scores and of East-West's, each as far as they are known."""

    def __init__(self) -> None:
        self.boards = 0
        self.unknown = 0
        """Boards without a score."""
        self.of_other_games = 0
        self._known = [0, 0]

    def add(self, row: Scored) -> None:
        """Count a board."""
        self.boards += 1
        self.of_other_games += row.other_game
        if row.score_ns is None:
            self.unknown += 1
        else:
            self._known[row.score_ns < 0] += abs(row.score_ns)

    def as_dict(self) -> dict[str, Any]:
        """The JSON form; the totals are None where a board has no score."""
        ns, ew = self._known
        whole = not self.unknown
        return {"totals": {"ns": ns if whole else None, "ew": ew if whole else None}, "known": {"ns": ns, "ew": ew}}

    def __str__(self) -> str:
        ns, ew = self._known
        if self.unknown:
            return f"Session: NS {ns} + ?, EW {ew} + ?; {plural(self.unknown, 'board')} without a score"
        if ns == ew:
            return f"Session: NS {ns}, EW {ew}: level"
        return f"Session: NS {ns}, EW {ew}: {'NS' if ns > ew else 'EW'} ahead by {abs(ns - ew)}"


def scored(path: str, index: int, record: Record, outcome: Outcome, rules: RuleSet = DUPLICATE) -> Scored:
    """What a record scores by a rule set for duplicate.

    Where its Scoring says OldMP (PBN 2.1 §3.4.13), undertricks count as before 1987.
    """
    if rules.undertricks == "current" and "OLDMP" in scoring_fields(record.value("Scoring") or ""):
        rules = _before_1987(rules)
    parts: tuple[ScorePart, ...] = ()
    score_ns = outcome.score_ns
    if score_ns is not None and outcome.contract is not None and outcome.declarer is not None:
        vulnerable = record.vulnerable is not None and record.vulnerable.of(outcome.declarer)
        parts = duplicate_parts(rules, outcome.contract, outcome.tricks_scored, vulnerable)
        points = sum(part.points for part in parts)
        score_ns = points if outcome.declarer.side is Side.NS else -points
    return Scored(
        path=path,
        index=index,
        board=record.board,
        room=record.room,
        table=record.value("Table") if record.value("Table") not in ("", "?") else None,
        vulnerable=str(record.vulnerable) if record.vulnerable is not None else None,
        contract=outcome.contract,
        declarer=outcome.declarer,
        tricks=outcome.tricks,
        tricks_source=outcome.tricks_source,
        tricks_played=outcome.tricks_played,
        adjustment=outcome.adjustment,
        adjustment_applied=outcome.applied,
        score_ns=score_ns,
        recorded_score_ns=recorded_score_ns(record, outcome.declarer),
        reason=_reason(record, outcome),
        parts=parts,
        other_game=not is_duplicate(record),
    )


@lru_cache(maxsize=16)
def _before_1987(rules: RuleSet) -> RuleSet:
    return replace(rules, undertricks="pre1987")


def _reason(record: Record, outcome: Outcome) -> str | None:
    if outcome.score_ns is not None:
        return None
    if outcome.contract is None:
        return "contract unknown"
    unknown = [
        what
        for what, value in (
            ("declarer", outcome.declarer),
            ("tricks", outcome.tricks),
            ("vulnerability", record.vulnerable),
        )
        if value is None
    ]
    return f"{' and '.join(unknown)} unknown" if unknown else "the tricks that a revoke moves are not known"


CSV_COLUMNS = (
    "path", "record", "board", "room", "table", "vulnerable", "contract", "declarer", "tricks", "tricks_source",
    "tricks_played", "adjustment", "score_ns", "recorded_score_ns", "reason", "adjustment_applied",
)  # fmt: skip
"""The columns of the CSV, which are the fields of the JSON form."""

WIDTHS = {
    "Board": 7,
    "Record": 6,
    "Room": 8,
    "Table": 8,
    "Vul": 4,
    "Contract": 8,
    "By": 2,
    "Tricks": 12,
    "NS score": 8,
    "Recorded": 8,
}
_RIGHT = {"Record", "NS score", "Recorded"}


def distinctions(rows: Sequence[Scored]) -> tuple[str, ...]:
    """The columns that tell rows of one board apart: none where each board is there once."""
    if len({row.board for row in rows}) == len(rows):
        return ()
    for name, known in (("Room", any(row.room for row in rows)), ("Table", any(row.table for row in rows))):
        if known:
            return ("Record", name)
    return ("Record",)


def _columns(extra: tuple[str, ...]) -> list[str]:
    return [name for name in WIDTHS if name in extra or name not in ("Record", "Room", "Table")]


def heading(screen: Screen, extra: tuple[str, ...] = ()) -> str:
    """The heads of the columns."""
    names = _columns(extra)
    return screen.paint("label", _row(dict(zip(names, names, strict=True))).rstrip()) + "\n"


def _row(cells: Mapping[str, str], shown: Mapping[str, str] | None = None) -> str:
    return "  ".join(
        pad(text, WIDTHS[name], (shown or {}).get(name), right=name in _RIGHT) for name, text in cells.items()
    )


def points_text(points: int | None) -> str:
    """``+620``, ``-100``, ``0``; empty where there are none."""
    return "" if points is None else f"{points:+d}" if points else "0"


def contract_text(contract: Contract | None, screen: Screen) -> tuple[str, str]:
    """A contract as it is shown, plain and in colour; ``?`` where it is not known."""
    if contract is None:
        return "?", "?"
    if contract.is_passed_out:
        return "Pass", "Pass"
    plain = contract.symbol() if screen.symbols else str(contract)
    suit = contract.strain.suit
    return plain, plain if suit is None else plain[0] + screen.suit(suit) + plain[2:]


def score_row(row: Scored, screen: Screen, extra: tuple[str, ...] = ()) -> str:
    """A record's line of the table; ``extra`` names the columns of `distinctions`."""
    passed_out = row.contract is not None and row.contract.is_passed_out
    tricks = "" if passed_out else "?" if row.tricks is None else f"{row.tricks:>2} {row.tricks_source}"
    plain, shown = contract_text(row.contract, screen)
    cells = {
        "Board": screen.clip(row.board or "?", WIDTHS["Board"]),
        "Record": str(row.index),
        "Room": screen.clip(row.room or "", WIDTHS["Room"]),
        "Table": screen.clip(row.table or "", WIDTHS["Table"]),
        "Vul": row.vulnerable or "?",
        "Contract": plain,
        "By": "" if passed_out else str(row.declarer or "?"),
        "Tricks": tricks,
        "NS score": points_text(row.score_ns),
        "Recorded": points_text(row.recorded_score_ns),
    }
    line = _row({name: cells[name] for name in _columns(extra)}, {"Contract": shown})
    remarks = []
    if row.reason:
        remarks.append(f"no score: {row.reason}")
    if row.disagrees:
        remarks.append("differs")
    if row.contradicted:
        remarks.append(f"the cards give {row.tricks_played} tricks")
    if row.adjustment:
        moved = f"the Laws move {abs(row.adjustment)} {'to' if row.adjustment > 0 else 'from'} declarer's side"
        if row.tricks_source != "recorded" and row.tricks is not None:
            moved += ", and the score counts it" if abs(row.adjustment) == 1 else ", and the score counts them"
        elif row.adjustment_applied is not None:
            moved += {
                "applied": ", and the result counts it",
                "not applied": ", which the result leaves out",
                "neither": ", which does not explain the result",
            }[row.adjustment_applied]
        remarks.append(moved)
    if not remarks:
        return line.rstrip() + "\n"
    return f"{line}  {screen.paint('bad' if row.disagrees else 'dim', '; '.join(remarks))}\n"


def explanation(parts: tuple[ScorePart, ...], screen: Screen, indent: str = "         ") -> Iterator[str]:
    """The items of a score for declarer's side, each with its Law."""
    for part in parts:
        label = screen.paint("dim", law_text(part.law))
        yield f"{indent}{part.reason:<30} {part.points:>+6}  {label}\n"


def calculation(contract: Contract, declarer: Seat | None, vulnerable: bool, tricks: int | None, screen: Screen) -> str:
    """``4SX by N, vulnerable, 9 tricks (down 1)``."""
    text = contract_text(contract, screen)[1]
    if declarer is not None:
        text += f" by {declarer}"
    if contract.is_passed_out:
        return text
    text += ", vulnerable" if vulnerable else ", not vulnerable"
    if tricks is None:
        return text
    over = tricks - contract.needed
    made = "made" if over == 0 else plural(over, "overtrick") if over > 0 else f"down {-over}"
    return f"{text}, {plural(tricks, 'trick')} ({made})"
