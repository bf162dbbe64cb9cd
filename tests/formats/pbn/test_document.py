"""Documents: edits that change what they must, refusals that change nothing, files that are saved whole."""

from __future__ import annotations

import os
import random
import stat
from collections.abc import Callable, Iterable
from pathlib import Path

import pytest

from pbntools import Document
from pbntools.core import Call, Card, Contract, Seat, Vulnerability
from pbntools.formats import origin as origin_module
from pbntools.formats.edits import Edit, EditError
from pbntools.formats.origin import FileChangedError
from pbntools.formats.pbn.document_game import Game
from pbntools.record import Table
from tests.formats.pbn.edit_samples import check_edit, samples
from tests.formats.samples import GAME, MANDATORY

NASTY = ('Say "when"', "back\\slash", "ends in \\", "a ] b [ c", "{", "}", "; % \\S", '\\"]', "[Event")
HEAD = "% PBN 2.1\n% EXPORT\n"
AUCTION = '[Auction "N"]\n1NT! =1= {a tip} ^I 1C Pass $1 3NT\n; a remark\nAP\n[Note "1:weak"] {of the note}\n'
FILE = HEAD + "\n".join(
    [
        f"{MANDATORY}{AUCTION}",
        MANDATORY.replace('[Board "1"]', '[Board "2"] [Room "Open"] {of the room}'),
        f"; of the third\n{GAME}".replace('[Board "1"]', '[Board "3"]'),
    ]
)


def edited(edit: Callable[[Game], None], text: str = FILE, index: int = 0) -> str:
    document = Document(text.encode())
    edit(document[index])
    return document.to_bytes().decode()


def refused(edit: Callable[[Game], object], text: str | bytes = FILE, index: int = 0) -> str:
    data = text if isinstance(text, bytes) else text.encode()
    document = Document(data)
    with pytest.raises(EditError) as error:
        edit(document[index])
    assert document.to_bytes() == data
    return str(error.value)


