"""The values of LIN: hands, calls, cards, vulnerability, labels, results, and the suit symbols of its texts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from pbntools.core import CALLS, CARDS, Contract, Seat, Vulnerability
from pbntools.record import ABOVE_SEVEN, UNREADABLE, UNREADABLE_CARD
from pbntools.said import NAMES, Said

SEATS = (Seat.SOUTH, Seat.WEST, Seat.NORTH, Seat.EAST)
"""The order of names, hands and dealer's digits."""
ALERTED = 64
"""Added to the number of a call in `CALL` that is alerted."""
PLAYERS = ("South", "West", "North", "East")

_RANK = {letter: rank for rank, letter in enumerate("23456789TJQKA")}
_RANK |= {letter.lower(): rank for letter, rank in _RANK.items()}
_SUIT = {letter: suit for suit, letter in enumerate("CDHS")} | {letter: suit for suit, letter in enumerate("cdhs")}

_OTHERS = {"p": 0, "pass": 0, "d": 1, "x": 1, "dbl": 1, "double": 1, "r": 2, "xx": 2, "rdbl": 2, "redouble": 2}
_CALL_SPELLINGS = {
    **_OTHERS,
    **{f"{at // 5 + 1}{'cdhsn'[at % 5]}": at + 3 for at in range(35)},
    **{f"{at // 5 + 1}nt": at + 3 for at in range(4, 35, 5)},
}
_PLAIN = {case(text): number for text, number in _CALL_SPELLINGS.items() for case in (str.lower, str.upper, str.title)}
CALL = _PLAIN | {f"{text}!": number + ALERTED for text, number in _PLAIN.items()}
"""Calls by the ways to write one."""
CARD = {
    suit + rank: int(card)
    for card in CARDS
    for suit in (str(card)[0], str(card)[0].lower())
    for rank in {str(card)[1], str(card)[1].lower(), str(card)[1].replace("T", "10")}
}
"""Cards by the ways to write one."""

_CALLS_TOGETHER = re.compile(
    r"(pass|p|dbl|double|d|xx|x|rdbl|redouble|r|[1-9](?:nt|[cdhsn]))(!?)(\??)\s*", re.IGNORECASE
)
_CARDS_TOGETHER = re.compile(r"([SHDC]?)(10|[2-9TJQKA])\s*", re.IGNORECASE)
_PADDING = re.compile(r"[-\s]*")

VULNERABLE = {
    spelt: value
    for value, spellings in (
        (Vulnerability.NONE, ("o", "0", "", "-", "none", "love")),
        (Vulnerability.NS, ("n", "ns", "n-s")),
        (Vulnerability.EW, ("e", "ew", "e-w")),
        (Vulnerability.ALL, ("b", "both", "all")),
    )
    for word in spellings
    for spelt in (word, word.upper())
}
"""Vulnerability by the ways to write it."""
VULNERABLE_TEXT = {Vulnerability.NONE: "o", Vulnerability.NS: "n", Vulnerability.EW: "e", Vulnerability.ALL: "b"}

_LABEL = re.compile(r"\s*([oc]?)([0-9]{1,9})\s*(?:,(.*))?", re.IGNORECASE | re.DOTALL)
_HEADING = re.compile(r"\s*([^\W\d_]+)\W{0,2}\s+#?([0-9]{1,9})\s*")
_BOARD_WORDS = frozenset(("board", "bord", "donne"))
"""What "board" is called in headings; a heading with another word is kept as it stands."""
_NUMBER = re.compile(r"(?<![0-9])[0-9]{1,9}(?![0-9])")
"""A number of a board; what has more digits is none."""
_RESULT = re.compile(r"([1-7])(NT|[CDHSN])([NESW])(x{0,2})(=|[+-]\d{1,2})", re.IGNORECASE)
_ONE_HAND = r"S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)"
_HANDS = re.compile(rf"([1-4]){_ONE_HAND},{_ONE_HAND},{_ONE_HAND}(?:,(?:{_ONE_HAND})?)?")
_DECK = (1 << 52) - 1


class Word(NamedTuple):
    """One call or card in a value that may hold several: its number, whether it is alerted, and where it stands."""

    number: int
    alerted: bool
    start: int
    end: int


class Hands(NamedTuple):
    """What ``md`` tells: the dealer, four masks in the order of LIN (None where not known), and what is wrong.

    ``wrong`` holds a kind (``hands``, ``dots``, ``hand``, ``double``, ``fourth``, ``dealer``), the place in the value,
    and words.
    """

    dealer: Seat | None
    masks: tuple[int | None, int | None, int | None, int | None] | None
    wrong: tuple[tuple[str, int, int, str], ...] = ()


_holdings: dict[str, int] = {"": 0}


def _holding(text: str) -> int:
    """The mask of a suit; -1 where a rank stands twice."""
    mask = 0
    for letter in text:
        bit = 1 << _RANK[letter]
        if mask & bit:
            return -1
        mask |= bit
    if len(_holdings) < 1 << 17:
        _holdings[text] = mask
    return mask


