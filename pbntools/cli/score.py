"""``pbntools score``."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from pbntools.cli import choosing, options
from pbntools.cli.ruleset_options import chosen_rules, stake_option
from pbntools.cli.streams import Output, opened_output, refuse_inputs
from pbntools.core import Seat
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.reports.screen import Screen
from pbntools.scoring.ruleset import PRESETS, RuleSet

if TYPE_CHECKING:
    from fractions import Fraction

    from pbntools.cli.reading import Reader
    from pbntools.core import ContractText
    from pbntools.reports.scores import Scored, Sums

AHEAD = 500
"""Rows of a file that are looked at before its table is begun, to see whether a board is there more than once."""


def _contract(_ctx: click.Context, parameter: click.Parameter, text: str | None) -> ContractText | None:
    if text is None:
        return None
    from pbntools.core import parse_contract_text

    try:
        return parse_contract_text(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=parameter) from None


def _seat(_ctx: click.Context, parameter: click.Parameter, text: str | None) -> Seat | None:
    if text is None:
        return None
    try:
        return Seat.parse(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=parameter) from None


@click.command(
    epilog="""\b
Examples:
  pbntools score club.pbn
  pbntools score --explain club.pbn
  pbntools score --output-format json club.pbn
  pbntools score --board 1-4,7 --room open match.pbn
  pbntools score --as rubber --explain evening.pbn
  pbntools score --as chicago --set honours=any-hand --set deals=8 evening.pbn
  pbntools score --as rubber --output-format html -o sheet.html evening.pbn
  pbntools score --as rubber --write-tags evening.pbn
  pbntools score --contract 4SX --declarer N --tricks 9 --vulnerable
  pbntools score --contract 4S+1
  pbntools score --contract 4SX --points -800 --vulnerable

