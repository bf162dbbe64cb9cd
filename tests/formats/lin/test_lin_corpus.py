"""Real LIN files, where PBNTOOLS_CORPUS names a folder of them."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.formats.content import differences
from tests.formats.lin.lin_samples import fitted, readings, written
from tests.oracles import lin_tricks

CORPUS = os.environ.get("PBNTOOLS_CORPUS", "")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS is not set: there are no real files to read"),
]


def files() -> Iterator[Path]:
    return (path for path in sorted(Path(CORPUS).rglob("*")) if path.suffix.lower() == ".lin" and path.is_file())


def records(path: Path) -> list[pbn.Record]:
    return [reading.record for reading in pbn.check(path) if reading.record is not None]


def test_every_file_is_read_and_given_back(record_property: Callable[[str, object], None]) -> None:
    boards = count = 0
    for path in files():
        document = pbn.LinDocument.open(path)
        assert document.to_bytes() == path.read_bytes()
        assert document.records, path
        boards += len(document)
        count += 1
    assert count
    record_property("corpus", f"{count} LIN files, {boards} boards")


def test_tricks_are_those_of_a_separate_replay(record_property: Callable[[str, object], None]) -> None:
    compared = 0
    for path in files():
        text = path.read_bytes().decode("latin-1")
        found = records(path)
        pieces = lin_tricks.boards(text)
        assert len(pieces) == len(found), path
        for piece, record in zip(pieces, found, strict=True):
            expected = lin_tricks.tricks(piece)
            if expected is not None:
                outcome = pbn.resolve(record)
                assert (str(outcome.declarer), outcome.tricks_played) == expected, path
                compared += 1
    assert compared
    record_property("corpus", f"{compared} LIN boards played to the end")


@pytest.mark.parametrize("dialect", ["myhands", "vugraph"])
@pytest.mark.parametrize("suffix", [".lin", ".pbn"])
def test_records_come_back_but_for_the_listed_losses(dialect: str, suffix: str) -> None:
    for path in sorted(Path(CORPUS).rglob("*")):
        if path.suffix.lower() != suffix or not path.is_file() or path.stat().st_size > 100_000:
            continue
        wanted = []
        for record in records(path):
            found, losses = fitted(record, dialect)
            assert found is not None
            assert losses or not differences(record, found), path
            wanted.append(found)
        back = [reading.record for reading in readings(written(wanted, dialect)) if reading.record is not None]
        assert [differences(*pair) for pair in zip(wanted, back, strict=True)] == [[] for _ in wanted], path


def test_there_are_no_false_alarms() -> None:
    told = {
        (path.name, diagnostic.rule.name)
        for path in files()
        for reading in pbn.check(path)
        for diagnostic in reading.diagnostics
        if diagnostic.rule.code.startswith("LIN")
    }
    assert {rule for _, rule in told} <= {"dotted-hands"}
