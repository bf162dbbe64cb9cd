"""The auction: faults, readings, and the tags that must agree with it."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import PASSED_OUT, Contract, Seat
from pbntools.diagnostics import MOST_FINDINGS, Place, Severity
from pbntools.game import AuctionState
from pbntools.laws import auction as auction_module
from pbntools.laws import auction_readings, auction_run, resolve
from pbntools.record import Auction, Record
from tests.laws.boards import auction, findings, named, only, play, random_board, record, severity


def comes_to(text: str, first: str = "N", **tags: str) -> str:
    outcome = resolve(record(auction=auction(text, first), **tags))
    by = "" if outcome.declarer is None else f" {outcome.declarer}"
    return f"{outcome.contract}{by}"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1S P P P", "1S N"),
        ("P P P P", "Pass"),
        ("1C P P 1NT P P P", "1NT W"),
        ("1S X P P P", "1SX N"),
        ("1S X XX P P P", "1SXX N"),
        ("1S X P P XX P P P", "1SXX N"),
        ("P P P 1C P P P", "1C W"),
        ("1H P 2C P 2H P 3C P P P", "3C S"),
        ("1C 1H 2H P P P", "2H S"),
        ("1S X 2S X P P P", "2SX N"),
        ("7NT X XX P P P", "7NTXX N"),
        ("", "None"),
        ("P P P", "None"),
        ("1S P P", "None"),
    ],
)
def test_what_a_legal_auction_comes_to(text: str, expected: str) -> None:
    item = record(auction=auction(text))
    assert comes_to(text) == expected
    assert [name for name, grade in named(item) if grade != "notice"] == []


@given(st.integers(0, 2**32))
def test_legal_auctions_agree_with_the_state_machine(seed: int) -> None:
    board = random_board(seed).record
    assert board.auction is not None
    assert board.dealer is not None
    state = AuctionState(board.dealer)
    for count, call in enumerate(board.auction.ids, 1):
        assert state.push(call)
        trace = resolve(record(auction=Auction(board.dealer, board.auction.ids[:count]))).auction
        assert trace is not None
        assert not trace.faults
        assert (trace.over, trace.to_call) == (state.is_over, state.to_call)
        assert (trace.contract, trace.declarer) == (state.contract, state.declarer)
        assert (trace.contract_so_far, trace.last_declarer) == (state.current_contract, state.current_declarer)


class TestInsufficientBid:
    def test_it_stands_if_the_next_player_calls(self) -> None:
        finding = only(record(auction=auction("1S 1H P P P")))
        assert finding.rule.name == "insufficient-bid"
        assert severity(finding) is Severity.ERROR
        assert (finding.place, finding.seat, finding.call) == (Place("call", index=1), "E", 2)
        assert finding.message == (
            "East bids 1H, which is not sufficient over 1S; the next player called, so it stands (27A1): 1H by East"
        )
        assert finding.help == "the cheapest sufficient bid is 2H"
        assert [(a.contract, a.declarer, a.law) for a in finding.alternatives] == [("2H", "E", "27B1")]
        assert comes_to("1S 1H P P P") == "1H E"

    def test_later_bids_need_only_beat_it(self) -> None:
        assert [name for name, _ in named(record(auction=auction("2S 1H 1S P P P")))] == ["insufficient-bid"]
        assert comes_to("2S 1H 1S P P P") == "1S N"

    def test_an_equal_bid_is_not_sufficient(self) -> None:
        assert named(record(auction=auction("1S 1S P P P"))) == [("insufficient-bid", "error")]

    def test_nothing_suffices_over_seven_notrump(self) -> None:
        finding = findings(record(auction=auction("7NT 7H P P P")))[0]
        assert finding.help == "no bid in hearts is sufficient"
        assert finding.alternatives == ()

    def test_at_the_end_it_is_not_yet_accepted(self) -> None:
        item = record(auction=auction("1S 1H"))
        assert named(item) == [("insufficient-bid", "error"), ("auction-incomplete", "notice")]
        assert "stands" not in findings(item)[0].message

    def test_the_record_chooses_the_reading(self) -> None:
        item = record(auction=auction("1S 1H P P P"), contract="2H", declarer="E")
        finding = only(item)
        assert "East's insufficient bid is corrected to 2H: 2H by East" in finding.message
        assert [(a.contract, a.law) for a in finding.alternatives] == [("1H", "27A1")]
        assert [(a.contract, a.law) for a in resolve(item).alternatives] == [("1H", "27A1")]

    def test_the_lead_chooses_the_reading(self) -> None:
        # If West's 1H was withdrawn for the pass that follows it, East's 1S stands and South leads.
        calls = auction("1C 1S P 1H P P")
        assert resolve(record(auction=calls)).contract is None
        item = record(auction=calls, play=play("S2 - - - *", "S"))
        assert resolve(item).contract == Contract.parse("1S")
        assert [finding.rule.name for finding in findings(item)] == ["insufficient-bid"]

    def test_a_contract_that_fits_no_reading_is_another_fault(self) -> None:
        item = record(auction=auction("1S 1H P P P"), contract="3NT", declarer="N")
        assert named(item) == [("insufficient-bid", "error"), ("contract-mismatch", "error")]

    def test_marked_as_accepted(self) -> None:
        finding = only(record(auction=auction("1S ^I 1H P P P")))
        assert (finding.rule.name, severity(finding), finding.law) == ("insufficient-bid", Severity.NOTICE, "27A1")
        assert finding.alternatives == ()

    @pytest.mark.parametrize("text", ["1S ^I 2H P P P", "1S ^I P P P", "1S ^I X P P P"])
    def test_a_mark_on_another_call(self, text: str) -> None:
        finding = only(record(auction=auction(text)))
        assert (finding.rule.name, severity(finding)) == ("irregularity-mark", Severity.ERROR)
        assert finding.place == Place("call", index=1)

    def test_one_sufficient_call_later_is_no_fault(self) -> None:
        assert named(record(auction=auction("1S 2H P P P"))) == []


class TestInadmissibleDouble:
    def test_of_the_own_side(self) -> None:
        finding = only(record(auction=auction("1S P X P P P")))
        assert finding.rule.name == "inadmissible-double"
        assert severity(finding) is Severity.ERROR
        assert (finding.place, finding.seat, finding.call) == (Place("call", index=2), "S", 3)
        assert finding.message.startswith("South doubles, but the 1S was bid by the same side")
        assert finding.message.endswith("the call counts as a pass (36C): 1S by North")
        assert [(a.contract, a.law) for a in finding.alternatives] == [(None, "36A")]
        assert comes_to("1S P X P P P") == "1S N"

    @pytest.mark.parametrize(
        ("text", "index", "why"),
        [
            ("X 1C P P P", 0, "there is no bid yet"),
            ("1S X X P P P", 2, "the 1S is doubled already"),
            ("1S X P X P P", 3, "the 1S is doubled already"),
            ("1S X XX X P P P", 3, "the 1S is redoubled already"),
            ("P X P P", 1, "there is no bid yet"),
        ],
    )
    def test_of_nothing_or_twice(self, text: str, index: int, why: str) -> None:
        finding = findings(record(auction=auction(text)))[0]
        assert (finding.rule.name, finding.place.index) == ("inadmissible-double", index)
        assert why in finding.message

    def test_it_counts_as_one_of_four_opening_passes(self) -> None:
        assert comes_to("P X P P") == "Pass"

    def test_calls_after_it_belong_to_it(self) -> None:
        # As a pass, the double ends the auction; the 2H after it is no second fault.
        item = record(auction=auction("1S P X P 2H P P P"))
        finding = only(item)
        assert finding.rule.name == "inadmissible-double"
        assert comes_to("1S P X P 2H P P P") == "1S N"
        assert ("2H", "N") in [(a.contract, a.declarer) for a in finding.alternatives]
        assert comes_to("1S P X P 2H P P P", contract="2H", declarer="N") == "2H N"

    def test_the_record_takes_it_as_standing(self) -> None:
        item = record(auction=auction("1S P X P P P"), contract="1SX", declarer="N")
        assert named(item) == [("inadmissible-double", "error")]
        assert resolve(item).contract == Contract.parse("1SX")

    @pytest.mark.parametrize("text", ["1S X P P P", "1S P P X P P P", "1C 1S X P P P", "1S X XX 2H X P P P"])
    def test_proper_doubles(self, text: str) -> None:
        assert named(record(auction=auction(text))) == []


class TestInadmissibleRedouble:
    @pytest.mark.parametrize(
        ("text", "index", "why"),
        [
            ("1S XX P P P", 1, "the 1S is not doubled"),
            ("XX P P P", 0, "there is no bid yet"),
            ("1S X P XX P P", 3, "the 1S was bid by the other side"),
            ("1S X XX P XX P P", 4, "the 1S is redoubled already"),
        ],
    )
    def test_faults(self, text: str, index: int, why: str) -> None:
        finding = findings(record(auction=auction(text)))[0]
        assert (finding.rule.name, severity(finding)) == ("inadmissible-redouble", Severity.ERROR)
        assert finding.place.index == index
        assert why in finding.message

    @pytest.mark.parametrize("text", ["1S X XX P P P", "1S X P P XX P P P", "P 1S P P X P P XX P P P"])
    def test_proper_redoubles(self, text: str) -> None:
        assert named(record(auction=auction(text))) == []


class TestBidAboveSeven:
    def test_it_counts_as_a_pass(self) -> None:
        finding = only(record(auction=auction("7NT 8S P P")))
        assert (finding.rule.name, finding.place.index, finding.law) == ("bid-above-seven", 1, "35C, 38")
        assert comes_to("7NT 8S P P") == "7NT N"
        assert "38" in [a.law for a in finding.alternatives]

    def test_seven_is_no_fault(self) -> None:
        assert named(record(auction=auction("7S 7NT P P P"))) == []


class TestCallAfterEnd:
    def test_one_diagnostic_for_the_tail(self) -> None:
        finding = only(record(auction=auction("1S P P P 2S P P P")))
        assert (finding.rule.name, severity(finding)) == ("call-after-end", Severity.ERROR)
        assert (finding.call, finding.seat) == (5, "N")
        assert "1S by North" in finding.message
        assert comes_to("1S P P P 2S P P P") == "1S N"

    @pytest.mark.parametrize(("text", "call"), [("1S P P P P P", 5), ("P P P P P", 5)])
    def test_surplus_passes_are_a_notice(self, text: str, call: int) -> None:
        finding = only(record(auction=auction(text)))
        assert (finding.rule.name, severity(finding), finding.call) == ("call-after-end", Severity.NOTICE, call)

    def test_a_bid_after_surplus_passes(self) -> None:
        finding = only(record(auction=auction("1S P P P P 2S")))
        assert (severity(finding), finding.call, finding.seat) == (Severity.ERROR, 6, "E")

    def test_the_record_goes_by_the_later_calls(self) -> None:
        item = record(auction=auction("1S P P P 2S P P P"), contract="2S", declarer="N")
        assert named(item) == [("call-after-end", "error")]

    def test_pass_out_then_a_bid(self) -> None:
        item = record(auction=auction("P P P P 1C"))
        assert named(item) == [("call-after-end", "error")]
        assert resolve(item).contract is PASSED_OUT


class TestIncomplete:
    def test_three_passes_are_no_pass_out(self) -> None:
        finding = only(record(auction=auction("P P P")))
        assert (finding.rule.name, severity(finding)) == ("auction-incomplete", Severity.NOTICE)
        assert finding.seat == "W"
        assert "West is to call" in finding.message
        assert comes_to("P P P") == "None"

    def test_no_calls(self) -> None:
        finding = only(record(auction=auction("", "S")))
        assert (finding.rule.name, finding.seat) == ("auction-incomplete", "S")
        assert "no calls" in finding.message

    @pytest.mark.parametrize(("text", "count"), [("1S P 4S P P", "one"), ("1S P 4S P", "two"), ("1S P 4S", "three")])
    def test_final_passes_are_supplied_where_the_contract_agrees(self, text: str, count: str) -> None:
        item = record(auction=auction(text), contract="4S")
        finding = only(item)
        assert finding.rule.name == "auction-incomplete"
        assert finding.message.startswith(f"{count} final pass")
        assert "supplied" in finding.message
        assert (resolve(item).declarer, resolve(item).declarer_source) == (Seat.NORTH, "auction")

    def test_passes_are_supplied_to_a_pass_out(self) -> None:
        assert "supplied" in only(record(auction=auction("P P"), contract="Pass")).message

    def test_they_are_not_supplied_elsewhere(self) -> None:
        for item in (
            record(auction=auction("1S P 4S")),
            record(auction=auction("1S P 4S"), contract="5S"),
            record(auction=auction("1S P 4S"), contract="4SX"),
            record(auction=auction("1S P 4S +"), contract="4S"),
            record(auction=auction(""), contract="Pass"),
        ):
            finding = only(item)
            assert finding.rule.name == "auction-incomplete"
            assert "supplied" not in finding.message

    def test_to_be_continued(self) -> None:
        assert "continued: South is to call" in only(record(auction=auction("1S P +"))).message

    def test_cards_before_the_end(self) -> None:
        item = record(auction=auction("1S P P +"), play=play("H2 - - -"))
        assert named(item) == [("play-before-auction-end", "warning")]
        item = record(auction=auction("1S P P"), contract="1S", declarer="N", play=play("H2 - - - *"))
        assert named(item) == [("auction-incomplete", "notice")]

    @pytest.mark.parametrize("contract", ["1S", "2H", "Pass", "2S"])
    def test_a_contract_that_cannot_be_reached(self, contract: str) -> None:
        item = record(auction=auction("1S P 2S X P *"), contract=contract)
        assert [name for name, _ in named(item)] == ["auction-incomplete", "contract-mismatch"]

    @pytest.mark.parametrize("contract", ["2SX", "2SXX", "2NT", "7C"])
    def test_a_contract_that_can(self, contract: str) -> None:
        item = record(auction=auction("1S P 2S X P *"), contract=contract)
        assert [name for name, _ in named(item)] == ["auction-incomplete"]

    def test_a_declarer_that_cannot_be(self) -> None:
        item = record(auction=auction("1S P 2S X *"), contract="4S", declarer="S")
        assert [name for name, _ in named(item)] == ["auction-incomplete", "declarer-mismatch"]
        item = record(auction=auction("1S P 2S X *"), contract="4S", declarer="N")
        assert [name for name, _ in named(item)] == ["auction-incomplete"]


class TestOutOfTurn:
    def test_a_marked_call_out_of_turn(self) -> None:
        item = record(auction=auction("^S 1D P P P", "W"))
        finding = only(item)
        assert (finding.rule.name, severity(finding), finding.call) == ("call-out-of-turn", Severity.NOTICE, 1)
        assert finding.message == "North calls out of turn, and West is passed over, as the record marks"
        assert resolve(item).declarer is Seat.NORTH

    def test_two_players_passed_over(self) -> None:
        item = record(auction=auction("1D ^S ^S ^I 1C P P P", "W"))
        assert named(item) == [("insufficient-bid", "notice"), ("call-out-of-turn", "notice")]
        assert findings(item)[1].message.startswith("South calls out of turn, and North and East are passed over")
        assert resolve(item).declarer is Seat.SOUTH

    @pytest.mark.parametrize("text", ["1S P P P ^S", "1S ^S ^S ^S ^S P P P"])
    def test_a_mark_without_sense(self, text: str) -> None:
        assert ("irregularity-mark", "error") in named(record(auction=auction(text)))


class TestDealer:
    def test_mismatch(self) -> None:
        finding = only(record(dealer="N", auction=auction("1S P P P", "W")))
        assert (finding.rule.name, severity(finding), finding.place) == (
            "dealer-mismatch",
            Severity.ERROR,
            Place("tag", name="Auction"),
        )

    def test_the_record_counts_from_the_dealer(self) -> None:
        item = record(dealer="N", auction=auction("1S P P P", "W"), contract="1S", declarer="N")
        assert named(item) == [("dealer-mismatch", "error")]
        item = record(dealer="N", auction=auction("P P P 5S", "W"), contract="5S", declarer="W")
        assert named(item) == [("dealer-mismatch", "error"), ("auction-incomplete", "notice")]

    def test_agreement(self) -> None:
        assert named(record(dealer="W", auction=auction("1S P P P", "W"))) == []

    def test_an_auction_without_calls_has_no_first_caller(self) -> None:
        assert named(record(dealer="N", auction=auction("", "W"))) == [("auction-incomplete", "notice")]


class TestContract:
    @pytest.mark.parametrize("contract", ["1D", "Pass", "1CX", "2C", "3NT"])
    def test_mismatch(self, contract: str) -> None:
        item = record(dealer="S", contract=contract, declarer="S", auction=auction("1C P P P", "S"))
        finding = only(item)
        assert (finding.rule.name, severity(finding)) == ("contract-mismatch", Severity.ERROR)
        assert finding.place == Place("tag", name="Contract")
        assert [a.contract for a in finding.alternatives] == [contract, "1C"]
        assert resolve(item).contract_source == "tag"

    def test_a_double_that_the_tag_lacks(self) -> None:
        item = record(contract="1C", declarer="S", auction=auction("1C X P P P", "S"))
        assert named(item) == [("contract-mismatch", "error")]

    def test_passed_out_against_a_contract(self) -> None:
        item = record(contract="1C", declarer="S", auction=auction("P P P P", "S"))
        assert named(item) == [("contract-mismatch", "error")]

    def test_agreement(self) -> None:
        assert named(record(contract="1CX", declarer="S", auction=auction("1C X P P P", "S"))) == []


class TestDeclarer:
    def test_an_opponent(self) -> None:
        finding = only(record(contract="1C", declarer="W", auction=auction("1C P P P", "S")))
        assert (finding.rule.name, severity(finding)) == ("declarer-mismatch", Severity.ERROR)
        assert [(a.contract, a.declarer) for a in finding.alternatives] == [("1C", "W"), ("1C", "S")]

    def test_dummy_may_be_declarer_by_54a(self) -> None:
        finding = only(record(contract="1C", declarer="N", auction=auction("1C P P P", "S")))
        assert (finding.rule.name, severity(finding), finding.law) == ("declarer-mismatch", Severity.WARNING, "54A")

    def test_a_lead_without_a_mark_speaks_against_54a(self) -> None:
        finding = only(record(contract="4S", declarer="S", auction=auction("4S P P P"), play=play("H2 - - - *", "W")))
        assert (finding.rule.name, severity(finding)) == ("declarer-mismatch", Severity.ERROR)
        assert "the lead by West fits the tag" in finding.message
        assert [(a.contract, a.declarer) for a in finding.alternatives] == [("4S", "S"), ("4S", "N")]

    @pytest.mark.parametrize("declarer", ["S", "E", "W"])
    def test_a_change_of_places_concerns_the_partner(self, declarer: str) -> None:
        item = record(contract="1C", declarer=declarer, declarer_irregular=True, auction=auction("1C P P P", "S"))
        assert named(item) == [("declarer-mismatch", "error")]

    def test_a_marked_change_of_places(self) -> None:
        item = record(contract="1C", declarer="N", declarer_irregular=True, auction=auction("1C P P P", "S"))
        assert named(item) == []
        assert (resolve(item).declarer, resolve(item).leader, resolve(item).dummy) == (
            Seat.NORTH,
            Seat.EAST,
            Seat.SOUTH,
        )

    def test_opening_passes_that_may_be_missing(self) -> None:
        item = record(contract="6C", declarer="W", auction=auction("6C P P P", "S"), play=play("H2 - - - *", "N"))
        assert only(item).help == "the auction would fit the tag and the lead if one opening pass is missing"

    def test_a_pass_out_has_no_declarer(self) -> None:
        assert named(record(contract="Pass", declarer="S")) == [("declarer-mismatch", "error")]
        assert named(record(contract="Pass", declarer="S", auction=auction("P P P P"))) == [
            ("declarer-mismatch", "error")
        ]
        assert named(record(contract="Pass", auction=auction("P P P P"))) == []

    def test_a_declarer_without_a_contract_tag(self) -> None:
        assert named(record(declarer="W", auction=auction("1C P P P", "S"))) == [("declarer-mismatch", "error")]
        assert named(record(declarer="S", auction=auction("1C P P P", "S"))) == []


class TestContractUnknown:
    @pytest.mark.parametrize("tags", [{"Contract": ""}, {"Contract": "?"}])
    def test_a_tag_that_does_not_tell(self, tags: dict[str, str]) -> None:
        assert named(record(tags=tags)) == [("contract-unknown", "notice")]

    def test_a_result_without_a_contract(self) -> None:
        assert named(record(result=9)) == [("contract-unknown", "notice")]

    @pytest.mark.parametrize("tags", [{}, {"Contract": "5Hearts"}])
    def test_nothing_to_say(self, tags: dict[str, str]) -> None:
        # A value that cannot be read is the reader's to report.
        assert named(record(tags=tags)) == []


class TestUnreadableCalls:
    def test_the_contract_is_not_known(self) -> None:
        item = record(auction=auction("1S ? P P P"))
        assert resolve(item).contract is None
        assert named(item) == []

    def test_a_later_bid_is_known_but_not_its_declarer(self) -> None:
        item = record(auction=auction("1S ? 2S P P P"))
        assert (resolve(item).contract, resolve(item).declarer) == (Contract.parse("2S"), None)

    def test_no_cascade(self) -> None:
        for text in ("1S ? X P P P", "1S ? P P P P 2H", "1S ? 2H P X P P P", "1S ? ? 1H P P P"):
            assert named(record(auction=auction(text))) == []

    def test_the_tags_stand(self) -> None:
        item = record(auction=auction("1S ? P P P"), contract="4S", declarer="E")
        assert named(item) == []

    def test_an_insufficient_bid_stays_one(self) -> None:
        assert named(record(auction=auction("1S ? 1H P P P"))) == [("insufficient-bid", "error")]


@given(st.integers(0, 2**32), st.data())
def test_planted_insufficient_bids_are_found(seed: int, data: st.DataObject) -> None:
    board = random_board(seed).record
    assert board.auction is not None
    ids = board.auction.ids
    bids = [index for index, call in enumerate(ids) if call > 2]
    if not bids:
        return
    index = data.draw(st.sampled_from(bids))
    low = data.draw(st.integers(3, ids[index]))
    calls = (*ids[: index + 1], low, *ids[index + 1 :])
    found = findings(record(auction=Auction(board.auction.first, calls)))
    assert found[0].rule.name == "insufficient-bid"
    assert found[0].place.index == index + 1


@given(st.integers(0, 2**32), st.data())
def test_planted_doubles_are_found(seed: int, data: st.DataObject) -> None:
    board = random_board(seed).record
    assert board.auction is not None
    state = AuctionState(board.auction.first)
    ids = board.auction.ids
    index = data.draw(st.integers(0, len(ids) - 1))
    for call in ids[:index]:
        state.push(call)
    wrong = [call for call in (1, 2) if call not in state.legal()]
    call = data.draw(st.sampled_from(wrong))
    found = findings(record(auction=Auction(board.auction.first, (*ids[:index], call, *ids[index:]))))
    assert found[0].rule.name == ("inadmissible-double" if call == 1 else "inadmissible-redouble")
    assert found[0].place.index == index


@given(st.lists(st.integers(-2, 37), max_size=20), st.data())
def test_any_calls_are_judged(ids: list[int], data: st.DataObject) -> None:
    marks = st.lists(st.integers(0, len(ids)), max_size=3)
    calls = Auction(
        Seat.NORTH, tuple(ids), skips=tuple(sorted(data.draw(marks))), insufficient=frozenset(data.draw(marks))
    )
    item = record(
        auction=calls,
        dealer=data.draw(st.sampled_from([None, *"NESW"])),
        contract=data.draw(st.sampled_from([None, "Pass", "1NT", "4SX"])),
    )
    outcome = resolve(item)
    for finding in findings(item):
        assert finding.place.index is None or 0 <= finding.place.index < len(ids)
    assert outcome.contract is not None or outcome.score_ns is None


def test_a_trace_can_be_read() -> None:
    def shown(calls: str) -> str:
        return repr(resolve(record(dealer="N", auction=auction(calls))).auction)

    assert shown("1NT P P P") == "<AuctionTrace 1NT by N, 4 calls>"
    assert shown("P P P P") == "<AuctionTrace Pass, 4 calls>"
    assert shown("1S 1H P P P") == "<AuctionTrace 1H by E, 5 calls, 1 fault>"
    assert shown("1NT P") == "<AuctionTrace contract not known, 2 calls>"


@pytest.mark.parametrize("size", [100, 1000])
def test_very_many_faults_do_not_make_as_many_replays(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    original = auction_run.run_auction
    sizes: list[int] = []

    def counted(ids: tuple[int, ...], *args: Any, **options: Any) -> Any:
        sizes.append(len(ids))
        return original(ids, *args, **options)

    for module in (auction_module, auction_readings):
        monkeypatch.setattr(module, "run_auction", counted)
    resolve(Record(dealer=Seat.NORTH, auction=Auction(Seat.NORTH, (6,) * size)))
    assert 0 < len(sizes) <= 100


@pytest.mark.parametrize(
    ("bids", "last"), [(1001, ""), (1002, ""), (1003, " (and 1 more in this record)"), (9002, None)]
)
def test_of_very_many_faults_the_number_is_kept(bids: int, last: str | None) -> None:
    """The first bid is in order; a thousand and one of the others are kept, and no more of their findings are told."""
    item = record(auction=Auction(Seat.NORTH, (3,) * bids))
    trace = resolve(item).auction
    assert trace is not None
    assert len(trace.faults) == min(bids - 1, MOST_FINDINGS + 1)
    assert sum(trace.further.values()) == max(bids - 2 - MOST_FINDINGS, 0)
    assert f"{bids - 1} faults" in repr(trace)
    told = [finding for finding in findings(item) if finding.rule.name == "insufficient-bid"]
    assert len(told) == min(bids - 1, MOST_FINDINGS + 1)
    assert [finding.message for finding in told[:-1] if "more in this record" in finding.message] == []
    assert told[-1].message.endswith(f" (and {bids - 1002} more in this record)" if last is None else last)


def test_marks_of_very_many_insufficient_bids_are_borne_out() -> None:
    bids = 3000
    calls = Auction(Seat.NORTH, (3,) * bids, insufficient=frozenset(range(1, bids)))
    assert "irregularity-mark" not in {name for name, _ in named(record(auction=calls))}
    refuted = Auction(Seat.NORTH, (3,) * bids, insufficient=frozenset(range(bids)))
    (finding,) = [found for found in findings(record(auction=refuted)) if found.rule.name == "irregularity-mark"]
    assert finding.call == 1


def test_faults_of_several_kinds_are_counted_apart() -> None:
    calls = (3, 3, 2) * 2000  # every second bid is insufficient, every redouble is of no double
    told = findings(record(auction=Auction(Seat.NORTH, calls)))
    counts = {name: sum(found.rule.name == name for found in told) for name in {found.rule.name for found in told}}
    assert counts["insufficient-bid"] == counts["inadmissible-redouble"] == MOST_FINDINGS + 1
    more = [found.message.rpartition(" (and ")[2] for found in told if " (and " in found.message]
    assert sorted(more) == sorted(
        [f"{2000 - MOST_FINDINGS - 1} more in this record)", f"{3999 - MOST_FINDINGS - 1} more in this record)"]
    )
