"""Records built in code for the tests of the referee: by hand from text, and at random."""

import random
from dataclasses import dataclass
from typing import Any

from pbntools.core import CARDS, PASSED_OUT, Call, Card, Contract, Deal, Seat, Strain, Vulnerability
from pbntools.diagnostics import Finding, Severity
from pbntools.game import AuctionState, duplicate_score, trick_winner
from pbntools.laws import find, resolve
from pbntools.record import (
    ABOVE_SEVEN,
    UNKNOWN_CARD,
    UNREADABLE,
    UNREADABLE_CARD,
    Auction,
    Details,
    Play,
    Record,
    Result,
    Table,
    Tags,
)

DEAL = "N:A4.KQ63.AJT5.QT7 J82.J82.Q93.8654 KQT65.A9.K82.A93 973.T754.764.KJ2"


def auction(text: str, first: str = "N") -> Auction:
    """An auction from words: calls, ``?`` (unreadable), ``8S`` (above seven), ``^S``, ``^I`` before a call, ``+ *``."""
    ids: list[int] = []
    skips: list[int] = []
    insufficient: set[int] = set()
    end = ""
    for word in text.split():
        if word == "^S":
            skips.append(len(ids))
        elif word == "^I":
            insufficient.add(len(ids))
        elif word in ("+", "*"):
            end = word
        elif word == "?":
            ids.append(UNREADABLE)
        elif word[0] in "89":
            ids.append(ABOVE_SEVEN)
        else:
            ids.append(int(Call.parse(word)))
    return Auction(Seat.parse(first), tuple(ids), end, tuple(skips), frozenset(insufficient))


def play(text: str, first: str = "E", claim: int | None = None) -> Play:
    """A play from words by column: cards, ``-``, ``?`` (not readable), ``^R`` and ``^L`` before a card, ``+ *``."""
    ids: list[int] = []
    revokes: set[int] = set()
    leads: set[int] = set()
    end = ""
    next_cell = None
    for word in text.split():
        if word == "^R":
            revokes.add(len(ids))
        elif word == "^L":
            leads.add(len(ids))
        elif word == "*":
            end = word
        elif word == "+":
            end, next_cell = word, len(ids)
            ids.append(UNKNOWN_CARD)
        elif word == "-":
            ids.append(UNKNOWN_CARD)
        elif word == "?":
            ids.append(UNREADABLE_CARD)
        else:
            ids.append(int(Card.parse(word)))
    return Play(Seat.parse(first), tuple(ids), end, next_cell, frozenset(revokes), frozenset(leads), claim)


def record(**fields: Any) -> Record:
    """A record; contract, declarer, dealer, vulnerability and deal may be text, and ``tags`` a dict."""
    readers: dict[str, Any] = {
        "contract": Contract.parse,
        "declarer": Seat.parse,
        "dealer": Seat.parse,
        "vulnerable": Vulnerability.parse,
        "deal": Deal.parse,
        "tags": Tags,
    }
    for name, read in readers.items():
        value = fields.get(name)
        if isinstance(value, (str, dict)):
            fields[name] = read(value)
    if isinstance(fields.get("result"), int):
        fields["result"] = Result(fields["result"])
    if "tables" in fields:
        fields["details"] = Details(tables=tuple(fields.pop("tables")))
    return Record(**fields)


def table(name: str, header: str, text: str) -> Table:
    """A table from its header and its rows, one a line."""
    columns = tuple(column.split("\\")[0] for column in header.split(";"))
    return Table(name, columns, tuple(tuple(line.split()) for line in text.strip().splitlines()), header)


def findings(item: Record) -> list[Finding]:
    """All that the checks find."""
    return find(item, resolve(item))


def named(item: Record) -> list[tuple[str, str]]:
    """The names and severities of all that the checks find."""
    return [(finding.rule.name, str(severity(finding))) for finding in findings(item)]


def severity(finding: Finding) -> Severity:
    """How grave a finding is."""
    return finding.severity or finding.rule.severity


def only(item: Record) -> Finding:
    """The one thing that the checks find."""
    (finding,) = findings(item)
    return finding


@dataclass(frozen=True)
class Board:
    """A random legal board and the truth about it."""

    record: Record
    tricks: int | None
    """Declarer's; None on a board that was passed out."""
    leaders: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    order: tuple[Card, ...] = ()
    """The cards in playing order."""


def random_board(seed: int) -> Board:
    """A random deal with a legal auction and, unless it is passed out, a legal play of all cards."""
    rng = random.Random(seed)
    pack = list(CARDS)
    rng.shuffle(pack)
    hands = [set(pack[13 * seat : 13 * seat + 13]) for seat in Seat]
    masks = [sum(1 << card for card in hand) for hand in hands]
    deal = Deal((masks[0], masks[1], masks[2], masks[3]))
    dealer = rng.choice(list(Seat))
    vulnerable = rng.choice(list(Vulnerability))
    state = AuctionState(dealer)
    while not state.is_over:
        legal = state.legal()
        bids = [call for call in legal if call.is_bid]
        others = [call for call in legal if not call.is_bid]
        choose_bid = bids and rng.random() < (0.6 if not state.calls else 0.35)
        state.push(bids[min(int(rng.expovariate(0.4)), len(bids) - 1)] if choose_bid else rng.choice(others))
    contract, declarer = state.contract, state.declarer
    assert contract is not None
    fields: dict[str, Any] = {
        "board": str(rng.randrange(1, 5)) + "x",
        "dealer": dealer,
        "vulnerable": vulnerable,
        "deal": deal,
        "contract": contract,
        "declarer": declarer,
        "auction": Auction(dealer, tuple(int(call) for call in state.calls)),
    }
    if contract is PASSED_OUT:
        return Board(Record(**fields, tags=Tags({"Score": "NS 0"})), None)
    assert declarer is not None
    trump = -1 if contract.strain is Strain.NOTRUMP else int(contract.strain)
    leader = declarer.left
    first = leader
    cells: list[int] = []
    leaders: list[Seat] = []
    winners: list[Seat] = []
    order: list[Card] = []
    for _ in range(13):
        row: dict[Seat, Card] = {}
        seat = leader
        for _ in range(4):
            hand = hands[seat]
            led = next(iter(row.values())).suit if row else None
            follow = sorted(card for card in hand if card.suit is led)
            card = rng.choice(follow or sorted(hand))
            hand.remove(card)
            row[seat] = card
            seat = seat.left
        order.extend(row.values())
        leaders.append(leader)
        leader = list(row)[trick_winner(list(row.values()), trump)]
        winners.append(leader)
        cells.extend(row[Seat((first + column) % 4)] for column in range(4))
    tricks = sum(winner.side is declarer.side for winner in winners)
    points = duplicate_score(contract, tricks, vulnerable.of(declarer))
    score = points if declarer in (Seat.NORTH, Seat.SOUTH) else -points
    item = Record(
        **fields,
        play=Play(first, tuple(int(card) for card in cells)),
        result=Result(tricks),
        tags=Tags({"Score": f"NS {score}"}),
    )
    return Board(item, tricks, tuple(leaders), tuple(winners), tuple(order))


def grades(item: Record) -> set[str]:
    """The severities of all that the checks find."""
    return {grade for _, grade in named(item)}
