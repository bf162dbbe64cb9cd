"""A record: one deal as it was bid and played at one table.

Immutable and free of any format.  It holds only what was recorded; what follows from it under the Laws is an `Outcome`
(`pbntools.laws.resolve`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import TYPE_CHECKING, Any

from pbntools.core import CALLS, CARDS, Call, Card, Contract, Deal, Seat, Vulnerability

if TYPE_CHECKING:
    import datetime
    from fractions import Fraction

    from pbntools.record_values import PartialDate, RubberHistory, RubberPoints, Scoring, SidedScore, TimeControl

UNREADABLE = -1
"""In `Auction.ids`: a word that could not be read as a call."""
ABOVE_SEVEN = -2
"""In `Auction.ids`: a bid of more than seven."""
UNKNOWN_CARD = -1
"""In `Play.ids`: a card that is not given, or not yet played."""
UNREADABLE_CARD = -2
"""In `Play.ids`: a word that could not be read as a card."""

_NO_VALUES: Mapping[str, str] = {}
_FIELDS = {
    "Dealer": "dealer", "Vulnerable": "vulnerable", "Deal": "deal", "Declarer": "declarer", "Contract": "contract",
    "Result": "result",
}  # fmt: skip
"""The tags whose values the record holds itself."""


class FieldState(Enum):
    """What a record says of a field; the five are never merged."""

    GIVEN = "given"
    UNKNOWN = "unknown"
    NOT_APPLICABLE = "not applicable"
    ABSENT = "absent"
    INHERITED = "inherited"


class Tags(Mapping[str, str]):
    """The tags of a record in file order, with their values as written.

    ``value(name)`` is the value that counts, after inheritance by ``#`` and ``##`` (PBN 2.1 §4.8) or from the previous
    board; it also finds tags that this record does not repeat.
    """

    __slots__ = ("_effective", "_inherited", "_raw")

    def __init__(
        self,
        raw: Mapping[str, str] = _NO_VALUES,
        effective: Mapping[str, str] = _NO_VALUES,
        inherited: frozenset[str] = frozenset(),
    ) -> None:
        self._raw = raw
        self._effective = effective
        self._inherited = inherited

    def __getitem__(self, name: str) -> str:
        return self._raw[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._raw)

    def __len__(self) -> int:
        return len(self._raw)

    def value(self, name: str) -> str | None:
        """The value that counts, or None where the tag is absent."""
        found = self._effective.get(name)
        return found if found is not None else self._raw.get(name)

    @property
    def resolved(self) -> Mapping[str, str]:
        """The value that counts by name: of the tags in file order, then of those that are inherited."""
        return {**self._raw, **self._effective} if self._effective else self._raw

    @property
    def beside_fields(self) -> Mapping[str, str]:
        """At least those of ``resolved`` whose values no field of the record holds; some more where that is quicker."""
        return self.resolved

    def values_of(self, names: Sequence[str]) -> list[str | None]:
        """The values that count of several tags, None where one is absent."""
        raw, effective = self._raw, self._effective
        if not effective:
            return list(map(raw.get, names))
        return [raw.get(name) if (found := effective.get(name)) is None else found for name in names]

    def state(self, name: str) -> FieldState:
        """Whether the field is given, unknown (``?``), not applicable (empty), absent or inherited."""
        value = self.value(name)
        if value is None:
            return FieldState.ABSENT
        if name in self._inherited:
            return FieldState.INHERITED
        if value == "?":
            return FieldState.UNKNOWN
        return FieldState.GIVEN if value else FieldState.NOT_APPLICABLE

    @property
    def inherited(self) -> frozenset[str]:
        """The names whose values come from an earlier record."""
        return self._inherited

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Tags):
            return NotImplemented
        return (
            list(self._raw.items()) == list(other._raw.items())
            and self._effective == other._effective
            and self._inherited == other._inherited
        )

    def __hash__(self) -> int:
        return hash(tuple(self._raw.items()))

    def __repr__(self) -> str:
        return f"Tags({dict(self._raw)!r})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Tags, (dict(self._raw), dict(self._effective), self._inherited)


NO_TAGS = Tags()


def _tags_of(given: object) -> Tags:
    """Tags from a mapping of names to texts."""
    if not isinstance(given, Mapping):
        raise TypeError(f"tags are a mapping of names to texts, not {type(given).__name__}")
    for name, value in given.items():
        if not (isinstance(name, str) and isinstance(value, str)):
            raise TypeError(f"tags are texts by name, not {type(value).__name__} by {type(name).__name__}")
    return Tags(dict(given))


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


class Table:
    """A supplemental section (PBN 2.1 §5): its name, its columns' names, its header and its rows of values, as written.

    Readers of a format derive from this class, to read the rows when they are first asked for.
    """

    __slots__ = ("_rows", "columns", "header", "name")

    def __init__(
        self, name: str, columns: tuple[str, ...], rows: tuple[tuple[str, ...], ...] | None, header: str = ""
    ) -> None:
        self.name = name
        self.columns = columns
        self.header = header
        self._rows = rows

    def _load_rows(self) -> tuple[tuple[str, ...], ...]:
        return ()

    @property
    def rows(self) -> tuple[tuple[str, ...], ...]:
        """The rows of values."""
        if self._rows is None:
            self._rows = self._load_rows()
        return self._rows

    def stretch(self, first: int, last: int) -> list[str] | None:
        """By row, the text of neighbouring columns, to tell rows apart by; its words are the values.

        None where a row has another number of values than there are columns, or a value has blanks in it.
        """
        width = len(self.columns)
        found = []
        for row in self.rows:
            text = " ".join(row[first : last + 1])
            if len(row) != width or len(text.split()) != last + 1 - first:
                return None
            found.append(text)
        return found

    @property
    def values(self) -> list[str] | None:
        """All values one after the other; None where a row is longer or shorter than the table has columns."""
        width = len(self.columns)
        if all(len(row) == width for row in self.rows):
            return [value for row in self.rows for value in row]
        return None

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Table):
            return NotImplemented
        mine = self.name, self.columns, self.header, self.rows
        return mine == (other.name, other.columns, other.header, other.rows)

    def __hash__(self) -> int:
        return hash((self.name, self.columns, self.header))

    def __reduce__(self) -> tuple[Any, ...]:
        return Table, (self.name, self.columns, self.rows, self.header)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self.rows)} rows of {', '.join(self.columns)}>"


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


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls in the order in which they were made.

    ``ids`` are `Call` numbers (or `UNREADABLE`, `ABOVE_SEVEN`); ``first`` made the first call; ``end`` is ``""``,
    ``"*"`` (the rest was not recorded) or ``"+"`` (to be continued).  ``skips`` holds, for each player passed over
    because somebody called out of turn (PBN ``^S``), the index of the call that follows.  ``insufficient`` holds
    the indices marked as accepted insufficient bids (``^I``).  ``all_pass`` is the index of the first pass that was
    written as "all pass", or None.
    """

    first: Seat
    ids: tuple[int, ...] = ()
    end: str = ""
    skips: tuple[int, ...] = ()
    insufficient: frozenset[int] = frozenset()
    all_pass: int | None = None

    @property
    def calls(self) -> tuple[Call | None, ...]:
        """The calls; None for one that could not be read."""
        return tuple([CALLS[i] if i >= 0 else None for i in self.ids])

    def seat(self, index: int) -> Seat:
        """Who made call ``index`` (from 0)."""
        skipped = sum(1 for at in self.skips if at <= index)
        return Seat((self.first + index + skipped) % 4)

    def __str__(self) -> str:
        return " ".join(str(CALLS[i]) if i >= 0 else "?" for i in self.ids)


