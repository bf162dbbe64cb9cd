"""Imports point downwards only: the layers of docs/architecture.md, enforced on the source of every module."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "pbntools"

# From the bottom to the top. A layer may import every layer of a lower row; layers of one row may import each other as
# long as no circle arises.
ROWS: tuple[tuple[str, ...], ...] = (
    ("said",),
    ("diagnostics", "toml_text"),
    ("rules",),
    ("core",),
    ("game",),
    ("record", "record_values"),
    ("laws", "formats"),
    ("checking", "fixing", "replaying", "converting", "scoring"),
    ("query", "bulk", "events"),
    ("reports", "cli"),
)
# Layers that may import less than all that lies below them.
NARROW: dict[str, frozenset[str]] = {
    "diagnostics": frozenset({"said"}),
    "toml_text": frozenset(),
    "rules": frozenset({"diagnostics"}),
    "core": frozenset(),
    "game": frozenset({"core"}),
    "record": frozenset({"core", "game", "diagnostics", "record_values"}),
    "record_values": frozenset({"core"}),
}
# Neighbours in a row that never import each other: checking.py is where they meet.
STRANGERS = frozenset({"laws", "formats"})

ROW_OF = {layer: number for number, row in enumerate(ROWS) for layer in row}
FACE = "__init__"  # pbntools/__init__.py: gathers the public names, so nothing below the top row imports it
MAIN = "__main__"  # python -m pbntools


def may_import(layer: str, target: str) -> bool:
    """Whether a module of `layer` may import one of `target`, circles within a row left aside."""
    if layer == target:
        return True
    if layer == MAIN:
        return target in {"cli", FACE}
    if layer == FACE:
        return target in ROW_OF and target != "cli"
    if target == FACE:
        return layer in ROWS[-1]
    if layer in NARROW:
        return target in NARROW[layer]
    if layer not in ROW_OF or target not in ROW_OF or {layer, target} == STRANGERS:
        return False
    return ROW_OF[target] <= ROW_OF[layer]


def imports(tree: ast.Module, package: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """Line and dotted name of all that a module of `package` imports, wherever in the module it does so.

    `from a import b` yields `a.b`, since `b` may be a module. `import_module("a.b")` counts when its
    argument is a literal.
    """
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                yield node.lineno, alias.name
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else ()
            prefix = ".".join([*base, *([node.module] if node.module else [])])
            for alias in node.names:
                yield node.lineno, f"{prefix}.{alias.name}"
        elif isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            name = node.args[0].value
            if called in {"import_module", "__import__"} and isinstance(name, str):
                yield node.lineno, ".".join(package) + name if name.startswith(".") else name


def layer_of_import(name: str, package: Path) -> str | None:
    """The layer that a dotted name belongs to; None for other people's packages and for the version number."""
    first, *rest = name.split(".")
    if first != package.name or rest == ["__version__"]:
        return None
    if rest and (rest[0] in ROW_OF or (package / rest[0]).is_dir() or (package / f"{rest[0]}.py").exists()):
        return rest[0]
    return FACE


def circle(edges: dict[str, set[str]]) -> list[str] | None:
    """Some way from a layer back to itself, or None."""
    done: set[str] = set()

    def walk(layer: str, way: list[str]) -> list[str] | None:
        if layer in way:
            return [*way[way.index(layer) :], layer]
        if layer in done:
            return None
        for target in sorted(edges.get(layer, ())):
            if found := walk(target, [*way, layer]):
                return found
        done.add(layer)
        return None

    for start in sorted(edges):
        if found := walk(start, []):
            return found
    return None


def violations(package: Path) -> list[str]:
    """Every breach of the layering in the package at this path, one line each."""
    found = []
    edges: dict[str, set[str]] = {}
    modules = sorted(package.rglob("*.py"))
    if not modules:
        return [f"no modules in {package}"]
    for path in modules:
        inside = path.relative_to(package)
        layer = inside.parts[0].removesuffix(".py")
        if layer not in ROW_OF and layer not in {FACE, MAIN}:
            found.append(f"{inside.as_posix()}: in no known layer")
            continue
        tree = ast.parse(path.read_bytes(), filename=str(path))
        for line, name in imports(tree, (package.name, *inside.parts[:-1])):
            target = layer_of_import(name, package)
            if target is None:
                continue
            if not may_import(layer, target):
                found.append(f"{inside.as_posix()}:{line}: {layer} imports {name}")
            elif layer != target and ROW_OF.get(layer, -1) == ROW_OF.get(target, -2):
                edges.setdefault(layer, set()).add(target)
    if way := circle(edges):
        found.append("circle: " + " -> ".join(way))
    return found


def test_imports_point_downwards() -> None:
    assert violations(PACKAGE) == []


def plant(root: Path, files: dict[str, str]) -> Path:
    package = root / "pbntools"
    package.mkdir()
    for name, text in files.items():
        path = package / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return package


