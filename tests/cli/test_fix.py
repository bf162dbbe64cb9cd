"""``pbntools check --fix`` and ``--diff``: what is written, what is not, and the exit status."""

import gzip
import json
import os
import stat
import subprocess
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import CLEAN, INSUFFICIENT

Run = Any
FIXTURES = Path(__file__).parent.parent.parent / "fixtures"

SLIPS = CLEAN.replace('"1NT"', '"1N"').replace("1NT Pass Pass Pass", "1N p p p")
WRONG = INSUFFICIENT.replace('"1H"', '"1h "')


@pytest.fixture
def place(tmp_path: Path) -> Path:
    (tmp_path / "slips.pbn").write_text(SLIPS)
    (tmp_path / "wrong.pbn").write_text(WRONG)
    return tmp_path


def test_what_is_safe_is_mended_and_the_rest_reported(run: Run, place: Path) -> None:
    done = run("check", "--fix", "--ignore", "EVT", "slips.pbn", "wrong.pbn", "--output-format", "concise")
    assert done.status == 1
    assert [line.split()[2] for line in done.out.splitlines()] == ["AUC101"]
    assert done.err.splitlines() == [
        "slips.pbn: mended call-spelling, contract-spelling",
        "wrong.pbn: mended contract-spelling",
        "checked 2 files, 2 boards: 1 error, 0 warnings, 0 notices; 3 fixed",
    ]
    assert (place / "slips.pbn").read_text() == CLEAN
    assert (place / "wrong.pbn").read_text() == INSUFFICIENT


def test_the_exit_status_speaks_of_what_remains(run: Run, place: Path) -> None:
    assert run("check", "--fail-on", "notice", "slips.pbn").status == 1
    assert run("check", "--fail-on", "notice", "--fix", "slips.pbn").status == 0
    assert run("check", "--fail-on", "notice", "--fix", "slips.pbn").err.endswith("; 0 fixed\n")


def test_a_diff_shows_it_and_writes_nothing(run: Run, place: Path) -> None:
    done = run("check", "--diff", "--ignore", "EVT", "slips.pbn", "wrong.pbn")
    assert (place / "slips.pbn").read_text() == SLIPS
    assert (place / "wrong.pbn").read_text() == WRONG
    assert done.status == 1
    assert "--- slips.pbn\n+++ slips.pbn\n@@ -" in done.out
    assert '-[Contract "1N"]\n+[Contract "1NT"]\n' in done.out
    assert done.err.splitlines() == [
        "slips.pbn: would mend call-spelling, contract-spelling",
        "wrong.pbn: would mend contract-spelling",
        "checked 2 files, 2 boards: 1 error, 0 warnings, 0 notices; 3 would be fixed",
    ]
    assert run("check", "--diff", "--fix", "slips.pbn").out
    assert (place / "slips.pbn").read_text() == SLIPS


@pytest.mark.parametrize("text", [SLIPS, SLIPS.replace("\n", "\r\n"), SLIPS.rstrip("\n"), SLIPS + "\n\nstray\n"])
def test_a_diff_is_one_that_patch_takes(spawn: Run, place: Path, text: str) -> None:
    data = text.encode()
    (place / "slips.pbn").write_bytes(data)
    done = spawn("check", "--diff", "slips.pbn")
    spawn("check", "--fix", "slips.pbn")
    mended = (place / "slips.pbn").read_bytes()
    assert mended != data
    (place / "slips.pbn").write_bytes(data)
    try:
        subprocess.run(["patch", "--binary", "-p0"], input=done.raw, cwd=place, check=True, capture_output=True)
    except FileNotFoundError:
        pytest.skip("there is no patch")
    assert (place / "slips.pbn").read_bytes() == mended


def test_the_standard_input_can_be_shown_but_not_mended(run: Run) -> None:
    done = run("check", "--diff", "-", stdin=SLIPS.encode())
    assert done.out.startswith("--- stdin\n+++ stdin\n")
    done = run("check", "--fix", "-", stdin=SLIPS.encode())
    assert done.status == 2
    assert "for the standard input there is --diff" in done.err


