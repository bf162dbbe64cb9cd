"""The editions of the Laws that records can be read by, and where they differ for a record.

The differences are switches of an `Edition`; whatever is not named here is read alike in all of them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from pbntools.diagnostics import EDITION
from pbntools.record import Record
from pbntools.said import Said

AUTO = "auto"
"""The choice that takes the edition by the record's Date."""


@dataclass(frozen=True, slots=True)
class Edition:
    """An edition of the Laws.

    ``proper_card``: a revoker who later wins a trick with a card that he could have played to the revoke loses a second
    trick (64A2 until 2007).  ``both_sides_cancel``: no trick moves where both sides revoked (64B7).
    ``of_suit_led``: ``high`` and ``low`` mean a card of the suit led (46B1 of 2017); in 2007 it is not said of which
    suit, and older editions are read alike.
    ``free_call`` names the call, besides the cheapest bid in the same denomination, that may replace an insufficient
    bid while the offender's partner stays free (27B1b); None where no other may.  ``concealing`` is the Law that
    forbids to hide an infraction, as closely as it is known here.
    """

    name: str
    title: Said
    proper_card: bool
    both_sides_cancel: bool
    of_suit_led: bool
    free_call: Said | None
    concealing: str


_EDITIONS = (
    Edition("2017", Said("Laws of Duplicate Bridge 2017"), False, True, True, Said("a comparable call"), "72B3"),
    Edition(
        "2007",
        Said("Laws of Duplicate Bridge 2007"),
        False,
        True,
        False,
        Said("a call of the same or a more precise meaning"),
        "72",
    ),
    Edition("1997", Said("Laws of Duplicate Bridge 1997"), True, False, False, None, "72"),
    Edition("rubber", Said("Laws of rubber bridge (numbered as in 1993)"), True, False, False, None, "72"),
)
EDITIONS: dict[str, Edition] = {edition.name: edition for edition in _EDITIONS}
"""The editions by name, the newest of duplicate bridge first."""
CHOICES = (*EDITIONS, AUTO)
"""What ``laws=`` and ``--laws`` take."""
DEFAULT = EDITIONS[EDITION]

_DATE = re.compile(r"([0-9]{4})\.([0-9]{2}|\?\?)")


def known_laws(laws: str) -> str:
    """The choice itself; ValueError, which names the choices, for one that is not known."""
    if laws not in CHOICES:
        raise ValueError(f"{laws!r} is not an edition of the Laws known here: expected {', '.join(CHOICES)}")
    return laws


def edition_of(laws: str, record: Record) -> Edition:
    """The edition that a choice means for a record; ValueError for a choice that is not known.

    ``auto`` goes by the Date tag: the Laws of 2017 from August of that year on, those of 2007 from 2008 on, before that
    those of 1997, which are the oldest known here.  A federation may have changed later in those years.  A record
    without a year is read by the Laws of 2017.
    """
    edition = EDITIONS.get(laws)
    if edition is not None:
        return edition
    known_laws(laws)
    match = _DATE.match(record.value("Date") or "")
    if match is None:
        return DEFAULT
    year, month = int(match[1]), match[2]
    if year > 2017 or (year == 2017 and month != "??" and int(month) >= 8):
        return DEFAULT
    return EDITIONS["2007" if year >= 2008 else "1997"]