def test_a_sound_tree_passes(tmp_path: Path) -> None:
    files = {
        "__init__.py": "from pbntools.checking import check\nfrom .core import Deal\n__version__ = '1'\n",
        "__main__.py": "from pbntools.cli import main\n",
        "diagnostics.py": "import enum\n",
        "rules.py": "from pbntools.diagnostics import Rule\n",
        "core/__init__.py": "from pbntools.core.cards import Card\n",
        "core/cards.py": "import re\n",
        "game/auction.py": "from ..core import cards\n",
        "record.py": "from pbntools.core import Deal\nfrom pbntools.game import auction\nfrom . import diagnostics\n",
        "laws/outcome.py": "import pbntools.record\nfrom . import play\n",
        "laws/play.py": "from pbntools import rules\n",
        "formats/pbn/reader.py": "from ... import record\nfrom .lexer import lex\n",
        "formats/pbn/lexer.py": "import pyparsing\n",
        "checking.py": "from pbntools import formats, laws\n",
        "replaying.py": "from pbntools.scoring import rubber\n",
        "scoring/rubber.py": "from pbntools.laws.outcome import resolve\n",
        "cli/__init__.py": "from pbntools import __version__\ndef f():\n    import pbntools, pbntools.reports\n",
        "reports/sheet.py": "from pbntools.checking import check\n",
    }
    assert violations(plant(tmp_path, files)) == []


@pytest.mark.parametrize(
    ("files", "breach"),
    [
        ({"core/cards.py": "import pbntools.game.play\n"}, "core/cards.py:1: core imports pbntools.game.play"),
        ({"core/cards.py": "from pbntools import diagnostics"}, "core/cards.py:1: core imports pbntools.diagnostics"),
        (
            {"core/cards.py": "def f():\n    from ..record import Record\n"},
            "core/cards.py:2: core imports pbntools.record.Record",
        ),
        ({"core/cards.py": "import pbntools\n"}, "core/cards.py:1: core imports pbntools"),
        ({"core/cards.py": "from pbntools import Deal\n"}, "core/cards.py:1: core imports pbntools.Deal"),
        ({"rules.py": "from pbntools.core import Seat\n"}, "rules.py:1: rules imports pbntools.core.Seat"),
        ({"diagnostics.py": "from . import rules\n"}, "diagnostics.py:1: diagnostics imports pbntools.rules"),
        (
            {"game/play.py": "from pbntools.diagnostics import Rule\n"},
            "game/play.py:1: game imports pbntools.diagnostics.Rule",
        ),
        ({"record.py": "from pbntools.rules import RULES\n"}, "record.py:1: record imports pbntools.rules.RULES"),
        (
            {"laws/play.py": "from ..formats.pbn import read\n"},
            "laws/play.py:1: laws imports pbntools.formats.pbn.read",
        ),
        ({"formats/lin.py": "from pbntools import laws\n"}, "formats/lin.py:1: formats imports pbntools.laws"),
        (
            {"formats/__init__.py": "from importlib import import_module\nimport_module('pbntools.checking')\n"},
            "formats/__init__.py:2: formats imports pbntools.checking",
        ),
        ({"laws/__init__.py": "from .. import checking\n"}, "laws/__init__.py:1: laws imports pbntools.checking"),
        ({"checking.py": "from pbntools.query import find\n"}, "checking.py:1: checking imports pbntools.query.find"),
        ({"__init__.py": "from pbntools.cli import main\n"}, "__init__.py:1: __init__ imports pbntools.cli.main"),
        (
            {"query/run.py": "from pbntools import helpers\n", "helpers.py": ""},
            "query/run.py:1: query imports pbntools.helpers",
        ),
        ({"helpers.py": ""}, "helpers.py: in no known layer"),
        ({"utils/text.py": ""}, "utils/text.py: in no known layer"),
        (
            {
                "checking.py": "from . import replaying\n",
                "replaying.py": "from . import scoring\n",
                "scoring/a.py": "from .. import checking\n",
            },
            "circle: checking -> replaying -> scoring -> checking",
        ),
        (
            {"reports/a.py": "from pbntools import cli\n", "cli/b.py": "import pbntools.reports\n"},
            "circle: cli -> reports -> cli",
        ),
        ({}, "no modules in"),
    ],
)
def test_a_bad_tree_fails(tmp_path: Path, files: dict[str, str], breach: str) -> None:
    found = violations(plant(tmp_path, files))
    assert [line for line in found if line.startswith(breach)], found


def test_every_layer_is_in_the_table_of_the_architecture_page() -> None:
    page = (PACKAGE.parent / "docs" / "architecture.md").read_text(encoding="utf-8")
    assert [layer for layer in ROW_OF if f"| `{layer}` |" not in page] == []
