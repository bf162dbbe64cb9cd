"""Cards that were exposed, as a record tells in words: what the cards refute of it, and which lie on the table when
(Laws 49 to 51, 54, 56, 62, 67).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from pbntools.core import Card, Seat
from pbntools.laws._words import SEATS
from pbntools.laws.play import PlayTrace
from pbntools.laws.remarks import Remark, RemarkKind
from pbntools.said import NAMES, Said

TEN = 8
"""The rank of the ten, the lowest honour, counted from the two."""
_MOST = 52

_DELIBERATE: Mapping[RemarkKind, bool | None] = {
    RemarkKind.REVOKE_CORRECTED: True,
    RemarkKind.LEAD_WITHDRAWN: True,
    RemarkKind.SECOND_CARD: None,
}
_OF_THE_PLAYER = (RemarkKind.REVOKE_CORRECTED, RemarkKind.SECOND_CARD)
_LEADS = (RemarkKind.LEAD_WITHDRAWN, RemarkKind.FACE_DOWN_LEAD)


class Exposed(NamedTuple):
    """A penalty card as it arises: the cell of the remark, whose it is, and whether it is certainly major.

    ``major`` is None where that is not known.  ``first`` tells that it lay on the table before the trick was led to.
    """

    at: int
    seat: Seat
    card: Card
    major: bool | None
    first: bool


class Lying(NamedTuple):
    """A penalty card on the table: ``major`` as in `Exposed`; ``sure`` is False where it may have been picked up."""

    major: bool | None
    sure: bool


class Turn(NamedTuple):
    """A card played while penalty cards lie there: its cell, the lead (None for the lead), his cards and partner's."""

    cell: int
    seat: Seat
    played: Card
    led: Card | None
    mine: Mapping[Card, Lying]
    partners: Mapping[Card, Lying]


