"""``pbntools replay``: text, JSON, web pages, and what it refuses."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from pbntools.cli import replay as replay_command
from pbntools.replaying import Replay
from pbntools.reports.board_words import result_lines
from tests.reports import replay_boards as boards

Run = Any

TEXT_OR_NULL = {"type": ["string", "null"]}
SEAT = {"enum": ["N", "E", "S", "W", None]}
CARD = {"type": ["string", "null"], "pattern": "^[SHDC][AKQJT2-9]$"}
HANDS = {"type": "object", "required": ["N", "E", "S", "W"], "additionalProperties": TEXT_OR_NULL}
POSITION = {
    "phase": {"enum": ["auction", "play", "over"]},
    "contract": TEXT_OR_NULL,
    "declarer": SEAT,
    "to_call": SEAT,
    "to_play": SEAT,
    "legal": {"type": "array", "items": {"type": "string"}},
    "dummy_shown": {"type": "boolean"},
    "hands": HANDS,
    "trick_number": {"type": ["integer", "null"], "minimum": 1, "maximum": 13},
    "trick": {"type": "array", "maxItems": 3, "items": {"type": "object", "required": ["seat", "card"]}},
    "last_trick": {"type": ["object", "null"], "required": ["leader", "first", "cards", "winner"]},
    "tricks": {"type": ["integer", "null"]},
    "won": {"type": "object", "required": ["NS", "EW"]},
}
STEP = {
    "step": {"type": "integer", "minimum": 0},
    "kind": {"enum": ["start", "call", "card"]},
    "seat": SEAT,
    "call": TEXT_OR_NULL,
    "card": CARD,
    "trick": {"type": ["integer", "null"]},
    "place": {"enum": [1, 2, 3, 4, None]},
    "suffix": TEXT_OR_NULL,
    "notes": {"type": "array"},
    "comments": {"type": "array"},
    "diagnostics": {"type": "array", "items": {"type": "object", "required": ["code", "severity", "law", "line"]}},
    "position": {"type": "object", "required": list(POSITION), "properties": POSITION},
}
RECORD = {
    "path": {"type": "string"},
    "record": {"type": "integer"},
    "board": TEXT_OR_NULL,
    "event": TEXT_OR_NULL,
    "room": TEXT_OR_NULL,
    "dealer": SEAT,
    "vulnerable": {"enum": ["None", "NS", "EW", "All", None]},
    "players": HANDS,
    "hidden": {"type": "array", "items": {"enum": ["N", "E", "S", "W"]}},
    "deal": HANDS,
    "contract": TEXT_OR_NULL,
    "declarer": SEAT,
    "result": {"type": "object", "required": ["tricks", "source"]},
    "score_ns": {"type": ["integer", "null"]},
    "ending": {"enum": ["passed out", "played", "claimed", "stopped", "continued", "not recorded"]},
    "steps": {"type": "array", "items": {"type": "object", "required": list(STEP), "properties": STEP}},
}
RECORDS = {"type": "array", "items": {"type": "object", "required": list(RECORD), "properties": RECORD}}


@pytest.fixture
def all_boards(tmp_path: Path) -> Path:
    path = tmp_path / "all.pbn"
    path.write_text(boards.ALL, encoding="utf-8")
    return path


def test_every_step_as_json(run: Run, all_boards: Path) -> None:
    done = run("replay", "--output-format", "json", all_boards)
    assert done.status == 0
    records = json.loads(done.out)
    jsonschema.validate(records, RECORDS)
    assert [len(record["steps"]) for record in records] == [27, 18, 18, 5, 20, 7]
    steps = records[4]["steps"]
    assert [step["step"] for step in steps] == list(range(20))
    revoke = steps[15]
    assert (revoke["seat"], revoke["card"], revoke["trick"], revoke["place"]) == ("E", "D3", 2, 4)
    assert [found["rule"] for found in revoke["diagnostics"]] == ["revoke"]
    assert revoke["diagnostics"][0]["law"] == "61A"
    assert steps[14]["position"]["legal"] == ["SJ", "S8", "S2"]
    assert revoke["position"]["last_trick"] == {
        "leader": "S",
        "first": "S",
        "cards": ["SK", "S3", "S4", "D3"],
        "winner": "S",
    }
    assert revoke["position"]["tricks"] == 2
    assert records[3]["ending"] == "passed out"
    assert records[0]["steps"][1]["notes"] == ["15 to 17, five spades possible"]
    assert records[0]["steps"][25]["comments"] == ["Dummy is high."]


def test_json_of_some_boards(run: Run, all_boards: Path) -> None:
    done = run("replay", "--board", "7", "--room", "closed", "--output-format", "jsonl", all_boards)
    (line,) = done.out.splitlines()
    assert json.loads(line)["room"] == "Closed"
    assert run("replay", "--board", "99", "--output-format", "json", all_boards).out == "[]\n"


def test_every_step_as_text(run: Run, all_boards: Path) -> None:
    done = run("replay", "--plain", "--board", "10", "--lang", "en", all_boards)
    assert done.status == 0
    lines = done.out.splitlines()
    assert lines[:2] == ["Board 10, dealer East, all vulnerable", "Spring Cup"]
    assert lines[2] == "  North   ♠A4 ♥KQ63 ♦AJT5 ♣QT7  Noble"
    assert "   2  South                   1NT" in lines
    assert "  11  Trick 1, South          ♥A  (South wins; NS 1 EW 0)" in lines
    at = lines.index("  15  Trick 2, East           ♦3  (South wins; NS 2 EW 0)")
    assert lines[at + 1].startswith("      ! error PLY305: A player does not follow suit although he could. (Law 61A)")
    assert "3NT by South: made, 2 overtricks (11 tricks, recorded)" in lines
    assert "replayed 1 board of 6 boards in 1 file" in done.err


def test_text_that_is_not_for_a_terminal_is_plain_by_itself(run: Run, all_boards: Path) -> None:
    shown = run("replay", "--board", "9", all_boards)
    assert shown.out == run("replay", "--plain", "--board", "9", all_boards).out
    assert "\x1b" not in shown.out
    wrong = run("replay", "--ascii", "--lang", "tr", "--board", "10", all_boards).out
    assert "2. love, Dogu D3 oynamis, ama elinde pik" in wrong
    assert "(SJ, S8 ve S2)" in wrong
    ascii_only = run("replay", "--ascii", "--lang", "tr", "--board", "8", all_boards)
    assert ascii_only.out.isascii()
    assert "1. love, Bati" in ascii_only.out


def test_ascii_has_letters_for_every_symbol_of_the_program(run: Run, tmp_path: Path) -> None:
    text = boards.CLOSED.replace('[Result "11"]', '[Result "12"]').replace("an unusual lead", "\\H, !D or ♠ – please")
    (tmp_path / "one.pbn").write_text(text, encoding="utf-8")
    for lang in ("en", "tr"):
        done = run("replay", "--ascii", "--plain", "--lang", lang, "one.pbn")
        assert done.out.isascii()
        assert "\\u" not in done.out
        assert "\\x" not in done.out
        assert "H, D or S - please" in done.out
    assert "Dogu    S" in done.out
    four = text.replace("6NTX", "4SX").replace("6NT", "4S").replace('"12"', '"10"')
    (tmp_path / "one.pbn").write_text(four, encoding="utf-8")
    assert "4SX by South: made" in run("replay", "--ascii", "--lang", "en", "one.pbn").out
    assert "4♠X by South: made" in run("replay", "--lang", "en", "one.pbn").out
    assert "♥, ♦ or ♠ – please" in run("replay", "--lang", "en", "one.pbn").out


def test_hidden_hands(run: Run, tmp_path: Path) -> None:
    lesson = boards.CLAIMED.replace('[Scoring "IMP"]', '[Scoring "IMP"]\n[Hidden "EW"]')
    (tmp_path / "lesson.pbn").write_text(lesson, encoding="utf-8")
    text = run("replay", "--lang", "en", "lesson.pbn").out
    assert "  East    hidden  Ebba" in text
    assert text.count("hidden") == 2
    assert "hidden" not in run("replay", "--lang", "en", "--hide", "none", "lesson.pbn").out
    assert run("replay", "--lang", "en", "--hide", "N", "lesson.pbn").out.count("hidden") == 1
    (tmp_path / "wrong.pbn").write_text(boards.REVOKE.replace("[Auction", '[Hidden "E"]\n[Auction'), encoding="utf-8")
    assert "PLY305" in run("replay", "--lang", "en", "wrong.pbn").out
    assert "but held" not in run("replay", "--lang", "en", "wrong.pbn").out
    assert "but held" in run("replay", "--lang", "en", "--hide", "none", "wrong.pbn").out
    for seats in ("E,W", "EW", "e w", " West , East", "west e"):
        assert run("replay", "--lang", "en", "--hide", seats, "lesson.pbn").out == text
    (record,) = json.loads(run("replay", "--output-format", "json", "lesson.pbn").out)
    assert record["hidden"] == ["E", "W"]
    assert record["deal"]["E"] == "J82.J82.Q93.8654"


def test_event_room_and_teams_stand_at_the_head(run: Run, all_boards: Path) -> None:
    lines = run("replay", "--lang", "en", "--board", "7", all_boards).out.splitlines()
    heads = [at for at, line in enumerate(lines) if line.startswith("Board 7, dealer South, all vulnerable")]
    assert [lines[at].partition(" · ")[2] for at in heads] == ["Open room", "Closed room"]
    lines = run("replay", "--lang", "tr", "--board", "7", all_boards).out.splitlines()
    assert [line.partition(" · ")[2] for line in lines if line.startswith("Bord 7,")] == ["Açık salon", "Kapalı salon"]

    assert [lines[at + 1] for at in heads] == ["Spring Cup, Semifinal: Poplars – Larches"] * 2


def test_where_tags_and_auction_differ_both_are_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "both.pbn").write_text(boards.REVOKE.replace('[Declarer "S"]', '[Declarer "E"]'), encoding="utf-8")
    text = run("replay", "--lang", "en", "both.pbn").out
    assert "By the auction: 3NT by South; the cards were played in this contract." in text


def test_a_fault_of_the_program_costs_no_other_record(
    run: Run, all_boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    original = Replay.position

    def broken(game: Replay, number: int) -> Any:
        if game.record.board == "8":
            raise KeyError("a fault")
        return original(game, number)

    monkeypatch.setattr(Replay, "position", broken)
    for options in ([], ["--output-format", "jsonl"], ["--html", "out.html"]):
        done = run("replay", "--lang", "en", *options, all_boards)
        assert done.status == 2
        assert "all.pbn: record 2: internal error, please report it: KeyError: 'a fault'" in done.err
        assert "Traceback" not in done.err
    done = run("replay", "--lang", "en", all_boards)
    assert "replayed 5 boards of 6 boards in 1 file; " in done.err
    assert "Passed out" in done.out


def test_what_is_said_is_in_the_language(run: Run, all_boards: Path) -> None:
    assert "6 bord" in run("replay", "--lang", "tr", all_boards).err
    assert "oynat" in run("replay", "--lang", "TR", all_boards).err
    assert "oynat" in run("replay", "--lang", "tr_TR.UTF-8", "--board", "99", all_boards).err


def test_alerts_comments_and_suffixes_in_text(run: Run, tmp_path: Path) -> None:
    text = boards.OPEN.replace("C2 CT C4 CA", "C2! CT C4 CA").replace("1NT =1=", "1NT!? =1=")
    (tmp_path / "one.pbn").write_text(text, encoding="utf-8")
    lines = run("replay", "one.pbn").out.splitlines()
    assert "   1  South                   1NT!?" in lines
    assert "      * 15 to 17, five spades possible" in lines
    assert "      # Dummy is high." in lines
    assert any(line.endswith("♣2!") for line in lines)


def test_languages_and_letters(run: Run, all_boards: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    turkish = run("replay", "--lang", "tr", "--card-letters", "APKV", "--board", "10", all_boards).out
    assert "Kuzey   ♠A4 ♥PK63 ♦AVT5 ♣KT7" in turkish
    assert "2. löve, Doğu" in turkish
    assert "2. löve, Doğu ♦3 oynamış, ama elinde pik varmış (♠V, ♠8 ve ♠2)" in turkish
    assert "3SA, dekleran Güney: yapıldı, 2 fazla löve (11 löve, kayıttan)" in turkish
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", "tr_TR.UTF-8")
    assert "dağıtan Doğu" in run("replay", "--board", "10", all_boards).out
    assert "dealer East" in run("replay", "--lang", "en", "--board", "10", all_boards).out


def test_a_page(run: Run, all_boards: Path, tmp_path: Path) -> None:
    done = run("replay", "--html", "out.html", all_boards)
    assert (done.status, done.out) == (0, "")
    assert "replayed 6 boards" in done.err
    page = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert page.startswith("<!doctype html>")
    assert page.endswith("</html>\n")
    assert "<title>Spring Cup · Semifinal · Poplars – Larches · 2025.04.12</title>" in page
    assert '<p id="source">all.pbn</p>' in page


@pytest.mark.parametrize(
    ("arguments", "status", "said"),
    [
        (["letter.pbn"], 1, "letter.pbn: no record in it"),
        (["empty.pbn"], 1, "empty.pbn: no record in it"),
        (["mistyped.pbn"], 2, "mistyped.pbn: "),
        (["--board", "99", "all.pbn"], 1, "nothing to replay: none of 6 records is board 99"),
        (["--room", "north", "all.pbn"], 1, "nothing to replay: none of 6 records is of the room north"),
    ],
)
def test_where_there_is_nothing_to_replay_the_old_page_stays(
    run: Run, all_boards: Path, tmp_path: Path, arguments: list[str], status: int, said: str
) -> None:
    (tmp_path / "letter.pbn").write_text("no board in here\n")
    (tmp_path / "empty.pbn").write_bytes(b"")
    page = tmp_path / "out.html"
    for before in (None, "the page of yesterday"):
        if before is not None:
            page.write_text(before)
        done = run("replay", "--html", "out.html", *arguments)
        assert done.status == status
        assert said in done.err
        assert "out.html is not written" in done.err
        assert (page.read_text() if page.exists() else None) == before
    assert sorted(path.name for path in tmp_path.iterdir()) == ["all.pbn", "empty.pbn", "letter.pbn", "out.html"]


def test_a_fault_of_the_program_in_one_board_costs_no_other(
    run: Run, all_boards: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def faulty(game: Any, words: Any) -> list[str]:
        if game.record.board == "9":
            raise ZeroDivisionError("planted")
        return result_lines(game, words)

    monkeypatch.setattr("pbntools.reports.replay_page.result_lines", faulty)
    done = run("replay", "--html", "out.html", all_boards)
    assert done.status == 2
    assert "record 3: internal error, please report it: ZeroDivisionError: planted" in done.err
    assert "Traceback" not in done.err
    page = (tmp_path / "out.html").read_text("utf-8")
    data = json.loads(page.split('id="data">')[1].split("</script>")[0])
    assert [board["board"] for board in data] == ["7", "7", "8", "9", "10", "<b>11</b>"]
    assert data[3] == {"board": "9", "broken": True}


def test_a_large_page_says_how_to_make_smaller_ones(
    run: Run, all_boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_command, "LARGE", 5)
    done = run("replay", "--html", "out.html", all_boards)
    assert "the page holds 6 boards and may be slow to open: --board and --room make smaller ones" in done.err
    assert done.status == 0


# In a process of its own, where nothing else is remembered or waits to be collected.
PEAKS = """
import sys, tracemalloc
from pbntools.cli import main
for path in sys.argv[1:]:
    tracemalloc.start()
    status = main(["replay", "--html", "out.html", path], standalone_mode=False)
    print(status, tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
"""


@pytest.mark.slow
def test_memory_does_not_grow_with_the_boards(tmp_path: Path) -> None:
    counts = (10, 300, 1500)  # the first for what is imported and remembered once
    for count in counts:
        (tmp_path / f"{count}.pbn").write_text(boards.many(count), encoding="utf-8")
    command = [sys.executable, "-c", PEAKS, *(f"{count}.pbn" for count in counts)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    found = [tuple(map(int, line.split())) for line in done.stdout.splitlines()]
    assert [status for status, _ in found] == [0, 0, 0]
    assert (tmp_path / "out.html").stat().st_size > 2_000_000
    # The file is read in blocks of a megabyte, and some records at a time; what is remembered of records to compare
    # them is bounded, too.  A record that stayed would take some 8,000 bytes.
    assert found[2][1] - found[1][1] < 2_500_000


@pytest.mark.parametrize(("seats", "hidden"), [(None, [[1, 3], []]), ("N", [[0], [0]]), ("none", [[], []])])
def test_hidden_hands_of_a_page(run: Run, tmp_path: Path, seats: str | None, hidden: list[list[int]]) -> None:
    lesson = boards.CLAIMED.replace('[Scoring "IMP"]', '[Scoring "IMP"]\n[Hidden "EW"]') + "\n" + boards.PASSED_OUT
    (tmp_path / "lesson.pbn").write_text(lesson, encoding="utf-8")
    arguments = [] if seats is None else ["--hide", seats]
    assert run("replay", "--html", "lesson.html", *arguments, "lesson.pbn").status == 0
    page = (tmp_path / "lesson.html").read_text(encoding="utf-8")
    data = json.loads(page.partition('id="data">')[2].partition("</script>")[0])
    assert [board.get("hidden", []) for board in data] == hidden


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--html", "out.html", "--plain"], "--html goes without"),
        (["--html", "out.html", "--output-format", "json"], "--html goes without"),
        (["--html", "out.html", "-o", "other"], "--html goes without"),
        (["--html", "all.pbn"], "is one of the files to be read"),
        (["--html", "missing/out.html"], "cannot write missing/out.html"),
        (["--html", "out.html", "--ascii"], "--ascii does not go with --html"),
        (["--output-format", "json", "--hide", "E"], "--hide does not go with json"),
        (["--hide", "X"], "'X' names no hands"),
        (["--hide", "EX"], "'EX' names no hands"),
        (["--hide", ","], "',' names no hands"),
        (["--html", "out.html", "--hide", "E;W"], "'E;W' names no hands"),
        (["--plain", "--suits", "four"], "--suits goes with the full-screen view and with --html"),
        (["--lang", "xx"], "there is no catalogue for the language 'xx': expected one of en, tr"),
        (["--card-letters", "XYZ"], "'XYZ' is not one of"),
    ],
)
def test_misuse(run: Run, all_boards: Path, tmp_path: Path, arguments: list[str], said: str) -> None:
    done = run("replay", *arguments, "all.pbn")
    assert done.status == 2
    assert said in " ".join(done.err.split())
    assert not (tmp_path / "out.html").exists()
    assert all_boards.read_text(encoding="utf-8") == boards.ALL


def test_a_file_that_is_not_there_costs_no_other(run: Run, all_boards: Path) -> None:
    done = run("replay", "--board", "9", "missing.pbn", all_boards)
    assert done.status == 2
    assert "missing.pbn" in done.err
    assert "Passed out" in done.out


def test_without_the_package_of_the_full_screen_view_every_step_is_printed(
    run: Run, all_boards: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import sys

    monkeypatch.setattr(replay_command, "_on_terminal", lambda _paths: True)
    monkeypatch.setitem(sys.modules, "prompt_toolkit.application", None)
    monkeypatch.delitem(sys.modules, "pbntools.cli.replay_screen", raising=False)
    done = run("replay", "--board", "9", all_boards)
    assert done.status == 0
    assert "the full-screen view needs prompt_toolkit.application: pip install prompt-toolkit" in done.err
    assert "Passed out" in done.out


def test_laws_of_another_edition(run: Run, all_boards: Path) -> None:
    done = run("replay", "--laws", "1997", "--board", "10", "--output-format", "json", all_boards)
    (record,) = json.loads(done.out)
    assert record["steps"][15]["diagnostics"][0]["edition"] == "1997"
