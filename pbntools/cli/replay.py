"""``pbntools replay``."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, TextIO

import click

from pbntools.cli import choosing, options
from pbntools.cli.inputs import STDIN
from pbntools.cli.reading import Item, Reader
from pbntools.cli.streams import Output, complain, opened_output, refuse_inputs, shown
from pbntools.core import Seat
from pbntools.replaying import Replay
from pbntools.reports.card_letters import letters_table
from pbntools.reports.language import Language
from pbntools.reports.machine import JsonList, to_json
from pbntools.reports.replay_json import replay_json
from pbntools.reports.replay_text import Pen, replay_text
from pbntools.reports.replay_view import Drawer
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.cli.replay_screen import ReplayScreen
    from pbntools.reports.replay_page import Page

LARGE = 20_000
"""Boards on one page from which on it is said how to make smaller ones."""


@click.command(
    epilog="""\b
Examples:
  pbntools replay --board 7 --room open vugraph.pbn
  pbntools replay --html vugraph.html vugraph.pbn
  pbntools replay --plain --board 7 club.pbn | less
  pbntools replay --hide E,W --html lesson.html club.pbn
  pbntools replay --board 7 --output-format json club.pbn
  pbntools replay --lang tr --html kulup.html club.pbn

Exit status: 0, or 1 if there was nothing to replay, or 2 for misuse or a file
that could not be read.""",
)
@options.paths
@choosing.options("Replay")
@click.option(
    "--html",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    callback=options.output_file,
    help="Write a web page that needs nothing but a browser.",
)
@options.hide
@click.option("--plain", is_flag=True, help="Print every step instead of opening the full-screen view.")
@options.output_format("text", "json", "jsonl")
@options.output
@options.language
@options.card_letters
@options.suit_colours
@options.laws
@options.encoding
@options.from_format
@options.stdin_name
@options.ascii_only
def command(
    paths: tuple[str, ...],
    boards: tuple[choosing.Boards, ...],
    records: tuple[int, ...],
    room: str | None,
    html: str | None,
    hidden: frozenset[Seat] | None,
    plain: bool,
    form: str,
    output: str | None,
    words: Language,
    letters: str,
    colours: str,
    laws: str,
    encoding: str | None,
    from_format: str | None,
    stdin_name: str | None,
    ascii_only: bool,
) -> int:
    """Step through deals: every call and card, what was legal, and what is wrong where it happened.

    On a terminal it opens a full-screen view (h shows its keys), also of records that come through a pipe; elsewhere,
    and with --plain, it prints every step.
    With --html it writes one web page that holds all boards and needs no network.
    """
    if html is not None and (output is not None or plain or form != "text"):
        raise click.UsageError(Said("--html goes without --output, --plain and --output-format."))
    target = html if html is not None else output
    refuse_inputs(target, paths)
    choice = choosing.Choice(boards, records, room)
    if html is not None:
        from pbntools.reports.replay_page import Page

        options.refuse_idle({"ascii_only": "--ascii"}, Said("does not go with --html."))
        reader = Reader(
            Output(None, "nothing"), encoding, stdin_name, laws, from_format, judged=True, words=words
        )  # fmt: skip
        return _write_page(html, Page(words, letters, colours, hidden), reader, choice, paths, words)
    if form != "text":
        options.refuse_idle(
            {"hidden": "--hide"}, Said("does not go with {form}, which has all hands and tells the hidden.", form=form)
        )
    is_view = output is None and not plain and form == "text" and _on_terminal(paths)
    if not is_view:
        options.refuse_idle({"colours": "--suits"}, Said("goes with the full-screen view and with --html."))
    shows = _full_screen(words) if is_view else None
    with opened_output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format, judged=True, words=words)
        items = reader.items(paths)
        screen, table = out.screen(ascii_only=ascii_only), letters_table(letters)
        if shows is not None:
            drawer = Drawer(screen, words, table, hidden)
            left = shows(_paced(items, choice, reader), drawer, words, colours)
            count = len(left.seen) if left.has_boards else 0
            summary = _summary(count, reader, words, is_complete=left.is_complete)
        else:
            games = _games(choice.of(items), reader)
            count = _write(out, games, form, Pen(screen, words, table, hidden), reader)
            summary = _summary(count, reader, words)
        if form == "text":
            out.close_with(f"\n{summary}" if count else summary)
        out.flush()
    return reader.finish(summary, "" if count else choice.nothing("replay", reader.records, words))


def _summary(count: int, reader: Reader, words: Language, *, is_complete: bool = True) -> str:
    boards = words.ngettext("{n:,} board", "{n:,} boards", count)
    read = words.ngettext("{n:,} board", "{n:,} boards", reader.records)
    if is_complete:
        files = words.ngettext("{n:,} file", "{n:,} files", reader.files)
        done = words.gettext("replayed {boards} of {all} in {files}").format(boards=boards, all=read, files=files)
    else:
        done = words.gettext("replayed {boards} of {all} that were read so far").format(boards=boards, all=read)
    return done + reader.remarks()


def _games(items: Iterator[Item], reader: Reader) -> Iterator[tuple[Item, Replay]]:
    """The records to be played again; a fault of ours in one costs no other."""
    for item in items:
        game = _sound(item, reader)
        if game is not None:
            yield item, game


def _paced(items: Iterator[Item], choice: choosing.Choice, reader: Reader) -> Iterator[Replay | None]:
    """The same of those that are asked for; None for every other, so that who waits can do something else."""
    for item in items:
        yield _sound(item, reader) if choice.takes(item) else None


def _sound(item: Item, reader: Reader) -> Replay | None:
    try:
        game = game_of(item)
        game.end  # noqa: B018  (the positions are worked out, so that a fault shows here)
    except Exception as error:  # noqa: BLE001
        reader.fail_record(item, error)
        return None
    return game


def game_of(item: Item) -> Replay:
    """A record of a file to be played again."""
    return Replay(item.record, item.outcome, item.reading.diagnostics)


def _title(paths: tuple[str, ...]) -> str:
    """The name of the only file; empty where there are more."""
    return os.path.basename(paths[0]) if len(paths) == 1 and paths[0] != "-" else ""


def _write_page(
    path: str, page: Page, reader: Reader, choice: choosing.Choice, paths: tuple[str, ...], words: Language
) -> int:
    """Write the page; where there is nothing to replay none is written, and an old one stays."""
    items = choice.of(reader.items(paths))
    first = next(items, None)
    if first is None:
        complain(words.gettext("{path} is not written").format(path=shown(path)))
        return reader.finish(_summary(0, reader, words), choice.nothing("replay", reader.records, words))
    with opened_output(path, is_document=True) as out:
        out.write(page.head(first.record, _title(paths)))
        for item in chain([first], items):
            out.write(_board(item, page, reader))
        out.write(page.tail())
    if page.boards > LARGE:
        large = words.gettext(
            "the page holds {n:,} boards and may be slow to open: --board and --room make smaller ones"
        )
        complain(large.format(n=page.boards))
    return reader.finish(_summary(page.boards, reader, words))


def _board(item: Item, page: Page, reader: Reader) -> str:
    try:
        return page.board(game_of(item))
    except Exception as error:  # noqa: BLE001  (a fault of ours in one board must not cost the others)
        reader.fail_record(item, error)
        return page.fallen(item.record)


def _on_terminal(paths: tuple[str, ...]) -> bool:
    """Whether there is a terminal for the full-screen view: to be shown on, and one that sends keys."""
    if sys.stdin is None or sys.stdout is None or not sys.stdout.isatty():
        return False
    if not sys.stdin.isatty() and not (STDIN in paths and _is_read_and_written(sys.stdout)):
        return False
    # A terminal that cannot place text prints every step; Windows does not name its own.
    return os.name == "nt" or os.environ.get("TERM", "") not in ("", "dumb", "unknown")


def _is_read_and_written(terminal: TextIO) -> bool:
    """Whether keys come from the terminal that is written to, as where a shell opened it for its commands."""
    try:
        import fcntl  # Windows has none
    except ImportError:
        return False
    return fcntl.fcntl(terminal, fcntl.F_GETFL) & os.O_ACCMODE == os.O_RDWR


def _full_screen(words: Language) -> Callable[[Iterator[Replay | None], Drawer, Language, str], ReplayScreen] | None:
    """The full-screen view; None, which is said, where its package is not installed."""
    try:
        from pbntools.cli.replay_screen import show
    except ImportError as error:
        needed = words.gettext(
            "every step is printed, since the full-screen view needs {package}: pip install prompt-toolkit"
        )
        complain(needed.format(package=error.name))
        return None
    return show


def _write(out: Output, games: Iterator[tuple[Item, Replay]], form: str, pen: Pen, reader: Reader) -> int:
    count = 0
    array = JsonList(out.write)
    for item, game in games:
        try:
            text = _text(item, game, form, pen, ascii_only=out.ascii_only)
        except Exception as error:  # noqa: BLE001  (as above)
            reader.fail_record(item, error)
            continue
        if form == "text":
            out.write(f"\n{text}" if count else text)
        elif form == "jsonl":
            out.write(f"{text}\n")
        else:
            array.add(text)
        count += 1
    if form == "json":
        array.close()
    return count


def _text(item: Item, game: Replay, form: str, pen: Pen, *, ascii_only: bool) -> str:
    if form == "text":
        return "".join(f"{line}\n" for line in replay_text(game, pen))
    return to_json(replay_json(item.path, item.index, game), ascii_only=ascii_only)
