"""Writes small databases of Jet 4, so that the reader of BWS files has something to read that nobody else owns."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence

PAGE = 4096
_BOOLEAN, _LONG, _TEXT, _OLE = 1, 4, 10, 11
_SIZES = {_BOOLEAN: 1, _LONG: 4}
_VARIABLE = (_TEXT, _OLE)

Value = int | str | bool
Rows = Sequence[Mapping[str, Value]]


def _key_stream(size: int) -> bytes:
    """The stream by which the header of a database is covered (RC4)."""
    key = struct.pack("<I", 0x6B39DAC7)
    state = list(range(256))
    j = 0
    for i in range(256):
        j = (j + state[i] + key[i % 4]) % 256
        state[i], state[j] = state[j], state[i]
    out = bytearray()
    i = j = 0
    for _ in range(size):
        i = (i + 1) % 256
        j = (j + state[i]) % 256
        state[i], state[j] = state[j], state[i]
        out.append(state[(state[i] + state[j]) % 256])
    return bytes(out)


def _page(data: bytes) -> bytes:
    assert len(data) <= PAGE, "more than a page"
    return data.ljust(PAGE, b"\0")


def _header() -> bytes:
    head = b"\0\x01\0\0Standard Jet DB\0" + struct.pack("<I", 1)
    return _page(head + _key_stream(128))


def _kind(value: Value) -> int:
    if isinstance(value, bool):
        return _BOOLEAN
    return _LONG if isinstance(value, int) else _TEXT


def _definition(columns: Sequence[tuple[str, int]], rows: int, map_page: int, map_row: int, system: bool) -> bytes:
    texts = [name for name, kind in columns if kind in _VARIABLE]
    out = b"\x02\x01" + struct.pack("<HI", 0, 0)
    body = struct.pack("<IIIIII", 0, rows, 0, 1, 0, 0) + struct.pack("<I", 0)
    body += struct.pack("<BHHH", 0x53 if system else 0x4E, len(columns), len(texts), len(columns))
    pointer = map_page << 8 | map_row
    body += struct.pack("<IIII", 0, 0, pointer, pointer)
    fixed = variable = 0
    for number, (_, kind) in enumerate(columns):
        flags = 0x02 if kind in _VARIABLE else 0x03
        size = _SIZES.get(kind, 510)
        body += struct.pack("<BIHHH", kind, 0, number, variable, number)
        body += struct.pack("<HBB", 0, 0, 0) + struct.pack("<HIHH", flags, 0, 0 if kind in _VARIABLE else fixed, size)
        if kind in _VARIABLE:
            variable += 1
        elif kind != _BOOLEAN:
            fixed += size
    for name, _ in columns:
        text = name.encode("utf-16-le")
        body += struct.pack("<H", len(text)) + text
    body += b"\xff\xff"
    return _page(out + struct.pack("<I", len(body)) + body)


def _row(columns: Sequence[tuple[str, int]], row: Mapping[str, Value]) -> bytes:
    out = struct.pack("<H", len(columns))
    nulls = 0
    for number, (name, kind) in enumerate(columns):
        value = row.get(name, False if kind == _BOOLEAN else 0 if kind == _LONG else "")
        if kind == _LONG:
            out += struct.pack("<i", int(value))
        if kind != _OLE and (kind != _BOOLEAN or value):
            nulls |= 1 << number
    starts = []
    for name, kind in columns:
        if kind in _VARIABLE:
            starts.append(len(out))
            out += str(row.get(name, "")).encode("utf-16-le")
    if starts:
        out += struct.pack("<H", len(out))
        out += b"".join(struct.pack("<H", start) for start in reversed(starts))
        out += struct.pack("<H", len(starts))
    return out + nulls.to_bytes((len(columns) + 7) // 8, "little")


def _data_page(owner: int, rows: Sequence[bytes]) -> bytes:
    end = PAGE
    offsets = []
    tail = b""
    for row in rows:
        end -= len(row)
        offsets.append(end)
        tail = row + tail
    head = (
        b"\x01\x01" + struct.pack("<HIIH", 0, owner, 0, len(rows)) + b"".join(struct.pack("<H", at) for at in offsets)
    )
    assert len(head) + len(tail) <= PAGE, "more than a page"
    return head + b"\0" * (PAGE - len(head) - len(tail)) + tail


def _usage(pages: Sequence[int]) -> bytes:
    bits = bytearray(64)
    for page in pages:
        bits[page // 8] |= 1 << page % 8
    return b"\0" + struct.pack("<I", 0) + bytes(bits)


def database(tables: Mapping[str, Rows]) -> bytes:
    """A database with these tables; the columns are those of each table's first row, their types those of its values.

    A row takes at most a page.  Page 1 holds the maps of the pages of each table, page 2 the list of tables.
    """
    catalog = [("Id", _LONG), ("ParentId", _LONG), ("Name", _TEXT), ("Type", _LONG), ("Flags", _LONG), ("LvProp", _OLE)]
    pages: list[bytes] = []
    maps: list[bytes] = []
    listed: list[Mapping[str, Value]] = [
        {"Id": 2, "ParentId": 0, "Name": "MSysObjects", "Type": 1, "Flags": -0x80000000}
    ]
    at = 4
    for name, rows in tables.items():
        columns = [(column, _kind(value)) for column, value in rows[0].items()]
        definition, own = at, []
        groups: list[list[bytes]] = [[]]
        for row in rows:
            data = _row(columns, row)
            if sum(len(other) + 2 for other in groups[-1]) + len(data) > PAGE - 20:
                groups.append([])
            groups[-1].append(data)
        pages.append(_definition(columns, len(rows), 1, len(maps) + 1, system=False))
        for group in groups:
            at += 1
            own.append(at)
            pages.append(_data_page(definition, group))
        maps.append(_usage(own))
        listed.append({"Id": definition, "ParentId": 0, "Name": name, "Type": 1, "Flags": 0})
        at += 1
    first = _definition(catalog, len(listed), 1, 0, system=True)
    objects = _data_page(2, [_row(catalog, row) for row in listed])
    return b"".join([_header(), _data_page(1, [_usage([3]), *maps]), first, objects, *pages])
