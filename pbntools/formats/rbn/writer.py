"""Writes records in the notation, and reduces a record to what the notation can hold of it.

A record is fitted by writing and reading it; so what is listed as lost is what is not there any more.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import BinaryIO

from pbntools import rules
from pbntools.core import Contract, Seat
from pbntools.formats.building import ALERT
from pbntools.formats.content import content, differences
from pbntools.formats.losses import Losses
from pbntools.formats.rbn import calls, cards, hands
from pbntools.formats.rbn.items import PARAGRAPH
from pbntools.formats.rbn.labels import INHERITED, LONGEST, ORDER, TAGS, text_of
from pbntools.formats.rbn.reader import RbnReader, playing
from pbntools.formats.reducing import without_tricks_so_far
from pbntools.formats.registry import Facts
from pbntools.game.auction import AuctionState
from pbntools.record import Annotation, Auction, Comment, Record

MOST_NOTES = 10
_SIGNS = {7: "!", 8: "?"}
_BREAKS = re.compile(r"[\x00-\x20\x7f]+")
_ROUND = str.maketrans("{}", "()")
_HALF = re.compile(r"[\ud800-\udfff]")
_LABEL_OF = {name: label for label, names in TAGS.items() for name in names} | {
    "Dealer": "A", "Vulnerable": "A", "Auction": "A", "Play": "P",
}  # fmt: skip
_PARTS = {
    "board": rules.BOARD_CHANGED,
    "dealer": rules.DEALER_CHANGED,
    "vulnerable": rules.DEALER_CHANGED,
    "deal": rules.HAND_LOST,
    "contract": rules.RESULT_LOST,
    "declarer": rules.RESULT_LOST,
    "irregular declarer": rules.IRREGULARITY_LOST,
    "trump": rules.RESULT_LOST,
    "result": rules.RESULT_LOST,
    "auction": rules.AUCTION_LOST,
    "play": rules.PLAY_LOST,
    "call notes": rules.NOTE_LOST,
    "card notes": rules.NOTE_LOST,
    "call glyphs": rules.GLYPH_LOST,
    "card glyphs": rules.GLYPH_LOST,
}
Labelled = list[tuple[str, str]]


def items(record: Record) -> Labelled:
    """The labels of a record and their values, notes and paragraphs in their places."""
    values: dict[str, str] = {}
    notes: dict[str, Labelled] = {}
    tags = {name: value for name, value in record.tags.resolved.items() if value not in ("", "?")}
    for label in "DTLESFKN":
        values[label] = _line(text_of(label, tags))[: LONGEST.get(label)]
    values["B"] = _line(text_of("B", {**tags, "Board": record.board or ""}))[: LONGEST["B"]]
    values["H"] = hands.text_of(record.deal) if record.deal is not None else _line(tags.get("RBN_Hands", ""))
    values["A"], notes["A"] = _auction(record)
    values["C"] = _contract(record)
    values["P"], notes["P"] = _play(record)
    values["R"] = _result(record)
    for label in "MI":
        values[label] = _line(tags.get(f"RBN_{label}", ""))
    out: Labelled = []
    placed = _placed(record.comments, values)
    out += [(PARAGRAPH, text) for text in placed.get("", ())]
    for label in ORDER:
        if values[label]:
            out.append((label, values[label]))
            out += notes.get(label, [])
        out += [(PARAGRAPH, text) for text in placed.get(label, ())]
    return out


def _placed(comments: Iterable[Comment], values: Mapping[str, str]) -> dict[str, list[str]]:
    """The paragraphs by the label that they stand behind."""
    found: dict[str, list[str]] = {}
    for comment in comments:
        kind, which = comment.owner
        label = {"call": "A", "card": "P"}.get(kind, "")
        if kind == "tag":
            label = _LABEL_OF.get(str(which), "")
        while label and not values.get(label):
            at = ORDER.index(label)
            label = ORDER[at - 1] if at else ""
        text = _line(comment.text)
        if text:
            found.setdefault(label, []).append(text)
    return found


def _line(text: str) -> str:
    return _HALF.sub("?", _BREAKS.sub(" ", text)).strip().translate(_ROUND)


def _auction(record: Record) -> tuple[str, Labelled]:
    auction = record.auction
    if auction is None or auction.skips or not auction.ids:
        if record.dealer is None:
            return "", []
        return calls.text_of(record.dealer, record.vulnerable, (), {}), []
    ids = _readable(auction)
    remarks = record.details.remarks
    marks, notes = _marks(remarks.call_annotations, remarks.auction_notes, len(ids), suffixes=False)
    return calls.text_of(auction.first, record.vulnerable, ids, marks), notes


def _readable(auction: Auction) -> tuple[int, ...]:
    end = next((at for at, number in enumerate(auction.ids) if number < 0), len(auction.ids))
    return auction.ids[:end]


def _marks(
    annotations: Mapping[int, Annotation], texts: Mapping[int, str], end: int, *, suffixes: bool
) -> tuple[dict[int, str], Labelled]:
    """What stands behind calls or cards, by index, and the notes that it refers to."""
    numbers: dict[int, int] = {}
    marks: dict[int, str] = {}
    for at in sorted(annotations):
        if at >= end:
            continue
        mark = annotations[at]
        text = _sign(mark) if suffixes else ""
        for number in mark.notes:
            words = _line(texts.get(number, ""))
            if words == ALERT and not suffixes and len(mark.notes) == 1:
                text += "*"
            elif number in numbers or len(numbers) < MOST_NOTES:
                new = numbers.setdefault(number, (len(numbers) + 1) % MOST_NOTES)
                text += f"^{new}"
        if text:
            marks[at] = text
    return marks, [(str(new), _line(texts.get(number, ""))) for number, new in numbers.items()]


def _sign(mark: Annotation) -> str:
    """A card's ``!`` or ``?``, which PBN may also state as a numeric glyph."""
    if mark.suffix is not None:
        return mark.suffix if mark.suffix in ("!", "?") else ""
    return next((_SIGNS[glyph] for glyph in mark.nags if glyph in _SIGNS), "")


