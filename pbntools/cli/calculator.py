"""``pbntools score --contract``: one contract, without files."""

from __future__ import annotations

from dataclasses import dataclass

import click

from pbntools.cli.streams import Output
from pbntools.core import Contract, ContractText, Seat, Side
from pbntools.game import tricks_from_score
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.reports.screen import Screen
from pbntools.scoring.points import Alone, alone, duplicate_parts
from pbntools.scoring.ruleset import RuleSet


@dataclass(frozen=True, slots=True)
class Query:
    """What the calculator is asked."""

    contract: Contract
    declarer: Seat | None
    tricks: int | None
    points: int | None


def query(
    text: ContractText,
    paths: tuple[str, ...],
    declarer: Seat | None,
    tricks: int | None,
    points: int | None,
    rules: RuleSet,
) -> Query:
    """What the contract's text and the options ask.  Raises a usage error where they do not go together."""
    if paths:
        raise click.UsageError("Give either files or --contract.")
    if text.contract.is_passed_out and (declarer is not None or tricks is not None):
        name = "--declarer" if declarer is not None else "--tricks"
        raise click.UsageError(f"{name} goes with a contract that is played, not with a pass-out.")
    if None not in (text.declarer, declarer) and text.declarer is not declarer:
        raise click.UsageError(f"--contract says {text.declarer}, --declarer says {declarer}.")
    if None not in (text.tricks, tricks) and text.tricks != tricks:
        raise click.UsageError(f"--contract says {plural(text.tricks or 0, 'trick')}, --tricks says {tricks}.")
    declarer = declarer if declarer is not None else text.declarer
    tricks = tricks if tricks is not None else text.tricks
    if tricks is not None and points is not None:
        raise click.UsageError("Give either the tricks or --points.")
    if points is not None and str(rules) != "duplicate":
        raise click.UsageError("--points goes with the rule set duplicate.")
    if tricks is None and points is None and not text.contract.is_passed_out:
        raise click.UsageError("Give --tricks, or a result as in 4S+1, or --points to ask for the tricks.")
    return Query(text.contract, declarer, tricks, points)


def calculate(
    out: Output, asked: Query, rules: RuleSet, vulnerable: bool | None, form: str, screen: Screen, *, explain: bool
) -> None:
    """Print what the contract scores."""
    from pbntools.reports.scores import calculation, explanation, points_text

    rows = []
    both = vulnerable is None and not asked.contract.is_passed_out
    for state in (False, True) if both else (bool(vulnerable),):
        if form != "text":
            rows.append(_calculated(asked, rules, state))
            continue
        head = calculation(asked.contract, asked.declarer, state, asked.tricks, screen)
        if asked.points is not None and asked.contract.is_passed_out:
            verdict = "is right for a pass-out" if not asked.points else "is wrong: a pass-out scores 0"
            out.write(f"{head}: {points_text(asked.points)} {verdict}\n")
        elif asked.points is not None:
            found = tricks_from_score(asked.contract, asked.points, state)
            answer = " or ".join(plural(number, "trick") for number in found) or "no number of tricks"
            out.write(f"{head}, {asked.points:+d}: {answer}\n")
        elif rules.form == "duplicate":
            parts = duplicate_parts(rules, asked.contract, asked.tricks, state)
            out.write(f"{head}: {points_text(sum(part.points for part in parts))}\n")
            if explain:
                out.write("".join(explanation(parts, screen, "  ")))
        else:
            out.write(f"{head}:{_lines_text(asked, rules, state, screen)}")
    _write_rows(out, form, rows, rules, ascii_only=screen.ascii_only)


