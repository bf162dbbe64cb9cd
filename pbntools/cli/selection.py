"""Which rules count: patterns of options and of the configuration file."""

from __future__ import annotations

from collections.abc import Iterable

import click

from pbntools.rules import known_patterns, near_rules


def patterns(texts: Iterable[str]) -> tuple[str, ...]:
    """Patterns from texts that each hold some, separated by commas.  Raises ValueError on one that names no rule."""
    found = tuple(pattern.strip() for text in texts for pattern in text.split(","))
    for pattern in found:
        try:
            known_patterns([pattern])
        except ValueError:
            raise ValueError(unknown_rule(pattern)) from None
    return found


def unknown_rule(text: str) -> str:
    """The message for a text that names no rule, with rules that are spelt alike."""
    near = near_rules(text)
    hint = f"did you mean {' or '.join(near)}?" if near else "'pbntools rule' lists them all."
    return f"{text!r} names no rule: {hint}"


def option(_ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[str, ...]:
    """Click's callback for ``--select`` and ``--ignore``."""
    try:
        return patterns(texts)
    except ValueError as error:
        raise click.BadParameter(str(error), param=parameter) from None
