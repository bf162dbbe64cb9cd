"""From games to records: inheritance, shared deals, encodings, the head of the file."""

import io
from pathlib import Path

import pytest

from pbntools.formats.pbn import PbnReader
from pbntools.record import FieldState
from tests.formats.samples import DEAL, GAME, Mark, diagnostics, marks, one, read, records, rules_of, short_reads


def test_a_whole_game() -> None:
    record = one(GAME)
    assert (record.board, str(record.dealer), str(record.vulnerable), str(record.contract)) == ("1", "N", "None", "1S")
    assert str(record.deal) == DEAL
    assert record.result is not None
    assert record.result.tricks == 8
    assert str(record.auction) == "1S Pass Pass Pass"
    assert record.play is not None
    assert (str(record.play.first), record.play.end) == ("E", "*")
    assert list(record.players.values()) == ["Birch", "Cedar", "Damson", "Alder"]


def test_field_states_are_kept_apart() -> None:
    record = one('[Event ""]\n[Site "?"]\n[Room "Open"]\n')
    states = [record.tags.state(name) for name in ("Event", "Site", "Room", "Date")]
    assert states == [FieldState.NOT_APPLICABLE, FieldState.UNKNOWN, FieldState.GIVEN, FieldState.ABSENT]
    assert (record.event, record.room, record.value("Date")) == (None, "Open", None)


