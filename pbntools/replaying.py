"""A deal played again: every moment of a record, call by call and card by card, with what was said and wrong there."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, overload

from pbntools import rules
from pbntools.core import CALLS, CARDS, FULL_DECK, PASS, PASSED_OUT, SUIT_MASK, Call, Card, Contract, Hand, Seat, Side
from pbntools.core.hands import cards_of
from pbntools.diagnostics import EDITION, Diagnostic, Location, diagnostic_of
from pbntools.formats.reading import Reading
from pbntools.game import AuctionState
from pbntools.laws import Context, Outcome, Trick, find, resolve
from pbntools.laws.outcome import known_masks
from pbntools.record import ABOVE_SEVEN, Annotation, Record

Phase = Literal["auction", "play", "over"]
Ending = Literal["passed out", "played", "claimed", "stopped", "continued", "not recorded"]

_SEATS = tuple(Seat)
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


class _Action(NamedTuple):
    """A call or a card: who, its number (-1 and less: not known), and where it stands.

    ``at`` is the index of the call or the cell of the card in the record; ``trick`` and ``place`` count from 1.
    """

    seat: Seat
    number: int
    at: int
    trick: int = 0
    place: int = 0


@dataclass(frozen=True, slots=True)
class Position:
    """A moment between two actions.

    ``number`` counts the calls and cards made so far, ``calls`` the calls among them.  ``contract`` and ``declarer``
    are as far as they are known: in the ``auction`` what they would be if all passed from here on, later those that the
    deal was played in.  ``to_call`` is the player in turn of an auction, ``to_play`` the hand that plays next (dummy's
    for dummy); both are None once the record ends.  ``trick`` is the trick in progress, in playing order, empty between
    tricks; a card is None where the record does not show it.  ``completed_tricks`` are those before it.
    ``trick_number`` is that of the trick in progress or about to begin, from 1; 0 before the play.  ``dummy_shown``
    tells that the opening lead was made, so that dummy's hand lies on the table (Law 41D).
    """

    number: int
    phase: Phase
    calls: int
    contract: Contract | None
    declarer: Seat | None
    to_call: Seat | None
    to_play: Seat | None
    trick_number: int
    trick: tuple[tuple[Seat, Card | None], ...]
    completed_tricks: tuple[Trick, ...]
    dummy_shown: bool
    _won: tuple[int, int]
    _held: tuple[int | None, ...]
    _dealt: tuple[int | None, ...]
    _played: int
    _legal_calls: tuple[Call, ...]

    @property
    def to_act(self) -> Seat | None:
        """Who is to call or whose card is to be played; None where nobody is, or it is not known who."""
        return self.to_play if self.to_call is None else self.to_call

    @property
    def dummy(self) -> Seat | None:
        """Declarer's partner; None where the declarer is not known."""
        return None if self.declarer is None else self.declarer.partner

    @property
    def tricks(self) -> int | None:
        """The tricks won so far by declarer's side; None where the declarer is not known."""
        return None if self.declarer is None else self._won[self.declarer.side]

    def won(self, side: Side) -> int:
        """The tricks won so far by a side, of those whose winner is known."""
        return self._won[side]

    @property
    def undecided(self) -> int:
        """How many of the tricks so far the record does not tell the winner of."""
        return len(self.completed_tricks) - sum(self._won)

    @property
    def last_trick(self) -> Trick | None:
        """The trick before the one in progress; None in the first."""
        return self.completed_tricks[-1] if self.completed_tricks else None

    def remaining(self, seat: Seat) -> Hand | None:
        """The cards that a player still holds; None where his hand is not known."""
        mask = self._held[seat]
        return None if mask is None else Hand(mask)

    @property
    def hands(self) -> dict[Seat, Hand | None]:
        """The cards that each player still holds."""
        return {seat: self.remaining(seat) for seat in Seat}

    def visible(self, viewer: Seat | None = None) -> dict[Seat, Hand | None]:
        """The remaining cards of the hands that are seen: dummy's once the lead is made, and the viewer's own.

        A hand that is not known is None, one that is not seen is left out.
        """
        seen = {seat for seat in (viewer, self.dummy if self.dummy_shown else None) if seat is not None}
        return {seat: self.remaining(seat) for seat in Seat if seat in seen}

    def legal_calls(self) -> list[Call]:
        """The legal calls of the player in turn, in the order of `CALLS`; empty once the auction is over.

        Where a call before this could not be read, those that may be legal.
        """
        return list(self._legal_calls)

    def legal_cards(self) -> list[Card]:
        """The legal cards of the hand to play (Law 44), spades first, from high to low; empty when nobody is to play.

        For an unknown hand, all cards that it may hold: those not yet played that no known hand was dealt.
        """
        if self.to_play is None:
            return []
        held = self._held[self.to_play]
        if held is None:
            held = FULL_DECK & ~self._played
            for seat, mask in enumerate(self._dealt):
                if seat != self.to_play and mask is not None:
                    held &= ~mask
            return list(cards_of(held))
        led = self.trick[0][1] if self.trick else None
        following = held & SUIT_MASK[led.suit] if led is not None else 0
        return list(cards_of(following or held))

    def __repr__(self) -> str:
        where = f"trick {self.trick_number}" if self.trick_number else f"{self.calls} calls"
        turn = f", {self.to_act} to act" if self.to_act is not None else ""
        return f"<Position {self.number}: {self.phase}, {where}{turn}>"


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
        self.contract, self.declarer, self._leader = _as_played(outcome)
        self._calls = _call_actions(record)
        self._tricks, self._cards = _card_actions(outcome)
        self._number_of_cell = {action.at: len(self._calls) + 1 + n for n, action in enumerate(self._cards)}
        self._positions: list[Position] | None = None
        self._comments = self._placed_comments()
        self._diagnostics = self._placed_diagnostics(diagnostics)

    @property
    def calls(self) -> int:
        """How many calls the record has."""
        return len(self._calls)

    @property
    def cards(self) -> int:
        """How many cards are played, with those before the last one that the record does not show."""
        return len(self._cards)

    @property
    def tricks(self) -> tuple[Trick, ...]:
        """The tricks, the last of which may not be complete."""
        return self._tricks

    @property
    def ending(self) -> Ending:
        """How the record ends.

        ``passed out``; ``played`` to the last card; ``claimed``, where the record says outright that somebody claimed
        or conceded; ``stopped``, where no more cards were recorded; ``continued``, where play goes on; and ``not
        recorded``, where there is no play.
        """
        play = self.record.play
        if self._is_passed_out:
            return "passed out"
        continued = self._is_continued if play is None else play.end == "+"
        if not self._cards and (play is None or play.claim is None):
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
            self._positions = list(self._walk())
        if not 0 <= number < len(self):
            raise IndexError(f"there is no step {number}: expected 0 to {len(self) - 1}")
        return self._positions[number]

    def number_of(self, *, call: int | None = None, trick: int | None = None, card: int | None = None) -> int:
        """The number of the step at which a call, a trick's card or a trick's last card is made.

        ``call``, ``trick`` and ``card`` (the place in the trick, 1 to 4) count from 1; call 0 and trick 0 are the
        moments before the first call and before the opening lead.  Raises IndexError where the record does not go so
        far, and TypeError unless a call or a trick is given.
        """
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
        return len(self._calls) + len(self._cards) + 1

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
        action = self._calls[number - 1] if is_call else self._cards[number - self.calls - 1]
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
        cells = {(action.trick, action.seat.letter): n for n, action in enumerate(self._cards, self.calls + 1)}
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

    def _walk(self) -> Iterator[Position]:
        yield from self._auction()
        yield from self._play()

    def _start(self) -> tuple[int | None, ...]:
        return self.outcome.restored or known_masks(self.record.deal)

    def _auction(self) -> Iterator[Position]:
        """The positions up to the last call, without the one after it where the play follows."""
        dealt = self._start()
        follower = _Caller(self.record)
        last = len(self._calls)
        for number in range(last + 1):
            if number:
                follower.push(self._calls[number - 1])
            if number == last and self._is_played:
                return
            over = follower.contract is PASSED_OUT or (number == last and self._is_passed_out)
            yield Position(
                number=number,
                phase="over" if over else "auction",
                calls=number,
                contract=PASSED_OUT if over else follower.contract,
                declarer=None if over else follower.declarer,
                to_call=None if over else follower.to_call,
                to_play=None,
                trick_number=0,
                trick=(),
                completed_tricks=(),
                dummy_shown=False,
                _won=(0, 0),
                _held=dealt,
                _dealt=dealt,
                _played=0,
                _legal_calls=() if over else follower.legal(),
            )

    @property
    def _is_continued(self) -> bool:
        """Whether the record says that the auction goes on."""
        return self.record.auction is not None and self.record.auction.end == "+"

    @property
    def _is_passed_out(self) -> bool:
        return self.contract is PASSED_OUT and not self._is_continued

    @property
    def _is_played(self) -> bool:
        """Whether the play follows the last call: cards are recorded, or it is known what is to be played."""
        if self._cards:
            return True
        return not self._is_continued and self.contract is not None and self.contract is not PASSED_OUT

    def _play(self) -> Iterator[Position]:
        """The positions from the last call on, where the play follows."""
        if not self._is_played:
            return
        dealt = self._start()
        held = list(dealt)
        played = 0
        won = [0, 0]
        completed: tuple[Trick, ...] = ()
        trick: list[tuple[Seat, Card | None]] = []
        play = self.record.play
        trace = self.outcome.play
        total = trace.total if trace is not None else 13
        to_play = self._leader
        ended = play is not None and play.end != "+"
        for number in range(len(self._cards) + 1):
            if number:
                action = self._cards[number - 1]
                card = CARDS[action.number] if action.number >= 0 else None
                if card is not None:
                    mask = held[action.seat]
                    held[action.seat] = None if mask is None else mask & ~(1 << card)
                    played |= 1 << card
                trick.append((action.seat, card))
                to_play = action.seat.left if self._tricks[len(completed)].leader is not None else None
                if len(trick) == 4:
                    completed = self._tricks[: len(completed) + 1]
                    winner = completed[-1].winner
                    if winner is not None:
                        won[winner.side] += 1
                    trick.clear()
                    to_play = winner
            over = len(completed) == total or (number == len(self._cards) and ended)
            yield Position(
                number=len(self._calls) + number,
                phase="over" if over else "play",
                calls=len(self._calls),
                contract=self.contract,
                declarer=self.declarer,
                to_call=None,
                to_play=None if over else to_play,
                trick_number=min(len(completed) + 1, total),
                trick=tuple(trick),
                completed_tricks=completed,
                dummy_shown=number > 0,
                _won=(won[0], won[1]),
                _held=tuple(held),
                _dealt=dealt,
                _played=played,
                _legal_calls=(),
            )


