"""Unknown remains unknown: what another legal deal could explain is no error."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.core import PASSED_OUT, SUIT_MASK, Deal, Seat
from pbntools.game import trick_winner
from pbntools.record import UNKNOWN_CARD, Play, Record, Tags
from tests.laws.boards import findings, grades, random_board, severity


def hidden(item: Record, seats: set[int]) -> Record:
    assert item.deal is not None
    masks = [None if seat in seats else mask for seat, mask in enumerate(item.deal.masks)]
    return item.replace(deal=Deal((masks[0], masks[1], masks[2], masks[3])))


@settings(max_examples=60, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    seats=st.sets(st.integers(0, 3), min_size=1),
    cards=st.integers(0, 52),
)
def test_hiding_hands_of_a_legal_board_raises_nothing(seed: int, seats: set[int], cards: int) -> None:
    item = random_board(seed).record
    if item.play is None:
        return
    cut = replace(item.play, ids=item.play.ids[:cards], end="*" if cards < 52 else "")
    assert grades(hidden(item.replace(play=cut), seats)) <= {"notice"}


@settings(max_examples=120, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    seats=st.sets(st.integers(0, 3), max_size=3),
    gaps=st.sets(st.integers(0, 51), min_size=1, max_size=30),
)
def test_cards_that_are_not_recorded_raise_nothing(seed: int, seats: set[int], gaps: set[int]) -> None:
    """A card that is not told may be of any suit, so a hand that is known may have none left to follow with."""
    item = random_board(seed).record
    if item.play is None:
        return
    ids = tuple(UNKNOWN_CARD if cell in gaps else card for cell, card in enumerate(item.play.ids))
    told = item.replace(play=replace(item.play, ids=ids, end="*"))
    assert grades(hidden(told, seats)) <= {"notice"}


def fits_no_deal(item: Record) -> bool:
    """Whether no four hands of thirteen cards make the play legal, given the known hands; worked out card by card."""
    assert item.deal is not None
    assert item.play is not None
    play = item.play
    ids = play.ids
    rows = [ids[start : start + 4] for start in range(0, len(ids), 4)]
    voids = [0, 0, 0, 0]
    owned = [mask or 0 for mask in item.deal.masks]
    known = [mask is not None for mask in item.deal.masks]
    for row in rows:
        for column, card in enumerate(row):
            seat = (int(play.first) + column) % 4
            if known[seat] and not owned[seat] >> card & 1:
                return True
    played: list[set[int]] = [set() for _ in range(4)]
    for column in range(52):
        if column < len(ids):
            played[(int(play.first) + column) % 4].add(ids[column])
    if len({card for cards in played for card in cards}) != len(ids):
        return True
    for seat in range(4):
        others = [mask for other, mask in enumerate(item.deal.masks) if other != seat and mask is not None]
        if any(mask >> card & 1 for mask in others for card in played[seat]):
            return True
    leader = 0
    assert item.contract is not None
    trump = int(item.contract.strain)
    left = [set(cards) for cards in played]
    for row in rows:
        if len(row) < 4:
            break
        order = [(leader + step) % 4 for step in range(4)]
        suit = row[leader] // 13
        for column in order:
            seat = (int(play.first) + column) % 4
            left[seat].discard(row[column])
            if row[column] // 13 != suit:
                hand = item.deal.masks[seat]
                holds = (
                    any(card // 13 == suit for card in left[seat])
                    if hand is None
                    else any(
                        hand >> card & 1 and (card in left[seat] or card not in played[seat])
                        for card in range(13 * suit, 13 * suit + 13)
                    )
                )
                if holds:
                    return True
                voids[seat] |= SUIT_MASK[suit]
        leader = order[trick_winner([row[column] for column in order], trump)]
    # The cards that no player shows must have a home: an unknown hand that is not void in their suit.
    homeless = [
        card
        for card in range(52)
        if not any(card in cards for cards in played) and not any((mask or 0) >> card & 1 for mask in item.deal.masks)
    ]
    free = [seat for seat in range(4) if not known[seat]]
    return any(all(voids[seat] >> card & 1 for seat in free) for card in homeless) if free else False


@settings(max_examples=120, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    seats=st.sets(st.integers(0, 3), min_size=1, max_size=3),
    swap=st.tuples(st.integers(0, 51), st.integers(0, 51)),
    cards=st.integers(8, 52),
)
def test_hiding_hands_of_an_illegal_board_leaves_only_what_no_deal_fits(
    seed: int, seats: set[int], swap: tuple[int, int], cards: int
) -> None:
    item = random_board(seed).record
    if item.play is None or item.contract is PASSED_OUT:
        return
    ids = list(item.play.ids)
    one, other = swap
    ids[one], ids[other] = ids[other], ids[one]
    ids = ids[: cards - cards % 4]
    broken = item.replace(play=Play(item.play.first, tuple(ids), "*"), result=None, tags=Tags())
    seen = hidden(broken, seats)
    errors = [finding for finding in findings(seen) if severity(finding) > 1]
    if errors:
        assert fits_no_deal(seen), [finding.message for finding in errors]


@pytest.mark.parametrize("seat", list(Seat))
def test_a_fault_of_a_known_hand_is_still_seen(seat: Seat) -> None:
    item = random_board(4).record
    assert item.play is not None
    ids = list(item.play.ids)
    column = (seat - item.play.first) % 4
    ids[column], ids[(column + 1) % 4] = ids[(column + 1) % 4], ids[column]
    broken = item.replace(play=Play(item.play.first, tuple(ids[:4]), "*"), result=None)
    others = {int(other) for other in Seat if other is not seat}
    assert "error" in grades(hidden(broken, others))
