"""Hand records as PDF, with fpdf2 and the fonts of pymupdf-fonts: the extra ``pbntools[pdf]``.

Letters are Noto Sans; suits are text too, so that they can be copied and read aloud.  The fonts are embedded, each
with the characters that are used.
"""

from __future__ import annotations

import logging
import tempfile
from collections.abc import Iterator
from datetime import datetime
from itertools import groupby
from pathlib import Path
from types import TracebackType

import pymupdf_fonts
from fpdf import FPDF
from fpdf.fonts import TTFFont

from pbntools.core import Seat
from pbntools.reports.hand_layout import SPADES_FIRST
from pbntools.reports.hand_records import LEGEND, VOID, HandRecord, ShownHand, runs
from pbntools.reports.language import Language
from pbntools.reports.paper import FOOT, LINE, MARGIN, PADDING, Fit, Layout, hand_lines, tier_lines
from pbntools.reports.reading_order import visual_order
from pbntools.reports.screen import SUITS
from pbntools.reports.suits import PALETTES, Colours

MOST_PAGES = 5000
"""Pages of one file: fpdf2 keeps them in memory until the end, about 20 kB each."""
_INK = "#1a1a1a"
_FAINT = "#595959"
_FRAME = "#8c8c8c"
_FONTS = {"sans": "notos", "bold": "notosbo", "suits": "symbol2", "other": "figo"}
_NARROWEST = 0.75
_REPLACEMENT = "?"