class _Caller:
    """The auction so far.

    A call that cannot be read leaves the denomination, and so the declarer, in doubt; from the next bid on the level is
    known again.
    """

    def __init__(self, record: Record) -> None:
        auction = record.auction
        dealer = auction.first if auction is not None and auction.ids else record.dealer
        self._state = None if dealer is None else AuctionState(dealer)
        self._turn = dealer
        self._sure = True
        self._murky = False
        self._legal: dict[tuple[Call | None, int, bool], tuple[Call, ...]] = {}

    def push(self, action: _Action) -> None:
        number, seat = action.number, action.seat
        self._turn = seat.left
        if number == ABOVE_SEVEN:
            number = int(PASS)  # Law 38: it is cancelled, and its player must pass
        if number < 0:
            self._murky, self._sure = True, False
            return
        call = CALLS[number]
        if self._murky and call.is_bid:
            self._murky = False
            self._state = AuctionState(seat)
        if self._state is not None and not self._murky:
            self._state.push(call, seat)

    @property
    def to_call(self) -> Seat | None:
        if self._murky or self._state is None:
            return self._turn
        return self._state.to_call

    @property
    def contract(self) -> Contract | None:
        return None if self._state is None or self._murky else self._state.current_contract

    @property
    def declarer(self) -> Seat | None:
        return None if self._state is None or self._murky or not self._sure else self._state.current_declarer

    def legal(self) -> tuple[Call, ...]:
        state = self._state
        if state is None:
            return ()
        if self._murky:
            last = state.last_bid
            return tuple(CALLS[:3] + CALLS[3 if last is None else int(last) + 1 :])
        if state.is_over or state.to_call is None:
            return ()
        same = state.last_bidder is not None and state.last_bidder.side is state.to_call.side
        key = state.last_bid, state.doubled, same
        if key not in self._legal:
            self._legal[key] = tuple(state.legal())
        return self._legal[key]


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


