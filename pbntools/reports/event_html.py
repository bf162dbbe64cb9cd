"""Pages of events for a web site: one file that needs nothing else and runs nothing."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Iterator
from functools import cache
from importlib import resources
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pbntools.reports.event_page import Cell, Column, Content, Grid, Page
from pbntools.reports.language import Language
from pbntools.reports.screen import SUITS, Screen
from pbntools.reports.suits import PALETTES
from pbntools.reports.templating import template

if TYPE_CHECKING:
    from markupsafe import Markup

_TEXT = Screen("utf-8")
_LETTERS = "cdhs"
_SUIT = re.compile(f"([{SUITS}])")
_FEW = 5
"""Columns that leave some room between them on a phone."""
_WIDE = 14
"""Characters of a value that go on in the next line, as the outcomes of a weighted score do."""
_LONG = 25
"""A table of more rows may be parted when it is printed."""


@cache
def style() -> tuple[str, str]:
    """The style of the page, and its hash as the policy of the page names it."""
    data = resources.files("pbntools") / "data"
    text = "".join(path.read_text(encoding="utf-8") for path in (data / "ground.css", data / "event" / "page.css"))
    for at, letter in enumerate(_LETTERS):
        for number, ground in (("1", "light"), ("2", "dark")):
            text = text.replace(f"${letter}{number}", PALETTES["two", ground][at])  # type: ignore[index]
    return text, f"sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}"


def page_html(page: Page, t: Language) -> str:
    """A page for a web site."""
    from markupsafe import Markup

    text, fingerprint = style()
    return (
        template("event_page.html").render(
            title=_TEXT.safe(page.title),
            subtitle=_TEXT.safe(page.subtitle),
            contents=[(anchor, _TEXT.safe(title)) for anchor, title in page.contents],
            contents_title=t.gettext("Contents"),
            back_title=t.gettext("Back to the ranking"),
            grids=list(_grids(page, t)),
            notes=[_note(note, t) for note in page.notes],
            ending=None if page.ending is None else _grid(page.ending, t) | {"more": ""},
            language=t.code,
            # The style is ours, and its hash in the policy is that of the very text: it must not be escaped.
            style=Markup(text),
            style_hash=fingerprint,
        )
        + "\n"
    )


def _grids(page: Page, t: Language) -> Iterator[dict[str, Any]]:
    """The tables; the first of those that lack the same columns on a small screen says which they are."""
    told: set[tuple[str, ...]] = set()
    for grid in page.grids:
        hidden = tuple(dict.fromkeys(column.title for column in grid.columns if column.wide)) if grid.rows else ()
        more = ""
        if hidden and hidden not in told:
            told.add(hidden)
            more = t.gettext("on a wider screen also: {columns}").format(columns=", ".join(hidden))
        yield _grid(grid, t) | {"more": _TEXT.safe(more)}


def _grid(grid: Grid, t: Language) -> dict[str, Any]:
    # What is said of a row stands below it, so that no column is needed that is mostly empty.
    shown = [at for at, column in enumerate(grid.columns) if not column.note]
    said = [at for at, column in enumerate(grid.columns) if column.note]
    columns = tuple(grid.columns[at] for at in shown)
    classes = [_classes(column) for column in columns]
    names = [column for column in columns if column.wraps and not column.right]
    sides = sum(not column.aside for column in names)
    groups, few = _groups(columns), _groups(tuple(column for column in columns if not column.wide))
    return {
        "title": _TEXT.safe(grid.title),
        "anchor": grid.anchor,
        "above": [(heading.level, heading.anchor, _TEXT.safe(heading.text)) for heading in grid.above],
        "level": grid.level,
        "back": grid.back,
        "classes": " ".join(
            name
            for name, wanted in (
                ("long", len(grid.rows) > _LONG),
                ("named", bool(names)),
                ("two", sides > 1),
                ("few", bool(names) and sum(not column.wide for column in columns) <= _FEW),
                ("grouped", bool(groups)),
            )
            if wanted
        ),
        "groups": [("big", groups), ("small", few)] if groups != few else [("", groups)] if groups else [],
        "heads": [(_TEXT.safe(column.title), name) for column, name in zip(columns, classes, strict=True)],
        "width": len(columns),
        "rows": [
            (
                [
                    (_cell(row[at], t, right=grid.columns[at].right), name)
                    for at, name in zip(shown, classes, strict=True)
                ],
                "; ".join(_TEXT.safe(str(row[at])) for at in said if row[at]),
            )
            for row in grid.rows
        ],
        "notes": [_TEXT.safe(f"{who}: {what}") for _, who, what in grid.remarks] + list(map(_TEXT.safe, grid.notes)),
    }


def _classes(column: Column) -> str:
    names = [("right", column.right), ("extra", column.wide), ("wraps", column.wraps)]
    return " ".join(name for name, wanted in names if wanted)


def _groups(columns: tuple[Column, ...]) -> list[tuple[str, int]]:
    """The headings of groups with the number of their columns; nothing where there is none."""
    if not any(column.group for column in columns):
        return []
    return [(_TEXT.safe(name), len(list(members))) for name, members in groupby(columns, key=lambda one: one.group)]


def _cell(content: Content, t: Language, *, right: bool = False) -> Markup:
    from markupsafe import Markup, escape

    is_number = right and isinstance(content, Cell) and not (content.number or content.link or content.suits)
    if is_number or not isinstance(content, Cell):
        text = _TEXT.safe(content.text if isinstance(content, Cell) else content)
        if right and len(text) > _WIDE and " – " not in text:
            return Markup('<span class="long">{}</span>').format(text)
        # The two numbers of a match stay on one line.
        return escape(text.replace(" – ", "\u00a0–\u2060\u00a0") if right else text)
    shown = _suits(content.text, t) if content.suits else _people(content.text)
    if content.number:
        number = escape(_TEXT.safe(content.number))
        if not content.text:
            shown = number
        else:
            # The names stand beside the number, also those that go on in the next line.
            if content.link:
                shown = Markup('<a href="#{}">{}</a>').format(content.link, shown)
            return Markup('<span class="pair"><span class="no">{}</span> <span class="names">{}</span></span>').format(
                number, shown
            )
    return Markup('<a href="#{}">{}</a>').format(content.link, shown) if content.link else shown


def _note(note: Content, t: Language) -> str:
    return _cell(note, t) if isinstance(note, Cell) else _TEXT.safe(note)


def _people(text: str) -> Markup:
    """A text; between the names of partners it is parted first."""
    from markupsafe import Markup, escape

    names = _TEXT.safe(text).split(" & ")
    if len(names) == 1:
        return escape(names[0])
    parts = names[:1] + [f"& {name}" for name in names[1:]]
    return Markup(" ").join(Markup('<span class="who">{}</span>').format(part) for part in parts)


def _suits(text: str, t: Language) -> Markup:
    """The text with its suits in colour, and their names for those who do not see them."""
    from markupsafe import Markup, escape

    found = Markup()
    for part in _SUIT.split(_TEXT.safe(text)):
        if part in SUITS and part:
            at = SUITS.index(part)
            found += Markup('<span class="suit {}" role="img" aria-label="{}">{}</span>').format(
                _LETTERS[at], t.suit(at), part
            )
        else:
            found += escape(part)
    return found
