"""What each format cannot hold is listed: one game for every kind of loss, and games at random."""

from __future__ import annotations

import io
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.converting import Conversion, Item
from pbntools.core import Contract, Deal, Seat, Strain
from pbntools.formats.building import build_record
from pbntools.formats.content import content, differences
from pbntools.formats.losses import Loss
from pbntools.formats.registry import Format, formats, get_format, sniffed
from pbntools.record import Play, Record, Result
from tests.formats.reading_all import fitted

CLUB = Path(__file__).parents[2] / "fixtures" / "valid" / "club-evening.pbn"
TAGS = """[Event "Spring Pairs"]
[Site "Mill Lane"]
[Board "1"]
[West "Ida Reed"]
[North "Ole Berg"]
[East "Mia Holt"]
[South "Tom Vane"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AJ.KJ97.T96.AQ75 73.Q654.KQJ84.98 K2.AT832.A2.6432 QT98654..753.KJT"]
"""
CALLED = """[Declarer "N"]
[Contract "3NT"]
[Result "9"]
[Auction "N"]
1NT Pass 3NT Pass
Pass Pass
"""
PLAYED = """[Play "E"]
DK D2 D3 D6
DQ DA D5 D9
*
"""
GAME = TAGS + CALLED


def converted(
    text: str | bytes, target: str, dialect: str | None = None, source: str = "pbn"
) -> tuple[bytes, list[Loss]]:
    """What a conversion writes, and what it lists as lost."""
    data = text.encode() if isinstance(text, str) else text
    form = get_format(source)
    conversion = Conversion(get_format(target), dialect)
    file = io.BytesIO()
    conversion.write(
        (
            Item(reading, reading.record, pbn.resolve(reading.record), form)
            for reading in pbn.read(data, format=source)
            if reading.record is not None
        ),
        file,
    )
    return file.getvalue(), list(conversion.losses)


def lost(text: str, target: str, dialect: str | None = None) -> set[str]:
    """The losses as ``rule: words``."""
    return {f"{loss.rule.name}: {loss.what}" for loss in converted(text, target, dialect)[1]}