class PdfPages:
    """Puts hand records on pages: ``add`` for each, then ``finish``.  A context manager, since the fonts are files.

    ``missing`` are the characters that none of the fonts has; a question mark stands for each.
    ``made`` is when the file says that it was made, now by default.
    """

    def __init__(
        self,
        layout: Layout,
        parts: frozenset[str],
        words: Language,
        colours: Colours = "two",
        made: datetime | None = None,
    ) -> None:
        self._layout = layout
        self._parts = parts
        self._words = words
        self._palette = PALETTES[colours, "light"]
        self._folder = tempfile.TemporaryDirectory(prefix="pbntools-")
        self._pdf = FPDF(unit="pt", format=layout.page)
        self._pdf.set_auto_page_break(False)
        self._pdf.set_margin(0)
        self._pdf.set_lang(words.code)
        self._pdf.set_creator("pbntools")
        if made is not None:
            self._pdf.set_creation_date(made)
        self._place = layout.per_page
        self._explains = False
        self.missing: set[str] = set()

    def __enter__(self) -> PdfPages:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self._folder.cleanup()

    @property
    def pages(self) -> int:
        """The pages so far."""
        return self._pdf.page

    @property
    def is_full(self) -> bool:
        """Whether the next board would need a page more than a file may have."""
        return self.pages >= MOST_PAGES and self._place == self._layout.per_page

    def add(self, board: HandRecord, title: str, fit: Fit | None = None) -> None:
        """Put a board on the page; ``title`` heads the page that it is the first one of.

        ``fit`` is that of the boards of the page, by default its own.  Raises ValueError where its auction is too long
        for its place.
        """
        fit = fit or self._layout.fit([board], self._parts)
        if self._place == self._layout.per_page:
            self._new_page(title)
        left, top = self._layout.corner(self._place)
        width, height = self._layout.box
        self._pdf.set_draw_color(_FRAME)
        self._pdf.set_line_width(0.6)
        self._pdf.rect(left, top, width, height)
        used = self._layout.width(self._parts)
        _Drawing(self, board, left + (width - used) / 2, top + PADDING, used, fit).draw()
        self._place += 1
        if board.double_dummy and not self._explains:
            self._explains = True
            x, y = MARGIN, self._layout.page[1] - MARGIN - FOOT / 2 + 5
            self.text(x, y, self.word(LEGEND), 7, width=self._layout.page[0] / 2 - MARGIN - 20, colour=_FAINT)

    def finish(self, title: str) -> bytes:
        """The file.  ``title`` is what a viewer calls it."""
        self._pdf.set_title(title or self._words.gettext("Hand records"))
        # fontTools warns of tables of a font that are left out of what is embedded, as they should be.
        logger = logging.getLogger("fontTools.subset")
        before = logger.level
        logger.setLevel(logging.ERROR)
        try:
            return bytes(self._pdf.output())
        finally:
            logger.setLevel(before)

    def _new_page(self, title: str) -> None:
        self._pdf.add_page()
        self._place = 0
        self._explains = False
        width, height = self._layout.page
        self.text(MARGIN, MARGIN + 12, title, 12, width=width - 2 * MARGIN, font="bold")
        number = str(self.pages)
        self.text(MARGIN, height - MARGIN - FOOT / 2 + 5, number, 9, width=width - 2 * MARGIN, align=0.5, colour=_FAINT)

    # What is written

    def text(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        width: float,
        font: str = "sans",
        align: float = 0.0,
        colour: str = _INK,
        whole: bool = False,
    ) -> None:
        """Write a line on the baseline ``y``: smaller where it is too wide, and clipped if that is not enough.

        ``align`` is 0 for left, 0.5 for centred, 1 for right.  With ``whole`` nothing is clipped.
        """
        pieces = list(self._pieces(" ".join(text.split()), font))
        needed = self._width(pieces, size)
        if needed > width:
            factor = width / needed if whole else max(width / needed, _NARROWEST)
            size *= factor
            needed *= factor
            while needed > width + 0.01 and pieces:
                pieces = self._shorter(pieces, font)
                needed = self._width(pieces, size)
        x += (width - needed) * align
        for name, piece in self._pieces(visual_order("".join(piece for _, piece in pieces)), font):
            self._use(name, size)
            suit = SUITS.find(piece[0]) if name == "suits" else -1
            self._pdf.set_text_color(self._palette[suit] if suit >= 0 else colour)
            self._pdf.text(x, y, piece)
            x += self._width([(name, piece)], size)

    def _shorter(self, pieces: list[tuple[str, str]], font: str) -> list[tuple[str, str]]:
        text = "".join(piece for _, piece in pieces).removesuffix("…")
        return list(self._pieces(text[:-1].rstrip() + "…", font)) if len(text) > 1 else []

    def _width(self, pieces: list[tuple[str, str]], size: float) -> float:
        return sum(self._font(name).get_text_width(piece, size, None)[1] for name, piece in pieces)

    def _pieces(self, text: str, font: str) -> Iterator[tuple[str, str]]:
        """The text in pieces of one font each; each suit is a piece."""
        for plain, suit in runs(text):
            if suit is not None:
                yield "suits", plain
                continue
            for name, characters in groupby(plain, lambda character: self._font_of(character, font)):
                piece = "".join(characters)
                if name:
                    yield name, piece
                else:
                    self.missing.update(piece)
                    yield font, _REPLACEMENT * len(piece)

    def _font_of(self, character: str, font: str) -> str:
        """The font that has a character; empty if none has."""
        names = (font, "other", "suits") if not character.isascii() else (font,)
        return next((name for name in names if ord(character) in self._font(name).cmap), "")

    def _font(self, name: str) -> TTFFont:
        font = self._pdf.fonts.get(name)
        if font is None:
            path = Path(self._folder.name) / f"{name}.ttf"
            path.write_bytes(pymupdf_fonts.fontbuffers[_FONTS[name]]())
            self._pdf.add_font(name, fname=path)
            font = self._pdf.fonts[name]
        if not isinstance(font, TTFFont):
            raise TypeError(f"the font {name} is a {type(font).__name__}")
        return font

    def _use(self, name: str, size: float) -> None:
        self._font(name)
        self._pdf.set_font(name, size=size)

    def frame(self, x: float, y: float, width: float, height: float, radius: float) -> None:
        """A rounded frame."""
        self._pdf.set_draw_color(_FRAME)
        self._pdf.rect(x, y, width, height, round_corners=True, corner_radius=radius)

    @property
    def warning_colour(self) -> str:
        """The colour of what is vulnerable."""
        return self._palette[2]

    def word(self, message: str) -> str:
        """A message in the language."""
        return self._words.gettext(message)

    def letter(self, seat: Seat) -> str:
        """The letter of a seat in the language."""
        return self._words.seat_letter(seat)


