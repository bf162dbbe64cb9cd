"""Cuts between sessions: who is out stands behind who is in, and what it plays later does not count for it."""

from fractions import Fraction

import pytest

from pbntools.diagnostics import Severity
from pbntools.events.keys import ConfigError
from tests.events.building import order, plain, ranked, said, scores, traveller

SESSIONS = '[[session]]\nname = "first"\n[[session]]\nname = "second"\n[[session]]\nname = "third"\n'
CUT = '[[cut]]\nafter = "first"\nkeep = 2\n'
PAIRS = f'form = "pairs"\n{SESSIONS}'
FIRST = traveller(1, ["1 6 420", "2 5 400", "3 4 -50"], tags='[Session "first"]\n')
"""Pairs 1 and 4 have 100%, 2 and 5 50%, 3 and 6 nothing."""


def second(*rows: str, session: str = "second", board: int = 1) -> str:
    return traveller(board, rows, tags=f'[Session "{session}"]\n')


def test_who_is_out_stands_behind_who_is_in() -> None:
    """Pair 1 has nothing in the second session, and stands before pair 2, which has as much and is out."""
    found = ranked(PAIRS + CUT, FIRST + second("1 4 -50", "8 9 50"))
    assert plain([(place.rank, place.id, place.score, place.out_after) for place in found.places]) == [
        (1, "4", 100, ""),
        (2, "8", 50, ""),
        (3, "1", 50, ""),
        (4, "9", 0, ""),
        (5, "2", 50, "first"),
        (5, "5", 50, "first"),
        (7, "3", 0, "first"),
        (7, "6", 0, "first"),
    ]
    assert plain([place.parts for place in found.places if place.id == "2"]) == [(("first", 50),)]


def test_a_result_after_the_cut_counts_for_the_opponents_alone() -> None:
    found = ranked(PAIRS + CUT, FIRST + second("1 2 420", "4 3 400", "5 6 50"))
    assert scores(found) == {"1": 100, "4": 50, "2": 50, "5": 50, "3": 0, "6": 0}
    assert [place.boards for place in found.places] == [2, 2, 1, 1, 1, 1]
    assert [one for one in said(found.results) if one[0] == "cut-not-passed"] == [
        (
            "cut-not-passed",
            "2 went out in the cut after first, and has 1 result in second, which counts for its opponents alone",
        ),
        (
            "cut-not-passed",
            "3 went out in the cut after first, and has 1 result in second, which counts for its opponents alone",
        ),
        ("cut-not-passed", "5 went out in the cut after first, and has 1 result in second, which counts for nobody"),
        ("cut-not-passed", "6 went out in the cut after first, and has 1 result in second, which counts for nobody"),
    ]
    left_out = found.results.findings.left_out
    assert [(item.rule.name, item.line.ns if item.line else "") for item in left_out] == [("cut-not-passed", "5")]
    assert found.results.counted + len(left_out) == len(found.results.every)
    assert found.race is not None
    assert found.race.full == {"first": 3, "second": 2}


def test_who_comes_in_after_a_cut_is_told_and_counts() -> None:
    found = ranked(PAIRS + CUT, FIRST + second("1 7 420", "4 8 50") + second("1 7 50", "4 8 420", session="third"))
    assert [one for one in said(found.results) if one[0] == "cut-not-passed"] == [
        (
            "cut-not-passed",
            f"{one} plays in second, and has no result that counts before the cut, so that it came through none:"
            " it counts as one that is in",
        )
        for one in "78"
    ]
    assert [found.finding.severity for found in found.results.findings.found] == [Severity.WARNING] * 2
    assert scores(found)["7"] == Fraction(100, 3)


def test_who_came_through_and_did_not_play_is_told() -> None:
    found = ranked(PAIRS + CUT, FIRST + second("1 7 420", "9 8 50"))
    assert ("nothing-meant", "4 came through the cut after first, and has no result after it") in said(found.results)
    assert ("nothing-meant", "1 came through the cut after first, and has no result after it") not in said(
        ranked(PAIRS + CUT, FIRST).results
    )


