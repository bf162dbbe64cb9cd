"""What a record says, apart from how a format spells it: what two records must share to be the same.

Left aside are the order of tags, tags that say nothing (``?`` and empty ones), the numbers of notes, the columns in
which a play is written, blanks in comments, a suffix beside the glyph that means the same, and whether passes were
written as one "all pass".
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from pbntools.record import NO_REMARKS, UNKNOWN_CARD, Annotation, Auction, Play, Record, Result

_FIELDS = frozenset(
    ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Auction", "Play", "Note")
)
"""Tags whose content the record's own fields hold."""
_SPACE = re.compile(r"\s+")
_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def content(record: Record) -> dict[str, Any]:
    """The content by part: plain dicts, lists, texts and numbers, without the parts of which nothing is known."""
    result = record.result
    found: dict[str, Any] = {
        "board": record.board,
        "dealer": _text(record.dealer),
        "vulnerable": _text(record.vulnerable),
        "deal": None if record.deal is None else list(record.deal.masks),
        "contract": _text(record.contract),
        "declarer": _text(record.declarer),
        "irregular declarer": record.declarer_irregular or None,
        "trump": record.trump_only,
        "result": None if result is None else _result(result, record),
        "tags": _tags(record),
        "auction": _auction(record.auction),
        "play": _play(record.play),
        **_remarks(record),
        "tables": _tables(record),
    }
    return {name: value for name, value in found.items() if value not in (None, {}, [])}


def _remarks(record: Record) -> dict[str, Any]:
    remarks = record.details.remarks
    found = {
        "call notes": _notes(remarks.call_annotations, remarks.auction_notes, None),
        "card notes": _notes(remarks.card_annotations, remarks.play_notes, record.play),
        "call glyphs": _glyph_lists(remarks.call_annotations, None),
        "card glyphs": _glyph_lists(remarks.card_annotations, record.play),
        "comments": _comments(record),
    }
    return {name: value for name, value in found.items() if value}


def _tables(record: Record) -> dict[str, Any]:
    return {table.name: [list(table.columns), [list(row) for row in table.rows]] for table in record.tables}


def fingerprint(record: Record) -> int:
    """A number that is the same for records of the same content, and hardly ever else; it holds for this process."""
    details = record.details
    remarks = details.remarks
    auction, play = record.auction, record.play
    return hash(
        (
            record.board, record.dealer, record.vulnerable, None if record.deal is None else record.deal.masks,
            record.contract, record.declarer, record.declarer_irregular, record.trump_only,
            None if record.result is None else tuple(_result(record.result, record)),
            frozenset(_tags(record).items()),
            _calls(auction),
            _cells(play),
            frozenset() if remarks is NO_REMARKS else _hashable(_remarks(record)),
            frozenset([(table.name, table.columns, table.rows) for table in details.tables]),
        )
    )  # fmt: skip


def _calls(auction: Auction | None) -> object:
    """The auction as `_auction` has it, in tuples."""
    if auction is None:
        return None
    if auction.skips or auction.insufficient or auction.end or not auction.ids:
        return _hashable(_auction(auction))
    return auction.first, auction.ids, "", (), ()


