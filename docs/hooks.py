"""mkdocs hook: a page for every rule of `pbntools check`, made at build time from the package's own texts.

The pages come from `pbntools/data/rules/<CODE>.md`, which `pbntools rule CODE` prints too; the facts above each
text and the table of `rules/index.md` come from `pbntools.rules.RULES`.
"""

from importlib.resources import files as package_files
from itertools import groupby
from pathlib import Path
from typing import TYPE_CHECKING, Any

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.livereload import LiveReloadServer
from mkdocs.structure.files import File, Files

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
    "CNV": "Losses of a conversion",
    "PRF": "Profiles of targets",
}
INDEX = "rules/index.md"


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


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Add the pages and their place in the navigation. A rule without a text stops the build."""
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
