"""Fixes of a game's text: what is to stand where.

A fix is worked out when somebody asks for it, from the text around the fault.  It touches no more than it must:
spacing, line ends and everything else stay.  All offsets are local to the text at hand.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise

from pbntools.diagnostics import Fix, TextChange
from pbntools.formats.pbn import values
from pbntools.formats.pbn.deals import recover_deal
from pbntools.formats.pbn.raw import RawGame
from pbntools.record_values import BASE_SCORING, SCORING_MODIFIERS

BLANKS = " \t\v\f"
"""What may stand on a line that counts as blank."""
_LINE_END = re.compile(r"\r\n?|\n")
_BLANK_LINES = re.compile(r"(?:[ \t]*+(?:\r\n?+|\n))++")
_REST_OF_LINE = re.compile(r"[ \t]*+(?:\r\n?+|\n|\Z)")
_SAID = re.compile(r"[ \t]*+(?:pbntools[ \t]*:|Content-type:)", re.IGNORECASE)
_FORMAT = re.compile(r"[ \t]*+[A-Z]{2,5}\b")
_NOT_BLANK = re.compile(r"[^ \t]+")
_SUITS = "SHDC"
_NEAR = 4096
"""How far around a fault the text is looked at for line ends."""
_MANY = 10_000
"""The most changes of one fix; no file that people or programs write on purpose needs as many."""


# Line ends and lines


def line_end(text: str, at: int) -> str:
    """The kind of line end that is used around an offset."""
    found = _LINE_END.search(text, at, at + _NEAR)
    if found is not None and found.end() < at + _NEAR:
        return found[0]
    near = max(at - _NEAR, 0)
    last = max(text.rfind("\n", near, at), text.rfind("\r", near, at))
    if last < 0:
        return found[0] if found is not None else "\n"
    return "\r\n" if text[last] == "\n" and text[last - 1 : last] == "\r" else text[last]


def line_start(text: str, at: int) -> int:
    """Where the line that holds an offset starts, or how far back it was looked for on a long line."""
    near = max(at - _NEAR, 0)
    found = max(text.rfind("\n", near, at), text.rfind("\r", near, at))
    return found + 1 if found >= 0 else near


def own_line(text: str, start: int, end: int) -> tuple[int, int]:
    """The span with its line and line end where nothing else stands on the line; the span itself otherwise."""
    first = line_start(text, start)
    rest = _REST_OF_LINE.match(text, end)
    if text[first:start].strip(BLANKS) or rest is None or not _opens_line(text, first):
        return start, end
    return first, rest.end()


def _opens_line(text: str, at: int) -> bool:
    return at == 0 or text[at - 1] in "\r\n"


def new_lines(text: str, at: int, lines: Iterable[str]) -> TextChange:
    """Lines put in at an offset at which a line starts; where none does, one is begun."""
    end = line_end(text, at)
    begun = "" if _opens_line(text, at) else end
    return TextChange(at, at, begun + "".join(line + end for line in lines))


# Faults of the text


def escape_lines(text: str, first: int, last: int) -> Fix | None:
    """Put text that belongs to nothing into escape lines (PBN 2.1 §2.3)."""
    changes: list[TextChange] = []
    end = line_end(text, first)
    at = first
    while at < last:
        found = _LINE_END.search(text, at, last)
        stop = found.start() if found else last
        line = text[at:stop]
        if line.strip(BLANKS):
            if _SAID.match(line):
                return None  # it would say something to a program
            start = line_start(text, at)
            before = text[start:at].strip(BLANKS) if _opens_line(text, start) else text[start:at]
            # A format line is known by its first letters, where it is the first one.
            mark = "%% " if start == 0 and _FORMAT.match(line) else "% "
            if len(changes) >= _MANY:
                return None
            if before in ("", "["):
                changes.append(TextChange(start, start, mark))
            else:
                changes.append(TextChange(at, at, end + mark))
        at = found.end() if found else last
    rest = _REST_OF_LINE.match(text, last)
    if rest is None:
        if text[last - 1] == "[":
            return None  # the rest of the line is another fault
        changes.append(TextChange(last, last, end))
    return Fix("put it into an escape line", True, tuple(changes))


class BlankLines:
    """The fix of blank lines inside a game, which are told of once."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._starts: list[int] = []

    def add(self, start: int) -> None:
        """Take note of a blank line, by its offset."""
        self._starts.append(start)

    def __call__(self) -> Fix | None:
        """The fix that takes all of them out."""
        if len(self._starts) > _MANY:
            return None
        found = [_BLANK_LINES.match(self._text, start) for start in self._starts]
        spans = [TextChange(match.start(), match.end(), "") for match in found if match is not None]
        return Fix("take the blank line out", True, tuple(spans)) if spans else None


