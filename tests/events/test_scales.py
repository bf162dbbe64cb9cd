"""Scales of victory points: the formula of 2013, tables, and what is wrong with one."""

import itertools
from fractions import Fraction
from pathlib import Path

import pytest

from pbntools.events.scales import ScaleError, scale_from_toml, scale_named
from pbntools.events.wbf2013 import formula_hundredths, hundredths
from tests.events.building import match, plain, ranked, swing, traveller

FIGURES = Path(__file__).parent / "wbf2013_figures.txt"
LINES = [line.partition(":") for line in FIGURES.read_text().splitlines() if not line.startswith("#")]
OLD = """
name = "club 25-0"
source = "made up for this test"
sum = 30
until = 25
[[table]]
boards = 8
rows = [[0, 1, 15, 15], [2, 4, 16, 14], [5, 7, 17, 13], [8, 10, 18, 12], [11, 13, 19, 11], [14, 17, 20, 10],
  [18, 21, 21, 9], [22, 25, 22, 8], [26, 29, 23, 7], [30, 33, 24, 6], [34, 38, 25, 5], [39, 43, 25, 4], [44, 48, 25, 3],
  [49, 53, 25, 2], [54, 58, 25, 1], [59, 25, 0]]
"""


def test_there_are_figures() -> None:
    assert len(LINES) == 21


@pytest.mark.parametrize(("boards", "figures"), [(int(boards), figures) for boards, _, figures in LINES])
def test_the_formula_gives_the_figures_of_2013(boards: int, figures: str) -> None:
    assert hundredths(boards) == tuple(map(int, figures.split()))


@pytest.mark.parametrize("boards", [*range(1, 65), 96, 128, 1000])
def test_the_table_rises_by_steps_that_never_grow(boards: int) -> None:
    table = hundredths(boards)
    steps = [after - before for before, after in itertools.pairwise(table)]
    assert table[0] == 1000
    assert table[-1] == 2000
    assert all(step >= 0 for step in steps)
    assert all(later <= earlier for earlier, later in itertools.pairwise(steps))


@pytest.mark.parametrize(
    ("boards", "imps", "points"),
    [
        (8, 0, "10.00"), (8, 1, "10.44"), (8, 10, "13.78"), (8, 30, "18.37"), (8, 90, "20.00"), (16, 1, "10.31"),
        (16, 10, "12.80"), (16, 30, "16.73"), (20, 10, "12.53"), (20, 30, "16.23"), (24, 1, "10.25"), (24, 30, "15.83"),
        (32, 1, "10.22"), (32, 10, "12.05"), (32, 30, "15.24"), (32, 90, "20.00"),
    ],
)  # fmt: skip
def test_victory_points(boards: int, imps: int, points: str) -> None:
    scale = scale_named("wbf2013")
    won = Fraction(points)
    assert scale.points(imps, boards) == (won, 20 - won)
    assert scale.points(-imps, boards) == (20 - won, won)


def test_the_formula_alone_is_not_the_table() -> None:
    """The table has 15.24 for 30 IMPs in 32 boards, and differs in thirteen rows from the formula for 24 boards."""
    assert formula_hundredths(32)[30] == 1523
    assert hundredths(32)[30] == 1524
    assert sum(one != other for one, other in zip(formula_hundredths(24), hundredths(24), strict=True)) == 13


def test_a_margin_that_is_no_whole_number_is_rounded_first() -> None:
    scale = scale_named("wbf2013")
    assert scale.points(Fraction(5, 2), 8) == scale.points(3, 8)
    assert scale.points(Fraction(-5, 2), 8) == scale.points(-3, 8)
    assert scale.points(Fraction(12, 5), 8) == scale.points(2, 8)


@pytest.mark.parametrize(
    ("name", "boards", "imps", "pair"),
    [
        ("acbl-20", 7, 0, (10, 10)), ("acbl-20", 7, 4, (12, 8)), ("acbl-20", 7, 27, (19, 1)),
        ("acbl-20", 7, 28, (20, 0)), ("acbl-20", 9, 35, (19, 1)), ("acbl-20", 9, 36, (20, 0)),
        ("acbl-30", 8, 1, (18, 12)), ("acbl-30", 8, 6, (22, 8)),
        ("acbl-30", 10, 4, (20, 10)), ("acbl-30", 10, 200, (30, 0)),
    ],
)  # fmt: skip
def test_the_scales_of_the_acbl(name: str, boards: int, imps: int, pair: tuple[int, int]) -> None:
    assert plain(scale_named(name).points(imps, boards)) == pair


