"""Files in the export format: what is written, what is left as it was, and in which characters."""

from __future__ import annotations

import pytest
from hypothesis import given

from pbntools.diagnostics import Diagnostic
from pbntools.formats.pbn.formatting import FormatError, Formatter, Piece, survey
from pbntools.formats.pbn.losses import losses
from pbntools.record import Auction, Comment, Details, Remarks, Tags
from tests.formats.pbn.section_pieces import CALLS, CARDS, owners, sections, sound_sections
from tests.formats.samples import DEAL, GAME, MANDATORY, auction_of, encoded, one, records, rules_of

HEAD = b"% PBN 2.1\r\n% EXPORT\r\n"


def pieces(text: str | bytes, *, encoding: str | None = None, eol: str = "\r\n") -> list[Piece]:
    data = encoded(text)
    return list(Formatter(data, survey(data, encoding=encoding), encoding=encoding, eol=eol))


def formatted(text: str | bytes, *, encoding: str | None = None, eol: str = "\r\n") -> bytes:
    data = encoded(text)
    found = "".join(piece.after for piece in pieces(data, encoding=encoding, eol=eol))
    return found.encode(survey(data, encoding=encoding).encoding)


def reason(text: str | bytes) -> str:
    (left,) = [piece.left for piece in pieces(text) if piece.left is not None]
    return left.rule.name if isinstance(left, Diagnostic) else left


NO_PLAYER = "{}, the value of {}, names no player, so nothing tells whose the columns are"
TWO = GAME + "\n\n\n" + GAME.replace('[Board "1"]', '[Board "2"]')


def test_one_empty_line_between_games_and_none_at_the_end() -> None:
    data = formatted(TWO)
    assert data.count(b"\r\n\r\n") == 1
    assert data.startswith(HEAD + b"[Event ")
    assert data.endswith(b"*\r\n")
    assert formatted(data) == data


def test_a_formatted_file_has_nothing_to_be_said_of_its_form() -> None:
    messy = GAME.replace("\n", "\r").replace('"N"]', '"n"]').replace("1S Pass", "\r1s p")
    assert rules_of(formatted("\ufeff" + messy), leave=()) == []


@pytest.mark.parametrize("eol", ["\r\n", "\n"])
def test_line_ends(eol: str) -> None:
    data = formatted(TWO + "\n{trailing\rcomment}\n", eol=eol)
    assert data.count(eol.encode()) == data.count(b"\n")
    assert b"\r" not in data.replace(b"\r\n", b"")
    assert formatted(data, eol=eol) == data


def test_the_head_s_lines_stay_in_order_behind_the_directives() -> None:
    data = formatted("% PBN 1.0\n%Creator: Some Tool\n\n{a remark}\n%Margins: 1,2\n" + GAME)
    assert data.startswith(HEAD + b"%Creator: Some Tool\r\n{a remark}\r\n%Margins: 1,2\r\n[Event ")
    assert formatted(data) == data


def test_what_stands_behind_the_last_game_stays() -> None:
    data = formatted(GAME + "\n% the end\n{really}\n\n")
    assert data.endswith(b"*\r\n\r\n% the end\r\n{really}\r\n")
    assert formatted(data) == data


