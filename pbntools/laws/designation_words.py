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
    return _read(_plain(text)) if len(text) <= _LONGEST else None


def _plain(text: str) -> str:
    """The text in lower case, without accents, quotes around it, a full stop at its end, and surplus blanks."""
    letters = unicodedata.normalize("NFKD", text.translate(_FOLD).lower())
    bare = "".join(letter for letter in letters if not unicodedata.category(letter).startswith("M"))
    return " ".join(bare.split()).strip('" .!')


@lru_cache(maxsize=1024)
def _read(text: str) -> Words | None:
    from pyparsing import ParseBaseException

    try:
        found = _grammar().parse_string(text, parse_all=True).as_dict()
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
    """One of some words or signs; behind a word no other letter follows at once."""
    from pyparsing import Regex

    words = [value for value in values if value.isalnum()]
    signs = [value for value in values if not value.isalnum()]
    pattern = "|".join([*(rf"{word}(?!\w)" for word in words), *signs])
    return Regex(pattern).set_parse_action(lambda found: [values[found[0]]])(name)


@lru_cache(maxsize=1)
def _grammar() -> ParserElement:
    from pyparsing import MatchFirst, Opt, Regex, StringEnd

    english = _one_of({**_ENGLISH_SUITS, **_SUIT_SIGNS}, "suit")
    suit = _one_of({**_ENGLISH_SUITS, **_TURKISH_SUITS, **_SUIT_SIGNS}, "suit")
    sign = _one_of(_SUIT_SIGNS, "suit")
    digits = {letter: rank for letter, rank in _RANK_LETTERS.items() if letter.isdigit()}
    name = _one_of({**_RANKS, **digits}, "rank")
    letter = _one_of(_RANK_LETTERS, "rank")
    name_or_letter = _one_of({**_RANKS, **_RANK_LETTERS}, "rank")
    alone = {**_RANKS, **_RANK_LETTERS}
    del alone["k"]
    apart = Regex(r",?(?: ?the(?!\w))?").suppress()
    apart_or_of = Regex(r"of(?!\w)|,?(?: ?the(?!\w))?").suppress()
    # As PBN writes a card; then in words, either of suit and rank first (46A).  "A heart" is not the ace.
    written = Regex(r"[shdc](?:10|[2-9tjqka])(?!\w)").set_parse_action(lambda found: [Card.parse(found[0])])
    named = MatchFirst(
        [
            english + apart + name_or_letter,
            suit + apart + name,
            name + apart_or_of + suit,
            letter + (sign | _word("of").suppress() + english),
        ]
    ).set_parse_action(lambda found: [Card.of(found["suit"], found["rank"])])
    card = written | named

    levels = {
        **dict.fromkeys(("highest", "top", "en buyuk"), Word.HIGHEST),
        **dict.fromkeys(("high", "big", "buyuk"), Word.HIGH),
        **dict.fromkeys(("low", "lowest", "small", "smallest", "little", "bottom", "kucuk", "en kucuk"), Word.LOW),
    }
    level = _word("|".join(levels)).set_parse_action(lambda found: [levels[found[0]]])("word")
    trump = _value("trumps?|koz", "trump", True)
    ruff = _value("ruff(?: it)?|trump it", "trump", True)
    win = _value("(?:win|beat|take)(?: it| the trick)?|kazan", "word", Word.WIN)
    anything = _value(
        "anything(?: you like)?|any(?: card| one)?|whatever|herhangi bir sey|herhangi bir kagit", "word", Word.ANYTHING
    )
    denomination = suit | trump
    thing = Regex(r"(?:(?:cards?|one|kagit)(?!\w))?").suppress()
    inside = Regex(r"(?:(?:in|of)(?!\w))?").suppress()
    part = MatchFirst(
        [
            ruff + Opt(level),
            level + thing + Opt(inside + denomination),
            denomination + (apart + level | thing),
            _one_of(alone, "rank") + thing,
            win,
            anything,
        ]
    )
    then = Regex(r"(?:[,;:–—-]|\.{2,3})(?: ?the(?!\w))?").suppress() + card("then") + StringEnd()
    closing = Regex(r"(?:from dummy ?)?(?:oyna ?)?(?:,? ?(?:please|lutfen))?\Z").suppress()
    opening = Regex(r"(?:play(?!\w))?(?: ?(?:the|an?|any|my|your)(?!\w))?").suppress()
    designation = card("card") + closing | part + (closing | then)
    # "A" may be the ace, and "any" stand for itself.
    return opening + designation | Regex(r"(?=an?y?(?!\w))").suppress() + designation
