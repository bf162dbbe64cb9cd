"""``pbntools format``."""

import errno
import gzip
import io
import json
import os
import stat
import sys
import zipfile
from pathlib import Path
from typing import Any

import pytest

Run = Any

MESSY = """\
[Board "1"]
[Event "Thursday Pairs"]
[Dealer "N"]
[Vulnerable "Love"]
[Contract "1n"]
[Auction "N"]
1n p p p
"""
LEFT = '[Event "x"]\n[Board "3"]\nstray\n'
HEAD = b"% PBN 2.1\r\n% EXPORT\r\n"


@pytest.fixture
def messy(tmp_path: Path) -> Path:
    path = tmp_path / "messy.pbn"
    path.write_text(MESSY)
    return path


def test_to_the_standard_output(run: Run, messy: Path) -> None:
    done = run("format", messy)
    assert done.status == 0
    assert done.raw.startswith(HEAD + b'[Event "Thursday Pairs"]\r\n')
    assert b'[Vulnerable "None"]\r\n' in done.raw
    assert done.raw.endswith(b"1NT Pass Pass Pass\r\n")
    assert messy.read_text() == MESSY
    assert done.err == "formatted 1 game in 1 file: 1 changed\n"


def test_twice_is_once(run: Run, messy: Path) -> None:
    once = run("format", messy).raw
    assert run("format", "-", stdin=once).raw == once
    assert run("format", "--check", "-", stdin=once).status == 0


def test_check(run: Run, messy: Path) -> None:
    done = run("format", "--check", messy)
    assert (done.status, done.out) == (1, "")
    assert "would format" in done.err
    assert messy.read_text() == MESSY
    run("format", "--in-place", messy)
    done = run("format", "--check", messy)
    assert (done.status, done.err) == (0, "looked at 1 game in 1 file: 0 would change\n")


def test_diff(run: Run, messy: Path) -> None:
    done = run("format", "--diff", messy)
    assert done.status == 0
    assert done.out.startswith(f"--- {messy}\n+++ {messy}\n@@ -1,7 +1,19 @@\n+% PBN 2.1\n")
    assert '-[Vulnerable "Love"]\n' in done.out
    assert '+[Vulnerable "None"]\n' in done.out
    assert ' [Auction "N"]\n' in done.out
    assert run("format", "--check", "--diff", messy).status == 1
    assert messy.read_text() == MESSY


def test_a_diff_leads_from_the_old_lines_to_the_new(run: Run, messy: Path) -> None:
    messy.write_text(MESSY + "\n\n\n" + MESSY.replace('"1"', '"2"') + "\n% the end\n")
    new = run("format", messy).raw.decode().split("\r\n")
    old = messy.read_text().split("\n")
    out: list[str] = []
    at = 0
    for line in run("format", "--diff", messy).out.splitlines()[2:]:
        if line.startswith("@@"):
            start, count = map(int, line.split()[1][1:].split(","))
            begin = start - (count > 0)
            out += old[at:begin]
            at = begin
        elif line[0] == "+":
            out.append(line[1:])
        else:
            assert old[at] == line[1:]
            at += 1
            out += [line[1:]] if line[0] == " " else []
    assert out + old[at:] == new


def test_in_place(run: Run, messy: Path) -> None:
    messy.chmod(0o640)
    done = run("format", "--in-place", "--backup", messy)
    assert done.status == 0
    assert messy.read_bytes().startswith(HEAD)
    assert Path(f"{messy}.bak").read_text() == MESSY
    assert stat.S_IMODE(messy.stat().st_mode) == 0o640
    before = messy.stat()
    assert run("format", "--in-place", messy).status == 0
    assert messy.stat().st_mtime_ns == before.st_mtime_ns
    assert messy.stat().st_ino == before.st_ino


