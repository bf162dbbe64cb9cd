"""Records, read or built in code, as PBN in the export format (PBN 2.1 §2.2, §3 to §5)."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from typing import IO, BinaryIO

from pbntools.formats.files import AtomicFile
from pbntools.formats.pbn.export import HEAD, ExportError, export_game
from pbntools.formats.pbn.export_sections import EOL
from pbntools.formats.pbn.formatting import CONTENT_TYPE, LATIN_1, UTF_8, is_latin_1
from pbntools.record import Record

_BLOCK = 1 << 20


def dumps(records: Iterable[Record]) -> str:
    """The text of a PBN file with these records, in the export format; its lines end in CR LF.

    To be encoded in ISO 8859-1, the character set of the standard; `write` sees to that.  Raises ExportError, which
    names the record, where one holds what the format cannot: a call or card that could not be read, a control
    character, a line end in a value, a name that is no name of a tag.
    """
    return HEAD + EOL.join(_games(records))


def write(records: Iterable[Record], target: str | os.PathLike[str] | BinaryIO) -> int:
    """Write a PBN file in the export format; returns the number of records.

    ``target`` is a path or a binary file.  A file that is there is replaced when all is written, and not touched if
    anything goes wrong before.  The text is ISO 8859-1; where a record has other characters the file is UTF-8 and a
    line of its head says so.  Memory is bounded: ``records`` may be a generator.  Raises ExportError as `dumps` does,
    and OSError where the file cannot be written.
    """
    count = 0
    latin_1 = True
    # Which characters there are is known at the end, and the head stands first.
    with tempfile.TemporaryFile() as spool:
        for text in _games(records):
            if not text.isascii():
                latin_1 = latin_1 and is_latin_1(text)
            spool.write((EOL + text if count else text).encode())
            count += 1
        spool.seek(0)
        if isinstance(target, (str, os.PathLike)):
            with AtomicFile(target) as file:
                _copy(spool, file.stream, latin_1)
        else:
            _copy(spool, target, latin_1)
    return count


def _copy(spool: IO[bytes], target: IO[bytes], latin_1: bool) -> None:
    encoding = LATIN_1 if latin_1 else UTF_8
    target.write((HEAD if latin_1 else HEAD + CONTENT_TYPE).encode(encoding))
    rest = b""
    while block := spool.read(_BLOCK):
        if latin_1 and not block.isascii():
            block = rest + block
            # Two bytes a character at most, of which the last may be missing yet.
            rest = block[-1:] if block[-1] >= 0xC0 else b""
            block = block[: len(block) - len(rest)].decode().encode(encoding)
        else:
            block, rest = rest + block, b""
        target.write(block)


def _games(records: Iterable[Record]) -> Iterator[str]:
    for index, record in enumerate(records):
        try:
            yield export_game(record)
        except ExportError as error:
            board = f", board {record.board}" if record.board else ""
            raise ExportError(f"record {index}{board}: {error}") from None


__all__ = ["dumps", "write"]
