"""How a record was scored, as far as the checks care (PBN 2.1 §3.4.13, §4.1)."""

from __future__ import annotations

from functools import lru_cache

from pbntools.record import Record

_OTHER_GAMES = ("RUBBER", "CHICAGO", "CAVENDISH")


@lru_cache(maxsize=1024)
def scoring_fields(text: str) -> frozenset[str]:
    """The fields of a Scoring tag in upper case."""
    return frozenset(field.strip().upper() for field in text.split(";"))


@lru_cache(maxsize=1024)
def _names_another_game(text: str) -> bool:
    upper = text.upper()
    return any(game in upper for game in _OTHER_GAMES)


def is_duplicate(record: Record) -> bool:
    """Whether nothing in the record says that it was scored as rubber, Chicago or Cavendish."""
    for name in ("Scoring", "Competition"):
        value = record.value(name)
        if value and _names_another_game(value):
            return False
    return True
