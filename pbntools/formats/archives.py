"""Zip archives: their members with records, each read as a stream."""

from __future__ import annotations

import errno
import os
import struct
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO

from pbntools.formats.unpacking import SUFFIXES, ArchiveError, Stream, broken, no_file, refuse_bomb

DIRECTORY = 8 << 20
"""The longest directory of a zip archive, in bytes, that is read: some 100,000 members."""

_METHODS = {zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2}
_ENCRYPTED = 0x1
_END = struct.Struct("<4s4H2LH")
_END_64 = struct.Struct("<4sQ2H2L4Q")
_LOCATOR = struct.Struct("<4sLQL")
_BROKEN = zipfile.BadZipFile, NotImplementedError, RuntimeError, ValueError, EOFError, struct.error, zlib.error


@dataclass(frozen=True, slots=True)
class Member:
    """A file in a zip archive: its name there, and its length in bytes, unpacked."""

    name: str
    size: int


def members(path: str, suffixes: tuple[str, ...] = SUFFIXES) -> list[Member]:
    """The members of a zip archive whose names end in one of the suffixes, in any case, in the order of the names.

    Raises `ArchiveError` where the archive is broken or a bomb, and OSError where it cannot be read.
    """
    found: dict[str, Member] = {}
    for info in _archive(path).infolist():
        if not _is_wanted(info, suffixes):
            continue
        if info.filename in found:
            raise ArchiveError(f"two files in the archive are called {info.filename[:80]!r}; unpack it first")
        found[info.filename] = Member(info.filename, info.file_size)
    # Members may share their packed bytes, so what all of them come to is measured by the archive.
    refuse_bomb(sum(member.size for member in found.values()), os.stat(path).st_size)
    return [found[name] for name in sorted(found)]


def _is_wanted(info: zipfile.ZipInfo, suffixes: tuple[str, ...]) -> bool:
    name = info.filename
    # What macOS keeps beside the files has their names, but no records.
    return name.lower().endswith(suffixes) and not info.is_dir() and not name.startswith("__MACOSX/")


@contextmanager
def open_member(path: str, name: str | None = None) -> Iterator[Stream]:
    """A member of a zip archive, to be read from its start to its end; without a name the only one that holds records.

    Raises `ArchiveError` where it cannot be unpacked, and OSError where the archive cannot be read.
    """
    if name is None:
        inside = members(path)
        if len(inside) != 1:
            if not inside:
                raise ArchiveError(f"it is a zip archive; {no_file()}")
            one = f"{os.path.basename(path)}/{inside[0].name[:80]}"
            raise ArchiveError(f"it is a zip archive with {len(inside)} files: name one, as {one}")
        name = inside[0].name
    archive = _archive(path)
    try:
        info = archive.getinfo(name)
    except KeyError:
        raise ArchiveError("the archive holds no such file") from None
    if info.flag_bits & _ENCRYPTED:
        raise ArchiveError("it is encrypted; unpack it first")
    if info.compress_type not in _METHODS:
        raise ArchiveError(f"its method of compression (number {info.compress_type}) is not known; unpack it first")
    refuse_bomb(info.file_size, info.compress_size)
    with _telling():
        packed = archive.open(info)
    with packed:
        yield _Member(packed)


@contextmanager
def _telling() -> Iterator[None]:
    """Turn what the library raises on a broken archive into `ArchiveError`."""
    try:
        yield
    except EOFError:
        raise ArchiveError("the compressed file ends too early; a part of it is missing") from None
    except _BROKEN as error:
        raise ArchiveError(broken(error)) from None
    except OSError as error:
        # A place outside the file, or data that are none of bzip2; anything else is the system's own.
        if error.errno not in (None, errno.EINVAL):
            raise
        raise ArchiveError("the compressed file is broken; its parts do not fit together") from None


class _Member:
    """The bytes of a member."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file

    def read(self, size: int = -1, /) -> bytes:
        with _telling():
            return self._file.read(size)


_Key = tuple[int, str, int, int, int]
_latest: tuple[_Key, zipfile.ZipFile] | None = None


def _archive(path: str) -> zipfile.ZipFile:
    """The archive at a path.  The latest one stays open, since its members are read one after the other."""
    global _latest
    at = os.stat(path)
    # A process that was forked must not share the place in an open file with its parent.
    key = os.getpid(), os.path.abspath(path), at.st_ino, at.st_size, at.st_mtime_ns
    if _latest is not None and _latest[0] == key:
        return _latest[1]
    if _latest is not None:
        _latest[1].close()
        _latest = None
    _refuse_long_directory(path, at.st_size)
    with _telling():
        archive = zipfile.ZipFile(path)
    _latest = key, archive
    return archive


def _refuse_long_directory(path: str, size: int) -> None:
    """The directory is read into memory as a whole, so its length, which the end of the archive tells, must be sane."""
    with open(path, "rb") as file:
        start = max(size - (1 << 16) - _END.size - _LOCATOR.size, 0)
        file.seek(start)
        tail = file.read()
        at = tail.rfind(b"PK\x05\x06")
        if at < 0 or len(tail) - at < _END.size:
            raise ArchiveError("the archive has no directory; it may have been cut off")
        length = _END.unpack_from(tail, at)[5]
        locator = at - _LOCATOR.size
        if locator >= 0 and tail.startswith(b"PK\x06\x07", locator):
            # Readers differ in where they look for the long form of the end; neither place may claim too much.
            lengths = []
            for place in (_LOCATOR.unpack_from(tail, locator)[2], start + locator - _END_64.size):
                file.seek(min(max(place, 0), size))
                end = file.read(_END_64.size)
                if len(end) == _END_64.size and end.startswith(b"PK\x06\x06"):
                    lengths.append(_END_64.unpack(end)[8])
            length = max(lengths, default=length)
    if length > DIRECTORY:
        raise ArchiveError(
            f"the archive's directory has {length >> 20:,} MB; more than {DIRECTORY >> 20} MB is not read"
        )
