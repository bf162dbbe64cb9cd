"""What is wrong with the characters and the lines of a game, whatever they say (PBN 2.1 §2.1, §2.2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbntools import rules
from pbntools.diagnostics import Fix, TextChange
from pbntools.formats.pbn.places import GameMap
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.formats.text import WHOLE_LINE
from pbntools.said import Said

_CONTROL = re.compile(r"[\x00-\x08\x0c\x0e-\x1f\x7f]")
_HIGH_CONTROL = re.compile(r"[\x80-\x9f]")
_LONGEST = 255


def character_faults(places: GameMap) -> Iterator[Fault]:
    """Characters that the standard does not allow (PBN 2.1 §2.1)."""
    game = places.game
    text = game.chunk.text
    match = _CONTROL.search(text, game.start, game.end)
    if match:
        code = ord(match[0])
        count = len(_CONTROL.findall(text, game.start, game.end))
        more = Said(" ({count} such characters in this game)", count=count) if count > 1 else ""
        yield Fault(
            rules.FORBIDDEN_CHARACTER,
            match.start(),
            match.end(),
            Said("the control character {code} is not allowed{more}", code=format(code, "#04x"), more=more),
        )
    for name, value in game.tags.items():
        if "\t" in value or "\v" in value:
            start, end = places.tag_value(name)
            spaced = text[start:end].replace("\t", " ").replace("\v", " ")
            fix = Fix("write a space for each tab", False, (TextChange(start, end, spaced),))
            yield Fault(
                rules.FORBIDDEN_CHARACTER,
                start,
                end,
                Said("{name} holds a tab", name=name),
                Said("use a space"),
                fix=fix,
            )
    for _, value, at in game.notes:
        if "\t" in value or "\v" in value:
            yield Fault(rules.FORBIDDEN_CHARACTER, at, at + len(value), Said("a note holds a tab"), Said("use a space"))
    if not text.isascii() and not game.chunk.decoder.transcoded:
        for match in _HIGH_CONTROL.finditer(text, game.start, game.end):
            # In UTF-8 these bytes are parts of characters.
            if not _is_utf8(text, match.start()):
                yield Fault(
                    rules.FORBIDDEN_CHARACTER, match.start(), match.end(),
                    Said("byte {code} is not a character of ISO 8859-1", code=format(ord(match[0]), "#04x")),
                )  # fmt: skip
                break


def line_faults(game: RawGame) -> Iterator[Fault]:
    """Lines that are longer than 255 characters with their end (PBN 2.1 §2.2)."""
    text = game.chunk.text
    for start, end in game.chunk.long_lines:
        if game.start <= start < game.end:
            whole = end - start <= WHOLE_LINE
            if not whole:
                # A line of any length is told of in the same way, wherever a block ends.
                end = _character_end(text, start + WHOLE_LINE)
            line = text[start:end]
            characters = game.chunk.decoder.decode(line)
            longest = _LONGEST - 2 if text.startswith("\r\n", end) else _LONGEST - 1
            if len(characters) > longest:
                offset = longest
                if not line.isascii() and game.chunk.decoder.is_utf8(line):
                    offset = len(characters[:longest].encode("utf-8", "surrogatepass"))
                count = len(characters) if whole else Said("more than {n}", n=WHOLE_LINE)
                yield Fault(
                    rules.LINE_TOO_LONG, start + offset, end,
                    Said(
                        "the line has {count} characters; without its line end it may have {longest}",
                        count=count, longest=longest,
                    ),
                )  # fmt: skip


def _is_utf8(text: str, at: int) -> bool:
    """Whether the byte at an offset is part of a UTF-8 sequence."""
    first = at
    while first > 0 and at - first < 3 and "\x80" <= text[first] <= "\xbf":
        first -= 1
    for length in (2, 3, 4):
        if first + length > at:
            try:
                text[first : first + length].encode("latin-1").decode("utf-8")
            except UnicodeDecodeError:
                continue
            return True
    return False


def _character_end(text: str, at: int) -> int:
    """An offset at or a little before another, at which no UTF-8 sequence is cut."""
    for end in range(at, at - 4, -1):
        if not "\x80" <= text[end] <= "\xbf":
            return end
    return at