LOSSES_OF_LIN = {
    "tags": (GAME, "tag-lost: LIN has no place for Site"),
    "a table": (GAME + '[ScoreTable "Rank\\\\2R;Contract"]\n 1 3NT\n', "table-lost: LIN has no place for ScoreTable"),
    "a note on a card": (
        GAME + PLAYED.replace("DK", "DK=1=") + '[Note "1:attitude"]\n',
        "note-lost: LIN has no notes on cards",
    ),
    "a glyph": (
        GAME.replace("3NT Pass\nPass", "3NT! Pass\nPass"),
        "glyph-lost: LIN has no marks such as ! or ? on calls and cards",
    ),
    "a ruled result": (
        GAME.replace('[Result "9"]', '[Result "^9"]'),
        "irregularity-lost: LIN has no mark for a result that was ruled",
    ),
    "a recorded result": (GAME, "provenance-changed: tricks that were recorded are claimed in LIN (Bridge Base)"),
    "both sides' tricks": (
        GAME.replace('[Result "9"]', '[Result "NS 9"]'),
        "value-changed: LIN has declarer's tricks, and not those of both sides",
    ),
    "an insufficient bid": (
        GAME.replace("1NT Pass 3NT Pass\nPass Pass", "1NT ^I 1H Pass Pass\nPass"),
        "irregularity-lost: LIN has no mark for an insufficient bid that was accepted",
    ),
    "a turn passed over": (
        GAME.replace("1NT Pass 3NT Pass\nPass Pass", "1NT ^S 3NT Pass\nPass Pass"),
        "auction-lost: LIN has no place for calls after a turn that was passed over",
    ),
    "a revoke": (
        GAME + PLAYED.replace("D5", "^R D5"),
        "irregularity-lost: LIN has no mark for a revoke",
    ),
    "another dealer": (
        GAME.replace('[Dealer "N"]', '[Dealer "E"]'),
        "auction-lost: LIN has no auction that another player than the dealer begins",
    ),
    "an unfinished auction": (
        GAME.replace("Pass Pass\n", "+\n"),
        "auction-lost: LIN has no sign for an auction that is not recorded to its end",
    ),
    "a contract without an auction": (
        TAGS + '[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n',
        "result-lost: LIN (Bridge Base) has no place for a contract that does not follow from the auction",
    ),
    "a denomination alone": (
        TAGS + '[Declarer "N"]\n[Contract "?"]\n[Result "?"]\n[Auction "N"]\n*\n',
        "auction-lost: LIN has no sign for an auction that is not recorded to its end",
    ),
    "a comment behind a tag": (
        GAME.replace('[Site "Mill Lane"]', '[Site "Mill Lane"] {the new hall}'),
        "remark-moved: comments in LIN stand before the first call, at a call or at a card",
    ),
    "a comment with a bar": (
        GAME.replace("3NT Pass\n", "3NT {a|b} Pass\n"),
        "text-changed: bars in a comment become slashes",
    ),
    "blanks in a note": (
        GAME.replace("1NT Pass", "1NT=1= Pass") + '[Note "1:15  to 17"]\n',
        "text-changed: line ends and repeated blanks in notes become single blanks",
    ),
    "the suits of a note": (
        GAME.replace("1NT Pass", "1NT=1= Pass") + '[Note "1:!S and !H"]\n',
        "text-changed: suits as !S or @S in notes are the same in LIN as \\S",
    ),
    "a note that says nothing": (
        GAME.replace("1NT Pass", "1NT=1= Pass") + '[Note "1:?"]\n',
        "note-lost: LIN has no place for a note that says nothing, or twice the same",
    ),
    "a name with a comma": (
        GAME.replace("Ida Reed", "Reed, Ida"),
        "text-changed: commas in names become blanks",
    ),
    "names of the seats": (
        re.sub(r'\[(West|North|East|South) "[^"]*"\]', r'[\1 "\1"]', GAME),
        "tag-lost: names that are only those of the seats count in LIN as unknown",
    ),
    "a name that is a dash": (GAME.replace("Ida Reed", "-"), "tag-lost: LIN has no place for a name such as -"),
    "a label": (
        GAME.replace('[Board "1"]', '[Board "A1b"]'),
        "board-changed: LIN has numbers of boards; another label becomes a heading",
    ),
    "a long number": (
        GAME.replace('[Board "1"]', '[Board "12345678901"]'),
        "board-changed: LIN has numbers of boards; another label becomes a heading",
    ),
    "zeros": (
        GAME.replace('[Board "1"]', '[Board "01"]'),
        "board-changed: LIN has no zeros before the number of a board",
    ),
    "three hands": (
        re.sub(r'\[Deal "N:(\S+) \S+ (\S+) (\S+)"\]', r'[Deal "N:\1 - \2 \3"]', GAME),
        "value-changed: LIN takes the fourth hand from the other three",
    ),
    "the tricks so far": (
        GAME + PLAYED.replace("*", "+"),
        "result-lost: LIN (Bridge Base) has no place for the tricks so far",
    ),
    "a play that goes on": (
        GAME + PLAYED.replace("*", "+"),
        "play-lost: LIN has no sign that the play goes on",
    ),
    "no more cards": (
        GAME.replace('[Result "9"]', '[Result "?"]') + PLAYED,
        "play-lost: LIN has no sign that no more cards are recorded",
    ),
    "cards behind a gap": (
        GAME.replace('[Result "9"]', '[Result "?"]') + PLAYED.replace("DK D2 D3 D6", "DK - D3 D6"),
        "play-lost: LIN has cards in playing order: those after a gap are lost",
    ),
    "an unreadable call": (
        GAME.replace("1NT Pass 3NT", "1NT Pass 3Q"),
        "word-lost: LIN has no word for a call that could not be read; the auction ends before it",
    ),
    "an unreadable card": (
        GAME.replace('[Result "9"]', '[Result "?"]') + PLAYED.replace("D2", "ZZ"),
        "word-lost: LIN has no word for a card that could not be read; the play ends before it",
    ),
    "thirteen tricks too many": (
        GAME.replace('[Result "9"]', '[Result "14"]'),
        "result-lost: LIN has no place for a result of fewer than 0 or more than 13 tricks",
    ),
}


@pytest.mark.parametrize("kind", LOSSES_OF_LIN)
def test_lin_lists_each_kind_of_loss(kind: str) -> None:
    text, words = LOSSES_OF_LIN[kind]
    assert words in lost(text, "lin")


