"""A replay as JSON says of each position what the game played by itself comes to."""

from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.core import CALLS, Seat, Side
from pbntools.game import AuctionState, PlayState
from pbntools.replaying import Replay
from pbntools.reports.replay_json import replay_json
from tests.reports import replay_boards as boards

CLUB = Path(__file__).parent.parent.parent / "fixtures" / "valid" / "club-evening.pbn"
GAMES = [pbn.replay(reading) for source in (boards.ALL.encode(), CLUB) for reading in pbn.check(source)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.record.board}-{game.record.room}")
def test_every_position(game: Replay) -> None:
    record, calls = game.record, game.record.auction
    assert calls is not None
    steps = replay_json("club.pbn", 0, game)["steps"]
    assert len(steps) == len(game)
    auction = AuctionState(calls.first)
    for number in range(game.calls):
        position = steps[number]["position"]
        assert (position["phase"], position["to_play"], position["dummy_shown"]) == ("auction", None, False)
        assert position["to_call"] == str(auction.to_call)
        assert position["legal"] == [str(call) for call in auction.legal()]
        assert position["won"] == {"NS": 0, "EW": 0}
        assert (position["trick_number"], position["trick"], position["last_trick"]) == (None, [], None)
        auction.push(CALLS[calls.ids[number]])
    if game.contract is None or game.declarer is None or record.deal is None:
        assert steps[-1]["position"]["phase"] == "over"
        return
    play = PlayState(record.deal, game.contract.strain, game.declarer)
    for step in steps[game.calls :]:
        if step["kind"] == "card":
            assert step["seat"] == str(play.to_play)
            assert (step["trick"], step["place"]) == (len(play.completed_tricks) + 1, len(play.trick) + 1)
            play.push(pbn.Card.parse(step["card"]))
        position = step["position"]
        assert position["dummy_shown"] == (step["kind"] == "card")
        assert position["won"] == {str(side): play.won(side) for side in Side}
        assert position["tricks"] == play.tricks
        assert position["trick_number"] == min(len(play.completed_tricks) + 1, 13)
        assert [(played["seat"], played["card"]) for played in position["trick"]] == [
            (str(seat), str(card)) for seat, card in play.trick
        ]
        assert position["hands"] == {str(seat): str(play.remaining(seat)) for seat in Seat}
        if position["phase"] == "play":
            assert position["to_play"] == str(play.to_play)
            assert position["legal"] == [str(card) for card in play.legal_cards()]
        else:
            assert (position["to_play"], position["legal"]) == (None, [])


def test_a_board_is_played_to_its_last_card_and_one_is_passed_out() -> None:
    assert {"played", "passed out", "stopped"} <= {game.ending for game in GAMES}
