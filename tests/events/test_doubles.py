"""An event file that says a thing twice, or of a thing that could be two, is refused."""

import pytest

from pbntools.events.config import parse_event
from pbntools.events.keys import ConfigError
from tests.events.building import WBF

TEAMS = f'form = "teams"\n{WBF}'
PAIRS = 'form = "pairs"\n'


def team(name: str, rest: str = "") -> str:
    return f'[[team]]\nname = "{name}"\n{rest}\n'


def fouled(board: str, rest: str = "") -> str:
    return f'[[fouled]]\nboard = {board}\ngroups = [["1"], ["2"]]\n{rest}\n'


def adjustment(rest: str = "") -> str:
    return f'[[adjustment]]\nboard = 7\nat = "1"\nscore = "420"\n{rest}\n'


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (TEAMS + team("Alder") + team("ALDER"), "the teams Alder and ALDER have one name, since case tells none apart"),
        (
            TEAMS + team("Alder", 'players = ["Ana Ek"]') + team("Birch", 'players = ["ana  ek"]'),
            "the player ana  ek is in two teams, Alder and Birch",
        ),
        (
            TEAMS + team("Alder", 'pairs = ["1"]') + team("Birch", 'pairs = ["2", "1"]'),
            "the pair 1 is in two teams, Alder and Birch",
        ),
        (PAIRS + fouled("7") + fouled('"07"'), "the fouled board 7 is named twice"),
        (
            PAIRS + fouled("7") + fouled("7", 'session = "evening"'),
            "the fouled board 7 is named for the session evening and for all: expected one of them",
        ),
        (PAIRS + adjustment() + adjustment(), "the adjustment of board 7 at 1 is named twice"),
        (
            PAIRS + adjustment('session = "evening"') + adjustment('session = "evening"'),
            "the adjustment of board 7 at 1 in session evening is named twice",
        ),
        (PAIRS + '[[cut]]\nafter = "x"\nkeep = 4\n' * 2, "the cut after x is named twice"),
    ],
)
def test_what_is_said_twice(event: str, message: str) -> None:
    with pytest.raises(ConfigError) as caught:
        parse_event(event)
    assert str(caught.value) == message


def test_what_is_not_the_same_stands() -> None:
    sessions = 'session = "evening"', 'session = "night"'
    rules = parse_event(PAIRS + "".join(map(adjustment, sessions)) + "".join(fouled("7", one) for one in sessions))
    assert (len(rules.adjustments), len(rules.fouled)) == (2, 2)
    # One player may be listed twice for one team.
    assert parse_event(TEAMS + team("Alder", 'players = ["Ana Ek", "Ana Ek"]')).teams[0].name == "Alder"
