"""Cuts a file into records and a record into labels with their values and paragraphs of text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pbntools.formats.lines import LineSource
from pbntools.formats.text import Chunk
from pbntools.said import Said

MOST = 1 << 20
"""Characters of a record; what goes beyond is left out."""
MOST_ITEMS = 10_000
"""Lines, labels and paragraphs of a record; what goes beyond is left out."""
PARAGRAPH = "{"
"""The label of an item that is a paragraph of text."""
_BLANKS = " \t\r\n\f\v"
"""Of the text as bytes: a part of a character of UTF-8 is none of them."""
_LABELLED = re.compile(r"([A-Z0-9])(?: (.*))?\Z", re.S)
_PACKED = re.compile(r"[A-Z0-9]?\{")
_PIECE = re.compile(r"\s*([A-Z0-9]?)\{([^}]*)(\}?)|\s*(\S[^{}]*)")
_LIST = re.compile(r"(?:\{[^}]*+\}\s*+)*+[A-Z0-9]\{[^}]*+\}\s*+(?:[A-Z0-9]?\{[^}]*+\}\s*+)*+\Z")


@dataclass(frozen=True, slots=True)
class Item:
    """A label, its value as it stands in the text, and the value's offset in the record's text."""

    label: str
    value: str
    start: int

    @property
    def end(self) -> int:
        """The offset behind the value."""
        return self.start + len(self.value)


@dataclass(slots=True)
class Group:
    """The text of a record, what it is made of, and what is wrong: pairs of a message and offsets."""

    chunk: Chunk
    items: list[Item] = field(default_factory=list)
    wrong: list[tuple[str, int, int]] = field(default_factory=list)
    remarks: int = 0
    """Lines that start with a per cent sign."""
    too_long: bool = False


def groups(lines: LineSource, header: list[str]) -> Iterator[Group]:
    """The records of a file; lines with ``%`` before the first one go into the header."""
    pending: list[Chunk] = []
    size = 0
    too_long = False
    begun = False
    for chunk in lines:
        text = chunk.text
        if text[:1] == "%" and not begun and not pending:
            if len(header) < 50:
                header.append(chunk.decoder.decode(text[:1000]))
            continue
        if not text.strip():
            if pending:
                yield _group(pending, too_long)
            pending, size, too_long = [], 0, False
        elif _PACKED.match(text) and _LIST.match(text):
            # A record of one line.
            if pending:
                yield _group(pending, too_long)
            pending, size, too_long, begun = [], 0, False, True
            yield _packed(chunk)
        elif size + len(text) > MOST or len(pending) == MOST_ITEMS:
            too_long = True
        else:
            begun = True
            pending.append(chunk)
            size += len(text) + 2
    if pending:
        yield _group(pending, too_long)


def _packed(chunk: Chunk) -> Group:
    group = Group(chunk)
    for piece in _PIECE.finditer(chunk.text.rstrip(_BLANKS)):
        if len(group.items) + len(group.wrong) == MOST_ITEMS:
            group.too_long = True
            break
        if piece[4] is not None:
            group.wrong.append((Said("here stands something outside of braces"), piece.start(4), piece.end(4)))
        else:
            group.items.append(Item(piece[1] or PARAGRAPH, piece[2], piece.start(2)))
    return group


def _group(chunks: list[Chunk], too_long: bool) -> Group:
    first = chunks[0]
    parts: list[str] = []
    starts: list[int] = []
    size = 0
    for chunk in chunks:
        if parts:
            gap = chunk.offset - first.offset - size
            # A longer gap is a line that was left out; its place stays.
            between = "\r\n" if gap == 2 else "\n" + " " * (gap - 1)
            parts.append(between)
            size += len(between)
        starts.append(size)
        parts.append(chunk.text)
        size += len(chunk.text)
    whole = Chunk("".join(parts), first.offset, first.line, first.path, first.decoder)
    group = Group(whole, too_long=too_long)
    opened: int | None = None
    for chunk, start in zip(chunks, starts, strict=True):
        text = chunk.text.rstrip(_BLANKS)
        if opened is not None:
            if text.endswith("}"):
                end = start + len(text) - 1
                group.items.append(Item(PARAGRAPH, whole.text[opened:end], opened))
                opened = None
            continue
        if text.startswith(PARAGRAPH):
            if text.endswith("}"):
                group.items.append(Item(PARAGRAPH, text[1:-1], start + 1))
            else:
                opened = start + 1
            continue
        if text.startswith("%"):
            group.remarks += 1
            continue
        found = _LABELLED.match(text)
        if found is None:
            group.wrong.append(
                (
                    Said("a line starts with a label, that is a capital letter or a digit, and a space"),
                    start,
                    start + len(text),
                )
            )
        else:
            group.items.append(Item(found[1], found[2] or "", start + min(2, len(text))))
    if opened is not None:
        group.wrong.append((Said("the paragraph is not closed: no line ends with a brace"), opened - 1, opened))
        group.items.append(Item(PARAGRAPH, whole.text[opened:], opened))
    return group


__all__ = ["MOST", "MOST_ITEMS", "PARAGRAPH", "Group", "Item", "groups"]
