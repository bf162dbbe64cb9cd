"""Diagnostics for machines."""

import json
from typing import Any

import jsonschema
import pytest

from pbntools.diagnostics import Alternative, Diagnostic, Location, Severity
from pbntools.reports.machine import SEPARATOR, GitHub, JsonItems, JsonLines, JsonList, to_json
from pbntools.reports.sarif import Sarif, closing, opening, uri
from pbntools.reports.screen import Screen
from pbntools.rules import RULES

AT = Location("club.pbn", 100, 102, 13, 4, 13, 6)


def diagnostic(code: str = "AUC101", message: str = "m", at: Location = AT) -> Diagnostic:
    rule = RULES[code]
    return Diagnostic(
        rule=rule,
        severity=rule.severity,
        message=message,
        location=at,
        record=0,
        board="1",
        law=rule.law,
        edition="2017" if rule.law else None,
        seat="E",
        call=2,
        alternatives=(Alternative("the bid is corrected", "2H", "E", "27B1"),),
        help="Look again.",
    )


@pytest.mark.parametrize("ascii_only", [True, False])
def test_json_holds_nothing_that_steers_a_terminal(ascii_only: bool) -> None:
    value = {"text": "é\x1b\x7f\x9b\u202e\u2028\ufeff\udcff♠"}
    text = to_json(value, ascii_only=ascii_only)
    assert json.loads(text) == value
    assert all(character.isprintable() for character in text)
    assert text.isascii() == ascii_only


def test_json_lines_and_items() -> None:
    lines, items = JsonLines(ascii_only=False), JsonItems(ascii_only=False)
    assert json.loads(lines.diagnostic(diagnostic())) == diagnostic().as_dict()
    assert lines.diagnostic(diagnostic()).count("\n") == 1
    assert items.diagnostic(diagnostic()) == SEPARATOR + to_json(diagnostic().as_dict())
    assert lines.close() == items.close() == ""


@pytest.mark.parametrize(
    ("code", "at", "start"),
    [
        ("AUC101", AT, "::error file=club.pbn,line=13,col=4,endColumn=5,title=AUC101 insufficient-bid::"),
        ("PBN107", AT, "::warning file="),
        ("PBN108", AT, "::notice file="),
        ("PBN001", Location("empty.pbn"), "::error file=empty.pbn,title=PBN001 no-records::"),
        (
            "PBN102",
            Location("a,b:c%.pbn", 0, 9, 2, 1, 4, 3),
            "::error file=a%2Cb%3Ac%25.pbn,line=2,col=1,endLine=4,title",
        ),
        ("PBN102", Location("a.pbn", 0, 0, 2, 7, 2, 7), "::error file=a.pbn,line=2,col=7,endColumn=7,title"),
    ],
)
def test_github(code: str, at: Location, start: str) -> None:
    assert GitHub(Screen()).diagnostic(diagnostic(code, at=at)).startswith(start)


def test_github_keeps_a_message_in_one_line() -> None:
    text = GitHub(Screen()).diagnostic(diagnostic(message="50% of\r\nit\n::set-output name=x::y\x1b"))
    assert text.endswith("::50%25 of%0Ait%0A::set-output name=x::y\\x1b [Law 27A (2017)]%0Ahelp: Look again.\n")
    assert text.count("\n") == 1


SARIF: dict[str, Any] = {
    "type": "object",
    "required": ["$schema", "version", "runs"],
    "additionalProperties": False,
    "properties": {
        "$schema": {"type": "string", "format": "uri"},
        "version": {"const": "2.1.0"},
        "runs": {
            "type": "array",
            "minItems": 1,
            "maxItems": 1,
            "items": {
                "type": "object",
                "required": ["tool", "results", "columnKind", "invocations"],
                "additionalProperties": False,
                "properties": {
                    "columnKind": {"const": "unicodeCodePoints"},
                    "invocations": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["executionSuccessful"],
                            "properties": {"executionSuccessful": {"type": "boolean"}},
                        },
                    },
                    "tool": {
                        "type": "object",
                        "required": ["driver"],
                        "properties": {
                            "driver": {
                                "type": "object",
                                "required": ["name", "version", "rules"],
                                "properties": {
                                    "rules": {
                                        "type": "array",
                                        "items": {
                                            "type": "object",
                                            "required": ["id", "name", "shortDescription", "defaultConfiguration"],
                                        },
                                    }
                                },
                            }
                        },
                    },
                    "results": {
                        "type": "array",
                        "items": {
                            "type": "object",
                            "required": ["ruleId", "level", "message", "locations"],
                            "properties": {
                                "level": {"enum": ["error", "warning", "note"]},
                                "message": {"type": "object", "required": ["text"]},
                                "locations": {
                                    "type": "array",
                                    "minItems": 1,
                                    "items": {
                                        "type": "object",
                                        "required": ["physicalLocation"],
                                        "properties": {
                                            "physicalLocation": {
                                                "type": "object",
                                                "required": ["artifactLocation"],
                                                "properties": {
                                                    "artifactLocation": {"type": "object", "required": ["uri"]},
                                                    "region": {
                                                        "type": "object",
                                                        "required": ["startLine", "startColumn"],
                                                        "additionalProperties": {"type": "integer", "minimum": 0},
                                                    },
                                                },
                                            }
                                        },
                                    },
                                },
                            },
                        },
                    },
                },
            },
        },
    },
}


