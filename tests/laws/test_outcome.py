"""What a record comes to, and where each part of it comes from."""

from typing import Any

import pytest

from pbntools.core import PASSED_OUT, Contract, Seat
from pbntools.laws import resolve
from pbntools.record import Play, Record, Result
from tests.laws.boards import DEAL, auction, findings, only, play, random_board, record

FULL = next(
    board
    for board in map(random_board, range(100))
    if board.tricks is not None and board.record.contract is not None and not board.record.contract.is_passed_out
)


def cut(tricks: int, end: str = "", **fields: Any) -> Record:
    assert FULL.record.play is not None
    cards = FULL.record.play.ids[: 4 * tricks]
    return FULL.record.replace(play=Play(FULL.record.play.first, cards, end), **fields)


def tricks_of(item: Record) -> tuple[int | None, str]:
    outcome = resolve(item)
    return outcome.tricks, outcome.tricks_source


class TestContract:
    def test_the_tag_comes_first(self) -> None:
        outcome = resolve(record(contract="4S", declarer="N", auction=auction("4H P P P")))
        assert (outcome.contract, outcome.contract_source) == (Contract.parse("4S"), "tag")
        assert (outcome.declarer, outcome.declarer_source) == (Seat.NORTH, "tag")
        assert [(a.contract, a.declarer, a.law) for a in outcome.alternatives] == [("4H", "N", "22B")]

    def test_then_the_auction(self) -> None:
        outcome = resolve(record(auction=auction("1S P 4S P P P")))
        assert (outcome.contract, outcome.contract_source) == (Contract.parse("4S"), "auction")
        assert (outcome.declarer, outcome.declarer_source) == (Seat.NORTH, "auction")
        assert (outcome.dummy, outcome.leader) == (Seat.SOUTH, Seat.EAST)
        assert outcome.alternatives == ()

    def test_a_declarer_of_another_denomination_is_none(self) -> None:
        outcome = resolve(record(contract="4H", auction=auction("1S P 4S P P P")))
        assert (outcome.declarer, outcome.declarer_source) == (None, None)
        assert resolve(record(contract="4SX", auction=auction("1S P 4S P P P"))).declarer is Seat.NORTH

    def test_neither(self) -> None:
        outcome = resolve(record())
        assert (outcome.contract, outcome.contract_source, outcome.declarer, outcome.leader) == (None, None, None, None)
        assert (outcome.tricks, outcome.tricks_source, outcome.score_ns) == (None, "unknown", None)

    def test_a_pass_out_has_neither_declarer_nor_tricks(self) -> None:
        for item in (
            record(contract="Pass", result=0),
            record(auction=auction("P P P P")),
            record(contract="Pass", declarer="S", result=9),
        ):
            outcome = resolve(item)
            assert outcome.contract is PASSED_OUT
            assert (outcome.declarer, outcome.tricks, outcome.tricks_source) == (None, None, "unknown")
            assert outcome.score_ns == 0

    def test_an_unfinished_auction_is_no_pass_out(self) -> None:
        assert resolve(record(auction=auction("P P P"))).contract is None
        assert resolve(record(auction=auction(""))).contract is None

    def test_an_end_position_has_a_denomination_only(self) -> None:
        assert resolve(record(trump_only=4, deal="N:A4.3.. J2..3. KQ..2. 97...J")).contract is None


