"""Places of a ranking, and the ranking as a whole."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction

from pbntools.events.bracket import Bracket
from pbntools.events.config import Cut, EventRules
from pbntools.events.contestants import Contestant
from pbntools.events.gathering import Results
from pbntools.events.matches import Match
from pbntools.events.notes import Note
from pbntools.events.race import Race


@dataclass(frozen=True, slots=True)
class Place:
    """A contestant's place.

    ``score`` is in the ranking's unit; a percentage is 0 to 100.  ``parts`` are its sessions, or its rounds, by name;
    None where it has none.  ``decided_by`` is the step that decided a tie, ``undecided`` where none did.  ``notes`` are
    penalties, byes and what else changed the score.  ``imps`` and ``wins`` are those of an event of matches, ``imps``
    only where it is scored by them.  ``out_after`` is the session after which a cut left it out; empty while it is in.
    """

    rank: int
    id: str
    contestant: Contestant
    score: Fraction
    unit: str
    decided_by: str | None
    boards: int
    parts: tuple[tuple[str, Fraction | None], ...] = ()
    notes: tuple[Note, ...] = ()
    imps: Fraction | None = None
    wins: int | None = None
    out_after: str = ""


@dataclass(frozen=True, slots=True)
class CutMade:
    """Who goes on after a session; ``tied`` are those at the line whom the ladder does not separate: they go on too."""

    cut: Cut
    qualified: tuple[str, ...]
    tied: tuple[str, ...] = ()


@dataclass(slots=True)
class Ranking:
    """The ranking, with what it was made of."""

    rules: EventRules
    places: list[Place]
    results: Results
    race: Race | None = None
    matches: list[Match] = field(default_factory=list)
    cuts: list[CutMade] = field(default_factory=list)
    seed: str | None = None
    bracket: Bracket | None = None

    @property
    def unit(self) -> str:
        """The unit of all scores."""
        return "rounds" if self.rules.form == "knock-out" else self.rules.unit
