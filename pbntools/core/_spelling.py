"""How the readers of single values treat case and quote what they could not read."""

from __future__ import annotations

_SHOWN = 60


def folded(text: str) -> str:
    """The text without outer blanks, in upper case where it is plain ASCII.

    Other text keeps its case: some letters beyond ASCII turn into ASCII ones in upper case and would pass for them.
    """
    text = text.strip()
    return text.upper() if text.isascii() else text


def quoted(text: str) -> str:
    """The text in quotes for a message, cut where it is long."""
    return repr(text) if len(text) <= _SHOWN else repr(text[:_SHOWN]) + "…"
