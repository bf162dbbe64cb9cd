"""The files that a command is given: compressed ones, and streams that cannot be rewound."""

import bz2
import gzip
import io
import json
import lzma
import os
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.formats import archives, unpacking
from pbntools.formats.archives import members

Run = Any


def archive(members: dict[str, bytes], method: int = zipfile.ZIP_DEFLATED) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as packed:
        for name, data in members.items():
            packed.writestr(name, data)
    return buffer.getvalue()


@pytest.mark.parametrize("command", ["check", "show", "score", "info"])
def test_a_gzip_file_reads_as_its_contents(run: Run, folder: Path, command: str) -> None:
    data = (folder / "bad.pbn").read_bytes()
    (folder / "bad.pbn.gz").write_bytes(gzip.compress(data[:100]) + gzip.compress(data[100:]))
    plain = run(command, "--output-format", "json", "bad.pbn")
    packed = run(command, "--output-format", "json", "bad.pbn.gz")
    piped = run(command, "--output-format", "json", "-", stdin=(folder / "bad.pbn.gz").read_bytes())
    assert packed.status == piped.status == plain.status
    found = packed.out.replace(': "gzip"', ": null")
    assert found == plain.out.replace("bad.pbn", "bad.pbn.gz")
    assert piped.out.replace(': "gzip"', ": null") == plain.out.replace("bad.pbn", "-")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_an_archive_is_walked(run: Run, folder: Path, clean: str, jobs: str) -> None:
    members = {
        "week 2/b.pbn": clean.encode(),
        "week 1/a.PBN": (folder / "bad.pbn").read_bytes(),
        "c.pbn.gz": gzip.compress(clean.encode()),
        "readme.txt": b"no records",
        "__MACOSX/._c.pbn": b"no records",
        "d.pbn/": b"",
    }
    (folder / "season.zip").write_bytes(archive(members))
    done = run("check", "--jobs", jobs, "--output-format", "json", "season.zip")
    found = json.loads(done.out)
    names = ["season.zip/c.pbn.gz", "season.zip/week 1/a.PBN", "season.zip/week 2/b.pbn"]
    assert [file["path"] for file in found["files"]] == names
    assert {d["path"] for d in found["diagnostics"] if d["severity"] == "error"} == {names[1]}
    assert done.status == 1
    assert done.err.startswith("checked 3 files")
    one = json.loads(run("show", "--output-format", "json", "season.zip/week 2/b.pbn").out)
    assert [record["path"] for record in one] == ["season.zip/week 2/b.pbn"]


def test_a_directory_is_searched_for_compressed_files(run: Run, folder: Path, clean: str) -> None:
    below = folder / "deep"
    below.mkdir()
    (below / "a.pbn.gz").write_bytes(gzip.compress(clean.encode()))
    (below / "b.pbn.zip").write_bytes(archive({"x.pbn": clean.encode()}))
    (below / "c.zip").write_bytes(archive({"x.pbn": clean.encode()}))
    done = run("score", "--output-format", "json", "deep")
    assert [row["path"] for row in json.loads(done.out)["records"]] == ["deep/a.pbn.gz", "deep/b.pbn.zip/x.pbn"]


def encrypted() -> bytes:
    data = bytearray(archive({"a.pbn": b"x" * 50}, zipfile.ZIP_STORED))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


def damaged() -> bytes:
    data = archive({"a.pbn": b"x" * 50}, zipfile.ZIP_STORED)
    return data.replace(b"x" * 50, b"x" * 49 + b"y", 1)


