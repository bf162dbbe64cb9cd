"""Duplicate scores (Law 77)."""

import pickle
from itertools import product

import pytest

from pbntools.core import PASSED_OUT, Contract, Strain, Vulnerability
from pbntools.game import ScorePart, duplicate_score, raw_score, score, score_parts, tricks_from_score
from tests.oracles import score_formula as oracle

CELLS = list(product(range(1, 8), Strain, range(3), (False, True), range(14)))

# Contract, tricks, score not vulnerable, score vulnerable.
CHECKED = """
1C 7 70 70        1C 10 130 130     1D 8 90 90        1H 7 80 80        1S 9 140 140      1NT 7 90 90
1NT 9 150 150     2C 8 90 90        2H 8 110 110      2NT 8 120 120     3D 11 150 150     3S 10 170 170
3NT 9 400 600     3NT 11 460 660    4C 10 130 130     4H 10 420 620     4S 12 480 680     5C 11 400 600
5D 12 420 620     5NT 11 460 660    6C 12 920 1370    6D 13 940 1390    6H 12 980 1430    6NT 12 990 1440
6NT 13 1020 1470  7C 13 1440 2140   7S 13 1510 2210   7NT 13 1520 2220  1CX 7 140 140     1DX 8 240 340
1HX 7 160 160     1SX 8 260 360     1NTX 7 180 180    1NTX 9 380 580    2CX 8 180 180     2DX 8 180 180
2HX 8 470 670     2SX 9 570 870     2NTX 8 490 690    3CX 9 470 670     3NTX 9 550 750    4HX 11 690 990
5DX 11 550 750    5DX 12 650 950    6CX 12 1090 1540  6NTX 12 1230 1680 7CX 13 1630 2330  7NTX 13 1790 2490
1CXX 7 230 230    1CXX 13 1430 2630 1HXX 7 520 720    1NTXX 7 560 760   1NTXX 9 960 1560  1NTXX 13 1760 3160
2CXX 8 560 760    2DXX 9 760 1160   3NTXX 9 800 1000  4SXX 12 1280 1880 6SXX 12 1620 2070 7NTXX 13 2280 2980
1NT 6 -50 -100    2S 6 -100 -200    3NT 6 -150 -300   4H 6 -200 -400    6S 11 -50 -100    7NT 0 -650 -1300
2HX 7 -100 -200   3NTX 7 -300 -500  4SX 7 -500 -800   5CX 7 -800 -1100  7SX 8 -1100 -1400 7NTX 0 -3500 -3800
2HXX 7 -200 -400  3NTXX 7 -600 -1000 4SXX 7 -1000 -1600 4SXX 5 -2200 -2800 5CXX 7 -1600 -2200 7NTXX 0 -7000 -7600
""".split()


def test_all_scores_agree_with_the_formula() -> None:
    assert len(CELLS) == 2940
    for level, strain, doubled, vulnerable, tricks in CELLS:
        expected = oracle.score(level, strain.letter, 2**doubled, vulnerable, tricks)
        contract = Contract(level, strain, doubled)
        assert raw_score(level, int(strain), doubled, vulnerable, tricks) == expected, (contract, vulnerable, tricks)
        assert duplicate_score(contract, tricks, vulnerable) == expected
        assert score(str(contract), tricks=tricks, vulnerable=vulnerable) == expected
        assert sum(part.points for part in score_parts(contract, tricks, vulnerable)) == expected


def test_checked_values() -> None:
    rows = list(zip(CHECKED[::4], CHECKED[1::4], CHECKED[2::4], CHECKED[3::4], strict=True))
    assert len(rows) == 78
    for contract, tricks, not_vulnerable, vulnerable in rows:
        assert score(contract, tricks=int(tricks), vulnerable=False) == int(not_vulnerable), (contract, tricks)
        assert score(contract, tricks=int(tricks), vulnerable=True) == int(vulnerable), (contract, tricks)


def test_extremes_and_distinct_values() -> None:
    scores = [raw_score(*cell) for cell in CELLS]
    assert (min(scores), max(scores)) == (-7600, 3160)
    assert len(set(scores)) == 219


def test_the_number_of_tricks_follows_from_the_score() -> None:
    for level, strain, doubled, vulnerable, tricks in CELLS:
        contract = Contract(level, strain, doubled)
        assert tricks_from_score(contract, raw_score(level, strain, doubled, vulnerable, tricks), vulnerable) == (
            tricks,
        )
    for level, strain, doubled in product(range(1, 8), Strain, range(3)):
        for points in (0, 5, 75, 10000):
            assert tricks_from_score(Contract(level, strain, doubled), points, False) == ()