def _masks(suits: list[str], known: dict[str, int]) -> list[int]:
    """The masks of hands, of four suits each, spades first."""
    each = zip(suits[::4], suits[1::4], suits[2::4], suits[3::4], strict=True)
    return [known[s] << 39 | known[h] << 26 | known[d] << 13 | known[c] for s, h, d, c in each]


def parse_hands(value: str) -> Hands:
    """Read the value of ``md``."""
    found = _HANDS.fullmatch(value)
    if found is None:
        return _slow_hands(value)
    digit, *suits = found.groups()
    if suits[12] is None:
        del suits[12:]
    try:
        masks = _masks(suits, _holdings)
    except KeyError:
        known = {suit: _holding(suit) for suit in suits}
        if min(known.values()) < 0:
            return _slow_hands(value)
        masks = _masks(suits, known)
    south, west, north = masks[:3]
    union = south | west | north
    sound = union.bit_count() == 39 and south.bit_count() == west.bit_count() == north.bit_count() == 13
    rest = _DECK & ~union
    if len(masks) == 4:
        if sound and masks[3] != rest:
            return _slow_hands(value)
        return Hands(SEATS[int(digit) - 1], (south, west, north, masks[3]))
    return Hands(SEATS[int(digit) - 1], (south, west, north, rest if sound else None))


def _slow_hands(value: str) -> Hands:
    wrong: list[tuple[str, int, int, str]] = []
    texts = value.split(",", 5)
    start = len(value) - len(value.lstrip())
    digit = value[start : start + 1]
    dealer = None
    if digit in "1234" and digit:
        dealer = SEATS[int(digit) - 1]
        start += 1
    elif digit == "0":
        start += 1
    else:
        wrong.append(
            ("dealer", start, start, Said("the digit of the dealer is missing: 1 is South, 2 West, 3 North, 4 East"))
        )
    if len(texts) > 4 and (len(texts) > 5 or texts[4].strip()):
        count = value.count(",") + 1
        wrong.append(("hands", 0, len(value), Said("{n} hands are given to one board", n=count)))
        return Hands(dealer, None, tuple(wrong))
    if "." in value:
        wrong.append(("dots", 0, len(value), Said("the hands are written with dots between the suits")))
        return Hands(dealer, None, tuple(wrong))
    masks: list[int | None] = [None] * 4
    given = []
    at = 0
    for number, text in enumerate(texts[:4]):
        end = at + len(text)
        begin = max(at, start) if not number else at
        if value[begin:end].strip():
            given.append(number)
            masks[number] = _slow_hand(value, begin, end, number, wrong)
        at = end + 1
    if not given:
        return Hands(dealer, None, tuple(wrong))
    south, west, north, east = masks
    if south is not None and west is not None and north is not None:
        union = south | west | north
        rest = _DECK & ~union
        if union.bit_count() == 39 and south.bit_count() == west.bit_count() == north.bit_count() == 13:
            if 3 not in given:
                east = rest
            elif east is not None and east != rest:
                begin = value.rindex(",") + 1 if len(texts) == 4 else len(",".join(texts[:3])) + 1
                end = begin + len(texts[3])
                words = Said(
                    "the fourth hand is not the rest of the pack: East has {cards} too many and lacks {others}",
                    cards=_named(east & ~rest),
                    others=_named(rest & ~east),
                )
                wrong.append(("fourth", begin, end, words))
    return Hands(dealer, (south, west, north, east), tuple(wrong))


def _named(mask: int) -> Said:
    cards = [CARDS[card] for card in range(51, -1, -1) if mask >> card & 1]
    if not cards:
        return Said("no card")
    text = Said("{card}", card=cards[0])
    for card in cards[1:]:
        text = Said("{cards} {card}", cards=text, card=card)
    return text


def _slow_hand(value: str, begin: int, end: int, number: int, wrong: list[tuple[str, int, int, str]]) -> int | None:
    """A hand in any spelling; None where it cannot be read."""
    mask = 0
    suit = -1
    at = begin
    name = NAMES[SEATS[number]]
    while at < end:
        letter = value[at]
        step = 1
        if letter in "SHDCshdc":
            suit = _SUIT[letter]
        elif letter.isspace():
            pass
        else:
            if value.startswith("10", at):
                rank, step = 8, 2
            elif letter in _RANK:
                rank = _RANK[letter]
            else:
                rank = -1
            if rank < 0 or suit < 0:
                message = Said("{letter} in {seat}'s hand stands before any suit", letter=repr(letter), seat=name)
                if rank < 0:
                    message = Said(
                        "{letter} in {seat}'s hand is neither a suit nor a rank", letter=repr(letter), seat=name
                    )
                wrong.append(("hand", at, at + 1, message))
                return None
            bit = 1 << 13 * suit + rank
            if mask & bit:
                wrong.append(
                    (
                        "double",
                        at,
                        at + step,
                        Said("{seat} holds {card} twice", seat=name, card=CARDS[13 * suit + rank]),
                    )
                )
            mask |= bit
        at += step
    return mask