def separate(text: str, start: int) -> Fix:
    """Put a blank line before the tag that starts a game."""
    first = line_start(text, start)
    end = line_end(text, start)
    if text[first:start].strip(BLANKS) or not _opens_line(text, first):
        change = TextChange(start, start, end + end)
    else:
        change = TextChange(first, first, end)
    return Fix("put a blank line before the game", True, (change,))


def remove_tag(text: str, start: int, end: int) -> Fix | None:
    """Take out a tag pair that says again what another one has said."""
    following = text[end : end + 4096].lstrip(" \t\r\n\v\f")[:1]
    if following in ("{", ";"):
        return None  # the comment would become another tag's
    return Fix("take the second one out", True, (TextChange(*own_line(text, start, end), ""),))


def remove_repeated(game: RawGame, start: int, end: int) -> Fix | None:
    """Take out the only tag that a game repeats; several may be those of another game that lacks its blank line."""
    return remove_tag(game.chunk.text, start, end) if game.repeated == 1 else None


def respell(text: str, words: Sequence[tuple[str, int, int]], *, safe: bool = True) -> Fix | None:
    """Write words as the standard has them; each with its span.  Columns that are lined up with spaces stay so."""
    spans = sorted((start, end) for _, start, end in words)
    if len(words) > _MANY or any(start < end for (_, end), (start, _) in pairwise(spans)):
        return None  # two readings of one word stand in each other's way
    changes = []
    for meant, start, end in words:
        longer = len(meant) - (end - start)
        if longer > 0 and text.startswith(" " * (longer + 1), end):
            changes.append(TextChange(start, end + longer, meant))
        elif longer < 0 and text.startswith("  ", end):
            changes.append(TextChange(start, end, meant + " " * -longer))
        else:
            changes.append(TextChange(start, end, meant))
    shown = f"write {words[0][0]}" if len(words) == 1 else "write them as the standard does"
    return Fix(shown, safe, tuple(changes))


def plain_deal(text: str, start: int) -> Fix | None:
    """A deal's value, which starts at an offset, without suit letters, 10s, dashes for voids and surplus blanks."""
    recovered = recover_deal(text)
    if recovered.deal is None:
        return None
    head, _, rest = text.partition(":")
    hands = [hand if hand == "-" else _plain_hand(hand) for hand in _NOT_BLANK.findall(rest)]
    written = f"{head.strip()}:{' '.join(hands)}"
    again = recover_deal(written)
    if again.deal != recovered.deal or again.troubles:
        return None
    return Fix("write the deal as the standard does", True, (TextChange(start, start + len(text), written),))


def _plain_hand(hand: str) -> str:
    holdings = []
    for suit, holding in zip(_SUITS, hand.split("."), strict=True):
        bare = "" if holding == "-" else holding[1:] if holding[:1].upper() == suit else holding
        holdings.append(bare.replace("10", "T"))
    return ".".join(holdings)


def move_notes(game: RawGame, moved: list[tuple[int, int]]) -> Fix | None:
    """Put notes, by the spans of their values, behind the auction and its own notes; a note cut off stays there."""
    if game.auction is None:
        return None
    text = game.chunk.text
    own = [(start, start + len(value)) for section, value, start in game.notes if section == "Auction"]
    if any("]" not in text[end:] for _, end in (*own[-1:], *moved[-1:])):
        return None
    at = max([game.auction[1], *(own_line(text, *_pair(text, *span))[1] for span in own)])
    pairs = [_pair(text, *span) for span in moved]
    put = new_lines(text, at, [text[start:end] for start, end in pairs])
    taken = [TextChange(*own_line(text, start, end), "") for start, end in pairs]
    return Fix("put it behind the auction", True, (put, *taken))


def _pair(text: str, start: int, end: int) -> tuple[int, int]:
    """The tag pair around its value."""
    return text.rindex("[", 0, start), text.index("]", end) + 1


def close_string(text: str, start: int) -> Fix:
    """Close a table's string at the end of its line."""
    found = _LINE_END.search(text, start)
    stop = found.start() if found else len(text)
    at = start + len(text[start:stop].rstrip(BLANKS))
    return Fix("close the string at the end of its line", False, (TextChange(at, at, '"'),))


