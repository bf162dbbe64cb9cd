"""Readings of irregular records that the rest of the record decides, and what stays open."""

import random
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.core import Deal, Seat
from pbntools.laws import find, resolve
from pbntools.laws.missing_cards import restored
from pbntools.record import Play, Record, Result
from tests.laws.boards import DEAL, auction, named, play, record
from tests.oracles.revoke_table import play_out

LAWS = Path(__file__).parents[2] / "fixtures" / "laws"


def boards(name: str) -> list[Record]:
    return [reading.record for reading in pbn.read(LAWS / f"{name}.pbn") if reading.record is not None]


class TestAuctions:
    def test_a_lead_alone_decides_between_readings(self) -> None:
        # By default South declares, and West leads; if 2H replaced the 1H, East declares, and South leads.
        calls = auction("1S 1H 2H P P P")
        assert resolve(record(auction=calls)).declarer is Seat.SOUTH
        by_lead = resolve(record(auction=calls, play=play("SA", "S")))
        assert by_lead.declarer is Seat.EAST
        assert resolve(record(auction=calls, play=play("SA", "W"))).declarer is Seat.SOUTH

    def test_a_reading_that_the_contract_bears_out_as_well_is_an_alternative(self) -> None:
        calls = auction("1S 1H 2H P P P")
        both = [
            (found.contract, found.declarer) for found in resolve(record(auction=calls, contract="2H")).alternatives
        ]
        assert ("2H", "E") in both
        stated = resolve(record(auction=calls, contract="2H", declarer="S"))
        assert ("2H", "E") not in [(found.contract, found.declarer) for found in stated.alternatives]
        assert ("2H", "E") not in [
            (found.contract, found.declarer) for found in resolve(record(auction=calls)).alternatives
        ]

    def test_the_pass_for_a_bid_above_seven_is_that_players_call(self) -> None:
        (reading, *_) = resolve(record(auction=auction("1C 8C P P P"))).alternatives
        assert "a pass stands in its place, and South is to call" in reading.reading

    @pytest.mark.parametrize(
        ("calls", "rules"),
        [
            ("1C 8C X P P P", ["bid-above-seven"]),
            ("1C 8C X XX P P P", ["bid-above-seven"]),
            ("1C 8C XX P P P", ["bid-above-seven", "inadmissible-redouble"]),
            # The next bid ends it.
            ("1C 8C 1D X P XX XX P P P", ["bid-above-seven", "inadmissible-redouble"]),
        ],
    )
    def test_what_doubles_a_void_bid_is_void_with_it(self, calls: str, rules: list[str]) -> None:
        found = [name for name, _ in named(record(auction=auction(calls))) if name != "auction-incomplete"]
        assert found == rules

    def test_one_fault_where_a_double_after_the_end_is_counted(self) -> None:
        item = record(auction=auction("1C P P P X P P P"), contract="1CX", declarer="N")
        assert [name for name, _ in named(item)] == ["call-after-end"]
        item = record(auction=auction("1C P P P X P P P"), contract="1C", declarer="N")
        assert [name for name, _ in named(item)] == ["call-after-end"]


