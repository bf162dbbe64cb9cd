"""How the score of a side arose where everybody is compared with everybody, in words to compute it again from."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from pbntools.events.awards import Artificial, Award, mean_of, parts_of
from pbntools.events.butler import MadeDatum
from pbntools.events.config import EventRules
from pbntools.events.imps import imps
from pbntools.events.instant import InstantScores
from pbntools.events.lines import Line
from pbntools.events.race import Cell
from pbntools.events.rounding import decimal_text, short_text, signed
from pbntools.reports.event_view import outcome_text, own_text
from pbntools.reports.event_words import worded
from pbntools.reports.language import Language

PLACES = 4
_WEIGHT_PLACES = 8
_LISTED = 16
"""So many different scores are listed one by one; what is left of them is told as a sum."""

Weight = Fraction | int


def exact_text(value: Fraction | int) -> str:
    """A number as explanations have it."""
    return short_text(value, PLACES)


def exact_signed(value: Fraction | int) -> str:
    """The same with a sign."""
    return ("+" if value > 0 else "") + exact_text(value)


def weighted_sum(parts: Sequence[tuple[Weight, Fraction | int]], t: Language, *, sign: bool = True) -> str:
    """``60% of +4 and 40% of -1``: what the outcomes of a weighted score come to, each with its weight."""
    shown = exact_signed if sign else exact_text
    texts = [
        t.gettext("{share} of {value}").format(share=_share(weight), value=shown(value)) for weight, value in parts
    ]
    return listed(texts, t)


def listed(texts: Sequence[str], t: Language) -> str:
    """``a, b and c``."""
    if len(texts) < 2:
        return "".join(texts)
    return t.gettext("{some} and {last}").format(some=", ".join(texts[:-1]), last=texts[-1])


def _share(weight: Weight) -> str:
    return f"{short_text(weight * 100, _WEIGHT_PLACES)}%"


@dataclass(frozen=True, slots=True)
class Others:
    """The scores that a result is compared with, in the points of its side, each with its weight; and their number."""

    weights: Mapping[int, Weight]
    number: int


class BoardScores:
    """What the results of a board, or of each group of a fouled one, were compared with."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._weights: dict[tuple[int, int], dict[int, Weight]] = {}
        self._number: dict[tuple[int, int], int] = {}
        self.fouled = any(line.group for line in lines)
        for line in lines:
            for side, award in enumerate((line.ns_award, line.ew_award)):
                parts, place = own_parts(award, side), (side, line.group)
                weights = self._weights.setdefault(place, {})
                if parts:
                    self._number[place] = self._number.get(place, 0) + line.count
                for points, weight in parts:
                    weights[points] = weights.get(points, 0) + weight * line.count

    def others(self, cell: Cell) -> Others:
        """What a cell was compared with: all but itself."""
        place = cell.side, cell.line.group
        weights = dict(self._weights.get(place, {}))
        for points, weight in own_parts(cell.award, cell.side):
            weights[points] -= weight
        left = {points: weights[points] for points in sorted(weights, reverse=True) if weights[points]}
        return Others(left, self._number.get(place, 0) - 1)


def own_parts(award: Award, side: int) -> tuple[tuple[int, Weight], ...]:
    """The outcomes of an award with their weights, in the points of a side."""
    return tuple((-points if side else points, weight) for points, weight in parts_of(award))


def score_explained(rules: EventRules, cell: Cell, scores: BoardScores, t: Language) -> str:
    """How what a side got arose."""
    if isinstance(cell.award, Artificial):
        return _artificial(cell, t)
    if rules.method == "matchpoints":
        return _matchpoints(rules, cell, scores, t)
    if rules.method == "cross-imps":
        return _cross_imps(rules, cell, scores.others(cell), t)
    return _by_datum(cell, t) if rules.method == "butler" else _by_table(cell, t)


def _artificial(cell: Cell, t: Language) -> str:
    own = own_text(cell.award, cell.side, t)
    if cell.top is None:
        return t.gettext("{score} is {imps} IMPs, an artificial score").format(score=own, imps=signed(cell.points))
    if not cell.top:
        return t.gettext(
            "{score}, an artificial score; no board of the session has two results, so that there is no top"
        ).format(score=own)
    return t.gettext("{score} is {points} of {top}, an artificial score").format(
        score=own, points=exact_text(cell.points), top=short_text(cell.top)
    )


