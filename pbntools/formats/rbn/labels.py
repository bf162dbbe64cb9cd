"""The labels of the notation, and the values that are texts, as tags of the PBN standard and back.

What a tag of the standard cannot say as it stands is kept raw in a tag whose name starts with ``RBN_``.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

INHERITED = "DTLESFKNBH"
"""The labels whose values stay in force for the records that follow until they are stated anew."""
ORDER = "DTLESFKNBHACPRMI"
"""The labels in the order in which they are written (version 3.1)."""
LONGEST = {"D": 20, "T": 128, "L": 128, "E": 128, "K": 84, "N": 128, "B": 24}
"""Characters of a value that the notation allows."""
TAGS = {
    "D": ("Date", "Time", "RBN_Date"),
    "T": ("Description", "Annotator"),
    "L": ("Site",),
    "E": ("Event",),
    "S": ("Stage",),
    "F": ("Scoring", "RBN_Scoring"),
    "K": ("HomeTeam", "VisitTeam", "RBN_Carry"),
    "N": ("North", "South", "West", "East", "Room", "Table", "RBN_Players"),
    "B": ("Board", "Section"),
    "H": ("Deal", "RBN_Hands"),
    "A": ("RBN_Auction",),
    "C": ("Contract", "Declarer", "RBN_Contract"),
    "P": ("RBN_Play",),
    "R": ("Result", "Score", "RBN_Result"),
    "M": ("RBN_M",),
    "I": ("RBN_I",),
}
"""The tags that the value of a label is made of."""
_SCORING = {
    "I": "IMP", "B": "BAM", "X": "IMP;Cross", "M": "MP", "N": "Instant", "R": "Rubber", "C": "Chicago",
    "A": "Cavendish",
}  # fmt: skip
_LETTERS = {value: letter for letter, value in _SCORING.items()} | {"MatchPoints": "M"}
_DATE = re.compile(r"([0-9?]{4})(?:([0-9?]{2})([0-9?]{2})?)?(?::([0-9]{2})([0-9]{2})([0-9]{2}))?\Z")
_ROOMS = {"O": "Open", "C": "Closed"}
_SINGLE = re.compile(r"(?:::|[^:])*")


def plain(text: str) -> str:
    """The text without the escape of a colon."""
    return text.replace("::", ":")


def split(text: str) -> tuple[str, str | None]:
    """A value at its first colon that is not escaped; None where there is none."""
    match = _SINGLE.match(text)
    end = match.end() if match else 0
    return plain(text[:end]), None if end == len(text) else plain(text[end + 1 :])


def escaped(text: str, *, first: bool = False) -> str:
    """The text with its colons escaped, but for the first one where that may stand between two parts."""
    at = text.find(":") + 1 if first else 0
    return text[:at] + text[at:].replace(":", "::")


def tags_of(label: str, value: str) -> dict[str, str]:
    """The tags for the value of a label; empty ones stand for nothing."""
    match label:
        case "D":
            return _date(value)
        case "T":
            title, author = split(value)
            return {"Description": title, "Annotator": author or ""}
        case "L" | "E" | "S":
            return {TAGS[label][0]: plain(value)}
        case "F":
            letter, _, more = value.partition(":")
            known = _SCORING.get(letter.upper())
            if known is None:
                return {"Scoring": value} if len(letter) > 1 else {"RBN_Scoring": value}
            return {"Scoring": known, "RBN_Scoring": value if more else ""}
        case "K":
            parts = value.split(":", 2)
            home, visit, carry = parts + [""] * (3 - len(parts))
            return {"HomeTeam": home, "VisitTeam": visit, "RBN_Carry": carry}
        case "N":
            return _players(value)
        case "B":
            board, _, section = value.partition(":")
            return {"Board": board, "Section": section}
        case _:
            return {f"RBN_{label}": value}


def _date(value: str) -> dict[str, str]:
    found = _DATE.match(value)
    if found is None:
        return {"RBN_Date": value}
    tags = {"Date": ".".join((found[1], found[2] or "??", found[3] or "??"))}
    if found[4]:
        tags["Time"] = f"{found[4]}:{found[5]}:{found[6]}"
    if date_text(tags) != value:
        tags["RBN_Date"] = value
    return tags


def _players(value: str) -> dict[str, str]:
    parts = value.split(":", 3)
    ns, ew, room, rest = parts + [""] * (4 - len(parts))
    north, _, south = ns.partition("+")
    west, _, east = ew.partition("+")
    tags = {"North": north, "South": south, "West": west, "East": east}
    if room.upper() in _ROOMS:
        tags["Room"] = _ROOMS[room.upper()]
    elif room.isascii() and room.isdigit():
        tags["Table"] = room
    elif room:
        rest = f"{room}:{rest}" if rest else room
        tags["RBN_Players"] = f"?:{rest}"
        return tags
    if rest:
        tags["RBN_Players"] = rest
    return tags


def date_text(tags: Mapping[str, str]) -> str:
    """The value of D: as it was read, or made of Date and Time."""
    raw = tags.get("RBN_Date", "")
    if raw:
        return raw
    date = tags.get("Date", "")
    found = re.match(r"([0-9?]{4})\.([0-9?]{2})\.([0-9?]{2})\Z", date)
    if found is None:
        return ""
    text = found[1] + (found[2] + found[3] if found[3] != "??" else found[2] if found[2] != "??" else "")
    time = re.match(r"([0-9]{2}):([0-9]{2}):([0-9]{2})\Z", tags.get("Time", ""))
    return f"{text}:{time[1]}{time[2]}{time[3]}" if time else text


def text_of(label: str, tags: Mapping[str, str]) -> str:
    """The value of a label for tags that say something; empty where they say nothing of it."""

    def value(name: str) -> str:
        return tags.get(name, "")

    match label:
        case "D":
            return date_text(tags)
        case "T":
            author = escaped(value("Annotator"))
            return escaped(value("Description")) + (f":{author}" if author else "")
        case "L" | "E" | "S":
            return escaped(value(TAGS[label][0]), first=True)
        case "F":
            raw, scoring = value("RBN_Scoring"), value("Scoring")
            if raw and tags_of("F", raw).get("Scoring", "") == scoring:
                return raw
            return _LETTERS.get(scoring, scoring)
        case "K":
            parts = [_no(value("HomeTeam"), ":"), _no(value("VisitTeam"), ":"), value("RBN_Carry")]
            return ":".join(parts).rstrip(":")
        case "N":
            return _players_text(tags)
        case "B":
            section = value("Section")
            return _no(value("Board"), ":") + (f":{section}" if section else "")
        case _:
            return value(f"RBN_{label}")


def _players_text(tags: Mapping[str, str]) -> str:
    names = [_no(tags.get(name, ""), ":+") for name in ("North", "South", "West", "East")]
    room = {"Open": "O", "Closed": "C"}.get(tags.get("Room", ""), "")
    table = tags.get("Table", "")
    rest = tags.get("RBN_Players", "")
    if not room and table.isascii() and table.isdigit():
        room = table
    if rest.startswith("?:"):
        room, rest = "", rest[2:]
        tail = f":{rest}"
    else:
        tail = f":{room}:{rest}" if rest else f":{room}" if room else ""
    if not any(names) and not tail:
        return ""
    pairs = [f"{one}+{other}" if one or other else "" for one, other in (names[:2], names[2:])]
    return ":".join(pairs) + tail


def _no(text: str, signs: str) -> str:
    for sign in signs:
        text = text.replace(sign, " ")
    return " ".join(text.split())


__all__ = ["INHERITED", "LONGEST", "ORDER", "TAGS", "date_text", "escaped", "plain", "split", "tags_of", "text_of"]
