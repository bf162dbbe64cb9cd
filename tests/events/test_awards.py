"""Awards: points, weights, artificial scores, and their spellings."""

from fractions import Fraction

import pytest

from pbntools.events.awards import Artificial, Award, Weighted, award_text, parse_award


@pytest.mark.parametrize(
    ("text", "award"),
    [
        ("420", 420),
        ("-50", -50),
        ("60%", Artificial(Fraction(3, 5))),
        ("A+", Artificial(Fraction(3, 5))),
        ("AVE-", Artificial(Fraction(2, 5))),
        ("A", Artificial(Fraction(1, 2))),
        ("ave=", Artificial(Fraction(1, 2))),
        ("NP", None),
        ("60% of 420, 40% of -50", Weighted(((420, Fraction(3, 5)), (-50, Fraction(2, 5))))),
    ],
)
def test_awards_are_read(text: str, award: Award) -> None:
    assert parse_award(text) == award


@pytest.mark.parametrize(
    "text", ["x", "101%", "60% of 420", "60% of 420, 50% of 0", "60% of 420; 40% of 0", "1e3", "A++"]
)
def test_what_is_no_award_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"score|weights"):
        parse_award(text)


def test_an_award_reads_back() -> None:
    for text in ("420", "62.5%", "NP", "33.33% of 420, 66.67% of -50"):
        assert award_text(parse_award(text)) == text
