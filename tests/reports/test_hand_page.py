"""The web page of hand records: escaped, whole, and laid out as the sheets are."""

import re
from html.parser import HTMLParser

import pytest

from pbntools.core import Seat
from pbntools.reports.hand_page import HtmlPages
from pbntools.reports.hand_records import PARTS, USUAL, Wanted, hand_record
from pbntools.reports.language import language
from pbntools.reports.paper import Layout
from tests.reports.hand_boards import NAMES, boards, text

ALL = frozenset(PARTS)
VOID_ELEMENTS = {"meta"}


class Elements(HTMLParser):
    """The elements and texts of a page, and whether they are nested rightly."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append((tag, dict(attrs)))
        if tag not in VOID_ELEMENTS:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1] != "style" and data.strip():
            self.texts.append(data.strip())

    def classes(self, name: str) -> int:
        return sum(name in (attrs.get("class") or "").split() for _, attrs in self.seen)


def page(count: int, layout: Layout, parts: frozenset[str] = USUAL, hidden: frozenset[Seat] | None = None) -> str:
    words = language("en")
    writer = HtmlPages(layout, parts, words)
    wanted = Wanted(words, parts=parts, hidden=hidden)
    pieces = [writer.head("A & <b>B</b>")]
    pieces += [writer.board(hand_record(board, wanted), "A & <b>B</b>") for board in boards(text(count, rounds=2))]
    return "".join([*pieces, writer.tail()])


def parsed(source: str) -> Elements:
    found = Elements()
    found.feed(source)
    found.close()
    assert found.open == []
    return found


def test_pages_and_boards() -> None:
    found = parsed(page(14, Layout(per_page=6)))
    assert (found.classes("page"), found.classes("board")) == (3, 14)
    assert [text for text in found.texts if text in ("1", "2", "3")].count("3") >= 1
    assert found.classes("ranks") == 14 * 16


def test_a_text_of_a_record_is_never_mark_up() -> None:
    source = page(2, Layout(per_page=2), ALL)
    found = parsed(source)
    assert "<script" not in source
    assert not any(tag in ("script", "b", "a", "img") for tag, _ in found.seen)
    assert NAMES["North"] in found.texts
    assert found.texts.count("A & <b>B</b>") == 2  # the title of the page, and its heading


def test_nothing_comes_from_elsewhere_and_nothing_runs() -> None:
    source = page(1, Layout(), ALL)
    assert "default-src 'none'" in source
    assert not re.search(r"https?:|url\(|@import|\bon\w+=| style=| src=| href=", source)


@pytest.mark.parametrize(
    ("layout", "size"),
    [
        (Layout("a4", False, 6), "595.28pt 841.89pt"),
        (Layout("letter", True, 6), "792.00pt 612.00pt"),
    ],
)
def test_the_page_has_the_size_of_the_paper(layout: Layout, size: str) -> None:
    assert f"@page {{ size: {size}; margin: 0; }}" in page(1, layout)


def test_suits_have_names_and_every_class_has_a_rule() -> None:
    source = page(3, Layout("a4", False, 9), ALL)
    found = parsed(source)
    symbols = [attrs for _, attrs in found.seen if attrs.get("class") in ("s0", "s1", "s2", "s3")]
    assert {attrs["aria-label"] for attrs in symbols} == {"clubs", "diamonds", "hearts", "spades"}
    used = {name for _, attrs in found.seen for name in (attrs.get("class") or "").split()}
    for name in used:
        if re.fullmatch(r"[szf]\d+", name):
            assert f".{name} {{" in source, name


def test_hidden_hands_are_not_in_the_page() -> None:
    found = parsed(page(1, Layout(), frozenset(), frozenset({Seat.EAST, Seat.WEST})))
    assert found.classes("ranks") == 8
