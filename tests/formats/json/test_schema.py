"""The published schema holds for what is written, and refuses what is read with a diagnostic."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

import pbntools as pbn
from pbntools.formats.json.records import VERSION, record_to_json

ROOT = Path(__file__).parent.parent.parent.parent
SCHEMA = json.loads((ROOT / "docs" / "record.schema.json").read_text(encoding="utf-8"))
VALIDATOR = Draft202012Validator(SCHEMA)


def test_the_schema_is_one() -> None:
    Draft202012Validator.check_schema(SCHEMA)


def records() -> list[pbn.Record]:
    games = sorted((ROOT / "fixtures").rglob("*.pbn"))
    return [reading.record for path in games for reading in pbn.read(path) if reading.record is not None]


def test_all_that_is_written_is_of_the_schema() -> None:
    found = records()
    assert len(found) > 300
    whole = {"pbntools": VERSION, "records": [record_to_json(record) for record in found]}
    assert [error.message for error in VALIDATOR.iter_errors(json.loads(json.dumps(whole)))] == []
    for record in found[:100]:
        line = json.loads(json.dumps({"pbntools": VERSION, **record_to_json(record)}))
        assert [error.message for error in VALIDATOR.iter_errors(line)] == []


def test_every_member_is_used_by_some_fixture() -> None:
    used = {name for record in records() for name in record_to_json(record)}
    assert set(SCHEMA["$defs"]["record"]["properties"]) - used == set()


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"pbntools": 2, "records": []},
        {"pbntools": 1, "records": [{"board": 1}]},
        {"pbntools": 1, "records": [{"hand": "x"}]},
        {"pbntools": 1, "records": [{"auction": {"first": "N", "calls": ["9C"]}}]},
        {"pbntools": 1, "records": [{"play": {"first": "N", "cards": ["S1"]}}]},
        {"pbntools": 1, "records": [{"comments": [{"owner": "call"}]}]},
    ],
)
def test_what_it_refuses(data: Any) -> None:
    assert list(VALIDATOR.iter_errors(data))
    if data:
        assert any(reading.diagnostics for reading in pbn.read(json.dumps(data).encode(), format="json"))
