"""Tables: scores of other tables, and double-dummy results."""

import pytest

from pbntools.core import Contract
from pbntools.diagnostics import Place, Severity
from pbntools.game import duplicate_score
from pbntools.record import Record, Table
from tests.laws.boards import findings, named, only, record, severity, table

ORDER = [(seat, strain) for seat in "NSEW" for strain in ("NT", "S", "H", "D", "C")]
HEADER = "Declarer;Denomination\\2R;Result\\2R"


def results(digits: str, order: list[tuple[str, str]] = ORDER) -> Table:
    """An OptimumResultTable of twenty hexadecimal digits in the order of DoubleDummyTricks."""
    values = dict(zip(ORDER, digits, strict=True))
    rows = "\n".join(f"{seat} {strain} {int(values[seat, strain], 16)}" for seat, strain in order)
    return table("OptimumResultTable", HEADER, rows)


# North-South make 4S, and East-West have no cheap sacrifice.
DIGITS = "7a876" * 2 + "53567" * 2


class TestDoubleDummy:
    def test_two_tables_that_disagree(self) -> None:
        item = record(tables=[results("9" + "7" * 19)], tags={"DoubleDummyTricks": "7" * 20})
        finding = only(item)
        assert (finding.rule.name, severity(finding)) == ("double-dummy-mismatch", Severity.WARNING)
        assert finding.message == "OptimumResultTable and DoubleDummyTricks disagree: North in NT 9 and 7"
        assert finding.place == Place("table", name="OptimumResultTable", index=0)

    def test_the_row_is_found_in_any_order(self) -> None:
        item = record(
            tables=[results("7" * 19 + "a", ORDER[::-1])], tags={"DoubleDummyTricks": "7" * 20}
        )  # fmt: skip
        assert only(item).place.index == 0
        assert only(item).message.endswith("West in C 10 and 7")

    def test_many_differences(self) -> None:
        message = only(record(tables=[results("8" * 20)], tags={"DoubleDummyTricks": "7" * 20})).message
        assert message.endswith(
            "North in NT 8 and 7, North in S 8 and 7, North in H 8 and 7, North in D 8 and 7, and 16 more"
        )

    @pytest.mark.parametrize("digits", [DIGITS, DIGITS.upper()])
    def test_agreement(self, digits: str) -> None:
        ability = "N:7A876 E:53567 S:7A876 W:53567"
        item = record(tables=[results(DIGITS)], tags={"DoubleDummyTricks": digits, "Ability": ability})
        assert named(item) == []

    def test_ability(self) -> None:
        item = record(tables=[results(DIGITS)], tags={"Ability": "N:7A876 E:53567 S:7A876 W:53568"})
        assert only(item).message == "OptimumResultTable and Ability disagree: West in C 7 and 8"
        item = record(tags={"DoubleDummyTricks": DIGITS, "Ability": "N:7A876 E:53567 S:7A876 W:53568"})
        assert only(item).place == Place("tag", name="Ability")

    @pytest.mark.parametrize(
        "tags",
        [
            {"DoubleDummyTricks": ""},
            {"DoubleDummyTricks": "7" * 19},
            {"DoubleDummyTricks": "f" * 20},
            {"DoubleDummyTricks": "x" * 20},
            {"Ability": "N:7A8 E:53567"},
            {"Ability": "N:FFFFF"},
        ],
    )
    def test_values_that_cannot_be_read_are_not_compared(self, tags: dict[str, str]) -> None:
        assert named(record(tables=[results(DIGITS)], tags=tags)) == []

    def test_a_header_with_blanks(self) -> None:
        odd = Table("OptimumResultTable", ("Declarer Suit Tricks",), (("N",), ("NT",), ("9",)), "Declarer Suit Tricks")
        assert only(record(tables=[odd], tags={"DoubleDummyTricks": "7" * 20})).message.endswith("North in NT 9 and 7")
        odd = Table("OptimumResultTable", ("Declarer", "Suit", "Tricks"), (("N", "N", "7"),))
        assert named(record(tables=[odd], tags={"DoubleDummyTricks": "7" * 20})) == []

    def test_other_columns(self) -> None:
        odd = table("OptimumResultTable", "Who;What;Result", "N NT 9")
        assert named(record(tables=[odd], tags={"DoubleDummyTricks": "7" * 20})) == []

    def test_unknown_values_are_not_compared(self) -> None:
        odd = table("OptimumResultTable", HEADER, "N NT ?\nS NT -\nQ S 8")
        assert named(record(tables=[odd], tags={"DoubleDummyTricks": "7" * 20})) == []


