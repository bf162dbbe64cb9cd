"""What declarer's words for dummy's card mean (Law 46).

The proper form names suit and rank (46A).  Anything less is settled by 46B, unless a different intention is
incontrovertible, which only a card that is named right after the words shows here.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import Enum

from pbntools.core import FULL_DECK, RANKS, SUIT_MASK, Card, Hand, Strain, Suit, cards_of
from pbntools.core._spelling import quoted
from pbntools.diagnostics import EDITION
from pbntools.game import STRENGTH
from pbntools.laws._words import OF_A_SUIT, SUITS, Item, mask_listed
from pbntools.laws.designation_words import Word, Words, read_words
from pbntools.laws.editions import EDITIONS, Edition
from pbntools.said import Said

_RANK_NAMES = (*RANKS[:8], Said("ten"), Said("jack"), Said("queen"), Said("king"), Said("ace"))
_ALL_RANKS = tuple(sum(1 << 13 * suit + rank for suit in Suit) for rank in range(13))


class DesignationKind(Enum):
    """What a designation comes to."""

    CARD = "card"
    DECLARER_MUST_SAY = "declarer must say"
    VOID = "void"
    DEFENDER_CHOOSES = "a defender chooses"
    UNSETTLED = "unsettled"


@dataclass(frozen=True, slots=True)
class Designation:
    """What declarer's words for dummy's card mean.

    ``card`` is the card that is played, None where the words do not settle it.  ``cards`` are those it may be: the card
    itself, the cards of the rank that declarer named, otherwise all that dummy may legally play or all that the words
    leave.  ``law`` is the Law that says so; None for words that are no designation.  ``message`` says why.
    """

    kind: DesignationKind
    card: Card | None
    cards: tuple[Card, ...]
    law: str | None
    message: Said

    def __str__(self) -> str:
        law = "" if self.law is None else f" ({self.law})"
        return f"{self.kind.value}: {self.message}{law}"


def designate(
    text: str,
    hand: Hand | str | Iterable[Card | str],
    *,
    trick: Sequence[Card | str] = (),
    strain: Strain | str | None = None,
    won_in: Suit | str | None = None,
    others: Hand | str | Iterable[Card | str] | None = None,
    laws: str = EDITION,
) -> Designation:
    """What declarer's words for dummy's card mean (Law 46).

    ``hand`` is what dummy still holds: a hand, its text, or its cards.  ``trick`` is what was played to the trick
    before dummy, in playing order; it is empty where dummy leads.  ``strain`` is the denomination of the contract,
    None where it is not known.  ``won_in`` is the suit in which dummy won the preceding trick; None where another
    hand won it.  ``others`` are the cards that may still be played to the trick by the hands after dummy, for what is
    known to win it: all but dummy's own and those of the trick where it is None.  ``laws`` is the edition: ``2017``,
    ``2007``, ``1997`` or ``rubber``.

    No text raises: words that are not understood settle nothing.  Raises ValueError for a hand without cards or of
    more than 13, for a trick of more than three cards, for a card in two places, for what cannot be read as a hand,
    a card, a suit or a denomination, and for an edition that is not known; TypeError for a hand or a trick of another
    kind, and for words that are no text.
    """
    if not isinstance(text, str):
        raise TypeError(f"the words are to be a text, not {type(text).__name__}")
    edition = EDITIONS.get(laws)
    if edition is None:
        raise ValueError(f"{laws!r} is not an edition of the Laws known here: expected {', '.join(EDITIONS)}")
    held = _mask(hand)
    played = _cards(trick)
    if not 0 < held.bit_count() <= 13:
        raise ValueError(f"dummy holds {held.bit_count()} cards: expected 1 to 13")
    if len(played) > 3:
        raise ValueError(f"{len(played)} cards are played to the trick before dummy: expected 3 at most")
    on_table = sum(1 << card for card in set(played))
    if len(set(played)) != len(played) or on_table & held:
        raise ValueError("a card stands twice, in the trick or in the trick and dummy's hand")
    words = read_words(text)
    position = _Position(
        held,
        played,
        Strain.parse(strain) if isinstance(strain, str) else strain,
        Suit.parse(won_in) if isinstance(won_in, str) else won_in,
        (FULL_DECK if others is None else _mask(others)) & ~held & ~on_table,
        edition,
    )
    if words is None:
        return position.unsettled(None, Said("{words} is no designation that is known here", words=quoted(text)))
    return position.meaning(words)


def _mask(hand: Hand | str | Iterable[Card | str]) -> int:
    if isinstance(hand, Hand):
        return hand.mask
    return Hand.parse(hand).mask if isinstance(hand, str) else Hand.of(_cards(hand)).mask


def _cards(cards: Iterable[Card | str]) -> list[Card]:
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise TypeError(f"cards are to be given one by one, as in ['SA', 'H2'], not as {type(cards).__name__}")
    found = []
    for card in cards:
        if not isinstance(card, (Card, str)):
            raise TypeError(f"a card or its text is expected, not {type(card).__name__}")
        found.append(Card.parse(card) if isinstance(card, str) else card)
    return found


class _Position:
    """What a designation is judged by: dummy's cards, the trick, and what the hands after dummy may hold."""

    def __init__(
        self, held: int, trick: list[Card], strain: Strain | None, won_in: Suit | None, others: int, edition: Edition
    ) -> None:
        self.held = held
        self.trick = trick
        self.strain = strain
        self.won_in = won_in
        self.others = others
        self.edition = edition
        self.led = trick[0].suit if trick else None
        follows = 0 if self.led is None else held & SUIT_MASK[self.led]
        self.follows = bool(follows)
        self.legal = follows or held

    def _of_46b1(self, letter: str) -> str:
        """The part of Law 46B1; older editions have no letters in it."""
        return f"46B1{letter}" if self.edition.name in ("2017", "2007") else "46B1"

    # --- the answers

    def _of(self, kind: DesignationKind, mask: int, law: str | None, message: Said) -> Designation:
        cards = tuple(cards_of(mask))
        return Designation(kind, cards[0] if kind is DesignationKind.CARD else None, cards, law, message)

    def card(self, card: Card, law: str, message: Said) -> Designation:
        return self._of(DesignationKind.CARD, 1 << card, law, message)

    def unsettled(self, law: str | None, message: Said, mask: int = 0) -> Designation:
        return self._of(DesignationKind.UNSETTLED, mask or self.legal, law, message)

    def void(self, what: Said) -> Designation:
        message = Said(
            "{what} is not in dummy, so the designation is void and declarer names any legal card", what=what
        )
        return self._of(DesignationKind.VOID, self.legal, "46B4", message)

    def illegal(self, what: Item) -> Designation:
        if self.led is None:
            return self.unsettled("44C", Said("dummy must follow suit, so {what} may not be played", what=what))
        message = Said(
            "dummy must follow suit to the {suit} that was led, so {what} may not be played",
            suit=OF_A_SUIT[self.led],
            what=what,
        )
        return self.unsettled("44C", message)

    # --- the readings

    def meaning(self, words: Words) -> Designation:
        if words.then is not None:
            then = words.then
            return self.named(then, "46B", Said("the {card}, named right after the words", card=then))
        if words.card is not None:
            return self.named(words.card, "46A", Said("the {card}, named by suit and rank", card=words.card))
        if words.suit is not None:
            return self.of_suit(words.suit, words.word)
        if words.trump:
            return self.of_trumps(words.word)
        if words.rank is not None:
            return self.of_rank(words.rank)
        if self.legal.bit_count() == 1:
            only = Card(self.legal.bit_length() - 1)
            return self.card(only, "44", Said("the {card}, the only card that dummy may play", card=only))
        if words.word is Word.ANYTHING:
            message = Said("neither suit nor rank is named, so either defender may choose dummy's card")
            return self._of(DesignationKind.DEFENDER_CHOOSES, self.legal, "46B5", message)
        if words.word is Word.WIN:
            return self.winning()
        return self.by_level(low=words.word is Word.LOW)

    def named(self, card: Card, law: str, message: Said) -> Designation:
        """A card that is named whole."""
        if not self.held >> card & 1:
            return self.void(Said("the {card}", card=card))
        if not self.legal >> card & 1:
            return self.illegal(Said("the {card}", card=card))
        return self.card(card, law, message)

    def of_trumps(self, word: Word | None) -> Designation:
        """The trump suit, whichever it is."""
        if self.strain is None:
            return self.unsettled("46B2", Said("the trump suit is named, but the denomination is not known"))
        if self.strain.suit is None:
            return self.unsettled("46B", Said("a trump is named, but there is no trump suit"))
        return self.of_suit(self.strain.suit, word)

    def of_suit(self, suit: Suit, word: Word | None) -> Designation:
        """A suit without a rank: its lowest card, unless a word says otherwise."""
        cards, name = self.held & SUIT_MASK[suit], SUITS[suit]
        if not cards:
            return self.void(Said("a card of {suit}", suit=name))
        if not self.legal & cards:
            return self.illegal(Said("a card of {suit}", suit=name))
        if word is None or word is Word.LOW:
            low = _lowest(cards)
            message = Said("the {card}, the lowest card of {suit}, the suit that is named", card=low, suit=name)
            return self.card(low, "46B2", message)
        high = Card(cards.bit_length() - 1)
        if word is Word.HIGHEST:
            message = Said("the {card}, the highest card of {suit}, as it is named", card=high, suit=name)
            return self.card(high, "46A", message)
        if suit is self.led or cards.bit_count() == 1:
            return self.card(high, self._of_46b1("a"), _highest_of(high))
        message = Said("a high card of {suit} is named, which is not the suit led", suit=name)
        return self.unsettled(self._of_46b1("a"), message, cards)

    def of_rank(self, rank: int) -> Designation:
        """A rank without a suit."""
        name = _RANK_NAMES[rank]
        if self.led is None and self.won_in is not None:
            same = Card.of(self.won_in, rank)
            if self.held >> same & 1:
                message = Said("the {card}, of the suit in which dummy won the preceding trick", card=same)
                return self.card(same, "46B3a", message)
        held = self.held & _ALL_RANKS[rank]
        found = held & self.legal
        if found.bit_count() == 1:
            card = Card(found.bit_length() - 1)
            message = Said("the {card}, the only {rank} that dummy may legally play", card=card, rank=name)
            return self.card(card, "46B3b", message)
        if found:
            message = Said(
                "dummy may legally play {cards}, and declarer must say which is meant", cards=mask_listed(found)
            )
            return self._of(DesignationKind.DECLARER_MUST_SAY, found, "46B3b", message)
        if held:
            cards = mask_listed(held)
            return self.illegal(Said("the {card}", card=cards) if held.bit_count() == 1 else cards)
        return self.void(Said("an {rank}", rank=name) if name[0] in "a8" else Said("a {rank}", rank=name))

    def by_level(self, *, low: bool) -> Designation:
        """The highest or the lowest card, of the suit led."""
        law = self._of_46b1("c") if low else self._of_46b1("a")
        if not self.follows:
            suits = {card.suit for card in cards_of(self.legal)}
            if self.edition.of_suit_led or len(suits) > 1:
                lacks = Said("no suit was led")
                if self.led is not None:
                    lacks = Said("dummy has no card of {suit}", suit=SUITS[self.led])
                if self.edition.of_suit_led:
                    what = Said("the lowest card of the suit led") if low else Said("the highest card of the suit led")
                else:
                    what = Said("the lowest card") if low else Said("the highest card")
                return self.unsettled(law, Said("{what} is meant, but {why}", what=what, why=lacks))
        if low:
            card = _lowest(self.legal)
            return self.card(card, law, Said("the {card}, the lowest card of {suit}", card=card, suit=SUITS[card.suit]))
        card = Card(self.legal.bit_length() - 1)
        return self.card(card, law, _highest_of(card))

    def winning(self) -> Designation:
        """The lowest card that is known to win the trick."""
        law = self._of_46b1("b")
        found = [self._winners(strain) for strain in (tuple(Strain) if self.strain is None else (self.strain,))]
        if len(set(found)) > 1:
            return self.unsettled(law, Said("what wins the trick hangs on the denomination, which is not known"))
        if not found[0]:
            return self.unsettled(law, Said("no card of dummy's is known to win the trick"))
        card = _lowest(found[0])
        if found[0] & ~SUIT_MASK[card.suit]:
            message = Said(
                "{cards} are known to win the trick, and it is not said which is meant", cards=mask_listed(found[0])
            )
            return self.unsettled(law, message, found[0])
        return self.card(card, law, Said("the {card}, the lowest card that is known to win the trick", card=card))

    def _winners(self, strain: Strain) -> int:
        """Dummy's legal cards that are sure to win the trick in a denomination."""
        strengths = STRENGTH[strain + 1]
        last = len(self.trick) == 3
        found = 0
        for card in cards_of(self.legal):
            strength = strengths[card.suit if self.led is None else self.led]
            against: Iterable[Card] = self.trick if last else (*self.trick, *cards_of(self.others))
            if strength[card] and all(strength[other] < strength[card] for other in against):
                found |= 1 << card
        return found


def _highest_of(card: Card) -> Said:
    return Said("the {card}, the highest card of {suit}", card=card, suit=SUITS[card.suit])


def _lowest(mask: int) -> Card:
    return Card((mask & -mask).bit_length() - 1)
