"""Profiles: each of their rules has a fixture that breaks it alone, under the profile that it belongs to."""

import json
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.cli.check import PROFILES as NAMES
from pbntools.diagnostics import Severity
from pbntools.formats.pbn.formatting import FormatError, Formatter, survey
from pbntools.formats.pbn.profiles import PROFILES, profile_of
from pbntools.rules import BY_NAME, RULES, rule_page
from tests.formats.pbn.export_faults import stays

FIXTURES = Path(__file__).parents[3] / "fixtures" / "profiles"
EXPORT = FIXTURES / "valid-export.pbn"
FIELDS = (
    "code", "rule", "severity", "line", "column", "end_line", "end_column", "record", "board", "seat", "call", "trick",
    "card",
)  # fmt: skip
HERE = "the export format has this line here: "
SPACED = "the words of this line are not spaced as in the export format"
EMPTY = "the export format has no empty line here"
LAST = b"Pass Pass Pass Pass\r\n"
RULED = [rule for rule in RULES.values() if profile_of(rule) is not None]


def found(source: Path | bytes, profile: str, **options: Any) -> list[pbn.Diagnostic]:
    return [d for reading in pbn.check(source, profile=profile, **options) for d in reading.diagnostics]


def comparable(diagnostic: pbn.Diagnostic) -> dict[str, Any]:
    fields = diagnostic.as_dict()
    return {key: fields[key] for key in FIELDS}


@pytest.mark.parametrize("rule", RULED, ids=str)
def test_a_rule_has_a_fixture_that_breaks_it_alone(rule: pbn.Rule) -> None:
    path = FIXTURES / f"{rule.name}.pbn"
    profile = profile_of(rule)
    assert profile is not None
    diagnostics = [comparable(diagnostic) for diagnostic in found(path, profile.name)]
    assert {diagnostic["rule"] for diagnostic in diagnostics} == {rule.name}
    assert diagnostics == json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))


def test_no_fixture_is_left_over() -> None:
    assert {path.stem for path in FIXTURES.glob("*.pbn")} == {rule.name for rule in RULED} | {"valid-export"}
    assert {path.stem for path in FIXTURES.glob("*.json")} == {rule.name for rule in RULED}


@pytest.mark.parametrize("path", sorted(FIXTURES.glob("*.pbn")), ids=lambda path: path.stem)
def test_without_a_profile_its_rules_are_not_asked(path: Path) -> None:
    rules = {diagnostic.rule.name for reading in pbn.check(path) for diagnostic in reading.diagnostics}
    assert rules.isdisjoint(rule.name for rule in RULED)


@pytest.mark.parametrize("profile", ["export", "import", "dealing"])
def test_an_export_file_is_taken(profile: str) -> None:
    assert found(EXPORT, profile) == []


def test_profiles_are_well_formed() -> None:
    assert tuple(PROFILES) == NAMES
    for name, profile in PROFILES.items():
        assert profile.name == name
        assert profile.source
        assert profile.severities.keys() <= BY_NAME.keys()


def test_other_rules_are_left_out_and_severities_are_those_of_the_profile() -> None:
    data = EXPORT.read_bytes().replace(b'[Board "2"]', b'[Board "3"]').replace(b'[Result "7"]', b'[Result "9"]')
    data = data.replace(b'[Scoring "MP"]\r\n', b"", 1)
    assert {str(d.rule) for d in found(data, "export")} == {"PBN108 missing-tag"}
    assert [d.severity for d in found(data, "export")] == [Severity.ERROR]
    assert found(data, "import") == []
    numbers = {(d.rule.name, d.severity) for d in found(data, "dealing")}
    assert numbers == {(name, Severity.WARNING) for name in ("dealer-cycle", "vulnerability-cycle", "board-numbering")}
    assert found(data, "dealing", ignore=["PRF", "DEA2"]) == []
    assert [d.rule.name for d in found(data, "dealing", select=["PRF2"])] == ["board-numbering"]


