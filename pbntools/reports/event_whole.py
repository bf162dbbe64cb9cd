"""The ranking, every card and every traveller on one page, which lead to each other."""

from __future__ import annotations

from pbntools.events.gathering import natural
from pbntools.events.placing import Ranking
from pbntools.reports.event_boards import add_travellers
from pbntools.reports.event_cards import card_grids, card_notes
from pbntools.reports.event_page import Page
from pbntools.reports.event_tables import add_ranking, close, title_of
from pbntools.reports.event_view import View
from pbntools.reports.language import Language


def whole_page(ranking: Ranking, t: Language) -> Page:
    """Everything that there is to see of an event."""
    _ = t.gettext
    ranked = [place.id for place in ranking.places]
    order = ranked + sorted(ranking.results.contestants.keys() - set(ranked), key=natural)
    plain = View(ranking, t)
    having = {team for match in ranking.matches for team in match.teams} if ranking.race is None else plain.own.keys()
    cards = {one: f"card-{number}" for number, one in enumerate((one for one in order if one in having), 1)}
    boards = {key: f"board-{number}" for number, key in enumerate(plain.boards, 1)} if ranking.race is not None else {}
    matches = {id(match): f"match-{number}" for number, match in enumerate(ranking.matches, 1)}
    view = View(ranking, t, cards, boards, matches)
    page = Page(*title_of(ranking, t, _("All results")))
    add_ranking(page, view)
    page.contents = [(grid.anchor, grid.title or grid.part) for grid in page.grids if grid.anchor]
    for one in cards:
        grids = list(card_grids(view, one))
        name = view.plain_label(one)
        for number, grid in enumerate(grids):
            grid.part = _("Card")
            grid.keys = ((_("Card"), name), *grid.keys)
            if ranking.race is not None:
                grid.title = f"{name}: {grid.title}" if grid.title else name
            grid.anchor = cards[one] if not number else ""
        if grids:
            grids[-1].notes += card_notes(view, one)
        page.grids += grids
    if cards:
        page.contents.append(("card-1", _("Cards")))
    first = len(page.grids)
    add_travellers(page, view)
    if len(page.grids) > first:
        page.grids[first].anchor = page.grids[first].anchor or "travellers"
        page.contents.append((page.grids[first].anchor, _("Travellers")))
    close(page, view)
    if page.ending is not None:
        page.contents.append((page.ending.anchor, page.ending.title))
    return page
