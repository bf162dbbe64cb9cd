"""Properties of every form: the order of the input changes no ranking, and all results that are read are counted."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.events.config import FORMS, RACES
from pbntools.events.ranking import Ranking
from tests.events.building import WBF, ranked

SCALE = """name = "plain"
source = "made up for this test"
unit = "points"
[[table]]
boards = [1, 100]
rows = [[0, 4, 4], [50, 5, 3], [200, 8, 0]]
"""
EVENTS = {
    "pairs": "",
    "individual": "",
    "imp-pairs": "",
    "butler": '[scoring]\ndatum = "trim"\n',
    "instant": "",
    "teams": WBF,
    "swiss": WBF,
    "knock-out": "",
    "bam": "",
    "patton": '[scale]\nfile = "plain.toml"\n',
    "total-points": "",
}
CUT = '[[cut]]\nafter = "1"\nkeep = 1\n'
TABLE = '[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n400,* {}\n-101,401 50\n*,-100 10\n'
SCORES = st.sampled_from(["NS 420", "NS -50", "NS 0", "EW 110", "420", "", "?"])
ROWS = st.sampled_from(["420 ? ?", "-50 ? ?", "0 ? ?", "? ? ?", "- ^60 ^40", "- ^120 ^40", "x ? ?", "- ^60 ?"])


@st.composite
def records(draw: st.DrawFn, form: str) -> list[str]:
    """Records of two sessions or rounds, with all that may be wrong with them."""
    found = []
    for session in ("1", "2"):
        for board in ("1", "2", "0"):
            tags = f'[Board "{board}"]\n[Round "{session}"]\n'
            if form in RACES:
                tags += f'[Session "{session}"]\n'
                if form == "instant":
                    tags += TABLE.format(draw(st.sampled_from((70, 90))))
                names = ("a;b", "c;d", "e;f", "g;h")
                rows = [
                    f'"{names[draw(st.integers(0, 1))]}" "{names[draw(st.integers(1, 3))]}" {draw(ROWS)}'
                    for _ in range(draw(st.integers(0, 3)))
                ]
                columns = "Names_NS;Names_EW;Score_NS;Percentage_NS;Percentage_EW"
                if rows:
                    found.append(tags + f'[ScoreTable "{columns}"]\n' + "\n".join(rows) + "\n")
                found.append(tags + f'[North "e"]\n[South "f"]\n[East "g"]\n[West "h"]\n[Score "{draw(SCORES)}"]\n')
            else:
                for home, visit in (("Owls", "Lions"), ("Foxes", draw(st.sampled_from(("Hares", "hares", "owls"))))):
                    for room in ("Open", "Closed"):
                        teams = f'{tags}[Room "{room}"]\n[HomeTeam "{home}"]\n[VisitTeam "{visit}"]\n'
                        times = draw(st.sampled_from((0, 1, 1, 1, 2)))
                        found += [f'{teams}[Score "{draw(SCORES)}"]\n' for _ in range(times)]
    return found


def outcome(ranking: Ranking) -> Any:
    """What the ranking says, and what was left out of it, without the places of the records in their files."""
    left = sorted((item.board or "", item.table, item.rule.code) for item in ranking.results.findings.left_out)
    places = [
        (
            place.rank,
            place.id,
            place.contestant.names,
            place.score,
            place.decided_by,
            place.parts,
            place.notes,
            place.out_after,
        )
        for place in ranking.places
    ]
    return places, left


def event_of(form: str, *, cut: bool = False) -> str:
    return f'form = "{form}"\n{EVENTS[form]}{CUT if cut else ""}'


KINDS = [*((form, False) for form in FORMS), *((form, True) for form in RACES)]
"""The forms, and those that may have a cut with one."""


@pytest.mark.parametrize(("form", "cut"), KINDS)
@settings(max_examples=30)
@given(st.data())
def test_the_order_of_the_input_changes_nothing(form: str, cut: bool, data: st.DataObject) -> None:
    given_records = data.draw(records(form))
    files = {"plain.toml": SCALE}
    turned = data.draw(st.permutations(given_records))
    half = data.draw(st.integers(0, len(turned)))
    event = event_of(form, cut=cut)
    one = ranked(event, "\n".join(given_records), files=files)
    two = ranked(event, "\n".join(turned[half:]), "\n".join(turned[:half]), files=files)
    assert outcome(one) == outcome(two)


@pytest.mark.parametrize(("form", "cut"), KINDS)
@settings(max_examples=30)
@given(st.data())
def test_all_results_are_counted_or_left_out(form: str, cut: bool, data: st.DataObject) -> None:
    given_records = data.draw(records(form))
    found = ranked(event_of(form, cut=cut), "\n".join(given_records), files={"plain.toml": SCALE}).results
    rows = [text.count('" "') if "[ScoreTable" in text else 1 for text in given_records]
    left = [(item.origin.record, item.origin.row) for item in found.findings.left_out]
    assert found.counted + len(left) == sum(rows)
    assert len(set(left)) == len(left)


@pytest.mark.parametrize("form", RACES)
@settings(max_examples=50)
@given(st.data())
def test_a_cut_parts_those_who_are_in_from_those_who_are_out(form: str, data: st.DataObject) -> None:
    """Who is out has what it had at the cut, without the session after it, and stands behind all who are in."""
    given_records = data.draw(records(form))
    found = ranked(event_of(form, cut=True), "\n".join(given_records))
    before = ranked(event_of(form), "\n".join(text for text in given_records if '[Session "1"]' in text))
    at_the_cut = {place.id: place.score for place in before.places}
    for group in {place.contestant.group for place in found.places}:
        own = [place for place in found.places if place.contestant.group == group]
        out = [place for place in own if place.out_after]
        assert own[len(own) - len(out) :] == out
        assert [place.rank for place in own] == sorted(place.rank for place in own)
        assert all(place.score == at_the_cut[place.id] for place in out)
        through = {one for made in found.cuts for one in (*made.qualified, *made.tied)}
        assert not through & {place.id for place in out}
