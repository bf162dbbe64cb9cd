"""What USEBIO says of an event as a whole, and the tags that say the same (PBN 2.1 §3.1, §3.3, §4)."""

from __future__ import annotations

import datetime
import re
from collections.abc import Mapping

from pbntools.said import Said

_DATE = re.compile(r"(\d{1,2})/(\d{1,2})/(\d{4})\Z", re.ASCII)
_PBN_DATE = re.compile(r"(\d{4})\.(\d\d)\.(\d\d)\Z", re.ASCII)

SCORING = {
    "MATCH_POINTS": "MP",
    "IMPS": "IMP",
    "CROSS_IMPS": "IMP;Cross",
    "BUTLER_IMPS": "IMP;Butler",
    "BAM": "BAM",
}
"""Methods of scoring a board, with the words of PBN."""
_METHODS = {tag: method for method, tag in SCORING.items()}
_SAME = {"MatchPoints": "MP", "Cross": "IMP;Cross", "Butler": "IMP;Butler", "Cross;IMP": "IMP;Cross",
         "Butler;IMP": "IMP;Butler"}  # fmt: skip
COMPETITIONS = {"Individuals": "INDIVIDUAL", "Pairs": "PAIRS", "Teams": "TEAMS"}
"""The values of Competition that have a type of event."""


def date_tag(text: str) -> str:
    """A date dd/mm/yyyy as PBN has it; raises ValueError for anything else."""
    match = _DATE.match(text)
    if match is None:
        raise ValueError(Said("{text} is no date: expected dd/mm/yyyy", text=repr(text[:40])))
    day, month, year = (int(part) for part in match.groups())
    try:
        return datetime.date(year, month, day).strftime("%Y.%m.%d").rjust(10, "0")
    except ValueError:
        raise ValueError(Said("{text} is no day of the calendar", text=repr(text[:40]))) from None


def date_text(tag: str) -> str:
    """A date of PBN as dd/mm/yyyy; raises ValueError where a part of it is not known."""
    match = _PBN_DATE.match(tag)
    if match is None:
        raise ValueError(Said("{tag} is no full date", tag=repr(tag[:40])))
    text = f"{match[3]}/{match[2]}/{match[1]}"
    date_tag(text)
    return text


def method_of(scoring: str) -> str | None:
    """The method of scoring that a value of Scoring names; None where there is none."""
    return _METHODS.get(_SAME.get(scoring, scoring))


def competition_of(kind: str) -> str | None:
    """The Competition of a type of event; None where it names none."""
    if "TEAM" in kind:
        return "Teams"
    if "PAIR" in kind:
        return "Pairs"
    return "Individuals" if "INDIVIDUAL" in kind else None


ELEMENTS: Mapping[str, tuple[str, str]] = {
    "Site": ("CLUB", "CLUB_NAME"),
    "Event": ("EVENT", "EVENT_DESCRIPTION"),
    "Date": ("EVENT", "DATE"),
    "Scoring": ("EVENT", "BOARD_SCORING_METHOD"),
}
"""The tags of an event with the elements that hold them."""

__all__ = ["COMPETITIONS", "ELEMENTS", "SCORING", "competition_of", "date_tag", "date_text", "method_of"]
