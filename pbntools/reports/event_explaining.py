"""How each number of a board arose, in words from which it can be computed again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pbntools.events.awards import Artificial, mean_of, parts_of
from pbntools.events.gathering import natural
from pbntools.events.lines import Line
from pbntools.events.matches import Match, MatchBoard
from pbntools.events.placing import Ranking
from pbntools.events.race import Cell
from pbntools.events.rounding import decimal_text, short_text, signed
from pbntools.events.spelling import board_label
from pbntools.reports.event_boards import add_travellers, best_first, room_grids
from pbntools.reports.event_page import Page
from pbntools.reports.event_tables import close, title_of
from pbntools.reports.event_view import View, own_text
from pbntools.reports.language import Language
from pbntools.said import Said

_PLACES = 4
_LISTED = 40


class UnknownBoardError(ValueError):
    """A board that the event does not have; says which there are."""


def explain_page(ranking: Ranking, t: Language, board: str) -> Page:
    """How each number of a board arose; raises `UnknownBoardError` where there is none of this label."""
    view = View(ranking, t)
    board = board.strip()
    labels = sorted({key[2] for key in view.boards}, key=natural)
    board = board_label(board)
    if board not in labels:
        there: str = ", ".join(labels) or Said("none")
        if len(labels) > _LISTED:
            there = Said("{names} and {n} more", names=tuple(labels[:_LISTED]), n=len(labels) - _LISTED)
        raise UnknownBoardError(
            Said("the event has no board {board}: there are {known}", board=board or "(empty)", known=there)
        )
    page = Page(*title_of(ranking, t, t.gettext("Board {board}").format(board=board)))
    if ranking.race is None:
        for match, grid in room_grids(view, board):
            grid.notes += _of_match(view, match, board)
            page.grids.append(grid)
    else:
        add_travellers(page, view, board)
        _explain_race(page, view, board)
    close(page, view, board=board)
    return page


def _explain_race(page: Page, view: View, board: str) -> None:
    ranking, t = view.ranking, view.t
    keys = [key for key in view.boards if key[2] == board]
    nothing = t.gettext("nothing to compare")
    for grid, key in zip(page.grids, keys, strict=True):
        entries = best_first(view, key)
        counting = [entry.line for entry in entries if entry.out is None]
        for entry in entries:
            for side, cell in enumerate(view.scored(entry.line)):
                who = view.side(entry.line, side)
                name = who if isinstance(who, str) else who.shown
                how = _of_cell(ranking, cell, counting, t) if cell is not None else view.note(entry)
                grid.notes.append(f"{name}: {how or nothing}")


def _of_cell(ranking: Ranking, cell: Cell, lines: Sequence[Line], t: Language) -> str:
    rules = ranking.rules
    own = own_text(cell.award, cell.side)
    points = short_text(cell.points, _PLACES)
    if isinstance(cell.award, Artificial):
        if cell.top is None:
            return t.gettext("{score} is {imps} IMPs, an artificial score").format(score=own, imps=signed(cell.points))
        return t.gettext("{score} is {points} of {top}, an artificial score").format(
            score=own, points=points, top=short_text(cell.top)
        )
    if rules.method == "matchpoints":
        return _matchpoints(ranking, cell, lines, own, t)
    if rules.method == "cross-imps":
        total, comparisons = cell.how
        if not isinstance(total, Fraction) or not isinstance(comparisons, int):
            raise TypeError("cross-IMPs come from a sum of comparisons")
        divisor = {"comparisons": comparisons, "tables": comparisons + 1, "none": 1}[rules.divisor]
        text = t.ngettext(
            "{{score}} gets {{total}} IMPs in {n} comparison, divided by {{divisor}}: {{imps}}",
            "{{score}} gets {{total}} IMPs in {n} comparisons, divided by {{divisor}}: {{imps}}",
            comparisons,
        )
        return text.format(score=own, total=_exact_signed(total), divisor=divisor, imps=signed(cell.points))
    datum = cell.how[0] if cell.how else None
    if isinstance(datum, Fraction):
        return t.gettext("{score} against the datum {datum} is {imps} IMPs").format(
            score=own, datum=short_text(-datum if cell.side else datum, _PLACES), imps=signed(cell.points)
        )
    return t.gettext("{score} is {percent}% by the table").format(score=own, percent=decimal_text(cell.value * 100))


def _matchpoints(ranking: Ranking, cell: Cell, lines: Sequence[Line], own: str, t: Language) -> str:
    rules = ranking.rules.matchpoints
    raw, results, full = cell.how[:3]
    if not isinstance(raw, Fraction) or not isinstance(results, int) or not isinstance(full, int):
        raise TypeError("matchpoints come from a comparison")
    top = cell.top or Fraction(0)
    parts = [_compared(cell, lines, raw, own, t)]
    before = raw
    fixed = rules.small_groups.get(results) if any(line.group for line in lines) else None
    if fixed is not None:
        # By place, whatever the comparison came to.
        before = cell.points
        share = short_text(cell.points / top * 100 if top else 0, _PLACES)
        parts.append(
            t.gettext("{share}% by the table for a group of {n}: {points}").format(
                share=share, n=results, points=short_text(cell.points, _PLACES)
            )
        )
    elif results != full and rules.factoring != "none":
        half = Fraction(rules.win, 2)
        shown = "1" if rules.win == 2 else "½"
        factor = Fraction(full, results)
        before, how = {
            "neuberg": (factor * (raw + half) - half, f"Neuberg, ({full}/{results})·(S + {shown}) − {shown}"),
            "top": (
                raw * Fraction(full - 1, max(results - 1, 1)),
                t.gettext("the ratio of the tops of {few} and {many} results").format(few=results, many=full),
            ),
            "count": (raw * factor, f"{full}/{results}"),
        }[rules.factoring]
        parts.append(
            t.ngettext("of {n} result, {{how}} = {{points}}", "of {n} results, {{how}} = {{points}}", results).format(
                how=how, points=short_text(before, _PLACES)
            )
        )
    if before != cell.points:
        parts.append(
            t.gettext("rounded to {step}: {points}").format(
                step=short_text(rules.step or 0, 6), points=short_text(cell.points, _PLACES)
            )
        )
    percent = decimal_text(cell.value * 100)
    return "; ".join(
        [*parts, t.gettext("of a top of {top} that is {percent}%").format(top=short_text(top), percent=percent)]
    )


def _compared(cell: Cell, lines: Sequence[Line], raw: Fraction, own: str, t: Language) -> str:
    """What the comparison with the others came to; their numbers, where no score has weights."""
    award = cell.award
    others = [
        (line.ew_award if cell.side else line.ns_award, line.count) for line in lines if line.group == cell.line.group
    ]
    points = short_text(raw, _PLACES)
    if not isinstance(award, int) or any(len(parts_of(other)) > 1 for other, _ in others):
        return t.gettext("{score} gets {points} against the others").format(score=own, points=points)
    sign = -1 if cell.side else 1
    beaten = sum(count for other, count in others if isinstance(other, int) and other * sign < award * sign)
    equal = sum(count for other, count in others if other == award) - 1
    n = sum(count for other, count in others if isinstance(other, int)) - 1
    if equal:
        text = t.gettext("{score} beats {beaten} and equals {equal} of {n}: {points}")
    else:
        text = t.gettext("{score} beats {beaten} of {n}: {points}")
    return text.format(score=own, beaten=beaten, equal=equal, n=n, points=points)


def _exact_signed(value: Fraction) -> str:
    return ("+" if value > 0 else "") + short_text(value, _PLACES)


def _of_match(view: View, match: Match, board: str) -> Iterator[str]:
    for found in match.boards:
        if found.key[2] != board:
            continue
        yield _of_team(view, match, found, 0)
        if found.is_split or not view.in_imps:
            yield _of_team(view, match, found, 1)


def _of_team(view: View, match: Match, found: MatchBoard, at: int) -> str:
    """What a board is worth to a team, as it has its points at both tables."""
    t = view.t
    north, east = found.awards[at]
    own, other = own_text(north, 0), own_text(east, 1)
    text = f"{match.teams[at]}: "
    text += t.gettext("{own} as North-South and {other} as East-West").format(own=own, other=other)
    first, second = mean_of(north), mean_of(east)
    if isinstance(north, int) and isinstance(east, int):
        text += " " + t.gettext("is {points}").format(points=_exact_signed(Fraction(north - east)))
    elif first is not None and second is not None and view.ranking.rules.form == "total-points":
        text += " " + t.gettext("is {points}").format(points=_exact_signed(Fraction(first) - second))
    if view.in_imps:
        return text + ": " + t.gettext("{imps} IMPs").format(imps=_exact_signed(found.points[at]))
    if view.ranking.rules.form == "total-points":
        return text
    points = [short_text(found.points[side], _PLACES) for side in (at, 1 - at)]
    text += ": " + t.gettext("points {own} – {other}").format(own=points[0], other=points[1])
    if found.aggregate is not None:
        text += ", " + t.gettext("{points} for the aggregate").format(points=_exact_signed(found.aggregate[at]))
    return text
