"""What stands in the text of a game beside its record: comments and escape lines, each with what it belongs to.

A record knows the texts and owners of its comments.  To write a game anew without a loss one must also know how a
comment was written, which note it stands behind, and where the escape lines stand.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from operator import itemgetter

from pbntools.formats.pbn.export import Attached
from pbntools.formats.pbn.export_sections import Placed
from pbntools.formats.pbn.lexer import (
    BRACE,
    CR_ESCAPE,
    ESCAPE,
    FIRST_ESCAPE,
    ITEM,
    PAIR,
    SEMICOLON,
    TAG_NAME,
    TAG_VALUE,
    TAGS,
    note_number,
)
from pbntools.formats.pbn.places import GameMap
from pbntools.formats.pbn.section_words import Tokens
from pbntools.record import Record

_Owner = tuple[str, str, int]
"""``record``, ``tag`` with its name, or ``note`` with section and number."""


def attached_to(game_map: GameMap, record: Record) -> Attached:
    """The remarks of a game from its text, and the annotations from its record."""
    remarks = record.details.remarks
    out = Attached(call_annotations=remarks.call_annotations, card_annotations=remarks.card_annotations)
    game = game_map.game
    if not game.remarked:
        return out
    decode = game.chunk.decoder.decode
    for start, owner, raw in _remarks(game_map):
        text = decode(raw)
        kind, name, number = owner
        if kind == "record":
            out.lead.append(text)
        elif kind == "note":
            # A note may stand behind another section than its own.
            notes = {"Auction": remarks.auction_notes, "Play": remarks.play_notes}
            if number not in notes.get(name, ()):
                name = "Play" if name == "Auction" else "Auction"
            out.notes.setdefault((name, number), []).append(text)
        elif game.auction and game.auction[0] <= start < game.auction[1] and (tokens := game_map.auction):
            index = bisect_left(tokens.spans, (start, 0)) - 1
            if index >= 0:
                out.calls.setdefault(index, []).append(_placed(text, start, index, tokens))
            else:
                out.behind.setdefault("Auction", []).append(text)
        elif game.play and game.play[0] <= start < game.play[1] and (tokens := game_map.play):
            index = bisect_left(tokens.spans, (start, 0)) - 1
            if index >= 0:
                cell = index if game_map.cells is None else game_map.cells.get(index, index)
                out.cards.setdefault(cell, []).append(_placed(text, start, index, tokens))
            else:
                out.behind.setdefault("Play", []).append(text)
        else:
            out.behind.setdefault(name, []).append(text)
    return out


def _placed(text: str, start: int, index: int, tokens: Tokens) -> Placed:
    """A remark with the last annotation of its word that stands before it (PBN 2.1 §3.8)."""
    at = bisect_left(tokens.beside, start, key=itemgetter(0)) - 1
    if at >= 0 and tokens.beside[at].word == index:
        _, _, written, nth = tokens.beside[at]
        return Placed(text, written, nth)
    return Placed(text, "")


def _remarks(game_map: GameMap) -> Iterator[tuple[int, _Owner, str]]:
    """Offset, owner and text of each remark of a game."""
    game = game_map.game
    text = game.chunk.text
    sections = {at: (section, note_number(value)) for section, value, at in game.notes}
    owner: _Owner = ("record", "", 0)
    at = game.start
    first_line = FIRST_ESCAPE.match(text) if at == 0 else None
    if first_line:
        yield 0, owner, first_line[0]
        at = first_line.end()
    while at < game.end:
        for match in ITEM.finditer(text, at, game.end):
            kind = match.lastindex
            if kind == TAGS:
                pair = None
                for found in PAIR.finditer(text, match.start(), match.end()):
                    pair = found
                if pair is not None:
                    owner = _owner(pair[1], pair.start(2), sections)
            elif kind == TAG_VALUE:
                owner = _owner(match[TAG_NAME], match.start(TAG_VALUE), sections)
            elif kind == BRACE:
                start = match.start()
                _, at = game.comment_end(start)
                yield start, owner, text[start:at]
                break
            elif kind == SEMICOLON:
                yield match.start(), owner, match[0]
            elif kind in (ESCAPE, CR_ESCAPE):
                line = match[0].lstrip("\r\n")
                yield match.end() - len(line), owner, line
        else:
            break


def _owner(name: str, at: int, sections: dict[int, tuple[str, int]]) -> _Owner:
    if name == "Note":
        return ("note", *sections.get(at, ("", 0)))
    return "tag", name, 0
