"""Knock-outs as a whole: withdrawal, carry-over, penalties, byes, the third place, extensions as they are shown."""

from fractions import Fraction

import pytest

from pbntools.events.keys import ConfigError
from pbntools.events.ladders import lot
from pbntools.reports.event_formats import ranking_json
from pbntools.reports.event_tables import match_text, ranking_page
from pbntools.reports.event_words import note_text
from pbntools.reports.language import language
from tests.events.building import match, order, plain, ranked, said, scores, swing

CUP = 'form = "knock-out"\n'
EN = language("en")
SEMIFINALS = match("Semifinal", "A", "B", [swing(5)]) + match("Semifinal", "C", "D", [swing(3)])
FINAL = match("Final", "A", "C", [swing(2)])
ROUNDS = '[[round]]\nname = "Semifinal"\n[[round]]\nname = "Final"\n'


def withdrawal(team: str, boards: int | None = None, round_name: str = "Final") -> str:
    text = f'[[withdrawal]]\nteam = "{team}"\nround = "{round_name}"\n'
    return text if boards is None else f"{text}boards = {boards}\n"


# Withdrawal


def test_a_withdrawal_needs_the_length_of_the_match() -> None:
    """Four boards are played and A is 20 ahead: whether the match was over nobody knows."""
    games = match("Final", "A", "B", [swing(5)] * 4)
    with pytest.raises(ConfigError, match=r"whose length is not told.*write boards = … in \[knock-out\]"):
        ranked(CUP + withdrawal("A", 4), games)
    for boards in ("boards = 8\n", "[knock-out.boards]\nFinal = 8\n"):
        found = ranked(f"{CUP}[knock-out]\n{boards}{withdrawal('A', 4)}", games)
        assert order(found) == [(1, "B", "withdrawal"), (2, "A", "withdrawal")]
        assert said(found.results) == []
    with pytest.raises(ConfigError, match="length is not told"):
        ranked(f"{CUP}[knock-out.boards]\nSemifinal = 8\n{withdrawal('A', 4)}", games)


def test_a_withdrawal_is_held_against_the_boards_that_there_are() -> None:
    """The event says eight of sixteen boards, and two are recorded: fewer than half."""
    event = f"{CUP}[knock-out]\nboards = 16\n{withdrawal('A', 8)}"
    found = ranked(event, match("Final", "A", "B", [swing(5)] * 2))
    assert said(found.results) == [
        ("nothing-meant", "round Final: A – B: A gave up after 2 of 16 boards, fewer than half"),
        ("nothing-meant", "round Final: A – B: A gave up after 8 boards by the event, and 2 were compared"),
    ]
    assert order(found)[0] == (1, "B", "withdrawal")
    early = ranked(event.replace("boards = 8", "boards = 7"), match("Final", "A", "B", [swing(5)] * 7))
    assert said(early.results) == [
        ("nothing-meant", "round Final: A – B: A gave up after 7 of 16 boards, fewer than half")
    ]
    assert said(ranked(event, match("Final", "A", "B", [swing(5)] * 8)).results) == []
    # Without a number those that there are count.
    untold = f"{CUP}[knock-out]\nboards = 16\n{withdrawal('A')}"
    assert said(ranked(untold, match("Final", "A", "B", [swing(5)] * 8)).results) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (withdrawal("A", 1, "Semifinal"), "the withdrawal of A is from round Semifinal, in which A has no match"),
        (withdrawal("C", 1), "a withdrawal is for C, who has no result"),
        (withdrawal("A", 1), "round Final: A – B: the withdrawal of A changes nothing, since the match was over"),
    ],
)
def test_a_withdrawal_that_means_nothing(text: str, message: str) -> None:
    found = ranked(f"{CUP}[knock-out]\nboards = 1\n{text}", match("Final", "A", "B", [swing(5)]))
    assert said(found.results) == [("nothing-meant", message)]
    assert order(found)[0] == (1, "A", "imps")


def test_both_teams_cannot_give_up() -> None:
    event = f"{CUP}[knock-out]\nboards = 2\n{withdrawal('A', 1)}{withdrawal('B', 1)}"
    with pytest.raises(ConfigError, match="both teams of round Final: A – B"):
        ranked(event, match("Final", "A", "B", [swing(5)]))


