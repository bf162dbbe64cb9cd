"""Records through a format and back, and strategies for what goes in."""

from __future__ import annotations

from hypothesis import strategies as st

import pbntools as pbn
from pbntools.core import Deal, Seat
from pbntools.formats.content import differences
from pbntools.formats.losses import Losses
from pbntools.formats.unpacking import ArchiveError
from pbntools.record import Record
from tests.formats.reading_all import fitted, records_of, written


def checked(data: bytes, name: str) -> list[pbn.Reading]:
    """All readings of any bytes; none where they begin as those of a compressed file do."""
    try:
        return list(pbn.check(data, format=name))
    except ArchiveError:
        return []


def unequal(records: list[Record], name: str, dialect: str | None = None) -> list[list[str]]:
    """For each record that is not what was written and read back, in what; also where there are more or fewer."""
    kept, _ = fitted(records, name, dialect)
    if not kept:
        return []
    back = records_of(written(kept, name, dialect), name)
    found = [differences(one, other) for one, other in zip(kept, back, strict=False)]
    return [names for names in found if names] + ([["number"]] if len(kept) != len(back) else [])


def kinds(losses: Losses) -> list[str]:
    """The names of the rules of all losses."""
    return [loss.rule.name for loss in losses]


@st.composite
def deals(draw: st.DrawFn) -> Deal:
    """Complete deals."""
    owners = draw(st.permutations([seat for seat in range(4) for _ in range(13)]))
    masks = [0, 0, 0, 0]
    for card, seat in enumerate(owners):
        masks[seat] |= 1 << card
    return Deal((masks[0], masks[1], masks[2], masks[3]))


SEATS = st.sampled_from(tuple(Seat))
