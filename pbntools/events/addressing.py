"""Whom an event file means: a contestant's key, or another way of writing its name or number that fits one alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, TypeVar

from pbntools.events.config import EventRules
from pbntools.events.doubles import refuse_doubles
from pbntools.events.keys import ConfigError
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
    book = _Book(contestants)
    of = book.key
    byes = tuple((of(team), name) for team, name in config.byes)
    found = replace(
        config,
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

    def __init__(self, contestants: Mapping[str, Contestant]) -> None:
        self._known = contestants
        self._by: dict[str, list[str]] = defaultdict(list)
        for key, one in contestants.items():
            for name in {fold(key), fold(one.id), _in_order(" & ".join(one.names))} - {""}:
                self._by[name].append(key)

    def key(self, name: str, group: str = "") -> str:
        """The key of the one contestant that a name fits, of a direction first; else the name."""
        if name in self._known:
            return name
        keys = self._by.get(fold(name)) or self._by.get(_in_order(name), [])
        own = [key for key in keys if group and self._known[key].group == group]
        keys = own or keys
        return keys[0] if len(keys) == 1 else name

    def table(self, values: Mapping[str, _Value], where: str) -> dict[str, _Value]:
        """A table by contestant."""
        found: dict[str, _Value] = {}
        for name, value in values.items():
            key = self.key(name)
            if key in found:
                raise ConfigError(Said("{where} has {key} twice", where=where, key=key))
            found[key] = value
        return found


def _in_order(names: str) -> str:
    """The names of a pair in the order of the alphabet."""
    return " & ".join(sorted(map(fold, names.split("&"))))