LOSSES_OF_RBN = {
    "a tag": (GAME.replace("[Site", '[Competition "Pairs"]\n[Site'), "tag-lost: RBN has no place for Competition"),
    "the tricks so far": (GAME + PLAYED.replace("*", "+"), "result-lost: RBN has no place for the tricks so far"),
    "a play that goes on": (GAME + PLAYED.replace("*", "+"), "play-lost: RBN has no sign that the play goes on"),
    "a gap": (
        GAME + PLAYED.replace("DK D2", "DK -"),
        "play-lost: RBN has cards in playing order: those after a gap are lost",
    ),
    "a turn passed over": (
        GAME.replace("1NT Pass 3NT", "1NT ^S 3NT"),
        "auction-lost: RBN has no place for an auction in which a turn was passed over",
    ),
    "an unfinished auction": (
        GAME.replace("Pass Pass\n", "+\n"),
        "auction-lost: RBN has no sign for an auction that is not recorded to its end",
    ),
    "a glyph": (GAME.replace("3NT Pass\n", "3NT! Pass\n"), "glyph-lost: RBN has no marks such as ! or ? on calls"),
    "a ruled result": (
        GAME.replace('"9"', '"^9"'),
        "result-lost: RBN has declarer's tricks, and no mark for a result that was ruled",
    ),
    "a revoke": (
        GAME + PLAYED.replace("D5", "^R D5"),
        "irregularity-lost: RBN has no marks for revokes and leads out of turn",
    ),
    "a table": (GAME + '[ScoreTable "Rank\\\\2R;Contract"]\n 1 3NT\n', "table-lost: RBN has no place for ScoreTable"),
}


@pytest.mark.parametrize("kind", LOSSES_OF_RBN)
def test_rbn_lists_each_kind_of_loss(kind: str) -> None:
    text, words = LOSSES_OF_RBN[kind]
    assert words in lost(text, "rbn")
    assert words in lost(text, "rbx")


TRAVELLER = '[ScoreTable "Contract;Result;Declarer"]\n3NT 9 N\n'
LOSSES_OF_USEBIO = {
    "the cards": (GAME + TRAVELLER, "hand-lost: USEBIO has no place for the cards"),
    "the dealer": (GAME + TRAVELLER, "dealer-changed: USEBIO has no place for Dealer"),
    "the vulnerability": (GAME + TRAVELLER, "dealer-changed: USEBIO has no place for Vulnerable"),
    "the auction": (GAME + TRAVELLER, "auction-lost: USEBIO has no place for an auction"),
    "the play": (GAME + PLAYED + TRAVELLER, "play-lost: USEBIO has no place for a play"),
    "a board without results": (
        GAME,
        "record-left-out: USEBIO holds tables of results: a record without a ScoreTable is left out",
    ),
}


@pytest.mark.parametrize("kind", LOSSES_OF_USEBIO)
def test_usebio_lists_each_kind_of_loss(kind: str) -> None:
    text, words = LOSSES_OF_USEBIO[kind]
    assert words in lost(text, "usebio")


LOSSES_OF_CSV = {
    "the auction": (GAME, "auction-lost: CSV has no place for an auction"),
    "the play": (GAME + PLAYED, "play-lost: CSV holds the opening lead alone"),
    "the tricks so far": (GAME + PLAYED.replace("*", "+"), "result-lost: CSV has no place for the tricks so far"),
    "a comment": (GAME.replace("3NT Pass\n", "3NT {well} Pass\n"), "comment-lost: CSV has no place for comments"),
    "a table": (GAME + TRAVELLER, "table-lost: CSV has no place for tables"),
}


@pytest.mark.parametrize("kind", LOSSES_OF_CSV)
def test_csv_lists_each_kind_of_loss(kind: str) -> None:
    text, words = LOSSES_OF_CSV[kind]
    assert words in lost(text, "csv")


