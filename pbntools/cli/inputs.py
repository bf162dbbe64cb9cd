"""The files that a command is given: named ones, those of directories and archives, and the standard input."""

from __future__ import annotations

import io
import os
import re
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass

import click

from pbntools.cli.streams import unread
from pbntools.formats.unpacking import SUFFIXES, Unpacked, is_zip, no_file, opened, split, unpacked
from pbntools.said import Said

_BLANK = re.compile(r"\s")
STDIN = "-"
"""The path that means the standard input."""


@dataclass(frozen=True, slots=True)
class Source:
    """A file to be read.

    ``path`` is how it was named or found; ``-`` or the name that stands for it is the standard input, of which ``file``
    is None.  ``file`` is what is opened, ``member`` a file in that archive, and ``size`` the bytes as far as they are
    known beforehand.
    """

    path: str
    file: str | None
    member: str | None = None
    size: int = 0
    data: bytes | None = None
    """The bytes themselves, of what is no file: a link."""

    @classmethod
    def of(cls, path: str) -> Source:
        """A file by its path."""
        try:
            size = os.stat(path).st_size
        except (OSError, ValueError):
            size = 0
        return cls(path, path, size=size)

    def place(self) -> tuple[object, ...] | None:
        """What tells the file from others, by whatever path or link it was named; None of what is no file."""
        if self.file is None:
            return None
        try:
            status = os.stat(self.file)
        except (OSError, ValueError):
            return os.path.abspath(self.file), self.member
        return status.st_dev, status.st_ino, self.member

    @property
    def is_stdin(self) -> bool:
        """Whether it is the standard input, which only the main process has."""
        return self.file is None and self.data is None

    @contextmanager
    def open(self) -> Iterator[Unpacked]:
        """The file or the standard input, unpacked.  Raises OSError where there is none, or where it is broken."""
        if self.file is not None:
            with ExitStack() as stack:
                try:
                    file = stack.enter_context(opened(self.file, self.member))
                except ValueError as error:  # a path that no file system takes
                    raise OSError(str(error)) from error
                yield file
        elif self.data is not None:
            yield unpacked(io.BytesIO(self.data))
        elif sys.stdin is None:
            raise OSError("there is no standard input")
        elif sys.stdin.isatty():
            # A terminal reads on behind an end of file, and would have to be told of it again and again.
            yield unpacked(io.BytesIO(sys.stdin.buffer.read()))
        else:
            yield unpacked(sys.stdin.buffer)


@dataclass(frozen=True, slots=True)
class Missing:
    """A path that led to nothing to be read, and why."""

    path: str
    why: str


def is_link(path: str) -> bool:
    """Whether a path is a link to a page, which may hold a deal itself.  It is never fetched."""
    return path.lower().startswith(("http://", "https://"))


def expand(
    paths: tuple[str, ...], stdin_name: str | None = None, suffixes: tuple[str, ...] = SUFFIXES
) -> Iterator[Source | Missing]:
    """The files in the order of the arguments; those of a directory or an archive sorted by path.

    ``stdin_name`` is how the standard input is called in what is said of it.  ``suffixes`` are those of the files to
    look for in directories and archives.
    """
    for path in paths:
        if path == STDIN:
            yield Source(stdin_name or STDIN, None)
        elif is_link(path):
            # What was copied from a page may have blanks where the link has their escapes.
            link = _BLANK.sub("%20", path.strip())
            yield Source(path.partition("?")[0], None, data=link.encode("utf-8", "surrogateescape"))
        elif os.path.isdir(path):
            yield from _walk(path, suffixes)
        elif is_zip(path):
            yield from _members(path, suffixes)
        elif (found := split(path)) is not None:
            yield Source(path, *found)
        else:
            yield Source.of(path)


def _walk(top: str, suffixes: tuple[str, ...]) -> Iterator[Source | Missing]:
    failures: list[OSError] = []
    found = False
    for folder, folders, files in os.walk(top, onerror=failures.append):
        folders.sort()
        yield from _failed(failures)
        for name in sorted(files):
            if name.lower().endswith(suffixes):
                found = True
                path = os.path.join(folder, name)
                if is_zip(path):
                    yield from _members(path, suffixes)
                else:
                    yield Source.of(path)
    had_failures = bool(failures)
    yield from _failed(failures)
    if not found and not had_failures:
        yield Missing(top, no_file(suffixes))


def _members(path: str, suffixes: tuple[str, ...]) -> Iterator[Source | Missing]:
    from pbntools.formats.archives import members

    try:
        found = members(path, suffixes)
    except OSError as error:
        yield Missing(path, unread(error))
        return
    for member in found:
        # An archive in an archive is not opened, but told.
        yield Source(f"{path}/{member.name}", path, member.name, member.size)
    if not found:
        yield Missing(path, no_file(suffixes))


def _failed(failures: list[OSError]) -> Iterator[Missing]:
    while failures:
        error = failures.pop(0)
        yield Missing(str(error.filename), unread(error))


def usable_paths(_ctx: click.Context, _parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    """Click's callback for paths: the standard input can be read only once, and an empty path names nothing."""
    if paths.count(STDIN) > 1:
        raise click.UsageError(Said("The standard input '-' is given more than once."))
    if "" in paths:
        raise click.UsageError(Said("One of the paths is empty: give a file or a directory, such as . for this one."))
    return paths