Exit status: 0, or 1 if a file holds no record or a rubber or Chicago has a
diagnostic at or above --fail-on, or 2 for misuse or a file that could not be
read or written.""",
)
@options.some_paths
@click.option(
    "--as",
    "preset",
    metavar="NAME",
    help=f"The rules to score by, by default duplicate: {', '.join(PRESETS)}. 'pbntools rulesets' explains them.",
)
@click.option(
    "--rules", "rules_file", metavar="FILE", type=click.Path(dir_okay=False), help="Take the rules from a TOML file."
)
@click.option(
    "--set", "switches", multiple=True, metavar="NAME=VALUE", help="Change a switch of the rules. May be repeated."
)
@click.option(
    "--trust",
    type=click.Choice(["record", "rules"]),
    help="Rubber and Chicago: whom to follow where a record contradicts the rules on dealer, vulnerability or order; "
    "by default the record.",
)
@click.option("--explain", is_flag=True, help="Show each item of a score with its Law.")
@click.option("--totals", is_flag=True, help="Print the sums without the deals.")
@click.option(
    "--write-tags",
    is_flag=True,
    help="Rubber and Chicago: write ScoreRubber, and for a rubber ScoreRubberHistory, into the files.",
)
@stake_option
@click.option(
    "--settle",
    type=click.Choice(["exact", "hundreds"]),
    help="Rubber and Chicago: settle each margin as it is (the default), or rounded to hundreds.",
)
@click.option(
    "--left",
    metavar="SEAT",
    callback=_seat,
    help="Rubber and Chicago: this player left the table; the match is split by that.",
)
@options.fail_on_in_session
@choosing.options("Score")
@click.option(
    "--contract",
    metavar="CONTRACT",
    callback=_contract,
    help="Score this contract, as 4SX or 3NT, or with its result as 4S+1 or 4SXN-1, not files.",
)
@click.option("--declarer", metavar="SEAT", callback=_seat, help="With --contract: N, E, S or W.")
@click.option(
    "--tricks", type=click.IntRange(0, 13), metavar="N", help="With --contract: tricks of declarer's side, 0 to 13."
)
@click.option(
    "--points", type=int, metavar="N", help="With --contract: list the tricks that give declarer's side these points."
)
@click.option(
    "--vulnerable/--not-vulnerable",
    default=None,
    help="With --contract: whether declarer's side is vulnerable. Without either, both are shown.",
)
@options.output_format("text", "json", "jsonl", "csv", "html")
@options.output
@options.laws
@options.encoding
@options.from_format
@options.stdin_name
@options.ascii_only
def command(
    paths: tuple[str, ...],
    preset: str | None,
    rules_file: str | None,
    switches: tuple[str, ...],
    trust: str | None,
    explain: bool,
    totals: bool,
    write_tags: bool,
    stake: Fraction | None,
    settle: str | None,
    left: Seat | None,
    fail_on: str | None,
    boards: tuple[choosing.Boards, ...],
    records: tuple[int, ...],
    room: str | None,
    contract: ContractText | None,
    declarer: Seat | None,
    tricks: int | None,
    points: int | None,
    vulnerable: bool | None,
    form: str,
    output: str | None,
    laws: str,
    encoding: str | None,
    from_format: str | None,
    stdin_name: str | None,
    ascii_only: bool,
) -> int:
    """Score recorded deals as duplicate, rubber or Chicago, or score a single contract.

    Each deal is listed with where its number of tricks comes from: recorded, claimed, played (all cards are known) or
    deduced. A deal without a contract or with unknown tricks is listed with the reason; it is never scored as 0. As
    rubber or Chicago, the records of all files are one session, in their order.
    """
    choice = choosing.Choice(boards, records, room)
    rules = chosen_rules(preset, rules_file, switches)
    session = {
        "--trust": trust,
        "--totals": totals,
        "--write-tags": write_tags,
        "--stake": stake,
        "--settle": settle,
        "--left": left,
        "--fail-on": fail_on,
    }
    given = [name for name, value in session.items() if value is not None and value is not False]
    alone = contract is not None
    if given and (alone or (rules.form == "duplicate" and given != ["--totals"])):
        given = given if alone else [name for name in given if name != "--totals"]
        raise click.UsageError(f"{given[0]} goes with files that are scored as rubber or Chicago, as in --as rubber.")
    if contract is not None:
        from pbntools.cli.calculator import calculate, query

        if choice:
            raise click.UsageError("--board, --record and --room go with files, not with --contract.")
        if form in ("csv", "html"):
            raise click.UsageError(f"--contract goes with text, json or jsonl, not with {form}.")
        asked = query(contract, paths, declarer, tricks, points, rules)
        with opened_output(output) as out:
            calculate(out, asked, rules, vulnerable, form, out.screen(ascii_only=ascii_only), explain=explain)
        return 0
    for name, value in (("declarer", declarer), ("tricks", tricks), ("points", points), ("vulnerable", vulnerable)):
        if value is not None:
            raise click.UsageError(f"--{name} goes with --contract.")
    if not paths:
        raise click.UsageError("Nothing to score: give a PATH, - for the standard input, or --contract.")
    refuse_inputs(output, paths)
    from pbntools.cli.reading import Reader

    if rules.form != "duplicate":
        from pbntools.cli.score_session import Wanted, score_session

        wanted = Wanted(
            rules, trust or "record", explain, totals, write_tags, stake, settle or "exact", left, fail_on or "error"
        )
        wanted.refuse(form, paths, choice)
        with opened_output(output) as out:
            reader = Reader(out, encoding, stdin_name, laws, from_format)
            return score_session(out, reader, paths, choice, form, out.screen(ascii_only=ascii_only), wanted)
    if totals and form in ("csv", "html"):
        raise click.UsageError(f"--totals goes with text, json or jsonl, not with {form}.")
    with opened_output(output) as out:
        reader = Reader(out, encoding, stdin_name, laws, from_format)
        screen = out.screen(ascii_only=ascii_only)
        return _score_files(out, reader, paths, choice, form, screen, rules, explain=explain, totals=totals)


def _score_files(
    out: Output,
    reader: Reader,
    paths: tuple[str, ...],
    choice: choosing.Choice,
    form: str,
    screen: Screen,
    rules: RuleSet,
    *,
    explain: bool,
    totals: bool,
) -> int:
    from pbntools.reports.scores import Sums, scored

    differing = contradicted = 0
    sums = Sums()
    before, after = _around(rules, form, paths, out, screen)
    out.write(before)
    for items in reader.by_file(paths, once=totals):
        rows = (scored(item.path, item.index, item.record, item.outcome, rules) for item in choice.of(items))
        texts = (
            ((row, "") for row in rows)
            if totals
            else _texts(rows, out, form, screen, first=not sums.boards, explain=explain)
        )
        for row, text in texts:
            out.write(text)
            sums.add(row)
            differing += row.disagrees
            contradicted += row.contradicted
    out.write(_closing(sums, after, form, screen, totals=totals))
    summary = (
        f"scored {plural(sums.boards - sums.unknown, 'board')} of {plural(sums.boards, 'board')}"
        f"{' chosen' if choice else ''} in {plural(reader.files, 'file')}:"
        f" {differing:,} {'differs' if differing == 1 else 'differ'} from the recorded score"
    )
    if contradicted:
        summary += f", {plural(contradicted, 'result')} contradict{'s' if contradicted == 1 else ''} the cards"
    if sums.of_other_games:
        summary += (
            f"; {plural(sums.of_other_games, 'board')} {'is' if sums.of_other_games == 1 else 'are'} of rubber, Chicago"
            " or Cavendish and not compared ('--as rubber' or '--as chicago' scores a session)"
        )
    summary += reader.remarks()
    if form == "text":
        out.close_with(summary)
    out.flush()
    return reader.finish(summary, "" if sums.boards else choice.nothing("score", reader.records))


def _closing(sums: Sums, after: str, form: str, screen: Screen, *, totals: bool) -> str:
    """What comes after the last row: the sums, where the form has them."""
    if form == "json":
        return "],\n" + to_json(sums.as_dict(), ascii_only=screen.ascii_only)[1:] + "\n"
    if not totals:
        return after
    if form == "jsonl":
        return to_json(sums.as_dict(), ascii_only=screen.ascii_only) + "\n"
    return f"{sums}\n"


def _around(rules: RuleSet, form: str, paths: tuple[str, ...], out: Output, screen: Screen) -> tuple[str, str]:
    """What comes before the first row and after the last."""
    if form == "json":
        from pbntools.cli.calculator import opening_json

        return opening_json(rules, ascii_only=screen.ascii_only), ""
    if form == "csv":
        from pbntools.reports.scores import CSV_COLUMNS
        from pbntools.reports.sessions import csv_text

        return csv_text([CSV_COLUMNS], ascii_only=screen.ascii_only), ""
    if form == "html":
        from pbntools.reports.sheet import DUPLICATE_FOOT, duplicate_head, encoded

        return encoded(duplicate_head(rules, paths), ascii_only=screen.ascii_only), DUPLICATE_FOOT
    if form == "text" and str(rules) != "duplicate":
        from pbntools.reports.pad import opening

        return opening(rules, screen), ""
    return "", ""


def _texts(
    rows: Iterator[Scored], out: Output, form: str, screen: Screen, *, first: bool, explain: bool
) -> Iterator[tuple[Scored, str]]:
    """The rows of one file, each with its text; ``first`` says that nothing was written before."""
    if form == "text":
        yield from _table(rows, screen, first=first, explain=explain)
    elif form == "csv":
        from pbntools.reports.sessions import csv_text

        for row in rows:
            yield row, csv_text([row.as_dict().values()], ascii_only=screen.ascii_only)
    elif form == "html":
        from pbntools.reports.sheet import duplicate_row, encoded

        for row in rows:
            yield row, encoded(duplicate_row(row), ascii_only=screen.ascii_only)
    else:
        from pbntools.cli.calculator import parts_json

        for row in rows:
            body = row.as_dict() | ({"parts": parts_json(row.parts)} if explain else {})
            text = to_json(body, ascii_only=screen.ascii_only)
            yield row, text + "\n" if form == "jsonl" else ("\n" if first else SEPARATOR) + text
            first = False


def _table(rows: Iterator[Scored], screen: Screen, *, first: bool, explain: bool) -> Iterator[tuple[Scored, str]]:
    from pbntools.reports.scores import distinctions, explanation, heading, score_row

    ahead = list(islice(rows, AHEAD))
    extra = distinctions(ahead)
    for number, row in enumerate(chain(ahead, rows)):
        lines = []
        if not number:
            lines.append(("" if first else "\n") + screen.paint("path", screen.safe(row.path)) + "\n")
            lines.append(heading(screen, extra))
        lines.append(score_row(row, screen, extra))
        if explain:
            lines += explanation(row.parts, screen)
        yield row, "".join(lines)
