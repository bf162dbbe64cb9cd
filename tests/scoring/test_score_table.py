"""Cells of the duplicate table that other programs got wrong: grand slams, doubles, and long sets."""

import csv
from pathlib import Path

import pytest
from click.testing import CliRunner

import pbntools as pbn
from pbntools.cli import main

TABLE = Path(__file__).parent.parent.parent / "fixtures" / "sessions" / "score-table.csv"
CELLS = list(csv.DictReader(TABLE.read_text(encoding="utf-8").splitlines()))


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: f"{cell['contract']}-{cell['vulnerable']}-{cell['tricks']}")
def test_a_cell(cell: dict[str, str]) -> None:
    vulnerable, tricks, score = cell["vulnerable"] == "yes", int(cell["tricks"]), int(cell["score"])
    assert pbn.score(cell["contract"], tricks=tricks, vulnerable=vulnerable) == score
    entry = pbn.Ledger("duplicate").add(cell["contract"], "S", tricks, vulnerable="NS" if vulnerable else "EW")
    assert entry.totals is not None
    assert entry.totals[0] - entry.totals[1] == score
    option = "--vulnerable" if vulnerable else "--not-vulnerable"
    done = CliRunner().invoke(main, ["score", "--contract", cell["contract"], "--tricks", cell["tricks"], option])
    assert done.stdout.endswith(f": {score:+d}\n")
