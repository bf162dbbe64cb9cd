"""Random edits of a game, each with what the file must look like afterwards."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbntools.core import CALLS, CARDS
from pbntools.formats.edits import EditError
from pbntools.formats.pbn.document import Document
from pbntools.formats.pbn.document_game import Game
from pbntools.record import Record, Table

NAMES = ("Event", "Site", "West", "Annotator", "Room", "Board", "Result", "Stage", "MyTag")
VALUES = (
    "",
    "?",
    "Spring Pairs",
    'a "quoted" name',
    "back\\slash",
    "a ] b [ c",
    "{ no comment }",
    "; %",
    "é",
    "\\",
    '"',
    "#7",
)


class Sample(NamedTuple):
    """An edit: what it is called, what makes it, the bytes that may go and come, and what the record says then."""

    name: str
    make: Callable[[Game], None]
    gone: Callable[[str], bool]
    come: Callable[[str], bool]
    says: Callable[[Record], bool]


def _any(_: str) -> bool:
    return True


def _written(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


def letters(text: str) -> list[str]:
    """The characters but for line ends, in any order: the difference of two lines that start alike starts later."""
    return sorted(text.replace("\r", "").replace("\n", ""))


def without_passes(ids: list[int]) -> list[int]:
    """The calls up to the last that is no pass."""
    while ids and not ids[-1]:
        ids = ids[:-1]
    return ids


def line_ends(data: bytes) -> set[str]:
    """The kinds of line ends in a text."""
    return set(re.findall(r"\r\n?|\n", data.decode("latin-1")))


def samples(game: Game, chance: random.Random) -> Iterator[Sample]:
    """An edit of each kind that the game allows."""
    record = game.record
    name, value = chance.choice(NAMES), chance.choice(VALUES)
    pair = f'[{name} "{_written(value)}"]'
    if name in record.tags:
        yield Sample(
            f"set {name} {value!r}",
            lambda game: game.set(name, value),
            lambda gone: "\n[" not in gone,
            lambda come: come in pair,
            lambda record: record.tags[name] == value,
        )
    else:
        yield Sample(
            f"set new {name} {value!r}",
            lambda game: game.set(name, value),
            lambda gone: not gone,
            lambda come: letters(come) == letters(pair),
            lambda record: record.tags[name] == value,
        )
    plain = [tag for tag in record.tags if not tag.endswith("Table") and tag not in ("Auction", "Play")]
    if len(plain) > 1:
        tag = chance.choice(plain)
        yield Sample(
            f"remove {tag}",
            lambda game: game.remove(tag),
            _any,
            lambda come: not come,
            lambda record: tag not in record.tags,
        )
    auction = record.auction
    if auction is not None:
        index, call = chance.randrange(len(auction.ids) + 1), chance.choice(CALLS)
        ids = list(auction.ids)
        all_pass = auction.all_pass

        def completed(wanted: list[int]) -> list[int]:
            """Without the passes behind which "all pass" puts as many as it takes."""
            return wanted if all_pass is None else without_passes(wanted)

        def called(record: Record) -> list[int]:
            found = list(record.auction.ids) if record.auction is not None else []
            return completed(found)

        yield Sample(
            f"insert call {index} {call}",
            lambda game: game.insert_call(index, call),
            _any,
            _any,
            lambda record: called(record) == completed([*ids[:index], int(call), *ids[index:]]),
        )
        if index < len(ids):
            yield Sample(
                f"set call {index} {call}",
                lambda game: game.set_call(index, call),
                lambda gone: "\n" not in gone,
                lambda come: "\n" not in come,
                lambda record: called(record) == completed([*ids[:index], int(call), *ids[index + 1 :]]),
            )
            yield Sample(
                f"remove call {index}",
                lambda game: game.remove_call(index),
                _any,
                lambda come: not come.strip() or set(come.split()) == {"Pass"},
                lambda record: called(record) == completed([*ids[:index], *ids[index + 1 :]]),
            )
        number = next((n for n in range(1, 33) if n not in record.notes["auction"]), 0)
        if number:
            note = f'[Note "{number}:a \\"note\\""]'
            yield Sample(
                f"add note {number}",
                lambda game: game.add_note("auction", number, 'a "note"'),
                lambda gone: not gone,
                lambda come: letters(come) == letters(note),
                lambda record: (
                    'a "note"' in record.notes["auction"].values() or 'a "note"' in record.notes["play"].values()
                ),
            )
    play = record.play
    if play is not None and play.ids:
        cell, card = chance.randrange(len(play.ids)), chance.choice(CARDS)
        yield Sample(
            f"set card {cell} {card}",
            lambda game: game.set_card(cell, card),
            lambda gone: "\n" not in gone,
            lambda come: "\n" not in come and len(come) < 4,
            lambda record: record.play is not None and int(card) in record.play.ids,
        )
    table = Table("ScoreTable", ("Rank", "Names_NS"), (("1", 'A "b" c'), ("2", "")), "+Rank\\3R;Names_NS\\6L")
    yield Sample(
        "set table",
        lambda game: game.set_table(table),
        _any,
        _any,
        lambda record: record.table("ScoreTable") == table,
    )


def spans(old: bytes, new: bytes) -> tuple[int, int, int]:
    """Where two files start to differ, and where each stops."""
    start = next(
        (at for at, (one, two) in enumerate(zip(old, new, strict=False)) if one != two), min(len(old), len(new))
    )
    back = 0
    while back < min(len(old), len(new)) - start and old[-1 - back] == new[-1 - back]:
        back += 1
    return start, len(old) - back, len(new) - back


def check_edit(data: bytes, index: int, sample: Sample) -> bool:
    """Make an edit and look at everything that it must and must not do; False where it was refused."""
    document = Document(data)
    game = document[index]
    before = [other.record for other in document]
    parts = [other.data for other in document]
    try:
        sample.make(game)
    except EditError:
        assert document.to_bytes() == data, sample.name
        assert [other.data for other in document] == parts, sample.name
        assert [other.record for other in document] == before, sample.name
        return False
    new = document.to_bytes()
    if new != data:
        start, end, stop = spans(data, new)
        codec = {"utf-16-le": "utf-16-le", "utf-16-be": "utf-16-be"}.get(document.bom, "utf-8")
        if codec == "utf-8":
            gone, come = data[start:end].decode("latin-1"), new[start:stop].decode(codec, "replace")
            if come.isascii():
                assert sample.gone(gone), (sample.name, gone)
                assert sample.come(come), (sample.name, come)
    assert [other.data for other in document][:index] == parts[:index]
    assert [other.data for other in document][index + 1 :] == parts[index + 1 :]
    assert sample.says(game.record), (sample.name, game.record)
    anew = Document(new)
    assert [other.data for other in anew] == [other.data for other in document], sample.name
    after = [other.record for other in document]
    assert [other.record for other in anew] == after, sample.name
    for at, (one, two) in enumerate(zip(before, after, strict=True)):
        # What a game takes from this one changes with it.
        if at != index and not one.tags.inherited:
            assert one == two, (sample.name, at)
    if not document.bom.startswith("utf-16") and len(line_ends(data)) == 1:
        assert line_ends(new) == line_ends(data), sample.name
    return True