def _cells(play: Play | None) -> object:
    """The play by player, North first, as far as it goes."""
    if play is None:
        return None
    ids, first = play.ids, play.first
    if not ids or play.next_cell is not None or play.revokes or play.leads:
        return _hashable(_play(play))
    if len(ids) % 4:
        ids = (*ids, *[UNKNOWN_CARD] * (4 - len(ids) % 4))
    by_seat = [ids[(seat - first) % 4 :: 4] for seat in range(4)]
    if ids[-4:].count(UNKNOWN_CARD) == 4:
        last = max((at // 4 for at, card in enumerate(ids) if card != UNKNOWN_CARD), default=-1)
        if last < 0 and not play.end and play.claim is None:
            return None
        by_seat = [cards[: last + 1] for cards in by_seat]
    return tuple(by_seat), play.end, play.claim


def _hashable(value: Any) -> Any:
    if isinstance(value, dict):
        return frozenset((key, _hashable(item)) for key, item in value.items())
    return tuple(map(_hashable, value)) if isinstance(value, list) else value


_SIMPLE = (
    ("board", "board"), ("dealer", "dealer"), ("vulnerable", "vulnerable"), ("deal", "deal"), ("contract", "contract"),
    ("declarer", "declarer"), ("irregular declarer", "declarer_irregular"), ("trump", "trump_only"),
)  # fmt: skip
"""The parts that are compared as they are, and the fields that hold them."""


def differences(first: Record, second: Record) -> list[str]:
    """The names of the parts of `content`, and of the tags, in which two records differ.

    Each part is compared by itself, and what is dear only where a look does not settle it.
    """
    names = [name for name, field in _SIMPLE if getattr(first, field) != getattr(second, field)]
    if first.result != second.result or first.declarer != second.declarer:
        results = [None if each.result is None else _result(each.result, each) for each in (first, second)]
        if results[0] != results[1]:
            names.append("result")
    if first.auction != second.auction and _calls(first.auction) != _calls(second.auction):
        names.append("auction")
    if first.play != second.play and _cells(first.play) != _cells(second.play):
        names.append("play")
    old, new = first.details, second.details
    if old is not new:
        if old.remarks is not NO_REMARKS or new.remarks is not NO_REMARKS:
            one, two = _remarks(first), _remarks(second)
            names += [name for name in {**one, **two} if one.get(name) != two.get(name)]
        if set(old.table_names) != set(new.table_names) or _tables(first) != _tables(second):
            names.append("tables")
    tags, others = first.tags.beside_fields, second.tags.beside_fields
    if tags is not others:
        names += [
            name
            for name in {**tags, **others}
            if tags.get(name) != others.get(name) and _tag(name, tags.get(name)) != _tag(name, others.get(name))
        ]
    return names


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _tags(record: Record) -> dict[str, str]:
    return {name: text for name, value in record.tags.beside_fields.items() if (text := _tag(name, value)) is not None}


def _tag(name: str, value: str | None) -> str | None:
    """The value of a tag as it is compared; None where it says nothing, or what a field or a table says."""
    if value is None or value in ("", "?") or name in _FIELDS or name.endswith("Table"):
        return None
    return " ".join(value.split())


def _result(result: Result, record: Record) -> list[Any]:
    """Declarer's tricks where they follow, else those of the sides."""
    if result.tricks is None and record.declarer is not None:
        own, other = (result.ns, result.ew) if record.declarer % 2 == 0 else (result.ew, result.ns)
        if own is not None and other in (None, 13 - own):
            return [own, None, None, result.ruled]
        if own is None and other is not None:
            return [13 - other, None, None, result.ruled]
    return [result.tricks, result.ns, result.ew, result.ruled]


def _auction(auction: Auction | None) -> list[Any] | None:
    if auction is None or not (auction.ids or auction.end):
        return None
    over = len(auction.ids) > 3 and not any(auction.ids[-3:])
    end = "" if over and auction.end == "*" else auction.end
    return [int(auction.first), list(auction.ids), end, list(auction.skips), sorted(auction.insufficient)]


def _cell(play: Play | None, at: int) -> Any:
    """A call's index as it is; a card's trick and player."""
    return at if play is None else f"{at // 4 + 1}{'NESW'[(play.first + at) % 4]}"


def _play(play: Play | None) -> list[Any] | None:
    if play is None or not (any(card != -1 for card in play.ids) or play.end or play.claim is not None):
        return None
    cards = {_cell(play, at): card for at, card in enumerate(play.ids) if card != -1}
    following = None if play.next_cell is None or not play.ids else _cell(play, play.next_cell)
    marks = [sorted(_cell(play, at) for at in cells) for cells in (play.revokes, play.leads)]
    return [cards, play.end, following, *marks, play.claim]


def _notes(annotations: Mapping[int, Annotation], texts: Mapping[int, str], play: Play | None) -> dict[Any, list[str]]:
    found = {}
    for at, mark in annotations.items():
        if mark.notes:
            found[_cell(play, at)] = [_SPACE.sub(" ", texts.get(number, "")).strip() for number in mark.notes]
    return found


def _glyph_lists(annotations: Mapping[int, Annotation], play: Play | None) -> dict[Any, list[int]]:
    found = {}
    for at, mark in annotations.items():
        glyphs = [*mark.nags, *([_GLYPHS[mark.suffix] + (6 if play else 0)] if mark.suffix in _GLYPHS else [])]
        if glyphs:
            found[_cell(play, at)] = sorted(set(glyphs))
    return found


def _comments(record: Record) -> list[list[Any]]:
    found = []
    for comment in record.comments:
        kind, which = comment.owner
        if kind == "card" and isinstance(which, int) and record.play is not None:
            which = _cell(record.play, which)
        found.append([kind, which, _SPACE.sub(" ", comment.text).strip()])
    # Those of different owners may be written in another order.
    return sorted(found, key=lambda item: (item[0], str(item[1])))


__all__ = ["content", "differences", "fingerprint"]
