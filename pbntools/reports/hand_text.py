"""Hand records as text, 80 columns wide."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from pbntools.core import Seat
from pbntools.reports.hand_layout import SPADES_FIRST
from pbntools.reports.hand_records import VOID, HandRecord, ShownHand, runs
from pbntools.reports.language import Language
from pbntools.reports.paper import Fit
from pbntools.reports.screen import LETTERS, Screen, pad

COLUMN = 26
"""The columns of a hand; three of them stand side by side."""
_CALL = 18
_PLAIN = str.maketrans({VOID: "-", "…": "..."})


class TextPages:
    """Draws hand records for a screen or a file: ``board`` for each.

    ``per_page``: a form feed stands between pages of so many boards; without it all are on one.
    """

    def __init__(self, screen: Screen, words: Language, per_page: int | None = None) -> None:
        self._screen = screen
        self._words = words.written_in(screen.encoding)
        self._per_page = per_page
        self._boards = 0

    def head(self, title: str) -> str:
        """What comes before the first board: nothing, as the title stands on each page."""
        return ""

    def board(self, board: HandRecord, title: str, fit: Fit | None = None) -> str:
        """A board; ``title`` stands above it where it is the first one of a page."""
        opens = self._boards % self._per_page == 0 if self._per_page else not self._boards
        before = "\f" if opens and self._boards else "\n\n" if self._boards else ""
        self._boards += 1
        return before + (self._heading(title) if opens else "") + "".join(f"{line}\n" for line in self._lines(board))

    def tail(self) -> str:
        """What comes after the last board: nothing."""
        return ""

    def _heading(self, title: str) -> str:
        return self._screen.paint("label", self._screen.clip(self._plain(title), 78)) + "\n\n" if title else ""

    def _lines(self, board: HandRecord) -> list[str]:
        north, east, south, west = (self._hand(hand) for hand in board.hands)
        title = self._words.gettext("Board {board}").format(board=board.board)
        lines = [(self._cell(title, COLUMN, "label") + self._cell(north[0], COLUMN)).rstrip()]
        facts = list(filter(None, (board.dealer, board.vulnerable, board.room)))
        lines += self._rows(facts, north[1:], [])
        lines += self._rows(west, self._compass(len(west)), east)
        lines += self._rows(self._points(board), south, self._double_dummy(board))
        while not lines[-1]:
            lines.pop()
        if board.calls:
            lines.append("")
        for at, row in enumerate(board.calls):
            lines.append("".join(self._cell(text, _CALL, "" if at else "label") for text in row).rstrip())
        if board.lines:
            lines.append("")
        for text in board.lines:
            lines += [self._shown(line) for line in self._screen.wrap(self._plain(text), "  ")]
        return lines

    def _hand(self, hand: ShownHand) -> list[str]:
        name = [hand.name] if hand.name else []
        if hand.suits is None:
            return [*name, hand.remark]
        suits = zip(SPADES_FIRST, hand.suits, strict=True)
        return [*name, *(f"{suit.symbol} {''.join(ranks) or VOID}" for suit, ranks in suits)]

    def _compass(self, height: int) -> list[str]:
        north, east, south, west = map(self._words.seat_letter, Seat)
        return [*[""] * ((height - 2) // 2), f"    {north}", f"  {west}   {east}", f"    {south}"]

    def _points(self, board: HandRecord) -> list[str]:
        if all(hand.hcp is None for hand in board.hands):
            return []
        north, east, south, west = ("" if hand.hcp is None else str(hand.hcp) for hand in board.hands)
        return [self._words.gettext("HCP"), f"    {north:>2}", f"{west:>2}      {east:>2}", f"    {south:>2}"]

    def _double_dummy(self, board: HandRecord) -> list[str]:
        rows = ["".join(f"{self._plain(text):>3}" for text in row) for row in board.double_dummy]
        return [self._words.gettext("Double dummy"), *rows] if rows else []

    def _rows(self, *columns: Sequence[str]) -> list[str]:
        rows = zip_longest(*columns, fillvalue="")
        return ["".join(self._cell(text, COLUMN) for text in row).rstrip() for row in rows]

    def _cell(self, text: str, width: int, style: str = "") -> str:
        plain = self._screen.clip(self._plain(text), width - 1)
        return pad(plain, width, self._screen.paint(style, plain) if style else self._shown(plain))

    def _plain(self, text: str) -> str:
        """The text with letters for what the screen cannot show."""
        if not self._screen.symbols:
            text = "".join(piece if suit is None else LETTERS[suit] for piece, suit in runs(text))
        return text if self._screen.carries(VOID) else text.translate(_PLAIN)

    def _shown(self, text: str) -> str:
        """The text with its symbols in their colours."""
        return "".join(piece if suit is None else self._screen.suit(suit) for piece, suit in runs(text))