# Carry-over and penalties


def test_a_carry_over_belongs_to_a_round() -> None:
    event = f"{CUP}{ROUNDS}[knock-out.carry-over.Final]\nC = 4\n"
    found = ranked(event, SEMIFINALS + FINAL)
    verdicts = [one.verdict for one in found.matches]
    assert [plain(one.lead) for one in verdicts if one is not None] == [5, 3, -2]
    assert order(found)[0] == (1, "C", "imps")
    final = found.matches[-1]
    assert match_text(final, EN) == "C wins; C: carry-over +4 IMPs into round Final"
    place = found.places[0]
    assert [note_text(note, EN) for note in place.notes] == ["carry-over +4 IMPs into round Final"]
    assert ranking_json(found)["matches"][2]["notes"] == [{"team": "C", "note": "carry-over +4 IMPs into round Final"}]


def test_a_penalty_belongs_to_a_round() -> None:
    event = f'{CUP}{ROUNDS}[[penalty]]\nto = "A"\namount = "3 IMP"\nround = "Final"\nwhy = "late"\n'
    found = ranked(event, SEMIFINALS + FINAL)
    assert [plain(one.verdict.lead) for one in found.matches if one.verdict is not None] == [5, 3, -1]
    assert match_text(found.matches[-1], EN) == "C wins; A: penalty 3 IMP in round Final (late)"
    assert [note_text(note, EN) for note in found.places[1].notes] == ["penalty 3 IMP in round Final (late)"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "[knock-out.carry-over]\nA = 4\n",
            r"the carry-over of A names no round, and A has matches in Semifinal, Final: write"
            r" \[knock-out.carry-over.Semifinal\] A = …",
        ),
        (
            '[[penalty]]\nto = "A"\namount = "3 IMP"\n',
            'the penalty of A names no round, and A has matches in Semifinal, Final: write round = "Semifinal"',
        ),
    ],
)
def test_without_a_round_a_team_has_one_match(text: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        ranked(CUP + ROUNDS + text, SEMIFINALS + FINAL)
    # Birch has one match, so that nothing else can be meant.
    found = ranked(CUP + ROUNDS + text.replace("A", "B"), SEMIFINALS + FINAL)
    (note,) = next(place.notes for place in found.places if place.id == "B")
    assert note.round == "Semifinal"
    assert said(found.results) == []


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[knock-out.carry-over.Final]\nB = 4\n", "the carry-over of B is for round Final, in which B has no match"),
        (
            '[[penalty]]\nto = "A"\namount = "3 IMP"\nround = "Finale"\n',
            "the penalty of A is for round Finale, in which A has no match",
        ),
        ("[knock-out.carry-over.Final]\nX = 4\n", "a carry-over is for X, who has no result"),
    ],
)
def test_a_carry_over_or_penalty_that_means_nothing(text: str, message: str) -> None:
    found = ranked(CUP + ROUNDS + text, SEMIFINALS + FINAL)
    assert said(found.results) == [("nothing-meant", message)]
    assert [plain(one.verdict.lead) for one in found.matches if one.verdict is not None] == [5, 3, 2]


def test_a_carry_over_alone_decides_nothing() -> None:
    """Nothing was compared, so that the four IMPs that A brings along do not win the match."""
    text = '[Board "1"]\n[Room "Open"]\n[Round "1"]\n[HomeTeam "A"]\n[VisitTeam "B"]\n[Score "NS 420"]\n'
    found = ranked(f"{CUP}[knock-out.carry-over.1]\nA = 4\n", text)
    assert order(found) == [(1, "A", "undecided"), (1, "B", "undecided")]
    assert match_text(found.matches[0], EN) == "no board compared; A: carry-over +4 IMPs into round 1"
    assert said(found.results)[-1][1] == "round 1: A – B: no board was compared, and the match is worth nothing"


# Byes and rounds


def test_a_bye_in_a_round_in_which_the_team_plays() -> None:
    event = f'{CUP}{ROUNDS}[[bye]]\nteam = "A"\nround = "Semifinal"\n'
    with pytest.raises(ConfigError, match="A has a bye in round Semifinal, and plays against B in it"):
        ranked(event, SEMIFINALS)


