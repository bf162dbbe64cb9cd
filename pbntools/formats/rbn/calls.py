"""The label A: dealer, vulnerability and the calls, four between two colons."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from pbntools.core import CALLS, DOUBLE, PASS, REDOUBLE, Call, Contract, Seat, Vulnerability
from pbntools.game.auction import AuctionState
from pbntools.record import Annotation, Auction
from pbntools.said import Said

_HEAD = re.compile(r"\s*([WNES])([ZBNE?]):", re.I)
_WORD = re.compile(r"[:\s]++|([1-7](?:NT|[CDHSN])|[PXRA])((?:\^[0-9]|\*|[!?])*+)|([^:\s]++)", re.I)
_MARK = re.compile(r"\^([0-9])|(\*)|([!?]{1,2})")
_VULNERABLE = {"Z": Vulnerability.NONE, "B": Vulnerability.ALL, "N": Vulnerability.NS, "E": Vulnerability.EW}
_LETTERS = {value: letter for letter, value in _VULNERABLE.items()}
_CALLS = {"P": PASS, "X": DOUBLE, "R": REDOUBLE}
_NAMES = {call: letter for letter, call in _CALLS.items()}
_SUFFIXES = frozenset(("!", "?", "!!", "??", "!?", "?!"))


@dataclass(slots=True)
class Calls:
    """An auction as it was read: offsets are those in the value."""

    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    auction: Auction | None = None
    marks: dict[int, Annotation] = field(default_factory=dict)
    alerted: list[int] = field(default_factory=list)
    """The calls with an alert that no note explains."""
    spans: list[tuple[int, int]] = field(default_factory=list)
    faults: list[tuple[str, int, int]] = field(default_factory=list)
    contract: Contract | None = None
    declarer: Seat | None = None


def parse(text: str) -> Calls:
    """The auction of a value."""
    found = Calls()
    head = _HEAD.match(text)
    at = 0
    first = Seat.WEST
    if head is not None:
        first = Seat.parse(head[1])
        found.vulnerable = _VULNERABLE.get(head[2].upper())
        at = head.end()
    # Without a start the dealer is West (version 3.2).
    found.dealer = first
    state = AuctionState(first)
    ids: list[int] = []
    all_pass: int | None = None
    for word in _WORD.finditer(text, at):
        if word.lastindex is None:
            continue
        if word[3] is not None:
            message = Said("{word} is no call; the auction is read up to here", word=repr(word[3][:20]))
            found.faults.append((message, word.start(3), word.end(3)))
            break
        start, end = word.span(1)
        name = word[1].upper()
        if name == "A":
            all_pass = len(ids) if not state.is_over else None
            while not state.is_over:
                state.push(PASS)
                ids.append(int(PASS))
                found.spans.append((start, end))
        else:
            call = _CALLS.get(name) or Call.parse(name)
            state.push(call)
            ids.append(int(call))
            found.spans.append((start, end))
        if word[2] and ids:
            _mark(found, len(ids) - 1, word[2])
    if ids:
        found.auction = Auction(first, tuple(ids), "" if state.is_over else "*", all_pass=all_pass)
    found.contract, found.declarer = state.contract, state.declarer
    return found


def _mark(found: Calls, index: int, text: str) -> None:
    notes: list[int] = []
    suffix = ""
    for mark in _MARK.finditer(text):
        if mark[1] is not None:
            notes.append(int(mark[1]))
        elif mark[2] is None:
            suffix = mark[3]
    if "*" in text and not notes:
        found.alerted.append(index)
    if notes or suffix in _SUFFIXES:
        found.marks[index] = Annotation(suffix if suffix in _SUFFIXES else None, tuple(notes))


def text_of(
    dealer: Seat | None, vulnerable: Vulnerability | None, ids: tuple[int, ...], notes: Mapping[int, str]
) -> str:
    """The value for an auction; ``notes`` are the marks behind calls, by index.

    The last passes become ``A`` where they end the auction and bear no marks.
    """
    first = dealer or Seat.WEST
    head = f"{first}{'?' if vulnerable is None else _LETTERS[vulnerable]}:"
    closing = 4 if not any(ids) else 3
    last: int | None = len(ids) - closing
    if len(ids) < 4 or any(ids[last:]) or any(at in notes for at in range(len(ids) - closing, len(ids))):
        last = None
    elif not _are_closed(first, ids, len(ids) - closing):
        # Passes behind the end of the auction are more than ``A`` stands for.
        last = None
    words = []
    for at, number in enumerate(ids if last is None else ids[:last]):
        if at and at % 4 == 0:
            words.append(":")
        call = CALLS[number]
        words.append((_NAMES.get(call) or f"{call.level}{call.strain.letter[0]}") + notes.get(at, ""))
    if last is not None:
        words.append((":" if last and last % 4 == 0 else "") + "A")
    return head + "".join(words)


def _are_closed(dealer: Seat, ids: tuple[int, ...], last: int) -> bool:
    """Whether the passes from ``last`` on are just those that end the auction."""
    state = AuctionState(dealer)
    for number in ids[:last]:
        state.push(number)
    count = 0
    while not state.is_over:
        state.push(PASS)
        count += 1
    return count == len(ids) - last


__all__ = ["Calls", "parse", "text_of"]
