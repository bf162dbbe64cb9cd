"""Teams as a file of results names them: with the numbers of their pairs, or with numbers of their own."""

import pytest

import pbntools as pbn
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer
from pbntools.events.placing import Ranking
from pbntools.events.ranking import rank_event
from tests.events.building import WBF, said, scores

TEAMS = f'form = "teams"\n{WBF}'
PAIRS = {"Ants": ("1", "2"), "Bees": ("3", "4"), "Cats": ("5", "6")}
IDS = {"Ants": "1", "Bees": "2", "Cats": "3"}
ROUNDS = (("1", "Ants", "Bees", 100), ("2", "Cats", "Ants", 300), ("3", "Bees", "Cats", 500))


def team(name: str, ids: dict[str, str], *, pairs: bool) -> str:
    own = "".join(
        f"<PAIR>{f'<PAIR_NUMBER>{number}</PAIR_NUMBER>' if pairs else ''}"
        f"<PLAYER><PLAYER_NAME>{name[0]}{number}a</PLAYER_NAME></PLAYER>"
        f"<PLAYER><PLAYER_NAME>{name[0]}{number}b</PLAYER_NAME></PLAYER></PAIR>"
        for number in PAIRS[name]
    )
    number = f"<TEAM_ID>{ids[name]}</TEAM_ID>" if name in ids else ""
    return f"<TEAM>{number}<TEAM_NAME>{name}</TEAM_NAME>{own}</TEAM>"


def usebio(ids: dict[str, str], *, pairs: bool = True, at_table: dict[str, tuple[str, str]] | None = None) -> bytes:
    """Each home team wins its only board by so many points."""
    seats = at_table or PAIRS
    matches = "".join(
        f"<MATCH><ROUND_NUMBER>{number}</ROUND_NUMBER><TEAM>{ids.get(home, home)}</TEAM>"
        f"<OPPOSING_TEAM>{ids.get(visit, visit)}</OPPOSING_TEAM><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>"
        + "".join(
            f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{seats[ns][0]}</NS_PAIR_NUMBER>"
            f"<EW_PAIR_NUMBER>{seats[ew][1]}</EW_PAIR_NUMBER><SCORE>{score}</SCORE></TRAVELLER_LINE>"
            for ns, ew, score in ((home, visit, points), (visit, home, 0))
        )
        + "</BOARD></MATCH>"
        for number, home, visit, points in ROUNDS
    )
    parties = "".join(team(name, ids, pairs=pairs) for name in PAIRS)
    return (
        '<USEBIO Version="1.2"><EVENT EVENT_TYPE="SWISS_TEAMS"><BOARD_SCORING_METHOD>IMPS</BOARD_SCORING_METHOD>'
        f"<PARTICIPANTS>{parties}</PARTICIPANTS>{matches}</EVENT></USEBIO>"
    ).encode()


def ranked(event: str, *files: bytes) -> Ranking:
    gatherer = Gatherer(parse_event(event))
    for number, data in enumerate(files):
        for reading in pbn.read(data, format="usebio"):
            assert reading.record is not None
            assert reading.index is not None
            record = reading.record
            gatherer.add(f"{number}.xml", reading.index, record, pbn.resolve(record), reading, session=f"{number}")
    return rank_event(gatherer.finish())


LISTED = "".join(f'[[team]]\nname = "{name}"\npairs = {list(pairs)}\n' for name, pairs in PAIRS.items())
BY_PLAYERS = "".join(
    f'[[team]]\nname = "{name}s"\nplayers = ["{name[0]}{PAIRS[name][0]}a", "{name[0]}{PAIRS[name][1]}b"]\n'
    for name in PAIRS
)


@pytest.mark.parametrize("ids", [IDS, {}, {name: name for name in IDS}])
def test_the_teams_of_a_file_have_its_pairs(ids: dict[str, str]) -> None:
    wanted = ranked(TEAMS + LISTED, usebio(ids))
    assert sorted(scores(wanted)) == sorted(PAIRS)
    assert len(wanted.matches) == 3
    found = ranked(TEAMS, usebio(ids))
    assert scores(found) == scores(wanted)
    assert said(found.results) == said(wanted.results) == []
    assert found.results.findings.left_out == []


def test_listed_teams_may_be_known_by_the_players_that_a_file_gives_them() -> None:
    found = ranked(TEAMS + BY_PLAYERS, usebio(IDS))
    assert scores(found) == {f"{name}s": score for name, score in scores(ranked(TEAMS, usebio(IDS))).items()}
    assert said(found.results) == []


def test_a_pair_is_no_team() -> None:
    """Without the numbers of the pairs nothing tells who sat where: the pair 1 is not the team 1."""
    found = ranked(TEAMS, usebio(IDS, pairs=False))
    assert found.places == []
    assert {item.rule.name for item in found.results.findings.left_out} == {"contestant-unknown"}
    assert len(found.results.findings.left_out) == 6


def test_the_numbers_at_the_table_may_be_those_of_the_two_teams() -> None:
    seats = {name: (number, number) for name, number in IDS.items()}
    found = ranked(TEAMS, usebio(IDS, pairs=False, at_table=seats))
    assert scores(found) == scores(ranked(TEAMS, usebio(IDS)))


def test_a_pair_of_two_teams_tells_neither() -> None:
    """The opponents tell who sat there, but for the one table where nobody is known."""
    data = usebio(IDS).replace(b"<PAIR_NUMBER>4<", b"<PAIR_NUMBER>1<")
    findings = ranked(TEAMS, data).results.findings
    assert [item.rule.name for item in findings.left_out] == ["contestant-unknown", "room-missing"]


def test_the_numbers_of_another_session_are_those_of_other_teams() -> None:
    turned = {"Ants": "3", "Bees": "1", "Cats": "2"}
    found = ranked(TEAMS, usebio(IDS), usebio(turned))
    once = scores(ranked(TEAMS, usebio(IDS)))
    assert scores(found) == {name: 2 * score for name, score in once.items()}
    assert found.results.findings.left_out == []