def _contract(record: Record) -> str:
    contract = record.contract
    if contract is None or contract.is_passed_out:
        return ""
    text = f"{contract.level}{contract.strain.letter[0]}{('', 'X', 'R')[contract.doubled]}"
    return f"{text}:{record.declarer}" if record.declarer is not None else text


def _known(record: Record) -> tuple[Contract | None, Seat | None]:
    auction = record.auction
    if auction is None or auction.skips or not auction.ids or min(auction.ids) < 0:
        return playing(record.contract, record.declarer, None, None)
    state = AuctionState(auction.first)
    for number in auction.ids:
        state.push(number)
    return playing(record.contract, record.declarer, state.contract, state.declarer)


def _play(record: Record) -> tuple[str, Labelled]:
    play = record.play
    contract, declarer = _known(record)
    if play is None or contract is None or contract.is_passed_out or declarer is None:
        return "", []
    remarks = record.details.remarks
    marks, notes = _marks(remarks.card_annotations, remarks.play_notes, len(play.ids), suffixes=True)
    text, count = cards.text_of(play, declarer.left, contract.strain, marks)
    return (text, notes) if count else ("", [])


def _result(record: Record) -> str:
    raw = record.value("RBN_Result") or ""
    if raw.startswith("?"):
        return _line(raw[1:])
    tail = f":{_line(raw)}" if raw else ""
    if record.contract is not None and record.contract.is_passed_out:
        return f"P{tail}"
    result = record.result
    tricks = result.tricks if result is not None else None
    if result is None and record.play is not None:
        tricks = record.play.claim
    score = record.score
    points = None
    if score is not None:
        points = score.ns if score.ns is not None else None if score.ew is None else -score.ew
        if points is None and score.declarer is not None and record.declarer is not None:
            points = score.declarer if record.declarer in (Seat.NORTH, Seat.SOUTH) else -score.declarer
    text = ("" if tricks is None else str(tricks)) + ("" if points is None or abs(points) > 99_999 else f"{points:+d}")
    return text + tail if text or tail else ""


def fit(record: Record, _facts: Facts, losses: Losses) -> Record | None:
    """The record as the notation can hold it; None where it says nothing that the notation has a place for."""
    record = without_tricks_so_far(record, "RBN", losses)
    reader = RbnReader(_text(items(record), packed=False))
    back = next((reading.record for reading in reader if reading.record is not None), None)
    if back is None:
        losses.add(rules.RECORD_LEFT_OUT, "RBN has no place for anything that the record says")
        return None
    if record.play is not None and record.play.claim is not None:
        losses.add(rules.PROVENANCE_CHANGED, "RBN has no claims: declarer's tricks as claimed become the result")
    if record.play is not None and (record.play.revokes or record.play.leads):
        losses.add(rules.IRREGULARITY_LOST, "RBN has no marks for revokes and leads out of turn")
    _compare(record, back, losses)
    return back


def _compare(record: Record, back: Record, losses: Losses) -> None:
    old, new = content(record), content(back)
    tags, kept = old.get("tags", {}), new.get("tags", {})
    for name in differences(record, back):
        if name in _PARTS:
            for words in _words(name, record, back):
                losses.add(_PARTS[name], words)
        elif name == "comments":
            moved = len(old.get(name, [])) == len(new.get(name, []))
            words = (
                "comments stand behind the label that they are nearest to"
                if moved
                else "RBN has no place for a comment"
            )
            losses.add(rules.REMARK_MOVED if moved else rules.COMMENT_LOST, words)
            if moved and [text for *_, text in old[name]] != [text for *_, text in new[name]]:
                losses.add(rules.TEXT_CHANGED, "braces in a comment become round ones")
        elif name == "tables":
            for table in record.tables:
                losses.add(rules.TABLE_LOST, f"RBN has no place for {table.name[:60]}")
        elif name in tags and name not in kept:
            losses.add(rules.TAG_LOST, f"RBN has no place for {name[:60]}")
        else:
            losses.add(rules.VALUE_CHANGED, f"RBN holds {name[:60]} in another form")


