"""``pbntools print``."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from itertools import islice
from typing import Protocol

import click

from pbntools.cli import choosing, options
from pbntools.cli.reading import Item, Reader
from pbntools.cli.streams import Failure, Output, complain, opened_output, refuse_inputs, shown, write_bytes
from pbntools.core import Seat
from pbntools.reports.board_words import hidden_hands
from pbntools.reports.hand_records import (
    OF_A_TABLE,
    PARTS,
    USUAL,
    HandRecord,
    Wanted,
    hand_record,
    shortened,
)
from pbntools.reports.language import Language
from pbntools.reports.paper import (
    BIG_PRINT,
    GRIDS,
    ORIENTATIONS,
    PAPERS,
    READABLE,
    SMALLEST,
    AuctionTooLong,
    Fit,
    Layout,
    choices,
)
from pbntools.reports.suits import Colours
from pbntools.said import Said

SUFFIXES = {".html": "html", ".htm": "html", ".pdf": "pdf", ".tex": "tex", ".txt": "txt", ".text": "txt"}
FORMS = ("html", "pdf", "tex", "txt")
USUAL_PER_PAGE = 6
REMEMBERED = 20_000
"""Deals that are remembered, so that one which several tables played is printed once."""
_ON_PAPER = {"paper": "--paper", "orientation": "--orientation", "big": "--big-print", "colours": "--suits"}


class Writer(Protocol):
    """Writes boards as they come."""

    def head(self, title: str) -> str: ...
    def board(self, board: HandRecord, title: str, fit: Fit | None = None) -> str: ...
    def tail(self) -> str: ...


def _parts(_ctx: click.Context, parameter: click.Parameter, text: str | None) -> frozenset[str]:
    names = [name.strip().lower() for name in text.split(",")] if text is not None else []
    for name in names:
        if name not in PARTS:
            raise click.BadParameter(
                Said("{name} is no part: expected some of {parts}.", name=repr(name), parts=tuple(PARTS)),
                param=parameter,
            )
    return frozenset(names)


def _per_page(_ctx: click.Context, parameter: click.Parameter, number: int | None) -> int | None:
    if number is not None and number not in GRIDS:
        raise click.BadParameter(
            Said("{number} is none of {known}.", number=number, known=tuple(map(str, GRIDS))), param=parameter
        )
    return number


@click.command(
    epilog="""\b
Examples:
  pbntools print club.pbn -o club.pdf
  pbntools print club.pbn -o club.html --per-page 9 --paper letter
  pbntools print --board 1-4 --hide E,W lesson.pbn -o lesson.pdf
  pbntools print --big-print --with auction,contract club.pbn -o club.pdf
  pbntools print --lang tr --card-letters ARDV club.pbn -o kulup.pdf
  pbntools print club.pbn | less