class TestTags:
    @pytest.mark.parametrize("value", [*NASTY, "Spring", ""])
    def test_a_value_takes_the_place_of_another(self, value: str) -> None:
        written = value.replace("\\", "\\\\").replace('"', '\\"')
        text = edited(lambda game: game.set("Event", value), index=1)
        assert text == FILE[: len(FILE) // 3] + FILE[len(FILE) // 3 :].replace("Spring Pairs", written, 1)
        assert Document(text.encode())[1].record.tags["Event"] == value

    def test_values_of_the_game(self) -> None:
        document = Document(FILE.encode())
        game = document[0]
        game.set("Contract", Contract.parse("3NTX"))
        game.set("Declarer", Seat.WEST)
        game.set("Vulnerable", Vulnerability.ALL)
        game.set("Result", 7)
        record = game.record
        assert (str(record.contract), record.declarer, record.vulnerable) == ("3NTX", Seat.WEST, Vulnerability.ALL)
        assert record.result is not None
        assert record.result.tricks == 7

    def test_the_same_value_changes_nothing(self) -> None:
        text = '[Event "a\\b"]\n[Board "1"]\n'
        assert edited(lambda game: game.set("Event", "a\\b"), text) == text

    @pytest.mark.parametrize(
        ("name", "before"),
        [
            ("Site", "[Date"),
            ("Event", "[Date"),
            ("Scoring", "[Declarer"),
            ("Result", "[Auction"),
            ("Annotator", "[Auction"),
        ],
    )
    def test_a_new_tag_stands_where_the_export_format_has_it(self, name: str, before: str) -> None:
        lines = [
            line for line in (MANDATORY + AUCTION).splitlines(keepends=True) if line[:6] not in ("[Event", "[Site ")
        ]
        text = "".join(line for line in lines if not line.startswith(f"[{name} "))
        at = text.index(before)
        assert edited(lambda game: game.set(name, "x"), text) == f'{text[:at]}[{name} "x"]\n{text[at:]}'

    def test_a_new_section(self) -> None:
        document = Document(f'{MANDATORY}[ScoreTable "Rank"]\n1\n'.encode())
        document[0].set("Play", "E")
        document[0].set("Auction", "N")
        document[0].insert_call(0, "Pass")
        document[0].insert_card(0, "SA")
        end = '[Auction "N"]\nPass\n[Play "E"]\nSA\n[ScoreTable "Rank"]\n1\n'
        assert document.to_bytes().decode() == MANDATORY + end

    @pytest.mark.parametrize("text", ['[Board "1"]', '{x}\r\n[Board "1"]\r\n\r\n', '[Board "1"]\n\n\n'])
    def test_a_new_tag_behind_all(self, text: str) -> None:
        line_end = "\r\n" if "\r" in text else "\n"
        content = text.rstrip()
        new = f'{content}{line_end}[Deal "?"]{text[len(content) :]}'
        assert edited(lambda game: game.set("Deal", "?"), text) == new

    def test_a_tag_leaves_with_its_line(self) -> None:
        assert edited(lambda game: game.remove("Site")) == FILE.replace('[Site "Nowhere"]\n', "", 1)

    def test_a_tag_among_others_on_its_line_leaves_alone(self) -> None:
        assert edited(lambda game: game.remove("Room"), index=1) == FILE.replace('[Room "Open"] {', "{")
        assert edited(lambda game: game.remove("Board"), index=1) == FILE.replace('[Board "2"] [', "[")

    def test_a_section_leaves_with_its_data_and_notes(self) -> None:
        gone = FILE[FILE.index("[Auction") : FILE.index("{of the note}")]
        text = edited(lambda game: game.remove("Auction"))
        assert text == FILE.replace(gone, "", 1)

    def test_the_last_tag_without_a_line_end(self) -> None:
        assert edited(lambda game: game.remove("Deal"), '[Board "1"]\n[Deal "?"]') == '[Board "1"]'
        assert (
            edited(lambda game: game.remove("Deal"), '[Board "1"]\n[Deal "?"]\n\n[Board "2"]\n')
            == '[Board "1"]\n\n[Board "2"]\n'
        )

    @pytest.mark.parametrize("value", ["two\nlines", "two\r\nlines", "cr\r", "nul\0", "tab\t", "\x7f", "\x85"])
    def test_what_no_value_holds(self, value: str) -> None:
        assert "cannot" in refused(lambda game: game.set("Event", value))
        assert "cannot" in refused(lambda game: game.set("Annotator", value))
        assert "cannot" in refused(lambda game: game.add_note("auction", 2, value))

    @pytest.mark.parametrize("name", ["", "event", "Two Words", "A]", 'A"', "É", "A\n", "1A"])
    def test_what_is_no_name(self, name: str) -> None:
        assert "no name of a tag" in refused(lambda game: game.set(name, "x"))

    def test_other_refusals(self) -> None:
        assert refused(lambda game: game.set("Event", None)).startswith("None is no value")
        assert refused(lambda game: game.set("Note", "1:x")).startswith("notes are numbered")
        assert refused(lambda game: game.remove("Room")) == "the game has no tag Room"
        assert "fall apart" in refused(lambda game: game.remove("Board"), '[Board "1"]\n')
        assert "quote" in refused(lambda game: game.set("ScoreTable", 'A;"B"'))
        assert "backslash" in refused(lambda game: game.set("ScoreTable", "A\\"))

    def test_a_damaged_pair_is_written_anew(self) -> None:
        assert edited(lambda game: game.set("Event", "y"), '[Event "x\n[Board "1"]\n') == '[Event "y"]\n[Board "1"]\n'
        assert edited(lambda game: game.set("Event", "y"), '[Event "a "b" c"]\n') == '[Event "y"]\n'

    def test_a_tag_that_would_end_in_a_comment_is_refused_nowhere(self) -> None:
        text = '[Board "1"] ; [Event "no"]\n{[Event "no"]}\n[Deal "?"]\n'
        assert edited(lambda game: game.set("Event", "x"), text) == '[Event "x"]\n' + text
        assert edited(lambda game: game.set("Deal", "-"), text) == text.replace("?", "-")

    def test_a_value_for_the_games_that_follow(self) -> None:
        text = '[Event "##Club"]\n[Board "1"]\n\n[Board "2"]\n\n[Board "3"]\n'
        assert "would lose its Event" in refused(lambda game: game.set("Event", "x"), text)
        assert "would lose its Event" in refused(lambda game: game.set("Event", "x"), text, 1)
        assert edited(lambda game: game.set("Event", "##x"), text) == text.replace("Club", "x")
        document = Document(text.encode())
        document[2].set("Event", "x")
        assert [record.event for record in document.records] == ["Club", "Club", "x"]


class TestNotes:
    def test_add(self) -> None:
        text = edited(lambda game: game.add_note("auction", 12, 'a "b" \\'))
        added = '[Note "12:a \\"b\\" \\\\"]'
        assert text == FILE.replace("{of the note}", f"{{of the note}}\n{added}", 1)
        assert Document(text.encode())[0].record.notes["auction"][12] == 'a "b" \\'

    def test_of_the_play(self) -> None:
        assert edited(lambda game: game.add_note("play", 1, "x"), index=2) == FILE.rstrip("\n") + '\n[Note "1:x"]\n'
        before = f'{GAME}[ScoreTable "Rank"]\n1\n'
        assert (
            edited(lambda game: game.add_note("play", 1, "x"), before)
            == f'{GAME}[Note "1:x"]\n[ScoreTable "Rank"]\n1\n'
        )

    def test_change_and_remove(self) -> None:
        assert edited(lambda game: game.set_note("auction", 1, "strong")) == FILE.replace("1:weak", "1:strong")
        assert edited(lambda game: game.remove_note("auction", 1)) == FILE.replace('[Note "1:weak"] ', "")

    def test_refusals(self) -> None:
        assert refused(lambda game: game.add_note("auction", 1, "x")) == "the auction has a note 1"
        assert refused(lambda game: game.add_note("auction", 33, "x")).startswith("33 is no number")
        assert refused(lambda game: game.add_note("play", 1, "x")).startswith("the game has no play")
        assert refused(lambda game: game.add_note("deal", 1, "x")).startswith("'deal' has no notes")
        assert refused(lambda game: game.set_note("auction", 2, "x")) == "the auction has no note 2"
        assert refused(lambda game: game.remove_note("play", 2)) == "the play has no note 2"


class TestCalls:
    @pytest.mark.parametrize(
        ("index", "call", "old", "new"),
        [
            (0, "2nt", "1NT!", "2NT!"),
            (1, Call.parse("2C"), "^I 1C", "^I 2C"),
            (3, 0, "3NT", "Pass"),
            (4, "X", "AP", "X Pass Pass"),
            (5, "X", "AP", "Pass X Pass"),
        ],
    )
    def test_set(self, index: int, call: Call | str | int, old: str, new: str) -> None:
        assert edited(lambda game: game.set_call(index, call)) == FILE.replace(old, new, 1)

    @pytest.mark.parametrize(
        ("index", "old", "new"),
        [
            (0, "1NT!", "7C 1NT!"),
            (1, "^I 1C", "7C ^I 1C"),
            (4, "AP", "7C AP"),
            (6, "AP", "Pass Pass 7C Pass"),
        ],
    )
    def test_insert(self, index: int, old: str, new: str) -> None:
        if index == 4:
            assert "something else" not in edited(lambda game: game.insert_call(index, "7C"))
        assert edited(lambda game: game.insert_call(index, "7C")) == FILE.replace(old, new, 1)

    @pytest.mark.parametrize(
        ("body", "new"),
        [
            ("", "7C"),
            ("1C\n", "1C 7C\n"),
            ("1C ; x\n", "1C ; x\n7C\n"),
            ("1C {x}\n*\n", "1C {x}\n7C *\n"),
            ("1C 1D 1H 1S\n+\n", "1C 1D 1H 1S\n7C +\n"),
            ("1C 1D 1H 1S\n", "1C 1D 1H 1S\n7C\n"),
            ("1C 1D 1H 1S\r\n2C =1=\r\n", "1C 1D 1H 1S\r\n2C =1= 7C\r\n"),
        ],
    )
    def test_append(self, body: str, new: str) -> None:
        head = f'{MANDATORY}[Auction "N"]\n'.replace("\n", "\r\n" if "\r" in body else "\n")
        count = len([word for word in body.split() if word[0].isdigit()])
        text = edited(lambda game: game.insert_call(count, "7C"), head + body)
        assert text == head + new + ("" if body else "\n")

    @pytest.mark.parametrize(
        ("index", "old", "new"),
        [
            (0, "1NT! =1= {", "{"),
            (1, "^I 1C ", ""),
            (2, "Pass $1 3NT", "3NT"),
            (3, "3NT\n", "\n"),
            (5, "AP", "Pass Pass"),
        ],
    )
    def test_remove(self, index: int, old: str, new: str) -> None:
        assert edited(lambda game: game.remove_call(index)) == FILE.replace(old, new, 1)

    @pytest.mark.parametrize("line_end", ["\n", "\r\n"])
    def test_a_call_alone_on_its_line_leaves_with_it(self, line_end: str) -> None:
        text = f'{MANDATORY}[Auction "N"]\n1C Pass Pass\nPass =1=\n[Note "1:x"]\n'.replace("\n", line_end)
        assert edited(lambda game: game.remove_call(3), text) == text.replace(f"Pass =1={line_end}", "")

    def test_refusals(self) -> None:
        assert (
            refused(lambda game: game.set_call(7, "1C"))
            == "7 lies outside the auction, which has 7 calls counted from 0"
        )
        assert "outside" in refused(lambda game: game.set_call(-1, "1C"))
        assert "outside" in refused(lambda game: game.insert_call(8, "1C"))
        assert "outside" in refused(lambda game: game.remove_call(7))
        assert "8C" in refused(lambda game: game.set_call(0, "8C"))
        assert "99" in refused(lambda game: game.set_call(0, 99))
        assert refused(lambda game: game.set_call(0, "1C"), index=1) == "the game has no auction"


class TestCards:
    def test_set(self) -> None:
        assert edited(lambda game: game.set_card(1, "♣T"), index=2) == FILE.replace("CK C8", "CK CT")
        assert edited(lambda game: game.set_card(3, None), index=2) == FILE.replace("CA C2", "CA -")
        assert edited(lambda game: game.set_card(0, Card.parse("CQ")), index=2) == FILE.replace("CK C8", "CQ C8")

    def test_a_cell_is_found_wherever_its_card_stands(self) -> None:
        text = GAME.replace("CK C8 CA C2", "C8 CK CA C2")  # not in the players' columns
        assert edited(lambda game: game.set_card(0, "CQ"), text) == text.replace("CK", "CQ")

    def test_insert_and_remove(self) -> None:
        assert edited(lambda game: game.insert_card(4, "SA"), index=2) == FILE.replace("C2\n*", "C2\nSA *")
        assert edited(lambda game: game.remove_card(3), index=2) == FILE.replace("CA C2\n", "CA \n")

    def test_refusals(self) -> None:
        assert "which has 4 words" in refused(lambda game: game.set_card(4, "SA"), index=2)
        assert "outside" in refused(lambda game: game.insert_card(9, "SA"), index=2)
        assert "1C" in refused(lambda game: game.set_card(0, "1C"), index=2)
        assert refused(lambda game: game.set_card(0, "SA")) == "the game has no play"


class TestTables:
    TABLE = Table("ScoreTable", ("Rank", "Names"), (("1", "Ada Bo"), ("12", 'the "Q" \\')), "+Rank\\3R;Names\\8L")
    TEXT = '[ScoreTable "+Rank\\3R;Names\\8L"]\n  1 "Ada Bo"\n 12 "the \\"Q\\" \\\\"\n'

    def test_a_new_table(self) -> None:
        assert edited(lambda game: game.set_table(self.TABLE), GAME) == GAME + self.TEXT

    @pytest.mark.parametrize("rows", ["", "  1 2\n", "1\n2\n3\n4\n", "1 2"])
    def test_another_table(self, rows: str) -> None:
        text = f'{GAME}[ScoreTable "A;B"] {{of the table}}\n{rows}'
        wanted = self.TEXT.replace("]\n", "] {of the table}\n")
        new = edited(lambda game: game.set_table(self.TABLE), text)
        assert new.rstrip("\n") == (GAME + wanted).rstrip("\n")
        assert edited(lambda game: game.set_table(self.TABLE), new) == new

    def test_a_table_without_rows(self) -> None:
        empty = Table("ScoreTable", ("A",), ())
        assert edited(lambda game: game.set_table(empty), GAME + self.TEXT) == f'{GAME}[ScoreTable "A"]\n'

    def test_refusals(self) -> None:
        assert "2 values for 1 columns" in refused(lambda game: game.set_table(Table("ATable", ("A",), (("1", "2"),))))
        assert "line end" in refused(lambda game: game.set_table(Table("ATable", ("A",), (("1\n2",),))))
        assert "no name of a table" in refused(lambda game: game.set_table(Table("Auction", ("A",), ())))
        assert "the same name" in refused(lambda game: game.set_table(Table("ATable", ("A", "A"), ())))
        text = '[Board "1"]\n[ATable "A"]\n1 {of the row} 2\n'
        assert "would be lost" in refused(lambda game: game.set_table(Table("ATable", ("A",), (("1",),))), text)


class TestBytes:
    def test_edits_outside_the_game(self) -> None:
        size = len(Document(FILE.encode())[0].data)
        assert "outside" in refused(lambda game: game.apply([Edit(size, size + 1, b"")]))
        assert "outside" in refused(lambda game: game.apply([Edit(-1, 0, b"")]))

    def test_edits_that_overlap(self) -> None:
        assert "other's way" in refused(lambda game: game.apply([Edit(12, 14, b""), Edit(13, 15, b"")]))

    def test_edits_that_break_the_game(self) -> None:
        at = FILE.index("[Date")
        assert "fall apart" in refused(lambda game: game.apply([Edit(at, at, b'\n\n[Event ""]\n[Board ""]\n')]))
        assert edited(lambda game: game.apply([Edit(at + 7, at + 11, b"1999")])) == FILE.replace("2024", "1999", 1)


class TestKinds:
    @pytest.mark.parametrize(
        ("edit", "message"),
        [
            (lambda game: game.set(3, "x"), "the name of a tag is text, not int"),
            (lambda game: game.remove(b"Event"), "the name of a tag is text, not bytes"),
            (lambda game: game.add_note("auction", "3", "x"), "the number of a note is a whole number, not str"),
            (lambda game: game.add_note("auction", 3, 4), "a note is text, not int"),
            (lambda game: game.set_note("auction", 1, None), "a note is text, not NoneType"),
            (lambda game: game.remove_note("auction", 1.0), "the number of a note is a whole number, not float"),
            (lambda game: game.set_call(0.5, "X"), "an index is a whole number, not float"),
            (lambda game: game.set_call(0, None), "the number of a call is a whole number, not NoneType"),
            (lambda game: game.insert_call("0", "X"), "an index is a whole number, not str"),
            (lambda game: game.remove_call(None), "an index is a whole number, not NoneType"),
            (lambda game: game.set_card("0", "SA"), "a cell is a whole number, not str"),
            (lambda game: game.set_card(0, [1]), "the number of a card is a whole number, not list"),
            (lambda game: game.insert_card(1.0, "SA"), "an index is a whole number, not float"),
            (lambda game: game.remove_card("1"), "an index is a whole number, not str"),
            (lambda game: game.set_table("ScoreTable"), "a Table is expected, not str"),
            (lambda game: game.apply([(0, 1, b"")]), "an Edit is expected, not tuple"),
        ],
    )
    def test_what_is_of_another_kind_is_refused_in_words(self, edit: Callable[[Game], None], message: str) -> None:
        document = Document(FILE.encode())
        with pytest.raises(TypeError) as error:
            edit(document[0])
        assert str(error.value) == message
        assert document.to_bytes() == FILE.encode()

    def test_places_of_games(self) -> None:
        document = Document(FILE.encode())
        with pytest.raises(TypeError, match="the place of a game is a whole number, not str"):
            document.move(0, "1")  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="the place of a game is a whole number, not float"):
            document.insert(1.0, GAME)  # type: ignore[arg-type]


