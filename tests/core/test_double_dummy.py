"""Double-dummy results: the forms of the tags, both ways."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import DoubleDummy, Seat, Strain

DIGITS = "7a8761234567a87676543"[:20]


def test_the_order_of_the_digits() -> None:
    results = DoubleDummy.parse("0123456789abcd012345")
    assert results[Seat.NORTH, Strain.NOTRUMP] == 0
    assert results[Seat.NORTH, Strain.CLUBS] == 4
    assert results[Seat.SOUTH, Strain.NOTRUMP] == 5
    assert results[Seat.EAST, Strain.NOTRUMP] == 10
    assert results[Seat.WEST, Strain.SPADES] == 2
    assert results.ability() == "N:01234 E:ABCD0 S:56789 W:12345"
    assert results.digits() == str(results) == "0123456789abcd012345"


def test_abilities_in_any_order() -> None:
    results = DoubleDummy.parse_ability("W:12345  N: 0123d")
    assert results[Seat.NORTH, Strain.CLUBS] == 13
    assert results[Seat.WEST, Strain.NOTRUMP] == 1
    assert results[Seat.EAST, Strain.NOTRUMP] is None
    assert not results.is_complete
    assert results.ability() == str(results) == "N:0123D W:12345"
    with pytest.raises(ValueError, match="only 10 of the 20"):
        results.digits()


@pytest.mark.parametrize("text", ["", "7" * 19, "7" * 21, "e" * 20, "7" * 19 + " "])
def test_what_is_no_list_of_digits(text: str) -> None:
    with pytest.raises(ValueError, match="twenty hexadecimal digits"):
        DoubleDummy.parse(text)


@pytest.mark.parametrize("text", ["", "N:1234", "N:123456", "N:12345 N:12345", "X:12345", "N:12345,E:12345", "N:1234E"])
def test_what_is_no_list_of_abilities(text: str) -> None:
    with pytest.raises(ValueError, match="no list of abilities"):
        DoubleDummy.parse_ability(text)


def test_numbers_of_tricks_that_are_none() -> None:
    with pytest.raises(ValueError, match="14 tricks"):
        DoubleDummy({(Seat.NORTH, Strain.SPADES): 14})


@given(st.dictionaries(st.tuples(st.sampled_from(Seat), st.sampled_from(Strain)), st.integers(0, 13)))
def test_values(tricks: dict[tuple[Seat, Strain], int]) -> None:
    results = DoubleDummy(tricks)
    assert {(seat, strain): number for seat, strain, number in results.items()} == tricks
    assert pickle.loads(pickle.dumps(results)) == results
    assert hash(DoubleDummy(dict(reversed(tricks.items())))) == hash(results)
    if results.is_complete:
        assert DoubleDummy.parse(results.digits()) == DoubleDummy.parse_ability(results.ability()) == results
