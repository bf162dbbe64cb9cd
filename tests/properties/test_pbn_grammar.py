"""Reader and grammar agree on games with a few pieces put in, left out, doubled or replaced."""

from __future__ import annotations

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.formats.pbn.test_grammar import FIXTURES, disagreements

PIECES = [
    *("\n", "\n\n", "\r\n", "\r", " ", "\t", "\v", "[", "]", '"', "\\", "{", "}", ";", "%", "\n%", "{c}", "; c\n"),
    *("#", "##", "*", "+", "-", "--", "=1=", "=01=", "=33=", "=", "$3", "$9", "$13", "$20", "$300", "$", "!", "?!"),
    *("^I", "^S", "^R", "^L", "^i", "^r", "^", "AP", "1C", "Pass", "7NTX", "8S", "X", "SA", "sk", "C10", "All Pass"),
    *("\0", "\x7f", "\x85", "\xa0", "\xe9", "\xff", "\xc3\x85", "a", "_", "?", "'", ",", ":", "/", ".", "..", "Z"),
    *("0", "13", "14", "10", "100", "N", "NS", "EW", '"x y"', "+ - ", " - ", "\\2R"),
    *('[Event "x"]', '[event "x"]', '[Board "1"]', '[Result "9"]', '[Score "NS 50"]', '[Note "1:x"]'),
    *('[Auction "N"]\n', '[Play "E"]\n', '[ScoreTable "A;B"]\n1 2\n', '[ScoreTable "#"]'),
]
POOL = [data.decode("latin-1") for path in FIXTURES if len(data := path.read_bytes()) < 6000]


@st.composite
def mutated(draw: st.DrawFn) -> str:
    """A fixture with one to three changes."""
    text = draw(st.sampled_from(POOL))
    for _ in range(draw(st.integers(1, 3))):
        at = draw(st.integers(0, len(text)))
        match draw(st.integers(0, 3)):
            case 0 | 1:
                removed, added = 0, draw(st.sampled_from(PIECES))
            case 2:
                removed, added = draw(st.integers(1, 30)), draw(st.sampled_from(("", *PIECES)))
            case _:
                start = draw(st.integers(0, len(text)))
                removed, added = 0, text[start : start + draw(st.integers(1, 60))]
        text = text[:at] + added + text[at + removed :]
    return text


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(mutated())
def test_reader_and_grammar_agree(text: str) -> None:
    assert disagreements(text.encode("latin-1")) == []
