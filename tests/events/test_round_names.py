"""A round that each session has again is a round of each session; the halves of one match stay together."""

import pytest

from pbntools.events.next_round import next_round
from tests.events.building import WBF, gathered, match, ranked, said, scores, swing

TEAMS = f'form = "teams"\n{WBF}'


def of_session(session: str, text: str) -> str:
    return text.replace("[Room ", f'[Session "{session}"]\n[Room ')


def both(first: int = 1) -> list[str]:
    return [
        of_session("evening", match("1", "Alder", "Birch", [swing(10)])),
        of_session("night", match("1", "Alder", "Birch", [swing(10)], first)),
    ]


@pytest.mark.parametrize("form", ["teams", "swiss"])
def test_the_same_boards_in_two_sessions_are_two_matches(form: str) -> None:
    found = ranked(f'form = "{form}"\n{WBF}', *both())
    assert [(one.round, one.teams, len(one.boards)) for one in found.matches] == [
        ("evening 1", ("Alder", "Birch"), 1),
        ("night 1", ("Alder", "Birch"), 1),
    ]
    assert said(found.results) == []
    # The order of the files is not that of the rounds.
    assert scores(found) == scores(ranked(f'form = "{form}"\n{WBF}', *reversed(both())))


def test_other_boards_in_a_second_session_are_of_the_same_match() -> None:
    found = ranked(TEAMS, *both(first=2))
    assert [(one.round, len(one.boards)) for one in found.matches] == [("1", 2)]


def test_rooms_that_were_played_in_two_sessions_make_no_second_match() -> None:
    text = match("1", "Alder", "Birch", [swing(10)])
    opened, closed = text.split("\n\n")[:2]
    found = ranked(TEAMS, of_session("evening", opened + "\n\n"), of_session("night", closed + "\n\n"))
    assert [one.round for one in found.matches] == ["1"]


def test_a_round_that_the_event_lists_is_one() -> None:
    found = ranked(f'{TEAMS}[[round]]\nname = "1"\n', *both())
    assert [(one.round, len(one.boards)) for one in found.matches] == [("1", 2)]


def test_a_match_of_a_knock_out_goes_on_from_session_to_session() -> None:
    found = ranked('form = "knock-out"\n', *both())
    assert [(one.round, len(one.boards)) for one in found.matches] == [("1", 2)]


def test_sessions_stand_in_the_order_of_the_event() -> None:
    event = f'{TEAMS}[[session]]\nname = "night"\n[[session]]\nname = "evening"\n'
    event += '[[bye]]\nteam = "Cedar"\nround = "night 1"\n'
    cedar = of_session("evening", match("1", "Cedar", "Durian", [swing(0)]))
    found = ranked(event, *both(), cedar)
    assert [one.round for one in found.matches] == ["night 1", "evening 1", "evening 1"]
    assert found.results.again == {"1"}
    # The bye of a round of a session is that of a draw.
    assert scores(found)["Cedar"] == 20


def test_the_next_round_knows_them_apart() -> None:
    event = f'form = "swiss"\n{WBF}[swiss]\nevery = 2\n'
    third = of_session("night", match("2", "Alder", "Birch", [swing(3)]))
    made = next_round(gathered(event, *both(), third))
    assert made.played == ("evening 1", "night 1", "2")
    assert made.counted == ("evening 1", "night 1")
