"""What no other language can say yet: messages that are no `Said`.

The list may only shrink.
"""

import ast
import os
from collections import defaultdict
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer
from pbntools.events.ranking import rank_event
from pbntools.reports.language import language

ROOT = Path(__file__).parent.parent
FIXTURES, PACKAGE = ROOT / "fixtures", ROOT / "pbntools"
ENGLISH_ALONE = {
    # The words of the values that a record of another program has are those of its form.
    "FMT104",
}
"""Codes of which a message of `pbntools.check` is in English alone."""
TURKISH = language("tr")


def spoken(folder: Path) -> dict[str, set[str]]:
    """By code: the messages and the help in a folder that Turkish does not have."""
    found: dict[str, set[str]] = defaultdict(set)
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in (".json", ".toml"):
            continue
        try:
            readings = list(pbn.check(path))
        except (OSError, LookupError):
            continue
        for reading in readings:
            for diagnostic in reading.diagnostics:
                said = filter(None, (diagnostic.message, diagnostic.help))
                found[diagnostic.rule.code].update(text for text in said if not TURKISH.speaks(text))
    return {code: texts for code, texts in found.items() if texts}


def test_only_these_codes_are_in_english_alone() -> None:
    found = spoken(FIXTURES)
    assert {code: texts for code, texts in found.items() if code not in ENGLISH_ALONE} == {}
    assert found.keys() == ENGLISH_ALONE


@pytest.mark.skipif("PBNTOOLS_CORPUS" not in os.environ, reason="PBNTOOLS_CORPUS names no folder of real files")
def test_so_it_is_with_real_files() -> None:
    found = spoken(Path(os.environ["PBNTOOLS_CORPUS"]))
    assert {code: texts for code, texts in found.items() if code not in ENGLISH_ALONE} == {}


EVENTS = sorted((FIXTURES / "events" / "rules").glob("*.toml"))


@pytest.mark.parametrize("path", EVENTS, ids=[path.stem for path in EVENTS])
def test_what_is_wrong_with_results_is_told_in_turkish(path: Path) -> None:
    gatherer = Gatherer(parse_event(path.read_text(encoding="utf-8")))
    for index, reading in enumerate(pbn.check(path.with_suffix(".pbn"))):
        assert reading.record is not None
        gatherer.add("x.pbn", index, reading.record, pbn.resolve(reading.record), reading)
    findings = rank_event(gatherer.finish()).results.findings
    assert findings.found
    assert [item.finding.message for item in findings.found if not TURKISH.speaks(item.finding.message)] == []
    assert [item.why for item in findings.left_out if not TURKISH.speaks(item.why)] == []


MAKERS = {"Finding", "Fault", "TextFault", "ConfigError", "ScaleError", "PairingError", "Failure", "UsageError"}
# What only a profile of check has to say.
OF_PROFILES = ("export_profile", "profile", "profiles")
SPOKEN = [
    path
    for folder in ("events", "laws", "formats/*", "cli")
    for path in sorted(PACKAGE.glob(f"{folder}/*.py"))
    if path.stem not in OF_PROFILES
    if folder != "cli" or path.stem in ("compare", "event_options", "pair_next", "print", "rank", "replay")
]


@pytest.mark.parametrize("path", SPOKEN, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_no_message_is_a_plain_text(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            if name in MAKERS:
                given = [
                    *node.args,
                    *(keyword.value for keyword in node.keywords if keyword.arg in ("help", "message")),
                ]
                plain = [arg for arg in given if isinstance(arg, ast.JoinedStr) or is_words(arg)]
                assert not plain, f"{path.name}:{node.lineno}: {ast.unparse(plain[0])}"


def is_words(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and " " in node.value
