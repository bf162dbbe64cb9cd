"""Whom an event file means: keys, numbers that fit one contestant, names in any order and spelling."""

import unicodedata

import pytest

from pbntools.diagnostics import Severity
from pbntools.events.keys import ConfigError
from tests.events.building import WBF, gathered, match, ranked, said, scores, swing, traveller

PAIRS = 'form = "pairs"\n'
NAMED = "PairId_NS;PairId_EW;Names_NS;Names_EW;Score_NS"
TWO = traveller(
    1, ['1 1 "Ana;Bo" "Cy;Di" 420', '2 3 "Ed;Flo" "Gus;Hal" 50', '3 5 "Ivy;Jo" "Kit;Lou" 100'], NAMED
) + traveller(2, ['1 3 "Ana;Bo" "Gus;Hal" 420', '2 1 "Ed;Flo" "Cy;Di" 50'], NAMED)


def penalty(to: str) -> str:
    return f'[[penalty]]\nto = "{to}"\namount = "10%"\n'


@pytest.mark.parametrize(
    ("written", "key"),
    [("1 NS", "1 NS"), ("2", "2 NS"), ("5", "5 EW"), ("flo & ED", "2 NS"), ("Kit & Lou", "5 EW")],
)
def test_a_name_that_fits_one(written: str, key: str) -> None:
    without, found = ranked(PAIRS, TWO), ranked(PAIRS + penalty(written), TWO)
    assert scores(without)[key] - scores(found)[key] == 10
    assert said(found.results) == []


def test_a_number_that_fits_two_is_told() -> None:
    found = ranked(PAIRS + penalty("1"), TWO)
    assert scores(found) == scores(ranked(PAIRS, TWO))
    assert said(found.results) == [("nothing-meant", "a penalty is for 1, who has no result; there is 1 EW and 1 NS")]


def test_an_adjustment_by_a_number_is_for_the_table_that_it_fits() -> None:
    at = '[[adjustment]]\nboard = {}\nat = "1"\nns = "A+"\new = "A-"\n'
    found = gathered(PAIRS + at.format('"01"'), TWO)
    assert [(line.ns, line.ew) for line in found.lines if line.adjusted] == [("1 NS", "1 EW")]
    assert said(found) == []
    found = gathered(PAIRS + at.format(2), TWO)
    assert not any(line.adjusted for line in found.lines)
    message = "the adjustment of board 2 at 1 fits 2 results, and none was adjusted; there is 1 EW and 1 NS"
    assert said(found) == [("nothing-meant", message)]
    assert found.findings.found[0].diagnostic().severity is Severity.ERROR
    found = gathered(PAIRS + at.format(2).replace('"1"', '"4"'), TWO)
    assert said(found) == [("nothing-meant", "the adjustment of board 2 at 4 fits no result")]


def test_two_entries_for_one_contestant_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"\[carry-over\] has 2 NS twice"):
        gathered(f'{PAIRS}[carry-over]\n"2" = 55\n"2 NS" = 50\n', TWO)
    text = match("1", "Alder", "Birch", [swing(3)]) + match("2", "Cedar", "Birch", [swing(3)])
    byes = "".join(f'[[bye]]\nteam = "{name}"\nround = "2"\n' for name in ("Alder", "alder"))
    with pytest.raises(ConfigError, match="the bye Alder in round 2 is named twice"):
        gathered(f'form = "swiss"\n{WBF}{byes}', text)


def test_accents_are_the_same_in_both_encodings() -> None:
    names = "José", unicodedata.normalize("NFD", "José")
    assert names[0] != names[1]
    boards = [
        traveller(at, [f'"Ana;{name}" "Cy;Di" 420', '"Ed;Flo" "Gus;Hal" 50'], "Names_NS;Names_EW;Score_NS")
        for at, name in enumerate(names, 1)
    ]
    found = ranked(PAIRS + penalty(f"{names[1]} & Ana"), *boards)
    assert scores(found) == {"Ana & José": 90, "Gus & Hal": 100, "Cy & Di": 0, "Ed & Flo": 0}
    assert [place.contestant.label for place in found.places][1] == "Ana & José"


def test_pairs_of_sections() -> None:
    rows = ["A 1 2 420", "A 3 4 50", "B 1 2 -100", "B 3 4 620"]
    table = traveller(1, rows, "Section;PairId_NS;PairId_EW;Score_NS")
    listed = '[[pair]]\nid = "{}"\nnames = ["Ana", "Bo"]\n'
    found = gathered(PAIRS + listed.format("B1"), table)
    assert found.contestants["B1"].label == "B1 Ana & Bo"
    some = ("contestant-unknown", "the event lists 1 of the 8 pairs that played, and all are ranked")
    assert said(found) == [some]
    # Two sections have a pair 1.
    found = gathered(PAIRS + listed.format("1"), table)
    assert len(found.lines) == 4
    assert ("nothing-meant", "the pair 1 is listed, and has no result; there is A1 and B1") in said(found)
    # One section has it.
    found = gathered(PAIRS + listed.format("1"), traveller(1, rows[:2], "Section;PairId_NS;PairId_EW;Score_NS"))
    assert found.contestants["1"].label == "1 Ana & Bo"
    assert said(found) == [(some[0], some[1].replace("8", "4"))]


