"""A record: one deal as it was bid and played at one table.

Immutable and free of any format.  It holds only what was recorded; what follows from it under the Laws is an `Outcome`
(`pbntools.laws.resolve`).
"""

from pbntools.record.actions import ABOVE_SEVEN, UNKNOWN_CARD, UNREADABLE, UNREADABLE_CARD, Auction, Play
from pbntools.record.details import EMPTY_DETAILS, NO_REMARKS, Annotation, Comment, Details, Remarks
from pbntools.record.record import Record, Result
from pbntools.record.table import Table
from pbntools.record.tags import NO_TAGS, FieldState, Tags

__all__ = [
    "ABOVE_SEVEN",
    "EMPTY_DETAILS",
    "NO_REMARKS",
    "NO_TAGS",
    "UNKNOWN_CARD",
    "UNREADABLE",
    "UNREADABLE_CARD",
    "Annotation",
    "Auction",
    "Comment",
    "Details",
    "FieldState",
    "Play",
    "Record",
    "Remarks",
    "Result",
    "Table",
    "Tags",
]
