"""Seats, sides, vulnerability and the cycle of boards."""

import copy
import pickle

import pytest

from pbntools.core import Seat, Side, Vulnerability, board_dealer, board_vulnerability

N, E, S, W = Seat


def test_rotation_goes_clockwise() -> None:
    assert [seat.left for seat in (N, E, S, W)] == [E, S, W, N]
    assert [seat.right for seat in (N, E, S, W)] == [W, N, E, S]
    assert [seat.partner for seat in (N, E, S, W)] == [S, W, N, E]


def test_sides() -> None:
    assert [seat.side for seat in (N, E, S, W)] == [Side.NS, Side.EW, Side.NS, Side.EW]
    assert Side.NS.opponents is Side.EW
    assert Side.EW.opponents is Side.NS
    assert Side.NS.seats == (N, S)
    assert Side.EW.seats == (E, W)


@pytest.mark.parametrize("text", ["S", "s", "South", "SOUTH", "south", " s "])
def test_seat_spellings(text: str) -> None:
    assert Seat.parse(text) is S


@pytest.mark.parametrize("text", ["", "X", "NS", "Nort", "0", "ſ", "?"])
def test_what_is_no_seat(text: str) -> None:
    with pytest.raises(ValueError, match="is not a seat: expected N, E, S, W"):
        Seat.parse(text)


def test_long_text_is_cut_in_messages() -> None:
    with pytest.raises(ValueError, match="is not a seat") as caught:
        Seat.parse("north" * 1000)
    assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("None", Vulnerability.NONE),
        ("LOVE", Vulnerability.NONE),
        ("-", Vulnerability.NONE),
        ("ns", Vulnerability.NS),
        ("N-S", Vulnerability.NS),
        ("EW", Vulnerability.EW),
        ("e-w", Vulnerability.EW),
        ("all", Vulnerability.ALL),
        ("Both", Vulnerability.ALL),
    ],
)
def test_vulnerability_spellings(text: str, expected: Vulnerability) -> None:
    assert Vulnerability.parse(text) is expected


@pytest.mark.parametrize("text", ["", "?", "N", "NSEW", "nobody"])
def test_what_is_no_vulnerability(text: str) -> None:
    with pytest.raises(ValueError, match="is not a vulnerability: expected None, NS, EW or All"):
        Vulnerability.parse(text)


def test_who_is_vulnerable() -> None:
    vulnerable = {v: "".join(seat.letter for seat in Seat if v.of(seat)) for v in Vulnerability}
    assert vulnerable == {
        Vulnerability.NONE: "",
        Vulnerability.NS: "NS",
        Vulnerability.EW: "EW",
        Vulnerability.ALL: "NESW",
    }
    assert [v.of(Side.NS) for v in Vulnerability] == [False, True, False, True]
    assert [v.of(Side.EW) for v in Vulnerability] == [False, False, True, True]


def test_text_of_the_enums() -> None:
    assert [str(seat) for seat in Seat] == ["N", "E", "S", "W"]
    assert [f"{seat:>2}" for seat in Seat] == [" N", " E", " S", " W"]
    assert [f"{side:>3}" for side in Side] == [" NS", " EW"]
    assert [str(v) for v in Vulnerability] == ["None", "NS", "EW", "All"]
    assert [f"{v:5}|" for v in Vulnerability] == ["None |", "NS   |", "EW   |", "All  |"]
    assert all(Vulnerability.parse(str(v)) is v for v in Vulnerability)
    assert all(Seat.parse(str(seat)) is seat for seat in Seat)


def test_a_known_seat_or_side_is_true() -> None:
    assert all(map(bool, Seat))
    assert all(map(bool, Side))


def test_pickle_and_copy_keep_identity() -> None:
    for value in (*Seat, *Side, *Vulnerability):
        assert pickle.loads(pickle.dumps(value)) is value
        assert copy.deepcopy(value) is value


# Law 2: board, dealer, vulnerability.
CYCLE = """
1 N None    5 N NS      9 N EW     13 N All
2 E NS      6 E EW     10 E All    14 E None
3 S EW      7 S All    11 S None   15 S NS
4 W All     8 W None   12 W NS     16 W EW
""".split()


def test_the_cycle_of_boards() -> None:
    rows = list(zip(CYCLE[::3], CYCLE[1::3], CYCLE[2::3], strict=True))
    assert len(rows) == 16
    for number, dealer, vulnerable in rows:
        for n in (int(number), int(number) + 16, int(number) + 160):
            assert str(board_dealer(n)) == dealer
            assert str(board_vulnerability(n)) == vulnerable


@pytest.mark.parametrize("n", [0, -1, -16])
def test_boards_are_numbered_from_one(n: int) -> None:
    with pytest.raises(ValueError, match=f"board {n} has no place in the cycle"):
        board_dealer(n)
    with pytest.raises(ValueError, match="boards are numbered from 1"):
        board_vulnerability(n)
