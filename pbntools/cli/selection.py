"""Which rules count: patterns of options and of the configuration file."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

import click

from pbntools.rules import BY_NAME, RULES, selects


def patterns(texts: Iterable[str]) -> tuple[str, ...]:
    """Patterns from texts that each hold some, separated by commas.  Raises ValueError on one that names no rule."""
    found = tuple(pattern.strip() for text in texts for pattern in text.split(","))
    for pattern in found:
        if not pattern or not any(selects(pattern, rule) for rule in RULES.values()):
            raise ValueError(unknown_rule(pattern))
    return found


def unknown_rule(text: str) -> str:
    """The message for a text that names no rule, with rules that are spelt alike."""
    near = near_rules(text)
    hint = f"did you mean {' or '.join(near)}?" if near else "'pbntools rule' lists them all."
    return f"{text!r} names no rule: {hint}"


def near_rules(text: str) -> list[str]:
    """At most three names or codes of rules that are spelt alike or hold the text."""
    low = text.lower()
    inside = [name for name in BY_NAME if len(low) > 2 and low in name]
    spelt = difflib.get_close_matches(low, BY_NAME, n=3, cutoff=0.6)
    codes = difflib.get_close_matches(text.upper(), RULES, n=3, cutoff=0.75)
    return list(dict.fromkeys([*spelt, *inside, *codes]))[:3]


def option(_ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Click's callback for ``--select`` and ``--ignore``."""
    try:
        return patterns(texts)
    except ValueError as error:
        raise click.BadParameter(str(error), param=parameter) from None
