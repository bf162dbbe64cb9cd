"""Tags and sections that a game has twice: the first counts, and the second is told of."""

import io
from pathlib import Path

import pytest

import pbntools as pbn
from pbntools import rules
from pbntools.fixing import fix
from pbntools.formats.pbn import repeated
from pbntools.formats.pbn.formatting import Formatter, survey
from pbntools.formats.pbn.raw import RawGame
from tests.formats.pbn.test_grammar import disagreements
from tests.formats.samples import MANDATORY, diagnostics, one

GAME = MANDATORY + '[Room "Open"]\n[Auction "N"]\n1S Pass Pass Pass\n[Play "E"]\nCK C8 CA C2\n*\n'
TABLE = '[ScoreTable "PairId_NS;Contract;Score_NS"]\n'
GAME += TABLE + '1 1S 80\n2 "1S" 110\n'


def messages(text: str) -> list[str]:
    return [found.message for found in diagnostics(text) if found.rule is rules.DUPLICATE_TAG]


def formatted(text: str) -> str:
    data = text.encode()
    return "".join(piece.after for piece in Formatter(io.BytesIO(data), survey(io.BytesIO(data))))


OTHERS = [
    ("ScoreTable", TABLE + "3 2S 110\n", "its rows are others, and those of the first one count"),
    ("ScoreTable", TABLE + "1 1S 80\n", "its rows are others, and those of the first one count"),
    ("ScoreTable", TABLE, "its rows are others, and those of the first one count"),
    ("ScoreTable", '[ScoreTable "PairId_NS"]\n1\n', 'the first one, "PairId_NS;Contract;Score_NS", counts'),
    ("Auction", '[Auction "N"]\n1S X Pass Pass\nPass\n', "its calls are others, and those of the first one count"),
    ("Auction", '[Auction "W"]\n1S Pass Pass Pass\n', 'the first one, "N", counts'),
    ("Play", '[Play "E"]\nCK C8 CA C4\n*\n', "its cards are others, and those of the first one count"),
    ("Room", '[Room "Closed"]\n', 'the first one, "Open", counts'),
]
LOST = {"Auction": rules.AUCTION_LOST, "Play": rules.PLAY_LOST, "ScoreTable": rules.TABLE_LOST, "Room": rules.TAG_LOST}


@pytest.mark.parametrize("name, second, said", OTHERS)
def test_one_that_says_something_else(name: str, second: str, said: str) -> None:
    text = GAME + second
    assert messages(text) == [f"{name} is given a second time; {said}"]
    assert one(text) == one(GAME)
    assert disagreements(text.encode()) == []
    # What the record has no place for is not written away.
    assert second.replace("\n", "\r\n") in formatted(text)
    (reading,) = pbn.read(text.encode())
    assert [rule for rule, _ in reading.unheld] == [LOST[name]]
    assert not any(found.fix for found in diagnostics(text))


SAME = [
    ("ScoreTable", TABLE + '  1   1S  80\n2 1S "110"\n', "its rows are the same"),
    ("ScoreTable", TABLE + "1 1S 80 2 1S 110\n", "its rows are the same"),
    ("Auction", '[Auction "N"]\n1S Pass\nPass Pass\n', "its calls are the same"),
    ("Play", '[Play "E"]\nCK  C8  CA  C2\n*\n', "its cards are the same"),
    ("Room", '[Room "Open"]\n', "with the same value"),
]


@pytest.mark.parametrize("name, second, said", SAME)
def test_one_that_says_the_same(name: str, second: str, said: str) -> None:
    text = GAME + second
    assert messages(text) == [f"{name} is given a second time; {said}"]
    (reading,) = pbn.read(text.encode())
    assert reading.record == one(GAME)
    assert reading.unheld == ()
    assert formatted(text) == formatted(GAME)
    assert one(formatted(text)) == one(formatted(GAME))


@pytest.mark.parametrize("name, second, said", SAME)
def test_the_fix_takes_it_out_with_its_data(name: str, second: str, said: str) -> None:
    end = '[WestType "human"]\n'
    fixed = fix((GAME + second + end).encode())
    assert [found.rule for found in fixed.applied] == [rules.DUPLICATE_TAG]
    left = fixed.data.decode()
    assert one(left) == one(GAME + end)
    assert left.count(f"[{name} ") == 1


@pytest.mark.parametrize(
    "second",
    [
        TABLE + '1 1S 80\n; Moss was late\n2 "1S" 110\n',
        TABLE + '1 1S {Moss was late\n} 80\n2 "1S" 110\n',
        TABLE + '1 1S 80\n% Moss was late\n2 "1S" 110\n',
        '[Auction "N"]\n1S {Moss was late} Pass Pass Pass\n',
    ],
)
def test_remarks_stay(second: str) -> None:
    for text in (GAME + second, GAME + second + TABLE):
        assert messages(text)[0].endswith("are the same")
        assert "Moss was late" in formatted(text)
        assert not any(found.fix for found in diagnostics(text) if found.rule is rules.DUPLICATE_TAG)
        assert disagreements(text.encode()) == []


def test_several() -> None:
    text = GAME + TABLE + "3 2S 110\n" + TABLE + '1 1S 80\n2 "1S" 110\n' + '[Room "Closed"]\n' + TABLE + "4 2S 110\n"
    (reading,) = pbn.read(text.encode())
    assert [words for _, words in reading.unheld] == [
        "ScoreTable is given twice, and a record holds its first rows",
        "Room is given twice, and a record holds its first value",
    ]
    assert len(messages(text)) == 4
    assert [message.endswith("are the same") for message in messages(text)] == [False, True, False, False]


def test_each_game_for_itself() -> None:
    first, second = GAME + TABLE + "3 2S 110\n", GAME + TABLE + '1 1S 80\n2 "1S" 110\n'
    found = [reading.unheld for reading in pbn.read(f"{first}\n{second}\n{first}".encode())]
    assert [len(unheld) for unheld in found] == [1, 0, 1]


def test_the_first_section_is_looked_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: list[tuple[str, int]] = []

    def words(game: RawGame, name: str, header: str, start: int, end: int) -> object:
        looked.append((name, start))
        return end - start

    monkeypatch.setattr(repeated, "_words", words)
    names = "".join(f'[A{number}Table "A"]\n1\n' for number in range(50))
    text = MANDATORY + TABLE + "1 1S 80\n" * 20 + names + (TABLE + "1 1S 80\n") * 100 + names
    assert len(list(pbn.read(text.encode()))) == 1
    assert len(looked) == len(set(looked)) == 1 + 100 + 50 + 50


def test_converting_tells_it(tmp_path: Path) -> None:
    (tmp_path / "a.pbn").write_text(GAME + TABLE + "3 2S 110\n")
    found = pbn.convert(tmp_path / "a.pbn", tmp_path / "b.json")
    assert [loss.rule for loss in found] == [rules.TABLE_LOST]
