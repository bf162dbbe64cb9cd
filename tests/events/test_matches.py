"""Matches of two rooms: who sat where, artificial and split scores in each form, matches in which nothing counts."""

import random
from fractions import Fraction

import pytest

from pbntools.events.ranking import Ranking
from tests.events.building import WBF, gathered, match, order, plain, ranked, said, scores, swing

TEAMS = f'form = "teams"\n{WBF}'
BAM = 'form = "bam"\n'
POINTS = 'form = "total-points"\n'
PATTON = 'form = "patton"\n[scale]\nfile = "p.toml"\n'
# Five points either way in the aggregate are a point more.
FILES = {
    "p.toml": 'name = "p"\nsource = "made up"\nunit = "points"\nsum = 8\n[[table]]\nboards = [1, 9]\n'
    "rows = [[0, 4, 4], [5, 5, 3], [200, 8, 0]]\n"
}

IN_IMPS = {"p.toml": FILES["p.toml"].replace("points", "IMPs")}


def adjusted(board: int, team: str, ns: str, ew: str) -> str:
    return f'[[adjustment]]\nboard = "{board}"\nat = "{team}"\nns = "{ns}"\new = "{ew}"\n'


def listed(teams: str) -> str:
    return "".join(f'[[team]]\nname = "{team}"\n' for team in teams)


def room(name: str, home: str, visit: str, points: int, board: int = 1, round_name: str = "1") -> str:
    return (
        f'[Board "{board}"]\n[Room "{name}"]\n[Round "{round_name}"]\n[HomeTeam "{home}"]\n[VisitTeam "{visit}"]\n'
        f'[Score "NS {points}"]\n\n'
    )


def seated(north: str, east: str, points: int) -> str:
    """A table by its players alone; the teams are found by them."""
    return (
        f'[Board "1"]\n[Round "1"]\n[North "{north}1"]\n[South "{north}2"]\n[East "{east}1"]\n[West "{east}2"]\n'
        f'[Score "NS {points}"]\n\n'
    )


# Orientation


def test_the_home_team_sits_north_south_in_the_open_room() -> None:
    """Reeds make 420 North-South in the open room; Ferns make 50 on the same cards in the closed one."""
    text = room("Open", "Reeds", "Ferns", 420) + room("Closed", "Reeds", "Ferns", 50)
    found = ranked(TEAMS, text).matches[0]
    assert found.teams == ("Reeds", "Ferns")
    assert plain(found.imps) == (9, -9)
    assert plain(
        ranked(TEAMS, room("Closed", "Reeds", "Ferns", 420) + room("Open", "Reeds", "Ferns", 50)).matches[0].imps
    ) == (-9, 9)


def test_the_visitors_are_the_home_team_of_the_return_match() -> None:
    text = room("Open", "Reeds", "Ferns", 420) + room("Closed", "Reeds", "Ferns", 50)
    text += room("Open", "Ferns", "Reeds", 420, round_name="2") + room("Closed", "Ferns", "Reeds", 50, round_name="2")
    found = ranked(TEAMS, text)
    assert [one.teams for one in found.matches] == [("Reeds", "Ferns"), ("Ferns", "Reeds")]
    assert [plain(one.imps) for one in found.matches] == [(9, -9), (9, -9)]
    assert {place.imps for place in found.places} == {Fraction(0)}


@pytest.mark.parametrize("north_first", [True, False])
def test_players_tell_who_sat_north_south(north_first: bool) -> None:
    """r1 and r2 play for Reeds: 420 is theirs North-South, whichever table stands first and without a Room."""
    event = TEAMS + "".join(
        f'[[team]]\nname = "{name}"\nplayers = ["{one}1", "{one}2", "{one}3", "{one}4"]\n'
        for name, one in (("Reeds", "r"), ("Ferns", "f"))
    )
    tables = [seated("r", "f", 420), seated("f", "r", 50)]
    found = ranked(event, "".join(tables if north_first else tables[::-1])).matches[0]
    at = found.side("Reeds")
    assert found.imps is not None
    assert plain((found.imps[at], found.imps[1 - at])) == (9, -9)


@pytest.mark.parametrize("form", [BAM, POINTS, TEAMS])
def test_who_is_named_first_changes_nothing(form: str) -> None:
    """The same two tables with home and visitors, and so the rooms, named the other way round."""
    one = room("Open", "Reeds", "Ferns", 420) + room("Closed", "Reeds", "Ferns", 50)
    other = room("Closed", "Ferns", "Reeds", 420) + room("Open", "Ferns", "Reeds", 50)
    assert scores(ranked(form, one)) == scores(ranked(form, other))
    assert scores(ranked(form, one))["Reeds"] > scores(ranked(form, one))["Ferns"]


# Artificial and split scores


