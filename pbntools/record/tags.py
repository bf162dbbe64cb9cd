"""The tags of a record: what is written, and what counts."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import Enum
from typing import Any

_NO_VALUES: Mapping[str, str] = {}


class FieldState(Enum):
    """What a record says of a field; the five are never merged."""

    GIVEN = "given"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not applicable"
    ABSENT = "absent"
    INHERITED = "inherited"


class Tags(Mapping[str, str]):
    """The tags of a record in file order, with their values as written.

    ``value(name)`` is the value that counts, after inheritance by ``#`` and ``##`` (PBN 2.1 §4.8) or from the previous
    board; it also finds tags that this record does not repeat.
    """

    __slots__ = ("_effective", "_inherited", "_raw")

    def __init__(
        self,
        raw: Mapping[str, str] = _NO_VALUES,
        effective: Mapping[str, str] = _NO_VALUES,
        inherited: frozenset[str] = frozenset(),
    ) -> None:
        self._raw = raw
        self._effective = effective
        self._inherited = inherited

    def __getitem__(self, name: str) -> str:
        return self._raw[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def value(self, name: str) -> str | None:
        """The value that counts, or None where the tag is absent."""
        found = self._effective.get(name)
        return found if found is not None else self._raw.get(name)

    @property
    def resolved(self) -> Mapping[str, str]:
        """The value that counts by name: of the tags in file order, then of those that are inherited."""
        return {**self._raw, **self._effective} if self._effective else self._raw

    @property
    def beside_fields(self) -> Mapping[str, str]:
        """At least those of ``resolved`` whose values no field of the record holds; some more where that is quicker."""
        return self.resolved

    def values_of(self, names: Sequence[str]) -> list[str | None]:
        """The values that count of several tags, None where one is absent."""
        raw, effective = self._raw, self._effective
        if not effective:
            return list(map(raw.get, names))
        return [raw.get(name) if (found := effective.get(name)) is None else found for name in names]

    def state(self, name: str) -> FieldState:
        """Whether the field is given, unknown (``?``), not applicable (empty), absent or inherited."""
        value = self.value(name)
        if value is None:
            return FieldState.ABSENT
        if name in self._inherited:
            return FieldState.INHERITED
        if value == "?":
            return FieldState.UNKNOWN
        return FieldState.GIVEN if value else FieldState.NOT_APPLICABLE

    @property
    def inherited(self) -> frozenset[str]:
        """The names whose values come from an earlier record."""
        return self._inherited

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tags):
            return NotImplemented
        return (
            list(self._raw.items()) == list(other._raw.items())
            and self._effective == other._effective
            and self._inherited == other._inherited
        )

    def __hash__(self) -> int:
        return hash(tuple(self._raw.items()))

    def __repr__(self) -> str:
        return f"Tags({dict(self._raw)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Tags, (dict(self._raw), dict(self._effective), self._inherited)


NO_TAGS = Tags()


def tags_of(given: object) -> Tags:
    """Tags from a mapping of names to texts."""
    if not isinstance(given, Mapping):
        raise TypeError(f"tags are a mapping of names to texts, not {type(given).__name__}")
    for name, value in given.items():
        if not (isinstance(name, str) and isinstance(value, str)):
            raise TypeError(f"tags are texts by name, not {type(value).__name__} by {type(name).__name__}")
    return Tags(dict(given))
