"""JSON and JSON lines as two of the formats."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any, BinaryIO

from pbntools.formats.json.foreign import BridgebotsReader, EndplayReader
from pbntools.formats.json.reader import JsonReader
from pbntools.formats.json.records import VERSION, record_to_json
from pbntools.formats.losses import Losses
from pbntools.formats.registry import PARTS, Facts, Fit, Format
from pbntools.record import Record

_LINES = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*\{\s*\"pbntools\"\s*:\s*\d")
_WHOLE = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*\{\s*\"pbntools\"\s*:\s*\d+\s*,\s*\"records\"\s*:")
_ENDPLAY = re.compile(rb"\"deal\"\s*:\s*(?:null|\{\s*\"(?:north|east|south|west)\")")
_BRIDGEBOTS = re.compile(
    rb"\"(?:board_records\"\s*:|deal\"\s*:\s*\{\s*\"(?:dealer\"|ns_vulnerable\"|ew_vulnerable\"|hands\"))"
)
_JSON = re.compile(rb"\A(?:\xef\xbb\xbf)?\s*[\[{]")
_FOREIGN = frozenset(
    (
        "deal",
        "board",
        "dealer",
        "vulnerable",
        "players",
        "event",
        "auction",
        "notes",
        "play",
        "contract",
        "result",
        "tags",
    )
)


def _as_it_is(record: Record, _facts: Facts, _losses: Losses) -> Record:
    return record


def _fitter(_dialect: str | None) -> Fit:
    return _as_it_is


def _text(found: dict[str, Any]) -> bytes:
    # Half a character, which UTF-8 has not, is written as JSON's escape for it.
    return json.dumps(found, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "backslashreplace")


def _write_whole(records: Iterable[Record], file: BinaryIO, _dialect: str | None) -> int:
    count = 0
    file.write(b'{"pbntools":%d,"records":[' % VERSION)
    for record in records:
        file.write((b",\n" if count else b"\n") + _text(record_to_json(record)))
        count += 1
    file.write(b"\n]}\n")
    return count


def _write_lines(records: Iterable[Record], file: BinaryIO, _dialect: str | None) -> int:
    count = 0
    for record in records:
        file.write(_text({"pbntools": VERSION, **record_to_json(record)}) + b"\n")
        count += 1
    return count


def _is_lines(head: bytes) -> bool:
    return _LINES.match(head) is not None and not _is_whole(head)


def _is_whole(head: bytes) -> bool:
    return _WHOLE.match(head) is not None


def _is_endplay(head: bytes) -> bool:
    return _JSON.match(head) is not None and _ENDPLAY.search(head) is not None and b'"pbntools"' not in head


def _is_bridgebots(head: bytes) -> bool:
    return _JSON.match(head) is not None and _BRIDGEBOTS.search(head) is not None and b'"pbntools"' not in head


FORMATS = {
    "json": Format(
        "json", "pbntools JSON", (".json",), frozenset(PARTS), _is_whole, JsonReader, _fitter, _write_whole
    ),
    "jsonl": Format(
        "jsonl", "pbntools JSON lines", (".jsonl", ".ndjson"), frozenset(PARTS), _is_lines, JsonReader, _fitter,
        _write_lines,
    ),
    "endplay": Format("endplay", "JSON of endplay", (), _FOREIGN, _is_endplay, EndplayReader),
    "bridgebots": Format(
        "bridgebots", "JSON of bridgebots", (), _FOREIGN | {"comments"}, _is_bridgebots, BridgebotsReader
    ),
}  # fmt: skip

__all__ = ["FORMATS"]
