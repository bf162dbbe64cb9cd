"""Tables beside each other without an event file: what is one board, whose it is, and what cannot be compared."""

import pytest

import pbntools as pbn
from pbntools.events.comparing import Comparer, Comparison
from pbntools.reports.language import language
from tests.events.building import WBF, match, plain, ranked, traveller


def compared(*texts: str) -> Comparison:
    comparer = Comparer()
    for number, text in enumerate(texts):
        for reading in pbn.read(text.encode()):
            if reading.record is not None and reading.index is not None:
                outcome = pbn.resolve(reading.record)
                comparer.add(f"file{number}.pbn", reading.index, reading.record, outcome, reading)
    return comparer.finish()


def said(found: Comparison) -> list[tuple[str, str]]:
    return [(item.finding.rule.name, item.finding.message) for item in found.findings.found]


def table(score: int, **tags: str) -> str:
    lines = [f'[{name} "{value}"]' for name, value in {"Board": "1", **tags, "Score": f"NS {score}"}.items()]
    return "\n".join(lines) + "\n\n"


TEAMS = {"HomeTeam": "Lions", "VisitTeam": "Owls"}


def test_an_evening_of_pairs_has_one_board_for_all_rounds() -> None:
    """Three tables play a board in each of two rounds; nobody is a team."""
    rows = [[f"{number} {number + 10} {score}" for number, score in own] for own in (
        [(1, 420), (2, 400)], [(3, -50), (4, 170)], [(5, 420), (6, 110)],
    )]  # fmt: skip
    texts = [traveller(1, own, tags=f'[Round "{number}"]\n') for number, own in enumerate(rows, 1)]
    found = compared(*texts)
    assert plain([(board.label, board.round, len(board.lines)) for board in found.boards]) == [("1", "", 6)]
    assert said(found) == []


def test_a_board_with_fewer_results_of_a_session_of_pairs_is_a_field_too() -> None:
    found = compared(traveller(1, ["1 11 420", "2 12 400", "3 13 -50"]), traveller(2, ["1 12 420", "2 13 400"]))
    assert [(board.imps, [plain(own.points) for own in board.matchpoints]) for board in found.boards] == [
        (None, [4, 2, 0]), (None, [2, 0]),
    ]  # fmt: skip


def test_rooms_without_teams_are_a_match_in_each_round() -> None:
    text = "".join(
        table(score, Room=room, Round=number)
        for number, both in (("1", (420, -50)), ("2", (100, 100)))
        for room, score in zip(("Open", "Closed"), both, strict=True)
    )
    assert plain([(board.round, board.imps) for board in compared(text).boards]) == [("1", 10), ("2", 0)]


def test_a_team_without_an_opponent_makes_no_match_of_teams() -> None:
    text = table(420, Room="Open", HomeTeam="Lions") + table(-50, Room="Closed", HomeTeam="Lions")
    found = compared(text)
    assert plain([(board.match, board.imps) for board in found.boards]) == [(("", ""), 10)]
    assert said(found) == []


def test_matches_of_different_teams_have_no_sum() -> None:
    found = compared(match("1", "A", "B", [(420, -50)]), match("1", "C", "D", [(420, -50)]))
    assert plain([(total.teams, total.imps) for total in found.matches]) == [
        (("A", "B"), (10, 0)),
        (("C", "D"), (10, 0)),
    ]
    assert found.total is None


def test_the_same_teams_are_summed_by_team() -> None:
    """A – B is 10 – 3, and B – A is 10 – 3: each has 13."""
    found = compared(match("1", "A", "B", [(420, -50), (0, 100)]), match("2", "B", "A", [(420, -50), (0, 100)]))
    assert plain([total.imps for total in found.matches]) == [(10, 3), (10, 3)]
    assert found.total is not None
    assert plain((found.total.teams, found.total.imps, found.total.boards)) == (("A", "B"), (13, 13), 4)


@pytest.mark.parametrize(
    ("text", "rule", "words"),
    [
        (table(50, Board="-3", Room="Open", **TEAMS), "board-unusable", "no board has the number -3"),
        (
            table(50, Room="Open", HomeTeam="Lions", VisitTeam="lions"),
            "meets-itself",
            "team Lions plays against itself",
        ),
        (traveller(1, ["7 7 50", "1 2 50"]), "meets-itself", "pair 7 plays against itself"),
        (
            table(420, Room="Open", **TEAMS) + table(170, Room="Open", **TEAMS) + table(-50, Room="Closed", **TEAMS),
            "result-repeated",
            "Lions has 2 results, and nothing tells which of them counts",
        ),
        (
            table(420, Room="Open", **TEAMS) + table(-50, Room="Closed", HomeTeam="Owls", VisitTeam="Lions"),
            "result-repeated",
            "Lions has 2 results",
        ),
        (
            table(420, **TEAMS) + table(-50, **TEAMS),
            "contestant-unknown",
            "no Room tells which of them sits North-South",
        ),
        (
            table(420, Room="Kitchen", **TEAMS) + table(-50, Room="Garden", **TEAMS),
            "contestant-unknown",
            "no Room tells which of them sits North-South",
        ),
        (table(420, Room="Open") + table(100, Room="Open"), "result-repeated", "the open room has 2 results"),
        (
            table(420, Room="Open") + table(170, Room="Open") + table(-50, Room="Closed"),
            "result-repeated",
            "the open room has 2 results",
        ),
        (
            traveller(1, ["1 1 11 420", "1 2 12 50", "2 3 13 50"], "Table;PairId_NS;PairId_EW;Score_NS"),
            "table-repeated",
            "table 1: the table has 2 results, and nothing tells",
        ),
        (traveller(1, ["1 11 420", "1 12 50", "3 13 50"]), "result-repeated", "pair 1 NS has 2 results"),
    ],
)  # fmt: skip
def test_what_rank_refuses_is_not_compared(text: str, rule: str, words: str) -> None:
    found = compared(text)
    assert any(name == rule and words in message for name, message in said(found)), said(found)
    assert all(board.imps is None for board in found.boards)
    assert found.findings.left_out


