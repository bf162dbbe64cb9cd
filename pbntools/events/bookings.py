"""Who plays in which round of an event of matches: byes, teams without a match, and teams with two."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from pbntools import rules as catalogue
from pbntools.events.gathering import Results, natural
from pbntools.events.keys import ConfigError
from pbntools.events.matches import Match, by_team
from pbntools.laws._words import listed
from pbntools.said import Said


def byes_that_count(results: Results, matches: Sequence[Match]) -> list[tuple[str, str]]:
    """The byes of contestants in rounds that were played, as team and round.

    Raises `ConfigError` for a bye in a round in which the team plays.
    """
    found = []
    rounds = {match.round for match in matches}
    teams = by_team(matches)
    for team, round_name in results.rules.byes:
        if team not in results.contestants:
            continue  # Who is no contestant is told of all events.
        match = next((match for match in teams.get(team, ()) if match.round == round_name), None)
        if match is not None:
            other = match.teams[1 - match.side(team)]
            raise ConfigError(
                Said(
                    "{team} has a bye in round {round}, and plays against {other} in it",
                    team=team,
                    round=round_name,
                    other=other,
                )
            )
        if round_name not in rounds:
            message = Said(
                "the bye of {team} is in round {round}, which nobody has played, and counts for nothing yet",
                team=team,
                round=round_name,
            )
            results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)
            continue
        found.append((team, round_name))
    return found


def tell_bookings(results: Results, matches: Sequence[Match], byes: Sequence[tuple[str, str]]) -> None:
    """Say which teams have more than one match in a round; and, of a Swiss, which have neither a match nor a bye."""
    in_round: dict[str, dict[str, list[Match]]] = defaultdict(lambda: defaultdict(list))
    for match in matches:
        for team in match.teams:
            in_round[match.round][team].append(match)
    form = results.rules.form
    passed: dict[str, set[str]] = defaultdict(set)
    for team, round_name in byes:
        passed[round_name].add(team)
    for name, teams in in_round.items():
        # In a round robin whose records name no rounds, all matches of a session have one name.
        if form in ("swiss", "knock-out") or all(match.first.round for own in teams.values() for match in own):
            for team in sorted(teams, key=natural):
                _tell_double(results, team, name, teams[team])
        if form == "swiss":
            if len(passed[name]) > 1:
                passing = sorted(passed[name], key=natural)
                message = Said(
                    "round {round} has {n} byes, of {who}: expected one, where the field is odd",
                    round=name,
                    n=len(passed[name]),
                    who=listed(passing),
                )
                results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)
            busy = teams.keys() | passed[name]
            for team in sorted(results.contestants.keys() - busy, key=natural):
                message = Said(
                    "{team} has neither a match nor a bye in round {round}, and gets nothing for it",
                    team=team,
                    round=name,
                )
                results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)


def _tell_double(results: Results, team: str, name: str, own: Sequence[Match]) -> None:
    if len(own) < 2:
        return
    others = tuple(match.teams[1 - match.side(team)] for match in own)
    where = Said("round {round}", round=name) if name else Said("a round without a name")
    message = Said(
        "{team} has {n} matches in {where}, against {others}, and all of them count",
        team=team,
        n=len(own),
        where=where,
        others=others,
    )
    first = own[-1].first
    results.findings.add(catalogue.ROUND_REPEATED, message, first.origin, first.board or None)
