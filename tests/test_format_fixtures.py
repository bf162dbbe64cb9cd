"""Files of the other formats give the records and diagnostics that the JSON beside them says.

Each rule of the families FMT and LIN has a file in `fixtures/formats/` that breaks it, and a page whose examples, in
blocks named by their format, show it.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.formats.registry import HEAD, format_names, formats, looks_like_pbn
from pbntools.rules import RULES, rule_page

ROOT = Path(__file__).parent.parent / "fixtures" / "formats"
FAMILIES = ("FMT", "LIN")
OWN_RULES = [rule for rule in RULES.values() if rule.code.startswith(FAMILIES)]
KEYS = ("code", "rule", "severity", "line", "column", "offset", "record", "board")
# What no block of a page can show: too long, no text, or of a format that may not be there.
NOT_SHOWN = frozenset(("format-too-large", "copies-disagree", "format-unsafe"))
# Only XML can ask for what a reader must not do.
WITHOUT_FILE = frozenset(() if "usebio" in format_names() else ("format-unsafe",))
HEADING = re.compile(r"^## (.+)$", re.M)
BLOCK = re.compile(r"^```([a-z0-9]+)\n(.*?)^```$", re.M | re.S)


def files() -> list[Path]:
    return sorted(path for path in ROOT.rglob("*") if path.is_file() and path.with_suffix(".json") != path)


def name(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def expected(path: Path) -> dict[str, Any]:
    found = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    assert isinstance(found, dict)
    return found


def shown(diagnostic: pbn.Diagnostic) -> dict[str, Any]:
    """The fields of a diagnostic that a fixture tells: a text has lines and columns, other files offsets."""
    fields = diagnostic.as_dict()
    return {key: fields[key] for key in KEYS if fields.get(key) is not None or key in ("record", "board")}


@pytest.mark.parametrize("path", files(), ids=name)
def test_what_is_read(path: Path) -> None:
    readings = pbn.check(path)
    found = list(readings)
    wanted = expected(path)
    assert readings.format == wanted["format"]
    assert [shown(diagnostic) for reading in found for diagnostic in reading.diagnostics] == wanted["diagnostics"]
    assert [reading.board for reading in found if reading.record is not None] == wanted["boards"]
    assert readings.records == wanted["records"]


def test_every_json_is_beside_a_file() -> None:
    assert set(ROOT.rglob("*.json")) == {path.with_suffix(".json") for path in files()}


@pytest.mark.parametrize("path", files(), ids=name)
def test_no_format_takes_the_file_of_another(path: Path) -> None:
    head = path.read_bytes()[:HEAD]
    found = ["pbn"] if looks_like_pbn(head) else []
    found += [one.name for one in formats() if one.name != "pbn" and one.sniff is not None and one.sniff(head)]
    assert found in ([expected(path)["format"]], [])
    if not expected(path)["diagnostics"]:
        assert found


def test_every_rule_has_a_file() -> None:
    broken = {diagnostic["rule"] for path in files() for diagnostic in expected(path)["diagnostics"]}
    assert {rule.name for rule in OWN_RULES} - broken == WITHOUT_FILE


@pytest.mark.parametrize("rule", OWN_RULES, ids=str)
def test_a_page_has_its_parts(rule: pbn.Rule) -> None:
    pieces = HEADING.split(rule_page(rule))
    assert pieces[1::2] == ["Why", "Bad", "Good", "What happens next", "Source"]
    assert "```" not in pieces[0]
    assert all(len(text.strip()) > 20 for text in pieces[::2])


@pytest.mark.parametrize("rule", OWN_RULES, ids=str)
def test_the_examples_of_a_page(rule: pbn.Rule) -> None:
    pieces = HEADING.split(rule_page(rule))
    parts = dict(zip(pieces[1::2], pieces[2::2], strict=True))
    bad, good = BLOCK.findall(parts["Bad"]), BLOCK.findall(parts["Good"])
    assert len(bad) == (rule.name not in NOT_SHOWN)
    assert len(good) == 1
    for format, text in bad:
        # A format without line ends would take the last one for a part of itself.
        assert rule in [d.rule for r in pbn.read(text.rstrip("\n").encode(), format=format) for d in r.diagnostics]
    format, text = good[0]
    found = [d for r in pbn.check(text.rstrip("\n").encode(), format=format) for d in r.diagnostics]
    assert [str(d) for d in found if d.rule is rule or d.severity > pbn.Severity.NOTICE] == []
