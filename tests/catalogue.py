"""The message catalogues: what the program says that a catalogue must hold, and how the files are brought up to date.

``python -m tests.catalogue`` adds new messages to every ``.po`` file, drops those that are gone, and compiles each.
"""

import ast
import io
import re
from collections.abc import Iterator
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_file
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from pbntools.rules import RULES

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "pbntools"
LOCALE = PACKAGE / "data" / "locale"
KEYWORDS = {"gettext": None, "ngettext": (1, 2), "N_": None, "_": None, "t": None}
# What only a profile, a conversion or the score of a session says does not stand beside a board.
ELSEWHERE = ("PRF", "EVT2", "EVT3", "CNV")


def template() -> Catalog:
    """All messages of the program's texts."""
    catalogue = Catalog(project="pbntools", charset="utf-8")
    sources = [
        *(("python", path) for path in sorted([*PACKAGE.glob("reports/*.py"), *PACKAGE.glob("cli/*.py")])),
        *(("javascript", path) for path in sorted(PACKAGE.glob("data/**/*.js"))),
        *(("jinja2.ext:babel_extract", path) for path in sorted(PACKAGE.glob("data/**/*.html"))),
    ]
    for method, path in sources:
        for _line, message, _comments, _context in extract_from_file(method, path, keywords=KEYWORDS):
            catalogue.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    for path in sorted(PACKAGE.glob("**/*.py")):
        for call in said_in(path):
            catalogue.add(templates_of(call), locations=[(path.relative_to(ROOT).as_posix(), 0)])
    for rule in RULES.values():
        if not rule.code.startswith(ELSEWHERE):
            catalogue.add(rule.summary, locations=[("pbntools/rules.py", 0)])
    return catalogue


def said_in(path: Path) -> Iterator[ast.Call]:
    """The places of a module where a `pbntools.said.Said` is made."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and ast.unparse(node.func) in ("Said", "Said.counted"):
            yield node


def templates_of(call: ast.Call) -> str | tuple[str, str]:
    """The template, or the two of something counted; raises ValueError where it is no literal."""
    wanted = 2 if isinstance(call.func, ast.Attribute) else 1
    texts = [arg.value for arg in call.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
    if len(texts) != wanted or len(call.args) != wanted or not all(texts):
        raise ValueError(f"line {call.lineno}: a template is to be a literal")
    return texts[0] if wanted == 1 else (texts[0], texts[1])


def sources() -> list[Path]:
    """The ``.po`` files."""
    return sorted(LOCALE.glob("*/LC_MESSAGES/pbntools.po"))


def compiled(path: Path) -> bytes:
    """What the ``.mo`` beside a ``.po`` file is to hold."""
    with path.open("rb") as file:
        catalogue = read_po(file)
    data = io.BytesIO()
    write_mo(data, catalogue)
    return data.getvalue()


def update() -> None:
    """Bring all catalogues up to date."""
    messages = template()
    for path in sources():
        with path.open("rb") as file:
            catalogue = read_po(file)
        catalogue.update(messages, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        data = io.BytesIO()
        write_po(data, catalogue, width=110, include_lineno=False, sort_output=True)
        text = data.getvalue().decode("utf-8")
        # Headers that only tell when and by what the file was written would change it each time.
        path.write_text(re.sub(r'(?m)^"(POT|PO|Last|Report|Generated|Language-Team)\b.*\n', "", text), encoding="utf-8")
        path.with_suffix(".mo").write_bytes(compiled(path))


if __name__ == "__main__":
    update()
