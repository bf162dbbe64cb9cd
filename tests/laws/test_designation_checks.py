"""Declarer's words for dummy's card in comments, in notes and in the place of a card."""

import pytest

import pbntools as pbn
from pbntools.formats.json.records import record_from_json, record_to_json
from pbntools.laws import find, resolve
from pbntools.laws._words import REMARK_WORDS
from pbntools.laws.remarks import RemarkKind, read_remarks
from pbntools.record import Annotation, Comment, Details, Record, Remarks
from tests.laws.boards import auction, play, record

DEAL = "S:KT7.AK4.A62.K985 J864.J972.J4.QJ3 AQ92.Q85.KQ7.T64 53.T63.T9853.A72"
# West leads against South's 3NT, North is dummy; the columns are W N E S.
PLAY = "CQ C4 CA C5  C3 C6 C7 CK  S4 SQ S3 S7  S6 S2 S5 SK  D4 DQ D3 D2"
LEAD = 13  # dummy leads the S2 to trick 4, having won with the SQ
LAST = 5  # the C6 to trick 2, the last card of it but South's
THIRD = 17  # the DQ to trick 5, after the D2 and the D4


def told(text: str, cell: int, cards: str = PLAY, **fields: object) -> Record:
    base = record(
        contract="3NT", declarer="S", deal=DEAL, play=play(cards, "W"), auction=auction("1NT P 3NT P P P", "S")
    )
    return base.replace(details=Details(Remarks({}, {}, {}, {}, (Comment(text, ("card", cell)),))), **fields)


def rules(item: Record, laws: str = "2017") -> list[str]:
    return [finding.rule.name for finding in find(item, resolve(item, laws))]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("declarer called for a heart", "a heart"),
        ("Declarer called for: low.", "low"),
        ("called for the queen", "the queen"),
        ("called: low", "low"),
        ('called "hearts"', '"hearts"'),
        ("South designated the DQ", "the DQ"),
        ("designated: low", "low"),
        ("S asked for the ten", "the ten"),
        ('declarer said: "heart"', '"heart"'),
        ("declarer  said\nlow", "low"),
        ("declarer: win it", "win it"),
        ("dekleran: küçük", "küçük"),
        ("Deklaran kör dedi", "kör"),
        ("dekleran “büyük” istedi", "“büyük”"),
    ],
)
def test_the_forms(text: str, words: str) -> None:
    (remark,) = read_remarks(told(text, LAST))
    assert (remark.kind, remark.at, remark.words) == (RemarkKind.DESIGNATION, LAST, words)
    assert any(word in text for word in REMARK_WORDS)


@pytest.mark.parametrize(
    "text",
    [
        "low",
        '"low"',
        "heart",
        "HQ",
        "called low",
        "asked for a heart",
        "said low",
        "declarer called for the director",
        "declarer called for trumps",
        "South called for hearts",
        "South called hearts",
        "South called 4S",
        "called: 4S",
        "declarer: 9",
        "declarer: South",
        "declarer: the best play is low",
        "declarer called for a heart, and dummy played the queen",
        "East-West called for a heart",
        "partner called for a heart",
        "they called for a club",
        "nobody said low",
        "declarer said " + "low " * 40,
    ],
)
def test_other_words_say_nothing(text: str) -> None:
    assert read_remarks(told(text, LAST)) == ()
    assert rules(told(text, LAST)) == []


@pytest.mark.parametrize(
    ("text", "cell", "found"),
    [
        ("declarer: low", LAST, []),
        ("declarer: high", LAST, ["designation-mismatch"]),
        ("declarer called for a club", LAST, []),
        ("declarer called for the ten", LAST, ["designation-mismatch"]),
        ("declarer called for the king", LAST, ["designation-ambiguous"]),  # held, but not a club
        ("declarer called for the jack", LAST, ["designation-ambiguous"]),
        ("declarer: anything", LAST, ["designation-ambiguous"]),
        ("declarer: high", THIRD, ["designation-mismatch"]),
        ("declarer called for the queen", THIRD, []),
        # Sure only to him who knows that South holds the DA.
        ("declarer: win it", THIRD, []),
        ("declarer: low", LEAD, ["designation-ambiguous"]),
        ("declarer called for the nine", LEAD, ["designation-mismatch"]),
        ("declarer called for a spade", LEAD, []),
        ("declarer: ace", LEAD, ["designation-mismatch"]),
        ("declarer: queen", LEAD, ["designation-mismatch"]),  # two queens are legal, and neither was played
    ],
)
def test_against_the_card_that_was_played(text: str, cell: int, found: list[str]) -> None:
    assert rules(told(text, cell)) == found


@pytest.mark.parametrize("cell", [LAST - 1, LAST + 1, LAST + 2, 0, 3])
def test_only_on_dummys_cards(cell: int) -> None:
    assert rules(told("declarer: high", cell)) == []


def test_only_of_declarer() -> None:
    assert rules(told("East called for the ten", LAST)) == []
    assert rules(told("South called for the ten", LAST)) == ["designation-mismatch"]


