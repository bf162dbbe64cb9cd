"""The par of a board with all contracts that score so, spelt by letters, overtricks among them."""

from __future__ import annotations

from dataclasses import dataclass

from pbntools.core import DoubleDummy, Seat, Strain, Vulnerability
from pbntools.game import raw_score
from pbntools.laws.par import par_scores

_LETTERS = {Strain.CLUBS: "C", Strain.DIAMONDS: "D", Strain.HEARTS: "H", Strain.SPADES: "S", Strain.NOTRUMP: "NT"}


@dataclass(frozen=True, slots=True)
class Par:
    """North-South's par score, whoever bids first, and the contracts that score so, as ``EW 4S+1``.

    ``score_ew_first`` is another one only where both sides make the same contract.
    """

    score: int
    score_ew_first: int
    contracts: tuple[str, ...]


def par_of(results: DoubleDummy, vulnerable: Vulnerability) -> Par | None:
    """The par of a whole double-dummy table; None where a result is missing.

    A contract that makes counts undoubled, one that fails doubled.  The same score by another contract is the same par.
    """
    tricks = [[0] * 5 for _ in range(4)]
    known = 0
    for seat, strain, number in results.items():
        tricks[seat][strain] = number
        known += 1
    if known < 20:
        return None
    first, second = par_scores(tricks, vulnerable)
    return Par(first, second, tuple(_contracts(tricks, vulnerable, first)))


def _contracts(tricks: list[list[int]], vulnerable: Vulnerability, par: int) -> list[str]:
    found = []
    for side, name in enumerate(("NS", "EW")):
        red = bool(vulnerable >> side & 1)
        for level in range(1, 8):
            for strain, letter in _LETTERS.items():
                by_seat: dict[int, str] = {}
                for seat in (Seat(side), Seat(side + 2)):
                    number = tricks[seat][strain]
                    doubled = int(number < level + 6)
                    points = raw_score(level, int(strain), doubled, red, number)
                    if (-points if side else points) == par:
                        over = number - level - 6
                        result = "=" if not over else f"{over:+}"
                        by_seat[seat] = f"{level}{letter}{'X' * doubled}{result}"
                texts = set(by_seat.values())
                if len(by_seat) == 2 and len(texts) == 1:
                    found.append(f"{name} {texts.pop()}")
                else:
                    found += [f"{Seat(seat).letter} {text}" for seat, text in by_seat.items()]
    return found
