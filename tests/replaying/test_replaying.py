"""`replay`: every moment of a record, and what belongs to it."""

import random
import re
from collections import Counter
from dataclasses import replace as changed
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools import rules
from pbntools.core import CALLS, PASSED_OUT, Call, Card, Contract, Deal, Seat, Side, Strain
from pbntools.game import AuctionState, PlayState
from pbntools.record import UNKNOWN_CARD, Annotation, Auction, Comment, Details, Play, Record, Remarks
from pbntools.replaying import Position, Replay, Step
from tests.laws.boards import DEAL, auction, play
from tests.oracles.revoke_table import play_out
from tests.oracles.slow_referee import irregular_calls

FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
LEADS = (rules.LEAD_OUT_OF_TURN, rules.LEAD_WRONG_SEAT)
CALLED = "1NT Pass 3NT Pass Pass Pass"
# South declares 3NT: West leads.  Three whole tricks and a lead.
PLAYED = "S9 SA S2 S5 D4 D5 D9 DK D6 DA D3 D2 - HK"


def game(called: str = CALLED, played: str | None = None, first: str = "S", **fields: object) -> Record:
    found = auction(called, first)
    record = Record(board="7", dealer=Seat.parse(first), deal=Deal.parse(DEAL), auction=found)
    if played is not None:
        record = record.replace(play=play(played, "W"))
    return record.replace(**fields)


