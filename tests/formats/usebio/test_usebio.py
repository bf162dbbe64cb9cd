"""USEBIO XML: what is read of an event, what is told of a bad file, and the way to XML and back."""

from __future__ import annotations

import re
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbntools.formats.building import build_record
from pbntools.formats.content import content
from pbntools.formats.registry import get_format, open_reader, sniffed
from pbntools.formats.usebio import reader as usebio_reader
from pbntools.record import Details, Record, Table
from tests.formats.reading_all import check_round_trip, diagnostics, fitted, readings, records_of, told, words, written

HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n<USEBIO Version="1.2">\n'
EVENT = f"""{HEAD}<CLUB><CLUB_NAME>Mill Lane</CLUB_NAME></CLUB>
<EVENT EVENT_TYPE="MP_PAIRS"><EVENT_DESCRIPTION>Autumn pairs</EVENT_DESCRIPTION><DATE>07/10/2025</DATE>
<BOARD_SCORING_METHOD>MATCH_POINTS</BOARD_SCORING_METHOD>
<PARTICIPANTS>
<PAIR><PAIR_NUMBER>1</PAIR_NUMBER><DIRECTION>NS</DIRECTION><PLAYER><NATIONAL_ID_NUMBER>77</NATIONAL_ID_NUMBER>\
<PLAYER_NAME>Odd, Una</PLAYER_NAME></PLAYER><PLAYER><PLAYER_NAME>Zed &amp; Co</PLAYER_NAME></PLAYER>\
<PLACE>1</PLACE><TOTAL_SCORE>5.5</TOTAL_SCORE><PERCENTAGE>55.00</PERCENTAGE></PAIR>
</PARTICIPANTS>
<BOARD><BOARD_NUMBER>1</BOARD_NUMBER>
<TRAVELLER_LINE><NS_PAIR_NUMBER>(A) 1 NS</NS_PAIR_NUMBER><EW_PAIR_NUMBER>7</EW_PAIR_NUMBER><CONTRACT>3 n *</CONTRACT>\
<PLAYED_BY>w</PLAYED_BY><LEAD>s10</LEAD><TRICKS>8</TRICKS><SCORE>+100</SCORE><NS_MATCH_POINTS>1.5</NS_MATCH_POINTS>\
</TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>2</NS_PAIR_NUMBER><EW_PAIR_NUMBER>8</EW_PAIR_NUMBER><CONTRACT>PASS</CONTRACT>\
<PLAYED_BY></PLAYED_BY><TRICKS></TRICKS><SCORE>0</SCORE></TRAVELLER_LINE>
<TRAVELLER_LINE><NS_PAIR_NUMBER>3</NS_PAIR_NUMBER><EW_PAIR_NUMBER>9</EW_PAIR_NUMBER><CONTRACT/><PLAYED_BY/><TRICKS/>\
<SCORE>A6040</SCORE></TRAVELLER_LINE>
</BOARD>
<BOARD><BOARD_NUMBER>2</BOARD_NUMBER><TRAVELLER_LINE><CONTRACT>2S</CONTRACT></TRAVELLER_LINE></BOARD>
</EVENT></USEBIO>
"""


def table(record: Record, name: str = "ScoreTable") -> list[dict[str, str]]:
    found = record.table(name)
    assert found is not None
    return [dict(zip(found.columns, row, strict=True)) for row in found.rows]


def test_event_and_travellers_are_read() -> None:
    first, second = records_of(EVENT)
    assert not diagnostics(EVENT)
    assert dict(first.tags) == {
        "Site": "Mill Lane", "Competition": "Pairs", "Event": "Autumn pairs", "Date": "2025.10.07", "Scoring": "MP",
        "Board": "1",
    }  # fmt: skip
    played, passed, ruled = table(first)
    assert played == {
        "PairId_NS": "(A) 1 NS", "PairId_EW": "7", "Contract": "3NTX", "Declarer": "W", "Result": "8", "Lead": "ST",
        "Score_NS": "100", "MP_NS": "1.5", "Percentage_NS": "?", "Percentage_EW": "?",
    }  # fmt: skip
    assert [passed[name] for name in ("Contract", "Declarer", "Result", "Lead", "Score_NS")] == [
        "Pass",
        "-",
        "-",
        "?",
        "0",
    ]
    assert [ruled[name] for name in ("Contract", "Declarer", "Result", "Score_NS")] == ["-"] * 4
    assert (ruled["Percentage_NS"], ruled["Percentage_EW"]) == ("^60", "^40")
    assert table(second) == [{"Contract": "2S"}]


