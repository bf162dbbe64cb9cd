import datetime
import pickle
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.core import Seat
from pbntools.formats.pbn.values import VALIDATORS, value_fault
from pbntools.record import FieldState, Record, Tags
from pbntools.record_values import (
    PartialDate,
    RubberHistory,
    RubberPoints,
    RubberSide,
    Scoring,
    SidedScore,
    TimeControl,
    typed_value,
)
from tests.formats.samples import GAME, one, records

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("Date", "2024.02.29", PartialDate(2024, 2, 29)),
        ("Date", "2024.??.??", PartialDate(2024)),
        ("EventDate", "????.05.01", PartialDate(None, 5, 1)),
        ("UTCDate", "2024.13.01", None),
        ("Date", "2024-05-01", None),
        ("Time", "23:59:00", datetime.time(23, 59)),
        ("Time", "24:00:00", None),
        ("UTCTime", "07:08:09", datetime.time(7, 8, 9, tzinfo=datetime.UTC)),
        ("Board", "12", 12),
        ("Board", "12A", None),
        ("Board", "0", None),
        ("Round", "2.1b.3", ("2", "1b", "3")),
        ("Round", "2.", None),
        ("Room", "Closed", "Closed"),
        ("Room", "IMP", None),
        ("FrenchMP", "No", False),
        ("Hidden", "NS", frozenset((Seat.NORTH, Seat.SOUTH))),
        ("Hidden", "NN", None),
        ("West", "Alder, A.;Birch, B.", ("Alder, A.", "Birch, B.")),
        ("Scoring", "IMP;Cross1", Scoring("IMP", ("Cross1",))),
        ("Scoring", "OldMP", Scoring(None, ("OldMP",))),
        ("Scoring", "MP;Ours", Scoring("MP", ("Ours",))),
        ("Scoring", "MP;IMP", None),
        ("Scoring", ";", None),
        ("Score", "-100", SidedScore(declarer=-100)),
        ("Score", "NS +420", SidedScore(ns=420)),
        ("Score", "EW 0", SidedScore(ew=0)),
        ("Score", "EW -50 NS 100", SidedScore(ns=100, ew=-50)),
        ("Score", "NS 100 EW -50", SidedScore(ns=100, ew=-50)),
        ("Score", "NS 100 NS 50", None),
        ("ScoreIMP", "NS 5.5", SidedScore(ns=5 + HALF)),
        ("ScoreIMP", "NS 0 EW -0", SidedScore(ns=Fraction(0), ew=Fraction(0))),
        ("ScoreMP", "EW .5", SidedScore(ew=HALF)),
        ("ScorePercentage", "50.", SidedScore(declarer=Fraction(50))),
        ("ScorePercentage", "NS 100.1", None),
        ("ScorePercentage", "NS 62.5 EW 37.5", SidedScore(ns=62 + HALF, ew=37 + HALF)),
        ("ScoreRubber", "NS 300 / 40", SidedScore(ns=RubberPoints(300, 40))),
        (
            "ScoreRubberHistory",
            "NS 500 30/100 0 EW 0 90/60 20",
            RubberHistory(RubberSide(500, 30, (100, 0)), RubberSide(0, 90, (60, 20))),
        ),
        ("OptimumScore", "EW 430", SidedScore(ew=430)),
        ("OptimumScore", "430", None),
        ("TimeControl", "8/60", TimeControl(8, 60)),
        ("TimeControl", "8 in 60", None),
        ("TimeCall", "30", 30),
        ("TimeCard", "-1", None),
        ("Event", "Spring Pairs", "Spring Pairs"),
        ("Stage", "Final", "Final"),
        ("Unheard", "of", "of"),
    ],
)
def test_values(name: str, text: str, value: object) -> None:
    found = typed_value(name, text)
    assert found == value
    assert type(found) is type(value)
    assert pickle.loads(pickle.dumps(found)) == value


def test_a_date_that_the_calendar_lacks() -> None:
    found = typed_value("Date", "2023.02.30")
    assert found == PartialDate(2023, 2, 30)
    assert PartialDate(2023, 2, 30).date is None
    assert PartialDate(2024, 2, 29).date == datetime.date(2024, 2, 29)
    assert PartialDate(2024, 2).date is None
    assert str(PartialDate(2024, 2)) == "2024.02.??"
    assert str(PartialDate(None, None, 7)) == "????.??.07"