def test_a_note_says_the_same() -> None:
    remarks = Remarks({}, {7: "declarer: high"}, {}, {LAST: Annotation(None, (7,), ())}, ())
    item = told("", LAST).replace(details=Details(remarks))
    (finding,) = find(item, resolve(item))
    assert (finding.rule.code, finding.law, finding.seat, finding.trick, finding.card) == (
        "PLY310", "46B1a", "N", 2, "C6",
    )  # fmt: skip
    assert finding.message == (
        'trick 2, North plays the C6, but declarer called "high": the CT, the highest card of clubs'
    )


def test_nothing_is_said_where_the_cards_before_are_not_known() -> None:
    assert rules(told("declarer: high", LAST, PLAY.replace("CA", "-"))) == []
    assert "designation-mismatch" not in rules(told("declarer: high", LAST, PLAY.replace("CA", "SA")))
    assert rules(told("declarer: high", LAST, deal=None)) == []
    hidden = pbn.Deal.parse("S:KT7.AK4.A62.K985 - - 53.T63.T9853.A72")
    assert rules(told("declarer: high", LAST, deal=hidden)) == []
    two = pbn.Deal.parse("S:KT7.AK4.A62.K985 - AQ92.Q85.KQ7.T64 -")
    assert rules(told("declarer: high", LAST, deal=two)) == ["designation-mismatch"]


def test_nothing_is_said_of_a_card_that_is_a_revoke() -> None:
    item = told("declarer: low", LAST, PLAY.replace("C6", "H5"))
    assert rules(item) == ["revoke"]


def test_the_edition() -> None:
    # Dummy follows with his last club, then has none left when South leads the last one.
    cards = "CQ C4 CA C5  C3 C6 C7 CK  CJ CT C2 C8  D4 D7 D5 DA  H2 S2 D3 C9"
    assert rules(told("declarer: low", LEAD + 4, cards)) == ["designation-ambiguous"]
    item = told("declarer: low", LEAD + 4, cards)
    (finding,) = find(item, resolve(item, "1997"))
    assert finding.law == "46B1"


# --- words in the place of a card -------------------------------------------------------------------------------------

HEAD = b"""[Board "3"]
[Dealer "S"]
[Vulnerable "EW"]
[Deal "S:KT7.AK4.A62.K985 J864.J972.J4.QJ3 AQ92.Q85.KQ7.T64 53.T63.T9853.A72"]
[Declarer "S"]
[Contract "3NT"]
[Result "9"]
[Auction "S"]
1NT Pass 3NT Pass
Pass Pass
[Play "W"]
"""


def unreadable(cards: str, laws: str = "2017") -> list[tuple[str, str | None, str | None]]:
    (reading,) = pbn.check(HEAD + cards.encode() + b"\n*\n", select=["PLY"], laws=laws)
    return [(d.message, d.law, d.help) for d in reading.diagnostics]


def test_a_word_in_the_place_of_a_card() -> None:
    found = unreadable("CQ low CA C5\nC3 ten C7 CK\nS4 küçük S3 S7")
    assert found == [
        ("'low' is no card, but as a designation it is the C4, the lowest card of clubs", "46B1c", "write C4"),
        (
            "'ten' is no card, but as a designation it is the CT, the only ten that dummy may legally play",
            "46B3b",
            "write CT",
        ),
        ("'küçük' is no card, but as a designation it is the S2, the lowest card of spades", "46B1c", "write S2"),
    ]


def test_a_word_that_settles_nothing() -> None:
    assert unreadable("CQ anything CA C5\nC3 low C7 CK") == [
        (
            "'anything' is no card, and as a designation it settles none: neither suit nor rank is named, so either "
            "defender may choose dummy's card",
            "46B5",
            "write CT, C6 or C4",
        ),
        ("'low' is no card: expected a suit and a rank, such as SA or HT, or -", None, None),
    ]


@pytest.mark.parametrize("cards", ["low C4 CA C5", "CQ C4 CA low", "CQ C4 low C5", "CQ moon CA C5", "CQ win it C5"])
def test_other_words_stay_unreadable(cards: str) -> None:
    ((message, law, _),) = unreadable(cards)
    assert message.endswith("is no card: expected a suit and a rank, such as SA or HT, or -")
    assert law is None


def test_a_word_is_told_once_and_can_be_ignored() -> None:
    assert len(unreadable("CQ low CA C5")) == 1
    assert unreadable("CQ low CA C5", laws="1997")[0][1] == "46B1"
    (reading,) = pbn.check(HEAD + b"CQ low CA C5\n*\n", select=["PLY"], ignore=["card-unreadable"])
    assert reading.diagnostics == []


def test_the_text_alone_says_nothing_of_the_law() -> None:
    (reading,) = pbn.read(HEAD + b"CQ low CA C5\n*\n")
    assert reading.record is not None
    assert dict(reading.record.details.remarks.card_words) == {1: "low"}
    (found,) = [d for d in reading.diagnostics if d.rule.name == "card-unreadable"]
    assert found.law is None


def test_words_pass_through_json() -> None:
    (reading,) = pbn.read(HEAD + b"CQ low CA C5\n*\n")
    assert reading.record is not None
    data = record_to_json(reading.record)
    assert data["card_words"] == {"2": "low"}
    again = record_from_json(data)
    assert again == reading.record
    messages = [finding.message for finding in find(again, resolve(again)) if finding.rule.name == "card-unreadable"]
    assert messages == ["'low' is no card, but as a designation it is the C4, the lowest card of clubs"]
