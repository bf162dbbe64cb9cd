"""Checks of the deal: 52 cards, sizes, duplicates, and the cycle of dealer and vulnerability (Laws 1, 2, 6, 13, 14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbntools import rules
from pbntools.core import Deal, Seat, board_dealer, board_vulnerability
from pbntools.diagnostics import Change, Finding, Fix, Place, Severity, tag_place
from pbntools.laws._context import Context
from pbntools.laws._scoring import is_duplicate
from pbntools.laws._words import CARD_NAMES, LETTERS, NAMES, cards_listed, listed, mask_listed
from pbntools.laws.outcome import Outcome
from pbntools.record import Record

_MANY = 4
_VULNERABLE = ("nobody", "North-South", "East-West", "both sides")


def check_deal(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """Cards dealt twice or not at all, and hands of the wrong size."""
    deal = record.deal
    if deal is None or outcome.deal_sound:
        return
    shared = deal.duplicates()
    if shared:
        yield from _duplicates(deal)
    for finding in _sizes(record, deal, sum(len(holders) - 1 for _, holders in shared)):
        yield finding if outcome.restored is None else _with_owner(finding, deal, outcome.restored)


def _with_owner(finding: Finding, deal: Deal, restored: Sequence[int | None]) -> Finding:
    """Say whose the missing cards are."""
    owners = [
        f"{mask_listed(full & ~(held or 0))} {'counts' if (full & ~(held or 0)).bit_count() == 1 else 'count'} as "
        f"{NAMES[seat]}'s"
        for seat, (full, held) in enumerate(zip(restored, deal.masks, strict=True))
        if full is not None and full != held
    ]
    return replace(finding, help=f"{listed(owners)} from the start (14)")


def check_board_cycle(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """Dealer and vulnerability of a duplicate board of this number (Law 2)."""
    number = record.number
    if number is None:
        return
    dealer, vulnerable = record.dealer, record.vulnerable
    wrong_dealer = dealer is not None and dealer is not board_dealer(number)
    wrong_vulnerability = vulnerable is not None and vulnerable is not board_vulnerability(number)
    if not (wrong_dealer or wrong_vulnerability) or not is_duplicate(record):
        return
    if wrong_dealer and dealer is not None:
        yield Finding(
            rules.DEALER_CYCLE,
            f"the dealer is {NAMES[dealer]}, but {NAMES[board_dealer(number)]} deals board {number}",
            tag_place("Dealer"),
        )
    if wrong_vulnerability and vulnerable is not None:
        proper = board_vulnerability(number)
        yield Finding(
            rules.VULNERABILITY_CYCLE,
            f"{_VULNERABLE[vulnerable]} {'are' if vulnerable else 'is'} vulnerable, but on board {number} it is "
            f"{_VULNERABLE[proper]}",
            tag_place("Vulnerable"),
        )


def _duplicates(deal: Deal) -> Iterator[Finding]:
    groups: dict[tuple[Seat, ...], list[int]] = {}
    for card, holders in deal.duplicates():
        groups.setdefault(tuple(holders), []).append(card)
    missing = deal.missing()
    lost = ""
    if 0 < len(missing) <= 2 * _MANY:
        lost = f"; {cards_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    elif missing:
        lost = f"; {len(missing)} cards are missing"
    for holders, cards in groups.items():
        names = listed([NAMES[seat] for seat in holders])
        which = cards_listed(cards) if len(cards) <= _MANY else f"{len(cards)} cards, as the {CARD_NAMES[cards[0]]},"
        yield Finding(
            rules.DUPLICATE_CARD,
            f"{which} {'is' if len(cards) == 1 else 'are'} held by {names}{lost}",
            Place("deal", seat=LETTERS[holders[-1]], card=CARD_NAMES[cards[0]]),
            seat=LETTERS[holders[-1]],
            card=CARD_NAMES[cards[0]],
        )


def _sizes(record: Record, deal: Deal, doubled: int) -> Iterator[Finding]:
    sizes = {seat: mask.bit_count() for seat, mask in enumerate(deal.masks) if mask is not None}
    held = [size for size in sizes.values() if size]
    if not held:
        return
    proper = 13 if max(held) > 12 else max(held)
    empty = [seat for seat, size in sizes.items() if not size]
    if empty:
        names = listed([NAMES[seat] for seat in empty])
        yield Finding(
            rules.HAND_SIZE,
            f"{names} {'has' if len(empty) == 1 else 'have'} no cards",
            Place("deal", seat=LETTERS[empty[0]]),
            Severity.WARNING,
            seat=LETTERS[empty[0]],
            help="write - for a hand that is not known",
            fix=_unknown([LETTERS[seat] for seat in empty]),
        )
    wrong = {seat: size for seat, size in sizes.items() if size and size != proper}
    if not wrong or _in_mid_trick(record, sizes, proper):
        return
    over = sum(size - proper for size in wrong.values())
    if doubled and over == doubled and all(size > proper for size in wrong.values()):
        return  # the doubled cards are what is too many
    parts = [f"{NAMES[seat]} has {size} card{'s' if size > 1 else ''}" for seat, size in wrong.items()]
    message = f"{listed(parts)}, not {proper}"
    missing = deal.missing() if proper == 13 and not doubled else ()
    if 0 < len(missing) <= _MANY:
        message += f"; {cards_listed(missing)} {'is' if len(missing) == 1 else 'are'} missing"
    first = next(iter(wrong))
    fix = None
    if list(wrong.values()) == [12] and len(sizes) == 4 and len(missing) == 1:
        # Three full hands and twelve cards of the fourth: there is but one card that it can be.
        card = CARD_NAMES[missing[0]]
        fix = Fix(f"add the {card}", True, (Change(Place("deal", seat=LETTERS[first], card=card), card, behind=True),))
    yield Finding(rules.HAND_SIZE, message, Place("deal", seat=LETTERS[first]), seat=LETTERS[first], fix=fix)


def _unknown(seats: list[str]) -> Fix:
    return Fix("write - for the empty hands", False, tuple(Change(Place("deal", seat=seat), "-") for seat in seats))


def _in_mid_trick(record: Record, sizes: dict[int, int], proper: int) -> bool:
    """Whether hands that are one card short have played to a trick that the play shows under way (PBN 2.1 §3.10)."""
    play = record.play
    if proper > 12 or play is None or len(sizes) != 4:
        return False
    first = int(play.first)
    short = [sizes[(first + step) & 3] == proper - 1 for step in range(4)]
    count = short.count(True)
    return short[:count] == [True] * count and all(sizes[(first + step) & 3] == proper for step in range(count, 4))
