"""``pbntools rulesets``."""

from __future__ import annotations

from typing import Any

import click

from pbntools.cli import options
from pbntools.cli.streams import opened_output, shown
from pbntools.reports.machine import to_json
from pbntools.reports.screen import Screen
from pbntools.scoring.ruleset import PRESETS, SWITCHES, RuleSet


@click.command(
    epilog="""\b
Examples:
  pbntools rulesets
  pbntools rulesets rubber-plain
  pbntools rulesets --output-format json
  pbntools rulesets chicago --output-format toml -o friday.toml

Exit status: 0, or 2 for misuse.""",
)
@click.argument("name", required=False, metavar="[NAME]")
@options.output_format("text", "json", "toml")
@options.output
@options.ascii_only
def command(name: str | None, form: str, output: str | None, ascii_only: bool) -> int:
    """List the rule sets that score goes by, with their sources and switches, or show one of them."""
    if name is not None and name not in PRESETS:
        try:
            RuleSet.preset(name)
        except ValueError as error:
            raise click.UsageError(shown(str(error))) from None
    chosen = list(PRESETS.values()) if name is None else [PRESETS[name]]
    if form == "toml" and name is None:
        raise click.UsageError("--output-format toml goes with the NAME of one set, to be the start of your own.")
    with opened_output(output) as out:
        screen = out.screen(ascii_only=ascii_only)
        if form == "json":
            body: dict[str, Any] = {
                "rulesets": [_as_dict(rules) for rules in chosen],
                "switches": [
                    {
                        "name": switch.name,
                        "forms": list(switch.forms),
                        "choices": switch.choices,
                        "meaning": switch.meaning,
                    }
                    for switch in SWITCHES.values()
                ],
            }
            out.write(to_json(body, ascii_only=out.ascii_only) + "\n")
        elif form == "toml":
            out.write(_toml(chosen[0]))
        else:
            out.write("\n".join(_text(rules, screen) for rules in chosen))
            out.write("\n" + _switches({rules.form for rules in chosen}, screen))
    return 0


def _as_dict(rules: RuleSet) -> dict[str, Any]:
    return {"name": rules.name, "form": rules.form, "source": rules.source, "switches": rules.switches()}


def _toml(rules: RuleSet) -> str:
    lines = [f"# {rules.source}", 'name = "my-rules"', f'base = "{rules.name}"']
    lines += [f'{name} = "{value}"' for name, value in rules.switches().items() if _is_live(rules, name)]
    return "\n".join(lines) + "\n"


def _is_live(rules: RuleSet, name: str) -> bool:
    """Whether a switch has an effect beside the others of the set."""
    idle = "part-score-bonus" if rules.part_score == "carry" else "last-part-score"
    return name != idle


def _text(rules: RuleSet, screen: Screen) -> str:
    lines = [screen.paint("label", rules.name) + f"  ({rules.form})"]
    lines += screen.wrap(f"after: {rules.source}", "    ", "  ")
    lines += screen.wrap(
        ", ".join(f"{name}={value}" for name, value in rules.switches().items() if _is_live(rules, name)), "    ", "  "
    )
    return "\n".join(lines) + "\n"


def _switches(forms: set[str], screen: Screen) -> str:
    lines = [screen.paint("label", "Switches, for --set NAME=VALUE and files of rules")]
    for switch in SWITCHES.values():
        if forms.isdisjoint(switch.forms):
            continue
        lines.append(f"  {screen.paint('label', switch.name)}  ({', '.join(switch.forms)})")
        lines += screen.wrap(f"{switch.meaning}. Values: {switch.choices}", "      ", "      ")
    return "\n".join(lines) + "\n"