def test_zeros_before_a_number_make_no_other_board() -> None:
    found = ranked(PAIRS, traveller("7", ["1 2 420"]), traveller("007", ["3 4 50"]))
    assert {line.board for line in found.results.lines} == {"7"}
    assert scores(found)["1"] == 100


def ruling(at: str, board: str = "1", rest: str = "") -> str:
    return f'[[adjustment]]\nboard = {board}\nat = "{at}"\nns = "A+"\new = "A-"\n{rest}'


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("1 NS", "1 EW"), ("1", "1 NS"), ("1 NS", "Ana & Bo"), ("Bo & Ana", "ANA & BO"), ("1 EW", "di & cy"),
    ],
)  # fmt: skip
def test_two_rulings_for_one_result_are_refused(first: str, second: str) -> None:
    with pytest.raises(ConfigError, match=rf"adjustments of board 1 at {first} and at {second} are of one result"):
        gathered(PAIRS + ruling(first) + ruling(second), TWO)


def test_two_rulings_for_one_result_are_refused_by_session_and_round() -> None:
    text = TWO.replace('[Board "1"]', '[Board "1"]\n[Session "night"]\n[Round "2"]')
    rests = 'session = "night"\n', 'round = "2"\n'
    with pytest.raises(ConfigError, match="are of one result"):
        gathered(PAIRS + ruling("1", rest=rests[0]) + ruling("1 NS", rest=rests[1]), text)


def test_a_team_is_one_in_any_case() -> None:
    teams = f'form = "teams"\n{WBF}'
    text = match("1", "Ants", "Bees", [swing(3)])
    found = gathered(teams + ruling("ANTS"), text)
    assert [line.ns for line in found.lines if line.adjusted] == ["Ants"]
    with pytest.raises(ConfigError, match="at Ants and at ants are of one result"):
        gathered(teams + ruling("Ants") + ruling("ants"), text)
    # Each team has a table of its own, and the other room may have no result yet.
    both = gathered(teams + ruling("Ants") + ruling("bees"), text)
    assert sorted(line.ns or "" for line in both.lines if line.adjusted) == ["Ants", "Bees"]
    half = text[: text.index('[Board "1"]', 5)]
    with pytest.raises(ConfigError, match="at bees and at Bees are of one result"):
        gathered(teams + ruling("bees") + ruling("Bees"), half)


@pytest.mark.parametrize(
    ("event", "text", "message"),
    [
        (f'form = "teams"\n{WBF}' + ruling("A"), match("1", "A", "B", [(0, 0)]) + match("2", "A", "C", [(0, 0)]),
         "the adjustment of board 1 at A fits 4 results, and none was adjusted: add its round"),
        (PAIRS + ruling("1 NS"), TWO.replace('[Board "2"]', '[Board "1"]\n[Session "b"]'),
         "the adjustment of board 1 at 1 NS fits 2 results, and none was adjusted: add its session"),
        (PAIRS + penalty("77"), TWO, "a penalty is for 77, who has no result"),
        (PAIRS + penalty("1 NS").replace("amount", 'session = "b"\namount'), TWO,
         "the penalty of 1 NS is for the session b, where it has no result"),
        (f'form = "teams"\n{WBF}[[penalty]]\nto = "A"\namount = "1 VP"\nround = "9"\n',
         match("1", "A", "B", [(0, 0)]), "the penalty of A is for round 9, in which it has no match"),
        ('form = "knock-out"\n[[penalty]]\nto = "A"\namount = "1 IMP"\nround = "9"\n',
         match("1", "A", "B", [(0, 0)]), "the penalty of A is for round 9, in which A has no match"),
        ('form = "knock-out"\n[[withdrawal]]\nteam = "A"\nround = "9"\n',
         match("1", "A", "B", [(0, 0)]), "the withdrawal of A is from round 9, in which A has no match"),
        (f'{PAIRS}[[fouled]]\nboard = 9\ngroups = [["1"], ["2"]]\n', TWO,
         "board 9, which is said to be fouled, has no result"),
    ],
)  # fmt: skip
def test_a_ruling_that_is_not_applied_is_an_error(event: str, text: str, message: str) -> None:
    found = {one.finding.message: one.diagnostic().severity for one in ranked(event, text).results.findings.found}
    assert found[message] is Severity.ERROR