def _lines_text(asked: Query, rules: RuleSet, vulnerable: bool, screen: Screen) -> str:
    from pbntools.reports.scores import points_text
    from pbntools.reports.sessions import cited

    if asked.contract.is_passed_out or asked.tricks is None:
        return " 0\n"
    rows = []
    found = alone(rules, asked.contract, asked.tricks, vulnerable)
    for item in found.items:
        who = "defenders" if item.defenders else "declarer's side"
        if asked.declarer is not None:
            side = asked.declarer.side
            who = str(side.opponents if item.defenders else side)
        where = "below" if item.below else "above"
        law = screen.paint("dim", cited(item.law))
        rows.append(f"  {item.points:>5} {where} the line for {who:<16} {item.reason:<30} {law}\n")
    rows += [f"  besides: {text}\n" for text in found.open]
    total = f" {points_text(_sum(found))}" if rules.each_deal_alone else ""
    return f"{total}\n" + "".join(rows)


def _sum(found: Alone) -> int:
    """What a deal that stands alone is worth to declarer's side."""
    return sum(-item.points if item.defenders else item.points for item in found.items)


def _calculated(asked: Query, rules: RuleSet, vulnerable: bool) -> dict[str, object]:
    row: dict[str, object] = {
        "path": None,
        "record": None,
        "board": None,
        "vulnerable": None,
        "declarer_vulnerable": vulnerable,
        "contract": str(asked.contract),
        "declarer": str(asked.declarer) if asked.declarer is not None else None,
    }
    if asked.points is not None:
        found = tricks_from_score(asked.contract, asked.points, vulnerable)
        possible = not asked.points if asked.contract.is_passed_out else bool(found)
        return row | {"points": asked.points, "possible": possible, "possible_tricks": list(found)}
    row |= {"tricks": asked.tricks, "tricks_source": "given" if asked.tricks is not None else "unknown"}
    if rules.form != "duplicate":
        worth = Alone((), ())
        if asked.tricks is not None and not asked.contract.is_passed_out:
            worth = alone(rules, asked.contract, asked.tricks, vulnerable)
        return row | {
            "score": _sum(worth) if rules.each_deal_alone or asked.contract.is_passed_out else None,
            "open": list(worth.open),
            "lines": [
                {
                    "side": _side(asked.declarer, defenders=item.defenders),
                    "declarer": not item.defenders,
                    "where": "below" if item.below else "above",
                    "points": item.points,
                    "reason": item.reason,
                    "law": item.law,
                }
                for item in worth.items
            ],
        }
    parts = duplicate_parts(rules, asked.contract, asked.tricks, vulnerable)
    score = sum(part.points for part in parts)
    known = asked.declarer is not None or not score
    return row | {
        "tricks_played": None,
        "adjustment": None,
        "adjustment_applied": None,
        "score": score,
        "score_ns": None if not known else -score if asked.declarer and asked.declarer.side is Side.EW else score,
        "recorded_score_ns": None,
        "parts": parts_json(parts),
    }


def _side(declarer: Seat | None, *, defenders: bool) -> str | None:
    if declarer is None:
        return None
    return str(declarer.side.opponents if defenders else declarer.side)


def parts_json(parts: tuple[object, ...]) -> list[dict[str, object]]:
    """The items of a duplicate score."""
    return [{name: getattr(part, name) for name in ("reason", "points", "law")} for part in parts]


def opening_json(rules: RuleSet, *, ascii_only: bool) -> str:
    """How the JSON of scores begins: the rule set, and what differs from its preset."""
    from pbntools.reports.sessions import head_json

    head: dict[str, object] = {"rules": rules.name}
    if str(rules) != rules.name:
        head = head_json(rules)
    return to_json(head, ascii_only=ascii_only)[:-1] + ',\n"records": ['


def _write_rows(out: Output, form: str, rows: list[dict[str, object]], rules: RuleSet, *, ascii_only: bool) -> None:
    texts = [to_json(row, ascii_only=ascii_only) for row in rows]
    if form == "json":
        out.write(opening_json(rules, ascii_only=ascii_only) + "\n" + SEPARATOR.join(texts) + "]}\n")
    elif form == "jsonl":
        out.write("".join(f"{text}\n" for text in texts))
