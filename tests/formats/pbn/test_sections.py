"""Level 2: the words of the auction and play sections."""

import pytest

from pbntools.core import Seat
from pbntools.formats.pbn.plain_sections import plain_calls, plain_cards
from pbntools.formats.pbn.section_words import passes_needed
from pbntools.record import ABOVE_SEVEN, UNREADABLE, UNREADABLE_CARD, Annotation
from tests.formats.samples import (
    DEAL,
    Mark,
    auction_of,
    cards,
    diagnostics,
    marks,
    one,
    play_of,
    rules_of,
    the_auction,
    the_play,
)


@pytest.mark.parametrize(
    "ids, needed",
    [
        ([], 4),
        ([0], 3),
        ([0, 0, 0], 1),
        ([0, 0, 0, 0], 0),
        ([3], 3),
        ([3, 0], 2),
        ([3, 0, 0], 1),
        ([3, 0, 0, 0], 0),
        ([0, 0, 3], 3),
    ],
)
def test_passes_that_all_pass_stands_for(ids: list[int], needed: int) -> None:
    assert passes_needed(ids) == needed


class TestPlain:
    def test_calls(self) -> None:
        found = plain_calls(" 1C\tX \r\n XX Pass 7NT\n")
        assert found is not None
        assert (len(found[0]), found[1], found[2]) == (5, "", None)

    @pytest.mark.parametrize("body", ["- 1C", "1C Pas", "1C * 1D", "1N", "AP 1C", "1C!"])
    def test_what_is_not_plain(self, body: str) -> None:
        assert plain_calls(body) is None

    @pytest.mark.parametrize("end", ["", "*", "+"])
    def test_ends_and_all_pass(self, end: str) -> None:
        found = plain_calls(f"1C AP {end}")
        assert found is not None
        assert (found[0][1:], found[1], found[2]) == ([0, 0, 0], end, 1)

    def test_cards(self) -> None:
        assert plain_cards("SA - C2\n*") == ([51, -1, 0], "*")
        for body in ("sa", "SA +", "SA ^R S2", "SA * S2", "SA!"):
            assert plain_cards(body) is None

    @pytest.mark.parametrize(
        "body", ["", "1C", "1C AP", "Pass Pass Pass Pass", "AP", "1C X XX Pass 1NT *", "1C +", "1c x xx pass 1nt ap"]
    )
    def test_both_ways_give_the_same(self, body: str) -> None:
        plain, slow = the_auction(auction_of(body)), the_auction(auction_of(body + " {c}"))
        assert plain == slow


