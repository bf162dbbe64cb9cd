"""Law 46 by the letter, on lists of strings such as ``"HQ"``, without a line of the package.

Slow on purpose: whether a card is known to win is found out by letting every card that may follow be played against it.
``word`` is ``"high"``, ``"low"``, ``"win"`` or ``"anything"``, a suit (``"H"``), a rank (``"Q"``), or a card
(``"HQ"``).
"""

RANKS = "23456789TJQKA"


def meaning(
    word: str, hand: list[str], trick: list[str], strain: str, won_in: str | None, others: list[str], edition: str
) -> tuple[str, list[str]]:
    """The kind of answer, and the cards that it leaves, in no order."""
    following = [card for card in hand if trick and card[0] == trick[0][0]]
    legal = following if following else hand
    if word in ("high", "low", "win", "anything"):
        if len(legal) == 1:
            return "card", legal
        if word == "anything":
            return "a defender chooses", legal
        if word == "win":
            sure = [card for card in legal if wins(card, trick, strain, others)]
            if not sure:
                return "unsettled", legal
            if len({card[0] for card in sure}) > 1:
                return "unsettled", sure
            return "card", [by_rank(sure)[0]]
        if following:
            return "card", [by_rank(following)[-1 if word == "high" else 0]]
        if edition != "2017" and len({card[0] for card in legal}) == 1:
            return "card", [by_rank(legal)[-1 if word == "high" else 0]]
        return "unsettled", legal
    if len(word) == 2 or word in "SHDC":
        named = [card for card in hand if card.startswith(word)]
        if not named:
            return "void", legal
        if not [card for card in named if card in legal]:
            return "unsettled", legal
        return "card", [by_rank(named)[0]]
    if not trick and won_in is not None and won_in + word in hand:
        return "card", [won_in + word]
    ranked = [card for card in legal if card[1] == word]
    if len(ranked) > 1:
        return "declarer must say", ranked
    if len(ranked) == 1:
        return "card", ranked
    return ("unsettled" if [card for card in hand if card[1] == word] else "void"), legal


def by_rank(cards: list[str]) -> list[str]:
    """From low to high."""
    return sorted(cards, key=lambda card: RANKS.index(card[1]))


def wins(card: str, trick: list[str], strain: str, others: list[str]) -> bool:
    """Whether the card wins, whichever one of the others follows it (three cards before it: none does)."""
    possible = [None] if len(trick) == 3 else [None, *others]
    return all(winner([*trick, card, *([] if other is None else [other])], strain) == card for other in possible)


def winner(cards: list[str], strain: str) -> str:
    """The highest trump, else the highest card of the suit led."""
    trumps = [card for card in cards if card[0] == strain]
    led = [card for card in cards if card[0] == cards[0][0]]
    return by_rank(trumps if trumps else led)[-1]
