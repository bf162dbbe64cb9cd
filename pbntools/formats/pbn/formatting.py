"""A PBN file in the export format, piece by piece.

Each game is written anew from its record and its remarks, read back, and compared.  One that would lose anything, since
it holds what the format has no place for, is left as it was, with the reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from pbntools import rules
from pbntools.diagnostics import Diagnostic
from pbntools.formats.pbn.export import HEAD, ExportError, export_game
from pbntools.formats.pbn.export_remarks import attached_to
from pbntools.formats.pbn.export_sections import EOL, quoted
from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.pbn.lexer import CALLS_OR_CARDS, note_number
from pbntools.formats.pbn.losses import losses
from pbntools.formats.pbn.raw import RawGame
from pbntools.formats.pbn.reader import PbnReader
from pbntools.formats.pbn.tables import unclosed_string
from pbntools.formats.pbn.values import SEATS, seat_value
from pbntools.formats.reading import Reading
from pbntools.formats.text import Input, TextDecoder, TextSource, text_encoding
from pbntools.record import Record

LATIN_1, UTF_8 = "iso8859-1", "utf-8"
_CHARSETS = {LATIN_1: "ISO-8859-1", UTF_8: "UTF-8"}
CONTENT_TYPE = f"%Content-type: text/x-pbn; charset={_CHARSETS[UTF_8]}{EOL}"
"""The line of the head of a file that needs more characters than the standard has; other programs write it, too."""
_CHARSET = re.compile(
    r"((?:\A|(?<=[\r\n]))%[ \t]*Content-type:[^\r\n]*?charset[ \t]*=[ \t]*\"?)([A-Za-z0-9._:-]+)", re.IGNORECASE
)
_LINE = re.compile(r"[^\r\n]+")
_HIGH = re.compile(r"[\x80-\xff]+")
_DIRECTIVE = re.compile(r"%[ \t]*(?:PBN[ \t]+\d+\.\d+|EXPORT)[ \t\v\f]*\Z")
_DIRECTIVES = re.compile(r"(?:[ \t]*(?:\r\n?|\n)|%[ \t]*(?:PBN[ \t]+\d+\.\d+|EXPORT)[ \t\v\f]*(?:\r\n?|\n|\Z))+")
_BLANK_LINES = re.compile(r"(?:[ \t]*(?:\r\n?|\n))+")
_BLANK_LINE = re.compile(r"(?:\r\n?|\n)[ \t]*(?:\r\n?|\n)")
_LINES = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+\Z")
_LINE_END = re.compile(r"\r\n?|\n")
_SPACE = " \t\r\n\v\f"
_LONGEST = 1 << 20
_SHOWN = 40

_LOSING = frozenset(
    (
        rules.STRAY_TEXT, rules.UNTERMINATED_COMMENT, rules.UNTERMINATED_STRING, rules.CALL_UNREADABLE,
        rules.CARD_UNREADABLE, rules.BAD_ANNOTATION, rules.NOTE_INDEX,
        rules.IRREGULARITY_MARK, rules.TOKENS_AFTER_END, rules.PLAY_AFTER_CLAIM,
    )
)  # fmt: skip
"""The rules by which a text holds something that its record does not; a damaged tag has to have no value for that, and
a repeated one another value."""


class FormatError(ValueError):
    """A file that cannot be formatted without a loss; nothing of it should be kept."""


_WORDS = re.compile(r"[^\[{;%]*+")


@dataclass(frozen=True, slots=True)
class Survey:
    """What has to be known of a file before its first line is written: its characters.

    ``encoding`` is the one to write it in: ISO 8859-1, as the standard has it, unless the file has other characters;
    then UTF-8.  ``ascii`` tells that it does not matter, ``declared`` that a line of the file names a character set.
    """

    encoding: str = LATIN_1
    ascii: bool = True
    declared: bool = False


def survey(source: Input, *, encoding: str | None = None) -> Survey:
    """Look through a file once.  Raises OSError where it cannot be read."""
    characters = Characters()
    with TextSource(source, encoding=encoding) as text:
        decoder = text.decoder
        carried = ""
        begins = following = True  # whether what is looked at starts a line
        while block := text.read():
            block = carried + block
            last = max(block.rfind("\n"), block.rfind("\r")) + 1
            cut = last if len(block) - last < _LONGEST else len(block)
            carried = block[cut:]
            lines = block[:cut]
            begins, following = following, cut == last
            if lines.isascii() and "harset" not in lines and "HARSET" not in lines:
                continue
            for charset in characters.look(lines, decoder, begins=begins):
                decoder.declare(charset)
        for charset in characters.look(carried, decoder, begins=following):
            decoder.declare(charset)
    return characters.survey()


class Characters:
    """Which characters a file has, and what it says of them; to be shown all its lines in order."""

    def __init__(self) -> None:
        self._latin_1 = self._ascii = True
        self.charsets: list[str] = []
        """The character sets that lines of the file name, known ones and others."""
        self.written_in = {LATIN_1: True, UTF_8: True}
        """Whether all bytes are those of these encodings."""

    def look(self, text: str, decoder: TextDecoder, *, begins: bool) -> Iterator[str]:
        """Look at whole lines, lexed as ISO 8859-1, and give each character set that one names before the next line is
        looked at; ``begins`` tells whether the first of them does start here."""
        for match in _LINE.finditer(text):
            line = match[0]
            if line[0] == "%" and (match.start() or begins) and (found := _CHARSET.match(line)):
                self.charsets.append(found[2])
                yield found[2]
            if line.isascii():
                continue
            self._ascii = False
            decoded = decoder.decode(line)
            if decoded != line:
                self.written_in[LATIN_1] = False
            if self.written_in[UTF_8] and not decoder.is_utf8(line):
                self.written_in[UTF_8] = False
            if self._latin_1:
                self._latin_1 = is_latin_1(decoded) and all(
                    is_latin_1(decoder.decode(run)) for run in _HIGH.findall(line)
                )

    def survey(self) -> Survey:
        """What it comes to."""
        known = any(map(_known, self.charsets))
        return Survey(LATIN_1 if self._latin_1 else UTF_8, self._ascii, known)


def _known(charset: str) -> str | None:
    try:
        return text_encoding(charset)
    except LookupError:
        return None


def declares(charset: str, encoding: str) -> bool:
    """Whether the name of a character set is one of this encoding."""
    return _known(charset) == encoding


def is_latin_1(text: str) -> bool:
    """Whether a text is read as what it is when it is written in ISO 8859-1 without a word about it."""
    for run in _HIGH.findall(text):
        if any("\x80" <= character <= "\x9f" for character in run):
            return False
        try:
            run.encode("latin-1").decode("utf-8")
        except UnicodeDecodeError:
            continue
        return False
    return not text or max(text) <= "\xff"


@dataclass(frozen=True, slots=True)
class Piece:
    """A game, or what stands behind the last one, before and after; ``after`` has the blank line that leads to it.

    ``left`` says why a game was left as it was; its lines still end as all others do.
    """

    before: str
    after: str
    line: int
    board: str | None = None
    is_game: bool = False
    left: Diagnostic | str | None = None


class Formatter:
    """Formats one file; iterate over it once.  ``encoding`` is the one to write the pieces in."""

    def __init__(
        self,
        source: Input,
        surveyed: Survey,
        *,
        name: str | None = None,
        encoding: str | None = None,
        eol: str = EOL,
        first: bool = True,
    ) -> None:
        self._reader = PbnReader(source, name=name, encoding=encoding)
        self._survey = surveyed
        self._eol = eol
        self._first = first
        self._at_head = True
        self.encoding = surveyed.encoding
        self.games = 0

    def close(self) -> None:
        """Close the file."""
        self._reader.close()

    def __iter__(self) -> Iterator[Piece]:
        """The pieces in order.  Raises FormatError where the file cannot be formatted as a whole."""
        reader = self._reader
        if reader.embedded:
            raise FormatError("its records are embedded in another text; take them out first")
        end = reader.start
        for reading in reader:
            game_map = reading.source_map
            if reading.record is None or not isinstance(game_map, PbnMap):
                for diagnostic in reading.diagnostics:
                    if diagnostic.rule is rules.GAME_TOO_LARGE:
                        raise FormatError(f"line {diagnostic.location.line}: {diagnostic.message}")
                continue
            start, stop = game_map.extent()
            if start != end:
                raise FormatError("a game is too large to be read")
            end = stop
            self.games += 1
            yield self._game(reading, game_map, reading.record)
        trailing = reader.trailing
        if trailing is not None and (piece := self._trailing(trailing)):
            yield piece

    def _game(self, reading: Reading, game_map: PbnMap, record: Record) -> Piece:
        text, left = rewritten(game_map, record, at_head=self._at_head, told=reading)
        text = self._opened(text)
        before, line = self._before(game_map.game)
        self._at_head = False
        return Piece(before, text, line, record.board, is_game=True, left=left)

    def _before(self, game: RawGame) -> tuple[str, int]:
        """The text of a game as it was, and the number of its first line."""
        raw = game.chunk.text[game.start : game.end]
        line = game.chunk.place(game.start)[0]
        if not self._at_head and (found := _LINE_END.match(raw)):
            # The end of the last line of what stands before it.
            raw = raw[found.end() :]
            line += 1
        return decoded(game, raw), line

    def _opened(self, text: str) -> str:
        """With the file's head or the blank line before it, in the file's character set and line ends."""
        if not self._survey.ascii and "harset" in text.lower():
            text = _CHARSET.sub(self._declared, text)
        if self._first:
            self._first = False
            head = HEAD
            if self._survey.encoding == UTF_8 and not self._survey.declared:
                head += CONTENT_TYPE
            text = head + text
        else:
            text = set_apart(text)
        return text if self._eol == EOL else text.replace(EOL, self._eol)

    def _declared(self, match: re.Match[str]) -> str:
        encoding = self._survey.encoding
        return match[0] if declares(match[2], encoding) else match[1] + _CHARSETS[encoding]

    def _trailing(self, game: RawGame) -> Piece | None:
        before, line = self._before(game)
        text = as_lines(before)
        if not self.games:
            return Piece(text, text, line) if text else None
        if not text:
            return Piece(before, "", line) if before else None
        stray = next((fault for fault in game.faults if fault.rule is rules.STRAY_TEXT), None)
        left = None if stray is None else f"behind the last game: {stray.message}"
        return Piece(before, self._opened(text), line, left=left)


def rewritten(
    game_map: PbnMap, record: Record, *, at_head: bool, told: Reading | None = None
) -> tuple[str, Diagnostic | str | None]:
    """A game in the export format; or as it was, and why: it holds what the format has no place for.

    ``at_head`` tells that it is the first of its file, whose directives stand before it; ``told`` is the reading whose
    diagnostic may be the reason.
    """
    left: Diagnostic | str | None = _reason(told, game_map, record)
    if left is None:
        attached = attached_to(game_map, record)
        if at_head:
            attached.lead = [line for line in attached.lead if not _DIRECTIVE.match(line)]
        try:
            text = export_game(record, attached)
        except ExportError as error:
            left = str(error)
        else:
            left = _lost(record, text)
            if left is None:
                return text, None
    return _as_it_was(game_map, record, at_head=at_head), left


def _as_it_was(game_map: PbnMap, record: Record, *, at_head: bool) -> str:
    """The game's own text, with the values that earlier games no longer hand on to it by ``##``.

    What it takes over from the board before without saying so, it still does.
    """
    game, tags = game_map.game, record.tags
    raw = game.chunk.text
    text = decoded(game, raw[game.start : game.end])
    given = "".join(
        f"[{name} {quoted(tags.value(name) or '')}]{EOL}" for name in sorted(game_map.given) if name not in tags
    )
    if given:
        # On lines of their own before the first tag pair: elsewhere they could make one game of what are two.
        first = min((span.start for span in game_map.tags.values()), default=game.start)
        lead, rest = decoded(game, raw[game.start : first]), decoded(game, raw[first : game.end])
        line = len(lead.rstrip(" \t"))
        begun = "" if lead[line - 1 : line] in ("", "\r", "\n") else EOL
        text = lead[:line] + begun + given + lead[line:] + rest
    text = as_lines(text)
    if at_head and (found := _DIRECTIVES.match(text)):
        text = text[found.end() :]
    if _games_in(HEAD + text if at_head else text) != 1:
        # Whether a blank line in a damaged game ends it hangs on what stands around it, which has changed.
        text = "".join([line for line in _LINES.findall(text) if line.strip(_SPACE)])
    return text


def _games_in(text: str) -> int:
    return sum(reading.record is not None for reading in PbnReader(text.encode("utf-8", "replace")))


def decoded(game: RawGame, raw: str) -> str:
    """A piece of a file's text, decoded line by line."""
    if raw.isascii():
        return raw
    decode = game.chunk.decoder.decode
    return "".join([decode(line) for line in _LINES.findall(raw)])


