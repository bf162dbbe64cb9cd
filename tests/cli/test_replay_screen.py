"""The full-screen replay, driven in a pseudo-terminal as a person would do it."""

import fcntl
import gc
import os
import pty
import select
import signal
import struct
import sys
import termios
import time
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

pyte = pytest.importorskip("pyte")
pytest.importorskip("prompt_toolkit")

import pbntools as pbn  # noqa: E402
from pbntools.cli.replay_screen import ReplayScreen  # noqa: E402
from pbntools.replaying import Replay  # noqa: E402
from pbntools.reports.language import language  # noqa: E402
from pbntools.reports.replay_view import Drawer  # noqa: E402
from pbntools.reports.screen import Screen  # noqa: E402
from tests.reports import replay_boards as boards  # noqa: E402

RIGHT, LEFT, DOWN, UP, HOME, END = "\x1b[C", "\x1b[D", "\x1b[B", "\x1b[A", "\x1b[H", "\x1b[F"
PATIENCE = 30.0


class Terminal:
    """A terminal of some size, in which the command runs."""

    def __init__(self, command: list[str], folder: Path, environment: dict[str, str], width: int, height: int) -> None:
        self._screen = pyte.Screen(width, height)
        self._stream = pyte.ByteStream(self._screen)
        self.raw = b""
        self.status: int | None = None
        self._process, self._file = pty.fork()
        if self._process == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
            os.chdir(folder)
            os.execve(command[0], command, environment)

    def resize(self, width: int, height: int) -> None:
        self._screen.resize(height, width)
        fcntl.ioctl(self._file, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def press(self, keys: str) -> None:
        os.write(self._file, keys.encode())

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self._screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def reversed_at(self, row: int) -> str:
        """The characters of a row that are shown in reverse."""
        cells = self._screen.buffer[row]
        return "".join(cells[at].data for at in range(self._screen.columns) if cells[at].reverse).strip()

    def colour_of(self, character: str) -> set[str]:
        """The colours in which a character is shown."""
        return {
            cell.fg for row in self._screen.buffer.values() for cell in row.values() if cell.data == character
        }  # fmt: skip

    def wait(self, *wanted: str) -> str:
        """Read until all the texts are on the screen; the test fails if they do not come."""
        return self._until_drawn(lambda: all(text in self.text for text in wanted), f"{wanted} on the screen")

    def wait_line(self, row: int, text: str) -> None:
        self._until_drawn(lambda: text in self.lines[row], f"{text!r} in line {row}")

    def wait_without(self, text: str) -> str:
        return self._until_drawn(lambda: text not in self.text, f"{text!r} to go")

    def wait_end(self) -> int:
        """Read until the command has ended; returns its exit status."""
        self._until(lambda: self.status is not None, "the end")
        assert self.status is not None
        return self.status

    def _until_drawn(self, done: Callable[[], bool], what: str) -> str:
        """Read until it is so in a whole picture: the cursor goes home behind each."""
        return self._until(lambda: (self._screen.cursor.y, self._screen.cursor.x) == (0, 0) and done(), what)

    def _until(self, done: Callable[[], bool], what: str) -> str:
        deadline = time.monotonic() + PATIENCE
        while not done():
            if time.monotonic() > deadline or (self.status is not None and not done()):
                raise AssertionError(f"waited for {what}; there is\n{self.text}")
            self._read()
        return self.text

    def _read(self) -> None:
        ready, _, _ = select.select([self._file], [], [], 0.1)
        if not ready:
            return
        try:
            data = os.read(self._file, 65536)
        except OSError:  # Linux says so when the other side has closed
            data = b""
        if data:
            self.raw += data
            self._stream.feed(data)
        else:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self._process, 0)[1])

    @property
    def process(self) -> int:
        return self._process

    def close(self) -> None:
        if self.status is None:
            os.kill(self._process, signal.SIGKILL)
            os.waitpid(self._process, 0)
        os.close(self._file)


Start = Callable[..., Terminal]


