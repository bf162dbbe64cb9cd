"""Text of unknown encoding, read in bounded pieces, with places that cost nothing until they are asked for.

Bytes come first.  UTF-16 is recognised by its byte order mark and transcoded to UTF-8; all else is lexed as Latin-1, so
that an offset in the text is an offset in bytes, and values are decoded late, one by one.
"""

from __future__ import annotations

import codecs
import io
import os
import re
from bisect import bisect_right
from collections.abc import Iterable
from contextlib import ExitStack

from pbntools.formats.embedding import LOOK_AHEAD, Foreign, embeds
from pbntools.formats.unpacking import Stream, Unpacked, opened, unpacked
from pbntools.said import Said

BLOCK = 1 << 20
"""Bytes read at a time."""

WHOLE_LINE = 4096
"""Characters of a line that are always at hand together, wherever the blocks end."""

LONG_LINE = 254
"""Characters that with CR LF make a line too long (PBN 2.1 §2.2)."""

_ALLOWED = bytes((*range(32, 127), *range(160, 256), 10, 13))
_CONTINUATION = bytes(range(0x80, 0xC0))
_HIGH = re.compile(r"[\x80-\xff]+")
_MANY = 10_000
_CR_TO_LF = str.maketrans("\r", "\n")
_NEWLINE = re.compile(r"[\r\n]")
_LINE = re.compile(r"[^\r\n]*")
_STRIDE = 4096
_UTF16 = ("utf-16-le", "utf-16-be")
_HEAD = 1 << 20
_PAIRS = 200

_ASCII = bytes(range(0x20, 0x7F))
"""What every character set for these files has in the same places."""
Input = str | os.PathLike[str] | bytes | Stream
"""What can be read: a path, the bytes themselves, or an open binary file."""


def text_encoding(name: str) -> str:
    """The canonical name of a character set; LookupError where there is none, or where ASCII is not a part of it."""
    try:
        found = codecs.lookup(name).name
        if _ASCII.decode().encode(found) == _ASCII and _ASCII.decode(found) == _ASCII.decode():
            return found
    except (LookupError, ValueError, UnicodeError):
        raise LookupError(Said("{name} is no character set that is known", name=repr(name[:40]))) from None
    raise LookupError(
        Said(
            "{name} writes some letters and signs in other bytes than ASCII does, so no tag can be found",
            name=repr(name[:40]),
        )
    )


def utf_16(name: str | None) -> str:
    """The name of UTF-16 with its byte order, where that is the encoding named; else an empty string."""
    try:
        canonical = codecs.lookup(name).name if name else ""
    except (LookupError, ValueError):
        return ""
    return canonical if canonical in _UTF16 else ""


