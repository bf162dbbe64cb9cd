"""A deal played again: every moment of a record, call by call and card by card, with what was said and wrong there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, SupportsIndex, overload

from pbntools import rules
from pbntools.core import CALLS, CARDS, Call, Card, Seat
from pbntools.diagnostics import EDITION, Diagnostic, Location, diagnostic_of
from pbntools.formats.reading import Reading
from pbntools.laws import Context, Outcome, Trick, find, resolve
from pbntools.record import ABOVE_SEVEN, Annotation, Record
from pbntools.replaying.course import Course
from pbntools.replaying.positions import Position
from pbntools.replaying.walking import positions

Ending = Literal["passed out", "played", "claimed", "stopped", "continued", "not recorded"]

# What is said of the auction as a whole is known once the last call is made, what is said of the result at the end.
_AFTER_AUCTION = frozenset(
    (
        rules.AUCTION_INCOMPLETE,
        rules.CONTRACT_MISMATCH,
        rules.CONTRACT_UNKNOWN,
        rules.DECLARER_MISMATCH,
        rules.IRREGULARITY_MARK,
        rules.PLAY_BEFORE_AUCTION_END,
    )
)
_END_TAGS = ("Result", "Score", "Optimum", "ScoreTable", "TotalScoreTable")


@dataclass(frozen=True, slots=True)
class Step:
    """An action, what stands beside it in the record and what is wrong with it, and the position that it leads to.

    Step 0 is the ``start``, which nobody made.  ``call`` and ``card`` are None where the record does not show the
    action or it cannot be read; ``above_seven`` marks a bid of more than seven.  ``trick`` and ``place`` (in the trick)
    count from 1.  ``notes`` are the texts that the action's notes refer to: alerts, explanations.
    """

    number: int
    kind: Literal["start", "call", "card"]
    seat: Seat | None
    call: Call | None
    card: Card | None
    above_seven: bool
    trick: int | None
    place: int | None
    annotation: Annotation | None
    notes: tuple[str, ...]
    comments: tuple[str, ...]
    diagnostics: tuple[Diagnostic, ...]
    position: Position


class Replay(Sequence[Step]):
    """A record played again.  ``game[k]`` is the step after ``k`` calls and cards, for ``k`` from 0 to the end.

    Any step is reached in constant time; iteration goes through all of them, from the start.  ``record`` is what is
    played, ``outcome`` what it comes to.  ``contract`` and ``declarer`` are those that the cards were played in: the
    outcome's, unless those contradict the auction and the cards go by the auction.

    A position is that of a replay of the actions before it alone, except for what only the whole record proves: hands
    that the play completes, who won or led a trick that is in doubt by itself, and which contract was played.
    """

    def __init__(self, record: Record, outcome: Outcome, diagnostics: Iterable[Diagnostic] = ()) -> None:
        self.record = record
        self.outcome = outcome
        self._course = Course(record, outcome)
        self.contract, self.declarer = self._course.contract, self._course.declarer
        self._number_of_cell = {action.at: number for number, action in enumerate(self._course.cards, self.calls + 1)}
        self._positions: list[Position] | None = None
        self._comments = self._placed_comments()
        self._diagnostics = self._placed_diagnostics(diagnostics)

    @property
    def calls(self) -> int:
        """How many calls the record has."""
        return len(self._course.calls)

    @property
    def cards(self) -> int:
        """How many cards are played, with those before the last one that the record does not show."""
        return len(self._course.cards)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks, the last of which may not be complete."""
        return self._course.tricks

    @property
    def ending(self) -> Ending:
        """How the record ends.

        ``passed out``; ``played`` to the last card; ``claimed``, where the record says outright that somebody claimed
        or conceded; ``stopped``, where no more cards were recorded; ``continued``, where play goes on; and ``not
        recorded``, where there is no play.
        """
        play = self.record.play
        if self._course.is_passed_out:
            return "passed out"
        continued = self._course.is_continued if play is None else play.end == "+"
        if not self._course.cards and (play is None or play.claim is None):
            return "continued" if continued else "not recorded"
        trace = self.outcome.play
        if trace is not None and trace.finished == trace.total:
            return "played"
        if play is not None and play.claim is not None:
            return "claimed"
        return "continued" if continued else "stopped"

    @property
    def start(self) -> Position:
        """The position before the first action."""
        return self.position(0)

    @property
    def end(self) -> Position:
        """The position after the last action."""
        return self.position(len(self) - 1)

    def position(self, number: int) -> Position:
        """The position after so many calls and cards; raises IndexError where there are not so many."""
        if self._positions is None:
            self._positions = list(positions(self._course))
        if not 0 <= number < len(self):
            raise IndexError(f"there is no step {number}: expected 0 to {len(self) - 1}")
        return self._positions[number]

    def number_of(self, *, call: int | None = None, trick: int | None = None, card: int | None = None) -> int:
        """The number of the step at which a call, a trick's card or a trick's last card is made.

        ``call``, ``trick`` and ``card`` (the place in the trick, 1 to 4) count from 1; call 0 and trick 0 are the
        moments before the first call and before the opening lead.  Raises IndexError where the record does not go so
        far, and TypeError unless a call or a trick is given, by a whole number.
        """
        for name, value in (("call", call), ("trick", trick), ("card", card)):
            if value is not None and (isinstance(value, bool) or not isinstance(value, SupportsIndex)):
                raise TypeError(f"{name} is {value!r}: expected a whole number")
        if call is not None and trick is None and card is None:
            if not 0 <= call <= self.calls:
                raise IndexError(f"there is no call {call}: the auction has {self.calls}")
            return call
        if trick is None or call is not None:
            raise TypeError("expected a call, or a trick with or without a card")
        if card is not None and not 1 <= card <= 4:
            raise IndexError(f"there is no card {card} in a trick: expected 1 to 4")
        played = 4 * trick if card is None else 4 * (trick - 1) + card
        if not 0 <= played <= self.cards or (card is not None and trick < 1):
            what = f"trick {trick}" if card is None else f"card {card} of trick {trick}"
            raise IndexError(f"there is no {what} to its end: {self.cards} cards are recorded")
        return self.calls + played

    def after(self, *, call: int | None = None, trick: int | None = None, card: int | None = None) -> Position:
        """The position after a call, after a trick, or after a card of a trick: see `number_of`."""
        return self.position(self.number_of(call=call, trick=trick, card=card))

    def next_diagnostic(self, number: int) -> int | None:
        """The number of the next step after ``number`` that something is wrong at; None where there is none."""
        return next((at for at in range(number + 1, len(self)) if at in self._diagnostics), None)

    def previous_diagnostic(self, number: int) -> int | None:
        """The number of the last step before ``number`` that something is wrong at; None where there is none."""
        return next((at for at in range(number - 1, -1, -1) if at in self._diagnostics), None)

    @property
    def diagnostics(self) -> dict[int, tuple[Diagnostic, ...]]:
        """What is wrong, by the number of the step that caused it."""
        return {number: tuple(found) for number, found in sorted(self._diagnostics.items())}

    def __len__(self) -> int:
        return len(self._course.calls) + len(self._course.cards) + 1

    def __iter__(self) -> Iterator[Step]:
        return map(self._step, range(len(self)))

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        if isinstance(index, slice):
            return [self._step(number) for number in range(*index.indices(len(self)))]
        number = index + len(self) if index < 0 else index
        if not 0 <= number < len(self):
            raise IndexError(f"there is no step {index}: expected 0 to {len(self) - 1}")
        return self._step(number)

    def __repr__(self) -> str:
        return f"<Replay of board {self.record.board or '?'}: {self.calls} calls, {self.cards} cards>"

    def _step(self, number: int) -> Step:
        remarks = self.record.details.remarks
        comments = tuple(self._comments.get(number, ()))
        diagnostics = tuple(self._diagnostics.get(number, ()))
        position = self.position(number)
        if number == 0:
            return Step(0, "start", None, None, None, False, None, None, None, (), comments, diagnostics, position)
        is_call = number <= self.calls
        action = self._course.calls[number - 1] if is_call else self._course.cards[number - self.calls - 1]
        annotation = (remarks.call_annotations if is_call else remarks.card_annotations).get(action.at)
        texts = remarks.auction_notes if is_call else remarks.play_notes
        known = action.number >= 0
        return Step(
            number,
            "call" if is_call else "card",
            action.seat,
            CALLS[action.number] if is_call and known else None,
            CARDS[action.number] if not is_call and known else None,
            is_call and action.number == ABOVE_SEVEN,
            None if is_call else action.trick,
            None if is_call else action.place,
            annotation,
            () if annotation is None else tuple(texts[note] for note in annotation.notes if note in texts),
            comments,
            diagnostics,
            position,
        )

    def _placed_comments(self) -> dict[int, list[str]]:
        placed: dict[int, list[str]] = {}
        for comment in self.record.comments:
            kind, which = comment.owner
            number = 0
            if kind == "call" and isinstance(which, int):
                number = min(which + 1, self.calls)
            elif kind == "card" and isinstance(which, int):
                number = self._number_of_cell.get(which, len(self) - 1)
            elif kind == "tag" and which == "Play":
                number = self.calls
            elif kind == "tag" and isinstance(which, str) and which.startswith(_END_TAGS):
                number = len(self) - 1
            if comment.text.strip():
                placed.setdefault(number, []).append(comment.text)
        return placed

    def _placed_diagnostics(self, diagnostics: Iterable[Diagnostic]) -> dict[int, list[Diagnostic]]:
        placed: dict[int, list[Diagnostic]] = {}
        cells = {(action.trick, action.seat.letter): n for n, action in enumerate(self._course.cards, self.calls + 1)}
        for found in diagnostics:
            placed.setdefault(self._number_for(found, cells), []).append(found)
        return placed

    def _number_for(self, found: Diagnostic, cells: dict[tuple[int, str], int]) -> int:
        last = len(self) - 1
        if found.call is not None:
            return min(max(found.call, 0), self.calls)
        if found.trick is not None:
            if found.seat is not None:
                number = cells.get((found.trick, found.seat))
                if number is not None:
                    return number
            return min(self.calls + 4 * (found.trick - 1) + 1, last)
        if found.rule in _AFTER_AUCTION:
            return self.calls
        return last if found.rule.code.startswith(("RES", "PLY")) else 0


def replay(record: Record | Reading, *, diagnostics: Iterable[Diagnostic] | None = None, laws: str = EDITION) -> Replay:
    """Play a record again, step by step, from its first call to its last card.

    A `Reading` brings its own diagnostics; for a record they are found under ``laws``, the edition of the Laws, unless
    they are given.  Raises ValueError for an edition that is not known and for a reading without a record, and
    TypeError for anything else, such as the path of a file.
    """
    if not isinstance(record, Record | Reading):
        raise TypeError(
            f"expected a Record or a Reading, not {type(record).__name__}: "
            "next(pbntools.check(path)) is the first reading of a file"
        )
    if isinstance(record, Reading):
        reading, found = record, record.diagnostics
        if reading.record is None:
            raise ValueError("this reading speaks of a file as a whole and has no record")
        outcome = resolve(reading.record, laws)
        return Replay(reading.record, outcome, found if diagnostics is None else diagnostics)
    outcome = resolve(record, laws)
    if diagnostics is None:
        diagnostics = [
            diagnostic_of(finding, Location(""), record=None, board=record.board, edition=outcome.edition.name)
            for finding in find(record, outcome, Context(laws))
        ]
    return Replay(record, outcome, diagnostics)
