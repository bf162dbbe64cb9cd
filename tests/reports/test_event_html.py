"""A page of an event as HTML: what its marks depend on, and what of a record gets into it."""

import re
from collections.abc import Sequence

import pytest

from pbntools.reports.event_html import page_html
from pbntools.reports.event_page import Cell, Column, Content, Grid, Heading, Page
from pbntools.reports.language import language

ENGLISH = language("en")


def html(*grids: Grid, notes: Sequence[str] = ()) -> str:
    """The page of some tables, from its header on."""
    text = page_html(Page("Club", "", grids=list(grids), notes=list(notes)), ENGLISH)
    return text[text.index("<header>") :]


def classes(columns: tuple[Column, ...], rows: int = 1) -> list[str]:
    """The classes of the section of a table with so many rows."""
    grid = Grid("Table", columns, rows=[("x",) * len(columns)] * rows)
    found = re.search(r"<section(?: class=\"([^\"]*)\")?>", html(grid))
    assert found is not None
    return (found[1] or "").split()


def cell(content: Content, *, right: bool = False) -> str:
    """What stands in the only cell of a table."""
    found = re.search(r"<td[^>]*>(.*)</td>", html(Grid("", (Column("Head", right=right),), rows=[(content,)])))
    assert found is not None
    return found[1]


NUMBER, NAME = Column("Points", right=True), Column("Names", wraps=True)


@pytest.mark.parametrize(
    ("columns", "found"),
    [
        ((NUMBER,), []),
        ((NUMBER, NAME), ["named", "few"]),
        ((NUMBER,) * 5 + (NAME,), ["named"]),
        ((*(NUMBER,) * 4, NAME, Column("Total", wide=True)), ["named", "few"]),
        ((NAME, NAME), ["named", "two", "few"]),
        ((NAME, Column("Tie", wraps=True, aside=True)), ["named", "few"]),
        ((Column("Total", right=True, wraps=True),), []),
        ((NUMBER, Column("Score", group="Session 1")), ["grouped"]),
    ],
)
def test_a_table_is_marked_by_its_columns(columns: tuple[Column, ...], found: list[str]) -> None:
    assert classes(columns) == found


def test_a_table_of_more_than_25_rows_is_long() -> None:
    assert (classes((NUMBER,), 25), classes((NUMBER,), 26)) == ([], ["long"])


def test_columns_that_a_small_screen_lacks_are_named_once() -> None:
    wide = Grid("", (NUMBER, Column("Board", wide=True)), rows=[("1", "2")])
    other = Grid("", (NUMBER, Column("Round", wide=True)), rows=[("1", "2")])
    empty = Grid("", (NUMBER, Column("Room", wide=True)))
    assert re.findall(r"on a wider screen also: (\w+)", html(wide, wide, other, empty)) == ["Board", "Round"]


def test_the_heads_of_groups_span_the_columns_that_a_screen_shows() -> None:
    columns = (NUMBER, Column("MP", group="Monday"), Column("Top", group="Monday", wide=True))
    rows = re.findall(r'<tr class="(big|small)">(.*)</tr>', html(Grid("", columns, rows=[("1", "2", "3")])))
    spans = [(size, re.findall(r'colspan="(\d+)"', row)) for size, row in rows]
    assert spans == [("big", ["1", "2"]), ("small", ["1", "1"])]


def test_what_is_said_of_a_row_stands_below_it() -> None:
    text = html(Grid("", (NUMBER, Column("Remark", note=True)), rows=[("1", "late"), ("2", "")]))
    assert re.findall(r'<tr class="said[^"]*"><td colspan="(\d+)">(.*)</td></tr>', text) == [("1", "late")]
    assert "Remark" not in text


@pytest.mark.parametrize(
    ("content", "found"),
    [
        ("<b>", "&lt;b&gt;"),
        (Cell("7", "7", link="board-7"), '<a href="#board-7">7</a>'),
        (Cell("", "12", number="12", link="p12"), '<a href="#p12">12</a>'),
        (
            Cell("Ann & <Bo>", "12", number="12", link="p"),
            '<span class="pair"><span class="no">12</span> <span class="names"><a href="#p">'
            '<span class="who">Ann</span> <span class="who">&amp; &lt;Bo&gt;</span></a></span></span>',
        ),
        (
            Cell("4♥X", "4HX", suits=True),
            '4<span class="suit h" role="img" aria-label="hearts">♥</span>X',
        ),
    ],
)
def test_a_cell(content: Content, found: str) -> None:
    assert cell(content) == found


def test_the_numbers_of_a_match_stay_on_a_line() -> None:
    assert cell("13 – 7", right=True) == "13\u00a0–\u2060\u00a07"
    assert cell("Lions – Owls") == "Lions – Owls"


def test_anchors_and_headings() -> None:
    grid = Grid("Board 7", (NUMBER,), anchor="b7", above=[Heading("Boards", 2, "boards")], level=3, back="ranking")
    grid.remarks.append((0, "Pair 3", "a penalty"))
    text = html(grid, notes=["all & done"])
    assert '<h2 id="boards">Boards</h2>' in text
    assert '<section id="b7">\n<h3>Board 7</h3>' in text
    assert '<p class="notes">Pair 3: a penalty</p>' in text
    assert '<p class="back"><a href="#ranking">' in text
    assert '<p class="notes page">all &amp; done</p>' in text
