"""The rule set that the options of ``score`` ask for."""

from __future__ import annotations

import os
from fractions import Fraction

import click

from pbntools.cli.streams import Failure, reason, shown
from pbntools.scoring.ruleset import RuleSet, parse_switches
from pbntools.scoring.settlement import parse_stake

MOST_BYTES = 100_000
"""The size of a file of rules."""


def chosen_rules(preset: str | None, path: str | None, switches: tuple[str, ...]) -> RuleSet:
    """The rule set of the options; a usage error, which lists the choices, for what does not exist."""
    if preset is not None and path is not None:
        raise click.UsageError("Give either --as or --rules: a file of rules names its base itself.")
    if path is None:
        try:
            rules = RuleSet.preset(preset or "duplicate")
        except ValueError as error:
            raise click.UsageError(f"--as: {shown(str(error))}") from None
    else:
        rules = _of_file(path)
    if not switches:
        return rules
    try:
        return rules.with_switches(parse_switches(switches))
    except ValueError as error:
        raise click.UsageError(f"--set: {shown(str(error))}") from None


def _of_file(path: str) -> RuleSet:
    try:
        with open(path, "rb") as file:
            data = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise Failure(f"{shown(path)}: cannot be read: {reason(error)}") from None
    if len(data) > MOST_BYTES:
        raise click.UsageError(f"--rules: {shown(path)}: it is larger than a file of rules can be.")
    try:
        text = data.decode("utf-8-sig")
        stem = os.path.splitext(os.path.basename(path))[0]
        return RuleSet.from_toml(text, stem if stem.isprintable() and stem else "custom")
    except UnicodeDecodeError:
        raise click.UsageError(f"--rules: {shown(path)}: it is not UTF-8.") from None
    except ValueError as error:
        raise click.UsageError(f"--rules: {shown(path)}: {shown(str(error))}") from None


def _stake(_ctx: click.Context, parameter: click.Parameter, text: str | None) -> Fraction | None:
    if text is None:
        return None
    try:
        return parse_stake(text)
    except ValueError as error:
        raise click.BadParameter(str(error), param=parameter) from None


stake_option = click.option(
    "--stake",
    metavar="AMOUNT",
    callback=_stake,
    help="Rubber and Chicago: what a hundred points are worth, as 5 or 0.25.",
)
