"""Supplemental sections: the header of a table, its elements, and what its columns hold (PBN 2.1 §5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from pyparsing import ParseBaseException, ParserElement, ParseResults

from pbntools.formats.pbn.grammar import values
from pbntools.formats.pbn.grammar.lexical import BEYOND, STRING_CHARACTER, UNCOMMENTED, leaf, quiet
from pbntools.formats.pbn.grammar.values import refuse
from pbntools.formats.pbn.table_layout import cut

# A header of one column holds no blank: real headers join columns by blanks, and then only look like one column.
_COLUMN = rf"[+-]?(?:[ !#-:<-\[\]-~]|{BEYOND})++(?:\\[0-9]{{1,4}}[LR]?)?"
column = leaf(
    rf"{_COLUMN}(?=[;\"])", "a column: a name, before it + or - for the order, behind it \\ with a width and L or R"
)
_semicolon = quiet(";", "; and another column, or the end")
header: ParserElement = column + (_semicolon - column)[...]


@header.add_parse_action
def _distinct(source: str, place: int, found: ParseResults) -> None:
    if len(found) == 1 and " " in found[0].strip():
        raise refuse(place, source, "columns joined by ;")
    names = [column_name(part) for part in found]
    if len(set(names)) < len(names):
        raise refuse(place, source, "columns of different names")


def column_name(column: str) -> str:
    """The name of a column, without order mark and width."""
    name = column.split("\\")[0]
    return name[1:] if name[:1] in ("+", "-") and len(name) > 1 else name


@lru_cache(maxsize=256)
def columns(text: str) -> tuple[str, ...] | None:
    """The columns of a header that stands elsewhere, as written; None if it is none."""
    try:
        return tuple(header.parse_string(f'{text}"'))
    except ParseBaseException:
        return None


_STRING = rf'"{STRING_CHARACTER}*+"'
_WORD = r"[!#$&-:<-Z\\^-z|~]++"
element = leaf(rf"(?:{_STRING}|{_WORD})(?=[ \t\v\r\n\[]|\Z)", "a value: a word, or a string in quotes")
between = quiet(UNCOMMENTED, "white space")


@element.add_parse_action
def _placed(source: str, place: int, found: ParseResults) -> list[tuple[int, str]]:
    return [(place, found[0])]


# What predefined columns hold.  Each is also ? (unknown) or - (irrelevant).
_END = r"\Z"
_SIGNED = rf"(?:\^\S+|[+-]?[0-9]{{1,9}}){_END}"
_FRACTION = rf"(?:\^\S+|[+-]?(?:[0-9]{{1,9}}(?:\.[0-9]{{0,9}})?|\.[0-9]{{1,9}})){_END}"
_COUNT = rf"[0-9]{{1,9}}{_END}"
_PERCENTAGE = rf"(?:\^\S+|\+?(?:0*100(?:\.0*)?|0*[0-9]{{1,2}}(?:\.[0-9]{{0,9}})?|\.[0-9]{{1,9}})){_END}"
_RANGE_END = r"[+-]?[0-9]{1,9}"

_seat = leaf(rf"{values.SEAT}{_END}", "a player: N, E, S or W")
_tricks = leaf(rf"(?:\^\S+|{values.TRICKS}{_END})", "tricks: 0 to 13")
_contract = leaf(rf"(?:Pass|pass|PASS|{values.BID}{values.DOUBLING}){_END}", "a contract, such as 3NT or 4SX, or Pass")
_points = leaf(_SIGNED, "points: a whole number, or ^ and an artificial score")
_number = leaf(_FRACTION, "a number, or ^ and an artificial score")
_percent = leaf(_PERCENTAGE, "a number from 0 to 100, or ^ and an artificial score")
_count = leaf(_COUNT, "a whole number")
_ranks = leaf(rf"{values.RANK}++{_END}", "ranks: A K Q J T 9 … 2")
_time = leaf(rf"(?:(?:[0-9]{{1,2}}:)?[0-9]{{1,2}}:)?[0-9]{{1,9}}{_END}", "a time: HH:MM:SS, MM:SS or seconds")
_range = leaf(
    rf"(?:\*,{_RANGE_END}|{_RANGE_END}(?:,(?:\*|{_RANGE_END}))?){_END}", "a range of scores: 140 or 140,* or 90,140"
)
_denomination = leaf(rf"{values.STRAIN}{_END}", "a denomination: S, H, D, C or NT")

_SIDES = ("_NS", "_EW")
_TIMES: dict[str, ParserElement] = {"Time": _time, "TotalTime": _time}

FORMS: dict[str, dict[str, ParserElement]] = {
    "ActionTable": {"Declarer": _seat, "Contract": _contract},
    "AuctionTimeTable": _TIMES,
    "InstantScoreTable": {f"ScoreRange{side}": _range for side in _SIDES}
    | {f"IMP{side}": _number for side in _SIDES}
    | {f"Percentage{side}": _percent for side in _SIDES},
    "OptimumPlayTable": dict.fromkeys("SHDC", _ranks),
    "OptimumResultTable": {"Declarer": _seat, "Denomination": _denomination, "Result": _tricks},
    "PlayTimeTable": _TIMES,
    "ScoreTable": {"Contract": _contract, "Declarer": _seat, "Result": _tricks, "Multiplicity": _count}
    | {f"Score{side}": _points for side in _SIDES}
    | {f"{unit}{side}": _number for unit in ("IMP", "MP") for side in _SIDES}
    | {f"Percentage{side}": _percent for side in _SIDES},
    "TotalScoreTable": {
        f"{kind}{unit}": _number for kind in ("Total", "Mean") for unit in ("Score", "IMP", "MP", "Percentage")
    }
    | {"NrBoards": _count, "Multiplicity": _count},
}
"""By table and column: what an element is.  Columns that are not here hold anything."""

_LINE_END = re.compile(r"[\r\n]")
_NUMBER = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})\Z")


@lru_cache(maxsize=4096)
def _wrong(table: str, column: str, text: str) -> str | None:
    if text in ("?", "-") or (form := FORMS[table].get(column)) is None:
        return None
    try:
        form.parse_string(text)
    except ParseBaseException:
        return form.name
    return None


def check(source: str, table: str, place: int, head: Sequence[str], cells: Sequence[tuple[int, str]]) -> None:
    """Refuse elements that do not fill the rows, are not what their column holds, or are not in its order."""
    width = len(head)
    lines = _lines(source, cells)
    rows = cut(cells, list(map(len, lines)), width)
    if len(cells) % width and not any(len(row) == width for row in rows):
        raise refuse(place, source, f"rows of {width} values: {len(cells)} is no multiple of that")
    for row in rows:
        if len(row) != width:
            raise refuse(row[0][0], source, f"rows of {width} values: this one has {len(row)}")
    for index, column in enumerate(head):
        name = column_name(column)
        own = [(at, decoded(text)) for at, text in cells[index::width]]
        if table in FORMS:
            for at, text in own:
                if wanted := _wrong(table, name, text):
                    raise refuse(at, source, wanted)
        if name != column.split("\\")[0]:
            _ordered(source, name, column[0], own)


def _lines(source: str, cells: Sequence[tuple[int, str]]) -> list[list[tuple[int, str]]]:
    """The elements line by line."""
    lines: list[list[tuple[int, str]]] = []
    end = 0
    for at, text in cells:
        if not lines or _LINE_END.search(source, end, at):
            lines.append([])
        lines[-1].append((at, text))
        end = at + len(text)
    return lines


def _ordered(source: str, name: str, order: str, cells: Sequence[tuple[int, str]]) -> None:
    sign = -1 if order == "+" else 1
    last: float | None = None
    for at, text in cells:
        if not _NUMBER.match(text):
            continue
        number = sign * float(text)
        if last is not None and number < last:
            word = "descending" if order == "+" else "ascending"
            raise refuse(at, source, f"{word} values in the column {name}, which is marked with {order}")
        last = number


def decoded(text: str) -> str:
    """An element's value: without the quotes and escapes of a string."""
    return re.sub(r'\\(["\\])', r"\1", text[1:-1]) if text[:1] == '"' else text
