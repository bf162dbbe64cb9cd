"""Reads the records of RBN and RBX.

The values of ten labels stay in force until they are stated anew; such a tag is `FieldState.INHERITED`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from pbntools import rules
from pbntools.core import PASSED_OUT, Contract, Deal, Seat
from pbntools.diagnostics import RECORD, Finding, Rule
from pbntools.formats.building import ALERT, build_record
from pbntools.formats.lines import LineSource
from pbntools.formats.rbn import calls, cards, hands
from pbntools.formats.rbn.items import MOST, MOST_ITEMS, PARAGRAPH, Group, Item, groups
from pbntools.formats.rbn.labels import INHERITED, ORDER, TAGS, tags_of
from pbntools.formats.reading import Reading
from pbntools.formats.text import Chunk, Input
from pbntools.formats.text_reader import LineReader
from pbntools.formats.textmap import Key, TextMap
from pbntools.record import Annotation, Auction, Comment, Details, Record, Remarks, Result, Tags
from pbntools.said import Said, said_of

_CONTRACT = re.compile(r"\s*([1-7](?:NT|[CDHSN])(?:XX|[XR])?)\s*(?::\s*([NESW]))?\s*\Z", re.I)
_RESULT = re.compile(r"\s*([0-9]{1,2})?\s*([+-][0-9]{1,5})?\s*(?::(.*))?\Z", re.S)
LONGEST_VALUE = 256
"""Characters of a contract or a result that is looked into."""
MOST_FAULTS = 1000
"""Lines without a label that are told one by one in a record."""
_OWNERS = {label: names[0] for label, names in TAGS.items()}


@dataclass(slots=True)
class _Parts:
    """What a record is made of while it is read."""

    tags: dict[str, str] = field(default_factory=dict)
    spans: dict[Key, tuple[int, int]] = field(default_factory=dict)
    faults: list[tuple[Finding, int, int]] = field(default_factory=list)
    deal: Deal | None = None
    calls: calls.Calls = field(default_factory=calls.Calls)
    contract: Contract | None = None
    declarer: Seat | None = None
    result: Result | None = None
    play: cards.Cards = field(default_factory=cards.Cards)
    auction_notes: dict[int, str] = field(default_factory=dict)
    play_notes: dict[int, str] = field(default_factory=dict)

    def tell(self, rule: Rule, message: str, start: int, end: int) -> None:
        """Note a fault of the text."""
        self.faults.append((Finding(rule, message, RECORD), start, end))


class RbnReader(LineReader):
    """Reads the records of one file; iterate over it once."""

    def __init__(
        self, source: Input, *, name: str | None = None, encoding: str | None = None, format: str = "rbn"
    ) -> None:
        super().__init__(LineSource(source, name=name, encoding=encoding))
        self.format = format
        self._state: dict[str, str] = {}

    def _readings(self) -> Iterator[Reading]:
        waiting: list[Item] = []
        last: Chunk | None = None
        for group in groups(self._lines, self.header):
            if group.too_long:
                self._tell(
                    rules.FORMAT_TOO_LARGE,
                    Said(
                        "the record is read up to {size} KB or {most} lines and labels",
                        size=MOST >> 10,
                        most=MOST_ITEMS,
                    ),
                    group.chunk,
                    0,
                    0,
                )
            if not any(item.label != PARAGRAPH for item in group.items):
                for message, start, end in group.wrong[:MOST_FAULTS]:
                    self._tell(rules.FORMAT_SHAPE, message, group.chunk, start, end)
                # Text between two records belongs to the next one.
                if len(waiting) < 100:
                    waiting += group.items
                last = group.chunk
                continue
            yield self._reading(group, waiting)
            waiting = []
        if waiting and last is not None:
            self._tell(
                rules.FORMAT_UNKNOWN, Said("behind the last record stands text that belongs to none"), last, 0, 0
            )

    def _reading(self, group: Group, waiting: list[Item]) -> Reading:
        decode = group.chunk.decoder.decode
        parts = _Parts()
        for message, start, end in group.wrong[:MOST_FAULTS]:
            parts.tell(rules.FORMAT_SHAPE, message, start, end)
        stated: dict[str, Item] = {}
        behind: list[tuple[str, Item]] = [("", item) for item in waiting]
        label = ""
        for item in group.items:
            if item.label == PARAGRAPH:
                behind.append((label, item))
            elif item.label.isdigit():
                notes = parts.play_notes if "P" in stated else parts.auction_notes
                notes[int(item.label)] = decode(item.value).strip()
            elif item.label in stated:
                message = Said("the label {label} stands twice in a record, and the first counts", label=item.label)
                parts.tell(rules.FORMAT_SHAPE, message, item.start, item.end)
            else:
                label = item.label
                stated[label] = item
        for name in list(stated):
            if name not in ORDER:
                item = stated[name]
                parts.tell(
                    rules.FORMAT_UNKNOWN, Said("{name} is no label of the notation", name=name), item.start, item.end
                )
                parts.tags[f"RBN_{name}"] = decode(item.value).strip()
        inherited = self._texts(stated, parts, group.chunk)
        record = self._record(parts, stated, behind, inherited, group.chunk)
        index = self.records
        self.records += 1
        extra = self._taken()
        places = TextMap(group.chunk, parts.spans, parts.faults)
        unheld: tuple[tuple[Rule, str], ...] = ()
        if group.remarks:
            unheld = ((rules.COMMENT_LOST, "a record has no place for a line that starts with %"),)
        return Reading(record, index, self.path, places, extra or None, unheld=unheld)

    def _texts(self, stated: dict[str, Item], parts: _Parts, chunk: Chunk) -> frozenset[str]:
        """Take the values of all labels; the names of the tags that come from records before."""
        decode = chunk.decoder.decode
        inherited: set[str] = set()
        for label in INHERITED:
            item = stated.get(label)
            if item is not None:
                self._state[label] = decode(item.value).strip()
            value = self._state.get(label, "")
            if label == "H":
                found = self._hands(value, item, parts)
            else:
                found = (
                    {name: text.strip() for name, text in tags_of(label, value).items() if text.strip()}
                    if value
                    else {}
                )
                parts.tags |= found
            if item is None:
                inherited.update(found)
            else:
                for name in TAGS[label]:
                    parts.spans["tag", name] = item.start, item.end
        for label in "ACPRMI":
            item = stated.get(label)
            if item is not None:
                for name in TAGS[label]:
                    parts.spans["tag", name] = item.start, item.end
        for label in "MI":
            if label in stated and decode(stated[label].value).strip():
                parts.tags[f"RBN_{label}"] = decode(stated[label].value).strip()
        if "A" in stated:
            self._auction(stated["A"], parts, decode(stated["A"].value))
        if "C" in stated:
            _contract(stated["C"], parts, decode(stated["C"].value).strip())
        if "R" in stated:
            _result(stated["R"], parts, decode(stated["R"].value).strip())
        if "P" in stated:
            _play(stated["P"], parts, decode(stated["P"].value).strip())
        return frozenset(inherited)

    def _hands(self, value: str, item: Item | None, parts: _Parts) -> dict[str, str]:
        if not value:
            return {}
        start, end = (0, 0) if item is None else (item.start, item.end)
        if item is not None:
            parts.spans["deal", None] = start, end
        try:
            parts.deal = hands.parse(value)
        except ValueError as error:
            if item is not None:
                parts.tell(
                    rules.FORMAT_VALUE, Said("the hands cannot be read: {error}", error=said_of(error)), start, end
                )
            parts.tags["RBN_Hands"] = value
            return {"RBN_Hands": value}
        return {"Deal": ""}

    def _auction(self, item: Item, parts: _Parts, text: str) -> None:
        found = parts.calls = calls.parse(item.value)
        parts.spans["auction", None] = item.start, item.end
        for index, (start, end) in enumerate(found.spans):
            parts.spans["call", index] = item.start + start, item.start + end
        for fault, start, end in found.faults:
            parts.tell(rules.FORMAT_SHAPE, fault, item.start + start, item.start + end)
        if found.faults:
            parts.tags["RBN_Auction"] = text.strip()

    def _record(
        self,
        parts: _Parts,
        stated: dict[str, Item],
        behind: list[tuple[str, Item]],
        inherited: frozenset[str],
        chunk: Chunk,
    ) -> Record:
        found = parts.calls
        call_marks = dict(found.marks)
        notes = dict(parts.auction_notes)
        for index in found.alerted:
            number = max([0, *notes, *(n for mark in call_marks.values() for n in mark.notes)]) + 1
            mark = call_marks.get(index, Annotation())
            call_marks[index] = Annotation(mark.suffix, (number,))
            notes[number] = ALERT
        auction, play = found.auction, parts.play.play
        comments = tuple(
            Comment(chunk.decoder.decode(item.value).strip(), _owner(label, auction, parts.play))
            for label, item in behind
        )
        remarks = _remarks(notes, call_marks, parts.play_notes, parts.play.marks, comments)
        board = parts.tags.pop("Board", None)
        record = build_record(
            parts.tags,
            board=board,
            dealer=found.dealer,
            vulnerable=found.vulnerable,
            deal=parts.deal,
            contract=parts.contract,
            declarer=parts.declarer,
            result=parts.result,
            auction=auction,
            play=play,
            details=Details(remarks),
        )
        if inherited:
            values = dict(record.tags)
            raw = {name: value for name, value in values.items() if name not in inherited}
            record = record.replace(tags=Tags(raw, values, inherited & values.keys()))
        return record


def _contract(item: Item, parts: _Parts, text: str) -> None:
    found = _CONTRACT.match(text) if len(text) < LONGEST_VALUE else None
    if found is not None:
        name = found[1].upper()
        parts.contract = Contract.parse(f"{name[:-1]}XX" if name.endswith("R") else name)
        parts.declarer = Seat.parse(found[2]) if found[2] else None
    elif text.upper() in ("P", "PASS"):
        parts.contract = PASSED_OUT
    elif text:
        parts.tell(
            rules.FORMAT_VALUE,
            Said("the contract cannot be read: expected 4S:E, 3NX:S and the like"),
            item.start,
            item.end,
        )
        parts.tags["RBN_Contract"] = text


def _result(item: Item, parts: _Parts, text: str) -> None:
    if text.upper() == "P" or text.upper().startswith("P:"):
        parts.contract = PASSED_OUT
        if text[2:].strip():
            parts.tags["RBN_Result"] = text[2:].strip()
        return
    found = _RESULT.match(text) if len(text) < LONGEST_VALUE else None
    tricks = int(found[1]) if found and found[1] else None
    if found is None or (tricks is not None and tricks > 13):
        parts.tell(
            rules.FORMAT_VALUE,
            Said("the result cannot be read: expected 10-420, 9+600:+5 and the like"),
            item.start,
            item.end,
        )
        parts.tags["RBN_Result"] = f"?{text}"
        return
    if tricks is not None:
        parts.result = Result(tricks)
    if found[2]:
        parts.tags["Score"] = f"NS {int(found[2])}"
    if found[3] and found[3].strip():
        parts.tags["RBN_Result"] = found[3].strip()


def _play(item: Item, parts: _Parts, text: str) -> None:
    parts.spans["play", None] = item.start, item.end
    contract, declarer = playing(parts.contract, parts.declarer, parts.calls.contract, parts.calls.declarer)
    leader = declarer.left if declarer is not None else cards.opening(parts.deal, item.value)
    if not text:
        return
    if contract is None or contract.is_passed_out or leader is None:
        message = Said("whose cards these are cannot be told without a contract and a declarer")
        parts.tell(rules.FORMAT_VALUE, message, item.start, item.end)
        parts.tags["RBN_Play"] = text
        return
    found = parts.play = cards.parse(item.value, leader, contract.strain)
    for cell, (start, end) in found.spans.items():
        parts.spans["card", cell] = item.start + start, item.start + end
    for fault, start, end in found.faults:
        parts.tell(rules.FORMAT_SHAPE, fault, item.start + start, item.start + end)
    if found.faults:
        parts.tags["RBN_Play"] = text
    if found.play is not None and not found.play.ids:
        found.play = None


def playing(
    contract: Contract | None, declarer: Seat | None, called: Contract | None, caller: Seat | None
) -> tuple[Contract | None, Seat | None]:
    """The contract and the declarer by which cards are played: as recorded, else as called."""
    if contract is None:
        return called, declarer or caller
    return contract, declarer or (caller if contract == called else None)


def _owner(label: str, auction: Auction | None, play: cards.Cards) -> tuple[str, str | int | None]:
    if not label:
        return "record", None
    if label == "A":
        return ("call", len(auction.ids) - 1) if auction is not None else ("tag", "Dealer")
    if label == "P" and play.last is not None:
        return "card", play.last
    return "tag", _OWNERS.get(label, f"RBN_{label}")


def _remarks(
    notes: dict[int, str],
    call_marks: dict[int, Annotation],
    play_notes: dict[int, str],
    card_marks: dict[int, Annotation],
    comments: tuple[Comment, ...],
) -> Remarks:
    calls_of, texts = _numbered(call_marks, notes)
    cards_of, others = _numbered(card_marks, play_notes)
    return Remarks(texts, others, calls_of, cards_of, comments)


def _numbered(marks: dict[int, Annotation], texts: dict[int, str]) -> tuple[dict[int, Annotation], dict[int, str]]:
    """The note 0, which the notation has, under the next free number."""
    if 0 not in texts and not any(0 in mark.notes for mark in marks.values()):
        return marks, texts
    free = max([9, *texts]) + 1
    renamed = {
        at: Annotation(mark.suffix, tuple(number or free for number in mark.notes), mark.nags)
        for at, mark in marks.items()
    }
    return renamed, {number or free: text for number, text in texts.items()}


__all__ = ["RbnReader", "playing"]
