"""What files hold, counted: ``pbntools info``."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from pbntools.core import Deal
from pbntools.diagnostics import Severity
from pbntools.formats.pbn.lexer import MANDATORY
from pbntools.formats.pbn.values import value_fault
from pbntools.record import FieldState, Record
from pbntools.reports.diagnostics import plural
from pbntools.reports.screen import Screen

MOST_DEALS = 1_000_000
"""Different deals, and different boards, that are told apart; with more than that the number is a least one."""
MOST_NAMES = 1_000
"""Names of events and of programs that are kept."""
SHOWN = 5
"""Of those, how many are shown to people."""

_VERSION = re.compile(r"%[ \t]*PBN[ \t]+([0-9]+\.[0-9]+)[ \t]*\Z")
_EXPORT = re.compile(r"%[ \t]*EXPORT[ \t]*\Z")
_CREATOR = re.compile(r"%[ \t]*Creator:?[ \t]+(.*\S)", re.IGNORECASE)
_LABEL = 11
_LONGEST_NAME = 200
_NO_HAND = b"\xff" * 7
_ENCODINGS = {"ascii": "ASCII", "utf-8": "UTF-8", "iso-8859-1": "ISO 8859-1", "windows-1252": "Windows-1252"}


@dataclass(slots=True)
class Names:
    """How often each name occurs; after `MOST_NAMES` names no new one is taken."""

    counts: Counter[str] = field(default_factory=Counter)
    complete: bool = True

    def add(self, name: str, count: int = 1) -> None:
        """Count a name."""
        name = name[:_LONGEST_NAME]
        if name in self.counts or len(self.counts) < MOST_NAMES:
            self.counts[name] += count
        else:
            self.complete = False

    def as_list(self) -> list[dict[str, object]]:
        """The JSON form, the most frequent first."""
        return [{"name": name, "records": count} for name, count in self.counts.most_common()]


@dataclass(slots=True)
class Tally:
    """What the records of a file, or of all files, come to."""

    records: int = 0
    boards: set[str] = field(default_factory=set)
    deals: set[bytes] = field(default_factory=set)
    """Hashes of the different deals, of 8 bytes each."""
    boards_complete: bool = True
    deals_complete: bool = True
    numbers: tuple[int, int] | None = None
    without_cards: int = 0
    partly_known: int = 0
    auctions: int = 0
    plays: int = 0
    whole_plays: int = 0
    claims: int = 0
    results: int = 0
    dates: tuple[str, str] | None = None
    undated: int = 0
    odd_dates: int = 0
    events: Names = field(default_factory=Names)
    generators: Names = field(default_factory=Names)
    mandatory: dict[str, Counter[FieldState]] = field(default_factory=lambda: {name: Counter() for name in MANDATORY})

    def add(self, record: Record) -> None:
        """Count a record."""
        self.records += 1
        if record.board:
            self._board(record.board[:_LONGEST_NAME])
        if record.number is not None:
            self._widen(record.number, record.number)
        self._deal(record.deal)
        self.auctions += bool(record.auction and record.auction.ids)
        self._play(record)
        self.results += record.result is not None
        self._date(record.value("Date"))
        if record.event:
            self.events.add(record.event)
        generator = record.value("Generator")
        if generator and generator != "?":
            self.generators.add(generator)
        for name, states in self.mandatory.items():
            states[record.tags.state(name)] += 1

    def merge(self, other: Tally) -> None:
        """Count all that another tally counted."""
        for name in ("records", "without_cards", "partly_known", "auctions", "plays", "whole_plays", "claims"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for name in ("results", "undated", "odd_dates"):
            setattr(self, name, getattr(self, name) + getattr(other, name))
        for label in other.boards:
            self._board(label)
        for digest in other.deals:
            self._digest(digest)
        self.boards_complete &= other.boards_complete
        self.deals_complete &= other.deals_complete
        if other.numbers is not None:
            self._widen(*other.numbers)
        if other.dates is not None:
            for date in other.dates:
                self._dated(date)
        for mine, theirs in ((self.events, other.events), (self.generators, other.generators)):
            for name, count in theirs.counts.items():
                mine.add(name, count)
            mine.complete &= theirs.complete
        for name, states in other.mandatory.items():
            self.mandatory[name].update(states)

    def _board(self, label: str) -> None:
        if label in self.boards or len(self.boards) < MOST_DEALS:
            self.boards.add(label)
        else:
            self.boards_complete = False

    def _widen(self, low: int, high: int) -> None:
        self.numbers = (low, high) if self.numbers is None else (min(self.numbers[0], low), max(self.numbers[1], high))

    def _deal(self, deal: Deal | None) -> None:
        if deal is None or not any(deal.masks):
            self.without_cards += 1
            return
        self.partly_known += not deal.completed().is_complete
        whole = b"".join(_NO_HAND if mask is None else mask.to_bytes(7, "big") for mask in deal.completed().masks)
        self._digest(hashlib.blake2b(whole, digest_size=8).digest())

    def _digest(self, digest: bytes) -> None:
        if digest in self.deals or len(self.deals) < MOST_DEALS:
            self.deals.add(digest)
        else:
            self.deals_complete = False

    def _play(self, record: Record) -> None:
        play = record.play
        if play is None:
            return
        known = sum(card >= 0 for card in play.ids)
        self.plays += bool(known)
        self.whole_plays += known == 52
        self.claims += bool(known) and known < 52 and play.end == "*" and record.result is not None

    def _date(self, text: str | None) -> None:
        if not text or text[:4] in ("?", "????"):
            self.undated += 1
        elif value_fault("Date", text) is not None:
            self.odd_dates += 1
        else:
            self._dated(text)

    def _dated(self, date: str) -> None:
        # An unknown month or day counts as the first one at the early end, and as the last at the late end.
        first, last = (date, date) if self.dates is None else self.dates
        self.dates = (
            min(first, date, key=lambda text: text.replace("?", "0")),
            max(last, date, key=lambda text: text.replace("?", "9")),
        )

    def as_dict(self) -> dict[str, object]:
        """The JSON form.  Shares are of the records, from 0 to 1; null without records."""
        return {
            "records": self.records,
            "boards": {
                "distinct": len(self.boards),
                "exact": self.boards_complete,
                "first": self.numbers[0] if self.numbers else None,
                "last": self.numbers[1] if self.numbers else None,
            },
            "deals": {
                "distinct": len(self.deals),
                "exact": self.deals_complete,
                "without_cards": self.without_cards,
                "partly_known": self.partly_known,
            },
            "auction": self._share(self.auctions),
            "play": self._share(self.plays) | {"complete": self.whole_plays, "claims": self.claims},
            "result": self._share(self.results),
            "events": self.events.as_list(),
            "events_exact": self.events.complete,
            "dates": {
                "first": self.dates[0] if self.dates else None,
                "last": self.dates[1] if self.dates else None,
                "unknown": self.undated,
                "malformed": self.odd_dates,
            },
            "generators": self.generators.as_list(),
            "mandatory_tags": {
                name: {
                    "absent": states[FieldState.ABSENT],
                    "unknown": states[FieldState.UNKNOWN],
                    "empty": states[FieldState.NOT_APPLICABLE],
                }
                for name, states in self.mandatory.items()
            },
        }

    def _share(self, count: int) -> dict[str, object]:
        return {"records": count, "share": round(count / self.records, 4) if self.records else None}


@dataclass(slots=True)
class FileInfo:
    """What is known of one file."""

    path: str
    format: str
    header: list[str] = field(default_factory=list)
    encoding: str = "ascii"
    byte_order_mark: bool = False
    line_ends: list[str] = field(default_factory=list)
    packed: str | None = None
    faults: Mapping[Severity, int] = field(default_factory=dict)
    complete: bool = True
    """Whether the file was read to its end."""
    tally: Tally = field(default_factory=Tally)

    @property
    def version(self) -> str | None:
        """The version of the standard that the file names."""
        return next((found[1] for line in self.header if (found := _VERSION.match(line))), None)

    @property
    def is_export(self) -> bool:
        """Whether the file says that it is in the export format; it may not be."""
        return any(_EXPORT.match(line) for line in self.header)

    @property
    def creator(self) -> str | None:
        """The program that the head of the file names."""
        return next((found[1] for line in self.header if (found := _CREATOR.match(line))), None)

    def as_dict(self) -> dict[str, object]:
        """The JSON form."""
        return {
            "path": self.path,
            "format": self.format,
            "version": self.version,
            "export": self.is_export,
            "packed": self.packed,
            "creator": self.creator,
            "header": [line[:_LONGEST_NAME] for line in self.header],
            "encoding": self.encoding,
            "byte_order_mark": self.byte_order_mark,
            "line_ends": self.line_ends,
            "complete": self.complete,
            "text": {f"{severity}s": self.faults.get(severity, 0) for severity in sorted(Severity, reverse=True)},
            **self.tally.as_dict(),
        }


def info_text(info: FileInfo, screen: Screen) -> str:
    """A file's block for people."""
    # Only the version of PBN is read.
    unnamed = ", no version named" if info.format == "pbn" else ""
    version = f" {info.version}" if info.version else unnamed
    packed = f" ({info.packed})" if info.packed else ""
    parts = [f"{info.format.upper()}{version}{packed}"]
    if info.is_export:
        parts.append("says it is in the export format")
    rows = [("format", ", ".join(parts)), ("producer", _producer(info, screen))]
    text = [_encoding(info.encoding)]
    if info.byte_order_mark:
        text.append("byte order mark")
    text.append(f"lines end in {' and '.join(info.line_ends)}" if info.line_ends else "no line ends")
    rows.append(("text", ", ".join(text)))
    rows += _rows(info.tally, screen)
    found = [plural(count, str(severity)) for severity, count in sorted(info.faults.items(), reverse=True) if count]
    if found:
        rows.append(("faults", f"{', '.join(found)} in the text; 'pbntools check' tells them"))
    if not info.complete:
        rows.append(("incomplete", "the file could not be read to its end"))
    return _block(info.path, rows, screen)


