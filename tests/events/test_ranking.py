"""Whole events, worked by hand; docs/ranking-examples.md has the four of fixtures/events."""

from fractions import Fraction
from pathlib import Path

import pytest

from pbntools.events.config import parse_event, scale_files
from pbntools.events.keys import ConfigError
from pbntools.events.next_round import next_round
from pbntools.events.race_ranking import penalty_points
from pbntools.events.ranking import Ranking
from pbntools.events.swiss import PairingError
from pbntools.reports.event_words import note_text
from pbntools.reports.language import language
from tests.events.building import WBF, gathered, match, order, plain, ranked, said, scores, swing, traveller

FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "events"
PAIRS = 'form = "pairs"\n'
TWO = f"{PAIRS}[scoring]\nwinners = 2\n"


def fixture(name: str) -> Ranking:
    event = (FIXTURES / f"{name}.toml").read_text()
    files = {file: (FIXTURES / file).read_text() for file in scale_files(event)}
    return ranked(event, (FIXTURES / f"{name}.pbn").read_text(), files=files)


def test_a_session_of_pairs() -> None:
    """Neuberg on two boards, average plus and minus, a board that was not played, a penalty of a quarter of a top."""
    found = fixture("pairs")
    assert scores(found) == {
        "6": Fraction(175, 2),  # 4, 3 and 3.5 of 4
        "2": Fraction(545, 8) - Fraction(25, 4),  # 4, 1, 3.5 and 2.4 of 4, and 1 MP of 16 taken away
        "1": Fraction(325, 6),  # 2, 1 and 3.5 of 4
        "5": Fraction(405, 8),  # 0, 3, 3.5 and 1.6 of 4
        "3": Fraction(125, 4),  # 0, 4, 0.5 and 0.5 of 4
        "4": Fraction(75, 4),  # 2, 0, 0.5 and 0.5 of 4
    }
    assert [place.boards for place in found.places] == [3, 4, 3, 4, 4, 4]
    assert len(found.results.findings.left_out) == 1


def test_a_swiss_of_six_rounds() -> None:
    found = fixture("swiss")
    assert scores(found) == {"Durian": 67, "Elm": 65, "Birch": 62, "Alder": 54, "Cedar": 52}
    assert plain([(place.imps, place.wins) for place in found.places]) == [(16, 4), (12, 3), (4, 3), (-13, 2), (-19, 0)]


def test_a_round_robin_with_three_tied_teams() -> None:
    """32 each; among themselves 21, 21 and 18, and Alder won its match against Birch."""
    found = fixture("robin")
    assert scores(found) == {"Alder": 32, "Birch": 32, "Cedar": 32, "Durian": 24}
    assert order(found) == [
        (1, "Alder", "mutual-match"), (2, "Birch", "mutual-match"), (3, "Cedar", "mutual-match"), (4, "Durian", None),
    ]  # fmt: skip


def test_a_knock_out_with_extensions_and_a_withdrawal() -> None:
    found = fixture("cup")
    assert order(found) == [
        (1, "Alder", "withdrawal"), (2, "Cedar", "withdrawal"), (3, "Birch", "extension"), (3, "Durian", "imps"),
    ]  # fmt: skip
    semifinal = found.matches[0].verdict
    assert semifinal is not None
    assert plain([(stage.boards, stage.lead) for stage in semifinal.stages]) == [(8, 0), (1, 0), (2, 3)]


def test_a_board_that_was_not_played_is_no_average() -> None:
    """Board 5 was not played by pair 3, board 6 is average plus and minus, board 7 average for both."""
    others = ["1 11 420", "2 12 400"]
    columns = "PairId_NS;PairId_EW;Score_NS;Percentage_NS;Percentage_EW"

    def board(number: int, row: str) -> str:
        return traveller(number, [f"{other} ? ?" for other in others] + [row], columns)

    text = board(5, "3 13 - ? ?") + board(6, "3 13 - ^60 ^40") + board(7, "3 13 - ^50 ^50")
    found = ranked(PAIRS, text)
    assert scores(found)["3"] == 55
    assert scores(found)["13"] == 45
    assert next(place.boards for place in found.places if place.id == "3") == 2
    assert said(found.results) == [("result-missing", "board 5: not played, or without a score")]
    averaged = ranked(f'{PAIRS}[scoring]\nnot-played = "A-"\n', text)
    assert scores(averaged)["3"] == scores(averaged)["13"] + Fraction(20, 3) == 50
    assert said(averaged.results) == [("result-missing", "board 5: not played, and scored as 40%")]


