"""``pbntools rule``."""

from __future__ import annotations

from typing import Any

import click

from pbntools.cli import options
from pbntools.cli.selection import unknown_rule
from pbntools.cli.streams import Output, output
from pbntools.diagnostics import EDITION, Rule
from pbntools.reports.machine import to_json
from pbntools.reports.rules import page_text, rule_list
from pbntools.rules import RULES, find_rule, rule_page


@click.command(
    epilog="""\b
Examples:
  pbntools rule AUC101
  pbntools rule revoke
  pbntools rule                          all rules, a line each
  pbntools rule --output-format json""",
)
@click.argument("rules", nargs=-1, metavar="[CODE|NAME]...")
@options.output_format("text", "json")
@options.ascii_only
def command(rules: tuple[str, ...], form: str, ascii_only: bool) -> int:
    """Explain a rule of check: what it reports, its Law, a bad and a good example. Without one, list all rules."""
    found = [_rule(text) for text in rules]
    with output(None) as out:
        if form == "json":
            _write_json(out, found or list(RULES.values()), pages=bool(found))
        else:
            screen = out.screen(ascii_only=ascii_only)
            if found:
                out.write("\n".join(page_text(rule, _page(rule), screen) for rule in found))
            else:
                out.write(rule_list(list(RULES.values()), screen))
    return 0


def _rule(text: str) -> Rule:
    rule = find_rule(text)
    if rule is None:
        raise click.UsageError(unknown_rule(text))
    return rule


def _page(rule: Rule) -> str:
    try:
        return rule_page(rule)
    except FileNotFoundError:
        return ""


def _write_json(out: Output, rules: list[Rule], *, pages: bool) -> None:
    ascii_only = out.ascii_only
    lines = []
    for rule in rules:
        entry: dict[str, Any] = {
            "code": rule.code,
            "name": rule.name,
            "severity": str(rule.severity),
            "summary": rule.summary,
            "law": rule.law,
            "edition": EDITION if rule.law else None,
            "section": rule.section,
        }
        if pages:
            entry["page"] = _page(rule)
        lines.append(to_json(entry, ascii_only=ascii_only))
    out.write("[" + ",\n".join(lines) + "]\n")
