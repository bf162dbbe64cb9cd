"""Whole outputs of the command, as they lie in ``tests/golden/cli``.

After an intended change, ``PBNTOOLS_WRITE_GOLDEN=1 pytest tests/cli/test_golden.py`` writes them again; read the
difference before committing it.
"""

import os
from pathlib import Path
from typing import Any

import pytest

Run = Any

FOLDER = Path(__file__).parent.parent / "golden" / "cli"
COMMANDS = {
    "check-clean": "check club.pbn",
    "check-irregular": "check irregular.pbn",
    "check-ascii": "check --ascii odd.pbn",
    "check-odd": "check odd.pbn",
    "check-many": "check deals.pbn",
    "check-all": "check --all --select missing-tag deals.pbn",
    "check-no-records": "check empty.pbn prose.pbn gone.pbn",
    "check-concise": "check --output-format concise irregular.pbn odd.pbn",
    "check-json": "check --output-format json irregular.pbn gone.pbn",
    "check-jsonl": "check --output-format jsonl irregular.pbn",
    "check-github": "check --output-format github irregular.pbn odd.pbn",
    "check-statistics": "check --statistics --strict irregular.pbn odd.pbn deals.pbn",
    "format": "format club.pbn odd.pbn",
    "format-diff": "format --diff irregular.pbn",
    "format-check": "format --check odd.pbn prose.pbn gone.pbn",
    "score": "score club.pbn irregular.pbn",
    "score-explain": "score --explain club.pbn",
    "score-json": "score --output-format json club.pbn irregular.pbn",
    "score-rubber": "score --as rubber --explain --stake 0.25 rubber.pbn",
    "score-rubber-ascii": "score --as rubber --ascii --set honours=none rubber.pbn",
    "score-rubber-json": "score --as rubber --output-format json rubber.pbn",
    "score-rubber-jsonl": "score --as rubber-plain --totals --output-format jsonl rubber.pbn",
    "score-rubber-html": "score --as rubber --explain --output-format html rubber.pbn",
    "score-chicago": "score --as chicago-uk --set deals=8 chicago.pbn",
    "score-chicago-csv": "score --as chicago-uk --output-format csv chicago.pbn",
    "score-csv": "score --output-format csv club.pbn irregular.pbn",
    "score-html": "score --output-format html club.pbn irregular.pbn",
    "rulesets": "rulesets",
    "rulesets-toml": "rulesets chicago --output-format toml",
    "print": "print --lang en --with names,auction,contract,result club.pbn",
    "print-ascii": "print --lang tr --ascii --per-page 1 --card-letters APKV --hide N odd.pbn",
    "print-tex": "print --lang tr --card-letters ARDV --suits four --per-page 2 --with names --to tex club.pbn",
    "print-html": "print --lang en --per-page 2 --with auction,result --without hcp --to html club.pbn",
    "show": "show club.pbn",
    "show-ascii": "show --ascii odd.pbn",
    "show-json": "show --output-format json --board 1 club.pbn",
}


@pytest.mark.parametrize("name", COMMANDS)
def test_output(run: Run, name: str) -> None:
    done = run(*COMMANDS[name].split(), cwd=FOLDER)
    got = f"$ pbntools {COMMANDS[name]}\n{done.out}--- standard error\n{done.err}--- exit status {done.status}\n"
    path = FOLDER / f"{name}.txt"
    if os.environ.get("PBNTOOLS_WRITE_GOLDEN"):
        path.write_text(got, encoding="utf-8", newline="\n")
    assert got == path.read_text(encoding="utf-8"), f"{path.name} differs; see {Path(__file__).name}"


def test_every_golden_file_is_used() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(COMMANDS)
