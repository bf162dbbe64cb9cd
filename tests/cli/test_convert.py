"""``pbntools convert`` and ``pbntools formats``."""

from __future__ import annotations

import json
import os
import resource
import sys
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.formats.registry import format_names

Run = Any


def boards(path: Path) -> list[str | None]:
    return [reading.board for reading in pbn.read(path) if reading.record is not None]


def test_the_last_path_is_the_output(run: Run, folder: Path) -> None:
    done = run("convert", "clean.pbn", "below/two.PBN", "all.json")
    assert (done.status, done.out) == (0, "")
    assert done.err == "all.json: 3 records as json, nothing lost\n"
    assert boards(folder / "all.json") == ["1", "1", "5"]


def test_to_the_standard_output(run: Run, folder: Path) -> None:
    done = run("convert", "clean.pbn", "--to", "jsonl")
    assert done.status == 0
    assert json.loads(done.out)["board"] == "1"
    again = run("convert", "-", "--to", "PBN", stdin=done.raw)
    assert again.status == 0
    assert again.raw.startswith(b"% PBN 2.1\r\n")


def test_several_outputs(run: Run, folder: Path) -> None:
    done = run("convert", "clean.pbn", "-o", "a.json", "-o", "b.jsonl")
    assert done.status == 0
    assert boards(folder / "a.json") == boards(folder / "b.jsonl") == ["1"]


def test_boards_are_chosen(run: Run, folder: Path) -> None:
    assert run("convert", "--board", "5", "below", "clean.pbn", "five.json").status == 0
    assert boards(folder / "five.json") == ["5"]
    done = run("convert", "--board", "99", "clean.pbn", "none.json")
    assert done.status == 1
    assert "nothing to convert: none of 1 record is board 99" in done.err
    assert not (folder / "none.json").exists()


def test_a_tree_into_a_directory(run: Run, folder: Path) -> None:
    done = run("convert", ".", "--output-dir", "out", "--to", "json")
    assert done.status == 1  # one file is empty
    assert "empty.pbn: no record in it" in done.err
    found = sorted(path.relative_to(folder / "out").as_posix() for path in (folder / "out").rglob("*.json"))
    assert found == ["bad.json", "below/two.json", "clean.json"]


def test_two_inputs_of_one_name_are_not_written_over_each_other(run: Run, folder: Path) -> None:
    (folder / "clean.jsonl").write_text('{"pbntools":1,"board":"9"}\n')
    done = run("convert", "clean.pbn", "clean.jsonl", "--output-dir", "out", "--to", "json")
    assert done.status == 2
    assert "out/clean.json is the output of clean.pbn already" in done.err.replace(os.sep, "/")
    assert boards(folder / "out" / "clean.json") == ["1"]


def test_an_input_is_not_replaced(run: Run, folder: Path) -> None:
    before = (folder / "clean.pbn").read_bytes()
    for arguments in (["clean.pbn", "clean.pbn"], ["clean.pbn", "-o", "./clean.pbn"], [".", "clean.pbn"]):
        done = run("convert", *arguments)
        assert done.status == 2
        assert "is one of the files to be read" in done.err
    done = run("convert", "clean.pbn", "--output-dir", ".", "--to", "pbn")
    assert done.status == 2
    assert "would replace a file that is to be read" in done.err
    assert (folder / "clean.pbn").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ([], "Give files to convert"),
        (["clean.pbn"], "Give the output as the last path"),
        (["clean.pbn", "x.foo"], "names no format: name it with --to (pbn, "),
        (["clean.pbn", "--to", "foo"], "'foo' is no format: expected one of pbn, "),
        (["--from", "foo", "clean.pbn", "x.json"], "'foo' is no format: expected one of pbn, "),
        (["clean.pbn", "x.json", "--to", "pbn"], "x.json is named as json, and --to says pbn"),
        (["clean.pbn", "below"], "is a directory: give it with --output-dir"),
        (["clean.pbn", "--output-dir", "out"], "--output-dir needs --to"),
        (["clean.pbn", "--output-dir", "out", "-o", "x.json", "--to", "json"], "are two places for the output"),
        (["clean.pbn", "-o", "x.json", "-o", "./x.json"], "An output is given twice"),
        (["-", "-o", "x.json", "-o", "y.jsonl"], "The standard input can be read once"),
        (["clean.pbn", "--to", "json", "--losses", "json"], "the records need a file"),
        (["clean.pbn", "-o", "-"], "The standard output has no suffix"),
        (["clean.pbn", "x.json", "--dialect", "slang"], "'slang' is no dialect of json"),
        (["clean.pbn", "--from", "dde", "x.json"], "dde can be written, but not read"),
        (["clean.pbn", "x.json.gz"], "what is written is not compressed"),
        (["clean.pbn", "--to", "csv", "x.bigdeal.csv"], "is named as bigdeal, and --to says csv"),
        (["clean.pbn", "--to", "bws", "x.bws"], "bws can be read, but not written"),
        (["", "x.json"], "One of the paths is empty"),
        (["-", "-", "x.json"], "given more than once"),
    ],
)
def test_misuse(run: Run, folder: Path, arguments: list[str], message: str) -> None:
    before = sorted(folder.rglob("*"))
    done = run("convert", *arguments)
    assert done.status == 2
    assert message in done.err
    assert not done.crashed
    assert sorted(folder.rglob("*")) == before


