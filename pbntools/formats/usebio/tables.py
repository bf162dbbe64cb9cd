"""Travellers and participants of USEBIO, and the tables of a record that hold the same (PBN 2.1 §5).

A traveller line is a mapping from the names of its elements to their texts.  An element that is not there is ``?``
(unknown) in the table, and one that is empty is ``-`` (irrelevant).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field

from pbntools.core import Card, Contract, Seat
from pbntools.record import Table
from pbntools.said import Said, said_of

Line = dict[str, str]
"""The texts of a traveller line by element."""
Fault = Callable[[str], None]
"""Takes a message about a value."""

ARTIFICIAL = re.compile(r"A(\d\d)(\d\d)\Z", re.ASCII)
"""A score given in per cent, North-South first."""
_POINTS = re.compile(r"[+-]?\d{1,5}\Z", re.ASCII)
_NUMBER = re.compile(r"[+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})\Z", re.ASCII)
_COUNT = re.compile(r"\d{1,9}\Z", re.ASCII)
_PER_CENT = re.compile(r"\^(\d\d?)\Z", re.ASCII)
_SPACE = re.compile(r"\s+")

LINE_COLUMNS = {
    "PairId_NS": "NS_PAIR_NUMBER",
    "PairId_EW": "EW_PAIR_NUMBER",
    "Contract": "CONTRACT",
    "Declarer": "PLAYED_BY",
    "Result": "TRICKS",
    "Lead": "LEAD",
    "Score_NS": "SCORE",
    "MP_NS": "NS_MATCH_POINTS",
    "MP_EW": "EW_MATCH_POINTS",
    "IMP_NS": "NS_CROSS_IMP_POINTS",
    "IMP_EW": "EW_CROSS_IMP_POINTS",
    "Direction": "DIRECTION",
}
"""The columns of a ScoreTable in their order, with the element of each."""
PER_CENT_COLUMNS = ("Percentage_NS", "Percentage_EW")
"""The columns that hold both sides of an artificial score."""
READ_ONLY = frozenset(("IMP_NS", "IMP_EW"))
"""Columns whose elements are read where they turn up, but not written: no reference for them was at hand."""


def clean(text: str) -> str:
    """A text as XML gives it back, with single blanks."""
    return _SPACE.sub(" ", text).strip()


def _contract(text: str) -> str:
    return str(Contract.parse(text))


def _card(text: str) -> str:
    return str(Card.parse(text))


def _seat(text: str) -> str:
    return str(Seat.parse(text))


def _tricks(text: str) -> str:
    if not _COUNT.match(text) or int(text) > 13:
        raise ValueError(Said("{text} is no number of tricks: expected 0 to 13", text=repr(text)))
    return str(int(text))


def _points(text: str) -> str:
    if not _POINTS.match(text):
        raise ValueError(
            Said("{text} is no score: expected points, or A and two numbers such as A6040", text=repr(text))
        )
    return str(int(text))


def _number(text: str) -> str:
    if not _NUMBER.match(text):
        raise ValueError(Said("{text} is no number", text=repr(text)))
    return text.removeprefix("+")


_FORMS: dict[str, Callable[[str], str]] = {
    "Contract": _contract,
    "Declarer": _seat,
    "Result": _tricks,
    "Lead": _card,
    "Score_NS": _points,
    **dict.fromkeys(("MP_NS", "MP_EW", "IMP_NS", "IMP_EW"), _number),
}


def cell_of(column: str, text: str) -> str:
    """A value of a column in its usual form; raises ValueError where it has none."""
    form = _FORMS.get(column)
    return text if form is None else form(text)


def score_table(lines: Sequence[Line], fault: Callable[[int, str], None] | None = None) -> Table | None:
    """The ScoreTable of traveller lines; None where they say nothing.

    A value that is not of its column's form is kept as it stands, and ``fault`` is told the line's index and why.
    """
    rows = []
    artificial = False
    for index, line in enumerate(lines):
        cells: dict[str, str] = {}
        for column, element in LINE_COLUMNS.items():
            text = line.get(element)
            if text is None:
                continue
            if not text:
                cells[column] = "-"
            elif column == "Score_NS" and (match := ARTIFICIAL.match(text.upper())):
                cells[column] = "-"
                for name, value in zip(PER_CENT_COLUMNS, match.groups(), strict=True):
                    cells[name] = f"^{int(value)}"
                artificial = True
            else:
                try:
                    cells[column] = cell_of(column, text)
                except ValueError as error:
                    cells[column] = text
                    if fault is not None:
                        fault(index, Said("{where}: {what}", where=f"<{element}>", what=said_of(error)))
        rows.append(cells)
    columns = [column for column in LINE_COLUMNS if any(column in cells for cells in rows)]
    if artificial:
        columns += PER_CENT_COLUMNS
    if not columns:
        return None
    cells_of = tuple(tuple(cells.get(column, "?") for column in columns) for cells in rows)
    return Table("ScoreTable", tuple(columns), cells_of, ";".join(columns))


def lines_of(table: Table, lost: Callable[[str], None]) -> list[Line]:
    """The traveller lines of a ScoreTable; ``lost`` is told in words what they cannot hold."""
    lines = []
    for row in table.rows:
        if len(row) != len(table.columns):
            lost("USEBIO has no place for a row of a ScoreTable that does not fit its columns")
            continue
        cells = dict(zip(table.columns, row, strict=True))
        line: Line = {}
        artificial = [
            _PER_CENT.match(cells.pop(name, "") if _is_artificial(cells, name) else "") for name in PER_CENT_COLUMNS
        ]
        for column, cell in cells.items():
            _put(line, column, cell, lost)
        score = cells.get("Score_NS", "?")
        other = cells.get("Score_EW", "?")
        if score in ("?", "-", "") and _POINTS.match(other):
            line["SCORE"] = str(-int(other))
        elif other not in ("?", "-", "") and not (
            _POINTS.match(other) and _POINTS.match(score) and int(other) == -int(score)
        ):
            lost("USEBIO holds one score of a result: that of North-South")
        if artificial[0] and artificial[1]:
            if _POINTS.match(line.get("SCORE", "")):
                lost("USEBIO has no place for a score beside an artificial one")
            line["SCORE"] = "A" + "".join(match[1].zfill(2) for match in artificial if match)
        elif any(artificial):
            lost("USEBIO has no form for an artificial score of one side alone")
        lines.append({name: line[name] for name in LINE_COLUMNS.values() if name in line})
    return lines


def _is_artificial(cells: Mapping[str, str], name: str) -> bool:
    return _PER_CENT.match(cells.get(name, "")) is not None


def _put(line: Line, column: str, cell: str, lost: Callable[[str], None]) -> None:
    if column == "Score_EW":
        return
    element = LINE_COLUMNS.get(column)
    if element is None or column in READ_ONLY:
        if cell not in ("?", "-", ""):
            lost(f"USEBIO has no place for the column {column[:60]} of a ScoreTable")
        return
    if cell == "?":
        return
    text = xml_text(cell)
    if text != cell:
        lost(f"control characters and repeated blanks in {column} become single blanks")
    if text in ("-", "", "?"):
        line[element] = ""
        return
    try:
        line[element] = cell_of(column, text)
    except ValueError:
        lost(f"USEBIO has no form for a value of {column} that is not of the usual one")
        return
    if line[element] != text:
        lost(f"USEBIO has one spelling of a {column}")


@dataclass(slots=True)
class Participant:
    """A pair, team or player: the texts of its elements, and its players' names and national numbers.

    A team's name stands before those of its players; ``pairs`` are the numbers of its pairs, None where it is no team.
    """

    texts: dict[str, str] = field(default_factory=dict)
    names: list[str | None] = field(default_factory=list)
    numbers: list[str | None] = field(default_factory=list)
    pairs: list[str] | None = None


TOTALS = {"MP": "TotalMP", "IMP": "TotalIMP", "BAM": "TotalMP"}
"""The column for a TOTAL_SCORE by the first word of Scoring; ``Total`` where that is not known."""
_TOTAL_COLUMNS = {
    "Rank": "PLACE",
    "PairId": "PAIR_NUMBER",
    "Direction": "DIRECTION",
    "Total": "TOTAL_SCORE",
    "TotalPercentage": "PERCENTAGE",
    "NrBoards": "BOARDS_PLAYED",
    "Adjustment": "ADJUSTMENT",
}
NAMES, NUMBERS, PAIRS = "Names", "NationalIds", "PairIds"
"""The columns for players, and for the pairs of a team, joined by ``;``."""


def _total_columns(scoring: str | None) -> dict[str, str]:
    total = TOTALS.get((scoring or "").split(";")[0], "Total")
    return {total if column == "Total" else column: element for column, element in _TOTAL_COLUMNS.items()}


def total_table(participants: Sequence[Participant], scoring: str | None) -> Table | None:
    """The TotalScoreTable of participants; None where they say nothing."""
    known = _total_columns(scoring)
    rows = []
    for participant in participants:
        cells = {
            column: participant.texts[element] or "-"
            for column, element in known.items()
            if element in participant.texts
        }
        if participant.pairs is not None:
            cells[PAIRS] = ";".join(pair.replace(";", ",") for pair in participant.pairs) or "-"
        for column, parts in ((NAMES, participant.names), (NUMBERS, participant.numbers)):
            given = list(parts)
            while given and given[-1] is None:
                given.pop()
            if given:
                cells[column] = ";".join((part or "").replace(";", ",") for part in given) or "-"
        rows.append(cells)
    order = [*known]
    order[3:3] = [NAMES, NUMBERS, PAIRS]
    columns = [column for column in order if any(column in cells for cells in rows)]
    if not columns:
        return None
    values = tuple(tuple(cells.get(column, "?") for column in columns) for cells in rows)
    return Table("TotalScoreTable", tuple(columns), values, ";".join(columns))


def participants_of(table: Table, scoring: str | None, lost: Callable[[str], None]) -> list[Participant]:
    """The participants of a TotalScoreTable; ``lost`` is told in words what they cannot hold."""
    known = _total_columns(scoring)
    found = []
    for row in table.rows:
        if len(row) != len(table.columns):
            lost("USEBIO has no place for a row of a TotalScoreTable that does not fit its columns")
            continue
        participant = Participant()
        for column, cell in zip(table.columns, row, strict=True):
            if cell == "?":
                continue
            text = xml_text(cell)
            if text != cell:
                lost(f"control characters and repeated blanks in {column[:60]} become single blanks")
            if column in (NAMES, NUMBERS):
                parts = [clean(part) for part in text.split(";")] if text != "-" else [""]
                if text != "-" and parts != text.split(";"):
                    lost(f"blanks around the parts of {column} are left out")
                target = participant.names if column == NAMES else participant.numbers
                target.extend(parts)
            elif column in known:
                participant.texts[known[column]] = "" if text in ("-", "?") else text
            elif text not in ("-", ""):
                lost(f"USEBIO has no place for the column {column[:60]} of a TotalScoreTable")
        missing = len(participant.numbers) - len(participant.names)
        participant.names += [None] * missing
        participant.numbers += [None] * -missing
        found.append(participant)
    return found


_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]+")


def xml_text(text: str) -> str:
    """A text as it comes back from XML: without characters that XML has not, with single blanks."""
    return clean(_NO_XML.sub(" ", text))


__all__ = [
    "ARTIFICIAL",
    "LINE_COLUMNS",
    "Line",
    "Participant",
    "clean",
    "lines_of",
    "participants_of",
    "score_table",
    "total_table",
    "xml_text",
]