def test_board_a_match_with_an_artificial_score() -> None:
    """60% and 40% of two points; the other board is won by A."""
    found = ranked(BAM + adjusted(1, "A", "A+", "A-"), match("1", "A", "B", [(0, 0), (100, 0)]))
    assert scores(found) == {"A": 2 + Fraction(6, 5), "B": Fraction(4, 5)}
    one = ranked(BAM + "[scoring]\nmatchpoints = 1\n" + adjusted(1, "A", "A+", "A-"), match("1", "A", "B", [(0, 0)]))
    assert scores(one) == {"A": Fraction(3, 5), "B": Fraction(2, 5)}


def test_board_a_match_with_a_split_score() -> None:
    """A has 420 North-South, B is given -100 East-West; both beat what the other table made, which is 200."""
    found = ranked(BAM + adjusted(1, "A", "420", "100"), match("1", "A", "B", [(0, 200)]))
    assert scores(found) == {"A": 2, "B": 2}
    assert found.matches[0].boards[0].is_split


def test_both_halves_of_a_patton_take_an_artificial_score() -> None:
    """By IMPs an average plus is 3 IMPs and 1.2 of 2 points; points for the aggregate it has none, and that is said."""
    games = match("1", "A", "B", [(0, 0), (100, 0)])
    event = PATTON + adjusted(1, "A", "A+", "A-")
    found = ranked(event, games, files=FILES)
    patton = found.matches[0].patton
    assert patton is not None
    assert plain(patton.boards) == (2 + Fraction(6, 5), Fraction(4, 5))
    assert plain((patton.lead, patton.aggregate)) == ((100, -100), (5, 3))
    assert scores(found) == {"A": 7 + Fraction(6, 5), "B": 3 + Fraction(4, 5)}
    assert said(found.results) == [
        (
            "result-missing",
            "board 1, the open room, round 1: an artificial score has no points, and adds nothing to the aggregate",
        )
    ]
    by_imps = ranked(event + '[patton]\naggregate = "imps"\n', games, files=IN_IMPS)
    patton = by_imps.matches[0].patton
    assert patton is not None
    assert plain((patton.lead, patton.aggregate)) == ((3 + 3, -6), (5, 3))
    assert said(by_imps.results) == []


def test_both_halves_of_a_patton_take_a_split_score() -> None:
    """Each team's own points and own lead: A is 220 ahead by its own score, B 100 by what it was given East-West."""
    event = PATTON + adjusted(1, "A", "420", "100")
    found = ranked(event, match("1", "A", "B", [(0, 200)]), files=FILES)
    patton = found.matches[0].patton
    assert patton is not None
    assert plain(patton.boards) == (2, 2)
    assert plain((patton.lead, patton.aggregate)) == ((220, 100), (8, 5))
    assert scores(found) == {"A": 10, "B": 7}


def test_the_boards_of_a_patton_by_a_table() -> None:
    """Five of six against one: 4 points ahead; with 70% for A on the third board 4.8, which is rounded."""
    table = (
        'name = "b"\nsource = "made up"\nunit = "boards"\nsum = 20\n[[table]]\nboards = [1, 9]\n'
        "rows = [[0, 10, 10], [4, 15, 5], [5, 20, 0]]\n"
    )
    event = 'form = "patton"\n[scale]\nfile = "p.toml"\n[patton]\nboards-file = "b.toml"\n'
    games = match("1", "A", "B", [(100, 0), (100, 0), (0, 0)])
    files = {**FILES, "b.toml": table}
    plain_one = ranked(event, games, files=files).matches[0].patton
    assert plain_one is not None
    assert plain(plain_one.boards) == (15, 5)
    with_share = ranked(event + adjusted(3, "A", "70%", "30%"), games, files=files).matches[0].patton
    assert with_share is not None
    assert plain(with_share.boards) == (20, 0)


def test_total_points_leave_an_artificial_score_out_and_say_why() -> None:
    found = ranked(POINTS + adjusted(1, "A", "A+", "A-"), match("1", "A", "B", [(0, 0), (100, 0)]))
    assert scores(found) == {"A": 100, "B": -100}
    assert [item.reason for item in found.results.findings.left_out] == [
        "board 1, the open room, round 1: an artificial score has no points, so that it does not count in total points",
        "board 1, the closed room, round 1: the other room has an artificial score, which has no points, so that the"
        " board does not count",
    ]


@pytest.mark.parametrize("form", [BAM, POINTS, TEAMS])
def test_nobody_wins_a_match_that_is_drawn(form: str) -> None:
    drawn, won = (ranked(form, match("1", "A", "B", [(points, 0), (0, 100)])).matches[0] for points in (100, 400))
    assert (drawn.won("A"), drawn.won("B")) == (False, False)
    assert (won.won("A"), won.won("B")) == ((False, False) if form == BAM else (True, False))


