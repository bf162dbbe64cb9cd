"""A moment of a replay drawn for a terminal: the table, the auction, the tricks, and what is said at this step.

Plain data: lines of styled pieces, which whoever has a terminal puts on it.  It is drawn for 80 columns and 24 lines or
more; below `SMALLEST` only the step is told, and that the terminal is too small.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from pbntools.core import CALLS, Call, Card, Seat, Side
from pbntools.diagnostics import Diagnostic, Severity
from pbntools.replaying import Position, Replay, Step
from pbntools.reports.board_words import (
    board_words,
    contract_played,
    diagnostic_heading,
    event_words,
    hidden_hands,
    note_words,
    result_lines,
    room_words,
    step_words,
    turn_words,
)
from pbntools.reports.hand_layout import SPADES_FIRST, WEST_FIRST
from pbntools.reports.language import N_, Language
from pbntools.reports.screen import LETTERS, SUITS, Screen, cell
from pbntools.reports.suit_text import with_symbols

Hands = Literal["recorded", "all", "declarer", "dummy"]
Line = list[tuple[str, str]]
"""Pieces of a line: the name of a style and a text."""

SMALLEST = (60, 20)
KEYS = N_("←→ step  ↑↓ trick  n p board  v hands  d diagnostic  m text  h help  q quit")
SIDE = 54
_HAND = 18
_TABLE_END = 17
HANDS: dict[Hands, str] = {
    "recorded": N_("all hands but hidden ones"),
    "all": N_("all hands"),
    "declarer": N_("declarer and dummy"),
    "dummy": N_("only dummy"),
}


@dataclass(frozen=True, slots=True)
class View:
    """What the viewer chose to see.

    ``ahead``: the whole auction from the beginning.  ``foot`` stands in place of the keys.  ``notes``: in place of the
    table all that is said at this step, from this line on.  ``veiled``: hands that a record hides stay so in any view,
    since they were not asked for at this board.
    """

    hands: Hands = "recorded"
    veiled: bool = False
    legal: bool = False
    ahead: bool = False
    notes: int | None = None
    foot: str = ""


class _Canvas:
    """A grid of characters with a style each."""

    def __init__(self, width: int, height: int, screen: Screen) -> None:
        self.width = width
        self.height = height
        self._screen = screen
        self._rows = [[(" ", "")] * width for _ in range(height)]

    def put(self, row: int, column: int, text: str, style: str = "", *, until: int | None = None) -> int:
        """Write text, made safe, from a column on; returns the column behind it."""
        if not 0 <= row < self.height:
            return column
        if column < 0:
            text, column = text[-column:], 0
        limit = min(self.width, self.width if until is None else until)
        for character in self._screen.clip(text, max(limit - column, 0)) if limit > column else "":
            size = cell(character)
            if column + size > limit:
                break
            if size == 0:
                if column:
                    before, styled = self._rows[row][column - 1]
                    self._rows[row][column - 1] = before + character, styled
                continue
            self._rows[row][column] = character, style
            if size == 2:
                self._rows[row][column + 1] = "", style
            column += size
        return column

    def line(self, row: int, pieces: Line, column: int = 0, *, until: int | None = None) -> int:
        """Write pieces one after the other."""
        for style, text in pieces:
            column = self.put(row, column, text, style, until=until)
        return column

    def fill(self, row: int, style: str) -> None:
        """Give a whole row a style where it has none."""
        if 0 <= row < self.height:
            self._rows[row] = [(character, styled or style) for character, styled in self._rows[row]]

    def lines(self) -> list[Line]:
        """The rows as pieces, neighbours of one style joined."""
        found = []
        for row in self._rows:
            line: Line = []
            for character, style in row:
                if line and line[-1][0] == style:
                    line[-1] = style, line[-1][1] + character
                else:
                    line.append((style, character))
            found.append(line)
        return found


class Drawer:
    """Draws the steps of a game in a language, with letters for the court cards.

    ``hidden`` are the hands that are hidden until they are asked for; None for those that a record says to hide.
    """

    def __init__(
        self, screen: Screen, words: Language, letters: dict[int, str], hidden: frozenset[Seat] | None = None
    ) -> None:
        self._screen = screen
        self._words = words.written_in(screen.encoding)
        self._letters = letters
        self._hidden_hands = hidden

    def draw(self, game: Replay, number: int, view: View, width: int, height: int) -> list[Line]:
        """The lines of a screen of this size, all of its height."""
        canvas = _Canvas(width, height, self._screen)
        step = game[number]
        self._title(canvas, game, number)
        if view.notes is not None:
            self._notes(canvas, self._texts(game, step, view, width - 2)[view.notes :])
            self._keys(canvas, view.foot or self._words.gettext("↑↓ scroll  m back  q quit"))
            return canvas.lines()
        if width < SMALLEST[0] or height < SMALLEST[1]:
            self._said(canvas, game, step, view, 1, height - 1)
            least = self._words.gettext("too small: at least {columns}×{lines}")
            self._keys(canvas, view.foot or least.format(columns=SMALLEST[0], lines=SMALLEST[1]))
            return canvas.lines()
        self._contract(canvas, game, step.position)
        self._table(canvas, game, step, view)
        if width >= SIDE + 20:
            self._side(canvas, game, step, view)
        canvas.put(_TABLE_END, 0, self._rule(width), "dim")
        self._said(canvas, game, step, view, _TABLE_END + 1, height - 1)
        self._keys(canvas, view.foot or self._words.gettext(KEYS))
        return canvas.lines()

    def draw_help(self, width: int, height: int) -> list[Line]:
        """The lines of a screen with the keys."""
        canvas = _Canvas(width, height, self._screen)
        canvas.put(0, 1, self._words.gettext("Keys"), "title")
        canvas.fill(0, "title")
        for row, (keys, text) in enumerate(help_lines(self._words), 2):
            canvas.put(row, 2, keys, "label")
            canvas.put(row, 12, text)
        return canvas.lines()

    def note_lines(self, game: Replay, number: int, view: View, width: int) -> int:
        """How many lines there are of what is said at a step."""
        return len(self._texts(game, game[number], view, width - 2))

    def hidden_hands(self, game: Replay) -> frozenset[Seat]:
        """The hands that are hidden until they are asked for."""
        return hidden_hands(game.record, self._hidden_hands)

    def _title(self, canvas: _Canvas, game: Replay, number: int) -> None:
        count = f" {number}/{len(game) - 1} "
        parts = [board_words(game, self._words), room_words(game.record, self._words), event_words(game.record)]
        text = " · ".join(filter(None, parts))
        canvas.put(0, 1, text, "title", until=canvas.width - len(count))
        canvas.put(0, canvas.width - len(count), count, "title")
        canvas.fill(0, "title")

    def _contract(self, canvas: _Canvas, game: Replay, position: Position) -> None:
        words = self._words
        if position.phase == "auction" or position.contract is None:
            text = words.gettext("Auction")
        else:
            text = contract_played(game, words)
        column = canvas.put(1, 1, text, "label", until=canvas.width - 14)
        if position.trick_number:
            ns, ew = words.gettext("NS"), words.gettext("EW")
            sums = f"   {ns} {position.won(Side.NS)}  {ew} {position.won(Side.EW)}"
            canvas.put(1, column, sums)

    def _rule(self, width: int) -> str:
        return ("─" if self._screen.carries("─") else "-") * width

    def suit(self, suit: int) -> str:
        """The suit's symbol, or its letter where the screen lacks those."""
        return (SUITS if self._screen.symbols else LETTERS)[suit]

    def card(self, card: Card | None) -> Line:
        """A card."""
        if card is None:
            return [("dim", "?")]
        return [(f"suit-{LETTERS[card.suit].lower()}", self.suit(card.suit)), ("", self._ranks(card.rank_letter))]

    def call(self, call: Call | None, *, above_seven: bool = False) -> Line:
        """A call."""
        if call is None:
            return [("bad", "8+" if above_seven else "?")]
        suit = call.strain.suit if call.is_bid else None
        if suit is None:
            return [("dim" if call == 0 else "", self._words.call(call))]
        return [("", str(call.level)), (f"suit-{LETTERS[suit].lower()}", self.suit(suit))]

    def _ranks(self, ranks: str) -> str:
        return ranks.translate(self._letters)

    def _table(self, canvas: _Canvas, game: Replay, step: Step, view: View) -> None:
        places = {Seat.NORTH: (2, 18), Seat.WEST: (7, 1), Seat.EAST: (7, 36), Seat.SOUTH: (12, 18)}
        for seat, (row, column) in places.items():
            self._hand(canvas, game, step.position, seat, view, row, column)
        position = step.position
        shown = position.trick
        if not shown and step.kind == "card" and position.last_trick is not None:
            trick = position.last_trick
            shown = tuple((Seat((trick.first + at) % 4), card) for at, card in enumerate(trick.cards))
        spots = {Seat.NORTH: (7, 25), Seat.WEST: (9, 20), Seat.EAST: (9, 30), Seat.SOUTH: (11, 25)}
        for seat, card in shown:
            row, column = spots[seat]
            end = canvas.line(row, self.card(card), column)
            wins = not position.trick and position.last_trick is not None and position.last_trick.winner is seat
            if wins:
                canvas.put(row, end, "*", "label")
            if step.seat is seat and step.diagnostics:
                canvas.put(row, end + wins, "!", "bad")
        if step.kind == "call" and step.seat is not None and position.phase == "auction":
            row, column = spots[step.seat]
            end = canvas.line(row, self.call(step.call, above_seven=step.above_seven), column)
            if step.diagnostics:
                canvas.put(row, end, "!", "bad")

    def _hand(
        self, canvas: _Canvas, game: Replay, position: Position, seat: Seat, view: View, row: int, column: int
    ) -> None:
        words = self._words
        style = "turn" if position.to_act is seat else "label"
        vulnerable = game.record.vulnerable
        name = words.seat_letter(seat) + ("*" if vulnerable is not None and vulnerable.of(seat) else "")
        name += f" {game.record.players[seat] or words.seat(seat)}"
        # Beside North and South there is nothing; beside West lies the trick.
        end = 24 if seat is Seat.WEST else SIDE - 1 if canvas.width >= SIDE + 20 else canvas.width
        canvas.put(row, column, name, style, until=end)
        hand = position.remaining(seat)
        if not self._is_seen(game, position, seat, view):
            canvas.put(row + 1, column, words.gettext("hidden"), "dim", until=column + _HAND)
        elif hand is None:
            canvas.put(row + 1, column, words.gettext("hand not known"), "dim", until=column + _HAND)
        else:
            legal = set(position.legal_cards()) if position.to_play is seat else None
            for at, suit in enumerate(SPADES_FIRST):
                line: Line = [(f"suit-{LETTERS[suit].lower()}", self.suit(suit) + " ")]
                ranks = hand.suit(suit)
                fits = legal is None or any(card.suit is suit for card in legal)
                line.append(("" if fits and ranks else "dim", self._ranks(ranks) or "-"))
                canvas.line(row + 1 + at, line, column, until=column + _HAND)

    def _is_seen(self, game: Replay, position: Position, seat: Seat, view: View) -> bool:
        if (view.hands == "recorded" or view.veiled) and seat in self.hidden_hands(game):
            # Who hid a hand hid it as dummy too, as on the page.
            return False
        if view.hands in ("recorded", "all") or seat in position.visible():
            return True
        return view.hands == "declarer" and seat is game.declarer

    def _side(self, canvas: _Canvas, game: Replay, step: Step, view: View) -> None:
        """The auction, and below it the last tricks, at the right."""
        width = (canvas.width - SIDE) // 4
        row = 2
        for at, seat in enumerate(WEST_FIRST):
            canvas.put(row, SIDE + at * width, self._words.seat_letter(seat), "label")
        rows: list[list[Step | None]] = []
        for made in game[1 : (game.calls if view.ahead else min(step.number, game.calls)) + 1]:
            at = WEST_FIRST.index(made.seat) if made.seat is not None else 0
            if not rows or len(rows[-1]) > at:
                rows.append([])
            rows[-1] += [None] * (at - len(rows[-1])) + [made]
        reached = next((at for at, line in enumerate(rows) if step in line), len(rows) - 1)
        top = max(0, min(reached - 4, len(rows) - 6))
        for line in rows[top : top + 6]:
            row += 1
            for at, call in enumerate(line):
                if call is not None:
                    self._entry(canvas, row, SIDE + at * width, call, step, width)
        row += 2
        first = max(0, len(step.position.completed_tricks) - (_TABLE_END - row))
        started = game.calls + 1 + 4 * first
        for number in range(first, len(game.tricks)):
            played = game[started : started + 4]
            if row >= _TABLE_END or not played or played[0].number > step.number:
                break
            canvas.put(row, SIDE - 3, f"{number + 1:>2}", "dim")
            # Who wins a trick is known when its last card is played.
            winner = game.tricks[number].winner if len(played) == 4 and played[3].number <= step.number else None
            for card in played:
                if card.number <= step.number and card.seat is not None:
                    column = SIDE + WEST_FIRST.index(card.seat) * width
                    self._entry(canvas, row, column, card, step, width, wins=card.seat is winner)
            started += 4
            row += 1

    def _entry(
        self, canvas: _Canvas, row: int, column: int, made: Step, step: Step, width: int, *, wins: bool = False
    ) -> None:
        if made.kind == "call":
            line = self.call(made.call, above_seven=made.above_seven)
        else:
            line = self.card(made.card)
        if made.number == step.number:
            line = [("current", text) for _, text in line]
        elif made.number > step.number:
            line = [("dim", text) for _, text in line]
        if wins:
            line.append(("label", "*"))
        if made.notes:
            line.append(("notice", "*"))
        if made.diagnostics:
            line.append(("bad", "!"))
        canvas.line(row, line, column, until=column + width)

    def _said(self, canvas: _Canvas, game: Replay, step: Step, view: View, row: int, end: int) -> None:
        """Whatever is to be said at this step, as far as there is room."""
        lines = self._texts(game, step, view, canvas.width - 2)
        room = max(end - row, 0)
        for at, line in enumerate(lines[:room]):
            canvas.line(row + at, line, 1)
        if len(lines) > room > 0:
            more = f" {self._screen.ellipsis} m "
            canvas.put(row + room - 1, canvas.width - len(more), more, "keys")

    def _notes(self, canvas: _Canvas, lines: list[Line]) -> None:
        for at, line in enumerate(lines[: max(canvas.height - 2, 0)]):
            canvas.line(at + 1, line, 1)

    def _texts(self, game: Replay, step: Step, view: View, width: int) -> list[Line]:
        words = self._words
        first: Line = [("label", step_words(step, words))]
        if step.kind == "call":
            first += [("", ": "), *self.call(step.call, above_seven=step.above_seven)]
        elif step.kind == "card":
            first += [("", ": "), *self.card(step.card)]
        if step.annotation is not None and step.annotation.suffix:
            first.append(("", step.annotation.suffix))
        turn = turn_words(step.position.to_act, step.position.phase, words)
        if turn:
            first.append(("", f"; {turn}"))
        lines = [first]
        if view.legal and step.position.to_act is not None:
            lines.append(self._legal(game, step.position, view))
        # Whatever is said beside it may fill the screen.
        if step.number == len(game) - 1:
            for text in result_lines(game, words):
                lines += self._wrapped(text, width, "label")
        # What is wrong is said in cards, which would tell of a hand that is hidden.
        tells = all(self._is_seen(game, step.position, seat, view) for seat in Seat)
        grave = [found for found in step.diagnostics if found.severity is not Severity.NOTICE]
        for found in grave:
            lines += self._diagnostic(found, width, tells=tells)
        for text in step.notes:
            lines += self._wrapped(f"* {note_words(text, words)}", width, "notice")
        for text in step.comments:
            lines += self._wrapped(f"# {with_symbols(text)}", width, "")
        for found in step.diagnostics:
            if found not in grave:
                lines += self._diagnostic(found, width, tells=tells)
        return lines

    def _diagnostic(self, found: Diagnostic, width: int, *, tells: bool) -> list[Line]:
        style = {Severity.ERROR: "bad", Severity.WARNING: "warning"}.get(found.severity, "notice")
        heading = self._wrapped(f"! {diagnostic_heading(found, self._words)}", width, style)
        if not tells:
            return heading
        message = self._words.said(found.message, self._letters, symbols=self._screen.symbols)
        return heading + self._wrapped(message, width, "")

    def _wrapped(self, text: str, width: int, style: str) -> list[Line]:
        screen = Screen(self._screen.encoding, max(width, 20))
        return [[(style, line)] for line in screen.wrap(text, "")]

    def _legal(self, game: Replay, position: Position, view: View) -> Line:
        """What is legal: cards by suit, calls with the bids as a range."""
        line: Line = [("label", self._words.gettext("Legal:"))]
        if position.to_play is not None and not self._is_seen(game, position, position.to_play, view):
            return [*line, ("dim", " " + self._words.gettext("hidden"))]
        calls = position.legal_calls()
        if calls:
            for call in calls:
                if not call.is_bid:
                    line += [("", " "), *self.call(call)]
            bids = [call for call in calls if call.is_bid]
            if bids:
                line += [("", " "), *self.call(bids[0])]
                if len(bids) > 1:
                    line += [("", " – " if self._screen.carries("–") else " - "), *self.call(CALLS[bids[-1]])]
            return line
        cards = position.legal_cards()
        for suit in SPADES_FIRST:
            ranks = "".join(card.rank_letter for card in cards if card.suit is suit)
            if ranks:
                line += [(f"suit-{LETTERS[suit].lower()}", f" {self.suit(suit)}"), ("", self._ranks(ranks))]
        return line

    def _keys(self, canvas: _Canvas, text: str) -> None:
        """The last line: the keys, or what there is to say of one."""
        if not self._screen.carries("←→↑↓"):
            text = text.replace("←→", "< >").replace("↑↓", "^ v")
        row = canvas.height - 1
        if row > 0:
            canvas.put(row, 1, text, "keys")
            canvas.fill(row, "keys")


def help_lines(words: Language) -> list[tuple[str, str]]:
    """The keys of the full-screen view and what they do."""
    return [
        ("→ ←", words.gettext("next, previous card or call")),
        ("↓ ↑", words.gettext("next, previous trick")),
        ("c C", words.gettext("next, previous call")),
        ("n p", words.gettext("next, previous board")),
        ("Home End", words.gettext("first, last step")),
        ("g", words.gettext("go to a board by its number")),
        ("d D", words.gettext("next, previous error or warning, also of other boards")),
        ("f", words.gettext("let d and D stop at notices, too")),
        ("m", words.gettext("read all that is said at this step")),
        ("v", words.gettext("show all hands, declarer and dummy, or only dummy")),
        ("a", words.gettext("show the whole auction from the beginning")),
        ("l", words.gettext("show what is legal")),
        ("h", words.gettext("this help")),
        ("q", words.gettext("quit")),
    ]
