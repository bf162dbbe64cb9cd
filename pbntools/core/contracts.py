"""Contracts: the final bid, whether it is doubled, or a board that was passed out."""

from __future__ import annotations

from typing import Any, final

from pbntools.core._spelling import folded, quoted
from pbntools.core.calls import Call
from pbntools.core.cards import Strain

_DOUBLED = ("", "X", "XX")


@final
class Contract:
    """A contract without its declarer: level 1 to 7, strain, and ``doubled`` as 0, 1 or 2 (redoubled).

    `PASSED_OUT` (level 0) stands for a board without a contract.  There is one object a contract:
    ``Contract(4, Strain.SPADES) is Contract(4, Strain.SPADES)``.  Raises ValueError on values out of range.
    """

    __slots__ = ("_doubled", "_level", "_strain")
    _doubled: int
    _level: int
    _strain: Strain | None

    def __new__(cls, level: int, strain: Strain, doubled: int = 0) -> Contract:
        try:
            return _CONTRACTS[level, strain, doubled]
        except KeyError:
            raise ValueError(
                f"no contract has level {level}, denomination {strain} and doubled {doubled}: expected a level from "
                "1 to 7, one of five denominations, and doubled 0, 1 or 2"
            ) from None

    @classmethod
    def parse(cls, text: str) -> Contract:
        """Read a contract in any usual spelling: ``"4SX"``, ``"3n"``, ``"4♠**"``, ``"3 no trump"``, ``"Passed out"``.

        Raises ValueError that tells what was expected where.  A text that also names a declarer or a result is refused,
        so that nothing of it is lost; `pbntools.core.parse_contract_text` reads all three.
        """
        contract = plain_contract(text)
        if contract is None:
            from pbntools.core.contract_text import parse_contract_text

            found = parse_contract_text(text)
            if found.declarer is not None or found.tricks is not None:
                more = "a declarer" if found.tricks is None else "a result"
                raise ValueError(f"{quoted(text)} is not a contract alone: it also names {more}")
            contract = found.contract
        return contract

    @property
    def level(self) -> int:
        """The level, 1 to 7; 0 for `PASSED_OUT`."""
        return self._level

    @property
    def strain(self) -> Strain:
        """The denomination; raises ValueError on `PASSED_OUT`."""
        if self._strain is None:
            raise ValueError("a passed-out board has no denomination")
        return self._strain

    @property
    def doubled(self) -> int:
        """0, 1 (doubled) or 2 (redoubled)."""
        return self._doubled

    @property
    def bid(self) -> Call:
        """The final bid; raises ValueError on `PASSED_OUT`."""
        return Call.bid(self._level, self.strain)

    @property
    def needed(self) -> int:
        """The number of tricks that makes the contract; raises ValueError on `PASSED_OUT`."""
        if self._strain is None:
            raise ValueError("a passed-out board needs no tricks")
        return self._level + 6

    @property
    def is_passed_out(self) -> bool:
        """Whether this is `PASSED_OUT`."""
        return self._strain is None

    def symbol(self) -> str:
        """The contract with its suit's symbol, as ``"4♠X"``."""
        return "Pass" if self._strain is None else f"{self._level}{self._strain.symbol}{_DOUBLED[self._doubled]}"

    def __str__(self) -> str:
        return "Pass" if self._strain is None else f"{self._level}{self._strain.letter}{_DOUBLED[self._doubled]}"

    def __repr__(self) -> str:
        return f"<Contract {self}>"

    def __hash__(self) -> int:
        return hash((self._level, self._strain, self._doubled))

    def __reduce__(self) -> str | tuple[Any, ...]:
        return "PASSED_OUT" if self._strain is None else (Contract, (self._level, self._strain, self._doubled))


def _make(level: int, strain: Strain | None, doubled: int) -> Contract:
    contract = object.__new__(Contract)
    contract._level = level
    contract._strain = strain
    contract._doubled = doubled
    return contract


PASSED_OUT = _make(0, None, 0)
"""The outcome of a board on which all four players passed (Law 22A)."""

_CONTRACTS = {
    (level, strain, doubled): _make(level, strain, doubled)
    for level in range(1, 8)
    for strain in Strain
    for doubled in range(3)
}

_CONTRACT_SPELLINGS = {
    f"{level}{name}{mark}": contract
    for (level, strain, doubled), contract in _CONTRACTS.items()
    for name in {strain.letter, strain.letter[0], strain.symbol}
    for mark in {_DOUBLED[doubled], _DOUBLED[doubled].lower(), "*" * doubled}
} | dict.fromkeys(("P", "PASS", "Pass", "AP", "ALL PASS"), PASSED_OUT)


def plain_contract(text: str) -> Contract | None:
    """The contract of one of the short spellings, in any case; None for a text that needs to be parsed."""
    return _CONTRACT_SPELLINGS.get(text) or _CONTRACT_SPELLINGS.get(folded(text))
