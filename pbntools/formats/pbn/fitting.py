"""What PBN's export format can hold of a record, and what that loses (PBN 2.1 §2 to §5)."""

from __future__ import annotations

import io
import re
from collections.abc import Mapping
from dataclasses import replace

from pbntools import rules
from pbntools.formats.content import content
from pbntools.formats.losses import Losses
from pbntools.formats.pbn.columns import columns_hold
from pbntools.formats.pbn.export_sections import NAME, reads_back
from pbntools.formats.pbn.lexer import is_section
from pbntools.formats.pbn.reader import PbnReader
from pbntools.formats.pbn.writer import write
from pbntools.formats.registry import Facts
from pbntools.record import (
    NO_REMARKS,
    UNKNOWN_CARD,
    UNREADABLE_CARD,
    Annotation,
    Comment,
    Details,
    Play,
    Record,
    Remarks,
    Result,
    Tags,
)

MOST_NOTES = 32
"""The highest number of a note (PBN 2.1 §3.5.1)."""
_FORBIDDEN = re.compile(r"[\x00-\x1f\x7f\ud800-\udfff]+")
_FORBIDDEN_IN_COMMENTS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]+")
_LINE_ENDS = re.compile(r"[\r\n]+")


def fit(record: Record, _facts: Facts, losses: Losses) -> Record:
    """The record as the export format can hold it."""
    record = _fit_result(record, losses)
    auction, play = record.auction, record.play
    if auction is not None and auction.ids and min(auction.ids) < 0:
        losses.add(rules.WORD_LOST, "PBN has no word for a call that could not be read; the auction ends before it")
        end = next(at for at, call in enumerate(auction.ids) if call < 0)
        skips = tuple(at for at in auction.skips if at < end)
        marked = frozenset(at for at in auction.insufficient if at < end)
        auction = replace(auction, ids=auction.ids[:end], end="*", skips=skips, insufficient=marked, all_pass=None)
        record = replace(record, auction=auction, details=_cut(record.details, end))
    if play is not None and UNREADABLE_CARD in play.ids:
        losses.add(rules.WORD_LOST, "PBN has no word for a card that could not be read")
        ids = tuple(UNKNOWN_CARD if card == UNREADABLE_CARD else card for card in play.ids)
        record = replace(record, play=replace(play, ids=ids))
    record = replace(record, tags=_fit_tags(record.tags, losses))
    record = _fit_remarks_of(record, losses)
    play, deal = record.play, record.deal
    if play is None or deal is None or play.next_cell is not None or columns_hold(deal.masks, play.first, play.ids):
        return record
    return _fit_columns(record, losses)


def _fit_columns(record: Record, losses: Losses) -> Record:
    """The record with the cards of its play in the columns in which a reader will put them."""
    file = io.BytesIO()
    write([record], file)
    back = next((reading.record for reading in PbnReader(file.getvalue()) if reading.record is not None), None)
    if back is None or back.play is None or content(back).get("play") == content(record).get("play"):
        return record
    losses.add(rules.PLAY_LOST, "PBN has cards in their players' columns: they go to those whose hands hold them")
    return replace(record, play=back.play, details=back.details)


def _fit_remarks_of(record: Record, losses: Losses) -> Record:
    details = record.details
    remarks, tables = details.remarks, details.tables
    kept = {table.name: table for table in reversed(tables)}
    if len(kept) < len(tables):
        losses.add(rules.TABLE_LOST, "PBN holds one table of each name; the first is kept")
        tables = tuple(table for table in tables if kept[table.name] is table)
    misfits = {table.name for table in tables if table.values is None and not reads_back(table)}
    if misfits:
        losses.add(rules.TABLE_LOST, "PBN would have other rows for a table whose rows do not fit its columns")
        tables = tuple(table for table in tables if table.name not in misfits)
        resolved = record.tags.resolved
        record = replace(record, tags=Tags({name: resolved[name] for name in resolved if name not in misfits}))
    fitted = remarks if remarks is NO_REMARKS else _fit_remarks(remarks, losses)
    if fitted is not remarks or tables is not details.tables:
        record = replace(record, details=Details(fitted, tables))
    return record


def _fit_result(record: Record, losses: Losses) -> Record:
    play = record.play
    if play is None or play.claim is None:
        return record
    claim, result = play.claim, record.result
    if result is None:
        losses.add(rules.PROVENANCE_CHANGED, "PBN has no claims: declarer's tricks as claimed become the Result")
        result = Result(claim)
    elif result.tricks != claim:
        losses.add(rules.RESULT_LOST, "PBN has no place for a claim of other tricks than the Result")
    else:
        losses.add(rules.PROVENANCE_CHANGED, "PBN has no claims: the claim is a Result in PBN")
    bare = Play(play.first, play.ids, play.end, play.next_cell, play.revokes, play.leads)
    return replace(record, result=result, play=bare)


