"""What the columns of tables hold, and the text between their values."""

from __future__ import annotations

import pytest

from pbntools.formats.pbn.table_values import FORMS, bad_cells, disordered
from pbntools.formats.pbn.tables import parse_header
from tests.formats.samples import Mark, diagnostics, marks

LEAVE = ("missing-tag", "unknown-tag")
RESULTS = '[Event "x"]\n[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n'


def test_tricks_past_thirteen_and_no_player() -> None:
    assert marks(RESULTS + "N S 14\nS H 13\n", leave=LEAVE) == [Mark("bad-value", 3, 5)]
    (found,) = [d for d in diagnostics(RESULTS + "X S 3\nN Z 99\n") if d.rule.name == "bad-value"]
    assert (found.location.line, found.location.column) == (3, 1)
    assert "'X' is no Declarer" in found.message
    assert "2 more" in found.message


def test_what_is_unknown_irrelevant_or_artificial_fits() -> None:
    assert marks(RESULTS + "N NT ?\nS - -\n", leave=LEAVE) == []
    assert marks('[Event "x"]\n[ScoreTable "Score_NS;IMP_NS"]\n^A- ^60\n-50 2.5\n', leave=LEAVE) == []


@pytest.mark.parametrize(
    "table, column, good, bad",
    [
        ("ScoreTable", "Contract", ["4SX", "3nt", "Pass"], ["8S", "4SXXX"]),
        ("ScoreTable", "Score_NS", ["-50", "+620", "^A"], ["1.5", "x"]),
        ("ScoreTable", "Percentage_EW", ["0", "100.", "55.5", "^60"], ["101", "-1"]),
        ("TotalScoreTable", "NrBoards", ["24"], ["-1", "2.5"]),
        ("InstantScoreTable", "ScoreRange_NS", ["140", "50,110", "170,*", "*,-50"], ["*", "*,*", "1,2,3"]),
        ("OptimumPlayTable", "S", ["AKT2", "9"], ["10", "X"]),
        ("PlayTimeTable", "Time", ["7", "0:12", "1:00:07"], ["1:", "a"]),
        ("ActionTable", "Declarer", ["N", "w"], ["NS"]),
        ("OptimumResultTable", "Denomination", ["NT", "s"], ["N"]),
    ],
)
def test_columns(table: str, column: str, good: list[str], bad: list[str]) -> None:
    header = parse_header(column)
    assert list(bad_cells(table, header, good)) == []
    assert [index for index, _ in bad_cells(table, header, good + bad)] == [*range(len(good), len(good) + len(bad))]


def test_columns_of_a_writer_hold_anything() -> None:
    assert list(bad_cells("ScoreTable", parse_header("Lead;Section"), ["x", "y"])) == []
    assert list(bad_cells("OwnTable", parse_header("Declarer"), ["x"])) == []
    assert "OwnTable" not in FORMS


def test_order_marks() -> None:
    assert list(disordered(parse_header("-Rank;A"), ["1", "x", "1", "y", "3", "z"])) == []
    assert list(disordered(parse_header("+Rank"), ["3", "?", "2.5", "^9", "-1"])) == []
    assert [index for index, _ in disordered(parse_header("+A;-B"), ["1", "1", "2", "0"])] == [2, 3]
    assert marks('[Event "x"]\n[ScoreTable "-Rank"]\n2\n1\n', leave=LEAVE) == [Mark("table-shape", 4, 1)]


def test_text_between_values() -> None:
    table = '[Event "x"]\n[ScoreTable "A;B"] {c}\n'
    assert marks(table + "1 50%\n", leave=LEAVE) == [Mark("forbidden-character", 3, 5)]
    assert marks(table + "1 Zo\xe9\n", leave=(*LEAVE, "encoding")) == [Mark("forbidden-character", 3, 5)]
    assert marks(table + '1 "50%"\n', leave=LEAVE) == []
    assert marks(table + '1 "a\tb"\n', leave=LEAVE) == [Mark("forbidden-character", 3, 5)]
    assert marks(table + '1"a"\n', leave=LEAVE) == [Mark("table-shape", 3, 2)]
    assert marks(table + "1 {c} 2\n", leave=LEAVE) == [Mark("table-shape", 3, 3)]
    assert marks(table + "% {c}\n1\n% ; c\n2\n", leave=LEAVE) == []
