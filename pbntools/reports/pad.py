"""The score pad as it is kept on paper: bonuses above the line, tricks below it, a line under each game."""

from __future__ import annotations

from itertools import zip_longest

from pbntools.core import Side
from pbntools.reports.diagnostics import plural
from pbntools.reports.scores import contract_text
from pbntools.reports.screen import Screen, pad
from pbntools.reports.sessions import Outcomes, ScoredDeal, cited, remark, session_verdict, sum_text, verdict
from pbntools.scoring.pad import Line, Rubber, Session, State
from pbntools.scoring.ruleset import RuleSet

WIDTHS = {"Deal": 4, "Board": 6, "Dlr": 3, "Vul": 4, "Contract": 8, "By": 2, "Tricks": 6, "NS": 8, "EW": 8, "Total": 12}
_RIGHT = {"Deal", "Tricks", "NS", "EW", "Total"}
_COLUMN = 10
_ROWS = 200
"""Numbers above the line that a pad shows for a side; what was written before them is shown as one sum."""


class Pad:
    """One rubber's columns, filled deal by deal.  ``start`` is the pad before its first deal."""

    def __init__(self, start: State, *, each_deal_alone: bool = False) -> None:
        ns, ew = start.above
        self._above = _written(ns), _written(ew)
        self._games = [(_written(ns), _written(ew)) for ns, ew in start.games]
        self._alone = each_deal_alone

    def write(self, lines: tuple[Line, ...], game_won: Side | None = None) -> None:
        """Write a deal's lines down, and draw a line if it won a game."""
        below = False
        for line in lines:
            if line.where == "below":
                self._games[-1][line.side].append(line.points)
                below = True
                continue
            column = self._above[line.side]
            column.append(line.points)
            if len(column) > _ROWS:
                column[:2] = [column[0] + column[1]]
        if game_won is not None or (below and self._alone):
            self._games.append(([], []))

    def sections(self) -> list[list[tuple[int | None, int | None]]]:
        """The rows above the line from the top, then those of each game; a number for each side, or None."""
        above = list(zip_longest(*self._above))[::-1]
        games = [list(zip_longest(*game)) for game in self._games]
        return [above, *(game for game in games if game)]

    def text(self, screen: Screen, rubber: Rubber) -> str:
        """The pad with its sums."""
        rule, double, bar, cross, double_cross = "─═│┼╪" if screen.carries("─═│┼╪") else "-=|++"
        single = f"  {rule * _COLUMN}{cross}{rule * _COLUMN}"
        thick = f"  {double * _COLUMN}{double_cross}{double * _COLUMN}"

        def row(left: str, right: str) -> str:
            return f"  {left:>{_COLUMN - 2}}  {bar}{right:>{_COLUMN - 2}}".rstrip()

        above, *games = self.sections()
        lines = [screen.paint("label", row("NS", "EW")), single]
        lines += [row(*map(_number, pair)) for pair in above]
        lines.append(thick)
        for at, game in enumerate(games):
            if at:
                lines.append(single)
            lines += [row(*map(_number, pair)) for pair in game]
        lines.append(thick)
        whole = not rubber.unknown
        lines.append(row(*(sum_text(points, whole=whole) for points in rubber.known)))
        return "\n".join(lines) + "\n"


def _written(points: int) -> list[int]:
    return [points] if points else []


def _number(points: int | None) -> str:
    return "" if points is None else str(points)


def opening(rules: RuleSet, screen: Screen) -> str:
    """The rule set and what differs from it."""
    return screen.paint("label", f"Rules: {screen.safe(str(rules))}") + "\n"


def title(form: str, number: int, screen: Screen) -> str:
    """``Rubber 1`` with the heads of the columns."""
    name = "Rubber" if form == "rubber" else "Round"
    heads = _row(dict(zip(WIDTHS, WIDTHS, strict=True)))
    return f"\n{screen.paint('label', f'{name} {number + 1}')}\n{screen.paint('label', heads)}\n"


def _row(cells: dict[str, str], shown: dict[str, str] | None = None) -> str:
    return "  ".join(
        pad(text, WIDTHS[name], (shown or {}).get(name), right=name in _RIGHT) for name, text in cells.items()
    ).rstrip()