def test_a_file_that_is_not_there_does_not_cost_the_others(run: Run, folder: Path) -> None:
    done = run("convert", "gone.pbn", "clean.pbn", "x.json")
    assert done.status == 2
    assert "gone.pbn: cannot be read" in done.err
    assert boards(folder / "x.json") == ["1"]
    assert run("convert", "gone.pbn", "y.json").status == 2
    assert not (folder / "y.json").exists()


def test_a_file_without_a_record(run: Run, folder: Path) -> None:
    done = run("convert", "empty.pbn", "x.json")
    assert done.status == 1
    assert "there is no record for it; nothing was written" in done.err
    assert not (folder / "x.json").exists()


def test_losses_as_json(run: Run, folder: Path) -> None:
    (folder / "odd.pbn").write_text('[Board "1"]\n[Auction "N"]\n1C nonsense\n')
    done = run("convert", "--losses", "json", "odd.pbn", "x.pbn")
    body = json.loads(done.out)
    assert body["inputs"] == [{"path": "odd.pbn", "format": "pbn", "records": 1}]
    assert body["outputs"] == [{"path": "x.pbn", "format": "pbn", "records": 1}]
    assert body["records"] == 1
    assert [(loss["code"], loss["records"]) for loss in body["losses"]] == [("CNV116", [0])]
    assert done.status == 1
    assert "odd.pbn:3:4: error AUC107 call-unreadable" in done.err
    done = run("convert", "odd.pbn", "x.pbn")
    assert "lost, 1 record: PBN has no word for a call" in done.err


def test_a_loss_can_be_a_failure(run: Run, folder: Path) -> None:
    assert run("convert", "clean.pbn", "x.lin").status == 0
    assert run("convert", "--fail-on-loss", "clean.pbn", "x.lin").status == 1
    assert run("convert", "--fail-on-loss", "clean.pbn", "x.json").status == 0


def test_tags_are_told_together_and_the_game_first(run: Run, folder: Path) -> None:
    done = run("convert", "clean.pbn", "x.lin")
    lines = [line for line in done.err.splitlines() if line.startswith("  lost")]
    assert "Event (1), Site (1), Date (1)" in lines[-1]
    assert lines[-1].endswith("[CNV101]")
    assert len([line for line in lines if "CNV101" in line]) == 1


def test_a_file_that_is_cut_off_is_told(run: Run, folder: Path) -> None:
    assert run("convert", "below", "clean.pbn", "x.dup").status == 0
    data = (folder / "x.dup").read_bytes()
    (folder / "cut.dup").write_bytes(data[:-50])
    done = run("convert", "cut.dup", "y.json")
    assert done.status == 1
    assert "cut.dup:byte " in done.err
    assert "FMT101 format-truncated" in done.err


def test_outputs_are_not_read_again(run: Run, folder: Path) -> None:
    for _ in range(2):
        assert run("convert", "below", "--output-dir", "below/out", "--to", "json").status == 0
        run("convert", "below", "--output-dir", "below/pbn", "--to", "pbn")
        (folder / "below" / "pbn" / "two.pbn").unlink()
    assert sorted(path.name for path in (folder / "below").rglob("*.*")) == ["letter.txt", "two.PBN", "two.json"]


def test_what_is_to_be_read_is_not_written_over(run: Run, folder: Path) -> None:
    (folder / "clean.lin").write_text(
        "pn|Ek,Aker,Bos,Dam|st||md|3SK2HAT832DA2C6432,SQT98654HD753CKJT,SAJHKJ97DT96CAQ75,|\n"
    )
    before = (folder / "clean.lin").read_bytes()
    done = run("convert", "clean.pbn", "clean.lin", "--output-dir", ".", "--to", "lin")
    assert done.status == 2
    assert "would replace a file that is to be read" in done.err
    assert (folder / "clean.lin").read_bytes() == before


def test_the_standard_input_and_links_into_a_directory(run: Run, folder: Path) -> None:
    data = (folder / "clean.pbn").read_bytes()
    done = run("convert", "-", "--from-stdin-name", "../evening.pbn", "--output-dir", "o", "--to", "json", stdin=data)
    assert done.status == 0
    assert boards(folder / "o" / "evening.json") == ["1"]
    link = "https://www.bridgebase.com/tools/handviewer.html?n=sakq&d=n&a=ppp"
    assert run("convert", link, "--output-dir", "o", "--to", "json").status == 0
    assert boards(folder / "o" / "handviewer.json") == [None]


def test_a_format_without_a_suffix_has_its_name(run: Run, folder: Path) -> None:
    assert run("convert", "clean.pbn", "--output-dir", "o", "--to", "dde").status == 0
    assert [path.name for path in (folder / "o").iterdir()] == ["clean.dde"]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="there is no /dev/full here")
