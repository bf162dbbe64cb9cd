"""``pbntools rule``."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import click

from pbntools.cli import options
from pbntools.cli.selection import unknown_rule
from pbntools.cli.streams import Output, opened_output
from pbntools.diagnostics import EDITION, Rule
from pbntools.reports.machine import to_json
from pbntools.reports.rules import page_text, rule_list
from pbntools.reports.screen import Screen
from pbntools.rules import RULES, citing, find_rule, rule_page, selects

_LAW = re.compile(r"(?:laws? *)?([0-9]+[a-z0-9]*)", re.ASCII | re.IGNORECASE)


@click.command(
    epilog="""\b
Examples:
  pbntools rule AUC101
  pbntools rule revoke
  pbntools rule PLY                      the rules of this family
  pbntools rule 61                       the rules that cite Law 61
  pbntools rule                          all rules
  pbntools rule --output-format json""",
)
@click.argument("rules", nargs=-1, metavar="[CODE|NAME|PREFIX|LAW]...")
@options.output_format("text", "json")
@options.ascii_only
def command(rules: tuple[str, ...], form: str, ascii_only: bool) -> int:
    """Explain a rule of check: what it reports, its Law, a bad and a good example.

    The beginning of a code (PLY, PLY3) lists the rules of that family, the number of a Law (61, 61A) those that cite
    it, and nothing at all lists every rule.
    """
    found = [_found(text) for text in rules] or [_Found(list(RULES.values()), paged=False)]
    with opened_output(None) as out:
        if form == "json":
            _write_json(out, found)
        else:
            screen = out.screen(ascii_only=ascii_only)
            out.write("\n".join(_text(one, screen) for one in found))
    return 0


@dataclass(frozen=True, slots=True)
class _Found:
    """What one argument names: a rule, of which the page is shown, or a list of rules."""

    rules: list[Rule]
    paged: bool


def _found(text: str) -> _Found:
    rule = find_rule(text)
    if rule is not None:
        return _Found([rule], paged=True)
    # A name was looked for above, so this is the beginning of a code.
    family = [rule for rule in RULES.values() if text and selects(text, rule)]
    if family:
        return _Found(family, paged=False)
    law = _LAW.fullmatch(text)
    if law is None:
        raise click.UsageError(unknown_rule(text))
    rules = citing(law[1])
    if not rules:
        raise click.UsageError(f"No rule cites Law {law[1].upper()}. 'pbntools rule' lists them all.")
    return _Found(rules, paged=False)


def _text(found: _Found, screen: Screen) -> str:
    if not found.paged:
        return rule_list(found.rules, screen)
    (rule,) = found.rules
    return page_text(rule, _page(rule), screen)


def _page(rule: Rule) -> str:
    try:
        return rule_page(rule)
    except FileNotFoundError:
        return ""


def _write_json(out: Output, found: list[_Found]) -> None:
    ascii_only = out.ascii_only
    lines = []
    for rule, paged in ((rule, one.paged) for one in found for rule in one.rules):
        entry: dict[str, Any] = {
            "code": rule.code,
            "name": rule.name,
            "severity": str(rule.severity),
            "summary": rule.summary,
            "law": rule.law,
            "edition": EDITION if rule.law else None,
            "section": rule.section,
        }
        if paged:
            entry["page"] = _page(rule)
        lines.append(to_json(entry, ascii_only=ascii_only))
    out.write("[" + ",\n".join(lines) + "]\n")
