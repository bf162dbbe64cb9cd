"""What is shown of an event, as tables: the ranking, travellers, one contestant's card, how a board was scored."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction

from pbntools.events.awards import award_text
from pbntools.events.gathering import BoardKey, natural
from pbntools.events.lines import Line
from pbntools.events.matches import Match
from pbntools.events.race import Cell
from pbntools.events.ranking import Place, Ranking
from pbntools.events.rounding import decimal_text, short_text
from pbntools.reports.diagnostics import plural
from pbntools.reports.event_words import Words

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


def method_text(ranking: Ranking) -> str:
    """How the event was scored, with what differs between programs."""
    rules = ranking.rules
    parts = [rules.method]
    if rules.method == "matchpoints":
        unit = "2/1/0" if rules.matchpoints.win == 2 else "1/½/0"
        parts = [f"matchpoints {unit}", f"factoring {rules.matchpoints.factoring}"]
        if ranking.race is not None:
            parts += sorted({f"full board {number} results" for number in ranking.race.full.values()})
    elif rules.method == "cross-imps":
        divisor = {"comparisons": "comparisons made", "tables": "tables", "none": "1"}[rules.divisor]
        parts.append(f"divided by {divisor}")
    elif rules.method == "butler":
        step = "not rounded" if rules.datum.step is None else f"rounded to {rules.datum.step}, {rules.datum.ties}"
        trim = f" {short_text(Fraction(rules.datum.trim))}" if rules.datum.method.startswith("trim") else ""
        parts.append(f"datum {rules.datum.method}{trim}, {step}")
    if rules.scale is not None:
        parts.append(f"scale {rules.scale.name}")
    return ", ".join(parts)


def group_title(group: str, words: Words) -> str:
    """``North-South`` and the like; empty for a field that has one winner."""
    return {"NS": words("North-South"), "EW": words("East-West")}.get(group, "")


def _title(ranking: Ranking, words: Words, what: str) -> tuple[str, str]:
    name = ranking.rules.name or words(ranking.rules.form)
    return f"{name}: {words(what)}", f"{words(ranking.rules.form)}, {method_text(ranking)}"


def ranking_page(ranking: Ranking, words: Words) -> Page:
    """The ranking of each direction or of all, the matches, and who goes on."""
    page = Page(*_title(ranking, words, "Ranking"))
    groups = list(dict.fromkeys(place.contestant.group for place in ranking.places))
    for group in groups:
        page.grids.append(_ranking_grid(ranking, [p for p in ranking.places if p.contestant.group == group], words))
    if ranking.matches:
        page.grids.append(_matches_grid(ranking, words))
    for made in ranking.cuts:
        tied = f"; tied at the line: {', '.join(made.tied)}" if made.tied else ""
        page.notes.append(f"after {made.cut.after} go on: {', '.join(made.qualified)}{tied}")
    if ranking.seed is not None:
        page.notes.append(f"lots were drawn with the seed {ranking.seed}")
    elif any(place.decided_by == UNDECIDED_STEP for place in ranking.places) and ranking.rules.form != "knock-out":
        page.notes.append("some ties are not decided; --seed draws lots")
    return page


def _ranking_grid(ranking: Ranking, places: Sequence[Place], words: Words) -> Grid:
    unit = ranking.unit
    names = list(dict.fromkeys(name for place in places for name, _ in place.parts))
    order = [*ranking.results.sessions, *dict.fromkeys(match.round for match in ranking.matches)]
    names.sort(key=lambda name: (order.index(name) if name in order else len(order), natural(name)))
    # Of many rounds the matches below tell; a row is to fit a screen.
    many = 1 < len(names) <= _MOST_PARTS
    with_imps = any(place.imps is not None for place in places)
    with_ties = any(place.decided_by for place in places)
    columns = [Column(words("Rank"), True), Column(words("Names")), Column(f"{words('Score')} {words(unit)}", True)]
    columns += [Column(name or words("Round"), True) for name in names] if many else []
    columns += [Column(words("IMPs"), True), Column(words("Wins"), True)] if with_imps else []
    columns.append(Column(words("Boards"), True))
    columns += [Column(words("Tie"))] if with_ties else []
    grid = Grid(group_title(places[0].contestant.group, words) if places else "", tuple(columns))
    for place in places:
        shared = sum(other.rank == place.rank for other in places) > 1
        row = [f"{place.rank}{'=' if shared else ''}", place.contestant.label or place.id]
        row.append(score_text(place.score, unit))
        if many:
            found: dict[str, Fraction] = {}
            for name, value in place.parts:
                if value is not None:
                    found[name] = found.get(name, Fraction(0)) + value
            row += [decimal_text(found[name]) if name in found else "–" for name in names]
        if with_imps:
            row += [signed(place.imps or 0), str(place.wins or 0)]
        row.append(str(place.boards))
        if with_ties:
            row.append(words(place.decided_by) if place.decided_by else "")
        grid.rows.append(tuple(row))
        grid.notes += [f"{place.contestant.label or place.id}: {note}" for note in place.notes]
    return grid


def _matches_grid(ranking: Ranking, words: Words) -> Grid:
    unit = words(ranking.rules.unit)
    columns = (
        Column(words("Round"), True), Column(words("Match")), Column(words("Boards"), True),
        Column(words("IMPs"), True), Column(unit, True), Column(words("Notes")),
    )  # fmt: skip
    grid = Grid(words("Matches"), columns)
    for match in ranking.matches:
        imps = signed(match.imps[0])
        if match.imps[1] != -match.imps[0]:
            imps += f" / {signed(match.imps[1])}"
        points = " – ".join(map(decimal_text if ranking.unit == "VP" else short_text, match.points))
        if match.verdict is not None:
            points = signed(match.verdict.lead)
        grid.rows.append(
            (match.round, " – ".join(match.teams), str(len(match.boards)), imps, points, verdict_text(match, words))
        )
    return grid


def verdict_text(match: Match, words: Words) -> str:
    """How a knock-out match was decided, or what is still to be done."""
    verdict = match.verdict
    if verdict is None:
        return ""
    text = {
        "imps": "",
        "unfinished": f"{plural(verdict.due, 'board')} to play",
        "extend": f"drawn: to be extended by {plural(verdict.due, 'board')}",
        "lot": "drawn: a lot decides" if verdict.winner is None else words("lot"),
    }.get(verdict.how, words(verdict.how))
    if len(verdict.stages) > 1:
        stages = [f"{plural(stage.boards, 'board')} {signed(stage.lead)}" for stage in verdict.stages]
        text += f" ({', '.join(stages)})"
    if verdict.winner is not None:
        text = f"{match.teams[verdict.winner]} {text}".strip()
    if verdict.surplus:
        text += f"; {plural(verdict.surplus, 'board')} after the end not counted"
    return text


def _label(ranking: Ranking, one: str | None, *, short: bool = False) -> str:
    if one is None:
        return "?"
    contestant = ranking.results.contestants.get(one)
    if contestant is None:
        return one
    return contestant.id if short else contestant.label


def _contract(line: Line, words: Words) -> tuple[str, str, str]:
    if line.contract == "Pass":
        return words("Pass"), "", ""
    return line.contract or "–", words(line.declarer), "" if line.tricks is None else str(line.tricks)


def _points_ns(line: Line) -> str:
    own, other = award_text(line.ns_award), award_text(line.ew_award)
    return own if own == other else f"{own} / {other}"


def board_title(key: BoardKey, words: Words) -> str:
    """``Board 7``, with the session and round where they are known."""
    session, round_name, board = key
    parts = [words("Board {board}", board=board)]
    parts += [session] if session else []
    parts += [f"{words('Round')} {round_name}"] if round_name else []
    return ", ".join(parts)


def travellers_page(ranking: Ranking, words: Words, board: str | None = None) -> Page:
    """Board by board, all results: of the whole event, or of the boards with one label."""
    page = Page(*_title(ranking, words, "Travellers"))
    if ranking.race is None:
        page.grids += _room_grids(ranking, words, board)
        return page
    for key, lines in ranking.results.by_board().items():
        if board is None or key[2] == board:
            page.grids.append(_traveller(ranking, key, lines, words))
    return page


def _cells(ranking: Ranking, line: Line) -> tuple[Cell | None, Cell | None]:
    cells = (ranking.race.by_line.get(id(line)) if ranking.race is not None else None) or [None, None]
    return cells[0], cells[1]


def _cell_text(cell: Cell | None) -> str:
    if cell is None:
        return "–"
    return signed(cell.points) if cell.top is None else short_text(cell.points)


def _percent(cell: Cell | None) -> str:
    return "–" if cell is None else decimal_text(cell.value * 100)


def _traveller(ranking: Ranking, key: BoardKey, lines: Sequence[Line], words: Words) -> Grid:
    percent = ranking.rules.unit == "%"
    unit = "MP" if percent else "IMP"
    columns = [
        Column(words("NS")), Column(words("EW")), Column(words("Contract")), Column(words("Declarer")),
        Column(words("Tricks"), True), Column(words("Score"), True),
        Column(f"{words(unit)} {words('NS')}", True), Column(f"{words(unit)} {words('EW')}", True),
    ]  # fmt: skip
    if percent:
        columns += [Column(f"% {words('NS')}", True), Column(f"% {words('EW')}", True)]
    grid = Grid(board_title(key, words), tuple(columns))
    if ranking.race is not None and key in ranking.race.datums:
        grid.notes.append(f"{words('Datum')}: {short_text(ranking.race.datums[key])}")

    def best_first(line: Line) -> tuple[bool, Fraction, tuple[str, int, int]]:
        cell = _cells(ranking, line)[0]
        return cell is None, -(cell.points if cell is not None else Fraction(0)), line.origin.order

    for line in sorted(lines, key=best_first):
        north, east = _cells(ranking, line)
        row = [_label(ranking, line.ns), _label(ranking, line.ew), *_contract(line, words), _points_ns(line)]
        row += [_cell_text(north), _cell_text(east)]
        row += [_percent(north), _percent(east)] if percent else []
        grid.rows.append(tuple(row))
    return grid


def _room_grids(ranking: Ranking, words: Words, board: str | None) -> Iterator[Grid]:
    columns = (
        Column(words("Board"), True),
        Column(words("Contract")), Column(words("Declarer")), Column(words("Score"), True),
        Column(words("Contract")), Column(words("Declarer")), Column(words("Score"), True),
        Column(words("IMPs"), True), Column(words("Score"), True),
    )  # fmt: skip
    for match in ranking.matches:
        title = f"{words('Round')} {match.round}: " if match.round else ""
        grid = Grid(f"{title}{' – '.join(match.teams)}", columns)
        running = Fraction(0)
        for found in match.boards:
            running += found.points[0]
            if board is not None and found.key[2] != board:
                continue
            first, second = found.lines
            grid.rows.append(
                (
                    found.key[2],
                    *_played(first, words), _points_ns(first),
                    *_played(second, words), _points_ns(second),
                    signed(found.imps[0]), short_text(running),
                )
            )  # fmt: skip
        if grid.rows:
            yield grid


def _played(line: Line, words: Words) -> tuple[str, str]:
    contract, declarer, tricks = _contract(line, words)
    return contract, f"{declarer} {tricks}".strip()


def card_page(ranking: Ranking, words: Words, contestant: str) -> Page:
    """One contestant's boards; raises KeyError where there is none of this name."""
    known = ranking.results.contestants
    found = next((key for key, one in known.items() if contestant in (key, one.id, one.label)), None)
    if found is None:
        raise KeyError(contestant)
    title, subtitle = _title(ranking, words, "Ranking")
    label = known[found].label
    page = Page(f"{title.split(':')[0]}: {words('Card of {name}', name=label)}", subtitle)
    if ranking.race is None:
        page.grids += [
            grid
            for match, grid in zip(
                [m for m in ranking.matches if m.boards], _room_grids(ranking, words, None), strict=True
            )
            if found in match.teams
        ]
    else:
        page.grids += _card_grids(ranking, words, found)
    for place in ranking.places:
        if place.id == found:
            page.notes.append(
                f"{words('Rank')} {place.rank}: {score_text(place.score, ranking.unit)} {words(ranking.unit)}"
            )
            page.notes += place.notes
    return page


