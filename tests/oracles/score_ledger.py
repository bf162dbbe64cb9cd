"""A second ledger for rubber, Chicago and duplicate, for comparison: no line of it is shared with the package.

It keeps every number that was ever written down, and works everything out anew from the whole list after each deal.
"""

from typing import Any

from tests.oracles import score_formula

Hands = list[set[str]]
Dealt = dict[str, Any] | None
Result = tuple[tuple[int, int], list[tuple[bool, bool]], list[int], list[tuple[int, int, int | None]]]


def undertricks_before_1987(down: int, multiplier: int, vulnerable: bool) -> int:
    if multiplier == 1:
        return down * (100 if vulnerable else 50)
    if vulnerable:
        return (300 * down - 100) * multiplier // 2
    return (200 * down - 100) * multiplier // 2


def honours_of(hands: Hands, denomination: str) -> tuple[int, int] | None:
    """The seat and the points; ``hands`` are sets of cards such as ``"SA"`` by seat, North first."""
    for seat, hand in enumerate(hands):
        if denomination == "NT":
            if {"SA", "HA", "DA", "CA"} <= hand:
                return seat, 150
        else:
            held = len({denomination + rank for rank in "AKQJT"} & hand)
            if held > 3:
                return seat, {4: 100, 5: 150}[held]
    return None


class Oracle:
    """A deal has level, denomination, multiplier, declarer (0 to 3), tricks and hands; None is one passed out."""

    def __init__(self, form: str, switches: dict[str, str]) -> None:
        self.form = form
        self.s = switches
        self.deals: list[Dealt] = []

    def totals(self, first_dealer: int) -> Result:
        """Sums, vulnerability of each deal, dealer of each deal, and the sums of each finished rubber or round."""
        return self.rubber(first_dealer) if self.form == "rubber" else self.chicago(first_dealer)

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

    def honours(self, deal: dict[str, Any]) -> tuple[int, int] | None:
        rule = self.s["honours"]
        if rule == "none":
            return None
        found = honours_of(deal["hands"], deal["denomination"])
        if found and rule == "declaring-side" and found[0] % 2 != deal["declarer"] % 2:
            return None
        return found

    def rubber(self, dealer: int) -> Result:
        """Rubber after rubber."""
        whole = [0, 0]
        vulnerabilities: list[tuple[bool, bool]] = []
        dealers: list[int] = []
        rubbers: list[tuple[int, int, int | None]] = []
        games, parts, points, since = [0, 0], [0, 0], [0, 0], 0
        for deal in self.deals:
            vulnerabilities.append((games[0] > 0, games[1] > 0))
            dealers.append(dealer)
            since += 1
            if deal is None:
                if self.s["pass-out"] != "redeal-same":
                    dealer = (dealer + 1) % 4
                else:
                    since -= 1
                continue
            dealer = (dealer + 1) % 4
            side = deal["declarer"] % 2
            below, above, against = self.pieces(deal, games[side] > 0)
            points[side] += below + above
            points[1 - side] += against
            parts[side] += below
            found = self.honours(deal)
            if found:
                points[found[0] % 2] += found[1]
            if parts[side] >= 100:
                games[side] += 1
                parts = [0, 0]
            if games[side] == 2:
                bonus = self.s["rubber-bonus"].split("/")
                points[side] += int(bonus[games[1 - side]])
                winner: int | None = side
                if self.s["rubber-winner"] != "games":
                    winner = None if points[0] == points[1] else int(points[1] > points[0])
                rubbers.append((points[0], points[1], winner))
                whole = [whole[0] + points[0], whole[1] + points[1]]
                games, parts, points, since = [0, 0], [0, 0], [0, 0], 0
        if since:
            if games[0] != games[1] and 0 in games:
                points[games.index(max(games))] += int(self.s["unfinished-game"])
            if (parts[0] == 0) != (parts[1] == 0):
                points[0 if parts[0] else 1] += int(self.s["unfinished-part"])
        return (whole[0] + points[0], whole[1] + points[1]), vulnerabilities, dealers, rubbers

    def chicago(self, dealer: int) -> Result:
        """Round after round."""
        whole = [0, 0]
        vulnerabilities: list[tuple[bool, bool]] = []
        dealers: list[int] = []
        rounds: list[tuple[int, int, int | None]] = []
        number = 0
        parts = [0, 0]
        points = [0, 0]
        for deal in self.deals:
            dealers.append(dealer)
            if number == 0:
                now = (False, False)
            elif number == 3:
                now = (True, True)
            else:
                side = dealer % 2 if self.s["chicago-vulnerability"] == "dealer" else 1 - dealer % 2
                now = (side == 0, side == 1)
            vulnerabilities.append(now)
            if deal is None:
                rule = self.s["pass-out"]
                dealer = dealer if rule == "redeal-same" else (dealer + 1) % 4
                number += rule == "zero"
            else:
                dealer = (dealer + 1) % 4
                number += 1
                side = deal["declarer"] % 2
                below, above, against = self.pieces(deal, now[side])
                points[side] += below + above
                points[1 - side] += against
                found = self.honours(deal)
                if found:
                    points[found[0] % 2] += found[1]
                game = 500 if now[side] else 300
                if below:
                    if self.s["part-score"] == "per-deal":
                        points[side] += game if below >= 100 else int(self.s["part-score-bonus"])
                    elif parts[side] + below >= 100:
                        points[side] += game
                        parts = [0, 0]
                    else:
                        parts[side] += below
                        if number == 4:
                            points[side] += int(self.s["last-part-score"])
            if number == 4:
                winner = None if points[0] == points[1] else int(points[1] > points[0])
                rounds.append((points[0], points[1], winner))
                whole = [whole[0] + points[0], whole[1] + points[1]]
                number, parts, points = 0, [0, 0], [0, 0]
        return (whole[0] + points[0], whole[1] + points[1]), vulnerabilities, dealers, rounds
