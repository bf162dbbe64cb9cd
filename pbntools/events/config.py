"""``event.toml``: what an event is, and how it is scored and ranked."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Literal, cast

from pbntools.events.awards import HALF, Artificial, Award, parse_award
from pbntools.events.butler import METHODS, Datum, Method
from pbntools.events.cross_imps import DIVISORS, Divisor
from pbntools.events.doubles import refuse_doubles
from pbntools.events.imps import AVERAGE_IMPS
from pbntools.events.instant import InstantScores
from pbntools.events.keys import ConfigError, Keys, exact
from pbntools.events.knockout import KnockoutRules
from pbntools.events.match_config import IN_IMPS, knockout_rules, refuse_without_meaning
from pbntools.events.matchpoints import FACTORINGS, MatchpointRules
from pbntools.events.percentages import refuse_beyond, refuse_percentages
from pbntools.events.race_config import refuse_in_races
from pbntools.events.rounding import TIES, Ties
from pbntools.events.row_results import is_score
from pbntools.events.scales import Scale, ScaleError, ScaleFileError, refuse_unit, scale_from_toml, scale_named
from pbntools.events.spelling import board_label
from pbntools.said import Said, said_of
from pbntools.toml_text import TomlError, toml_values

Form = Literal[
    "pairs", "individual", "imp-pairs", "butler", "instant", "teams", "swiss", "knock-out", "bam", "patton",
    "total-points",
]  # fmt: skip
RACES: tuple[Form, ...] = ("pairs", "individual", "imp-pairs", "butler", "instant")
"""Forms in which everybody is compared with everybody: they take the pairs' ladder."""
MATCHES: tuple[Form, ...] = ("teams", "swiss", "knock-out", "bam", "patton", "total-points")
"""Forms that are made of matches: they take the teams' ladder."""
FORMS = RACES + MATCHES
LADDERS = {
    "teams": ("mutual-match", "mutual-imps", "imp-total", "wins", "lot"),
    "teams without IMPs": ("mutual-match", "wins", "lot"),
    "pairs": ("sessions", "weighted-sessions", "boards", "lot"),
}
"""The steps by which ties are broken (the regulation of a federation, article 10)."""
_METHODS = {
    "pairs": "matchpoints", "imp-pairs": "cross-imps", "butler": "butler", "instant": "instant", "teams": "imps",
    "swiss": "imps", "knock-out": "imps", "bam": "board-a-match", "patton": "patton", "total-points": "total-points",
}  # fmt: skip
_PENALTY = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,6})?)\s*(% of a top|%|MP|IMPs?|VP|points)")
_POINTS = re.compile(r"[+-]?[0-9]{1,5}")
_PLAYERS = 64
_MOST_IMPS = 24


@dataclass(frozen=True, slots=True)
class Team:
    """A team, or a pair with a number: its name, its players, and the numbers of the pairs that play for it."""

    name: str
    players: tuple[str, ...] = ()
    pairs: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Stretch:
    """A session or a round: its name, its files, and its weight."""

    name: str
    files: tuple[str, ...] = ()
    weight: Fraction = Fraction(1)


@dataclass(frozen=True, slots=True)
class Penalty:
    """What is taken from one contestant alone; ``unit``: ``% of a top``, ``%``, ``MP``, ``IMP``, ``VP``, ``points``.

    It belongs to a session, or in an event of matches to a round, where it names one.
    """

    to: str
    amount: Fraction
    unit: str
    session: str | None = None
    why: str = ""
    round: str | None = None

    def __str__(self) -> str:
        from pbntools.events.rounding import short_text

        unit = self.unit if self.unit.startswith("%") else f" {self.unit}"
        return f"{short_text(self.amount)}{unit}"


@dataclass(frozen=True, slots=True)
class Adjustment:
    """A score that the director assigned on a board (Law 12C): to the result of the contestant ``at``."""

    board: str
    at: str
    ns: Award
    ew: Award
    session: str | None = None
    round: str | None = None
    why: str = ""


