"""The replay of a play with marks, gaps, unknown hands or faults (Laws 41, 44, 53, 54, 61).

Nothing is said here that the cards do not prove.  A revoke is certain if the player must still hold a card of the suit
led, whatever the cards were that the record does not show, or if he plays one later.
"""

from __future__ import annotations

from dataclasses import replace
from enum import Enum

from pbntools import rules
from pbntools.core import CARDS, SUIT_MASK
from pbntools.diagnostics import Severity
from pbntools.game import STRENGTH
from pbntools.laws._words import OF_A_SUIT, SUITS, added, either, listed, mask_listed
from pbntools.laws.holding import Holding
from pbntools.laws.play import PlayTrace
from pbntools.laws.played_cards import MANY, PlayedCards
from pbntools.record import Play
from pbntools.said import NAMES, Said

_ONLY_THEN = Said("only then do all follow suit")


class Doubtful(Enum):
    """What becomes of a trick in which partners revoked, unless another player than the one in turn led to it."""

    UNKNOWN = "not told"
    LED_OUT_OF_TURN = "a lead out of turn"
    REVOKED = "revokes"


def replay_play(
    play: Play,
    holding: Holding,
    strain: int,
    leader: int,
    *,
    free_lead: bool = False,
    doubtful: Doubtful = Doubtful.UNKNOWN,
) -> PlayTrace:
    """Replay a play in a strain (-1 where not known) with an opening leader (-1 where not known).

    ``free_lead``: nobody in particular is to lead (an end position), so the first column counts as the leader's.
    ``doubtful`` is how tricks are read that hold either a lead out of turn or several revokes; the trace has them.
    """
    return _Replay(play, holding, strain, leader, free_lead, doubtful).run()


