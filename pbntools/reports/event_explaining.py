"""How each number of a board arose, in words from which it can be computed again."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from pbntools.events.awards import Artificial, Award, mean_of, parts_of
from pbntools.events.config import EventRules
from pbntools.events.gathering import natural
from pbntools.events.imps import artificial_imps, imps
from pbntools.events.matches import Match, MatchBoard
from pbntools.events.placing import Ranking
from pbntools.events.rounding import short_text, signed
from pbntools.events.spelling import board_label
from pbntools.reports.event_boards import add_travellers, best_first, room_grids
from pbntools.reports.event_explaining_scores import (
    PLACES,
    BoardScores,
    datum_explained,
    exact_signed,
    exact_text,
    listed,
    score_explained,
    weighted_sum,
)
from pbntools.reports.event_page import Page
from pbntools.reports.event_tables import close, title_of
from pbntools.reports.event_view import View, own_text
from pbntools.reports.language import Language
from pbntools.said import Said

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
    race, rules, t = view.ranking.race, view.ranking.rules, view.t
    keys = [key for key in view.boards if key[2] == board]
    nothing = t.gettext("nothing to compare")
    for grid, key in zip(page.grids, keys, strict=True):
        entries = best_first(view, key)
        counting = [entry.line for entry in entries if entry.out is None]
        scores = BoardScores(counting)
        for group in sorted({line.group for line in counting}):
            made = race.made.get((key, group)) if race is not None else None
            if made is not None:
                own = [line for line in counting if line.group == group]
                text = datum_explained(rules, made, own, t)
                head = t.gettext("Group {n}").format(n=group + 1) + ": " if scores.fouled else ""
                grid.notes.append(head + text)
        for entry in entries:
            for side, cell in enumerate(view.scored(entry.line)):
                who = view.side(entry.line, side)
                name = who if isinstance(who, str) else who.shown
                how = score_explained(rules, cell, scores, t) if cell is not None else view.note(entry)
                grid.notes.append(f"{name}: {how or nothing}")


def _of_match(view: View, match: Match, board: str) -> Iterator[str]:
    for found in match.boards:
        if found.key[2] != board:
            continue
        yield _of_team(view, match, found, 0)
        if found.is_split or not view.in_imps:
            yield _of_team(view, match, found, 1)


def _of_team(view: View, match: Match, found: MatchBoard, at: int) -> str:
    """What a board is worth to a team, as it has its points at both tables."""
    t, rules = view.t, view.ranking.rules
    north, east = found.awards[at]
    own, other = own_text(north, 0, t), own_text(east, 1, t)
    text = f"{match.teams[at]}: "
    text += t.gettext("{own} as North-South and {other} as East-West").format(own=own, other=other)
    first, second = mean_of(north), mean_of(east)
    plain = isinstance(north, int) and isinstance(east, int)
    if first is not None and second is not None and (plain or rules.form == "total-points"):
        text += " " + t.gettext("is {points}").format(points=exact_signed(Fraction(first) - second))
    if rules.form == "total-points":
        return text
    if view.in_imps:
        return f"{text}: {_in_imps(found.awards[at], found.points[at], rules, t)}"
    how = _in_boards(found.awards[at], rules.matchpoints.win, t)
    points = [short_text(found.points[side], PLACES) for side in (at, 1 - at)]
    text += f": {how}: " if how else ": "
    text += t.gettext("points {own} – {other}").format(own=points[0], other=points[1])
    if found.aggregate is not None:
        lead = exact_signed(found.aggregate[at])
        if rules.patton_aggregate == "imps":
            lead = _in_imps(found.awards[at], found.aggregate[at], rules, t)
        elif not plain and first is not None and second is not None:
            lead = f"{exact_text(first)} − {exact_text(second)} = {lead}"
        text += ", " + t.gettext("{points} for the aggregate").format(points=lead)
    return text


def _outcomes(north: Award, east: Award) -> list[tuple[Fraction, int]]:
    """What the outcomes of two tables come to together, each with its weight."""
    return [
        (Fraction(weight * against), points - other)
        for points, weight in parts_of(north)
        for other, against in parts_of(east)
    ]


def _in_boards(awards: tuple[Award, Award], win: int, t: Language) -> str:
    """How the points of a team for a board arose, where it is not plain to see."""
    artificial = [award for award in awards if isinstance(award, Artificial)]
    if artificial:
        text = t.gettext("{score} is {points} of {top}, an artificial score")
        return "; ".join(
            text.format(score=award, points=exact_text(award.share * win), top=win) for award in artificial
        )
    outcomes = _outcomes(*awards)
    return (
        weighted_sum([(weight, _won(points, win)) for weight, points in outcomes], t, sign=False)
        if len(outcomes) > 1
        else ""
    )


def _won(points: int, win: int) -> Fraction:
    """What a difference in points is worth where boards are won."""
    return Fraction(((points > 0) - (points < 0) + 1) * win, 2)


def _in_imps(awards: tuple[Award, Award], got: Fraction, rules: EventRules, t: Language) -> str:
    """The IMPs of a team on a board: by the outcomes of weighted scores, or by its artificial ones."""
    result = t.gettext("{imps} IMPs").format(imps=exact_signed(got))
    artificial = [award for award in awards if isinstance(award, Artificial)]
    if artificial:
        text = t.gettext("{score} is {imps} IMPs, an artificial score")
        worth = [
            text.format(score=award, imps=signed(artificial_imps(award, rules.average_imps))) for award in artificial
        ]
        return (
            worth[0]
            if len(worth) == 1
            else t.gettext("the mean of {scores}: {exact}").format(scores="; ".join(worth), exact=result)
        )
    outcomes = _outcomes(*awards)
    if len(outcomes) < 2:
        return result
    parts = [
        t.gettext("{share} of {value}").format(
            share=f"{short_text(weight * 100, 8)}%", value=f"{exact_signed(imps(points))} ({exact_signed(points)})"
        )
        for weight, points in outcomes
    ]
    return f"{listed(parts, t)}: {result}"
