"""Which values of a table make a row: what lines tell, and what counting tells."""

import contextlib
import io
from itertools import accumulate, pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.formats.pbn.table_layout import cut, row_sizes
from pbntools.formats.pbn.tables import elements
from pbntools.record import Details, Table
from tests.formats.pbn.test_grammar import disagreements
from tests.formats.samples import MANDATORY, Mark, diagnostics, marks, one


@pytest.mark.parametrize(
    "lines, width",
    [
        ([], 3),
        ([3, 3, 3], 3),
        ([9], 3),
        ([1] * 6, 3),
        ([6, 6, 3], 3),
        ([2, 1, 2, 1], 3),
        ([3, 2, 1, 3, 1, 1, 1, 6], 3),
        ([8, 6] * 5, 14),
        # The lines are filled up to some width, and no row stands on one.
        ([10, 10, 10, 10, 2], 14),
        ([5, 5, 5, 5, 5, 5], 3),
        ([2, 2, 2], 3),
        ([4, 2, 5, 1], 3),
        ([3, 1], 2),
        ([1, 2, 5, 1], 1),
    ],
)
def test_a_stream(lines: list[int], width: int) -> None:
    assert row_sizes(lines, width) is None
    assert cut(range(sum(lines)), lines, width) == [
        tuple(range(start, start + width)) for start in range(0, sum(lines), width)
    ]


@pytest.mark.parametrize(
    "lines, width, rows",
    [
        # One too short and one too long.
        ([7, 6, 7, 8, 7], 7, [7, 6, 7, 8, 7]),
        ([8, 7, 7, 7, 6], 7, [8, 7, 7, 7, 6]),
        ([6, 7, 8], 7, [6, 7, 8]),
        ([13, 15], 14, [13, 15]),
        ([3, 1, 2], 2, [3, 1, 2]),
        # More of them, so that there are fewer rows than lines.
        ([5, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5], 5, [5, 4, 4, 4, 4, 4, 5, 5, 5, 5, 5, 5]),
        # Two rows on most lines.
        ([10, 10, 9, 11, 10, 10, 5], 5, [5, 5, 5, 5, 9, 11, 5, 5, 5, 5, 5]),
        # Two lines for most rows.
        ([8, 6, 8, 6, 7, 6, 9, 6, 8, 6], 14, [14, 14, 13, 15, 14]),
        ([8, 6, 8, 6, 7, 6, 8, 6, 8, 6], 14, [14, 14, 13, 14, 14]),
        # The values do not make whole rows.
        ([7, 6, 7], 7, [7, 6, 7]),
        ([7, 14, 7, 8], 7, [7, 14, 7, 8]),
        ([4], 3, [4]),
        ([2, 5, 1], 3, [2, 5, 1]),
    ],
)
def test_lines(lines: list[int], width: int, rows: list[int]) -> None:
    assert row_sizes(lines, width) == rows
    values = cut(range(sum(lines)), lines, width)
    assert [len(row) for row in values] == rows
    assert [value for row in values for value in row] == list(range(sum(lines)))


@given(st.lists(st.integers(1, 9), max_size=12), st.integers(1, 6))
def test_every_value_is_in_one_row(lines: list[int], width: int) -> None:
    rows = cut(range(sum(lines)), lines, width)
    assert [value for row in rows for value in row] == list(range(sum(lines)))
    # Rows with a fault end where lines end.
    ends = {0, *accumulate(lines)}
    for row in rows:
        assert len(row) == width or (row[0] in ends and row[-1] + 1 in ends)


@given(st.lists(st.integers(1, 9), max_size=12), st.integers(1, 6))
def test_rows_on_lines_of_their_own_are_read_back_or_refused(lines: list[int], width: int) -> None:
    columns = tuple("ABCDEF"[:width])
    rows = tuple(cut(list(map(str, range(sum(lines)))), lines, width))
    record = pbn.Record(details=Details(tables=(Table("ScoreTable", columns, rows, ";".join(columns)),)))
    with contextlib.suppress(pbn.ExportError):
        assert one(pbn.dumps([record])).tables[0].rows == rows


def test_what_would_be_read_as_other_rows_is_not_written() -> None:
    for rows in ((("1",), ("2", "3")), ((), ("1", "2", "3"))):
        record = pbn.Record(details=Details(tables=(Table("ScoreTable", ("A", "B", "C"), rows, "A;B;C"),)))
        with pytest.raises(pbn.ExportError, match="rows of ScoreTable do not fit"):
            pbn.dumps([record])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[list[str]], list[tuple[frozenset[int], list[str]]]]:
    """Rows of different values, and how they stand: each line with its rows.

    A row stands on a line, several rows stand on each line, or each row stands on several lines.
    """
    width = draw(st.integers(2, 7))
    kind = draw(st.sampled_from(("alone", "together", "over lines")))
    count = draw(st.integers(3 if width == 2 else 2, 9)) if kind == "alone" else 12
    form = draw(st.sampled_from(("{}.{}", "-{}{}", '"{} {}"', '"é{};{}"')))
    rows = [[form.format(row, column) for column in range(width)] for row in range(count)]
    if kind == "together":
        size = draw(st.sampled_from((2, 3)))
        return rows, [
            (frozenset(range(at, at + size)), [value for row in rows[at : at + size] for value in row])
            for at in range(0, count, size)
        ]
    cuts = sorted(draw(st.sets(st.integers(1, width - 1), min_size=1, max_size=2))) if kind == "over lines" else []
    pieces = list(pairwise([0, *cuts, width]))
    return rows, [(frozenset((at,)), row[first:last]) for at, row in enumerate(rows) for first, last in pieces]


