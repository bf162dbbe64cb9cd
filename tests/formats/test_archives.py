"""Archives and compressed streams: whatever is damaged in them, nothing but OSError comes out."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.cli.inputs import Missing, expand
from pbntools.formats.archives import members

GAME = b'[Board "1"]\n[Deal "N:T53.Q5.AK32.KT72 Q96.JT7642.96.Q4 A42.AK98.T5.9653 KJ87.3.QJ874.AJ8"]\n'


def packed(method: int) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", method) as archive:
        archive.writestr("a.pbn", GAME)
        archive.writestr("b.pbn.gz", gzip.compress(GAME))
    return buffer.getvalue()


KINDS = {
    "gzip": gzip.compress(GAME),
    "stored": packed(zipfile.ZIP_STORED),
    "deflated": packed(zipfile.ZIP_DEFLATED),
    "bzip2": packed(zipfile.ZIP_BZIP2),
}


def boards(path: Path) -> int:
    """The boards of all files that a path leads to; OSError where one cannot be read."""
    count = 0
    for source in expand((str(path),)):
        if isinstance(source, Missing):
            raise OSError(source.why)
        with source.open() as file:
            count += sum(reading.record is not None for reading in pbn.read(file))
    return count


@pytest.mark.parametrize("kind", KINDS)
def test_whole_ones_are_read(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.bin"
    path.write_bytes(KINDS[kind])
    assert boards(path) == (1 if kind == "gzip" else 2)


@settings(max_examples=150)
@given(
    st.sampled_from(sorted(KINDS)), st.lists(st.tuples(st.integers(0), st.binary(max_size=4)), min_size=1, max_size=5)
)
def test_damaged_ones_raise_nothing_but_oserror(
    tmp_path_factory: pytest.TempPathFactory, kind: str, changes: list[tuple[int, bytes]]
) -> None:
    data = bytearray(KINDS[kind])
    for at, new in changes:
        start = at % len(data)
        data[start : start + max(len(new), 1)] = new
        if not data:
            return
    path = tmp_path_factory.getbasetemp() / "damaged.bin"
    path.write_bytes(data)
    message = ""
    try:
        boards(path)
    except OSError as error:
        message = str(error)
    assert "Errno" not in message


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_two_files_of_one_name_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "twice.zip"
    with zipfile.ZipFile(path, "w") as archive:
        for board in "12":
            archive.writestr("a.pbn", f'[Board "{board}"]\n')
    with pytest.raises(OSError, match=r"two files in the archive are called 'a.pbn'"):
        members(str(path))
