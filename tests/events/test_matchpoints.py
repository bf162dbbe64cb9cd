"""Matchpoints: comparison, fewer results, artificial and weighted scores, fouled groups."""

from fractions import Fraction

import pytest

from pbntools.events.awards import Artificial, Award, Weighted
from pbntools.events.matchpoints import MatchpointRules, beaten, factored, neuberg, score_board
from tests.events.building import plain

TWO = MatchpointRules()
ONE = MatchpointRules(win=1)


def ns(awards: list[Award], full: int, rules: MatchpointRules = TWO, **more: list[int]) -> list[Fraction | None]:
    return [pair[0].points for pair in score_board(awards, awards, full, rules, **more)]


def test_a_board_of_eleven_results() -> None:
    """A worked example of a national pairs event: top 20."""
    awards: list[Award] = [1430, 690, 680, 680, 680, 660, 660, 650, -100, -100, -200]
    assert ns(awards, 11) == [20, 18, 14, 14, 14, 9, 9, 6, 3, 3, 0]
    assert ns(awards, 11, ONE) == [10, 9, 7, 7, 7, Fraction(9, 2), Fraction(9, 2), 3, Fraction(3, 2), Fraction(3, 2), 0]


def test_east_west_have_the_rest() -> None:
    awards: list[Award] = [420, 420, -50, 0]
    for north, east in score_board(awards, awards, 4, TWO):
        assert north.points is not None
        assert east.points is not None
        assert north.points + east.points == north.top == 6


def test_a_board_that_was_passed_out_is_a_result_like_any_other() -> None:
    assert ns([90, 0, -90], 3) == [4, 2, 0]


@pytest.mark.parametrize(
    ("points", "results", "full", "found"),
    [(4, 6, 7, Fraction(29, 6)), (9, 6, 7, Fraction(32, 3)), (18, 10, 11, Fraction(199, 10)), (0, 1, 7, 6)],
)
def test_neuberg(points: int, results: int, full: int, found: Fraction) -> None:
    assert neuberg(points, results, full) == found


def test_neuberg_on_the_scale_of_one_and_a_half() -> None:
    """(N/n)(S + ½) − ½: of six results on a board of seven, two beaten are 2.4166…"""
    awards: list[Award] = [600, 500, 400, 300, 200, 100]
    assert ns(awards, 7, ONE)[3] == Fraction(7, 6) * (2 + Fraction(1, 2)) - Fraction(1, 2)


def test_other_ways_to_factor() -> None:
    assert factored(Fraction(24), 13, 14, "count") == Fraction(24) * 14 / 13
    assert factored(Fraction(6), 4, 6, "top") == 10
    assert factored(Fraction(6), 4, 6, "none") == 6
    assert [factored(Fraction(0), 1, 6, way) for way in ("top", "count", "none")] == [None, None, None]


def test_without_factoring_the_top_is_that_of_the_results() -> None:
    found = score_board([420, 400, None], [420, 400, None], 3, MatchpointRules(factoring="none"))
    assert plain([(pair[0].points, pair[0].top) for pair in found]) == [(2, 2), (0, 2), (None, 2)]


def test_artificial_scores_are_shares_of_the_full_top() -> None:
    """Eleven results on a full board: 12, 10 and 8 of 20."""
    awards: list[Award] = [Artificial(Fraction(3, 5)), Artificial(Fraction(1, 2)), Artificial(Fraction(2, 5)), 420, 400]
    assert ns(awards, 11)[:3] == [12, 10, 8]
    # They are no results: the two others are compared alone, and factored.
    assert ns(awards, 11)[3:] == [Fraction(11, 2) * 3 - 1, Fraction(11, 2) - 1]


def test_a_weighted_score_is_compared_by_its_weights() -> None:
    half = Fraction(1, 2)
    awards: list[Award] = [Weighted(((420, half), (-50, half))), 400, 100]
    # 420 beats both (4), -50 none (0); the others beat -50 alone.
    assert beaten(awards) == [2, 2 + 1, 0 + 1]
    assert sum(filter(None, beaten(awards))) == 6


def test_a_split_score_gives_each_side_its_own() -> None:
    north, east = [420, 400, 300], [-50, 400, 300]
    found = score_board(north, east, 3, TWO)
    assert plain([(pair[0].points, pair[1].points) for pair in found]) == [(4, 4), (2, 0), (0, 2)]


def test_a_fouled_board_is_scored_in_its_groups() -> None:
    """Two groups of three and two, each brought to five results: Law 87B."""
    awards: list[Award] = [620, 170, -100, 600, 100]
    found = ns(awards, 5, groups=[0, 0, 0, 1, 1])
    assert found == [
        Fraction(5, 3) * 5 - 1,
        Fraction(5, 3) * 3 - 1,
        Fraction(5, 3) - 1,
        Fraction(13, 2),
        Fraction(3, 2),
    ]


def test_small_groups_by_the_shares_of_a_regulation() -> None:
    rules = MatchpointRules(small_groups={2: (Fraction(65, 100), Fraction(55, 100))})
    assert ns([600, 100, 620, 170, -100], 5, rules, groups=[1, 1, 0, 0, 0])[:2] == [
        Fraction(8) * 65 / 100,
        Fraction(8) * 55 / 100,
    ]
    # Equal results share: 60% each.
    assert ns([100, 100, 620, 170, -100], 5, rules, groups=[1, 1, 0, 0, 0])[:2] == [Fraction(24, 5)] * 2


def test_a_result_may_stand_for_several_tables() -> None:
    assert ns([420, 400], 5, counts=[3, 2]) == [2 + 4, 1]


def test_matchpoints_are_rounded_where_that_is_asked_for() -> None:
    rules = MatchpointRules(step=Fraction(1, 10))
    assert ns([3, 2, 1], 4, rules) == [Fraction(57, 10), 3, Fraction(3, 10)]


@pytest.mark.parametrize("win", [0, 3])
def test_a_unit_that_nobody_uses_is_refused(win: int) -> None:
    with pytest.raises(ValueError, match="2 or 1"):
        MatchpointRules(win=win)
