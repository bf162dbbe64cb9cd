"""``pbntools score --as rubber`` and its like, and ``pbntools rulesets``."""

import csv
import io
import json
import re
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import pbntools as pbn
from pbntools.scoring import PRESETS, SWITCHES

Run = Any

SESSIONS = Path(__file__).parent.parent.parent / "fixtures" / "sessions"
RUBBER = SESSIONS / "worked-rubber.pbn"
TWELVE = SESSIONS / "rubber-of-twelve.pbn"

NUMBER = {"type": ["integer", "null"]}
SIDES = {"type": "object", "required": ["ns", "ew"], "properties": {"ns": NUMBER, "ew": NUMBER}}
LINE = {
    "type": "object",
    "required": ["side", "where", "points", "reason", "law"],
    "properties": {
        "side": {"enum": ["NS", "EW"]},
        "where": {"enum": ["above", "below"]},
        "points": {"type": "integer", "minimum": 1},
        "reason": {"type": "string"},
        "law": {"type": "string"},
    },
}
WINNER = {"enum": ["NS", "EW", "tie", None]}
SESSION: dict[str, Any] = {
    "type": "object",
    "required": ["rules", "switches", "deals", "rubbers", "totals", "winner", "margin"],
    "properties": {
        "rules": {"type": "string"},
        "deals": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["record", "board", "lines", "path", "contract", "declarer", "tricks", "diagnostics"],
                "properties": {"record": {"type": "integer"}, "lines": {"type": "array", "items": LINE}},
            },
        },
        "rubbers": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["first", "last", "winner", "ns", "ew"],
                "properties": {"first": {"type": "integer"}, "winner": WINNER, "ns": NUMBER, "ew": NUMBER},
            },
        },
        "totals": SIDES,
        "winner": WINNER,
        "margin": NUMBER,
    },
}


def session(run: Run, *arguments: str | Path, status: int = 0) -> dict[str, Any]:
    done = run("score", "--output-format", "json", *arguments)
    assert done.status == status, done.err
    found: dict[str, Any] = json.loads(done.out)
    jsonschema.validate(found, SESSION)
    return found


@pytest.mark.parametrize("name", [name for name, rules in PRESETS.items() if rules.form != "duplicate"])
def test_json_of_every_preset(run: Run, name: str) -> None:
    found = session(run, "--as", name, TWELVE)
    assert (found["rules"], found["base"], found["switches"]) == (name, name, {})
    lines = [line for deal in found["deals"] for line in deal["lines"]]
    sums = [sum(line["points"] for line in lines if line["side"] == side) for side in ("NS", "EW")]
    assert [found["totals"]["ns"], found["totals"]["ew"]] == sums


def test_the_output_names_what_differs(run: Run) -> None:
    found = session(run, "--as", "rubber", "--set", "honours=none", "--set", "rubber-bonus=700/500", RUBBER)
    assert (found["rules"], found["switches"], found["totals"]) == (
        "rubber",
        {"honours": "none"},
        {"ns": 2010, "ew": 100},
    )
    done = run("score", "--as", "rubber", "--set", "honours=none", RUBBER)
    assert done.out.startswith("Rules: rubber with honours=none\n")


