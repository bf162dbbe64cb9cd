"""Law 46: what declarer's words for dummy's card mean, by table and by property."""

import pickle
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.core import CARDS, FULL_DECK, RANKS, SUIT_MASK, Card, Hand, Strain, Suit
from pbntools.laws.designation import Designation, DesignationKind, designate
from pbntools.laws.designation_words import Word, Words, read_words
from tests.oracles.designations import meaning

HAND = "AQ92.Q85.KQ7.T64"
CARD, MUST_SAY, VOID, DEFENDER, UNSETTLED = DesignationKind


def said(text: str, trick: str = "", hand: str = HAND, **more: Any) -> tuple[DesignationKind, str | None, str | None]:
    """Kind, card and Law."""
    found = designate(text, hand, trick=trick.split(), **more)
    return found.kind, None if found.card is None else str(found.card), found.law


@pytest.mark.parametrize(
    ("text", "trick", "more", "expected"),
    [
        # 46A: suit and rank, in either order
        ("the queen of hearts", "", {}, (CARD, "HQ", "46A")),
        ("heart queen", "H2", {}, (CARD, "HQ", "46A")),
        ("heart, queen", "H2", {}, (CARD, "HQ", "46A")),
        ("lowest club", "", {}, (CARD, "C4", "46B2")),
        ("the top spade", "", {}, (CARD, "SA", "46A")),
        # 46B1a
        ("high", "H2", {}, (CARD, "HQ", "46B1a")),
        ("top", "D2 DA", {}, (CARD, "DK", "46B1a")),
        ("high heart", "H2", {}, (CARD, "HQ", "46B1a")),
        ("high", "", {}, (UNSETTLED, None, "46B1a")),
        ("high heart", "", {}, (UNSETTLED, None, "46B1a")),
        # 46B1b
        ("win it", "H7 H9 H2", {"strain": "NT"}, (CARD, "HQ", "46B1b")),
        ("win it", "H2 H3 H4", {"strain": "NT"}, (CARD, "H5", "46B1b")),
        ("win it", "S3 S4", {"strain": "NT"}, (CARD, "SA", "46B1b")),
        ("win it", "S3 S4", {"strain": "NT", "others": "J87.T9..5"}, (CARD, "SQ", "46B1b")),
        ("win it", "S3 S4", {"strain": "NT", "others": "T87.T9..5"}, (CARD, "SQ", "46B1b")),
        ("win it", "S3 S4", {"strain": "NT", "others": "87.T9..5"}, (CARD, "S9", "46B1b")),
        ("win it", "S3 S4", {"strain": "S"}, (CARD, "SA", "46B1b")),
        ("win it", "S3 S4", {"strain": "H"}, (UNSETTLED, None, "46B1b")),
        ("win it", "H7 HA H2", {"strain": "NT"}, (UNSETTLED, None, "46B1b")),
        ("win it", "H7 C2 H2", {}, (UNSETTLED, None, "46B1b")),
        ("win it", "H7 H3 H2", {}, (CARD, "H8", "46B1b")),
        ("win it", "", {"strain": "NT"}, (CARD, "SA", "46B1b")),
        ("win it", "", {"strain": "NT", "others": "..."}, (UNSETTLED, None, "46B1b")),
        # 46B1c
        ("low", "S3", {}, (CARD, "S2", "46B1c")),
        ("small", "C2 C3 CA", {}, (CARD, "C4", "46B1c")),
        ("low", "", {}, (UNSETTLED, None, "46B1c")),
        ("low heart", "", {}, (CARD, "H5", "46B2")),
        # 46B2
        ("heart", "", {}, (CARD, "H5", "46B2")),
        ("a spade", "S3 SK", {}, (CARD, "S2", "46B2")),
        ("diamonds", "", {}, (CARD, "D7", "46B2")),
        ("trump", "", {"strain": "C"}, (CARD, "C4", "46B2")),
        ("trump", "", {"strain": "NT"}, (UNSETTLED, None, "46B")),
        ("trump", "", {}, (UNSETTLED, None, "46B2")),
        # 46B3a: on lead, the suit in which dummy won the preceding trick
        ("queen", "", {"won_in": "S"}, (CARD, "SQ", "46B3a")),
        ("queen", "", {"won_in": "D"}, (CARD, "DQ", "46B3a")),
        ("nine", "", {"won_in": "S"}, (CARD, "S9", "46B3a")),
        # ... which dummy must hold in that rank
        ("king", "", {"won_in": "S"}, (CARD, "DK", "46B3b")),
        ("queen", "", {"won_in": "C"}, (MUST_SAY, None, "46B3b")),
        ("queen", "", {}, (MUST_SAY, None, "46B3b")),
        # ... and only on lead
        ("queen", "C2", {"won_in": "S"}, (UNSETTLED, None, "44C")),
        # 46B3b: among the legal cards
        ("queen", "D2", {}, (CARD, "DQ", "46B3b")),
        ("ace", "", {}, (CARD, "SA", "46B3b")),
        ("ten", "C2", {}, (CARD, "CT", "46B3b")),
        # 46B4
        ("the heart four", "", {}, (VOID, None, "46B4")),
        ("jack", "", {}, (VOID, None, "46B4")),
        ("H4", "H2", {}, (VOID, None, "46B4")),
        # 46B5
        ("anything", "", {}, (DEFENDER, None, "46B5")),
        ("play anything", "C2", {}, (DEFENDER, None, "46B5")),
        # 44C comes first
        ("heart", "C2", {}, (UNSETTLED, None, "44C")),
        ("HQ", "C2", {}, (UNSETTLED, None, "44C")),
        # a card named at once shows what is meant
        ("low, the heart queen", "H2", {}, (CARD, "HQ", "46B")),
        ("heart ... S2", "H2", {}, (UNSETTLED, None, "44C")),
        ("low, H4", "H2", {}, (VOID, None, "46B4")),
        # words that are not understood
        ("the moon", "", {}, (UNSETTLED, None, None)),
        ("", "", {}, (UNSETTLED, None, None)),
        ("low, no, the queen", "H2", {}, (UNSETTLED, None, None)),
    ],
)
def test_each_part_of_the_law(text: str, trick: str, more: dict[str, Any], expected: tuple[Any, ...]) -> None:
    assert said(text, trick, **more) == expected


