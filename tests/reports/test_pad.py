"""The score pad on the terminal."""

from pbntools.core import Side
from pbntools.reports.pad import Pad
from pbntools.reports.screen import Screen
from pbntools.scoring import Ledger, Line, State

START = State((0, 0), (0, 0), ((0, 0),))


def above(side: Side, points: int) -> Line:
    return Line(side, "above", points, "1 undertrick", "77")


def below(side: Side, points: int) -> Line:
    return Line(side, "below", points, "trick score", "77")


def test_first_entries_stand_next_to_the_line() -> None:
    pad = Pad(START)
    pad.write((below(Side.NS, 60), above(Side.NS, 30)))
    pad.write((above(Side.NS, 50), above(Side.EW, 100)))
    pad.write((below(Side.EW, 100),), Side.EW)
    pad.write((below(Side.NS, 40),))
    assert pad.sections() == [[(50, None), (30, 100)], [(60, 100)], [(40, None)]]


def test_each_deal_alone() -> None:
    pad = Pad(START, each_deal_alone=True)
    for points in (60, 30):
        pad.write((below(Side.NS, points), above(Side.NS, 50)))
    pad.write((above(Side.EW, 50),))
    assert pad.sections()[1:] == [[(60, None)], [(30, None)]]


def test_a_pad_that_was_begun_before() -> None:
    pad = Pad(State((700, 0), (30, 0), ((60, 100), (0, 20))))
    assert pad.sections() == [[(30, None)], [(60, 100)], [(None, 20)]]


def test_a_long_pad_sums_what_was_written_first() -> None:
    pad = Pad(START)
    for _ in range(1000):
        pad.write((above(Side.EW, 50),))
    rows = pad.sections()[0]
    assert len(rows) == 200
    assert sum(ew or 0 for _, ew in rows) == 50_000
    assert rows[-1] == (None, 50 * 801)


def test_no_line_is_longer_than_eighty_columns() -> None:
    ledger = Ledger("rubber")
    pad = Pad(START)
    for _ in range(2):
        entry = ledger.add("7NTXX", "N", 13, honours=(Side.EW, 150))
        pad.write(entry.lines, entry.game_won)
    assert entry.completed is not None
    for screen in (Screen(), Screen("ascii")):
        text = pad.text(screen, entry.completed)
        assert text.isascii() is (screen.encoding == "ascii")
        assert max(map(len, text.splitlines())) <= 80
        assert text.splitlines()[-1].split() in (["5160", "│", "300"], ["5160", "|", "300"])
