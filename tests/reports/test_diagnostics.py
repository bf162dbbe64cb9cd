"""Diagnostics as text: one by one, counted, and as a table."""

from collections import Counter
from dataclasses import replace

import pytest

from pbntools.diagnostics import Alternative, Diagnostic, Location, Severity
from pbntools.reports.diagnostics import (
    REPEATS,
    Concise,
    Text,
    alternative_text,
    full_text,
    law_text,
    plural,
    record_label,
    record_name,
    statistics_text,
)
from pbntools.reports.screen import Screen
from pbntools.rules import RULES

SCREEN = Screen(width=72)


def diagnostic(code: str = "AUC101", message: str = "East bids 1H over 1S.", line: int = 13) -> Diagnostic:
    rule = RULES[code]
    return Diagnostic(
        rule=rule,
        severity=rule.severity,
        message=message,
        location=Location("club.pbn", 100, 102, line, 4, line, 6),
        record=0,
        board="1",
        law=rule.law,
        edition="2017" if rule.law else None,
        help="The cheapest sufficient bid is 2H." if rule.law else None,
        alternatives=(Alternative("the bid is corrected", "2H", "E", "27B1"),) if rule.law else (),
        source=("1S 1H Pass Pass",),
    )


def test_the_whole_diagnostic() -> None:
    assert full_text(diagnostic(), SCREEN) == (
        "club.pbn:13:4: error AUC101 insufficient-bid: East bids 1H over 1S.\n"
        "13 | 1S 1H Pass Pass\n"
        "   |    ^^\n"
        "   = board 1 (record 0)\n"
        "   = law: Law 27A (2017)\n"
        "   = help: The cheapest sufficient bid is 2H.\n"
        "   = alternative: the bid is corrected: 2H by E (Law 27B1)\n"
        "\n"
    )


def test_the_standard_is_cited_too() -> None:
    assert "   = standard: PBN 2.1, section 3.4\n" in full_text(diagnostic("PBN108"), SCREEN)


def test_a_place_without_a_line() -> None:
    whole = Diagnostic(RULES["PBN001"], Severity.ERROR, "The file holds no record.", Location("empty.pbn"))
    assert full_text(whole, SCREEN) == (
        "empty.pbn: error PBN001 no-records: The file holds no record.\n   = standard: PBN 2.1, section 2.4\n\n"
    )


def test_long_remarks_are_wrapped_under_themselves() -> None:
    lines = full_text(diagnostic(message="x"), Screen(width=40)).splitlines()
    at = next(number for number, line in enumerate(lines) if "alternative" in line)
    assert lines[at + 1].startswith(" " * len("   = alternative: "))


def test_colour_adds_nothing_but_colour() -> None:
    palette = {name: (f"\x1b[{at}m", "\x1b[0m") for at, name in enumerate(("error", "gutter", "label", "path"), 1)}
    coloured = full_text(diagnostic(), Screen(width=72, palette=palette))
    assert "\x1b[1merror AUC101\x1b[0m" in coloured
    for before, after in palette.values():
        coloured = coloured.replace(before, "").replace(after, "")
    assert coloured == full_text(diagnostic(), SCREEN)


def test_file_text_cannot_steer_the_terminal() -> None:
    bad = diagnostic(message="a\x1b]0;owned\x07b")
    for text in (full_text(bad, SCREEN), Concise(SCREEN).diagnostic(bad)):
        assert not set(text) & {"\x1b", "\x07"}


@pytest.mark.parametrize(
    ("law", "edition", "text"),
    [
        ("27A", "2017", "Law 27A (2017)"),
        ("17, 24", "2007", "Laws 17, 24 (2007)"),
        ("27A", None, "Law 27A"),
        ("[Contract]", None, "[Contract]"),
    ],
)
def test_citations(law: str, edition: str | None, text: str) -> None:
    assert law_text(law, edition) == text


def test_alternatives_without_contract_or_law() -> None:
    assert alternative_text(Alternative("the auction is unfinished")) == "the auction is unfinished"
    assert alternative_text(Alternative("as the tag says", "2H")) == "as the tag says: 2H"