@pytest.mark.parametrize("form", [POINTS, TEAMS])
def test_a_side_without_a_score_costs_the_board_in_both_rooms(form: str) -> None:
    found = ranked(form + adjusted(1, "A", "420", "NP"), match("1", "A", "B", [(0, 0), (100, 0)]))
    assert [item.reason for item in found.results.findings.left_out] == [
        "board 1, the open room, round 1: one side has no score, so that the rooms cannot be compared",
        "board 1, the closed room, round 1: one side of the other room has no score, so that the rooms cannot be"
        " compared",
    ]


def test_total_points_with_a_split_score() -> None:
    found = ranked(POINTS + adjusted(1, "A", "420", "100"), match("1", "A", "B", [(0, 0)]))
    assert scores(found) == {"A": 420, "B": -100}


@pytest.mark.parametrize("form", [TEAMS, BAM, POINTS, PATTON, 'form = "knock-out"\n', f'form = "swiss"\n{WBF}'])
def test_an_adjustment_is_for_the_table_at_which_the_team_sits_north_south(form: str) -> None:
    games = match("1", "A", "B", [(0, 0)])
    for team, at in (("A", 0), ("B", 1)):
        found = ranked(form + adjusted(1, team, "420", "420"), games, files=FILES)
        assert said(found.results) == []
        lines = found.matches[0].boards[0].lines
        assert [line.ns_award for line in lines] == [420 if number == at else 0 for number in (0, 1)]


def test_an_adjustment_stands_for_a_room_without_a_result() -> None:
    """The closed room was cancelled: B would have sat North-South in it."""
    found = ranked(TEAMS + adjusted(1, "B", "A+", "A-"), room("Open", "A", "B", 420))
    assert said(found.results) == []
    assert plain(found.matches[0].imps) == (-3, 3)


def test_an_adjustment_that_fits_the_board_of_two_matches() -> None:
    games = match("1", "A", "B", [(0, 0)]) + match("2", "A", "B", [(0, 0)])
    found = ranked(TEAMS + adjusted(1, "A", "420", "420"), games)
    assert said(found.results) == [
        ("nothing-meant", "the adjustment of board 1 at A fits 4 results, and none was adjusted: add its round")
    ]


# Wins


def test_a_win_is_by_what_the_form_scores() -> None:
    """A wins three boards by 10 points each and loses one by 1000: 6-2 on boards, and far behind in IMPs and points."""
    games = match("1", "A", "B", [(10, 0), (10, 0), (10, 0), (0, 1000)])

    def wins(ranking: Ranking) -> dict[str, int | None]:
        return {place.id: place.wins for place in ranking.places}

    assert wins(ranked(BAM, games)) == {"A": 1, "B": 0}
    assert wins(ranked(POINTS, games)) == {"A": 0, "B": 1}
    assert wins(ranked(TEAMS, games)) == {"A": 0, "B": 1}
    assert {place.imps for place in ranked(BAM, games).places} == {None}
    assert ranked(BAM, games).matches[0].imps is None


def test_the_ladder_of_board_a_match_knows_no_imps() -> None:
    """A and B have 5 each of three matches, and A won its match against B by one board; in IMPs it lost it."""
    games = match("1", "A", "B", [(10, 0), (10, 0), (0, 1000)])
    games += match("2", "A", "C", [(0, 10)]) + match("3", "B", "C", [(10, 0)])
    found = ranked(BAM, games)
    assert scores(found) == {"A": 4, "B": 4, "C": 2}
    assert order(found) == [(1, "A", "mutual-match"), (2, "B", "mutual-match"), (3, "C", None)]
    assert found.rules.ladder == ("mutual-match", "wins", "lot")


# Nothing compared


@pytest.mark.parametrize(
    "event", [TEAMS, TEAMS + "boards = 8\n", f'form = "swiss"\n{WBF}boards = 8\n', BAM, POINTS, PATTON]
)
def test_a_match_with_nothing_compared_is_worth_nothing(event: str) -> None:
    text = match("1", "A", "B", [(100, 0)]) + room("Open", "Lions", "Bears", 420)
    found = ranked(event, text, files=FILES)
    assert plain((scores(found)["Lions"], scores(found)["Bears"])) == (0, 0)
    assert said(found.results)[-2:] == [
        ("room-missing", "board 1, the open room, round 1: Lions – Bears has no result with Bears North-South"),
        ("nothing-to-compare", "round 1: Lions – Bears: no board was compared, and the match is worth nothing"),
    ]
    assert found.results.findings.found[-1].board == "1"
    assert next(place.parts for place in found.places if place.id == "Lions") == (("1", None),)


