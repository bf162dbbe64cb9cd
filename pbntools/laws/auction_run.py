"""A recorded auction replayed with its faults, the players passed over, and words that could not be read."""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum

from pbntools.core import CALLS, PASSED_OUT, Contract, Seat, Strain
from pbntools.diagnostics import MOST_FINDINGS
from pbntools.laws._words import SEATS
from pbntools.record import ABOVE_SEVEN, UNREADABLE, Auction

FIRST_BID = 3
NO_BID = 0
STRAIN_OF: tuple[int, ...] = (-1, -1, -1, *(bid % 5 for bid in range(35)))
# By the number of the last bid and by doubled: the contract.
CONTRACTS: tuple[tuple[Contract, ...], ...] = (
    ((PASSED_OUT,) * 3,) * FIRST_BID
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
    last_bid: int = NO_BID
    bidder: Seat | None = None
    doubled: int = 0
    cheapest: int | None = None
    """For an insufficient bid, the cheapest sufficient bid in its denomination, if there is one."""


class AuctionRun:
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
        self.last = NO_BID
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
        if self.last == NO_BID or self.unread:
            return None
        seat = self.named[5 * (self.bidder & 1) + STRAIN_OF[self.last]]
        return None if seat is None else SEATS[seat]

    @property
    def contract(self) -> Contract | None:
        return CONTRACTS[self.last][self.doubled] if self.over and not self.murky else None


def run_auction(
    ids: tuple[int, ...],
    first: int,
    skips: tuple[int, ...] = (),
    *,
    standing: bool = False,
    past_end: bool = False,
    open_after: bool = False,
    marks: frozenset[int] = frozenset(),
) -> AuctionRun:
    """Replay calls as the Laws treat them by default: an insufficient bid stands, an inadmissible call is a pass.

    ``standing``: an inadmissible double or redouble stands.  ``past_end``: calls after the end go on with the auction.
    ``open_after``: an inadmissible call is void, but is not one of the passes that end the auction.  ``marks`` are the
    calls that are marked as insufficient bids.
    """
    run = AuctionRun(first)
    softened = False
    skipped = Counter(skips)
    for index, call in enumerate(ids):
        if skips:
            over = skipped[index]
            if call == 0 and over & 3 and run.missed is None and (run.last != NO_BID or run.passes):
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
        if call >= FIRST_BID:
            if call <= run.last and run.unread < 2:
                _fault(run, CallFaultKind.INSUFFICIENT, index, seat, call)
                if index in marks:
                    run.borne_out.append(index)
            run.last, run.bidder, run.doubled, run.passes = call, seat, 0, 0
            run.murky = softened = False
            run.missed = run.void = None
            named = 5 * (seat & 1) + STRAIN_OF[call]
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


def _admissible(run: AuctionRun, call: int, seat: int, standing: bool) -> bool:
    if run.last == NO_BID:
        return False
    if standing:
        return call > run.doubled
    same_side = not (seat ^ run.bidder) & 1
    return not run.doubled and not same_side if call == 1 else run.doubled == 1 and same_side


def _of_the_void(run: AuctionRun, call: int, seat: int) -> bool:
    """Whether a call that is not admissible doubles or redoubles a bid above seven, as it could a lawful one."""
    if call == ABOVE_SEVEN:
        run.void = seat, 0
        return False
    if run.void is None or run.void[1] != call - 1 or (seat ^ run.void[0]) & 1 != (call == 1):
        return False
    run.void = run.void[0], call
    return True


def _fault(run: AuctionRun, kind: CallFaultKind, index: int, seat: int, bid: int = NO_BID) -> None:
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


def cheapest_over(bid: int, last: int) -> int | None:
    """The number of the cheapest bid in a bid's denomination that is sufficient over another; None above seven."""
    while bid <= last:
        bid += 5
    return bid if bid < len(CALLS) else None


def callers(auction: Auction) -> Callable[[int], Seat]:
    """A function that tells who made a call, by its index: many calls of an auction are asked for in turn."""
    first, skips = int(auction.first), sorted(auction.skips)
    return lambda index: SEATS[(first + index + bisect_right(skips, index)) & 3]


def fault_with(auction: Auction, index: int, call: int) -> CallFault | None:
    """What would be wrong with another call in the place of a recorded one."""
    skips = tuple(at for at in auction.skips if at <= index)
    run = run_auction((*auction.ids[:index], call), int(auction.first), skips)
    return next((fault for fault in reversed(run.faults) if fault.index == index), None)