class TestCalls:
    @pytest.mark.parametrize(
        "word, call",
        [
            ("1NT", "1NT"),
            ("1nt", "1NT"),
            ("Pass", "Pass"),
            ("PASS", "Pass"),
            ("pass", "Pass"),
            ("x", "X"),
            ("xx", "XX"),
            ("7c", "7C"),
        ],
    )
    def test_spellings_of_the_standard(self, word: str, call: str) -> None:
        text = auction_of(f"{word} {{c}}")
        assert [str(found) for found in the_auction(text).calls] == [call]
        assert marks(text) == []

    @pytest.mark.parametrize(
        "word, call",
        [
            ("1N", "1NT"),
            ("P", "Pass"),
            ("p", "Pass"),
            ("Dbl", "X"),
            ("D", "X"),
            ("R", "XX"),
            ("RDBL", "XX"),
            ("1♠", "1S"),
        ],
    )
    def test_other_spellings(self, word: str, call: str) -> None:
        text = auction_of(f"{word} Pass")
        assert [str(found) for found in the_auction(text).calls] == [call, "Pass"]
        assert [mark for mark in marks(text) if mark.rule != "encoding"] == [Mark("call-spelling", 4, 1)]

    def test_one_notice_for_all_spellings_of_an_auction(self) -> None:
        (found,) = [d for d in diagnostics(auction_of("1N P 2N P")) if d.rule.name == "call-spelling"]
        assert "3 more" in found.message

    @pytest.mark.parametrize(
        "body, calls",
        [("2Cpass2S", "2C Pass 2S"), ("1NTPassPass", "1NT Pass Pass"), ("1CXXX", "1C XX X"), ("1CP", "1C Pass")],
    )
    def test_calls_run_together(self, body: str, calls: str) -> None:
        text = auction_of(body)
        assert str(the_auction(text)) == calls
        assert marks(text) == [Mark("call-spelling", 4, 1)]

    @pytest.mark.parametrize(
        "body, calls",
        [
            ("4S double 4S", "4S X"),
            ("4S DOUBLE  four spades", "4S X"),
            ("4S dbl 4 spades", "4S X"),
            ("4S X4S XX4S", "4S X XX"),
            ("4S double 4H redouble 3NT", "4S X XX"),
            ("1NT X one no-trump", "1NT X"),
            ("1H double four h", "1H X"),
            # Two calls, since the bid is sufficient, or nothing says that the double names it.
            ("4S double 5H", "4S X 5H"),
            ("4S X5H", "4S X 5H"),
            ("4S double {c} 4S", "4S X 4S"),
            ("4S double\n4S", "4S X 4S"),
        ],
    )
    def test_a_double_that_names_a_bid(self, body: str, calls: str) -> None:
        text = auction_of(body)
        assert str(the_auction(text)) == calls
        assert [mark.rule for mark in marks(text)] == ["call-spelling"]

    @pytest.mark.parametrize("words", ["all pass", "All Pass", "ALL  PASS", "allpass"])
    def test_all_pass_in_words(self, words: str) -> None:
        text = auction_of(f"1C {words}")
        assert str(the_auction(text)) == "1C Pass Pass Pass"
        assert the_auction(text).all_pass == 1
        assert marks(text) == [Mark("call-spelling", 4, 4)]

    @pytest.mark.parametrize(
        "body, calls",
        [
            ("AP", "Pass Pass Pass Pass"),
            ("1C Pass AP", "1C Pass Pass Pass"),
            ("Pass AP", "Pass Pass Pass Pass"),
            ("1C Pass Pass Pass AP", "1C Pass Pass Pass"),
        ],
    )
    def test_all_pass_is_counted_by_what_is_needed(self, body: str, calls: str) -> None:
        assert str(the_auction(auction_of(body))) == calls
        assert str(the_auction(auction_of(body + " {c}"))) == calls

    def test_leading_dashes_move_the_first_call(self) -> None:
        for dashes, first in ((0, Seat.WEST), (1, Seat.NORTH), (2, Seat.EAST), (3, Seat.SOUTH)):
            auction = the_auction(auction_of("- " * dashes + "1C", first="W"))
            assert (auction.first, str(auction)) == (first, "1C")

    @pytest.mark.parametrize("word", ["zz", "8", "0C", "1Z", "C1", "1CC1", "Q", "-", "--", "$dealer:$deal", "1", "&"])
    def test_an_unreadable_word(self, word: str) -> None:
        text = auction_of(f"1C {word} Pass")
        found = [mark for mark in marks(text) if mark.rule == "call-unreadable"]
        assert found == [Mark("call-unreadable", 4, 4)] or word.startswith("$")
        assert "Pass" in str(the_auction(text))

    def test_an_unreadable_word_takes_a_turn(self) -> None:
        assert the_auction(auction_of("1C zz Pass")).ids == (3, UNREADABLE, 0)

    def test_a_run_of_unreadable_words_is_one_error_a_line(self) -> None:
        assert marks(auction_of("this is no auction\nat most a text")) == [
            Mark("call-unreadable", 4, 1),
            Mark("call-unreadable", 5, 1),
        ]

    @pytest.mark.parametrize("word", ["all", "alliance", "Allegro"])
    def test_a_word_that_begins_like_all_pass(self, word: str) -> None:
        assert marks(auction_of(f"1C {word} more")) == [Mark("call-unreadable", 4, 4)]

    @pytest.mark.parametrize("word", ["8NT", "9C", "10S"])
    def test_a_bid_above_seven_is_kept_as_one(self, word: str) -> None:
        assert the_auction(auction_of(f"1C {word} Pass")).ids == (3, ABOVE_SEVEN, 0)

    @pytest.mark.parametrize("word", ["____", "_"])
    def test_blanks_of_an_exercise(self, word: str) -> None:
        text = auction_of(f"1C {word} Pass")
        assert the_auction(text).ids == (3, UNREADABLE, 0)
        assert [str(d.severity) for d in diagnostics(text) if d.rule.name == "call-unreadable"] == ["notice"]

    def test_a_star_glued_to_a_call_is_an_alert(self) -> None:
        text = auction_of("1NT Pass 2C* Pass 2D Pass")
        auction = the_auction(text)
        assert (str(auction), auction.end) == ("1NT Pass 2C Pass 2D Pass", "")
        assert marks(text) == [Mark("call-spelling", 4, 10)]

    @pytest.mark.parametrize("body", ["1NT Pass *", "1NT Pass\n*\n", "1NT Pass*"])
    def test_a_star_at_the_end_ends_the_auction(self, body: str) -> None:
        auction = the_auction(auction_of(body))
        assert (str(auction), auction.end) == ("1NT Pass", "*")

    def test_a_plus_at_the_end(self) -> None:
        auction = the_auction(auction_of("1NT =1= +"))
        assert (str(auction), auction.end) == ("1NT", "+")

    @pytest.mark.parametrize(
        "body, column", [("1C * 1D 1H", 6), ("1C + 1D", 6), ("1C * *", 0), ("1C + *", 6), ("1C + +", 6)]
    )
    def test_what_stands_behind_the_end(self, body: str, column: int) -> None:
        text = auction_of(body)
        found = [mark for mark in marks(text) if mark.rule == "tokens-after-end"]
        assert found == ([Mark("tokens-after-end", 4, column)] if column else found)
        assert str(the_auction(text)) == "1C"


