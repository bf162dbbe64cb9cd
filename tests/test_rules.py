"""The catalogue of rules and their pages."""

import pytest

from pbntools.rules import RULES, known_patterns, near_rules, rule_page


def test_patterns_are_given_back() -> None:
    assert known_patterns(iter(["AUC", "ply305", "Revoke"])) == ("AUC", "ply305", "Revoke")
    assert known_patterns([]) == ()


@pytest.mark.parametrize(
    ("text", "near"),
    [
        ("revok", ["revoke", "revoke-corrected", "revoke-repeated"]),
        ("AUX101", ["AUC101"]),
        ("double", ["double-dummy-mismatch", "inadmissible-double", "inadmissible-redouble"]),
        ("xyzzy", []),
    ],
)
def test_near_rules(text: str, near: list[str]) -> None:
    assert set(near_rules(text)) == set(near)


@pytest.mark.parametrize("code", RULES)
def test_a_page_does_not_begin_with_the_summary(code: str) -> None:
    # `pbntools rule CODE` prints one after the other.
    first = " ".join(rule_page(RULES[code]).split("\n\n")[0].split())
    assert RULES[code].summary.rstrip(".") not in first
