"""The auction as a state machine: who calls, what is legal, and where it ends (Laws 17 to 22, 27, 34, 36, 39)."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum

from pbntools.core.calls import CALLS, DOUBLE, PASS, REDOUBLE, Call
from pbntools.core.cards import Strain
from pbntools.core.contracts import PASSED_OUT, Contract
from pbntools.core.seats import Seat

_FIRST_BID = 3


class AuctionFault(Enum):
    """Why a call is not legal."""

    INSUFFICIENT = "insufficient bid"
    INADMISSIBLE_DOUBLE = "inadmissible double"
    INADMISSIBLE_REDOUBLE = "inadmissible redouble"
    AFTER_END = "call after the end of the auction"
    OUT_OF_TURN = "call out of turn"


@dataclass(frozen=True, slots=True)
class AuctionVerdict:
    """What the Laws say of a call; true exactly where it is legal.

    ``law`` is the Law (2017) that deals with the fault.  ``cheapest`` is, for an insufficient bid, the lowest
    sufficient bid in its denomination; None for other calls and where seven is not enough.
    """

    fault: AuctionFault | None = None
    law: str | None = None
    cheapest: Call | None = None

    def __bool__(self) -> bool:
        return self.fault is None


_LEGAL = AuctionVerdict()
_AFTER_END = AuctionVerdict(AuctionFault.AFTER_END, "39")
_OUT_OF_TURN = AuctionVerdict(AuctionFault.OUT_OF_TURN, "29A")
_BAD_DOUBLE = AuctionVerdict(AuctionFault.INADMISSIBLE_DOUBLE, "36")
_BAD_REDOUBLE = AuctionVerdict(AuctionFault.INADMISSIBLE_REDOUBLE, "36")


class AuctionState:
    """An auction in progress.

    A call that is not legal is reported by its verdict, recorded, and the auction goes on: an insufficient bid stands
    as if it were accepted (27A1), an inadmissible double or redouble counts as a pass in its place (36C), a call out of
    turn stands as if it were accepted (29A), a call after the end has no effect (39).
    Three passes that would end the auction do not where one of them took away a player's turn: it reverts to him (34).
    """

    __slots__ = (
        "_bidder",
        "_callers",
        "_calls",
        "_dealer",
        "_doubled",
        "_first_to_name",
        "_last_bid",
        "_over",
        "_passes",
        "_skipped",
        "_turn",
    )

    def __init__(self, dealer: Seat | str) -> None:
        self._dealer = Seat.parse(dealer) if isinstance(dealer, str) else dealer
        self._turn = self._dealer
        self._calls: list[Call] = []
        self._callers: list[Seat] = []
        self._last_bid: Call | None = None
        self._bidder: Seat | None = None
        self._doubled = 0
        self._passes = 0
        self._over = False
        # The player passed over by a pass out of rotation, and the passes before it (Law 34).
        self._skipped: tuple[Seat, int] | None = None
        self._first_to_name: list[Seat | None] = [None] * 10

    @property
    def dealer(self) -> Seat:
        """The dealer, who calls first (Law 17B)."""
        return self._dealer

    @property
    def calls(self) -> tuple[Call, ...]:
        """All calls made, also those that are not legal."""
        return tuple(self._calls)

    @property
    def callers(self) -> tuple[Seat, ...]:
        """Who made each of the calls."""
        return tuple(self._callers)

    @property
    def to_call(self) -> Seat | None:
        """The player in turn; None once the auction is over."""
        return None if self._over else self._turn

    @property
    def is_over(self) -> bool:
        """Whether the auction has ended: four passes, or three passes after a bid (Law 22)."""
        return self._over

    @property
    def is_passed_out(self) -> bool:
        """Whether it has ended without a bid (Law 22A)."""
        return self._over and self._last_bid is None

    @property
    def last_bid(self) -> Call | None:
        """The last bid; None before the first."""
        return self._last_bid

    @property
    def last_bidder(self) -> Seat | None:
        """Who made the last bid; None before the first."""
        return self._bidder

    @property
    def doubled(self) -> int:
        """Whether the last bid is doubled: 0, 1 or 2 (redoubled)."""
        return self._doubled

    @property
    def contract(self) -> Contract | None:
        """The contract (`PASSED_OUT` where there is none), None until the auction is over."""
        return self.current_contract if self._over else None

    @property
    def current_contract(self) -> Contract | None:
        """What the contract would be if all players passed from here on; None where a bid is still awaited."""
        if self._last_bid is None:
            return PASSED_OUT if self._over else None
        return Contract(self._last_bid.level, self._last_bid.strain, self._doubled)

    @property
    def declarer(self) -> Seat | None:
        """The declarer, None until the auction is over and on a board that is passed out.

        He is the player of the contract's side who first named its denomination (Laws 2017, Definitions; Law 22B).
        """
        return self.current_declarer if self._over else None

    @property
    def current_declarer(self) -> Seat | None:
        """The declarer of `current_contract`; None before the first bid."""
        if self._last_bid is None or self._bidder is None:
            return None
        return self._first_to_name[5 * self._bidder.side + self._last_bid.strain]

    def legal(self) -> list[Call]:
        """The legal calls of the player in turn, in the order of `CALLS`; empty once the auction is over."""
        if self._over:
            return []
        calls = [PASS]
        if self._may_double(self._turn):
            calls.append(DOUBLE)
        if self._may_redouble(self._turn):
            calls.append(REDOUBLE)
        calls.extend(CALLS[_FIRST_BID if self._last_bid is None else self._last_bid + 1 :])
        return calls

    def push(self, call: Call | str | int, seat: Seat | str | None = None) -> AuctionVerdict:
        """Record a call by the player in turn, or by ``seat``, and say whether it is legal.

        A call that is out of turn and faulty in itself is reported for the latter.  Raises ValueError where ``call`` or
        ``seat`` cannot be read.
        """
        made = Call.parse(call) if isinstance(call, str) else Call(call)
        if isinstance(seat, str):
            seat = Seat.parse(seat)
        caller = self._turn if seat is None else seat
        self._calls.append(made)
        self._callers.append(caller)
        if self._over:
            self._turn = caller.left
            return _AFTER_END
        verdict = self._judge(made, caller)
        if made >= _FIRST_BID:
            self._last_bid = made
            self._bidder = caller
            self._doubled = 0
            named = 5 * caller.side + made.strain
            if self._first_to_name[named] is None:
                self._first_to_name[named] = caller
        elif made is PASS or verdict is _BAD_DOUBLE or verdict is _BAD_REDOUBLE:
            self._pass(caller)
            return verdict
        else:
            self._doubled = int(made)
        self._passes = 0
        self._skipped = None
        self._turn = caller.left
        return verdict

    def copy(self) -> AuctionState:
        """An auction in the same state that goes its own way."""
        other = AuctionState(self._dealer)
        other._turn = self._turn
        other._calls = self._calls.copy()
        other._callers = self._callers.copy()
        other._last_bid = self._last_bid
        other._bidder = self._bidder
        other._doubled = self._doubled
        other._passes = self._passes
        other._over = self._over
        other._skipped = self._skipped
        other._first_to_name = self._first_to_name.copy()
        return other

    def key(self) -> Hashable:
        """A value that is equal only for auctions after which the same calls can follow, by the same players.

        It leaves out who named a denomination first, so that auctions with one key may differ in declarer.
        """
        side = None if self._bidder is None else self._bidder.side
        return self._turn, self._last_bid, side, self._doubled, self._passes, self._over, self._skipped

    def __repr__(self) -> str:
        calls = " ".join(map(str, self._calls)) or "no call"
        return f"<AuctionState dealer {self._dealer}: {calls}>"

    def _judge(self, call: Call, caller: Seat) -> AuctionVerdict:
        if call >= _FIRST_BID:
            if self._last_bid is not None and call <= self._last_bid:
                return AuctionVerdict(AuctionFault.INSUFFICIENT, "27A", _cheapest(call.strain, self._last_bid))
        elif call is DOUBLE:
            if not self._may_double(caller):
                return _BAD_DOUBLE
        elif call is REDOUBLE and not self._may_redouble(caller):
            return _BAD_REDOUBLE
        return _LEGAL if caller is self._turn else _OUT_OF_TURN

    def _may_double(self, caller: Seat) -> bool:
        return self._bidder is not None and self._doubled == 0 and self._bidder.side is not caller.side

    def _may_redouble(self, caller: Seat) -> bool:
        return self._bidder is not None and self._doubled == 1 and self._bidder.side is caller.side

    def _pass(self, caller: Seat) -> None:
        # The first of four opening passes is the call that the three others follow; only those can bring Law 34 about.
        follows_a_call = self._last_bid is not None or self._passes > 0
        if caller is not self._turn and follows_a_call and self._skipped is None:
            self._skipped = self._turn, self._passes
        self._passes += 1
        self._turn = caller.left
        if self._passes == (4 if self._last_bid is None else 3):
            if self._skipped is None:
                self._over = True
            else:
                self._turn, self._passes = self._skipped
                self._skipped = None


def _cheapest(strain: Strain, over: Call) -> Call | None:
    """The lowest bid in a strain that supersedes a bid; None above 7."""
    level = over.level if strain > over.strain else over.level + 1
    return Call.bid(level, strain) if level <= 7 else None
