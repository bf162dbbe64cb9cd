"""Why a result has no score: the true reason, and nothing left out or halved without a word."""

from fractions import Fraction

import pytest

import pbntools as pbn
from pbntools.events.awards import Artificial
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer
from pbntools.events.ranking import rank_event
from pbntools.reports.event_words import note_text
from pbntools.reports.language import language
from tests.events.building import gathered, plain, ranked, said, scores, traveller

PAIRS = 'form = "pairs"\n'
COLUMNS = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Percentage_NS;Percentage_EW;MP_NS;Multiplicity"


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ("- - - - - - - -", "not played, or without a score"),
        ("? ? ? ? ? ? ? ?", "not played, or without a score"),
        ("4S ? 10 ? ? ? ? 1", "no declarer"),
        ("4S N ? ? ? ? ? 1", "no result"),
        ("4S N 14 ? ? ? ? 1", "Result is '14': expected 0 to 13 tricks"),
        ("4S X 10 ? ? ? ? 1", "Declarer is 'X': expected N, E, S or W"),
        ("? N 10 ? ? ? ? 1", "no contract and no score"),
        ("4Q N 10 ? ? ? ? 1", "Contract is '4Q': expected a contract"),
        ("- - - 4x0 ? ? ? 1", "Score_NS is '4x0': expected points"),
        ("- - - - - - ^2.4 1", "the artificial score ^2.4 in MP_NS tells no share of the top: write Percentage_NS and"
         " Percentage_EW, such as ^60 and ^40"),
        ("4S N 10 420 ? ? ? 5000", "Multiplicity is 5000: expected 1 to 1000"),
        ("4S N 10 420 ? ? ? 0", "Multiplicity is 0: expected 1 to 1000"),
    ],
)  # fmt: skip
def test_the_reason_of_a_row(cells: str, why: str) -> None:
    rows = ["1 11 4S N 10 ? ? ? ? 1", "2 12 4S N 9 ? ? ? ? 1", f"3 13 {cells}"]
    found = gathered(PAIRS, traveller(1, rows, COLUMNS, '[Vulnerable "All"]\n'))
    assert said(found) == [("result-missing", f"board 1: {why}")]
    assert [item.reason for item in found.findings.left_out] == [f"board 1: {why}"]
    assert [line.ns_award for line in found.lines] == [620, -100]


@pytest.mark.parametrize(
    ("tags", "why"),
    [
        ("", "not played, or without a score"),
        ('[Contract "4S"]\n[Result "10"]\n', "no declarer"),
        ('[Contract "4S"]\n[Declarer "N"]\n', "no result"),
        ('[Result "9"]\n', "no contract"),
        ('[Score "420"]\n',
         "the Score 420 names no side, and no declarer is known: write NS 420 or EW 420"),
        ('[Score "much"]\n', "the Score 'much' is of no known form: expected such as NS 420"),
    ],
)  # fmt: skip
def test_the_reason_of_a_record(tags: str, why: str) -> None:
    found = gathered(PAIRS, f'[Board "7"]\n[Table "3"]\n[PairNS "3"]\n[PairEW "11"]\n{tags}')
    assert said(found) == [("result-missing", f"board 7, table 3: {why}")]
    assert len(found.findings.left_out) == 1


def test_a_deal_to_be_played_is_no_result() -> None:
    found = gathered(PAIRS, '[Board "7"]\n[Dealer "N"]\n')
    assert (found.empty, found.every, said(found)) == (1, [], [])


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ("^120 ^40", "Percentage_NS is ^120: expected ^0 to ^100"),
        ("? ^40", "Percentage_NS is not given beside the artificial score of the other side"),
    ],
)
def test_half_a_result_is_told(cells: str, why: str) -> None:
    rows = ["2 12 420 ? ?", "3 13 400 ? ?", f"1 11 - {cells}"]
    found = ranked(PAIRS, traveller(1, rows, "PairId_NS;PairId_EW;Score_NS;Percentage_NS;Percentage_EW"))
    assert said(found.results) == [
        ("result-missing", f"board 1: NS (1) has no score, and the other side has one: {why}"),
        ("result-missing", "without a result that counts, and so not ranked: 1"),
    ]
    assert scores(found)["11"] == 40
    assert "1" not in scores(found)


