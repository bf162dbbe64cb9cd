"""What is known of the four hands that a play is judged by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Holding:
    """What is known of four hands: ``masks`` by seat, None where unknown, and what of them is in doubt.

    ``doubled`` are cards that more than one hand holds.  ``spare[seat]`` is how many of a hand's cards may not be the
    player's; a hand with ``spare``, or with too few cards, is ``shaky``.
    """

    masks: tuple[int | None, ...]
    total: int
    doubled: int
    spare: tuple[int, ...]
    shaky: tuple[bool, ...]


def holding_of(masks: Sequence[int | None], total: int) -> Holding:
    """Judge four hands, each of which should hold ``total`` cards."""
    union = doubled = 0
    for mask in masks:
        doubled |= union & (mask or 0)
        union |= mask or 0
    sizes = [total if mask is None else mask.bit_count() for mask in masks]
    return Holding(
        tuple(masks),
        total,
        doubled,
        tuple(
            max(0, size - total) + ((mask or 0) & doubled).bit_count()
            for mask, size in zip(masks, sizes, strict=True)
        ),
        tuple(
            size != total or bool((mask or 0) & doubled) for mask, size in zip(masks, sizes, strict=True)
        ),
    )  # fmt: skip


def dealt_masks(masks: Sequence[int | None]) -> tuple[int | None, ...]:
    """The hands with an empty one taken for unknown where another one holds cards."""
    if any(masks):
        return tuple(mask or None for mask in masks)
    return (None, None, None, None)