# --- a Result that is not the last word -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("target", "dialect", "final"),
    [
        ("lin", "myhands", b"mc|"), ("lin", "single", b"mc|"), ("lin", "vugraph", b"rs|"), ("rbn", None, b"\nR "),
        ("rbx", None, b"R{"), ("handviewer", "lin", b"mc%7C"), ("csv", "records", b",2,"),
    ],
)  # fmt: skip
def test_tricks_so_far_are_not_written_as_the_result(target: str, dialect: str | None, final: bytes) -> None:
    text = GAME.replace('[Result "9"]', '[Result "2"]') + PLAYED.replace("*", "+")
    data, losses = converted(text, target, dialect)
    assert final not in data
    assert any(loss.rule.name == "result-lost" and loss.what.endswith("for the tricks so far") for loss in losses)
    for reading in pbn.read(data, format=target):
        assert reading.record is not None
        assert reading.record.result is None
    # The total of a play that has ended is written.
    assert final in converted(GAME.replace('[Result "9"]', '[Result "2"]') + PLAYED, target, dialect)[0]


def test_a_claim_that_becomes_a_result_is_listed() -> None:
    lin = (
        b"vg|Cup,,I,1,1,Elm,,Oak,|\nrs|1NN+2,|\npg||\nqx|o1|md|3SAKHAKQDAKQC65432,S2H2D2,S3H3D3|sv|o|"
        b"mb|1N|mb|p|mb|p|mb|p|pc|D2|mc|9|\n"
    )
    (reading,) = [reading for reading in pbn.read(lin, format="lin") if reading.record is not None]
    assert reading.record is not None
    assert reading.record.play is not None
    assert reading.record.play.claim == 9
    _, losses = converted(lin, "pbn", source="lin")
    assert any(loss.rule.name == "provenance-changed" and "claim" in loss.what for loss in losses)


# --- what was written is read back ------------------------------------------------------------------------------------


def test_cards_behind_an_unreadable_one_stay_where_they_are_read() -> None:
    game = GAME + PLAYED.replace("DK D2 D3 D6", "DK x D2 D6")
    data, _ = converted(game.replace('"E"]\nDK', '"W"]\nDK'), "pbn")
    assert data


@pytest.mark.parametrize("target", ["pbn", "json", "rbn", "lin"])
def test_hands_that_cannot_be_read_are_no_deal(target: str) -> None:
    lin = b"qx|o1|md|m|sv|o|mb|1N|mb|p|mb|p|mb|p|\n"
    (reading,) = [reading for reading in pbn.read(lin, format="lin") if reading.record is not None]
    assert reading.record is not None
    assert reading.record.deal is None
    assert converted(lin, target, source="lin")[0]


@pytest.mark.parametrize("target", ["rbn", "rbx"])
def test_passes_behind_the_end_are_kept(target: str) -> None:
    game = GAME.replace("3NT Pass\nPass Pass", "3NT Pass\nPass Pass Pass Pass\nPass Pass")
    data, _ = converted(game, target)
    (reading,) = [reading for reading in pbn.read(data, format=target) if reading.record is not None]
    assert reading.record is not None
    assert reading.record.auction is not None
    assert len(reading.record.auction.ids) == 10


@pytest.mark.parametrize(
    "raw", [b"R 10\xb6", b"C 4\xb6", b"P \xb6", b"A NZ:1C\xb6", "R 10\u00b6\u00a0".encode(), "D \u00c5".encode()]
)
@pytest.mark.parametrize("target", ["rbn", "rbx", "pbn", "json"])
def test_what_cannot_be_read_keeps_its_letters(raw: bytes, target: str) -> None:
    data = b"B 1\nH N:AJ.KJ97.T96.AQ75:73.Q654.KQJ84.98:K2.AT832.A2.6432\n" + raw + b"\n"
    assert converted(data, target, source="rbn")[0]


@pytest.mark.parametrize("target", ["lin", "handviewer"])
def test_a_number_of_a_board_that_is_too_long_is_a_heading(target: str) -> None:
    data, losses = converted(GAME.replace('[Board "1"]', '[Board "12345678901"]'), target)
    assert [loss.rule.name for loss in losses if loss.rule.name == "board-changed"]
    (reading,) = [reading for reading in pbn.read(data, format=target) if reading.record is not None]
    assert reading.record is not None
    assert reading.record.board is None
    assert [comment.text for comment in reading.record.comments] == ["12345678901"]


# --- what was written is known for what it is -------------------------------------------------------------------------


def _writers() -> list[tuple[Format, str | None]]:
    return [
        (found, dialect)
        for found in formats()
        if found.write is not None and found.open is not None and found.name != "gib"
        for dialect in found.dialects or (None,)
    ]