@dataclass(frozen=True, slots=True)
class Play:
    """The cards by trick and player.

    ``ids`` is row-major: cell ``4 * t + c`` is the card that the player ``c`` seats after ``first`` played to trick
    ``t`` (both from 0), whoever led; `UNKNOWN_CARD` where none is given.  ``end`` is ``""``, ``"*"`` (no more cards
    will be given: a claim, a concession, or not recorded) or ``"+"`` (to be continued); ``next_cell`` is the cell
    of the ``+``. ``revokes`` and ``leads`` hold the cells marked as a revoke (``^R``) and as an accepted lead out
    of turn (``^L``). ``claim`` is declarer's total of tricks as claimed or agreed, where the format says it
    outright.
    """

    first: Seat
    ids: tuple[int, ...] = ()
    end: str = ""
    next_cell: int | None = None
    revokes: frozenset[int] = frozenset()
    leads: frozenset[int] = frozenset()
    claim: int | None = None

    @property
    def cards(self) -> tuple[Card | None, ...]:
        """The cards in the order of the cells; None where none is given or it could not be read."""
        return tuple([CARDS[i] if i >= 0 else None for i in self.ids])

    def seat(self, cell: int) -> Seat:
        """Whose card stands in a cell."""
        return Seat((self.first + cell) % 4)


