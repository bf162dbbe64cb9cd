"""A LIN file as a whole: its bytes, and the boards in them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from pathlib import Path

from pbntools.core import Seat
from pbntools.diagnostics import Diagnostic
from pbntools.formats.content import differences
from pbntools.formats.edits import Edit, EditError, apply_edits
from pbntools.formats.lin.places import LinMap
from pbntools.formats.lin.reader import LinReader
from pbntools.formats.lin.values import PLAYERS, SEATS, VULNERABLE, calls_in, cards_in, parse_hands, parse_label
from pbntools.formats.origin import Origin
from pbntools.formats.reading import Reading
from pbntools.formats.unpacking import refuse_packed
from pbntools.record import UNREADABLE, UNREADABLE_CARD, Record

_CODE = re.compile(r"[a-z0-9]{2}")
_BREAK = re.compile(r"[\r\n\x00]")


class LinDocument:
    """A LIN file in memory.  ``len(document)`` and ``document[i]`` count its boards from 0.

    Without edits ``to_bytes()`` gives back what was read, whatever it was.  An edit puts one value in the place of
    another and keeps every other byte; one that cannot be made raises EditError and changes nothing.
    """

    def __init__(self, data: bytes, *, name: str = "<bytes>", encoding: str | None = None) -> None:
        refuse_packed(data)
        self.path = name
        self._forced = encoding
        self._origin = Origin()
        self._load(data)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, encoding: str | None = None) -> LinDocument:
        """Load a file; raises OSError where it cannot be read, or is compressed."""
        data = Path(path).read_bytes()
        document = cls(data, name=os.fspath(path), encoding=encoding)
        document._origin = Origin(path, data)
        return document

    def _load(self, data: bytes) -> None:
        self._data = data
        reader = LinReader(data, name=self.path, encoding=self._forced)
        readings = list(reader)
        self._reader = reader
        self._readings = readings
        self._boards = [LinBoard(self, at) for at, reading in enumerate(readings) if reading.record is not None]

    def to_bytes(self) -> bytes:
        """The file's bytes."""
        return self._data

    def save(self, path: str | os.PathLike[str] | None = None, *, backup: bool = False, force: bool = False) -> None:
        """Write the file whole or not at all; ``backup`` keeps the old one as ``….bak``.

        Without a path it is the file that was opened.  Raises FileChangedError where that file is no longer what it was
        when it was opened or saved, unless ``force`` is set; OSError where it cannot be written; EditError where there
        is no path.
        """
        self._origin.save(self._data, path, backup=backup, force=force)

    @property
    def encoding(self) -> str:
        """The encoding of the text."""
        return self._reader.encoding

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the text."""
        return [diagnostic for reading in self._readings for diagnostic in reading.diagnostics]

    @property
    def records(self) -> list[Record]:
        """The records in file order."""
        return [board.record for board in self._boards]

    def __len__(self) -> int:
        return len(self._boards)

    def __getitem__(self, index: int) -> LinBoard:
        return self._boards[index]

    def __iter__(self) -> Iterator[LinBoard]:
        return iter(self._boards)

    def __repr__(self) -> str:
        return f"<LinDocument {self.path}: {len(self)} boards>"

    def _reading(self, index: int) -> Reading:
        return self._readings[index]

    def _encode(self, text: str) -> bytes:
        encoding = self._reader.encoding
        if encoding.startswith("utf-16"):
            raise EditError("a UTF-16 file is not edited: write it anew in UTF-8 first")
        name = "utf-8" if encoding == "ascii" else encoding
        try:
            return text.encode(name)
        except (UnicodeEncodeError, LookupError):
            raise EditError(f"the encoding of the file, {encoding}, cannot hold {text[:40]!r}") from None

    def _edit(self, board: int, edits: list[tuple[int, int, str]], wanted: dict[str, str]) -> None:
        """Make edits of one board; ``wanted`` are values that it must have by then."""
        if self._reader.bom.startswith("utf-16"):
            raise EditError("a UTF-16 file is not edited: write it anew in UTF-8 first")
        data = apply_edits(self._data, [Edit(start, end, self._encode(text)) for start, end, text in edits])
        other = LinDocument(data, name=self.path, encoding=self._forced)
        old, new = self.records, other.records
        falls_apart = len(old) != len(new) or any(
            differences(one, two) for at, (one, two) in enumerate(zip(old, new, strict=True)) if at != board
        )
        if falls_apart:
            raise EditError("with that value the boards of the file would no longer be what they are")
        found = other[board]
        for code, value in wanted.items():
            if value not in [text for name, text in found.pairs if name == code]:
                raise EditError(f"the file would not read {value[:40]!r} back as the value of {code}")
        self._load(data)


class LinBoard:
    """One board of a `LinDocument`."""

    __slots__ = ("_document", "_index")

    def __init__(self, document: LinDocument, index: int) -> None:
        self._document = document
        self._index = index

    @property
    def reading(self) -> Reading:
        """The record with what is wrong with its text."""
        return self._document._reading(self._index)

    @property
    def record(self) -> Record:
        """The record."""
        record = self.reading.record
        if record is None:
            raise LookupError("the board is no longer part of the document")
        return record

    @property
    def pairs(self) -> list[tuple[str, str]]:
        """The codes, in lower case, with their values as they stand, decoded."""
        decode = self._document._reader._decoder.decode
        return [(code, decode(value)) for code, value, _, _ in self._map.pairs()]

    def place(self, number: int) -> tuple[int, int]:
        """Where the value of pair ``number``, from 0, starts and ends in the file, in bytes."""
        return self._map.pairs()[number][2:]

    def set(self, code: str, value: str, number: int = 0) -> None:
        """Put a value in the place of that of a code, the ``number``-th of the board from 0.

        Raises EditError where the board has no such code, for a value with a bar or a line end, and for one that would
        change what the other boards are.
        """
        _check(value)
        spans = [(start, end) for name, _, start, end in self._map.pairs() if name == code.lower()]
        if not _CODE.fullmatch(code.lower()) or not 0 <= number < len(spans):
            raise EditError(f"the board has {len(spans)} of the code {code[:10]!r}, so none of number {number}")
        old = [text for name, text, _, _ in self._map.pairs() if name == code.lower()][number]
        if (wrong := _unreadable(code.lower(), value, old)) is not None:
            raise EditError(f"{value[:40]!r} would make the board unreadable: {wrong}")
        start, end = spans[number]
        self._document._edit(self._number, [(start, end, value)], {code.lower(): value})

    def set_name(self, seat: Seat | str, name: str) -> None:
        """Put a player's name in the list of the board; where it has none of its own, it is given one.

        Raises EditError for a name with a comma, which LIN cannot hold, and otherwise as `set` does.
        """
        _check(name)
        if "," in name:
            raise EditError("a comma in a name would make it two names")
        seat = Seat.parse(seat) if isinstance(seat, str) else seat
        place = SEATS.index(seat)
        own = [(value, start, end) for code, value, start, end in self._map.pairs() if code == "pn"]
        if own:
            value, start, end = own[0]
            names = self._document._reader._decoder.decode(value).split(",")
            if len(names) >= 8 and self.record.value("Room") == "Closed":
                place += 4
            names += [""] * (place + 1 - len(names))
            names[place] = name
            text = ",".join(names)
            edit = (start, end, text)
        else:
            names = [self.record.value(player) or "" for player in PLAYERS]
            names[place] = name
            text = ",".join(names)
            at = self._map.code_offset("st")
            at = at if at >= 0 else self._map.code_offset("md")
            if at < 0:
                raise EditError("the board has no hands before which names could stand")
            edit = (at, at, f"pn|{text}|")
        self._document._edit(self._number, [edit], {"pn": text})

    def set_board(self, number: int | str) -> None:
        """Give the board another number, in its label (``qx``) and its heading (``ah``).  Raises EditError as `set`."""
        text = str(number)
        if not (text.isascii() and text.isdigit()):
            raise EditError(f"{text[:40]!r} is no number of a board")
        edits: list[tuple[int, int, str]] = []
        wanted = {}
        old = self.record.board
        for code, value, start, end in self._map.pairs():
            label = parse_label(value) if code == "qx" else None
            if label is not None and label.number == old:
                at = re.search(r"\d+", value)
                new = value[: at.start()] + text + value[at.end() :] if at else text
            elif code == "ah" and old is not None and re.search(rf"(?<!\d)0*{old}(?!\d)", value):
                new = re.sub(rf"(?<!\d)0*{old}(?!\d)", text, value, count=1)
            elif code == "ah" and not value.strip():
                new = f"Board {text}"
            else:
                continue
            edits.append((start, end, self._document._reader._decoder.decode(new)))
            wanted[code] = edits[-1][2]
        if not edits:
            at_hands = [end for code, _, _, end in self._map.pairs() if code == "md"]
            if not at_hands:
                raise EditError("the board has no place for a number")
            edits.append((at_hands[0] + 1, at_hands[0] + 1, f"ah|Board {text}|"))
            wanted["ah"] = f"Board {text}"
        self._document._edit(self._number, edits, wanted)

    @property
    def _number(self) -> int:
        return sum(reading.record is not None for reading in self._document._readings[: self._index])

    @property
    def _map(self) -> LinMap:
        found = self.reading.source_map
        if not isinstance(found, LinMap):
            raise LookupError("the board has no text")
        return found

    def __repr__(self) -> str:
        return f"<LinBoard {self.record.board} of {self._document.path}>"


def _unreadable(code: str, value: str, old: str) -> str | None:
    """Why a value of a code could not be read in the place of another; None where it can."""
    if code in ("mb", "pc"):
        words, before = (list((calls_in if code == "mb" else cards_in)(text)) for text in (value, old))
        what = "call" if code == "mb" else "card"
        if any(word.number in (UNREADABLE, UNREADABLE_CARD) for word in words):
            return f"it is no {what}"
        if len(words) != len(before):
            return f"{len(words)} {what}s would stand in the place of {len(before)}"
        return None
    if code == "md":
        hands = parse_hands(value)
        return next((words for kind, _, _, words in hands.wrong if kind != "double"), None)
    if code == "sv" and value.strip() not in VULNERABLE:
        return "o, n, e or b is expected"
    if code == "mc" and not (value.strip().isascii() and value.strip().isdigit() and len(value.strip()) < 4):
        return "a number of tricks is expected"
    return None


def _check(value: object) -> None:
    if not isinstance(value, str):
        raise EditError(f"a value of LIN is a text, and not {value!r}")
    if "|" in value:
        raise EditError("LIN cannot hold a bar in a value, since a bar ends it")
    if _BREAK.search(value):
        raise EditError("a line end in a value would be lost")


__all__ = ["LinBoard", "LinDocument"]
