"""What the checks of one run share."""

from __future__ import annotations

from dataclasses import dataclass

from pbntools.diagnostics import EDITION


@dataclass(frozen=True, slots=True)
class Context:
    """The settings of a run: the edition of the Laws."""

    edition: str = EDITION
