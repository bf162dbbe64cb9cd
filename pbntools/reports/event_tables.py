"""The ranking of an event as a page: the places, the matches, who goes on, and by what it was scored."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from pbntools.events.gathering import natural
from pbntools.events.knockout import KnockoutRules
from pbntools.events.ladders import LOT, UNDECIDED
from pbntools.events.lines import BoardKey, Line
from pbntools.events.matches import Match
from pbntools.events.placing import Place, Ranking
from pbntools.events.rounding import decimal_text, short_text, signed
from pbntools.events.spelling import fold
from pbntools.reports.event_left_out import add_left_out
from pbntools.reports.event_page import NONE, Cell, Column, Content, Grid, Page, valued
from pbntools.reports.event_view import View, score_text, side_text
from pbntools.reports.event_words import board_title, note_text, source_text, worded
from pbntools.reports.language import Language

_MOST_PARTS = 8


def method_text(ranking: Ranking, t: Language) -> str:
    """How the event was scored, with what differs between programs."""
    rules = ranking.rules
    parts = [worded(rules.method, t)]
    if rules.method == "matchpoints":
        parts = [f"{parts[0]} {'2/1/0' if rules.matchpoints.win == 2 else '1/½/0'}"]
        parts.append(worded(f"factoring {rules.matchpoints.factoring}", t))
        if ranking.race is not None:
            parts += [
                t.ngettext("{n} result on a full board", "{n} results on a full board", number)
                for number in sorted(set(ranking.race.full.values()))
            ]
    elif rules.method == "cross-imps":
        parts.append(worded(f"divided {rules.divisor}", t))
    elif rules.method == "butler":
        datum = worded(f"datum {rules.datum.method}", t)
        parts.append(datum.format(n=short_text(Fraction(rules.datum.trim))))
        if rules.datum.step is None:
            parts.append(t.gettext("not rounded"))
        else:
            parts.append(t.gettext("rounded to {step}").format(step=rules.datum.step))
            parts.append(worded(rules.datum.ties, t))
    if rules.scale is not None:
        parts.append(t.gettext("scale {name}").format(name=rules.scale.name))
    return ", ".join(parts)


def method_notes(ranking: Ranking, t: Language) -> list[str]:
    """Where the scale comes from, and how the extension of a match was counted where one was due."""
    rules = ranking.rules
    notes = [
        t.gettext("scale {name}: {source}").format(name=scale.name, source=source_text(scale.source, t))
        for scale in (rules.scale, rules.patton_boards)
        if scale is not None
    ]
    if any(match.verdict is not None and match.verdict.is_extended for match in ranking.matches):
        notes.append(extension_text(rules.knockout, t))
    return notes


def extension_text(rules: KnockoutRules, t: Language) -> str:
    """What an extension is an eighth of, how that is rounded, where it stands, and what follows a drawn one."""
    if rules.after == "extend-then-lot":
        after = t.ngettext("a lot after {n} extension", "a lot after {n} extensions", rules.extensions)
    else:
        after = worded(f"after {rules.after}", t)
    return "; ".join((worded(f"extension of {rules.base}", t), worded(f"extension rounded {rules.rounding}", t), after))


def group_title(group: str, t: Language) -> str:
    """``North-South`` and the like; empty for a field that has one winner."""
    return {"NS": t.gettext("North-South"), "EW": t.gettext("East-West")}.get(group, "")


def title_of(ranking: Ranking, t: Language, what: str) -> tuple[str, str]:
    """The title of a page, and how the event was scored."""
    form, method = worded(ranking.rules.form, t), method_text(ranking, t)
    # Board-a-match is a form and its method.
    about = method if method.split(", ")[0] == form else f"{form}, {method}"
    return f"{ranking.rules.name or form}: {what}", about


def ranking_page(ranking: Ranking, t: Language) -> Page:
    """The ranking of each direction or of all, the matches, and who goes on."""
    view = View(ranking, t)
    page = Page(*title_of(ranking, t, t.gettext("Ranking")))
    add_ranking(page, view)
    close(page, view)
    return page


def close(page: Page, view: View, contestant: str | None = None, *, board: str | None = None) -> None:
    """End a page of the event with what was left out of it, or of the results of one contestant or one board."""
    results, t = view.ranking.results, view.t
    items = results.findings.left_out
    if contestant is not None:
        items = [item for item in items if item.line is not None and _sat(view, item.line, contestant)]
        if not items:
            page.notes.append(t.gettext("nothing of this card was left out"))
            return
    if board is not None:
        items = [item for item in items if item.board == board]
        if not items:
            page.notes.append(t.gettext("nothing of this board was left out"))
            return
    add_left_out(
        page,
        items,
        view.t,
        lambda line, side: (
            view.plain_label(line.ew if side else line.ns)
            if (line.ew if side else line.ns) is not None
            else side_text(line, side)
        ),
        others=results.empty if contestant is None and board is None else 0,
    )


def _sat(view: View, line: Line, contestant: str) -> bool:
    """Whether a result is of a contestant, as far as it tells."""
    known = view.ranking.results.contestants.get(contestant)
    if contestant in (*line.who(0), *line.who(1), line.ns, line.ew):
        return True
    # A result of a match may not tell who sat where.
    names = {fold(contestant), *(() if known is None else (fold(known.label),))}
    return any(name and fold(name) in names for name in (line.home, line.visit))


def add_ranking(page: Page, view: View) -> None:
    """Put the ranking on a page."""
    ranking, t = view.ranking, view.t
    _ = t.gettext
    for group in dict.fromkeys(place.contestant.group for place in ranking.places):
        page.grids.append(_ranking_grid(view, [p for p in ranking.places if p.contestant.group == group]))
    if ranking.matches:
        page.grids.append(_matches_grid(view))
    if page.grids:
        page.grids[-1].notes += [_adjustment(view, key, line) for key, line in view.adjusted]
    page.notes += method_notes(ranking, t)
    for made in ranking.cuts:
        note = _("after {session} go on: {names}").format(session=made.cut.after, names=", ".join(made.qualified))
        if made.tied:
            note += "; " + _("tied at the line: {names}").format(names=", ".join(made.tied))
        page.notes.append(note)
    if drawn(ranking):
        page.notes.append(_("lots were drawn with the seed {seed}").format(seed=ranking.seed))
    elif undecided(ranking):
        page.notes.append(_("some ties are not decided"))


def _adjustment(view: View, key: BoardKey, line: Line) -> str:
    """``Board 7: 3 Ana Ek & Bo Li – 12 Cy Oz & Di Or: 420, adjusted to 60% / 40%``."""
    sides = [view.side(line, side) for side in (0, 1)]
    who = " – ".join(side.shown if isinstance(side, Cell) else side for side in sides)
    return f"{board_title(key, view.t)}: {who}: {view.adjustment(line)}"


def drawn(ranking: Ranking) -> bool:
    """Whether a lot decided anything."""
    return ranking.seed is not None and (
        any(place.decided_by == LOT for place in ranking.places)
        or any(match.verdict is not None and match.verdict.how == LOT for match in ranking.matches)
    )


def undecided(ranking: Ranking) -> bool:
    """Whether a tie is left that a lot would decide."""
    return ranking.rules.form != "knock-out" and any(place.decided_by == UNDECIDED for place in ranking.places)


def _ranking_grid(view: View, places: Sequence[Place]) -> Grid:
    ranking, t = view.ranking, view.t
    _ = t.gettext
    unit = ranking.unit
    names = list(dict.fromkeys(name for place in places for name, _value in place.parts))
    order = [*ranking.results.sessions, *dict.fromkeys(match.round for match in ranking.matches)]
    names.sort(key=lambda name: (order.index(name) if name in order else len(order), natural(name)))
    # Of many rounds the matches below tell; a row is to fit a screen.
    many = 1 < len(names) <= _MOST_PARTS
    with_imps = view.in_imps and any(place.imps is not None for place in places)
    with_wins = any(place.wins is not None for place in places)
    with_ties = any(place.decided_by for place in places)
    title, score = _("Ranking"), _("Score") + f" {worded(unit, t)}"
    columns = [Column(_("Rank"), True), Column(_("Names"), wraps=True), Column(score, True)]
    # A round may be called like any column.
    columns += [Column(name or _("Round"), True, wide=True, field=f"{score}, {name}") for name in names] if many else []
    columns += [Column(_("IMPs"), True, wide=True)] if with_imps else []
    columns += [Column(_("Wins"), True, wide=True)] if with_wins else []
    columns.append(Column(_("Boards"), True))
    decided = _("Decided by") if ranking.rules.form == "knock-out" else _("Tie")
    columns += [Column(decided, wraps=True, aside=True, wide=True)] if with_ties else []
    with_cuts = any(place.out_after for place in places)
    columns += [Column(_("Out after"), wraps=True, aside=True)] if with_cuts else []
    group = places[0].contestant.group if places else ""
    keys = ((_("Direction"), worded(group, t)),) if group else ()
    grid = Grid(group_title(group, t), tuple(columns), part=title, keys=keys, anchor=f"ranking-{group}".strip("-"))
    for place in places:
        row: list[Content] = [view.ranks[place.id], view.label(place.id)]
        row.append(score_text(place.score, unit))
        if many:
            found: dict[str, Fraction] = {}
            for name, value in place.parts:
                if value is not None:
                    found[name] = found.get(name, Fraction(0)) + value
            shown = signed if unit == "rounds" else decimal_text
            row += [shown(found[name]) if name in found else NONE for name in names]
        if with_imps:
            row.append(signed(place.imps or 0))
        if with_wins:
            row.append(str(place.wins or 0))
        row.append(str(place.boards))
        if with_ties:
            row.append(worded(place.decided_by, t) if place.decided_by else "")
        if with_cuts:
            row.append(place.out_after)
        label = view.plain_label(place.id)
        grid.remarks += [(len(grid.rows), label, note_text(note, t)) for note in place.notes]
        grid.rows.append(tuple(row))
    return grid


def _matches_grid(view: View) -> Grid:
    ranking, t = view.ranking, view.t
    _ = t.gettext
    title, rules = _("Matches"), ranking.rules
    columns = [Column(_("Round"), True), Column(_("Match"), wraps=True), Column(_("Boards"), True)]
    columns += [Column(_("IMPs"), True)] if view.in_imps else []
    if rules.form == "patton":
        columns += [
            Column(_("For the boards"), True, wide=True),
            Column(_("Ahead by"), True, wide=True),
            Column(_("For the aggregate"), True, wide=True),
        ]
    columns.append(Column(_("Margin") if rules.form == "knock-out" else worded(rules.unit, t), True))
    grid = Grid(title, (*columns, Column(_("Notes"), note=True)), part=title, anchor="matches")
    for match in ranking.matches:
        teams = " – ".join(match.teams)
        link = view.match_anchors.get(id(match), "")
        row: list[Content] = [valued(match.round), Cell(teams, teams, link=link), str(len(match.boards))]
        if match.imps is not None:
            row.append(_margin_text(match.imps) if match.boards else NONE)
        if rules.form == "patton":
            row += _patton_cells(match)
        if match.verdict is not None:
            row.append(signed(match.verdict.lead))
        elif match.boards:
            row.append(" – ".join(map(decimal_text if ranking.unit == "VP" else short_text, match.points)))
        else:
            row.append(NONE)
        grid.rows.append((*row, match_text(match, t)))
    if not any(row[-1] for row in grid.rows):
        grid.columns = grid.columns[:-1]
        grid.rows = [row[:-1] for row in grid.rows]
    return grid


def _patton_cells(match: Match) -> list[Content]:
    """What both get for the boards, the margin of the aggregate, and what both get for that."""
    patton = match.patton
    if patton is None:
        return [NONE, NONE, NONE]
    return [_both_text(patton.boards), _margin_text(patton.lead), _both_text(patton.aggregate)]


def _both_text(values: tuple[Fraction, Fraction]) -> str:
    return " – ".join(map(short_text, values))


def _margin_text(values: tuple[Fraction, Fraction]) -> str:
    """The first team's margin, and the other's own where the two do not balance."""
    text = signed(values[0])
    return text if values[1] == -values[0] else f"{text} / {signed(values[1])}"


def match_text(match: Match, t: Language) -> str:
    """How a match was decided, that nothing was compared, and what changed its score besides the boards."""
    parts = [verdict_text(match, t)]
    if not match.boards:
        parts.append(t.gettext("no board compared"))
    parts += [f"{team}: {note_text(note, t)}" for team, note in match.notes]
    return "; ".join(part for part in parts if part)


def verdict_text(match: Match, t: Language) -> str:
    """How a knock-out match was decided, or what is still to be done."""
    verdict = match.verdict
    if verdict is None:
        return ""
    text = {
        "imps": "",
        "unfinished": t.ngettext("{n} board to play", "{n} boards to play", verdict.due) if verdict.due else "",
        "extend": t.ngettext("drawn: to be extended by {n} board", "drawn: to be extended by {n} boards", verdict.due),
        "lot": t.gettext("drawn: a lot decides") if verdict.winner is None else worded("lot", t),
    }.get(verdict.how, worded(verdict.how, t))
    if len(verdict.stages) > 1:
        stages = [
            t.ngettext("{n} board", "{n} boards", stage.boards) + f": {signed(stage.lead)}" for stage in verdict.stages
        ]
        text += f" ({', '.join(stages)})"
    if verdict.winner is not None:
        won = t.gettext("{team} wins").format(team=match.teams[verdict.winner])
        text = f"{won}: {text.strip()}" if text else won
    if verdict.surplus:
        text += "; " + t.ngettext(
            "{n} board after the end not counted", "{n} boards after the end not counted", verdict.surplus
        )
    return text
