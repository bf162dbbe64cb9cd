"""Escape lines that say something to a reader (PBN 2.1 §2.4.2): the format, the character set, rules to leave out."""

from __future__ import annotations

import re

from pbntools import rules
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.formats.text import Chunk
from pbntools.rules import selects
from pbntools.said import Said

_HEAD = 3  # a byte order mark may stand before the first line
_CHARSET = re.compile(r"%[ \t]*Content-type:.*?charset[ \t]*=[ \t]*\"?([A-Za-z0-9._:-]+)", re.IGNORECASE)
# PBN, or PBN with one slip: any other word opens a line of words.
_FORMAT_LINE = re.compile(
    r"%[ \t]*(PN|BN|PB|[A-Z]BN|P[A-Z]N|PB[A-Z]|BPN|PNB|[A-Z]PBN|P[A-Z]BN|PB[A-Z]N|PBN[A-Z])\b(.*)"
)
_VERSION = re.compile(r"[ \t]+\d+\.\d+[ \t]*\Z")
EXPORT_LINE = "% EXPORT"
"""By this line a file says that it is in the export format (PBN 2.1 §2.4), and so in ISO 8859-1 (§2.1)."""
_IGNORE = re.compile(r"%[ \t]*pbntools:[ \t]*(.*)")


class Directives:
    """What the escape lines of a file say.  One per file."""

    def __init__(self) -> None:
        self.file_ignored: list[str] = []
        """Rules to leave out in the whole file."""
        self.opening: Fault | None = None
        """What is wrong with the first line of the file."""

    def read(self, chunk: Chunk, start: int, line: str, game: RawGame, *, first: bool) -> None:
        """Take note of an escape line.  ``first`` tells that no tag stands before it in the file."""
        if found := _IGNORE.match(line):
            self._ignore(chunk, start + found.start(1), found[1], game, first=first)
        elif (found := _CHARSET.match(line)) and not chunk.decoder.declare(found[1]):
            at = start + found.start(1)
            message = Said("the character set {found} is not known", found=repr(found[1][:40]))
            game.faults.append(Fault(rules.ENCODING, at, at + len(found[1]), message))
        elif first and line.strip() == EXPORT_LINE:
            chunk.decoder.standard = True
        elif first and chunk.offset + start <= _HEAD:
            found = _FORMAT_LINE.match(line)
            if found and not (found[1] == "PBN" and _VERSION.match(found[2])):
                shown = chunk.decoder.decode(line).strip()[:60]
                message = Said("{shown} is no format line of the standard", shown=repr(shown))
                self.opening = Fault(rules.UNKNOWN_DIRECTIVE, 0, len(line), message, Said("write % PBN 2.1"))

    def _ignore(self, chunk: Chunk, at: int, text: str, game: RawGame, *, first: bool) -> None:
        verb, *names = [word for word in re.split(r"[\s,]+", text) if word] or [""]
        known = [name for name in names if any(selects(name, rule) for rule in rules.RULES.values())]
        wrong = [name for name in names if name not in known]
        if verb != "ignore" or not names:
            wrong.insert(0, verb)
            known = []
        (self.file_ignored if first else game.ignored).extend(known)
        if wrong:
            shown = chunk.decoder.decode(", ".join(wrong))[:60]
            message = Said(
                "{shown} is not understood: expected ignore and the codes or names of rules", shown=repr(shown)
            )
            game.faults.append(Fault(rules.UNKNOWN_DIRECTIVE, at, at + len(text.rstrip()), message))
