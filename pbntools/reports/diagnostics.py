"""Diagnostics for people to read, in the manner of a good compiler."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from pbntools.diagnostics import Alternative, Diagnostic, Rule, Severity
from pbntools.reports.excerpt import excerpt
from pbntools.reports.screen import Screen
from pbntools.rules import MISSING_TAG, RULES

REPEATS = 5
"""How often a rule below error severity is shown in full for one file."""
_ONCE = frozenset({MISSING_TAG.code})
"""Rules that are shown once: where every game has the same gap, one of them tells it."""


def law_text(law: str, edition: str | None = None) -> str:
    """A citation as it is read: ``Law 27A (2017)``, ``Laws 17, 24``; what is no number of a Law stays as it is."""
    if not law[:1].isdigit():
        return law
    word = "Laws" if "," in law else "Law"
    return f"{word} {law} ({edition})" if edition else f"{word} {law}"


def alternative_text(alternative: Alternative) -> str:
    """Another reading of the record, with the contract it leads to and what it rests on."""
    text = alternative.reading
    if alternative.contract:
        text += f": {alternative.contract}" + (f" by {alternative.declarer}" if alternative.declarer else "")
    return f"{text} ({law_text(alternative.law)})" if alternative.law else text


def headline(diagnostic: Diagnostic, screen: Screen) -> str:
    """``path:line:column: severity CODE name: message`` on one line."""
    severity = str(diagnostic.severity)
    where = screen.paint("path", screen.safe(str(diagnostic.location)))
    what = screen.paint(severity, f"{severity} {diagnostic.rule.code}")
    name = screen.paint("label", diagnostic.rule.name)
    return f"{where}: {what} {name}: {screen.safe(diagnostic.message)}"


def record_label(diagnostic: Diagnostic) -> str:
    """``board 9``, or ``record 17`` (from 0) where the board is not known; empty for what concerns the whole file."""
    if diagnostic.board is not None:
        return f"board {diagnostic.board}"
    return f"record {diagnostic.record}" if diagnostic.record is not None else ""


def record_name(diagnostic: Diagnostic, room: str | None = None) -> str:
    """All by which a record is found again: ``board 9, Closed room (record 17)``."""
    name = record_label(diagnostic)
    if not name:
        return ""
    if room:
        name += f", {room}" if "room" in room.casefold() else f", {room} room"
    return name if diagnostic.board is None or diagnostic.record is None else f"{name} (record {diagnostic.record})"


def full_text(diagnostic: Diagnostic, screen: Screen, room: str | None = None) -> str:
    """The headline, the lines of the file with carets, and what else there is to say; ends with an empty line."""
    return "\n".join([*_lines(diagnostic, screen, room), "", ""])


def _lines(diagnostic: Diagnostic, screen: Screen, room: str | None) -> Iterator[str]:
    at = diagnostic.location
    indent = " " * (2 if at.line is None else max(len(str(at.line)), 2))
    yield headline(diagnostic, screen)
    yield from excerpt(diagnostic.source, at, screen, str(diagnostic.severity), indent)
    if name := record_name(diagnostic, room):
        yield from screen.wrap(name, f"{indent}   ", f"{indent} {screen.paint('gutter', '=')} ")
    for label, text in _remarks(diagnostic):
        plain = f"{indent} = {label}: "
        painted = f"{indent} {screen.paint('gutter', '=')} {screen.paint('label', label)}: "
        yield from screen.wrap(text, " " * len(plain), painted)


def _remarks(diagnostic: Diagnostic) -> Iterator[tuple[str, str]]:
    if diagnostic.law:
        yield "law", law_text(diagnostic.law, diagnostic.edition)
    if diagnostic.rule.section:
        yield "standard", f"PBN 2.1, section {diagnostic.rule.section}"
    if diagnostic.expected:
        yield "expected", diagnostic.expected
    if diagnostic.help:
        yield "help", diagnostic.help
    if fix := diagnostic.fix:
        yield "fix", f"{fix.message} ({'--fix' if fix.safe else '--fix --unsafe-fixes'})"
    for alternative in diagnostic.alternatives:
        yield "alternative", alternative_text(alternative)


class Text:
    """The diagnostics of one file in full; a rule below error severity that fires often is counted, not repeated."""

    def __init__(self, screen: Screen, *, every: bool) -> None:
        self._screen = screen
        self._every = every
        self._seen: Counter[tuple[str, Severity]] = Counter()
        self._path = ""

    def diagnostic(self, diagnostic: Diagnostic, room: str | None = None) -> str:
        """The text of the next diagnostic, of a record of this room; empty where it is only counted."""
        self._path = diagnostic.location.path
        if not self._every and diagnostic.severity < Severity.ERROR:
            key = (diagnostic.rule.code, diagnostic.severity)
            self._seen[key] += 1
            if self._seen[key] > _limit(key[0]):
                return ""
        return full_text(diagnostic, self._screen, room)

    def close(self) -> str:
        """One line for each rule that was cut short."""
        lines = []
        for (code, severity), count in self._seen.items():
            more = count - _limit(code)
            if more > 0:
                what = f"{RULES[code].name} {severity}{'s' if more > 1 else ''}"
                text = f"{self._screen.ellipsis} and {more:,} more {what} (--all lists them)"
                lines.append(f"{self._screen.paint('path', self._screen.safe(self._path))}: {text}\n")
        return "".join(lines) + ("\n" if lines else "")


def _limit(code: str) -> int:
    return 1 if code in _ONCE else REPEATS


class Concise:
    """One line a diagnostic, every one of them."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def diagnostic(self, diagnostic: Diagnostic, room: str | None = None) -> str:
        """The line."""
        label = record_label(diagnostic)
        where = self._screen.paint("dim", f" [{self._screen.safe(label)}]") if label else ""
        return f"{headline(diagnostic, self._screen)}{where}\n"

    def close(self) -> str:
        """Nothing."""
        return ""


def plural(count: int, word: str) -> str:
    """``1 file``, ``1,234 files``."""
    return f"{count:,} {word}" + ("" if count == 1 else "s")


def statistics(counts: Mapping[tuple[str, Severity], int]) -> list[tuple[Rule, Severity, int]]:
    """The rules that fired, the graver and the more frequent first."""
    found = [(RULES[code], severity, count) for (code, severity), count in counts.items()]
    return sorted(found, key=lambda row: (-row[1], -row[2], row[0].code))


def statistics_text(counts: Mapping[tuple[str, Severity], int], screen: Screen) -> str:
    """A table of how often each rule fired."""
    rows = statistics(counts)
    if not rows:
        return ""
    figures = max(len(f"{count:,}") for _, _, count in rows)
    names = max(len(rule.name) for rule, _, _ in rows)
    return "".join(
        f"{count:>{figures},}  {screen.paint(str(severity), f'{severity!s:<7}')}  {rule.code}  "
        f"{rule.name:<{names}}  {rule.summary}\n"
        for rule, severity, count in rows
    )
