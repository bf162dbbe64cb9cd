"""Travellers: board by board all results of an event, also those that do not count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import zip_longest

from pbntools.events.lines import BoardKey, Line
from pbntools.events.matches import Match, MatchBoard
from pbntools.events.placing import Ranking
from pbntools.events.rounding import decimal_text, short_text, signed
from pbntools.reports.event_page import NONE, Cell, Column, Content, Grid, Page
from pbntools.reports.event_tables import close, match_text, title_of
from pbntools.reports.event_view import Entry, View, percent_cell, scored_cell
from pbntools.reports.event_words import board_title, worded
from pbntools.reports.language import Language


def travellers_page(ranking: Ranking, t: Language, board: str | None = None) -> Page:
    """Board by board, all results: of the whole event, or of the boards with one label."""
    view = View(ranking, t)
    page = Page(*title_of(ranking, t, t.gettext("Travellers")))
    add_travellers(page, view, board)
    close(page, view)
    return page


def add_travellers(page: Page, view: View, board: str | None = None) -> None:
    """Put the travellers on a page."""
    if view.ranking.race is None:
        page.grids += (grid for _match, grid in room_grids(view, board))
        return
    keys = [key for key in view.boards if board is None or key[2] == board]
    page.grids += [_traveller(view, key) for key in keys]


def board_keys(key: BoardKey, t: Language) -> tuple[tuple[str, str], ...]:
    """What tells a board from others, as columns."""
    session, round_name, board = key
    return (t.gettext("Session"), session), (t.gettext("Round"), round_name), (t.gettext("Board"), board)


def contract_columns(view: View, *, wide: bool = False) -> list[Column]:
    """Contract, declarer and tricks, where any result of the event tells them."""
    _ = view.t.gettext
    if not view.with_contracts:
        return []
    return [Column(_("Contract")), Column(_("By")), Column(_("Tricks"), True, wide=wide)]


def contract_cells(view: View, line: Line) -> tuple[Content, ...]:
    """The same of a result."""
    return view.contract(line) if view.with_contracts else ()


def best_first(view: View, key: BoardKey) -> list[Entry]:
    """The results of a board, the best of North-South first; those that do not count last."""

    def order(entry: Entry) -> tuple[bool, bool, Fraction, tuple[str, int, int]]:
        cell = view.scored(entry.line)[0]
        points = -cell.points if cell is not None else Fraction(0)
        return entry.out is not None, cell is None, points, entry.line.origin.order

    return sorted(view.boards[key], key=order)


def _traveller(view: View, key: BoardKey) -> Grid:
    ranking, t = view.ranking, view.t
    _ = t.gettext
    percent = ranking.rules.unit == "%"
    noted = any(map(view.note, view.boards[key]))
    unit = worded("MP" if percent else "IMP", t)
    columns = [Column(_("NS"), wraps=True), Column(_("EW"), wraps=True), *contract_columns(view, wide=True)]
    columns += [
        Column(_("Score"), True),
        Column(f"{unit} {worded('NS', t)}", True, wide=percent),
        Column(f"{unit} {worded('EW', t)}", True, wide=percent),
    ]
    columns += (
        [Column(f"% {worded('NS', t)}", True), Column(f"% {worded('EW', t)}", True, wide=True)] if percent else []
    )
    columns += [Column(_("Notes"), note=True)] if noted else []
    grid = Grid(
        board_title(key, t),
        tuple(columns),
        part=_("Traveller"),
        keys=board_keys(key, t),
        anchor=view.board_anchors.get(key, ""),
    )
    if ranking.race is not None and key in ranking.race.datums:
        grid.notes.append(_("Datum: {score}").format(score=short_text(ranking.race.datums[key])))

    for entry in best_first(view, key):
        line = entry.line
        cells = view.scored(line)
        row = [view.side(line, 0), view.side(line, 1), *contract_cells(view, line), view.score_ns(line)]
        row += map(scored_cell, cells)
        row += map(percent_cell, cells) if percent else []
        row += [view.note(entry)] if noted else []
        grid.rows.append(tuple(row))
    return grid


# Matches


def room_grids(view: View, board: str | None = None, team: str | None = None) -> Iterator[tuple[Match, Grid]]:
    """Each match with its boards, or those of one team, from its side."""
    for match in view.ranking.matches:
        if team is not None and team not in match.teams:
            continue
        first = 0 if team is None else match.side(team)
        grid = _rooms(view, match, first, board, own=team is not None)
        if grid.rows:
            yield match, grid


def _rooms(view: View, match: Match, first: int, board: str | None, *, own: bool) -> Grid:
    """The boards of a match as the ``first`` of its teams has them."""
    t = view.t
    _ = t.gettext
    teams = match.teams[first], match.teams[1 - first]
    scored = {found.key: found for found in match.boards}
    entries = view.rooms.get((match.round, frozenset(teams)), {})
    keys = sorted({*scored, *entries}, key=view.ranking.results.order)
    tables = {key: list(_tables(entries.get(key, []), teams[0])) for key in keys}
    shown = [key for key in keys if board is None or key[2] == board]
    noted = any(_note(view, pair, own=own) for key in shown for pair in tables[key])
    imps = view.in_imps
    grid = Grid(
        view.title_of(match, first, own=own),
        _room_columns(view, teams, [pair for key in keys for pair in tables[key]], noted=noted, own=own),
        part=_("Match"),
        keys=(
            (_("Session"), keys[0][0] if keys else ""),
            (_("Round"), match.round),
            (_("Match"), " – ".join(teams)),
        ),
        anchor="" if own else view.match_anchors.get(id(match), ""),
    )
    total = [Fraction(0), Fraction(0)]
    for key in keys:
        found = scored.get(key)
        for number, pair in enumerate(tables[key]):
            counts = found is not None and number == 0
            patton = view.ranking.rules.form == "patton"
            swing: tuple[Content, ...] = (NONE,) * (3 if patton else 2)
            if counts and found is not None:
                swing = _swing(found, first, total, imps=imps)
                if patton:
                    swing = (*swing, NONE if found.aggregate is None else signed(found.aggregate[first]))
            if board is not None and key[2] != board:
                continue
            row: list[Content] = [key[2]]
            for at, entry in enumerate(pair):
                row += _at_table(view, entry, at if own else 0)
            row += [*swing, _note(view, pair, own=own)] if noted else swing
            grid.rows.append(tuple(row))
    if board is None:
        grid.notes += _outcome(view, match, first)
    return grid


def _outcome(view: View, match: Match, first: int) -> Iterator[str]:
    """What a match came to as the ``first`` of its teams has it, with what changed that besides the boards."""
    ranking, t = view.ranking, view.t
    if match.boards and match.verdict is None:
        shown = decimal_text if ranking.unit == "VP" else short_text
        yield f"{worded(ranking.unit, t)}: {shown(match.points[first])} – {shown(match.points[1 - first])}"
    if match.verdict is not None and match.notes:
        lead = match.verdict.lead * (-1 if first else 1)
        yield t.gettext("Margin: {imps}").format(imps=signed(lead))
    text = match_text(match, t)
    if text:
        yield text


def _tables(entries: Sequence[Entry], team: str) -> Iterator[tuple[Entry | None, Entry | None]]:
    """The tables of a board: where the team sits North-South, and where it sits East-West; those that count first."""
    counting = sorted(entries, key=lambda entry: entry.out is not None)
    north = [entry for entry in counting if entry.line.ns == team]
    east = [entry for entry in counting if entry.line.ns != team]
    return zip_longest(north, east)


def _room_columns(
    view: View,
    teams: tuple[str, str],
    tables: Sequence[tuple[Entry | None, Entry | None]],
    *,
    noted: bool,
    own: bool,
) -> tuple[Column, ...]:
    t = view.t
    _ = t.gettext
    columns = [Column(_("Board"), True)]
    for at in (0, 1):
        rooms = {entry.line.room for pair in tables if (entry := pair[at]) is not None}
        room = rooms.pop() if len(rooms) == 1 else ""
        side = _("EW") if own and at else _("NS")
        group = f"{teams[0] if own else teams[at]} {side}"
        if room:
            group += ", " + _("{room} room").format(room=worded(room, t))
        columns += [
            replace(column, group=group, field=f"{column.title} {at + 1}")
            for column in (*contract_columns(view, wide=True), Column(_("Score"), True))
        ]
    columns += [Column(_("IMPs") if view.in_imps else _("Points"), True), Column(_("Total"), True, wide=True)]
    columns += [Column(_("Aggregate"), True)] if view.ranking.rules.form == "patton" else []
    return (*columns, Column(_("Notes"), note=True)) if noted else tuple(columns)


def _at_table(view: View, entry: Entry | None, side: int) -> tuple[Content, ...]:
    """What a table came to, in the points of a side."""
    if entry is None:
        return (NONE, Cell("", ""), Cell("", ""), NONE) if view.with_contracts else (NONE,)
    line = entry.line
    return *contract_cells(view, line), view.score_of(line, 1) if side else view.score_ns(line)


def _swing(found: MatchBoard, first: int, total: list[Fraction], *, imps: bool) -> tuple[str, str]:
    """What a board is worth to the first team, and how the match stands after it."""
    own, other = found.points[first], found.points[1 - first]
    if imps:
        total[0] += own
        swing = signed(own) if other == -own else f"{signed(own)} / {signed(other)}"
        return swing, signed(total[0])
    total[0] += own
    total[1] += other
    return f"{short_text(own)} – {short_text(other)}", f"{short_text(total[0])} – {short_text(total[1])}"


def _note(view: View, pair: tuple[Entry | None, Entry | None], *, own: bool) -> str:
    """What is to be said of the two tables; on a team's own card its scores are those of its side at each."""
    notes = [view.note(entry, at if own else None) for at, entry in enumerate(pair) if entry is not None]
    return "; ".join(dict.fromkeys(filter(None, notes)))
