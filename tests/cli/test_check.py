"""``pbntools check``: what it prints in each format, and its exit status."""

import json
from importlib import import_module
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from pbntools.cli import main
from pbntools.rules import RULES

Run = Any

TEXT_OR_NULL = {"type": ["string", "null"]}
NUMBER_OR_NULL = {"type": ["integer", "null"], "minimum": 1}
EDIT: dict[str, Any] = {
    "type": "object",
    "required": ["offset", "end_offset", "line", "column", "end_line", "end_column", "text"],
    "additionalProperties": False,
    "properties": {
        **{name: {"type": "integer", "minimum": 0} for name in ("offset", "end_offset")},
        **{name: {"type": "integer", "minimum": 1} for name in ("line", "column", "end_line", "end_column")},
        "text": {"type": "string"},
    },
}
DIAGNOSTIC: dict[str, Any] = {
    "type": "object",
    "required": [
        *("code", "rule", "severity", "message", "law", "edition", "path", "line", "column", "end_line", "end_column"),
        *("record", "board", "seat", "call", "trick", "card", "alternatives", "fix"),
    ],
    "properties": {
        "code": {"type": "string", "pattern": "^[A-Z]{3}[0-9]{3}$"},
        "rule": {"type": "string", "pattern": "^[a-z0-9-]+$"},
        "severity": {"enum": ["error", "warning", "notice"]},
        "message": {"type": "string", "minLength": 1},
        "law": TEXT_OR_NULL,
        "edition": TEXT_OR_NULL,
        "path": {"type": "string"},
        "line": NUMBER_OR_NULL,
        "column": NUMBER_OR_NULL,
        "end_line": NUMBER_OR_NULL,
        "end_column": NUMBER_OR_NULL,
        "record": {"type": ["integer", "null"], "minimum": 0},
        "board": TEXT_OR_NULL,
        "seat": {"enum": ["N", "E", "S", "W", None]},
        "call": NUMBER_OR_NULL,
        "trick": NUMBER_OR_NULL,
        "card": {"type": ["string", "null"], "pattern": "^[SHDC][AKQJT2-9]$"},
        "alternatives": {
            "type": "array",
            "items": {"type": "object", "required": ["reading", "contract", "declarer", "law"]},
        },
        "fix": {
            "type": ["object", "null"],
            "required": ["message", "applicability", "edits"],
            "additionalProperties": False,
            "properties": {
                "message": {"type": "string", "minLength": 1},
                "applicability": {"enum": ["safe", "unsafe"]},
                "edits": {"type": "array", "items": EDIT},
            },
        },
    },
}
COUNT = {"type": "integer", "minimum": 0}
COUNTS: dict[str, Any] = {"records": COUNT, "errors": COUNT, "warnings": COUNT, "notices": COUNT}
REPORT: dict[str, Any] = {
    "type": "object",
    "required": ["version", "diagnostics", "files", "summary"],
    "properties": {
        "version": {"const": 1},
        "diagnostics": {"type": "array", "items": DIAGNOSTIC},
        "files": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["path", "format", "encoding", *COUNTS],
                "properties": COUNTS | {"path": {"type": "string"}, "format": {"const": "pbn"}},
            },
        },
        "failures": {"type": "array", "items": {"type": "object", "required": ["path", "message"]}},
        "summary": {"type": "object", "required": ["files", *COUNTS], "properties": COUNTS | {"files": COUNT}},
        "statistics": {"type": "array"},
    },
}


