"""A text that knows how it was made is that text."""

import copy
import json
import pickle
from dataclasses import replace

import pytest

from pbntools.core import Call, Card, Contract
from pbntools.diagnostics import Finding
from pbntools.reports.card_letters import letters_table
from pbntools.reports.language import language
from pbntools.rules import REVOKE
from pbntools.said import Said

ENGLISH, TURKISH = language("en"), language("tr")
WEST = Said("West")
KING, TEN = Card.parse("SK"), Card.parse("HT")
HOLDS = Said("{others} and {last}", others=(KING, TEN), last=Card.parse("D2"))
REVOKED = Said(
    "trick {trick}, {seat} played the {card} but held {suit} ({held})",
    trick=3,
    seat=WEST,
    card=TEN,
    suit=Said("spades"),
    held=HOLDS,
)
ENGLISH_TEXT = "trick 3, West played the HT but held spades (SK, HT and D2)"


def test_it_is_the_text() -> None:
    assert REVOKED == ENGLISH_TEXT
    assert ENGLISH_TEXT == REVOKED
    assert hash(REVOKED) == hash(ENGLISH_TEXT)
    assert json.dumps({"message": REVOKED}) == json.dumps({"message": ENGLISH_TEXT})
    assert f"{REVOKED}" == REVOKED[:] == str(REVOKED) == ENGLISH_TEXT
    assert type(str(REVOKED)) is str
    assert Said("a text with {no} places") == "a text with {no} places"


def test_what_is_counted() -> None:
    assert [Said.counted("{n} card", "{n} cards", n=n) for n in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert Said.counted("{seat} is in", "{seat} are in", n=1, seat=WEST) == "West is in"
    assert [Said.counted("{n} card", "{n} cards", n=4).number, Said("{n} cards", n=4).number] == [4, 1]


@pytest.mark.parametrize("text", [REVOKED, Said.counted("{n} trick", "{n} tricks", n=2), Said("{words}", words="{0}")])
def test_it_is_kept_between_processes_and_in_copies(text: Said) -> None:
    for other in (pickle.loads(pickle.dumps(text)), copy.copy(text), copy.deepcopy(text)):
        assert isinstance(other, Said)
        assert (other, other.template, other.many, other.values) == (text, text.template, text.many, text.values)
        assert TURKISH.said(other) == TURKISH.said(text)
    found = replace(Finding(REVOKE, text), help=text)
    assert pickle.loads(pickle.dumps(found)) == found


def test_more_of_a_rule_is_said_too() -> None:
    assert Finding(REVOKE, REVOKED).and_more(0).message is REVOKED
    more = Finding(REVOKE, REVOKED).and_more(7).message
    assert more == f"{ENGLISH_TEXT} (and 7 more in this record)"
    assert TURKISH.said(more) == f"{TURKISH.said(REVOKED)} (bu kayıtta 7 tane daha)"


def test_it_is_said_in_a_language() -> None:
    assert ENGLISH.said(REVOKED) == "trick 3, West played the ♥T but held spades (♠K, ♥T and ♦2)"
    assert ENGLISH.said(REVOKED, symbols=False) == REVOKED
    assert TURKISH.said(REVOKED) == "3. löve, Batı ♥T oynamış, ama elinde pik varmış (♠K, ♥T ve ♦2)"
    shown = TURKISH.said(REVOKED, letters_table("ARDV", "10"))
    assert shown == "3. löve, Batı ♥10 oynamış, ama elinde pik varmış (♠R, ♥10 ve ♦2)"
    assert TURKISH.said(REVOKED, symbols=False) == "3. löve, Batı HT oynamış, ama elinde pik varmış (SK, HT ve D2)"
    assert TURKISH.said(Said.counted("{n} trick", "{n} tricks", n=2)) == "2 löve"


def test_calls_and_contracts_are_those_of_the_language() -> None:
    text = Said(
        "{what} is corrected to {call}", what=Said("{seat}'s insufficient bid", seat=WEST), call=Call.parse("1NT")
    )
    assert text == "West's insufficient bid is corrected to 1NT"
    assert TURKISH.said(text) == "Batı oyuncusunun yetersiz dekleresi düzeltiliyor (1SA)"
    doubled = Said("{contract} by {declarer}", contract=Contract.parse("4SX"), declarer=WEST)
    assert (doubled, TURKISH.said(doubled)) == ("4SX by West", "4♠X (dekleran Batı)")
    assert TURKISH.said(doubled, symbols=False) == "4SX (dekleran Batı)"
    passed = Said("{partner} called {call} afterwards", partner=WEST, call=Call.parse("Pass"))
    assert TURKISH.said(passed) == "sonradan Batı Pas demiş"


def test_what_a_record_says_is_not_changed() -> None:
    words = 'North {seat} & <b> ♠ "{n}"'
    text = Said("{words} is no designation that is known here", words=words)
    assert text == f"{words} is no designation that is known here"
    assert TURKISH.said(text, letters_table("ARDV"), symbols=False) == f"{words} burada bilinen bir söz değil"


@pytest.mark.parametrize(
    ("text", "spoken"),
    [
        (REVOKED, True),
        (Said.counted("{n} trick", "{n} tricks", n=1), True),
        (Said("no catalogue has this"), False),
        (Said.counted("{n} of no catalogue", "{n} of none", n=1), False),
        (Said.counted("{n} of no catalogue", "{n} of none", n=2), False),
        (Said("{what} stands", what=Said("no catalogue has this")), False),
        (Said("{others} and {last}", others=(WEST, Said("no catalogue has this")), last=WEST), False),
        (Said("{what} stands", what="a text of the record"), True),
        ("a text that nobody made of anything", False),
    ],
)
def test_whether_a_language_has_all_of_a_text(text: str, spoken: bool) -> None:
    assert TURKISH.speaks(text) is spoken
    assert ENGLISH.speaks(text)


def test_what_a_language_lacks_is_said_in_english() -> None:
    lacking = Said("no catalogue has this of {seat}", seat=WEST)
    assert TURKISH.said(lacking) == "no catalogue has this of Batı"
    assert TURKISH.said("a text that nobody made of anything") == "a text that nobody made of anything"
