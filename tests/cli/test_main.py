"""The group of commands: what starts at once, what is said of misuse, completion."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

from pbntools import __version__
from pbntools.cli import main

Run = Any


def test_version() -> None:
    done = CliRunner().invoke(main, ["--version"])
    assert (done.exit_code, done.output) == (0, f"pbntools {__version__}\n")


@pytest.mark.parametrize("argument", ["--version", "--help", "-h"])
def test_starting_imports_nothing_but_click(argument: str, environment: dict[str, str]) -> None:
    code = (
        "import sys\n"
        "before = set(sys.modules)\n"
        "from pbntools.cli import main\n"
        f"main([{argument!r}], standalone_mode=False)\n"
        "new = {name.partition('.')[0] for name in set(sys.modules) - before}\n"
        "print(sorted(new - set(sys.stdlib_module_names)), file=sys.stderr)\n"
        "print(sorted(name for name in sys.modules if name.startswith('pbntools')), file=sys.stderr)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    assert done.stderr.splitlines()[-2:] == ["['click', 'pbntools']", "['pbntools', 'pbntools.cli']"]


def test_help_names_every_command() -> None:
    done = CliRunner().invoke(main, ["--help"])
    assert done.exit_code == 0
    for name in ("check", "score", "rulesets", "format", "show", "replay", "info", "rule"):
        assert f"\n  {name} " in done.output


@pytest.mark.parametrize("name", main.list_commands(click.Context(main)))
def test_every_command_has_help_with_examples(name: str) -> None:
    for flag in ("--help", "-h"):
        done = CliRunner().invoke(main, [name, flag])
        assert done.exit_code == 0
        assert f"pbntools {name} " in done.output.split("Examples:")[1]
        assert max(map(len, done.output.splitlines())) <= 80


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["chek", "a.pbn"], "No such command 'chek': did you mean 'check'?"),
        (
            ["frobnicate"],
            f"No such command 'frobnicate': expected one of {', '.join(main.list_commands(click.Context(main)))}.",
        ),
        (["check"], "Missing argument 'PATH...'. Give files or directories, or - for the standard input.\n"),
        (["check", "-o", "sarif", "a.pbn"], "'sarif' is a format: --output-format sarif was probably meant."),
        (["score", "--output", "json", "a.pbn"], "For a file of that name give ./json."),
        (["show", "-o", "text", "a.pbn"], "--output-format text was probably meant."),
        (["check", "--frob", "a.pbn"], "No such option"),
        (["check", "--fix", "--date-order", "dmy", "a.pbn"], "give --unsafe-fixes too"),
        (["check", "--fix", "--profile", "export", "a.pbn"], "mend the file first"),
        (["check", "--fail-on", "sometimes", "a.pbn"], "'error', 'warning', 'notice', 'never'"),
        (["check", "--output-format", "xml", "a.pbn"], "'sarif'"),
        (["check", "--encoding", "klingon", "a.pbn"], "'klingon' is no character set that is known: expected"),
        (["check", "--encoding", "base64", "a.pbn"], "'base64' is no character set that is known: expected"),
        (["check", "--encoding", "cp500", "a.pbn"], "Invalid value for '--encoding': 'cp500' writes some letters"),
        (["show", "--encoding", "utf-16", "a.pbn"], "UTF-16 needs no name"),
        (["check", "--jobs", "0", "a.pbn"], "0 is not in the range"),
        (["check", "--from", "chess", "a.pbn"], "'chess' is no format: expected one of pbn, "),
        (["check", "-", "-"], "given more than once"),
        (["check", "--statistics", "--output-format", "sarif", "a.pbn"], "--statistics goes with"),
        (["show"], "or - for the standard input."),
        (["show", "--record", "-1", "a.pbn"], "-1 is not in the range"),
    ],
)
def test_misuse_is_told_and_ends_with_2(arguments: list[str], message: str) -> None:
    done = CliRunner().invoke(main, arguments)
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


def test_no_command_shows_the_help_and_ends_with_2() -> None:
    done = CliRunner().invoke(main, [])
    assert done.exit_code == 2
    assert "Usage: pbntools" in done.stderr


@pytest.mark.parametrize(
    ("shell", "mark"), [("bash", "complete -o"), ("zsh", "#compdef"), ("fish", "complete --no-files")]
)
def test_completion_scripts(spawn: Run, shell: str, mark: str) -> None:
    done = spawn(env={"_PBNTOOLS_COMPLETE": f"{shell}_source"})
    assert done.status == 0
    assert mark in done.out
    assert not done.crashed


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("pbntools ", {"check", "score", "rulesets", "format", "show", "replay", "info", "rule"}),
        ("pbntools sh", {"show"}),
        ("pbntools check --st", {"--strict", "--statistics"}),
    ],
)
def test_completion_answers(spawn: Run, words: str, expected: set[str]) -> None:
    count = len(words.split(" ")) - 1
    done = spawn(env={"_PBNTOOLS_COMPLETE": "zsh_complete", "COMP_WORDS": words, "COMP_CWORD": str(count)})
    assert not done.crashed
    assert expected <= set(done.out.splitlines())


def test_it_runs_as_a_module(spawn: Run) -> None:
    done = spawn("--version", command=(sys.executable, "-m", "pbntools"))
    assert (done.status, done.out) == (0, f"pbntools {__version__}\n")
    done = spawn("frobnicate", command=(sys.executable, "-m", "pbntools"))
    assert done.status == 2
    assert "Usage: pbntools [OPTIONS]" in done.err


def test_it_runs_as_an_object_too(tmp_path: Path) -> None:
    path = tmp_path / "gone.pbn"
    assert main(["check", str(path)], standalone_mode=False) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no device that is always full")
@pytest.mark.parametrize(
    "arguments", [["--help"], ["--version"], ["check", "--help"], ["rule"], ["rule", "revoke"], ["show", "clean.pbn"]]
)
def test_no_room_for_the_output(folder: Path, environment: dict[str, str], arguments: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "pbntools", *arguments],
            cwd=folder,
            env=environment,
            stdout=full,
            stderr=subprocess.PIPE,
        )
    assert done.returncode == 2
    assert done.stderr.decode().startswith("pbntools: cannot write the standard output: ")
    assert done.stderr.count(b"\n") == 1


def test_an_interrupt_while_modules_are_loaded(environment: dict[str, str]) -> None:
    code = (
        "import sys\n"
        "class Interrupted:\n"
        "    def find_spec(self, name, path=None, target=None):\n"
        "        if name == 'click':\n"
        "            raise KeyboardInterrupt\n"
        "sys.meta_path.insert(0, Interrupted())\n"
        "from pbntools.__main__ import run\n"
        "run()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (130, "", "")


@pytest.mark.parametrize("name", ["utf-32", "utf-16", "cp037", "cp500"])
def test_an_encoding_that_is_no_superset_of_ascii(name: str) -> None:
    done = CliRunner().invoke(main, ["check", "--encoding", name, "a.pbn"])
    assert done.exit_code == 2
    assert f"{name!r} writes some letters and signs in other bytes than ASCII does" in done.stderr