class TestRawEdits:
    WIDE = '[Event "x"]\n{\U0001f0a1}\n[Site "s"]\n'

    @pytest.mark.parametrize(
        "edit",
        [
            Edit(3, 4, b"\0"), Edit(2, 3, b""), Edit(2, 2, b"a"), Edit(0, 1, b"a\0a"),
            Edit(26, 28, b""), Edit(26, 26, b"\x3d\xd8"),
        ],
    )  # fmt: skip
    @pytest.mark.parametrize("codec", ["utf-16-le", "utf-16-be"])
    def test_no_character_of_utf_16_is_cut(self, edit: Edit, codec: str) -> None:
        text = "\ufeff" + self.WIDE
        at = self.WIDE.index("\U0001f0a1") * 2
        if edit.start == 26:
            edit = Edit(at, at + edit.end - edit.start, edit.data)
        if codec == "utf-16-be":
            edit = Edit(edit.start, edit.end, edit.data[::-1])
        message = refused(lambda game: game.apply([edit]), text.encode(codec))
        assert "even number of bytes" in message or "half a character" in message

    def test_whole_characters_of_utf_16(self) -> None:
        document = Document(("\ufeff" + self.WIDE).encode("utf-16-le"))
        at = self.WIDE.index("x") * 2
        document[0].apply([Edit(at, at + 2, "yz".encode("utf-16-le"))])
        assert document.to_bytes().decode("utf-16") == self.WIDE.replace("x", "yz")

    DECLARED = '% PBN 2.1\n%Content-type: text/x-pbn; charset=windows-1250\n[Event "a"]\n\n[Event "\xb3"]\n'

    def test_the_line_of_the_character_set_holds_for_other_games(self) -> None:
        data = self.DECLARED.encode("latin-1")
        start = data.index(b"%Content")
        end = data.index(b"\n", start) + 1
        for edit in (Edit(start, end, b""), Edit(start, start, b"{"), Edit(end - 2, end - 1, b"2")):
            message = refused(lambda game, edit=edit: game.apply([edit]), data)  # type: ignore[misc]
            assert "character set" in message or "games" in message

    def test_it_may_go_where_it_says_nothing(self) -> None:
        data = self.DECLARED.encode("latin-1").replace(b"\xb3", b"b")
        document = Document(data)
        start = data.index(b"%Content")
        document[0].apply([Edit(start, data.index(b"\n", start) + 1, b"")])
        assert [record.event for record in document.records] == ["a", "b"]

    def test_a_game_put_in_may_not_name_another_one(self) -> None:
        data = self.DECLARED.encode("latin-1")
        document = Document(data)
        text = '%Content-type: text/x-pbn; charset=windows-1252\n[Event "new"]\n'
        with pytest.raises(EditError, match="character set"):
            document.insert(1, text)
        assert document.to_bytes() == data
        document = Document(data.replace(b"\xb3", b"b"))
        document.insert(2, text)
        assert [record.event for record in document.records] == ["a", "b", "new"]


