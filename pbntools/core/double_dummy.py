"""The tricks that each player can win as declarer in each denomination when all play perfectly with all cards seen."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbntools.core.cards import Strain
from pbntools.core.seats import Seat

_SEATS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
_STRAINS = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
_CELLS = tuple((seat, strain) for seat in _SEATS for strain in _STRAINS)
_DIGITS = re.compile(r"[0-9A-Da-d]{20}\Z")
_ABILITY = re.compile(r"(?:\A|[ ]+)([NESW])[ ]*:[ ]*([0-9A-Da-d]{5})(?=[ ]|\Z)")


class DoubleDummy:
    """Tricks, 0 to 13, by declarer and denomination: ``tricks[seat, strain]``; None where they are not known.

    Immutable and hashable.  ``str()`` is the form of the tag DoubleDummyTricks where all twenty are known.
    """

    __slots__ = ("_tricks",)

    def __init__(self, tricks: Mapping[tuple[Seat, Strain], int]) -> None:
        for (seat, strain), number in tricks.items():
            if not 0 <= number <= 13:
                raise ValueError(f"{number} tricks of {Seat(seat)} in {Strain(strain)}: expected 0 to 13")
        self._tricks = {cell: tricks[cell] for cell in _CELLS if cell in tricks}

    @classmethod
    def parse(cls, text: str) -> DoubleDummy:
        """Read twenty hexadecimal digits: North, South, East and West, for each notrump, spades … clubs.

        Raises ValueError for anything else.
        """
        text = text.strip()
        if not _DIGITS.match(text):
            raise ValueError(f"{text[:40]!r} is not twenty hexadecimal digits from 0 to d")
        return cls({cell: int(digit, 16) for cell, digit in zip(_CELLS, text, strict=True)})

    @classmethod
    def parse_ability(cls, text: str) -> DoubleDummy:
        """Read ``N:65587 E:78844 …``: for each player notrump, spades … clubs; players may be missing.

        Raises ValueError for anything else.
        """
        text = text.strip()
        found = list(_ABILITY.finditer(text))
        letters = [match[1] for match in found]
        if not found or "".join(match[0] for match in found) != text or len(set(letters)) != len(letters):
            raise ValueError(
                f"{text[:40]!r} is no list of abilities: expected N:65587 and the like, once for each player"
            )
        return cls(
            {
                (Seat.parse(match[1]), strain): int(digit, 16)
                for match in found
                for strain, digit in zip(_STRAINS, match[2], strict=True)
            }
        )

    def __getitem__(self, cell: tuple[Seat, Strain]) -> int | None:
        return self._tricks.get(cell)

    @property
    def is_complete(self) -> bool:
        """Whether all twenty are known."""
        return len(self._tricks) == len(_CELLS)

    def items(self) -> list[tuple[Seat, Strain, int]]:
        """Declarer, denomination and tricks of those known, in the order of DoubleDummyTricks."""
        return [(seat, strain, number) for (seat, strain), number in self._tricks.items()]

    def digits(self) -> str:
        """The value of the tag DoubleDummyTricks; raises ValueError where some of the twenty are not known."""
        if not self.is_complete:
            raise ValueError(f"only {len(self._tricks)} of the 20 results are known")
        return "".join(f"{number:x}" for number in self._tricks.values())

    def ability(self) -> str:
        """The value of the tag Ability, of the players all of whose results are known."""
        parts = []
        for seat in (Seat.NORTH, Seat.EAST, Seat.SOUTH, Seat.WEST):
            numbers = [self[seat, strain] for strain in _STRAINS]
            known = [f"{number:X}" for number in numbers if number is not None]
            if len(known) == len(numbers):
                parts.append(f"{seat.letter}:{''.join(known)}")
        return " ".join(parts)

    def __eq__(self, other: object) -> bool:
        return self._tricks == other._tricks if isinstance(other, DoubleDummy) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self._tricks.items()))

    def __reduce__(self) -> tuple[Any, ...]:
        return DoubleDummy, (self._tricks,)

    def __str__(self) -> str:
        return self.digits() if self.is_complete else self.ability()

    def __repr__(self) -> str:
        return f"<DoubleDummy {self}>" if self._tricks else "<DoubleDummy>"
