"""A session written as it goes: text, JSON, JSON lines, CSV and HTML."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Protocol

from pbntools.reports import pad as pads
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.reports.screen import Screen
from pbntools.reports.sessions import COLUMNS, Outcomes, ScoredDeal, csv_rows, csv_text, head_json
from pbntools.scoring.pad import Rubber
from pbntools.scoring.ruleset import RuleSet

Write = Callable[[str], None]
Places = Sequence[tuple[int, int]]
MOST_TOLD = 5
"""Diagnostics of one rule that text shows."""


class SessionWriter(Protocol):
    """Writes a session: ``begin``, each ``deal``, ``end``."""

    def begin(self) -> None:
        """Write what comes before the first deal."""
        ...

    def deal(self, deal: ScoredDeal) -> None:
        """Write a deal."""
        ...

    def end(self, outcomes: Outcomes, places: Places) -> None:
        """Write what comes after the last deal."""
        ...


class _Base:
    def __init__(
        self, write: Write, rules: RuleSet, screen: Screen, paths: Sequence[str], *, explain: bool, totals: bool
    ) -> None:
        self._write = write
        self._rules = rules
        self._screen = screen
        self._paths = paths
        self._explain = explain
        self._totals = totals
        self._ascii = screen.ascii_only

    def _new_pad(self, deal: ScoredDeal) -> pads.Pad:
        return pads.Pad(
            deal.entry.state, each_deal_alone=self._rules.form == "chicago" and self._rules.part_score == "per-deal"
        )


class TextWriter(_Base):
    """The deals of each rubber in a table, its pad, the session."""

    def __init__(
        self, write: Write, rules: RuleSet, screen: Screen, paths: Sequence[str], *, explain: bool, totals: bool
    ) -> None:
        super().__init__(write, rules, screen, paths, explain=explain, totals=totals)
        self._pad: pads.Pad | None = None
        self._path: str | None = None
        self._told: Counter[str] = Counter()

    def begin(self) -> None:
        """The rule set."""
        self._write(pads.opening(self._rules, self._screen))

    def deal(self, deal: ScoredDeal) -> None:
        """A row, with its lines and diagnostics; after the last one of a rubber its pad."""
        entry, screen = deal.entry, self._screen
        if deal.path != self._path:
            self._path = deal.path
            self._write(screen.paint("path", screen.safe(deal.path)) + "\n")
        if self._pad is None:
            self._pad = self._new_pad(deal)
            self._write(pads.title(self._rules.form, entry.rubber, screen))
        self._write(pads.deal_row(deal, screen))
        if self._explain:
            self._write(pads.explained(deal.lines, screen))
        for diagnostic in deal.diagnostics:
            self._told[diagnostic.rule.name] += 1
            if self._told[diagnostic.rule.name] <= MOST_TOLD:
                name = screen.paint(str(diagnostic.severity), f"{diagnostic.severity} {diagnostic.rule.code}")
                self._write(f"      {name}: {screen.safe(diagnostic.message)}\n")
        self._pad.write(deal.lines, entry.game_won)
        if entry.completed is not None:
            self._close(entry.completed)

    def _close(self, rubber: Rubber) -> None:
        if self._pad is not None:
            self._write(pads.ending(rubber, self._rules.form, self._pad, self._screen))
            self._pad = None

    def end(self, outcomes: Outcomes, places: Places) -> None:
        """The pad of an unfinished rubber, and the session."""
        rubbers = outcomes.session.rubbers
        if rubbers and not rubbers[-1].complete:
            self._close(rubbers[-1])
        self._write(pads.closing(outcomes, self._screen))
        for name, count in self._told.items():
            if count > MOST_TOLD:
                self._write(f"{plural(count - MOST_TOLD, 'further diagnostic')} of {name} not shown\n")


class JsonWriter(_Base):
    """One object: the rule set, the deals, and what they come to."""

    _first = True

    def begin(self) -> None:
        """The rule set."""
        self._write(to_json(head_json(self._rules), ascii_only=self._ascii)[:-1] + ',\n"deals": [')

    def deal(self, deal: ScoredDeal) -> None:
        """An element."""
        self._write(("\n" if self._first else SEPARATOR) + to_json(deal.as_dict(), ascii_only=self._ascii))
        self._first = False

    def end(self, outcomes: Outcomes, places: Places) -> None:
        """The rubbers, the totals, the players."""
        self._write("],\n" + to_json(outcomes.as_dict(places), ascii_only=self._ascii)[1:] + "\n")


class JsonLinesWriter(_Base):
    """A deal a line, and a last line with the rule set and what the deals come to."""

    def begin(self) -> None:
        """Nothing."""

    def deal(self, deal: ScoredDeal) -> None:
        """A line."""
        self._write(to_json(deal.as_dict(), ascii_only=self._ascii) + "\n")

    def end(self, outcomes: Outcomes, places: Places) -> None:
        """The last line."""
        body = head_json(self._rules) | outcomes.as_dict(places)
        self._write(to_json(body, ascii_only=self._ascii) + "\n")


class CsvWriter(_Base):
    """A row for each line of the pad."""

    def begin(self) -> None:
        """The heads of the columns."""
        self._write(csv_text([COLUMNS], ascii_only=self._ascii))

    def deal(self, deal: ScoredDeal) -> None:
        """Its rows."""
        self._write(csv_text(csv_rows(deal), ascii_only=self._ascii))

    def end(self, outcomes: Outcomes, places: Places) -> None:
        """Nothing."""


class HtmlWriter(_Base):
    """A score sheet."""

    def __init__(
        self, write: Write, rules: RuleSet, screen: Screen, paths: Sequence[str], *, explain: bool, totals: bool
    ) -> None:
        super().__init__(write, rules, screen, paths, explain=explain, totals=totals)
        from pbntools.reports.sheet import encoded

        self._write = lambda text: write(encoded(text, ascii_only=self._ascii))
        self._pad: pads.Pad | None = None
        self._deals: list[ScoredDeal] = []
        self._continued = False

    def begin(self) -> None:
        """The opening."""
        from pbntools.reports.sheet import sheet_head

        self._write(sheet_head(self._rules, self._paths))

    def deal(self, deal: ScoredDeal) -> None:
        """A deal, kept until its rubber is over or its table is full."""
        from pbntools.reports.sheet import MOST_ROWS

        if self._pad is None:
            self._pad = self._new_pad(deal)
        self._deals.append(deal)
        self._pad.write(deal.lines, deal.entry.game_won)
        if deal.entry.completed is not None:
            self._section(deal.entry.completed)
        elif len(self._deals) >= MOST_ROWS:
            self._section(None)

    def _section(self, rubber: Rubber | None) -> None:
        from pbntools.reports.sheet import sheet_rubber

        number = self._deals[0].entry.rubber if self._deals else rubber.number if rubber else 0
        pad = self._pad if rubber is not None else None
        text = sheet_rubber(
            self._deals, self._rules, rubber, pad, number=number, continued=self._continued, explain=self._explain
        )
        self._write(text)
        self._continued = rubber is None
        self._deals = []
        if rubber is not None:
            self._pad = None

    def end(self, outcomes: Outcomes, places: Places) -> None:
        """The unfinished rubber, and the session."""
        from pbntools.reports.sheet import sheet_foot

        rubbers = outcomes.session.rubbers
        if rubbers and not rubbers[-1].complete:
            self._section(rubbers[-1])
        elif self._deals:
            self._section(None)
        self._write(sheet_foot(outcomes))


WRITERS: dict[str, type[TextWriter | JsonWriter | JsonLinesWriter | CsvWriter | HtmlWriter]] = {
    "text": TextWriter,
    "json": JsonWriter,
    "jsonl": JsonLinesWriter,
    "csv": CsvWriter,
    "html": HtmlWriter,
}
"""By the name of the output format."""