def _cut(details: Details, end: int) -> Details:
    """The details without what stands beside calls from an index on."""
    remarks = details.remarks
    if remarks is NO_REMARKS:
        return details
    calls = {at: mark for at, mark in remarks.call_annotations.items() if at < end}
    used = {number for mark in calls.values() for number in mark.notes}
    notes = {number: text for number, text in remarks.auction_notes.items() if number in used}
    comments = tuple(
        Comment(comment.text, ("call", end - 1) if end else ("tag", "Auction"))
        if comment.owner[0] == "call" and isinstance(comment.owner[1], int) and comment.owner[1] >= end
        else comment
        for comment in remarks.comments
    )
    kept = Remarks(notes, remarks.play_notes, calls, remarks.card_annotations, comments)
    return Details(kept, details.tables)


def _fit_tags(tags: Tags, losses: Losses) -> Tags:
    resolved = tags.resolved
    out: dict[str, str] = {}
    changed = False
    for name, value in resolved.items():
        if not NAME.match(name) or name == "Note":
            losses.add(rules.TAG_LOST, f"PBN has no place for {name[:60]}")
            changed = True
            continue
        if not is_section(name):
            text = _FORBIDDEN.sub(" ", value)
            if text != value:
                losses.add(rules.TEXT_CHANGED, f"line ends and control characters in {name} become blanks")
            if text == "#" or text.startswith("##"):
                losses.add(rules.TEXT_CHANGED, f"a # at the start of {name} would be read as inheritance")
                text = f" {text}"
            if text != value:
                changed = True
                value = text
        out[name] = value
    return Tags(out) if changed else tags


def _fit_remarks(remarks: Remarks, losses: Losses) -> Remarks:
    calls, auction, moved = _few_notes(remarks.call_annotations, remarks.auction_notes, "call")
    cards, play, also = _few_notes(remarks.card_annotations, remarks.play_notes, "card")
    if moved or also:
        losses.add(rules.REMARK_MOVED, f"PBN numbers notes up to {MOST_NOTES}; those beyond become comments")
    calls, few = _without_strangers(calls, auction, play, losses)
    cards, fewer = _without_strangers(cards, play, auction, losses)
    comments = []
    changed = bool(moved or also or few or fewer)
    for comment in [*remarks.comments, *moved, *also]:
        text = _FORBIDDEN_IN_COMMENTS.sub(" ", comment.text)
        if "}" in text and _LINE_ENDS.search(text):
            text = _LINE_ENDS.sub(" ", text)
        if text != comment.text:
            if _LINE_ENDS.sub(" ", comment.text) != text:
                losses.add(rules.TEXT_CHANGED, "control characters in a comment become blanks")
            changed = True
        comments.append(Comment(text, comment.owner) if text != comment.text else comment)
    notes = [_fit_notes(texts, losses) for texts in (auction, play)]
    if not changed and notes[0] == dict(remarks.auction_notes) and notes[1] == dict(remarks.play_notes):
        return remarks
    return Remarks(notes[0], notes[1], calls, cards, tuple(comments))


def _fit_notes(texts: Mapping[int, str], losses: Losses) -> dict[int, str]:
    out = {}
    for number, text in texts.items():
        out[number] = _FORBIDDEN.sub(" ", text)
        if out[number] != text:
            losses.add(rules.TEXT_CHANGED, "line ends and control characters in a note become blanks")
    return out


def _few_notes(
    annotations: Mapping[int, Annotation], texts: Mapping[int, str], kind: str
) -> tuple[Mapping[int, Annotation], Mapping[int, str], list[Comment]]:
    """Annotations and notes of which none has a number that is too high, and comments for the rest."""
    if not texts or max(texts) <= MOST_NOTES:
        return annotations, texts, []
    kept = {number: text for number, text in texts.items() if number <= MOST_NOTES}
    out: dict[int, Annotation] = {}
    comments: list[Comment] = []
    for at, mark in annotations.items():
        notes = tuple(number for number in mark.notes if number <= MOST_NOTES)
        comments += [Comment(texts.get(number, ""), (kind, at)) for number in mark.notes if number > MOST_NOTES]
        if notes or mark.suffix or mark.nags:
            out[at] = Annotation(mark.suffix, notes, mark.nags)
    return out, kept, comments


def _without_strangers(
    annotations: Mapping[int, Annotation], own: Mapping[int, str], others: Mapping[int, str], losses: Losses
) -> tuple[Mapping[int, Annotation], bool]:
    """Annotations without notes that have no text, where the number is that of a note of the other section: a reader
    would take that one.  Whether there were any."""
    strangers = {number for mark in annotations.values() for number in mark.notes if number not in own} & others.keys()
    if not strangers:
        return annotations, False
    losses.add(
        rules.NOTE_LOST, "PBN would take a note without a text for the note of the same number on the other side"
    )
    kept = {
        at: replace(mark, notes=tuple(number for number in mark.notes if number not in strangers))
        for at, mark in annotations.items()
    }
    return {at: mark for at, mark in kept.items() if mark.notes or mark.suffix or mark.nags}, True


__all__ = ["MOST_NOTES", "fit"]