def test_a_procedural_penalty() -> None:
    """Thirteen tables, top 24: a quarter of a top is 6 matchpoints, and nobody else's score changes."""
    rows = [f"{number} {20 + number} {10 * number}" for number in range(1, 14)]
    penalty = parse_event(f'{PAIRS}[[penalty]]\nto = "13"\namount = "25% of a top"\n').penalties[0]
    assert penalty_points(penalty, Fraction(24)) == 6
    before = scores(ranked(PAIRS, traveller(1, rows)))
    found = ranked(f'{PAIRS}[[penalty]]\nto = "13"\namount = "25% of a top"\nwhy = "late"\n', traveller(1, rows))
    after = scores(found)
    assert before.pop("13") == 100
    assert after.pop("13") == 75
    assert before == after
    (note,) = next(place.notes for place in found.places if place.id == "13")
    assert note_text(note, language("en")) == "penalty 25% of a top (late): 6 MP of 24: 25.00%"
    six = ranked(f'{PAIRS}[[penalty]]\nto = "13"\namount = "6 MP"\n', traveller(1, rows))
    assert scores(six)["13"] == 75
    assert scores(ranked(f'{PAIRS}[[penalty]]\nto = "13"\namount = "2%"\n', traveller(1, rows)))["13"] == 98


def test_the_session_rule_is_asked_for() -> None:
    """Pair 1 has 100% on the other board, so its average plus becomes that; pair 11's average minus its 0%."""
    columns = "PairId_NS;PairId_EW;Score_NS;Percentage_NS;Percentage_EW"
    text = traveller(1, ["1 11 - ^60 ^40", "2 12 50 ? ?", "3 13 50 ? ?"], columns)
    text += traveller(2, ["1 11 420 ? ?", "2 12 50 ? ?", "3 13 50 ? ?"], columns)
    assert scores(ranked(PAIRS, text))["1"] == 80
    found = scores(ranked(f"{PAIRS}[scoring]\nsession-rule = true\n", text))
    assert plain((found["1"], found["11"])) == (100, 0)


def test_cross_imps_are_summed_and_print_their_divisor() -> None:
    text = traveller(1, ["1 11 420", "2 12 420", "3 13 -50", "4 14 450", "5 15 ?"])
    found = ranked('form = "imp-pairs"\n[scoring]\nwinners = 2\n', text)
    assert scores(found)["1 NS"] == 3
    assert sum(scores(found).values()) == 0
    assert said(found.results) == [
        ("result-missing", "board 1: not played, or without a score"),
        ("result-missing", "without a result that counts, and so not ranked: 5 NS, 15 EW"),
    ]
    assert scores(ranked('form = "imp-pairs"\n[scoring]\nwinners = 2\ndivisor = "tables"\n', text))["1 NS"] == Fraction(
        9, 4
    )


def test_butler_with_and_without_victory_points() -> None:
    rows = [f"{number} {20 + number} {score}" for number, score in enumerate([620] * 4 + [170] * 3, 1)]
    event = 'form = "butler"\n[scoring]\nwinners = 2\ndatum = "trim"\n'
    found = ranked(event, traveller(1, rows))
    assert plain((scores(found)["1 NS"], scores(found)["7 NS"], scores(found)["21 EW"])) == (5, -7, -5)
    vps = ranked(event + WBF, traveller(1, rows))
    assert vps.unit == "VP"
    assert scores(vps)["1 NS"] > 10 > scores(vps)["7 NS"]
    assert (
        scores(ranked('form = "butler"\n[scoring]\ndatum = "fixed"\n[scoring.fixed]\n"1" = 420\n', traveller(1, rows)))[
            "1"
        ]
        == 5
    )
    leaders = 'form = "butler"\n[scoring]\nwinners = 2\ndatum = "leaders"\nleaders = ["7"]\n'
    assert scores(ranked(leaders.replace('"7"', '"7 NS"'), traveller(1, rows)))["7 NS"] == 0


