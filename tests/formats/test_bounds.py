"""Files with one board or record of tens of megabytes: told, passed over, and what follows is read."""

from __future__ import annotations

import tracemalloc

import pytest

import pbntools as pbn

HUGE = {
    "lin": (b"md|3S,H,D|" + b"mb|p|" * 3_000_000 + b"\nmd|3SAH,S2,D3|sv|o|mb|p|\n", "lin", 1),
    "lin text": (b"md|3S,H,D|nt|" + b"x" * 40_000_000 + b"|\nmd|3SAH,S2,D3|sv|o|mb|p|\n", "lin", 1),
    "json": (b'{"format":"x","records":[' + b"{}," * 6_000_000 + b'{}]}\n{"pbntools":1,"board":"2"}\n', "json", 1),
    "rbn": (b"H N:" + b"x" * 20_000_000 + b"\n\nB 2\nH N:AKQ\n", "rbn", 2),
    "rbn lines": (b"A\n" * 300_000 + b"\n\nB 2\nH N:AKQ\n", "rbn", 2),
    "rbx": (b"B{}" * 3_000_000 + b"\nB{2}\n", "rbx", 1),
}


@pytest.mark.parametrize("kind", HUGE)
def test_what_is_too_large_is_told_and_passed_over(kind: str) -> None:
    data, name, count = HUGE[kind]
    tracemalloc.start()
    try:
        readings = list(pbn.read(data, format=name))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    told = [found for reading in readings for found in reading.diagnostics if found.rule.name == "format-too-large"]
    assert told
    assert told[0].location.line == 1
    records = [reading.record for reading in readings if reading.record is not None]
    assert len(records) >= count
    assert records[-1].board == ("2" if name != "lin" else None)
    assert peak < (30 if kind == "rbn lines" else 200) << 20
