"""What the Laws list, row by row: each has a fixture that shows it, or a sentence of the docs why no record can.

`SHOWN` and `NOT_SHOWN` are that list.  A fixture that goes away, or no longer says what the row is about, fails here.
"""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from pbntools.rules import BY_NAME

ROOT = Path(__file__).parents[2]
FIXTURES = ROOT / "fixtures"
DOCS = " ".join((ROOT / "docs" / "laws-and-records.md").read_text(encoding="utf-8").split())

LEGAL: set[str] = set()

SHOWN: list[tuple[str, str, set[str], dict[str, Any]]] = [
    # Irregular auctions: row, fixture, the rules that it gives, and what of the outcome the row is about.
    ("insufficient bid accepted (27A)", "laws/insufficient-bid-accepted", {"insufficient-bid"}, {"contract": "1HX"}),
    (
        "insufficient bid accepted: the lower bid is to be outranked",
        "laws/insufficient-bid-then-lower",
        {"insufficient-bid"},
        {"contract": "1H", "declarer": "S"},
    ),
    ("insufficient bid marked as accepted", "laws/insufficient-bid-marked", {"insufficient-bid"}, {"contract": "1H"}),
    (
        "insufficient bid corrected to the cheapest (27B1a)",
        "laws/insufficient-bid-corrected-lowest",
        {"bid-corrected"},
        {"contract": "2H"},
    ),
    (
        "insufficient bid corrected, the partner must pass (27B2)",
        "laws/insufficient-bid-corrected-partner-bids",
        {"bid-corrected"},
        {"contract": "3H"},
    ),
    (
        "insufficient bid corrected, told in words",
        "laws/insufficient-bid-corrected-in-comment",
        {"bid-corrected"},
        {"contract": "2H"},
    ),
    (
        "insufficient bid replaced by a double (27B3)",
        "laws/insufficient-bid-corrected-to-double",
        {"bid-corrected"},
        {"contract": "2S"},
    ),
    (
        "insufficient bid replaced by another one (27B4)",
        "laws/insufficient-bid-corrected-again",
        {"bid-corrected", "insufficient-bid"},
        {"contract": "2D"},
    ),
    ("call out of turn accepted (29A)", "laws/call-out-of-turn-accepted", {"call-out-of-turn"}, {"contract": "2C"}),
    ("pass out of turn withdrawn (30)", "laws/pass-out-of-turn-withdrawn", {"call-out-of-turn"}, {"contract": "2D"}),
    ("bid out of turn withdrawn (31)", "laws/call-out-of-turn-withdrawn", {"call-out-of-turn"}, {"contract": "1H"}),
    (
        "double out of turn withdrawn (32)",
        "laws/double-out-of-turn-withdrawn",
        {"call-out-of-turn"},
        {"contract": "2S"},
    ),
    (
        "double of the own side's bid (36)",
        "laws/inadmissible-double-own-side",
        {"inadmissible-double"},
        {"contract": "2S"},
    ),
    ("double of nothing", "laws/inadmissible-double-before-a-bid", {"inadmissible-double"}, {"contract": "1NT"}),
    ("double of a double", "laws/inadmissible-double-of-double", {"inadmissible-double"}, {"contract": "2SXX"}),
    ("double of a redouble", "laws/double-after-redouble", {"inadmissible-double"}, {"contract": "1HXX"}),
    (
        "redouble by the doubling side",
        "laws/redouble-by-doublers-partner",
        {"inadmissible-redouble"},
        {"contract": "1HX"},
    ),
    (
        "redouble by the opponents",
        "laws/inadmissible-redouble-by-opponents",
        {"inadmissible-redouble"},
        {"contract": "2S"},
    ),
    (
        "redouble of a bid that is not doubled",
        "laws/redouble-of-a-bid-that-is-not-doubled",
        {"inadmissible-redouble"},
        {"contract": "1H"},
    ),
    (
        "inadmissible double put right",
        "laws/inadmissible-double-corrected-in-comment",
        {"bid-corrected"},
        {"contract": "2NT"},
    ),
    ("bid above seven, the auction goes on", "laws/bid-above-seven", {"bid-above-seven"}, {"contract": "7NT"}),
    (
        "bid above seven at the end: the bid before it stands",
        "laws/bid-above-seven-last",
        {"bid-above-seven"},
        {"contract": "7S"},
    ),
    ("level nought", "laws/level-zero", {"call-unreadable"}, {"contract": "1C"}),
    ("double after the end (39)", "laws/double-after-the-end", {"call-after-end"}, {"contract": "1C"}),
    ("bid after a pass-out", "laws/call-after-pass-out", {"call-after-end"}, {"contract": "Pass"}),
    (
        "passes that take away a turn (34)",
        "laws/pass-out-of-turn-auction-reverts",
        {"call-out-of-turn"},
        {"contract": "1S", "declarer": "E"},
    ),
    (
        "passes that take away a turn end nothing",
        "laws/pass-out-of-turn-ends-nothing",
        {"call-out-of-turn", "auction-incomplete"},
        {},
    ),
    ("fourth pass after a bid", "laws/surplus-pass", {"call-after-end"}, {"contract": "1NT"}),
    ("fifth pass of a pass-out", "laws/fifth-pass", {"call-after-end"}, {"contract": "Pass"}),
    ("auction not over, passes supplied", "laws/final-passes-missing", {"auction-incomplete"}, {"contract": "2S"}),
    ("auction not over, cut off by *", "laws/star-ends-auction", {"auction-incomplete"}, {"contract": "2S"}),
    ("auction not over, nothing supplied", "invalid/auction-incomplete", {"auction-incomplete"}, {}),
    ("the dealer is another one", "invalid/dealer-mismatch", {"dealer-mismatch"}, {}),
    ("the contract is another one", "invalid/contract-mismatch", {"contract-mismatch"}, {}),
    ("the declarer is another one", "laws/declarer-off-by-one", {"declarer-mismatch"}, {"declarer": "W"}),
    ("a call changed (25)", "laws/call-changed-in-comment", {"bid-corrected"}, {"contract": "1S"}),
    # Irregular plays.
    ("opening lead from the wrong seat, proved by the cards", "invalid/lead-wrong-seat", {"lead-wrong-seat"}, {}),
    (
        "opening lead out of turn accepted (54B, 54C)",
        "laws/opening-lead-out-of-turn-marked",
        {"lead-out-of-turn"},
        {"declarer": "N"},
    ),
    ("opening lead out of turn withdrawn (54D)", "laws/lead-withdrawn", {"lead-out-of-turn"}, {}),
    ("opening lead by the declaring side (54E)", "laws/opening-lead-by-declarer-marked", {"lead-out-of-turn"}, {}),
    ("lead by the other defender (53, 56)", "laws/lead-by-the-wrong-defender-marked", {"lead-out-of-turn"}, {}),
    ("lead from the wrong hand (55)", "laws/lead-from-the-wrong-hand-marked", {"lead-out-of-turn"}, {"declarer": "N"}),
    ("later lead out of turn, proved by the cards", "invalid/lead-out-of-turn", {"lead-out-of-turn"}, {}),
    ("declarer becomes dummy (54A)", "laws/declarer-is-dummy-marked", LEGAL, {"declarer": "S"}),
    ("declarer becomes dummy, not marked", "laws/declarer-is-dummy-unmarked", {"declarer-mismatch"}, {"declarer": "S"}),
    ("card not held", "invalid/card-not-held", {"card-not-held"}, {}),
    ("card played twice", "invalid/card-played-twice", {"card-played-twice"}, {}),
    ("a word that is no card", "invalid/card-unreadable", {"card-unreadable"}, {}),
    ("a card too few in a trick (67B)", "laws/defective-trick", {"defective-trick"}, {"adjustment": 1}),
    ("a card too many in a trick (67)", "laws/second-card-to-a-trick", {"defective-trick"}, {"adjustment": 0}),
    ("a revoke", "laws/revoke", {"revoke"}, {}),
    ("cards after a claim (68D)", "invalid/play-after-claim", {"play-after-claim"}, {}),
    ("more than thirteen tricks", "invalid/too-many-tricks", {"too-many-tricks"}, {}),
    ("play without a contract", "invalid/play-without-contract", {"play-without-contract"}, {}),
    ("play before the auction is over", "invalid/play-before-auction-end", {"play-before-auction-end"}, {}),
    ("dummy's card by its rank alone (46B3)", "laws/designation-rank-of-two-suits", {"designation-mismatch"}, {}),
    ("dummy's card by its suit alone (46B2)", "laws/designation-suit-alone", {"designation-mismatch"}, {}),
    ("a card that is not dummy's (46B4)", "laws/designation-not-in-dummy", {"designation-ambiguous"}, {}),
    ("any card of dummy's (46B5)", "laws/designation-anything", {"designation-ambiguous"}, {}),
    # Legal auctions, and what they come to.
    ("a chain of sufficient bids", "laws/sufficient-chain", LEGAL, {"contract": "2NT"}),
    ("two of the lowest suit over one notrump", "laws/notrump-then-clubs", LEGAL, {"contract": "2C"}),
    ("a bid of equal rank", "laws/equal-rank", {"insufficient-bid"}, {"contract": "1H"}),
    ("a double after two passes", "laws/double-after-passes", LEGAL, {"contract": "1HX"}),
    (
        "a double, a pass, and a double again",
        "laws/double-after-double-and-passes",
        {"inadmissible-double"},
        {"contract": "1HX"},
    ),
    ("four passes", "cases/10-passed-out", LEGAL, {"contract": "Pass"}),
    ("three passes and a bid", "laws/three-passes-then-a-bid", LEGAL, {"contract": "1C", "declarer": "W"}),
    ("a double that names the bid (19A3)", "laws/double-that-names-the-bid", {"call-spelling"}, {"contract": "1SX"}),
    (
        "the first of the contract's side to name the strain",
        "laws/declarer-of-the-contracts-side",
        LEGAL,
        {"declarer": "E"},
    ),
    (
        "the partner named it first, then it is redoubled",
        "laws/declarer-named-by-partner-then-redoubled",
        LEGAL,
        {"contract": "2SXX", "declarer": "N"},
    ),
    # Revokes and what moves.
    (
        "64A1: the revoker wins the trick and his side a later one",
        "laws/revoke-ruff-two-tricks-applied",
        {"revoke"},
        {"adjustment": 2, "applied": "applied"},
    ),
    ("64A1: not applied", "laws/revoke-ruff-two-tricks-not-applied", {"revoke"}, {"applied": "not applied"}),
    (
        "64A1: a result that is neither",
        "laws/revoke-ruff-two-tricks-neither",
        {"revoke", "result-mismatch"},
        {"applied": "neither"},
    ),
    ("64A1: no later trick", "laws/revoke-won-by-revoker-no-later-trick", {"revoke"}, {"adjustment": 1}),
    ("64A2: the partner wins the trick", "laws/revoke-won-by-partner", {"revoke"}, {"adjustment": 1}),
    ("64A2: a later trick", "laws/revoke-trick-lost-later-trick-won", {"revoke"}, {"adjustment": 1}),
    (
        "64A2 of 1997: and one that he could have won otherwise",
        "laws/revoke-proper-card-1997",
        {"revoke"},
        {"adjustment": 2},
    ),
    ("64B1: no trick won", "laws/revoke-without-tricks", {"revoke"}, {"adjustment": 0}),
    (
        "64B2 and 72B3: twice in one suit",
        "laws/revoke-twice-in-one-suit",
        {"revoke", "revoke-repeated"},
        {"adjustment": 2},
    ),
    ("64B3: by dummy", "laws/revoke-by-dummy", {"revoke"}, {"adjustment": 0}),
    (
        "64B3: by failing to play a penalty card",
        "laws/revoke-of-a-penalty-card",
        {"revoke", "penalty-card"},
        {"adjustment": 0},
    ),
    (
        "64B3: the penalty card may have been picked up (50D2)",
        "laws/revoke-of-a-penalty-card-after-partners-lead",
        {"revoke", "penalty-card"},
        {"adjustment": None},
    ),
    ("64B6: in the twelfth trick", "laws/revoke-in-twelfth-trick", {"revoke"}, {"adjustment": 0}),
    ("64B7: by both sides", "laws/revoke-by-both-sides", {"revoke"}, {"adjustment": 0}),
    ("revokes in two suits", "laws/revoke-in-two-suits", {"revoke"}, {"adjustment": 2}),
    ("declarer revokes and wins", "laws/revoke-by-declarer-who-wins", {"revoke"}, {"adjustment": -2}),
    ("declarer revokes and dummy wins (64A2)", "laws/revoke-by-declarer-dummy-wins", {"revoke"}, {"adjustment": -1}),
    ("63A: in the last recorded trick", "laws/revoke-in-last-recorded-trick", {"revoke"}, {"adjustment": None}),
    ("63A: play breaks off", "laws/revoke-not-established", {"revoke"}, {"adjustment": None}),
    ("a play that is recorded in part", "laws/revoke-partial-record", {"revoke"}, {"adjustment": 2}),
    ("hands unknown, proved by a later card", "laws/revoke-proved-later", {"revoke"}, {}),
    ("hands unknown, not proved", "laws/revoke-not-proved", LEGAL, {}),
    ("62: a revoke corrected", "laws/revoke-corrected-by-declarer", {"revoke-corrected"}, {"adjustment": 0}),
    ("a trump led and overtaken", "laws/trump-led-and-overtaken", LEGAL, {"tricks_played": 8}),
    ("a ruff and an overruff", "laws/ruff-and-overruff", LEGAL, {"tricks": 5}),
    # Screens.
    (
        "a call put right behind the screen",
        "laws/screens-call-put-right",
        {"call-out-of-turn", "bid-corrected"},
        {"contract": "2S"},
    ),
    ("an infraction passed on", "laws/screens-infraction-passed-on", {"insufficient-bid"}, {"contract": "1S"}),
    (
        "a lead that the declaring side let be faced",
        "laws/screens-lead-accepted",
        {"lead-out-of-turn"},
        {"declarer": "N"},
    ),
]

