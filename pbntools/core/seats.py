"""Seats, sides, vulnerability, and the cycle of boards (Law 2)."""

from __future__ import annotations

from enum import IntEnum

from pbntools.core._spelling import folded, quoted


class Side(IntEnum):
    """A partnership.  Every member is true, so that ``if side`` asks only whether there is one."""

    NS = 0
    EW = 1

    @property
    def opponents(self) -> Side:
        """The other side."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Its two players: North and South, or East and West."""
        return (Seat.NORTH, Seat.SOUTH) if self is Side.NS else (Seat.EAST, Seat.WEST)

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return self.name

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)


class Seat(IntEnum):
    """A player's seat; adding one (modulo 4) goes clockwise.

    Every member is true, so that ``if seat`` asks only whether there is one.
    """

    NORTH = 0
    EAST = 1
    SOUTH = 2
    WEST = 3

    @property
    def left(self) -> Seat:
        """The left-hand opponent, who is next in rotation (Laws 17C, 44B)."""
        return _SEATS[(self + 1) & 3]

    @property
    def partner(self) -> Seat:
        """The player opposite."""
        return _SEATS[(self + 2) & 3]

    @property
    def right(self) -> Seat:
        """The right-hand opponent."""
        return _SEATS[(self + 3) & 3]

    @property
    def side(self) -> Side:
        """The partnership the seat belongs to."""
        return _SIDES[self & 1]

    @property
    def letter(self) -> str:
        """``"N"``, ``"E"``, ``"S"`` or ``"W"``."""
        return _LETTERS[self]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Read ``"N"`` or ``"North"`` in any case; raises ValueError otherwise."""
        try:
            return _SEAT_SPELLINGS[folded(text)]
        except KeyError:
            raise ValueError(f"{quoted(text)} is not a seat: expected N, E, S, W or North, East, South, West") from None

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return _LETTERS[self]

    def __format__(self, spec: str) -> str:
        return format(_LETTERS[self], spec)


_LETTERS = "NESW"
_SEATS = tuple(Seat)
_SIDES = tuple(Side)
_SEAT_SPELLINGS = {seat.name: seat for seat in Seat} | {_LETTERS[seat]: seat for seat in Seat}


class Vulnerability(IntEnum):
    """Which sides are vulnerable: bit 1 is North-South, bit 2 is East-West.

    ``NONE`` (nobody is) is a value like the others; a vulnerability that is not known is None.
    """

    NONE = 0
    NS = 1
    EW = 2
    ALL = 3

    def of(self, who: Seat | Side) -> bool:
        """Whether this seat or side is vulnerable."""
        side = who if isinstance(who, Side) else who.side
        return bool(self & (1 << side))

    @classmethod
    def parse(cls, text: str) -> Vulnerability:
        """Read ``None Love - NS N-S EW E-W All Both`` in any case (PBN 2.1 §3.1); raises ValueError otherwise."""
        try:
            return _VULNERABILITY_SPELLINGS[folded(text)]
        except KeyError:
            raise ValueError(f"{quoted(text)} is not a vulnerability: expected None, NS, EW or All") from None

    def __str__(self) -> str:
        return _VULNERABILITY_NAMES[self]

    def __format__(self, spec: str) -> str:
        return format(_VULNERABILITY_NAMES[self], spec)


_VULNERABILITY_NAMES = ("None", "NS", "EW", "All")
_VULNERABILITY_SPELLINGS = {
    "NONE": Vulnerability.NONE,
    "LOVE": Vulnerability.NONE,
    "-": Vulnerability.NONE,
    "NS": Vulnerability.NS,
    "N-S": Vulnerability.NS,
    "EW": Vulnerability.EW,
    "E-W": Vulnerability.EW,
    "ALL": Vulnerability.ALL,
    "BOTH": Vulnerability.ALL,
}

_VULNERABILITIES = tuple(Vulnerability)


def board_dealer(n: int) -> Seat:
    """The dealer of board ``n``, 1 or more (Law 2).  Raises ValueError below 1."""
    return _SEATS[_board_index(n) % 4]


def board_vulnerability(n: int) -> Vulnerability:
    """The vulnerability of board ``n``, 1 or more; it repeats every 16 boards (Law 2).  Raises ValueError below 1."""
    index = _board_index(n)
    return _VULNERABILITIES[(index + index // 4) % 4]


def _board_index(n: int) -> int:
    if n < 1:
        raise ValueError(f"board {n} has no place in the cycle: boards are numbered from 1")
    return n - 1