class TestAnnotations:
    def test_in_any_order(self) -> None:
        for body in ("1S !! =1= $25", "1S $25 =1= !!", "1S!!=1=$25", "1S {a} !! {b}\n=1= ; c\n$25"):
            assert one(auction_of(body)).details.remarks.call_annotations == {0: Annotation("!!", (1,), (25,))}

    def test_each_belongs_to_the_call_before_it(self) -> None:
        found = one(auction_of("1S ! 2H =2= Pass $14 3D")).details.remarks.call_annotations
        assert found == {0: Annotation("!"), 1: Annotation(None, (2,)), 2: Annotation(None, (), (14,))}

    @pytest.mark.parametrize("suffix", ["!", "?", "!!", "??", "!?", "?!"])
    def test_suffixes(self, suffix: str) -> None:
        for text in (auction_of(f"1S{suffix} 2H"), auction_of(f"1S {suffix} 2H")):
            assert one(text).details.remarks.call_annotations == {0: Annotation(suffix)}
            assert marks(text) == []

    @pytest.mark.parametrize(
        "body, column",
        [("1C !!!", 6), ("1C ! !", 6), ("1C ! $3", 6), ("1C $3 !", 7), ("1C $1 $2", 7), ("1C =1= =2=", 8)],
    )
    def test_two_of_a_kind(self, body: str, column: int) -> None:
        text = auction_of(body)
        assert [mark for mark in marks(text) if mark.rule == "bad-annotation"] == [Mark("bad-annotation", 4, column)]
        assert str(the_auction(text)) == "1C"

    @pytest.mark.parametrize("glyph", ["256", "a", "", "999999999999999999999999"])
    def test_bad_numeric_glyphs(self, glyph: str) -> None:
        text = auction_of(f"1C ${glyph} 1D")
        assert [mark.rule for mark in marks(text)] == ["bad-annotation"]
        assert str(the_auction(text)) == "1C 1D"

    @pytest.mark.parametrize("glyph", ["7", "12", "14"])
    def test_glyphs_of_cards_in_an_auction(self, glyph: str) -> None:
        assert marks(auction_of(f"1C ${glyph}")) == [Mark("bad-annotation", 4, 4)]

    @pytest.mark.parametrize("glyph", ["1", "6", "13"])
    def test_glyphs_of_calls_in_a_play(self, glyph: str) -> None:
        assert marks(play_of(f"CK ${glyph}")) == [Mark("bad-annotation", 4, 4)]

    @pytest.mark.parametrize("glyph", ["0", "1", "6", "13", "15", "255", "015"])
    def test_good_numeric_glyphs(self, glyph: str) -> None:
        text = auction_of(f"1C ${glyph}")
        assert one(text).details.remarks.call_annotations == {0: Annotation(None, (), (int(glyph),))}
        assert marks(text) == []

    @pytest.mark.parametrize("number", ["a", "0", "33", "44", "99999999", ""])
    def test_bad_references_to_notes(self, number: str) -> None:
        text = auction_of(f"1C ={number}= 1D")
        assert [mark.rule for mark in marks(text)] == ["note-index"]
        assert str(the_auction(text)) == "1C 1D"

    @pytest.mark.parametrize("body", ["=1= 1C", "! 1C", "$2 1C"])
    def test_annotations_before_the_first_call(self, body: str) -> None:
        text = auction_of(body)
        assert "bad-annotation" in [mark.rule for mark in marks(text)]
        assert str(the_auction(text)) == "1C"

    def test_an_equals_sign_alone(self) -> None:
        text = auction_of("1C = 1D")
        assert str(the_auction(text)) == "1C 1D"
        assert marks(text) == [Mark("call-unreadable", 4, 4)]


