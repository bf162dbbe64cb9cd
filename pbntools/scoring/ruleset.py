"""Rule sets: how a session is scored, as data with named presets and switches.

The sources of the game disagree on a dozen points.  Each point is a switch, each set of answers that somebody plays by
is a preset, and whoever scores by another answer says so with the switch.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from types import MappingProxyType
from typing import Any, Literal

from pbntools.core import Seat

Form = Literal["duplicate", "rubber", "chicago"]
Honours = Literal["none", "any-hand", "declaring-side"]
PassOut = Literal["zero", "redeal-same", "next-dealer"]

ROUND = 4
"""The deals of one round of Chicago."""
MOST_POINTS = 10_000
MOST_DEALS = 1_000
_LONGEST = 100


@dataclass(frozen=True, slots=True)
class RuleSet:
    """How a session is scored.  ``base`` is the preset that `differences` compares with.

    `RuleSet.preset` gives a preset, `RuleSet.from_toml` reads a set, `with_switches` changes one; all three refuse what
    does not exist and what has no meaning in the form of the game.  ValueError on a base, form or value that does not
    exist, and on the name of a preset for a set of another base.
    """

    name: str
    form: Form
    base: str
    source: str = field(default="", compare=False)
    undertricks: Literal["current", "pre1987"] = "current"
    redoubled_insult: int = 100
    """Points for making a redoubled contract."""
    rubber_bonus: tuple[int, int] = (700, 500)
    """Points for a rubber of two games to none, and of two games to one."""
    honours: Honours = "none"
    part_score: Literal["carry", "per-deal"] = "carry"
    part_score_bonus: int = 50
    """With part scores per deal: points for each."""
    last_part_score: int = 100
    """With part scores carried: points for one on the last deal of a round that completes no game."""
    pass_out: PassOut = "zero"
    chicago_vulnerability: Literal["dealer", "non-dealer"] = "dealer"
    deals: int = ROUND
    """The deals of a match of Chicago, in rounds of four."""
    rubbers: int = 0
    """The agreed number of rubbers; 0 for any number."""
    first_dealer: Seat | None = None
    """Who deals first; None for whoever the first record names."""
    rubber_winner: Literal["points", "games"] = "points"
    unfinished_game: int = 300
    unfinished_part: int = 100

    def __post_init__(self) -> None:
        form = _FORMS.get(self.base)
        if form is None:
            raise ValueError(f"{self.base!r} is not a rule set{_choices(str(self.base), _FORMS)}")
        if self.form != form:
            raise ValueError(f"{self.base} is a rule set of {form}, not of {self.form}")
        if self.name in _FORMS and self.name != self.base:
            raise ValueError(
                f"{self.name!r} is the name of a preset, and this set is based on {self.base}: name it otherwise"
            )
        for switch in SWITCHES.values():
            switch.check(getattr(self, switch.attribute))

    @classmethod
    def preset(cls, name: str) -> RuleSet:
        """The preset of this name; ValueError, which lists the presets, otherwise."""
        if not isinstance(name, str):
            raise TypeError(f"a rule set is a RuleSet or the name of a preset, not {name!r}")
        found = PRESETS.get(name)
        if found is None:
            raise ValueError(f"{name[:_LONGEST]!r} is not a rule set{_choices(name, PRESETS)}")
        return found

    @classmethod
    def from_toml(cls, text: str, name: str = "custom") -> RuleSet:
        """A rule set from TOML text: ``base`` is a preset, ``name`` the set's own, all else are switches.

        ``name`` is what the set is called where the text does not say.  Raises ValueError on text that is not TOML, and
        on a base, switch or value that does not exist.
        """
        from pbntools.toml_text import TomlError, toml_values

        try:
            values = toml_values(text)
        except TomlError as error:
            raise ValueError(f"not valid TOML: {error}") from None
        if "base" not in values:
            raise ValueError(f'no base is given: expected a line such as base = "rubber"; {_listed(PRESETS)}')
        base, own = values.pop("base"), values.pop("name", name)
        if not isinstance(base, str) or not isinstance(own, str) or not own or not own.isprintable():
            raise ValueError('base and name are texts, as in base = "rubber"')
        return replace(cls.preset(base).with_switches(values), name=own[:_LONGEST])

    def with_switches(self, values: Mapping[str, object]) -> RuleSet:
        """The set with other switches, by name: ``{"honours": "none", "rubber-bonus": "750/500"}``.

        Raises ValueError, which lists the choices, on a switch or value that does not exist, on a switch that the form
        of the game has no use for, and on one that another one makes idle.
        """
        changes: dict[str, Any] = {}
        allowed = [switch.name for switch in SWITCHES.values() if self.form in switch.forms]
        for name, value in values.items():
            switch = SWITCHES.get(name)
            if switch is None:
                raise ValueError(f"{name[:_LONGEST]!r} is not a switch{_choices(name, allowed)}")
            if self.form not in switch.forms:
                raise ValueError(f"{name} has no meaning in {self.form}; its switches are {', '.join(allowed)}")
            changes[switch.attribute] = switch.read(value)
        found = replace(self, **changes)
        for name, partner in (("part_score_bonus", "per-deal"), ("last_part_score", "carry")):
            if name in changes and found.part_score != partner:
                raise ValueError(f"{name.replace('_', '-')} goes with part-score={partner}")
        return found

    @property
    def each_deal_alone(self) -> bool:
        """Whether no part score is carried to the next deal."""
        return self.form == "duplicate" or (self.form == "chicago" and self.part_score == "per-deal")

    def switches(self) -> dict[str, str]:
        """Every switch that the form of the game knows, with its value as text."""
        return {
            switch.name: switch.show(getattr(self, switch.attribute))
            for switch in SWITCHES.values()
            if self.form in switch.forms
        }

    def differences(self) -> dict[str, str]:
        """The switches that differ from the preset ``base``, with their values as text."""
        preset = PRESETS[self.base].switches()
        return {name: value for name, value in self.switches().items() if preset[name] != value}

    def __str__(self) -> str:
        name = self.name if self.name == self.base else f"{self.name} (from {self.base})"
        changed = ", ".join(f"{switch}={value}" for switch, value in self.differences().items())
        return f"{name} with {changed}" if changed else name


@dataclass(frozen=True, slots=True)
class Switch:
    """One point on which rule sets differ: ``choices`` says what values there are, ``forms`` where it matters."""

    name: str
    forms: tuple[Form, ...]
    choices: str
    meaning: str
    convert: Callable[[str], Any] = field(repr=False)
    show: Callable[[Any], str] = field(default=str, repr=False)

    @property
    def attribute(self) -> str:
        """The name of the field of `RuleSet`."""
        return self.name.replace("-", "_")

    def __reduce__(self) -> tuple[Callable[[str], Switch], tuple[str]]:
        # The functions cannot be pickled; there is one switch of each name.
        return _switch, (self.name,)

    def read(self, value: object) -> Any:
        """The value of a text, or of a whole number; ValueError, which lists the choices, on anything else."""
        text = value if isinstance(value, str) else None
        try:
            if isinstance(value, int) and not isinstance(value, bool):
                text = str(value)
            if text is None:
                raise ValueError
            return self.convert(text)
        except ValueError:
            shown = _quoted(value)
            raise ValueError(f"{shown} is not a value of {self.name}: expected {self.choices}") from None

    def check(self, value: object) -> None:
        """Raise ValueError, which lists the choices, on what is not a value of the field of `RuleSet`."""
        try:
            if type(value) is not bool and self.convert(self.show(value)) == value:
                return
        except (ValueError, TypeError, LookupError):
            pass
        raise ValueError(f"{_quoted(value)} is not a value of {self.attribute}: expected {self.choices}")


def _switch(name: str) -> Switch:
    return SWITCHES[name]


def parse_switches(texts: Iterable[str]) -> dict[str, str]:
    """``["honours=none"]`` as names and values; ValueError on a text without ``=`` and on a switch given twice."""
    found: dict[str, str] = {}
    for text in texts:
        name, sign, value = text.partition("=")
        name = name.strip()
        if not sign:
            raise ValueError(f"{text[:_LONGEST]!r} is not NAME=VALUE: expected a switch such as honours=none")
        if name in found:
            raise ValueError(f"{name[:_LONGEST]} is set twice")
        found[name] = value.strip()
    return found


def _quoted(value: object) -> str:
    """A value as messages show it, cut where it is long."""
    if isinstance(value, str):
        return repr(value[:_LONGEST])
    if isinstance(value, int) and abs(value) >= 10**_LONGEST:
        return "a number so long"
    text = repr(str(value) if isinstance(value, int) and not isinstance(value, bool) else value)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"


def _choices(name: str, known: Iterable[str]) -> str:
    # Slow to import, and wanted only for a message.
    import difflib

    known = list(known)
    near = difflib.get_close_matches(name[:_LONGEST], known, n=1)
    hint = f": did you mean {near[0]!r}? " if near else ": "
    return hint + _listed(known)


def _listed(names: Iterable[str]) -> str:
    return f"expected one of {', '.join(names)}"


def _whole(least: int, most: int, step: int = 1) -> Callable[[str], int]:
    def convert(text: str) -> int:
        if not text.isascii() or not text.isdigit() or len(text) > 9:
            raise ValueError
        number = int(text)
        if not least <= number <= most or number % step:
            raise ValueError
        return number

    return convert


_points = _whole(0, MOST_POINTS, 10)


def _pair(text: str) -> tuple[int, int]:
    first, _, second = text.partition("/")
    return _points(first.strip()), _points(second.strip())


def _one_of(*names: str) -> Callable[[str], str]:
    def convert(text: str) -> str:
        if text not in names:
            raise ValueError
        return text

    return convert


def _word(name: str, forms: tuple[Form, ...], words: tuple[str, ...], meaning: str) -> Switch:
    return Switch(name, forms, " or ".join([", ".join(words[:-1]), words[-1]]), meaning, _one_of(*words))


def _dealer(text: str) -> Seat | None:
    return None if text == "recorded" else Seat.parse(text)


_ALL: tuple[Form, ...] = ("duplicate", "rubber", "chicago")
_TABLE: tuple[Form, ...] = ("rubber", "chicago")
_POINTS = f"points, 0 to {MOST_POINTS}, in tens"

_SWITCHES = (
    Switch(
        "rubber-bonus",
        ("rubber",),
        "two numbers of points, as in 700/500",
        "for winning the rubber by two games to none, and by two to one",
        _pair,
        lambda pair: f"{pair[0]}/{pair[1]}",
    ),
    _word(
        "honours",
        _TABLE,
        ("none", "any-hand", "declaring-side"),
        "whose honours score: four trump honours in one hand 100, five 150, four aces at notrump 150",
    ),
    _word(
        "part-score",
        ("chicago",),
        ("carry", "per-deal"),
        "whether part scores add up to a game, or each deal stands alone",
    ),
    Switch("part-score-bonus", ("chicago",), _POINTS, "for each part score, where each deal stands alone", _points),
    Switch(
        "last-part-score",
        ("chicago",),
        _POINTS,
        "for a part score on the last deal of a round that completes no game, where part scores are carried",
        _points,
    ),
    _word(
        "pass-out",
        _TABLE,
        ("zero", "redeal-same", "next-dealer"),
        "a pass-out is a deal of 0 points; is dealt again by the same dealer and not counted; or is not counted, and "
        "the next player deals",
    ),
    _word(
        "chicago-vulnerability",
        ("chicago",),
        ("dealer", "non-dealer"),
        "which side is vulnerable on the second and third deal",
    ),
    Switch(
        "deals",
        ("chicago",),
        f"a multiple of four up to {MOST_DEALS}, as 4 or 8",
        "the deals of a match, in rounds of four; each round ends with its last-deal rule and starts from nothing, and "
        "deals after the last one are another match",
        _whole(ROUND, MOST_DEALS, ROUND),
    ),
    Switch(
        "rubbers",
        ("rubber",),
        "a number of rubbers up to 1000, or 0 for any number",
        "the agreed number of rubbers; deals after the last one are not scored",
        _whole(0, 1000),
    ),
    Switch(
        "first-dealer",
        _TABLE,
        "N, E, S, W or recorded",
        "who deals first; recorded: whoever the first record names",
        _dealer,
        lambda seat: "recorded" if seat is None else str(seat),
    ),
    _word(
        "rubber-winner",
        ("rubber",),
        ("points", "games"),
        "the side with more points wins, or the one with two games; several rubbers then go to who won more of them",
    ),
    Switch("unfinished-game", ("rubber",), _POINTS, "in an unfinished rubber, for the only side with a game", _points),
    Switch(
        "unfinished-part",
        ("rubber",),
        _POINTS,
        "in an unfinished rubber, for the only side with a part score in the game that is under way",
        _points,
    ),
    _word(
        "undertricks",
        _ALL,
        ("current", "pre1987"),
        "doubled and not vulnerable: 100, 300, 500, then 300 more each; or 100, then 200 more each",
    ),
    Switch(
        "redoubled-insult",
        _ALL,
        "100 or 50",
        "for making a redoubled contract",
        lambda text: int(_one_of("100", "50")(text)),
    ),
)
SWITCHES: Mapping[str, Switch] = MappingProxyType({switch.name: switch for switch in _SWITCHES})
"""Every switch by its name."""

_FORMS: dict[str, Form] = {
    **dict.fromkeys(("duplicate", "duplicate-pre1987"), "duplicate"),
    **dict.fromkeys(("rubber", "rubber-750", "rubber-plain", "rubber-redeal"), "rubber"),
    **dict.fromkeys(("chicago", "chicago-uk", "chicago-duplicate"), "chicago"),
}
"""The form of the game of each preset."""

_RUBBER_LAWS = "Laws of Contract Bridge (rubber, ACBL, numbering of 1993), 72 to 74"
_UNFINISHED = "unfinished rubber 300 and 100: handbooks, after the laws since 1993 (number not verified)"
_CHICAGO = "four-deal bridge as the ACBL describes it"


def _preset(name: str, form: Form, source: str, **switches: Any) -> RuleSet:
    return RuleSet(name=name, form=form, base=name, source=source, **switches)


def _presets() -> Iterable[RuleSet]:
    yield _preset("duplicate", "duplicate", "Laws of Duplicate Bridge 2017, Law 77")
    yield _preset(
        "duplicate-pre1987",
        "duplicate",
        "the laws before 1987, after a help file of 1994: doubled undertricks not vulnerable 100, then 200 each",
        undertricks="pre1987",
    )
    rubber = _preset("rubber", "rubber", f"{_RUBBER_LAWS}; {_UNFINISHED}", honours="any-hand", pass_out="next-dealer")
    yield rubber
    yield replace(
        rubber,
        name="rubber-750",
        base="rubber-750",
        source="an encyclopaedia article; no second source for the 750 is known",
        rubber_bonus=(750, 500),
        honours="declaring-side",
    )
    yield replace(
        rubber,
        name="rubber-plain",
        base="rubber-plain",
        source="a comparison of Chicago with rubber, rule by rule",
        honours="none",
        rubber_winner="games",
    )
    yield replace(
        rubber,
        name="rubber-redeal",
        base="rubber-redeal",
        source="the rules page of a game site",
        pass_out="redeal-same",
    )
    yield _preset("chicago", "chicago", _CHICAGO, pass_out="redeal-same")
    yield _preset(
        "chicago-uk",
        "chicago",
        "British practice as D. Stevenson describes it",
        honours="any-hand",
        pass_out="redeal-same",
    )
    yield _preset(
        "chicago-duplicate",
        "chicago",
        "the rules page of a game site; named as a variant by D. Stevenson",
        honours="any-hand",
        part_score="per-deal",
        pass_out="redeal-same",
    )


PRESETS: Mapping[str, RuleSet] = MappingProxyType({rules.name: rules for rules in _presets()})
"""Every preset by its name."""


def rule_set(rules: RuleSet | str) -> RuleSet:
    """The rule set itself, or the preset of this name; ValueError where there is none."""
    return rules if isinstance(rules, RuleSet) else RuleSet.preset(rules)
