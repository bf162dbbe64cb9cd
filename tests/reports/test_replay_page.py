"""The replay page as text: what holds it together, and that no record gets out of its data."""

import base64
import hashlib
import json
import re
from dataclasses import replace
from typing import Any

import pytest

import pbntools as pbn
from pbntools.replaying import Replay
from pbntools.reports.language import language
from pbntools.reports.replay_page import Page
from tests.reports import replay_boards as boards

BLOCK = re.compile(r'<script(?: type="application/json" id="(\w+)")?>(.*?)</script>', re.S)


def page_of(text: str, lang: str = "en", source: str = "") -> str:
    page = Page(language(lang))
    first = next((reading.record for reading in pbn.check(text.encode())), None)
    parts = [page.head(first, source)]
    for reading in pbn.check(text.encode()):
        if reading.record is not None:
            game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)
            parts.append(page.board(game))
    return "".join([*parts, page.tail()])


def data_of(page: str) -> list[dict[str, Any]]:
    return json.loads(dict(BLOCK.findall(page))["data"])  # type: ignore[no-any-return]


def test_the_policy_names_the_page_s_own_style_and_script_by_hash() -> None:
    page = page_of(boards.CLAIMED)
    policy = re.search(r'Content-Security-Policy" content="([^"]*)"', page)
    assert policy is not None
    allowed = policy[1].replace("&#39;", "'")
    script = dict(BLOCK.findall(page))[""]
    style = re.search(r"<style>(.*?)</style>", page, re.S)
    assert style is not None
    for kind, text in (("script", script), ("style", style[1])):
        digest = base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
        assert f"{kind}-src 'sha256-{digest}'" in allowed
    assert allowed.startswith("default-src 'none';")
    assert "unsafe" not in allowed


def test_the_page_needs_nothing_from_elsewhere() -> None:
    page = page_of(boards.REVOKE).replace("http://www.w3.org/2000/svg", "")  # the name of a namespace
    assert {found[1] for found in re.finditer(r"""\b(?:src|href)=["']?([^"'\s>]*)""", page)} <= {"#board"}
    assert not re.search(r"url\(|@import|https?://|fetch\(|XMLHttp|innerHTML|insertAdjacent", page)


@pytest.mark.parametrize(
    "text",
    ["</script><b>", "<!--<script>", "]]>", "a\u2028b\u2029c", "&lt;", '"</ScRiPt >', "x\x1b\x7fy", "\u202eright"],
)
def test_no_text_ends_its_block(text: str) -> None:
    page = page_of(boards.CLAIMED.replace("Wren", text.replace('"', '\\"')))
    inside = page.split('id="data">')[1].split("</script>")[0]
    assert not set("<>&\x1b\x7f\u2028\u2029\u202e") & set(inside)
    assert len(BLOCK.findall(page)) == 3
    assert data_of(page)[0]["players"][3] == text


def test_the_page_is_called_after_its_first_board_and_names_its_file() -> None:
    page = page_of(boards.VUGRAPH, source="<b> & 'c'.pbn")
    called = "Spring Cup · Semifinal · Poplars – Larches · 2025.04.12"
    assert f"<title>{called}</title>" in page
    assert f'<h1 id="title">{called}</h1><p id="source">&lt;b&gt; &amp; &#39;c&#39;.pbn</p>' in page
    assert json.loads(dict(BLOCK.findall(page))["settings"])["source"] == "<b> & 'c'.pbn"
    hostile = page_of(boards.HOSTILE)
    assert "<title>&lt;/script&gt;&lt;script&gt;document.title=&#39;owned&#39;&lt;/script&gt;" in hostile


def test_a_page_of_boards_that_tell_nothing_has_the_name_of_its_file() -> None:
    text = '[Event "?"]\n[Date "????.??.??"]\n[Deal "N:A4.KQ63.AJT5.QT7 - - -"]\n'
    assert "<title>deals.pbn</title>" in page_of(text, source="deals.pbn")
    assert '<p id="source" hidden>' in page_of(text, source="deals.pbn")
    assert "<title>Bridge boards</title>" in page_of(text)
    (board,) = data_of(page_of(text))
    assert "facts" not in board


