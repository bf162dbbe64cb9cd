"""The four hands of a deal as a diagram with North at the top."""

from __future__ import annotations

from collections.abc import Mapping

from pbntools.core import Deal, Hand, Seat, Suit, Vulnerability
from pbntools.reports.diagnostics import plural
from pbntools.reports.screen import Screen, pad

COLUMN = 26
"""The columns of a hand; three of them stand side by side."""
_ROSE = ("  ┌──N──┐", "  │     │", "  W     E", "  │     │", "  └──S──┘")
_PLAIN = str.maketrans("┌┐└┘─│", "++++-|")


def diagram(
    deal: Deal,
    players: Mapping[Seat, str | None],
    dealer: Seat | None,
    vulnerable: Vulnerability | None,
    screen: Screen,
) -> list[str]:
    """The lines of the diagram, at most 78 columns wide, without empty ones for the suits of an unknown hand."""
    blocks = {seat: _block(seat, deal[seat], dealer, vulnerable, screen) for seat in Seat}
    if any(players.values()):
        for seat, block in blocks.items():
            name = screen.clip(players.get(seat) or "", COLUMN - 1)
            block.insert(1, (name, name))
    height = len(blocks[Seat.NORTH])
    lines = [_line("", cell, "") for cell in _filled(blocks[Seat.NORTH])]
    rose = _ROSE if screen.carries("".join(_ROSE)) else tuple(line.translate(_PLAIN) for line in _ROSE)
    top = (height - len(rose) + 1) // 2
    for at in range(height):
        middle = rose[at - top] if 0 <= at - top < len(rose) else ""
        lines.append(_line(blocks[Seat.WEST][at], (middle, screen.paint("dim", middle)), blocks[Seat.EAST][at]))
    lines += [_line("", cell, "") for cell in _filled(blocks[Seat.SOUTH])]
    return lines


Cell = tuple[str, str]
"""A text as it is measured, and as it is shown in colour."""


def _filled(block: list[Cell]) -> list[Cell]:
    """The lines of a block without the empty ones at its end."""
    return block[: max(at for at, (plain, _) in enumerate(block) if plain) + 1]


def _line(*texts: Cell | str) -> str:
    pairs = [(text, text) if isinstance(text, str) else text for text in texts]
    while pairs and not pairs[-1][0]:
        pairs.pop()
    padded = [pad(plain, COLUMN, shown) for plain, shown in pairs[:-1]]
    return "".join([*padded, *(shown for _, shown in pairs[-1:])]).rstrip()


def _block(
    seat: Seat,
    hand: Hand | None,
    dealer: Seat | None,
    vulnerable: Vulnerability | None,
    screen: Screen,
) -> list[Cell]:
    facts = []
    if seat is dealer:
        facts.append("dealer")
    if vulnerable is not None and vulnerable.of(seat):
        facts.append("vul")
    head = seat.name.capitalize()
    tail = f" ({', '.join(facts)})" if facts else ""
    lines: list[Cell] = [(head + tail, screen.paint("label", head) + tail)]
    if hand is None:
        return [*lines, ("not known", screen.paint("dim", "not known")), *[("", "")] * 4]
    for suit in reversed(Suit):
        ranks = hand.suit(suit) or "-"
        plain = f"{suit.symbol if screen.symbols else suit.letter} {ranks}"
        lines.append((plain, f"{screen.suit(suit)} {ranks}"))
    points = f"{hand.hcp} HCP" + (f", {plural(len(hand), 'card')}" if len(hand) != 13 else "")
    return [*lines, (points, screen.paint("dim", points))]