@pytest.fixture
def start(tmp_path: Path, environment: dict[str, str]) -> Iterator[Start]:
    opened: list[Terminal] = []
    (tmp_path / "all.pbn").write_text(boards.ALL, encoding="utf-8")

    def run(
        *arguments: str,
        command: str = "replay",
        width: int = 80,
        height: int = 24,
        env: dict[str, str] | None = None,
        piped: str = "",
        target: str = "",
    ) -> Terminal:
        set_up = environment | {"TERM": "xterm-256color", "LANG": "C.UTF-8"} | (env or {})
        set_up.pop("COLUMNS", None)
        set_up.pop("LC_ALL", None)
        program = [sys.executable, "-c", "from pbntools.cli import main; main()", command, *arguments]
        if piped:
            program = ["/bin/sh", "-c", f'cat {piped} | "$0" "$@" {target}', *program]
        opened.append(Terminal(program, tmp_path, set_up, width, height))
        return opened[-1]

    yield run
    for terminal in opened:
        terminal.close()


def test_a_board_from_the_first_call_to_the_last_card(start: Start) -> None:
    terminal = start("--board", "10", "all.pbn")
    terminal.wait("Board 10, dealer East, all vulnerable", "0/19", "Start; East to call", "h help")
    assert len(terminal.lines) == 24
    assert "N* Noble" in terminal.text
    assert "♥ KQ63" in terminal.text
    terminal.press(RIGHT)
    terminal.wait("1/19", "East: Pass; South to call")
    terminal.press(" ")
    terminal.wait("2/19", "South: 1NT; West to call")
    terminal.press(DOWN)
    terminal.wait("7/19", "West: Pass; West to play", "3NT by South")
    terminal.press(RIGHT)
    terminal.wait("8/19", "Trick 1, West: ♥4; North to play")
    assert "♥ T75" in terminal.text
    terminal.press(LEFT)
    terminal.wait("7/19", "♥ T754")
    terminal.press(DOWN)
    terminal.wait("11/19", "NS 1  EW 0")
    terminal.press(UP)
    terminal.wait("7/19")
    terminal.press("C")
    terminal.wait("6/19")
    terminal.press("c")
    terminal.wait("7/19")
    terminal.press(END)
    terminal.wait("19/19", "No more cards were recorded.", "3NT by South: made, 2 overtricks (11 tricks, recorded)")
    terminal.wait("Score, North-South: +660")
    terminal.press(HOME)
    terminal.wait("0/19")
    terminal.press("q")
    assert terminal.wait_end() == 0
    # The screen that was there before is back, and the closing line stands on it.
    assert b"\x1b[?1049h" in terminal.raw
    assert b"\x1b[?1049l" in terminal.raw
    assert b"replayed 1 board" in terminal.raw.split(b"\x1b[?1049l")[1]


def test_the_next_diagnostic(start: Start) -> None:
    terminal = start("--board", "10", "all.pbn")
    terminal.wait("0/19")
    terminal.press("d")
    terminal.wait("15/19", "Trick 2, East: ♦3", "! error PLY305: A player does not follow suit although he could.")
    assert "East played the ♦3 but held spades (♠J, ♠8 and ♠2)" in terminal.text
    assert "♦3!" in terminal.text
    terminal.press("d")
    terminal.wait("on from the first board", "15/19")
    terminal.press("D")
    terminal.wait("on from the last board", "15/19")
    terminal.press("c")
    terminal.wait("there is no call after this", "15/19")
    terminal.press("C")
    terminal.wait("7/19", "h help")


def test_a_diagnostic_of_another_board(start: Start, tmp_path: Path) -> None:
    quiet, revoke = boards.CLAIMED, boards.REVOKE
    noticed = boards.PASSED_OUT.replace('[Vulnerable "EW"]', '[Vulnerable "None"]')
    (tmp_path / "three.pbn").write_text("\n".join((quiet, noticed, revoke)), encoding="utf-8")
    terminal = start("three.pbn")
    terminal.wait("Board 8", "0/")
    # That a board has another vulnerability than its number says is a notice.
    terminal.press("d")
    terminal.wait("Board 10", "15/19")
    terminal.press("f")
    terminal.wait("d and D stop at notices, too")
    terminal.press("D")
    terminal.wait("Board 9", "notice ")
    terminal.press("q")
    terminal.wait_end()
    assert b"replayed 3 boards of 3 boards that were read so far" in terminal.raw


