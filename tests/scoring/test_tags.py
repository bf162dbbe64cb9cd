"""ScoreRubber and ScoreRubberHistory."""

import pytest

from pbntools.core import Contract, Seat, Side, Vulnerability
from pbntools.record import Record, Result, Tags
from pbntools.scoring import Ledger
from pbntools.scoring.tags import HISTORY, RubberScore, history_text, parse_history, parse_score_rubber, score_text


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("300/40", RubberScore(declarer=(300, 40))),
        ("NS 300/40", RubberScore(ns=(300, 40))),
        ("EW 300 / 40", RubberScore(ew=(300, 40))),
        ("EW 300/40 NS 0/0", RubberScore(ns=(0, 0), ew=(300, 40))),
        ("NS 0/0 EW 300/40", RubberScore(ns=(0, 0), ew=(300, 40))),
        ("", None),
        ("300", None),
        ("NS 300/40 NS 0/0", None),
        ("300/40 EW 0/0", None),
        ("NS -30/40", None),
        ("NS ٣/40", None),
    ],
)
def test_score_rubber(text: str, score: RubberScore | None) -> None:
    assert parse_score_rubber(text) == score


def test_a_history() -> None:
    history = parse_history("NS 700 130/60 40 EW 0 0/100 20")
    assert (history.earlier, history.above, history.games) == ((700, 0), (130, 0), ((60, 100), (40, 20)))
    assert history.vulnerable is Vulnerability.EW
    assert parse_history("NS 0 0/100 0 0 EW 0 0/0 100 0").vulnerable is Vulnerability.ALL
    assert parse_history("NS 0 0/0 EW 0 0/0").vulnerable is Vulnerability.NONE


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("NS 0 0/0", "expected NS earlier"),
        ("NS 0 0/0 EW 0 0/0 0", "NS has 1 games and EW 2"),
        ("NS 0 0/5 EW 0 0/0", "are tens"),
        ("NS 0 0/60 0 EW 0 0/60 0", "game 1 is over"),
        ("NS 0 0/100 0 EW 0 0/100 0", "game 1 is over"),
        ("NS 0 0/100 EW 0 0/0", "game 1 is under way"),
        ("NS 0 0/100 120 0 EW 0 0/0 0 0", "the rubber is over"),
    ],
)
def test_histories_of_no_rubber(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_history(text)


def deal(contract: str, declarer: str, tricks: int, **tags: str) -> Record:
    return Record(
        contract=Contract.parse(contract), declarer=Seat.parse(declarer), result=Result(tricks), tags=Tags(tags)
    )


def told(rules: str, *records: Record) -> list[list[str]]:
    ledger = Ledger(rules)
    return [[finding.rule.name for finding in ledger.push(record).findings] for record in records]


def test_what_is_written_is_what_is_read() -> None:
    ledger = Ledger("rubber")
    for contract, declarer, tricks in (
        ("2S", "N", 9),
        ("3NT", "E", 9),
        ("1C", "W", 9),
        ("4HX", "S", 10),
        ("6S", "N", 12),
    ):
        entry = ledger.add(contract, declarer, tricks, honours=0)
        text = history_text(entry.state)
        assert text is not None
        history = parse_history(text)
        assert (history.earlier, history.above, history.games) == (
            entry.state.earlier,
            entry.state.above,
            entry.state.games,
        )
        assert history.vulnerable is entry.vulnerable
        written = score_text(entry)
        assert written is not None
        score = parse_score_rubber(written)
        assert score is not None
        for side in Side:
            assert score.of(side, None) == (entry.points(side, "above"), entry.points(side, "below"))


@pytest.mark.parametrize(
    ("value", "right"),
    [
        ("30/60", True),
        ("NS 30/60", True),
        ("NS 30/60 EW 0/0", True),
        ("EW 0/0", True),
        ("130/60", False),
        ("NS 0/90", False),
        ("EW 30/60", False),
        ("NS 30/60 EW 10/0", False),
        ("?", True),
        ("nonsense", True),  # the reader reports it
    ],
)
def test_a_recorded_score_rubber(value: str, right: bool) -> None:
    found = told("rubber-plain", deal("2S", "N", 9, ScoreRubber=value))
    assert found == [[]] if right else found == [["rubber-score-mismatch"]]


def test_honours_that_are_not_known_may_be_in_the_tag() -> None:
    for value, right in (("30/60", True), ("130/60", True), ("180/60", True), ("80/60", False), ("130/90", False)):
        assert (told("rubber", deal("2S", "N", 9, ScoreRubber=value)) == [[]]) is right


def test_the_bonus_for_the_rubber_may_be_left_out_of_the_tag() -> None:
    first = deal("4S", "N", 10)
    for value, right in (("700/120", True), ("0/120", True), ("500/120", False)):
        assert (told("rubber-plain", first, deal("4S", "S", 10, ScoreRubber=value))[1] == []) is right


def test_a_pass_out_adds_nothing() -> None:
    for value, right in (("0/0", True), ("NS 0/0 EW 0/0", True), ("50/0", False)):
        record = Record(contract=Contract.parse("Pass"), tags=Tags({"ScoreRubber": value}))
        assert (told("rubber", record) == [[]]) is right


def test_chicago_has_no_history() -> None:
    record = deal("2S", "N", 9, ScoreRubberHistory="NS 0 0/60 EW 0 0/0")
    assert told("chicago", record) == [[]]
    assert told("rubber-plain", deal("1C", "N", 7), record) == [[], ["rubber-history-mismatch"]]


def test_a_session_is_taken_up_in_the_middle_of_a_rubber() -> None:
    record = deal("2H", "S", 8, ScoreRubberHistory="NS 0 430/100 40 EW 150 50/0 60")
    ledger = Ledger("rubber-plain")
    entry = ledger.push(record)
    assert entry.findings == ()
    assert entry.vulnerable is Vulnerability.NS
    assert entry.game_won is Side.NS
    session = ledger.result()
    assert session.totals == (430 + 140 + 60 + 700, 150 + 50 + 60)
    assert session.brought == (570, 260)
    assert sum(line.points for line in entry.lines) == 760
    # With the rules trusted, it starts from nothing.
    entry = Ledger("rubber-plain", trust="rules").push(record)
    assert (entry.vulnerable, [finding.rule.name for finding in entry.findings]) == (
        Vulnerability.NONE,
        ["rubber-history-mismatch"],
    )


def test_only_the_earlier_points_differ() -> None:
    ledger = Ledger("rubber-plain")
    ledger.push(deal("4S", "N", 10))
    ledger.push(deal("4S", "N", 10))
    entry = ledger.push(deal("1C", "N", 7, **{HISTORY: "NS 700 0/0 EW 0 0/0"}))
    assert [(finding.rule.name, str(finding.severity)) for finding in entry.findings] == [
        ("rubber-history-mismatch", "notice")
    ]
    assert history_text(entry.state) == "NS 940 0/0 EW 0 0/0"
