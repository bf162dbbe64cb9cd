"""The play as a state machine: who plays, which cards are legal, who wins the tricks (Laws 41, 44, 53, 61)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from pbntools.core.cards import FULL_DECK, SUIT_MASK, Card, Strain
from pbntools.core.deals import Deal
from pbntools.core.hands import Hand, cards_of
from pbntools.core.seats import Seat, Side
from pbntools.game.tricks import trick_winner


class PlayFault(Enum):
    """Why a card is not legal."""

    NOT_HELD = "card not held"
    ALREADY_PLAYED = "card played before"
    REVOKE = "revoke"
    OUT_OF_TURN = "card out of turn"
    AFTER_END = "card after the last trick"


@dataclass(frozen=True, slots=True)
class PlayVerdict:
    """What the Laws say of a card; true exactly where it is legal.

    ``law`` is the Law (2017) that deals with the fault; None also for a card after the last trick, which no Law names.
    """

    fault: PlayFault | None = None
    law: str | None = None

    def __bool__(self) -> bool:
        return self.fault is None


_LEGAL = PlayVerdict()
_NOT_HELD = PlayVerdict(PlayFault.NOT_HELD, "44")
_ALREADY_PLAYED = PlayVerdict(PlayFault.ALREADY_PLAYED, "44")
_REVOKE = PlayVerdict(PlayFault.REVOKE, "61A")
_OPENING_LEAD = PlayVerdict(PlayFault.OUT_OF_TURN, "54")
_LEAD_OUT_OF_TURN = PlayVerdict(PlayFault.OUT_OF_TURN, "53A")
_OUT_OF_ROTATION = PlayVerdict(PlayFault.OUT_OF_TURN, "44B")
_AFTER_END = PlayVerdict(PlayFault.AFTER_END)


@dataclass(frozen=True, slots=True)
class Trick:
    """A trick of four cards in the order in which they were played, the seats that played them, and who won it."""

    cards: tuple[Card, ...]
    seats: tuple[Seat, ...]
    winner: Seat

    @property
    def leader(self) -> Seat:
        """Who led."""
        return self.seats[0]


class PlayState:
    """The play of a deal in progress, in a denomination and by a declarer; his left-hand opponent leads (Law 41A).

    A card that is not legal is reported by its verdict and played all the same: a revoke and a card that the player
    does not hold count in their trick, and whoever led out of turn has led (53A).  A card after the thirteenth trick is
    reported and has no effect.

    Hands may be unknown; one that follows from the other three is filled in.  Of an unknown hand, a card is taken for
    held unless it was played before or a known hand was dealt it, and a revoke cannot be seen.
    """

    __slots__ = ("_cards", "_deal", "_declarer", "_held", "_played", "_seats", "_strain", "_to_play", "_tricks", "_won")

    def __init__(self, deal: Deal, strain: Strain | str | int, declarer: Seat | str) -> None:
        self._deal = deal.completed()
        self._strain = Strain.parse(strain) if isinstance(strain, str) else Strain(strain)
        self._declarer = Seat.parse(declarer) if isinstance(declarer, str) else declarer
        self._held: list[int | None] = list(self._deal.masks)
        self._played = 0
        self._to_play = self._declarer.left
        self._cards: list[Card] = []
        self._seats: list[Seat] = []
        self._tricks: list[Trick] = []
        self._won = [0, 0]

    @property
    def deal(self) -> Deal:
        """The deal before the first card, completed where three hands were known."""
        return self._deal

    @property
    def strain(self) -> Strain:
        """The denomination."""
        return self._strain

    @property
    def declarer(self) -> Seat:
        """The declarer."""
        return self._declarer

    @property
    def dummy(self) -> Seat:
        """Declarer's partner."""
        return self._declarer.partner

    @property
    def is_over(self) -> bool:
        """Whether all thirteen tricks have been played."""
        return len(self._tricks) == 13

    @property
    def to_play(self) -> Seat | None:
        """The hand that plays next (dummy's for dummy); None when all tricks have been played."""
        return None if self.is_over else self._to_play

    @property
    def trick_number(self) -> int:
        """The number of the trick in progress or about to begin, from 1; 13 when all have been played."""
        return min(len(self._tricks) + 1, 13)

    @property
    def trick(self) -> tuple[tuple[Seat, Card], ...]:
        """The trick in progress: who played which card, in playing order; empty before its lead."""
        return tuple(zip(self._seats, self._cards, strict=True))

    @property
    def completed_tricks(self) -> tuple[Trick, ...]:
        """The tricks of four cards so far."""
        return tuple(self._tricks)

    @property
    def tricks(self) -> int:
        """The tricks won by declarer's side."""
        return self._won[self._declarer.side]

    def won(self, side: Side) -> int:
        """The tricks won by a side."""
        return self._won[side]

    def remaining(self, seat: Seat) -> Hand | None:
        """The cards a player still holds; None where his hand is not known."""
        mask = self._held[seat]
        return None if mask is None else Hand(mask)

    def legal_cards(self) -> list[Card]:
        """The legal cards of the hand to play, spades first, from high to low; empty when play is over.

        For an unknown hand, all cards that it may hold: those not yet played that no known hand was dealt.
        """
        if self.is_over:
            return []
        held = self._held[self._to_play]
        if held is None:
            return list(cards_of(FULL_DECK & ~self._played & ~self._dealt_elsewhere(self._to_play)))
        following = held & SUIT_MASK[self._cards[0].suit] if self._cards else 0
        return list(cards_of(following or held))

    def push(self, card: Card | str | int, seat: Seat | str | None = None) -> PlayVerdict:
        """Play a card from the hand in turn, or from ``seat``, and say whether it is legal.

        A card out of turn that is faulty in itself is reported for the latter.  Raises ValueError where ``card`` or
        ``seat`` cannot be read, and where ``seat`` has already played to the trick.
        """
        played = Card.parse(card) if isinstance(card, str) else Card(card)
        if isinstance(seat, str):
            seat = Seat.parse(seat)
        player = self._to_play if seat is None else seat
        if self.is_over:
            return _AFTER_END
        if player in self._seats:
            raise ValueError(f"{player.name.capitalize()} has already played to trick {self.trick_number}")
        verdict = self._judge(played, player)
        held = self._held[player]
        if held is not None:
            self._held[player] = held & ~(1 << played)
        self._played |= 1 << played
        self._cards.append(played)
        self._seats.append(player)
        self._advance(player)
        return verdict

    def copy(self) -> PlayState:
        """A play in the same state that goes its own way."""
        other = PlayState(self._deal, self._strain, self._declarer)
        other._held = self._held.copy()
        other._played = self._played
        other._to_play = self._to_play
        other._cards = self._cards.copy()
        other._seats = self._seats.copy()
        other._tricks = self._tricks.copy()
        other._won = self._won.copy()
        return other

    def __repr__(self) -> str:
        cards = " ".join(map(str, self._cards)) or "no card"
        return f"<PlayState {self._strain} by {self._declarer}, trick {self.trick_number}: {cards}>"

    def _judge(self, card: Card, player: Seat) -> PlayVerdict:
        held = self._held[player]
        if held is None:
            if self._played >> card & 1:
                return _ALREADY_PLAYED
            if self._dealt_elsewhere(player) >> card & 1:
                return _NOT_HELD
        elif not held >> card & 1:
            return _ALREADY_PLAYED if self._played >> card & 1 else _NOT_HELD
        elif self._cards and card.suit is not self._cards[0].suit and held & SUIT_MASK[self._cards[0].suit]:
            return _REVOKE
        if player is self._to_play:
            return _LEGAL
        if self._cards:
            return _OUT_OF_ROTATION
        return _LEAD_OUT_OF_TURN if self._tricks else _OPENING_LEAD

    def _dealt_elsewhere(self, player: Seat) -> int:
        """The cards dealt to the known hands of the other players."""
        union = 0
        for seat in Seat:
            if seat is not player:
                union |= self._deal.masks[seat] or 0
        return union

    def _advance(self, player: Seat) -> None:
        if len(self._cards) == 4:
            winner = self._seats[trick_winner(self._cards, self._strain)]
            self._tricks.append(Trick(tuple(self._cards), tuple(self._seats), winner))
            self._won[winner.side] += 1
            self._cards.clear()
            self._seats.clear()
            self._to_play = winner
            return
        following = player.left
        while following in self._seats:
            following = following.left
        self._to_play = following
