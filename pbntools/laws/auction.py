"""What a recorded auction comes to: contract, declarer, faults, and the readings that the Laws allow (Laws 17 to 39).

A clean auction is replayed in plain numbers in one pass.  Anything else goes through a replay that knows faults,
players passed over, and words that could not be read.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from enum import Enum
from typing import NamedTuple

from pbntools.core import CALLS, PASSED_OUT, Contract, Seat, Strain
from pbntools.diagnostics import MOST_FINDINGS, Alternative
from pbntools.laws._words import SEATS
from pbntools.laws.play import recorded_leader
from pbntools.record import ABOVE_SEVEN, UNREADABLE, Auction, Record
from pbntools.said import NAMES, Said

_FIRST_BID = 3
_NO_BID = 0
_STRAIN_OF: tuple[int, ...] = (-1, -1, -1, *(bid % 5 for bid in range(35)))
# By the number of the last bid and by doubled: the contract.
_CONTRACTS: tuple[tuple[Contract, ...], ...] = (
    ((PASSED_OUT,) * 3,) * _FIRST_BID
    + tuple(
        tuple(Contract(bid // 5 + 1, Strain(bid % 5), doubled) for doubled in range(3)) for bid in range(35)
    )
)  # fmt: skip


class CallFaultKind(Enum):
    """What is wrong with a call."""

    INSUFFICIENT = "insufficient bid"
    INADMISSIBLE_DOUBLE = "inadmissible double"
    INADMISSIBLE_REDOUBLE = "inadmissible redouble"
    ABOVE_SEVEN = "bid above seven"
    AFTER_END = "call after the end"


@dataclass(frozen=True, slots=True)
class CallFault:
    """A call that the Laws do not allow: its index (from 0) and caller, and the bid, bidder and double it follows."""

    kind: CallFaultKind
    index: int
    seat: Seat
    last_bid: int = _NO_BID
    bidder: Seat | None = None
    doubled: int = 0
    cheapest: int | None = None
    """For an insufficient bid, the cheapest sufficient bid in its denomination, if there is one."""


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


class AuctionTrace:
    """What an auction comes to.

    ``contract`` and ``declarer`` are None until it is known that the auction is over (or the record's Contract agrees
    that only passes are missing: ``supplied`` counts them).  ``last_bid`` (0 for none), ``doubled`` and
    ``last_declarer`` say how far it went.  ``uncertain`` tells that a word in it could not be read, so that contract or
    end are not known.  ``reading`` is the reading that was chosen where it is not the Laws' default, ``others`` are the
    readings that were not.  ``reverts_to`` is the player who lost a turn to a pass out of rotation, where the passes
    would else end the auction (Law 34).  Of each kind of fault `MOST_FINDINGS` and one are kept, and ``further`` counts
    the others; ``borne_out`` are the calls marked as insufficient bids that are.
    """

    __slots__ = (
        "auction",
        "borne_out",
        "contract",
        "declarer",
        "doubled",
        "faults",
        "further",
        "last_bid",
        "last_declarer",
        "named",
        "others",
        "over",
        "reading",
        "reverts_to",
        "supplied",
        "to_call",
        "uncertain",
    )

    def __init__(self, auction: Auction) -> None:
        self.auction = auction
        self.contract: Contract | None = None
        self.declarer: Seat | None = None
        self.over = False
        self.uncertain = False
        self.supplied = 0
        self.last_bid = _NO_BID
        self.doubled = 0
        self.last_declarer: Seat | None = None
        self.to_call: Seat | None = None
        self.reverts_to: Seat | None = None
        self.faults: tuple[CallFault, ...] = ()
        self.further: Mapping[CallFaultKind, int] = {}
        self.borne_out: frozenset[int] = frozenset()
        self.reading: Reading | None = None
        self.others: tuple[Reading, ...] = ()
        self.named: tuple[Seat | None, ...] | None = None

    def __repr__(self) -> str:
        if self.contract is None:
            text = "contract not known"
        else:
            text = str(self.contract) + (f" by {self.declarer}" if self.declarer is not None else "")
        count = len(self.faults) + sum(self.further.values())
        faults = [f"{count} fault{'' if count == 1 else 's'}"] if count else []
        return f"<AuctionTrace {', '.join([text, f'{len(self.auction.ids)} calls', *faults])}>"

    @property
    def passed_out(self) -> bool:
        """Whether all four players passed (Law 22A)."""
        return self.contract is PASSED_OUT

    @property
    def contract_so_far(self) -> Contract | None:
        """What the contract would be if all passed from here on; None before the first bid of an open auction."""
        if self.last_bid:
            return _CONTRACTS[self.last_bid][self.doubled]
        return PASSED_OUT if self.over else None

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The readings that were not chosen."""
        return tuple(reading.as_alternative() for reading in self.others)

    def first_to_name(self, side: int, strain: int) -> Seat | None:
        """The player of a side (0 NS, 1 EW) who first named a strain, as far as the calls can be read."""
        if self.named is None:
            run = _run(self.auction.ids, int(self.auction.first), self.auction.skips)
            self.named = tuple(None if seat is None or run.unread else SEATS[seat] for seat in run.named)
        return self.named[5 * side + strain]


