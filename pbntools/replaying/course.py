"""The course of a record: its calls and cards in the order in which they were made."""

from __future__ import annotations

from typing import NamedTuple

from pbntools import rules
from pbntools.core import PASSED_OUT, Contract, Seat
from pbntools.laws import Outcome, Trick
from pbntools.record import Record

_SEATS = tuple(Seat)


class Action(NamedTuple):
    """A call or a card: who, its number (-1 and less: not known), and where it stands.

    ``at`` is the index of the call or the cell of the card in the record; ``trick`` and ``place`` count from 1.
    """

    seat: Seat
    number: int
    at: int
    trick: int = 0
    place: int = 0


class Course:
    """What was called and played, and the contract, the declarer and the rightful opening leader of the cards.

    ``tricks`` are all tricks, the last of which may not be complete; ``cards`` are those up to the last one that is
    recorded.
    """

    def __init__(self, record: Record, outcome: Outcome) -> None:
        self.record = record
        self.outcome = outcome
        self.contract, self.declarer, self.leader = _as_played(outcome)
        self.calls = _call_actions(record)
        self.tricks, self.cards = _card_actions(outcome)

    @property
    def is_continued(self) -> bool:
        """Whether the record says that the auction goes on."""
        return self.record.auction is not None and self.record.auction.end == "+"

    @property
    def is_passed_out(self) -> bool:
        """Whether the deal was passed out."""
        return self.contract is PASSED_OUT and not self.is_continued

    @property
    def is_played(self) -> bool:
        """Whether the play follows the last call: cards are recorded, or it is known what is to be played."""
        if self.cards:
            return True
        return not self.is_continued and self.contract is not None and self.contract is not PASSED_OUT


def _as_played(outcome: Outcome) -> tuple[Contract | None, Seat | None, Seat | None]:
    """Contract, declarer and rightful opening leader that the cards were played in.

    Where the tags contradict the auction, the referee judges the play by the reading that the cards fit.
    """
    contract, declarer = outcome.contract, outcome.declarer
    rightful = None if declarer is None else declarer.left
    trace, auction = outcome.play, outcome.auction
    if trace is not None and outcome.play_by_auction and auction is not None and auction.declarer is not None:
        return auction.contract, auction.declarer, auction.declarer.left if trace.leader is None else trace.leader
    if trace is None or not trace.total or trace.leader is None or trace.leader is rightful:
        return contract, declarer, rightful
    wrong = {rules.LEAD_WRONG_SEAT, rules.LEAD_OUT_OF_TURN}
    if any(finding.trick == 1 and finding.rule in wrong for finding in trace.findings):
        return contract, declarer, rightful
    if auction is not None and auction.declarer is not None and auction.declarer.left is trace.leader:
        return auction.contract or contract, auction.declarer, trace.leader
    return contract, declarer, trace.leader


def _call_actions(record: Record) -> tuple[Action, ...]:
    auction = record.auction
    if auction is None:
        return ()
    actions = []
    skips = sorted(auction.skips)
    seat, skipped = int(auction.first), 0
    for index, number in enumerate(auction.ids):
        while skipped < len(skips) and skips[skipped] <= index:
            skipped += 1
        actions.append(Action(_SEATS[(seat + index + skipped) & 3], number, index))
    return tuple(actions)


def _card_actions(outcome: Outcome) -> tuple[tuple[Trick, ...], tuple[Action, ...]]:
    """The tricks, and their cards in playing order up to the last one that is recorded."""
    trace = outcome.play
    if trace is None:
        return (), ()
    first = int(trace.play.first)
    actions = []
    known = 0
    for row, trick in enumerate(trace.tricks):
        for place, card in enumerate(trick.cards):
            seat = _SEATS[(trick.first + place) & 3]
            cell = 4 * row + ((seat - first) & 3)
            actions.append(Action(seat, -1 if card is None else int(card), cell, row + 1, place + 1))
            recorded = cell < len(trace.play.ids) and trace.play.ids[cell] != -1
            known = len(actions) if recorded else known
    return trace.tricks, tuple(actions[:known])