def test_contracts_may_be_texts() -> None:
    doubled = Contract.parse("4SX")
    assert score_parts("4♠x", 11, True) == score_parts(doubled, 11, True)
    assert tricks_from_score("4sx", -800, True) == tricks_from_score(doubled, -800, True) == (7,)
    assert (score_parts("Pass", None, True), tricks_from_score("Pass", 0, True)) == ((), ())
    with pytest.raises(ValueError, match="'4Q' is not a contract"):
        score_parts("4Q", 10, False)
    with pytest.raises(ValueError, match="'4Q' is not a contract"):
        tricks_from_score("4Q", 420, False)


def test_more_tricks_always_score_more() -> None:
    for level, strain, doubled, vulnerable in product(range(1, 8), Strain, range(3), (False, True)):
        scores = [raw_score(level, strain, doubled, vulnerable, tricks) for tricks in range(14)]
        assert scores == sorted(set(scores))


@pytest.mark.parametrize(
    ("contract", "tricks", "vulnerable", "expected"),
    [
        ("2C", 8, False, "trick score 40, part score 50"),
        ("3NT", 10, True, "trick score 100, 1 overtrick 30, game 500"),
        ("6H", 12, False, "trick score 180, small slam 500, game 300"),
        ("7NTXX", 13, True, "trick score 880, grand slam 1500, game 500, making a redoubled contract 100"),
        ("1NTX", 9, False, "trick score 80, 2 overtricks 200, part score 50, making a doubled contract 50"),
        ("4SX", 6, False, "4 undertricks -800"),
        ("4S", 9, True, "1 undertrick -100"),
    ],
)
def test_items_of_a_score(contract: str, tricks: int, vulnerable: bool, expected: str) -> None:
    parts = score_parts(Contract.parse(contract), tricks, vulnerable)
    assert ", ".join(f"{part.reason} {part.points}" for part in parts) == expected
    assert {part.law for part in parts} == {"77"}


def test_a_passed_out_board_scores_nothing() -> None:
    assert score("Pass", vulnerable=True) == 0
    assert duplicate_score(PASSED_OUT, None, False) == duplicate_score(PASSED_OUT, 0, True) == 0
    assert score_parts(PASSED_OUT, None, True) == ()
    assert tricks_from_score(PASSED_OUT, 0, False) == ()


@pytest.mark.parametrize("tricks", [-1, 14])
def test_tricks_out_of_range(tricks: int) -> None:
    contract = Contract.parse("3NT")
    message = f"{tricks} is not a number of tricks: expected 0 to 13"
    with pytest.raises(ValueError, match=message):
        duplicate_score(contract, tricks, False)
    with pytest.raises(ValueError, match=message):
        score_parts(contract, tricks, False)
    with pytest.raises(ValueError, match=message):
        score("3NT", tricks=tricks, vulnerable=False)
    with pytest.raises(ValueError, match=message):
        raw_score(3, 4, 0, False, tricks)


def test_a_contract_needs_a_number_of_tricks() -> None:
    message = "a contract has no score without a number of tricks"
    with pytest.raises(ValueError, match=message):
        score("3NT", vulnerable=False)
    with pytest.raises(ValueError, match=message):
        score_parts(Contract.parse("3NT"), None, False)


@pytest.mark.parametrize(
    ("level", "strain", "doubled", "message"),
    [
        (0, 0, 0, "no contract has level 0"),
        (8, 0, 0, "no contract has level 8"),
        (1, 5, 0, "5 is not a denomination: expected 0"),
        (1, -1, 0, "-1 is not a denomination: expected 0"),
        (1, 0, 3, "no contract has level 1, denomination C and doubled 3"),
        (1, 0, -1, "no contract has level 1, denomination C and doubled -1"),
    ],
)
def test_plain_numbers_out_of_range(level: int, strain: int, doubled: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        raw_score(level, strain, doubled, False, 7)


def test_what_cannot_be_read_has_no_score() -> None:
    with pytest.raises(ValueError, match="'4Q' is not a contract"):
        score("4Q", tricks=10, vulnerable=False)


def test_parts_are_values() -> None:
    part = ScorePart("game", 300, "77")
    assert pickle.loads(pickle.dumps(part)) == part
    assert len({part, ScorePart("game", 300, "77")}) == 1
    with pytest.raises(AttributeError):
        part.points = 500  # type: ignore[misc]


@pytest.mark.parametrize("vulnerable", [None, "None", "NS", Vulnerability.NONE, Vulnerability.NS, 1])
def test_vulnerable_is_a_bool(vulnerable: object) -> None:
    for ask in (lambda: score("3NT", tricks=9, vulnerable=vulnerable), lambda: score_parts("3NT", 9, vulnerable)):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="True or False"):
            ask()


@pytest.mark.parametrize("tricks", [10.5, 10.0, "10", True])
def test_tricks_are_whole_numbers(tricks: object) -> None:
    for ask in (
        lambda: score("3NT", tricks=tricks, vulnerable=False),  # type: ignore[arg-type]
        lambda: score_parts("3NT", tricks, False),  # type: ignore[arg-type]
    ):
        with pytest.raises(TypeError, match="a number of tricks is a whole number"):
            ask()