ENCODINGS = ["utf-8-sig", "utf-8", "utf-16", "utf-16-be", "latin-1", "cp1252"]


class TestEncodings:
    @pytest.mark.parametrize("encoding", ENCODINGS)
    @pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
    def test_every_other_byte_stays(self, encoding: str, line_end: str) -> None:
        text = FILE.replace("Birch", "Bïrçh" + ("ł\U0001f0a1" if "utf" in encoding else "")).replace("\n", line_end)
        bom = "\ufeff" if encoding == "utf-16-be" else ""
        data = (bom + text).encode(encoding)
        document = Document(data)
        document[2].set("East", "Élan")
        document[0].set("Stage", "Fïnal")
        document[1].remove("Site")
        document.insert(1, '[Board "9"]\n[West "Å"]\n')
        document.move(1, 2)
        document.remove(2)
        first, second, third = text.split(f"{line_end * 2}")
        first = first.replace("[Auction", f'[Stage "Fïnal"]{line_end}[Auction')
        second = second.replace(f'[Site "Nowhere"]{line_end}', "")
        wanted = (line_end * 2).join([first, second, third.replace("Cedar", "Élan")])
        assert document.to_bytes() == (bom + wanted).encode(encoding)

    @pytest.mark.parametrize(
        ("data", "value"),
        [
            (FILE.encode(), "Łódź"),
            (FILE.encode(), "10 – 12"),
            (FILE.replace("Birch", "Bïrch").encode("latin-1"), "“quoted”"),
            (FILE.replace("Birch", "“Birch”").encode("cp1252"), "♠"),
            (FILE.encode(), "\ud800"),
            (FILE.encode("utf-16"), "\ud800"),
        ],
    )
    def test_a_character_that_the_file_does_not_have(self, data: bytes, value: str) -> None:
        assert "the character set of the file" in refused(lambda game: game.set("Event", value), data)

    def test_the_encoding_that_the_file_names(self) -> None:
        head = '% PBN 2.1\n%Content-type: text/x-pbn; charset={}\n[Event "x"]\n'
        assert edited_bytes(head.format("ISO-8859-2").encode(), "Łódź") == head.format("ISO-8859-2").replace(
            'x"]', 'Łódź"]'
        ).encode("iso-8859-2")
        data = head.format("ISO-8859-2").replace('"x"', '"é–"').encode("utf-8")
        assert edited_bytes(data, "ß♠") == data.replace("é–".encode(), "ß♠".encode())

    @pytest.mark.parametrize("said", ["", '[Site "Zürich"]\n'])
    def test_a_byte_order_mark_counts_for_more_than_the_encoding_that_the_file_names(self, said: str) -> None:
        text = f'\ufeff% PBN 2.1\n%Content-type: text/x-pbn; charset=ISO-8859-1\n[Event "x"]\n{said}'
        assert edited_bytes(text.encode(), "für Łoś") == text.replace('"x"', '"für Łoś"').encode()

    def test_lines_end_in_nothing_but_their_two_characters(self) -> None:
        """PBN 2.1 §2.2 has no other line ends; U+0085 is a control character of ISO 8859-1 (§2.1)."""
        data = MANDATORY.replace("Birch", "Łoś").encode()
        assert edited_bytes(data, "a\u2028b\u2029") == data.replace(b"Spring Pairs", "a\u2028b\u2029".encode())
        assert "U+2028" in refused(lambda game: game.set("Event", "a\u2028b"))
        for control in ("\x85", "\n", "\r", "\x0b", "\x0c", "\x1c"):
            document = Document(data)
            with pytest.raises(EditError, match="the value of Event holds"):
                document[0].set("Event", control)
            assert document.to_bytes() == data

    def test_the_encoding_that_the_caller_names(self) -> None:
        document = Document(FILE.encode(), encoding="utf-8")
        document[0].set("Event", "Łódź")
        assert document.to_bytes() == FILE.replace("Spring Pairs", "Łódź", 1).encode()

    def test_text_that_would_be_read_as_another_encoding(self) -> None:
        assert "read as something else" in refused(lambda game: game.set("Event", "Ã©"))


