"""Bad input of each kind: a clear diagnostic, nothing raised, nothing lost, and time in proportion to the size.

Times are bounded only where work that grows with the square of the size would take minutes; work that grows with the
size itself takes a small part of a second, so that the bound cannot fail on a slow machine.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from pbntools.formats.pbn import PbnReader, lexer
from pbntools.formats.pbn.formatting import FormatError, Formatter, survey
from pbntools.record import Record
from tests.formats.samples import DEAL, GAME, auction_of, diagnostics, one, play_of, records, rules_of

HEAD = '[Event "x"]\n'
BOUND = 60.0
"""Seconds."""


def is_traced() -> bool:
    """Whether coverage is being measured."""
    coverage = sys.modules.get("coverage")
    return sys.gettrace() is not None or (coverage is not None and coverage.Coverage.current() is not None)


@contextmanager
def bounded() -> Iterator[None]:
    """Fail what goes on for too long, where the system can interrupt it."""

    def stop(*_: object) -> None:
        pytest.fail(f"still at work after {BOUND} s")

    if not hasattr(signal, "setitimer"):
        yield
        return
    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, BOUND)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


GROWING: dict[str, tuple[int, Callable[[int], str]]] = {
    "comments that never close": (15_000, lambda n: HEAD + "{ open\n" * n),
    "comments that never close on one line": (200_000, lambda n: HEAD + "{" * n),
    "comments that never close, with tags": (8_000, lambda n: (HEAD + '{ open\n[Site "s"]\n') * n + "{ closed }\n"),
    "comments that never close in an auction": (40_000, lambda n: auction_of("1C {open\n" * n)),
    "games with comments that never close": (20_000, lambda n: (HEAD + "{ open\n\n") * n),
    "brackets on one line": (40_000, lambda n: HEAD + "[" * n),
    "brackets and blanks on one line": (40_000, lambda n: HEAD + ("[ " + " " * 20) * n),
    "bracketed names on one line": (40_000, lambda n: HEAD + "[A " * n),
    "brackets over lines": (15_000, lambda n: HEAD + "[\n" * n),
    "open tag pairs on one line": (40_000, lambda n: '[A "' * n),
    "open tag pairs": (15_000, lambda n: '[A "x\n' * n),
    "nested quotes": (40_000, lambda n: '[Event "' + 'a "b" ' * n + '"]\n'),
    "quotes": (400_000, lambda n: HEAD + '"' * n),
    "escaped quotes": (200_000, lambda n: '[Event "' + '\\"' * n + "\n"),
    "stray words between comments": (40_000, lambda n: HEAD + "word {c} " * n),
    "stray lines": (15_000, lambda n: HEAD + "word\n\n" * n),
    "bad calls on lines": (40_000, lambda n: auction_of("zz\n" * n)),
    "bad calls on one line": (40_000, lambda n: auction_of("zz 1C " * n)),
    "bad cards on lines": (40_000, lambda n: play_of("zz zz zz zz\n" * n)),
    "bad signs on one line": (40_000, lambda n: play_of("& CK " * n)),
    "alert stars": (80_000, lambda n: auction_of("1C* " * n)),
    "stars": (80_000, lambda n: auction_of("* " * n)),
    "passes and all pass": (40_000, lambda n: auction_of("Pass " * n + "AP " * n + "zz")),
    "suffixes": (40_000, lambda n: auction_of("1C" + "! " * n)),
    "references to notes": (40_000, lambda n: auction_of("1C" + "=1= " * n)),
    "numeric glyphs": (40_000, lambda n: auction_of("1C" + "$1 " * n)),
    "glued calls": (100_000, lambda n: auction_of("1C" * n)),
    "marks": (100_000, lambda n: auction_of("^I " * n + "1C")),
    "notes": (15_000, lambda n: auction_of("1C") + '[Note "1:x"]\n' * n),
    "tags on one line": (40_000, lambda n: '[Site "x"]' * n),
    "games on one line": (20_000, lambda n: '[Event "x"][Deal ""]' * n),
    "tags of all names": (20_000, lambda n: "".join(f'[Tag{i} "x"]\n' for i in range(n))),
    "tags between blank lines": (20_000, lambda n: "".join(f'[Tag{i} "x"]\n\n' for i in range(n))),
    "open strings in a table": (100_000, lambda n: HEAD + '[ScoreTable "A;B"]\n' + '"a ' * n),
    "open comments in a table": (15_000, lambda n: HEAD + '[ScoreTable "A;B"]\n' + "1 {\n" * n),
    "a header of many columns": (40_000, lambda n: HEAD + '[ScoreTable "' + "A;" * n + '"]\n1 2\n'),
    "wide characters": (100_000, lambda n: HEAD + '[Site "' + "É" * n + '"]\n{' + "É " * n + "}\n"),
    "NUL bytes": (400_000, lambda n: HEAD + "\0" * n),
    "NUL bytes in a value": (400_000, lambda n: '[Event "' + "\0" * n + '"]\n'),
    "blank lines": (400_000, lambda n: HEAD + "\n" * n + HEAD),
    "a deal of many cards": (40_000, lambda n: f'[Deal "N:{"A" * n}... - - -"]\n'),
    "a deal of many suits": (100_000, lambda n: f'[Deal "N:{"A." * n} - - -"]\n'),
}


@pytest.mark.skipif(
    sys.gettrace() is not None or "coverage" in sys.modules, reason="under a tracer, time tells nothing"
)
@pytest.mark.parametrize("name", list(GROWING))
def test_time_grows_with_the_size(name: str) -> None:
    size, make = GROWING[name]
    data = make(size).encode()
    found = 0
    with bounded():
        for reading in PbnReader(data):
            for diagnostic in reading.diagnostics:
                assert diagnostic.location.offset is None or 0 <= diagnostic.location.offset <= len(data)
                found += 1
            if reading.record is not None:
                assert reading.record.details.remarks is not None
                assert reading.record.tables is not None
    assert found


@pytest.mark.parametrize(
    "text",
    [
        HEAD + "word" * 50_000,
        HEAD + "[" + "A" * 100_000 + "\n",
        "[" + "A" * 100_000 + ' "x"]\n',
        '[Event "' + "a" * 100_000 + '"]\n' * 2,
        '[Site "x"]\n[Site "' + "a" * 100_000 + '"]\n',
        "[Event " + "a" * 100_000 + "]\n",
        '[Dealer "' + "N" * 100_000 + '"]\n[Vulnerable "' + "N" * 100_000 + '"]\n[Contract "' + "N" * 100_000 + '"]\n',
        '[Declarer "' + " " * 100_000 + 'N"]\n[Dealer "' + " " * 100_000 + 'N"]\n',
        '[Room "' + "9" * 100_000 + '"]\n[Scoring "' + "9" * 100_000 + '"]\n[Date "' + "9" * 100_000 + '"]\n',
        auction_of("zz" * 50_000),
        auction_of("1C" * 50_000),
        auction_of("zz " * 50_000),
        auction_of("$" + "9" * 50_000),
        auction_of("^I " * 50_000 + "1C"),
        auction_of("^" + "I" * 50_000),
        auction_of("1C * " + "x" * 50_000),
        play_of("zz " * 50_000),
        HEAD + '[ScoreTable "' + "A\\" * 50_000 + '"]\n',
        auction_of("1C") + '[Note "' + "9" * 50_000 + ':x"]\n',
        '[Deal "' + "N" * 50_000 + '"]\n',
    ],
    ids=range(20),
)
def test_messages_stay_short(text: str) -> None:
    for diagnostic in diagnostics(text):
        assert len(diagnostic.message) < 1000, diagnostic.rule.name
        assert len(diagnostic.help or "") < 1000, diagnostic.rule.name


def test_a_very_long_line_keeps_its_value() -> None:
    value = "x" * 3_000_000
    text = f'[Event "{value}"]\n[Site "s"]\n'
    record = one(text)
    assert (record.tags["Event"], record.tags["Site"]) == (value, "s")
    assert rules_of(text) == ["line-too-long"]


def test_a_game_past_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    from pbntools.formats import text as text_module
    from pbntools.formats.pbn import braces, reader

    monkeypatch.setattr(text_module, "BLOCK", 1000)
    for module in (lexer, braces, reader):
        monkeypatch.setattr(module, "MAX_GAME", 5000)
    text = GAME + '\n[Event "big"]\n{' + "x\n" * 6000 + '}\n[Site "s"]\n\n[Event "last"]\n[Board "zz"]\n'
    found = records(text)
    assert found[0].event == "Spring Pairs"
    assert found[-1].event == "last"
    told = diagnostics(text)
    assert [d.rule.name for d in told].count("game-too-large") == 1
    (bad,) = [d for d in told if d.rule.name == "bad-value"]
    assert bad.location.line == text.count("\n")


def test_a_comment_that_never_closes_costs_no_later_game() -> None:
    text = HEAD + "{ open\n\n" + GAME
    assert [record.event for record in records(text)] == ["x", "Spring Pairs"]
    assert rules_of(text).count("unterminated-comment") == 1


def test_a_bad_game_costs_no_other() -> None:
    bad = '[Event "bad"]\n[Deal "nonsense"]\n[Auction "Q"]\nzz ^ { $$ \n[Play "?"]\n????\n[Board\n\n'
    found = records(GAME + "\n" + bad + GAME)
    assert found[0].event == "Spring Pairs"
    assert found[-1] == one(GAME)


@pytest.mark.parametrize("character", [b"\0", b"\x01", b"\xff", b"\x85", b"\t", b"\x0b", b"\x1a"])
def test_a_strange_byte_anywhere(character: bytes) -> None:
    data = GAME.encode()
    for at in range(0, len(data), 7):
        found = records(data[:at] + character + data[at:])
        assert found, at


def test_a_small_game_cut_anywhere() -> None:
    data = (
        HEAD + auction_of("1C =1= {c} Pass AP") + '[Note "1:x"]\n' + f'[Deal "{DEAL}"]\n[Play "E"]\nCK ^R C8 ; c\n*\n'
    ).encode()
    for at in range(len(data)):
        found = [(reading.record, reading.diagnostics) for reading in PbnReader(data[:at])]
        assert any(isinstance(record, Record) for record, _ in found) or "no-records" in [
            d.rule.name for _, told in found for d in told
        ]
        for _, told in found:
            for diagnostic in told:
                assert (diagnostic.location.end_offset or 0) <= at


def test_binary_noise_has_no_records() -> None:
    noise = bytes((i * 7919 + i * i * 104729) % 256 for i in range(50_000)).replace(b"[", b"(")
    told = diagnostics(noise)
    assert "no-records" in [d.rule.name for d in told]
    assert all((d.location.end_offset or 0) <= len(noise) for d in told)


def test_ten_thousand_notes() -> None:
    text = auction_of("1C =1= AP") + "".join(f'[Note "{number}:note {number}"]\n' for number in range(10_000))
    record = one(text)
    assert record.notes["auction"][1] == "note 1"
    told = [d for d in diagnostics(text) if d.rule.name == "note-index"]
    assert len(told) == 1001
    assert f"(and {10_000 - 32 - 1001} more such places" in told[-1].message


@pytest.mark.parametrize("digits", ["9" * 5000, "0" * 5000, "1" + "0" * 4999])
def test_numbers_of_thousands_of_digits(digits: str) -> None:
    text = (
        f'[Board "{digits}"]\n[Result "{digits}"]\n[Score "NS {digits}"]\n'
        f'[Date "{digits}.01.01"]\n[OptimumScore "EW {digits}"]\n'
        f'[Dealer "N"]\n[Auction "N"]\n1C ={digits}= ${digits} {digits}NT AP\n[Note "{digits}:x"]\n'
        f'[ScoreTable "Rank;Score\\{digits}R"]\n{digits} {digits}\n'
    )
    record = one(text)
    assert record.tags["Board"] == digits
    assert record.tables[0].rows == ((digits, digits),)
    assert {"bad-value", "note-index", "bad-annotation"} <= set(rules_of(text))
    assert record.result is None or digits.startswith("00")
    assert all(len(d.message) < 1000 for d in diagnostics(text))


@pytest.mark.parametrize("character", ["é", "…", "x", "\N{SNOWMAN}"])
def test_a_long_line_of_other_characters(character: str) -> None:
    text = f'[Event "{character * 5000}"]\n[Site "s"]\n'
    for encoding in ("utf-8", "cp1252"):
        data = text.encode(encoding, "replace")
        (told,) = [d for d in diagnostics(data) if d.rule.name == "line-too-long"]
        assert told.location.column == 255
        assert "the line has more than 4096 characters" in told.message


def test_unknown_tags_are_told_up_to_a_thousand() -> None:
    tags = "".join(f'[Strange{number} "x"]\n\n' for number in range(1500))
    told = [d for reading in PbnReader(tags.encode()) for d in reading.diagnostics if d.rule.name == "unknown-tag"]
    assert len(told) == 1000
    assert len({d.message for d in told}) == 1000


@pytest.mark.parametrize("inside", ['[Event "{}"]', '[Event "b"]\n{{{}}}', '[Event "b"]\n[Auction "N"]\n{}'])
def test_a_game_that_is_too_large_costs_no_other(monkeypatch: pytest.MonkeyPatch, inside: str) -> None:
    for name in ("reader", "games", "braces", "lexer"):
        module = __import__(f"pbntools.formats.pbn.{name}", fromlist=["MAX_GAME"])
        if hasattr(module, "MAX_GAME"):
            monkeypatch.setattr(module, "MAX_GAME", 4000)
    monkeypatch.setattr("pbntools.formats.text.BLOCK", 1000)
    first, last = '[Event "a"]\n[Board "1"]\n\n', '\n[Event "c"]\n[Board "3"]\n'
    text = first + first.replace('"1"', '"2"') + inside.format("x " * 5000) + "\n" + last
    readings = list(PbnReader(text.encode()))
    assert [reading.record.board for reading in readings if reading.record] == ["1", "2", "3"]
    told = [d for reading in readings for d in reading.diagnostics if d.rule.name == "game-too-large"]
    assert [d.location.line for d in told] == [7]


@pytest.mark.skipif(
    sys.gettrace() is not None or "coverage" in sys.modules, reason="under a tracer, time tells nothing"
)
@pytest.mark.parametrize("name", list(GROWING))
def test_the_time_of_formatting_grows_with_the_size(name: str) -> None:
    size, make = GROWING[name]
    data = make(size // 4).encode()
    with bounded():
        try:
            pieces = list(Formatter(data, survey(data)))
        except FormatError:
            return
    assert "".join(piece.before for piece in pieces)