def test_who_has_two_results_is_told_in_turkish() -> None:
    found = compared(traveller(1, ["1 11 420", "1 12 50", "3 13 50"]))
    told = [language("tr").said(item.why) for item in found.findings.left_out]
    assert sum("çift 1 KG: 2 sonuç" in text for text in told) == 2, told


def test_one_of_two_results_that_are_the_same_counts() -> None:
    text = table(420, Room="Open", **TEAMS) * 2 + table(-50, Room="Closed", **TEAMS)
    found = compared(text)
    assert plain([board.imps for board in found.boards]) == [10]
    assert len(found.findings.left_out) == 1


def test_the_team_that_is_named_first_may_sit_north_south_without_a_room() -> None:
    text = table(420, **TEAMS) + table(-50, HomeTeam="Owls", VisitTeam="Lions")
    found = compared(text)
    assert plain([(board.match, board.imps) for board in found.boards]) == [(("Lions", "Owls"), 10)]


def test_rooms_of_two_days_are_one_board() -> None:
    text = table(420, Room="Open", Date="2026.05.04", **TEAMS) + table(-50, Room="Closed", Date="2026.05.05", **TEAMS)
    assert plain([board.imps for board in compared(text).boards]) == [10]
    deals = ["N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
             "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"]  # fmt: skip
    apart = "".join(
        table(score, Room=room, Date=date, Deal=deal, **TEAMS)
        for score, room, date, deal in zip(
            (420, -50), ("Open", "Closed"), ("2026.05.04", "2026.05.05"), deals, strict=True
        )
    )
    found = compared(apart)
    assert plain([board.imps for board in found.boards]) == [None, None]
    assert plain([name for name, _ in said(found)]) == ["room-missing"] * 2
    # On one day the board is fouled: its swing counts, and that is told.
    found = compared(apart.replace("05.05", "05.04"))
    assert plain([board.imps for board in found.boards]) == [10]
    ((rule, message),) = said(found)
    assert rule == "fouled-board"
    assert message.startswith("board 1, the closed room: another deal than at the table of ")


def test_another_vulnerability_is_told() -> None:
    text = table(420, Room="Open", Vulnerable="None", **TEAMS) + table(620, Room="Closed", Vulnerable="All", **TEAMS)
    assert plain([name for name, _ in said(compared(text))]) == ["fouled-board"]


def test_rank_tells_the_same_of_tables_that_contradict_each_other() -> None:
    """The swing counts in the match, and another deal, or IMPs that are not those of the scores, are told."""
    deals = ["N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432",
             "N:.AKQJT98765432.. AKQJT98765432... ..AKQJT98765432. ...AKQJT98765432"]  # fmt: skip
    text = "".join(
        table(score, Room=room, Round="1", Deal=deal, ScoreIMP=imps, **TEAMS)
        for score, room, deal, imps in zip((420, -50), ("Open", "Closed"), deals, ("NS 10", "EW 9"), strict=True)
    )
    found = ranked(f'form = "teams"\n{WBF}', text)
    assert [place.id for place in found.places] == ["Lions", "Owls"]
    told = [(item.finding.rule.name, item.board) for item in found.results.findings.found]
    assert told == [("fouled-board", "1"), ("swing-mismatch", "1")]
    # Groups of a fouled board had other cards, as the director knows.
    rows = [
        traveller(1, [row], tags=f'[Deal "{deal}"]\n') for row, deal in zip(("1 11 420", "2 12 50"), deals, strict=True)
    ]
    pairs = ranked('form = "pairs"\n', *rows)
    assert "fouled-board" in {item.finding.rule.name for item in pairs.results.findings.found}
    groups = 'form = "pairs"\n[[fouled]]\nboard = 1\ngroups = [["1"], ["2"]]\n'
    assert "fouled-board" not in {item.finding.rule.name for item in ranked(groups, *rows).results.findings.found}


