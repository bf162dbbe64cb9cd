"""Every rule variant against a second ledger, over 5,000 random sessions."""

import random

import pytest

from pbntools.core import Seat
from pbntools.scoring import PRESETS, SWITCHES, Entry, Ledger, RuleSet
from pbntools.scoring.order import Trust
from tests.oracles import score_formula
from tests.oracles.score_ledger import Oracle
from tests.scoring.sessions import random_deal, vulnerability

CHOICES = {
    "rubber-bonus": ("700/500", "750/500", "0/10"),
    "honours": ("none", "any-hand", "declaring-side"),
    "part-score": ("carry", "per-deal"),
    "pass-out": ("zero", "redeal-same", "next-dealer"),
    "chicago-vulnerability": ("dealer", "non-dealer"),
    "deals": ("4", "8", "12"),
    "rubbers": ("0", "1", "2"),
    "first-dealer": ("N", "E", "S", "W", "recorded"),
    "rubber-winner": ("points", "games"),
    "unfinished-game": ("300", "0"),
    "unfinished-part": ("100", "50"),
    "undertricks": ("current", "pre1987"),
    "redoubled-insult": ("100", "50"),
}
TABLE = [name for name, rules in PRESETS.items() if rules.form != "duplicate"]
SESSIONS = 5_000
PARTS = 10
WINNERS = {None: None, 0: "NS", 1: "EW", "tie": "tie"}


def random_rules(rng: random.Random) -> RuleSet:
    """A preset, and often some of its switches changed."""
    rules = PRESETS[rng.choice(TABLE)]
    own = rules.switches()
    if rng.random() < 0.4:
        return rules
    values = {name: rng.choice(choices) for name, choices in CHOICES.items() if name in own and rng.random() < 0.5}
    per_deal = values.get("part-score", own.get("part-score")) == "per-deal"
    if rules.form == "chicago" and rng.random() < 0.5:
        values |= {"part-score-bonus": rng.choice(("0", "60"))} if per_deal else {"last-part-score": "70"}
    return rules.with_switches(values)


def test_every_switch_is_varied() -> None:
    assert CHOICES.keys() | {"part-score-bonus", "last-part-score"} == SWITCHES.keys()


class GamesBelow:
    """Who is vulnerable in a rubber by what was written below the line, deal by deal."""

    def __init__(self) -> None:
        self.below = [0, 0]
        self.vulnerable = [False, False]

    def write(self, entry: Entry) -> None:
        for line in entry.lines:
            if line.where == "below":
                self.below[line.side] += line.points
        for side in (0, 1):
            if self.below[side] >= 100:
                self.vulnerable[side] = True
                self.below = [0, 0]
        if entry.completed is not None:
            self.vulnerable = [False, False]


