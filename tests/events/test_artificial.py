"""Artificial scores count without a comparison: a share needs no top, and IMPs need no datum."""

from fractions import Fraction

import pytest

from tests.events.building import ranked, said, scores, traveller

COLUMNS = "PairId_NS;PairId_EW;Score_NS;Percentage_NS;Percentage_EW"
PAIRS = 'form = "pairs"\n'
NOTHING = "board {}: the only result of the board"


def board(number: int, *rows: str) -> str:
    return traveller(number, rows, COLUMNS)


DATUMS = [
    'datum = "mean"',
    'datum = "median"',
    'datum = "trim"',
    'datum = "fixed"\n[scoring.fixed]\n"9" = 100',
    'datum = "leaders"\nleaders = ["9"]',
]


@pytest.mark.parametrize("datum", DATUMS)
def test_a_board_without_a_datum_keeps_artificial_scores(datum: str) -> None:
    texts = board(1, "1 2 ? ^60 ^40"), board(2, "1 2 ? ^60 ^40", "3 4 420 ? ?"), board(9, "9 8 100 ? ?", "7 6 90 ? ?")
    found = ranked(f'form = "butler"\n[scoring]\n{datum}\n', *texts)
    own = scores(found)
    assert own["1"] == 6
    assert own["2"] == -6
    assert "3" not in own
    assert len(found.results.findings.left_out) == 1 + 2 * ("trim" in datum)
    cross = scores(ranked('form = "imp-pairs"\n', *texts[:2]))
    assert cross == {"1": 6, "2": -6}


def test_a_half_artificial_score_without_a_datum() -> None:
    found = ranked('form = "butler"\n[scoring]\ndatum = "mean"\n', board(1, "1 2 420 ? ^40"))
    assert scores(found) == {"2": -3}
    told = ("nothing-to-compare", "board 1: NS gets nothing for its score, and the other side does")
    assert told in said(found.results)


def test_a_result_is_not_compared_with_itself() -> None:
    """As in cross-IMPs, a lone result counts for nothing; against a datum that is given it does."""
    found = ranked('form = "butler"\n[scoring]\ndatum = "mean"\n', board(1, "1 2 420 ? ?"))
    assert (scores(found), [item.reason for item in found.results.findings.left_out]) == ({}, [NOTHING.format(1)])
    fixed = ranked('form = "butler"\n[scoring]\ndatum = "fixed"\n[scoring.fixed]\n"1" = 400\n', board(1, "1 2 420 ? ?"))
    assert scores(fixed) == {"1": 1, "2": -1}


def test_a_percentage_is_a_percentage_where_no_board_has_two_results() -> None:
    share = board(1, "1 2 ? ^60 ^40")
    assert scores(ranked(PAIRS, share)) == {"1": 60, "2": 40}
    found = ranked(PAIRS, share, board(2, "1 2 420 ? ?"))
    assert scores(found) == {"1": 60, "2": 40}
    assert [item.reason for item in found.results.findings.left_out] == [NOTHING.format(2)]
    for factoring in ("top", "count", "none"):
        assert scores(ranked(f'{PAIRS}[scoring]\nfactoring = "{factoring}"\n', share)) == {"1": 60, "2": 40}


def test_an_artificial_score_is_one_of_a_full_board() -> None:
    """Two tables should have played each board: a lone result is average by Neuberg's formula."""
    texts = (
        board(5, "3 4 ? ? ?", "1 2 420 ? ?"),
        board(6, "3 4 ? ^60 ^40", "1 2 420 ? ?"),
        board(7, "3 4 ? ^50 ^50", "1 2 420 ? ?"),
    )
    found = ranked(PAIRS, *texts)
    assert found.race is not None
    assert dict(found.race.full) == {"": 2}
    assert scores(found) == {"3": 55, "1": 50, "2": 50, "4": 45}
    assert [item.reason for item in found.results.findings.left_out] == ["board 5: not played, or without a score"]
    # Of three tables two have results: (3/2)(S + 1) - 1 of 4.
    three = ranked(PAIRS, board(1, "1 2 420 ? ?", "3 4 50 ? ?", "5 6 ? ^60 ^40"))
    assert scores(three)["1"] == Fraction(7, 8) * 100


def test_fewer_results_than_there_are_make_no_full_board() -> None:
    found = ranked(f"{PAIRS}[scoring]\nfull = 1\n", board(3, "1 2 420 ? ?", "3 4 50 ? ?", "5 6 ? ^60 ^40"))
    assert ("nothing-meant", "full in [scoring] is 1, and board 3 has 2 results: these are a full board") in [
        (rule, str(message)) for rule, message in said(found.results)
    ]
    assert scores(found)["1"] == 100
    assert said(ranked(f"{PAIRS}[scoring]\nfull = 2\n", board(3, "1 2 420 ? ?", "3 4 50 ? ?")).results) == []


def test_a_penalty_without_a_top() -> None:
    share = board(1, "1 2 ? ^60 ^40") + board(2, "1 2 ? ^60 ^40")
    penalty = '[[penalty]]\nto = "1"\namount = "{}"\n'
    # A quarter of the top of one of two boards is an eighth of them.
    assert scores(ranked(PAIRS + penalty.format("25% of a top"), share))["1"] == 60 - Fraction(25, 2)
    found = ranked(PAIRS + penalty.format("1 MP"), share)
    assert scores(found)["1"] == 60
    assert [str(message) for rule, message in said(found.results) if rule == "nothing-meant"] == [
        "the penalty of 1, 1 MP, takes nothing: no board of its session has two results, and so there is no top"
    ]


@pytest.mark.parametrize("factoring", ["top", "count"])
def test_a_lone_result_that_cannot_be_factored_is_left_out(factoring: str) -> None:
    texts = board(1, "1 2 420 ? ?", "3 4 50 ? ?"), board(2, "1 2 420 ? ?")
    found = ranked(f'{PAIRS}[scoring]\nfactoring = "{factoring}"\n', *texts)
    assert [item.reason for item in found.results.findings.left_out] == [NOTHING.format(2)]
    assert scores(found)["1"] == 100


def test_the_only_result_of_a_group_says_so() -> None:
    fouled = '[[fouled]]\nboard = 1\ngroups = [["1"], ["3", "5"]]\n'
    texts = board(1, "1 2 420 ? ?", "3 4 50 ? ?", "5 6 100 ? ?")
    for form in ("imp-pairs", 'butler"\n[scoring]\ndatum = "mean'):
        found = ranked(f'form = "{form}"\n{fouled}', texts)
        assert [item.reason for item in found.results.findings.left_out] == [
            "board 1: the only result of its group of the fouled board"
        ]


def test_an_adjustment_to_no_score_is_told() -> None:
    entry = '[[adjustment]]\nboard = 1\nat = "1"\nns = "60% of 420, 40% of 15"\new = "425"\n'
    found = ranked(PAIRS + entry, board(1, "1 2 420 ? ?", "3 4 50 ? ?"))
    assert [(rule, str(message)) for rule, message in said(found.results)] == [
        ("impossible-score", "the adjustment of board 1 at 1: no contract scores 15, which counts as it stands"),
        ("impossible-score", "the adjustment of board 1 at 1: no contract scores 425, which counts as it stands"),
    ]
