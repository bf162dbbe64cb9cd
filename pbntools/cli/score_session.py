"""``pbntools score --as rubber`` and its like: a session of records, scored on one pad."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import cast

import click

from pbntools.cli import choosing, options
from pbntools.cli.reading import Item, Reader
from pbntools.cli.streams import Output
from pbntools.core import Seat
from pbntools.diagnostics import Diagnostic, Severity, diagnostic_of
from pbntools.reports.diagnostics import plural
from pbntools.reports.screen import Screen
from pbntools.reports.session_writers import WRITERS, SessionWriter
from pbntools.reports.sessions import Outcomes, ScoredDeal, session_verdict
from pbntools.scoring.order import Trust
from pbntools.scoring.pad import Entry, Session, Winner
from pbntools.scoring.ruleset import RuleSet
from pbntools.scoring.session import Scorer
from pbntools.scoring.settlement import Rounding, added, forfeit, match_result
from pbntools.scoring.tags import HISTORY, SCORE, history_text, score_text

_LEAD: dict[Winner, tuple[int, int]] = {"NS": (1, 0), "EW": (0, 1), "tie": (0, 0)}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is asked for besides the files."""

    rules: RuleSet
    trust: str
    explain: bool
    totals: bool
    write_tags: bool
    stake: Fraction | None
    settle: str
    left: Seat | None
    fail_on: str

    def refuse(self, form: str, paths: tuple[str, ...], choice: choosing.Choice) -> None:
        """Raise a usage error for options that do not go together."""
        if self.totals and form in ("csv", "html"):
            raise click.UsageError(f"--totals goes with text, json or jsonl, not with {form}.")
        if self.write_tags and "-" in paths:
            raise click.UsageError("--write-tags needs files to write to, not the standard input.")
        if self.write_tags and choice:
            raise click.UsageError("--write-tags needs the whole session: leave out --board, --record and --room.")


class _Progress:
    """What is counted and kept while a session is read."""

    def __init__(self, wanted: Wanted, writer: SessionWriter) -> None:
        self._wanted = wanted
        self._writer = writer
        self.scorer = Scorer(wanted.rules, trust=cast(Trust, wanted.trust), rounding=cast(Rounding, wanted.settle))
        self.counts: Counter[Severity] = Counter()
        self.deals = self.scored = 0
        self.places: list[tuple[int, int]] = []
        self.tags: dict[str, dict[int, Mapping[str, str]]] = {}
        self.without_tags = 0
        self._first: tuple[int, int] | None = None
        self._last_record = 0
        self._held: ScoredDeal | None = None

    def take(self, item: Item) -> None:
        """Score a record and write it, one deal behind, since the last one may get what closes the session."""
        entry = self.scorer.push(item.record, item.outcome)
        self.deals += 1
        self.scored += entry.conditional is None and not entry.unknown
        if self._first is None or self._first[0] != entry.rubber:
            self._first = entry.rubber, item.index
        self._last_record = item.index
        if entry.completed is not None:
            self.places.append((self._first[1], item.index))
        for finding in entry.findings:
            self.counts[finding.severity or finding.rule.severity] += 1
        if self._wanted.write_tags:
            self._note_tags(item, entry)
        if self._wanted.totals:
            return
        self.flush()
        self._held = ScoredDeal(
            item.path, item.index, item.outcome.tricks_source, entry, tuple(_diagnostics(item, entry))
        )

    def flush(self) -> None:
        """Write the deal that is held back."""
        if self._held is not None:
            self._writer.deal(self._held)
            self._held = None

    def finish(self) -> Session:
        """The session; the last deal gets the lines that close it."""
        session = self.scorer.result()
        if self._first is not None and len(session.rubbers) > len(self.places):
            self.places.append((self._first[1], self._last_record))
        if self._held is not None:
            self._held = replace(self._held, closing=session.closing)
        self.flush()
        return session

    def _note_tags(self, item: Item, entry: Entry) -> None:
        values = {SCORE: score_text(entry) if entry.number else None}
        if self._wanted.rules.form == "rubber":
            values[HISTORY] = history_text(entry.state) if entry.number and entry.conditional is None else None
        known = {name: value for name, value in values.items() if value is not None}
        self.without_tags += len(known) < len(values)
        changed = {name: value for name, value in known.items() if item.record.tags.get(name) != value}
        if changed:
            self.tags.setdefault(item.path, {})[item.index] = changed


def _diagnostics(item: Item, entry: Entry) -> list[Diagnostic]:
    found = []
    for finding in entry.findings:
        location = item.reading.locate(finding.place)
        found.append(diagnostic_of(finding, location, record=item.index, board=entry.board))
    return found


def score_session(
    out: Output,
    reader: Reader,
    paths: tuple[str, ...],
    choice: choosing.Choice,
    form: str,
    screen: Screen,
    wanted: Wanted,
) -> int:
    """Score the records of all files as one session; the exit status."""
    writer = WRITERS[form](out.write, wanted.rules, screen, paths, explain=wanted.explain, totals=wanted.totals)
    progress = _Progress(wanted, writer)
    writer.begin()
    for items in reader.by_file(paths, once=True):
        progress.scorer.ledger.new_sheet()
        for item in items:
            if choice.takes(item):
                progress.take(item)
            elif choice.at_table(item):
                progress.scorer.ledger.leave_out()
    session = progress.finish()
    match, no_match = _match(session, wanted, moved=progress.scorer.moved)
    accounts = progress.scorer.accounts.standing()
    outcomes = Outcomes(wanted.rules, session, accounts, wanted.stake, wanted.settle, match, no_match)
    writer.end(outcomes, progress.places)
    written = ""
    failed = False
    if wanted.write_tags:
        from pbntools.cli.write_tags import write_tags

        out.flush()
        written, failed = write_tags(progress.tags, reader.encoding)
        if progress.without_tags:
            written += f", not in {plural(progress.without_tags, 'record')} where they are not known"
    summary = _summary(progress, session, reader, chosen=bool(choice)) + written + reader.remarks()
    if form == "text":
        out.close_with(summary)
    out.flush()
    told = options.fails(wanted.fail_on, progress.counts)
    nothing = "" if progress.deals else choice.nothing("score", reader.records)
    return reader.finish(summary, nothing, 2 if failed else int(told))


def _match(session: Session, wanted: Wanted, *, moved: bool) -> tuple[dict[Seat, int | None] | None, str]:
    """The match of each seat, or why it is not given where that needs a word."""
    if moved:
        return None, "the players changed seats"
    winners = [match.winner for match in session.matches] or [session.winner]
    found: list[dict[Seat, int | None]] = []
    if wanted.left is not None:
        finished = session.finished
        if finished.ahead is None:
            return None, "the finished deals do not tell who is ahead"
        # The last match is the one that was left.
        winners.pop()
        found.append(forfeit(wanted.left, finished.deals, *_LEAD[finished.ahead]))
    for winner in winners:
        if winner is None:
            return None, "the finished deals do not tell who is ahead" if wanted.left is not None else ""
        found.append(dict(match_result(winner)))
    return added(found), ""


def _summary(progress: _Progress, session: Session, reader: Reader, *, chosen: bool) -> str:
    counts = [
        plural(progress.counts[severity], str(severity)) for severity in reversed(Severity) if progress.counts[severity]
    ]
    return (
        f"scored {plural(progress.scored, 'deal')} of {plural(progress.deals, 'deal')}{' chosen' if chosen else ''}"
        f" in {plural(reader.files, 'file')} as {progress.scorer.ledger.rules.name}: {session_verdict(session)}"
        + (f"; {', '.join(counts)}" if counts else "")
    )
