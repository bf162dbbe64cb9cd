"""What was expected, at every place of a game that leaves the grammar."""

from __future__ import annotations

import pytest

from pbntools.formats.pbn import PbnReader
from pbntools.formats.pbn.grammar.explain import TRIES, expectations, expected
from tests.formats.samples import MANDATORY

CALL = "a call: Pass, X, XX or a bid such as 1NT"
CARD = "a card: a suit and a rank, such as SA or HT, or -"


def explained(text: str) -> list[tuple[str, int | None, str | None]]:
    """Rule, line and what was expected of each diagnostic."""
    found = []
    for reading in PbnReader(text.encode("latin-1")):
        places = expectations(reading)
        found += [(d.rule.name, d.location.line, expected(d, reading, places)) for d in reading.diagnostics]
    return [item for item in found if item[0] != "missing-tag"]


def test_every_place_of_a_game() -> None:
    text = (
        '[Event "x"]\n[Date "May 2024"]\n[Dealer "Q"]\n[Vulnerable "?"]\n[Auction "N"]\n1C foo\nPass 1D ! $3 bar\n'
        '[Note "99:x"]\n[Deal "?"]\n[Declarer "?"]\n[Contract "?"]\n[Play "Z"]\nCK 1x\n[Room "Open"]\n[Room "Closed"]\n'
    )
    assert explained(text) == [
        ("bad-value", 2, "a date: YYYY.MM.DD, with ? for what is not known"),
        ("bad-value", 3, "a player: N, E, S or W"),
        ("call-unreadable", 6, CALL),
        ("bad-annotation", 7, "one judgement on each call"),
        ("call-unreadable", 7, CALL),
        ("note-index", 8, "the number of the note (1 to 32) and a colon"),
        ("bad-value", 12, "a player: N, E, S or W"),
        ("card-unreadable", 13, CARD),
        ("duplicate-tag", 15, "each tag once: Room was given before"),
    ]


@pytest.mark.parametrize(
    "body, what",
    [
        ('[ScoreTable "A;A"]\n1 2\n', "columns of different names"),
        ('[OptimumResultTable "Declarer;Result"]\nN 14\n', "tricks: 0 to 13"),
        ("oops\n", 'a tag pair: [Name "value"]'),
        ("[Site y]\n", 'a tag pair: [Name "value"]'),
        ('\n[Result "12"]\n', 'a tag pair: [Name "value"]'),
    ],
)
def test_one_place(body: str, what: str) -> None:
    text = MANDATORY.replace('[Result "8"]\n', "").replace('[Site "Nowhere"]\n', "") + body
    assert [item[2] for item in explained(text) if item[0] != "blank-line-inside-game" or "12" in body] == [what]


def test_what_is_no_syntax_is_not_explained() -> None:
    text = MANDATORY + '[Foo "x"]\n[Auction "N"]\n1C =1= Pass Pass Pass\n'
    assert [(rule, what) for rule, _, what in explained(text)] == [("unknown-tag", None), ("note-undefined", None)]


def test_a_second_game_and_a_large_one() -> None:
    text = '[Event "x"]\n\n[Event "y"]\n[Date "z"]\n'
    assert [what for rule, _, what in explained(text) if rule == "bad-value"] == [
        "a date: YYYY.MM.DD, with ? for what is not known"
    ]
    many = '[Event "x"]\n[Auction "N"]\n' + "foo 1C " * 100
    (reading, *_) = PbnReader(many.encode())
    assert len(expectations(reading)) == TRIES
    long = many + "{" + " " * (1 << 20) + "}"
    (reading, *_) = PbnReader(long.encode())
    assert expectations(reading) == []
