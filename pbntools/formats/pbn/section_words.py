"""Level 2: what the words of an auction or a play section are, and what was found in one (PBN 2.1 §3.5, §3.6)."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pbntools.core import CALLS, CARDS
from pbntools.formats.pbn.raw import Fault, Faults
from pbntools.record import UNKNOWN_CARD, Annotation, Comment

if TYPE_CHECKING:
    from pbntools.record import Record

CALL_IDS: dict[str, int] = {}
"""The standard's call words, in every case that it accepts, to call numbers."""
for _call in CALLS:
    for _word in (str(_call), str(_call).upper(), str(_call).lower()):
        CALL_IDS[_word] = int(_call)
for _level in "1234567":
    for _nt in ("Nt", "nT"):
        CALL_IDS[_level + _nt] = CALL_IDS[_level + "NT"]

CARD_IDS: dict[str, int] = {str(card): int(card) for card in CARDS} | {"-": UNKNOWN_CARD}
"""Card words in upper case to card numbers."""

REFERENCE = re.compile(r"=([1-9]|[12][0-9]|3[0-2])=(?![=0-9])")
"""A reference to a note, 1 to 32."""

SUFFIXES = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""Suffixes and their numeric glyphs on calls; on cards they are six more (PBN 2.1 §3.7)."""


class Beside(NamedTuple):
    """An annotation: where it starts, whose it is by its word's index, and how the export format writes it.

    ``nth`` counts, from 0, those of the same word that are written alike.
    """

    start: int
    word: int
    written: str
    nth: int = 0


@dataclass(slots=True)
class Tokens:
    """The words of one section.  Spans are local to the chunk."""

    kind: str
    ids: list[int] = field(default_factory=list)
    spans: list[tuple[int, int]] = field(default_factory=list)
    end: str = ""
    end_span: tuple[int, int] | None = None
    next_cell: int | None = None
    dashes: int = 0
    alerts: int = 0
    """Stars behind calls that are read as alerts."""
    skips: list[int] = field(default_factory=list)
    marks: dict[int, list[str]] = field(default_factory=dict)
    mark_spans: dict[int, tuple[int, int]] = field(default_factory=dict)
    all_pass: int | None = None
    annotations: dict[int, Annotation] = field(default_factory=dict)
    references: list[tuple[int, int, int, int]] = field(default_factory=list)
    """Number, start, end, and the word's index of each reference to a note."""
    comments: list[Comment] = field(default_factory=list)
    beside: list[Beside] = field(default_factory=list)
    """The annotations in the order of the text."""
    card_words: dict[int, str] = field(default_factory=dict)
    """By the word's index, what stands in the place of a card and is none: short words among the first 52."""
    faults: Faults = field(default_factory=Faults)

    def marked(self, letter: str) -> frozenset[int]:
        """The indices that carry a mark."""
        return frozenset(index for index, letters in self.marks.items() if letter in letters)


def passes_needed(ids: list[int]) -> int:
    """How many passes "all pass" stands for: those that end the auction (Law 22)."""
    trailing = 0
    for call in reversed(ids[-4:]):
        if call:
            break
        trailing += 1
    return max(0, (3 if trailing < len(ids) else 4) - trailing)


@lru_cache(maxsize=64)
def annotated(number: int) -> Annotation:
    """The annotation that refers to one note and says nothing else."""
    return Annotation(None, (number,))


def placed(fault: Fault, kind: str, index: int) -> Fault:
    """The fault with its call or card, from the index of the word."""
    if kind == "call":
        return fault._replace(call=index + 1)
    return fault._replace(trick=index // 4 + 1, cell=index)


def seated(fault: Fault, record: Record) -> Fault:
    """The fault with the player whose call or card it speaks of."""
    if fault.call is not None and record.auction is not None:
        return fault._replace(seat=record.auction.seat(fault.call - 1).letter)
    if fault.cell is not None and record.play is not None:
        return fault._replace(seat=record.play.seat(fault.cell).letter)
    return fault
