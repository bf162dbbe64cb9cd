"""Whatever the referee says can be said in every language that there is a catalogue for."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools import rules
from pbntools.diagnostics import Finding
from pbntools.laws import Context, find, resolve
from pbntools.reports.language import language, languages
from pbntools.said import Said

ROOT = Path(__file__).parents[2]
LAWS = ROOT / "pbntools" / "laws"
FILES = [
    path
    for folder in ("laws", "invalid", "cases", "valid")
    for path in sorted((ROOT / "fixtures" / folder).glob("*.pbn"))
]
OTHERS = [language(code) for code in languages() if code != "en"]
# Where a text is no message: values of tags and laws, what is asked of a language, what was said in the record.
NO_MESSAGE = {"_as_played", "_write", "_of_46b1", "_word", "_one_of", "_cell_and_tricks", "_judged", "points_text"}


def findings(path: Path) -> Iterator[Finding]:
    for reading in pbn.read(path):
        if reading.record is None:
            continue
        for laws in ("2017", "2007", "1997", "rubber"):
            for screens in (False, True):
                yield from find(reading.record, resolve(reading.record, laws), Context(laws, screens))


def test_the_fixtures_hold_findings_of_the_rules_of_the_laws() -> None:
    told = {finding.rule for path in FILES for finding in findings(path)}
    by_reader = {rules.DEAL_UNREADABLE, rules.DEAL_EMPTY, rules.SPOT_CARDS, rules.CALL_UNREADABLE, rules.PLAY_COLUMNS}
    by_reader |= {rules.CARD_UNREADABLE, rules.PLAY_AFTER_CLAIM}
    # PBN has no sign for a claim with its tricks; the tests of results have such records, and conftest asks there.
    by_reader.add(rules.CLAIM_IMPOSSIBLE)
    of_the_laws = {rule for rule in rules.RULES.values() if rule.code.startswith(("AUC", "DEA", "PLY", "RES"))}
    assert of_the_laws - told - by_reader == set()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_message_and_help_is_said_in_every_language(path: Path) -> None:
    for finding in findings(path):
        for text in filter(None, (finding.message, finding.help)):
            assert isinstance(text, Said), text
            for words in OTHERS:
                assert words.speaks(text), text
                assert words.said(text) != text
                assert "{" not in words.said(text)


def test_no_message_of_the_laws_is_a_formatted_string() -> None:
    """A message that a language cannot be asked for: made outside a `Said`, or as a plain text."""
    for path in sorted(LAWS.glob("*.py")):
        for node in allowed(ast.parse(path.read_text(encoding="utf-8"))):
            where = f"{path.name}:{node.lineno}"
            assert not isinstance(node, ast.JoinedStr), where
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "Finding":
                said = [*node.args[1:2], *(key.value for key in node.keywords if key.arg in ("message", "help"))]
                assert not any(isinstance(text, ast.Constant) and text.value is not None for text in said), where


def allowed(tree: ast.Module) -> Iterator[ast.expr]:
    """The expressions of functions whose texts are for people to read, without errors, fixes, and names of Laws."""
    todo: list[ast.AST] = [node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Raise) or (isinstance(node, ast.keyword) and node.arg in ("law", "how", "fix")):
            continue
        if isinstance(node, ast.FunctionDef) and (node.name in NO_MESSAGE or node.name in ("__str__", "__repr__")):
            continue
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "Fix":
            continue
        if isinstance(node, ast.expr):
            yield node
        todo.extend(ast.iter_child_nodes(node))
