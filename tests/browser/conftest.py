"""A real browser: Debian's Chromium, driven by Playwright.

``PBNTOOLS_CHROMIUM`` names the program; where it is set there is no skipping.  ``PBNTOOLS_ARTEFACTS`` is a folder in
which screenshots are kept.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
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


@pytest.fixture
def picture(tmp_path: Path) -> Callable[[Page, str], None]:
    """Keep a screenshot among the artefacts."""
    folder = Path(os.environ.get("PBNTOOLS_ARTEFACTS") or tmp_path)

    def take(page: Page, name: str, *, whole: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=folder / f"replay-{name}.png", full_page=whole)
        assert (folder / f"replay-{name}.png").stat().st_size > 10_000

    return take
