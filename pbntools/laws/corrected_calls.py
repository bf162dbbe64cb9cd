"""Calls that were withdrawn: what the Laws make of the call in their place (Laws 25, 27B, 29B to 32)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbntools import rules
from pbntools.core import CALLS, Call, Seat
from pbntools.diagnostics import Finding, Place, Severity
from pbntools.laws._context import Context
from pbntools.laws._words import added
from pbntools.laws.auction_readings import LONGEST
from pbntools.laws.auction_run import CallFaultKind, callers, cheapest_over, fault_with
from pbntools.laws.editions import Edition
from pbntools.laws.outcome import Outcome
from pbntools.laws.remarks import Remark, RemarkKind
from pbntools.record import UNREADABLE, Auction, Record
from pbntools.said import NAMES, Said

_FIRST_BID = 3
_BEHIND_SCREEN = Said("a call that is put right behind the screen carries no further rectification")
_NOT_ALLOWED = {
    CallFaultKind.INADMISSIBLE_DOUBLE: Said("an inadmissible double"),
    CallFaultKind.INADMISSIBLE_REDOUBLE: Said("an inadmissible redouble"),
    CallFaultKind.ABOVE_SEVEN: Said("a bid above seven"),
}


def replacement_text(
    withdrawn: int, call: int, last: int, partner: Sequence[int], seat: Seat, edition: Edition, *, screens: bool
) -> Said:
    """What Law 27B makes of the call in place of an insufficient bid.

    ``last`` is the bid that was to be outranked, ``partner`` the later calls of the offender's partner.
    """
    if screens:
        return _BEHIND_SCREEN
    cheapest = cheapest_over(withdrawn, last)
    if call == cheapest:
        return Said(
            "{call} is the cheapest sufficient bid in the same denomination, so {partner} is free to call (27B1a)",
            call=CALLS[call],
            partner=NAMES[seat ^ 2],
        )
    if 0 < call <= last and call >= _FIRST_BID:
        return Said("the call in its place is insufficient too (27B4)")
    if call in (1, 2):
        text = Said("a double or redouble may not replace an insufficient bid (27B3)")
        if edition.name == "2017":
            text = Said("a double or redouble may replace an insufficient bid only if it is comparable (27B3)")
    elif edition.free_call is not None:
        text = Said(
            "{partner} must pass for the rest of the auction (27B2), unless it is {free}, which no record tells "
            "(27B1b)",
            partner=NAMES[seat ^ 2],
            free=edition.free_call,
        )
    else:
        text = Said("{partner} must pass for the rest of the auction (27B2)", partner=NAMES[seat ^ 2])
    spoke = [later for later in partner if later > 0]
    if spoke:
        then = Said("{partner} called {call} afterwards", partner=NAMES[seat ^ 2], call=CALLS[spoke[0]])
        text = added(text, then)
    return text


def check_corrected_calls(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """Calls of which a comment or note says that they were withdrawn."""
    auction = record.auction
    if auction is None:
        return
    for remark in outcome.remarks:
        # Each one takes a walk through the calls; behind those that the Laws allow there is nothing to be ruled on.
        if not 0 <= remark.at < min(len(auction.ids), LONGEST) or remark.call is None:
            continue
        if remark.kind not in (RemarkKind.CALL_CORRECTED, RemarkKind.CALL_OUT_OF_TURN):
            continue
        why = _refuted(auction, remark, remark.call)
        if why is not None:
            seat = callers(auction)(remark.at)
            yield Finding(
                rules.IRREGULARITY_MARK,
                why,
                Place("call", index=remark.at),
                seat=seat.letter,
                call=remark.at + 1,
            )
        elif remark.kind is RemarkKind.CALL_CORRECTED:
            yield _corrected(auction, remark.at, remark.call, outcome.edition, context)
        elif remark.seat is not None:
            yield _out_of_turn(remark.at, remark.seat, remark.call, outcome.edition, context)


def _refuted(auction: Auction, remark: Remark, call: Call) -> Said | None:
    """Why a remark on a call cannot be true; None where the calls allow it."""
    seat = callers(auction)(remark.at)
    if remark.kind is RemarkKind.CALL_OUT_OF_TURN:
        if remark.seat is seat:
            return Said(
                "{seat}'s {call} is said to have been out of turn, but it was {seat}'s turn to call",
                seat=NAMES[seat],
                call=call,
            )
        return None
    if auction.ids[remark.at] == call:
        return Said(
            "{seat}'s {call} is said to have been corrected, but it is the call that is recorded",
            seat=NAMES[seat],
            call=call,
        )
    if remark.insufficient and UNREADABLE not in auction.ids[: remark.at]:
        fault = fault_with(auction, remark.at, call)
        if fault is None or fault.kind is not CallFaultKind.INSUFFICIENT:
            return Said("{seat}'s {call} is said to have been insufficient, but it is not", seat=NAMES[seat], call=call)
    return None


def _corrected(auction: Auction, index: int, withdrawn: Call, edition: Edition, context: Context) -> Finding:
    caller_of = callers(auction)
    seat, call = caller_of(index), auction.ids[index]
    fault = fault_with(auction, index, withdrawn)
    who = NAMES[seat]
    now = CALLS[call] if call >= 0 else Said("another call")
    if fault is not None and fault.kind is CallFaultKind.INSUFFICIENT:
        last = fault.last_bid
        later = range(index + 1, min(len(auction.ids), LONGEST))
        partner = [auction.ids[at] for at in later if caller_of(at) is seat.partner]
        message = Said(
            "{seat} first bid {bid}, which is not sufficient over {last}, and then called {call}",
            seat=who,
            bid=withdrawn,
            last=CALLS[last],
            call=now,
        )
        advice = replacement_text(withdrawn, call, last, partner, seat, edition, screens=context.screens)
        law = "27B"
    elif fault is not None and fault.kind is not CallFaultKind.AFTER_END:
        message = Said(
            "{seat} first called {first}, {what}, and then {call}",
            seat=who,
            first=withdrawn,
            what=_NOT_ALLOWED[fault.kind],
            call=now,
        )
        advice = _BEHIND_SCREEN
        if not context.screens:
            advice = Said("{partner} must pass for the rest of the auction (36B)", partner=NAMES[seat.partner])
        law = "36B"
    else:
        message = Said("{seat} first called {first} and then {call}", seat=who, first=withdrawn, call=now)
        advice = Said("a call may be changed if it was unintended (25A), which no record tells")
        law = "25"
    return Finding(
        rules.BID_CORRECTED,
        Said("{what}, as the record says", what=message),
        Place("call", index=index),
        Severity.NOTICE,
        law=law,
        seat=seat.letter,
        call=index + 1,
        help=advice,
    )


def _out_of_turn(index: int, seat: Seat, call: Call, edition: Edition, context: Context) -> Finding:
    law = "31" if call.is_bid else "30" if call == 0 else "32"
    if context.screens:
        advice = _BEHIND_SCREEN
    elif edition.name == "2017":
        advice = Said(
            "Law {law} may bind {partner}, unless the offender's call in turn is comparable (23)",
            law=law,
            partner=NAMES[seat.partner],
        )
    else:
        advice = Said("Law {law} may bind {partner}", law=law, partner=NAMES[seat.partner])
    return Finding(
        rules.CALL_OUT_OF_TURN,
        Said("{seat}'s {call} out of turn was withdrawn, as the record says", seat=NAMES[seat], call=call),
        Place("call", index=index),
        Severity.NOTICE,
        law=f"29B, {law}",
        seat=seat.letter,
        call=index + 1,
        help=advice,
    )
