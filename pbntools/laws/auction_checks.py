"""Checks of the auction, and of the tags that must agree with it (Laws 17 to 39, 54A)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from pbntools import rules
from pbntools.core import CALLS, PASSED_OUT, Seat
from pbntools.diagnostics import Alternative, Change, Finding, Fix, Place, Severity, tag_place
from pbntools.laws._context import Context
from pbntools.laws._words import NAMES, bid_by, listed
from pbntools.laws.auction import AuctionTrace, CallFault, CallFaultKind, callers
from pbntools.laws.editions import Edition
from pbntools.laws.outcome import Outcome
from pbntools.laws.play import recorded_leader
from pbntools.record import Auction, Record

_NUMBERS = ("no", "one", "two", "three")
_END_OF_AUCTION = Place("auction")


def check_auction(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """Faulty calls, an auction that does not end, and the Dealer, Contract and Declarer tags against it."""
    trace = outcome.auction
    if trace is None:
        if record.contract is PASSED_OUT and record.declarer is not None:
            yield _declarer_of_pass_out(record.declarer)
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
        yield from _contradictions(record, trace)
    elif contract is None and record.declarer is not None and trace.contract is not None:
        yield from _declarer(record, trace, record.declarer)


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
        "the contract is not known: neither the Contract tag nor an auction tells it",
        tag_place(place) if place is not None else Place("record"),
    )


def _place(index: int) -> Place:
    return Place("call", index=index)


def _call_fault(trace: AuctionTrace, fault: CallFault, outcome: Outcome, context: Context) -> Finding:
    kind = fault.kind
    if kind is CallFaultKind.INSUFFICIENT:
        # A pass in its place is as well the next player's, so it does not bear out that the bid was put right.
        if trace.reading is not None and trace.reading.withdrawn == fault.index and _calls_again(trace, fault):
            return _replaced(trace, fault, outcome.edition, context)
        return _insufficient(trace, fault, context)
    if kind is CallFaultKind.AFTER_END:
        return _after_end(trace, fault)
    index, who = fault.index, NAMES[fault.seat]
    if kind is CallFaultKind.ABOVE_SEVEN:
        rule = rules.BID_ABOVE_SEVEN
        message = f"{who} bids more than seven"
        law = "35C, 38"
    else:
        double = kind is CallFaultKind.INADMISSIBLE_DOUBLE
        rule = rules.INADMISSIBLE_DOUBLE if double else rules.INADMISSIBLE_REDOUBLE
        message = f"{who} {'doubles' if double else 'redoubles'}, but {_why_not(fault, double)}"
        law = "36"
    return Finding(
        rule,
        f"{message}; {_followed(trace, 'the call counts as a pass (' + ('36C' if law == '36' else '38D') + ')')}",
        _place(index),
        law=law,
        seat=fault.seat.letter,
        call=index + 1,
        alternatives=trace.alternatives,
    )


def _calls_again(trace: AuctionTrace, fault: CallFault) -> bool:
    return trace.auction.ids[fault.index + 1] > 0


def _why_not(fault: CallFault, double: bool) -> str:
    if fault.bidder is None:
        return "there is no bid yet"
    bid = CALLS[fault.last_bid]
    if double and fault.doubled:
        return f"the {bid} is {'redoubled' if fault.doubled == 2 else 'doubled'} already"
    if not double and fault.doubled != 1:
        return f"the {bid} is {'redoubled already' if fault.doubled else 'not doubled'}"
    own = fault.bidder.side is fault.seat.side
    return f"the {bid} was bid by {'the same side' if own else 'the other side'}"


def _followed(trace: AuctionTrace, default: str) -> str:
    """What the auction comes to after a fault, and by which reading."""
    reading = trace.reading
    how = default if reading is None else f"to fit the record, {reading.text}"
    if trace.contract is None:
        return how
    return f"{how}: {bid_by(trace.contract, trace.declarer)}"


def _insufficient(trace: AuctionTrace, fault: CallFault, context: Context) -> Finding:
    auction, index = trace.auction, fault.index
    marked = index in auction.insufficient
    bid = CALLS[auction.ids[index]]
    message = f"{NAMES[fault.seat]} bids {bid}, which is not sufficient over {CALLS[fault.last_bid]}"
    accepted = context.screens and index + 1 < len(auction.ids) and trace.reading is None
    if index + 1 < len(auction.ids):
        stands = "it stands, as the record marks" if marked else "the next player called, so it stands (27A1)"
        if accepted and not marked:
            stands = "it was passed on through the screen, so it is accepted (27A1)"
        replaced = trace.reading is not None and trace.reading.withdrawn not in (None, index)
        message += f"; {stands}" if replaced else f"; {_followed(trace, stands)}"
    if fault.cheapest is not None:
        advice = f"the cheapest sufficient bid is {CALLS[fault.cheapest]}"
    else:
        advice = f"no bid in {bid.strain.name.lower()} is sufficient"
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


def _replaced(trace: AuctionTrace, fault: CallFault, edition: Edition, context: Context) -> Finding:
    """An insufficient bid that is recorded together with the call that replaced it."""
    from pbntools.laws.corrected_calls import replacement_text

    ids, index = trace.auction.ids, fault.index
    return Finding(
        rules.BID_CORRECTED,
        f"{NAMES[fault.seat]} bids {CALLS[ids[index]]}, which is not sufficient over {CALLS[fault.last_bid]}, and then "
        f"{CALLS[ids[index + 1]] if ids[index + 1] >= 0 else 'calls'} in its place; {_followed(trace, '')}",
        _place(index),
        law="27B",
        seat=fault.seat.letter,
        call=index + 1,
        alternatives=trace.alternatives,
        help=replacement_text(
            ids[index], ids[index + 1], fault.last_bid, ids[index + 5 :: 4] + ids[index + 3 :: 4], fault.seat, edition,
            screens=context.screens,
        ),
    )  # fmt: skip


def _after_end(trace: AuctionTrace, fault: CallFault) -> Finding:
    index = fault.index
    passes = trace.auction.ids[index] == 0
    end = bid_by(trace.contract, trace.declarer) if trace.contract is not None else "the auction"
    if passes:
        message = f"{NAMES[fault.seat]} passes after the auction is over: {end}"
    else:
        message = f"{NAMES[fault.seat]} calls after the auction is over"
        message += f": {end}" if trace.reading is None else f"; {_followed(trace, '')}"
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
            why = "no call follows" if index >= len(auction.ids) else "the next call is in turn"
            yield Finding(
                rules.IRREGULARITY_MARK,
                f"a player is marked as passed over, but {why}",
                _place(index) if index < len(auction.ids) else _END_OF_AUCTION,
                call=index + 1 if index < len(auction.ids) else None,
            )
            continue
        caller = caller_of(index)
        over = [NAMES[(caller - step) & 3] for step in range(count % 4, 0, -1)]
        yield Finding(
            rules.CALL_OUT_OF_TURN,
            f"{NAMES[caller]} calls out of turn, and {listed(over)} {'is' if len(over) == 1 else 'are'} passed over, "
            "as the record marks",
            _place(index),
            Severity.NOTICE,
            seat=caller.letter,
            call=index + 1,
            help="what an opponent passes on through the screen is accepted" if context.screens else None,
        )


def _refuted_marks(trace: AuctionTrace) -> Iterator[Finding]:
    auction = trace.auction
    faulty = trace.borne_out.union(fault.index for fault in trace.faults if fault.kind is CallFaultKind.INSUFFICIENT)
    caller_of = callers(auction)
    for index in sorted(auction.insufficient - faulty):
        if index >= len(auction.ids) or auction.ids[index] < 0:
            continue
        call = CALLS[auction.ids[index]]
        what = "is sufficient" if call.is_bid else "is no bid"
        seat = caller_of(index)
        yield Finding(
            rules.IRREGULARITY_MARK,
            f"{NAMES[seat]}'s {call} is marked as an insufficient bid, but it {what}",
            _place(index),
            seat=seat.letter,
            call=index + 1,
        )


def _dealer_mismatch(dealer: Seat, trace: AuctionTrace) -> Finding:
    first = trace.auction.first
    message = f"the auction starts with {NAMES[first]}, but the dealer is {NAMES[dealer]}"
    if trace.contract is not None:
        message += f"; {_followed(trace, 'counted from ' + NAMES[first])}"
    return Finding(
        rules.DEALER_MISMATCH, message, tag_place("Auction"), seat=first.letter, alternatives=trace.alternatives
    )


def _reverts(record: Record, seat: Seat) -> Finding:
    message = f"the passes do not end the auction, which reverts to {NAMES[seat]}, who lost his turn"
    if record.contract is not None:
        message += f"; the record's contract, {record.contract}, is taken"
    return Finding(rules.AUCTION_INCOMPLETE, message, _END_OF_AUCTION, law="34", seat=seat.letter)


def _incomplete(record: Record, trace: AuctionTrace) -> Finding | None:
    auction = trace.auction
    to_call = trace.to_call
    if trace.reverts_to is not None and not trace.supplied:
        return _reverts(record, trace.reverts_to)
    turn = f"{NAMES[to_call]} is to call" if to_call is not None else "it is not over"
    if trace.supplied:
        count = trace.supplied
        message = f"{_NUMBERS[count]} final pass{'es are' if count > 1 else ' is'} missing, and supplied"
        if record.contract is not None:
            message += f" to agree with the Contract tag: {bid_by(record.contract, trace.declarer)}"
    elif not auction.ids:
        message = f"the auction has no calls: {turn}"
    elif auction.end == "+":
        message = f"the auction is to be continued: {turn}"
    else:
        message = f"the auction is not over: {turn}"
    played = record.play is not None and any(card != -1 for card in record.play.ids)
    if played and not trace.supplied and (auction.end == "+" or record.contract is None):
        return Finding(
            rules.PLAY_BEFORE_AUCTION_END,
            f"cards are played, but {message}",
            Place("card", index=next(cell for cell, card in enumerate(record.play.ids) if card != -1))
            if record.play is not None
            else Place("play"),
            seat=None if to_call is None else to_call.letter,
        )
    if record.contract is None:
        message += ", and the contract is not known"
    fix = None
    if trace.supplied and not auction.end:
        passes = " ".join(["Pass"] * trace.supplied)
        fix = Fix(f"add {passes}", False, (Change(_END_OF_AUCTION, passes, behind=True),))
    return Finding(
        rules.AUCTION_INCOMPLETE, message, _END_OF_AUCTION, seat=None if to_call is None else to_call.letter, fix=fix
    )


def _contradictions(record: Record, trace: AuctionTrace) -> Iterator[Finding]:
    """Contract and Declarer tags against an auction that comes to something else, or does not come to an end."""
    contract, declarer = record.contract, record.declarer
    if contract is None or trace.uncertain:
        return
    auction_contract = trace.contract
    if auction_contract is None:
        yield from _against_open_auction(record, trace)
        return
    if contract is not auction_contract:
        says = bid_by(contract, declarer)
        goes = bid_by(auction_contract, trace.declarer)
        yield Finding(
            rules.CONTRACT_MISMATCH,
            f"the record says {says}, but the auction comes to {goes}",
            tag_place("Contract"),
            alternatives=(
                Alternative("the tags", str(contract), None if declarer is None else declarer.letter),
                _as_called(trace),
                *trace.alternatives,
            ),
            fix=_by_auction(record, trace),
        )
    elif declarer is not None:
        yield from _declarer(record, trace, declarer)


def _by_auction(record: Record, trace: AuctionTrace) -> Fix | None:
    """Contract and Declarer as a regular auction has them; None where a lead or a mark speaks for the tags."""
    contract, declarer = trace.contract, trace.declarer
    if contract is None or trace.faults or trace.supplied or trace.reading is not None or record.declarer_irregular:
        return None
    leader = recorded_leader(record.play)
    if leader is not None and leader.right is not declarer:
        return None
    changes = []
    if contract is not record.contract and record.contract is not None:
        changes.append(Change(tag_place("Contract"), str(contract)))
    if declarer is not record.declarer and record.value("Declarer") is not None:
        changes.append(Change(tag_place("Declarer"), "" if declarer is None else declarer.letter))
    return Fix(f"write {bid_by(contract, declarer)}", False, tuple(changes))


def _as_called(trace: AuctionTrace) -> Alternative:
    return Alternative(
        "the auction",
        None if trace.contract is None else str(trace.contract),
        None if trace.declarer is None else trace.declarer.letter,
        "22B",
    )


def _declarer(record: Record, trace: AuctionTrace, declarer: Seat) -> Iterator[Finding]:
    """The Declarer tag against the declarer of the auction."""
    if trace.contract is PASSED_OUT:
        yield _declarer_of_pass_out(declarer)
        return
    rightful = trace.declarer
    if rightful is None:
        return
    if record.declarer_irregular:
        if declarer is rightful.partner:
            return
        message = (
            f"the record says that {NAMES[declarer]} declares in place of his partner, but by the auction "
            f"{NAMES[rightful]} is declarer"
        )
    else:
        if declarer is rightful:
            return
        message = f"the record says that {NAMES[declarer]} declares, but by the auction it is {NAMES[rightful]}"
    leader = recorded_leader(record.play)
    if leader is not None and leader.right in (declarer, rightful):
        message += f"; the lead by {NAMES[leader]} fits the {'tag' if leader.right is declarer else 'auction'}"
    swapped = declarer is rightful.partner and not record.declarer_irregular
    severity = None
    if swapped and (leader is None or (record.play is not None and 0 <= min(record.play.leads, default=4) < 4)):
        # Law 54A takes a lead out of turn: a record that shows the lead, and marks nothing, does not bear it out.
        severity = Severity.WARNING
    contract = record.contract or trace.contract
    yield Finding(
        rules.DECLARER_MISMATCH,
        message,
        tag_place("Declarer"),
        severity,
        law="54A" if severity is not None else None,
        seat=declarer.letter,
        alternatives=(Alternative("the Declarer tag", str(contract), declarer.letter), _as_called(trace)),
        help="write ^ before the declarer if he and dummy changed places (54A)"
        if swapped
        else _missing_passes(record, trace, declarer, rightful),
        fix=_by_auction(record, trace),
    )


def _missing_passes(record: Record, trace: AuctionTrace, declarer: Seat, rightful: Seat) -> str | None:
    """A word on opening passes that may be missing, where the lead bears the tag out."""
    leader = recorded_leader(record.play)
    ids = trace.auction.ids
    if record.declarer_irregular or leader is None or leader.right is not declarer or not ids or ids[0] == 0:
        return None
    if trace.supplied:
        return None  # passes may be missing anywhere
    count = (declarer - rightful) & 3
    passes = f"{_NUMBERS[count]} opening pass{'es are' if count > 1 else ' is'}"
    return f"the auction would fit the tag and the lead if {passes} missing"


def _declarer_of_pass_out(declarer: Seat) -> Finding:
    return Finding(
        rules.DECLARER_MISMATCH,
        f"the board is passed out, but {NAMES[declarer]} is given as declarer",
        tag_place("Declarer"),
        seat=declarer.letter,
        help="leave the Declarer tag of a board that is passed out empty",
        fix=Fix("leave Declarer empty", False, (Change(tag_place("Declarer"), ""),)),
    )


def _against_open_auction(record: Record, trace: AuctionTrace) -> Iterator[Finding]:
    """A contract that no continuation of an unfinished auction can lead to."""
    contract = record.contract
    if contract is None or not trace.last_bid:
        return
    reached = CALLS[trace.last_bid]
    if contract is PASSED_OUT:
        possible = False
    else:
        bid = contract.bid
        possible = bid > reached or (bid == reached and contract.doubled >= trace.doubled)
    if not possible:
        yield Finding(
            rules.CONTRACT_MISMATCH,
            f"the record says {bid_by(contract, record.declarer)}, but the auction has gone to {trace.contract_so_far}",
            tag_place("Contract"),
        )
        return
    declarer = record.declarer
    if declarer is None or contract is PASSED_OUT or record.declarer_irregular:
        return
    named = trace.first_to_name(declarer.side, contract.strain)
    if named is not None and named is declarer.partner:
        yield Finding(
            rules.DECLARER_MISMATCH,
            f"the record says that {NAMES[declarer]} declares, but {NAMES[named]} was the first of the side to name "
            f"{contract.strain.name.lower()}",
            tag_place("Declarer"),
            Severity.WARNING,
            law="54A",
            seat=declarer.letter,
        )
