"""A record as JSON, whole: what was recorded, and what follows from it."""

from __future__ import annotations

from typing import Any

from pbntools.core import Seat
from pbntools.laws import Outcome, Trick
from pbntools.record import Annotation, Record


def board_json(path: str, index: int, record: Record) -> dict[str, Any]:
    """Where a record stands, and its board and players."""
    return {
        "path": path,
        "record": index,
        "board": record.board,
        "event": record.event,
        "room": record.room,
        "dealer": text_or_null(record.dealer),
        "vulnerable": text_or_null(record.vulnerable),
        "players": {str(seat): name for seat, name in record.players.items()},
    }


def record_json(path: str, index: int, record: Record, outcome: Outcome) -> dict[str, Any]:
    """The object that ``show --output-format json`` prints for a record."""
    details = record.details.remarks
    return {
        **board_json(path, index, record),
        "deal": {str(seat): text_or_null(record.deal[seat] if record.deal is not None else None) for seat in Seat},
        "calls": [text_or_null(call) for call in record.auction.calls] if record.auction is not None else [],
        "play": [trick_json(trick) for trick in outcome.play.tricks] if outcome.play is not None else [],
        "contract": text_or_null(outcome.contract),
        "contract_source": outcome.contract_source,
        "declarer": text_or_null(outcome.declarer),
        "declarer_source": outcome.declarer_source,
        "result": {"tricks": outcome.tricks, "source": outcome.tricks_source},
        "score_ns": outcome.score_ns,
        "notes": {
            "auction": {str(number): text for number, text in details.auction_notes.items()},
            "play": {str(number): text for number, text in details.play_notes.items()},
        },
        "call_annotations": _annotations(details.call_annotations.items()),
        "card_annotations": _annotations(details.card_annotations.items()),
        "comments": [_comment(comment.text, *comment.owner) for comment in details.comments],
        "tags": dict(record.tags),
    }


def trick_json(trick: Trick) -> dict[str, Any]:
    """A trick: its leader, its cards in playing order, and its winner."""
    return {
        "leader": text_or_null(trick.leader),
        "first": text_or_null(trick.first),
        "cards": [text_or_null(card) for card in trick.cards],
        "winner": text_or_null(trick.winner),
    }


def text_or_null(value: object) -> str | None:
    """The text of a value, None for None."""
    return None if value is None else str(value)


def _annotations(items: Any) -> list[dict[str, Any]]:
    found: list[tuple[int, Annotation]] = sorted(items, key=lambda item: item[0])
    return [
        {"of": at + 1, "suffix": mark.suffix, "notes": list(mark.notes), "nags": list(mark.nags)} for at, mark in found
    ]


def _comment(text: str, owner: str, of: str | int | None) -> dict[str, Any]:
    return {"text": text, "owner": owner, "of": of + 1 if isinstance(of, int) else of}
