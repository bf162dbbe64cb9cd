"""The engine against the second referee: plays with planted irregularities, and auctions that were put right.

``PBNTOOLS_ORACLE_BOARDS`` sets how many boards of each kind (1,000 unless it is set), ``PBNTOOLS_ORACLE_SEED`` the
first seed (0).
"""

import os
import random

import pytest

from pbntools.core import CALLS, Contract, Deal, Seat, Strain
from pbntools.laws import find, resolve
from pbntools.record import Auction, Comment, Details, Play, Record, Remarks
from tests.oracles.slow_play import (
    Planted,
    columns,
    moved_for_a_missing_card,
    moved_for_one,
    plant,
    winners,
)
from tests.oracles.slow_referee import judge

BOARDS = int(os.environ.get("PBNTOOLS_ORACLE_BOARDS", "1000"))
FIRST = int(os.environ.get("PBNTOOLS_ORACLE_SEED", "0"))
SEEDS = range(FIRST, FIRST + BOARDS)


class Table:
    """A random deal, contract and play."""

    def __init__(self, seed: int, *, revoke: float = 0.0, out_of_turn: float = 0.0) -> None:
        self.rng = random.Random(seed)
        pack = list(range(52))
        self.rng.shuffle(pack)
        self.hands = [set(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
        self.declarer, self.trump = self.rng.randrange(4), self.rng.randrange(5)
        self.first = (self.declarer + 1) % 4
        self.planted: Planted = plant(
            self.hands, self.first, self.trump, self.rng, revoke=revoke, out_of_turn=out_of_turn
        )
        self.cells, self.leads, self.revokes = columns(self.planted, self.first)
        self.where = f"seed {seed}"

    def deal(self, lost: frozenset[int] = frozenset()) -> Deal:
        masks = [sum(1 << card for card in hand - lost) for hand in self.hands]
        return Deal((masks[0], masks[1], masks[2], masks[3]))

    def record(self, play: Play, deal: Deal | None = None) -> Record:
        return Record(
            deal=self.deal() if deal is None else deal,
            contract=Contract(3, Strain(self.trump)),
            declarer=Seat(self.declarer),
            play=play,
        )

    def play(self, *, marked: bool = True) -> Play:
        return Play(
            Seat(self.first),
            tuple(self.cells),
            revokes=frozenset(self.revokes if marked else ()),
            leads=frozenset(self.leads),
        )

    @property
    def won(self) -> int:
        return sum(seat % 2 == self.declarer % 2 for seat in winners(self.planted, self.trump))

    def to_declarer(self, moved: int, seat: int) -> int:
        return -moved if seat % 2 == self.declarer % 2 else moved


def test_leads_out_of_turn_that_are_marked() -> None:
    led = 0
    for seed in SEEDS:
        table = Table(seed, out_of_turn=0.15)
        outcome = resolve(table.record(table.play()))
        assert outcome.play is not None
        assert list(outcome.play.leaders) == table.planted.leaders, table.where
        assert list(outcome.play.winners) == winners(table.planted, table.trump), table.where
        assert (outcome.tricks_played, outcome.adjustment) == (table.won, 0), table.where
        led += bool(table.leads)
    assert led > BOARDS // 2


@pytest.mark.parametrize("laws", ["2017", "2007", "1997"])
@pytest.mark.parametrize("marked", [True, False])
def test_one_revoke(laws: str, marked: bool) -> None:
    ruled = unknown = 0
    for seed in SEEDS:
        table = Table(seed, revoke=0.025, out_of_turn=0.05 if marked else 0.0)
        if len(table.revokes) != 1:
            continue
        outcome = resolve(table.record(table.play(marked=marked)), laws)
        assert outcome.tricks_played == table.won, table.where
        ((trick, seat),) = table.planted.revokes
        moved = moved_for_one(table.planted, table.trump, table.declarer, (trick, seat), old=laws == "1997")
        if outcome.adjustment is None:
            unknown += 1
            continue
        assert outcome.adjustment == table.to_declarer(moved, seat), table.where
        ruled += 1
    assert ruled > BOARDS // 8
    assert not unknown


def test_a_missing_card_counts_as_held() -> None:
    judged = 0
    for seed in SEEDS:
        table = Table(seed, revoke=0.03)
        if len(table.revokes) > 1:
            continue
        whole = resolve(table.record(table.play()))
        seat = table.rng.randrange(4)
        lost = frozenset(table.rng.sample(sorted(table.hands[seat]), table.rng.randrange(1, 4)))
        outcome = resolve(table.record(table.play(), table.deal(lost)))
        assert outcome.restored == table.deal().masks, table.where
        assert (outcome.tricks_played, outcome.adjustment) == (whole.tricks_played, whole.adjustment), table.where
        judged += 1
    assert judged > BOARDS // 3


def test_claims_after_a_revoke() -> None:
    ruled = 0
    for seed in SEEDS:
        table = Table(seed, revoke=0.025)
        if len(table.revokes) != 1:
            continue
        ((trick, seat),) = table.planted.revokes
        known = table.rng.randrange(trick + 1, 14)
        if known > 11 or trick > 9:
            continue
        won = winners(table.planted, table.trump)
        so_far = sum(who % 2 == table.declarer % 2 for who in won[:known])
        claim = table.rng.randrange(so_far, so_far + 14 - known)
        rest = claim - so_far if seat % 2 == table.declarer % 2 else 13 - known - (claim - so_far)
        play = Play(
            Seat(table.first), tuple(table.cells[: 4 * known]), "*", revokes=frozenset(table.revokes), claim=claim
        )
        outcome = resolve(table.record(play))
        moved = moved_for_one(
            table.planted, table.trump, table.declarer, (trick, seat), old=False, known=known, rest=rest
        )
        assert (outcome.tricks, outcome.tricks_source) == (claim, "claimed"), table.where
        assert outcome.adjustment == table.to_declarer(moved, seat), table.where
        ruled += 1
    assert ruled > BOARDS // 12


def test_tricks_to_which_a_player_played_no_card() -> None:
    ruled = 0
    for seed in SEEDS:
        table = Table(seed)
        cell = table.rng.randrange(52)
        trick, seat = cell // 4, (table.first + cell) % 4
        if seat == table.planted.leaders[trick]:
            continue
        remarks = Remarks({}, {}, {}, {}, (Comment("defective trick", ("card", cell)),))
        outcome = resolve(table.record(table.play()).replace(details=Details(remarks)))
        moved = moved_for_a_missing_card(table.planted, table.trump, trick, seat)
        assert outcome.adjustment == (None if moved is None else table.to_declarer(moved, seat)), table.where
        ruled += moved is not None
    assert ruled > BOARDS // 3


def test_declarer_and_dummy_changed_places() -> None:
    for seed in SEEDS:
        table = Table(seed)
        level = table.rng.randrange(1, 8)
        bid = next(call for call in CALLS if call.is_bid and (call.level, call.strain) == (level, table.trump))
        # The partner bid it; the player on his right led, and so this declarer's left.
        calls = Auction(Seat((table.declarer + 2) % 4), (int(bid), 0, 0, 0))
        told = Record(
            deal=table.deal(), dealer=calls.first, auction=calls, contract=Contract(level, Strain(table.trump)),
            declarer=Seat(table.declarer), declarer_irregular=True, play=table.play(),
        )  # fmt: skip
        outcome = resolve(told)
        assert outcome.declarer == table.declarer, table.where
        assert outcome.tricks_played == table.won, table.where
        assert [found.rule.name for found in find(told, outcome)] == [], table.where


def test_insufficient_bids_put_right() -> None:
    """The record holds both calls; its Contract and Declarer tell that the second one replaced the first."""
    read = 0
    for seed in SEEDS:
        rng = random.Random(seed)
        first = rng.randrange(4)
        calls: list[int] = []
        last = 2
        for _ in range(rng.randrange(1, 5)):
            calls.extend([0] * rng.choice([0, 1, 2]) if calls else [])
            last = min(37, last + rng.randrange(1, 7))
            calls.append(last)
        calls.extend([0] * rng.choice([0, 1, 2]))
        better = last + rng.randrange(1, 6)
        if better > 37:
            continue
        low = rng.randrange(3, last + 1)
        tail = [better, 0, 0, 0]
        bid, declarer, over = judge(first, [*calls, *tail], [])
        assert over
        assert bid is not None
        assert declarer is not None
        contract = Contract((bid[0] - 3) // 5 + 1, Strain((bid[0] - 3) % 5), bid[1])
        told = Record(
            dealer=Seat(first), auction=Auction(Seat(first), (*calls, low, *tail)), contract=contract,
            declarer=Seat(declarer),
        )  # fmt: skip
        outcome = resolve(told)
        assert (outcome.contract, outcome.declarer) == (contract, declarer), f"seed {seed}"
        standing, other, _ = judge(first, [*calls, low, *tail], [])
        assert standing is not None
        if (standing, other) == (bid, declarer):
            continue
        assert outcome.auction is not None
        assert outcome.auction.reading is not None, f"seed {seed}"
        # What the calls come to if both stand is an alternative.
        readings = [(found.contract, found.declarer) for found in outcome.alternatives]
        stands = Contract((standing[0] - 3) // 5 + 1, Strain((standing[0] - 3) % 5), standing[1])
        assert other is not None
        assert (str(stands), Seat(other).letter) in readings, f"seed {seed}"
        read += 1
    assert read > BOARDS // 8