Exit status: 0, or 1 if there was nothing to print, or 2 for misuse or a file
that could not be read or written.""",
)
@options.paths
@choosing.options("Print")
@options.output
@click.option(
    "--to",
    "form",
    type=click.Choice(FORMS),
    help="What to write: by default what the suffix of the output says, else txt.",
)
@click.option(
    "--per-page",
    type=int,
    metavar="N",
    callback=_per_page,
    help=f"Boards a page: {', '.join(map(str, GRIDS))}. By default {USUAL_PER_PAGE}, in big print 2 or 1; text has no "
    "pages unless this is given.",
)
@click.option(
    "--paper", type=click.Choice(list(PAPERS)), default="a4", show_default=True, help="The size of the paper."
)
@click.option(
    "--orientation",
    type=click.Choice(ORIENTATIONS),
    default=ORIENTATIONS[0],
    show_default=True,
    help="How the paper lies.",
)
@click.option("--big-print", "big", is_flag=True, help=f"Cards of at least {BIG_PRINT:.0f} points.")
@options.hide
@click.option(
    "--with",
    "more",
    metavar="PARTS",
    callback=_parts,
    help=f"Print these parts too, with commas between them: {', '.join(PARTS)}.",
)
@click.option(
    "--without",
    "less",
    metavar="PARTS",
    callback=_parts,
    help="Leave out hcp or double-dummy, which are printed otherwise; the latter only where no hand is hidden.",
)
@click.option("--title", help="The heading of every page, by default the event and the date of its first board.")
@click.option("--repeats", is_flag=True, help="Print a deal again for each table that played it.")
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
    output: str | None,
    form: str | None,
    per_page: int | None,
    paper: str,
    orientation: str,
    big: bool,
    hidden: frozenset[Seat] | None,
    more: frozenset[str],
    less: frozenset[str],
    title: str | None,
    repeats: bool,
    words: Language,
    letters: str,
    colours: Colours,
    laws: str,
    encoding: str | None,
    from_format: str | None,
    stdin_name: str | None,
    ascii_only: bool,
) -> int:
    """Print hand records: HTML, PDF, LaTeX or text, with as many boards a page as are wanted.

    A deal is printed once, however many tables played it, unless --repeats is given or what differs between tables is
    printed with it.
    """
    refuse_inputs(output, paths)
    title = None if title is None else shortened(title, 200)
    form = _form(form, output)
    _refuse_idle(form, ascii_only=ascii_only)
    if both := more & less:
        raise click.UsageError(Said("--with and --without both name {parts}.", parts=tuple(sorted(both))))
    shown_words = words
    if form == "txt":
        printed_in = Output(sys.stdout, "").encoding if output in (None, "-") else "utf-8"
        shown_words = words.written_in("ascii" if ascii_only else printed_in)
    wanted = Wanted(shown_words, letters, (USUAL | more) - less, hidden)
    layout = _layout(paper, orientation, per_page, wanted.parts, big=big)
    choice = choosing.Choice(boards, records, room)
    reader = Reader(Output(None, "nothing"), encoding, stdin_name, laws, from_format, words=words)
    sheets = _Sheets(wanted, words, "double-dummy" in more, layout if form != "txt" else None, title, repeats=repeats)
    found = sheets.of(choice.of(reader.items(paths)))
    first = next(found, None)
    if first is not None:
        everything = _after(first, found)
        if form == "pdf":
            _write_pdf(everything, output, layout, wanted, colours, title)
        else:
            _write(everything, output, form, layout, wanted, colours, title, per_page, ascii_only=ascii_only)
    nothing = words.gettext("nothing to print: no deal is known")
    if not sheets.chosen:
        nothing = choice.nothing("print", reader.records, words)
    return reader.finish(sheets.summary(reader) + reader.remarks(), "" if sheets.boards else nothing)


def _form(form: str | None, path: str | None) -> str:
    if form is None:
        suffix = os.path.splitext(path)[1].lower() if path is not None and path != "-" else ""
        form = SUFFIXES.get(suffix) if suffix else "txt"
        if form is None:
            raise click.UsageError(
                Said(
                    "The suffix {suffix} says nothing of what to write: expected {suffixes}, or --to with one of"
                    " {forms}.",
                    suffix=shown(suffix),
                    suffixes=tuple(SUFFIXES),
                    forms=FORMS,
                )
            )
    if form == "pdf" and (path is None or path == "-") and sys.stdout.isatty():
        raise click.UsageError(Said("A PDF does not go to a terminal: give -o FILE."))
    return form


def _refuse_idle(form: str, *, ascii_only: bool) -> None:
    """Refuse what would do nothing."""
    if form != "txt":
        if ascii_only:
            raise click.UsageError(Said("--ascii goes with text, not with {form}.", form=form))
        return
    options.refuse_idle(_ON_PAPER, Said("goes with html, pdf and tex, not with text."))


def _layout(paper: str, orientation: str, per_page: int | None, parts: frozenset[str], *, big: bool) -> Layout:
    landscape = orientation == "landscape"
    fitting = choices(paper, landscape=landscape, parts=parts, big=big)
    if per_page is None:
        per_page = max(number for number in fitting if number <= USUAL_PER_PAGE)
    elif per_page not in fitting:
        raise click.UsageError(
            Said(
                "{size}-point letters leave no room for {n} boards on a page with these parts: expected --per-page"
                " {fitting}.",
                size=f"{BIG_PRINT if big else READABLE:g}",
                n=per_page,
                fitting=tuple(map(str, fitting)),
            )
        )
    return Layout(paper, landscape, per_page, big)


def _after(first: tuple[HandRecord, str], rest: Iterator[tuple[HandRecord, str]]) -> Iterator[tuple[HandRecord, str]]:
    yield first
    yield from rest


@dataclass
class _Sheets:
    """Makes hand records of the records of files, and keeps count."""

    wanted: Wanted
    words: Language
    double_dummy_asked: bool
    layout: Layout | None
    title: str | None
    repeats: bool
    chosen: int = 0
    boards: int = 0
    _repeated: int = 0
    _unknown: int = 0
    _seen: dict[object, None] = field(default_factory=dict)

    def of(self, items: Iterator[Item]) -> Iterator[tuple[HandRecord, str]]:
        """The hand records, each with the title of a page that it opens."""
        for item in items:
            self.chosen += 1
            if item.record.deal is None or not any(hand is not None for hand in item.record.deal):
                self._unknown += 1
            elif self._is_repeated(item):
                self._repeated += 1
            else:
                self.boards += 1
                self._complain_of_deal(item)
                yield self._fitting(hand_record(item, self._wanted_of(item)), item), self._title(item)

    def summary(self, reader: Reader) -> str:
        """The closing line: what was printed, and which records were not."""
        words = self.words
        parts = [
            words.gettext("printed {boards} of {records} in {files}").format(
                boards=words.ngettext("{n:,} board", "{n:,} boards", self.boards),
                records=words.ngettext("{n:,} record", "{n:,} records", reader.records),
                files=words.ngettext("{n:,} file", "{n:,} files", reader.files),
            )
        ]
        if self._repeated:
            parts.append(
                words.ngettext(
                    "{n:,} record of the same deals left out",
                    "{n:,} records of the same deals left out",
                    self._repeated,
                )
            )
        if self._unknown:
            parts.append(
                words.ngettext(
                    "{n:,} record without a deal left out", "{n:,} records without a deal left out", self._unknown
                )
            )
        return ", ".join(parts)

    def _wanted_of(self, item: Item) -> Wanted:
        if hidden_hands(item.record, self.wanted.hidden) and not self.double_dummy_asked:
            return replace(self.wanted, parts=self.wanted.parts - {"double-dummy"})
        return self.wanted

    def _is_repeated(self, item: Item) -> bool:
        if self.repeats or self.wanted.parts & OF_A_TABLE:
            return False
        record = item.record
        key = record.board, record.deal, record.dealer, record.vulnerable, record.hidden
        if key in self._seen:
            return True
        if len(self._seen) >= REMEMBERED:
            del self._seen[next(iter(self._seen))]
        self._seen[key] = None
        return False

    def _title(self, item: Item) -> str:
        if self.title is not None:
            return self.title
        given = (item.record.value(name) for name in ("Event", "Date"))
        return ", ".join(shortened(value, 100) for value in given if value and value.strip("?."))

    def _complain_of_deal(self, item: Item) -> None:
        deal = item.record.deal
        if deal is not None and any(deal.duplicates()):
            self._complain(item, self.words.gettext("a card is dealt twice; the hands are printed as they are"))

    def _fitting(self, board: HandRecord, item: Item) -> HandRecord:
        if self.layout is None:
            return board
        words, parts = self.words, self.wanted.parts
        try:
            size = self.layout.fit([board], parts).size
        except AuctionTooLong as error:
            too_long = words.gettext("an auction of {n} rounds is too long for its place on the page; it is left out")
            self._complain(item, too_long.format(n=error.rounds))
            board = replace(board, calls=())
            size = self.layout.fit([board], parts).size
        if size < READABLE:
            small = words.gettext(
                "its auction of {n} rounds leaves room for letters of {size} points on its page: "
                "fewer boards a page are larger"
            )
            self._complain(item, small.format(n=len(board.calls) - 1, size=f"{size:.1f}"))
        elif self.layout.smallest(board, parts) < SMALLEST:
            text = words.gettext("the cards of its longest suit are too small to read: fewer boards a page are larger")
            self._complain(item, text)
        return board

    def _complain(self, item: Item, why: str) -> None:
        board = self.words.gettext("board {board}, record {record}: {why}").format(
            board=shown(item.record.board or "?"), record=item.index, why=why
        )
        complain(f"{shown(item.path)}: {board}")


def _paged(
    found: Iterator[tuple[HandRecord, str]], layout: Layout, wanted: Wanted
) -> Iterator[tuple[HandRecord, str, Fit | None]]:
    """The boards, those of a page with the fit of all of them."""
    while page := list(islice(found, layout.per_page)):
        fit = layout.fit([board for board, _ in page], wanted.parts)
        for board, heading in page:
            yield board, heading, fit


def _plain(found: Iterator[tuple[HandRecord, str]]) -> Iterator[tuple[HandRecord, str, Fit | None]]:
    return ((board, heading, None) for board, heading in found)


def _write(
    found: Iterator[tuple[HandRecord, str]],
    path: str | None,
    form: str,
    layout: Layout,
    wanted: Wanted,
    colours: Colours,
    title: str | None,
    per_page: int | None,
    *,
    ascii_only: bool,
) -> None:
    with opened_output(path, is_document=form != "txt") as out:
        writer = _writer(out, form, layout, wanted, colours, per_page, ascii_only=ascii_only)
        for at, (board, heading, fit) in enumerate(_paged(found, layout, wanted) if form != "txt" else _plain(found)):
            if not at:
                out.write(writer.head(title or heading))
            out.write(writer.board(board, heading, fit))
        out.write(writer.tail())
        out.flush()
    if missing := getattr(writer, "missing", None):
        complain(
            wanted.words.ngettext(
                "{n:,} character not in LaTeX's font encoding and replaced: {some}",
                "{n:,} characters not in LaTeX's font encoding and replaced: {some}",
                len(missing),
                some=_some(missing),
            )
        )


def _writer(
    out: Output, form: str, layout: Layout, wanted: Wanted, colours: Colours, per_page: int | None, *, ascii_only: bool
) -> Writer:
    if form == "html":
        from pbntools.reports.hand_page import HtmlPages

        return HtmlPages(layout, wanted.parts, wanted.words, colours)
    if form == "tex":
        from pbntools.reports.hand_tex import TexPages

        return TexPages(layout, wanted.parts, wanted.words, colours)
    from pbntools.reports.hand_text import TextPages

    return TextPages(out.screen(ascii_only=ascii_only), wanted.words, per_page)


def _write_pdf(
    found: Iterator[tuple[HandRecord, str]],
    path: str | None,
    layout: Layout,
    wanted: Wanted,
    colours: Colours,
    title: str | None,
) -> None:
    try:
        from pbntools.reports.hand_pdf import MOST_PAGES, PdfPages
    except ImportError as error:
        raise Failure(
            Said(
                "PDF needs the package {package}: pip install fpdf2 pymupdf-fonts, or write html and print that",
                package=error.name,
            )
        ) from error
    with PdfPages(layout, wanted.parts, wanted.words, colours, _made()) as pages:
        name = title or ""
        for board, heading, fit in _paged(found, layout, wanted):
            if pages.is_full:
                raise Failure(
                    Said(
                        "the PDF would have more than {most} pages: print fewer boards at a time with --board, or more"
                        " on a page with --per-page",
                        most=MOST_PAGES,
                    )
                )
            name = name or heading
            pages.add(board, heading, fit)
        write_bytes(path, pages.finish(name))
    if pages.missing:
        complain(
            wanted.words.ngettext(
                "{n:,} character not in the fonts and replaced: {some}",
                "{n:,} characters not in the fonts and replaced: {some}",
                len(pages.missing),
                some=_some(pages.missing),
            )
        )


def _made() -> datetime | None:
    """The time that SOURCE_DATE_EPOCH names, so that a file can be made again as it was."""
    text = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not re.fullmatch("[0-9]{1,11}", text):
        return None
    return datetime.fromtimestamp(int(text), UTC)


def _some(characters: set[str]) -> str:
    """The first of some characters, as a terminal can show them."""
    return shown("".join(sorted(characters)[:20]))
