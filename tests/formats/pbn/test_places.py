"""Where a record's places stand in its text."""

import pytest

from pbntools.diagnostics import RECORD, Place, tag_place
from pbntools.formats.reading import Reading
from tests.formats.samples import DEAL, encoded, read

TEXT = f"""\
% head
{{ first }}
[Event "é"] [Board "7"]
[
  Site
  "Nowhere"
] [Room "say \\"é\\""]
[Deal "{DEAL}"]
[Dealer "N"]
[Auction "W"] {{ c1 ; x }}
- 1S {{c2}} =1= Pass ^I 1C ; Pass
% Pass
X AP
[Note "1:x"]
[Play "E"]
CK C8 CA C2
C3 CQ C9 ^R C7
*
[ScoreTable "Rank;Names"]
1 "Alder;Birch"
; 2 "no no"
2 "Cedar"
[HouseTable "A"]
"""


def at(place: Place, text: str = TEXT) -> str:
    """The text at a place, by its offsets, after a look at lines and columns."""
    (reading,) = [reading for reading in read(text) if reading.record is not None]
    location = reading.locate(place)
    data = encoded(text)
    assert location.offset is not None
    assert location.end_offset is not None
    lines = text.splitlines()
    found = data[location.offset : location.end_offset].decode()
    assert location.line is not None
    assert location.column is not None
    if "\n" not in found:
        assert lines[location.line - 1][location.column - 1 :].startswith(found)
        assert location.end_line == location.line
        assert location.end_column == location.column + len(found)
    return found


@pytest.mark.parametrize(
    "place, found",
    [
        (RECORD, '[Event "é"]'),
        (tag_place("Event"), "é"),
        (tag_place("Board"), "7"),
        (tag_place("Site"), "Nowhere"),
        (tag_place("Room"), r"say \"é\""),
        (tag_place("Result"), '[Event "é"]'),
        (Place("deal"), DEAL),
        (Place("deal", seat="N"), "AKQJ.T98.765.432"),
        (Place("deal", seat="E"), "T987.765.432.KQJT"),
        (Place("deal", seat="W"), "2.AKQJ.T98.A765"),
        (Place("deal", seat="W", card="D9"), "9"),
        (Place("deal", seat="S", card="C8"), "8"),
        (Place("call", index=0), "1S"),
        (Place("call", index=1), "Pass"),
        (Place("call", index=2), "1C"),
        (Place("call", index=3), "X"),
        (Place("call", index=4), "AP"),
        (Place("call", index=6), "AP"),
        (Place("auction"), "AP"),
        (Place("card", index=0), "CK"),
        (Place("card", index=3), "C2"),
        (Place("card", index=4), "CQ"),
        (Place("card", index=6), "C7"),
        (Place("card", index=7), "C3"),
        (Place("play"), "*"),
        (Place("table", name="ScoreTable", index=0), '1 "Alder;Birch"'),
        (Place("table", name="ScoreTable", index=1), '2 "Cedar"'),
        (Place("table", name="ScoreTable"), '[ScoreTable "Rank;Names"]'),
        (Place("table", name="ScoreTable", index=9), '[ScoreTable "Rank;Names"]'),
        (Place("table", name="HouseTable", index=0), '[HouseTable "A"]'),
        (Place("table", name="ActionTable", index=0), '[Event "é"]'),
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_every_kind_of_place(place: Place, found: str, end: str) -> None:
    assert at(place, TEXT.replace("\n", end)) == found


def test_cards_that_moved_have_the_places_of_their_words() -> None:
    # The second row of TEXT has West's and South's cards exchanged with others: each cell finds its word.
    (reading,) = read(TEXT)
    record = reading.record
    assert record is not None
    assert record.play is not None
    for cell, card in enumerate(record.play.cards):
        if card is not None:
            assert at(Place("card", index=cell)) == str(card)


def test_without_sections_a_place_is_that_of_the_record() -> None:
    text = '[Event "x"]\n'
    for place in (
        Place("call", index=3),
        Place("auction"),
        Place("card", index=0),
        Place("play"),
        Place("deal", seat="N"),
    ):
        assert at(place, text) == '[Event "x"]'


def test_an_empty_section_has_the_place_of_its_tag() -> None:
    text = '[Event "x"]\n[Auction "N"]\n[Play "N"]\n'
    assert at(Place("call", index=0), text) == at(Place("auction"), text) == '[Auction "N"]'
    assert at(Place("card", index=0), text) == at(Place("play"), text) == '[Play "N"]'


def test_places_in_a_later_game() -> None:
    text = '[Event "é"]\r\n\r\n' * 3 + '[Event "é"] [Board "12"]\r\n'
    reading: Reading = read(text)[3]
    location = reading.locate(tag_place("Board"))
    assert (location.line, location.column, location.end_column) == (7, 21, 23)
    assert encoded(text)[location.offset : location.end_offset] == b"12"


def test_places_of_a_deal_in_a_freer_form() -> None:
    text = f'[Event "x"]\n[Deal " N : {DEAL[2:].replace(" ", "  ").replace("T987", "10987")}"]\n'
    assert at(Place("deal", seat="E", card="ST"), text) == "10"
    assert at(Place("deal", seat="W", card="D9"), text) == "9"
