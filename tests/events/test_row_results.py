"""Rows of ScoreTables whose parts speak against each other: contract and tricks count, and each row is told."""

import pytest

from pbntools.events.awards import Award
from pbntools.events.row_results import is_score
from tests.events.building import gathered, said, traveller

COLUMNS = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW"
PAIRS = 'form = "pairs"\n'
NONE = '[Vulnerable "None"]\n'


def told(row: str, tags: str = NONE) -> tuple[list[tuple[Award, Award]], list[tuple[str, str]], int]:
    found = gathered(PAIRS, traveller(1, ["1 2 4S N 9 -50 50", f"3 4 {row}"], COLUMNS, tags))
    awards = [(line.ns_award, line.ew_award) for line in found.lines if line.ns == "3"]
    doubts = [one for one in said(found) if one[0] in ("score-table-mismatch", "impossible-score", "result-missing")]
    return awards, doubts, found.disagreeing


@pytest.mark.parametrize(
    ("row", "what"),
    [
        ("4S N 10 -620 ?", "4S by N, 10 tricks, scores 420 for North-South, and the row says -620"),
        ("4S N 10 423 -423", "4S by N, 10 tricks, scores 420 for North-South, and the row says 423"),
        ("4S N 10 ? 420", "4S by N, 10 tricks, scores 420 for North-South, and the row says -420"),
        ("4S N 10 620 -620", "4S by N, 10 tricks, scores 420 for North-South, and the row says 620"),
        ("4S N 10 abc ?", "Score_NS is 'abc', which is no score"),
        ("4S N 10 420.5 ?", "Score_NS is '420.5', which is no score"),
        ("4S N 10 99999999999 ?", "Score_NS is '99999999999', which is no score"),
    ],
)
def test_contract_and_tricks_count(row: str, what: str) -> None:
    awards, doubts, number = told(row)
    assert awards == [(420, 420)]
    assert doubts == [("score-table-mismatch", f"board 1: {what}: contract and tricks count")]
    assert number == 1


def test_a_passed_out_row_scores_nothing() -> None:
    awards, doubts, _ = told("Pass ? ? 50 -50")
    assert awards == [(0, 0)]
    assert doubts == [
        (
            "score-table-mismatch",
            "board 1: Pass scores 0 for North-South, and the row says 50: contract and tricks count",
        )
    ]


def test_a_score_that_fits_is_not_told() -> None:
    assert told("4S N 10 420 -420") == ([(420, 420)], [], 0)
    # Nothing tells the vulnerability, and the score fits one of the two.
    assert told("4S N 10 620 -620", "") == ([(620, 620)], [], 0)


def test_where_no_vulnerability_fits_the_contract_counts() -> None:
    awards, doubts, number = told("4S N 10 170 ?", "")
    assert (awards, len(doubts), number) == ([(420, 420)], 1, 1)


def test_a_session_scored_by_older_tables_keeps_its_scores() -> None:
    # Four down doubled, not vulnerable, was 700 until 1987.
    assert told("4SX N 6 -700 700", NONE + '[Scoring "MP;OldMP"]\n') == ([(-700, -700)], [], 0)


def test_an_impossible_score_counts_and_is_told() -> None:
    awards, doubts, number = told("? ? ? 423 ?")
    assert awards == [(423, 423)]
    assert doubts == [("impossible-score", "board 1: no contract scores 423, which counts as it stands")]
    assert number == 0


def test_a_split_score_keeps_both_sides() -> None:
    awards, doubts, number = told("4S N 10 420 420")
    assert awards == [(420, -420)]
    message = "board 1: Score_NS 420 and Score_EW 420 do not balance: each side has its own, as in a split score"
    assert doubts == [("score-table-mismatch", message)]
    assert number == 0


def test_scores_that_there_are() -> None:
    assert all(map(is_score, (0, 90, -90, 420, 2220, -7600, 50)))
    assert not any(map(is_score, (10, 423, 115, 7700)))


def test_a_row_that_does_not_fit_is_left_out_alone() -> None:
    rows = ["1 2 4S N 9 -50 50", "3 4 4S N", "5 6 4S N 10 420 -420", "7 8 4S N 10 420 -420 1 2"]
    found = gathered(PAIRS, traveller(1, rows, COLUMNS, NONE))
    assert [line.ns for line in found.lines] == ["1", "5"]
    messages = [
        "row 2 of ScoreTable (3 – 4) has 4 values for 7 columns",
        "row 4 of ScoreTable (7 – 8) has 9 values for 7 columns",
    ]
    assert said(found) == [("result-missing", message) for message in messages]
    assert [(item.board, item.origin.row) for item in found.findings.left_out] == [("1", 1), ("1", 3)]


def test_a_row_too_short_and_one_too_long_change_no_other() -> None:
    rows = ["1 2 4S N 9 -50 50", "3 4 4S N 10 420", "5 6 4S N 10 420 -420", "7 8 4S 4S N 10 420 -420"]
    found = gathered(PAIRS, traveller(1, rows, COLUMNS, NONE))
    assert [(line.ns, line.ns_award) for line in found.lines] == [("1", -50), ("5", 420)]
    messages = [
        "row 2 of ScoreTable (3 – 4) has 6 values for 7 columns",
        "row 4 of ScoreTable (7 – 8) has 8 values for 7 columns",
    ]
    assert said(found) == [("result-missing", message) for message in messages]
    assert [(item.board, item.origin.row) for item in found.findings.left_out] == [("1", 1), ("1", 3)]


@pytest.mark.parametrize(
    ("second", "told"),
    [
        ('[ScoreTable "{0}"]\n9 10 4S N 10 420 -420\n', True),
        ('[ScoreTable "PairId_NS"]\n9\n', True),
        ('[ScoreTable "{0}"]\n1 2 4S N 9 -50 50\n', False),
        ('[Room "Open"]\n[Room "Closed"]\n', False),
    ],
)
def test_a_second_table_is_told_of(second: str, told: bool) -> None:
    text = traveller(1, ["1 2 4S N 9 -50 50"], COLUMNS, NONE).rstrip("\n") + "\n" + second.format(COLUMNS)
    found = gathered(PAIRS, text)
    assert [line.ns_award for line in found.lines] == [-50]
    message = "a second ScoreTable of one record, of which the first counts"
    assert said(found) == [("result-missing", message)] * told
    assert [item.board for item in found.findings.left_out] == ["1"] * told


OWN = '[PairNS "{}"]\n[PairEW "{}"]\n[Declarer "N"]\n[Contract "4S"]\n[Result "10"]\n'


@pytest.mark.parametrize(
    ("ns", "ew", "told"),
    [("1", "2", False), ("9", "10", True), ("1", "10", True)],
)
def test_a_records_own_result_belongs_to_its_table(ns: str, ew: str, *, told: bool) -> None:
    found = gathered(PAIRS, traveller(1, ["1 2 420", "3 4 50"], tags=NONE + OWN.format(ns, ew)))
    assert len(found.lines) == 2
    message = f"the record's own result of {ns} and {ew} is not in its ScoreTable, whose rows count"
    assert said(found) == ([("result-missing", message)] if told else [])
    assert len(found.findings.left_out) == told