@pytest.mark.parametrize(("found", "dialect"), _writers(), ids=lambda value: getattr(value, "name", str(value)))
def test_what_is_written_is_recognised(found: Format, dialect: str | None) -> None:
    data = CLUB.read_bytes()
    if dialect == "single":
        data = GAME.encode()
    written, _ = converted(data, found.name, dialect)
    for name in ("records", *(f"records{suffix}" for suffix in found.suffixes)):
        assert sniffed(written[:4096], name).name == found.name


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
@pytest.mark.parametrize("target", ["pbn", "lin", "rbn", "csv", "json", "jsonl", "usebio"])
def test_files_in_utf_16_are_known_for_what_they_are(target: str, encoding: str) -> None:
    text = converted(CLUB.read_bytes(), target)[0].decode().replace('encoding="UTF-8"', 'encoding="UTF-16"')
    data = ("\ufeff" + text).encode(encoding)
    assert sniffed(data[:4096], "records").name == target
    boards = [reading.board for reading in pbn.read(data) if reading.record is not None]
    assert boards == [
        reading.board for reading in pbn.read(text.encode(), format=target) if reading.record is not None
    ] or (target == "usebio" and boards)


# --- anything at random -----------------------------------------------------------------------------------------------

NOTES = {"call notes", "card notes"}
GLYPHS = {"call glyphs", "card glyphs"}
DERIVED = {"contract", "declarer", "result"}
EXPLAINED: dict[str, set[str]] = {
    "comment-lost": {"comments"},
    "note-lost": NOTES,
    "glyph-lost": GLYPHS,
    "table-lost": {"tables"},
    "auction-lost": {"auction", "call notes", "call glyphs"},
    "play-lost": {"play", "card notes", "card glyphs"},
    "result-lost": DERIVED | {"irregular declarer", "trump"},
    "hand-lost": {"deal"},
    "dealer-changed": {"dealer", "vulnerable"},
    "board-changed": {"board"},
    "irregularity-lost": {"auction", "play", "irregular declarer", "result"},
    "provenance-changed": {"play", "result"},
    "text-changed": {"comments", *NOTES},
    "word-lost": {"auction", "play", *NOTES, *GLYPHS},
    "value-changed": {"deal", "result", "play", "tables"},
    "remark-moved": {"comments", *NOTES},
}
"""The parts of a record that a loss of a rule may change."""
PARTS_OF_RECORDS = {
    "board", "dealer", "vulnerable", "deal", "contract", "declarer", "irregular declarer", "trump", "result", "auction",
    "play", "comments", "tables", *NOTES, *GLYPHS,
}  # fmt: skip

DEALS = st.sampled_from([
    "N:AJ.KJ97.T96.AQ75 73.Q654.KQJ84.98 K2.AT832.A2.6432 QT98654..753.KJT",
    "N:AJ.KJ97.T96.AQ75 - K2.AT832.A2.6432 QT98654..753.KJT",
    "N:AJ.KJ97.T96.AQ75 - - -",
])  # fmt: skip
AUCTIONS = st.sampled_from([
    "1NT Pass 3NT Pass\nPass Pass", "1NT! Pass 3NT=1= Pass\nPass Pass\n[Note \"1:to play\"]", "1NT Pass +", "1NT *",
    "1NT {strong} Pass 3NT Pass\nPass Pass", "1NT ^S 3NT Pass\nPass Pass", "1NT ^I 1H Pass Pass\nPass", "AP",
    "1NT Pass 3NT Pass\nPass Pass Pass Pass",
])  # fmt: skip
PLAYS = st.sampled_from([
    "DK D2 D3 D6\n*", "DK D2 D3 D6\n+", "DK! D2 D3 D6\n*", "DK=1= D2 D3 D6\n*\n[Note \"1:top\"]", "DK - D3 D6\n*",
    "DK {well led} D2 D3 D6\n*", "DK ^R D2 D3 D6\n*", "- - - -\n*", "DK x D2 D6\n*",
])  # fmt: skip


