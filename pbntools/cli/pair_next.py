"""``pbntools pair-next``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import click

from pbntools.cli import event_options, options
from pbntools.cli.reading import Reader
from pbntools.cli.streams import Failure, opened_output, refuse_inputs
from pbntools.events.gathering import Gatherer, Results
from pbntools.events.lines import Origin
from pbntools.events.next_bracket import Entrant, NextBracket, next_bracket
from pbntools.events.next_round import NextRound, next_round
from pbntools.reports.event_html import page_html
from pbntools.reports.event_left_out import add_left_out
from pbntools.reports.event_page import Column, Grid, Page
from pbntools.reports.event_view import score_text
from pbntools.reports.event_words import worded
from pbntools.reports.event_writers import page_csv, page_text
from pbntools.reports.language import Language
from pbntools.reports.machine import to_json
from pbntools.reports.sheet import encoded
from pbntools.said import Said, said_of


@click.command(
    "pair-next",
    epilog="""\b
Examples:
  pbntools pair-next swiss.toml round1.pbn round2.pbn
  pbntools pair-next swiss.toml --without Lions --output-format json
  pbntools pair-next cup.toml semifinals.pbn

Exit status: 0, or 1 if a file holds no record or something is at or above
--fail-on, or 2 for misuse, an event that cannot be paired, or a file that could
not be read or written.""",
)
@click.argument("event_path", metavar="EVENT.toml", type=click.Path(dir_okay=False, allow_dash=True))
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
    """Pair the next round of a Swiss by the standing, or of a knock-out by its bracket.

    In a Swiss first meets second, third meets fourth, and so on; matches are not repeated as far as that is possible,
    unless the event allows it. With an odd number of teams the lowest one that may have it gets the bye. In a knock-out
    the winners of the last round meet in the order in which the event lists its teams.
    """
    event = event_options.load_event(event_path)
    refuse_inputs(output, event.inputs(paths))
    if without and event.rules.form == "knock-out":
        raise click.UsageError(Said("--without is for a Swiss: in a knock-out write a [[withdrawal]] into the event."))
    with opened_output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format, words=words)
        if list(event.stretches(paths)):
            results = event_options.gather(event, reader, paths)
        else:
            # Before the first round there are no results.
            results = Gatherer(event.rules, Origin(event_path)).finish()
        try:
            if event.rules.form == "knock-out":
                made = _of_bracket(next_bracket(results, seed=seed), results, words)
            else:
                made = _of_round(next_round(results, seed=seed, without=without), results, words)
        except ValueError as error:
            raise Failure(Said("{path}: {why}", path=event_path, why=said_of(error))) from None
        add_left_out(made.page, results.findings.left_out, words, others=results.empty)
        screen = out.screen(ascii_only=ascii_only)
        if form == "json":
            out.write(to_json(made.values, ascii_only=screen.ascii_only) + "\n")
        elif form == "csv":
            out.write(page_csv(made.page, words, ascii_only=screen.ascii_only))
        elif form == "html":
            out.write(encoded(page_html(made.page, words), ascii_only=screen.ascii_only))
        else:
            out.write(page_text(made.page, screen))
        out.flush()
    event_options.tell(results, words, all_of_them=all_diagnostics)
    summary = f"{made.summary}; {event_options.left_out_text(results, words)}"
    return reader.finish(summary + reader.remarks(), least=event_options.status_of(results, fail_on))


@dataclass(frozen=True, slots=True)
class _Made:
    """A next round as a page, for a program, and in short."""

    page: Page
    values: dict[str, Any]
    summary: str


def _of_round(found: NextRound, results: Results, t: Language) -> _Made:
    summary = _paired(len(found.standing), len(found.played), t)
    summary += ": " + t.ngettext("{n:,} repeat", "{n:,} repeats", len(found.pairing.repeats))
    if any(place.decided_by == "undecided" for place in found.standing):
        summary += ", " + t.gettext("--seed draws lots for the ties")
    return _Made(_page(found, results, t), _json(found), summary)


def _paired(teams: int, rounds: int, t: Language) -> str:
    return t.gettext("paired {teams} after {rounds}").format(
        teams=t.ngettext("{n:,} team", "{n:,} teams", teams), rounds=t.ngettext("{n:,} round", "{n:,} rounds", rounds)
    )


def _page(found: NextRound, results: Results, t: Language) -> Page:
    _ = t.gettext
    name = results.rules.name or worded(results.rules.form, t)
    page = Page(f"{name}: " + _("Next round"), _("Round {round}").format(round=len(found.played) + 1))
    columns = (
        Column(_("Table"), True),
        Column(_("Match"), wraps=True),
        Column(_("Score"), True),
        Column(_("Notes"), wraps=True, aside=True),
    )
    grid = Grid("", columns, part=_("Next round"))
    scores = {place.id: score_text(place.score, place.unit) for place in found.standing}
    for number, pair in enumerate(found.pairing.pairs, 1):
        note = _("repeat") if pair in found.pairing.repeats else ""
        grid.rows.append((str(number), " – ".join(pair), " – ".join(scores[team] for team in pair), note))
    if found.pairing.bye is not None:
        bye = found.pairing.bye
        grid.rows.append(("", bye, scores[bye], _("bye")))
    page.grids.append(grid)
    if any(place.decided_by == "undecided" for place in found.standing):
        page.notes.append(_("teams that are tied stand in the order of their names"))
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


def _of_bracket(found: NextBracket, results: Results, t: Language) -> _Made:
    teams = 2 * (len(found.pairs) + (found.third is not None))
    summary = _paired(teams, found.number - 1, t)
    if found.undecided:
        summary += ": " + t.ngettext(
            "{n:,} match of the round before not decided",
            "{n:,} matches of the round before not decided",
            len(found.undecided),
        )
    values = {
        "round": found.number,
        "pairs": [
            {"table": number, "teams": [list(entrant) for entrant in pair]}
            for number, pair in enumerate(found.pairs, 1)
        ],
        "byes": list(found.byes),
        "third_place": None if found.third is None else [list(entrant) for entrant in found.third],
        "undecided": [[list(entrant) for entrant in pair] for pair in found.undecided],
    }
    return _Made(_bracket_page(found, results, t), values, summary)


def _bracket_page(found: NextBracket, results: Results, t: Language) -> Page:
    _ = t.gettext
    name = results.rules.name or worded(results.rules.form, t)
    page = Page(f"{name}: " + _("Next round"), _("Round {round}").format(round=found.number))
    grid = Grid(
        "",
        (Column(_("Table"), True), Column(_("Match"), wraps=True), Column(_("Notes"), wraps=True, aside=True)),
        part=_("Next round"),
    )
    for number, pair in enumerate(found.pairs, 1):
        grid.rows.append((str(number), _pair_text(pair), ""))
    if found.third is not None:
        grid.rows.append((str(len(found.pairs) + 1), _pair_text(found.third), worded("third-place", t)))
    grid.rows += [("", team, _("bye")) for team in found.byes]
    page.grids.append(grid)
    page.notes += [_("not decided: {match}").format(match=_pair_text(pair)) for pair in found.undecided]
    return page


def _pair_text(pair: tuple[Entrant, Entrant]) -> str:
    return " – ".join(" / ".join(entrant) for entrant in pair)
