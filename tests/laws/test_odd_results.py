"""Records whose results, columns or marks are odd are judged like others, and cost none of their neighbours."""

from pathlib import Path

import pytest

import pbntools as pbn

REVOKE = Path(__file__).parent.parent.parent / "fixtures" / "laws" / "revoke.pbn"


@pytest.mark.parametrize("tricks", range(14))
@pytest.mark.parametrize("score", ["EW 420", "EW 450", "NS 50", "EW 2000"])
def test_a_revoke_with_any_result_and_score(tricks: int, score: str) -> None:
    text = REVOKE.read_text().replace('[Result "10"]', f'[Result "{tricks}"]\n[Score "{score}"]')
    assert f'[Result "{tricks}"]' in text
    found = {d.rule.name for reading in pbn.check(text.encode()) for d in reading.diagnostics}
    assert "revoke" in found
    assert ("result-mismatch" in found) is (tricks not in (10, 11))


def test_a_designation_in_a_trick_that_is_broken_off() -> None:
    text = '[Declarer "E"]\n[Play "S"]\nST SJ SQ S4\nC2 CK {declarer called for: low}\n'
    assert [reading.board for reading in pbn.check(text.encode()) if reading.record is not None] == [None]


IRREGULAR = """\
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:A.QT52.KJT4.JT86 Q98743.76.973.A9 JT2.J9843.A6.K32 K65.AK.Q852.Q754"]
[Declarer "^E"]
[Contract "4S"]
[Result "10"]
[Auction "N"]
Pass 2S Pass 4S
Pass Pass Pass
[Play "S"]
H4 HK H2 H6
*
"""


def test_a_needless_mark_is_not_mended_by_passes_that_nobody_made() -> None:
    fixed = pbn.fix(IRREGULAR.encode(), unsafe=True).data.decode()
    assert "Pass 2S Pass 4S" in fixed
    assert '[Dealer "N"]' in fixed


@pytest.mark.parametrize("words", ["DEKLERAN KÜÇÜK DEDİ", "dekleran küçük dedi", "DEKLERAN SİNEK İSTEDİ"])
def test_turkish_capitals_of_a_designation(words: str) -> None:
    from pbntools.laws.remarks import _understood

    assert _understood(words, "card") is not None