NOT_SHOWN = [
    # Row, and the words of docs/laws-and-records.md that say why.
    ("a call by a player who must pass (35B, 37)", "a call by a player who had to pass"),
    ("calls at the same time (33)", "Calls made at the same time (33)"),
    ("an unintended call (25)", "whether a call was intended"),
    ("lead restrictions (26)", "lead restrictions after withdrawn calls: nobody records them"),
    ("explanations and misinformation (20, 21)", "what players knew, explained, alerted or implied"),
    ("an unmarked call out of turn", "calls are recorded by position"),
    ("cards not in order (44B, 57)", "The order of the cards within a trick, and cards played too early (57)"),
    ("a trick of three or five cards", "A trick of three or five cards"),
    ("what declarer called for from dummy (46)", "Dummy's cards named badly (46)"),
]


@pytest.mark.parametrize(("row", "fixture", "rules", "outcome"), SHOWN, ids=[row for row, *_ in SHOWN])
def test_a_row_has_its_fixture(row: str, fixture: str, rules: set[str], outcome: dict[str, Any]) -> None:
    path = FIXTURES / f"{fixture}.pbn"
    assert path.is_file(), row
    found = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    diagnostics = found if isinstance(found, list) else found["diagnostics"]
    grave = {each["rule"] for each in diagnostics}
    assert rules <= BY_NAME.keys()
    assert grave == rules, row
    if outcome:
        (only,) = found["outcome"]
        assert {key: only[key] for key in outcome} == outcome, row


@pytest.mark.parametrize(("row", "words"), NOT_SHOWN, ids=[row for row, _ in NOT_SHOWN])
def test_the_docs_say_why_a_row_has_none(row: str, words: str) -> None:
    assert words in DOCS, row


def test_every_law_is_in_the_docs() -> None:
    """The page has each Law in a cell of a table, as one that a record can decide, or as one that it cannot."""
    named: set[int] = set()
    for line in (ROOT / "docs" / "laws-and-records.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("| "):
            for low, high in re.findall(r"\b(\d{1,2})(?:[A-E]\d?)?\b(?: to (\d{1,2}))?", line):
                named |= set(range(int(low), int(high or low) + 1))
    assert set(range(1, 94)) - named == set()


def test_rows_are_told_apart() -> None:
    rows = [row for row, *_ in SHOWN] + [row for row, _ in NOT_SHOWN]
    assert len(rows) == len(set(rows))
