"""Level 2, the quick way: sections of plain calls or cards, cut by ``str.split``."""

from __future__ import annotations

import re

from pbntools.formats.pbn.section_words import CALL_IDS, CARD_IDS, REFERENCE, Tokens, annotated, passes_needed

_ALL_PASS = frozenset(("AP", "ap", "Ap", "aP"))
_NOTE_NUMBERS = {f"={number}=": number for number in range(1, 33)}
_BESIDE_NOTHING = re.compile(r"(?:\A|[=*+])\s*+=")
"""A reference before all words, behind another one, or behind an end mark, which has none of its own."""


def plain_calls(body: str) -> tuple[list[int], str, int | None] | None:
    """Call numbers, end mark and index of "all pass" of an auction of standard words and note references, or None."""
    if not body.isascii():
        # A no-break space is none to the standard.
        return None
    referring = "=" in body
    if referring:
        if _BESIDE_NOTHING.search(body):
            return None
        body = REFERENCE.sub(" ", body)
    words = body.split()
    end = ""
    all_pass = None
    if words:
        last = words[-1]
        if last == "*" or last == "+":
            end = last
            words.pop()
        if words and words[-1] in _ALL_PASS:
            words.pop()
            all_pass = len(words)
    try:
        ids = [CALL_IDS[word] for word in words]
    except KeyError:
        return None
    if all_pass is not None:
        passes = passes_needed(ids)
        if referring and not passes:
            return None  # nobody is left to pass, so a reference behind it is to nothing
        ids.extend([0] * passes)
    return ids, end, all_pass


def plain_cards(body: str) -> tuple[list[int], str] | None:
    """Card numbers by cell and end mark of a play of standard words and note references, or None."""
    if not body.isascii():
        # A no-break space is none to the standard.
        return None
    if "=" in body:
        if _BESIDE_NOTHING.search(body):
            return None
        body = REFERENCE.sub(" ", body)
    words = body.split()
    end = ""
    if words and words[-1] == "*":
        end = "*"
        words.pop()
    try:
        return [CARD_IDS[word] for word in words], end
    except KeyError:
        return None


def plain_references(kind: str, body: str) -> Tokens | None:
    """The annotations of a section of standard words and single note references between blanks, or None.

    Nothing else of the tokens is filled in.
    """
    known = CALL_IDS if kind == "auction" else CARD_IDS
    out = Tokens(kind)
    index = -1
    for word in body.split():
        if word in known:
            index += 1
        elif (number := _NOTE_NUMBERS.get(word)) is not None:
            if index < 0 or index in out.annotations:
                return None
            out.references.append((number, 0, 0, index))
            out.annotations[index] = annotated(number)
        elif word == "*":
            index = -1  # what stands behind it belongs to nothing
        else:
            return None
    return out
