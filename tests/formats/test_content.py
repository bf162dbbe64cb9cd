"""What a record says, apart from how a format spells it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.formats.content import content, differences, fingerprint
from pbntools.record import Annotation, Comment, Details, Remarks, Table

GAME = """\
[Event "Spring Pairs"]
[Site "?"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AJ.KJ97.T96.AQ75 73.Q654.KQJ84.98 K2.AT832.A2.6432 QT98654..753.KJT"]
[Declarer "N"]
[Contract "3NT"]
[Result "9"]
[Auction "N"]
1NT Pass 3NT =1= Pass
Pass Pass {a comment}
[Note "1:to play"]
[Play "E"]
DK D2 D3 D6
DQ DA D5 D9
*
"""


def record_of(text: str) -> pbn.Record:
    record = next(pbn.read(text.encode())).record
    assert record is not None
    return record


@pytest.mark.parametrize(
    "same",
    [
        lambda text: text.replace('[Site "?"]\n', ""),
        lambda text: text.replace('[Event "Spring Pairs"]\n', "") + '[Event "Spring  Pairs"]\n',
        lambda text: text.replace("=1=", "=7=").replace('"1:', '"7:'),
        lambda text: text.replace('[Play "E"]\nDK D2 D3 D6\nDQ DA D5 D9', '[Play "S"]\nD2 D3 D6 DK\nDA D5 D9 DQ'),
        lambda text: text.replace("{a comment}", "{ a\ncomment }"),
        lambda text: text.replace('"None"', '"Love"'),
        lambda text: text.replace("Pass Pass {", "AP {"),
    ],
)
def test_spelling_is_left_aside(same: Callable[[str], str]) -> None:
    one, other = record_of(GAME), record_of(same(GAME))
    assert same(GAME) != GAME
    assert differences(one, other) == []
    assert fingerprint(one) == fingerprint(other)


@pytest.mark.parametrize(
    ("change", "parts"),
    [
        (lambda text: text.replace("Spring", "Summer"), ["Event"]),
        (lambda text: text.replace('[Site "?"]', '[Site "Delft"]'), ["Site"]),
        (lambda text: text.replace("DK D2", "DK DA").replace("DQ DA", "DQ D2"), ["play"]),
        (lambda text: text.replace("to play", "to pass"), ["call notes"]),
        (lambda text: text.replace("3NT =1=", "3NT! =1="), ["call glyphs"]),
        (lambda text: text.replace("a comment", "no comment"), ["comments"]),
        (lambda text: text.replace('[Result "9"]', '[Result "^9"]'), ["result"]),
        (lambda text: text.replace("*\n", "\n"), ["play"]),
        (lambda text: text.replace('"N:AJ', '"N:KJ').replace("K2.", "A2."), ["deal"]),
        (lambda text: text.replace('[Declarer "N"]', '[Declarer "^N"]'), ["irregular declarer"]),
        (lambda text: text + '[ScoreTable "Rank;Names"]\n1 "A"\n', ["tables"]),
    ],
)
def test_what_a_record_says_is_not(change: Callable[[str], str], parts: list[str]) -> None:
    one, other = record_of(GAME), record_of(change(GAME))
    assert differences(one, other) == parts
    assert fingerprint(one) != fingerprint(other)


def test_remarks_that_are_empty_are_none() -> None:
    record = record_of(GAME.split("[Declarer")[0])
    bare = record.replace(details=Details(Remarks({}, {}, {}, {}, ()), ()))
    assert fingerprint(record) == fingerprint(bare)
    assert content(record) == content(bare)


def test_the_owner_of_a_comment_counts() -> None:
    record = record_of(GAME)

    def owned(*owner: object) -> pbn.Record:
        comment = Comment("x", owner)  # type: ignore[arg-type]
        return record.replace(details=Details(Remarks({}, {}, {}, {3: Annotation("!")}, (comment,)), ()))

    prints = {fingerprint(owned(*owner)) for owner in [("call", 1), ("call", 2), ("card", 1), ("record", None)]}
    assert len(prints) == 4


def test_the_rows_of_a_table_count() -> None:
    record = record_of(GAME)
    tables = [Table("ScoreTable", ("Rank",), ((rank,),)) for rank in "12"]
    assert len({fingerprint(record.replace(details=Details(tables=(table,)))) for table in tables}) == 2


def test_differences_are_those_of_the_contents() -> None:
    games = sorted((Path(__file__).parent.parent.parent / "fixtures").rglob("*.pbn"))
    records = [reading.record for path in games for reading in pbn.read(path) if reading.record is not None]
    assert len(records) > 300
    for one, other in zip(records, records[1:] + records[:1], strict=True):
        first, second = content(one), content(other)
        parts = {name for name in {**first, **second} if name != "tags" and first.get(name) != second.get(name)}
        old, new = first.get("tags", {}), second.get("tags", {})
        assert set(differences(one, other)) == parts | {tag for tag in {**old, **new} if old.get(tag) != new.get(tag)}
        assert differences(one, one.replace()) == []
