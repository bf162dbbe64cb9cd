"""The full-screen view of ``pbntools replay``; it needs prompt_toolkit, the extra ``tui``."""

from __future__ import annotations

import asyncio
import contextlib
import io
import os
import signal
import sys
import time
from collections.abc import Callable, Generator, Iterator
from dataclasses import replace
from typing import NamedTuple

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.input import Input, create_input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.key_binding.key_processor import KeyPress
from prompt_toolkit.layout import FormattedTextControl, Layout, Window
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import Style

from pbntools.cli.streams import say
from pbntools.diagnostics import Diagnostic, Severity
from pbntools.laws import resolve
from pbntools.record import Record
from pbntools.replaying import Replay
from pbntools.reports.language import Language
from pbntools.reports.replay_view import HANDS, Drawer, View

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
_AT_ONCE = 0.1
"""Seconds that a search goes on before other keys are listened to, and the screen is drawn."""

Search = Generator[None, None, None]
"""What is done bit by bit, since it may read a long file."""


class _Board(NamedTuple):
    """What is kept of a board that was read: a replay of all of them would take twice the room."""

    record: Record
    diagnostics: dict[int, tuple[Diagnostic, ...]]
    laws: str

    def replay(self) -> Replay:
        """The board to be played again."""
        found = [one for here in self.diagnostics.values() for one in here]
        return Replay(self.record, resolve(self.record, self.laws), found)


