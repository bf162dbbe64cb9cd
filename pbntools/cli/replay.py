"""``pbntools replay``."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from itertools import chain
from typing import TYPE_CHECKING

import click

from pbntools.cli import choosing, options
from pbntools.cli.reading import Item, Reader
from pbntools.cli.streams import Failure, Output, complain, output, refuse_inputs, shown
from pbntools.replaying import Replay
from pbntools.reports.card_letters import letters_table
from pbntools.reports.diagnostics import plural
from pbntools.reports.language import Language
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.reports.replay_json import replay_json
from pbntools.reports.replay_text import Pen, replay_text
from pbntools.reports.screen import Screen

if TYPE_CHECKING:
    from pbntools.reports.replay_page import Page

LARGE = 20_000
"""Boards on one page from which on it is said how to make smaller ones."""


@click.command(
    epilog="""\b
Examples:
  pbntools replay --board 7 --room open vugraph.pbn
  pbntools replay --html vugraph.html vugraph.pbn
  pbntools replay --plain --board 7 club.pbn | less
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

    On a terminal it opens a full-screen view (h shows its keys); elsewhere, and with --plain, it prints every step.
    With --html it writes one web page that holds all boards and needs no network.
    """
    if html is not None and (output is not None or plain or form != "text"):
        raise click.UsageError("--html goes without --output, --plain and --output-format.")
    target = html if html is not None else output
    refuse_inputs(target, paths)
    choice = choosing.Choice(boards, records, room)
    if html is not None:
        from pbntools.reports.replay_page import Page

        reader = Reader(Output(None, "nothing"), encoding, stdin_name, laws, from_format, judged=True)
        return _write_page(html, Page(words, letters, colours), reader, choice, paths)
    full_screen = output is None and not plain and form == "text" and _on_terminal()
    with _output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format, judged=True)
        items = choice.of(reader.items(paths))
        if full_screen:
            count = _show(items, out.screen(ascii_only=ascii_only), words, letters, colours)
        else:
            pen = Pen(out.screen(ascii_only=ascii_only), words, letters_table(letters))
            count = _write(out, items, form, pen)
        summary = _summary(count, reader)
        if form == "text":
            out.close_with(f"\n{summary}" if count else summary)
        out.flush()
    return reader.finish(summary, "" if count else choice.nothing("replay", reader.records))


_output = output


def _summary(count: int, reader: Reader) -> str:
    done = f"{plural(count, 'board')} of {plural(reader.records, 'board')} in {plural(reader.files, 'file')}"
    return f"replayed {done}{reader.remarks()}"


def game_of(item: Item) -> Replay:
    """A record of a file to be played again."""
    return Replay(item.record, item.outcome, item.reading.diagnostics)


def _title(paths: tuple[str, ...]) -> str:
    """The name of the only file; empty where there are more."""
    return os.path.basename(paths[0]) if len(paths) == 1 and paths[0] != "-" else ""


def _write_page(path: str, page: Page, reader: Reader, choice: choosing.Choice, paths: tuple[str, ...]) -> int:
    """Write the page; where there is nothing to replay none is written, and an old one stays."""
    items = choice.of(reader.items(paths))
    first = next(items, None)
    if first is None:
        complain(f"{shown(path)} is not written")
        return reader.finish(_summary(0, reader), choice.nothing("replay", reader.records))
    with _output(path, is_document=True) as out:
        out.write(page.head(first.record, _title(paths)))
        for item in chain([first], items):
            out.write(_board(item, page, reader))
        out.write(page.tail())
    if page.boards > LARGE:
        complain(f"the page holds {page.boards:,} boards and may be slow to open: --board and --room make smaller ones")
    return reader.finish(_summary(page.boards, reader))


def _board(item: Item, page: Page, reader: Reader) -> str:
    try:
        return page.board(game_of(item))
    except Exception as error:  # noqa: BLE001  (a fault of ours in one board must not cost the others)
        reader.fail_record(item, error)
        return page.fallen(item.record)


def _on_terminal() -> bool:
    return sys.stdin is not None and sys.stdout is not None and sys.stdin.isatty() and sys.stdout.isatty()


def _show(items: Iterator[Item], screen: Screen, words: Language, letters: str, colours: str) -> int:
    try:
        from pbntools.cli.replay_screen import show
    except ImportError as error:
        raise Failure(f"the full-screen view needs {error.name}: pip install '.[tui]', or use --plain") from error
    return show(items, game_of, screen, words, letters_table(letters), colours)


def _write(out: Output, items: Iterator[Item], form: str, pen: Pen) -> int:
    count = 0
    opened = form != "json"
    for item in items:
        game = game_of(item)
        if form == "text":
            out.write("".join([*(["\n"] if count else []), *(f"{line}\n" for line in replay_text(game, pen))]))
        else:
            text = to_json(replay_json(item.path, item.index, game), ascii_only=out.ascii_only)
            if form == "jsonl":
                out.write(text + "\n")
            else:
                out.write((SEPARATOR if opened else "[") + text)
                opened = True
        count += 1
    if form == "json":
        out.write("]\n" if opened else "[]\n")
    return count
