"""The pages of the rules, written in a small part of Markdown, for the terminal."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from pbntools.diagnostics import EDITION, Rule
from pbntools.reports.diagnostics import law_text
from pbntools.reports.screen import Screen, pad

_MARKUP = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|\[([^\]]+)\]\([^)]*\)")
_ITEM = re.compile(r"( *)([-*]|\d+\.) +")


def source_text(rule: Rule) -> str:
    """The Law, the section of the standard, or both."""
    parts = [
        law_text(rule.law, EDITION) if rule.law else "",
        f"PBN 2.1, section {rule.section}" if rule.section else "",
    ]
    return "; ".join(part for part in parts if part)


def rule_list(rules: Sequence[Rule], screen: Screen) -> str:
    """All rules, a line each."""
    names = max((len(rule.name) for rule in rules), default=0)
    lines = []
    for rule in sorted(rules, key=lambda rule: rule.code):
        severity = str(rule.severity)
        head = f"{rule.code}  {pad(severity, 7, screen.paint(severity, severity))}  {rule.name:<{names}}"
        lines.append(f"{head}  {screen.safe(rule.summary)}\n")
    return "".join(lines)


def page_text(rule: Rule, page: str, screen: Screen) -> str:
    """A rule's page: its name, severity and source, then its text."""
    severity = str(rule.severity)
    title = f"{screen.paint('label', f'{rule.code} {rule.name}')}: {screen.paint(severity, severity)}"
    facts = [title, *screen.wrap(rule.summary, "")]
    if source := source_text(rule):
        facts.append(screen.paint("dim", screen.safe(source)))
    return "\n".join([*facts, "", *_blocks(page, screen)]).rstrip() + "\n"


def _blocks(page: str, screen: Screen) -> Iterator[str]:
    paragraph: list[str] = []
    fence = ""
    for line in [*page.splitlines(), ""]:
        bare = line.strip()
        if fence:
            if bare == fence:
                fence = ""
            else:
                yield f"    {screen.safe(line)}" if line else ""
        elif bare.startswith(("```", "~~~", "#")) or not bare or _ITEM.match(line):
            yield from _paragraph(paragraph, screen)
            paragraph = []
            if bare.startswith(("```", "~~~")):
                fence = bare[: len(bare) - len(bare.lstrip(bare[0]))]
            elif bare.startswith("#"):
                yield screen.paint("label", _plain(bare.lstrip("# "), screen))
            elif not bare:
                yield ""
            else:
                paragraph = [line]
        else:
            paragraph.append(line)


def _paragraph(lines: list[str], screen: Screen) -> list[str]:
    if not lines:
        return []
    item = _ITEM.match(lines[0])
    indent = " " * len(item[0]) if item else ""
    text = " ".join([lines[0][len(indent) :], *lines[1:]])
    return screen.wrap(_MARKUP.sub(_unmarked, text), indent, item[0] if item else "")


def _plain(text: str, screen: Screen) -> str:
    return screen.safe(_MARKUP.sub(_unmarked, text))


def _unmarked(found: re.Match[str]) -> str:
    return found[1] or found[2] or found[3]