BOMB = b'[Event ""]\n' * 200_000
TROUBLE = {
    "encrypted": (encrypted, "it is encrypted"),
    "damaged": (damaged, "the compressed file is broken: Bad CRC-32"),
    "cut": (lambda: archive({"a.pbn": b"x" * 999})[:-30], "the archive has no directory"),
    "foreign": (lambda: archive({"a.txt": b"x"}), "no file in it ends in .pbn"),
    "empty": (lambda: archive({}), "no file in it ends in .pbn"),
    "lzma": (lambda: archive({"a.pbn": b"x"}, zipfile.ZIP_LZMA), "its method of compression (number 14) is not known"),
    "zip in zip": (lambda: archive({"a.pbn": archive({"a.pbn": b""})}), "an archive in a compressed file"),
    "bomb": (lambda: archive({"a.pbn": BOMB}), "less than a 200th of its length is not read"),
    "many": (lambda: archive({f"{n}.pbn": BOMB[:400_000] for n in range(9)}), "less than a 200th of its length"),
    "gzip bomb": (lambda: gzip.compress(BOMB), "less than a 200th of its length is not read"),
    "gzip cut": (lambda: gzip.compress(b"x" * 999)[:-9], "the compressed file ends too early"),
    "gzip damaged": (lambda: gzip.compress(b"x" * 999)[:-8] + bytes(8), "the compressed file is broken: CRC"),
    "gzip in gzip": (lambda: gzip.compress(gzip.compress(b"x")), "it is compressed twice"),
    "zip in gzip": (lambda: gzip.compress(archive({})), "an archive in a compressed file"),
    "tar": (lambda: gzip.compress(b"a.pbn".ljust(257, b"\0") + b"ustar".ljust(255, b"\0")), "it is a tar archive"),
    "xz": (lambda: lzma.compress(b"x"), "it is compressed (xz)"),
    "bzip2": (lambda: bz2.compress(b"x"), "it is compressed (bzip2)"),
}


@pytest.mark.parametrize("kind", TROUBLE)
@pytest.mark.parametrize("command", ["check", "show"])
def test_what_cannot_be_unpacked_is_told(
    run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch, command: str, kind: str
) -> None:
    monkeypatch.setattr(unpacking, "FREE", 1_000_000)
    make, message = TROUBLE[kind]
    (folder / "odd.bin").write_bytes(make())
    done = run(command, "odd.bin", "clean.pbn")
    assert done.status == 2
    assert f"cannot be read: {message}" in done.err or message in done.err
    assert done.err.startswith("pbntools: odd.bin")
    assert "1 path could not be read" in done.err
    assert "clean.pbn" in done.out or command == "check"
    with pytest.raises(OSError, match=re.escape(message)):
        list(pbn.read(folder / "odd.bin"))


def test_a_long_directory_is_not_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (folder / "a.zip").write_bytes(archive({f"{n:0100}.pbn": b"" for n in range(100)}))
    assert len(members(str(folder / "a.zip"))) == 100
    monkeypatch.setattr(archives, "DIRECTORY", 10_000)
    os.utime(folder / "a.zip", (1, 1))
    with pytest.raises(OSError, match="the archive's directory has"):
        members(str(folder / "a.zip"))


def test_the_part_before_a_break_is_checked(run: Run, folder: Path, clean: str) -> None:
    filler = "".join(f"; {os.urandom(100).hex()}\n" for _ in range(20_000))
    data = (folder / "bad.pbn").read_bytes() + f"\n{clean}{filler}".encode()
    (folder / "cut.pbn.gz").write_bytes(gzip.compress(data)[:-2_000])
    done = run("check", "--output-format", "concise", "cut.pbn.gz")
    assert done.status == 2
    assert "insufficient-bid" in done.out
    assert "cut.pbn.gz: cannot be read: the compressed file ends too early" in done.err


def test_an_archive_in_a_stream(run: Run, clean: str) -> None:
    done = run("check", "-", stdin=archive({"a.pbn": clean.encode()}))
    assert (done.status, done.err.count("which is read only from a file with a name")) == (2, 1)