def _card_grids(ranking: Ranking, words: Words, contestant: str) -> Iterator[Grid]:
    race = ranking.race
    if race is None:
        return
    percent = ranking.rules.unit == "%"
    columns = [
        Column(words("Board"), True), Column(words("Direction")), Column(words("Against")), Column(words("Contract")),
        Column(words("Declarer")), Column(words("Tricks"), True), Column(words("Score"), True),
        Column(words("MP" if percent else "IMP"), True),
    ]  # fmt: skip
    columns += [Column("%", True)] if percent else []
    for session in ranking.results.sessions:
        cells = race.of_session(contestant, session)
        if not cells:
            continue
        grid = Grid(session, tuple(columns))
        for cell in sorted(cells, key=lambda cell: ranking.results.order(cell.key)):
            line = cell.line
            against = _label(ranking, line.ns if cell.side else line.ew)
            row = [cell.key[2], words("EW" if cell.side else "NS"), against, *_contract(line, words)]
            row += [_own_points(line, cell.side), _cell_text(cell)]
            row += [_percent(cell)] if percent else []
            grid.rows.append(tuple(row))
        value = race.session_value(contestant, session)
        if value is not None:
            grid.notes.append(
                f"{words('Session')}: {score_text(value * (100 if percent else 1), '')} {ranking.rules.unit}"
            )
        yield grid


