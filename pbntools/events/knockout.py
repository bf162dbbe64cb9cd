"""Knock-out matches: who goes on, extensions of a drawn match, withdrawal, byes (regulation, article 10g to 10i)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Rounding = Literal["up", "down", "half-up"]
ROUNDINGS: tuple[Rounding, ...] = ("up", "down", "half-up")
After = Literal["extend", "extend-then-lot", "lot"]
AFTER: tuple[After, ...] = ("extend", "extend-then-lot", "lot")
_SHARE = 8
"""An extension is an eighth of the boards."""


@dataclass(frozen=True, slots=True)
class KnockoutRules:
    """How a match is decided.

    ``boards`` is how many a match has, ``round_boards`` how many it has in a round; where neither tells, all that were
    played are one match without an extension.
    ``rounding`` says what becomes of an eighth that is no whole number (the regulation is silent: up).  ``base`` is
    what an extension is an eighth of: the boards ``played`` so far, as the regulation says, or the ``original`` match.
    ``after`` is how a match goes on whose extension is drawn too: it is extended again and again (``extend``), so
    often as ``extensions`` says and then goes to the lot (``extend-then-lot``), or goes to the lot after the first
    (``lot``).  ``carry_over`` gives, by round, IMPs that a team brings along; the round is empty where it is not told.
    ``third_place`` is the round that decides the third place.
    """

    boards: int | None = None
    round_boards: Mapping[str, int] = field(default_factory=dict)
    rounding: Rounding = "up"
    base: Literal["played", "original"] = "played"
    after: After = "extend"
    extensions: int = 1
    carry_over: Mapping[str, Mapping[str, Fraction]] = field(default_factory=dict)
    third_place: str | None = None

    def length(self, round_name: str) -> int | None:
        """How many boards a match of a round has; None where the event does not tell."""
        return self.round_boards.get(round_name, self.boards)

    def extension(self, played: int, original: int) -> int:
        """The number of boards of the next extension; at least one."""
        base = played if self.base == "played" else original
        whole, rest = divmod(base, _SHARE)
        up = {"up": rest > 0, "down": False, "half-up": rest * 2 >= _SHARE}[self.rounding]
        return max(whole + up, 1)

    @property
    def most_extensions(self) -> int | None:
        """How many extensions there may be before the lot; None for any number."""
        return {"extend": None, "extend-then-lot": self.extensions, "lot": 1}[self.after]


@dataclass(frozen=True, slots=True)
class Stage:
    """A part of a match: the boards that belong to it, those that were played, and the lead after it."""

    boards: int
    played: int
    lead: Fraction


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a match stands: the lead of the first team in IMPs, and who has won it.

    ``winner`` is 0 or 1, or None; ``how`` is ``imps``, ``extension``, ``withdrawal``, ``lot`` (undecided without one),
    ``extend`` (another extension is due) or ``unfinished``.  ``due`` are the boards that are still to be played.
    Without boards and without a length there are no stages, and nothing tells what is due.  ``surplus`` counts boards
    that were played although the match was over; they do not count.
    """

    winner: int | None
    how: str
    lead: Fraction
    stages: tuple[Stage, ...]
    due: int = 0
    surplus: int = 0

    @property
    def is_extended(self) -> bool:
        """Whether there was an extension, or one is due."""
        return len(self.stages) > 1 or self.how == "extend"


def decide(
    margins: Sequence[Fraction], rules: KnockoutRules, *, carry_over: Fraction | int = 0, withdrawn: int | None = None
) -> Verdict:
    """How a match stands by the first team's IMPs of its boards, in the order in which they count.

    ``carry_over`` are the IMPs by which the first team starts ahead; ``withdrawn`` is the team (0 or 1) that gave up.
    A lead of any size decides: at IMPs that is one at least, and a part of one where a score was weighted.
    """
    original = rules.boards or len(margins)
    lead = Fraction(carry_over)
    if not original:
        return Verdict(None, "unfinished", lead, ())
    stages: list[Stage] = []
    at = 0
    size = original
    while True:
        part = margins[at : at + size]
        lead += sum(part, Fraction(0))
        at += len(part)
        stages.append(Stage(size, len(part), lead))
        if withdrawn is not None and len(part) < size:
            return Verdict(1 - withdrawn, "withdrawal", lead, tuple(stages))
        if len(part) < size:
            return Verdict(None, "unfinished", lead, tuple(stages), size - len(part))
        if lead:
            how = "imps" if len(stages) == 1 else "extension"
            return Verdict(int(lead < 0), how, lead, tuple(stages), 0, len(margins) - at)
        if withdrawn is not None and at == len(margins):
            return Verdict(1 - withdrawn, "withdrawal", lead, tuple(stages))
        most = rules.most_extensions
        if most is not None and len(stages) > most:
            return Verdict(None, "lot", lead, tuple(stages), 0, len(margins) - at)
        size = rules.extension(at, original)
        if at == len(margins):
            return Verdict(None, "extend", lead, tuple(stages), size)


def may_withdraw(played: int, boards: int) -> bool:
    """Whether a team may give up: once half of the boards of the match are played."""
    return 2 * played >= boards


def byes(teams: int) -> int:
    """How many teams pass the first round without a match: as many as are missing to the next power of two."""
    if teams < 1:
        raise ValueError("a knock-out has at least one team")
    return (1 << (teams - 1).bit_length()) - teams