class TestComments:
    def test_owners(self) -> None:
        text = (
            '{ first } ; second\n[Event "x"] { tag }\n[Dealer "N"]\n[Auction "N"] { auction }\n'
            "1C {one} 1D ; two\n! {three} AP {four}\n"
            '[Play "E"] {play}\nCK {card}\n* {end}\n[Note "1:x"] {note}\n'
        )
        found = [(comment.text.strip(), comment.owner) for comment in one(text).comments]
        assert sorted(found) == sorted(
            [
                ("first", ("record", None)),
                ("second", ("record", None)),
                ("tag", ("tag", "Event")),
                ("auction", ("tag", "Auction")),
                ("one", ("call", 0)),
                ("two", ("call", 1)),
                ("three", ("call", 1)),
                ("four", ("call", 4)),
                ("play", ("tag", "Play")),
                ("card", ("card", 0)),
                ("end", ("card", 0)),
                ("note", ("tag", "Note")),
            ]
        )

    def test_comments_hold_anything(self) -> None:
        text = auction_of("1C {1D ; [x] * = ^I\n\n% 1H} Pass ; 1S } * {\nPass % Pass\n% 2C\nPass")
        assert str(the_auction(text)) in ("1C Pass Pass Pass Pass", "1C Pass Pass Pass")
        assert "2C" not in str(the_auction(text))

    def test_a_comment_is_decoded(self) -> None:
        assert one(auction_of("1C {é}")).comments[0].text == "é"
        assert one(auction_of("1C {é}").encode("latin-1")).comments[0].text == "é"


