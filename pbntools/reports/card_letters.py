"""The letters of the court cards, for display: English ones, and those of other languages where they are asked for.

Records are written and read with ``A K Q J`` alone: ``K`` is the king in one set and the queen in another, so what a
reader is shown is never taken as input.
"""

from __future__ import annotations

from pbntools.core.cards import RANKS

SETS = ("AKQJ", "ARDV", "APKV", "AKDB", "AHVB", "AKVB", "AKDW", "ARDF")
"""Sets of letters by themselves: ace, king, queen and jack.

``ARDV`` is French, and Turkish (As Rua Dam Vale); ``APKV`` Turkish (As Papaz Kız Vale); ``AKDB`` German; ``AHVB``
Dutch (heer), ``AKVB`` Dutch with the king as koning; ``AKDW`` Polish; ``ARDF`` Italian.
"""


def letters_table(letters: str = "AKQJ", ten: str = "T") -> dict[int, str]:
    """A table for `str.translate` from the letters of `RANKS` to others; raises ValueError for an unknown set."""
    if letters not in SETS:
        raise ValueError(f"{letters!r} is no set of card letters: expected one of {', '.join(SETS)}")
    shown = dict(zip("AKQJ", letters, strict=True)) | {"T": ten}
    return {ord(rank): shown.get(rank, rank) for rank in RANKS}