def test_the_data_of_a_board() -> None:
    board, _, claimed, passed_out, revoke, _ = data_of(page_of(boards.ALL))
    assert board["calls"][:3] == [[2, "1NT"], [3, "Pass"], [0, "2C"]]
    assert board["tricks"][0] == [3, 3, ["C2", "CT", "C4", "CA"], 2]
    assert board["tricks"][1] == [2, 2, ["SK", "S3", "S4", "S2"], 2]
    assert (board["declarer"], board["dummySuits"], board["contract"]) == (2, "shcd", "4S")
    assert board["notes"] == {"1": ["15 to 17, five spades possible"], "3": ["asks for the majors"]}
    assert board["doubleDummy"] == "cdabbcdabb1023210232"
    assert board["result"] == "made, 2 overtricks"
    assert (claimed["cards"], claimed["score"]) == (8, "+460")
    assert "tricks" not in passed_out
    assert passed_out["contract"] == "Pass"
    assert revoke["wrong"]["15"][0][:2] == [
        "error",
        "error PLY305: A player does not follow suit although he could. (Law 61A)",
    ]


def test_two_rooms_have_a_group_in_common() -> None:
    found = data_of(page_of(boards.ALL))
    assert found[0]["group"] == found[1]["group"]
    assert "group" not in found[2]
    other = boards.CLOSED.replace('[Stage "Semifinal"]', '[Stage "Final"]')
    first, second = data_of(page_of(boards.OPEN + "\n" + other))
    assert first["group"] != second["group"]


def test_what_is_not_known_is_left_out() -> None:
    (board,) = data_of(page_of('[Board "1"]\n[Deal "N:A4.KQ63.AJT5.QT7 - - -"]\n'))
    assert board["hands"] == ["A4.KQ63.AJT5.QT7", None, None, None]
    assert not {"contract", "declarer", "dealer", "vulnerable", "score", "tricks", "doubleDummy"} & board.keys()
    assert board["turn"] == [None]


@pytest.mark.parametrize(
    ("tag", "shown"),
    [
        ('[Ability "N:DCBA9 S:DCBA9 E:00123 W:00123"]', "dcba9dcba90012300123"),
        ('[Ability "N:DCBA9"]', "dcba9???????????????"),
        ('[DoubleDummyTricks "no table"]', None),
        ('[OptimumResultTable "Declarer;Denomination;Result"]\nN NT 7\nE S 6\n', "7??????????6????????"),
    ],
)
def test_double_dummy_results_wherever_the_file_has_them(tag: str, shown: str | None) -> None:
    (board,) = data_of(page_of(boards.PASSED_OUT.split("[Auction")[0] + tag + "\n"))
    assert board.get("doubleDummy") == shown


def test_turkish() -> None:
    page = page_of(boards.REVOKE, "tr")
    assert '<html lang="tr"' in page
    settings = json.loads(dict(BLOCK.findall(page))["settings"])
    assert settings["seats"] == ["Kuzey", "Doğu", "Güney", "Batı"]
    assert settings["words"]["Next board"] == "Sonraki bord"
    assert data_of(page)[0]["result"] == "yapıldı, 2 fazla löve"


def test_what_is_wrong_is_said_in_the_language_of_the_page() -> None:
    (board,) = data_of(page_of(boards.REVOKE, "tr"))
    assert board["wrong"]["15"] == [
        [
            "error",
            "hata PLY305: Rönons: oyuncu renge uyabilecekken uymamış. (Madde 61A)",
            "2. löve, Doğu ♦3 oynamış, ama elinde pik varmış (♠J, ♠8 ve ♠2)",
            "1 löve KG tarafına geçiyor (64A2): Doğu löveyi kendisi kazanmamış, ama tarafı sonraki bir löveyi kazanmış",
        ]
    ]
    assert board["wrong"]["0"][0][2:] == [
        "metin UTF-8; standart ISO 8859-1 ister",
        "kodlama başkaysa --encoding ile belirtin",
    ]
    (english,) = data_of(page_of(boards.REVOKE))
    assert english["wrong"]["15"][0][2] == "trick 2, East played the ♦3 but held spades (♠J, ♠8 and ♠2)"
    assert english["wrong"]["0"][0][2] == "the text is UTF-8; the standard has ISO 8859-1"


def test_what_the_language_lacks_tells_that_it_is_english() -> None:
    reading = next(pbn.check(boards.REVOKE.encode()))
    assert reading.record is not None
    other = [replace(found, message="of another package", help=None) for found in reading.diagnostics[:1]]
    board = Page(language("tr")).board(Replay(reading.record, pbn.resolve(reading.record), other))
    (found,) = json.loads(board)["wrong"]["0"]
    assert found[2:] == [["of another package", "en"], ""]


def test_cards_in_a_message_have_the_letters_of_the_page() -> None:
    reading = next(pbn.check(boards.REVOKE.encode()))
    assert reading.record is not None
    game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)
    assert "(♠V, ♠8 ve ♠2)" in Page(language("tr"), "ARDV").board(game)
