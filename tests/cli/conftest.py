"""Ways to run the command, and files to run it on."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbntools.cli import main

ROOT = Path(__file__).parent.parent.parent
COMMAND = (sys.executable, "-c", "from pbntools.cli import main; main()")

GAME = """\
[Event "Thursday Pairs"]
[Site "Kavak Bridge Club"]
[Date "2024.03.07"]
[Board "1"]
[West "Defne Aksoy"]
[North "Jonas Lind"]
[East "Mirela Popa"]
[South "Oskar Wolff"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T53.Q5.AK32.KT72 Q96.JT7642.96.Q4 A42.AK98.T5.9653 KJ87.3.QJ874.AJ8"]
[Scoring "MP"]
[Declarer "{declarer}"]
[Contract "{contract}"]
[Result "{result}"]
[Auction "N"]
{auction}
"""
CLEAN = GAME.format(declarer="N", contract="1NT", result="7", auction="1NT Pass Pass Pass")
INSUFFICIENT = GAME.format(declarer="E", contract="1H", result="7", auction="1S 1H Pass Pass\nPass")


@dataclass(frozen=True)
class Done:
    """What a run of the command left behind."""

    status: int
    out: str
    err: str
    raw: bytes

    @property
    def crashed(self) -> bool:
        return "Traceback" in self.err


@pytest.fixture
def environment() -> dict[str, str]:
    """An environment in which nothing is said of colours or encodings."""
    left_out = {"NO_COLOR", "FORCE_COLOR", "PYTHONIOENCODING", "COLUMNS"}
    kept = {name: value for name, value in os.environ.items() if name not in left_out}
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    return kept | {"PYTHONPATH": path, "PYTHONUTF8": "0", "PYTHONIOENCODING": "utf-8", "COLUMNS": "100"}


Run = Callable[..., Done]


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command in this process, in the test's folder."""
    for name in ("NO_COLOR", "FORCE_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("COLUMNS", "100")

    def start(*arguments: str | Path, stdin: bytes = b"", cwd: Path = tmp_path) -> Done:
        monkeypatch.chdir(cwd)
        done = CliRunner().invoke(main, [*map(str, arguments)], input=stdin)
        if done.exception is not None and not isinstance(done.exception, SystemExit):
            raise done.exception
        return Done(done.exit_code, done.stdout, done.stderr, done.stdout_bytes)

    return start


@pytest.fixture
def spawn(tmp_path: Path, environment: dict[str, str]) -> Run:
    """Run the command in a process of its own, in the test's folder."""

    def start(
        *arguments: str | Path,
        stdin: bytes = b"",
        env: Mapping[str, str] | None = None,
        cwd: Path = tmp_path,
        command: Sequence[str] = COMMAND,
    ) -> Done:
        done = subprocess.run(
            [*command, *map(str, arguments)],
            input=stdin,
            capture_output=True,
            cwd=cwd,
            env=environment | dict(env or {}),
            timeout=120,
            check=False,
        )
        out = done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")
        return Done(done.returncode, out, done.stderr.decode("utf-8", "replace").replace("\r\n", "\n"), done.stdout)

    return start


@pytest.fixture
def clean() -> str:
    """A game with nothing to complain of."""
    return CLEAN


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a clean file, one with an insufficient bid, and others."""
    (tmp_path / "clean.pbn").write_text(CLEAN)
    (tmp_path / "bad.pbn").write_text(INSUFFICIENT)
    (tmp_path / "empty.pbn").write_bytes(b"")
    below = tmp_path / "below"
    below.mkdir()
    (below / "two.PBN").write_text(CLEAN + "\n" + CLEAN.replace('[Board "1"]', '[Board "5"]'))
    (below / "letter.txt").write_text("not a record\n")
    return tmp_path
