"""Honours, and when the cards do not decide them."""

import pytest

from pbntools.core import Deal, Seat, Side, Strain
from pbntools.record import Play
from pbntools.scoring.honours import NOTHING, Award, honour_cards, honours

FOUR = "N:AKQJ2.234.234.23 T.AKQ.AKQJ.AKQJT 345.JT9.T98.9876 9876.8765.765.54"
FIVE = "N:- - AKQJT.234.234.23 -"
SPREAD = "N:AK2... QJ3... T4... -"


def deal(text: str) -> Deal:
    return Deal.parse(text)


@pytest.mark.parametrize(
    ("text", "strain", "award"),
    [
        (FOUR, Strain.SPADES, Award(Side.NS, 100)),
        (FOUR, Strain.CLUBS, Award(Side.EW, 150)),
        (FOUR, Strain.DIAMONDS, Award(Side.EW, 100)),
        (FOUR, Strain.HEARTS, NOTHING),
        (FOUR, Strain.NOTRUMP, NOTHING),
        (FIVE, Strain.SPADES, Award(Side.NS, 150)),
        (FIVE, Strain.HEARTS, None),
        (FIVE, Strain.NOTRUMP, NOTHING),
        (SPREAD, Strain.SPADES, NOTHING),
        (SPREAD, Strain.NOTRUMP, None),  # a hand of three cards is one of which three are known
        (SPREAD, Strain.HEARTS, None),
        ("N:- - - -", Strain.SPADES, None),
    ],
)
def test_what_the_hands_decide(text: str, strain: Strain, award: Award | None) -> None:
    assert honours(deal(text), strain) == award


def test_no_deal() -> None:
    assert honours(None, Strain.SPADES) is None


def test_four_and_a_fifth_that_may_be_anywhere() -> None:
    # Four are enough for 100; whether it is 150 hangs on the ten.
    held = deal("N:AKQJ2.... - - -".replace("....", "..."))
    assert honours(held, Strain.SPADES) is None
    whole = deal("N:AKQJ2.2345.2345. - - -")
    assert honours(whole, Strain.SPADES) == Award(Side.NS, 100)


def test_the_fourth_hand_follows_from_three() -> None:
    hands = FOUR.split(" ")
    assert honours(deal(" ".join([*hands[:1], "-", *hands[2:]])), Strain.CLUBS) == Award(Side.EW, 150)


def test_only_one_side() -> None:
    assert honours(deal(FOUR), Strain.SPADES, only=Side.NS) == Award(Side.NS, 100)
    assert honours(deal(FOUR), Strain.SPADES, only=Side.EW) == NOTHING
    # The other side's hands need not be known.
    hidden = deal("N:AK2.234.2345.234 - 3456.567.678.567 -")
    assert honours(hidden, Strain.HEARTS) is None
    assert honours(hidden, Strain.HEARTS, only=Side.NS) == NOTHING


def test_played_cards_count_as_held() -> None:
    clubs = [int(rank) for rank in range(8, 13)]
    cells = [-1] * 52
    for trick, card in enumerate(clubs[1:]):
        cells[4 * trick] = card
    east = Play(Seat.EAST, tuple(cells))
    assert honours(deal("N:- - - -"), Strain.CLUBS, east) is None
    cells[16] = clubs[0]
    assert honours(deal("N:- - - -"), Strain.CLUBS, Play(Seat.EAST, tuple(cells))) == Award(Side.EW, 150)
    assert honours(None, Strain.CLUBS, Play(Seat.EAST, tuple(cells))) == Award(Side.EW, 150)


def test_a_card_in_two_hands_decides_nothing() -> None:
    assert honours(deal("N:AKQJ... A... - -"), Strain.SPADES) is None
    # Faults among other cards do not matter.
    assert honours(deal("N:AKQJT.2.. A.2.. - -".replace(" A.", " 9.")), Strain.SPADES) == Award(Side.NS, 150)


def test_honour_cards() -> None:
    assert honour_cards(Strain.NOTRUMP).bit_count() == 4
    assert [honour_cards(strain).bit_count() for strain in Strain] == [5, 5, 5, 5, 4]
