"""Every message that has places to be filled in gets what stands there from whoever says it."""

import ast
import re
from collections.abc import Iterator, Sequence
from string import Formatter

import pytest

from tests import catalogue

SAYS = {"gettext", "ngettext", "N_", "_", "Said", "counted"}


def fields(text: str) -> set[str]:
    """The places of a template; braces that a text without values speaks of are none."""
    try:
        names = [name for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        return set()
    return {place for name in names if (place := re.split(r"[.\[]", name)[0]) == "" or place.isidentifier()}


def name_of(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def given(call: ast.Call) -> set[str]:
    return {keyword.arg for keyword in call.keywords if keyword.arg is not None}


def formats(tree: ast.AST, name: str) -> Iterator[ast.Call]:
    """The calls of ``format`` on something that a name is part of."""
    calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call))
    for call in calls:
        if isinstance(call.func, ast.Attribute) and call.func.attr == "format":
            names = {part.id for part in ast.walk(call.func.value) if isinstance(part, ast.Name)}
            if name in names:
                yield call


def unfilled(source: str, elsewhere: Sequence[set[str]] = ()) -> list[str]:
    """The messages of a module of which a place is left empty: ``12: text {place}``.

    A message that is only marked may be said by another module: ``elsewhere`` is what each ``format`` there fills in.
    """
    tree = ast.parse(source)
    parents = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = []
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call) or name_of(node.func) not in SAYS:
            continue
        texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        wanted = set().union(*map(fields, texts))
        says = name_of(node.func)
        if says in ("ngettext", "counted") and len(node.args) + len(node.keywords) > 1:
            wanted -= {"n"}
        if says in ("ngettext", "counted", "Said"):
            # What these lack they lack at once, whatever is done with the text afterwards.
            is_filled = wanted <= given(node)
        else:
            is_filled = not wanted or any(wanted <= given(call) for call in fillers(node, parents, tree))
            is_filled |= says == "N_" and any(wanted <= names for names in elsewhere)
        if not is_filled:
            found.append(f"{node.lineno}: {texts[0]}")
    return found


def fillers(node: ast.AST, parents: dict[ast.AST, ast.AST], tree: ast.AST) -> Iterator[ast.Call]:
    """The calls of ``format`` that may fill in a message: on itself, or on the name that it is given.

    A message may be one of two, an element of a table, or be handed on to be translated.
    """
    while (parent := parents.get(node)) is not None:
        above = parents.get(parent)
        if isinstance(parent, ast.Attribute) and isinstance(above, ast.Call) and above.func is parent:
            if parent.attr == "format":
                yield above
                return
            # What is looked up in a table is the text still.
            if parent.attr != "get":
                return
            node = above
            continue
        if isinstance(parent, ast.Assign | ast.AnnAssign):
            targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target]
            scope: ast.AST = parent
            while not isinstance(scope, ast.FunctionDef | ast.Module):
                scope = parents[scope]
            for target in targets:
                if isinstance(target, ast.Name):
                    yield from formats(scope, target.id)
            return
        if not isinstance(parent, ast.IfExp | ast.Dict | ast.Tuple | ast.List | ast.Call):
            return
        node = parent


def test_every_place_of_a_message_is_filled_in() -> None:
    sources = {path: path.read_text(encoding="utf-8") for path in sorted(catalogue.PACKAGE.glob("**/*.py"))}
    calls = [node for source in sources.values() for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)]
    elsewhere = [given(call) for call in calls if name_of(call.func) == "format"]
    found = []
    for path, source in sources.items():
        found += [f"{path.relative_to(catalogue.PACKAGE)}:{at}" for at in unfilled(source, elsewhere)]
    assert found == []


def test_every_place_of_a_message_of_a_page_is_filled_in() -> None:
    """In a script the values stand beside the message, by name; a name alone stands for its own value."""
    found, places = [], 0
    for path in sorted(catalogue.PACKAGE.glob("data/**/*.js")):
        source = path.read_text(encoding="utf-8")
        for match in re.finditer(r'\bt\("((?:[^"\\]|\\.)*)"(?:, (\{[^}]*\}|\w+))?\)?', source):
            wanted = set(re.findall(r"\{(\w+)\}", match[1]))
            values = match[2] or ""
            if values.isidentifier():
                values = re.search(rf"\b{values} = (\{{.*\}});", source)[1]  # type: ignore[index]
            names = set(re.findall(r"[{,]\s*(\w+)(?=[:,}])", values))
            places += len(wanted)
            if not wanted <= names:
                found.append(f"{path.name}: {match[1]}")
    assert found == []
    assert places > 5


@pytest.mark.parametrize(
    "source",
    [
        't.ngettext("{n} thing: {some}", "{n} things: {some}", 2).format(some=1)',
        't.ngettext("{n} thing", "{n} things: {some}", 2)',
        't.gettext("{a} and {b}").format(a=1)',
        't.gettext("{a}")',
        'text = t.gettext("{a}")\nprint(text.format(b=1))',
        'def f():\n  text = t.gettext("{a}")\ndef g(text):\n  return text.format(a=1)',
        'print(_("{a}"))',
        'Said("{a}", b=1)',
        'Said.counted("{n} {a}", "{n} {a}", n=1)',
    ],
)
def test_a_place_that_is_left_empty_is_found(source: str) -> None:
    assert len(unfilled(source)) == 1


@pytest.mark.parametrize(
    "source",
    [
        't.ngettext("{n:,} thing: {some}", "{n:,} things: {some}", 2, some=1)',
        't.gettext("{a} and {b.c}").format(a=1, b=2)',
        'def f():\n  text = t.gettext("{a}") if x else t.gettext("{b}")\n  return text.format(a=1, b=2)',
        'ALL = {"x": N_("{a}")}\ndef f(x):\n  return say(ALL[x]).format(a=1)',
        't.gettext(N_("{a}")).format(a=1)',
        'text = {1: t.gettext("{a}")}.get(x, t.gettext("{b}"))\ntext.format(a=1, b=2)',
        'Said.counted("{n} {a}", "{n} {a}", n=1, a=2)',
    ],
)
def test_a_place_that_is_filled_in_is_not_found(source: str) -> None:
    assert unfilled(source) == []
