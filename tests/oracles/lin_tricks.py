"""The tricks of a LIN board by its raw text: written apart from the package, and slow."""

from __future__ import annotations

import re

ORDER = "SWNE"
RANKS = "23456789TJQKA"


def boards(text: str) -> list[str]:
    """The pieces of a text that each hold one deal."""
    starts = [
        match.start()
        for match in re.finditer(r"(?:(?<=\|)|(?<=\n)|\A)(?:qx|pn)\|[^|]*\|(?:pn\|[^|]*\|)?(?:st\|\|)?md\|", text)
    ]
    return [text[start:end] for start, end in zip(starts, [*starts[1:], len(text)], strict=True)]


def values(board: str, code: str) -> list[str]:
    """The values of a code."""
    return [found[1].strip() for found in re.finditer(rf"(?:\||\n|\A){code}\|([^|]*)(?=\|)", board)]


def tricks(board: str) -> tuple[str, int] | None:
    """Declarer and his tricks of a board that was played to its end; None for another board."""
    calls = [call.rstrip("!").upper() for call in values(board, "mb")]
    cards = [card.upper() for card in values(board, "pc")]
    hands = values(board, "md")
    bids = [at for at, call in enumerate(calls) if call[:1].isdigit()]
    if len(cards) != 52 or not bids or not hands:
        return None
    dealer = int(hands[0][0]) - 1
    strain = calls[bids[-1]][1]
    side = bids[-1] % 2
    first = next(at for at in bids if at % 2 == side and calls[at][1] == strain)
    declarer = (dealer + first) % 4
    player = (declarer + 1) % 4
    won = 0
    for at in range(0, 52, 4):
        trick = [((player + step) % 4, cards[at + step]) for step in range(4)]
        best = trick[0]
        for seat, card in trick[1:]:
            if card[0] == best[1][0]:
                if RANKS.index(card[1]) > RANKS.index(best[1][1]):
                    best = seat, card
            elif card[0] == strain:
                best = seat, card
        player = best[0]
        won += player % 2 == declarer % 2
    return ORDER[declarer], won
