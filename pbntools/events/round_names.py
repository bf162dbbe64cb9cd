"""What the rounds of matches are called: a name that each session has again is that of several rounds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbntools.events.config import EventRules
    from pbntools.events.lines import Line


def rounds_again(config: EventRules, lines: Iterable[Line]) -> frozenset[str]:
    """The rounds that stand for another one in each session: two teams compare one board in two sessions of it.

    A match of a knock-out may go on from session to session with the same numbers, and a round that the event lists is
    one round.
    """
    if config.is_race or config.form == "knock-out":
        return frozenset()
    listed = {stretch.name for stretch in config.rounds}
    seats: dict[tuple[str, frozenset[str | None], str], dict[str, set[str | None]]] = defaultdict(dict)
    for line in lines:
        if line.round and line.round not in listed:
            board = line.round, frozenset((line.ns, line.ew)), line.board
            seats[board].setdefault(line.session, set()).add(line.ns)
    return frozenset(
        name for (name, _, _), sessions in seats.items() if sum(len(north) > 1 for north in sessions.values()) > 1
    )


def round_of(line: Line, again: Collection[str]) -> str:
    """What the round of a line is called: with its session where that tells it from another round."""
    if line.round in again:
        return f"{line.session} {line.round}".strip()
    return line.round or line.session
