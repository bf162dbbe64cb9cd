"""Real files, mended: no new diagnostic, the same records, and nothing left to mend the second time."""

from __future__ import annotations

from collections import Counter

import pytest

from pbntools.checking import check
from pbntools.fixing import fix
from tests.test_corpus import files, pytestmark
from tests.test_fixing import meanings

__all__ = ["pytestmark"]


def counted(data: bytes) -> Counter[tuple[int | None, str]]:
    return Counter((d.record, d.rule.code) for reading in check(data) for d in reading.diagnostics)


def test_every_file_is_better_for_its_safe_fixes(capsys: pytest.CaptureFixture[str]) -> None:
    mended: Counter[str] = Counter()
    refused: Counter[str] = Counter()
    changed = 0
    wrong = []
    for path in files():
        data = path.read_bytes()
        done = fix(data)
        refused.update(diagnostic.rule.name for diagnostic in done.refused)
        if done.data is data:
            continue
        changed += 1
        mended.update(diagnostic.rule.name for diagnostic in done.applied)
        worse = counted(done.data) - counted(data)
        if worse:
            wrong.append(f"{path}: new diagnostics: {worse}")
        if meanings(done.data) != meanings(data):
            wrong.append(f"{path}: a record means something else")
        if fix(done.data).data != done.data:
            wrong.append(f"{path}: not all was mended at once")
    with capsys.disabled():
        print(f"\nmended: {changed} files,", ", ".join(f"{count} {rule}" for rule, count in mended.most_common()))
        print("taken back:", dict(refused))
    assert not wrong, "\n".join(wrong)
    assert changed
