"""The par against a minimax over whole auctions of four players."""

from functools import cache

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.core import Contract, Strain, Vulnerability
from pbntools.game import duplicate_score
from pbntools.laws import par_scores

Table = list[list[int]]


def par_by_auctions(table: Table, vulnerable: Vulnerability, dealer: int) -> int:
    """North-South's score when each player in turn picks the call that is best for his side, knowing all that follows.

    Calls are pass, double and every sufficient bid.  The better hand of the side declares.
    """

    def final(bid: int, side: int, doubled: int) -> int:
        level, strain = divmod(bid, 5)
        tricks = max(table[side][strain], table[side + 2][strain])
        vul = bool(vulnerable >> side & 1)
        points = duplicate_score(Contract(level + 1, Strain(strain), doubled), tricks, vul)
        return -points if side else points

    @cache
    def best(bid: int, side: int, doubled: int, passes: int, turn: int) -> int:
        if bid < 0 and passes == 4:
            return 0
        if bid >= 0 and passes == 3:
            return final(bid, side, doubled)
        mine = turn & 1
        after = (turn + 1) & 3
        values = [best(bid, side, doubled, passes + 1, after)]
        if bid >= 0 and not doubled and side != mine:
            values.append(best(bid, side, 1, 0, after))
        values.extend(best(higher, mine, 0, 0, after) for higher in range(bid + 1, 35))
        return min(values) if mine else max(values)

    return best(-1, -1, 0, 0, dealer)


def table_of(north: str, east: str, south: str, west: str) -> Table:
    """Rows of hexadecimal digits in the order C D H S NT, by seat."""
    return [[int(digit, 16) for digit in row] for row in (north, east, south, west)]


tricks = st.integers(0, 13)


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Tables that could be: the sides' tricks in a denomination make about 13."""
    table = [[0] * 5 for _ in range(4)]
    for strain in range(5):
        north = draw(tricks)
        east = max(0, min(13, 13 - north + draw(st.integers(-1, 2))))
        for seat, base in ((0, north), (1, east), (2, north), (3, east)):
            table[seat][strain] = max(0, min(13, base + draw(st.sampled_from((0, 0, 0, -1, 1)))))
    return table


@settings(max_examples=60, deadline=None)
@given(tables(), st.sampled_from(Vulnerability))
def test_par_is_the_minimax_of_all_auctions(table: Table, vulnerable: Vulnerability) -> None:
    first, second = par_scores(table, vulnerable)
    assert [par_by_auctions(table, vulnerable, dealer) for dealer in range(4)] == [first, second, first, second]


@pytest.mark.parametrize(
    ("rows", "vulnerable", "par"),
    [
        # A game for North-South, and no sacrifice.
        (("55AA9", "88332", "55AA9", "88332"), "None", 420),
        # Eleven tricks in spades: 4S+1 and 5S are worth the same.
        (("22222", "999B9", "22222", "999B9"), "None", -450),
        # Vulnerable against not, five of a minor down three is cheaper than the game.
        (("5588A", "88553", "5588A", "88553"), "NS", 500),
        # Nobody makes anything.
        (("66666", "66666", "66666", "66666"), "All", 0),
    ],
)
def test_known_pars(rows: tuple[str, str, str, str], vulnerable: str, par: int) -> None:
    assert par_scores(table_of(*rows), Vulnerability.parse(vulnerable)) == (par, par)


def test_the_first_to_bid_may_win_the_race() -> None:
    table = table_of("66667", "66667", "66667", "66667")
    assert par_scores(table, Vulnerability.NONE) == (90, -90)
