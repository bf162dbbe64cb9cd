"""What holds of every comparison and every ranking."""

from fractions import Fraction
from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st

from pbntools.events.awards import Artificial, Award, Weighted
from pbntools.events.cross_imps import DIVISORS, cross_imps
from pbntools.events.imps import imps
from pbntools.events.matchpoints import MatchpointRules, beaten, neuberg, score_board
from pbntools.events.scales import scale_from_toml, scale_named
from tests.events.building import order, ranked, scores, traveller

points = st.sampled_from(range(-7600, 7610, 10))
weights = st.integers(1, 99).map(lambda number: Fraction(number, 100))
weighted = st.tuples(points, points, weights).map(lambda t: Weighted(((t[0], t[2]), (t[1], 1 - t[2]))))
results: st.SearchStrategy[Award] = points | weighted
awards: st.SearchStrategy[Award] = results | st.none() | st.just(Artificial(Fraction(3, 5)))
WBF = scale_named("wbf2013")


@given(st.lists(results, min_size=1, max_size=12))
def test_matchpoints_of_a_board_sum_to_n_times_n_less_one(field: list[Award]) -> None:
    number = len(field)
    for ew in (False, True):
        assert sum(filter(None, beaten(field, ew=ew))) == number * (number - 1)
    half = score_board(field, field, number, MatchpointRules(win=1, factoring="none"))
    if number > 1:
        assert sum(pair[0].points or 0 for pair in half) == Fraction(number * (number - 1), 2)


@given(st.lists(awards, min_size=2, max_size=12), st.integers(0, 8))
def test_both_sides_share_the_top_and_neuberg_keeps_the_mean(field: list[Award], more: int) -> None:
    """The mean of the results is half of the top, on a board of any number of them."""
    full = sum(isinstance(award, (int, Weighted)) for award in field) + more
    real = [at for at, award in enumerate(field) if isinstance(award, (int, Weighted))]
    found = score_board(field, field, full, MatchpointRules())
    for at in real:
        north, east = found[at]
        assert (north.points or 0) + (east.points or 0) == north.top
    if real:
        assert sum(found[at][0].points or 0 for at in real) * 2 == found[real[0]][0].top * len(real)


@given(st.integers(1, 30), st.integers(0, 20))
def test_neuberg_takes_the_average_to_the_average(results: int, more: int) -> None:
    assert neuberg(results - 1, results, results + more) == results + more - 1


@given(st.lists(awards, min_size=0, max_size=12))
def test_cross_imps_sum_to_zero(field: list[Award]) -> None:
    for divisor in DIVISORS:
        north, east = cross_imps(field, divisor), cross_imps(field, divisor, ew=True)
        assert sum(found.score or 0 for found in north) == 0
        assert [-(found.score or 0) for found in north] == [found.score or 0 for found in east]


@given(st.lists(points, min_size=2, max_size=10))
def test_cross_imps_are_those_of_every_pair(field: list[int]) -> None:
    for at, found in enumerate(cross_imps(field)):
        assert found.total == sum(imps(field[at] - other) for other in field)
        assert found.comparisons == len(field) - 1


@given(st.integers(1, 200), st.integers(0, 400))
def test_victory_points_of_2013(boards: int, margin: int) -> None:
    won, lost = WBF.points(margin, boards)
    assert won + lost == 20
    assert WBF.points(-margin, boards) == (lost, won)
    steps = [WBF.points(margin + more, boards)[0] for more in range(3)]
    assert steps[0] <= steps[1] <= steps[2]
    assert steps[2] - steps[1] <= steps[1] - steps[0]


@given(st.lists(st.integers(1, 9), min_size=10, max_size=10), st.lists(st.integers(1, 9), min_size=5, max_size=5))
def test_a_25_0_scale_sums_to_30_until_25_5(up: list[int], down: list[int]) -> None:
    """Of any such scale: 15-15 to 25-5 by steps of any width, then 25-4 to 25-0."""
    rows, margin = [(0, 15, 15)], 0
    for number, width in enumerate(up, 1):
        margin += width
        rows.append((margin, 15 + number, 15 - number))
    for number, width in enumerate(down, 1):
        margin += width
        rows.append((margin, 25, 5 - number))
    text = 'name = "a"\nsource = "made up"\nsum = 30\nuntil = 25\n[[table]]\nboards = 8\nrows = ['
    scale = scale_from_toml(text + ", ".join(f"[{a}, {b}, {c}]" for a, b, c in rows) + "]")
    last = [low for low, _, _ in rows][11]
    for imp in range(margin + 5):
        won, lost = scale.points(imp, 8)
        assert won + lost == 30 if imp < last else won + lost < 30
    pairs = [scale.points(imp, 8) for imp in range(margin + 5)]
    assert all(one[0] <= other[0] and one[1] >= other[1] for one, other in pairwise(pairs))


@given(st.lists(st.lists(st.sampled_from([-50, 0, 100, 420]), min_size=3, max_size=3), min_size=1, max_size=4))
def test_a_ranking_does_not_hang_on_the_order_of_its_results(boards: list[list[int]]) -> None:
    games = [
        traveller(number, [f"{pair} {10 + (pair + number) % 3} {points}" for pair, points in enumerate(row)])
        for number, row in enumerate(boards, 1)
    ]
    turned = [
        traveller(number, reversed([f"{pair} {10 + (pair + number) % 3} {points}" for pair, points in enumerate(row)]))
        for number, row in reversed(list(enumerate(boards, 1)))
    ]
    for seed in (None, "a"):
        one = ranked('form = "pairs"\n', "".join(games), seed=seed)
        other = ranked('form = "pairs"\n', "".join(turned), seed=seed)
        assert order(one) == order(other)
        assert scores(one) == scores(other)


@given(st.lists(st.sampled_from([-50, 0, 100, 420]), min_size=2, max_size=6), st.integers(1, 40))
def test_a_penalty_changes_nobody_else(row: list[int], share: int) -> None:
    text = traveller(1, [f"{pair} {10 + pair} {points}" for pair, points in enumerate(row)])
    before = scores(ranked('form = "pairs"\n', text))
    found = ranked(f'form = "pairs"\n[[penalty]]\nto = "1"\namount = "{share}% of a top"\n', text)
    after = scores(found)
    assert before.pop("1") - after.pop("1") == share
    assert before == after
    assert sum(bool(place.notes) for place in found.places) == 1
