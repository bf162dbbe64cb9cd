"""What the full-screen view writes below the table."""

import pbntools as pbn
from pbntools.replaying import Replay
from pbntools.reports.card_letters import letters_table
from pbntools.reports.language import language
from pbntools.reports.replay_view import Drawer, View
from pbntools.reports.screen import Screen
from tests.reports import replay_boards as boards


def drawn(lang: str, encoding: str = "utf-8", letters: str = "AKQJ") -> str:
    reading = next(pbn.check(boards.REVOKE.encode()))
    assert reading.record is not None
    game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)
    drawer = Drawer(Screen(encoding), language(lang), letters_table(letters))
    return "\n".join("".join(text for _, text in line) for line in drawer.draw(game, 15, View(), 100, 30))


def test_what_is_wrong_is_said_in_the_language_of_the_view() -> None:
    assert "trick 2, East played the D3 but held spades (SJ, S8 and S2)" in drawn("en")
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