def test_participants_go_with_the_first_board() -> None:
    first, second = records_of(EVENT)
    assert table(first, "TotalScoreTable") == [
        {
            "Rank": "1", "PairId": "1", "Direction": "NS", "Names": "Odd, Una;Zed & Co", "NationalIds": "77",
            "TotalMP": "5.5", "TotalPercentage": "55.00",
        }
    ]  # fmt: skip
    assert second.table("TotalScoreTable") is None


def test_participants_behind_the_boards_and_alone_are_kept() -> None:
    people = "<PARTICIPANTS><PAIR><PAIR_NUMBER>4</PAIR_NUMBER></PAIR></PARTICIPANTS>"
    board = "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><TRICKS>9</TRICKS></TRAVELLER_LINE></BOARD>"
    behind = records_of(f"{HEAD}<EVENT>{board}{people}</EVENT></USEBIO>")
    assert len(behind) == 1
    assert table(behind[0], "TotalScoreTable") == [{"PairId": "4"}]
    alone = records_of(f"{HEAD}<EVENT>{people}</EVENT></USEBIO>")
    assert len(alone) == 1
    assert alone[0].board is None
    assert table(alone[0], "TotalScoreTable") == [{"PairId": "4"}]


def test_sections_sessions_and_matches_become_tags() -> None:
    board = "<BOARD><BOARD_NUMBER>{}</BOARD_NUMBER><TRAVELLER_LINE><TRICKS>9</TRICKS></TRAVELLER_LINE></BOARD>"
    text = (
        f'{HEAD}<EVENT><SESSION><SECTION SECTION_ID="A">{board.format(1)}</SECTION><SECTION SECTION_ID="B">'
        f"{board.format(1)}</SECTION></SESSION><SESSION>{board.format(2)}</SESSION>"
        f"<MATCH><ROUND_NUMBER>3</ROUND_NUMBER><TEAM>Oak</TEAM><OPPOSING_TEAM>Elm</OPPOSING_TEAM>{board.format(3)}"
        "</MATCH></EVENT></USEBIO>"
    )
    found = records_of(text)
    assert [record.value("Section") for record in found] == ["A", "B", None, None]
    assert [record.value("Session") for record in found] == [None, None, "2", None]
    assert [found[3].value(name) for name in ("Round", "HomeTeam", "VisitTeam")] == ["3", "Oak", "Elm"]


def test_what_a_record_has_no_place_for_is_named() -> None:
    text = EVENT.replace(
        "<PLACE>", "<MASTER_POINTS><MASTER_POINTS_AWARDED>9</MASTER_POINTS_AWARDED></MASTER_POINTS><PLACE>"
    )
    first = readings(text)[0]
    assert [words for _, words in first.unheld] == [
        "a record has no place for how an event of that type was played or scored",
        "a record has no place for MASTER_POINTS",
    ]
    assert not first.diagnostics


def test_values_of_another_form_are_kept_and_told() -> None:
    text = EVENT.replace("<CONTRACT>2S</CONTRACT>", "<CONTRACT>9Z</CONTRACT><TRICKS>14</TRICKS>").replace(
        "07/10/2025", "31/02/2025"
    )
    assert [name for name, *_ in told(text)] == ["format-value"] * 3
    first, second = records_of(text)
    assert first.value("Date") is None
    assert table(second) == [{"Contract": "9Z", "Result": "14"}]


def test_a_bare_ampersand_is_an_error_with_its_place_and_nothing_is_lost() -> None:
    text = f"{HEAD}<CLUB><CLUB_NAME>Fish & Chips AT&T && R&</CLUB_NAME></CLUB>\n<EVENT>"
    text += "<BOARD><BOARD_NUMBER>1</BOARD_NUMBER><TRAVELLER_LINE><TRICKS>9</TRICKS></TRAVELLER_LINE></BOARD>"
    text += "</EVENT></USEBIO>"
    line = text.splitlines()[2]
    places = [match.start() + 1 for match in re.finditer("&", line)]
    assert told(text) == [("format-shape", 3, column) for column in places]
    assert [record.value("Site") for record in records_of(text)] == ["Fish & Chips AT&T && R&"]


