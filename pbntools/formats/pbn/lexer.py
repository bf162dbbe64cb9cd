"""Level 1: one expression over the text that yields tags, comments, escape lines, blank lines and what lies between.

It is exact for any layout: a brace comment may hold blank lines, a tag pair may be spread over lines (PBN 2.1 §3.3).
All quantifiers are possessive, and whatever fails to close ends at its line, so the scan is linear.
"""

from __future__ import annotations

import re

_GAP = r"[ \t\r\n\v\f]*+"
_VALUE = r'[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+'
_NAME = "[A-Za-z0-9_]++"
# The usual layout first: it needs half the steps.
_PAIR = rf'\[(?:{_NAME}[ ]"[^"\\\r\n]*+"|{_GAP}{_NAME}{_GAP}"{_VALUE}"{_GAP})\]'

# Every alternative starts with a literal character: only then does the regular expression engine skip to the next
# candidate at once, which makes the scan three times as fast.
ITEM = re.compile(
    rf"""
    {_PAIR}(?:(?:\n|[ \t]*+(?:\r\n?+|\n)?+){_PAIR})*+()                     # 1: tag pairs, without a blank line between
    |\[{_GAP}([A-Za-z0-9_]++){_GAP}"({_VALUE})                           # 2, 3: name and value of a tag pair not closed
    |\{{()                                                               # 4: a comment in braces opens
    |;()[^\r\n]*+                                                        # 5: a comment to the end of the line
    |"{_VALUE}"?+                                                        #    a string in a table
    |\[()                                                                # 6: a bracket that opens no tag pair
    |\n(?:%()[^\r\n]*+|()(?=[ \t]*+[\r\n]))                             # 7: an escape line; 8: a line end before a
    |\r\n?+(?:%()[^\r\n]*+|()(?=[ \t]*+[\r\n]))                         #    blank line; 9 and 10: the same behind CR
    """,
    re.VERBOSE,
)
TAGS, TAG_NAME, TAG_VALUE, BRACE, SEMICOLON, BRACKET, ESCAPE, BLANK, CR_ESCAPE, CR_BLANK = range(1, 11)

PAIR = re.compile(rf'\[{_GAP}([A-Za-z0-9_]++){_GAP}"({_VALUE})"{_GAP}\]')
"""One tag pair: name and value, as written."""

FIRST_ESCAPE = re.compile(r"%[^\r\n]*+")
"""An escape line at the very start of a file."""

_CALL_OR_CARD = (
    r"(?:[1-7](?:[CDHSN]|NT)|Pass|P|XX?|AP|D|DBL|R|RDBL|[SHDC][2-9TJQKA]|[-*+?]|=[0-9]+=|\$[0-9]+|[!?]{1,2})"
)
CALLS_OR_CARDS = re.compile(rf"(?:[ \t\r\n]++|{_CALL_OR_CARD}(?=[ \t\r\n]|\Z))*+\Z", re.IGNORECASE)
"""A text of nothing but words of an auction or play."""

ASIDE = rf"\[(?!(?i:[ \t]++|{_CALL_OR_CARD}(?=[ \t\]]))*+\])[^\[\]{{\"\r\n]++\]"
"""Words in brackets that are neither a tag pair nor calls or cards, such as ``[show NS]``."""

WORDS = re.compile(r"[^ \t\r\n\v\f]+")
LINE = re.compile(r"[^\r\n]*")

MAX_GAME = 16 << 20
"""The longest game, in characters, that is read."""

MANDATORY = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South",
    "Dealer", "Vulnerable", "Deal", "Scoring", "Declarer", "Contract", "Result",
)  # fmt: skip
"""The mandatory tags in the order of the export format (PBN 2.1 §3.4)."""

TABLES = (
    "ActionTable", "AuctionTimeTable", "InstantScoreTable", "OptimumPlayTable",
    "OptimumResultTable", "PlayTimeTable", "ScoreTable", "TotalScoreTable",
)  # fmt: skip
"""The supplemental sections (PBN 2.1 §5)."""

SECTIONS = frozenset(("Auction", "Play", *TABLES))
"""The tags behind which a section's data may stand."""

SUPPLEMENTAL = (
    "Competition", "DealId", "Description", "FrenchMP", "Generator", "Hidden", "Room", "Termination",
    "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber", "ScoreRubberHistory", "OptimumScore",
    "BidSystemEW", "BidSystemNS", "PairEW", "PairNS",
    "WestNA", "NorthNA", "EastNA", "SouthNA", "WestType", "NorthType", "EastType", "SouthType",
    "EventDate", "EventSponsor", "HomeTeam", "Round", "Section", "Stage", "Table", "VisitTeam",
    "Time", "UTCDate", "UTCTime", "TimeCall", "TimeCard", "TimeControl",
    "Annotator", "AnnotatorNA", "Application", "Mode",
)  # fmt: skip
"""The supplemental tags (PBN 2.1 §4)."""

STANDARD = frozenset((*MANDATORY, *SUPPLEMENTAL, *TABLES, "Auction", "Play", "Note"))
PLAIN = frozenset((*MANDATORY, *SUPPLEMENTAL))
"""The tags of the standard that open no section."""
ORDER = {name: index for index, name in enumerate((*MANDATORY, "Auction", "Play"))}


class NeedMore(Exception):
    """The text at hand ends before the current item does."""


def unescape(value: str) -> str:
    r"""A string's value: ``\"`` is a quote and ``\\`` a backslash; any other pair is kept (PBN 2.1 §3.2)."""
    if "\\" not in value:
        return value
    return _ESCAPED.sub(r"\1", value)


def note_number(value: str) -> int:
    """The number of a note, 1 to 32, from the value of its tag; 0 where it has none."""
    match = _NOTE.match(value)
    number = int(match[1]) if match else 0
    return number if 1 <= number <= 32 else 0


_NOTE = re.compile(r"[ \t]*+([0-9]{1,9})[ \t]*+:")
_ESCAPED = re.compile(r'\\(["\\])')


def is_section(name: str) -> bool:
    """Whether data may follow the tag: the standard's sections, and unknown tags that end in "Table"."""
    return name in SECTIONS or (name.endswith("Table") and name != "Table")
