"""Random edits of a game, each with what the file must look like afterwards."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from pbntools import rules
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


Span = tuple[int, int]
_ASIDE = re.compile(r'"(?:[^"\\\r\n]|\\.)*"|(\{[^}]*\}|;[^\r\n]*|(?:(?<=[\r\n])|\A)%[^\r\n]*)')


class Sample(NamedTuple):
    """An edit: what it is called, what makes it, where in the game's text it may change anything, the text that may go
    and come there, and what the record says then."""

    name: str
    make: Callable[[Game], None]
    region: Callable[[str], Span | None]
    gone: Callable[[str], bool]
    come: Callable[[str], bool]
    says: Callable[[Record], bool]


def _any(_: str) -> bool:
    return True


def _whole(text: str) -> Span:
    return 0, len(text)


def _nothing(text: str) -> bool:
    return not text


def _one_line(line: str) -> Callable[[str], bool]:
    """Whether a text is this line, cut where the line before it may be cut as well."""

    def same(text: str) -> bool:
        return len(text) <= len(line) + 2 and any(text in (line + end) * 2 for end in ("\n", "\r\n", "\r"))

    return same


# Where things stand, found without the reader: None where a text is too odd to tell


def _bare(text: str) -> str:
    """The text with comments and escape lines blanked."""
    return _ASIDE.sub(lambda match: match[0] if match[1] is None else "\0" * len(match[0]), text)


def _pair(text: str, name: str) -> re.Match[str] | None:
    return re.search(rf'\[\s*{name}\s*"((?:[^"\\\r\n]|\\[^\r\n])*)"\s*\]', _bare(text))


def _value(name: str) -> Callable[[str], Span | None]:
    def region(text: str) -> Span | None:
        found = _pair(text, name)
        return found.span(1) if found else None

    return region


def _line(name: str) -> Callable[[str], Span | None]:
    """The tag pair with the rest of its line, the end of the line before, and the blanks around it."""

    def region(text: str) -> Span | None:
        found = _pair(text, name)
        if found is None:
            return None
        start = len(text[: found.start()].rstrip(" \t\r\n"))
        end = found.end() + len(text[found.end() :]) - len(text[found.end() :].lstrip(" \t\r\n"))
        return start, end

    return region


def _section(name: str, *, notes: bool = False) -> Callable[[str], Span | None]:
    """A section from its tag pair to the next one, with ``notes`` to the next that is no note."""

    def region(text: str) -> Span | None:
        found = _pair(text, name)
        if found is None:
            return None
        following = re.compile(r"\[\s*(?!Note\b)\w" if notes else r"\[").search(_blanked_strings(text), found.end())
        start = len(text[: found.start()].rstrip(" \t\r\n"))
        return start, following.start() if following else len(text)

    return region


def _blanked_strings(text: str) -> str:
    return re.sub(r'"(?:[^"\\\r\n]|\\.)*"', lambda match: "\0" * len(match[0]), _bare(text))


def _words_of(text: str) -> int:
    return len(text.split())


def _written(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')


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
            _value(name),
            _any,
            lambda come: come in pair,
            lambda record: record.tags[name] == value,
        )
    else:
        yield Sample(
            f"set new {name} {value!r}",
            lambda game: game.set(name, value),
            _whole,
            _nothing,
            _one_line(pair),
            lambda record: record.tags[name] == value,
        )
    plain = [tag for tag in record.tags if not tag.endswith("Table") and tag not in ("Auction", "Play")]
    if len(plain) > 1:
        tag = chance.choice(plain)
        yield Sample(
            f"remove {tag}",
            lambda game: game.remove(tag),
            _line(tag),
            _any,
            _nothing,
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
            _section("Auction"),
            lambda gone: _words_of(gone) <= 1,
            lambda come: str(call)[-1] in come or "Pass" in come,
            lambda record: called(record) == completed([*ids[:index], int(call), *ids[index:]]),
        )
        if index < len(ids):
            yield Sample(
                f"set call {index} {call}",
                lambda game: game.set_call(index, call),
                _section("Auction"),
                lambda gone: "\n" not in gone and _words_of(gone) <= 1,
                lambda come: "\n" not in come,
                lambda record: called(record) == completed([*ids[:index], int(call), *ids[index + 1 :]]),
            )
            yield Sample(
                f"remove call {index}",
                lambda game: game.remove_call(index),
                _section("Auction"),
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
                _whole,
                _nothing,
                _one_line(note),
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
            _section("Play"),
            lambda gone: "\n" not in gone and _words_of(gone) <= 1,
            lambda come: "\n" not in come and len(come) < 4,
            lambda record: record.play is not None and int(card) in record.play.ids,
        )
    table = Table("ScoreTable", ("Rank", "Names_NS"), (("1", 'A "b" c'), ("2", "")), "+Rank\\3R;Names_NS\\6L")
    yield Sample(
        "set table",
        lambda game: game.set_table(table),
        _section("ScoreTable") if record.table("ScoreTable") is not None else _whole,
        _any if record.table("ScoreTable") is not None else _nothing,
        _any,
        lambda record: record.table("ScoreTable") == table,
    )
    yield from _more_samples(record, chance)


def _more_samples(record: Record, chance: random.Random) -> Iterator[Sample]:
    """Words of the play, notes, and whole sections."""
    play = record.play
    if play is not None:
        at, card = chance.randrange(len(play.ids) + 1), chance.choice(CARDS)
        yield Sample(
            f"insert card {at} {card}",
            lambda game: game.insert_card(at, card),
            _section("Play"),
            _nothing,
            lambda come: len(come.strip()) <= 3,
            lambda record: record.play is not None and int(card) in record.play.ids,
        )
        if at < len(play.ids):
            yield Sample(
                f"remove card {at}",
                lambda game: game.remove_card(at),
                _section("Play"),
                _any,
                _nothing,
                lambda record: record.play is None or len(record.play.ids) <= len(play.ids),
            )
    for section, notes in record.notes.items():
        if notes:
            number = chance.choice(sorted(notes))
            yield Sample(
                f"set note {number} of the {section}",
                lambda game, section=section, number=number: game.set_note(section, number, "told"),  # type: ignore[misc]
                _whole,
                lambda gone: "\n" not in gone and "[" not in gone,
                lambda come, number=number: come in f'[Note "{number}:told"]',  # type: ignore[misc]
                lambda record, section=section, number=number: record.notes[section].get(number) == "told",  # type: ignore[misc]
            )
            yield Sample(
                f"remove note {number} of the {section}",
                lambda game, section=section, number=number: game.remove_note(section, number),  # type: ignore[misc]
                _whole,
                lambda gone, number=number: "Note" in gone + gone or str(number) in gone,  # type: ignore[misc]
                _nothing,
                lambda record, section=section, number=number: number not in record.notes[section],  # type: ignore[misc]
            )
    for name in ("Auction", "Play", *(table.name for table in record.tables[:1])):
        if name in record.tags and name != "Table":
            yield Sample(
                f"remove section {name}",
                lambda game, name=name: game.remove(name),  # type: ignore[misc]
                _section(name, notes=True),
                _any,
                _any,
                lambda record, name=name: name not in record.tags,  # type: ignore[misc]
            )


DAMAGES = (
    rules.MALFORMED_TAG, rules.UNTERMINATED_STRING, rules.UNTERMINATED_COMMENT, rules.STRAY_TEXT,
    rules.BLANK_LINE_INSIDE_GAME, rules.DUPLICATE_TAG,
)  # fmt: skip
"""The rules of text in which no plain pattern tells where something stands."""


def spans(old: str, new: str) -> tuple[int, int, int]:
    """Where two texts start to differ, and where each stops."""
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
    damaged = any(diagnostic.rule in DAMAGES for diagnostic in game.diagnostics)
    try:
        sample.make(game)
    except EditError:
        assert document.to_bytes() == data, sample.name
        assert [other.data for other in document] == parts, sample.name
        assert [other.record for other in document] == before, sample.name
        return False
    new = document.to_bytes()
    if new != data:
        codec = document.bom if document.bom.startswith("utf-16") else "latin-1"
        old_text, new_text = parts[index].decode(codec, "replace"), game.data.decode(codec, "replace")
        start, end, stop = spans(old_text, new_text)
        region = None if damaged else sample.region(old_text)
        if region is not None:
            # What the texts share at the ends of the change may be counted to either side of it.
            back = (
                next((k for k in range(start) if old_text[start - 1 - k] != old_text[end - 1 - k]), start)
                if end > start
                else 0
            )
            assert region[0] <= start or region[0] <= start - back, (sample.name, old_text[start:end])
            assert end <= region[1] or end - back <= region[1], (sample.name, old_text[start:end])
        gone, come = old_text[start:end], new_text[start:stop]
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
