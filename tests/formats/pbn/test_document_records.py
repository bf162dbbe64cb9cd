"""Records put into a document."""

import re

import pytest

import pbntools as pbn
from pbntools.formats.edits import EditError
from tests.formats.samples import GAME, one


def test_a_record_is_put_in() -> None:
    document = pbn.Document((GAME + "\n" + GAME).encode())
    before = document.to_bytes()
    record = one(GAME).replace(board="77")
    record = record.replace(tags=type(record.tags)({**record.tags, "Board": "77"}))
    new = document.insert(1, record)
    assert [found.board for found in document.records] == [one(GAME).board, "77", one(GAME).board]
    assert new.record.deal == record.deal
    assert new.record.auction == record.auction
    document.remove(1)
    assert document.to_bytes() == before


def test_a_record_that_the_file_cannot_hold_is_refused() -> None:
    document = pbn.Document(GAME.encode())
    before = document.to_bytes()
    record = one(GAME)
    record = record.replace(tags=type(record.tags)({**record.tags, "Event": "\N{SNOWMAN}"}))
    with pytest.raises(EditError):
        document.insert(0, record)
    assert document.to_bytes() == before


@pytest.mark.parametrize("game", [None, 5, b'[Event "x"]'])
def test_what_is_no_game_is_refused(game: object) -> None:
    document = pbn.Document(GAME.encode())
    with pytest.raises(TypeError, match="the text of a game or a record"):
        document.insert(0, game)  # type: ignore[arg-type]


def test_a_record_that_the_format_cannot_hold_is_refused() -> None:
    record = one(GAME)
    record = record.replace(tags=type(record.tags)({**record.tags, "Event": "two\nlines"}))
    with pytest.raises(EditError):
        pbn.Document(GAME.encode()).insert(0, record)


@pytest.mark.parametrize("end", ["\r", "\r\n", "\n"])
def test_a_game_on_one_line_takes_the_line_ends_of_the_file(end: str) -> None:
    document = pbn.Document(f'% PBN 2.1{end}[Event "a"][Deal ""][Event "b"][Deal ""]'.encode())
    document[1].set("Site", "s")
    assert set(re.findall(r"\r\n|\r|\n", document.to_bytes().decode())) == {end}
