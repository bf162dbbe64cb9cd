"""Edits of real files, where PBNTOOLS_CORPUS names a folder of them."""

from __future__ import annotations

import os
import random
from collections import Counter
from pathlib import Path

import pytest

from pbntools.formats.pbn.document import Document
from tests.formats.pbn.edit_samples import check_edit, samples

CORPUS = os.environ.get("PBNTOOLS_CORPUS", "")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS is not set: there are no real files to edit"),
]
LARGE = 100_000


def test_each_edit_changes_its_span_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(2026)
    done: Counter[str] = Counter()
    for path in sorted(Path(CORPUS).rglob("*")):
        if path.suffix.lower() != ".pbn" or not path.is_file():
            continue
        data = path.read_bytes()
        document = Document(data)
        if not len(document):
            continue
        done["files"] += 1
        index = chance.randrange(len(document))
        choice = list(samples(document[index], chance))
        for sample in chance.sample(choice, min(len(choice), 2 if len(data) < LARGE else 1)):
            done["made" if check_edit(data, index, sample) else "refused"] += 1
    with capsys.disabled():
        print("\ncorpus:", ", ".join(f"{count} {what}" for what, count in done.items()))
    assert done["files"]
    assert done["refused"] * 20 < done["made"]