def trace_auction(record: Record) -> AuctionTrace | None:
    """Replay a record's auction; None where it has none."""
    auction = record.auction
    if auction is None:
        return None
    trace = AuctionTrace(auction)
    ids = auction.ids
    first = int(auction.first)
    if not auction.skips and _trace_clean(trace, ids, first):
        if (record.dealer is None or record.dealer == first or not ids) and (trace.over or _supplied(trace, record)):
            return trace
    else:
        run = _run(ids, first, auction.skips, marks=auction.insufficient)
        _take(trace, run)
        if run.faults:
            _choose(trace, record, run)
    if trace.contract is None and not trace.supplied:
        _supplied(trace, record)
    if record.dealer is not None and record.dealer != auction.first and ids and trace.reading is None:
        _read_from_dealer(trace, record)
    return trace


def _trace_clean(trace: AuctionTrace, ids: tuple[int, ...], first: int) -> bool:
    """Fill the trace if the auction holds nothing irregular; False (and nothing filled) otherwise."""
    last = doubled = passes = 0
    at = index = -1
    for index, call in enumerate(ids):
        if call == 0:
            passes += 1
            continue
        if passes > 2 and (last or passes > 3):
            return False
        if call > 2:
            if call <= last:
                return False
            last = call
            at = index
            doubled = 0
        elif call == 1:
            if doubled or not last or not (index - at) & 1:
                return False
            doubled = 1
        elif call != 2 or doubled != 1 or (index - at) & 1:
            return False
        else:
            doubled = 2
        passes = 0
    if last:
        if passes > 3:
            return False
        strain = _STRAIN_OF[last]
        for named in range(at & 1, at + 1, 2):
            if _STRAIN_OF[ids[named]] == strain:
                trace.last_declarer = SEATS[(first + named) & 3]
                break
        trace.last_bid = last
        trace.doubled = doubled
        if passes == 3:
            trace.over = True
            trace.contract = _CONTRACTS[last][doubled]
            trace.declarer = trace.last_declarer
            return True
    elif passes == 4:
        trace.over = True
        trace.contract = PASSED_OUT
        return True
    elif passes > 4:
        return False
    trace.to_call = SEATS[(first + index + 1) & 3]
    return True


class _Run:
    """One replay of calls under one set of assumptions."""

    __slots__ = (
        "bidder",
        "borne_out",
        "counts",
        "doubled",
        "faults",
        "last",
        "missed",
        "murky",
        "named",
        "over",
        "passes",
        "reverts_to",
        "seat",
        "unread",
        "void",
    )

    def __init__(self, first: int) -> None:
        self.last = _NO_BID
        self.bidder = -1
        self.doubled = 0
        self.passes = 0
        self.over = False
        self.murky = False
        self.seat = first
        self.faults: list[CallFault] = []
        self.counts: Counter[CallFaultKind] = Counter()
        self.borne_out: list[int] = []
        self.named: list[int | None] = [None] * 10
        self.unread = 0
        # The player passed over by a pass out of rotation, and the passes before it (Law 34).
        self.missed: tuple[int, int] | None = None
        self.reverts_to: int | None = None
        # Who bid more than seven since the last bid, and whether that is doubled: calls about it are void with it.
        self.void: tuple[int, int] | None = None

    @property
    def declarer(self) -> Seat | None:
        # A word that could not be read may have named the denomination, or have been no call at all.
        if self.last == _NO_BID or self.unread:
            return None
        seat = self.named[5 * (self.bidder & 1) + _STRAIN_OF[self.last]]
        return None if seat is None else SEATS[seat]

    @property
    def contract(self) -> Contract | None:
        return _CONTRACTS[self.last][self.doubled] if self.over and not self.murky else None


