"""A replay as JSON: what is known of the board, and every step with the position after it."""

from __future__ import annotations

from typing import Any

from pbntools.core import Seat, Side
from pbntools.replaying import Position, Replay, Step
from pbntools.reports.record_json import board_json, text_or_null, trick_json


def replay_json(path: str, index: int, game: Replay) -> dict[str, Any]:
    """The object that ``replay --output-format json`` prints for a record."""
    record, outcome = game.record, game.outcome
    deal = record.deal
    return {
        **board_json(path, index, record),
        "hidden": [str(seat) for seat in Seat if seat in (record.hidden or ())],
        "deal": {str(seat): text_or_null(deal[seat] if deal is not None else None) for seat in Seat},
        "contract": text_or_null(outcome.contract),
        "declarer": text_or_null(outcome.declarer),
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
        "seat": text_or_null(step.seat),
        "call": text_or_null(step.call),
        "card": text_or_null(step.card),
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
        "contract": text_or_null(position.contract),
        "declarer": text_or_null(position.declarer),
        "to_call": text_or_null(position.to_call),
        "to_play": text_or_null(position.to_play),
        "legal": [str(legal) for legal in position.legal_calls() or position.legal_cards()],
        "dummy_shown": position.dummy_shown,
        "hands": {str(seat): text_or_null(hand) for seat, hand in position.hands.items()},
        "trick_number": position.trick_number or None,
        "trick": [{"seat": str(seat), "card": text_or_null(card)} for seat, card in position.trick],
        "last_trick": None if position.last_trick is None else trick_json(position.last_trick),
        "tricks": position.tricks,
        "won": {str(side): position.won(side) for side in Side},
    }
