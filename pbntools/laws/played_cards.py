"""The cards of a play, each held against the hand of its player, and the last ones, which follow (Law 44).

Nothing is said here that the hands do not prove.
"""

from __future__ import annotations

from pbntools import rules
from pbntools.core import CARDS
from pbntools.diagnostics import Finding, Place, Rule, Severity
from pbntools.laws._words import CARD_NAMES, LETTERS, tricks_text
from pbntools.laws.holding import Holding
from pbntools.record import UNKNOWN_CARD, Play
from pbntools.said import NAMES, Said

MANY = 4
"""More faults of one kind than so many have one cause, and are told as one."""


class PlayedCards:
    """The cells of a play, held against the hands.

    ``cards`` are the numbers of the cards by cell, -1 where not known, up to the last trick that the hands allow.
    ``bad`` are cells whose card the player cannot have played, ``deduced`` those whose card follows from the others;
    ``findings`` is what is wrong, by cell.
    """

    def __init__(self, play: Play, holding: Holding) -> None:
        self.play = play
        self.holding = holding
        self.first = int(play.first)
        self.total = holding.total
        cells = 4 * self.total
        self.cards = [card if card >= 0 else -1 for card in play.ids[:cells]]
        self.cards.extend([-1] * (cells - len(self.cards)))
        self.bad: set[int] = set()
        self.deduced: set[int] = set()
        self.findings: list[tuple[int, Finding]] = []
        self._own()
        self._count()
        self._deduce()

    def mask(self, column: int) -> int | None:
        """The hand of a column; None where unknown."""
        return self.holding.masks[(self.first + column) & 3]

    def seat(self, cell: int) -> int:
        """Whose card stands in a cell."""
        return (self.first + cell) & 3

    def known(self, cell: int) -> bool:
        """Whether the card is recorded or follows, and the player can have played it."""
        return self.cards[cell] >= 0 and cell not in self.bad

    def recorded(self, cell: int) -> bool:
        """Whether the card is recorded, and the player can have played it."""
        return self.cards[cell] >= 0 and cell not in self.deduced and cell not in self.bad

    def whose(self, cell: int) -> Said:
        """A card with its player, as ``"West's SK"``."""
        card = self.play.ids[cell] if cell < len(self.play.ids) else -1
        seat = NAMES[self.seat(cell)]
        return Said("{seat}'s {card}", seat=seat, card=CARDS[card]) if card >= 0 else Said("{seat}'s card", seat=seat)

    def say(
        self, rule: Rule, cell: int, message: Said, *, severity: Severity | None = None, law: str | None = None,
        help: Said | None = None,
    ) -> None:  # fmt: skip
        """Note what is wrong with the card of a cell."""
        card = self.play.ids[cell] if cell < len(self.play.ids) else -1
        finding = Finding(
            rule,
            message,
            Place("card", index=cell),
            severity,
            law,
            seat=LETTERS[self.seat(cell)],
            trick=cell // 4 + 1,
            card=CARD_NAMES[card] if card >= 0 else None,
            help=help,
        )
        self.findings.append((cell, finding))

    def _own(self) -> None:
        """Find cards that their players cannot have played."""
        seen: dict[int, int] = {}
        strangers: list[int] = []
        for cell, card in enumerate(self.cards):
            if card < 0:
                if cell < len(self.play.ids) and self.play.ids[cell] != UNKNOWN_CARD:
                    self.bad.add(cell)
                continue
            earlier = seen.get(card)
            if earlier is not None:
                if earlier in self.bad and self._may_hold(cell, card):
                    seen[card] = cell
                else:
                    self.bad.add(cell)
                    self._twice(cell, earlier)
                continue
            seen[card] = cell
            if not self._may_hold(cell, card):
                self.bad.add(cell)
                strangers.append(cell)
        if len(strangers) > MANY:
            cell = strangers[0]
            self.say(
                rules.CARD_NOT_HELD,
                cell,
                Said(
                    "{n} cards are played by players who do not hold them; the first is the {card} of {seat} to trick "
                    "{trick}",
                    n=len(strangers),
                    card=CARDS[self.cards[cell]],
                    seat=NAMES[self.seat(cell)],
                    trick=cell // 4 + 1,
                ),
                help=Said("the play may belong to another deal"),
            )
            return
        for cell in strangers:
            self._stranger(cell)

    def _may_hold(self, cell: int, card: int) -> bool:
        holding = self.holding
        seat = self.seat(cell)
        mask = holding.masks[seat]
        bit = 1 << card
        if mask is not None and mask & bit:
            return True
        if mask is not None and not holding.shaky[seat]:
            return False
        return not any(
            other is not None and other & bit and not holding.shaky[index]
            for index, other in enumerate(holding.masks)
            if index != seat
        )

    def _stranger(self, cell: int) -> None:
        card = self.cards[cell]
        owners = [NAMES[seat] for seat, mask in enumerate(self.holding.masks) if mask is not None and mask >> card & 1]
        who = NAMES[self.seat(cell)]
        if owners:
            message = Said(
                "trick {trick}, {seat} plays the {card}, which {owner} holds",
                trick=cell // 4 + 1,
                seat=who,
                card=CARDS[card],
                owner=owners[0],
            )
        else:
            message = Said(
                "trick {trick}, {seat} plays the {card} without holding it",
                trick=cell // 4 + 1,
                seat=who,
                card=CARDS[card],
            )
        self.say(rules.CARD_NOT_HELD, cell, message)

    def _twice(self, cell: int, earlier: int) -> None:
        who, before = NAMES[self.seat(cell)], NAMES[self.seat(earlier)]
        card = CARDS[self.cards[cell]]
        trick, first = cell // 4 + 1, earlier // 4 + 1
        if who == before:
            message = Said(
                "trick {trick}, {seat} plays the {card} again after trick {first}",
                trick=trick,
                seat=who,
                card=card,
                first=first,
            )
        elif trick == first:
            message = Said(
                "trick {trick}, {seat} plays the {card}, which {other} played to the same trick",
                trick=trick,
                seat=who,
                card=card,
                other=before,
            )
        else:
            message = Said(
                "trick {trick}, {seat} plays the {card}, which {other} played to trick {first}",
                trick=trick,
                seat=who,
                card=card,
                other=before,
                first=first,
            )
        self.say(rules.CARD_PLAYED_TWICE, cell, message)

    def _count(self) -> None:
        """Report cards beyond the last trick that the hands allow."""
        limit = 4 * self.total
        surplus = [cell for cell in range(limit, len(self.play.ids)) if self.play.ids[cell] != UNKNOWN_CARD]
        if surplus:
            tricks = (len(self.play.ids) + 3) // 4
            self.say(
                rules.TOO_MANY_TRICKS,
                surplus[0],
                Said(
                    "cards are recorded for {tricks}, but the hands hold {held}",
                    tricks=tricks_text(tricks),
                    held=tricks_text(self.total),
                ),
            )

    def _deduce(self) -> None:
        """Fill in the last card of each hand of which all the others are recorded."""
        for column in range(4):
            mask = self.mask(column)
            cells = range(column, 4 * self.total, 4)
            gaps = [cell for cell in cells if self.cards[cell] < 0]
            if mask is None or self.holding.shaky[self.seat(column)] or len(gaps) != 1:
                continue
            if any(cell in self.bad and cell != gaps[0] for cell in cells):
                continue
            for cell in cells:
                if self.cards[cell] >= 0:
                    mask &= ~(1 << self.cards[cell])
            self.cards[gaps[0]] = mask.bit_length() - 1
            self.deduced.add(gaps[0])
            self.bad.discard(gaps[0])