def test_a_file_without_games_is_left_alone() -> None:
    for text in ("", "% nothing\n", "prose\n"):
        assert formatted(text) == text.replace("\n", "\r\n").encode()
        assert not any(piece.is_game for piece in pieces(text))


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (GAME + "stray]\n\n" + "[Event]\n", "malformed-tag"),
        (MANDATORY + "stray\n", "stray-text"),
        (MANDATORY + '[Site "other"]\n', "duplicate-tag"),
        (MANDATORY + '[Auction "N"]\n1S what Pass\n', "call-unreadable"),
        (MANDATORY + '[Auction "N"]\n1S Pass Pass ___\n', "call-unreadable"),
        (MANDATORY + '[Auction "N"]\n8C Pass Pass Pass\n', "call 1 is not a call"),
        (MANDATORY + '[Auction "N"]\n1S* Pass Pass Pass\n', "the export format has no star behind a call"),
        (MANDATORY + '[Auction "N"]\n1S Pass * Pass\n', "tokens-after-end"),
        (MANDATORY + '[Auction "N"]\n1S Pass Pass Pass * =2=\n', "bad-annotation"),
        (MANDATORY + '[Auction "N"]\n1S Pass + =2=\n', "bad-annotation"),
        (MANDATORY + '[Play "E"]\nCK C8 CA C2\n* =2=\n', "bad-annotation"),
        (MANDATORY + '[Play "E"]\n* =2=\n', "bad-annotation"),
        (MANDATORY + '[Auction "N"]\n1S =0= Pass\n', "note-index"),
        (MANDATORY + '[Auction "N"]\n1S !!! Pass\n', "bad-annotation"),
        (MANDATORY + '[Auction "N"]\n1S Pass\n[Note "no number"]\n', "note-index"),
        (MANDATORY + '[Auction "N"]\n1S =1= Pass\n[Note "1:a"]\n[Note "1:b"]\n', "duplicate-tag"),
        (MANDATORY + '[Note "1:early"]\n[Auction "N"]\n1S Pass\n', "note-misplaced"),
        (MANDATORY + '[Play "E"]\nCK what\n', "card-unreadable"),
        (MANDATORY + '[ScoreTable "A;B"]\n1 "x\n', "unterminated-string"),
        ('[Event "x"]\n{ never closed\n', "unterminated-comment"),
        ('[Event "x"]\n[Auction "?"]\n1S Pass\n', "nothing tells who made the first call"),
        ('[Event "x"]\n[Play "?"]\nS2\n', "nothing tells who led"),
        (MANDATORY + '[Auction "foo"]\n1S AP\n', NO_PLAYER.format("'foo'", "Auction")),
        (MANDATORY + '[Auction "#"]\n1S AP\n', NO_PLAYER.format("'#'", "Auction")),
        (MANDATORY + '[Play "foo"]\nCK C8 CA C2\n', NO_PLAYER.format("'foo'", "Play")),
        (MANDATORY + '[Play "-"]\n', NO_PLAYER.format("'-'", "Play")),
        ('[Event "x\x7fy"]\n', "the control character 0x7f is not allowed in PBN"),
        ('[Event "##"]\n[Site "####x"]\n', "the value '##x' of Site would be read as an inherited one"),
    ],
)
def test_a_game_that_would_lose_something_is_left_as_it_was(text: str, why: str) -> None:
    game = text.split("\n\n")[-1]
    assert reason(game) == why
    data = formatted(GAME + "\n" + game)
    assert data == formatted(GAME) + b"\r\n" + game.replace("\n", "\r\n").encode()
    assert formatted(data) == data


@pytest.mark.parametrize(
    "text",
    [
        MANDATORY + '[Site "Nowhere"]\n',
        MANDATORY.replace('[Site "Nowhere"]', '[Site "No "where" here"]'),
        MANDATORY.replace('[Site "Nowhere"]', "[Site Nowhere]"),
        GAME.replace("[Dealer", "\n[Dealer"),
    ],
)
def test_what_was_read_by_recovery_and_whole_is_written_right(text: str) -> None:
    assert [piece.left for piece in pieces(text)] == [None]
    assert rules_of(formatted(text), leave=()) == []


def test_inherited_values_are_written_out() -> None:
    text = (
        '[Event "##Cup"]\n[Board "1"]\n\n[Board "2"]\n[Site "There"]\n\n[Board "3"]\n[Site "#"]\n\n'
        '[Board "4"]\nstray\n\n[Board "5"]\n[Event "#"]\n'
    )
    data = formatted(text)
    assert [record.tags["Event"] for record in records(data)] == ["Cup"] * 5
    assert [record.event for record in records(data)] == [record.event for record in records(text)]
    assert records(data)[2].tags["Site"] == "There"
    assert formatted(data) == data


