"""Reads the tables of an Access database by the library access-parser, which comes with the extra ``bws``."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

MISSING = "reading a BWS database needs the library access-parser: pip install access-parser"
"""What to say where the library is not installed."""
SIGNATURE = b"\x00\x01\x00\x00Standard "
"""The first bytes of a database; ``Jet DB`` or ``ACE DB`` follows."""
PAGE = 4096
"""Bytes of a page of a database of Jet 4 and later."""
OLD_PAGE = 2048
"""Bytes of a page of a database of Jet 3."""
_DEFINITION = b"\x02\x01"
_CHAINED_MEMO = 0xC0000000


def page_size(data: bytes) -> int:
    """The size of the pages of a database, by its version."""
    return OLD_PAGE if data[20:21] == b"\x00" else PAGE


def differs_at(data: bytes) -> int | None:
    """The offset of the first byte that is not as in a database; None where all are."""
    for at, expected in enumerate(SIGNATURE):
        if data[at : at + 1] != bytes([expected]):
            return at
    return None if data[13:19] in (b"Jet DB", b"ACE DB") else 13


def circle_at(data: bytes) -> int | None:
    """The offset of a page whose table definition goes on for ever; None where there is none."""
    size = page_size(data)
    following = {
        at // size: int.from_bytes(data[at + 4 : at + 8], "little")
        for at in range(0, len(data) - size + 1, size)
        if data[at : at + 2] == _DEFINITION
    }
    safe: set[int] = set()
    for page in following:
        seen: dict[int, None] = {}
        while page in following and page not in safe:
            if page in seen:
                return page * size
            seen[page] = None
            page = following[page]
        safe.update(seen)
    return None


class Database:
    """The tables of a database.  Raises ImportError without the library, and whatever it raises on a broken file."""

    def __init__(self, data: bytes) -> None:
        with _silent():
            self._parser = _parser_of(data)

    def names(self) -> list[str]:
        """The names of the tables."""
        return list(self._parser.catalog)

    def rows(self, name: str) -> list[dict[str, str]] | None:
        """The rows of a table as texts by column in lower case; None where they do not come out whole."""
        with _silent():
            table = self._parser.get_table(name)
            if table is None:
                return []
            memo = table._parse_memo
            table._parse_memo = lambda data, return_raw=False: _memo(memo, data, return_raw)
            columns: dict[str, Any] = table.parse()
        lists = {column.lower(): values for column, values in columns.items() if isinstance(values, list)}
        if len({len(values) for values in lists.values()}) > 1:
            # A row that was read in part would shift the values of all that follow.
            return None
        return [
            {column: _text(value) for column, value in zip(lists, row, strict=True)}
            for row in zip(*lists.values(), strict=True)
        ]


def is_available() -> bool:
    """Whether the library is installed."""
    from importlib.util import find_spec

    return find_spec("access_parser") is not None


def _parser_of(data: bytes) -> Any:
    import os
    import tempfile

    from access_parser import AccessParser

    class Parser(AccessParser):  # type: ignore[misc]
        def parse_msys_table(self) -> dict[str, Any]:
            # Only says how columns are shown, and follows pointers that may go in a circle.
            return {}

    # The library reads files by their path alone.
    handle, path = tempfile.mkstemp(suffix=".bws")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(data)
        return Parser(path)
    finally:
        os.unlink(path)


def _memo(original: Any, data: bytes, return_raw: bool) -> Any:
    """A long text; None for one that is chained over pages, since the chain may be a circle."""
    if len(data) < 4 or not int.from_bytes(data[:4], "little") & _CHAINED_MEMO:
        return None
    return original(data, return_raw)


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "1" if value else "0"
    return str(value)


@contextmanager
def _silent() -> Iterator[None]:
    """The library logs what it cannot read; the reader tells it instead."""
    loggers = [logging.getLogger(f"access_parser{part}") for part in ("", ".utils", ".parsing_primitives")]
    before = [logger.disabled for logger in loggers]
    for logger in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, was in zip(loggers, before, strict=True):
            logger.disabled = was


__all__ = [
    "MISSING",
    "OLD_PAGE",
    "PAGE",
    "SIGNATURE",
    "Database",
    "circle_at",
    "differs_at",
    "is_available",
    "page_size",
]
