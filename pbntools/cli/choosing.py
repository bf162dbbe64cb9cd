"""Which records of the files are wanted: ``--board``, ``--record`` and ``--room``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from pbntools.cli.options import Function
from pbntools.cli.streams import shown
from pbntools.reports.diagnostics import plural
from pbntools.reports.language import N_, Language
from pbntools.said import Said, said_of

if TYPE_CHECKING:
    from pbntools.cli.reading import Item

_NOTHING = {
    "replay": N_("nothing to replay: none of {records} is {what}"),
    "compare": N_("nothing to compare: none of {records} is {what}"),
    "print": N_("nothing to print: none of {records} is {what}"),
}
"""The message of `Choice.nothing` by the verb, of commands that speak other languages, too."""
_RANGE = re.compile(r"([0-9]{1,9})-([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Boards:
    """One ``--board``: a label, a number, or some of them and ranges of numbers with commas between them."""

    text: str
    parts: tuple[str, ...]
    ranges: tuple[tuple[int, int], ...]

    @classmethod
    def parse(cls, text: str) -> Boards:
        """Read the text; raises ValueError on a list with an empty place."""
        parts = tuple(part.strip() for part in text.split(","))
        if "" in parts:
            raise ValueError(Said("{text} is no list of boards: expected 7, a label, 1-4 or 1-4,7.", text=repr(text)))
        # What does not rise is no range, but may be a label such as 1-1.
        found = (_RANGE.fullmatch(part) for part in parts)
        ranges = tuple((int(at[1]), int(at[2])) for at in found if at is not None and int(at[1]) < int(at[2]))
        return cls(text, parts, ranges)

    def names(self, label: str | None, number: int | None) -> bool:
        """Whether a board with this label, which is this number if it is one, is meant."""
        if label is not None and (label == self.text or label in self.parts):
            return True
        return number is not None and (
            str(number) in self.parts or any(first <= number <= last for first, last in self.ranges)
        )


@dataclass(frozen=True, slots=True)
class Choice:
    """What the options ask for; everything, if none is given."""

    boards: tuple[Boards, ...] = ()
    records: tuple[int, ...] = ()
    room: str | None = None

    def __bool__(self) -> bool:
        return bool(self.boards or self.records or self.room is not None)

    def of(self, items: Iterator[Item]) -> Iterator[Item]:
        """Those of the records that are asked for."""
        return (item for item in items if self.takes(item))

    def takes(self, item: Item) -> bool:
        """Whether a record is asked for."""
        record = item.record
        return (
            (not self.boards or any(boards.names(record.board, record.number) for boards in self.boards))
            and (not self.records or item.index in self.records)
            and self.at_table(item)
        )

    def at_table(self, item: Item) -> bool:
        """Whether a record is from the room that is asked for, so that it belongs to the same session."""
        return self.room is None or (item.record.room or "").casefold() == self.room.casefold()

    def nothing(self, verb: str, records: int, words: Language | None = None) -> str:
        """The message where none of the records is the one that was asked for; empty where none was asked for."""
        if not self:
            return ""
        say: Callable[[str], str] = str if words is None else words.gettext
        other = say(N_("or"))
        either = f" {other} "
        parts = []
        if self.boards:
            parts.append(say(N_("board {which}")).format(which=either.join(boards.text for boards in self.boards)))
        if self.records:
            parts.append(say(N_("record {which}")).format(which=either.join(map(str, self.records))))
        if self.room is not None:
            parts.append(say(N_("of the room {which}")).format(which=self.room))
        what = shown(", ".join(parts))
        if words is not None:
            count = words.ngettext("{n:,} record", "{n:,} records", records)
            return words.gettext(_NOTHING[verb]).format(records=count, what=what)
        return f"nothing to {verb}: none of {plural(records, 'record')} is {what}"


def _boards(_ctx: click.Context, parameter: click.Parameter, texts: tuple[str, ...]) -> tuple[Boards, ...]:
    """Click's callback for ``--board``."""
    try:
        return tuple(map(Boards.parse, texts))
    except ValueError as error:
        raise click.BadParameter(said_of(error), param=parameter) from None


def options(verb: str, *, rooms: bool = True) -> Callable[[Function], Function]:
    """The three options, with help that says what is done with the records; without ``rooms`` the first two."""
    board = click.option(
        "--board",
        "boards",
        multiple=True,
        metavar="N",
        callback=_boards,
        help=f"{verb} only these boards: a number, a label, or a list such as 1-4,7. May be repeated.",
    )
    record = click.option(
        "--record",
        "records",
        multiple=True,
        type=click.IntRange(min=0),
        metavar="I",
        help=f"{verb} only this record of each file, counted from 0. May be repeated.",
    )
    room = click.option(
        "--room", metavar="R", help=f"{verb} only this room: open, closed, or as the record has it; any case."
    )
    return lambda function: board(record(room(function) if rooms else function))
