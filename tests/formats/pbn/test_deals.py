"""Deals in forms that are not the standard's."""

import pytest

from pbntools.core import CARDS
from pbntools.formats.pbn.deals import card_spans, recover_deal
from pbntools.formats.pbn.values import plain_deal
from tests.formats.samples import DEAL, Mark, marks, one

HANDS = DEAL[2:]


def deal_of(value: str) -> str:
    return f'[Event "x"]\n[Deal "{value}"]\n'


@pytest.mark.parametrize("first, turned", [("N", 0), ("E", 1), ("S", 2), ("W", 3), ("n", 0)])
def test_the_first_hand_belongs_to_the_named_seat(first: str, turned: int) -> None:
    found = plain_deal(f"{first}:{HANDS}")
    assert found is not None
    hands = [str(hand) for hand in found]
    assert hands[turned:] + hands[:turned] == HANDS.split()


@pytest.mark.parametrize("value", ["N:" + HANDS, "N:- " + HANDS.split(" ", 1)[1], "N:A... .A.. ..A. ...A"])
def test_the_form_of_the_standard_is_silent(value: str) -> None:
    assert marks(deal_of(value)) == []
    assert one(deal_of(value)).deal == plain_deal(value) == recover_deal(value).deal


@pytest.mark.parametrize(
    "value, rules",
    [
        ("N:KAJQ.9T8.765.432 T987.765.432.KQJT 6543.432.AKQJ.98 2.AKQJ.T98.A765", []),
        (DEAL.lower(), []),
        ("N : " + HANDS, ["deal-spelling"]),
        (" N:" + HANDS, ["deal-spelling"]),
        ("N: " + HANDS, ["deal-spelling"]),
        ("N:" + HANDS.replace(" ", "  "), ["deal-spelling"] * 3),
        ("N:" + HANDS + " ", ["deal-spelling"]),
        ("N:AKQJ.1098.765.432 10987.765.432.KQJT 6543.432.AKQJ.98 2.AKQJ.1098.A765", ["deal-spelling"] * 3),
        ("N:SAKQJ.HT98.D765.C432 T987.765.432.KQJT 6543.432.AKQJ.98 2.AKQJ.T98.A765", ["suit-letters-in-deal"]),
    ],
)
def test_forms_with_one_meaning(value: str, rules: list[str]) -> None:
    assert one(deal_of(value)).deal == plain_deal(DEAL)
    assert [mark.rule for mark in marks(deal_of(value))] == rules


def test_a_dash_for_a_void() -> None:
    value = "N:-.K74.AKT953.Q863 - - -"
    record = one(deal_of(value))
    assert record.deal is not None
    assert str(record.deal.north) == ".K74.AKT953.Q863"
    assert marks(deal_of(value)) == [Mark("deal-spelling", 2, 10)]


def test_spot_cards_make_a_hand_unknown() -> None:
    value = "N:AKQx.xxx.xxx.xxx - T987.765.432.KQJ -"
    record = one(deal_of(value))
    assert record.deal is not None
    assert record.deal.masks[0] is None
    assert record.deal.masks[2] is not None
    assert marks(deal_of(value)) == [Mark("spot-cards", 2, 10)]


@pytest.mark.parametrize("value, rule", [("N:- - - -", "deal-empty"), ("N:... ... ... ...", "deal-empty")])
def test_no_cards_at_all(value: str, rule: str) -> None:
    assert one(deal_of(value)).deal is None
    assert marks(deal_of(value)) == [Mark(rule, 2, 8)]


@pytest.mark.parametrize("value", ["", "?"])
def test_no_deal_is_said(value: str) -> None:
    assert one(deal_of(value)).deal is None
    assert [mark.rule for mark in marks(deal_of(value))] in ([], ["bad-value"])


@pytest.mark.parametrize(
    "value, column",
    [
        (HANDS, 8),
        ("X:" + HANDS, 8),
        ("N:" + " ".join(HANDS.split()[:2]), 8),
        ("N:" + HANDS + " -", 8),
        ("N:" + HANDS.replace("AKQJ.T98.765.432 ", "AKQJ.T98.765 "), 10),
        ("N:" + HANDS.replace("AKQJ.T98.765.432 ", "AKQJ.T98.765.4.32 "), 10),
        ("N:" + HANDS.replace("432 ", "v32 ", 1), 23),
        ("$dealer:$deal", 8),
        ("\u00b6", 8),
        ("N:" + HANDS.replace("AKQJ", "AéKQJ", 1), 11),
        ("N:" + HANDS.replace("6543", "é543"), 45),
    ],
)
def test_what_cannot_be_read(value: str, column: int) -> None:
    text = deal_of(value)
    assert one(text).deal is None
    found = [mark for mark in marks(text) if mark.rule == "deal-unreadable"]
    assert found == [Mark("deal-unreadable", 2, column)]


def test_places_in_a_deal_with_escapes_and_wide_characters() -> None:
    value = "N:AKQJ.T98.765.432 T987.765.432.KQJT 6543.432.AKQJ.98 2.AKQJ.T98.A7v65"
    at = value.index("v") + 8
    for put in ("é", "♠♠"):
        text = f'[Event "{put}"]\n[Site "{put}"][Deal "{value}"]\n'
        shift = len(f'[Site "{put}"]')
        assert Mark("deal-unreadable", 2, at + shift) in marks(text)


def test_a_card_twice_in_one_hand() -> None:
    value = "N:AAKQ.T98.765.432 T987.765.432.KQJT 6543.432.AKQJ.98 2.AKQJ.T98.A765"
    assert Mark("duplicate-card", 2, 11) in marks(deal_of(value))


def test_many_repeated_cards_of_a_hand_are_no_cascade() -> None:
    assert len([mark for mark in marks(deal_of("N:" + "A" * 40 + "... - - -")) if mark.rule == "duplicate-card"]) == 1


def test_spans_of_cards() -> None:
    value = "E:10A...K - - Q..."
    spans = [(seat, str(CARDS[card]), value[start:end]) for seat, card, start, end in card_spans(value)]
    assert spans == [(1, "ST", "10"), (1, "SA", "A"), (1, "CK", "K"), (0, "SQ", "Q")]
