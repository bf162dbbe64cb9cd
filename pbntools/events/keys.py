"""Reads the values of a TOML file one by one, and says what is wrong with one in words."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

from pbntools.said import Said

_MOST = 1_000_000


class ConfigError(ValueError):
    """An event file that cannot be used, and why."""


class Keys:
    """The keys of a table; each is taken once, and what is left over is unknown."""

    def __init__(self, values: Any, where: str) -> None:
        if not isinstance(values, Mapping):
            raise ConfigError(Said("{where} is {values}: expected a table", where=where, values=repr(values)))
        self._values = dict(values)
        self._known: list[str] = []
        self._where = where

    def _take(self, key: str) -> Any:
        self._known.append(key)
        return self._values.pop(key, None)

    def _wrong(self, key: str, value: Any, expected: str) -> ConfigError:
        return ConfigError(
            Said(
                "{key} in {where} is {value}: expected {expected}",
                key=key,
                where=self._where,
                value=repr(value),
                expected=expected,
            )
        )

    def text(self, key: str, default: str | None = None) -> str | None:
        """A text; a number is taken as it is written."""
        value = self._take(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, (str, int)) or str(value).strip() == "":
            raise self._wrong(key, value, Said("a text"))
        return str(value).strip()

    def needed(self, key: str) -> str:
        """A text that must be there."""
        value = self.text(key)
        if value is None:
            raise ConfigError(Said("{where} has no {key}", where=self._where, key=key))
        return value

    def word(self, key: str, words: Sequence[str], default: str) -> str:
        """One of some words."""
        value = self._take(key)
        if value is None:
            return default
        if value not in words:
            raise self._wrong(key, value, Said("one of {words}", words=tuple(words)))
        return str(value)

    def whole(self, key: str, default: int | None, least: int, most: int = 100_000) -> int | None:
        """A whole number."""
        value = self._take(key)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
            raise self._wrong(key, value, Said("a whole number from {least} to {most}", least=least, most=most))
        return value

    def number(self, key: str, default: Fraction | None = None, *, least: int | None = None) -> Fraction | None:
        """A number, as exact as it is written, and at least ``least``."""
        value = self._take(key)
        if value is None:
            return default
        found = exact(value, Said("{key} in {where}", key=key, where=self._where))
        if least is not None and found < least:
            raise self._wrong(key, value, Said("a number from {least}", least=least))
        return found

    def flag(self, key: str, *, default: bool) -> bool:
        """True or false."""
        value = self._take(key)
        if value is None:
            return default
        if not isinstance(value, bool):
            raise self._wrong(key, value, Said("true or false"))
        return value

    def texts(self, key: str) -> tuple[str, ...]:
        """A list of texts."""
        value = self._take(key)
        if value is None:
            return ()
        if not isinstance(value, list) or not all(
            isinstance(item, (str, int)) and not isinstance(item, bool) and str(item).strip() for item in value
        ):
            raise self._wrong(key, value, Said("a list of texts"))
        return tuple(str(item).strip() for item in value)

    def raw(self, key: str) -> Any:
        """A value as it stands."""
        return self._take(key)

    def tables(self, key: str) -> list[Keys]:
        """The tables of ``[[key]]``."""
        value = self._take(key)
        if value is None:
            return []
        if not isinstance(value, list):
            raise self._wrong(key, value, f"[[{key}]]")
        return [
            Keys(item, Said("[[{key}]] number {number}", key=key, number=number))
            for number, item in enumerate(value, 1)
        ]

    def table(self, key: str) -> Keys:
        """The table ``[key]``, empty where there is none."""
        value = self._take(key)
        return Keys({} if value is None else value, f"[{key}]")

    def numbers(self, key: str) -> dict[str, Fraction]:
        """A table of names and numbers."""
        value = self._take(key)
        if value is None:
            return {}
        if not isinstance(value, Mapping):
            raise self._wrong(key, value, Said("a table of names and numbers"))
        return {str(name): exact(item, Said("{name} in [{key}]", name=name, key=key)) for name, item in value.items()}

    def done(self) -> None:
        """Refuse what nothing has asked for."""
        if self._values:
            raise ConfigError(
                Said(
                    "{where} has an unknown key {key}: expected {known}",
                    where=self._where,
                    key=repr(next(iter(self._values))),
                    known=tuple(self._known),
                )
            )


def exact(value: Any, what: str) -> Fraction:
    """A number of TOML as it is written, not as the binary fraction next to it."""
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise ConfigError(Said("{what} is {value}: expected a number", what=what, value=repr(value)))
    try:
        found = Fraction(str(value))
    except ValueError:
        raise ConfigError(Said("{what} is {value}: expected a number", what=what, value=repr(value))) from None
    if abs(found) > _MOST:
        raise ConfigError(
            Said(
                "{what} is {value}: no number of an event is beyond {most:,}", what=what, value=repr(value), most=_MOST
            )
        )
    return found
