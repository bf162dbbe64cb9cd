"""What the export profile still tells of a formatted game, since nothing may be made up to mend it."""

from __future__ import annotations

import pbntools as pbn


def stays(diagnostic: pbn.Diagnostic, data: bytes) -> bool:
    """Whether the input itself says what cannot be said in the export format, or contradicts itself.

    A result of the sides does not tell declarer's tricks while no declarer is known; an auction does not begin with the
    dealer where its tag and the Dealer tag name different players; a file without a record gets no head.
    """
    message = diagnostic.message
    if diagnostic.record is None:
        return diagnostic.rule.name == "export-header" and not any(reading.record for reading in pbn.read(data))
    record = next(reading.record for reading in pbn.read(data) if reading.index == diagnostic.record)
    assert record is not None
    if message.startswith("Result is not written"):
        result = record.result
        return (
            result is not None and result.tricks is None and (record.declarer is None or None in (result.ns, result.ew))
        )
    if message == "the auction does not begin with the dealer":
        return record.auction is not None and record.auction.first is not record.dealer
    return False
