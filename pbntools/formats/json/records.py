"""A record as JSON and back, without a loss; ``docs/record.schema.json`` describes the form.

Calls, cards, cells and notes count from 1.  A field of which nothing is known, and an empty list, is left out.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeVar

from pbntools.core import CALLS, CARDS, Contract, Deal, Hand, Seat, Vulnerability
from pbntools.record import (
    ABOVE_SEVEN,
    EMPTY_DETAILS,
    NO_TAGS,
    UNKNOWN_CARD,
    UNREADABLE,
    UNREADABLE_CARD,
    Annotation,
    Auction,
    Comment,
    Details,
    Play,
    Record,
    Remarks,
    Result,
    Table,
    Tags,
)

VERSION = 1
"""The version of the form."""

_CALLS = {str(call): int(call) for call in CALLS} | {"?": UNREADABLE, "above seven": ABOVE_SEVEN}
_CARDS = {str(card): int(card) for card in CARDS} | {"?": UNREADABLE_CARD}
_CALL_TEXTS = {number: text for text, number in _CALLS.items()}
_CARD_TEXTS: dict[int, str | None] = {number: text for text, number in _CARDS.items()} | {UNKNOWN_CARD: None}


T = TypeVar("T")


class ShapeError(ValueError):
    """JSON that is not a record; ``path`` tells where in it."""

    def __init__(self, path: str, message: str) -> None:
        super().__init__(f"{path}: {message}" if path else message)
        self.path = path


def record_to_json(record: Record) -> dict[str, Any]:
    """The record as plain dicts, lists, texts, numbers and booleans."""
    tags = record.tags
    remarks = record.details.remarks
    result = record.result
    deal = record.deal
    found: dict[str, Any] = {
        "board": record.board,
        "dealer": _text(record.dealer),
        "vulnerable": _text(record.vulnerable),
        "deal": None if deal is None else {seat.letter: _text(deal[seat]) for seat in Seat},
        "contract": _text(record.contract),
        "declarer": _text(record.declarer),
        "declarer_irregular": record.declarer_irregular or None,
        "result": None if result is None else _result(result),
        "trump_only": None if record.trump_only is None else "CDHSN"[record.trump_only],
        "auction": None if record.auction is None else _auction(record.auction),
        "play": None if record.play is None else _play(record.play),
        "tags": dict(tags),
        "resolved": {name: value for name, value in tags.resolved.items() if tags.get(name) != value},
        "inherited": sorted(tags.inherited),
        "notes": _notes({"auction": remarks.auction_notes, "play": remarks.play_notes}),
        "call_annotations": _annotations(remarks.call_annotations),
        "card_annotations": _annotations(remarks.card_annotations),
        "card_words": {str(at + 1): word for at, word in remarks.card_words.items()},
        "comments": [_comment(comment) for comment in remarks.comments],
        "tables": [_table(table) for table in record.tables],
    }
    return {name: value for name, value in found.items() if value is not None and value != [] and value != {}}


def _text(value: object) -> str | None:
    return None if value is None else str(value)


def _result(result: Result) -> dict[str, Any]:
    found = {"tricks": result.tricks, "ns": result.ns, "ew": result.ew, "ruled": result.ruled or None}
    return {name: value for name, value in found.items() if value is not None}


def _auction(auction: Auction) -> dict[str, Any]:
    found: dict[str, Any] = {"first": str(auction.first), "calls": [_CALL_TEXTS[call] for call in auction.ids]}
    if auction.end:
        found["end"] = auction.end
    if auction.skips:
        found["skips"] = [at + 1 for at in auction.skips]
    if auction.insufficient:
        found["insufficient"] = sorted(at + 1 for at in auction.insufficient)
    if auction.all_pass is not None:
        found["all_pass"] = auction.all_pass + 1
    return found


def _play(play: Play) -> dict[str, Any]:
    found: dict[str, Any] = {"first": str(play.first), "cards": [_CARD_TEXTS[card] for card in play.ids]}
    if play.end:
        found["end"] = play.end
    if play.next_cell is not None:
        found["next"] = play.next_cell + 1
    if play.revokes:
        found["revokes"] = sorted(at + 1 for at in play.revokes)
    if play.leads:
        found["leads"] = sorted(at + 1 for at in play.leads)
    if play.claim is not None:
        found["claim"] = play.claim
    return found


def _notes(notes: Mapping[str, Mapping[int, str]]) -> dict[str, dict[str, str]]:
    return {section: {str(at): text for at, text in texts.items()} for section, texts in notes.items() if texts}


def _annotations(annotations: Mapping[int, Annotation]) -> list[dict[str, Any]]:
    found = []
    for at, mark in sorted(annotations.items()):
        item: dict[str, Any] = {"of": at + 1}
        if mark.suffix is not None:
            item["suffix"] = mark.suffix
        if mark.notes:
            item["notes"] = list(mark.notes)
        if mark.nags:
            item["nags"] = list(mark.nags)
        found.append(item)
    return found


def _comment(comment: Comment) -> dict[str, Any]:
    kind, which = comment.owner
    found: dict[str, Any] = {"text": comment.text}
    if kind != "record":
        found["owner"] = kind
        found["of"] = which + 1 if isinstance(which, int) else which
    return found


def _table(table: Table) -> dict[str, Any]:
    found: dict[str, Any] = {"name": table.name, "columns": list(table.columns)}
    if table.header:
        found["header"] = table.header
    found["rows"] = [list(row) for row in table.rows]
    return found


def record_from_json(data: object) -> Record:
    """The record of what `record_to_json` gave.  Raises ShapeError, which tells where the JSON is of another form."""
    whole = _Object(data, "")
    deal = whole.object("deal")
    result = whole.object("result")
    trump = whole.text("trump_only")
    record = Record(
        whole.text("board"),
        whole.parsed("dealer", _SEATS),
        whole.parsed("vulnerable", _VULNERABLE),
        None if deal is None else _deal_from(deal),
        whole.value("contract", Contract.parse),
        whole.parsed("declarer", _SEATS),
        whole.flag("declarer_irregular"),
        None if result is None else _result_from(result),
        _auction_from(whole.object("auction")),
        _play_from(whole.object("play")),
        None if trump is None else _index("trump_only", "CDHSN", trump),
        _tags_from(whole),
        _details_from(whole),
    )
    whole.finish()
    return record


_SEATS = {seat.letter: seat for seat in Seat}
_VULNERABLE = {str(found): found for found in Vulnerability}


def _index(path: str, letters: str, text: str) -> int:
    if len(text) == 1 and text in letters:
        return letters.index(text)
    raise ShapeError(path, f"{text[:40]!r} is none of {', '.join(letters)}")


class _Object:
    """A JSON object whose members are taken out one by one; ``finish`` complains of those that are left."""

    def __init__(self, data: object, path: str) -> None:
        if not isinstance(data, dict):
            raise ShapeError(path, f"an object is expected, not {_kind(data)}")
        self._left = dict(data)
        self._path = path

    def path(self, name: str) -> str:
        return f"{self._path}.{name}" if self._path else name

    def take(self, name: str) -> Any:
        return self._left.pop(name, None)

    def text(self, name: str) -> str | None:
        return self._typed(name, str, "a text")

    def number(self, name: str) -> int | None:
        return self._typed(name, int, "a whole number")

    def flag(self, name: str) -> bool:
        return bool(self._typed(name, bool, "true or false"))

    def items(self, name: str) -> list[Any]:
        return self._typed(name, list, "a list") or []

    def object(self, name: str) -> _Object | None:
        value = self.take(name)
        return None if value is None else _Object(value, self.path(name))

    def parsed(self, name: str, values: Mapping[str, T]) -> T | None:
        text = self.text(name)
        if text is None:
            return None
        if text not in values:
            raise ShapeError(self.path(name), f"{text[:40]!r} is none of {', '.join(values)}")
        return values[text]

    def value(self, name: str, parse: Callable[[str], T]) -> T | None:
        text = self.text(name)
        if text is None:
            return None
        try:
            return parse(text)
        except ValueError as error:
            raise ShapeError(self.path(name), str(error)) from None

    def numbers(self, name: str, least: int = 1) -> list[int]:
        found = self.items(name)
        for at, value in enumerate(found):
            _check_number(value, least, f"{self.path(name)}[{at}]")
        return found

    def texts(self, name: str) -> dict[str, str]:
        value = self.take(name)
        if value is None:
            return {}
        if not isinstance(value, dict) or not all(isinstance(text, str) for text in value.values()):
            raise ShapeError(self.path(name), "an object of texts is expected")
        return value

    def finish(self) -> None:
        for name in self._left:
            raise ShapeError(self.path(name[:60]), "a record has no such member")

    def _typed(self, name: str, kind: type[T], words: str) -> T | None:
        value = self.take(name)
        if value is None:
            return None
        if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
            raise ShapeError(self.path(name), f"{words} is expected, not {_kind(value)}")
        return value


def _kind(value: object) -> str:
    kinds = ((bool, "a boolean"), (str, "a text"), ((int, float), "a number"), (list, "a list"), (dict, "an object"))
    return next((words for kind, words in kinds if isinstance(value, kind)), "null")


def _check_number(value: object, least: int, path: str) -> None:
    if not isinstance(value, int) or isinstance(value, bool) or value < least:
        raise ShapeError(path, f"a whole number of {least} or more is expected")


def _deal_from(data: _Object) -> Deal:
    hands = [data.value(seat.letter, Hand.parse) for seat in Seat]
    data.finish()
    return Deal.of(north=hands[0], east=hands[1], south=hands[2], west=hands[3])


def _result_from(data: _Object) -> Result:
    found = Result(data.number("tricks"), data.number("ns"), data.number("ew"), data.flag("ruled"))
    data.finish()
    return found


def _first(data: _Object) -> Seat:
    first = data.parsed("first", _SEATS)
    if first is None:
        raise ShapeError(data.path("first"), "who was first is missing")
    return first


def _end(data: _Object) -> str:
    end = data.text("end") or ""
    if end not in ("", "*", "+"):
        raise ShapeError(data.path("end"), f"{end[:40]!r} is none of *, +")
    return end


def _auction_from(data: _Object | None) -> Auction | None:
    if data is None:
        return None
    ids = _words(data.items("calls"), _CALLS, data.path("calls"))
    all_pass = data.number("all_pass")
    found = Auction(
        _first(data),
        ids,
        _end(data),
        tuple(at - 1 for at in data.numbers("skips")),
        frozenset(at - 1 for at in data.numbers("insufficient")),
        None if all_pass is None else all_pass - 1,
    )
    data.finish()
    return found


def _play_from(data: _Object | None) -> Play | None:
    if data is None:
        return None
    ids = _words(data.items("cards"), _CARDS, data.path("cards"), unknown=UNKNOWN_CARD)
    following = data.number("next")
    found = Play(
        _first(data),
        ids,
        _end(data),
        None if following is None else following - 1,
        frozenset(at - 1 for at in data.numbers("revokes")),
        frozenset(at - 1 for at in data.numbers("leads")),
        data.number("claim"),
    )
    data.finish()
    return found


def _words(words: list[Any], known: Mapping[str, int], path: str, unknown: int | None = None) -> tuple[int, ...]:
    found = []
    for at, word in enumerate(words):
        if word is None and unknown is not None:
            found.append(unknown)
        elif isinstance(word, str) and word in known:
            found.append(known[word])
        else:
            raise ShapeError(f"{path}[{at}]", f"{str(word)[:40]!r} is not one that is known")
    return tuple(found)


def _tags_from(data: _Object) -> Tags:
    raw = data.texts("tags")
    resolved = data.texts("resolved")
    inherited = data.items("inherited")
    if not all(isinstance(name, str) for name in inherited):
        raise ShapeError("inherited", "a list of names is expected")
    return Tags(raw, resolved, frozenset(inherited)) if raw or resolved else NO_TAGS


def _details_from(data: _Object) -> Details:
    notes = data.object("notes")
    sections: dict[str, dict[int, str]] = {"auction": {}, "play": {}}
    if notes is not None:
        for name in sections:
            sections[name] = _numbered(notes, name, "a note")
        notes.finish()
    calls, cards = (_annotations_from(data, name) for name in ("call_annotations", "card_annotations"))
    words = {number - 1: word for number, word in _numbered(data, "card_words", "a card").items()}
    comments = tuple(_comment_from(item, f"comments[{at}]") for at, item in enumerate(data.items("comments")))
    tables = tuple(_table_from(item, f"tables[{at}]") for at, item in enumerate(data.items("tables")))
    if not (sections["auction"] or sections["play"] or calls or cards or words or comments or tables):
        return EMPTY_DETAILS
    return Details(Remarks(sections["auction"], sections["play"], calls, cards, comments, words), tables)


def _numbered(data: _Object, name: str, what: str) -> dict[int, str]:
    found = {}
    for number, text in data.texts(name).items():
        if not (number.isascii() and number.isdigit() and len(number) < 10):
            raise ShapeError(data.path(name), f"{number[:40]!r} is no number of {what}")
        found[int(number)] = text
    return found


def _annotations_from(data: _Object, name: str) -> dict[int, Annotation]:
    found = {}
    for at, value in enumerate(data.items(name)):
        item = _Object(value, f"{name}[{at}]")
        of = item.number("of")
        _check_number(of, 1, item.path("of"))
        suffix = item.text("suffix")
        found[(of or 1) - 1] = Annotation(suffix, tuple(item.numbers("notes", 0)), tuple(item.numbers("nags", 0)))
        item.finish()
    return found


def _comment_from(value: object, path: str) -> Comment:
    item = _Object(value, path)
    text, kind, of = item.text("text"), item.text("owner") or "record", item.take("of")
    item.finish()
    if text is None:
        raise ShapeError(f"{path}.text", "the text is missing")
    if kind in ("call", "card"):
        _check_number(of, 1, f"{path}.of")
        return Comment(text, (kind, of - 1))
    if kind == "tag" and isinstance(of, str):
        return Comment(text, (kind, of))
    if kind == "record" and of is None:
        return Comment(text)
    raise ShapeError(f"{path}.owner", f"{kind[:40]!r} with of={str(of)[:40]!r} is no owner of a comment")


def _table_from(value: object, path: str) -> Table:
    item = _Object(value, path)
    name, header = item.text("name"), item.text("header") or ""
    columns, rows = item.items("columns"), item.items("rows")
    item.finish()
    if not name:
        raise ShapeError(f"{path}.name", "the name is missing")
    _check_texts(columns, f"{path}.columns")
    for at, row in enumerate(rows):
        _check_texts(row, f"{path}.rows[{at}]")
    return Table(name, tuple(columns), tuple(tuple(row) for row in rows), header)


def _check_texts(values: object, path: str) -> None:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ShapeError(path, "a list of texts is expected")


__all__ = ["VERSION", "ShapeError", "record_from_json", "record_to_json"]