def test_no_diagnostic_at_all(start: Start) -> None:
    terminal = start("--board", "9", "all.pbn")
    terminal.wait("0/4")
    terminal.press("d")
    terminal.wait("there is no diagnostic")
    terminal.press("f")
    terminal.wait("d and D stop at notices, too")
    terminal.press("d")
    terminal.wait("there is no diagnostic")


def test_a_board_by_its_number(start: Start) -> None:
    terminal = start("all.pbn")
    terminal.wait("Board 7", "· Open")
    terminal.press("g10")
    terminal.wait("Board: 10_")
    terminal.press("\r")
    terminal.wait("Board 10, dealer East", "0/19")
    terminal.press("g7\r")
    terminal.wait("Board 7", "· Open")
    terminal.press("g7\r")
    terminal.wait("Board 7", "· Closed")
    terminal.press("g99x\x7f\r")
    terminal.wait("there is no board 99", "Board 7")
    terminal.press("gq")
    terminal.wait("Board: q_")
    terminal.press("\x1b")
    terminal.wait("h help", "· Closed")
    terminal.press("q")
    assert terminal.wait_end() == 0
    assert b"replayed 3 boards of 6 boards in 1 file" in terminal.raw


def test_all_that_is_said_at_a_step(start: Start, tmp_path: Path) -> None:
    told = " ".join(f"word{at}" for at in range(400))
    (tmp_path / "told.pbn").write_text(boards.OPEN.replace("A quiet start.", told), encoding="utf-8")
    terminal = start("told.pbn")
    text = terminal.wait("word0 ", "… m")
    assert "word200" not in text
    terminal.press("m")
    text = terminal.wait("word100 ", "↑↓ scroll")
    assert "word399" not in text
    assert "♠" not in text
    terminal.press("\x1b[6~" * 5)
    terminal.wait("word399")
    terminal.press(UP * 8)
    terminal.wait_without("word399")
    terminal.press("m")
    terminal.wait("♠", "h help")


def test_hidden_hands_are_shown_when_they_are_asked_for(start: Start, tmp_path: Path) -> None:
    lesson = boards.CLAIMED.replace('[Scoring "IMP"]', '[Scoring "IMP"]\n[Hidden "EW"]')
    (tmp_path / "lesson.pbn").write_text(lesson + "\n" + lesson.replace('"8"', '"18"'), encoding="utf-8")
    terminal = start("lesson.pbn")
    text = terminal.wait("0/", "A4")
    assert text.count("hidden") == 2
    assert "973" not in text
    terminal.press("l" + DOWN)
    terminal.wait("Legal: hidden")
    terminal.press("v")
    text = terminal.wait("973", "Legal: ♠973")
    terminal.press("n")
    text = terminal.wait("Board 18")
    assert "973" not in text
    # Nor does another view show them before they are asked for at that board.
    terminal.press("vvp")
    text = terminal.wait("Board 8,", "0/")
    assert text.count("hidden") == 3
    terminal.press("v")
    terminal.wait("only dummy")
    shown = start("--hide", "none", "lesson.pbn")
    shown.wait("973", "A4")


def test_what_is_to_come_is_not_shown(start: Start) -> None:
    terminal = start("--board", "10", "all.pbn")
    text = terminal.wait("0/19")
    assert "3NT" not in text
    terminal.press("a")
    terminal.wait("3NT")
    terminal.press("a")
    terminal.wait_without("3NT")
    terminal.press(DOWN)
    terminal.wait("3NT by South")


