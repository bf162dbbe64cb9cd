"""The result of a record that is one table: its score against contract and tricks, and why it has none."""

import pytest

import pbntools as pbn
from pbntools.events.awards import parse_award
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer, Results
from tests.events.building import gathered as of_events
from tests.events.building import traveller

PAIRS = 'form = "pairs"\n'
HEAD = "Board,PairNS,PairEW,Contract,Declarer,Result,Score\n"


def gathered(rows: str, head: str = HEAD) -> Results:
    gatherer = Gatherer(parse_event(PAIRS))
    for reading in pbn.read((head + rows).encode(), format="csv"):
        assert reading.record is not None
        assert reading.index is not None
        gatherer.add("club.csv", reading.index, reading.record, pbn.resolve(reading.record), reading)
    return gatherer.finish()


def rules(results: Results) -> list[str]:
    return [found.finding.rule.name for found in results.findings.found]


@pytest.mark.parametrize(
    ("row", "points", "told"),
    [
        ("1,3,4,3NT,E,10,430", -430, []),  # declarer's, as in PBN
        ("1,3,4,3NT,E,10,EW 430", -430, []),
        ("1,3,4,3NT,E,10,630", -630, []),  # the score tells the vulnerability
        ("1,3,4,3NT,E,10,-430", -430, ["vulnerability-assumed", "score-mismatch"]),
        ("1,3,4,3NT,E,10,NS 430", -430, ["vulnerability-assumed", "score-mismatch"]),
        ("1,3,4,3NT,N,10,420", 430, ["vulnerability-assumed", "score-mismatch"]),
        ("2,3,4,3NT,N,10,", 630, ["vulnerability-assumed"]),
        ("1,3,4,,,,NS 425", 425, ["impossible-score"]),
    ],
)
def test_a_score_without_a_vulnerability(row: str, points: int, told: list[str]) -> None:
    """Board 1 has nobody vulnerable and board 2 North-South (Law 2)."""
    found = gathered(row + "\n")
    assert [line.ns_award for line in found.lines] == [points]
    assert rules(found) == told
    assert found.disagreeing == ("score-mismatch" in told)


def test_a_score_with_a_vulnerability_that_contradicts_the_tricks_is_told() -> None:
    found = gathered("1,None,3,4,3NT,N,10,400\n", HEAD.replace("PairNS", "Vul,PairNS"))
    assert [line.ns_award for line in found.lines] == [430]
    (finding,) = found.findings.found
    message = (
        "board 1: 3NT by N, 10 tricks, scores 430 for North-South, and the record says 400: contract and tricks count"
    )
    assert finding.finding.message == message


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("1,3,4,3SA,E,9,", "no contract; Contract: '3SA' is not a contract"),
        ("1,3,4,3NT,E,14,", "no result; Result: '14' is no result"),
        ("1,3,4,A+,,,", "Contract: A+ does not tell what the other side gets"),
        ("1,3,4,,,,", "not played, or without a score"),
    ],
)
def test_what_the_format_could_not_read_is_why_there_is_no_score(row: str, why: str) -> None:
    (left_out,) = gathered(row + "\n").findings.left_out
    assert left_out.reason.removeprefix("board 1: ").startswith(why)


def test_what_could_not_be_read_is_not_scored_as_not_played() -> None:
    gatherer = Gatherer(parse_event(f'{PAIRS}[scoring]\nnot-played = "25%"\n'))
    for reading in pbn.read(f"{HEAD}1,3,4,A+,,,\n1,5,6,,,,\n".encode(), format="csv"):
        assert reading.record is not None
        assert reading.index is not None
        gatherer.add("club.csv", reading.index, reading.record, pbn.resolve(reading.record), reading)
    found = gatherer.finish()
    assert [(line.ns, str(line.ns_award)) for line in found.lines] == [("5", "25%")]


def test_directions_that_are_numbered_apart_are_advised() -> None:
    found = gathered("1,1,2,3NT,E,10,\n1,2,1,3NT,E,9,\n")
    assert all("winners = 2" in item.reason for item in found.findings.left_out)
    assert len(found.findings.left_out) == 2
    again = gathered("1,1,2,3NT,E,10,\n1,1,4,3NT,E,9,\n")
    assert not any("winners" in item.reason for item in again.findings.left_out)


def test_an_adjustment_names_a_side_and_says_why() -> None:
    assert [parse_award(text) for text in ("NS 420", "EW 420", "EW -50", "-50")] == [420, -420, 50, -50]
    event = f'{PAIRS}[[adjustment]]\nboard = 7\nat = "12"\nscore = "NS 420"\nwhy = "hesitation"\n'
    (adjustment,) = parse_event(event).adjustments
    assert (adjustment.ns, adjustment.ew, adjustment.why) == (420, 420, "hesitation")


REMARKS = "PairId_NS;PairId_EW;Contract;Declarer;Result;Percentage_NS;Percentage_EW;Remarks"


@pytest.mark.parametrize(
    ("row", "awards", "unplayed", "why"),
    [
        ('3 4 - - - ? ? "60%-40%"', None, False,
         "the remark '60%-40%' is not read as a score: write an [[adjustment]] for it"),
        ('3 4 - - - ? ? "Wrong  direction"', None, False,
         "the remark 'Wrong direction' is not read as a score: write an [[adjustment]] for it"),
        ('3 4 3NT N ? ? ? "60%-40%"', None, False,
         "no result; the remark '60%-40%' is not read as a score: write an [[adjustment]] for it"),
        ('3 4 - - - ? ? "not Played"', None, True, "not played, or without a score"),
        ("3 4 - - - ? ? ?", None, True, "not played, or without a score"),
        ('3 4 - - - ^50 ^50 "50%-50%"', parse_award("50%"), False, ""),
    ],
)  # fmt: skip
def test_a_remark_stays_in_view(row: str, awards: object, unplayed: bool, why: str) -> None:
    """A remark of a table-top scoring system may be a ruling, and is none for certain."""
    # A board that was not played counts as an average, and one with a ruling does not.
    event = f'{PAIRS}[scoring]\nnot-played = "A"\n'
    (line,) = of_events(event, traveller(1, [row], REMARKS)).every
    assert (line.unplayed, line.why) == (unplayed, why)
    assert line.ns_award == (parse_award("A") if unplayed else awards)


def test_a_remark_beside_a_score_is_told_unless_the_director_adjusted_it() -> None:
    text = traveller(1, ['3 4 3NT N 9 ? ? "60%-40%"', '5 6 3NT N 9 ? ? "Not played"'], REMARKS, '[Vulnerable "None"]\n')
    found = of_events(PAIRS, text)
    assert [line.ns_award for line in found.lines] == [400, 400]
    assert rules(found) == ["remark-unread"]
    ruling = '[[adjustment]]\nboard = 1\nat = "3"\nns = "60%"\new = "40%"\n'
    assert rules(of_events(PAIRS + ruling, text)) == []


def test_a_remark_of_a_record_that_is_one_table() -> None:
    tags = '[Board "1"]\n[PairNS "3"]\n[PairEW "4"]\n[Remarks "60%-40%"]\n'
    (line,) = of_events(PAIRS, tags).every
    assert line.why == "the remark '60%-40%' is not read as a score: write an [[adjustment]] for it"
    assert rules(of_events(PAIRS, tags + '[Score "NS 420"]\n')) == ["remark-unread"]
