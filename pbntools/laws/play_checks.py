"""Checks of the play: the findings of its replay, and cards where there is nothing to play (Laws 22A, 41 to 64)."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.core import PASSED_OUT
from pbntools.diagnostics import Finding, Place
from pbntools.laws._context import Context
from pbntools.laws._words import CARD_NAMES, LETTERS
from pbntools.laws.outcome import Outcome
from pbntools.record import Record


def check_play(record: Record, outcome: Outcome, context: Context) -> Iterator[Finding]:
    """What the replay of the play found, or cards on a board that was passed out."""
    if outcome.play is not None:
        yield from outcome.play.findings
        return
    play = record.play
    if play is None or outcome.contract is not PASSED_OUT:
        return
    cell = next((cell for cell, card in enumerate(play.ids) if card >= 0), None)
    if cell is not None:
        yield Finding(
            rules.PLAY_WITHOUT_CONTRACT,
            "cards are played, but the board is passed out",
            Place("card", index=cell),
            seat=LETTERS[play.seat(cell)],
            trick=cell // 4 + 1,
            card=CARD_NAMES[play.ids[cell]],
        )
