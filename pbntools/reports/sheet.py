"""A printable score sheet: one HTML file that needs nothing else and runs nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from typing import Any

from pbntools.core import Side
from pbntools.reports.pad import Pad
from pbntools.reports.scores import Scored, points_text
from pbntools.reports.screen import Screen
from pbntools.reports.sessions import Outcomes, ScoredDeal, cited, remark, session_verdict, sum_text, verdict
from pbntools.reports.templating import template
from pbntools.scoring.pad import Rubber
from pbntools.scoring.ruleset import RuleSet

STYLE = """
:root { color-scheme: light; }
body { font: 15px/1.4 Georgia, "Times New Roman", serif; color: #1b1b1b; background: #fff; margin: 2rem auto;
  max-width: 62rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.15rem; margin: 1.6rem 0 .4rem; }
header p { margin: .2rem 0; }
.source { color: #555; }
.side-by-side { display: flex; flex-wrap: wrap; gap: 2rem; align-items: flex-start; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
.deals td, .deals th, .accounts td, .accounts th { padding: .15rem .55rem; text-align: right;
  border-bottom: 1px solid #ccc; }
.deals th, .accounts th { border-bottom: 2px solid #1b1b1b; font-weight: 600; }
.deals td:nth-child(2), .deals td:nth-child(5), .accounts td:first-child, .accounts th:first-child, td.remark
  { text-align: left; }
.scores td:nth-child(2), .scores td:nth-child(5) { text-align: right; }
.scores td:nth-child(1), .scores th:nth-child(1), .scores td:nth-child(3), .scores th:nth-child(3) { text-align: left; }
.deals td.remark { color: #8a1c00; border-bottom-color: transparent; max-width: 18rem; }
.deals tr.line td { color: #444; font-size: .85rem; text-align: left; border-bottom: 1px dotted #ddd; }
.deals tr.line td.number { text-align: right; }
.pad { min-width: 13rem; }
.pad th, .pad td { width: 6.5rem; padding: .1rem .9rem; text-align: right; }
.pad th:first-child, .pad td:first-child { border-right: 2px solid #1b1b1b; }
.pad thead th { border-bottom: 1px solid #1b1b1b; text-align: center; }
.pad tbody.above + tbody.game { border-top: 4px double #1b1b1b; }
.pad tbody.game { border-bottom: 1px solid #1b1b1b; }
.pad tfoot td { border-top: 4px double #1b1b1b; font-weight: 700; }
.verdict { font-weight: 600; }
@page { margin: 1.5cm; }
@media print { body { margin: 0; max-width: none; font-size: 11pt; } section { break-inside: avoid; } }
"""
_HASH = f"sha256-{base64.b64encode(hashlib.sha256(STYLE.encode()).digest()).decode()}"
_TEXT = Screen("utf-8")
MOST_ROWS = 500
"""Deals in one table of the sheet; more go on in another one."""


def _render(file: str, /, **values: Any) -> str:
    return template(file).render(**values)


def _shown(value: object) -> str:
    """Text from a file, with what would turn the direction of writing as an escape."""
    return "" if value is None else _TEXT.safe(str(value))


def encoded(text: str, *, ascii_only: bool) -> str:
    """The text of a sheet; ``ascii_only`` with a reference for any other character, which is right in each encoding."""
    return text.encode("ascii", "xmlcharrefreplace").decode("ascii") if ascii_only else text


def sheet_head(rules: RuleSet, paths: Sequence[str]) -> str:
    """The sheet's opening."""
    from markupsafe import Markup

    title = ", ".join(map(_shown, paths[:5])) + (", …" if len(paths) > 5 else "")
    # The style is ours, and its hash in the policy is that of the very text: it must not be escaped.
    return _render("sheet_head.html", rules=rules, title=title, style=Markup(STYLE), style_hash=_HASH) + "\n"


def sheet_rubber(
    deals: Sequence[ScoredDeal],
    rules: RuleSet,
    rubber: Rubber | None,
    pad: Pad | None,
    *,
    number: int,
    continued: bool,
    explain: bool,
) -> str:
    """A rubber or round: its deals and its pad.  ``rubber`` is None where it goes on in another table."""
    name = f"{'Rubber' if rules.form == 'rubber' else 'Round'} {number + 1}"
    return (
        _render(
            "sheet_rubber.html",
            name=name,
            continued=continued,
            explain=explain,
            rows=[_row(deal) for deal in deals],
            sections=None if pad is None else pad.sections(),
            sums=None if rubber is None else [sum_text(points, whole=not rubber.unknown) for points in rubber.known],
            verdict=None if rubber is None else verdict(rubber, rules.form),
        )
        + "\n"
    )


def _row(deal: ScoredDeal) -> dict[str, Any]:
    entry = deal.entry
    contract = entry.contract
    said = [remark(entry), *(diagnostic.message for diagnostic in deal.diagnostics)]
    return {
        "deal": entry.number if entry.counted else "–",
        "board": _shown(entry.board or "?"),
        "dealer": "?" if entry.dealer is None else entry.dealer.letter,
        "vulnerable": "?" if entry.vulnerable is None else str(entry.vulnerable),
        "contract": "?" if contract is None else contract.symbol(),
        "declarer": "" if entry.declarer is None else entry.declarer.letter,
        "tricks": "" if entry.tricks is None else entry.tricks,
        "ns": _points(deal, Side.NS),
        "ew": _points(deal, Side.EW),
        "sums": "?" if entry.totals is None else f"{entry.totals[0]} – {entry.totals[1]}",
        "remark": _shown("; ".join(filter(None, said))),
        "lines": [
            {
                "side": str(line.side),
                "where": line.where,
                "reason": line.reason,
                "points": line.points,
                "law": cited(line.law),
            }
            for line in deal.lines
        ],
    }


def _points(deal: ScoredDeal, side: Side) -> str:
    above, below = deal.entry.points(side, "above"), deal.entry.points(side, "below")
    return f"{above}/{below}" if above or below else ""


def sheet_foot(outcomes: Outcomes) -> str:
    """The sheet's end: the session, the accounts, the match."""
    match = outcomes.match
    return (
        _render(
            "sheet_foot.html",
            verdict=session_verdict(outcomes.session),
            unit="Rubbers" if outcomes.rules.form == "rubber" else "Rounds",
            accounts=[
                {
                    "name": _shown(account.name),
                    "rubbers": account.rubbers,
                    "plus": account.plus,
                    "minus": account.minus,
                    "net": account.net,
                    "open": account.open,
                    "amount": outcomes.amount_of(account),
                }
                for account in outcomes.accounts
            ],
            stake=None if outcomes.stake is None else str(outcomes.stake),
            hundreds=outcomes.rounding == "hundreds",
            by_points=outcomes.by_points,
            no_match=outcomes.no_match,
            match=None
            if match is None
            else [(str(seat), "?" if value is None else value) for seat, value in match.items()],
        )
        + "\n"
    )


def duplicate_head(rules: RuleSet, paths: Sequence[str]) -> str:
    """The opening of a sheet of duplicate scores, with the heads of its table."""
    return sheet_head(rules, paths) + _render("scores_head.html") + "\n"


def duplicate_row(row: Scored) -> str:
    """A record's row of a sheet of duplicate scores."""
    cells = [
        row.board or "?",
        row.vulnerable or "?",
        "?" if row.contract is None else row.contract.symbol(),
        row.declarer or "",
        "" if row.tricks is None else row.tricks,
        points_text(row.score_ns),
        points_text(row.recorded_score_ns),
    ]
    said = row.reason or ("differs" if row.disagrees else "")
    return _render("scores_row.html", cells=[_shown(cell) for cell in cells], remark=said) + "\n"


DUPLICATE_FOOT = "</tbody>\n</table>\n</main>\n</body>\n</html>\n"
