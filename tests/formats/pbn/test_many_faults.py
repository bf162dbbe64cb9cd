"""Very many faults in one game: told in bounded memory, and none without a word."""

import subprocess
import sys
from pathlib import Path

import pytest

from pbntools import rules
from pbntools.core import Seat
from pbntools.diagnostics import MOST_FINDINGS, Finding, bounded
from pbntools.formats.pbn.raw import MOST_FAULTS, Fault, Faults
from tests.formats.samples import GAME, diagnostics, one, records

ROOT = Path(__file__).parents[3]
STATUS = Path("/proc/self/status")
needs_status = pytest.mark.skipif(not STATUS.exists(), reason=f"{STATUS} does not exist: the peak is not told")
PEAK = """
import sys
from pbntools import check
data = eval(sys.argv[1])
count = sum(len(reading.diagnostics) for reading in check(data))
(peak,) = [line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(count, int(peak) // 1024)
"""


def peak(data: str) -> tuple[int, int]:
    """How many diagnostics there are, and the peak memory in MB of a process that asks for them."""
    command = [sys.executable, "-c", PEAK, data]
    done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True)
    count, size = done.stdout.split()
    return int(count), int(size)


@needs_status
@pytest.mark.parametrize("line", ["{", "[show]", "% pbntools: ignore x"])
def test_memory_does_not_grow_with_the_faults_of_a_game(line: str) -> None:
    few, little = peak(f"b'[Event \"x\"]\\n' + b'{line}\\n' * 2_000")
    many, much = peak(f"b'[Event \"x\"]\\n' + b'{line}\\n' * 200_000")
    assert few == many
    assert much - little < 30  # the text itself; a diagnostic each would need more than 100


@pytest.mark.parametrize(
    ("head", "line", "rule"),
    [
        ('[Event "x"]\n', "{", "unterminated-comment"),
        ('[Event "x"]\n[Dealer "N"]\n[Auction "N"]\n', "zz", "call-unreadable"),
        ('[Event "x"]\n', '[Site "y"]', "duplicate-tag"),
        ('[Event "x"]\n', '[Note "1:y"]', "duplicate-tag"),
        ('[Event "x"]\n', "[show]", "stray-text"),
    ],
)
def test_the_last_one_tells_how_many_follow(head: str, line: str, rule: str) -> None:
    found = [d for d in diagnostics(head + f"{line}\n" * 3000) if d.rule.name == rule]
    told = 3000 - (rule == "duplicate-tag")
    assert len(found) == MOST_FAULTS + 1
    assert found[-1].message.endswith(f" (and {told - MOST_FAULTS - 1} more such places in this game)")
    assert not any("more such places" in d.message for d in found[:-1])
    assert [d.location.line for d in found] == sorted(d.location.line or 0 for d in found)


def test_other_rules_are_told_as_before() -> None:
    text = '[Event "x"]\n[Date "May"]\n' + "{\n" * 3000 + '[Event "y"]\n\n' + GAME
    names = [d.rule.name for d in diagnostics(text)]
    assert names.count("bad-value") == names.count("duplicate-tag") == 1
    assert [record.event for record in records(text)] == ["x", "Spring Pairs"]


def test_comments_behind_many_open_braces_are_whole() -> None:
    text = '[Event "x"]\n{ one }\n{ two\n{ three\n[Site "y"]\n{ four\n\n}\n[Date "?"]\n{ five\n'
    assert [comment.text.strip() for comment in one(text).comments] == ["one", "two", "three", "four", "five"]


def test_folding() -> None:
    faults = Faults()
    for at in range(MOST_FAULTS + 3):
        faults.append(Fault(rules.STRAY_TEXT, at, at + 1, "stray"))
        faults.append(Fault(rules.BAD_VALUE, at, at + 1, "bad"))
    again = Faults()
    again.extend(faults)
    again.extend(faults)
    for each, more in ((faults, 2), (again, 2 + MOST_FAULTS + 3)):
        assert len(each) == 2 * (MOST_FAULTS + 1)
        assert {fault.rule: fault.more for fault in each if fault.more} == {
            rules.STRAY_TEXT: more,
            rules.BAD_VALUE: more,
        }
        assert {fault.start for fault in each if fault.more} == {MOST_FAULTS}


def test_findings_are_folded_too() -> None:
    found = list(bounded(Finding(rules.REVOKE, str(n), seat=Seat.EAST.letter) for n in range(MOST_FINDINGS + 5)))
    assert [finding.message for finding in found[:-1]] == [str(n) for n in range(MOST_FINDINGS)]
    assert found[-1].message == f"{MOST_FINDINGS} (and 4 more in this record)"
    exact = [Finding(rules.REVOKE, "x")] * (MOST_FINDINGS + 1)
    assert list(bounded(exact)) == exact


@needs_status
def test_memory_does_not_grow_with_the_length_of_a_line(tmp_path: Path) -> None:
    path = tmp_path / "line.pbn"
    with path.open("wb") as file:
        for _ in range(40):
            file.write(b"x" * (1 << 20))
    count, size = peak(repr(str(path)))
    assert count == 2
    assert size < 110