def edited_bytes(data: bytes, value: str) -> bytes:
    document = Document(data)
    document[0].set("Event", value)
    return document.to_bytes()


NEW = '{of the new one}\n[Event "New"]\n[Board "9"]'
BLOCKS = FILE.removeprefix(HEAD).removesuffix("\n").split("\n\n")


class TestOrder:
    @pytest.mark.parametrize("index", [0, 1, 2, 3])
    def test_insert(self, index: int) -> None:
        document = Document(FILE.encode())
        game = document.insert(index, f"\n\n{NEW}\r\n\n")
        assert document.to_bytes().decode() == HEAD + "\n\n".join([*BLOCKS[:index], NEW, *BLOCKS[index:]]) + "\n"
        assert (len(document), document[index]) == (4, game)
        assert (game.record.event, game.reading.index) == ("New", index)
        assert repr(game) == f"<Game {index}: <Record board 9>>"

    @pytest.mark.parametrize("index", [0, 1, 2, -1])
    def test_remove(self, index: int) -> None:
        document = Document(FILE.encode())
        game = document[index]
        record = game.record
        document.remove(index)
        at = index % 3
        assert document.to_bytes().decode() == HEAD + "\n\n".join(BLOCKS[:at] + BLOCKS[at + 1 :]) + "\n"
        assert game.record == record
        with pytest.raises(EditError, match="no longer in its document"):
            game.set("Event", "x")

    @pytest.mark.parametrize("index", [0, 1, 2])
    @pytest.mark.parametrize("to", [0, 1, 2, -1])
    def test_move(self, index: int, to: int) -> None:
        document = Document(FILE.encode())
        game = document[index]
        document.move(index, to)
        blocks = BLOCKS[:]
        blocks.insert(to % 3, blocks.pop(index))
        assert document.to_bytes().decode() == HEAD + "\n\n".join(blocks) + "\n"
        assert document[to] is game

    @pytest.mark.parametrize("data", [b"", b"% PBN 2.1\r\n", b"% PBN 2.1", b"\n\n", b"; nothing here\n"])
    def test_into_an_empty_file(self, data: bytes) -> None:
        document = Document(data)
        document.insert(0, NEW)
        assert document.to_bytes().startswith(data)
        assert [record.event for record in Document(document.to_bytes()).records] == ["New"]
        document.remove(0)
        assert document.to_bytes() in (data, b"% PBN 2.1\n", b"")

    def test_games_without_a_blank_line_between_them(self) -> None:
        text = GAME + GAME.replace('"1"', '"2"') + GAME.replace('"1"', '"3"')
        for index in range(4):
            document = Document(text.encode())
            document.insert(index, NEW)
            boards = ["1", "2", "3"]
            boards.insert(index, "9")
            assert [record.board for record in Document(document.to_bytes()).records] == boards
            document.move(index, 0)
            document.remove(0)
            assert [record.board for record in Document(document.to_bytes()).records] == ["1", "2", "3"]
            document.remove(1)
            assert [record.board for record in Document(document.to_bytes()).records] == ["1", "3"]

    def test_no_final_line_end(self) -> None:
        document = Document(b'[Board "1"]\n\n[Board "2"]')
        document.insert(2, '[Board "3"]')
        assert document.to_bytes() == b'[Board "1"]\n\n[Board "2"]\n\n[Board "3"]'
        document.remove(2)
        document.remove(1)
        assert document.to_bytes() == b'[Board "1"]'

    def test_what_follows_the_last_game_stays_last(self) -> None:
        document = Document(b'[Board "1"]\n\n% the end\n')
        document.insert(1, '[Board "2"]')
        assert document.to_bytes() == b'[Board "1"]\n\n[Board "2"]\n\n% the end\n'

    @pytest.mark.parametrize("text", ["", "no game", "% PBN 2.1", f"{NEW}\n\n{NEW}", '[Deal "?"]'])
    def test_texts_that_are_not_one_game_here(self, text: str) -> None:
        data = b'[Board "1"]\n\n[Board "2"]\n'
        document = Document(data)
        with pytest.raises(EditError):
            document.insert(1, text)
        assert document.to_bytes() == data
        assert len(document) == 2

    def test_places_that_are_none(self) -> None:
        document = Document(FILE.encode())
        for call in (
            lambda: document.insert(4, NEW),
            lambda: document.insert(-1, NEW),
            lambda: document.remove(3),
            lambda: document.move(0, 3),
            lambda: document.move(3, 0),
        ):
            with pytest.raises(IndexError):
                call()
        assert document.to_bytes() == FILE.encode()

    def test_games_that_take_values_from_others(self) -> None:
        data = b'[Event "##Club"]\n[Board "1"]\n\n[Board "2"]\n\n[Event "#"]\n[Board "3"]\n'
        document = Document(data)
        for call in (
            lambda: document.remove(0),
            lambda: document.move(0, 2),
            lambda: document.move(1, 0),
            lambda: document.insert(1, '[Event "Other"]\n[Board "9"]'),
        ):
            with pytest.raises(EditError, match="would lose its Event"):
                call()
            assert document.to_bytes() == data
            assert [record.event for record in document.records] == ["Club", "Club", "Club"]
        document.remove(1)
        assert [record.event for record in document.records] == ["Club", "Club"]

    def test_a_brace_that_would_close_a_comment_far_before(self) -> None:
        data = ('[Event "a"]\n{ open\n[Board "1"]\n\n' + '[Event "b"]\n[Board "2"]\n\n' * 4).encode()
        edits: tuple[Callable[[Document], object], ...] = (
            lambda document: document.insert(4, '[Event "x"]\n} [Board "3"]\n'),
            lambda document: document[4].set("Event", "}"),
        )
        for edit in edits:
            document = Document(data)
            with pytest.raises(EditError, match="fall apart"):
                edit(document)
            assert document.to_bytes() == data

    def test_an_open_comment_that_a_brace_far_behind_would_close(self) -> None:
        data = ('[Event "a"]\n[Board "1"]\n\n' * 4 + '[Event "}"]\n[Board "2"]\n').encode()
        edits: tuple[Callable[[Document], object], ...] = (
            lambda document: document.insert(0, '[Event "x"]\n{ open\n[Board "3"]\n'),
            lambda document: document[0].apply([Edit(0, 0, b"{ open\n")]),
        )
        for edit in edits:
            document = Document(data)
            with pytest.raises(EditError, match="fall apart"):
                edit(document)
            assert document.to_bytes() == data


