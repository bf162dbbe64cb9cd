"""Conversion: what is written, what is lost, what is verified."""

from __future__ import annotations

import io
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import BinaryIO

import pytest

import pbntools as pbn
from pbntools import rules
from pbntools.converting import Conversion, ConversionError, Item
from pbntools.formats.json.format import FORMATS
from pbntools.formats.losses import Losses
from pbntools.formats.registry import Facts, Fit, Format, WriteError, get_format
from pbntools.record import Details, Play, Record, Table, Tags

GAME = b"""[Event "Spring Pairs"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AJ.KJ97.T96.AQ75 73.Q654.KQJ84.98 K2.AT832.A2.6432 QT98654..753.KJT"]
[Declarer "N"]
[Contract "3NT"]
[Result "9"]
[Auction "N"]
1NT Pass 3NT Pass
Pass Pass
"""


def items(data: bytes, name: str = "pbn") -> list[Item]:
    found = get_format(name)
    return [
        Item(reading, reading.record, pbn.resolve(reading.record), found)
        for reading in pbn.read(data, format=name)
        if reading.record is not None
    ]


def test_a_file_becomes_another(tmp_path: Path) -> None:
    (tmp_path / "club.pbn").write_bytes(GAME)
    assert pbn.convert(tmp_path / "club.pbn", tmp_path / "club.json") == []
    assert pbn.convert(tmp_path / "club.json", tmp_path / "back.pbn") == []
    one, other = (next(pbn.read(tmp_path / name)).record for name in ("club.pbn", "club.json"))
    assert one == other
    assert [reading.board for reading in pbn.read(tmp_path / "back.pbn") if reading.record] == ["1"]


def test_several_sources_and_a_stream() -> None:
    file = io.BytesIO()
    pbn.convert([GAME, GAME.replace(b'"1"', b'"2"')], file, to_format="jsonl")
    assert [reading.board for reading in pbn.read(file.getvalue()) if reading.record] == ["1", "2"]


def test_a_target_must_name_a_format(tmp_path: Path) -> None:
    for target in (tmp_path / "club.doc", io.BytesIO()):
        with pytest.raises(ValueError, match="names no format"):
            pbn.convert(GAME, target)
    with pytest.raises(KeyError):
        pbn.convert(GAME, tmp_path / "x", to_format="nonesuch")
    with pytest.raises(ValueError, match="no dialect of json"):
        pbn.convert(GAME, tmp_path / "x.json", dialect="slang")
    assert list(tmp_path.iterdir()) == []


def test_an_old_file_stays_where_something_goes_wrong(tmp_path: Path) -> None:
    target = tmp_path / "club.json"
    target.write_text("old")
    with pytest.raises(OSError, match="gone"):
        pbn.convert([GAME, str(tmp_path / "gone.pbn")], target)
    assert target.read_text() == "old"
    assert list(tmp_path.iterdir()) == [target]


def as_it_is(_dialect: str | None) -> Fit:
    def fit(record: Record, _facts: Facts, losses: Losses) -> Record:
        losses.add(rules.TAG_LOST, "nothing, really")
        return record

    return fit


def test_what_reads_back_as_another_record_is_an_error_of_ours() -> None:
    json = FORMATS["json"]

    def careless(records: Iterable[Record], file: BinaryIO, dialect: str | None) -> int:
        assert json.write is not None
        return json.write((record.replace(board="7") for record in records), file, dialect)

    broken = Format("json", "JSON", (".json",), json.holds, None, json.open, as_it_is, careless)
    with pytest.raises(ConversionError, match=r"record 0 \(board 7\) reads back from json as another"):
        Conversion(broken).write(items(GAME), io.BytesIO())


def test_what_is_left_out_by_a_writer_is_an_error_of_ours() -> None:
    json = FORMATS["jsonl"]

    def lazy(records: Iterable[Record], file: BinaryIO, dialect: str | None) -> int:
        assert json.write is not None
        return json.write(list(records)[:-1], file, dialect)

    broken = Format("jsonl", "JSON", (".jsonl",), json.holds, None, json.open, as_it_is, lazy)
    with pytest.raises(ConversionError, match="2 records were written in jsonl and 1 read back"):
        Conversion(broken).write(items(GAME + b"\n" + GAME), io.BytesIO())


def test_the_errors_of_a_writer_come_through() -> None:
    def full(_records: Iterable[Record], _file: BinaryIO, _dialect: str | None) -> int:
        raise WriteError("there is room for none")

    tight = Format("tight", "Tight", (), frozenset(), None, None, as_it_is, full)
    with pytest.raises(WriteError, match="room for none"):
        Conversion(tight).write(items(GAME), io.BytesIO())


