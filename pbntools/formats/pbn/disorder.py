"""Faults in how a file is cut into games: blank lines, separators, second tags, stray text."""

from __future__ import annotations

from pbntools import rules
from pbntools.formats.pbn.raw import Fault, RawGame

SPACE = " \t\r\n\v\f"


def blank_line(game: RawGame, blank: int) -> None:
    """Report the blank line that follows an offset, inside a game."""
    line_end = 2 if game.chunk.text.startswith("\r\n", blank) else 1
    game.faults.append(
        Fault(
            rules.BLANK_LINE_INSIDE_GAME,
            blank + line_end,
            blank + line_end,
            "a blank line ends a game, but the game goes on after this one",
            "remove the blank line",
        )
    )


def no_separator(game: RawGame, name: str, start: int) -> None:
    """Report that the tag at an offset starts this game without a blank line before it."""
    game.faults.append(
        Fault(
            rules.MISSING_SEPARATOR,
            start,
            start + len(name) + 1,
            f"{name} starts a new game, but no blank line stands before it",
            "put a blank line between two games",
        )
    )


def duplicate(game: RawGame, name: str, value: str, start: int, end: int) -> None:
    """Report a tag that the game has already."""
    decode = game.chunk.decoder.decode
    same = game.tags[name] == value
    detail = "with the same value" if same else f'the first one, "{decode(game.tags[name])}", counts'
    game.faults.append(Fault(rules.DUPLICATE_TAG, start, end, f"{name} is given a second time; {detail}"))


def stray(game: RawGame, start: int, end: int, line_end: int) -> None:
    """Report text that belongs to nothing, once for each piece; its first line ends at ``line_end``."""
    text = game.chunk.text
    shown = game.chunk.decoder.decode(text[start : min(line_end, end)])[:60].rstrip()
    what = (
        "a closing brace without its opening one"
        if shown == "}"
        else f"text outside any tag, section or comment: {shown!r}"
    )
    help = "put it into a comment { } or an escape line that starts with %"
    game.faults.append(Fault(rules.STRAY_TEXT, start, end, what, help))