class _Drawing:
    """A board on its way to the page: three columns of three cells, then auction, contract and result."""

    def __init__(self, pages: PdfPages, board: HandRecord, x: float, y: float, width: float, fit: Fit) -> None:
        self._pages = pages
        self._board = board
        self._x, self._y, self._width, self._size = x, y, width, fit.size
        self._line = fit.size * fit.line
        self._column = width / 3
        self._tier = tier_lines(board) * self._line

    def draw(self) -> None:
        north, east, south, west = self._board.hands
        self._facts()
        for hand, column, tier in ((north, 1, 0), (west, 0, 1), (east, 2, 1), (south, 1, 2)):
            self._hand(hand, column, tier)
        self._compass()
        self._points()
        self._double_dummy()
        self._below()

    def _baseline(self, line: float) -> float:
        return self._y + line * self._line + self._size

    def _facts(self) -> None:
        width = self._column - self._size / 2
        self._pages.text(self._x, self._baseline(0.1), self._board.board, self._size * 1.4, width=width, font="bold")
        facts = (self._board.dealer, self._board.vulnerable, self._board.room)
        for line, text in enumerate(filter(None, facts)):
            self._pages.text(
                self._x, self._baseline(1.2 + line * 0.85), text, self._size * 0.85, width=width, colour=_FAINT
            )

    def _hand(self, hand: ShownHand, column: int, tier: int) -> None:
        x, width = self._x + column * self._column, self._column - self._size / 3
        line = tier * tier_lines(self._board)
        if self._board.named:
            self._pages.text(x, self._baseline(line), hand.name, self._size * 0.85, width=width, font="bold")
            line += 1
        if hand.suits is None:
            self._pages.text(x, self._baseline(line), hand.remark, self._size * 0.85, width=width, colour=_FAINT)
            return
        for suit, ranks in zip(SPADES_FIRST, hand.suits, strict=True):
            y = self._baseline(line)
            self._pages.text(x, y, suit.symbol, self._size, width=self._size)
            shown = " ".join(ranks) or VOID
            self._pages.text(x + 1.15 * self._size, y, shown, self._size, width=width - 1.15 * self._size, whole=True)
            line += 1

    def _compass(self) -> None:
        side = 4.2 * self._size
        x, y = (
            self._x + self._width / 2 - side / 2,
            self._y + self._tier + (hand_lines(self._board) * self._line - side) / 2,
        )
        self._pages.frame(x, y, side, side, self._size / 2)
        places = ((0.5, 0.0), (1.0, 0.5), (0.5, 1.0), (0.0, 0.5))
        size = self._size * 0.9
        for hand, (across, down) in zip(self._board.hands, places, strict=True):
            margin = size * 0.3
            self._pages.text(
                x + margin,
                y + margin + size * 0.8 + down * (side - 2 * margin - size * 0.85),
                self._pages.letter(hand.seat),
                size,
                width=side - 2 * margin,
                align=across,
                font="bold" if hand.vulnerable else "sans",
                colour=self._pages.warning_colour if hand.vulnerable else _INK,
            )

    def _points(self) -> None:
        if all(hand.hcp is None for hand in self._board.hands):
            return
        width, size = self._column - self._size / 2, self._size * 0.85
        first = 2 * tier_lines(self._board) + hand_lines(self._board) - 4
        self._pages.text(
            self._x, self._baseline(first), self._pages.word("HCP"), size * 0.9, width=width, colour=_FAINT
        )
        wide = min(width, 4.5 * self._size)
        for hand, across, line in zip(self._board.hands, (0.5, 1.0, 0.5, 0.0), (1, 2, 3, 2), strict=True):
            if hand.hcp is not None:
                y = self._baseline(first + line)
                self._pages.text(self._x, y, str(hand.hcp), size, width=wide, align=across)

    def _double_dummy(self) -> None:
        rows = self._board.double_dummy
        if not rows:
            return
        step = 4 * self._line / len(rows)
        size = min(step / LINE * 0.84, self._size * 0.7)
        # The first column holds a letter, the others numbers up to 13.
        cell = min(1.7 * size, (self._column - self._size / 2) / (len(rows[0]) - 0.3))
        right = self._x + self._width
        top = self._y + 2 * self._tier + (hand_lines(self._board) - 4) * self._line
        for at, row in enumerate(rows):
            for column, text in enumerate(row):
                self._pages.text(
                    right - (len(row) - column) * cell + (0 if column else 0.3 * cell),
                    top + at * step + size,
                    text,
                    size,
                    width=cell if column else 0.7 * cell,
                    align=1.0 if column else 0.0,
                    colour=_INK if at and column else _FAINT,
                )

    def _below(self) -> None:
        line = 3 * tier_lines(self._board) + 0.5
        width = self._width / 4
        for at, row in enumerate(self._board.calls):
            for column, text in enumerate(row):
                self._pages.text(
                    self._x + column * width,
                    self._baseline(line),
                    text,
                    self._size * (1 if at else 0.85),
                    width=width - self._size / 3,
                    font="sans" if at else "bold",
                )
            line += 1
        for text in self._board.lines:
            self._pages.text(self._x, self._baseline(line), text, self._size, width=self._width)
            line += 1
