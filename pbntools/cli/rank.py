"""``pbntools rank``."""

from __future__ import annotations

import click

from pbntools.cli import event_options, options
from pbntools.cli.reading import Reader
from pbntools.cli.streams import Failure, Output, complain, refuse_inputs, shown
from pbntools.cli.streams import output as _output
from pbntools.events.ranking import Ranking
from pbntools.reports.diagnostics import plural
from pbntools.reports.event_explaining import explain_page
from pbntools.reports.event_tables import Page, card_page, ranking_page, travellers_page
from pbntools.reports.event_writers import page_csv, page_html, page_text, ranking_json, ranking_pbn, ranking_usebio
from pbntools.reports.language import Language
from pbntools.reports.machine import to_json


@click.command(
    epilog="""\b
Examples:
  pbntools rank thursday.toml club.pbn
  pbntools rank league.toml --page travellers
  pbntools rank thursday.toml club.pbn --explain 7
  pbntools rank thursday.toml --card 12 --output-format html -o 12.html
  pbntools rank thursday.toml club.pbn --output-format pbn -o ranking.pbn
  pbntools rank cup.toml --seed "draw of 4 May" --output-format json

Exit status: 0, or 1 if a file holds no record or something is at or above
--fail-on, or 2 for misuse, an event that cannot be used, or a file that could
not be read or written.""",
)
@click.argument("event_path", metavar="EVENT.toml", type=click.Path(dir_okay=False))
@options.some_paths
@click.option(
    "--page",
    "page_name",
    type=click.Choice(["ranking", "travellers"]),
    default="ranking",
    show_default=True,
    help="What to show: the ranking, or all results board by board.",
)
@click.option("--card", metavar="NAME", help="Show the boards of one pair, player or team, by its number or name.")
@click.option("--explain", metavar="BOARD", help="Show how each number of a board arose.")
@event_options.options()
@options.output_format("text", "json", "csv", "html", "pbn", "usebio")
@options.output
@options.laws
@options.encoding
@options.from_format
@options.stdin_name
@options.ascii_only
def command(
    event_path: str,
    paths: tuple[str, ...],
    page_name: str,
    card: str | None,
    explain: str | None,
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
    """Rank an event: pairs, teams, Swiss, knock-out and others, as its file says.

    EVENT.toml names the form, the method and its options, and may name the files of results; others are given as
    PATHs. What cannot be matched or compared is told with its file and board, and counted as left out.
    """
    chosen = [name for name, value in (("--card", card), ("--explain", explain)) if value is not None]
    if page_name != "ranking":
        chosen.append("--page")
    if len(chosen) > 1:
        raise click.UsageError(f"{chosen[0]} does not go with {chosen[1]}: one page is shown.")
    if chosen and form in ("json", "pbn", "usebio"):
        raise click.UsageError(
            f"{chosen[0]} goes with text, csv or html, not with {form}, which has the ranking whole."
        )
    refuse_inputs(output, (event_path, *paths))
    event = event_options.load_event(event_path)
    if form == "usebio" and (not event.rules.is_race or event.rules.form == "individual"):
        raise click.UsageError(f"--output-format usebio is for pairs, not for {event.rules.form}.")
    with _output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format)
        results = event_options.gather(event, reader, paths)
        ranking = event_options.ranked(event, results, seed)
        if card is not None:
            try:
                page = card_page(ranking, words, card)
            except KeyError:
                raise Failure(f"nobody of the event is called {shown(card)}") from None
        elif explain is not None:
            page = explain_page(ranking, words, explain)
        elif page_name == "travellers":
            page = travellers_page(ranking, words)
        else:
            page = ranking_page(ranking, words)
        _write(out, ranking, page, form, words, ascii_only=ascii_only)
        out.flush()
    event_options.tell(results, all_of_them=all_diagnostics)
    left_out = len(results.findings.left_out)
    summary = (
        f"ranked {len(ranking.places):,} by {plural(results.counted, 'result')} in {plural(reader.files, 'file')};"
        f" {plural(left_out, 'result')} left out"
    )
    if results.empty:
        summary += f", {plural(results.empty, 'record')} without a result"
    if results.disagreeing:
        summary += f"; {plural(results.disagreeing, 'Score tag')} differ from contract and tricks, which count"
    return reader.finish(summary + reader.remarks(), least=event_options.status_of(results, fail_on))


def _write(out: Output, ranking: Ranking, page: Page, form: str, words: Language, *, ascii_only: bool) -> None:
    plain = out.screen(ascii_only=ascii_only).encoding != "utf-8"
    if form == "json":
        out.write(to_json(ranking_json(ranking), ascii_only=plain) + "\n")
    elif form == "csv":
        out.write(page_csv(page, ascii_only=plain))
    elif form == "html":
        from pbntools.reports.sheet import encoded

        out.write(encoded(page_html(page, words), ascii_only=plain))
    elif form == "pbn":
        out.write_bytes(ranking_pbn(ranking))
    elif form == "usebio":
        data, losses = ranking_usebio(ranking)
        out.write_bytes(data)
        for loss in losses:
            complain(f"USEBIO does not hold all: {shown(str(loss))}")
    else:
        out.write(page_text(page, out.screen(ascii_only=ascii_only)))