def _run(
    ids: tuple[int, ...],
    first: int,
    skips: tuple[int, ...] = (),
    *,
    standing: bool = False,
    past_end: bool = False,
    open_after: bool = False,
    marks: frozenset[int] = frozenset(),
) -> _Run:
    """Replay calls as the Laws treat them by default: an insufficient bid stands, an inadmissible call is a pass.

    ``standing``: an inadmissible double or redouble stands.  ``past_end``: calls after the end go on with the auction.
    ``open_after``: an inadmissible call is void, but is not one of the passes that end the auction.  ``marks`` are the
    calls that are marked as insufficient bids.
    """
    run = _Run(first)
    softened = False
    skipped = Counter(skips)
    for index, call in enumerate(ids):
        if skips:
            over = skipped[index]
            if call == 0 and over & 3 and run.missed is None and (run.last != _NO_BID or run.passes):
                run.missed = run.seat, run.passes
            run.seat = (run.seat + over) & 3
            run.reverts_to = None
        seat = run.seat
        run.seat = (seat + 1) & 3
        if run.over:
            if past_end and call != 0:
                run.over = False
            elif past_end:
                continue
            else:
                if not softened and not run.unread:
                    tail = next((at for at in range(index, len(ids)) if ids[at] != 0), index)
                    _fault(run, CallFaultKind.AFTER_END, tail, (seat + tail - index) & 3)
                break
        if call >= _FIRST_BID:
            if call <= run.last and run.unread < 2:
                _fault(run, CallFaultKind.INSUFFICIENT, index, seat, call)
                if index in marks:
                    run.borne_out.append(index)
            run.last, run.bidder, run.doubled, run.passes = call, seat, 0, 0
            run.murky = softened = False
            run.missed = run.void = None
            named = 5 * (seat & 1) + _STRAIN_OF[call]
            if run.named[named] is None:
                run.named[named] = seat
            continue
        if call == UNREADABLE:
            run.unread += 1
            run.murky = True
            run.passes = 0
            continue
        if call == 0:
            run.passes += 1
        elif run.murky:
            # What this doubles cannot be read, so it cannot be judged.
            run.passes = 0
        elif call != ABOVE_SEVEN and _admissible(run, call, seat, standing):
            run.doubled = call
            run.passes = 0
            run.missed = None
        else:
            kind = {1: CallFaultKind.INADMISSIBLE_DOUBLE, 2: CallFaultKind.INADMISSIBLE_REDOUBLE}.get(
                call, CallFaultKind.ABOVE_SEVEN
            )
            if (not run.unread or call == ABOVE_SEVEN) and not _of_the_void(run, call, seat):
                _fault(run, kind, index, seat)
            softened = True
            run.passes = 0 if open_after else run.passes + 1
        if run.passes == (3 if run.last or run.murky else 4):
            if run.missed is None:
                run.over = True
            else:
                run.reverts_to, run.passes = run.missed
                run.missed = None
    run.seat = (run.seat + skipped[len(ids)]) & 3
    return run


def _admissible(run: _Run, call: int, seat: int, standing: bool) -> bool:
    if run.last == _NO_BID:
        return False
    if standing:
        return call > run.doubled
    same_side = not (seat ^ run.bidder) & 1
    return not run.doubled and not same_side if call == 1 else run.doubled == 1 and same_side


def _of_the_void(run: _Run, call: int, seat: int) -> bool:
    """Whether a call that is not admissible doubles or redoubles a bid above seven, as it could a lawful one."""
    if call == ABOVE_SEVEN:
        run.void = seat, 0
        return False
    if run.void is None or run.void[1] != call - 1 or (seat ^ run.void[0]) & 1 != (call == 1):
        return False
    run.void = run.void[0], call
    return True


