"""The screen of a replay: as wide and high as it should be, whatever the size."""

import itertools

import pytest

import pbntools as pbn
from pbntools.reports.card_letters import letters_table
from pbntools.reports.language import language
from pbntools.reports.replay_view import HANDS, KEYS, Drawer, View
from pbntools.reports.screen import Screen, cells
from tests.reports import replay_boards as boards

GAMES = [pbn.replay(reading) for reading in pbn.check(boards.ALL.encode())]
WIDTHS = (1, 2, 3, 10, 59, 60, 74, 80)
HEIGHTS = (1, 2, 5, 20, 24)


def drawer(encoding: str = "utf-8", lang: str = "en") -> Drawer:
    return Drawer(Screen(encoding), language(lang), letters_table())


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize("view", [View(legal=True, ahead=True), View(notes=0), View(foot="…" * 300)], ids=str)
def test_every_line_is_as_wide_as_the_screen(encoding: str, view: View) -> None:
    draws = drawer(encoding, "tr")
    for game, width, height in itertools.product(GAMES, WIDTHS, HEIGHTS):
        for number in (0, len(game) // 2, len(game) - 1):
            lines = draws.draw(game, number, view, width, height)
            assert len(lines) == height
            assert {sum(cells(text) for _, text in line) for line in lines} == {width}
            if encoding == "ascii":
                assert all(text.isascii() for line in lines for _, text in line)
    for width, height in itertools.product(WIDTHS, HEIGHTS):
        lines = draws.draw_help(width, height)
        assert {sum(cells(text) for _, text in line) for line in lines} == {width}


@pytest.mark.parametrize("lang", ["en", "tr"])
def test_the_keys_fit_on_80_columns(lang: str) -> None:
    assert cells(language(lang).gettext(KEYS)) <= 78


def shown(game: pbn.Replay, number: int, view: View, width: int = 80, height: int = 24) -> str:
    lines = drawer().draw(game, number, view, width, height)
    return "\n".join("".join(text for _, text in line) for line in lines)


def test_a_small_screen_says_so() -> None:
    for width, height in ((60, 15), (59, 24), (40, 10)):
        text = shown(GAMES[0], 1, View(), width, height)
        assert "South: 1NT" in text
        assert text.splitlines()[-1].strip() == "too small: at least 60×20"
    assert "too small" not in shown(GAMES[0], 1, View(), 60, 20)


def test_names_have_the_room_that_there_is() -> None:
    name = "Konstantinopoulou-Meyer"
    text = boards.OPEN.replace("Bilge", name).replace("Deniz", name).replace("Arda", name)
    (reading,) = pbn.check(text.encode())
    assert shown(pbn.replay(reading), 0, View()).count(name) >= 2


@pytest.mark.parametrize("hands", HANDS)
def test_the_cards_of_a_hand_that_is_not_seen_are_nowhere(hands: str) -> None:
    text = boards.REVOKE.replace('[Scoring "IMP"]', '[Scoring "IMP"]\n[Hidden "E"]')
    (reading,) = pbn.check(text.encode())
    game = pbn.replay(reading, diagnostics=())
    for number in range(len(game)):
        seen = shown(game, number, View(hands=hands, legal=True))  # type: ignore[arg-type]
        assert ("8654" in seen) is (hands == "all")
        position = game.position(number)
        if position.to_play is pbn.Seat.EAST and hands != "all":
            assert "Legal: hidden" in seen


@pytest.mark.parametrize(("encoding", "cards"), [("utf-8", "♠V, ♠8 and ♠2"), ("ascii", "SV, S8 and S2")])
def test_a_letter_stands_for_one_card_on_a_screen(encoding: str, cards: str) -> None:
    (reading,) = pbn.check(boards.REVOKE.encode())
    draws = Drawer(Screen(encoding), language("en"), letters_table("APKV"))
    lines = draws.draw(pbn.replay(reading), 15, View(), 100, 30)
    text = "\n".join("".join(piece for _, piece in line) for line in lines)
    assert f"held spades ({cards})" in text
    assert "J" not in text.split("held", 1)[1].split(")", 1)[0]
