"""Faults in how a file is cut into games: blank lines, separators, stray text."""

from __future__ import annotations

from functools import partial

from pbntools import rules
from pbntools.formats.pbn.fixing import BlankLines, escape_lines, separate
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.said import Said

SPACE = " \t\r\n\v\f"


def blank_line(game: RawGame, blank: int, told: BlankLines | None) -> BlankLines:
    """Report the blank line that follows an offset, inside a game; the fix of one told before takes it in."""
    text = game.chunk.text
    at = blank + (2 if text.startswith("\r\n", blank) else 1)
    if told is not None:
        told.add(at)
        return told
    fix = BlankLines(text)
    fix.add(at)
    message = Said("a blank line ends a game, but the game goes on after this one")
    game.faults.append(Fault(rules.BLANK_LINE_INSIDE_GAME, at, at, message, Said("remove the blank line"), fix=fix))
    return fix


def no_separator(game: RawGame, name: str, start: int) -> None:
    """Report that the tag at an offset starts this game without a blank line before it."""
    game.faults.append(
        Fault(
            rules.MISSING_SEPARATOR,
            start,
            start + len(name) + 1,
            Said("{name} starts a new game, but no blank line stands before it", name=name),
            Said("put a blank line between two games"),
            fix=partial(separate, game.chunk.text, start),
        )
    )


def stray(game: RawGame, start: int, end: int, line_end: int) -> None:
    """Report text that belongs to nothing, once for each piece; its first line ends at ``line_end``."""
    text = game.chunk.text
    shown = game.chunk.decoder.decode(text[start : min(line_end, end)])[:60].rstrip()
    what = (
        Said("a closing brace without its opening one")
        if shown == "}"
        else Said("text outside any tag, section or comment: {shown}", shown=repr(shown))
    )
    help = Said("put it into a comment { } or an escape line that starts with %")
    game.faults.append(Fault(rules.STRAY_TEXT, start, end, what, help, fix=partial(escape_lines, text, start, end)))
