"""Knock-out matches: extensions, lots, withdrawal, byes."""

from fractions import Fraction
from typing import Literal

import pytest

from pbntools.events.knockout import KnockoutRules, byes, decide, may_withdraw
from tests.events.building import plain


def margins(*values: int) -> list[Fraction]:
    return [Fraction(value) for value in values]


def level(boards: int) -> list[Fraction]:
    """So many boards that come to nothing together."""
    return margins(*([3, -3] * (boards // 2)), *([0] * (boards % 2)))


@pytest.mark.parametrize(("boards", "more"), [(16, 2), (24, 3), (32, 4), (48, 6), (64, 8)])
def test_an_extension_is_an_eighth(boards: int, more: int) -> None:
    assert KnockoutRules().extension(boards, boards) == more


@pytest.mark.parametrize(
    ("rounding", "twenty", "twenty_eight", "seventeen"), [("up", 3, 4, 3), ("down", 2, 3, 2), ("half-up", 3, 4, 2)]
)
def test_an_eighth_that_is_no_whole_number(
    rounding: Literal["up", "down", "half-up"], twenty: int, twenty_eight: int, seventeen: int
) -> None:
    rules = KnockoutRules(rounding=rounding)
    assert [rules.extension(n, n) for n in (20, 28, 17)] == [twenty, twenty_eight, seventeen]
    assert rules.extension(4, 4) == 1


def test_the_base_of_an_extension() -> None:
    assert KnockoutRules().extension(36, 32) == 5
    assert KnockoutRules(base="original").extension(36, 32) == 4


def test_one_imp_decides() -> None:
    verdict = decide([*level(15), Fraction(1)], KnockoutRules(boards=16))
    assert plain((verdict.winner, verdict.how, verdict.lead)) == (0, "imps", 1)


def test_a_drawn_match_is_extended_until_it_is_decided() -> None:
    rules = KnockoutRules(boards=16)
    assert (decide(level(16), rules).how, decide(level(16), rules).due) == ("extend", 2)
    assert (decide(level(18), rules).how, decide(level(18), rules).due) == ("extend", 3)  # of 18 boards
    assert (decide(level(17), rules).how, decide(level(17), rules).due) == ("unfinished", 1)
    verdict = decide([*level(18), *margins(0, 0, -2)], rules)
    assert plain((verdict.winner, verdict.how, verdict.lead)) == (1, "extension", -2)
    assert plain([(stage.boards, stage.lead) for stage in verdict.stages]) == [(16, 0), (2, 0), (3, -2)]


def test_extensions_that_end_in_a_lot() -> None:
    lot = KnockoutRules(boards=16, after="lot")
    assert decide(level(16), lot).how == "extend"
    assert decide(level(18), lot).how == "lot"
    twice = KnockoutRules(boards=16, after="extend-then-lot", extensions=2)
    assert decide(level(18), twice).how == "extend"
    assert decide(level(21), twice).how == "lot"


def test_boards_after_the_end_do_not_count() -> None:
    verdict = decide([Fraction(1), *level(16), Fraction(-12)], KnockoutRules(boards=16))
    assert (verdict.winner, verdict.surplus) == (0, 2)


def test_carry_over_counts_from_the_start() -> None:
    assert decide(level(16), KnockoutRules(boards=16), carry_over=Fraction(1, 2)).winner == 0
    assert decide([*level(15), Fraction(2)], KnockoutRules(boards=16), carry_over=-2).how == "extend"


def test_withdrawal() -> None:
    verdict = decide(margins(10, 10, 10, 10), KnockoutRules(boards=8), withdrawn=0)
    assert (verdict.winner, verdict.how) == (1, "withdrawal")
    assert [may_withdraw(played, 32) for played in (15, 16, 32)] == [False, True, True]
    assert may_withdraw(4, 7)
    assert not may_withdraw(3, 7)


def test_byes_to_the_next_power_of_two() -> None:
    assert {teams: byes(teams) for teams in (1, 2, 3, 5, 6, 8, 9, 13, 16, 17)} == {
        1: 0, 2: 0, 3: 1, 5: 3, 6: 2, 8: 0, 9: 7, 13: 3, 16: 0, 17: 15,
    }  # fmt: skip
    with pytest.raises(ValueError, match="at least one team"):
        byes(0)