@pytest.mark.parametrize(("form", "what"), [("pairs", "the pair EW is"), ("individual", "no player EW is")])
def test_a_side_that_nobody_knows_is_told(form: str, what: str) -> None:
    rows = ['"a;b" "c;d" 420', '"e;f" ? 400']
    found = gathered(f'form = "{form}"\n', traveller(1, rows, "Names_NS;Names_EW;Score_NS"))
    assert [rule for rule, _ in said(found)] == ["contestant-unknown"]
    assert what in said(found)[0][1]
    assert found.counted == 2


def test_the_vulnerability_of_the_number_is_told_once() -> None:
    text = traveller(
        2, ["1 11 4H N 10", "2 12 4H E 10", "3 13 Pass - -"], "PairId_NS;PairId_EW;Contract;Declarer;Result"
    )
    text += '[Board "7"]\n[PairNS "1"]\n[PairEW "12"]\n[Contract "4H"]\n[Declarer "E"]\n[Result "9"]\n'
    found = gathered(PAIRS, text)
    # Board 2: North-South are vulnerable.  Board 7: all are.
    assert [line.ns_award for line in found.lines] == [620, -420, 0, 100]
    assert said(found) == [
        ("vulnerability-assumed", "3 results have no vulnerability: that of the board's number counts (Law 2)")
    ]


def test_a_board_without_a_number_has_no_vulnerability() -> None:
    rows = ["1 11 4H N 10", "2 12 1NT N 7", "3 13 2S E 8", "4 14 4H N 9"]
    found = gathered(PAIRS, traveller("x7", rows, "PairId_NS;PairId_EW;Contract;Declarer;Result"))
    # A part score that is made is worth the same at any vulnerability.
    assert [line.ns_award for line in found.lines] == [90, -110]
    why = "board x7: the vulnerability is not known, and the board has no number that tells it"
    assert said(found) == [("result-missing", why)] * 2


def test_a_recorded_score_needs_no_vulnerability() -> None:
    text = '[Board "2"]\n[PairNS "1"]\n[PairEW "2"]\n[Contract "4H"]\n[Declarer "N"]\n[Result "10"]\n[Score "NS 420"]\n'
    found = gathered(PAIRS, text)
    assert [line.ns_award for line in found.lines] == [420]
    assert said(found) == []


def test_what_was_not_played_is_scored_and_what_is_not_known_is_not() -> None:
    event = f'{PAIRS}[scoring]\nnot-played = "25%"\n'
    columns = "PairId_NS;PairId_EW;Contract;Declarer;Result"
    rows = ["1 11 4S N 10", "2 12 4S N 9", "3 13 - - -", "4 14 4S N ?"]
    found = gathered(event, traveller(1, rows, columns, '[Vulnerable "None"]\n'))
    assert [line.ns_award for line in found.lines] == [420, -50, Artificial(Fraction(1, 4))]
    assert [message for _, message in said(found)] == [
        "board 1: not played, and scored as 25%", "board 1: no result",
    ]  # fmt: skip


def test_an_adjustment_reaches_a_record_that_was_not_played() -> None:
    event = f'{PAIRS}[[adjustment]]\nboard = 7\nat = "3"\nns = "A+"\new = "A-"\n'
    text = '[Board "7"]\n[PairNS "3"]\n[PairEW "11"]\n\n' + traveller(7, ["1 12 420", "2 13 400"])
    found = ranked(event, text)
    assert said(found.results) == []
    assert plain((scores(found)["3"], scores(found)["11"])) == (60, 40)


