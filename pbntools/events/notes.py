"""What changed a score besides the boards."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from pbntools.events.config import Penalty


@dataclass(frozen=True, slots=True)
class Note:
    """A ``penalty``, a ``bye`` in a ``round``, or a ``carry-over``, which has its ``amount``, ``unit`` and ``weight``.

    One into the match of a knock-out has its ``round`` too.
    ``taken`` are the matchpoints that a penalty takes from a session, ``of`` what all tops of its boards come to.
    """

    kind: Literal["penalty", "bye", "carry-over"]
    penalty: Penalty | None = None
    round: str = ""
    amount: Fraction = Fraction(0)
    unit: str = ""
    weight: Fraction = Fraction(1)
    taken: Fraction | None = None
    of: Fraction | None = None