# What the standard names only by examples is text; what it restricts has one form, for the reader and the checks.
FORMS = sorted(VALIDATORS.keys() - {"Result", "Scoring", "Board", "TimeControl", "Competition", "Mode"})
# DoubleDummyTricks is no tag of the standard, so it is text.
FORMS = [name for name in FORMS if not name.endswith("Type") and name != "DoubleDummyTricks"]
PIECES = [
    "NS",
    "EW",
    " ",
    "+",
    "-",
    "1",
    "25",
    "100",
    "/",
    ".",
    ":",
    "05",
    "??",
    "????",
    "2024",
    "N",
    "E",
    "Yes",
    "Open",
]
TEXTS = st.lists(st.sampled_from(PIECES), min_size=1, max_size=8).map("".join).filter(lambda text: text != "?")
GOOD = [
    "NS 3 EW -3",
    "EW 1/2 NS 3/4",
    "NS 10 20/30 EW 0 0/40",
    "NS 1 2/3 EW 1 2/3",
    "2024.05.??",
    "05:05:25",
    "Open",
    "Yes",
    "NE",
    "5",
]


@given(st.sampled_from(FORMS), TEXTS | st.sampled_from(GOOD))
def test_a_value_is_typed_exactly_where_the_check_is_content(name: str, text: str) -> None:
    assert (typed_value(name, text) is None) == (value_fault(name, text) is not None)


def test_states_stay_apart() -> None:
    text = GAME.replace('"2024.05.01"', '"?"').replace("[Scoring", '[Time ""]\n[Score "much"]\n[Scoring')
    record = one(text)
    assert [record.typed(name) for name in ("Date", "Time", "Score", "Room")] == [None] * 4
    assert [record.state(name) for name in ("Date", "Time", "Score", "Room")] == [
        FieldState.UNKNOWN,
        FieldState.NOT_APPLICABLE,
        FieldState.GIVEN,
        FieldState.ABSENT,
    ]
    assert record.value("Score") == "much"


def test_inherited_values_are_typed() -> None:
    game = GAME.replace('"2024.05.01"', '"##2024.05.01"')
    later = GAME.replace('[Date "2024.05.01"]\n', "")
    second = records(game + "\n" + later)[1]
    assert second.date == PartialDate(2024, 5, 1)
    assert second.state("Date") is FieldState.INHERITED


def test_the_record_has_the_values() -> None:
    tags = (
        '[Score "NS 80"]\n[ScoreIMP "3"]\n[ScoreMP "EW 1.5"]\n[ScorePercentage "NS 60"]\n[ScoreRubber "NS 50/60"]\n'
        '[ScoreRubberHistory "NS 0 0/0 EW 0 0/0"]\n[OptimumScore "NS 110"]\n[TimeControl "2/15"]\n[Time "19:30:00"]\n'
        '[Round "3.2"]\n[Hidden "EW"]\n'
    )
    record = one(GAME.replace("[Auction", tags + "[Auction"))
    nothing = RubberSide(0, 0, (0,))
    for each in (record, pickle.loads(pickle.dumps(record))):
        assert each.date == PartialDate(2024, 5, 1)
        assert each.scoring == Scoring("MP")
        assert each.score == SidedScore(ns=80)
        assert each.score_imp == SidedScore(declarer=Fraction(3))
        assert each.score_mp == SidedScore(ew=1 + HALF)
        assert each.score_percentage == SidedScore(ns=Fraction(60))
        assert each.score_rubber == SidedScore(ns=RubberPoints(50, 60))
        assert each.score_rubber_history == RubberHistory(nothing, nothing)
        assert each.optimum_score == SidedScore(ns=110)
        assert each.time_control == TimeControl(2, 15)
        assert each.time == datetime.time(19, 30)
        assert (each.round, each.typed("Round")) == ("3.2", ("3", "2"))
        assert each.hidden == frozenset((Seat.EAST, Seat.WEST))
    assert [record.typed(name) for name in ("Dealer", "Contract", "Result")] == [
        record.dealer,
        record.contract,
        record.result,
    ]


def test_a_record_without_a_file_has_them_too() -> None:
    assert Record(tags=Tags({"Date": "2024.??.??"})).date == PartialDate(2024)


def test_equal_texts_are_read_once() -> None:
    assert typed_value("Score", "NS 1470") is typed_value("Score", "NS 1470")