def test_a_shared_deal_is_written_out() -> None:
    text = GAME + '\n[West "Elm"]\n[Contract "2S"]\n[Declarer "N"]\n[Result "8"]\n'
    second = records(formatted(text))[1]
    assert (second.board, second.deal, second.players[one(GAME).declarer.left.left.left]) == (  # type: ignore[union-attr]
        "1", one(GAME).deal, "Elm",
    )  # fmt: skip
    assert rules_of(formatted(text), leave=()) == []


def test_notes_go_behind_their_own_section() -> None:
    text = GAME.replace("1S Pass", "1S =1= Pass") + '[Note "1:spades"]\n{of the note}\n'
    data = formatted(text)
    assert b'[Note "1:spades"]\r\n{of the note}\r\n[Play "E"]' in data
    assert formatted(data) == data


def test_cards_in_others_columns_keep_their_annotations() -> None:
    text = GAME.replace("CK C8 CA C2", "C8 ! CK {king} C2 CA")
    data = formatted(text)
    assert b"CK {king} C8 $7 CA C2" in data
    assert formatted(data) == data


@pytest.mark.parametrize("value", ["?", ""])
def test_columns_whose_first_player_is_not_known_start_where_the_format_has_them(value: str) -> None:
    """The export format has them start with the dealer and the opening leader, whom other tags tell."""
    text = GAME.replace('[Auction "N"]', f'[Auction "{value}"]').replace('[Play "E"]', f'[Play "{value}"]')
    assert formatted(text) == formatted(GAME)


@pytest.mark.parametrize("value", ["foo", "#", "##N", "?", ""])
@pytest.mark.parametrize("name", ["Dealer", "Vulnerable", "Deal", "Declarer", "Contract"])
def test_a_value_that_cannot_be_read_stays(name: str, value: str) -> None:
    text = "".join(
        f'[{name} "{value}"]\n' if line.startswith(f"[{name} ") else line for line in MANDATORY.splitlines(True)
    )
    data = formatted(text)
    assert data.replace(b"\r\n", b"\n") == HEAD.replace(b"\r\n", b"\n") + text.encode()
    assert formatted(data) == data


# Comments and what they belong to (PBN 2.1 §3.8)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("1S {b} =1= {c} $2 {d} AP", "1S {b} =1= {c} $2 {d} AP"),
        ("1S $20 {a} ! {b} =1= {c}", "1S =1= {c} $1 {b} $20 {a}"),
        ("1S $20 {a} $20 {b} $15 {c}", "1S $15 {c} $20 {a} $20 {b}"),
        ("1S {a} ?! ;b\n=2= Pass", "1S {a} =2= $6 ;b\nPass"),
        ("1S {a}\n% b\n=2= {c}", "1S {a}\n% b\n=2= {c}"),
        ("1S {a} ^I 1C {b} $3 {c} AP {d} =1= {e}", "1S {a} ^I 1C {b} $3 {c} AP {d} =1= {e}"),
        ("^S 1S {a} =1= {b} ^S X {c}", "^S 1S {a} =1= {b} ^S X {c}"),
        ("1S {a} $004 {b}", "1S {a} $4 {b}"),
    ],
)
def test_a_comment_stays_behind_its_annotation(before: str, after: str) -> None:
    data = formatted(auction_of(before)).decode()
    assert data.replace("\r\n", "\n").endswith(f'[Auction "N"]\n{after}\n')
    assert formatted(data).decode() == data


def test_a_comment_goes_with_its_annotation_to_another_column() -> None:
    text = GAME.replace("CK C8 CA C2", "C8 {a} ! {b} CK {king} =1= {c} C2 CA")
    data = formatted(text)
    assert b"CK {king} =1= {c} C8 {a} $7 {b} CA C2" in data
    assert formatted(data) == data


