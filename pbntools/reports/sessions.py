"""Sessions scored as rubber or Chicago, for machines: JSON and CSV, and the words that all forms share."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pbntools.core import Seat
from pbntools.diagnostics import Diagnostic
from pbntools.reports.diagnostics import law_text
from pbntools.reports.machine import STEERING
from pbntools.scoring.pad import Entry, Line, Match, Rubber, Session
from pbntools.scoring.rotation import Account
from pbntools.scoring.ruleset import RuleSet
from pbntools.scoring.settlement import amount, amount_text


@dataclass(frozen=True, slots=True)
class ScoredDeal:
    """A deal of a session with where its record stands.  ``closing`` are the lines of an unfinished rubber."""

    path: str
    record: int
    tricks_source: str
    entry: Entry
    diagnostics: tuple[Diagnostic, ...] = ()
    closing: tuple[Line, ...] = ()

    @property
    def lines(self) -> tuple[Line, ...]:
        """All lines that are written down with the deal."""
        return self.entry.lines + self.closing

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        entry = self.entry
        return {
            "path": self.path,
            "record": self.record,
            "board": entry.board,
            "rubber": entry.rubber,
            "number": entry.number,
            "dealer": _letter(entry.dealer),
            "vulnerable": None if entry.vulnerable is None else str(entry.vulnerable),
            "contract": None if entry.contract is None else str(entry.contract),
            "declarer": _letter(entry.declarer),
            "tricks": entry.tricks,
            "tricks_source": self.tricks_source,
            "counted": entry.counted,
            "unknown": list(entry.unknown),
            "conditional": entry.conditional,
            "lines": [line.as_dict() for line in self.lines],
            "totals": None if entry.totals is None else {"ns": entry.totals[0], "ew": entry.totals[1]},
            "diagnostics": [diagnostic.as_dict() for diagnostic in self.diagnostics],
        }


@dataclass(frozen=True, slots=True)
class Outcomes:
    """What a session comes to for its players: the result, the accounts, the stake, and the match."""

    rules: RuleSet
    session: Session
    accounts: Sequence[Account]
    stake: Fraction | None
    rounding: str
    match: Mapping[Seat, int | None] | None
    no_match: str = ""
    """Why there is no match, where that needs a word."""

    @property
    def by_points(self) -> str:
        """What is to be said of the accounts where games decide who wins, or empty."""
        games = self.rules.form == "rubber" and self.rules.rubber_winner == "games"
        return "The accounts go by points, whoever has the games." if games and self.accounts else ""

    def amount_of(self, account: Account) -> str | None:
        """What a player wins or loses at the stake."""
        return None if self.stake is None else amount_text(amount(account.net, self.stake))

    def as_dict(self, places: Sequence[tuple[int, int]]) -> dict[str, Any]:
        """The JSON form of all but the deals; ``places`` are the records of each rubber's first and last deal."""
        session = self.session
        return {
            "rubbers": [rubber_json(*pair) for pair in zip(session.rubbers, places, strict=True)],
            "matches": [match_json(match) for match in session.matches],
            "totals": {
                "ns": None if session.totals is None else session.totals[0],
                "ew": None if session.totals is None else session.totals[1],
            },
            "known": {"ns": session.known[0], "ew": session.known[1]},
            "brought": {"ns": session.brought[0], "ew": session.brought[1]},
            "winner": session.winner,
            "margin": session.margin,
            "complete": session.complete,
            "players": [
                {
                    "name": account.name,
                    "rubbers": account.rubbers,
                    "plus": account.plus,
                    "minus": account.minus,
                    "net": account.net,
                    "open": account.open,
                    "amount": self.amount_of(account),
                }
                for account in self.accounts
            ],
            "settlement": {"rounding": self.rounding, "stake": None if self.stake is None else str(self.stake)},
            "match": None if self.match is None else {str(seat): value for seat, value in self.match.items()},
        }


def head_json(rules: RuleSet) -> dict[str, Any]:
    """What the output says of its rule set."""
    return {"rules": rules.name, "base": rules.base, "switches": rules.differences()}


def rubber_json(rubber: Rubber, place: tuple[int, int]) -> dict[str, Any]:
    """A rubber or round: ``first`` and ``last`` are record indices, ``first_deal`` and ``last_deal`` count deals."""
    return {
        "first": place[0],
        "last": place[1],
        "first_deal": rubber.first,
        "last_deal": rubber.last,
        "complete": rubber.complete,
        "games": {"ns": rubber.won[0], "ew": rubber.won[1]},
        "winner": rubber.winner,
        "ns": rubber.ns,
        "ew": rubber.ew,
        "known": {"ns": rubber.known[0], "ew": rubber.known[1]},
    }


def match_json(match: Match) -> dict[str, Any]:
    """A match of Chicago, as a rubber."""
    return {
        "first_deal": match.first,
        "last_deal": match.last,
        "complete": match.complete,
        "winner": match.winner,
        "ns": None if match.unknown else match.known[0],
        "ew": None if match.unknown else match.known[1],
        "known": {"ns": match.known[0], "ew": match.known[1]},
    }


