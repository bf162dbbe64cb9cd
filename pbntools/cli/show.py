"""``pbntools show``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pbntools.cli import options
from pbntools.cli.reading import Item, Reader
from pbntools.cli.streams import Output, complain, output, refuse_inputs, say, shown
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.reports.record_json import record_json
from pbntools.reports.records import record_text


@click.command(
    epilog="""\b
Examples:
  pbntools show club.pbn
  pbntools show --board 7 --room open vugraph.pbn
  pbntools show --record 0 --ascii club.pbn
  pbntools show --output-format json club.pbn

Exit status: 0, or 1 if there was nothing to show, or 2 for misuse or a file
that could not be read.""",
)
@options.paths
@click.option(
    "--board",
    "boards",
    multiple=True,
    metavar="N",
    help="Show only this board: its number, or its label. May be repeated.",
)
@click.option(
    "--record",
    "records",
    multiple=True,
    type=click.IntRange(min=0),
    metavar="I",
    help="Show only this record of each file, counted from 0. May be repeated.",
)
@click.option("--room", metavar="R", help="Show only this room: open, closed, or as the record has it; any case.")
@options.output_format("text", "json", "jsonl")
@options.output
@options.encoding
@options.from_format
@options.ascii_only
def command(
    paths: tuple[str, ...],
    boards: tuple[str, ...],
    records: tuple[int, ...],
    room: str | None,
    form: str,
    output: str | None,
    encoding: str | None,
    from_format: str | None,
    ascii_only: bool,
) -> int:
    """Draw deals: the four hands, the auction, the play trick by trick, the result and where it comes from."""
    refuse_inputs(output, paths)
    with _output(output) as out:
        reader = Reader(out, encoding)
        chosen = (
            item
            for item in reader.items(paths)
            if (not boards or item.record.board in boards or str(item.record.number) in boards)
            and (not records or item.index in records)
            and (room is None or (item.record.room or "").casefold() == room.casefold())
        )
        count = _write(out, chosen, form, ascii_only=ascii_only)
        out.flush()
    status = reader.status()
    if not count and reader.records:
        complain(f"nothing to show: none of {plural(reader.records, 'record')} is {_wanted(boards, records, room)}")
        status = max(status, 1)
    say(
        f"showed {plural(count, 'board')} of {plural(reader.records, 'board')} in {plural(reader.files, 'file')}"
        f"{reader.remarks()}"
    )
    return status


_output = output


def _wanted(boards: tuple[str, ...], records: tuple[int, ...], room: str | None) -> str:
    parts = []
    if boards:
        parts.append(f"board {' or '.join(boards)}")
    if records:
        parts.append(f"record {' or '.join(map(str, records))}")
    if room is not None:
        parts.append(f"of the room {room}")
    return shown(", ".join(parts))


def _write(out: Output, items: Iterator[Item], form: str, *, ascii_only: bool) -> int:
    count = 0
    screen = out.screen(ascii_only=ascii_only)
    opened = form != "json"
    for item in items:
        if form == "text":
            out.write(("\n" if count else "") + record_text(item, screen))
        else:
            body = record_json(item.path, item.index, item.record, item.outcome)
            text = to_json(body, ascii_only=out.ascii_only)
            if form == "jsonl":
                out.write(text + "\n")
            else:
                out.write((SEPARATOR if opened else "[") + text)
                opened = True
        count += 1
    if form == "json":
        out.write("]\n" if opened else "[]\n")
    return count