@pytest.mark.parametrize(
    ("old", "new", "rules"),
    [
        (b'[Dealer "N"]', b'[Dealer "n"]', ["export-value"]),
        (b'[Vulnerable "NS"]', b'[Vulnerable "ns"]', ["export-value"]),
        (b'[Contract "1NT"]', b'[Contract "1nt"]', ["export-value"]),
        (b'[Result "7"]', b'[Result "^7"]', []),
        (b'[Result "7"]', b'[Result "##7"]', ["export-text"]),
        (b"Pass Pass Pass Pass", b"AP", []),
        (b"Pass Pass Pass Pass", b"pass Pass Pass Pass", ["export-section"]),
        (b'[Auction "E"]', b'[Auction "N"]\r\n-', ["export-section", "export-section"]),
        (b"HJ HA H3 H5", b"HJ HA H3 H5\r\nD9 D5 D4 DA", []),
        (b"HJ HA H3 H5", b"HJ HA H3 H5 D9 D5 D4 DA", ["export-section"]),
        (b'[Room "Open"]', b'[Room "Open"] {a comment}', ["export-layout"]),
        (b'[Room "Open"]', b'[Room "Open"]\r\n{a\r\n\r\ncomment}', []),
        (b'[Room "Open"]', b'[Room "Open"]\r\n[Zebra "x"]', []),
    ],
)
def test_the_export_format(old: bytes, new: bytes, rules: list[str]) -> None:
    data = EXPORT.read_bytes()
    assert old in data
    assert [d.rule.name for d in found(data.replace(old, new, 1), "export")] == rules


@pytest.mark.parametrize(
    ("old", "new", "places"),
    [
        (b"=1= $1", b"=1= $30 $1", [(21, 10, f"{HERE}1NT =1= $1 $30 Pass Pass Pass")]),
        (b"=1= $1", b"$1 =1=", [(21, 5, f"{HERE}1NT =1= $1 Pass Pass Pass")]),
        (b"N NT  7", b"N NT 7", [(27, 6, SPACED)]),
        (b"N NT  7\r\n", b"N NT  7  \r\n", [(27, 8, "blanks stand at the end of the line")]),
        (b"HJ HA H3 H5", b"HJ HA H3  H5", [(24, 10, SPACED)]),
        (b"HJ HA H3 H5\r\n", b"HJ HA\r\nH3 H5\r\n", [(24, 6, f"{HERE}HJ HA H3 H5")]),
        (b"% EXPORT\r\n", b"% EXPORT\r\n% EXPORT\r\n", [(3, 1, f'{HERE}[Event "Mill Lane Pairs"]')]),
        (b"% PBN 2.1\r\n", b"\r\n% PBN 2.1\r\n", [(1, 1, EMPTY)]),
        (b'[Room "Open"]', b'{why}\r\n[Room "Open"]', []),
        (b"Lower Wick", b"Lower\\Wick", [(4, 14, f'{HERE}[Site "Lower\\\\Wick"]')]),
        (LAST, LAST + b"\r\n", [(47, 1, EMPTY)]),
        (LAST, LAST + b"\r\n% x\r\n", []),
        (LAST, LAST + b"\r\n\r\n% x\r\n", [(48, 1, EMPTY)]),
        (LAST, LAST + b"\r\n% x", [(None, None, "the last line has no line end")]),
        (LAST, LAST.rstrip(), [(None, None, "the last line has no line end")]),
    ],
)  # fmt: skip
def test_whatever_else_format_would_change(
    old: bytes, new: bytes, places: list[tuple[int | None, int | None, str]]
) -> None:
    data = EXPORT.read_bytes()
    assert old in data
    data = data.replace(old, new, 1)
    told = found(data, "export")
    assert {d.rule.name for d in told} <= {"export-text"}
    assert [(d.location.line, d.location.column, d.message) for d in told] == places
    assert (formatted(data) != data) == bool(places)


