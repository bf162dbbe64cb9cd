"""`read` and `check`: what they take and what they refuse."""

import io
from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.checking import check, read

INSUFFICIENT = b'[Event "x"]\n[Board "1"]\n[Dealer "N"]\n[Auction "N"]\n1S 1H Pass Pass\nPass\n'


def rules_of(**options: Any) -> set[str]:
    return {found.rule.name for reading in check(INSUFFICIENT, **options) for found in reading.diagnostics}


def test_rules_are_selected_and_ignored() -> None:
    assert rules_of(select=["AUC1"]) == rules_of(select=("insufficient-bid",)) == {"insufficient-bid"}
    assert rules_of(select=["AUC"], ignore=["insufficient-bid"]) == set()


@pytest.mark.parametrize("argument", ["select", "ignore"])
def test_a_text_is_no_list_of_rules(argument: str) -> None:
    with pytest.raises(TypeError, match=rf"{argument}='PLY': give a list of rules, such as \['PLY'\]"):
        rules_of(**{argument: "PLY"})


@pytest.mark.parametrize("argument", ["select", "ignore"])
def test_a_pattern_must_name_a_rule(argument: str) -> None:
    with pytest.raises(ValueError, match=f"^{argument}: 'revok' names no rule: did you mean revoke"):
        rules_of(**{argument: ["AUC", "revok"]})
    with pytest.raises(ValueError, match=rf"^{argument}: 'xyzzy' names no rule$"):
        rules_of(**{argument: ["xyzzy"]})
    with pytest.raises(ValueError, match="'' names no rule"):
        rules_of(**{argument: [""]})


@pytest.mark.parametrize("function", [read, check])
def test_a_file_in_text_mode_is_refused_at_the_call(function: Any, tmp_path: Path) -> None:
    path = tmp_path / "a.pbn"
    path.write_bytes(INSUFFICIENT)
    with pytest.raises(TypeError, match="open it in binary mode"):
        function(io.StringIO(INSUFFICIENT.decode()))
    with path.open(encoding="ascii") as file, pytest.raises(TypeError, match="open it in binary mode"):
        function(file)
    with path.open("rb") as file:
        assert next(function(file)).board == "1"


@pytest.mark.parametrize("source", [None, 7, bytearray(INSUFFICIENT)])
def test_other_sources_are_refused_at_the_call(source: Any) -> None:
    with pytest.raises(TypeError, match=f"a path, bytes or a binary file is expected, not {type(source).__name__}"):
        read(source)


def test_readings_can_be_read() -> None:
    readings = read(INSUFFICIENT, name="club.pbn")
    assert repr(readings) == "<Readings of club.pbn (pbn): 0 records so far>"
    list(readings)
    assert repr(readings) == "<Readings of club.pbn (pbn): 1 record so far>"


def test_a_fault_of_ours_in_one_record_costs_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbntools import checking
    from pbntools.laws import find as proper

    def failing(record: pbn.Record, *rest: Any) -> Any:
        if record.board == "2":
            raise IndexError("no such card")
        return proper(record, *rest)

    monkeypatch.setattr(checking, "find", failing)
    text = "\n".join(f'[Board "{board}"]\n[Auction "N"]\n1S 1H Pass Pass\nPass\n' for board in (1, 2, 3))
    found = {
        reading.board: {diagnostic.rule.name for diagnostic in reading.diagnostics}
        for reading in pbn.check(text.encode())
        if reading.record is not None
    }
    assert "insufficient-bid" in found["1"] & found["3"]
    assert "not-judged" in found["2"]
    assert "insufficient-bid" not in found["2"]