LED = '[Event "x"]\n[Dealer "N"]\n[Declarer "N"]\n'


@given(sound_sections(CALLS[:4], 1))
def test_comments_of_calls_keep_their_owners(body: str) -> None:
    check_owners(f'{LED}[Auction "N"]\n', body)


@given(sound_sections(CARDS, 7))
def test_comments_of_cards_keep_their_owners(body: str) -> None:
    check_owners(f'{LED}[Play "E"]\n', body)


def check_owners(head: str, body: str) -> None:
    assert [piece.left for piece in pieces(f"{head}{body}\n")] == [None]
    data = formatted(f"{head}{body}\n").decode()
    card = "[Play" in head
    assert owners(data[data.rindex('"]') + 2 :], card=card) == owners(body, card=card)
    assert formatted(data).decode() == data


@given(sections(CALLS))
def test_auctions_of_all_kinds_are_formatted_once(body: str) -> None:
    once = formatted(f'{LED}[Auction "N"]\n{body}\n')
    assert formatted(once) == once


@given(sections(CARDS))
def test_plays_of_all_kinds_are_formatted_once(body: str) -> None:
    once = formatted(f'{LED}[Play "E"]\n{body}\n')
    assert formatted(once) == once


# Characters


@pytest.mark.parametrize(
    ("data", "encoding", "name"),
    [
        ("Böhm".encode(), "iso8859-1", "Böhm"),
        ("Böhm".encode("latin-1"), "iso8859-1", "Böhm"),
        ("Łoś".encode(), "utf-8", "Łoś"),
        ("\x93Böhm\x94".encode("latin-1"), "utf-8", "“Böhm”"),
        ("Ã¶".encode(), "utf-8", "Ã¶"),
    ],
)
def test_encodings(data: bytes, encoding: str, name: str) -> None:
    game = GAME.encode().replace(b"Alder", data)
    assert survey(game).encoding == encoding
    out = formatted(game)
    assert records(out)[0].tags["West"] == name
    assert rules_of(out, leave=()) == []
    assert formatted(out) == out
    assert (b"charset=UTF-8" in out) == (encoding == "utf-8")


def test_utf_16_becomes_what_others_can_read() -> None:
    out = formatted(("\ufeff" + GAME.replace("Alder", "Böhm")).encode("utf-16-le"))
    assert out == formatted(GAME.replace("Alder", "Böhm").encode("latin-1"))


def test_a_named_encoding() -> None:
    game = GAME.encode().replace(b"Alder", b"\xa3o\x9c")
    assert records(formatted(game, encoding="cp1250"))[0].tags["West"] == "Łoś"


def test_a_declared_character_set_is_kept_true() -> None:
    head = "%Content-type: text/x-pbn; charset={}\n"
    for declared, name, wanted in (
        ("UTF-8", "Böhm", "ISO-8859-1"),
        ("ISO-8859-1", "Łoś", "UTF-8"),
        ("windows-1250", "plain", "windows-1250"),
    ):
        out = formatted(head.format(declared) + GAME.replace("Alder", name))
        assert f"charset={wanted}\r\n".encode() in out
        assert out.count(b"charset") == 1
        assert records(out)[0].tags["West"] == name
        assert formatted(out) == out


def test_embedded_records_are_refused() -> None:
    with pytest.raises(FormatError, match="embedded"):
        pieces(f"<html><PBN>\n{GAME}</PBN></html>")


# What would be a loss


