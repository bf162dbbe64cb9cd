"""Where the parts of a board stand in LIN text; worked out only when something is said of them."""

from __future__ import annotations

from collections.abc import Callable

from pbntools.diagnostics import RECORD, Finding, Fix, Place, TextChange
from pbntools.formats.lin.boards import PairFault
from pbntools.formats.lin.lexer import Pairs
from pbntools.formats.lin.playing import arrange, lead_of
from pbntools.formats.lin.values import calls_in, cards_in
from pbntools.formats.text import Chunk
from pbntools.record import Record

_PLAYERS = ("West", "North", "East", "South")
_TAG_CODES = {
    "Board": ("ah", "qx"),
    "Room": ("qx",),
    "Dealer": ("md",),
    "Vulnerable": ("sv",),
    "Deal": ("md",),
    "Result": ("mc",),
    **dict.fromkeys(_PLAYERS, ("pn",)),
}


class LinMap:
    """The places of a board between two pairs, and what was wrong with its text."""

    __slots__ = ("_calls", "_cards", "_cells", "_end", "_faults", "_pairs", "_start")

    def __init__(self, pairs: Pairs, start: int, end: int, faults: list[PairFault]) -> None:
        self._pairs = pairs
        self._start = start
        self._end = end
        self._faults = faults
        self._calls: list[tuple[int, int]] | None = None
        self._cards: list[tuple[int, int]] | None = None
        self._cells: dict[int, int] | None = None

    @property
    def chunk(self) -> Chunk:
        """The text."""
        return self._pairs.chunk

    def faults(self, record: Record) -> list[tuple[Finding, int, int]]:
        """What was wrong with the text, with local offsets."""
        found = []
        for finding, pair, start, end in self._faults:
            if pair < 0:
                found.append((finding, *self.span(record, finding.place)))
            else:
                at = self._pairs.value_start(pair)
                found.append((finding, at + start, at + end))
        return found

    def span(self, record: Record, place: Place) -> tuple[int, int]:
        """The local offsets of a place; those of the board's first code where the text does not show it."""
        found = None if place == RECORD else self._span(record, place)
        if found is None:
            start = self._pairs.code_start(self._start)
            return start, start + 2
        return found

    def _span(self, record: Record, place: Place) -> tuple[int, int] | None:
        kind = place.kind
        if kind == "deal":
            return self._value("md")
        if kind in ("call", "auction"):
            return self._word(self._call_spans(), place.index) or self._value("mb") or self._value("md")
        if kind == "sequence":
            return self._word(self._card_spans(), place.index)
        if kind == "card" and place.index is not None:
            return self._card(record, place.index)
        if kind in ("card", "play"):
            return self._value("mc") or self._word(self._card_spans(), None) or self._value("mb")
        if kind == "tag":
            for code in _TAG_CODES.get(place.name or "", ()):
                if found := self._value(code):
                    return found
            if place.name in ("Contract", "Declarer", "Auction"):
                return self._word(self._call_spans(), None)
            if place.name in ("Result", "Play", "Score"):
                return self._word(self._card_spans(), None)
        return None

    def _word(self, spans: list[tuple[int, int]], index: int | None) -> tuple[int, int] | None:
        """The span of a word; with no index, that of the last one."""
        if not spans:
            return None
        return spans[-1] if index is None or index >= len(spans) else spans[index]

    def _value(self, code: str) -> tuple[int, int] | None:
        """The span of the value of a code, the first of the board."""
        pairs = self._pairs
        for pair in range(self._start, self._end):
            if pairs.codes[pair] == code:
                start = pairs.value_start(pair)
                value = pairs.values[pair]
                return start + len(value) - len(value.lstrip()), start + len(value.rstrip())
        return None

    def _call_spans(self) -> list[tuple[int, int]]:
        if self._calls is None:
            self._calls = [(start, end) for _, start, end in self._words("mb", calls_in)]
        return self._calls

    def _card_spans(self) -> list[tuple[int, int]]:
        if self._cards is None:
            self._cards = [(start, end) for _, start, end in self._words("pc", cards_in)]
        return self._cards

    def _words(self, code: str, words_in: Callable[..., object]) -> list[tuple[int, int, int]]:
        pairs = self._pairs
        found = []
        for pair in range(self._start, self._end):
            if pairs.codes[pair] == code:
                value = pairs.values[pair]
                text = value.strip() if "\n" in value or "\r" in value else value
                at = pairs.value_start(pair) + (value.index(text) if text else 0)
                found += [(word.number, at + word.start, at + word.end) for word in words_in(text)]  # type: ignore[attr-defined]
        return found

    def _card(self, record: Record, cell: int) -> tuple[int, int] | None:
        if self._cells is None:
            self._cells = self._cells_of(record)
        spans = self._card_spans()
        index = self._cells.get(cell)
        if index is None:
            # A card that is missing: the last one that is not.
            before = [at for other, at in self._cells.items() if other < cell]
            index = max(before, default=-1)
        if not spans or index >= len(spans):
            return self._value("mc") or self._value("mb")
        return spans[max(index, 0)]

    def _cells_of(self, record: Record) -> dict[int, int]:
        """By cell, the index of its card in the text."""
        play = record.play
        if play is None:
            return {}
        strain, leader = lead_of(record.auction, record.contract, record.declarer)
        masks = (None,) * 4 if record.deal is None else record.deal.masks
        cards = [number for number, _, _ in self._words("pc", cards_in)]
        found = arrange(cards, masks, strain, leader, cells=True)
        return {cell: index for index, cell in enumerate(found.cells or ())}

    def changes(self, _record: Record, _fix: Fix) -> list[TextChange] | None:
        """None: LIN is not mended."""
        return None

    def extent(self) -> tuple[int, int]:
        """The offsets of the whole board in the file."""
        offset = self.chunk.offset
        return offset + self._pairs.first(self._start), offset + self._pairs.first(self._end)

    def pairs(self) -> list[tuple[str, str, int, int]]:
        """The board's pairs: code, value as it stands, and where the value starts and ends in the file."""
        pairs, offset = self._pairs, self.chunk.offset
        found = []
        for pair in range(self._start, self._end):
            at = offset + pairs.value_start(pair)
            found.append((pairs.codes[pair], pairs.values[pair], at, at + len(pairs.values[pair])))
        return found

    def code_offset(self, code: str) -> int:
        """Where the first pair of a code starts in the file; -1 where the board has none."""
        for pair in range(self._start, self._end):
            if self._pairs.codes[pair] == code:
                return self.chunk.offset + self._pairs.code_start(pair)
        return -1

    def ignored(self) -> list[str]:
        """No rules: LIN has no place for a directive."""
        return []


__all__ = ["LinMap"]
