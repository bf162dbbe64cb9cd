"""Events with screens: what is put right behind one, what is passed on through it, and leads that it hides."""

from pathlib import Path

import pytest

import pbntools as pbn

FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "laws"


def said(name: str, *, screens: bool) -> str:
    """The messages and helps of what `check` finds in a fixture."""
    (reading,) = pbn.check(FIXTURES / f"{name}.pbn", screens=screens)
    return "\n".join(f"{found.message}; {found.help}" for found in reading.diagnostics)


@pytest.mark.parametrize(
    ("name", "otherwise", "with_screens"),
    [
        ("screens-call-put-right", "Law 31 may bind South", "carries no further rectification"),
        ("screens-call-put-right", "(27B", "carries no further rectification"),
        (
            "screens-insufficient-bid-recorded-with-its-replacement",
            "North must pass for the rest of the auction (27B2)",
            "carries no further rectification",
        ),
        ("inadmissible-double-corrected-in-comment", "must pass for the rest", "carries no further rectification"),
        ("screens-infraction-passed-on", "the next player called", "passed on through the screen, so it is accepted"),
        ("screens-lead-taken-back", "since it was played deliberately", "returns to the hand"),
    ],
)
def test_what_follows_without_a_screen_does_not_follow_with_one(name: str, otherwise: str, with_screens: str) -> None:
    assert otherwise in said(name, screens=False)
    assert with_screens not in said(name, screens=False)
    assert otherwise not in said(name, screens=True)
    assert with_screens in said(name, screens=True)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("screens-call-out-of-turn-passed-on", "what an opponent passes on through the screen is accepted"),
        ("screens-lead-accepted", "is accepted, and North stays declarer"),
        ("opening-lead-out-of-turn-marked", "is accepted, and North stays declarer"),
    ],
)
def test_what_is_accepted(name: str, words: str) -> None:
    assert words not in said(name, screens=False)
    assert words in said(name, screens=True)


def test_a_bid_that_was_accepted_has_no_other_reading() -> None:
    path = FIXTURES / "insufficient-bid-accepted.pbn"
    for screens in (False, True):
        (reading,) = pbn.check(path, screens=screens, select=["insufficient-bid"])
        assert [bool(found.alternatives) for found in reading.diagnostics] == [not screens]


@pytest.mark.parametrize("name", ["opening-lead-by-declarer-marked", "lead-out-of-turn-marked"])
def test_only_an_opening_lead_of_a_defender_is_hidden_by_a_screen(name: str) -> None:
    assert said(name, screens=True) == said(name, screens=False)


def test_what_the_laws_do_not_let_an_opponent_accept_stays_void() -> None:
    """A double of the own side's bid can't be accepted (36), with a screen or without."""
    name = "screens-double-passed-on-is-not-accepted"
    assert said(name, screens=True) == said(name, screens=False)


def test_a_lead_taken_back_is_no_penalty_card_that_has_to_be_played() -> None:
    """Declarer's left opponent leads; his partner's lead was taken back, and is not played at the first chance."""
    path = FIXTURES / "screens-lead-taken-back.pbn"
    assert "penalty-card" not in {d.rule.name for reading in pbn.check(path, screens=True) for d in reading.diagnostics}
