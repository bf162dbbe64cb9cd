"""CSV as one of the formats: a row a record, in the dialects ``records`` and ``hands``."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import BinaryIO

from pbntools import rules
from pbntools.formats.bws.reader import is_exported
from pbntools.formats.content import content
from pbntools.formats.csv_records.columns import HANDS, SCORES, SUITS, TAGS, value_of_column, whole_suits
from pbntools.formats.csv_records.reader import CsvReader
from pbntools.formats.csv_records.values import record_of, values_of
from pbntools.formats.csv_rows import first_fields
from pbntools.formats.losses import Losses
from pbntools.formats.reducing import without_tricks_so_far
from pbntools.formats.registry import Facts, Fit, Format
from pbntools.record import Record

_DEALS = ("Board", "Dealer", "Vulnerable", *HANDS)
DIALECTS = {
    "records": (*TAGS[:12], *_DEALS, *TAGS[12:], "Contract", "Declarer", "Result", "Lead", *SCORES),
    "hands": _DEALS,
}
"""The columns that are written."""
_PARTS = {
    "auction": (rules.AUCTION_LOST, "CSV has no place for an auction"),
    "trump": (rules.RESULT_LOST, "CSV has no place for a denomination alone"),
    "irregular declarer": (rules.IRREGULARITY_LOST, "CSV has no place for the mark of an irregular declarer"),
    "comments": (rules.COMMENT_LOST, "CSV has no place for comments"),
    "call notes": (rules.NOTE_LOST, "CSV has no place for notes"),
    "card notes": (rules.NOTE_LOST, "CSV has no place for notes"),
    "call glyphs": (rules.GLYPH_LOST, "CSV has no place for marks on calls"),
    "card glyphs": (rules.GLYPH_LOST, "CSV has no place for marks on cards"),
    "tables": (rules.TABLE_LOST, "CSV has no place for tables"),
}
_FIELD_PARTS = {
    "board": (rules.BOARD_CHANGED, "control characters and repeated blanks in a board's label become blanks"),
    "dealer": (rules.DEALER_CHANGED, "CSV of hands has no place for Dealer"),
    "vulnerable": (rules.DEALER_CHANGED, "CSV of hands has no place for Vulnerable"),
    "deal": (rules.HAND_LOST, "CSV has no form for a deal of no cards"),
    "contract": (rules.RESULT_LOST, "CSV of hands has no place for a contract"),
    "declarer": (rules.RESULT_LOST, "CSV has no place for that declarer"),
    "result": (rules.RESULT_LOST, "CSV holds declarer's tricks alone"),
    "play": (rules.PLAY_LOST, "CSV holds the opening lead alone"),
}


def _fitter(dialect: str | None) -> Fit:
    columns = DIALECTS[dialect or "records"]

    def fit(record: Record, _facts: Facts, losses: Losses) -> Record | None:
        record = without_tricks_so_far(record, "CSV", losses)
        values = values_of(record)
        row = {name: _plain(values[name]) for name in columns if name in values}
        for name in values:
            if name not in row and not name.endswith("Table") and name in record.tags.resolved and name not in _OWN:
                losses.add(rules.TAG_LOST, f"CSV has no column for {name[:60]}")
        fitted = record_of(row, lambda message: losses.add(rules.VALUE_CHANGED, message.split(":")[0]))
        if fitted.is_empty:
            losses.add(rules.RECORD_LEFT_OUT, "a record without anything that has a column is left out")
            return None
        before, after = content(record), content(fitted)
        for part, (rule, words) in (_PARTS | _FIELD_PARTS).items():
            if before.get(part) != after.get(part) and (part != "tables" or part in before):
                losses.add(rule, words)
        new = after.get("tags", {})
        for name, text in before.get("tags", {}).items():
            if name == "Score" and "Score" in row and "Score" not in new:
                losses.add(rules.TEXT_CHANGED, "a Score that is no number of points is read as an artificial score")
            elif name in row and new.get(name) != text:
                losses.add(rules.TEXT_CHANGED, f"control characters in {name} become blanks")
        return fitted

    return fit


_OWN = frozenset(("Board", "Dealer", "Vulnerable", "Deal", "Contract", "Declarer", "Result", "Auction", "Play", "Note"))


def _plain(text: str) -> str:
    """A text without line ends, control characters and halves of characters."""
    return "".join(char if char.isprintable() or char == " " else " " for char in text)


def _write(records: Iterable[Record], file: BinaryIO, dialect: str | None) -> int:
    columns = DIALECTS[dialect or "records"]
    count = 0
    file.write(_line(columns))
    for record in records:
        values = values_of(record)
        file.write(_line([values.get(name, "") for name in columns]))
        count += 1
    return count


def _line(fields: Iterable[str]) -> bytes:
    out = io.StringIO()
    csv.writer(out, lineterminator="\r\n").writerow(fields)
    return out.getvalue().encode("utf-8")


def _looks_so(head: bytes) -> bool:
    fields = first_fields(head)
    if fields is None or len(fields) < 2 or is_exported(head):
        return False
    known = {value_of_column(field) for field in fields} - {None}
    known -= set(SUITS) - whole_suits(known)
    return len(known) >= 2 and 2 * len(known) >= len(fields) and bool(known & {"Board", "Deal", *HANDS, *SUITS})


FORMATS = {
    "csv": Format(
        "csv",
        "CSV with a row a record",
        (".csv",),
        frozenset(("deal", "board", "dealer", "vulnerable", "players", "event", "contract", "result", "tags")),
        _looks_so,
        CsvReader,
        _fitter,
        _write,
        ("records", "hands"),
        frozenset(("columns",)),
    )
}

__all__ = ["DIALECTS", "FORMATS"]
