"""Writes LIN: a board a line as Bridge Base keeps them, a vugraph record, or one board for a viewer."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import BinaryIO

from pbntools.core.hands import suit_text
from pbntools.formats.building import ALERT
from pbntools.formats.lin.fitting import DIALECTS, SINGLE, VUGRAPH
from pbntools.formats.lin.header import SCORING_LETTERS, known_names, table_names
from pbntools.formats.lin.playing import PlayInOrder, lead_of, sequence
from pbntools.formats.lin.values import (
    PLAYERS,
    SEATS,
    VULNERABLE_TEXT,
    call_text,
    result_text,
    suits_to_lin,
)
from pbntools.formats.registry import WriteError
from pbntools.record import Record

_DECK = (1 << 52) - 1
_CALLS = tuple(f"mb|{call_text(number)}|" for number in range(38))
_CARDS = tuple(f"pc|{'CDHS'[number // 13]}{'23456789TJQKA'[number % 13]}|" for number in range(52))
MOST_TOGETHER = 1000
"""Records of one head of a vugraph record; more get another one."""
_HEAD_TAGS = ("Event", "Stage", "Scoring", "HomeTeam", "VisitTeam")


def write(records: Iterable[Record], file: BinaryIO, dialect: str | None = None) -> int:
    """Write fitted records; returns their number.  Raises WriteError where the dialect has no place for so many."""
    dialect = dialect or DIALECTS[0]
    if dialect == VUGRAPH:
        return _write_vugraph(iter(records), file)
    count = 0
    for record in records:
        count += 1
        if dialect == SINGLE and count > 1:
            raise WriteError("a LIN file for a viewer (dialect single) holds one board; myhands holds many")
        file.write(_encoded(board_text(record, dialect) + "\n"))
    return count


def board_text(record: Record, dialect: str) -> str:
    """The text of one board, without a line end behind it; a viewer's has a line for each of its parts."""
    end = "\n" if dialect != DIALECTS[0] else ""
    parts = [f"pn|{','.join(names_of(record))}|"] if dialect != VUGRAPH else []
    parts.append(f"st||{end if dialect == SINGLE else ''}md|{hands_text(record)}|")
    remarks = record.comments
    heading = next((c.text for c in remarks if c.owner == ("tag", "Board")), "") if remarks else ""
    if not heading and record.board is not None and dialect != VUGRAPH:
        heading = f"Board {record.board}"
    if dialect != VUGRAPH:
        parts.append(f"rh||ah|{heading}|")
    elif heading:
        parts.append(f"ah|{heading}|")
    if record.vulnerable is not None:
        parts.append(f"sv|{VULNERABLE_TEXT[record.vulnerable]}|")
    comments: dict[tuple[str, object], list[str]] = {}
    for comment in remarks:
        comments.setdefault(comment.owner, []).append(f"nt|{suits_to_lin(comment.text)}|")
    # A text of a vugraph record is followed by a page of its own.
    page = f"pg||{end}" if dialect == VUGRAPH else ""
    parts += [text + page for text in comments.get(("record", None), ())]
    if dialect == SINGLE:
        parts.append(end)
    _add_calls(record, parts, comments, page)
    if record.auction is not None:
        parts.append(f"pg||{end}")
    _add_cards(record, parts, comments, page, end)
    if record.play is not None and record.play.claim is not None:
        parts.append(f"mc|{record.play.claim}|pg||{end}")
    return "".join(parts).rstrip("\n")


def _add_calls(record: Record, parts: list[str], comments: dict[tuple[str, object], list[str]], page: str) -> None:
    auction = record.auction
    if auction is None:
        return
    remarks = record.details.remarks
    for at, call in enumerate(auction.ids):
        mark = remarks.call_annotations.get(at)
        if mark is None and not comments:
            parts.append(_CALLS[call])
            continue
        notes = () if mark is None else mark.notes
        parts.append(f"mb|{call_text(call)}!|" if notes else _CALLS[call])
        for number in notes:
            text = remarks.auction_notes.get(number, "")
            if text != ALERT:
                parts.append(f"an|{suits_to_lin(text)}|")
        parts += [text + page for text in comments.get(("call", at), ())]


def _add_cards(
    record: Record, parts: list[str], comments: dict[tuple[str, object], list[str]], page: str, end: str
) -> None:
    play = record.play
    if play is None or not play.ids:
        return
    order = order_of(record)
    ids = play.ids
    if comments:
        for at, cell in enumerate(order):
            parts.append(_CARDS[ids[cell]])
            parts += [text + page for text in comments.get(("card", cell), ())]
            if at & 3 == 3:
                parts.append(f"pg||{end}")
    else:
        words = [_CARDS[ids[cell]] for cell in order]
        turned = f"pg||{end}"
        words[3::4] = [word + turned for word in words[3::4]]
        parts += words
    if len(order) & 3 and play.claim is None:
        parts.append(f"pg||{end}")


