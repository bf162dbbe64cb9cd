"""Places on a page, and the letters that fit there."""

import itertools
from dataclasses import replace

import pytest

from pbntools.reports.hand_records import PARTS, USUAL, Wanted, hand_record
from pbntools.reports.language import language
from pbntools.reports.paper import (
    BIG_PRINT,
    GRIDS,
    LARGEST,
    LINE,
    LOOSEST,
    MARGIN,
    PADDING,
    PAPERS,
    READABLE,
    SMALLEST,
    TIER_GAP,
    Layout,
    choices,
    line_count,
)
from tests.reports.hand_boards import boards, text

ALL = frozenset(PARTS)
LAYOUTS = [Layout(*choice) for choice in itertools.product(PAPERS, (False, True), GRIDS)]


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_places_are_on_the_page_and_apart(layout: Layout) -> None:
    columns, rows = layout.grid
    assert columns * rows == layout.per_page
    (page_width, page_height), (width, height) = layout.page, layout.box
    corners = [layout.corner(place) for place in range(layout.per_page)]
    assert len(set(corners)) == layout.per_page
    for left, top in corners:
        assert MARGIN - 0.01 <= left <= page_width - MARGIN - width + 0.01
        assert MARGIN < top <= page_height - MARGIN - height
    for (left, top), (other_left, other_top) in itertools.combinations(corners, 2):
        assert abs(left - other_left) >= width or abs(top - other_top) >= height


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_boards_fit_with_all_their_parts(layout: Layout) -> None:
    if layout.per_page not in choices(layout.paper, landscape=layout.landscape, parts=ALL, big=False):
        assert layout.size(ALL) < READABLE
        return
    (board,) = boards(text(1, rounds=6))
    shown = hand_record(board, Wanted(language("en"), parts=ALL))
    size, line, *_ = layout.fit([shown], ALL)
    assert SMALLEST <= size <= LARGEST
    assert LINE <= line <= LOOSEST
    assert (line_count(shown) + 3 * TIER_GAP + 0.5) * line * size <= layout.box[1] - 2 * PADDING + 0.01


def test_a_long_auction_makes_the_letters_smaller_until_it_does_not_fit() -> None:
    layout = Layout(per_page=6)
    (board,) = boards(text(1, rounds=18))
    shown = hand_record(board, Wanted(language("en"), parts=ALL))
    assert layout.fit([shown], ALL).size < layout.size(ALL)
    endless = replace(shown, calls=shown.calls * 10)
    with pytest.raises(ValueError, match=r"an auction of \d+ rounds is too long"):
        layout.fit([endless], ALL)


def test_the_boards_of_a_page_are_set_alike() -> None:
    layout = Layout(per_page=6)
    short, long = (
        hand_record(boards(text(1, rounds=rounds))[0], Wanted(language("en"), parts=ALL)) for rounds in (1, 18)
    )
    assert layout.fit([short, long], ALL) == layout.fit([long, short], ALL) == layout.fit([long], ALL)
    assert layout.fit([short], ALL).size > layout.fit([long], ALL).size


def test_lines_stand_further_apart_where_the_place_is_high() -> None:
    (board,) = boards(text(1))
    shown = hand_record(board, Wanted(language("en")))
    for number, least in ((4, 0.85), (6, 0.95), (9, 0.75)):
        layout = Layout(per_page=number)
        size, line, *_ = layout.fit([shown], USUAL)
        used = (line_count(shown) + 3 * TIER_GAP + 0.5) * line * size
        assert least * (layout.box[1] - 2 * PADDING) <= used <= layout.box[1] - 2 * PADDING + 0.01


def test_the_smallest_cards_are_those_of_the_longest_suit() -> None:
    one_suit, usual = (hand_record(board, Wanted(language("en"))) for board in boards(text(2)))
    for number in (6, 20):
        layout = Layout(per_page=number)
        assert layout.smallest(one_suit, USUAL) < layout.smallest(usual, USUAL) <= layout.size(USUAL)
    assert Layout(per_page=20).smallest(one_suit, USUAL) < SMALLEST < Layout(per_page=6).smallest(one_suit, USUAL)


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("landscape", [False, True])
@pytest.mark.parametrize("parts", [USUAL, ALL])
def test_big_print(paper: str, landscape: bool, parts: frozenset[str]) -> None:
    found = choices(paper, landscape=landscape, parts=parts, big=True)
    for number in GRIDS:
        size = Layout(paper, landscape, number, big=True).size(parts)
        assert (size >= BIG_PRINT) is (number in found)


def test_big_print_of_the_usual_parts_has_two_boards_a_page() -> None:
    for paper in PAPERS:
        assert max(choices(paper, landscape=False, parts=USUAL, big=True)) == 2
        assert max(choices(paper, landscape=False, parts=ALL, big=True)) == 1


def test_auctions_of_very_many_boards_have_no_room() -> None:
    for paper in PAPERS:
        for landscape in (False, True):
            assert choices(paper, landscape=landscape, parts=USUAL, big=False) == list(GRIDS)
        assert choices(paper, landscape=False, parts=ALL, big=False)[-1] >= 15
        assert choices(paper, landscape=True, parts=ALL, big=False)[-1] >= 12