# Values

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG_MONTHS = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september", "october", "november",
    "december",
)  # fmt: skip
_YEAR_FIRST = re.compile(r"(?a)(\d{4})([-/.]?)(\d{1,2})\2(\d{1,2})\Z")
_COMPACT = re.compile(r"(?a)(\d{4})(\d\d)(\d\d)\Z")
_PARTLY = re.compile(r"(?a)(\d{4})\.(\d\d|\?{1,2})\.(\d\d|\?{1,2})\Z")
_NAMED = re.compile(r"(?a)(\d{1,2})[- .]+([A-Za-z]{3,9})[- .,]+(\d{4})\Z|([A-Za-z]{3,9})[ .]+(\d{1,2}),?[ ]+(\d{4})\Z")
_NUMBERS = re.compile(r"(?a)(\d{1,4})[-/. ](\d{1,2})[-/. ](\d{1,4})\Z")
_TIMED = re.compile(r"(?a)(\d{4}[-/.]\d{1,2}[-/.]\d{1,2})(?:[ ]+|T)(\d{1,2}):(\d\d)(?::(\d\d))?\Z")
_TIMES = {"Date": "Time", "UTCDate": "UTCTime"}
_PIVOT = 69
"""Two digits from here on mean years of the 1900s, as POSIX reads them."""

DATE_ORDERS = ("dmy", "mdy", "ymd")
"""The orders in which a date of numbers may be stated to be written."""

_DATES = frozenset(("Date", "EventDate", "UTCDate"))


def value_fix(name: str, value: str, start: int, end: int, date_order: str | None) -> Fix | None:
    """What a value of the wrong form is sure to mean, or, by a stated order, a date."""
    bare = value.strip()
    candidates = [(bare, True), (_cased(name, bare), True)]
    if name in _DATES:
        candidates.append((_date(bare), True))
        if date_order is not None:
            candidates.append((_ordered_date(bare, date_order), False))
    for text, safe in candidates:
        if text and text != value and values.value_fault(name, text) is None and text.isascii():
            return Fix(f"write {text}", safe, (TextChange(start, end, text),))
    return None


def timed_date(game: RawGame, name: str, value: str, pair: tuple[int, int], span: tuple[int, int]) -> Fix | None:
    """A date with a time behind it: the time goes into a tag of its own, on the next line, where there is none yet.

    The standard's times have seconds, so one without them is given none but by an unsafe fix.
    """
    found = _TIMED.match(value.strip())
    time_name = _TIMES.get(name)
    if found is None or time_name is None or time_name in game.tags:
        return None
    date = _date(found[1])
    time = f"{found[2]:0>2}:{found[3]}:{found[4] or '00'}"
    if not date or values.value_fault(name, date) or values.value_fault(time_name, time):
        return None
    text = game.chunk.text
    start, end = pair
    own = own_line(text, start, end)
    if own == pair or text[own[1] - 1 : own[1]] not in ("\r", "\n"):
        return None
    changes = (TextChange(*span, date), new_lines(text, own[1], [f'[{time_name} "{time}"]']))
    return Fix(f"write {date}, and the time into the tag {time_name}", found[4] is not None, changes)


def _cased(name: str, value: str) -> str:
    """The value in the standard's case, where it differs by case alone; else an empty string."""
    if name == "Scoring":
        known = {word.casefold(): word for word in (*BASE_SCORING, *SCORING_MODIFIERS)}
        return ";".join(known.get(part.strip().casefold(), part) for part in value.split(";"))
    if name == "Hidden":
        return value.upper()
    return next((word for word in values.WORDS.get(name, ()) if word.casefold() == value.casefold()), "")


def _date(value: str) -> str:
    """A date of which year, month and day cannot be taken for each other; an empty string for any other."""
    if match := _COMPACT.match(value) or _PARTLY.match(value):
        return ".".join(part if part[0] != "?" else "??" for part in match.groups())
    if match := _YEAR_FIRST.match(value):
        return f"{match[1]}.{match[3]:0>2}.{match[4]:0>2}" if match[2] else ""
    if match := _NAMED.match(value):
        day, month, year = (match[1], match[2], match[3]) if match[1] else (match[5], match[4], match[6])
        number = _month(month.lower())
        return f"{year}.{number:02d}.{day:0>2}" if number else ""
    return ""


def _month(name: str) -> int:
    """The number of an English month by its name or the first three letters of it; 0 for another word."""
    for names in (_MONTHS, _LONG_MONTHS):
        if name in names:
            return names.index(name) + 1
    return 9 if name == "sept" else 0


def _ordered_date(value: str, order: str) -> str:
    match = _NUMBERS.match(value)
    if match is None:
        return ""
    parts = dict(zip(order, match.groups(), strict=True))
    year, month, day = parts["y"], parts["m"], parts["d"]
    if len(year) not in (2, 4) or len(month) > 2 or len(day) > 2:
        return ""
    if len(year) == 2:
        year = f"{19 if int(year) >= _PIVOT else 20}{year}"
    return f"{year}.{month:0>2}.{day:0>2}"
