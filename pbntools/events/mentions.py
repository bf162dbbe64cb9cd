"""What an event file names, checked against what was read: a name that nothing has would do nothing, unseen."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from difflib import get_close_matches
from typing import TYPE_CHECKING

from pbntools import rules
from pbntools.diagnostics import Severity
from pbntools.events.round_names import round_of
from pbntools.events.spelling import fold

if TYPE_CHECKING:
    from pbntools.events.gathering import Results
    from pbntools.events.lines import Line

_NAMED = 20
_MANY = 2000
"""Among more names than this none is looked for that is near."""


def nearest(name: str, known: Collection[str], *, longer: bool = False) -> str:
    """Words for the known name that is nearest to another one, such as ``; the nearest is 7 NS``; may be empty.

    With ``longer`` only those are meant that begin with it.
    """
    # A number may stand for the pairs of two directions, or of two sections.
    found = sorted(one for one in known if one.startswith(f"{name} ") or is_of_section(one, name))[:2]
    if found:
        return f"; there is {' and '.join(found)}"
    if longer or len(known) > _MANY or len(name) > _MANY:
        return ""
    folded = {fold(one): one for one in sorted(known)}
    close = get_close_matches(fold(name), sorted(folded), 1, 0.7)
    return f"; the nearest is {folded[close[0]]}" if close else ""


def is_of_section(one: str, number: str) -> bool:
    """Whether a pair is that of a number in a section, as ``B7`` is of 7."""
    section = one.removesuffix(number)
    return number.isdigit() and section != one and section != "" and not section[-1].isdigit() and " " not in section


def name_strangers(results: Results) -> None:
    """Say what the event file names that no result has: contestants, sessions, rounds and boards."""
    for message in _strangers(results):
        results.findings.add(rules.NOTHING_MEANT, message, results.origin, None)
    rulings = [("penalty", one.to) for one in results.rules.penalties]
    rulings += [("withdrawal", one.team) for one in results.rules.withdrawals]
    for what, name in rulings:
        if name not in results.contestants:
            message = f"a {what} is for {name}, who has no result{nearest(name, results.contestants)}"
            results.findings.unmet(message, results.origin)


def _strangers(results: Results) -> Iterator[str]:
    config = results.rules
    yield from _contestants(results)
    if config.leaders or config.teams:
        yield from _seated(results)
    sessions = {line.session for line in results.every}
    rounds = {line.round or line.session for line in results.every}
    own = rounds | {round_of(line, results.again) for line in results.lines}
    places: list[tuple[str, str | None, Collection[str], str]] = [
        *((f"the adjustment of board {one.board}", one.session, sessions, "session") for one in config.adjustments),
        *((f"the adjustment of board {one.board}", one.round, rounds, "round") for one in config.adjustments),
        *((f"the fouled board {one.board}", one.session, sessions, "session") for one in config.fouled),
    ]
    for what, name, known, kind in places:
        if name is not None and name not in known:
            yield f"{what} is for the {kind} {name}, which has no result{nearest(name, known)}"
    for kind, stretches, known in (("session", config.sessions, sessions), ("round", config.rounds, own)):
        for stretch in stretches:
            if stretch.name not in known:
                yield f"the {kind} {stretch.name} has no result{nearest(stretch.name, known)}"
    yield from _datums(results, sessions, rounds)


def name_partial(results: Results) -> None:
    """Say which teams of a round robin met fewer of the others than some team did, where the event lists none.

    A name that is written in two ways is two teams, of which each met a part.
    """
    config = results.rules
    if config.form not in ("teams", "bam", "patton", "total-points") or config.teams:
        return
    met: dict[str, set[str]] = {}
    first: dict[str, Line] = {}
    for line in results.every:
        if line.ns is not None and line.ew is not None:
            for one, other in ((line.ns, line.ew), (line.ew, line.ns)):
                met.setdefault(one, set()).add(other)
                first.setdefault(one, line)
    most = max(map(len, met.values()), default=0)
    for one in sorted(met):
        if len(met[one]) < most:
            others = met.keys() - {one}
            message = f"{one} met {len(met[one])} of {len(others)} other teams, and another met {most}"
            message += nearest(one, others - met[one])
            results.findings.add(rules.NOTHING_MEANT, message, first[one].origin, None, Severity.NOTICE)


def _contestants(results: Results) -> Iterator[str]:
    config, known = results.rules, results.contestants
    mentioned: list[tuple[str, Iterable[str]]] = [
        ("a carry-over", [*config.carry_over, *(team for one in config.knockout.carry_over.values() for team in one)]),
        ("a bye", [team for team, _ in config.byes]),
    ]
    for what, names in mentioned:
        for name in names:
            if name not in known:
                yield f"{what} is for {name}, who has no result{nearest(name, known)}"


def _seated(results: Results) -> Iterator[str]:
    """Leaders that never sat North-South, and listed pairs and teams that never played once anybody did."""
    config, known = results.rules, results.contestants
    if not results.every:
        return
    north = {one for line in results.every for one in (*line.who(0), line.ns) if one}
    for name in sorted(config.leaders - north):
        yield f"{name} is a leader, and has no result as North-South{nearest(name, north)}"
    sat = north | {one for line in results.every for one in (*line.who(1), line.ew) if one}
    met = {known[one].id for one in sat if one in known} | sat
    # A pair may be known by its names, and a team go through by a bye.
    people = {_folded(one.names) for key, one in known.items() if key in sat} if config.is_race else set()
    byes = {team for team, _ in config.byes}
    strange = met - {team.name for team in config.teams}
    for team in config.teams:
        if team.name not in met and team.name not in byes and _folded(team.players) not in people - {frozenset()}:
            what = "pair" if config.is_race else "team"
            yield f"the {what} {team.name} is listed, and has no result{nearest(team.name, strange)}"


def _folded(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold, names))


def _datums(results: Results, sessions: Collection[str], rounds: Collection[str]) -> Iterator[str]:
    config = results.rules
    if not config.fixed:
        return
    boards: defaultdict[str, set[str]] = defaultdict(set)
    for line in results.every:
        for name in ("", line.session, line.round):
            boards[name].add(line.board)
    known = {*sessions, *(rounds if config.board_is == "round" else ())}
    for place, board in config.fixed:
        if place and place not in known:
            yield f"the datum of board {board} is for {place}, which is no session or round{nearest(place, known)}"
        elif board not in boards[place]:
            where = f" in {place}" if place else ""
            yield f"the datum of board {board}{where} is for a board that has no result"


def name_idle(results: Results, ranked: Collection[str], sessions: Collection[tuple[str, str]]) -> None:
    """Say which contestants have lines but nothing that counts, so that the ranking is without them.

    ``sessions`` are the contestants with the sessions in which they have results: a penalty takes from one of those.
    """
    for penalty in results.rules.penalties:
        if penalty.to in ranked and penalty.session is not None and (penalty.to, penalty.session) not in sessions:
            message = f"the penalty of {penalty.to} is for the session {penalty.session}, where it has no result"
            results.findings.unmet(message, results.origin)
    first: dict[str, Line] = {}
    for line in results.every if any(one not in ranked for one in results.contestants) else ():
        for at in (0, 1):
            for one in line.who(at):
                if one not in ranked:
                    first.setdefault(one, line)
    if first and ranked:
        names = ", ".join(list(first)[:_NAMED])
        more = f" and {len(first) - _NAMED:,} more" if len(first) > _NAMED else ""
        message = f"without a result that counts, and so not ranked: {names}{more}"
        results.findings.add(rules.RESULT_MISSING, message, next(iter(first.values())).origin, None)
