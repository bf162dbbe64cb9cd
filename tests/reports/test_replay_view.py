"""What the full-screen view writes below the table."""

import pytest

import pbntools as pbn
from pbntools.replaying import Replay
from pbntools.reports.card_letters import letters_table
from pbntools.reports.language import language
from pbntools.reports.replay_view import Drawer, Hands, View
from pbntools.reports.screen import Screen
from tests.reports import replay_boards as boards


def drawn(lang: str, encoding: str = "utf-8", letters: str = "AKQJ") -> str:
    reading = next(pbn.check(boards.REVOKE.encode()))
    assert reading.record is not None
    game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)
    drawer = Drawer(Screen(encoding), language(lang), letters_table(letters))
    return "\n".join("".join(text for _, text in line) for line in drawer.draw(game, 15, View(), 100, 30))


def test_what_is_wrong_is_said_in_the_language_of_the_view() -> None:
    assert "trick 2, East played the ♦3 but held spades (♠J, ♠8 and ♠2)" in drawn("en")
    assert "trick 2, East played the D3 but held spades (SJ, S8 and S2)" in drawn("en", "ascii")
    assert "2. löve, Doğu ♦3 oynamış, ama elinde pik varmış (♠J, ♠8 ve ♠2)" in drawn("tr")
    assert "2. löve, Doğu ♦3 oynamış, ama elinde pik varmış (♠V, ♠8 ve ♠2)" in drawn("tr", letters="ARDV")


def test_suits_are_letters_where_the_terminal_has_no_symbols() -> None:
    assert "2. löve, Doğu D3 oynamış, ama elinde pik varmış (SJ, S8 ve S2)" in drawn("tr", "iso8859_9")


def test_a_hand_that_the_record_hides_is_hidden_as_dummy_too() -> None:
    reading = next(pbn.check(boards.CLAIMED.replace('[Scoring "IMP"]', '[Scoring "IMP"]\n[Hidden "N"]').encode()))
    assert reading.record is not None
    game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)
    drawer = Drawer(Screen("utf-8"), language("en"), letters_table("AKQJ"))
    last = len(game) - 1
    assert game[last].position.dummy is pbn.Seat.NORTH
    assert game[last].position.dummy_shown

    def text(view: View) -> str:
        return "\n".join("".join(part for _, part in line) for line in drawer.draw(game, last, view, 100, 30))

    assert text(View()).count("hidden") == 1
    assert text(View(hands="all")).count("hidden") == 0


def test_the_result_stands_before_what_others_said() -> None:
    said = " ".join(f"{{Remark {number} of those who looked on.}}" for number in range(12))
    text = boards.OPEN.replace("D4 D5 D9 DK {Dummy is high.}", f"D4 {said} D5 D9 DK").replace('"Open"', '"Closed"')
    reading = next(pbn.check(text.encode()))
    assert reading.record is not None
    game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)

    def lines(lang: str, number: int, height: int = 24) -> list[str]:
        drawer = Drawer(Screen("utf-8"), language(lang), letters_table("AKQJ"))
        return ["".join(part for _, part in line) for line in drawer.draw(game, number, View(), 80, height)]

    last = lines("en", len(game) - 1)
    assert [line.strip() for line in last[19:22]] == [
        "No more cards were recorded.",
        "4♠ by South: made, 2 overtricks (12 tricks, recorded)",
        "Score, North-South: +680",
    ]
    assert "Remark 0 of" in "".join(lines("en", len(game) - 1, 40)[22:])
    # The room is named in the language, and the cards that won their tricks are marked, those of whole tricks alone.
    assert "Closed room" in last[0]
    assert "Kapalı salon" in lines("tr", 1)[0]
    tricks = [line[51:].split() for line in last[7:17]]
    assert ["1", "♣2", "♣T", "♣4", "♣A*"] in tricks
    assert ["4", "♦4", "♦5", "♦9", "♦K*"] in tricks
    assert "".join(line[51:] for line in lines("en", len(game) - 2)[7:17]).count("*") == 3


@pytest.mark.parametrize(("hands", "seen"), [("recorded", 2), ("all", 2), ("declarer", 1), ("dummy", 0)])
def test_hands_that_were_not_asked_for_are_hidden_in_any_view(hands: Hands, seen: int) -> None:
    reading = next(pbn.check(boards.REVOKE.replace('[Scoring "IMP"]', '[Scoring "IMP"]\n[Hidden "NE"]').encode()))
    assert reading.record is not None
    game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)
    drawer = Drawer(Screen("utf-8"), language("en"), letters_table("AKQJ"))

    def text(view: View) -> str:
        return "\n".join("".join(part for _, part in line) for line in drawer.draw(game, 15, view, 100, 30))

    veiled = text(View(hands, veiled=True))
    assert veiled.count("hidden") == 4 - seen
    # What is wrong is named, and is said once all hands are seen.
    assert "PLY305" in veiled
    assert "but held" not in veiled
    assert "but held" in text(View("all"))


def test_suits_that_may_not_be_played_are_dim_in_the_hand_to_play() -> None:
    """West led a heart: North has to follow suit, and nobody else is to play."""
    reading = next(pbn.check(boards.REVOKE.encode()))
    assert reading.record is not None
    game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)
    number = game.number_of(trick=1, card=1)
    hands = game[number].position.hands
    assert game[number].position.to_play is pbn.Seat.NORTH
    drawer = Drawer(Screen("utf-8"), language("en"), letters_table("AKQJ"))
    pieces = [piece for line in drawer.draw(game, number, View(hands="all"), 80, 24)[:17] for piece in line]
    for seat, hand in hands.items():
        assert hand is not None
        for suit in pbn.Suit:
            ranks = hand.suit(suit)
            if len(ranks) > 1:
                wanted = "dim" if seat is pbn.Seat.NORTH and suit is not pbn.Suit.HEARTS else ""
                assert wanted in {style for style, text in pieces if text.strip() == ranks}, (seat, suit)
