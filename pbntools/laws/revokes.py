"""What the Laws move for revokes (Laws 61 to 64): which are established, how many tricks go over, and why.

Nothing is decided here that the cards and the record do not show.  When attention was drawn to a revoke, and what the
director found equitable (64B4, 64B5, 64C), no record of cards tells.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from typing import Literal

from pbntools.core import Card, Seat
from pbntools.diagnostics import Severity
from pbntools.game import STRENGTH
from pbntools.laws._words import SIDES
from pbntools.laws.editions import Edition
from pbntools.laws.play import PlayTrace
from pbntools.record import Record
from pbntools.rules import IRREGULARITY_MARK, REVOKE
from pbntools.said import NAMES, Said

# More unmarked revokes than this have one cause, which is not a player.
_MANY = 4

_NONE_FACED: Mapping[int, tuple[Card, bool]] = {}

Applied = Literal["applied", "not applied", "neither"]

_WON_NEITHER = Said("the offending side won neither that trick nor a later one")


@dataclass(frozen=True, slots=True)
class Revoke:
    """One revoke and what the Laws move for it.

    ``cell`` is the card's, ``trick`` counts from 1, ``suit`` (0 to 3) was led.  ``established`` (63A) is None where the
    record does not tell.  ``moved`` tricks go to the other side, None where that cannot be known; ``law`` is the Law
    that says so, ``why`` the reason in words.
    """

    cell: int
    seat: Seat
    trick: int
    suit: int
    established: bool | None
    moved: int | None
    law: str | None
    why: Said

    @property
    def text(self) -> Said:
        """What it comes to, in one sentence without a full stop."""
        if self.moved is None:
            what = Said("whether tricks move is not known")
        elif not self.moved:
            what = Said("no trick moves")
        else:
            other = SIDES[1 - (self.seat & 1)]
            what = Said.counted("{n} trick goes to {side}", "{n} tricks go to {side}", n=self.moved, side=other)
        if self.law is not None:
            what = Said("{what} ({law})", what=what, law=self.law)
        return Said("{what}: {why}", what=what, why=self.why)


@dataclass(frozen=True, slots=True)
class RevokeRuling:
    """What the revokes of a play come to.

    ``adjustment`` is the number of tricks that move to declarer's side (negative: away from it), None where it cannot
    be known.  ``counts`` are the numbers of declarer's tricks that a revoke in the twelfth trick leaves open, since it
    must be corrected (62D); empty without one.
    """

    revokes: tuple[Revoke, ...]
    adjustment: int | None
    counts: frozenset[int] = frozenset()

    def of(self, cell: int | None) -> Revoke | None:
        """The revoke of a card's cell."""
        return next((revoke for revoke in self.revokes if revoke.cell == cell), None)


def rule_on_revokes(
    record: Record,
    trace: PlayTrace,
    strain: int,
    declarer: Seat | None,
    edition: Edition,
    defective: Sequence[int] = (),
    faced: Mapping[int, tuple[Card, bool]] = _NONE_FACED,
) -> RevokeRuling:
    """What the Laws of an edition move for the revokes that a replay found.

    ``defective`` are the cells of players who played no card to a trick, which counts as a revoke (67B1).  ``faced``
    has by the cell of a revoke the penalty card that was not played, and whether it surely lay on the table.
    """
    cells = sorted(trace.revokes)
    if not _can_be_ruled_on(trace):
        return RevokeRuling((), None)
    judge = _Judge(record, trace, declarer, edition, faced)
    revokes: list[Revoke] = []
    for cell in cells:
        revokes.append(judge.revoke(cell, revokes))
    revokes = judge.both_sides(sorted([*revokes, *map(judge.defective, defective)], key=lambda revoke: revoke.cell))
    counts = frozenset[int]()
    if declarer is not None and trace.complete:
        twelfth = [revoke for revoke in revokes if revoke.trick == trace.total - 1]
        if twelfth:
            counts = _corrected_counts(trace, strain, declarer, [revoke.cell for revoke in twelfth])
    return RevokeRuling(tuple(revokes), judge.adjustment(revokes), counts)


