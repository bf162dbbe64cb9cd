"""What was left out of an event, as the table that ends every page of it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pbntools.events.lines import LeftOut, Line
from pbntools.reports.event_page import Cell, Column, Content, Grid, Page, valued
from pbntools.reports.event_view import side_text
from pbntools.reports.event_words import reason_cell, worded
from pbntools.reports.language import Language

MOST_ROWS = 1000
"""Results that are listed one by one; of more the number is told."""
# Columns of a terminal: one long name does not make every line long.
_MOST_NAME, _MOST_REASON = 40, 160


def left_out_grid(
    items: Sequence[LeftOut], t: Language, label: Callable[[Line, int], str] = side_text, *, others: int = 0
) -> Grid:
    """The table of what does not count; ``label`` says who sat at a side.

    ``others`` are records without a result.
    """
    _ = t.gettext
    title = _("Left out")
    with_session = any(item.line is not None and item.line.session for item in items[:MOST_ROWS])
    with_round = any(item.line is not None and item.line.round for item in items[:MOST_ROWS])
    columns = [Column(_("Session"), wraps=True, most=_MOST_NAME)] if with_session else []
    columns += [Column(_("Round"), right=True)] if with_round else []
    columns += [
        Column(_("Board"), right=True),
        Column(_("Table"), right=True),
        Column(_("Who"), wraps=True, most=2 * _MOST_NAME, sides=True),
        Column(_("Reason"), wraps=True, most=_MOST_REASON),
        Column(_("File"), wraps=True, most=2 * _MOST_NAME),
    ]
    grid = Grid(title, tuple(columns), part=title, anchor="left-out")
    for item in items[:MOST_ROWS]:
        line = item.line
        row: list[Content] = []
        if with_session:
            row.append(line.session if line is not None else "")
        if with_round:
            row.append(line.round if line is not None else "")
        location = item.origin.location()
        where = location.path if location.line is None else f"{location.path}:{location.line}"
        row += [valued(item.board or ""), valued(worded(item.table, t))]
        row += [valued(_who(line, label)), reason_cell(item, t), Cell(where, where)]
        grid.rows.append(tuple(row))
    if len(items) > MOST_ROWS:
        grid.notes.append(
            t.ngettext("{n} result more is left out", "{n} results more are left out", len(items) - MOST_ROWS)
        )
    if others:
        grid.notes.append(t.ngettext("{n} record has no result", "{n} records have no result", others))
    return grid


def add_left_out(
    page: Page, items: Sequence[LeftOut], t: Language, label: Callable[[Line, int], str] = side_text, *, others: int = 0
) -> None:
    """End a page with what was left out."""
    if items or others:
        page.ending = left_out_grid(items, t, label, others=others)
    else:
        page.notes.append(t.gettext("nothing was left out"))


def _who(line: Line | None, label: Callable[[Line, int], str]) -> str:
    if line is None:
        return ""
    who = [label(line, side) for side in (0, 1)]
    if any(one not in ("", "?") for one in who):
        return " – ".join(one or "?" for one in who)
    return " – ".join(filter(None, (line.home, line.visit)))