class TestMarks:
    def test_marks_of_the_standard_in_an_auction(self) -> None:
        auction = the_auction(auction_of("1D ^I 1C", "W"))
        assert (str(auction), auction.insufficient, auction.skips) == ("1D 1C", frozenset({1}), ())
        auction = the_auction(auction_of("^S 1D", "W"))
        assert (auction.skips, auction.seat(0)) == ((0,), Seat.NORTH)
        auction = the_auction(auction_of("1D ^S 2D", "W"))
        assert (auction.skips, auction.seat(1)) == ((1,), Seat.EAST)
        auction = the_auction(auction_of("1D ^S ^S ^I 1C", "W"))
        assert (auction.skips, auction.seat(1), auction.insufficient) == ((1, 1), Seat.SOUTH, frozenset({1}))

    def test_marks_of_the_standard_in_a_play(self) -> None:
        play = the_play(play_of("CK ^R D8 ^L CA C2"))
        assert (play.revokes, play.leads) == (frozenset({1}), frozenset({2}))

    @pytest.mark.parametrize("mark", ["^R", "^L", "^X", "^", "^1"])
    def test_other_marks_in_an_auction(self, mark: str) -> None:
        text = auction_of(f"1C {mark} 1D")
        assert [found for found in marks(text) if found.rule == "irregularity-mark"] == [
            Mark("irregularity-mark", 4, 4)
        ]

    @pytest.mark.parametrize("mark", ["^I", "^S", "^X", "^"])
    def test_other_marks_in_a_play(self, mark: str) -> None:
        text = play_of(f"CK {mark} C8")
        assert [found for found in marks(text) if found.rule == "irregularity-mark"] == [
            Mark("irregularity-mark", 4, 4)
        ]

    @pytest.mark.parametrize("body", ["1C ^I", "1C ^I *"])
    def test_a_mark_before_nothing(self, body: str) -> None:
        assert [found for found in marks(auction_of(body)) if found.rule == "irregularity-mark"] == [
            Mark("irregularity-mark", 4, 4)
        ]

    @pytest.mark.parametrize("body", ["^R ^R CK", "^R ^L CK", "^L ^R CK"])
    def test_two_marks_on_a_card(self, body: str) -> None:
        assert [found for found in marks(play_of(body)) if found.rule == "irregularity-mark"] == [
            Mark("irregularity-mark", 4, 1)
        ]


class TestCards:
    @pytest.mark.parametrize("word", ["ck", "cK", "Ck"])
    def test_lower_case_is_of_the_standard(self, word: str) -> None:
        text = play_of(f"{word} C8 CA C2")
        assert cards(the_play(text)) == "CK C8 CA C2"
        assert "card-unreadable" not in [mark.rule for mark in marks(text)]

    @pytest.mark.parametrize("word, card", [("D10", "DT"), ("♦T", "DT")])
    def test_other_spellings(self, word: str, card: str) -> None:
        text = play_of(f"- {word}", first="W", deal="N:- - - -".replace("- - - -", "- - DT... -"))
        play = one(text).play
        assert play is not None
        assert cards(play) == f"- {card}"
        assert "card-spelling" in [mark.rule for mark in marks(text)]

    @pytest.mark.parametrize("word", ["S1", "HHT", "KT", "CS", "--", "zz", "11", "A", "S", "&"])
    def test_an_unreadable_card(self, word: str) -> None:
        text = play_of(f"CK {word} CA C2")
        found = [mark for mark in marks(text) if mark.rule == "card-unreadable"]
        assert found == [Mark("card-unreadable", 4, 4)]
        play = the_play(text)
        assert cards(play).split()[2:] == ["CA", "C2"] or word == "&"
        assert UNREADABLE_CARD in play.ids or word == "&"

    @pytest.mark.parametrize(
        "body, found, end",
        [("CK C8\n*", "CK C8", "*"), ("*", "", "*"), ("CK - - -\n- - - -", "CK - - - - - - -", ""), ("", "", "")],
    )
    def test_short_play(self, body: str, found: str, end: str) -> None:
        play = the_play(play_of(body))
        assert (cards(play), play.end) == (found, end)

    def test_a_plus_is_the_next_card(self) -> None:
        play = the_play(play_of("+"))
        assert (play.end, play.next_cell, cards(play)) == ("+", 0, "-")
        play = the_play(play_of("CK C8 CA C2\n+ - - C5", first="E"))
        assert (play.end, play.next_cell, cards(play)) == ("+", 4, "CK C8 CA C2 - - - C5")

    def test_nothing_follows_the_row_of_a_plus(self) -> None:
        text = play_of("+ - - C5\nCK C8")
        assert cards(the_play(text)) == "- - - C5"
        assert [mark for mark in marks(text) if mark.rule == "tokens-after-end"] == [Mark("tokens-after-end", 5, 1)]

    def test_cards_behind_a_star(self) -> None:
        text = play_of("CK C8 CA C2\n*\nSA S2")
        assert cards(the_play(text)) == "CK C8 CA C2"
        assert marks(text) == [Mark("play-after-claim", 6, 1)]

    def test_glued_annotations(self) -> None:
        record = one(play_of("CK=1=C8!CA$9 C2"))
        assert record.play is not None
        assert cards(record.play) == "CK C8 CA C2"
        assert record.details.remarks.card_annotations == {
            0: Annotation(None, (1,)), 1: Annotation("!"), 2: Annotation(None, (), (9,)),
        }  # fmt: skip


