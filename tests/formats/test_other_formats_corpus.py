"""Real files of other formats than PBN, where PBNTOOLS_CORPUS names a folder of them."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.formats.registry import HEAD, formats, get_format, looks_like_pbn
from pbntools.record import Record
from tests.formats.reading_all import fitted, records_of, written
from tests.formats.round_trips import unequal

CORPUS = os.environ.get("PBNTOOLS_CORPUS", "")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS is not set: there are no real files to read"),
]
SUFFIXES = {
    ".dlm": "dlm", ".dup": "dup", ".bri": "bri", ".dge": "dge", ".bhg": "bhg", ".ber": "ber", ".rzd": "rzd",
    ".cds": "cds", ".rbn": "rbn",
}  # fmt: skip
MOST = 10
"""Records of a file that go through every format."""


def paths(*suffixes: str) -> list[Path]:
    return [path for path in sorted(Path(CORPUS).rglob("*")) if path.suffix.lower() in suffixes and path.is_file()]


def sniffers(path: Path) -> list[str]:
    with path.open("rb") as file:
        head = file.read(HEAD)
    found = ["pbn"] if looks_like_pbn(head) else []
    return found + [one.name for one in formats() if one.name != "pbn" and one.sniff is not None and one.sniff(head)]


def test_each_file_is_of_one_format_at_most() -> None:
    several = {}
    wrong = {}
    for path in sorted(Path(CORPUS).rglob("*")):
        if path.is_file():
            found = sniffers(path)
            if len(found) > 1:
                several[path.name] = found
            wanted = SUFFIXES.get(path.suffix.lower())
            if wanted is not None and found != [wanted]:
                wrong[path.name] = found
    assert several == {}
    assert wrong == {}


def test_what_dealing_machines_are_given_agrees(record_property: Callable[[str, object], None]) -> None:
    """Files that lie side by side under one name, in different formats, hold the same deals."""
    together: dict[Path, dict[str, list[Record]]] = {}
    for path in paths(*SUFFIXES, ".csv", ".pbn"):
        found = together.setdefault(path.with_suffix(""), {})
        if path.suffix == ".csv" and sniffers(path) != ["bigdeal"]:
            continue
        readings = list(pbn.read(path))
        if path.suffix.lower() != ".pbn":
            assert [str(d) for r in readings for d in r.diagnostics] == []
        found[path.suffix.lower()] = [reading.record for reading in readings if reading.record is not None]
    compared = 0
    for path, found in together.items():
        if len(found) < 2:
            continue
        values = {
            suffix: [(r.board, r.dealer, r.vulnerable, r.deal) for r in records] for suffix, records in found.items()
        }
        first = next(iter(values.values()))
        assert {suffix for suffix, value in values.items() if value != first} == set(), path.name
        compared += len(values)
    record_property("corpus", f"{compared} files of deals in different formats agree")
    assert compared


def test_files_for_dealing_machines_are_written_as_they_were_read() -> None:
    """The bytes are the same, but for what the formats leave to the writer: a headline, and where a set is told of."""
    for path in paths(".bri", ".dge", ".bhg", ".ber", ".rzd", ".cds"):
        name = path.suffix[1:]
        records = records_of(path.read_bytes(), name)
        assert written(fitted(records, name)[0], name) == path.read_bytes(), path.name


def test_files_of_rbn_come_back() -> None:
    for path in paths(".rbn"):
        records = [reading.record for reading in pbn.read(path) if reading.record is not None]
        assert records
        for name in ("rbn", "rbx"):
            assert list(fitted(records, name)[1]) == []
            assert unequal(records, name) == []


def test_records_of_pbn_go_through(record_property: Callable[[str, object], None]) -> None:
    """What was written is what was fitted, for records of all kinds of files."""
    names = ["rbn", "rbx", *SUFFIXES.values(), "bigdeal", "deals", "dealer", "gib", "ben", "owners"]
    count: Counter[str] = Counter()
    for path in paths(".pbn"):
        records = [reading.record for _, reading in zip(range(MOST), pbn.read(path), strict=False) if reading.record]
        for name in dict.fromkeys(names):
            for dialect in get_format(name).dialects or (None,):
                assert unequal(records, name, dialect) == [], f"{path.name} as {name}"
            count[name] += len(records)
    record_property("corpus", f"{max(count.values())} records through each of {len(count)} formats")
    assert count
