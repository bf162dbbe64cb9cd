"""The score and the IMPs of a record."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.diagnostics import Place, Severity
from pbntools.laws import RecordedScore, find, parse_score, recorded_score_ns, resolve
from pbntools.laws.checks import is_regular
from pbntools.record import Record, Result
from tests.laws.boards import auction, named, only, random_board, record, severity


def scored(score: str, **fields: Any) -> Record:
    tags = {"Score": score} | fields.pop("tags", {})
    values = {"contract": "4S", "declarer": "E", "vulnerable": "None", "result": 10, "tags": tags}
    return record(**(values | fields))


class TestForms:
    @pytest.mark.parametrize(
        ("text", "expected"),
        [
            ("420", RecordedScore(declarer=420)),
            ("-50", RecordedScore(declarer=-50)),
            ("NS +620", RecordedScore(ns=620)),
            ("EW -100", RecordedScore(ew=-100)),
            ("NS 50 EW -50", RecordedScore(ns=50, ew=-50)),
            ("EW -50 NS 50", RecordedScore(ns=50, ew=-50)),
            ("a", None),
            ("10.5", None),
            ("10 20", None),
            ("NS 10 NS 20", None),
            ("50 NS 10", None),
            ("", None),
        ],
    )
    def test_parse(self, text: str, expected: RecordedScore | None) -> None:
        assert parse_score(text) == expected

    def test_a_bare_number_is_declarers(self) -> None:
        item = record(tags={"Score": "-300"})
        assert recorded_score_ns(item, 0) == -300
        assert recorded_score_ns(item, 1) == 300
        assert recorded_score_ns(item, None) is None

    @pytest.mark.parametrize("text", ["NS -420", "EW 420", "420", "NS -420 EW 420", "EW +420 NS -420"])
    def test_agreement(self, text: str) -> None:
        assert named(scored(text)) == []

    @pytest.mark.parametrize("text", ["NS 420", "EW 430", "620", "NS -430 EW 430"])
    def test_mismatch(self, text: str) -> None:
        finding = only(scored(text))
        assert (finding.rule.name, severity(finding), finding.place) == (
            "score-mismatch",
            Severity.ERROR,
            Place("tag", name="Score"),
        )
        assert "4S by East, 10 tricks, not vulnerable, scores EW +420" in finding.message

    def test_sides_that_contradict_each_other(self) -> None:
        assert named(scored("NS -420 EW 430")) == [("score-mismatch", "warning")]

    def test_a_bare_number_from_the_other_side(self) -> None:
        finding = only(scored("-420"))
        assert (finding.rule.name, severity(finding)) == ("score-mismatch", Severity.WARNING)
        assert finding.help == "a score without a side is declarer's; North-South's is written NS -420"


class TestWhatCounts:
    def test_a_hint_at_the_vulnerability(self) -> None:
        assert only(scored("EW 620")).help == "it would be right if EW were vulnerable"

    def test_a_hint_at_the_tricks(self) -> None:
        assert only(scored("EW 450")).help == "it would be right for 11 tricks"

    def test_a_hint_at_the_side(self) -> None:
        assert only(scored("NS 420")).help == "it would be right for the other side: East is declarer"

    def test_a_result_in_doubt_is_one_fault(self) -> None:
        truth = next(board for board in map(random_board, range(100)) if board.tricks is not None)
        assert truth.tricks is not None
        wrong = truth.record.replace(result=Result((truth.tricks + 1) % 14))
        assert named(wrong) == [("result-mismatch", "error")]

    def test_a_contract_in_doubt_is_one_fault(self) -> None:
        item = scored("EW 420", contract="3S", auction=auction("4S P P P", "E"))
        assert named(item) == [("contract-mismatch", "error")]
        item = scored("NS 420", declarer="E", auction=auction("4S P P P", "N"))
        assert named(item) == [("declarer-mismatch", "error")]

    def test_an_unknown_vulnerability_may_be_either(self) -> None:
        assert named(scored("EW 420", vulnerable=None)) == []
        assert named(scored("EW 620", vulnerable=None)) == []
        assert named(scored("EW 520", vulnerable=None)) == [("score-mismatch", "error")]

    @pytest.mark.parametrize("tags", [{"Scoring": "Rubber"}, {"Competition": "Chicago"}, {"Scoring": "Cavendish"}])
    def test_other_games_score_otherwise(self, tags: dict[str, str]) -> None:
        assert named(scored("EW 120", tags=tags)) == []

    def test_old_undertricks(self) -> None:
        down_five = {"contract": "4SX", "result": 5}
        assert named(scored("EW -1100", **down_five)) == []
        assert named(scored("EW -900", **down_five)) == [("score-mismatch", "error")]
        assert named(scored("EW -900", tags={"Scoring": "MP;OldMP"}, **down_five)) == []
        assert named(scored("EW -1800", tags={"Scoring": "OldMP"}, contract="4SXX", result=5)) == []
        assert named(scored("EW -1100", tags={"Scoring": "OldMP"}, **down_five)) == [("score-mismatch", "error")]
        assert named(scored("EW -1400", tags={"Scoring": "OldMP"}, vulnerable="EW", **down_five)) == []

    def test_a_ruling_is_not_recomputed(self) -> None:
        assert named(scored("NS -710", result=Result(13, ruled=True))) == []

    def test_a_pass_out_scores_nothing(self) -> None:
        assert named(scored("NS 0", contract="Pass", declarer=None, result=None)) == []
        assert named(scored("0", contract="Pass", declarer=None, result=None)) == []
        assert named(scored("NS 50", contract="Pass", declarer=None, result=None)) == [("score-mismatch", "error")]

    def test_without_tricks_the_score_must_be_possible(self) -> None:
        assert named(scored("EW -50", result=None)) == []
        assert named(scored("EW 421", result=None)) == [("score-mismatch", "error")]

    def test_without_a_contract_nothing_can_be_said(self) -> None:
        assert named(scored("EW 421", contract=None, declarer=None, result=None)) == []


class TestHonours:
    DEAL = "N:A4.KQ63.AJT5.QT7 KQJT8.A82.93.865 976532.J9.KQ8.A9 .T754.7642.KJ432"

    def test_honours_are_named(self) -> None:
        finding = only(scored("EW 520", deal=self.DEAL))
        assert (finding.rule.name, severity(finding)) == ("honours-in-duplicate", Severity.WARNING)
        assert finding.message == "the record says EW +520, which is EW +420 and 100 for honours"

    def test_without_honours_it_is_a_wrong_score(self) -> None:
        assert named(scored("EW 520")) == [("score-mismatch", "error")]
        assert named(scored("EW 570", deal=self.DEAL)) == [("score-mismatch", "error")]

    def test_four_aces(self) -> None:
        deal = "N:A4.A63.AJT5.AQT7 KQJT8.K82.93.865 976532.QJ9.KQ8.9 .T754.7642.KJ432"
        fields = {"contract": "3NT", "declarer": "N", "result": 9, "deal": deal}
        assert named(scored("NS 550", **fields)) == [("honours-in-duplicate", "warning")]


class TestImps:
    @pytest.mark.parametrize("value", ["25", "NS 30", "NS -25 EW 25", "EW 24 NS -40.5"])
    def test_more_than_one_board_is_worth(self, value: str) -> None:
        finding = only(record(tags={"Scoring": "IMP", "ScoreIMP": value}))
        assert (finding.rule.name, severity(finding), finding.place) == (
            "imp-mismatch",
            Severity.ERROR,
            Place("tag", name="ScoreIMP"),
        )

    @pytest.mark.parametrize("value", ["24", "NS -24", "NS 24.00", "-0", "NS -0 EW 0", "?", "abc"])
    def test_possible(self, value: str) -> None:
        assert named(record(tags={"Scoring": "IMP", "ScoreIMP": value})) == []

    @pytest.mark.parametrize("scoring", ["IMP;Cross", "MP", "Rubber", "", "IMP_1948"])
    def test_sums_may_be_more(self, scoring: str) -> None:
        assert named(record(tags={"Scoring": scoring, "ScoreIMP": "60"})) == []


@given(st.integers(0, 2**32), st.integers(-100, 100))
def test_only_the_true_score_agrees(seed: int, error: int) -> None:
    truth = random_board(seed)
    if truth.tricks is None:
        return
    points = recorded_score_ns(truth.record, None)
    assert points is not None
    wrong = truth.record.replace(tags=record(tags={"Score": f"NS {points + error}"}).tags)
    found = [name for name, grade in named(wrong) if grade == "error"]
    assert found == ([] if error == 0 else ["score-mismatch"]) or (
        found == [] and [name for name, _ in named(wrong)] == ["honours-in-duplicate"]
    )


@pytest.mark.parametrize(
    ("history", "vulnerable", "message"),
    [
        ("NS 0 0/0 EW 0 0/0", "None", None),
        ("NS 0 0/0 EW 0 0/0", "NS", "by its games the vulnerability is None, but the record says NS"),
        ("NS 0 0/100 20 EW 0 0/0 0", "NS", None),
        ("NS 0 0/100 20 EW 0 0/0 0", "All", "by its games the vulnerability is NS, but the record says All"),
        ("NS 0 0/60 0 EW 0 0/120 0", "EW", None),
        ("NS 0 0/100 0 0 EW 0 0/0 100 0", "All", None),
        ("NS 0 0/100 0 0 EW 0 0/0 100 0", "None", "by its games the vulnerability is All, but the record says None"),
        ("NS 0 0/110 100 0 EW 0 0/0 0 0", "NS", "NS have won two games, so the rubber is over"),
        ("NS 0 0/110 100 0 EW 0 0/0 0 0", None, None),
        ("NS 0 0/15 EW 0 0/0", "NS", None),  # the reader reports it
    ],
)
@pytest.mark.parametrize("scoring", ["", '[Scoring "Rubber"]\n'])
def test_a_rubber_history_and_the_vulnerability(
    history: str, vulnerable: str | None, message: str | None, scoring: str
) -> None:
    # As regular as can be: all but the history is in order.
    text = f'[Board "1"]\n[Dealer "N"]\n{scoring}[ScoreRubberHistory "{history}"]\n'
    text += "" if vulnerable is None else f'[Vulnerable "{vulnerable}"]\n'
    (reading,) = pbn.check(text.encode())
    found = [d.message for d in reading.diagnostics if d.rule.name == "rubber-history-mismatch"]
    assert found == ([] if message is None else [f"{history}: {message}"])


def test_a_record_that_is_regular_else_has_its_history_looked_at() -> None:
    path = Path(__file__).parent.parent.parent / "fixtures" / "valid"
    looked = 0
    for file in sorted(path.rglob("*.pbn")):
        for reading in pbn.read(file):
            record = reading.record
            if record is None or not is_regular(record, resolve(record)):
                continue
            looked += 1
            history = "NS 0 0/0 EW 0 0/0" if record.vulnerable else "NS 0 0/100 0 EW 0 0/0 0"
            other = record.replace(tags=pbn.Tags({**record.tags, "ScoreRubberHistory": history}))
            assert "rubber-history-mismatch" in [finding.rule.name for finding in find(other, resolve(other))]
    assert looked
