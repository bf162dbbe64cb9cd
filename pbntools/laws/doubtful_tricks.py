"""Tricks that hold either a lead out of turn or several revokes: the reading that the rest of the record supports."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from pbntools.diagnostics import Severity
from pbntools.laws.play import PlayTrace
from pbntools.laws.play_replay import Doubtful
from pbntools.laws.revokes import rule_on_revokes
from pbntools.record import Record

if TYPE_CHECKING:
    from pbntools.laws.outcome import Outcome


def supported(
    outcome: Outcome, record: Record, unknown: PlayTrace, replay: Callable[[Doubtful], PlayTrace]
) -> PlayTrace:
    """The replay that leaves fewer faults in other tricks, or alone fits the Result; else the one that leaves it open.

    ``unknown`` is the replay that takes neither for granted; ``replay`` makes the others.  The doubtful tricks of a
    play are read alike.
    """
    led, revoked = replay(Doubtful.LED_OUT_OF_TURN), replay(Doubtful.REVOKED)
    faults = _other_faults(led), _other_faults(revoked)
    if faults[0] != faults[1]:
        return led if faults[0] < faults[1] else revoked
    fits = _fits(outcome, record, led), _fits(outcome, record, revoked)
    if fits == (True, False):
        return led
    return revoked if fits == (False, True) else unknown


def _other_faults(trace: PlayTrace) -> int:
    """How many faults there are besides those of the doubtful tricks, each of which counts as one."""
    others = [
        finding
        for finding in trace.findings
        if (finding.severity or finding.rule.severity) is Severity.ERROR
        and (finding.trick is None or finding.trick - 1 not in trace.doubts)
    ]
    return len(others) + len(trace.doubts)


def _fits(outcome: Outcome, record: Record, trace: PlayTrace) -> bool | None:
    """Whether the tricks of a replay, with or without what moves, are the recorded ones; None where not known."""
    from pbntools.laws.outcome import declarer_tricks

    result, play, declarer, contract = record.result, record.play, outcome.declarer, outcome.contract
    if play is None or declarer is None or contract is None or not (trace.complete and trace.sound):
        return None
    tricks = None
    if result is not None and not result.ruled and play.end != "+":
        tricks = declarer_tricks(result, declarer)
    if tricks is None:
        return None
    won = trace.won[declarer & 1]
    if tricks == won:
        return True
    if not trace.revokes:
        return False
    ruling = rule_on_revokes(record, trace, int(contract.strain), declarer, outcome.edition)
    if ruling.adjustment is None or ruling.counts:
        return None
    return tricks == won + ruling.adjustment
