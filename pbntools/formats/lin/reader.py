"""Reads LIN: boards one after the other, vugraph records with two rooms, and lessons.

The text is read in blocks and cut at the codes that begin a board; only the board that is under way is carried from one
block to the next.  Content never raises.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import compress
from typing import NamedTuple

from pbntools import rules
from pbntools.diagnostics import Diagnostic, Finding, Location, Rule, diagnostic_of
from pbntools.formats.lin.boards import Board
from pbntools.formats.lin.header import Header
from pbntools.formats.lin.lexer import Pairs
from pbntools.formats.lin.places import LinMap
from pbntools.formats.reading import AT_ONCE, Reading
from pbntools.formats.text import Chunk, Input, TextSource, count_line_ends
from pbntools.formats.text_reader import TextReader, placed
from pbntools.said import Said

MOST = 16 << 20
"""Characters of a board; a longer one is not read."""
MOST_PAIRS = 1 << 18
"""Codes of a board; one with more is not read."""
_TOO_LARGE = Finding(
    rules.FORMAT_TOO_LARGE, Said("the board that starts here is longer than {size} MB; it is not read", size=MOST >> 20)
)
_TOO_MANY = Finding(
    rules.FORMAT_TOO_LARGE,
    Said("the board that starts here has more than {most} codes; it is not read", most=MOST_PAIRS),
)
_BEGINNINGS = frozenset(("qx", "pn", "md", "vg"))
_BEFORE_HANDS = frozenset(("st", "rh", "ah"))
_OF_A_BOARD = frozenset(("md", "mb", "pc", "mc"))


class _Begun(NamedTuple):
    """A board whose pairs were read: its number and where they stand, and what is to be said with it."""

    board: Board
    number: int
    start: int
    end: int
    extra: list[Diagnostic]
    between: dict[tuple[Rule, str], None]


class LinReader(TextReader):
    """Reads the records of one file; iterate over it once."""

    format = "lin"

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        super().__init__(TextSource(source, name=name, encoding=encoding, embeds=False))
        self._decoder = self._source.decoder
        self._head: Header | None = None
        self._between: dict[tuple[Rule, str], None] = {}

    def _readings(self) -> Iterator[Reading]:
        text, offset, line, before = "", self._source.offset, 1, 0
        wanted = 1
        final = False
        while not final:
            blocks: list[str] = []
            while len(blocks) < wanted and not final:
                block = self._source.read()
                final = not block
                blocks.append(block)
                self._ends.add(block)
            text += "".join(blocks)
            chunk = Chunk(text, offset, line, self.path, self._decoder, before)
            if not text.isascii():
                self._decoder.meet(text)
            pairs = Pairs(chunk, final=final)
            if pairs.faults:
                # Many places are asked for then, and so all are worked out at once.
                _ = pairs.starts
            cuts = segments(pairs.codes)
            # The last board may go on in the next block.
            ready = cuts if final else cuts[:-1]
            end = len(pairs.codes) if final else cuts[-1]
            faults = iter(pairs.faults)
            fault = next(faults, None)
            begun: list[_Begun] = []
            for number, start in enumerate(ready):
                stop = cuts[number + 1] if number + 1 < len(cuts) else len(pairs.codes)
                extra: list[Diagnostic] = []
                if fault is not None:
                    behind = len(text) if stop >= len(pairs.codes) else pairs.first(stop)
                    while fault is not None and fault.start <= behind and (fault.start < behind or stop == end):
                        finding = Finding(fault.rule, fault.message)
                        extra.append(placed(finding, chunk, fault.start, fault.end))
                        fault = next(faults, None)
                many = stop - start > MOST_PAIRS
                if many or (len(text) > MOST and pairs.first(stop) - pairs.first(start) > MOST):
                    yield from self._finished(pairs, begun)
                    at = pairs.code_start(start)
                    self._note(placed(_TOO_MANY if many else _TOO_LARGE, chunk, at, at))
                    continue
                if self._may_be_head(pairs.codes[start:stop]):
                    yield from self._finished(pairs, begun)
                    start = self._take_head(pairs, start, stop)
                    if start < 0:
                        for diagnostic in extra:
                            self._note(diagnostic)
                        continue
                begun.append(self._begin(pairs, start, stop, extra))
                if len(begun) >= AT_ONCE:
                    yield from self._finished(pairs, begun)
            yield from self._finished(pairs, begun)
            used = len(text) if final else pairs.first(end)
            rest = text[used:]
            offset += used
            ends = count_line_ends(text[:used])
            last = max(text.rfind("\n", 0, used), text.rfind("\r", 0, used))
            before = used - last - 1 if last >= 0 else before + used
            line += ends
            wanted = 1 if used else wanted * 2
            text = rest
            many = not used and text.count("|") > 2 * MOST_PAIRS
            if (many or len(text) > MOST) and not final:
                rest_chunk = Chunk(text[:200], offset, line, self.path, self._decoder, before)
                start = min(len(text) - len(text.lstrip()), 200)
                self._note(placed(_TOO_MANY if many else _TOO_LARGE, rest_chunk, start, start))
                text, offset, line, before = self._skip(text, offset, line)
                wanted = 1
        self._close_header()

    def _skip(self, text: str, offset: int, line: int) -> tuple[str, int, int, int]:
        """Pass over a board that is too long, up to the next line that begins with the code of a board."""
        while True:
            found = min(
                (at for code in ("qx", "pn", "vg", "md") if (at := text.find(f"\n{code}|", 8)) >= 0), default=-1
            )
            if found >= 0:
                return text[found + 1 :], offset + found + 1, line + count_line_ends(text[: found + 1]), 0
            keep = text[-8:]
            offset += len(text) - len(keep)
            line += count_line_ends(text[: len(text) - len(keep)])
            block = self._source.read()
            if not block:
                return "", offset + len(keep), line, 0
            self._ends.add(block)
            text = keep + block

    def _may_be_head(self, codes: list[str]) -> bool:
        """Whether some pairs may begin with what counts for all boards."""
        return not self.records or codes[:1] == ["vg"] or not ("md" in codes or _plays(codes))

    def _begin(self, pairs: Pairs, start: int, end: int, extra: list[Diagnostic]) -> _Begun:
        """Read the pairs of a board."""
        board = Board(self._decoder.decode)
        board.read(pairs.codes, pairs.values, start, end)
        between = self._between
        if between:
            self._between = {}
        if self._found:
            extra = self._taken() + extra
        self.records += 1
        return _Begun(board, self.records - 1, start, end, extra, between)

    def _finished(self, pairs: Pairs, begun: list[_Begun]) -> list[Reading]:
        """The readings of boards that were begun under one head."""
        records = [one.board.record(self._head, pairs.values) for one in begun]
        readings = []
        for one, record in zip(begun, records, strict=True):
            board, faults = one.board, one.board.faults
            if not board.has_deal:
                faults.append((Finding(rules.LIN_NO_DEAL, Said("the board has no hands (md)")), -1, 0, 0))
            unheld = {**one.between, **board.unheld} if one.between else board.unheld
            places = LinMap(pairs, one.start, one.end, faults)
            readings.append(Reading(record, one.number, self.path, places, one.extra or None, unheld=tuple(unheld)))
        begun.clear()
        return readings

    def _take_head(self, pairs: Pairs, start: int, end: int) -> int:
        """Take what counts for all boards; returns where the board itself starts, -1 where there is none."""
        codes, values = pairs.codes, pairs.values
        board = next((at for at in range(start, end) if codes[at] in _OF_A_BOARD), -1)
        is_head = any(codes[at] in ("vg", "rs", "pw", "mp", "bn") for at in range(start, board if board >= 0 else end))
        if board >= 0 and not is_head:
            return start
        if codes[start:end].count("vg"):
            self._close_header()
            self._head = Header()

        def tell(finding: Finding, pair: int, begin: int, finish: int) -> None:
            at = pairs.value_start(pair)
            self._note(placed(finding, pairs.chunk, at + begin, at + finish))

        for at in range(start, board if board >= 0 else end):
            code = codes[at]
            if board >= 0 and code == "qx":
                return at
            if code == "pn" and codes[start] == "qx":
                # The names of a table that was not covered.
                continue
            if self._head is None and code in ("rs", "pn", "pw", "mp", "bn"):
                self._head = Header()
            if self._head is not None and self._head.take(code, values[at], self._decoder.decode, at, tell):
                continue
            if code == "nt" and values[at].strip():
                self._between[rules.COMMENT_LOST, "LIN's texts that stand outside any board"] = None
            elif values[at].strip() and code != "qx":
                self._between[rules.PRESENTATION_LOST, f"LIN's {code}, which is not part of the record"] = None
        return board

    def _close_header(self) -> None:
        header = self._head
        missing = header.not_covered() if header is not None else []
        if missing:
            message = Said.counted(
                "the list of results has {n} table of which the file has no record",
                "the list of results has {n} tables of which the file has no record",
                n=len(missing),
            )
            at = Location(self.path, 0, 0, 1, 1, 1, 1)
            self._note(diagnostic_of(Finding(rules.LIN_NOT_COVERED, message), at, record=None, board=None))

    def _unheld(self) -> tuple[tuple[Rule, str], ...]:
        return tuple(self._between)


def _plays(codes: list[str]) -> bool:
    return not _OF_A_BOARD.isdisjoint(codes)


def segments(codes: list[str]) -> list[int]:
    """The pairs at which the boards and the texts between them start."""
    marks = list(compress(range(len(codes)), map(_BEGINNINGS.__contains__, codes)))
    opening = _opening_names(codes, marks)
    cuts = [0]
    dealt = False
    for at in marks:
        code = codes[at]
        if code == "qx" or code == "vg":
            if at:
                cuts.append(at)
            dealt = False
        elif code == "pn":
            if dealt and at in opening:
                cuts.append(at)
                dealt = False
        else:
            if dealt:
                while at - 1 > cuts[-1] and codes[at - 1] in _BEFORE_HANDS:
                    at -= 1
                cuts.append(at)
            dealt = True
    return cuts


def _opening_names(codes: list[str], marks: list[int]) -> set[int]:
    """The names that open a board: hands follow them before anything else that begins one."""
    found = set()
    hands = False
    for at in reversed(marks):
        code = codes[at]
        if code != "pn":
            hands = code == "md"
        elif hands:
            found.add(at)
    return found


__all__ = ["MOST", "LinReader", "segments"]
