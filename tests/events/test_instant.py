"""Instant matchpoints of several sessions: each board has the table of its own session."""

import pytest

from tests.events.building import ranked, said, scores, traveller

INSTANT = 'form = "instant"\n'


def board(session: str, share: int, rows: list[str], number: int = 1) -> str:
    tags = f'[Session "{session}"]\n[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n400,* {share}\n*,401 10\n'
    return traveller(number, rows, tags=tags)


@pytest.mark.parametrize("turned", [False, True])
def test_each_session_has_its_own_tables(turned: bool) -> None:
    texts = [board("1", 90, ["1 11 420"]), board("2", 50, ["1 11 420"])]
    found = ranked(INSTANT, *(texts[::-1] if turned else texts))
    parts = {place.id: [int(value or 0) for _, value in place.parts] for place in found.places}
    assert parts == {"1": [90, 50], "11": [10, 50]}
    assert said(found.results) == []


@pytest.mark.parametrize(
    ("columns", "first", "second"),
    [
        ("ScoreRange_EW;Percentage_EW", "*,-400 10", "-399,* 90"),
        ("ScoreRange_NS;Percentage_EW", "400,* 10", "*,399 90"),
        ("ScoreRange_EW;Percentage_NS", "*,-400 90", "-399,* 10"),
    ],
)
def test_a_table_may_be_that_of_east_west(columns: str, first: str, second: str) -> None:
    tags = f'[InstantScoreTable "{columns}"]\n{first}\n{second}\n'
    found = ranked(INSTANT, traveller(1, ["1 11 420", "2 12 100"], tags=tags))
    assert scores(found) == {"1": 90, "11": 10, "2": 10, "12": 90}


def test_tables_of_a_board_that_differ_do_not_count() -> None:
    one, two = board("1", 90, ["1 11 420"]), board("1", 50, ["2 12 420"])
    other = board("1", 70, ["1 12 420", "2 11 420"], 2)
    for texts in ((one, two, other), (two, one, other)):
        found = ranked(INSTANT, "".join(texts))
        assert said(found.results) == [
            ("instant-tables-disagree",
             "board 1 has InstantScoreTables that differ, and nothing tells which of them counts")
        ]  # fmt: skip
        assert [item.reason for item in found.results.findings.left_out] == [
            "board 1: its InstantScoreTables differ"
        ] * 2
        assert scores(found) == {"1": 70, "12": 30, "2": 70, "11": 30}
        assert found.results.counted == 2


def test_the_same_table_may_stand_in_each_record() -> None:
    found = ranked(INSTANT, board("1", 90, ["1 11 420"]) + board("1", 90, ["2 12 400"]))
    assert said(found.results) == []


def test_a_table_without_results_and_session_is_for_every_session() -> None:
    loose = '[Board "1"]\n[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n400,* 80\n*,401 10\n\n'
    sessions = [traveller(1, ["1 11 420"], tags=f'[Session "{name}"]\n') for name in "12"]
    found = ranked(INSTANT, loose, *sessions)
    assert scores(found) == {"1": 80, "11": 20}


def test_ranges_that_overlap_choose_nothing() -> None:
    table = '[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n400,* 90\n410,* 80\n*,401 10\n'
    found = ranked(INSTANT, traveller(1, ["1 11 420", "2 12 -50"], tags=table))
    assert [message for rule, message in said(found.results) if rule == "nothing-to-compare"] == [
        "board 1: the table has no one row for the score"
    ]


def test_a_row_of_no_percentage_does_not_count() -> None:
    table = '[InstantScoreTable "ScoreRange_NS;Percentage_NS"]\n420 150\n400 70\n*,-10 -5\n'
    found = ranked(INSTANT, traveller(7, ["1 11 420", "2 12 400", "3 13 -50"], tags=table))
    assert scores(found) == {"2": 70, "12": 30}
    told = [message for rule, message in said(found.results) if rule == "nothing-to-compare"]
    assert told == [
        "board 7: row 1 of the InstantScoreTable gives North-South 150%: expected 0 to 100, and so the row does not"
        " count",
        "board 7: row 3 of the InstantScoreTable gives North-South -5%: expected 0 to 100, and so the row does not"
        " count",
        "board 7: the table has no one row for the score",
        "board 7: the table has no one row for the score",
    ]
    alone = ranked(
        INSTANT, traveller(7, ["1 11 420"], tags='[InstantScoreTable "ScoreRange_EW;Percentage_EW"]\n-420 -1\n')
    )
    assert not alone.places
    assert "board 7: row 1 of the InstantScoreTable gives North-South 101%" in said(alone.results)[0][1]


def test_each_session_may_have_its_own_datums() -> None:
    event = 'form = "butler"\n[scoring]\ndatum = "fixed"\n[scoring.fixed]\n1 = 400\n[scoring.fixed.2]\n1 = 500\n'
    texts = [traveller(1, ["1 11 420", "2 12 450"], tags=f'[Session "{name}"]\n') for name in "12"]
    for some in (texts, texts[::-1]):
        found = ranked(event, *some)
        assert {place.id: [int(value or 0) for _, value in place.parts] for place in found.places} == {
            "2": [2, -2], "1": [1, -2], "11": [-1, 2], "12": [-2, 2],
        }  # fmt: skip
