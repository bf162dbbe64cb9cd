"""The score of a board under duplicate scoring (Law 77), from the point of view of declarer's side."""

from __future__ import annotations

from dataclasses import dataclass

from pbntools.core.cards import Strain
from pbntools.core.contracts import Contract

_LAW = "77"
_MINORS = (Strain.CLUBS, Strain.DIAMONDS)

# Every score that was asked for, at most 2,940.
_SCORES: dict[tuple[int, int, int, bool, int], int] = {}


@dataclass(frozen=True, slots=True)
class ScorePart:
    """One item of a score: what it is for, its points (negative for undertricks) and the Law."""

    reason: str
    points: int
    law: str


def score_parts(contract: Contract | str, tricks: int | None, vulnerable: bool) -> tuple[ScorePart, ...]:
    """The items that make up the score of a contract such as ``"4SX"``, in the order of Law 77; their sum is the score.

    ``tricks`` are those won by declarer's side, 0 to 13; a board that was passed out has no items, whatever ``tricks``
    is.  Raises ValueError where the contract cannot be read, and where ``tricks`` is out of range, or None although
    there is a contract.
    """
    contract = _contract(contract)
    if contract.is_passed_out:
        return ()
    _refuse_other_than_bool(vulnerable)
    over = _checked(tricks) - contract.needed
    if over < 0:
        points = -undertrick_points(-over, contract.doubled, vulnerable)
        return (ScorePart(count_text(-over, "undertrick"), points, _LAW),)
    return tuple(ScorePart(reason, points, _LAW) for reason, points in _made(contract, over, vulnerable))


def duplicate_score(contract: Contract, tricks: int | None, vulnerable: bool) -> int:
    """The score of declarer's side for the tricks it won (0 to 13); 0 on a board that was passed out (Law 77).

    Raises ValueError where ``tricks`` is out of range, or None although there is a contract.
    """
    _refuse_other_than_bool(vulnerable)
    if contract.is_passed_out:
        return 0
    return raw_score(contract.level, contract.strain, contract.doubled, vulnerable, _checked(tricks))


def raw_score(level: int, strain: int, doubled: int, vulnerable: bool, tricks: int) -> int:
    """As `duplicate_score`, from plain numbers: level 1 to 7, strain 0 to 4, doubled 0 to 2, tricks 0 to 13.

    Raises ValueError where a number is out of range.
    """
    cell = level, strain, doubled, vulnerable, tricks
    points = _SCORES.get(cell)
    if points is None:
        if not 0 <= strain <= 4:
            raise ValueError(f"{strain} is not a denomination: expected 0 (clubs) to 4 (notrump)")
        parts = score_parts(Contract(level, Strain(strain), doubled), tricks, vulnerable)
        points = _SCORES[cell] = sum(part.points for part in parts)
    return points


def score(contract: Contract | str, *, tricks: int | None = None, vulnerable: bool) -> int:
    """The duplicate score of a contract such as ``"4SX"``, for declarer's side (Law 77).

    ``tricks`` are those won by declarer's side, 0 to 13; ``"Pass"`` needs none and scores 0.  Raises ValueError where
    the contract cannot be read or ``tricks`` is out of range, TypeError where it is no whole number.
    """
    return duplicate_score(_contract(contract), tricks, vulnerable)


def tricks_from_score(contract: Contract | str, points: int, vulnerable: bool) -> tuple[int, ...]:
    """The numbers of tricks for which declarer's side scores ``points``: one or none, as more tricks always score more.

    ``contract`` may be a text such as ``"4SX"``.  Empty for a board that was passed out.  Raises ValueError where the
    contract cannot be read.
    """
    contract = _contract(contract)
    if contract.is_passed_out:
        return ()
    return tuple(tricks for tricks in range(14) if duplicate_score(contract, tricks, vulnerable) == points)


def _refuse_other_than_bool(vulnerable: object) -> None:
    # Vulnerability.EW is true, and so is "None": taken for a bool, they would give a wrong score without a word.
    if not isinstance(vulnerable, bool):
        raise TypeError(
            f"vulnerable is True or False, for declarer's side, not {vulnerable!r}; a board's vulnerability tells it "
            "by .of(declarer)"
        )


def _contract(contract: Contract | str) -> Contract:
    return Contract.parse(contract) if isinstance(contract, str) else contract


def _checked(tricks: int | None) -> int:
    if tricks is None:
        raise ValueError("a contract has no score without a number of tricks")
    if isinstance(tricks, bool) or not isinstance(tricks, int):
        raise TypeError(f"a number of tricks is a whole number, not {tricks!r}")
    if not 0 <= tricks <= 13:
        raise ValueError(f"{tricks} is not a number of tricks: expected 0 to 13")
    return tricks


def undertrick_points(down: int, doubled: int, vulnerable: bool, *, pre1987: bool = False) -> int:
    """What ``down`` undertricks give the defenders; ``pre1987`` knows no step to 300 for a side not vulnerable."""
    if doubled == 0:
        return (100 if vulnerable else 50) * down
    steps = (200,) if vulnerable else (100, 200, 200)
    further = 200 if pre1987 and not vulnerable else 300
    return doubled * (sum(steps[:down]) + further * max(down - len(steps), 0))


def trick_points(contract: Contract) -> int:
    """The score of the tricks that a contract is for, doubled or redoubled as it is."""
    per_trick = _per_trick(contract)
    first_trick = 40 if contract.strain is Strain.NOTRUMP else per_trick
    return (first_trick + per_trick * (contract.level - 1)) << contract.doubled


def overtrick_points(contract: Contract, over: int, vulnerable: bool) -> int:
    """What ``over`` overtricks give."""
    each = (100 if vulnerable else 50) << contract.doubled if contract.doubled else _per_trick(contract)
    return each * over


def slam_points(contract: Contract, vulnerable: bool) -> int:
    """The bonus for a slam bid and made; 0 for a contract below six."""
    return {6: (500, 750), 7: (1000, 1500)}.get(contract.level, (0, 0))[vulnerable]


def insult_points(contract: Contract) -> int:
    """The bonus for making a doubled or redoubled contract; 0 for one that is not doubled."""
    return 50 * contract.doubled


def _per_trick(contract: Contract) -> int:
    return 20 if contract.strain in _MINORS else 30


def _made(contract: Contract, over: int, vulnerable: bool) -> list[tuple[str, int]]:
    trick_score = trick_points(contract)
    parts = [("trick score", trick_score)]
    if over:
        parts.append((count_text(over, "overtrick"), overtrick_points(contract, over, vulnerable)))
    if contract.level >= 6:
        parts.append((SLAM_NAMES[contract.level], slam_points(contract, vulnerable)))
    if trick_score >= 100:
        parts.append(("game", 500 if vulnerable else 300))
    else:
        parts.append(("part score", 50))
    if contract.doubled:
        parts.append((insult_name(contract), insult_points(contract)))
    return parts


SLAM_NAMES = {6: "small slam", 7: "grand slam"}


def insult_name(contract: Contract) -> str:
    """What the bonus of a doubled or redoubled contract is for."""
    return f"making a {'redoubled' if contract.doubled == 2 else 'doubled'} contract"


def count_text(number: int, what: str) -> str:
    """``1 overtrick``, ``2 overtricks``."""
    return f"{number} {what}" if number == 1 else f"{number} {what}s"
