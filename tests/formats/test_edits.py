"""Edits of bytes."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.formats.edits import Edit, EditError, apply_edits


def test_edits_are_applied_together_in_any_order() -> None:
    edits = [Edit(6, 11, b"there"), Edit(0, 1, b"J"), Edit(5, 5, b",")]
    assert apply_edits(b"hello world", edits) == b"Jello, there"
    assert apply_edits(b"hello world", reversed(edits)) == b"Jello, there"


def test_an_edit_given_twice_is_made_once() -> None:
    assert apply_edits(b"ab", [Edit(1, 1, b"-"), Edit(1, 1, b"-")]) == b"a-b"


def test_an_insertion_may_touch_a_replacement() -> None:
    assert apply_edits(b"abc", [Edit(1, 2, b"B"), Edit(2, 2, b"+"), Edit(1, 1, b"-")]) == b"a-B+c"


@pytest.mark.parametrize(
    "edits",
    [
        [Edit(0, 3, b""), Edit(2, 4, b"")],
        [Edit(1, 1, b"x"), Edit(1, 1, b"y")],
        [Edit(0, 4, b"x"), Edit(2, 2, b"y")],
        [Edit(3, 6, b"")],
        [Edit(2, 1, b"")],
        [Edit(-1, 1, b"")],
    ],
)
def test_edits_in_each_others_way_are_refused(edits: list[Edit]) -> None:
    with pytest.raises(EditError):
        apply_edits(b"abcde", edits)


@given(st.binary(max_size=30), st.integers(0, 30), st.integers(0, 30), st.binary(max_size=5))
def test_every_other_byte_stays(data: bytes, one: int, two: int, new: bytes) -> None:
    start, end = sorted((min(one, len(data)), min(two, len(data))))
    assert apply_edits(data, [Edit(start, end, new)]) == data[:start] + new + data[end:]


def test_what_is_no_edit() -> None:
    for start, end in ((1.5, 3), (1, "3"), (None, 3)):
        with pytest.raises(TypeError, match="of an edit is a whole number, not"):
            Edit(start, end, b"")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="the data of an edit are bytes, not str"):
        Edit(1, 3, "x")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="an Edit is expected, not tuple"):
        apply_edits(b"abc", [(1, 2, b"")])  # type: ignore[list-item]
