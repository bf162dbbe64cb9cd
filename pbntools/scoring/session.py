"""A session of records: the ledger, and the players' accounts beside it."""

from __future__ import annotations

from dataclasses import replace

from pbntools import rules as catalogue
from pbntools.diagnostics import RECORD, Finding
from pbntools.laws import Outcome
from pbntools.record import Record
from pbntools.scoring.ledger import Ledger
from pbntools.scoring.order import Trust
from pbntools.scoring.pad import Entry, Session
from pbntools.scoring.rotation import Accounts, Lineup, joined, lineup
from pbntools.scoring.ruleset import RuleSet
from pbntools.scoring.settlement import Rounding

_NOBODY: Lineup = (None, None, None, None)


class Scorer:
    """Scores records one after the other, and keeps an account of each player whom they name."""

    def __init__(self, rules: RuleSet | str, *, trust: Trust = "record", rounding: Rounding = "exact") -> None:
        self.ledger = Ledger(rules, trust=trust)
        self._rounding: Rounding = rounding
        self.accounts = Accounts(rounding)
        self._players: Lineup | None = _NOBODY
        self._seats: Lineup | None = _NOBODY

    @property
    def moved(self) -> bool:
        """Whether somebody else sat down in a seat, so that what a side wins is nobody's by his seat."""
        return self._seats is None

    def push(self, record: Record, outcome: Outcome | None = None) -> Entry:
        """Score a record, as `Ledger.push`; a change of players in the middle of a rubber is a finding."""
        entry = self.ledger.push(record, outcome)
        players = self._players
        names = lineup(record)
        if self._seats is not None and names != self._seats:
            self._seats = joined(self._seats, names)
        if players is not None and names != players:
            self._players = joined(players, names)
            # Where the rubber may be over, new players are no surprise.
            if self._players is None and entry.conditional is None:
                entry = _changed(entry, players, names)
        if entry.completed is not None:
            self.accounts.add(entry.completed, self._players)
            self._players = _NOBODY
        return entry

    def result(self) -> Session:
        """The session; the accounts then hold an unfinished rubber too, so this is asked once, at the end."""
        session = self.ledger.result()
        if session.rubbers and not session.rubbers[-1].complete:
            self.accounts.add(session.rubbers[-1], self._players)
        return session


def _changed(entry: Entry, players: Lineup, names: Lineup) -> Entry:
    changes = [
        f"{new} for {old}" for old, new in zip(players, names, strict=True) if None not in (old, new) and old != new
    ]
    message = f"{', '.join(changes)} in the middle of the rubber: nobody's account has it"
    return replace(entry, findings=(*entry.findings, Finding(catalogue.SESSION_PLAYERS, message, RECORD)))
