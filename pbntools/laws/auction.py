"""What a recorded auction comes to: contract, declarer, faults, and the readings that the Laws allow (Laws 17 to 39).

A clean auction is replayed in plain numbers in one pass.  Anything else goes through a replay that knows faults,
players passed over, and words that could not be read.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pbntools.core import PASSED_OUT, Contract, Seat
from pbntools.diagnostics import MOST_FINDINGS, Alternative
from pbntools.laws._words import SEATS
from pbntools.laws.auction_readings import LONGEST, MANY_FAULTS, Reading, default_law, default_text, fits, readings_of
from pbntools.laws.auction_run import (
    CONTRACTS,
    NO_BID,
    STRAIN_OF,
    AuctionRun,
    CallFault,
    CallFaultKind,
    run_auction,
)
from pbntools.record import Auction, Record
from pbntools.said import NAMES, Said


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
        self.last_bid = NO_BID
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
            return CONTRACTS[self.last_bid][self.doubled]
        return PASSED_OUT if self.over else None

    @property
    def alternatives(self) -> tuple[Alternative, ...]:
        """The readings that were not chosen."""
        return tuple(reading.as_alternative() for reading in self.others)

    def first_to_name(self, side: int, strain: int) -> Seat | None:
        """The player of a side (0 NS, 1 EW) who first named a strain, as far as the calls can be read."""
        if self.named is None:
            run = run_auction(self.auction.ids, int(self.auction.first), self.auction.skips)
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
        run = run_auction(ids, first, auction.skips, marks=auction.insufficient)
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
        strain = STRAIN_OF[last]
        for named in range(at & 1, at + 1, 2):
            if STRAIN_OF[ids[named]] == strain:
                trace.last_declarer = SEATS[(first + named) & 3]
                break
        trace.last_bid = last
        trace.doubled = doubled
        if passes == 3:
            trace.over = True
            trace.contract = CONTRACTS[last][doubled]
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


def _take(trace: AuctionTrace, run: AuctionRun) -> None:
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
        if record.contract is not CONTRACTS[trace.last_bid][trace.doubled]:
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


def _choose(trace: AuctionTrace, record: Record, default: AuctionRun) -> None:
    """Take the first reading that fits the record's Contract, Declarer and opening leader, else the Laws' default."""
    accepted = trace.auction.insufficient
    faults = [
        fault for fault in default.faults if fault.kind is not CallFaultKind.INSUFFICIENT or fault.index not in accepted
    ]
    if not faults or len(trace.auction.ids) > LONGEST:
        return
    usual = Reading(default_text(faults[0]), default_law(faults[0].kind), trace.contract, trace.declarer)
    others = [
        reading
        for fault in faults[:MANY_FAULTS]
        for reading in readings_of(trace.auction, fault, len(default.faults))
        if reading.contract is None or reading[2:4] != usual[2:4]
    ]
    if not fits(record, trace.contract, trace.declarer):
        for reading in others:
            if reading.contract is not None and fits(record, reading.contract, reading.declarer):
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
            and fits(record, reading.contract, reading.declarer))
    )  # fmt: skip


def _faults_left(auction: Auction, faults: list[CallFault], index: int) -> tuple[CallFault, ...]:
    """The faults of an auction in which a call was withdrawn: that call's own, and those of the calls that stand."""
    own = [fault for fault in faults if fault.index == index]
    run = run_auction((*auction.ids[:index], *auction.ids[index + 1 :]), int(auction.first))
    others = [replace(fault, index=fault.index + (fault.index >= index)) for fault in run.faults]
    return tuple(sorted([*own, *others], key=lambda fault: fault.index))


def _read_from_dealer(trace: AuctionTrace, record: Record) -> None:
    """Where the auction does not start with the dealer: count from the dealer if only that fits the record."""
    if record.dealer is None or fits(record, trace.contract, trace.declarer):
        return
    run = run_auction(trace.auction.ids, int(record.dealer), trace.auction.skips)
    contract = trace.contract if trace.supplied else run.contract
    if contract is not None and fits(record, contract, run.declarer):
        text = Said("the calls start with the dealer, {seat}", seat=NAMES[record.dealer])
        first = Said("the calls start with {seat}", seat=NAMES[trace.auction.first])
        usual = Reading(first, "17B", trace.contract, trace.declarer)
        trace.reading = Reading(text, "17B", contract, run.declarer)
        trace.contract, trace.declarer = contract, run.declarer
        trace.others = (usual, *trace.others)
