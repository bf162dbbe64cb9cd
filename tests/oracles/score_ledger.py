"""A second ledger for rubber, Chicago and duplicate, for comparison: no line of it is shared with the package.

It keeps every number that was ever written down, and works everything out anew from the whole list after each deal.
"""

from dataclasses import dataclass, field
from typing import Any

from tests.oracles import score_formula

Hands = list[set[str] | None]
Dealt = dict[str, Any] | None
Pair = tuple[int, int]


@dataclass
class Outcome:
    """What a session comes to.  The lists have an entry for each deal that was scored, or each rubber that is over.

    ``rubbers`` and ``matches`` are points of both sides, whether they are the whole of them, and who won (0, 1 or
    "tie", None where that is not known).
    """

    sums: Pair = (0, 0)
    whole: bool = True
    expected: list[tuple[bool, bool] | None] = field(default_factory=list)
    used: list[tuple[bool, bool] | None] = field(default_factory=list)
    dealers: list[int | None] = field(default_factory=list)
    wrong_dealers: list[bool] = field(default_factory=list)
    over: list[bool] = field(default_factory=list)
    rubbers: list[tuple[int, int, bool, int | str | None]] = field(default_factory=list)
    matches: list[tuple[int, int, bool, int | str | None]] = field(default_factory=list)
    winner: int | str | None = None
    margin: int | None = None


def better(pair: Pair, unknown: int = 0) -> int | str | None:
    """Who has more, when ``unknown`` more may go to either."""
    if pair[0] > pair[1] + unknown:
        return 0
    if pair[1] > pair[0] + unknown:
        return 1
    return None if unknown else "tie"


def undertricks_before_1987(down: int, multiplier: int, vulnerable: bool) -> int:
    if multiplier == 1:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        return (300 * down - 100) * multiplier // 2
    return (200 * down - 100) * multiplier // 2


def honours_of(hands: Hands, denomination: str) -> tuple[int, int] | str | None:
    """The seat and the points, or "?"; ``hands`` are sets of cards such as ``"SA"`` by seat, North first, or None."""
    hidden = [seat for seat, hand in enumerate(hands) if hand is None]
    seen = set[str]().union(*(hand for hand in hands if hand is not None))
    wanted = {s + "A" for s in "CDHS"} if denomination == "NT" else {denomination + rank for rank in "AKQJT"}
    if len(hidden) == 1:
        hands = [wanted - seen if hand is None else hand for hand in hands]
    elif len(hidden) > 1 and len(wanted - seen) > 3:
        return "?"
    for seat, hand in enumerate(hands):
        if hand is None:
            continue
        if denomination == "NT":
            if {"SA", "HA", "DA", "CA"} <= hand:
                return seat, 150
        else:
            held = len({denomination + rank for rank in "AKQJT"} & hand)
            if held > 3:
                return seat, {4: 100, 5: 150}[held]
    return None