class TestDoubtfulTricks:
    def test_the_rest_of_the_record_decides(self) -> None:
        revoked, led, unknown = (resolve(board) for board in boards("lead-out-of-turn-or-revokes"))
        assert len(revoked.revokes.revokes if revoked.revokes else ()) == 2
        assert led.revokes is None
        assert led.tricks_played == led.tricks
        assert (unknown.tricks_played, unknown.adjustment) == (None, None)
        assert [outcome.play is not None and len(outcome.play.doubts) for outcome in (revoked, led, unknown)] == [
            1,
            1,
            1,
        ]

    def test_without_a_result_it_is_open(self) -> None:
        board = boards("lead-out-of-turn-or-revokes")[1].replace(result=None)
        outcome = resolve(board)
        assert (outcome.tricks_played, outcome.adjustment) == (None, None)
        (found,) = [each for each in find(board, outcome) if each.rule.name == "lead-out-of-turn"]
        assert "the record does not tell which" in found.message

    def test_faults_in_other_tricks_decide_first(self) -> None:
        # Had the lead been out of turn, another player would have to have led out of turn later.
        outcome = resolve(boards("lead-out-of-turn-or-revokes")[0].replace(result=None))
        assert (outcome.tricks_played, outcome.adjustment) == (9, -1)

    def test_what_check_and_score_say_agrees(self) -> None:
        # A result that fits no reading leaves the tricks unknown, so neither contradicts it.
        for board in boards("lead-out-of-turn-or-revokes"):
            for tricks in range(14):
                item = board.replace(result=Result(tricks))
                outcome = resolve(item)
                contradicted = outcome.tricks_played not in (None, tricks) and outcome.applied != "applied"
                assert contradicted is ("result-mismatch" in [name for name, _ in named(item)])


def test_a_result_that_no_reading_of_an_unmarked_revoke_gives() -> None:
    (board,) = boards("revoke-unmarked-neither")
    outcome = resolve(board)
    assert outcome.tricks_played is not None
    assert outcome.adjustment is not None
    for tricks in range(14):
        item = board.replace(result=Result(tricks))
        right = tricks in (outcome.tricks_played, outcome.tricks_played + outcome.adjustment)
        assert ("result-mismatch" in [name for name, _ in named(item)]) is not right


def test_claims_decide_what_was_won_later() -> None:
    # East revokes in the second trick, which South wins; then declarer claims.
    cards = "H4 H3 HJ HA  S3 S4 ^R D3 SK  *"
    for claim, moved in ((13, 0), (12, 1), (1, 1)):
        item = record(contract="4S", declarer="S", deal=DEAL, play=play(cards, "W", claim))
        outcome = resolve(item)
        assert outcome.revokes is not None
        assert [found.moved for found in outcome.revokes.revokes] == [moved], claim


def test_cards_of_four_short_hands_are_not_restored() -> None:
    # Each hand lacks one card, and the first trick shows them: no hand is whole, so nothing tells that they were dealt.
    full = record(contract="4S", declarer="S", deal=DEAL, play=play("H4 H3 HJ HA", "W"))
    assert full.deal is not None
    assert full.play is not None
    masks = list(full.deal.masks)
    for cell, card in enumerate(full.play.ids):
        masks[full.play.seat(cell)] = (masks[full.play.seat(cell)] or 0) & ~(1 << card)
    assert restored(full, tuple(masks)) is None
    seat = full.play.seat(0)
    masks[seat] = full.deal.masks[seat]
    assert restored(full, tuple(masks)) == full.deal.masks


def test_both_sides_and_the_twelfth_trick() -> None:
    # North-South revoked in the twelfth trick only: whether it was corrected is not told, and the reason says so.
    rng = random.Random(5)
    for _ in range(4000):
        pack = list(range(52))
        rng.shuffle(pack)
        hands = [set(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
        cells, marks = play_out(hands, 0, 4, rng)
        tricks = [{cell // 4 for cell in marks if cell & 1 == side} for side in (0, 1)]
        if {11} in tricks and all(tricks) and min(tricks, key=lambda found: found == {11}) - {11}:
            masks = [sum(1 << card for card in hand) for hand in hands]
            item = record(contract="3NT", declarer="N", play=Play(Seat.EAST, tuple(cells), revokes=frozenset(marks)))
            outcome = resolve(item.replace(deal=Deal((masks[0], masks[1], masks[2], masks[3]))))
            if outcome.revokes is not None and any(found.moved is None for found in outcome.revokes.revokes):
                assert outcome.adjustment is None
                assert any("one of them in the twelfth trick" in found.why for found in outcome.revokes.revokes)
                return
    pytest.fail("no such board")
