"""One game of a document: its bytes, its record, and the edits that change it."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import TYPE_CHECKING

from pbntools.core import Call, Card
from pbntools.diagnostics import Diagnostic
from pbntools.formats.edits import Edit, EditError, apply_edits, text_of, whole
from pbntools.formats.pbn import editing
from pbntools.formats.pbn.editing import Change, GameText
from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.reading import Reading
from pbntools.record import Record, Table

if TYPE_CHECKING:
    from pbntools.formats.pbn.document import Document

_NAME = "the name of a tag"
_INDEX = "an index"
_LEADING = ("Board", "Event", "Dealer", "Vulnerable", "Deal")


class Game:
    """One game of a document: its bytes, and the reading of them.

    The methods that change it raise EditError for what cannot be done, and TypeError for a name, number or text that is
    of another kind; then they have changed nothing.
    """

    __slots__ = ("_alone", "_document", "_reading", "data")

    def __init__(self, document: Document, data: bytes, reading: Reading | None = None) -> None:
        self._document: Document | None = document
        self.data = data
        """The game's bytes, with the comments, escape lines and blank lines that lead to it."""
        self._reading = reading
        self._alone: Reading | None = None  # of the bytes by themselves, once they have changed

    @property
    def reading(self) -> Reading:
        """The reading of the game as the file now stands: places are those of ``document.to_bytes()``."""
        if self._document is not None:
            self._document._refresh()
        found = self._reading or self._alone
        if found is None:
            raise EditError("the game is no longer in its document")
        return found

    @property
    def record(self) -> Record:
        """The record."""
        document = self._document
        reading = self.reading if document is not None and document._linked else self._alone or self._reading
        if reading is None or reading.record is None:
            raise ValueError("the reading speaks of a file, not of a game")
        return reading.record

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the text."""
        return self.reading.diagnostics

    def set(self, name: str, value: object) -> None:
        """Give a tag a value: the text, or anything whose ``str()`` is the text, such as a `Contract`.

        A new tag stands where the export format has it (PBN 2.1 §3.4).
        """
        text_of(_NAME, name)
        if value is None:
            raise EditError(f'None is no value of {name}: "?" is one that is not known, "" one that does not apply')
        text = str(value)
        if self._text().record.tags.get(name) == text:
            return
        self._change(
            lambda game: editing.set_tag(game, name, text), {name}, lambda new: new.record.tags.get(name) == text
        )

    def remove(self, name: str) -> None:
        """Leave a tag out: a section's tag (Auction, Play, a table) with its data and notes."""
        text_of(_NAME, name)
        parts = {name, f"{name} data", f"{name} notes"}
        self._change(lambda game: editing.remove_tag(game, name), parts, lambda new: name not in new.record.tags)

    def add_note(self, section: str, number: int, text: str) -> None:
        """Add note ``number``, 1 to 32, to a section, ``"auction"`` or ``"play"``."""
        self._note(editing.add_note, section, number, text_of("a note", text))

    def set_note(self, section: str, number: int, text: str) -> None:
        """Give a note that is there another text."""
        self._note(editing.set_note, section, number, text_of("a note", text))

    def remove_note(self, section: str, number: int) -> None:
        """Leave a note out; references to it stay."""
        self._note(lambda game, *_: editing.remove_note(game, section, number), section, number, None)

    def set_call(self, index: int, call: Call | str | int) -> None:
        """Put another call in the place of call ``index``, from 0."""
        whole(_INDEX, index)
        word = editing.call_word(call)
        self._words("auction", lambda game: editing.set_word(game, "auction", index, word))

    def insert_call(self, index: int, call: Call | str | int) -> None:
        """Put a call before call ``index``, from 0; behind all where ``index`` is their number."""
        whole(_INDEX, index)
        word = editing.call_word(call)
        self._words("auction", lambda game: editing.insert_word(game, "auction", index, word))

    def remove_call(self, index: int) -> None:
        """Leave out call ``index``, from 0, with its annotations."""
        whole(_INDEX, index)
        self._words("auction", lambda game: editing.remove_word(game, "auction", index))

    def set_card(self, cell: int, card: Card | str | int | None) -> None:
        """Put another card in a cell of the play (see `Play.ids`); None is one that is not known."""
        whole("a cell", cell)
        word = editing.card_word(card)
        self._words("play", lambda game: editing.set_cell(game, cell, word))

    def insert_card(self, index: int, card: Card | str | int | None) -> None:
        """Put a card before word ``index`` of the play, which moves all later ones; behind all with their number."""
        whole(_INDEX, index)
        word = editing.card_word(card)
        self._words("play", lambda game: editing.insert_word(game, "play", index, word))

    def remove_card(self, index: int) -> None:
        """Leave out word ``index`` of the play with its annotations, which moves all later ones."""
        whole(_INDEX, index)
        self._words("play", lambda game: editing.remove_word(game, "play", index))

    def set_table(self, table: Table) -> None:
        """Put a table in the place of the one with its name, or behind everything."""
        if not isinstance(table, Table):
            raise TypeError(f"a Table is expected, not {type(table).__name__}")

        def held(new: GameText) -> bool:
            found = new.record.table(table.name)
            return found is not None and found.rows == table.rows

        self._change(lambda game: editing.set_table(game, table), {table.name, f"{table.name} data"}, held)

    def apply(self, edits: Iterable[Edit]) -> None:
        """Make edits of the game's bytes, all or none; offsets count from the start of ``data``.

        Those of a file in UTF-16 keep to its characters, of which each has two bytes or four.
        """
        document = self._owner()
        made = list(edits)
        data = apply_edits(self.data, made)
        document._refuse_halves(self.data, data, made)
        document._commit(self, data, None)

    def _owner(self) -> Document:
        if self._document is None:
            raise EditError("the game is no longer in its document")
        return self._document

    def _text(self) -> GameText:
        return self._owner()._text_of(self)

    def _note(
        self,
        make: Callable[[GameText, str, int, str], list[Change]],
        section: str,
        number: int,
        text: str | None,
    ) -> None:
        name = editing.section_of(section)
        whole("the number of a note", number)
        self._change(
            lambda game: make(game, section, number, text or ""),
            {f"{name} notes"},
            lambda new: new.note(section, number) == text,
        )

    def _words(self, kind: str, make: Callable[[GameText], editing.WordChange]) -> None:
        change = make(self._text())
        self._change(
            lambda _: [change.change],
            {f"{kind.capitalize()} data"},
            lambda new: editing.words(new, kind).ids == change.ids,
        )

    def _change(
        self, make: Callable[[GameText], list[Change]], parts: Container[str], held: Callable[[GameText], bool]
    ) -> None:
        """Make a change, if it then says what was meant, and if nothing but ``parts`` has changed."""
        document = self._owner()
        old = document._text_of(self)
        before = old.content()
        data = apply_edits(self.data, document._edits(self, old, make(old)))

        def verify(new: GameText) -> None:
            after = new.content()
            names = [name for name in (*before, *after) if name not in parts and before.get(name) != after.get(name)]
            if names:
                raise EditError(f"the change would also change {', '.join(dict.fromkeys(names))}")
            if not held(new):
                raise EditError("what was to be written would be read as something else")

        document._commit(self, data, verify)

    def __repr__(self) -> str:
        if self._document is None:
            return f"<Game: {self.record!r}>"
        return f"<Game {self._document._games.index(self)}: {self.record!r}>"


def map_of(reading: Reading) -> PbnMap:
    found = reading.source_map
    if not isinstance(found, PbnMap):
        raise TypeError("a PBN game has a map of its text")
    return found


def record_of(reading: Reading) -> Record:
    if reading.record is None:
        raise TypeError("a reading of a game has a record")
    return reading.record


def leans(reading: Reading | None) -> bool:
    """Whether a game takes values from others, or gives them to others (PBN 2.1 §4.8)."""
    if reading is None or reading.record is None:
        return False
    tags = reading.record.tags
    if tags.inherited or any(value[:1] == "#" for value in tags.values()):
        return True
    return not any(name in tags for name in _LEADING)