def _fault(run: _Run, kind: CallFaultKind, index: int, seat: int, bid: int = _NO_BID) -> None:
    """Note a fault; of very many of a kind only the number, since each of them would be kept to the end."""
    run.counts[kind] += 1
    if run.counts[kind] > MOST_FINDINGS + 1:
        return
    run.faults.append(
        CallFault(
            kind,
            index,
            SEATS[seat],
            run.last,
            SEATS[run.bidder] if run.bidder >= 0 else None,
            run.doubled,
            cheapest_over(bid, run.last) if bid else None,
        )
    )


def _take(trace: AuctionTrace, run: _Run) -> None:
    trace.faults = tuple(run.faults)
    further = {kind: count - MOST_FINDINGS - 1 for kind, count in run.counts.items() if count > MOST_FINDINGS + 1}
    if further:
        trace.further = further
    trace.borne_out = frozenset(run.borne_out)
    trace.over = run.over
    trace.uncertain = run.murky
    trace.last_bid = run.last
    trace.doubled = run.doubled
    trace.last_declarer = run.declarer
    trace.contract = run.contract
    trace.declarer = run.declarer if trace.contract is not None else None
    trace.reverts_to = None if run.reverts_to is None else SEATS[run.reverts_to]
    trace.to_call = None if run.over else SEATS[run.seat] if trace.reverts_to is None else trace.reverts_to


def _supplied(trace: AuctionTrace, record: Record) -> bool:
    """Supply missing final passes where the record's contract agrees with what they would give."""
    if trace.over or trace.uncertain or record.contract is None or trace.auction.end == "+":
        return False
    passes = _final_passes(trace.auction.ids)
    if trace.last_bid:
        if record.contract is not _CONTRACTS[trace.last_bid][trace.doubled]:
            return False
        trace.supplied = 3 - passes
    elif record.contract is PASSED_OUT and 1 <= passes <= 3:
        trace.supplied = 4 - passes
    else:
        return False
    trace.contract = record.contract
    trace.declarer = trace.last_declarer
    return True


def _final_passes(ids: tuple[int, ...]) -> int:
    passes = 0
    for call in reversed(ids):
        if call != 0:
            break
        passes += 1
    return passes


def _fits(record: Record, contract: Contract | None, declarer: Seat | None) -> bool:
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


# Each reading of a fault runs the whole auction again: an auction with more faults than this is no auction to be read.
_MANY_FAULTS = 16
LONGEST = 319
"""Calls of the longest auction that the Laws allow; of a longer one no reading is lawful."""


def _choose(trace: AuctionTrace, record: Record, default: _Run) -> None:
    """Take the first reading that fits the record's Contract, Declarer and opening leader, else the Laws' default."""
    accepted = trace.auction.insufficient
    faults = [
        fault for fault in default.faults if fault.kind is not CallFaultKind.INSUFFICIENT or fault.index not in accepted
    ]
    if not faults or len(trace.auction.ids) > LONGEST:
        return
    usual = Reading(_default_text(faults[0]), _default_law(faults[0].kind), trace.contract, trace.declarer)
    others = [
        reading
        for fault in faults[:_MANY_FAULTS]
        for reading in _readings(trace.auction, fault, len(default.faults))
        if reading.contract is None or reading[2:4] != usual[2:4]
    ]
    if not _fits(record, trace.contract, trace.declarer):
        for reading in others:
            if reading.contract is not None and _fits(record, reading.contract, reading.declarer):
                trace.reading = reading
                trace.contract = reading.contract
                trace.declarer = reading.declarer
                trace.over, trace.to_call = True, None
                if reading.withdrawn is not None:
                    trace.faults = _faults_left(trace.auction, faults, reading.withdrawn)
                others = [usual, *(other for other in others if other is not reading)]
                break
    trace.others = tuple(
        reading
        for reading in others
        if reading.offered
        or (reading.law is not None and record.contract is not None and reading.contract is not None
            and _fits(record, reading.contract, reading.declarer))
    )  # fmt: skip


def _faults_left(auction: Auction, faults: list[CallFault], index: int) -> tuple[CallFault, ...]:
    """The faults of an auction in which a call was withdrawn: that call's own, and those of the calls that stand."""
    own = [fault for fault in faults if fault.index == index]
    run = _run((*auction.ids[:index], *auction.ids[index + 1 :]), int(auction.first))
    others = [replace(fault, index=fault.index + (fault.index >= index)) for fault in run.faults]
    return tuple(sorted([*own, *others], key=lambda fault: fault.index))


