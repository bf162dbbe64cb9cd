"""Games: what belongs together, and what is wrong with the text around it."""

import pytest

from tests.formats.samples import DEAL, GAME, Mark, auction_of, diagnostics, marks, one, read, records, rules_of


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("blank", ["", " ", "\t ", "~ ~\t"])
def test_a_blank_line_separates_games(end: str, blank: str) -> None:
    text = f'[Event "a"]~[Board "1"]~{blank}~[Event "b"]~[Board "2"]~'.replace("~", end)
    assert [record.event for record in records(text)] == ["a", "b"]
    assert "missing-separator" not in rules_of(text)


@pytest.mark.parametrize("name", ["Event", "Board", "Deal"])
def test_a_repeated_tag_starts_a_game_without_a_blank_line(name: str) -> None:
    game = f'[Event "x"]\n[Board "1"]\n[Deal "{DEAL}"]\n[Scoring "MP"]\n'
    lines = game.splitlines()
    second = "\n".join(lines[[line.startswith(f"[{name} ") for line in lines].index(True) :]) + "\n"
    text = game + second
    assert len(records(text)) == 2
    assert [mark for mark in marks(text) if mark.rule == "missing-separator"] == [Mark("missing-separator", 5, 1)]


def test_games_without_a_separator_behind_a_section() -> None:
    text = auction_of("1S AP") + auction_of("1H AP")
    found = records(text)
    assert [str(record.auction) for record in found] == ["1S Pass Pass Pass", "1H Pass Pass Pass"]
    assert [mark for mark in marks(text) if mark.rule == "missing-separator"] == [Mark("missing-separator", 5, 1)]


def test_games_without_a_separator_on_one_line() -> None:
    text = f'[Event "a"][Deal "{DEAL}"][Event "b"][Board "q"]\n'
    assert [record.event for record in records(text)] == ["a", "b"]
    assert Mark("bad-value", 1, text.index('"q"') + 2) in marks(text)


def test_a_blank_line_inside_a_game() -> None:
    text = f'[Event "x"]\n[Board "1"]\n\n[Dealer "N"]\n[Deal "{DEAL}"]\n'
    assert list(one(text).tags) == ["Event", "Board", "Dealer", "Deal"]
    assert marks(text) == [Mark("blank-line-inside-game", 3, 1)]


def test_blank_lines_inside_a_game_are_reported_once() -> None:
    text = '[Event "x"]\n\n[Site "s"]\n\n\n[Board "1"]\n'
    assert list(one(text).tags) == ["Event", "Site", "Board"]
    assert marks(text) == [Mark("blank-line-inside-game", 2, 1)]


@pytest.mark.parametrize("calls", ["1C Pass\n\nPass Pass", "\n1C Pass Pass Pass", "1C\n \t\nAP"])
def test_a_blank_line_inside_an_auction(calls: str) -> None:
    text = auction_of(calls) + '[Play "E"]\n*\n'
    record = one(text)
    assert str(record.auction) == "1C Pass Pass Pass"
    assert [mark.rule for mark in marks(text)] == ["blank-line-inside-game"]


def test_a_blank_line_before_the_calls_at_the_end_of_the_file() -> None:
    text = auction_of("\n1C AP")
    assert str(one(text).auction) == "1C Pass Pass Pass"
    assert marks(text) == [Mark("blank-line-inside-game", 4, 1)]


def test_a_tag_that_the_game_has_starts_the_next_one() -> None:
    assert [record.event for record in records('[Event "a"]\n[Site "s"]\n\n[Site "t"]\n[Event "b"]\n')] == ["a", "b"]


def test_a_comment_or_an_escape_line_behind_a_blank_line_ends_the_game() -> None:
    for between in ("% x\n", "; x\n", "{ x\n\n }\n"):
        assert len(records(f'[Event "a"]\n\n{between}[Board "1"]\n')) == 2


def test_escape_lines_and_comments_alone_are_no_game() -> None:
    text = '[Event "a"]\n\n% no game\n%\n\n{ no\n\ngame }\n; none\n\n[Event "b"]\n\n% end\n'
    assert [record.event for record in records(text)] == ["a", "b"]


def test_an_escape_line_is_no_blank_line() -> None:
    text = '[Event "a"]\n%\n[Site "s"]\n% x\n[Board "1"]\n'
    assert list(one(text).tags) == ["Event", "Site", "Board"]
    assert marks(text) == []


