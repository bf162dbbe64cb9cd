"""What changed a score besides the boards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pbntools.events.config import Penalty


@dataclass(frozen=True, slots=True)
class Note:
    """A ``penalty``, a ``bye`` in a ``round``, or a ``carry-over``; ``imps`` are those carried into a match.

    ``taken`` are the matchpoints that a penalty takes from a session, ``of`` what all tops of its boards come to.
    """

    kind: Literal["penalty", "bye", "carry-over"]
    penalty: Penalty | None = None
    round: str = ""
    imps: Fraction | None = None
    taken: Fraction | None = None
    of: Fraction | None = None
