"""``pbntools pair-next``."""

from __future__ import annotations

from typing import Any

import click

from pbntools.cli import event_options, options
from pbntools.cli.reading import Reader
from pbntools.cli.streams import Failure, refuse_inputs, shown
from pbntools.cli.streams import output as _output
from pbntools.events.gathering import Gatherer, Results
from pbntools.events.lines import Origin
from pbntools.events.next_round import NextRound, next_round
from pbntools.reports.diagnostics import plural
from pbntools.reports.event_tables import Column, Grid, Page, score_text
from pbntools.reports.event_words import worded
from pbntools.reports.event_writers import page_csv, page_html, page_text
from pbntools.reports.language import Language
from pbntools.reports.machine import to_json
from pbntools.reports.sheet import encoded


@click.command(
    "pair-next",
    epilog="""\b
Examples:
  pbntools pair-next swiss.toml round1.pbn round2.pbn
  pbntools pair-next swiss.toml --without Lions --output-format json

Exit status: 0, or 1 if a file holds no record or something is at or above
--fail-on, or 2 for misuse, an event that cannot be paired, or a file that could
not be read or written.""",
)
@click.argument("event_path", metavar="EVENT.toml", type=click.Path(dir_okay=False))
@options.some_paths
@click.option("--without", multiple=True, metavar="TEAM", help="Leave out a team that has gone home. May be repeated.")
@event_options.options()
@options.output_format("text", "json", "csv", "html")
@options.output
@options.laws
@options.encoding
@options.from_format
@options.stdin_name
@options.ascii_only
def command(
    event_path: str,
    paths: tuple[str, ...],
    without: tuple[str, ...],
    seed: str | None,
    words: Language,
    fail_on: str,
    all_diagnostics: bool,
    form: str,
    output: str | None,
    laws: str,
    encoding: str | None,
    from_format: str | None,
    stdin_name: str | None,
    ascii_only: bool,
) -> int:
    """Pair the next round of a Swiss by the standing.

    First meets second, third meets fourth, and so on; matches are not repeated as far as that is possible, unless the
    event allows it. With an odd number of teams the lowest one that may have it gets the bye.
    """
    refuse_inputs(output, (event_path, *paths))
    event = event_options.load_event(event_path)
    with _output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format)
        if list(event.stretches(paths)):
            results = event_options.gather(event, reader, paths)
        else:
            # Before the first round there are no results.
            results = Gatherer(event.rules, Origin(event_path)).finish()
        try:
            found = next_round(results, seed=seed, without=without)
        except ValueError as error:
            raise Failure(f"{shown(event_path)}: {shown(str(error))}") from None
        screen = out.screen(ascii_only=ascii_only)
        plain = screen.encoding != "utf-8"
        page = _page(found, results, words)
        if form == "json":
            out.write(to_json(_json(found), ascii_only=plain) + "\n")
        elif form == "csv":
            out.write(page_csv(page, ascii_only=plain))
        elif form == "html":
            out.write(encoded(page_html(page, words), ascii_only=plain))
        else:
            out.write(page_text(page, screen))
        out.flush()
    event_options.tell(results, all_of_them=all_diagnostics)
    summary = (
        f"paired {plural(len(found.standing), 'team')} after {plural(len(found.played), 'round')}:"
        f" {plural(len(found.pairing.repeats), 'repeat')};"
        f" {plural(len(results.findings.left_out), 'result')} left out"
    )
    return reader.finish(summary + reader.remarks(), least=event_options.status_of(results, fail_on))


def _page(found: NextRound, results: Results, t: Language) -> Page:
    _ = t.gettext
    name = results.rules.name or worded(results.rules.form, t)
    page = Page(f"{name}: " + _("Next round"), _("Round {round}").format(round=len(found.played) + 1))
    columns = (
        Column(_("Table"), True),
        Column(_("Match")),
        Column(_("Score"), True),
        Column(_("Notes")),
    )
    grid = Grid("", columns)
    scores = {place.id: score_text(place.score, place.unit) for place in found.standing}
    for number, pair in enumerate(found.pairing.pairs, 1):
        note = _("repeat") if pair in found.pairing.repeats else ""
        grid.rows.append((str(number), " – ".join(pair), " – ".join(scores[team] for team in pair), note))
    if found.pairing.bye is not None:
        bye = found.pairing.bye
        grid.rows.append(("", bye, scores[bye], _("bye")))
    page.grids.append(grid)
    if any(place.decided_by == "undecided" for place in found.standing):
        page.notes.append(_("teams that are tied stand in the order of their names; --seed draws lots"))
    if found.counted != found.played:
        page.notes.append(
            _("by the standing after {counted} of {played} rounds").format(
                counted=len(found.counted), played=len(found.played)
            )
        )
    return page


def _json(found: NextRound) -> dict[str, Any]:
    return {
        "round": len(found.played) + 1,
        "played": list(found.played),
        "counted": list(found.counted),
        "pairs": [
            {"table": number, "teams": list(pair), "repeat": pair in found.pairing.repeats}
            for number, pair in enumerate(found.pairing.pairs, 1)
        ],
        "bye": found.pairing.bye,
        "repeats": len(found.pairing.repeats),
        "standing": [
            {"rank": place.rank, "id": place.id, "score": score_text(place.score, place.unit)}
            for place in found.standing
        ],
    }