@pytest.mark.parametrize(
    "options",
    [
        ["--unsafe-fixes"],
        ["--diff", "--output-format", "json"],
        ["--diff", "--statistics"],
        ["--date-order", "dym", "--fix"],
    ],
)
def test_misuse(run: Run, place: Path, options: list[str]) -> None:
    done = run("check", *options, "slips.pbn")
    assert done.status == 2
    assert done.err.startswith("Usage:")
    assert (place / "slips.pbn").read_text() == SLIPS


def test_unsafe_fixes(run: Run, place: Path) -> None:
    text = CLEAN.replace('"1NT"', '"3NT"').replace("2024.03.07", "07/03/24")
    (place / "a.pbn").write_text(text)
    assert run("check", "--fix", "a.pbn").status == 1
    assert (place / "a.pbn").read_text() == text
    assert run("check", "--fix", "--unsafe-fixes", "--date-order", "dmy", "a.pbn").status == 0
    assert (place / "a.pbn").read_text() == CLEAN


def test_json_has_the_fixes_and_counts_what_was_mended(run: Run, place: Path) -> None:
    found = json.loads(run("check", "--output-format", "json", "slips.pbn").out)
    edits = [one["fix"]["edits"] for one in found["diagnostics"]]
    assert [[edit["text"] for edit in group] for group in edits] == [["1NT"], ["1NT", "Pass", "Pass", "Pass"]]
    assert "fixed" not in found["summary"]
    data = SLIPS.encode()
    for edit in sorted((edit for group in edits for edit in group), key=lambda edit: -edit["offset"]):
        data = data[: edit["offset"]] + edit["text"].encode() + data[edit["end_offset"] :]
    assert data == CLEAN.encode()
    found = json.loads(run("check", "--fix", "--output-format", "json", "slips.pbn").out)
    assert (found["diagnostics"], found["summary"]["fixed"], found["files"][0]["fixed"]) == ([], 2, 2)


def test_sarif_has_the_fixes(run: Run, place: Path) -> None:
    found = json.loads(run("check", "--output-format", "sarif", "slips.pbn").out)
    fixes = [result["fixes"] for result in found["runs"][0]["results"]]
    assert [len(one) for one in fixes] == [1, 1]
    (change,) = fixes[0][0]["artifactChanges"]
    assert change["artifactLocation"] == {"uri": "slips.pbn"}
    assert change["replacements"][0]["insertedContent"] == {"text": "1NT"}
    assert change["replacements"][0]["deletedRegion"]["byteLength"] == 2


def test_many_files_in_many_processes(spawn: Run, place: Path) -> None:
    for number in range(8):
        (place / f"f{number}.pbn").write_text(SLIPS)
    done = spawn("check", "--fix", "-j", "3", ".")
    assert done.err.endswith("; 19 fixed\n")
    assert {(place / f"f{number}.pbn").read_text() for number in range(8)} == {CLEAN}


# --- nothing is lost --------------------------------------------------------------------------------------------------


def test_the_mode_is_kept(run: Run, place: Path) -> None:
    os.chmod(place / "slips.pbn", 0o640)
    run("check", "--fix", "slips.pbn")
    assert (place / "slips.pbn").read_text() == CLEAN
    assert stat.S_IMODE(os.stat(place / "slips.pbn").st_mode) == 0o640
    assert sorted(os.listdir(place)) == ["slips.pbn", "wrong.pbn"]


def test_a_read_only_file_stays(run: Run, place: Path) -> None:
    os.chmod(place / "slips.pbn", 0o444)
    done = run("check", "--fix", "slips.pbn", "wrong.pbn")
    assert done.status == 2
    assert "slips.pbn: cannot be written: the file is read-only" in done.err
    assert "1 path could not be read or written" in done.err
    assert (place / "slips.pbn").read_text() == SLIPS
    assert (place / "wrong.pbn").read_text() == INSUFFICIENT


