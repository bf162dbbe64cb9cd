"""Faults in how a file is cut into games: blank lines, separators, second tags, stray text."""

from __future__ import annotations

from functools import partial

from pbntools import rules
from pbntools.formats.pbn.fixing import BlankLines, escape_lines, remove_repeated, separate
from pbntools.formats.pbn.lexer import is_section
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


def duplicate(game: RawGame, name: str, value: str, start: int, end: int) -> None:
    """Report a tag that the game has already."""
    decode = game.chunk.decoder.decode
    same = game.tags[name] == value
    game.contradicted += not same or is_section(name)
    if same:
        detail = Said("with the same value")
    else:
        detail = Said('the first one, "{value}", counts', value=decode(game.tags[name]))
    message = Said("{name} is given a second time; {detail}", name=name, detail=detail)
    game.repeated += 1
    fix = partial(remove_repeated, game, start, end) if same and not is_section(name) else None
    game.faults.append(Fault(rules.DUPLICATE_TAG, start, end, message, fix=fix))


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
