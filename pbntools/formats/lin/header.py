"""What stands at the head of a vugraph record and counts for all of its boards: titles, teams, names, results."""

from __future__ import annotations

from collections.abc import Callable

from pbntools import rules
from pbntools.diagnostics import Finding
from pbntools.formats.lin.values import Label, Listed, parse_result
from pbntools.said import Said

_SCORING = {"I": "IMP", "P": "MP", "B": "BAM"}
SCORING_LETTERS = {name: letter for letter, name in _SCORING.items()}
_PLACEHOLDERS = frozenset(("south,west,north,east", "north,east,south,west", "s,w,n,e", "n,e,s,w"))
"""Names that are those of the seats, whichever way round."""
MOST_BOARDS = 100_000
"""Entries of a list at the head that are looked at."""

Tell = Callable[[Finding, int, int, int], None]
"""Told a finding, the pair that it is of, and offsets in the value."""


class Header:
    """The codes ``vg``, ``rs``, ``pn``, ``pw``, ``mp`` and ``bn`` before the first board."""

    def __init__(self) -> None:
        self.tags: dict[str, str] = {}
        self.carried: list[tuple[str, str]] = []
        """The sides' carry-over, by field, where it is not zero."""
        self.scoring = ""
        self.names: list[str] = []
        self.results: list[str] = []
        self.scores: list[str] = []
        self.covered: set[int] = set()
        """The entries of the results that a board of the file answers to."""
        self._first = self._last = 0
        self._index: dict[str, int] = {}
        self._players: list[str] = []
        self._filled: list[str] = []

    @property
    def counts(self) -> bool:
        """Whether anything is known of all boards."""
        return bool(self.tags or self.names or self.results or self.scores or self._players or self._index)

    def take(self, code: str, value: str, decode: Callable[[str], str], pair: int, tell: Tell) -> bool:
        """Take a pair; False where the code is none of the head."""
        if code == "vg":
            self._take_titles(value, decode, pair, tell)
        elif code == "rs":
            self.results = self._entries(value)
            self._look_at_results(value, pair, tell)
        elif code == "pn":
            self.names = names_of(decode(value), pair, tell)
        elif code == "pw":
            self._players = [name.strip() for name in decode(value).split(",", MOST_BOARDS)]
            self._filled = []
        elif code == "mp":
            self.scores = self._entries(value)
        elif code == "bn":
            self._index = {}
            for entry in self._entries(value):
                self._index.setdefault(entry.lstrip("0") or entry, len(self._index))
        else:
            return False
        return True

    def _entries(self, value: str) -> list[str]:
        return [entry.strip() for entry in value.split(",", MOST_BOARDS)]

    def _take_titles(self, value: str, decode: Callable[[str], str], pair: int, tell: Tell) -> None:
        fields = [" ".join(field.split()) for field in decode(value).split(",", 100)]
        if len(fields) > 9 and not any(fields[9:]):
            # Many files have one comma more behind the last field.
            fields = fields[:9]
        if len(fields) != 9:
            message = Said("vg has {n} fields with commas between; nine are expected", n=len(fields))
            tell(Finding(rules.LIN_HEADER, message), pair, 0, len(value))
            if len(fields) > 9:
                return
        fields += [""] * (9 - len(fields))
        event, stage, scoring, first, last, home, home_carry, visit, visit_carry = fields
        self.scoring = scoring.upper()
        self.tags = {
            "Event": event, "Stage": stage, "Scoring": _SCORING.get(self.scoring, ""), "HomeTeam": home,
            "VisitTeam": visit,
        }  # fmt: skip
        self.carried = [
            (side, carry) for side, carry in (("home", home_carry), ("visiting", visit_carry)) if carry.strip("0. ")
        ]
        self._first = int(first) if first.isascii() and first.isdigit() and len(first) < 7 else 0
        self._last = int(last) if last.isascii() and last.isdigit() and len(last) < 7 else 0

    def _look_at_results(self, value: str, pair: int, tell: Tell) -> None:
        entries = self.results
        at = 0
        wrong = 0
        for entry in value.split(",", MOST_BOARDS):
            text = entry.strip()
            if text and parse_result(text) is None:
                wrong += 1
                if wrong <= 10:
                    begin = at + len(entry) - len(entry.lstrip())
                    message = Said("an entry of the list of results that cannot be read")
                    tell(Finding(rules.LIN_RESULT_LIST, message), pair, begin, begin + len(text))
            at += len(entry) + 1
        # Old files lack the comma behind the last entry, which is then empty.
        if len(entries) & 1 and len(entries) > 1 and entries[-1]:
            message = Said("the list of results has {n} entries, and so not two for each board", n=len(entries))
            tell(Finding(rules.LIN_RESULT_LIST, message), pair, 0, len(value))

    def position(self, label: Label | None) -> int:
        """The entry of the lists that a board has; -1 where that is not known."""
        if label is None:
            return -1
        room = label.room == "Closed"
        if self._index:
            at = self._index.get(label.number, -1)
            return -1 if at < 0 else 2 * at + room
        number = int(label.number)
        if not 0 < self._first <= number or (self._last and number > self._last):
            return -1
        return 2 * (number - self._first) + room

    def result(self, position: int) -> Listed | None:
        """The result of a board in the list; None where it has none that can be read."""
        if not 0 <= position < len(self.results):
            return None
        self.covered.add(position)
        return parse_result(self.results[position])

    def score(self, position: int) -> tuple[str, str] | None:
        """The tag and the value of a board's score, for the first of its two tables."""
        if position < 0 or position & 1 or position >= len(self.scores):
            return None
        name = {"I": "ScoreIMP", "P": "ScoreMP"}.get(self.scoring)
        ours = self.scores[position]
        theirs = self.scores[position + 1] if position + 1 < len(self.scores) else ""
        if name is None or bool(ours) == bool(theirs):
            return None
        return name, f"NS {ours}" if ours else f"EW {theirs}"

    def players(self, position: int, room: str) -> list[str]:
        """The four names at a table, in the order of LIN; empty where they are not known."""
        closed = room == "Closed"
        if self._players:
            found = self._listed_players(position, closed)
            if found:
                return found
        return table_names(self.names, closed)

    def _listed_players(self, position: int, closed: bool) -> list[str]:
        players = self._players
        size = len(players)
        if size % 4 == 1 and not players[-1]:
            size -= 1
        if size <= 8:
            return table_names(players[:size], closed)
        boards = max(len(self.results) // 2, len(self._index), 1)
        width = 8 if boards > 1 and size >= 8 * boards else 4
        if position < 0 or (width == 4 and closed):
            return []
        if not self._filled:
            # A blank means the same as at the board before.
            filled = players[:size]
            for at in range(width, size):
                filled[at] = filled[at] or filled[at - width]
            self._filled = filled
        start = position // 2 * width + (4 if closed else 0)
        return self._filled[start : start + 4]

    def not_covered(self) -> list[int]:
        """The entries with a result that no board of the file answers to."""
        if not (self._first or self._index):
            return []
        return [at for at, entry in enumerate(self.results) if entry and at not in self.covered]


def names_of(text: str, pair: int, tell: Tell | None) -> list[str]:
    """The names of a list; a wrong number of them is told."""
    names = [" ".join(name.split()) for name in text.split(",", 100)]
    while len(names) > 4 and len(names) % 4 and not names[-1]:
        names.pop()
    if len(names) not in (4, 8) and any(names) and tell is not None:
        message = Said("{n} names; four are expected, or eight for two rooms (S, W, N, E each)", n=len(names))
        tell(Finding(rules.LIN_NAMES, message), pair, 0, len(text))
    return names


def table_names(names: list[str], closed: bool) -> list[str]:
    """The four names of a room, of a list of four or eight."""
    if len(names) < 8:
        # Four names are those of the only table, or of the open room.
        return [] if closed else known_names(names[:4])
    return known_names(names[4:8] if closed else names[:4])


def known_names(names: list[str]) -> list[str]:
    """The names; empty where they are those of the seats, which say nothing."""
    return [] if ",".join(names).lower() in _PLACEHOLDERS else names


__all__ = ["MOST_BOARDS", "SCORING_LETTERS", "Header", "known_names", "names_of", "table_names"]