def _can_be_ruled_on(trace: PlayTrace) -> bool:
    """Whether the cards are beyond doubt but for the revokes."""
    if not trace.sound:
        return False
    unmarked = set(trace.revokes) - trace.play.revokes
    return len(unmarked) <= _MANY and not any(
        (finding.severity or finding.rule.severity) is Severity.ERROR
        and finding.rule not in (REVOKE, IRREGULARITY_MARK)
        for finding in trace.findings
    )


class _Judge:
    def __init__(
        self,
        record: Record,
        trace: PlayTrace,
        declarer: Seat | None,
        edition: Edition,
        faced: Mapping[int, tuple[Card, bool]],
    ) -> None:
        self.record = record
        self.trace = trace
        self.play = trace.play
        self.declarer = declarer
        self.edition = edition
        self.faced = faced
        self.winners = list(trace.winners) + [-1] * (trace.total - len(trace.winners))
        self.one_sided = len({cell & 1 for cell in trace.revokes}) == 1

    def revoke(self, cell: int, earlier: Sequence[Revoke]) -> Revoke:
        """Judge one revoke by itself; ``earlier`` are those before it."""
        row = cell // 4
        seat = self.play.seat(cell)
        suit = self._led(row)
        established = self._established(row, seat)
        moved, law, why = self._moved(row, seat, suit, established, earlier)
        card, sure = self.faced.get(cell, (None, True))
        if card is not None and moved != 0 and established is not False:
            moved, law = 0, "64B3"
            why = Said("{seat} failed to play his penalty card, the {card}", seat=NAMES[seat], card=card)
            if not sure:
                moved = None
                why = Said(
                    "it is not known whether the {card}, a penalty card, still lay on the table (50D2)", card=card
                )
        return Revoke(cell, seat, row + 1, suit, established, moved, law, why)

    def defective(self, cell: int) -> Revoke:
        """Judge a player who played no card to a trick (67B1)."""
        row, seat = cell // 4, self.play.seat(cell)
        moved, why = None, Said("the record does not tell what the trick came to without the card")
        winner = self.winners[row]
        if self.declarer is not None and row < self.trace.total - 2 and winner >= 0 and winner != seat:
            # A card that is put there later does not count in the trick.
            later = self._won_later(row, seat)
            if winner & 1 == seat & 1 or later:
                moved = 1
                why = Said(
                    "{seat} played no card, which counts as a revoke, and his side won a trick", seat=NAMES[seat]
                )
            elif later is False:
                moved, why = 0, _WON_NEITHER
        return Revoke(cell, seat, row + 1, self._led(row), None, moved, "67B1", why)

    def _led(self, row: int) -> int:
        leader = self.trace.leaders[row] if row < len(self.trace.leaders) else -1
        if leader < 0:
            return -1
        cell = 4 * row + ((leader - self.play.first) & 3)
        card = self.play.ids[cell] if cell < len(self.play.ids) else -1
        return card // 13 if card >= 0 else -1

    def _established(self, row: int, seat: Seat) -> bool | None:
        """Whether the offending side has played on, or the play ended by a claim (63A)."""
        column = (seat - self.play.first) & 1
        later = range(4 * (row + 1) + column, len(self.play.ids), 2)
        if any(self.play.ids[cell] >= 0 for cell in later) or self.play.claim is not None:
            return True
        return False if self.play.end == "+" else None

    def _moved(
        self, row: int, seat: Seat, suit: int, established: bool | None, earlier: Sequence[Revoke]
    ) -> tuple[int | None, str | None, Said]:
        who = NAMES[seat]
        if self.declarer is None:
            return None, None, Said("the declarer is not known")
        if seat == self.declarer ^ 2:
            return 0, "64B3", Said("{seat} is dummy", seat=who)
        if row == self.trace.total - 2:
            return 0, "64B6", Said("in the twelfth trick a revoke must be corrected, even if it is established (62D)")
        if established is None:
            return None, "63A", Said("the record does not show whether the revoke was established")
        if not established:
            return None, "62A", Said("the revoke is not established yet, and must be corrected")
        if suit >= 0 and any(other.seat is seat and other.suit == suit for other in earlier):
            return 0, "64B2", Said("{seat} revoked in that suit before", seat=who)
        winner = self.winners[row]
        if winner < 0:
            return None, None, Said("the winner of the trick is not known")
        own = winner == seat
        later = self._won_later(row, seat)
        if own:
            if later is None:
                return None, "64A1", Said("{seat} won the trick, but what his side won later is not known", seat=who)
            if later:
                return 2, "64A1", Said("{seat} won the trick, and his side a later one", seat=who)
            return 1, "64A1", Said("{seat} won the trick, and his side no later one", seat=who)
        if winner & 1 != seat & 1 and later is not True:
            if later is None:
                return None, "64A2", Said("what the offending side won later is not known")
            return 0, "64B1", _WON_NEITHER
        which = Said("that trick") if winner & 1 == seat & 1 else Said("a later trick")
        if self.edition.proper_card:
            more = self._won_with_a_proper_card(row, seat, suit)
            if more is None:
                why = Said(
                    "it is not known whether {seat} later won a trick with a card he could have played", seat=who
                )
                return None, "64A2", why
            if more:
                why = Said(
                    "his side won {which}, and {seat} another with a card that he could have played",
                    which=which,
                    seat=who,
                )
                return 2, "64A2", why
        why = Said("{seat} did not win the trick himself, but his side won {which}", seat=who, which=which)
        return 1, "64A2", why

    def _won_later(self, row: int, seat: Seat) -> bool | None:
        """Whether the offending side won a later trick; None where the record does not tell."""
        side = seat & 1
        later = self.winners[row + 1 :]
        if any(winner >= 0 and winner & 1 == side for winner in later):
            return True
        if all(winner >= 0 for winner in later):
            return False
        before = self.winners[: row + 1]
        if any(winner < 0 for winner in before) or self.declarer is None or self.trace.total != 13:
            return None
        so_far = sum(winner & 1 == side for winner in before)
        defends = (self.declarer & 1) != side
        claim = self.play.claim
        if claim is not None and 0 <= claim <= 13:
            total = 13 - claim if defends else claim
            return total > so_far if total >= so_far else None
        tricks = self.record.result.tricks if self.record.result is not None else None
        if tricks is None or not self.one_sided or self.play.end == "+":
            return None
        # The Laws take tricks from this side only, so it won no fewer than the Result gives it.
        return True if (13 - tricks if defends else tricks) > so_far else None

    def _won_with_a_proper_card(self, row: int, seat: Seat, suit: int) -> bool | None:
        """Whether the player later won a trick, besides the one that moves, with a card of the suit that was led."""
        later = range(row + 1, self.trace.total)
        column = (seat - self.play.first) & 3
        proper = any(
            self.winners[at] == seat
            and 4 * at + column < len(self.play.ids)
            and self.play.ids[4 * at + column] // 13 == suit
            for at in later
        )
        side = sum(self.winners[at] >= 0 and self.winners[at] & 1 == seat & 1 for at in (row, *later))
        if proper and side > 1:
            return True
        return False if all(self.winners[at] >= 0 for at in later) else None

    def both_sides(self, revokes: list[Revoke]) -> list[Revoke]:
        """Set right what is moved where both sides revoked (64B7)."""
        sides = [[revoke for revoke in revokes if revoke.seat & 1 == side] for side in (0, 1)]
        if not all(sides):
            return revokes
        twelfth = self.trace.total - 1
        sure = all(any(revoke.established and revoke.trick != twelfth for revoke in side) for side in sides)
        moved: int | None = 0 if sure else None
        law, why = "64B7", Said("both sides revoked; the director may restore equity (64C2)")
        if not sure:
            why = Said("both sides revoked, but it is not known whether both revokes were established")
            if any(all(revoke.trick == twelfth for revoke in side) for side in sides):
                why = Said(
                    "both sides revoked, one of them in the twelfth trick, where a revoke must be corrected even if it "
                    "is established (62D); the record does not tell whether it was"
                )
        if not self.edition.both_sides_cancel:
            moved, law = None, "64"
            why = Said("both sides revoked, which the {laws} are not read for here", laws=self.edition.title)
        return [replace(revoke, moved=moved, law=law, why=why) if revoke.moved != 0 else revoke for revoke in revokes]

    def adjustment(self, revokes: Sequence[Revoke]) -> int | None:
        """The tricks that move to declarer's side in all; a trick moves once."""
        if all(revoke.moved == 0 for revoke in revokes):
            return 0
        if self.declarer is None:
            return None
        total = 0
        for side in (0, 1):
            mine = [revoke for revoke in revokes if revoke.seat & 1 == side and revoke.moved != 0]
            moved = self._once(side, mine)
            if moved is None:
                return None
            total += -moved if self.declarer & 1 == side else moved
        return total

    def _once(self, side: int, revokes: Sequence[Revoke]) -> int | None:
        """The tricks that a side loses, none of them twice; None where that is not certain."""
        wanted = sum(revoke.moved or 0 for revoke in revokes)
        if any(revoke.moved is None for revoke in revokes):
            return None
        if len(revokes) < 2:
            return wanted
        taken = 0
        for revoke in reversed(revokes):
            won = sum(winner >= 0 and winner & 1 == side for winner in self.winners[revoke.trick - 1 :])
            taken += min(revoke.moved or 0, won - taken)
        first = self.winners[revokes[0].trick - 1 :]
        if any(winner < 0 for winner in first):
            return wanted if taken == wanted else None
        # Tricks won before a revoke are not its own to lose; the Laws do not say whether another revoke's may be.
        most = min(wanted, sum(winner & 1 == side for winner in first))
        return taken if taken == most else None


