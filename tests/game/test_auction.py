"""The auction: legality, its end, contract and declarer, and what becomes of irregular calls."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import CALLS, PASS, PASSED_OUT, Call, Contract, Seat
from pbntools.game import AuctionFault, AuctionState, AuctionVerdict
from tests.oracles import auction_enumerator as oracle


def auction(calls: str, dealer: str = "N") -> tuple[AuctionState, list[AuctionVerdict]]:
    """The auction of these calls, and the verdict on each."""
    state = AuctionState(dealer)
    return state, [state.push(call) for call in calls.split()]


def outcome(calls: str, dealer: str = "N") -> str:
    """Contract and declarer of legal calls that end the auction, as ``"4SX N"``."""
    state, verdicts = auction(calls, dealer)
    assert all(verdicts)
    assert state.is_over
    return f"{state.contract} {state.declarer}"


def test_the_number_of_legal_auctions() -> None:
    known: dict[object, int] = {}

    def count(state: AuctionState) -> int:
        if state.is_over:
            return 1
        key = state.key()
        if key not in known:
            total = 0
            for call in state.legal():
                following = state.copy()
                assert following.push(call)
                total += count(following)
            known[key] = total
        return known[key]

    assert count(AuctionState("N")) == 128745650347030683120231926111609371363122697557


@pytest.mark.parametrize("bids", [["7NT"], ["1C", "7NT"], ["2H", "2S", "3C"]])
def test_all_auctions_with_few_bids(bids: list[str]) -> None:
    complete: list[list[str]] = []
    open_ones = [AuctionState("E")]
    while open_ones:
        state = open_ones.pop()
        for call in state.legal():
            if not call.is_bid or str(call) in bids:
                longer = state.copy()
                longer.push(call)
                if longer.is_over:
                    complete.append([str(made) for made in longer.calls])
                else:
                    open_ones.append(longer)
    expected = oracle.all_auctions(bids)
    # Four passes, or up to three passes and then, after each bid, 21 ways to the next one and 7 to the end.
    assert len(expected) == 1 + 4 * 7 * sum(
        21 ** (made - 1) * len([chosen for chosen in range(1 << len(bids)) if chosen.bit_count() == made])
        for made in range(1, len(bids) + 1)
    )
    assert sorted(complete) == sorted(expected)


@given(st.data(), st.sampled_from(Seat))
def test_random_auctions_agree_with_the_slow_oracle(data: st.DataObject, dealer: Seat) -> None:
    state = AuctionState(dealer)
    calls: list[str] = []
    while not oracle.is_over(calls):
        legal = oracle.legal_calls(calls)
        assert [str(call) for call in state.legal()] == legal
        assert not state.is_over
        assert (state.contract, state.declarer) == (None, None)
        assert state.to_call is Seat((dealer + len(calls)) % 4)
        for call in CALLS:
            assert bool(state.copy().push(call)) is (str(call) in legal)
        # Low bids and calls other than bids come first in both lists; they make long auctions.
        calls.append(data.draw(st.sampled_from(legal[:6]) | st.sampled_from(legal)))
        assert state.push(calls[-1])
    assert state.is_over
    assert state.to_call is None
    assert state.legal() == []
    assert [str(call) for call in state.calls] == calls
    assert state.callers == tuple(Seat((dealer + turn) % 4) for turn in range(len(calls)))
    assert str(state.contract) == oracle.contract(calls)
    assert (state.declarer and state.declarer.letter) == oracle.declarer(calls, dealer.letter)


@pytest.mark.parametrize(
    ("calls", "dealer", "expected"),
    [
        ("Pass Pass Pass Pass", "N", "Pass None"),
        ("1C Pass Pass Pass", "N", "1C N"),
        ("Pass Pass Pass 1C Pass Pass Pass", "N", "1C W"),
        ("1S X Pass Pass Pass", "E", "1SX E"),
        ("1S X XX Pass Pass Pass", "E", "1SXX E"),
        ("1S X Pass 2S Pass Pass Pass", "E", "2S N"),
        ("1S Pass Pass X Pass Pass XX Pass Pass Pass", "S", "1SXX S"),
        ("1C Pass 1H Pass 3H Pass 4H Pass Pass Pass", "N", "4H S"),
        ("1H 1NT Pass 2C Pass 2H 3H Pass 4H Pass Pass Pass", "N", "4H N"),
        ("Pass 1H 2H Pass 3C Pass Pass Pass", "W", "3C W"),
        ("1C 2C X 2H 3C Pass Pass 3H Pass 4C Pass 4H Pass Pass Pass", "S", "4H E"),
        ("2D X 2H 3D Pass 3NT Pass 4D Pass 5D Pass Pass X Pass Pass Pass", "W", "5DX S"),
    ],
)
def test_contract_and_declarer(calls: str, dealer: str, expected: str) -> None:
    assert outcome(calls, dealer) == expected


def test_three_passes_do_not_end_an_auction_without_a_bid() -> None:
    state, _ = auction("Pass Pass Pass")
    assert not state.is_over
    assert state.to_call is Seat.WEST
    assert (state.contract, state.current_contract, state.current_declarer) == (None, None, None)
    state.push("Pass")
    assert state.is_passed_out
    assert state.contract is PASSED_OUT
    assert state.current_contract is PASSED_OUT
    assert state.declarer is None


def test_the_contract_so_far() -> None:
    state, _ = auction("1C X XX 1S X")
    assert (state.contract, state.declarer) == (None, None)
    assert state.current_contract is Contract.parse("1SX")
    assert state.current_declarer is Seat.WEST
    assert (state.last_bid, state.last_bidder, state.doubled) == (Call.parse("1S"), Seat.WEST, 1)
    assert not state.is_passed_out
    assert (AuctionState("S").last_bid, AuctionState("S").last_bidder, AuctionState("S").dealer) == (
        None,
        None,
        Seat.SOUTH,
    )


@pytest.mark.parametrize(
    ("calls", "cheapest"),
    [
        ("1S 1H", "2H"),
        ("1S 1S", "2S"),
        ("1NT 1C", "2C"),
        ("3C 2S", "3S"),
        ("5D 1C", "6C"),
        ("7D 3NT", "7NT"),
        ("7D 7D", None),
        ("7NT 7NT", None),
    ],
)
def test_an_insufficient_bid_stands(calls: str, cheapest: str | None) -> None:
    state, verdicts = auction(calls)
    expected = None if cheapest is None else Call.parse(cheapest)
    assert verdicts == [AuctionVerdict(), AuctionVerdict(AuctionFault.INSUFFICIENT, "27A", expected)]
    assert [bool(verdict) for verdict in verdicts] == [True, False]
    for _ in range(3):
        assert state.push(PASS)
    assert f"{state.contract} {state.declarer}" == f"{calls.split()[1]} E"


def test_later_calls_are_judged_by_the_insufficient_bid() -> None:
    state, verdicts = auction("2S X 1H X 1S Pass Pass Pass")
    assert [verdict.fault for verdict in verdicts] == [None, None, AuctionFault.INSUFFICIENT] + [None] * 5
    assert f"{state.contract} {state.declarer}" == "1S N"


@pytest.mark.parametrize(
    ("calls", "fault"),
    [
        ("X", AuctionFault.INADMISSIBLE_DOUBLE),
        ("Pass X", AuctionFault.INADMISSIBLE_DOUBLE),
        ("1S Pass X", AuctionFault.INADMISSIBLE_DOUBLE),
        ("1S X X", AuctionFault.INADMISSIBLE_DOUBLE),
        ("1S X Pass X", AuctionFault.INADMISSIBLE_DOUBLE),
        ("1S X XX X", AuctionFault.INADMISSIBLE_DOUBLE),
        ("XX", AuctionFault.INADMISSIBLE_REDOUBLE),
        ("1S XX", AuctionFault.INADMISSIBLE_REDOUBLE),
        ("1S X Pass XX", AuctionFault.INADMISSIBLE_REDOUBLE),
        ("1S X XX XX", AuctionFault.INADMISSIBLE_REDOUBLE),
        ("1S X XX Pass XX", AuctionFault.INADMISSIBLE_REDOUBLE),
        ("1S X 2C XX", AuctionFault.INADMISSIBLE_REDOUBLE),
    ],
)
def test_an_inadmissible_double_counts_as_a_pass(calls: str, fault: AuctionFault) -> None:
    state, verdicts = auction(calls)
    assert verdicts[-1] == AuctionVerdict(fault, "36", None)
    assert all(verdicts[:-1])
    *others, _ = calls.split()
    passed, _ = auction(" ".join([*others, "Pass"]))
    assert state.key() == passed.key()
    assert str(state.calls[-1]) == calls.split()[-1]


def test_an_inadmissible_double_may_be_the_last_pass() -> None:
    state, verdicts = auction("1S Pass Pass XX")
    assert [bool(verdict) for verdict in verdicts] == [True, True, True, False]
    assert f"{state.contract} {state.declarer}" == "1S N"


def test_calls_after_the_end_have_no_effect() -> None:
    state, verdicts = auction("1S Pass Pass Pass Pass 2H X")
    assert [verdict.fault for verdict in verdicts] == [None] * 4 + [AuctionFault.AFTER_END] * 3
    assert verdicts[-1].law == "39"
    assert f"{state.contract} {state.declarer}" == "1S N"
    assert [str(call) for call in state.calls] == "1S Pass Pass Pass Pass 2H X".split()
    assert state.callers[-3:] == (Seat.NORTH, Seat.EAST, Seat.SOUTH)
    assert state.to_call is None


def test_a_call_out_of_turn_stands_and_the_rotation_goes_on_from_it() -> None:
    state = AuctionState("N")
    assert state.push("1C", "N")
    assert state.push("1H", Seat.SOUTH) == AuctionVerdict(AuctionFault.OUT_OF_TURN, "29A")
    assert state.to_call is Seat.WEST
    for call in ("Pass", "2H", "Pass", "Pass", "Pass"):
        assert state.push(call)
    assert f"{state.contract} {state.declarer}" == "2H S"
    assert state.callers == tuple(Seat.parse(seat) for seat in "NSWNESW")


def test_a_faulty_call_out_of_turn_is_reported_for_its_own_fault() -> None:
    state, _ = auction("2C")
    assert state.copy().push("1C", "S").fault is AuctionFault.INSUFFICIENT
    assert state.copy().push("X", "S").fault is AuctionFault.INADMISSIBLE_DOUBLE
    assert state.copy().push("X", "W").fault is AuctionFault.OUT_OF_TURN
    assert state.copy().push("XX", "W").fault is AuctionFault.INADMISSIBLE_REDOUBLE


def test_three_passes_of_which_one_took_a_turn_away_do_not_end_the_auction() -> None:
    """Law 34: the auction reverts to the player who missed his turn, and the passes since are cancelled."""
    state = AuctionState("N")
    state.push("1C")
    assert state.push("Pass", "S").fault is AuctionFault.OUT_OF_TURN
    assert state.push("Pass")
    assert state.push("Pass")
    assert not state.is_over
    assert state.to_call is Seat.EAST
    for call in ("Pass", "Pass", "Pass"):
        assert not state.is_over
        assert state.push(call)
    assert f"{state.contract} {state.declarer}" == "1C N"


def test_passes_before_the_missed_turn_still_count() -> None:
    state = AuctionState("N")
    for call, seat in (("1C", "N"), ("Pass", "E"), ("Pass", "W"), ("Pass", "N")):
        state.push(call, seat)
    assert state.to_call is Seat.SOUTH
    state.push("Pass")
    assert not state.is_over
    state.push("Pass")
    assert state.is_over


def test_of_two_missed_turns_the_auction_reverts_to_the_first() -> None:
    state = AuctionState("N")
    for call, seat in (("1C", "N"), ("Pass", "S"), ("Pass", "N"), ("Pass", "E")):
        state.push(call, seat)
    assert not state.is_over
    assert state.to_call is Seat.EAST


def test_a_missed_turn_is_forgotten_after_a_bid() -> None:
    state = AuctionState("N")
    for call, seat in (("1C", "N"), ("Pass", "S"), ("1H", "W"), ("Pass", "N"), ("Pass", "E"), ("Pass", "S")):
        assert not state.is_over
        state.push(call, seat)
    assert f"{state.contract} {state.declarer}" == "1H W"


def test_a_missed_turn_among_opening_passes() -> None:
    state = AuctionState("N")
    for seat in "NSWN":
        state.push("Pass", seat)
    assert not state.is_over
    assert state.to_call is Seat.EAST
    for _ in range(3):
        state.push("Pass")
    assert state.is_passed_out


def test_an_opening_pass_out_of_turn_takes_no_turn_away() -> None:
    """The three passes that follow it are in rotation, so that Law 34 does not apply."""
    state = AuctionState("N")
    for seat in "ESWN":
        state.push("Pass", seat)
    assert state.is_passed_out


def test_calls_are_read_from_text_and_numbers() -> None:
    state = AuctionState("south")
    for call in ("1n", 1, Call.parse("2D"), "dbl"):
        assert state.push(call)
    assert " ".join(map(str, state.calls)) == "1NT X 2D X"
    assert repr(state) == "<AuctionState dealer S: 1NT X 2D X>"
    assert repr(AuctionState("W")) == "<AuctionState dealer W: no call>"


def test_what_cannot_be_read_changes_nothing() -> None:
    state = AuctionState("N")
    before = state.key()
    with pytest.raises(ValueError, match="'8C' is not a call"):
        state.push("8C")
    with pytest.raises(ValueError, match="-1 is not the number of a call"):
        state.push(-1)
    with pytest.raises(ValueError, match="'Q' is not a seat"):
        state.push("1C", "Q")
    assert state.key() == before
    assert state.calls == ()
    with pytest.raises(ValueError, match="'Q' is not a seat"):
        AuctionState("Q")


def test_a_copy_goes_its_own_way() -> None:
    state, _ = auction("1C Pass 1S")
    other = state.copy()
    assert (other.key(), other.calls, other.callers, other.dealer) == (
        state.key(),
        state.calls,
        state.callers,
        state.dealer,
    )
    other.push("Pass")
    other.push("2S")
    assert len(state.calls) == 3
    assert state.current_declarer is other.current_declarer is Seat.SOUTH
    assert state.last_bid is Call.parse("1S")
    assert state.key() != other.key()
    restored = pickle.loads(pickle.dumps(state))
    assert (restored.key(), restored.calls) == (state.key(), state.calls)


def test_verdicts_are_values() -> None:
    verdict = AuctionVerdict(AuctionFault.AFTER_END, "39")
    assert pickle.loads(pickle.dumps(verdict)) == verdict
    assert len({verdict, AuctionVerdict(AuctionFault.AFTER_END, "39"), AuctionVerdict()}) == 2
    with pytest.raises(AttributeError):
        verdict.law = "1"  # type: ignore[misc]
