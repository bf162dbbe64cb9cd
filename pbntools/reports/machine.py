"""Diagnostics for machines: JSON, JSON lines, and the annotations of GitHub's workflow runs."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

from pbntools.diagnostics import Diagnostic
from pbntools.reports.diagnostics import law_text
from pbntools.reports.screen import Screen

SEPARATOR = ",\n"
"""Stands before each element of a streamed array; whoever joins the elements drops the first one."""

# json.dumps leaves these as they are unless all that is not ASCII is escaped; terminals obey some of them.
STEERING = re.compile("[\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ud800-\udfff]")


def to_json(value: Any, *, ascii_only: bool = False) -> str:
    """Compact JSON on one line, which holds no character that steers a terminal."""
    text = json.dumps(value, ensure_ascii=ascii_only)
    if text.isascii() and "\x7f" not in text:
        return text
    return STEERING.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


class JsonList:
    """An array that is written element by element, each on a line of its own."""

    def __init__(self, write: Callable[[str], object]) -> None:
        self._write = write
        self._empty = True

    def add(self, element: str) -> None:
        """Write the JSON of the next element."""
        self._write(("[" if self._empty else SEPARATOR) + element)
        self._empty = False

    def close(self) -> None:
        """Write what ends the array."""
        self._write("[]\n" if self._empty else "]\n")


class JsonItems:
    """The elements of an array, each on a line of its own and with the separator before it."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._ascii_only = ascii_only

    def diagnostic(self, diagnostic: Diagnostic, room: str | None = None) -> str:
        """The next element."""
        return SEPARATOR + to_json(diagnostic.as_dict(), ascii_only=self._ascii_only)

    def close(self) -> str:
        """Nothing."""
        return ""


class JsonLines:
    """One object a line."""

    def __init__(self, *, ascii_only: bool) -> None:
        self._ascii_only = ascii_only

    def diagnostic(self, diagnostic: Diagnostic, room: str | None = None) -> str:
        """The line."""
        return to_json(diagnostic.as_dict(), ascii_only=self._ascii_only) + "\n"

    def close(self) -> str:
        """Nothing."""
        return ""


class GitHub:
    """Workflow commands that make annotations beside the lines of a file."""

    def __init__(self, screen: Screen) -> None:
        self._screen = screen

    def diagnostic(self, diagnostic: Diagnostic, room: str | None = None) -> str:
        """The command, ``::error file=…::message``."""
        at = diagnostic.location
        fields: list[tuple[str, object]] = [
            ("file", at.path.replace("\\", "/")),
            ("line", at.line),
            ("col", at.column),
        ]
        if at.end_line == at.line and at.column is not None and at.end_column is not None:
            # The column of the end is taken only within a line, and it belongs to the place.
            fields += [("endColumn", max(at.column, at.end_column - 1))]
        elif at.end_line is not None:
            fields += [("endLine", at.end_line)]
        fields.append(("title", f"{diagnostic.rule.code} {diagnostic.rule.name}"))
        given = ",".join(f"{name}={self._property(str(value))}" for name, value in fields if value is not None)
        message = diagnostic.message
        if diagnostic.law:
            message += f" [{law_text(diagnostic.law, diagnostic.edition)}]"
        if diagnostic.help:
            message += f"\nhelp: {diagnostic.help}"
        return f"::{diagnostic.severity} {given}::{self._data(message)}\n"

    def close(self) -> str:
        """Nothing."""
        return ""

    def _data(self, text: str) -> str:
        lines = (self._screen.safe(line) for line in text.replace("%", "%25").splitlines())
        return "%0A".join(lines)

    def _property(self, text: str) -> str:
        return self._data(text).replace(":", "%3A").replace(",", "%2C")