def test_the_rounds_stand_in_their_order() -> None:
    """More matches are an earlier round, although its name is later in the alphabet."""
    found = ranked(CUP, FINAL + SEMIFINALS)
    assert [one.round for one in found.matches] == ["Semifinal", "Semifinal", "Final"]
    assert said(found.results) == []
    numbered = ranked(CUP, match("2", "A", "C", [swing(2)]) + match("10", "A", "D", [swing(2)]))
    assert [one.round for one in numbered.matches] == ["2", "10"]


# The third place

BRONZE = match("Bronze", "B", "D", [swing(-1)])


def test_the_winner_of_the_third_place_does_not_tie_with_a_finalist() -> None:
    found = ranked(CUP + ROUNDS, SEMIFINALS + FINAL + BRONZE)
    assert [(place.rank, place.id) for place in found.places] == [(1, "A"), (2, "C"), (3, "B"), (3, "D")]
    assert said(found.results) == [
        (
            "nothing-meant",
            "round Bronze: B – D: B has lost in round Semifinal and D has lost in round Semifinal, so that the match"
            ' wins nobody a round; where it decides the third place, write third-place = "Bronze" in [knock-out]',
        )
    ]


def test_the_round_that_decides_the_third_place() -> None:
    event = f'{CUP}[knock-out]\nthird-place = "Bronze"\n'
    for rounds in (
        "",
        ROUNDS,
        '[[round]]\nname = "Semifinal"\n[[round]]\nname = "Bronze"\n[[round]]\nname = "Final"\n',
    ):
        found = ranked(event + rounds, BRONZE + SEMIFINALS + FINAL)
        assert order(found) == [
            (1, "A", "imps"), (2, "C", "imps"), (3, "D", "third-place"), (4, "B", "third-place"),
        ]  # fmt: skip
        assert plain([place.score for place in found.places]) == [2, 1, 0, 0]
        assert said(found.results) == []
    drawn = ranked(event + ROUNDS, SEMIFINALS + FINAL + match("Bronze", "B", "D", [swing(0)]))
    assert order(drawn)[2:] == [(3, "B", "undecided"), (3, "D", "undecided")]


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("Third", "third-place is round Third, in which there is no match yet"),
        ("Semifinal", "third-place is round Semifinal, which has 2 matches: expected one"),
        (
            "Final",
            "round Final: A – C: it decides no third place, since the two have not lost in one round before",
        ),
    ],
)
def test_a_round_that_decides_no_third_place(name: str, message: str) -> None:
    found = ranked(f'{CUP}[knock-out]\nthird-place = "{name}"\n{ROUNDS}', SEMIFINALS + FINAL)
    assert ("nothing-meant", message) in said(found.results)


def test_a_team_that_plays_on_after_it_lost() -> None:
    found = ranked(CUP + ROUNDS, SEMIFINALS + match("Final", "A", "D", [swing(2)]))
    assert said(found.results) == [
        (
            "nothing-meant",
            "round Final: A – D: D has lost in round Semifinal, and the match counts as one of the round",
        )
    ]


def test_who_is_out_stays_out() -> None:
    """D lost to C and beats A in the final: D stays behind C, whom nobody has beaten, and behind A."""
    found = ranked(CUP + ROUNDS, SEMIFINALS + match("Final", "A", "D", [swing(-2)]))
    assert said(found.results) == [
        (
            "nothing-meant",
            "round Final: A – D: D has lost in round Semifinal, stays out and wins no round by it;"
            " A is out by the match",
        )
    ]
    assert plain([(place.rank, place.id, place.score) for place in found.places]) == [
        (1, "C", 1), (2, "A", 1), (3, "B", 0), (3, "D", 0),
    ]  # fmt: skip
    assert found.bracket is not None
    assert {team: one.round for team, one in found.bracket.out.items()} == {
        "B": "Semifinal", "D": "Semifinal", "A": "Final",
    }  # fmt: skip


