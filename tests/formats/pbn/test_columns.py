"""Play sections whose cards stand in other columns."""

import pytest

from pbntools.core import Deal
from pbntools.formats.pbn.columns import columns_hold, settle
from tests.formats.samples import DEAL, Mark, cards, marks, play_of, the_play

deal = Deal.parse(DEAL)


def test_columns_that_hold() -> None:
    for body in ("CK C8 CA C2\nCQ - - -", "CK - - C2", "- - - -", ""):
        assert cards(the_play(play_of(body))) == body.replace("\n", " ")
        assert "play-columns" not in [mark.rule for mark in marks(play_of(body))]


@pytest.mark.parametrize("row", ["C8 CA C2 CK", "CA C2 CK C8", "C2 CK C8 CA", "CK CA C8 C2"])
def test_a_row_in_another_order_is_settled_by_the_owners(row: str) -> None:
    text = play_of(f"ST S3 S2 SA\n{row}")
    assert cards(the_play(text)) == "ST S3 S2 SA CK C8 CA C2"
    assert [mark.rule for mark in marks(text)] == ["play-columns"]
    assert marks(text)[0].line == 5


def test_a_row_that_lacks_a_card_shifts_no_other() -> None:
    text = play_of("ST S3 SA\nCK C8 CA C2\nCQ C9 C7 C3")
    assert cards(the_play(text)) == "ST S3 - SA CK C8 CA C2 CQ C9 C7 C3"
    assert [mark.rule for mark in marks(text)] == ["play-columns"]


def test_one_diagnostic_a_board() -> None:
    text = play_of("C8 CA C2 CK\nC9 C7 C3 CQ\nS3 S2 SA ST")
    assert marks(text) == [Mark("play-columns", 4, 1)]


def test_two_cards_of_one_hand_are_left_where_they_stand() -> None:
    text = play_of("CK CQ CA C2")
    assert cards(the_play(text)) == "CK CQ CA C2"


def test_cards_on_lines_of_their_own_are_a_stream() -> None:
    # One word a line says nothing of rows: the second trick has two spades of North's and is no trick of owners.
    text = play_of("CK\nC8\nCA\nC2\nST\nS3\nSK\nSA")
    assert cards(the_play(text)) == "CK C8 CA C2 ST S3 SK SA"


def test_marks_move_with_their_cards() -> None:
    text = play_of("CA C2 ^R CK ^L C8")
    play = the_play(text)
    assert cards(play) == "CK C8 CA C2"
    assert (play.revokes, play.leads) == (frozenset({0}), frozenset({1}))


class TestHiddenHands:
    PARTIAL = "N:AKQJ.T98.765.432 - 6543.432.AKQJ.98 -"

    def test_known_hands_settle_a_row_and_one_hidden_hand_takes_the_rest(self) -> None:
        one_hidden = "N:AKQJ.T98.765.432 - 6543.432.AKQJ.98 2.AKQJ.T98.A765"
        text = play_of("C2 CK C8 CA", deal=one_hidden)
        assert cards(the_play(text)) == "CK C8 CA C2"

    def test_with_two_hidden_hands_a_card_stays_in_its_own_column(self) -> None:
        assert cards(the_play(play_of("CK C8 CA C2", deal=self.PARTIAL))) == "CK C8 CA C2"
        assert cards(the_play(play_of("CK C2 CA C8", deal=self.PARTIAL))) == "CK C8 CA C2"

    def test_columns_of_hidden_hands_hold_anything(self) -> None:
        assert columns_hold((None, None, None, None), 0, [1, 2, 3, 4])
        assert columns_hold(deal.masks, 0, [-1, -1, -2])


def test_a_card_in_two_hands_settles_nothing() -> None:
    twice = Deal.parse("N:AK... - A2... -")
    assert settle(twice, 0, [51, 50], []) is None


def test_an_unreadable_card_takes_the_place_that_is_left_to_a_hidden_hand() -> None:
    assert settle(deal, 1, [-2, 6, 12, 0], []) is None


def test_hands_at_the_wrong_seats_are_not_settled_where_the_declarer_bears_out_the_lead() -> None:
    # Every trick is shifted by one, as if all hands had been written one seat too far.
    text = play_of("C8 CA C2 CK\nC9 C7 C3 CQ\nS3 S2 SA ST")
    first = the_play(text).first
    for declarer, rules in ((first.right, []), (first.left, ["play-columns"])):
        named = text.replace("[Play", f'[Declarer "{declarer}"]\n[Play')
        assert [mark.rule for mark in marks(named) if mark.rule == "play-columns"] == rules
