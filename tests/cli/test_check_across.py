"""`check` of several files: what their records say against each other, the same for any number of processes."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbntools.cli import main

DEAL = "N:AJ.KJ97.T96.AQ75 73.Q654.KQJ84.98 K2.AT832.A2.6432 QT98654..753.KJT"
OTHER = "N:AJ.KJ97.T96.AQ75 K2.Q654.KQJ84.98 73.AT832.A2.6432 QT98654..753.KJT"


def game(names: str, *, board: str = "1", deal: str = DEAL, date: str = "2024.03.02", more: str = "") -> str:
    north, south, east, west = names.split()
    return (
        f'[Event "Spring Pairs"]\n{more}[Date "{date}"]\n[Board "{board}"]\n[West "{west}"]\n[North "{north}"]\n'
        f'[East "{east}"]\n[South "{south}"]\n[Dealer "N"]\n[Vulnerable "None"]\n[Deal "{deal}"]\n'
        '[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n\n'
    )


FIRST, SECOND = "Bos Ek Dam Aker", "Grau Ivens Hahn Falk"


def run(folder: Path, texts: list[str], *options: str) -> dict[str, Any]:
    paths = []
    for number, text in enumerate(texts):
        path = folder / f"{number}.pbn"
        path.write_text(text, encoding="utf-8")
        paths.append(str(path))
    result = CliRunner().invoke(
        main, ["check", "--no-config", "--select", "EVT", "--output-format", "json", *options, *paths]
    )
    assert result.exit_code in (0, 1)
    found: dict[str, Any] = json.loads(result.stdout)
    return found


def told(found: dict[str, Any]) -> list[tuple[str, str, int, int]]:
    return [(Path(d["path"]).name, d["rule"], d["record"], d["line"]) for d in found["diagnostics"]]


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_files_are_compared(tmp_path: Path, jobs: str) -> None:
    texts = [
        game(FIRST),
        game(SECOND, board="2") + game(SECOND, deal=OTHER),
        game("Lund Moe Ek Bos"),
        game("Bos Ek Niel Ohm"),
    ]
    found = run(tmp_path, texts, "--jobs", jobs)
    assert told(found) == [
        ("1.pbn", "fouled-board", 1, 15),
        ("2.pbn", "pair-both-ways", 0, 1),
        ("3.pbn", "pair-both-ways", 0, 1),
    ]
    assert f"game 1 of {tmp_path / '0.pbn'}" in found["diagnostics"][0]["message"]
    assert found["summary"] == {"files": 4, "records": 5, "errors": 0, "warnings": 3, "notices": 0}
    assert [file["warnings"] for file in found["files"]] == [0, 1, 1, 1]


def test_files_of_other_weeks_are_not_compared(tmp_path: Path) -> None:
    for date, other in (("2024.03.02", "2024.03.09"), ("?", "?"), ("2024.03.??", "2024.03.??")):
        assert told(run(tmp_path, [game(FIRST, date=date), game(SECOND, deal=OTHER, date=other)])) == []


def test_a_copy_is_told_once(tmp_path: Path) -> None:
    text = "".join(game(FIRST, board=str(board)) for board in range(1, 6))
    found = run(tmp_path, [text, text])
    assert told(found) == [("1.pbn", "duplicate-record", 0, 1)]
    assert "as for 4 more of its records" in found["diagnostics"][0]["message"]


def test_a_file_named_twice_is_no_copy(tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    path.write_text(game(FIRST), encoding="utf-8")
    result = CliRunner().invoke(main, ["check", "--no-config", "--select", "EVT", str(path), str(path)])
    assert "EVT" not in result.stdout


def test_what_the_text_ignores_is_not_told(tmp_path: Path) -> None:
    quiet = game(SECOND, deal=OTHER, more="% pbntools: ignore fouled-board\n")
    assert told(run(tmp_path, [game(FIRST), quiet])) == []
    assert told(run(tmp_path, [game(FIRST), game(SECOND, deal=OTHER)], "--ignore", "fouled-board")) == []


def test_what_a_file_says_against_itself_is_told_once(tmp_path: Path) -> None:
    found = run(tmp_path, [game(FIRST), game("Lund Moe Niel Ohm") + game(SECOND, deal=OTHER)])
    assert [rule for _, rule, *_ in told(found)] == ["fouled-board"]
