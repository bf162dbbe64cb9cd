"""The PDF is read back: every card in its place, nothing outside its frame, every symbol drawn."""

import io
import os
import re
from collections import defaultdict
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from pbntools.core import Seat
from pbntools.reports.hand_pdf import PdfPages
from pbntools.reports.hand_records import PARTS, USUAL, VOID, HandRecord, Wanted, hand_record
from pbntools.reports.language import language
from pbntools.reports.paper import FOOT, MARGIN, PADDING, Layout, tier_lines
from tests.reports.hand_boards import boards, text

pdfium: Any = pytest.importorskip("pypdfium2")

ENGLISH = language("en")
ALL = frozenset(PARTS)
MADE = datetime(2026, 1, 8, tzinfo=UTC)
Box = tuple[float, float, float, float]


def printed(shown: list[HandRecord], layout: Layout, parts: frozenset[str] = USUAL) -> bytes:
    with PdfPages(layout, parts, ENGLISH, made=MADE) as pages:
        for board in shown:
            pages.add(board, "Evening")
        assert not pages.missing
        return pages.finish("Evening")


def records(count: int, parts: frozenset[str] = USUAL, hidden: frozenset[Seat] = frozenset()) -> list[HandRecord]:
    return [hand_record(board, Wanted(ENGLISH, parts=parts, hidden=hidden)) for board in boards(text(count, rounds=4))]


def characters(page: Any) -> Iterator[tuple[str, Box]]:
    """The characters of a page with left, top, right and bottom, from the page's upper left corner, in points."""
    height = page.get_size()[1]
    found = page.get_textpage()
    for at in range(found.count_chars()):
        character = found.get_text_range(at, 1)
        if character.strip():
            left, bottom, right, top = found.get_charbox(at)
            yield character, (left, height - top, right, height - bottom)


def lines(found: list[tuple[str, Box]], apart: float) -> list[str]:
    """The characters by line, from the top, each from the left; lines are so far apart at least."""
    rows: dict[float, list[tuple[float, str]]] = defaultdict(list)
    for character, (left, top, _, bottom) in found:
        middle = (top + bottom) / 2
        row = next((row for row in rows if abs(row - middle) < apart), middle)
        rows[row].append((left, character))
    return ["".join(character for _, character in sorted(rows[row])) for row in sorted(rows)]


def hands(board: HandRecord, place: int, layout: Layout, found: list[tuple[str, Box]]) -> dict[Seat, list[str]]:
    """The lines that stand where each hand belongs."""
    size, line, *_ = layout.fit([board], USUAL)
    left, top = layout.corner(place)
    left += (layout.box[0] - layout.width(USUAL)) / 2
    column, tier = layout.width(USUAL) / 3, tier_lines(board) * line * size
    cells = {Seat.NORTH: (1, 0), Seat.WEST: (0, 1), Seat.EAST: (2, 1), Seat.SOUTH: (1, 2)}
    result = {}
    for seat, (x, y) in cells.items():
        inside = [
            (character, box)
            for character, box in found
            if left + x * column - 1 <= box[0] < left + (x + 1) * column - 1
            and top + PADDING + y * tier <= (box[1] + box[3]) / 2 < top + PADDING + (y + 1) * tier
        ]
        result[seat] = lines(inside, 0.5 * size)
    return result


