"""Maps of columns: which column of a table holds which value of a record."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from pbntools.toml_text import TomlError, toml_file

SUITS = {f"{seat}{suit}": (seat, suit) for seat in "NESW" for suit in "SHDC"}
"""Values that hold one suit of one hand: ``NS`` is North's spades, ``WC`` West's clubs."""
HANDS = {"NorthHand": "N", "EastHand": "E", "SouthHand": "S", "WestHand": "W"}
"""Values that hold a whole hand, such as ``KQT2.8653.A7.K32``."""
TAGS = (
    "Event", "Site", "Date", "Scoring", "Stage", "Section", "Session", "Round", "Room", "Table", "HomeTeam",
    "VisitTeam", "PairNS", "PairEW", "North", "East", "South", "West",
)  # fmt: skip
"""Tags with a column of their own (PBN 2.1 §3.1, §4)."""
SCORES = ("Score", "ScoreIMP", "ScoreMP", "ScorePercentage")
"""Tags of scores, in the forms of PBN (§4)."""
SIDED = ("Score_NS", "Score_EW", "Percentage_NS", "Percentage_EW")
"""Points of one side, and artificial scores such as ``^60`` or ``A+``, as the columns of a ScoreTable have them."""
FIELDS = ("Board", "Dealer", "Vulnerable", "Deal", *HANDS, "Contract", "Declarer", "Result", "Lead")
"""The other values."""

_OTHER_NAMES = {
    "no": "Board", "nr": "Board", "number": "Board", "boardnumber": "Board", "boardno": "Board", "board": "Board",
    "dlr": "Dealer", "vul": "Vulnerable", "vulnerability": "Vulnerable", "vuln": "Vulnerable", "tricks": "Result",
    "by": "Declarer", "openinglead": "Lead", "leadcard": "Lead", "handn": "NorthHand", "hande": "EastHand",
    "handw": "WestHand", "tournament": "Event", "hometeam": "HomeTeam",
    **{name.replace("_", "").lower(): name for name in SIDED}, "nsscore": "Score_NS", "ewscore": "Score_EW",
    "nspercentage": "Percentage_NS", "ewpercentage": "Percentage_EW", "awayteam": "VisitTeam",
    "visitingteam": "VisitTeam", "nspair": "PairNS", "ewpair": "PairEW",
} | {
    f"{seat}{suit}".lower(): f"{seat[0]}{suit[0]}"
    for seat in ("North", "East", "South", "West")
    for suit in ("Spades", "Hearts", "Diamonds", "Clubs")
}  # fmt: skip
_KNOWN = {name.lower(): name for name in (*FIELDS, *SUITS, *TAGS, *SCORES)} | _OTHER_NAMES
_TAG = re.compile(r"[A-Z][A-Za-z0-9_]{0,60}\Z")
_FOLD = re.compile(r"[\s_./-]+")


class ColumnError(ValueError):
    """A map of columns that cannot be used."""


def value_of_column(column: str) -> str | None:
    """The value that a column of this name holds by default; None where its name is not one that is known."""
    return _KNOWN.get(_FOLD.sub("", column).lower())


def checked(columns: Mapping[str, str]) -> dict[str, str]:
    """A map from values to columns; raises `ColumnError` for a value that a record has not."""
    found = {}
    for name, column in columns.items():
        known = value_of_column(name) or (name if _TAG.match(name) and not name.endswith("Table") else None)
        if known is None or not isinstance(column, str) or not column.strip():
            raise ColumnError(
                f"{name[:40]}={str(column)[:40]} names no value of a record: expected one such as Board=Nr"
            )
        if known in found:
            raise ColumnError(f"{known} is given two columns")
        found[known] = column.strip()
    return found


def parse_columns(pairs: Iterable[str]) -> dict[str, str]:
    """A map from texts such as ``"Board=Nr"``; raises `ColumnError` for anything else."""
    found: dict[str, str] = {}
    for pair in pairs:
        name, sign, column = pair.partition("=")
        if not sign or name.strip() in found:
            raise ColumnError(f"{pair[:60]!r} is no NAME=COLUMN, or names a value twice")
        found[name.strip()] = column
    return checked(found)


def read_columns(path: str | os.PathLike[str]) -> dict[str, str]:
    """A map from a TOML file of ``NAME = "COLUMN"``, in a table ``columns`` or at its top.

    Raises OSError where the file cannot be read, and `ColumnError` where it is no such map.
    """
    try:
        data = toml_file(path)
    except TomlError as error:
        raise ColumnError(f"{os.fspath(path)}: {error}") from None
    table = data.get("columns", data)
    if not isinstance(table, dict):
        raise ColumnError(f"{os.fspath(path)}: columns is no table")
    return checked(table)


def whole_suits(names: Iterable[str | None]) -> set[str]:
    """The values for suits among these that may stand: a hand needs all four, since NS may also mean a pair."""
    given = {name for name in names if name in SUITS}
    return {name for name in given if all(f"{name[0]}{suit}" in given for suit in "SHDC")}


__all__ = [
    "whole_suits",
    "FIELDS",
    "HANDS",
    "SCORES",
    "SIDED",
    "SUITS",
    "TAGS",
    "ColumnError",
    "checked",
    "parse_columns",
    "read_columns",
    "value_of_column",
]
