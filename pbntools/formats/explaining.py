"""Whether what differs between a record and its form in another format belongs to the losses that were listed."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from pbntools.formats.content import differences
from pbntools.record import Record

_DERIVED = frozenset(("contract", "declarer", "result"))
_CALLS = frozenset(("call notes", "call glyphs"))
_CARDS = frozenset(("card notes", "card glyphs"))
_PARTS: dict[str, frozenset[str]] = {
    "comment-lost": frozenset(("comments",)),
    "note-lost": frozenset(("call notes", "card notes")),
    "glyph-lost": frozenset(("call glyphs", "card glyphs")),
    "table-lost": frozenset(("tables",)),
    "auction-lost": frozenset(("auction", "comments")) | _CALLS,
    "play-lost": frozenset(("play", "result", "comments")) | _CARDS,
    "result-lost": _DERIVED | {"irregular declarer", "trump", "play"},
    "hand-lost": frozenset(("deal", "dealer", "vulnerable")),
    "dealer-changed": frozenset(("dealer", "vulnerable")),
    "board-changed": frozenset(("board", "dealer", "vulnerable")),
    "irregularity-lost": frozenset(("auction", "play", "irregular declarer", "result")),
    "provenance-changed": _DERIVED | {"play"},
    "text-changed": frozenset(("board", "comments", "call notes", "card notes", "tables")),
    "word-lost": frozenset(("auction", "play", "comments")) | _CALLS | _CARDS,
    "value-changed": frozenset(("deal", "result", "play", "tables", "board")),
    "remark-moved": frozenset(("comments", "call notes", "card notes")),
}
"""The parts of a record, as `differences` names them, that a loss of each rule may change."""
_PLAYERS = frozenset(("West", "North", "East", "South"))


def unexplained(before: Record, after: Record, losses: Iterable[tuple[str, str]]) -> list[str]:
    """The parts, and the tags, that differ although none of the losses may change them.

    A loss is the name of its rule and its words.  A tag is explained by the words that name it.
    """
    parts = differences(before, after)
    if not parts:
        return []
    told = list(losses)
    allowed = frozenset().union(*(_PARTS.get(name, ()) for name, _ in told))
    left = [part for part in parts if part not in allowed]
    if left:
        words = "\n".join(what for _, what in told)
        left = [part for part in left if not _names(words, part)]
    # Cell by cell tables are compared only where nothing else explains them.
    if "tables" in left and _rows(before) == _rows(after):
        left.remove("tables")
    return left


def _rows(record: Record) -> dict[str, list[dict[str, object]]]:
    """The rows of the tables by column, without the cells that say nothing or nothing new; numbers as such."""
    found: dict[str, list[dict[str, object]]] = {}
    for table in record.tables:
        rows = found[table.name] = []
        for cells in table.rows:
            row = {
                column: _number(value)
                for column, value in zip(table.columns, cells, strict=False)
                if value.strip() not in ("", "-", "?")
            }
            score, other = row.get("Score_NS"), row.get("Score_EW")
            if isinstance(score, Fraction) and isinstance(other, Fraction) and score == -other:
                del row["Score_EW"]
            rows.append(row)
    return found


@lru_cache(maxsize=4096)
def _number(value: str) -> object:
    try:
        return Fraction(value.strip()) if len(value) < 20 else value
    except (ValueError, ZeroDivisionError):
        return " ".join(value.split())


def _names(what: str, tag: str) -> bool:
    return (
        tag in what or (tag[:1].islower() and tag[:1].upper() + tag[1:] in what) or (tag in _PLAYERS and "name" in what)
    )


__all__ = ["unexplained"]
