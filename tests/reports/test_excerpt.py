"""The carets stand under the place, whatever the line holds."""

import random

import pytest

from pbntools.diagnostics import Location
from pbntools.reports import excerpt as module
from pbntools.reports.excerpt import excerpt, window
from pbntools.reports.screen import Screen, cells

SCREEN = Screen(width=60)


def at(column: int, end_column: int, line: int = 7, end_line: int | None = None) -> Location:
    return Location("a.pbn", 0, 1, line, column, line if end_line is None else end_line, end_column)


def drawn(text: str, start: int, stop: int, screen: Screen = SCREEN) -> list[str]:
    return list(excerpt((text,), at(start, stop), screen, "error", "  "))


def test_a_plain_line() -> None:
    assert drawn("1S 1H Pass", 4, 6) == [" 7 | 1S 1H Pass", "   |    ^^"]


def test_an_empty_span_and_one_past_the_end_still_have_a_caret() -> None:
    assert drawn("abc", 2, 2) == [" 7 | abc", "   |  ^"]
    assert drawn("abc", 4, 4) == [" 7 | abc", "   |    ^"]
    assert drawn("", 1, 1) == [" 7 |", "   | ^"]
    assert drawn("abc", 99, 120) == [" 7 | abc", "   |    ^"]


@pytest.mark.parametrize(
    ("text", "start", "stop", "line", "carets"),
    [
        ("\t\tSK", 3, 5, "        SK", "        ^^"),
        ("a\tSK", 3, 5, "a   SK", "    ^^"),
        ("a\tSK", 2, 3, "a   SK", " ^^^"),
        ("日本 SK", 4, 6, "日本 SK", "     ^^"),
        ("日本 SK", 1, 3, "日本 SK", "^^^^"),
        ("e\u0301e\u0301 SK", 6, 8, "e\u0301e\u0301 SK", "   ^^"),
        ("a\x1bb SK", 5, 7, "a\\x1bb SK", "       ^^"),
        ("a\x1bb", 2, 3, "a\\x1bb", " ^^^^"),
    ],
)
def test_the_carets_stand_under_the_text(text: str, start: int, stop: int, line: str, carets: str) -> None:
    assert drawn(text, start, stop) == [f" 7 | {line}", f"   | {carets}"]


def test_what_the_encoding_lacks_moves_the_carets() -> None:
    assert drawn("é SK", 3, 5, Screen("ascii", 60)) == [" 7 | \\xe9 SK", "   |      ^^"]


@pytest.mark.parametrize("encoding", ["utf-8", "ascii"])
@pytest.mark.parametrize(("start", "stop"), [(1, 3), (5_000, 5_003), (9_998, 10_001), (1, 10_001), (4_000, 6_000)])
def test_long_lines_are_cut_around_the_carets(start: int, stop: int, encoding: str) -> None:
    text = "".join(str(number % 10) for number in range(10_000))
    screen = Screen(encoding, 60)
    line, carets = drawn(text, start, stop, screen)
    assert cells(line) <= 60
    assert cells(carets) <= 60
    first = carets.index("^")
    assert line[first : carets.rindex("^") + 1] in text
    assert line[first] == text[start - 1]
    assert line.startswith(f" 7 | {screen.ellipsis}") == (start > 60)
    assert line.endswith(screen.ellipsis) == (stop < 10_001 or start == 1)


def test_a_line_as_long_as_a_file_is_not_gone_through(monkeypatch: pytest.MonkeyPatch) -> None:
    looked_at: list[str] = []

    def cell(character: str) -> int:
        looked_at.append(character)
        return 1

    monkeypatch.setattr(module, "cell", cell)
    text = "x" * 10_000_000
    assert len(drawn(text, 5_000_000, 5_000_002)) == 2
    assert len(drawn(text, 1, 10_000_001)) == 2
    assert 0 < len(looked_at) < 1_000


def test_any_window_of_any_line_points_at_its_text() -> None:
    chance = random.Random(27)
    for _ in range(2_000):
        text = "".join(chance.choices("abc d日本\te\u0301\x1b", k=chance.randrange(1, 200)))
        start = chance.randrange(len(text))
        stop = chance.randrange(start, len(text)) + 1
        screen = Screen("utf-8", 100)
        line, column, marks = window(text, start, stop, screen, 40)
        assert cells(line) <= 40
        assert 0 <= column < 40
        assert 1 <= marks <= max(40 - column, 4)
        shown = screen.shown(text[start])
        if text[start] not in "\t\u0301":
            # The columns before the caret hold whole characters, then comes the one that is meant.
            before = ""
            while cells(before) < column:
                before = line[: len(before) + 1]
            rest = line[len(before) :].lstrip("\u0301")
            assert rest.startswith(shown)


def test_a_span_over_some_lines_is_marked_to_the_end_of_the_first() -> None:
    source = ("  {a comment", "of two lines}")
    assert list(excerpt(source, at(3, 14, 9, 10), SCREEN, "error", "   ")) == [
        "  9 |   {a comment",
        "    |   ^^^^^^^^^^",
    ]


def test_no_lines_without_a_place_or_a_source() -> None:
    assert list(excerpt((), at(1, 2), SCREEN, "error", "  ")) == []
    assert list(excerpt(("x",), Location("a.pbn"), SCREEN, "error", "  ")) == []
