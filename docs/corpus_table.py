"""Writes the table of `docs/corpus.md`: how many records of the real files give which rule.

    PBNTOOLS_CORPUS=FOLDER python docs/corpus_table.py

What was looked into by hand stands in the last columns; they are kept, and a rule that is new has none.
"""

from __future__ import annotations

import os
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable
from pathlib import Path

from pbntools.checking import check
from pbntools.rules import BY_NAME

PAGE = Path(__file__).parent / "corpus.md"
START, END = "<!-- the table of rules starts here -->", "<!-- the table of rules ends here -->"
HEAD = "| rule | error | warning | notice | records | files | looked at | right? |\n|---|---|---|---|---|---|---|---|\n"
OF_WRONG_GAMES = "errors_10.pbn"
"""How the name of the file of wrong games ends, which is a test and tells nothing of real files."""


def counted(paths: Iterable[Path]) -> dict[str, tuple[Counter[str], int, int]]:
    """By rule: the diagnostics by severity, the records that have one, and the files."""
    severities: dict[str, Counter[str]] = defaultdict(Counter)
    records: Counter[str] = Counter()
    files: Counter[str] = Counter()
    for path in paths:
        in_file: set[str] = set()
        for reading in check(path):
            names = [diagnostic.rule.name for diagnostic in reading.diagnostics]
            for diagnostic in reading.diagnostics:
                severities[diagnostic.rule.name][str(diagnostic.severity)] += 1
            if reading.record is not None:
                records.update(set(names))
            in_file.update(names)
        files.update(in_file)
    return {name: (severities[name], records[name], files[name]) for name in severities}


def by_hand(page: str) -> dict[str, str]:
    """The last columns of the table as it stands, by rule."""
    table = page[page.index(START) : page.index(END)]
    found = {}
    for line in table.splitlines():
        cells = line.split("|")
        if len(cells) == 10 and "`" in cells[1]:
            found[cells[1].strip(" `")] = "|".join(cells[7:9])
    return found


def table(found: dict[str, tuple[Counter[str], int, int]], told: dict[str, str]) -> str:
    """The table in the order of the codes."""
    rows = []
    for name in sorted(found, key=lambda name: BY_NAME[name].code):
        severities, records, files = found[name]
        counts = " | ".join(f"{severities[severity]:,}" for severity in ("error", "warning", "notice"))
        rows.append(f"| `{name}` | {counts} | {records:,} | {files:,} |{told.get(name, ' 0 | ')}|\n")
    return HEAD + "".join(rows)


def written(page: str, rows: str) -> str:
    """The page with these rows between the marks."""
    before, rest = page.split(START)
    return f"{before}{START}\n\n{rows}\n{END}{rest.split(END)[1]}"


def main() -> int:
    """Read the files and write the page; 2 without a folder."""
    folder = os.environ.get("PBNTOOLS_CORPUS", "")
    if not folder:
        sys.stderr.write("PBNTOOLS_CORPUS is not set: there are no real files to read\n")
        return 2
    paths = [
        path
        for path in sorted(Path(folder).rglob("*"))
        if path.suffix.lower() == ".pbn" and path.is_file() and not path.name.endswith(OF_WRONG_GAMES)
    ]
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(written(page, table(counted(paths), by_hand(page))), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
