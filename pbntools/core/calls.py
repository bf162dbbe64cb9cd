"""The 38 calls: pass, double, redouble and the 35 bids (Laws 17 to 19)."""

from __future__ import annotations

from typing import Any, final

from pbntools.core._spelling import folded, quoted
from pbntools.core.cards import Strain

_FIRST_BID = 3
_STRAINS = tuple(Strain)


@final
class Call(int):
    """A call: 0 is Pass, 1 a double, 2 a redouble, and ``3 + 5 * (level - 1) + strain`` a bid.

    There is one object a call: ``Call(3) is Call(3)``.  A call equals its number; of two bids the one that supersedes
    the other (Law 18) is the greater.  Every call is true, so that ``if call`` asks only whether there is one.
    """

    __slots__ = ()

    def __new__(cls, number: int) -> Call:
        if not 0 <= number < 38:
            raise ValueError(f"{number} is not the number of a call: expected 0 to 37")
        return CALLS[number]

    @classmethod
    def bid(cls, level: int, strain: Strain) -> Call:
        """The bid of ``level`` (1 to 7) in a strain; raises ValueError for another level (Law 18A)."""
        if not 1 <= level <= 7:
            raise ValueError(f"{level} is not the level of a bid: expected 1 to 7")
        return CALLS[_FIRST_BID + 5 * (level - 1) + strain]

    @classmethod
    def parse(cls, text: str) -> Call:
        """Read a call in any case: ``P Pass``, ``X D Dbl Double``, ``XX R Rdbl Redouble``, ``1N 1NT 1♠ 1S``.

        Raises ValueError otherwise.
        """
        call = _CALL_SPELLINGS.get(text)
        if call is None:
            call = _CALL_SPELLINGS.get(folded(text))
        if call is None:
            raise ValueError(f"{quoted(text)} is not a call: expected Pass, X, XX or a bid from 1C to 7NT")
        return call

    @property
    def is_bid(self) -> bool:
        """Whether it is a bid, and not a pass, double or redouble."""
        return self >= _FIRST_BID

    @property
    def level(self) -> int:
        """The level of a bid, 1 to 7; raises ValueError on another call."""
        return self._bid_index("level") // 5 + 1

    @property
    def strain(self) -> Strain:
        """The denomination of a bid; raises ValueError on another call."""
        return _STRAINS[self._bid_index("denomination") % 5]

    def sufficient_over(self, other: Call) -> bool:
        """Whether this bid supersedes another bid (Law 18); raises ValueError where one of them is not a bid."""
        return self._bid_index("rank") > other._bid_index("rank")

    def symbol(self) -> str:
        """The call with its suit's symbol, as ``"1♠"``."""
        return _CALL_SYMBOLS[self]

    def _bid_index(self, what: str) -> int:
        if self < _FIRST_BID:
            raise ValueError(f"{self} is not a bid and has no {what}")
        return self - _FIRST_BID

    def __bool__(self) -> bool:
        return True

    def __str__(self) -> str:
        return _CALL_NAMES[self]

    def __format__(self, spec: str) -> str:
        return format(_CALL_NAMES[self], spec)

    def __repr__(self) -> str:
        return f"<Call {_CALL_NAMES[self]}>"

    def __reduce__(self) -> tuple[Any, ...]:
        return Call, (int(self),)


CALLS: tuple[Call, ...] = tuple(int.__new__(Call, number) for number in range(38))
"""All calls: pass, double, redouble, then the bids from 1C to 7NT; the position of a call is its number."""

PASS, DOUBLE, REDOUBLE = CALLS[:_FIRST_BID]

_OTHERS = ("Pass", "X", "XX")
_CALL_NAMES = _OTHERS + tuple(f"{level}{strain.letter}" for level in range(1, 8) for strain in Strain)
_CALL_SYMBOLS = _OTHERS + tuple(f"{level}{strain.symbol}" for level in range(1, 8) for strain in Strain)
_CALL_SPELLINGS: dict[str, Call] = (
    dict.fromkeys(("P", "PASS"), PASS)
    | dict.fromkeys(("X", "D", "DBL", "DOUBLE"), DOUBLE)
    | dict.fromkeys(("XX", "R", "RDBL", "REDOUBLE"), REDOUBLE)
    | {name: call for names in (_CALL_NAMES, _CALL_SYMBOLS) for name, call in zip(names, CALLS, strict=True)}
    | {f"{level}N": Call.bid(level, Strain.NOTRUMP) for level in range(1, 8)}
)
_CALL_SPELLINGS |= {spelling.lower(): call for spelling, call in _CALL_SPELLINGS.items()}