class ReplayScreen:
    """Where the viewer is: a board of those that were read so far, a step of it, and what is to be seen.

    ``games`` are the boards; None stands for a record that was read and is none of those to be shown.
    """

    def __init__(self, games: Iterator[Replay | None], drawer: Drawer, words: Language) -> None:
        self._unread = games
        self._boards: list[_Board] = []
        self._read = 0
        self._search: Search | None = None
        self._drawer = drawer
        self._words = words
        self._board = 0
        self._view = View()
        self._help = False
        self._with_notices = False
        self._asked: str | None = None
        self._size = (1, 1)
        self.step = 0
        self.is_complete = False
        """Whether all boards were read."""
        self.seen = {0}
        """The boards that were shown, by their place in the file."""
        while not self._boards and not self.is_complete:
            self._read_one()
        self.has_boards = bool(self._boards)
        if self.has_boards:
            self.game = self._boards[0].replay()
            """The board that is shown."""

    @property
    def is_searching(self) -> bool:
        """Whether a search is under way."""
        return self._search is not None

    @property
    def is_asking(self) -> bool:
        """Whether the number of a board is being typed."""
        return self._asked is not None

    def draw(self, width: int, height: int) -> StyleAndTextTuples:
        """The screen as prompt_toolkit takes it."""
        self._size = width, height = max(width, 1), max(height, 1)
        view = self._view
        if self.is_searching:
            foot = self._words.ngettext(
                "reading… {n:,} board; Esc stops", "reading… {n:,} boards; Esc stops", self._read
            )
            view = replace(view, foot=foot)
        if self._help and not self.is_searching:
            lines = self._drawer.draw_help(width, height)
        else:
            lines = self._drawer.draw(self.game, self.step, view, width, height)
        found: StyleAndTextTuples = []
        for at, line in enumerate(lines):
            found += [(f"class:{style}" if style else "", text) for style, text in line]
            if at + 1 < len(lines):
                found.append(("", "\n"))
        return found

    def act(self, action: Callable[[], Search | None]) -> None:
        """Obey a key: what was said of the one before it goes.  What is not done soon is a search that goes on."""
        self._say("")
        self._search = action()
        self.search_on()

    def search_on(self) -> None:
        """Go on with a search for a moment."""
        end = time.monotonic() + _AT_ONCE
        search = self._search
        while search is not None:
            try:
                next(search)
            except StopIteration:
                self._search = search = None
            if time.monotonic() > end:
                return

    def stop_search(self) -> None:
        """Search no more, and stay at the board that is shown."""
        self._search = None
        self._say(self._words.gettext("the search was stopped"))

    def move(self, by: int) -> None:
        """Go some steps forward or back."""
        self._go(self._board, min(max(self.step + by, 0), len(self.game) - 1))

    def last(self) -> None:
        """Go to the end."""
        self._go(self._board, len(self.game) - 1)

    def move_line(self, direction: int) -> None:
        """Scroll what is said by a line; where the table is shown, go by a trick."""
        if self._view.notes is None:
            self.move_trick(direction)
        else:
            self.scroll(direction)

    def move_page(self, direction: int) -> Search | None:
        """Scroll what is said by a screen; where the table is shown, go by a board."""
        if self._view.notes is None:
            return self.move_board(direction)
        self.scroll(direction * max(self._size[1] - 3, 1))
        return None

    def scroll(self, by: int) -> None:
        """Scroll what is said at this step by some lines, as far as there are more."""
        width, height = self._size
        lines = self._drawer.note_lines(self.game, self.step, self._view, width)
        last = max(lines - max(height - 2, 1), 0)
        self._view = replace(self._view, notes=min(max((self._view.notes or 0) + by, 0), last))

    def move_trick(self, direction: int) -> None:
        """Go to the end of this trick, or of the one before; in the auction to its end or beginning."""
        calls = self.game.calls
        played = self.step - calls
        if played < 0 or (played == 0 and direction < 0):
            step = calls if direction > 0 else 0
        elif direction > 0:
            step = min(calls + 4 * (played // 4 + 1), len(self.game) - 1)
        else:
            step = calls + 4 * ((played - 1) // 4)
        self._go(self._board, step)

    def move_call(self, direction: int) -> None:
        """Go to the next call, or to the one before; from the play back to the last call."""
        if direction > 0 and self.step >= self.game.calls:
            self._say(self._words.gettext("there is no call after this"))
        else:
            self._go(self._board, max(min(self.step + direction, self.game.calls), 0))

    def move_board(self, direction: int) -> Search:
        """Go to the next board, or to the one before."""
        board = self._board + direction
        if board < 0:
            self._say(self._words.gettext("this is the first board"))
        elif (yield from self._reading_until(board)):
            self._go(board, 0)
        else:
            self._say(self._words.gettext("this is the last board"))

    def to_diagnostic(self, direction: int) -> Search:
        """Go to the next step that something is wrong at, or to the one before, also of other boards.

        Behind the last one comes the first one again, which is said.
        """
        inside = [at for at in self._wrong(self._board) if (at - self.step) * direction > 0]
        if inside:
            self._go(self._board, inside[0 if direction > 0 else -1])
            return
        board, around = self._board, ""
        while True:
            board += direction
            if board < 0:
                yield from self._reading_all()
                board, around = len(self._boards) - 1, self._words.gettext("on from the last board")
            elif not (yield from self._reading_until(board)):
                board, around = 0, self._words.gettext("on from the first board")
            if found := self._wrong(board):
                self._go(board, found[0 if direction > 0 else -1])
                self._say(around)
                return
            if board == self._board:
                break
        if self._with_notices or not any(one.diagnostics for one in self._boards):
            self._say(self._words.gettext("there is no diagnostic"))
        else:
            self._say(self._words.gettext("there is no error or warning; f lets d stop at notices, too"))

    def _wrong(self, board: int) -> list[int]:
        """The steps of a board that something is wrong at."""
        least = Severity.NOTICE if self._with_notices else Severity.WARNING
        found = self._boards[board].diagnostics
        return [at for at, here in found.items() if any(one.severity >= least for one in here)]

    def turn_notices(self) -> None:
        """Stop at notices, too, or at errors and warnings alone."""
        self._with_notices = not self._with_notices
        if self._with_notices:
            self._say(self._words.gettext("d and D stop at notices, too"))
        else:
            self._say(self._words.gettext("d and D stop at errors and warnings"))

    def ask(self) -> None:
        """Ask for the number of a board."""
        self._type("")

    def type(self, text: str) -> None:
        """Take what is typed for the number."""
        if text.isprintable():
            self._type((self._asked or "") + text)

    def rub_out(self) -> None:
        """Take the last character back."""
        self._type((self._asked or "")[:-1])

    def give_up(self) -> None:
        """Ask no more."""
        self._asked = None
        self._say("")

    def answer(self) -> Search:
        """Go to the board that was asked for: the next one of that number, from the first again behind the last."""
        wanted = (self._asked or "").strip()
        self.give_up()
        board = self._board
        while wanted:
            board += 1
            if not (yield from self._reading_until(board)):
                board = 0
            record = self._boards[board].record
            if wanted.casefold() == (record.board or "").casefold() or wanted == str(record.number):
                self._go(board, 0)
                return
            if board == self._board:
                self._say(self._words.gettext("there is no board {board}").format(board=wanted))
                return

    def _type(self, text: str) -> None:
        self._asked = text[:30]
        label = self._words.gettext("Board:")
        self._say(f"{label} {self._asked}_")

    def turn_hands(self) -> None:
        """Show other hands."""
        # Where no hand is hidden, all hands are shown to begin with.
        is_lesson = bool(self._drawer.hidden_hands(self.game))
        names = [name for name in HANDS if is_lesson or name != "recorded"]
        now = "all" if self._view.hands == "recorded" and not is_lesson else self._view.hands
        hands = names[(names.index(now) + 1) % len(names)]
        self._view = replace(self._view, hands=hands, veiled=False, foot=self._words.gettext(HANDS[hands]))

    def turn_legal(self) -> None:
        """Show or hide what is legal."""
        self._view = replace(self._view, legal=not self._view.legal)

    def turn_ahead(self) -> None:
        """Show the whole auction, or that so far."""
        self._view = replace(self._view, ahead=not self._view.ahead)

    def turn_notes(self) -> None:
        """Show all that is said at this step, or the table."""
        self._view = replace(self._view, notes=0 if self._view.notes is None else None)

    def turn_help(self) -> None:
        """Show or hide the keys."""
        self._help = not self._help

    def back(self) -> None:
        """Show the table."""
        self._help = False
        self._view = replace(self._view, notes=None)

    def _go(self, board: int, step: int) -> None:
        if board != self._board:
            # The hidden hands of another board are to be asked for anew.
            hands = "recorded" if self._view.hands == "all" else self._view.hands
            self._view = replace(self._view, hands=hands, veiled=True)
            self.game = self._boards[board].replay()
        self._board, self.step = board, step
        self.seen.add(board)
        if self._view.notes is not None:
            self._view = replace(self._view, notes=0)

    def _say(self, text: str) -> None:
        self._view = replace(self._view, foot=text)

    def _reading_all(self) -> Search:
        while not self.is_complete:
            self._read_one()
            yield

    def _reading_until(self, board: int) -> Generator[None, None, bool]:
        """Read until there is a board of this place; whether there is one."""
        while len(self._boards) <= board and not self.is_complete:
            self._read_one()
            yield
        return board < len(self._boards)

    def _read_one(self) -> None:
        try:
            game = next(self._unread)
        except StopIteration:
            self.is_complete = True
            return
        self._read += 1
        if game is not None:
            self._boards.append(_Board(game.record, game.diagnostics, game.outcome.edition.name))


def _bindings(screen: ReplayScreen) -> KeyBindings:
    keys = KeyBindings()
    asking = Condition(lambda: screen.is_asking)
    searching = Condition(lambda: screen.is_searching)
    moves: list[tuple[tuple[str, ...], Callable[[], Search | None]]] = [
        (("right", "space"), lambda: screen.move(1)),
        (("left", "backspace"), lambda: screen.move(-1)),
        (("down",), lambda: screen.move_line(1)),
        (("up",), lambda: screen.move_line(-1)),
        (("c",), lambda: screen.move_call(1)),
        (("C",), lambda: screen.move_call(-1)),
        (("n",), lambda: screen.move_board(1)),
        (("p",), lambda: screen.move_board(-1)),
        (("pagedown",), lambda: screen.move_page(1)),
        (("pageup",), lambda: screen.move_page(-1)),
        (("g",), screen.ask),
        (("home",), lambda: screen.move(-screen.step)),
        (("end",), screen.last),
        (("d",), lambda: screen.to_diagnostic(1)),
        (("D",), lambda: screen.to_diagnostic(-1)),
        (("f",), screen.turn_notices),
        (("v",), screen.turn_hands),
        (("a",), screen.turn_ahead),
        (("l",), screen.turn_legal),
        (("m",), screen.turn_notes),
        (("h", "?"), screen.turn_help),
        (("escape",), screen.back),
    ]

    typed: list[KeyPress] = []

    def obey(event: KeyPressEvent, action: Callable[[], Search | None]) -> None:
        screen.act(action)
        if screen.is_searching:
            typed.clear()
            event.app.create_background_task(_searched(screen, event.app, typed))

    def stop(_event: KeyPressEvent) -> None:
        typed.clear()
        screen.stop_search()

    for names, move in moves:
        for name in names:
            keys.add(name, filter=~asking & ~searching)(lambda event, move=move: obey(event, move))
    keys.add("<any>", filter=asking)(lambda event: screen.type(event.data))
    keys.add("backspace", filter=asking)(lambda _event: screen.rub_out())
    keys.add("enter", filter=asking)(lambda event: obey(event, screen.answer))
    keys.add("escape", filter=asking)(lambda _event: screen.give_up())
    keys.add("<any>", filter=searching)(lambda event: typed.extend(event.key_sequence))
    keys.add("escape", filter=searching)(stop)
    keys.add("c-c", filter=searching)(stop)
    keys.add("q", filter=~asking)(lambda event: event.app.exit())
    keys.add("c-c", filter=~searching)(lambda event: event.app.exit())
    keys.add("c-d")(lambda event: event.app.exit())
    return keys


async def _searched(screen: ReplayScreen, program: Application[None], typed: list[KeyPress]) -> None:
    """A search until it is over, with the screen and the keys in between; then what was typed meanwhile is obeyed."""
    while screen.is_searching:
        program.invalidate()
        await asyncio.sleep(0)
        screen.search_on()
    program.key_processor.feed_multiple(typed)
    typed.clear()
    program.key_processor.process_keys()
    program.invalidate()


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


def show(games: Iterator[Replay | None], drawer: Drawer, words: Language, colours: str) -> ReplayScreen:
    """Show the boards until the viewer leaves; returns where he was.

    Keys come from the standard input, or where that brings the records, from the terminal that is written to.  What is
    complained of meanwhile would spoil the screen, so it is said afterwards.  A signal that ends the program
    gives the terminal back first.
    """
    said = io.StringIO()
    with contextlib.redirect_stderr(said):
        shown = ReplayScreen(games, drawer, words)
        ended = None
        if shown.has_boards:
            ended = _run(application(shown, colours, create_input(always_prefer_tty=True)))
    for line in said.getvalue().splitlines():
        say(line)
    if ended is not None:
        sys.exit(128 + ended)
    return shown


def _run(program: Application[None]) -> int | None:
    """Run a program; returns the signal that ended it, if one did."""
    ended: list[int] = []

    def end(number: int) -> None:
        ended.append(number)
        program.exit()

    def listen() -> None:
        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            # Windows has neither the signals nor the method.
            with contextlib.suppress(AttributeError, NotImplementedError):
                number = getattr(signal, name)
                loop.add_signal_handler(number, end, number)

    program.run(pre_run=listen)
    return ended[0] if ended else None
