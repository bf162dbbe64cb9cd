"""Irregularities that a record tells in words: the forms that count, and what refutes them."""

import pytest

import pbntools as pbn
from pbntools.core import Card, Seat
from pbntools.laws import find, resolve
from pbntools.laws._words import REMARK_WORDS
from pbntools.laws.remarks import RemarkKind, read_remarks
from pbntools.record import Annotation, Comment, Details, Record, Remarks
from tests.laws.boards import DEAL, auction, play, record

# West leads against South's 4S; the columns are W N E S.
OPENING = "H4 H3 HJ HA  S3 S4 S2 SK  S7 SA S8 SQ  H5 HK H2 H9"


def with_comment(item: Record, owner: str, index: int, text: str) -> Record:
    return item.replace(details=Details(Remarks({}, {}, {}, {}, (Comment(text, (owner, index)),))))


def board() -> Record:

    return record(
        contract="4S", declarer="S", deal=DEAL, play=play(OPENING, "W"), auction=auction("1S P 4S P P P", "S")
    )


@pytest.mark.parametrize(
    ("owner", "text", "kind"),
    [
        ("call", "corrected from 1H", RemarkKind.CALL_CORRECTED),
        ("call", "Insufficient bid 1H, withdrawn.", RemarkKind.CALL_CORRECTED),
        ("call", "1H corrected", RemarkKind.CALL_CORRECTED),
        ("call", "Pass out of turn by East, withdrawn", RemarkKind.CALL_OUT_OF_TURN),
        ("card", "revoke corrected: H4", RemarkKind.REVOKE_CORRECTED),
        ("card", "Corrected revoke H4 withdrawn", RemarkKind.REVOKE_CORRECTED),
        ("card", "penalty card: s10", RemarkKind.PENALTY_CARD),
        ("card", "major penalty card SK", RemarkKind.PENALTY_CARD),
        ("card", "lead withdrawn: SK by west", RemarkKind.LEAD_WITHDRAWN),
        ("card", "Face-down lead withdrawn: SK by W", RemarkKind.FACE_DOWN_LEAD),
        ("card", "defective trick", RemarkKind.DEFECTIVE_TRICK),
        ("card", "second card: C7", RemarkKind.SECOND_CARD),
        ("card", "found among the played cards: H4", RemarkKind.FOUND_CARD),
    ],
)
def test_the_forms(owner: str, text: str, kind: RemarkKind) -> None:
    (remark,) = read_remarks(with_comment(board(), owner, 3, text))
    assert (remark.kind, remark.at) == (kind, 3)
    assert any(word in text for word in REMARK_WORDS)


@pytest.mark.parametrize(
    "text",
    [
        "a revoke corrected: H4",
        "this could have been a penalty card",
        "corrected from 9H",
        "revoke corrected: H1",
        "1H corrected by the editor",
        "",
    ],
)
@pytest.mark.parametrize("owner", ["call", "card", "tag"])
def test_other_words_say_nothing(owner: str, text: str) -> None:
    assert read_remarks(with_comment(board(), owner, 3, text)) == ()


def test_a_note_says_the_same() -> None:
    remarks = Remarks({}, {2: "revoke corrected: C4"}, {}, {2: Annotation(None, (2, 9), ())}, ())
    (remark,) = read_remarks(board().replace(details=Details(remarks)))
    assert (remark.at, remark.card) == (2, Card.parse("C4"))


def test_a_withdrawn_card_must_have_been_held_and_not_follow_suit() -> None:
    for card, rules in (("C4", ["revoke-corrected"]), ("H8", ["irregularity-mark"]), ("DK", ["irregularity-mark"])):
        item = with_comment(board(), "card", 2, f"revoke corrected: {card}")
        assert [finding.rule.name for finding in find(item, resolve(item))] == rules


def test_two_penalty_cards_are_major_and_a_later_lead_of_partner_ends_it() -> None:
    base = board()
    comments = (Comment("minor penalty card: C4", ("card", 2)), Comment("minor penalty card: D3", ("card", 6)))
    item = base.replace(details=Details(Remarks({}, {}, {}, {}, comments)))
    found = find(item, resolve(item))
    assert [finding.rule.name for finding in found] == ["penalty-card"] * 2
    assert found[1].help == "with the C4 it is one of two, and both are major penalty cards (50B)"


def test_declarers_side_has_no_penalty_cards() -> None:
    item = with_comment(board(), "card", 3, "penalty card: D8")
    (finding,) = find(item, resolve(item))
    assert finding.seat == "S"
    assert finding.help == "declarer's side has no penalty cards (48)"


@pytest.mark.parametrize(
    ("calls", "reverts_to", "goes_on"),
    [("1H ^S P P P", Seat.EAST, "1S"), ("1H P ^S P P", Seat.SOUTH, "^S 1S")],
)
def test_passes_that_take_away_a_turn_do_not_end_the_auction(calls: str, reverts_to: Seat, goes_on: str) -> None:
    outcome = resolve(record(auction=auction(calls)))
    assert outcome.contract is None
    assert outcome.auction is not None
    assert outcome.auction.reverts_to is reverts_to
    longer = resolve(record(auction=auction(f"{calls} {goes_on} P P P")))
    assert (str(longer.contract), longer.declarer) == ("1S", reverts_to)


def test_a_bid_out_of_turn_takes_no_turn_away_for_good() -> None:
    assert str(resolve(record(auction=auction("1H ^S 2C P P P"))).contract) == "2C"


DOUBLE_ENTRY = b"""[Date "2010.05.01"]
[Dealer "N"]
[Declarer "W"]
[Contract "3H"]
[Auction "N"]
1S 1H 3D Pass
3H Pass Pass Pass
"""


@pytest.mark.parametrize(
    ("laws", "edition", "words"),
    [
        ("2017", "2017", "unless it is a comparable call"),
        ("auto", "2007", "unless it is a call of the same or a more precise meaning"),
        ("1997", "1997", "must pass for the rest of the auction (27B2); West called 3H afterwards"),
        ("rubber", "rubber", "must pass for the rest of the auction (27B2); West called 3H afterwards"),
    ],
)
def test_each_diagnostic_has_the_edition_used(laws: str, edition: str, words: str) -> None:
    (reading,) = pbn.check(DOUBLE_ENTRY, select=["AUC"], laws=laws)
    (found,) = reading.diagnostics
    assert (found.rule.name, found.edition, found.as_dict()["edition"]) == ("bid-corrected", edition, edition)
    assert words in (found.help or "")


def test_behind_a_screen_nothing_more_follows() -> None:
    (reading,) = pbn.check(DOUBLE_ENTRY, select=["AUC"], screens=True)
    (found,) = reading.diagnostics
    assert found.help == "a call that is put right behind the screen carries no further rectification"


def test_an_edition_that_is_not_known() -> None:
    with pytest.raises(ValueError, match="expected 2017, 2007, 1997, rubber, auto"):
        pbn.check(DOUBLE_ENTRY, laws="2027")
