"""Each explanation of a number can be computed again from its own words, and comes to the number that is shown."""

import re
from fractions import Fraction
from itertools import chain

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
BEATS = re.compile(rf"(?:({NUMBER})% of )?{NUMBER} beats ({NUMBER})(?: and equals ({NUMBER}))? of ([0-9]+): ({NUMBER})")
COMPARED = re.compile(rf"({NUMBER}) \((?:({NUMBER}) × )?([+-]?{NUMBER})\)")
WEIGHTED = st.sampled_from(["60% of 420, 40% of -50", "33.33% of 450, 66.67% of 170", "25% of -100, 75% of 420"])
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


def weighted(text: str) -> Fraction:
    """What ``60% of +5 and 40% of -1 (-50)`` comes to."""
    return sum(
        (
            Fraction(share) / 100 * Fraction(value)
            for share, value in re.findall(rf"({NUMBER})% of \+?({NUMBER})", text)
        ),
        Fraction(0),
    )


def adjusted(rows: list[str]) -> tuple[str, list[str]]:
    """The adjustments to weighted scores of some tables, and the points that the tables have instead."""
    entries, points = "", []
    for number, own in enumerate(rows, 1):
        if "%" in own:
            entries += f'[[adjustment]]\nboard = 1\nat = "{number}"\nns = "{own}"\new = "{own}"\n'
        points.append("0" if "%" in own else own)
    return entries, points


def parts(award: str, *, turned: bool) -> list[tuple[Fraction, int]]:
    """The outcomes of an award with their weights, in the points of a side."""
    sign = -1 if turned else 1
    found = re.findall(rf"({NUMBER})% of ({NUMBER})", award)
    return [(Fraction(share) / 100, sign * int(points)) for share, points in found] or [
        (Fraction(1), sign * int(award))
    ]


def matchpoints(text: str, win: int) -> Fraction:
    """The percentage that the words come to."""
    artificial = re.fullmatch(rf"({NUMBER})% is ({NUMBER}) of ({NUMBER}), an artificial score", text)
    if artificial:
        share, points, top = map(Fraction, artificial.groups())
        assert points == share * top / 100
        return points / top * 100
    if "no board of the session has two results" in text:
        return Fraction(text.split("%")[0])
    parts = text.split("; ")
    together = Fraction(0)
    while compared := BEATS.fullmatch(parts[0]):
        share, beaten, equal, others, found = (Fraction(part or 0) for part in compared.groups())
        assert beaten + equal <= others
        assert abs(found - (win * beaten + Fraction(win, 2) * equal)) < CLOSE
        together += (share / 100 if compared[1] else 1) * found
        del parts[0]
    if compared_weights := re.fullmatch(rf"({NUMBER}% of {NUMBER}.*): ({NUMBER})", parts[0]):
        found = Fraction(compared_weights[2])
        assert abs(weighted(compared_weights[1]) - found) < CLOSE
        del parts[0]
    assert abs(found - together) < CLOSE
    for part in parts[:-1]:
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
    return [rows[note.split(": ")[0]] for note in grid.notes if not note.startswith("Datum:")]


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


AWARDS = st.lists(st.one_of(POINTS, WEIGHTED), min_size=2, max_size=6)


@settings(deadline=None, max_examples=80)
@given(AWARDS, st.sampled_from([1, 2]), st.integers(0, 2))
def test_matchpoints_of_weighted_scores(awards: list[str], win: int, more: int) -> None:
    entries, rows = adjusted(awards)
    event = f'form = "pairs"\n[scoring]\nmatchpoints = {win}\nfull = {len(rows) + more}\n{entries}'
    ranking = ranked(event, traveller(1, [f"{at} {at + 20} {row}" for at, row in enumerate(rows, 1)]))
    for note, value in zip(explain_page(ranking, ENGLISH, "1").grids[0].notes, shown(ranking, "1", "%"), strict=True):
        if value:
            assert abs(matchpoints(note.split(": ", 1)[1], win) - Fraction(value)) < CLOSE, note


@settings(deadline=None, max_examples=80)
@given(AWARDS, st.sampled_from(["comparisons", "tables", "none"]))
def test_cross_imps(awards: list[str], divisor: str) -> None:
    entries, rows = adjusted(awards)
    event = f'form = "imp-pairs"\n[scoring]\ndivisor = "{divisor}"\n{entries}'
    ranking = ranked(event, traveller(1, [f"{at} {at + 20} {row}" for at, row in enumerate(rows, 1)]))
    page = explain_page(ranking, ENGLISH, "1")
    told = 0
    for note, value in zip(page.grids[0].notes, shown(ranking, "1", "IMP"), strict=True):
        said = re.search(
            rf"^([0-9]+): (.*): \+?({NUMBER}) IMPs in ([0-9]+) comparisons?, divided by ([0-9]+): \+?({NUMBER})$", note
        )
        if said is None:
            assert not value
            continue
        told += 1
        who, number, by = int(said[1]), int(said[4]), int(said[5])
        turned, own = who > 20, awards[(who - 1) % 20]
        others = [award for at, award in enumerate(awards, 1) if award != "?" and at != who and at + 20 != who]
        assert number == len(others)
        total = Fraction(0)
        against: list[tuple[Fraction, int]] = []
        for outcome in re.findall(r"(?:[0-9.]+% of )?[0-9-]+ against [^;]*", said[2]):
            head, listing = outcome.split(" against ")
            share, points = parts(head, turned=False)[0]
            against = [(Fraction(times or 1), int(other)) for other, times, _ in COMPARED.findall(listing)]
            assert sum(times for times, _ in against) == number
            for other, times, worth in COMPARED.findall(listing):
                assert int(worth) == imps(points - int(other))
                total += share * Fraction(times or 1) * int(worth)
        assert sorted(against) == sorted(grouped(others, turned=turned))
        assert abs(total - Fraction(said[3])) < CLOSE
        assert abs(weighted(said[2].split("; ")[-1]) - total) < CLOSE or "%" not in own
        assert abs(Fraction(said[3]) / by - Fraction(said[6])) < CLOSE
        assert said[6] == value.removeprefix("+")
    known = sum(award != "?" for award in awards)
    assert told == (2 * known if known > 1 else 0)


