"""Tricks and play: who wins, who plays, which cards are legal, and what becomes of the others."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import CARDS, Card, Deal, Seat, Side, Strain
from pbntools.game import STRENGTH, PlayFault, PlayState, PlayVerdict, Trick, trick_winner

RANKS = "23456789TJQKA"
PACK = Deal.parse("N:AKQJ.T98.765.432 T987.765.432.KQJ 6543.432.AKQJ.T9 2.AKQJ.T98.A8765")


def winner_by_law(cards: list[str], trump: str) -> int:
    """Laws 44E and 44F on text: the highest trump wins, else the highest card of the suit led."""
    trumps = [card for card in cards if card[0] == trump]
    candidates = trumps or [card for card in cards if card[0] == cards[0][0]]
    return cards.index(max(candidates, key=lambda card: RANKS.index(card[1])))


@given(st.lists(st.sampled_from(CARDS), min_size=1, max_size=4, unique=True), st.sampled_from(Strain))
def test_who_wins_a_trick(cards: list[Card], strain: Strain) -> None:
    expected = winner_by_law([str(card) for card in cards], str(strain))
    assert trick_winner(cards, strain) == expected
    assert trick_winner([int(card) for card in cards], -1 if strain is Strain.NOTRUMP else int(strain)) == expected


@pytest.mark.parametrize(
    ("cards", "strain", "expected"),
    [
        ("S2 S3 SA S4", "NT", 2),
        ("S2 HA DA CA", "NT", 0),
        ("S2 HA DA C2", "C", 3),
        ("SA C2 C3 SK", "C", 2),
        ("C2 SA CT C9", "C", 2),
    ],
)
def test_tricks(cards: str, strain: str, expected: int) -> None:
    assert trick_winner([Card.parse(card) for card in cards.split()], Strain.parse(strain)) == expected


def test_strengths_are_distinct_where_a_card_can_win() -> None:
    for number, trump in enumerate((-1, 0, 1, 2, 3, -1)):
        for led in range(4):
            strengths = [STRENGTH[number][led][card] for card in range(52)]
            can_win = [card for card in range(52) if card // 13 in (led, trump)]
            assert all((strengths[card] > 0) is (card in can_win) for card in range(52))
            assert len({strengths[card] for card in can_win}) == len(can_win)


def test_what_is_no_trick() -> None:
    with pytest.raises(ValueError, match="a trick without cards has no winner"):
        trick_winner([], -1)
    for trump in (-2, 5):
        with pytest.raises(ValueError, match=f"{trump} is not a trump suit: expected 0 to 3, or -1 or 4 in notrump"):
            trick_winner([1], trump)


@given(st.permutations(range(52)), st.sampled_from(Strain), st.sampled_from(Seat), st.data())
def test_random_play_by_the_laws(order: list[int], strain: Strain, declarer: Seat, data: st.DataObject) -> None:
    hands = {
        seat: [str(CARDS[card]) for card in sorted(order[13 * seat : 13 * seat + 13], reverse=True)] for seat in Seat
    }
    north, east, south, west = (sum(1 << card for card in order[13 * seat : 13 * seat + 13]) for seat in Seat)
    state = PlayState(Deal((north, east, south, west)), strain, declarer)
    assert (state.strain, state.declarer, state.dummy) == (strain, declarer, declarer.partner)
    won = {Side.NS: 0, Side.EW: 0}
    leader = Seat((declarer + 1) % 4)
    for number in range(1, 14):
        cards: list[str] = []
        for turn in range(4):
            seat = Seat((leader + turn) % 4)
            held = hands[seat]
            following = [card for card in held if cards and card[0] == cards[0][0]]
            assert state.to_play is seat
            assert state.trick_number == number
            assert [str(card) for card in state.legal_cards()] == (following or held)
            assert [str(card) for card in state.remaining(seat) or ()] == held
            assert [f"{who}{card}" for who, card in state.trick] == [
                f"{Seat((leader + at) % 4)}{card}" for at, card in enumerate(cards)
            ]
            for card in CARDS:
                assert bool(state.copy().push(card)) is (str(card) in (following or held))
            chosen = data.draw(st.sampled_from(following or held))
            assert state.push(chosen)
            held.remove(chosen)
            cards.append(chosen)
        seats = tuple(Seat((leader + turn) % 4) for turn in range(4))
        leader = seats[winner_by_law(cards, str(strain))]
        won[leader.side] += 1
        assert state.completed_tricks[-1] == Trick(tuple(map(Card.parse, cards)), seats, leader)
        assert state.completed_tricks[-1].leader is seats[0]
        assert (state.won(Side.NS), state.won(Side.EW)) == (won[Side.NS], won[Side.EW])
        assert state.tricks == won[declarer.side]
    assert state.is_over
    assert state.to_play is None
    assert state.trick_number == len(state.completed_tricks) == 13
    assert state.legal_cards() == []
    assert state.push("SA") == PlayVerdict(PlayFault.AFTER_END, None)
    assert sum(won.values()) == 13


def test_a_revoke_is_reported_and_played() -> None:
    state = PlayState(PACK, "S", "N")
    assert state.push("H5")
    assert state.push("S6") == PlayVerdict(PlayFault.REVOKE, "61A")
    assert state.push("HA")
    assert state.push("H8")
    assert state.completed_tricks[0].winner is Seat.SOUTH
    assert "S6" not in map(str, state.remaining(Seat.SOUTH) or ())


def test_a_card_played_before_and_a_card_not_held() -> None:
    state = PlayState(PACK, Strain.NOTRUMP, Seat.NORTH)
    for card in ("CJ", "CT", "CA", "C2"):
        assert state.push(card)
    assert state.push("CJ") == PlayVerdict(PlayFault.ALREADY_PLAYED, "44")
    assert state.push("C3")
    assert state.push("HA") == PlayVerdict(PlayFault.NOT_HELD, "44")
    assert state.push("CT") == PlayVerdict(PlayFault.ALREADY_PLAYED, "44")
    assert [trick.winner for trick in state.completed_tricks] == [Seat.WEST, Seat.WEST]


def test_a_card_that_was_not_held_is_still_its_holders() -> None:
    state = PlayState(PACK, "NT", "N")
    assert state.push("D2")
    assert state.push("D5").fault is PlayFault.NOT_HELD
    assert state.push("D8")
    assert state.push("D5")


def test_who_leads_out_of_turn_has_led() -> None:
    state = PlayState(PACK, "NT", "N")
    assert state.push("S6", "S") == PlayVerdict(PlayFault.OUT_OF_TURN, "54")
    for card in ("S2", "SJ", "S7"):
        assert state.push(card)
    assert state.completed_tricks[0].seats == (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
    assert state.completed_tricks[0].winner is Seat.NORTH
    assert state.push("DA", Seat.SOUTH) == PlayVerdict(PlayFault.OUT_OF_TURN, "53A")
    assert state.push("DT")
    assert state.push("D2", "E") == PlayVerdict(PlayFault.OUT_OF_TURN, "44B")
    assert state.to_play is Seat.NORTH
    assert state.push("D7")
    assert state.completed_tricks[1].winner is Seat.SOUTH
    assert state.completed_tricks[1].seats == (Seat.SOUTH, Seat.WEST, Seat.EAST, Seat.NORTH)


def test_a_faulty_card_out_of_turn_is_reported_for_its_own_fault() -> None:
    assert PlayState(PACK, "NT", "N").push("SA", "S").fault is PlayFault.NOT_HELD


def test_nobody_plays_twice_to_a_trick() -> None:
    state = PlayState(PACK, "NT", "N")
    state.push("ST")
    with pytest.raises(ValueError, match="East has already played to trick 1"):
        state.push("S9", "E")
    assert state.to_play is Seat.SOUTH
    assert state.push("S6")


def test_the_fourth_hand_follows_from_three() -> None:
    north, east, south, west = PACK
    state = PlayState(Deal.of(north, east, south), "NT", "N")
    assert state.deal == PACK
    assert state.remaining(Seat.WEST) == west


def test_unknown_hands() -> None:
    state = PlayState(Deal.of(north=PACK.north, south=PACK.south), "NT", "N")
    assert state.remaining(Seat.EAST) is None
    possible = state.legal_cards()
    dealt = {*(PACK.north or ()), *(PACK.south or ())}
    assert possible == [card for card in reversed(CARDS) if card not in dealt]
    assert state.push("ST")
    assert state.push("S6")
    assert state.copy().push("ST").fault is PlayFault.ALREADY_PLAYED
    assert state.copy().push("SA").fault is PlayFault.NOT_HELD
    # East has it in the pack; of two unknown hands that cannot be told.
    assert state.push("S9")
    assert state.copy().push("DA").fault is PlayFault.NOT_HELD
    assert state.copy().push("D7").fault is PlayFault.REVOKE
    assert state.push("SA")
    assert state.completed_tricks[0].winner is Seat.NORTH
    assert len(state.remaining(Seat.NORTH) or ()) == 12


def test_a_card_dealt_twice_may_be_played_by_both() -> None:
    state = PlayState(Deal.of("A...", "AK...", "QJ...", "T9..."), "NT", "N")
    assert state.push("SA")
    assert state.push("SQ")
    assert state.push("ST")
    assert state.push("SA")
    assert state.completed_tricks[0].winner is Seat.EAST


def test_cards_seats_and_strains_are_read_from_text_and_numbers() -> None:
    state = PlayState(PACK, "h", "west")
    assert state.push(Card.parse("SA"), "north")
    assert state.push(int(Card.parse("ST")))
    assert repr(state) == "<PlayState H by W, trick 1: SA ST>"
    assert repr(PlayState(PACK, 4, "S")) == "<PlayState NT by S, trick 1: no card>"
    with pytest.raises(ValueError, match="'1' is not a card"):
        state.push("1")
    with pytest.raises(ValueError, match="-1 is not the number of a card"):
        state.push(-1)
    with pytest.raises(ValueError, match="'Q' is not a seat"):
        state.push("SA", "Q")
    with pytest.raises(ValueError, match="'X' is not a denomination"):
        PlayState(PACK, "X", "N")
    assert len(state.trick) == 2


def test_a_copy_goes_its_own_way() -> None:
    state = PlayState(PACK, "NT", "N")
    state.push("ST")
    other = state.copy()
    for card in ("S6", "S2", "SA", "HT"):
        assert other.push(card)
    assert [str(card) for _, card in state.trick] == ["ST"]
    assert state.completed_tricks == ()
    assert (state.tricks, other.tricks) == (0, 1)
    assert state.to_play is Seat.SOUTH
    assert len(state.remaining(Seat.SOUTH) or ()) == 13
    restored = pickle.loads(pickle.dumps(other))
    assert (restored.trick, restored.completed_tricks, restored.to_play) == (
        other.trick,
        other.completed_tricks,
        other.to_play,
    )
