"""Texts as LIN can hold them."""

from __future__ import annotations

import re

from pbntools import rules
from pbntools.formats.lin.values import suits_to_lin, suits_to_text
from pbntools.formats.losses import Losses

_CONTROL = re.compile(r"[\x00-\x1f\x7f\x85\u2028\u2029]+")
_HALF = re.compile(r"[\ud800-\udfff]+")
_COMMA = re.compile(r"\s*,\s*")
_IN_DOUBT = frozenset("|,!@\\")


def fitted_text(text: str, what: str, losses: Losses, *, suits: bool = False, comma: bool = False) -> str:
    """A text without what LIN cannot hold; ``what`` names it among the losses."""
    # Control characters, blanks but the plain one, and halves of characters are not printable.
    if text.isprintable() and _IN_DOUBT.isdisjoint(text) and " ".join(text.split()) == text:
        return text
    out = " ".join(_CONTROL.sub(" ", text).split())
    if out != text and out != text.strip():
        losses.add(rules.TEXT_CHANGED, f"line ends and repeated blanks in {what} become single blanks")
    if _HALF.search(out):
        out = _HALF.sub("?", out)
        losses.add(rules.TEXT_CHANGED, f"halves of characters in {what} become question marks")
    if "|" in out:
        out = out.replace("|", "/")
        losses.add(rules.TEXT_CHANGED, f"bars in {what} become slashes")
    if comma and "," in out:
        out = " ".join(_COMMA.sub(" ", out).split())
        losses.add(rules.TEXT_CHANGED, f"commas in {what} become blanks")
    if suits:
        marked = suits_to_text(out)
        while marked != out:
            losses.add(rules.TEXT_CHANGED, f"suits as !S or @S in {what} are the same in LIN as \\S")
            out, marked = marked, suits_to_text(suits_to_lin(marked))
    return out