def report(text: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(text)
    jsonschema.validate(found, REPORT)
    return found


def test_a_clean_file_says_nothing_but_the_summary(run: Run, folder: Path) -> None:
    done = run("check", "clean.pbn")
    assert (done.status, done.out) == (0, "")
    assert done.err == "checked 1 file, 1 board: 0 errors, 0 warnings, 0 notices\n"


def test_an_error_is_shown_with_its_place_law_and_help(run: Run, folder: Path) -> None:
    done = run("check", "--select", "AUC101", "bad.pbn")
    assert done.status == 1
    first, source, carets, *rest = done.out.splitlines()
    assert first.startswith("bad.pbn:17:4: error AUC101 insufficient-bid: ")
    assert source == "17 | 1S 1H Pass Pass"
    assert carets == "   |    ^^"
    assert rest[:2] == ["   = board 1 (record 0)", "   = law: Law 27A (2017)"]
    assert any("= alternative: " in line and "2H" in line for line in rest)
    assert done.err == "checked 1 file, 1 board: 1 error, 0 warnings, 0 notices\n"


def test_concise(run: Run, folder: Path) -> None:
    done = run("check", "--output-format", "concise", "--select", "AUC101", "bad.pbn")
    assert done.out.count("\n") == 1
    assert done.out.startswith("bad.pbn:17:4: error AUC101 insufficient-bid: ")


@pytest.mark.parametrize(
    ("options", "status"),
    [
        ([], 1),
        (["--fail-on", "error"], 1),
        (["--fail-on", "notice"], 1),
        (["--fail-on", "never"], 0),
        (["--ignore", "AUC,RES"], 0),
        (["--ignore", "AUC", "--ignore", "result-mismatch"], 0),
        (["--select", "PBN", "--select", "deal-unreadable,DEA1"], 0),
        (["--select", "insufficient-bid"], 1),
        (["--select", "auc1"], 1),
        (["--select", "AUC", "--ignore", "AUC101"], 0),
    ],
)
def test_exit_status_by_what_counts(run: Run, folder: Path, options: list[str], status: int) -> None:
    assert run("check", *options, "bad.pbn").status == status


def test_exit_status_by_severity(run: Run, tmp_path: Path, clean: str) -> None:
    (tmp_path / "notice.pbn").write_text(clean.replace('[Dealer "N"]', '[Dealer "N"]\n[Scribe "Ada"]'))
    (tmp_path / "warning.pbn").write_text(clean.replace('[Dealer "N"]', '[Dealer "N"]\n[Dealer "N"]'))
    found = {
        (name, *options): run("check", *options, f"{name}.pbn").status
        for name in ("notice", "warning")
        for options in ((), ("--fail-on", "warning"), ("--fail-on", "notice"), ("--strict",))
    }
    assert found == {
        ("notice",): 0,
        ("notice", "--fail-on", "warning"): 0,
        ("notice", "--fail-on", "notice"): 1,
        ("notice", "--strict"): 0,
        ("warning",): 0,
        ("warning", "--fail-on", "warning"): 1,
        ("warning", "--fail-on", "notice"): 1,
        ("warning", "--strict"): 1,
    }


def test_strict_says_error(run: Run, tmp_path: Path, clean: str) -> None:
    (tmp_path / "a.pbn").write_text(clean.replace('[Dealer "N"]', '[Dealer "N"]\n[Dealer "N"]'))
    done = run("check", "--strict", "a.pbn")
    assert ": error PBN107 duplicate-tag: " in done.out
    assert done.err.endswith(": 1 error, 0 warnings, 0 notices\n")


def test_files_go_on_after_one_that_cannot_be_read(run: Run, folder: Path) -> None:
    done = run("check", "gone.pbn", "bad.pbn", "also-gone.pbn", "clean.pbn")
    assert done.status == 2
    assert "bad.pbn:17:4: error" in done.out
    assert done.err.splitlines()[:2] == [
        "pbntools: gone.pbn: cannot be read: No such file or directory",
        "pbntools: also-gone.pbn: cannot be read: No such file or directory",
    ]
    assert done.err.splitlines()[2].startswith("checked 2 files, 2 boards: ")
    assert done.err.endswith("; 2 paths could not be read\n")


CHECK = import_module("pbntools.checking")


def test_a_file_that_may_not_be_read(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # No mode of a file stops the superuser, who runs these tests in containers.
    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", "bad.pbn")

    monkeypatch.setattr(CHECK, "check", refuse)
    done = CliRunner().invoke(main, ["check", str(folder / "bad.pbn")])
    assert done.exit_code == 2
    assert "bad.pbn: cannot be read: Permission denied\n" in done.stderr


def test_a_fault_of_ours_does_not_cost_the_other_files(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    real = CHECK.check

    def stumble(source: Any, *, name: str, **rest: Any) -> Any:
        if name.endswith("clean.pbn"):
            raise ZeroDivisionError("oops")
        return real(source, name=name, **rest)

    monkeypatch.setattr(CHECK, "check", stumble)
    done = CliRunner().invoke(main, ["check", str(folder / "clean.pbn"), str(folder / "bad.pbn")])
    assert done.exit_code == 2
    assert "clean.pbn: internal error, please report it: ZeroDivisionError: oops" in done.stderr
    assert "insufficient-bid" in done.stdout


@pytest.mark.parametrize("form", ["text", "concise", "json", "jsonl", "sarif", "github"])
@pytest.mark.parametrize("name", ["empty.pbn", "below/letter.txt"])
def test_a_file_without_a_record_is_an_error(run: Run, folder: Path, name: str, form: str) -> None:
    done = run("check", "--output-format", form, name)
    assert done.status == 1
    assert "PBN001" in done.out
    assert not done.crashed


def test_directories_are_walked_in_order(run: Run, folder: Path) -> None:
    done = run("check", "--output-format", "json", ".")
    paths = [entry["path"] for entry in report(done.out)["files"]]
    assert paths == ["./bad.pbn", "./clean.pbn", "./empty.pbn", "./below/two.PBN"]
    assert done.status == 1


def test_a_named_file_is_read_whatever_its_name(run: Run, folder: Path, clean: str) -> None:
    (folder / "notes.txt").write_text(clean)
    assert run("check", "notes.txt").status == 0


def test_a_directory_without_records_is_told(run: Run, folder: Path) -> None:
    (folder / "hollow").mkdir()
    done = run("check", "hollow", "clean.pbn")
    assert done.status == 2
    assert "pbntools: hollow: no file in it ends in .pbn, .lin, " in done.err
    assert "checked 1 file, 1 board" in done.err


def test_the_standard_input(run: Run, folder: Path) -> None:
    done = run(
        "check", "--ignore", "EVT", "--output-format", "json", "-", "clean.pbn", stdin=(folder / "bad.pbn").read_bytes()
    )
    found = report(done.out)
    assert [entry["path"] for entry in found["files"]] == ["-", "clean.pbn"]
    assert {entry["path"] for entry in found["diagnostics"]} == {"-"}
    assert done.status == 1


def test_json(run: Run, folder: Path) -> None:
    done = run("check", "--output-format", "json", "bad.pbn", "clean.pbn", "gone.pbn")
    assert done.status == 2
    found = report(done.out)
    bid = next(entry for entry in found["diagnostics"] if entry["rule"] == "insufficient-bid")
    assert {key: bid[key] for key in ("path", "line", "column", "end_line", "end_column")} == {
        "path": "bad.pbn",
        "line": 17,
        "column": 4,
        "end_line": 17,
        "end_column": 6,
    }
    assert (bid["record"], bid["board"], bid["seat"], bid["call"]) == (0, "1", "E", 2)
    assert (bid["law"], bid["edition"]) == ("27A", "2017")
    assert bid["alternatives"][0]["contract"] == "2H"
    assert found["failures"] == [{"path": "gone.pbn", "message": "cannot be read: No such file or directory"}]
    errors = sum(entry["severity"] == "error" for entry in found["diagnostics"])
    assert found["summary"]["errors"] == found["files"][0]["errors"] == errors
    assert (found["summary"]["files"], found["summary"]["records"]) == (2, 2)


def test_json_without_a_diagnostic(run: Run, folder: Path) -> None:
    found = report(run("check", "--output-format", "json", "clean.pbn").out)
    assert found["diagnostics"] == []
    assert found["summary"] == {"files": 1, "records": 1, "errors": 0, "warnings": 0, "notices": 0}


def test_jsonl_holds_the_same_diagnostics(run: Run, folder: Path) -> None:
    lines = run("check", "--output-format", "jsonl", ".").out.splitlines()
    whole = report(run("check", "--output-format", "json", ".").out)
    assert [json.loads(line) for line in lines] == whole["diagnostics"]
    assert lines


def test_sarif_and_github_hold_the_same_diagnostics(run: Run, folder: Path) -> None:
    whole = report(run("check", "--output-format", "json", ".").out)["diagnostics"]
    results = json.loads(run("check", "--output-format", "sarif", ".").out)["runs"][0]["results"]
    assert [result["ruleId"] for result in results] == [entry["code"] for entry in whole]
    lines = run("check", "--output-format", "github", ".").out.splitlines()
    assert [line.split("title=")[1][:6] for line in lines] == [entry["code"] for entry in whole]


def test_statistics(run: Run, folder: Path) -> None:
    done = run("check", "--statistics", "bad.pbn", "empty.pbn")
    assert done.status == 1
    rows = [line.split()[:4] for line in done.out.splitlines()]
    assert ["1", "error", "AUC101", "insufficient-bid"] in rows
    assert ["1", "error", "PBN001", "no-records"] in rows
    found = report(run("check", "--statistics", "--output-format", "json", "bad.pbn", "empty.pbn").out)
    assert {"code": "AUC101", "rule": "insufficient-bid", "severity": "error", "count": 1} in found["statistics"]
    assert found["diagnostics"]


def test_frequent_notices_are_counted_unless_all_are_wanted(run: Run, tmp_path: Path) -> None:
    game = '[Event "Lesson"]\n[Board "{}"]\n[Deal "N:T53.Q5.AK32.KT72 Q96.JT7642.96.Q4 - -"]\n'
    (tmp_path / "many.pbn").write_text("\n".join(game.format(number) for number in range(1, 41)))
    done = run("check", "--select", "missing-tag", "many.pbn")
    assert done.out.count(": notice PBN108") == 1
    assert done.out.splitlines()[-2] == "many.pbn: … and 39 more missing-tag notices (--all lists them)"
    assert "40 notices" in done.err
    assert run("check", "--all", "--select", "PBN108", "many.pbn").out.count(": notice PBN108") == 40
    concise = run("check", "--select", "PBN108", "--output-format", "concise", "many.pbn")
    assert concise.out.count("\n") == 40
    assert (
        len(report(run("check", "--select", "PBN108", "--output-format", "json", "many.pbn").out)["diagnostics"]) == 40
    )


@pytest.mark.parametrize(
    ("option", "value", "hint"),
    [
        ("--select", "insuficient-bid", "did you mean insufficient-bid"),
        ("--ignore", "PBN108,AUX101", "'AUX101' names no rule: did you mean AUC101"),
        ("--select", "", "names no rule"),
        ("--ignore", "AUC,,PLY", "names no rule"),
    ],
)
def test_an_unknown_rule_is_misuse(run: Run, folder: Path, option: str, value: str, hint: str) -> None:
    done = run("check", option, value, "clean.pbn")
    assert done.status == 2
    assert hint in done.err
    assert done.out == ""


def test_every_rule_can_be_selected_by_name_and_code(run: Run, folder: Path) -> None:
    for texts in (RULES, [rule.name for rule in RULES.values()]):
        done = run("check", "--select", ",".join(texts), "bad.pbn")
        assert done.status == 1


def test_the_encoding_can_be_told(run: Run, tmp_path: Path, clean: str) -> None:
    (tmp_path / "a.pbn").write_bytes(clean.replace("Jonas Lind", "\u0141ukasz").encode("cp1250"))
    shown = run("show", "--encoding", "cp1250", "a.pbn")
    assert "\u0141ukasz" in shown.out
    assert run("check", "--encoding", "cp1250", "a.pbn").status == 0


def test_the_room_is_named(run: Run, folder: Path) -> None:
    text = (folder / "bad.pbn").read_text().replace('[Board "1"]', '[Board "1"]\n[Room "Closed"]')
    (folder / "room.pbn").write_text(text)
    assert "   = board 1, Closed room (record 0)\n" in run("check", "room.pbn").out
    assert run("check", "--output-format", "concise", "room.pbn").out.endswith(" [board 1]\n")


@pytest.fixture
def mixed(tmp_path: Path, clean: str) -> Path:
    """A file with a notice and a warning."""
    tags = '[Dealer "N"]\n[Dealer "N"]\n[Scribe "Ada"]'
    (tmp_path / "mixed.pbn").write_text(clean.replace('[Dealer "N"]', tags))
    return tmp_path


@pytest.mark.parametrize(
    ("options", "shown", "summary"),
    [
        ([], {"warning", "notice"}, "0 errors, 1 warning, 1 notice"),
        (["--level", "notice"], {"warning", "notice"}, "0 errors, 1 warning, 1 notice"),
        (["--level", "warning"], {"warning"}, "0 errors, 1 warning"),
        (["--level", "error"], set(), "0 errors"),
        (["--level", "error", "--strict"], {"error"}, "1 error"),
    ],
)
def test_the_level_says_what_is_shown_and_counted(
    run: Run, mixed: Path, options: list[str], shown: set[str], summary: str
) -> None:
    for form in ("text", "concise", "github", "jsonl"):
        out = run("check", *options, "--output-format", form, "mixed.pbn").out
        assert {word for word in ("error", "warning", "notice") if word in out} == shown
    found = run("check", *options, "--output-format", "json", "mixed.pbn")
    assert found.err == f"checked 1 file, 1 board: {summary}\n"
    whole = report(found.out)
    assert {entry["severity"] for entry in whole["diagnostics"]} == shown
    counts = {name: int(name in shown) for name in ("error", "warning", "notice")}
    for counted in (whole["summary"], whole["files"][0]):
        assert {name: counted[f"{name}s"] for name in counts} == counts
    rows = run("check", *options, "--statistics", "mixed.pbn").out.splitlines()
    assert {row.split()[1] for row in rows} == shown


def test_the_exit_status_does_not_depend_on_the_level(run: Run, mixed: Path) -> None:
    for jobs in ("1", "2"):
        done = run("check", "--jobs", jobs, "--level", "error", "--fail-on", "notice", "mixed.pbn", "mixed.pbn")
        assert (done.status, done.out) == (1, "")
    assert run("check", "--level", "error", "mixed.pbn").status == 0


@pytest.mark.parametrize("options", [[], ["--output-format", "concise"], ["--statistics"]])
def test_a_file_ends_with_the_closing_line(run: Run, folder: Path, options: list[str]) -> None:
    done = run("check", *options, "-o", "out.txt", "bad.pbn")
    text = (folder / "out.txt").read_text()
    assert done.out == ""
    assert done.err.startswith("checked 1 file")
    assert text == run("check", *options, "bad.pbn").out + done.err
    assert "checked" not in run("check", *options, "-o", "-", "bad.pbn").out


@pytest.mark.parametrize("form", ["json", "jsonl", "sarif", "github"])
def test_a_file_for_machines_has_no_closing_line(run: Run, folder: Path, form: str) -> None:
    run("check", "--output-format", form, "-o", "out.txt", "bad.pbn")
    assert (folder / "out.txt").read_text() == run("check", "--output-format", form, "bad.pbn").out


def test_a_terminal_is_told_how_rules_are_explained(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    hint = "'pbntools rule CODE' explains a rule\n"
    assert hint not in run("check", "bad.pbn").err
    monkeypatch.setattr("pbntools.cli.check.on_terminal", lambda: True)
    assert run("check", "bad.pbn").err.endswith(f" notices\n{hint}")
    assert hint not in run("check", "clean.pbn").err
    assert hint not in run("check", "--output-format", "concise", "bad.pbn").err


def test_explain_tells_what_was_expected(run: Run, tmp_path: Path, clean: str) -> None:
    path = tmp_path / "bad.pbn"
    path.write_text(clean.replace("1NT Pass Pass Pass", "1MT Pass Pass Pass").replace("2024.03.07", "7 March 2024"))
    plain = run("check", path)
    explained = run("check", "--explain", path)
    assert "= expected: a call: Pass, X, XX or a bid such as 1NT\n" in explained.out
    assert "= expected: a date: YYYY.MM.DD, with ? for what is not known\n" in explained.out
    assert plain.out == "".join(line for line in explained.out.splitlines(True) if "= expected:" not in line)
    found = json.loads(run("check", "--explain", "--output-format", "json", path).out)["diagnostics"]
    assert {d["rule"]: d.get("expected") for d in found}[
        "call-unreadable"
    ] == "a call: Pass, X, XX or a bid such as 1NT"
    assert not any(
        "expected" in d for d in json.loads(run("check", "--output-format", "json", path).out)["diagnostics"]
    )


def test_a_wrong_edition_is_misuse_and_names_the_choices() -> None:
    from pbntools.cli import options
    from pbntools.laws import CHOICES

    done = CliRunner().invoke(main, ["check", "--laws", "1943", "x.pbn"])
    assert done.exit_code == 2
    assert all(choice in done.stderr for choice in CHOICES)
    assert options.LAWS == CHOICES