@st.composite
def games(draw: st.DrawFn) -> str:
    parts = [
        f'[{name} "{value}"]'
        for name, value in (
            ("Event", draw(st.sampled_from(["", "Cup", "Cup | Final"]))),
            ("Site", draw(st.sampled_from(["", "Hall"]))),
            ("Board", draw(st.sampled_from(["1", "07", "A3", "12345678901"]))),
            ("West", draw(st.sampled_from(["", "Ida Reed", "Reed, Ida", "West", "-"]))),
            ("Dealer", draw(st.sampled_from(["N", "E", "?"]))),
            ("Vulnerable", draw(st.sampled_from(["None", "All", "?"]))),
            ("Room", draw(st.sampled_from(["", "Open"]))),
            ("Competition", draw(st.sampled_from(["", "Pairs", "Chess"]))),
            ("Deal", draw(DEALS)),
            ("Declarer", draw(st.sampled_from(["N", "^N", "?"]))),
            ("Contract", draw(st.sampled_from(["3NT", "4SX", "Pass", "?"]))),
            ("Result", draw(st.sampled_from(["9", "^9", "NS 9", "2", "?"]))),
        )
        if value
    ]
    if draw(st.booleans()):
        parts[0] += " {a comment}"
    if draw(st.booleans()):
        parts.append('[Auction "N"]\n' + draw(AUCTIONS))
    if draw(st.booleans()):
        parts.append('[Play "E"]\n' + draw(PLAYS))
    if draw(st.booleans()):
        parts.append(TRAVELLER.strip())
    return "\n".join(parts) + "\n"


@pytest.mark.parametrize(("found", "dialect"), _writers(), ids=lambda value: getattr(value, "name", str(value)))
@settings(max_examples=40)
@given(text=games())
def test_what_differs_is_listed(found: Format, dialect: str | None, text: str) -> None:
    data, losses = converted(text, found.name, dialect)
    (before,) = [reading.record for reading in pbn.read(text.encode()) if reading.record is not None]
    after = (
        [reading.record for reading in pbn.read(data, format=found.name) if reading.record is not None] if data else []
    )
    names = {loss.rule.name for loss in losses}
    if not after:
        assert "record-left-out" in names
        return
    assert unexplained(before, after[0], names, found.holds) == []


def unexplained(before: Record, after: Record, names: set[str], holds: frozenset[str]) -> list[str]:
    """The parts that differ although no loss may have changed them."""
    allowed = set().union(*(EXPLAINED.get(name, set()) for name in names))
    # A contract that follows from the auction is not lost with its tags.
    one, other = pbn.resolve(before), pbn.resolve(after)
    if (one.contract, one.declarer) == (other.contract, other.declarer) and not {"contract"} & holds:
        allowed |= {"contract", "declarer"}
    # A contract that is not known may be told by the auction alone.
    changed = [part for part in differences(before, after) if part not in allowed]
    listed = content(before).get("tags", {})
    return [
        part
        for part in changed
        if part in PARTS_OF_RECORDS or (part in listed and not names & {"tag-lost", "text-changed", "value-changed"})
    ]


CONTRACT = {"contract": Contract.parse("3NT"), "declarer": Seat.NORTH}
RARE = {
    "trumps alone": (Record(trump_only=Strain.SPADES), None, "LIN has no trumps without a contract"),
    "an irregular declarer": (
        Record(declarer_irregular=True),
        None,
        "LIN has no mark for a declarer that is not the rightful one",
    ),
    "half a character": (
        build_record({"North": "a\ud800"}),
        None,
        "halves of characters in names become question marks",
    ),
    "no card": (Record(deal=Deal((None,) * 4)), None, "LIN has no deal without a card"),
    "a claim of thousands": (
        Record(play=Play(Seat.EAST, (10,), "*", claim=1000)),
        None,
        "LIN has no place for such a claim",
    ),
    "a claim without a contract": (
        Record(play=Play(Seat.EAST, (), "*", claim=9)),
        None,
        "LIN (Bridge Base) has no place for tricks that do not follow from the play",
    ),
    "cards of a listed result": (
        build_record(board="1", result=Result(9), play=Play(Seat.EAST, (10,)), **CONTRACT),  # type: ignore[arg-type]
        "vugraph",
        "LIN ends the play at a table whose result is listed",
    ),
}


@pytest.mark.parametrize("kind", RARE)
def test_lin_lists_what_is_rare(kind: str) -> None:
    record, dialect, words = RARE[kind]
    assert words in [loss.what for loss in fitted([record], "lin", dialect)[1]]
