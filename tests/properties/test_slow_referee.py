"""The engine against the second referee: boards with planted irregularities, calls and cards.

``PBNTOOLS_ORACLE_BOARDS`` sets how many boards (1,000 unless it is set), ``PBNTOOLS_ORACLE_SEED`` the first seed (0).
"""

import os
import random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.core import Deal, Seat
from pbntools.laws import resolve
from pbntools.record import Auction, Play, Record
from tests.oracles.revoke_table import moved_to_declarer, play_out, tricks_of_declarer
from tests.oracles.slow_referee import irregular_calls, judge

BOARDS = int(os.environ.get("PBNTOOLS_ORACLE_BOARDS", "1000"))
FIRST = int(os.environ.get("PBNTOOLS_ORACLE_SEED", "0"))


CALL = st.sampled_from([0, 0, 0, 0, 1, 2, -2]) | st.integers(3, 37)


@settings(max_examples=BOARDS // 2, deadline=None)
@given(first=st.integers(0, 3), calls=st.lists(CALL, min_size=1, max_size=14), passed_over=st.lists(st.integers(0, 13)))
def test_the_engine_agrees_on_any_calls(first: int, calls: list[int], passed_over: list[int]) -> None:
    """The same for calls of any order, which come down to the fewest where the two differ."""
    skips = sorted(at for at in passed_over if at < len(calls))
    bid, declarer, over = judge(first, calls, skips)
    found = resolve(Record(dealer=Seat(first), auction=Auction(Seat(first), tuple(calls), "", tuple(skips))))
    assert (found.contract is not None) is over
    if found.contract is None:
        return
    assert found.contract.is_passed_out is (bid is None)
    if not found.contract.is_passed_out:
        assert ((int(found.contract.bid), found.contract.doubled), found.declarer) == (bid, declarer)


def test_the_engine_agrees_on_contract_declarer_tricks_and_adjustment() -> None:
    contracts = adjusted = unknown = 0
    for seed in range(FIRST, FIRST + BOARDS):
        rng = random.Random(seed)
        first, calls, skips = irregular_calls(rng)
        pack = list(range(52))
        rng.shuffle(pack)
        hands = [set(pack[13 * seat : 13 * seat + 13]) for seat in range(4)]
        masks = [sum(1 << card for card in hand) for hand in hands]
        bid, declarer, over = judge(first, calls, skips)
        item = Record(
            dealer=Seat(first),
            deal=Deal((masks[0], masks[1], masks[2], masks[3])),
            auction=Auction(Seat(first), tuple(calls), "", tuple(skips)),
        )
        where = f"seed {seed}: {calls} {skips}"
        found = resolve(item)
        if not over:
            assert found.contract is None, where
            continue
        assert found.contract is not None, where
        if bid is None:
            assert found.contract.is_passed_out, where
            continue
        assert declarer is not None
        assert (int(found.contract.bid), found.contract.doubled) == bid, where
        assert found.declarer == declarer, where
        contracts += 1
        cells, marks = play_out(hands, declarer, int(found.contract.strain), rng)
        played = item.replace(play=Play(Seat((declarer + 1) % 4), tuple(cells), revokes=frozenset(marks)))
        outcome = resolve(played)
        told = played.replace(contract=found.contract, declarer=found.declarer)
        assert outcome.tricks_played == tricks_of_declarer(told), where
        if outcome.adjustment is None:
            unknown += 1
            continue
        assert outcome.adjustment == moved_to_declarer(told), where
        adjusted += outcome.adjustment != 0
    assert contracts > BOARDS // 3
    assert adjusted > BOARDS // 20
    assert unknown < BOARDS // 10
