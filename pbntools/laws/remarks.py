"""What a record says in words beside its calls and cards: irregularities that were put right at the table.

PBN has marks only for what was accepted; what was corrected stands in comments and notes (PBN 2.1 §3.9).  A comment or
note counts only if the whole of it is one of the forms below; whatever else people write is not interpreted.  ``CALL``
and ``CARD`` stand for a call and a card, ``SEAT`` for a seat's name or letter; upper and lower case are alike.

- on a call: ``corrected from CALL``, ``CALL corrected``, ``CALL withdrawn``, ``CALL out of turn by SEAT withdrawn``
- on a card: ``revoke corrected: CARD``, ``major|minor penalty card: CARD``, ``lead withdrawn: CARD [by SEAT]``,
  ``face-down lead withdrawn: CARD [by SEAT]``, ``defective trick``, ``second card: CARD``,
  ``found among the played cards: CARD``
- on dummy's card: ``[declarer|SEAT] called for WORDS``, ``[declarer|SEAT] designated WORDS``,
  ``[declarer|SEAT] called: WORDS``, ``declarer|SEAT asked for WORDS``, ``declarer|SEAT said WORDS``,
  ``declarer: WORDS``, ``dekleran: WORDS``, ``dekleran WORDS dedi|istedi``; WORDS name a card
  (`pbntools.laws.designation_words`), with or without quotes
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from enum import Enum
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from pbntools.core import Call, Card, Seat
from pbntools.record import Record

if TYPE_CHECKING:
    from pbntools.laws.designation_words import Words


class RemarkKind(Enum):
    """What a remark speaks of."""

    CALL_CORRECTED = "call corrected"
    CALL_OUT_OF_TURN = "call out of turn withdrawn"
    REVOKE_CORRECTED = "revoke corrected"
    PENALTY_CARD = "penalty card"
    LEAD_WITHDRAWN = "lead withdrawn"
    FACE_DOWN_LEAD = "face-down lead withdrawn"
    DEFECTIVE_TRICK = "defective trick"
    SECOND_CARD = "second card"
    FOUND_CARD = "card found"
    DESIGNATION = "dummy's card designated"


class Remark(NamedTuple):
    """What is told in words: ``at`` is the call's index, or the card's cell; ``words`` are those of a designation.

    ``insufficient`` tells that the remark calls a withdrawn bid insufficient.
    """

    kind: RemarkKind
    at: int
    call: Call | None = None
    card: Card | None = None
    seat: Seat | None = None
    major: bool | None = None
    words: str | None = None
    insufficient: bool = False


_SEAT = r"(?P<seat>north|east|south|west|[nesw])"
_CALL = r"(?P<call>[a-z0-9]{1,8})"
_CARD = r"(?P<card>[shdc](?:10|[2-9tjqka]))"
_BY = rf"(?: by {_SEAT})?"
_ON_CALLS = (
    (RemarkKind.CALL_OUT_OF_TURN, rf"{_CALL} out of turn by {_SEAT},? withdrawn"),
    (RemarkKind.CALL_CORRECTED, rf"(?P<low>insufficient bid )?corrected from {_CALL}"),
    (RemarkKind.CALL_CORRECTED, rf"(?P<low>insufficient bid )?{_CALL},? (?:corrected|withdrawn)"),
)
_ON_CARDS = (
    (RemarkKind.REVOKE_CORRECTED, rf"(?:revoke corrected|corrected revoke):? {_CARD}(?: withdrawn)?"),
    (RemarkKind.PENALTY_CARD, rf"(?:(?P<rank>major|minor) )?penalty card:? {_CARD}"),
    (RemarkKind.FACE_DOWN_LEAD, rf"face.down lead withdrawn:? {_CARD}{_BY}"),
    (RemarkKind.LEAD_WITHDRAWN, rf"lead withdrawn:? {_CARD}{_BY}"),
    (RemarkKind.DEFECTIVE_TRICK, r"defective trick"),
    (RemarkKind.SECOND_CARD, rf"second card:? {_CARD}"),
    (RemarkKind.FOUND_CARD, rf"found among the played cards:? {_CARD}"),
)
_DECLARER = "declarer|dekl[ea]ran"
QUOTES = "\"'“”„«‘"
"""What may open words that are quoted."""
_QUOTE = f"[{QUOTES}]"
_DESIGNATIONS = (
    rf"(?:(?:{_DECLARER}|{_SEAT}) )?(?:called for:?|designated:?|called:|called(?= {_QUOTE})) ?(?P<words>.+)",
    rf"(?:{_DECLARER}|{_SEAT}) (?:asked for|said):? (?P<words>.+)",
    rf"(?:{_DECLARER}): (?P<words>.+)",
    r"dekl[ea]ran (?P<words>.+) (?:dedi|istedi)",
)
_LONGEST_DESIGNATION = 120


_FORMS = {"call": _ON_CALLS, "card": _ON_CARDS}


@lru_cache(maxsize=1024)
def _understood(text: str, owner: str) -> Remark | None:
    words = " ".join(text.split()).rstrip(".")
    if owner == "card" and len(words) <= _LONGEST_DESIGNATION:
        designation = _designation(words)
        if designation is not None:
            return designation
    for kind, form in _FORMS[owner]:
        match = re.fullmatch(form, words, re.I | re.A)
        if match is None:
            continue
        found = match.groupdict()
        try:
            call = Call.parse(found["call"]) if found.get("call") else None
            card = Card.parse(found["card"]) if found.get("card") else None
        except ValueError:
            continue
        seat = Seat.parse(found["seat"]) if found.get("seat") else None
        rank = found.get("rank")
        major = None if rank is None else rank.lower() == "major"
        return Remark(kind, -1, call, card, seat, major, insufficient=bool(found.get("low")))
    return None


def _designation(text: str) -> Remark | None:
    """What declarer called from dummy."""
    # The capital İ is no letter of ASCII, and stands in Turkish words for "said" and "asked".
    text = text.replace("İ", "i")
    for form in _DESIGNATIONS:
        match = re.fullmatch(form, text, re.I | re.A)
        if match is None:
            continue
        found = match.groupdict()
        words = found["words"]
        # Only what speaks of a designation needs the language of designations.
        from pbntools.laws.designation_words import read_words

        named = read_words(words)
        if named is None or not _may_be_meant(words, named):
            return None
        seat = Seat.parse(found["seat"]) if found.get("seat") else None
        return Remark(RemarkKind.DESIGNATION, -1, seat=seat, words=words)
    return None


def _may_be_meant(text: str, named: Words) -> bool:
    """Whether words are a designation: a number may count tricks, and "trumps" or "hearts" a whole campaign."""
    if re.match(_QUOTE, text):
        return True
    suit_alone = named.word is None and (named.suit is not None or named.trump)
    return not text.isdigit() and not (suit_alone and text.lower().endswith("s"))


def read_remarks(record: Record) -> tuple[Remark, ...]:
    """The irregularities that a record tells in words, in the order of the calls and cards."""
    found = sorted(set(_remarks(record)), key=lambda remark: (remark.at, remark.kind.value))
    return tuple(found)


def _remarks(record: Record) -> Iterator[Remark]:
    remarks = record.details.remarks
    for comment in remarks.comments:
        owner, index = comment.owner
        if owner in _FORMS and isinstance(index, int):
            remark = _understood(comment.text, owner)
            if remark is not None:
                yield remark._replace(at=index)
    for owner, marked, notes in (
        ("call", remarks.call_annotations, remarks.auction_notes),
        ("card", remarks.card_annotations, remarks.play_notes),
    ):
        for index, annotation in marked.items():
            for number in annotation.notes:
                remark = _understood(notes[number], owner) if number in notes else None
                if remark is not None:
                    yield remark._replace(at=index)
