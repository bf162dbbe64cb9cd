"""What is shown of an event, as tables: the ranking, travellers, one contestant's card, how a board was scored."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pbntools.events.awards import award_text
from pbntools.events.gathering import natural
from pbntools.events.knockout import KnockoutRules
from pbntools.events.lines import BoardKey, Line
from pbntools.events.matches import Match
from pbntools.events.race import Cell
from pbntools.events.ranking import Place, Ranking
from pbntools.events.rounding import decimal_text, short_text
from pbntools.reports.event_words import note_text, worded
from pbntools.reports.language import Language

UNDECIDED_STEP = "undecided"
_MOST_PARTS = 8


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, and whether its cells stand to the right."""

    title: str
    right: bool = False


@dataclass(slots=True)
class Grid:
    """A table with its heading and what is said below it."""

    title: str
    columns: tuple[Column, ...]
    rows: list[tuple[str, ...]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


@dataclass(slots=True)
class Page:
    """Some tables under one title."""

    title: str
    subtitle: str
    grids: list[Grid] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def score_text(score: Fraction, unit: str) -> str:
    """A score as a ranking shows it: whole rounds, two places for anything else."""
    return decimal_text(score, 0) if unit == "rounds" else decimal_text(score)


def signed(value: Fraction | int) -> str:
    """A number with its sign, as IMPs are shown."""
    return ("+" if value > 0 else "") + short_text(value)


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
        parts.append(worded(f"datum {rules.datum.method}", t))
        if rules.datum.method.startswith("trim"):
            parts[-1] += f" {short_text(Fraction(rules.datum.trim))}"
        if rules.datum.step is None:
            parts.append(t.gettext("not rounded"))
        else:
            parts.append(t.gettext("rounded to {step}").format(step=rules.datum.step))
            parts.append(worded(rules.datum.ties, t))
    if rules.scale is not None:
        parts.append(t.gettext("scale {name}").format(name=rules.scale.name))
    return ", ".join(parts)


def group_title(group: str, t: Language) -> str:
    """``North-South`` and the like; empty for a field that has one winner."""
    return {"NS": t.gettext("North-South"), "EW": t.gettext("East-West")}.get(group, "")


def _title(ranking: Ranking, t: Language, what: str) -> tuple[str, str]:
    return f"{_event(ranking, t)}: {what}", f"{worded(ranking.rules.form, t)}, {method_text(ranking, t)}"


def _event(ranking: Ranking, t: Language) -> str:
    return ranking.rules.name or worded(ranking.rules.form, t)


def ranking_page(ranking: Ranking, t: Language) -> Page:
    """The ranking of each direction or of all, the matches, and who goes on."""
    _ = t.gettext
    page = Page(*_title(ranking, t, _("Ranking")))
    groups = list(dict.fromkeys(place.contestant.group for place in ranking.places))
    for group in groups:
        page.grids.append(_ranking_grid(ranking, [p for p in ranking.places if p.contestant.group == group], t))
    if ranking.matches:
        page.grids.append(_matches_grid(ranking, t))
    for made in ranking.cuts:
        note = _("after {session} go on: {names}").format(session=made.cut.after, names=", ".join(made.qualified))
        if made.tied:
            note += "; " + _("tied at the line: {names}").format(names=", ".join(made.tied))
        page.notes.append(note)
    if any(match.verdict is not None and match.verdict.is_extended for match in ranking.matches):
        page.notes.append(extension_text(ranking.rules.knockout, t))
    if ranking.seed is not None:
        page.notes.append(_("lots were drawn with the seed {seed}").format(seed=ranking.seed))
    elif any(place.decided_by == UNDECIDED_STEP for place in ranking.places) and ranking.rules.form != "knock-out":
        page.notes.append(_("some ties are not decided; --seed draws lots"))
    return page


def _ranking_grid(ranking: Ranking, places: Sequence[Place], t: Language) -> Grid:
    _ = t.gettext
    unit = ranking.unit
    names = list(dict.fromkeys(name for place in places for name, _value in place.parts))
    order = [*ranking.results.sessions, *dict.fromkeys(match.round for match in ranking.matches)]
    names.sort(key=lambda name: (order.index(name) if name in order else len(order), natural(name)))
    # Of many rounds the matches below tell; a row is to fit a screen.
    many = 1 < len(names) <= _MOST_PARTS
    with_imps = any(place.imps is not None for place in places)
    with_wins = any(place.wins is not None for place in places)
    with_ties = any(place.decided_by for place in places)
    columns = [
        Column(_("Rank"), True),
        Column(_("Names")),
        Column(" ".join((_("Score"), worded(unit, t))), True),
    ]
    columns += [Column(name or _("Round"), True) for name in names] if many else []
    columns += [Column(_("IMPs"), True)] if with_imps else []
    columns += [Column(_("Wins"), True)] if with_wins else []
    columns.append(Column(_("Boards"), True))
    columns += [Column(_("Tie"))] if with_ties else []
    grid = Grid(group_title(places[0].contestant.group, t) if places else "", tuple(columns))
    ranks = Counter(place.rank for place in places)
    for place in places:
        shared = ranks[place.rank] > 1
        row = [f"{place.rank}{'=' if shared else ''}", place.contestant.label or place.id]
        row.append(score_text(place.score, unit))
        if many:
            found: dict[str, Fraction] = {}
            for name, value in place.parts:
                if value is not None:
                    found[name] = found.get(name, Fraction(0)) + value
            row += [decimal_text(found[name]) if name in found else "–" for name in names]
        if with_imps:
            row.append(signed(place.imps or 0))
        if with_wins:
            row.append(str(place.wins or 0))
        row.append(str(place.boards))
        if with_ties:
            row.append(worded(place.decided_by, t) if place.decided_by else "")
        grid.rows.append(tuple(row))
        grid.notes += [f"{place.contestant.label or place.id}: {note_text(note, t)}" for note in place.notes]
    return grid


def _matches_grid(ranking: Ranking, t: Language) -> Grid:
    _ = t.gettext
    rules = ranking.rules
    columns = [Column(_("Round"), True), Column(_("Match")), Column(_("Boards"), True)]
    if rules.in_imps:
        columns.append(Column(_("IMPs"), True))
    if rules.form == "patton":
        columns += [
            Column(_("For the boards"), True),
            Column(_("Ahead by"), True),
            Column(_("For the aggregate"), True),
        ]
    columns += [Column(worded(rules.unit, t), True), Column(_("Notes"))]
    grid = Grid(_("Matches"), tuple(columns))
    for match in ranking.matches:
        row = [match.round, " – ".join(match.teams), str(len(match.boards))]
        nothing = not match.boards
        if match.imps is not None:
            row.append("–" if nothing else _margin_text(match.imps))
        if rules.form == "patton":
            patton = match.patton
            row += (
                ["–", "–", "–"]
                if patton is None
                else [_both_text(patton.boards), _margin_text(patton.lead), _both_text(patton.aggregate)]
            )
        if match.verdict is not None:
            row.append(signed(match.verdict.lead))
        elif nothing:
            row.append("–")
        else:
            row.append(" – ".join(map(decimal_text if ranking.unit == "VP" else short_text, match.points)))
        row.append(match_text(match, t))
        grid.rows.append(tuple(row))
    return grid


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
        text = f"{match.teams[verdict.winner]} {text}".strip()
    if verdict.surplus:
        text += "; " + t.ngettext(
            "{n} board after the end not counted", "{n} boards after the end not counted", verdict.surplus
        )
    return text


def extension_text(rules: KnockoutRules, t: Language) -> str:
    """What an extension is an eighth of, how that is rounded, and where it stands."""
    return "; ".join((worded(f"extension of {rules.base}", t), worded(f"extension rounded {rules.rounding}", t)))


def label_of(ranking: Ranking, one: str | None, *, short: bool = False) -> str:
    if one is None:
        return "?"
    contestant = ranking.results.contestants.get(one)
    if contestant is None:
        return one
    return contestant.id if short else contestant.label


def _contract(line: Line, t: Language) -> tuple[str, str, str]:
    _ = t.gettext
    if line.contract == "Pass":
        return _("Pass"), "", ""
    return (
        line.contract or "–",
        (_(line.declarer) if line.declarer else ""),
        "" if line.tricks is None else str(line.tricks),
    )


def _points_ns(line: Line) -> str:
    own, other = award_text(line.ns_award), award_text(line.ew_award)
    return own if own == other else f"{own} / {other}"


def board_title(key: BoardKey, t: Language) -> str:
    """``Board 7``, with the session and round where they are known."""
    session, round_name, board = key
    parts = [t.gettext("Board {board}").format(board=board)]
    parts += [session] if session else []
    parts += [t.gettext("Round {round}").format(round=round_name)] if round_name else []
    return ", ".join(parts)


def travellers_page(ranking: Ranking, t: Language, board: str | None = None) -> Page:
    """Board by board, all results: of the whole event, or of the boards with one label."""
    page = Page(*_title(ranking, t, t.gettext("Travellers")))
    if ranking.race is None:
        page.grids += _room_grids(ranking, t, board)
        return page
    for key, lines in ranking.results.by_board().items():
        if board is None or key[2] == board:
            page.grids.append(_traveller(ranking, key, lines, t))
    return page


def cells_of(ranking: Ranking, line: Line) -> tuple[Cell | None, Cell | None]:
    cells = (ranking.race.by_line.get(id(line)) if ranking.race is not None else None) or [None, None]
    return cells[0], cells[1]


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    return signed(cell.points) if cell.top is None else short_text(cell.points)


def _percent(cell: Cell | None) -> str:
    return "–" if cell is None else decimal_text(cell.value * 100)


def _traveller(ranking: Ranking, key: BoardKey, lines: Sequence[Line], t: Language) -> Grid:
    _ = t.gettext
    percent = ranking.rules.unit == "%"
    unit = "MP" if percent else "IMP"
    columns = [
        Column(_("NS")), Column(_("EW")), Column(_("Contract")), Column(_("Declarer")),
        Column(_("Tricks"), True), Column(_("Score"), True),
        Column(f"{worded(unit, t)} {worded('NS', t)}", True), Column(f"{worded(unit, t)} {worded('EW', t)}", True),
    ]  # fmt: skip
    if percent:
        columns += [Column(f"% {worded('NS', t)}", True), Column(f"% {worded('EW', t)}", True)]
    grid = Grid(board_title(key, t), tuple(columns))
    if ranking.race is not None and key in ranking.race.datums:
        grid.notes.append(_("Datum: {score}").format(score=short_text(ranking.race.datums[key])))

    def best_first(line: Line) -> tuple[bool, Fraction, tuple[str, int, int]]:
        cell = cells_of(ranking, line)[0]
        return cell is None, -(cell.points if cell is not None else Fraction(0)), line.origin.order

    for line in sorted(lines, key=best_first):
        north, east = cells_of(ranking, line)
        row = [label_of(ranking, line.ns), label_of(ranking, line.ew), *_contract(line, t), _points_ns(line)]
        row += [_cell_text(north), _cell_text(east)]
        row += [_percent(north), _percent(east)] if percent else []
        grid.rows.append(tuple(row))
    return grid


def _room_grids(ranking: Ranking, t: Language, board: str | None) -> Iterator[Grid]:
    _ = t.gettext
    rules = ranking.rules
    columns = [
        Column(_("Board"), True),
        Column(_("Contract")), Column(_("Declarer")), Column(_("Score"), True),
        Column(_("Contract")), Column(_("Declarer")), Column(_("Score"), True),
        Column(_("IMPs") if rules.in_imps else worded("points", t), True), Column(_("Total"), True),
    ]  # fmt: skip
    if rules.form == "patton":
        columns.append(Column(_("Aggregate"), True))
    for match in ranking.matches:
        title = _("Round {round}").format(round=match.round) + ": " if match.round else ""
        grid = Grid(f"{title}{' – '.join(match.teams)}", tuple(columns))
        running = Fraction(0)
        for found in match.boards:
            running += found.points[0]
            if board is not None and found.key[2] != board:
                continue
            first, second = found.lines
            points = found.points[0]
            row = [
                found.key[2],
                *_played(first, t), _points_ns(first),
                *_played(second, t), _points_ns(second),
                signed(points) if rules.in_imps else short_text(points), short_text(running),
            ]  # fmt: skip
            if rules.form == "patton":
                row.append(signed(found.aggregate[0]) if found.aggregate is not None else "–")
            grid.rows.append(tuple(row))
        if grid.rows:
            yield grid


def _played(line: Line, t: Language) -> tuple[str, str]:
    contract, declarer, tricks = _contract(line, t)
    return contract, f"{declarer} {tricks}".strip()


def card_page(ranking: Ranking, t: Language, contestant: str) -> Page:
    """One contestant's boards; raises KeyError where there is none of this name."""
    known = ranking.results.contestants
    found = next((key for key, one in known.items() if contestant in (key, one.id, one.label)), None)
    if found is None:
        raise KeyError(contestant)
    label = known[found].label
    page = Page(*_title(ranking, t, t.gettext("Card of {name}").format(name=label)))
    if ranking.race is None:
        page.grids += [
            grid
            for match, grid in zip([m for m in ranking.matches if m.boards], _room_grids(ranking, t, None), strict=True)
            if found in match.teams
        ]
    else:
        page.grids += _card_grids(ranking, t, found)
    for place in ranking.places:
        if place.id == found:
            page.notes.append(
                t.gettext("Rank {rank}: {score}").format(
                    rank=place.rank, score=f"{score_text(place.score, ranking.unit)} {worded(ranking.unit, t)}"
                )
            )
            page.notes += [note_text(note, t) for note in place.notes]
    return page


def _card_grids(ranking: Ranking, t: Language, contestant: str) -> Iterator[Grid]:
    _ = t.gettext
    race = ranking.race
    if race is None:
        return
    percent = ranking.rules.unit == "%"
    columns = [
        Column(_("Board"), True), Column(_("Direction")), Column(_("Against")), Column(_("Contract")),
        Column(_("Declarer")), Column(_("Tricks"), True), Column(_("Score"), True),
        Column(worded("MP" if percent else "IMP", t), True),
    ]  # fmt: skip
    columns += [Column("%", True)] if percent else []
    for session in ranking.results.sessions:
        cells = race.of_session(contestant, session)
        if not cells:
            continue
        grid = Grid(session, tuple(columns))
        for cell in sorted(cells, key=lambda cell: ranking.results.order(cell.key)):
            line = cell.line
            against = label_of(ranking, line.ns if cell.side else line.ew)
            row = [cell.key[2], _("EW") if cell.side else _("NS"), against, *_contract(line, t)]
            row += [own_points(line, cell.side), _cell_text(cell)]
            row += [_percent(cell)] if percent else []
            grid.rows.append(tuple(row))
        value = race.session_value(contestant, session)
        if value is not None:
            grid.notes.append(
                _("Session: {score}").format(
                    score=f"{score_text(value * (100 if percent else 1), '')} {worded(ranking.rules.unit, t)}"
                )
            )
        yield grid


def own_points(line: Line, side: int) -> str:
    award = line.ew_award if side else line.ns_award
    return str(-award) if side and isinstance(award, int) else award_text(award)
