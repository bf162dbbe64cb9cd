"""One legal game, and a game for each kind of fault that a verifier of PBN files is expected to find."""

import pytest

from pbntools.checking import check
from pbntools.diagnostics import Severity
from tests.formats import samples

GAME = samples.GAME.replace(samples.DEAL, "N:AKQJ.T98.765.432 T987.765.432.KQJ 6543.432.AKQJ.98 2.AKQJ.T98.AT765")

WRONG = [
    ("[Site ", "[Sight ", "unknown-tag"),
    ('[Site "Nowhere"]', "[Site Nowhere]", "malformed-tag"),
    ('"Nowhere"]', '"No "w" here"]', "malformed-tag"),
    ('"Nowhere"]', '"Nowhere', "unterminated-string"),
    ("Nowhere", "No\x01where", "forbidden-character"),
    ("Nowhere", "No\twhere", "forbidden-character"),
    ("2024.05.01", "2024.5.1", "bad-value"),
    ("2024.05.01", "2024.13.01", "bad-value"),
    ("2024.05.01", "2024.05.32", "bad-value"),
    ('[Board "1"]', '[Board "one"]', "bad-value"),
    ('[Dealer "N"]', '[Dealer "Q"]', "bad-value"),
    ('[Vulnerable "None"]', '[Vulnerable "Some"]', "bad-value"),
    ("N:AKQJ.T98.765.432", "N:AKQJ.T98.765.43Z", "deal-unreadable"),
    ("N:AKQJ.T98.765.432", "N:AKQT.T98.765.432", "duplicate-card"),
    ("N:AKQJ.T98.765.432", "N:AKQJ.T98.765.43", "hand-size"),
    (" 2.AKQJ.T98.AT765", "  2.AKQJ.T98.AT765", "deal-spelling"),
    ("AKQJ.T98.765.432 T987.765.432.KQJ 6543.432.AKQJ.98 2.AKQJ.T98.AT765", "- - - -", "deal-empty"),
    ('[Scoring "MP"]', '[Scoring "MP;IMP"]', "bad-value"),
    ('[Contract "1S"]', '[Contract "1Spades"]', "contract-spelling"),
    ('[Contract "1S"]', '[Contract "9S"]', "bad-value"),
    ('[Contract "1S"]', '[Contract "1SX"]', "contract-mismatch"),
    ('[Contract "1S"]', '[Contract "2S"]', "contract-mismatch"),
    ('[Contract "1S"]', '[Contract "1H"]', "contract-mismatch"),
    ('[Declarer "N"]', '[Declarer "E"]', "declarer-mismatch"),
    ('[Declarer "N"]', '[Declarer "S"]', "declarer-mismatch"),
    ('[Result "8"]', '[Result "14"]', "result-out-of-range"),
    ('[Result "8"]', '[Result "NS 9 EW 5"]', "result-out-of-range"),
    ('[Result "8"]', '[Result "13"]', "result-mismatch"),
    ("[Auction", "stray\n[Auction", "stray-text"),
    ('[Auction "N"]', '[Site "x"]\n[Auction "N"]', "duplicate-tag"),
    ('[Auction "N"]', '[Auction "E"]', "dealer-mismatch"),
    ("1S Pass", "1Spade? oh", "call-unreadable"),
    ("1S Pass", "1S 1C", "insufficient-bid"),
    ("1S Pass Pass", "1S Pass X", "inadmissible-double"),
    ("1S Pass Pass", "1S XX Pass", "inadmissible-redouble"),
    ("1S Pass", "^I 1S Pass", "irregularity-mark"),
    ("1S Pass", "1S! ? Pass", "bad-annotation"),
    ("1S Pass", "1S $8 Pass", "bad-annotation"),
    ("1S Pass", "1S $256 Pass", "bad-annotation"),
    ("1S Pass", "1S =33= Pass", "note-index"),
    ("1S Pass", "1S =1= Pass", "note-undefined"),
    ("[Play", '[Note "1:x"]\n[Play', "note-unused"),
    ("[Auction", '[Note "1:x"]\n[Auction', "note-misplaced"),
    ("1S Pass Pass Pass", "1S Pass Pass Pass + Pass", "tokens-after-end"),
    ("CK C8 CA C2", "CK C8 CA CQ", "card-not-held"),
    ("CK C8 CA C2", "CK C8 CA C2\nCK C9 C5 C3", "card-played-twice"),
    ("CK C8 CA C2", "CK C8 H2 C2", "card-not-held"),
    ("CK C8 CA C2", "CK S3 CA C2\nCQ C8 C5 C3", "revoke"),
    ("CK C8 CA C2", "CK C8 CA ^R C2", "irregularity-mark"),
    ("CK C8 CA C2", "CK C8 Cx C2", "card-unreadable"),
    ("CK C8 CA C2", "CK $3 C8 CA C2", "bad-annotation"),
    ('[Deal "N', '[Deal "#', "bad-inheritance"),
    ('[Deal "N', '[Deal "Q', "deal-unreadable"),
    ('[Declarer "N"]', '[Declarer "#"]', "bad-inheritance"),
    ("[Scoring", '[Score "NS much"]\n[Scoring', "bad-value"),
    ("[Scoring", '[ScoreRubber "NS 30"]\n[Scoring', "bad-value"),
    ("[Scoring", '[ScorePercentage "NS 101"]\n[Scoring', "bad-value"),
    ("[Scoring", '[Time "25:00:00"]\n[Scoring', "bad-value"),
    ("[Scoring", '[Round "1..2"]\n[Scoring', "bad-value"),
    ("[Scoring", '[Hidden "NN"]\n[Scoring', "bad-value"),
    ("Nowhere", "Nowhere" * 40, "line-too-long"),
    ("1S Pass", "1S { Pass", "unterminated-comment"),
]


def test_the_legal_game() -> None:
    assert [str(d) for reading in check(GAME.encode()) for d in reading.diagnostics] == []


@pytest.mark.parametrize(("old", "new", "rule"), WRONG)
def test_wrong_games(old: str, new: str, rule: str) -> None:
    assert GAME.count(old) == 1
    text = GAME.replace(old, new)
    found = [d for reading in check(text.encode()) for d in reading.diagnostics]
    line = GAME[: GAME.index(old)].count("\n") + 1
    assert rule in [d.rule.name for d in found]
    # One fault is told once: nothing else is called an error.
    assert {d.rule.name for d in found if d.severity is Severity.ERROR} <= {rule}
    assert line <= next(d.location.line or 0 for d in found if d.rule.name == rule) <= line + new.count("\n")


@pytest.mark.parametrize("name", ["Dealer", "Deal", "Declarer", "Contract"])
def test_a_section_without_a_tag_that_it_needs(name: str) -> None:
    text = "".join(line for line in GAME.splitlines(keepends=True) if not line.startswith(f"[{name} "))
    found = [d for reading in check(text.encode()) for d in reading.diagnostics]
    assert "section-needs-tag" in [d.rule.name for d in found]
    assert not [str(d) for d in found if d.severity is Severity.ERROR and d.rule.name != "section-needs-tag"]
