"""Checks of the auction, and of the tags that must agree with it (Laws 17 to 39, 54A)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbntools import rules
from pbntools.core import CALLS, PASSED_OUT, Seat
from pbntools.diagnostics import Change, Finding, Fix, Place, Severity, tag_place
from pbntools.laws._context import Context
from pbntools.laws._words import STRAINS, Item, added, bid_by, listed
from pbntools.laws.auction import AuctionTrace
from pbntools.laws.auction_readings import Reading
from pbntools.laws.auction_run import CallFault, CallFaultKind, callers
from pbntools.laws.auction_tags import check_contract_tag, check_declarer_tag, declarer_of_pass_out
from pbntools.laws.editions import Edition
from pbntools.laws.outcome import Outcome
from pbntools.record import Auction, Record
from pbntools.said import NAMES, Said

_MISSING = {
    1: Said("one final pass is missing, and supplied"),
    2: Said("two final passes are missing, and supplied"),
    3: Said("three final passes are missing, and supplied"),
}
_A_PASS = Said("the call counts as a pass (36C)")
_A_PASS_ABOVE_SEVEN = Said("the call counts as a pass (38D)")
_END_OF_AUCTION = Place("auction")


def check_auction(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """Faulty calls, an auction that does not end, and the Dealer, Contract and Declarer tags against it."""
    trace = outcome.auction
    if trace is None:
        if record.contract is PASSED_OUT and record.declarer is not None:
            yield declarer_of_pass_out(record.declarer)
        return
    auction = trace.auction
    if trace.faults:
        last = {fault.kind: fault for fault in trace.faults} if trace.further else {}
        for fault in trace.faults:
            finding = _call_fault(trace, fault, outcome, context)
            yield finding.and_more(trace.further.get(fault.kind, 0)) if last.get(fault.kind) is fault else finding
    if auction.skips:
        yield from _skips(auction, context)
    if outcome.remarks:
        from pbntools.laws.corrected_calls import check_corrected_calls

        yield from check_corrected_calls(record, outcome, context)
    if auction.insufficient:
        yield from _refuted_marks(trace)
    if record.dealer is not None and record.dealer != auction.first and auction.ids:
        yield _dealer_mismatch(record.dealer, trace)
    if not trace.over and not trace.uncertain:
        incomplete = _incomplete(record, trace)
        if incomplete is not None:
            yield incomplete
    contract = record.contract
    if contract is not None and (
        contract is not trace.contract or record.declarer is not trace.declarer or record.declarer_irregular
    ):
        yield from check_contract_tag(record, trace)
    elif contract is None and record.declarer is not None and trace.contract is not None:
        yield from check_declarer_tag(record, trace, record.declarer)


def check_contract_known(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """A record that speaks of a contract, but does not tell it."""
    if outcome.contract is not None or record.trump_only is not None or outcome.auction is not None:
        return
    stated = record.value("Contract")
    if stated is not None and stated not in ("", "?", "-"):
        return  # the reader has reported a value that it could not read
    place = next((name for name in ("Contract", "Result", "Play") if record.value(name) is not None), None)
    played = record.play is not None and any(card != -1 for card in record.play.ids)
    if stated is None and record.result is None and not played:
        return
    yield Finding(
        rules.CONTRACT_UNKNOWN,
        Said("the contract is not known: neither the Contract tag nor an auction tells it"),
        tag_place(place) if place is not None else Place("record"),
    )


def _place(index: int) -> Place:
    return Place("call", index=index)


def _call_fault(trace: AuctionTrace, fault: CallFault, outcome: Outcome, context: Context) -> Finding:
    kind = fault.kind
    if kind is CallFaultKind.INSUFFICIENT:
        # A pass in its place is as well the next player's, so it does not bear out that the bid was put right.
        if trace.reading is not None and trace.reading.withdrawn == fault.index and _calls_again(trace, fault):
            return _replaced(trace, trace.reading, fault, outcome.edition, context)
        return _insufficient(trace, fault, context)
    if kind is CallFaultKind.AFTER_END:
        return _after_end(trace, fault)
    index, who = fault.index, NAMES[fault.seat]
    if kind is CallFaultKind.ABOVE_SEVEN:
        rule = rules.BID_ABOVE_SEVEN
        message = Said("{seat} bids more than seven", seat=who)
        law = "35C, 38"
    elif kind is CallFaultKind.INADMISSIBLE_DOUBLE:
        rule = rules.INADMISSIBLE_DOUBLE
        message = Said("{seat} doubles, but {why}", seat=who, why=_why_not(fault, True))
        law = "36"
    else:
        rule = rules.INADMISSIBLE_REDOUBLE
        message = Said("{seat} redoubles, but {why}", seat=who, why=_why_not(fault, False))
        law = "36"
    return Finding(
        rule,
        added(message, _followed(trace, _A_PASS if law == "36" else _A_PASS_ABOVE_SEVEN)),
        _place(index),
        law=law,
        seat=fault.seat.letter,
        call=index + 1,
        alternatives=trace.alternatives,
    )


def _calls_again(trace: AuctionTrace, fault: CallFault) -> bool:
    return trace.auction.ids[fault.index + 1] > 0


def _why_not(fault: CallFault, double: bool) -> Said:
    if fault.bidder is None:
        return Said("there is no bid yet")
    bid = CALLS[fault.last_bid]
    if fault.doubled == 2:
        return Said("the {bid} is redoubled already", bid=bid)
    if double and fault.doubled:
        return Said("the {bid} is doubled already", bid=bid)
    if not double and not fault.doubled:
        return Said("the {bid} is not doubled", bid=bid)
    if fault.bidder.side is fault.seat.side:
        return Said("the {bid} was bid by the same side", bid=bid)
    return Said("the {bid} was bid by the other side", bid=bid)


def _followed(trace: AuctionTrace, default: Said) -> Said:
    """What the auction comes to after a fault, and by which reading."""
    return _comes_to(trace, default) if trace.reading is None else _to_fit(trace, trace.reading)


def _to_fit(trace: AuctionTrace, reading: Reading) -> Said:
    return _comes_to(trace, Said("to fit the record, {reading}", reading=reading.text))


def _comes_to(trace: AuctionTrace, how: Said) -> Said:
    if trace.contract is None:
        return how
    return Said("{how}: {contract}", how=how, contract=bid_by(trace.contract, trace.declarer))


def _insufficient(trace: AuctionTrace, fault: CallFault, context: Context) -> Finding:
    auction, index = trace.auction, fault.index
    marked = index in auction.insufficient
    bid = CALLS[auction.ids[index]]
    message = Said(
        "{seat} bids {bid}, which is not sufficient over {last}",
        seat=NAMES[fault.seat],
        bid=bid,
        last=CALLS[fault.last_bid],
    )
    accepted = context.screens and index + 1 < len(auction.ids) and trace.reading is None
    if index + 1 < len(auction.ids):
        if marked:
            stands = Said("it stands, as the record marks")
        elif accepted:
            stands = Said("it was passed on through the screen, so it is accepted (27A1)")
        else:
            stands = Said("the next player called, so it stands (27A1)")
        replaced = trace.reading is not None and trace.reading.withdrawn not in (None, index)
        message = added(message, stands if replaced else _followed(trace, stands))
    if fault.cheapest is not None:
        advice = Said("the cheapest sufficient bid is {bid}", bid=CALLS[fault.cheapest])
    else:
        advice = Said("no bid in {strain} is sufficient", strain=STRAINS[bid.strain])
    return Finding(
        rules.INSUFFICIENT_BID,
        message,
        _place(index),
        Severity.NOTICE if marked else None,
        law="27A1" if marked else None,
        seat=fault.seat.letter,
        call=index + 1,
        alternatives=() if marked or accepted else trace.alternatives,
        help=advice,
    )


def _replaced(trace: AuctionTrace, reading: Reading, fault: CallFault, edition: Edition, context: Context) -> Finding:
    """An insufficient bid that is recorded together with the call that replaced it."""
    from pbntools.laws.corrected_calls import replacement_text

    ids, index = trace.auction.ids, fault.index
    then = ids[index + 1]
    if then >= 0:
        message = Said(
            "{seat} bids {bid}, which is not sufficient over {last}, and then {call} in its place",
            seat=NAMES[fault.seat],
            bid=CALLS[ids[index]],
            last=CALLS[fault.last_bid],
            call=CALLS[then],
        )
    else:
        message = Said(
            "{seat} bids {bid}, which is not sufficient over {last}, and then calls in its place",
            seat=NAMES[fault.seat],
            bid=CALLS[ids[index]],
            last=CALLS[fault.last_bid],
        )
    return Finding(
        rules.BID_CORRECTED,
        added(message, _to_fit(trace, reading)),
        _place(index),
        law="27B",
        seat=fault.seat.letter,
        call=index + 1,
        alternatives=trace.alternatives,
        help=replacement_text(
            ids[index], then, fault.last_bid, ids[index + 5 :: 4] + ids[index + 3 :: 4], fault.seat, edition,
            screens=context.screens,
        ),
    )  # fmt: skip


def _after_end(trace: AuctionTrace, fault: CallFault) -> Finding:
    index = fault.index
    passes = trace.auction.ids[index] == 0
    end = bid_by(trace.contract, trace.declarer) if trace.contract is not None else Said("the auction")
    who = NAMES[fault.seat]
    if passes:
        message = Said("{seat} passes after the auction is over: {end}", seat=who, end=end)
    elif trace.reading is None:
        message = Said("{seat} calls after the auction is over: {end}", seat=who, end=end)
    else:
        message = added(Said("{seat} calls after the auction is over", seat=who), _to_fit(trace, trace.reading))
    return Finding(
        rules.CALL_AFTER_END,
        message,
        _place(index),
        Severity.NOTICE if passes else None,
        seat=fault.seat.letter,
        call=index + 1,
        alternatives=trace.alternatives,
    )


def _skips(auction: Auction, context: Context) -> Iterator[Finding]:
    caller_of = callers(auction)
    for index, count in sorted(Counter(auction.skips).items()):
        if index >= len(auction.ids) or count % 4 == 0:
            yield Finding(
                rules.IRREGULARITY_MARK,
                Said("a player is marked as passed over, but no call follows")
                if index >= len(auction.ids)
                else Said("a player is marked as passed over, but the next call is in turn"),
                _place(index) if index < len(auction.ids) else _END_OF_AUCTION,
                call=index + 1 if index < len(auction.ids) else None,
            )
            continue
        caller = caller_of(index)
        over: list[Item] = [NAMES[(caller - step) & 3] for step in range(count % 4, 0, -1)]
        yield Finding(
            rules.CALL_OUT_OF_TURN,
            Said.counted(
                "{seat} calls out of turn, and {players} is passed over, as the record marks",
                "{seat} calls out of turn, and {players} are passed over, as the record marks",
                n=len(over),
                seat=NAMES[caller],
                players=listed(over),
            ),
            _place(index),
            Severity.NOTICE,
            seat=caller.letter,
            call=index + 1,
            help=Said("what an opponent passes on through the screen is accepted") if context.screens else None,
        )


def _refuted_marks(trace: AuctionTrace) -> Iterator[Finding]:
    auction = trace.auction
    faulty = trace.borne_out.union(fault.index for fault in trace.faults if fault.kind is CallFaultKind.INSUFFICIENT)
    caller_of = callers(auction)
    for index in sorted(auction.insufficient - faulty):
        if index >= len(auction.ids) or auction.ids[index] < 0:
            continue
        call = CALLS[auction.ids[index]]
        seat = caller_of(index)
        yield Finding(
            rules.IRREGULARITY_MARK,
            Said("{seat}'s {call} is marked as an insufficient bid, but it is sufficient", seat=NAMES[seat], call=call)
            if call.is_bid
            else Said(
                "{seat}'s {call} is marked as an insufficient bid, but it is no bid", seat=NAMES[seat], call=call
            ),
            _place(index),
            seat=seat.letter,
            call=index + 1,
        )


def _dealer_mismatch(dealer: Seat, trace: AuctionTrace) -> Finding:
    first = trace.auction.first
    message = Said(
        "the auction starts with {first}, but the dealer is {dealer}", first=NAMES[first], dealer=NAMES[dealer]
    )
    if trace.contract is not None:
        message = added(message, _followed(trace, Said("counted from {seat}", seat=NAMES[first])))
    return Finding(
        rules.DEALER_MISMATCH, message, tag_place("Auction"), seat=first.letter, alternatives=trace.alternatives
    )


def _reverts(record: Record, seat: Seat) -> Finding:
    message = Said("the passes do not end the auction, which reverts to {seat}, who lost his turn", seat=NAMES[seat])
    if record.contract is not None:
        message = added(message, Said("the record's contract, {contract}, is taken", contract=record.contract))
    return Finding(rules.AUCTION_INCOMPLETE, message, _END_OF_AUCTION, law="34", seat=seat.letter)


def _incomplete(record: Record, trace: AuctionTrace) -> Finding | None:
    auction = trace.auction
    to_call = trace.to_call
    if trace.reverts_to is not None and not trace.supplied:
        return _reverts(record, trace.reverts_to)
    turn = Said("{seat} is to call", seat=NAMES[to_call]) if to_call is not None else Said("it is not over")
    if trace.supplied:
        message = _MISSING[trace.supplied]
        if record.contract is not None:
            message = Said(
                "{passes} to agree with the Contract tag: {contract}",
                passes=message,
                contract=bid_by(record.contract, trace.declarer),
            )
    elif not auction.ids:
        message = Said("the auction has no calls: {turn}", turn=turn)
    elif auction.end == "+":
        message = Said("the auction is to be continued: {turn}", turn=turn)
    else:
        message = Said("the auction is not over: {turn}", turn=turn)
    played = record.play is not None and any(card != -1 for card in record.play.ids)
    if played and not trace.supplied and (auction.end == "+" or record.contract is None):
        return Finding(
            rules.PLAY_BEFORE_AUCTION_END,
            Said("cards are played, but {why}", why=message),
            Place("card", index=next(cell for cell, card in enumerate(record.play.ids) if card != -1))
            if record.play is not None
            else Place("play"),
            seat=None if to_call is None else to_call.letter,
        )
    if record.contract is None:
        message = Said("{what}, and the contract is not known", what=message)
    fix = None
    if trace.supplied and not auction.end:
        passes = " ".join(["Pass"] * trace.supplied)
        fix = Fix(f"add {passes}", False, (Change(_END_OF_AUCTION, passes, behind=True),))
    return Finding(
        rules.AUCTION_INCOMPLETE, message, _END_OF_AUCTION, seat=None if to_call is None else to_call.letter, fix=fix
    )
