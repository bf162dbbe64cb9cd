"""The PBN reader: games to records (PBN 2.1, import format).

It never raises on content.  What is wrong with the text is kept as faults, worked out in full only when a reading's
diagnostics are asked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import partial
from itertools import islice

from pbntools import rules
from pbntools.diagnostics import Diagnostic, Finding, FixEdit, LazyFix, Location, PlacedFix, Rule, diagnostic_of
from pbntools.formats.pbn.encodings import charset_edit
from pbntools.formats.pbn.faults import PbnMap, finding_of
from pbntools.formats.pbn.game_records import RecordMaker
from pbntools.formats.pbn.games import GameScanner, skip_large_game
from pbntools.formats.pbn.lexer import MAX_GAME
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.formats.pbn.repeated import unheld as unheld_of
from pbntools.formats.reading import AT_ONCE, Reading, locate, text_fix
from pbntools.formats.text import (
    WHOLE_LINE,
    Chunk,
    Input,
    LineEnds,
    TextDecoder,
    TextSource,
    count_line_ends,
)
from pbntools.said import Said

_HEADER = 50
"""Escape lines at the head of a file that are kept."""
_HEADER_LINE = re.compile(r"(?:\A|(?<=[\r\n]))%[^\r\n]*+|\[[ \t]*+[A-Za-z0-9_]++[ \t]*+\"")
_ESCAPE_LINE = re.compile(r"(?:\A|[\r\n])%(?![ \t]*(?:PBN|EXPORT|Content-type|pbntools:)\b)", re.IGNORECASE)
_ESCAPES = ((rules.PRESENTATION_LOST, "escape lines (%) are no part of a record"),)


class PbnReader:
    """Reads the records of one file; iterate over it once.

    ``encoding`` is known when the file is exhausted, ``records`` counts as it goes.
    """

    format = "pbn"

    def __init__(
        self,
        source: Input,
        *,
        name: str | None = None,
        encoding: str | None = None,
        date_order: str | None = None,
    ) -> None:
        self._source = TextSource(source, name=name, encoding=encoding)
        self._date_order = date_order
        self.path = self._source.path
        self.records = 0
        self._decoder = self._source.decoder
        self._scanner = GameScanner()
        self.file_ignored = self._scanner.directives.file_ignored
        self._line_ends = LineEnds()
        self._head: list[Diagnostic] = []
        self._tail: list[Diagnostic] = []
        self._maker = RecordMaker(self._decoder)
        self._hashed = False
        self._ascii = True
        self.trailing: RawGame | None = None
        """What stands behind the last game, as a game without tags."""
        self._header: list[str] = []

    @property
    def header(self) -> list[str]:
        """The escape lines at the head of the file, before the first tag; the first 50 of them."""
        return [self._decoder.decode(line) for line in self._header]

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far, ``"LF"``, ``"CR LF"`` and ``"CR"``, the most frequent first."""
        return self._line_ends.kinds

    @property
    def packed(self) -> str | None:
        """How the file was packed: ``"gzip"``, ``"zip"``, ``"zip, gzip"`` or None."""
        return self._source.packed

    @property
    def bom(self) -> str:
        """The encoding that a byte order mark names, or an empty string."""
        return self._source.bom

    @property
    def embedded(self) -> bool:
        """Whether the records are embedded in another document, between ``<PBN>`` and ``</PBN>``."""
        return self._source.embedded

    @property
    def start(self) -> int:
        """The offset at which the text starts."""
        return self._source.offset

    @property
    def encoding(self) -> str:
        """The encoding of the text met so far."""
        return self._decoder.encoding

    @property
    def decoder(self) -> TextDecoder:
        """What decodes the values, and knows which encodings it has met."""
        return self._decoder

    def close(self) -> None:
        """Close the file."""
        self._source.close()

    def __enter__(self) -> PbnReader:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __iter__(self) -> Iterator[Reading]:
        with self._source:
            yield from self._readings()

    def _readings(self) -> Iterator[Reading]:
        source = self._source
        if source.unmarked:
            yield from self._finish()
            return
        text = source.read()
        offset, line = source.offset, 1
        self._look_at_head(text)
        at_start = True
        begin = before = 0
        fresh = text
        wanted = 1
        while True:
            # A text must hold more than what was there before; the longer the open game, the more is read at once.
            more, final = self._more(wanted, len(text))
            chunk = Chunk(text + more if more else text, offset, line, self.path, self._decoder, before)
            self._look_at_chunk(chunk, fresh + more if more else fresh)
            progress = 0
            games = self._scanner.scan(chunk, final=final, at_start=at_start, begin=begin)
            # What a game declares may change how the next one is decoded.
            while batch := list(islice(games, AT_ONCE if self._ascii else 1)):
                progress += any(game.tags or game.notes or game.malformed for game in batch)
                yield from filter(None, map(self._taken, batch))
            if final:
                break
            consumed = self._scanner.consumed
            begin, before = self._keep_line(chunk, consumed, before)
            consumed -= begin
            text = chunk.text[consumed:]
            if consumed or begin:
                at_start = False
            offset += consumed
            line += count_line_ends(chunk.text[:consumed])
            fresh = ""
            wanted = 1 if progress else wanted * 2
            if not progress and len(text) - begin > MAX_GAME:
                # The game is too large for memory: it must not be waited for.
                first = max(chunk.text.find("[", consumed + begin), consumed + begin)
                stop = skip_large_game(text, first - consumed + 1)
                if 0 < stop - begin <= MAX_GAME:
                    # What stands before it is whole.
                    whole = Chunk(text[:stop], offset, line, self.path, self._decoder, before)
                    for game in self._scanner.scan(whole, final=True, at_start=at_start, begin=begin):
                        if reading := self._taken(game):
                            yield reading
                    line += count_line_ends(text[:stop])
                    text = text[stop:]
                    offset += stop
                    at_start = False
                    begin = before = 0
                    wanted = 1
                    continue
                self._too_large(chunk, first)
                text, skipped, lines = self._skip(chunk, first)
                offset += skipped - consumed
                line += lines - count_line_ends(chunk.text[:consumed])
                at_start = False
                begin = before = 0
                wanted = 1
        yield from self._finish()

    def _taken(self, game: RawGame) -> Reading | None:
        """The reading of a game; None for one that is too large, and for what is no game."""
        if not self._ascii:
            self._meet_encodings(game)
        if not (game.tags or game.notes or game.malformed):
            self._tail += [self.file_diagnostic(game.chunk, fault) for fault in game.faults]
            self.trailing = game
            return None
        if game.end - game.start > MAX_GAME:
            self._too_large(game.chunk, max(game.chunk.text.find("[", game.start), game.start))
            return None
        return self._reading(game)

    def _more(self, wanted: int, size: int) -> tuple[str, bool]:
        """So many blocks, but none that is not needed to see that a game is too large; and whether the file ends."""
        blocks: list[str] = []
        while len(blocks) < wanted and (size <= MAX_GAME or not blocks):
            block = self._source.read()
            if not block:
                return "".join(blocks), True
            blocks.append(block)
            size += len(block)
        return "".join(blocks), False

    def _keep_line(self, chunk: Chunk, consumed: int, before: int) -> tuple[int, int]:
        """How much text before a cut to keep, so that the line of the cut stays whole; and what stands before it.

        A line that is longer than that is cut, and its places are counted on.
        """
        start = chunk.line_start(consumed)
        if consumed - start <= WHOLE_LINE:
            return consumed - start, 0 if start else before
        cut = consumed - start if start else consumed + before
        return 0, cut

    def _too_large(self, chunk: Chunk, at: int) -> None:
        message = Said("the game that starts here is longer than {size} MB; it is not read", size=MAX_GAME >> 20)
        self._tail.append(self.file_diagnostic(chunk, Fault(rules.GAME_TOO_LARGE, at, at + 1, message)))

    def _skip(self, chunk: Chunk, begin: int) -> tuple[str, int, int]:
        """Pass over the game that starts at an offset, up to a blank line with a tag behind it.

        Returns what follows, and the characters and line ends before that.
        """
        text = chunk.text
        search_from = begin + 1
        skipped = lines = 0
        while (at := skip_large_game(text, search_from)) < 0:
            cut = max(len(text) - WHOLE_LINE, 0)
            if cut and text[cut - 1] == "\r" and text[cut] == "\n":
                cut += 1
            skipped += cut
            lines += count_line_ends(text[:cut])
            search_from = 0
            block = self._source.read()
            if not block:
                return "", skipped, lines
            self._line_ends.add(block)
            text = text[cut:] + block
        return text[at:], skipped + at, lines + count_line_ends(text[:at])

    # The file as a whole

    def _look_at_head(self, text: str) -> None:
        """What the first bytes say."""
        chunk = Chunk(text[:65536], self._source.offset, 1, self.path, self._decoder)
        for found in _HEADER_LINE.finditer(chunk.text):
            if len(self._header) == _HEADER or found[0][0] != "%":
                break
            self._header.append(found[0])
        match self._source.bom:
            case "utf-8":
                message = Said("the file starts with a UTF-8 byte order mark")
                fault = Fault(rules.BYTE_ORDER_MARK, 0, 0, message, Said("save it without"))
                self._head.append(self.file_diagnostic(chunk, fault, LazyFix(partial(self._without_mark, chunk))))
            case "":
                pass
            case name:
                advice = Said("save it as ISO 8859-1 or UTF-8")
                message = Said("the file is {name}; it is read, but few other programs can", name=name.upper())
                fix = LazyFix(None, PlacedFix(advice, True, (), recode=True))
                self._head.append(self.file_diagnostic(chunk, Fault(rules.UTF_16, 0, 0, message, advice), fix))

    def _without_mark(self, chunk: Chunk) -> PlacedFix:
        """The fix of a byte order mark; where there is more than ASCII, a line says in its place what it says."""
        start = Location(self.path, 0, self._source.offset, 1, 1, 1, 1)
        edits = [FixEdit(start, "", b"")]
        if self._decoder.seen or not chunk.text.isascii():
            edits.append(charset_edit(chunk, "utf-8"))
        return PlacedFix("take the byte order mark out", True, tuple(edits))

    def _note(self, chunk: Chunk, fault: Fault) -> None:
        self._head.append(self.file_diagnostic(chunk, fault))

    def file_diagnostic(self, chunk: Chunk, fault: Fault, fix: LazyFix | None = None) -> Diagnostic:
        """A fault of text that belongs to no record."""
        if fix is None and fault.fix is not None:
            fix = LazyFix(partial(text_fix, chunk, fault.fix))
        return diagnostic_of(
            finding_of(fault),
            locate(chunk, fault.start, fault.end),
            record=None,
            board=None,
            source=(chunk.source(fault.start),),
            fix=fix,
        )

    def _look_at_chunk(self, chunk: Chunk, fresh: str) -> None:
        """Line ends, and whether anything in the text asks for a closer look."""
        self._line_ends.add(fresh)
        text = chunk.text
        self._ascii = text.isascii()
        self._hashed = "#" in text

    def _finish(self) -> Iterator[Reading]:
        """The last reading, if there is something to say of the file."""
        found = self._head + self._tail
        kinds = self._line_ends.kinds
        at = Location(self.path, 0, 0, 1, 1, 1, 1)
        if self._source.double_cr:
            kinds = ["CR CR LF", *(kind for kind in kinds if kind != "CR LF")]
        if len(kinds) > 1 or kinds[:1] in (["CR"], ["CR CR LF"]):
            others, last = tuple(kinds[:-1]), kinds[-1]
            ends = Said("{others} and {last}", others=others, last=last) if others else last
            message = Said("the lines end in {ends}", ends=ends)
            finding = Finding(rules.LINE_ENDS, message, help=Said("the standard's export format has CR LF"))
            found.append(diagnostic_of(finding, at, record=None, board=None))
        if not self.records:
            message, advice = Said("the file holds no record"), Said('a record has tag pairs such as [Deal "N:…"]')
            if unmarked := self._source.unmarked:
                message = Said(
                    "{message} that can be read: it looks like {unmarked} without a byte order mark",
                    message=message,
                    unmarked=unmarked.upper(),
                )
                advice = Said("name the encoding with --encoding {unmarked}", unmarked=unmarked)
            finding = Finding(rules.NO_RECORDS, message, help=advice)
            found.append(diagnostic_of(finding, at, record=None, board=None))
        if found:
            yield Reading(None, None, self.path, None, found)

    # One game

    def _reading(self, game: RawGame) -> Reading:
        index = self.records
        self.records = index + 1
        game_map = PbnMap(game)
        game_map.date_order = self._date_order
        record = self._maker.record(game, game_map, ascii=self._ascii, hashed=self._hashed)
        extra = None
        directives = self._scanner.directives
        if directives.opening is not None:
            self._note(game.chunk, directives.opening)
            directives.opening = None
        if self._head:
            extra, self._head = self._head, []
        unheld: tuple[tuple[Rule, str], ...] = ()
        if game.remarked and _ESCAPE_LINE.search(game.chunk.text, game.start, game.end):
            unheld = _ESCAPES
        if game.contradicted:
            unheld += unheld_of(game)
        return Reading(record, index, self.path, game_map, extra, unheld=unheld)

    def _meet_encodings(self, game: RawGame) -> None:
        """A notice for the first text that is not in the character set of the standard, or not in the declared one."""
        decoder = self._decoder
        for met, start, end in decoder.meet(game.chunk.text[game.start : game.end]):
            if decoder.transcoded or met in (decoder.forced, decoder.declared):
                continue
            if met == "iso8859-1" and decoder.standard and not decoder.declared:
                continue
            what = {"utf-8": "UTF-8", "cp1252": "Windows-1252", "iso8859-1": "ISO 8859-1"}.get(met, met)
            if decoder.declared:
                message = Said(
                    "the file declares {declared}, but its text is {what}", declared=decoder.declared, what=what
                )
            elif met == "utf-8":
                message = Said("the text is UTF-8; the standard has ISO 8859-1")
            else:
                message = Said("the text is not UTF-8 and declares no character set; it is read as {what}", what=what)
            advice = Said("name the encoding with --encoding if it is another")
            game.faults.append(Fault(rules.ENCODING, game.start + start, game.start + end, message, advice))
