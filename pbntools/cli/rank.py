"""``pbntools rank``."""

from __future__ import annotations

import click

from pbntools.cli import event_options, options
from pbntools.cli.reading import Reader
from pbntools.cli.streams import Failure, Output, complain, opened_output, refuse_inputs, shown
from pbntools.events.ranking import Ranking
from pbntools.reports.event_page import Page
from pbntools.reports.event_tables import ranking_page, undecided
from pbntools.reports.event_writers import page_csv, page_text
from pbntools.reports.language import Language
from pbntools.reports.machine import to_json
from pbntools.said import Said, said_of


@click.command(
    epilog="""\b
Examples:
  pbntools rank thursday.toml club.pbn
  pbntools rank league.toml --page travellers
  pbntools rank club.toml --page all --output-format html -o club.html
  pbntools rank thursday.toml club.pbn --explain 7
  pbntools rank thursday.toml --card 12 --output-format html -o 12.html
  pbntools rank thursday.toml club.pbn --output-format pbn -o ranking.pbn
  pbntools rank cup.toml --seed "draw of 4 May" --output-format json

Exit status: 0, or 1 if a file holds no record or something is at or above
--fail-on, or 2 for misuse, an event that cannot be used, or a file that could
not be read or written.""",
)
@click.argument("event_path", metavar="EVENT.toml", type=click.Path(dir_okay=False, allow_dash=True))
@options.some_paths
@click.option(
    "--page",
    "page_name",
    type=click.Choice(["ranking", "travellers", "all"]),
    default="ranking",
    show_default=True,
    help="What to show: the ranking, all results board by board, or these and every card on one page.",
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
        raise click.UsageError(
            Said("{option} does not go with {other}: one page is shown.", option=chosen[0], other=chosen[1])
        )
    if chosen and form in ("json", "pbn", "usebio"):
        raise click.UsageError(
            Said(
                "{option} goes with text, csv or html, not with {form}, which has the ranking whole.",
                option=chosen[0],
                form=form,
            )
        )
    event = event_options.load_event(event_path)
    refuse_inputs(output, event.inputs(paths))
    if form == "usebio" and (not event.rules.is_race or event.rules.form == "individual"):
        raise click.UsageError(Said("--output-format usebio is for pairs, not for {form}.", form=event.rules.form))
    with opened_output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format, words=words)
        results = event_options.gather(event, reader, paths)
        ranking = event_options.ranked(event, results, seed)
        page = _page(ranking, page_name, card, explain, words)
        _write(out, ranking, page, form, words, ascii_only=ascii_only)
        out.flush()
    event_options.tell(results, words, all_of_them=all_diagnostics)
    summary = words.gettext("ranked {places:,} by {results} in {files}").format(
        places=len(ranking.places),
        results=words.ngettext("{n:,} result", "{n:,} results", results.counted),
        files=words.ngettext("{n:,} file", "{n:,} files", reader.files),
    )
    summary += f"; {event_options.left_out_text(results, words)}"
    if results.disagreeing:
        differ = words.ngettext(
            "{n:,} score differs from contract and tricks, which count",
            "{n:,} scores differ from contract and tricks, which count",
            results.disagreeing,
        )
        summary += f"; {differ}"
    if seed is None and undecided(ranking):
        summary += "; " + words.gettext("--seed draws lots for the ties that are not decided")
    return reader.finish(summary + reader.remarks(), least=event_options.status_of(results, fail_on))


def _page(ranking: Ranking, page_name: str, card: str | None, explain: str | None, words: Language) -> Page:
    """The page that is asked for; what makes it is loaded only then, as is what writes it."""
    if card is not None:
        from pbntools.reports.event_cards import UnknownContestantError, card_page

        try:
            return card_page(ranking, words, card)
        except UnknownContestantError as error:
            raise Failure(said_of(error)) from None
    if explain is not None:
        from pbntools.reports.event_explaining import UnknownBoardError, explain_page

        try:
            return explain_page(ranking, words, explain)
        except UnknownBoardError as error:
            raise Failure(said_of(error)) from None
    if page_name == "travellers":
        from pbntools.reports.event_boards import travellers_page

        return travellers_page(ranking, words)
    if page_name == "all":
        from pbntools.reports.event_whole import whole_page

        return whole_page(ranking, words)
    return ranking_page(ranking, words)


def _write(out: Output, ranking: Ranking, page: Page, form: str, words: Language, *, ascii_only: bool) -> None:
    screen = out.screen(ascii_only=ascii_only)
    if form == "json":
        from pbntools.reports.event_formats import ranking_json

        out.write(to_json(ranking_json(ranking), ascii_only=screen.ascii_only) + "\n")
    elif form == "csv":
        out.write(page_csv(page, words, ascii_only=screen.ascii_only))
    elif form == "html":
        from pbntools.reports.event_html import page_html
        from pbntools.reports.sheet import encoded

        out.write(encoded(page_html(page, words), ascii_only=screen.ascii_only))
    elif form in ("pbn", "usebio"):
        _write_records(out, ranking, form, words)
    else:
        out.write(page_text(page, screen))


def _write_records(out: Output, ranking: Ranking, form: str, words: Language) -> None:
    from pbntools.formats.pbn.export import ExportError
    from pbntools.reports.event_formats import ranking_pbn, ranking_usebio

    try:
        data, losses = ranking_pbn(ranking) if form == "pbn" else ranking_usebio(ranking)
    except ExportError as error:
        raise Failure(Said("the ranking cannot be written as {form}: {why}", form=form, why=said_of(error))) from None
    out.write_bytes(data)
    for loss in losses:
        text = words.gettext("{form} does not hold all: {loss}")
        complain(shown(text.format(form="PBN" if form == "pbn" else "USEBIO", loss=loss)))
