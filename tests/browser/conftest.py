"""A real browser: Debian's Chromium, driven by Playwright.

``PBNTOOLS_CHROMIUM`` names the program; where it is set there is no skipping.  ``PBNTOOLS_ARTEFACTS`` is a folder in
which screenshots are kept.
"""

import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.sync_api import Browser, Page, sync_playwright

import pbntools as pbn
from pbntools.replaying import Replay
from pbntools.reports.language import language
from pbntools.reports.replay_page import Page as Writer

NAMES = ("chromium", "chromium-browser", "google-chrome")
DESKTOP = {"width": 1440, "height": 1000}
PHONE = {"width": 390, "height": 844}

Visit = Callable[..., Page]


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    program = os.environ.get("PBNTOOLS_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("there is no Chromium: apt-get install chromium, or set PBNTOOLS_CHROMIUM")
    with sync_playwright() as driver:
        # The tests open files that they wrote themselves; a build machine's root has no sandbox.
        chromium = driver.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield chromium
        chromium.close()


def page_of(
    text: str,
    *,
    lang: str = "en",
    letters: str = "AKQJ",
    colours: str = "two",
    hide: frozenset[pbn.Seat] | None = None,
) -> str:
    """The page of a file with these boards."""
    writer = Writer(language(lang), letters, colours, hide)
    parts = [writer.head()]
    for reading in pbn.check(text.encode()):
        if reading.record is not None:
            game = Replay(reading.record, pbn.resolve(reading.record), reading.diagnostics)
            parts.append(writer.board(game))
    return "".join([*parts, writer.tail()])


@pytest.fixture
def complaints() -> list[str]:
    """What the browser had to complain of so far; at the end of a test there is to be nothing."""
    return []


@pytest.fixture
def visit(browser: Browser, tmp_path: Path, complaints: list[str]) -> Iterator[Visit]:
    """Open the page of some boards, without a network."""
    contexts = []

    def open_page(
        text: str, at: str = "", *, size: dict[str, int] = DESKTOP, scheme: str = "light", **options: Any
    ) -> Page:
        path = tmp_path / "boards.html"
        path.write_text(page_of(text, **options), encoding="utf-8")
        context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
        context.set_offline(True)
        contexts.append(context)
        page = context.new_page()
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.on("dialog", lambda dialog: complaints.append(f"dialog {dialog.message}"))
        page.on("request", lambda request: complaints.append(request.url) if not is_page(request.url) else None)
        page.goto(path.as_uri() + at)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


def is_page(address: str) -> bool:
    return address.startswith("file:") and address.partition("#")[0].endswith("/boards.html")


# The suits of the hands: where they stand, and in which colour they are to be.
SUITS = """() => [...document.querySelectorAll('.hand .suit')].filter((node) => node.checkVisibility()).map((node) => {
  const {left, top, right, bottom} = node.getBoundingClientRect();
  return {suit: [...'cdhs'].find((letter) => node.classList.contains(letter)), box: [left, top, right, bottom],
    colour: getComputedStyle(node).color.match(/\\d+/g).slice(0, 3).map(Number)};
})"""
# What stands outside of the frame that it belongs to.
OUTSIDE = """() => {
  const found = [];
  const check = (inner, outer, name) => {
    const box = inner.getBoundingClientRect();
    if (box.left < outer.left - 1 || box.right > outer.right + 1) found.push(name + ' ' + [box.left, box.right]);
    return box;
  };
  const page = {left: 0, right: document.documentElement.clientWidth};
  for (const table of document.querySelectorAll('.table')) {
    if (!table.checkVisibility()) continue;
    const felt = check(table, page, 'table');
    const hands = [...table.querySelectorAll('.hand')];
    if (hands.length !== 4) found.push(hands.length + ' hands');
    for (const node of [...hands, ...table.querySelectorAll('.centre .card, .centre .bid')]) {
      const box = check(node, felt, node.className);
      if (box.top < felt.top - 1 || box.bottom > felt.bottom + 1) found.push(node.className + ' is above or below');
    }
  }
  if (document.documentElement.scrollWidth > page.right) found.push('the page scrolls sideways');
  return found;
}"""
NEAR = 60
"""How far a colour of a picture may be from the one that was asked for, as a sum of its three parts."""


def off(one: Sequence[int], other: Sequence[int]) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def colours_of(part: Image.Image) -> list[tuple[int, ...]]:
    return [colour for _, colour in part.getcolors(1 << 20) or () if isinstance(colour, tuple)]


@pytest.fixture
def picture(tmp_path: Path) -> Callable[[Page, str], None]:
    """Keep a screenshot among the artefacts; its hands are to be in their places and its suits in their colours."""
    folder = Path(os.environ.get("PBNTOOLS_ARTEFACTS") or tmp_path)

    def take(page: Page, name: str, *, whole: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"replay-{name}.png"
        page.screenshot(path=path, full_page=whole)
        assert page.locator(".table:visible").count() > 0
        assert page.evaluate(OUTSIDE) == []
        scrolled = page.evaluate("window.scrollY") if whole else 0
        seen: dict[str, tuple[int, ...]] = {}
        with Image.open(path) as image:
            drawn = image.convert("RGB")
        for sign in page.evaluate(SUITS):
            left, top, right, bottom = sign["box"]
            box = (round(left), round(top + scrolled), round(right), round(bottom + scrolled))
            if box[1] < 0 or box[3] > drawn.height:
                continue
            assert min(off(colour, sign["colour"]) for colour in colours_of(drawn.crop(box))) <= NEAR, (name, sign)
            seen[sign["suit"]] = tuple(sign["colour"])
        assert seen.keys() == set("cdhs")
        # Red suits are told from black ones at a glance.
        assert min(off(seen[red], seen[black]) for red in "dh" for black in "cs") > 2 * NEAR

    return take