def test_another_file(run: Run, messy: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.pbn"
    assert run("format", messy, "-o", out).status == 0
    assert out.read_bytes() == run("format", messy).raw


def test_several_files_follow_each_other(run: Run, messy: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.pbn"
    other.write_bytes('% note\n\n[Event "Łódź"]\n'.encode())
    done = run("format", messy, other)
    assert done.status == 0
    assert done.raw.count(b"% EXPORT") == 1
    assert b'\r\n\r\n% note\r\n[Event "' + "Łódź".encode() in done.raw
    assert b"charset=UTF-8" in done.raw
    assert run("format", "-", stdin=done.raw).raw == done.raw


def test_line_ends(run: Run, messy: Path) -> None:
    assert b"\r" not in run("format", "--line-ends", "lf", messy).raw


def test_a_game_that_is_left_as_it_was(run: Run, messy: Path) -> None:
    messy.write_text(MESSY + "\n" + LEFT)
    done = run("format", messy)
    assert done.status == 1
    assert done.raw.endswith(b"\r\n\r\n" + LEFT.replace("\n", "\r\n").encode())
    assert f"{messy}:11: board 3 is left as it was: PBN101 stray-text: text outside" in done.err
    assert done.err.endswith("formatted 2 games in 1 file: 1 changed; 1 game left as before\n")
    run("format", "--in-place", messy)
    assert run("format", "--check", messy).status == 0


def test_a_bad_file_does_not_stop_the_others(run: Run, messy: Path, tmp_path: Path) -> None:
    done = run("format", "--in-place", "gone.pbn", messy)
    assert done.status == 2
    assert "gone.pbn: cannot be read" in done.err
    assert messy.read_bytes().startswith(HEAD)
    out = tmp_path / "out.pbn"
    assert run("format", "gone.pbn", messy, "-o", out).status == 2
    assert not out.exists()


def test_no_record(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "prose.pbn"
    path.write_text("prose\n")
    done = run("format", "--in-place", path)
    assert done.status == 1
    assert "no record in it" in done.err
    assert path.read_text() == "prose\n"


def test_the_report(run: Run, messy: Path) -> None:
    messy.write_text(MESSY + "\n" + LEFT)
    done = run("format", "--check", "--output-format", "json", messy)
    report = json.loads(done.out)
    assert report["summary"] == {"files": 1, "changed": 1, "games": 2, "left": 1, "failures": 0}
    (file,) = report["files"]
    assert (file["path"], file["changed"], file["encoding"]) == (str(messy), True, "iso-8859-1")
    assert file["left"] == [
        {"line": 11, "board": "3", "code": "PBN101", "reason": file["left"][0]["reason"]},
    ]


@pytest.mark.parametrize(
    "arguments",
    [
        ("--in-place", "--check"),
        ("--in-place", "--diff"),
        ("--in-place", "-o", "x"),
        ("--in-place", "-"),
        ("--backup",),
        ("--check", "-o", "x"),
        ("--output-format", "json"),
        ("--line-ends", "cr"),
        ("-o", "messy.pbn"),
    ],
)
def test_misuse(run: Run, messy: Path, arguments: tuple[str, ...]) -> None:
    done = run("format", "messy.pbn", *arguments)
    assert done.status == 2
    assert messy.read_text() == MESSY


@pytest.mark.skipif(sys.platform == "win32", reason="modes of files are those of Unix")
def test_a_read_only_file(run: Run, messy: Path) -> None:
    messy.chmod(0o444)
    done = run("format", "--in-place", messy)
    assert done.status == 2
    assert "read-only" in done.err
    assert messy.read_text() == MESSY


def test_a_compressed_file_keeps_its_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "old.pbn.gz"
    path.write_bytes(gzip.compress(MESSY.encode()))
    before = path.read_bytes()
    done = run("format", "--in-place", path)
    assert done.status == 2
    assert "old.pbn.gz: cannot be formatted: it is compressed" in done.err
    assert path.read_bytes() == before


def test_a_member_of_an_archive_keeps_its_place(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "season.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("club.pbn", MESSY)
    before = path.read_bytes()
    done = run("format", "--in-place", path)
    assert done.status == 2
    assert "season.zip/club.pbn: cannot be formatted: it stands in an archive" in done.err
    assert path.read_bytes() == before


def test_a_full_disk_is_the_trouble_of_the_output(run: Run, messy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbntools.formats import files

    class Full(io.BytesIO):
        def write(self, data: Any, /) -> int:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    real = files.AtomicFile.__init__

    def opened(self: files.AtomicFile, *arguments: Any, **options: Any) -> None:
        real(self, *arguments, **options)
        self.stream.close()
        self.stream = Full()

    monkeypatch.setattr(files.AtomicFile, "__init__", opened)
    target = messy.with_name("formatted.pbn")
    target.write_text("old")
    done = run("format", messy, "-o", target)
    assert done.status == 2
    assert "formatted.pbn: No space left on device" in done.err
    assert "messy.pbn" not in done.err
    assert target.read_text() == "old"
    assert sorted(path.name for path in messy.parent.iterdir()) == ["formatted.pbn", "messy.pbn"]


def test_a_file_that_changes_meanwhile(run: Run, messy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbntools.cli import format as module

    real = module._surveyed

    def slow(*arguments: Any) -> Any:
        found = real(*arguments)
        messy.write_text(MESSY + "\n" + MESSY)
        return found

    monkeypatch.setattr(module, "_surveyed", slow)
    done = run("format", "--in-place", messy)
    assert done.status == 2
    assert "changed by another program" in done.err
    assert messy.read_text() == MESSY + "\n" + MESSY


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full")
def test_no_room(spawn: Run, messy: Path) -> None:
    done = spawn("-c", f"{sys.executable} -m pbntools format messy.pbn >/dev/full", command=("sh",))
    assert done.status == 2
    assert "cannot write the standard output" in done.err
    assert not done.crashed


def test_a_reader_that_goes_away(spawn: Run, messy: Path) -> None:
    messy.write_text("\n".join(MESSY.replace('"1"', f'"{number}"') for number in range(1, 3000)))
    done = spawn("-c", f"{sys.executable} -m pbntools format messy.pbn | head -1", command=("sh",))
    assert done.out.strip() == "% PBN 2.1"
    assert not done.crashed
