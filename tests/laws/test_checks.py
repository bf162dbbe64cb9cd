"""The look that clears a regular record against the checks themselves."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.formats.pbn import PbnReader
from pbntools.laws import Context, resolve
from pbntools.laws.checks import CHECKS, is_regular
from pbntools.laws.tables import check_tables
from pbntools.record import Record

FIXTURES = sorted(Path(__file__).parents[2].glob("fixtures/**/*.pbn"))
OTHERS = tuple(check for check in CHECKS if check is not check_tables)


def cleared(data: bytes) -> tuple[int, list[str]]:
    """How many records are cleared, and what the checks find in those."""
    count, found = 0, []
    for reading in PbnReader(data):
        if reading.record is not None and is_regular(reading.record, resolve(reading.record)):
            count += 1
            found += findings(reading.record)
    return count, found


def findings(record: Record) -> list[str]:
    outcome = resolve(record)
    return [finding.message for check in OTHERS for finding in check(record, outcome, Context())]


def test_nothing_is_found_in_a_record_that_is_cleared() -> None:
    counted = 0
    for path in FIXTURES:
        count, found = cleared(path.read_bytes())
        assert found == [], path
        counted += count
    assert counted > 20


@pytest.mark.corpus
def test_nothing_is_found_in_a_real_record_that_is_cleared() -> None:
    corpus = os.environ.get("PBNTOOLS_CORPUS")
    if not corpus:
        pytest.skip("PBNTOOLS_CORPUS is not set: no real files to read")
    counted = 0
    for path in sorted(Path(corpus).glob("**/*.pbn")):
        count, found = cleared(path.read_bytes())
        assert found == [], path
        counted += count
    assert counted > 1000


REGULAR = """[Event "Club"]
[Site ""]
[Date "2024.05.01"]
[Board "1"]
[West "a"]
[North "b"]
[East "c"]
[South "d"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.AKQ.AKQ.AKQ T987.JT9.JT9.JT9 6543.876.876.876 2.5432.5432.5432"]
[Scoring "MP"]
[Declarer "N"]
[Contract "6NT"]
[Result "12"]
[Score "NS 990"]
[Auction "N"]
6NT Pass Pass Pass
"""


@pytest.mark.parametrize(
    "old, new",
    [
        ('[Result "12"]', '[Result "14"]'),
        ('[Result "12"]', '[Result "^12"]'),
        ('[Score "NS 990"]', '[Score "NS 980"]'),
        ('[Score "NS 990"]', '[Score "NS 990 EW 0"]'),
        ('[Score "NS 990"]', '[Score "EW 990"]'),
        ('[Contract "6NT"]', '[Contract "6NTX"]'),
        ('[Declarer "N"]', '[Declarer "S"]'),
        ('[Declarer "N"]', '[Declarer "^N"]'),
        ('[Board "1"]', '[Board "2"]'),
        ('[Dealer "N"]', '[Dealer "E"]'),
        ('[Vulnerable "None"]', '[Vulnerable "All"]'),
        ("6NT Pass Pass Pass", "6NT Pass 5NT Pass Pass Pass"),
        ("6NT Pass Pass Pass", "6NT Pass Pass"),
        ("N:AKQJ", "N:AKJJ"),
        ("6NT Pass Pass Pass\n", '6NT Pass Pass Pass\n[Play "E"]\nS9 S3 S2 SA\nS8 S4 H2 CA\n'),
    ],
)
def test_what_is_wrong_is_not_cleared(old: str, new: str) -> None:
    assert cleared(REGULAR.encode()) == (1, [])
    assert old in REGULAR
    assert cleared(REGULAR.replace(old, new).encode()) == (0, [])


def choice(*values: str) -> st.SearchStrategy[str]:
    return st.sampled_from(values)


@given(
    st.fixed_dictionaries(
        {
            "Board": choice("1", "2", "17", "x"),
            "Dealer": choice("N", "E", "?"),
            "Vulnerable": choice("None", "NS", "All", "?"),
            "Scoring": choice("MP", "IMP", "MP;OldMP", "Rubber", ""),
            "Declarer": choice("N", "S", "E", "^N", "?", ""),
            "Contract": choice("6NT", "6NTX", "5NT", "1S", "Pass", "?", ""),
            "Result": choice("12", "13", "0", "5", "14", "^12", "NS 12", "NS 12 EW 1", "?", ""),
            "Score": choice("NS 990", "EW -990", "990", "NS 1230", "NS 990 EW -990", "NS 0", "NS 990 EW 0", "?", ""),
            "ScoreIMP": choice("", "NS 3", "NS 99"),
            "ScoreRubberHistory": choice("", "NS 0 0/0 EW 0 0/0", "NS 0 0/0 2 EW 0 0/0 2"),
        }
    ),
    choice(
        "6NT Pass Pass Pass", "Pass Pass Pass Pass", "6NT X Pass Pass Pass", "6NT Pass 5NT Pass Pass Pass", "6NT Pass"
    ),
    choice("", "S9 S3 S2 SA", "S9 S3 S2 SA\nS8 S4 H2 CA", "S9 S3 S2 SA\n*", "S9 S3 S2 SA\n+"),
)
@settings(max_examples=500, deadline=None)
def test_nothing_is_found_in_any_record_that_is_cleared(tags: dict[str, str], calls: str, cards: str) -> None:
    given_tags = dict(re.findall(r'\[(\w+) "(.*)"\]', REGULAR.partition("[Auction")[0]))
    text = "".join(f'[{name} "{value}"]\n' for name, value in (given_tags | tags).items())
    text += f'[Auction "N"]\n{calls}\n' + (f'[Play "E"]\n{cards}\n' if cards else "")
    assert cleared(text.encode())[1] == []


def test_a_result_of_a_board_that_was_passed_out_is_not_cleared() -> None:
    text = REGULAR.replace('[Contract "6NT"]', '[Contract "Pass"]').replace('[Declarer "N"]', '[Declarer ""]')
    text = text.replace("6NT Pass Pass Pass", "Pass Pass Pass Pass").replace('[Score "NS 990"]', '[Score ""]')
    assert cleared(text.encode()) == (0, [])
