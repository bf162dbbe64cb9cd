"""Results out of records: whose they are, what does not count, and that nothing is left out without a word."""

from fractions import Fraction

import pytest

from pbntools.events.awards import Artificial
from pbntools.events.gathering import Results, natural
from pbntools.events.keys import ConfigError
from tests.events.building import WBF, gathered, match, plain, ranked, said, scores, traveller

PAIRS = 'form = "pairs"\n'
TEAMS = f'form = "teams"\n{WBF}'


def rules(results: Results) -> list[str]:
    return [rule for rule, _ in said(results)]


def test_scores_of_rows_in_their_many_forms() -> None:
    columns = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;Percentage_NS;Percentage_EW"
    rows = [
        "1 11 4S N 10 ? ? ? ?",  # by the contract, vulnerable
        "2 12 4S E 9 ? ? ? ?",
        "3 13 - - - - 430 ? ?",  # the other side's
        "4 14 Pass ? ? ? ? ? ?",
        "5 15 - - - - - ^60 ^40",
        "6 16 4S N 10 420 620 ? ?",  # a split score
        "7 17 4S N ? ? ? ? ?",
    ]
    found = gathered(PAIRS, traveller(1, rows, columns, '[Vulnerable "NS"]\n'))
    assert [(line.ns_award, line.ew_award) for line in found.lines] == [
        (620, 620), (50, 50), (-430, -430), (0, 0), (Artificial(Fraction(3, 5)), Artificial(Fraction(2, 5))),
        (420, -620),
    ]  # fmt: skip
    assert rules(found) == ["result-missing", "score-table-mismatch"]
    assert [item.origin.row for item in found.findings.left_out] == [6]


def test_records_of_tables_and_their_pairs() -> None:
    text = "\n".join(
        f'[Board "1"]\n[West "w{n}"]\n[North "n{n}"]\n[East "e{n}"]\n[South "s{n}"]\n[Vulnerable "None"]\n'
        f'[Declarer "N"]\n[Contract "4S"]\n[Result "{tricks}"]\n'
        for n, tricks in ((1, 10), (2, 9))
    )
    found = ranked(PAIRS, text)
    assert scores(found) == {"n1 & s1": 100, "e2 & w2": 100, "n2 & s2": 0, "e1 & w1": 0}


def test_names_in_any_order_and_case_are_one_pair() -> None:
    columns = "Names_NS;Names_EW;Score_NS"
    found = ranked(
        PAIRS,
        traveller(1, ['"Ana Ek;Bo Li" "Cy;Di" 420', '"Eli;Fay" "Gus;Hal" 400'], columns)
        + traveller(2, ['"bo li;ANA EK" "Gus;Hal" 420', '"Eli;Fay" "Cy;Di" 400'], columns),
    )
    assert scores(found)["ANA EK & Bo Li"] == 100
    assert len(found.places) == 4


def test_numbers_of_both_directions_are_told_apart_by_names() -> None:
    columns = "PairId_NS;PairId_EW;Names_NS;Names_EW;Score_NS"
    rows = ['1 1 "Ana;Bo" "Cy;Di" 420', '2 2 "Eli;Fay" "Gus;Hal" 400']
    found = ranked(PAIRS, traveller(1, rows, columns))
    assert [(place.id, place.rank) for place in found.places] == [("1 NS", 1), ("2 NS", 2), ("2 EW", 1), ("1 EW", 2)]
    assert found.places[0].contestant.names == ("Ana", "Bo")


def test_numbers_that_belong_to_others_in_another_session_are_names() -> None:
    columns = "PairId_NS;PairId_EW;Names_NS;Names_EW;Score_NS"
    one = traveller(1, ['1 3 "Ana;Bo" "Cy;Di" 420', '2 4 "Eli;Fay" "Gus;Hal" 400'], columns, '[Session "1"]\n')
    two = traveller(1, ['2 3 "Ana;Bo" "Cy;Di" 420', '1 4 "Eli;Fay" "Gus;Hal" 400'], columns, '[Session "2"]\n')
    found = ranked(PAIRS, one + two)
    assert scores(found) == {"Ana & Bo": 100, "Gus & Hal": 100, "Cy & Di": 0, "Eli & Fay": 0}


def test_sections_number_their_pairs_for_themselves() -> None:
    columns = "Section;PairId_NS;PairId_EW;Score_NS"
    found = ranked(PAIRS, traveller(1, ["A 1 2 420", "B 1 2 400"], columns))
    assert set(scores(found)) == {"A1", "A2", "B1", "B2"}
    found = ranked(PAIRS, traveller(1, ["1 11 2 420", "11 1 2 400"], columns))
    assert set(scores(found)) == {"1-11", "1-2", "11-1", "11-2"}


def test_a_pair_that_meets_itself() -> None:
    found = gathered(PAIRS, traveller(3, ["1 1 420", "2 12 400", "3 13 400"]))
    assert said(found) == [
        (
            "meets-itself",
            "board 3: pair 1 plays against itself; if the pairs of each direction are numbered apart, say so with"
            " winners = 2",
        )
    ]
    assert [line.ns for line in found.lines] == ["2", "3"]
    assert [line.ns for line in gathered(f"{PAIRS}[scoring]\nwinners = 2\n", traveller(3, ["1 1 420"])).lines] == [
        "1 NS"
    ]


