"""Games in the export format: golden outputs, and what is refused."""

from __future__ import annotations

import pytest

from pbntools.core import Call, Card, Contract, Deal, Seat, Vulnerability
from pbntools.formats.pbn.export import ExportError, deal_text, export_game
from pbntools.record import Annotation, Auction, Comment, Details, Play, Record, Remarks, Result, Table, Tags
from tests.formats.samples import DEAL, GAME, one

ANNOTATED = """\
; before everything
% a line for programs
[Result "NS 8"]
[Event "Spring Pairs"]
{about the event,
in two lines}
[Dealer "n"]
[Vulnerable "Love"]
[Deal "S:6543.432.akqj.98 2.AKQJ.T98.A765 AKQJ.T98.765.432 T987.765.432.KQJT"]
[Contract "1s"]
[Declarer "N"]
[Zeta "last"]
[Alpha "a \\"quoted\\" \\\\ word"]
[Auction "W"]
- 1S !! =1= $25 {strong} pass
Pass ; end of line
% in the auction
Pass *
[Note "1:five spades"]
{behind the note}
[Play "N"]
C2 CK ? $200 C8 CA
*
[ScoreTable "Rank\\2R;Names_NS;Score_NS\\5R"]
{about the table}
1 "A; B" 80 10 C -100
"""

EXPORTED = """\
; before everything
% a line for programs
[Event "Spring Pairs"]
{about the event,
in two lines}
[Site "?"]
[Date "?"]
[Board "?"]
[West "?"]
[North "?"]
[East "?"]
[South "?"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJ.T98.765.432 T987.765.432.KQJT 6543.432.AKQJ.98 2.AKQJ.T98.A765"]
[Scoring "?"]
[Declarer "N"]
[Contract "1S"]
[Result "8"]
[Alpha "a \\"quoted\\" \\\\ word"]
[Zeta "last"]
[Auction "N"]
1S =1= $3 $25 {strong} Pass Pass ; end of line
% in the auction
Pass
[Note "1:five spades"]
{behind the note}
[Play "E"]
CK $8 $200 C8 CA C2
*
[ScoreTable "Rank\\2R;Names_NS;Score_NS\\5R"]
{about the table}
 1 "A; B"    80
10 C  -100
"""


def exported(text: str) -> str:
    """The export of the only game of a text, with its remarks as a file has them."""
    from pbntools.formats.pbn.export_remarks import attached_to
    from pbntools.formats.pbn.faults import PbnMap
    from tests.formats.samples import read

    (reading,) = [reading for reading in read(text) if reading.record is not None]
    assert isinstance(reading.source_map, PbnMap)
    assert reading.record is not None
    return export_game(reading.record, attached_to(reading.source_map, reading.record))


def lines(text: str) -> list[str]:
    return text.split("\r\n")


def test_everything_has_its_place() -> None:
    text = exported(ANNOTATED)
    assert text.replace("\r\n", "\n") == EXPORTED


def test_every_line_ends_in_cr_lf() -> None:
    text = exported(ANNOTATED)
    assert text.count("\n") == text.count("\r") == text.count("\r\n")


def test_an_export_is_its_own_export() -> None:
    text = exported(ANNOTATED)
    assert exported(text) == text
    assert exported(exported(GAME)) == exported(GAME)


BUILT = Record(
    board="7",
    dealer=Seat.SOUTH,
    vulnerable=Vulnerability.ALL,
    deal=Deal.parse(DEAL),
    contract=Contract.parse("1S"),
    declarer=Seat.NORTH,
    result=Result(8),
    auction=Auction(
        Seat.SOUTH,
        tuple(int(Call.parse(word)) for word in "Pass Pass 1S Pass Pass Pass".split()),
    ),
    play=Play(Seat.NORTH, tuple(int(Card.parse(word)) for word in "C2 CK C8 CA".split()), "*"),
    tags=Tags({"Event": "Summer Teams", "Room": "Open"}),
    details=Details(
        Remarks(
            {2: "artificial"},
            {1: "from three"},
            {2: Annotation("!?", (2,), (30,))},
            {1: Annotation("?", (1,), ())},
            (
                Comment("start"),
                Comment("room", ("tag", "Room")),
                Comment("a } brace", ("call", 5)),
                Comment("led", ("card", 1)),
                Comment("of the note", ("tag", "Note")),
            ),
        ),
        (
            Table("TotalScoreTable", ("Rank", "Names"), (("1", "A;B"), ("2", ""))),
            Table("ScoreTable", ("X", "Y"), (("a b", "c"),), "X\\6L;Y\\3R"),
        ),
    ),
)


