"""Scoring a session: rule sets, the ledger, and what players win by it."""

from pbntools.scoring.ledger import Ledger
from pbntools.scoring.pad import Entry, Line, Rubber, Session, State
from pbntools.scoring.ruleset import PRESETS, SWITCHES, RuleSet, Switch

__all__ = ["PRESETS", "SWITCHES", "Entry", "Ledger", "Line", "Rubber", "RuleSet", "Session", "State", "Switch"]
