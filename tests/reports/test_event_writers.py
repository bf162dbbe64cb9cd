"""A page of an event as text and CSV."""

import csv

import pytest

from pbntools.reports.event_page import Cell, Column, Grid, Page
from pbntools.reports.event_writers import page_csv, page_text
from pbntools.reports.language import language
from pbntools.reports.screen import Screen

ENGLISH = language("en")


def table(*columns: Column) -> Grid:
    return Grid("Table", columns, rows=[("x",) * len(columns)])


@pytest.mark.parametrize("name", ["Mo", "Monday, the first session"])
def test_the_heading_of_a_group_stands_over_its_first_column(name: str) -> None:
    grid = table(Column("Pair"), Column("MP", group=name), Column("Top", group=name), Column("Rank", group="Second"))
    lines = page_text(Page("Club", "", grids=[grid]), Screen(width=120)).splitlines()
    groups = next(line for line in lines if name in line)
    heads = next(line for line in lines if "Pair" in line)
    assert (groups.index(name), groups.index("Second")) == (heads.index("MP"), heads.index("Rank"))
    row = next(line for line in lines if line.split() == ["x"] * 4)
    assert [at for at, letter in enumerate(row) if letter == "x"] == [
        heads.index(head) for head in ("Pair", "MP", "Top", "Rank")
    ]


def test_csv_has_each_column_once_and_what_programs_read() -> None:
    first = Grid("Board 1", (Column("Pair"), Column("Score")), rows=[("1", Cell("+4♥", "4H"))], part="Boards")
    second = Grid("Ranking", (Column("Score"),), rows=[("62.50",)], notes=["a note"], part="Ranking")
    first.keys = (("Board", "1"),)
    rows = list(
        csv.DictReader(page_csv(Page("Club", "", grids=[first, second]), ENGLISH, ascii_only=False).splitlines())
    )
    assert [row["Part"] for row in rows][:2] == ["Boards", "Ranking"]
    assert [(row["Board"], row["Pair"], row["Score"]) for row in rows][:2] == [("1", "1", "4H"), ("", "", "62.50")]
    assert [row["Notes"] for row in rows if row["Notes"]] == ["a note"]
