"""What an event file names and nothing has: told, or refused where it can have no effect."""

import pytest

from pbntools.events.config import parse_event
from pbntools.events.keys import ConfigError
from pbntools.events.mentions import nearest
from tests.events.building import WBF, gathered, match, ranked, said, scores, traveller

PAIRS = 'form = "pairs"\n'
TWO = "".join(traveller(1, ["1 11 420", "2 12 400"], tags=f'[Session "{name}"]\n') for name in ("morning", "evening"))


def messages(event: str, *texts: str) -> list[str]:
    return [message for rule, message in said(ranked(event, *texts).results) if rule == "nothing-meant"]


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ('[[session]]\nname = "evning"\nweight = 2\n', "the session evning has no result; the nearest is evening"),
        ('[[round]]\nname = "9"\n', "the round 9 has no result"),
        ('[[penalty]]\nto = "1"\namount = "1 MP"\nsession = "evenning"\n',
         "the penalty of 1 is for the session evenning, where it has no result"),
        ('[[pair]]\nid = "7"\n', "the pair 7 is listed, and has no result"),
        ('[[fouled]]\nboard = 1\nsession = "nite"\ngroups = [["1"], ["2"]]\n',
         "the fouled board 1 is for the session nite, which has no result"),
        ('[[adjustment]]\nboard = 1\nat = "1"\nscore = "A"\nsession = "mornig"\n',
         "the adjustment of board 1 is for the session mornig, which has no result; the nearest is morning"),
        ('[[cut]]\nafter = "noon"\nkeep = 1\n', "the cut is after noon, which is no session"),
    ],
)  # fmt: skip
def test_names_that_no_result_has(event: str, message: str) -> None:
    assert message in messages(PAIRS + event, TWO)


def test_leaders_and_datums_that_nothing_has() -> None:
    event = 'form = "butler"\n[scoring]\ndatum = "leaders"\nleaders = ["1", "99"]\n'
    assert messages(event, TWO) == ["99 is a leader, and has no result as North-South"]
    event = (
        'form = "butler"\n[scoring]\ndatum = "fixed"\n[scoring.fixed]\n1 = 100\n4 = 50\n[scoring.fixed.noon]\n1 = 0\n'
    )
    assert messages(event, TWO) == [
        "the datum of board 1 is for noon, which is no session or round",
        "the datum of board 4 is for a board that has no result",
    ]


def test_a_penalty_in_a_session_without_a_result() -> None:
    event = f'{PAIRS}[[penalty]]\nto = "3"\namount = "1 MP"\nsession = "morning"\n'
    text = TWO + traveller(2, ["3 13 420", "1 11 400"], tags='[Session "evening"]\n')
    assert messages(event, text) == ["the penalty of 3 is for the session morning, where it has no result"]


def test_listed_pairs_may_be_known_by_their_names() -> None:
    event = f'{PAIRS}[[pair]]\nid = "7"\nnames = ["Ana Ek", "Bo Li"]\n'
    text = traveller(1, ['"bo li;Ana Ek" "Cy;Di" 420', '"Eli;Fay" "Gus;Hal" 400'], "Names_NS;Names_EW;Score_NS")
    assert said(gathered(event, text)) == [
        ("contestant-unknown", "the event lists 1 of the 4 pairs that played, and all are ranked")
    ]


LISTED = "".join(f'[[pair]]\nid = "{number}"\n' for number in (1, 2, 3, 4))


def test_a_pair_that_the_event_does_not_list_is_told() -> None:
    text = "".join(traveller(board, rows, "Table;PairId_NS;PairId_EW;Score_NS") for board, rows in (
        (1, ["1 1 2 400", "2 3 14 430"]), (2, ["1 1 4 420", "2 3 2 -50"]), (3, ["1 1 4 420", "2 14 2 -50"]),
    ))  # fmt: skip
    assert said(ranked(PAIRS + LISTED, text).results) == [
        ("contestant-unknown", "board 1, table 2: the event lists no pair 14: 2 results count for it")
    ]
    listed = LISTED.replace('id = "4"', 'id = "Alder"')
    found = said(ranked(PAIRS + listed, text.replace("1 4 4", "1 Alder 4").replace("14", "Aldr")).results)
    assert found == [
        ("contestant-unknown",
         "board 1, table 2: the event lists no pair Aldr; the nearest is Alder: 2 results count for it")
    ]  # fmt: skip
    typo = text.replace("3 14 430", "3 4 430").replace("14 2 -50", "3 2 -50")
    assert said(ranked(PAIRS + LISTED, typo).results) == []


def test_a_listed_pair_may_have_a_substitute() -> None:
    listed = LISTED + '[[pair]]\nid = "5"\nnames = ["Ana Ek", "Bo Li"]\n[[pair]]\nid = "6"\n'
    columns = "PairId_NS;PairId_EW;Names_NS;Score_NS"
    text = traveller(1, ['5 2 "Ana Ek;Bo Li" 420', "3 4 ? 50"], columns)
    text += traveller(2, ['5 4 "Ana Ek;Cy Aru" 420', "6 1 ? 50"], columns)
    assert [rule for rule, message in said(ranked(PAIRS + listed, text).results) if "lists" in message] == []