@dataclass(frozen=True, slots=True)
class Result:
    """The recorded result.

    ``tricks`` are declarer's; ``ns`` and ``ew`` the sides'; ``ruled`` where it was agreed or ruled to differ from the
    tricks won (PBN ``^``).
    """

    tricks: int | None = None
    ns: int | None = None
    ew: int | None = None
    ruled: bool = False


@dataclass(frozen=True, slots=True)
class Record:
    """One deal as it was bid and played at one table.  A field is None where it is not known.

    ``tags`` may be given as any mapping of names to texts; TypeError for another one.
    """

    board: str | None = None
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    deal: Deal | None = None
    contract: Contract | None = None
    declarer: Seat | None = None
    declarer_irregular: bool = False
    """Declarer and dummy changed places (PBN's ``^`` before the declarer; Law 54A)."""
    result: Result | None = None
    auction: Auction | None = None
    play: Play | None = None
    trump_only: int | None = None
    """In an end position, the denomination (0–4) that stands in place of a contract (PBN 2.1 §3.10)."""
    tags: Tags = NO_TAGS
    details: Details = EMPTY_DETAILS

    def __post_init__(self) -> None:
        tags: object = self.tags
        if not isinstance(tags, Tags):
            object.__setattr__(self, "tags", _tags_of(tags))

    def __hash__(self) -> int:
        return hash((self.board, self.dealer, self.vulnerable, self.deal, self.contract, self.auction, self.play))

    def replace(self, **changes: Any) -> Record:
        """A copy with other values."""
        return replace(self, **changes)

    def value(self, name: str) -> str | None:
        """The value of a tag that counts (after inheritance), or None where it is absent."""
        return self.tags.value(name)

    def _text(self, name: str) -> str | None:
        value = self.tags.value(name)
        return value if value and value != "?" else None

    def state(self, name: str) -> FieldState:
        """What the record says of a tag: given, unknown, not applicable, absent or inherited."""
        return self.tags.state(name)

    def typed(self, name: str) -> Any:
        """The value of a tag in the form that the standard gives it (PBN 2.1 §3.4, §4).

        None where the tag is absent, unknown or not applicable, which ``state(name)`` tells apart, or where its text
        is not of that form; ``value(name)`` is the text in any case.  A date is a `PartialDate`, a score a
        `SidedScore` of integers, fractions or `RubberPoints`; a tag without a form, such as Event, is its text.
        """
        field = _FIELDS.get(name)
        if field is not None:
            return getattr(self, field)
        value = self._text(name)
        if value is None:
            return None
        from pbntools.record_values import typed_value

        return typed_value(name, value)

    @property
    def event(self) -> str | None:
        """The event's name, if known."""
        return self._text("Event")

    @property
    def room(self) -> str | None:
        """The room's name, if known."""
        return self._text("Room")

    @property
    def date(self) -> PartialDate | None:
        """When the board was played, with what is known of it (Date)."""
        return self.typed("Date")  # type: ignore[no-any-return]

    @property
    def scoring(self) -> Scoring | None:
        """The scoring system (Scoring)."""
        return self.typed("Scoring")  # type: ignore[no-any-return]

    @property
    def score(self) -> SidedScore[int] | None:
        """The score in points (Score)."""
        return self.typed("Score")  # type: ignore[no-any-return]

    @property
    def score_imp(self) -> SidedScore[Fraction] | None:
        """The score in IMPs (ScoreIMP)."""
        return self.typed("ScoreIMP")  # type: ignore[no-any-return]

    @property
    def score_mp(self) -> SidedScore[Fraction] | None:
        """The score in matchpoints, two for each score beaten (ScoreMP)."""
        return self.typed("ScoreMP")  # type: ignore[no-any-return]

    @property
    def score_percentage(self) -> SidedScore[Fraction] | None:
        """The score in per cent, 0 to 100 (ScorePercentage)."""
        return self.typed("ScorePercentage")  # type: ignore[no-any-return]

    @property
    def score_rubber(self) -> SidedScore[RubberPoints] | None:
        """The score above and below the line (ScoreRubber)."""
        return self.typed("ScoreRubber")  # type: ignore[no-any-return]

    @property
    def score_rubber_history(self) -> RubberHistory | None:
        """The rubber so far, at the start of the deal (ScoreRubberHistory)."""
        return self.typed("ScoreRubberHistory")  # type: ignore[no-any-return]

    @property
    def optimum_score(self) -> SidedScore[int] | None:
        """Par: the best score of both sides, by double dummy (OptimumScore)."""
        return self.typed("OptimumScore")  # type: ignore[no-any-return]

    @property
    def time(self) -> datetime.time | None:
        """When play began, in local time (Time)."""
        return self.typed("Time")  # type: ignore[no-any-return]

    @property
    def time_control(self) -> TimeControl | None:
        """So many games in so many minutes (TimeControl)."""
        return self.typed("TimeControl")  # type: ignore[no-any-return]

    @property
    def hidden(self) -> frozenset[Seat] | None:
        """The hands that a viewer is to hide at first (Hidden)."""
        return self.typed("Hidden")  # type: ignore[no-any-return]

    @property
    def round(self) -> str | None:
        """The round's label, if known; ``typed("Round")`` gives its parts."""
        return self._text("Round")

    @property
    def players(self) -> dict[Seat, str | None]:
        """The players' names by seat; None where not known."""
        return {seat: self._text(seat.name.capitalize()) for seat in Seat}

    @property
    def number(self) -> int | None:
        """The board's number where its label is a positive integer."""
        label = self.board
        if label is None or not label.isascii() or not label.isdigit() or len(label) > 9:
            return None
        return int(label) or None

    @property
    def is_empty(self) -> bool:
        """Whether the record is a template: no tag has a value, and there are no calls or cards."""
        return (
            self.deal is None
            and not (self.auction and self.auction.ids)
            and not (self.play and self.play.ids)
            and not any(value and value != "?" for value in (self.tags.value(name) for name in self.tags))
        )

    @property
    def notes(self) -> dict[str, dict[int, str]]:
        """The notes by section (``auction``, ``play``) and number."""
        remarks = self.details.remarks
        return {"auction": dict(remarks.auction_notes), "play": dict(remarks.play_notes)}

    @property
    def comments(self) -> tuple[Comment, ...]:
        """The comments in order, each with its owner."""
        return self.details.remarks.comments

    @property
    def tables(self) -> tuple[Table, ...]:
        """The supplemental sections in order."""
        return self.details.tables

    def table(self, name: str) -> Table | None:
        """The first table of this name, or None."""
        return next((table for table in self.tables if table.name == name), None)

    def __repr__(self) -> str:
        parts = [f"board {self.board}" if self.board else "board ?"]
        if self.dealer is not None:
            parts.append(f"dealer {self.dealer}")
        if self.vulnerable is not None:
            parts.append(f"vulnerable {self.vulnerable}")
        if self.contract is not None:
            by = f" by {self.declarer}" if self.declarer is not None else ""
            parts.append(f"{self.contract}{by}")
        return f"<Record {', '.join(parts)}>"
