"""The 38 calls."""

import copy
import pickle

import pytest

from pbntools.core import CALLS, DOUBLE, PASS, REDOUBLE, Call, Strain

NAMES = "Pass X XX " + " ".join(f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT"))


def test_numbers_of_the_calls() -> None:
    assert [str(call) for call in CALLS] == NAMES.split()
    assert [int(call) for call in CALLS] == list(range(38))
    assert CALLS[:3] == (PASS, DOUBLE, REDOUBLE)
    assert [call.is_bid for call in CALLS] == [False] * 3 + [True] * 35


def test_there_is_one_object_a_call() -> None:
    for number, call in enumerate(CALLS):
        assert Call(number) is call
        assert Call.parse(str(call)) is call
        assert Call.parse(call.symbol()) is call
        assert pickle.loads(pickle.dumps(call)) is call
        assert copy.deepcopy([call])[0] is call
    for call in CALLS[3:]:
        assert Call.bid(call.level, call.strain) is call


@pytest.mark.parametrize(
    ("spellings", "expected"),
    [
        ("p P pass Pass PASS pAsS", "Pass"),
        ("x X d D dbl Dbl DBL double Double", "X"),
        ("xx XX r R rdbl RDBL redouble Redouble", "XX"),
        ("1n 1N 1nt 1NT 1Nt", "1NT"),
        ("1s 1S 1♠", "1S"),
        ("7c 7C 7♣", "7C"),
        ("3d 3♦", "3D"),
        ("5h 5♥", "5H"),
    ],
)
def test_call_spellings(spellings: str, expected: str) -> None:
    assert {str(Call.parse(text)) for text in spellings.split()} == {expected}
    assert str(Call.parse(f" {spellings.split()[0]} ")) == expected


@pytest.mark.parametrize(
    "text", ["", "8C", "0NT", "1", "C", "1X", "XXX", "AP", "-", "*", "1ſ", "１S", "1 S", "1NTT", "no"]
)
def test_what_is_no_call(text: str) -> None:
    with pytest.raises(ValueError, match="is not a call: expected Pass, X, XX or a bid from 1C to 7NT"):
        Call.parse(text)


@pytest.mark.parametrize("number", [-1, -2, 38])
def test_numbers_of_no_call(number: int) -> None:
    with pytest.raises(ValueError, match=f"{number} is not the number of a call: expected 0 to 37"):
        Call(number)


@pytest.mark.parametrize("level", [0, 8, -1])
def test_bids_stop_at_seven(level: int) -> None:
    with pytest.raises(ValueError, match=f"{level} is not the level of a bid: expected 1 to 7"):
        Call.bid(level, Strain.CLUBS)


def test_properties_of_a_bid() -> None:
    bid = Call.parse("3NT")
    assert (bid.level, bid.strain) == (3, Strain.NOTRUMP)
    assert (str(bid), repr(bid), bid.symbol(), f"{bid:>4}") == ("3NT", "<Call 3NT>", "3NT", " 3NT")
    assert Call.parse("2H").symbol() == "2♥"
    assert [call.level for call in CALLS[3:]] == [level for level in range(1, 8) for _ in range(5)]
    assert [call.strain for call in CALLS[3:]] == list(Strain) * 7


@pytest.mark.parametrize("call", [PASS, DOUBLE, REDOUBLE])
def test_other_calls_have_no_level_and_strain(call: Call) -> None:
    with pytest.raises(ValueError, match=f"^{call} is not a bid and has no level"):
        _ = call.level
    with pytest.raises(ValueError, match=f"^{call} is not a bid and has no denomination"):
        _ = call.strain
    with pytest.raises(ValueError, match=f"^{call} is not a bid and has no rank"):
        call.sufficient_over(CALLS[3])
    with pytest.raises(ValueError, match=f"^{call} is not a bid and has no rank"):
        CALLS[3].sufficient_over(call)


def test_sufficiency_is_by_level_then_denomination() -> None:
    for one in CALLS[3:]:
        for other in CALLS[3:]:
            higher = (one.level, one.strain) > (other.level, other.strain)
            assert one.sufficient_over(other) is higher
            assert (one > other) is higher


def test_a_call_cannot_be_changed() -> None:
    for name in ("level", "anything"):
        with pytest.raises(AttributeError):
            setattr(CALLS[5], name, 1)


def test_every_call_is_true_and_hashes_as_its_number() -> None:
    assert all(map(bool, CALLS))
    assert set(CALLS) == set(range(38))
