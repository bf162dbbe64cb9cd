"""Hand records: what is printed of a board, in the words of a language, before it is laid out on a page.

Every way of printing takes a `HandRecord`, so that text, web page, PDF and LaTeX say the same.  Its texts are plain:
a suit is its symbol, which the writer colours or replaces; nothing is escaped yet.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbntools.core import CALLS, Hand, Seat, Suit, Vulnerability
from pbntools.record import ABOVE_SEVEN, Auction, Record
from pbntools.reports.board_words import Resolved, contract_line, hidden_hands, result_words, room_words, score_words
from pbntools.reports.card_letters import letters_table
from pbntools.reports.double_dummy import DECLARERS, STRAINS, recorded_double_dummy
from pbntools.reports.hand_layout import SPADES_FIRST, WEST_FIRST
from pbntools.reports.language import N_, Language
from pbntools.reports.screen import SUITS, Screen

PARTS = ("hcp", "double-dummy", "names", "auction", "contract", "result")
"""What can be printed beside board, dealer, vulnerability and hands."""
USUAL = frozenset({"hcp", "double-dummy"})
"""What is printed of a deal where nothing else is asked for."""
OF_A_TABLE = frozenset({"names", "auction", "contract", "result"})
"""The parts in which the records of a deal may differ."""
VOID = "–"
"""What stands for a suit without cards."""
LEGEND = N_("Small tables: tricks double dummy, by declarer")
"""What the foot of a page says of the double-dummy tables on it."""

_VULNERABLE = {
    Vulnerability.NONE: N_("Vul: none"),
    Vulnerability.NS: N_("Vul: N-S"),
    Vulnerability.EW: N_("Vul: E-W"),
    Vulnerability.ALL: N_("Vul: all"),
}
_PAPER = Screen()
_SYMBOL = re.compile(f"([{SUITS}])")


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is printed, and how it is worded.  ``hidden``: these hands; None for those that a record says to hide."""

    words: Language
    letters: str = "AKQJ"
    parts: frozenset[str] = USUAL
    hidden: frozenset[Seat] | None = None


@dataclass(frozen=True, slots=True)
class ShownHand:
    """A hand as it is printed.

    ``suits`` are the ranks from spades to clubs, each rank a text of its own; None where the hand is hidden or not
    known, which ``remark`` tells.  ``hcp`` is None where it is not to be printed.
    """

    seat: Seat
    name: str
    suits: tuple[tuple[str, ...], ...] | None
    remark: str
    hcp: int | None
    vulnerable: bool


@dataclass(frozen=True, slots=True)
class HandRecord:
    """A board as it is printed; parts that are not wanted, or not known, are empty."""

    board: str
    dealer: str
    vulnerable: str
    hands: tuple[ShownHand, ...]
    """By seat, North first."""
    double_dummy: tuple[tuple[str, ...], ...]
    """A row of heads, then one for each declarer: his letter and five numbers."""
    calls: tuple[tuple[str, ...], ...]
    """A row of heads, then the auction in rows of four, West first."""
    lines: tuple[str, ...]
    """Contract, result and score."""
    room: str = ""
    """The room, where something of the table is printed."""
    named: bool = False
    """Whether a line is kept for the name of each player."""


def hand_record(board: Resolved, wanted: Wanted) -> HandRecord:
    """What is printed of a record."""
    record, words = board.record, wanted.words
    vulnerable = record.vulnerable
    shown_vulnerable = N_("Vul: not known") if vulnerable is None else _VULNERABLE[vulnerable]
    dealer = words.gettext("not known") if record.dealer is None else words.seat(record.dealer)
    return HandRecord(
        board=shortened(record.board or "?", 30),
        dealer=words.gettext("Dealer: {seat}").format(seat=dealer),
        vulnerable=words.gettext(shown_vulnerable),
        hands=tuple(_hand(record, seat, wanted) for seat in Seat),
        double_dummy=_double_dummy(record, words) if "double-dummy" in wanted.parts else (),
        calls=_calls(record.auction, words) if "auction" in wanted.parts and record.auction is not None else (),
        lines=tuple(_lines(board, wanted)),
        room=shortened(room_words(record, words), 40) if wanted.parts & OF_A_TABLE else "",
        named="names" in wanted.parts,
    )