def test_undeclared_entities_stay_as_they_are() -> None:
    text = EVENT.replace("Autumn", "Autumn&nbsp;")
    assert [name for name, *_ in told(text)] == ["format-shape"]
    assert records_of(text)[0].value("Event") == "Autumn&nbsp; pairs"


@pytest.mark.parametrize("fault, expected", [
    ("<BOARD_NUMBER>1</BOARD>", "</BOARD> stands where"),
    ("<BOARD_NUMBER>1 < 2</BOARD_NUMBER>", "a < stands in a text"),
    ("<BOARD_NUMBER a=1>1</BOARD_NUMBER>", "a tag is not well formed"),
    ("<BOARD_NUMBER>\x011</BOARD_NUMBER>", "the character with the code 1"),
])  # fmt: skip
def test_reading_goes_on_behind_a_fault(fault: str, expected: str) -> None:
    text = EVENT.replace("<BOARD_NUMBER>1</BOARD_NUMBER>", fault, 1)
    messages = [found.message for found in diagnostics(text)]
    assert messages[0].startswith(expected)
    assert records_of(text)[-1].board == "2"


def test_bytes_of_another_encoding_are_read_as_windows_1252() -> None:
    data = EVENT.replace("Mill Lane", "Caf\xe9 N\xfcrnberg").encode("latin-1")
    found = diagnostics(data)
    assert [item.rule.name for item in found] == ["format-value"]
    assert (found[0].location.line, found[0].location.column) == (3, 21)
    assert records_of(data)[0].value("Site") == "Café Nürnberg"


@pytest.mark.parametrize("encoding", ["ISO-8859-1", "windows-1252", "ISO-8859-2", "UTF-8"])
def test_declared_encodings(encoding: str) -> None:
    text = EVENT.replace("UTF-8", encoding, 1).replace("Mill Lane", "Kö")
    data = text.encode(encoding)
    assert not diagnostics(data)
    assert records_of(data)[0].value("Site") == "Kö"
    reader, stack = open_reader(data)
    with stack:
        list(reader)
    assert reader.encoding == encoding.lower()


def test_utf_16_and_a_byte_order_mark() -> None:
    for data in (EVENT.replace("UTF-8", "UTF-16", 1).encode("utf-16"), EVENT.encode("utf-8-sig")):
        assert not diagnostics(data, "usebio")
        assert len(records_of(data, "usebio")) == 2


def test_an_unknown_encoding_is_told() -> None:
    data = EVENT.replace("UTF-8", "x-klingon", 1)
    assert [name for name, *_ in told(data)] == ["format-value"]
    assert len(records_of(data)) == 2


DOCTYPE = '<!DOCTYPE USEBIO PUBLIC "-//EBU//DTD USEBIO 1.2//EN" "http://www.usebio.org/files/usebio_v1_2.dtd">\n'
LAUGHS = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 12))


def test_a_document_type_is_accepted_and_not_fetched() -> None:
    assert not diagnostics(EVENT.replace("<USEBIO", DOCTYPE + "<USEBIO", 1))


@pytest.mark.parametrize("doctype", [
    f'<!DOCTYPE USEBIO [<!ENTITY l0 "ha">{LAUGHS}]>',
    '<!DOCTYPE USEBIO [<!ENTITY secret SYSTEM "file:///etc/passwd">]>',
    '<!DOCTYPE USEBIO [<!ENTITY % p SYSTEM "http://example.invalid/x.dtd">%p;]>',
])  # fmt: skip
def test_entities_are_refused(doctype: str) -> None:
    text = EVENT.replace("<USEBIO", doctype + "<USEBIO", 1).replace("Mill Lane", "&l11;&secret;")
    found = diagnostics(text)
    assert [item.rule.name for item in found] == ["format-unsafe"]
    assert found[0].location.line == 2
    assert not records_of(text)


def test_truncated_files_keep_what_stands() -> None:
    cut = EVENT[: EVENT.index("<EW_PAIR_NUMBER>8") + 9]
    found = diagnostics(cut)
    assert [item.rule.name for item in found] == ["format-truncated"]
    assert found[0].location.offset == len(cut)
    assert [row["PairId_NS"] for row in table(records_of(cut)[0])] == ["(A) 1 NS", "2"]


