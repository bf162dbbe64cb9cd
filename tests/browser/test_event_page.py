"""The pages of an event in a real browser: what a phone shows, where links lead, and that anybody can read them."""

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, expect

from pbntools.events.ranking import Ranking
from pbntools.reports.event_html import page_html
from pbntools.reports.event_whole import whole_page
from pbntools.reports.language import language
from tests.browser.conftest import DESKTOP, PHONE
from tests.events.building import WBF, match, ranked, traveller

pytestmark = pytest.mark.browser

NAMES = ["Konstantina Papadopoulou", "Bo Sommerville-Hartington", "Ana Ek", "Maximilian Çelik"]
PAIRS = "".join(
    f'[[pair]]\nid = "{number}"\nnames = ["{NAMES[number % 4]}", "{NAMES[(number + 1) % 4]} {number}"]\n'
    for number in (1, 2, 3, 11, 12, 13)
)
# Of what a traveller shows these must be seen without scrolling.
NEEDED = ("NS", "EW", "Contract", "Score", "% NS")
UNSEEN = """([needed, width]) => [...document.querySelectorAll('section')].flatMap(section =>
  [...section.querySelectorAll('th')].filter(head => needed.includes(head.textContent)).filter(head => {
    const box = head.getBoundingClientRect();
    return box.width < 1 || box.left < 0 || box.right > width;
  }).map(head => section.id + ' ' + head.textContent))"""
SIDEWAYS = """() => [document.documentElement, ...document.querySelectorAll('.scroll')].filter(
  node => node.scrollWidth > node.clientWidth).length"""


def event(form: str) -> Ranking:
    if form == "teams":
        text = match("1", "Sommerville-Hartington Lions", "Reed Owls", [(420, -50), (100, 100)])
        return ranked(f'form = "teams"\n{WBF}', text)
    columns = "PairId_NS;PairId_EW;Contract;Declarer;Result;Percentage_NS;Percentage_EW"
    rows = ["1 11 6HX N 12 ? ?", "2 12 4SX W 9 ? ?", "3 13 - - - ^60 ^40"]
    texts = [traveller(board, rows, columns, '[Vulnerable "All"]\n') for board in (1, 2)]
    return ranked(f'form = "pairs"\n{PAIRS}', *texts, traveller(3, ["1 11 Pass - - ? ?", "2 12 ? ? ? ? ?"], columns))


@pytest.mark.parametrize("form", ["pairs", "teams"])
@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (PHONE, "dark"), (DESKTOP, "light"), (DESKTOP, "dark")])
def test_a_whole_event(browser: Browser, tmp_path: Path, form: str, size: dict[str, int], scheme: str) -> None:
    (tmp_path / "event.html").write_text(page_html(whole_page(event(form), language("en")), language("en")), "utf-8")
    context = browser.new_context(viewport=size, color_scheme=scheme)  # type: ignore[arg-type]
    context.set_offline(True)
    try:
        page = context.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.on("request", lambda request: complaints.append(request.url) if "event.html" not in request.url else None)
        page.goto((tmp_path / "event.html").as_uri())
        assert page.evaluate(SIDEWAYS) == 0
        assert page.evaluate(UNSEEN, [NEEDED, size["width"]]) == []
        page.locator("td a").first.click()
        expect(page).to_have_url(re.compile(re.escape("#card-1") + "$"))
        found = Axe().run(page)
        assert found.violations_count == 0, found.generate_report()
        assert complaints == []
    finally:
        context.close()
