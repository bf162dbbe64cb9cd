"""``pbntools score``."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pbntools.cli import options
from pbntools.cli.streams import Output, output, refuse_inputs, say
from pbntools.core import Contract, Seat, Side
from pbntools.game import duplicate_score, score_parts, tricks_from_score
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.reports.screen import Screen

if TYPE_CHECKING:
    from pbntools.reports.scores import Scored

RULES = "duplicate"
_OPENING = f'{{"rules": "{RULES}",\n"records": ['


def _contract(_ctx: click.Context, parameter: click.Parameter, text: str | None) -> tuple[Contract, Seat | None] | None:
    if text is None:
        return None
    from pbntools.core import parse_contract_text

    try:
        parsed = parse_contract_text(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=parameter) from None
    if parsed.tricks is not None:
        raise click.BadParameter(f"{text!r} holds a result: give it as --tricks.", param=parameter)
    return parsed.contract, parsed.declarer


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
  pbntools score --contract 4SX --declarer N --tricks 9 --vulnerable
  pbntools score --contract 4SX --points -800 --vulnerable

Exit status: 0, or 1 if a file holds no record, or 2 for misuse or a file that
could not be read.""",
)
@options.some_paths
@click.option(
    "--as", "rules", type=click.Choice([RULES]), default=RULES, show_default=True, help="The rules to score by."
)
@click.option("--explain", is_flag=True, help="Show each item of a score with its Law.")
@click.option(
    "--contract", metavar="CONTRACT", callback=_contract, help="Score this contract, as 4SX or 3NT, not files."
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
@options.ascii_only
def command(
    paths: tuple[str, ...],
    rules: str,
    explain: bool,
    contract: tuple[Contract, Seat | None] | None,
    declarer: Seat | None,
    tricks: int | None,
    points: int | None,
    vulnerable: bool | None,
    form: str,
    output: str | None,
    encoding: str | None,
    from_format: str | None,
    ascii_only: bool,
) -> int:
    """Score recorded deals, or a single contract, by Law 77 of duplicate bridge.

    Each deal is listed with where its number of tricks comes from: recorded, claimed, played (all cards are known) or
    deduced. A deal without a contract or with unknown tricks is listed with the reason; it is never scored as 0.
    """
    if contract is not None:
        query = _Query(*contract, tricks, points).checked(paths, declarer)
        with _output(output) as out:
            _calculate(out, query, vulnerable, form, out.screen(ascii_only=ascii_only), explain=explain)
        return 0
    for name, value in (("declarer", declarer), ("tricks", tricks), ("points", points), ("vulnerable", vulnerable)):
        if value is not None:
            raise click.UsageError(f"--{name} goes with --contract.")
    if not paths:
        raise click.UsageError("Nothing to score: give a PATH, or --contract.")
    refuse_inputs(output, paths)
    with _output(output) as out:
        return _score_files(out, paths, encoding, form, out.screen(ascii_only=ascii_only), explain=explain)


_output = output


@dataclass(frozen=True, slots=True)
class _Query:
    """What the calculator is asked."""

    contract: Contract
    declarer: Seat | None
    tricks: int | None
    points: int | None

    def checked(self, paths: tuple[str, ...], declarer: Seat | None) -> _Query:
        """With the declarer of the option.  Raises a usage error where the options do not go together."""
        if paths:
            raise click.UsageError("Give either files or --contract.")
        if self.tricks is not None and self.points is not None:
            raise click.UsageError("Give either --tricks or --points.")
        if self.tricks is None and self.points is None and not self.contract.is_passed_out:
            raise click.UsageError("Give --tricks, or --points to ask for the tricks.")
        if None not in (self.declarer, declarer) and self.declarer is not declarer:
            raise click.UsageError(f"--contract says {self.declarer}, --declarer says {declarer}.")
        return _Query(self.contract, declarer if declarer is not None else self.declarer, self.tricks, self.points)


def _calculate(
    out: Output, query: _Query, vulnerable: bool | None, form: str, screen: Screen, *, explain: bool
) -> None:
    from pbntools.reports.scores import calculation, explanation

    rows = []
    both = vulnerable is None and not query.contract.is_passed_out
    for state in (False, True) if both else (bool(vulnerable),):
        if form == "text":
            head = calculation(query.contract, query.declarer, state, query.tricks, screen)
            if query.points is not None:
                found = tricks_from_score(query.contract, query.points, state)
                answer = " or ".join(plural(number, "trick") for number in found) or "no number of tricks"
                out.write(f"{head}, {query.points:+d}: {answer}\n")
            else:
                score = duplicate_score(query.contract, query.tricks, state)
                out.write(f"{head}: {score:+d}\n" if score else f"{head}: 0\n")
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
        return row | {
            "points": query.points,
            "possible_tricks": list(tricks_from_score(query.contract, query.points, vulnerable)),
        }
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
    out: Output, paths: tuple[str, ...], encoding: str | None, form: str, screen: Screen, *, explain: bool
) -> int:
    from pbntools.cli.reading import Reader
    from pbntools.reports.scores import scored

    reader = Reader(out, encoding)
    found = (scored(item.path, item.index, item.record, item.outcome) for item in reader.items(paths))
    unscored = differing = 0
    if form == "json":
        out.write(_OPENING)
    for row, text in _texts(found, out, form, screen, explain=explain):
        out.write(text)
        unscored += row.score_ns is None
        differing += row.disagrees
    if form == "json":
        out.write("]}\n")
    out.flush()
    verb = "differs" if differing == 1 else "differ"
    say(
        f"scored {plural(reader.records - unscored, 'board')} of {plural(reader.records, 'board')}"
        f" in {plural(reader.files, 'file')}: {differing:,} {verb} from the recorded score{reader.remarks()}"
    )
    return reader.status()


def _texts(
    rows: Iterator[Scored], out: Output, form: str, screen: Screen, *, explain: bool
) -> Iterator[tuple[Scored, str]]:
    from pbntools.reports.scores import explanation, heading, score_row

    path = None
    for row in rows:
        if form == "text":
            lines = []
            if row.path != path:
                lines.append(("\n" if path is not None else "") + screen.paint("path", screen.safe(row.path)) + "\n")
                lines.append(heading(screen))
            lines.append(score_row(row, screen))
            if explain:
                lines += explanation(row.parts, screen)
            yield row, "".join(lines)
        else:
            body = row.as_dict() | ({"parts": _parts_json(row.parts)} if explain else {})
            text = to_json(body, ascii_only=out.ascii_only)
            yield row, text + "\n" if form == "jsonl" else ("\n" if path is None else SEPARATOR) + text
        path = row.path