@pytest.mark.parametrize("data", ["", "   ", "<USEBIO/>", "<"])
def test_files_without_a_board(data: str) -> None:
    assert "no-records" in [name for name, *_ in told(data, "usebio")]


@pytest.mark.parametrize("data", ["no xml at all", "<html><p>x</p></html>", "\0\1\2"])
def test_what_is_no_usebio_is_told_once(data: str) -> None:
    names = [name for name, *_ in told(data, "usebio")]
    assert "format-shape" in names
    assert "no-records" not in names


def test_faults_without_end_stop_the_reading() -> None:
    text = f"{HEAD}<EVENT>{'&' * 20_000}</EVENT></USEBIO>"
    found = diagnostics(text)
    assert len(found) < 2100
    assert any("the rest of the file is not read" in item.message for item in found)


def test_deep_nesting_and_long_tags_are_refused() -> None:
    assert "format-too-large" in [name for name, *_ in told(HEAD + "<A>" * 1000)]
    assert "format-too-large" in [name for name, *_ in told(HEAD + f'<A x="{"y" * (3 << 20)}"/>')]


def test_a_board_of_many_results_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(usebio_reader, "MOST_ROWS", 50)
    line = "<TRAVELLER_LINE><TRICKS>9</TRICKS></TRAVELLER_LINE>"
    text = f"{HEAD}<EVENT><BOARD>{line * 200}</BOARD></EVENT></USEBIO>"
    assert [name for name, *_ in told(text)] == ["format-too-large"]
    assert len(table(records_of(text)[0])) == 50


def test_memory_does_not_grow_with_the_file() -> None:
    line = f"<TRAVELLER_LINE><CONTRACT>4S</CONTRACT></TRAVELLER_LINE><!-- {'x' * 20_000} -->\n"

    def peak(boards: int) -> int:
        data = (HEAD + "<EVENT>" + f"<BOARD>{line}</BOARD>" * boards + "</EVENT></USEBIO>").encode()
        tracemalloc.start()
        reader, stack = open_reader(data)
        with stack:
            assert sum(reading.record is not None for reading in reader) == boards
        used = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return used

    small, large = peak(20), peak(1000)
    assert large < small + (16 << 20)


def test_sniffing() -> None:
    usebio = get_format("usebio")
    assert usebio.sniff is not None
    for head in (EVENT, DOCTYPE, "<USEBIO>", f"<?xml version='1.0'?>\n<!-- x -->{DOCTYPE}"):
        assert usebio.sniff(head.encode())
        assert sniffed(head.encode(), "results.bin").name == "usebio"
    for head in ("<html>", "<?xml version='1.0'?><pbn>USEBIO</pbn>", "USEBIOX", ""):
        assert not usebio.sniff(head.encode())


# Writing

CELLS = st.sampled_from(["?", "-", "1", "12", "3NT", "4SX", "Pass", "2 h", "N", "e", "SA", "h10", "420", "-50", "+90",
                         "^60", "1.5", "7 NS", "(A) 1 <&>", "a  b", "\x01", "Bäck;Øl", "]]>", "\ud800"])  # fmt: skip
COLUMNS = st.lists(
    st.sampled_from(["PairId_NS", "PairId_EW", "Contract", "Declarer", "Result", "Lead", "Score_NS", "Score_EW",
                     "MP_NS", "MP_EW", "IMP_NS", "Percentage_NS", "Percentage_EW", "Direction", "Rank", "Mine"]),
    min_size=1, unique=True,
)  # fmt: skip
TOTAL_COLUMNS = st.lists(
    st.sampled_from(["Rank", "PairId", "Names", "NationalIds", "TotalMP", "Total", "TotalPercentage", "NrBoards",
                     "Mine"]),
    min_size=1, unique=True,
)  # fmt: skip
TEXTS = st.sampled_from(["", "?", "Oak & Elm", "A\nB", " x ", "<b>", "Ω", "\ud800"])