def sarif(diagnostics: list[Diagnostic], failures: list[tuple[str, str]]) -> dict[str, Any]:
    writer = Sarif(ascii_only=False)
    body = "".join(writer.diagnostic(found) for found in diagnostics).removeprefix(SEPARATOR)
    codes = {found.rule.code for found in diagnostics}
    document: dict[str, Any] = json.loads(opening() + body + closing("1.2.3", codes, failures, ascii_only=False))
    jsonschema.validate(document, SARIF)
    return document


def test_sarif() -> None:
    whole = Location("dir/empty file.pbn")
    run = sarif([diagnostic(), diagnostic("PBN001", at=whole), diagnostic("PBN108")], [])["runs"][0]
    assert run["tool"]["driver"]["version"] == "1.2.3"
    assert [rule["id"] for rule in run["tool"]["driver"]["rules"]] == ["AUC101", "PBN001", "PBN108"]
    assert {found["ruleId"] for found in run["results"]} == {"AUC101", "PBN001", "PBN108"}
    assert [found["level"] for found in run["results"]] == ["error", "error", "note"]
    first, second, _ = [found["locations"][0]["physicalLocation"] for found in run["results"]]
    assert first["region"] == {
        "startLine": 13,
        "startColumn": 4,
        "endLine": 13,
        "endColumn": 6,
        "byteOffset": 100,
        "byteLength": 2,
    }
    assert second == {"artifactLocation": {"uri": "dir/empty%20file.pbn"}}
    assert run["results"][0]["properties"]["law"] == "27A"
    assert "Law 27A (2017)" in run["results"][0]["message"]["text"]
    assert "2H by E (Law 27B1)" in run["results"][0]["message"]["text"]
    assert run["invocations"] == [{"executionSuccessful": True}]


def test_sarif_without_results_and_with_failures() -> None:
    run = sarif([], [("gone.pbn", "cannot be read: No such file or directory")])["runs"][0]
    assert run["results"] == run["tool"]["driver"]["rules"] == []
    notes = run["invocations"][0]["toolExecutionNotifications"]
    assert run["invocations"][0]["executionSuccessful"] is False
    assert notes[0]["message"]["text"] == "cannot be read: No such file or directory"
    assert notes[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "gone.pbn"


@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("-", "stdin"),
        ("a/b c#d.pbn", "a/b%20c%23d.pbn"),
        ("/a/b c.pbn", "file:///a/b%20c.pbn"),
        ("x:y.pbn", "x%3Ay.pbn"),
        ("\udcff.pbn", "%FF.pbn"),
        ("é.pbn", "%C3%A9.pbn"),
    ],
)
def test_uris(path: str, expected: str) -> None:
    assert uri(path) == expected


def test_severity_decides_the_level_not_the_rule() -> None:
    from dataclasses import replace

    raised = replace(diagnostic("PBN108"), severity=Severity.ERROR)
    assert sarif([raised], [])["runs"][0]["results"][0]["level"] == "error"
    assert GitHub(Screen()).diagnostic(raised).startswith("::error ")


@pytest.mark.parametrize("elements", [[], [1], [{"a": "b"}, [], None]])
def test_a_list_is_written_element_by_element(elements: list[object]) -> None:
    written: list[str] = []
    array = JsonList(written.append)
    for element in elements:
        array.add(to_json(element))
    array.close()
    text = "".join(written)
    assert json.loads(text) == elements
    assert text.count("\n") == max(len(elements), 1)
