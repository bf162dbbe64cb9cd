"""``pbntools score``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain, islice
from typing import TYPE_CHECKING

import click

from pbntools.cli import choosing, options
from pbntools.cli.streams import Output, output, refuse_inputs
from pbntools.core import Contract, Seat, Side
from pbntools.game import duplicate_score, score_parts, tricks_from_score
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.reports.screen import Screen

if TYPE_CHECKING:
    from pbntools.cli.reading import Reader
    from pbntools.core import ContractText
    from pbntools.reports.scores import Scored

RULES = "duplicate"
AHEAD = 500
"""Rows of a file that are looked at before its table is begun, to see whether a board is there more than once."""
_OPENING = f'{{"rules": "{RULES}",\n"records": ['


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
  pbntools score --contract 4SX --declarer N --tricks 9 --vulnerable
  pbntools score --contract 4S+1
  pbntools score --contract 4SX --points -800 --vulnerable

Exit status: 0, or 1 if a file holds no record, or 2 for misuse or a file that
could not be read.""",
)
@options.some_paths
@click.option(
    "--as", "rules", type=click.Choice([RULES]), default=RULES, show_default=True, help="The rules to score by."
)
@click.option("--explain", is_flag=True, help="Show each item of a score with its Law.")
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
@options.output_format("text", "json", "jsonl")
@options.output
@options.encoding
@options.from_format
@options.stdin_name
@options.ascii_only
def command(
    paths: tuple[str, ...],
    rules: str,
    explain: bool,
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
    encoding: str | None,
    from_format: str | None,
    stdin_name: str | None,
    ascii_only: bool,
) -> int:
    """Score recorded deals, or a single contract, by Law 77 of duplicate bridge.

    Each deal is listed with where its number of tricks comes from: recorded, claimed, played (all cards are known) or
    deduced. A deal without a contract or with unknown tricks is listed with the reason; it is never scored as 0.
    """
    choice = choosing.Choice(boards, records, room)
    if contract is not None:
        if choice:
            raise click.UsageError("--board, --record and --room go with files, not with --contract.")
        query = _query(contract, paths, declarer, tricks, points)
        with _output(output) as out:
            _calculate(out, query, vulnerable, form, out.screen(ascii_only=ascii_only), explain=explain)
        return 0
    for name, value in (("declarer", declarer), ("tricks", tricks), ("points", points), ("vulnerable", vulnerable)):
        if value is not None:
            raise click.UsageError(f"--{name} goes with --contract.")
    if not paths:
        raise click.UsageError("Nothing to score: give a PATH, - for the standard input, or --contract.")
    refuse_inputs(output, paths)
    from pbntools.cli.reading import Reader

    with _output(output) as out:
        reader = Reader(out, encoding, stdin_name)
        return _score_files(out, reader, paths, choice, form, out.screen(ascii_only=ascii_only), explain=explain)


_output = output


@dataclass(frozen=True, slots=True)
class _Query:
    """What the calculator is asked."""

    contract: Contract
    declarer: Seat | None
    tricks: int | None
    points: int | None


def _query(
    text: ContractText, paths: tuple[str, ...], declarer: Seat | None, tricks: int | None, points: int | None
) -> _Query:
    """What the contract's text and the options ask.  Raises a usage error where they do not go together."""
    if paths:
        raise click.UsageError("Give either files or --contract.")
    if None not in (text.declarer, declarer) and text.declarer is not declarer:
        raise click.UsageError(f"--contract says {text.declarer}, --declarer says {declarer}.")
    if None not in (text.tricks, tricks) and text.tricks != tricks:
        raise click.UsageError(f"--contract says {plural(text.tricks or 0, 'trick')}, --tricks says {tricks}.")
    declarer = declarer if declarer is not None else text.declarer
    tricks = tricks if tricks is not None else text.tricks
    if tricks is not None and points is not None:
        raise click.UsageError("Give either the tricks or --points.")
    if tricks is None and points is None and not text.contract.is_passed_out:
        raise click.UsageError("Give --tricks, or a result as in 4S+1, or --points to ask for the tricks.")
    return _Query(text.contract, declarer, tricks, points)


