"""``pbntools rank`` and ``pair-next``."""

import csv
import io
import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.formats.pbn.table_rows import typed_rows

Run = Any
FIXTURES = Path(__file__).parent.parent.parent / "fixtures" / "events"


@pytest.fixture
def events(tmp_path: Path) -> Path:
    shutil.copytree(FIXTURES, tmp_path, dirs_exist_ok=True)
    return tmp_path


def test_the_ranking_as_text(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", cwd=events)
    assert done.status == 0
    assert done.out.splitlines()[:5] == [
        "Reed Club Pairs: Ranking",
        "pairs, matchpoints 2/1/0, boards with fewer results by Neuberg's formula, 3 results on a full board",
        "",
        "Rank  Names                     Score %  Boards",
        "   1  6 Lena Falk & Can Oral      87.50       3",
    ]
    assert "penalty 25% of a top (late at the table)" in done.out
    assert done.err.splitlines() == [
        "pbntools: pairs.pbn:18:1: warning EVT305 result-missing: board 3: not played, or without a score",
        "ranked 6 by 11 results in 1 file; 1 result left out",
    ]


def test_the_ranking_as_json(run: Run, events: Path) -> None:
    found = json.loads(run("rank", "robin.toml", "robin.pbn", "--output-format", "json", cwd=events).out)
    assert (found["form"], found["method"]) == ("teams", "imps")
    assert found["ranking"][0] == {
        "rank": 1, "id": "Alder", "names": [], "group": None, "score": "32.00", "exact": "32", "unit": "VP",
        "decided_by": "mutual-match", "boards": 3,
        "parts": [{"name": "1", "score": "12.00"}, {"name": "2", "score": "11.00"}, {"name": "3", "score": "9.00"}],
        "imps": "4", "wins": 2, "notes": [],
    }  # fmt: skip
    assert found["left_out"] == []
    left = json.loads(run("rank", "pairs.toml", "pairs.pbn", "--output-format", "json", cwd=events).out)["left_out"]
    assert left == [
        {
            "board": "3", "table": "", "reason": "board 3: not played, or without a score", "rule": "result-missing",
            "path": "pairs.pbn", "record": 2, "row": 0,
        }
    ]  # fmt: skip


def test_the_ranking_as_csv(run: Run, events: Path) -> None:
    out = run("rank", "pairs.toml", "pairs.pbn", "--output-format", "csv", cwd=events).out
    rows = list(csv.reader(io.StringIO(out)))
    assert rows[0] == ["Rank", "Names", "Score %", "Boards"]
    assert rows[1] == ["1", "6 Lena Falk & Can Oral", "87.50", "3"]


def test_names_are_escaped_in_html(run: Run, events: Path) -> None:
    event = (events / "pairs.toml").read_text().replace("Lena Falk", "<script>alert(1)</script>")
    (events / "pairs.toml").write_text(event)
    for page in ([], ["--page", "travellers"], ["--card", "6"]):
        done = run("rank", "pairs.toml", "pairs.pbn", "--output-format", "html", *page, cwd=events)
        assert "<script>" not in done.out
        assert "&lt;script&gt;" in done.out
        assert "default-src &#39;none&#39;" in done.out or "default-src 'none'" in done.out


def test_the_ranking_as_pbn_reads_back(run: Run, events: Path) -> None:
    run("rank", "pairs.toml", "pairs.pbn", "--output-format", "pbn", "-o", "out.pbn", cwd=events)
    records = [reading.record for reading in pbn.read(events / "out.pbn") if reading.record is not None]
    table = records[0].table("TotalScoreTable")
    assert table is not None
    rows = typed_rows(table)
    assert (rows[0]["Rank"], rows[0]["PairId"], rows[0]["Names"], rows[0]["TotalPercentage"]) == (
        1, "6", ("Lena Falk", "Can Oral"), 87.5,
    )  # fmt: skip
    assert [record.board for record in records] == ["1", "2", "3", "4"]
    board = records[3].table("ScoreTable")
    assert board is not None
    assert [row.text("Percentage_NS") for row in typed_rows(board)] == ["87.50", "^60.00", "12.50"]
    again = json.loads(run("rank", "pairs.toml", "out.pbn", "--output-format", "json", cwd=events).out)
    assert [place["exact"] for place in again["ranking"]] == ["175/2", "495/8", "325/6", "405/8", "125/4", "75/4"]
    assert run("check", "--fail-on", "warning", "out.pbn", cwd=events).status == 0


def test_the_ranking_as_usebio_reads_back(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", "--output-format", "usebio", "-o", "out.xml", cwd=events)
    assert done.err.splitlines()[-1] == "ranked 6 by 11 results in 1 file; 1 result left out"
    lost = [line for line in done.err.splitlines() if "does not hold" in line]
    assert [line.rpartition(": ")[2] for line in lost] == [
        "USEBIO has the columns of a ScoreTable in an order of its own"
    ]
    text = (events / "out.xml").read_text()
    assert "<PLACE>2</PLACE><PAIR_NUMBER>2</PAIR_NUMBER><PERCENTAGE>61.88</PERCENTAGE>" in text
    assert "<SCORE>A6040</SCORE>" in text
    again = json.loads(run("rank", "pairs.toml", "out.xml", "--output-format", "json", cwd=events).out)
    assert [place["exact"] for place in again["ranking"]] == ["175/2", "495/8", "325/6", "405/8", "125/4", "75/4"]
    done = run("rank", "robin.toml", "robin.pbn", "--output-format", "usebio", cwd=events)
    assert (done.status, "is for pairs, not for teams" in done.err) == (2, True)


def test_a_name_that_latin_1_lacks_is_written_as_utf_8(run: Run, events: Path) -> None:
    event = (events / "pairs.toml").read_text().replace("Can Oral", "Can Örs\u0131n")
    (events / "pairs.toml").write_text(event, encoding="utf-8")
    run("rank", "pairs.toml", "pairs.pbn", "--output-format", "pbn", "-o", "out.pbn", cwd=events)
    assert "Can Örs\u0131n".encode() in (events / "out.pbn").read_bytes()


def test_how_a_board_was_scored(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", "--explain", "4", cwd=events)
    assert (
        "1 Idil Arman & Tove Berg: 140 gets 2 against the others; of 2 results, Neuberg, (3/2)·(S + 1) − 1 = 3.5;"
        " of a top of 4 that is 87.50%" in done.out
    )
    assert "2 Nils Holm & Ada Kurt: 60% is 2.4 of 4, an artificial score" in done.out
    match = run("rank", "robin.toml", "robin.pbn", "--explain", "1", cwd=events)
    assert "Alder: North-South 130, East-West against North-South's 0: +4 IMPs" in match.out


def test_a_card(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", "--card", "2", cwd=events)
    assert "Card of 2 Nils Holm & Ada Kurt" in done.out
    assert "Rank 2: 61.88 %" in done.out
    done = run("rank", "pairs.toml", "pairs.pbn", "--card", "99", cwd=events)
    assert (done.status, done.err.splitlines()[-1]) == (2, "pbntools: nobody of the event is called 99")
    assert "Alder – Durian" in run("rank", "robin.toml", "robin.pbn", "--card", "Durian", cwd=events).out


def test_turkish(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", "--lang", "tr", "--card", "2", cwd=events)
    assert "Nils Holm & Ada Kurt kartı" in done.out
    assert "Kontrat" in done.out
    assert "Sıralama" in run("rank", "swiss.toml", "swiss.pbn", "--lang", "tr", cwd=events).out


def test_lots_need_a_seed(run: Run, events: Path) -> None:
    (events / "level.toml").write_text('form = "bam"\n')
    (events / "level.pbn").write_text(
        "".join(
            f'[Board "1"]\n[Room "{room}"]\n[HomeTeam "A"]\n[VisitTeam "B"]\n[Score "NS 50"]\n\n'
            for room in ("Open", "Closed")
        )
    )
    tied = json.loads(run("rank", "level.toml", "level.pbn", "--output-format", "json", cwd=events).out)
    assert [(place["rank"], place["decided_by"]) for place in tied["ranking"]] == [(1, "undecided"), (1, "undecided")]
    drawn = json.loads(run("rank", "level.toml", "level.pbn", "--seed", "x", "--output-format", "json", cwd=events).out)
    assert [(place["rank"], place["decided_by"]) for place in drawn["ranking"]] == [(1, "lot"), (2, "lot")]
    assert "lots were drawn with the seed x" in run("rank", "level.toml", "level.pbn", "--seed", "x", cwd=events).out


def test_files_of_sessions_and_rounds(run: Run, events: Path) -> None:
    (events / "two.toml").write_text(
        'form = "pairs"\n[[session]]\nname = "day"\nfiles = ["one.pbn"]\n'
        '[[session]]\nname = "night"\nweight = 3\nfiles = ["two.pbn"]\n'
    )
    columns = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n'
    (events / "one.pbn").write_text(columns + "1 11 420\n2 12 400\n")
    (events / "two.pbn").write_text(columns + "1 11 50\n2 12 400\n")
    elsewhere = events / "below"
    elsewhere.mkdir()
    found = json.loads(run("rank", events / "two.toml", "--output-format", "json", cwd=elsewhere).out)
    assert {place["id"]: place["score"] for place in found["ranking"]} == {
        "2": "75.00", "11": "75.00", "1": "25.00", "12": "25.00",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["gone.toml", "pairs.pbn"], "pbntools: gone.toml: cannot be read: No such file or directory"),
        (["pairs.pbn", "pairs.pbn"], "pbntools: pairs.pbn: it is no TOML"),
        (["pairs.toml"], "No results: give files"),
        (["pairs.toml", "pairs.pbn", "--card", "1", "--explain", "1"], "one page is shown"),
        (["pairs.toml", "pairs.pbn", "--card", "1", "--output-format", "json"], "which has the ranking whole"),
        (["pairs.toml", "pairs.pbn", "-o", "pairs.pbn"], "is one of the files to be read"),
        (["pairs.toml", "pairs.pbn", "-o", "pairs.toml"], "is one of the files to be read"),
        (["scale.toml", "robin.pbn"], "scale.toml: 'none' is no scale that is known"),
        (["25-0.toml", "robin.pbn"], "could be checked against a source"),
        (["fall.toml", "robin.pbn"], "a fall: the winner gets 9 after 10"),
        (["gap.toml", "robin.pbn"], "a gap before 4 IMPs"),
        (["boards.toml", "robin.pbn"], "has no table for 1 boards"),
    ],
)
def test_what_cannot_be_used(run: Run, events: Path, arguments: list[str], message: str) -> None:
    table = 'name = "x"\nsource = "made up"\n[[table]]\nboards = 1\nrows = '
    (events / "fall-20.toml").write_text(table + "[[0, 10, 10], [3, 9, 11]]\n")
    (events / "gap-20.toml").write_text(table + "[[0, 2, 10, 10], [4, 11, 9]]\n")
    (events / "boards.toml").write_text('form = "teams"\n[scale]\nname = "acbl-20"\n')
    (events / "25-0.toml").write_text('form = "teams"\n[scale]\nname = "25-0"\n')
    (events / "scale.toml").write_text('form = "teams"\n[scale]\nname = "none"\n')
    for name in ("fall", "gap"):
        (events / f"{name}.toml").write_text(f'form = "teams"\n[scale]\nfile = "{name}-20.toml"\n')
    done = run("rank", *arguments, cwd=events)
    assert done.status == 2
    assert message in done.err
    assert not done.crashed


def test_the_exit_status_speaks_of_what_was_found(run: Run, events: Path) -> None:
    text = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 11 420\n2 2 400\n3 13 400\n'
    (events / "self.pbn").write_text(text)
    (events / "p.toml").write_text('form = "pairs"\n')
    done = run("rank", "p.toml", "self.pbn", cwd=events)
    assert done.status == 1
    assert "self.pbn:4:1: error EVT302 meets-itself: board 1: pair 2 plays against itself" in done.err
    assert "1 result left out" in done.err
    assert run("rank", "p.toml", "self.pbn", "--fail-on", "never", cwd=events).status == 0
    assert run("rank", "pairs.toml", "pairs.pbn", "--fail-on", "warning", cwd=events).status == 1


# pair-next


def test_the_next_round(run: Run, events: Path) -> None:
    done = run("pair-next", "swiss.toml", "swiss.pbn", cwd=events)
    assert done.status == 0
    assert done.out.splitlines() == [
        "Reed Swiss: Next round",
        "Round 7",
        "",
        "Table  Match                  Score  Notes",
        "    1  Durian – Elm   67.00 – 65.00  repeat",
        "    2  Birch – Cedar  62.00 – 52.00  repeat",
        "       Alder                  54.00  bye",
    ]
    found = json.loads(run("pair-next", "swiss.toml", "swiss.pbn", "--output-format", "json", cwd=events).out)
    assert found["pairs"][0] == {"table": 1, "teams": ["Durian", "Elm"], "repeat": True}
    assert (found["bye"], found["round"], found["repeats"]) == ("Alder", 7, 2)


def test_the_first_round_has_no_results(run: Run, events: Path) -> None:
    listed = "".join(f'[[team]]\nname = "T{number}"\n' for number in range(1, 5))
    (events / "new.toml").write_text(f'form = "swiss"\n[scale]\nname = "wbf2013"\n{listed}')
    done = run("pair-next", "new.toml", cwd=events)
    assert (done.status, done.out.splitlines()[4]) == (0, "    1  T1 – T2  0.00 – 0.00")
    done = run("pair-next", "pairs.toml", "pairs.pbn", cwd=events)
    assert (done.status, "is not paired by its standing" in done.err) == (2, True)


def test_the_next_round_of_a_knock_out(run: Run, events: Path) -> None:
    semifinals = (events / "cup.pbn").read_text().split("\n\n")
    (events / "semifinals.pbn").write_text("\n\n".join(game for game in semifinals if '"Final"' not in game) + "\n")
    done = run("pair-next", "bracket.toml", "semifinals.pbn", cwd=events)
    assert done.status == 0
    assert done.out.splitlines() == [
        "Reed Cup: Next round",
        "Round 2",
        "",
        "Table  Match           Notes",
        "    1  Alder – Cedar",
        "    2  Birch – Durian  match for the third place",
    ]
    assert "paired 4 teams after 1 round; 0 results left out" in done.err
    found = json.loads(run("pair-next", "bracket.toml", "semifinals.pbn", "--output-format", "json", cwd=events).out)
    assert found == {
        "round": 2, "pairs": [{"table": 1, "teams": [["Alder"], ["Cedar"]]}], "byes": [],
        "third_place": [["Birch"], ["Durian"]], "undecided": [],
    }  # fmt: skip
    done = run("pair-next", "bracket.toml", "semifinals.pbn", "--without", "Birch", cwd=events)
    assert (done.status, "write a [[withdrawal]]" in done.err) == (2, True)
    (events / "open.toml").write_text((events / "bracket.toml").read_text().replace("boards = 8", "boards = 12"))
    done = run("pair-next", "open.toml", "semifinals.pbn", cwd=events)
    assert "    1  Alder / Birch – Cedar / Durian" in done.out
    assert "not decided: Alder – Birch" in done.out
    assert "2 matches of the round before not decided" in done.err


def test_a_file_that_is_named_again_counts_once(run: Run, events: Path) -> None:
    (events / "evening.toml").write_text('form = "pairs"\n[[session]]\nname = "one"\nfiles = ["pairs.pbn"]\n')
    once = json.loads(run("rank", "evening.toml", "--output-format", "json", cwd=events).out)
    (events / "link.pbn").symlink_to("pairs.pbn")
    (events / "hard.pbn").hardlink_to(events / "pairs.pbn")
    for again in ("pairs.pbn", "./pairs.pbn", "link.pbn", "hard.pbn"):
        done = run("rank", "evening.toml", again, "--output-format", "json", cwd=events)
        assert json.loads(done.out)["ranking"] == once["ranking"]
        assert f"{again}: named more than once, and counted once" in done.err
    (events / "none.toml").write_text('form = "pairs"\n')
    done = run("rank", "none.toml", "pairs.pbn", "./pairs.pbn", cwd=events)
    assert "./pairs.pbn: named more than once, and counted once" in done.err
    assert "by 11 results in 1 file; 1 result left out" in done.err


def test_a_file_of_two_sessions_is_refused(run: Run, events: Path) -> None:
    sessions = "".join(f'[[session]]\nname = "{name}"\nfiles = ["pairs.pbn"]\n' for name in ("one", "two"))
    (events / "evening.toml").write_text(f'form = "pairs"\n{sessions}')
    done = run("rank", "evening.toml", cwd=events)
    assert (done.status, done.out) == (2, "")
    assert "pairs.pbn is named for the session one and for the session two" in done.err


def test_a_fault_in_a_scale_is_told_of_its_file(run: Run, events: Path) -> None:
    rows = "[[table]]\nboards = 4\nrows = [[0, 10, 10], [3, 12, 9]]\n"
    (events / "s.toml").write_text(f'name = "s"\nsource = "x"\n{rows}')
    (events / "robin.toml").write_text('form = "teams"\n[scale]\nfile = "s.toml"\n')
    done = run("rank", "robin.toml", "robin.pbn", cwd=events)
    assert done.status == 2
    assert done.err.strip() == "pbntools: s.toml: the scale s, 4 boards, row 2: 12-9 is 21 together: expected 20"


def test_a_penalty_in_imps_is_taken_from_a_match(run: Run, events: Path) -> None:
    penalty = '\n[[penalty]]\nto = "Alder"\namount = "3 IMP"\n'
    event = (events / "robin.toml").read_text()
    (events / "robin.toml").write_text(event + penalty)
    done = run("rank", "robin.toml", "robin.pbn", cwd=events)
    assert done.status == 2
    assert "the penalty of Alder is in IMPs, which are taken from one match, and it has 3: write round = …" in done.err
    (events / "robin.toml").write_text(f'{event}{penalty}round = "1"\n')
    found = json.loads(run("rank", "robin.toml", "robin.pbn", "--output-format", "json", cwd=events).out)
    scores = {place["id"]: place["score"] for place in found["ranking"]}
    # Four IMPs less three are one, a draw on this scale: 10 instead of 12.  Birch keeps its 8.
    assert scores == {"Alder": "30.00", "Birch": "32.00", "Cedar": "32.00", "Durian": "24.00"}
    assert len(next(place for place in found["ranking"] if place["id"] == "Alder")["notes"]) == 1


def test_an_evening_in_csv(run: Run, events: Path) -> None:
    done = run("rank", "evening.toml", "evening.csv", "--output-format", "json", cwd=events)
    found = json.loads(done.out)
    assert {place["id"]: place["score"] for place in found["ranking"]} == {
        "2": "70.00", "3": "58.33", "6": "50.63", "5": "49.17", "4": "47.50", "1": "31.25",
    }  # fmt: skip
    assert (found["results"], len(found["left_out"])) == (11, 1)
    assert [one["rule"] for one in found["diagnostics"]] == ["vulnerability-assumed", "result-missing"]
    assert done.err.splitlines()[-1] == "ranked 6 by 11 results in 1 file; 1 result left out"
