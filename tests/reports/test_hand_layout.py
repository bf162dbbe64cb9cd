"""Layout of hands and letters of cards."""

import itertools

import pytest

from pbntools.core import Suit
from pbntools.reports.card_letters import SETS, letters_table
from pbntools.reports.hand_layout import dummy_suits

BLACK = {Suit.SPADES, Suit.CLUBS}


@pytest.mark.parametrize("trump", [None, *Suit])
def test_dummy_has_trumps_on_his_right_and_colours_in_turn(trump: Suit | None) -> None:
    suits = dummy_suits(trump)
    assert sorted(suits) == list(Suit)
    if trump is not None:
        assert suits[0] is trump
    assert all((one in BLACK) != (other in BLACK) for one, other in itertools.pairwise(suits))


@pytest.mark.parametrize(
    ("letters", "shown"),
    [("AKQJ", "AKQJT9"), ("ARDV", "ARDVT9"), ("APKV", "APKVT9"), ("AKDB", "AKDBT9"), ("AHVB", "AHVBT9")],
)
def test_letters(letters: str, shown: str) -> None:
    assert "AKQJT9".translate(letters_table(letters)) == shown
    assert "T2".translate(letters_table(letters, "10")) == "102"


def test_a_set_of_letters_is_not_ambiguous_in_itself() -> None:
    assert all(len(set(letters)) == 4 for letters in SETS)
    with pytest.raises(ValueError, match="ABCD"):
        letters_table("ABCD")
