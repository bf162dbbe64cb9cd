"""``pbntools rank`` and ``pair-next``."""

import csv
import io
import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.events.scales import BUILT_IN, scale_named
from pbntools.formats.pbn.table_rows import typed_rows
from pbntools.reports.event_words import source_text
from pbntools.reports.language import language

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
        "imps": "4", "wins": 2, "notes": [], "out_after": None,
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
    assert rows[0] == [
        "Part", "Rank", "Names", "Score %", "Boards", "Board", "Table", "Who", "Reason", "File", "Notes",
    ]  # fmt: skip
    assert rows[1] == ["Ranking", "1", "6 Lena Falk & Can Oral", "87.50", "3", *[""] * 6]
    assert rows[2][-1] == "penalty 25% of a top (late at the table): 1 MP of 16: 6.25%"
    assert {len(row) for row in rows} == {11}
    assert rows[-1][0] == "Left out"
    assert rows[-1][5:10] == [
        "3", "", "1 Idil Arman & Tove Berg – 6 Lena Falk & Can Oral", "not played, or without a score", "pairs.pbn:18",
    ]  # fmt: skip


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
    assert [row.text("Percentage_NS") for row in typed_rows(board)] == ["87.50", "^60", "12.50"]
    again = json.loads(run("rank", "pairs.toml", "out.pbn", "--output-format", "json", cwd=events).out)
    assert [place["exact"] for place in again["ranking"]] == ["175/2", "495/8", "325/6", "405/8", "125/4", "75/4"]
    assert run("check", "--fail-on", "warning", "out.pbn", cwd=events).status == 0


