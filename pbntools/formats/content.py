"""What a record says, apart from how a format spells it: what two records must share to be the same.

Left aside are the order of tags, tags that say nothing (``?`` and empty ones), the numbers of notes, the columns in
which a play is written, blanks in comments, a suffix beside the glyph that means the same, and whether passes were
written as one "all pass".
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Mapping
from typing import Any

from pbntools.record import Annotation, Auction, Play, Record

_FIELDS = frozenset(
    ("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Auction", "Play", "Note")
)
"""Tags whose content the record's own fields hold."""
_SECTION = re.compile(r".+Table\Z")
_SPACE = re.compile(r"\s+")
_GLYPHS = {"!": 1, "?": 2, "!!": 3, "??": 4, "!?": 5, "?!": 6}


def content(record: Record) -> dict[str, Any]:
    """The content by part: plain dicts, lists, texts and numbers, without the parts of which nothing is known."""
    result = record.result
    remarks = record.details.remarks
    found: dict[str, Any] = {
        "board": record.board,
        "dealer": _text(record.dealer),
        "vulnerable": _text(record.vulnerable),
        "deal": None if record.deal is None else list(record.deal.masks),
        "contract": _text(record.contract),
        "declarer": _text(record.declarer),
        "irregular declarer": record.declarer_irregular or None,
        "trump": record.trump_only,
        "result": None if result is None else [result.tricks, result.ns, result.ew, result.ruled],
        "tags": _tags(record),
        "auction": _auction(record.auction),
        "play": _play(record.play),
        "call notes": _notes(remarks.call_annotations, remarks.auction_notes, None),
        "card notes": _notes(remarks.card_annotations, remarks.play_notes, record.play),
        "call glyphs": _glyph_lists(remarks.call_annotations, None),
        "card glyphs": _glyph_lists(remarks.card_annotations, record.play),
        "comments": _comments(record),
        "tables": {table.name: [list(table.columns), [list(row) for row in table.rows]] for table in record.tables},
    }
    return {name: value for name, value in found.items() if value not in (None, {}, [])}


def digest(record: Record) -> bytes:
    """Sixteen bytes that are the same for records of the same content."""
    text = repr(_sorted(content(record)))
    return hashlib.blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).digest()


def differences(first: Record, second: Record) -> list[str]:
    """The names of the parts, and of the tags, in which two records differ."""
    one, two = content(first), content(second)
    names = [name for name in {**one, **two} if name != "tags" and one.get(name) != two.get(name)]
    old, new = one.get("tags", {}), two.get("tags", {})
    return names + [name for name in {**old, **new} if old.get(name) != new.get(name)]


def _sorted(value: Any) -> Any:
    if isinstance(value, dict):
        return [(key, _sorted(value[key])) for key in sorted(value, key=str)]
    return [_sorted(item) for item in value] if isinstance(value, list) else value


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _tags(record: Record) -> dict[str, str]:
    return {
        name: _SPACE.sub(" ", value).strip()
        for name, value in record.tags.resolved.items()
        if name not in _FIELDS and value not in ("", "?") and not _SECTION.match(name)
    }


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
    return found


__all__ = ["content", "differences", "digest"]