def _outcomes(award: Award, side: int, t: Language) -> list[tuple[str, int, Weight]]:
    """The outcomes of an award: what each is called, its points for the side, and its weight."""
    return [
        (
            str(points) if weight == 1 else outcome_text(points, Fraction(weight), t),
            points,
            weight,
        )
        for points, weight in own_parts(award, side)
    ]


def _cross_imps(rules: EventRules, cell: Cell, others: Others, t: Language) -> str:
    total, comparisons = cell.how
    if not isinstance(total, Fraction) or not isinstance(comparisons, int):
        raise TypeError("cross-IMPs come from a sum of comparisons")
    parts = []
    sums: list[tuple[Weight, Weight]] = []
    for name, points, weight in _outcomes(cell.award, cell.side, t):
        against = {other: number * imps(points - other) for other, number in others.weights.items()}
        sums.append((weight, sum(against.values())))
        parts.append(
            t.gettext("{score} against {others}").format(score=name, others=_compared(points, others, against, t))
        )
    if len(sums) > 1:
        parts.append(weighted_sum(sums, t))
    divisor = {"comparisons": comparisons, "tables": comparisons + 1, "none": 1}[rules.divisor]
    return t.ngettext(
        "{how}: {total} IMPs in {n} comparison, divided by {divisor}: {imps}",
        "{how}: {total} IMPs in {n} comparisons, divided by {divisor}: {imps}",
        comparisons,
        how="; ".join(parts),
        total=exact_signed(total),
        divisor=divisor,
        imps=signed(cell.points),
    )


def _compared(points: int, others: Others, against: Mapping[int, Weight], t: Language) -> str:
    """``450 (-1), 420 (0), -50 (2 × +10)``: the most frequent ones where there are many, and the sum of the rest."""
    shown = set(sorted(others.weights, key=lambda other: -others.weights[other])[:_LISTED])
    texts = []
    for other, number in others.weights.items():
        if other in shown:
            times = "" if number == 1 else f"{short_text(number, _WEIGHT_PLACES)} × "
            texts.append(f"{other} ({times}{exact_signed(imps(points - other))})")
    rest = [other for other in others.weights if other not in shown]
    if rest:
        left, worth = sum(others.weights[other] for other in rest), sum(against[other] for other in rest)
        text = t.gettext("other scores ({number} of them: {imps})")
        texts.append(text.format(number=short_text(left, _WEIGHT_PLACES), imps=exact_signed(worth)))
    return ", ".join(texts)


def _by_datum(cell: Cell, t: Language) -> str:
    (datum,) = cell.how
    if not isinstance(datum, Fraction):
        raise TypeError("Butler compares with a datum")
    own = -datum if cell.side else datum
    parts = [(weight, imps(points - own)) for points, weight in own_parts(cell.award, cell.side)]
    text = t.gettext("{score} against the datum {datum} is {imps} IMPs")
    worth = signed(cell.points)
    if len(parts) > 1:
        worth = f"{weighted_sum(parts, t)}: {exact_signed(cell.points)}"
    return text.format(score=own_text(cell.award, cell.side, t), datum=exact_text(own), imps=worth)


def _by_table(cell: Cell, t: Language) -> str:
    (table,) = cell.how
    if not isinstance(table, InstantScores):
        raise TypeError("instant matchpoints come from a table")
    parts = [(weight, table.share(points, ew=bool(cell.side))) for points, weight in parts_of(cell.award)]
    text = t.gettext("{score} is {percent}% by the table").format(
        score=own_text(cell.award, cell.side, t), percent=decimal_text(cell.value * 100)
    )
    if len(parts) > 1:
        shares = [
            t.gettext("{share} of {value}").format(share=_share(weight), value=_share(share))
            for weight, share in parts
            if share is not None
        ]
        text += f": {listed(shares, t)}"
    return text