def order_of(record: Record) -> Sequence[int]:
    """The cells of a fitted play in playing order."""
    play = record.play
    if play is None:
        return ()
    if isinstance(play, PlayInOrder):
        return play.order
    strain, leader = lead_of(record.auction, record.contract, record.declarer)
    return sequence(play.ids, int(play.first), play.leads, strain, leader)[0]


def names_of(record: Record) -> list[str]:
    """The names in the order of LIN; an empty text for one that is not known."""
    found = [value or "" for value in record.tags.values_of(PLAYERS)]
    return ["" if name == "?" else name for name in found]


def hands_text(record: Record) -> str:
    """The value of ``md``: three hands and a comma, or four where the fourth does not follow from them."""
    dealer = "0" if record.dealer is None else str(SEATS.index(record.dealer) + 1)
    if record.deal is None:
        return f"{dealer},,,"
    masks = [record.deal.masks[seat] for seat in SEATS]
    union = 0
    sound = True
    for mask in masks[:3]:
        sound = sound and mask is not None and mask.bit_count() == 13 and not union & mask
        union |= mask or 0
    if sound and masks[3] == _DECK & ~union:
        masks[3] = None
    return dealer + ",".join("" if mask is None else _hand(mask) for mask in masks)


def _hand(mask: int) -> str:
    spades, hearts, diamonds, clubs = mask >> 39, mask >> 26 & 0x1FFF, mask >> 13 & 0x1FFF, mask & 0x1FFF
    return f"S{suit_text(spades)}H{suit_text(hearts)}D{suit_text(diamonds)}C{suit_text(clubs)}"


def _encoded(text: str) -> bytes:
    return text.encode("utf-8", "replace")


# --- vugraph ----------------------------------------------------------------------------------------------------------


def _write_vugraph(records: Iterator[Record], file: BinaryIO) -> int:
    count = 0
    for section in _sections(records):
        file.write(_encoded(_head(section)))
        names = _head_names(section)
        for record in section:
            file.write(_encoded(f"qx|{_label(record)}|{_own_names(record, names)}{board_text(record, VUGRAPH)}\n"))
        count += len(section)
    return count


def _sections(records: Iterator[Record]) -> Iterator[list[Record]]:
    """Records that can stand under one head: of one event, and each table once."""
    section: list[Record] = []
    tables: set[tuple[str | None, bool]] = set()
    head: tuple[str | None, ...] = ()
    for record in records:
        own = tuple(record.tags.value(name) for name in _HEAD_TAGS)
        table = record.board, record.tags.value("Room") == "Closed"
        if section and (own != head or len(section) >= MOST_TOGETHER or (table in tables and record.board is not None)):
            yield section
            section, tables = [], set()
        section.append(record)
        tables.add(table)
        head = own
    if section:
        yield section


def _label(record: Record) -> str:
    room = {"Open": "o", "Closed": "c"}.get(record.tags.value("Room") or "", "")
    return f"{room}{record.board}" if record.board is not None else ""


def _head(section: list[Record]) -> str:
    value = section[0].tags.value
    numbers = list(dict.fromkeys(record.board for record in section if record.board is not None))
    first, last = (min(map(int, numbers)), max(map(int, numbers))) if numbers else (1, 1)
    fields = [
        value("Event") or "",
        value("Stage") or "",
        SCORING_LETTERS.get(value("Scoring") or "", ""),
        str(first),
        str(last),
        value("HomeTeam") or "",
        "",
        value("VisitTeam") or "",
        "",
    ]
    lines = [f"vg|{','.join(fields)}|\n"]
    in_order = [str(number) for number in range(first, first + len(numbers))]
    results = _results(section, numbers)
    if any(results):
        lines.append(f"rs|{','.join(results)}|\n")
        if numbers != in_order:
            lines.append(f"bn|{','.join(numbers)}|\n")
    names = _head_names(section)
    if names:
        lines.append(f"pn|{','.join(names)}|")
    return "".join(lines) + "pg||\n"


def _results(section: list[Record], numbers: list[str]) -> list[str]:
    results = [""] * (2 * len(numbers))
    place = {number: 2 * at for at, number in enumerate(numbers)}
    for record in section:
        if record.contract is not None and record.board is not None:
            at = place[record.board] + (record.tags.value("Room") == "Closed")
            tricks = None if record.result is None else record.result.tricks
            results[at] = result_text(record.contract, record.declarer, tricks)
    return results


def _head_names(section: list[Record]) -> list[str]:
    """Eight names for the head; none where the names of a table are not known."""
    rooms: list[list[str]] = [[], []]
    for record in section:
        closed = record.tags.value("Room") == "Closed"
        names = names_of(record)
        if not any(names) or not known_names(names):
            return []
        rooms[closed] = rooms[closed] or names
    return [*(rooms[0] or [""] * 4), *(rooms[1] or [""] * 4)]


def _own_names(record: Record, head: list[str]) -> str:
    names = names_of(record)
    if names == (table_names(head, record.tags.value("Room") == "Closed") if head else [""] * 4):
        return ""
    return f"pn|{','.join(names)}|"


__all__ = ["MOST_TOGETHER", "board_text", "hands_text", "names_of", "order_of", "write"]
