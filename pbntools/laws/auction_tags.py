"""Checks of the tags that tell contract and declarer against the auction (Laws 22, 54A)."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.core import CALLS, PASSED_OUT, Seat
from pbntools.diagnostics import Alternative, Change, Finding, Fix, Severity, tag_place
from pbntools.laws._words import STRAINS, added, bid_by
from pbntools.laws.auction import AuctionTrace
from pbntools.laws.play import recorded_leader
from pbntools.record import Record
from pbntools.said import NAMES, Said

_WOULD_FIT = {
    1: Said("the auction would fit the tag and the lead if one opening pass is missing"),
    2: Said("the auction would fit the tag and the lead if two opening passes are missing"),
    3: Said("the auction would fit the tag and the lead if three opening passes are missing"),
}


def check_contract_tag(record: Record, trace: AuctionTrace) -> Iterator[Finding]:
    """The Contract tag, and Declarer beside it, against an auction that comes to something else or to no end."""
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
            Said("the record says {says}, but the auction comes to {goes}", says=says, goes=goes),
            tag_place("Contract"),
            alternatives=(
                Alternative(Said("the tags"), str(contract), None if declarer is None else declarer.letter),
                _as_called(trace),
                *trace.alternatives,
            ),
            fix=_by_auction(record, trace),
        )
    elif declarer is not None:
        yield from check_declarer_tag(record, trace, declarer)


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
        Said("the auction"),
        None if trace.contract is None else str(trace.contract),
        None if trace.declarer is None else trace.declarer.letter,
        "22B",
    )


def check_declarer_tag(record: Record, trace: AuctionTrace, declarer: Seat) -> Iterator[Finding]:
    """The Declarer tag against the declarer of the auction."""
    if trace.contract is PASSED_OUT:
        yield declarer_of_pass_out(declarer)
        return
    rightful = trace.declarer
    if rightful is None:
        return
    if record.declarer_irregular:
        if declarer is rightful.partner:
            return
        message = Said(
            "the record says that {seat} declares in place of his partner, but by the auction {rightful} is declarer",
            seat=NAMES[declarer],
            rightful=NAMES[rightful],
        )
    else:
        if declarer is rightful:
            return
        message = Said(
            "the record says that {seat} declares, but by the auction it is {rightful}",
            seat=NAMES[declarer],
            rightful=NAMES[rightful],
        )
    leader = recorded_leader(record.play)
    if leader is not None and leader.right is declarer:
        message = added(message, Said("the lead by {seat} fits the tag", seat=NAMES[leader]))
    elif leader is not None and leader.right is rightful:
        message = added(message, Said("the lead by {seat} fits the auction", seat=NAMES[leader]))
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
        alternatives=(Alternative(Said("the Declarer tag"), str(contract), declarer.letter), _as_called(trace)),
        help=Said("write ^ before the declarer if he and dummy changed places (54A)")
        if swapped
        else _missing_passes(record, trace, declarer, rightful),
        fix=_by_auction(record, trace),
    )


def _missing_passes(record: Record, trace: AuctionTrace, declarer: Seat, rightful: Seat) -> Said | None:
    """A word on opening passes that may be missing, where the lead bears the tag out."""
    leader = recorded_leader(record.play)
    ids = trace.auction.ids
    if record.declarer_irregular or leader is None or leader.right is not declarer or not ids or ids[0] == 0:
        return None
    if trace.supplied:
        return None  # passes may be missing anywhere
    return _WOULD_FIT[(declarer - rightful) & 3]


def declarer_of_pass_out(declarer: Seat) -> Finding:
    return Finding(
        rules.DECLARER_MISMATCH,
        Said("the board is passed out, but {seat} is given as declarer", seat=NAMES[declarer]),
        tag_place("Declarer"),
        seat=declarer.letter,
        help=Said("leave the Declarer tag of a board that is passed out empty"),
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
            Said(
                "the record says {says}, but the auction has gone to {reached}",
                says=bid_by(contract, record.declarer),
                reached=trace.contract_so_far,
            ),
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
            Said(
                "the record says that {seat} declares, but {first} was the first of the side to name {strain}",
                seat=NAMES[declarer],
                first=NAMES[named],
                strain=STRAINS[contract.strain],
            ),
            tag_place("Declarer"),
            Severity.WARNING,
            law="54A",
            seat=declarer.letter,
        )
