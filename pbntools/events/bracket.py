"""The matches of a knock-out by what they decide: who goes on, the third place, or nothing."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field

from pbntools import rules as catalogue
from pbntools.diagnostics import Severity
from pbntools.events.config import EventRules
from pbntools.events.gathering import Results, natural
from pbntools.events.matches import Match
from pbntools.laws._words import listed
from pbntools.said import Said


@dataclass(slots=True)
class Bracket:
    """The matches by what they decide: who goes on (``main``), or the third place; ``out`` are those that lost.

    Who is out stays out: of those of ``main`` that a team won which had lost before, ``idle``, none wins it a round,
    while the team that lost there is out too.

    ``rounds`` are all of them in their order, which is a guess where it is not ``certain``.
    """

    rounds: list[str]
    certain: bool
    main: list[Match] = field(default_factory=list)
    idle: list[Match] = field(default_factory=list)
    third: list[Match] = field(default_factory=list)
    out: dict[str, Match] = field(default_factory=dict)


def bracket_rounds(config: EventRules, matches: Sequence[Match]) -> tuple[list[str], bool]:
    """The rounds in their order, and whether that is certain.

    It is that of the event file; of rounds that it does not name, that of their numbers, else the round with more
    matches is the earlier one.  The round for the third place is the last.
    """
    listed = dict.fromkeys(stretch.name for stretch in config.rounds)
    counts = Counter(match.round for match in matches)
    rest = [name for name in counts if name not in listed]
    third = config.knockout.third_place
    numbered = all(any(character.isdigit() for character in name) for name in rest if name != third)
    rest.sort(key=lambda name: (name == third, 0 if numbered else -counts[name], natural(name)))
    open_ = [counts[name] for name in rest if name != third]
    certain = numbered or len(open_) < 2 or (not listed and len(set(open_)) == len(open_))
    return [*listed, *rest], certain


def bracket_of(results: Results, matches: Sequence[Match]) -> Bracket:
    """Tell matches that decide who goes on from those of teams that are out, and say what does not fit."""
    config = results.rules
    third = config.knockout.third_place
    bracket = Bracket(*bracket_rounds(config, matches))
    odd = False
    in_round: dict[str, list[Match]] = defaultdict(list)
    for match in matches:
        in_round[match.round].append(match)
    for name in bracket.rounds:
        lost: dict[str, Match] = {}
        for match in in_round[name] if name != third else ():
            gone = [team for team in match.teams if team in bracket.out]
            winner = None if match.verdict is None else match.verdict.winner
            if gone:
                odd = True
                _tell_gone(results, bracket, match, gone)
            if len(gone) < 2:
                bracket.main.append(match)
                if winner is not None:
                    lost[match.teams[1 - winner]] = match
                    if match.teams[winner] in gone:
                        bracket.idle.append(match)
        # A team is out by the first match that it lost.
        bracket.out = lost | bracket.out
    if odd and not bracket.certain:
        message = Said(
            "the event does not name its rounds, and they are taken in the order {rounds}: write a [[round]] for each",
            rounds=tuple(bracket.rounds),
        )
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None, Severity.NOTICE)
    if third is not None:
        _third_place(results, bracket, in_round[third], third)
    return bracket


def _tell_gone(results: Results, bracket: Bracket, match: Match, gone: Sequence[str]) -> None:
    lost = listed([Said("{team} has lost in round {round}", team=team, round=bracket.out[team].round) for team in gone])
    if len(gone) == 2:
        message = Said(
            "{label}: {lost}, so that the match wins nobody a round; where it decides the third place, write"
            ' third-place = "{round}" in [knock-out]',
            label=match.label,
            lost=lost,
            round=match.round,
        )
    elif match.verdict is not None and match.verdict.winner == match.side(gone[0]):
        other = match.teams[1 - match.side(gone[0])]
        message = Said(
            "{label}: {lost}, stays out and wins no round by it; {other} is out by the match",
            label=match.label,
            lost=lost,
            other=other,
        )
    else:
        message = Said("{label}: {lost}, and the match counts as one of the round", label=match.label, lost=lost)
    severity = Severity.NOTICE if len(gone) == 2 else None
    results.findings.add(catalogue.NOTHING_MEANT, message, match.first.origin, match.first.board or None, severity)


def _third_place(results: Results, bracket: Bracket, found: Sequence[Match], name: str) -> None:
    if len(found) > 1:
        message = Said("third-place is round {round}, which has {n} matches: expected one", round=name, n=len(found))
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)
        return
    if not found:
        message = Said("third-place is round {round}, in which there is no match yet", round=name)
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None, Severity.NOTICE)
        return
    lost = [bracket.out.get(team) for team in found[0].teams]
    if lost[0] is None or lost[1] is None or lost[0].round != lost[1].round:
        message = Said(
            "{label}: it decides no third place, since the two have not lost in one round before", label=found[0].label
        )
        results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)
        return
    bracket.third.append(found[0])
