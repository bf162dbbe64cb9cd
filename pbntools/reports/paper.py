"""Paper for hand records: sizes, boards a page, and the size of the letters that fits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from pbntools.reports.hand_records import HandRecord

PAPERS = {"a4": (595.28, 841.89), "letter": (612.0, 792.0)}
"""Width and height in points (1/72 inch), upright."""
ORIENTATIONS = ("portrait", "landscape")
GRIDS = {
    1: (1, 1),
    2: (1, 2),
    3: (1, 3),
    4: (2, 2),
    6: (2, 3),
    8: (2, 4),
    9: (3, 3),
    12: (3, 4),
    15: (3, 5),
    16: (4, 4),
    20: (4, 5),
}
"""Columns and rows of a page by the number of boards on it, upright; turned by a quarter in landscape."""
MARGIN = 30.0
"""Around what is printed, in points, as are the next four."""
HEAD = 24.0
"""The height of the title of a page."""
FOOT = 18.0
"""The height of what stands below the boards."""
GAP = 7.0
"""Between the frames of neighbouring boards."""
PADDING = 6.0
"""Between a board and its frame."""
LINE = 1.28
"""The height of a line in sizes of its letters."""
WIDTH = 20.0
"""The width of a board in sizes of its letters: three hands side by side, each with a suit of seven cards."""
SUIT_WIDTH = 1.4
"""The width of a suit's symbol before its cards, and of the gap behind them, in the same."""
WIDEST = 25.0
"""The width of what is printed of a board where its place is wider, in the same."""
LOOSEST = 1.8
"""The height of a line where a board's place is higher than it needs, in the same."""
LARGEST = 15.0
"""The largest letters of a page, in points, and `LARGEST_BIG` those of big print."""
BIG_PRINT = 18.0
"""The smallest letters of big print, in points."""
LARGEST_BIG = 40.0
READABLE = 4.5
"""The smallest letters of a page."""
SMALLEST = 3.5
"""The smallest letters of a board with a long auction."""
TIER_GAP = 0.3
"""Between the hands one below another, in lines."""
_AUCTION = 5


class Fit(NamedTuple):
    """How the boards of a page are set: the size of the letters in points, and the height of a line in sizes.

    ``suit`` is the widest suit of the page, ``fact`` the number of characters of the longest text beside a board.
    """

    size: float
    line: float
    suit: tuple[str, ...] = ()
    fact: int = 0


class AuctionTooLong(ValueError):
    """An auction for which the page has no room, however small the letters; ``rounds`` is its length."""

    def __init__(self, rounds: int) -> None:
        super().__init__(f"an auction of {rounds} rounds is too long for its place on the page")
        self.rounds = rounds


@dataclass(frozen=True, slots=True)
class Layout:
    """A page of hand records; all lengths are in points."""

    paper: str = "a4"
    landscape: bool = False
    per_page: int = 6
    big: bool = False

    @property
    def page(self) -> tuple[float, float]:
        """Width and height of the page as it lies."""
        width, height = PAPERS[self.paper]
        return (height, width) if self.landscape else (width, height)

    @property
    def grid(self) -> tuple[int, int]:
        """Columns and rows."""
        columns, rows = GRIDS[self.per_page]
        return (rows, columns) if self.landscape else (columns, rows)

    @property
    def box(self) -> tuple[float, float]:
        """Width and height of the place of a board, its frame included."""
        (width, height), (columns, rows) = self.page, self.grid
        return (
            (width - 2 * MARGIN - (columns - 1) * GAP) / columns,
            (height - 2 * MARGIN - HEAD - FOOT - (rows - 1) * GAP) / rows,
        )

    def width(self, parts: frozenset[str]) -> float:
        """The width of what is printed of a board inside its frame: that of the frame, or less where it is too wide."""
        return min(self.box[0] - 2 * PADDING, WIDEST * self.size(parts))

    def corner(self, place: int) -> tuple[float, float]:
        """The upper left corner of a place on the page, from 0, row by row."""
        (width, height), (columns, _) = self.box, self.grid
        row, column = divmod(place, columns)
        return MARGIN + column * (width + GAP), MARGIN + HEAD + row * (height + GAP)

    def size(self, parts: frozenset[str]) -> float:
        """The size of letters for boards of which these parts are printed, with an auction of four rounds."""
        return self._size(_usual_lines(parts))

    def fit(self, boards: Sequence[HandRecord], parts: frozenset[str]) -> Fit:
        """How the boards of a page are set, all alike: smaller where an auction is longer than four rounds.

        Raises `AuctionTooLong` where an auction would make them smaller than is allowed: than those of big print, where
        that is wanted.
        """
        longest = max(boards, key=line_count)
        lines = max(_usual_lines(parts), line_count(longest))
        size = min(self.size(parts), self._size(lines))
        if size < (BIG_PRINT if self.big else SMALLEST):
            raise AuctionTooLong(len(longest.calls) - 1)
        height = self.box[1] - 2 * PADDING
        line = min(max(height / (_tall(lines) * size), LINE), LOOSEST)
        fact = max((len(fact) for board in boards for fact in board_facts(board)), default=0)
        return Fit(size, line, _widest(boards), fact)

    def smallest(self, board: HandRecord, parts: frozenset[str]) -> float:
        """The size of the cards of the board's longest suit, which are made smaller to fit."""
        size = self.fit([board], parts).size
        room = self.width(parts) / 3 / size - SUIT_WIDTH
        widest = _widest([board])
        return size * min(1.0, room / cards_width(widest)) if widest else size

    def _size(self, lines: int) -> float:
        width, height = (length - 2 * PADDING for length in self.box)
        return min(width / WIDTH, height / (_tall(lines) * LINE), LARGEST_BIG if self.big else LARGEST)


def board_facts(board: HandRecord) -> list[str]:
    """What stands below the number of a board."""
    return [fact for fact in (board.dealer, board.vulnerable, board.room) if fact]


def _widest(boards: Sequence[HandRecord]) -> tuple[str, ...]:
    """The suit that needs most room; empty where all hands are hidden."""
    suits = (suit for board in boards for hand in board.hands for suit in hand.suits or ())
    return max(suits, key=cards_width, default=())


def cards_width(ranks: Sequence[str]) -> float:
    """The width of cards with spaces between them, in sizes of their letters, in a wide typeface."""
    return sum(0.75 if rank.isalpha() else 0.6 * len(rank) for rank in ranks) + 0.32 * max(len(ranks) - 1, 0)


def _tall(lines: int) -> float:
    """The height of a board in lines: half a line stands above the auction and what follows it."""
    return lines + 3 * TIER_GAP + 0.5


def _usual_lines(parts: frozenset[str]) -> int:
    lines = 12 + 3 * ("names" in parts) + _AUCTION * ("auction" in parts)
    return lines + ("contract" in parts or "result" in parts) + ("result" in parts)


def hand_lines(board: HandRecord) -> int:
    """The lines of each of the four hands, that for the player's name among them."""
    return 5 if board.named else 4


def tier_lines(board: HandRecord) -> float:
    """The lines from one hand to the next one below it."""
    return hand_lines(board) + TIER_GAP


def line_count(board: HandRecord) -> int:
    """The lines that a board takes."""
    return 3 * hand_lines(board) + len(board.calls) + len(board.lines)


def choices(paper: str, *, landscape: bool, parts: frozenset[str], big: bool) -> list[int]:
    """The numbers of boards a page on which letters are large enough, for these parts."""
    layouts = [Layout(paper, landscape, number, big) for number in GRIDS]
    return [layout.per_page for layout in layouts if layout.size(parts) >= (BIG_PRINT if big else READABLE)]
