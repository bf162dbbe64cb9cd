"""The documentation holds: its examples run, its commands print what it shows, and it names every option and rule."""

import doctest
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path

import click
import pytest

ROOT = Path(__file__).parent.parent
CLI_PAGE = ROOT / "docs" / "reference" / "cli.md"
PAGES = sorted([*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("pbntools/data/rules/*.md")])

FENCE = re.compile(
    r"^(?P<indent> *)(?P<ticks>`{3,}|~{3,}) *(?P<language>\w*)[^\n`]*\n(?P<body>.*?)^ *(?P=ticks) *$", re.M | re.S
)
# What a console block may run besides pbntools itself; other commands (pip, git) are shown but not run.
HELPERS = frozenset("cat cmp cp diff echo grep gzip head ls printf python3 sed sort tail wc zcat".split())
BIN = Path(sys.executable).parent  # where an installation puts the console script
SHOW_DIFFERENCE = doctest.REPORT_NDIFF | doctest.ELLIPSIS


@dataclass(frozen=True)
class Block:
    """A fenced block of a page: its language, its text without the indent, and the line where the text starts."""

    language: str
    text: str
    line: int


@dataclass(frozen=True)
class Command:
    """A command of a console block and the output that the page shows for it ("" if it shows none)."""

    command: str
    shown: str
    line: int


def blocks(text: str) -> Iterator[Block]:
    for match in FENCE.finditer(text):
        line = text.count("\n", 0, match.start("body")) + 1
        yield Block(match["language"], textwrap.dedent(match["body"]), line)


def commands(block: Block) -> Iterator[Command]:
    """The commands of a console block that names pbntools: lines after `$ `, with `\\` at the end for "goes on"."""
    lines = block.text.splitlines()
    if block.language != "console" or not any(line.startswith("$ pbntools") for line in lines):
        return
    at = 0
    while at < len(lines):
        start = at
        if not lines[at].startswith("$ "):
            raise ValueError(f"line {block.line + at}: a console block starts with a command: {lines[at]!r}")
        command = lines[at][2:]
        at += 1
        while command.endswith("\\") and at < len(lines):
            command = command[:-1] + lines[at].strip()
            at += 1
        shown = []
        while at < len(lines) and not lines[at].startswith("$ "):
            shown.append(lines[at])
            at += 1
        first = command.split()[0]
        if first == "pbntools" or first in HELPERS:
            yield Command(command, "\n".join(shown), block.line + start)


def workplace(tmp_path: Path) -> Path:
    """A folder that looks to an example like the root of the repository, and that it may write into."""
    if (ROOT / "fixtures").is_dir():
        shutil.copytree(ROOT / "fixtures", tmp_path / "fixtures")
    return tmp_path


def run(command: str, folder: Path, bin_folder: Path) -> tuple[int, str]:
    """Exit status and output, as a reader would see them who installed the package; both streams in their order."""
    environment = {name: value for name, value in os.environ.items() if name not in {"FORCE_COLOR", "CLICOLOR_FORCE"}}
    environment |= {
        "PATH": f"{bin_folder}{os.pathsep}{os.environ.get('PATH', '')}",
        "NO_COLOR": "1",
        "COLUMNS": "100",
        "PYTHONUNBUFFERED": "1",
        "PYTHONUTF8": "1",
    }
    done = subprocess.run(
        command,
        shell=True,
        cwd=folder,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace")


def console_failures(text: str, folder: Path, bin_folder: Path = BIN) -> list[str]:
    """What is wrong with the commands of a page: a crash, a misuse that the page does not show, or other output.

    In the output that a page shows, `...` stands for anything, as in a doctest.
    """
    found = []
    checker = doctest.OutputChecker()
    for block in blocks(text):
        for item in commands(block):
            status, output = run(item.command, folder, bin_folder)
            example = doctest.Example(item.command, item.shown + "\n")
            got = "\n".join(line.rstrip() for line in output.splitlines()) + "\n"
            where = f"line {item.line}: $ {item.command}"
            if "Traceback (most recent call last)" in output:
                found.append(f"{where}\n{output}")
            elif item.shown and not checker.check_output(example.want, got, doctest.ELLIPSIS):
                found.append(f"{where}\n{checker.output_difference(example, got, SHOW_DIFFERENCE)}")
            elif not item.shown and status not in {0, 1}:
                found.append(f"{where}\nexit status {status}\n{output}")
    return found


def python_failures(text: str, name: str) -> list[str]:
    """What is wrong with the python blocks of a page. The blocks with `>>>` are one doctest; the rest must compile."""
    parser = doctest.DocTestParser()
    examples: list[doctest.Example] = []
    found: list[str] = []
    for block in blocks(text):
        if block.language not in {"python", "pycon"}:
            continue
        if ">>>" not in block.text:
            try:
                compile(block.text, name, "exec")
            except SyntaxError as error:
                found.append(f"line {block.line}: {error}")
            continue
        for example in parser.get_examples(block.text, name):
            example.lineno += block.line - 1
            examples.append(example)
    test = doctest.DocTest(examples, {"__name__": "__main__"}, name, name, 0, None)
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test, out=found.append)
    return found


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def pages_with(*languages: str) -> list[Path]:
    found = [page for page in PAGES if any(b.language in languages for b in blocks(page.read_text(encoding="utf-8")))]
    if not found:
        raise ValueError(f"no page has a block of {languages}")
    return found


