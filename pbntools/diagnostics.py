"""What the toolkit says about a record: rules, findings in a record's terms, and diagnostics in a file's terms.

A check of the Laws yields a `Finding`, placed in the record's own terms (the deal, call 3, West's card to trick 5, a
tag).  Together with a source map it becomes a `Diagnostic`, which has a path, a line and a column.  This module imports
nothing else of the package.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntEnum
from typing import Any

EDITION = "2017"
"""The edition of the Laws of Duplicate Bridge that findings cite unless they say otherwise."""


class Severity(IntEnum):
    """How grave a finding is; larger is graver."""

    NOTICE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()

    @classmethod
    def parse(cls, text: str) -> Severity:
        """Read ``"error"``, ``"warning"`` or ``"notice"``; raises ValueError otherwise."""
        try:
            return cls[text.upper()]
        except KeyError:
            raise ValueError(f"{text!r} is not a severity: expected error, warning or notice") from None


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding: a code that is never reused, a name, and where the rule is written down."""

    code: str
    name: str
    severity: Severity
    summary: str
    law: str | None = None
    section: str | None = None

    def __str__(self) -> str:
        return f"{self.code} {self.name}"


@dataclass(frozen=True, slots=True)
class Place:
    """A place in the terms of a record, independent of any format.

    ``kind`` is one of ``record``, ``tag`` (``name``), ``deal`` (``seat``, ``card`` or None), ``call`` (``index``, from
    0, counting calls), ``auction`` (its end), ``card`` (``index``, from 0, the cell in row-major order), ``play`` (its
    end) and ``table`` (``name``, ``index`` of the row from 0).
    """

    kind: str
    name: str | None = None
    index: int | None = None
    seat: str | None = None
    card: str | None = None


RECORD = Place("record")


def tag_place(name: str) -> Place:
    """The value of the tag with this name."""
    return Place("tag", name=name)


@dataclass(frozen=True, slots=True)
class Alternative:
    """Another reading of the record: the contract it leads to, and the Law or the tag it rests on."""

    reading: str
    contract: str | None = None
    declarer: str | None = None
    law: str | None = None

    def as_dict(self) -> dict[str, str | None]:
        """The JSON form."""
        return {"reading": self.reading, "contract": self.contract, "declarer": self.declarer, "law": self.law}


@dataclass(frozen=True, slots=True)
class Finding:
    """What a check says of a record.  Seats are letters, cards as ``"SK"``; call and trick count from 1."""

    rule: Rule
    message: str
    place: Place = RECORD
    severity: Severity | None = None
    law: str | None = None
    seat: str | None = None
    call: int | None = None
    trick: int | None = None
    card: str | None = None
    alternatives: tuple[Alternative, ...] = ()
    help: str | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """A span of a file: offsets in bytes from 0, lines and columns from 1, columns in code points, end exclusive."""

    path: str
    offset: int | None = None
    end_offset: int | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.path
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """A finding at its place in a file.  ``str(d)`` is one line: ``path:line:column: severity CODE name: message``."""

    rule: Rule
    severity: Severity
    message: str
    location: Location
    record: int | None = None
    board: str | None = None
    law: str | None = None
    edition: str | None = None
    seat: str | None = None
    call: int | None = None
    trick: int | None = None
    card: str | None = None
    alternatives: tuple[Alternative, ...] = ()
    help: str | None = None
    source: tuple[str, ...] = field(default=(), compare=False)
    """The line or lines of the file that the location spans, decoded, without line ends."""

    def __str__(self) -> str:
        return f"{self.location}: {self.severity} {self.rule.code} {self.rule.name}: {self.message}"

    def as_dict(self) -> dict[str, Any]:
        """The JSON form of the command line (version 1)."""
        at = self.location
        return {
            "code": self.rule.code,
            "rule": self.rule.name,
            "severity": str(self.severity),
            "message": self.message,
            "law": self.law,
            "edition": self.edition,
            "section": self.rule.section,
            "path": at.path,
            "line": at.line,
            "column": at.column,
            "end_line": at.end_line,
            "end_column": at.end_column,
            "record": self.record,
            "board": self.board,
            "seat": self.seat,
            "call": self.call,
            "trick": self.trick,
            "card": self.card,
            "alternatives": [a.as_dict() for a in self.alternatives],
            "help": self.help,
            "fix": None,
        }


def diagnostic_of(
    finding: Finding, location: Location, *, record: int | None, board: str | None, source: tuple[str, ...] = ()
) -> Diagnostic:
    """Place a finding in a file."""
    law = finding.law if finding.law is not None else finding.rule.law
    return Diagnostic(
        rule=finding.rule,
        severity=finding.severity if finding.severity is not None else finding.rule.severity,
        message=finding.message,
        location=location,
        record=record,
        board=board,
        law=law,
        edition=EDITION if law is not None else None,
        seat=finding.seat,
        call=finding.call,
        trick=finding.trick,
        card=finding.card,
        alternatives=finding.alternatives,
        help=finding.help,
        source=source,
    )
