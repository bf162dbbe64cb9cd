"""Pages of events as text and CSV."""

from __future__ import annotations

from itertools import groupby

from pbntools.reports.event_page import Cell, Column, Content, Grid, Page
from pbntools.reports.language import Language
from pbntools.reports.screen import Screen, cells, pad

_GAP = "  "
_RED = "♦♥"


def page_text(page: Page, screen: Screen) -> str:
    """A page for a terminal or a text file."""
    lines = [screen.paint("label", screen.safe(page.title))]
    if page.subtitle:
        lines.append(screen.safe(page.subtitle))
    for grid in page.grids:
        for heading in grid.above:
            lines += ["", screen.paint("label", screen.safe(heading.text))]
        lines += ["", *_grid_text(grid, screen)]
    if page.notes:
        lines += ["", *(_note(note, screen) for note in page.notes)]
    if page.ending is not None:
        lines += ["", *_grid_text(page.ending, screen)]
    return "\n".join(lines) + "\n"


def _cut(text: str, column: Column, screen: Screen) -> str:
    """A text in the width that its column has at most: of two that meet each is cut."""
    if not column.most or cells(text) <= column.most:
        return text
    parts = text.split(" – ") if column.sides else []
    if len(parts) == 2:
        return " – ".join(screen.clip(part, column.most // 2) for part in parts)
    return screen.clip(text, column.most)


def _shown(content: Content, screen: Screen) -> str:
    if not isinstance(content, Cell):
        return screen.safe(content)
    text = content.shown
    return screen.safe(text if screen.symbols or not content.suits else content.letters)


def _painted(text: str, content: Content, screen: Screen) -> str:
    """The text with the colours of its suits."""
    if not screen.palette or not isinstance(content, Cell) or not content.suits:
        return text
    for suit in _RED:
        text = text.replace(suit, screen.paint("red suit", suit))
    return text


def _note(note: Content, screen: Screen) -> str:
    return _painted(_shown(note, screen), note, screen)


def _grid_text(grid: Grid, screen: Screen) -> list[str]:
    rows = [
        tuple(_cut(_shown(cell, screen), column, screen) for cell, column in zip(row, grid.columns, strict=True))
        for row in grid.rows
    ]
    heads = tuple(screen.safe(column.title) for column in grid.columns)
    widths = [max(cells(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    lines = [screen.paint("label", screen.safe(grid.title))] if grid.title else []
    if grid.rows:
        if any(column.group for column in grid.columns):
            lines.append(screen.paint("dim", _groups(grid.columns, widths, screen)))
        lines.append(screen.paint("dim", _line(heads, heads, widths, grid.columns)))
    for row, contents in zip(rows, grid.rows, strict=True):
        painted = [_painted(text, content, screen) for text, content in zip(row, contents, strict=True)]
        lines.append(_line(row, painted, widths, grid.columns))
    lines += [f"{_GAP}{screen.safe(f'{who}: {what}')}" for _, who, what in grid.remarks]
    return lines + [f"{_GAP}{screen.safe(note)}" for note in grid.notes]


def _line(
    texts: tuple[str, ...], shown: tuple[str, ...] | list[str], widths: list[int], columns: tuple[Column, ...]
) -> str:
    parts = [
        pad(text, width, visible, right=column.right)
        for text, visible, width, column in zip(texts, shown, widths, columns, strict=True)
    ]
    return _GAP.join(parts).rstrip()


def _groups(columns: tuple[Column, ...], widths: list[int], screen: Screen) -> str:
    """The headings of groups, each over its columns, which are made as wide as it needs."""
    parts = []
    for name, members in groupby(range(len(columns)), key=lambda at: columns[at].group):
        found = list(members)
        text = screen.safe(name)
        width = sum(widths[at] for at in found) + len(_GAP) * (len(found) - 1)
        if cells(text) > width:
            widths[found[-1]] += cells(text) - width
            width = cells(text)
        parts.append(pad(text, width))
    return _GAP.join(parts).rstrip()


def page_csv(page: Page, t: Language, *, ascii_only: bool) -> str:
    """The tables of a page as one, so that a program can read it.

    The first column names the part of the page; then come what tells its tables from each other, and all columns, each
    once.  What is said of a table, or of the page, stands in the column of notes.
    """
    from pbntools.reports.sessions import csv_text

    part, notes = t.gettext("Part"), t.gettext("Notes")
    heads = [part]
    keys = [name for grid in page.tables for name, _ in grid.keys]
    titles = [column.name for grid in page.tables for column in grid.columns if grid.rows]
    heads += dict.fromkeys(name for name in [*keys, *titles, notes] if name != part)
    at = {name: number for number, name in enumerate(heads)}
    rows: list[list[str]] = []

    def add(grid: Grid | None, values: dict[str, str]) -> None:
        row = [""] * len(heads)
        row[0] = notes if grid is None else grid.part or grid.title
        for name, value in [*(grid.keys if grid is not None else ()), *values.items()]:
            row[at[name]] = value
        rows.append(row)

    for grid in page.tables:
        remarks: dict[int, list[str]] = {}
        for number, _, what in grid.remarks:
            remarks.setdefault(number, []).append(what)
        names = [column.name for column in grid.columns]
        for number, contents in enumerate(grid.rows):
            values = dict(zip(names, map(_plain, contents), strict=True))
            said = [values.get(notes, ""), *remarks.get(number, ())]
            add(grid, values | {notes: "; ".join(filter(None, said))})
        for note in grid.notes:
            add(grid, {notes: note})
    for content in page.notes:
        add(None, {notes: _plain(content)})
    if not any(row[at[notes]] for row in rows):
        heads, rows = (
            [name for name in heads if name != notes],
            [[value for number, value in enumerate(row) if number != at[notes]] for row in rows],
        )
    return csv_text([heads, *rows], ascii_only=ascii_only)


def _plain(content: Content) -> str:
    return content.plain if isinstance(content, Cell) else content
