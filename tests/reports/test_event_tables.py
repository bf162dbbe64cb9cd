"""The tables of an event: how their numbers are written."""

import pytest

from pbntools.reports.event_explaining import explain_page
from pbntools.reports.event_page import Grid
from pbntools.reports.event_tables import ranking_page
from pbntools.reports.language import language
from tests.events.building import WBF, match, ranked, traveller

ENGLISH = language("en")


def grid(grids: list[Grid], title: str) -> Grid:
    """The table of this title."""
    return next(found for found in grids if found.title == title)


@pytest.mark.parametrize(
    ("event", "points"), [(f'form = "teams"\n{WBF}', "10.00 – 10.00"), ('form = "bam"\n', "1 – 1")]
)
def test_victory_points_have_two_decimals(event: str, points: str) -> None:
    page = ranking_page(ranked(event, match("1", "Lions", "Owls", [(100, 100)])), ENGLISH)
    (row,) = grid(page.grids, "Matches").rows
    assert points in row


def test_a_group_of_a_fouled_board_is_explained_by_its_table() -> None:
    """Two tables had one form of the board, three the other one: by the table 65% and 55% of a top of 8."""
    event = (
        'form = "pairs"\n[scoring]\nsmall-groups = {2 = [65, 55]}\n'
        '[[fouled]]\nboard = "1"\ngroups = [["1", "2"], ["3", "4", "5"]]\n'
    )
    rows = [f"{number} {number + 10} {score}" for number, score in enumerate((420, 50, 100, 200, 300), 1)]
    page = explain_page(ranked(event, traveller(1, rows)), ENGLISH, "1")
    notes = [note for found in page.grids for note in found.notes if "by the table for a group" in note]
    assert len(notes) == 4
    assert any(note.startswith("1: ") and "65% by the table for a group of 2: 5.2" in note for note in notes), notes
    assert any(note.startswith("2: ") and "55% by the table for a group of 2: 4.4" in note for note in notes), notes
