"""Suits in comments and explanations, in the spellings that writers use."""

import pytest

from pbntools.core import Suit
from pbntools.reports.suit_text import suit_runs, with_symbols


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        (r"opens 1\S, not 1\H; \D and \C later", "opens 1♠, not 1♥; ♦ and ♣ later"),
        ("5+ !S; 4 !H; no !D stop; !C", "5+ ♠; 4 ♥; no ♦ stop; ♣"),
        ("5!s-4!h, !d, !c", "5♠-4♥, ♦, ♣"),
        ("4@S bid with @H4 and @dK", "4♠ bid with ♥4 and ♦K"),
        (r"4\s 10, 5\h 8", "4♠ 10, 5♥ 8"),
        (r"three \Ss and two @Hs.", "three ♠s and two ♥s."),
        (r"\SAKxx\HQJ10\Dx\C-", "♠AKxx♥QJ10♦x♣-"),
        ("!SAKxx!HQ!D!C5", "♠AKxx♥Q♦♣5"),
        ("@Sakx", "♠akx"),
        ("\\H", "♥"),
        ("2♥\ufe0f and 3♠", "2♥ and 3♠"),
    ],
)
def test_a_mark_is_shown_as_its_suit(text: str, shown: str) -> None:
    assert with_symbols(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "Hello!Dear partner",
        "Hi!S",
        "mail me@Hx.example",
        "!Dear all",
        "well !hah",
        r"C:\Data\Set",
        r"C:\GitHub\hands",
        r"a line\nand a \name",
        "3S! is alerted!",
        "!N @N !A \\Q",
        "",
        "\\",
        "ends in !",
    ],
)
def test_what_marks_no_suit_stays(text: str) -> None:
    assert with_symbols(text) == text


def test_the_pieces() -> None:
    assert list(suit_runs(r"2\H or \SK")) == [
        ("2", None),
        ("♥", Suit.HEARTS),
        (" or ", None),
        ("♠", Suit.SPADES),
        ("K", None),
    ]
    assert list(suit_runs("!c!D")) == [("♣", Suit.CLUBS), ("♦", Suit.DIAMONDS)]
    assert list(suit_runs("")) == []
    assert list(suit_runs("plain")) == [("plain", None)]


def test_a_long_text_takes_no_longer_than_its_length() -> None:
    for text in ("!S" + "A" * 200_000, "\\H" * 100_000, "!" * 200_000, "@hx" * 70_000):
        assert len(with_symbols(text)) <= len(text)