@pytest.mark.parametrize(
    ("head", "event", "encoding", "message"),
    [
        ("", "Café", "latin-1", None),
        ("charset=ISO-8859-1", "Café", "latin-1", None),
        ("charset=latin1", "Café", "latin-1", None),
        ("charset=UTF-8", "Café", "utf-8", "not encoded in ISO 8859-1"),
        ("charset=UTF-8", "Lipě", "utf-8", None),
        ("charset=windows-1250", "Lipě", "cp1250", "not encoded in UTF-8"),
        ("charset=windows-1250", "Café", "latin-1", "ISO 8859-1, but a line names windows-1250"),
    ],
)  # fmt: skip
def test_characters(head: str, event: str, encoding: str, message: str | None) -> None:
    data = EXPORT.read_bytes().decode()
    data = data.replace(
        "% EXPORT\r\n", f"% EXPORT\r\n%Content-type: text/x-pbn; {head}\r\n" if head else "% EXPORT\r\n"
    )
    raw = data.replace("Mill Lane", event).encode(encoding)
    told = [d for d in found(raw, "export") if d.rule.name != "encoding"]
    assert [d.rule.name for d in told] == ["export-characters"] * (message is not None)
    assert all(message is not None and message in d.message for d in told)
    assert (formatted(raw) != raw) == (message is not None or bool(found(raw, "export")))


def test_utf_8_that_only_the_caller_knows_of() -> None:
    raw = EXPORT.read_bytes().decode().replace("Mill Lane", "Lipě").encode()
    told = found(raw, "export", encoding="utf-8")
    assert [d.message for d in told] == ["the characters are encoded in UTF-8, and no line says so"]


@pytest.mark.parametrize(
    "path", sorted(FIXTURES.parent.rglob("*.pbn")), ids=lambda path: f"{path.parent.name}-{path.stem}"
)
def test_what_is_formatted_is_in_the_export_format(path: Path) -> None:
    data = path.read_bytes()
    try:
        once = formatted(data)
    except FormatError:
        assert "export-header" in [d.rule.name for d in found(data, "export")] or len(data) > 1 << 20
        return
    told = found(data, "export")
    if once != data:
        assert told
    left = {index for index, piece in enumerate(p for p in Formatter(data, survey(data)) if p.is_game) if piece.left}
    for diagnostic in found(once, "export"):
        if diagnostic.rule.code.startswith("PRF") and diagnostic.record not in left:
            assert stays(diagnostic, once), str(diagnostic)


def formatted(data: bytes) -> bytes:
    surveyed = survey(data)
    return "".join(piece.after for piece in Formatter(data, surveyed)).encode(surveyed.encoding)


@pytest.mark.parametrize("rule", RULED, ids=str)
def test_a_rule_names_its_source(rule: pbn.Rule) -> None:
    page = rule_page(rule)
    assert ("## Standard" if rule.code.startswith("PRF1") else "## Source") in page


@pytest.mark.parametrize("number", ["0", "100", "12A", "?", ""])
def test_numbers_that_no_machine_knows(number: str) -> None:
    data = EXPORT.read_bytes().replace(b'[Board "1"]', f'[Board "{number}"]'.encode())
    assert "board-numbering" in [d.rule.name for d in found(data, "dealing", select=["PRF202"])]


def test_another_name() -> None:
    with pytest.raises(ValueError, match="'acbl' is no profile: expected export, import, bbo, bridgewebs, dealing"):
        pbn.check(EXPORT, profile="acbl")


def test_all_pass_counts_as_one_word_of_a_line() -> None:
    data = EXPORT.read_bytes()
    old = b"Pass Pass Pass Pass"
    assert old in data
    names = [d.rule.name for d in found(data.replace(old, b"1NT Pass 3NT AP", 1), "export")]
    assert "export-section" not in names
    assert "export-section" in [d.rule.name for d in found(data.replace(old, b"1NT Pass 3NT X AP", 1), "export")]