def random_record(seed: int, *, irregular: bool) -> Record:
    """An auction and a play at random; irregular ones hold faulty calls and revokes."""
    rng = random.Random(seed)
    pack = list(range(52))
    rng.shuffle(pack)
    hands = [set(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
    north, east, south, west = (sum(1 << card for card in hand) for hand in hands)
    if irregular:
        first, calls, skips = irregular_calls(rng)
    else:
        first, skips = rng.randrange(4), []
        state = AuctionState(Seat(first))
        while not state.is_over:
            call = rng.choice(state.legal()) if rng.random() < 0.3 else CALLS[0]
            state.push(call)
        calls = [int(call) for call in state.calls]
    record = Record(
        dealer=Seat(first),
        deal=Deal((north, east, south, west)),
        auction=Auction(Seat(first), tuple(calls), "", tuple(skips)),
    )
    outcome = pbn.resolve(record)
    record = record.replace(details=Details(random_remarks(rng, len(calls), 0)))
    if outcome.contract is None or outcome.declarer is None:
        return record
    strain = int(outcome.contract.strain)
    cells, marks = play_out(hands, outcome.declarer, strain, rng)
    if not irregular and marks:
        return record
    # The play may stop anywhere.
    kept = rng.randrange(53)
    ids = tuple(cells[: kept & ~3])
    return record.replace(
        play=Play(Seat((outcome.declarer + 1) % 4), ids, "*" if kept < 52 else ""),
        details=Details(random_remarks(rng, len(calls), len(ids))),
    )


def random_remarks(rng: random.Random, calls: int, cells: int) -> Remarks:
    """Suffixes, notes and comments at some of so many calls and cells of cards."""

    def annotations(count: int) -> dict[int, Annotation]:
        return {at: Annotation(rng.choice(("", "!", "?")), (rng.randrange(4),)) for at in range(count) if at % 5 == 2}

    owners = [("call", at) for at in range(0, calls, 3)] + [("card", at) for at in range(0, cells, 7)]
    return Remarks(
        auction_notes={1: "strong", 2: "asks"},
        play_notes={1: "count", 3: "attitude"},
        call_annotations=annotations(calls),
        card_annotations=annotations(cells),
        comments=tuple(Comment(f"{kind} {at}", (kind, at)) for kind, at in owners),
    )


def first_actions(game: Replay, number: int) -> Record:
    """The record as it was when only so many calls and cards had been made."""
    record = game.record
    calls = record.auction
    assert calls is not None
    remarks = record.details.remarks
    made = {("call", at) for at in range(number)} if number <= game.calls else {
        ("call", at) for at in range(game.calls)
    } | {("card", cell_of(record, step)) for step in game[game.calls + 1 : number + 1]}  # fmt: skip
    comments = tuple(comment for comment in remarks.comments if comment.owner in made)
    if game.outcome.restored is not None:
        # Whose a missing card was is a fact of the deal, and no action.
        north, east, south, west = game.outcome.restored
        record = record.replace(deal=Deal((north, east, south, west)))
    record = record.replace(details=Details(changed(remarks, comments=comments)), dealer=calls.first)
    if number < game.calls:
        skips = tuple(at for at in calls.skips if at < number)
        begun = changed(calls, ids=calls.ids[:number], end="+", skips=skips)
        return record.replace(auction=begun, play=None, contract=None, declarer=None)
    told = record.replace(contract=game.outcome.contract, declarer=game.outcome.declarer)
    if record.play is None or number == len(game) - 1:
        return told
    cells = [UNKNOWN_CARD] * len(record.play.ids)
    for step in game[game.calls + 1 : number + 1]:
        cell = cell_of(record, step)
        cells[cell] = record.play.ids[cell]
    marks = frozenset(cell for cell in record.play.revokes if cells[cell] != UNKNOWN_CARD)
    return told.replace(play=changed(record.play, ids=tuple(cells), end="+", revokes=marks))


def cell_of(record: Record, step: Step) -> int:
    """The cell of the record in which a card stands."""
    assert record.play is not None
    assert step.trick is not None
    assert step.seat is not None
    return 4 * (step.trick - 1) + (step.seat - record.play.first) % 4


def doubtful_trick(game: Replay) -> int | None:
    """The first trick, from 1, that later cards may tell more of.

    A card of it is missing, or its cards fit both a lead out of turn and revokes of several players.
    """
    findings = game.outcome.play.findings if game.outcome.play is not None else ()
    leads = {finding.trick for finding in findings if finding.rule in LEADS}
    revokes = Counter(finding.trick for finding in findings if finding.rule is rules.REVOKE)
    for number, trick in enumerate(game.tricks, 1):
        if None in trick.cards or trick.leader is None or number in leads or revokes[number] > 1:
            return number
    return None


def told_at_once(game: Replay, step: Step) -> set[tuple[str, object]]:
    """What is wrong with the step's call or card, without what only the calls and cards behind it tell.

    These are whether the auction was over, and revokes where one hides another or several are told of as one.
    """
    late = {rules.CALL_AFTER_END, rules.REVOKE_REPEATED}
    found = [one for here in game.diagnostics.values() for one in here]
    if any(one.rule is rules.REVOKE_REPEATED or "; in all " in one.message for one in found):
        late.add(rules.REVOKE)
    return {
        (one.rule.name, (one.seat, one.call, one.trick, one.card))
        for one in step.diagnostics
        if one.rule not in late and (one.call is not None or one.trick is not None)
    }


def test_what_is_wrong_with_a_call_or_card_is_told_by_what_was_made_so_far() -> None:
    """The records are so many that each kind of fault is among those that are compared."""
    compared: Counter[str] = Counter()
    for seed in range(1000, 1060):
        whole = pbn.replay(random_record(seed, irregular=True))
        trace = whole.outcome.play
        doubtful = trace is not None and any(finding.rule in LEADS for finding in trace.findings)
        for number in range(whole.calls + 1 if doubtful else len(whole) - 1):
            expected = told_at_once(whole, whole[number])
            fresh = pbn.replay(first_actions(whole, number))
            found = told_at_once(whole, fresh[number])
            assert found == expected, (seed, number)
            compared.update(rule for rule, _ in expected)
    assert min(compared[rule] for rule in ("insufficient-bid", "inadmissible-double", "revoke", "call-out-of-turn")) > 3


@given(st.integers(0, 10**9), st.booleans())
def test_a_step_is_a_fresh_replay_of_the_first_actions(seed: int, irregular: bool) -> None:
    whole = pbn.replay(random_record(seed, irregular=irregular), diagnostics=())
    trace = whole.outcome.play
    # Where two players of a trick would have revoked, its four cards together show that another player led.
    doubtful = trace is not None and any(finding.rule in LEADS for finding in trace.findings)
    # The last step is that of the whole record, which would be compared with itself.
    for number in range(whole.calls + 1 if doubtful else len(whole) - 1):
        fresh = pbn.replay(first_actions(whole, number), diagnostics=())
        assert fresh.calls + fresh.cards == number
        assert fresh.end == whole.position(number), (seed, number)
        assert fresh[number] == whole[number], (seed, number)
        assert fresh.end.legal_cards() == whole.position(number).legal_cards()


@pytest.mark.parametrize(
    "path", [*FIXTURES.glob("laws/*.pbn"), *FIXTURES.glob("invalid/*.pbn")], ids=lambda at: at.stem
)
def test_only_a_trick_in_doubt_is_told_by_what_comes_after_it(path: Path) -> None:
    """The replay follows the referee's reading of the whole record, and says of earlier moments what that proves."""
    for reading in pbn.check(path):
        if reading.record is None or reading.record.auction is None or reading.record.deal is None:
            continue
        whole = pbn.replay(reading.record, diagnostics=())
        doubtful = doubtful_trick(whole)
        sure = len(whole) if doubtful is None else whole.calls + 4 * (doubtful - 1) + 1
        for number in range(len(whole)):
            fresh = pbn.replay(first_actions(whole, number), diagnostics=())
            here = whole.position(number)
            if number == whole.calls and whole.cards:
                # The opening lead ends an auction that lacks a pass, and tells which of two declarers played.
                assert here.hands == fresh.end.hands
            elif number < sure:
                assert fresh.end == here, number
            elif fresh.cards + fresh.calls == number:
                assert here.hands == fresh.end.hands, number


@given(st.integers(0, 10**9))
def test_positions_are_those_of_the_state_machines(seed: int) -> None:
    found = pbn.replay(random_record(seed, irregular=False), diagnostics=())
    calls = found.record.auction
    assert calls is not None
    auction_state = AuctionState(calls.first)
    for number in range(found.calls):
        position = found.position(number)
        assert position.to_call is auction_state.to_call
        assert position.legal_calls() == auction_state.legal()
        assert position.contract == auction_state.current_contract
        assert position.declarer == auction_state.current_declarer
        call = found[number + 1].call
        assert call is not None
        assert call is CALLS[calls.ids[number]]
        assert found[number + 1].seat is auction_state.to_call
        auction_state.push(call)
    if found.contract is None or found.declarer is None or found.record.deal is None:
        return
    state = PlayState(found.record.deal, found.contract.strain, found.declarer)
    for number in range(found.calls, len(found)):
        position = found.position(number)
        if position.phase == "play":
            assert position.to_play is state.to_play
            assert position.legal_cards() == state.legal_cards()
        assert position.tricks == state.tricks
        assert position.won(Side.EW) == state.won(Side.EW)
        assert position.trick == state.trick
        assert [position.remaining(seat) for seat in Seat] == [state.remaining(seat) for seat in Seat]
        assert len(position.completed_tricks) == len(state.completed_tricks)
        assert position.trick_number == min(len(state.completed_tricks) + 1, 13)
        assert position.dummy_shown == (number > found.calls)
        if number + 1 < len(found):
            step = found[number + 1]
            card = step.card
            assert card is not None
            assert step.seat is state.to_play
            assert (step.trick, step.place) == (len(state.completed_tricks) + 1, len(state.trick) + 1)
            assert found.record.play is not None
            assert int(card) == found.record.play.ids[cell_of(found.record, step)]
            state.push(card)


def test_any_moment_by_call_or_by_trick_and_card() -> None:
    found = pbn.replay(game(played=PLAYED + " +"))
    assert found.after(call=0) == found.start
    assert found.after(call=3).to_call is Seat.EAST
    assert found.after(call=6).to_play is Seat.WEST
    assert found.after(trick=0) == found.after(call=6)
    assert found.after(trick=1) == found.after(trick=1, card=4)
    position = found.after(trick=1, card=2)
    assert position.trick == ((Seat.WEST, Card.parse("S9")), (Seat.NORTH, Card.parse("SA")))
    assert position.to_play is Seat.EAST
    assert position.legal_cards() == [Card.parse("SJ"), Card.parse("S8"), Card.parse("S2")]
    assert found.after(trick=3).tricks == 3
    assert found.after(trick=3).last_trick == found.tricks[2]
    assert found.end.trick_number == 4
    assert found.number_of(trick=4, card=1) == len(found) - 1


@pytest.mark.parametrize("what", [None, "club.pbn", b"[Board]", Path("club.pbn"), 7])
def test_what_is_no_record_is_refused(what: object) -> None:
    with pytest.raises(TypeError, match="expected a Record or a Reading, not"):
        pbn.replay(what)  # type: ignore[arg-type]


@pytest.mark.parametrize("where", [{"call": 7}, {"call": -1}, {"trick": 4}, {"trick": -1}, {"trick": 4, "card": 2}])
def test_a_moment_that_the_record_does_not_have(where: dict[str, int]) -> None:
    with pytest.raises(IndexError, match="there is no"):
        pbn.replay(game(played=PLAYED + " +")).after(**where)


def test_steps_as_a_sequence() -> None:
    found = pbn.replay(game(played=PLAYED + " +"))
    assert len(found) == 1 + 6 + 13
    steps = list(found)
    assert [step.number for step in steps] == list(range(20))
    assert found[-1] == steps[19]
    assert found[2:4] == steps[2:4]
    assert (steps[0].kind, steps[1].call, steps[7].card) == ("start", Call.parse("1NT"), Card.parse("S9"))
    assert (steps[8].trick, steps[8].place, steps[8].seat) == (1, 2, Seat.NORTH)
    with pytest.raises(IndexError):
        found[20]
    with pytest.raises(TypeError):
        found.after()


def test_dummy_is_seen_once_the_lead_is_made() -> None:
    found = pbn.replay(game(played=PLAYED + " +"))
    assert not found.after(call=6).dummy_shown
    assert found.after(call=6).visible() == {}
    assert list(found.after(trick=1, card=1).visible()) == [Seat.NORTH]
    assert set(found.after(trick=1, card=1).visible(Seat.EAST)) == {Seat.NORTH, Seat.EAST}
    assert list(found.start.visible(Seat.EAST)) == [Seat.EAST]
    assert all(hand is not None for hand in found.start.hands.values())


def test_unknown_hands_stay_unknown() -> None:
    deal = Deal.parse("N:A4.KQ63.AJT5.QT7 - KQT65.A9.K82.A93 -")
    position = pbn.replay(game(deal=deal)).end
    assert position.remaining(Seat.EAST) is None
    assert position.to_play is Seat.WEST
    assert len(position.legal_cards()) == 26
    assert Card.parse("SA") not in position.legal_cards()


def test_a_card_that_the_record_does_not_show_is_a_step_without_a_card() -> None:
    found = pbn.replay(game(played="S9 - S2 SK *"))
    assert [step.card is None for step in found[7:]] == [False, True, False, False]
    assert found.end.completed_tricks[0].cards[1] is None
    assert found.end.undecided == 1


@pytest.mark.parametrize(
    ("record", "ending", "phase"),
    [
        (game("Pass Pass Pass Pass"), "passed out", "over"),
        (game(), "not recorded", "play"),
        (game("1NT Pass +"), "continued", "auction"),
        (game(played=PLAYED + " +"), "continued", "play"),
        (game(played=PLAYED + " *"), "stopped", "over"),
        (game(auction=auction(CALLED, "S"), play=play("S9 SA S2 SK", "W", claim=10)), "claimed", "over"),
        (Record(deal=Deal.parse(DEAL), dealer=Seat.NORTH), "not recorded", "auction"),
        (Record(), "not recorded", "auction"),
    ],
)
def test_how_a_record_ends(record: Record, ending: str, phase: str) -> None:
    found = pbn.replay(record)
    assert found.ending == ending
    assert found.end.phase == phase
    if phase == "over":
        assert found.end.to_act is None
        assert found.end.legal_calls() == []
        assert found.end.legal_cards() == []


def test_a_board_that_is_passed_out() -> None:
    position = pbn.replay(game("Pass Pass Pass Pass")).end
    assert position.contract is PASSED_OUT
    assert (position.declarer, position.tricks, position.dummy_shown) == (None, None, False)


def test_a_call_that_cannot_be_read_leaves_the_declarer_in_doubt() -> None:
    found = pbn.replay(game("1H ? 2S Pass"), diagnostics=())
    assert found[2].call is None
    after = found.position(2)
    assert (after.contract, after.to_call) == (None, Seat.NORTH)
    assert Call.parse("1S") in after.legal_calls()
    assert Call.parse("1H") not in after.legal_calls()
    assert found.position(3).contract == Contract(2, Strain.SPADES)
    assert found.position(3).declarer is None
    assert found.position(4).to_call is Seat.SOUTH


def test_a_bid_above_seven_counts_as_a_pass() -> None:
    found = pbn.replay(game("1H 8S Pass Pass"), diagnostics=())
    assert found[2].above_seven
    assert found.position(2).contract == Contract(1, Strain.HEARTS)


def test_diagnostics_stand_at_the_step_that_caused_them() -> None:
    found = pbn.replay(game("1NT 1S Pass Pass Pass"))
    assert [step.number for step in found if step.diagnostics] == [2]
    assert found[2].diagnostics[0].rule.name == "insufficient-bid"
    assert found.next_diagnostic(0) == 2
    assert found.next_diagnostic(2) is None
    assert found.previous_diagnostic(5) == 2
    assert found.previous_diagnostic(2) is None
    # West leads a spade, and North discards though he holds two.
    revoke = pbn.replay(game(played="S9 D5 S2 SK +"))
    assert {n: [d.rule.name for d in found] for n, found in revoke.diagnostics.items()} == {8: ["revoke"]}


def test_what_is_wrong_with_the_deal_is_told_at_the_start_and_with_the_result_at_the_end() -> None:
    record = game(deal=Deal.parse("N:A4.KQ63.AJT5.QT7 A82.J82.Q93.8654 KQT65.A9.K82.A93 973.T754.764.KJ2"))
    found = pbn.replay(record.replace(result=pbn.Result(tricks=14), contract=Contract(3, Strain.NOTRUMP)))
    at = {diagnostic.rule.name: number for number, all in found.diagnostics.items() for diagnostic in all}
    last = len(found) - 1
    assert at["duplicate-card"] == 0
    assert at["result-out-of-range"] == last
    wrong = sorted(found.diagnostics)
    for number in range(last + 1):
        assert found.next_diagnostic(number) == next((at for at in wrong if at > number), None)
        assert found.previous_diagnostic(number) == next((at for at in reversed(wrong) if at < number), None)
    assert found.previous_diagnostic(1) == 0


def test_comments_and_alerts_stand_at_their_place() -> None:
    remarks = Remarks(
        auction_notes={1: "15 to 17"},
        play_notes={1: "top of nothing"},
        call_annotations={0: Annotation(notes=(1, 9))},
        card_annotations={0: Annotation("!", notes=(1,))},
        comments=(
            Comment("a quiet board"),
            Comment("to play", ("call", 2)),
            Comment("dummy wins", ("card", 1)),
            Comment("fifty pairs", ("tag", "Result")),
            Comment("play begins", ("tag", "Play")),
            Comment("lost", ("card", 44)),
        ),
    )
    found = pbn.replay(game(played=PLAYED + " *", details=Details(remarks)))
    assert found[1].notes == ("15 to 17",)
    assert found[7].notes == ("top of nothing",)
    assert found[7].annotation == Annotation("!", notes=(1,))
    assert {step.number: step.comments for step in found if step.comments} == {
        0: ("a quiet board",),
        3: ("to play",),
        6: ("play begins",),
        8: ("dummy wins",),
        19: ("fifty pairs", "lost"),
    }


def test_a_reading_brings_its_own_diagnostics() -> None:
    text = b'[Board "1"]\n[Dealer "S"]\n[Deal "N:' + DEAL[2:].encode() + b'"]\n[Auction "S"]\n1NT 1S Pass Pass Pass\n'
    (reading,) = list(pbn.check(text))
    found = pbn.replay(reading)
    assert found[2].diagnostics[0].location.line == 5
    assert sum(len(step.diagnostics) for step in found) == len(reading.diagnostics)
    (only,) = list(pbn.check(b"nothing\n"))
    with pytest.raises(ValueError, match="has no record"):
        pbn.replay(only)
    with pytest.raises(ValueError, match="1066"):
        pbn.replay(Record(), laws="1066")


def test_the_play_goes_by_the_auction_where_the_tags_contradict_it_and_the_cards_fit_it() -> None:
    found = pbn.replay(game(played=PLAYED + " +", declarer=Seat.EAST))
    assert found.outcome.declarer is Seat.EAST
    assert found.declarer is Seat.SOUTH
    assert found.end.tricks == 3


def test_a_lead_out_of_turn_leaves_the_turn_where_it_was() -> None:
    record = game().replace(play=play("S9 SA S2 ^L SK", "W"))
    found = pbn.replay(record)
    assert found.after(call=6).to_play is Seat.WEST
    assert found[7].seat is Seat.SOUTH
    assert [diagnostic.rule.name for diagnostic in found[7].diagnostics] == ["lead-out-of-turn"]
    assert found.position(7).to_play is Seat.WEST


def test_repr() -> None:
    found = pbn.replay(game(played=PLAYED + " +"))
    assert repr(found) == "<Replay of board 7: 6 calls, 13 cards>"
    assert repr(found.start) == "<Position 0: auction, 0 calls, S to act>"
    assert isinstance(found.start, Position)


@pytest.mark.parametrize(
    "moment",
    [
        {"call": "x"},
        {"call": 1.0},
        {"call": True},
        {"trick": 1.5},
        {"trick": True},
        {"trick": "1"},
        {"trick": 1, "card": 2.0},
        {"trick": 1, "card": [1]},
        {"trick": 1, "card": False},
    ],
    ids=str,
)
def test_a_moment_is_a_whole_number(moment: dict[str, Any]) -> None:
    found = pbn.replay(game(played=PLAYED))
    name, value = list(moment.items())[-1]
    with pytest.raises(TypeError, match=re.escape(f"{name} is {value!r}: expected a whole number")):
        found.after(**moment)
    with pytest.raises(TypeError, match="expected a whole number"):
        found.number_of(**moment)