def test_losses_are_seen() -> None:
    record = one(GAME.replace("1S Pass", "1S =1= Pass {x}") + '[Note "1:y"]\n[ScoreTable "A"]\n1\n')
    assert losses(record, record) == []
    remarks = record.details.remarks
    auction = record.auction
    assert auction is not None
    tags = dict(record.tags)
    for changed, lost in (
        (record.replace(board="2"), ["board"]),
        (record.replace(result=None), ["result"]),
        (record.replace(auction=Auction(auction.first, auction.ids[:-1])), ["auction"]),
        (record.replace(play=None), ["play"]),
        (record.replace(tags=Tags({**tags, "Event": "other"})), ["Event"]),
        (record.replace(tags=Tags({**tags, "Room": "Open"})), ["Room"]),
        (record.replace(tags=Tags({name: tags[name] for name in tags if name != "Site"})), ["Site"]),
        (record.replace(details=Details(remarks, ())), ["tables"]),
        (
            record.replace(details=Details(Remarks({}, {}, {}, {}, ()), record.tables)),
            ["notes of the auction", "annotations of calls", "comments"],
        ),
        (
            record.replace(
                details=Details(
                    Remarks(
                        remarks.auction_notes,
                        remarks.play_notes,
                        remarks.call_annotations,
                        {},
                        (Comment("x", ("call", 0)),),
                    ),
                    record.tables,
                )
            ),
            ["comments"],
        ),
    ):
        assert losses(record, changed) == lost


def test_a_deal_is_not_lost_to_its_spelling() -> None:
    text = MANDATORY.replace(DEAL, "E:SAKQJ.HT98.D765.C432 - - -")
    assert one(formatted(text)).deal == one(text).deal


def test_words_behind_a_game_do_not_become_its_calls() -> None:
    """The auction is written last, where words behind a blank line would be taken for calls."""
    data = f'[Event "x"]\n[Dealer "N"]\n[Auction "N"]\n1C\n[Deal "{DEAL}"]\n\nPass\n\n[Event "y"]\n'.encode()
    once = "".join(piece.after for piece in Formatter(data, survey(data))).encode()
    assert [len(record.auction.ids) for record in records(once) if record.auction] == [1]
    assert b"\r\n\r\n%\r\nPass\r\n" in once
    assert "".join(piece.after for piece in Formatter(once, survey(once))).encode() == once


def test_a_character_set_in_a_comment_is_none() -> None:
    data = b'[Event "a"]\n{ see %Content-type: text/x-pbn; charset=ISO-8859-2 }\n[Site "Espa\xf1a"]\n[Board "1"]\n'
    once = formatted(data)
    assert b"Espa\xf1a" in once
    assert formatted(once) == once


def test_the_tag_table_is_no_table() -> None:
    data = f'[Event "a"]\n[Table "##3"]\n[Deal "{DEAL}"]\n[Auction "N"]\nAP\n\n[Event "b"]\n[Board "2"]\n'.encode()
    once = formatted(data).decode()
    assert once.index('[Table "3"]') < once.index("[Auction")
    assert once.count('[Table "3"]') == 2
    assert formatted(once.encode()).decode() == once


@pytest.mark.parametrize(
    "data",
    [
        b'[Deal"S:... ... ... ..4.\n\r[\n\n[East a][Auction"',
        b'[Deal"S:... ... ... ..4.\n\r[\n\r[South r][Contract"',
        b'[h"##\n\r[r\n\r[n""',
        b'\n[S"##\r\r[\r\rPass Pass [l"',
        b'%PBN 2.1\r\rK\n[s"\r\r[S""]',
        b'\r\rS[v"\r\r[e""]',
        b'[R""\r[Auction""\n[D""\n\rP\n\n\nw',
        b'%PBN 2.1\x0b\n[t""',
        b'[v""[Auction"N"Pass\r[Play"E"HT\r[tTable"D"\xc2\x85',
        '[Event "x"]\n[Auction "N"]\n1C ___ {Å ⅜}\n\n{Åse ⅜}\n'.encode(),
        b'[Event "x"]\n\r[Play "N"]\n\rSA SK\n\r\n\rwords\n\r\n\rS2 S3\n\r',
    ],
)
def test_damaged_text_is_stable(data: bytes) -> None:
    once = formatted(data)
    assert formatted(once) == once
    assert sum(piece.is_game for piece in pieces(once)) == sum(piece.is_game for piece in pieces(data))
