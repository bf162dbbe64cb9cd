"""The card of a contestant: its boards from its own side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from pbntools.events.addressing import called, in_order
from pbntools.events.contestants import Contestant
from pbntools.events.gathering import natural
from pbntools.events.placing import Ranking
from pbntools.events.spelling import fold
from pbntools.reports.event_boards import contract_cells, contract_columns, room_grids
from pbntools.reports.event_page import Column, Content, Grid, Page
from pbntools.reports.event_tables import close, title_of
from pbntools.reports.event_view import Entry, View, percent_cell, score_text, scored_cell, with_unit
from pbntools.reports.event_words import note_text, worded
from pbntools.reports.language import Language
from pbntools.said import Said

_LISTED = 30


class UnknownContestantError(ValueError):
    """A name that nobody of the event has, or that several have; says who there is."""


def find_contestant(ranking: Ranking, name: str) -> str:
    """The contestant that is meant by a number, a name in any case, or a part of a name that one alone has."""
    known = ranking.results.contestants
    if name in known:
        return name
    wanted = fold(name)
    labels = {key: called(key, one) | {fold(one.label), *map(fold, one.names)} for key, one in known.items()}
    for found in (
        [key for key, names in labels.items() if wanted in names or in_order(name) in names],
        [key for key, names in labels.items() if wanted and any(wanted in one for one in names)],
    ):
        if len(found) == 1:
            return found[0]
        if found:
            raise UnknownContestantError(Said("{name} may be any of {known}", name=name, known=_listed(ranking, found)))
    everybody = _listed(ranking, list(known))
    raise UnknownContestantError(
        Said("nobody of the event is called {name}: there are {known}", name=name, known=everybody)
    )


def _listed(ranking: Ranking, keys: list[str]) -> str:
    known = ranking.results.contestants
    shown = [_spelling(key, known[key]) for key in sorted(keys, key=natural)[:_LISTED]]
    more = len(keys) - len(shown)
    if not shown:
        return Said("none")
    return Said("{names} and {n} more", names=tuple(shown), n=more) if more else ", ".join(shown)


def _spelling(key: str, one: Contestant) -> str:
    """How a contestant is to be written, with its names where these are others: ``1 EW (Ana & Bo)``."""
    names = " & ".join(one.names)
    return f"{key} ({names})" if one.group and names and names not in key else key if one.group else one.label


def card_page(ranking: Ranking, t: Language, contestant: str) -> Page:
    """One contestant's boards; raises `UnknownContestantError` where the name is not that of one."""
    view = View(ranking, t)
    key = find_contestant(ranking, contestant)
    page = Page(*title_of(ranking, t, t.gettext("Card of {name}").format(name=view.plain_label(key))))
    page.grids += card_grids(view, key)
    page.notes += card_notes(view, key)
    close(page, view, key)
    return page


def card_notes(view: View, contestant: str) -> list[str]:
    """The contestant's place, and what changed its score besides the boards."""
    ranking, t = view.ranking, view.t
    notes = []
    for place in ranking.places:
        if place.id == contestant:
            score = with_unit(score_text(place.score, ranking.unit), ranking.unit, t)
            notes.append(t.gettext("Rank {rank}: {score}").format(rank=view.ranks[place.id], score=score))
            if place.out_after:
                notes.append(t.gettext("out after {session}").format(session=place.out_after))
            # What belongs to a match of a knock-out stands below its boards, for both teams.
            own = [note for note in place.notes if note.kind == "bye" or ranking.rules.form != "knock-out"]
            notes += [note_text(note, t) for note in own]
    return notes


def card_grids(view: View, contestant: str) -> Iterator[Grid]:
    """The boards of a contestant: of a pair or player by session, of a team by match."""
    if view.ranking.race is None:
        yield from (grid for _match, grid in room_grids(view, team=contestant))
    else:
        yield from _sessions(view, contestant)


def _sessions(view: View, contestant: str) -> Iterator[Grid]:
    ranking, t = view.ranking, view.t
    race = ranking.race
    if race is None:
        return
    _ = t.gettext
    own = view.own.get(contestant, [])
    percent = ranking.rules.unit == "%"
    noted = any(view.note(entry, side) for side, entry in own)
    columns = [Column(_("Board"), True), Column(_("Side")), Column(_("Against"), wraps=True)]
    columns += contract_columns(view, wide=True)
    columns += [Column(_("Score"), True), Column(worded("MP" if percent else "IMP", t), True, wide=percent)]
    columns += [Column("%", True)] if percent else []
    columns += [Column(_("Notes"), note=True)] if noted else []
    sessions: dict[str, list[tuple[int, Entry]]] = defaultdict(list)
    for side, entry in own:
        sessions[entry.line.session].append((side, entry))
    order = [name for name in ranking.results.sessions if name in sessions]
    for session in order + [name for name in sessions if name not in order]:
        grid = Grid(session, tuple(columns), part=_("Card"), keys=((_("Session"), session),))
        for side, entry in sessions[session]:
            line = entry.line
            cell = view.scored(line)[side]
            key = ranking.results.key(line)
            row: list[Content] = [view.board_cell(key), _("EW") if side else _("NS"), view.side(line, 1 - side)]
            row += [*contract_cells(view, line), view.score_of(line, side), scored_cell(cell)]
            row += [percent_cell(cell)] if percent else []
            row += [view.note(entry, side)] if noted else []
            grid.rows.append(tuple(row))
        value = race.session_value(contestant, session)
        if value is not None:
            score = score_text(value * (100 if percent else 1), "")
            grid.notes.append(_("Session: {score}").format(score=with_unit(score, ranking.rules.unit, t)))
        yield grid


__all__ = ["UnknownContestantError", "card_grids", "card_notes", "card_page", "find_contestant"]