def test_a_file_of_rules(run: Run, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('name = "ours"\nbase = "rubber"\nrubber-bonus = "1000/800"\n')
    found = session(run, "--rules", "my.toml", RUBBER)
    assert (found["rules"], found["base"], found["switches"]) == ("ours", "rubber", {"rubber-bonus": "1000/800"})
    assert found["totals"]["ns"] == 2410
    found = session(run, "--rules", "my.toml", "--set", "honours=none", RUBBER)
    assert found["switches"] == {"rubber-bonus": "1000/800", "honours": "none"}


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--as", "rubbr"], "'rubbr' is not a rule set: did you mean 'rubber'? expected one of duplicate,"),
        (["--as", "rubber", "--set", "x=1"], "'x' is not a switch: expected one of rubber-bonus, honours,"),
        (["--as", "rubber", "--set", "honours=all"], "expected none, any-hand or declaring-side"),
        (["--as", "rubber", "--set", "honours"], "'honours' is not NAME=VALUE"),
        (["--as", "rubber", "--rules", "my.toml"], "Give either --as or --rules"),
        (["--as", "rubber", "--trust", "me"], "'record', 'rules'"),
        (["--as", "rubber", "--stake", "much"], "'much' is not a stake"),
        (["--as", "rubber", "--left", "X"], "is not a seat"),
        (["--as", "rubber", "--totals", "--output-format", "csv"], "--totals goes with text, json or jsonl"),
        (["--as", "rubber", "--write-tags", "--board", "1"], "--write-tags needs the whole session"),
        (["--totals", "--output-format", "csv"], "--totals goes with text, json or jsonl"),
        (["--totals", "--stake", "1"], "--stake goes with files"),
        (["--left", "N"], "--left goes with files that are scored as rubber or Chicago"),
        (["--as", "rubber", "--contract", "4S=", "--totals"], "--totals goes with files"),
        (["--write-tags"], "--write-tags goes with files that are scored as rubber or Chicago"),
        (["--as", "duplicate-pre1987", "--stake", "1"], "--stake goes with files"),
        (["--as", "rubber", "--contract", "4S=", "--stake", "1"], "--stake goes with files"),
        (["--as", "rubber", "--contract", "4S="], "Give either files or --contract"),
    ],
)
def test_misuse(run: Run, options: list[str], message: str) -> None:
    done = run("score", *options, RUBBER)
    assert (done.status, done.out) == (2, "")
    assert message in done.err


def test_misuse_without_files(run: Run) -> None:
    done = run("score", "--as", "rubber", "--contract", "4S", "--points", "100")
    assert done.status == 2
    assert "--points goes with the rule set duplicate" in done.err
    done = run("score", "--contract", "4S=", "--output-format", "html")
    assert done.status == 2
    assert "--contract goes with text, json or jsonl" in done.err
    done = run("score", "--as", "rubber", "--write-tags", "-", stdin=b"")
    assert done.status == 2
    assert "--write-tags needs files to write to" in done.err


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"base = ", "not valid TOML"),
        (b"\xff\xfe", "it is not UTF-8"),
        (b"#" * 200_000, "larger than a file of rules"),
        (b'base = "rubbr"', "did you mean 'rubber'?"),
        (b"x = " + b"[" * 500 + b"]" * 500, "nested too deeply"),
        (b"x = " + b"1" * 5000, "a number in it is too long"),
        (b'base = "rubber"\nname = "chicago"', "'chicago' is the name of a preset"),
        (b'base = "rubber"\nname = "\\u001b[31m"', "base and name are texts"),
    ],
)
def test_bad_files_of_rules(run: Run, tmp_path: Path, content: bytes, message: str) -> None:
    (tmp_path / "my.toml").write_bytes(content)
    done = run("score", "--rules", "my.toml", RUBBER)
    assert (done.status, done.out) == (2, "")
    assert message in done.err
    done = run("score", "--rules", "gone.toml", RUBBER)
    assert done.status == 2
    assert "gone.toml: cannot be read: No such file or directory" in done.err


def test_files_without_records_and_missing_ones(run: Run, folder: Path) -> None:
    done = run("score", "--as", "rubber", "--output-format", "json", "empty.pbn")
    assert done.status == 1
    assert json.loads(done.out)["deals"] == json.loads(done.out)["rubbers"] == []
    assert session(run, "--as", "rubber", "gone.pbn", RUBBER, status=2)["totals"]["ns"] == 2110
    done = run("score", "--as", "rubber", "--board", "77", RUBBER)
    assert done.status == 1
    assert "nothing to score: none of 5 records is board 77" in done.err