def shortened(text: str, most: int) -> str:
    """A text of a record on one line, and of at most so many characters.

    What would steer a printer or turn the direction of writing, and what is no character, stands there as an escape.
    """
    text = " ".join(text[: 4 * most].split())
    return _PAPER.safe(text if len(text) <= most else text[: most - 1].rstrip() + "…")


def _hand(record: Record, seat: Seat, wanted: Wanted) -> ShownHand:
    hand = record.deal[seat] if record.deal is not None else None
    name = shortened(record.players[seat] or "", 80) if "names" in wanted.parts else ""
    vulnerable = record.vulnerable is not None and record.vulnerable.of(seat)
    if seat in hidden_hands(record, wanted.hidden):
        return ShownHand(seat, name, None, "", None, vulnerable)
    if hand is None:
        return ShownHand(seat, name, None, wanted.words.gettext("hand not known"), None, vulnerable)
    points = hand.hcp if "hcp" in wanted.parts else None
    return ShownHand(seat, name, _suits(hand, wanted.letters), "", points, vulnerable)


def _suits(hand: Hand, letters: str) -> tuple[tuple[str, ...], ...]:
    table = letters_table(letters, "10")
    return tuple(tuple(rank.translate(table) for rank in hand.suit(suit)) for suit in SPADES_FIRST)


def _double_dummy(record: Record, words: Language) -> tuple[tuple[str, ...], ...]:
    results = recorded_double_dummy(record)
    if results is None:
        return ()
    heads = ["", words.gettext("NT"), *(suit.symbol for suit in SPADES_FIRST)]
    rows = [[words.seat_letter(seat), *(_number(results[seat, strain]) for strain in STRAINS)] for seat in DECLARERS]
    return tuple(map(tuple, [heads, *rows]))


def _number(value: int | None) -> str:
    return "?" if value is None else str(value)


def _calls(auction: Auction, words: Language) -> tuple[tuple[str, ...], ...]:
    if not auction.ids:
        return ()
    texts = [_call(number, words) for number in auction.ids]
    for count, at in enumerate(auction.skips):
        texts.insert(at + count, VOID)
    if auction.end:
        texts.append("…")
    texts = [""] * WEST_FIRST.index(auction.first) + texts
    texts += [""] * (-len(texts) % 4)
    rows = [tuple(texts[at : at + 4]) for at in range(0, len(texts), 4)]
    return (tuple(words.seat(seat) for seat in WEST_FIRST), *rows)


def _call(number: int, words: Language) -> str:
    if number < 0:
        return "8+" if number == ABOVE_SEVEN else "?"
    return words.call(CALLS[number])


def _lines(board: Resolved, wanted: Wanted) -> Iterator[str]:
    words = wanted.words
    contract = contract_line(board, words) if "contract" in wanted.parts else ""
    result = result_words(board, words) if "result" in wanted.parts else ""
    if result and board.outcome.tricks is not None:
        tricks = words.ngettext("{n} trick", "{n} tricks", board.outcome.tricks)
        result = f"{result} ({tricks})"
    if contract or result:
        yield ": ".join(filter(None, (contract, result)))
    if "result" in wanted.parts and (score := score_words(board, words)):
        yield score


def runs(text: str) -> Iterator[tuple[str, Suit | None]]:
    """A text in pieces: plain ones, and symbols with the suit that each stands for."""
    for piece in _SYMBOL.split(text):
        if piece:
            suit = SUITS.find(piece)
            yield piece, Suit(suit) if suit >= 0 else None
