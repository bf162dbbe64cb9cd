"""The comparison of games that the tests of formatting rest on: it finds each kind of difference."""

from __future__ import annotations

import pytest

from tests.formats.pbn.same_game import differences, words
from tests.formats.samples import one

GAME = """[Event "Mill Lane Pairs"]
{before the site}
[Site "Lower Wick"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T53.Q5.AK32.KT72 Q96.JT7642.96.Q4 A42.AK98.T5.9653 KJ87.3.QJ874.AJ8"]
[Scoring "MP"]
[Declarer "N"]
[Contract "1NT"]
[Result "7"]
[Auction "N"]
1NT =1= $1 Pass {thinks} Pass Pass
[Note "1:12 to 14"]
[Play "E"]
HJ! HA H3 ^R H5
*
[ScoreTable "Rank;Names_NS"]
1 "Aksoy, D."
"""


@pytest.mark.parametrize(
    "old, new",
    [
        ("Lane", "Line"),
        ("before the", "behind the"),
        ('[Board "1"]', '[Board "2"]'),
        ('[Dealer "N"]', '[Dealer "S"]'),
        ("None", "All"),
        ("T53.Q5", "T5.Q53"),
        ('[Declarer "N"]', '[Declarer "^N"]'),
        ('1NT"', '2NT"'),
        ('"7"', '"8"'),
        ('"7"', '"^7"'),
        ("1NT =1=", "2C =1="),
        ("=1= $1", "$1"),
        ("$1", "$3"),
        ("{thinks} Pass", "Pass {thinks}"),
        ("{thinks}", ""),
        ("12 to 14", "15 to 17"),
        ("Pass Pass\n[", "Pass\n["),
        ("Pass Pass\n[", "Pass ^S Pass\n["),
        ("HJ!", "H7!"),
        ("HJ!", "HJ"),
        ("HJ!", "HJ?"),
        ("^R H5", "H5"),
        ("^R H5", "^L H5"),
        ("H5\n*", "H5"),
        ("H5\n*", "H5\n+"),
        ("Rank;N", "Rank;M"),
        ("Aksoy", "Aksoi"),
        ('1 "Aksoy, D."\n', ""),
        ('[Scoring "MP"]\n', ""),
        ('[Scoring "MP"]', '[Scoring "MP"]\n[Stage "Final"]'),
        ("{before the site}\n", "{before}\n{the site}\n"),
    ],
)
def test_a_difference_is_found(old: str, new: str) -> None:
    assert old in GAME
    assert differences(one(GAME), one(GAME.replace(old, new, 1)))


@pytest.mark.parametrize(
    "old, new",
    [
        ('[Result "7"]', '[Result "NS 7"]'),
        ('[Result "7"]', '[Result "EW 6 NS 7"]'),
        ('"None"', '"Love"'),
        ('1NT"', '1N"'),
        ("HJ!", "HJ $7"),
        ('[Play "E"]\nHJ! HA H3 ^R H5', '[Play "S"]\nHA H3 ^R H5 HJ!'),
        ("Pass Pass\n[", "Pass Pass *\n["),
        ("Pass Pass\n[", "AP\n["),
        ("before the", "before\n  the"),
        ("12 to 14", "12\tto 14"),
        ("=1= $1", "$1 =1="),
    ],
)
def test_what_the_export_format_defines_away_is_none(old: str, new: str) -> None:
    assert old in GAME
    assert differences(one(GAME), one(GAME.replace(old, new, 1))) == []


def test_words_that_are_gone() -> None:
    assert words(GAME) - words(GAME.replace("thinks", "thin")) == {"thinks": 1}
    assert not words(GAME) - words(GAME.replace("Vulnerable", "Vulnerable"))