def test_several_files_are_one_session(run: Run, tmp_path: Path) -> None:
    games = RUBBER.read_text().split("\n[Event ")
    (tmp_path / "a.pbn").write_text("\n[Event ".join(games[:3]))
    (tmp_path / "b.pbn").write_text("[Event " + "\n[Event ".join(games[3:]))
    found = session(run, "--as", "rubber", "a.pbn", "b.pbn")
    assert found["totals"] == {"ns": 2110, "ew": 100}
    assert [(deal["path"], deal["record"]) for deal in found["deals"]] == [
        ("a.pbn", 0), ("a.pbn", 1), ("b.pbn", 0), ("b.pbn", 1), ("b.pbn", 2),
    ]  # fmt: skip
    assert [(r["first"], r["last"], r["first_deal"], r["last_deal"]) for r in found["rubbers"]] == [(0, 2, 0, 4)]


def test_chosen_records(run: Run) -> None:
    found = session(run, "--as", "rubber", "--record", "0", "--record", "1", RUBBER)
    assert found["totals"] == {"ns": 90, "ew": 400}
    assert [deal["record"] for deal in found["deals"]] == [0, 1]


def test_json_lines_and_totals(run: Run) -> None:
    whole = session(run, "--as", "rubber", RUBBER)
    lines = run("score", "--as", "rubber", "--output-format", "jsonl", RUBBER).out.splitlines()
    deals, rest = [json.loads(line) for line in lines[:-1]], json.loads(lines[-1])
    assert deals == whole["deals"]
    assert rest == {name: value for name, value in whole.items() if name != "deals"}
    found = session(run, "--as", "rubber", "--totals", RUBBER)
    assert found == whole | {"deals": []}


def test_exit_status_by_severity(run: Run) -> None:
    path = SESSIONS / "session-dealer.pbn"
    for level, status in (("error", 0), ("warning", 1), ("notice", 1), ("never", 0)):
        assert run("score", "--as", "rubber", "--fail-on", level, path).status == status
    path = SESSIONS / "rubber-score-mismatch.pbn"
    for level, status in (("error", 1), ("never", 0)):
        assert run("score", "--as", "rubber", "--fail-on", level, path).status == status


def test_diagnostics_have_their_place(run: Run) -> None:
    found = session(run, "--as", "rubber", SESSIONS / "session-dealer.pbn")
    (diagnostic,) = found["deals"][1]["diagnostics"]
    assert (diagnostic["code"], diagnostic["record"], diagnostic["board"]) == ("EVT201", 1, "2")
    lines = (SESSIONS / "session-dealer.pbn").read_text().splitlines()
    assert lines[diagnostic["line"] - 1] == '[Dealer "S"]'


def test_many_diagnostics_are_counted(run: Run, tmp_path: Path) -> None:
    games = RUBBER.read_text().split("\n\n")[0].split("EXPORT\n")[1]
    (tmp_path / "many.pbn").write_text(
        "\n".join(games.replace('"2S"', '"1C"').replace('"9"', '"6"') + "\n" for _ in range(12))
    )
    done = run("score", "--as", "rubber", "many.pbn")
    assert done.out.count("EVT203") == 5
    assert "6 further diagnostics of session-order not shown" in done.out


# --- players, stakes, matches ---


def test_stakes_and_matches(run: Run) -> None:
    found = session(run, "--as", "rubber", "--stake", "0.25", "--settle", "hundreds", RUBBER)
    assert [(p["name"], p["net"], p["amount"]) for p in found["players"]] == [
        ("Ignatius Bell", 2000, "5.00"),
        ("Pedro Quill", 2000, "5.00"),
        ("Maren Dahl", -2000, "-5.00"),
        ("Tuulikki Arvo", -2000, "-5.00"),
    ]
    assert found["settlement"] == {"rounding": "hundreds", "stake": "1/4"}
    assert found["match"] == {"N": 1, "E": -1, "S": 1, "W": -1}
    assert session(run, "--as", "rubber", "--left", "N", RUBBER)["match"] == {"N": 0, "E": None, "S": 1, "W": None}
    assert session(run, "--as", "rubber", "--left", "E", RUBBER)["match"] == {"N": None, "E": -1, "S": None, "W": -1}