def test_a_number_of_boards_without_a_table_is_refused() -> None:
    with pytest.raises(
        ScaleError,
        match=r"for 12 boards: it has them for 6 to 8, 9 to 11; boards = 6 in \[scale\] makes all matches go by",
    ):
        scale_named("acbl-20").points(3, 12)
    with pytest.raises(ScaleError, match="1 to 1000 boards"):
        scale_named("wbf2013").points(3, 0)


@pytest.mark.parametrize("name", ["25-0", "wbf25", "wbf-discrete", "ebu"])
def test_what_no_source_verifies_is_not_shipped(name: str) -> None:
    with pytest.raises(ScaleError, match=r"could be checked against a source.*\[scale\] file"):
        scale_named(name)


def test_an_unknown_name() -> None:
    with pytest.raises(ScaleError, match=r"expected wbf2013, acbl-20, acbl-30.*\[scale\] file"):
        scale_named("nonesuch")


def test_a_25_0_scale_sums_to_30_until_25_5_and_less_beyond() -> None:
    scale = scale_from_toml(OLD)
    for margin in range(80):
        won, lost = scale.points(margin, 8)
        assert won + lost == 30 if margin <= 38 else won + lost < 30
    assert plain(scale.points(-200, 8)) == (0, 25)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        ('source = "made up for this test"', "", "has no source"),
        ('name = "club 25-0"', "", "has no name"),
        ("[0, 1, 15, 15]", "[1, 1, 15, 15]", "the first row starts at 1"),
        ("[2, 4, 16, 14]", "[3, 4, 16, 14]", "a gap before 3 IMPs"),
        ("[2, 4, 16, 14]", "[1, 4, 16, 14]", "an overlap before 1 IMPs"),
        ("[8, 10, 18, 12]", "[8, 10, 16, 14]", "a fall: the winner gets 16 after 17"),
        ("[8, 10, 18, 12]", "[8, 10, 18, 11]", "18-11 is 29 together: expected 30"),
        ("[39, 43, 25, 4]", "[39, 43, 25, 6]", "the loser gets 6 after 5"),
        ("[39, 43, 25, 4]", "[39, 43, 26, 4]", "above 25"),
        ("[59, 25, 0]", "[59, 25, -1]", "below 0"),
        ("[0, 1, 15, 15]", "[0, 1, 16, 14]", "no margin gives 16-14"),
        ("boards = 8", "boards = -8", "1 to 1000"),
        ("boards = 8", 'boards = "8"', "a whole number"),
        ("[59, 25, 0]", "[59, 25]", "expected .least margin, winner, loser"),
        ("sum = 30", "sum = nan", "expected a number"),
        ("sum = 30", "summe = 30", "unknown key"),
        ("[[table]]", "[table]", "no ..table.."),
        ("sum = 30", "sum = ", "no TOML"),
    ],
)
def test_what_is_wrong_with_a_scale(old: str, new: str, message: str) -> None:
    assert old in OLD
    with pytest.raises(ScaleError, match=message):
        scale_from_toml(OLD.replace(old, new))


def test_without_a_sum_that_of_a_draw_holds() -> None:
    head = 'name = "x"\nsource = "made up for this test"\n'

    def rows(text: str, more: str = "") -> str:
        return f"{head}{more}[[table]]\nboards = 8\nrows = {text}\n"

    with pytest.raises(ScaleError, match="row 2: 16-13 is 29 together: expected 30"):
        scale_from_toml(rows("[[0,15,15],[3,16,13],[5,26,1]]"))
    with pytest.raises(ScaleError, match=r"row 3: 25-4 is 29 together: expected 30; .* write until = 25"):
        scale_from_toml(rows("[[0,15,15],[3,25,5],[5,25,4]]"))
    capped = scale_from_toml(rows("[[0,15,15],[3,25,5],[5,25,4]]", "until = 25\n"))
    assert plain(capped.points(9, 8)) == (25, 4)
    assert plain(scale_from_toml(rows("[[0,10,10],[3,12,8]]")).points(3, 8)) == (12, 8)
    free = scale_from_toml(rows("[[0,2,2],[3,3,0]]", 'sum = "free"\n'))
    assert plain(free.points(-3, 8)) == (0, 3)
    with pytest.raises(ScaleError, match="a fall"):
        scale_from_toml(rows("[[0,2,2],[3,1,0]]", 'sum = "free"\n'))


