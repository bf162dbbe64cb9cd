"""Tag pairs that are not ``[Name "value"]``: what can be read of them."""

from __future__ import annotations

import re
from typing import NamedTuple

from pbntools import rules
from pbntools.formats.pbn.lexer import BRACKET, STANDARD, TAG_NAME, TAG_VALUE
from pbntools.formats.pbn.raw import Fault, RawGame

_UNQUOTED = re.compile(r"\[[ \t]*+([A-Z][A-Za-z0-9_]*+)(?:[ \t]++([^\"\[\]\r\n]*+))?\]")


class Mended(NamedTuple):
    """What a damaged tag pair was read as: no name where it is none, no value where none can be told."""

    resume: int
    """Where the text goes on."""
    fault: Fault
    name: str | None = None
    value: str | None = None
    at: int = 0
    """Where the value starts."""


def mend(game: RawGame, match: re.Match[str], line_end: int, closing: tuple[int, int]) -> Mended:
    """Read a damaged tag pair, no further than to the end of its line.

    ``closing`` is the span of the first quote and bracket that close a pair behind it, wherever that is.
    """
    text = game.chunk.text
    decode = game.chunk.decoder.decode
    start = match.start()
    if match.lastindex == BRACKET:
        found = _UNQUOTED.match(text, start)
        if found is None or found[1] not in STANDARD:
            fault = Fault(rules.STRAY_TEXT, start, start + 1, 'a "[" that opens no tag pair [Name "value"]')
            return Mended(start + 1, fault)
        name, value = found[1], (found[2] or "").strip()
        if not value:
            fault = Fault(rules.MALFORMED_TAG, start, found.end(), f"{name} has no value", f'write [{name} ""]')
            return Mended(found.end(), fault, name, None, found.end() - 1)
        shown = decode(value)
        message = f"the value of {name} has no quotes; it is read as {shown!r}"
        fault = Fault(rules.MALFORMED_TAG, start, found.end(), message, f'write [{name} "{shown}"]')
        return Mended(found.end(), fault, name, value, found.start(2))
    name = match[TAG_NAME]
    at = match.start(TAG_VALUE)
    if closing[1] <= line_end:
        value = text[at : closing[0]].replace('"', '\\"')
        message = f"the value of {name} holds a bare quote"
        fault = Fault(rules.MALFORMED_TAG, start, closing[1], message, 'write \\" for a quote inside a value')
        return Mended(closing[1], fault, name, value, at)
    if match.end() < line_end and text[match.end()] == '"':
        fault = Fault(rules.MALFORMED_TAG, start, match.end() + 1, f"the tag pair of {name} is not closed by ]")
        return Mended(match.end() + 1, fault, name, match[TAG_VALUE], at)
    value = text[at:line_end].rstrip(" \t").removesuffix("]")
    message = f"the value of {name} has no closing quote; it is read to the end of its line"
    return Mended(line_end, Fault(rules.UNTERMINATED_STRING, at - 1, line_end, message), name, value, at)
