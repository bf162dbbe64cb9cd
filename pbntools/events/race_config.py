"""What an event file may say of pairs and individuals; what would have no effect there is refused."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbntools.events.keys import ConfigError
from pbntools.laws._words import either
from pbntools.said import Said

METHODS = {"pairs": "matchpoints", "imp-pairs": "cross-imps", "butler": "butler", "instant": "instant"}
"""How the forms are scored in which everybody is compared with everybody; an individual says it."""
_ALWAYS = ("method", "boards", "not-played")
_PAIRS = ("winners", "identify")
_OF_METHOD: Mapping[str, Sequence[str]] = {
    "matchpoints": ("matchpoints", "factoring", "round", "full", "small-groups", "session-rule"),
    "cross-imps": ("divisor", "average-imps", "not-played-imps"),
    "butler": ("datum", "datum-step", "datum-ties", "trim", "leaders", "fixed", "average-imps", "not-played-imps"),
    "instant": ("instant", "session-rule"),
}
"""The keys of [scoring] that a method goes by."""
_OF_DATUM = {"trim": ("trim", "trim-share"), "leaders": ("leaders",), "fixed": ("fixed",)}
"""The datums that a key goes with."""
_RANKING = ("ladder", "missing-session")


def refuse_in_races(values: Mapping[str, Any], form: str) -> None:
    """Raise `ConfigError` for what the file of such an event says that can have no effect."""
    scoring = _table(values, "scoring")
    method = METHODS.get(form) or str(scoring.get("method", "matchpoints"))
    known = [*_ALWAYS[form != "individual" :], *(() if form == "individual" else _PAIRS), *_OF_METHOD.get(method, ())]
    if method in _OF_METHOD:
        _refuse(scoring, known, "[scoring]", Said("where the event is scored by {method}", method=method))
    for key, datums in _OF_DATUM.items():
        if key in scoring and scoring.get("datum") not in datums:
            raise ConfigError(
                Said("{key} in [scoring] goes with the datum {datums} alone", key=key, datums=either(datums))
            )
    _refuse(_table(values, "ranking"), _RANKING, "[ranking]", Said("in a {form} event", form=form))
    if "scale" in values and method in ("matchpoints", "instant"):
        raise ConfigError(
            Said(
                "[scale] means nothing where the event is scored by {method}, and so ranked by per cent", method=method
            )
        )
    if "fouled" in values and method == "instant":
        raise ConfigError(Said("[[fouled]] means nothing where a table made beforehand tells what a score is worth"))
    if "pair" in values and form == "individual":
        raise ConfigError(Said("[[pair]] means nothing in an individual event, whose players change partners"))
    rounds = values.get("round")
    for entry in rounds if isinstance(rounds, list) else ():
        if isinstance(entry, Mapping) and "weight" in entry:
            raise ConfigError(
                Said("weight in [[round]] means nothing in a {form} event: sessions have weights", form=form)
            )
    if "carry-over-weight" in values and "carry-over" not in values:
        raise ConfigError(Said("carry-over-weight means nothing without [carry-over]"))


def _table(values: Mapping[str, Any], name: str) -> Mapping[str, Any]:
    """A table of the event; empty for what is none, which is refused where it is read."""
    value = values.get(name)
    return value if isinstance(value, Mapping) else {}


def _refuse(values: Mapping[str, Any], known: Sequence[str], where: str, when: str) -> None:
    for key in values:
        if key not in known and key in _KEYS:
            raise ConfigError(
                Said(
                    "{key} in {where} means nothing {when}: expected {known}",
                    key=key,
                    where=where,
                    when=when,
                    known=tuple(known),
                )
            )


_KEYS = frozenset(
    (*_ALWAYS, *_PAIRS, *_RANKING, "imp-total", "home-sits-ns", *(key for keys in _OF_METHOD.values() for key in keys))
)
"""Keys that mean something in some event; others are unknown."""