def _looks_utf_16(head: bytes) -> str:
    """The kind of UTF-16 in which the first bytes would be mostly ASCII, or an empty string."""
    head = head[: 2 * _PAIRS]
    first, second = head[::2], head[1 : len(head) // 2 * 2 : 2]
    for name, high, low in (("utf-16-le", second, first), ("utf-16-be", first, second)):
        if len(high) > 3 and 10 * high.count(0) >= 9 * len(high) and 10 * low.count(0) <= len(low):
            return name
    return ""


class TextDecoder:
    """Decodes single values of a file, and remembers which encodings it met.

    The order is: the encoding that the caller names, UTF-8 where the bytes are valid UTF-8, the character set that the
    file declares, Windows-1252, and ISO 8859-1, which any bytes are.  Code pages are never guessed.
    """

    __slots__ = ("_met", "declared", "forced", "seen", "standard", "transcoded")

    def __init__(self, forced: str | None = None, transcoded: str | None = None) -> None:
        self.forced = text_encoding(forced) if forced else None
        self.transcoded = transcoded
        self.declared: str | None = None
        self.standard = False
        """Whether the file says that it is in the character set of its format's standard."""
        self.seen: list[str] = []
        self._met: set[str] = set()

    def declare(self, charset: str) -> bool:
        """Take a declared character set; False if it is not known."""
        try:
            self.declared = text_encoding(charset)
        except LookupError:
            return False
        return True

    def decode(self, raw: str) -> str:
        """The text of a value that was lexed as Latin-1.  Never fails."""
        return raw if raw.isascii() else self._decode(raw)[1]

    def is_utf8(self, raw: str) -> bool:
        """Whether a line counts as UTF-8."""
        if self.transcoded:
            return True
        try:
            return self.forced in (None, "utf-8") and bool(raw.encode("latin-1").decode("utf-8"))
        except UnicodeDecodeError:
            return False

    def width(self, raw: str, *, utf8: bool) -> int:
        """How many code points begin in a piece of a line."""
        if raw.isascii():
            return len(raw)
        if utf8:
            return len(raw.encode("latin-1").translate(None, _CONTINUATION))
        return len(self._decode(raw)[1])

    def meet(self, text: str) -> list[tuple[str, int, int]]:
        """Take note of the encodings in a text; returns those not met before, and where each stands first."""
        found = []
        for match in _HIGH.finditer(text):
            if match[0] not in self._met:
                if len(self._met) < _MANY:
                    self._met.add(match[0])
                name = self._decode(match[0])[0]
                if name not in self.seen:
                    self.seen.append(name)
                    found.append((name, *match.span()))
        return found

    def _decode(self, raw: str) -> tuple[str, str]:
        data = raw.encode("latin-1")
        if self.transcoded:
            try:
                return self.transcoded, data.decode("utf-8", "surrogatepass")
            except UnicodeDecodeError:
                return self.transcoded, data.decode("utf-8", "replace")
        for name in (self.forced, "utf-8", self.declared, "cp1252"):
            if name is None:
                continue
            if name == "iso8859-1" and name != self.forced and any(0x80 <= byte < 0xA0 for byte in data):
                continue
            try:
                text = data.decode(name)
            except (UnicodeError, ValueError):
                continue
            break
        else:
            name, text = "iso8859-1", raw
        if name == "cp1252" and not any(0x80 <= byte < 0xA0 for byte in data):
            name = "iso8859-1"
        return name, text

    @property
    def encoding(self) -> str:
        """The encoding met so far, by its common name; several are joined by ``+``."""
        if self.transcoded:
            return self.transcoded
        return "+".join(_COMMON_NAMES.get(name, name) for name in self.seen) or "ascii"


_COMMON_NAMES = {"iso8859-1": "iso-8859-1", "cp1252": "windows-1252"}


class _Line:
    """A line of a chunk that a place was asked for: columns at some offsets, so that none is counted twice."""

    __slots__ = ("columns", "known", "offsets", "start", "text", "utf8")

    def __init__(self, start: int, known: int, column: int) -> None:
        self.start = start
        self.known = known
        """The last offset that is known to be on the line."""
        self.offsets = [start]
        self.columns = [column]
        self.utf8: bool | None = None
        self.text: str | None = None


class Chunk:
    """A piece of a file's text and where it lies: ``offset`` in bytes, ``line`` from 1."""

    __slots__ = (
        "_before",
        "_known",
        "_line",
        "_long_lines",
        "_suspect",
        "decoder",
        "line",
        "offset",
        "path",
        "text",
    )

    def __init__(self, text: str, offset: int, line: int, path: str, decoder: TextDecoder, before: int = 0) -> None:
        self.text = text
        self.offset = offset
        self.line = line
        self.path = path
        self.decoder = decoder
        self._before = before
        """Characters of the first line that stand before the text."""
        self._known: tuple[list[int], list[int]] = [0], [0]
        """Offsets, and the number of line ends before each."""
        self._line = _Line(0, 0, 1 + before)
        self._suspect: bool | None = None
        self._long_lines: list[tuple[int, int]] | None = None

    @property
    def suspect(self) -> bool:
        """Whether some character may be one that the standard does not allow."""
        if self._suspect is None:
            self._suspect = bool(self.text.encode("latin-1").translate(None, _ALLOWED))
        return self._suspect

    @property
    def long_lines(self) -> list[tuple[int, int]]:
        """The spans of lines of `LONG_LINE` characters or more, without their line ends."""
        if self._long_lines is None:
            self._long_lines = self._find_long_lines()
        return self._long_lines

    def _find_long_lines(self) -> list[tuple[int, int]]:
        text = self.text
        long_lines = []
        if "\r" in text:
            text = text.translate(_CR_TO_LF)
        at, size = 0, len(text)
        if self._before:
            # The first line was told of where it starts.
            at = text.find("\n") + 1 or size
        while size - at >= LONG_LINE:
            found = text.rfind("\n", at, at + LONG_LINE)
            if found >= 0:
                at = found + 1
                continue
            end = text.find("\n", at + LONG_LINE)
            end = size if end < 0 else end
            long_lines.append((at, end))
            at = end + 1
        return long_lines

    def line_start(self, at: int) -> int:
        """Where the line that holds a local offset starts."""
        return self._line_of(at).start

    def _line_of(self, at: int) -> _Line:
        line = self._line
        if line.start <= at:
            if at <= line.known:
                return line
            if _NEWLINE.search(self.text, line.known, at) is None:
                line.known = at
                return line
        start = self.text.rfind("\n", 0, at) + 1
        start = max(start, self.text.rfind("\r", start, at) + 1)
        self._line = line = _Line(start, at, 1 if start else 1 + self._before)
        return line

    def place(self, at: int) -> tuple[int, int]:
        """Line and column, from 1, of a local offset; columns count code points."""
        line = self._line_of(at)
        offsets, columns = line.offsets, line.columns
        if line.utf8 is None:
            line.utf8 = self.decoder.is_utf8(self._raw_line(line.start))
        while at - offsets[-1] > _STRIDE:
            step = offsets[-1] + _STRIDE
            columns.append(columns[-1] + self.decoder.width(self.text[offsets[-1] : step], utf8=line.utf8))
            offsets.append(step)
        index = bisect_right(offsets, at) - 1
        column = columns[index] + self.decoder.width(self.text[offsets[index] : at], utf8=line.utf8)
        return self.line + self._lines_before(line.start), column

    def _raw_line(self, start: int) -> str:
        match = _LINE.match(self.text, start)
        return match[0] if match else ""

    def _lines_before(self, start: int) -> int:
        """The number of line ends before a line start.  Each piece of text is counted once, and only if asked for."""
        offsets, counts = self._known
        if start < offsets[-1]:
            index = bisect_right(offsets, start) - 1
            return counts[index] + count_line_ends(self.text[offsets[index] : start])
        while start - offsets[-1] > _STRIDE:
            step = offsets[-1] + _STRIDE
            if self.text[step - 1] == "\r":
                step += 1
            counts.append(counts[-1] + count_line_ends(self.text[offsets[-1] : step]))
            offsets.append(step)
        return counts[-1] + count_line_ends(self.text[offsets[-1] : start])

    def source(self, at: int) -> str:
        """The decoded line that holds a local offset, without its line end."""
        line = self._line_of(at)
        if not line.start and self._before:
            return ""
        if line.text is None:
            # Many diagnostics of one long line share its text.
            line.text = self.decoder.decode(self._raw_line(line.start))
        return line.text


def count_line_ends(text: str) -> int:
    """How many line ends (LF, CR LF or lone CR) a text holds."""
    if "\r" not in text:
        return text.count("\n")
    return text.count("\n") + text.count("\r") - text.count("\r\n")


class LineEnds:
    """Which kinds of line ends a file uses."""

    __slots__ = ("cr", "crlf", "lf")

    def __init__(self) -> None:
        self.cr = self.crlf = self.lf = 0

    def add(self, text: str) -> None:
        """Take note of those of a piece of text that does not end between CR and LF."""
        if "\r" not in text:
            # The number matters only where there are several kinds.
            self.lf += text.count("\n") if self.crlf or self.cr else "\n" in text
            return
        both = text.count("\r\n")
        self.crlf += both
        self.lf += text.count("\n") - both
        self.cr += text.count("\r") - both

    @property
    def kinds(self) -> list[str]:
        """The kinds in use, the most frequent first."""
        counted: Iterable[tuple[int, str]] = ((self.lf, "LF"), (self.crlf, "CR LF"), (self.cr, "CR"))
        return [name for count, name in sorted(counted, reverse=True) if count]


class TextSource:
    """The text of a file, read in blocks.  Use as a context manager, or call ``close``.

    ``embeds`` is False for formats that are no part of another document (see `pbntools.formats.embedding`).
    """

    __slots__ = (
        "_file",
        "_foreign",
        "_may_embed",
        "_opened",
        "_pending",
        "_tail",
        "_utf16",
        "bom",
        "decoder",
        "double_cr",
        "embedded",
        "path",
        "unmarked",
    )

    def __init__(
        self, source: Input, *, name: str | None = None, encoding: str | None = None, embeds: bool = True
    ) -> None:
        named = utf_16(encoding)
        self._may_embed = embeds
        decoder = TextDecoder(None if named else encoding)
        self._opened = ExitStack()
        if isinstance(source, bytes):
            self._file = Unpacked(io.BytesIO(source))
            self.path = name or "<bytes>"
        elif isinstance(source, (str, os.PathLike)):
            self._file = self._opened.enter_context(opened(source))
            self.path = name or os.fspath(source)
        else:
            self._file = unpacked(source)
            self.path = name or str(getattr(source, "name", "<stream>"))
        self._utf16: codecs.IncrementalDecoder | None = None
        self._foreign: Foreign | None = None
        self.double_cr = False
        """Whether the lines end in CR CR LF, which is read as one line end."""
        try:
            self._open(named, decoder)
        except BaseException:
            self.close()
            raise

    def _open(self, named: str, decoder: TextDecoder) -> None:
        """Look at the first bytes."""
        head = self._read_block(_HEAD)
        self.bom = ""
        if head.startswith(codecs.BOM_UTF8):
            self.bom, head = "utf-8", head[3:]
        elif head.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            self.bom = "utf-16-le" if head.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
            self._utf16 = codecs.getincrementaldecoder(self.bom)("surrogatepass")
            head = head[2:]
        elif named:
            self._utf16 = codecs.getincrementaldecoder(named)("surrogatepass")
        self.unmarked = "" if self._utf16 else _looks_utf_16(head)
        """The kind of UTF-16 that the file looks like, without a byte order mark that says so."""
        self.decoder = decoder
        decoder.transcoded = (self.bom or named) if self._utf16 else None
        if self.bom == "utf-8":
            self.decoder.declared = "utf-8"
        self._tail = ""
        text = self._text(head)
        embedded: bool | None = False
        while (
            self._may_embed
            and (embedded := embeds(text)) is None
            and len(text) < LOOK_AHEAD
            and (block := self._read_block())
        ):
            text += self._text(block)
        self.embedded = bool(embedded)
        """Whether the records stand between ``<PBN>`` and ``</PBN>`` in a text of another kind."""
        if embedded:
            self._foreign = Foreign()
        ends = text.count("\n")
        self.double_cr = ends > 0 and text.count("\r\r\n") == ends
        self._pending = text

    @property
    def packed(self) -> str | None:
        """How the file was packed, or None."""
        return self._file.method

    @property
    def offset(self) -> int:
        """The offset at which the text starts, behind a byte order mark."""
        return len(codecs.BOM_UTF8) if self.bom == "utf-8" else 0

    def close(self) -> None:
        """Close the file if it was opened here."""
        self._opened.close()

    def __enter__(self) -> TextSource:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _read_block(self, wanted: int = 0) -> bytes:
        parts = []
        wanted = wanted or BLOCK
        while wanted:
            part = self._file.read(wanted)
            if not part:
                break
            parts.append(part)
            wanted -= len(part)
        return b"".join(parts)

    def _text(self, data: bytes) -> str:
        if self._utf16 is None:
            return data.decode("latin-1")
        try:
            text = self._utf16.decode(data, final=not data)
        except UnicodeDecodeError:
            self._utf16.reset()
            text = "\ufffd"
        return text.encode("utf-8", "surrogatepass").decode("latin-1")

    def read(self) -> str:
        """The next block of text; empty at the end."""
        if self._pending:
            cut = BLOCK
            while self._pending[cut - 1 : cut] == "\r":
                cut += 1
            text, self._pending = self._pending[:cut], self._pending[cut:]
        else:
            text = self._text(self._read_block())
        while text and text[-1] == "\r":
            # A CR LF must not be split between blocks.
            more = self._text(self._read_block(1 if self._utf16 is None else 2))
            text += more
            if not more:
                break
        if self.double_cr:
            text = text.replace("\r\r\n", " \r\n")
        if self._foreign is None:
            return text
        blanked = self._foreign.blank(text)
        return blanked if blanked or not text else self.read()
