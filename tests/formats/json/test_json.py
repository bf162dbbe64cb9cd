"""Records as JSON and back."""

from __future__ import annotations

import contextlib
import io
import json
import os
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.formats.json.records import ShapeError, record_from_json, record_to_json
from pbntools.formats.registry import get_format
from pbntools.formats.unpacking import ArchiveError

FIXTURES = Path(__file__).parent.parent.parent.parent / "fixtures"
GAMES = sorted(FIXTURES.rglob("*.pbn"))


def records_of(path: Path | bytes) -> list[pbn.Record]:
    return [reading.record for reading in pbn.read(path) if reading.record is not None]


def written(records: list[pbn.Record], name: str) -> bytes:
    file = io.BytesIO()
    write = get_format(name).write
    assert write is not None
    assert write(iter(records), file, None) == len(records)
    return file.getvalue()


def told(data: bytes) -> list[str]:
    return [str(found) for reading in pbn.read(data, format="json") for found in reading.diagnostics]


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name)
@pytest.mark.parametrize("name", ["json", "jsonl"])
def test_nothing_is_lost(path: Path, name: str) -> None:
    records = records_of(path)
    data = written(records, name)
    json.loads(data) if name == "json" else [json.loads(line) for line in data.splitlines()]
    assert records_of(data) == records or not records


@pytest.mark.corpus
@pytest.mark.skipif("PBNTOOLS_CORPUS" not in os.environ, reason="PBNTOOLS_CORPUS is not set: no real files to convert")
def test_nothing_of_real_files_is_lost() -> None:
    count = 0
    for path in sorted(Path(os.environ["PBNTOOLS_CORPUS"]).rglob("*")):
        if path.suffix.lower() == ".pbn" and path.is_file():
            records = records_of(path)
            count += len(records)
            assert records_of(written(records, "jsonl")) == records or not records, path
    assert count


def test_characters_beyond_ascii_and_halves_of_them() -> None:
    record = records_of(b'[Event "x"]\n')[0]
    for text in ("Çağrı ♠ 日本 🂡", 'quote " and \\ and </script>', "\ud800 half", "\u2028"):
        changed = record.replace(tags=type(record.tags)({"Event": text}), board=text)
        assert records_of(written([changed], "json")) == [changed]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "no-records: the file holds no record"),
        (b"[]", "no-records"),
        (b"{}}", "format-shape"),
        (b'{"pbntools":2,"records":[]}', "version 2"),
        (b'{"pbntools":1,"records":[{"board":"1"}', "not closed"),
        (b'{"pbntools":1,"records":[{"board":', "ends in the middle"),
        (b'[{"board":1}]', "board: a text is expected, not a number"),
        (b'[{"dealer":"Q"}]', "dealer: 'Q' is none of N, E, S, W"),
        (b'[{"hand":"1"}]', "hand: a record has no such member"),
        (b'[{"deal":{"N":"nonsense"}}]', "deal.N"),
        (b'[{"auction":{"first":"N","calls":["1C","9D"]}}]', "auction.calls[1]: '9D' is not one that is known"),
        (b'[{"auction":{"calls":[]}}]', "auction.first: who was first is missing"),
        (b'[{"play":{"first":"N","cards":["SA","SB"]}}]', "play.cards[1]"),
        (b'[{"play":{"first":"N","cards":[],"revokes":[0]}}]', "play.revokes[0]: a whole number of 1 or more"),
        (b'[{"tags":{"Event":1}}]', "tags: an object of texts is expected"),
        (b'[{"comments":[{"owner":"call"}]}]', "comments[0].text: the text is missing"),
        (b'[{"comments":[{"text":"x","owner":"dog"}]}]', "comments[0].owner: 'dog'"),
        (b'[{"tables":[{"name":"T","rows":[[1]]}]}]', "tables[0].rows[0]: a list of texts is expected"),
        (b'[{"notes":{"auction":{"x":"y"}}}]', "notes.auction: 'x' is no number of a note"),
        (b'[{"result":{"tricks":true}}]', "result.tricks: a whole number is expected, not a boolean"),
        (b'["a record"]', "an object is expected, not a text"),
        (b"[" * 100_000, "deep"),
    ],
)
def test_what_is_wrong_is_told_with_its_place(data: bytes, message: str) -> None:
    found = told(data)
    assert any(message in text for text in found), found
    assert all(text.startswith("<bytes>:1:") for text in found)


def test_a_bad_record_does_not_cost_the_next() -> None:
    data = b'{"pbntools":1,"board":"1"}\n{"board": nonsense}\n{"board":7}\n{"board":"4"}\n'
    readings = list(pbn.read(data, format="jsonl"))
    assert [reading.board for reading in readings if reading.record is not None] == ["1", "4"]
    places = [(found.location.line, found.rule.name) for reading in readings for found in reading.diagnostics]
    assert places == [(2, "format-shape"), (3, "format-shape")]


def test_the_referee_speaks_of_lines() -> None:
    line = b'{"pbntools":1,"board":"2","dealer":"N","auction":{"first":"N","calls":["1S","1H","Pass","Pass","Pass"]}}\n'
    readings = list(pbn.check(b'{"pbntools":1,"board":"1"}\n' + line))
    found = [d for reading in readings for d in reading.diagnostics if d.rule.name == "insufficient-bid"]
    assert [(d.location.line, d.location.column, d.record) for d in found] == [(2, 1, 1)]


@given(st.binary(max_size=200))
@settings(max_examples=200)
def test_no_bytes_raise(data: bytes) -> None:
    with contextlib.suppress(ArchiveError):
        list(pbn.read(data, format="json"))


@given(
    st.recursive(
        st.none() | st.booleans() | st.integers() | st.text(max_size=5),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(
                st.sampled_from(
                    [
                        "board",
                        "deal",
                        "auction",
                        "play",
                        "tags",
                        "notes",
                        "comments",
                        "tables",
                        "of",
                        "text",
                        "first",
                        "N",
                    ]
                ),
                inner,
                max_size=4,
            )
        ),
    )
)
def test_no_json_raises_but_a_shape_error(value: object) -> None:
    try:
        record = record_from_json(value)
    except ShapeError:
        return
    assert record_from_json(record_to_json(record)) == record


def test_memory_is_bounded_by_the_longest_record() -> None:
    record = records_of(GAMES[0])[0].replace(board="1")

    class Endless(io.RawIOBase):
        def __init__(self, line: bytes, count: int) -> None:
            self._line = line
            self._left = count
            self._rest = b""

        def read(self, size: int = -1) -> bytes:
            while len(self._rest) < size and self._left:
                step = min(self._left, 100)
                self._rest += self._line * step
                self._left -= step
            found, self._rest = self._rest[:size], self._rest[size:]
            return found

    peaks = []
    for count in (4_000, 12_000):
        tracemalloc.start()
        read = sum(1 for _ in pbn.read(Endless(written([record], "jsonl"), count), format="jsonl"))
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
        assert read == count
    assert peaks[1] < 1.5 * peaks[0] + 4_000_000
