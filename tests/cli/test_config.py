"""The configuration file."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbntools.cli.config import Config

Run = Any
FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "laws"


def codes(run: Run, *arguments: str) -> set[str]:
    done = run("check", "--output-format", "concise", *arguments)
    assert done.status in (0, 1), done.err
    return {line.split()[2] for line in done.out.splitlines()}


def write(folder: Path, text: str, name: str = ".pbntools.toml") -> None:
    (folder / name).write_text(text)


def test_ignore(run: Run, folder: Path) -> None:
    assert "AUC101" in codes(run, "bad.pbn")
    write(folder, 'ignore = ["insufficient-bid"]')
    assert "AUC101" not in codes(run, "bad.pbn")
    assert "AUC101" in codes(run, "--no-config", "bad.pbn")


def test_select_and_the_options(run: Run, folder: Path) -> None:
    write(folder, 'select = ["AUC"]\nignore = ["PBN"]')
    assert codes(run, "bad.pbn", "empty.pbn") == {"AUC101"}
    assert codes(run, "--ignore", "AUC101", "bad.pbn", "empty.pbn") == set()
    assert codes(run, "--select", "PBN001", "bad.pbn", "empty.pbn") == {"PBN001"}


def test_pyproject_and_which_one_counts(run: Run, folder: Path) -> None:
    write(folder, '[tool.other]\nx = 1\n[tool.pbntools]\nignore = ["AUC"]', "pyproject.toml")
    assert "AUC101" not in codes(run, "bad.pbn")
    write(folder, 'ignore = ["PBN001"]')
    assert {"AUC101"} <= codes(run, "bad.pbn", "empty.pbn")
    assert "PBN001" not in codes(run, "bad.pbn", "empty.pbn")


def test_a_pyproject_of_others_is_passed_over(run: Run, folder: Path) -> None:
    write(folder, 'ignore = ["PBN"]')
    write(folder / "below", '[project]\nname = "x"', "pyproject.toml")
    (folder / "below" / "none.pbn").write_text("")
    assert codes(run, "below/none.pbn") == set()


def test_the_nearest_above_each_file_counts(run: Run, folder: Path) -> None:
    (folder / "below" / "deep").mkdir()
    (folder / "below" / "deep" / "none.pbn").write_text("")
    write(folder, 'ignore = ["AUC"]')
    write(folder / "below", 'ignore = ["PBN001"]')
    found = codes(run, "bad.pbn", "empty.pbn", "below/deep/none.pbn")
    assert "AUC101" not in found
    assert "PBN001" in found
    assert codes(run, "below/deep/none.pbn") == set()


def test_rules_ignored_in_some_files(run: Run, folder: Path) -> None:
    write(folder, '[per-file-ignores]\n"below/*" = ["PBN001"]\n"bad.pbn" = ["AUC", "RES"]')
    (folder / "below" / "none.pbn").write_text("")
    assert codes(run, "below/none.pbn") == set()
    assert codes(run, "empty.pbn") == {"PBN001"}
    assert not {code[:3] for code in codes(run, "bad.pbn")} & {"AUC", "RES"}
    assert codes(run, "--select", "AUC101", "bad.pbn") == set()


def test_patterns_start_from_the_configurations_folder() -> None:
    config = Config("/a", per_file_ignores={"old/*.pbn": ("AUC",), "x.pbn": ("PLY",)})
    assert config.ignored_in("/a/old/x.pbn") == ("AUC", "PLY")
    assert config.ignored_in("/a/old/deep/y.pbn") == ("AUC",)
    assert config.ignored_in("/a/new/x.pbn") == ("PLY",)
    assert config.ignored_in("/a/new/y.pbn") == ()


def test_the_standard_input_takes_the_working_folders(run: Run, folder: Path) -> None:
    write(folder, 'ignore = ["AUC"]')
    done = run("check", "-", stdin=(folder / "bad.pbn").read_bytes())
    assert "AUC101" not in done.out


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ignore = [", "not valid TOML"),
        ("ingore = []", "'ingore' is not a setting: did you mean 'ignore'?"),
        ("colour = 1", "'colour' is not a setting: expected select, ignore, per-file-ignores"),
        ('ignore = "AUC"', "ignore: a list of rules is expected"),
        ("select = [1]", "select: a list of rules is expected"),
        ('select = ["AUX101"]', "select: 'AUX101' names no rule: did you mean AUC101"),
        ("per-file-ignores = []", "per-file-ignores: a table of paths is expected"),
        ('[per-file-ignores]\n"*" = ["zz"]', "per-file-ignores, '*': 'zz' names no rule"),
        ("a = '\x1b[31m'", "not valid TOML"),
        ('laws = "1943"', "laws: '1943' is not an edition of the Laws known here: expected one of 2017, 2007, 1997"),
        ("laws = 2007", "laws: 2007 is not an edition of the Laws known here: expected one of 2017, 2007, 1997"),
        ("laws = []", "laws: [] is not an edition"),
        ('screens = "yes"', "screens: true or false is expected"),
    ],
)
def test_a_broken_configuration_ends_the_run_with_2(run: Run, folder: Path, text: str, message: str) -> None:
    write(folder, text)
    done = run("check", "clean.pbn")
    assert done.status == 2
    assert ".pbntools.toml: " in done.err
    assert message in done.err
    assert not done.crashed
    assert "\x1b" not in done.err
    assert run("check", "--no-config", "clean.pbn").status == 0


def test_a_broken_table_in_pyproject_names_it(run: Run, folder: Path) -> None:
    write(folder, "[tool]\npbntools = 3", "pyproject.toml")
    done = run("check", "clean.pbn")
    assert done.status == 2
    assert "pyproject.toml: [tool.pbntools]: a table is expected" in done.err


def test_a_folder_of_that_name_is_passed_over(run: Run, folder: Path) -> None:
    (folder / "pyproject.toml").mkdir()
    assert run("check", "clean.pbn").status == 0


def test_a_configuration_that_is_no_text(run: Run, folder: Path) -> None:
    (folder / ".pbntools.toml").write_bytes(b"\xff\xfe\x00")
    assert run("check", "clean.pbn").status == 2


def test_the_edition_and_screens_are_those_of_the_command_line_or_of_the_configuration(run: Run, folder: Path) -> None:
    (folder / "old.pbn").write_bytes((FIXTURES / "revoke-won-by-partner.pbn").read_bytes())
    (folder / "below" / "new.pbn").write_bytes((FIXTURES / "revoke-won-by-partner.pbn").read_bytes())

    def editions(*arguments: str) -> dict[str, set[str]]:
        done = run("check", "--output-format", "json", *arguments, ".")
        found: dict[str, set[str]] = {}
        for diagnostic in json.loads(done.out)["diagnostics"]:
            if diagnostic["rule"] == "revoke":
                found.setdefault(diagnostic["path"], set()).add(diagnostic["edition"])
        return found

    assert editions() == {"./below/new.pbn": {"2017"}, "./old.pbn": {"2017"}}
    write(folder, 'laws = "1997"')
    write(folder / "below", 'laws = "2007"')
    assert editions() == {"./below/new.pbn": {"2007"}, "./old.pbn": {"1997"}}
    assert editions("--laws", "2017") == {"./below/new.pbn": {"2017"}, "./old.pbn": {"2017"}}
    assert editions("--no-config") == {"./below/new.pbn": {"2017"}, "./old.pbn": {"2017"}}


def test_screens_of_the_configuration(run: Run, folder: Path) -> None:
    (folder / "screens.pbn").write_bytes((FIXTURES / "insufficient-bid-corrected-to-double.pbn").read_bytes())

    def behind_screens(*arguments: str) -> bool:
        done = run("check", *arguments, "screens.pbn")
        assert done.status in (0, 1)
        return "behind the screen carries no further rectification" in done.out

    assert not behind_screens()
    assert behind_screens("--screens")
    write(folder, "screens = true")
    assert behind_screens()
    assert not behind_screens("--no-screens")
    assert not behind_screens("--no-config")
