"""Records of very many irregularities: judged in time that grows with the size, and told in bounded number."""

import sys
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.core import CARDS, Seat
from pbntools.diagnostics import MOST_FINDINGS
from pbntools.laws.auction_readings import LONGEST
from pbntools.laws.auction_run import callers
from pbntools.record import Auction
from tests.formats.pbn.test_bad_input import bounded

HEAD = '[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n'
GROWING = {
    "insufficient bids": "1C\n" * 60_000,
    "insufficient bids with comments that never close": "1C {x\n" * 40_000,
    "marked insufficient bids": "^I 1C\n" * 60_000,
    "players passed over": "^S 1C\n" * 60_000,
    "passes out of turn that were withdrawn": "^S ^S Pass {1S out of turn by West, withdrawn}\n" * 40_000,
    "calls that were corrected": "X {corrected from 1C}\n" * 120_000,
    "redoubles": "1C XX Pass\n" * 20_000,
    "bids above seven": "1C 8C 8C\n" * 30_000,
}


@pytest.mark.skipif(
    sys.gettrace() is not None or "coverage" in sys.modules, reason="under a tracer, time tells nothing"
)
@pytest.mark.parametrize("name", list(GROWING))
def test_time_grows_with_the_size(name: str) -> None:
    with bounded():
        (reading,) = pbn.check((HEAD + GROWING[name]).encode())
        counts = Counter(found.rule.name for found in reading.diagnostics)
    assert max(counts.values()) >= min(MOST_FINDINGS, LONGEST)
    assert max(counts.values()) <= MOST_FINDINGS + 1


@pytest.mark.skipif(
    sys.gettrace() is not None or "coverage" in sys.modules, reason="under a tracer, time tells nothing"
)
def test_many_penalty_cards_beside_each_card() -> None:
    head = '[Board "1"]\n[Dealer "N"]\n[Contract "1NT"]\n[Declarer "N"]\n[Play "E"]\n'
    told = " ".join(f"{{{rank} penalty card: {card}}}" for card in CARDS for rank in ("major", "minor"))
    cards = " ".join(f"{card} {told}" for card in CARDS)
    with bounded():
        (reading,) = pbn.check((head + cards + "\n").encode())
        counts = Counter(found.rule.name for found in reading.diagnostics)
    # Most of the cards that are named were played before.
    assert counts["penalty-card"] > 500
    assert counts["irregularity-mark"] == MOST_FINDINGS + 1


@given(
    first=st.sampled_from(Seat),
    skips=st.lists(st.integers(0, 9)),
    index=st.integers(0, 9),
)
def test_callers_are_those_of_the_auction(first: Seat, skips: list[int], index: int) -> None:
    calls = Auction(first, (0,) * 10, "", tuple(skips))
    assert callers(calls)(index) is calls.seat(index)
