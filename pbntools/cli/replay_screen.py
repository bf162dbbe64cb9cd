"""The full-screen view of ``pbntools replay``; it needs prompt_toolkit, the extra ``tui``."""

from __future__ import annotations

import contextlib
import io
import os
from collections.abc import Callable, Iterator
from dataclasses import replace

from prompt_toolkit.application import Application
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from pbntools.cli.reading import Item
from pbntools.cli.streams import say
from pbntools.replaying import Replay
from pbntools.reports.language import Language
from pbntools.reports.replay_view import HANDS, Drawer, View, help_lines
from pbntools.reports.screen import Screen

_COMMON = {
    "title": "reverse bold",
    "keys": "reverse",
    "label": "bold",
    "turn": "bold reverse",
    "current": "reverse",
    "dim": "ansibrightblack",
    "bad": "bold ansired",
    "warning": "bold ansiyellow",
    "notice": "ansicyan",
}
_COLOURS = {
    "two": {"suit-h": "ansired", "suit-d": "ansired"},
    "four": {"suit-h": "ansired", "suit-d": "ansibrightblue", "suit-c": "ansigreen"},
}


class ReplayScreen:
    """Where the viewer is: a board of those that were read so far, a step of it, and what is to be seen."""

    def __init__(self, games: Iterator[Replay], drawer: Drawer, words: Language) -> None:
        self._unread = games
        self._games: list[Replay] = []
        self._drawer = drawer
        self._words = words
        self._board = 0
        self._view = View()
        self._help = False
        self.step = 0
        self.has_boards = self._read_until(0)

    @property
    def boards(self) -> int:
        """The boards that were read."""
        return len(self._games)

    @property
    def game(self) -> Replay:
        """The board that is shown."""
        return self._games[self._board]

    def draw(self, width: int, height: int) -> StyleAndTextTuples:
        """The screen as prompt_toolkit takes it."""
        if self._help:
            return self._drawn_help()
        found: StyleAndTextTuples = []
        lines = self._drawer.draw(self.game, self.step, self._view, max(width, 1), max(height, 1))
        for at, line in enumerate(lines):
            found += [(f"class:{style}" if style else "", text) for style, text in line]
            if at + 1 < len(lines):
                found.append(("", "\n"))
        return found

    def _drawn_help(self) -> StyleAndTextTuples:
        title = self._words.gettext("Keys")
        found: StyleAndTextTuples = [("class:title", f" {title} "), ("", "\n\n")]
        for keys, text in help_lines(self._words):
            found += [("class:label", f"  {keys:<10}"), ("", f"{text}\n")]
        return found

    def move(self, by: int) -> None:
        """Go some steps forward or back."""
        self.step = min(max(self.step + by, 0), len(self.game) - 1)

    def last(self) -> None:
        """Go to the end."""
        self.step = len(self.game) - 1

    def move_trick(self, direction: int) -> None:
        """Go to the end of this trick, or of the one before; in the auction to its end or beginning."""
        calls = self.game.calls
        played = self.step - calls
        if played < 0 or (played == 0 and direction < 0):
            self.step = calls if direction > 0 else 0
        elif direction > 0:
            self.step = min(calls + 4 * (played // 4 + 1), len(self.game) - 1)
        else:
            self.step = calls + 4 * ((played - 1) // 4)

    def move_call(self, direction: int) -> None:
        """Go to the next call, or to the one before; from the play back to the last call."""
        self.step = min(max(min(self.step, self.game.calls + 1) + direction, 0), self.game.calls)

    def move_board(self, direction: int) -> None:
        """Go to the next board, or to the one before."""
        if self._board + direction >= 0 and self._read_until(self._board + direction):
            self._board += direction
            self.step = 0

    def to_diagnostic(self, direction: int) -> None:
        """Go to the next step that something is wrong at, or to the one before."""
        game = self.game
        found = game.next_diagnostic(self.step) if direction > 0 else game.previous_diagnostic(self.step)
        if found is not None:
            self.step = found

    def turn_hands(self) -> None:
        """Show other hands."""
        names = list(HANDS)
        self._view = replace(self._view, hands=names[(names.index(self._view.hands) + 1) % len(names)])

    def turn_legal(self) -> None:
        """Show or hide what is legal."""
        self._view = replace(self._view, legal=not self._view.legal)

    def turn_help(self) -> None:
        """Show or hide the keys."""
        self._help = not self._help

    def _read_until(self, board: int) -> bool:
        while len(self._games) <= board:
            game = next(self._unread, None)
            if game is None:
                return False
            self._games.append(game)
        return True


def _bindings(screen: ReplayScreen) -> KeyBindings:
    keys = KeyBindings()
    moves: list[tuple[tuple[str, ...], Callable[[], None]]] = [
        (("right", "space"), lambda: screen.move(1)),
        (("left", "backspace"), lambda: screen.move(-1)),
        (("down",), lambda: screen.move_trick(1)),
        (("up",), lambda: screen.move_trick(-1)),
        (("c",), lambda: screen.move_call(1)),
        (("C",), lambda: screen.move_call(-1)),
        (("n", "pagedown"), lambda: screen.move_board(1)),
        (("p", "pageup"), lambda: screen.move_board(-1)),
        (("home", "g"), lambda: screen.move(-screen.step)),
        (("end", "G"), screen.last),
        (("d",), lambda: screen.to_diagnostic(1)),
        (("D",), lambda: screen.to_diagnostic(-1)),
        (("v",), screen.turn_hands),
        (("l",), screen.turn_legal),
        (("h", "?"), screen.turn_help),
    ]
    for names, move in moves:
        for name in names:
            keys.add(name)(lambda _event, move=move: move())
    for name in ("q", "c-c", "c-d"):
        keys.add(name)(lambda event: event.app.exit())
    return keys


def application(
    screen: ReplayScreen, colours: str, terminal: Input | None = None, output: Output | None = None
) -> Application[None]:
    """The program that shows the screen and obeys the keys."""

    def text() -> StyleAndTextTuples:
        size = shown.output.get_size()
        return screen.draw(size.columns, size.rows)

    shown: Application[None] = Application(
        layout=Layout(Window(FormattedTextControl(text, focusable=True, show_cursor=False), wrap_lines=False)),
        key_bindings=_bindings(screen),
        style=Style.from_dict(_COMMON | _COLOURS[colours]),
        full_screen=True,
        color_depth=ColorDepth.DEPTH_1_BIT if os.environ.get("NO_COLOR") else ColorDepth.DEPTH_4_BIT,
        input=terminal,
        output=output,
    )
    return shown


def show(
    items: Iterator[Item],
    game_of: Callable[[Item], Replay],
    screen: Screen,
    words: Language,
    letters: dict[int, str],
    colours: str,
) -> int:
    """Show the boards until the viewer leaves; returns how many of them were read.

    What is complained of meanwhile would spoil the screen, so it is said afterwards.
    """
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        shown = ReplayScreen(map(game_of, items), Drawer(screen, words, letters), words)
        if shown.has_boards:
            application(shown, colours).run()
    for line in said.getvalue().splitlines():
        say(line)
    return shown.boards
