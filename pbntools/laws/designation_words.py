"""The words in which declarer names dummy's card: a small language, English and Turkish (Law 46).

Upper and lower case, dotted and dotless i, and accents make no difference.  The letters ``K`` and ``D`` alone stand for
nothing, since Turkish diagrams also have them for the queen (kız, dam).
"""

from __future__ import annotations

import unicodedata
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pbntools.core import RANKS, Card, Suit

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pyparsing import ParserElement

_LONGEST = 80

# In the form that `_plain` gives them.
_SUIT_SIGNS = {sign: Suit(number % 4) for signs in ("♣♦♥♠", "♧♢♡♤") for number, sign in enumerate(signs)}
_ENGLISH_SUITS = {word: suit for suit in Suit for word in (suit.name.lower(), suit.name.lower().removesuffix("s"))}
_TURKISH_SUITS = {
    "trefl": Suit.CLUBS, "sinek": Suit.CLUBS, "karo": Suit.DIAMONDS, "kor": Suit.HEARTS, "kupa": Suit.HEARTS,
    "pik": Suit.SPADES, "maca": Suit.SPADES,
}  # fmt: skip
_RANK_WORDS = (
    ("two", "deuce", "ikili"), ("three", "uclu"), ("four", "dortlu"), ("five", "besli"), ("six", "altili"),
    ("seven", "yedili"), ("eight", "sekizli"), ("nine", "dokuzlu"), ("ten", "10", "onlu"), ("jack", "vale"),
    ("queen", "dam", "kiz"), ("king", "rua", "papaz"), ("ace", "as"),
)  # fmt: skip
_RANKS = {word: rank for rank, words in enumerate(_RANK_WORDS) for word in words}
_RANK_LETTERS = {letter.lower(): rank for rank, letter in enumerate(RANKS)}

_QUOTES = dict.fromkeys("“”„«»‘’'", '"')
_FOLD = str.maketrans({"ı": "i", "I": "i", "İ": "i", **_QUOTES})


class Word(Enum):
    """A word that stands for a card without naming it, or tells which card of a suit is meant."""

    LOW = "low"
    HIGH = "high"
    HIGHEST = "highest"
    WIN = "win"
    ANYTHING = "anything"


class Words(NamedTuple):
    """What a designation names.

    ``card`` is a card named by suit and rank.  ``trump`` stands for the trump suit, whichever it is.  ``then`` is a
    whole card that is named right after other words.
    """

    word: Word | None = None
    suit: Suit | None = None
    trump: bool = False
    rank: int | None = None
    card: Card | None = None
    then: Card | None = None


def read_words(text: str) -> Words | None:
    """What a designation names; None for a text that is none, or longer than 80 characters."""
    return _read(text) if len(text) <= _LONGEST else None


def _plain(text: str) -> str:
    """The text in lower case, without accents, quotes around it, a full stop at its end, and surplus blanks."""
    letters = unicodedata.normalize("NFKD", text.translate(_FOLD).lower())
    bare = "".join(letter for letter in letters if not unicodedata.category(letter).startswith("M"))
    return " ".join(bare.split()).strip('" .!')


@lru_cache(maxsize=1024)
def _read(text: str) -> Words | None:
    from pyparsing import ParseBaseException

    try:
        found = _grammar().parse_string(_plain(text), parse_all=True).as_dict()
    except ParseBaseException:
        return None
    # A choice of forms comes as a list of one.
    return Words(**{name: value[0] if isinstance(value, list) else value for name, value in found.items()})


def _word(pattern: str) -> ParserElement:
    from pyparsing import Regex

    return Regex(rf"(?:{pattern})(?!\w)")


def _value(pattern: str, name: str, value: object) -> ParserElement:
    return _word(pattern).set_parse_action(lambda: [value])(name)


def _one_of(values: Mapping[str, object], name: str) -> ParserElement:
    return _word("|".join(values)).set_parse_action(lambda found: [values[found[0]]])(name)


@lru_cache(maxsize=1)
def _grammar() -> ParserElement:
    from pyparsing import MatchFirst, Opt, Regex, StringEnd

    sign = Regex(f"[{''.join(_SUIT_SIGNS)}]").set_parse_action(lambda found: [_SUIT_SIGNS[found[0]]])("suit")
    english = _one_of(_ENGLISH_SUITS, "suit")
    suit = sign | english | _one_of(_TURKISH_SUITS, "suit")
    letters = _one_of(_RANK_LETTERS, "rank")
    alone = {**_RANKS, **_RANK_LETTERS}
    del alone["k"]
    rank = _one_of(alone, "rank")
    name = _one_of(_RANKS, "rank") | _word("[2-9]").set_parse_action(lambda found: [_RANK_LETTERS[found[0]]])("rank")
    of = Opt(_word("of")).suppress()
    apart = Opt(",").suppress() + Opt(_word("the")).suppress()
    # As PBN writes a card; then in words, either of suit and rank first (46A).  "A heart" is not the ace.
    written = Regex(r"[shdc](?:10|[2-9tjqka])(?!\w)").set_parse_action(lambda found: [Card.parse(found[0])])
    whole = MatchFirst(
        [
            (sign | english) + apart + (letters | name),
            suit + apart + name,
            letters + sign,
            letters + _word("of").suppress() + (sign | english),
            name + apart + of + suit,
        ]
    ).set_parse_action(lambda found: [Card.of(found["suit"], found["rank"])])
    card = written | whole

    highest = _value("highest|top|en buyuk", "word", Word.HIGHEST)
    high = _value("high|big|buyuk", "word", Word.HIGH)
    low = _value("low|lowest|small|smallest|little|bottom|kucuk|en kucuk", "word", Word.LOW)
    level = highest | high | low
    trump = _value("trumps?|koz", "trump", True)
    ruff = _value("ruff(?: it)?|trump it", "trump", True)
    win = _value("(?:win|beat|take)(?: it| the trick)?|kazan", "word", Word.WIN)
    anything = _value(
        "anything(?: you like)?|any(?: card| one)?|whatever|herhangi bir sey|herhangi bir kagit", "word", Word.ANYTHING
    )
    denomination = suit | trump
    thing = Opt(_word("cards?|one|kagit")).suppress()
    part = MatchFirst(
        [
            ruff + Opt(level),
            level + thing + Opt(_word("in|of")).suppress() + denomination,
            denomination + apart + level,
            level + thing,
            denomination + thing,
            rank + thing,
            win,
            anything,
        ]
    )
    then = Regex(r"[,;:–—-]|\.{2,3}|…").suppress() + Opt(_word("the")).suppress() + card("then")
    opening = Opt(_word("play")).suppress() + Opt(_word("the|an?|any|my|your")).suppress()
    closing = (
        Opt(_word("from dummy")).suppress()
        + Opt(_word("oyna")).suppress()
        + Opt(",").suppress()
        + Opt(_word("please|lutfen")).suppress()
    )
    forms = [core + end + StringEnd() for core, end in ((card("card"), closing), (part, closing), (part, then))]
    return MatchFirst([*(opening + form for form in forms), *forms])
