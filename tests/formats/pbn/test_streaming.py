"""Reading in small blocks says the same as reading at once."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from pbntools.formats import text as text_module
from tests.formats.samples import DEAL, GAME, auction_of, diagnostics, short_reads, snapshot

FIXTURES = Path(__file__).parents[3] / "fixtures"
SIZES = (64, 101, 257, 4096)

_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?(?:%[^\r\n]*(?:\r\n?|\n))*")

SAMPLES = {
    "plain": GAME + "\n" + GAME.replace('"1"', '"2"'),
    "no separator": GAME * 4,
    "one line": '[Event "a"][Deal ""]' * 12,
    "blank lines in games": (GAME.replace("\n", "\n\n") + "\n\n") * 3,
    "blank lines before tags": '[Event "a"]\n\n[Site "s"]\n\n[Board "1"]\n\n[West "w"]\n\n[Deal ""]\n\n' * 6,
    "free layout": '[\n  Event\n  "a"\n]\n[\n Site "s"\n\n]\n\n[\n\nBoard\n"1"\n]\n' * 6,
    "comments": '{ a\n\n[Event "no"] }\n[Event "a"] { b\n\n c } ; d [Board "1"]\n% e\n\n% f\n{ g }\n' * 8,
    "unclosed comments": '[Event "a"]\n{ open\n[Board "1"]\n\n[Event "b"]\n{ closed }\n[Board "2"]\n\n' * 6,
    "an unclosed comment": '[Event "a"]\n{ open\n[Board "1"]\n\n' + '[Event "b"]\n[Board "2"]\n\n' * 9,
    "stray text": 'odd words\n\n[Event "a"]\n\nodd words\n\nmore\n[Board "1"] and\n\n% x\nodd\n' * 6,
    "stray text behind sections": (auction_of("1C AP") + "\nN NT 7\n\nS 6 words\n\n") * 8,
    "calls behind blank lines": (auction_of("1C\n\nPass\n \nPass Pass") + "\n\n") * 8,
    "malformed": '[Event a b]\n[Site "s]\n[Date "2024.01.01"\n[Board "x "y" z"]\n[West]\n[ [ ]\n\n[Event\n"a"]\n[]\n\n'
    * 6,
    "inheritance": '[Event "##a"]\n[Board "1"]\n\n[Board "2"]\n[Site "#"]\n\n[Event "b"]\n[Site "s"]\n\n[Event "#"]\n\n'
    * 6,
    "shared deals": GAME + '\n[West "w"]\n[Auction "N"]\n1S AP\n\n[East "e"]\n[Play "E"]\n*\n',
    "tables": ('[Event "a"]\n[ScoreTable "A;B"]\n1 "x [y"\n; c\n2 {d} "z"\n\n') * 8,
    "notes": (auction_of("1C =1= 1D =2= AP") + '[Note "1:x"]\n[Note "3:y"]\n[Note "z"]\n\n') * 8,
    "duplicates": ('[Event "a"]\n[Room "Open"]\n[Room "Closed"]\n[Auction "N"]\n1C AP\n[Auction "N"]\n1D AP\n\n') * 8,
    "directives": '% pbntools: ignore x\n[Event "a"]\n% pbntools: ignore y\n[Site "s"]\n\n'
    '% pbntools: ignore z\n[Event "b"]\n\n' * 6,
    "unknown tags": '[Event "a"]\n[Student "s"]\n\n[Event "b"]\n[Student "s"]\n[Pupil "p"]\n\n' * 6,
    "long lines": ('[Event "' + "x" * 300 + '"]\n{' + "é" * 300 + "}\n\n") * 6,
    "control characters": '[Event "a\0b"]\n\x01\x02\n\n[Event "\x7f"]\n\t\n\n' * 8,
    "blank": "\n" * 500 + " \n\t\n" * 50,
    "spaces": " " * 700 + '[Event "a"]' + " " * 700 + "\n\n",
    "no final line end": GAME.rstrip("\n"),
    "wide": ('[Event "é♠🂡 “É”"]\n{É}\nstrÄy\n[Auction "N"]\n1♠ é =1=\n[Note "1:É"]\n\n') * 8,
}


def all_samples() -> dict[str, bytes]:
    found = {name: text.encode() for name, text in SAMPLES.items()}
    found["utf-8 mark"] = b"\xef\xbb\xbf" + SAMPLES["plain"].encode()
    found["utf-16-le"] = ("\ufeff" + SAMPLES["wide"] + SAMPLES["plain"]).encode("utf-16-le")
    found["utf-16-be"] = ("\ufeff" + SAMPLES["stray text"]).encode("utf-16-be")
    found["latin-1"] = SAMPLES["wide"].encode("latin-1", "replace")
    found["several character sets"] = SAMPLES["wide"].encode() + SAMPLES["wide"].encode("cp1252", "replace")
    for path in sorted(FIXTURES.rglob("*.pbn")):
        data = path.read_bytes()
        if len(data) < 40_000:
            found[str(path.relative_to(FIXTURES))] = data
    return found


ALL = all_samples()


def variants(data: bytes) -> list[bytes]:
    """The text as it is and with other line ends."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return [data]
    plain = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return list(dict.fromkeys([data, plain, plain.replace(b"\n", b"\r\n"), plain.replace(b"\n", b"\r")]))


