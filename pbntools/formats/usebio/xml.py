"""XML in bounded memory that asks for nothing outside itself, and that goes on behind what is not well formed.

No entity may be declared, so nothing expands; a DOCTYPE may name a DTD, which is never fetched.  After an error the
parser is made anew with the elements that are open, and reads on behind the fault.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Protocol
from xml.parsers import expat

from pbntools import rules
from pbntools.diagnostics import Location
from pbntools.said import Said

MOST_PENDING = 1 << 20
"""Bytes of one tag or comment."""
MOST_DEPTH = 64
"""Elements within each other."""
MOST_MENDED = 10_000
"""Faults in one file behind which reading goes on."""
_PIECE = 1 << 14
_KEEP = 1 << 12
_NAME = re.compile(rb"[A-Za-z_][\w.-]*+(?=[\s/]|\Z)")
_ATTRIBUTE = re.compile(rb"([\w:.-]+)\s*=\s*(?:\"([^\"<>]*)\"|'([^'<>]*)')")
_REFERENCE = re.compile(rb"&[\w.#:-]*+\Z")
_DECLARED = re.compile(rb"<\?xml[^>]*?encoding\s*=\s*[\"']([\w.:-]{1,40})[\"'][^>]*>")
_INVALID, _MISMATCH, _DUPLICATE, _JUNK = 4, 7, 8, 9
_LATE_DECLARATION = 17

Mark = tuple[int, int, int]
"""An offset in bytes, a line from 1 and a column from 0."""


class Handler(Protocol):
    """What takes the events."""

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        ...

    def end(self, name: str) -> None:
        """An element ends."""
        ...

    def text(self, text: str) -> None:
        """A piece of text."""
        ...


class _StopError(Exception):
    """Nothing more is to be read."""


class TolerantParser:
    """Feeds a handler with the events of an XML text that comes in pieces.

    ``tell`` takes a rule, a message and a place, and ``bounded=False`` for what is to be told in any case.
    ``encoding`` overrides what the text declares.  The text starts at ``offset`` in the file.
    """

    def __init__(
        self,
        path: str,
        handler: Handler,
        tell: Callable[..., None],
        encoding: str | None = None,
        offset: int = 0,
    ) -> None:
        self.path = path
        self.stopped = False
        self.encoding = encoding
        self.open: list[str] = []
        """The names of the elements that are open."""
        self._handler = handler
        self._tell = tell
        self._rooted = False
        self._mended = 0
        self._base = (offset, 1, 0)
        """Offset, line and column (from 0) where the text of the present parser starts."""
        self._lead = 0
        self._recent = b""
        self._recent_at = offset
        self._waiting: tuple[int, int, int, int] | None = None
        self._bad_bytes_told = False
        self._parser = self._made()

    def place(self) -> Location:
        """Where the present event stands."""
        return self.location(self.mark())

    def mark(self) -> Mark:
        """The same, to be made a `Location` where it is wanted."""
        parser = self._parser
        return self._absolute(parser.CurrentByteIndex, parser.CurrentLineNumber, parser.CurrentColumnNumber)

    def location(self, mark: Mark) -> Location:
        """The location of a mark."""
        return self._point(*mark)

    def feed(self, data: bytes) -> None:
        """Read the next piece."""
        for at in range(0, len(data), _PIECE):
            if self.stopped:
                return
            self._take(data[at : at + _PIECE])

    def close(self) -> None:
        """The text is at its end: say what is left open, and end it."""
        if not self.stopped and self._waiting is None:
            try:
                self._parser.Parse(b"", True)
            except expat.ExpatError:
                pass
            except _StopError:
                self.stopped = True
        if self.open and not self.stopped:
            self._tell(
                rules.FORMAT_TRUNCATED,
                Said("the file ends inside <{open}>", open=self.open[-1][:60]),
                self._point(*self._end_of_text()),
            )
        while self.open:
            self._handler.end(self.open.pop())

    # The parser

    def _made(self) -> expat.XMLParserType:
        parser = expat.ParserCreate(self.encoding)
        # A text that stands in the parser's buffer would be lost with the parser.
        parser.buffer_text = False
        parser.specified_attributes = True
        if self.open:
            prefix = "".join(f"<{name}>" for name in self.open)[:-1] + "\n>"
            lead = prefix.encode(self.encoding or "utf-8", "replace")
            parser.Parse(lead, False)
            self._lead = len(lead)
        parser.StartElementHandler = self._start
        parser.EndElementHandler = self._end
        parser.CharacterDataHandler = self._handler.text
        parser.XmlDeclHandler = self._declaration
        parser.EntityDeclHandler = self._entity
        parser.ExternalEntityRefHandler = self._external
        parser.SkippedEntityHandler = self._skipped
        return parser

    def _start(self, name: str, attributes: dict[str, str]) -> None:
        self._rooted = True
        if len(self.open) >= MOST_DEPTH:
            self._tell(
                rules.FORMAT_TOO_LARGE,
                Said("more than {most} elements stand within each other", most=MOST_DEPTH),
                self.place(),
            )
            raise _StopError
        self._handler.start(name, attributes)
        self.open.append(name)

    def _end(self, name: str) -> None:
        self.open.pop()
        self._handler.end(name)

    def _declaration(self, _version: str, encoding: str | None, _standalone: int) -> None:
        if self.encoding is None and encoding:
            self.encoding = encoding

    def _entity(self, name: str, *_: object) -> None:
        self._tell(
            rules.FORMAT_UNSAFE,
            Said(
                "the file declares the entity {name}; entities are not expanded, so it is not read",
                name=repr(name[:40]),
            ),
            self.place(),
        )
        raise _StopError

    def _external(self, *_: object) -> int:
        self._tell(
            rules.FORMAT_UNSAFE, Said("the file asks for a text outside itself; nothing is fetched"), self.place()
        )
        raise _StopError

    def _skipped(self, name: str, _parameter: bool) -> None:
        self._tell(
            rules.FORMAT_VALUE,
            Said("&{name}; is not declared here; it is taken as it stands", name=name[:40]),
            self.place(),
        )
        self._handler.text(f"&{name};")

    def _absolute(self, index: int, line: int, column: int) -> tuple[int, int, int]:
        """Offset, line and column (from 0) in the file of a place of the present parser."""
        offset, first, start = self._base
        if self._lead:
            # The elements that were opened anew end in a line of their own, and in one more character.
            line -= 1
            column -= 1 if line == 1 else 0
        return offset + index - self._lead, first + line - 1, column + (start if line == 1 else 0)

    def _point(self, offset: int, line: int, column: int) -> Location:
        return Location(self.path, offset, offset, line, column + 1, line, column + 1)

    def _end_of_text(self) -> tuple[int, int, int]:
        at = self.mark()
        rest = self._recent[max(at[0] - self._recent_at, 0) :]
        return self._advanced(at, rest)

    def _advanced(self, at: tuple[int, int, int], passed: bytes) -> tuple[int, int, int]:
        """The place behind so many bytes."""
        offset, line, column = at
        text = passed.decode(self.encoding or "utf-8", "replace").replace("\r\n", "\n").replace("\r", "\n")
        ends = text.count("\n")
        last = text.rfind("\n")
        return offset + len(passed), line + ends, len(text) - last - 1 if ends else column + len(text)

    # Going on

    def _take(self, piece: bytes) -> None:
        self._recent += piece
        rest: bytes | None = piece
        if self._waiting is not None:
            rest = self._mend(*self._waiting)
        while rest is not None and not self.stopped:
            try:
                self._parser.Parse(rest, False)
                break
            except _StopError:
                self.stopped = True
            except expat.ExpatError as error:
                at = self._absolute(
                    self._parser.ErrorByteIndex, self._parser.ErrorLineNumber, self._parser.ErrorColumnNumber
                )
                rest = self._mend(error.code, *at)
            except (LookupError, ValueError):
                rest = self._other_encoding()
        if self.stopped:
            self._recent = b""
            return
        done = self._base[0] + max(self._parser.CurrentByteIndex - self._lead, 0) - self._recent_at
        if self._waiting is not None:
            done = max(self._base[0] - self._recent_at, 0)
        if len(self._recent) - done > MOST_PENDING:
            self._tell(
                rules.FORMAT_TOO_LARGE,
                Said("a tag or a comment is longer than {size} MB", size=MOST_PENDING >> 20),
                self.place(),
            )
            self.stopped = True
        elif done > 2 * _KEEP:
            self._recent = self._recent[done - _KEEP :]
            self._recent_at += done - _KEEP

    def _other_encoding(self) -> bytes:
        """Begin anew in UTF-8: the encoding that is declared is not one that is known, or not of single bytes."""
        declared = self.encoding or "that"
        self._tell(
            rules.FORMAT_VALUE,
            Said(
                "the encoding {declared} that the file declares is not known here; it is read as UTF-8",
                declared=repr(declared[:40]),
            ),
            self._point(*self._base),
        )
        self.encoding = "utf-8"
        self._parser = self._made()
        return self._recent[self._base[0] - self._recent_at :]

    def _resume(self, offset: int, at: tuple[int, int, int], text: str = "") -> bytes | None:
        """Read on at an offset behind a fault at ``at``, with a text in place of what is left out."""
        self._waiting = None
        if text and self.open:
            self._handler.text(text)
        offset = max(offset, self._base[0] + 1)
        if offset >= at[0]:
            self._base = self._advanced(at, self._recent[at[0] - self._recent_at : offset - self._recent_at])
        else:
            self._base = (offset, at[1], at[2] - (at[0] - offset))
        if self._rooted and not self.open:
            self.stopped = True
            return None
        self._lead = 0
        self._parser = self._made()
        return self._recent[offset - self._recent_at :]

    def _mend(self, code: int, offset: int, line: int, column: int) -> bytes | None:
        """Tell of a fault and find where to read on; None where nothing more is read, or more is to be at hand."""
        at = (offset, line, column)
        here = self._point(*at)
        recent, i = self._recent, offset - self._recent_at
        least = max(self._base[0] - self._recent_at, 0)
        first = self._waiting is None
        if code == _LATE_DECLARATION and not self._rooted:
            found = _DECLARED.search(recent, max(i - 2, 0))
            self._tell(rules.FORMAT_SHAPE, Said("the XML declaration does not stand at the start of the file"), here)
            if found is not None and self.encoding is None:
                self.encoding = found[1].decode("ascii")
            end = recent.find(b"?>", i)
            return self._resume(self._recent_at + end + 2, at) if end >= 0 else self._give_up(here)
        if not self._rooted:
            self._tell(
                rules.FORMAT_SHAPE, Said("this is not XML: {messages}", messages=expat.errors.messages[code]), here
            )
            self.stopped = True
            return None
        if not self.open or code == _JUNK:
            self._tell(
                rules.FORMAT_SHAPE, Said("text follows behind the end of the last element; it is not read"), here
            )
            self.stopped = True
            return None
        if first:
            self._mended += 1
            if self._mended > MOST_MENDED:
                return self._give_up(here)
        if code == _MISMATCH:
            return self._mismatch(at, i, first=first)
        if recent[i - 1 : i] == b"<" and i - 1 >= least and not recent[i : i + 1].isalpha():
            self._tell(rules.FORMAT_SHAPE, Said("a < stands in a text, where &lt; is expected"), here)
            return self._resume(offset, at, "<")
        until = i + 1 if code == _DUPLICATE else i
        opening, closing = recent.rfind(b"<", least, until), recent.rfind(b">", least, i)
        if opening > closing or code == _DUPLICATE:
            return self._bad_tag(at, max(opening, least), i, first=first)
        amp = recent.rfind(b"&", least, i)
        if (amp < 0 or not _REFERENCE.match(recent[amp:i])) and recent[i : i + 1] == b"&":
            amp = i
        if amp >= 0 and (amp == i or _REFERENCE.match(recent[amp:i])):
            at = (offset - (i - amp), line, column - (i - amp))
            self._tell(
                rules.FORMAT_SHAPE,
                Said("a bare & stands in a text, where &amp; is expected; it is kept"),
                self._point(*at),
            )
            return self._resume(at[0] + 1, at, "&")
        byte = recent[i] if i < len(recent) else 0
        if byte >= 0x80:
            if not self._bad_bytes_told:
                self._bad_bytes_told = True
                self._tell(
                    rules.FORMAT_VALUE,
                    Said(
                        "byte {byte} is not of the encoding {what}; this and others like it are read as Windows-1252",
                        byte=format(byte, "02X"),
                        what=self.encoding or "UTF-8",
                    ),
                    here,
                )
            return self._resume(offset + 1, at, bytes([byte]).decode("cp1252", "replace"))
        if recent[i : i + 3] == b"]]>":
            return self._resume(offset + 3, at, "]]>")
        self._tell(
            rules.FORMAT_SHAPE,
            Said("the character with the code {byte} cannot stand in XML; it is left out", byte=byte),
            here,
        )
        return self._resume(offset + 1, at)

    def _give_up(self, here: Location) -> bytes | None:
        self._tell(
            rules.FORMAT_SHAPE,
            Said("too much is not well formed; the rest of the file is not read"),
            here,
            bounded=False,
        )
        self.stopped = True
        return None

    def _mismatch(self, at: tuple[int, int, int], i: int, *, first: bool) -> bytes | None:
        end = self._recent.find(b">", i)
        name = self._recent[i:end].strip().lstrip(b"</").decode(self.encoding or "utf-8", "replace")
        if first:
            inside = self.open[-1][:60]
            self._tell(
                rules.FORMAT_SHAPE,
                Said("</{name}> stands where <{inside}> is open", name=name[:60], inside=inside),
                self._point(*at),
            )
        if end < 0:
            self._waiting = (_MISMATCH, *at)
            return None
        if name in self.open:
            while True:
                closed = self.open.pop()
                self._handler.end(closed)
                if closed == name:
                    break
        return self._resume(self._recent_at + end + 1, at)

    def _bad_tag(self, at: tuple[int, int, int], opening: int, i: int, *, first: bool) -> bytes | None:
        """Read a tag that is not well formed as far as it goes."""
        if first:
            self._tell(
                rules.FORMAT_SHAPE, Said("a tag is not well formed; what can be read of it is kept"), self._point(*at)
            )
        end = self._recent.find(b">", i)
        if end < 0:
            self._waiting = (_INVALID, *at)
            return None
        tag = self._recent[opening + 1 : end]
        encoding = self.encoding or "utf-8"
        name = _NAME.match(tag)
        if name is not None and not tag.startswith((b"!", b"?")):
            word = name[0].decode(encoding, "replace")
            pairs = {
                found[1].decode(encoding, "replace"): (found[2] or found[3] or b"").decode(encoding, "replace")
                for found in _ATTRIBUTE.finditer(tag)
            }
            try:
                self._start(word, pairs)
            except _StopError:
                self.stopped = True
                return None
            if tag.endswith(b"/"):
                self._end(word)
        return self._resume(self._recent_at + end + 1, at)


__all__ = ["MOST_DEPTH", "MOST_MENDED", "MOST_PENDING", "Handler", "TolerantParser"]
