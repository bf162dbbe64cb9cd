"""Records are worked on some at a time, and nobody can tell how many."""

import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.checking import check, read
from pbntools.diagnostics import Location
from pbntools.formats import reading as reading_module
from pbntools.formats.lin import reader as lin_reader
from pbntools.formats.pbn import reader as pbn_reader
from pbntools.formats.reading import AT_ONCE, Reading, readings_at_once

FIXTURES = Path(__file__).parents[2] / "fixtures"
FOLDERS = ("valid", "cases", "laws", "formats")
TEXTS = sorted(path for folder in FOLDERS for kind in ("pbn", "lin") for path in (FIXTURES / folder).rglob(f"*.{kind}"))


def said(data: bytes, **options: Any) -> list[Any]:
    return [
        (reading.index, reading.record, [d.as_dict() for d in reading.diagnostics], reading.unheld)
        for reading in check(data, **options)
    ]


def one_by_one(patch: pytest.MonkeyPatch) -> None:
    for module in (reading_module, pbn_reader, lin_reader):
        patch.setattr(module, "AT_ONCE", 1)


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_is_said_does_not_hang_on_how_many_are_read_at_once(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = path.read_bytes()
    together = said(data)
    with monkeypatch.context() as patch:
        one_by_one(patch)
        assert said(data) == together


@pytest.mark.parametrize("suffix", [".pbn", ".lin"])
def test_nor_in_files_of_many_records(suffix: str, monkeypatch: pytest.MonkeyPatch) -> None:
    parts = [path.read_bytes() for path in TEXTS if path.suffix == suffix]
    data = b"\n\n".join(2 * [part for part in parts if not part.startswith((b"\xff\xfe", b"\xfe\xff", b"\x1f\x8b"))])
    together = said(data, format=suffix[1:])
    assert sum(record is not None for _, record, _, _ in together) > AT_ONCE
    with monkeypatch.context() as patch:
        one_by_one(patch)
        assert said(data, format=suffix[1:]) == together


def test_nor_does_what_is_converted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    data = b"\n\n".join(path.read_bytes() for path in TEXTS if path.parent.name == "laws")
    found = []
    for single in (False, True):
        with monkeypatch.context() as patch:
            if single:
                one_by_one(patch)
            target = io.BytesIO()
            losses = pbn.convert(data, target, to_format="lin")
            found.append((target.getvalue(), losses))
    assert found[0] == found[1]
    assert found[0][0].count(b"md|") > AT_ONCE


def test_a_charset_that_a_game_declares_counts_from_that_game_on() -> None:
    game = '[Event "{}"]\n[Board "{}"]\n\n'
    text = game.format("P\xe1l", 1) + "% Content-type: text/x-pbn; charset=iso-8859-2\n" + game.format("\xb1", 2)
    events = [reading.record.event for reading in read(text.encode("latin-1")) if reading.record]
    assert events == ["P\xe1l", "\u0105"]


def test_the_records_so_far_are_those_that_were_given() -> None:
    data = b"\n".join(b'[Board "%d"]\n[Deal "N:- - - -"]\n' % number for number in range(1, 101))
    for readings in (read(data), check(data)):
        counts = [readings.records for reading in readings if reading.record is not None]
        assert counts == list(range(1, 101))


# The batches themselves


def some(numbers: range) -> Iterator[Reading]:
    """Readings without a text, and at last what a reader may raise."""
    for number in numbers:
        yield Reading(None, number, "a", None, at=Location("a"))
    raise OSError("gone")


def test_without_a_text_they_are_given_one_by_one() -> None:
    batches = readings_at_once(some(range(3)))
    assert [[reading.index for reading in next(batches)] for _ in range(3)] == [[0], [1], [2]]
    with pytest.raises(OSError, match="gone"):
        next(batches)


def test_what_is_raised_comes_behind_all_readings_before_it() -> None:
    def broken() -> Iterator[Reading]:
        yield from read(b'[Board "1"]\n\n[Board "2"]\n\n[Board "3"]\n')
        raise OSError("gone")

    batches = readings_at_once(broken())
    assert [reading.board for reading in next(batches)] == ["1", "2", "3"]
    with pytest.raises(OSError, match="gone"):
        next(batches)


def test_no_batch_has_more_than_so_many_or_two_pieces_of_text(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbntools.formats import text as text_module

    monkeypatch.setattr(text_module, "BLOCK", 4096)
    data = b"\n".join(b'[Board "%d"]\n[Site "%s"]\n' % (number, b"x" * (number % 50)) for number in range(1, 1001))
    batches = [
        (len(batch), {id(reading.source_map.chunk) for reading in batch if reading.source_map})
        for batch in readings_at_once(read(data))
    ]
    assert sum(size for size, _ in batches) >= 1000
    assert max(size for size, _ in batches) == AT_ONCE
    assert all(len(chunks) == 1 for _, chunks in batches)
