"""The next round of a Swiss: the standing, who has met, who had a bye, and the pairing that follows."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace

from pbntools.events.gathering import Results
from pbntools.events.ranking import Place, Ranking, rank_event
from pbntools.events.round_names import round_of
from pbntools.events.swiss import Pairing, PairingError, pair_swiss
from pbntools.said import Said


@dataclass(frozen=True, slots=True)
class NextRound:
    """The pairing, the rounds played so far, those that the standing is made of, and the standing."""

    pairing: Pairing
    played: tuple[str, ...]
    counted: tuple[str, ...]
    standing: tuple[Place, ...]


def next_round(results: Results, *, seed: str | None = None, without: Collection[str] = ()) -> NextRound:
    """Pair the next round of a Swiss.

    Before the first round the standing is the order in which the event lists its teams.  Where the event pairs after
    every second round, the second of two rounds goes by the standing before the first.  Teams ``without`` are left out.
    Raises `PairingError` for an event that is no Swiss, a name that no team has, or a field that cannot be paired.
    """
    rules = results.rules
    if rules.form != "swiss":
        raise PairingError(
            Said(
                'a {form} event is not paired by its standing: expected form = "swiss" or "knock-out"', form=rules.form
            )
        )
    unknown = [name for name in without if name not in results.contestants]
    if unknown:
        raise PairingError(Said("{team} is no team of the event", team=unknown[0]))
    whole = rank_event(results, seed=seed)
    # The matches stand in the order of their rounds.
    played = list(dict.fromkeys(match.round for match in whole.matches))
    counted = played[: len(played) - len(played) % rules.swiss_every]
    ranking = whole if counted == played else _until(results, counted, seed)
    places = [place for place in ranking.places if place.id not in without]
    if not counted:
        listed = {team.name: at for at, team in enumerate(rules.teams)}
        places.sort(key=lambda place: listed.get(place.id, len(listed)))
    met = {frozenset(match.teams) for match in whole.matches}
    # The bye of a round that is still to be played is part of the pairing that is to be made.
    byes = Counter(team for team, round_name in rules.byes if round_name in played)
    last = [team for team, round_name in rules.byes if played and round_name == played[-1]]
    pairing = pair_swiss(
        [place.id for place in places], met, byes=byes, last_byes=last, avoid=rules.swiss_repeats == "avoid"
    )
    return NextRound(pairing, tuple(played), tuple(counted), tuple(places))


def _until(results: Results, rounds: Collection[str], seed: str | None) -> Ranking:
    """The ranking by some of the rounds alone."""
    rules = replace(results.rules, byes=tuple(bye for bye in results.rules.byes if bye[1] in rounds))
    lines = [line for line in results.lines if round_of(line, results.again) in rounds]
    found = replace(results, rules=rules, lines=lines, every=[])
    before = list(results.findings.found), list(results.findings.left_out)
    ranking = rank_event(found, seed=seed)
    # What there is to say of these rounds was said of all of them.
    results.findings.found, results.findings.left_out = before
    return ranking
