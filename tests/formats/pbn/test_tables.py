"""Supplemental sections."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.formats.pbn.tables import (
    Column,
    PbnTable,
    element_spans,
    elements,
    parse_header,
    rows_by_line,
    unclosed_string,
)
from pbntools.record import Table
from tests.formats.samples import Mark, diagnostics, marks, one, records


@pytest.mark.parametrize(
    "text, columns",
    [
        ("Rank", [Column("Rank")]),
        (
            r"+Rank;-Call\4L;Card\10R;Percentage\3",
            [
                Column("Rank", "+"),
                Column("Call", "-", 4, "L"),
                Column("Card", "", 10, "R"),
                Column("Percentage", "", 3),
            ],
        ),
        (
            r"Declarer;Denomination\2R;Result\2R",
            [Column("Declarer"), Column("Denomination", "", 2, "R"), Column("Result", "", 2, "R")],
        ),
        ("My own column;B", [Column("My own column"), Column("B")]),
    ],
)
def test_headers(text: str, columns: list[Column]) -> None:
    header = parse_header(text)
    assert list(header.columns) == columns
    assert header.fault is None


@pytest.mark.parametrize(
    "text", ["Call\\", "Call\\L", "A;;B", "A;", "A;A", "Call\\2X", "A\\99999", "Declarer Suit Tricks"]
)
def test_faulty_headers(text: str) -> None:
    assert parse_header(text).fault
    table = f'[Event "x"]\n[ScoreTable "{text}"]\n'
    assert [mark for mark in marks(table) if mark.rule == "table-shape"] == [Mark("table-shape", 2, 14)]


def test_a_header_with_blanks_between_the_names() -> None:
    text = '[Event "x"]\n[OptimumResultTable "Declarer Suit Tricks"]\nN NT 9\nS H 10\n'
    table = one(text).table("OptimumResultTable")
    assert table is not None
    assert table.columns == ("Declarer", "Suit", "Tricks")
    assert table.rows == (("N", "NT", "9"), ("S", "H", "10"))


def test_elements() -> None:
    assert elements('a "b c" ? - ^50 "d \\"e\\" \\\\" f') == ["a", "b c", "?", "-", "^50", 'd "e" \\', "f"]
    data = 'a "b c"\n d'
    assert [data[start:end] for start, end in element_spans(data)] == ["a", '"b c"', "d"]
    for text, at in (('a "b" "c', 6), ('a "b"', -1), ('      "c', 6), ("a", -1)):
        assert unclosed_string(text) == at


def test_rows_by_line() -> None:
    assert rows_by_line("1 2\n3\n4 5 6\n\n7 8 9") == (("1", "2"), ("3",), ("4", "5", "6"), ("7", "8", "9"))
    assert rows_by_line("") == ()


def test_line_breaks_carry_no_meaning() -> None:
    text = '[Event "x"]\n[ScoreTable "A;B"]\n1 2 3\n4\n'
    assert one(text).tables[0].rows == (("1", "2"), ("3", "4"))


class TestInGames:
    TEXT = '[Event "x"]\n[ScoreTable "Rank;Names_NS\\\\8L;Score"]\n%s\n[Room "Open"]\n'.replace("\\\\", "\\")

    def rows(self, body: str) -> tuple[tuple[str, ...], ...]:
        return one(self.TEXT % body).tables[0].rows

    def test_strings_comments_and_escape_lines(self) -> None:
        body = '; head\n1 "Alder;Birch {x} ; y" 420 {note} ; rest\n% 9 9 9\n2 "Ce\\"dar" -50'
        assert self.rows(body) == (("1", "Alder;Birch {x} ; y", "420"), ("2", 'Ce"dar', "-50"))
        # By the standard only the tag may have a comment.
        assert marks(self.TEXT % body) == [Mark("table-shape", 4, 29)]

    def test_encodings(self) -> None:
        body = '1 "Zoë" 420'
        assert self.rows(body) == (("1", "Zoë", "420"),)
        assert one((self.TEXT % body).encode("latin-1")).tables[0].rows == (("1", "Zoë", "420"),)

    def test_a_wrong_number_of_values(self) -> None:
        body = "1 A 420\n2 B\n3 C 50"
        assert self.rows(body) == (("1", "A", "420"), ("2", "B"), ("3", "C", "50"))
        assert marks(self.TEXT % body) == [Mark("table-shape", 4, 1)]
        assert marks(self.TEXT % "1 A") == [Mark("table-shape", 2, 1)]

    def test_an_unclosed_string(self) -> None:
        body = '1 "A 420\n2 B 50'
        assert marks(self.TEXT % body) == [Mark("unterminated-string", 3, 3)]
        assert one(self.TEXT % body).room == "Open"

    def test_no_rows(self) -> None:
        text = self.TEXT.replace("%s\n", "")
        assert one(text).tables[0].rows == ()
        assert marks(text) == []

    def test_rows_without_a_header(self) -> None:
        text = '[Event "x"]\n[ScoreTable ""]\n1 2 3\n'
        assert marks(text) == [Mark("table-shape", 2, 14)]
        assert [value for row in one(text).tables[0].rows for value in row] == ["1", "2", "3"]

    def test_numbers_of_any_length(self) -> None:
        digits = "9" * 5000
        assert self.rows(f"{digits} A {digits}") == ((digits, "A", digits),)

    def test_tables_of_ones_own(self) -> None:
        text = '[Event "x"]\n[HouseTable "A;B"]\n1 2\n3 4\n'
        assert one(text).tables[0].rows == (("1", "2"), ("3", "4"))
        assert [mark.rule for mark in marks(text)] == ["unknown-tag"]

    def test_the_tag_table_is_no_table(self) -> None:
        text = '[Event "x"]\n[Table "4"]\nstray\n'
        assert one(text).tables == ()
        assert marks(text) == [Mark("stray-text", 3, 1)]

    def test_an_inherited_header(self) -> None:
        from tests.formats.samples import records

        text = '[Event "a"]\n[ScoreTable "A;B"]\n1 2\n\n[Event "b"]\n[ScoreTable "#"]\n3 4\n'
        assert records(text)[1].tables[0].columns == ("A", "B")
        assert records(text)[1].tables[0].rows == (("3", "4"),)


@pytest.mark.parametrize("header", [b"A\x80;B", "A€;B".encode(), "Aé;B".encode()])
def test_a_header_of_any_characters(header: bytes) -> None:
    data = b'[Event "a"]\n[ScoreTable "' + header + b'"]\n1 "x"\n\n[Event "b"]\n'
    first, second = records(data)
    assert first.tables[0].rows == (("1", "x"),)
    assert first.tables[0].columns[1] == "B"
    assert second.event == "b"
    assert diagnostics(data)


cells = st.sampled_from(["1", "12", "4SX", "-100", "N", "NT", '"a b"', '""', "é"])
blanks = st.sampled_from([" ", "  ", "\t", "\n", "\r\n", "\n\n"])


class TestStretches:
    @given(st.integers(1, 4), st.lists(st.tuples(cells, blanks), max_size=24), st.data())
    def test_the_text_tells_the_values(self, width: int, pieces: list[tuple[str, str]], data: st.DataObject) -> None:
        names = tuple("ABCD"[:width])
        text = "\n" + "".join(cell + blank for cell, blank in pieces)
        first = data.draw(st.integers(0, width - 1))
        last = data.draw(st.integers(first, width - 1))
        decode = None if text.isascii() else str
        for _ in range(2):
            table = PbnTable("ScoreTable", names, ";".join(names), text, decode)
            plain = Table("ScoreTable", names, table.rows)
            found, wanted = table.stretch(first, last), plain.stretch(first, last)
            assert (found is None) == (wanted is None)
            if found is not None and wanted is not None:
                assert [line.split() for line in found] == [line.split() for line in wanted]

    def test_rows_on_lines_of_their_own_are_not_cut_into_values(self) -> None:
        table = PbnTable("T", ("A", "B", "C"), "A;B;C", "\n 1 2S   3\n14 3NTX 9\n")
        assert table.stretch(1, 2) == ["2S   3", "3NTX 9"]
        assert [line.split() for line in table.stretch(0, 2) or ()] == [["1", "2S", "3"], ["14", "3NTX", "9"]]

    @pytest.mark.parametrize("character", ["\x1c", "\x1d", "\x1e", "\x1f", "\x0b", "\x0c"])
    def test_every_kind_of_blank_parts_values(self, character: str) -> None:
        text = f"\n4S N 10 620 a{character}b\n4S S 10 620 x\n"
        table = PbnTable("ScoreTable", tuple("ABCDE"), "A;B;C;D;E", text)
        plain = Table("ScoreTable", tuple("ABCDE"), table.rows)
        assert (table.stretch(0, 3) is None) == (plain.stretch(0, 3) is None)

    def test_more_shapes_of_lines_than_are_remembered(self) -> None:
        gaps = [(one, two) for one in range(1, 70) for two in range(1, 60)]
        for half in (gaps[: len(gaps) // 2], gaps[len(gaps) // 2 :], gaps[::2], gaps[1::2]):
            text = "\n".join(f"1{' ' * one}2{' ' * two}3" for one, two in half)
            table = PbnTable("T", ("A", "B", "C"), "A;B;C", text)
            assert [line.split() for line in table.stretch(1, 2) or ()] == [["2", "3"]] * len(half)

    def test_a_long_table_is_read_by_its_values(self) -> None:
        table = PbnTable("T", ("A", "B"), "A;B", "\n".join(f"{number} x" for number in range(5000)))
        assert table.stretch(0, 1) == [f"{number} x" for number in range(5000)]
        assert not table.is_familiar()


@pytest.mark.parametrize("encoding", ["utf-8", "latin-1"])
def test_letters_whose_bytes_python_takes_for_blanks(encoding: str) -> None:
    text = '[Event "x"]\n[ScoreTable "A;B"]\nVoilà Åse\nx y\n'
    (table,) = one(text.encode(encoding)).tables
    assert table.rows == (("Voilà", "Åse"), ("x", "y"))
    assert table.values == ["Voilà", "Åse", "x", "y"]


def test_odd_lines_with_such_letters() -> None:
    (table,) = one('[Event "x"]\n[ScoreTable "A;B"]\nVoilà Åse\nÅ\n'.encode()).tables
    assert table.rows == (("Voilà", "Åse"), ("Å",))
