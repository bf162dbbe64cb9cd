"""Ties broken step by step."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from pbntools.events.ladders import Placed, lot, rank
from pbntools.events.ranking import Ranking
from tests.events.building import WBF, match, order, ranked, scores, swing, traveller

TEAMS = f'form = "teams"\n{WBF}'


def test_ranks_are_shared_until_a_step_decides() -> None:
    table = {"A": 3, "B": 3, "C": 2, "D": 3}
    assert rank(table, []) == [
        Placed(1, "A", "undecided"), Placed(1, "B", "undecided"), Placed(1, "D", "undecided"), Placed(4, "C", None),
    ]  # fmt: skip


def test_those_still_tied_start_anew_among_themselves() -> None:
    """The first step separates C from A and B; among A and B alone it separates them too."""

    def beaten(group: Sequence[str]) -> Mapping[str, int]:
        wins = {("A", "B"), ("A", "C"), ("B", "A"), ("B", "A"), ("B", "C")}
        if len(group) == 3:
            return {one: sum((one, other) in wins for other in group) for one in group}
        return {"A": 0, "B": 1}

    found = rank({"A": 1, "B": 1, "C": 1}, [("met", beaten)])
    assert found == [Placed(1, "B", "met"), Placed(2, "A", "met"), Placed(3, "C", "met")]


def test_lots_need_a_seed_and_hang_on_nothing_else() -> None:
    table = dict.fromkeys("DBCA", 1)
    steps = [("lot", lambda group: None)]
    assert {placed.decided_by for placed in rank(table, steps)} == {"undecided"}
    found = rank(table, steps, seed="7 May")
    assert [placed.id for placed in found] == sorted("ABCD", key=lambda one: lot("7 May", one))
    assert {placed.decided_by for placed in found} == {"lot"}
    assert found == rank(dict.fromkeys("ABCD", 1), steps, seed="7 May")


# The teams' ladder


def test_three_teams_in_a_circle() -> None:
    """A beat B, B beat C and C beat A by as much."""
    ranking = ranked(
        TEAMS,
        match("1", "A", "B", [swing(4), swing(0)]) + match("2", "A", "C", [swing(-4), swing(0)])
        + match("3", "B", "C", [swing(4), swing(0)]),
    )  # fmt: skip
    assert len(set(scores(ranking).values())) == 1
    # In a circle the small table of the three separates nobody, nor does anything else.
    assert order(ranking) == [(1, "A", "undecided"), (1, "B", "undecided"), (1, "C", "undecided")]


def test_a_tie_of_two_goes_to_the_winner_of_their_match() -> None:
    ranking = ranked(
        TEAMS,
        match("1", "A", "B", [swing(4)]) + match("2", "A", "C", [swing(-4)]) + match("3", "B", "C", [swing(4)])
        + match("4", "A", "D", [swing(5)]) + match("5", "B", "D", [swing(5)]) + match("6", "C", "D", [swing(2)]),
    )  # fmt: skip
    assert order(ranking) == [(1, "A", "mutual-match"), (2, "B", "mutual-match"), (3, "C", None), (4, "D", None)]


def test_a_drawn_match_goes_by_its_imps_and_then_by_all() -> None:
    """At one IMP in many boards the victory points of an own scale are the same: 10-10 up to 2 IMPs."""
    scale = 'name = "club"\nsource = "made up"\nsum = 20\n[[table]]\nboards = [1, 9]\nrows = [[0, 10, 10], [3, 12, 8]]'
    event = 'form = "teams"\n[scale]\nfile = "club.toml"\n'
    games = match("1", "B", "A", [swing(1)])
    ranking = ranked(event, games, files={"club.toml": scale})
    assert order(ranking) == [(1, "B", "mutual-imps"), (2, "A", "mutual-imps")]
    games = match("1", "A", "C", [swing(1)]) + match("1", "B", "D", [swing(2)])
    ranking = ranked(event, games, files={"club.toml": scale})
    assert order(ranking) == [
        (1, "B", "imp-total"),
        (2, "A", "imp-total"),
        (3, "C", "imp-total"),
        (4, "D", "imp-total"),
    ]


def test_imp_totals_net_or_gained() -> None:
    games = match("1", "A", "C", [swing(5), swing(-4)]) + match("1", "B", "D", [swing(1), swing(0)])
    assert order(ranked(TEAMS, games))[:2] == [(1, "A", "undecided"), (1, "B", "undecided")]
    gained = ranked(f'{TEAMS}[ranking]\nimp-total = "gained"\n', games)
    assert order(gained)[:2] == [(1, "A", "imp-total"), (2, "B", "imp-total")]


def test_the_number_of_wins() -> None:
    """A won by 1 and lost by 1, B drew twice: the same victory points and IMPs, and they have not met."""
    games = match("1", "A", "X", [swing(1)]) + match("2", "A", "Y", [swing(-1)])
    games += match("1", "B", "Y", [swing(0)]) + match("2", "B", "X", [swing(0)])
    found = [entry for entry in order(ranked(TEAMS, games)) if entry[1] in "AB"]
    assert found == [(2, "A", "wins"), (3, "B", "wins")]


# The pairs' ladder

PAIRS = 'form = "pairs"\n[scoring]\nwinners = 2\n'


def rows(*points: int) -> list[str]:
    """Results of the pairs 1, 2, … North-South against one pair each."""
    return [f"{number} {10 + number} {score}" for number, score in enumerate(points, 1)]


def first_two(ranking: Ranking) -> list[tuple[int, str, str | None]]:
    """The places of the pairs 1 and 2 North-South."""
    return [entry for entry in order(ranking) if entry[1] in ("1 NS", "2 NS")]


def test_sessions_in_which_one_beat_the_other() -> None:
    """1 has 100, 100 and 0 per cent, 2 has 50, 50 and 100: the same in sum, and 1 was ahead in two of three."""
    text = "".join(
        traveller(1, rows(*points), tags=f'[Session "{session}"]\n')
        for session, points in enumerate([(3, 2, 1), (3, 2, 1), (1, 3, 2)], 1)
    )
    found = ranked(PAIRS, text)
    assert scores(found)["1 NS"] == scores(found)["2 NS"] == Fraction(200, 3)
    assert first_two(found) == [(1, "1 NS", "sessions"), (2, "2 NS", "sessions")]


def test_the_heavier_sessions() -> None:
    """100 and 50 against 0 and 100 per cent, the second session twice as heavy: the same, and each was ahead once."""
    text = traveller(1, rows(3, 1, 2), tags='[Session "1"]\n') + traveller(1, rows(2, 3, 1), tags='[Session "2"]\n')
    found = ranked(PAIRS + '[[session]]\nname = "1"\n[[session]]\nname = "2"\nweight = 2\n', text)
    assert scores(found)["1 NS"] == scores(found)["2 NS"] == Fraction(200, 3)
    assert first_two(found) == [(1, "2 NS", "weighted-sessions"), (2, "1 NS", "weighted-sessions")]


def test_boards_on_which_one_beat_the_other() -> None:
    """3, 1 and 1 of 3 against 1, 2 and 2: the same in sum, and 2 is ahead on two of three boards."""
    text = traveller(1, rows(4, 2, 3, 1)) + traveller(2, rows(2, 3, 1, 4)) + traveller(3, rows(2, 3, 1, 4))
    found = ranked(PAIRS, text)
    assert scores(found)["1 NS"] == scores(found)["2 NS"] == Fraction(500, 9)
    assert first_two(found) == [(2, "2 NS", "boards"), (3, "1 NS", "boards")]


def test_an_equal_session_counts_for_neither() -> None:
    """Each two of three are level: 1 beat the others once and lost to them once, and these were equal twice."""
    columns = "PairId_NS;PairId_EW;Percentage_NS;Percentage_EW"

    def session(name: str, *shares: int) -> str:
        lines = [f"{number} {10 + number} ^{share} ^{100 - share}" for number, share in enumerate(shares, 1)]
        return traveller(name, lines, columns, tags=f'[Session "{name}"]\n')

    ranking = ranked(PAIRS, session("1", 60, 50, 50) + session("2", 40, 50, 50))
    own = [entry for entry in order(ranking) if entry[1].endswith("NS")]
    assert own == [(1, "1 NS", "undecided"), (1, "2 NS", "undecided"), (1, "3 NS", "undecided")]
    ranking = ranked(PAIRS, session("1", 60, 50, 50) + session("2", 45, 50, 55) + session("3", 45, 50, 45))
    own = [entry for entry in order(ranking) if entry[1].endswith("NS")]
    # 1 beat another twice and was beaten three times, 2 three times and twice, 3 twice and twice.
    assert own == [(1, "2 NS", "sessions"), (2, "3 NS", "sessions"), (3, "1 NS", "sessions")]


def test_three_pairs_that_beat_each_other_in_a_circle() -> None:
    """Each of 1, 2 and 3 has five of nine, and was ahead of the two others on three boards."""
    text = traveller(1, rows(4, 2, 3, 1)) + traveller(2, rows(2, 3, 4, 1)) + traveller(3, rows(2, 3, 1, 4))
    found = [entry for entry in order(ranked(PAIRS, text)) if entry[1].endswith("NS")]
    assert found[:3] == [(1, "1 NS", "undecided"), (1, "2 NS", "undecided"), (1, "3 NS", "undecided")]
    drawn = [entry for entry in order(ranked(PAIRS, text, seed="a seed")) if entry[1].endswith("NS")]
    assert [entry[0] for entry in drawn[:3]] == [1, 2, 3]
    assert {entry[2] for entry in drawn[:3]} == {"lot"}


def test_pairs_that_never_held_the_same_cards_are_not_compared() -> None:
    """1 sat North-South and 11 East-West: their session is the same, and no board tells them apart."""
    found = ranked('form = "pairs"\n', traveller(1, ["1 11 420", "2 12 420"]))
    assert {entry[2] for entry in order(found)} == {"undecided"}
    assert [entry[0] for entry in order(found)] == [1, 1, 1, 1]
