"""What stands beside the calls, the cards and the tags of a record: notes, marks, comments and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbntools.record.table import Table


@dataclass(frozen=True, slots=True)
class Annotation:
    """What stands beside a call or card: a suffix (``!`` ``??`` …), note numbers, numeric glyphs (0–255)."""

    suffix: str | None = None
    notes: tuple[int, ...] = ()
    nags: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Comment:
    """A comment and its owner: ``("record", None)``, ``("tag", name)``, ``("call", n)`` or ``("card", n)``, n ≥ 0."""

    text: str
    owner: tuple[str, str | int | None] = ("record", None)


@dataclass(frozen=True, slots=True)
class Remarks:
    """What stands beside the calls and cards: notes by section and number, annotations by index, comments.

    ``card_words`` are the words that stand in the place of cards and could not be read, by cell.
    """

    auction_notes: Mapping[int, str]
    play_notes: Mapping[int, str]
    call_annotations: Mapping[int, Annotation]
    card_annotations: Mapping[int, Annotation]
    comments: tuple[Comment, ...]
    card_words: Mapping[int, str] = field(default_factory=dict)


NO_REMARKS = Remarks({}, {}, {}, {}, ())


class Details:
    """Remarks and tables of a record, read when first asked for.  Readers of a format derive from this class."""

    __slots__ = ("_remarks", "_tables")

    def __init__(self, remarks: Remarks | None = NO_REMARKS, tables: tuple[Table, ...] | None = ()) -> None:
        self._remarks = remarks
        self._tables = tables

    def _load_remarks(self) -> Remarks:
        return NO_REMARKS

    def _load_tables(self) -> tuple[Table, ...]:
        return ()

    def mentions(self, words: Sequence[str]) -> bool:
        """Whether one of the words may stand in a note, or a comment on a call or card; False only if none does."""
        remarks = self.remarks
        if remarks is NO_REMARKS:
            return False
        texts = [
            *remarks.auction_notes.values(),
            *remarks.play_notes.values(),
            *(comment.text for comment in remarks.comments),
        ]
        return any(word in text for text in texts for word in words)

    @property
    def remarks(self) -> Remarks:
        """Notes, annotations and comments."""
        if self._remarks is None:
            self._remarks = self._load_remarks()
        return self._remarks

    @property
    def tables(self) -> tuple[Table, ...]:
        """The supplemental sections in order."""
        if self._tables is None:
            self._tables = self._load_tables()
        return self._tables

    @property
    def table_names(self) -> Sequence[str]:
        """The names of the tables in order."""
        return [table.name for table in self.tables]

    def table_texts(self) -> Sequence[tuple[str, str, str]] | None:
        """Name, header and text of each table where they are as they were read; else None."""
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Details):
            return NotImplemented
        return self.remarks == other.remarks and self.tables == other.tables

    def __hash__(self) -> int:
        return hash(self.tables)

    def __reduce__(self) -> tuple[Any, ...]:
        return Details, (self.remarks, self.tables)

    def __repr__(self) -> str:
        return f"Details({self.remarks!r}, {self.tables!r})"


EMPTY_DETAILS = Details()
