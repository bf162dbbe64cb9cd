"""Writes the results of one event as USEBIO XML: the ScoreTable of each board, and one TotalScoreTable."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import BinaryIO
from xml.sax.saxutils import escape, quoteattr

from pbntools import rules
from pbntools.formats.building import build_record
from pbntools.formats.content import content
from pbntools.formats.losses import Losses
from pbntools.formats.registry import Facts, Fit
from pbntools.formats.usebio.event import COMPETITIONS, SCORING, date_tag, date_text, method_of
from pbntools.formats.usebio.tables import lines_of, participants_of, score_table, total_table, xml_text
from pbntools.record import Details, Record, Table

_OWN_TAGS = ("Site", "Event", "Date", "Scoring", "Competition", "Section")
_FIELDS = frozenset(
    ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Auction", "Play", "Note")
)
_PARTS = {
    "deal": (rules.HAND_LOST, "USEBIO has no place for the cards"),
    "dealer": (rules.DEALER_CHANGED, "USEBIO has no place for Dealer"),
    "vulnerable": (rules.DEALER_CHANGED, "USEBIO has no place for Vulnerable"),
    "auction": (rules.AUCTION_LOST, "USEBIO has no place for an auction"),
    "play": (rules.PLAY_LOST, "USEBIO has no place for a play"),
    "contract": (rules.RESULT_LOST, "USEBIO has no place for a contract outside a traveller"),
    "declarer": (rules.RESULT_LOST, "USEBIO has no place for a declarer outside a traveller"),
    "result": (rules.RESULT_LOST, "USEBIO has no place for a result outside a traveller"),
    "trump": (rules.RESULT_LOST, "USEBIO has no place for a denomination alone"),
    "irregular declarer": (rules.IRREGULARITY_LOST, "USEBIO has no place for the mark of an irregular declarer"),
    "comments": (rules.COMMENT_LOST, "USEBIO has no place for comments"),
    "call notes": (rules.NOTE_LOST, "USEBIO has no place for notes"),
    "card notes": (rules.NOTE_LOST, "USEBIO has no place for notes"),
    "call glyphs": (rules.GLYPH_LOST, "USEBIO has no place for marks on calls"),
    "card glyphs": (rules.GLYPH_LOST, "USEBIO has no place for marks on cards"),
}


def fitter(_dialect: str | None) -> Fit:
    """A fit for the records of one file, which holds one event."""
    return _Fitter().fit


class _Fitter:
    """Knows the event of the file and its present section."""

    def __init__(self) -> None:
        self._event: dict[str, str] | None = None
        self._section: str | None = None

    def fit(self, record: Record, _facts: Facts, losses: Losses) -> Record | None:
        """The board's results; None where it has none, or is of another event."""
        tags = self._tags(record, losses)
        section = tags.pop("Section", None)
        first = self._event is None or section != self._section
        competition = tags.get("Competition")

        def lost(words: str) -> None:
            losses.add(rules.VALUE_CHANGED, words)

        table = record.table("ScoreTable")
        lines = [] if table is None else lines_of(table, lost)
        fitted = [score_table(lines)] if lines else []
        if table is not None and fitted and fitted[0] is not None and not _in_order(table.columns, fitted[0].columns):
            lost("USEBIO has the columns of a ScoreTable in an order of its own")
        totals = self._totals(record, first, competition, tags.get("Scoring"), losses)
        tables = tuple(found for found in [*fitted, totals] if found is not None)
        if not tables:
            losses.add(
                rules.RECORD_LEFT_OUT,
                "USEBIO holds tables of results: a record without a ScoreTable is left out",
            )
            return None
        if self._event is not None and tags != self._event:
            losses.add(rules.RECORD_LEFT_OUT, "USEBIO holds one event: the boards of another are left out")
            return None
        self._event, self._section = tags, section
        for part, (rule, words) in _PARTS.items():
            if part in content(record):
                losses.add(rule, words)
        for other in record.tables:
            if other.name not in ("ScoreTable", "TotalScoreTable"):
                losses.add(rules.TABLE_LOST, f"USEBIO has no place for {other.name[:60]}")
        board = None if record.board is None else xml_text(record.board) or None
        if board != record.board:
            losses.add(rules.BOARD_CHANGED, "control characters and repeated blanks in a board's label become blanks")
        return build_record({**tags, "Section": section or ""}, board=board, details=Details(tables=tables))

    def _tags(self, record: Record, losses: Losses) -> dict[str, str]:
        tags: dict[str, str] = {}
        for name, value in record.tags.resolved.items():
            if name in _FIELDS or value in ("", "?") or (name.endswith("Table") and name != "Table"):
                continue
            if name not in _OWN_TAGS:
                losses.add(rules.TAG_LOST, f"USEBIO has no place for {name[:60]}")
                continue
            text = xml_text(value)
            if name == "Date":
                try:
                    text = date_tag(date_text(text))
                except ValueError:
                    losses.add(rules.VALUE_CHANGED, "USEBIO has no form for a Date of which a part is not known")
                    continue
            elif name == "Scoring":
                method = method_of(text)
                if method is None:
                    losses.add(rules.VALUE_CHANGED, f"USEBIO has no method for the Scoring {text[:40]}")
                    continue
                text = SCORING[method]
            elif name == "Competition" and text not in COMPETITIONS:
                losses.add(rules.VALUE_CHANGED, f"USEBIO has no type of event for the Competition {text[:40]}")
                continue
            if text != value:
                losses.add(rules.TEXT_CHANGED, f"{name} is written in the form that USEBIO has for it")
            if text:
                tags[name] = text
        return {name: tags[name] for name in _OWN_TAGS if name in tags}

    def _totals(
        self, record: Record, first: bool, competition: str | None, scoring: str | None, losses: Losses
    ) -> Table | None:
        table = record.table("TotalScoreTable")
        if table is None:
            return None
        if not first:
            losses.add(rules.TABLE_LOST, "USEBIO holds a TotalScoreTable before the first board of an event or section")
            return None
        if competition in ("Individuals", "Teams"):
            losses.add(rules.TABLE_LOST, "a TotalScoreTable of teams or individuals is not written")
            return None
        return total_table(
            participants_of(table, scoring, lambda words: losses.add(rules.VALUE_CHANGED, words)), scoring
        )


