"""A LIN file as a document: its bytes and its edits."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from tests.formats.lin.lin_samples import BOARD, HANDS, readings

PIECE = st.sampled_from(
    ["|", "pn|", "md|", "mb|", "pc|", "mc|", "qx|o1|", "vg|", "rs|", "an|", "nt|", "\n", "\r\n", "1S", "SA", "HT", "p",
     "!", "x", "\xe9", "%", "3SAKQ", ",", "9", "zz|", "pg||", HANDS, "PW|", "mp|", "bn|", "sv|", "ah|", "\x00",
     "MB|1NP3NPPP|"]
)  # fmt: skip


@given(pieces=st.lists(PIECE, max_size=60))
def test_any_text_is_read_and_given_back(pieces: list[str]) -> None:
    data = "".join(pieces).encode("latin-1")
    document = pbn.LinDocument(data)
    assert document.to_bytes() == data
    for reading in pbn.check(data, format="lin"):
        for diagnostic in reading.diagnostics:
            assert 0 <= (diagnostic.location.offset or 0) <= len(data)
    for board in document:
        for number, (_, value) in enumerate(board.pairs):
            start, end = board.place(number)
            assert data[start:end].decode("cp1252", "replace") == value or not value.isascii()


@given(data=st.binary(max_size=400))
def test_any_bytes_are_read(data: bytes) -> None:
    assert pbn.LinDocument(b"qx|1|" + data).to_bytes() == b"qx|1|" + data
    list(pbn.check(b"qx|1|" + data, format="lin"))


@given(at=st.integers(0, len(BOARD)), new=st.sampled_from(["|", "", "mb", "\n", "9", "é"]), size=st.integers(0, 6))
def test_a_damaged_board_is_read(at: int, new: str, size: int) -> None:
    text = BOARD + BOARD[:at] + new + BOARD[at + size :] + BOARD
    found = [reading for reading in readings(text) if reading.record is not None]
    assert found[0].board == "3"
    list(pbn.check(text.encode(), format="lin"))


def test_a_value_is_replaced_and_nothing_else() -> None:
    document = pbn.LinDocument(BOARD.encode() * 2)
    document[1].set("mc", "8")
    assert document.to_bytes() == (BOARD + BOARD.replace("mc|9|", "mc|8|")).encode()
    document[0].set("mb", "2S", 4)
    assert document.to_bytes().startswith(BOARD.replace("mb|2H|", "mb|2S|").encode())
    assert document.records[0].play is not None


def test_names_and_numbers() -> None:
    document = pbn.LinDocument(BOARD.encode())
    document[0].set_name("N", "Käthe")
    document[0].set_board(17)
    assert document.to_bytes().decode() == BOARD.replace("Kaya", "Käthe").replace("Board 3", "Board 17")
    assert (document[0].record.value("North"), document[0].record.board) == ("Käthe", "17")
    vugraph = pbn.LinDocument(f"vg|A,,I,1,2,,,,|pn|a,b,c,d,e,f,g,h|pg||qx|c1|st||md|1{HANDS}|pg||".encode())
    vugraph[0].set_name(pbn.Seat.WEST, "x")
    vugraph[0].set_board(2)
    assert b"qx|c2|pn|e,x,g,h|st||md|" in vugraph.to_bytes()


@pytest.mark.parametrize(
    ("code", "value"), [("mc", "a|b"), ("mc", "8\n"), ("zz", "8"), ("mc", "8|qx|o2|md|1"), ("pc", "\x00")]
)
def test_edits_that_are_refused(code: str, value: str) -> None:
    document = pbn.LinDocument(BOARD.encode())
    with pytest.raises(pbn.EditError):
        document[0].set(code, value)
    assert document.to_bytes() == BOARD.encode()


def test_a_name_with_a_comma_is_refused() -> None:
    with pytest.raises(pbn.EditError, match="comma"):
        pbn.LinDocument(BOARD.encode())[0].set_name("N", "Doe, J")
    with pytest.raises(pbn.EditError, match="encoding"):
        pbn.LinDocument(BOARD.replace("Kaya", "K\xe4the").encode("latin-1"))[0].set_name("N", "Čapek")


def test_saving(tmp_path: Path) -> None:
    path = tmp_path / "a.lin"
    path.write_bytes(BOARD.encode())
    document = pbn.LinDocument.open(path)
    document[0].set("sv", "b")
    document.save(backup=True)
    assert path.read_bytes() == BOARD.replace("sv|e|", "sv|b|").encode()
    assert (tmp_path / "a.lin.bak").read_bytes() == BOARD.encode()
    path.write_bytes(b"")
    with pytest.raises(pbn.FileChangedError, match="changed since it was opened"):
        document.save()
    path.unlink()
    with pytest.raises(pbn.FileChangedError, match="gone since it was opened"):
        document.save()
    with pytest.raises(pbn.EditError):
        pbn.LinDocument(b"").save()


@pytest.mark.parametrize("piece", ["|", "zz|1|", "pn|a|", "md|1|", "qx|o1|", "mb|zz|", "pc|SA|", "mc|9|pc|SA|", "a|"])
def test_many_odd_pieces_take_bounded_room(piece: str) -> None:
    found = list(pbn.check((f"qx|1|md|1{HANDS}|mb|1Nppp|nt|" + piece * 20_000).encode(), format="lin"))
    assert max(len(reading.diagnostics) for reading in found) <= 2100


@pytest.mark.parametrize(
    ("code", "value"),
    [("mb", "ppp1C"), ("mb", "3Q"), ("md", "garbage"), ("md", "m"), ("pc", "ZZ"), ("sv", "q"), ("mc", "many")],
)
def test_what_would_make_a_board_unreadable_is_refused(code: str, value: str) -> None:
    data = f"qx|o1|md|{HANDS}|sv|o|mb|1N|mb|p|mb|p|mb|p|pc|SA|mc|9|\n".encode()
    document = pbn.LinDocument(data)
    with pytest.raises(pbn.EditError):
        document[0].set(code, value)
    assert document.to_bytes() == data


def test_a_name_is_a_text() -> None:
    with pytest.raises(pbn.EditError):
        pbn.LinDocument(BOARD.encode())[0].set_name("N", None)  # type: ignore[arg-type]
