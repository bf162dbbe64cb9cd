"""Diagnostics as SARIF 2.1.0, the static analysis results interchange format of OASIS."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pbntools.diagnostics import Diagnostic, Location, PlacedFix, Rule, Severity
from pbntools.reports.diagnostics import alternative_text, law_text
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.rules import RULES, rule_page

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"
LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.NOTICE: "note"}


def uri(path: str) -> str:
    """A path as a URI reference: relative as it is, absolute as ``file:``; the standard input is ``stdin``."""
    if path == "-":
        return "stdin"
    if os.path.isabs(path):
        return Path(path).as_uri()
    text = path.replace(os.sep, "/")
    # A colon in the first part would make the part before it a scheme.
    return quote(os.fsencode(text), safe="/!$&'()*+,;=@~")


def result(diagnostic: Diagnostic) -> dict[str, Any]:
    """One result."""
    at = diagnostic.location
    physical: dict[str, Any] = {"artifactLocation": {"uri": uri(at.path)}}
    if at.line is not None:
        physical["region"] = _region(at)
    text = diagnostic.message
    if diagnostic.law:
        text += f" [{law_text(diagnostic.law, diagnostic.edition)}]"
    if diagnostic.help:
        text += f"\n{diagnostic.help}"
    text += "".join(f"\nAlternative: {alternative_text(other)}" for other in diagnostic.alternatives)
    fix = diagnostic.fix
    details = diagnostic.as_dict()
    named = ("record", "board", "seat", "call", "trick", "card", "law", "edition", "alternatives")
    return {
        "ruleId": diagnostic.rule.code,
        "level": LEVELS[diagnostic.severity],
        "message": {"text": text},
        "locations": [{"physicalLocation": physical}],
        "properties": {name: details[name] for name in named if details[name] not in (None, [])},
        **({"fixes": [fix_object(fix, uri(at.path))]} if fix is not None and fix.edits else {}),
    }


def fix_object(fix: PlacedFix, place: str) -> dict[str, Any]:
    """A fix as SARIF has it; whether it is safe stands in its properties."""
    replacements = [
        {"deletedRegion": _region(edit.location), "insertedContent": {"text": edit.text}} for edit in fix.edits
    ]
    return {
        "description": {"text": fix.message},
        "artifactChanges": [{"artifactLocation": {"uri": place}, "replacements": replacements}],
        "properties": {"applicability": fix.applicability},
    }


def _region(at: Location) -> dict[str, int]:
    region = {
        "startLine": at.line,
        "startColumn": at.column,
        "endLine": at.end_line,
        "endColumn": at.end_column,
        "byteOffset": at.offset,
        "byteLength": at.end_offset - at.offset if at.offset is not None and at.end_offset is not None else None,
    }
    return {name: value for name, value in region.items() if value is not None}


def rule_entry(rule: Rule) -> dict[str, Any]:
    """What the tool says of a rule."""
    entry: dict[str, Any] = {
        "id": rule.code,
        "name": rule.name,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": LEVELS[rule.severity]},
    }
    try:
        page = rule_page(rule)
    except FileNotFoundError:
        return entry
    entry["help"] = {"text": rule.summary, "markdown": page}
    return entry


class Sarif:
    """The results of a run, each on a line of its own and with the separator before it."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._ascii_only = ascii_only

    def diagnostic(self, diagnostic: Diagnostic, room: str | None = None) -> str:
        """The next result."""
        return SEPARATOR + to_json(result(diagnostic), ascii_only=self._ascii_only)

    def close(self) -> str:
        """Nothing."""
        return ""


def opening() -> str:
    """All that stands before the first result."""
    return f'{{"$schema": "{SCHEMA}",\n"version": "2.1.0",\n"runs": [{{"columnKind": "unicodeCodePoints",\n"results": ['


def closing(version: str, codes: Iterable[str], failures: Iterable[tuple[str, str]], *, ascii_only: bool) -> str:
    """All that stands after the last result: the tool, the rules that fired, and the files that could not be read."""
    notes = [
        {
            "level": "error",
            "message": {"text": message},
            "locations": [{"physicalLocation": {"artifactLocation": {"uri": uri(path)}}}],
        }
        for path, message in failures
    ]
    invocation: dict[str, Any] = {"executionSuccessful": not notes}
    if notes:
        invocation["toolExecutionNotifications"] = notes
    driver = {"name": "pbntools", "version": version, "rules": [rule_entry(RULES[code]) for code in sorted(codes)]}
    tool = to_json({"driver": driver}, ascii_only=ascii_only)
    return f'],\n"invocations": [{to_json(invocation, ascii_only=ascii_only)}],\n"tool": {tool}}}]}}\n'
