"""Real files, where PBNTOOLS_CORPUS names a folder of them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from pbntools.checking import check
from pbntools.formats.pbn import PbnReader
from pbntools.formats.pbn.document import Document

CORPUS = os.environ.get("PBNTOOLS_CORPUS", "")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS is not set: there are no real files to read"),
]


def files() -> Iterator[Path]:
    for path in sorted(Path(CORPUS).rglob("*")):
        if path.suffix.lower() == ".pbn" and path.is_file():
            yield path


def test_every_file_is_read_and_given_back(record_property: Callable[[str, object], None]) -> None:
    read: Counter[str] = Counter()
    wrong = []
    for path in files():
        data = path.read_bytes()
        read["files"] += 1
        rules = set()
        count = 0
        for reading in PbnReader(path):
            rules |= {diagnostic.rule.name for diagnostic in reading.diagnostics}
            for diagnostic in reading.diagnostics:
                at = diagnostic.location
                if (
                    at.line is None
                    or at.column is None
                    or not 1 <= at.line <= data.count(b"\n") + data.count(b"\r") + 1
                ):
                    wrong.append(f"{path}: a place outside the file: {diagnostic}")
            if reading.record is not None:
                count += 1
                read["notes"] += sum(map(len, reading.record.notes.values()))
                read["comments"] += len(reading.record.comments)
                read["tables"] += len(reading.record.tables)
        read["records"] += count
        if not count and "no-records" not in rules:
            wrong.append(f"{path}: neither a record nor no-records")
        document = Document(data)
        if document.to_bytes() != data:
            wrong.append(f"{path}: the document gives back other bytes")
        if len(document) != count:
            wrong.append(f"{path}: {len(document)} games in the document, {count} records")
    record_property("corpus", ", ".join(f"{count:,} {what}" for what, count in read.items()))
    assert not wrong, "\n".join(wrong)
    assert read["files"] > 0
    assert read["records"] > read["files"] // 2


def test_every_file_is_checked() -> None:
    for path in files():
        if path.stat().st_size < 200_000:
            for reading in check(path):
                assert all(str(diagnostic) for diagnostic in reading.diagnostics)
