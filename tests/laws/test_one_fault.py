"""One fault gives one diagnostic: planted faults raise no cascade, and unfinished records no alarm."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.core import CARDS, Deal, Seat
from pbntools.laws import resolve
from pbntools.laws.holding import holding_of
from pbntools.laws.play_replay import replay_play
from pbntools.record import UNKNOWN_CARD, UNREADABLE, UNREADABLE_CARD, Auction, Play, Record, Result
from tests.laws.boards import Board, named, random_board

seeds = st.integers(0, 2**32).map(random_board).filter(lambda board: board.tricks is not None)


def parts(board: Board) -> tuple[Deal, Play, Auction]:
    item = board.record
    assert item.deal is not None
    assert item.play is not None
    assert item.auction is not None
    return item.deal, item.play, item.auction


def with_masks(item: Record, masks: list[int | None]) -> Record:
    return item.replace(deal=Deal((masks[0], masks[1], masks[2], masks[3])))


def held(deal: Deal, seat: Seat) -> list[int]:
    return [int(card) for card in CARDS if (deal.masks[seat] or 0) >> card & 1]


@settings(max_examples=200)
@given(seeds, st.data())
def test_a_card_dealt_twice(board: Board, data: st.DataObject) -> None:
    deal, _, _ = parts(board)
    giver, taker = data.draw(st.permutations(list(Seat)))[:2]
    lost, doubled = data.draw(st.sampled_from(held(deal, taker))), data.draw(st.sampled_from(held(deal, giver)))
    masks = list(deal.masks)
    masks[taker] = (masks[taker] or 0) & ~(1 << lost) | 1 << doubled
    assert named(with_masks(board.record, masks)) == [("duplicate-card", "error")]


@settings(max_examples=200)
@given(seeds, st.data())
def test_a_card_in_the_wrong_hand(board: Board, data: st.DataObject) -> None:
    deal, _, _ = parts(board)
    giver, taker = data.draw(st.permutations(list(Seat)))[:2]
    card = data.draw(st.sampled_from(held(deal, giver)))
    masks = list(deal.masks)
    masks[giver] = (masks[giver] or 0) & ~(1 << card)
    masks[taker] = (masks[taker] or 0) | 1 << card
    assert named(with_masks(board.record, masks)) == [("hand-size", "error")]


@settings(max_examples=200)
@given(seeds, st.data())
def test_a_card_that_is_not_held(board: Board, data: st.DataObject) -> None:
    _, play, _ = parts(board)
    cell = data.draw(st.integers(0, 51))
    other = data.draw(st.sampled_from([at for at in range(52) if (at - cell) % 4]))
    ids = list(play.ids)
    ids[cell] = ids[other]
    rule = "card-not-held" if cell < other else "card-played-twice"
    assert named(board.record.replace(play=Play(play.first, tuple(ids)))) == [(rule, "error")]


@settings(max_examples=200)
@given(seeds, st.data())
def test_a_word_that_cannot_be_read(board: Board, data: st.DataObject) -> None:
    # The reader reports it; nothing else follows from it.
    _, play, auction = parts(board)
    cell = data.draw(st.integers(0, 51))
    ids = (*play.ids[:cell], UNREADABLE_CARD, *play.ids[cell + 1 :])
    assert named(board.record.replace(play=Play(play.first, ids))) == []
    at = data.draw(st.integers(0, len(auction.ids) - 1))
    calls = (*auction.ids[:at], UNREADABLE, *auction.ids[at + 1 :])
    assert named(board.record.replace(auction=Auction(auction.first, calls))) == []


@settings(max_examples=200)
@given(seeds, st.data())
def test_a_wrong_contract_or_declarer(board: Board, data: st.DataObject) -> None:
    item = board.record
    assert item.declarer is not None
    declarer = data.draw(st.sampled_from([seat for seat in Seat if seat is not item.declarer]))
    assert named(item.replace(declarer=declarer)) == [("declarer-mismatch", "error")]
    other = random_board(data.draw(st.integers(0, 1000))).record.contract
    if other is not None and other is not item.contract and not other.is_passed_out:
        assert named(item.replace(contract=other)) == [("contract-mismatch", "error")]


@settings(max_examples=200)
@given(seeds, st.integers(0, 51))
def test_play_to_be_continued(board: Board, count: int) -> None:
    _, play, auction = parts(board)
    place = {card: cell for cell, card in enumerate(play.ids)}
    order = [place[card] for card in board.order]
    ids = [UNKNOWN_CARD] * 52
    for cell in order[:count]:
        ids[cell] = play.ids[cell]
    length = max([*order[: count + 1]]) + 1
    whole = count // 4
    assert board.record.declarer is not None
    won = sum(winner.side is board.record.declarer.side for winner in board.winners[:whole])
    going_on = Play(play.first, tuple(ids[:length]), "+", order[count])
    item = board.record.replace(play=going_on, result=Result(won), tags=Record().tags)
    assert named(item) == []
    assert named(item.replace(result=Result((won + 1) % 14))) == [("result-mismatch", "error")]
    assert named(item.replace(result=None)) == []
    assert auction.end == ""
    trace = resolve(item).play
    assert trace is not None
    assert trace.finished == whole


@given(seeds)
def test_both_replays_agree(board: Board) -> None:
    deal, play, _ = parts(board)
    item = board.record
    assert item.contract is not None
    assert item.declarer is not None
    trace = replay_play(play, holding_of(deal.masks, 13), int(item.contract.strain), (item.declarer + 1) % 4)
    assert tuple(trace.winners) == board.winners
    assert trace.leaders[:13] == board.leaders
    assert trace.findings == ()
    assert trace.complete
    assert not trace.deduced
