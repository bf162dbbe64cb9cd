"""The languages in which boards are shown: a message catalogue in gettext form, English where it has no text.

A catalogue is ``pbntools/data/locale/<code>/LC_MESSAGES/pbntools.po`` with the ``.mo`` that is compiled from it.
"""

from __future__ import annotations

import gettext
import os
import re
import unicodedata
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources

from pbntools.core import Call, Card, Contract, Seat, Strain, Suit, Vulnerability
from pbntools.said import Said

DOMAIN = "pbntools"
ENGLISH = "en"


def N_(message: str) -> str:
    """Mark a message for the catalogue; it is translated where it is shown."""
    return message


_SEATS = (N_("North"), N_("East"), N_("South"), N_("West"))
_SEAT_LETTERS = (N_("N"), N_("E"), N_("S"), N_("W"))
_SUIT = (N_("club"), N_("diamond"), N_("heart"), N_("spade"))
_SUITS = (N_("clubs"), N_("diamonds"), N_("hearts"), N_("spades"))
_VULNERABLE = (N_("nobody vulnerable"), N_("North-South vulnerable"), N_("East-West vulnerable"), N_("all vulnerable"))
_AS_WRITTEN: Mapping[int, str] = {}
_SUIT_LETTERS = {ord(suit.symbol): suit.letter for suit in Suit}
_DOUBLED = ("", N_("doubled"), N_("redoubled"))


class Language:
    """A language by its code (``en``, ``tr``): messages, and the words of the game."""

    def __init__(self, code: str, translations: gettext.NullTranslations) -> None:
        self.code = code
        self._translations = translations

    def gettext(self, message: str) -> str:
        """The message in this language; as it is where the catalogue has none."""
        return self._translations.gettext(message) if message else message

    def ngettext(self, one: str, many: str, number: int, **values: object) -> str:
        """The message for a number of things, whose ``{n}`` is filled in, and its other fields with ``values``."""
        return self._translations.ngettext(one, many, number).format(n=number, **values)

    def seat(self, seat: int) -> str:
        """``North`` and the like."""
        return self.gettext(_SEATS[seat])

    def seat_letter(self, seat: int) -> str:
        """``N`` and the like."""
        return self.gettext(_SEAT_LETTERS[seat])

    def suit(self, suit: int) -> str:
        """``spades`` and the like: the text alternative of a symbol."""
        return self.gettext(_SUITS[suit])

    def one_suit(self, suit: int) -> str:
        """``spade`` and the like, as in 1 spade."""
        return self.gettext(_SUIT[suit])

    def strain(self, strain: Strain) -> str:
        """``spades``, ``notrump``."""
        return self.gettext("notrump") if strain is Strain.NOTRUMP else self.suit(strain)

    def vulnerable(self, vulnerable: Vulnerability | None) -> str:
        """Who is vulnerable, in words."""
        return self.gettext("vulnerability not known" if vulnerable is None else _VULNERABLE[vulnerable])

    def dealer(self, dealer: Seat | None) -> str:
        """Who dealt, in words."""
        if dealer is None:
            return self.gettext("dealer not known")
        return self.gettext("dealer {seat}").format(seat=self.seat(dealer))

    def call(self, call: Call) -> str:
        """A call as it is shown: ``1♠``, ``2NT``, ``Pass``, ``X``."""
        if not call.is_bid:
            return self.gettext("Pass") if call == 0 else str(call)
        strain = self.gettext("NT") if call.strain is Strain.NOTRUMP else call.strain.symbol
        return f"{call.level}{strain}"

    def contract(self, contract: Contract) -> str:
        """A contract as it is shown: ``4♠X``, ``3NT``, ``Passed out``."""
        if contract.is_passed_out:
            return self.gettext("Passed out")
        return self.call(contract.bid) + "X" * contract.doubled

    def contract_words(self, contract: Contract) -> str:
        """A contract in words, without symbols: ``4 spades doubled``."""
        if contract.is_passed_out:
            return self.gettext("Passed out")
        doubled = self.gettext(_DOUBLED[contract.doubled])
        suit = contract.strain.suit
        strain = self.one_suit(suit) if suit is not None and contract.level == 1 else self.strain(contract.strain)
        return " ".join(filter(None, (str(contract.level), strain, doubled)))

    def said(self, text: str, letters: Mapping[int, str] = _AS_WRITTEN, *, symbols: bool = True) -> str:
        """A text in this language: of a `Said` its translation, with its values put into words; any other as it is.

        Cards, calls and contracts are shown with the suits' symbols, without ``symbols`` with their letters;
        ``letters`` is a table for the ranks, as `pbntools.reports.card_letters.letters_table` gives it.
        """
        if not isinstance(text, Said):
            return text

        def worded(value: object) -> str:
            if isinstance(value, Said):
                return self.said(value, letters, symbols=symbols)
            if isinstance(value, Card):
                shown = value.suit.symbol + value.rank_letter.translate(letters)
            elif isinstance(value, Call):
                shown = self.call(value)
            elif isinstance(value, Contract):
                shown = self.contract(value)
            else:
                return str(value)
            return shown if symbols else shown.translate(_SUIT_LETTERS)

        return text.filled_in(self._template(text), worded)

    def speaks(self, text: str) -> bool:
        """Whether this is the language of what `said` gives for a text, through and through."""
        if self.code == ENGLISH:
            return True
        if not isinstance(text, Said):
            return False
        template = self._template(text)
        # What the catalogue does not have comes back as the very text that was asked for.
        known = template is not text.template and template is not text.many
        return known and all(self.speaks(part) for part in text.parts())

    def _template(self, text: Said) -> str:
        if text.many is None:
            return self.gettext(text.template)
        return self._translations.ngettext(text.template, text.many, text.number)

    def written_in(self, encoding: str) -> Language:
        """The language as it is written where the encoding lacks some of its letters: ``Dogu`` for ``Doğu``."""
        return Language(self.code, _Folded(self._translations, encoding))

    def __repr__(self) -> str:
        return f"<Language {self.code}>"


