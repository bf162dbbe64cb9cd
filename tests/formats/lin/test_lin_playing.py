"""Cards in playing order and the same cards by player."""

from __future__ import annotations

import pytest

from pbntools.core import Call, Seat
from pbntools.formats.lin.playing import arrange, contract_of, lead_of, sequence
from pbntools.formats.lin.values import suits_to_lin, suits_to_text
from tests.formats.lin.lin_samples import BOARD, CALLS, CARDS, HANDS, HEAD, only, random_record, rules_of

TRICK = "pc|HK|pc|HA|pc|H2|pc|H6|pg||"


@pytest.mark.parametrize("seed", range(60))
def test_arranging_undoes_the_order(seed: int) -> None:
    record = random_record(seed)
    play = record.play
    if play is None or record.auction is None or record.deal is None:
        return
    strain, leader = lead_of(record.auction, record.contract, record.declarer)
    if strain < 0 or not contract_of(record.auction.ids, record.auction.first)[4]:
        return
    cells, sure = sequence(play.ids, int(play.first), play.leads, strain, leader)
    assert sure
    assert len(cells) == sum(card >= 0 for card in play.ids)
    cards = [play.ids[cell] for cell in cells]
    for every in (False, True):
        found = arrange(cards, record.deal.masks, strain, leader, cells=every)
        assert (found.ids, found.first, found.odd) == (play.ids, int(play.first), -1)
    assert found.cells == cells


def test_a_trick_that_is_typed_in_from_another_seat_on() -> None:
    # West wins the second trick and leads to the third, which holds either way.
    text = HEAD + CALLS + CARDS.replace(TRICK, "pc|HA|pc|H2|pc|H6|pc|HK|pg||")
    assert only(text).play == only(HEAD + CALLS + CARDS).play
    assert rules_of(text) == ["play-order"]


def test_a_lead_out_of_turn_shows_in_the_next_trick() -> None:
    # South is to lead to the second trick, but West leads a club, which North wins; he leads to the third.
    text = HEAD + CALLS + "pc|D9|pc|DA|pc|D2|pc|D6|pg||pc|C4|pc|CK|pc|C9|pc|C6|pg||pc|H2|"
    play = only(text).play
    assert play is not None
    assert [play.seat(cell) for cell in play.leads] == []
    assert str(play.cards[4 + (Seat.WEST - play.first) % 4]) == "C4"
    assert rules_of(text) == ["play-order"]


def test_without_hands_the_rotation_tells_the_players() -> None:
    text = BOARD.replace(HANDS, ",,,")
    assert only(text).play == only(BOARD).play
    assert rules_of(text) == []


def test_without_an_auction_the_hands_tell_the_players() -> None:
    play, known = only(BOARD.replace(CALLS, "").replace("mc|9|", "")).play, only(BOARD).play
    assert play is not None
    assert known is not None
    assert (play.first, play.ids) == (known.first, known.ids)


def test_cards_of_nobody_are_kept() -> None:
    text = f"md|1|{CARDS}"
    play = only(text).play
    assert play is not None
    assert [str(card) for card in play.cards[:4]] == ["D9", "DA", "D2", "D6"]
    assert rules_of(text) == ["play-order"]


@pytest.mark.parametrize(
    ("calls", "found"),
    [
        ("Pass Pass Pass Pass", (0, -1, 0, -1, True)),
        ("Pass", (0, -1, 0, -1, False)),
        ("1S Pass 2S Pass Pass Pass", (2, 3, 0, 0, True)),
        ("1S X XX Pass Pass Pass", (1, 3, 2, 0, True)),
        ("1S 2S Pass 3S X Pass Pass Pass", (3, 3, 1, 1, True)),
        ("1H Pass 1S Pass 2H Pass", (2, 2, 0, 0, False)),
        ("Pass Pass X Pass", (0, -1, 0, -1, False)),
    ],
)
def test_contracts(calls: str, found: tuple[int, int, int, int, bool]) -> None:
    assert contract_of([int(Call.parse(call)) for call in calls.split()], 0) == found


@pytest.mark.parametrize(
    ("lin", "text"),
    [
        ("5@Ss and 3@Hs", "5\\Ss and 3\\Hs"),
        ("no !CA; !DA", "no \\CA; \\DA"),
        ("!H!S two-suiter", "\\H\\S two-suiter"),
        ("Hi!Dear", "Hi!Dear"),
        ("me@Site.example", "me@Site.example"),
        ("great!", "great!"),
        ("1!S", "1\\S"),
    ],
)
def test_suits_in_texts(lin: str, text: str) -> None:
    assert suits_to_text(lin) == text
    assert suits_to_text(suits_to_lin(text)) == text