def _own_points(line: Line, side: int) -> str:
    award = line.ew_award if side else line.ns_award
    return str(-award) if side and isinstance(award, int) else award_text(award)


def explain_page(ranking: Ranking, words: Words, board: str) -> Page:
    """How each number of a board arose."""
    page = travellers_page(ranking, words, board)
    if ranking.race is None:
        for match in ranking.matches:
            page.notes += _explain_match(match, board)
        return page
    race = ranking.race
    boards = {key: lines for key, lines in ranking.results.by_board().items() if key[2] == board}
    for grid, lines in zip(page.grids, boards.values(), strict=True):
        for line in lines:
            for side, cell in enumerate(_cells(ranking, line)):
                who = _label(ranking, line.ew if side else line.ns)
                if cell is None:
                    grid.notes.append(f"{who}: nothing to compare")
                else:
                    grid.notes.append(f"{who}: {_explain_cell(ranking, cell)}")
    if not boards and race is not None:
        page.notes.append(f"no result of a board {board} counts")
    return page


def _explain_cell(ranking: Ranking, cell: Cell) -> str:
    rules = ranking.rules
    own = f"{_own_points(cell.line, cell.side)}"
    if not cell.how or cell.how == (None, 0):
        share = f" of {short_text(cell.top)}" if cell.top is not None else ""
        return f"{own} is {short_text(cell.points, 4)}{share}"
    if rules.method == "matchpoints":
        raw, results, full = cell.how
        if raw is None or not isinstance(raw, Fraction):
            return f"{own} is {short_text(cell.points, 4)} of {short_text(cell.top or 0)}, an artificial score"
        text = f"{own} gets {short_text(raw, 4)} against the others"
        if results != full and rules.matchpoints.factoring != "none" and cell.points != raw:
            how = {
                "neuberg": f"Neuberg, ({full}/{results})·(S + {'1' if rules.matchpoints.win == 2 else '½'})"
                f" − {'1' if rules.matchpoints.win == 2 else '½'}",
                "top": f"the ratio of the tops of {results} and {full} results",
                "count": f"{full}/{results}",
            }[rules.matchpoints.factoring]
            text += f"; of {results} results, {how} = {short_text(cell.points, 4)}"
        return f"{text}; of a top of {short_text(cell.top or 0)} that is {decimal_text(cell.value * 100)}%"
    if rules.method == "cross-imps":
        total, comparisons = cell.how
        if not isinstance(total, Fraction):
            return f"{own} is {signed(cell.points)} IMPs, an artificial score"
        divisor = {"comparisons": comparisons, "tables": f"{comparisons} + 1", "none": 1}[rules.divisor]
        return (
            f"{own} gets {signed(total)} IMPs in {comparisons} comparisons, divided by {divisor}: {signed(cell.points)}"
        )
    datum = cell.how[0]
    if isinstance(datum, Fraction):
        shown = -datum if cell.side else datum
        return f"{own} against the datum {short_text(shown)} is {signed(cell.points)} IMPs"
    return f"{own} is {short_text(cell.points, 4)}"


def _explain_match(match: Match, board: str) -> Iterator[str]:
    for found in match.boards:
        if found.key[2] != board:
            continue
        first, second = found.lines
        yield (
            f"{match.teams[0]}: North-South {award_text(first.ns_award)}, East-West against North-South's"
            f" {award_text(second.ew_award)}: {signed(found.imps[0])} IMPs, {short_text(found.points[0])} points"
        )
        if found.imps[1] != -found.imps[0]:
            yield f"{match.teams[1]}: {signed(found.imps[1])} IMPs, {short_text(found.points[1])} points"
