"""Scoring databases as two of the formats; neither is written."""

from __future__ import annotations

from pbntools.formats.bws.database import SIGNATURE
from pbntools.formats.bws.reader import BwsCsvReader, BwsReader, is_exported
from pbntools.formats.registry import Format

_HOLDS = frozenset(
    ("deal", "board", "dealer", "vulnerable", "players", "auction", "play", "contract", "result", "tables", "tags")
)


def _is_database(head: bytes) -> bool:
    return head.startswith((SIGNATURE + b"Jet DB", SIGNATURE + b"ACE DB"))


FORMATS = {
    "bws": Format("bws", "BWS, a database of a table-top scoring system", (".bws",), _HOLDS, _is_database, BwsReader),
    "bws-csv": Format("bws-csv", "tables of a BWS database as CSV (mdb-export)", (), _HOLDS, is_exported, BwsCsvReader),
}

__all__ = ["FORMATS"]
