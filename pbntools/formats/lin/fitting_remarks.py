"""Notes and comments as LIN can hold them."""

from __future__ import annotations

from collections.abc import Mapping

from pbntools import rules
from pbntools.formats.building import ALERT
from pbntools.formats.lin.fitting_texts import fitted_text
from pbntools.formats.losses import Losses
from pbntools.record import EMPTY_DETAILS, Annotation, Comment, Details, Record, Remarks


class RemarkFitting:
    """Reduces what stands beside the calls and cards of a record.

    ``cells`` has the cell of a card in the fitted play by its cell in the record, ``order`` its place in the order of
    play by its cell in the fitted play; both are empty where no play is kept.
    """

    def __init__(self, record: Record, losses: Losses, cells: Mapping[int, int], order: Mapping[int, int]) -> None:
        self.record = record
        self.losses = losses
        self.cells = cells
        self.order = order

    def fit(self, remark: str, calls: int) -> Details:
        """Notes and comments; ``remark`` is what the board's heading says, ``calls`` how many calls are kept."""
        remarks = self.record.details.remarks
        notes, annotations = self._notes(remarks.call_annotations, remarks.auction_notes, calls)
        lost = self.losses.add
        if set(remarks.auction_notes) - {number for mark in remarks.call_annotations.values() for number in mark.notes}:
            lost(rules.NOTE_LOST, "LIN has no notes that belong to no call")
        if remarks.play_notes or any(mark.notes for mark in remarks.card_annotations.values()):
            lost(rules.NOTE_LOST, "LIN has no notes on cards")
        for marks in (remarks.call_annotations, remarks.card_annotations):
            if any(mark.suffix or mark.nags for mark in marks.values()):
                lost(rules.GLYPH_LOST, "LIN has no marks such as ! or ? on calls and cards")
        comments = self._comments(remark, calls)
        if not (notes or annotations or comments):
            return EMPTY_DETAILS
        return Details(Remarks(notes, {}, annotations, {}, tuple(comments)))

    def _notes(
        self, annotations: Mapping[int, Annotation], texts: Mapping[int, str], calls: int
    ) -> tuple[dict[int, str], dict[int, Annotation]]:
        lost = self.losses.add
        numbers: dict[str, int] = {}
        out: dict[int, Annotation] = {}
        for call, mark in sorted(annotations.items()):
            if not mark.notes:
                continue
            if call >= calls:
                lost(rules.NOTE_LOST, "LIN has no notes on calls that it has no place for")
                continue
            found = [fitted_text(texts.get(number, ""), "notes", self.losses, suits=True) for number in mark.notes]
            kept = list(dict.fromkeys(text for text in found if text not in ("", "?")))
            if len(kept) > 1 and ALERT in kept:
                kept.remove(ALERT)
            if len(kept) != len(mark.notes):
                lost(rules.NOTE_LOST, "LIN has no place for a note that says nothing, or twice the same")
            if kept:
                out[call] = Annotation(None, tuple(numbers.setdefault(text, len(numbers) + 1) for text in kept))
        return {number: text for text, number in numbers.items()}, out

    def _comments(self, remark: str, calls: int) -> list[Comment]:
        lost = self.losses.add
        found: list[tuple[int, int, Comment]] = []
        kept = False
        for comment in self.record.comments:
            kind, which = comment.owner
            if comment.owner == ("tag", "Board") and remark and not kept and self._same(comment.text, remark):
                kept = True
                continue
            text = fitted_text(comment.text, "a comment", self.losses, suits=True)
            if not text:
                lost(rules.COMMENT_LOST, "LIN has no comments without a text")
                continue
            owner, moved = self._owner(kind, which, calls)
            if moved:
                lost(rules.REMARK_MOVED, "comments in LIN stand before the first call, at a call or at a card")
            rank = {"record": 0, "call": 1, "card": 2}[owner[0]]
            at = owner[1] if isinstance(owner[1], int) else 0
            found.append((rank, self.order.get(at, at) if rank == 2 else at, Comment(text, owner)))
        ordered = sorted(found, key=lambda item: item[:2])
        comments = [comment for _, _, comment in ordered]
        return [Comment(remark, ("tag", "Board")), *comments] if remark else comments

    def _same(self, text: str, remark: str) -> bool:
        return fitted_text(text, "a comment", self.losses) == remark

    def _owner(self, kind: str, which: str | int | None, calls: int) -> tuple[tuple[str, str | int | None], bool]:
        """Where a comment can stand, and whether that is another place."""
        last_card = max(self.order, key=lambda cell: self.order[cell], default=None)
        if kind == "card" and isinstance(which, int):
            cell = self.cells.get(which)
            if cell is not None:
                return ("card", cell), False
            if last_card is not None:
                return ("card", last_card), True
            return (("call", calls - 1) if calls else ("record", None)), True
        if last_card is None and kind == "play":
            kind = "call"
        if kind == "call" and isinstance(which, int):
            if which < calls:
                return ("call", which), False
            return (("call", calls - 1) if calls else ("record", None)), True
        return ("record", None), kind != "record"
