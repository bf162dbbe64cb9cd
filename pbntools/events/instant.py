"""Instant matchpoints: a table that was made beforehand tells what a score is worth, without a comparison.

Source: InstantScoreTable (PBN 2.1 §5), and events with published tables.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from pbntools.events.awards import Award, parts_of
from pbntools.formats.pbn.table_rows import ScoreRange, typed_rows
from pbntools.record import Table


@dataclass(frozen=True, slots=True)
class InstantScores:
    """By range of North-South's points: their share of the top, 0 to 1; East-West have the rest."""

    rows: tuple[tuple[ScoreRange, Fraction], ...]

    @classmethod
    def of_table(cls, table: Table) -> InstantScores:
        """From an InstantScoreTable; raises ValueError where it has no percentages."""
        rows = []
        for row in typed_rows(table):
            scores, share = row.get("ScoreRange_NS"), row.get("Percentage_NS")
            if scores is None and row.get("ScoreRange_EW") is not None:
                scores = _turned(row["ScoreRange_EW"])
            if share is None and row.get("Percentage_EW") is not None:
                share = 100 - Fraction(row["Percentage_EW"])
            if scores is not None and share is not None:
                rows.append((scores, Fraction(share) / 100))
        if not rows:
            raise ValueError("the InstantScoreTable has no row with a range of scores and a percentage")
        return cls(tuple(rows))

    @classmethod
    def of_scores(cls, scores: Mapping[int, Fraction]) -> InstantScores:
        """From single scores of North-South with their shares."""
        return cls(tuple((ScoreRange(exactly=points), share) for points, share in sorted(scores.items())))

    def share(self, award: Award, *, ew: bool = False) -> Fraction | None:
        """What a side gets for an award; None where it has no points, or where the table lacks one of them.

        A score between two entries is in no range of the table, and nothing is made up for it.
        """
        parts = parts_of(award)
        found = Fraction(0)
        for points, weight in parts:
            worth = next((share for scores, share in self.rows if points in scores), None)
            if worth is None:
                return None
            found += weight * worth
        if not parts:
            return None
        return 1 - found if ew else found


def _turned(scores: ScoreRange) -> ScoreRange:
    """A range of East-West's points as one of North-South's."""
    low, high, exactly = (None if value is None else -value for value in (scores.low, scores.high, scores.exactly))
    return ScoreRange(high, low, exactly)