def test_where_tags_and_auction_differ_both_are_shown(start: Start, tmp_path: Path) -> None:
    text = boards.REVOKE.replace('[Declarer "S"]', '[Declarer "E"]')
    (tmp_path / "both.pbn").write_text(text, encoding="utf-8")
    terminal = start("both.pbn")
    terminal.wait("0/19")
    terminal.press(DOWN)
    terminal.wait("3NT by South (recorded: 3NT by East)")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_gives_the_terminal_back(start: Start, number: int) -> None:
    terminal = start("all.pbn")
    terminal.wait("Board 7", "h help")
    os.kill(terminal.process, number)
    assert terminal.wait_end() == 128 + number
    assert b"\x1b[?1049l" in terminal.raw


@pytest.mark.parametrize("name", ["dumb", ""])
def test_a_terminal_that_cannot_place_text_prints_every_step(start: Start, name: str) -> None:
    terminal = start("--board", "9", "all.pbn", env={"TERM": name})
    assert terminal.wait_end() == 0
    assert "Passed out" in terminal.text
    assert b"\x1b[?1049h" not in terminal.raw


def test_what_is_legal(start: Start) -> None:
    terminal = start("--board", "10", "all.pbn")
    terminal.wait("0/19")
    terminal.press("l")
    terminal.wait("Legal: Pass 1♣ – 7NT")
    terminal.press(RIGHT * 2)
    terminal.wait("Legal: Pass X 2♣ – 7NT")
    terminal.press(RIGHT * 12)
    terminal.wait("14/19", "Legal: ♠J82")
    terminal.press("l")
    terminal.wait_without("Legal:")


def test_hands_are_hidden_and_shown(start: Start) -> None:
    terminal = start("--board", "10", "all.pbn")
    terminal.wait("0/19")
    terminal.press("v")
    text = terminal.wait("hidden")
    assert text.count("hidden") == 3
    assert "♠ KQT65" in text
    terminal.press("v")
    terminal.wait_without("♠ KQT65")
    terminal.press(DOWN + RIGHT)
    text = terminal.wait("8/19", "♥ KQ63")
    assert text.count("hidden") == 3
    terminal.press("v")
    terminal.wait_without("hidden")


def test_boards_and_rooms(start: Start) -> None:
    terminal = start("all.pbn")
    terminal.wait("Board 7, dealer South, all vulnerable · Open", "A quiet start.")
    terminal.press("n")
    terminal.wait("· Closed")
    terminal.press("nn")
    terminal.wait("Board 9", "0/4")
    terminal.press(END)
    terminal.wait("4/4", "Passed out", "Score, North-South: 0")
    terminal.press("nnnnnn")
    terminal.wait("Board <b>11</b>")
    terminal.press("pppppppp")
    terminal.wait("Board 7", "· Open")
    terminal.press(RIGHT)
    terminal.wait("1/26", "* 15 to 17, five spades possible", "1NT*")


def test_one_room(start: Start) -> None:
    terminal = start("--room", "closed", "all.pbn")
    terminal.wait("Board 7", "· Closed")
    terminal.press("n" + RIGHT)
    terminal.wait("1/17")


def test_help(start: Start) -> None:
    terminal = start("all.pbn")
    terminal.wait("h help")
    terminal.press("h")
    terminal.wait("Keys", "next, previous error or warning", "quit")
    terminal.press("h")
    terminal.wait("0/26")


def test_it_follows_the_size_of_the_terminal(start: Start) -> None:
    terminal = start("--board", "10", "all.pbn", width=120, height=40)
    terminal.wait("0/19")
    terminal.wait_line(39, " ←→ step")
    terminal.resize(80, 24)
    terminal.wait_line(23, " ←→ step")
    terminal.press(RIGHT)
    terminal.wait("1/19")
    terminal.resize(40, 10)
    terminal.press(RIGHT)
    terminal.wait("2/19", "South: 1NT; West to call", "too small: at least 60×20")
    for width, height in ((5, 2), (3, 1), (2, 2), (1, 1), (1, 5)):
        terminal.resize(width, height)
        time.sleep(0.2)
    terminal.press(RIGHT)
    terminal.resize(80, 24)
    terminal.wait("3/19", "h help")


