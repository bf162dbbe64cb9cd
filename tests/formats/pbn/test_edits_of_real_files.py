"""Edits of real files, where PBNTOOLS_CORPUS names a folder of them."""

from __future__ import annotations

import os
import random
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from pbntools.formats.edits import EditError
from pbntools.formats.pbn.document import Document
from tests.formats.pbn.edit_samples import check_edit, samples

CORPUS = os.environ.get("PBNTOOLS_CORPUS", "")
pytestmark = [
    pytest.mark.corpus,
    pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS is not set: there are no real files to edit"),
]
LARGE = 100_000
WHITE = b" \t\r\n\v\f\0"
"""White space, with the other half of its characters in UTF-16."""


def files() -> Iterator[tuple[Path, bytes]]:
    for path in sorted(Path(CORPUS).rglob("*")):
        if path.suffix.lower() == ".pbn" and path.is_file():
            yield path, path.read_bytes()


def test_each_edit_changes_its_span_and_nothing_else(capsys: pytest.CaptureFixture[str]) -> None:
    chance = random.Random(2026)
    done: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for _, data in files():
        document = Document(data)
        if not len(document):
            continue
        done["files"] += 1
        index = chance.randrange(len(document))
        choice = list(samples(document[index], chance))
        for sample in chance.sample(choice, min(len(choice), 5 if len(data) < LARGE else 1)):
            kept = check_edit(data, index, sample)
            done["made" if kept else "refused"] += 1
            made[" ".join(sample.name.split()[:2])] += kept
    with capsys.disabled():
        print("\ncorpus:", ", ".join(f"{count} {what}" for what, count in done.items()))
    assert done["files"]
    assert done["refused"] * 10 < done["made"]
    kinds = {name.split()[0] for name, count in made.items() if count}
    assert kinds == {"set", "remove", "insert", "add"}
    for kind in (
        "set new",
        "insert call",
        "set call",
        "remove call",
        "add note",
        "set card",
        "insert card",
        "remove card",
        "set table",
    ):
        assert made[kind], kind


def test_games_put_in_taken_out_and_moved(capsys: pytest.CaptureFixture[str]) -> None:
    """The games that stay have the same bytes but for the white space around them; the file's own lines stay first."""
    chance = random.Random(2027)
    done: Counter[str] = Counter()
    for path, data in files():
        document = Document(data)
        if not len(document) or len(data) > LARGE:
            continue
        contents = [game.data.strip(WHITE) for game in document]
        head = document._pieces.file_lines(document[0].data) if document.to_bytes().find(document[0].data) <= 3 else 0
        own, contents[0] = document[0].data[:head], document[0].data[head:].strip(WHITE)
        at = chance.randrange(len(contents))
        new = '[Event "put in"]\n[Board "9"]\n[West "?"]'
        kind = chance.choice(["insert", "remove", "move"])
        try:
            if kind == "insert":
                game = document.insert(at, new)
                contents.insert(at, game.data[head if at == 0 else 0 :].strip(WHITE))
                assert re.sub(rb"\r\n?|\0", b"\n", contents[at]).replace(b"\n\n", b"\n").decode() == new
            elif kind == "remove":
                document.remove(at)
                del contents[at]
            else:
                to = chance.randrange(len(contents))
                document.move(at, to)
                contents.insert(to, contents.pop(at))
        except EditError:
            assert document.to_bytes() == data, path
            done[f"{kind} refused"] += 1
            continue
        done[kind] += 1
        text = document.to_bytes()
        assert text.find(own.rstrip(WHITE)) in (0, 2, 3), path  # a byte order mark may stand before them
        found = 0
        for content in contents:
            found = text.find(content, found)
            assert found >= 0, (path, kind)
            found += len(content)
        assert sum(map(len, contents)) + len(own) <= len(text) <= len(data) + len(new) * 2 + 16, (path, kind)
    with capsys.disabled():
        print("\ncorpus:", ", ".join(f"{count} {what}" for what, count in done.items()))
    assert all(done[kind] for kind in ("insert", "remove", "move"))
