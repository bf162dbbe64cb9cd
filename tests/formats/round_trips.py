"""Records through a format and back, and strategies for what goes in."""

from __future__ import annotations

import io
from collections.abc import Iterable

from hypothesis import strategies as st

import pbntools as pbn
from pbntools.core import Deal, Seat
from pbntools.formats.content import differences
from pbntools.formats.losses import Losses
from pbntools.formats.registry import get_format
from pbntools.formats.unpacking import ArchiveError
from pbntools.record import Record


def fitted(records: Iterable[Record], name: str, dialect: str | None = None) -> tuple[list[Record], Losses]:
    """The records as a format can hold them, and what that loses."""
    made = get_format(name).fitter
    assert made is not None
    fit = made(dialect)
    losses = Losses()
    found = []
    for index, record in enumerate(records):
        losses.record = index
        kept = fit(record, pbn.resolve(record), losses)
        if kept is not None:
            found.append(kept)
    return found, losses


def written(records: Iterable[Record], name: str, dialect: str | None = None) -> bytes:
    """Fitted records as bytes."""
    write = get_format(name).write
    assert write is not None
    file = io.BytesIO()
    write(iter(records), file, dialect)
    return file.getvalue()


def records_of(data: bytes, name: str | None = None) -> list[Record]:
    """The records of a file's bytes."""
    return [reading.record for reading in pbn.read(data, format=name) if reading.record is not None]


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