def test_partnerships_that_change_between_rubbers(run: Run, tmp_path: Path) -> None:
    text = RUBBER.read_text()
    changed = text.replace('[South "Pedro Quill"]', '[South "Eve"]').replace(
        '[East "Maren Dahl"]', '[East "Pedro Quill"]'
    )
    (tmp_path / "evening.pbn").write_text(text + "\n" + changed)
    found = session(run, "--as", "rubber", "evening.pbn")
    assert {p["name"]: p["net"] for p in found["players"]} == {
        "Ignatius Bell": 4020, "Eve": 2010, "Pedro Quill": 0, "Maren Dahl": -2010, "Tuulikki Arvo": -4020,
    }  # fmt: skip
    assert len(found["rubbers"]) == 2
    assert all(not deal["diagnostics"] for deal in found["deals"])


def unfinished(tmp_path: Path, deals: int, source: Path = RUBBER) -> Path:
    """So many deals of a rubber, the last one without a result."""
    head, *games = source.read_text().split("\n[Event ")
    del games[deals:]
    games[-1] = re.sub(r'\[Result "[^"]*"\]', '[Result ""]', games[-1])
    path = tmp_path / "unfinished.pbn"
    path.write_text("\n[Event ".join([head, *games]))
    return path


@pytest.mark.parametrize(
    ("deals", "seat", "match"),
    [
        (1, "S", {"N": -1, "E": None, "S": -1, "W": None}),
        (2, "S", {"N": 1, "E": None, "S": 0, "W": None}),
        (2, "W", {"N": None, "E": -1, "S": None, "W": -1}),
        (3, "S", {"N": -1, "E": None, "S": -1, "W": None}),
    ],
)
def test_a_player_leaves_in_the_middle_of_a_deal(
    run: Run, tmp_path: Path, deals: int, seat: str, match: dict[str, Any]
) -> None:
    path = unfinished(tmp_path, deals)
    assert session(run, "--as", "rubber", "--left", seat, path)["match"] == match


def test_a_match_that_nobody_can_tell(run: Run, tmp_path: Path) -> None:
    path = unfinished(tmp_path, 2)
    path.write_text(path.read_text() + "\n[Event " + RUBBER.read_text().split("\n[Event ")[3])
    done = run("score", "--as", "rubber", "--left", "S", path)
    assert "Match: not given, since the finished deals do not tell who is ahead\n" in done.out
    assert session(run, "--as", "rubber", "--left", "S", path)["match"] is None


def test_the_match_of_a_seat_needs_the_same_player(run: Run, tmp_path: Path) -> None:
    text = RUBBER.read_text()
    (tmp_path / "evening.pbn").write_text(text + "\n" + text.replace("Pedro Quill", "Eve"))
    assert session(run, "--as", "rubber", "evening.pbn")["match"] is None
    for form in ("text", "html"):
        done = run("score", "--as", "rubber", "--output-format", form, "evening.pbn")
        assert "Match: not given, since the players changed seats" in done.out


def test_matches_of_chicago(run: Run) -> None:
    found = session(run, "--as", "chicago", TWELVE)
    assert [(m["first_deal"], m["last_deal"], m["complete"]) for m in found["matches"]][:2] == [
        (0, 3, True),
        (4, 8, True),  # one was passed out and dealt again
    ]
    found = session(run, "--as", "chicago", "--set", "deals=8", TWELVE)
    assert (found["matches"][0]["first_deal"], found["matches"][0]["last_deal"]) == (0, 8)
    assert session(run, "--as", "rubber", TWELVE)["matches"] == []


def test_games_decide_and_accounts_go_by_points(run: Run) -> None:
    path = SESSIONS / "behind-on-points.pbn"
    for form in ("text", "html"):
        said = "The accounts go by points, whoever has the games."
        assert said in run("score", "--as", "rubber-plain", "--output-format", form, path).out
        assert said not in run("score", "--as", "rubber", "--output-format", form, path).out


