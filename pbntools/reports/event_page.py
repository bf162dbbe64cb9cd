"""A page of an event: tables whose cells say what people read, what a program reads, and where they lead."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache

from pbntools.core import Contract
from pbntools.reports.language import Language, language
from pbntools.reports.screen import LETTERS, SUITS

NOTHING = "–"
"""Stands in a cell where there is no value; a program reads an empty one."""
_AS_LETTERS = str.maketrans(SUITS, LETTERS)


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell that is more than a text.

    ``text`` is for people and ``plain`` for programs.  ``number`` stands before the text, as that of a pair does before
    its names.  ``link`` is the anchor of the table that tells more; ``suits`` says that the text has symbols of suits.
    """

    text: str
    plain: str
    number: str = ""
    link: str = ""
    suits: bool = False

    @property
    def shown(self) -> str:
        """The number and the text."""
        return f"{self.number} {self.text}".strip()

    @property
    def letters(self) -> str:
        """The same with letters for the symbols of suits."""
        return self.shown.translate(_AS_LETTERS) if self.suits else self.shown


NONE = Cell(NOTHING, "")
Content = str | Cell


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, whether its cells stand to the right, and the heading of the columns it is one of.

    ``field`` is what a program knows it by, where that is not its heading.  ``wide`` is a column that a small screen
    does not show, ``wraps`` one whose text may go on in the next line, ``aside`` one of these that leaves the names
    their room, ``note`` one that says something of its row.
    ``most`` are the columns of a terminal that it takes at most (0: as many as it needs); ``sides`` says that its cells
    may name two that meet, of which each is cut then.
    """

    title: str
    right: bool = False
    group: str = ""
    wide: bool = False
    wraps: bool = False
    aside: bool = False
    note: bool = False
    field: str = ""
    most: int = 0
    sides: bool = False

    @property
    def name(self) -> str:
        """The heading as a program reads it."""
        return self.field or self.title


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading above some tables: of level 2 for a chapter, 3 for a part of one; ``anchor`` is where links lead."""

    text: str
    level: int = 2
    anchor: str = ""


@dataclass(slots=True)
class Grid:
    """A table with its heading and what is said below it.

    ``part`` is what kind of table it is; ``keys`` tell it from others of its kind, such as a session and a board, as
    headings and values.  ``remarks`` belong to a row, by its index, and say who and what.  ``anchor`` is where links
    lead.  ``above`` are the headings that begin with the table, ``level`` is that of its own, and ``back`` the anchor
    to which a link below it returns.
    """

    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[Content, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    part: str = ""
    keys: tuple[tuple[str, str], ...] = ()
    remarks: list[tuple[int, str, str]] = field(default_factory=list)
    anchor: str = ""
    above: list[Heading] = field(default_factory=list)
    level: int = 2
    back: str = ""


@dataclass(slots=True)
class Page:
    """Some tables under one title; ``contents`` are the anchors and titles of its chapters.

    ``ending`` is the table behind the notes: what was left out.
    """

    title: str
    subtitle: str
    grids: list[Grid] = field(default_factory=list)
    notes: list[Content] = field(default_factory=list)
    contents: list[tuple[str, str]] = field(default_factory=list)
    ending: Grid | None = None

    @property
    def tables(self) -> list[Grid]:
        """All tables."""
        return self.grids if self.ending is None else [*self.grids, self.ending]


def valued(text: str) -> Content:
    """A text, or the sign that there is none."""
    return text or NONE


def contract_cell(contract: str, t: Language) -> Content:
    """A contract as people of the language write it, with the symbol of its suit."""
    return _contract(contract, t.code) if contract else NONE


@lru_cache(maxsize=4096)
def _contract(contract: str, code: str) -> Cell:
    t = language(code)
    try:
        parsed = Contract.parse(contract)
    except ValueError:
        return Cell(contract, contract)
    if parsed.is_passed_out:
        return Cell(t.gettext("Pass"), contract)
    return Cell(t.contract(parsed), contract, suits=True)
