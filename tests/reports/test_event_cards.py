"""What stands on the card of a contestant besides its boards."""

from pbntools.reports.event_cards import card_page
from pbntools.reports.event_page import Page
from pbntools.reports.language import language
from tests.events.building import match, ranked, swing, traveller

EN = language("en")
CUP = (
    'form = "knock-out"\n[knock-out]\nboards = 1\n[knock-out.carry-over.Final]\nB = 4.5\n'
    '[[penalty]]\nto = "A"\namount = "2 IMP"\nround = "Final"\nwhy = "late"\n'
)
SESSIONS = '[[session]]\nname = "first"\n[[session]]\nname = "second"\n[[cut]]\nafter = "first"\nkeep = 2\n'


def below(page: Page) -> list[str]:
    return [note for grid in page.grids for note in grid.notes]


def test_the_card_of_a_knock_out_has_the_carry_over_of_both_teams() -> None:
    """10 IMPs on the board, less 4.5 that B brought along and a penalty of 2; the same from the other side."""
    found = ranked(CUP, match("Final", "A", "B", [(420, -50)]))
    said = "A wins; B: carry-over +4.5 IMPs into round Final; A: penalty 2 IMP in round Final (late)"
    for team, lead in (("A", "+3.5"), ("B", "-3.5")):
        page = card_page(found, EN, team)
        assert below(page) == [f"Margin: {lead}", said]
        # Each of them stands there once.
        assert not any("carry-over" in note or "penalty" in note for note in page.notes)


def test_the_card_of_a_team_has_the_points_of_each_match() -> None:
    event = 'form = "teams"\n[scale]\nname = "wbf2013"\n'
    found = ranked(event, match("1", "A", "B", [swing(3)]))
    ahead = found.matches[0].points[0]
    assert ahead > 10
    assert below(card_page(found, EN, "A")) == [f"VP: {float(ahead):.2f} – {float(20 - ahead):.2f}"]
    assert below(card_page(found, EN, "B")) == [f"VP: {float(20 - ahead):.2f} – {float(ahead):.2f}"]


def test_the_card_of_who_is_out_says_so() -> None:
    games = traveller(1, ["1 6 420", "2 5 400", "3 4 -50"], tags='[Session "first"]\n')
    games += traveller(1, ["1 2 420", "4 6 -50"], tags='[Session "second"]\n')
    page = card_page(ranked(f'form = "pairs"\n{SESSIONS}', games), EN, "2")
    assert page.notes[:2] == ["Rank 3=: 50.00 %", "out after first"]
    rows = [row for grid in page.grids for row in grid.rows]
    assert [str(row[-1]) for row in rows] == ["", "out after first, does not count for 2"]
    assert below(page) == ["Session: 50.00 %"]