def test_a_full_disk_leaves_the_old_file(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    done = run("check", "--fix", "slips.pbn")
    assert done.status == 2
    assert "slips.pbn: cannot be written: No space left on device" in done.err
    assert (place / "slips.pbn").read_text() == SLIPS
    assert sorted(os.listdir(place)) == ["slips.pbn", "wrong.pbn"]


def test_each_diagnostic_says_whether_it_can_be_mended(run: Run, place: Path) -> None:
    lines = [line.strip() for line in run("check", "slips.pbn").out.splitlines()]
    assert "= fix: write 1NT (--fix)" in lines
    assert sum(line.endswith("(--fix)") for line in lines) == 2
    wrong = SLIPS.replace("[Contract", '[Score "NS 7"]\n[Contract', 1)
    (place / "slips.pbn").write_text(wrong)
    lines = [line.strip() for line in run("check", "--select", "score-mismatch", "slips.pbn").out.splitlines()]
    assert sum(line.endswith("(--fix --unsafe-fixes)") for line in lines) == 1


def test_a_name_of_a_file_cannot_steer_a_terminal(run: Run, place: Path) -> None:
    odd = place / "odd\x1b[31m.pbn"
    odd.write_text(SLIPS)
    done = run("check", "--fix", odd.name)
    assert "\x1b" not in done.err
    assert "mended" in done.err


def test_a_link_stays_a_link(run: Run, place: Path) -> None:
    (place / "link.pbn").symlink_to(place / "slips.pbn")
    run("check", "--fix", "link.pbn")
    assert (place / "link.pbn").is_symlink()
    assert (place / "slips.pbn").read_text() == CLEAN


def test_a_file_that_changed_meanwhile_stays(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import pbntools.fixing

    true = pbntools.fixing.fix

    def slow(data: bytes, **arguments: Any) -> Any:
        done = true(data, **arguments)
        (place / "slips.pbn").write_text(CLEAN + "\n" + SLIPS)
        return done

    monkeypatch.setattr(pbntools.fixing, "fix", slow)
    done = run("check", "--fix", "slips.pbn")
    assert done.status == 2
    assert "slips.pbn: cannot be written: what stands there is not what was read" in done.err
    assert (place / "slips.pbn").read_text() == CLEAN + "\n" + SLIPS


def test_a_compressed_file_stays(run: Run, place: Path) -> None:
    data = gzip.compress(SLIPS.encode())
    (place / "slips.pbn.gz").write_bytes(data)
    assert run("check", "--fix", "slips.pbn.gz").status == 2
    assert (place / "slips.pbn.gz").read_bytes() == data


def test_a_file_that_is_not_there(run: Run, place: Path) -> None:
    done = run("check", "--fix", "gone.pbn")
    assert done.status == 2
    assert "gone.pbn: cannot be read: No such file or directory" in done.err


def test_what_would_not_help_is_counted(run: Run, place: Path) -> None:
    text = CLEAN.replace('"1NT"', '"3NT"').replace('"7"', '"9"').replace("[Auction", '[Score "NS 400"]\n[Auction')
    (place / "a.pbn").write_text(text)
    done = run("check", "--fix", "--unsafe-fixes", "a.pbn")
    assert done.err == "checked 1 file, 1 board: 1 error, 0 warnings, 0 notices; 0 fixed, 1 fix would not help\n"
    assert (place / "a.pbn").read_text() == text


def test_a_diff_cannot_steer_a_terminal(run: Run, place: Path) -> None:
    (place / "a.pbn").write_bytes(SLIPS.encode().replace(b"Jonas", b"J\x1b[31mnas \xe2\x80\xae"))
    out = run("check", "--diff", "a.pbn").out
    assert "\x1b" not in out
    assert "\u202e" not in out


def test_a_hint_on_a_terminal(run: Run, place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check = import_module("pbntools.cli.check")
    monkeypatch.setattr(check, "on_terminal", lambda: True)
    assert "2 diagnostics can be mended with --fix" in run("check", "slips.pbn").err
    assert "can be mended" not in run("check", "--fix", "slips.pbn").err


def test_fixes_go_by_the_edition_of_the_command_line_and_of_the_configuration(run: Run, place: Path) -> None:
    right = (FIXTURES / "laws" / "revoke-won-by-partner.pbn").read_text().replace('[Result "9"]', '[Result "10"]')
    old = place / "old.pbn"
    for arguments, setting, mended in [
        ((), "", False),
        (("--laws", "1997"), "", True),
        ((), 'laws = "1997"', True),
        (("--laws", "2017"), 'laws = "1997"', False),
    ]:
        (place / ".pbntools.toml").write_text(setting)
        old.write_text(right.replace('[Auction "S"]', '[Auction "E"]'))
        done = run("check", "--fix", "--unsafe-fixes", *arguments, "old.pbn")
        assert done.status == int(not mended)
        assert (old.read_text() == right) is mended
