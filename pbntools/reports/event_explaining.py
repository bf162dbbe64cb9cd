"""How each number of a board arose, in words."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbntools.events.awards import award_text
from pbntools.events.matches import Match, MatchBoard
from pbntools.events.race import Cell
from pbntools.events.ranking import Ranking
from pbntools.events.rounding import decimal_text, short_text
from pbntools.reports.event_tables import Page, cells_of, label_of, own_points, signed, travellers_page
from pbntools.reports.language import Language


def explain_page(ranking: Ranking, t: Language, board: str) -> Page:
    """How each number of a board arose."""
    page = travellers_page(ranking, t, board)
    if ranking.race is None:
        for match in ranking.matches:
            page.notes += _of_match(match, board, t)
        if not page.grids:
            page.notes.append(_nothing(board, t))
        return page
    boards = {key: lines for key, lines in ranking.results.by_board().items() if key[2] == board}
    for grid, lines in zip(page.grids, boards.values(), strict=True):
        for line in lines:
            for side, cell in enumerate(cells_of(ranking, line)):
                who = label_of(ranking, line.ew if side else line.ns)
                how = t.gettext("nothing to compare") if cell is None else _of_cell(ranking, cell, t)
                grid.notes.append(f"{who}: {how}")
    if not boards:
        page.notes.append(_nothing(board, t))
    return page


def _nothing(board: str, t: Language) -> str:
    return t.gettext("no result of a board {board} counts").format(board=board)


def _of_cell(ranking: Ranking, cell: Cell, t: Language) -> str:
    rules = ranking.rules
    own = own_points(cell.line, cell.side)
    if not cell.how or cell.how == (None, 0):
        if cell.top is None:
            return t.gettext("{score} is {points}").format(score=own, points=short_text(cell.points, 4))
        return t.gettext("{score} is {points} of {top}").format(
            score=own, points=short_text(cell.points, 4), top=short_text(cell.top)
        )
    if rules.method == "matchpoints":
        return _matchpoints(ranking, cell, own, t)
    if rules.method == "cross-imps":
        total, comparisons = cell.how
        if not isinstance(total, Fraction):
            return t.gettext("{score} is {imps} IMPs, an artificial score").format(score=own, imps=signed(cell.points))
        divisor = {"comparisons": comparisons, "tables": f"{comparisons} + 1", "none": 1}[rules.divisor]
        return t.gettext("{score} gets {total} IMPs in {n} comparisons, divided by {divisor}: {imps}").format(
            score=own, total=signed(total), n=comparisons, divisor=divisor, imps=signed(cell.points)
        )
    datum = cell.how[0]
    if isinstance(datum, Fraction):
        return t.gettext("{score} against the datum {datum} is {imps} IMPs").format(
            score=own, datum=short_text(-datum if cell.side else datum), imps=signed(cell.points)
        )
    return t.gettext("{score} is {points}").format(score=own, points=short_text(cell.points, 4))


def _matchpoints(ranking: Ranking, cell: Cell, own: str, t: Language) -> str:
    rules = ranking.rules.matchpoints
    raw, results, full = cell.how
    points, top = short_text(cell.points, 4), short_text(cell.top or 0)
    if not isinstance(raw, Fraction):
        return t.gettext("{score} is {points} of {top}, an artificial score").format(score=own, points=points, top=top)
    text = t.gettext("{score} gets {points} against the others").format(score=own, points=short_text(raw, 4))
    if results != full and rules.factoring != "none" and cell.points != raw:
        half = "1" if rules.win == 2 else "½"
        how = {
            "neuberg": f"Neuberg, ({full}/{results})·(S + {half}) − {half}",
            "top": t.gettext("the ratio of the tops of {few} and {many} results").format(few=results, many=full),
            "count": f"{full}/{results}",
        }[rules.factoring]
        text += "; " + t.gettext("of {n} results, {how} = {points}").format(n=results, how=how, points=points)
    return (
        text
        + "; "
        + t.gettext("of a top of {top} that is {percent}%").format(top=top, percent=decimal_text(cell.value * 100))
    )


def _of_match(match: Match, board: str, t: Language) -> Iterator[str]:
    for found in match.boards:
        if found.key[2] != board:
            continue
        for at, team in enumerate(match.teams):
            if at and not found.is_split:
                break
            ns, other = map(award_text, found.awards[at])
            yield t.gettext("{team}: North-South {score}, East-West against North-South's {other}: {points}").format(
                team=team, score=ns, other=other, points=_board_points(match, found, at, t)
            )


def _board_points(match: Match, board: MatchBoard, at: int, t: Language) -> str:
    points = board.points[at]
    if match.in_imps:
        return t.gettext("{imps} IMPs").format(imps=signed(points))
    text = t.gettext("{points} points").format(points=short_text(points))
    if board.aggregate is not None:
        text += ", " + t.gettext("{points} for the aggregate").format(points=signed(board.aggregate[at]))
    return text
