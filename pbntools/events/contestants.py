"""Whose result a line is: pairs by number or names, players, or teams by their names, players and rooms."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass

from pbntools import rules
from pbntools.diagnostics import Severity
from pbntools.events.config import EventRules
from pbntools.events.lines import Findings, Line, Side
from pbntools.events.mentions import nearest
from pbntools.events.reading_results import FileTeam, Names, names_of
from pbntools.events.spelling import fold, numbered, spellings
from pbntools.laws._words import SIDES, added, listed
from pbntools.said import Said

NUMBERED_APART = Said("if the pairs of each direction are numbered apart, say so with winners = 2")
DIRECTIONS = ("NS", "EW")
_NAMED = 5
"""Sets of names of a pair that are shown."""


@dataclass(frozen=True, slots=True)
class Contestant:
    """A pair, a player or a team.  ``group`` is its direction where each has a winner of its own, else empty."""

    id: str
    names: tuple[str, ...] = ()
    group: str = ""

    @property
    def label(self) -> str:
        """The number and the names, as far as they are known and not the same."""
        names = " & ".join(self.names)
        by_names = self.id in ("", names, " & ".join(sorted(self.names, key=fold)))
        return names if by_names else f"{self.id} {names}".rstrip()


_Known = tuple[str, tuple[str, ...]]
"""Of a side: the number of the pair with its section, and the players."""
_Seated = tuple[int, Side, str, str]
"""The direction, who sat there as the record has it, the section, and the session."""
_Owners = defaultdict[tuple[str, str], set[frozenset[str]]]
"""By session and number: the names that it belongs to."""
_People = defaultdict[tuple[str, str], set[str]]
"""By session and number: everybody who played under it."""


def _key(names: Iterable[str]) -> frozenset[str]:
    return frozenset(map(fold, names))


class PairFinder:
    """Finds the pairs of a race.

    A pair is known by its number (with its section), or by its names where it has none.  Where the numbers of
    North-South and East-West pairs are, for the most part, given to different people, each direction has a field of its
    own; where a number belongs to other names in another session, pairs are known by their names.
    """

    def __init__(self, config: EventRules, names: Names, findings: Findings) -> None:
        self._config = config
        self._names = names
        self._findings = findings
        self._listed = {_key(team.players): team.name for team in config.teams if team.players}
        self._by_id = {team.name: team.players for team in config.teams}
        self._sections: dict[str, set[str]] = defaultdict(set)
        """By number of a pair: the sections that have it; where there is one, the event may leave it out."""
        self.found: dict[str, Contestant] = {}

    def find(self, lines: list[Line]) -> list[Line]:
        """Set the contestants of each line; returns those that count."""
        # The same sides come again on board after board.
        met: dict[_Seated, _Known] = {}
        seated: list[tuple[_Seated, _Seated]] = []
        if self._by_id:
            for line in lines:
                for side in line.sides:
                    self._sections[side.id or ""].add(line.section)
        for line in lines:
            north, east = line.sides
            both = (0, north, line.section, line.session), (1, east, line.section, line.session)
            seated.append(both)
            for one in both:
                if one not in met:
                    met[one] = self._side(*one)
        group = DIRECTIONS if self._two_winners(met) else ("", "")
        by_names = self._by_names(met)
        spelt = spellings(name for _, names in met.values() for name in names)
        ids = {}
        for one, (number, names) in met.items():
            label = number
            if names and (by_names or not number):
                label = self._listed.get(_key(names)) or " & ".join(
                    spelt[fold(name)] for name in sorted(names, key=fold)
                )
            ids[one] = self._contestant(label, tuple(spelt[fold(name)] for name in names), group[one[0]])
        kept = []
        for line, (at_north, at_east) in zip(lines, seated, strict=True):
            line.ns, line.ew = ids[at_north], ids[at_east]
            sides = met[at_north], met[at_east]
            whole = line.ns is not None and line.ew is not None and line.ns != line.ew
            if (whole and sides[0][0] != sides[1][0]) or self._counts(line, sides):
                kept.append(line)
        self._tell_names(lines, seated, met)
        if self._by_id:
            strange = {ids[one] for one in met if not self._is_listed(ids[one], one[1], met[one])} - {None}
            self._tell_strangers(lines, strange)
        return kept

    def _is_listed(self, key: str | None, side: Side, known: _Known) -> bool:
        """Whether the event lists a pair: by its number, with its section or without, or by its names."""
        number, names = known
        return not self._by_id.keys().isdisjoint({key, number, side.id}) or _key(names) in self._listed

    def _tell_strangers(self, lines: Sequence[Line], strange: Collection[str | None]) -> None:
        """Say which pairs the event does not list; a list that has fewer than half of them names some for show."""
        results: dict[str, list[Line]] = defaultdict(list)
        for line in lines if strange else ():
            for key in {line.ns, line.ew}:
                if key is not None and key in strange:
                    results[key].append(line)
        if len(results) * 2 > len(self.found):
            message = Said(
                "the event lists {listed} of the {n:,} pairs that played, and all are ranked",
                listed=len(self.found) - len(results),
                n=len(self.found),
            )
            first = lines[0]
            self._findings.add(rules.CONTESTANT_UNKNOWN, message, first.origin, first.board, Severity.NOTICE)
            return
        for key, own in results.items():
            message = Said.counted(
                "the event lists no pair {key}{nearest}: {n:,} result counts for it",
                "the event lists no pair {key}{nearest}: {n:,} results count for it",
                n=len(own),
                key=key,
                nearest=nearest(key, self._by_id),
            )
            self._findings.add(rules.CONTESTANT_UNKNOWN, own[0].says(message), own[0].origin, own[0].board)

    def _tell_names(
        self, lines: Sequence[Line], seated: Sequence[tuple[_Seated, _Seated]], met: Mapping[_Seated, _Known]
    ) -> None:
        """Say which pairs have other names on some of their boards: a substitute, or a number at a wrong table."""
        people: dict[str, dict[frozenset[str], str]] = defaultdict(dict)
        first: dict[str, Line] = {}
        looked: set[_Seated] = set()
        for line, sides in zip(lines, seated, strict=True):
            for key, one in ((line.ns, sides[0]), (line.ew, sides[1])):
                if one in looked:
                    continue
                looked.add(one)
                names = met[one][1]
                if key is not None and names and _key(names) not in people[key]:
                    people[key][_key(names)] = " & ".join(sorted(names, key=fold))
                    first[key] = line
        for key, known in people.items():
            if len(known) > 1:
                shown = "; ".join(sorted(known.values())[:_NAMED])
                message = Said(
                    "{who} has {n} sets of names, and all its results count: {shown}",
                    who=key,
                    n=len(known),
                    shown=shown,
                )
                line = first[key]
                self._findings.add(rules.CONTESTANT_UNKNOWN, message, line.origin, line.board, Severity.NOTICE)

    def _side(self, at: int, side: Side, section: str, session: str) -> _Known:
        number, names = side.id or "", side.names
        if number and names and fold(number) == fold(" & ".join(names)):
            number = ""
        if not number:
            return (self._listed.get(_key(names), "") if names else ""), names
        plain = number
        if section and not (number in self._by_id and len(self._sections[number]) == 1):
            number = numbered(section, number)
        if not names:
            known = (names_of(self._names, session, DIRECTIONS[at], one) for one in dict.fromkeys((number, plain)))
            names = next((found for found in known if found), ()) or self._by_id.get(number, ())
        return number, names

    def _two_winners(self, met: Mapping[_Seated, _Known]) -> bool:
        """Whether the numbers belong to other people in each direction: most of those that both directions have.

        A pair with a substitute shares a player with itself, and one number at a wrong table parts no field.
        """
        if self._config.winners is not None:
            return self._config.winners == 2
        found: tuple[_People, _People] = (defaultdict(set), defaultdict(set))
        for (at, _, _, session), (number, names) in met.items():
            if number and names:
                found[at][session, number] |= _key(names)
        both = [own.isdisjoint(found[1][key]) for key, own in found[0].items() if key in found[1]]
        return sum(both) * 2 > len(both)

    def _by_names(self, met: Mapping[_Seated, _Known]) -> bool:
        """Whether a number belongs to other names in another session."""
        if self._config.identify != "auto":
            return self._config.identify == "names"
        found: dict[tuple[int, str], _Owners] = defaultdict(lambda: defaultdict(set))
        for (at, _, _, session), (number, names) in met.items():
            if number and names:
                found[at, number][session, number].add(_key(names))
        return any(not set.intersection(*sessions.values()) for sessions in found.values())

    def _contestant(self, label: str, names: tuple[str, ...], group: str) -> str | None:
        if not label:
            return None
        key = f"{label} {group}" if group else label
        known = self.found.get(key)
        # Names may come in either order; that of the alphabet does not hang on which file was read first.
        if known is None or (names and (not known.names or names < known.names)):
            self.found[key] = Contestant(label, names, group)
        return key

    def _counts(self, line: Line, sides: tuple[_Known, _Known]) -> bool:
        (one, mine), (other, others) = sides
        same = line.ns is not None and line.ns == line.ew
        if same or (one and one == other and self._config.winners == 2 and mine and _key(mine) == _key(others)):
            what = Said("pair {pair} plays against itself", pair=one or line.ns)
            self._findings.leave_out(
                rules.MEETS_ITSELF,
                line.says(what if mine else added(what, NUMBERED_APART)),
                line,
            )
            return False
        if line.ns is None and line.ew is None and (line.ns_award is not None or line.ew_award is not None):
            # It belongs to nobody, but it is a result of the board like any other.
            message = line.says(Said("neither pair is known, so the result is compared, and ranks nobody"))
            self._findings.add(rules.CONTESTANT_UNKNOWN, message, line.origin, line.board)
        elif (line.ns is None) != (line.ew is None) and not line.unplayed:
            side = SIDES[line.ns is not None]
            message = line.says(Said("the pair {side} is not known, so the result ranks the other alone", side=side))
            self._findings.add(rules.CONTESTANT_UNKNOWN, message, line.origin, line.board)
        return True


class PlayerFinder:
    """Finds the players of an individual event, by the names of a side or the two numbers of its pair."""

    def __init__(self, config: EventRules, findings: Findings) -> None:
        self._findings = findings
        self.found: dict[str, Contestant] = {}

    def find(self, lines: list[Line]) -> list[Line]:
        """Set the players of each line; returns those that count."""
        kept = []
        known = [tuple(_players(side) for side in line.sides) for line in lines]
        spelt = spellings(name for sides in known for names in sides for name in names)
        for line, people in zip(lines, known, strict=True):
            sides = [tuple(spelt[fold(name)] for name in names) for names in people]
            everybody = sides[0] + sides[1]
            if len(set(everybody)) < len(everybody):
                double = next(name for name in everybody if everybody.count(name) > 1)
                self._findings.leave_out(
                    rules.MEETS_ITSELF, line.says(Said("{player} sits at two seats", player=double)), line
                )
                continue
            for name in everybody:
                self.found.setdefault(name, Contestant(name))
            if not everybody:
                message = line.says(Said("no player is known, so the result is compared, and ranks nobody"))
                self._findings.add(rules.CONTESTANT_UNKNOWN, message, line.origin, line.board)
            elif not (sides[0] and sides[1]) and not line.unplayed:
                side = SIDES[bool(sides[0])]
                message = line.says(Said("no player {side} is known, so the result ranks the others alone", side=side))
                self._findings.add(rules.CONTESTANT_UNKNOWN, message, line.origin, line.board)
            line.ns, line.ew = (" & ".join(side) or None for side in sides)
            line.players = sides[0], sides[1]
            kept.append(line)
        return kept


def _players(side: Side) -> tuple[str, ...]:
    """The players of a side: its names, or the two numbers of its pair, as ``3-7``."""
    if side.names or not side.id:
        return side.names
    parts = side.id.replace("-", "+").replace("&", "+").split("+")
    return tuple(part.strip() for part in parts if part.strip())


class TeamFinder:
    """Finds the teams of a match: by the players or pairs that the event lists, else by HomeTeam, VisitTeam and Room.

    The home team sits North-South in the open room and East-West in the closed one.  Without a Room nothing tells,
    unless the event says that the team named first sits North-South at each table.
    """

    def __init__(
        self, config: EventRules, names: Names, findings: Findings, file_teams: Sequence[FileTeam] = ()
    ) -> None:
        self._findings = findings
        self._names = names
        self._file_teams = file_teams
        self._numbers: dict[tuple[str, str], str] = {}
        """By session and number of a team, as the results have them: the team, empty for two of them."""
        self._of_file: dict[tuple[str, str], str] = {}
        """By session and number of a pair, as the results have them: its team, empty for two of them."""
        self._players = {fold(player): team.name for team in config.teams for player in team.players}
        self._pairs = {number: team.name for team in config.teams for number in team.pairs}
        self._teams = {fold(team.name): team.name for team in config.teams}
        self._listed = bool(config.teams)
        self._home_sits_ns = config.home_sits_ns
        self._strangers: dict[str, list[Line]] = defaultdict(list)
        """By a name that the event does not list: its results."""
        self.found = {team.name: Contestant(team.name, team.players) for team in config.teams}

    def find(self, lines: list[Line]) -> list[Line]:
        """Set the teams of each line; returns those that count."""
        if not self._listed:
            numbers = {(team.session, fold(team.id)) for team in self._file_teams if team.id}
            names = (name for line in lines for name in _team_names(line) if (line.session, fold(name)) not in numbers)
            self._teams = spellings([*names, *(team.name for team in self._file_teams)])
        self._learn()
        found = [line for line in lines if self._find(line)]
        self._tell_strangers()
        return found

    def _learn(self) -> None:
        """Take the teams of the results: their numbers, and those of their pairs."""
        for team in self._file_teams:
            players = {self._players[fold(player)] for player in team.players if fold(player) in self._players}
            name = self._named(team.name) or (players.pop() if len(players) == 1 else "")
            if not name:
                continue
            for number in {fold(team.id), fold(team.name)} - {""}:
                _learn_one(self._numbers, (team.session, number), name)
            for pair in team.pairs:
                _learn_one(self._of_file, (team.session, pair), name)

    def _find(self, line: Line) -> bool:
        named = [self._named(line.home, line.session), self._named(line.visit, line.session)]
        if line.room == "closed":
            named.reverse()
        by_room = named if line.room or self._home_sits_ns else ["", ""]
        sides = [
            self._of(side, at, line) or by_room[at] or self._seated(side, line) for at, side in enumerate(line.sides)
        ]
        if not sides[0] and sides[1] and sides[1] in named:
            sides[0] = named[1 - named.index(sides[1])]
        elif not sides[1] and sides[0] and sides[0] in named:
            sides[1] = named[1 - named.index(sides[0])]
        if not all(sides):
            self._leave_out(line, sides)
            return False
        if sides[0] == sides[1]:
            self._findings.leave_out(
                rules.MEETS_ITSELF, line.says(Said("team {team} plays against itself", team=sides[0])), line
            )
            return False
        line.ns, line.ew = sides
        for team in sides:
            self.found.setdefault(team, Contestant(team))
        return True

    def _leave_out(self, line: Line, sides: Sequence[str]) -> None:
        """Leave out a line that does not tell both teams; a name that the event does not list is told once."""
        strangers = [name for name in (line.home, line.visit) if name and not self._named(name, line.session)]
        if line.home and line.visit and not line.room and not strangers:
            why = Said(
                "{home} meets {visit}, but no Room tells which of them sits North-South",
                home=line.home,
                visit=line.visit,
            )
        else:
            missing = [SIDES[at] for at, team in enumerate(sides) if not team]
            why = Said("the team {missing} is not known", missing=listed(missing))
            if self._listed and not strangers:
                who = [" & ".join(side.names) or side.id or "" for side in line.sides]
                strangers = [one for one, team in zip(who, sides, strict=True) if one and not team]
            if strangers:
                why = Said("the event lists no team {strangers}", strangers=listed(strangers))
        self._findings.leave_out(rules.CONTESTANT_UNKNOWN, line.says(why), line, told=not strangers)
        for name in strangers:
            self._strangers[name].append(line)

    def _tell_strangers(self) -> None:
        known = set(self._teams.values())
        for name, lines in self._strangers.items():
            message = Said.counted(
                "the event lists no team {name}{nearest}: {n:,} result is left out",
                "the event lists no team {name}{nearest}: {n:,} results are left out",
                n=len(lines),
                name=name,
                nearest=nearest(name, known),
            )
            self._findings.add(rules.CONTESTANT_UNKNOWN, message, lines[0].origin, lines[0].board)

    def _seated(self, side: Side, line: Line) -> str:
        """The team that a side is called by, which is one of the match where that is told."""
        number = side.id or ""
        if line.home and line.visit:
            own, both = {fold(one.id or "") for one in line.sides}, {fold(line.home), fold(line.visit)}
            # Numbers may be those of teams where they are the ones that meet; one alone may be that of a pair.
            if own != both if number.isdigit() else fold(number) not in both:
                return ""
        return self._named(number, line.session)

    def _named(self, name: str, session: str = "") -> str:
        return self._teams.get(fold(name)) or self._numbers.get((session, fold(name)), "")

    def _of(self, side: Side, at: int, line: Line) -> str:
        session, number = line.session, numbered(line.section, side.id or "")
        if side.id and side.id in self._pairs:
            return self._pairs[side.id]
        if side.id and self._of_file.get((session, number)):
            return self._of_file[session, number]
        names = side.names or (names_of(self._names, session, DIRECTIONS[at], number) if side.id else ())
        teams = {self._players[fold(name)] for name in names if fold(name) in self._players}
        return teams.pop() if len(teams) == 1 else ""


def _learn_one(known: dict[tuple[str, str], str], key: tuple[str, str], name: str) -> None:
    """Take whose a number is; where that is two teams, it tells neither."""
    known[key] = name if known.get(key, name) == name else ""


def _team_names(line: Line) -> tuple[str, ...]:
    """What teams a line speaks of; where it names both of the match, the numbers at the table are those of pairs."""
    if line.home and line.visit:
        return line.home, line.visit
    return tuple(name for name in (line.home, line.visit, *(side.id for side in line.sides)) if name)
