"""What one deal is worth by itself under a rule set: the items that do not hang on the deals before it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pbntools.core import Contract, Side
from pbntools.game.score import (
    SLAM_NAMES,
    ScorePart,
    count_text,
    insult_name,
    insult_points,
    overtrick_points,
    score_parts,
    slam_points,
    trick_points,
    undertrick_points,
)
from pbntools.scoring.ruleset import RuleSet

RULE_SET = "rule set"
"""What is cited for points that a rule set gives and no Law."""
RUBBER = "rubber 72-74"
CHICAGO = "Chicago"
HONOURS = "rubber 72.2"
RUBBER_BONUS = "rubber 74"
_LAW_77 = "77"


class Item(NamedTuple):
    """Points of one deal for declarer's side, or for the defenders; ``below`` the line or above it."""

    defenders: bool
    below: bool
    points: int
    reason: str
    law: str


@lru_cache(maxsize=4096)
def items(rules: RuleSet, contract: Contract, tricks: int, vulnerable: bool) -> tuple[Item, ...]:
    """Trick score, overtricks, undertricks, slam and insult: no game, no part score, no rubber (those follow from it).

    ``tricks`` are those of declarer's side, 0 to 13, ``vulnerable`` is its vulnerability.
    """
    law = RUBBER if rules.form == "rubber" else _LAW_77
    over = tricks - contract.needed
    if over < 0:
        points, cited = _down(rules, contract, -over, vulnerable, law)
        return (Item(True, False, points, count_text(-over, "undertrick"), cited),)
    found = [Item(False, True, trick_points(contract), "trick score", law)]
    if over:
        points = overtrick_points(contract, over, vulnerable)
        found.append(Item(False, False, points, count_text(over, "overtrick"), law))
    if contract.level >= 6:
        found.append(Item(False, False, slam_points(contract, vulnerable), SLAM_NAMES[contract.level], law))
    if contract.doubled:
        points, cited = _insult(rules, contract, law)
        found.append(Item(False, False, points, insult_name(contract), cited))
    return tuple(found)


@lru_cache(maxsize=4096)
def duplicate_parts(rules: RuleSet, contract: Contract, tricks: int | None, vulnerable: bool) -> tuple[ScorePart, ...]:
    """The items of a duplicate score as `pbntools.game.score_parts` gives them, with the rule set's switches."""
    parts = list(score_parts(contract, tricks, vulnerable))
    if not parts or tricks is None:
        return ()
    over = tricks - contract.needed
    if over < 0:
        points, law = _down(rules, contract, -over, vulnerable, _LAW_77)
        return (ScorePart(parts[0].reason, -points, law),)
    if contract.doubled:
        points, law = _insult(rules, contract, _LAW_77)
        parts[-1] = ScorePart(parts[-1].reason, points, law)
    return tuple(parts)


def duplicate_score_ns(rules: RuleSet, contract: Contract, declarer_side: Side, tricks: int, vulnerable: bool) -> int:
    """North-South's duplicate score under a rule set."""
    points = sum(part.points for part in duplicate_parts(rules, contract, tricks, vulnerable))
    return points if declarer_side is Side.NS else -points


def _down(rules: RuleSet, contract: Contract, down: int, vulnerable: bool, law: str) -> tuple[int, str]:
    old = rules.undertricks == "pre1987"
    points = undertrick_points(down, contract.doubled, vulnerable, pre1987=old)
    return points, law if points == undertrick_points(down, contract.doubled, vulnerable) else RULE_SET


def _insult(rules: RuleSet, contract: Contract, law: str) -> tuple[int, str]:
    if contract.doubled == 2 and rules.redoubled_insult != insult_points(contract):
        return rules.redoubled_insult, RULE_SET
    return insult_points(contract), law
