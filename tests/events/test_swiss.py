"""Swiss pairing, against brute force on small fields."""

import random
import sys
from collections.abc import Iterator
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.events import swiss
from pbntools.events.swiss import PairingError, bye_of, fewest_repeats, pair_swiss

Pairs = list[tuple[str, str]]


def pairings(teams: list[str]) -> Iterator[Pairs]:
    """All pairings; those that keep to the order from the top down longest come first."""
    if not teams:
        yield []
        return
    for at in range(1, len(teams)):
        for rest in pairings(teams[1:at] + teams[at + 1 :]):
            yield [(teams[0], teams[at]), *rest]


def brute_force(teams: list[str], met: set[frozenset[str]]) -> Pairs:
    """The first of those with the fewest repeats."""
    return min(pairings(teams), key=lambda pairs: sum(frozenset(pair) in met for pair in pairs))


@given(st.integers(1, 4), st.data())
def test_the_pairing_is_that_of_brute_force(half: int, data: st.DataObject) -> None:
    teams = [chr(65 + at) for at in range(2 * half)]
    met = data.draw(st.sets(st.sampled_from([frozenset(pair) for pair in combinations(teams, 2)])))
    found = pair_swiss(teams, met)
    assert list(found.pairs) == brute_force(teams, met)
    assert list(found.repeats) == [pair for pair in found.pairs if frozenset(pair) in met]
    assert len(found.repeats) == fewest_repeats(teams, met)


@given(st.integers(1, 4), st.integers(-1000, 60), st.data())
def test_a_search_given_up_finds_the_same_by_a_matching(half: int, effort: int, data: st.DataObject) -> None:
    teams = [chr(65 + at) for at in range(2 * half)]
    met = data.draw(st.sets(st.sampled_from([frozenset(pair) for pair in combinations(teams, 2)])))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(swiss, "_EFFORT", effort)
        assert list(pair_swiss(teams, met).pairs) == brute_force(teams, met)


def test_a_small_field_needs_no_graph_library(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "networkx", None)
    met = {frozenset(pair) for pair in combinations("ABCDEFGH", 2)} - {frozenset("AH"), frozenset("BG")}
    assert len(pair_swiss(list("ABCDEFGH"), met).repeats) == 2
    monkeypatch.setattr(swiss, "_EFFORT", -1000)
    with pytest.raises(PairingError, match="pip install networkx"):
        pair_swiss(list("ABCDEFGH"), met)


def test_from_the_top_down() -> None:
    assert pair_swiss(list("ABCDEF")).pairs == (("A", "B"), ("C", "D"), ("E", "F"))
    met = {frozenset("AB")}
    assert pair_swiss(list("ABCDEF"), met).pairs == (("A", "C"), ("B", "D"), ("E", "F"))
    assert pair_swiss(list("ABCDEF"), met, avoid=False).repeats == (("A", "B"),)


def test_the_order_is_left_as_late_as_possible() -> None:
    """E and F have met, and so have C with E and F: A and B could stay, C meets D, but then E meets F again."""
    met = {frozenset("EF")}
    assert pair_swiss(list("ABCDEF"), met).pairs == (("A", "B"), ("C", "E"), ("D", "F"))


def test_a_repeat_where_there_is_no_other_way() -> None:
    met = {frozenset(pair) for pair in combinations("ABCD", 2)}
    found = pair_swiss(list("ABCD"), met)
    assert found.pairs == (("A", "B"), ("C", "D"))
    assert len(found.repeats) == 2


def test_many_rounds_of_a_field_do_not_repeat_before_they_must() -> None:
    teams = [f"T{at:02}" for at in range(12)]
    draw = random.Random(5)
    met: set[frozenset[str]] = set()
    for _ in range(11):
        draw.shuffle(teams)
        least = fewest_repeats(teams, met)
        found = pair_swiss(teams, met)
        assert len(found.repeats) == least
        met |= {frozenset(pair) for pair in found.pairs}


def test_a_large_field_is_paired() -> None:
    teams = [f"T{at:03}" for at in range(2000)]
    met = {frozenset(teams[at : at + 2]) for at in range(0, 2000, 2)}
    found = pair_swiss(teams, met)
    assert not found.repeats
    assert len(found.pairs) == 1000
    assert found.pairs[0] == ("T000", "T002")


def test_byes() -> None:
    teams = list("ABCDE")
    assert bye_of(teams, {}) == "E"
    assert bye_of(teams, {"E": 1}) == "D"
    # No second bye while a team has had none, and none twice running.
    assert bye_of(teams, {"E": 1, "D": 1, "C": 1, "B": 1}) == "A"
    assert bye_of(teams, {"E": 1, "D": 1, "C": 1, "B": 1, "A": 1}, last=["A"]) == "E"
    assert bye_of(teams, dict.fromkeys("ABCDE", 1), last=["E"]) == "D"
    assert bye_of(teams, {"A": 0, "B": 1, "C": 1, "D": 1, "E": 1}, last=["A"]) == "E"
    # The one with the fewest had it in the last round: then the lowest of those with the next fewest.
    assert bye_of(list("ABC"), {"A": 1, "B": 3, "C": 3}, last=["A"]) == "C"
    with pytest.raises(PairingError, match="nobody may have the bye"):
        bye_of(["A"], {}, last=["A"])


def test_an_odd_field() -> None:
    found = pair_swiss(list("ABCDE"), byes={"E": 1}, last_byes=["E"])
    assert (found.bye, found.pairs) == ("D", (("A", "B"), ("C", "E")))


@pytest.mark.parametrize(("teams", "message"), [(["A"], "two teams"), (["A", "B", "A"], "twice"), ([], "two teams")])
def test_fields_that_cannot_be_paired(teams: list[str], message: str) -> None:
    with pytest.raises(PairingError, match=message):
        pair_swiss(teams)