def _in_order(columns: Sequence[str], fitted: Sequence[str]) -> bool:
    """Whether the columns that are kept are in the order in which they were."""
    kept = [column for column in columns if column in fitted]
    return kept == [column for column in fitted if column in columns]


def write(records: Iterable[Record], file: BinaryIO, _dialect: str | None) -> int:
    """Write fitted records; returns their number."""
    count = 0
    section: str | None = None
    session = False
    file.write(b'<?xml version="1.0" encoding="UTF-8"?>\n<USEBIO Version="1.2">\n')
    for record, following in _pairs(records):
        tags = record.tags.resolved
        wanted = tags.get("Section")
        if not count:
            session = wanted is not None
            file.write((_head(tags, record.table("TotalScoreTable")) + ("<SESSION>\n" if session else "")).encode())
        if wanted != section:
            opening = "" if wanted is None else f"<SECTION SECTION_ID={quoteattr(wanted)}>\n"
            file.write((("" if section is None else "</SECTION>\n") + opening).encode())
            section = wanted
        file.write(_board(record, last=following is None or _section(following) != wanted).encode())
        count += 1
    if count:
        file.write(b"" if section is None else b"</SECTION>\n")
        file.write((b"</SESSION>\n" if session else b"") + b"</EVENT>\n")
    file.write(b"</USEBIO>\n")
    return count


def _element(name: str, text: str) -> str:
    return f"<{name}>{escape(text)}</{name}>"


def _head(values: Mapping[str, str], totals: Table | None) -> str:
    site, kind = values.get("Site"), values.get("Competition")
    parts = []
    if site:
        parts.append(f"<CLUB>{_element('CLUB_NAME', site)}</CLUB>\n")
    kind_text = COMPETITIONS.get(kind or "")
    parts.append(f'<EVENT EVENT_TYPE="{kind_text}">\n' if kind_text else "<EVENT>\n")
    if values.get("Event"):
        parts.append(_element("EVENT_DESCRIPTION", values["Event"]) + "\n")
    if values.get("Date"):
        parts.append(_element("DATE", date_text(values["Date"])) + "\n")
    if totals is not None and _two_winners(totals):
        parts.append(_element("WINNER_TYPE", "2") + "\n")
    if values.get("Scoring"):
        parts.append(_element("BOARD_SCORING_METHOD", method_of(values["Scoring"]) or "") + "\n")
    return "".join(parts)


def _two_winners(totals: Table) -> bool:
    """Whether North-South and East-West are ranked apart, which their directions tell."""
    if "Direction" not in totals.columns:
        return False
    at = totals.columns.index("Direction")
    return {row[at] for row in totals.rows if len(row) > at} >= {"NS", "EW"}


def _pairs(records: Iterable[Record]) -> Iterator[tuple[Record, Record | None]]:
    """Each record with the one behind it."""
    before: Record | None = None
    for record in records:
        if before is not None:
            yield before, record
        before = record
    if before is not None:
        yield before, None


def _section(record: Record) -> str | None:
    return record.tags.resolved.get("Section")


def _board(record: Record, *, last: bool) -> str:
    """A board with the participants before it; those alone need no board where none follows in their section."""
    parts = []

    def ignore(_words: str) -> None:
        """Fitted records lose nothing."""

    totals, table = record.table("TotalScoreTable"), record.table("ScoreTable")
    if totals is not None:
        parts.append("<PARTICIPANTS>\n")
        for party in participants_of(totals, record.tags.resolved.get("Scoring"), ignore):
            parts.append("<PAIR>")
            parts += [_element(name, text) for name, text in party.texts.items()]
            for name, number in zip(party.names, party.numbers, strict=True):
                parts.append("<PLAYER>")
                parts += [
                    _element(element, text)
                    for element, text in (("NATIONAL_ID_NUMBER", number), ("PLAYER_NAME", name))
                    if text is not None
                ]
                parts.append("</PLAYER>")
            parts.append("</PAIR>\n")
        parts.append("</PARTICIPANTS>\n")
    if table is None and record.board is None and last:
        return "".join(parts)
    parts.append("<BOARD>")
    if record.board is not None:
        parts.append(_element("BOARD_NUMBER", record.board))
    parts.append("\n")
    for line in [] if table is None else lines_of(table, ignore):
        parts.append("<TRAVELLER_LINE>")
        parts += [_element(name, _spelt(name, text)) for name, text in line.items()]
        parts.append("</TRAVELLER_LINE>\n")
    return "".join([*parts, "</BOARD>\n"])


def _spelt(element: str, text: str) -> str:
    return "PASS" if element == "CONTRACT" and text == "Pass" else text


__all__ = ["fitter", "write"]