@dataclass(frozen=True, slots=True)
class Fouled:
    """A board that was played in several forms: the North-South contestants of each group (Law 87)."""

    board: str
    groups: tuple[frozenset[str], ...]
    session: str | None = None


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on after a session: so many, or the share of the field, or those with at least a score."""

    after: str
    keep: int | None = None
    share: Fraction | None = None
    least: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """A team that gives up a match after so many boards, None for those that there are (regulation, article 10h)."""

    team: str
    round: str
    boards: int | None = None


@dataclass(frozen=True, slots=True)
class EventRules:
    """Everything that an event file says, checked."""

    form: Form
    name: str = ""
    method: str = ""
    matchpoints: MatchpointRules = field(default_factory=MatchpointRules)
    full: int | None = None
    not_played: Award = None
    session_rule: bool = False
    divisor: Divisor = "comparisons"
    datum: Datum = field(default_factory=Datum)
    leaders: frozenset[str] = frozenset()
    fixed: Mapping[tuple[str, str], Fraction] = field(default_factory=dict)
    """By session or round, empty for all of them, and board: its datum."""
    average_imps: Fraction = Fraction(AVERAGE_IMPS)
    instant: InstantScores | None = None
    board_is: Literal["session", "round"] = "session"
    home_sits_ns: bool = False
    winners: int | None = None
    identify: Literal["auto", "id", "names"] = "auto"
    scale: Scale | None = None
    scale_boards: int | None = None
    patton_aggregate: Literal["points", "imps"] = "points"
    patton_boards: Scale | None = None
    ladder: tuple[str, ...] = ()
    imp_total: Literal["net", "gained"] = "net"
    missing_session: Literal["zero", "drop"] = "zero"
    swiss_repeats: Literal["avoid", "allow"] = "avoid"
    swiss_every: int = 1
    bye_points: Fraction | None = None
    knockout: KnockoutRules = field(default_factory=KnockoutRules)
    teams: tuple[Team, ...] = ()
    sessions: tuple[Stretch, ...] = ()
    rounds: tuple[Stretch, ...] = ()
    penalties: tuple[Penalty, ...] = ()
    adjustments: tuple[Adjustment, ...] = ()
    fouled: tuple[Fouled, ...] = ()
    byes: tuple[tuple[str, str], ...] = ()
    """Teams with a bye, and the round."""
    withdrawals: tuple[Withdrawal, ...] = ()
    cuts: tuple[Cut, ...] = ()
    carry_over: Mapping[str, Fraction] = field(default_factory=dict)
    carry_over_weight: Fraction = Fraction(1)

    @property
    def is_race(self) -> bool:
        """Whether everybody is compared with everybody."""
        return self.form in RACES

    @property
    def in_imps(self) -> bool:
        """Whether it is made of matches whose boards are scored by IMPs."""
        return self.form in IN_IMPS

    @property
    def unit(self) -> str:
        """What the ranking is in: ``%``, ``IMP``, ``VP`` or ``points``."""
        if self.method in ("matchpoints", "instant"):
            return "%"
        if self.form == "patton":
            return "points"
        if self.method in ("board-a-match", "total-points"):
            return "points"
        return "VP" if self.scale is not None and self.form != "knock-out" else "IMP"

    def weight(self, session: str) -> Fraction:
        """The weight of a session, 1 unless the event says otherwise."""
        return next((stretch.weight for stretch in self.sessions if stretch.name == session), Fraction(1))


def parse_event(text: str, files: Mapping[str, str] | None = None) -> EventRules:
    """Read an event file.  ``files`` holds the texts of the scales that it names, by the name it gives them.

    Raises `ConfigError`, or `ScaleError` for a scale; both are ValueErrors and say what is wrong.
    """
    try:
        values = toml_values(text)
    except TomlError as error:
        raise ConfigError(Said("it is no TOML: {error}", error=said_of(error))) from None
    keys = Keys(values, Said("the event"))
    form = keys.text("form")
    if form not in FORMS:
        what = Said("no form is given") if form is None else Said("form is {form}", form=repr(form))
        raise ConfigError(Said("{what}: expected one of {forms}", what=what, forms=FORMS))
    known = form
    refuse_without_meaning(values, known)
    if known in RACES:
        refuse_in_races(values, known)
    rules = EventRules(
        form=known,
        name=keys.text("name") or "",
        **_scoring(keys.table("scoring"), known),
        **_scale(keys, files or {}, known),
        **_ranking(keys.table("ranking"), known),
        **_swiss(keys.table("swiss")),
        knockout=knockout_rules(keys.table("knock-out")),
        teams=_teams(keys, known),
        sessions=tuple(map(_stretch, keys.tables("session"))),
        rounds=tuple(map(_stretch, keys.tables("round"))),
        penalties=tuple(map(_penalty, keys.tables("penalty"))),
        adjustments=tuple(map(_adjustment, keys.tables("adjustment"))),
        fouled=tuple(map(_fouled, keys.tables("fouled"))),
        byes=tuple(map(_bye, keys.tables("bye"))),
        withdrawals=tuple(map(_withdrawal, keys.tables("withdrawal"))),
        cuts=tuple(map(_cut, keys.tables("cut"))),
        carry_over=keys.numbers("carry-over"),
        carry_over_weight=keys.number("carry-over-weight", Fraction(1), least=0) or Fraction(0),
    )
    keys.done()
    refuse_doubles(rules)
    refuse_percentages(rules)
    return rules


def scale_files(text: str) -> list[str]:
    """The names of the files with scales that an event names; nothing where it is no TOML."""
    try:
        values = toml_values(text)
    except TomlError:
        return []
    tables = [values.get("scale"), values.get("patton")]
    names = [table.get(key) for table in tables if isinstance(table, dict) for key in ("file", "boards-file")]
    return [name for name in names if isinstance(name, str)]


def _scoring(keys: Keys, form: Form) -> dict[str, Any]:
    methods = ("matchpoints", "cross-imps", "butler", "instant")
    method = keys.word("method", methods, "matchpoints") if form == "individual" else _METHODS[form]
    small = keys.raw("small-groups")
    try:
        matchpoints = MatchpointRules(
            cast("int", keys.whole("matchpoints", 2, 1, 2)),
            cast("Any", keys.word("factoring", FACTORINGS, "neuberg")),
            keys.number("round", least=0),
            _small_groups(small),
        )
        not_played = parse_award(keys.text("not-played") or "NP")
    except ValueError as error:
        raise error if isinstance(error, ConfigError) else ConfigError(said_of(error)) from None
    if isinstance(not_played, int):
        raise ConfigError(Said("not-played in [scoring] is a number of points: expected NP, A+, A, A- or a percentage"))
    imps = keys.number("not-played-imps")
    if imps is not None:
        if not_played is not None or abs(imps) > _MOST_IMPS:
            raise ConfigError(
                Said(
                    "not-played-imps in [scoring] are the IMPs of both sides for a board not played, {least} to"
                    " {most}, instead of not-played",
                    least=-_MOST_IMPS,
                    most=_MOST_IMPS,
                )
            )
        not_played = Artificial(HALF, imps)
    datum = _datum(keys, form, method)
    instant = keys.raw("instant")
    found = {
        "method": method,
        "matchpoints": matchpoints,
        "full": keys.whole("full", None, 1),
        "not_played": not_played,
        "session_rule": keys.flag("session-rule", default=False),
        "divisor": keys.word("divisor", DIVISORS, "comparisons"),
        "datum": datum,
        "leaders": frozenset(keys.texts("leaders")),
        "fixed": _fixed(keys.raw("fixed")),
        "average_imps": keys.number("average-imps", Fraction(AVERAGE_IMPS), least=0),
        "instant": None if instant is None else _instant(instant),
        "board_is": keys.word("boards", ("session", "round"), "session" if form in RACES else "round"),
        "home_sits_ns": keys.flag("home-sits-ns", default=False),
        "winners": keys.whole("winners", None, 1, 2),
        "identify": keys.word("identify", ("auto", "id", "names"), "auto"),
    }
    keys.done()
    if datum.method == "fixed" and not found["fixed"]:
        raise ConfigError(Said("the datum is fixed: give it by board in [scoring.fixed]"))
    if datum.method == "leaders" and not found["leaders"]:
        raise ConfigError(
            Said("the datum is that of the leaders: name their North-South pairs in leaders in [scoring]")
        )
    return found


def _small_groups(value: Any) -> dict[int, tuple[Fraction, ...]]:
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ConfigError(Said("small-groups in [scoring]: expected a table, as 2 = [65, 55]"))
    found = {}
    for number, shares in value.items():
        if not number.isdigit() or not isinstance(shares, list) or len(shares) != int(number):
            raise ConfigError(
                Said(
                    "small-groups in [scoring]: {number} = {shares}: expected a percentage for each place",
                    number=number,
                    shares=repr(shares),
                )
            )
        where = Said("small-groups in [scoring]")
        found[int(number)] = tuple(refuse_beyond(exact(share, where) / 100, where) for share in shares)
    return found


def _fixed(value: Any) -> dict[tuple[str, str], Fraction]:
    """The datums by board, or by session, or round, and board."""
    if value is None:
        return {}
    if not isinstance(value, dict):
        raise ConfigError(
            Said("fixed in [scoring] is {value}: expected a table of boards and datums", value=repr(value))
        )
    found = {}
    for name, item in value.items():
        if isinstance(item, dict):
            for board, datum in item.items():
                found[name, board_label(board)] = exact(
                    datum, Said("{board} in [scoring.fixed.{name}]", board=board, name=name)
                )
        else:
            found["", board_label(name)] = exact(item, Said("{name} in [scoring.fixed]", name=name))
    return found


def _datum(keys: Keys, form: Form, method: str) -> Datum:
    name = keys.word("datum", METHODS, "")
    if method == "butler" and not name:
        raise ConfigError(
            Said(
                'a {form} event scored by Butler names its datum: write datum = "mean" in [scoring], or one of'
                " {methods}",
                form=form,
                methods=tuple(METHODS),
            )
        )
    trim = keys.number("trim", Fraction(1), least=0) or Fraction(0)
    step = keys.whole("datum-step", 10, 0, 1000)
    ties = keys.word("datum-ties", TIES, "half-away")
    if name == "trim" and (trim.denominator != 1 or trim < 0):
        raise ConfigError(
            Said("trim in [scoring] is the number of results left out at each end: expected a whole number")
        )
    if name == "trim-share" and not 0 <= trim < Fraction(1, 2):
        raise ConfigError(Said("trim in [scoring] is the share left out at each end: expected 0 to 0.49"))
    return Datum(cast("Method", name or "mean"), trim, step or None, cast("Ties", ties))


def _instant(value: Any) -> InstantScores:
    if not isinstance(value, dict) or not value:
        raise ConfigError(Said("instant in [scoring]: expected a table of North-South's points and percentages"))
    scores = {}
    for points, share in value.items():
        if not _POINTS.fullmatch(points):
            raise ConfigError(
                Said(
                    '[scoring.instant] has {points}: expected North-South\'s points, such as "-50"', points=repr(points)
                )
            )
        where = Said("{points} in [scoring.instant]", points=points)
        if not is_score(int(points)):
            raise ConfigError(Said("{where} is no score that any contract comes to", where=where))
        scores[int(points)] = refuse_beyond(exact(share, where) / 100, where)
    return InstantScores.of_scores(scores)


def _scale(keys: Keys, files: Mapping[str, str], form: Form) -> dict[str, Any]:
    table, patton = keys.table("scale"), keys.table("patton")
    name, file = table.text("name"), table.text("file")
    found: dict[str, Any] = {"scale_boards": table.whole("boards", None, 1, 1000)}
    table.done()
    if name is not None and file is not None:
        raise ConfigError(Said("[scale] has a name and a file: expected one of them"))
    if file is not None:
        found["scale"] = _loaded(file, files)
    elif name is not None:
        found["scale"] = scale_named(name)
    elif form in ("teams", "swiss"):
        raise ConfigError(
            Said('a {form} event needs a scale: write [scale] name = "wbf2013", or file = "scale.toml"', form=form)
        )
    found["patton_aggregate"] = patton.word("aggregate", ("points", "imps"), "points")
    boards_file = patton.text("boards-file")
    if boards_file is not None:
        found["patton_boards"] = _loaded(boards_file, files)
    patton.done()
    if boards_file is not None:
        refuse_unit(found["patton_boards"], "boards", Said("the lead in boards of a Patton"), "")
    if form == "patton" and "scale" in found:
        by_imps = found["patton_aggregate"] == "imps"
        other = "" if by_imps else Said(', or write aggregate = "imps" in [patton]')
        refuse_unit(found["scale"], "IMPs" if by_imps else "points", Said("the aggregate of this Patton"), other)
    elif "scale" in found:
        refuse_unit(found["scale"], "IMPs", Said("the margin in a {form} event", form=form), "")
    if form == "patton" and "scale" not in found:
        raise ConfigError(
            Said(
                "a Patton has no scale of its own: load the one of the event for the aggregate, [scale] file ="
                ' "scale.toml"'
            )
        )
    return found


def _loaded(file: str, files: Mapping[str, str]) -> Scale:
    if file not in files:
        raise ConfigError(Said("the scale {file} was not read", file=file))
    try:
        return scale_from_toml(files[file])
    except ScaleError as error:
        raise ScaleFileError(file, said_of(error)) from None


def _ranking(keys: Keys, form: Form) -> dict[str, Any]:
    standard = LADDERS["pairs" if form in RACES else "teams" if form in IN_IMPS else "teams without IMPs"]
    ladder = keys.texts("ladder") or standard
    wrong = [step for step in ladder if step not in standard]
    if wrong:
        why = (
            Said(", and a {form} event has no IMPs", form=form)
            if form in MATCHES and wrong[0] in LADDERS["teams"]
            else ""
        )
        raise ConfigError(
            Said(
                "ladder in [ranking] has the step {step}{why}: expected {standard}",
                step=repr(wrong[0]),
                why=why,
                standard=tuple(standard),
            )
        )
    found = {
        "ladder": ladder,
        "imp_total": keys.word("imp-total", ("net", "gained"), "net"),
        "missing_session": keys.word("missing-session", ("zero", "drop"), "zero"),
    }
    keys.done()
    return found


def _swiss(keys: Keys) -> dict[str, Any]:
    found = {
        "swiss_repeats": keys.word("repeats", ("avoid", "allow"), "avoid"),
        "swiss_every": keys.whole("every", 1, 1, 2),
        "bye_points": keys.number("bye", least=0),
    }
    keys.done()
    return found


def _teams(keys: Keys, form: Form) -> tuple[Team, ...]:
    kinds = keys.tables("team"), keys.tables("pair")
    if any(kinds) and bool(kinds[0]) == (form in RACES):
        raise ConfigError(
            Said("a {form} event has {table} entries", form=form, table="[[pair]]" if form in RACES else "[[team]]")
        )
    found = []
    for table in kinds[0] or kinds[1]:
        name = table.needed("name" if kinds[0] else "id")
        players = table.texts("players" if kinds[0] else "names")
        pairs = table.texts("pairs") if kinds[0] else ()
        table.done()
        if len(players) > _PLAYERS:
            raise ConfigError(
                Said(
                    "{name} has {n} players: expected {most} at the most",
                    name=name,
                    n=len(players),
                    most=_PLAYERS,
                )
            )
        found.append(Team(name, players, pairs))
    return tuple(found)


def _stretch(keys: Keys) -> Stretch:
    found = Stretch(keys.needed("name"), keys.texts("files"), keys.number("weight", Fraction(1)) or Fraction(0))
    keys.done()
    if found.weight <= 0:
        raise ConfigError(Said("the weight of {name} is not above 0", name=found.name))
    return found


def _penalty(keys: Keys) -> Penalty:
    to, amount = keys.needed("to"), keys.needed("amount")
    match = _PENALTY.fullmatch(amount)
    if match is None:
        raise ConfigError(
            Said(
                "the penalty of {to} is {amount}: expected such as 25% of a top, 2%, 6 MP, 3 IMP, 1 VP, 100 points",
                to=to,
                amount=repr(amount),
            )
        )
    found = Penalty(
        to, Fraction(match[1]), match[2].removesuffix("s") if match[2] != "points" else match[2],
        keys.text("session"), keys.text("why") or "", keys.text("round"),
    )  # fmt: skip
    keys.done()
    return found


def _award(keys: Keys, key: str) -> Award:
    text = keys.needed(key)
    try:
        return parse_award(text)
    except ValueError as error:
        raise ConfigError(Said("{where}: {what}", where="[[adjustment]]", what=said_of(error))) from None


def _adjustment(keys: Keys) -> Adjustment:
    board, at = board_label(keys.needed("board")), keys.needed("at")
    both = keys.text("score")
    if both is not None:
        try:
            ns = ew = parse_award(both)
        except ValueError as error:
            raise ConfigError(Said("{where}: {what}", where="[[adjustment]]", what=said_of(error))) from None
        if isinstance(ns, Artificial) and ns.share != HALF:
            raise ConfigError(
                Said(
                    "the adjustment of board {board} is {both}, which does not tell what the other side gets: write ns"
                    " and ew",
                    board=board,
                    both=repr(both),
                )
            )
    else:
        ns, ew = _award(keys, "ns"), _award(keys, "ew")
    found = Adjustment(board, at, ns, ew, keys.text("session"), keys.text("round"), keys.text("why") or "")
    keys.done()
    return found


def _fouled(keys: Keys) -> Fouled:
    board, session, groups = board_label(keys.needed("board")), keys.text("session"), keys.raw("groups")
    keys.done()
    if not isinstance(groups, list) or len(groups) < 2 or not all(isinstance(group, list) for group in groups):
        raise ConfigError(
            Said("[[fouled]] board {board}: groups are at least two lists of North-South contestants", board=board)
        )
    members = [str(member) for group in groups for member in group]
    double = next((member for member in members if members.count(member) > 1), None)
    if double is not None:
        raise ConfigError(Said("[[fouled]] board {board}: {double} is in the groups twice", board=board, double=double))
    return Fouled(board, tuple(frozenset(str(member) for member in group) for group in groups), session)


def _bye(keys: Keys) -> tuple[str, str]:
    found = keys.needed("team"), keys.needed("round")
    keys.done()
    return found


def _withdrawal(keys: Keys) -> Withdrawal:
    found = Withdrawal(keys.needed("team"), keys.needed("round"), keys.whole("boards", None, 0, 1000))
    keys.done()
    return found


def _cut(keys: Keys) -> Cut:
    after = keys.needed("after")
    keep, share, least = keys.whole("keep", None, 1), keys.number("percent"), keys.number("least")
    keys.done()
    if (keep, share, least).count(None) != 2:
        raise ConfigError(
            Said("the cut after {after} is by one of keep, percent (of the field) and least (score)", after=after)
        )
    if share is not None and not 0 < share <= 100:
        raise ConfigError(Said("the cut after {after} keeps {share}%: expected 0 to 100", after=after, share=share))
    return Cut(after, keep, None if share is None else share / 100, least)