def test_a_full_disk(run: Run, folder: Path) -> None:
    done = run("convert", "clean.pbn", "/dev/full", "--to", "json")
    assert done.status == 2
    assert "/dev/full: cannot be written: No space left on device" in done.err


@pytest.mark.skipif(sys.platform != "linux", reason="limits of files are those of Linux")
def test_nothing_is_written_half(spawn: Run, folder: Path) -> None:
    (folder / "many.pbn").write_text((folder / "clean.pbn").read_text() * 300)
    (folder / "x.json").write_text("old")
    code = (
        "import resource, signal; signal.signal(signal.SIGXFSZ, signal.SIG_IGN);"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (20000, 20000));"
        "from pbntools.cli import main; main()"
    )
    done = spawn("convert", "many.pbn", "x.json", command=(sys.executable, "-c", code))
    # What measures the coverage of the process cannot write its own file either, and says so behind.
    assert "x.json: cannot be written: File too large" in done.err
    assert "internal error" not in done.err
    assert (folder / "x.json").read_text() == "old"
    assert [path.name for path in folder.iterdir() if path.name.startswith(".pbntools")] == []
    assert resource.RLIMIT_FSIZE


def test_a_read_only_target(run: Run, folder: Path) -> None:
    (folder / "x.json").write_text("old")
    (folder / "x.json").chmod(0o444)
    done = run("convert", "clean.pbn", "x.json")
    assert done.status == 2
    assert "x.json: cannot be written" in done.err
    assert (folder / "x.json").read_text() == "old"


def test_formats_lists_all(run: Run) -> None:
    done = run("formats")
    assert done.status == 0
    body = json.loads(run("formats", "--output-format", "json").out)
    assert {item["name"] for item in body["formats"]} == set(format_names())
    assert body["broken"] == []
    for name in format_names():
        assert f"\n{name} " in f"\n{done.out}"


def test_other_commands_read_other_formats(run: Run, folder: Path) -> None:
    run("convert", "bad.pbn", "bad.json")
    found = {}
    for name in ("bad.pbn", "bad.json"):
        found[name] = [d["rule"] for d in json.loads(run("check", "--output-format", "json", name).out)["diagnostics"]]
    assert "insufficient-bid" in found["bad.json"]
    assert set(found["bad.json"]) <= set(found["bad.pbn"])
    assert run("show", "bad.json").status == 0
    assert run("score", "--from", "json", "bad.json").status == 0
    assert '"format": "json"' in run("info", "--output-format", "json", "bad.json").out


@pytest.mark.parametrize(
    "arguments",
    [["format", "--from", "json", "bad.pbn"], ["check", "--profile", "bbo", "--from", "json", "bad.pbn"],
     ["check", "--fix", "--from", "json", "bad.pbn"]],
)  # fmt: skip
def test_what_is_for_pbn_alone(run: Run, folder: Path, arguments: list[str]) -> None:
    done = run(*arguments)
    assert done.status == 2
    assert "PBN files" in done.err


def test_columns_of_csv(run: Run, folder: Path) -> None:
    (folder / "abend.csv").write_text("Nr;Kontrakt;von\n7;4SX;N\n", encoding="utf-8")
    (folder / "columns.toml").write_text('[columns]\nContract = "Kontrakt"\nDeclarer = "von"\n', encoding="utf-8")
    done = run(
        "convert", "--from", "csv", "--columns", "Board=Nr", "--columns", "columns.toml", "abend.csv", "out.json"
    )
    assert (done.status, done.err) == (0, "out.json: 1 record as json, nothing lost\n")
    (record,) = [reading.record for reading in pbn.read(folder / "out.json") if reading.record is not None]
    assert (record.board, str(record.contract), str(record.declarer)) == ("7", "4SX", "N")


@pytest.mark.parametrize("given", ["Board=", "no-name=Nr", "missing.toml", "clean.pbn"])
def test_a_map_of_columns_that_is_none(run: Run, folder: Path, given: str) -> None:
    done = run("convert", "--columns", given, "clean.pbn", "out.json")
    assert done.status == 2
    assert "--columns: " in done.err
    assert not (folder / "out.json").exists()


def test_a_link_with_blanks_is_one_link(run: Run, folder: Path) -> None:
    link = "https://www.bridgebase.com/tools/handviewer.html?n=s K95 h9872 d6 cKQ732&nn=Ann Smith&d=s&v=e&b=3&a=1dp1h"
    assert run("convert", link, "x.pbn").status == 0
    record = next(pbn.read(folder / "x.pbn")).record
    assert record is not None
    assert (record.board, record.players[pbn.Seat.NORTH]) == ("3", "Ann Smith")
    assert str(record.deal) == "N:K95.9872.6.KQ732 - - -"
    assert record.auction is not None
    assert len(record.auction.ids) == 3


def test_tricks_that_have_no_place_are_not_claimed(run: Run, folder: Path) -> None:
    text = (folder / "clean.pbn").read_text()
    (folder / "bare.pbn").write_text(text[: text.index("[Auction")])
    done = run("convert", "bare.pbn", "x.lin")
    assert "no place for tricks" in done.err
    assert "are claimed" not in done.err
    assert "mc|" not in (folder / "x.lin").read_text()