def callers(auction: Auction) -> Callable[[int], Seat]:
    """A function that tells who made a call, by its index: many calls of an auction are asked for in turn."""
    first, skips = int(auction.first), sorted(auction.skips)
    return lambda index: SEATS[(first + index + bisect_right(skips, index)) & 3]


def fault_with(auction: Auction, index: int, call: int) -> CallFault | None:
    """What would be wrong with another call in the place of a recorded one."""
    skips = tuple(at for at in auction.skips if at <= index)
    run = _run((*auction.ids[:index], call), int(auction.first), skips)
    return next((fault for fault in reversed(run.faults) if fault.index == index), None)


def cheapest_over(bid: int, last: int) -> int | None:
    """The number of the cheapest bid in a bid's denomination that is sufficient over another; None above seven."""
    while bid <= last:
        bid += 5
    return bid if bid < len(CALLS) else None


def _readings(auction: Auction, fault: CallFault, faults: int) -> Iterator[Reading]:
    """What else a faulty call may come to; ``faults`` is how many the auction has by default."""
    ids, first, skips = auction.ids, int(auction.first), auction.skips
    index = fault.index
    what = _call_of(fault)
    if fault.kind is CallFaultKind.AFTER_END:
        run = _run(ids, first, skips, past_end=True)
        text = Said("the calls after the end are part of the auction")
        yield Reading(text, None, run.contract, run.declarer, False)
        run = _run(ids, first, skips, past_end=True, standing=True)
        text = Said("the calls after the end are part of the auction, and a double among them stands")
        yield Reading(text, None, run.contract, run.declarer, False)
        return
    if fault.kind is CallFaultKind.INSUFFICIENT:
        if fault.cheapest is not None:
            run = _run((*ids[:index], fault.cheapest, *ids[index + 1 :]), first, skips)
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
        run = _run(ids, first, skips, open_after=True)
        if run.contract is not None:
            text = Said("{what} is void, and the calls after it stand", what=what)
            yield Reading(text, _default_law(fault.kind), run.contract, run.declarer)
        if not above:
            run = _run(ids, first, skips, standing=True)
            yield Reading(Said("{what} stands", what=what), None, run.contract, run.declarer, False)
    if index + 1 < len(ids) and not skips:
        run = _run((*ids[:index], *ids[index + 1 :]), first)
        if len(run.faults) < faults:
            text = Said("{what} is withdrawn, and the next call recorded replaces it", what=what)
            yield Reading(text, law, run.contract, run.declarer, False, index)


def _read_from_dealer(trace: AuctionTrace, record: Record) -> None:
    """Where the auction does not start with the dealer: count from the dealer if only that fits the record."""
    if record.dealer is None or _fits(record, trace.contract, trace.declarer):
        return
    run = _run(trace.auction.ids, int(record.dealer), trace.auction.skips)
    contract = trace.contract if trace.supplied else run.contract
    if contract is not None and _fits(record, contract, run.declarer):
        text = Said("the calls start with the dealer, {seat}", seat=NAMES[record.dealer])
        first = Said("the calls start with {seat}", seat=NAMES[trace.auction.first])
        usual = Reading(first, "17B", trace.contract, trace.declarer)
        trace.reading = Reading(text, "17B", contract, run.declarer)
        trace.contract, trace.declarer = contract, run.declarer
        trace.others = (usual, *trace.others)


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


def _default_text(fault: CallFault) -> Said:
    if fault.kind is CallFaultKind.AFTER_END:
        return Said("the calls after the end are void")
    if fault.kind is CallFaultKind.INSUFFICIENT:
        return Said("{what} stands", what=_call_of(fault))
    return Said("{what} counts as a pass", what=_call_of(fault))


def _default_law(kind: CallFaultKind) -> str:
    if kind is CallFaultKind.INSUFFICIENT:
        return "27A1"
    if kind is CallFaultKind.AFTER_END:
        return "39"
    return "38D" if kind is CallFaultKind.ABOVE_SEVEN else "36C"
