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
from pbntools.laws._words import listed
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.events.gathering import Results
    from pbntools.events.lines import Line

_NAMED = 20
_SESSION, _ROUND = Said("session"), Said("round")
_MANY = 2000
"""Among more names than this none is looked for that is near."""


def nearest(name: str, known: Collection[str], *, longer: bool = False) -> str:
    """Words for the known name that is nearest to another one, such as ``; the nearest is 7 NS``; may be empty.

    With ``longer`` only those are meant that begin with it.
    """
    # A number may stand for the pairs of two directions, or of two sections.
    found = sorted(one for one in known if one.startswith(f"{name} ") or is_of_section(one, name))[:2]
    if found:
        return Said("; there is {longer}", longer=listed(found))
    if longer or len(known) > _MANY or len(name) > _MANY:
        return ""
    folded = {fold(one): one for one in sorted(known)}
    close = get_close_matches(fold(name), sorted(folded), 1, 0.7)
    return Said("; the nearest is {near}", near=folded[close[0]]) if close else ""


def is_of_section(one: str, number: str) -> bool:
    """Whether a pair is that of a number in a section, as ``B7`` is of 7."""
    section = one.removesuffix(number)
    return number.isdigit() and section != one and section != "" and not section[-1].isdigit() and " " not in section


def name_strangers(results: Results) -> None:
    """Say what the event file names that no result has: contestants, sessions, rounds and boards."""
    for message in _strangers(results):
        results.findings.add(rules.NOTHING_MEANT, message, results.origin, None)
    rulings = [(Said("a penalty"), one.to) for one in results.rules.penalties]
    rulings += [(Said("a withdrawal"), one.team) for one in results.rules.withdrawals]
    for what, name in rulings:
        if name not in results.contestants:
            near = nearest(name, results.contestants)
            message = Said("{what} is for {name}, who has no result{nearest}", what=what, name=name, nearest=near)
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
        *(
            (Said("the adjustment of board {board}", board=one.board), one.session, sessions, _SESSION)
            for one in config.adjustments
        ),
        *(
            (Said("the adjustment of board {board}", board=one.board), one.round, rounds, _ROUND)
            for one in config.adjustments
        ),
        *(
            (Said("the fouled board {board}", board=one.board), one.session, sessions, _SESSION)
            for one in config.fouled
        ),
    ]
    for what, name, known, kind in places:
        if name is not None and name not in known:
            yield Said(
                "{what} is for the {kind} {name}, which has no result{nearest}",
                what=what,
                kind=kind,
                name=name,
                nearest=nearest(name, known),
            )
    for kind, stretches, known in ((_SESSION, config.sessions, sessions), (_ROUND, config.rounds, own)):
        for stretch in stretches:
            if stretch.name not in known:
                yield Said(
                    "the {kind} {name} has no result{nearest}",
                    kind=kind,
                    name=stretch.name,
                    nearest=nearest(stretch.name, known),
                )
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
            message = Said(
                "{team} met {n} of {all} other teams, and another met {most}",
                team=one,
                n=len(met[one]),
                all=len(others),
                most=most,
            )
            message = Said("{message}{nearest}", message=message, nearest=nearest(one, others - met[one]))
            results.findings.add(rules.NOTHING_MEANT, message, first[one].origin, None, Severity.NOTICE)


def _contestants(results: Results) -> Iterator[str]:
    config, known = results.rules, results.contestants
    mentioned: list[tuple[str, Iterable[str]]] = [
        (
            Said("a carry-over"),
            [*config.carry_over, *(team for one in config.knockout.carry_over.values() for team in one)],
        ),
        (Said("a bye"), [team for team, _ in config.byes]),
    ]
    for what, names in mentioned:
        for name in names:
            if name not in known:
                yield Said(
                    "{what} is for {name}, who has no result{nearest}",
                    what=what,
                    name=name,
                    nearest=nearest(name, known),
                )


def _seated(results: Results) -> Iterator[str]:
    """Leaders that never sat North-South, and listed pairs and teams that never played once anybody did."""
    config, known = results.rules, results.contestants
    if not results.every:
        return
    north = {one for line in results.every for one in (*line.who(0), line.ns) if one}
    for name in sorted(config.leaders - north):
        yield Said(
            "{name} is a leader, and has no result as North-South{nearest}", name=name, nearest=nearest(name, north)
        )
    sat = north | {one for line in results.every for one in (*line.who(1), line.ew) if one}
    met = {known[one].id for one in sat if one in known} | sat
    # A pair may be known by its names, and a team go through by a bye.
    people = {_folded(one.names) for key, one in known.items() if key in sat} if config.is_race else set()
    byes = {team for team, _ in config.byes}
    strange = met - {team.name for team in config.teams}
    for team in config.teams:
        if team.name not in met and team.name not in byes and _folded(team.players) not in people - {frozenset()}:
            what = Said("pair") if config.is_race else Said("team")
            yield Said(
                "the {what} {name} is listed, and has no result{nearest}",
                what=what,
                name=team.name,
                nearest=nearest(team.name, strange),
            )


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
            yield Said(
                "the datum of board {board} is for {place}, which is no session or round{nearest}",
                board=board,
                place=place,
                nearest=nearest(place, known),
            )
        elif board not in boards[place]:
            if place:
                yield Said(
                    "the datum of board {board} in {place} is for a board that has no result", board=board, place=place
                )
            else:
                yield Said("the datum of board {board} is for a board that has no result", board=board)


def name_idle(results: Results, ranked: Collection[str], sessions: Collection[tuple[str, str]]) -> None:
    """Say which contestants have lines but nothing that counts, so that the ranking is without them.

    ``sessions`` are the contestants with the sessions in which they have results: a penalty takes from one of those.
    """
    for penalty in results.rules.penalties:
        if penalty.to in ranked and penalty.session is not None and (penalty.to, penalty.session) not in sessions:
            message = Said(
                "the penalty of {to} is for the session {session}, where it has no result",
                to=penalty.to,
                session=penalty.session,
            )
            results.findings.unmet(message, results.origin)
    first: dict[str, Line] = {}
    for line in results.every if any(one not in ranked for one in results.contestants) else ():
        for at in (0, 1):
            for one in line.who(at):
                if one not in ranked:
                    first.setdefault(one, line)
    if first and ranked:
        names = tuple(list(first)[:_NAMED])
        more = Said(" and {n:,} more", n=len(first) - _NAMED) if len(first) > _NAMED else ""
        message = Said("without a result that counts, and so not ranked: {names}{more}", names=names, more=more)
        results.findings.add(rules.RESULT_MISSING, message, next(iter(first.values())).origin, None)
