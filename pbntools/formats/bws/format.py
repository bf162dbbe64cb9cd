"""Scoring databases as two of the formats; neither is written."""

from __future__ import annotations

import csv

from pbntools.formats.bws.database import SIGNATURE
from pbntools.formats.bws.reader import BwsCsvReader, BwsReader, kind_of
from pbntools.formats.csv_rows import DELIMITERS
from pbntools.formats.registry import Format

_HOLDS = frozenset(
    ("deal", "board", "dealer", "vulnerable", "players", "auction", "play", "contract", "result", "tables", "tags")
)
_EXPORTED = ("ReceivedData", "HandRecord", "BiddingData", "PlayData", "PlayerNumbers")


def _is_database(head: bytes) -> bool:
    return head.startswith((SIGNATURE + b"Jet DB", SIGNATURE + b"ACE DB"))


def _is_table(head: bytes) -> bool:
    lines = head.removeprefix(b"\xef\xbb\xbf").lstrip().splitlines()
    if not lines:
        return False
    line = lines[0].decode("latin-1")
    try:
        fields = next(csv.reader([line], delimiter=max(DELIMITERS, key=line.count)), [])
    except csv.Error:
        return False
    return kind_of([field.strip().lower() for field in fields]) in _EXPORTED


FORMATS = {
    "bws": Format(
        "bws", "BWS, a database of a table-top scoring system", (".bws",), _HOLDS, _is_database, BwsReader, binary=True
    ),
    "bws-csv": Format("bws-csv", "tables of a BWS database as CSV (mdb-export)", (), _HOLDS, _is_table, BwsCsvReader),
}

__all__ = ["FORMATS"]
