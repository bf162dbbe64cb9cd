"""The result against its range, the cards and a claim."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import Deal
from pbntools.diagnostics import Place, Severity
from pbntools.laws import resolve
from pbntools.record import Play, Record, Result
from tests.laws.boards import DEAL, findings, named, only, play, random_board, record, severity

# South has won the first two tricks of 4S, North the next two; East-West hold only low trumps.
OPENING = "H4 H3 HJ HA  S3 S4 S2 SK  S7 SA S8 SQ  H5 HK H2 H9"


def board(cards: str = OPENING, result: Result | int | None = None, claim: int | None = None, **fields: Any) -> Record:
    values = {"contract": "4S", "declarer": "S", "deal": DEAL, "play": play(cards, "W", claim), "vulnerable": "None"}
    return record(**(values | {"result": result} | fields))


def played(seed: int) -> tuple[Record, int] | None:
    truth = random_board(seed)
    return None if truth.tricks is None else (truth.record.replace(tags=record().tags), truth.tricks)


class TestAgainstAllCards:
    def test_both_scores_are_shown(self) -> None:
        deal = "N:QJ9.T5.A8.KQ8752 8532.3.K62.AT643 T7.AKQJ9876.4.J9 AK64.42.QJT9753."
        cards = """CA C9 H2 C5  CT CJ DT CK  S8 S7 SK S9  D2 D4 DJ D8  H3 HQ H4 H5  C6 HJ D9 HT  S3 ST S4 SJ
                   C4 H6 D5 C7  S2 H9 S6 SQ  C3 H8 SA C8  DK HK D3 DA  D6 HA DQ C2  S5 H7 D7 CQ"""
        item = record(
            contract="3NT", declarer="N", deal=deal, play=play(cards, "E"), vulnerable="None", result=11
        )  # fmt: skip
        finding = only(item)
        assert (finding.rule.name, severity(finding)) == ("result-mismatch", Severity.ERROR)
        assert finding.place == Place("tag", name="Result")
        assert finding.message == ("the record says 11 tricks (NS +460), but the cards give 10 tricks (NS +430)")
        assert named(item.replace(result=Result(10))) == []

    @given(st.integers(0, 2**32), st.integers(0, 13))
    def test_only_the_true_number_agrees(self, seed: int, stated: int) -> None:
        truth = played(seed)
        if truth is None:
            return
        item, tricks = truth
        expected = [] if stated == tricks else [("result-mismatch", "error")]
        assert named(item.replace(result=Result(stated))) == expected

    @given(st.integers(0, 2**32), st.integers(0, 13))
    def test_by_sides(self, seed: int, stated: int) -> None:
        truth = played(seed)
        if truth is None:
            return
        item, tricks = truth
        assert item.declarer is not None
        ns = tricks if item.declarer % 2 == 0 else 13 - tricks
        expected = [] if stated == ns else [("result-mismatch", "error")]
        assert named(item.replace(result=Result(ns=stated))) == expected
        assert named(item.replace(result=Result(ew=13 - stated))) == expected
        assert named(item.replace(result=Result(ns=stated, ew=13 - stated))) == expected

    def test_a_ruling_may_differ_but_not_agree(self) -> None:
        truth = played(1)
        assert truth is not None
        item, tricks = truth
        assert named(item.replace(result=Result((tricks + 1) % 14, ruled=True))) == []
        assert named(item.replace(result=Result(tricks, ruled=True))) == [("irregularity-mark", "error")]

    def test_cards_that_cannot_be_are_no_measure(self) -> None:
        truth = played(1)
        assert truth is not None
        item, tricks = truth
        assert item.play is not None
        ids = list(item.play.ids)
        ids[0] = ids[5]
        wrong = item.replace(play=Play(item.play.first, tuple(ids)), result=Result((tricks + 1) % 14))
        assert "result-mismatch" not in [name for name, _ in named(wrong)]

    def test_a_marked_revoke_may_move_tricks_to_the_other_side(self) -> None:
        seen = set()
        for seed in range(60):
            found = revoked(seed)
            if found is None:
                continue
            item, tricks, by_declarer = found
            seen.add(by_declarer)
            right = range(tricks - 2, tricks + 1) if by_declarer else range(tricks, tricks + 3)
            for stated in range(14):
                names = [name for name, _ in named(item.replace(result=Result(stated)))]
                assert ("result-mismatch" in names) == (stated not in right)
        assert seen == {True, False}


def revoked(seed: int) -> tuple[Record, int, bool] | None:
    """A board with one revoke, marked; declarer's tricks by the cards, and whether his side revoked."""
    truth = played(seed)
    if truth is None:
        return None
    item = truth[0]
    assert item.play is not None
    assert item.declarer is not None
    first, ids = item.play.first, item.play.ids
    for cell in range(52):
        for later in range(cell + 4, 52, 4):
            cards = list(ids)
            cards[cell], cards[later] = ids[later], ids[cell]
            changed = item.replace(play=Play(first, tuple(cards), revokes=frozenset({cell})), result=None)
            played_now = resolve(changed).tricks_played
            if named(changed) == [("revoke", "notice")] and played_now is not None:
                return changed, played_now, item.play.seat(cell).side is item.declarer.side
    return None


