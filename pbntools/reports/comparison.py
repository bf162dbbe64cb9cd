"""The tables of each board beside each other, as text and JSON."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from pbntools.events.awards import award_text
from pbntools.events.comparing import Compared, Comparison
from pbntools.events.lines import Line
from pbntools.events.rounding import decimal_text, short_text
from pbntools.reports.event_tables import Column, Grid, Page, signed
from pbntools.reports.event_writers import left_out_json
from pbntools.reports.language import Language


def comparison_page(found: Comparison, title: str, t: Language) -> Page:
    """Boards of two rooms with swing and running total, and the other boards table by table."""
    page = Page(title, "")
    two = [board for board in found.boards if len(board.lines) == 2 and board.imps is not None]
    matches = list(dict.fromkeys((board.session, board.round, board.match) for board in two))
    for key in matches:
        boards = [board for board in two if (board.session, board.round, board.match) == key]
        page.grids.append(_match(boards, t))
    page.grids += [_field(board, t) for board in found.boards if len(board.lines) > 2]
    pars = [board for board in found.boards if board.par is not None]
    page.notes += [f"{board_name(board, t)}: {_par_text(board, t)}" for board in pars]
    wrong = [board for board in found.boards if board.disagrees]
    page.notes += [
        t.gettext("{board}: the tables come to {imps} IMPs, ScoreIMP says {recorded}").format(
            board=board_name(board, t),
            imps=signed(board.imps or 0),
            recorded=", ".join(signed(tag) for tag in board.recorded if tag is not None),
        )
        for board in wrong
    ]
    if len(matches) > 1:
        ns, ew = found.imps
        page.notes.append(
            t.ngettext("{n} match", "{n} matches", len(matches)) + f": {short_text(ns)} – {short_text(ew)} IMP"
        )
    return page


def _par_text(board: Compared, t: Language) -> str:
    par = board.par
    if par is None:
        return ""
    if par.score_ew_first == par.score:
        text = t.gettext("par {score}").format(score=signed(par.score))
    else:
        text = t.gettext("par {score} if North-South bid first, {other} if East-West do").format(
            score=signed(par.score), other=signed(par.score_ew_first)
        )
    return f"{text} ({' / '.join(par.contracts)})" if par.contracts else text


def _table(line: Line, t: Language) -> tuple[str, str]:
    _ = t.gettext
    contract = _("Pass") if line.contract == "Pass" else line.contract or "?"
    tricks = "" if line.tricks is None else f" {line.tricks}"
    return f"{contract} {(_(line.declarer) if line.declarer else '')}{tricks}".strip(), award_text(line.ns_award)


def board_name(board: Compared, t: Language) -> str:
    """``Board 7``."""
    return t.gettext("Board {board}").format(board=board.label)


def _match(boards: list[Compared], t: Language) -> Grid:
    _ = t.gettext
    home, visit = boards[0].match
    parts = [_("Round {round}").format(round=boards[0].round)] if boards[0].round else []
    parts += [f"{home} – {visit}"] if home and visit else []
    rooms = [line.room or line.table or str(at + 1) for at, line in enumerate(boards[0].lines)]
    columns = (
        Column(_("Board"), True), Column(_("Vul")), Column(rooms[0]), Column(_("NS"), True), Column(rooms[1]),
        Column(_("NS"), True), Column(_("IMPs"), True), Column("", True), Column(_("Total"), True),
    )  # fmt: skip
    grid = Grid(", ".join(parts), columns)
    for board in boards:
        imps = board.imps or Fraction(0)
        to = _("NS") if imps > 0 else _("EW") if imps < 0 else ""
        first, second = board.lines
        grid.rows.append(
            (
                board.label,
                "?" if board.vulnerable is None else str(board.vulnerable),
                *_table(first, t),
                *_table(second, t),
                short_text(abs(imps)),
                to,
                f"{short_text(board.running[0])} – {short_text(board.running[1])}",
            )
        )
    return grid


def _field(board: Compared, t: Language) -> Grid:
    _ = t.gettext
    columns = (
        Column(_("NS")), Column(_("EW")), Column(_("Contract")), Column(_("Score"), True),
        Column("MP " + _("NS"), True), Column("%", True), Column("IMP " + _("NS"), True),
    )  # fmt: skip
    grid = Grid(board_name(board, t), columns)
    for line, points, cross in zip(board.lines, board.matchpoints, board.cross, strict=True):
        contract, score = _table(line, t)
        who = [side.id or " & ".join(side.names) or "?" for side in line.sides]
        share = points.share
        grid.rows.append(
            (
                *who,
                contract,
                score,
                "–" if points.points is None else short_text(points.points),
                "–" if share is None else decimal_text(share * 100),
                "–" if cross.score is None else signed(cross.score),
            )
        )
    return grid


def comparison_json(found: Comparison) -> dict[str, Any]:
    """The comparison for machines."""
    ns, ew = found.imps
    return {
        "boards": [_board_json(board) for board in found.boards],
        "totals": {
            "boards": sum(board.imps is not None for board in found.boards),
            "ns": _plain(ns),
            "ew": _plain(ew),
            "imps": _plain(ns - ew),
            "disagreements": sum(board.disagrees for board in found.boards),
        },
        "left_out": [left_out_json(item) for item in found.findings.left_out],
        "diagnostics": [item.diagnostic().as_dict() for item in found.findings.found],
    }


def _plain(value: Any) -> Any:
    """A whole number as one, any other as its exact text."""
    if value is None:
        return None
    return int(value) if value.denominator == 1 else str(value)


def _board_json(board: Compared) -> dict[str, Any]:
    several = len(board.lines) > 2
    tables = []
    for at, line in enumerate(board.lines):
        table: dict[str, Any] = {
            "path": line.origin.path,
            "record": line.origin.record,
            "row": line.origin.row,
            "room": line.room or None,
            "score_ns": line.ns_award if isinstance(line.ns_award, int) else None,
            "award": award_text(line.ns_award),
            "contract": line.contract or None,
            "declarer": line.declarer or None,
            "tricks": line.tricks,
            "recorded_imps": _plain(board.recorded[at]),
        }
        if several:
            cross = board.cross[at]
            table["matchpoints"] = _plain(board.matchpoints[at].points)
            table["top"] = _plain(board.matchpoints[at].top)
            table["cross_imps"] = _plain(cross.score)
            table["cross_imps_total"] = _plain(cross.total)
            table["comparisons"] = cross.comparisons
        tables.append(table)
    imps = board.imps
    return {
        "board": board.label,
        "round": board.round or None,
        "home": board.match[0] or None,
        "visit": board.match[1] or None,
        "tables": tables,
        "imps": _plain(imps),
        "to": None if not imps else "NS" if imps > 0 else "EW",
        "running": {"ns": _plain(board.running[0]), "ew": _plain(board.running[1])},
        "agrees": None if imps is None or not any(tag is not None for tag in board.recorded) else not board.disagrees,
        "par": None
        if board.par is None
        else {
            "score_ns": board.par.score,
            "score_ns_ew_first": board.par.score_ew_first,
            "contracts": list(board.par.contracts),
        },
    }
