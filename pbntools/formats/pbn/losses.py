"""What a record lost on its way through the export format: nothing, but for what that format defines away.

Defined away are: the columns in which auction and play start, and cells at the end of a last row; a suffix, which
becomes its glyph; the ``*`` of an auction that is over; a section without cards on a board that was passed out; the
sides' tricks of a result where they only repeat declarer's; the way in which a value was inherited; tabs and, in
comments, line ends; the spelling of values of fixed form; and the case of what the standard lets be written in any.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from pbntools.core import PASSED_OUT
from pbntools.formats.pbn.lexer import MANDATORY, is_section
from pbntools.formats.pbn.section_words import SUFFIXES, passes_needed
from pbntools.record import Annotation, Auction, Play, Record, Result, Table

_SPELT = frozenset(("Board", "Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Result", "Auction", "Play"))
_FIELDS = ("board", "dealer", "vulnerable", "deal", "contract", "declarer", "declarer_irregular", "trump_only")
_MADE_UP = frozenset(("?", ""))
_SPACE = re.compile(r"[ \t\r\n\v\f]+")
_BLANKS = str.maketrans("\t\v\f", "   ")


def losses(before: Record, after: Record) -> list[str]:
    """The parts of a record that are not the same in another one, read from its export: their names."""
    found = [name for name in _FIELDS if getattr(before, name) != getattr(after, name)]
    if not _same_result(before, after):
        found.append("result")
    if _auction(before.auction) != _auction(after.auction):
        found.append("auction")
    if _play(before, before.play) != _play(after, after.play):
        found.append("play")
    found += _tags(before, after)
    old, new = before.details.remarks, after.details.remarks
    if old is not new:
        for what, first, second in (
            ("notes of the auction", old.auction_notes, new.auction_notes),
            ("notes of the play", old.play_notes, new.play_notes),
        ):
            if _texts(first) != _texts(second):
                found.append(what)
        if _annotations(old.call_annotations, 0) != _annotations(new.call_annotations, 0):
            found.append("annotations of calls")
        if _by_card(before, old.card_annotations) != _by_card(after, new.card_annotations):
            found.append("annotations of cards")
        if _comments(before) != _comments(after):
            found.append("comments")
    if _tables(before.tables) != _tables(after.tables):
        found.append("tables")
    return found


def _same_result(before: Record, after: Record) -> bool:
    old, new = before.result, after.result
    if old == new:
        return True
    if old is None or new is None or old.tricks is not None or new.tricks is None or old.ruled != new.ruled:
        return False
    return _tricks(old, before) == new.tricks


def _tricks(result: Result, record: Record) -> int | None:
    """Declarer's tricks of a result that gives those of a side."""
    if record.declarer is None:
        return None
    own, other = (result.ns, result.ew) if record.declarer % 2 == 0 else (result.ew, result.ns)
    if own is not None:
        return own if other is None or own + other == 13 else None
    return None if other is None else 13 - other


def _auction(auction: Auction | None) -> object:
    if auction is None:
        return None
    over = bool(auction.ids) and not auction.skips and not passes_needed(list(auction.ids))
    end = "" if over and auction.end == "*" else auction.end
    return auction.first, auction.ids, end, auction.skips, auction.insufficient


def _play(record: Record, play: Play | None) -> object:
    """The cards by trick and player."""
    if play is None or not (play.ids or play.end or record.contract is not PASSED_OUT):
        return None
    cards = {_cell(play, at): card for at, card in enumerate(play.ids) if card != -1}
    marks = [frozenset(_cell(play, at) for at in cells) for cells in (play.revokes, play.leads)]
    following = None if play.next_cell is None else _cell(play, play.next_cell)
    return cards, (len(play.ids) + 3) // 4, play.end, following, marks


def _cell(play: Play, at: int) -> tuple[int, int]:
    return at // 4, (play.first + at) % 4


def _tags(before: Record, after: Record) -> list[str]:
    old, new = before.tags, after.tags
    found = []
    for name in {*old, *old.inherited}:
        if name in _SPELT or is_section(name):
            if name in old and not is_section(name) and name not in new:
                found.append(name)
        elif _text(old.value(name)) != new.value(name):
            found.append(name)
    mandatory = frozenset(MANDATORY)
    for name in new:
        made_up = name in mandatory and (new[name] in _MADE_UP or old.value(name) is not None or name in _SPELT)
        if not (made_up or name in old or name in old.inherited or is_section(name)):
            found.append(name)
    return found


def _text(value: str | None) -> str | None:
    return None if value is None else value.translate(_BLANKS)


def _texts(notes: Mapping[int, str]) -> dict[int, str]:
    return {number: text.translate(_BLANKS).strip() for number, text in notes.items()}


def _annotations(annotations: Mapping[int, Annotation], base: int) -> dict[object, object]:
    out: dict[object, object] = {}
    for at, found in annotations.items():
        nags = [*found.nags, *([SUFFIXES[found.suffix] + base] if found.suffix else [])]
        out[at] = found.notes, tuple(sorted(nags))
    return out


def _by_card(record: Record, annotations: Mapping[int, Annotation]) -> object:
    if record.play is None:
        return annotations
    play = record.play
    return {_cell(play, at): found for at, found in _annotations(annotations, 6).items() if isinstance(at, int)}


def _comments(record: Record) -> Counter[tuple[object, str]]:
    found: Counter[tuple[object, str]] = Counter()
    for comment in record.comments:
        kind, which = comment.owner
        owner: object = comment.owner
        if kind == "card" and isinstance(which, int) and record.play is not None:
            owner = _cell(record.play, which)
        elif kind == "call" and isinstance(which, int) and record.auction is not None:
            # "All pass" is one word.
            at = record.auction.all_pass
            owner = kind, which if at is None else min(which, at)
        found[owner, _SPACE.sub(" ", comment.text).strip()] += 1
    return found


def _tables(tables: Iterable[Table]) -> dict[str, object]:
    return {
        table.name: (table.columns, tuple(tuple(_text(value) for value in row) for row in table.rows))
        for table in tables
    }