def set_apart(text: str) -> str:
    """A game, or what stands behind the last one, with the blank line that leads to it.

    Words behind a blank line that look like calls or cards would be taken for those of the section before them.
    """
    found = _WORDS.match(text)
    words = _BLANK_LINE.split(found[0], 1)[0] if found else ""
    words = words.strip() and CALLS_OR_CARDS.match(words)
    return f"{EOL}%{EOL}{text}" if words else EOL + text


def as_lines(text: str) -> str:
    """The text without blank lines around it, its lines ended in CR LF."""
    found = _BLANK_LINES.match(text)
    text = _LINE_END.sub(EOL, text[found.end() if found else 0 :].rstrip(_SPACE))
    return text + EOL if text else ""


def _reason(told: Reading | None, game_map: PbnMap, record: Record) -> Diagnostic | str | None:
    """Why the game cannot be written anew, or None: something in its text is not in its record."""
    game = game_map.game
    text = game.chunk.text
    losing = set(_LOSING)
    if game.malformed:
        losing.add(rules.MALFORMED_TAG)
    if game.contradicted:
        losing.add(rules.DUPLICATE_TAG)
    suspect = game.malformed or game.contradicted or any(fault.rule in losing for fault in game.faults)
    if game.auction and record.auction is None and text[slice(*game.auction)].strip():
        return "nothing tells who made the first call"
    if game.play and record.play is None and text[slice(*game.play)].strip():
        return "nothing tells who led"
    for name, section in (("Auction", record.auction), ("Play", record.play)):
        value = game.tags.get(name, "")
        if section is not None and value not in SEATS and seat_value(value) is None:
            shown = game.chunk.decoder.decode(value)[:_SHOWN]
            return f"{shown!r}, the value of {name}, names no player, so nothing tells whose the columns are"
    if game.notes:
        numbered = {(section, note_number(value)) for section, value, _ in game.notes}
        if len(numbered) < len(game.notes):
            losing.add(rules.DUPLICATE_TAG)
        suspect = suspect or len(numbered) < len(game.notes) or any(not (a and n) for a, n in numbered)
    for tokens in game_map.cut:
        if tokens.alerts:
            return "the export format has no star behind a call"
        suspect = suspect or any(fault.rule in losing for fault in tokens.faults)
    for _, start, end in game.tables:
        if text.find('"', start, end) >= 0 and unclosed_string(game_map.table_data(start, end)) >= 0:
            suspect = True
    if not suspect:
        return None
    # A note before auction and play is of neither.
    losing.add(rules.NOTE_MISPLACED)
    found = [diagnostic for diagnostic in (told.diagnostics if told else ()) if diagnostic.rule in losing]
    return next(iter(found), None) or "its text holds more than its record"


def _lost(record: Record, text: str) -> str | None:
    """What the record would lose as this text, in words, or None."""
    try:
        data = text.encode()
    except UnicodeEncodeError:
        return "it holds half a character"
    back = [reading.record for reading in PbnReader(data) if reading.record is not None]
    if len(back) != 1:
        return "it would not be read back as one game"
    lost = losses(record, back[0])
    return f"it would not be read back with the same {', '.join(lost)}" if lost else None


__all__ = [
    "CONTENT_TYPE",
    "LATIN_1",
    "UTF_8",
    "Characters",
    "FormatError",
    "Formatter",
    "Piece",
    "Survey",
    "as_lines",
    "declares",
    "decoded",
    "is_latin_1",
    "rewritten",
    "set_apart",
    "survey",
]