def test_a_team_is_out_by_the_first_match_that_it_lost() -> None:
    """D loses the final too, and still went out in the semifinal, so that the match for the third place counts."""
    event = f'{CUP}[knock-out]\nthird-place = "Bronze"\n{ROUNDS}'
    found = ranked(event, SEMIFINALS + match("Final", "A", "D", [swing(2)]) + match("Bronze", "B", "D", [swing(2)]))
    assert [(place.rank, place.id) for place in found.places] == [(1, "A"), (2, "C"), (3, "B"), (4, "D")]


# Extensions and lots


def test_an_extension_is_named_where_one_was_due() -> None:
    level = match("Final", "A", "B", [swing(0)] * 9)
    event = f"{CUP}[knock-out]\nboards = 9\n"
    found = ranked(event, level)
    assert ranking_page(found, EN).notes[:-1] == [
        "an extension is an eighth of the boards played so far (a regulation, article 10g); rounded up (the regulation"
        " is silent); extended again as often as it is drawn"
    ]
    own = ranked(f'{event}base = "original"\nrounding = "down"\n', level)
    assert ranking_page(own, EN).notes[:-1] == [
        "an extension is an eighth of the boards of the match (as the event says); rounded down (as the event says);"
        " extended again as often as it is drawn"
    ]
    assert ranking_json(own)["extension"] == {"base": "original", "rounding": "down"}
    assert ranking_json(own)["matches"][0]["stages"] == [{"boards": 9, "played": 9, "lead": "0"}]
    assert ranking_page(ranked(event, match("Final", "A", "B", [swing(1)] * 9)), EN).notes[:-1] == []


def test_the_lot_of_a_knock_out_hangs_on_the_round() -> None:
    """As the page on ranking says: seed, zero byte, round, zero byte, team."""
    event = f'{CUP}[knock-out]\nboards = 1\nafter-draw = "lot"\n'
    for name in ("1", "2", "3", "4"):
        found = ranked(event, match(name, "A", "B", [swing(0), swing(0)]), seed="7")
        lots = {lot(f"7\0{name}", team): team for team in "AB"}
        assert found.places[0].id == lots[min(lots)]


def test_a_knock_out_takes_the_length_of_each_round() -> None:
    event = f"{CUP}{ROUNDS}[knock-out.boards]\nSemifinal = 1\nFinal = 2\n"
    found = ranked(event, SEMIFINALS + FINAL)
    assert [one.verdict.how for one in found.matches if one.verdict is not None] == ["imps", "imps", "unfinished"]
    assert scores(found) == {"A": Fraction(1), "B": 0, "C": 1, "D": 0}
    assert said(found.results) == []
    mistaken = ranked(event.replace("Final = 2", "Finale = 2"), SEMIFINALS + FINAL)
    assert said(mistaken.results) == [
        ("nothing-meant", "[knock-out.boards] has no round Final: what was played is taken for the whole match"),
        ("nothing-meant", "[knock-out.boards] has round Finale, in which there is no match yet"),
    ]


def test_boards_after_the_end_are_left_out() -> None:
    text = match("Final", "A", "B", [swing(2), swing(3), swing(-12), swing(5)])
    found = ranked('form = "knock-out"\n[knock-out]\nboards = 2\n', text)
    (only,) = found.matches
    assert only.verdict is not None
    assert (len(only.boards), only.verdict.surplus) == (2, 2)
    assert plain(only.imps) == (5, -5)
    assert [(item.board, item.rule.name) for item in found.results.findings.left_out] == [
        ("3", "match-over"), ("3", "match-over"), ("4", "match-over"), ("4", "match-over"),
    ]  # fmt: skip
    assert found.results.counted == 4
    message = "round Final: A – B: it was over after 2 boards, so that 2 boards do not count"
    assert ("match-over", message) in said(found.results)


# Before the end


def test_who_is_out_stands_behind_those_that_may_still_win() -> None:
    """B has lost; C and D have a board to play."""
    games = match("Semifinal", "A", "B", [swing(5), swing(0)]) + match("Semifinal", "C", "D", [swing(3)])
    found = ranked(f"{CUP}[knock-out]\nboards = 2\n", games)
    assert [(place.rank, place.id) for place in found.places] == [(1, "A"), (2, "C"), (2, "D"), (4, "B")]
    grid = ranking_page(found, EN).grids[0]
    assert grid.columns[-1].title == "Decided by"
