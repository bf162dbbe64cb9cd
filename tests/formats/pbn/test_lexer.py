"""Level 1: the expression that finds tags, comments, escape lines and blank lines."""

import pytest

from pbntools.formats.pbn import lexer
from pbntools.formats.pbn.lexer import (
    FIRST_ESCAPE,
    ITEM,
    MANDATORY,
    ORDER,
    STANDARD,
    SUPPLEMENTAL,
    TABLES,
    is_section,
    unescape,
)
from tests.formats.samples import marks, one, records

LAYOUTS = [
    '[Event "x"]',
    '[Event"x"]',
    '[   Event"x"   ]',
    ' [\n   Event\n         "x"\n                         ]',
    ' [\r\n   Event\r\n         "x"\r\n                         ]',
    '[\rEvent\r"x"\r]',
    '[\tEvent\t"x"\t]',
    '[\vEvent\f"x"\v]',
    '\t [Event "x"] \t',
]


@pytest.mark.parametrize("layout", LAYOUTS)
@pytest.mark.parametrize("after", ["", "\n", '\n[Board "1"]', '[Board "1"]', ' [Board "1"]', "{c}", ";c\n", "\n\n"])
def test_a_tag_pair_in_any_layout(layout: str, after: str) -> None:
    record = one(layout + after)
    assert record.tags["Event"] == "x"
    assert list(record.tags) == ["Event", *(["Board"] if "Board" in after else [])]
    assert not [mark for mark in marks(layout + after) if mark.rule in ("malformed-tag", "stray-text")]


def test_several_tag_pairs_on_a_line_and_over_lines() -> None:
    text = '[Event "a"] [Site "b"][Date "2024.01.02"]\n\t[Board "1"]\r\n[West "w"]\r[North "n"]'
    assert dict(one(text).tags) == {
        "Event": "a",
        "Site": "b",
        "Date": "2024.01.02",
        "Board": "1",
        "West": "w",
        "North": "n",
    }


@pytest.mark.parametrize(
    "written, value",
    [
        (r"\"a\" b", '"a" b'),
        (r"a\\b", r"a\b"),
        (r"\\\"\\\"\"\\  \a", '\\"\\""\\  \\a'),
        (r"\S \H", r"\S \H"),
        ("a]b[c", "a]b[c"),
        ("{no; comment}", "{no; comment}"),
        ("% no escape", "% no escape"),
        ("", ""),
        (r"\\", "\\"),
    ],
)
def test_the_value_of_a_string(written: str, value: str) -> None:
    record = one(f'[Event "{written}"]\n[Site "s"]\n')
    assert (record.tags["Event"], record.tags["Site"]) == (value, "s")


@pytest.mark.parametrize(
    "raw, value", [("plain", "plain"), (r"\\\\", r"\\"), (r"\"", '"'), (r"\n", r"\n"), ("a\\", "a\\")]
)
def test_unescaping(raw: str, value: str) -> None:
    assert unescape(raw) == value


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize(
    "text, kinds",
    [
        ("{a", ["BRACE"]),
        ("; rest", ["SEMICOLON"]),
        ("[x", ["BRACKET"]),
        ("[", ["BRACKET"]),
        ("~% line", ["ESCAPE"]),
        ("~%", ["ESCAPE"]),
        ("~~", ["BLANK"]),
        ("~ \t ~", ["BLANK"]),
        ("~x", []),
        ("a %b", []),
        ('"a string; {no} [x"', []),
        ('"open', []),
        ("plain words } ] * +", []),
    ],
)
def test_every_kind_of_item(text: str, kinds: list[str], end: str) -> None:
    names = {
        getattr(lexer, name): name
        for name in ("BRACE", "SEMICOLON", "BRACKET", "ESCAPE", "BLANK", "CR_ESCAPE", "CR_BLANK")
    }
    found = [match.lastindex for match in ITEM.finditer(text.replace("~", end))]
    assert [names[kind].removeprefix("CR_") for kind in found if kind is not None] == kinds


def test_a_comment_to_the_end_of_the_line_stops_there() -> None:
    for end in ("\n", "\r\n", "\r"):
        record = one(f'; a {{ b [Event "no"]{end}[Event "yes"]{end}')
        assert record.tags["Event"] == "yes"
        assert [comment.text for comment in record.comments] == [' a { b [Event "no"]']


def test_an_escape_line_needs_column_one() -> None:
    record = one('[Event "x"]\n% [Site "no"]\n %[Date "2024.01.02"]\n')
    assert list(record.tags) == ["Event", "Date"]
    assert FIRST_ESCAPE.match("% x\ny") is not None


def test_percent_in_column_one_inside_braces_is_plain() -> None:
    record = one('[Event "x"]\n{ a\n% b }\n[Site "s"]\n')
    assert list(record.tags) == ["Event", "Site"]
    assert [comment.text for comment in record.comments] == [" a\n% b "]


def test_a_comment_may_hold_blank_lines_and_tags() -> None:
    record = one('[Event "x"]\n{ a\n\n[Site "no"]\n\n ; b }\n[Date "2024.01.02"]\n')
    assert list(record.tags) == ["Event", "Date"]


def test_the_standard_has_sixty_tags_two_sections_and_eight_tables() -> None:
    assert (len(MANDATORY), len(SUPPLEMENTAL), len(TABLES)) == (15, 45, 8)
    assert len(STANDARD) == 15 + 45 + 8 + 3
    assert sorted(ORDER, key=ORDER.__getitem__) == [*MANDATORY, "Auction", "Play"]


@pytest.mark.parametrize(
    "name, is_one",
    [("Auction", True), ("Play", True), ("ScoreTable", True), ("HouseTable", True), ("Event", False), ("Note", False)],
)
def test_sections(name: str, is_one: bool) -> None:
    assert is_section(name) is is_one


def test_names_are_case_sensitive() -> None:
    record = one('[event "a"]\n[Event "b"]\n')
    assert dict(record.tags) == {"event": "a", "Event": "b"}


def test_tags_with_digits_and_underscores() -> None:
    assert list(one('[A_1 "x"]\n[2b "y"]\n').tags) == ["A_1", "2b"]


def test_no_tag_in_a_string_of_a_table() -> None:
    text = '[ScoreTable "Names;Score"]\n"[Event \\"x\\"]; {y" 100\n[Room "Open"]\n\n[Event "z"]\n'
    first, second = records(text)
    assert list(first.tags) == ["ScoreTable", "Room"]
    assert first.tables[0].rows == (('[Event "x"]; {y', "100"),)
    assert second.event == "z"