def test_a_record_built_in_code() -> None:
    assert lines(export_game(BUILT)) == [
        "{start}",
        '[Event "Summer Teams"]',
        '[Site "?"]',
        '[Date "?"]',
        '[Board "7"]',
        '[West "?"]',
        '[North "?"]',
        '[East "?"]',
        '[South "?"]',
        '[Dealer "S"]',
        '[Vulnerable "All"]',
        '[Deal "S:6543.432.AKQJ.98 2.AKQJ.T98.A765 AKQJ.T98.765.432 T987.765.432.KQJT"]',
        '[Scoring "?"]',
        '[Declarer "N"]',
        '[Contract "1S"]',
        '[Result "8"]',
        '[Room "Open"]',
        "{room}",
        '[Auction "S"]',
        "Pass Pass 1S =2= $5 $30 Pass",
        "Pass Pass ;a } brace",
        '[Note "2:artificial"]',
        '[Play "E"]',
        "CK =1= $8 {led} C8 CA C2",
        "*",
        '[Note "1:from three"]',
        "{of the note}",
        '[ScoreTable "X\\6L;Y\\3R"]',
        '"a b"    c',
        '[TotalScoreTable "Rank;Names"]',
        '1 "A;B"',
        '2 ""',
        "",
    ]


@pytest.mark.parametrize(
    ("body", "wanted"),
    [
        ("1S Pass Pass Pass", ["1S Pass Pass Pass"]),
        ("1S\nAP", ["1S AP"]),
        ("AP", ["AP"]),
        ("1S Pass Pass Pass *", ["1S Pass Pass Pass"]),
        ("1S Pass *", ["1S Pass", "*"]),
        ("1S Pass +", ["1S Pass +"]),
        ("1S ^I 1H Pass Pass", ["1S ^I 1H Pass Pass"]),
        ("^S 1S Pass Pass Pass", ["^S 1S Pass Pass", "Pass"]),
        ("1n p p p", ["1NT Pass Pass Pass"]),
        ("1S {one} AP {two}", ["1S {one} AP {two}"]),
        ("{first} 1S AP", ["{first}", "1S AP"]),
    ],
)
def test_auctions(body: str, wanted: list[str]) -> None:
    text = exported(f'[Dealer "N"]\n[Auction "N"]\n{body}\n')
    assert lines(text.partition('[Auction "N"]\r\n')[2])[:-1] == wanted


def test_a_first_caller_who_is_not_the_dealer_stays() -> None:
    assert '[Auction "E"]\r\n1S' in exported('[Dealer "N"]\n[Auction "E"]\n1S AP\n')


@pytest.mark.parametrize(
    ("first", "body", "wanted"),
    [
        ("E", "CK C8 CA C2\n*", ["CK C8 CA C2", "*"]),
        ("N", "C2 CK C8 CA\n*", ["CK C8 CA C2", "*"]),
        ("E", "CK C8\n*", ["CK C8 - -", "*"]),
        ("N", "C2 + - -", ["+ - - C2"]),
        ("E", "+", ["+ - - -"]),
        ("E", "*", ["*"]),
        ("E", "CK C8 ^L CA C2", ["CK C8 ^L CA C2"]),
        ("S", "C8 ^R CA C2 CK {king}", ["CK {king} C8 ^R CA C2"]),
    ],
)
def test_plays_start_in_the_leader_s_column(first: str, body: str, wanted: list[str]) -> None:
    text = exported(f'[Deal "{DEAL}"]\n[Declarer "N"]\n[Contract "1S"]\n[Play "{first}"]\n{body}\n')
    assert lines(text.partition('[Play "E"]\r\n')[2])[:-1] == wanted


def test_long_rows_and_comments_are_broken() -> None:
    long = " ".join(["word"] * 100)
    text = exported(
        f'[Dealer "N"]\n[Auction "N"]\n1S {{{long}}} Pass =1= $30 $31 $32 $33 $34 $35 $36 $37 $38 $39 Pass\n'
    )
    assert max(map(len, lines(text))) <= 253
    assert exported(text) == text
    comment = one(text).comments[0].text
    assert comment.split() == long.split()


