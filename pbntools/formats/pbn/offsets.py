"""Offsets in the text as it was lexed, to offsets in bytes.  They differ only in UTF-16, which is lexed as UTF-8."""

from __future__ import annotations

from typing import Literal


class Lengths:
    """Walks through bytes once; offsets must be asked for in rising order."""

    def __init__(self, body: bytes, bom: str) -> None:
        self._body = body
        self._wide = bom.startswith("utf-16")
        self._order: Literal["little", "big"] = "little" if bom == "utf-16-le" else "big"
        self._text = 0
        self._byte = 0

    def at(self, offset: int) -> int:
        """The offset in the bytes."""
        if not self._wide:
            return offset
        body = self._body
        while self._text < offset and self._byte < len(body):
            high, low = self._code(self._byte), self._code(self._byte + 2)
            if high < 0:
                self._text += 3  # half a character ends the file: it is read as U+FFFD
                self._byte = len(body)
            elif 0xD800 <= high < 0xDC00 <= low < 0xE000:
                self._text += 4
                self._byte += 4
            else:
                self._text += 1 if high < 0x80 else 2 if high < 0x800 else 3
                self._byte += 2
        return self._byte

    def _code(self, at: int) -> int:
        """The code unit at an offset, -1 where there is none or only half of one."""
        unit = self._body[at : at + 2]
        return int.from_bytes(unit, self._order) if len(unit) == 2 else -1
