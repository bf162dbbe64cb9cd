"""Deals that are not in the standard's form: what can be read of them without a guess (PBN 2.1 §3.4.11)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from itertools import pairwise

from pbntools import rules
from pbntools.core import CARDS, Deal, Seat
from pbntools.core.cards import RANKS
from pbntools.diagnostics import Rule
from pbntools.said import NAMES, Said

_FIRST = re.compile(r"[ \t]*([NESWnesw])[ \t]*:[ \t]*")
_HAND = re.compile(r"[^ \t]+")
_SUITS = "SHDC"
_RANK = {letter: rank for rank, letter in enumerate(RANKS)}
_RANK |= {letter.lower(): rank for letter, rank in _RANK.items()}


@dataclass(slots=True)
class Trouble:
    """What is wrong with a deal; the span is local to the value."""

    rule: Rule
    start: int
    end: int
    message: Said
    help: Said | None = None
    seat: str | None = None


@dataclass(slots=True)
class Recovered:
    """A deal read by recovery, or None, with what was wrong."""

    deal: Deal | None = None
    troubles: list[Trouble] = field(default_factory=list)
    cards: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Seat, card, start and end of every card, local to the value."""


def recover_deal(text: str) -> Recovered:
    """Read a deal in any form that has one meaning."""
    out = Recovered()
    head = _FIRST.match(text)
    if head is None:
        out.troubles.append(
            Trouble(
                rules.DEAL_UNREADABLE, 0, len(text),
                Said("the deal does not say whose hand is first: expected N, E, S or W and a colon"),
                Said('write the first hand\'s seat before the deal, as in "N:…"'),
            )
        )  # fmt: skip
        return out
    first = Seat.parse(head[1])
    if head.end() != 2:
        message = Said("blanks around the first hand's seat")
        out.troubles.append(Trouble(rules.DEAL_SPELLING, 0, head.end(), message))
    hands = list(_HAND.finditer(text, head.end()))
    if len(hands) != 4:
        out.troubles.append(
            Trouble(
                rules.DEAL_UNREADABLE,
                0,
                len(text),
                Said("the deal has {n} hands: expected four, - for an unknown one", n=len(hands)),
            )
        )
        return out
    for before, after in pairwise(hands):
        if after.start() - before.end() != 1:
            out.troubles.append(
                Trouble(
                    rules.DEAL_SPELLING,
                    before.end(),
                    after.start(),
                    Said("more than one space between two hands"),
                    Said("leave one space"),
                )
            )
    if text[hands[-1].end() :]:
        message = Said("blanks after the last hand")
        out.troubles.append(Trouble(rules.DEAL_SPELLING, hands[-1].end(), len(text), message))
    if all(hand[0] == "-" for hand in hands):
        out.troubles.append(Trouble(rules.DEAL_EMPTY, 0, len(text), Said("none of the four hands is given")))
        return out
    if all(hand[0] == "..." for hand in hands):
        out.troubles.append(Trouble(rules.DEAL_EMPTY, 0, len(text), Said("all four hands are empty")))
        return out
    masks: list[int | None] = [None] * 4
    readable = True
    for step, hand in enumerate(hands):
        seat = Seat((first + step) % 4)
        if hand[0] == "-":
            continue
        mask = _hand(out, seat, hand[0], hand.start())
        if mask is None:
            readable = False
        elif mask >= 0:
            masks[seat] = mask
    if readable:
        out.deal = Deal((masks[0], masks[1], masks[2], masks[3]))
    return out


def _hand(out: Recovered, seat: Seat, text: str, offset: int) -> int | None:
    """The mask of a hand; None where it cannot be read, -1 where it is not known."""
    who = NAMES[seat]
    holdings = text.split(".")
    if len(holdings) != 4:
        out.troubles.append(
            Trouble(
                rules.DEAL_UNREADABLE, offset, offset + len(text),
                Said("{seat}'s hand has {n} suits: expected four, with dots between them", seat=who, n=len(holdings)),
                seat=seat.letter,
            )
        )  # fmt: skip
        return None
    spots = dashes = tens = letters = False
    mask = 0
    doubled: set[int] = set()
    at = offset
    for suit, holding in enumerate(holdings):
        index = 0
        if holding == "-":
            dashes = True
            index = 1
        elif holding[:1].upper() == _SUITS[suit]:
            letters = True
            index = 1
        while index < len(holding):
            letter = holding[index]
            width = 1
            if letter in "xX":
                spots = True
                index += 1
                continue
            if holding.startswith("10", index):
                tens = True
                letter, width = "T", 2
            rank = _RANK.get(letter)
            if rank is None:
                out.troubles.append(
                    Trouble(
                        rules.DEAL_UNREADABLE, at + index, at + index + 1,
                        Said(
                            "{letter} in {seat}'s hand is no rank: expected A K Q J T 9 … 2",
                            letter=repr(letter),
                            seat=who,
                        ),
                        seat=seat.letter,
                    )
                )  # fmt: skip
                return None
            card = (3 - suit) * 13 + rank
            if mask >> card & 1 and card not in doubled:
                doubled.add(card)
                out.troubles.append(
                    Trouble(
                        rules.DUPLICATE_CARD, at + index, at + index + width,
                        Said("{card} stands twice in {seat}'s hand", card=CARDS[card], seat=who),
                        seat=seat.letter,
                    )
                )  # fmt: skip
            mask |= 1 << card
            out.cards.append((int(seat), card, at + index, at + index + width))
            index += width
        at += len(holding) + 1
    span = offset, offset + len(text)
    if letters:
        out.troubles.append(
            Trouble(
                rules.SUIT_LETTERS_IN_DEAL,
                *span,
                Said("{seat}'s hand repeats the suit letters", seat=who),
                Said("leave the letters out"),
                seat.letter,
            )
        )
    if dashes:
        message, advice = Said("{seat}'s hand has - for a void", seat=who), Said("leave the suit empty")
        out.troubles.append(Trouble(rules.DEAL_SPELLING, *span, message, advice, seat.letter))
    if tens:
        message, advice = Said("{seat}'s hand has 10 for the ten", seat=who), Said("write {words}", words="T")
        out.troubles.append(Trouble(rules.DEAL_SPELLING, *span, message, advice, seat.letter))
    if spots:
        out.troubles.append(
            Trouble(
                rules.SPOT_CARDS, *span,
                Said("{seat}'s hand has x for small cards, so it is read as not known", seat=who),
                Said("give the cards, or - for an unknown hand"),
                seat.letter,
            )
        )  # fmt: skip
        return -1
    return mask


def card_spans(text: str) -> list[tuple[int, int, int, int]]:
    """Seat, card, start and end, local to the value, of every card of a readable deal."""
    return recover_deal(text).cards