def test_a_second_look_at_groups_of_a_fouled_board() -> None:
    """By Neuberg each group comes to the five results of the whole board, even where every board is fouled."""
    event = f'{PAIRS}[[fouled]]\nboard = 1\ngroups = [["1", "2", "3"], ["4", "5"]]\n'
    found = ranked(event, traveller(1, ["1 11 450", "2 12 420", "3 13 400", "4 14 50", "5 15 -50"]))
    by_name = scores(found)
    # (5/3)(S+1) - 1 of 4, 2, 0 is 22/3, 4, 2/3 of 8; (5/2)(S+1) - 1 of 2, 0 is 13/2, 3/2 of 8.
    assert [by_name[name] for name in "12345"] == [
        Fraction(275, 3), 50, Fraction(25, 3), Fraction(325, 4), Fraction(75, 4),
    ]  # fmt: skip
    assert [by_name[f"1{name}"] for name in "12345"] == [100 - by_name[name] for name in "12345"]


@pytest.mark.parametrize("form", ["imp-pairs", "butler"])
def test_groups_of_a_fouled_board_are_compared_by_themselves(form: str) -> None:
    datum = '[scoring]\ndatum = "mean"\n' if form == "butler" else ""
    event = f'form = "{form}"\n{datum}[[fouled]]\nboard = 1\ngroups = [["1", "2"], ["3", "4"]]\n'
    found = ranked(event, traveller(1, ["1 11 420", "2 12 420", "3 13 50", "4 14 -50"]))
    assert scores(found)["1"] == scores(found)["2"] == 0
    # 100 points apart are 3 IMPs; 50 from the datum are 2.
    assert scores(found)["3"] == -scores(found)["4"] == {"imp-pairs": 3, "butler": 2}[form]


@pytest.mark.parametrize("score", ["AVE", "AVE+", "60%40%", "A60", "A100", "A60/40", "60-40"])
def test_a_score_of_usebio_that_no_source_describes_is_left_out_and_told(score: str) -> None:
    """Only `A` and two numbers of two digits are known to be an artificial score; nothing else is taken for one."""
    lines = "".join(
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{ns}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{ns + 10}</EW_PAIR_NUMBER>"
        f"<SCORE>{points}</SCORE></TRAVELLER_LINE>"
        for ns, points in ((1, score), (2, "A6040"), (3, "420"), (4, "-50"))
    )
    text = f"<USEBIO><EVENT><BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD></EVENT></USEBIO>"
    gatherer = Gatherer(parse_event(PAIRS))
    for reading in pbn.read(text.encode(), format="usebio"):
        assert reading.record is not None
        assert reading.index is not None
        gatherer.add("a.xml", reading.index, reading.record, pbn.resolve(reading.record), reading)
    found = rank_event(gatherer.finish())
    # The artificial score is one of three: by Neuberg's formula a top of two results is 3.5 of 4.
    assert plain(scores(found)) == {"2": 60, "12": 40, "3": 87.5, "13": 12.5, "4": 12.5, "14": 87.5}
    assert [item.reason for item in found.results.findings.left_out] == [
        f"board 1: Score_NS is {score!r}: expected points"
    ]


@pytest.mark.parametrize(
    ("event", "without"),
    [
        ('form = "imp-pairs"\n', 11),
        ('form = "butler"\n[scoring]\ndatum = "fixed"\nfixed = {1 = 0}\n', 9),
        ('form = "individual"\n[scoring]\nmethod = "cross-imps"\n', 11),
    ],
)
def test_a_penalty_in_imps_is_of_one_pair_and_told(event: str, without: int) -> None:
    columns = "Names_NS;Names_EW;Score_NS" if "individual" in event else "PairId_NS;PairId_EW;Score_NS"
    rows = ['"A;B" "C;D" 420', '"E;F" "G;H" -100'] if "individual" in event else ["A C 420", "E G -100"]
    games = traveller(1, rows, columns)
    assert scores(ranked(event, games))["A"] == without
    found = ranked(f'{event}[[penalty]]\nto = "A"\namount = "2.5 IMP"\nwhy = "late"\n', games)
    assert scores(found) == scores(ranked(event, games)) | {"A": without - Fraction(5, 2)}
    (note,) = next(place.notes for place in found.places if place.id == "A")
    assert note_text(note, language("en")) == "penalty 2.5 IMP (late)"
