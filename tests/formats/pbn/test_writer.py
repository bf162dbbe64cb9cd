"""Records written as files."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools.formats.pbn.losses import losses
from pbntools.record import Tags
from tests.formats.samples import GAME, one, records, rules_of

HEAD = "% PBN 2.1\r\n% EXPORT\r\n"


def test_a_changed_record(tmp_path: Path) -> None:
    record = one(GAME)
    path = tmp_path / "out.pbn"
    assert pbn.write([record.replace(board="7"), record], path) == 2
    assert [found.board for found in records(path.read_bytes())] == ["7", "1"]
    assert rules_of(path.read_bytes(), leave=()) == []
    assert path.read_bytes().decode() == pbn.dumps([record.replace(board="7"), record])


def test_records_are_read_back() -> None:
    found = records(GAME + "\n" + GAME)
    again = records(pbn.dumps(found))
    assert [losses(*pair) for pair in zip(found, again, strict=True)] == [[], []]
    assert pbn.dumps(again) == pbn.dumps(found)


def test_no_records() -> None:
    assert pbn.dumps([]) == HEAD


@pytest.mark.parametrize(
    ("names", "encoding"),
    [(["Böhm", "Alder"], "latin-1"), (["Böhm", "Łoś"], "utf-8"), (["Ã¶"], "utf-8"), (["\x85"], "utf-8")],
)
def test_characters(names: list[str], encoding: str) -> None:
    found = [one(GAME).replace(tags=pbn.Tags({"West": name})) for name in names]
    out = io.BytesIO()
    pbn.write(iter(found), out)
    assert [record.tags["West"] for record in records(out.getvalue())] == names
    assert (b"charset=UTF-8" in out.getvalue()) == (encoding == "utf-8")
    for name in names:
        assert name.encode(encoding) in out.getvalue()


def test_a_character_is_not_cut_between_two_blocks(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbntools.formats.pbn import writer

    found = [one(GAME).replace(tags=pbn.Tags({"West": "é" * 50}))]
    wanted = io.BytesIO()
    pbn.write(found, wanted)
    for size in (1, 2, 3, 7):
        monkeypatch.setattr(writer, "_BLOCK", size)
        out = io.BytesIO()
        pbn.write(found, out)
        assert out.getvalue() == wanted.getvalue()


def test_a_record_that_cannot_be_written_costs_nothing(tmp_path: Path) -> None:
    path = tmp_path / "old.pbn"
    path.write_bytes(b"old")
    bad = one(GAME).replace(tags=pbn.Tags({"Event": "a\nb"}))
    with pytest.raises(pbn.ExportError, match=r"record 1, board 1: .*line end"):
        pbn.write([one(GAME), bad], path)
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_place_that_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(OSError):  # noqa: PT011  (which one depends on the system)
        pbn.write([one(GAME)], tmp_path / "none" / "out.pbn")


def test_tags_from_a_dictionary() -> None:
    given = {"Event": "Spring Pairs", "Room": "Open"}
    record = pbn.Record(board="1", tags=given)  # type: ignore[arg-type]
    given["Event"] = "other"
    assert record.tags == Tags({"Event": "Spring Pairs", "Room": "Open"})
    assert record.value("Room") == "Open"
    assert pbn.dumps([record]) == pbn.dumps([pbn.Record(board="1", tags=record.tags)])
    assert record.replace(tags={"Event": "x"}).event == "x"
    for wrong in (3, "Event", [("Event", "x")], {"Event": 3}, {3: "x"}):
        with pytest.raises(TypeError, match=r"^tags are "):
            pbn.Record(tags=wrong)  # type: ignore[arg-type]
