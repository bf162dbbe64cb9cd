"""The double-dummy results that a record gives, whichever of its tags does."""

from __future__ import annotations

from functools import partial

from pbntools.core import DoubleDummy, Seat, Strain
from pbntools.formats.pbn.table_rows import double_dummy
from pbntools.record import Record

DECLARERS = (Seat.NORTH, Seat.SOUTH, Seat.EAST, Seat.WEST)
"""The rows of a table of double-dummy results."""
STRAINS = (Strain.NOTRUMP, Strain.SPADES, Strain.HEARTS, Strain.DIAMONDS, Strain.CLUBS)
"""Its columns."""


def recorded_double_dummy(record: Record) -> DoubleDummy | None:
    """Of OptimumResultTable, DoubleDummyTricks and Ability the first that can be read; None where there is none."""
    table = record.table("OptimumResultTable")
    digits, ability = record.value("DoubleDummyTricks"), record.value("Ability")
    for read in (
        partial(double_dummy, table) if table is not None else None,
        partial(DoubleDummy.parse, digits) if digits else None,
        partial(DoubleDummy.parse_ability, ability) if ability else None,
    ):
        try:
            results = read() if read is not None else None
        except ValueError:
            continue  # it is said in the diagnostics
        if results is not None and results.items():
            return results
    return None