def _letter(seat: Seat | None) -> str | None:
    return None if seat is None else seat.letter


COLUMNS = (
    "path", "record", "board", "rubber", "deal", "dealer", "vulnerable", "contract", "declarer", "tricks", "side",
    "where", "points", "reason", "law", "note",
)  # fmt: skip
"""The columns of the CSV: a row for each line of the pad, or one for a deal without any."""


def csv_rows(deal: ScoredDeal) -> list[list[object]]:
    """The rows of a deal."""
    entry = deal.entry
    head: list[object] = [
        deal.path,
        deal.record,
        entry.board,
        entry.rubber + 1,
        entry.number,
        _letter(entry.dealer),
        entry.vulnerable,
        entry.contract,
        _letter(entry.declarer),
        entry.tricks,
    ]
    note = remark(entry)
    rows: list[list[object]] = [
        [*head, line.side, line.where, line.points, line.reason, cited(line.law), note] for line in deal.lines
    ]
    return rows or [[*head, "", "", "", "", "", note]]


def csv_text(rows: Iterable[Iterable[object]], *, ascii_only: bool = False) -> str:
    """Rows as CSV (RFC 4180 with LF), or with ``ascii_only`` with ``\\u`` before the number of any other character.

    Text that a spreadsheet would run as a formula is opened by an apostrophe, and what steers a terminal is escaped.
    """
    out = io.StringIO()
    csv.writer(out, lineterminator="\n").writerows([_cell(value) for value in row] for row in rows)
    text = out.getvalue()
    return text.encode("ascii", "backslashreplace").decode("ascii") if ascii_only else text


# A line end or a tab steers no terminal, and a cell may hold them.
_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f]")
# A number with its sign is no formula.
_NUMBER = re.compile(r"[+-]?[0-9]+(?:\.[0-9]+)?")
_FORMULA = tuple("=+-@\t\r\n＝＋－＠")


def _cell(value: object) -> str:
    if value is None:
        return ""
    if type(value) is int or (isinstance(value, str) and _NUMBER.fullmatch(value)):
        return str(value)
    text = _CONTROLS.sub(lambda found: f"\\u{ord(found[0]):04x}", str(value))
    text = STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return f"'{text}" if text.lstrip(" \u00a0\u3000").startswith(_FORMULA) or text.startswith(_FORMULA) else text


def cited(law: str) -> str:
    """A line's Law as it is read: ``Law 77``, ``rubber Law 74``, ``Chicago``, ``rule set``."""
    kind, _, number = law.partition(" ")
    if kind == "rubber" and number:
        return f"rubber Law{'s' if '-' in number else ''} {number}"
    return law_text(law)


def remark(entry: Entry) -> str:
    """What is to be said beside a deal; empty for one that is simply scored."""
    said = []
    if entry.conditional is not None:
        said.append(f"{'conditional' if entry.number else 'not scored'}: {entry.conditional}")
    if entry.unknown:
        said.append(f"{' and '.join(entry.unknown)} unknown")
    if not entry.counted and entry.contract is not None and entry.contract.is_passed_out and not entry.conditional:
        said.append("not counted")
    return "; ".join(said)


def sum_text(known: int, *, whole: bool) -> str:
    """A sum; with a question mark where more is to be added that is not known."""
    return str(known) if whole else f"{known} + ?"


def verdict(rubber: Rubber, form: str) -> str:
    """``NS win the rubber by 2010``."""
    what = "rubber" if form == "rubber" else "round"
    whole = not rubber.unknown
    sums = f"NS {sum_text(rubber.known[0], whole=whole)}, EW {sum_text(rubber.known[1], whole=whole)}"
    if not rubber.complete:
        sums += f"; the {what} is not finished"
    if rubber.winner is None:
        return f"{sums}; no winner" if rubber.complete else sums
    if rubber.winner == "tie":
        return f"{sums}: a draw"
    margin = rubber.known[0] - rubber.known[1]
    by = margin if rubber.winner == "NS" else -margin
    return f"{sums}: {rubber.winner} win{f' by {by}' if whole else ''}{_trailing(by)}"


def session_verdict(session: Session) -> str:
    """The sums of a session, its winner and the margin."""
    whole = session.totals is not None
    sums = f"NS {sum_text(session.known[0], whole=whole)}, EW {sum_text(session.known[1], whole=whole)}"
    if len(session.matches) > 1:
        won = [match.winner for match in session.matches]
        sums += f"; matches: NS {won.count('NS')}, EW {won.count('EW')}"
        ties = won.count("tie")
        sums += f", drawn {ties}" if ties else ""
    if session.winner is None:
        return sums if session.complete else f"{sums}; not finished"
    if session.winner == "tie":
        return f"{sums}: a draw"
    if session.margin is None:
        return f"{sums}: {session.winner} win"
    what = "matches" if session.matches else "games"
    return f"{sums}: {session.winner} win by {session.margin}{_trailing(session.margin, what)}"


def _trailing(margin: int, what: str = "games") -> str:
    return f" (on {what}, not on points)" if margin <= 0 else ""