def _calculate(
    out: Output, query: _Query, vulnerable: bool | None, form: str, screen: Screen, *, explain: bool
) -> None:
    from pbntools.reports.scores import calculation, explanation, points_text

    rows = []
    both = vulnerable is None and not query.contract.is_passed_out
    for state in (False, True) if both else (bool(vulnerable),):
        if form == "text":
            head = calculation(query.contract, query.declarer, state, query.tricks, screen)
            if query.points is not None and query.contract.is_passed_out:
                verdict = "is right for a pass-out" if not query.points else "is wrong: a pass-out scores 0"
                out.write(f"{head}: {points_text(query.points)} {verdict}\n")
            elif query.points is not None:
                found = tricks_from_score(query.contract, query.points, state)
                answer = " or ".join(plural(number, "trick") for number in found) or "no number of tricks"
                out.write(f"{head}, {query.points:+d}: {answer}\n")
            else:
                score = duplicate_score(query.contract, query.tricks, state)
                out.write(f"{head}: {points_text(score)}\n")
                if explain:
                    parts = score_parts(query.contract, query.tricks, state)
                    out.write("".join(explanation(parts, screen, "  ")))
        else:
            rows.append(_calculated(query, state))
    _write_rows(out, form, rows)


def _calculated(query: _Query, vulnerable: bool) -> dict[str, object]:
    row: dict[str, object] = {
        "path": None,
        "record": None,
        "board": None,
        "vulnerable": None,
        "declarer_vulnerable": vulnerable,
        "contract": str(query.contract),
        "declarer": str(query.declarer) if query.declarer is not None else None,
    }
    if query.points is not None:
        found = tricks_from_score(query.contract, query.points, vulnerable)
        possible = not query.points if query.contract.is_passed_out else bool(found)
        return row | {"points": query.points, "possible": possible, "possible_tricks": list(found)}
    score = duplicate_score(query.contract, query.tricks, vulnerable)
    known = query.declarer is not None or not score
    return row | {
        "tricks": query.tricks,
        "tricks_source": "given" if query.tricks is not None else "unknown",
        "tricks_played": None,
        "adjustment": None,
        "score": score,
        "score_ns": None if not known else -score if query.declarer and query.declarer.side is Side.EW else score,
        "recorded_score_ns": None,
        "parts": _parts_json(score_parts(query.contract, query.tricks, vulnerable)),
    }


def _parts_json(parts: tuple[object, ...]) -> list[dict[str, object]]:
    return [{name: getattr(part, name) for name in ("reason", "points", "law")} for part in parts]


def _write_rows(out: Output, form: str, rows: list[dict[str, object]]) -> None:
    texts = [to_json(row, ascii_only=out.ascii_only) for row in rows]
    if form == "json":
        out.write(_OPENING + "\n" + SEPARATOR.join(texts) + "]}\n")
    elif form == "jsonl":
        out.write("".join(f"{text}\n" for text in texts))


def _score_files(
    out: Output,
    reader: Reader,
    paths: tuple[str, ...],
    choice: choosing.Choice,
    form: str,
    screen: Screen,
    *,
    explain: bool,
) -> int:
    from pbntools.reports.scores import scored

    chosen = scoreless = differing = contradicted = 0
    if form == "json":
        out.write(_OPENING)
    for items in reader.by_file(paths):
        rows = (scored(item.path, item.index, item.record, item.outcome) for item in choice.of(items))
        for row, text in _texts(rows, out, form, screen, first=not chosen, explain=explain):
            out.write(text)
            chosen += 1
            scoreless += row.score_ns is None
            differing += row.disagrees
            contradicted += row.contradicted
    if form == "json":
        out.write("]}\n")
    summary = (
        f"scored {plural(chosen - scoreless, 'board')} of {plural(chosen, 'board')}{' chosen' if choice else ''}"
        f" in {plural(reader.files, 'file')}: {differing:,} {'differs' if differing == 1 else 'differ'}"
        f" from the recorded score"
    )
    if contradicted:
        summary += f", {plural(contradicted, 'result')} contradict{'s' if contradicted == 1 else ''} the cards"
    summary += reader.remarks()
    if form == "text":
        out.close_with(summary)
    out.flush()
    return reader.finish(summary, "" if chosen else choice.nothing("score", reader.records))


def _texts(
    rows: Iterator[Scored], out: Output, form: str, screen: Screen, *, first: bool, explain: bool
) -> Iterator[tuple[Scored, str]]:
    """The rows of one file, each with its text; ``first`` says that nothing was written before."""
    if form == "text":
        yield from _table(rows, screen, first=first, explain=explain)
        return
    for row in rows:
        body = row.as_dict() | ({"parts": _parts_json(row.parts)} if explain else {})
        text = to_json(body, ascii_only=out.ascii_only)
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
