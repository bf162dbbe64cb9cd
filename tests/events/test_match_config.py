"""What an event file says of matches: words that mean nothing in a form are refused, each with what to write."""

import pytest

from pbntools.events.config import parse_event
from pbntools.events.keys import ConfigError
from tests.events.building import WBF

SCALE = 'name = "p"\nsource = "made up"\nunit = "points"\n[[table]]\nboards = [1, 9]\nrows = [[0, 4, 4]]\n'
FILES = {"p.toml": SCALE}
EVENTS = {
    "teams": f'form = "teams"\n{WBF}',
    "swiss": f'form = "swiss"\n{WBF}',
    "knock-out": 'form = "knock-out"\n',
    "bam": 'form = "bam"\n',
    "patton": 'form = "patton"\n[scale]\nfile = "p.toml"\n',
    "total-points": 'form = "total-points"\n',
    "pairs": 'form = "pairs"\n',
}
ANY_MATCH = [form for form in EVENTS if form != "pairs"]


@pytest.mark.parametrize("form", EVENTS)
def test_the_event_itself_is_taken(form: str) -> None:
    assert parse_event(EVENTS[form], FILES).form == form


@pytest.mark.parametrize(
    ("forms", "text", "message"),
    [
        (ANY_MATCH, '[[cut]]\nafter = "1"\nkeep = 2\n', r"\[\[cut\]\] means nothing in a {form} event"),
        (
            ANY_MATCH, '[[fouled]]\nboard = 1\ngroups = [["A"], ["B"]]\n',
            r"\[\[fouled\]\] means nothing in a {form} event",
        ),
        (ANY_MATCH, '[[session]]\nname = "1"\nweight = 2\n', r"weight in \[\[session\]\] means nothing"),
        (ANY_MATCH, '[[round]]\nname = "1"\nweight = 2\n', r"weight in \[\[round\]\] means nothing"),
        (ANY_MATCH, '[[penalty]]\nto = "A"\namount = "1 VP"\nsession = "1"\n', "is for a round, not for a session"),
        (["pairs"], '[[penalty]]\nto = "A"\namount = "1 MP"\nround = "1"\n', "is for a session, not for a round"),
        (ANY_MATCH, '[ranking]\nmissing-session = "drop"\n', r"missing-session in \[ranking\] means nothing"),
        (ANY_MATCH, "[scoring]\nwinners = 2\n", r"winners in \[scoring\] means nothing in a {form} event: expected"),
        (ANY_MATCH, '[scoring]\nnot-played = "A+"\n', r"not-played in \[scoring\] means nothing"),
        (["teams", "swiss", "knock-out", "total-points"], "[scoring]\nmatchpoints = 1\n", "matchpoints in"),
        (["bam", "total-points", "patton"], "[scoring]\naverage-imps = 2\n", "average-imps in"),
        (["bam", "total-points", "knock-out"], WBF, r"\[scale\] means nothing in a {form} event"),
        (["bam", "patton", "total-points", "knock-out"], '[ranking]\nimp-total = "net"\n', "imp-total in"),
        (["knock-out"], '[ranking]\nladder = ["lot"]\n', r"ladder in \[ranking\] means nothing.*: expected none"),
        (
            ["bam", "patton", "total-points"], '[ranking]\nladder = ["mutual-imps", "lot"]\n',
            "the step 'mutual-imps', and a {form} event has no IMPs: expected mutual-match, wins, lot",
        ),
        (["knock-out"], "[carry-over]\nA = 4\n", r"write \[knock-out.carry-over.ROUND\] instead of \[carry-over\]"),
        (["teams", "swiss", "bam", "pairs"], "[knock-out]\nboards = 8\n", "it belongs to knock-out"),
        (
            ["teams", "swiss", "bam", "pairs"], '[[withdrawal]]\nteam = "A"\nround = "1"\n',
            r"\[\[withdrawal\]\] means nothing in a {form} event: it belongs to knock-out",
        ),
        (["teams", "knock-out", "pairs"], '[patton]\naggregate = "imps"\n', "it belongs to patton"),
        (["teams", "bam"], '[swiss]\nrepeats = "avoid"\n', r"repeats in \[swiss\] means nothing in a {form} event"),
        (["knock-out", "pairs"], "[swiss]\nbye = 10\n", r"\[swiss\] means nothing in a {form} event"),
        (["pairs"], '[[bye]]\nteam = "A"\nround = "1"\n', r"\[\[bye\]\] means nothing in a pairs event"),
        (["knock-out"], "[knock-out]\nextensions = 2\n", "extensions in .* goes with after-draw"),
        (["knock-out"], "[knock-out]\nboards = 0\n", "boards in .* is 0"),
        (["knock-out"], '[knock-out.boards]\nFinal = "x"\n', r"Final in \[knock-out.boards\] is 'x'"),
        (["knock-out"], "[knock-out]\ncarry-over = 4\n", r"expected \[knock-out.carry-over.ROUND\]"),
        (
            ["knock-out"],
            '[[withdrawal]]\nteam = "A"\nround = "1"\n[[withdrawal]]\nteam = "A"\nround = "1"\n',
            "the withdrawal of A in round 1 is named twice",
        ),
    ],
)  # fmt: skip
def test_what_means_nothing_is_refused(forms: list[str], text: str, message: str) -> None:
    for form in forms:
        with pytest.raises(ConfigError, match=message.replace("{form}", form)):
            parse_event(text_of(form, text), FILES)


def text_of(form: str, text: str) -> str:
    """The event file with one thing more; what stands before all tables goes first."""
    return text + EVENTS[form] if not text.startswith("[") else EVENTS[form] + text


@pytest.mark.parametrize("form", ANY_MATCH)
def test_a_weight_of_a_carry_over_means_nothing_in_matches(form: str) -> None:
    with pytest.raises(ConfigError, match="carry-over-weight means nothing"):
        parse_event(text_of(form, "carry-over-weight = 2\n"), FILES)


def test_the_average_of_a_patton_by_imps() -> None:
    event = f'form = "patton"\n{WBF}' + '[patton]\naggregate = "imps"\n[scoring]\naverage-imps = 2\n'
    assert parse_event(event, FILES).average_imps == 2


def test_carry_over_of_a_knock_out_by_round() -> None:
    rules = parse_event('form = "knock-out"\n[knock-out.carry-over]\nA = 1.5\n[knock-out.carry-over.Final]\nB = 2\n')
    assert rules.knockout.carry_over == {"": {"A": 1.5}, "Final": {"B": 2}}
