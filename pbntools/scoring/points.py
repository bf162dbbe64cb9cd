"""What one deal is worth by itself under a rule set: the items that do not hang on the deals before it."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from pbntools.core import Contract
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

GAME = 100
"""The points below the line that make a game."""
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
    """Trick score, overtricks, undertricks, slam and insult: no game, no part score, no rubber (see `consequence`).

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


def consequence(rules: RuleSet, vulnerable: bool, *, game: bool, last: bool) -> tuple[int, str, str] | None:
    """What a contract that is made gives beside its own points: points, what for, the Law.

    ``game`` says whether it makes a game or completes one, ``last`` whether it is on the last deal of a round in which
    part scores are carried.  None where it gives nothing: in a rubber, for a part score that is carried.
    """
    if rules.form == "rubber":
        return None
    duplicate = rules.form == "duplicate"
    if game:
        return 500 if vulnerable else 300, "game", "77" if duplicate else CHICAGO
    if duplicate:
        return 50, "part score", "77"
    if rules.each_deal_alone:
        points, usual, reason = rules.part_score_bonus, 50, "part score"
    else:
        points, usual, reason = rules.last_part_score if last else 0, 100, "part score on the last deal"
    return (points, reason, CHICAGO if points == usual else RULE_SET) if points else None


class Alone(NamedTuple):
    """What is certain of a deal by itself, and what else it may be worth, which hangs on the rest, as texts."""

    items: tuple[Item, ...]
    open: tuple[str, ...]


def alone(rules: RuleSet, contract: Contract, tricks: int, vulnerable: bool) -> Alone:
    """A deal of rubber or Chicago without the deals around it; arguments as of `items`."""
    found = items(rules, contract, tricks, vulnerable)
    may = [] if rules.honours == "none" else ["honours, by the cards"]
    if not found[0].below:
        return Alone(found, tuple(may))
    game = found[0].points >= GAME
    if game or rules.each_deal_alone:
        following = consequence(rules, vulnerable, game=game, last=False)
        if following is not None:
            found += (Item(False, False, *following),)
    elif rules.form == "chicago":
        may.append(f"{500 if vulnerable else 300} for a game, if part scores of the round before it complete one")
        if rules.last_part_score:
            may.append(
                f"{rules.last_part_score} for the part score, if it is the last deal of the round and none is completed"
            )
    # Who is vulnerable in a rubber has won a game of it.
    if rules.form == "rubber" and vulnerable and any(rules.rubber_bonus):
        condition = "" if game else ", if part scores before it complete a game"
        may.append(
            f"{rules.rubber_bonus[0]} or {rules.rubber_bonus[1]} for the rubber, by the games of the others{condition}"
        )
    return Alone(found, tuple(may))


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


def _down(rules: RuleSet, contract: Contract, down: int, vulnerable: bool, law: str) -> tuple[int, str]:
    old = rules.undertricks == "pre1987"
    points = undertrick_points(down, contract.doubled, vulnerable, pre1987=old)
    return points, law if points == undertrick_points(down, contract.doubled, vulnerable) else RULE_SET


def _insult(rules: RuleSet, contract: Contract, law: str) -> tuple[int, str]:
    if contract.doubled == 2 and rules.redoubled_insult != insult_points(contract):
        return rules.redoubled_insult, RULE_SET
    return insult_points(contract), law
