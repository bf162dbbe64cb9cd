"""Instant matchpoints: a table that was made beforehand tells what a score is worth, without a comparison.

Source: InstantScoreTable (PBN 2.1 §5), and events with published tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pbntools import rules
from pbntools.events.awards import Award, parts_of
from pbntools.events.lines import BoardKey, Findings, Origin
from pbntools.events.rounding import short_text
from pbntools.formats.pbn.table_rows import ScoreRange, typed_rows
from pbntools.record import Table
from pbntools.said import Said


@dataclass(frozen=True, slots=True)
class InstantScores:
    """By range of North-South's points: their share of the top, 0 to 1; East-West have the rest."""

    rows: tuple[tuple[ScoreRange, Fraction], ...]

    @classmethod
    def of_table(cls, table: Table) -> tuple[InstantScores, tuple[str, ...]]:
        """From an InstantScoreTable, with what is to be said of rows that do not count.

        Raises ValueError where it has no percentages.
        """
        rows, faults = [], []
        for number, row in enumerate(typed_rows(table), 1):
            scores, share = row.get("ScoreRange_NS"), row.get("Percentage_NS")
            if scores is None and row.get("ScoreRange_EW") is not None:
                scores = _turned(row["ScoreRange_EW"])
            if share is None and row.get("Percentage_EW") is not None:
                share = 100 - Fraction(row["Percentage_EW"])
            if scores is None or share is None:
                continue
            if 0 <= share <= 100:
                rows.append((scores, Fraction(share) / 100))
            else:
                faults.append(
                    Said(
                        "row {number} of the InstantScoreTable gives North-South {share}%: expected 0 to 100, and so"
                        " the row does not count",
                        number=number,
                        share=short_text(Fraction(share)),
                    )
                )
        if not rows:
            nothing = Said("the InstantScoreTable has no row with a range of scores and a percentage")
            raise ValueError(Said("{faults}", faults=tuple(faults)) if faults else nothing)
        return cls(tuple(rows)), tuple(faults)

    @classmethod
    def of_scores(cls, scores: Mapping[int, Fraction]) -> InstantScores:
        """From single scores of North-South with their shares."""
        return cls(tuple((ScoreRange(exactly=points), share) for points, share in sorted(scores.items())))

    def share(self, award: Award, *, ew: bool = False) -> Fraction | None:
        """What a side gets for an award; None where it has no points, or where the table lacks one of them.

        A score between two entries is in no range of the table, and nothing is made up for it; nor does anything choose
        where two ranges hold a score and differ.
        """
        parts = parts_of(award)
        found = Fraction(0)
        for points, weight in parts:
            worth = {share for scores, share in self.rows if points in scores}
            if len(worth) != 1:
                return None
            found += weight * worth.pop()
        if not parts:
            return None
        return 1 - found if ew else found


class InstantTables:
    """The InstantScoreTables of an event: each is that of a board in its session, or its round.

    One of a record that has neither a result nor a session or round is for the board of that number in any of them.
    """

    def __init__(self) -> None:
        self._tables: dict[BoardKey, InstantScores] = {}
        self._everywhere: set[BoardKey] = set()
        self._origins: dict[BoardKey, Origin] = {}
        self._disagree: set[BoardKey] = set()
        self._read: dict[
            tuple[tuple[str, ...], tuple[tuple[str, ...], ...]], tuple[InstantScores, tuple[str, ...]]
        ] = {}

    def add(self, key: BoardKey, table: Table, origin: Origin, *, alone: bool) -> tuple[str, ...]:
        """Take the table of a board, and give what is to be said of it; ``alone`` tells that its record has no result.

        Raises ValueError for one without percentages.
        """
        cells = table.columns, tuple(map(tuple, table.rows))
        if cells not in self._read:
            self._read[cells] = InstantScores.of_table(table)
        scores, faults = self._read[cells]
        known = key in self._tables
        if alone and not key[0] and not key[1]:
            self._everywhere.add(key)
        if set(self._tables.setdefault(key, scores).rows) != set(scores.rows):
            self._disagree.add(key)
        self._origins[key] = min(origin, self._origins.get(key, origin), key=lambda one: one.order)
        return () if known else faults

    def of(self, key: BoardKey) -> InstantScores | None:
        """The table of a board; None where it has none, or has several that differ."""
        found = self._found(key)
        return None if found is None or found in self._disagree else self._tables[found]

    def disagree(self, key: BoardKey) -> bool:
        """Whether a board has several tables that differ."""
        return self._found(key) in self._disagree

    def _found(self, key: BoardKey) -> BoardKey | None:
        if key in self._tables:
            return key
        other = "", "", key[2]
        return other if other in self._everywhere else None

    def tell(self, findings: Findings) -> None:
        """Say which boards have tables that differ."""
        for key in self._disagree:
            message = Said(
                "board {board} has InstantScoreTables that differ, and nothing tells which of them counts", board=key[2]
            )
            findings.add(rules.TABLES_DISAGREE, message, self._origins[key], key[2])


def _turned(scores: ScoreRange) -> ScoreRange:
    """A range of East-West's points as one of North-South's."""
    low, high, exactly = (None if value is None else -value for value in (scores.low, scores.high, scores.exactly))
    return ScoreRange(high, low, exactly)
