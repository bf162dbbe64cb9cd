"""What an event file may say in which form: all else is refused, since it could have no effect."""

import pytest

from pbntools.events.config import FORMS, MATCHES, RACES, Form, parse_event
from pbntools.events.keys import ConfigError
from tests.events.building import WBF

IMPS = '[patton]\naggregate = "imps"\n'
NEEDED = {"teams": WBF, "swiss": WBF, "patton": WBF + IMPS, "butler": '[scoring]\ndatum = "mean"\n'}
SWISS_LIKE = tuple(form for form in MATCHES if form != "knock-out")
PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "bye": ('[[bye]]\nteam = "A"\nround = "1"\n', MATCHES),
    "bye points": ("[swiss]\nbye = 10\n", SWISS_LIKE),
    "pairing": ("[swiss]\nevery = 2\n", ("swiss",)),
    "knock-out": ("[knock-out]\nboards = 8\n", ("knock-out",)),
    "withdrawal": ('[[withdrawal]]\nteam = "A"\nround = "1"\n', ("knock-out",)),
    "patton": (IMPS, ("patton",)),
    "scale": (WBF, ("teams", "swiss", "patton", "imp-pairs", "butler")),
    "cut": ('[[cut]]\nafter = "1"\nkeep = 2\n', RACES),
    "fouled": ('[[fouled]]\nboard = 1\ngroups = [["1"], ["2"]]\n', tuple(one for one in RACES if one != "instant")),
    "carry-over": ("[carry-over]\nA = 1\n", tuple(form for form in FORMS if form != "knock-out")),
    "team": ('[[team]]\nname = "A"\n', MATCHES),
    "pair": ('[[pair]]\nid = "1"\n', tuple(one for one in RACES if one != "individual")),
    "session": ('[[session]]\nname = "1"\n', FORMS),
    "weight": ('[[session]]\nname = "1"\nweight = 2\n', RACES),
    "round": ('[[round]]\nname = "1"\n', FORMS),
    "adjustment": ('[[adjustment]]\nboard = 1\nat = "1"\nscore = "420"\n', FORMS),
    "penalty by session": ('[[penalty]]\nto = "A"\namount = "1 VP"\nsession = "1"\n', RACES),
    "penalty by round": ('[[penalty]]\nto = "A"\namount = "1 VP"\nround = "1"\n', MATCHES),
}


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("form", FORMS)
def test_a_part_of_the_file(form: Form, part: str) -> None:
    text, forms = PARTS[part]
    needed = NEEDED.get(form, "")
    event = f'form = "{form}"\n{needed}{"" if text in needed else text}'
    if form in forms:
        assert parse_event(event).form == form
    else:
        with pytest.raises(ConfigError):
            parse_event(event)
