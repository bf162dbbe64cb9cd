"""Artificial scores of a row: averages such as ``A+/A-`` or ``60%/40%``, and the table that holds them in a record.

Source: Law 12C2 for the averages; PBN 2.1 §5 for ``^60``, and ``-`` in Contract, Declarer and Result beside it.
"""

from __future__ import annotations

import re
from fractions import Fraction

from pbntools.record import Record, Table

_AVERAGES = {"+": "60", "": "50", "=": "50", "-": "40"}
"""What average plus, average and average minus are, in per cent."""
_AVERAGE = re.compile(r"(?:AVERAGE|AVE|A)\s*([+=-]?)\Z", re.IGNORECASE)
_SHARE = re.compile(r"\^?(\d{1,3}(?:\.\d{1,4})?)\s*%?\Z", re.ASCII)
_MARKED = re.compile(r"\^|%")
_PARTS = re.compile(r"\s*[/|]\s*|\s+")
_NOT_PLAYED = frozenset(("NP", "N/P", "NOT PLAYED", "NOT-PLAYED"))
_COLUMNS = ("Contract", "Declarer", "Result", "Percentage_NS", "Percentage_EW")


def is_not_played(text: str) -> bool:
    """Whether a value says that the board was not played."""
    return text.upper() in _NOT_PLAYED


def is_marked(text: str) -> bool:
    """Whether a percentage is that of an artificial score: ``^60`` or ``A+``, not ``60`` or ``60%``."""
    return text.startswith("^") or _AVERAGE.match(text) is not None


def share_of(text: str) -> str | None:
    """The per cent of one side's artificial score: ``60`` of ``^60``, ``60%`` or ``A+``; None of anything else."""
    average = _AVERAGE.match(text)
    if average is not None:
        return _AVERAGES[average[1]]
    share = _SHARE.match(text)
    if share is None or Fraction(share[1]) > 100:
        return None
    return share[1].rstrip("0").rstrip(".") if "." in share[1] else str(int(share[1]))


def shares_of(text: str) -> tuple[str, str] | None:
    """The per cent of both sides in one value, such as ``A+/A-``, ``60%/40%``, ``60/40`` or ``A``; None of others.

    Raises ValueError for the average of one side that does not tell the other's.
    """
    average = _AVERAGE.match(text)
    if average is not None or ("%" in text and _SHARE.match(text)):
        share = share_of(text)
        if share != "50":
            raise ValueError(f"{text} does not tell what the other side gets: expected such as A+/A-")
        return "50", "50"
    parts = _PARTS.split(text)
    if len(parts) != 2 or not ("/" in text or _MARKED.search(text) or _AVERAGE.match(parts[0])):
        return None
    ns, ew = map(share_of, parts)
    return None if ns is None or ew is None else (ns, ew)


def artificial_table(ns: str, ew: str) -> Table:
    """A table with the artificial scores of the one result; whose it is the tags of the record tell."""
    return Table("ScoreTable", _COLUMNS, (("-", "-", "-", f"^{ns}", f"^{ew}"),), ";".join(_COLUMNS))


def shares_of_record(record: Record) -> tuple[str, str] | None:
    """The shares in the table of such a record; None of any other record."""
    if len(record.tables) != 1:
        return None
    table = record.tables[0]
    ns, ew = table.rows[0][3:5] if table.columns == _COLUMNS and len(table.rows) == 1 else ("", "")
    shares = share_of(ns), share_of(ew)
    if shares[0] is None or shares[1] is None or record.tables[0] != artificial_table(shares[0], shares[1]):
        return None
    return shares[0], shares[1]


__all__ = ["artificial_table", "is_marked", "is_not_played", "share_of", "shares_of", "shares_of_record"]
