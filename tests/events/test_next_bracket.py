"""The next round of a knock-out, in the order in which the event lists its teams."""

import pytest

from pbntools.events.next_bracket import NextBracket, next_bracket
from pbntools.events.swiss import PairingError
from tests.events.building import gathered, match, said, swing

CUP = 'form = "knock-out"\n'


def cup(teams: str, *, byes: str = "", text: str = "") -> str:
    listed = "".join(f'[[team]]\nname = "{team}"\n' for team in teams)
    return f"{CUP}{text}{listed}" + "".join(f'[[bye]]\nteam = "{team}"\nround = "1"\n' for team in byes)


def nxt(event: str, *games: str, seed: str | None = None) -> NextBracket:
    return next_bracket(gathered(event, *games), seed=seed)


def shown(found: NextBracket) -> list[str]:
    return [" - ".join("/".join(entrant) for entrant in pair) for pair in found.pairs]


def test_the_first_round() -> None:
    found = nxt(cup("ABCD"))
    assert (found.number, shown(found), found.byes) == (1, ["A - B", "C - D"], ())


def test_byes_stand_alone_in_the_first_round() -> None:
    found = nxt(cup("ABCDEF", byes="AD"))
    assert (shown(found), found.byes) == (["B - C", "E - F"], ("A", "D"))
    played = nxt(cup("ABCDEF", byes="AD"), match("1", "B", "C", [swing(-3)]) + match("1", "E", "F", [swing(3)]))
    assert (played.number, shown(played), played.byes) == (2, ["A - C", "D - E"], ())


def test_winners_meet_in_the_order_of_the_bracket() -> None:
    """B and D win; in the standing or the alphabet A's bracket would come first, and the records stand in no order."""
    first = match("1", "G", "H", [swing(2)]) + match("1", "C", "D", [swing(-2)]) + match("1", "E", "F", [swing(2)])
    first += match("1", "A", "B", [swing(-2)])
    assert shown(nxt(cup("ABCDEFGH"), first)) == ["B - D", "E - G"]
    assert shown(nxt(cup("GHABEFCD"), first)) == ["G - B", "E - D"]
    second = match("2", "B", "D", [swing(2)]) + match("2", "E", "G", [swing(-2)])
    assert shown(nxt(cup("ABCDEFGH"), first + second)) == ["B - G"]


def test_matches_that_are_not_decided_are_said() -> None:
    found = nxt(cup("ABCD"), match("1", "A", "B", [swing(0)]))
    assert shown(found) == ["A/B - C/D"]
    assert found.undecided == ((("A",), ("B",)), (("C",), ("D",)))
    games = match("1", "A", "B", [swing(0), swing(0)]) + match("1", "C", "D", [swing(4), swing(4)])
    event = cup("ABCD", text='[knock-out]\nboards = 1\nafter-draw = "lot"\n')
    assert shown(nxt(event, games)) == ["A/B - C"]
    drawn = nxt(event, games, seed="7")
    assert not drawn.undecided
    assert shown(drawn) in (["A - C"], ["B - C"])


def test_the_match_for_the_third_place() -> None:
    event = cup("ABCD", text='[knock-out]\nthird-place = "Bronze"\n')
    semifinals = match("1", "A", "B", [swing(2)]) + match("1", "C", "D", [swing(2)])
    found = nxt(event, semifinals)
    assert (shown(found), found.third) == (["A - C"], (("B",), ("D",)))
    assert nxt(cup("ABCD"), semifinals).third is None
    final = match("2", "A", "C", [swing(2)])
    late = nxt(event, semifinals + final)
    assert (shown(late), late.third) == ([], (("B",), ("D",)))
    with pytest.raises(PairingError, match="A has won the knock-out"):
        nxt(event, semifinals + final + match("Bronze", "B", "D", [swing(2)]))


@pytest.mark.parametrize(
    ("event", "games", "message"),
    [
        (CUP, match("1", "A", "B", [swing(2)]), r"list them all, each with a \[\[team\]\]"),
        (cup("ABC"), "", "has 1 byes to the next power of two, and the event names 0"),
        (cup("ABC", byes="B"), "", "A has nobody to play against: the next team listed, B, has a bye"),
        (cup("ABCD"), match("1", "A", "C", [swing(2)]), "A – C does not follow from the order"),
        (cup("AB"), match("1", "A", "B", [swing(2)]), "A has won the knock-out"),
        (cup("AB"), match("1", "A", "B", [swing(0)]), "A – B, was played and is not decided"),
        ('form = "bam"\n', match("1", "A", "B", [swing(0)]), "a bam event has no bracket"),
    ],
)
def test_what_has_no_next_round(event: str, games: str, message: str) -> None:
    with pytest.raises(PairingError, match=message):
        nxt(event, games)


def test_before_the_first_round_no_team_lacks_a_result() -> None:
    assert said(gathered(cup("ABCD"))) == []
    found = gathered(cup("ABCD"), match("1", "A", "B", [(420, 0)]))
    assert ("nothing-meant", "the team C is listed, and has no result") in said(found)