def test_the_ranking_as_usebio_reads_back(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", "--output-format", "usebio", "-o", "out.xml", cwd=events)
    assert done.err.splitlines()[-1] == "ranked 6 by 11 results in 1 file; 1 result left out"
    lost = [line for line in done.err.splitlines() if "does not hold" in line]
    assert [line.removeprefix("pbntools: USEBIO does not hold all: ") for line in lost] == [
        "how it was scored: matchpoints 2/1/0, boards with fewer results by Neuberg's formula,"
        " 3 results on a full board",
        "why 1 penalty was given",
        "3 scores beyond two places",
        "why 1 result does not count",
        "1 record: USEBIO has the columns of a ScoreTable in an order of its own",
    ]
    text = (events / "out.xml").read_text()
    assert "<PLACE>2</PLACE><PAIR_NUMBER>2</PAIR_NUMBER><PERCENTAGE>61.88</PERCENTAGE>" in text
    assert "<SCORE>A6040</SCORE><NS_MATCH_POINTS>2.40</NS_MATCH_POINTS><EW_MATCH_POINTS>1.60</EW_MATCH_POINTS>" in text
    assert '<EVENT EVENT_TYPE="PAIRS">' in text
    assert re.findall("<ADJUSTMENT>([^<]*)", text) == ["-6.25"]
    assert "<NS_PAIR_NUMBER>1</NS_PAIR_NUMBER><EW_PAIR_NUMBER>6</EW_PAIR_NUMBER></TRAVELLER_LINE>" in text
    assert "WINNER_TYPE" not in text
    again = json.loads(run("rank", "pairs.toml", "out.xml", "--output-format", "json", cwd=events).out)
    assert [place["exact"] for place in again["ranking"]] == ["175/2", "495/8", "325/6", "405/8", "125/4", "75/4"]
    done = run("rank", "robin.toml", "robin.pbn", "--output-format", "usebio", cwd=events)
    assert (done.status, "is for pairs, not for teams" in done.err) == (2, True)


def test_two_winners_in_usebio(run: Run, events: Path) -> None:
    (events / "two.toml").write_text('form = "pairs"\n[scoring]\nwinners = 2\n')
    (events / "two.pbn").write_text('[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 1 420\n2 2 50\n')
    text = run("rank", "two.toml", "two.pbn", "--output-format", "usebio", cwd=events).out
    assert "<WINNER_TYPE>2</WINNER_TYPE>" in text
    assert text.count("<DIRECTION>EW</DIRECTION>") == 2


def test_teams_as_pbn_have_the_columns_of_the_standard(run: Run, events: Path) -> None:
    def tables(name: str) -> tuple[list[dict[str, str]], list[dict[str, str]]]:
        run("rank", f"{name}.toml", f"{name}.pbn", "--output-format", "pbn", "-o", "out.pbn", cwd=events)
        found = [record for reading in pbn.read(events / "out.pbn") if (record := reading.record) is not None]
        both = [found[0].table(table) for table in ("TotalScoreTable", "ScoreTable")]
        rows = [[dict(zip(table.columns, row, strict=True)) for row in table.rows] for table in both if table]
        return rows[0], rows[1]

    totals, rows = tables("cup")
    assert [row["TotalScore"] for row in totals] == ["2.00", "1.00", "0.00", "0.00"]
    totals, rows = tables("robin")
    assert totals[0]["TotalScore"] == "32.00"
    # Alder is 4 IMPs ahead, at both tables.
    own = {row["PairId_NS"]: (row["IMP_NS"], row["IMP_EW"]) for row in rows if row["PairId_NS"] in ("Alder", "Birch")}
    assert own == {"Alder": ("4.00", "-4.00"), "Birch": ("-4.00", "4.00")}
    assert run("check", "--fail-on", "warning", "out.pbn", cwd=events).status == 0


def test_a_name_that_latin_1_lacks_is_written_as_utf_8(run: Run, events: Path) -> None:
    event = (events / "pairs.toml").read_text().replace("Can Oral", "Can Örs\u0131n")
    (events / "pairs.toml").write_text(event, encoding="utf-8")
    run("rank", "pairs.toml", "pairs.pbn", "--output-format", "pbn", "-o", "out.pbn", cwd=events)
    assert "Can Örs\u0131n".encode() in (events / "out.pbn").read_bytes()


def test_how_a_board_was_scored(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", "--explain", "4", cwd=events)
    assert (
        "1 Idil Arman & Tove Berg: 140 beats 1 of 1: 2; of 2 results, Neuberg, (3/2)·(S + 1) − 1 = 3.5;"
        " of a top of 4 that is 87.50%" in done.out
    )
    assert "2 Nils Holm & Ada Kurt: 60% is 2.4 of 4, an artificial score" in done.out
    match = run("rank", "robin.toml", "robin.pbn", "--explain", "1", cwd=events)
    assert "Alder: 130 as North-South and 0 as East-West is +130: +4 IMPs\n" in match.out


def test_a_card(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", "--card", "2", cwd=events)
    assert "Card of 2 Nils Holm & Ada Kurt" in done.out
    assert "Rank 2: 61.88%" in done.out
    done = run("rank", "pairs.toml", "pairs.pbn", "--card", "99", cwd=events)
    assert (done.status, done.err.splitlines()[-1]) == (
        2,
        "pbntools: nobody of the event is called 99: there are 1 Idil Arman & Tove Berg, 2 Nils Holm & Ada Kurt,"
        " 3 Sera Demir & Jan Wolny, 4 Rui Pinto & Mina Sol, 5 Olof Dahl & Ece Tan, 6 Lena Falk & Can Oral",
    )
    for name in ("ada kurt", "NILS", "2 Nils Holm & Ada Kurt"):
        assert "Card of 2 Nils" in run("rank", "pairs.toml", "pairs.pbn", "--card", name, cwd=events).out
    done = run("rank", "pairs.toml", "pairs.pbn", "--card", "an", cwd=events)
    assert (done.status, "an may be any of 1 Idil Arman & Tove Berg, 3 Sera" in done.err) == (2, True)
    assert "Durian against Alder" in run("rank", "robin.toml", "robin.pbn", "--card", "Durian", cwd=events).out


def test_turkish(run: Run, events: Path) -> None:
    done = run("rank", "pairs.toml", "pairs.pbn", "--lang", "tr", "--card", "6", cwd=events)
    assert "Kart: 6 Lena Falk & Can Oral" in done.out
    assert done.err.endswith("1 dosya, 11 sonuç: 6 yarışmacı sıralandı; 1 sonuç dışarıda bırakıldı\n")
    assert "Dışarıda bırakılanlar" in done.out
    assert "oynanmadı ya da skoru yok" in done.out
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
        (["boards.toml", "robin.pbn"], "round 1: Alder – Birch: the scale acbl-20 has no table for 1 board:"),
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


@pytest.mark.parametrize("form", ["text", "csv", "html", "json", "pbn", "usebio"])
def test_a_name_may_hold_anything(run: Run, events: Path, form: str) -> None:
    """What a target cannot hold becomes blanks, which is told; nothing steers a terminal, and nothing crashes."""
    odd = "Le\\u001bn\\na\\u2028 Fa\\u0000lk"
    event = (
        (events / "pairs.toml")
        .read_text()
        .replace("Lena Falk", odd)
        .replace("Reed Club Pairs", "Reed\\n\\u001b[31mClub")
    )
    session = '[[session]]\nname = "night\\n\\u0007\\"; drop"\nfiles = ["pairs.pbn"]\n'
    (events / "odd.toml").write_text(event + session)
    for page in ([], ["--page", "travellers"], ["--page", "all"], ["--card", "6"], ["--explain", "4"]):
        if page and form in ("json", "pbn", "usebio"):
            continue
        done = run("rank", "odd.toml", "--output-format", form, *page, cwd=events)
        assert done.status == 0
        assert not any(sign in done.out for sign in "\x1b\x00\x07\u2028"), page
        if form in ("pbn", "usebio"):
            assert "does not hold all" in done.err
            (events / f"out.{form}").write_bytes(done.raw)
            again = run("rank", "pairs.toml", f"out.{form}", "--output-format", "json", cwd=events)
            assert [place["id"] for place in json.loads(again.out)["ranking"]] == ["6", "2", "1", "5", "3", "4"]


def test_no_input_is_replaced(run: Run, events: Path) -> None:
    """Neither the results that the event names nor its scale are overwritten, by whatever path."""
    (events / "day.toml").write_text('form = "pairs"\n[[session]]\nname = "day"\nfiles = ["pairs.pbn"]\n')
    swiss = (events / "swiss.toml").read_text() + '[[round]]\nname = "9"\nfiles = ["swiss.pbn"]\n'
    (events / "rounds.toml").write_text(swiss)
    for arguments in (
        ["rank", "day.toml", "-o", "pairs.pbn"],
        ["rank", "day.toml", "-o", "./pairs.pbn"],
        ["rank", "robin.toml", "robin.pbn", "-o", "club-20.toml"],
        ["pair-next", "swiss.toml", "swiss.pbn", "-o", "club-20.toml"],
        ["pair-next", "rounds.toml", "-o", "swiss.pbn"],
    ):
        before = (events / Path(arguments[-1]).name).read_bytes()
        done = run(*arguments, cwd=events)
        assert (done.status, "is one of the files to be read" in done.err) == (2, True)
        assert (events / Path(arguments[-1]).name).read_bytes() == before


def test_the_event_may_come_by_the_standard_input(run: Run, events: Path) -> None:
    event = (events / "pairs.toml").read_bytes()
    done = run("rank", "-", "pairs.pbn", stdin=event, cwd=events)
    assert (done.status, "6 Lena Falk & Can Oral" in done.out) == (0, True)
    done = run("rank", "-", "-", stdin=event, cwd=events)
    assert (done.status, "cannot both be read" in done.err) == (2, True)


def test_numbers_are_numbers_in_csv(run: Run, events: Path) -> None:
    rows = list(csv.DictReader(run("rank", "pairs.toml", "pairs.pbn", "--page", "travellers", "--output-format", "csv",
                                   cwd=events).out.splitlines()))  # fmt: skip
    assert [row["Score"] for row in rows if row["Board"] == "2"] == ["110", "-100", "-100"]
    assert [row["MP NS"] for row in rows if row["Board"] == "3"] == ["3.5", "0.5", "", ""]
    rows = list(csv.DictReader(run("rank", "robin.toml", "robin.pbn", "--page", "travellers", "--output-format", "csv",
                                   cwd=events).out.splitlines()))  # fmt: skip
    assert (rows[0]["Round"], rows[0]["Match"], rows[0]["Score 1"], rows[0]["IMPs"]) == (
        "1",
        "Alder – Birch",
        "130",
        "+4",
    )


def test_boards_that_the_event_does_not_have(run: Run, events: Path) -> None:
    for board in ("99", ""):
        done = run("rank", "pairs.toml", "pairs.pbn", "--explain", board, cwd=events)
        assert (done.status, "there are 1, 2, 3, 4" in done.err, done.out) == (2, True, "")


def test_what_was_left_out_stands_on_every_page(run: Run, events: Path) -> None:
    """Also in the traveller and on the cards, where the boards would not be counted right without it."""
    for form in ("text", "csv", "html"):
        for page in ([], ["--page", "travellers"], ["--card", "1"], ["--explain", "3"], ["--page", "all"]):
            done = run("rank", "pairs.toml", "pairs.pbn", "--output-format", form, *page, "-o", "page", cwd=events)
            text = (events / "page").read_text()
            assert "Left out" in text
            assert "pairs.pbn:18" in text
            assert done.err.endswith("1 result left out\n")
    card = run("rank", "pairs.toml", "pairs.pbn", "--card", "1", cwd=events).out.splitlines()
    assert [line.split()[0] for line in card[4:8]] == ["1", "2", "3", "4"]
    assert card[6].endswith("NP    –      –  not played, or without a score")
    # A card, and the explanation of a board, have what is theirs.
    for page, words in ((["--card", "2"], "of this card"), (["--explain", "4"], "of this board")):
        out = run("rank", "pairs.toml", "pairs.pbn", *page, cwd=events).out
        assert (f"nothing {words} was left out\n" in out, "Left out" in out) == (True, False)
    many = "".join(f"{number} {number + 2000} ?\n" for number in range(1, 1502))
    (events / "many.pbn").write_text(f'[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n9001 9002 50\n{many}')
    (events / "p.toml").write_text('form = "pairs"\n')
    out = run("rank", "p.toml", "many.pbn", cwd=events).out
    # One more is the only result of the board.
    assert out.count("many.pbn:") == 1000
    assert "502 results more are left out" in out


def test_a_whole_event_on_one_page(run: Run, events: Path) -> None:
    """Every link leads to a table of the page, and each table of a pair, a board or a match can be reached."""
    for name in ("pairs", "robin", "cup"):
        out = run("rank", f"{name}.toml", f"{name}.pbn", "--page", "all", "--output-format", "html", cwd=events).out
        anchors = re.findall(r' id="([^"]+)"', out)
        assert len(anchors) == len(set(anchors))
        links = set(re.findall(r'href="#([^"]+)"', out))
        assert links <= set(anchors)
        wanted = {anchor for anchor in anchors if anchor.startswith(("card-", "board-", "match-"))}
        assert wanted <= links
        assert len([anchor for anchor in anchors if anchor.startswith("card-")]) in (4, 6, 7)
        assert "<script" not in out
        assert not re.search(r"\bsrc=|url\(|@import|style=", out)
        text = run("rank", f"{name}.toml", f"{name}.pbn", "--page", "all", cwd=events).out
        assert text.index("Rank") < text.index("Board")


def test_each_card_of_a_whole_event_has_a_heading_and_a_way_back(run: Run, events: Path) -> None:
    out = run("rank", "robin.toml", "robin.pbn", "--page", "all", "--output-format", "html", cwd=events).out
    heads = re.findall(r"<h([1-4])[^>]*>([^<]+)</h", out)
    assert [text for level, text in heads if level == "2"] == ["Ranking", "Matches", "Cards", "Travellers"]
    cards = [text for level, text in heads if level == "3"]
    assert cards[:4] == [f"Card of {team}" for team in ("Alder", "Birch", "Cedar", "Durian")]
    at = heads.index(("3", "Card of Cedar"))
    assert [text for _level, text in heads[at + 1 : at + 4]] == [
        "Round 1: Cedar against Durian", "Round 2: Cedar against Birch", "Round 3: Cedar against Alder",
    ]  # fmt: skip
    assert len(heads) == len(set(heads))
    matches = len([text for text in cards if " – " in text])
    assert (matches, out.count('<a href="#ranking">Back to the ranking</a>')) == (6, 4 + 6)
    text = run("rank", "robin.toml", "robin.pbn", "--page", "all", cwd=events).out.splitlines()
    assert text.index("Cards") < text.index("Card of Cedar") < text.index("Travellers")


def test_a_board_is_explained_in_the_order_of_its_table(run: Run, events: Path) -> None:
    out = run("rank", "pairs.toml", "pairs.pbn", "--explain", "4", cwd=events).out.splitlines()
    rows = [line for line in out if re.match(r"\d \w+ \w+ & .* {2,}\d ", line)]
    told = [line.strip() for line in out if re.match(r" {2}\d .*: ", line)]
    assert len(told) == 2 * len(rows) > 4
    for row, north in zip(rows, told[::2], strict=True):
        assert re.split(" {2,}", row)[0] == north.split(":")[0]
    out = run("rank", "robin.toml", "robin.pbn", "--explain", "1", cwd=events).out
    first = out.split("Round 1: ")[1]
    assert " as North-South and " in first
    assert "Round 2" not in first


def test_a_long_name_does_not_make_every_line_long(run: Run, events: Path) -> None:
    long = "Wolfeschlegelstein" * 15
    event = (events / "pairs.toml").read_text().replace("Lena Falk", long)
    (events / "pairs.toml").write_text(event)
    out = run("rank", "pairs.toml", "pairs.pbn", "--page", "travellers", cwd=events).out
    ending = out.split("Left out\n")[1]
    assert max(map(len, ending.splitlines())) < 160
    assert "1 Idil Arman & Tove Berg – 6 Wolfeschlegelstein" in ending
    assert "…" in ending
    table = run("rank", "pairs.toml", "pairs.pbn", "--output-format", "csv", cwd=events).out
    assert f" – 6 {long} & Can Oral" in table


def test_a_small_screen_is_told_which_columns_it_lacks(run: Run, events: Path) -> None:
    out = run("rank", "robin.toml", "robin.pbn", "--output-format", "html", cwd=events).out
    assert '<p class="notes more">on a wider screen also: 1, 2, 3, IMPs, Wins, Tie</p>' in out


def test_a_team_has_its_card_from_its_own_side(run: Run, events: Path) -> None:
    """Round 2 is Birch – Cedar, Birch +6: on Cedar's card its own scores, and -6."""
    out = run("rank", "robin.toml", "robin.pbn", "--card", "Cedar", cwd=events).out.splitlines()
    at = out.index("Round 2: Cedar against Birch")
    assert re.split(" {2,}", out[at + 1].strip()) == ["Cedar NS, closed room", "Cedar EW, open room"]
    assert out[at + 3].split() == ["1", "0", "-230", "-6", "-6"]
    at = out.index("Round 3: Cedar against Alder")
    assert out[at + 3].split() == ["1", "50", "0", "+2", "+2"]


def test_one_round_is_in_the_singular(run: Run, events: Path) -> None:
    assert "Rank 2: 1 round\n" in run("rank", "cup.toml", "cup.pbn", "--card", "Cedar", cwd=events).out
    assert "Rank 1: 2 rounds\n" in run("rank", "cup.toml", "cup.pbn", "--card", "Alder", cwd=events).out


def test_an_award_of_east_west_is_told_from_its_own_side(run: Run, events: Path) -> None:
    (events / "w.toml").write_text(
        'form = "pairs"\n[[adjustment]]\nboard = 1\nat = "11"\n'
        'ns = "60% of 420, 40% of -50"\new = "50% of 420, 50% of -50"\n'
    )
    (events / "w.pbn").write_text(
        '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Score_NS"]\n1 11 420\n2 12 170\n3 13 -50\n'
    )
    card = run("rank", "w.toml", "w.pbn", "--card", "11", cwd=events).out
    assert "50% of -420, 50% of 50" in card
    assert "-420, adjusted to 50% of -420, 50% of 50\n" in card
    ranking = run("rank", "w.toml", "w.pbn", cwd=events).out
    assert "Board 1: 1 – 11: 420, adjusted to 60% of 420, 40% of -50 / 50% of 420, 50% of -50\n" in ranking
    (made,) = json.loads(run("rank", "w.toml", "w.pbn", "--output-format", "json", cwd=events).out)["adjustments"]
    assert (made["board"], made["ns"], made["ew"], made["at_table"]) == ("1", "1", "11", ["420", "420"])
    assert made["awards"] == ["60% of 420, 40% of -50", "50% of 420, 50% of -50"]
    explained = run("rank", "w.toml", "w.pbn", "--explain", "1", cwd=events).out
    assert (
        "  11: 50% of -420 beats 0 of 2: 0; 50% of 50 beats 1 and equals 1 of 2: 3; 50% of 0 and 50% of 3: 1.5;"
        in explained
    )


def test_contracts_in_the_words_of_the_reader(run: Run, events: Path) -> None:
    (events / "p.toml").write_text('form = "pairs"\n')
    (events / "c.pbn").write_text(
        '[Board "1"]\n[Vulnerable "None"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'
        "1 11 3NT N 9\n2 12 4HX S 10\n3 13 Pass - -\n"
    )

    def shown(*arguments: str) -> str:
        return str(run("rank", "p.toml", "c.pbn", "--page", "travellers", *arguments, cwd=events).out)

    assert "4♥X" in shown()
    assert "3SA" in shown("--lang", "tr")
    assert "4HX" in shown("--ascii")
    assert "4HX" in shown("--output-format", "csv", "--lang", "tr")
    assert "3NT" in shown("--output-format", "csv", "--lang", "tr")
    assert '4<span class="suit h" role="img" aria-label="hearts">♥</span>X' in shown("--output-format", "html")


def test_the_source_of_a_scale_and_the_rules_of_an_extension_are_named(run: Run, events: Path) -> None:
    out = run("rank", "robin.toml", "robin.pbn", cwd=events).out
    assert "scale reed-20: rules of the Reed League, made up for the examples" in out
    out = run("rank", "cup.toml", "cup.pbn", cwd=events).out
    assert (
        "an extension is an eighth of the boards played so far (a regulation, article 10g);"
        " rounded up (the regulation is silent); extended again as often as it is drawn\n" in out
    )


def test_what_is_said_of_the_event_names_its_file(run: Run, events: Path) -> None:
    (events / "night.toml").write_text('form = "pairs"\n[[cut]]\nafter = "night"\nkeep = 2\n')
    done = run("rank", "night.toml", "pairs.pbn", cwd=events)
    assert "night.toml: warning EVT308 nothing-meant: the cut is after night" in done.err
    assert "event: " not in done.err


def test_a_name_is_no_formula(run: Run, events: Path) -> None:
    (events / "f.toml").write_text((events / "pairs.toml").read_text().replace("Lena Falk", "=1+1"))
    (events / "f.pbn").write_text((events / "pairs.pbn").read_text())
    out = run("rank", "f.toml", "f.pbn", "--card", "2", "--output-format", "csv", cwd=events).out
    assert "6 =1+1 & Can Oral" in out
    team = (events / "robin.pbn").read_text().replace("Alder", "@SUM(A1)")
    (events / "f.pbn").write_text(team)
    out = run("rank", "robin.toml", "f.pbn", "--output-format", "csv", cwd=events).out
    assert "'@SUM(A1)" in out
    assert ",+4," in out


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
        "",
        "nothing was left out",
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
        "",
        "nothing was left out",
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


def test_the_closing_line_counts_what_was_not_understood(run: Run, tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text('form = "pairs"\n')
    (tmp_path / "c.csv").write_text("Board,N/S,E/W,Contract,Declarer,Result\n1,3,4,3NT,E,10\n1,7,8,3NT,E,9\n")
    done = run("rank", "e.toml", "c.csv")
    assert done.status == 1
    assert done.err.splitlines()[-1] == (
        "ranked 0 by 2 results in 1 file; 0 results left out; 2 values not understood ('pbntools check' tells)"
    )


def test_the_sources_of_our_scales_are_told_in_turkish() -> None:
    turkish = language("tr")
    for name in BUILT_IN:
        source = scale_named(name).source
        assert source_text(source, language("en")) == source
        assert source_text(source, turkish) != source
    assert source_text("as the club says", turkish) == "as the club says"


def test_the_reason_of_an_adjustment_stands_on_the_page(run: Run, tmp_path: Path) -> None:
    (tmp_path / "e.toml").write_text(
        'form = "pairs"\n[[adjustment]]\nboard = 1\nat = "3"\nns = "A+"\new = "A-"\nwhy = "hesitation"\n'
    )
    (tmp_path / "c.csv").write_text(
        "Board,Vul,PairNS,PairEW,Contract,Declarer,Result\n1,None,3,4,3NT,E,9\n1,None,7,8,3NT,E,8\n1,None,5,6,4S,N,10\n"
    )
    done = run("rank", "e.toml", "c.csv")
    assert "  Board 1: 3 – 4: -400, adjusted to 60% / 40% (hesitation)" in done.out.splitlines()


def test_each_comparison_is_listed(run: Run, tmp_path: Path) -> None:
    scores = ("420", "420", "-50", "450", "NP")
    rows = "".join(
        f"1,{at},{at},{at + 10},{'NP' if own == 'NP' else ''},{own.strip('NP')}\n" for at, own in enumerate(scores, 1)
    )
    (tmp_path / "one.csv").write_text("Board,Table,PairNS,PairEW,Contract,Score_NS\n" + rows)
    (tmp_path / "imps.toml").write_text('form = "imp-pairs"\n')
    out = run("rank", "imps.toml", "one.csv", "--explain", "1", cwd=tmp_path).out
    assert "  1: 420 against 450 (-1), 420 (0), -50 (+10): +9 IMPs in 3 comparisons, divided by 3: +3\n" in out
    assert "  3: -50 against 450 (-11), 420 (2 × -10): -31 IMPs in 3 comparisons, divided by 3: -10.33\n" in out
    (tmp_path / "datum.toml").write_text('form = "butler"\n[scoring]\ndatum = "trim"\n')
    out = run("rank", "datum.toml", "one.csv", "--explain", "1", cwd=tmp_path).out
    told = "left out at the ends: -50, 450; the mean of 420 (2): 420; rounded to 10, halves away from zero: 420"
    assert f"  The datum: {told}\n" in out


def test_many_scores_are_summed(run: Run, tmp_path: Path) -> None:
    rows = "".join(f"1,{at},{at},{at + 100},{10 * at}\n" for at in range(1, 41))
    (tmp_path / "many.csv").write_text("Board,Table,PairNS,PairEW,Score_NS\n" + rows)
    (tmp_path / "imps.toml").write_text('form = "imp-pairs"\n')
    out = run("rank", "imps.toml", "many.csv", "--explain", "1", cwd=tmp_path).out
    line = next(line for line in out.splitlines() if line.startswith("  40: 400 against "))
    found = re.search(r"other scores \(23 of them: \+(\d+)\): \+(\d+) IMPs in 39 comparisons", line)
    assert found is not None
    listed = [int(one) for one in re.findall(r"\d+ \(\+?(\d+)\)", line)]
    assert len(listed) == 16
    assert sum(listed) + int(found[1]) == int(found[2])
