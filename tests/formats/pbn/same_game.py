"""Whether two records are the same game, told in plain words: written apart from `losses`, which the formatter uses.

`statement` says what a record says, as a dictionary of plain values: who called what, with the texts of its notes; who
played what to which trick; the tags by name; the tables row by row; each comment and what it stands behind.  What the
export format defines away is left out of it, and named where that is done.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping

from pbntools.record import Annotation, Auction, Play, Record

GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}
"""A suffix becomes its numeric glyph; behind a card it counts from 7 (PBN 2.1 §3.5, §3.6)."""
OWN = ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result")
"""Tags of fixed form: what they mean counts, not how it is spelt."""
MADE_UP = (
    "Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Declarer", "Contract", "Result",
)  # fmt: skip
"""Mandatory tags, which are put in with no value where they were not given."""
Facts = dict[object, object]


def differences(before: Record, after: Record) -> list[str]:
    """What two records do not say alike."""
    old, new = statement(before), statement(after)
    for name in MADE_UP:
        if ("tag", name) not in old and new.get(("tag", name)) in ("?", ""):
            del new["tag", name]
    wrong = [
        f"{key}: {old.get(key)!r} became {new.get(key)!r}" for key in {**old, **new} if old.get(key) != new.get(key)
    ]
    return sorted(wrong)


def statement(record: Record) -> Facts:
    """All that a record says."""
    facts: Facts = {
        "board": record.board,
        "dealer": str(record.dealer),
        "vulnerable": str(record.vulnerable),
        "contract": str(record.contract),
        "denomination": record.trump_only,
        "declarer": (str(record.declarer), record.declarer_irregular),
        "tricks": _tricks(record),
        "ruled": record.result is not None and record.result.ruled,
    }
    deal = record.deal
    if deal is not None:
        for seat, mask in zip("NESW", deal.masks, strict=True):
            facts["hand", seat] = mask
    remarks = record.details.remarks
    if record.auction is not None:
        facts |= _auction(record.auction, remarks.call_annotations, remarks.auction_notes)
    if record.play is not None:
        facts |= _play(record.play, remarks.card_annotations, remarks.play_notes)
    for section, notes in (("auction", remarks.auction_notes), ("play", remarks.play_notes)):
        for number, text in notes.items():
            facts["note", section, number] = _flat(text)
    for name in {*record.tags, *record.tags.inherited}:
        if not name.endswith("Table") and name not in ("Auction", "Play"):
            # However it was inherited, the value counts; one of fixed form was told of already.
            facts["tag", name] = "" if name in OWN else (record.tags.value(name) or "").translate(_TABS)
    for table in record.tables:
        facts["columns", table.name] = table.columns
        for row, values in enumerate(table.rows):
            facts["row", table.name, row] = tuple(value.translate(_TABS) for value in values)
    for comment in record.comments:
        key = ("comments", _owner(record, comment.owner))
        texts = facts.setdefault(key, Counter())
        assert isinstance(texts, Counter)
        texts[_flat(comment.text)] += 1
    return facts


_TABS = str.maketrans("\t\v\f", "   ")


def _flat(text: str) -> str:
    """Line ends and the number of blanks mean nothing in a comment; a tab becomes a blank."""
    return " ".join(re.split(r"[ \t\r\n\v\f]+", text)).strip()


def _tricks(record: Record) -> object:
    """Declarer's tricks, however the result tells them; else what it says of the sides."""
    result = record.result
    if result is None:
        return None
    if result.tricks is not None:
        return result.tricks
    sides = {"NS": result.ns, "EW": result.ew}
    if record.declarer is not None:
        mine, theirs = ("NS", "EW") if record.declarer.letter in "NS" else ("EW", "NS")
        own, other = sides[mine], sides[theirs]
        if own is not None and (other is None or own + other == 13):
            return own
        finished = record.play is None or record.play.end == "*" or len([c for c in record.play.cards if c]) == 52
        if own is None and other is not None and finished:
            return 13 - other
    return sides


def _beside(annotation: Annotation | None, notes: Mapping[int, str], card: bool) -> object:
    """The texts of notes, or the number of one that is not there, and the numeric glyphs."""
    if annotation is None:
        return (), ()
    texts = tuple(_flat(notes[number]) if number in notes else number for number in annotation.notes)
    glyphs = list(annotation.nags)
    if annotation.suffix:
        glyphs.append(GLYPHS[annotation.suffix] + (6 if card else 0))
    return texts, tuple(sorted(glyphs))


def _auction(auction: Auction, annotations: Mapping[int, Annotation], notes: Mapping[int, str]) -> Facts:
    calls = [str(call) for call in auction.calls]
    facts: Facts = {
        ("call", at): (
            auction.seat(at).letter,
            call,
            at in auction.insufficient,
            _beside(annotations.get(at), notes, False),
        )
        for at, call in enumerate(calls)
    }
    passes = len(calls) - 1 - max((at for at, call in enumerate(calls) if call != "Pass"), default=-1)
    has_bid = any(call[0].isdigit() for call in calls)
    over = not auction.skips and passes >= (3 if has_bid else 4)
    # A "*" behind an auction that is over says nothing.
    facts["auction ends"] = "" if over and auction.end == "*" else auction.end
    facts["passed over"] = auction.skips
    # Where there is no call, the player who would begin is all that is said.
    facts["first to call"] = auction.first.letter
    return facts


def _play(play: Play, annotations: Mapping[int, Annotation], notes: Mapping[int, str]) -> Facts:
    """The columns in which a play is written say nothing, nor do unknown cards."""
    facts: Facts = {}
    for cell, card in enumerate(play.cards):
        where = cell // 4 + 1, play.seat(cell).letter
        if card is not None:
            facts["card", *where] = str(card)
        beside = _beside(annotations.get(cell), notes, True)
        if beside != ((), ()):
            facts["beside card", *where] = beside
        if cell in play.revokes:
            facts["revoke", *where] = True
        if cell in play.leads:
            facts["lead out of turn", *where] = True
    if play.cards or play.end:
        facts["play ends"] = play.end
    if play.next_cell is not None:
        facts["next card"] = play.next_cell // 4 + 1, play.seat(play.next_cell).letter
    return facts


def _owner(record: Record, owner: tuple[str, str | int | None]) -> object:
    kind, which = owner
    if kind == "call" and record.auction is not None and isinstance(which, int):
        # "All pass" is one word for several passes.
        first = record.auction.all_pass
        return "call", which if first is None else min(which, first)
    if kind == "card" and record.play is not None and isinstance(which, int):
        return "card", which // 4 + 1, record.play.seat(which).letter
    return owner


def words(text: str) -> Counter[str]:
    """The longer words of a file, without calls, cards and values of fixed form: no reader has a part in it."""
    text = re.sub(
        r"(?m)^[ \t]*%[ \t]*(?:PBN [0-9.]+|EXPORT)[ \t]*$", "", text.replace("\r\n", "\n").replace("\r", "\n")
    )
    text = re.sub(r'\[\s*(?:Deal|Vulnerable|Contract|Result|Dealer|Declarer|Auction|Play)\s*"[^"\n]*"\s*\]', "", text)
    return Counter(word for word in re.findall(r"[^\W\d_]{4,}", text.casefold()) if not word.endswith("pass"))
