"""``pbntools formats``."""

from __future__ import annotations

import click

from pbntools.cli import options
from pbntools.cli.streams import complain, opened_output, shown
from pbntools.formats.registry import PARTS, Format, formats, plugins
from pbntools.reports.machine import to_json


@click.command(
    epilog="""\b
Examples:
  pbntools formats
  pbntools formats --output-format json

Exit status: 0, or 1 where a format of another package is broken."""
)
@options.output_format("text", "json")
def command(form: str) -> int:
    """List the formats: what can be read and written, and what each can hold."""
    found = sorted(formats(), key=lambda item: item.name)
    _, broken = plugins()
    with opened_output(None) as out:
        if form == "json":
            body = {
                "version": 1,
                "formats": [_as_dict(item) for item in found],
                "broken": [{"name": plugin.name, "why": plugin.why} for plugin in broken],
            }
            out.write(to_json(body, ascii_only=out.ascii_only) + "\n")
        else:
            out.write("\n".join(_lines(item) for item in found))
    for plugin in broken:
        complain(f"the format {shown(plugin.name)} of another package is left out: {shown(plugin.why)}")
    return 1 if broken else 0


def _as_dict(item: Format) -> dict[str, object]:
    return {
        "name": item.name,
        "title": item.title,
        "suffixes": list(item.suffixes),
        "read": item.open is not None,
        "write": item.write is not None,
        "dialects": list(item.dialects),
        "holds": [part for part in PARTS if part in item.holds],
    }


def _lines(item: Format) -> str:
    can = [word for word, able in (("read", item.open), ("written", item.write)) if able is not None]
    missing = [part for part in PARTS if part not in item.holds]
    lines = [f"{item.name:<12}{item.title} ({' '.join(item.suffixes) or 'no suffix'})", f"{'':12}{' and '.join(can)}"]
    if item.dialects:
        lines.append(f"{'':12}dialects: {', '.join(item.dialects)}")
    if not missing:
        told = "holds everything"
    elif len(missing) <= len(item.holds):
        told = f"has no place for {', '.join(missing)}"
    else:
        told = f"holds {', '.join(part for part in PARTS if part in item.holds)}"
    lines.append(f"{'':12}{told}")
    return "\n".join(lines) + "\n"
