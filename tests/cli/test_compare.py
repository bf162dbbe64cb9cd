"""``pbntools compare``."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from tests.events.building import match, traveller

Run = Any
BOARD: dict[str, Any] = {
    "type": "object",
    "properties": {
        "board": {"type": "string"},
        "imps": {"type": ["integer", "string", "null"]},
        "to": {"enum": ["NS", "EW", None]},
        "tables": {
            "type": "array",
            "items": {"type": "object", "required": ["path", "record", "room", "score_ns"]},
        },
    },
    "required": ["board", "imps", "to", "tables"],
}
COMPARISON: dict[str, Any] = {
    "type": "object",
    "required": ["boards", "totals"],
    "properties": {"boards": {"type": "array", "items": BOARD}},
}
PAR = """[Board "1"]
[Vulnerable "None"]
[Score "EW 450"]
[OptimumResultTable "Declarer;Denomination;Result"]
"""


def compared(run: Run, *arguments: str, cwd: Path) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(run("compare", *arguments, "--output-format", "json", cwd=cwd).out)
    jsonschema.validate(found, COMPARISON)
    return found


def test_two_rooms(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.pbn").write_text(match("1", "Lions", "Owls", [(420, -50), (100, 100), (-100, 600)]))
    found = compared(run, "m.pbn", cwd=tmp_path)
    assert [(board["imps"], board["to"]) for board in found["boards"]] == [(10, "NS"), (0, None), (-12, "EW")]
    assert found["boards"][2]["running"] == {"ns": 10, "ew": 12}
    assert found["totals"] == {"boards": 3, "ns": 10, "ew": 12, "imps": -2, "disagreements": 0}
    text = run("compare", "m.pbn", cwd=tmp_path)
    assert text.out.startswith("Lions – Owls\nm.pbn\n\nRound 1, Lions – Owls\n")
    assert "\n  Lions 10 – 12 Owls\n" in text.out
    assert text.err == "compared 3 boards in 1 file; 0 results left out\n"


def test_the_closed_room_may_come_first_and_from_another_file(run: Run, tmp_path: Path) -> None:
    games = match("1", "Lions", "Owls", [(420, -50)]).split("\n\n")
    opened, closed = games[0], games[1]
    (tmp_path / "a.pbn").write_text(closed + "\n")
    (tmp_path / "b.pbn").write_text(opened + "\n")
    board = compared(run, "a.pbn", "b.pbn", cwd=tmp_path)["boards"][0]
    assert board["imps"] == 10
    assert [table["room"] for table in board["tables"]] == ["open", "closed"]
    assert [table["path"] for table in board["tables"]] == ["b.pbn", "a.pbn"]


def test_score_imp_tags_are_compared(run: Run, tmp_path: Path) -> None:
    text = match("1", "Lions", "Owls", [(420, -50), (100, 100)])
    right = text.replace('[Score "NS 420"]', '[Score "NS 420"]\n[ScoreIMP "NS 10"]').replace(
        '[Score "NS -50"]', '[Score "NS -50"]\n[ScoreIMP "EW 10"]'
    )
    (tmp_path / "m.pbn").write_text(right)
    found = compared(run, "m.pbn", cwd=tmp_path)
    assert [board["agrees"] for board in found["boards"]] == [True, None]
    (tmp_path / "m.pbn").write_text(right.replace('"NS 10"', '"NS 9"'))
    found = compared(run, "m.pbn", cwd=tmp_path)
    assert [board["agrees"] for board in found["boards"]] == [False, None]
    done = run("compare", "m.pbn", cwd=tmp_path)
    assert "Board 1: the tables come to +10 IMPs, ScoreIMP says +9, -10" in done.out
    assert "EVT310 swing-mismatch: board 1, the open room, round 1: ScoreIMP gives North-South +9" in done.err
    assert done.err.endswith("1 ScoreIMP tag of another value\n")
    assert run("compare", "m.pbn", "--fail-on", "warning", cwd=tmp_path).status == 1
    (tmp_path / "m.pbn").write_text(right.replace('"NS 10"', '"EW x"'))
    assert "ScoreIMP 'EW x' cannot be read" in run("compare", "m.pbn", cwd=tmp_path).err


def test_many_tables(run: Run, tmp_path: Path) -> None:
    (tmp_path / "t.pbn").write_text(traveller(1, ["1 11 420", "2 12 420", "3 13 -50", "4 14 450", "5 15 ?"]))
    found = compared(run, "t.pbn", cwd=tmp_path)
    first = found["boards"][0]["tables"][0]
    assert (first["matchpoints"], first["top"]) == (3, 6)
    assert (first["cross_imps"], first["cross_imps_total"], first["comparisons"]) == (3, 9, 3)
    assert found["boards"][0]["imps"] is None
    assert [item["rule"] for item in found["left_out"]] == ["result-missing"]


def test_a_missing_room_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.pbn").write_text(match("1", "Lions", "Owls", [(420, -50)]).split("\n\n")[0] + "\n")
    done = run("compare", "m.pbn", "--fail-on", "warning", cwd=tmp_path)
    assert done.status == 1
    assert "m.pbn:1:1: warning EVT303 room-missing: board 1, the open room, round 1" in done.err
    twice = match("1", "Lions", "Owls", [(420, -50)]).replace("Closed", "Open")
    (tmp_path / "m.pbn").write_text(twice)
    done = run("compare", "m.pbn", cwd=tmp_path)
    assert (done.status, "Lions has 2 results, and nothing" in done.err, "2 results left out" in done.err) == (
        1,
        True,
        True,
    )


def test_the_par_with_all_contracts_that_score_so(run: Run, tmp_path: Path) -> None:
    """East-West make eleven tricks in spades and little else; no save pays: 4S+1 and 5S= score the same."""
    rows = []
    for seat in "NSEW":
        for strain in ("C", "D", "H", "S", "NT"):
            tricks = 11 if strain == "S" and seat in "EW" else 7 if seat in "EW" else 2
            rows.append(f"{seat} {strain} {tricks}")
    (tmp_path / "p.pbn").write_text(PAR + "\n".join(rows) + "\n")
    par = compared(run, "p.pbn", cwd=tmp_path)["boards"][0]["par"]
    assert par == {"score_ns": -450, "score_ns_ew_first": -450, "contracts": ["EW 4S+1", "EW 5S="]}
    assert "par -450 (EW 4S+1 / EW 5S=)" in run("compare", "--ascii", "p.pbn", cwd=tmp_path).out
    assert "par -450 (EW 4♠+1 / EW 5♠=)" in run("compare", "p.pbn", cwd=tmp_path).out
    assert "par -450 (DB 4♠+1 / DB 5♠=)" in run("compare", "--lang", "tr", "p.pbn", cwd=tmp_path).out
    assert (
        "par -450 (DB 4S+1 / DB 5S=)"
        in run("compare", "--lang", "tr", "--output-format", "csv", "p.pbn", cwd=tmp_path).out
    )
    html = run("compare", "--lang", "tr", "--output-format", "html", "p.pbn", cwd=tmp_path).out
    assert 'DB 4<span class="suit s" role="img" aria-label="pik">♠</span>+1 / DB 5<span' in html


@pytest.mark.parametrize("form", ["csv", "html"])
def test_other_forms(run: Run, tmp_path: Path, form: str) -> None:
    (tmp_path / "m.pbn").write_text(match("1", "<b>Lions", "Owls", [(420, -50)]))
    out = run("compare", "m.pbn", "--output-format", form, cwd=tmp_path).out
    assert "10" in out
    assert (form == "html") == ("&lt;b&gt;Lions" in out)


def test_a_page_is_called_by_what_its_records_have_in_common(run: Run, tmp_path: Path) -> None:
    (tmp_path / "in").mkdir()
    event = '[Event "Cup <1>"]\n[Board'
    one = match("1", "Lions", "Owls", [(420, -50)]).replace("[Board", event)
    (tmp_path / "in" / "one.pbn").write_text(one)
    out = run("compare", "in/one.pbn", "--output-format", "html", cwd=tmp_path).out
    assert "<title>Cup &lt;1&gt; · Lions – Owls</title>" in out
    assert '<p class="about">one.pbn</p>' in out
    assert "in/one" not in out
    assert '<p class="notes">Lions 10 – 0 Owls</p>' in out
    (tmp_path / "in" / "one.pbn").write_text(one + match("1", "Bears", "Wolves", [(100, 0)]).replace("[Board", event))
    assert run("compare", "in/one.pbn", cwd=tmp_path).out.startswith("Cup <1>\none.pbn\n")
    rooms = "".join(
        f'[Board "1"]\n[Room "{room}"]\n[Score "NS {score}"]\n\n' for room, score in (("Open", 50), ("Closed", 0))
    )
    (tmp_path / "in" / "one.pbn").write_text(rooms)
    done = run("compare", "in/one.pbn", "--lang", "tr", cwd=tmp_path)
    assert done.out.startswith("one.pbn\n\n")
    assert "\n  KG 2 – 0 DB\n" in done.out
    assert "açık salon" in done.out
    assert done.err == "1 dosya içinde 1 bord karşılaştırıldı; 0 sonuç dışarıda bırakıldı\n"


def test_a_choice_of_boards(run: Run, tmp_path: Path) -> None:
    (tmp_path / "m.pbn").write_text(match("1", "Lions", "Owls", [(420, -50), (100, 100)]))
    assert len(compared(run, "m.pbn", "--board", "2", cwd=tmp_path)["boards"]) == 1
    done = run("compare", "m.pbn", "--board", "9", cwd=tmp_path)
    assert (done.status, "nothing to compare: none of 4 records is board 9" in done.err) == (1, True)
