"""``pbntools compare``."""

from __future__ import annotations

import os

import click

from pbntools.cli import choosing, options
from pbntools.cli.event_options import empty_text
from pbntools.cli.reading import Reader
from pbntools.cli.streams import complain, opened_output, refuse_inputs, shown
from pbntools.events.comparing import Comparer
from pbntools.reports.board_words import diagnostic_line
from pbntools.reports.comparison import ComparisonTitle, comparison_json, comparison_page
from pbntools.reports.event_html import page_html
from pbntools.reports.event_writers import page_csv, page_text
from pbntools.reports.language import Language
from pbntools.reports.machine import to_json
from pbntools.reports.sheet import encoded

_TOLD = 20
_NAMED = 3
"""Files that the page names."""


@click.command(
    epilog="""\b
Examples:
  pbntools compare match.pbn
  pbntools compare open.pbn closed.pbn
  pbntools compare --board 1-8 match.pbn
  pbntools compare --output-format json match.pbn

Exit status: 0, or 1 if a file holds no record, no board could be compared, or
something is at or above --fail-on, or 2 for misuse or a file that could not be
read or written.""",
)
@options.paths
@choosing.options("Compare", rooms=False)
@options.language
@options.fail_on
@options.output_format("text", "json", "csv", "html")
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
    words: Language,
    fail_on: str,
    form: str,
    output: str | None,
    laws: str,
    encoding: str | None,
    from_format: str | None,
    stdin_name: str | None,
    ascii_only: bool,
) -> int:
    """Compare the tables of each board.

    Two tables, such as the open and the closed room of a match, are compared in IMPs, which stand below the team that
    gets them (without teams, below North-South or East-West of the first table), with a running total and the result
    of the match. Of more tables each gets its matchpoints and cross-IMPs. Where the records have ScoreIMP tags, a
    disagreement is told; where a board has a double-dummy table, its par is shown. Results that cannot be compared are
    told and counted.
    """
    refuse_inputs(output, paths)
    choice = choosing.Choice(boards, records)
    comparer, title = Comparer(), ComparisonTitle()
    with opened_output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format, words=words)
        chosen = 0
        for item in choice.of(reader.items(paths)):
            chosen += 1
            title.add(item.record)
            comparer.add(item.path, item.index, item.record, item.outcome, item.reading)
        found = comparer.finish()
        screen = out.screen(ascii_only=ascii_only)
        page = comparison_page(found, str(title), _files(paths), words)
        if form == "json":
            out.write(to_json(comparison_json(found), ascii_only=screen.ascii_only) + "\n")
        elif form == "csv":
            out.write(page_csv(page, words, ascii_only=screen.ascii_only))
        elif form == "html":
            out.write(encoded(page_html(page, words), ascii_only=screen.ascii_only))
        else:
            out.write(page_text(page, screen))
        out.flush()
    for finding in found.findings.found[:_TOLD]:
        complain(shown(diagnostic_line(finding.diagnostic(), words)))
    if len(found.findings.found) > _TOLD:
        more = len(found.findings.found) - _TOLD
        complain(
            words.ngettext("{n:,} more diagnostic, which JSON holds", "{n:,} more diagnostics, which JSON holds", more)
        )
    compared = sum(board.is_compared for board in found.boards)
    summary = words.gettext("compared {boards} in {files}").format(
        boards=words.ngettext("{n:,} board", "{n:,} boards", compared),
        files=words.ngettext("{n:,} file", "{n:,} files", reader.files),
    )
    left_out = len(found.findings.left_out)
    summary += "; " + words.ngettext("{n:,} result left out", "{n:,} results left out", left_out)
    summary += empty_text(found.empty, words)
    if found.disagreements:
        summary += "; " + words.ngettext(
            "{n:,} ScoreIMP tag of another value", "{n:,} ScoreIMP tags of another value", found.disagreements
        )
    severities = [item.finding.severity or item.finding.rule.severity for item in found.findings.found]
    failed = options.fails(fail_on, severities)
    nothing = ""
    if not found.boards and choice and not chosen:
        nothing = choice.nothing("compare", reader.records, words)
    elif not compared:
        of = words.ngettext("{n:,} record", "{n:,} records", chosen)
        nothing = words.gettext("nothing to compare: no board has two results that count, of {records}").format(
            records=of
        )
    return reader.finish(summary + reader.remarks(), nothing, least=int(failed))


def _files(paths: tuple[str, ...]) -> str:
    """The names of the files without their folders, the first of many."""
    names = [os.path.basename(os.path.normpath(path)) for path in paths if path != "-"]
    return ", ".join(names[:_NAMED]) + (", …" if len(names) > _NAMED else "")