def smallest(data: bytes) -> int:
    """The head of a file is looked at as it stands in the first block, so that must hold it."""
    head = _HEAD.match(data)
    return (head.end() if head else 0) + 8


def difference(got: list[tuple[object, ...]], wanted: list[tuple[object, ...]]) -> str:
    """The first reading that differs, in short."""
    for left, right in zip(got, wanted, strict=False):
        for one, other in zip(left, right, strict=True):
            if one != other:
                return f"reading {left[0]}:\n  in blocks: {one}\n  at once:   {other}"
    return f"{len(got)} readings in blocks, {len(wanted)} at once"


def compare(data: bytes, size: int, monkeypatch: pytest.MonkeyPatch, short: int = 0) -> None:
    wanted = snapshot(data)
    monkeypatch.setattr(text_module, "BLOCK", size)
    got = snapshot(short_reads(data, short) if short else data)
    monkeypatch.undo()
    assert got == wanted, difference(got[0], wanted[0])


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", list(ALL))
def test_blocks_change_nothing(name: str, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for data in variants(ALL[name]):
        if size >= smallest(data):
            compare(data, size, monkeypatch)


@pytest.mark.parametrize("name", [name for name, data in ALL.items() if len(data) < 2500 and smallest(data) < 60])
def test_a_block_that_ends_anywhere(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every end of the first block within a few games: blocks of sizes that are no multiples of one another."""
    data = ALL[name]
    wanted = snapshot(data)
    for size in range(60, min(len(data), 160), 3):
        monkeypatch.setattr(text_module, "BLOCK", size)
        got = snapshot(data)
        assert got == wanted, f"block {size}: {difference(got[0], wanted[0])}"


@pytest.mark.parametrize("short", [1, 7, 50])
@pytest.mark.parametrize("name", ["plain", "malformed", "utf-16-le", "wide"])
def test_short_reads_change_nothing(name: str, short: int, monkeypatch: pytest.MonkeyPatch) -> None:
    compare(ALL[name], 128, monkeypatch, short)


def test_the_samples_cover_the_fixtures() -> None:
    if FIXTURES.is_dir() and any(FIXTURES.rglob("*.pbn")):
        assert len(ALL) > len(SAMPLES) + 20


@pytest.mark.corpus
@pytest.mark.skipif("PBNTOOLS_CORPUS" not in os.environ, reason="PBNTOOLS_CORPUS is not set: no real files to read")
@pytest.mark.parametrize("size", [257, 1021, 8191])
def test_blocks_change_nothing_of_real_files(size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    folder = Path(os.environ["PBNTOOLS_CORPUS"])
    walked = 0
    for path in sorted(folder.rglob("*")):
        if path.suffix.lower() == ".pbn" and path.stat().st_size < 12_000:
            data = path.read_bytes()
            if size >= smallest(data):
                compare(data, size, monkeypatch)
                walked += 1
    assert walked > 20


@pytest.mark.parametrize("width", [200, 254, 255, 300, 4000, 4096, 4097, 5000, 9000])
@pytest.mark.parametrize("size", [64, 200, 255, 1000, 5000])
def test_a_long_line_over_blocks(width: int, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    game = f'[Event "x"]\n[Deal "{DEAL}"]\n'
    line = '[Board "1"] [Event "' + "é" * 100
    text = game + "{ c }\n\n" + game + line + "y" * (width - len(line) - 2) + '"]\n[Board "2"]\n\n' + game
    compare(text.encode(), size, monkeypatch)
    long = [d for d in diagnostics(text) if d.rule.name == "line-too-long"]
    assert [d.location.line for d in long] == ([7] if width > 254 else [])
    if long:
        count = width if width <= 4096 - 100 else "more than 4096"
        assert f"has {count} characters" in long[0].message
        assert long[0].location.column == 255
