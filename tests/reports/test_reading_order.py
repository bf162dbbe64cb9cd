"""Lines with letters that run from right to left."""

import random

import pytest

pytest.importorskip("fpdf")

from pbntools.reports.reading_order import visual_order

DAVID, RUTH = "דוד", "רות"


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("Smith 12", "Smith 12"),
        ("Čapek", "Čapek"),
        (DAVID, DAVID[::-1]),
        (f"{DAVID} {RUTH}", f"{RUTH[::-1]} {DAVID[::-1]}"),
        # The first letter says where the line begins; numbers and Latin words keep their order.
        (f"{RUTH} 12-34 Smith", f"Smith 12-34 {RUTH[::-1]}"),
        (f"4♠ by {DAVID} (13)", f"4♠ by (13) {DAVID[::-1]}"),
        (f"Team {DAVID} x", f"Team {DAVID[::-1]} x"),
        (f"({DAVID}) & <{RUTH}>", f"<{RUTH[::-1]}> & ({DAVID[::-1]})"),
        # The point under a letter keeps its place before it, seen from the left.
        ("שָׁם", "ם" + "\u05c1\u05b8" + "ש"),
        ("محمد 12", "12 دمحم"),
        ("", ""),
    ],
)
def test_where_each_letter_stands(text: str, shown: str) -> None:
    assert visual_order(text) == shown


def test_any_text_has_an_order() -> None:
    random.seed(5)
    letters = "aא ב(12)[]<\u202e\u202b\u202c\u2067\u2069\u2066\u200fم٣\u05b8♠…"
    for _ in range(300):
        text = "".join(random.choices(letters, k=random.randrange(40)))
        assert sorted(c for c in visual_order(text) if c.isalnum()) == sorted(c for c in text if c.isalnum())
