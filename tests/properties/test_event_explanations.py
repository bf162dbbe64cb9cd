"""Each explanation of a number can be computed again from its own words, and comes to the number that is shown."""

import re
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.events.imps import imps
from pbntools.events.ranking import Ranking
from pbntools.reports.event_explaining import explain_page
from pbntools.reports.event_page import Cell
from pbntools.reports.language import language
from tests.events.building import match, plain, ranked, traveller

ENGLISH = language("en")
NUMBER = r"-?[0-9]+(?:\.[0-9]+)?"
CLOSE = Fraction(1, 100)
POINTS = st.sampled_from(["420", "450", "-50", "170", "-100", "?"])
ROW = st.one_of(
    POINTS.map(lambda points: f"{points} {points if points == '?' else -int(points)} ? ?"),
    # A split score, and artificial ones of one side or both.
    st.tuples(st.sampled_from(["420", "170"]), st.sampled_from(["50", "100"])).map(
        lambda both: f"{both[0]} {both[1]} ? ?"
    ),
    st.sampled_from(["? ? ^60 ^40", "? ? ^50 ^50", "420 ? ? ^40"]),
)


def numbers(text: str) -> list[Fraction]:
    return [Fraction(found) for found in re.findall(NUMBER, text)]


def matchpoints(text: str, win: int) -> Fraction:
    """The percentage that the words come to."""
    artificial = re.fullmatch(rf"({NUMBER})% is ({NUMBER}) of ({NUMBER}), an artificial score", text)
    if artificial:
        share, points, top = map(Fraction, artificial.groups())
        assert points == share * top / 100
        return points / top * 100
    parts = text.split("; ")
    compared = re.fullmatch(rf"{NUMBER} beats ([0-9]+)(?: and equals ([0-9]+))? of ([0-9]+): ({NUMBER})", parts[0])
    assert compared is not None, text
    beaten, equal = int(compared[1]), int(compared[2] or 0)
    assert beaten + equal <= int(compared[3])
    found = Fraction(compared[4])
    assert found == win * beaten + Fraction(win, 2) * equal
    for part in parts[1:-1]:
        said = Fraction(part.split()[-1])
        if part.startswith("rounded"):
            step = numbers(part)[0]
            assert abs(said - found) <= step / 2 + CLOSE
        elif "Neuberg" in part:
            few, full, many = numbers(part)[0], *map(Fraction, re.findall(r"\(([0-9]+)/([0-9]+)\)", part)[0])
            assert few == many
            half = Fraction(win, 2)
            assert abs(said - (full / many * (found + half) - half)) < CLOSE
        elif "tops" in part:
            few, full = numbers(part)[1:3]
            assert abs(said - found * (full - 1) / (few - 1)) < CLOSE
        else:
            few, full, many = numbers(part)[:3]
            assert few == many
            assert abs(said - found * full / many) < CLOSE
        found = said
    top, percent = numbers(parts[-1])
    assert abs(found / top * 100 - percent) < CLOSE
    return percent


def shown(ranking: Ranking, board: str, heading: str) -> list[str]:
    """The values of both sides in the traveller, in the order of the results in the file."""
    grid = explain_page(ranking, ENGLISH, board).grids[0]
    at = [column.title for column in grid.columns].index
    rows = {}
    for row in grid.rows:
        for side in ("NS", "EW"):
            name = row[at(side)]
            assert isinstance(name, Cell)
            value = row[at(f"{heading} {side}")]
            rows[name.shown] = value if isinstance(value, str) else value.plain
    return [rows[note.split(": ")[0]] for note in grid.notes]


@settings(deadline=None, max_examples=150)
@given(
    st.lists(ROW, min_size=2, max_size=6),
    st.integers(0, 3),
    st.sampled_from([1, 2]),
    st.sampled_from(["neuberg", "top", "count", "none"]),
    st.sampled_from(["", "round = 0.1\n"]),
)
def test_matchpoints(rows: list[str], more: int, win: int, factoring: str, rounding: str) -> None:
    scoring = f'matchpoints = {win}\nfactoring = "{factoring}"\nfull = {len(rows) + more}\n{rounding}'
    event = f'form = "pairs"\n[scoring]\n{scoring}'
    lines = [f"{number} {number + 20} {row}" for number, row in enumerate(rows, 1)]
    columns = "PairId_NS;PairId_EW;Score_NS;Score_EW;Percentage_NS;Percentage_EW"
    ranking = ranked(event, traveller(1, lines, columns))
    page = explain_page(ranking, ENGLISH, "1")
    for note, value in zip(page.grids[0].notes, shown(ranking, "1", "%"), strict=True):
        said = note.split(": ", 1)[1]
        if not value:
            assert re.fullmatch("not played.*|.*nothing to compare|the only result.*", said), note
            continue
        assert abs(matchpoints(said, win) - Fraction(value)) < CLOSE, note


@settings(deadline=None, max_examples=60)
@given(st.lists(POINTS, min_size=2, max_size=6), st.sampled_from(["comparisons", "tables", "none"]))
def test_cross_imps(points: list[str], divisor: str) -> None:
    event = f'form = "imp-pairs"\n[scoring]\ndivisor = "{divisor}"\n'
    lines = [f"{number} {number + 20} {own}" for number, own in enumerate(points, 1)]
    ranking = ranked(event, traveller(1, lines))
    page = explain_page(ranking, ENGLISH, "1")
    for note, value in zip(page.grids[0].notes, shown(ranking, "1", "IMP"), strict=True):
        said = re.search(
            rf": ({NUMBER}) gets \+?({NUMBER}) IMPs in ([0-9]+) comparisons?, divided by ([0-9]+): \+?({NUMBER})$", note
        )
        if said is None:
            assert not value
            continue
        own, total, comparisons, by, result = map(Fraction, said.groups())
        others = [int(other) for other in points if other != "?"]
        sign = -1 if int(note.split(":")[0]) > 20 else 1
        assert comparisons == len(others) - 1
        assert total == sum(imps(int(own) - sign * other) for other in others)
        assert abs(total / by - result) < CLOSE
        assert result == Fraction(value.removeprefix("+"))


@pytest.mark.parametrize(("form", "unit"), [("teams", "IMPs"), ("bam", "points")])
@settings(deadline=None, max_examples=40)
@given(st.integers(-90, 90), st.integers(-90, 90))
def test_matches(form: str, unit: str, first: int, second: int) -> None:
    scale = '[scale]\nname = "wbf2013"\n' if form == "teams" else ""
    ranking = ranked(f'form = "{form}"\n{scale}', match("1", "A", "B", [(first * 10, second * 10)]))
    note = next(note for note in explain_page(ranking, ENGLISH, "1").grids[0].notes if note.startswith("A: "))
    own, other, together, result = numbers(note.split("A: ")[1].replace("+", ""))[:4]
    assert plain((own, other)) == (first * 10, -second * 10)
    assert together == own + other
    wanted = imps(int(together)) if unit == "IMPs" else (together > 0) - (together < 0) + 1
    assert plain((result, unit in note)) == (wanted, True)
