"""The files that a command is given: named ones, those of directories, and the standard input."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import BinaryIO, cast

import click

from pbntools.cli.streams import unread

SUFFIXES = (".pbn",)
"""What a file's name ends in, in lower case, for a directory's walk to take it."""
_COMPRESSED = {b"\x1f\x8b": "gzip", b"PK\x03\x04": "zip"}
"""By the first bytes of a file: what it was compressed with."""


class CompressedError(OSError):
    """The file is compressed, so there is no text in it."""

    def __init__(self, method: str) -> None:
        super().__init__(f"it is compressed ({method}); unpack it first")


class _Opened:
    """A binary file of which the first bytes were read already."""

    def __init__(self, head: bytes, file: BinaryIO) -> None:
        self._head = head
        self._file = file

    def read(self, size: int = -1) -> bytes:
        """As a binary file's, but it may return less than ``size`` before the end."""
        if not self._head:
            return self._file.read(size)
        size = len(self._head) if size < 0 else size
        found, self._head = self._head[:size], self._head[size:]
        return found


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read.  ``path`` is how it was named or found; ``-`` is the standard input."""

    path: str

    @contextmanager
    def open(self) -> Iterator[BinaryIO]:
        """The file or the standard input.  Raises OSError where there is none, or where it is compressed."""
        if self.path != "-":
            with open(self.path, "rb") as file:
                yield _uncompressed(file)
        elif sys.stdin is None:
            raise OSError("there is no standard input")
        else:
            yield _uncompressed(sys.stdin.buffer)

    @property
    def size(self) -> int:
        """Bytes, as far as they are known beforehand."""
        try:
            return 0 if self.path == "-" else os.stat(self.path).st_size
        except OSError:
            return 0


def _uncompressed(file: BinaryIO) -> BinaryIO:
    # A pipe cannot be rewound, so what was read is handed on.
    head = file.read(max(map(len, _COMPRESSED)))
    for magic, method in _COMPRESSED.items():
        if head.startswith(magic):
            raise CompressedError(method)
    return cast(BinaryIO, _Opened(head, file))


@dataclass(frozen=True, slots=True)
class Missing:
    """A path that led to nothing to be read, and why."""

    path: str
    why: str


def expand(paths: tuple[str, ...]) -> Iterator[Source | Missing]:
    """The files in the order of the arguments, those of a directory sorted by path."""
    for path in paths:
        if path == "-" or not os.path.isdir(path):
            yield Source(path)
        else:
            yield from _walk(path)


def _walk(top: str) -> Iterator[Source | Missing]:
    failures: list[OSError] = []
    found = False
    for folder, folders, files in os.walk(top, onerror=failures.append):
        folders.sort()
        yield from _failed(failures)
        for name in sorted(files):
            if name.lower().endswith(SUFFIXES):
                found = True
                yield Source(os.path.join(folder, name))
    had_failures = bool(failures)
    yield from _failed(failures)
    if not found and not had_failures:
        yield Missing(top, f"no file in it ends in {' or '.join(SUFFIXES)}")


def _failed(failures: list[OSError]) -> Iterator[Missing]:
    while failures:
        error = failures.pop(0)
        yield Missing(str(error.filename), unread(error))


def one_standard_input(_ctx: click.Context, _parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Click's callback for paths: the standard input can be read only once."""
    if paths.count("-") > 1:
        raise click.UsageError("The standard input '-' is given more than once.")
    return paths