class TestRange:
    @pytest.mark.parametrize("result", [Result(14), Result(-9752), Result(ns=14), Result(ns=9, ew=5), Result(ew=-1)])
    def test_out_of_range(self, result: Result) -> None:
        finding = only(record(contract="4S", declarer="S", result=result))
        assert (finding.rule.name, severity(finding)) == ("result-out-of-range", Severity.ERROR)

    @pytest.mark.parametrize("result", [Result(0), Result(13), Result(ns=13), Result(ns=9, ew=4)])
    def test_in_range(self, result: Result) -> None:
        assert named(record(contract="4S", declarer="S", result=result)) == []

    def test_one_fault_also_with_a_score(self) -> None:
        item = record(
            contract="4H", declarer="E", vulnerable="None", result=-9752, tags={"Score": "NS 488100"}
        )  # fmt: skip
        assert named(item) == [("result-out-of-range", "error")]

    def test_two_sides_that_do_not_make_thirteen(self) -> None:
        item = board(f"{OPENING} *", Result(ns=9, ew=2))
        assert named(item) == [("result-mismatch", "error")]
        assert only(item).message == "NS 9 and EW 2 make 11 tricks, not 13"
        assert named(record(contract="4S", declarer="S", result=Result(ns=9, ew=2))) == [("result-mismatch", "warning")]