def test_instant_matchpoints() -> None:
    table = '[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n400,* 90\n0,401 50\n*,1 5\n'
    text = traveller(1, ["1 11 420", "2 12 -50", "3 13 400"], tags=table)
    found = ranked('form = "instant"\n', text)
    assert plain((scores(found)["1"], scores(found)["12"], scores(found)["3"])) == (90, 95, 50)
    given = 'form = "instant"\n[scoring.instant]\n"420" = 90.5\n"-50" = 5\n'
    found = ranked(given, traveller(1, ["1 11 420", "2 12 -50", "3 13 400"]))
    assert scores(found) == {"1": Fraction(181, 2), "11": Fraction(19, 2), "2": 5, "12": 95}
    assert said(found.results) == [
        ("result-missing", "without a result that counts, and so not ranked: 3, 13"),
        ("nothing-to-compare", "board 1: the table has no one row for the score"),
    ]


def test_board_a_match_total_points_and_patton() -> None:
    games = match("1", "A", "B", [(420, 400), (50, 50), (-100, 100), (100, 0)])
    assert scores(ranked('form = "bam"\n', games)) == {"A": 5, "B": 3}
    assert scores(ranked('form = "bam"\n[scoring]\nmatchpoints = 1\n', games)) == {
        "A": Fraction(5, 2),
        "B": Fraction(3, 2),
    }
    assert scores(ranked('form = "total-points"\n', games)) == {"A": -80, "B": 80}
    scale = (
        'name = "p"\nsource = "made up"\nunit = "points"\nsum = 8\n[[table]]\nboards = 4\n'
        "rows = [[0, 4, 4], [50, 5, 3], [200, 8, 0]]"
    )
    event = 'form = "patton"\n[scale]\nfile = "p.toml"\n'
    found = ranked(event, games, files={"p.toml": scale})
    # Five of eight for the boards; 80 behind in the aggregate is 3-5.
    assert scores(found) == {"A": 5 + 3, "B": 3 + 5}
    imps = ranked(f'{event}[patton]\naggregate = "imps"\n', games, files={"p.toml": scale.replace("points", "IMPs")})
    assert scores(imps) == {"A": 5 + 4, "B": 3 + 4}


def test_scores_that_do_not_balance() -> None:
    """The home team is awarded +420 for its North-South, the other +50 for its East-West: each has its own IMPs."""
    event = f'form = "teams"\n{WBF}[[adjustment]]\nboard = "1"\nat = "A"\nround = "1"\nns = "420"\new = "50"\n'
    found = ranked(event, match("1", "A", "B", [(-100, 0)])).matches[0]
    assert plain(found.imps) == (9, -2)
    assert found.points[0] + found.points[1] > 20


def test_knock_out_takes_the_mean_of_scores_that_do_not_balance() -> None:
    event = 'form = "knock-out"\n[[adjustment]]\nboard = "1"\nat = "A"\nns = "420"\new = "50"\n'
    verdict = ranked(event, match("1", "A", "B", [(-100, 0)])).matches[0].verdict
    assert verdict is not None
    assert verdict.lead == Fraction(9 + 2, 2)


def test_a_knock_out_that_goes_to_the_lot() -> None:
    """Drawn after the match and after its one extension: nobody goes on without a lot."""
    event = 'form = "knock-out"\n[knock-out]\nboards = 1\nafter-draw = "lot"\n'
    games = match("Final", "A", "B", [swing(0), swing(0)])
    open_ = ranked(event, games)
    assert order(open_) == [(1, "A", "undecided"), (1, "B", "undecided")]
    drawn = ranked(event, games, seed="7")
    assert [entry[2] for entry in order(drawn)] == ["lot", "lot"]
    assert drawn.matches[0].verdict is not None
    assert drawn.matches[0].verdict.winner == drawn.matches[0].side(drawn.places[0].id)


