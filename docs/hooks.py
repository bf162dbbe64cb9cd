"""mkdocs hook: a page for every rule of `pbntools check`, and the diagrams of the grammar, made at build time.

The pages come from `pbntools/data/rules/<CODE>.md`, which `pbntools rule CODE` prints too; the facts above each
text and the table of `rules/index.md` come from `pbntools.rules.RULES`.
"""

import html
import re
from importlib.resources import files as package_files
from io import StringIO
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files
from pyparsing import Token

if TYPE_CHECKING:
    from pbntools.diagnostics import Rule

FAMILIES = {
    "PBN": "Text of a PBN file",
    "LIN": "Text of a LIN file",
    "DEA": "Deal",
    "AUC": "Auction",
    "PLY": "Play",
    "RES": "Result and score",
    "EVT": "Between records",
    "FMT": "Files of other formats",
    "CNV": "Losses of a conversion",
    "PRF": "Profiles of targets",
}
INDEX = "rules/index.md"
DIAGRAMS = "grammar-diagrams.md"
_LINK = re.compile(r'<a [^>]*href="#([^"]*)"[^>]*>(.*?)</a>')


def texts() -> Path:
    return Path(str(package_files("pbntools") / "data" / "rules"))


def family(code: str) -> str:
    return code.rstrip("0123456789")


def source(rule: "Rule") -> str:
    """The Law, the section of the standard, or both."""
    parts = [f"Law {rule.law}" if rule.law else "", f"section {rule.section}" if rule.section else ""]
    return ", ".join(part for part in parts if part)


def rule_page(rule: "Rule", text: str) -> str:
    facts = " · ".join(part for part in (f"**{str(rule.severity).capitalize()}**", source(rule)) if part)
    if text.startswith("# "):  # the heading is ours
        text = text.partition("\n")[2]
    heading = f"---\ntitle: {rule.code} {rule.name}\n---\n\n# {rule.code} `{rule.name}`\n"
    return "\n".join([heading, rule.summary, "", facts, "", text])


def index_page(rules: list["Rule"]) -> str:
    lines = [
        "# Rules",
        "",
        "What `pbntools check` looks for. A code is never reused; `--select` and `--ignore` take a code, the beginning",
        "of one, or a name. `pbntools rule CODE` prints the page of a rule.",
    ]
    for prefix, members in groupby(rules, key=lambda rule: family(rule.code)):
        lines += [
            "",
            f"## {FAMILIES.get(prefix, prefix)}",
            "",
            "| code | name | severity | Law or section | what it reports |",
            "|---|---|---|---|---|",
        ]
        for rule in members:
            cells = [
                f"[{rule.code}]({rule.code}.md)",
                f"`{rule.name}`",
                str(rule.severity),
                source(rule),
                rule.summary.replace("|", "\\|"),
            ]
            lines.append(f"| {' | '.join(cells)} |")
    return "\n".join([*lines, ""])


def diagrams_page() -> str:
    """The railroad diagrams of the grammar: the game first, then what it consists of, without its terminals."""
    from pyparsing.diagram import to_railroad
    from railroad import DEFAULT_STYLE

    from pbntools.formats.pbn.grammar import game

    terminals = {str(element) for element in game.game.visit_all() if isinstance(element, Token)}
    style = " ".join(DEFAULT_STYLE.split())
    lines = [
        "# Diagrams of the grammar",
        "",
        "Drawn from [the grammar](grammar.md) itself. A box either has a diagram of its own below, or",
        "says what stands there.",
        "",
        f"<style>{style} .railroad {{ overflow-x: auto }}</style>",
    ]
    every = to_railroad(game.game.copy().set_name("game"), vertical=4)
    drawn = [diagram for diagram in every if diagram.name not in terminals]
    targets = {diagram.bookmark for diagram in drawn}

    def link(found: re.Match[str]) -> str:
        return f'<a href="#{found[1]}">{found[2]}</a>' if found[1] in targets else found[2]

    for diagram in drawn:
        svg = StringIO()
        diagram.diagram.writeSvg(svg.write)
        drawing = _LINK.sub(link, " ".join(svg.getvalue().split("\n")))
        heading = f"## {html.escape(diagram.name)} {{ #{diagram.bookmark} }}"
        lines += ["", heading, "", f'<div class="railroad">{drawing}</div>']
    return "\n".join([*lines, ""])


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and their place in the navigation. A rule without a text stops the build."""
    files.append(File.generated(config, DIAGRAMS, content=diagrams_page()))
    folder = texts()
    if not folder.is_dir():
        return files
    from pbntools.rules import RULES

    order = [*FAMILIES]
    rules = sorted(
        RULES.values(),
        key=lambda rule: (order.index(family(rule.code)) if family(rule.code) in FAMILIES else len(order), rule.code),
    )
    files.append(File.generated(config, INDEX, content=index_page(rules)))
    entries: list[Any] = [INDEX]
    for rule in rules:
        uri = f"rules/{rule.code}.md"
        text = (folder / f"{rule.code}.md").read_text(encoding="utf-8")
        files.append(File.generated(config, uri, content=rule_page(rule, text)))
        entries.append({f"{rule.code} {rule.name}": uri})
    navigation: list[Any] = config.nav or []
    place = next((at for at, entry in enumerate(navigation) if "Project" in entry), len(navigation))
    config.nav = [*navigation[:place], {"Rules": entries}, *navigation[place:]]
    return files


def on_serve(server: LiveReloadServer, config: MkDocsConfig, builder: object) -> LiveReloadServer:
    """Build again when a rule's text changes."""
    if texts().is_dir():
        server.watch(str(texts()))
    return server
