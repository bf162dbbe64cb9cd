"""One sheet of the pad: a rubber, or a round of Chicago, as it is written deal by deal, until it is closed."""

from __future__ import annotations

from dataclasses import dataclass

from pbntools.core import Contract, Deal, Seat, Side, Vulnerability
from pbntools.record import Play
from pbntools.scoring.honours import MOST, Award, honours
from pbntools.scoring.pad import Line, Rubber, Winner, winner_of
from pbntools.scoring.points import GAME, HONOURS, RUBBER_BONUS, RULE_SET, consequence, items
from pbntools.scoring.ruleset import ROUND, RuleSet

_CONSEQUENCES = frozenset(("game", "part score", "part score on the last deal"))


@dataclass(frozen=True, slots=True)
class Dealt:
    """What a deal comes to, wherever it is from.  ``award`` is None where the honours have to be looked up."""

    board: str | None
    dealer: Seat | None
    vulnerable: Vulnerability | None
    contract: Contract | None
    declarer: Seat | None
    tricks: int | None
    missing: str = "tricks"
    deal: Deal | None = None
    play: Play | None = None
    award: Award | None = None


class Sheet:
    """The numbers of one rubber or round; of the whole session in duplicate.  ``first`` is its first deal, from 0."""

    def __init__(self, rules: RuleSet, first: int = 0) -> None:
        self._rules = rules
        self.first = first
        self.number = 0
        """The deals that counted."""
        self.above = [0, 0]
        self.games = [[0, 0]]
        """The points below the line, game by game; the last one is under way."""
        self.won = [0, 0]
        self.brought = False
        """Whether there are numbers from before the first deal."""
        self.open: str | None = None
        """What the deals that follow hang on, or None."""
        self.gap = False
        """Whether points are missing."""
        self.open_honours = 0
        """Deals whose honours are not known."""

    def score(self, dealt: Dealt, vulnerable: Vulnerability | None, lines: list[Line]) -> Side | None:
        """Write down a deal of which all is known.  The side that won a game with it."""
        contract, declarer, tricks = dealt.contract, dealt.declarer, dealt.tricks
        if contract is None or declarer is None or tricks is None:
            raise ValueError("an unknown result has no points")
        side = declarer.side
        is_vulnerable = vulnerable is not None and vulnerable.of(side)
        made = False
        for defenders, below, points, reason, law in items(self._rules, contract, tricks, is_vulnerable):
            who = side.opponents if defenders else side
            if below:
                made = True
                self.games[-1][side] += points
                lines.append(Line(side, "below", points, reason, law))
            else:
                self._write(lines, who, points, reason, law)
        if not made:
            return None
        return self._game(side, is_vulnerable, lines)

    def _game(self, side: Side, is_vulnerable: bool, lines: list[Line]) -> Side | None:
        rules = self._rules
        won = self.games[-1][side] >= GAME
        if won:
            self.won[side] += 1
        last = not rules.each_deal_alone and self.number == ROUND
        following = consequence(rules, is_vulnerable, game=won, last=last)
        if following is not None:
            self._write(lines, side, *following)
        if won or rules.each_deal_alone:
            self.games.append([0, 0])
        return side if won else None

    def honours(self, dealt: Dealt, lines: list[Line]) -> tuple[str, ...]:
        """Write down the honours of a deal; ``("honours",)`` where they are not known."""
        contract, declarer = dealt.contract, dealt.declarer
        if contract is None or declarer is None:
            raise ValueError("honours need a contract")
        only = declarer.side if self._rules.honours == "declaring-side" else None
        award = dealt.award
        if award is None:
            award = honours(dealt.deal, contract.strain, dealt.play, only)
        if award is None:
            self.open_honours += 1
            return ("honours",)
        if award.side is not None and only in (None, award.side):
            what = "four aces" if contract.strain.suit is None else f"{4 if award.points == 100 else 5} honours"
            # Honours are written down before what the deal leads to.
            at = next((at for at, line in enumerate(lines) if line.reason in _CONSEQUENCES), len(lines))
            self._write(lines, award.side, award.points, f"{what} in one hand", HONOURS, at)
        return ()

    def bonus(self, won: Side, lines: list[Line]) -> None:
        """Write down what the second game of a side gives for the rubber."""
        against = self.won[won.opponents]
        points = self._rules.rubber_bonus[against]
        if points:
            law = RUBBER_BONUS if self._rules.rubber_bonus == (700, 500) else RULE_SET
            self._write(lines, won, points, f"rubber, two games to {('none', 'one')[against]}", law)

    def _write(self, lines: list[Line], side: Side, points: int, reason: str, law: str, at: int | None = None) -> None:
        self.above[side] += points
        lines.insert(len(lines) if at is None else at, Line(side, "above", points, reason, law))

    def unknown(self, dealt: Dealt, vulnerable: Vulnerability | None) -> tuple[str, ...]:
        """What is missing to score a deal that was not passed out."""
        contract, declarer, tricks = dealt.contract, dealt.declarer, dealt.tricks
        if contract is None:
            return ("contract",)
        if declarer is None or tricks is None:
            return tuple(what for what, value in (("declarer", declarer), (dealt.missing, tricks)) if value is None)
        if vulnerable is not None:
            return ()
        either = [items(self._rules, contract, tricks, state) for state in (False, True)]
        points = self.games[-1][declarer.side] + sum(item.points for item in either[0] if item.below)
        game = self._rules.form != "rubber" and tricks >= contract.needed and points >= GAME
        return ("vulnerability",) if game or either[0] != either[1] else ()

    def closing(self) -> list[Line]:
        """What an unfinished rubber gives the only side with a game, and the only side with a part score."""
        rules = self._rules
        if rules.form != "rubber" or self.gap:
            return []
        lines = []
        # No Law is cited: the number of the one that gives these points is not verified.
        for what, (ns, ew), points in (
            ("game", self.won, rules.unfinished_game),
            ("part score", self.games[-1], rules.unfinished_part),
        ):
            if bool(ns) != bool(ew) and points:
                side = Side.NS if ns else Side.EW
                lines.append(Line(side, "above", points, f"unfinished rubber, the only {what}", RULE_SET))
        return lines

    def sums(self) -> tuple[int, int]:
        """The points that are known, of North-South and of East-West."""
        ns, ew = (self.above[side] + sum(game[side] for game in self.games) for side in (0, 1))
        return ns, ew

    def rubber(self, number: int, last: int, *, complete: bool, closing: tuple[int, int] = (0, 0)) -> Rubber:
        """The rubber or round as it is closed; ``closing`` are further points of the two sides."""
        sums = self.sums()
        known = sums[0] + closing[0], sums[1] + closing[1]
        rules = self._rules
        winner: Winner | None
        if self.gap or (not complete and rules.form != "rubber"):
            winner = None
        elif rules.form == "rubber" and rules.rubber_winner == "games":
            winner = None if not complete else "NS" if self.won[0] == 2 else "EW"
        else:
            winner = winner_of(known, MOST * self.open_honours)
        games = [(game[0], game[1]) for game in self.games]
        if games[-1] == (0, 0):
            games.pop()
        return Rubber(
            number,
            self.first,
            last,
            complete,
            known,
            self.gap or bool(self.open_honours),
            winner,
            tuple(games),
            (self.won[0], self.won[1]),
            self.open_honours,
        )
