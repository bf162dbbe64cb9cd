"""DLM (Duplimate for Windows): a text of keys and values, with a checksum for the set and one for each board."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import xor
from typing import BinaryIO, NamedTuple

from pbntools import rules
from pbntools.core import Deal
from pbntools.formats.dealing.boards import MOST_BOARDS, Board, Codec, Dealt, Fault, Whole, few
from pbntools.formats.dealing.order import CARDS, deal_of, owners_of
from pbntools.said import Said

_LETTERS = b"abcdefghijklmnop"
_SNIFF = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*\[\s*document\s*\]\s*[\r\n][^=\r\n]{1,80}=", re.I)
_LINE = re.compile(rb"(?:\A|(?<=[\r\n]))[ \t]*+([^=\r\n]*+)=[ \t]*+([^\r\n]*+)")
_BOARD = re.compile(r"board ([0-9]{1,3})\Z")
_DEAL = re.compile(rb"([a-p]{26})([0-9]{3})\Z")
_FILLER = b"aaaaaabffffffkkkkkklpppppp"
"""The deal that stands for the boards that are not in the set."""


class _Value(NamedTuple):
    text: bytes
    start: int
    end: int
    line_end: int


def _sum(number: int, letters: bytes) -> int:
    return reduce(xor, letters, number)


def _decode(data: bytes, whole: Whole) -> Iterator[Board]:
    values: dict[str, _Value] = {}
    boards: dict[int, _Value] = {}
    for match in _LINE.finditer(data):
        key = " ".join(match[1].decode("latin-1").lower().split())
        text = match[2].rstrip()
        value = _Value(text, match.start(2), match.start(2) + len(text), match.end())
        numbered = _BOARD.match(key)
        kept: dict[int, _Value] | dict[str, _Value] = boards if numbered else values
        name: int | str = int(numbered[1]) if numbered else key
        if name in kept:
            message = Said("{key} stands twice, and the first counts", key=repr(key))
            whole.tell(Fault(rules.FORMAT_SHAPE, message, match.start(1), match.end(1)))
        elif numbered:
            boards[int(numbered[1])] = value
        else:
            values[key] = value
    headline = values.get("headline")
    if headline and headline.text:
        whole.header.append(f"Headline={headline.text.decode('utf-8', 'replace')}")
        whole.unheld.append("a record has no place for the headline of a DLM file")
    sealed = values.get("crypto key")
    if sealed and sealed.text not in (b"", b"0"):
        message = Said("the boards are encrypted: the crypto key is {shown} and not 0", shown=_shown(sealed.text))
        whole.tell(Fault(rules.FORMAT_SEALED, message, sealed.start, sealed.end))
        return
    span = _span(values, boards, data, whole)
    if span is None:
        return
    yield from _boards(boards, span, data, whole)


def _span(values: dict[str, _Value], boards: dict[int, _Value], data: bytes, whole: Whole) -> tuple[int, int] | None:
    """The first and the last board of the set, after a look at its checksum."""
    found: dict[str, int | None] = {}
    for key in ("from board", "to board", "duplicates", "checksum"):
        value = values.get(key)
        found[key] = int(value.text) if value and value.text.isdigit() and len(value.text) < 9 else None
        if value is not None and found[key] is None:
            message = Said("{shown} is no number", shown=_shown(value.text))
            whole.tell(Fault(rules.FORMAT_SHAPE, message, value.start, value.end))
    first, last = found["from board"], found["to board"]
    if first is None or last is None:
        missing = [key for key in ("From board", "To board") if key.lower() not in values]
        if missing:
            message = Said("the file does not say which boards are its own: {missing} missing", missing=tuple(missing))
            cut = rules.FORMAT_SHAPE if boards else rules.FORMAT_TRUNCATED
            whole.tell(Fault(cut, message, len(data) if not boards else 0, len(data) if not boards else 0))
        real = [number for number, value in sorted(boards.items()) if value.text[:26] != _FILLER]
        return (real[0], real[-1]) if real else None
    if not 1 <= first <= last <= MOST_BOARDS:
        value = values["from board"]
        message = Said(
            "boards {first} to {last} are no set: expected numbers from 1 to {most}, the lower one first",
            first=first,
            last=last,
            most=MOST_BOARDS,
        )
        whole.tell(Fault(rules.FORMAT_SHAPE, message, value.start, value.end))
        first, last = max(1, min(first, last)), min(MOST_BOARDS, max(first, last))
        if first > last:
            return None
    checksum, duplicates = found["checksum"], found["duplicates"] or 0
    if "checksum" not in values:
        whole.tell(Fault(rules.FORMAT_VALUE, Said("the set has no checksum"), 0, 0))
    elif checksum is not None:
        status = values.get("status")
        right = duplicates ^ first ^ last ^ (status is not None and status.text.lower() == b"show")
        if checksum != right:
            value = values["checksum"]
            message = Said(
                "the checksum of the set is {checksum}, and its values come to {right}", checksum=checksum, right=right
            )
            whole.tell(Fault(rules.WRONG_CHECKSUM, message, value.start, value.end))
    return first, last


def _boards(boards: dict[int, _Value], span: tuple[int, int], data: bytes, whole: Whole) -> Iterator[Board]:
    last_line = max((value.line_end for value in boards.values()), default=0)
    missing: list[int] = []
    for number in range(span[0], span[1] + 1):
        value = boards.get(number)
        if value is None:
            missing.append(number)
            continue
        deal, faults = _deal(number, value, cut=value.line_end == len(data) == last_line)
        yield Board(number, deal, value.start, value.end, tuple(faults))
    if missing:
        cut = missing[-1] == span[1] and all(number < missing[0] for number in boards)
        message = Said.counted(
            "board {board} is missing, and the set is {first} to {last}",
            "{n} boards, the first {board}, are missing, and the set is {first} to {last}",
            n=len(missing),
            board=missing[0],
            first=span[0],
            last=span[1],
        )
        rule = rules.FORMAT_TRUNCATED if cut else rules.FORMAT_SHAPE
        whole.tell(Fault(rule, message, len(data), len(data)))


def _deal(number: int, value: _Value, *, cut: bool) -> tuple[Deal | None, list[Fault]]:
    found = _DEAL.match(value.text)
    if found is None:
        message = Said(
            "board {number} is not 26 letters from a to p and a checksum of three digits: {shown}",
            number=number,
            shown=_shown(value.text),
        )
        rule = rules.FORMAT_TRUNCATED if cut and len(value.text) < 29 else rules.FORMAT_SHAPE
        return None, [Fault(rule, message, value.start, value.end)]
    owners: list[int] = []
    for letter in found[1]:
        owners += divmod(letter - 97, 4)
    right = _sum(number, found[1])
    faults = []
    if int(found[2]) != right:
        message = Said(
            "the checksum of board {number} is {decode}, and its cards come to {right}",
            number=number,
            decode=found[2].decode(),
            right=format(right, "03"),
        )
        faults.append(Fault(rules.WRONG_CHECKSUM, message, value.start + 26, value.end))
    return deal_of(owners), faults


def _shown(text: bytes) -> str:
    return repr(text[:40].decode("latin-1"))


def _encode(boards: Iterable[Dealt], file: BinaryIO, _dialect: str) -> int:
    found = few(boards, "DLM")
    if not found:
        return 0
    first, last = found[0].number, found[-1].number
    lines = [
        "[Document]", "Headline=", "Status=Show", "Duplicates=0", f"From board={first}", f"To board={last}",
        "Next board to duplimate=0", "PrintOuts=0", "Crypto key=0", f"Checksum={first ^ last ^ 1}",
    ]  # fmt: skip
    deals = {board.number: _letters(board.deal) for board in found}
    for number in range(1, MOST_BOARDS + 1):
        letters = deals.get(number, _FILLER)
        lines += [f"Duplicates {number:02}=0", f"Board {number:02}={letters.decode()}{_sum(number, letters):03}"]
    file.write("".join(f"{line}\r\n" for line in lines).encode())
    return len(found)


def _letters(deal: Deal) -> bytes:
    owners = owners_of(deal)
    return bytes(_LETTERS[4 * owners[at] + owners[at + 1]] for at in range(0, CARDS, 2))


CODEC = Codec(
    "dlm", "DLM (Duplimate)", (".dlm",), lambda head: _SNIFF.match(head) is not None, _decode, _encode, "run",
    MOST_BOARDS, text=True,
)  # fmt: skip

__all__ = ["CODEC"]
