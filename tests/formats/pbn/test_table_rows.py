"""Supplemental sections as typed rows, both ways."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import Call, Card, Contract, DoubleDummy, Seat, Strain
from pbntools.formats.pbn.document import Document
from pbntools.formats.pbn.lexer import TABLES
from pbntools.formats.pbn.table_rows import (
    COLUMNS,
    ScoreRange,
    call_times,
    card_times,
    double_dummy,
    instant_score,
    optimum_result_table,
    score_results,
    table_of,
    typed_rows,
)
from pbntools.record import FieldState, Record, Table
from tests.formats.samples import MANDATORY, one


def read(name: str, header: str, rows: str) -> Table:
    table = one(f'{MANDATORY}[{name} "{header}"]\n{rows}\n').table(name)
    assert table is not None
    return table


def test_the_eight_tables_of_the_standard() -> None:
    assert tuple(COLUMNS) == TABLES


@pytest.mark.parametrize(
    ("name", "column", "text", "value"),
    [
        ("ActionTable", "Call", "1NT", Call.parse("1NT")),
        ("ActionTable", "Card", "SA", Card.parse("SA")),
        ("ActionTable", "Card", "S", None),
        ("ActionTable", "Percentage", "12.5", Fraction(25, 2)),
        ("AuctionTimeTable", "Time", "01:02:03", 3723),
        ("AuctionTimeTable", "TotalTime", "02:03", 123),
        ("PlayTimeTable", "Time", "95", 95),
        ("PlayTimeTable", "Time", "01:60", None),
        ("InstantScoreTable", "ScoreRange_NS", "50,*", ScoreRange(50)),
        ("OptimumPlayTable", "H", "AQ2", (Card.parse("HA"), Card.parse("HQ"), Card.parse("H2"))),
        ("OptimumPlayTable", "H", "-", None),
        ("OptimumResultTable", "Denomination", "NT", Strain.NOTRUMP),
        ("OptimumResultTable", "Result", "14", None),
        ("ScoreTable", "Contract", "4SX", Contract.parse("4SX")),
        ("ScoreTable", "Declarer", "W", Seat.WEST),
        ("ScoreTable", "Names_NS", '"Ada L.;Bo M."', ("Ada L.", "Bo M.")),
        ("ScoreTable", "Score_EW", "-620", -620),
        ("ScoreTable", "MP_NS", "^7.2", Fraction(36, 5)),
        ("ScoreTable", "Club", "Thornhaven", "Thornhaven"),
        ("TotalScoreTable", "MeanPercentage", "55.", 55),
        ("TotalScoreTable", "NrBoards", "?", None),
    ],
)
def test_a_cell(name: str, column: str, text: str, value: Any) -> None:
    table = read(name, column, text)
    (row,) = typed_rows(table)
    assert row[column] == value
    assert row.text(column) == text.strip('"')
    if value is not None and "^" not in text:
        again = table_of(name, [{column: value}])
        assert typed_rows(again)[0][column] == value
    assert table_of(name, [row], column) == table


def test_states_of_a_cell() -> None:
    (row,) = typed_rows(read("ScoreTable", "+Rank\\3R;Contract;MP_NS;MP_EW", "? - ^60 x"))
    assert [row.state(name) for name in ("Rank", "Contract", "MP_NS", "MP_EW", "Club")] == [
        FieldState.UNKNOWN, FieldState.NOT_APPLICABLE, FieldState.GIVEN, FieldState.GIVEN, FieldState.ABSENT,
    ]  # fmt: skip
    assert [row.is_artificial(name) for name in row] == [False, False, True, False]
    assert [row[name] for name in row] == [None, None, 60, None]
    assert row.text("MP_EW") == "x"
    with pytest.raises(KeyError):
        row.text("Club")


def test_rows_that_do_not_fit() -> None:
    with pytest.raises(ValueError, match="row 2 of ScoreTable has 1 values for 2 columns"):
        typed_rows(Table("ScoreTable", ("Rank", "Club"), (("1", "a"), ("2",))))


@pytest.mark.parametrize(
    ("column", "value"), [("Declarer", 5), ("Result", 14), ("Contract", 3), ("Names_NS", 7), ("Rank", Fraction(1, 2))]
)
def test_a_value_of_another_type(column: str, value: object) -> None:
    with pytest.raises(ValueError, match=f"no value of {column} in ScoreTable"):
        table_of("ScoreTable", [{column: value}])


@pytest.mark.parametrize(
    ("value", "text"), [(7, "7"), (Fraction(25, 2), "12.5"), (Fraction(-1, 20), "-0.05"), (Fraction(200, 3), "66.67")]
)
def test_numbers(value: int | Fraction, text: str) -> None:
    assert table_of("ScoreTable", [{"MP_NS": value}]).rows == ((text,),)


def test_a_table_goes_into_a_file_and_comes_back() -> None:
    rows: list[dict[str, Any]] = [
        {"Rank": 1, "Names_NS": ("Ada Lind", 'Bo "B" Moe'), "Contract": Contract.parse("3NT"), "MP_NS": Fraction(7, 2)},
        {"Rank": 2, "Names_NS": None, "Contract": None, "MP_NS": None},
    ]
    table = table_of("ScoreTable", rows, "-Rank\\3R;Names_NS\\20L;Contract\\4L;MP_NS\\5R")
    document = Document(MANDATORY.encode())
    document[0].set_table(table)
    found = document[0].record.table("ScoreTable")
    assert found == table
    assert [dict(row) for row in typed_rows(found)] == rows
    text = document.to_bytes().decode()
    assert text.endswith('  1 "Ada Lind;Bo \\"B\\" Moe" 3NT    3.5\n  2 ?                    ?        ?\n')


class TestDoubleDummy:
    results = DoubleDummy.parse("7a876" * 2 + "53567" * 2)

    def test_both_ways(self) -> None:
        table = optimum_result_table(self.results)
        assert (len(table.rows), table.rows[1]) == (20, ("N", "S", "10"))
        assert double_dummy(table) == self.results
        assert double_dummy(table).ability() == "N:7A876 E:53567 S:7A876 W:53567"

    def test_columns_of_another_writer(self) -> None:
        table = read("OptimumResultTable", "Declarer Suit Tricks", "N N 7\nE S 4")
        assert double_dummy(table).items() == [(Seat.NORTH, Strain.NOTRUMP, 7), (Seat.EAST, Strain.SPADES, 4)]

    def test_rows_that_are_not_known(self) -> None:
        table = read("OptimumResultTable", "Result;Declarer;Denomination", "? N NT\n7 E H\n- S C")
        assert double_dummy(table).items() == [(Seat.EAST, Strain.HEARTS, 7)]

    def test_what_makes_no_results(self) -> None:
        with pytest.raises(ValueError, match="lacks one of the columns"):
            double_dummy(read("OptimumResultTable", "Declarer;Result", "N 7"))
        with pytest.raises(ValueError, match="gives N in NT two results"):
            double_dummy(read("OptimumResultTable", "Declarer;Denomination;Result", "N NT 7\nN NT 8"))

    @given(st.dictionaries(st.tuples(st.sampled_from(Seat), st.sampled_from(Strain)), st.integers(0, 13)))
    def test_any(self, tricks: dict[tuple[Seat, Strain], int]) -> None:
        results = DoubleDummy(tricks)
        assert double_dummy(optimum_result_table(results)) == results


def test_rows_as_results() -> None:
    header = "Rank;PairId_NS;PairId_EW;Names_NS;Contract;Declarer;Result;Score_NS;MP_NS;MP_EW;Club"
    rows = '1 3 A7 "Ada;Bo" 4S N 11 650 6 0 x\n2 4 A8 ? - - - - ^60 ^40 y'
    first, second = score_results(read("ScoreTable", header, rows))
    assert (first.rank, str(first.contract), first.declarer, first.tricks) == (1, "4S", Seat.NORTH, 11)
    assert (first.ns.pair, first.ns.names, first.ns.score) == ("3", ("Ada", "Bo"), 650)
    assert (first.ns.matchpoints, first.ns.imp) == (6, None)
    assert (first.ew.pair, first.ew.names, first.ew.score, first.ew.artificial) == ("A7", (), None, False)
    assert (second.contract, second.tricks, second.ns.names, second.ns.matchpoints) == (None, None, (), 60)
    assert second.ns.artificial
    assert second.row["Club"] == "y"


@pytest.mark.parametrize(("score", "rank"), [(1000, "1"), (620, "2"), (600, "3"), (-50, None), (-100, "5"), (599, "4")])
def test_instant_scores(score: int, rank: str | None) -> None:
    rows = "1 620,* 12\n2 620 10\n3 599,620 8\n4 599 7\n5 *,-50 -9"
    row = instant_score(read("InstantScoreTable", "Rank;ScoreRange_NS;IMP_NS", rows), score)
    assert (row.text("Rank") if row is not None else None) == rank
    assert instant_score(read("InstantScoreTable", "Rank;ScoreRange_NS", "1 620"), 620, "EW") is None


@pytest.mark.parametrize("text", ["", "*", "*,*", "1,2,3", "5,5", "6,5", "a", "1,b"])
def test_what_is_no_range(text: str) -> None:
    with pytest.raises(ValueError, match="no range of scores"):
        ScoreRange.parse(text)


def timed(auction: str, times: str, play: str = "SA", cards: str = "1") -> Record:
    text = f'{MANDATORY}[Auction "N"]\n{auction}\n[Play "E"]\n{play}\n*\n'
    return one(f'{text}[AuctionTimeTable "Time"]\n{times}\n[PlayTimeTable "Time"]\n{cards}\n')


class TestTimes:
    def test_of_calls(self) -> None:
        found = call_times(timed("1C Pass 1H AP", "1 2 3 00:04"))
        assert found is not None
        assert [(index, row["Time"]) for index, row in found] == [(0, 1), (1, 2), (2, 3), (3, 4)]
        found = call_times(timed("1C Pass 1H AP", "1 2 3 4 5 6"))
        assert found is not None
        assert [index for index, _ in found] == [0, 1, 2, 3, 4, 5]
        assert call_times(timed("1C Pass 1H AP", "1 2")) is None

    @pytest.mark.parametrize(
        ("auction", "times", "calls"),
        [
            ("1D ^S 2D Pass", "1 2 3", [0, 1, 2]),
            ("1D ^S 2D Pass", "1 9 2 3", [0, 1, 2]),
            ("^S 1D ^S ^S 2D AP", "9 1 9 9 2 3", [0, 1, 2]),
            ("^S 1D ^S ^S 2D AP", "1 2 3", [0, 1, 2]),
        ],
    )
    def test_of_calls_beside_players_who_were_passed_over(self, auction: str, times: str, calls: list[int]) -> None:
        found = call_times(timed(auction, times))
        assert found is not None
        assert [(index, row["Time"]) for index, row in found] == [(call, call + 1) for call in calls]

    def test_without_calls_or_table(self) -> None:
        assert call_times(timed("1C", "1").replace(auction=None)) is None

    def test_of_cards(self) -> None:
        found = card_times(timed("1C", "1", "CK C8 CA C2", "1 2 3"))
        assert found is not None
        assert [(cell, row["Time"]) for cell, row in found] == [(0, 1), (1, 2), (2, 3)]
        assert card_times(timed("1C", "1", "CK", "1 2")) is None
        assert card_times(timed("1C", "1").replace(play=None)) is None


def test_a_name_that_would_become_two_is_refused() -> None:
    assert table_of("ScoreTable", [{"Names_NS": ["A", "B"]}]).rows == (("A;B",),)
    with pytest.raises(ValueError, match="no value of Names_NS"):
        table_of("ScoreTable", [{"Names_NS": ("A", "B;C")}])
