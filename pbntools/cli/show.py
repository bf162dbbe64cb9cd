"""``pbntools show``."""

from __future__ import annotations

from collections.abc import Iterator

import click

from pbntools.cli import choosing, options
from pbntools.cli.reading import Item, Reader
from pbntools.cli.streams import Output, opened_output, refuse_inputs
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import JsonList, to_json
from pbntools.reports.record_json import record_json
from pbntools.reports.records import record_text


@click.command(
    epilog="""\b
Examples:
  pbntools show club.pbn
  pbntools show --board 7 --room open vugraph.pbn
  pbntools show --board 1-4,7 club.pbn
  pbntools show --record 0 --ascii club.pbn
  pbntools show --output-format json club.pbn

Exit status: 0, or 1 if there was nothing to show, or 2 for misuse or a file
that could not be read.""",
)
@options.paths
@choosing.options("Show")
@options.output_format("text", "json", "jsonl")
@options.output
@options.laws
@options.encoding
@options.from_format
@options.stdin_name
@options.ascii_only
def command(
    paths: tuple[str, ...],
    boards: tuple[choosing.Boards, ...],
    records: tuple[int, ...],
    room: str | None,
    form: str,
    output: str | None,
    laws: str,
    encoding: str | None,
    from_format: str | None,
    stdin_name: str | None,
    ascii_only: bool,
) -> int:
    """Draw deals: the four hands, the auction, the play trick by trick, the result and where it comes from."""
    refuse_inputs(output, paths)
    choice = choosing.Choice(boards, records, room)
    with opened_output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format)
        count = _write(out, choice.of(reader.items(paths)), form, ascii_only=ascii_only)
        summary = (
            f"showed {plural(count, 'board')} of {plural(reader.records, 'board')} in {plural(reader.files, 'file')}"
            f"{reader.remarks()}"
        )
        if form == "text":
            out.close_with(f"\n{summary}" if count else summary)
        out.flush()
    return reader.finish(summary, "" if count else choice.nothing("show", reader.records))


def _write(out: Output, items: Iterator[Item], form: str, *, ascii_only: bool) -> int:
    count = 0
    screen = out.screen(ascii_only=ascii_only)
    array = JsonList(out.write)
    for item in items:
        if form == "text":
            out.write(("\n" if count else "") + record_text(item, screen))
        else:
            body = record_json(item.path, item.index, item.record, item.outcome)
            text = to_json(body, ascii_only=out.ascii_only)
            if form == "jsonl":
                out.write(text + "\n")
            else:
                array.add(text)
        count += 1
    if form == "json":
        array.close()
    return count