class Testimony:
    """What the remarks of a record say of cards in a play, judged by the cards.

    ``masks`` are the hands, None where unknown.  ``exposed`` are the penalty cards that follow, in the order of the
    remarks; what the cards refute leaves none.
    """

    def __init__(
        self, remarks: Sequence[Remark], trace: PlayTrace, masks: Sequence[int | None], declarer: Seat | None
    ) -> None:
        self.trace = trace
        self.play = trace.play
        self.masks = masks
        self.declarer = declarer
        self._cells = {card: cell for cell, card in reversed(list(enumerate(self.play.ids))) if card >= 0}
        self.exposed: list[Exposed] = []
        for remark in remarks:
            if 0 <= remark.at < len(self.play.ids) and len(self.exposed) < _MOST:
                self._expose(remark)

    def _expose(self, remark: Remark) -> None:
        kind, card = remark.kind, remark.card
        if card is None or (kind not in _DELIBERATE and kind is not RemarkKind.PENALTY_CARD):
            return
        seat = self.owner(remark, card)
        if not self.defends(seat) or self.refuted(remark) is not None:
            return
        major = remark.major if kind is RemarkKind.PENALTY_CARD else _DELIBERATE[kind]
        if card.rank >= TEN:
            major = True
        self.exposed.append(Exposed(remark.at, seat, card, major, kind is RemarkKind.LEAD_WITHDRAWN))

    def defends(self, seat: Seat) -> bool | None:
        """Whether a player is a defender; None where the declarer is not known."""
        return None if self.declarer is None else (seat ^ self.declarer) & 1 == 1

    def owner(self, remark: Remark, card: Card) -> Seat:
        """Whose card it is: the deal tells, else the remark, else whose card it stands beside."""
        for seat, mask in enumerate(self.masks):
            if mask is not None and mask >> card & 1:
                return SEATS[seat]
        return remark.seat if remark.seat is not None else self.play.seat(remark.at)

    def led(self, row: int) -> Card | None:
        """The card that was led to a trick, by its number from 0; None where not known."""
        leaders = self.trace.leaders
        leader = leaders[row] if row < len(leaders) else -1
        if leader < 0:
            return None
        cell = 4 * row + ((leader - self.play.first) & 3)
        card = self.play.ids[cell] if cell < len(self.play.ids) else -1
        return Card(card) if card >= 0 else None

    def in_turn(self, row: int) -> Seat | None:
        """Whose turn it is to lead to a trick; None where not known."""
        if row == 0:
            return None if self.declarer is None or self.trace.total != 13 else SEATS[(self.declarer + 1) & 3]
        winner = self.trace.winners[row - 1] if row <= len(self.trace.winners) else -1
        return None if winner < 0 else SEATS[winner]

    def refuted(self, remark: Remark) -> Said | None:
        """Why a remark cannot be true, a sentence without a full stop; None where the cards allow it."""
        kind, card, row = remark.kind, remark.card, remark.at // 4
        beside = self.play.seat(remark.at)
        leads = row < len(self.trace.leaders) and self.trace.leaders[row] == beside
        if kind is RemarkKind.DEFECTIVE_TRICK:
            if not leads:
                return None
            return Said("{seat} leads to the trick, so he played a card to it", seat=NAMES[beside])
        if card is None:
            return None
        seat = self.owner(remark, card)
        claimed = beside if kind in _OF_THE_PLAYER else remark.seat
        if kind is RemarkKind.FOUND_CARD and claimed is None:
            claimed = beside
        if claimed is not None and claimed is not seat:
            return Said(
                "{seat} cannot have played the {card}, which {holder} holds",
                seat=NAMES[claimed],
                card=card,
                holder=NAMES[seat],
            )
        if kind is RemarkKind.FOUND_CARD:
            return None
        played = self._played(remark, card, seat)
        if played is not None:
            return played
        if kind is RemarkKind.REVOKE_CORRECTED:
            return self._no_revoke(remark, card, leads=leads)
        if kind is RemarkKind.LEAD_WITHDRAWN and self.in_turn(row) is seat:
            return Said(
                "it was {seat}'s turn to lead, so the lead of the {card} was not out of turn",
                seat=NAMES[seat],
                card=card,
            )
        return None

    def _played(self, remark: Remark, card: Card, seat: Seat) -> Said | None:
        """Why a card was out of its player's hand already."""
        cell = self._cells.get(card)
        if cell is None or not self.trace.sound:
            return None
        if self.play.seat(cell) is not seat:
            return Said(
                "{player} plays the {card} to trick {trick}, and not {seat}",
                player=NAMES[self.play.seat(cell)],
                card=card,
                trick=cell // 4 + 1,
                seat=NAMES[seat],
            )
        if cell // 4 < remark.at // 4:
            return Said("the {card} was played to trick {trick} already", card=card, trick=cell // 4 + 1)
        if cell == remark.at and remark.kind in _OF_THE_PLAYER:
            return Said("the {card} is the card that is recorded", card=card)
        return None

    def _no_revoke(self, remark: Remark, card: Card, *, leads: bool) -> Said | None:
        """Why a card that was withdrawn cannot have been a revoke."""
        row = remark.at // 4
        if leads:
            seat = NAMES[self.play.seat(remark.at)]
            return Said("{seat} leads to the trick, so the {card} was no revoke", seat=seat, card=card)
        led = self.led(row)
        if led is None:
            return None
        if card.suit is led.suit:
            return Said("the {card} follows suit to the {led}, so it was no revoke", card=card, led=led)
        number = self.play.ids[remark.at]
        if number >= 0 and Card(number).suit is not led.suit and remark.at not in self.trace.revokes:
            return Said("the {card} in its place does not follow suit to the {led} either", card=Card(number), led=led)
        return None

    def turns(self) -> Iterator[Turn]:
        """The cards that defenders play while penalty cards of theirs lie on the table, as far as leaders are known."""
        lying: dict[Seat, dict[Card, Lying]] = {seat: {} for seat in SEATS}
        for row in range((len(self.play.ids) + 3) // 4):
            leader = self.trace.leaders[row] if row < len(self.trace.leaders) else -1
            if leader < 0:
                return
            arising = [item for item in self.exposed if item.at // 4 == row]
            for item in arising:
                if item.first:
                    _lay(lying, item)
            partners = lying[SEATS[leader ^ 2]]
            for card, (major, _) in partners.items():
                if major is not False:
                    # Declarer may have demanded or forbidden the suit; then the card was picked up (50D2).
                    partners[card] = Lying(major, False)
            led = self.led(row)
            for step in range(4):
                seat = SEATS[(leader + step) & 3]
                cell = 4 * row + ((seat - self.play.first) & 3)
                number = self.play.ids[cell] if cell < len(self.play.ids) else -1
                mine = lying[seat]
                if number < 0:
                    lying[seat] = {card: Lying(major, False) for card, (major, _) in mine.items()}
                    continue
                if mine:
                    yield Turn(cell, seat, Card(number), led if step else None, mine, lying[SEATS[seat ^ 2]])
                mine.pop(Card(number), None)
            for item in arising:
                if not item.first and self._cells.get(item.card, len(self.play.ids)) // 4 > row:
                    _lay(lying, item)


def _lay(lying: dict[Seat, dict[Card, Lying]], item: Exposed) -> None:
    """Put a penalty card on the table; any two of a player are major ones (50B)."""
    mine = lying[item.seat]
    mine[item.card] = Lying(item.major, True)
    if len(mine) > 1:
        both = len([lies for lies in mine.values() if lies.sure]) > 1
        lying[item.seat] = {card: Lying(True if both else major or None, sure) for card, (major, sure) in mine.items()}


def faced_at_revokes(testimony: Testimony) -> dict[int, tuple[Card, bool]]:
    """By the cell of a revoke: the penalty card of the suit led that was not played, and whether it surely lay."""
    found: dict[int, tuple[Card, bool]] = {}
    trace = testimony.trace
    for turn in testimony.turns():
        if turn.cell not in trace.revokes or turn.led is None:
            continue
        cards = [(card, lying.sure) for card, lying in turn.mine.items() if card.suit is turn.led.suit]
        if cards:
            found[turn.cell] = max(cards, key=lambda item: item[1])
    for item in testimony.exposed:
        # A withdrawn opening lead may have returned to the hand behind a screen; within a trick the order is not told.
        row = item.at // 4
        led = testimony.led(row)
        for cell in trace.revokes:
            same = cell // 4 == row and not item.first and led is not None and item.card.suit is led.suit
            if same and trace.play.seat(cell) is item.seat:
                found.setdefault(cell, (item.card, False))
            elif item.first and row == 0 and cell in found and found[cell][0] is item.card:
                found[cell] = (item.card, False)
    return found
