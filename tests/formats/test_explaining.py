"""What differs between a record and its form in another format, less what the listed losses explain."""

from __future__ import annotations

import pytest

import pbntools as pbn
from pbntools.formats.explaining import unexplained

GAME = """\
[Event "Spring Pairs"]
[Site "Delft"]
[Board "1"]
[West "Aker"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AJ.KJ97.T96.AQ75 73.Q654.KQJ84.98 K2.AT832.A2.6432 QT98654..753.KJT"]
[Auction "N"]
1NT Pass 3NT Pass {a comment}
Pass Pass
[ScoreTable "Table;Score_NS;Score_EW"]
1 400 -400
"""


def record_of(text: str) -> pbn.Record:
    record = next(pbn.read(text.encode())).record
    assert record is not None
    return record


@pytest.mark.parametrize(
    ("old", "new", "losses", "left"),
    [
        ('[Site "Delft"]\n', "", [], ["Site"]),
        ('[Site "Delft"]\n', "", [("tag-lost", "X has no place for Site")], []),
        ('[Site "Delft"]\n', "", [("tag-lost", "X has no place for Event")], ["Site"]),
        ('[West "Aker"]\n', "", [("tag-lost", "X has no place for a name such as -")], []),
        (" {a comment}", "", [], ["comments"]),
        (" {a comment}", "", [("comment-lost", "no comments")], []),
        (" {a comment}", "", [("note-lost", "no notes")], ["comments"]),
        ("3NT", "2NT", [("comment-lost", "no comments")], ["auction"]),
        ("3NT", "2NT", [("auction-lost", "no auctions")], []),
        ('[Board "1"]', '[Board "2"]', [("board-changed", "numbered anew")], []),
        ('[Dealer "N"]', '[Dealer "S"]', [], ["dealer"]),
        ("1 400 -400", "1 420 -420", [], ["tables"]),
        ("1 400 -400", "1 +400 -", [], []),
        ("Table;Score_NS;Score_EW", "Table;Score_NS;Score_EW;Lead", [], []),
    ],
)
def test_what_is_left_without_a_word(old: str, new: str, losses: list[tuple[str, str]], left: list[str]) -> None:
    assert old in GAME
    changed = GAME.replace(old, new)
    if "Lead" in new:
        changed = changed.replace("1 400 -400", "1 400 -400 -")
    assert unexplained(record_of(GAME), record_of(changed), losses) == left