class TestReading:
    def test_places_are_those_of_the_file_as_it_now_stands(self) -> None:
        document = Document((FILE + "stray\n").encode())
        before = document.diagnostics[-1].location.line
        document[0].set("Stage", "Final")
        assert before is not None
        assert document.diagnostics[-1].location.line == before + 1
        assert document[2].diagnostics[-1].location.line == before + 1
        added = len('[Stage "Final"]\n')
        end = len(FILE + "stray\n") + added
        assert document[2].reading.extent == (end - len(document[2].data), end)

    def test_the_record_is_derived_anew(self) -> None:
        document = Document(FILE.encode())
        record = document[0].record
        document[0].set("Board", "7")
        assert (record.board, document[0].record.board, document.records[0].board) == ("1", "7", "7")

    def test_the_encoding_is_told_anew(self) -> None:
        document = Document(FILE.encode())
        assert document.encoding == "ascii"
        document[0].set("Event", "é")
        assert document.encoding == "iso-8859-1"


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.pbn"
    path.write_bytes(FILE.encode())
    return path


class TestSave:
    def test_to_where_it_came_from(self, club: Path) -> None:
        club.chmod(0o640)
        document = Document.open(club)
        document[0].set("Event", "x")
        document.save(backup=True)
        assert club.read_bytes() == FILE.replace("Spring Pairs", "x", 1).encode()
        assert (club.parent / "club.pbn.bak").read_bytes() == FILE.encode()
        assert stat.S_IMODE(club.stat().st_mode) == 0o640 or os.name == "nt"
        document[0].set("Event", "y")
        document.save()
        assert club.read_bytes() == FILE.replace("Spring Pairs", "y", 1).encode()

    def test_under_another_name(self, club: Path) -> None:
        document = Document.open(club)
        document[0].set("Event", "x")
        document.save(club.parent / "other.pbn")
        assert club.read_bytes() == FILE.encode()
        assert (club.parent / "other.pbn").read_bytes() == document.to_bytes()
        club.write_bytes(b"changed")
        with pytest.raises(FileChangedError):
            document.save(club.parent / "." / "club.pbn")

    def test_bytes_have_no_file(self, tmp_path: Path) -> None:
        document = Document(FILE.encode())
        with pytest.raises(EditError, match="save it under a path"):
            document.save()
        document.save(tmp_path / "new.pbn")
        assert (tmp_path / "new.pbn").read_bytes() == FILE.encode()

    @pytest.mark.parametrize("after", [b"", b"changed", FILE.replace("1", "2").encode()])
    def test_a_file_changed_while_open(self, club: Path, after: bytes) -> None:
        document = Document.open(club)
        document[0].set("Event", "x")
        club.write_bytes(after)
        with pytest.raises(FileChangedError) as error:
            document.save(backup=True)
        assert error.value.strerror == "the file was changed since it was opened"
        assert error.value.filename == str(club)
        assert club.read_bytes() == after
        assert [path.name for path in club.parent.iterdir()] == ["club.pbn"]
        document.save(force=True)
        assert club.read_bytes() == document.to_bytes()
        document.save()

    def test_a_file_that_is_gone(self, club: Path) -> None:
        document = Document.open(club)
        club.unlink()
        with pytest.raises(FileChangedError, match="gone"):
            document.save()
        assert not club.exists()
        document.save(force=True)
        assert club.read_bytes() == FILE.encode()

    def test_a_file_changed_at_the_last_moment(self, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        document = Document.open(club)
        document[0].set("Event", "x")

        def late(path: Path, chunks: Iterable[bytes], *, backup: bool) -> None:
            for _ in chunks:
                club.write_bytes(b"changed")

        monkeypatch.setattr(origin_module, "write_atomically", late)
        with pytest.raises(FileChangedError):
            document.save()
        assert club.read_bytes() == b"changed"

    def test_a_touched_file_is_not_changed(self, club: Path) -> None:
        document = Document.open(club)
        os.utime(club, (1, 1))
        document[0].set("Event", "x")
        document.save()
        assert club.read_bytes() == document.to_bytes()

    def test_a_read_only_file(self, club: Path) -> None:
        document = Document.open(club)
        document[0].set("Event", "x")
        club.chmod(0o444)
        with pytest.raises(PermissionError, match="read-only"):
            document.save()
        club.chmod(0o644)
        assert club.read_bytes() == FILE.encode()

    def test_a_disk_that_is_full(self, club: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        document = Document.open(club)
        document[0].set("Event", "x")

        def full(_: int) -> None:
            raise OSError(28, "No space left on device")

        monkeypatch.setattr(os, "fsync", full)
        with pytest.raises(OSError, match="No space left"):
            document.save(backup=True)
        assert club.read_bytes() == FILE.encode()
        assert [path.name for path in club.parent.iterdir()] == ["club.pbn"]


@pytest.mark.parametrize("path", sorted(map(str, Path("fixtures").rglob("*.pbn"))))
def test_edits_of_the_fixtures(path: str) -> None:
    data = Path(path).read_bytes()
    document = Document(data)
    chance = random.Random(path)
    for index in range(min(len(document), 3)):
        for sample in samples(document[index], chance):
            check_edit(data, index, sample)