@pytest.mark.parametrize(
    ("tags", "wanted"),
    [
        ({"Contract": "Pass"}, {"Declarer": "", "Result": ""}),
        ({"Contract": "4SX", "Declarer": "E"}, {"Result": "?"}),
        ({"Deal": DEAL}, {"Declarer": "", "Contract": "", "Result": "", "Scoring": "", "West": "?"}),
        ({"Deal": DEAL, "West": "Alder"}, {"Declarer": "?", "Contract": "?", "Result": "?"}),
        ({"Deal": DEAL, "Contract": "?"}, {"Contract": "?"}),
        ({"Declarer": "S", "Contract": "3n", "Result": "EW 4 NS 9"}, {"Contract": "3NT", "Result": "9"}),
        ({"Declarer": "S", "Contract": "3NT", "Result": "^EW 4"}, {"Result": "^9"}),
        ({"Declarer": "S", "Contract": "3NT", "Result": "EW 4 NS 8"}, {"Result": "EW 4 NS 8"}),
        ({"Contract": "3NTS-1"}, {"Contract": "3NTS-1"}),
        ({"Contract": "3NTS"}, {"Contract": "3NT", "Declarer": "S"}),
        ({"Declarer": "^n", "Contract": "1S"}, {"Declarer": "^N"}),
        ({"Dealer": "West", "Vulnerable": "both"}, {"Dealer": "W", "Vulnerable": "All"}),
        ({"Dealer": "nobody", "Date": "yesterday"}, {"Dealer": "nobody", "Date": "yesterday"}),
        ({"Deal": "N:SAKQJ.HT98.D765.C432 - - -"}, {"Deal": "N:AKQJ.T98.765.432 - - -"}),
        ({"Deal": "N:AKQJ.T98.765.43x - - -"}, {"Deal": "N:AKQJ.T98.765.43x - - -"}),
        ({"Deal": "N:AA.. - - -"}, {"Deal": "N:AA.. - - -"}),
        ({"Event": "a\tb"}, {"Event": "a b"}),
    ],
)
def test_values(tags: dict[str, str], wanted: dict[str, str]) -> None:
    record = one(exported("".join(f'[{name} "{value}"]\n' for name, value in tags.items())))
    assert {name: record.tags[name] for name in wanted} == wanted


def test_fields_win_over_tags() -> None:
    record = one(GAME)
    changed = record.replace(board="9", dealer=Seat.EAST, vulnerable=None, contract=Contract.parse("2S"), result=None)
    tags = one(export_game(changed)).tags
    assert [tags[name] for name in ("Board", "Dealer", "Vulnerable", "Contract", "Result", "Declarer")] == [
        "9", "E", "?", "2S", "?", "N",
    ]  # fmt: skip
    assert tags["Deal"].startswith("E:")


def test_a_claim_is_a_result() -> None:
    record = one(GAME).replace(result=None, play=Play(Seat.EAST, (), "", claim=8))
    back = one(export_game(record))
    assert back.result == Result(8)
    assert back.play is not None
    assert back.play.end == "*"


def test_every_deal_text_is_read_back() -> None:
    deal = Deal.parse(DEAL)
    for seat in Seat:
        assert deal_text(deal, seat)[0] == seat.letter
        assert Deal.parse(deal_text(deal, seat)) == deal


@pytest.mark.parametrize(
    "row", [("", "0 0"), ("0 0", ""), ("a b", "c"), (" ", "x"), ("é", "?"), ("{", "%"), ("\\", '"')]
)
def test_values_of_tables_are_quoted_where_they_must_be(row: tuple[str, str]) -> None:
    table = Table("ScoreTable", ("A", "B"), (row,), "A\\5R;B\\3L")
    assert one(export_game(Record(board="1", details=Details(tables=(table,))))).tables[0].rows == (row,)


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (Record(tags=Tags({"Event": "a\nb"})), "line end"),
        (Record(tags=Tags({"Event": "a\x07b"})), "control character 0x07"),
        (Record(tags=Tags({"Event": "#"})), "inherited"),
        (Record(tags=Tags({"Event": "##x"})), "inherited"),
        (Record(tags=Tags({"a b": "x"})), "no name of a tag"),
        (Record(tags=Tags({"Note": "1:x"})), "no name of a tag"),
        (Record(auction=Auction(Seat.NORTH, (0, -1))), "call 2 is not a call"),
        (Record(play=Play(Seat.NORTH, (0, -2))), "cell 2 of the play"),
        (Record(details=Details(tables=(Table("ScoreTable", ("A",), (("x\ny",),)),))), "line end"),
        (Record(details=Details(tables=(Table("ScoreTable", ('A"',), ()),))), "quote"),
        (Record(details=Details(tables=(Table("Scores", ("A",), ()),))), "no name of a table"),
        (Record(details=Details(tables=(Table("ScoreTable", ("A",), (), "A;B"),))), "does not name its columns"),
        (Record(details=Details(tables=(Table("ScoreTable", ("A",), ()),) * 2)), "two tables"),
        (Record(tags=Tags({"Event": "\ud800"})), "half a character"),
    ],
)
def test_what_the_format_cannot_hold_is_refused(record: Record, message: str) -> None:
    with pytest.raises(ExportError, match=message):
        export_game(record)
