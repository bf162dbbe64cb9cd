"""What the checks of one run share."""

from __future__ import annotations

from dataclasses import dataclass

from pbntools.diagnostics import EDITION


@dataclass(frozen=True, slots=True)
class Context:
    """The settings of a run: the choice of an edition of the Laws, and whether the event was played with screens."""

    laws: str = EDITION
    screens: bool = False