VOID_IN_HEARTS = "A92..KQ74.T6432"


@pytest.mark.parametrize(
    ("laws", "hand", "trick", "expected"),
    [
        # Of the suit led since 2017: without it, nothing is settled.
        ("2017", "...T642", "H2", (UNSETTLED, None, "46B1c")),
        ("2007", "...T642", "H2", (CARD, "C2", "46B1c")),
        ("1997", "...T642", "H2", (CARD, "C2", "46B1")),
        ("rubber", "...T642", "H2", (CARD, "C2", "46B1")),
        ("2017", "...T642", "", (UNSETTLED, None, "46B1c")),
        ("2007", "...T642", "", (CARD, "C2", "46B1c")),
        # Of which suit, the Laws of 2007 do not say.
        ("2017", VOID_IN_HEARTS, "H2", (UNSETTLED, None, "46B1c")),
        ("2007", VOID_IN_HEARTS, "H2", (UNSETTLED, None, "46B1c")),
        ("1997", VOID_IN_HEARTS, "", (UNSETTLED, None, "46B1")),
        # All agree where dummy can follow suit.
        ("2017", VOID_IN_HEARTS, "S3", (CARD, "S2", "46B1c")),
        ("2007", VOID_IN_HEARTS, "S3", (CARD, "S2", "46B1c")),
        ("1997", VOID_IN_HEARTS, "S3", (CARD, "S2", "46B1")),
        ("rubber", VOID_IN_HEARTS, "S3", (CARD, "S2", "46B1")),
    ],
)
def test_low_in_each_edition(laws: str, hand: str, trick: str, expected: tuple[Any, ...]) -> None:
    assert said("low", trick, hand, laws=laws) == expected


def test_a_ruff_is_a_card_of_trumps() -> None:
    assert said("ruff", "H2", VOID_IN_HEARTS, strain="C") == (CARD, "C2", "46B2")
    assert said("ruff high", "H2", VOID_IN_HEARTS, strain="C") == (UNSETTLED, None, "46B1a")
    assert said("win it", "H2 C9 H3", VOID_IN_HEARTS, strain="C") == (CARD, "CT", "46B1b")
    assert said("ruff", "H2", VOID_IN_HEARTS, strain="H") == (VOID, None, "46B4")


def test_what_a_word_leaves_where_one_card_is_legal() -> None:
    for text in ("low", "high", "win it", "anything"):
        assert said(text, "H2", "AQ.9..2") == (CARD, "H9", "44")
        assert said(text, "", "...2") == (CARD, "C2", "44")
    assert said("the moon", "", "...2") == (UNSETTLED, None, None)


def test_the_choices() -> None:
    assert list(map(str, designate("queen", HAND).cards)) == ["SQ", "HQ", "DQ"]
    assert list(map(str, designate("anything", HAND, trick=["H2"]).cards)) == ["HQ", "H8", "H5"]
    assert list(map(str, designate("H4", HAND, trick=["C2"]).cards)) == ["CT", "C6", "C4"]
    assert list(map(str, designate("high club", HAND).cards)) == ["CT", "C6", "C4"]
    assert designate("low", HAND, trick=["H2"]).cards == (Card.parse("H5"),)