def _matchpoints(rules: EventRules, cell: Cell, scores: BoardScores, t: Language) -> str:
    kind = rules.matchpoints
    raw, results, full = cell.how[:3]
    if not isinstance(raw, Fraction) or not isinstance(results, int) or not isinstance(full, int):
        raise TypeError("matchpoints come from a comparison")
    full = max(full, results)
    top = cell.top or Fraction(0)
    parts = _beaten(cell, scores.others(cell), kind.win, t)
    before = raw
    fixed = kind.small_groups.get(results) if scores.fouled else None
    if fixed is not None:
        # By place, whatever the comparison came to.
        before = cell.points
        share = exact_text(cell.points / top * 100 if top else 0)
        parts.append(
            t.gettext("{share}% by the table for a group of {n}: {points}").format(
                share=share, n=results, points=exact_text(cell.points)
            )
        )
    elif results != full and kind.factoring != "none":
        half = Fraction(kind.win, 2)
        shown = "1" if kind.win == 2 else "½"
        factor = Fraction(full, results)
        before, how = {
            "neuberg": (factor * (raw + half) - half, f"Neuberg, ({full}/{results})·(S + {shown}) − {shown}"),
            "top": (
                raw * Fraction(full - 1, max(results - 1, 1)),
                t.gettext("the ratio of the tops of {few} and {many} results").format(few=results, many=full),
            ),
            "count": (raw * factor, f"{full}/{results}"),
        }[kind.factoring]
        parts.append(
            t.ngettext(
                "of {n} result, {how} = {points}",
                "of {n} results, {how} = {points}",
                results,
                how=how,
                points=exact_text(before),
            )
        )
    if before != cell.points:
        parts.append(
            t.gettext("rounded to {step}: {points}").format(
                step=short_text(kind.step or 0, 6), points=exact_text(cell.points)
            )
        )
    percent = decimal_text(cell.value * 100)
    return "; ".join(
        [*parts, t.gettext("of a top of {top} that is {percent}%").format(top=short_text(top), percent=percent)]
    )


def _beaten(cell: Cell, others: Others, win: int, t: Language) -> list[str]:
    """How many of the others each outcome beats and equals, and what that is together."""
    parts = []
    sums: list[tuple[Weight, Fraction]] = []
    for name, points, weight in _outcomes(cell.award, cell.side, t):
        beaten = sum(number for other, number in others.weights.items() if other < points)
        equal = others.weights.get(points, 0)
        worth = win * beaten + Fraction(win, 2) * equal
        sums.append((weight, worth))
        if equal:
            text = t.gettext("{score} beats {beaten} and equals {equal} of {n}: {points}")
        else:
            text = t.gettext("{score} beats {beaten} of {n}: {points}")
        parts.append(
            text.format(
                score=name,
                beaten=short_text(beaten, _WEIGHT_PLACES),
                equal=short_text(equal, _WEIGHT_PLACES),
                n=others.number,
                points=exact_text(worth),
            )
        )
    if len(sums) > 1:
        together = sum(weight * worth for weight, worth in sums)
        parts.append(f"{weighted_sum(sums, t, sign=False)}: {exact_text(together)}")
    return parts


def datum_explained(rules: EventRules, made: MadeDatum, lines: Sequence[Line], t: Language) -> str:
    """What a datum was made from, what was left out, and how it was rounded."""
    method = rules.datum.method
    text = {
        "median": t.gettext("the median of {scores}: {exact}"),
        "leaders": t.gettext("the mean of the leaders' {scores}: {exact}"),
    }.get(method, t.gettext("the mean of {scores}: {exact}"))
    parts = [text.format(scores=_counted(made.scores), exact=exact_text(made.exact))]
    if method in ("trim", "trim-share"):
        out = _counted(made.left_out) if made.left_out else t.gettext("none")
        parts.insert(0, t.gettext("left out at the ends: {scores}").format(scores=out))
    if rules.datum.step is not None:
        text = t.gettext("rounded to {step}, {ties}: {datum}")
        ties = worded(rules.datum.ties, t)
        parts.append(text.format(step=rules.datum.step, ties=ties, datum=exact_text(made.datum)))
    for line in lines:
        north, east = mean_of(line.ns_award), mean_of(line.ew_award)
        if north is not None and east is not None and north != east:
            text = t.gettext("a split score of {ns} and {ew} for North-South enters as its mean, {mean}")
            parts.append(
                text.format(ns=exact_text(north), ew=exact_text(east), mean=exact_text(Fraction(north + east) / 2))
            )
    return t.gettext("The datum: {how}").format(how="; ".join(parts))


def _counted(scores: Sequence[Fraction | int]) -> str:
    """``170 (3), 620 (4)``: the scores with how often each stands there."""
    found: dict[Fraction | int, int] = {}
    for score in scores:
        found[score] = found.get(score, 0) + 1
    return ", ".join(exact_text(score) + (f" ({number})" if number > 1 else "") for score, number in found.items())
