"""Checks of the play: the findings of its replay, and cards where there is nothing to play (Laws 22A, 41 to 64)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from pbntools import rules
from pbntools.core import PASSED_OUT
from pbntools.diagnostics import Finding, Place
from pbntools.laws._context import Context
from pbntools.laws._words import CARD_NAMES, LETTERS, SUITS, added
from pbntools.laws.outcome import Outcome
from pbntools.record import UNREADABLE_CARD, Record
from pbntools.said import NAMES, Said


def _ruled_on(finding: Finding, outcome: Outcome) -> Finding:
    """A revoke together with what the Laws move for it, and whether the result includes that."""
    ruling = outcome.revokes
    revoke = None if ruling is None else ruling.of(finding.place.index)
    if ruling is None or revoke is None:
        return finding
    text = revoke.text
    last = revoke is ruling.revokes[-1]
    if last and outcome.applied is not None and outcome.tricks_played is not None and outcome.adjustment is not None:
        proper = outcome.tricks_played + outcome.adjustment
        if outcome.applied == "applied":
            result = Said("the result of {tricks} includes what moves", tricks=outcome.tricks)
        elif outcome.applied == "not applied":
            result = Said(
                "the result of {tricks} is what was won: with what moves it is {proper}",
                tricks=outcome.tricks,
                proper=proper,
            )
        else:
            result = Said(
                "the result of {tricks} is neither the {won} won nor {proper}",
                tricks=outcome.tricks,
                won=outcome.tricks_played,
                proper=proper,
            )
        text = added(text, result)
    return replace(finding, help=added(finding.help, text))


def _repeated(outcome: Outcome) -> Iterator[Finding]:
    """A player's further revokes in a suit: the first of them in each suit, since they hide the one before (72B3)."""
    if outcome.revokes is None or outcome.declarer is None or outcome.play is None:
        return
    earlier: dict[tuple[int, int], int] = {}
    for revoke in outcome.revokes.revokes:
        key = (int(revoke.seat), revoke.suit)
        # All four players see the cards of dummy, so his hide nothing.
        if revoke.suit < 0 or revoke.seat is outcome.dummy or revoke.cell not in outcome.play.revokes:
            continue
        before = earlier.setdefault(key, revoke.trick)
        if before == revoke.trick or before < 0:
            continue
        earlier[key] = -1
        yield Finding(
            rules.REVOKE_REPEATED,
            Said(
                "trick {trick}, {seat} revokes in {suit} again, which hides the revoke in trick {before}",
                trick=revoke.trick,
                seat=NAMES[revoke.seat],
                suit=SUITS[revoke.suit],
                before=before,
            ),
            Place("card", index=revoke.cell),
            law=outcome.edition.concealing,
            seat=LETTERS[revoke.seat],
            trick=revoke.trick,
            card=CARD_NAMES[outcome.play.play.ids[revoke.cell]],
            help=Said("a player may not try to hide an infraction; whether he did is for the director to say"),
        )


_LEADS = (rules.LEAD_WRONG_SEAT, rules.LEAD_OUT_OF_TURN)


def _through_screen(finding: Finding, outcome: Outcome) -> Finding:
    """An opening lead by the wrong defender, together with what follows from it at a table with a screen."""
    declarer = outcome.declarer
    if finding.law != "54" or declarer is None:
        return finding
    text = Said(
        "a lead that is faced because the declaring side opened the screen is accepted, and {seat} stays declarer",
        seat=NAMES[declarer],
    )
    return replace(finding, help=added(finding.help, text))


def check_play(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """What the replay of the play found, or cards on a board that was passed out."""
    if outcome.play is not None:
        for finding in outcome.play.findings:
            if finding.rule is rules.REVOKE:
                finding = _ruled_on(finding, outcome)
            elif context.screens and finding.trick == 1 and finding.rule in _LEADS:
                finding = _through_screen(finding, outcome)
            yield finding
        if len(outcome.play.revokes) > 1:
            yield from _repeated(outcome)
        if outcome.remarks:
            from pbntools.laws.designation_checks import check_designations
            from pbntools.laws.penalty_cards import check_put_right

            yield from check_put_right(record, outcome, context)
            yield from check_designations(record, outcome)
        if UNREADABLE_CARD in outcome.play.play.ids:
            from pbntools.laws.designation_checks import check_words

            yield from check_words(record, outcome)
        return
    play = record.play
    if play is None or outcome.contract is not PASSED_OUT:
        return
    cell = next((cell for cell, card in enumerate(play.ids) if card >= 0), None)
    if cell is not None:
        yield Finding(
            rules.PLAY_WITHOUT_CONTRACT,
            Said("cards are played, but the board is passed out"),
            Place("card", index=cell),
            seat=LETTERS[play.seat(cell)],
            trick=cell // 4 + 1,
            card=CARD_NAMES[play.ids[cell]],
        )