@given(tables(), st.data(), st.sampled_from(["\n", "\r\n"]))
def test_a_value_lost_and_one_too_many_change_no_other_row(
    table: tuple[list[list[str]], list[tuple[frozenset[int], list[str]]]], data: st.DataObject, end: str
) -> None:
    """A value is left out on one line and one is put in on another: all rows of other lines stay as they are."""
    rows, lines = table
    width = len(rows[0])
    short = data.draw(st.sampled_from([at for at, (_, line) in enumerate(lines) if len(line) > 1] or [-1]))
    assume(short >= 0)  # a line without a value is none
    long = data.draw(st.sampled_from([at for at, (found, _) in enumerate(lines) if not found & lines[short][0]]))
    text = [list(line) for _, line in lines]
    del text[short][data.draw(st.integers(0, len(text[short]) - 1))]
    text[long].insert(data.draw(st.integers(0, len(text[long]))), "extra")
    header = ";".join("ABCDEFG"[:width])
    body = end.join(" ".join(line) for line in text)
    game = f'[Event "x"]{end}[ScoreTable "{header}"]{end}{body}{end}'
    (read,) = one(game).tables
    touched = lines[short][0] | lines[long][0]
    whole = [tuple(elements(" ".join(row))) for at, row in enumerate(rows) if at not in touched]
    assert set(whole) <= set(read.rows)
    if len(lines) <= len(rows):
        # No value of the lines with a fault stands in a column.
        assert [row for row in read.rows if len(row) == width] == whole
        assert "table-shape" in {found.rule.name for found in diagnostics(game)}
    assert disagreements(game.encode()) == []
    # What is written is read back the same.
    assert one(pbn.dumps([one(game)])).tables == (read,)


ROWS = """\
1 4 7 2S S 9 140
2 5 8 2S S 8
3 6 9 3H E 9 -140
4 1 10 10 2S S 8 110
4 2 11 2S S 8 110
"""
TABLE = '[ScoreTable "Rank;PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]\n'


class TestInGames:
    TEXT = MANDATORY + TABLE + ROWS

    def test_the_first_row_is_told_with_the_others(self) -> None:
        assert marks(self.TEXT) == [Mark("table-shape", 18, 1)]
        (found,) = diagnostics(self.TEXT)
        assert found.message == "row 2 of ScoreTable has 6 values for 7 columns (row 4 has 8)"
        assert (found.location.end_line, found.location.end_column) == (18, 13)
        assert disagreements(self.TEXT.encode()) == []

    def test_many_of_them(self) -> None:
        rows = "".join(f"{number} 2\n" if number % 2 else f"{number} 2 3 4\n" for number in range(1, 9))
        text = f'{MANDATORY}[ScoreTable "A;B;C"]\n{rows}5 5 5\n'
        (found,) = diagnostics(text)
        assert found.message == (
            "row 1 of ScoreTable has 2 values for 3 columns "
            "(row 2 has 4, row 3 has 2, row 4 has 4, and 4 more such rows)"
        )
        assert disagreements(text.encode()) == []

    @pytest.mark.parametrize("rows", ["1 2\n3 4 5 6\n", "1 2\n3 4 5 6\n7 8\n9 10 11 12\n"])
    def test_no_row_is_whole(self, rows: str) -> None:
        text = f'{MANDATORY}[ScoreTable "A;B;C"]\n{rows}'
        (found,) = diagnostics(text)
        assert found.message == (
            "no row of ScoreTable has as many values as there are columns, 3; it is read line by line"
        )
        assert [len(row) for row in one(text).tables[0].rows] == [len(line.split()) for line in rows.splitlines()]
        assert disagreements(text.encode()) == []

    def test_the_values_of_whole_rows_are_looked_at(self) -> None:
        text = self.TEXT.replace("3 6 9 3H E 9", "3 6 9 8H E 9").replace("2S S 8\n", "2S S 99\n")
        assert marks(text) == [Mark("table-shape", 18, 1), Mark("bad-value", 19, 7)]

    def test_a_score_is_told_of_at_its_row(self) -> None:
        text = self.TEXT.replace("E 9 -140", "E 9 -150").replace("10 10 2S S 8 110", "10 10 2S S 8 -999")
        found = [mark for reading in pbn.check(text.encode()) for mark in reading.diagnostics]
        told = [(mark.rule.name, mark.location.line, mark.location.column) for mark in found]
        assert ("score-table-mismatch", 19, 1) in told
        assert [mark[1] for mark in told if mark[0] == "score-table-mismatch"] == [19]

    def test_typed_rows_of_the_others(self) -> None:
        rows = one(self.TEXT).tables[0].rows
        assert rows[1] == ("2", "5", "8", "2S", "S", "8")
        assert rows[3] == ("4", "1", "10", "10", "2S", "S", "8", "110")
        assert rows[4] == ("4", "2", "11", "2S", "S", "8", "110")

    def test_letters_beyond_ascii_and_strings(self) -> None:
        rows = '"Zoë X" 1 2\n"Åse" 1\nVoilà 1 2 3\nä 5 6\n'
        for encoding in ("utf-8", "latin-1"):
            table = one(f'{MANDATORY}[ScoreTable "A;B;C"]\n{rows}'.encode(encoding)).tables[0]
            assert table.rows == (("Zoë X", "1", "2"), ("Åse", "1"), ("Voilà", "1", "2", "3"), ("ä", "5", "6"))
            assert table.values is None

    def test_it_is_not_formatted_away(self) -> None:
        file = io.BytesIO()
        pbn.write([one(self.TEXT)], file)
        assert ROWS.replace("\n", "\r\n") in file.getvalue().decode()
