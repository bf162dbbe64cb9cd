"""A ranking as PBN and USEBIO: what the tables hold, and that all else is told."""

import re

import pytest

import pbntools as pbn
from pbntools.events.placing import Ranking
from pbntools.record import Table
from pbntools.reports.event_formats import ranking_pbn, ranking_usebio
from tests.events.building import match, ranked, swing, traveller

TWO = '[[session]]\nname = "first"\n[[session]]\nname = "second"\n'
FIRST = traveller(1, ["1 6 420", "2 5 400", "3 4 -50"], tags='[Session "first"]\n')
SECOND = traveller(1, ["1 4 420", "5 8 50", "2 6 50"], tags='[Session "second"]\n')


def tables(ranking: Ranking, name: str = "ScoreTable") -> list[Table]:
    found = []
    for reading in pbn.read(ranking_pbn(ranking)[0]):
        assert reading.record is not None
        table = reading.record.table(name)
        if table is not None:
            found.append(table)
    return found


def told(ranking: Ranking) -> tuple[set[str], set[str]]:
    return set(ranking_pbn(ranking)[1]), set(map(str, ranking_usebio(ranking)[1]))


def test_what_stands_beside_the_scores_is_told() -> None:
    event = (
        f'form = "pairs"\n{TWO}[[cut]]\nafter = "first"\nkeep = 2\n[carry-over]\n"1" = 55\n'
        '[[penalty]]\nto = "4"\namount = "10%"\nsession = "first"\nwhy = "late"\n'
        '[[adjustment]]\nboard = 1\nsession = "first"\nat = "3"\nscore = "A"\nwhy = "noise"\n'
    )
    in_pbn, in_usebio = told(ranked(event, FIRST + SECOND))
    both = {
        "the cut after first, by which 4 contestants are out",
        "1 carry-over, which the scores hold",
        "what each has by session",
        "1 adjusted score as it was at the table, and why",
        "why 1 result does not count",
        "that 1 result counts for one side alone, since the other one was out",
    }
    assert both <= in_pbn
    assert both <= in_usebio
    assert "1 penalty, which the scores hold" in in_pbn
    assert "1 penalty, which the scores hold" not in in_usebio
    assert "why 1 penalty was given" in in_usebio


def test_what_is_of_a_match_is_told() -> None:
    event = (
        'form = "swiss"\n[scale]\nname = "wbf2013"\n[[bye]]\nteam = "C"\nround = "1"\n'
        '[[penalty]]\nto = "A"\namount = "1 VP"\nround = "1"\n[carry-over]\nB = 2\n'
    )
    games = match("1", "A", "B", [swing(3)]) + match("2", "A", "C", [swing(0)])
    found = set(ranking_pbn(ranked(event, games))[1])
    assert {
        "how it was scored: IMPs, scale wbf2013", "1 penalty, which the scores hold", "1 bye, which the scores hold",
        "1 carry-over, which the scores hold", "what each has by round", "the points of 2 matches",
    } == found  # fmt: skip


def test_what_was_left_out_is_told() -> None:
    bad = traveller(1, ["1 6 420", "1 5 400", "2 4 -50", "3 7 -50", "8 9"], tags='[Session "first"]\n')
    in_pbn, in_usebio = told(ranked('form = "pairs"\n', bad))
    both = {"why 2 results do not count", "1 result that was left out, and has no row"}
    assert both <= in_pbn
    assert both <= in_usebio


def test_weighted_scores_groups_and_lots_are_told() -> None:
    event = (
        'form = "pairs"\n[[adjustment]]\nboard = 1\nat = "3"\nscore = "60% of 420, 40% of -50"\n'
        '[[fouled]]\nboard = 1\ngroups = [["1", "2"], ["3"]]\n'
    )
    in_pbn, _ = told(ranked(event, traveller(1, ["1 4 420", "2 5 420", "3 6 50"]), seed="x"))
    assert {"the outcomes of 1 weighted score", "the groups of 1 fouled board", "the seed of the lots"} <= in_pbn


def test_a_column_of_some_rows_is_one_of_all() -> None:
    """A lead, tables that one row stands for, and the artificial score of a match are in rows behind the first."""
    text = traveller(1, ["1 4 420 - -", "2 5 400 SA -", "3 6 50 - 3"], "PairId_NS;PairId_EW;Score_NS;Lead;Multiplicity")
    (table,) = tables(ranked('form = "pairs"\n', text))
    assert {"Lead", "Multiplicity"} <= set(table.columns)
    at = table.columns.index("Multiplicity")
    assert sorted(row[at] for row in table.rows) == ["1", "1", "3"]
    again = ranked('form = "pairs"\n', ranking_pbn(ranked('form = "pairs"\n', text))[0].decode("latin-1"))
    assert again.race is not None
    assert again.race.full == {"": 5}
    event = 'form = "teams"\n[scale]\nname = "wbf2013"\n[[adjustment]]\nboard = 1\nat = "B"\nns = "A+"\new = "A-"\n'
    (table,) = tables(ranked(event, match("1", "A", "B", [swing(3)])))
    assert "^60" in {row[table.columns.index("Percentage_NS")] for row in table.rows}


@pytest.mark.parametrize(
    ("event", "scoring", "method"),
    [
        ('form = "pairs"\n', "MP", "MATCH_POINTS"),
        ('form = "pairs"\n[scoring]\nmatchpoints = 1\n', "MP;MP2", "MATCH_POINTS"),
        ('form = "imp-pairs"\n', "IMP;Cross2", "CROSS_IMPS"),
        ('form = "imp-pairs"\n[scoring]\ndivisor = "tables"\n', "IMP;Cross1", "CROSS_IMPS"),
        ('form = "imp-pairs"\n[scoring]\ndivisor = "none"\n', "IMP;Cross", "CROSS_IMPS"),
        ('form = "butler"\n[scoring]\ndatum = "mean"\n', "IMP;Butler", "BUTLER_IMPS"),
        ('form = "butler"\n[scoring]\ndatum = "trim"\n', "IMP;Butler-2", "BUTLER_IMPS"),
        ('form = "butler"\n[scoring]\ndatum = "trim"\ntrim = 0\n', "IMP", "BUTLER_IMPS"),
        ('form = "butler"\n[scoring]\ndatum = "median"\n', "IMP;Butler;Median", "BUTLER_IMPS"),
        ('form = "butler"\n[scoring]\ndatum = "fixed"\nfixed = {1 = 420}\n', "IMP", "BUTLER_IMPS"),
        ('form = "instant"\n[scoring.instant]\n420 = 60\n400 = 50\n-50 = 20\n', "Instant", None),
    ],
)
def test_the_words_of_the_scoring(event: str, scoring: str, method: str | None) -> None:
    """PBN 2.1 §3.3: Cross1 is over the scores, Cross2 over the comparisons, MP2 gives 1, ½ and 0."""
    ranking = ranked(event, FIRST)
    data, _ = ranking_pbn(ranking)
    assert f'[Scoring "{scoring}"]' in data.decode()
    xml = ranking_usebio(ranking)[0].decode()
    assert re.findall("<BOARD_SCORING_METHOD>([^<]*)", xml) == ([] if method is None else [method])


def test_instant_scores_are_no_matchpoints() -> None:
    ranking = ranked('form = "instant"\n[scoring.instant]\n420 = 60\n400 = 50\n-50 = 20\n', FIRST)
    (table,) = tables(ranking)
    assert "MP_NS" not in table.columns
    assert "Percentage_NS" in table.columns
    data, losses = ranking_usebio(ranking)
    assert b"MATCH_POINTS" not in data
    assert "the percentages of results that were played" in map(str, losses)