def test_byes_of_a_knock_out() -> None:
    event = 'form = "knock-out"\n[[team]]\nname = "A"\n[[team]]\nname = "B"\n[[team]]\nname = "C"\n'
    games = match("1", "A", "B", [swing(3)])
    assert said(ranked(event, games).results) == [
        ("nothing-meant", "a knock-out of 3 has 1 byes to the next power of two, and the event names 0"),
        ("nothing-meant", "the team C is listed, and has no result"),
    ]
    found = ranked(event + '[[bye]]\nteam = "C"\nround = "1"\n', games)
    assert said(found.results) == []
    assert order(found) == [(1, "A", "imps"), (1, "C", None), (3, "B", "imps")]


def test_average_plus_and_minus_in_a_match() -> None:
    event = f'form = "teams"\n{WBF}[[adjustment]]\nboard = "1"\nat = "A"\nns = "A+"\new = "A-"\n'
    assert plain(ranked(event, match("1", "A", "B", [(-100, 0)])).matches[0].imps) == (3, -3)


def test_victory_points_carry_over_byes_and_penalties_break_the_sum() -> None:
    event = f"""form = "swiss"
{WBF}boards = 2
[[bye]]
team = "C"
round = "1"
[[penalty]]
to = "A"
amount = "1.5 VP"
[carry-over]
B = 2.25
"""
    found = ranked(event, match("1", "A", "B", [swing(0), swing(0)]) + match("2", "A", "C", [swing(0), swing(0)]))
    assert scores(found) == {"A": Fraction(37, 2), "B": Fraction(49, 4), "C": 20}
    assert said(found.results) == [
        ("nothing-meant", "B has neither a match nor a bye in round 2, and gets nothing for it")
    ]


def test_cuts() -> None:
    one = traveller(1, ["1 11 4", "2 12 3", "3 13 2", "4 14 2"], tags='[Session "1"]\n')
    two = traveller(1, ["1 11 1", "2 12 2"], tags='[Session "2"]\n')
    event = TWO + '[[cut]]\nafter = "1"\n'
    found = ranked(event + "keep = 3\n", one + two)
    assert [(made.qualified, made.tied) for made in found.cuts] == [
        (("1 NS", "2 NS", "3 NS"), ("4 NS",)), (("13 EW", "14 EW", "12 EW"), ()),
    ]  # fmt: skip
    assert ranked(event + "percent = 25\n", one + two).cuts[0].qualified == ("1 NS",)
    assert ranked(event + "least = 66\n", one + two).cuts[0].qualified == ("1 NS", "2 NS")
    # Who was not there in the second session has nothing for it.
    assert scores(found)["3 NS"] == Fraction(100, 12)
    kept = ranked(f'{TWO}[ranking]\nmissing-session = "drop"\n', one + two)
    assert scores(kept)["3 NS"] == Fraction(100, 6)


def test_carry_over_is_a_session_more() -> None:
    text = traveller(1, ["1 11 420", "2 12 400"])
    found = scores(ranked(f'{PAIRS}carry-over-weight = 0.5\n[carry-over]\n"1" = 40\n', text))
    assert found["1"] == (100 + Fraction(1, 2) * 40) / Fraction(3, 2)


def test_a_ranking_does_not_hang_on_the_order_of_its_results() -> None:
    text = (FIXTURES / "swiss.pbn").read_text()
    event = (FIXTURES / "swiss.toml").read_text()
    files = {"club-20.toml": (FIXTURES / "club-20.toml").read_text()}
    games = text.split('[Event "')[1:]
    turned = "".join('[Event "' + game.strip() + "\n\n" for game in reversed(games))
    assert order(ranked(event, text, files=files)) == order(ranked(event, turned, files=files))


