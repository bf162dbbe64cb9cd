"""What is printed of a board, before it is laid out."""

import pytest

from pbntools.core import Seat, Suit
from pbntools.reports.hand_records import PARTS, Wanted, hand_record, runs, shortened
from pbntools.reports.language import language
from tests.reports.hand_boards import boards, text

ENGLISH, TURKISH = language("en"), language("tr")
GAME = """\
[Event "Evening"]
[Board "7"]
[West "Ada"]
[North "Bo"]
[East "Cem"]
[South "Dag"]
[Dealer "S"]
[Vulnerable "All"]
[Deal "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"]
[Declarer "N"]
[Contract "5DX"]
[Result "10"]
[Ability "N:65587 E:78844 S:65587"]
[Auction "S"]
Pass 1S 2D 4S
Pass Pass 5D X
Pass Pass Pass
"""


def test_the_usual_parts() -> None:
    (board,) = boards(GAME)
    shown = hand_record(board, Wanted(ENGLISH))
    assert (shown.board, shown.dealer, shown.vulnerable) == ("7", "Dealer: South", "Vul: all")
    north, east, south, west = shown.hands
    assert north.suits == ((), ("6", "3"), ("A", "K", "Q", "9", "8", "7"), ("A", "9", "7", "3", "2"))
    assert east.suits is not None
    assert east.suits[3] == ("Q", "J", "10", "6")
    assert [hand.hcp for hand in (north, east, south, west)] == [13, 12, 5, 10]
    assert all(hand.vulnerable and not hand.name for hand in shown.hands)
    assert shown.double_dummy == (
        ("", "NT", "♠", "♥", "♦", "♣"),
        ("N", "6", "5", "5", "8", "7"),
        ("S", "6", "5", "5", "8", "7"),
        ("E", "7", "8", "8", "4", "4"),
        ("W", "?", "?", "?", "?", "?"),
    )
    assert (shown.calls, shown.lines, shown.named) == ((), (), False)


def test_all_parts() -> None:
    (board,) = boards(GAME)
    shown = hand_record(board, Wanted(ENGLISH, parts=frozenset(PARTS)))
    assert [hand.name for hand in shown.hands] == ["Bo", "Cem", "Dag", "Ada"]
    assert shown.calls == (
        ("West", "North", "East", "South"),
        ("", "", "", "Pass"),
        ("1♠", "2♦", "4♠", "Pass"),
        ("Pass", "5♦", "X", "Pass"),
        ("Pass", "Pass", "", ""),
    )
    assert shown.lines == ("5♦X by North: down 1 (10 tricks)", "Score, North-South: -200")


def test_in_turkish_with_its_letters() -> None:
    (board,) = boards(GAME)
    shown = hand_record(board, Wanted(TURKISH, "ARDV", frozenset(PARTS)))
    assert (shown.dealer, shown.vulnerable) == ("Dağıtan: Güney", "Zonlu: hepsi")
    assert shown.hands[0].suits == ((), ("6", "3"), ("A", "R", "D", "9", "8", "7"), ("A", "9", "7", "3", "2"))
    assert shown.double_dummy[0] == ("", "SA", "♠", "♥", "♦", "♣")
    assert [row[0] for row in shown.double_dummy[1:]] == ["K", "G", "D", "B"]
    assert shown.calls[0] == ("Batı", "Kuzey", "Doğu", "Güney")


@pytest.mark.parametrize(("letters", "honours"), [("APKV", "APKV"), ("AKVB", "AKVB"), ("AKDB", "AKDB")])
def test_letters_of_other_languages(letters: str, honours: str) -> None:
    (board,) = boards(text(1))
    north = hand_record(board, Wanted(ENGLISH, letters)).hands[0]
    assert north.suits is not None
    assert "".join(north.suits[0]) == f"{honours}1098765432"


def test_hidden_hands() -> None:
    (board,) = boards(GAME)
    shown = hand_record(board, Wanted(ENGLISH, hidden=frozenset({Seat.EAST, Seat.WEST})))
    assert [hand.suits is None for hand in shown.hands] == [False, True, False, True]
    assert [hand.hcp for hand in shown.hands] == [13, None, 5, None]
    (board,) = boards(GAME.replace('[Dealer "S"]', '[Hidden "SW"]\n[Dealer "S"]'))
    assert [hand.suits is None for hand in hand_record(board, Wanted(ENGLISH)).hands] == [False, False, True, True]
    shown = hand_record(board, Wanted(ENGLISH, hidden=frozenset()))
    assert all(hand.suits is not None for hand in shown.hands)


def test_what_is_not_known_stays_so() -> None:
    game = '[Board "?"]\n[Dealer "?"]\n[Vulnerable "?"]\n[Deal "N:AK32.QJ5.T98.762 - - -"]\n[Auction "N"]\n1C 8D +\n'
    (board,) = boards(game)
    shown = hand_record(board, Wanted(ENGLISH, parts=frozenset(PARTS)))
    assert (shown.board, shown.dealer, shown.vulnerable) == ("?", "Dealer: not known", "Vul: not known")
    assert [hand.remark for hand in shown.hands] == ["", *["hand not known"] * 3]
    assert [hand.hcp for hand in shown.hands] == [10, None, None, None]
    assert shown.double_dummy == ()
    assert shown.calls[1:] == (("", "1♣", "8+", "…"),)
    assert shown.lines == ("Contract not known",)


def test_pieces_of_a_text() -> None:
    assert list(runs("4♠X by ♥")) == [("4", None), ("♠", Suit.SPADES), ("X by ", None), ("♥", Suit.HEARTS)]
    assert list(runs("")) == []


def test_long_texts() -> None:
    assert shortened("a\n b\t c", 10) == "a b c"
    assert shortened("abcdef", 4) == "abc…"
    assert len(shortened("x y" * 1_000_000, 80)) <= 80