class TestPar:
    @pytest.mark.parametrize("score", ["NS 420", "NS +420", "EW -420", "NS  420"])
    def test_agreement(self, score: str) -> None:
        item = record(tables=[results(DIGITS)], vulnerable="None", tags={"OptimumScore": score})
        assert named(item) == []

    @pytest.mark.parametrize("score", ["NS 450", "EW 420", "NS 0"])
    def test_mismatch(self, score: str) -> None:
        finding = only(record(tables=[results(DIGITS)], vulnerable="None", tags={"OptimumScore": score}))
        assert (finding.rule.name, severity(finding)) == ("par-mismatch", Severity.WARNING)
        assert finding.place == Place("tag", name="OptimumScore")
        assert finding.message.endswith("but the par by OptimumResultTable is NS +420")

    def test_by_the_digits(self) -> None:
        tags = {"OptimumScore": "NS 450", "DoubleDummyTricks": DIGITS}
        assert only(record(vulnerable="None", tags=tags)).message.endswith("by DoubleDummyTricks is NS +420")

    def test_whoever_bids_first(self) -> None:
        digits = "76666" * 4
        for score in ("NS 90", "EW 90"):
            assert named(record(tables=[results(digits)], vulnerable="None", tags={"OptimumScore": score})) == []
        finding = only(record(tables=[results(digits)], vulnerable="None", tags={"OptimumScore": "NS 0"}))
        assert "NS +90 if North-South bid first, EW +90 if East-West do" in finding.message

    def test_nothing_to_compare_with(self) -> None:
        tags = {"OptimumScore": "NS 450"}
        assert named(record(tables=[results(DIGITS)], tags=tags)) == []
        assert named(record(vulnerable="None", tags=tags)) == []
        partial = table("OptimumResultTable", HEADER, "N NT 9")
        assert named(record(tables=[partial], vulnerable="None", tags=tags)) == []
        other = {"OptimumScore": "EW 3N,EW 5D; -400"}
        assert named(record(tables=[results(DIGITS)], vulnerable="None", tags=other)) == []

    def test_tables_that_disagree_have_no_par(self) -> None:
        tags = {"OptimumScore": "NS 450", "DoubleDummyTricks": "7" * 20}
        item = record(tables=[results(DIGITS)], vulnerable="None", tags=tags)
        assert named(item) == [("double-dummy-mismatch", "warning")]


def scores(*rows: str, header: str = "PairId_NS\\2R;Contract\\4L;Declarer;Result;Score_NS;Score_EW") -> Record:
    return record(tables=[table("ScoreTable", header, "\n".join(rows))], vulnerable="NS")


class TestScoreTable:
    def test_agreement(self) -> None:
        item = scores("1 4S N 10 620 -620", "2 4SX W 8 300 -300", "3 3NT S 9 600 ?", "4 1NTXX E 7 -560 560")
        assert named(item) == []

    def test_a_wrong_row(self) -> None:
        finding = only(scores("1 4S N 10 620 -620", "2 4S N 10 420 -420", "3 3NT S 9 600 -600"))
        assert (finding.rule.name, severity(finding)) == ("score-table-mismatch", Severity.ERROR)
        assert finding.place == Place("table", name="ScoreTable", index=1)
        assert finding.message == "4S by N, 10 tricks, scores NS +620, but the row says NS +420"

    def test_the_other_column(self) -> None:
        finding = only(scores("1 4S N 10 620 620"))
        assert finding.message == "4S by N, 10 tricks, scores NS +620, but the row says EW +620"
        assert named(scores("4S W 10 420", header="Contract;Declarer;Result;Score_EW")) == []
        assert len(findings(scores("4S W 10 450", header="Contract;Declarer;Result;Score_EW"))) == 1

    def test_values_that_are_not_real(self) -> None:
        item = scores(
            "1 - - - 60 -60", "2 ? N 10 1 -1", "3 4S ? 10 1 -1", "4 4S N ? 1 -1", "5 4S N 10 - -", "6 4S N 10 ^60 ?"
        )
        assert named(item) == []
        assert named(scores("1 Pass - - 0 0", "2 Pass N 7 5 5")) == []

    def test_without_vulnerability_or_columns(self) -> None:
        item = scores("1 4S N 10 1 -1")
        assert named(item.replace(vulnerable=None)) == []
        assert named(scores("1 4S N 1", header="PairId_NS;Contract;Declarer;Score_NS")) == []

    def test_other_games(self) -> None:
        item = scores("1 4S N 10 120 -120")
        assert named(item.replace(tags=record(tags={"Scoring": "Rubber"}).tags)) == []

    def test_many_rows_are_summed_up(self) -> None:
        found = findings(scores(*[f"{row} 4S N 10 {row} ?" for row in range(20)]))
        assert len(found) == 9
        assert found[-1].message.startswith("12 more rows of 20")
        assert len(findings(scores(*[f"{row} 4S N 10 {row} ?" for row in range(8)]))) == 8

    def test_short_rows(self) -> None:
        short = Table(
            "ScoreTable", ("Contract", "Declarer", "Result", "Score_NS"), (("4S", "N"), ("4S", "N", "10", "1"))
        )
        item = record(tables=[short], vulnerable="None")
        assert [finding.place.index for finding in findings(item)] == [1]

    def test_all_contracts_of_one_row(self) -> None:
        for contract in ("1C", "2NTX", "6HXX", "7NT"):
            for tricks in range(14):
                points = duplicate_score(Contract.parse(contract), tricks, True)
                assert named(scores(f"1 {contract} S {tricks} {points} {-points}")) == []
                assert named(scores(f"1 {contract} S {tricks} {points + 10} ?")) == [("score-table-mismatch", "error")]
