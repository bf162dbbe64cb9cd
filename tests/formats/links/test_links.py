"""Links to viewers: read and written as texts, never fetched."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from hypothesis import given
from hypothesis import strategies as st

import pbntools as pbn
from pbntools.formats.content import content, differences
from tests.formats import reading_all
from tests.formats.lin.lin_samples import BOARD, fitted, only, random_record, readings, rules_of, written

VIEWER = "https://www.bridgebase.com/tools/handviewer.html"
HANDS = (
    "n=sk95h9872d6ckq732&e=sajt2hj6d9754caj9&s=sq64hkq43dakt83c6&w=s873hat5dqj2ct854&d=s&v=e&b=3"
    "&a=1dp1hp2hppp&p=D9DAD2D6HKHAH2H6S8SKSAS4&sn=Imre&wn=Jule&nn=Kaya&en=Lars"
)


def link_of(text: str) -> pbn.Record:
    return only(text, "handviewer")


@pytest.mark.parametrize("start", [VIEWER, VIEWER.replace("https:", ""), VIEWER.replace("https", "http")])
def test_a_link_with_lin(start: str) -> None:
    for quoted in (quote(BOARD.strip(), safe=""), BOARD.strip().replace(" ", "+")):
        assert differences(link_of(f"{start}?lin={quoted}"), only(BOARD)) == []


def test_a_link_with_hands() -> None:
    record = link_of(f"see {VIEWER}?{HANDS} for the hand")
    assert differences(record, only(BOARD.replace("mc|9|", ""))) == []
    assert pbn.resolve(record).tricks is None


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("&e=sajt2hj6d9754caj9", ""),
        ("n=sk95h9872d6ckq732&", ""),
        ("t", "10"),
        ("Imre", "Im%72e"),
        ("ppp", "PPP"),
    ],
)
def test_other_ways_to_write_the_same(old: str, new: str) -> None:
    assert differences(link_of(f"{VIEWER}?{HANDS.replace(old, new)}"), link_of(f"{VIEWER}?{HANDS}")) == []


def test_names_calls_and_explanations() -> None:
    record = link_of(f"{VIEWER}?d=n&a=p1s!p3s!(limit%20raise)p4s(to%20play)pp?p&nn=Ada_Lovelace&sn=Bo+Vind")
    assert str(record.auction) == "Pass 1S Pass 3S Pass 4S Pass Pass Pass"
    assert content(record)["call notes"] == {1: ["alert"], 3: ["limit raise"], 5: ["to play"]}
    assert [record.value(name) for name in ("North", "South")] == ["Ada Lovelace", "Bo Vind"]


def test_partial_hands_stay_partial() -> None:
    deal = link_of(f"{VIEWER}?s=sq64hkq43dakt83c6&n=sk95h9872d6ckq732").deal
    assert deal is not None
    assert [hand is not None for hand in deal] == [True, False, True, False]


@pytest.mark.parametrize(
    ("text", "rule"),
    [
        (f"{VIEWER}?linurl=https://example.org/a.lin", "format-unsafe"),
        (f"{VIEWER}?bbo=y&myhand=M-123-4", "format-unsafe"),
        ("https://example.org/?page=2", "format-shape"),
        (f"{VIEWER}?{HANDS}&zz=1", "format-unknown"),
        (f"{VIEWER}?{HANDS.replace('d=s', 'd=q')}", "format-value"),
        (f"{VIEWER}?{HANDS.replace('1dp', '1dq')}", "call-unreadable"),
        (f"{VIEWER}?{HANDS.replace('sk95', 'sk9z')}", "deal-unreadable"),
    ],
)
def test_what_cannot_be_read_is_told(text: str, rule: str) -> None:
    assert rule in rules_of(text, "handviewer")


def test_places_are_those_of_the_link() -> None:
    text = f"a line\n{VIEWER}?lin={quote(BOARD.strip().replace('sv|e|', 'sv|qq|'), safe='')}\n"
    (reading,) = readings(text, "handviewer")
    (diagnostic,) = reading.diagnostics
    at = diagnostic.location
    assert (diagnostic.rule.name, at.line) == ("lin-value", 2)
    assert text.splitlines()[1][(at.column or 0) - 1 : (at.end_column or 0) - 1] == "qq"
    place = reading.locate(pbn.Place("call", index=2))
    assert text.splitlines()[1][(place.column or 0) - 1 :][:2] == "1H"


def test_a_link_as_text() -> None:
    reading = pbn.read_link(f"{VIEWER}?{HANDS}")
    assert reading.board == "3"
    assert reading.path == "<link>"
    for text in ("no link", f"{VIEWER}?linurl=x"):
        with pytest.raises(ValueError):  # noqa: PT011  (what is wrong differs)
            pbn.read_link(text)


def test_files_with_links_are_known_by_their_content() -> None:
    found = list(pbn.read(f"{VIEWER}?{HANDS}\n{VIEWER}?lin={quote(BOARD, safe='')}\n".encode()))
    assert [reading.board for reading in found] == ["3", "3"]


@pytest.mark.parametrize("dialect", ["lin", "hands"])
@given(seed=st.integers(0, 1 << 32))
def test_what_is_written_reads_back(dialect: str, seed: int) -> None:
    record = random_record(seed)
    wanted, losses = fitted(record, dialect, "handviewer")
    if wanted is None:
        assert any(words.startswith("record-left-out") for words in losses)
        return
    data = written([wanted], dialect, "handviewer")
    assert data.isascii()
    assert not set(data) & set(b' |"<>')
    (back,) = [reading.record for reading in readings(data, "handviewer")]
    assert back is not None
    assert differences(wanted, back) == []
    if differences(record, wanted):
        assert losses


@given(text=st.text(max_size=200))
def test_any_link_is_read(text: str) -> None:
    for form in ("a=", "lin=", "n=", "p=S", ""):
        list(pbn.check(f"{VIEWER}?{form}{text}".encode("utf-8", "replace"), format="handviewer"))


def test_a_link_to_the_double_dummy_page() -> None:
    record, losses = fitted(only(BOARD), None, "dde")
    assert record is not None
    assert written([record], None, "dde").decode() == (
        "https://www.svenskbridge.se/DDE/?PBN=S%3AQ64.KQ43.AKT83.6+873.AT5.QJ2.T854+K95.9872.6.KQ732+AJT2.J6.9754.AJ9"
        "&Contract=-&S=Imre&W=Jule&N=Kaya&E=Lars\n"
    )
    assert losses[-3:] == [
        "auction-lost: the double-dummy page has no place for an auction",
        "play-lost: the double-dummy page has no place for a play",
        "result-lost: the double-dummy page is given no contract and no result",
    ]
    assert fitted(pbn.Record(), None, "dde")[0] is None


@pytest.mark.parametrize(
    ("parameter", "words"),
    [
        (
            "linurl=https://example.org/a.lin",
            "a LIN file that lies elsewhere (linurl=), which would have to be fetched",
        ),
        ("myhand=M-1-2", "a hand kept by Bridge Base (myhand=), which would have to be fetched"),
        ("lin=pn%257Ca%252Cb%257Cmd%257C3S", "percent-encoded twice (%257C for a bar)"),
    ],
)
def test_a_link_without_a_hand_says_what_it_holds(parameter: str, words: str) -> None:
    found = [
        diagnostic for reading in readings(f"{VIEWER}?{parameter}", "handviewer") for diagnostic in reading.diagnostics
    ]
    assert [words in diagnostic.message for diagnostic in found] == [True]


@pytest.mark.parametrize("dialect", ["lin", "hands"])
def test_losses_of_links_name_links(dialect: str) -> None:
    record = only(BOARD)
    record = record.replace(tags=pbn.Tags({**record.tags, "Site": "Mill Lane"}))
    _, losses = reading_all.fitted([record], "handviewer", dialect)
    words = [loss.what for loss in losses]
    assert "a link has no place for Site" in words
    assert not [text for text in words if "LIN" in text or text.startswith("links ")]


@pytest.mark.parametrize("target", ["rbn", "pbn", "lin"])
def test_a_hand_with_odd_percent_signs_is_no_deal(target: str) -> None:
    for hand in ("%zz", "%C3", "s%", "%ff%fe"):
        record = link_of(f"{VIEWER}?n={hand}&d=n&a=1cppp")
        assert record.deal is None
        kept, _ = reading_all.fitted([record], target)
        assert [
            differences(one, other)
            for one, other in zip(kept, reading_all.records_of(reading_all.written(kept, target), target), strict=True)
        ] == [[]]
