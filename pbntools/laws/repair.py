"""What may have gone wrong when a record was written down, where one change makes the whole of it legal.

Only a change that leaves nothing to report is offered, and only if no other one does as well.  Nothing is tried on a
record without a fault of the kinds that such mistakes bring about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import NamedTuple

from pbntools import rules
from pbntools.core import CARDS, PASSED_OUT, Deal, Seat, board_dealer
from pbntools.diagnostics import Change, Finding, Fix, Place, Severity, tag_place
from pbntools.laws._words import CARD_NAMES, SEATS, added
from pbntools.laws.outcome import Outcome, known_masks
from pbntools.laws.play import trace_clean
from pbntools.record import Record
from pbntools.said import NAMES, Said

Judge = Callable[[Record], list[Finding]]
"""All that is to be found in a record."""

TRIGGERS = frozenset(
    (
        rules.CARD_NOT_HELD,
        rules.REVOKE,
        rules.LEAD_WRONG_SEAT,
        rules.LEAD_OUT_OF_TURN,
        rules.DECLARER_MISMATCH,
        rules.DEALER_MISMATCH,
        rules.CONTRACT_MISMATCH,
    )
)
"""The rules that a mistake in writing down often brings about."""

_FEWEST_CARDS = 8
_FEW_ROWS = 2
"""Faults in more tricks than this do not come from one of them."""
_MOVED_ON = {
    1: Said("the hands are those of other seats: each moved on by one seat clockwise, the whole record is legal"),
    2: Said("the hands are those of other seats: each moved on by two seats clockwise, the whole record is legal"),
    3: Said("the hands are those of other seats: each moved on by three seats clockwise, the whole record is legal"),
}
_PASSES_MISSING = {
    1: Said("one pass were missing at the start of the auction"),
    2: Said("two passes were missing at the start of the auction"),
    3: Said("three passes were missing at the start of the auction"),
}


class Repair(NamedTuple):
    """A change of a record: in words, the record with it, and the rule that says so (None: the help of a finding)."""

    text: Said | None
    record: Record
    rotated: int = 0
    tags: tuple[tuple[str, str], ...] = ()
    """The tags to write, with their values; empty where the change is not one of tags."""
    how: str = ""
    """What is to be done, in words, where the change is one of calls or cards."""
    changes: tuple[Change, ...] = ()

    @property
    def fix(self) -> Fix | None:
        """The change as a fix, which is never safe: one change fits, but two mistakes may have been made."""
        if self.changes:
            return Fix(self.how, False, self.changes)
        if not self.tags:
            return None
        changes = tuple(Change(tag_place(name), value) for name, value in self.tags)
        return Fix(" and ".join(f'write {name} "{value}"' for name, value in self.tags), False, changes)


def with_hints(record: Record, outcome: Outcome, findings: list[Finding], judge: Judge) -> list[Finding]:
    """The findings, with what may have gone wrong, if exactly one change makes the whole record legal."""
    first = next((finding for finding in findings if _grave(finding) and finding.rule in TRIGGERS), None)
    if first is None:
        return findings
    minor = {finding.rule for finding in findings if not _grave(finding)}

    def is_legal(repair: Repair) -> bool:
        if _is_irregular(repair.record):
            return False
        # What brings another notice, as of a dealer against the cycle, is no better than what it replaces.
        return not any(_grave(found) or found.rule not in minor for found in judge(repair.record))

    legal: list[Repair] = []
    for repair in _repairs(record, outcome, findings):
        if is_legal(repair):
            legal.append(repair)
            if len(legal) > 1:
                return findings
    if not legal:
        return findings
    (repair,) = legal
    # Where hands are unknown, the cards that give a mistake away may stand in other tricks than the mistake.
    rows = _rows(findings)
    if len(rows) <= _FEW_ROWS and any(
        is_legal(other)
        for row in range(0 if record.play is None else len(record.play.ids) // 4)
        if row not in rows
        for other in _turned(record, outcome, row)
    ):
        return findings
    if repair.rotated:
        return [*(finding for finding in findings if not _grave(finding)), _rotated(repair)]
    help_text = added(first.help, Said("the whole record would be legal if {change}", change=repair.text))
    fix = repair.fix if first.fix is None else None
    if fix is None:
        return [replace(first, help=help_text) if finding is first else finding for finding in findings]
    # What else is grave ends with this one change, and must not be changed as well.
    hinted = replace(first, help=help_text, fix=fix)
    return [hinted if finding is first else _unfixed(finding) if _grave(finding) else finding for finding in findings]


def _unfixed(finding: Finding) -> Finding:
    return replace(finding, fix=None) if isinstance(finding.fix, Fix) and not finding.fix.safe else finding


def _is_irregular(record: Record) -> bool:
    """Whether the quick replay tells that the play is not regular: then it need not be judged in full."""
    play, contract, declarer = record.play, record.contract, record.declarer
    if play is None or contract is None or contract is PASSED_OUT or declarer is None or record.deal is None:
        return False
    masks = known_masks(record.deal)
    if None in masks or play.leads or play.revokes or min(play.ids, default=-1) < 0:
        return False
    return play.first is not declarer.left or trace_clean(play, masks, int(contract.strain), int(declarer.left)) is None


def _grave(finding: Finding) -> bool:
    return (finding.severity or finding.rule.severity) >= Severity.WARNING


def _rotated(repair: Repair) -> Finding:
    return Finding(
        rules.HANDS_ROTATED,
        _MOVED_ON[repair.rotated],
        tag_place("Deal"),
        help=Said("the deal would be {deal}", deal=str(repair.record.deal)),
        fix=repair.fix,
    )


def _repairs(record: Record, outcome: Outcome, findings: list[Finding]) -> Iterator[Repair]:
    found = {finding.rule for finding in findings if _grave(finding)}
    play = record.play
    if play is not None and sum(card >= 0 for card in play.ids) >= _FEWEST_CARDS:
        yield from _deals(record, outcome)
        yield from _plays(record, outcome, findings)
    if found & {rules.DECLARER_MISMATCH, rules.LEAD_WRONG_SEAT, rules.REVOKE, rules.LEAD_OUT_OF_TURN}:
        yield from _declarers(record)
    if found & {rules.DECLARER_MISMATCH, rules.DEALER_MISMATCH, rules.CONTRACT_MISMATCH, rules.LEAD_WRONG_SEAT}:
        yield from _auctions(record, outcome)


def _holds(masks: tuple[int, ...], record: Record) -> bool:
    """Whether every card played is held by its player."""
    play = record.play
    if play is None:
        return False
    first = int(play.first)
    return all(card < 0 or masks[(first + cell) & 3] >> card & 1 for cell, card in enumerate(play.ids[:52]))


def _may_hold(masks: tuple[int | None, ...], record: Record) -> bool:
    """Whether every card played is held by its player, or by nobody whose hand is known."""
    play = record.play
    if play is None:
        return False
    dealt = 0
    for mask in masks:
        dealt |= mask or 0
    hands = [~dealt if mask is None else mask for mask in masks]
    first = int(play.first)
    return all(card < 0 or hands[(first + cell) & 3] >> card & 1 for cell, card in enumerate(play.ids[:52]))


def _deals(record: Record, outcome: Outcome) -> Iterator[Repair]:
    """Hands at other seats, and two cards exchanged between hands."""
    deal, play = record.deal, record.play
    if deal is None or play is None:
        return
    masks = tuple(mask for mask in outcome.restored or known_masks(deal) if mask is not None)
    if len(masks) != 4 or _holds(masks, record):
        return
    for step in (1, 2, 3):
        turned = (masks[-step], masks[1 - step], masks[2 - step], masks[3 - step])
        if _holds(turned, record):
            dealt = Deal(turned)
            yield Repair(None, record.replace(deal=dealt), step, _deal_tag(record, dealt))
    for one in range(4):
        for other in range(one + 1, 4):
            swapped = list(masks)
            swapped[one], swapped[other] = swapped[other], swapped[one]
            if _holds(tuple(swapped), record):
                text = Said("{seat} and {other} had each other's hand", seat=NAMES[one], other=NAMES[other])
                yield _dealt(text, record, swapped)
    strangers = [
        (int(play.seat(cell)), card)
        for cell, card in enumerate(play.ids[:52])
        if card >= 0 and not masks[play.seat(cell)] >> card & 1
    ]
    if len(strangers) == 2:
        (one, card), (other, second) = strangers
        if one != other and masks[other] >> card & 1 and masks[one] >> second & 1:
            swapped = list(masks)
            swapped[one] ^= 1 << card | 1 << second
            swapped[other] ^= 1 << card | 1 << second
            text = Said(
                "{seat} held the {card} and {other} the {second}",
                seat=NAMES[one],
                card=CARDS[card],
                other=NAMES[other],
                second=CARDS[second],
            )
            yield _dealt(text, record, swapped)
    for step in (1, 2, 3):
        columns = replace(play, first=SEATS[(play.first + step) & 3])
        if _holds(masks, record.replace(play=columns)):
            text = Said("the columns of the play started with {seat}", seat=NAMES[columns.first])
            yield Repair(text, record.replace(play=columns), tags=(("Play", columns.first.letter),))


def _dealt(text: Said, record: Record, masks: list[int]) -> Repair:
    deal = Deal((masks[0], masks[1], masks[2], masks[3]))
    return Repair(text, record.replace(deal=deal), tags=_deal_tag(record, deal))


def _deal_tag(record: Record, deal: Deal) -> tuple[tuple[str, str], ...]:
    """The Deal tag with the hand first that stands first in the record."""
    first = (record.value("Deal") or "")[:1].upper()
    return (("Deal", deal.to_pbn(Seat.parse(first) if first in ("N", "E", "S", "W") else Seat.NORTH)),)


def _plays(record: Record, outcome: Outcome, findings: list[Finding]) -> Iterator[Repair]:
    """The cards of one trick in other columns, and two cards of a player exchanged."""
    play, trace = record.play, outcome.play
    if play is None or trace is None:
        return
    rows = _rows(findings)
    if len(rows) > _FEW_ROWS:
        return
    for row in sorted(rows):
        yield from _turned(record, outcome, row)
    for finding in findings:
        cell = finding.place.index
        if finding.rule is not rules.REVOKE or cell is None or not _grave(finding):
            continue
        leader = trace.leaders[cell // 4]
        led = play.ids[4 * (cell // 4) + ((leader - play.first) & 3)] if leader >= 0 else -1
        for later in range(cell + 4, len(play.ids), 4):
            if led >= 0 and play.ids[later] >= 0 and play.ids[later] // 13 == led // 13:
                changed = list(play.ids)
                changed[cell], changed[later] = changed[later], changed[cell]
                text = Said(
                    "{seat} played the {card} to trick {trick} and the {other} to trick {later}",
                    seat=NAMES[play.seat(cell)],
                    card=CARDS[play.ids[later]],
                    trick=cell // 4 + 1,
                    other=CARDS[play.ids[cell]],
                    later=later // 4 + 1,
                )
                # Never a fix: a revoke that was made would be written away.
                yield Repair(text, record.replace(play=replace(play, ids=tuple(changed))))


def _rows(findings: list[Finding]) -> set[int]:
    """The tricks, counted from 0, in which something grave stands."""
    return {
        finding.place.index // 4
        for finding in findings
        if _grave(finding) and finding.place.kind == "card" and finding.place.index is not None
    }


def _turned(record: Record, outcome: Outcome, row: int) -> Iterator[Repair]:
    """The cards of a trick in the columns of other players."""
    play = record.play
    if play is None:
        return
    cards = play.ids[4 * row : 4 * row + 4]
    if len(cards) < 4 or min(cards) < 0:
        return
    masks = outcome.restored or known_masks(record.deal)
    for step in (1, 2, 3):
        turned = cards[-step:] + cards[:-step]
        moved = record.replace(play=replace(play, ids=(*play.ids[: 4 * row], *turned, *play.ids[4 * row + 4 :])))
        if _may_hold(masks, moved):
            yield Repair(
                _further_on(row + 1, step),
                moved,
                how=f"write the cards of trick {row + 1} as {' '.join(CARD_NAMES[card] for card in turned)}",
                changes=tuple(
                    Change(Place("card", index=4 * row + column), CARD_NAMES[card])
                    for column, card in enumerate(turned)
                ),
            )


def _further_on(trick: int, step: int) -> Said:
    if step == 1:
        return Said("the cards of trick {trick} stood one seat further on", trick=trick)
    if step == 2:
        return Said("the cards of trick {trick} stood two seats further on", trick=trick)
    return Said("the cards of trick {trick} stood three seats further on", trick=trick)


def _declarers(record: Record) -> Iterator[Repair]:
    declarer = record.declarer
    if declarer is not None and record.declarer_irregular:
        yield Repair(
            Said("{seat} were declarer without the mark ^", seat=NAMES[declarer]),
            record.replace(declarer_irregular=False),
            tags=(("Declarer", declarer.letter),),
        )
        return
    if declarer is None:
        return
    for step in (1, 2, 3):
        other = SEATS[(declarer + step) & 3]
        changed = record.replace(declarer=other)
        yield Repair(Said("{seat} were declarer", seat=NAMES[other]), changed, tags=(("Declarer", other.letter),))


def _started_with(seat: Seat) -> Said:
    return Said("the auction started with {seat}", seat=NAMES[seat])


def _auctions(record: Record, outcome: Outcome) -> Iterator[Repair]:
    auction = record.auction
    if auction is None or not auction.ids or auction.skips:
        return
    dealer = record.dealer
    if dealer is not None and dealer is not auction.first:
        moved = record.replace(auction=replace(auction, first=dealer))
        yield Repair(_started_with(dealer), moved, tags=(("Auction", dealer.letter),))
        moved = record.replace(dealer=auction.first)
        text = Said("{seat} were the dealer", seat=NAMES[auction.first])
        yield Repair(text, moved, tags=(("Dealer", auction.first.letter),))
        return
    proper = None if record.number is None else board_dealer(record.number)
    for step in (1, 2, 3):
        first = SEATS[(auction.first + step) & 3]
        # The number of a duplicate board tells its dealer, so it tells which of the two it was.
        if proper is None or proper is first or proper is not dealer:
            moved = record.replace(auction=replace(auction, first=first), dealer=None if dealer is None else first)
            tags = (("Auction", first.letter), *([("Dealer", first.letter)] if dealer is not None else []))
            yield Repair(_started_with(first), moved, tags=tags)
        # An auction that lacks passes at its end may lack them anywhere.
        if proper is not first and outcome.auction is not None and not outcome.auction.supplied:
            longer = replace(
                auction,
                ids=(*(0,) * step, *auction.ids),
                insufficient=frozenset(index + step for index in auction.insufficient),
                all_pass=None if auction.all_pass is None else auction.all_pass + step,
            )
            words = " ".join(["Pass"] * step)
            yield Repair(
                _PASSES_MISSING[step],
                record.replace(auction=longer),
                how=f"write {words} before the first call",
                changes=(Change(Place("auction"), words),),
            )
