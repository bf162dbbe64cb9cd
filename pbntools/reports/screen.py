"""Where text is shown: what its encoding can carry, how wide it is, and what may not reach a terminal as it stands."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field

SUITS = "♣♦♥♠"
LETTERS = "CDHS"
TAB = 4
_PLAIN = dict(zip(SUITS, LETTERS, strict=True)) | {
    "–": "-", "—": "-", "−": "-", "·": "-", "…": "...", "½": "1/2", "×": "x", "→": "->", "←": "<-", "↑": "^", "↓": "v",
    "‘": "'", "’": "'", "“": '"', "”": '"',
}  # fmt: skip
"""What stands for the signs that reports are written with where an encoding lacks them."""
_CONTROLS = {"\n": "\\n", "\r": "\\r", "\t": "\\t"}

STYLES = {
    "error": "bold red",
    "warning": "bold yellow",
    "notice": "bold cyan",
    "gutter": "blue",
    "label": "bold",
    "path": "bold",
    "dim": "dim",
    "red suit": "red",
    "good": "green",
    "bad": "bold red",
}
"""The styles that a palette gives colours to, in rich's terms."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A terminal, pipe or file that text is written for.  Plain data, so that a worker process can be given one.

    ``width`` is in columns.  ``palette`` maps a style's name to the control sequences before and after a text of that
    style; it is empty where there is no colour.
    """

    encoding: str = "utf-8"
    width: int = 80
    palette: Mapping[str, tuple[str, str]] = field(default_factory=dict)

    def paint(self, style: str, text: str) -> str:
        """The text in a style; as it is where there is no colour."""
        if style not in self.palette or not text:
            return text
        before, after = self.palette[style]
        return f"{before}{text}{after}"

    def carries(self, text: str) -> bool:
        """Whether the encoding has all these characters."""
        try:
            text.encode(self.encoding)
        except UnicodeEncodeError:
            return False
        return True

    @property
    def ascii_only(self) -> bool:
        """Whether the forms for machines, and pages, are to be plain ASCII here: the encoding is not UTF-8."""
        return self.encoding != "utf-8"

    @property
    def symbols(self) -> bool:
        """Whether suits are shown as symbols."""
        return self.carries(SUITS)

    @property
    def ellipsis(self) -> str:
        """What stands where something was cut off or left out."""
        return "…" if self.carries("…") else "..."

    def suit(self, suit: int) -> str:
        """A suit (0 to 3, clubs first) as its symbol or letter, in its colour."""
        text = (SUITS if self.symbols else LETTERS)[suit]
        return self.paint("red suit", text) if suit in (1, 2) else text

    def safe(self, text: str) -> str:
        """The text with every character that the encoding lacks, or that would steer a terminal, as an escape.

        Suits become letters there, and dashes and the like what is written for them in ASCII.
        """
        if text.isascii() and text.isprintable():
            return text
        return "".join([self.shown(character) for character in text])

    def shown(self, character: str) -> str:
        """One character as `safe` shows it."""
        if (character.isprintable() or unicodedata.category(character) == "Zs") and self.carries(character):
            return character
        if character in _PLAIN and self.carries(_PLAIN[character]):
            return _PLAIN[character]
        if character.isascii():
            return _CONTROLS.get(character, f"\\x{ord(character):02x}")
        return character.encode("ascii", "backslashreplace").decode("ascii")

    def clip(self, text: str, width: int) -> str:
        """The text, made safe, in at most ``width`` columns."""
        text = self.safe(text)
        if cells(text) <= width:
            return text
        if width <= len(self.ellipsis):
            return _beginning(text, width)
        return _beginning(text, width - len(self.ellipsis)).rstrip() + self.ellipsis

    def clip_middle(self, text: str, width: int) -> str:
        """The text, made safe, in at most ``width`` columns: what is too much is left out of its middle."""
        text = self.safe(text)
        if cells(text) <= width:
            return text
        room = width - len(self.ellipsis)
        # The end is the longer part, since a path's end tells more.
        tail = _beginning(text[::-1], room - room // 3)[::-1]
        return _beginning(text, room - cells(tail)) + self.ellipsis + tail

    def wrap(self, text: str, indent: str, first: str = "") -> list[str]:
        """The text, made safe, in lines of the screen's width; ``first`` (painted or not) opens the first one."""
        lines = _filled(self.safe(" ".join(text.split())), max(self.width - cells(indent), 20))
        return [(first if at == 0 else indent) + line for at, line in enumerate(lines)]

    def laid_out(self, text: str, indent: str) -> list[str]:
        """One line of text, made safe and as it is laid out where it fits, else in some lines."""
        text = text.expandtabs(TAB)
        body = text.strip()
        shown = self.safe(body)
        margin = indent + " " * min(len(text) - len(text.lstrip()), self.width // 2)
        if cells(margin + shown) <= self.width:
            return [(margin + shown).rstrip()]
        return self.wrap(body, margin, margin)


def _filled(text: str, width: int) -> list[str]:
    """The words of a text in lines of at most ``width`` columns; a word that is longer is broken."""
    lines, line, size = [], "", 0
    for word in text.split(" "):
        columns = cells(word)
        if line and size + 1 + columns <= width:
            line, size = f"{line} {word}", size + 1 + columns
            continue
        if line:
            lines.append(line)
        line, size = word, columns
        while size > width:
            lines.append(_beginning(line, width))
            line = line[len(lines[-1]) :]
            size -= cells(lines[-1])
    return [*lines, line]


def _beginning(text: str, width: int) -> str:
    """As much of a text, from its beginning, as takes at most ``width`` columns."""
    used = 0
    for at, character in enumerate(text):
        used += cell(character)
        if used > width:
            return text[:at]
    return text


def cell(character: str) -> int:
    """The columns that a printable character takes on a terminal: 0 for a combining mark, 2 for a wide one."""
    if character.isascii():
        return 1
    if unicodedata.combining(character) or unicodedata.category(character) in ("Mn", "Me"):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def cells(text: str) -> int:
    """The columns that printable text takes."""
    return len(text) if text.isascii() else sum(map(cell, text))


def pad(text: str, width: int, shown: str | None = None, *, right: bool = False) -> str:
    """The text with spaces up to ``width`` columns; ``shown`` is the same text in colour."""
    space = " " * max(width - cells(text), 0)
    visible = text if shown is None else shown
    return space + visible if right else visible + space
