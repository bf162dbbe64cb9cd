"""The files that a command is given: compressed ones, and streams that cannot be rewound."""

import gzip
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest

Run = Any


def zipped(data: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("club.pbn", data)
    return buffer.getvalue()


@pytest.mark.parametrize("command", ["check", "show", "score"])
@pytest.mark.parametrize(("method", "pack"), [("gzip", gzip.compress), ("zip", zipped)])
def test_a_compressed_file_is_told(run: Run, folder: Path, clean: str, command: str, method: str, pack: Any) -> None:
    data = pack(clean.encode())
    (folder / "club.pbn").write_bytes(data)
    message = f"cannot be read: it is compressed ({method}); unpack it first\n"
    done = run(command, "club.pbn", "clean.pbn")
    assert done.status == 2
    assert f"pbntools: club.pbn: {message}" in done.err
    assert "1 path could not be read" in done.err
    assert "PBN001" not in done.out
    done = run(command, "-", stdin=data)
    assert (done.status, f"pbntools: -: {message}" in done.err) == (2, True)


def test_processes_tell_it_too(run: Run, folder: Path, clean: str) -> None:
    (folder / "club.pbn").write_bytes(gzip.compress(clean.encode()))
    done = run("check", "--jobs", "2", "club.pbn", "clean.pbn")
    assert done.status == 2
    assert "pbntools: club.pbn: cannot be read: it is compressed (gzip); unpack it first\n" in done.err


@pytest.mark.parametrize("data", [b"", b"P", b"\x1f", b"PK\x03 no archive", b"[E"])
def test_short_files_and_other_beginnings_are_read(run: Run, tmp_path: Path, data: bytes) -> None:
    (tmp_path / "a.pbn").write_bytes(data)
    done = run("check", "a.pbn")
    assert "compressed" not in done.err
    assert done.err.startswith("checked 1 file")


def test_no_byte_of_a_stream_is_lost(run: Run, spawn: Run, folder: Path, clean: str) -> None:
    named = run("check", "--output-format", "jsonl", "bad.pbn").out
    piped = run("check", "--output-format", "jsonl", "-", stdin=(folder / "bad.pbn").read_bytes()).out
    assert piped == named.replace('"bad.pbn"', '"-"')
    done = spawn("show", "--output-format", "json", "-", stdin=clean.encode())
    assert '"Event":"Thursday Pairs"' in done.out.replace(": ", ":")
