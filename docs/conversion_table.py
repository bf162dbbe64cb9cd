"""Writes the table of `docs/conversion.md`: the records of the real files written in each format and read back.

    PBNTOOLS_CORPUS=FOLDER python docs/conversion_table.py

A record is taken where `check` finds no error in it.  It is written in a format, read back, and written in its own
format again; what is then not as it was must belong to a loss that was listed.
"""

from __future__ import annotations

import io
import os
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path

from pbntools.checking import check, read
from pbntools.converting import Conversion, Item
from pbntools.diagnostics import Severity
from pbntools.formats.content import differences
from pbntools.formats.explaining import unexplained
from pbntools.formats.losses import Loss
from pbntools.formats.registry import WriteError, formats, get_format
from pbntools.laws import resolve
from pbntools.record import Record

PAGE = Path(__file__).parent / "conversion.md"
START, END = "<!-- the table of conversions starts here -->", "<!-- the table of conversions ends here -->"
HEAD = (
    "| from, by way of, to | records | left out | equal | equal but for listed losses | losses by kind |\n"
    "|---|---|---|---|---|---|\n"
)
MOST_BOARDS = 36
"""Records that are written in one file, since some formats have no room for more."""
DERIVED = {"contract", "declarer", "result"}
"""Parts that are filled in where they follow from the others."""


def batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Records in as many files as they need in a format."""
    batch: list[Record] = []
    for record in records:
        batch.append(record)
        if len(batch) == MOST_BOARDS:
            yield batch
            batch = []
    if batch:
        yield batch


def converted(records: list[Record], source: str, target: str) -> tuple[list[Record | None], list[Loss]]:
    """The records as they read back from a format, None for one that was left out, and what was lost."""
    form = get_format(source)
    conversion = Conversion(get_format(target))
    taken: list[int] = []
    fit = conversion._fit

    def noted(record: Record, facts: object, losses: object) -> Record | None:
        at = conversion.records - 1
        found = fit(record, facts, losses)  # type: ignore[arg-type]
        if found is not None:
            taken.append(at)
        return found

    conversion._fit = noted
    file = io.BytesIO()
    reading = next(iter(read(b"")))  # of which nothing but what it does not hold is looked at
    conversion.write((Item(reading, record, resolve(record), form) for record in records), file)
    back = [found.record for found in read(file.getvalue(), format=target) if found.record is not None]
    out: list[Record | None] = [None] * len(records)
    for at, record in zip(taken, back, strict=True):
        out[at] = record
    return out, list(conversion.losses)


def still_unexplained(before: Record, after: Record, losses: Iterable[tuple[str, str]]) -> list[str]:
    """The parts that are not as they were, but for what was filled in."""
    filled = DERIVED if before.contract is None or before.result is None else set()
    return [part for part in unexplained(before, after, losses) if part not in filled]


def good_records(paths: Iterable[Path], name: str) -> Iterator[Record]:
    """The records of one format in which there is no error."""
    for path in paths:
        if path.suffix.lower() != f".{name}":
            continue
        for reading in check(path, format=name):
            if reading.record is not None and all(d.severity < Severity.ERROR for d in reading.diagnostics):
                yield reading.record


def row(records: list[Record], source: str, target: str) -> tuple[str, list[str]]:
    """A row of the table, and what is wrong."""
    count = left_out = equal = explained = 0
    kinds: Counter[str] = Counter()
    wrong: list[str] = []
    for batch in batches(records):
        try:
            middle, first = converted(batch, source, target)
        except WriteError:
            count += len(batch)
            left_out += len(batch)
            continue
        kept = [record for record in middle if record is not None]
        back, second = converted(kept, target, source)
        back_at = iter(back)
        told: list[set[tuple[str, str]]] = [set() for _ in batch]
        positions = [at for at, record in enumerate(middle) if record is not None]
        for loss in first:
            for at in loss.records:
                told[at].add((loss.rule.name, loss.what))
        for loss in second:
            for at in loss.records:
                told[positions[at]].add((loss.rule.name, loss.what))
        for at, record in enumerate(batch):
            count += 1
            kinds.update({name for name, _ in told[at]})
            if middle[at] is None:
                left_out += 1
                if "record-left-out" not in {name for name, _ in told[at]}:
                    wrong.append(f"{source} {target}: board {record.board} was left out without a word")
                continue
            after = next(back_at)
            if after is None:
                wrong.append(f"{source} {target}: board {record.board} was left out on the way back")
            elif not differences(record, after):
                equal += 1
            elif parts := still_unexplained(record, after, told[at]):
                wrong.append(f"{source} {target}: board {record.board}: {', '.join(parts)}")
            else:
                explained += 1
    losses = ", ".join(f"`{name}` {number:,}" for name, number in sorted(kinds.items())) or "none"
    text = f"| {source} → {target} → {source} | {count:,} | {left_out:,} | {equal:,} | {explained:,} | {losses} |"
    return text, wrong


def main() -> int:
    """Write the table; the exit status is 1 where something is not as it was without a loss that says so."""
    folder = os.environ.get("PBNTOOLS_CORPUS")
    if not folder:
        print("PBNTOOLS_CORPUS is not set", file=sys.stderr)
        return 2
    paths = sorted(path for path in Path(folder).rglob("*") if path.is_file())
    rows = []
    wrong: list[str] = []
    for source in ("pbn", "lin"):
        records = list(good_records(paths, source))
        for form in formats():
            if form.write is None or form.open is None or form.name == source:
                continue
            text, found = row(records, source, form.name)
            rows.append(text)
            wrong += found
            print(text, file=sys.stderr)
    page = PAGE.read_text(encoding="utf-8")
    head, rest = page[: page.index(START)], page[page.index(END) :]
    PAGE.write_text(f"{head}{START}\n\n{HEAD}" + "\n".join(rows) + f"\n\n{rest}", encoding="utf-8")
    for line in wrong[:200]:
        print(line, file=sys.stderr)
    print(f"{len(wrong)} records are not as they were without a loss that says so", file=sys.stderr)
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
