"""The hooks for pre-commit: their entries run, on the files that they are for."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

import pbntools as pbn

ROOT = Path(__file__).parent.parent
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
BROKEN = ROOT / "fixtures" / "cases" / "69-revoke.pbn"
SOUND = ROOT / "fixtures" / "profiles" / "valid-export.pbn"


def run(hook: dict[str, Any], path: Path) -> "subprocess.CompletedProcess[str]":
    """What pre-commit does: the arguments of its configuration stand behind the entry, and the files behind them."""
    program, *arguments = shlex.split(hook["entry"])
    assert program == "pbntools"
    command = [sys.executable, "-m", "pbntools", *arguments, *hook.get("args", []), str(path)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Traceback" not in done.stderr
    return done


def test_the_check_runs() -> None:
    assert run(HOOKS[0], SOUND).returncode == 0
    assert run(HOOKS[0], BROKEN).returncode == 1


def test_the_formatter_changes_what_is_not_formatted(tmp_path: Path) -> None:
    for path, changes in ((SOUND, False), (BROKEN, True)):
        copy = tmp_path / path.name
        copy.write_bytes(path.read_bytes())
        assert run(HOOKS[1], copy).returncode == 0
        assert (copy.read_bytes() != path.read_bytes()) == changes
        assert pbn.Document.open(copy).records == pbn.Document.open(path).records or changes


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_is_described(hook: dict[str, Any]) -> None:
    assert {"id", "name", "description", "entry", "language", "files"} <= hook.keys()
    assert hook["language"] == "python"
    assert re.search(hook["files"], "season/evening.PBN")
    assert not re.search(hook["files"], "season/evening.pbn.txt")
    assert f"`{hook['id']}`" in (ROOT / "docs" / "how-to" / "pre-commit.md").read_text(encoding="utf-8")


def test_the_ids() -> None:
    assert [hook["id"] for hook in HOOKS] == ["pbntools-check", "pbntools-format"]
