"""What stands on the pages of an event besides the boards: on cards and below the ranking, and how it is laid out."""

import pytest

from pbntools.reports.event_boards import travellers_page
from pbntools.reports.event_cards import UnknownContestantError, card_page, find_contestant
from pbntools.reports.event_html import page_html
from pbntools.reports.event_page import Page
from pbntools.reports.event_tables import ranking_page
from pbntools.reports.event_whole import whole_page
from pbntools.reports.event_writers import page_csv
from pbntools.reports.language import language
from tests.events.building import match, ranked, swing, traveller

EN = language("en")
CUP = (
    'form = "knock-out"\n[knock-out]\nboards = 1\n[knock-out.carry-over.Final]\nB = 4.5\n'
    '[[penalty]]\nto = "A"\namount = "2 IMP"\nround = "Final"\nwhy = "late"\n'
)
SESSIONS = '[[session]]\nname = "first"\n[[session]]\nname = "second"\n[[cut]]\nafter = "first"\nkeep = 2\n'


def below(page: Page) -> list[str]:
    return [str(note) for grid in page.grids for note in grid.notes]


def test_the_card_of_a_knock_out_has_the_carry_over_of_both_teams() -> None:
    """10 IMPs on the board, less 4.5 that B brought along and a penalty of 2; the same from the other side."""
    found = ranked(CUP, match("Final", "A", "B", [(420, -50)]))
    said = "A wins; B: carry-over +4.5 IMPs into round Final; A: penalty 2 IMP in round Final (late)"
    for team, lead in (("A", "+3.5"), ("B", "-3.5")):
        page = card_page(found, EN, team)
        assert below(page) == [f"Margin: {lead}", said]
        # Each of them stands there once.
        assert not any("carry-over" in str(note) or "penalty" in str(note) for note in page.notes)


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
    assert page.notes[:2] == ["Rank 3=: 50.00%", "out after first"]
    rows = [row for grid in page.grids for row in grid.rows]
    assert [str(row[-1]) for row in rows] == ["", "out after first, does not count for 2"]
    assert below(page) == ["Session: 50.00%"]


def test_what_is_said_of_the_ranking_stands_below_it_on_the_whole_page() -> None:
    games = traveller(1, ["1 6 420", "2 5 400", "3 4 -50"], tags='[Session "first"]\n')
    page = whole_page(ranked(f'form = "pairs"\n{SESSIONS}', games), EN)
    assert page.grids[0].part == "Ranking"
    assert page.grids[0].notes == ["after first go on: 1, 4", "some ties are not decided"]
    assert page.notes == ["nothing was left out"]


def test_the_outcomes_of_a_weighted_score_go_on_in_the_next_line() -> None:
    event = 'form = "pairs"\n[[adjustment]]\nboard = 1\nat = "1"\nscore = "60% of 420, 40% of -50"\n'
    ranking = ranked(event, traveller(1, ["1 6 420", "2 5 400", "3 4 -50"]))
    text = page_html(travellers_page(ranking, EN), EN)
    assert '<span class="long">60% of 420, 40% of -50</span>' in text
    assert text.count('class="long"') == 1
    turkish = travellers_page(ranking, language("tr"))
    assert '<span class="long">60% × 420, 40% × -50</span>' in page_html(turkish, language("tr"))
    # What programs read has the words of an event file.
    assert "60% of 420, 40% of -50" in page_csv(turkish, language("tr"), ascii_only=False)


def test_a_tie_takes_no_room_from_the_names() -> None:
    """Of a ranking one column has contestants; of a traveller two."""
    ranking = ranked('form = "pairs"\n', traveller(1, ["1 6 420", "2 5 400", "3 4 -50"]))
    assert ranking.places[0].decided_by is not None
    assert '<section id="ranking" class="named few">' in page_html(ranking_page(ranking, EN), EN)
    assert ' class="named two few">' in page_html(travellers_page(ranking, EN), EN)


def test_a_name_that_may_be_any_of_two_is_listed_as_it_is_to_be_written() -> None:
    columns = "PairId_NS;PairId_EW;Names_NS;Names_EW;Score_NS"
    text = traveller(1, ['1 1 "Ana;Bo" "Cy;Di" 420', '2 2 "Ed;Flo" "Gus;Hal" 50'], columns)
    found = ranked('form = "pairs"\n', text)
    with pytest.raises(UnknownContestantError, match=r"1 may be any of 1 EW \(Cy & Di\), 1 NS \(Ana & Bo\)$"):
        find_contestant(found, "1")
    bare = ranked('form = "pairs"\n[scoring]\nwinners = 2\n', traveller(1, ["1 1 420", "2 2 50"]))
    with pytest.raises(UnknownContestantError, match=r"1 may be any of 1 EW, 1 NS$"):
        find_contestant(bare, "1")
    for key in bare.results.contestants:
        assert find_contestant(bare, key) == key


def test_a_turkish_name_in_any_case_finds_its_card() -> None:
    found = ranked('form = "pairs"\n', traveller(1, ['"İnci;Işıl" "Can;Ela" 420'], "Names_NS;Names_EW;Score_NS"))
    for name in ("inci", "İNCİ", "ışıl", "IŞIL", "işil & inci", "INC"):
        assert find_contestant(found, name) == "İnci & Işıl"
