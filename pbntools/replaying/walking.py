"""The positions of a record, one after the other."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools.core import CALLS, CARDS, PASS, PASSED_OUT, Call, Card, Contract, Seat
from pbntools.game import AuctionState
from pbntools.laws import Trick
from pbntools.laws.outcome import known_masks
from pbntools.record import ABOVE_SEVEN, Record
from pbntools.replaying.course import Action, Course
from pbntools.replaying.positions import Position


def positions(course: Course) -> Iterator[Position]:
    """The position before the first call, and those after each call and card."""
    dealt = course.outcome.restored or known_masks(course.record.deal)
    yield from _auction(course, dealt)
    yield from _play(course, dealt)


def _auction(course: Course, dealt: tuple[int | None, ...]) -> Iterator[Position]:
    """The positions up to the last call, without the one after it where the play follows."""
    follower = _Caller(course.record)
    last = len(course.calls)
    for number in range(last + 1):
        if number:
            follower.push(course.calls[number - 1])
        if number == last and course.is_played:
            return
        over = follower.contract is PASSED_OUT or (number == last and course.is_passed_out)
        yield Position(
            number=number,
            phase="over" if over else "auction",
            calls=number,
            contract=PASSED_OUT if over else follower.contract,
            declarer=None if over else follower.declarer,
            to_call=None if over else follower.to_call,
            to_play=None,
            trick_number=0,
            trick=(),
            completed_tricks=(),
            dummy_shown=False,
            _won=(0, 0),
            _held=dealt,
            _dealt=dealt,
            _played=0,
            _legal_calls=() if over else follower.legal(),
        )


def _play(course: Course, dealt: tuple[int | None, ...]) -> Iterator[Position]:
    """The positions from the last call on, where the play follows."""
    if not course.is_played:
        return
    held = list(dealt)
    played = 0
    won = [0, 0]
    completed: tuple[Trick, ...] = ()
    trick: list[tuple[Seat, Card | None]] = []
    play = course.record.play
    trace = course.outcome.play
    total = trace.total if trace is not None else 13
    to_play = course.leader
    ended = play is not None and play.end != "+"
    for number in range(len(course.cards) + 1):
        if number:
            action = course.cards[number - 1]
            card = CARDS[action.number] if action.number >= 0 else None
            if card is not None:
                mask = held[action.seat]
                held[action.seat] = None if mask is None else mask & ~(1 << card)
                played |= 1 << card
            trick.append((action.seat, card))
            to_play = action.seat.left if course.tricks[len(completed)].leader is not None else None
            if len(trick) == 4:
                completed = course.tricks[: len(completed) + 1]
                winner = completed[-1].winner
                if winner is not None:
                    won[winner.side] += 1
                trick.clear()
                to_play = winner
        over = len(completed) == total or (number == len(course.cards) and ended)
        yield Position(
            number=len(course.calls) + number,
            phase="over" if over else "play",
            calls=len(course.calls),
            contract=course.contract,
            declarer=course.declarer,
            to_call=None,
            to_play=None if over else to_play,
            trick_number=min(len(completed) + 1, total),
            trick=tuple(trick),
            completed_tricks=completed,
            dummy_shown=number > 0,
            _won=(won[0], won[1]),
            _held=tuple(held),
            _dealt=dealt,
            _played=played,
            _legal_calls=(),
        )


class _Caller:
    """The auction so far.

    A call that cannot be read leaves the denomination, and so the declarer, in doubt; from the next bid on the level is
    known again.
    """

    def __init__(self, record: Record) -> None:
        auction = record.auction
        dealer = auction.first if auction is not None and auction.ids else record.dealer
        self._state = None if dealer is None else AuctionState(dealer)
        self._turn = dealer
        self._sure = True
        self._murky = False
        self._legal: dict[tuple[Call | None, int, bool], tuple[Call, ...]] = {}

    def push(self, action: Action) -> None:
        number, seat = action.number, action.seat
        self._turn = seat.left
        if number == ABOVE_SEVEN:
            number = int(PASS)  # Law 38: it is cancelled, and its player must pass
        if number < 0:
            self._murky, self._sure = True, False
            return
        call = CALLS[number]
        if self._murky and call.is_bid:
            self._murky = False
            self._state = AuctionState(seat)
        if self._state is not None and not self._murky:
            self._state.push(call, seat)

    @property
    def to_call(self) -> Seat | None:
        if self._murky or self._state is None:
            return self._turn
        return self._state.to_call

    @property
    def contract(self) -> Contract | None:
        return None if self._state is None or self._murky else self._state.current_contract

    @property
    def declarer(self) -> Seat | None:
        return None if self._state is None or self._murky or not self._sure else self._state.current_declarer

    def legal(self) -> tuple[Call, ...]:
        state = self._state
        if state is None:
            return ()
        if self._murky:
            last = state.last_bid
            return tuple(CALLS[:3] + CALLS[3 if last is None else int(last) + 1 :])
        if state.is_over or state.to_call is None:
            return ()
        same = state.last_bidder is not None and state.last_bidder.side is state.to_call.side
        key = state.last_bid, state.doubled, same
        if key not in self._legal:
            self._legal[key] = tuple(state.legal())
        return self._legal[key]
