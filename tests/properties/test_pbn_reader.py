"""Properties of the PBN reader: it reads any bytes, places what is wrong inside the file, and loses nothing."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pbntools.core import CALLS, CARDS
from pbntools.formats import text as text_module
from pbntools.formats.pbn import PbnReader
from pbntools.formats.pbn.document import Document
from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.pbn.runs import MEMOS
from tests.formats.pbn.test_streaming import SAMPLES, smallest
from tests.formats.samples import DEAL, GAME, auction_of, cards, one, play_of, snapshot

few = settings(max_examples=200, deadline=None, suppress_health_check=[HealthCheck.too_slow])

PIECES = [
    *(
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        " ",
        "\t",
        "[",
        "]",
        '"',
        "\\",
        "{",
        "}",
        ";",
        "%",
        "\n%",
        "#",
        "##",
        "*",
        "+",
        "-",
        "=1=",
    ),
    *(
        "$3",
        "!",
        "^I",
        "^S",
        "^R",
        "^L",
        "AP",
        "1C",
        "Pass",
        "7NTX",
        "SA",
        "CK",
        "\0",
        "é",
        "♠",
        "\x85",
        "<PBN>",
        "</PBN>",
    ),
    *('[Event "x"]', '[Deal "', f'[Deal "{DEAL}"]', '[Board "1"]', '[Dealer "N"]', '[Auction "N"]\n', '[Play "E"]\n'),
    *('[Note "1:x"]', '[ScoreTable "A;B"]\n', '[West "w"]', "[A", '[A "', "[A b]", "% pbntools: ignore x"),
]
POOL = [text.encode() for text in (GAME, *SAMPLES.values()) if len(text) < 2500]

texts = st.lists(st.sampled_from(PIECES) | st.text(max_size=3), max_size=40).map("".join)
noise = st.binary(max_size=300)
# What begins as an archive does is refused before it is read.
PACKED = (b"\x1f\x8b", b"PK", b"BZh", b"\xfd7zXZ", b"\x28\xb5\x2f\xfd", b"7z\xbc\xaf", b"Rar!")


@st.composite
def mutated(draw: st.DrawFn) -> bytes:
    """A sample with a few pieces put in, left out, doubled or moved."""
    data = bytearray(draw(st.sampled_from(POOL)))
    for _ in range(draw(st.integers(1, 5))):
        at = draw(st.integers(0, len(data)))
        end = min(len(data), at + draw(st.integers(0, 40)))
        match draw(st.integers(0, 3)):
            case 0:
                data[at:at] = draw(st.sampled_from(PIECES)).encode()
            case 1:
                del data[at:end]
            case 2:
                data[at:at] = data[at:end]
            case _:
                data[at:end] = draw(st.binary(max_size=4))
    return bytes(data)


anything = st.one_of(
    mutated(),
    mutated(),
    mutated(),
    texts.map(lambda text: text.encode("utf-8", "surrogatepass")),
    texts.map(lambda text: text.encode("latin-1", "replace")),
    texts.map(lambda text: ("\ufeff" + text).encode("utf-16-le", "surrogatepass")),
    noise,
    noise.map(lambda data: b"\xff\xfe" + data),
    noise.map(lambda data: b"\xfe\xff" + data),
    noise.map(lambda data: b"\xef\xbb\xbf" + data),
).filter(lambda data: not data.startswith(PACKED))


@given(anything)
@few
def test_any_bytes_are_read(data: bytes) -> None:
    reader = PbnReader(data)
    found = list(reader)
    named = [d.rule.name for reading in found for d in reading.diagnostics]
    assert reader.records == sum(reading.record is not None for reading in found)
    assert (reader.records == 0) == ("no-records" in named)
    for reading in found:
        if reading.record is not None:
            assert reading.record.details.remarks is not None
            assert reading.record.tables is not None
            assert repr(reading.record)


@given(anything)
@few
def test_diagnostics_have_places_inside_the_file(data: bytes) -> None:
    size = len(data) * (2 if data[:2] in (b"\xff\xfe", b"\xfe\xff") else 1)  # UTF-16 is placed as UTF-8
    lines = data.count(b"\n") + data.count(b"\r") + 1
    for reading in PbnReader(data):
        extent = reading.extent
        offsets = []
        for d in reading.diagnostics:
            at = d.location
            assert at.offset is not None
            assert at.end_offset is not None
            assert at.line is not None
            assert at.column is not None
            assert at.end_line is not None
            assert at.end_column is not None
            assert 0 <= at.offset <= at.end_offset <= size
            assert 1 <= at.line <= at.end_line <= lines
            assert at.column >= 1
            assert (at.line, at.column) <= (at.end_line, at.end_column)
            assert str(d)
            offsets.append(at.offset)
            if (
                extent is not None
                and d.record is not None
                and d.rule.name not in ("missing-separator", "line-too-long")
            ):
                assert extent[0] <= at.offset <= extent[1], str(d)
        assert offsets == sorted(offsets)


@given(anything)
@few
def test_a_document_gives_back_its_bytes(data: bytes) -> None:
    assert Document(data).to_bytes() == data


@given(anything)
@few
def test_games_do_not_overlap(data: bytes) -> None:
    end = 0
    for reading in PbnReader(data):
        if reading.extent is not None:
            assert end <= reading.extent[0] <= reading.extent[1]
            end = reading.extent[1]


@given(data=anything, size=st.sampled_from([64, 71, 97, 128]))
@settings(few, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_blocks_change_nothing(data: bytes, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
    if size < smallest(data) or b"charset" in data:
        return
    wanted = snapshot(data)
    with monkeypatch.context() as patch:
        patch.setattr(text_module, "BLOCK", size)
        assert snapshot(data) == wanted


@given(anything)
@few
def test_what_was_read_before_changes_nothing(data: bytes) -> None:
    for memo in MEMOS:
        memo.clear()
    wanted = snapshot(data)
    assert snapshot(data) == wanted
    for sample in POOL:
        snapshot(sample)
    assert snapshot(data) == wanted


@given(data=anything)
@settings(few, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
def test_a_look_tells_what_a_closer_one_does(data: bytes, monkeypatch: pytest.MonkeyPatch) -> None:
    data += b"\n\n" + data  # a second time, with what was remembered from the first
    quick = snapshot(data)
    with monkeypatch.context() as patch:
        patch.setattr(PbnMap, "_familiar", lambda *_: None)
        patch.setattr(PbnMap, "_sections_are_regular", lambda *_: False)
        assert snapshot(data) == quick


@pytest.mark.parametrize(
    "old, new",
    [
        ("[Event ", '[foo "x"]\n[Event '),
        ('[Auction "N"]', '[Auction "?"]\n1Z'),
        ('[Play "E"]', '[Play "?"]\nZZ'),
    ],
)
def test_a_fault_that_comes_again_is_told_again(old: str, new: str) -> None:
    game = GAME.replace('[Dealer "N"]', '[Dealer "?"]').replace('[Declarer "N"]', '[Declarer "?"]').replace(old, new)
    first, second = [
        {d.rule for d in reading.diagnostics if d.rule.name != "unknown-tag"}
        for reading in PbnReader(f"{game}\n{game}".encode())
        if reading.record
    ]
    assert first == second
    assert {rule.name for rule in first} & {"malformed-tag", "call-unreadable", "card-unreadable"}


strings = st.text(st.characters(exclude_categories=["Cc", "Cs", "Zl", "Zp"]), max_size=30).filter(
    lambda text: not text.startswith("#")
)


@given(
    st.dictionaries(
        st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(lambda name: name != "Note"),
        strings,
        min_size=1,
        max_size=8,
    ),
    st.sampled_from(["\n", "\r\n", "\r", "", " "]),
)
@few
def test_tags_written_are_tags_read(tags: dict[str, str], end: str) -> None:
    written = end.join(
        '[{} "{}"]'.format(name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in tags.items()
    )
    record = one(written.encode())
    assert {name: record.tags[name] for name in record.tags if not name.endswith("Table")} == {
        name: value for name, value in tags.items() if not name.endswith("Table")
    }


@given(
    st.lists(st.sampled_from(CALLS), max_size=20),
    st.lists(st.sampled_from([" ", "\n", "\t", " {c} ", " ; c\n", " =1= ", " $25 "]), min_size=20, max_size=20),
)
@few
def test_calls_written_are_calls_read(calls: list[object], gaps: list[str]) -> None:
    body = "".join(f"{call}{gap}" for call, gap in zip(calls, gaps, strict=False))
    auction = one(auction_of(body)).auction
    assert auction is not None
    assert list(auction.calls) == calls


@given(
    st.permutations(range(52)),
    st.integers(0, 52),
    st.lists(st.sampled_from([" ", "\n", " {c} ", " ; c\n", "! "]), min_size=52, max_size=52),
)
@few
def test_cards_written_are_cards_read(order: list[int], count: int, gaps: list[str]) -> None:
    words = [str(CARDS[card]) for card in order[:count]]
    body = "".join(f"{word}{gap}" for word, gap in zip(words, gaps, strict=False))
    play = one(play_of(body, deal="?")).play
    assert play is not None
    assert cards(play).split() == words


@given(st.permutations(range(52)), st.data())
@few
def test_rows_in_any_order_are_settled_by_the_owners(order: list[int], data: st.DataObject) -> None:
    hands = [sorted(order[13 * seat : 13 * seat + 13], reverse=True) for seat in range(4)]
    deal = "N:" + " ".join(
        ".".join("".join(str(CARDS[card])[1] for card in hand if str(CARDS[card])[0] == suit) for suit in "SHDC")
        for hand in hands
    )
    right, rows = [], []
    for trick in range(data.draw(st.integers(1, 13))):
        row = [str(CARDS[hands[seat][trick]]) for seat in (1, 2, 3, 0)]
        right += row
        rows.append(" ".join(data.draw(st.permutations(row))))
    play = one(play_of("\n".join(rows), deal=deal)).play
    assert play is not None
    assert cards(play).split() == right


def test_stray_text_with_a_bracket_is_not_taken_for_the_first_tag() -> None:
    data = b'Deal "[Event "Spring Pairs"]\n[Site "Nowhere"]\n[Board "1"]\n'
    for memo in MEMOS:
        memo.clear()
    cold, warm = snapshot(data), snapshot(data)
    assert cold == warm
    missing = [d for reading in PbnReader(data) for d in reading.diagnostics if d.rule.name == "missing-tag"]
    assert [d.location.line for d in missing] == [2]