class TestSeats:
    def test_without_a_first_seat_the_dealer_calls_first(self) -> None:
        for first in ("", "?", "Q"):
            assert the_auction(f'[Dealer "S"]\n[Auction "{first}"]\n1C\n').first is Seat.SOUTH

    def test_without_a_first_seat_the_leader_plays_first(self) -> None:
        for first in ("", "?"):
            assert the_play(f'[Deal "{DEAL}"]\n[Declarer "N"]\n[Play "{first}"]\nCK\n').first is Seat.EAST


class TestPlacesOfAnnotationsAndMarks:
    """What may stand behind what, by the letter of the standard."""

    @pytest.mark.parametrize("body", ["1C ^S =1= 1D", "1C ^I ! 1D", "Pass Pass Pass Pass * $20", "1C + !"])
    def test_annotations_behind_what_is_no_call(self, body: str) -> None:
        assert "bad-annotation" in [mark.rule for mark in marks(auction_of(body))]

    def test_a_glyph_ends_before_the_next_token(self) -> None:
        assert str(the_auction(auction_of("1C $20X Pass"))) == "1C X Pass"
        assert "bad-annotation" not in [mark.rule for mark in marks(auction_of("1C $20X Pass Pass Pass"))]

    def test_a_mark_before_a_skipped_turn(self) -> None:
        assert "irregularity-mark" in [mark.rule for mark in marks(auction_of("1D ^I ^S 1C"))]

    def test_no_more_than_three_players_before_the_dealer(self) -> None:
        assert "call-unreadable" in [mark.rule for mark in marks(auction_of("- - - - 1C"))]

    def test_a_star_before_a_comment_ends_the_auction(self) -> None:
        auction = the_auction(auction_of("1C Pass* {out of time}"))
        assert (str(auction), auction.end) == ("1C Pass", "*")
        assert "call-spelling" not in [mark.rule for mark in marks(auction_of("1C Pass* {out of time} ; y\n% z"))]

    def test_words_of_an_auction_of_nobody(self) -> None:
        assert "call-unreadable" in [mark.rule for mark in marks('[Event "x"]\n[Auction "?"]\nnonsense\n')]


@pytest.mark.parametrize("aside", ["[show NS]", "[hide]", "[ a word, or two ]"])
def test_words_in_brackets_end_no_section(aside: str) -> None:
    text = auction_of(f"1C Pass {aside} 1H\nPass 2H Pass Pass {aside}\nPass")
    assert str(the_auction(text)) == "1C Pass 1H Pass 2H Pass Pass Pass"
    column = text.splitlines()[4].index(aside) + 1
    assert marks(text) == [Mark("stray-text", 4, 9), Mark("stray-text", 5, column)]
    assert cards(the_play(play_of(f"CK C8 {aside} CA C2"))) == "CK C8 CA C2"


def test_calls_in_brackets_are_calls() -> None:
    text = auction_of("1C [1D] Pass [X ?] 2C")
    assert str(the_auction(text)) == "1C 1D Pass X 2C"
    assert set(rules_of(text)) == {"stray-text", "call-unreadable"}


def test_signs_between_good_calls_are_one_fault() -> None:
    text = auction_of("1C, Pass, 1H,\nPass, 2H, foo , Pass, Pass, Pass")
    assert str(the_auction(text)) == "1C Pass 1H Pass 2H ? Pass Pass Pass"
    assert marks(text) == [Mark("call-unreadable", 4, 3), Mark("call-unreadable", 5, 9)]
    first = diagnostics(text)[-2]
    assert "',' (and 5 more such places in this auction) is no call" in first.message
    assert rules_of(play_of("CK,C8,CA,C2")) == ["card-unreadable"]