def test_two_results_of_a_contestant_on_a_board() -> None:
    text = traveller(1, ["1 11 420", "2 12 400", "1 13 -50", "3 14 400"])
    found = gathered(PAIRS, text)
    assert rules(found) == ["result-repeated", "result-repeated"]
    assert sorted(line.ns or "" for line in found.lines) == ["2", "3"]
    same = gathered(PAIRS, traveller(1, ["1 11 420", "2 12 400", "1 11 420"]))
    assert rules(same) == ["result-repeated"]
    assert "of which one counts" in said(same)[0][1]
    assert sorted(line.ns or "" for line in same.lines) == ["1", "2"]


def test_a_number_that_recurs_in_another_session_or_round_is_another_board() -> None:
    rows = ["1 11 420", "2 12 400"]
    sessions = gathered(PAIRS, traveller(1, rows, tags='[Session "1"]\n') + traveller(1, rows, tags='[Session "2"]\n'))
    assert len(sessions.by_board()) == 2
    rounds = traveller(1, rows, tags='[Round "1"]\n') + traveller(1, rows, tags='[Round "2"]\n')
    assert len(gathered(f'{PAIRS}[scoring]\nboards = "round"\n', rounds).by_board()) == 2
    # In a session of pairs the rounds move the pairs past the same boards.
    moved = traveller(1, rows, tags='[Round "1"]\n') + traveller(1, ["3 13 50"], tags='[Round "2"]\n')
    assert len(gathered(PAIRS, moved).by_board()) == 1


def test_a_missing_room() -> None:
    text = match("1", "Lions", "Owls", [(420, 400), (50, 0)]) + match("1", "Foxes", "Hares", [(0, 0)])
    text = text.replace('[Board "2"]\n[Room "Closed"]', '[Board "3"]\n[Room "Closed"]', 1)
    found = ranked(TEAMS, text).results
    assert said(found) == [
        ("room-missing", "board 2, the open room, round 1: Lions – Owls has no result with Owls North-South"),
        ("room-missing", "board 3, the closed room, round 1: Owls – Lions has no result with Lions North-South"),
    ]
    assert len(found.findings.left_out) == 2


def test_teams_that_nobody_knows() -> None:
    event = f'{TEAMS}[[team]]\nname = "Lions"\n[[team]]\nname = "Owls"\n'
    found = gathered(event, match("1", "Lions", "Bears", [(420, 400)]))
    assert said(found)[:1] == [("contestant-unknown", "the event lists no team Bears: 2 results are left out")]
    assert [item.reason for item in found.findings.left_out] == [
        f"board 1, the {room} room, round 1: the event lists no team Bears" for room in ("open", "closed")
    ]
    assert [message for _, message in said(found)[1:]] == [
        "the team Lions is listed, and has no result", "the team Owls is listed, and has no result",
    ]  # fmt: skip
    assert found.lines == []
    no_room = match("1", "Lions", "Owls", [(420, 400)]).replace('[Room "Open"]\n', "", 1)
    found = gathered(TEAMS, no_room)
    assert said(found) == [
        (
            "contestant-unknown",
            "board 1, round 1: Lions meets Owls, but no Room tells which of them sits North-South",
        )
    ]


def test_teams_by_their_players_and_pairs() -> None:
    event = f"""{TEAMS}
[[team]]
name = "Lions"
players = ["Ana", "Bo", "Cy", "Di"]
[[team]]
name = "Owls"
pairs = ["7", "8"]
"""
    text = traveller(1, ['? 7 "Ana;Bo" ? 420', '8 ? ? "Cy;Di" 400'], "PairId_NS;PairId_EW;Names_NS;Names_EW;Score_NS")
    found = ranked(event, text)
    assert plain(found.matches[0].imps) == (1, -1)
    assert scores(found)["Lions"] > 10


def test_a_team_against_itself() -> None:
    found = gathered(TEAMS, match("1", "Owls", "owls", [(420, 400)]))
    assert rules(found) == ["meets-itself", "meets-itself"]


@pytest.mark.parametrize("board", ["0", "-3", "", "-"])
def test_boards_that_there_are_not(board: str) -> None:
    found = gathered(PAIRS, traveller(board, ["1 11 420", "2 12 400"]))
    assert rules(found) == ["board-unusable", "board-unusable"]
    assert (len(found.lines), len(found.findings.left_out)) == (0, 2)