def calls_in(value: str) -> Iterator[Word]:
    """The calls of a value, which may hold a whole auction."""
    number = CALL.get(value)
    if number is not None:
        yield Word(number & (ALERTED - 1), number >= ALERTED, 0, len(value))
        return
    at = _PADDING.match(value).end()  # type: ignore[union-attr]
    end = len(value.rstrip("- \t\r\n"))
    while at < end:
        found = _CALLS_TOGETHER.match(value, at)
        if found is None:
            yield Word(UNREADABLE, False, at, end)
            return
        text = found[1].lower()
        number = _CALL_SPELLINGS.get(text, ABOVE_SEVEN)
        yield Word(number, bool(found[2]), at, found.end(2))
        at = found.end()


def cards_in(value: str) -> Iterator[Word]:
    """The cards of a value, which may hold a whole trick; a card without a suit is of the suit of the first one."""
    number = CARD.get(value)
    if number is not None:
        yield Word(number, False, 0, len(value))
        return
    at = _PADDING.match(value).end()  # type: ignore[union-attr]
    end = len(value.rstrip("- \t\r\n"))
    led = ""
    while at < end:
        found = _CARDS_TOGETHER.match(value, at)
        if found is None or not (found[1] or led):
            yield Word(UNREADABLE_CARD, False, at, end)
            return
        led = led or found[1]
        suit = _SUIT[found[1] or led]
        rank = 8 if found[2] == "10" else _RANK[found[2]]
        yield Word(13 * suit + rank, False, at, found.end(2))
        at = found.end()


class Label(NamedTuple):
    """What ``qx`` tells: the room (``Open``, ``Closed`` or empty) and the number of the board."""

    room: str
    number: str


def parse_label(value: str) -> Label | None:
    """Read the value of ``qx``; None where it is a text of its own."""
    found = _LABEL.fullmatch(value)
    if found is None:
        return None
    return Label({"o": "Open", "c": "Closed", "": ""}[found[1].lower()], _digits(found[2]))


@lru_cache(maxsize=1024)
def parse_heading(value: str) -> tuple[str | None, bool]:
    """The number in the value of ``ah``, and whether the text says nothing else, as in "Board 7" or "Donne 7"."""
    found = _HEADING.fullmatch(value)
    if found is not None and found[1].lower() in _BOARD_WORDS:
        return _digits(found[2]), True
    number = _NUMBER.search(value)
    if number is None:
        return None, False
    return _digits(number[0]), number[0] == value.strip()


def _digits(text: str) -> str:
    return text.lstrip("0") or "0"


class Listed(NamedTuple):
    """A result of the list ``rs``: without declarer and tricks where the board was passed out."""

    contract: Contract
    declarer: Seat | None
    tricks: int | None


def parse_result(value: str) -> Listed | None:
    """Read an entry of the list of results, such as ``3NWx-1``; None where it is none."""
    text = value.strip()
    if text.upper() in ("P", "PASS"):
        return Listed(Contract.parse("Pass"), None, None)
    found = _RESULT.fullmatch(text)
    if found is None:
        return None
    level, strain, declarer, doubled, result = found.groups()
    tricks = int(level) + 6 + (0 if result == "=" else int(result))
    if not 0 <= tricks <= 13:
        return None
    return Listed(Contract.parse(f"{level}{strain}{doubled}".upper()), Seat.parse(declarer), tricks)


def result_text(contract: Contract, declarer: Seat | None, tricks: int | None) -> str:
    """An entry of the list of results."""
    if declarer is None or tricks is None:
        return "PASS"
    over = tricks - contract.level - 6
    return f"{contract.level}{contract.strain.letter[0]}{declarer}{'x' * contract.doubled}" + (
        f"{over:+d}" if over else "="
    )


# A suit is marked where what follows could follow a suit, so that "Hi!Dear" is none.
_FOLLOWS = r"(?=[AKQJTakqjtx0-9]|s(?![A-Za-z])|[^A-Za-z]|\Z)"
_BEHIND = r"(?:(?<![A-Za-z])|(?<=[!@\\][SHDC]))"
_MARK = re.compile(_BEHIND + r"[!@]([SHDC])" + _FOLLOWS)
_ESCAPE = re.compile(_BEHIND + r"\\([SHDC])" + _FOLLOWS)


def suits_to_text(text: str) -> str:
    r"""``!S`` and ``@S`` as ``\S``, which is the sign for a suit in PBN's commentary (PBN 2.1 §3.8)."""
    return _MARK.sub(r"\\\1", text) if "!" in text or "@" in text else text


def suits_to_lin(text: str) -> str:
    r"""``\S`` as ``!S``."""
    return _ESCAPE.sub(r"!\1", text) if "\\" in text else text


def call_text(number: int) -> str:
    """A call as Bridge Base writes it."""
    return "pdr"[number] if number < 3 else str(CALLS[number])[:2]


__all__ = [
    "ALERTED",
    "CALL",
    "CARD",
    "PLAYERS",
    "SEATS",
    "VULNERABLE",
    "VULNERABLE_TEXT",
    "Hands",
    "Label",
    "Listed",
    "Word",
    "call_text",
    "calls_in",
    "cards_in",
    "parse_hands",
    "parse_heading",
    "parse_label",
    "parse_result",
    "result_text",
    "suits_to_lin",
    "suits_to_text",
]
