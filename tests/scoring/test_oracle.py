"""Every rule variant against a second ledger, over 5,000 random sessions."""

import random

import pytest

from pbntools.core import Seat
from pbntools.scoring import PRESETS, Ledger, RuleSet
from tests.oracles import score_formula
from tests.oracles.score_ledger import Oracle
from tests.scoring.sessions import random_deal, vulnerability

CHOICES = {
    "rubber-bonus": ("700/500", "750/500", "0/10"),
    "honours": ("none", "any-hand", "declaring-side"),
    "part-score": ("carry", "per-deal"),
    "pass-out": ("zero", "redeal-same", "next-dealer"),
    "chicago-vulnerability": ("dealer", "non-dealer"),
    "rubber-winner": ("points", "games"),
    "unfinished-game": ("300", "0"),
    "unfinished-part": ("100", "50"),
    "undertricks": ("current", "pre1987"),
    "redoubled-insult": ("100", "50"),
}
TABLE = [name for name, rules in PRESETS.items() if rules.form != "duplicate"]
SESSIONS = 5_000
PARTS = 10


def random_rules(rng: random.Random) -> RuleSet:
    """A preset, and often some of its switches changed."""
    rules = PRESETS[rng.choice(TABLE)]
    if rng.random() < 0.4:
        return rules
    own = rules.switches()
    values = {name: rng.choice(choices) for name, choices in CHOICES.items() if name in own and rng.random() < 0.5}
    per_deal = values.get("part-score", own.get("part-score")) == "per-deal"
    if rules.form == "chicago" and rng.random() < 0.5:
        values |= {"part-score-bonus": "60"} if per_deal else {"last-part-score": "70"}
    return rules.with_switches(values)


@pytest.mark.parametrize("part", range(PARTS))
def test_random_sessions(part: int) -> None:
    seen = set()
    for number in range(SESSIONS // PARTS):
        rng = random.Random(part * SESSIONS + number)
        rules = random_rules(rng)
        first = rng.randrange(4)
        rules = rules.with_switches({"first-dealer": "NESW"[first]})
        ledger, oracle = Ledger(rules), Oracle(rules.form, rules.switches())
        entries = []
        for _ in range(rng.randrange(1, 25)):
            record, dealt = random_deal(rng)
            oracle.deals.append(dealt)
            won = ledger.games
            expected = ledger.vulnerable
            entry = ledger.push(record)
            entries.append(entry)
            assert entry.vulnerable is expected
            if rules.form == "rubber":
                assert expected is vulnerability(won[0] > 0, won[1] > 0)
        sums, vulnerabilities, dealers, rubbers = oracle.totals(first)
        session = ledger.result()
        where = f"seed {part * SESSIONS + number}, {rules}"
        assert [entry.vulnerable for entry in entries] == [vulnerability(*pair) for pair in vulnerabilities], where
        assert [entry.dealer for entry in entries] == [Seat(dealer) for dealer in dealers], where
        assert session.totals == sums, where
        finished = [rubber for rubber in session.rubbers if rubber.complete]
        winners = {None: "tie", 0: "NS", 1: "EW"}
        assert [(r.ns, r.ew, r.winner) for r in finished] == [(ns, ew, winners[w]) for ns, ew, w in rubbers], where
        lines = [line for entry in entries for line in entry.lines] + list(session.closing)
        assert tuple(sum(line.points for line in lines if line.side == side) for side in (0, 1)) == sums, where
        assert not [finding for entry in entries for finding in entry.findings], where
        seen.add(rules.base)
    assert seen == set(TABLE)


@pytest.mark.parametrize("name", ["duplicate", "duplicate-pre1987"])
def test_a_duplicate_session_is_the_sum_of_its_scores(name: str) -> None:
    for seed in range(200):
        rng = random.Random(seed)
        ledger = Ledger(name)
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
            ns += -points if side else points
        session = ledger.result()
        assert session.totals is not None
        assert session.totals[0] - session.totals[1] == ns
        assert session.rubbers == ()