@pytest.mark.parametrize(
    ("code", "count", "shown", "more"),
    [
        ("PBN109", 5, REPEATS, None),
        ("PBN109", 6, REPEATS, "1 more unknown-tag notice "),
        ("PBN109", 40, REPEATS, "35 "),
        ("PBN108", 1, 1, None),
        ("PBN108", 2, 1, "1 more missing-tag notice "),
        ("PBN108", 40, 1, "39 "),
    ],
)
def test_a_frequent_notice_is_counted(code: str, count: int, shown: int, more: str | None) -> None:
    text = Text(SCREEN, every=False)
    written = "".join(text.diagnostic(diagnostic(code, "m", line)) for line in range(1, count + 1))
    assert written.count(RULES[code].name) == shown
    end = text.close()
    if more is None:
        assert end == ""
    else:
        assert end.startswith(f"club.pbn: … and {more}")
        assert "--all" in end


def test_errors_and_all_are_never_cut_short() -> None:
    text = Text(SCREEN, every=False)
    assert "".join(text.diagnostic(diagnostic()) for _ in range(9)).count("insufficient-bid") == 9
    assert text.close() == ""
    text = Text(SCREEN, every=True)
    assert "".join(text.diagnostic(diagnostic("PBN108")) for _ in range(9)).count("missing-tag") == 9
    assert text.close() == ""


def test_each_rule_has_a_count_of_its_own() -> None:
    text = Text(Screen("ascii"), every=False)
    for code, count in (("PBN108", 1005), ("PBN109", 5), ("PBN107", 7)):
        for _ in range(count):
            text.diagnostic(diagnostic(code))
    assert text.close() == (
        "club.pbn: ... and 1,004 more missing-tag notices (--all lists them)\n"
        "club.pbn: ... and 2 more duplicate-tag warnings (--all lists them)\n\n"
    )


def test_concise_is_one_line_each() -> None:
    concise = Concise(SCREEN)
    assert concise.diagnostic(diagnostic(message="two\nlines")) == (
        "club.pbn:13:4: error AUC101 insufficient-bid: two\\nlines [board 1]\n"
    )
    assert concise.close() == ""


def test_statistics_put_the_graver_first() -> None:
    counts = Counter(
        {
            ("PBN108", Severity.NOTICE): 1200,
            ("PBN109", Severity.NOTICE): 3,
            ("AUC101", Severity.ERROR): 1,
            ("PBN107", Severity.ERROR): 2,
        }
    )
    lines = statistics_text(counts, SCREEN).splitlines()
    assert [line.split()[:4] for line in lines] == [
        ["2", "error", "PBN107", "duplicate-tag"],
        ["1", "error", "AUC101", "insufficient-bid"],
        ["1,200", "notice", "PBN108", "missing-tag"],
        ["3", "notice", "PBN109", "unknown-tag"],
    ]
    assert statistics_text({}, SCREEN) == ""


def test_plurals() -> None:
    assert [plural(count, "file") for count in (0, 1, 2, 1234)] == ["0 files", "1 file", "2 files", "1,234 files"]


@pytest.mark.parametrize(
    ("board", "record", "room", "label", "name"),
    [
        ("9", 17, None, "board 9", "board 9 (record 17)"),
        ("9", 17, "Closed", "board 9", "board 9, Closed room (record 17)"),
        ("9", 17, "Room 2", "board 9", "board 9, Room 2 (record 17)"),
        (None, 17, None, "record 17", "record 17"),
        (None, 17, "Open", "record 17", "record 17, Open room"),
        (None, None, None, "", ""),
    ],
)
def test_the_record_is_named(board: str | None, record: int | None, room: str | None, label: str, name: str) -> None:
    found = replace(diagnostic(), board=board, record=record)
    assert (record_label(found), record_name(found, room)) == (label, name)
    assert (f"   = {name}\n" in full_text(found, SCREEN, room)) == bool(name)
    assert Concise(SCREEN).diagnostic(found).endswith(f" [{label}]\n" if label else "1S.\n")
