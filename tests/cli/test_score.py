"""``pbntools score``: recorded deals, and the calculator."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import CliRunner

from pbntools.cli import main

Run = Any

INTEGER_OR_NULL = {"type": ["integer", "null"]}
TEXT_OR_NULL = {"type": ["string", "null"]}
RECORD: dict[str, Any] = {
    "type": "object",
    "properties": {
        "path": {"type": "string"},
        "record": {"type": "integer", "minimum": 0},
        "board": TEXT_OR_NULL,
        "vulnerable": {"enum": ["None", "NS", "EW", "All", None]},
        "contract": {"type": ["string", "null"], "pattern": "^(Pass|[1-7](C|D|H|S|NT)X{0,2})$"},
        "declarer": {"enum": ["N", "E", "S", "W", None]},
        "tricks": {"type": ["integer", "null"], "minimum": 0, "maximum": 13},
        "tricks_source": {"enum": ["recorded", "claimed", "played", "deduced", "unknown"]},
        "tricks_played": INTEGER_OR_NULL,
        "adjustment": INTEGER_OR_NULL,
        "score_ns": INTEGER_OR_NULL,
        "recorded_score_ns": INTEGER_OR_NULL,
    },
}
RECORD["required"] = list(RECORD["properties"])
SCORES: dict[str, Any] = {
    "type": "object",
    "required": ["rules", "records"],
    "properties": {"rules": {"const": "duplicate"}, "records": {"type": "array", "items": RECORD}},
}


def scores(text: str) -> list[dict[str, Any]]:
    found = json.loads(text)
    jsonschema.validate(found, SCORES)
    records: list[dict[str, Any]] = found["records"]
    return records


@pytest.fixture
def session(tmp_path: Path, clean: str) -> Path:
    games = [
        clean.replace('[Result "7"]', '[Result "7"]\n[Score "NS 90"]'),
        clean.replace('[Result "7"]', '[Result "7"]\n[Score "NS 120"]').replace('[Board "1"]', '[Board "5"]'),
        clean.replace('[Result "7"]', '[Result "?"]').replace('[Board "1"]', '[Board "9"]'),
    ]
    (tmp_path / "session.pbn").write_text("\n".join(games))
    return tmp_path


def test_the_table(run: Run, session: Path) -> None:
    done = run("score", "session.pbn")
    assert done.status == 0
    assert [line.split() for line in done.out.splitlines()] == [
        ["session.pbn"],
        ["Board", "Vul", "Contract", "By", "Tricks", "NS", "score", "Recorded"],
        ["1", "None", "1NT", "N", "7", "recorded", "+90", "+90"],
        ["5", "None", "1NT", "N", "7", "recorded", "+90", "+120", "differs"],
        ["9", "None", "1NT", "N", "?", "no", "score:", "tricks", "unknown"],
    ]
    assert done.err == "scored 2 boards of 3 boards in 1 file: 1 differs from the recorded score\n"


def test_explain(run: Run, session: Path) -> None:
    lines = [line.split() for line in run("score", "--explain", "session.pbn").out.splitlines()]
    assert lines[3:5] == [["trick", "score", "+40", "Law", "77"], ["part", "score", "+50", "Law", "77"]]
    assert len(lines) == 5 + 2 * 2


def test_json(run: Run, session: Path) -> None:
    records = scores(run("score", "--output-format", "json", "session.pbn", "session.pbn").out)
    assert [record["score_ns"] for record in records] == [90, 90, None] * 2
    assert [record["recorded_score_ns"] for record in records] == [90, 120, None] * 2
    assert [record["record"] for record in records] == [0, 1, 2] * 2
    assert records[2]["reason"] == "tricks unknown"
    lines = run("score", "--output-format", "jsonl", "session.pbn", "session.pbn").out.splitlines()
    assert [json.loads(line) for line in lines] == records
    explained = scores(run("score", "--explain", "--output-format", "json", "session.pbn").out)
    assert [part["points"] for part in explained[0]["parts"]] == [40, 50]


def test_files_without_records_and_missing_ones(run: Run, folder: Path) -> None:
    done = run("score", "--output-format", "json", "empty.pbn")
    assert (done.status, scores(done.out)) == (1, [])
    assert done.err.startswith("pbntools: empty.pbn: no record in it\n")
    done = run("score", "--output-format", "json", "gone.pbn", "clean.pbn", "empty.pbn")
    assert done.status == 2
    assert [record["path"] for record in scores(done.out)] == ["clean.pbn"]
    assert "pbntools: gone.pbn: cannot be read: No such file or directory\n" in done.err


def test_the_standard_input(run: Run, clean: str) -> None:
    assert scores(run("score", "--output-format", "json", "-", stdin=clean.encode()).out)[0]["score_ns"] == 90


@pytest.mark.parametrize(
    ("options", "text"),
    [
        (
            ["--contract", "4SX", "--declarer", "N", "--tricks", "9", "--vulnerable"],
            "4♠X by N, vulnerable, 9 tricks (down 1): -200\n",
        ),
        (
            ["--contract", "4SXN", "--tricks", "9", "--not-vulnerable"],
            "4♠X by N, not vulnerable, 9 tricks (down 1): -100\n",
        ),
        (["--contract", "4sx", "--points", "-800", "--vulnerable"], "4♠X, vulnerable, -800: 7 tricks\n"),
        (["--contract", "4SX", "--points", "1", "--vulnerable"], "4♠X, vulnerable, +1: no number of tricks\n"),
        (["--contract", "Pass"], "Pass: 0\n"),
        (["--contract", "AP", "--points", "0"], "Pass: 0 is right for a pass-out\n"),
        (["--contract", "AP", "--points", "50"], "Pass: +50 is wrong: a pass-out scores 0\n"),
        (["--contract", "4S+1", "--vulnerable"], "4♠, vulnerable, 11 tricks (1 overtrick): +650\n"),
        (["--contract", "4S=", "--tricks", "10", "--vulnerable"], "4♠, vulnerable, 10 tricks (made): +620\n"),
        (["--contract", "4S*N-1", "--vulnerable"], "4♠X by N, vulnerable, 9 tricks (down 1): -200\n"),
        (
            ["--contract", "3nt", "--tricks", "9"],
            "3NT, not vulnerable, 9 tricks (made): +400\n3NT, vulnerable, 9 tricks (made): +600\n",
        ),
    ],
)
def test_the_calculator(options: list[str], text: str) -> None:
    done = CliRunner().invoke(main, ["score", *options])
    assert (done.exit_code, done.stdout) == (0, text)


def test_the_calculator_explains() -> None:
    done = CliRunner().invoke(main, ["score", "--contract", "6NXX", "--tricks", "13", "--vulnerable", "--explain"])
    lines = [line.split() for line in done.stdout.splitlines()]
    assert lines[0][-1] == "+2510"
    assert sum(int(line[-3]) for line in lines[1:]) == 2510
    assert all(line[-2:] == ["Law", "77"] for line in lines[1:])


@pytest.mark.parametrize(
    ("declarer", "vulnerable", "score", "score_ns"),
    [("N", True, -200, -200), ("E", True, -200, 200), (None, False, -100, None)],
)
def test_the_calculator_in_json(declarer: str | None, vulnerable: bool, score: int, score_ns: int | None) -> None:
    options = ["--declarer", declarer] if declarer else []
    flag = "--vulnerable" if vulnerable else "--not-vulnerable"
    done = CliRunner().invoke(
        main, ["score", "--contract", "4SX", "--tricks", "9", flag, *options, "--output-format", "json"]
    )
    found = json.loads(done.stdout)
    assert found["rules"] == "duplicate"
    (record,) = found["records"]
    assert set(RECORD["required"]) <= set(record)
    assert (record["contract"], record["declarer"], record["tricks"]) == ("4SX", declarer, 9)
    assert (record["score"], record["score_ns"], record["declarer_vulnerable"]) == (score, score_ns, vulnerable)
    assert sum(part["points"] for part in record["parts"]) == score


def test_the_inverse_in_json() -> None:
    done = CliRunner().invoke(main, ["score", "--contract", "1NT", "--points", "90", "--output-format", "jsonl"])
    records = [json.loads(line) for line in done.stdout.splitlines()]
    assert [(record["declarer_vulnerable"], record["possible_tricks"]) for record in records] == [
        (False, [7]),
        (True, [7]),
    ]
    assert all(record["possible"] for record in records)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ([], "Nothing to score: give a PATH, - for the standard input, or --contract."),
        (["--as", "rubbre", "a.pbn"], "--as: 'rubbre' is not a rule set: did you mean 'rubber'? expected one of dup"),
        (["--tricks", "9", "a.pbn"], "--tricks goes with --contract"),
        (["--points", "9", "a.pbn"], "--points goes with --contract"),
        (["--declarer", "N", "a.pbn"], "--declarer goes with --contract"),
        (["--vulnerable", "a.pbn"], "--vulnerable goes with --contract"),
        (["--contract", "4S"], "Give --tricks, or a result as in 4S+1, or --points"),
        (["--contract", "4S", "--tricks", "9", "--points", "1"], "either the tricks or --points"),
        (["--contract", "4S", "--tricks", "9", "a.pbn"], "either files or --contract"),
        (["--contract", "8S", "--tricks", "9"], "8S"),
        (["--contract", "", "--tricks", "9"], "Invalid value"),
        (["--contract", "4S=", "--tricks", "9"], "--contract says 10 tricks, --tricks says 9"),
        (["--contract", "4S=", "--points", "420"], "either the tricks or --points"),
        (["--contract", "4S=", "--board", "1"], "--board, --record and --room go with files"),
        (["--board", "1,,2", "a.pbn"], "'1,,2' is no list of boards"),
        (["--contract", "4S", "--tricks", "14"], "14 is not in the range"),
        (["--contract", "4S", "--tricks", "9", "--declarer", "Q"], "'Q' is not a seat"),
        (["--contract", "4SN", "--tricks", "9", "--declarer", "E"], "--contract says N, --declarer says E"),
    ],
)
def test_misuse(options: list[str], message: str) -> None:
    done = CliRunner().invoke(main, ["score", *options])
    assert done.exit_code == 2
    assert message in done.stderr
    assert done.stdout == ""


@pytest.mark.parametrize(("points", "possible"), [("0", True), ("50", False)])
def test_the_inverse_of_a_pass_out_in_json(points: str, possible: bool) -> None:
    done = CliRunner().invoke(main, ["score", "--contract", "AP", "--points", points, "--output-format", "jsonl"])
    found = json.loads(done.stdout)
    assert (found["possible"], found["possible_tricks"]) == (possible, [])


@pytest.fixture
def match(tmp_path: Path, clean: str) -> Path:
    games = [
        clean.replace('[Board "1"]', f'[Board "{board}"]\n[Room "{room}"]\n[Table "4"]')
        for board, room in (("1", "Open"), ("2", "Open"), ("1", "Closed"), ("3", "Closed"))
    ]
    (tmp_path / "match.pbn").write_text("\n".join(games))
    return tmp_path


def test_rows_of_one_board_are_told_apart(run: Run, match: Path) -> None:
    lines = [line.split() for line in run("score", "match.pbn").out.splitlines()]
    assert lines[1][:4] == ["Board", "Record", "Room", "Vul"]
    assert [line[:3] for line in lines[2:]] == [
        ["1", "0", "Open"],
        ["2", "1", "Open"],
        ["1", "2", "Closed"],
        ["3", "3", "Closed"],
    ]
    assert run("score", "--explain", "match.pbn").out.splitlines()[1].split()[:3] == ["Board", "Record", "Room"]
    text = (match / "match.pbn").read_text().replace('[Room "Open"]', "").replace('[Room "Closed"]', "")
    (match / "tables.pbn").write_text(text)
    assert run("score", "tables.pbn").out.splitlines()[1].split()[:3] == ["Board", "Record", "Table"]
    (match / "bare.pbn").write_text(text.replace('[Table "4"]', '[Table "?"]'))
    assert run("score", "bare.pbn").out.splitlines()[1].split()[:3] == ["Board", "Record", "Vul"]


def test_only_what_is_listed_decides_on_the_columns(run: Run, match: Path) -> None:
    assert "Record " not in run("score", "--room", "open", "match.pbn").out
    assert "Record " in run("score", "--board", "1", "match.pbn").out


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        (["--board", "1"], [0, 2]),
        (["--board", "2-3"], [1, 3]),
        (["--record", "3", "--record", "1"], [1, 3]),
        (["--room", "closed"], [2, 3]),
        (["--room", "closed", "--board", "1"], [2]),
    ],
)
def test_which_records(run: Run, match: Path, options: list[str], expected: list[int]) -> None:
    done = run("score", *options, "--output-format", "json", "match.pbn")
    assert [record["record"] for record in scores(done.out)] == expected
    number = len(expected)
    boards = f"{number} board{'s' if number > 1 else ''}"
    assert done.err.startswith(f"scored {boards} of {boards} chosen in 1 file: ")


def test_nothing_to_score(run: Run, match: Path) -> None:
    done = run("score", "--board", "9", "match.pbn")
    assert (done.status, done.out) == (1, "")
    assert done.err.startswith("pbntools: nothing to score: none of 4 records is board 9\n")


def test_room_and_table_in_json(run: Run, match: Path) -> None:
    (record,) = scores(run("score", "--record", "0", "--output-format", "json", "match.pbn").out)
    assert (record["room"], record["table"]) == ("Open", "4")


def test_results_that_the_cards_contradict_are_counted(run: Run) -> None:
    path = Path(__file__).parent.parent.parent / "fixtures" / "invalid" / "result-mismatch.pbn"
    done = run("score", path)
    assert done.err.endswith("0 differ from the recorded score, 1 result contradicts the cards\n")
    done = run("score", path, path)
    assert done.err.endswith("0 differ from the recorded score, 2 results contradict the cards\n")


def test_a_file_ends_with_the_closing_line(run: Run, match: Path) -> None:
    done = run("score", "-o", "out.txt", "match.pbn")
    assert done.out == ""
    assert (match / "out.txt").read_text().endswith("\n" + done.err)
    done = run("score", "-o", "out.json", "--output-format", "json", "match.pbn")
    assert len(scores((match / "out.json").read_text())) == 4