@pytest.mark.parametrize(("colours", "diamonds", "clubs"), [("two", "red", "default"), ("four", "brightblue", "green")])
def test_colours_of_the_suits(start: Start, colours: str, diamonds: str, clubs: str) -> None:
    terminal = start("--suits", colours, "--board", "10", "all.pbn")
    terminal.wait("0/19")
    assert terminal.colour_of("♥") == {"red"}
    assert terminal.colour_of("♦") == {diamonds}
    assert terminal.colour_of("♣") == {clubs}
    assert terminal.colour_of("♠") == {"default"}


def test_without_colour_and_in_ascii(start: Start) -> None:
    terminal = start("--ascii", "--board", "10", "all.pbn", env={"NO_COLOR": "1"})
    text = terminal.wait("0/19")
    assert text.isascii()
    assert "H KQ63" in text
    terminal.press(DOWN)
    assert terminal.wait("7/19", "3NT by South").isascii()
    terminal.press("h")
    assert terminal.wait("Keys").isascii()
    assert {cell.fg for row in terminal._screen.buffer.values() for cell in row.values()} == {"default"}


def test_turkish_with_turkish_letters(start: Start) -> None:
    terminal = start("--card-letters", "APKV", "--board", "10", "all.pbn", env={"LANG": "tr_TR.UTF-8"})
    terminal.wait("Bord 10, dağıtan Doğu, herkes zonlu", "Başlangıç", "♥ PK63")
    terminal.press("d")
    terminal.wait("2. löve, Doğu: ♦3", "Rönons")


def test_nothing_of_a_record_steers_the_terminal(start: Start, tmp_path: Path) -> None:
    hostile = boards.CLAIMED.replace("Wren", "\x1b]0;owned\x07\x1b[2J Wren").replace("Noble", "日本語の名前 Noble")
    (tmp_path / "hostile.pbn").write_text(hostile, encoding="utf-8")
    terminal = start("hostile.pbn")
    terminal.wait("N 日本", "\\x1b]0;owned")
    assert b"\x1b]0;owned" not in terminal.raw


def test_a_file_without_the_board(start: Start) -> None:
    terminal = start("--board", "99", "all.pbn")
    assert terminal.wait_end() == 1
    assert "nothing to replay: none of 6 records is board 99" in terminal.text
    assert b"\x1b[?1049h" not in terminal.raw


def test_plain_prints_on_a_terminal(start: Start) -> None:
    terminal = start("--plain", "--board", "9", "all.pbn")
    assert terminal.wait_end() == 0
    assert "Passed out" in terminal.text
    assert b"\x1b[?1049h" not in terminal.raw


@pytest.fixture
def long_file(tmp_path: Path) -> Path:
    """A file that takes long to read, with nothing wrong but at its first board."""
    path = tmp_path / "long.pbn"
    path.write_text("\n".join([boards.REVOKE, *numbered(5000)]), encoding="utf-8")
    return path


def numbered(count: int) -> list[str]:
    """Boards from 11 on with nothing wrong but a notice."""
    return [boards.CLAIMED.replace('[Board "8"]', f'[Board "{11 + at}"]') for at in range(count)]


@pytest.mark.parametrize("search", ["g99999\r", "d", "D"])
@pytest.mark.parametrize("key", ["\x1b", "\x03"])
def test_a_long_search_shows_how_far_it_is_and_is_stopped(start: Start, long_file: Path, search: str, key: str) -> None:
    terminal = start("--lang", "en", str(long_file))
    terminal.wait("Board 10", "0/19")
    if search != "D":
        terminal.press(END)
        terminal.wait("19/19")
    terminal.press(search)
    terminal.wait("reading… ", " boards; Esc stops", "Board 10")
    terminal.press(key)
    terminal.wait("the search was stopped", "Board 10")
    # It is alive: the next board is the one behind this.
    terminal.press("n")
    terminal.wait("Board 11", "0/")
    terminal.press("q")
    assert terminal.wait_end() == 0
    assert b"that were read so far" in terminal.raw