def test_a_tie_at_the_line_is_not_broken_by_what_came_later() -> None:
    """Pairs 1 and 4 have as much before the cut; that 4 beats 1 after it is no reason to send 1 home."""
    event = f'form = "pairs"\n{SESSIONS}[[cut]]\nafter = "first"\nkeep = 1\n'
    found = ranked(event, FIRST + second("1 9 50", "4 8 420"))
    assert (found.cuts[0].qualified, found.cuts[0].tied) == (("1",), ("4",))


def test_the_field_of_a_second_cut_is_those_who_are_in() -> None:
    event = PAIRS + '[[cut]]\nafter = "first"\nkeep = 4\n[[cut]]\nafter = "second"\npercent = 50\n'
    games = FIRST + second("1 2 420", "4 5 50") + second("1 4 420", "2 6 50", session="third")
    found = ranked(event, games)
    assert [made.qualified for made in found.cuts] == [("1", "4", "2", "5"), ("1", "5")]
    assert [(place.id, place.out_after) for place in found.places] == [
        ("1", ""), ("5", ""), ("4", "second"), ("2", "second"), ("3", "first"), ("6", "first"),
    ]  # fmt: skip
    assert "2 went out in the cut after second, and has 1 result in third, which counts for nobody" in {
        message for _, message in said(found.results)
    }


def test_winners_of_both_directions_are_cut_by_themselves() -> None:
    event = f'form = "pairs"\n{SESSIONS}[scoring]\nwinners = 2\n[[cut]]\nafter = "first"\nkeep = 1\n'
    found = ranked(event, FIRST + second("1 4 420", "2 5 50"))
    assert [made.qualified for made in found.cuts] == [("1 NS",), ("4 EW",)]
    assert order(found)[0][:2] == (1, "1 NS")
    assert {place.id: place.out_after for place in found.places}["2 NS"] == "first"


def test_an_individual_is_out_and_its_partner_in() -> None:
    event = f'form = "individual"\n{SESSIONS}[[cut]]\nafter = "first"\nkeep = 2\n'
    columns = "Names_NS;Names_EW;Score_NS"
    first = traveller(1, ['"A;B" "C;D" 420', '"E;F" "G;H" 50'], columns, '[Session "first"]\n')
    later = traveller(1, ['"A;C" "G;E" 420', '"B;D" "H;F" 50'], columns, '[Session "second"]\n')
    found = ranked(event, first + later)
    out = {place.id for place in found.places if place.out_after}
    assert out == set("CDEF")
    assert {place.id: place.boards for place in found.places} == dict.fromkeys("ABGH", 2) | dict.fromkeys("CDEF", 1)


@pytest.mark.parametrize("names", [("noon", "night"), ("2024.05.01 b", "2024.05.01 a"), ("2024.05.01", "noon")])
def test_a_cut_between_sessions_of_no_order_is_refused(names: tuple[str, str]) -> None:
    games = "".join(traveller(1, ["1 2 50", "3 4 420"], tags=f'[Session "{name}"]\n') for name in names)
    with pytest.raises(ConfigError, match="nothing tells in which order"):
        ranked(f'form = "pairs"\n[[cut]]\nafter = "{names[0]}"\nkeep = 2\n', games)


@pytest.mark.parametrize("names", [("9", "10"), ("2024.05.01", "2024.05.02 a"), ("2024.05.01 1", "2024.05.01 2")])
def test_dates_and_numbers_tell_the_order_of_sessions(names: tuple[str, str]) -> None:
    games = "".join(traveller(1, ["1 2 50", "3 4 420"], tags=f'[Session "{name}"]\n') for name in names)
    found = ranked(f'form = "pairs"\n[[cut]]\nafter = "{names[0]}"\nkeep = 4\n', games)
    assert found.results.sessions == list(names)
    assert found.cuts[0].cut.after == names[0]


def test_a_penalty_after_the_cut_is_of_no_effect_and_told() -> None:
    event = PAIRS + CUT + '[[penalty]]\nto = "2"\namount = "10%"\nsession = "second"\n'
    found = ranked(event, FIRST + second("1 2 420", "4 3 400"))
    assert scores(found)["2"] == 50
    assert "the penalty of 2 is for the session second, where it has no result" in {
        message for _, message in said(found.results)
    }
