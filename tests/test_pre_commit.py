"""The hooks for pre-commit: their entries run, on the files that they are for."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml

ROOT = Path(__file__).parent.parent
HOOKS: list[dict[str, Any]] = yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))
BROKEN = ROOT / "fixtures" / "cases" / "69-revoke.pbn"
SOUND = ROOT / "fixtures" / "profiles" / "valid-export.pbn"


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_an_entry_runs(hook: dict[str, Any]) -> None:
    program, *arguments = shlex.split(hook["entry"])
    assert program == "pbntools"
    for path, status in ((SOUND, 0), (BROKEN, 1)):
        # pre-commit puts the arguments of its configuration behind the entry, and the files behind them.
        command = [sys.executable, "-m", "pbntools", *arguments, *hook.get("args", []), str(path)]
        done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
        assert done.returncode == status, done.stderr
        assert "Traceback" not in done.stderr


@pytest.mark.parametrize("hook", HOOKS, ids=lambda hook: hook["id"])
def test_a_hook_is_described(hook: dict[str, Any]) -> None:
    assert {"id", "name", "description", "entry", "language", "files"} <= hook.keys()
    assert hook["language"] == "python"
    assert re.search(hook["files"], "season/evening.PBN")
    assert not re.search(hook["files"], "season/evening.pbn.txt")
    assert f"`{hook['id']}`" in (ROOT / "docs" / "how-to" / "pre-commit.md").read_text(encoding="utf-8")


def test_the_ids() -> None:
    assert [hook["id"] for hook in HOOKS] == ["pbntools-check"]
