"""From text to games: which tags, sections and notes belong together, and what went wrong on the way.

A game is a span of a chunk.  By the standard a blank line ends it (PBN 2.1 §2.4); where real files put a blank line
inside a game, or none between two, the game is put together as it was meant, with a diagnostic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pbntools.formats.pbn import disorder
from pbntools.formats.pbn.braces import Braces
from pbntools.formats.pbn.directives import Directives
from pbntools.formats.pbn.fixing import BlankLines
from pbntools.formats.pbn.lexer import (
    BLANK,
    BRACE,
    BRACKET,
    CALLS_OR_CARDS,
    CR_BLANK,
    CR_ESCAPE,
    ESCAPE,
    FIRST_ESCAPE,
    ITEM,
    ORDER,
    PAIR,
    PLAIN,
    SEMICOLON,
    STANDARD,
    TAG_VALUE,
    TAGS,
    NeedMore,
    is_section,
)
from pbntools.formats.pbn.mending import Mended, mend
from pbntools.formats.pbn.raw import RawGame
from pbntools.formats.pbn.repeated import RepeatedSections, repeated_tag
from pbntools.formats.pbn.runs import PlainRuns, cut_run
from pbntools.formats.text import WHOLE_LINE, Chunk

_STARTERS = frozenset(("Event", "Board", "Deal"))
_LINE_END = re.compile(r"[\r\n]")
_CLOSING = re.compile(r'"[ \t]*+\]')
_OPEN = frozenset((TAG_VALUE, BRACKET))
_UNFINISHED = re.compile(
    r"\[[ \t\r\n\v\f]*+(?:[A-Za-z0-9_]++[ \t\r\n\v\f]*+"
    r'(?:"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+(?:\\|"[ \t\r\n\v\f]*+)?)?)?\Z'
)
_SKIPPED_TO = re.compile(r"(?:\r\n?+|\n)[ \t]*+(?:\r\n?+|\n)[ \t\r\n]*+(?=\[)")


class GameScanner:
    """Cuts a file into games.  One per file; feed it texts that start where the last game ended."""

    def __init__(self) -> None:
        self.consumed = 0
        """How much of the last text belongs to games that were given out."""
        self.directives = Directives()
        self.seen_game = False
        self.unseparated = ""
        """The tag that starts the next game without a blank line before it."""

    def scan(self, chunk: Chunk, *, final: bool, at_start: bool = False, begin: int = 0) -> Iterator[RawGame]:
        """The games that are whole in the text; with ``final`` also the last, and a game without tags for what follows.

        The text counts from ``begin``.  After the iteration ``consumed`` tells where the rest starts.
        """
        self.consumed = begin
        scan = _Scan(self, chunk, final)
        try:
            yield from scan.games(begin, at_start)
        except NeedMore:
            return


class _Scan:
    """One pass over one text."""

    def __init__(self, scanner: GameScanner, chunk: Chunk, final: bool) -> None:
        self.scanner = scanner
        self.chunk = chunk
        self.text = chunk.text
        self.final = final
        self.braces = Braces(chunk.text, final)
        self.closing = -1, -1
        self.line = 0, -1
        self.next_mark = -1
        self.repeated = RepeatedSections()
        # Comments, escape lines, and what a blank line ends in (a few other lines do, too): where each stands next.
        ends = [end for end in "\n\r" if end in chunk.text]
        before = "\n\r \t" if "\t" in chunk.text else "\n\r "
        self.marks = dict.fromkeys("{;%", -1)
        self.marks |= {mark + end: -1 for end in ends for mark in before if mark + end != "\r\n"}

    def games(self, at: int, at_start: bool) -> Iterator[RawGame]:
        text = self.text
        chunk = self.chunk
        size = len(text)
        scanner = self.scanner
        game = RawGame(chunk, at)
        if scanner.unseparated:
            disorder.no_separator(game, scanner.unseparated, at)
        tags = game.tags
        section: str | None = None  # the section whose data may follow
        data = 0  # where its data starts
        gap = at  # where text that no item covers starts
        blank = -1  # where the first blank line since the last content starts
        between = False  # whether a comment or escape line came after that blank line
        told: BlankLines | None = None  # the blank lines inside this game, if there are any
        here = game  # the game that takes what stands here: behind a blank line, the next one
        if at_start:
            opening = FIRST_ESCAPE.match(text)
            if opening:
                scanner.directives.read(chunk, 0, opening[0], game, first=True)
                game.remarked = True
                at = gap = opening.end()
        search = ITEM.search
        plain_run = PlainRuns(text).at
        find = text.find
        begins = text.startswith
        while True:
            start = at if begins("[", at) else at + 1 if begins("\n[", at) else -1
            run = plain_run(start) if start >= 0 else None
            if run is not None:
                kind: int | None = TAGS
                names, values, at = run
            else:
                found = search(text, at)
                if found is None:
                    break
                match = found
                at = match.end()
                kind = match.lastindex
                if kind is None:
                    continue
                start = match.start()
                if not self.final and kind in _OPEN and self.may_go_on(match):
                    raise NeedMore
                if kind == TAGS:
                    names, values = cut_run(text[start:at])
            if start > gap and (section is None or blank >= 0):
                # Text that belongs to no section, or that stands behind a blank line.
                piece = text[gap:start].strip(disorder.SPACE)
                if piece:
                    if blank >= 0 and section is not None and not between and CALLS_OR_CARDS.match(piece):
                        told = disorder.blank_line(game, blank, told)
                        blank = -1
                        game.take(here)
                        here = game
                    else:
                        self.stray(here, gap, start)
                        between = True
            if kind == TAGS:
                stop = at
                name, value = names[-1], values[-1]
                items: Iterable[tuple[str, str, int, int]] = ((name, value, -1, stop),)
                bulk: dict[str, str] = {}
                if len(names) > 1:
                    bulk = dict(zip(names, values, strict=True))
                    if len(bulk) == len(names):
                        del bulk[name]
                    else:
                        bulk[""] = ""
                    if not PLAIN.issuperset(bulk):
                        bulk = {}
                        items = self.pairs(start, stop)
                    name = names[0]
                if blank >= 0 or (name in tags and name in _STARTERS):
                    if tags or game.notes or game.malformed:
                        if self.starts_game(game, name, start, blank, between):
                            separated = blank >= 0
                            blank = blank if separated else start
                            if section is not None:
                                self.close(game, section, data, blank)
                                section = None
                            yield self.give(game, blank, "" if separated else name)
                            game = here if here is not game else RawGame(chunk, blank)
                            if not separated:
                                disorder.no_separator(game, name, start)
                            tags = game.tags
                            told = None
                        else:
                            game.take(here)
                            if blank >= 0:
                                told = disorder.blank_line(game, blank, told)
                    blank = -1
                    between = False
                    here = game
                if section is not None:
                    self.close(game, section, data, start)
                    section = None
                gap = stop
                if run is None:
                    game.loose = True
                if bulk:
                    if not tags:
                        game.tags = tags = bulk
                    elif tags.keys().isdisjoint(bulk):
                        tags.update(bulk)
                    else:
                        items = self.pairs(start, stop)
                for name, value, begin, finish in items:
                    if section is not None:
                        self.close(game, section, data, begin)
                        section = None
                    if name == "Note":
                        last = "Play" if game.play else "Auction" if game.auction else ""
                        game.notes.append((last, value, text.rindex('"', start, finish) - len(value)))
                    elif name in tags:
                        if begin < 0:
                            begin = text.rindex("[", start, text.rindex('"', start, finish) - len(value))
                        if name in _STARTERS and begin > start and self.repeats(game):
                            yield self.give(game, begin, name)
                            game = RawGame(chunk, begin)
                            disorder.no_separator(game, name, begin)
                            here = game
                            tags = game.tags
                            told = None
                            tags[name] = value
                            continue
                        if is_section(name):
                            # The data of a repeated section is passed over with it.
                            self.repeated.open(game, name, value, begin, finish)
                            section = ""
                            data = finish
                        else:
                            repeated_tag(game, name, value, begin, finish)
                    else:
                        tags[name] = value
                        if name not in STANDARD:
                            game.unknown.append(name)
                        if name == "Auction" or name == "Play" or (name[-5:] == "Table" and name != "Table"):
                            section = name
                            data = finish
                if section is not None:
                    # Data without anything but words needs no search.
                    following = find("[", at)
                    if self.next_mark < at:
                        self.advance(at)
                    if at <= following <= self.next_mark and find('"', at, following) < 0:
                        at = following
                continue
            if match.end() == size and not self.final:
                raise NeedMore
            if kind in (BLANK, CR_BLANK):
                if blank < 0:
                    blank = start
                    if tags or game.notes or game.malformed:
                        here = RawGame(chunk, blank)
                gap = match.end()
                continue
            if kind in (ESCAPE, CR_ESCAPE):
                here.remarked = True
                line = match[0].lstrip()
                first = not scanner.seen_game and not tags
                scanner.directives.read(chunk, match.end() - len(line), line, here, first=first)
                gap = match.end()
                between = between or blank >= 0
                if section is not None and blank < 0:
                    game.plain = False
                continue
            if kind == SEMICOLON:
                here.remarked = True
                gap = match.end()
                between = between or blank >= 0
                if section is not None and blank < 0:
                    game.plain = False
                continue
            if kind == BRACE:
                here.remarked = True
                at = gap = self.braces.close(here, start)
                between = between or blank >= 0
                if section is not None and blank < 0:
                    game.plain = False
                continue
            # A tag pair that is not whole, or a lone bracket.
            if blank >= 0:
                if tags or game.notes or game.malformed:
                    if section is not None:
                        self.close(game, section, data, blank)
                        section = None
                    yield self.give(game, blank)
                    game = here
                    tags = game.tags
                    told = None
                blank = -1
                between = False
                here = game
            mended = self.mend(game, match)
            at = mended.resume
            if mended.name is None and section is not None:
                # No tag: the section goes on behind it.
                continue
            if section is not None:
                self.close(game, section, data, start)
            section = self.take(game, mended, start)
            gap = data = at
        if not self.final:
            raise NeedMore
        piece = text[gap:].strip(disorder.SPACE)
        if piece and (section is None or blank >= 0):
            if blank >= 0 and section is not None and not between and CALLS_OR_CARDS.match(piece):
                disorder.blank_line(game, blank, told)
                blank = -1
            else:
                self.stray(here, gap, size)
        if section is not None:
            self.close(game, section, data, blank if blank >= 0 else size)
        if here is not game and blank >= 0:
            yield self.give(game, blank)
            game = here
        if game.tags or game.notes or game.malformed:
            yield self.give(game, size)
        else:
            game.end = scanner.consumed = size
            yield game

    def give(self, game: RawGame, end: int, unseparated: str = "") -> RawGame:
        if not self.final and self.text[end] not in "\r\n" and self.cuts_line(end):
            raise NeedMore
        game.end = end
        self.scanner.unseparated = unseparated
        self.scanner.consumed = end
        self.scanner.seen_game = True
        return game

    def cuts_line(self, at: int) -> bool:
        """Whether the line that holds an offset may go on behind the text at hand, and is not long yet."""
        text = self.text
        if len(text) - at > WHOLE_LINE or _LINE_END.search(text, at):
            return False
        start = max(text.rfind("\n", 0, at), text.rfind("\r", 0, at)) + 1
        return len(text) - start <= WHOLE_LINE

    def close(self, game: RawGame, section: str, start: int, end: int) -> None:
        """A section's data ends."""
        if section == "Auction":
            game.auction = (start, end)
        elif section == "Play":
            game.play = (start, end)
        elif section:
            game.tables.append((section, start, end))
        else:
            self.repeated.close(game, end)

    def advance(self, start: int) -> None:
        """Find the next thing, behind an offset, that may be more than words of a section or a tag."""
        find = self.text.find
        for mark, at in self.marks.items():
            if at < start:
                found = find(mark, start)
                self.marks[mark] = found if found >= 0 else len(self.text)
        self.next_mark = min(self.marks.values())

    def pairs(self, start: int, stop: int) -> Iterator[tuple[str, str, int, int]]:
        """Name, value, start and end of each tag pair of a run."""
        for pair in PAIR.finditer(self.text, start, stop):
            yield pair[1], pair[2], pair.start(), pair.end()

    def repeats(self, game: RawGame) -> bool:
        """Whether the game has enough for a repeated Event, Board or Deal to start another one."""
        tags = game.tags
        return "Deal" in tags or "Auction" in tags or "Play" in tags or "Contract" in tags or "Result" in tags

    def starts_game(self, game: RawGame, name: str, start: int, blank: int, between: bool) -> bool:
        """Whether a tag starts a new game: behind a blank line, or as a repeated Event, Board or Deal without one."""
        tags = game.tags
        if blank < 0:
            return self.repeats(game)
        if between or name in tags or game.notes or game.malformed:
            return True
        names = self.block_names(start)
        if any(other in tags for other in names):
            return True
        ordered = [ORDER[other] for other in names if other in ORDER]
        if not ordered:
            return False
        if any(other.endswith("Table") and is_section(other) for other in tags):
            return True
        return min(ordered) < max((ORDER[other] for other in tags if other in ORDER), default=-1)

    def may_go_on(self, match: re.Match[str]) -> bool:
        """Whether what looks like a damaged tag pair may only be cut off by the end of the text at hand."""
        if self.next_line_end(match.end()) == len(self.text):
            return True
        return _UNFINISHED.match(self.text, match.start()) is not None

    def block_names(self, start: int) -> list[str]:
        """The names of the tags from this offset to the next blank line."""
        names: list[str] = []
        for item in ITEM.finditer(self.text, start):
            kind = item.lastindex
            if kind == TAGS:
                names += [name for name, _ in PAIR.findall(self.text, item.start(), item.end()) if name != "Note"]
            elif kind is not None:
                if not self.final and kind not in (BLANK, CR_BLANK) and not _LINE_END.search(self.text, item.end()):
                    raise NeedMore
                return names
        if not self.final:
            raise NeedMore
        return names

    def stray(self, game: RawGame, start: int, end: int) -> None:
        """Report the text between two offsets, but for the space around it."""
        piece = self.text[start:end]
        first = start + len(piece) - len(piece.lstrip(disorder.SPACE))
        last = start + len(piece.rstrip(disorder.SPACE))
        disorder.stray(game, first, last, self.next_line_end(first))

    def mend(self, game: RawGame, match: re.Match[str]) -> Mended:
        """Read what looks like a tag pair, but is not ``[Name "value"]``."""
        line_end = self.next_line_end(match.start(TAG_VALUE) if match.lastindex == TAG_VALUE else match.start())
        if self.closing[0] < match.end():
            found = _CLOSING.search(self.text, match.end())
            self.closing = found.span() if found else (len(self.text) + 1, len(self.text) + 1)
        game.loose = True
        mended = mend(game, match, line_end, self.closing)
        game.faults.append(mended.fault)
        return mended

    def next_line_end(self, at: int) -> int:
        """Where the line that holds an offset ends; offsets must be asked for in rising order, more or less."""
        if not self.line[0] <= at <= self.line[1]:
            found = _LINE_END.search(self.text, at)
            self.line = at, found.start() if found else len(self.text)
        return self.line[1]

    def take(self, game: RawGame, mended: Mended, start: int) -> str | None:
        """Enter a mended tag; returns the section that it opens."""
        name, value = mended.name, mended.value
        if name is None:
            return None
        at = mended.at
        game.damaged.setdefault(name, (start, at, at + len(value or ""), mended.resume))
        if value is None:
            game.malformed += 1
            return None
        if name == "Note":
            last = "Play" if game.play else "Auction" if game.auction else ""
            game.notes.append((last, value, at))
            return None
        if name in game.tags:
            if is_section(name):
                self.repeated.open(game, name, value, start, mended.resume)
                return ""
            repeated_tag(game, name, value, start, mended.resume)
            return None
        game.tags[name] = value
        if name not in STANDARD:
            game.unknown.append(name)
        return name if is_section(name) else None


def skip_large_game(text: str, start: int) -> int:
    """Where the next game may start behind an offset in a game that is too large, or -1."""
    found = _SKIPPED_TO.search(text, start)
    return found.start() if found else -1