def test_a_match_with_nothing_compared_breaks_no_tie() -> None:
    """A, B and C have 20 each. A beat C and B drew with C, but of A and B nothing was compared: they have not met."""
    event = TEAMS + '[ranking]\nladder = ["mutual-match"]\n[carry-over]\nC = -10\n'
    text = room("Open", "A", "B", 420)
    text += match("2", "A", "C", [swing(3)]) + match("3", "A", "D", [swing(-3)])
    text += match("3", "B", "C", [swing(0)]) + match("2", "B", "E", [swing(0)]) + match("4", "C", "F", [swing(3)])
    found = ranked(event, text)
    assert [entry for entry in order(found) if entry[1] in "ABC"] == [
        (1, "A", "undecided"), (1, "B", "undecided"), (1, "C", "undecided"),
    ]  # fmt: skip


# Rounds


def test_a_team_with_two_matches_in_one_round() -> None:
    text = match("1", "A", "B", [swing(0)]) + match("1", "A", "C", [swing(0)], first=2)
    found = ranked(TEAMS + listed("ABC"), text)
    assert said(found.results) == [
        ("round-repeated", "A has 2 matches in round 1, against B, C, and all of them count")
    ]
    assert scores(found)["A"] == 20
    assert found.results.findings.found[0].diagnostic().severity.name == "ERROR"


def test_records_without_rounds_are_no_double_booking() -> None:
    text = match("1", "A", "B", [swing(0)]) + match("1", "A", "C", [swing(0)], first=2)
    text = text.replace('[Round "1"]\n', "")
    assert said(ranked(TEAMS + listed("ABC"), text).results) == []
    assert said(ranked(f'form = "swiss"\n{WBF}', text).results) == [
        ("round-repeated", "A has 2 matches in a round without a name, against B, C, and all of them count")
    ]


def test_a_bye_in_a_round_that_nobody_has_played() -> None:
    event = f'form = "swiss"\n{WBF}[[bye]]\nteam = "A"\nround = "7"\n'
    found = ranked(event, match("1", "A", "B", [swing(0)]))
    assert said(found.results) == [
        ("nothing-meant", "the bye of A is in round 7, which nobody has played, and counts for nothing yet")
    ]
    assert scores(found)["A"] == 10


def test_a_penalty_of_a_round() -> None:
    event = f'form = "teams"\n{WBF}[[penalty]]\nto = "A"\namount = "1 VP"\nround = "1"\n'
    found = ranked(event, match("1", "A", "B", [swing(0)]))
    assert scores(found) == {"A": 9, "B": 10}
    assert found.places[1].notes[0].round == "1"
    found = ranked(event.replace('round = "1"', 'round = "4"'), match("1", "A", "B", [swing(0)]))
    assert scores(found) == {"A": 10, "B": 10}
    assert said(found.results) == [("nothing-meant", "the penalty of A is for round 4, in which it has no match")]


def test_findings_of_an_event_file_name_it() -> None:
    event = f'form = "teams"\n{WBF}[[penalty]]\nto = "Nobody"\namount = "1 VP"\n'
    found = gathered(event, match("1", "A", "B", [swing(0)]))
    assert {item.origin for item in found.findings.found} == {found.origin}


@pytest.mark.parametrize(
    "event", [TEAMS, f'form = "swiss"\n{WBF}', BAM, POINTS, PATTON, 'form = "knock-out"\n[knock-out]\nboards = 2\n']
)
def test_the_order_of_the_records_changes_nothing(event: str) -> None:
    names = "ABCDEF"
    draw = random.Random(8)
    games = []
    for number in range(1, 4):
        for one, other in zip(names[::2], names[1::2], strict=True):
            games += match(str(number), one, other, [(draw.randrange(-9, 9) * 50, 0) for _ in range(2)]).split("\n\n")
        names = names[0] + names[2:] + names[1]
    games = [f"{game.strip()}\n\n" for game in games if game.strip()]
    first = ranked(event, "".join(games), files=FILES, seed="8")
    for _ in range(3):
        draw.shuffle(games)
        at = len(games) // 2
        again = ranked(event, "".join(games[:at]), "".join(games[at:]), files=FILES, seed="8")
        assert order(again) == order(first)
        assert scores(again) == scores(first)
        assert [(one.label, one.points) for one in again.matches] == [(one.label, one.points) for one in first.matches]


def test_two_byes_of_a_round_are_told() -> None:
    event = f'form = "swiss"\n{WBF}' + "".join(f'[[bye]]\nteam = "{team}"\nround = "2"\n' for team in "AB")
    text = match("1", "A", "B", [swing(2)]) + match("1", "C", "D", [swing(2)]) + match("2", "C", "D", [swing(2)])
    message = "round 2 has 2 byes, of A and B: expected one, where the field is odd"
    assert said(ranked(event, text).results) == [("nothing-meant", message)]