class TestTricks:
    def test_recorded(self) -> None:
        assert tricks_of(FULL.record) == (FULL.tricks, "recorded")
        assert resolve(FULL.record).tricks_played == FULL.tricks

    def test_recorded_by_sides(self) -> None:
        item = record(contract="4S", declarer="E")
        assert tricks_of(item.replace(result=Result(ns=4, ew=9))) == (9, "recorded")
        assert tricks_of(item.replace(result=Result(ns=4))) == (9, "recorded")
        assert tricks_of(item.replace(result=Result(ew=9))) == (9, "recorded")
        assert tricks_of(record(contract="4S").replace(result=Result(ns=4))) == (None, "unknown")

    def test_recorded_out_of_range_is_not_believed(self) -> None:
        assert tricks_of(record(contract="4S", declarer="E", result=-9752)) == (None, "unknown")
        assert tricks_of(record(contract="4S", declarer="E", result=14)) == (None, "unknown")

    def test_recorded_beside_a_claim(self) -> None:
        assert tricks_of(cut(9, "*")) == (FULL.tricks, "recorded")

    def test_claimed(self) -> None:
        item = record(contract="4S", declarer="S", deal=DEAL, play=play("H4 H3 HJ HA *", "W", claim=10))
        assert tricks_of(item) == (10, "claimed")

    def test_played(self) -> None:
        item = FULL.record.replace(result=None)
        assert tricks_of(item) == (FULL.tricks, "played")
        assert resolve(item).score_ns == resolve(FULL.record).score_ns

    def test_deduced(self) -> None:
        assert tricks_of(cut(12, result=None)) == (FULL.tricks, "deduced")
        assert resolve(cut(12)).tricks_played == FULL.tricks

    def test_deduced_within_the_last_trick_and_before(self) -> None:
        assert FULL.record.play is not None
        for cell in (3, 20, 51):
            cards = list(FULL.record.play.ids)
            cards[cell] = -1
            item = FULL.record.replace(play=Play(FULL.record.play.first, tuple(cards)), result=None)
            assert tricks_of(item) == (FULL.tricks, "deduced")
        short = FULL.record.replace(play=Play(FULL.record.play.first, FULL.record.play.ids[:49]), result=None)
        assert tricks_of(short) == (FULL.tricks, "deduced")

    @pytest.mark.parametrize("tricks", [0, 1, 11])
    def test_nothing_else_is_deduced(self, tricks: int) -> None:
        assert tricks_of(cut(tricks, result=None)) == (None, "unknown")

    def test_unknown_hands_deduce_nothing(self) -> None:
        assert tricks_of(cut(12, result=None, deal=None)) == (None, "unknown")
        assert tricks_of(cut(13, result=None, deal=None)) == (FULL.tricks, "played")

    def test_a_result_beside_plus_is_partial(self) -> None:
        assert tricks_of(cut(6, "+")) == (None, "unknown")
        assert resolve(cut(6, "+")).score_ns is None

    def test_a_final_result_beside_unfinished_play(self) -> None:
        assert tricks_of(cut(6)) == (FULL.tricks, "recorded")


class TestAdjustment:
    def test_without_a_revoke(self) -> None:
        assert resolve(FULL.record).adjustment == 0
        assert resolve(record()).adjustment == 0

    def test_with_one_it_is_not_known(self) -> None:
        item = record(contract="4S", declarer="S", deal=DEAL, play=play("H4 H3 ^R C4 HA *", "W"), result=10)
        assert resolve(item).adjustment is None
        # The recorded result is what the table agreed on; tricks from the cards alone have no score yet.
        assert resolve(item.replace(vulnerable=0)).score_ns == 420


class TestScore:
    def test_for_north_south(self) -> None:
        item = record(contract="4S", declarer="S", vulnerable="NS", result=10)
        assert resolve(item).score_ns == 620
        assert resolve(item.replace(declarer=Seat.EAST)).score_ns == -420

    def test_without_vulnerability(self) -> None:
        assert resolve(record(contract="4S", declarer="S", result=10)).score_ns is None
        assert resolve(record(contract="2S", declarer="S", result=8)).score_ns == 110


def test_editions() -> None:
    with pytest.raises(ValueError, match="1963"):
        resolve(record(), laws="1963")


def test_the_trace_of_a_contradicted_contract_is_the_one_that_the_cards_fit() -> None:
    # The tag says notrump; hearts are trumps, as the auction says, and the ruff of trick 2 wins.
    deal = "N:A432.A2.A432.432 KQJ5.876.KQJ.KQJ T987.KQJT93..AT9 6.54.T98765.8765"
    item = record(
        deal=deal,
        contract="4NT",
        declarer="S",
        auction=auction("4H P P P", "S"),
        play=play("D5 D2 DJ H3  H4 HA H6 HK", "W"),
    )
    assert [finding.rule.name for finding in findings(item)] == ["contract-mismatch"]
    assert "4NT by South" in only(item).message