@pytest.mark.parametrize(
    "layout",
    [
        Layout("a4", False, 6),
        Layout("letter", False, 6),
        Layout("a4", False, 9),
        Layout("letter", True, 4),
        Layout("a4", False, 20),
        Layout("a4", False, 2, big=True),
    ],
    ids=str,
)
def test_every_card_of_every_hand_is_in_its_place(layout: Layout) -> None:
    shown = records(14)
    with pdfium.PdfDocument(printed(shown, layout)) as pdf:
        assert len(pdf) == -(-14 // layout.per_page)
        for number, board in enumerate(shown):
            page, place = divmod(number, layout.per_page)
            found = hands(board, place, layout, list(characters(pdf[page])))
            for hand in board.hands:
                assert hand.suits is not None
                wanted = [symbol + ("".join(ranks) or VOID) for symbol, ranks in zip("♠♥♦♣", hand.suits, strict=True)]
                assert found[hand.seat] == wanted, (board.board, hand.seat)


@pytest.mark.parametrize(
    ("paper", "landscape", "per_page", "parts"),
    [
        ("a4", False, 1, ALL),
        ("a4", False, 6, USUAL),
        ("a4", False, 6, ALL),
        ("a4", False, 9, USUAL),
        ("a4", True, 12, ALL),
        ("letter", False, 6, USUAL),
        ("letter", False, 6, ALL),
        ("letter", True, 9, ALL),
        ("letter", True, 20, USUAL),
    ],
)
def test_nothing_is_outside_its_frame(paper: str, landscape: bool, per_page: int, parts: frozenset[str]) -> None:
    layout = Layout(paper, landscape, per_page)
    with pdfium.PdfDocument(printed(records(per_page, parts), layout, parts)) as pdf:
        assert len(pdf) == 1
        assert pdf[0].get_size() == pytest.approx(layout.page, abs=0.1)
        width, height = layout.box
        frames = [layout.corner(place) for place in range(per_page)]
        bottom = frames[-1][1] + height
        for character, box in characters(pdf[0]):
            if box[3] <= frames[0][1] or box[1] >= bottom:
                continue  # the heading and the number of the page
            assert any(
                left <= box[0] and box[2] <= left + width and top <= box[1] and box[3] <= top + height
                for left, top in frames
            ), (character, box)


def test_the_title_and_the_number_stand_in_the_margins_of_their_page() -> None:
    layout = Layout(per_page=1)
    with pdfium.PdfDocument(printed(records(2), layout)) as pdf:
        for number, page in enumerate(pdf, 1):
            top, height = layout.corner(0)[1], layout.page[1]
            found = list(characters(page))
            above = [(one, box) for one, box in found if box[3] <= top]
            below = [(one, box) for one, box in found if box[1] >= top + layout.box[1]]
            assert "".join(one for one, _ in above) == "Evening"
            assert str(number) in [one for one, box in below if abs(box[0] + box[2] - layout.page[0]) < 6]
            assert all(box[1] > 0 and box[3] < height for _, box in above + below)


@pytest.mark.parametrize("paper", ["a4", "letter"])
@pytest.mark.parametrize("parts", [USUAL, ALL], ids=["usual", "all"])
def test_six_boards_as_a_picture(paper: str, parts: frozenset[str], tmp_path: Path) -> None:
    """Every symbol is drawn in its frame, nothing lies outside the frames, and nothing touches them."""
    layout, scale = Layout(paper, per_page=6), 3
    with pdfium.PdfDocument(printed(records(6, parts), layout, parts)) as pdf:
        picture = pdf[0].render(scale=scale).to_pil().convert("RGB")
        drawn = list(characters(pdf[0]))
    folder = Path(os.environ.get("PBNTOOLS_ARTEFACTS") or tmp_path)
    folder.mkdir(parents=True, exist_ok=True)
    picture.save(folder / f"hands-pdf-{paper}-{len(parts)}.png")
    width, height = layout.box

    def ink(left: float, top: float, right: float, bottom: float) -> bool:
        """Whether anything in a part of the page is darker than the paper."""
        part = picture.crop(tuple(round(scale * edge) for edge in (left, top, right, bottom))).convert("L")
        return bool(part.getextrema()[0] < 200)

    frames = [layout.corner(place) for place in range(6)]
    for left, top in frames:
        right, bottom = left + width, top + height
        # A band of a point and a half inside the frame is empty, and so is one outside.
        for at in (2.0, -2.5):
            assert not ink(left + at, top + at, right - at, top + at + 1.5 * (at > 0) + 0.5)
            assert not ink(left + at, bottom - at - 1.5 * (at > 0) - 0.5, right - at, bottom - at)
            assert not ink(left + at, top + at, left + at + 1.5 * (at > 0) + 0.5, bottom - at)
            assert not ink(right - at - 1.5 * (at > 0) - 0.5, top + at, right - at, bottom - at)
        inside = [(character, box) for character, box in drawn if left < box[0] < right and top < box[1] < bottom]
        for suit in "♠♥♦♣":
            places = [box for character, box in inside if character == suit]
            assert len(places) >= 4, suit
            assert all(ink(*box) for box in places), suit
    page_width, page_height = layout.page
    below = frames[-1][1] + height + 1
    assert not ink(0, 0, page_width, MARGIN - 2)
    assert not ink(0, below, page_width, page_height - MARGIN - FOOT / 2 - 4)
    assert not ink(0, page_height - MARGIN + 2, page_width, page_height)
    assert not ink(0, 0, MARGIN - 2, page_height)
    assert not ink(page_width - MARGIN + 2, 0, page_width, page_height)


def test_the_symbols_are_drawn_in_their_colours() -> None:
    layout = Layout("a4", False, 6)
    for colours, wanted in (("two", 2), ("four", 4)):
        with PdfPages(layout, USUAL, ENGLISH, "four" if colours == "four" else "two") as pages:
            pages.add(records(1)[0], "")
            data = pages.finish("")
        with pdfium.PdfDocument(data) as pdf:
            picture = pdf[0].render(scale=3).to_pil().convert("RGB")
            inks = set()
            for character, (left, top, right, bottom) in characters(pdf[0]):
                if character in "♠♥♦♣":
                    part = picture.crop(tuple(round(3 * edge) for edge in (left, top, right, bottom)))
                    dark = min((colour for _, colour in part.getcolors(1 << 20)), key=sum)
                    assert sum(dark) < 450, character
                    inks.add(dark)
            assert len(inks) == wanted


def test_hidden_hands_leave_no_card() -> None:
    layout = Layout("a4", False, 1)
    parts = frozenset({"hcp"})
    whole = records(2, parts)[1]
    shown = records(2, parts, frozenset({Seat.EAST, Seat.WEST}))[1]

    def suits(board: HandRecord) -> list[str]:
        """Every suit of a page with its cards, from the top; beside a hand in the middle nothing stands."""
        with pdfium.PdfDocument(printed([board], layout, parts)) as pdf:
            rows = lines(list(characters(pdf[0])), 2)
        return [found for row in rows for found in re.findall("[♠♥♦♣][^♠♥♦♣]*", row)]

    def cards(seat: Seat) -> list[str]:
        found = whole.hands[seat].suits
        assert found is not None
        return [symbol + ("".join(ranks) or VOID) for symbol, ranks in zip("♠♥♦♣", found, strict=True)]

    assert len(suits(whole)) == 16
    assert suits(shown) == cards(Seat.NORTH) + cards(Seat.SOUTH)


def test_fonts_are_embedded_and_a_file_made_twice_is_the_same() -> None:
    shown = records(3)
    first = printed(shown, Layout())
    assert first == printed(shown, Layout())
    assert b"/FontFile2" in first


def test_characters_that_no_font_has_are_told() -> None:
    (board,) = boards('[Board "1"]\n[North "王 Ö"]\n[Deal "N:AK32.QJ5.T98.762 - - -"]\n')
    shown = hand_record(board, Wanted(ENGLISH, parts=ALL))
    with PdfPages(Layout(), ALL, ENGLISH) as pages:
        pages.add(shown, "")
        data = pages.finish("")
        assert pages.missing == {"王"}
    with pdfium.PdfDocument(io.BytesIO(data)) as pdf:
        assert "? Ö" in pdf[0].get_textpage().get_text_range()


def test_names_from_right_to_left() -> None:
    with PdfPages(Layout(), USUAL, ENGLISH, made=MADE) as pages:
        pages.add(records(1)[0], "דוד 12-34 Smith רות")
        assert not pages.missing
        data = pages.finish("")
    with pdfium.PdfDocument(io.BytesIO(data)) as pdf:
        assert lines(list(characters(pdf[0])), 5)[0] == "תורSmith12-34דוד"
