"""Whom an event file means: a contestant's key, or another way of writing its name or number that fits one alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from pbntools.events.config import EventRules
from pbntools.events.doubles import refuse_doubles
from pbntools.events.keys import ConfigError
from pbntools.events.mentions import is_of_section
from pbntools.events.spelling import fold
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.events.contestants import Contestant

_Value = TypeVar("_Value")


def addressed(config: EventRules, contestants: Mapping[str, Contestant]) -> EventRules:
    """The rules with the keys of contestants for the names in them; a name that fits none, or several, stays.

    The number ``1`` is the pair ``1 NS`` where no other pair has it.  Where North-South contestants are meant, it is
    that of North-South.  Raises `ConfigError` where two entries then speak of one contestant.
    """
    book = _Book(contestants, sections=config.is_race)
    of = book.key
    byes = tuple((of(team), name) for team, name in config.byes)
    found = replace(
        config,
        adjustments=tuple(replace(one, at=book.in_section(one.at)) for one in config.adjustments),
        penalties=tuple(replace(one, to=of(one.to)) for one in config.penalties),
        carry_over=book.table(config.carry_over, "[carry-over]"),
        byes=byes,
        withdrawals=tuple(replace(one, team=of(one.team)) for one in config.withdrawals),
        leaders=frozenset(of(one, "NS") for one in config.leaders),
        fouled=tuple(
            replace(one, groups=tuple(frozenset(of(name, "NS") for name in group) for group in one.groups))
            for one in config.fouled
        ),
        knockout=replace(
            config.knockout,
            carry_over={
                name: book.table(teams, f"[knock-out.carry-over.{name}]")
                for name, teams in config.knockout.carry_over.items()
            },
        ),
    )
    refuse_doubles(found)
    return found


class _Book:
    """Contestants by what they may be called."""

    def __init__(self, contestants: Mapping[str, Contestant], *, sections: bool) -> None:
        self._known = contestants
        self._sections = sections
        self._by: dict[str, list[str]] = defaultdict(list)
        for key, one in contestants.items():
            for name in called(key, one):
                self._by[name].append(key)

    def key(self, name: str, group: str = "") -> str:
        """The key of the one contestant that a name fits, of a direction first; else the name."""
        if name in self._known:
            return name
        keys = self._by.get(fold(name)) or self._by.get(in_order(name), [])
        if not keys and self._sections:
            # A number alone will do where one section has it.
            keys = [key for key, one in self._known.items() if is_of_section(one.id, name)]
        own = [key for key in keys if group and self._known[key].group == group]
        keys = own or keys
        return keys[0] if len(keys) == 1 else name

    def in_section(self, name: str) -> str:
        """The number with its section, where one section alone has it; a number of both directions stays."""
        ids = {one.id for one in self._known.values()}
        found = {one for one in ids if is_of_section(one, name)} if self._sections and name not in ids else set()
        return found.pop() if len(found) == 1 else name

    def table(self, values: Mapping[str, _Value], where: str) -> dict[str, _Value]:
        """A table by contestant."""
        found: dict[str, _Value] = {}
        for name, value in values.items():
            key = self.key(name)
            if key in found:
                raise ConfigError(Said("{where} has {key} twice", where=where, key=key))
            found[key] = value
        return found


def called(key: str, one: Contestant) -> set[str]:
    """What a contestant may be called, folded: its key, its number, and its names in the order of the alphabet."""
    return {fold(key), fold(one.id), in_order(" & ".join(one.names))} - {""}


def in_order(names: str) -> str:
    """The names of a pair, folded and in the order of the alphabet."""
    return " & ".join(sorted(map(fold, names.split("&"))))
