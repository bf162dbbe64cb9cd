"""What is wrong with the notes of a game and the references to them (PBN 2.1 §3.5.1)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

from pbntools import rules
from pbntools.diagnostics import Severity
from pbntools.formats.pbn.fixing import move_notes, remove_tag
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.formats.pbn.section_words import Tokens, placed, seated
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.record import Record

_SECTIONS = {"Auction": Said("auction"), "Play": Said("play"), "": Said("game")}
_NOTE = re.compile(r"[ \t]*+([0-9]{1,9})?+[ \t]*+(:?)")


def note_faults(game: RawGame, record: Record, auction: Tokens | None, play: Tokens | None) -> Iterator[Fault]:
    """Notes that no reference answers, references without a note, and notes that stand where none may."""
    words: dict[tuple[str, int], int] = {}
    used: dict[str, dict[int, tuple[int, int]]] = {"Auction": {}, "Play": {}, "": {}}
    for section, tokens in (("Auction", auction), ("Play", play)):
        for number, start, end, index in tokens.references if tokens else ():
            used[section].setdefault(number, (start, end))
            words.setdefault((section, number), index)
    defined: dict[str, dict[int, tuple[int, int]]] = {"Auction": {}, "Play": {}, "": {}}
    for section, value, at in game.notes:
        span = at, at + len(value)
        match = _NOTE.match(value)
        number = int(match[1]) if match and match[1] else 0
        if not 1 <= number <= 32 or not match or not match[2]:
            what = (
                Said("{number} is no number of a note", number=number)
                if match and match[1] and match[2]
                else Said("the note has no number")
            )
            yield Fault(rules.NOTE_INDEX, *span, Said("{what}: expected 1 to 32 and a colon", what=what))
            continue
        if match[0].strip(" \t") != match[0] or match[0][-2:-1] in (" ", "\t"):
            message = Said("blanks stand before the number of the note, or between it and the colon")
            yield Fault(rules.NOTE_INDEX, *span, message, severity=Severity.NOTICE)
        if number in defined[section]:
            first, last = defined[section][number]
            text = game.chunk.text
            pair = text.rfind("[", game.start, at), text.find("]", span[1]) + 1
            yield Fault(
                rules.DUPLICATE_TAG,
                *span,
                Said(
                    "note {number} of the {section} is given a second time", number=number, section=_SECTIONS[section]
                ),
                fix=partial(remove_tag, text, *pair) if text[first:last] == value else None,
            )
            continue
        defined[section][number] = span
    moved: list[tuple[int, int]] = []
    move = partial(move_notes, game, moved)
    for number, span in list(defined["Play"].items()):
        if number in used["Auction"] and number not in defined["Auction"] and number not in used["Play"]:
            yield Fault(
                rules.NOTE_MISPLACED, *span,
                Said(
                    "note {number} stands behind the play, but only the auction refers to it; it is read as the"
                    " auction's",
                    number=number,
                ),
                Said("put it behind the auction"),
                fix=move if game.auction else None,
            )  # fmt: skip
            moved.append(span)
            del defined["Play"][number]
            defined["Auction"][number] = span
    for number, span in defined[""].items():
        yield Fault(
            rules.NOTE_MISPLACED,
            *span,
            Said("note {number} stands before auction and play, and belongs to neither", number=number),
        )
    for section in ("Auction", "Play"):
        for number, span in used[section].items():
            if number not in defined[section]:
                fault = Fault(
                    rules.NOTE_UNDEFINED,
                    *span,
                    Said("the {section} has no note {number}", section=_SECTIONS[section], number=number),
                )
                if words[section, number] >= 0:
                    kind = "call" if section == "Auction" else "card"
                    fault = seated(placed(fault, kind, words[section, number]), record)
                yield fault
        for number, span in defined[section].items():
            if number not in used[section]:
                yield Fault(
                    rules.NOTE_UNUSED,
                    *span,
                    Said("nothing in the {section} refers to note {number}", section=_SECTIONS[section], number=number),
                )
