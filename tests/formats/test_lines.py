"""Lines of a file as pieces of text with their places."""

import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.formats.lines import MOST, LineSource


def lines(data: bytes) -> list[tuple[str, int, int]]:
    with LineSource(data) as source:
        return [(chunk.text, chunk.offset, chunk.line) for chunk in source]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_lines_and_their_offsets(end: str) -> None:
    text = end.join(["one", "", "three"])
    size = len(end)
    assert lines(text.encode()) == [("one", 0, 1), ("", 3 + size, 2), ("three", 3 + 2 * size, 3)]
    assert lines((text + end).encode()) == lines(text.encode())


# Lines that all end in CR CR LF are another matter, which TextSource sees to.
@given(st.text(alphabet="ab\r\n", max_size=60).filter(lambda text: "\r\r\n" not in text))
def test_each_line_is_what_stands_at_its_offset(text: str) -> None:
    found = lines(text.encode())
    assert [piece for piece, _, _ in found] == io.StringIO(text, newline=None).read().splitlines()
    for number, (piece, offset, line) in enumerate(found, 1):
        assert text[offset : offset + len(piece)] == piece
        assert line == number


def test_a_long_line_is_cut_and_its_columns_go_on() -> None:
    with LineSource(b"x" * (2 * MOST + 5) + b"\nend") as source:
        chunks = list(source)
    *pieces, last = chunks
    assert len(pieces) > 1
    assert max(len(chunk.text) for chunk in pieces) <= 2 * MOST
    assert "".join(chunk.text for chunk in pieces) == "x" * (2 * MOST + 5)
    assert [chunk.place(2) for chunk in pieces] == [(1, chunk.offset + 3) for chunk in pieces]
    assert last.place(2) == (2, 3)


def test_a_line_that_spans_blocks() -> None:
    data = b"a" * ((1 << 20) - 2) + b"bcde\r\nnext\n"
    found = lines(data)
    assert sum(len(text) for text, _, _ in found) == len(data) - 3
    assert found[-1] == ("next", len(data) - 5, 2)