def test_values_in_place_of_text() -> None:
    trick = [Card.parse("S3"), Card.parse("S4")]
    found = designate("win it", Hand.parse(HAND), trick=trick, strain=Strain.NOTRUMP, others=Hand.parse("J87.T9..5"))
    assert found.card is Card.parse("SQ")
    assert designate("queen", HAND, won_in=Suit.DIAMONDS).card is Card.parse("DQ")
    assert pbn.designate is designate
    assert pickle.loads(pickle.dumps(found)) == found
    assert str(found) == "card: the SQ, the lowest card that is known to win the trick (46B1b)"


@pytest.mark.parametrize(
    ("hand", "more", "message"),
    [
        ("...", {}, "dummy holds 0 cards: expected 1 to 13"),
        ("AKQJT98765432.A..", {}, "dummy holds 14 cards"),
        (HAND, {"trick": ["H2", "H3", "H4", "H6"]}, "4 cards are played"),
        (HAND, {"trick": ["H2", "H2"]}, "a card stands twice"),
        (HAND, {"trick": ["HQ"]}, "a card stands twice"),
        (HAND, {"trick": ["H1"]}, "'H1' is not a card"),
        (HAND, {"laws": "auto"}, "'auto' is not an edition of the Laws known here: expected 2017, 2007, 1997, rubber"),
        (HAND, {"strain": "X"}, "'X' is not a denomination"),
        (HAND, {"won_in": "NT"}, "'NT' is not a suit"),
        ("AQ92", {}, "'AQ92' is not a hand"),
    ],
)
def test_what_raises(hand: str, more: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        designate("low", hand, **more)


# --- the language -----------------------------------------------------------------------------------------------------

SAME = [
    ("low", "small", "küçük", "KÜÇÜK", "kucuk", "Low.", "play low", "low, please", '"low"', "en küçük", "a small one"),
    ("high", "büyük", "BÜYÜK", "big", "high card"),
    ("win it", "win", "beat it", "win the trick", "kazan", "KAZAN", "take it"),
    ("anything", "play anything", "herhangi bir şey oyna", "HERHANGİ BİR ŞEY OYNA", "any card", "any", "whatever"),
    ("heart", "hearts", "a heart", "any heart", "♥", "kör", "KÖR", "kupa", "“heart”", "heart from dummy"),
    ("spade", "♠", "pik", "PİK", "PIK", "maça", "Maça"),
    ("diamond", "♦", "karo"),
    ("club", "♣", "trefl", "sinek", "SİNEK", "SINEK"),
    ("trump", "trumps", "koz", "ruff", "ruff it"),
    ("ace", "A", "as", "As", "the ace"),
    ("king", "rua", "papaz"),
    ("queen", "Q", "dam", "kız", "KIZ", "kiz"),
    ("jack", "J", "vale"),
    ("ten", "10", "T", "onlu"),
    ("two", "2", "deuce", "ikili"),
    ("HQ", "hq", "♥Q", "Q♥", "♥\ufe0fQ", "queen of hearts", "heart queen", "Q of hearts", "kör dam",
     "kupa kız", "KÖR KIZ"),
    ("ST", "♠10", "spade ten", "10 of spades", "ten of spades", "pik onlu", "maça 10", "spade 10"),
    ("low heart", "heart low", "small heart", "küçük kör", "kör küçük"),
    ("high club", "club high", "büyük sinek"),
    ("low, HQ", "low - HQ", "low … the heart queen"),
]  # fmt: skip


@pytest.mark.parametrize("texts", SAME, ids=lambda texts: texts[0])
def test_words_of_one_meaning(texts: tuple[str, ...]) -> None:
    first = read_words(texts[0])
    assert first is not None
    assert {text: read_words(text) for text in texts} == dict.fromkeys(texts, first)


def test_the_meanings_differ() -> None:
    assert len({read_words(texts[0]) for texts in SAME}) == len(SAME)


@pytest.mark.parametrize(
    "text",
    [
        "K", "D", "k", "kör K", "kör D",  # king or queen, diamonds or queen
        "4S", "4H", "H", "S", "H1", "11", "9H",
        "a", "play", "the", "low low", "low heart spade", "not low", "the director", "lower", "hearty", "lowheart",
        "anything but a heart", "low, high", "heart, spade", "x" * 81, "low " * 30, "\x00", "\ud800", "",
    ],
)  # fmt: skip
def test_words_that_are_none(text: str) -> None:
    assert read_words(text) == (Words(rank=12) if text == "a" else None)


def test_the_words_are_told_apart() -> None:
    assert read_words("top") == Words(Word.HIGHEST)
    assert read_words("a heart") == Words(suit=Suit.HEARTS)
    assert read_words("A of hearts") == Words(card=Card.parse("HA"))


# --- properties -------------------------------------------------------------------------------------------------------

EVERY = [text for texts in SAME for text in texts]
TEXTS = st.one_of(
    st.sampled_from(EVERY), st.text(max_size=100), st.lists(st.sampled_from(EVERY), max_size=4).map(" ".join)
)


@st.composite
def positions(draw: st.DrawFn) -> dict[str, Any]:
    cards = draw(st.lists(st.sampled_from(CARDS), min_size=1, max_size=16, unique=True))
    on_table = draw(st.integers(min_value=max(0, len(cards) - 13), max_value=min(3, len(cards) - 1)))
    return {
        "hand": Hand.of(cards[on_table:]),
        "trick": cards[:on_table],
        "strain": draw(st.sampled_from([None, *Strain])),
        "won_in": draw(st.sampled_from([None, *Suit])),
        "others": draw(st.one_of(st.none(), st.integers(0, FULL_DECK).map(Hand))),
        "laws": draw(st.sampled_from(["2017", "2007", "1997", "rubber"])),
    }


@given(TEXTS, positions())
def test_what_is_found_is_legal(text: str, position: dict[str, Any]) -> None:
    found = designate(text, **position)
    held = position["hand"].mask
    legal = held
    if position["trick"]:
        legal = held & SUIT_MASK[position["trick"][0].suit] or held
    assert found.cards
    assert all(legal >> card & 1 for card in found.cards)
    assert (found.kind is CARD) == (found.card is not None)
    if found.kind is CARD:
        assert found.cards == (found.card,)
    if found.kind is MUST_SAY:
        assert len(found.cards) > 1
        assert len({card.rank for card in found.cards}) == 1
    if found.kind in (VOID, DEFENDER):
        assert sum(1 << card for card in found.cards) == legal


@given(st.sampled_from(SAME), st.data(), positions())
def test_synonyms_come_to_the_same(texts: tuple[str, ...], data: st.DataObject, position: dict[str, Any]) -> None:
    one, other = (designate(data.draw(st.sampled_from(texts)), **position) for _ in range(2))
    assert one == other


@given(positions())
def test_a_card_that_is_said_to_win_wins(position: dict[str, Any]) -> None:
    """Whatever the hands after dummy play of what they may hold, nothing of it beats the card."""
    found: Designation = designate("win it", **position)
    if found.card is None or found.law == "44":
        return
    trick = position["trick"]
    after = [] if len(trick) == 3 else [c for c in CARDS if position["others"] is None or c in position["others"]]
    free = [c for c in after if c not in position["hand"] and c not in trick]
    for strain in [position["strain"]] if position["strain"] is not None else list(Strain):
        for other in [None, *free]:
            played = [*trick, found.card, *([] if other is None else [other])]
            assert pbn.game.trick_winner(played, int(strain)) == len(trick)


# How a word of the oracle is said.
SAID = {"high": "high", "low": "küçük", "win": "win it", "anything": "play anything"}
SAID |= {"S": "a spade", "H": "kör", "D": "diamond", "C": "sinek"}
SAID |= {letter: f"the {letter}" for letter in RANKS} | {"K": "king"}
SAID |= {str(card): str(card) for card in CARDS}


@settings(max_examples=500)
@given(st.sampled_from(list(SAID)), positions())
def test_against_the_letter_of_the_law(word: str, position: dict[str, Any]) -> None:
    strain = Strain.NOTRUMP if position["strain"] is None else position["strain"]
    position["strain"] = strain
    others = Hand(FULL_DECK) if position["others"] is None else position["others"]
    free = [str(card) for card in others if card not in position["hand"] and card not in position["trick"]]
    hand, trick = ([str(card) for card in position[name]] for name in ("hand", "trick"))
    won_in = None if position["won_in"] is None else position["won_in"].letter
    kind, cards = meaning(word, hand, trick, strain.letter, won_in, free, position["laws"])
    found = designate(SAID[word], **position)
    assert (found.kind.value, sorted(map(str, found.cards))) == (kind, sorted(cards))


def test_hands_are_taken_as_lists_of_cards_too() -> None:
    cards = ["SA", "H5", "H2"]
    assert pbn.designate("heart", cards).card == pbn.designate("heart", "A.52..").card
    found = pbn.designate("win it", cards, trick=["H7"], others=["H9"], strain="NT")
    assert found.kind is pbn.designate("win it", "A.52..", trick=["H7"], others=".9..", strain="NT").kind


@pytest.mark.parametrize(
    ("text", "hand", "trick"),
    [
        ("low", None, ()),
        ("low", 5, ()),
        ("low", "A.52..", "H2"),
        ("low", "A.52..", None),
        ("low", "A.52..", [None]),
        (None, "A.52..", ()),
    ],
)
def test_what_is_of_another_kind_is_refused_in_words(text: Any, hand: Any, trick: Any) -> None:
    with pytest.raises(TypeError, match=r"expected|to be"):
        pbn.designate(text, hand, trick=trick)
