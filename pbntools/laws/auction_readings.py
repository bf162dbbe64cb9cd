"""The ways to read an irregular auction that the Laws, or practice, allow (Laws 27, 36, 38 and 39)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from pbntools.core import CALLS, PASSED_OUT, Contract, Seat
from pbntools.diagnostics import Alternative
from pbntools.laws.auction_run import CallFault, CallFaultKind, run_auction
from pbntools.laws.play import recorded_leader
from pbntools.record import Auction, Record
from pbntools.said import NAMES, Said

# Each reading of a fault runs the whole auction again: an auction with more faults than this is no auction to be read.
MANY_FAULTS = 16
LONGEST = 319
"""Calls of the longest auction that the Laws allow; of a longer one no reading is lawful."""


class Reading(NamedTuple):
    """One way to read an irregular auction: what it takes for granted, the Law, and the contract that follows.

    A reading that is not ``offered`` counts only where the record's Contract, Declarer and lead bear it out; one
    without a Law is not lawful, but what the record itself goes by.
    """

    text: Said
    law: str | None
    contract: Contract | None
    declarer: Seat | None
    offered: bool = True
    withdrawn: int | None = None
    """The index of the call that was withdrawn and replaced by the next one recorded."""

    def as_alternative(self) -> Alternative:
        """The form in which diagnostics give it."""
        return Alternative(
            self.text,
            None if self.contract is None else str(self.contract),
            None if self.declarer is None else self.declarer.letter,
            self.law,
        )


def readings_of(auction: Auction, fault: CallFault, faults: int) -> Iterator[Reading]:
    """What else a faulty call may come to; ``faults`` is how many the auction has by default."""
    ids, first, skips = auction.ids, int(auction.first), auction.skips
    index = fault.index
    what = _call_of(fault)
    if fault.kind is CallFaultKind.AFTER_END:
        run = run_auction(ids, first, skips, past_end=True)
        text = Said("the calls after the end are part of the auction")
        yield Reading(text, None, run.contract, run.declarer, False)
        run = run_auction(ids, first, skips, past_end=True, standing=True)
        text = Said("the calls after the end are part of the auction, and a double among them stands")
        yield Reading(text, None, run.contract, run.declarer, False)
        return
    if fault.kind is CallFaultKind.INSUFFICIENT:
        if fault.cheapest is not None:
            run = run_auction((*ids[:index], fault.cheapest, *ids[index + 1 :]), first, skips)
            if len(run.faults) < faults and run.contract is not None:
                text = Said("{what} is corrected to {call}", what=what, call=CALLS[fault.cheapest])
                yield Reading(text, "27B1", run.contract, run.declarer)
        law = "27B"
    else:
        above = fault.kind is CallFaultKind.ABOVE_SEVEN
        law = "38" if above else "36B"
        text = Said(
            "{what} and all later calls are cancelled, and {seat} is to call", what=what, seat=NAMES[fault.seat]
        )
        if above:
            text = Said(
                "{what} and all later calls are cancelled, a pass stands in its place, and {seat} is to call",
                what=what,
                seat=NAMES[fault.seat.left],
            )
        yield Reading(text, "38" if above else "36A", None, None)
        run = run_auction(ids, first, skips, open_after=True)
        if run.contract is not None:
            text = Said("{what} is void, and the calls after it stand", what=what)
            yield Reading(text, default_law(fault.kind), run.contract, run.declarer)
        if not above:
            run = run_auction(ids, first, skips, standing=True)
            yield Reading(Said("{what} stands", what=what), None, run.contract, run.declarer, False)
    if index + 1 < len(ids) and not skips:
        run = run_auction((*ids[:index], *ids[index + 1 :]), first)
        if len(run.faults) < faults:
            text = Said("{what} is withdrawn, and the next call recorded replaces it", what=what)
            yield Reading(text, law, run.contract, run.declarer, False, index)


def fits(record: Record, contract: Contract | None, declarer: Seat | None) -> bool:
    """Whether all that the record says outright agrees with a contract and declarer."""
    if contract is None:
        return record.contract is None and record.declarer is None and recorded_leader(record.play) is None
    if record.contract is not None and record.contract is not contract:
        return False
    if contract is PASSED_OUT:
        return True
    if declarer is not None and record.declarer is not None:
        if record.declarer != (declarer.partner if record.declarer_irregular else declarer):
            return False
        declarer = record.declarer
    leader = recorded_leader(record.play)
    return leader is None or declarer is None or leader == declarer.left


def _call_of(fault: CallFault) -> Said:
    """A faulty call, as ``"North's insufficient bid"``."""
    seat = NAMES[fault.seat]
    match fault.kind:
        case CallFaultKind.INSUFFICIENT:
            return Said("{seat}'s insufficient bid", seat=seat)
        case CallFaultKind.INADMISSIBLE_DOUBLE:
            return Said("{seat}'s double", seat=seat)
        case CallFaultKind.INADMISSIBLE_REDOUBLE:
            return Said("{seat}'s redouble", seat=seat)
        case CallFaultKind.ABOVE_SEVEN:
            return Said("{seat}'s bid above seven", seat=seat)
    return Said("{seat}'s call", seat=seat)


def default_text(fault: CallFault) -> Said:
    if fault.kind is CallFaultKind.AFTER_END:
        return Said("the calls after the end are void")
    if fault.kind is CallFaultKind.INSUFFICIENT:
        return Said("{what} stands", what=_call_of(fault))
    return Said("{what} counts as a pass", what=_call_of(fault))


def default_law(kind: CallFaultKind) -> str:
    if kind is CallFaultKind.INSUFFICIENT:
        return "27A1"
    if kind is CallFaultKind.AFTER_END:
        return "39"
    return "38D" if kind is CallFaultKind.ABOVE_SEVEN else "36C"
