"""Hand records as a web page that prints as it is laid out: one file that needs nothing else and runs nothing."""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from pbntools.core import Suit
from pbntools.reports.hand_layout import SPADES_FIRST
from pbntools.reports.hand_records import LEGEND, VOID, HandRecord, ShownHand, runs
from pbntools.reports.language import Language
from pbntools.reports.paper import (
    FOOT,
    GAP,
    HEAD,
    LINE,
    LOOSEST,
    MARGIN,
    PADDING,
    SUIT_WIDTH,
    TIER_GAP,
    Fit,
    Layout,
    board_facts,
    cards_width,
)
from pbntools.reports.suits import PALETTES, Colours
from pbntools.reports.templating import template

if TYPE_CHECKING:
    pass

_STYLE = """
@page { size: %(width)spt %(height)spt; margin: 0; }
* { box-sizing: border-box; margin: 0; padding: 0; }
:root { color-scheme: light; }
body { font-family: "Noto Sans", "DejaVu Sans", Arial, Helvetica, sans-serif; color: #1a1a1a;
  background: #e4e4e4; -webkit-print-color-adjust: exact; print-color-adjust: exact; }
.page { width: %(width)spt; height: %(inside)spt; padding: %(margin)spt; margin: 12pt auto; background: #fff;
  overflow: hidden; break-after: page; break-inside: avoid; position: relative; }
.page:last-child { break-after: auto; }
.page > h1 { font-size: 12pt; line-height: %(head)spt; height: %(head)spt; white-space: nowrap; overflow: hidden;
  text-overflow: ellipsis; }
.page > footer { position: absolute; bottom: %(margin)spt; left: 0; right: 0; text-align: center; font-size: 9pt;
  line-height: 1; color: #595959; }
.page > footer p { position: absolute; left: %(margin)spt; font-size: 7.5pt; }
.boards { display: grid; grid-template-columns: repeat(%(columns)s, %(box)spt); grid-auto-rows: %(tall)spt;
  gap: %(gap)spt; }
.board { line-height: var(--line); border: .6pt solid #8c8c8c; padding: %(padding)spt; overflow: hidden;
  break-inside: avoid; display: grid; grid-template-columns: repeat(3, %(third)spt);
  grid-template-rows: repeat(3, calc(var(--line) * %(tier)sem)); justify-content: center; align-content: start;
  white-space: nowrap; }
.board p, .facts h2 { overflow: hidden; text-overflow: ellipsis; height: calc(var(--line) * 1em); }
.facts, .n { grid-row: 1; } .w, .e, .compass { grid-row: 2; } .s, .points, .dd { grid-row: 3; }
.facts, .w, .points { grid-column: 1; } .n, .compass, .s { grid-column: 2; } .e, .dd { grid-column: 3; }
.facts { font-size: .85em; color: #595959; } .facts h2 { font-size: 1.6em; color: #1a1a1a; }
.hand p > [role] { display: inline-block; width: 1.15em; }
.hand .name { font-size: .85em; height: calc(var(--line) * 1em / .85); line-height: calc(var(--line) / .85);
  font-weight: bold; }
.remark { font-size: .85em; color: #595959; }
.compass { position: relative; justify-self: center; margin-top: calc(var(--line) * %(hand)sem / 2 - 2.2em);
  width: 4.4em; height: 4.4em; border: .6pt solid #8c8c8c;
  border-radius: .5em; }
.compass span { position: absolute; font-size: .9em; line-height: 1.2; }
.compass .n { top: .2em; left: 0; right: 0; text-align: center; } .compass .e { right: .35em; top: calc(50%% - .6em); }
.compass .s { bottom: .2em; left: 0; right: 0; text-align: center; }
.compass .w { left: .35em; top: calc(50%% - .6em); }
.compass .vul { color: %(red)s; font-weight: bold; }
.points { margin-top: calc(var(--line) * %(under)sem); position: relative; width: 4.6em;
  height: calc(var(--line) * 4em); }
.points p { font-size: .8em; color: #595959; overflow: visible; }
.points span { position: absolute; font-size: .85em; left: 0; right: 0; text-align: center; }
.points .n { top: calc(var(--line) * 1.2em); } .points .e { text-align: right; top: calc(var(--line) * 2.3em); }
.points .w { text-align: left; top: calc(var(--line) * 2.3em); } .points .s { top: calc(var(--line) * 3.4em); }
.dd { align-self: start; justify-self: end; margin-top: calc(var(--line) * %(under)sem / .72);
  border-collapse: collapse; font-size: .72em; line-height: calc(var(--line) * 1.09);
  font-variant-numeric: tabular-nums; }
.dd td, .dd th { width: 1.62em; text-align: right; font-weight: normal; }
.dd tr > :first-child { width: 1em; text-align: left; }
.dd th { color: #595959; }
.below { grid-column: 1 / 4; padding-top: calc(var(--line) * .5em); }
.calls { width: 100%%; table-layout: fixed; border-collapse: collapse; }
.calls th { text-align: left; font-size: .85em; line-height: calc(var(--line) / .85); overflow: hidden; }
.calls td { height: calc(var(--line) * 1em); }
%(suits)s
%(sizes)s
%(lines)s
%(fits)s
%(gaps)s
@media print { body { background: none; } .page { margin: 0; } }
"""
_STEPS = range(30, 101, 5)
"""Per cent by which cards are shown smaller, where a suit is long."""
_GAPS = range(0, 21, 2)
"""Hundredths of the size of their letters by which cards stand closer, before they are made smaller."""
_LINES = range(round(100 * LINE), round(100 * LOOSEST) + 1)
"""The heights of a line, in hundredths of the size of its letters."""


