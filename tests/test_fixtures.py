"""Every fixture gives the records, diagnostics and outcomes that the JSON beside it says, and keeps its bytes.

`invalid/` has a file for each rule, which breaks that rule and no other; its JSON is the list of diagnostics.  In the
other folders the JSON also has the number of records, and what some of them come to.  There ``arguments`` are those of
`check` that the file is for, and ``says`` is the message of each diagnostic with its help.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer
from pbntools.events.ranking import rank_event
from pbntools.formats.pbn.profiles import profile_of
from pbntools.laws import find
from pbntools.rules import BY_NAME, EVENT_RULES, RULES, SESSION_RULES, rule_page
from pbntools.scoring.session import Scorer

FIXTURES = Path(__file__).parent.parent / "fixtures"
FOLDERS = ("invalid", "laws", "cases", "valid")
SUFFIXES = frozenset((".pbn", ".txt"))
DIAGNOSTIC = (
    "code", "rule", "severity", "line", "column", "end_line", "end_column", "record", "board", "seat", "call", "trick",
    "card",
)  # fmt: skip
OUTCOME = ("contract", "declarer", "tricks", "tricks_source", "tricks_played", "adjustment", "applied", "score_ns")

# Rules that no file of `invalid/` breaks: one would be too large, PBN has no sign for a claim with its tricks, and
# no record is known on which a check fails.
WITHOUT_FILE = frozenset(("game-too-large", "claim-impossible", "not-judged"))
# Rules of a session, which is not what `check` looks at: tests/scoring/test_sessions.py has their files.
OF_SESSIONS = {rule.name for rule in SESSION_RULES}
# Rules of an event, which `rank` looks at: tests/events/test_event_fixtures.py has their files.
OF_EVENTS = {rule.name for rule in EVENT_RULES}
FORM = {
    "room-missing": "teams",
    "contestant-unknown": "teams",
    "nothing-meant": "swiss",
    "swing-mismatch": "teams",
    "match-over": "knock-out",
    "instant-tables-disagree": "instant",
    "round-repeated": "teams",
}
CUT = '[[session]]\nname = "qualifying"\n[[session]]\nname = "final"\n[[cut]]\nafter = "qualifying"\nkeep = 4\n'
# Rules whose bad example is not text that a page can show.
NOT_SHOWN = WITHOUT_FILE | {"utf-16", "byte-order-mark", "line-ends", "export-line-ends"}
# The tags with a second double-dummy table are not the standard's; a second revoke comes with the first.
ALSO = {"double-dummy-mismatch": {"unknown-tag"}, "revoke-repeated": {"revoke"}}
# What only a profile asks has its fixtures in `profiles/`: see tests/formats/pbn/test_profiles.py.
PROFILED = frozenset(rule.name for rule in RULES.values() if profile_of(rule))
# tests/test_format_fixtures.py has the rules of other formats; a loss is no fault of a file.
OF_OTHERS = frozenset(rule.name for rule in RULES.values() if rule.code.startswith(("FMT", "LIN", "CNV")))
OWN_RULES = [rule for rule in RULES.values() if rule.name not in OF_OTHERS]
PAGE_PARTS = ["Why", "Bad", "Good", "What happens next"]


def files(*folders: str) -> list[Path]:
    """The fixtures of some folders; ValueError for a folder without any."""
    found = []
    for folder in folders:
        inside = sorted(path for path in (FIXTURES / folder).rglob("*") if path.suffix in SUFFIXES)
        if not inside:
            raise ValueError(f"fixtures/{folder} is empty")
        found += inside
    return found


def name(path: Path) -> str:
    return path.relative_to(FIXTURES).as_posix()


def expected(path: Path) -> dict[str, Any]:
    """What the JSON beside a fixture says, in the form that all folders but `invalid/` have."""
    found = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    return {"diagnostics": found} if isinstance(found, list) else found


def comparable(diagnostic: pbn.Diagnostic) -> dict[str, Any]:
    fields = diagnostic.as_dict()
    return {key: fields[key] for key in DIAGNOSTIC}


def outcome_of(record: pbn.Record, laws: str = "2017") -> dict[str, Any]:
    found = pbn.resolve(record, laws)
    return {
        "contract": None if found.contract is None else str(found.contract),
        "declarer": None if found.declarer is None else found.declarer.letter,
        "tricks": found.tricks,
        "tricks_source": found.tricks_source,
        "tricks_played": found.tricks_played,
        "adjustment": found.adjustment,
        "applied": found.applied,
        "score_ns": found.score_ns,
    }


@pytest.mark.parametrize("path", files(*FOLDERS), ids=name)
def test_diagnostics(path: Path) -> None:
    wanted = expected(path)
    readings = list(pbn.check(path, **wanted.get("arguments", {})))
    diagnostics = [diagnostic for reading in readings for diagnostic in reading.diagnostics]
    assert [comparable(diagnostic) for diagnostic in diagnostics] == wanted["diagnostics"]
    if "says" in wanted:
        assert ["; ".join(filter(None, (found.message, found.help))) for found in diagnostics] == wanted["says"]
    if "records" in wanted:
        assert sum(reading.record is not None for reading in readings) == wanted["records"]


def with_outcomes() -> list[Path]:
    return [path for path in files("laws", "cases", "valid") if "outcome" in expected(path)]


@pytest.mark.parametrize("path", with_outcomes(), ids=name)
def test_outcomes(path: Path) -> None:
    wanted = expected(path)["outcome"]
    laws = expected(path).get("arguments", {}).get("laws", "2017")
    found = [outcome_of(reading.record, laws) for reading in pbn.read(path) if reading.record is not None]
    assert len(found) == len(wanted)
    assert [{key: one[key] for key in other} for one, other in zip(found, wanted, strict=True)] == wanted


@pytest.mark.parametrize("path", files(*FOLDERS), ids=name)
def test_bytes_survive(path: Path) -> None:
    assert pbn.Document.open(path).to_bytes() == path.read_bytes()


@pytest.mark.parametrize("path", files(*FOLDERS), ids=name)
def test_the_json_is_well_formed(path: Path) -> None:
    wanted = expected(path)
    for diagnostic in wanted["diagnostics"]:
        assert tuple(diagnostic) == DIAGNOSTIC
        assert RULES[diagnostic["code"]].name == diagnostic["rule"]
    assert {key for outcome in wanted.get("outcome", []) for key in outcome} <= set(OUTCOME)


def test_no_json_is_left_over() -> None:
    sources = {path.with_suffix(".json") for path in files(*FOLDERS)}
    assert {path for folder in FOLDERS for path in (FIXTURES / folder).rglob("*.json")} == sources


def test_every_rule_has_a_fixture_that_breaks_it_alone() -> None:
    rules = {path.stem: {d["rule"] for d in expected(path)["diagnostics"]} for path in files("invalid")}
    assert rules.keys() == BY_NAME.keys() - WITHOUT_FILE - OF_SESSIONS - OF_EVENTS - PROFILED - OF_OTHERS
    assert rules == {rule: {rule} | ALSO.get(rule, set()) for rule in rules}


@pytest.mark.parametrize("path", files("valid"), ids=name)
def test_valid_fixtures_have_notices_at_most(path: Path) -> None:
    assert {diagnostic["severity"] for diagnostic in expected(path)["diagnostics"]} <= {"notice"}


def test_a_game_that_is_too_large() -> None:
    line = b"; " + b"x" * 98 + b"\n"
    data = b'[Board "1"]\n\n[Board "2"]\n' + line * (17 * 10_486) + b'\n[Board "3"]\n'
    readings = list(pbn.check(data))
    assert [reading.board for reading in readings if reading.record is not None] == ["1", "3"]
    large = [d for reading in readings for d in reading.diagnostics if d.rule.name == "game-too-large"]
    assert [(d.location.line, d.location.column) for d in large] == [(3, 1)]


@pytest.mark.parametrize(("claim", "wrong"), [(4, True), (5, False), (9, False), (10, True), (14, True)])
def test_a_claim_that_is_out_of_reach(claim: int, wrong: bool) -> None:
    """Declarer has won five of the first eight tricks, and the defenders are sure of one more in trumps."""
    record = next(pbn.read(FIXTURES / "laws" / "claim-out-of-reach.pbn")).record
    assert record is not None
    assert record.play is not None
    record = record.replace(play=replace(record.play, claim=claim), result=None)
    found = [finding.rule.name for finding in find(record, pbn.resolve(record))]
    assert ("claim-impossible" in found) is wrong


# --- the pages of the rules ------------------------------------------------------------------------------------------

HEADING = re.compile(r"^## (.+)$", re.M)
EXAMPLE = re.compile(r"^```pbn\n(.*?)^```$", re.M | re.S)


def parts(page: str) -> dict[str, str]:
    """The parts of a page by heading; the text before the first heading stands under ""."""
    pieces = HEADING.split(page)
    return {"": pieces[0], **dict(zip(pieces[1::2], pieces[2::2], strict=True))}


def reported(example: str, rule: pbn.Rule) -> Iterator[pbn.Diagnostic]:
    """What `check` says of an example, what a profile does, and what the ledger of a rubber does."""
    profile = profile_of(rule)
    if profile is not None:
        # A page cannot show the line ends that the export format asks for.
        example = example.replace("\n", "\r\n")
    if rule in EVENT_RULES:
        more = CUT if rule.name == "cut-not-passed" else ""
        yield from reported_of_an_event(example, FORM.get(rule.name, "pairs"), more)
    scorer = Scorer("rubber")
    for reading in pbn.check(example.encode(), profile=profile.name if profile else None):
        if reading.record is not None and reading.record.value("Scoring") == "Rubber":
            reading.add(scorer.push(reading.record).findings)
        yield from reading.diagnostics


def reported_of_an_event(example: str, form: str, more: str) -> Iterator[pbn.Diagnostic]:
    scale = '[scale]\nname = "wbf2013"\n'
    settings = {"teams": scale, "swiss": scale, "knock-out": "[knock-out]\nboards = 1\n"}
    gatherer = Gatherer(parse_event(f'form = "{form}"\n{settings.get(form, "")}{more}'))
    for reading in pbn.check(example.encode()):
        if reading.record is not None and reading.index is not None:
            gatherer.add("page", reading.index, reading.record, pbn.resolve(reading.record), reading)
    for found in rank_event(gatherer.finish()).results.findings.found:
        yield found.diagnostic()


@pytest.mark.parametrize("rule", RULES.values(), ids=str)
def test_a_page_has_its_parts(rule: pbn.Rule) -> None:
    found = parts(rule_page(rule))
    headings = list(found)[1:]
    assert headings[:-1] == PAGE_PARTS
    assert headings[-1] in ("Law", "Standard", *(["Source"] if rule.name in PROFILED | OF_OTHERS else []))
    assert found[""].strip()
    assert "```" not in found[""]
    # An example of a format without blanks is one word.
    assert all(len(text.split()) > 3 or "```" in text for text in found.values())


@pytest.mark.parametrize("rule", OWN_RULES, ids=str)
def test_the_examples_of_a_page(rule: pbn.Rule) -> None:
    found = parts(rule_page(rule))
    bad, good = EXAMPLE.findall(found["Bad"]), EXAMPLE.findall(found["Good"])
    assert len(bad) == (rule.name not in NOT_SHOWN)
    assert len(good) == 1
    for example in bad:
        diagnostics = list(reported(example, rule))
        assert rule in [d.rule for d in diagnostics]
        assert [str(d) for d in diagnostics if d.rule is not rule and d.severity > pbn.Severity.NOTICE] == []
    diagnostics = list(reported(good[0], rule))
    assert rule not in [d.rule for d in diagnostics]
    assert [str(d) for d in diagnostics if d.severity > pbn.Severity.NOTICE] == []
