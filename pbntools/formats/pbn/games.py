"""From text to games: which tags, sections and notes belong together, and what went wrong on the way.

A game is a span of a chunk.  By the standard a blank line ends it (PBN 2.1 §2.4); where real files put a blank line
inside a game, or none between two, the game is put together as it was meant, with a diagnostic.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from pbntools import rules
from pbntools.formats.pbn.lexer import (
    BLANK,
    BRACE,
    BRACKET,
    CR_BLANK,
    CR_ESCAPE,
    ESCAPE,
    FIRST_ESCAPE,
    ITEM,
    LINE,
    MAX_GAME,
    ORDER,
    PAIR,
    PLAIN,
    SEMICOLON,
    STANDARD,
    TAG_VALUE,
    TAGS,
    is_section,
)
from pbntools.formats.pbn.mending import mend
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.formats.text import Chunk
from pbntools.rules import selects

_MANY_NAMES = 10_000
_SPACE = " \t\r\n\v\f"
_UNQUOTED = re.compile(r"\[[ \t]*+([A-Z][A-Za-z0-9_]*+)(?:[ \t]++([^\"\]\r\n]*+))?\]")
_CALLS_OR_CARDS = re.compile(
    r"(?:[ \t\r\n]++|(?:[1-7](?:[CDHSN]|NT)|Pass|P|X|XX|AP|[SHDC][2-9TJQKA]|[-*+]|=\d+=|\$\d+)(?=[ \t\r\n]|\Z))*+\Z",
    re.IGNORECASE,
)
_TAG_LINE = re.compile(
    r"[\r\n][ \t]*+\[(?:Event|Site|Date|Board|West|North|East|South|Dealer|Vulnerable|Deal)[ \t]*+\""
)
_STARTERS = frozenset(("Event", "Board", "Deal"))
_LINE_END = re.compile(r"[\r\n]")
_CLOSING = re.compile(r'"[ \t]*+\]')
_HEAD = 3  # a byte order mark may stand before the first line
_OPEN = frozenset((TAG_VALUE, BRACKET))
_UNFINISHED = re.compile(
    r"\[[ \t\r\n\v\f]*+(?:[A-Za-z0-9_]++[ \t\r\n\v\f]*+"
    r'(?:"[^"\\\r\n]*+(?:\\[^\r\n][^"\\\r\n]*+)*+(?:\\|"[ \t\r\n\v\f]*+)?)?)?\Z'
)
_CHARSET = re.compile(r"%[ \t]*Content-type:.*?charset[ \t]*=[ \t]*\"?([A-Za-z0-9._:-]+)", re.IGNORECASE)
_FORMAT_LINE = re.compile(r"%[ \t]*([A-Z]{2,5})\b(.*)")
_VERSION = re.compile(r"[ \t]+\d+\.\d+[ \t]*\Z")
_IGNORE = re.compile(r"%[ \t]*pbntools:[ \t]*(.*)")
_SKIPPED_TO = re.compile(r"(?:\r\n?+|\n)[ \t]*+(?:\r\n?+|\n)[ \t\r\n]*+(?=\[)")


_TAG_NAMES: dict[str, str] = {}
"""What stands between two values of a run of tag pairs, to the name of the tag that it opens."""


_FIRST_NAMES: dict[str, str] = {}
_NEXT_NAMES: dict[str, str] = {}
"""Of those, the ones that open a line of their own: behind nothing, and behind a tag pair that ends its line."""

_LINE_OPENING = re.compile(r"(\]\r?\n)?\[[A-Za-z0-9_]++ *+\Z")
_LONGEST_RUN = 4096
_RUN_END = re.compile(r'"\](?!\r?\n\[)')


def _cut(run: str) -> tuple[list[str], list[str]]:
    """Names and values of a run of tag pairs."""
    if '\\"' in run:
        pairs = PAIR.findall(run)
        return [name for name, _ in pairs], [value for _, value in pairs]
    parts = run.split('"')
    del parts[-1]
    known = _TAG_NAMES
    try:
        return [known[part] for part in parts[::2]], parts[1::2]
    except KeyError:
        if len(known) > _MANY_NAMES:
            for names in (known, _FIRST_NAMES, _NEXT_NAMES):
                names.clear()
        for part in parts[::2]:
            known[part] = name = part.strip("[] \t\r\n\v\f")
            if opening := _LINE_OPENING.match(part):
                (_NEXT_NAMES if opening[1] else _FIRST_NAMES)[part] = name
        return [known[part] for part in parts[::2]], parts[1::2]


class NeedMore(Exception):
    """The text at hand ends before the current item does."""


class GameScanner:
    """Cuts a file into games.  One per file; feed it texts that start where the last game ended."""

    def __init__(self) -> None:
        self.consumed = 0
        """How much of the last text belongs to games that were given out."""
        self.file_ignored: list[str] = []
        self.seen_game = False
        self.unseparated = ""
        """The tag that starts the next game without a blank line before it."""
        self.opening: Fault | None = None
        """What is wrong with the first line of the file."""

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

    def directive(self, chunk: Chunk, start: int, line: str, game: RawGame, *, first: bool) -> None:
        """Take note of an escape line that says something: which rules to leave out, or the character set.

        ``first`` tells that no tag stands before it in the file.
        """
        if found := _IGNORE.match(line):
            verb, *names = [word for word in re.split(r"[\s,]+", found[1]) if word] or [""]
            known = [name for name in names if any(selects(name, rule) for rule in rules.RULES.values())]
            wrong = [name for name in names if name not in known]
            if verb != "ignore" or not names:
                wrong.insert(0, verb)
                known = []
            (self.file_ignored if first else game.ignored).extend(known)
            if wrong:
                at = start + found.start(1)
                shown = chunk.decoder.decode(", ".join(wrong))[:60]
                message = f"{shown!r} is not understood: expected ignore and the codes or names of rules"
                game.faults.append(Fault(rules.UNKNOWN_DIRECTIVE, at, at + len(found[1].rstrip()), message))
        elif (found := _CHARSET.match(line)) and not chunk.decoder.declare(found[1]):
            at = start + found.start(1)
            message = f"the character set {found[1][:40]!r} is not known"
            game.faults.append(Fault(rules.ENCODING, at, at + len(found[1]), message))
        elif first and chunk.offset + start <= _HEAD:
            found = _FORMAT_LINE.match(line)
            if found and not (found[1] == "PBN" and _VERSION.match(found[2])) and line.strip() != "% EXPORT":
                shown = chunk.decoder.decode(line).strip()[:60]
                message = f"{shown!r} is no format line of the standard"
                self.opening = Fault(rules.UNKNOWN_DIRECTIVE, 0, len(line), message, "write % PBN 2.1")


class _Scan:
    """One pass over one text."""

    def __init__(self, scanner: GameScanner, chunk: Chunk, final: bool) -> None:
        self.scanner = scanner
        self.chunk = chunk
        self.text = chunk.text
        self.final = final
        self.brace_end = -1
        self.tag_line = -1
        self.opening = -1
        self.closing = -1, -1
        self.run_end = -1
        self.line = 0, -1
        self.next_mark = -1
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
            game.faults.append(self.no_separator(scanner.unseparated, at))
        tags = game.tags
        section: str | None = None  # the section whose data may follow
        data = 0  # where its data starts
        gap = at  # where text that no item covers starts
        blank = -1  # where the first blank line since the last content starts
        between = False  # whether a comment or escape line came after that blank line
        told = False  # whether a blank line inside this game was reported
        here = game  # the game that takes what stands here: behind a blank line, the next one
        if at_start:
            opening = FIRST_ESCAPE.match(text)
            if opening:
                scanner.directive(chunk, 0, opening[0], game, first=True)
                at = gap = opening.end()
        search = ITEM.search
        find = text.find
        begins = text.startswith
        while True:
            start = at if begins("[", at) else at + 1 if begins("\n[", at) else -1
            run = self.plain_run(start) if start >= 0 else None
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
                    names, values = _cut(text[start:at])
            if start > gap and (section is None or blank >= 0):
                # Text that belongs to no section, or that stands behind a blank line.
                piece = text[gap:start].strip(_SPACE)
                if piece:
                    if blank >= 0 and section is not None and not between and _CALLS_OR_CARDS.match(piece):
                        if not told:
                            told = True
                            self.blank_line(game, blank)
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
                                game.faults.append(self.no_separator(name, start))
                            tags = game.tags
                            told = False
                        else:
                            game.take(here)
                            if blank >= 0 and not told:
                                told = True
                                self.blank_line(game, blank)
                    blank = -1
                    between = False
                    here = game
                if section is not None:
                    self.close(game, section, data, start)
                    section = None
                gap = stop
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
                            game.faults.append(self.no_separator(name, begin))
                            here = game
                            tags = game.tags
                            told = False
                            tags[name] = value
                            continue
                        self.duplicate(game, name, value, begin, finish)
                        if is_section(name):
                            # The data of a repeated section is passed over with it.
                            section = ""
                            data = finish
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
                line = match[0].lstrip()
                first = not scanner.seen_game and not tags
                scanner.directive(chunk, match.end() - len(line), line, here, first=first)
                gap = match.end()
                between = between or blank >= 0
                if section is not None and blank < 0:
                    game.plain = False
                continue
            if kind == SEMICOLON:
                gap = match.end()
                between = between or blank >= 0
                if section is not None and blank < 0:
                    game.plain = False
                continue
            if kind == BRACE:
                at = gap = self.brace(here, start)
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
                    told = False
                blank = -1
                between = False
                here = game
            if section is not None:
                self.close(game, section, data, start)
            at, section = self.damaged(game, match, section)
            gap = data = at
        if not self.final:
            raise NeedMore
        piece = text[gap:].strip(_SPACE)
        if piece and (section is None or blank >= 0):
            if blank >= 0 and section is not None and not between and _CALLS_OR_CARDS.match(piece):
                if not told:
                    self.blank_line(game, blank)
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
        game.end = end
        self.scanner.unseparated = unseparated
        self.scanner.consumed = end
        self.scanner.seen_game = True
        return game

    def close(self, game: RawGame, section: str, start: int, end: int) -> None:
        """A section's data ends."""
        if section == "Auction":
            game.auction = (start, end)
        elif section == "Play":
            game.play = (start, end)
        elif section:
            game.tables.append((section, start, end))

    def plain_run(self, start: int) -> tuple[list[str], list[str], int] | None:
        """Names, values and end of a run of tag pairs, one a line and without escaped quotes, that opens at an offset.

        What it gives is what `ITEM` gives, in a third of the time: quotes cut the run, and what stands between two
        values must be something that `ITEM` has found to be right before.
        """
        if self.run_end < start:
            found = _RUN_END.search(self.text, start)
            self.run_end = found.start() if found else len(self.text) + _LONGEST_RUN
        stop = self.run_end + 2
        if stop - start > _LONGEST_RUN:
            return None
        run = self.text[start:stop]
        parts = run.split('"')
        following = _NEXT_NAMES
        try:
            names = [_FIRST_NAMES[parts[0]], *[following[part] for part in parts[2:-1:2]]]
        except KeyError:
            return None
        values = parts[1::2]
        if len(parts) != 2 * len(names) + 1 or run.count("\n") != len(names) - 1 or '\\"' in run:
            return None
        if "\r" in run and run.count("\r") != run.count("\r\n"):
            return None
        return names, values, stop

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
        return "Deal" in tags or "Auction" in tags or "Play" in tags

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

    def brace(self, game: RawGame, start: int) -> int:
        """Where the text goes on behind a comment in braces; one that never closes ends at its line."""
        if self.brace_end < start:
            found = self.text.find("}", start)
            self.brace_end = found if found >= 0 else len(self.text) + MAX_GAME
        if self.brace_end - start <= MAX_GAME and self.brace_end < len(self.text) and not self.swallows(start):
            game.braces[start] = self.brace_end, self.brace_end + 1
            return self.brace_end + 1
        if not self.final and self.brace_end >= len(self.text) and len(self.text) - start <= MAX_GAME:
            raise NeedMore
        line = LINE.match(self.text, start)
        end = line.end() if line else start + 1
        game.faults.append(
            Fault(
                rules.UNTERMINATED_COMMENT,
                start,
                end,
                "this { is never closed; the comment is read to the end of its line",
                "close the comment with }",
            )
        )
        game.braces[start] = end, end
        return end

    def swallows(self, start: int) -> bool:
        """Whether the comment that opens here was never closed: the brace that would close it belongs to another one,
        which opens behind a line with a tag pair."""
        close = self.brace_end
        if self.text.find("{", start + 1, close) < 0:
            return False
        if self.tag_line < start:
            found = _TAG_LINE.search(self.text, start)
            self.tag_line = found.start() if found else len(self.text)
        if self.tag_line >= close:
            return False
        if self.opening < self.tag_line:
            at = self.text.find("{", self.tag_line)
            self.opening = at if at >= 0 else len(self.text)
        return self.opening < close

    def blank_line(self, game: RawGame, blank: int) -> None:
        line_end = 2 if self.text.startswith("\r\n", blank) else 1
        game.faults.append(
            Fault(
                rules.BLANK_LINE_INSIDE_GAME,
                blank + line_end,
                blank + line_end,
                "a blank line ends a game, but the game goes on after this one",
                "remove the blank line",
            )
        )

    def no_separator(self, name: str, start: int) -> Fault:
        return Fault(
            rules.MISSING_SEPARATOR,
            start,
            start + len(name) + 1,
            f"{name} starts a new game, but no blank line stands before it",
            "put a blank line between two games",
        )

    def duplicate(self, game: RawGame, name: str, value: str, start: int, end: int) -> None:
        decode = self.chunk.decoder.decode
        same = game.tags[name] == value
        detail = "with the same value" if same else f'the first one, "{decode(game.tags[name])}", counts'
        game.faults.append(Fault(rules.DUPLICATE_TAG, start, end, f"{name} is given a second time; {detail}"))

    def stray(self, game: RawGame, start: int, end: int) -> None:
        """Report text that belongs to nothing, once for each piece."""
        piece = self.text[start:end]
        first = start + len(piece) - len(piece.lstrip(_SPACE))
        last = start + len(piece.rstrip(_SPACE))
        line_end = min(self.next_line_end(first), last)
        shown = self.chunk.decoder.decode(self.text[first:line_end])[:60].rstrip()
        what = (
            "a closing brace without its opening one"
            if shown == "}"
            else f"text outside any tag, section or comment: {shown!r}"
        )
        game.faults.append(
            Fault(
                rules.STRAY_TEXT,
                first,
                last,
                what,
                "put it into a comment { } or an escape line that starts with %",
            )
        )

    def damaged(self, game: RawGame, match: re.Match[str], section: str | None) -> tuple[int, str | None]:
        """Read a tag pair that is not ``[Name "value"]``; returns where the text goes on, and the open section."""
        line_end = self.next_line_end(match.start(TAG_VALUE) if match.lastindex == TAG_VALUE else match.start())
        if self.closing[0] < match.end():
            found = _CLOSING.search(self.text, match.end())
            self.closing = found.span() if found else (len(self.text) + 1, len(self.text) + 1)
        mended = mend(game, match, line_end, self.closing)
        game.faults.append(mended.fault)
        if mended.name is None:
            return mended.resume, section
        value = mended.value or ""
        span = match.start(), mended.at, mended.at + len(value), mended.resume
        game.damaged.setdefault(mended.name, span)
        if mended.value is None:
            game.malformed += 1
            return mended.resume, None
        return mended.resume, self.take(game, mended.name, value, span)

    def next_line_end(self, at: int) -> int:
        """Where the line that holds an offset ends; offsets must be asked for in rising order, more or less."""
        if not self.line[0] <= at <= self.line[1]:
            found = _LINE_END.search(self.text, at)
            self.line = at, found.start() if found else len(self.text)
        return self.line[1]

    def take(self, game: RawGame, name: str, value: str, span: tuple[int, int, int, int]) -> str | None:
        """Enter a mended tag; returns the section that it opens."""
        if name == "Note":
            last = "Play" if game.play else "Auction" if game.auction else ""
            game.notes.append((last, value, span[1]))
            return None
        if name in game.tags:
            self.duplicate(game, name, value, span[0], span[3])
            return "" if is_section(name) else None
        game.tags[name] = value
        if name not in STANDARD:
            game.unknown.append(name)
        return name if is_section(name) else None


def skip_large_game(text: str, start: int) -> int:
    """Where the next game may start behind an offset in a game that is too large, or -1."""
    found = _SKIPPED_TO.search(text, start)
    return found.start() if found else -1