def _as_played(outcome: Outcome) -> tuple[Contract | None, Seat | None, Seat | None]:
    """Contract, declarer and rightful opening leader that the cards were played in.

    Where the tags contradict the auction, the referee judges the play by the reading that the cards fit.
    """
    contract, declarer = outcome.contract, outcome.declarer
    rightful = None if declarer is None else declarer.left
    trace, auction = outcome.play, outcome.auction
    if trace is not None and outcome.play_by_auction and auction is not None and auction.declarer is not None:
        return auction.contract, auction.declarer, auction.declarer.left if trace.leader is None else trace.leader
    if trace is None or not trace.total or trace.leader is None or trace.leader is rightful:
        return contract, declarer, rightful
    wrong = {rules.LEAD_WRONG_SEAT, rules.LEAD_OUT_OF_TURN}
    if any(finding.trick == 1 and finding.rule in wrong for finding in trace.findings):
        return contract, declarer, rightful
    if auction is not None and auction.declarer is not None and auction.declarer.left is trace.leader:
        return auction.contract or contract, auction.declarer, trace.leader
    return contract, declarer, trace.leader


def _call_actions(record: Record) -> tuple[_Action, ...]:
    auction = record.auction
    if auction is None:
        return ()
    actions = []
    skips = sorted(auction.skips)
    seat, skipped = int(auction.first), 0
    for index, number in enumerate(auction.ids):
        while skipped < len(skips) and skips[skipped] <= index:
            skipped += 1
        actions.append(_Action(_SEATS[(seat + index + skipped) & 3], number, index))
    return tuple(actions)


def _card_actions(outcome: Outcome) -> tuple[tuple[Trick, ...], tuple[_Action, ...]]:
    """The tricks, and their cards in playing order up to the last one that is recorded."""
    trace = outcome.play
    if trace is None:
        return (), ()
    first = int(trace.play.first)
    actions = []
    known = 0
    for row, trick in enumerate(trace.tricks):
        for place, card in enumerate(trick.cards):
            seat = _SEATS[(trick.first + place) & 3]
            cell = 4 * row + ((seat - first) & 3)
            actions.append(_Action(seat, -1 if card is None else int(card), cell, row + 1, place + 1))
            recorded = cell < len(trace.play.ids) and trace.play.ids[cell] != -1
            known = len(actions) if recorded else known
    return trace.tricks, tuple(actions[:known])