def total_text(files: int, tally: Tally, screen: Screen) -> str:
    """The block of all files together."""
    return _block(f"total of {plural(files, 'file')}", _rows(tally, screen), screen)


def _block(title: str, rows: Iterable[tuple[str, str]], screen: Screen) -> str:
    lines = [screen.paint("path", screen.safe(title))]
    for label, text in rows:
        if text:
            first = "  " + screen.paint("label", label.ljust(_LABEL)) + " "
            lines += screen.wrap(text, " " * (_LABEL + 3), first)
    return "".join(f"{line}\n" for line in lines)


def _producer(info: FileInfo, screen: Screen) -> str:
    generators = info.tally.generators
    named = [info.creator] if info.creator else []
    named += [name for name, _ in generators.counts.most_common(SHOWN) if name not in named]
    if more := len(generators.counts) - SHOWN:
        named += [f"{more:,} more"] if more > 0 else []
    if named:
        return "; ".join(named)
    # Some programs put their name into the line of the version.
    odd = next((line for line in info.header if line.startswith("% PBN") and not _VERSION.match(line)), None)
    return f"not named; the file begins with {screen.clip(odd, 60)!r}" if odd else "not named"


def _encoding(names: str) -> str:
    return " and ".join(_ENCODINGS.get(name, name) for name in names.split("+"))