class TestUnfinishedPlay:
    @pytest.mark.parametrize("result", range(4, 13))
    def test_after_a_star_all_that_is_left_may_be_claimed(self, result: int) -> None:
        assert named(board(f"{OPENING} *", result)) == []

    @pytest.mark.parametrize("result", range(4))
    def test_tricks_won_cannot_be_lost(self, result: int) -> None:
        finding = only(board(f"{OPENING} *", result))
        assert (finding.rule.name, severity(finding)) == ("result-mismatch", Severity.ERROR)
        assert "South has won 4 of the 4 tricks that the cards tell" in finding.message
        assert finding.message.endswith("so it is 4 to 12")

    def test_a_trump_that_nobody_can_beat_wins_a_trick(self) -> None:
        # East's SJ is the highest trump left. The sides may have agreed otherwise, so this is a warning.
        finding = only(board(f"{OPENING} *", 13))
        assert (finding.rule.name, severity(finding)) == ("result-mismatch", Severity.WARNING)
        assert "and East's 1 trick in trumps cannot be lost, so it is 4 to 12" in finding.message
        deal = "N:KT.KQ63.AJT5.QT7 J82.J82.Q93.8654 QA654.95.K82.A93 973.AT74.764.KJ2"
        item = board("C2 C7 C4 CA *", 13, deal=deal, contract="4H")
        finding = only(item)
        assert "West's 1 trick in trumps cannot be lost" in finding.message
        assert named(item.replace(result=Result(12))) == []
        assert named(board("C2 C7 C4 CA *", 13, deal=deal, contract="4NT")) == []

    def test_neither_star_nor_plus(self) -> None:
        finding = only(board(OPENING, 10))
        assert (finding.rule.name, severity(finding)) == ("result-unverified", Severity.NOTICE)
        assert finding.place == Place("tag", name="Result")
        assert named(board(OPENING, 3)) == [("result-mismatch", "error")]

    def test_no_cards_no_word(self) -> None:
        assert named(board("", 10)) == []
        assert named(record(contract="4S", declarer="S", result=10)) == []

    def test_twelve_tricks_of_known_hands_need_no_verification(self) -> None:
        truth = played(1)
        assert truth is not None
        item, tricks = truth
        assert item.play is not None
        short = item.replace(play=Play(item.play.first, item.play.ids[:48]), result=Result(tricks))
        assert named(short) == []
        assert named(short.replace(result=Result((tricks + 1) % 14))) == [("result-mismatch", "error")]
        assert named(short.replace(deal=Deal((None, None, None, None)))) == [("result-unverified", "notice")]

    def test_plus_counts_the_finished_tricks(self) -> None:
        assert named(board(f"{OPENING} +", 4)) == []
        assert named(board(f"{OPENING} - HQ + -", 4)) == []
        finding = only(board(f"{OPENING} +", 10))
        assert (finding.rule.name, severity(finding)) == ("result-mismatch", Severity.ERROR)
        assert finding.message == "the record says that declarer has 10 tricks so far, but by the cards it is 4 of 4"
        assert named(board(f"{OPENING} +", Result(10, ruled=True))) == []

    def test_plus_by_sides(self) -> None:
        assert named(board(f"{OPENING} +", Result(ns=4, ew=0))) == []
        assert only(board(f"{OPENING} +", Result(ns=4, ew=1))).message == (
            "the record says that EW has 1 trick so far, but by the cards it is 0 of 4"
        )

    def test_plus_after_unknown_cards_tells_nothing(self) -> None:
        assert named(board("- - - -  S3 S4 S2 SK +", 9)) == []


class TestPassOut:
    @pytest.mark.parametrize("result", [Result(1), Result(ns=7), Result(ew=7, ns=6)])
    def test_it_has_no_tricks(self, result: Result) -> None:
        assert named(record(contract="Pass", result=result)) == [("result-mismatch", "error")]

    @pytest.mark.parametrize("result", [None, Result(0), Result(ns=0, ew=0)])
    def test_none(self, result: Result | None) -> None:
        assert named(record(contract="Pass", result=result)) == []


class TestClaims:
    @pytest.mark.parametrize("claim", [4, 10, 12])
    def test_possible(self, claim: int) -> None:
        assert named(board(f"{OPENING} *", None, claim)) == []

    @pytest.mark.parametrize("claim", [0, 3, 14, -1])
    def test_impossible(self, claim: int) -> None:
        finding = only(board(f"{OPENING} *", None, claim))
        assert (finding.rule.name, severity(finding), finding.place) == (
            "claim-impossible",
            Severity.ERROR,
            Place("play"),
        )

    def test_against_a_sure_trump(self) -> None:
        assert named(board(f"{OPENING} *", None, 13)) == [("claim-impossible", "warning")]

    def test_a_result_with_the_same_fault_is_no_other(self) -> None:
        assert named(board(f"{OPENING} *", 3, 3)) == [("claim-impossible", "error")]

    def test_a_result_that_differs(self) -> None:
        finding = only(board(f"{OPENING} *", 10, 11))
        assert (finding.rule.name, finding.message) == (
            "result-mismatch",
            "the record says 10 tricks (NS +420), but 11 are claimed",
        )
        assert named(board(f"{OPENING} *", 10, 10)) == []

    def test_all_cards_against_a_claim(self) -> None:
        truth = played(1)
        assert truth is not None
        item, tricks = truth
        assert item.play is not None
        for claim in range(14):
            claimed = item.replace(play=Play(item.play.first, item.play.ids, claim=claim), result=None)
            assert [finding.rule.name for finding in findings(claimed)] == (
                [] if claim == tricks else ["claim-impossible"]
            )
