"""Where a document came from, and how it is written back there."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path

from pbntools.formats.edits import EditError
from pbntools.formats.files import write_atomically


class FileChangedError(OSError):
    """The file is not what it was when it was opened; nothing was written."""


class Origin:
    """The file that a document was opened from, and what it held then; nothing for one made from bytes."""

    def __init__(self, path: str | os.PathLike[str] | None = None, data: bytes = b"") -> None:
        self._file = None if path is None else os.fspath(path)
        self._digest = blake2b(data).digest()

    def save(
        self, data: bytes, path: str | os.PathLike[str] | None = None, *, backup: bool = False, force: bool = False
    ) -> None:
        """Write the document's bytes whole or not at all, with the file's mode; ``backup`` keeps the old ones.

        Without a path it is the file that was opened.  Raises FileChangedError where that file is no longer what it was
        when it was opened or saved, unless ``force`` is set; OSError where it cannot be written, read-only ones
        included; EditError where there is no path.
        """
        target = self._file if path is None else os.fspath(path)
        if target is None:
            raise EditError("the document was not opened from a file: save it under a path")
        own = self._is_own(target)

        def chunks() -> Iterator[bytes]:
            if own and not force:
                self._refuse_changed(target)
            yield data
            if own and not force:
                self._refuse_changed(target)

        write_atomically(target, chunks(), backup=backup)
        if own:
            self._digest = blake2b(data).digest()

    def _is_own(self, target: str) -> bool:
        if self._file is None:
            return False
        if target == self._file:
            return True
        return os.path.exists(target) and os.path.exists(self._file) and os.path.samefile(target, self._file)

    def _refuse_changed(self, target: str) -> None:
        try:
            data = Path(target).read_bytes()
        except FileNotFoundError:
            message = "the file is gone since it was opened"
        else:
            if blake2b(data).digest() == self._digest:
                return
            message = "the file was changed since it was opened"
        raise FileChangedError(errno.EBUSY, message, target)