@pytest.mark.parametrize("page", pages_with("python", "pycon"), ids=page_id)
def test_python_examples(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace(tmp_path))
    found = python_failures(page.read_text(encoding="utf-8"), page_id(page))
    assert not found, "\n".join(found)


@pytest.mark.parametrize("page", pages_with("console"), ids=page_id)
def test_console_examples(page: Path, tmp_path: Path) -> None:
    found = console_failures(page.read_text(encoding="utf-8"), workplace(tmp_path))
    assert not found, "\n".join(found)


LINK = re.compile(r"\[[^\]]*\]\((?P<target>[^)\s#:]+)(?:#[^)\s]*)?\)")


@pytest.mark.parametrize("page", sorted(ROOT.glob("*.md")), ids=page_id)
def test_links_of_the_pages_outside_the_site(page: Path) -> None:
    """`mkdocs build --strict` sees only docs/; these are the pages beside it."""
    text = page.read_text(encoding="utf-8")
    assert [match["target"] for match in LINK.finditer(text) if not (ROOT / match["target"]).exists()] == []


# --- the command line ------------------------------------------------------------------------------------------------


def all_commands(command: click.Command, name: str) -> Iterator[tuple[str, click.Command]]:
    """Every command that is not hidden, with its whole name, the group itself first."""
    yield name, command
    if isinstance(command, click.Group):
        context = click.Context(command, info_name=name)
        for child in command.list_commands(context):
            found = command.get_command(context, child)
            if found is not None and not found.hidden:
                yield from all_commands(found, f"{name} {child}")


def options(command: click.Command) -> set[str]:
    """The long names of a command's options, the hidden ones left out."""
    return {
        name
        for parameter in command.params
        if isinstance(parameter, click.Option) and not parameter.hidden
        for name in [*parameter.opts, *parameter.secondary_opts]
        if name.startswith("--")
    }


def sections(text: str, names: set[str]) -> dict[str, str]:
    """The text of a page by command.

    A heading that is a command's whole name, as in ``## `pbntools check` ``, opens its section, which reaches to
    the next heading of its level or above; all else is general and stands under "".
    """
    found = {"": ""}
    current, depth, fenced = "", 0, False
    for line in text.splitlines():
        if line.lstrip().startswith("```"):
            fenced = not fenced
        heading = None if fenced else re.match(r"(#+) +(.*?)[ #]*$", line)
        if heading:
            title = heading[2].replace("`", "").strip()
            if title in names:
                current, depth = title, len(heading[1])
            elif current and len(heading[1]) <= depth:
                current = ""
        found[current] = found.get(current, "") + line + "\n"
    return found


def undocumented(cli: click.Command, text: str) -> list[str]:
    """What the page on the command line leaves out, and what it names that does not exist."""
    every = dict(all_commands(cli, "pbntools"))
    parts = sections(text, set(every))
    real = {"--help"}.union(*(options(command) for command in every.values()))
    found = []
    for name, command in every.items():
        if name not in parts and name != "pbntools":
            found.append(f"no section for {name}")
        named = set(re.findall(r"(?<![\w-])--[a-z][\w-]*", parts[""] + parts.get(name, "")))
        found += [f"{name}: {option} is not mentioned" for option in sorted(options(command) - named)]
    found += [f"there is no {option}" for option in sorted(set(re.findall(r"(?<![\w-])--[a-z][\w-]*", text)) - real)]
    return found


def unhelpful(cli: click.Command) -> list[str]:
    """Commands without help or without an example in it, and options without help."""
    found = []
    for name, command in all_commands(cli, "pbntools"):
        if not command.help:
            found.append(f"{name}: no help")
        text = command.get_help(click.Context(command, info_name=name, terminal_width=200, max_content_width=200))
        if not isinstance(command, click.Group) and text.count(name) < 2:  # once in the usage line
            found.append(f"{name}: no example in its help")
        found += [
            f"{name}: no help for {parameter.opts[0]}"
            for parameter in command.params
            if isinstance(parameter, click.Option) and not parameter.hidden and not parameter.help
        ]
    return found


def the_cli() -> click.Command:
    from pbntools.cli import main

    assert isinstance(main, click.Command)
    return main


def test_the_cli_page_names_every_command_and_option() -> None:
    assert undocumented(the_cli(), CLI_PAGE.read_text(encoding="utf-8")) == []


def test_every_command_helps_with_an_example() -> None:
    assert unhelpful(the_cli()) == []


# --- the rules -------------------------------------------------------------------------------------------------------


