"""The ranking, every card and every traveller on one page, which lead to each other."""

from __future__ import annotations

from collections.abc import Sequence

from pbntools.events.gathering import natural
from pbntools.events.placing import Ranking
from pbntools.reports.event_boards import add_travellers
from pbntools.reports.event_cards import card_grids, card_notes
from pbntools.reports.event_page import Grid, Heading, Page
from pbntools.reports.event_tables import add_ranking, close, title_of
from pbntools.reports.event_view import View
from pbntools.reports.language import Language

_RANKING = "ranking"


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
    if page.grids:
        # At the end of the page nobody would look for what is said of the ranking.
        page.grids[-1].notes += [note if isinstance(note, str) else note.plain for note in page.notes]
        page.notes = []
    page.contents = [(grid.anchor, grid.title or grid.part) for grid in page.grids if grid.anchor]
    _begin(page.grids, Heading(_("Ranking"), anchor=_RANKING))
    for grid in page.grids:
        # The matches are a chapter of their own.
        grid.level = 2 if grid.anchor == "matches" else 3
    first = len(page.grids)
    for one in cards:
        grids = list(card_grids(view, one))
        name = view.plain_label(one)
        for grid in grids:
            grid.part = _("Card")
            grid.keys = ((_("Card"), name), *grid.keys)
            grid.level = 4
        if grids:
            grids[0].above.append(Heading(_("Card of {name}").format(name=name), 3, cards[one]))
            grids[-1].notes += card_notes(view, one)
            grids[-1].back = _RANKING
        if first == len(page.grids):
            _begin(grids, Heading(_("Cards"), anchor="cards"))
        page.grids += grids
    if len(page.grids) > first:
        page.contents.append(("cards", _("Cards")))
    first = len(page.grids)
    add_travellers(page, view)
    if len(page.grids) > first:
        _begin(page.grids[first:], Heading(_("Travellers"), anchor="travellers"))
        page.contents.append(("travellers", _("Travellers")))
    for grid in page.grids[first:]:
        grid.level, grid.back = 3, _RANKING
    close(page, view)
    if page.ending is not None:
        page.contents.append((page.ending.anchor, page.ending.title))
    return page


def _begin(grids: Sequence[Grid], heading: Heading) -> None:
    """Begin a chapter with the first of its tables; what has the chapter's anchor gives it up."""
    for grid in grids[:1]:
        grid.above.insert(0, heading)
    for grid in grids:
        if grid.anchor == heading.anchor:
            grid.anchor = ""
