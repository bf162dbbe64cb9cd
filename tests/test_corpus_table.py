"""The table of `docs/corpus.md`, and the script that writes it."""

from __future__ import annotations

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pbntools.rules import BY_NAME

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "corpus.md").read_text(encoding="utf-8")


def load() -> ModuleType:
    spec = importlib.util.spec_from_file_location("corpus_table", ROOT / "docs" / "corpus_table.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = load()


def looked_at(page: str) -> dict[str, int]:
    return {name: int(cells.split("|")[0]) for name, cells in script.by_hand(page).items()}


def test_each_rule_of_the_table_was_looked_into() -> None:
    looked = looked_at(PAGE)
    assert len(looked) > 40
    assert looked.keys() <= BY_NAME.keys()
    assert min(looked.values()) > 0
    assert sum(looked.values()) >= 40
    assert f"For {sum(looked.values())} of them" in PAGE
    assert all(len(cells.split("|")[1].strip()) > 2 for cells in script.by_hand(PAGE).values())


def test_rows_count_diagnostics_records_and_files(tmp_path: Path) -> None:
    text = (ROOT / "fixtures" / "laws" / "equal-rank.pbn").read_text(encoding="utf-8")
    (tmp_path / "a.pbn").write_text(f"{text}\n{text}", encoding="utf-8")
    (tmp_path / "b.pbn").write_text(text, encoding="utf-8")
    found = script.counted(sorted(tmp_path.glob("*.pbn")))
    severities, records, files = found["insufficient-bid"]
    assert (dict(severities), records, files) == ({"error": 3}, 3, 2)
    rows = script.table(found, {"insufficient-bid": " 1 | yes "})
    assert "| `insufficient-bid` | 3 | 0 | 0 | 3 | 2 | 1 | yes |\n" in rows


def test_what_was_found_by_hand_is_kept() -> None:
    told = script.by_hand(PAGE)
    rows = PAGE[PAGE.index(script.START) + len(script.START) : PAGE.index(script.END)].strip("\n") + "\n"
    assert script.written(PAGE, rows) == PAGE
    name = next(iter(told))
    new = script.table({name: (script.Counter({"error": 7}), 5, 4)}, told)
    assert f"| `{name}` | 7 | 0 | 0 | 5 | 4 |{told[name]}|\n" in new
    assert "| `revoke` | 1 | 0 | 0 | 1 | 1 | 0 | |\n" in script.table(
        {"revoke": (script.Counter({"error": 1}), 1, 1)}, {}
    )


def test_without_a_folder_nothing_is_written(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.delenv("PBNTOOLS_CORPUS", raising=False)
    assert script.main() == 2
    assert "PBNTOOLS_CORPUS is not set" in capsys.readouterr().err
    assert "corpus_table" not in sys.modules


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.skipif(not os.environ.get("PBNTOOLS_CORPUS"), reason="PBNTOOLS_CORPUS names no folder")
def test_every_rule_that_real_files_give_was_looked_into() -> None:
    folder = Path(os.environ["PBNTOOLS_CORPUS"])
    paths = [path for path in sorted(folder.rglob("*")) if path.suffix.lower() == ".pbn" and path.is_file()]
    found = script.counted(path for path in paths if not path.name.endswith(script.OF_WRONG_GAMES))
    assert found.keys() - looked_at(PAGE).keys() == set()