class TestInheritance:
    def test_a_hash_looks_back_to_the_nearest_value(self) -> None:
        games = ('[Event "a"]', '[Event "#"]', '[Site "s"]', '[Event "#"]', '[Event "b"]', '[Event "#"]')
        found = records("\n\n% next\n".join(games))
        assert [record.event for record in found] == ["a", "a", None, "a", "b", "b"]
        assert found[1].tags.state("Event") is FieldState.INHERITED
        assert found[1].tags["Event"] == "#"

    def test_a_hash_before_any_value_is_empty(self) -> None:
        (record,) = records('[Event "#"]\n')
        assert (record.value("Event"), record.event) == ("", None)

    def test_two_hashes_set_a_value_for_all_that_follow(self) -> None:
        found = records('[Board "1"]\n[Event "##a"]\n\n[Board "2"]\n\n[Board "3"]\n[Event "b"]\n\n[Board "4"]\n')
        assert [record.event for record in found] == ["a", "a", "b", None]
        assert found[1].tags.state("Event") is FieldState.INHERITED
        assert "Event" not in found[1].tags

    def test_two_hashes_alone_set_an_empty_value(self) -> None:
        found = records('[Board "1"]\n[Event "##"]\n\n[Board "2"]\n')
        assert [record.value("Event") for record in found] == ["", ""]

    def test_a_tag_that_a_running_value_gives_is_not_missing(self) -> None:
        text = '[Board "1"]\n[Event "##a"]\n\n[Board "2"]\n'
        found = [d.message for d in diagnostics(text) if d.rule.name == "missing-tag"]
        assert "Event" not in found[1].replace("EventDate", "")

    @pytest.mark.parametrize("name", ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"])
    @pytest.mark.parametrize("value", ["#", "##N"])
    def test_what_may_not_be_inherited(self, name: str, value: str) -> None:
        text = f'[Event "a"]\n[{name} "{value}"]\n'
        assert [mark for mark in marks(text) if mark.rule == "bad-inheritance"] == [
            Mark("bad-inheritance", 2, len(name) + 4)
        ]
        assert [mark for mark in marks(text) if mark.rule == "bad-value"] == []

    def test_a_value_without_quotes_inherits_like_any_other(self) -> None:
        alone, beside = '[Event "a"]\n\n[Event #]\n', '[Event "a"]\n[Site "#"]\n\n[Event #]\n'
        assert records(alone)[1].event == records(beside)[1].event

    def test_a_bad_value_behind_two_hashes(self) -> None:
        assert marks('[Event "a"]\n[Date "##yesterday"]\n') == [Mark("bad-value", 2, 8)]
        assert marks('[Event "a"]\n[Date "##2024.01.01"]\n') == []

    def test_an_inherited_result(self) -> None:
        found = records('[Event "a"]\n[Result "9"]\n\n[Event "b"]\n[Result "#"]\n')
        assert [record.result and record.result.tricks for record in found] == [9, 9]

    def test_an_inherited_board(self) -> None:
        assert [record.board for record in records('[Board "7"]\n\n[Board "#"]\n')] == ["7", "7"]


class TestSharedDeals:
    SECOND = (
        '[West "Elm"]\n[North "Fir"]\n[East "Gum"]\n[South "Hazel"]\n'
        '[Declarer "N"]\n[Contract "1S"]\n[Result "9"]\n[Auction "N"]\n1S AP\n'
    )

    def test_a_game_without_a_deal_is_the_other_table(self) -> None:
        first, second = records(GAME + "\n" + self.SECOND)
        assert (second.deal, second.board, second.dealer, second.vulnerable, second.event) == (
            first.deal, first.board, first.dealer, first.vulnerable, first.event,
        )  # fmt: skip
        assert second.tags.state("Board") is FieldState.INHERITED
        assert "Deal" not in second.tags
        assert marks(GAME + "\n" + self.SECOND) == [Mark("implicit-inheritance", 22, 1)]

    def test_a_third_table(self) -> None:
        assert [record.board for record in records(GAME + ("\n" + self.SECOND) * 3)] == ["1"] * 4

    @pytest.mark.parametrize("tag", ['[Board "2"]', '[Event "b"]', '[Dealer "E"]', '[Vulnerable "All"]'])
    def test_a_game_of_its_own_inherits_nothing(self, tag: str) -> None:
        second = records(GAME + "\n" + tag + "\n" + self.SECOND)[1]
        assert second.deal is None

    def test_without_a_previous_deal_nothing_is_shared(self) -> None:
        assert [record.deal for record in records('[Event "a"]\n\n% next\n' + self.SECOND)] == [None, None]


class TestHead:
    @pytest.mark.parametrize(
        "line",
        [
            "% PBN 2.1",
            "% PBN 1.0",
            "%PBN 2.0",
            "% EXPORT",
            "% any text",
            "%",
            "%Creator: x",
            "% PART 2: CONVENTIONS",
            "% NB of a club",
            "% BEN 2.1",
            "% IMP pairs",
        ],
    )
    def test_lines_that_are_silent(self, line: str) -> None:
        assert marks(f'{line}\n[Event "x"]\n') == []

    @pytest.mark.parametrize(
        "line", ["% PBN (c) 2021 nowhere", "% PBN created by X", "% PBN", "% RBN 3", "% PNB 2.1", "% PBBN 2.1"]
    )
    def test_a_wrong_format_line(self, line: str) -> None:
        assert marks(f'{line}\n[Event "x"]\n') == [Mark("unknown-directive", 1, 1)]

    def test_a_declared_character_set(self) -> None:
        text = '% PBN 2.1\n%Content-type: text/x-pbn; charset=ISO-8859-2\n[Event "łódź"]\n'
        assert one(text.encode("iso-8859-2")).event == "łódź"
        assert marks(text.encode("iso-8859-2")) == []

    def test_a_declared_character_set_that_the_bytes_refute(self) -> None:
        text = '%Content-type: text/x-pbn; charset=ISO-8859-1\n[Event "łódź"]\n'
        assert one(text).event == "łódź"
        assert marks(text) == [Mark("encoding", 2, 9)]

    def test_an_unknown_character_set(self) -> None:
        assert marks('%Content-type: text/x-pbn; charset=klingon\n[Event "x"]\n') == [Mark("encoding", 1, 36)]

    def test_a_byte_order_mark_does_not_hide_the_first_line(self) -> None:
        assert marks(b'\xef\xbb\xbf% PBN 2.1\n[Event "x"]\n') == [Mark("byte-order-mark", 1, 1)]
        assert one(b'\xef\xbb\xbf[Event "x"]\n').event == "x"


class TestEncodings:
    TEXT = '[Event "É ëê"]\n[Site "x"] stray É\n[Auction "N"]\n1C =1= {É} 1♠\n[Note "1:É"]\n'

    @pytest.mark.parametrize("encoding", ["utf-8", "latin-1", "cp1252", "utf-16"])
    def test_the_encoding_is_known_at_the_end(self, encoding: str) -> None:
        text = self.TEXT.replace("1♠", "“" if encoding == "cp1252" else "")
        reader = PbnReader(text.encode(encoding))
        for reading in reader:
            assert reading.diagnostics is not None
            if reading.record is not None:
                assert reading.record.event == "É ëê"
                assert reading.record.notes["auction"] == {1: "É"}
                assert reading.record.comments[0].text == "É"
        expected = {
            "utf-8": "utf-8",
            "latin-1": "iso-8859-1",
            "cp1252": "iso-8859-1+windows-1252",
            "utf-16": "utf-16-le",
        }
        assert reader.encoding in (expected[encoding], "windows-1252")
        assert reader.encoding == expected[encoding] or encoding == "cp1252"

    def test_a_named_encoding(self) -> None:
        data = '[Event "łódź"]\n'.encode("cp1250")
        assert one(data, encoding="cp1250").event == "łódź"
        assert "encoding" not in [mark.rule for mark in marks(data, encoding="cp1250")]
        with pytest.raises(LookupError):
            PbnReader(data, encoding="nonsense")

    @pytest.mark.parametrize(
        "encoding, what", [("utf-8", "UTF-8"), ("latin-1", "ISO 8859-1"), ("cp1252", "Windows-1252")]
    )
    def test_one_notice_for_each_encoding(self, encoding: str, what: str) -> None:
        text = '[Event "é“"]\n\n[Event "é“"]\n' if encoding != "latin-1" else '[Event "é"]\n\n[Event "é"]\n'
        (found,) = [d for d in diagnostics(text.encode(encoding)) if d.rule.name == "encoding"]
        assert what in found.message
        assert (found.location.line, found.location.column) == (1, 9)

    @pytest.mark.parametrize(
        "body",
        [
            "ÉÉstray",
            '[Deal "N:é.. - - -"]',
            "[Result é]",
            '[Result "é',
            '[Auction "N"]\n1♠ é É! & É',
            '[Play "N"]\nSÉ É',
            "\x01É\x85É",
            '[Site "' + "É" * 300 + '"]',
            "{ É",
            '[ScoreTable "É"]\n"É',
        ],
    )
    @pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-8", "latin-1"])
    def test_any_text_in_any_encoding_is_read_and_placed(self, body: str, encoding: str) -> None:
        text = f'[Event "É"]\n{body}\n'
        data = ("\ufeff" * encoding.startswith("utf-16") + text).encode(encoding, "replace")
        reader = PbnReader(data)
        lines = text.splitlines()
        for reading in reader:
            for d in reading.diagnostics:
                assert d.location.line is not None
                assert d.location.column is not None
                assert 1 <= d.location.line <= len(lines) + 1
                assert d.location.column <= max(map(len, lines)) + 1
        if encoding != "latin-1":
            assert reader.encoding == encoding

    def test_columns_in_utf16_count_code_points(self) -> None:
        data = '\ufeff[Event "É♠🂡"] [Board "zz"]\n'.encode("utf-16-le")
        assert [mark for mark in marks(data) if mark.rule == "bad-value"] == [Mark("bad-value", 1, 23)]

    def test_utf16_with_a_byte_too_many(self) -> None:
        data = '\ufeff[Event "x"]\n'.encode("utf-16-le")
        assert one(data + b"[").event == "x"

    def test_lone_surrogates_do_not_raise(self) -> None:
        data = '\ufeff[Event "a\ud800b"]\n[Site "s"]\n'.encode("utf-16-le", "surrogatepass")
        record = one(data)
        assert record.tags["Site"] == "s"
        assert len(record.tags["Event"]) == 3
        assert diagnostics(data)

    def test_a_long_line_of_utf8_is_placed_by_characters(self) -> None:
        text = '[Event "' + "é" * 300 + '"]\n'
        assert [mark for mark in marks(text) if mark.rule == "line-too-long"] == [Mark("line-too-long", 1, 255)]


class TestCharacters:
    @pytest.mark.parametrize("character", ["\0", "\x01", "\x1b", "\x7f"])
    def test_control_characters(self, character: str) -> None:
        text = f'[Event "a{character}b"]\n[Site "s"]\n'
        record = one(text)
        assert (record.tags["Event"], record.tags["Site"]) == (f"a{character}b", "s")
        assert marks(text) == [Mark("forbidden-character", 1, 10)]

    def test_several_control_characters_are_one_diagnostic_a_game(self) -> None:
        (found,) = [d for d in diagnostics('[Event "\0\1\2"]\n[Site "\3"]\n') if d.rule.name == "forbidden-character"]
        assert "4" in found.message

    def test_a_tab_in_a_string(self) -> None:
        assert marks('[Event "a\tb"]\n[\tSite\t"s"\t]\t\n') == [Mark("forbidden-character", 1, 9)]

    def test_a_byte_that_is_no_character(self) -> None:
        assert Mark("forbidden-character", 2, 2) in marks(b'[Event "\xe9"]\n{\x85}\n')

    def test_utf8_is_no_control_character(self) -> None:
        assert marks('[Event "ÉÀ…–“”"]\n') == [Mark("encoding", 1, 9)]

    @pytest.mark.parametrize("length, told", [(254, False), (255, True)])
    def test_long_lines(self, length: int, told: bool) -> None:
        text = '[Event "' + "x" * (length - 10) + '"]\n'
        assert rules_of(text) == (["line-too-long"] if told else [])

    @pytest.mark.parametrize(
        "text, told", [("a\nb\n", False), ("a\r\nb\r\n", False), ("a\rb\r", True), ("a\r\nb\n", True)]
    )
    def test_line_ends(self, text: str, told: bool) -> None:
        assert ("line-ends" in rules_of(text.replace("a", '[Event "x"]').replace("b", '[Site "s"]'))) is told


class TestSources:
    def test_a_path_is_opened_and_closed(self, tmp_path: Path) -> None:
        path = tmp_path / "club.pbn"
        path.write_text(GAME)
        reader = PbnReader(path)
        assert [reading.path for reading in reader] == [str(path)]
        assert reader.records == 1
        with PbnReader(path) as reader:
            assert next(iter(reader)).record is not None

    def test_streams_with_short_reads(self) -> None:
        for size in (1, 3, 100):
            (reading,) = PbnReader(short_reads(GAME.encode(), size))
            assert reading.record == one(GAME)

    def test_a_directory_and_a_missing_file(self, tmp_path: Path) -> None:
        with pytest.raises((IsADirectoryError, PermissionError)):
            PbnReader(tmp_path)
        with pytest.raises(FileNotFoundError):
            PbnReader(tmp_path / "none.pbn")

    @pytest.mark.parametrize(
        "data", [b"", b"\n\n", b"% PBN 2.1\n", b"{ c }", b"\xef\xbb\xbf", b"\xff\xfe", b"\xff", b"\0" * 100, b"stray"]
    )
    def test_no_records(self, data: bytes) -> None:
        found = read(data)
        assert [reading.record for reading in found] == [None]
        assert [d.rule.name for d in found[0].diagnostics].count("no-records") == 1

    def test_iterating_stops_where_the_caller_stops(self) -> None:
        stream = io.BytesIO((GAME + "\n").encode() * 20000)
        reader = PbnReader(stream)
        next(iter(reader))
        assert stream.tell() < len(stream.getvalue())
