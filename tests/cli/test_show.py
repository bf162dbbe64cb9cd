"""``pbntools show``: which records, and their JSON."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

Run = Any

TEXT_OR_NULL = {"type": ["string", "null"]}
SEAT = {"enum": ["N", "E", "S", "W", None]}
CARD = {"type": ["string", "null"], "pattern": "^[SHDC][AKQJT2-9]$"}
BY_SEAT = {
    "type": "object",
    "required": ["N", "E", "S", "W"],
    "additionalProperties": TEXT_OR_NULL,
    "maxProperties": 4,
}
PROPERTIES: dict[str, Any] = {
    "path": {"type": "string"},
    "record": {"type": "integer", "minimum": 0},
    "board": TEXT_OR_NULL,
    "deal": BY_SEAT,
    "dealer": SEAT,
    "vulnerable": {"enum": ["None", "NS", "EW", "All", None]},
    "calls": {"type": "array", "items": {"type": ["string", "null"], "pattern": "^(Pass|XX?|[1-7](C|D|H|S|NT))$"}},
    "play": {
        "type": "array",
        "items": {
            "type": "object",
            "required": ["leader", "cards", "winner"],
            "properties": {
                "leader": SEAT,
                "winner": SEAT,
                "cards": {"type": "array", "minItems": 4, "maxItems": 4, "items": CARD},
            },
        },
    },
    "contract": TEXT_OR_NULL,
    "contract_source": TEXT_OR_NULL,
    "declarer": SEAT,
    "declarer_source": TEXT_OR_NULL,
    "result": {
        "type": "object",
        "required": ["tricks", "source"],
        "properties": {"source": {"enum": ["recorded", "claimed", "played", "deduced", "unknown"]}},
    },
    "players": BY_SEAT,
    "event": TEXT_OR_NULL,
    "room": TEXT_OR_NULL,
    "notes": {"type": "object"},
    "comments": {"type": "array", "items": {"type": "object", "required": ["text", "owner", "of"]}},
    "tags": {"type": "object", "additionalProperties": {"type": "string"}},
}
RECORDS: dict[str, Any] = {
    "type": "array",
    "items": {"type": "object", "required": list(PROPERTIES), "properties": PROPERTIES},
}


def records(text: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(text)
    jsonschema.validate(found, RECORDS)
    return found


@pytest.fixture
def match(tmp_path: Path, clean: str) -> Path:
    games = [
        clean.replace('[Board "1"]', f'[Board "{board}"]\n[Room "{room}"]')
        for board, room in (("1", "Open"), ("1", "Closed"), ("02", "Open"), ("2A", "Closed"))
    ]
    (tmp_path / "match.pbn").write_text("\n".join(games))
    return tmp_path


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ([], [0, 1, 2, 3]),
        (["--board", "1"], [0, 1]),
        (["--board", "2"], [2]),
        (["--board", "02"], [2]),
        (["--board", "2A", "--board", "1"], [0, 1, 3]),
        (["--board", "2A, 1"], [0, 1, 3]),
        (["--board", "1-2"], [0, 1, 2]),
        (["--board", "2-7,2A"], [2, 3]),
        (["--record", "2"], [2]),
        (["--record", "0", "--record", "3"], [0, 3]),
        (["--room", "open"], [0, 2]),
        (["--room", "CLOSED", "--board", "1"], [1]),
    ],
)
def test_which_records(run: Run, match: Path, options: list[str], expected: list[int]) -> None:
    done = run("show", *options, "--output-format", "json", "match.pbn")
    assert done.status == 0
    assert [record["record"] for record in records(done.out)] == expected
    lines = run("show", *options, "--output-format", "jsonl", "match.pbn").out.splitlines()
    assert [json.loads(line)["record"] for line in lines] == expected
    text = run("show", *options, "match.pbn")
    assert text.out.count("Contract: 1NT by North (recorded)") == len(expected)
    assert text.err.startswith(f"showed {len(expected)} board")


@pytest.mark.parametrize(
    ("options", "wanted"),
    [
        (["--board", "99"], "board 99"),
        (["--board", "1", "--record", "3"], "board 1, record 3"),
        (["--room", "x\x1b"], "of the room x\\x1b"),
    ],
)
def test_nothing_to_show(run: Run, match: Path, options: list[str], wanted: str) -> None:
    done = run("show", *options, "--output-format", "json", "match.pbn")
    assert done.status == 1
    assert records(done.out) == []
    assert f"pbntools: nothing to show: none of 4 records is {wanted}\n" in done.err


def test_files_without_records_and_missing_ones(run: Run, folder: Path) -> None:
    done = run("show", "--output-format", "json", "empty.pbn")
    assert (done.status, records(done.out)) == (1, [])
    assert done.err.startswith("pbntools: empty.pbn: no record in it\n")
    done = run("show", "--output-format", "json", "gone.pbn", "clean.pbn")
    assert done.status == 2
    assert [record["path"] for record in records(done.out)] == ["clean.pbn"]


def test_directories(run: Run, folder: Path) -> None:
    (folder / "hollow").mkdir()
    done = run("show", "--output-format", "json", "below", "hollow")
    assert done.status == 2
    assert [record["board"] for record in records(done.out)] == ["1", "5"]
    assert "pbntools: hollow: no file in it ends in .pbn, .lin, " in done.err


def test_a_fault_of_ours_does_not_cost_the_other_files(run: Run, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stumble(*_: object) -> None:
        raise ZeroDivisionError("oops\x1b")

    monkeypatch.setattr("pbntools.checking.resolve", stumble)
    done = run("show", "clean.pbn", "gone.pbn")
    assert done.status == 2
    assert (
        "clean.pbn: record 0: internal error, please report it: ZeroDivisionError: oops\\x1b (test_show.py, line "
        in done.err
    )
    assert "gone.pbn: cannot be read" in done.err


def test_errors_in_the_text_are_mentioned(run: Run, tmp_path: Path, clean: str) -> None:
    (tmp_path / "a.pbn").write_text(clean.replace("Pass\n", "Pass huh\n"))
    done = run("show", "a.pbn")
    assert done.status == 0
    assert done.err == "showed 1 board of 1 board in 1 file; 1 error in the text ('pbntools check' tells)\n"


def test_records_are_set_apart(run: Run, match: Path) -> None:
    out = run("show", "match.pbn").out
    assert out.count("\n\nBoard ") == 3
    assert "\n\n\nBoard" not in out


def test_suits_as_symbols_and_letters(run: Run, match: Path) -> None:
    assert "♠ T53" in run("show", "--record", "0", "match.pbn").out
    assert "S T53" in run("show", "--record", "0", "--ascii", "match.pbn").out


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("1-1", ["1-1"]),
        ("1-3", ["2", "1-3", "3"]),
        ("3-1", ["3-1"]),
        ("1,2", ["2", "1,2"]),
        ("2-9,1-1", ["2", "3", "1-1"]),
        ("02", []),
    ],
)
def test_a_label_that_looks_like_a_range_or_a_list(
    run: Run, tmp_path: Path, clean: str, text: str, meant: list[str]
) -> None:
    labels = ["2", "1-3", "3", "1-1", "3-1", "1,2"]
    (tmp_path / "a.pbn").write_text("\n".join(clean.replace('[Board "1"]', f'[Board "{at}"]') for at in labels))
    done = run("show", "--board", text, "--output-format", "json", "a.pbn")
    assert [record["board"] for record in records(done.out)] == meant


def test_a_file_ends_with_the_closing_line(run: Run, match: Path) -> None:
    done = run("show", "-o", "out.txt", "match.pbn")
    assert (match / "out.txt").read_text() == run("show", "match.pbn").out + "\n" + done.err
    run("show", "-o", "out.json", "--output-format", "json", "match.pbn")
    assert len(records((match / "out.json").read_text())) == 4
