"""Tag pairs that are not ``[Name "value"]``: what can be read of them."""

from __future__ import annotations

import re
from functools import partial
from typing import NamedTuple

from pbntools import rules
from pbntools.diagnostics import Fix, TextChange
from pbntools.formats.pbn.fixing import escape_lines
from pbntools.formats.pbn.lexer import ASIDE, BRACKET, STANDARD, TAG_NAME, TAG_VALUE
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.said import Said

_UNQUOTED = re.compile(r"\[[ \t]*+([A-Z][A-Za-z0-9_]*+)(?:[ \t]++([^\"\[\]\r\n]*+))?\]")
_ASIDE = re.compile(ASIDE)


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
            words = _ASIDE.match(text, start)
            end = words.end() if words else start + 1
            message = (
                Said('{words} is no tag pair [Name "value"]', words=repr(decode(words[0][:60])))
                if words
                else Said('a "[" that opens no tag pair [Name "value"]')
            )
            fault = Fault(rules.STRAY_TEXT, start, end, message, fix=partial(escape_lines, text, start, end))
            return Mended(end, fault)
        name, value = found[1], (found[2] or "").strip()
        if not value:
            advice = Said('write [{name} "{shown}"]', name=name, shown="")
            fix = Fix(advice, False, (TextChange(start, found.end(), f'[{name} ""]'),))
            fault = Fault(
                rules.MALFORMED_TAG, start, found.end(), Said("{name} has no value", name=name), advice, fix=fix
            )
            return Mended(found.end(), fault, name, None, found.end() - 1)
        shown = decode(value)
        message = Said("the value of {name} has no quotes; it is read as {shown}", name=name, shown=repr(shown))
        fix = Fix("put the value into quotes", True, (TextChange(start, found.end(), f'[{name} "{value}"]'),))
        fault = Fault(
            rules.MALFORMED_TAG,
            start,
            found.end(),
            message,
            Said('write [{name} "{shown}"]', name=name, shown=shown),
            fix=fix,
        )
        return Mended(found.end(), fault, name, value, found.start(2))
    name = match[TAG_NAME]
    at = match.start(TAG_VALUE)
    if closing[1] <= line_end:
        value = text[at : closing[0]].replace('"', '\\"')
        message = Said("the value of {name} holds a bare quote", name=name)
        # Where a bracket stands inside the value, another tag pair may have begun there.
        safe = not any(bracket in value for bracket in "[]")
        fix = Fix('write \\" for the quotes inside the value', safe, (TextChange(at, closing[0], value),))
        fault = Fault(
            rules.MALFORMED_TAG, start, closing[1], message, Said('write \\" for a quote inside a value'), fix=fix
        )
        return Mended(closing[1], fault, name, value, at)
    if match.end() < line_end and text[match.end()] == '"':
        stop = match.end() + 1
        fix = Fix("close the tag pair", True, (TextChange(stop, stop, "]"),))
        fault = Fault(
            rules.MALFORMED_TAG, start, stop, Said("the tag pair of {name} is not closed by ]", name=name), fix=fix
        )
        return Mended(stop, fault, name, match[TAG_VALUE], at)
    value = text[at:line_end].rstrip(" \t").removesuffix("]")
    message = Said("the value of {name} has no closing quote; it is read to the end of its line", name=name)
    fix = Fix("close the value at the end of its line", False, (TextChange(at + len(value), line_end, '"]'),))
    return Mended(line_end, Fault(rules.UNTERMINATED_STRING, at - 1, line_end, message, fix=fix), name, value, at)