class HtmlPages:
    """Writes a page of the web for any number of sheets: ``head``, ``board`` for each, ``tail``."""

    def __init__(self, layout: Layout, parts: frozenset[str], words: Language, colours: Colours = "two") -> None:
        self._layout = layout
        self._parts = parts
        self._words = words
        self._colours = colours
        self._boards = 0
        self._explains = False

    def head(self, title: str) -> str:
        """What comes before the first board."""
        from markupsafe import Markup

        style = self._style()
        digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
        return self._render(
            "hands_head.html", lang=self._words.code, title=title, style=Markup(style), style_hash=f"sha256-{digest}"
        )

    def board(self, board: HandRecord, title: str, fit: Fit | None = None) -> str:
        """A board; ``title`` heads the page that it opens, ``fit`` is that of its page, by default its own.

        Raises ValueError where its auction is too long.
        """
        from markupsafe import escape

        size, line, widest, longest = fit or self._layout.fit([board], self._parts)
        before = ""
        if self._boards % self._layout.per_page == 0:
            heading = f"<h1><bdi>{escape(title)}</bdi></h1>" if title else "<h1>&nbsp;</h1>"
            before = self._end() + f'<section class="page">{heading}<div class="boards">\n'
            self._explains = False
        self._explains |= bool(board.double_dummy)
        self._boards += 1
        room = self._layout.width(self._parts) / 3 / size
        within = room - SUIT_WIDTH
        tight = next((step for step in _GAPS if _width(widest, step) <= within), _GAPS[-1])
        # Cards of one size on a page, unless a very long suit would make all others too small.
        same = max(_fit(widest, within, tight), 100 if self._layout.big else 85)
        return before + self._render(
            "hands_board.html",
            board=board,
            size=_step(size),
            line=max(int(line * 100 + 1e-6), _LINES[0]),
            points=any(hand.hcp is not None for hand in board.hands),
            suited=_suited,
            tight=tight,
            fit=lambda ranks: min(same, _fit(ranks, within, tight)),
            facts=board_facts(board),
            fit_facts=_step_below(100 * (room / 0.85 - 0.5) / (0.6 * max(longest, 1)), 60),
            fit_name=lambda name: max(_fit(tuple(name), room / 0.85 / 0.85), 75),
            void=VOID,
            runs=runs,
        )

    def tail(self) -> str:
        """What comes after the last board."""
        return self._end() + "</main>\n</body>\n</html>\n"

    def _end(self) -> str:
        if not self._boards:
            return ""
        number = (self._boards - 1) // self._layout.per_page + 1
        from markupsafe import escape

        legend = f"<p>{escape(self._words.gettext(LEGEND))}</p>" if self._explains else ""
        return f"</div><footer>{legend}{number}</footer></section>\n"

    def _render(self, file: str, /, **values: Any) -> str:
        return template(file).render(words=self._words, **values) + "\n"

    def _style(self) -> str:
        layout, palette = self._layout, PALETTES[self._colours, "light"]
        width, height = layout.page
        box, tall = layout.box
        hand = 5 if "names" in self._parts else 4
        return _STYLE % {
            "width": f"{width:.2f}",
            "height": f"{height:.2f}",
            # A little less than the page, so that rounding never makes a second one.
            "inside": f"{height - 0.5:.2f}",
            "margin": MARGIN,
            "head": HEAD,
            "foot": FOOT,
            "gap": GAP,
            "padding": PADDING,
            "third": f"{layout.width(self._parts) / 3:.2f}",
            "columns": layout.grid[0],
            "box": f"{box:.2f}",
            "tall": f"{tall:.2f}",
            "tier": f"{hand + TIER_GAP:g}",
            "hand": hand,
            "under": hand - 4,
            "red": palette[2],
            "suits": "\n".join(f".s{suit} {{ color: {colour}; }}" for suit, colour in enumerate(palette)),
            "sizes": "\n".join(f".z{step} {{ font-size: {step / 10:g}pt; }}" for step in range(35, 401)),
            "lines": "\n".join(f".l{step} {{ --line: {step / 100:g}; }}" for step in _LINES),
            "gaps": "\n".join(f".t{step} .ranks {{ word-spacing: -{step / 100:g}em; }}" for step in _GAPS),
            "fits": "\n".join(f".f{step} {{ font-size: {step / 100:g}em; }}" for step in _STEPS),
        }


def _step(size: float) -> int:
    """The class of a size: tenths of a point, rounded down."""
    return int(size * 10 + 1e-6)


def _suited(hand: ShownHand) -> Iterator[tuple[Suit, tuple[str, ...]]]:
    return zip(SPADES_FIRST, hand.suits or (), strict=True)


def _width(ranks: tuple[str, ...], tight: int = 0) -> float:
    """The width of cards that stand closer by so many hundredths of their size, in sizes of their letters."""
    return cards_width(ranks) - tight / 100 * max(len(ranks) - 1, 0)


def _fit(ranks: tuple[str, ...], room: float, tight: int = 0) -> int:
    """By how many per cent of their size cards fit into so many sizes."""
    return _step_below(100 * room / _width(ranks, tight), 30) if ranks else 100


def _step_below(percent: float, least: int) -> int:
    """The class for a text that fits at so many per cent of its size."""
    return next(step for step in reversed(_STEPS) if step <= max(percent, least))