def test_who_has_no_result_that_counts_is_named() -> None:
    found = ranked(PAIRS, traveller(1, ["1 11 420", "2 12 400", "3 13 -"]))
    assert said(found.results) == [
        ("result-missing", "board 1: not played, or without a score"),
        ("result-missing", "without a result that counts, and so not ranked: 3, 13"),
    ]


def test_a_misspelt_team_is_named_once_with_the_nearest() -> None:
    teams = "".join(f'[[team]]\nname = "{name}"\n' for name in ("Ankra", "Bursa", "Cesme"))
    text = match("1", "Ankra", "Bursa", [(420, 400)] * 3) + match("2", "Ankara", "Cesme", [(420, 400)] * 8)
    found = gathered(f'form = "teams"\n{WBF}{teams}', text)
    assert said(found) == [
        ("contestant-unknown", "the event lists no team Ankara; the nearest is Ankra: 16 results are left out"),
        ("nothing-meant", "the team Cesme is listed, and has no result"),
    ]
    assert found.findings.left_out[0].reason == "board 1, the open room, round 2: the event lists no team Ankara"
    assert (found.counted, len(found.findings.left_out)) == (6, 16)


def test_without_a_list_a_misspelt_team_met_only_some() -> None:
    text = (
        match("1", "Ankra", "Bursa", [(0, 0)]) + match("1", "Cesme", "Datca", [(0, 0)])
        + match("2", "Ankara", "Cesme", [(0, 0)]) + match("2", "Bursa", "Datca", [(0, 0)])
        + match("3", "Ankra", "Datca", [(0, 0)]) + match("3", "Bursa", "Cesme", [(0, 0)])
    )  # fmt: skip
    found = said(ranked(f'form = "teams"\n{WBF}', text).results)
    assert found == [
        ("nothing-meant", "Ankra met 2 of 4 other teams, and another met 3; the nearest is Ankara"),
        ("nothing-meant", "Ankara met 1 of 4 other teams, and another met 3; the nearest is Ankra"),
    ]
    whole = text.replace("Ankara", "Ankra")
    assert said(ranked(f'form = "teams"\n{WBF}', whole).results) == []


def test_the_nearest_name() -> None:
    assert nearest("7", ["7 NS", "7 EW", "17 NS"]) == "; there is 7 EW and 7 NS"
    assert nearest("OWLS", ["Owls", "Foxes"]) == "; the nearest is Owls"
    assert nearest("x", ["Owls"]) == ""


@pytest.mark.parametrize(
    ("event", "message"),
    [
        ('form = "pairs"\n[scoring]\ndivisor = "tables"', "divisor in .scoring. means nothing .* matchpoints"),
        ('form = "pairs"\n[scoring]\nnot-played-imps = -6', "not-played-imps in .scoring. means nothing"),
        ('form = "imp-pairs"\n[scoring]\nfactoring = "none"', "factoring in .scoring. means nothing .* cross-imps"),
        ('form = "imp-pairs"\n[scoring]\nhome-sits-ns = true', "home-sits-ns in .scoring. means nothing"),
        ('form = "butler"\n[scoring]\ndatum = "mean"\nleaders = ["1"]', "goes with the datum leaders"),
        ('form = "butler"\n[scoring]\ndatum = "median"\ntrim = 2', "trim in .scoring. goes with the datum trim or"),
        ('form = "butler"\n[scoring]\ndatum = "mean"\n[scoring.fixed]\n1 = 20', "fixed in .scoring. goes with"),
        ('form = "individual"\n[scoring]\nwinners = 2', "winners in .scoring. means nothing"),
        ('form = "individual"\n[[pair]]\nid = "1"', "means nothing in an individual event"),
        ('form = "pairs"\n[scale]\nname = "wbf2013"', "ranked by per cent"),
        ('form = "pairs"\n[ranking]\nimp-total = "net"', "imp-total in .ranking. means nothing"),
        ('form = "instant"\n[[fouled]]\nboard = 1\ngroups = [["1"], ["2"]]', "fouled"),
        ('form = "pairs"\ncarry-over-weight = 2', "without .carry-over."),
        ('form = "pairs"\n[[round]]\nname = "1"\nweight = 2', "sessions have weights"),
        ('form = "imp-pairs"\n[scoring]\nnot-played = "A"\nnot-played-imps = -6', "instead of not-played"),
        ('form = "imp-pairs"\n[scoring]\nnot-played-imps = -60', "-24 to 24"),
    ],
)  # fmt: skip
def test_what_can_have_no_effect_is_refused(event: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_event(event)


def test_boards_that_were_not_played_may_cost_imps() -> None:
    event = 'form = "imp-pairs"\n[scoring]\nnot-played-imps = -6\n'
    found = ranked(event, traveller(1, ["1 11 420", "2 12 400", "3 13 -"]))
    assert scores(found) == {"1": 1, "11": -1, "2": -1, "12": 1, "3": -6, "13": -6}
    assert said(found.results) == [("result-missing", "board 1: not played, and scored as -6 IMP")]
