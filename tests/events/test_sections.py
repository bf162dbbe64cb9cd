"""Sections: one number in two of them is two pairs, and where one section has it the number alone will do."""

import pytest

import pbntools as pbn
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer
from pbntools.events.placing import Ranking
from pbntools.events.ranking import rank_event
from tests.events.building import gathered, ranked, said, scores, traveller

PAIRS = 'form = "pairs"\n'
COLUMNS = "Section;PairId_NS;PairId_EW;Score_NS"
ONE = traveller(1, ["A 1 2 420", "A 3 4 50", "A 11 12 50"], COLUMNS)
TWO = traveller(1, ["A 1 2 420", "A 3 4 50", "B 1 2 -100", "B 5 6 620"], COLUMNS)


def section(name: str, score: int, *, names: bool) -> str:
    parties = "".join(
        f"<PAIR><PAIR_NUMBER>{number}</PAIR_NUMBER><PLAYER><PLAYER_NAME>{name} {number} a</PLAYER_NAME></PLAYER>"
        f"<PLAYER><PLAYER_NAME>{name} {number} b</PLAYER_NAME></PLAYER></PAIR>"
        for number in range(1, 5)
    )
    lines = "".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ew}</EW_PAIR_NUMBER>"
        f"<SCORE>{points}</SCORE></TRAVELLER_LINE>"
        for ns, ew, points in ((1, 2, score), (3, 4, 50))
    )
    return (
        f'<SECTION SECTION_ID="{name}">{f"<PARTICIPANTS>{parties}</PARTICIPANTS>" if names else ""}'
        f"<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD></SECTION>"
    )


def of_usebio(*, names: bool) -> Ranking:
    data = '<USEBIO Version="1.2"><EVENT EVENT_TYPE="MP_PAIRS"><SESSION>{}</SESSION></EVENT></USEBIO>'.format(
        section("A", 420, names=names) + section("B", 100, names=names)
    )
    gatherer = Gatherer(parse_event(PAIRS))
    for reading in pbn.read(data.encode(), format="usebio"):
        assert reading.record is not None
        assert reading.index is not None
        gatherer.add("two.xml", reading.index, reading.record, pbn.resolve(reading.record), reading)
    return rank_event(gatherer.finish())


@pytest.mark.parametrize("names", [False, True])
def test_the_sections_of_a_file_number_their_pairs_by_themselves(names: bool) -> None:
    found = of_usebio(names=names)
    assert found.results.findings.left_out == []
    assert {place.id for place in found.places} == {f"{name}{number}" for name in "AB" for number in range(1, 5)}
    assert scores(found)["A1"] == 100
    if names:
        shown = {place.id: place.contestant.names for place in found.places}
        assert shown["A1"] == ("A 1 a", "A 1 b")
        assert shown["B1"] == ("B 1 a", "B 1 b")


def test_a_section_is_named_where_no_table_is() -> None:
    found = gathered(PAIRS, traveller(1, ["A 1 1 420"], COLUMNS))
    assert said(found) == [
        (
            "meets-itself",
            "board 1, section A: pair A1 plays against itself; if the pairs of each direction are numbered apart, say"
            " so with winners = 2",
        )
    ]
    rows = traveller(1, ["1 1 1 1 420"], "Section;Table;PairId_NS;PairId_EW;Score_NS")
    assert said(gathered(PAIRS, rows))[0][1].startswith("board 1, table 1-1: pair 1-1 plays")


@pytest.mark.parametrize("number", ["1", "A1", "a1"])
def test_a_number_alone_will_do_where_one_section_has_it(number: str) -> None:
    event = (
        f'{PAIRS}[[penalty]]\nto = "{number}"\namount = "10%"\n'
        f'[[adjustment]]\nboard = 1\nat = "{number}"\nscore = "NS 430"\n'
    )
    found = ranked(event, ONE)
    assert said(found.results) == []
    assert [line.ns for line in found.results.lines if line.adjusted] == ["A1"]
    assert scores(found)["A1"] == 90


def test_a_number_of_two_sections_is_told() -> None:
    event = f'{PAIRS}[[penalty]]\nto = "1"\namount = "10%"\n[[adjustment]]\nboard = 1\nat = "1"\nscore = "A"\n'
    assert said(ranked(event, TWO).results) == [
        ("nothing-meant", "a penalty is for 1, who has no result; there is A1 and B1"),
        ("nothing-meant", "the adjustment of board 1 at 1 fits no result; there is A1 and B1"),
    ]
    fits = f'{PAIRS}[[adjustment]]\nboard = 1\nat = "5"\nscore = "A"\n'
    assert [line.ns for line in ranked(fits, TWO).results.lines if line.adjusted] == ["B5"]
