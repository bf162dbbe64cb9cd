"""What the toolkit says about a record: rules, findings in a record's terms, and diagnostics in a file's terms.

A check of the Laws yields a `Finding`, placed in the record's own terms (the deal, call 3, West's card to trick 5, a
tag).  Together with a source map it becomes a `Diagnostic`, which has a path, a line and a column.  Message and help of
a finding of the Laws are `Said`, so that they can be shown in another language.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import IntEnum
from typing import Any

from pbntools.said import Said

EDITION = "2017"
"""The edition of the Laws of Duplicate Bridge that findings cite unless they say otherwise."""
MOST_FINDINGS = 1000
"""Findings of one rule in one record that are kept one by one."""


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
class Change:
    """One change of a fix, in a record's terms: ``text`` in the place of what stands there, or added ``behind`` it.

    A tag's value, a hand or a card of the play can be replaced; words can be added behind the auction or the play, and
    to a hand the card that its place names.  Words for the auction that do not go behind it are put before its calls.
    """

    place: Place
    text: str
    behind: bool = False


@dataclass(frozen=True, slots=True)
class TextChange:
    """One change of a fix, in a reader's terms: ``text`` in the place of a span of the text at hand.

    Offsets are local to the reader's piece of text, and ``text`` is as it stands there, not decoded.
    """

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """How a finding can be mended: changes that belong together.

    It is ``safe`` where the record means the same before and after, or where nothing else can be meant.
    """

    message: str
    safe: bool
    changes: tuple[Change | TextChange, ...]


FixSource = Fix | Callable[[], Fix | None]
"""A fix, or what works it out when it is asked for."""


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
    fix: FixSource | None = None

    def and_more(self, count: int) -> Finding:
        """The finding as one that stands for ``count`` others of its rule as well."""
        if not count:
            return self
        return replace(self, message=Said("{message} (and {n} more in this record)", message=self.message, n=count))


@dataclass(frozen=True, slots=True)
class Location:
    """A span of a file: offsets in bytes from 0, lines and columns from 1, columns in code points, end exclusive.

    A file that is no text has offsets alone.
    """

    path: str
    offset: int | None = None
    end_offset: int | None = None
    line: int | None = None
    column: int | None = None
    end_line: int | None = None
    end_column: int | None = None

    def __str__(self) -> str:
        if self.line is None:
            return self.path if self.offset is None else f"{self.path}:byte {self.offset}"
        return f"{self.path}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class FixEdit:
    """A span of a file and what is to stand in its place; an empty span inserts.

    ``data`` is the text in the encoding of the file.  A UTF-16 file is counted and written here as UTF-8.
    """

    location: Location
    text: str
    data: bytes

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        at = self.location
        return {
            "offset": at.offset,
            "end_offset": at.end_offset,
            "line": at.line,
            "column": at.column,
            "end_line": at.end_line,
            "end_column": at.end_column,
            "text": self.text,
        }


@dataclass(frozen=True, slots=True)
class PlacedFix:
    """A fix at its place in a file: the edits that belong together.

    With ``recode`` the file is written anew in another encoding, which no edits tell.
    """

    message: str
    safe: bool
    edits: tuple[FixEdit, ...]
    recode: bool = False

    @property
    def applicability(self) -> str:
        """``safe`` or ``unsafe``."""
        return "safe" if self.safe else "unsafe"

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        edits = [edit.as_dict() for edit in self.edits]
        return {"message": self.message, "applicability": self.applicability, "edits": edits}


class LazyFix:
    """A fix that is worked out when it is first asked for; until then it keeps the text alive that it is made from."""

    __slots__ = ("_fix", "_make")

    def __init__(self, make: Callable[[], PlacedFix | None] | None, fix: PlacedFix | None = None) -> None:
        self._make = make
        self._fix = fix

    def get(self) -> PlacedFix | None:
        """The fix; None where there turns out to be none."""
        if self._make is not None:
            self._fix = self._make()
            self._make = None
        return self._fix

    def __reduce__(self) -> tuple[Any, ...]:
        return LazyFix, (None, self.get())


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
    expected: str | None = None
    """What the grammar of the format expected at the place; only where it was asked for."""
    source: tuple[str, ...] = field(default=(), compare=False)
    """The line or lines of the file that the location spans, decoded, without line ends."""
    lazy_fix: LazyFix | None = field(default=None, compare=False, repr=False)

    @property
    def fix(self) -> PlacedFix | None:
        """How it can be mended, or None."""
        return None if self.lazy_fix is None else self.lazy_fix.get()

    def __str__(self) -> str:
        return f"{self.location}: {self.severity} {self.rule.code} {self.rule.name}: {self.message}"

    def as_dict(self) -> dict[str, Any]:
        """The JSON form of the command line (version 1)."""
        at = self.location
        fix = self.fix
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
            "fix": None if fix is None else fix.as_dict(),
            **({} if self.expected is None else {"expected": self.expected}),
            **({} if at.line is not None else {"offset": at.offset, "end_offset": at.end_offset}),
        }


def bounded(findings: Iterable[Finding]) -> Iterator[Finding]:
    """The findings, but past `MOST_FINDINGS` of one rule one that stands for all that follow."""
    counts: dict[Rule, int] = {}
    folded: dict[Rule, Finding] = {}
    for finding in findings:
        count = counts[finding.rule] = counts.get(finding.rule, 0) + 1
        if count <= MOST_FINDINGS:
            yield finding
        elif count == MOST_FINDINGS + 1:
            folded[finding.rule] = finding
    for rule, finding in folded.items():
        yield finding.and_more(counts[rule] - MOST_FINDINGS - 1)


def diagnostic_of(
    finding: Finding,
    location: Location,
    *,
    record: int | None,
    board: str | None,
    source: tuple[str, ...] = (),
    edition: str = EDITION,
    fix: LazyFix | None = None,
) -> Diagnostic:
    """Place a finding in a file; ``fix`` is its fix, placed as well.

    ``edition`` is the edition of the Laws that the finding cites, if it cites any.
    """
    law = finding.law if finding.law is not None else finding.rule.law
    return Diagnostic(
        rule=finding.rule,
        severity=finding.severity if finding.severity is not None else finding.rule.severity,
        message=finding.message,
        location=location,
        record=record,
        board=board,
        law=law,
        edition=edition if law is not None else None,
        seat=finding.seat,
        call=finding.call,
        trick=finding.trick,
        card=finding.card,
        alternatives=finding.alternatives,
        help=finding.help,
        source=source,
        lazy_fix=fix,
    )
