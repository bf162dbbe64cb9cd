"""Records of one event against each other: what is told, and above all what is not."""

from collections.abc import Mapping
from typing import Any

import pytest

import pbntools as pbn
from pbntools.laws import between

DEAL = "N:AJ.KJ97.T96.AQ75 73.Q654.KQJ84.98 K2.AT832.A2.6432 QT98654..753.KJT"
OTHER = "N:AJ.KJ97.T96.AQ75 K2.Q654.KQJ84.98 73.AT832.A2.6432 QT98654..753.KJT"
FIRST = {"North": "Bos", "South": "Ek", "East": "Dam", "West": "Aker"}
SECOND = {"North": "Grau", "South": "Ivens", "East": "Hahn", "West": "Falk"}
EVENT = ("fouled-board", "pair-both-ways", "board-repeated", "duplicate-record")


def game(who: Mapping[str, str] = FIRST, /, **tags: str) -> str:
    values = {
        "Event": "Spring Pairs",
        "Date": "2024.03.02",
        "Board": "1",
        "Dealer": "N",
        "Vulnerable": "None",
        "Deal": DEAL,
        "Contract": "3NT",
        "Declarer": "N",
        "Result": "9",
        **who,
        **tags,
    }
    return "".join(f'[{name} "{value}"]\n' for name, value in values.items() if value != "-") + "\n"


def rules(*games: str, **options: Any) -> list[str]:
    readings = pbn.check("".join(games).encode(), select=["EVT"], **options)
    return [diagnostic.rule.name for reading in readings for diagnostic in reading.diagnostics]


@pytest.mark.parametrize(
    ("tags", "what"),
    [
        ({"Deal": OTHER}, "deal"),
        ({"Dealer": "E"}, "dealer"),
        ({"Vulnerable": "NS"}, "vulnerability"),
        ({"Deal": OTHER, "Dealer": "E", "Vulnerable": "All"}, "deal, dealer and vulnerability"),
    ],
)
def test_a_fouled_board(tags: dict[str, str], what: str) -> None:
    readings = pbn.check((game() + game(SECOND, **tags)).encode(), select=["EVT"])
    [found] = [diagnostic for reading in readings for diagnostic in reading.diagnostics]
    assert found.rule.name == "fouled-board"
    assert f"has another {what} than in game 1" in found.message
    assert (found.record, found.board, found.law) == (1, "1", "87")


def test_a_board_number_with_zeros_is_the_same_board() -> None:
    assert rules(game(), game(SECOND, Board="01", Deal=OTHER)) == ["fouled-board"]
    assert rules(game(Board="10"), game(SECOND, Board="1", Deal=OTHER)) == []
    assert rules(game(Board="0x"), game(SECOND, Board="x", Deal=OTHER)) == []


@pytest.mark.parametrize("name", ["Date", "Stage", "Round", "Section", "Session", "Site", "HomeTeam", "VisitTeam"])
def test_only_records_of_one_event_are_compared(name: str) -> None:
    given = {name: "2024.03.03" if name == "Date" else "2"}
    for one, other in (({name: "-"}, given), (given, {name: "?"}), ({name: "1"}, given)):
        assert rules(game(**one), game(SECOND, Deal=OTHER, **other)) == []
    assert rules(game(**given), game(SECOND, Deal=OTHER, **given)) == ["fouled-board"]
    assert rules(game(**{name: "-"}), game(SECOND, Deal=OTHER, **{name: "?"})) == ["fouled-board"]


def test_without_an_event_nothing_is_compared() -> None:
    for event in ("-", "", "?"):
        assert rules(game(Event=event), game(SECOND, Event=event, Deal=OTHER), game(Event=event)) == []


def test_each_form_of_a_board_is_told_once() -> None:
    third = {name: f"{player} Jr" for name, player in SECOND.items()}
    assert rules(game(), game(SECOND, Deal=OTHER), game(third, Deal=OTHER)) == ["fouled-board"]


def test_a_hand_that_is_not_known_is_not_another_hand() -> None:
    assert rules(game(), game(SECOND, Deal="N:- - - -")) == []
    assert rules(game(), game(SECOND, Deal="-", Dealer="?", Vulnerable="?")) == []


def test_a_pair_that_meets_the_number_again_is_in_another_session() -> None:
    assert rules(game(), game(Deal=OTHER)) == []


def test_an_event_of_several_sessions_is_not_full_of_fouled_boards() -> None:
    first = [game(Board=str(board)) for board in range(1, 9)]
    fouled = [game(SECOND, Board=str(board), Deal=OTHER) for board in range(1, 9)]
    alike = [game(SECOND, Board=str(board)) for board in range(1, 9)]
    assert rules(*first, *fouled) == []
    assert rules(*first, *alike[:5], *fouled[5:]) == ["fouled-board"] * 3


def swapped(who: dict[str, str]) -> dict[str, str]:
    return {"North": who["East"], "South": who["West"], "East": who["South"], "West": who["North"]}


def test_a_pair_in_both_directions_on_one_board() -> None:
    assert rules(game(), game(swapped(FIRST))) == ["pair-both-ways"]
    assert rules(game(), game({**SECOND, "East": "Ek", "West": "Bos"})) == ["pair-both-ways"]
    assert rules(game(), game({**SECOND, "East": "Ek", "West": "Bos"}, Board="2", Dealer="E", Vulnerable="NS")) == []


def test_a_board_played_twice_by_a_pair() -> None:
    assert rules(game(), game({**SECOND, "North": "Ek", "South": "Bos"})) == ["board-repeated"]
    assert rules(game(), game(Result="10")) == ["board-repeated"]
    assert rules(game(), game({**SECOND, "North": "Bos"})) == []


def test_names_that_many_share_are_no_pair() -> None:
    robots = {"North": "Robot", "South": "Robot", "East": "Dam", "West": "Aker"}
    assert rules(game(robots), game({**robots, "East": "Hahn", "West": "Falk"})) == []
    kinds = {f"{seat}Type": "program" for seat in FIRST}
    assert rules(game(**kinds), game({**SECOND, "North": "Bos", "South": "Ek"}, **kinds)) == []


def test_a_record_entered_twice() -> None:
    assert rules(game(), game()) == ["duplicate-record"]
    assert rules(game(), game(), game()) == ["duplicate-record"] * 2
    nobody = dict.fromkeys(FIRST, "?")
    assert rules(game(nobody), game(nobody)) == []
    assert rules(game(nobody, Contract="-", Declarer="-", Result="-") * 2) == []
    assert rules(game(Table="1"), game(SECOND, Table="2")) == []


def test_two_rooms_are_no_fault() -> None:
    assert rules(game(Room="Open"), game(SECOND, Room="Closed", Result="10")) == []


def test_rules_can_be_left_out() -> None:
    assert rules(game(), game(), ignore=["duplicate-record"]) == []
    assert rules(game(), "% pbntools: ignore EVT\n" + game()) == []
    inside = game(SECOND, Deal=OTHER).replace("[Board", "% pbntools: ignore fouled-board\n[Board")
    assert rules(game(), inside) == []


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(between, "REMEMBERED", 3)
    others = [game(Board=str(board)) for board in range(2, 9)]
    assert rules(game(), *others[:3], game()) == ["duplicate-record"]
    assert rules(game(), *others, game()) == []


def test_entries_do_not_depend_on_the_process() -> None:
    assert between.lasting_hash(("Spring Pairs", None, "ü")) == between.lasting_hash(("Spring Pairs", "", "ü"))
    assert between.lasting_hash(("a",)) == 97


def test_the_four_rules() -> None:
    assert tuple(rule.name for rule in between.RULES) == EVENT