def test_what_is_left_out_makes_the_rest_conditional(run: Run) -> None:
    found = session(run, "--as", "rubber", "--board", "1,3,5", RUBBER)
    assert [deal["conditional"] is None for deal in found["deals"]] == [True, False, False]
    assert [[d["code"] for d in deal["diagnostics"]] for deal in found["deals"]] == [[], ["EVT203"], ["EVT203"]]
    assert (found["totals"]["ns"], found["known"]) == (None, {"ns": 90, "ew": 0})
    found = session(run, "--as", "rubber", "--board", "1-2", RUBBER)
    assert [deal["diagnostics"] for deal in found["deals"]] == [[], []]
    # Another room is another session.
    found = session(run, "--as", "rubber", "--room", "", RUBBER)
    assert found["totals"] == {"ns": 2110, "ew": 100}


def test_a_file_counts_once(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "twelve.pbn"
    path.write_bytes(TWELVE.read_bytes())
    (tmp_path / "link.pbn").symlink_to(path)
    once = session(run, "--as", "rubber", path)
    done = run("score", "--as", "rubber", "--output-format", "json", path, tmp_path, tmp_path / "link.pbn")
    found = json.loads(done.out)
    assert (len(found["deals"]), found["totals"]) == (12, once["totals"])
    assert done.err.count("named more than once, and counted once") == 3
    done = run("score", "--as", "rubber", "--write-tags", path, path)
    assert "tags written in 12 records of 1 file" in done.err
    assert run("score", "--as", "rubber", path).status == 0


def test_lines_of_the_explanation_are_aligned(run: Run, tmp_path: Path) -> None:
    for path in (*SESSIONS.glob("*.pbn"), unfinished(tmp_path, 2)):
        out = run("score", "--as", "rubber", "--explain", path).out
        lines = [line for line in out.splitlines() if re.match(r"      (NS|EW) (above|below)  ", line)]
        assert len({re.search(r"\d  (?=rubber|Law|rule set|Chicago)", line).end() for line in lines}) <= 1  # type: ignore[union-attr]


# --- other forms ---


class _Page(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.tags: list[str] = []
        self.links: list[str] = []
        self.text = ""
        self.policy = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        self.links += [str(value) for name, value in attrs if name in ("src", "href") or name.startswith("on")]
        if dict(attrs).get("http-equiv") == "Content-Security-Policy":
            self.policy = str(dict(attrs)["content"])

    def handle_data(self, data: str) -> None:
        self.text += data


HOSTILE = "</td><script>alert(1)</script>\u202e=cmd"


def hostile(tmp_path: Path) -> Path:
    path = tmp_path / "hostile.pbn"
    path.write_text(
        RUBBER.read_text().replace("Pedro Quill", HOSTILE).replace('[Board "1"]', '[Board "=1+1"]'), encoding="utf-8"
    )
    return path


@pytest.mark.parametrize("rules", ["rubber", "chicago-duplicate", "duplicate"])
def test_the_sheet_needs_and_runs_nothing(run: Run, tmp_path: Path, rules: str) -> None:
    done = run("score", "--as", rules, "--explain", "--output-format", "html", hostile(tmp_path))
    page = _Page()
    page.feed(done.out)
    assert page.links == []
    assert "script" not in page.tags
    assert page.policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "\u202e" not in done.out
    if rules != "duplicate":
        assert "alert(1)" in page.text
    assert page.tags.count("table") == done.out.count("</table>")


def test_the_style_is_the_one_that_the_policy_allows(run: Run) -> None:
    import base64
    import hashlib

    out = run("score", "--as", "rubber", "--output-format", "html", RUBBER).out
    style = re.search(r"<style>(.*?)</style>", out, re.S)
    assert style is not None
    digest = base64.b64encode(hashlib.sha256(style[1].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in out


def test_a_long_session_goes_on_in_another_table(run: Run, tmp_path: Path) -> None:
    game = RUBBER.read_text().split("\n\n")[0].split("EXPORT\n")[1].replace('[Contract "2S"]', '[Contract "Pass"]')
    (tmp_path / "long.pbn").write_text("\n\n".join([game] * 1100))
    out = run("score", "--as", "rubber", "--output-format", "html", "long.pbn").out
    assert out.count("<h2>Rubber 1") == 3
    assert out.count("continued") == 2


def test_csv_cells_are_no_formulas(run: Run, tmp_path: Path) -> None:
    out = run("score", "--as", "rubber", "--output-format", "csv", hostile(tmp_path)).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert rows[0]["board"] == "'=1+1"
    assert sum(int(row["points"]) for row in rows if row["side"] == "NS") == 2110
    out = run("score", "--output-format", "csv", hostile(tmp_path)).out
    rows = list(csv.DictReader(io.StringIO(out)))
    assert (rows[0]["board"], rows[1]["score_ns"]) == ("'=1+1", "-400")


@pytest.mark.parametrize("rules", ["duplicate", "rubber"])
def test_forms_for_machines_may_be_ascii(run: Run, tmp_path: Path, rules: str) -> None:
    path = tmp_path / "steering.pbn"
    path.write_text(RUBBER.read_text().replace('[Board "1"]', '[Board "\x1b[31mö"]'), encoding="utf-8")
    for form in ("csv", "json", "jsonl", "html"):
        out = run("score", "--as", rules, "--output-format", form, path).out
        assert "\x1b" not in out
        out = run("score", "--as", rules, "--ascii", "--output-format", form, path).out
        assert out.isascii()
        assert "\x1b" not in out


def test_the_sheet_says_what_an_account_lacks(run: Run) -> None:
    out = run("score", "--as", "rubber", "--output-format", "html", SESSIONS / "session-unknown.pbn").out
    accounts = run("score", "--as", "rubber", SESSIONS / "session-unknown.pbn").out
    assert ("whose sum is not known" in out) == ("whose sum is not known" in accounts) is True


def test_the_calculator_of_a_rubber(run: Run) -> None:
    done = run("score", "--as", "rubber", "--contract", "6SXX", "--declarer", "E", "--tricks", "13", "--vulnerable")
    assert [line.split()[:5] for line in done.out.splitlines()[1:]] == [
        ["720", "below", "the", "line", "for"],
        ["400", "above", "the", "line", "for"],
        ["750", "above", "the", "line", "for"],
        ["100", "above", "the", "line", "for"],
        ["besides:", "honours,", "by", "the", "cards"],
        ["besides:", "700", "or", "500", "for"],
    ]
    done = run("score", "--as", "rubber", "--contract", "4SX-1", "--vulnerable", "--output-format", "json")
    (record,) = json.loads(done.out)["records"]
    assert record["lines"] == [
        {
            "side": None,
            "declarer": False,
            "where": "above",
            "points": 200,
            "reason": "1 undertrick",
            "law": "rubber 72-74",
        }
    ]
    done = run("score", "--as", "duplicate-pre1987", "--contract", "4SX-4", "--not-vulnerable")
    assert done.out == "4♠X, not vulnerable, 6 tricks (down 4): -700\n"
    done = run("score", "--as", "duplicate", "--set", "redoubled-insult=50", "--contract", "1CXX=", "--not-vulnerable")
    assert done.out == "1♣XX, not vulnerable, 7 tricks (made): +180\n"
    assert run("score", "--as", "chicago", "--contract", "Pass").out == "Pass: 0\n"


@pytest.mark.parametrize(
    ("options", "score", "lines", "open_"),
    [
        ("chicago-duplicate --contract 2H= --declarer N", [110, 110], [[60, 50], [60, 50]], ["honours"]),
        ("chicago-duplicate --contract 4S=", [420, 620], [[120, 300], [120, 500]], ["honours"]),
        ("chicago-duplicate --contract 4S-1", [-50, -100], [[50], [100]], ["honours"]),
        ("chicago --contract 4H= --declarer N", [None, None], [[120, 300], [120, 500]], []),
        ("chicago --contract 2H= --declarer N", [None, None], [[60], [60]], ["300", "100"]),
        ("chicago --set last-part-score=0 --contract 2H=", [None, None], [[60], [60]], ["300"]),
        ("chicago --contract 2H-1", [None, None], [[50], [100]], []),
        ("rubber-plain --contract 4H=", [None, None], [[120], [120]], []),
    ],
)
def test_the_calculator_adds_what_is_certain(
    run: Run, options: str, score: list[int | None], lines: list[list[int]], open_: list[str]
) -> None:
    found = json.loads(run("score", "--as", *options.split(), "--output-format", "json").out)["records"]
    assert [record["score"] for record in found] == score
    assert [[line["points"] for line in record["lines"]] for record in found] == lines
    assert [text.split()[0].rstrip(",") for text in found[0]["open"]] == open_
    text = run("score", "--as", *options.split()).out
    for points in score:
        if points is not None:
            assert f": {points:+d}\n" in text
    assert text.count("besides: ") == sum(len(record["open"]) for record in found)


@pytest.mark.parametrize("option", [("--tricks", "3"), ("--declarer", "N")])
def test_nobody_plays_a_pass_out(run: Run, option: tuple[str, str]) -> None:
    done = run("score", "--contract", "Pass", *option)
    assert done.status == 2
    assert f"{option[0]} goes with a contract that is played" in done.err


def test_totals_of_duplicate(run: Run) -> None:
    path = SESSIONS / "before-1987.pbn"
    done = run("score", "--totals", path)
    assert done.out == "Session: NS 1100, EW 3600: EW ahead by 2500\n"
    whole = json.loads(run("score", "--output-format", "json", path).out)
    assert (whole["totals"], whole["known"]) == ({"ns": 1100, "ew": 3600},) * 2
    assert json.loads(run("score", "--totals", "--output-format", "json", path).out) == whole | {"records": []}
    lines = run("score", "--totals", "--output-format", "jsonl", path).out.splitlines()
    assert [json.loads(line)["totals"] for line in lines] == [{"ns": 1100, "ew": 3600}]
    path = SESSIONS / "session-unknown.pbn"
    assert "1 board without a score" in run("score", "--totals", path).out
    assert json.loads(run("score", "--totals", "--output-format", "json", path).out)["totals"] == {
        "ns": None,
        "ew": None,
    }


def test_duplicate_honours_the_scoring_of_a_record(run: Run, tmp_path: Path) -> None:
    text = (SESSIONS / "before-1987.pbn").read_text()
    text = re.sub(r"\[Scoring .*\n", "", text).replace("[Declarer ", '[Scoring "MP;OldMP"]\n[Declarer ')
    (tmp_path / "old.pbn").write_text(text)
    found = json.loads(run("score", "--output-format", "json", "old.pbn").out)
    assert [record["score_ns"] for record in found["records"]] == [-700, -2800, 1100]


@pytest.mark.parametrize("game", ["Rubber", "Chicago", "Cavendish"])
def test_duplicate_does_not_compare_another_game(run: Run, tmp_path: Path, game: str) -> None:
    text = re.sub(r"\[Scoring .*\n", "", RUBBER.read_text())
    (tmp_path / "other.pbn").write_text(text.replace("[Declarer ", f'[Scoring "{game}"]\n[Score "NS 90"]\n[Declarer '))
    done = run("score", "other.pbn")
    assert "differs\n" not in done.out
    assert (
        ": 0 differ from the recorded score; 5 boards are of rubber, Chicago or Cavendish and not compared" in done.err
    )
    assert "'--as rubber' or '--as chicago' scores a session" in done.err


def test_duplicate_json_names_what_differs(run: Run) -> None:
    done = run("score", "--set", "undertricks=pre1987", "--output-format", "json", SESSIONS / "before-1987.pbn")
    found = json.loads(done.out)
    assert (found["rules"], found["switches"]) == ("duplicate", {"undertricks": "pre1987"})
    assert found["records"][0]["score_ns"] == -700


# --- tags ---


def test_tags_are_written_and_verified(run: Run, tmp_path: Path) -> None:
    before = TWELVE.read_bytes()
    path = tmp_path / "twelve.pbn"
    path.write_bytes(before)
    done = run("score", "--as", "rubber", "--write-tags", path)
    assert done.status == 0
    assert done.err.endswith("; tags written in 12 records of 1 file\n")
    after = path.read_bytes()
    # Nothing but the lines of the tags is new.
    kept = [line for line in after.splitlines(keepends=True) if not line.startswith(b"[ScoreRubber")]
    assert b"".join(kept) == before
    histories = [reading.record.value("ScoreRubberHistory") for reading in pbn.read(path) if reading.record]
    assert histories[0] == "NS 0 0/0 EW 0 0/0"
    assert histories[4] == "NS 0 80/100 0 EW 0 0/60 0"
    assert histories[11] == "NS 0 430/100 0 30 EW 0 650/60 140 0"
    # Read again, they agree with the pad, and there is nothing to be written.
    found = session(run, "--as", "rubber", path)
    assert [deal["diagnostics"] for deal in found["deals"]] == [[]] * 12
    done = run("score", "--as", "rubber", "--write-tags", path)
    assert done.err.endswith("; tags written in 0 records of 0 files\n")
    assert path.read_bytes() == after
    assert [d for reading in pbn.check(path) for d in reading.diagnostics if d.severity > pbn.Severity.NOTICE] == []


def test_wrong_tags_are_replaced(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "wrong.pbn"
    path.write_bytes((SESSIONS / "rubber-history-mismatch.pbn").read_bytes())
    assert run("score", "--as", "rubber", "--write-tags", path).status == 1
    assert run("score", "--as", "rubber", path).status == 0


def test_what_is_not_known_is_not_written(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "unknown.pbn"
    path.write_bytes((SESSIONS / "session-unknown.pbn").read_bytes())
    done = run("score", "--as", "rubber", "--write-tags", path)
    assert "tags written in 2 records of 1 file, not in 2 records where they are not known" in done.err
    records = [reading.record for reading in pbn.read(path) if reading.record]
    assert [record.value("ScoreRubber") for record in records] == ["NS 0/60 EW 0/0", None, None]
    assert [record.value("ScoreRubberHistory") is None for record in records] == [False, False, True]


def test_chicago_gets_no_history(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "chicago.pbn"
    path.write_bytes((SESSIONS / "worked-chicago.pbn").read_bytes())
    assert run("score", "--as", "chicago", "--write-tags", path).status == 0
    assert b"ScoreRubberHistory" not in path.read_bytes()
    assert path.read_bytes().count(b"[ScoreRubber ") == 4


# --- rulesets ---


def test_rulesets(run: Run) -> None:
    out = run("rulesets").out
    for name in [*PRESETS, *SWITCHES]:
        assert name in out
    for rules in PRESETS.values():
        assert rules.source.split()[0] in out
    found = json.loads(run("rulesets", "--output-format", "json").out)
    assert [rules["name"] for rules in found["rulesets"]] == list(PRESETS)
    assert [switch["name"] for switch in found["switches"]] == list(SWITCHES)
    assert run("rulesets", "--ascii").out.isascii()
    done = run("rulesets", "rubbr")
    assert (done.status, done.out) == (2, "")
    assert "did you mean 'rubber'?" in done.err
    assert run("rulesets", "--output-format", "toml").status == 2


@pytest.mark.parametrize("name", PRESETS)
def test_the_toml_of_a_set_is_the_set(run: Run, tmp_path: Path, name: str) -> None:
    done = run("rulesets", name, "--output-format", "toml", "-o", "my.toml")
    assert done.status == 0
    rules = pbn.RuleSet.from_toml((tmp_path / "my.toml").read_text(encoding="utf-8"))
    assert (rules.base, rules.differences()) == (name, {})
