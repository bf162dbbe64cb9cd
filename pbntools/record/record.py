"""One deal as it was bid and played at one table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from pbntools.core import Contract, Deal, Seat, Vulnerability
from pbntools.record.actions import Auction, Play
from pbntools.record.details import EMPTY_DETAILS, Comment, Details
from pbntools.record.table import Table
from pbntools.record.tags import NO_TAGS, FieldState, Tags, tags_of

if TYPE_CHECKING:
    import datetime
    from fractions import Fraction

    from pbntools.record_values import PartialDate, RubberHistory, RubberPoints, Scoring, SidedScore, TimeControl

_FIELDS = {
    "Dealer": "dealer", "Vulnerable": "vulnerable", "Deal": "deal", "Declarer": "declarer", "Contract": "contract",
    "Result": "result",
}  # fmt: skip
"""The tags whose values the record holds itself."""


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
            object.__setattr__(self, "tags", tags_of(tags))

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
