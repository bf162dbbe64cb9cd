"""A replay as plain text: the deal, then a line for every call and card, with what stands beside it."""

from __future__ import annotations

from collections.abc import Iterator

from pbntools.core import Card, Seat, Side
from pbntools.replaying import Position, Replay, Step
from pbntools.reports.board_words import (
    board_words,
    diagnostic_heading,
    event_words,
    hidden_hands,
    note_words,
    result_lines,
    room_words,
    step_words,
)
from pbntools.reports.hand_layout import SPADES_FIRST
from pbntools.reports.language import Language
from pbntools.reports.screen import Screen, cells, pad
from pbntools.reports.suit_text import with_symbols

_WIDTH = 24


class Pen:
    """Writes cards, calls and hands for a screen: in a language, with the letters that are asked for.

    ``hidden`` are the hands that are not shown; None for those that a record says to hide.
    """

    def __init__(
        self, screen: Screen, words: Language, letters: dict[int, str], hidden: frozenset[Seat] | None = None
    ) -> None:
        self.screen = screen
        self.words = words.written_in(screen.encoding)
        self._letters = letters
        self._hidden = hidden

    def hides(self, game: Replay, seat: Seat) -> bool:
        """Whether a hand is not to be shown: one of those that are asked for, else of those that the record names."""
        return seat in hidden_hands(game.record, self._hidden)

    def safe(self, text: str) -> str:
        """The text as the screen can show it."""
        return self.screen.safe(text)

    def said(self, text: str) -> str:
        """What a diagnostic says, in the language."""
        return self.words.said(text, self._letters, symbols=self.screen.symbols)

    def ranks(self, ranks: str) -> str:
        """The ranks of a suit in the letters that are asked for."""
        return ranks.translate(self._letters)

    def card(self, card: Card | None) -> str:
        """A card with its suit in colour, ``?`` where it is not known."""
        return "?" if card is None else self.screen.suit(card.suit) + self.ranks(card.rank_letter)

    def call(self, step: Step) -> str:
        """A call with its suit in colour, ``?`` where it cannot be read."""
        if step.call is None:
            return "8+" if step.above_seven else "?"
        text = self.words.call(step.call)
        suit = step.call.strain.suit if step.call.is_bid else None
        return text if suit is None else f"{step.call.level}{self.screen.suit(suit)}"

    def action(self, step: Step) -> str:
        """The call or card of a step, with its suffix."""
        if step.kind == "start":
            return ""
        mark = step.annotation.suffix if step.annotation is not None else None
        return (self.call(step) if step.kind == "call" else self.card(step.card)) + self.safe(mark or "")


def replay_text(game: Replay, pen: Pen) -> Iterator[str]:
    """The lines of a replay."""
    words, screen = pen.words, pen.screen
    board = " · ".join(filter(None, (board_words(game, words), room_words(game.record, words))))
    yield screen.paint("label", pen.safe(board))
    if event := event_words(game.record):
        yield pen.safe(event)
    for seat in Seat:
        yield "  " + _player(game, seat, pen)
    for step in game:
        yield from _lines(game, step, pen)
    yield ""
    for line in result_lines(game, words):
        yield pen.safe(line)


def _player(game: Replay, seat: Seat, pen: Pen) -> str:
    hand = game.start.remaining(seat)
    if pen.hides(game, seat):
        cards = pen.safe(pen.words.gettext("hidden"))
    elif hand is None:
        cards = pen.safe(pen.words.gettext("hand not known"))
    else:
        cards = " ".join(pen.screen.suit(suit) + (pen.ranks(hand.suit(suit)) or "-") for suit in SPADES_FIRST)
    name = game.record.players[seat]
    width = max(8, *(cells(pen.safe(pen.words.seat(seat))) + 1 for seat in Seat))
    return f"{pad(pen.safe(pen.words.seat(seat)), width)}{cards}" + (f"  {pen.safe(name)}" if name else "")


def _lines(game: Replay, step: Step, pen: Pen) -> Iterator[str]:
    if step.kind == "card" and step.place == 1:
        yield ""
    if step.kind != "start":
        line = f"{step.number:>4}  {pad(pen.safe(step_words(step, pen.words)), _WIDTH)}{pen.action(step)}"
        yield line + _trick_end(step.position, step, pen)
    else:
        yield ""
    for text in step.notes:
        yield from pen.screen.wrap(note_words(text, pen.words), " " * 8, "      * ")
    for text in step.comments:
        yield from pen.screen.wrap(with_symbols(text), " " * 8, "      # ")
    for found in step.diagnostics:
        heading = pen.screen.paint(str(found.severity), pen.safe(diagnostic_heading(found, pen.words)))
        yield f"      ! {heading}"
        # What is wrong is said in cards, which would tell of a hand that is hidden.
        if not any(pen.hides(game, seat) for seat in Seat):
            yield from pen.screen.wrap(pen.said(found.message), " " * 8, " " * 8)


def _trick_end(position: Position, step: Step, pen: Pen) -> str:
    if step.place != 4:
        return ""
    words = pen.words
    trick = position.last_trick
    winner = trick.winner if trick is not None else None
    if winner is None:
        text = words.gettext("winner not known")
    else:
        text = words.gettext("{seat} wins").format(seat=words.seat(winner))
    ns, ew = words.gettext("NS"), words.gettext("EW")
    return pen.safe(f"  ({text}; {ns} {position.won(Side.NS)} {ew} {position.won(Side.EW)})")
