"""What is said of a board and its result."""

from pathlib import Path
from typing import Any

import pytest

import pbntools as pbn
from pbntools.core import PASSED_OUT, Contract, Deal, Seat, Strain, Vulnerability
from pbntools.record import Record, Result
from pbntools.replaying import Replay
from pbntools.reports.board_words import (
    AuctionContract,
    auction_contract,
    board_words,
    contract_line,
    result_lines,
    score_words,
    turn_words,
)
from pbntools.reports.language import language
from tests.laws.boards import DEAL, auction, play
from tests.reports import replay_boards as boards

ENGLISH, TURKISH = language("en"), language("tr")
LED = "H4 H3 HJ HA"
FIXTURES = Path(__file__).parent.parent.parent / "fixtures"


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


@pytest.mark.parametrize(
    ("score", "told"),
    [
        ("NS 400", "Score, North-South: +400"),
        ("EW -400", "Score, North-South: +400"),
        ("NS 430", "Score, North-South: +400 (recorded: +430)"),
        ("?", "Score, North-South: +400"),
    ],
)
def test_a_recorded_score_is_told_where_it_is_another(score: str, told: str) -> None:
    assert score_words(game(result=Result(tricks=9), tags=pbn.Tags({"Score": score})), ENGLISH) == told


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


def of_text(text: str) -> Replay:
    (reading,) = [one for one in pbn.check(text.encode()) if one.record is not None]
    return pbn.replay(reading)


@pytest.mark.parametrize(
    ("text", "auction_says", "line"),
    [
        (
            boards.CONTRADICTED,
            AuctionContract(Contract(3, Strain.NOTRUMP), Seat.NORTH, True),
            "By the auction: 3NT by North; the cards were played in this contract.",
        ),
        (
            boards.OTHER_TRUMPS,
            AuctionContract(Contract(4, Strain.HEARTS), Seat.SOUTH, True),
            "By the auction: 4♥ by South; the cards were played in this contract.",
        ),
        (
            boards.CONTRADICTED.split("[Play")[0],
            AuctionContract(Contract(3, Strain.NOTRUMP), Seat.NORTH, False),
            "By the auction: 3NT by North.",
        ),
    ],
)
def test_tags_that_the_auction_contradicts(text: str, auction_says: AuctionContract, line: str) -> None:
    found = of_text(text)
    assert auction_contract(found) == auction_says
    lines = result_lines(found, ENGLISH)
    assert lines[1:3] == ["4♠ by South: made (10 tricks, recorded)", line]
    assert found.contract == (auction_says.contract if auction_says.played else Contract(4, Strain.SPADES))


def test_tags_that_the_auction_bears_out() -> None:
    for text in (boards.OPEN, boards.PASSED_OUT, boards.LESSON, boards.RULED):
        assert auction_contract(of_text(text)) is None
    # Declarer and dummy changed places, and the record says so (Law 54A).
    changed = next(pbn.check(FIXTURES / "laws" / "declarer-is-dummy-marked.pbn"))
    assert auction_contract(pbn.replay(changed)) is None


def test_a_result_that_was_agreed_or_ruled() -> None:
    lines = result_lines(of_text(boards.RULED), ENGLISH)
    assert "3NT by South: made, 3 overtricks (12 tricks, recorded as agreed or ruled)" in lines
    assert "(12 löve, kayıttan, anlaşma veya kararla)" in result_lines(of_text(boards.RULED), TURKISH)[1]
