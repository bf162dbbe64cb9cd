"""Irregularities of the play that were put right at the table, and the penalty cards they leave (Laws 41, 49 to 51, 54,
56, 58, 62, 67).

They are known only from what a record says in words (`pbntools.laws.remarks`).  A breach is named only where the cards
prove it: a player could play his penalty card, and played another.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from pbntools import rules
from pbntools.core import Card, Seat
from pbntools.diagnostics import Finding, Place, Rule, Severity
from pbntools.laws._context import Context
from pbntools.laws._words import NAMES, SEATS, listed
from pbntools.laws.outcome import Outcome
from pbntools.laws.play import PlayTrace
from pbntools.laws.remarks import Remark, RemarkKind
from pbntools.record import Record

_TEN = 8
"""The rank of the ten, the lowest honour, counted from the two."""


@dataclass(slots=True)
class _Player:
    """The penalty cards that lie before a defender: each with whether it is certainly a major one."""

    cards: dict[Card, bool] = field(default_factory=dict)


def check_put_right(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """What comments and notes say of corrected revokes, withdrawn leads, defective tricks and penalty cards."""
    trace = outcome.play
    if trace is None:
        return
    table = _Table(record, outcome, trace, screens=context.screens)
    for remark in outcome.remarks:
        if not 0 <= remark.at < len(trace.play.ids):
            continue
        finding = table.told(remark)
        if finding is not None:
            yield finding
    yield from table.breaches()


class _Table:
    def __init__(self, record: Record, outcome: Outcome, trace: PlayTrace, *, screens: bool) -> None:
        self.screens = screens
        self.trace = trace
        self.play = trace.play
        self.declarer = outcome.declarer
        self.ruling = outcome.revokes
        deal = record.deal
        self.masks = outcome.restored or (deal.masks if deal is not None else (None,) * 4)
        self.new: list[tuple[int, Seat, Card, bool]] = []
        """Penalty cards as they arise: by the cell of the remark, whose, and whether certainly major."""

        self.withdrawn: set[int] = set()
        """The cells of leads that were withdrawn."""

    def told(self, remark: Remark) -> Finding | None:
        """What a remark comes to; None for one that speaks of a call or of the deal."""
        kind, card = remark.kind, remark.card
        if kind is RemarkKind.DEFECTIVE_TRICK:
            ruled = None if self.ruling is None else self.ruling.of(remark.at)
            does = "played no card to the trick, as the record says"
            advice = None if ruled is None else ruled.text
            return self._say(rules.DEFECTIVE_TRICK, remark, None, does, "67", advice)
        if card is None or kind not in _TOLD:
            return None
        seat = self._owner(remark, card)
        refuted = self._refuted(remark, seat, card)
        if refuted is not None:
            return refuted
        return _TOLD[kind](self, remark, seat, card)

    def _owner(self, remark: Remark, card: Card) -> Seat:
        """Whose card it is: the deal tells, else the remark, else whose card it stands beside."""
        for seat, mask in enumerate(self.masks):
            if mask is not None and mask >> card & 1:
                return SEATS[seat]
        return remark.seat if remark.seat is not None else self.play.seat(remark.at)

    def _refuted(self, remark: Remark, seat: Seat, card: Card) -> Finding | None:
        beside = self.play.seat(remark.at)
        claimed = remark.seat
        if remark.kind in (RemarkKind.REVOKE_CORRECTED, RemarkKind.SECOND_CARD):
            claimed = beside
        why = None
        if claimed is not None and claimed is not seat:
            why = f"{NAMES[claimed]} cannot have played the {card}, which {NAMES[seat]} holds"
        elif remark.kind is RemarkKind.REVOKE_CORRECTED:
            led = self._led(remark.at // 4)
            if led is not None and card.suit is led.suit:
                why = f"the {card} follows suit to the {led}, so it was no revoke"
        if why is None:
            return None
        return self._say(rules.IRREGULARITY_MARK, remark, seat, None, None, None, message=why, error=True)

    def _led(self, row: int) -> Card | None:
        leaders = self.trace.leaders
        leader = leaders[row] if row < len(leaders) else -1
        if leader < 0:
            return None
        cell = 4 * row + ((leader - self.play.first) & 3)
        card = self.play.ids[cell] if cell < len(self.play.ids) else -1
        return Card(card) if card >= 0 else None

    def _defends(self, seat: Seat) -> bool | None:
        return None if self.declarer is None else (seat ^ self.declarer) & 1 == 1

    def _arises(self, remark: Remark, seat: Seat, card: Card, *, deliberate: bool | None) -> str:
        """Note a penalty card, and say what it is."""
        defends = self._defends(seat)
        if defends is None:
            return "whether it becomes a penalty card is not known, since the declarer is not"
        if not defends:
            return "declarer's side has no penalty cards (48)"
        honour = card.rank >= _TEN
        earlier = [other for at, owner, other, _ in self.new if owner is seat and self._held(owner, other, remark.at)]
        if len(self.new) < 52:  # more than the pack is no play
            self.new.append((remark.at, seat, card, honour or deliberate is True or bool(earlier)))
        if earlier:
            return f"with the {earlier[0]} it is one of two, and both are major penalty cards (50B)"
        if honour:
            return f"the {card} is a major penalty card, since it is an honour (50B)"
        if deliberate:
            return f"the {card} is a major penalty card, since it was played deliberately (50B)"
        if deliberate is False:
            return f"the {card} is a minor penalty card (50B)"
        return f"the {card} is a minor penalty card if it was exposed by accident, else a major one (50B)"

    def _held(self, seat: Seat, card: Card, at: int) -> bool:
        """Whether a card was not played to a trick before this cell's."""
        return card not in self.play.ids[: at - at % 4] if card in self.play.ids else True

    def _say(
        self,
        rule: Rule,
        remark: Remark,
        seat: Seat | None,
        does: str | None,
        law: str | None,
        advice: str | None,
        *,
        message: str | None = None,
        error: bool = False,
    ) -> Finding:
        who = self.play.seat(remark.at) if seat is None else seat
        trick = remark.at // 4 + 1
        return Finding(
            rule,
            f"trick {trick}, {message if message is not None else f'{NAMES[who]} {does}'}",
            Place("card", index=remark.at),
            None if error else Severity.NOTICE,
            law,
            seat=who.letter,
            trick=trick,
            card=None if remark.card is None else str(remark.card),
            help=advice,
        )

    def revoke(self, remark: Remark, seat: Seat, card: Card) -> Finding:
        """A revoke that was corrected before it was established."""
        advice = self._arises(remark, seat, card, deliberate=True)
        does = f"first played the {card}, a revoke, and corrected it, as the record says"
        return self._say(rules.REVOKE_CORRECTED, remark, seat, does, "62", advice)

    def penalty(self, remark: Remark, seat: Seat, card: Card) -> Finding:
        """A penalty card that the record names."""
        advice = self._arises(remark, seat, card, deliberate=remark.major)
        kind = "a" if remark.major is None else "a major" if remark.major else "a minor"
        return self._say(
            rules.PENALTY_CARD, remark, seat, f"has {kind} penalty card, the {card}, as the record says", "50", advice
        )

    def lead(self, remark: Remark, seat: Seat, card: Card) -> Finding:
        """A lead that was faced and withdrawn."""
        if self.screens and remark.at < 4 and self._defends(seat):
            # Which of the two it was no record tells.
            advice = (
                "a lead that is taken back before the screen is opened returns to the hand; if both defenders "
                "faced one, that out of turn is a major penalty card"
            )
        else:
            advice = self._arises(remark, seat, card, deliberate=True)
        self.withdrawn.add(remark.at)
        law = "54D" if remark.at < 4 else "56" if self._defends(seat) else "55"
        does = f"led the {card}, which was withdrawn, as the record says"
        return self._say(rules.LEAD_OUT_OF_TURN, remark, seat, does, law, advice)

    def face_down(self, remark: Remark, seat: Seat, card: Card) -> Finding:
        """An opening lead that was withdrawn before it was faced."""
        advice = "a lead that was not faced returns to the hand, and nothing more follows (41A)"
        does = f"led the {card} face down and withdrew it, as the record says"
        return self._say(rules.LEAD_OUT_OF_TURN, remark, seat, does, "41A", advice)

    def second(self, remark: Remark, seat: Seat, card: Card) -> Finding:
        """A second card to a trick."""
        advice = self._arises(remark, seat, card, deliberate=None)
        does = f"also played the {card} to the trick, as the record says"
        return self._say(rules.DEFECTIVE_TRICK, remark, seat, does, "45E, 58B", advice)

    def breaches(self) -> Iterator[Finding]:
        """Cards played where a penalty card had to be, as far as the cards prove it."""
        if not self.new or not self.trace.sound:
            return
        before = {seat: _Player() for seat in SEATS}
        pending = sorted(self.new, key=lambda item: item[0] // 4)
        for row in range((len(self.play.ids) + 3) // 4):
            leader = self.trace.leaders[row] if row < len(self.trace.leaders) else -1
            if leader < 0:
                return
            for seat, player in before.items():
                if player.cards and leader == seat ^ 2:
                    # Declarer may have demanded or forbidden the suit; then the card was picked up (50D2).
                    player.cards.clear()
            led = self._led(row)
            for step in range(4):
                seat = SEATS[(leader + step) & 3]
                cell = 4 * row + ((seat - self.play.first) & 3)
                number = self.play.ids[cell] if cell < len(self.play.ids) else -1
                player = before[seat]
                arising = [item for item in pending if item[0] // 4 == row and item[1] is seat]
                if number >= 0 and player.cards and not arising:
                    yield from self._breach(
                        cell, seat, Card(number), led if step else None, player, before[SEATS[seat ^ 2]]
                    )
                if number < 0:
                    player.cards.clear()
                else:
                    player.cards.pop(Card(number), None)
                for at, _, card, major in arising:
                    # Before partner led, declarer could demand or forbid the suit of a lead that was withdrawn (50D2).
                    if card != number and not (at in self.withdrawn and leader == seat ^ 2):
                        player.cards[card] = major
                if len(player.cards) > 1:
                    player.cards = dict.fromkeys(player.cards, True)

    def _breach(
        self, cell: int, seat: Seat, played: Card, led: Card | None, player: _Player, partner: _Player
    ) -> Iterator[Finding]:
        if played in player.cards:
            return
        if led is None and partner.cards:
            return  # his lead may have been restricted because of his partner's card
        due = [
            card
            for card, major in player.cards.items()
            if (major and (led is None or card.suit is led.suit or played.suit is not led.suit))
            or (card.suit is played.suit and played.rank < _TEN)
        ]
        if led is not None and played.suit is not led.suit and cell in self.trace.revokes:
            due = []
        if not due:
            return
        names = listed([str(card) for card in due])
        cards = f"penalty card, the {names}," if len(due) == 1 else f"penalty cards, the {names},"
        yield Finding(
            rules.PENALTY_CARD,
            f"trick {cell // 4 + 1}, {NAMES[seat]} {'leads' if led is None else 'plays'} the {played}, but his {cards} "
            "could have been played",
            Place("card", index=cell),
            Severity.NOTICE,
            "50",
            seat=seat.letter,
            trick=cell // 4 + 1,
            card=str(played),
            help="a major penalty card is played at the first legal chance, a minor one before any other card of its "
            "suit below the ten (50C, 50D1)",
        )


_TOLD = {
    RemarkKind.REVOKE_CORRECTED: _Table.revoke,
    RemarkKind.PENALTY_CARD: _Table.penalty,
    RemarkKind.LEAD_WITHDRAWN: _Table.lead,
    RemarkKind.FACE_DOWN_LEAD: _Table.face_down,
    RemarkKind.SECOND_CARD: _Table.second,
}