def _rows(tally: Tally, screen: Screen) -> list[tuple[str, str]]:
    if not tally.records:
        return [("boards", "no record")]
    return [
        ("boards", _boards(tally, screen)),
        ("deals", _deals(tally)),
        ("events", _names(tally.events)),
        ("dates", _dates(tally, screen)),
        ("auction", _share(tally.auctions, tally.records)),
        ("play", _plays(tally)),
        ("result", _share(tally.results, tally.records)),
        ("missing", _lacking(tally, FieldState.ABSENT)),
        ("unknown (?)", _lacking(tally, FieldState.UNKNOWN)),
    ]


def _boards(tally: Tally, screen: Screen) -> str:
    least = "" if tally.boards_complete else "at least "
    parts = [plural(tally.records, "record")]
    if tally.boards:
        parts.append(f"{least}{plural(len(tally.boards), 'board')}")
    else:
        parts.append("no board numbers")
    if tally.numbers is not None:
        dash = "–" if screen.carries("–") else "-"
        low, high = tally.numbers
        parts.append(f"number {low}" if low == high else f"numbers {low}{dash}{high}")
    return ", ".join(parts)


def _deals(tally: Tally) -> str:
    least = "" if tally.deals_complete else "at least "
    parts = [f"{least}{len(tally.deals):,} different"]
    if tally.partly_known:
        parts.append(f"{tally.partly_known:,} not known in full")
    if tally.without_cards:
        parts.append(f"{plural(tally.without_cards, 'record')} without cards")
    return ", ".join(parts)


def _names(names: Names) -> str:
    if not names.counts:
        return "none named"
    shown = [f"{name} ({count:,})" for name, count in names.counts.most_common(SHOWN)]
    if len(names.counts) > SHOWN:
        shown.append(f"{'' if names.complete else 'at least '}{len(names.counts) - SHOWN:,} more")
    return "; ".join(shown)


def _dates(tally: Tally, screen: Screen) -> str:
    dash = "–" if screen.carries("–") else "-"
    parts = []
    if tally.dates is not None:
        first, last = tally.dates
        parts.append(first if first == last else f"{first} {dash} {last}")
    if tally.odd_dates:
        parts.append(f"{tally.odd_dates:,} not of the standard's form")
    if tally.undated:
        parts.append(f"{tally.undated:,} not known" if parts else "not known")
    return ", ".join(parts)


def _share(count: int, records: int) -> str:
    if count in (0, records):
        return "in all records" if count else "in none"
    return f"in {count:,} of {records:,} records ({_percent(count, records)})"


def _percent(count: int, records: int) -> str:
    # Neither 0 % nor 100 %, which would say none and all.
    return f"{min(max(round(100 * count / records), 1), 99)} %"


def _plays(tally: Tally) -> str:
    text = _share(tally.plays, tally.records)
    if not tally.plays:
        return text
    parts = []
    if tally.whole_plays:
        parts.append(f"{tally.whole_plays:,} to the last card")
    if tally.claims:
        parts.append(f"{tally.claims:,} ended by * with a result (claims)")
    return ": ".join([text, ", ".join(parts)]) if parts else text


def _lacking(tally: Tally, state: FieldState) -> str:
    by_count: dict[int, list[str]] = {}
    for name, states in tally.mandatory.items():
        if states[state]:
            by_count.setdefault(states[state], []).append(name)
    return "; ".join(_in(names, count, tally.records) for count, names in sorted(by_count.items(), reverse=True))


def _in(names: Sequence[str], count: int, records: int) -> str:
    where = "all records" if count == records else f"{count:,} of {records:,}"
    return f"{', '.join(names)} in {where}"
