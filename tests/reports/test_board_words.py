"""What is said of a board and its result."""

from typing import Any

import pytest

import pbntools as pbn
from pbntools.core import PASSED_OUT, Contract, Deal, Seat, Strain, Vulnerability
from pbntools.record import Record, Result
from pbntools.replaying import Replay
from pbntools.reports.board_words import board_words, contract_line, result_lines, turn_words
from pbntools.reports.language import language
from tests.laws.boards import DEAL, auction, play

ENGLISH, TURKISH = language("en"), language("tr")
LED = "H4 H3 HJ HA"


def game(**fields: Any) -> Replay:
    record = Record(
        board="7", dealer=Seat.SOUTH, vulnerable=Vulnerability.NONE, deal=Deal.parse(DEAL), declarer=Seat.SOUTH,
        contract=Contract(3, Strain.NOTRUMP), auction=auction("1NT Pass 3NT Pass Pass Pass", "S"),
    )  # fmt: skip
    return pbn.replay(record.replace(**fields), diagnostics=())


@pytest.mark.parametrize(
    ("fields", "english", "turkish"),
    [
        (
            {"play": play(LED, "W", claim=10)},
            [
                "The play ended with a claim or concession.",
                "3NT by South: made, 1 overtrick (10 tricks, claimed)",
                "Score, North-South: +430",
            ],
            [
                "Oyun talep veya teslimle bitti.",
                "3SA, dekleran Güney: yapıldı, 1 fazla löve (10 löve, talep edilen)",
                "Skor, Kuzey-Güney: +430",
            ],
        ),
        (
            {"result": Result(tricks=8)},
            [
                "The play was not recorded.",
                "3NT by South: down 1 (8 tricks, recorded)",
                "Score, North-South: -50",
            ],
            ["Oyun kaydedilmemiş.", "3SA, dekleran Güney: 1 batış (8 löve, kayıttan)", "Skor, Kuzey-Güney: -50"],
        ),
        (
            {"play": play(LED + " *", "W")},
            ["No more cards were recorded.", "3NT by South: Result not known"],
            ["Başka kart kaydedilmemiş.", "3SA, dekleran Güney: Sonuç bilinmiyor"],
        ),
        ({"play": play(LED + " +", "W")}, ["To be continued.", "3NT by South: Result not known"], None),
        (
            {"contract": PASSED_OUT, "declarer": None, "auction": auction("Pass Pass Pass Pass", "S")},
            ["Passed out", "Score, North-South: 0"],
            ["Pas geçildi", "Skor, Kuzey-Güney: 0"],
        ),
        (
            {"contract": None, "declarer": None, "auction": None},
            ["The play was not recorded.", "Contract not known"],
            ["Oyun kaydedilmemiş.", "Kontrat bilinmiyor"],
        ),
        (
            {"declarer": None, "auction": None, "result": Result(tricks=9)},
            ["The play was not recorded.", "3NT, declarer not known: made (9 tricks, recorded)"],
            None,
        ),
    ],
)
def test_results(fields: dict[str, Any], english: list[str], turkish: list[str] | None) -> None:
    found = game(**fields)
    assert result_lines(found, ENGLISH) == english
    if turkish is not None:
        assert result_lines(found, TURKISH) == turkish


def test_what_the_laws_move_and_what_the_cards_give() -> None:
    from tests.reports.replay_boards import REVOKE

    (reading,) = list(pbn.check(REVOKE.encode()))
    assert "The Laws move 1 trick to declarer's side." in result_lines(pbn.replay(reading), ENGLISH)
    told = pbn.replay(reading.record.replace(result=None)) if reading.record is not None else None
    assert told is not None
    assert "3NT by South: Result not known" in result_lines(told, ENGLISH)


def test_a_board_and_a_turn() -> None:
    found = game()
    assert board_words(found, ENGLISH) == "Board 7, dealer South, nobody vulnerable"
    assert board_words(found, TURKISH) == "Bord 7, dağıtan Güney, kimse zonlu değil"
    assert board_words(pbn.replay(Record()), ENGLISH) == "Board ?, dealer not known, vulnerability not known"
    assert contract_line(found, ENGLISH) == "3NT by South"
    assert turn_words(Seat.EAST, "auction", ENGLISH) == "East to call"
    assert turn_words(Seat.EAST, "play", TURKISH) == "oyun sırası Doğu"
    assert turn_words(None, "over", ENGLISH) == ""