@st.composite
def tables(draw: st.DrawFn, name: str, columns: st.SearchStrategy[list[str]]) -> Table:
    names = tuple(draw(columns))
    rows = draw(st.lists(st.tuples(*[CELLS] * len(names)), min_size=1, max_size=4))
    return Table(name, names, tuple(rows), ";".join(names))


@st.composite
def boards(draw: st.DrawFn) -> Record:
    found = []
    if draw(st.integers(0, 3)):
        found.append(draw(tables("ScoreTable", COLUMNS)))
    if draw(st.booleans()):
        found.append(draw(tables("TotalScoreTable", TOTAL_COLUMNS)))
    tags = {
        "Event": draw(TEXTS), "Site": draw(TEXTS), "Section": draw(st.sampled_from(["", "A", "B & C"])),
        "Date": draw(st.sampled_from(["", "2024.02.29", "2024.??.??", "?"])),
        "Scoring": draw(st.sampled_from(["", "MP", "IMP;Cross", "Butler", "Rubber"])),
        "Competition": draw(st.sampled_from(["", "Pairs", "Teams", "Cavendish"])),
    }  # fmt: skip
    return build_record(
        tags, board=draw(st.sampled_from([None, "1", "2", "1-1", "a & b"])), details=Details(tables=tuple(found))
    )


@given(st.lists(boards(), max_size=4))
def test_what_is_written_reads_back(given_boards: list[Record]) -> None:
    check_round_trip(given_boards, "usebio")


@given(st.lists(boards(), min_size=1, max_size=3), st.data())
def test_damaged_files_are_read_without_an_exception(given_boards: list[Record], data: st.DataObject) -> None:
    raw = bytearray(written(fitted(given_boards, "usebio")[0], "usebio"))
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(raw) - 1))
        raw[at : at + data.draw(st.integers(0, 3))] = data.draw(
            st.sampled_from([b"", b"&", b"<", b"\xe9", b"</A>", b"\0"])
        )
    for found in diagnostics(bytes(raw), "usebio"):
        assert found.location.offset is not None
        assert 0 <= found.location.offset <= len(raw)


def test_the_example_comes_back_as_it_was() -> None:
    given_boards = records_of(EVENT)
    kept, losses = fitted(given_boards, "usebio")
    assert not words(losses)
    check_round_trip(given_boards, "usebio")
    assert [content(record) for record in kept] == [content(record) for record in given_boards]
    assert [record.tables for record in kept] == [record.tables for record in given_boards]


def test_losses_are_named() -> None:
    score = Table("ScoreTable", ("Contract", "Score_NS", "Score_EW", "Names_NS"), (("4♠", "?", "-420", "A;B"),), "")
    record = build_record(
        {"Event": "E", "Annotator": "x", "Date": "2024.??.??"}, board="1", details=Details(tables=(score,))
    )
    kept, losses = fitted([record], "usebio")
    assert table(kept[0]) == [{"Contract": "4S", "Score_NS": "420"}]
    assert words(losses) == [
        "USEBIO has no place for Annotator",
        "USEBIO has no form for a Date of which a part is not known",
        "USEBIO has one spelling of a Contract",
        "USEBIO has no place for the column Names_NS of a ScoreTable",
    ]


def test_boards_without_results_and_of_another_event_are_left_out_and_told() -> None:
    score = Table("ScoreTable", ("Contract",), (("4S",),), "Contract")
    one = build_record({"Event": "One"}, board="1", details=Details(tables=(score,)))
    two = build_record({"Event": "Two"}, board="2", details=Details(tables=(score,)))
    bare = build_record({"Event": "One"}, board="3")
    kept, losses = fitted([one, two, bare], "usebio")
    assert [record.board for record in kept] == ["1"]
    assert [(loss.rule.name, loss.records) for loss in losses] == [("record-left-out", (1,)), ("record-left-out", (2,))]


@pytest.mark.parametrize(
    ("kind", "told"), [("PAIRS", False), ("MP_PAIRS", True), ("SWISS_TEAMS", True), ("TEAMS", False)]
)
def test_a_type_of_event_that_says_more_is_listed(kind: str, told: bool) -> None:
    text = re.sub(r'EVENT_TYPE="[A-Z_]*"', f'EVENT_TYPE="{kind}"', EVENT)
    words = "a record has no place for how an event of that type was played or scored"
    assert (words in [found for _, found in readings(text)[0].unheld]) is told
