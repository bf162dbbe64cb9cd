"""Files that are written whole or not at all.

New contents go to a temporary file in the same directory, which takes the name of the old one when all of it is on the
disk.  Whatever goes wrong before that, the old file is untouched.
"""

from __future__ import annotations

import contextlib
import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Iterable
from types import TracebackType
from typing import IO

BACKUP = ".bak"
"""What the name of a backup ends in."""


class AtomicFile:
    """A file that appears under its name only when it is committed.

    Write to ``stream``.  As a context manager it commits at the end, and discards where an exception leaves the block.
    An old file keeps its mode, its owner where that can be, and the symbolic links to it; ``backup`` keeps its contents
    under its name with ``.bak`` behind it.  Raises OSError, on opening and on committing: where the target is read-only
    or no regular file, where the directory takes no new file, and where there is no room.
    """

    def __init__(self, path: str | os.PathLike[str], *, backup: bool = False) -> None:
        self._target = os.path.realpath(path)
        self._backup = backup
        self._old = _regular(self._target)
        try:
            handle, self._temporary = tempfile.mkstemp(prefix=".pbntools-", dir=os.path.dirname(self._target))
        except OSError as error:
            error.filename = self._target
            raise
        self.stream: IO[bytes] = open(handle, "wb")  # noqa: SIM115  (closed by commit() or discard())

    def commit(self) -> None:
        """Put what was written in the place of the old file."""
        try:
            self.stream.flush()
            os.fsync(self.stream.fileno())
            self.stream.close()
            if self._backup and self._old is not None:
                _copy(self._target, self._target + BACKUP)
            self._take_over()
            os.replace(self._temporary, self._target)
            self._temporary = ""
        finally:
            self.discard()
        _settle(os.path.dirname(self._target))

    def discard(self) -> None:
        """Leave all as it was; nothing once the file is committed."""
        with contextlib.suppress(OSError):
            self.stream.close()
        if self._temporary:
            with contextlib.suppress(OSError):
                os.unlink(self._temporary)
            self._temporary = ""

    def _take_over(self) -> None:
        """Give the new file the owner and the mode of the old one, or the mode of any new file."""
        old = self._old
        if old is None:
            mask = os.umask(0)
            os.umask(mask)
            os.chmod(self._temporary, 0o666 & ~mask)
            return
        own = os.stat(self._temporary)
        if hasattr(os, "chown") and (own.st_uid, own.st_gid) != (old.st_uid, old.st_gid):
            with contextlib.suppress(OSError):
                os.chown(self._temporary, old.st_uid, old.st_gid)
        os.chmod(self._temporary, stat.S_IMODE(old.st_mode))

    def __enter__(self) -> AtomicFile:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if kind is None:
            self.commit()
        else:
            self.discard()


def write_atomically(path: str | os.PathLike[str], chunks: Iterable[bytes], *, backup: bool = False) -> None:
    """Write a file whole or not at all; the same errors as `AtomicFile`.

    Where taking a chunk raises, the old file stays.
    """
    with AtomicFile(path, backup=backup) as file:
        for chunk in chunks:
            file.stream.write(chunk)


def _regular(target: str) -> os.stat_result | None:
    """What is known of the file that is to be replaced; None where there is none."""
    try:
        old = os.stat(target)
    except FileNotFoundError:
        return None
    if stat.S_ISDIR(old.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), target)
    if not stat.S_ISREG(old.st_mode):
        raise OSError(errno.EINVAL, "not a regular file", target)
    # A rename asks for no permission to write the file, and whoever may do all is stopped by none: the mode tells.
    if not old.st_mode & 0o222 or not os.access(target, os.W_OK):
        raise PermissionError(errno.EACCES, "the file is read-only", target)
    return old


def _copy(source: str, target: str) -> None:
    """Copy a file with its times and mode; an older copy is replaced whole."""
    handle, temporary = tempfile.mkstemp(prefix=".pbntools-", dir=os.path.dirname(target))
    try:
        with open(source, "rb") as old, open(handle, "wb") as new:
            shutil.copyfileobj(old, new)
            new.flush()
            os.fsync(new.fileno())
        shutil.copystat(source, temporary)
        os.replace(temporary, target)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(temporary)
        raise


def _settle(directory: str) -> None:
    """Make the new name last; a system that cannot do that for a directory does it in its own time."""
    with contextlib.suppress(OSError):
        handle = os.open(directory, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


__all__ = ["BACKUP", "AtomicFile", "write_atomically"]