def _corrected_counts(trace: PlayTrace, strain: int, declarer: Seat, cells: Sequence[int]) -> frozenset[int]:
    """Declarer's possible tricks if a revoke in the twelfth trick is corrected, and if it is not (62C, 62D)."""
    side = declarer & 1
    counts = {trace.won[side]}
    row = trace.total - 2
    leader = trace.leaders[row]
    ids, first = trace.play.ids, trace.play.first
    last = [_last_two(ids, row, column) for column in range(4)]
    if leader < 0 or strain < 0 or any(pair is None for pair in last):
        return frozenset()
    before = sum(winner & 1 == side for winner in trace.winners[:row])
    order = [(leader - first + step) & 3 for step in range(4)]
    revoked = {cell & 3 for cell in cells}
    start = min(order.index(column) for column in revoked)
    choices = []
    for step, column in enumerate(order):
        pair = last[column]
        if pair is None:
            return frozenset()
        choices.append([pair] if step < start else [pair, pair[::-1]])
    for played in product(*choices):
        led = played[0][0] // 13
        if any(a // 13 != led and b // 13 == led for a, b in played):
            continue
        winner = order[_best([a for a, _ in played], strain)]
        rest = [order[(order.index(winner) + step) & 3] for step in range(4)]
        held = dict(zip(order, played, strict=True))
        final = rest[_best([held[column][1] for column in rest], strain)]
        counts.add(before + sum((first + column) & 1 == side for column in (winner, final)))
    return frozenset(counts)


def _last_two(ids: Sequence[int], row: int, column: int) -> tuple[int, int] | None:
    cells = (4 * row + column, 4 * (row + 1) + column)
    if cells[1] >= len(ids) or min(ids[cell] for cell in cells) < 0:
        return None
    return ids[cells[0]], ids[cells[1]]


def _best(cards: Sequence[int], strain: int) -> int:
    strength = STRENGTH[strain + 1][cards[0] // 13]
    return max(range(len(cards)), key=lambda at: strength[cards[at]])


def applied(
    recorded: int | None, played: int | None, adjustment: int | None, counts: frozenset[int] = frozenset()
) -> Applied | None:
    """Whether a recorded number of tricks includes the tricks moved; None where nothing moves or that is not known."""
    if recorded is None or played is None or adjustment is None:
        return None
    if not adjustment:
        return None if recorded == played or recorded in counts else "neither"
    if recorded == played + adjustment or recorded - adjustment in counts:
        return "applied"
    return "not applied" if recorded == played or recorded in counts else "neither"