def test_losses_have_the_index_among_all_records() -> None:
    json = FORMATS["json"]
    target = Format("json", "JSON", (), json.holds, None, json.open, as_it_is, json.write)
    conversion = Conversion(target)
    assert conversion.write([*items(GAME), *items(GAME)], io.BytesIO()) == 2
    assert [(loss.rule.code, loss.records) for loss in conversion.losses] == [("CNV101", (0, 1))]


def test_escape_lines_are_lost_and_told() -> None:
    conversion = Conversion(get_format("json"))
    conversion.write(items(b"% PBN 2.1\n%made by hand\n" + GAME + b"\n" + GAME + b"%a line\n\n" + GAME), io.BytesIO())
    assert [(loss.rule.name, loss.records) for loss in conversion.losses] == [("presentation-lost", (0, 1))]


def test_a_claim_becomes_a_result_in_pbn() -> None:
    record = items(GAME)[0].record
    play = Play(pbn.Seat.EAST, (), "*", claim=9)
    claimed = record.replace(play=play, result=None)
    found = [items(GAME)[0]._replace(record=claimed, outcome=pbn.resolve(claimed))]
    file = io.BytesIO()
    conversion = Conversion(get_format("pbn"))
    conversion.write(found, file)
    assert [loss.rule.name for loss in conversion.losses] == ["provenance-changed"]
    back = next(pbn.read(file.getvalue())).record
    assert back is not None
    assert back.result is not None
    assert back.result.tricks == 9


def test_a_claim_of_other_tricks_than_the_result_is_lost() -> None:
    record = items(GAME)[0].record
    claimed = record.replace(play=Play(pbn.Seat.EAST, (), "*", claim=8))
    conversion = Conversion(get_format("pbn"))
    conversion.write([items(GAME)[0]._replace(record=claimed)], io.BytesIO())
    assert [loss.rule.name for loss in conversion.losses] == ["result-lost"]


def test_calls_and_cards_that_pbn_cannot_spell() -> None:
    data = GAME.replace(b"3NT Pass\n", b"3NT nonsense\n") + b'[Play "E"]\nDK ZZ D3 D6\n*\n'
    file = io.BytesIO()
    conversion = Conversion(get_format("pbn"))
    conversion.write(items(data), file)
    assert [loss.rule.name for loss in conversion.losses] == ["word-lost", "word-lost"]
    back = next(pbn.read(file.getvalue())).record
    assert back is not None
    assert back.auction is not None
    assert back.auction.end == "*"
    assert len(back.auction.ids) == 3


def test_notes_beyond_the_highest_number_become_comments() -> None:
    record = items(GAME)[0].record
    notes = {number: f"note {number}" for number in range(1, 36)}
    from pbntools.record import Annotation, Details, Remarks

    marks = {0: Annotation(None, tuple(notes))}
    noted = record.replace(details=Details(Remarks(notes, {}, marks, {}, ())))
    file = io.BytesIO()
    conversion = Conversion(get_format("pbn"))
    conversion.write([items(GAME)[0]._replace(record=noted)], file)
    assert [loss.rule.name for loss in conversion.losses] == ["remark-moved"]
    back = next(pbn.read(file.getvalue())).record
    assert back is not None
    assert len(back.notes["auction"]) == 32
    assert [comment.text for comment in back.comments] == ["note 33", "note 34", "note 35"]


@pytest.mark.parametrize("tagged", [False, True])
def test_a_table_whose_rows_pbn_would_not_read_back_is_a_loss(tagged: bool, tmp_path: Path) -> None:
    (reading,) = pbn.read(GAME + b'[ScoreTable "A;B;C"]\n1 2 3\n')
    record = reading.record
    assert record is not None
    rows = (("1",), ("2", "3"))
    tags = record.tags if tagged else Tags({name: text for name, text in record.tags.items() if name != "ScoreTable"})
    table = Table("ScoreTable", ("A", "B", "C"), rows, "A;B;C")
    odd = replace(record, details=Details(tables=(table,)), tags=tags)
    write = FORMATS["json"].write
    assert write is not None
    with (tmp_path / "a.json").open("wb") as file:
        write(iter([odd]), file, None)
    assert [loss.rule for loss in pbn.convert(tmp_path / "a.json", tmp_path / "a.pbn")] == [rules.TABLE_LOST]
    assert "ScoreTable" not in (tmp_path / "a.pbn").read_text()