def test_two_tables_for_one_number_of_boards() -> None:
    with pytest.raises(ScaleError, match="two tables for 8 boards"):
        scale_from_toml(OLD + "[[table]]\nboards = [8, 9]\nrows = [[0, 15, 15], [5, 16, 14]]\n")


def test_a_table_that_ends_has_no_points_for_more() -> None:
    told = r"the last row ends at 3 IMPs, and a larger margin has none: write \[2, winner, loser\]"
    with pytest.raises(ScaleError, match=told):
        scale_from_toml(
            'name = "x"\nsource = "made up"\n[[table]]\nboards = 4\nrows = [[0, 1, 10, 10], [2, 3, 11, 9]]\n'
        )


POINTS = 'name = "x"\nsource = "made up"\nunit = "points"\n[[table]]\nboards = 4\nrows = ROWS\n'


@pytest.mark.parametrize("rows", ["[[0,40,4,4],[50,190,5,3],[200,6,2]]", "[[0,49,4,4],[50,199,5,3],[200,6,2]]"])
def test_points_are_counted_by_tens(rows: str) -> None:
    scale = scale_from_toml(POINTS.replace("ROWS", rows))
    assert [plain(scale.points(margin, 4)[0]) for margin in (0, 40, 50, 190, 200, -50)] == [4, 4, 5, 5, 6, 3]
    # A margin that weighted scores put between two rows is still in the lower one.
    assert plain(scale.points(45, 4)) == (4, 4)
    with pytest.raises(ScaleError, match="a gap before 50 IMPs"):
        scale_from_toml(POINTS.replace("ROWS", "[[0,40,4,4],[50,6,2]]").replace("points", "IMPs"))


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("[[0,40,4,4],[60,5,3]]", "a gap before 60 points, since the row before it ends at 40"),
        ("[[0,40,4,4],[40,5,3]]", "an overlap before 40 points"),
        ("[[0,40,4,4],[50,90,5,3]]", "the last row ends at 90 points"),
        ("[[10,4,4]]", "the first row starts at 10 points"),
    ],
)
def test_what_is_wrong_with_a_scale_of_points(rows: str, message: str) -> None:
    with pytest.raises(ScaleError, match=message):
        scale_from_toml(POINTS.replace("ROWS", rows))


def test_a_unit_that_no_scale_has() -> None:
    with pytest.raises(ScaleError, match="unit of the scale x is 'VP': expected one of IMPs, points, boards"):
        scale_from_toml(POINTS.replace("points", "VP").replace("ROWS", "[[0, 1, 1]]"))


# A scale that does not fit


def test_a_match_for_which_a_scale_has_no_table_is_named() -> None:
    event = 'form = "teams"\n[scale]\nname = "acbl-20"\n'
    with pytest.raises(
        ScaleError, match=r"^round 2: A – C: the scale acbl-20 has no table for 1 board: it has them for"
    ):
        ranked(event, match("1", "A", "B", [swing(1)] * 6) + match("2", "A", "C", [swing(1)]))


def test_a_pair_for_whose_round_a_scale_has_no_table_is_named() -> None:
    event = 'form = "imp-pairs"\n[scale]\nname = "acbl-20"\n'
    columns = "PairId_NS;PairId_EW;Score_NS;Round"
    with pytest.raises(ScaleError, match=r"^round 3: 1 – 2: the scale acbl-20 has no table for 1 board:"):
        ranked(event, traveller(1, ["1 2 420 3", "5 6 400 3"], columns))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        ("boards = 4\n", r"has no rows: expected such as rows = \[\[0, 10, 10\], \[1, 11, 9\]\]"),
        ("rows = [[0, 10, 10]]\n", r"has no boards: expected such as boards = \[1, 4\]"),
        ("boards = 4\nrows = []\n", r"rows is \[\]: expected a list of rows, such as \[0, 10, 10\]"),
        ("boards = 4\nrows = 7\n", "rows is 7: expected a list of rows"),
        ("boards = 4\nrow = [[0, 10, 10]]\n", "has an unknown key 'row': expected boards, rows"),
    ],
)
def test_a_table_that_lacks_something_says_what(table: str, message: str) -> None:
    with pytest.raises(ScaleError, match=f"the scale x.*{message}"):
        scale_from_toml(f'name = "x"\nsource = "y"\n[[table]]\n{table}')
