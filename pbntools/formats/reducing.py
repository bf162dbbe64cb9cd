"""What a format that holds little more than deals cannot hold of a record: said by kind, for all of them alike."""

from __future__ import annotations

from collections.abc import Collection

from pbntools import rules
from pbntools.formats.losses import Losses
from pbntools.record import Record

_OWN = frozenset(("Board", "Dealer", "Vulnerable", "Deal", "Auction", "Play", "Note", "Declarer", "Contract", "Result"))
"""Tags that stand for a field or a section of the record."""


def without_tricks_so_far(record: Record, title: str, losses: Losses) -> Record:
    """The record without a Result that counts the tricks so far, which a format would call all of declarer's tricks.

    A Result beside a play that goes on (``+``) is partial: the total is not known.
    """
    if record.result is None or record.play is None or record.play.end != "+":
        return record
    losses.add(rules.RESULT_LOST, f"{title} has no place for the tricks so far")
    return record.replace(result=None)


def note_all_but_deal(record: Record, title: str, losses: Losses, held: Collection[str] = ()) -> None:
    """Note as lost whatever a record says beside its board, dealer, vulnerability and deal.

    ``title`` is the format in words; ``held`` are names of tags that it has a place for.
    """
    for name, value in record.tags.resolved.items():
        if name in _OWN or name in held or name.endswith("Table") or not value.strip() or value == "?":
            continue
        losses.add(rules.TAG_LOST, f"{title} has no place for {name[:60]}")
    if record.auction is not None and (record.auction.ids or record.auction.end):
        losses.add(rules.AUCTION_LOST, f"{title} has no place for an auction")
    if record.play is not None and (record.play.ids or record.play.end or record.play.claim is not None):
        losses.add(rules.PLAY_LOST, f"{title} has no place for a play")
    without_tricks_so_far(record, title, losses)
    # The conversion itself tells of a contract with its declarer, and of tricks: they may follow from what is kept.
    if record.contract is None and (record.declarer is not None or record.trump_only is not None):
        losses.add(rules.RESULT_LOST, f"{title} has no place for a declarer or a denomination without a contract")
    if record.result is not None and (record.result.tricks is None or record.result.ruled):
        losses.add(rules.RESULT_LOST, f"{title} has no place for a result that is not declarer's tricks as won")
    if record.declarer_irregular:
        losses.add(rules.IRREGULARITY_LOST, f"{title} has no place for the mark of a declarer who should be dummy")
    remarks = record.details.remarks
    marks = [*remarks.call_annotations.values(), *remarks.card_annotations.values()]
    if remarks.comments:
        losses.add(rules.COMMENT_LOST, f"{title} has no place for comments")
    if any(mark.notes for mark in marks):
        losses.add(rules.NOTE_LOST, f"{title} has no place for notes")
    if any(mark.suffix or mark.nags for mark in marks):
        losses.add(rules.GLYPH_LOST, f"{title} has no place for marks on calls and cards")
    for table in record.tables:
        if table.name not in held:
            losses.add(rules.TABLE_LOST, f"{title} has no place for {table.name[:60]}")


__all__ = ["note_all_but_deal", "without_tricks_so_far"]