def test_a_long_search_is_left_for_good(start: Start, long_file: Path) -> None:
    terminal = start("--lang", "en", "--board", "10", str(long_file))
    terminal.wait("Board 10", "0/19")
    # There is no other board 10, which only the whole file tells.
    terminal.press("n")
    terminal.wait("reading… ", " boards; Esc stops")
    terminal.press("q")
    assert terminal.wait_end() == 0
    assert b"replayed 1 board of " in terminal.raw


def test_what_is_typed_during_a_search_is_obeyed_after_it(start: Start, tmp_path: Path) -> None:
    (tmp_path / "some.pbn").write_text("\n".join([*numbered(300), boards.REVOKE]), encoding="utf-8")
    terminal = start("some.pbn")
    terminal.wait("Board 11", "0/")
    terminal.press("g10\rg250\rg10\r" + RIGHT)
    terminal.wait("Board 10", "1/19")


def test_less_is_kept_of_a_board_than_its_replay() -> None:
    """With boards by the ten thousand the viewer's memory is that of their records."""
    text = "\n".join(numbered(200)).encode()

    def grown(keep: Callable[[Iterator[Replay]], object]) -> int:
        games = (pbn.replay(reading) for reading in pbn.check(text))
        tracemalloc.start()
        try:
            kept = keep(games)
            gc.collect()
            assert kept is not None
            return tracemalloc.get_traced_memory()[0]
        finally:
            tracemalloc.stop()

    def seen(games: Iterator[Replay]) -> ReplayScreen:
        shown = ReplayScreen(games, Drawer(Screen(), language("en"), {}), language("en"))
        shown.type("99999")
        shown.act(shown.answer)
        while shown.is_searching:
            shown.search_on()
        assert shown.is_complete
        return shown

    grown(seen)  # what is remembered once, whatever was read
    records = grown(lambda games: [game.record for game in games])
    whole = grown(list)
    assert grown(seen) - records < (whole - records) / 3


def test_records_from_a_pipe_are_shown_on_the_terminal(start: Start) -> None:
    terminal = start("-", piped="all.pbn")
    terminal.wait("Board 7", "0/", "h help")
    terminal.press("g10\r")
    terminal.wait("Board 10", "0/19")
    terminal.press(RIGHT)
    terminal.wait("1/19")
    terminal.press("q")
    assert terminal.wait_end() == 0
    assert b"\x1b[?1049l" in terminal.raw


@pytest.mark.parametrize(
    ("arguments", "target"), [(["all.pbn"], ""), (["-", "--plain"], ""), (["-"], "> /dev/tty"), (["-"], "| cat")]
)
def test_without_keys_every_step_is_printed(start: Start, arguments: list[str], target: str) -> None:
    """A pipe that is not asked for may be from a program that nobody sits at."""
    terminal = start(*arguments, piped="all.pbn", target=target)
    assert terminal.wait_end() == 0
    assert b"replayed 6 boards" in terminal.raw
    assert b"\x1b[?1049h" not in terminal.raw


@pytest.mark.parametrize(
    ("command", "arguments", "told"),
    [
        ("check", ["-"], b"checked 1 file, 1 board"),
        ("show", ["-"], "♥".encode()),
        ("replay", ["--plain", "-"], b"replayed 1 board"),
    ],
)
def test_what_is_typed_ends_at_the_first_end_of_file(
    start: Start, command: str, arguments: list[str], told: bytes
) -> None:
    terminal = start(*arguments, command=command)
    terminal.press(boards.REVOKE + "\n\x04")
    terminal.wait_end()
    assert told in terminal.raw


def test_records_that_are_typed_are_replayed_on_the_screen(start: Start) -> None:
    terminal = start("-")
    terminal.press(boards.REVOKE + "\n" + boards.CLAIMED + "\n\x04")
    terminal.wait("Board 10", "0/19", "h help")
    terminal.press("n")
    terminal.wait("Board 8", "0/")
    terminal.press("q")
    assert terminal.wait_end() == 0
    assert b"replayed 2 boards" in terminal.raw
