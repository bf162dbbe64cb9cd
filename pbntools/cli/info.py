"""``pbntools info``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pbntools.cli import options
from pbntools.cli.reading import Item, Reader
from pbntools.cli.streams import Output, opened_output, refuse_inputs
from pbntools.reports.diagnostics import plural
from pbntools.reports.info import FileInfo, Tally, info_text, total_text
from pbntools.reports.machine import SEPARATOR, to_json


@click.command(
    epilog="""\b
Examples:
  pbntools info club.pbn
  pbntools info archive/ season.zip old.pbn.gz
  pbntools info --output-format json club.pbn

Exit status: 0, or 1 if a file holds no record, or 2 for misuse or a file that
could not be read.""",
)
@options.paths
@options.output_format("text", "json", "jsonl")
@options.output
@options.encoding
@options.from_format
@options.stdin_name
@options.ascii_only
def command(
    paths: tuple[str, ...],
    form: str,
    output: str | None,
    encoding: str | None,
    from_format: str | None,
    stdin_name: str | None,
    ascii_only: bool,
) -> int:
    """Tell what files hold: the format and its version, the producer, the encoding, how many boards and different
    deals, the events and dates, what is missing, and how many records have an auction, a play and a result.

    It looks at the text alone; whether the records are right, 'pbntools check' tells.
    """
    refuse_inputs(output, paths)
    with opened_output(output) as out:
        reader = Reader(out, encoding, stdin_name, from_format=from_format)
        total = _write(out, reader, paths, form, ascii_only=ascii_only)
        summary = f"looked at {plural(total.records, 'record')} in {plural(reader.files, 'file')}{reader.remarks()}"
        if form == "text":
            out.close_with(f"\n{summary}" if reader.files else summary)
        out.flush()
    return reader.finish(summary)


def _write(out: Output, reader: Reader, paths: tuple[str, ...], form: str, *, ascii_only: bool) -> Tally:
    screen = out.screen(ascii_only=ascii_only)
    total = Tally()
    count = 0
    if form == "json":
        out.write('{"version": 1,\n"files": [')
    for items in reader.by_file(paths):
        info = _info(reader, items)
        if info is None:
            continue
        if form == "text":
            out.write(("\n" if count else "") + info_text(info, screen))
        else:
            text = to_json(info.as_dict(), ascii_only=out.ascii_only)
            out.write(text + "\n" if form == "jsonl" else (SEPARATOR if count else "\n") + text)
        count += 1
        total.merge(info.tally)
        out.flush()
    if form == "json":
        failures = [{"path": path, "message": why} for path, why in reader.failures]
        for name, value in (("failures", failures), ("total", {"files": count} | total.as_dict())):
            out.write(f'{"]" if name == "failures" else ""},\n"{name}": {to_json(value, ascii_only=out.ascii_only)}')
        out.write("}\n")
    elif form == "text" and count > 1:
        out.write("\n" + total_text(count, total, screen))
    return total


def _info(reader: Reader, items: Iterator[Item]) -> FileInfo | None:
    """What is to be told of the file whose records these are; None where it could not be opened."""
    tally = Tally()
    failed = len(reader.failures)
    for item in items:
        tally.add(item.record)
    readings = reader.readings
    if readings is None:
        return None
    return FileInfo(
        readings.path,
        readings.format,
        readings.header,
        readings.encoding,
        readings.byte_order_mark,
        readings.line_ends,
        readings.packed,
        reader.faults,
        len(reader.failures) == failed,
        tally,
    )