class TestDuplicates:
    def test_the_first_value_counts(self) -> None:
        text = '[Event "x"]\n[Room "Open"]\n[Room "Closed"]\n'
        assert one(text).tags["Room"] == "Open"
        assert marks(text) == [Mark("duplicate-tag", 3, 1)]

    def test_the_same_value_twice_says_so(self) -> None:
        (found,) = [d for d in diagnostics('[Site "s"]\n[Site "s"]\n') if d.rule.name == "duplicate-tag"]
        assert "same value" in found.message

    def test_the_data_of_a_second_section_goes_with_its_tag(self) -> None:
        text = auction_of("1C AP") + '[Auction "N"]\n1D AP\n[Room "Open"]\n'
        record = one(text)
        assert str(record.auction) == "1C Pass Pass Pass"
        assert record.room == "Open"
        assert marks(text) == [Mark("duplicate-tag", 5, 1)]

    def test_a_second_table(self) -> None:
        text = '[ScoreTable "A"]\n1\n[ScoreTable "A"]\n2\n'
        assert [table.rows for table in one(text).tables] == [(("1",),)]
        assert marks(text) == [Mark("duplicate-tag", 3, 1)]

    def test_three_times(self) -> None:
        assert rules_of('[Room "Open"][Room "Open"][Room "Closed"]') == ["duplicate-tag", "duplicate-tag"]


class TestMalformed:
    @pytest.mark.parametrize(
        "line, value, rule, column",
        [
            ("[Site No_quotes]", "No_quotes", "malformed-tag", 1),
            ("[Site  two words ]", "two words", "malformed-tag", 1),
            ('[Site "a "b" c"]', 'a "b" c', "malformed-tag", 1),
            ('[Site "a""]', 'a"', "malformed-tag", 1),
            ('[Site "open]', "open", "unterminated-string", 7),
            ('[Site "open', "open", "unterminated-string", 7),
            ('[Site "s"', "s", "malformed-tag", 1),
            ('[Site "s" x]', "s", "malformed-tag", 1),
        ],
    )
    def test_what_can_be_read_is_read(self, line: str, value: str, rule: str, column: int) -> None:
        text = f'[Event "x"]\n{line}\n[Date "2024.01.02"]\n'
        record = one(text)
        assert (record.tags["Site"], record.tags["Date"]) == (value, "2024.01.02")
        assert Mark(rule, 2, column) in marks(text)
        assert "Site" not in next(d.message for d in diagnostics(text) if d.rule.name == "missing-tag")

    def test_no_value(self) -> None:
        text = '[Event]\n[Site "s"]\n'
        assert list(one(text).tags) == ["Site"]
        assert marks(text) == [Mark("malformed-tag", 1, 1)]

    @pytest.mark.parametrize("text", ["[", "[ ]", "[]", "[[", "[show NS", "[?]"])
    def test_a_bracket_that_opens_nothing(self, text: str) -> None:
        found = marks(f'[Event "x"]\n{text}\n[Site "s"]\n')
        assert found[0] == Mark("stray-text", 2, 1)
        assert one(f'[Event "x"]\n{text}\n[Site "s"]\n').tags["Site"] == "s"

    def test_only_malformed_tags_make_a_game(self) -> None:
        text = '[Event "a"]\n\n[Event b]\n\n[Event]\n\n[Event "c"]\n'
        assert [record.event for record in records(text)] == ["a", "b", None, "c"]

    def test_the_place_of_what_is_said_of_a_game_of_malformed_tags(self) -> None:
        text = '[Event "a"]\n\n[Event b]\n\n[Event "c"]\n'
        second = read(text)[1]
        assert [(d.rule.name, d.location.line) for d in second.diagnostics] == [
            ("malformed-tag", 3),
            ("missing-tag", 3),
        ]

    def test_the_place_of_a_bad_value_in_a_malformed_tag(self) -> None:
        text = '[Event "x"]\n[Board zz]\n[Dealer "Q\n[Result "n "i" ne"]\n'
        found = [mark for mark in marks(text) if mark.rule == "bad-value"]
        assert [mark.line for mark in found] == [2, 3, 4]

    def test_a_value_over_the_end_of_its_line_ends_there(self) -> None:
        text = '[Event "a\nb"]\n[Site "s"]\n'
        record = one(text)
        assert (record.tags["Event"], record.tags["Site"]) == ("a", "s")
        assert [mark.rule for mark in marks(text)] == ["unterminated-string", "stray-text"]

    def test_a_malformed_section_tag_still_opens_its_section(self) -> None:
        record = one('[Event "x"]\n[Dealer "N"]\n[Auction N]\n1C AP\n')
        assert str(record.auction) == "1C Pass Pass Pass"

    def test_a_second_malformed_tag_is_reported_as_a_second_one(self) -> None:
        text = '[Event "a"]\n[Event b]\n'
        assert one(text).event == "a"
        assert [mark.rule for mark in marks(text)] == ["malformed-tag", "duplicate-tag"]


