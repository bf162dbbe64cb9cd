"""Declarer's words for dummy's card in a record, against the card that is recorded (Law 46).

They are known from comments and notes (`pbntools.laws.remarks`), and where a word stands in the place of a card.  They
are judged where all cards before dummy's are known.  Whether declarer's own hand counts as known, where he wants to win
the trick, the Laws do not say: where it matters, nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from pbntools import rules
from pbntools.core import FULL_DECK, Card, Hand, Seat, Strain, Suit
from pbntools.diagnostics import Finding, Place, Severity
from pbntools.laws._words import Item, either
from pbntools.laws.designation import Designation, DesignationKind, designate
from pbntools.laws.outcome import Outcome, known_masks, play_by_auction, resolve
from pbntools.laws.play import PlayTrace
from pbntools.laws.remarks import QUOTES, RemarkKind
from pbntools.record import UNREADABLE_CARD, Record
from pbntools.said import NAMES, Said

_MANY = 4


def check_designations(record: Record, outcome: Outcome) -> Iterator[Finding]:
    """What is told of designations that settle no card, or another card than the one recorded."""
    told = [remark for remark in outcome.remarks if remark.kind is RemarkKind.DESIGNATION]
    trace, declarer = outcome.play, _declarer(record, outcome) if told else None
    if trace is None or declarer is None:
        return
    for remark in told:
        if not 0 <= remark.at < len(trace.play.ids) or trace.play.seat(remark.at) is not declarer.partner:
            continue
        number = trace.play.ids[remark.at]
        if remark.words is None or number < 0 or remark.at in trace.revokes or remark.seat not in (None, declarer):
            continue
        position = _position(record, outcome, trace, remark.at)
        if position is not None and Card(number) in position.hand:
            yield from _judged(remark.words, Card(number), position, outcome)


def check_words(record: Record, outcome: Outcome) -> Iterator[Finding]:
    """What words in the place of dummy's cards stand for; each is taken for the card that the one before it names."""
    words = record.details.remarks.card_words
    declarer, play = _declarer(record, outcome), record.play
    if declarer is None or play is None:
        return
    for cell in sorted(words):
        trace = outcome.play
        if trace is None or cell >= len(play.ids) or play.ids[cell] != UNREADABLE_CARD:
            return
        if play.seat(cell) is not declarer.partner:
            return
        position = _position(record, outcome, trace, cell)
        designation = None if position is None else _meaning(words[cell], position, outcome)
        if position is None or designation is None or designation.law is None:
            return
        said = repr(words[cell])
        yield Finding(
            rules.CARD_UNREADABLE,
            Said("{words} is no card, but as a designation it is {card}", words=said, card=designation.message)
            if designation.kind is DesignationKind.CARD
            else Said(
                "{words} is no card, and as a designation it settles none: {why}", words=said, why=designation.message
            ),
            Place("card", index=cell),
            law=designation.law,
            seat=position.dummy.letter,
            trick=cell // 4 + 1,
            help=Said("write {words}", words=_any_of(designation)),
        )
        if designation.card is None:
            return
        play = replace(play, ids=(*play.ids[:cell], int(designation.card), *play.ids[cell + 1 :]))
        record = record.replace(play=play)
        outcome = resolve(record, outcome.edition.name)


def _declarer(record: Record, outcome: Outcome) -> Seat | None:
    """Who calls dummy's cards; None where the auction has it otherwise than the tags."""
    return outcome.declarer if play_by_auction(outcome, record) is None else None


class _Position(NamedTuple):
    """What dummy and the trick hold when dummy is to play a cell."""

    cell: int
    dummy: Seat
    hand: Hand
    trick: tuple[Card, ...]
    strain: Strain | None
    won_in: Suit | None
    unseen: tuple[Hand, ...]
    """What the hands after dummy may hold: to a player who sees dummy alone, and to declarer."""


def _position(record: Record, outcome: Outcome, trace: PlayTrace, cell: int) -> _Position | None:
    """What stands when dummy is to play a cell; None where it is not known, or the record is wrong before."""
    play, row = trace.play, cell // 4
    ids = play.ids
    dummy = play.seat(cell)
    leader = trace.leaders[row] if row < len(trace.leaders) else -1
    if leader < 0 or min(ids[: 4 * row], default=0) < 0:
        return None
    for finding in trace.findings:
        grave = (finding.severity or finding.rule.severity) is Severity.ERROR and finding.rule is not rules.REVOKE
        if grave and (finding.place.index or 0) // 4 <= row:
            return None
    masks = outcome.restored or known_masks(record.deal)
    held, declarers = masks[dummy], masks[dummy ^ 2]
    order = [4 * row + ((leader - play.first + step) & 3) for step in range(4)]
    earlier = order[: order.index(cell)]
    if max(earlier, default=0) >= len(ids):
        return None
    before = [ids[at] for at in earlier]
    if held is None or min(before, default=0) < 0:
        return None
    won_in = None
    if not before:
        if row == 0 or trace.winners[row - 1] < 0:
            return None
        if trace.winners[row - 1] == dummy:
            won_in = Card(ids[cell - 4]).suit
    gone = on_table = 0
    for card in ids[: 4 * row]:
        gone |= 1 << card
    for card in before:
        on_table |= 1 << card
    if not held & ~gone or held & on_table:
        return None
    unseen = FULL_DECK & ~(held | gone | on_table)
    strain = record.trump_only
    if strain is None and outcome.contract is not None:
        strain = int(outcome.contract.strain)
    return _Position(
        cell,
        dummy,
        Hand(held & ~gone),
        tuple(map(Card, before)),
        None if strain is None else Strain(strain),
        won_in,
        (Hand(unseen),) if declarers is None else (Hand(unseen), Hand(unseen & ~declarers)),
    )


def _meaning(words: str, position: _Position, outcome: Outcome) -> Designation | None:
    """What declarer's words mean; None where that hangs on whether his own hand counts as known."""
    found = {
        designate(
            words,
            position.hand,
            trick=position.trick,
            strain=position.strain,
            won_in=position.won_in,
            others=unseen,
            laws=outcome.edition.name,
        )
        for unseen in position.unseen
    }
    return found.pop() if len(found) == 1 else None


def _judged(words: str, played: Card, position: _Position, outcome: Outcome) -> Iterator[Finding]:
    designation = _meaning(words, position, outcome)
    if designation is None or played is designation.card:
        return
    fits = played in designation.cards
    trick = position.cell // 4 + 1
    said = words if words[0] in QUOTES else f'"{words}"'
    if fits:
        message = Said(
            "trick {trick}, declarer called {words}, which settles no card: {why}",
            trick=trick,
            words=said,
            why=designation.message,
        )
        advice = Said("the record has the {card}", card=played)
    else:
        message = Said(
            "trick {trick}, {seat} plays the {card}, but declarer called {words}: {why}",
            trick=trick,
            seat=NAMES[position.dummy],
            card=played,
            words=said,
            why=designation.message,
        )
        advice = Said("declarer may have changed an unintended designation, or dummy may have put up another card")
    yield Finding(
        rules.DESIGNATION_AMBIGUOUS if fits else rules.DESIGNATION_MISMATCH,
        message,
        Place("card", index=position.cell),
        law=designation.law,
        seat=position.dummy.letter,
        trick=trick,
        card=str(played),
        help=advice,
    )


def _any_of(designation: Designation) -> Item:
    """The cards that it may be, as they are written in a record."""
    return (
        Said("the card that was played")
        if len(designation.cards) > _MANY
        else either([str(card) for card in designation.cards])
    )
