"""The colours of the suits: two or four, for light and dark backgrounds.

The colours are told apart also by people who do not see red, green or blue well, and each has the contrast to its
background that WCAG 2 asks for (4.5 to 1).  A suit is never shown by its colour alone: its symbol or letter stands
there too, and its name is the text alternative.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Colours = Literal["two", "four"]
Ground = Literal["light", "dark"]
Palette = tuple[str, str, str, str]
"""A colour (``#rrggbb``) by suit: clubs, diamonds, hearts, spades."""

PAPER: Mapping[Ground, str] = {"light": "#ffffff", "dark": "#1d2523"}
"""The grounds on which the colours are shown."""

PALETTES: Mapping[tuple[Colours, Ground], Palette] = {
    ("two", "light"): ("#1a1a1a", "#c8241b", "#c8241b", "#1a1a1a"),
    ("two", "dark"): ("#f4f4f4", "#ff8a78", "#ff8a78", "#f4f4f4"),
    ("four", "light"): ("#03816b", "#0a2c94", "#c60a07", "#1a1a1a"),
    ("four", "dark"): ("#1ef86f", "#7889de", "#ea888c", "#f4f4f4"),
}