@pytest.mark.parametrize("part", range(PARTS))
def test_random_sessions(part: int) -> None:
    seen = set()
    for number in range(SESSIONS // PARTS):
        seed = part * SESSIONS + number
        rng = random.Random(seed)
        rules = random_rules(rng)
        trust: Trust = rng.choice(("record", "rules"))
        # How often a record names a dealer and a vulnerability, hides hands, or has no result.
        named, recorded, hidden, unknown = (rng.choice((0, 0, 0.15)) for _ in range(4))
        ledger, oracle = Ledger(rules, trust=trust), Oracle(rules.form, rules.switches(), trust)
        entries, over = [], []
        games = GamesBelow()
        for place in range(rng.randrange(1, 25)):
            record, dealt = random_deal(rng, hidden=hidden, unknown=unknown)
            # Without a first dealer Chicago does not know the vulnerability, which the unit tests look at.
            dealer = rng.randrange(4) if rng.random() < named or not place else None
            if not place and rules.first_dealer is not None:
                dealer = None
            sides = (rng.random() < 0.5, rng.random() < 0.5) if rng.random() < recorded else None
            record = record.replace(
                dealer=None if dealer is None else Seat(dealer),
                vulnerable=None if sides is None else vulnerability(*sides),
            )
            oracle.deals.append(dealt)
            oracle.named.append(dealer)
            oracle.recorded.append(sides)
            expected = ledger.vulnerable
            entry = ledger.push(record)
            over.append(ledger.is_over)
            entries.append(entry)
            if rules.form == "rubber" and entry.conditional is None:
                assert expected is vulnerability(*games.vulnerable)
            games.write(entry)
        found = oracle.outcome()
        session = ledger.result()
        where = f"seed {seed}, {rules}, trust={trust}"
        scored = len(found.used)
        for entry in entries[scored:]:
            assert (entry.counted, entry.lines, [f.rule.code for f in entry.findings]) == (False, (), ["EVT203"]), where
        assert over[:scored] == found.over, where
        assert all(over[scored:]), where
        entries = entries[:scored]
        used = [None if pair is None else vulnerability(*pair) for pair in found.used]
        assert [entry.vulnerable for entry in entries] == used, where
        assert [entry.dealer for entry in entries] == [None if d is None else Seat(d) for d in found.dealers], where
        assert session.known == found.sums, where
        assert session.totals == (found.sums if found.whole else None), where
        finished = [rubber for rubber in session.rubbers if rubber.complete]
        assert [(*r.known, not r.unknown, r.winner) for r in finished] == named_winners(found.rubbers), where
        matches = [match for match in session.matches if match.complete]
        assert [(*m.known, not m.unknown, m.winner) for m in matches] == named_winners(found.matches), where
        assert (session.winner, session.margin) == (WINNERS[found.winner], found.margin), where
        lines = [line for entry in entries for line in entry.lines] + list(session.closing)
        assert tuple(sum(line.points for line in lines if line.side == side) for side in (0, 1)) == found.sums, where
        told = [{f.rule.code for f in entry.findings} & {"EVT201", "EVT202"} for entry in entries]
        for place, (by_rules, wrong_dealer) in enumerate(zip(found.expected, found.wrong_dealers, strict=True)):
            given = oracle.recorded[place]
            wrong = {"EVT202"} if None not in (given, by_rules) and given != by_rules else set()
            assert told[place] == wrong | ({"EVT201"} if wrong_dealer else set()), where
        seen.add(rules.base)
    assert seen == set(TABLE)


def named_winners(
    found: list[tuple[int, int, bool, int | str | None]],
) -> list[tuple[int, int, bool, str | None]]:
    return [(ns, ew, known, WINNERS[winner]) for ns, ew, known, winner in found]


@pytest.mark.parametrize("insult", [100, 50])
@pytest.mark.parametrize("name", ["duplicate", "duplicate-pre1987"])
def test_a_duplicate_session_is_the_sum_of_its_scores(name: str, insult: int) -> None:
    for seed in range(200):
        rng = random.Random(seed)
        ledger = Ledger(RuleSet.preset(name).with_switches({"redoubled-insult": insult}))
        ns = 0
        for _ in range(24):
            record, dealt = random_deal(rng)
            sides = rng.random() < 0.5, rng.random() < 0.5
            entry = ledger.push(record.replace(vulnerable=vulnerability(*sides)))
            if dealt is None:
                assert not entry.lines
                continue
            side = dealt["declarer"] % 2
            points = score_formula.score(
                dealt["level"], dealt["denomination"], dealt["multiplier"], sides[side], dealt["tricks"]
            )
            down = dealt["level"] + 6 - dealt["tricks"]
            if name != "duplicate" and not sides[side] and down > 3 and dealt["multiplier"] > 1:
                points += 50 * dealt["multiplier"] * (down - 3)
            if down <= 0 and dealt["multiplier"] == 4:
                points += insult - 100
            ns += -points if side else points
        session = ledger.result()
        assert session.totals is not None
        assert session.totals[0] - session.totals[1] == ns
        assert session.rubbers == ()