_WORDS = {
    "board": "RBN has short labels of boards, without colons and braces",
    "dealer": "RBN has the dealer as the player who called first",
    "vulnerable": "RBN has no vulnerability without a dealer",
    "deal": "RBN has no place for such a deal",
    "contract": "RBN has no place for such a contract",
    "declarer": "RBN has no place for a declarer without a contract",
    "irregular declarer": "RBN has no mark for a declarer who is not the rightful one",
    "trump": "RBN has no place for a denomination alone",
    "result": "RBN has declarer's tricks, and no mark for a result that was ruled",
    "call notes": "RBN has ten notes to an auction, of texts without braces and control characters",
    "card notes": "RBN has ten notes to a play, of texts without braces and control characters",
    "call glyphs": "RBN has no marks such as ! or ? on calls",
    "card glyphs": "RBN has only ! and ? as marks on cards",
}


def _words(part: str, record: Record, back: Record) -> list[str]:
    """What of a part is not there any more, in words."""
    auction, other = record.auction, back.auction
    found: list[str] = []
    if part == "auction" and auction is not None:
        if auction.skips:
            found.append("RBN has no place for an auction in which a turn was passed over")
        elif any(number < 0 for number in auction.ids):
            found.append("RBN has no letter for a call that could not be read; the auction ends before it")
        if auction.insufficient:
            found.append("RBN has no mark for an insufficient bid that was accepted")
        if not found or (other is not None and auction.ids == other.ids and auction.end != other.end):
            found.append("RBN has no sign for an auction that is not recorded to its end")
    elif part == "play" and record.play is not None:
        play, kept = record.play, back.play
        cards = sum(card >= 0 for card in play.ids)
        held = 0 if kept is None else sum(card >= 0 for card in kept.ids)
        if not held and cards:
            found.append("RBN has no place for a play without a contract and a declarer, or without a first card")
        elif held < cards:
            found.append("RBN has cards in playing order: those after a gap are lost")
        elif kept is not None and _placed_cards(record) != _placed_cards(back):
            found.append("RBN does not say who played a card; some go to other players")
        if play.claim is not None:
            found.append("RBN has no place for a claim beside the play")
        if play.end != (kept.end if kept is not None else "") or play.next_cell is not None:
            found.append(
                "RBN has no sign that the play goes on"
                if play.end == "+"
                else "RBN has no sign that no more cards are recorded"
                if play.end
                else "RBN takes a play of fewer than 52 cards for one that ends there"
            )
        if not found:
            found.append("RBN has no marks for revokes and leads out of turn")
    elif part in _WORDS:
        found.append(_WORDS[part])
    return found or [f"RBN adds the {part}"]


def _placed_cards(record: Record) -> dict[tuple[int, int], int]:
    play = record.play
    if play is None:
        return {}
    return {(at // 4, (play.first + at) % 4): card for at, card in enumerate(play.ids) if card >= 0}


def _text(labelled: Labelled, *, packed: bool) -> bytes:
    if packed:
        return (
            "".join(f"{'' if label == PARAGRAPH else label}{{{value}}}" for label, value in labelled) + "\n"
        ).encode()
    lines = [f"{{{value}}}" if label == PARAGRAPH else f"{label} {value}".rstrip() for label, value in labelled]
    return ("\n".join(lines) + "\n").encode()


def _stated(records: Iterable[Record]) -> Iterator[Labelled]:
    """The labels of each record, with an empty one where a value of the record before would stay in force."""
    before: dict[str, str] = {}
    for record in records:
        labelled = items(record)
        present = {label for label, _ in labelled}
        ended = [(label, "") for label in INHERITED if before.get(label) and label not in present]
        before |= {label: value for label, value in [*labelled, *ended] if label in INHERITED}
        at = next((at for at, (label, _) in enumerate(labelled) if label != PARAGRAPH), len(labelled))
        yield labelled[:at] + ended + labelled[at:]


def write(records: Iterable[Record], file: BinaryIO, *, packed: bool) -> int:
    """Write fitted records, a line each where ``packed``; their number."""
    count = 0
    for labelled in _stated(records):
        if count and not packed:
            file.write(b"\n")
        file.write(_text(labelled, packed=packed))
        count += 1
    return count


__all__ = ["fit", "items", "write"]