def test_an_adjustment_and_a_fouled_board() -> None:
    event = (
        PAIRS
        + """
[[adjustment]]
board = "1"
at = "2"
ns = "A+"
ew = "60% of 420, 40% of -50"
[[adjustment]]
board = "9"
at = "2"
score = "A"
[[fouled]]
board = "1"
groups = [["1"], ["3"]]
"""
    )
    found = gathered(event, traveller(1, ["1 11 420", "2 12 400", "3 13 400"]))
    assert [str(line.ns_award) for line in found.lines] == ["420", "60%", "400"]
    assert [line.group for line in found.lines] == [0, 0, 1]
    assert [message for _, message in said(found)] == [
        "the adjustment of board 9 at 2 fits no result",
        "board 1: 2 is in no group of the fouled board, and counts in the first",
    ]


def test_strangers_in_the_event_file() -> None:
    event = PAIRS + '[[penalty]]\nto = "77"\namount = "1 MP"\n[carry-over]\n"78" = 50\n'
    found = gathered(event, traveller(1, ["1 11 420", "2 12 400"]))
    assert [message for _, message in said(found)] == [
        "a carry-over is for 78, who has no result",
        "a penalty is for 77, who has no result",
    ]


def test_results_of_nobody_are_compared_and_rank_nobody() -> None:
    found = ranked(PAIRS, traveller(1, ["1 11 420", "? ? 400", "2 12 -50"]))
    assert scores(found) == {"1": 100, "11": 0, "2": 0, "12": 100}
    assert rules(found.results) == ["contestant-unknown"]


def test_a_row_may_stand_for_several_tables() -> None:
    found = ranked(PAIRS, traveller(1, ["1 11 420 1", "? ? 400 3"], "PairId_NS;PairId_EW;Score_NS;Multiplicity"))
    assert found.race is not None
    assert found.race.full == {"": 4}
    assert scores(found)["1"] == 100


def test_players_of_an_individual() -> None:
    columns = "Names_NS;Names_EW;Score_NS"
    text = traveller(1, ['"Ana;Bo" "Cy;Di" 420', '"Eli;Fay" "Gus;Hal" 400'], columns)
    text += traveller(2, ['"Ana;Cy" "Bo;Di" 100', '"Eli;Gus" "Fay;Ana" 90'], columns)
    found = ranked('form = "individual"\n', text)
    message = "board 2: Ana has 2 results, and nothing tells which of them counts"
    assert [text for _, text in said(found.results)] == [message] * 2
    assert scores(found) == {"Ana": 100, "Bo": 100, "Cy": 0, "Di": 0, "Eli": 0, "Fay": 0, "Gus": 100, "Hal": 100}
    same = gathered('form = "individual"\n', traveller(1, ['"Ana;Bo" "Ana;Di" 420'], columns))
    assert said(same) == [("meets-itself", "board 1: Ana sits at two seats")]


def test_a_table_that_does_not_fit_its_columns() -> None:
    found = gathered(PAIRS, '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 11\n2 12 400\n')
    assert rules(found) == ["result-missing"]


def test_labels_are_sorted_as_people_do() -> None:
    assert sorted(["10", "9", "a2", "a10", "", "2b", "9" * 30], key=natural) == [
        "",
        "2b",
        "9",
        "10",
        "9" * 30,
        "a2",
        "a10",
    ]


def test_teams_named_in_the_order_in_which_they_sit() -> None:
    def text(one: str, other: str, points: int) -> str:
        return f'[Board "1"]\n[HomeTeam "{one}"]\n[VisitTeam "{other}"]\n[Score "NS {points}"]\n\n'

    games = text("Lions", "Owls", 0) + text("Owls", "Lions", -150)
    assert rules(gathered(TEAMS, games)) == ["contestant-unknown"] * 2
    found = ranked(f"{TEAMS}[scoring]\nhome-sits-ns = true\n", games).matches[0]
    assert (found.teams, plain(found.imps)) == (("Lions", "Owls"), (4, -4))


def test_a_substitute_is_told_whatever_was_read_first() -> None:
    columns = "PairId_NS;PairId_EW;Names_NS;Names_EW;Score_NS"
    texts = [
        traveller(1, ['1 2 "Ana;Bo" "Cy;Di" 420', '3 4 "Ed;Flo" "Gus;Hal" 50'], columns),
        traveller(2, ['2 1 "Cy;Di" "Ana;Ivy" 420', '3 4 "Ed;Flo" "Gus;Hal" 50'], columns),
    ]
    message = "1 has 2 sets of names, and all its results count: Ana & Bo; Ana & Ivy"
    for order in (texts, texts[::-1]):
        found = ranked(PAIRS, *order)
        assert scores(found)["1"] == 50
        assert said(found.results) == [("contestant-unknown", message)]


def test_groups_of_a_fouled_board_hold_each_once_and_nobody_else() -> None:
    fouled = "[[fouled]]\nboard = 1\ngroups = {}\n"
    with pytest.raises(ConfigError, match="1 is in the groups twice"):
        gathered(PAIRS + fouled.format('[["1"], ["1", "2"]]'), "")
    text = traveller(1, ["1 11 420", "2 12 400"])
    found = gathered(PAIRS + fouled.format('[["1"], ["2", "99"]]'), text)
    message = "board 1, which is said to be fouled, has no result of 99 as North-South"
    assert ("nothing-meant", message) in said(found)
