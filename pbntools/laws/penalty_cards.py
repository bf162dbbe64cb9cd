"""Irregularities of the play that were put right at the table, and the penalty cards they leave (Laws 41, 49 to 51, 54,
56, 58, 62, 67).

They are known only from what a record says in words (`pbntools.laws.remarks`).  A breach is named only where the cards
prove it: a player could play his penalty card, and played another.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.core import Card, Seat
from pbntools.diagnostics import Finding, Place, Rule, Severity
from pbntools.laws._context import Context
from pbntools.laws._words import cards_listed
from pbntools.laws.exposed_cards import TEN, Lying, Testimony, Turn
from pbntools.laws.outcome import Outcome
from pbntools.laws.play import PlayTrace
from pbntools.laws.remarks import Remark, RemarkKind
from pbntools.record import Record
from pbntools.said import NAMES, Said


def check_put_right(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """What comments and notes say of corrected revokes, withdrawn leads, defective tricks and penalty cards."""
    trace = outcome.play
    if trace is None:
        return
    table = _Table(record, outcome, trace, screens=context.screens)
    for remark in outcome.remarks:
        if not 0 <= remark.at < len(trace.play.ids) or remark.kind in _OF_CALLS:
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
        self.ruling = outcome.revokes
        deal = record.deal
        masks = outcome.restored or (deal.masks if deal is not None else (None,) * 4)
        self.testimony = Testimony(outcome.remarks, trace, masks, outcome.declarer)
        self.new: list[tuple[Seat, Card]] = []
        """Penalty cards as they are told: whose, and which."""

    def told(self, remark: Remark) -> Finding | None:
        """What a remark comes to; None for one that speaks of a call or of the deal."""
        kind, card = remark.kind, remark.card
        why = self.testimony.refuted(remark)
        if why is not None:
            seat = None if card is None else self.testimony.owner(remark, card)
            return self._say(rules.IRREGULARITY_MARK, remark, seat, why, None, None, error=True)
        if kind is RemarkKind.DEFECTIVE_TRICK:
            ruled = None if self.ruling is None else self.ruling.of(remark.at)
            player = self.play.seat(remark.at)
            message = Said("{seat} played no card to the trick, as the record says", seat=NAMES[player])
            advice = None if ruled is None else ruled.text
            return self._say(rules.DEFECTIVE_TRICK, remark, player, message, "67", advice)
        if card is None or kind not in _TOLD:
            return None
        return _TOLD[kind](self, remark, self.testimony.owner(remark, card), card)

    def _arises(self, remark: Remark, seat: Seat, card: Card, *, deliberate: bool | None) -> Said:
        """Note a penalty card, and say what it is."""
        defends = self.testimony.defends(seat)
        if defends is None:
            return Said("whether it becomes a penalty card is not known, since the declarer is not")
        if not defends:
            return Said("declarer's side has no penalty cards (48)")
        honour = card.rank >= TEN
        earlier = [other for owner, other in self.new if owner is seat and self._held(other, remark.at)]
        if len(self.new) < 52:  # more than the pack is no play
            self.new.append((seat, card))
        if earlier:
            return Said("with the {card} it is one of two, and both are major penalty cards (50B)", card=earlier[0])
        if honour:
            return Said("the {card} is a major penalty card, since it is an honour (50B)", card=card)
        if deliberate:
            return Said("the {card} is a major penalty card, since it was played deliberately (50B)", card=card)
        if deliberate is False:
            return Said("the {card} is a minor penalty card (50B)", card=card)
        return Said(
            "the {card} is a minor penalty card if it was exposed by accident, else a major one (50B)", card=card
        )

    def _held(self, card: Card, at: int) -> bool:
        """Whether a card was not played to a trick before this cell's."""
        return card not in self.play.ids[: at - at % 4] if card in self.play.ids else True

    def _say(
        self,
        rule: Rule,
        remark: Remark,
        seat: Seat | None,
        message: Said,
        law: str | None,
        advice: Said | None,
        *,
        error: bool = False,
    ) -> Finding:
        who = self.play.seat(remark.at) if seat is None else seat
        trick = remark.at // 4 + 1
        return Finding(
            rule,
            Said("trick {trick}, {what}", trick=trick, what=message),
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
        message = Said(
            "{seat} first played the {card}, a revoke, and corrected it, as the record says",
            seat=NAMES[seat],
            card=card,
        )
        return self._say(rules.REVOKE_CORRECTED, remark, seat, message, "62", advice)

    def penalty(self, remark: Remark, seat: Seat, card: Card) -> Finding:
        """A penalty card that the record names."""
        advice = self._arises(remark, seat, card, deliberate=remark.major)
        who = NAMES[seat]
        if remark.major is None:
            message = Said("{seat} has a penalty card, the {card}, as the record says", seat=who, card=card)
        elif remark.major:
            message = Said("{seat} has a major penalty card, the {card}, as the record says", seat=who, card=card)
        else:
            message = Said("{seat} has a minor penalty card, the {card}, as the record says", seat=who, card=card)
        return self._say(rules.PENALTY_CARD, remark, seat, message, "50", advice)

    def lead(self, remark: Remark, seat: Seat, card: Card) -> Finding:
        """A lead that was faced and withdrawn."""
        if self.screens and remark.at < 4 and self.testimony.defends(seat):
            # Which of the two it was no record tells.
            advice = Said(
                "a lead that is taken back before the screen is opened returns to the hand; if both defenders "
                "faced one, that out of turn is a major penalty card"
            )
        else:
            advice = self._arises(remark, seat, card, deliberate=True)
        law = "54D" if remark.at < 4 else "56" if self.testimony.defends(seat) else "55"
        message = Said("{seat} led the {card}, which was withdrawn, as the record says", seat=NAMES[seat], card=card)
        return self._say(rules.LEAD_OUT_OF_TURN, remark, seat, message, law, advice)

    def face_down(self, remark: Remark, seat: Seat, card: Card) -> Finding | None:
        """An opening lead that was withdrawn before it was faced; nothing irregular if it was in turn (47E2)."""
        if self.testimony.in_turn(remark.at // 4) is seat:
            return None
        advice = Said("a lead that was not faced returns to the hand, and nothing more follows (41A)")
        message = Said(
            "{seat} led the {card} face down and withdrew it, as the record says", seat=NAMES[seat], card=card
        )
        return self._say(rules.LEAD_OUT_OF_TURN, remark, seat, message, "41A", advice)

    def second(self, remark: Remark, seat: Seat, card: Card) -> Finding:
        """A second card to a trick."""
        advice = self._arises(remark, seat, card, deliberate=None)
        message = Said("{seat} also played the {card} to the trick, as the record says", seat=NAMES[seat], card=card)
        return self._say(rules.DEFECTIVE_TRICK, remark, seat, message, "45E, 58B", advice)

    def breaches(self) -> Iterator[Finding]:
        """Cards played where a penalty card had to be, as far as the cards prove it."""
        if not self.testimony.exposed or not self.trace.sound:
            return
        for turn in self.testimony.turns():
            yield from self._breach(turn)

    def _breach(self, turn: Turn) -> Iterator[Finding]:
        cell, seat, played, led = turn.cell, turn.seat, turn.played, turn.led
        if played in turn.mine:
            return
        if led is None and any(lying.major is not False for lying in turn.partners.values()):
            return  # his lead may have been restricted because of his partner's card
        if led is not None and played.suit is not led.suit and cell in self.trace.revokes:
            return
        due = [card for card, lying in turn.mine.items() if lying.sure and _is_due(card, lying, played, led)]
        if not due:
            return
        if led is None:
            does = Said("{seat} leads the {card}", seat=NAMES[seat], card=played)
        else:
            does = Said("{seat} plays the {card}", seat=NAMES[seat], card=played)
        yield Finding(
            rules.PENALTY_CARD,
            Said.counted(
                "trick {trick}, {does}, but his penalty card, the {cards}, could have been played",
                "trick {trick}, {does}, but his penalty cards, the {cards}, could have been played",
                n=len(due),
                trick=cell // 4 + 1,
                does=does,
                cards=cards_listed(due),
            ),
            Place("card", index=cell),
            Severity.NOTICE,
            "50",
            seat=seat.letter,
            trick=cell // 4 + 1,
            card=str(played),
            help=Said(
                "a major penalty card is played at the first legal chance, a minor one before any other card of its "
                "suit below the ten (50C, 50D1)"
            ),
        )


def _is_due(card: Card, lying: Lying, played: Card, led: Card | None) -> bool:
    """Whether a penalty card was to be played rather than another card (50C, 50D1)."""
    if card.suit is played.suit and played.rank < TEN:
        return True
    may = led is None or card.suit is led.suit or played.suit is not led.suit
    return lying.major is True and may


_OF_CALLS = (RemarkKind.CALL_CORRECTED, RemarkKind.CALL_OUT_OF_TURN)
_TOLD = {
    RemarkKind.REVOKE_CORRECTED: _Table.revoke,
    RemarkKind.PENALTY_CARD: _Table.penalty,
    RemarkKind.LEAD_WITHDRAWN: _Table.lead,
    RemarkKind.FACE_DOWN_LEAD: _Table.face_down,
    RemarkKind.SECOND_CARD: _Table.second,
}
