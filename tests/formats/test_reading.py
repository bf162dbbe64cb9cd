"""Readings: records with what is wrong, in the order of the text."""

from pbntools import rules
from pbntools.diagnostics import Finding, Place, tag_place
from tests.formats.samples import DEAL, GAME, auction_of, encoded, read


def test_a_good_game_has_nothing_wrong() -> None:
    (reading,) = read(GAME)
    assert [str(d) for d in reading.diagnostics] == []
    assert (reading.index, reading.board, reading.path) == (0, "1", "x.pbn")
    assert reading.record is not None


def test_indices_count_from_nought_and_diagnostics_name_their_record() -> None:
    found = read('[Event "a"]\n[Board "x"]\n\n[Event "b"]\n[Board "y"]\n')
    assert [reading.index for reading in found] == [0, 1]
    assert [{(d.record, d.board) for d in reading.diagnostics} for reading in found] == [{(0, "x")}, {(1, "y")}]


def test_diagnostics_are_in_the_order_of_the_text() -> None:
    text = auction_of("1N zz ! ! $999 =44= ^Z 1C {open") + '[Note "99:x"]\n[Result "zz"]\n[Board "q"] stray\n'
    (reading,) = read(text)
    offsets = [d.location.offset or 0 for d in reading.diagnostics]
    assert len(offsets) > 9
    assert offsets == sorted(offsets)


def test_what_speaks_of_the_file_comes_with_the_first_or_the_last_reading() -> None:
    found = read(b'\xef\xbb\xbf% PBN x\n[Event "a"]\r\n\n[Event "b"]\n')
    names = [[d.rule.name for d in reading.diagnostics if d.rule.name != "missing-tag"] for reading in found]
    assert names == [["byte-order-mark", "unknown-directive"], [], ["line-ends"]]
    assert [reading.record is None for reading in found] == [False, False, True]


def test_adding_and_keeping() -> None:
    (reading,) = read('[Event "x"]\n[Board "q"]\n')
    before = len(reading.diagnostics)
    reading.add([Finding(rules.CONTRACT_UNKNOWN, "m", tag_place("Event"))])
    assert len(reading.diagnostics) == before + 1
    (added,) = [d for d in reading.diagnostics if d.rule is rules.CONTRACT_UNKNOWN]
    assert (added.location.line, added.location.column, added.location.end_column) == (1, 9, 10)
    assert added.source == ('[Event "x"]',)
    reading.keep(lambda rule: rule is rules.CONTRACT_UNKNOWN)
    assert [d.rule for d in reading.diagnostics] == [rules.CONTRACT_UNKNOWN]


def test_extents_cover_the_games_in_order() -> None:
    text = '% x\n[Event "é"]\n\n% y\n[Event "b"]\nstray\n\n\n{ c } [Event "c"]\n\n; end\n'
    data = encoded(text)
    at = 0
    for reading, name in zip(read(data), "ébc", strict=False):
        assert reading.extent is not None
        start, end = reading.extent
        assert at <= start < end <= len(data)
        assert f'[Event "{name}"]'.encode() in data[start:end]
        assert data[start:end].count(b"[Event") == 1
        at = end


def test_locating_a_place() -> None:
    (reading,) = read(f'[Event "é♠"]\n[Deal "{DEAL}"]\n')
    at = reading.locate(Place("tag", name="Event"))
    assert (at.line, at.column, at.end_column, at.offset, at.end_offset) == (1, 9, 11, 8, 13)
