"""A PBN file as a whole: its bytes, and the games in them.

A document owns the bytes: without edits ``to_bytes()`` gives back what was read, whatever it was.  Records are derived
from it and never write back by themselves; an edit changes the bytes that it must, and no others.
"""

from __future__ import annotations

import codecs
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from pbntools.diagnostics import Diagnostic
from pbntools.formats.edits import Edit, EditError, whole
from pbntools.formats.origin import Origin
from pbntools.formats.pbn.document_game import Game, leans, map_of, record_of
from pbntools.formats.pbn.document_pieces import LINE_END, Pieces, line_end_of
from pbntools.formats.pbn.editing import SPACE, Change, GameText
from pbntools.formats.pbn.export import ExportError, export_game
from pbntools.formats.pbn.offsets import Lengths
from pbntools.formats.pbn.reader import PbnReader
from pbntools.formats.reading import Reading
from pbntools.formats.unpacking import refuse_packed
from pbntools.record import Record

_BOMS = {"utf-8": codecs.BOM_UTF8, "utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}
_STANDARD_CHARSET = "iso8859-1"

_CHARSET_LINE = re.compile(rb"(?:\A|(?<=[\r\n]))%[^\r\n]*harset[^\r\n]*")

_OTHER_CHARACTERS = (
    "the character set that the file names would be another one, and other games would be read otherwise"
)
_FALLS_APART = "the games would run into each other or fall apart"
_Inherited = list[tuple["Game", dict[str, str | None]]]


class Document:
    """A PBN file in memory.  ``len(document)`` and ``document[i]`` count its games from 0.

    Edits keep every other byte, the line ends of the game, and the encoding of the file.  Those that cannot be made
    raise EditError and change nothing.
    """

    def __init__(self, data: bytes, *, name: str = "<bytes>", encoding: str | None = None) -> None:
        self.path = name
        self._forced = encoding
        self._origin = Origin()
        self._games: list[Game] = []
        self._stale = False
        reader = PbnReader(data, name=name, encoding=encoding)
        self.bom = reader.bom
        self._head = _BOMS.get(self.bom, b"")
        self._wide = reader.decoder.transcoded or ""
        self._pieces = Pieces(self._wide, self._encode)
        self._linked = False
        at = 0
        body = data[len(self._head) :]
        for reading, start, end in self._read(reader, body):
            if start > at:
                self._pieces.all.append(body[at:start])
            game = Game(self, body[start:end], reading)
            self._games.append(game)
            self._pieces.all.append(game)
            at = end
        if at < len(body):
            self._pieces.all.append(body[at:])
        self._look_for_links(body)

    @classmethod
    def open(cls, path: str | os.PathLike[str], *, encoding: str | None = None) -> Document:
        """Load a file; raises OSError where it cannot be read, or is compressed."""
        data = Path(path).read_bytes()
        refuse_packed(data)
        document = cls(data, name=os.fspath(path), encoding=encoding)
        document._origin = Origin(path, data)
        return document

    def to_bytes(self) -> bytes:
        """The file's bytes."""
        return self._head + self._pieces.body()

    def save(self, path: str | os.PathLike[str] | None = None, *, backup: bool = False, force: bool = False) -> None:
        """Write the file whole or not at all, with its mode; ``backup`` keeps the old one as ``….bak``.

        Without a path it is the file that was opened.  Raises FileChangedError where that file is no longer what it was
        when it was opened or saved, unless ``force`` is set; OSError where it cannot be written, read-only ones
        included; EditError where there is no path.
        """
        self._origin.save(self.to_bytes(), path, backup=backup, force=force)

    @property
    def encoding(self) -> str:
        """The encoding of the text."""
        self._refresh()
        return self._decoder.encoding

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """What is wrong with the text of the games and of the file as a whole."""
        self._refresh()
        return [diagnostic for game in self._games for diagnostic in game.diagnostics] + self._remarks

    @property
    def records(self) -> list[Record]:
        """The records in file order."""
        return [game.record for game in self._games]

    def insert(self, index: int, game: str | Record) -> Game:
        """Put a game before game ``index``, or behind all: the text of exactly one game, or a record.

        A record is put in as the export format has it.  Raises IndexError for an index below 0 or above the number of
        games, TypeError for a game of another kind, and EditError for what the file or the format cannot hold.
        """
        if isinstance(game, Record):
            try:
                game = export_game(game)
            except ExportError as error:
                raise EditError(str(error)) from error
        elif not isinstance(game, str):
            raise TypeError(f"the text of a game or a record is expected, not {type(game).__name__}")
        at = whole("the place of a game", index)
        if not 0 <= at <= len(self._games):
            raise IndexError(f"{index} is no place among {len(self._games)} games")
        data = self._game_bytes(game, self._line_end(at))
        new = Game(self, data)
        self._rearrange(lambda: self._pieces.put(at, new, data, self._line_end(at)))
        return new

    def remove(self, index: int) -> None:
        """Leave a game out, with the comments and blank lines that lead to it."""
        game = self._games[index]
        record = game.record
        self._rearrange(lambda: self._pieces.take(game)[1])
        game._document = None
        if record is not game.record:
            game._alone = game._reading = Reading(record, None, self.path, None)

    def move(self, index: int, to: int) -> None:
        """Take a game out and put it where it is game ``to``."""
        game = self._games[index]
        place = whole("the place of a game", to)
        place += len(self._games) if place < 0 else 0
        if not 0 <= place < len(self._games):
            raise IndexError(f"{to} is no place among {len(self._games)} games")

        def moved() -> list[Game]:
            data, beside = self._pieces.take(game)
            return beside + self._pieces.put(place, game, data, self._line_end(place))

        if self._games[place] is not game:
            self._rearrange(moved)

    def __len__(self) -> int:
        return len(self._games)

    def __getitem__(self, index: int) -> Game:
        return self._games[index]

    def __iter__(self) -> Iterator[Game]:
        return iter(self._games)

    def __repr__(self) -> str:
        return f"<Document {self.path}: {len(self)} games>"

    # The reading of the whole

    def _read(self, reader: PbnReader, body: bytes) -> list[tuple[Reading, int, int]]:
        """The readings that have a record, each with its span in the body."""
        found = []
        self._remarks: list[Diagnostic] = []
        lengths = Lengths(body, self._wide)
        for reading in reader:
            span = reading.extent
            if reading.record is None or span is None:
                self._remarks += reading.diagnostics
                continue
            found.append((reading, lengths.at(span[0] - reader.start), lengths.at(span[1] - reader.start)))
        self._decoder = reader.decoder
        return found

    def _refresh(self) -> None:
        """Read the whole anew after changes; raises EditError where it is not read as its games."""
        if not self._stale:
            return
        body = self._pieces.body()
        found = self._read(PbnReader(self._head + body, name=self.path, encoding=self._forced), body)
        spans = []
        at = 0
        for piece in self._pieces.all:
            size = len(piece.data if isinstance(piece, Game) else piece)
            if isinstance(piece, Game):
                spans.append((at, at + size))
            at += size
        if [(start, end) for _, start, end in found] != spans:
            raise EditError(_FALLS_APART)
        for game, (reading, _, _) in zip(self._games, found, strict=True):
            game._reading = reading
        self._stale = False
        self._look_for_links(body)

    def _look_for_links(self, body: bytes) -> None:
        """Whether what a game says may depend on other games, or on text between them."""
        marks = ["<PBN>".encode(self._wide or "ascii") in body]
        first = self._pieces.all[0] if self._pieces.all else b""
        own_lines = self._pieces.file_lines(first.data) if isinstance(first, Game) else 0
        marks.append(b"charset" in body[own_lines:].lower())
        marks.append(self._pieces.opens_comment(body))
        self._linked = any(marks) or any(leans(game._reading) for game in self._games)

    def _alone(self, data: bytes) -> Reading | None:
        """The reading of a game's bytes by themselves; None where they are not one game."""
        found = self._readings(data)
        if len(found) != 1:
            return None
        game_map = map_of(found[0])
        raw = game_map.game
        return found[0] if raw.start == 0 and raw.end == len(raw.chunk.text) else None

    def _readings(self, data: bytes) -> list[Reading]:
        reader = PbnReader(self._head + data, name=self.path, encoding=self._forced)
        reader.decoder.declared = self._decoder.declared
        return [reading for reading in reader if reading.record is not None]

    def _text_of(self, game: Game) -> GameText:
        """The game's text and what stands where in it."""
        if not self._linked:
            if game._alone is None:
                game._alone = self._alone(game.data)
            if game._alone is not None:
                return GameText(map_of(game._alone), game.record, self._any_line_end)
        self._refresh()
        return GameText(map_of(game.reading), game.record, self._any_line_end)

    # Changes of one game

    def _edits(self, game: Game, text: GameText, changes: Iterable[Change]) -> list[Edit]:
        """Changes as edits of the game's bytes."""
        changes = list(changes)
        offsets = sorted({offset for change in changes for offset in (change.start, change.end)})
        lengths = Lengths(game.data, self._wide)
        at = {offset: lengths.at(offset - text.start) for offset in offsets}
        return [Edit(at[change.start], at[change.end], self._encode(change.text)) for change in changes]

    def _encode(self, text: str) -> bytes:
        """Text in the file's encoding; raises EditError for a character that it does not have."""
        charset = self._charset
        try:
            return text.encode(charset)
        except UnicodeEncodeError as error:
            character = text[error.start]
            raise EditError(
                f"{character!r} (U+{ord(character):04X}) is not in {charset.upper()}, the character set of the file"
            ) from None

    @property
    def _charset(self) -> str:
        """The character set of new text: that of the file, else that of the standard (PBN 2.1 §2.1).

        A byte order mark counts for more than a line that names another one, as it does when the file is read.
        """
        decoder = self._decoder
        if decoder.forced or decoder.transcoded:
            return decoder.forced or decoder.transcoded or ""
        if self._head:
            return self.bom
        if decoder.seen and decoder.declared not in decoder.seen:
            return decoder.seen[0]
        return decoder.declared or _STANDARD_CHARSET

    def _refuse_halves(self, old: bytes, new: bytes, edits: Iterable[Edit]) -> None:
        """Raise EditError for edits that cut a character of UTF-16."""
        if not self._wide:
            return
        if any(edit.start % 2 or edit.end % 2 or len(edit.data) % 2 for edit in edits):
            raise EditError(f"the file is {self._wide.upper()}: offsets and texts have an even number of bytes")
        if _is_text(old, self._wide) and not _is_text(new, self._wide):
            raise EditError(f"what comes of the edit is no {self._wide.upper()}: it holds half a character")

    def _commit(self, game: Game, data: bytes, verify: Callable[[GameText], None] | None) -> None:
        """Give a game other bytes, where it stays one game and its neighbours stay what they are."""
        declares = self._declared_by(data) != self._declared_by(game.data)
        apart = not (self._linked or declares or self._pieces.opens_comment(data))
        alone = self._alone(data) if apart else None
        if alone is not None and not leans(alone) and self._hold(*self._pieces.beside(game, data)):
            if verify is not None:
                verify(GameText(map_of(alone), record_of(alone)))
            game.data, game._alone = data, alone
            self._stale = True
            return
        others = [other for other in self._games if other is not game]
        before = _inherited(others)
        texts = [(other, other.record) for other in others if declares and not other.data.isascii()]
        old = game.data, game._alone
        game.data, game._alone = data, None
        self._stale = True
        try:
            self._refresh()
            if verify is not None:
                verify(self._text_of(game))
            for other, values in before:
                lost = [name for name, value in values.items() if value and other.record.value(name) is None]
                if lost:
                    raise EditError(f"{other!r} would lose its {lost[0]}, which it takes from this game")
            if any(_said(other.record) != _said(record) for other, record in texts):
                raise EditError(_OTHER_CHARACTERS)
        except EditError:
            game.data, game._alone = old
            self._stale = True
            self._refresh()
            raise

    def _declared_by(self, data: bytes) -> list[bytes]:
        """The lines that name a character set, which holds for the games behind them, too."""
        return [] if self._wide or b"harset" not in data else _CHARSET_LINE.findall(data)

    def _hold(self, parts: list[bytes], rest: bytes) -> bool:
        """Whether neighbouring games are read as these games, before the rest."""
        data = b"".join([*parts, rest])
        found = self._readings(data)
        lengths = Lengths(data, self._wide)
        at = 0
        if len(found) != len(parts):
            return False
        for reading, part in zip(found, parts, strict=True):
            start, end = reading.extent or (0, 0)
            offset = len(self._head) if not self._wide else 0
            if (lengths.at(start - offset), lengths.at(end - offset)) != (at, at + len(part)):
                return False
            at += len(part)
        return True

    # Games put in, taken out and moved

    def _rearrange(self, change: Callable[[], list[Game]]) -> None:
        """Make a change of the order, where all games stay what they are."""
        pieces, games = self._pieces.all[:], self._games[:]
        states = [(game, game.data, game._alone) for game in games]
        before = _inherited(games) if self._linked else []
        texts = [(game, game.record) for game in games if not game.data.isascii()]
        touched = change()
        self._games = [piece for piece in self._pieces.all if isinstance(piece, Game)]
        self._stale = True
        try:
            for game in touched:
                game._alone = None if self._linked else self._alone(game.data)
            sound = all(
                game._alone is not None and not leans(game._alone) and not self._pieces.opens_comment(game.data)
                for game in touched
            )
            known = {id(game): data for game, data, _ in states}
            declares = any(
                self._declared_by(game.data) != self._declared_by(known.get(id(game), b"")) for game in touched
            )
            if (
                self._linked
                or declares
                or not sound
                or not all(self._hold(*self._pieces.beside(game, game.data)) for game in touched)
            ):
                before = before or _inherited(games)
                self._refresh()
                for game, values in before:
                    if game in self._games:
                        for name, value in values.items():
                            if game.record.value(name) != value:
                                raise EditError(f"{game!r} would lose its {name}, which it takes from another game")
                if any(game in self._games and _said(game.record) != _said(record) for game, record in texts):
                    raise EditError(_OTHER_CHARACTERS)
        except EditError:
            self._pieces.all, self._games = pieces, games
            for game, data, alone in states:
                game.data, game._alone = data, alone
            self._stale = True
            self._refresh()
            raise

    def _game_bytes(self, game: str, line_end: str) -> bytes:
        """The bytes of a game that is to be put in."""
        content = self._encode(LINE_END.sub(line_end, game.strip(SPACE)))
        if self._alone(content) is None:
            raise EditError("the text is not that of exactly one game")
        return content

    def _line_end(self, index: int) -> str:
        """The line end used where a game is put in."""
        games = self._games[max(index - 1, 0) : index + 1]
        return line_end_of(self._pieces.text(b"".join([game.data for game in games]) or self._pieces.body()))

    def _any_line_end(self) -> str:
        """The line end that the file uses most."""
        return line_end_of(self._pieces.text(self._pieces.body()))


def _inherited(games: Iterable[Game]) -> _Inherited:
    """What games take from others."""
    return [(game, {name: game.record.value(name) for name in game.record.tags.inherited}) for game in games]


def _said(record: Record) -> tuple[object, ...]:
    """What a game itself says, without what it takes from others."""
    return dict(record.tags), record.details


def _is_text(data: bytes, encoding: str) -> bool:
    try:
        data.decode(encoding)
    except UnicodeDecodeError:
        return False
    return True
