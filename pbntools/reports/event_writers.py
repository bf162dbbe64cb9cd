"""Rankings as text, CSV, HTML, JSON and PBN."""

from __future__ import annotations

import base64
import hashlib
import io
from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING, Any

from pbntools.events.awards import Artificial
from pbntools.events.knockout import Stage
from pbntools.events.lines import LeftOut, Line
from pbntools.events.patton import PattonScore
from pbntools.events.ranking import Place, Ranking
from pbntools.events.rounding import decimal_text, short_text
from pbntools.formats.building import build_record
from pbntools.formats.pbn.table_rows import table_of
from pbntools.record import Details, Record
from pbntools.reports.event_tables import Grid, Page, method_text, score_text
from pbntools.reports.event_words import note_text
from pbntools.reports.language import ENGLISH, Language, language
from pbntools.reports.screen import Screen, cells, pad

if TYPE_CHECKING:
    from jinja2 import Template

    from pbntools.formats.losses import Loss

STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.4 Georgia, "Times New Roman", serif; color: #1b1b1b; background: #fff; margin: 2rem auto;
  max-width: 70rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
p { margin: .2rem 0; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .15rem .55rem; text-align: left; border-bottom: 1px solid #ccc; }
th { border-bottom: 2px solid #1b1b1b; font-weight: 600; }
.right { text-align: right; }
.notes { color: #444; font-size: .9rem; }
@page { margin: 1.5cm; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } section { break-inside: avoid; } }
"""
_HASH = f"sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}"
_TEXT = Screen("utf-8")
_GAP = "  "
# What a program reads is the same in every language.
_PLAIN = language(ENGLISH)


def page_text(page: Page, screen: Screen) -> str:
    """A page for a terminal or a text file."""
    lines = [screen.paint("label", screen.safe(page.title))]
    if page.subtitle:
        lines.append(screen.safe(page.subtitle))
    for grid in page.grids:
        lines += ["", *_grid_text(grid, screen)]
    if page.notes:
        lines += ["", *(screen.safe(note) for note in page.notes)]
    return "\n".join(lines) + "\n"


def _grid_text(grid: Grid, screen: Screen) -> list[str]:
    rows = [tuple(screen.safe(cell) for cell in row) for row in grid.rows]
    heads = tuple(screen.safe(column.title) for column in grid.columns)
    widths = [max(cells(row[at]) for row in (heads, *rows)) for at in range(len(heads))]
    lines = [screen.paint("label", screen.safe(grid.title))] if grid.title else []
    for row in (heads, *rows):
        parts = [
            pad(cell, width, right=column.right) for cell, width, column in zip(row, widths, grid.columns, strict=True)
        ]
        line = _GAP.join(parts).rstrip()
        lines.append(screen.paint("dim", line) if row is heads else line)
    return lines + [f"{_GAP}{screen.safe(note)}" for note in grid.notes]


def page_csv(page: Page, *, ascii_only: bool) -> str:
    """The tables of a page, one below the other; the first column names the table where there are several."""
    from pbntools.reports.sessions import csv_text

    parts = []
    several = len(page.grids) > 1
    for grid in page.grids:
        heads = [column.title for column in grid.columns]
        rows = [["", *heads] if several else heads]
        rows += [[grid.title, *row] if several else list(row) for row in grid.rows]
        parts.append(csv_text(rows, ascii_only=ascii_only))
    return "".join(parts)


@cache
def _template() -> Template:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        loader=PackageLoader("pbntools.reports"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template("event_page.html")


def page_html(page: Page, t: Language) -> str:
    """A page for a web site: one file that needs nothing else and runs nothing."""
    from markupsafe import Markup

    shown = Page(
        _TEXT.safe(page.title),
        _TEXT.safe(page.subtitle),
        [
            Grid(
                _TEXT.safe(grid.title),
                grid.columns,
                [tuple(map(_TEXT.safe, row)) for row in grid.rows],
                [_TEXT.safe(note) for note in grid.notes],
            )
            for grid in page.grids
        ],
        [_TEXT.safe(note) for note in page.notes],
    )
    # The style is ours, and its hash in the policy is that of the very text: it must not be escaped.
    return _template().render(page=shown, language=t.code, style=Markup(STYLE), style_hash=_HASH) + "\n"


# JSON


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """The ranking for machines; scores are texts, so that no digit is lost."""
    rules = ranking.rules
    return {
        "form": rules.form,
        "method": rules.method,
        "scoring": method_text(ranking, _PLAIN),
        "name": rules.name,
        "ranking": [_place_json(place, ranking.unit) for place in ranking.places],
        "matches": [
            {
                "round": match.round,
                "teams": list(match.teams),
                "boards": len(match.boards),
                "imps": None if match.imps is None else [short_text(value, 4) for value in match.imps],
                "points": [short_text(value, 4) for value in match.points],
                "winner": None
                if match.verdict is None or match.verdict.winner is None
                else match.teams[match.verdict.winner],
                "how": None if match.verdict is None else match.verdict.how,
                "due": 0 if match.verdict is None else match.verdict.due,
                "stages": [] if match.verdict is None else [_stage_json(stage) for stage in match.verdict.stages],
                "patton": None if match.patton is None else _patton_json(match.patton),
                "notes": [{"team": team, "note": note_text(note, _PLAIN)} for team, note in match.notes],
            }
            for match in ranking.matches
        ],
        "cuts": [
            {"after": made.cut.after, "qualified": list(made.qualified), "tied": list(made.tied)}
            for made in ranking.cuts
        ],
        "extension": {"base": rules.knockout.base, "rounding": rules.knockout.rounding}
        if rules.form == "knock-out"
        else None,
        "seed": ranking.seed,
        "results": ranking.results.counted,
        "left_out": [left_out_json(item) for item in ranking.results.findings.left_out],
        "diagnostics": [found.diagnostic().as_dict() for found in ranking.results.findings.found],
    }


def _stage_json(stage: Stage) -> dict[str, Any]:
    return {"boards": stage.boards, "played": stage.played, "lead": short_text(stage.lead, 4)}


def _patton_json(patton: PattonScore) -> dict[str, Any]:
    return {
        "boards": [short_text(value, 4) for value in patton.boards],
        "aggregate": [short_text(value, 4) for value in patton.aggregate],
        "lead": [short_text(value, 4) for value in patton.lead],
    }


def left_out_json(item: LeftOut) -> dict[str, Any]:
    """A result that does not count."""
    return {
        "board": item.board,
        "table": item.table,
        "reason": item.reason,
        "rule": item.rule.name,
        "path": item.origin.path,
        "record": item.origin.record,
        "row": item.origin.row,
    }


def _place_json(place: Place, unit: str) -> dict[str, Any]:
    return {
        "rank": place.rank,
        "id": place.id,
        "names": list(place.contestant.names),
        "group": place.contestant.group or None,
        "score": score_text(place.score, unit),
        "exact": str(place.score),
        "unit": unit,
        "decided_by": place.decided_by,
        "boards": place.boards,
        "parts": [
            {"name": name, "score": None if value is None else decimal_text(value)} for name, value in place.parts
        ],
        "imps": None if place.imps is None else short_text(place.imps, 4),
        "wins": place.wins,
        "notes": [note_text(note, _PLAIN) for note in place.notes],
    }


# PBN


def ranking_records(ranking: Ranking, *, shares: bool = True) -> Iterator[Record]:
    """A record for each board with its ScoreTable, the first one with the TotalScoreTable too (PBN 2.1 §5).

    Without ``shares`` a row has percentages for artificial scores alone, and matchpoints for the others.
    """
    rules = ranking.rules
    unit = {"%": "TotalPercentage", "IMP": "TotalIMP"}.get(ranking.unit, f"Total{ranking.unit}")
    rows = [
        {
            "Rank": place.rank,
            "PairId": place.contestant.id,
            **({"Direction": place.contestant.group} if place.contestant.group else {}),
            "Names": _joined(place.contestant.names),
            unit: decimal_text(place.score),
            "NrBoards": place.boards,
        }
        for place in ranking.places
    ]
    scoring = {"matchpoints": "MP", "cross-imps": "IMP;Cross1", "butler": "IMP;Butler", "board-a-match": "BAM"}
    tags = {"Event": rules.name, "Scoring": scoring.get(rules.method, "IMP" if rules.method == "imps" else "")}
    totals = (table_of("TotalScoreTable", rows),) if rows else ()
    boards = ranking.results.by_board()
    if not boards:
        yield build_record(tags, details=Details(tables=totals))
    for (session, round_name, board), lines in boards.items():
        table = table_of("ScoreTable", [_line_row(ranking, line, shares=shares) for line in lines])
        yield build_record(
            {**tags, "Session": session, "Round": round_name}, board=board, details=Details(tables=(table, *totals))
        )
        totals = ()


def _joined(names: tuple[str, ...]) -> str:
    # A semicolon parts names, and a name may not hold one.
    return ";".join(name.replace(";", ",") for name in names) or "?"


def _line_row(ranking: Ranking, line: Line, *, shares: bool) -> dict[str, Any]:
    known = ranking.results.contestants
    row: dict[str, Any] = {}
    for side, one in (("NS", line.ns), ("EW", line.ew)):
        contestant = known.get(one or "")
        row[f"PairId_{side}"] = "?" if one is None else contestant.id if contestant is not None else one
    artificial = isinstance(line.ns_award, Artificial) and isinstance(line.ew_award, Artificial)
    row["Contract"] = line.contract or ("-" if artificial else "?")
    row["Declarer"] = line.declarer or ("-" if artificial or line.contract == "Pass" else "?")
    row["Result"] = (
        str(line.tricks) if line.tricks is not None else "-" if artificial or line.contract == "Pass" else "?"
    )
    for side, award, sign in (("NS", line.ns_award, 1), ("EW", line.ew_award, -1)):
        row[f"Score_{side}"] = str(award * sign) if isinstance(award, int) else "-" if artificial else "?"
    found = (ranking.race.by_line.get(id(line)) if ranking.race is not None else None) or [None, None]
    percent = ranking.rules.unit == "%"
    for side, cell, award in zip(("NS", "EW"), found, (line.ns_award, line.ew_award), strict=True):
        mark = "^" if isinstance(award, Artificial) else ""
        points = "?" if cell is None else mark + decimal_text(cell.points)
        row[f"{'MP' if percent else 'IMP'}_{side}"] = "?" if mark and not shares else points
        if percent and shares:
            row[f"Percentage_{side}"] = "?" if cell is None else mark + decimal_text(cell.value * 100)
        elif not shares:
            row[f"Percentage_{side}"] = f"^{short_text(award.share * 100)}" if isinstance(award, Artificial) else "?"
    return row


def ranking_pbn(ranking: Ranking) -> bytes:
    """The records of a ranking as a PBN file in the export format."""
    from pbntools.formats.pbn.writer import write

    file = io.BytesIO()
    write(ranking_records(ranking), file)
    return file.getvalue()


def ranking_usebio(ranking: Ranking) -> tuple[bytes, list[Loss]]:
    """The ranking and the results of pairs as USEBIO, and what that cannot hold."""
    from pbntools.converting import convert
    from pbntools.formats.pbn.writer import write

    source, target = io.BytesIO(), io.BytesIO()
    write(ranking_records(ranking, shares=False), source)
    losses = convert(source.getvalue(), target, to_format="usebio")
    return target.getvalue(), losses
