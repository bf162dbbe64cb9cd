"""A link cut into its parameters, with the place of every character."""

from __future__ import annotations

import re
from typing import NamedTuple

LINK = re.compile(r"(?:https?:)?//[^\s<>\"']+|(?<![\w.-])[\w.-]+\.(?:html?|php)\?[^\s<>\"']+", re.IGNORECASE)
"""A link in a line of text."""
_CHARACTER = re.compile(r"%([0-9A-Fa-f]{2})|(\+)|(.)", re.DOTALL)


class Parameter(NamedTuple):
    """A parameter of a link: its value with the percent signs resolved, one character a byte.

    ``offsets`` tells where each character stands in the line, and where the value ends.
    """

    name: str
    value: str
    offsets: list[int]

    def span(self, start: int, end: int) -> tuple[int, int]:
        """Where a piece of the value stands in the line."""
        last = len(self.offsets) - 1
        return self.offsets[min(start, last)], self.offsets[min(end, last)]


def parameters(line: str, start: int, end: int) -> list[Parameter]:
    """The parameters of the link between two offsets of a line, names in lower case."""
    question = line.find("?", start, end)
    if question < 0:
        return []
    end = line.find("#", question, end) if "#" in line[question:end] else end
    found: list[Parameter] = []
    at = question + 1
    for piece in line[at:end].split("&"):
        name, equals, raw = piece.partition("=")
        if equals and len(found) < 1000:
            found.append(_parameter(name.lower(), raw, at + len(name) + 1))
        at += len(piece) + 1
    return found


def _parameter(name: str, raw: str, at: int) -> Parameter:
    letters, offsets = [], []
    for match in _CHARACTER.finditer(raw):
        offsets.append(at + match.start())
        if match[1]:
            letters.append(chr(int(match[1], 16)))
        else:
            letters.append(" " if match[2] else match[3])
    offsets.append(at + len(raw))
    return Parameter(name, "".join(letters), offsets)


__all__ = ["LINK", "Parameter", "parameters"]