class TestStrayText:
    def test_before_between_and_behind_games(self) -> None:
        text = '12\n[Event "a"]\n\nGenerated 7 hands\n\n[Event "b"]\n\nthe end\n'
        assert [record.event for record in records(text)] == ["a", "b"]
        assert marks(text) == [Mark("stray-text", 1, 1), Mark("stray-text", 4, 1), Mark("stray-text", 8, 1)]

    def test_before_a_game_it_belongs_to_that_game(self) -> None:
        text = '[Event "a"]\n\nodd words\n[Event "b"]\n'
        assert [[d.rule.name for d in reading.diagnostics if d.rule.name == "stray-text"] for reading in read(text)][
            :2
        ] == [[], ["stray-text"]]

    def test_between_tags(self) -> None:
        text = '[Event "a"] what?\n[Site "s"]\n  }\n[Board "1"]\n'
        assert list(one(text).tags) == ["Event", "Site", "Board"]
        assert marks(text) == [Mark("stray-text", 1, 13), Mark("stray-text", 3, 3)]

    def test_a_closing_brace_alone_is_named(self) -> None:
        (found,) = [d for d in diagnostics('[Event "a"]\n}\n') if d.rule.name == "stray-text"]
        assert "closing brace" in found.message

    def test_only_stray_text(self) -> None:
        found = read("odd words\n")
        assert [(reading.record, [d.rule.name for d in reading.diagnostics]) for reading in found] == [
            (None, ["no-records", "stray-text"])
        ]

    def test_a_character_is_not_cut_in_two(self) -> None:
        text = '[Event "a"]\n' + "x" * 59 + "é end\n"
        (found,) = [d for d in diagnostics(text) if d.rule.name == "stray-text"]
        assert "Ã" not in found.message


class TestUnterminatedComments:
    def test_the_comment_ends_at_its_line(self) -> None:
        text = '[Event "a"]\n{ never closed [Site "no"]\n[Board "1"]\n'
        record = one(text)
        assert list(record.tags) == ["Event", "Board"]
        assert marks(text) == [Mark("unterminated-comment", 2, 1)]
        assert [comment.text for comment in record.comments] == [' never closed [Site "no"]']

    def test_the_next_game_is_not_swallowed(self) -> None:
        text = f'[Event "a"]\n{{ open\n\n[Event "b"]\n[Deal "{DEAL}"]\n{{ closed }}\n'
        assert [record.event for record in records(text)] == ["a", "b"]
        assert [mark for mark in marks(text) if mark.rule == "unterminated-comment"] == [
            Mark("unterminated-comment", 2, 1)
        ]

    def test_tags_behind_it_keep_their_places(self) -> None:
        text = '[Event "a"]\n{ open\n[Board "zz"]\n[Result "zz"]\n{ closed }\n[Date "zz"]\n'
        record = one(text)
        assert list(record.tags) == ["Event", "Board", "Result", "Date"]
        assert [mark for mark in marks(text) if mark.rule == "bad-value"] == [
            Mark("bad-value", 3, 9), Mark("bad-value", 4, 10), Mark("bad-value", 6, 8),
        ]  # fmt: skip
        assert [comment.text for comment in record.comments] == [" open", " closed "]

    def test_in_an_auction(self) -> None:
        text = auction_of("1C {oops\nPass Pass Pass")
        record = one(text)
        assert str(record.auction) == "1C Pass Pass Pass"
        assert [comment.text for comment in record.comments] == ["oops"]
        assert marks(text) == [Mark("unterminated-comment", 4, 4)]

    def test_in_a_table(self) -> None:
        text = '[ScoreTable "A;B"]\n1 2 {oops\n3 4\n5 6\n'
        assert one(text).tables[0].rows == (("1", "2"), ("3", "4"), ("5", "6"))
        assert marks(text) == [Mark("unterminated-comment", 2, 5)]

    def test_a_comment_that_holds_braces_and_prose_in_brackets_is_whole(self) -> None:
        text = '[Event "a"]\n{ { {\n [show NS]\n }\n[Site "s"]\n'
        assert list(one(text).tags) == ["Event", "Site"]
        assert marks(text) == []