class Oracle:
    """A deal has level, denomination, multiplier, declarer (0 to 3), tricks and hands; None is one passed out.

    ``tricks`` may be None.  ``named`` and ``recorded`` are the dealers and vulnerabilities that the records name, or
    None, and ``trust`` is "record" or "rules".
    """

    def __init__(self, form: str, switches: dict[str, str], trust: str = "record") -> None:
        self.form = form
        self.s = switches
        self.trust = trust
        self.deals: list[Dealt] = []
        self.named: list[int | None] = []
        self.recorded: list[tuple[bool, bool] | None] = []

    def outcome(self) -> Outcome:
        """The whole session."""
        return self.rubber() if self.form == "rubber" else self.chicago()

    def pieces(self, deal: dict[str, Any], vulnerable: bool) -> tuple[int, int, int]:
        """Below, above of declarer's side, above of the defenders: out of Law 77, less what only duplicate gives."""
        level, denomination, multiplier = deal["level"], deal["denomination"], deal["multiplier"]
        tricks = deal["tricks"]
        points = score_formula.score(level, denomination, multiplier, vulnerable, tricks)
        if points < 0:
            down = level + 6 - tricks
            if self.s["undertricks"] == "pre1987":
                return 0, 0, undertricks_before_1987(down, multiplier, vulnerable)
            return 0, 0, -points
        below = multiplier * (level * score_formula.TRICK_VALUE[denomination] + (10 if denomination == "NT" else 0))
        duplicate_bonus = (500 if vulnerable else 300) if below >= 100 else 50
        above = points - below - duplicate_bonus
        if multiplier == 4:
            above += int(self.s["redoubled-insult"]) - 100
        return below, above, 0

    def honours(self, deal: dict[str, Any]) -> tuple[int, int] | str | None:
        rule = self.s["honours"]
        if rule == "none":
            return None
        hands = deal["hands"]
        declaring = deal["declarer"] % 2
        if rule == "declaring-side" and None not in (hands[declaring], hands[declaring + 2]):
            hands = [hand if seat % 2 == declaring else set() for seat, hand in enumerate(hands)]
        found = honours_of(hands, deal["denomination"])
        if isinstance(found, tuple) and rule == "declaring-side" and found[0] % 2 != declaring:
            return None
        return found

    def deal_of(self, place: int, dealer: int | None, cut: bool, found: Outcome) -> int | None:
        """Who deals, given whose turn it is."""
        named = self.named[place]
        wrong = named is not None and dealer is not None and not cut and named != dealer
        found.wrong_dealers.append(wrong)
        if named is not None and not (wrong and self.trust == "rules"):
            dealer = named
        found.dealers.append(dealer)
        return dealer

    def vulnerable_of(self, place: int, expected: tuple[bool, bool] | None, found: Outcome) -> tuple[bool, bool] | None:
        """The vulnerability that counts, given the one by the rules."""
        recorded = self.recorded[place]
        found.expected.append(expected)
        trusted = recorded is not None and (self.trust == "record" or expected is None)
        found.used.append(recorded if trusted else expected)
        return found.used[-1]

    def first(self) -> tuple[int | None, bool]:
        """Who deals first, and whether it may be anybody."""
        name = self.s["first-dealer"]
        return (None, True) if name == "recorded" else ("NESW".index(name), False)

    def rubber(self) -> Outcome:
        """Rubber after rubber."""
        found = Outcome()
        whole = [0, 0]
        open_before = 0
        games, parts, points, since, unsure = [0, 0], [0, 0], [0, 0], 0, 0
        dealer, cut = self.first()
        stuck = False
        limit = int(self.s["rubbers"])
        for place, deal in enumerate(self.deals):
            if limit and len(found.rubbers) == limit:
                break
            dealer = self.deal_of(place, dealer, cut, found)
            now = self.vulnerable_of(place, None if stuck else (games[0] > 0, games[1] > 0), found)
            cut = False
            since += 1
            ended = False
            redealt = deal is None and self.s["pass-out"] == "redeal-same"
            if redealt:
                since -= 1
            elif dealer is not None:
                dealer = (dealer + 1) % 4
            if deal is not None and deal["tricks"] is None:
                stuck = True
            if deal is not None and not stuck:
                assert now is not None
                side = deal["declarer"] % 2
                below, above, against = self.pieces(deal, now[side])
                points[side] += below + above
                points[1 - side] += against
                parts[side] += below
                award = self.honours(deal)
                if isinstance(award, tuple):
                    points[award[0] % 2] += award[1]
                elif award:
                    unsure += 1
                if parts[side] >= 100:
                    games[side] += 1
                    parts = [0, 0]
                if games[side] == 2:
                    bonus = self.s["rubber-bonus"].split("/")
                    points[side] += int(bonus[games[1 - side]])
                    by_games = self.s["rubber-winner"] == "games"
                    winner = side if by_games else better((points[0], points[1]), 150 * unsure)
                    found.rubbers.append((points[0], points[1], not unsure, winner))
                    whole = [whole[0] + points[0], whole[1] + points[1]]
                    open_before += unsure
                    games, parts, points, since, unsure = [0, 0], [0, 0], [0, 0], 0, 0
                    ended = cut = True
            if stuck:
                dealer = None
            found.over.append(ended and len(found.rubbers) == limit)
        if since and not stuck:
            if games[0] != games[1] and 0 in games:
                points[games.index(max(games))] += int(self.s["unfinished-game"])
            if (parts[0] == 0) != (parts[1] == 0):
                points[0 if parts[0] else 1] += int(self.s["unfinished-part"])
        found.sums = whole[0] + points[0], whole[1] + points[1]
        found.whole = not (stuck or open_before or unsure)
        if not stuck:
            if self.s["rubber-winner"] != "games":
                found.winner = better(found.sums, 150 * (open_before + unsure))
            elif found.rubbers:
                winners = [winner for _, _, _, winner in found.rubbers]
                found.winner = better((winners.count(0), winners.count(1)))
        return self.with_margin(found)

    @staticmethod
    def with_margin(found: Outcome) -> Outcome:
        """The margin is known where the sums are."""
        if found.whole and found.winner is not None:
            ns, ew = found.sums
            found.margin = 0 if found.winner == "tie" else ns - ew if found.winner == 0 else ew - ns
        return found

    def chicago(self) -> Outcome:
        """Round after round, match after match."""
        found = Outcome()
        whole = [0, 0]
        number = 0
        parts = [0, 0]
        points = [0, 0]
        unsure = 0
        gap = stuck = False
        rounds: list[tuple[int, int, int, bool]] = []
        dealer, cut = self.first()
        alone = self.s["part-score"] == "per-deal"
        begun = False
        for place, deal in enumerate(self.deals):
            dealer = self.deal_of(place, dealer, cut, found)
            cut, begun = False, True
            now: tuple[bool, bool] | None
            if number == 0:
                now = (False, False)
            elif number == 3:
                now = (True, True)
            elif dealer is None:
                now = None
            else:
                side = dealer % 2 if self.s["chicago-vulnerability"] == "dealer" else 1 - dealer % 2
                now = (side == 0, side == 1)
            now = self.vulnerable_of(place, now, found)
            if deal is None:
                rule = self.s["pass-out"]
                if dealer is not None and rule != "redeal-same":
                    dealer = (dealer + 1) % 4
                number += rule == "zero"
            else:
                if dealer is not None:
                    dealer = (dealer + 1) % 4
                number += 1
                if deal["tricks"] is None:
                    gap = True
                    stuck = not alone
                elif not stuck:
                    assert now is not None
                    side = deal["declarer"] % 2
                    below, above, against = self.pieces(deal, now[side])
                    points[side] += below + above
                    points[1 - side] += against
                    award = self.honours(deal)
                    if isinstance(award, tuple):
                        points[award[0] % 2] += award[1]
                    elif award:
                        unsure += 1
                    game = 500 if now[side] else 300
                    if below:
                        if alone:
                            points[side] += game if below >= 100 else int(self.s["part-score-bonus"])
                        elif parts[side] + below >= 100:
                            points[side] += game
                            parts = [0, 0]
                        else:
                            parts[side] += below
                            if number == 4:
                                points[side] += int(self.s["last-part-score"])
            if number == 4:
                winner = None if gap else better((points[0], points[1]), 150 * unsure)
                found.rubbers.append((points[0], points[1], not (gap or unsure), winner))
                rounds.append((points[0], points[1], unsure, gap))
                whole = [whole[0] + points[0], whole[1] + points[1]]
                number, parts, points, unsure = 0, [0, 0], [0, 0], 0
                gap = stuck = False
                if len(rounds) == int(self.s["deals"]) // 4:
                    pair = sum(r[0] for r in rounds), sum(r[1] for r in rounds)
                    open_deals, missing = sum(r[2] for r in rounds), any(r[3] for r in rounds)
                    who = None if missing else better(pair, 150 * open_deals)
                    found.matches.append((*pair, not (open_deals or missing), who))
                    rounds = []
                    cut, begun = True, False
            found.over.append(cut)
        found.sums = whole[0] + points[0], whole[1] + points[1]
        found.whole = not (gap or unsure) and all(known for _, _, known, _ in found.rubbers)
        winners = [winner for *_, winner in found.matches]
        if winners and not begun:
            one = winners[0]
            tally = winners.count(0), winners.count(1)
            found.winner = one if len(winners) == 1 else better(tally, winners.count(None))
        return self.with_margin(found)
