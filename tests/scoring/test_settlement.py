"""Stakes, matches, and the players' accounts."""

from dataclasses import replace
from fractions import Fraction

import pytest

from pbntools.core import Seat
from pbntools.record import Record, Tags
from pbntools.scoring.pad import Rubber
from pbntools.scoring.rotation import Accounts, joined, leaving, lineup, partnerships
from pbntools.scoring.settlement import added, amount, amount_text, forfeit, match_result, parse_stake, settled

RUBBER = Rubber(0, 0, 4, True, (2110, 100), False, "NS", (), (2, 1))


@pytest.mark.parametrize(("margin", "hundreds"), [(0, 0), (49, 0), (50, 100), (149, 100), (150, 200), (-50, -100)])
def test_rounding(margin: int, hundreds: int) -> None:
    assert settled(margin, "hundreds") == hundreds
    assert settled(margin) == margin


@pytest.mark.parametrize(
    ("points", "stake", "text"),
    [
        (2010, "0.25", "5.025"),
        (2000, "5", "100.00"),
        (-2000, "5", "-100.00"),
        (-50, "1", "-0.50"),
        (100, "1/3", "1/3"),
        (0, "7", "0.00"),
    ],
)
def test_amounts(points: int, stake: str, text: str) -> None:
    assert amount_text(amount(points, parse_stake(stake))) == text


@pytest.mark.parametrize(
    "text", ["", "x", "0", "-1", "1/0", "1e9", "nan", "inf", "1000001", "1" * 30, "1_0", "٣", "0x1", "1.5/2"]
)
def test_stakes_that_are_none(text: str) -> None:
    with pytest.raises(ValueError, match="is not a stake"):
        parse_stake(text)
    assert parse_stake("0.5") == Fraction(1, 2)


def test_a_match() -> None:
    assert list(match_result("NS").values()) == [1, -1, 1, -1]
    assert list(match_result("EW").values()) == [-1, 1, -1, 1]
    assert list(match_result("tie").values()) == [0, 0, 0, 0]


@pytest.mark.parametrize(
    ("deals", "ns", "ew", "east"),
    [
        (0, 0, 0, [None, -1, None, -1]),
        (3, 100, 400, [None, 0, None, 1]),
        (3, 400, 400, [None, -1, None, 0]),
        (3, 500, 400, [None, -1, None, -1]),
    ],
)
def test_a_player_leaves(deals: int, ns: int, ew: int, east: list[int | None]) -> None:
    assert list(forfeit(Seat.EAST, deals, ns, ew).values()) == east
    mirrored = forfeit(Seat.NORTH, deals, ew, ns)
    assert [mirrored[Seat.NORTH], mirrored[Seat.SOUTH]] == [east[1], east[3]]


def test_several_matches() -> None:
    assert added([match_result("NS"), match_result("NS"), match_result("EW")]) == dict(
        zip(Seat, (1, -1, 1, -1), strict=True)
    )
    assert list(added([match_result("NS"), forfeit(Seat.EAST, 3, 100, 400)]).values()) == [None, -1, None, 0]


def test_accounts_of_changing_partnerships() -> None:
    accounts = Accounts()
    accounts.add(RUBBER, ("Ana", "Bo", "Cy", "Di"))
    accounts.add(replace(RUBBER, known=(500, 900), winner="EW"), ("Ana", "Cy", "Bo", "Eve"))
    accounts.add(replace(RUBBER, known=(700, 700), winner="tie"), ("Ana", "Bo", "Cy", "Di"))
    found = {
        account.name: (account.rubbers, account.plus, account.minus, account.net) for account in accounts.standing()
    }
    assert found == {
        "Ana": (3, 2010, 400, 1610),
        "Bo": (3, 0, 2410, -2410),
        "Cy": (3, 2410, 0, 2410),
        "Di": (2, 0, 2010, -2010),
        "Eve": (1, 400, 0, 400),
    }
    assert sum(account.net for account in accounts.standing()) == 0
    assert [account.name for account in accounts.standing()] == ["Cy", "Ana", "Eve", "Di", "Bo"]


def test_each_margin_is_rounded() -> None:
    accounts = Accounts("hundreds")
    accounts.add(RUBBER, ("Ana", "Bo", "Cy", "Di"))
    accounts.add(replace(RUBBER, known=(0, 50)), ("Ana", "Bo", "Cy", "Di"))
    assert [account.net for account in accounts.standing()] == [1900, 1900, -1900, -1900]


def test_what_is_not_known_is_in_no_account() -> None:
    accounts = Accounts()
    accounts.add(replace(RUBBER, unknown=True), ("Ana", "Bo", "Cy", "Di"))
    assert [(account.rubbers, account.open, account.net) for account in accounts.standing()] == [(1, 1, 0)] * 4
    accounts.add(RUBBER, None)
    accounts.add(RUBBER, ("Ana", None, "Cy", "Di"))
    accounts.add(RUBBER, ("Ana", "Ana", "Cy", "Di"))
    assert accounts.unnamed == 3


def test_lineups() -> None:
    record = Record(tags=Tags({"North": "Ana", "East": "?", "South": "", "West": "Di"}))
    assert lineup(record) == ("Ana", None, None, "Di")
    assert joined(lineup(record), ("Ana", "Bo", None, "Di")) == ("Ana", "Bo", None, "Di")
    assert joined(lineup(record), ("Cy", None, None, None)) is None


def test_who_leaves() -> None:
    assert leaving({"A": 3, "B": 2, "C": 1, "D": 1}, 1) == (("A",), ())
    assert leaving({"A": 3, "B": 2, "C": 1, "D": 1}, 2) == (("A", "B"), ())
    assert leaving({"A": 3, "B": 2, "C": 1, "D": 1}, 3) == (("A", "B"), ("C", "D"))
    assert leaving({"A": 1, "B": 1, "C": 1, "D": 1}, 1) == ((), ("A", "B", "C", "D"))
    assert leaving({"A": 1, "B": 1, "C": 1, "D": 1}, 0) == ((), ())
    for streaks, waiting in (({"A": 1}, 0), ({"A": 1, "B": 1, "C": 1, "D": 1}, 4)):
        with pytest.raises(ValueError, match="4 to 7 players"):
            leaving(streaks, waiting)


def test_three_partnerships() -> None:
    assert partnerships("ABCD") == (
        (("A", "B"), ("C", "D")),
        (("A", "C"), ("B", "D")),
        (("A", "D"), ("B", "C")),
    )
    with pytest.raises(ValueError, match="four players"):
        partnerships("ABC")
