"""Compressed files, read as a stream within bounds.  Nothing is unpacked to disk.

A stream of more than `FREE` bytes that is more than `RATIO` times as long as what it was packed in is a bomb and no
file of records: those come to 3 to 30 times.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, Protocol

WALKED = (".pbn", ".lin", ".rbn", ".rbx", ".dlm", ".dup", ".bri", ".dge", ".ber", ".bhg", ".rzd", ".cds", ".bws")
"""The suffixes that no other kind of file is likely to have, in lower case."""
PACKED = (".gz", ".zip")
"""The suffixes of compressed files."""
SUFFIXES = tuple(suffix + packed for suffix in WALKED for packed in ("", *PACKED))
"""What the name of a file in a directory ends in, in lower case, to be taken for one with records."""
PBN_SUFFIXES = (".pbn", ".pbn.gz", ".pbn.zip")
"""The same where only PBN is wanted."""


def no_file(suffixes: tuple[str, ...] = SUFFIXES) -> str:
    """What is to be said of a directory or an archive without any such file."""
    plain = [suffix for suffix in suffixes if not suffix.endswith(PACKED)]
    return f"no file in it ends in {' or '.join([', '.join(plain[:-1]), plain[-1]] if plain[1:] else plain)}"


RATIO = 200
"""How many times longer than its packed form a stream may be."""
FREE = 64 << 20
"""Bytes of a stream that are read whatever the ratio."""

ZIP = b"PK\x03\x04", b"PK\x05\x06"
_HEAD = 512
_GZIP = b"\x1f\x8b"
_FOREIGN = (
    (b"BZh", "bzip2"), (b"\xfd7zXZ\x00", "xz"), (b"\x28\xb5\x2f\xfd", "zstd"), (b"7z\xbc\xaf\x27\x1c", "7-zip"),
    (b"Rar!\x1a\x07", "rar"),
)  # fmt: skip


class ArchiveError(OSError):
    """A compressed file that cannot be read: broken, encrypted, of an unknown kind, or a bomb."""


class Stream(Protocol):
    """What bytes can be read from."""

    def read(self, size: int = -1, /) -> bytes:
        """At most this many bytes; none at the end."""
        ...


class Unpacked:
    """A file to be read from its start to its end, unpacked if it was packed.

    ``method`` is ``"gzip"``, ``"zip"``, ``"zip, gzip"`` or None.
    """

    def __init__(self, file: Stream, head: bytes = b"", method: str | None = None) -> None:
        self._file = file
        self._head = head
        self.method = method

    def read(self, size: int = -1, /) -> bytes:
        """As a binary file's, but it may return less than ``size`` before the end.

        Raises `ArchiveError` where the packed form is broken or too much comes out of it.
        """
        if size and self._head:
            size = len(self._head) if size < 0 else size
            found, self._head = self._head[:size], self._head[size:]
            return found
        return self._file.read(size) or b""


class _Gzip:
    """A gzip stream, within the bounds."""

    def __init__(self, file: Stream) -> None:
        # Wanted only for a compressed file.
        import gzip
        import zlib

        self._packed = _Counted(file)
        self._file = gzip.GzipFile(fileobj=self._packed, mode="rb")  # type: ignore[call-overload]
        self._broken = gzip.BadGzipFile, zlib.error
        self._bytes = 0

    def read(self, size: int = -1, /) -> bytes:
        try:
            piece: bytes = self._file.read(size)
        except EOFError:
            raise ArchiveError("the compressed file ends too early; a part of it is missing") from None
        except self._broken as error:
            raise ArchiveError(broken(error)) from None
        self._bytes += len(piece)
        refuse_bomb(self._bytes, self._packed.bytes)
        return piece


class _Counted:
    """A file of which the bytes that were read are counted."""

    def __init__(self, file: Stream) -> None:
        self._file = file
        self.bytes = 0

    def read(self, size: int = -1, /) -> bytes:
        piece = self._file.read(size)
        self.bytes += len(piece)
        return piece


def broken(error: Exception) -> str:
    """The message for a file that cannot be unpacked."""
    return f"the compressed file is broken: {str(error)[:120]}"


def refuse_bomb(size: int, packed: int) -> None:
    """Raise `ArchiveError` where what is packed in so many bytes is of more than the length that a file may have."""
    if size > FREE and size > RATIO * packed:
        raise ArchiveError(
            f"it holds {size >> 20:,} MB or more in {max(packed >> 10, 1):,} KB; what is packed to less than a "
            f"{RATIO}th of its length is not read"
        )


def unpacked(file: Stream, method: str | None = None) -> Unpacked:
    """The file from where it stands, without its compression if it has one; ``method`` is what was undone already.

    Raises `ArchiveError` for a zip archive, which has to be opened by its path, and for a kind that is not unpacked.
    """
    if isinstance(file, Unpacked):
        return file
    head = b""
    while len(head) < _HEAD and (piece := file.read(_HEAD - len(head))):
        head += piece
    if head.startswith(_GZIP):
        if method is not None and method.endswith("gzip"):
            raise ArchiveError("it is compressed twice (gzip); unpack it first")
        return unpacked(_Gzip(Unpacked(file, head)), f"{method}, gzip" if method else "gzip")
    if head.startswith(ZIP):
        if method:
            raise ArchiveError("it is an archive in a compressed file; unpack it first")
        raise ArchiveError("it is a zip archive, which is read only from a file with a name")
    for magic, name in _FOREIGN:
        if head.startswith(magic):
            raise ArchiveError(f"it is compressed ({name}); unpack it first")
    if head[257:262] == b"ustar":
        raise ArchiveError("it is a tar archive; unpack it first")
    return Unpacked(file, head, method)


def refuse_packed(data: bytes) -> None:
    """Raise `ArchiveError` for the bytes of a file that cannot be edited, since it is compressed."""
    if data.startswith((_GZIP, *ZIP)):
        raise ArchiveError("it is compressed, and a document is edited as it stands; unpack it first")


def is_zip(path: str) -> bool:
    """Whether there is a zip archive at a path, by its first bytes.  False where it cannot be read."""
    try:
        # What is taken from a pipe would be missing later.
        if not stat.S_ISREG(os.stat(path).st_mode):
            return False
        with open(path, "rb") as file:
            return file.read(4).startswith(ZIP)
    except (OSError, ValueError):
        return False


def split(path: str) -> tuple[str, str] | None:
    """The archive and the member of a path such as ``club.zip/monday.pbn``; None if there is no such archive."""
    if os.path.lexists(path):
        return None
    archive = path
    while (above := os.path.dirname(archive)) not in ("", archive):
        archive = above
        if os.path.lexists(archive):
            return (archive, path[len(archive) :].lstrip("/\\")) if is_zip(archive) else None
    return None


@contextmanager
def opened(path: str | os.PathLike[str], member: str | None = None) -> Iterator[Unpacked]:
    """The file at a path, unpacked; of a zip archive, the member.

    A path may name the member itself, as ``club.zip/monday.pbn``, or an archive with one member that holds records.
    Raises `ArchiveError` where it is packed and cannot be read, and OSError as ``open`` does.
    """
    name = os.fspath(path)
    if member is None and (found := split(name)) is not None:
        name, member = found
    if member is None and not is_zip(name):
        file: BinaryIO
        with open(name, "rb") as file:
            yield unpacked(file)
        return
    from pbntools.formats.archives import open_member

    with open_member(name, member) as packed:
        yield unpacked(packed, "zip")