class _Folded(gettext.NullTranslations):
    """Translations in which a letter that an encoding lacks stands without its marks."""

    def __init__(self, translations: gettext.NullTranslations, encoding: str) -> None:
        super().__init__()
        self._inner = translations
        self._encoding = encoding

    def gettext(self, message: str) -> str:
        return self._folded(self._inner.gettext(message))

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return self._folded(self._inner.ngettext(msgid1, msgid2, n))

    def _folded(self, text: str) -> str:
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            return "".join(map(self._letter, text))
        return text

    def _letter(self, letter: str) -> str:
        try:
            letter.encode(self._encoding)
        except UnicodeEncodeError:
            # The dotless i has no decomposition.
            plain = "i" if letter == "ı" else unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode()
            return plain or letter
        return letter


def language(name: str) -> Language:
    """The language of a code or of a locale, such as ``tr`` or ``tr_TR.UTF-8``, in any case.

    Raises LookupError where there is no catalogue for it.
    """
    code = _code_of(name)
    if code is None:
        raise LookupError(f"there is no catalogue for the language {name!r}: expected one of {', '.join(languages())}")
    return _language(code)


@lru_cache(maxsize=16)
def _language(code: str) -> Language:
    if code == ENGLISH:
        return Language(ENGLISH, gettext.NullTranslations())
    with (_home() / code / "LC_MESSAGES" / f"{DOMAIN}.mo").open("rb") as file:
        return Language(code, gettext.GNUTranslations(file))


def _code_of(name: str) -> str | None:
    """The code of a catalogue for a language or a locale; None where there is none."""
    locale = re.split("[.@]", name.replace("-", "_"))[0].lower()
    known = {code.lower(): code for code in languages()}
    return known.get(locale) or known.get(locale.split("_")[0])


@lru_cache(maxsize=1)
def languages() -> tuple[str, ...]:
    """The codes of the languages that there are, English first."""
    found = sorted(entry.name for entry in _home().iterdir() if entry.is_dir())
    return (ENGLISH, *found)


def language_of(environment: Mapping[str, str] = os.environ) -> Language:
    """The language that the environment names; English where there is no catalogue for it.

    As gettext has it, LANGUAGE comes first, a list with colons in which the first language that there is counts, unless
    the locale is ``C``.
    """
    locale = next(filter(None, map(environment.get, ("LC_ALL", "LC_MESSAGES", "LANG"))), "")
    if locale in ("C", "POSIX"):
        return language(ENGLISH)
    names = (environment.get("LANGUAGE") or locale).split(":")
    return language(next(filter(None, map(_code_of, names)), ENGLISH))


def _home() -> resources.abc.Traversable:
    return resources.files("pbntools") / "data" / "locale"


__all__ = ["ENGLISH", "Language", "N_", "language", "language_of", "languages"]