def test_a_reason_that_is_true() -> None:
    found = compared(table(420, Room="Open", **TEAMS).replace('[Score "NS 420"]', '[Contract "4S"]\n[Declarer "N"]'))
    assert [message.split(": ")[-1] for _, message in said(found)] != ["not played, or without a score"]


# Par and deals


def dummy_table(spades: int, clubs: int = 6) -> str:
    """North-South make so many tricks in spades, and as many of the rest go to neither side."""
    rows = []
    for seat in "NSEW":
        for strain in ("NT", "S", "H", "D", "C"):
            ours = {"S": spades, "C": clubs}.get(strain, 6)
            rows.append(f"{seat} {strain} {ours if seat in 'NS' else 13 - ours if strain in 'SC' else 6}")
    return '[OptimumResultTable "Declarer;Denomination;Result"]\n' + "\n".join(rows) + "\n"


def room(name: str, score: int, more: str) -> str:
    return (
        f'[Board "1"]\n[Room "{name}"]\n[Vulnerable "None"]\n[HomeTeam "Lions"]\n[VisitTeam "Owls"]\n'
        f'[Score "NS {score}"]\n{more}\n'
    )


@pytest.mark.parametrize(("tag", "told"), [("NS 420", False), ("EW -420", False), ("NS 450", True), ("NS 140", True)])
def test_an_optimum_score_is_held_against_the_par_of_the_table(tag: str, told: bool) -> None:
    found = compared(room("Open", 420, f'[OptimumScore "{tag}"]\n{dummy_table(10)}') + room("Closed", 170, ""))
    board = found.boards[0]
    assert board.par is not None
    assert plain((board.par.score, board.imps)) == (420, 6)
    assert [rule for rule, _ in said(found)] == ["par-mismatch"] * told
    if told:
        item = found.findings.found[0]
        assert (item.origin.path, item.origin.record, item.board) == ("file0.pbn", 0, "1")


def test_double_dummy_tables_of_two_rooms_that_contradict_each_other_are_told() -> None:
    found = compared(room("Open", 420, dummy_table(10)) + room("Closed", 170, dummy_table(11)))
    assert found.boards[0].par is not None
    assert found.boards[0].par.score == 420
    assert said(found) == [
        (
            "par-mismatch",
            "board 1, the closed room: its double-dummy table comes to the par +450,"
            " and that of the first table to +420",
        )
    ]
    assert said(compared(room("Open", 420, dummy_table(10)) + room("Closed", 170, dummy_table(10)))) == []
    # Of another deal another par is no contradiction: that it is another deal is told.
    hands = ("AKQ2.AKQ2.AKQ2.2", "JT98.JT98.JT98.3", "7654.7654.765.54", "3.3.43.AKQJT9876")
    deals = [f'[Deal "N:{" ".join(own)}"]\n' for own in (hands, (hands[1], hands[0], *hands[2:]))]
    texts = room("Open", 420, deals[0] + dummy_table(10)) + room("Closed", 170, deals[1] + dummy_table(11))
    assert [rule for rule, _ in said(compared(texts))] == ["fouled-board"]


def test_tables_of_one_record_that_contradict_each_other_are_told() -> None:
    digits = '[DoubleDummyTricks "' + "66666" * 4 + '"]\n'
    found = compared(room("Open", 420, digits + dummy_table(10)) + room("Closed", 170, ""))
    assert [rule for rule, _ in said(found)] == ["double-dummy-mismatch"]


@pytest.mark.parametrize(
    ("one", "other", "apart"),
    [
        ("N:{0} {1} {2} {3}", "N:{0} {1} {2} {3}", False),
        ("N:{0} {1} {2} {3}", "N:{1} {0} {2} {3}", True),
        # The fourth hand follows from three.
        ("N:{0} {1} {2} -", "N:{0} {1} {2} {3}", False),
        ("N:{0} {1} {2} -", "N:- {0} {2} {3}", True),
        # Of two hands, and of cards that stand there twice, nothing is sure; check tells the latter.
        ("N:{0} {1} - -", "N:{1} {0} {2} {3}", False),
        ("N:{0} {0} {2} {3}", "N:{0} {1} {2} {3}", False),
    ],
)
def test_deals_are_told_apart_in_one_way(one: str, other: str, apart: bool) -> None:
    """By the same comparison as in `check`."""
    hands = ("AKQ2.AKQ2.AKQ2.2", "JT98.JT98.JT98.3", "7654.7654.765.54", "3.3.43.AKQJT9876")
    tags = [f'[Deal "{text.format(*hands)}"]\n' for text in (one, other)]
    found = compared(room("Open", 420, tags[0]) + room("Closed", 170, tags[1]))
    assert [rule for rule, _ in said(found)] == ["fouled-board"] * apart
    event = '[Event "Cup"]\n[Date "2024.05.01"]\n'
    text = (event + room("Open", 420, tags[0]) + event + room("Closed", 170, tags[1])).encode()
    checked = [one.rule.name for reading in pbn.check(text, select=["EVT"]) for one in reading.diagnostics]
    assert checked == ["fouled-board"] * apart
