"""The boards of a knock-out match: which are the match, which its extension, and what is missing of it."""

import pytest

from pbntools.events.keys import ConfigError
from tests.events.building import match, ranked, said, swing

CUP = 'form = "knock-out"\n[knock-out]\nboards = 2\n'
SESSIONS = '[[session]]\nname = "Main"\n[[session]]\nname = "Extra"\n'


def part(session: str, *imps: int, first: int = 1) -> str:
    """Boards of the final in one session."""
    text = match("Final", "Alder", "Birch", [swing(one) for one in imps], first)
    return text.replace('[Round "Final"]', f'[Round "Final"]\n[Session "{session}"]')


def test_nothing_tells_which_session_was_first() -> None:
    """By the alphabet the extension would come before the match, and the other team would win."""
    with pytest.raises(ConfigError, match="the sessions Extra, Main, and nothing tells which was played first"):
        ranked(CUP, part("Main", 9, -9) + part("Extra", -2, first=3))


def test_named_sessions_are_in_order() -> None:
    found = ranked(CUP + SESSIONS, part("Main", 9, -9) + part("Extra", -2, first=3))
    assert [(place.id, place.decided_by) for place in found.places] == [("Birch", "extension"), ("Alder", "extension")]


def test_dates_tell_the_order() -> None:
    text = part("Main", 9, -9).replace("[Round", '[Date "2026.05.02"]\n[Round')
    text += part("Extra", -2, first=3).replace("[Round", '[Date "2026.05.03"]\n[Round')
    assert ranked(CUP, text).places[0].id == "Birch"


def test_a_board_that_is_missing_makes_the_length_doubtful() -> None:
    text = part("Main", 3, -3, 5)
    lacking = text[: text.index('[Board "1"]\n[Room "Closed"]')] + text[text.index('[Board "2"]') :]
    found = ranked(CUP, lacking)
    message = "1 result of it does not count, so that boards of an extension may stand for those of the match"
    assert any(message in text for _, text in said(found.results))
    assert not any(message in text for _, text in said(ranked(CUP, part("Main", 3, -2)).results))


def test_a_date_does_not_tell_of_a_session_that_has_none() -> None:
    text = part("Main", 9, -9).replace("[Round", '[Date "2026.05.02"]\n[Round')
    with pytest.raises(ConfigError, match="nothing tells which was played first"):
        ranked(f'{CUP}[[session]]\nname = "Extra"\n', text + part("Extra", -2, first=3))
