"""Hand records in a real browser: as many sheets as there should be, and nothing cut."""

import os
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser

from pbntools.reports.hand_page import HtmlPages
from pbntools.reports.hand_records import PARTS, USUAL, Wanted, hand_record
from pbntools.reports.language import language
from pbntools.reports.paper import Layout
from tests.reports.hand_boards import boards, text

pytestmark = pytest.mark.browser
pdfium: Any = pytest.importorskip("pypdfium2")

ALL = frozenset(PARTS)
BOARDS = 13
# Names and the label of a board may end in an ellipsis; cards, numbers and calls may not.
CUT = """() => [...document.querySelectorAll('.board, .board p:not(.name), .board td')].filter(node =>
  node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1).map(node => node.outerHTML)"""
OUTSIDE = """() => [...document.querySelectorAll('.board *')].filter(node => {
  const inside = node.getBoundingClientRect(), frame = node.closest('.board').getBoundingClientRect();
  return inside.left < frame.left || inside.right > frame.right || inside.bottom > frame.bottom + 1;
}).map(node => node.outerHTML)"""


@pytest.mark.parametrize(
    ("layout", "parts"),
    [
        (Layout("a4", False, 6), USUAL),
        (Layout("letter", False, 6), ALL),
        (Layout("a4", False, 9), ALL),
        (Layout("letter", True, 4), USUAL),
        (Layout("a4", False, 2, big=True), USUAL),
    ],
    ids=["six", "six-letter", "nine", "four-landscape", "big"],
)
def test_sheets(browser: Browser, tmp_path: Path, layout: Layout, parts: frozenset[str]) -> None:
    words = language("en")
    writer = HtmlPages(layout, parts, words)
    shown = [hand_record(board, Wanted(words, parts=parts)) for board in boards(text(BOARDS, rounds=4))]
    source = "".join([writer.head("Evening"), *(writer.board(board, "Evening") for board in shown), writer.tail()])
    (tmp_path / "hands.html").write_text(source, encoding="utf-8")
    context = browser.new_context()
    context.set_offline(True)
    try:
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto((tmp_path / "hands.html").as_uri())
        assert page.locator(".board").count() == BOARDS
        assert page.evaluate(CUT) == []
        assert page.evaluate(OUTSIDE) == []
        assert Axe().run(page).violations_count == 0
        assert complaints == []
        name = f"hands-{layout.paper}-{layout.per_page}-{len(parts)}.png"
        folder = Path(os.environ.get("PBNTOOLS_ARTEFACTS") or tmp_path)
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / name)
        page.pdf(path=tmp_path / "hands.pdf", prefer_css_page_size=True, print_background=True)
    finally:
        context.close()
    with pdfium.PdfDocument(tmp_path / "hands.pdf") as pdf:
        assert len(pdf) == -(-BOARDS // layout.per_page)
        assert pdf[0].get_size() == pytest.approx(layout.page, abs=1)
