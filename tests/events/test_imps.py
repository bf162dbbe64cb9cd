"""IMPs, cross-IMPs, Butler and board-a-match."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.events.awards import Artificial, Award, Weighted
from pbntools.events.board_a_match import board_a_match
from pbntools.events.butler import Datum, board_scores, butler
from pbntools.events.cross_imps import cross_imps
from pbntools.events.imps import IMP_BOUNDS, artificial_imps, difference_imps, imps
from tests.events.building import plain

HALF = Fraction(1, 2)


def test_the_table_of_law_78b() -> None:
    lines = {
        10: 0, 20: 1, 40: 1, 50: 2, 80: 2, 90: 3, 120: 3, 130: 4, 160: 4, 170: 5, 210: 5, 220: 6, 260: 6, 270: 7,
        310: 7,
        320: 8, 360: 8, 370: 9, 420: 9, 430: 10, 490: 10, 500: 11, 590: 11, 600: 12, 740: 12, 750: 13, 890: 13, 900: 14,
        1090: 14, 1100: 15, 1290: 15, 1300: 16, 1490: 16, 1500: 17, 1740: 17, 1750: 18, 1990: 18, 2000: 19, 2240: 19,
        2250: 20, 2490: 20, 2500: 21, 2990: 21, 3000: 22, 3490: 22, 3500: 23, 3990: 23, 4000: 24, 10760: 24, 0: 0,
    }  # fmt: skip
    assert {points: imps(points) for points in lines} == lines
    assert {points: -imps(-points) for points in lines} == lines
    assert len(IMP_BOUNDS) == 24


def test_a_fraction_counts_by_the_bound_that_it_reaches() -> None:
    assert (imps(Fraction(499, 10)), imps(Fraction(-131, 1)), imps(Fraction(199, 10))) == (1, -4, 0)


def test_weighted_scores_weight_their_imps() -> None:
    assert difference_imps(Weighted(((420, HALF), (-50, HALF))), 0) == Fraction(9 - 2, 2)
    assert difference_imps(None, 420) is None


def test_artificial_scores_at_imps() -> None:
    assert [artificial_imps(Artificial(Fraction(share, 100))) for share in (60, 50, 40)] == [3, 0, -3]


@given(
    st.lists(st.integers(-800, 800).map(lambda tens: tens * 10) | st.none(), max_size=14),
    st.lists(st.integers(0, 3), min_size=14, max_size=14),
    st.lists(st.tuples(st.integers(-90, 90), st.integers(-90, 90)), max_size=3),
)
def test_cross_imps_are_those_of_all_comparisons_one_by_one(
    points: list[int | None], counts: list[int], weighted: list[tuple[int, int]]
) -> None:
    awards: list[Award] = [*points, *(Weighted(((one * 10, HALF), (other * 10, HALF))) for one, other in weighted)]
    counts = [*counts, 1, 1, 1][: len(awards)]
    found = cross_imps(awards, "none", counts=counts)
    number = sum(count for award, count in zip(awards, counts, strict=True) if award is not None)
    for award, scored in zip(awards, found, strict=True):
        if award is None or number < 2:
            assert scored.score is None
            continue
        against = [(difference_imps(award, other) or 0) * times for other, times in zip(awards, counts, strict=True)]
        assert scored.score == sum(against)


def test_cross_imps_worked() -> None:
    """+420 against 450, −100, −200, 400 and 590: −1 + 11 + 12 + 1 − 5 = 18."""
    awards: list[Award] = [420, 450, -100, -200, 400, 590]
    assert plain(cross_imps(awards)[0]) == (18, 5, Fraction(18, 5))
    assert cross_imps(awards, "tables")[0].score == 3
    assert cross_imps(awards, "none")[0].score == 18
    assert cross_imps(awards, ew=True)[0].score == Fraction(-18, 5)


def test_boards_that_were_not_played_are_no_comparison() -> None:
    assert plain(cross_imps([420, 420, -50, 450, None])[0]) == (9, 3, 3)
    assert cross_imps([420, None, Artificial(HALF)]) == [(None, 0, None)] * 3


def test_butler_worked() -> None:
    """620 four times and 170 three times without the extremes: (3 · 620 + 2 · 170) / 5 = 440."""
    scores = [620] * 4 + [170] * 3
    datum = Datum("trim").of(scores)
    assert datum == 440
    assert plain((butler(620, datum), butler(170, datum), butler(170, datum, ew=True))) == (5, -7, 7)


@pytest.mark.parametrize(
    ("datum", "scores", "found"),
    [
        (Datum("mean"), [478], 480),
        (Datum("mean", step=None), [100, 101], Fraction(201, 2)),
        (Datum("mean"), [420, -50], 190),
        (Datum("mean", ties="half-even"), [420, -50], 180),
        (Datum("mean"), [-420, 50], -190),
        (Datum("mean", ties="toward-ns"), [-420, 50], -180),
        (Datum("median", step=None), [100, 420, 430], 420),
        (Datum("median", step=None), [100, 420, 430, 450], 425),
        (Datum("trim", trim=2), [0, 10, 420, 430, 900, 1000], 430),
        (Datum("trim-share", trim=Fraction(1, 5), step=None), [0, 100, 200, 300, 5000], 200),
        (Datum("trim", trim=2), [420, 430, 440, 450], None),
        (Datum("mean"), [], None),
    ],
)
def test_datums(datum: Datum, scores: list[int], found: Fraction | None) -> None:
    assert datum.of(scores) == found


def test_the_datum_of_the_leaders_is_theirs_alone() -> None:
    assert Datum("leaders").of([0, 100, 600], leaders=[600, 620]) == 610


def test_a_split_score_goes_into_the_datum_by_its_mean() -> None:
    assert board_scores([420, 420, None, Artificial(HALF)], [420, -50, 100, None]) == [420, 185, 100, None]


def test_board_a_match() -> None:
    assert [board_a_match(own, 420) for own in (430, 420, 410)] == [2, 1, 0]
    assert [board_a_match(own, 420, 1) for own in (430, 420, 410)] == [1, HALF, 0]
    assert board_a_match(Weighted(((430, HALF), (0, HALF))), 420) == 1
    assert board_a_match(None, 420) is None