def deal_row(deal: ScoredDeal, screen: Screen) -> str:
    """A deal: what was played, points above/below the line for each side, and the sums of the session."""
    entry = deal.entry
    passed_out = entry.contract is not None and entry.contract.is_passed_out
    plain, shown = contract_text(entry.contract, screen)
    cells = {
        "Deal": str(entry.number) if entry.counted else "-",
        "Board": screen.clip(entry.board or "?", WIDTHS["Board"]),
        "Dlr": str(entry.dealer or "?"),
        "Vul": "?" if entry.vulnerable is None else str(entry.vulnerable),
        "Contract": plain,
        "By": "" if passed_out else str(entry.declarer or "?"),
        "Tricks": "" if passed_out else "?" if entry.tricks is None else str(entry.tricks),
        "NS": _points(deal, Side.NS),
        "EW": _points(deal, Side.EW),
        "Total": "?" if entry.totals is None else f"{entry.totals[0]} - {entry.totals[1]}",
    }
    line = _row(cells, {"Contract": shown})
    said = remark(entry)
    return f"{line}  {screen.paint('dim', screen.safe(said))}\n" if said else f"{line}\n"


def _points(deal: ScoredDeal, side: Side) -> str:
    above, below = deal.entry.points(side, "above"), deal.entry.points(side, "below")
    return f"{above}/{below}" if above or below else ""


def explained(lines: tuple[Line, ...], screen: Screen) -> str:
    """Each line of a deal with its side, its place and its Law."""
    return "".join(
        f"      {line.side} {line.where}  {line.reason:<38} {line.points:>5}  {screen.paint('dim', cited(line.law))}\n"
        for line in lines
    )


def ending(rubber: Rubber, form: str, pad: Pad, screen: Screen) -> str:
    """The pad of a rubber and who won it."""
    return f"\n{pad.text(screen, rubber)}{verdict(rubber, form)}\n"


def closing(outcomes: Outcomes, screen: Screen) -> str:
    """The session, the players' accounts and the match."""
    session = outcomes.session
    text = f"\n{screen.paint('label', 'Session')}: {session_verdict(session)}\n"
    return text + _games_won(session, outcomes.rules) + _accounts(outcomes, screen) + _match(outcomes)


def _games_won(session: Session, rules: RuleSet) -> str:
    if rules.form != "rubber" or rules.rubber_winner != "games":
        return ""
    won = [rubber.winner for rubber in session.rubbers]
    return f"Rubbers: NS {won.count('NS')}, EW {won.count('EW')}\n"


def _accounts(outcomes: Outcomes, screen: Screen) -> str:
    if not outcomes.accounts:
        return ""
    names = [screen.clip(account.name, 30) for account in outcomes.accounts]
    width = max(map(len, [*names, "Player"]))
    unit = "rubbers" if outcomes.rules.form == "rubber" else "rounds"
    head = f"\n{pad('Player', width)}  {unit:>7}  {'plus':>6}  {'minus':>6}  {'net':>6}"
    rows = [head + (f"  {'amount':>10}" if outcomes.stake is not None else "")]
    for name, account in zip(names, outcomes.accounts, strict=True):
        row = f"{pad(name, width)}  {account.rubbers:>7}  {account.plus:>6}  {account.minus:>6}  {account.net:>+6}"
        money = outcomes.amount_of(account)
        if money is not None:
            row += f"  {money:>10}"
        if account.open:
            row += f"  without {plural(account.open, unit[:-1])} whose sum is not known"
        rows.append(row)
    if outcomes.rounding == "hundreds":
        rows.append("Each margin is rounded to the nearest hundred, fifty up.")
    if outcomes.by_points:
        rows.append(outcomes.by_points)
    return "\n".join(rows) + "\n"


def _match(outcomes: Outcomes) -> str:
    if outcomes.match is None:
        return f"Match: not given, since {outcomes.no_match}\n" if outcomes.no_match else ""
    results = ", ".join(
        f"{seat} {'?' if value is None else f'{value:+d}' if value else '0'}" for seat, value in outcomes.match.items()
    )
    return f"Match: {results}\n"