def test_the_next_round_of_the_swiss() -> None:
    event = (FIXTURES / "swiss.toml").read_text()
    files = {"club-20.toml": (FIXTURES / "club-20.toml").read_text()}
    results = gathered(event, (FIXTURES / "swiss.pbn").read_text(), files=files)
    found = next_round(results)
    assert found.pairing.pairs == (("Durian", "Elm"), ("Birch", "Cedar"))
    assert found.pairing.bye == "Alder"
    assert len(found.pairing.repeats) == 2
    assert next_round(results, without=["Durian"]).pairing.pairs == (("Elm", "Birch"), ("Alder", "Cedar"))
    with pytest.raises(PairingError, match="no team"):
        next_round(results, without=["Fir"])


def test_pairing_after_every_second_round() -> None:
    """Round 2 goes by the standing before round 1, in which A to D stood in this order."""
    listed = "".join(f'[[team]]\nname = "{team}"\n' for team in "ABCD")
    event = f'form = "swiss"\n{WBF}[swiss]\nevery = 2\n{listed}'
    games = match("1", "A", "B", [swing(-9)]) + match("1", "C", "D", [swing(5)])
    found = next_round(gathered(event, games))
    assert (found.played, found.counted) == (("1",), ())
    assert found.pairing.pairs == (("A", "C"), ("B", "D"))
    # By the standing after round 1 the first is B, and it meets C.
    assert next_round(gathered(event.replace("every = 2", "every = 1"), games)).pairing.pairs == (
        ("B", "C"),
        ("D", "A"),
    )
    first = next_round(gathered(event))
    assert first.pairing.pairs == (("A", "B"), ("C", "D"))


def test_the_bye_of_a_round_that_is_to_be_paired_changes_nothing() -> None:
    """The pairing of round 2 was printed, and its bye written into the event file before the round was played."""
    listed = "".join(f'[[team]]\nname = "{team}"\n' for team in "ABC")
    event = f'form = "swiss"\n{WBF}{listed}[[bye]]\nteam = "C"\nround = "1"\n'
    games = match("1", "A", "B", [swing(5)])
    first = next_round(gathered(event, games))
    assert first.pairing.bye == "B"
    again = next_round(gathered(f'{event}[[bye]]\nteam = "B"\nround = "2"\n', games))
    assert (again.pairing, again.played) == (first.pairing, ("1",))


def test_other_forms_are_not_paired_by_their_standing() -> None:
    with pytest.raises(PairingError, match="expected form"):
        next_round(gathered(PAIRS))


@pytest.mark.parametrize(
    ("event", "text", "message"),
    [
        (f'{PAIRS}[[penalty]]\nto = "1"\namount = "1 VP"\n', "", "is in VP: expected %, % of a top, MP"),
        (
            f'{PAIRS}[[penalty]]\nto = "1"\namount = "1 MP"\n',
            traveller(1, ["1 11 1", "2 12 2"], tags='[Session "1"]\n')
            + traveller(1, ["1 11 1", "2 12 2"], tags='[Session "2"]\n'),
            "names no session",
        ),
        (
            'form = "bam"\n[[team]]\nname = "A"\n[[team]]\nname = "B"\n[[team]]\nname = "C"\n'
            '[[bye]]\nteam = "C"\nround = "1"\n',
            match("1", "A", "B", [(1, 0)]), "has no points",
        ),
        (
            f'form = "swiss"\n{WBF}[[team]]\nname = "A"\n[[team]]\nname = "B"\n[[team]]\nname = "C"\n'
            '[[bye]]\nteam = "C"\nround = "1"\n',
            match("1", "A", "B", [(1, 0)]).split("\n\n")[0], "no match tells how many boards",
        ),
        (
            f'form = "swiss"\n{WBF}[[bye]]\nteam = "A"\nround = "1"\n', match("1", "A", "B", [(1, 0)]),
            "A has a bye in round 1, and plays against B in it",
        ),
    ],
)  # fmt: skip
def test_an_event_that_does_not_fit_its_results(event: str, text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ranked(event, text)
