"""Boards to print: deals of every shape, long names, text that could become mark-up."""

import random
from collections.abc import Iterator
from dataclasses import dataclass

from pbntools import read
from pbntools.laws import Outcome, resolve
from pbntools.record import Record

RANKS = "AKQJT98765432"
NAMES = {
    "North": 'Nele </p><script>alert("1")</script> & Co',
    "East": "Emre Yağızoğlu-Şıvgın",
    "South": "Sten \\input{x} 50% #1 _a_ ~^",
    "West": "Władysława Wróblewska-Konstantynopolitańczykowianeczka",
}


@dataclass(frozen=True)
class Board:
    """A record and what follows from it."""

    record: Record
    outcome: Outcome


def deals(count: int, seed: int = 5) -> Iterator[str]:
    """Deals in the form of the standard: first one suit for each hand, then any."""
    chance = random.Random(seed)
    cards = [suit + rank for suit in "SHDC" for rank in RANKS]
    for _ in range(count):
        hands = [cards[at : at + 13] for at in range(0, 52, 13)]
        yield "N:" + " ".join(
            ".".join("".join(rank for rank in RANKS if suit + rank in hand) for suit in "SHDC") for hand in hands
        )
        chance.shuffle(cards)


def text(count: int, seed: int = 5, rounds: int = 1) -> str:
    """A file of boards, with auctions of so many bids, each doubled."""
    bids = [f"{level}{suit}" for level in range(1, 8) for suit in ("C", "D", "H", "S", "NT")]
    games = []
    for number, deal in enumerate(deals(count, seed), 1):
        names = "".join(f'[{seat} "{_quoted(name)}"]\n' for seat, name in NAMES.items())
        dealer = "NESW"[(number - 1) % 4]
        vulnerable = ("None", "NS", "EW", "All")[(number - 1) % 4]
        calls = " ".join(f"{bid} Pass Pass X" for bid in bids[:rounds])
        games.append(
            f'[Event "A & <b>B</b>"]\n[Date "2026.01.08"]\n[Board "{number}"]\n{names}[Dealer "{dealer}"]\n'
            f'[Vulnerable "{vulnerable}"]\n[Deal "{deal}"]\n[Declarer "{dealer}"]\n'
            f'[Contract "{bids[rounds - 1]}X"]\n[Result "7"]\n'
            f'[DoubleDummyTricks "0123456789abcd765432"]\n[Auction "{dealer}"]\n{calls} Pass Pass Pass\n'
        )
    return "\n".join(games)


def _quoted(name: str) -> str:
    return name.replace("\\", "\\\\").replace('"', '\\"')


def boards(source: str) -> list[Board]:
    """The records of a file's text."""
    records = [reading.record for reading in read(source.encode(), name="boards.pbn") if reading.record is not None]
    return [Board(record, resolve(record)) for record in records]