def test_the_library_reads_them_too(folder: Path, clean: str) -> None:
    (folder / "a.pbn.gz").write_bytes(gzip.compress(clean.encode()))
    (folder / "one.zip").write_bytes(archive({"x/a.pbn": clean.encode(), "x/readme": b""}))
    (folder / "two.zip").write_bytes(archive({"a.pbn": clean.encode(), "b.pbn": clean.encode()}))
    for path in ("a.pbn.gz", "one.zip", "one.zip/x/a.pbn", "two.zip/b.pbn"):
        found = [reading.board for reading in pbn.read(folder / path)]
        assert found == ["1"], path
    with open(folder / "a.pbn.gz", "rb") as file:
        assert [reading.board for reading in pbn.check(file)] == ["1"]
    with pytest.raises(OSError, match=r"a zip archive with 2 files: name one, as two.zip/a.pbn"):
        pbn.read(folder / "two.zip")
    with pytest.raises(OSError, match="no such file"):
        pbn.read(folder / "two.zip/c.pbn")


def test_a_compressed_document_is_not_edited(folder: Path, clean: str) -> None:
    for data in (gzip.compress(clean.encode()), archive({"a.pbn": clean.encode()})):
        (folder / "a.pbn").write_bytes(data)
        with pytest.raises(OSError, match="it is compressed, and a document is edited as it stands"):
            pbn.Document.open(folder / "a.pbn")


def test_an_output_over_an_archive_that_is_read(run: Run, folder: Path, clean: str) -> None:
    (folder / "a.zip").write_bytes(archive({"x.pbn": clean.encode()}))
    done = run("show", "-o", "a.zip", "a.zip/x.pbn")
    assert (done.status, "is one of the files to be read" in done.err) == (2, True)


@pytest.mark.parametrize("command", ["check", "show", "score", "info"])
def test_the_standard_input_has_a_name(run: Run, folder: Path, command: str) -> None:
    data = (folder / "bad.pbn").read_bytes()
    done = run(command, "--output-format", "json", "--from-stdin-name", "bad.pbn", "-", stdin=data)
    assert done.out == run(command, "--output-format", "json", "bad.pbn").out
    done = run(command, "--from-stdin-name", "x.pbn", "bad.pbn")
    assert (done.status, "--from-stdin-name goes with the path -" in done.err) == (2, True)
    done = run(command, "bad.pbn", "--from-stdin-name", "x.pbn")
    assert (done.status, "--from-stdin-name goes with the path -" in done.err) == (2, True)
    done = run(command, "--from-stdin-name", "", "-")
    assert (done.status, "the name is empty" in done.err) == (2, True)


def test_the_name_chooses_the_configuration(run: Run, folder: Path) -> None:
    (folder / "below" / ".pbntools.toml").write_text('ignore = ["AUC"]\n', encoding="utf-8")
    data = (folder / "bad.pbn").read_bytes()
    found = [run("check", "--from-stdin-name", name, "-", stdin=data).out for name in ("x.pbn", "below/x.pbn")]
    assert ["insufficient-bid" in text for text in found] == [True, False]


@pytest.mark.parametrize("command", ["check", "show", "score", "info"])
def test_an_empty_path(run: Run, command: str) -> None:
    done = run(command, "")
    assert (done.status, "One of the paths is empty" in done.err) == (2, True)


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


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="there is no name for the standard output")
def test_the_standard_output_by_its_name(spawn: Run, folder: Path) -> None:
    named = spawn("show", "-o", "/dev/stdout", "clean.pbn")
    assert (named.status, named.err) == (0, "showed 1 board of 1 board in 1 file\n")
    assert named.out == spawn("show", "clean.pbn").out


def test_a_compressed_file_is_not_mended(run: Run, folder: Path, clean: str) -> None:
    spelt = clean.replace("1NT Pass", "1N Pass").encode()
    (folder / "a.pbn.gz").write_bytes(gzip.compress(spelt))
    before = (folder / "a.pbn.gz").read_bytes()
    done = run("check", "--fix", "--output-format", "concise", "a.pbn.gz")
    assert (done.status, "call-spelling" in done.out) == (2, True)
    assert "a.pbn.gz: cannot be written: it is compressed (gzip); unpack it first" in done.err
    assert (folder / "a.pbn.gz").read_bytes() == before
    assert "+1NT Pass" in run("check", "--diff", "a.pbn.gz").out
