"""A replay as JSON: what is known of the board, and every step with the position after it."""

from __future__ import annotations

from typing import Any

from pbntools.core import Seat, Side
from pbntools.laws import Trick
from pbntools.replaying import Position, Replay, Step


def replay_json(path: str, index: int, game: Replay) -> dict[str, Any]:
    """The object that ``replay --output-format json`` prints for a record."""
    record, outcome = game.record, game.outcome
    deal = record.deal
    return {
        "path": path,
        "record": index,
        "board": record.board,
        "event": record.event,
        "room": record.room,
        "dealer": _text(record.dealer),
        "vulnerable": _text(record.vulnerable),
        "players": {str(seat): name for seat, name in record.players.items()},
        "hidden": [str(seat) for seat in Seat if seat in (record.hidden or ())],
        "deal": {str(seat): _text(deal[seat] if deal is not None else None) for seat in Seat},
        "contract": _text(outcome.contract),
        "declarer": _text(outcome.declarer),
        "result": {"tricks": outcome.tricks, "source": outcome.tricks_source},
        "score_ns": outcome.score_ns,
        "ending": game.ending,
        "steps": [_step(step) for step in game],
    }


def _step(step: Step) -> dict[str, Any]:
    mark = step.annotation
    return {
        "step": step.number,
        "kind": step.kind,
        "seat": _text(step.seat),
        "call": _text(step.call),
        "card": _text(step.card),
        "trick": step.trick,
        "place": step.place,
        "suffix": mark.suffix if mark is not None else None,
        "notes": list(step.notes),
        "comments": list(step.comments),
        "diagnostics": [diagnostic.as_dict() for diagnostic in step.diagnostics],
        "position": _position(step.position),
    }


def _position(position: Position) -> dict[str, Any]:
    return {
        "phase": position.phase,
        "contract": _text(position.contract),
        "declarer": _text(position.declarer),
        "to_call": _text(position.to_call),
        "to_play": _text(position.to_play),
        "legal": [str(legal) for legal in position.legal_calls() or position.legal_cards()],
        "dummy_shown": position.dummy_shown,
        "hands": {str(seat): _text(hand) for seat, hand in position.hands.items()},
        "trick_number": position.trick_number or None,
        "trick": [{"seat": str(seat), "card": _text(card)} for seat, card in position.trick],
        "last_trick": _trick(position.last_trick),
        "tricks": position.tricks,
        "won": {str(side): position.won(side) for side in Side},
    }


def _trick(trick: Trick | None) -> dict[str, Any] | None:
    if trick is None:
        return None
    return {
        "leader": _text(trick.leader),
        "first": _text(trick.first),
        "cards": [_text(card) for card in trick.cards],
        "winner": _text(trick.winner),
    }


def _text(value: object) -> str | None:
    return None if value is None else str(value)
