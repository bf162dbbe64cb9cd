"""Checks of the deal: 52 cards, sizes, duplicates, and the cycle of dealer and vulnerability (Laws 1, 2, 6, 13, 14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from pbntools import rules
from pbntools.core import CARDS, Card, Deal, Seat, board_dealer, board_vulnerability
from pbntools.diagnostics import Change, Finding, Fix, Place, Severity, tag_place
from pbntools.laws._context import Context
from pbntools.laws._scoring import is_duplicate
from pbntools.laws._words import CARD_NAMES, LETTERS, Item, added, cards_listed, listed, mask_listed
from pbntools.laws.outcome import Outcome
from pbntools.record import Record
from pbntools.said import NAMES, Said

_MANY = 4
_ARE_VULNERABLE = (
    Said("nobody is vulnerable"),
    Said("North-South are vulnerable"),
    Said("East-West are vulnerable"),
    Said("both sides are vulnerable"),
)
_VULNERABLE = (Said("nobody"), Said("North-South"), Said("East-West"), Said("both sides"))


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
    owners: list[Item] = [
        Said.counted(
            "{cards} counts as {seat}'s",
            "{cards} count as {seat}'s",
            n=(full & ~(held or 0)).bit_count(),
            cards=mask_listed(full & ~(held or 0)),
            seat=NAMES[seat],
        )
        for seat, (full, held) in enumerate(zip(restored, deal.masks, strict=True))
        if full is not None and full != held
    ]
    return replace(finding, help=Said("{owners} from the start (14)", owners=listed(owners)))


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
            Said(
                "the dealer is {dealer}, but {proper} deals board {number}",
                dealer=NAMES[dealer],
                proper=NAMES[board_dealer(number)],
                number=number,
            ),
            tag_place("Dealer"),
        )
    if wrong_vulnerability and vulnerable is not None:
        proper = board_vulnerability(number)
        yield Finding(
            rules.VULNERABILITY_CYCLE,
            Said(
                "{vulnerable}, but on board {number} it is {proper}",
                vulnerable=_ARE_VULNERABLE[vulnerable],
                number=number,
                proper=_VULNERABLE[proper],
            ),
            tag_place("Vulnerable"),
        )


def _duplicates(deal: Deal) -> Iterator[Finding]:
    groups: dict[tuple[Seat, ...], list[int]] = {}
    for card, holders in deal.duplicates():
        groups.setdefault(tuple(holders), []).append(card)
    missing = deal.missing()
    lost = None
    if 0 < len(missing) <= 2 * _MANY:
        lost = _missing(missing)
    elif missing:
        lost = Said("{n} cards are missing", n=len(missing))
    for holders, cards in groups.items():
        names = listed([NAMES[seat] for seat in holders])
        if len(cards) <= _MANY:
            message = Said.counted(
                "{cards} is held by {players}",
                "{cards} are held by {players}",
                n=len(cards),
                cards=cards_listed(cards),
                players=names,
            )
        else:
            message = Said(
                "{n} cards, as the {card}, are held by {players}", n=len(cards), card=CARDS[cards[0]], players=names
            )
        yield Finding(
            rules.DUPLICATE_CARD,
            message if lost is None else added(message, lost),
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
            Said.counted("{players} has no cards", "{players} have no cards", n=len(empty), players=names),
            Place("deal", seat=LETTERS[empty[0]]),
            Severity.WARNING,
            seat=LETTERS[empty[0]],
            help=Said("write - for a hand that is not known"),
            fix=_unknown([LETTERS[seat] for seat in empty]),
        )
    wrong = {seat: size for seat, size in sizes.items() if size and size != proper}
    if not wrong or _in_mid_trick(record, sizes, proper):
        return
    over = sum(size - proper for size in wrong.values())
    if doubled and over == doubled and all(size > proper for size in wrong.values()):
        return  # the doubled cards are what is too many
    parts: list[Item] = [
        Said.counted("{seat} has {n} card", "{seat} has {n} cards", n=size, seat=NAMES[seat])
        for seat, size in wrong.items()
    ]
    message = Said("{hands}, not {n}", hands=listed(parts), n=proper)
    missing = deal.missing() if proper == 13 and not doubled else ()
    if 0 < len(missing) <= _MANY:
        message = added(message, _missing(missing))
    first = next(iter(wrong))
    fix = None
    if list(wrong.values()) == [12] and len(sizes) == 4 and len(missing) == 1:
        # Three full hands and twelve cards of the fourth: there is but one card that it can be.
        card = CARD_NAMES[missing[0]]
        fix = Fix(f"add the {card}", True, (Change(Place("deal", seat=LETTERS[first], card=card), card, behind=True),))
    yield Finding(rules.HAND_SIZE, message, Place("deal", seat=LETTERS[first]), seat=LETTERS[first], fix=fix)


def _missing(cards: Sequence[Card]) -> Said:
    return Said.counted("{cards} is missing", "{cards} are missing", n=len(cards), cards=cards_listed(cards))


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
