"""Records written as LIN: what is lost is told, and the rest comes back."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.core import PASSED_OUT, Contract, Seat, Strain
from pbntools.formats.content import differences
from pbntools.formats.lin.fitting import Fitter
from pbntools.formats.losses import Losses
from pbntools.formats.registry import WriteError
from pbntools.laws import resolve_reduced
from pbntools.record import Annotation, Comment, Details, Record, Remarks, Result, Table, Tags
from tests.formats.lin.lin_samples import BOARD, fitted, only, random_record, readings, written

NO_CONTRACT = "result-lost: LIN (Bridge Base) has no place for a contract that does not follow from the auction"
NO_TRICKS = "result-lost: LIN (Bridge Base) has no place for tricks that do not follow from the play"
DIALECTS = ["myhands", "vugraph", "single"]


@pytest.mark.parametrize("dialect", DIALECTS)
@given(seed=st.integers(0, 1 << 32))
def test_what_is_written_reads_back(dialect: str, seed: int) -> None:
    record = random_record(seed)
    wanted, losses = fitted(record, dialect)
    assert wanted is not None
    data = written([wanted], dialect)
    (back,) = [reading.record for reading in readings(data)]
    assert back is not None
    assert differences(wanted, back) == []
    if differences(record, wanted):
        assert losses
    # A second time nothing more is lost.
    again, more = fitted(back, dialect)
    assert again is not None
    assert differences(again, back) == []
    assert [words for words in more if not words.startswith("provenance-changed")] == []


@pytest.mark.parametrize("dialect", DIALECTS)
@given(seed=st.integers(0, 1 << 32))
def test_the_replay_under_the_laws_tells_the_order_of_cards(dialect: str, seed: int) -> None:
    record = random_record(seed)
    facts = pbn.resolve(record)
    blind = pbn.resolve(record)
    blind.play = None
    ways = []
    for given_facts in (facts, blind):
        losses = Losses()
        ways.append((Fitter(dialect)(record, given_facts, losses), [(loss.rule, loss.what) for loss in losses]))
    assert ways[0] == ways[1]


@pytest.mark.parametrize("dialect", DIALECTS)
@given(seed=st.integers(0, 1 << 32))
def test_what_follows_from_a_fitted_record_needs_no_second_replay(dialect: str, seed: int) -> None:
    record = random_record(seed)
    before = pbn.resolve(record)
    wanted = Fitter(dialect)(record, before, Losses())
    quick, full = resolve_reduced(wanted, record, before), pbn.resolve(wanted)
    for name in ("contract", "declarer", "tricks", "tricks_source"):
        assert getattr(quick, name) == getattr(full, name), name


@pytest.mark.parametrize("dialect", ["myhands", "vugraph"])
@given(seeds=st.lists(st.integers(0, 1 << 32), min_size=2, max_size=6))
def test_many_records_in_one_file(dialect: str, seeds: list[int]) -> None:
    wanted = [fitted(random_record(seed), dialect)[0] for seed in seeds]
    kept = [record for record in wanted if record is not None]
    back = [reading.record for reading in readings(written(kept, dialect)) if reading.record is not None]
    assert [differences(*pair) for pair in zip(kept, back, strict=True)] == [[] for _ in kept]


def test_a_board_a_line() -> None:
    record, losses = fitted(only(BOARD))
    assert record is not None
    assert losses == []
    assert written([record]).decode() == BOARD


def test_a_board_for_a_viewer() -> None:
    record, _ = fitted(only(BOARD), "single")
    assert record is not None
    lines = written([record], "single").decode().splitlines()
    assert lines[0] == "pn|Imre,Jule,Kaya,Lars|st||"
    assert lines[-1] == "mc|9|pg||"
    assert len(lines) == 7
    with pytest.raises(WriteError):
        written([record, record], "single")


def test_a_vugraph_record() -> None:
    base = only(BOARD)
    tags = {
        **base.tags,
        "Event": "Heath Cup",
        "Stage": "Final",
        "Scoring": "IMP",
        "HomeTeam": "Larks",
        "VisitTeam": "Owls",
    }
    records = []
    for room, tricks in (("Open", 9), ("Closed", 8)):
        record = base.replace(
            contract=Contract(2, Strain.HEARTS),
            declarer=Seat.NORTH,
            result=Result(tricks),
            tags=Tags({**tags, "Room": room}),
        )
        found, losses = fitted(record, "vugraph")
        assert found is not None
        assert losses == []
        records.append(found)
    text = written(records, "vugraph").decode()
    assert text.startswith(
        "vg|Heath Cup,Final,I,3,3,Larks,,Owls,|\nrs|2HN+1,2HN=|\n"
        "pn|Imre,Jule,Kaya,Lars,Imre,Jule,Kaya,Lars|pg||\nqx|o3|st||md|1SQ64"
    )
    assert "\nqx|c3|st||md|" in text


def lost(record: Record, dialect: str | None = None) -> list[str]:
    return fitted(record, dialect)[1]


BASE = only(BOARD)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"result": Result(9)}, "provenance-changed: tricks that were recorded are claimed in LIN (Bridge Base)"),
        ({"result": Result(8)}, NO_TRICKS),
        ({"contract": Contract(3, Strain.HEARTS)}, NO_CONTRACT),
        ({"declarer": Seat.EAST}, NO_CONTRACT),
        (
            {"declarer_irregular": True},
            "irregularity-lost: LIN has no mark for a declarer that is not the rightful one",
        ),
        ({"board": "1-4"}, "board-changed: LIN has numbers of boards; another label becomes a heading"),
        ({"board": "007"}, "board-changed: LIN has no zeros before the number of a board"),
        ({"dealer": None}, "dealer-changed: who called first is the dealer in LIN"),
        ({"dealer": Seat.NORTH}, "auction-lost: LIN has no auction that another player than the dealer begins"),
    ],
)  # fmt: skip
def test_losses_of_fields(changes: dict[str, object], words: str) -> None:
    assert words in lost(BASE.replace(**changes))


def with_remarks(*comments: Comment, notes: dict[int, str] | None = None) -> Record:
    marks = {0: Annotation("!", tuple(notes))} if notes else {}
    return BASE.replace(
        details=Details(Remarks(notes or {}, {}, marks, {}, comments), (Table("ScoreTable", ("A",), ()),))
    )


def test_losses_of_remarks() -> None:
    found = lost(with_remarks(Comment("a | b"), Comment("of the site", ("tag", "Site")), notes={1: "!S or @H"}))
    assert found == [
        "table-lost: LIN has no place for ScoreTable",
        "text-changed: suits as !S or @S in notes are the same in LIN as \\S",
        "glyph-lost: LIN has no marks such as ! or ? on calls and cards",
        "text-changed: bars in a comment become slashes",
        "remark-moved: comments in LIN stand before the first call, at a call or at a card",
    ]


def test_a_result_without_a_contract_is_lost() -> None:
    record = Record(deal=BASE.deal, result=Result(9))
    assert NO_TRICKS in lost(record)


def test_a_board_that_was_passed_out() -> None:
    record = only(f"{BOARD.split('mb|')[0]}mb|p|mb|p|mb|p|mb|p|pg||").replace(contract=PASSED_OUT)
    found, losses = fitted(record, "vugraph")
    assert found is not None
    assert losses == []
    assert b"rs|PASS,|" in written([found], "vugraph")


def test_a_dialect_that_is_not_known() -> None:
    with pytest.raises(ValueError, match="no dialect"):
        fitted(BASE, "nonesuch")
