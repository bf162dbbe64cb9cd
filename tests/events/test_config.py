"""Event files: what is read, and what is refused with a word."""

from fractions import Fraction

import pytest

from pbntools.events.config import FORMS, parse_event
from pbntools.events.keys import ConfigError

EXTRA = {
    "butler": '[scoring]\ndatum = "mean"\n',
    "teams": '[scale]\nname = "wbf2013"\n',
    "swiss": '[scale]\nname = "wbf2013"\n',
    "patton": '[scale]\nfile = "p.toml"\n',
}
SCALE = 'name = "p"\nsource = "made up"\nunit = "points"\n[[table]]\nboards = 4\nrows = [[0, 4, 4], [50, 5, 3]]'


@pytest.mark.parametrize("form", FORMS)
def test_every_form_has_its_ladder_and_unit(form: str) -> None:
    rules = parse_event(f'form = "{form}"\n{EXTRA.get(form, "")}', {"p.toml": SCALE})
    assert rules.form == form
    assert rules.ladder[-1] == "lot"
    assert rules.ladder[0] == ("sessions" if rules.is_race else "mutual-match")
    assert rules.unit in ("%", "IMP", "VP", "points")


def test_numbers_are_taken_as_they_are_written() -> None:
    rules = parse_event('form = "pairs"\n[scoring]\nround = 0.1\n[[session]]\nname = "1"\nweight = 1.1\n')
    assert rules.matchpoints.step == Fraction(1, 10)
    assert rules.weight("1") == Fraction(11, 10)
    assert rules.weight("2") == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("form = ", "no TOML"),
        ("", "no form is given: expected one of pairs"),
        ('form = "chess"', "form is 'chess'"),
        ('form = "pairs"\nnme = "x"', "unknown key 'nme'"),
        ('form = "pairs"\n[scoring]\nmatchpoints = 3', "from 1 to 2"),
        ('form = "pairs"\n[scoring]\nfactoring = "guess"', "one of neuberg, top, count, none"),
        ('form = "pairs"\n[scoring]\nnot-played = "420"', "number of points"),
        ('form = "pairs"\n[scoring]\nnot-played = "often"', "is no score"),
        ('form = "pairs"\n[scoring]\nsmall-groups = {2 = [65]}', "a percentage for each place"),
        ('form = "pairs"\n[scoring]\nfull = -1', "a whole number from 1"),
        ('form = "butler"', "names its datum"),
        ('form = "butler"\n[scoring]\ndatum = "fixed"', r"give it by board in \[scoring.fixed\]"),
        ('form = "butler"\n[scoring]\ndatum = "leaders"', "name their North-South pairs"),
        ('form = "butler"\n[scoring]\ndatum = "trim"\ntrim = 1.5', "expected a whole number"),
        ('form = "butler"\n[scoring]\ndatum = "trim-share"\ntrim = 0.5', "0 to 0.49"),
        ('form = "instant"\n[scoring.instant]\nmany = 50', "expected North-South's points"),
        ('form = "teams"', "needs a scale"),
        ('form = "patton"', "load the one of the event"),
        ('form = "teams"\n[scale]\nname = "25-0"', "could be checked against a source"),
        ('form = "teams"\n[scale]\nname = "wbf2013"\nfile = "x"', "a name and a file"),
        ('form = "teams"\n[scale]\nname = "wbf2013"\nboards = -8', "from 1 to 1000"),
        ('form = "teams"\n[scale]\nfile = "gone.toml"', "was not read"),
        ('form = "pairs"\n[[team]]\nname = "A"', r"has \[\[pair\]\] entries"),
        ('form = "bam"\n[[pair]]\nid = "A"', r"has \[\[team\]\] entries"),
        ('form = "bam"\n[[team]]\nname = "A"\n[[team]]\nname = "A"', "the team A is named twice"),
        ('form = "bam"\n[[team]]\nplayers = ["A"]', "has no name"),
        ('form = "pairs"\n[[penalty]]\nto = "1"\namount = "much"', "expected such as 25% of a top"),
        ('form = "pairs"\n[[penalty]]\nto = "1"\namount = "-1 MP"', "expected such as 25% of a top"),
        ('form = "pairs"\n[[adjustment]]\nboard = 1\nat = "1"\nscore = "A+"', "what the other side gets"),
        ('form = "pairs"\n[[adjustment]]\nboard = 1\nat = "1"\nscore = "maybe"', "is no score"),
        ('form = "pairs"\n[[adjustment]]\nboard = 1\nat = "1"\nns = "A+"', "has no ew"),
        ('form = "pairs"\n[[adjustment]]\nat = "1"\nscore = "A"', "has no board"),
        ('form = "pairs"\n[[fouled]]\nboard = 1\ngroups = [["1"]]', "at least two lists"),
        ('form = "pairs"\n[[session]]\nname = "1"\nweight = 0.0', "not above 0"),
        ('form = "pairs"\n[[cut]]\nafter = "1"', "by one of keep"),
        ('form = "pairs"\n[[cut]]\nafter = "1"\npercent = 120', "0 to 100"),
        ('form = "pairs"\n[ranking]\nladder = ["wins"]', "has the step 'wins'"),
        ('form = "knock-out"\n[knock-out]\nboards = 0', "from 1 to 1000"),
        ('form = "pairs"\ncut = 3', r"expected \[\[cut\]\]"),
        ('form = "pairs"\n[carry-over]\n"1" = "much"', "expected a number"),
        ('form = "pairs"\n[carry-over]\n"1" = inf', "expected a number"),
        ("form = \"pairs\"\nscoring = 3", "expected a table"),
        ('form = "instant"\n[scoring.instant]\n400 = 150', r"400 in \[scoring.instant\] is 150%: expected 0 to 100"),
        ('form = "instant"\n[scoring.instant]\n400 = -1', r"400 in \[scoring.instant\] is -1%: expected 0 to 100"),
        ('form = "instant"\n[scoring.instant]\n425 = 50', "no score that any contract comes to"),
        ('form = "pairs"\n[carry-over]\n"1" = 150', r"1 in \[carry-over\] is 150%: expected 0 to 100"),
        ('form = "instant"\n[carry-over]\n"1" = -0.5', r"1 in \[carry-over\] is -0.5%: expected 0 to 100"),
        ('form = "pairs"\n[[cut]]\nafter = "1"\nleast = 101', "least of the cut after 1 is 101%: expected 0 to 100"),
        ('form = "pairs"\n[[penalty]]\nto = "1"\namount = "120%"', "the penalty of 1 is 120%: expected 0 to 100"),
        ('form = "pairs"\n[scoring]\nsmall-groups = {2 = [110, -10]}', r"small-groups in \[scoring\] is 110%"),
        ('form = "bam"\n[swiss]\nbye = -1', "expected a number from 0"),
        ('form = "patton"\n[scale]\nname = "wbf2013"',
         "the aggregate of this Patton is in points, and the scale wbf2013 is for IMPs: load one with unit ="
         " \"points\", or write aggregate = \"imps\""),
    ],
)  # fmt: skip
def test_what_is_refused(text: str, message: str) -> None:
    with pytest.raises(ValueError, match=message) as error:
        parse_event(text)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("event", "unit", "message"),
    [
        ('form = "teams"\n', "points", "the margin in a teams event is in IMPs, and the scale p is for points"),
        ('form = "imp-pairs"\n', "points", "the margin in a imp-pairs event is in IMPs"),
        ('form = "patton"\n[patton]\naggregate = "imps"\n', "points", 'load one with unit = "IMPs"'),
        ('form = "patton"\n', "", 'where its margins are points, write unit = "points" into it'),
        ('form = "patton"\n', "boards", 'is for boards: load one with unit = "points"'),
        ('form = "patton"\n[patton]\nboards-file = "p.toml"\n', "points",
         "the lead in boards of a Patton is in boards, and the scale p is for points"),
    ],
)  # fmt: skip
def test_a_scale_of_another_unit_is_refused(event: str, unit: str, message: str) -> None:
    scale = SCALE.replace('unit = "points"', f'unit = "{unit}"' if unit else "")
    with pytest.raises(ValueError, match=message):
        parse_event(f'{event}[scale]\nfile = "p.toml"\n', {"p.toml": scale})


def test_percentages_are_for_events_ranked_by_per_cent() -> None:
    assert parse_event('form = "imp-pairs"\n[carry-over]\n"1" = 150').carry_over == {"1": 150}
    assert parse_event('form = "pairs"\n[carry-over]\n"1" = 100\n"2" = 0').carry_over == {"1": 100, "2": 0}


def test_a_weight_of_nothing_is_refused() -> None:
    with pytest.raises(ConfigError, match="not above 0"):
        parse_event('form = "pairs"\n[[session]]\nname = "1"\nweight = -1\n')
