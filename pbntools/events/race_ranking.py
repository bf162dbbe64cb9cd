"""The ranking of an event in which everybody is compared with everybody: sessions, penalties, carry-over, cuts.

A cut between sessions (regulation, article 10e) parts those who go on from those who are out.  Who is out stands behind
all who are in, with what there was at the cut: sessions after it do not count for it, also where it played in them.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbntools import rules as catalogue
from pbntools.diagnostics import Severity
from pbntools.events.config import Cut, Penalty
from pbntools.events.gathering import Results, natural, order_is_told
from pbntools.events.keys import ConfigError
from pbntools.events.ladders import race_steps, rank
from pbntools.events.lines import Line
from pbntools.events.mentions import name_idle, nearest
from pbntools.events.notes import Note
from pbntools.events.placing import CutMade, Place, Ranking
from pbntools.events.race import Race, score_race, session_value
from pbntools.said import Said


def rank_race(results: Results, seed: str | None) -> Ranking:
    """Rank pairs or individuals; raises `ConfigError` where the event file does not fit the results."""
    config = results.rules
    _refuse_unordered(results)
    cuts: list[CutMade] = []
    groups = sorted({contestant.group for contestant in results.contestants.values()}, reverse=True)

    def cut_after(race: Race, session: str) -> None:
        so_far = results.sessions[: results.sessions.index(session) + 1]
        for cut in config.cuts:
            if cut.after == session:
                for group in groups:
                    places = _stand(race, [one for one in _of_group(race, group) if one not in race.out], so_far, seed)
                    made = make_cut(cut, places)
                    cuts.append(made)
                    through = {*made.qualified, *made.tied}
                    race.out.update((place.id, session) for place in places if place.id not in through)
                race.known |= race.cells.keys()

    race = score_race(results, cut_after)
    name_idle(results, race.cells, race.sessions)
    for cut in config.cuts:
        if cut.after not in results.sessions:
            message = Said(
                "the cut is after {session}, which is no session{nearest}",
                session=cut.after,
                nearest=nearest(cut.after, results.sessions),
            )
            results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)
    _tell_after(race, cuts)
    _tell_without_top(race)
    ranking = Ranking(config, [], results, race, cuts=cuts, seed=seed)
    for group in groups:
        ranking.places += _places(race, group, seed)
    return ranking


def _refuse_unordered(results: Results) -> None:
    """Raise `ConfigError` where there is a cut and nothing tells in which order the sessions were played."""
    sessions = results.sessions
    cut = any(one.after in sessions for one in results.rules.cuts)
    if cut and len(sessions) > 1 and not order_is_told(results.rules, sessions):
        raise ConfigError(
            Said(
                "there is a cut, and nothing tells in which order the sessions {sessions} were played: name them in"
                " order, each as name of a [[session]]",
                sessions=tuple(sessions),
            )
        )


def _of_group(race: Race, group: str) -> list[str]:
    return [one for one, own in race.results.contestants.items() if own.group == group and race.cells.get(one)]


def _places(race: Race, group: str, seed: str | None) -> list[Place]:
    """The places of a group: first who came through all cuts, then who went out, in the last cut first."""
    sessions = race.results.sessions
    own = _of_group(race, group)
    found = _stand(race, [one for one in own if one not in race.out], sessions, seed)
    for at in range(len(sessions) - 1, -1, -1):
        out = [one for one in own if race.out.get(one) == sessions[at]]
        found += _stand(race, out, sessions[: at + 1], seed, behind=len(found), out_after=sessions[at])
    return found


def _stand(
    race: Race,
    members: Sequence[str],
    sessions: Sequence[str],
    seed: str | None,
    *,
    behind: int = 0,
    out_after: str = "",
) -> list[Place]:
    """The places of some contestants by what they have in some sessions, ``behind`` so many others."""
    results = race.results
    scores: dict[str, Fraction] = {}
    parts: dict[str, list[tuple[str, Fraction | None]]] = {}
    notes: dict[str, list[Note]] = {}
    for one in members:
        parts[one], notes[one] = [], []
        scores[one] = _score(race, one, sessions, parts[one], notes[one])
    steps = race_steps(race, sessions)
    percent = 100 if results.rules.unit == "%" else 1
    return [
        Place(
            placed.rank + behind,
            placed.id,
            results.contestants[placed.id],
            scores[placed.id] * percent,
            results.rules.unit,
            placed.decided_by,
            sum(cell.key[0] in sessions for cell in race.cells[placed.id]),
            tuple((name, None if value is None else value * percent) for name, value in parts[placed.id]),
            tuple(notes[placed.id]),
            out_after=out_after,
        )
        for placed in rank(scores, [(name, steps[name]) for name in results.rules.ladder], seed=seed)
    ]


def _score(
    race: Race, one: str, sessions: Sequence[str], parts: list[tuple[str, Fraction | None]], notes: list[Note]
) -> Fraction:
    config = race.results.rules
    total = weights = Fraction(0)
    for session in sessions:
        cells = race.of_session(one, session)
        value = session_value(cells, config)
        weight = config.weight(session)
        if value is not None:
            for penalty in _penalties(race.results, one, session):
                loss, note = _penalty(penalty, race, session, len(cells))
                value -= loss
                notes.append(note)
        parts.append((session, value))
        if value is None and config.missing_session == "drop":
            continue
        total += weight * (value or 0)
        weights += weight
    carried = config.carry_over.get(one)
    if carried is not None:
        if config.unit == "%":
            total += config.carry_over_weight * carried / 100
            weights += config.carry_over_weight
        else:
            total += carried * config.carry_over_weight
        notes.append(Note("carry-over", amount=carried, unit=config.unit, weight=config.carry_over_weight))
    return total / weights if config.unit == "%" and weights else total


def _penalties(results: Results, one: str, session: str) -> list[Penalty]:
    found = []
    for penalty in results.rules.penalties:
        if penalty.to != one:
            continue
        if penalty.session is None and len(results.sessions) > 1:
            raise ConfigError(
                Said("the penalty of {who} names no session, and the event has {n}", who=one, n=len(results.sessions))
            )
        if penalty.session in (None, session):
            found.append(penalty)
    return found


def _tell_without_top(race: Race) -> None:
    """Say which penalties in matchpoints take nothing, since their sessions have no top."""
    results = race.results
    for penalty in results.rules.penalties:
        sessions = [name for name in results.sessions if penalty.session in (None, name)]
        if penalty.unit == "MP" and any(race.of_session(penalty.to, name) and not race.tops[name] for name in sessions):
            message = Said(
                "the penalty of {who}, {penalty}, takes nothing: no board of its session has two results, and so there"
                " is no top",
                who=penalty.to,
                penalty=str(penalty),
            )
            results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None)


def penalty_points(penalty: Penalty, top: Fraction) -> Fraction:
    """A penalty in matchpoints: a share of a top of so many, or as many as it says."""
    return penalty.amount / 100 * top if penalty.unit == "% of a top" else penalty.amount


def _penalty(penalty: Penalty, race: Race, session: str, boards: int) -> tuple[Fraction, Note]:
    """What a penalty takes from the share of a session, or from its IMPs, and the note that says so."""
    if penalty.unit == "%":
        return penalty.amount / 100, Note("penalty", penalty)
    if penalty.unit not in ("% of a top", "MP"):
        return penalty.amount, Note("penalty", penalty)
    top = race.tops[session]
    if not top:
        # A share of the top of one of so many boards is the same share of whatever their tops are.
        share = penalty.amount / 100 / boards if penalty.unit == "% of a top" else Fraction(0)
        return share, Note("penalty", penalty)
    taken, full = penalty_points(penalty, top), top * boards
    return taken / full, Note("penalty", penalty, taken=taken, of=full)


def make_cut(cut: Cut, places: Sequence[Place]) -> CutMade:
    """Who goes on: so many, the share of the field (rounded up), or those with at least the score."""
    if cut.least is not None:
        return CutMade(cut, tuple(place.id for place in places if place.score >= cut.least))
    keep = cut.keep or 0
    if cut.share is not None:
        exact = len(places) * cut.share
        keep = -(-exact.numerator // exact.denominator)
    last = places[keep - 1] if 0 < keep <= len(places) else None
    tied = tuple(place.id for place in places[keep:] if last is not None and place.rank == last.rank)
    return CutMade(cut, tuple(place.id for place in places[:keep]), tied)


def _tell_after(race: Race, cuts: Sequence[CutMade]) -> None:
    """Say who played after a cut without coming through it, and who came through and did not play."""
    results = race.results
    at = {session: number for number, session in enumerate(results.sessions)}
    playing: dict[tuple[str, str], list[Line]] = {}
    for line in results.lines:
        for side in (0, 1):
            for one in line.who(side):
                playing.setdefault((one, line.session), []).append(line)
    new: set[str] = set()
    for (one, session), lines in sorted(playing.items(), key=lambda item: (at[item[0][1]], natural(item[0][0]))):
        first = lines[0]
        if race.is_out(one, session):
            message = _after_the_cut(one, race.out[one], session, lines)
            results.findings.add(catalogue.CUT_NOT_PASSED, message, first.origin, first.board)
        elif one in race.new and one not in new:
            new.add(one)
            message = Said(
                "{who} plays in {session}, and has no result that counts before the cut, so that it came through none:"
                " it counts as one that is in",
                who=one,
                session=session,
            )
            results.findings.add(catalogue.CUT_NOT_PASSED, message, first.origin, first.board, Severity.WARNING)
    for made in cuts:
        later = results.sessions[at[made.cut.after] + 1 :]
        for one in (*made.qualified, *made.tied) if later else ():
            if not any((one, session) in playing for session in later):
                message = Said(
                    "{who} came through the cut after {session}, and has no result after it",
                    who=one,
                    session=made.cut.after,
                )
                results.findings.add(catalogue.NOTHING_MEANT, message, results.origin, None, Severity.NOTICE)


def _after_the_cut(one: str, after: str, session: str, lines: Sequence[Line]) -> Said:
    """That a contestant has results after it went out; those that were left out count for nobody."""
    nobody = sum(line.out for line in lines)
    if nobody == len(lines):
        return Said.counted(
            "{who} went out in the cut after {after}, and has {n} result in {session}, which counts for nobody",
            "{who} went out in the cut after {after}, and has {n} results in {session}, which count for nobody",
            n=len(lines),
            who=one,
            after=after,
            session=session,
        )
    if nobody:
        return Said(
            "{who} went out in the cut after {after}, and has {n} results in {session}: {nobody} of them count for"
            " nobody, the others for its opponents alone",
            who=one,
            after=after,
            n=len(lines),
            session=session,
            nobody=nobody,
        )
    return Said.counted(
        "{who} went out in the cut after {after}, and has {n} result in {session}, which counts for its opponents"
        " alone",
        "{who} went out in the cut after {after}, and has {n} results in {session}, which count for its opponents"
        " alone",
        n=len(lines),
        who=one,
        after=after,
        session=session,
    )


__all__ = ["make_cut", "penalty_points", "rank_race"]