class TestNotes:
    def test_behind_the_auction_and_behind_the_play(self) -> None:
        text = GAME.replace("1S Pass Pass Pass\n", '1S =1= AP\n[Note "1: strong"]\n').replace(
            "*\n", 'C3 =1= *\n[Note "1:low"]\n'
        )
        assert one(text).notes == {"auction": {1: "strong"}, "play": {1: "low"}}

    def test_before_both(self) -> None:
        text = '[Event "x"]\n[Note "1:early"]\n[Dealer "N"]\n[Auction "N"]\n1C AP\n'
        assert marks(text) == [Mark("note-misplaced", 2, 8)]

    def test_a_note_of_the_auction_behind_the_play(self) -> None:
        text = auction_of("1C =1= AP") + '[Play "E"]\n*\n[Note "1:late"]\n'
        assert one(text).notes == {"auction": {1: "late"}, "play": {}}
        assert marks(text) == [Mark("note-misplaced", 7, 8)]

    @pytest.mark.parametrize(
        "note",
        ["", ":", " ", "a", "a:", "0:x", "33:x", "x1:y", "1", "1 x:", "-1:x", "12345:x", "9999999999:x", "²:x", "٣:x"],
    )
    def test_a_bad_number(self, note: str) -> None:
        text = auction_of("1C AP") + f'[Note "{note}"]\n'
        assert [mark for mark in marks(text) if mark.rule != "encoding"] == [Mark("note-index", 5, 8)]
        assert one(text).notes["play"] == {}
        assert all(str(number) == note.partition(":")[0] for number in one(text).notes["auction"])

    def test_an_unused_and_an_undefined_note(self) -> None:
        text = auction_of("1C =2= AP") + '[Note "1:x"]\n'
        assert marks(text) == [Mark("note-undefined", 4, 4), Mark("note-unused", 5, 8)]

    def test_the_same_number_twice(self) -> None:
        text = auction_of("1C =1= AP") + '[Note "1:x"]\n[Note "1:y"]\n'
        assert one(text).notes["auction"] == {1: "x"}
        assert marks(text) == [Mark("duplicate-tag", 6, 8)]

    def test_escapes_and_encodings_of_a_note(self) -> None:
        text = auction_of("1C =1= AP") + '[Note "1:say \\"é\\" \\\\ \\S"]\n'
        assert one(text).notes["auction"] == {1: 'say "é" \\ \\S'}


class TestInlineIgnore:
    def ignored(self, text: str) -> tuple[list[str], list[list[str]]]:
        from pbntools.formats.pbn import PbnReader

        reader = PbnReader(text.encode())
        by_record = [reading.ignored for reading in reader if reading.record is not None]
        return reader.file_ignored, by_record

    def test_before_the_first_game_it_is_for_the_file(self) -> None:
        text = '% PBN 2.1\n% pbntools: ignore bad-value, PBN1\n[Event "a"]\n\n[Event "b"]\n'
        assert self.ignored(text) == (["bad-value", "PBN1"], [[], []])

    def test_in_the_first_line(self) -> None:
        assert self.ignored('%pbntools:ignore revoke\n[Event "a"]\n') == (["revoke"], [[]])

    def test_in_a_game_it_is_for_the_game(self) -> None:
        text = '[Event "a"]\n% pbntools: ignore revoke\n[Site "s"]\n\n[Event "b"]\n'
        assert self.ignored(text) == ([], [["revoke"], []])

    def test_in_a_section(self) -> None:
        text = auction_of("1C\n% pbntools: ignore AUC108") + '\n[Event "b"]\n'
        assert self.ignored(text) == ([], [["AUC108"], []])

    def test_between_two_games_it_is_for_the_second(self) -> None:
        text = '[Event "a"]\n\n% pbntools: ignore revoke\n[Event "b"]\n'
        assert self.ignored(text) == ([], [[], ["revoke"]])

    def test_in_a_comment_it_is_plain_text(self) -> None:
        assert self.ignored('[Event "a"]\n{\n% pbntools: ignore revoke\n}\n') == ([], [[]])

    def test_it_takes_effect_in_check(self) -> None:
        from pbntools.checking import check

        text = '[Event "a"]\n% pbntools: ignore bad-value,PBN108\n[Board "x"]\n\n[Event "b"]\n[Board "x"]\n'
        found = [(reading.index, d.rule.name) for reading in check(text.encode()) for d in reading.diagnostics]
        assert (0, "bad-value") not in found
        assert (0, "missing-tag") not in found
        assert (1, "bad-value") in found


class TestDirectives:
    @pytest.mark.parametrize(
        "line, wrong",
        [
            ("% pbntools: ignroe missing-tag", "ignroe"),
            ("% pbntools: ignore", "ignore"),
            ("% pbntools: ignore missing-tag, badvalue", "badvalue"),
        ],
    )
    def test_a_line_that_is_not_understood_is_told(self, line: str, wrong: str) -> None:
        found = [d for d in diagnostics(f'[Event "x"]\n{line}\n[Site "y"]\n') if d.rule.name == "unknown-directive"]
        assert len(found) == 1
        assert wrong in found[0].message
        assert found[0].location.line == 2

    def test_what_is_understood_of_it_counts(self) -> None:
        text = '[Event "x"]\n% pbntools: ignore missing-tag, badvalue\n'
        from pbntools.checking import check

        assert [d.rule.name for r in check(text.encode()) for d in r.diagnostics] == ["unknown-directive"]


def test_a_link_of_a_text_is_no_tag() -> None:
    assert records("See the [Tutorial](tutorial.md) and [Wrong name].\n") == []