class _Replay:
    def __init__(
        self, play: Play, holding: Holding, strain: int, leader: int, free_lead: bool, doubtful: Doubtful
    ) -> None:
        played = PlayedCards(play, holding)
        self.played = played
        self.play = play
        self.first = played.first
        self.total = played.total
        self.cards = played.cards
        self.holding = holding
        self.strain = strain
        self.free_lead = free_lead
        self.doubtful = doubtful
        self.doubts: list[int] = []
        self.lead = -1 if leader < 0 else (leader - self.first) & 3
        self.revokes: list[int] = []
        # By column: the cards still held as far as known, and how many of them may have been played unseen.
        self.held = [played.mask(column) for column in range(4)]
        self.unseen = [holding.spare[(self.first + column) & 3] for column in range(4)]
        self.last_row = -1
        self.leaders: list[int] = []
        self.winners: list[int] = []

    def run(self) -> PlayTrace:
        if self.free_lead:
            self.lead = 0
        self.last_row = max((cell for cell, card in enumerate(self.cards) if card >= 0), default=-1) // 4
        for row in range(self.last_row + 1):
            self._trick(row)
        idle = self.total - self.last_row - 1
        self.leaders.extend([-1 if self.lead < 0 else (self.first + self.lead) & 3, *[-1] * (idle - 1)][:idle])
        self.winners.extend([-1] * idle)
        won = (
            sum(1 for winner in self.winners if winner >= 0 and not winner & 1),
            sum(1 for winner in self.winners if winner >= 0 and winner & 1),
        )
        recorded = [all(self.played.recorded(4 * row + column) for column in range(4)) for row in range(self.total)]
        finished = recorded.count(True)
        self._gather_revokes()
        self.played.findings.sort(key=lambda item: item[0])
        return PlayTrace(
            self.play,
            self.total,
            self.leaders[0] if self.leaders else -1,
            self.winners,
            won,
            complete=sum(won) == self.total,
            finished=finished,
            leaders=tuple(self.leaders),
            deduced=bool(self.played.deduced),
            known_finished=recorded[:finished].count(True) == finished
            and all(winner >= 0 for winner in self.winners[:finished]),
            sound=not self.played.bad,
            revokes=tuple(self.revokes),
            findings=tuple(finding for _, finding in self.played.findings),
            doubts=tuple(self.doubts),
        )

    def _trick(self, row: int) -> None:
        base = 4 * row
        cells = range(base, base + 4)
        marked = [cell - base for cell in cells if cell in self.play.leads and cell < len(self.play.ids)]
        lead = self._led_out_of_turn(row, marked) if marked else self._leader(row)
        led = base + lead if lead >= 0 and self.played.known(base + lead) else -1
        if led >= 0:
            suit = self.cards[led] // 13
            for cell in cells:
                if cell != led:
                    self._follow(cell, suit)
        if lead >= 0 and base + lead in self.play.revokes and base + lead < len(self.play.ids):
            self._refuted(
                base + lead,
                Said("{card} leads to the trick, so it cannot be a revoke", card=self.played.whose(base + lead)),
            )
        for column, cell in enumerate(cells):
            card = self.cards[cell]
            if self.played.known(cell):
                held = self.held[column]
                if held is not None:
                    self.held[column] = held & ~(1 << card)
                    if not held >> card & 1:
                        self.unseen[column] += 1
            else:
                self.unseen[column] += 1
        self.leaders.append(-1 if lead < 0 else (self.first + lead) & 3)
        self.lead = self._winner(row, lead)
        self.winners.append(-1 if self.lead < 0 else (self.first + self.lead) & 3)

    def _led_out_of_turn(self, row: int, marked: list[int]) -> int:
        """The leader of a trick that bears a mark of a lead out of turn."""
        base = 4 * row
        lead = marked[0]
        if lead == self.lead and len(marked) > 1:
            lead = marked[1]
        for column in marked:
            card = self.played.whose(base + column)
            if column == self.lead:
                why = Said("{card} leads properly, so it is no lead out of turn", card=card)
                self._refuted(base + column, why)
            elif column != lead:
                why = Said("{card} is a second card marked as the lead of this trick", card=card)
                self._refuted(base + column, why)
        if lead != self.lead:
            message = Said(
                "trick {trick}, {seat} leads out of turn, as the record marks",
                trick=row + 1,
                seat=NAMES[self.played.seat(lead)],
            )
            if self.lead >= 0:
                message = added(message, Said("it was {seat}'s turn", seat=NAMES[self.played.seat(self.lead)]))
            self.played.say(
                rules.LEAD_OUT_OF_TURN,
                base + lead,
                message,
                severity=Severity.NOTICE,
                law=self._law_of_lead(row, lead),
            )
        return lead

    def _law_of_lead(self, row: int, lead: int) -> str:
        """The Law on a lead by another player than the one in turn."""
        if row or self.free_lead:
            return "53A"
        return "24, 54E" if self.lead >= 0 and (lead ^ self.lead) & 1 else "54"

    def _leader(self, row: int) -> int:
        """The leader of a trick without such a mark: the player in turn, unless the cards prove that another led."""
        base = 4 * row
        lead = self.lead
        if lead < 0:
            return lead
        given = [column for column in range(4) if self.played.known(base + column)]
        proved = self._proved_leader(row, lead, given)
        if proved is None and len(given) == 4 and self._other_led(row, lead):
            return -1
        who, turn = NAMES[self.played.seat(lead if proved is None else proved[0])], NAMES[self.played.seat(lead)]
        if proved is not None:
            other, why = proved
            if row:
                self.played.say(
                    rules.LEAD_OUT_OF_TURN,
                    base + other,
                    Said(
                        "trick {trick}, {seat} leads, but it was {turn}'s turn: {why}",
                        trick=row + 1,
                        seat=who,
                        turn=turn,
                        why=why,
                    ),
                )
            else:
                self.played.say(
                    rules.LEAD_WRONG_SEAT,
                    other,
                    Said(
                        "{seat} makes the opening lead, but it was {turn}'s turn: {why}", seat=who, turn=turn, why=why
                    ),
                    law=self._law_of_lead(row, other),
                    help=Said(
                        "mark an accepted lead out of turn with ^L, or check the declarer: {turn} sits on declarer's "
                        "left",
                        turn=turn,
                    ),
                )
            return other
        if row == 0 and lead != 0 and given:
            self.played.say(
                rules.LEAD_WRONG_SEAT,
                base,
                Said(
                    "the play starts with {first}'s column, but {turn} is to lead", first=NAMES[self.first], turn=turn
                ),
                severity=Severity.NOTICE,
                help=Said("the export form starts a play with the opening leader's column"),
            )
        return lead

    def _proved_leader(self, row: int, lead: int, given: list[int]) -> tuple[int, Said] | None:
        """Who led in place of the player in turn, and why that is certain; None where nothing proves it."""
        base = 4 * row
        turn = NAMES[self.played.seat(lead)]
        if self.play.end == "+" and row == self.last_row and given and lead not in given and not self.free_lead:
            # The play goes on, so a card that is not recorded is not played yet.
            starts = [column for column in given if (column - 1) & 3 not in given]
            if len(starts) == 1:
                return starts[0], Said("{seat} has not played to it yet", seat=turn)
        if row == 0 and lead != 0 and given == [0]:
            return 0, Said("no other card of the trick is recorded")
        if len(given) == 4:
            others = self._possible_leaders(base, lead)
            if others == [0] and row == 0:
                return 0, _ONLY_THEN
            if 0 in others and row == 0:
                # The first column is the opening leader's, so the record itself says who led.
                return 0, Said("the play starts with that column, and then all follow suit")
            if len(others) == 1 and len(self._faulty(base, lead)) > 1:
                self.doubts.append(row)
                if self.doubtful is Doubtful.LED_OUT_OF_TURN:
                    return others[0], _ONLY_THEN
        return None

    def _possible_leaders(self, base: int, lead: int) -> list[int]:
        """Who may have led to a trick in which somebody revoked if the player in turn led: then nobody did."""
        if not self._faulty(base, lead):
            return []
        others = [(lead + step) & 3 for step in range(1, 4)]
        return [other for other in others if not self._faulty(base, other)]

    def _other_led(self, row: int, lead: int) -> bool:
        """Report a trick in which another player led or several revoked, where the cards do not tell which."""
        base = 4 * row
        faulty = self._faulty(base, lead)
        others = [NAMES[self.played.seat(other)] for other in self._possible_leaders(base, lead)]
        if len(faulty) < 2 or not others or (len(others) == 1 and self.doubtful is Doubtful.REVOKED):
            return False
        if row not in self.doubts:
            self.doubts.append(row)
        turn, led = NAMES[self.played.seat(lead)], either(others)
        if row:
            what = Said("{player} led", player=led)
        else:
            what = Said("{player} made the opening lead", player=led)
        self.played.say(
            rules.LEAD_OUT_OF_TURN if row else rules.LEAD_WRONG_SEAT,
            base + lead,
            Said(
                "trick {trick}, it was {turn}'s turn to lead: either {led}, or {players} revoked, and the record does "
                "not tell which",
                trick=row + 1,
                turn=turn,
                led=what,
                players=listed([NAMES[self.played.seat(cell)] for cell in faulty]),
            ),
            help=Said("mark the card that was led with ^L, or revokes with ^R"),
        )
        return True

    def _faulty(self, base: int, lead: int) -> list[int]:
        """The cells of a trick that would be certain and unmarked revokes if this column led."""
        if not self.played.known(base + lead):
            return []
        suit = self.cards[base + lead] // 13
        return [
            cell
            for cell in range(base, base + 4)
            if cell != base + lead
            and self.played.known(cell)
            and cell not in self.play.revokes
            and self.cards[cell] // 13 != suit
            and self._must_hold(cell, suit)
        ]

    def _must_hold(self, cell: int, suit: int) -> bool:
        """Whether the player certainly held a card of the suit when he played this card."""
        column = cell & 3
        held = self.held[column]
        if held is not None:
            count = (held & SUIT_MASK[suit] & ~self.holding.doubled).bit_count()
            if count > self.unseen[column]:
                return True
        return self._later(cell, suit) >= 0

    def _later(self, cell: int, suit: int) -> int:
        """The cell of the next card of the suit that the same player plays after this one; -1 if none."""
        for later in range(cell + 4, len(self.cards), 4):
            if self.played.recorded(later) and self.cards[later] // 13 == suit:
                return later
        return -1

    def _follow(self, cell: int, suit: int) -> None:
        """Judge a card that follows to a lead of the suit."""
        marked = cell in self.play.revokes
        if not self.played.known(cell):
            return
        if self.cards[cell] // 13 == suit:
            if marked:
                why = Said(
                    "{card} follows suit to the {suit} led, so it is no revoke",
                    card=self.played.whose(cell),
                    suit=OF_A_SUIT[suit],
                )
                self._refuted(cell, why)
            return
        if self._must_hold(cell, suit):
            self._revoke(cell, suit, marked)
        elif marked:
            column = cell & 3
            held = self.held[column]
            if held is not None and not held & SUIT_MASK[suit] and not self.holding.shaky[self.played.seat(cell)]:
                why = Said(
                    "{card} is legal: {seat} holds no {suit}, so it is no revoke",
                    card=self.played.whose(cell),
                    seat=NAMES[self.played.seat(cell)],
                    suit=SUITS[suit],
                )
                self._refuted(cell, why)
            else:
                self._revoke(cell, suit, marked)

    def _revoke(self, cell: int, suit: int, marked: bool) -> None:
        self.revokes.append(cell)
        trick, who, card = cell // 4 + 1, NAMES[self.played.seat(cell)], CARDS[self.cards[cell]]
        held = self.held[cell & 3]
        cards = 0 if held is None else held & SUIT_MASK[suit]
        later = self._later(cell, suit)
        if cards:
            message = Said(
                "trick {trick}, {seat} played the {card} but held {suit} ({held})",
                trick=trick,
                seat=who,
                card=card,
                suit=SUITS[suit],
                held=mask_listed(cards),
            )
        elif later >= 0:
            message = Said(
                "trick {trick}, {seat} played the {card} but held {suit}",
                trick=trick,
                seat=who,
                card=card,
                suit=SUITS[suit],
            )
        else:
            message = Said(
                "trick {trick}, {seat} played the {card} to a {suit} lead",
                trick=trick,
                seat=who,
                card=card,
                suit=OF_A_SUIT[suit],
            )
        if later >= 0:
            message = Said(
                "{revoke}: the {card} is played to trick {trick}",
                revoke=message,
                card=CARDS[self.cards[later]],
                trick=later // 4 + 1,
            )
        if marked:
            message = added(message, Said("the record marks the revoke"))
        self.played.say(rules.REVOKE, cell, message, severity=Severity.NOTICE if marked else None)

    def _gather_revokes(self) -> None:
        """Put many unmarked revokes into one finding: they have one cause, which is not a player."""
        found = self.played.findings
        unmarked = [item for item in found if item[1].rule is rules.REVOKE and item[0] not in self.play.revokes]
        if len(unmarked) <= MANY:
            return
        cell, first = unmarked[0]
        self.played.findings = [item for item in found if item not in unmarked]
        finding = replace(
            first,
            message=added(first.message, Said("in all {n} cards do not follow suit so", n=len(unmarked))),
            help=Said("the contract, its declarer or the columns of the play may be wrong"),
        )
        self.played.findings.append((cell, finding))

    def _refuted(self, cell: int, why: Said) -> None:
        self.played.say(rules.IRREGULARITY_MARK, cell, Said("trick {trick}, {what}", trick=cell // 4 + 1, what=why))

    def _winner(self, row: int, lead: int) -> int:
        """The winner's column; -1 where the cards do not tell."""
        base = 4 * row
        if not all(self.played.known(base + column) for column in range(4)):
            return -1
        cards = self.cards[base : base + 4]
        suits = {card // 13 for card in cards}
        if len(suits) == 1 or self.strain in suits:
            # Whoever led, the highest trump wins, or the highest card of the only suit.
            suit = self.strain if self.strain in suits else cards[0] // 13
            return max((card, column) for column, card in enumerate(cards) if card // 13 == suit)[1]
        if lead < 0 or self.strain < 0:
            return -1
        strength = STRENGTH[self.strain + 1][cards[lead] // 13]
        return max(range(4), key=lambda column: strength[cards[column]])
