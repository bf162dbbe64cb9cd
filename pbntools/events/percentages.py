"""Percentages of an event file that are none, and so are refused."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

from pbntools.events.keys import ConfigError
from pbntools.events.rounding import short_text
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.events.config import EventRules


def refuse_beyond(share: Fraction, what: str) -> Fraction:
    """A share of 0 to 1, as it is; raises `ConfigError` for any other."""
    if not 0 <= share <= 1:
        raise ConfigError(
            Said("{what} is {percent}%: expected 0 to 100", what=what, percent=short_text(share * 100, 6))
        )
    return share


def refuse_percentages(rules: EventRules) -> None:
    """Raise `ConfigError` for a carry-over, the least score of a cut, or a penalty that no session can have."""
    if rules.unit == "%":
        for one, carried in rules.carry_over.items():
            refuse_beyond(carried / 100, Said("{one} in [carry-over]", one=one))
        for cut in rules.cuts:
            if cut.least is not None:
                refuse_beyond(cut.least / 100, Said("least of the cut after {session}", session=cut.after))
    for penalty in rules.penalties:
        if penalty.unit == "%":
            refuse_beyond(penalty.amount / 100, Said("the penalty of {team}", team=penalty.to))
