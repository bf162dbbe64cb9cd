"""The lists of deals that the double-dummy solver DDS is tested with; they are read, and not written.

A line ``NUMBER`` tells how many deals there are.  A deal is a line ``PBN`` with dealer, vulnerability (0 none, 1 both,
2 North-South, 3 East-West), denomination, leader and the hands, and lines with what the solver is to find, of which
``TABLE`` is the tricks of North, East, South and West in spades, hearts, diamonds, clubs and notrump.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbntools import rules
from pbntools.core import Deal, DoubleDummy, Seat, Strain, Vulnerability
from pbntools.diagnostics import Finding
from pbntools.formats.building import build_record
from pbntools.formats.lines import LineSource
from pbntools.formats.reading import Reading
from pbntools.formats.text import Chunk, Input
from pbntools.formats.text_reader import LineReader
from pbntools.formats.textmap import TextMap
from pbntools.said import Said, said_of

_WORDS = frozenset(("NUMBER", "PBN", "FUT", "TABLE", "PAR", "PAR2", "PLAY", "TRACE"))
_PBN = re.compile(r'([0-3]) ([0-3]) ([0-4]) ([0-3]) "([^"]{0,200})"\Z')
_START = re.compile(rb'\A(?:\xef\xbb\xbf)?\s*(?:NUMBER\s+\d+\s*[\r\n]+\s*)?PBN [0-3] [0-3] [0-4] [0-3] "')
_VULNERABLE = (Vulnerability.NONE, Vulnerability.ALL, Vulnerability.NS, Vulnerability.EW)
_STRAINS = (Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS, Strain.NOTRUMP)
_UNHELD = {
    "FUT": "a record has no place for the cards that a solver found",
    "PAR": "a record has no place for the contracts of par in the words of DDS",
    "PAR2": "a record has no place for the contracts of par in the words of DDS",
    "PLAY": "the play of a test of DDS was played by nobody",
    "TRACE": "a record has no place for the tricks after each card that a solver found",
}


def sniff(head: bytes) -> bool:
    """Whether a file starts as such a list does."""
    return _START.match(head) is not None


class DdsReader(LineReader):
    """Reads the records of one file; iterate over it once."""

    format = "dds"

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        super().__init__(LineSource(source, name=name, encoding=encoding))

    def _readings(self) -> Iterator[Reading]:
        told: tuple[Chunk, str] | None = None
        pending: tuple[Chunk, re.Match[str]] | None = None
        rest: list[tuple[Chunk, str, str]] = []
        for chunk in self._lines:
            word, text = (chunk.text.split(None, 1) + ["", ""])[:2]
            text = text.strip()
            if word not in _WORDS:
                if word:
                    self._tell(rules.FORMAT_SHAPE, Said("the line starts with none of the words of these lists"), chunk)
                continue
            if word in ("NUMBER", "PBN"):
                if pending is not None:
                    yield self._reading(pending, rest)
                    pending, rest = None, []
                if word == "NUMBER":
                    if not text.isascii() or not text.isdigit() or len(text) > 9:
                        self._tell(rules.FORMAT_VALUE, Said("this is no number of deals"), chunk)
                    else:
                        told = chunk, text
                    continue
                values = _PBN.match(text)
                if values is None:
                    message = Said("expected PBN, dealer, vulnerability, denomination, leader and the deal in quotes")
                    self._tell(rules.FORMAT_SHAPE, message, chunk)
                else:
                    pending = chunk, values
            elif pending is not None and len(rest) < 16:
                rest.append((chunk, word, text))
        if pending is not None:
            yield self._reading(pending, rest)
        if told is not None and int(told[1]) != self.records:
            message = Said(
                "the file says that there are {told} deals, and has {records}", told=told[1], records=self.records
            )
            self._tell(rules.WRONG_SIZE, message, told[0])

    def _reading(self, pending: tuple[Chunk, re.Match[str]], rest: list[tuple[Chunk, str, str]]) -> Reading:
        chunk, values = pending
        faults: list[tuple[Finding, int, int]] = []
        deal = None
        try:
            deal = Deal.parse(values[5].strip())
        except ValueError as error:
            faults.append((Finding(rules.FORMAT_SHAPE, said_of(error)), 0, len(chunk.text)))
        tags = {}
        for other, word, text in rest:
            if word == "TABLE":
                tricks = _table(text)
                if tricks is None:
                    self._tell(rules.FORMAT_VALUE, Said("a table is twenty numbers of tricks from 0 to 13"), other)
                else:
                    tags["DoubleDummyTricks"] = tricks.digits()
        words = dict.fromkeys(_UNHELD[word] for _, word, _ in rest if word in _UNHELD)
        words["a record has no place for the denomination and the leader of a problem"] = None
        record = build_record(tags, dealer=Seat(int(values[1])), vulnerable=_VULNERABLE[int(values[2])], deal=deal)
        index = self.records
        self.records += 1
        unheld = tuple((rules.TAG_LOST, text) for text in words)
        return Reading(record, index, self.path, TextMap(chunk, {}, faults), self._taken(), unheld=unheld)


def _table(text: str) -> DoubleDummy | None:
    words = text.split()
    if len(words) != 20 or not all(word.isascii() and word.isdigit() and len(word) < 3 for word in words):
        return None
    numbers = iter(words)
    try:
        return DoubleDummy({(seat, strain): int(next(numbers)) for strain in _STRAINS for seat in Seat})
    except ValueError:
        return None


__all__ = ["DdsReader", "sniff"]
