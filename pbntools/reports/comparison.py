"""The tables of each board beside each other, as text and JSON."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pbntools.events.awards import award_text
from pbntools.events.comparing import Compared, Comparison, MatchTotal
from pbntools.events.lines import Line
from pbntools.events.rounding import decimal_text, short_text, signed
from pbntools.reports.event_formats import left_out_json
from pbntools.reports.event_left_out import add_left_out
from pbntools.reports.event_page import NONE, Cell, Column, Content, Grid, Page, contract_cell, valued
from pbntools.reports.event_view import declarer_cell, side_text
from pbntools.reports.event_words import round_title, worded
from pbntools.reports.language import Language
from pbntools.reports.replay_page import joined_title, title_parts

if TYPE_CHECKING:
    from pbntools.record import Record


class ComparisonTitle:
    """What a comparison is called: event, stage, teams and date, as far as all its records have the same."""

    def __init__(self) -> None:
        self._parts: tuple[str | None, ...] | None = None

    def add(self, record: Record) -> None:
        """Take a record."""
        parts = title_parts(record)
        if self._parts is None:
            self._parts = parts
        else:
            self._parts = tuple(one if one == other else None for one, other in zip(self._parts, parts, strict=True))

    def __str__(self) -> str:
        return joined_title(self._parts or ())


def comparison_page(found: Comparison, title: str, files: str, t: Language) -> Page:
    """Boards of two rooms with swing, running total and result, and the other boards table by table.

    Without a ``title`` the page is called by its ``files``.
    """
    page = Page(title or files or t.gettext("Comparison"), files if title else "")
    matches: dict[tuple[str, str, tuple[str, str]], list[Compared]] = defaultdict(list)
    for board in found.boards:
        if board.imps is not None:
            matches[board.of_match].append(board)
    known = any(line.contract for board in found.boards for line in board.lines)
    totals = {(match.session, match.round, match.teams): match for match in found.matches}
    for key, boards in matches.items():
        grid = _match(boards, t, contracts=known, with_session=len({session for session, _, _ in matches}) > 1)
        grid.notes.append(_result_text(totals[key], t))
        page.grids.append(grid)
    page.grids += [_field(board, t, contracts=known) for board in found.boards if board.matchpoints]
    pars = [board for board in found.boards if board.par is not None]
    page.notes += [_par_note(board, t) for board in pars]
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
        total = found.total
        if total is not None:
            together = t.ngettext("{n} match", "{n} matches", len(matches))
            page.notes.append(f"{together}: {_result_text(total, t)}")
    add_left_out(page, found.findings.left_out, t, others=found.empty)
    return page


def _result_text(match: MatchTotal, t: Language) -> str:
    """``Lions 24 – 11 Owls``."""
    first, second = match.teams if all(match.teams) else (worded("NS", t), worded("EW", t))
    return f"{first} {short_text(match.imps[0])} – {short_text(match.imps[1])} {second}"


def _par_note(board: Compared, t: Language) -> Content:
    par = board.par
    if par is None:
        return ""
    if par.score_ew_first == par.score:
        text = t.gettext("par {score}").format(score=signed(par.score))
    else:
        text = t.gettext("par {score} if North-South bid first, {other} if East-West do").format(
            score=signed(par.score), other=signed(par.score_ew_first)
        )
    text = f"{board_name(board, t)}: {text}"
    if not par.contracts:
        return text
    shown, plain = (" / ".join(_par_contract(one, t, symbols=way) for one in par.contracts) for way in (True, False))
    return Cell(f"{text} ({shown})", f"{text} ({plain})", suits=True)


def _par_contract(contract: str, t: Language, *, symbols: bool) -> str:
    """``EW 4♠+1``, as people of the language say who plays it; without ``symbols`` the contract is in letters."""
    who, _, bid = contract.partition(" ")
    end = bid.rindex(bid.strip("=+-0123456789")[-1]) + 1
    cell = contract_cell(bid[:end], t)
    shown = cell.shown if symbols and isinstance(cell, Cell) else bid[:end]
    return f"{t.gettext(who)} {shown}{bid[end:]}"


def board_name(board: Compared, t: Language) -> str:
    """``Board 7``."""
    return t.gettext("Board {board}").format(board=board.label)


def _played(line: Line, t: Language, *, contracts: bool) -> tuple[Content, ...]:
    """Contract, declarer and tricks, where any record tells a contract."""
    if not contracts:
        return ()
    if line.contract == "Pass":
        return Cell(t.gettext("Pass"), "Pass"), Cell("", ""), Cell("", "")
    tricks = "" if line.tricks is None else str(line.tricks)
    return contract_cell(line.contract, t), declarer_cell(line, t), valued(tricks)


def _played_columns(t: Language, *, contracts: bool) -> tuple[Column, ...]:
    _ = t.gettext
    return (Column(_("Contract")), Column(_("By")), Column(_("Tricks"), True, wide=True)) if contracts else ()


def _match(boards: list[Compared], t: Language, *, contracts: bool, with_session: bool) -> Grid:
    """The boards of a match; IMPs stand below the side that has them."""
    _ = t.gettext
    first = boards[0]
    teams = first.match if all(first.match) else (worded("NS", t), worded("EW", t))
    parts = [first.session] if with_session and first.session else []
    parts += [round_title(first.round, t)] if first.round else []
    parts += [" – ".join(first.match)] if all(first.match) else []
    with_vulnerable = any(board.vulnerable is not None for board in boards)
    columns = [Column(_("Board"), True), *([Column(_("Vul"), wide=True)] if with_vulnerable else [])]
    for at in (0, 1):
        group = _table_name(boards, at, t)
        columns += [
            replace(column, group=group, field=f"{column.title} {at + 1}")
            for column in (*_played_columns(t, contracts=contracts), Column(_("Score"), True))
        ]
    swing = _("IMPs")
    columns += [Column(team, True, swing, wraps=True, field=f"{swing} {at}") for at, team in enumerate(teams, 1)]
    columns.append(Column(_("Total"), True, wide=True))
    keys = (
        (_("Session"), first.session),
        (_("Round"), first.round),
        (_("Match"), " – ".join(filter(None, first.match))),
    )
    grid = Grid(", ".join(parts), tuple(columns), part=_("Match"), keys=keys)
    for board in boards:
        imps = board.imps or Fraction(0)
        row: list[Content] = [board.label]
        if with_vulnerable:
            vulnerable = "" if board.vulnerable is None else str(board.vulnerable)
            row.append(Cell(worded(vulnerable, t) or "?", vulnerable))
        for line in board.lines:
            row += [*_played(line, t, contracts=contracts), award_text(line.ns_award)]
        row += [short_text(imps) if imps > 0 else Cell("", ""), short_text(-imps) if imps < 0 else Cell("", "")]
        row.append(f"{short_text(board.running[0])} – {short_text(board.running[1])}")
        grid.rows.append(tuple(row))
    return grid


def _table_name(boards: list[Compared], at: int, t: Language) -> str:
    """What the tables of one side are called: the room, else the table, and who sat North-South there."""
    lines = [board.lines[at] for board in boards]
    rooms, tables = {line.room for line in lines}, {line.table for line in lines}
    parts = []
    if len(rooms) == 1 and (room := rooms.pop()):
        parts.append(t.gettext("{room} room").format(room=worded(room, t)))
    elif len(tables) == 1 and (table := tables.pop()):
        parts.append(t.gettext("Table {table}").format(table=table))
    else:
        parts.append(t.gettext("Table {table}").format(table=at + 1))
    if all(boards[0].match):
        parts.append(f"{boards[0].match[at]} {worded('NS', t)}")
    return ", ".join(parts)


def _field(board: Compared, t: Language, *, contracts: bool) -> Grid:
    _ = t.gettext
    ns, ew = worded("NS", t), worded("EW", t)
    columns = (
        Column(ns, wraps=True),
        Column(ew, wraps=True),
        *_played_columns(t, contracts=contracts),
        Column(_("Score"), True),
        Column(f"{worded('MP', t)} {ns}", True, wide=True),
        Column("%", True),
        Column(f"{worded('IMP', t)} {ns}", True),
    )
    keys = (_("Session"), board.session), (_("Round"), board.round), (_("Board"), board.label)
    grid = Grid(board_name(board, t), columns, part=_("Traveller"), keys=keys)
    for line, points, cross in zip(board.lines, board.matchpoints, board.cross, strict=True):
        share = points.share
        grid.rows.append(
            (
                *(side_text(line, side) or Cell("?", "") for side in (0, 1)),
                *_played(line, t, contracts=contracts),
                award_text(line.ns_award),
                NONE if points.points is None else short_text(points.points),
                NONE if share is None else decimal_text(share * 100),
                NONE if cross.score is None else signed(cross.score),
            )
        )
    return grid


def comparison_json(found: Comparison) -> dict[str, Any]:
    """The comparison for machines."""
    total = found.total
    ns, ew = (None, None) if total is None else total.imps
    return {
        "boards": [_board_json(board) for board in found.boards],
        "matches": [
            {
                "session": match.session or None,
                "round": match.round or None,
                "home": match.teams[0] or None,
                "visit": match.teams[1] or None,
                "boards": match.boards,
                "imps": [_plain(value) for value in match.imps],
            }
            for match in found.matches
        ],
        "totals": {
            "boards": sum(board.imps is not None for board in found.boards),
            # Matches of different teams have no total.
            "ns": _plain(ns),
            "ew": _plain(ew),
            "imps": None if ns is None or ew is None else _plain(ns - ew),
            "disagreements": found.disagreements,
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
    several = bool(board.matchpoints)
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
