"""``pbntools info``."""

import json
from pathlib import Path
from typing import Any

import pytest

from pbntools.reports import info

Run = Any
FIXTURES = Path(__file__).parent.parent.parent / "fixtures"
MIXED = """\
% PBN 2.1
% EXPORT
%Creator: Inkwell 3.1
[Event "Mill Lane Pairs"]
[Date "2024.03.??"]
[Board "1"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:T53.Q5.AK32.KT72 Q96.JT7642.96.Q4 A42.AK98.T5.9653 KJ87.3.QJ874.AJ8"]
[Declarer "N"]
[Contract "1NT"]
[Result "7"]
[Generator "Shuffle 2"]
[Auction "N"]
1NT Pass Pass Pass
[Play "E"]
S6 S2 S7 S3
*

[Event "Mill Lane Pairs"]
[Date "2024.02.11"]
[Board "12A"]
[Deal "E:Q96.JT7642.96.Q4 A42.AK98.T5.9653 KJ87.3.QJ874.AJ8 T53.Q5.AK32.KT72"]
[Result "?"]

[Event "?"]
[Date "Friday"]
[Board "40"]
[Deal "N:T53.Q5.AK32.KT72 - - -"]

[Event "Café Cup"]
[Board "40"]
[Site "?"]
"""


@pytest.fixture
def found(run: Run, tmp_path: Path) -> dict[str, Any]:
    (tmp_path / "mixed.pbn").write_bytes(MIXED.replace("\n", "\r\n").encode("cp1252"))
    done = run("info", "--output-format", "json", "mixed.pbn")
    assert done.status == 0
    whole = json.loads(done.out)
    assert whole["version"] == 1
    assert whole["failures"] == []
    (one,) = whole["files"]
    assert {key: one[key] for key in whole["total"] if key != "files"} == {
        key: value for key, value in whole["total"].items() if key != "files"
    }
    assert isinstance(one, dict)
    return one


def test_the_file(found: dict[str, Any]) -> None:
    assert (found["path"], found["format"], found["version"], found["export"]) == ("mixed.pbn", "pbn", "2.1", True)
    assert (found["encoding"], found["line_ends"], found["byte_order_mark"]) == ("iso-8859-1", ["CR LF"], False)
    assert (found["creator"], found["packed"], found["complete"]) == ("Inkwell 3.1", None, True)
    assert found["header"] == ["% PBN 2.1", "% EXPORT", "%Creator: Inkwell 3.1"]
    assert found["text"]["errors"] == 0
    assert found["text"]["notices"] > 0


def test_the_records(found: dict[str, Any]) -> None:
    assert found["records"] == 4
    assert found["boards"] == {"distinct": 3, "exact": True, "first": 1, "last": 40}
    assert found["deals"] == {"distinct": 2, "exact": True, "without_cards": 1, "partly_known": 1}
    assert found["auction"] == {"records": 1, "share": 0.25}
    assert found["play"] == {"records": 1, "share": 0.25, "complete": 0, "claims": 1}
    assert found["result"] == {"records": 1, "share": 0.25}
    assert found["events"] == [{"name": "Mill Lane Pairs", "records": 2}, {"name": "Café Cup", "records": 1}]
    assert found["dates"] == {"first": "2024.02.11", "last": "2024.03.??", "unknown": 1, "malformed": 1}
    assert found["generators"] == [{"name": "Shuffle 2", "records": 1}]
    tags = found["mandatory_tags"]
    assert tags["Event"] == {"absent": 0, "unknown": 1, "empty": 0}
    assert tags["Site"] == {"absent": 3, "unknown": 1, "empty": 0}
    assert tags["Deal"] == {"absent": 1, "unknown": 0, "empty": 0}
    assert tags["Result"] == {"absent": 2, "unknown": 1, "empty": 0}


def test_the_text(run: Run, tmp_path: Path) -> None:
    (tmp_path / "mixed.pbn").write_text(MIXED, encoding="utf-8-sig")
    done = run("info", "--ascii", "mixed.pbn")
    lines = done.out.splitlines()
    assert lines[:8] == [
        "mixed.pbn",
        "  format      PBN 2.1, says it is in the export format",
        "  producer    Inkwell 3.1; Shuffle 2",
        "  text        UTF-8, byte order mark, lines end in LF",
        "  boards      4 records, 3 boards, numbers 1-40",
        "  deals       2 different, 1 not known in full, 1 record without cards",
        "  events      Mill Lane Pairs (2); Caf\\xe9 Cup (1)",
        "  dates       2024.02.11 - 2024.03.??, 1 not of the standard's form, 1 not known",
    ]
    assert "  play        in 1 of 4 records (25 %): 1 ended by * with a result (claims)" in lines
    assert done.err == "looked at 4 records in 1 file\n"


def test_many_files_have_a_total(run: Run, folder: Path, clean: str) -> None:
    (folder / "same.pbn").write_text(clean, encoding="utf-8")
    done = run("info", "clean.pbn", "gone.pbn", "same.pbn")
    assert done.status == 2
    assert done.out.count("  deals       1 different\n") == 3
    assert "total of 2 files\n  boards      2 records, 1 board, number 1\n" in done.out
    assert "pbntools: gone.pbn: cannot be read: No such file or directory" in done.err
    found = json.loads(run("info", "--output-format", "json", "clean.pbn", "gone.pbn", "same.pbn").out)
    assert found["failures"] == [{"path": "gone.pbn", "message": "cannot be read: No such file or directory"}]
    assert found["total"]["deals"]["distinct"] == 1
    lines = run("info", "--output-format", "jsonl", "clean.pbn", "same.pbn").out.splitlines()
    assert [json.loads(line)["path"] for line in lines] == ["clean.pbn", "same.pbn"]


def test_a_file_without_records(run: Run, tmp_path: Path) -> None:
    (tmp_path / "none.pbn").write_text("", encoding="utf-8")
    done = run("info", "none.pbn")
    assert done.status == 1
    assert "  boards      no record\n" in done.out
    assert "none.pbn: no record in it" in done.err
    found = json.loads(run("info", "--output-format", "json", "none.pbn").out)
    assert found["files"][0]["auction"] == {"records": 0, "share": None}


def test_names_and_deals_are_bounded(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(info, "MOST_DEALS", 5)
    monkeypatch.setattr(info, "MOST_NAMES", 2)
    path = FIXTURES / "valid" / "club-evening.pbn"
    found = json.loads(run("info", "--output-format", "json", path).out)["files"][0]
    assert found["deals"]["distinct"] == 5
    assert found["deals"]["exact"] is found["boards"]["exact"] is False
    text = run("info", path).out
    assert "at least 5 boards" in text
    assert "deals       at least 5 different" in text
    names = info.Names()
    for name in "abab c".split() + list("abc"):
        names.add(name)
    assert len(names.counts) == 2
    assert names.complete is False


def test_a_version_is_told_of_pbn_alone(run: Run, tmp_path: Path) -> None:
    (tmp_path / "plain.pbn").write_text('[Board "1"]\n')
    (tmp_path / "club.csv").write_text("Board,Contract\n1,3NT\n")
    done = run("info", "plain.pbn", "club.csv").out
    assert "  format      PBN, no version named\n" in done
    assert "  format      CSV\n" in done
