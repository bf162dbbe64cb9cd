"""What an event file says of matches: the rules of a knock-out, and what means nothing in a form and is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any, cast

from pbntools.events.keys import ConfigError, Keys, exact
from pbntools.events.knockout import AFTER, ROUNDINGS, KnockoutRules
from pbntools.said import Said

IN_IMPS = ("teams", "swiss", "knock-out")
"""Forms of matches whose boards are scored by IMPs."""
_SCORING: Mapping[str, Sequence[str]] = {
    "teams": ("average-imps", "boards", "home-sits-ns"),
    "swiss": ("average-imps", "boards", "home-sits-ns"),
    "knock-out": ("average-imps", "boards", "home-sits-ns"),
    "bam": ("matchpoints", "boards", "home-sits-ns"),
    "patton": ("matchpoints", "average-imps", "boards", "home-sits-ns"),
    "total-points": ("boards", "home-sits-ns"),
}
"""The keys of [scoring] in forms of matches."""
_RANKING: Mapping[str, Sequence[str]] = {
    "teams": ("ladder", "imp-total"),
    "swiss": ("ladder", "imp-total"),
    "knock-out": (),
    "bam": ("ladder",),
    "patton": ("ladder",),
    "total-points": ("ladder",),
}
"""The keys of [ranking] in forms of matches."""
_MATCHES = tuple(_SCORING)
_FORMS_OF: Mapping[str, Sequence[str]] = {
    "knock-out": ("knock-out",),
    "withdrawal": ("knock-out",),
    "patton": ("patton",),
    "swiss": tuple(form for form in _MATCHES if form != "knock-out"),
    "bye": _MATCHES,
}
"""Tables of the event file that mean something in some forms alone."""


def knockout_rules(keys: Keys) -> KnockoutRules:
    """The table [knock-out]."""
    boards, round_boards = _boards(keys.raw("boards"))
    after = keys.word("after-draw", AFTER, "extend")
    extensions = keys.whole("extensions", None, 0, 100)
    if extensions is not None and after != "extend-then-lot":
        raise ConfigError(
            Said(
                'extensions in [knock-out] goes with after-draw = "extend-then-lot", not with {after}',
                after=repr(after),
            )
        )
    rules = KnockoutRules(
        boards=boards,
        round_boards=round_boards,
        rounding=cast("Any", keys.word("rounding", ROUNDINGS, "up")),
        base=cast("Any", keys.word("base", ("played", "original"), "played")),
        after=cast("Any", after),
        extensions=1 if extensions is None else extensions,
        carry_over=_carry_over(keys.raw("carry-over")),
        third_place=keys.text("third-place"),
    )
    keys.done()
    return rules


def _boards(value: Any) -> tuple[int | None, dict[str, int]]:
    """The boards of every match, or those by round."""
    if value is None:
        return None, {}
    if isinstance(value, Mapping):
        return None, {
            str(name): _number_of_boards(one, Said("{name} in [knock-out.boards]", name=name))
            for name, one in value.items()
        }
    return _number_of_boards(value, Said("boards in [knock-out]")), {}


def _number_of_boards(value: Any, what: str) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= 1000:
        raise ConfigError(
            Said(
                "{what} is {value}: expected a whole number from 1 to 1000, or a table of them by round",
                what=what,
                value=repr(value),
            )
        )
    return value


def _carry_over(value: Any) -> dict[str, dict[str, Fraction]]:
    """IMPs by round and team; those without a round under an empty one."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise ConfigError(
            Said("carry-over in [knock-out] is {value}: expected [knock-out.carry-over.ROUND]", value=repr(value))
        )
    found: dict[str, dict[str, Fraction]] = {}
    for name, one in value.items():
        if isinstance(one, Mapping):
            where = f"[knock-out.carry-over.{name}]"
            found[str(name)] = {
                str(team): exact(imps, Said("{team} in {where}", team=team, where=where)) for team, imps in one.items()
            }
        else:
            found.setdefault("", {})[str(name)] = exact(one, Said("{name} in [knock-out.carry-over]", name=name))
    return found


def refuse_without_meaning(values: Mapping[str, Any], form: str) -> None:
    """Raise `ConfigError` for what an event file says that can have no effect in the form."""
    for table, forms in _FORMS_OF.items():
        if table in values and form not in forms:
            shown = f"[[{table}]]" if table in ("withdrawal", "bye") else f"[{table}]"
            raise ConfigError(
                Said(
                    "{table} means nothing in a {form} event: it belongs to {forms}",
                    table=shown,
                    form=form,
                    forms=tuple(forms),
                )
            )
    swiss = values.get("swiss")
    if form != "swiss" and isinstance(swiss, Mapping):
        _refuse_keys(swiss, ("bye",), "swiss", form)
    penalties = values.get("penalty")
    other, own = ("session", "round") if form in _MATCHES else ("round", "session")
    for penalty in penalties if isinstance(penalties, list) else ():
        if isinstance(penalty, Mapping) and other in penalty:
            raise ConfigError(
                Said(
                    "a penalty of a {form} event is for a {own}, not for a {other}: write {own} = …",
                    form=form,
                    own=own,
                    other=other,
                )
            )
    if form in _MATCHES:
        _refuse_in_matches(values, form)


def _refuse_in_matches(values: Mapping[str, Any], form: str) -> None:
    if "cut" in values:
        raise ConfigError(
            Said(
                "[[cut]] means nothing in a {form} event, whose teams play matches: it is for pairs and individuals",
                form=form,
            )
        )
    if "fouled" in values:
        raise ConfigError(
            Said(
                "[[fouled]] means nothing in a {form} event: give the scores of a fouled board by [[adjustment]]",
                form=form,
            )
        )
    for table in ("session", "round"):
        entries = values.get(table)
        for entry in entries if isinstance(entries, list) else ():
            if isinstance(entry, Mapping) and "weight" in entry:
                raise ConfigError(
                    Said(
                        "weight in [[{table}]] means nothing in a {form} event, where the points of all matches are"
                        " added",
                        table=table,
                        form=form,
                    )
                )
    if "carry-over-weight" in values:
        raise ConfigError(
            Said("carry-over-weight means nothing in a {form} event: a carry-over is added as it is", form=form)
        )
    if form == "knock-out" and "carry-over" in values:
        raise ConfigError(
            Said(
                "in a knock-out IMPs are carried into a match: write [knock-out.carry-over.ROUND] instead of"
                " [carry-over]"
            )
        )
    if "scale" in values and form in ("knock-out", "bam", "total-points"):
        raise ConfigError(
            Said("[scale] means nothing in a {form} event, which is not ranked by victory points", form=form)
        )
    for table, known in (("scoring", _SCORING[form]), ("ranking", _RANKING[form])):
        keys = values.get(table)
        if isinstance(keys, Mapping):
            _refuse_keys(keys, known, table, form)
    scoring, patton = values.get("scoring"), values.get("patton")
    by_imps = isinstance(patton, Mapping) and patton.get("aggregate") == "imps"
    if form == "patton" and isinstance(scoring, Mapping) and "average-imps" in scoring and not by_imps:
        raise ConfigError(Said('average-imps in [scoring] means nothing unless [patton] has aggregate = "imps"'))


def _refuse_keys(keys: Mapping[str, Any], known: Sequence[str], table: str, form: str) -> None:
    for key in keys:
        if key not in known:
            expected = Said("expected {known}", known=tuple(known)) if known else Said("expected none")
            raise ConfigError(
                Said(
                    "{key} in [{table}] means nothing in a {form} event: {expected}",
                    key=key,
                    table=table,
                    form=form,
                    expected=expected,
                )
            )