def test_every_rule_has_a_page_and_every_page_a_rule() -> None:
    from pbntools.rules import RULES

    folder = files("pbntools") / "data" / "rules"
    pages = {entry.name for entry in folder.iterdir()}
    assert RULES
    assert pages == {f"{code}.md" for code in RULES}
    assert [name for name in sorted(pages) if len((folder / name).read_text(encoding="utf-8").split()) < 20] == []


# --- these tests themselves ------------------------------------------------------------------------------------------

FAKE_PAGE = """
# A page

```python
>>> x = 1
```

1.  In a list:

    ```python title="later"
    >>> x + 1
    {answer}
    ```

```python
{code}
```
"""


def test_python_blocks_share_a_page_and_can_fail() -> None:
    assert python_failures(FAKE_PAGE.format(answer="2", code="y = 1"), "page.md") == []
    assert len(python_failures(FAKE_PAGE.format(answer="3", code="y = 1"), "page.md")) == 1
    assert 'File "page.md", line 11' in python_failures(FAKE_PAGE.format(answer="3", code=""), "page.md")[0]
    assert python_failures(FAKE_PAGE.format(answer="2", code="y ="), "page.md")[0].startswith("line 16:")


def test_console_blocks_are_read_as_a_person_would() -> None:
    assert list(commands(Block("console", "$ pip x\n$ pbntools a \\\n    b\nout\n\nmore\n$ cat c\n", 7))) == [
        Command("pbntools a b", "out\n\nmore", 8),
        Command("cat c", "", 13),
    ]
    assert list(commands(Block("console", "$ pip install pbntools\n", 1))) == []
    assert list(commands(Block("text", "$ pbntools\n", 1))) == []
    with pytest.raises(ValueError, match="line 7"):
        list(commands(Block("console", "out\n$ pbntools\n", 7)))


@pytest.mark.skipif(os.name == "nt", reason="the stand-in is a shell script")
@pytest.mark.parametrize(
    ("lines", "breach"),
    [
        (["$ pbntools 0"], None),
        (["$ pbntools 1"], None),
        (["$ pbntools 1", "status 1", "on stderr"], None),
        (["$ pbntools 1; echo $?", "status ...", "1"], None),
        (["$ pbntools 2", "status 2", "on stderr"], None),
        (["$ pbntools 1 | cat >made; cat made", "on stderr", "status 1"], None),
        (["$ pbntools 2"], "exit status 2"),
        (["$ pbntools Traceback"], "Traceback"),
        (["$ pbntools Traceback", "..."], "Traceback"),
        (["$ pbntools 1", "status 0"], "+ status 1"),
        (["$ pbntools 0", "$ pbntools 3"], "line 4: $ pbntools 3"),
    ],
)
def test_console_blocks_can_fail(tmp_path: Path, lines: list[str], breach: str | None) -> None:
    script = tmp_path / "bin" / "pbntools"
    script.parent.mkdir()
    script.write_text(
        '#!/bin/sh\nif [ $1 = Traceback ]; then echo "Traceback (most recent call last)"; exit 1; fi\n'
        "echo status $1\necho on stderr >&2\nexit $1\n"
    )
    script.chmod(0o755)
    found = console_failures("\n".join(["", "```console", *lines, "```", ""]), tmp_path, script.parent)
    assert (breach is None and not found) or (breach is not None and len(found) == 1 and breach in found[0]), found


def fake_cli() -> click.Group:
    @click.group(help="Records.")
    @click.option("--version", is_flag=True, help="The version.")
    def cli(version: bool) -> None: ...

    @cli.command(help="Look at it.\n\nExample: pbntools check a.pbn")
    @click.option("--fix/--no-fix", help="Mend it.")
    @click.option("-s", "--secret", hidden=True)
    def check(fix: bool, secret: str) -> None: ...

    @cli.command()
    @click.option("--ascii", is_flag=True)
    def show(ascii: bool) -> None: ...

    return cli


def test_an_incomplete_cli_page_fails() -> None:
    whole = """
--version
# `pbntools check`
## Options
--fix --no-fix
# pbntools show
```console
# --ascii
```
"""
    assert undocumented(fake_cli(), whole) == []
    assert undocumented(fake_cli(), whole.replace("--version", "")) == ["pbntools: --version is not mentioned"]
    assert undocumented(fake_cli(), whole.replace("--no-fix", "")) == ["pbntools check: --no-fix is not mentioned"]
    assert undocumented(fake_cli(), whole + "# Other\n--fixed") == ["there is no --fixed"]
    assert undocumented(fake_cli(), whole.replace("# pbntools show", "# pbntools shows")) == [
        "no section for pbntools show"
    ]
    assert undocumented(fake_cli(), whole.replace("# --ascii", "").replace("pbntools show", "pbntools shows")) == [
        "no section for pbntools show",
        "pbntools show: --ascii is not mentioned",
    ]


def test_an_unhelpful_command_fails() -> None:
    assert unhelpful(fake_cli()) == [
        "pbntools show: no help",
        "pbntools show: no example in its help",
        "pbntools show: no help for --ascii",
    ]