def grouped(awards: list[str], *, turned: bool) -> list[tuple[Fraction, int]]:
    """How often each score is among the outcomes of some awards."""
    found: dict[int, Fraction] = {}
    for award in awards:
        for weight, points in parts(award, turned=turned):
            found[points] = found.get(points, Fraction(0)) + weight
    return [(times, points) for points, times in found.items()]


DATUM = re.compile(rf"(?:.*; )?the (mean|median) of ([^:;]*): ({NUMBER})")


@settings(deadline=None, max_examples=80)
@given(AWARDS, st.sampled_from(["mean", "trim", "median"]), st.sampled_from([0, 10]))
def test_butler(awards: list[str], method: str, step: int) -> None:
    entries, rows = adjusted(awards)
    event = f'form = "butler"\n[scoring]\ndatum = "{method}"\ndatum-step = {step}\n{entries}'
    ranking = ranked(event, traveller(1, [f"{at} {at + 20} {row}" for at, row in enumerate(rows, 1)]))
    notes = explain_page(ranking, ENGLISH, "1").grids[0].notes
    if not notes[0].startswith("Datum:"):
        assert not any(" is " in note and "IMPs" in note for note in notes)
        return
    datum = Fraction(notes[0].split(": ")[1])
    made = notes[1].removeprefix("The datum: ").split("; ")
    # What was made the datum is all the scores, with what was left out.
    listing = [re.findall(rf"({NUMBER})(?: \(([0-9]+)\))?", part.split(": ")[1]) for part in made if "ends" in part]
    found = next(found for part in made if (found := DATUM.fullmatch(part)))
    listing.append(re.findall(rf"({NUMBER})(?: \(([0-9]+)\))?", found[2]))
    scores = [[Fraction(score) for score, times in part for _ in range(int(times or 1))] for part in listing]
    means = [sum(weight * points for weight, points in parts(own, turned=False)) for own in awards if own != "?"]
    assert all(abs(one - other) < CLOSE for one, other in zip(sorted(chain(*scores)), sorted(means), strict=True))
    left: list[Fraction] = sorted(scores[-1])
    exact = Fraction(found[3])
    half = len(left) // 2
    middle = left[half - (len(left) % 2 == 0) : half + 1] if found[1] == "median" else left
    assert abs(sum(middle, Fraction(0)) - exact * len(middle)) < CLOSE
    assert abs(datum - exact) <= Fraction(step, 2) + CLOSE
    for note in notes[2:]:
        who, said = int(note.split(": ")[0]), note.split(": ", 1)[1]
        own = awards[(who - 1) % 20]
        if own == "?":
            continue
        outcomes = parts(own, turned=who > 20)
        against = Fraction(re.findall(rf"the datum ({NUMBER})", said)[0])
        # The datum is shown to four places, and no score lies so near to a bound.
        assert abs(against - (-datum if who > 20 else datum)) < CLOSE
        told = said.split(" is ")[1]
        if len(outcomes) > 1:
            assert abs(weighted(told) - Fraction(numbers(told.split(": ")[1])[0])) < CLOSE
            assert len(re.findall("% of", told)) == len(outcomes)
        else:
            assert numbers(told.replace("+", ""))[0] == imps(outcomes[0][1] - against)


@settings(deadline=None, max_examples=60)
@given(AWARDS)
def test_butler_and_cross_imps_count_the_same(awards: list[str]) -> None:
    entries, rows = adjusted(awards)
    lines = [f"{at} {at + 20} {row} ? ?" for at, row in enumerate(rows, 1)] + ["9 29 ? ^60 ^40"]
    text = traveller(1, lines, "PairId_NS;PairId_EW;Score_NS;Percentage_NS;Percentage_EW")
    cross = ranked(f'form = "imp-pairs"\n{entries}', text)
    for datum in ("mean", "median"):
        butler = ranked(f'form = "butler"\n[scoring]\ndatum = "{datum}"\n{entries}', text)
        assert {place.id: place.boards for place in butler.places} == {place.id: place.boards for place in cross.places}


@settings(deadline=None, max_examples=60)
@given(WEIGHTED, st.one_of(POINTS.filter(lambda points: points != "?"), WEIGHTED), st.sampled_from(["teams", "bam"]))
def test_weighted_scores_of_a_match(own: str, other: str, form: str) -> None:
    event = f'form = "{form}"\n' + ('[scale]\nname = "wbf2013"\n' if form == "teams" else "")
    for team, award in (("A", own), ("B", other)):
        event += f'[[adjustment]]\nboard = 1\nat = "{team}"\nns = "{award}"\new = "{award}"\n'
    ranking = ranked(event, match("1", "A", "B", [(0, 0)]))
    note = next(note for note in explain_page(ranking, ENGLISH, "1").grids[0].notes if note.startswith("A: "))
    how, result = note.split("as East-West: ")[1].rsplit(": ", 1) if form == "teams" else note.split(": ")[2:4]
    worth = sum(
        weight * against * (imps(points - less) if form == "teams" else (points > less) - (points < less) + 1)
        for weight, points in parts(own, turned=False)
        for against, less in parts(other, turned=False)
    )
    assert abs(weighted(how) - worth) < CLOSE
    assert abs(numbers(result.replace("+", ""))[0] - worth) < CLOSE


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
