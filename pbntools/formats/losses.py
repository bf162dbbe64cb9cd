"""What a format cannot hold of the records that are written in it: a list, never silence."""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from pbntools.diagnostics import Rule

MOST_KINDS = 1000
"""Different losses of a rule that are told apart; what follows is counted under one text."""


@dataclass(frozen=True, slots=True)
class Loss:
    """One kind of loss: ``what`` in words, and the indices, from 0, of the records that it befell."""

    rule: Rule
    what: str
    records: tuple[int, ...]

    def __str__(self) -> str:
        count = len(self.records)
        return f"{count} record{'' if count == 1 else 's'}: {self.what}"

    def as_dict(self) -> dict[str, Any]:
        """The JSON form."""
        return {"code": self.rule.code, "rule": self.rule.name, "what": self.what, "records": list(self.records)}


class Losses:
    """Gathers losses by kind, in the order in which each was met first.

    ``record`` is the index that losses are added under.
    """

    def __init__(self) -> None:
        self.record = 0
        self._found: dict[tuple[str, str], tuple[Rule, array[int]]] = {}
        self._kinds: dict[str, int] = {}
        self._latest: tuple[int, list[tuple[str, str]]] = -1, []

    def add(self, rule: Rule, what: str) -> None:
        """Note that the record at hand loses something.  ``what`` names the kind of thing and not its value, such as
        ``"LIN has no place for Site"``, so that many records share it."""
        key = rule.code, what
        found = self._found.get(key)
        if found is None:
            kinds = self._kinds[rule.code] = self._kinds.get(rule.code, 0) + 1
            if kinds > MOST_KINDS:
                key = rule.code, "other losses of this rule"
            found = self._found.setdefault(key, (rule, array("q")))
        if not found[1] or found[1][-1] != self.record:
            found[1].append(self.record)
        if self._latest[0] != self.record:
            self._latest = self.record, []
        self._latest[1].append((rule.name, what))

    def add_all(self, kinds: Iterable[tuple[Rule, str]]) -> None:
        """Note several losses of the record at hand."""
        found, record = self._found, self.record
        if self._latest[0] != record:
            self._latest = record, []
        latest = self._latest[1]
        for rule, what in kinds:
            known = found.get((rule.code, what))
            if known is None:
                self.add(rule, what)
                continue
            records = known[1]
            if records[-1] != record:
                records.append(record)
            latest.append((rule.name, what))

    def told(self, rule: Rule) -> bool:
        """Whether the record at hand has a loss of this rule."""
        return any(name == rule.name for name, _ in self.latest)

    @property
    def latest(self) -> list[tuple[str, str]]:
        """The losses of the record at hand: names of rules, and words."""
        return self._latest[1] if self._latest[0] == self.record else []

    def __iter__(self) -> Iterator[Loss]:
        for (_, what), (rule, records) in self._found.items():
            yield Loss(rule, what, tuple(records))

    def __len__(self) -> int:
        return len(self._found)

    def __repr__(self) -> str:
        return f"<Losses: {len(self)} kinds>"


__all__ = ["Loss", "Losses"]
