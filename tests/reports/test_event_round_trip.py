"""A ranking that is written as PBN or USEBIO and read again: it is the same one, or what was lost was told."""

import random
import re
from collections.abc import Sequence

import pytest

import pbntools as pbn
from pbntools.events.config import parse_event
from pbntools.events.gathering import Gatherer
from pbntools.events.placing import Ranking
from pbntools.events.ranking import rank_event
from pbntools.reports.event_formats import ranking_pbn, ranking_usebio
from tests.events.building import ranked, traveller

COLUMNS = "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS;Score_EW;Percentage_NS;Percentage_EW;Table"
RACES = {
    "pairs": 'form = "pairs"\n',
    "top": 'form = "pairs"\n[scoring]\nfactoring = "top"\nmatchpoints = 1\nnot-played = "A+"\n',
    "imp-pairs": 'form = "imp-pairs"\n',
    "not played": 'form = "imp-pairs"\n[scoring]\ndivisor = "tables"\nnot-played-imps = -6\n',
    "butler": 'form = "butler"\n[scoring]\ndatum = "mean"\n',
    "median": 'form = "butler"\n[scoring]\ndatum = "median"\naverage-imps = 2\n',
    "individual": 'form = "individual"\n',
}
MATCHES = {
    "teams": 'form = "teams"\n[scale]\nname = "wbf2013"\n',
    "bam": 'form = "bam"\n',
    "total-points": 'form = "total-points"\n',
    "knock-out": 'form = "knock-out"\n',
}
KINDS = ("score", "artificial", "half", "both", "split", "unplayed", "open")
TOLD = re.compile(
    r"the outcomes of \d+ weighted|\d+ results? with a score for one side alone|"
    r"\d+ results? with a weighted score for one side|"
    r"\d+ results? not played: what it counts|"
    r".*USEBIO has no form for an artificial score of one side alone|.*USEBIO holds one score of a result|"
    r".*USEBIO has no place for (Session|the column Percentage)"
)
"""Losses that may change what a reader of the same event comes to."""


def contract(draw: random.Random) -> tuple[str, str, str]:
    """A contract, declarer and tricks; some are passed out."""
    if draw.random() < 0.1:
        return "Pass", "-", "-"
    bid = f"{draw.randint(1, 7)}{draw.choice(['C', 'D', 'H', 'S', 'NT'])}{draw.choice(['', '', '', 'X', 'XX'])}"
    return bid, draw.choice("NESW"), str(draw.randint(5, 13))


def row(draw: random.Random, ns: str, ew: str, table: int, kinds: Sequence[str]) -> str:
    """A row that was played, or of one of some other kinds."""
    kind = draw.choice(kinds) if kinds and draw.random() < 0.4 else "played"
    bid, scores, shares = ("-", "-", "-"), ("?", "?"), ("?", "?")
    if kind in ("played", "both", "half", "open"):
        bid = contract(draw)
    if kind == "open":
        bid = (bid[0], bid[1], "?")
    if kind == "score":
        scores = str(draw.choice([420, -50, 170, 620, -100])), "?"
    if kind == "split":
        scores = str(draw.choice([420, 170])), str(draw.choice([50, 100]))
    if kind in ("artificial", "both"):
        shares = draw.choice([("^60", "^40"), ("^50", "^50"), ("^60", "^60"), ("^55.5", "^44.5"), ("^100", "^0")])
    if kind == "half":
        shares = ("^40", "?")
    return " ".join([f'"{ns}"', f'"{ew}"', *bid, *scores, *shares, str(table)])


AWARDS = (
    'score = "NS 420"', 'score = "A"', 'ns = "A+"\new = "A-"', 'ns = "420"\new = "-50"', 'ns = "55%"\new = "A"',
    'ns = "60% of 420, 40% of -50"\new = "A-"', 'ns = "NP"\new = "NP"', 'ns = "420"\new = "NP"', 'ns = "A-"\new = "50"',
)  # fmt: skip


def some(draw: random.Random, of: Sequence[str]) -> list[str]:
    """None to two of them."""
    return draw.sample(of, draw.randint(0, 2))


def adjustment(draw: random.Random, board: int, at: str, awards: Sequence[str], more: str) -> str:
    return f'[[adjustment]]\nboard = {board}\nat = "{at}"\n{draw.choice(awards)}\n{more}' if awards else ""


def race(draw: random.Random, form: str) -> tuple[str, str, str]:
    """The event, what the director decided, and its results."""
    names = [f"{one} & {one}x" if form == "individual" else f"{one}" for one in range(1, 9)]
    kinds, awards = some(draw, KINDS), some(draw, AWARDS)
    text, decided = "", ""
    # USEBIO has no place for the name of a session.
    sessions = draw.choice([("",), ("",), ("first", "second")])
    for session in sessions:
        for board in range(1, 6):
            draw.shuffle(names)
            rows = [row(draw, names[at], names[at + 1], at, kinds) for at in range(0, draw.choice([6, 8, 8]), 2)]
            if draw.random() < 0.1:
                rows.append(rows[0])
            text += traveller(board, rows, COLUMNS, f'[Session "{session}"]\n' if session else "")
            if draw.random() < 0.6:
                more = f'session = "{session}"\n' if session else ""
                decided += adjustment(draw, board, names[0].split(" & ")[0], awards, more)
    rest = ""
    if draw.random() < 0.4 and form != "individual" and sessions == ("",):
        rest += '[[penalty]]\nto = "2"\namount = "{}"\n'.format("2%" if 'form = "pairs"' in RACES[form] else "2 IMP")
    if draw.random() < 0.3 and form in ("pairs", "imp-pairs"):
        rest += '[[fouled]]\nboard = 1\ngroups = [["1", "2", "3", "4"], ["5", "6", "7", "8"]]\n'
    if draw.random() < 0.3 and form == "pairs":
        rest += '[carry-over]\n"1" = 55\n'
    return RACES[form] + rest, decided, text


def matches(draw: random.Random, form: str) -> tuple[str, str, str]:
    rounds = [("Ants", "Bees"), ("Cats", "Dogs")], [("Ants", "Cats"), ("Bees", "Dogs")]
    kinds, awards = some(draw, KINDS), some(draw, AWARDS)
    text, decided = "", ""
    for number, pairs in enumerate(rounds if form != "knock-out" else rounds[:1], 1):
        for board in range(1, 5):
            rows = []
            for at, (home, visit) in enumerate(pairs):
                rows += [row(draw, home, visit, 2 * at + 1, kinds), row(draw, visit, home, 2 * at + 2, kinds)]
                if draw.random() < 0.4:
                    decided += adjustment(draw, board, home, awards, f'round = "{number}"\n')
            if draw.random() < 0.2:
                rows.pop()
            text += traveller(board, rows, COLUMNS, f'[Round "{number}"]\n')
    rest = "" if form == "knock-out" or draw.random() < 0.5 else "[carry-over]\nAnts = 2\n"
    return MATCHES[form] + rest, decided, text


def order(ranking: Ranking) -> list[tuple[object, ...]]:
    return [(place.rank, place.id, place.score, place.boards, place.decided_by) for place in ranking.places]


def again(event: str, data: bytes) -> Ranking:
    gatherer = Gatherer(parse_event(event))
    for reading in pbn.read(data):
        if reading.record is not None and reading.index is not None:
            gatherer.add("again", reading.index, reading.record, pbn.resolve(reading.record), reading)
    return rank_event(gatherer.finish())


def check(event: str, decided: str, text: str, form: str) -> bool:
    """Whether the ranking that is read back is the same; where it is not, a loss must have been told."""
    ranking = ranked(event + decided, text)
    data, losses = ranking_pbn(ranking) if form == "pbn" else ranking_usebio(ranking)
    found = again(event, data)
    changing = [str(loss) for loss in losses if TOLD.match(str(loss))]
    same = order(found) == order(ranking)
    assert same or changing, (form, order(ranking), order(found))
    return same


@pytest.mark.parametrize("form", RACES)
@pytest.mark.parametrize("seed", range(8))
def test_a_race_that_is_written_is_the_same_or_a_loss_is_told(form: str, seed: int) -> None:
    event, decided, text = race(random.Random(f"{form} {seed}"), form)
    for writer in ("pbn", "usebio") if form != "individual" else ("pbn",):
        check(event, decided, text, writer)


@pytest.mark.parametrize("form", MATCHES)
@pytest.mark.parametrize("seed", range(8))
def test_an_event_of_matches_that_is_written_is_the_same_or_a_loss_is_told(form: str, seed: int) -> None:
    event, decided, text = matches(random.Random(f"{form} {seed}"), form)
    check(event, decided, text, "pbn")


def rows_of(ranking: Ranking) -> list[dict[str, str]]:
    found = []
    for reading in pbn.read(ranking_pbn(ranking)[0]):
        table = None if reading.record is None else reading.record.table("ScoreTable")
        assert table is not None
        found += [dict(zip(table.columns, row, strict=True)) for row in table.rows]
    return found


PLAYED = traveller(3, ["1 2 1NT N 7 90 ? ? ? 1", "3 4 1NT N 7 ? ? ? ? 2"], COLUMNS)


@pytest.mark.parametrize("form", ["pairs", "imp-pairs", "not played", "butler"])
def test_an_assigned_score_stands_without_the_contract_of_the_table(form: str) -> None:
    """A reader would take contract and tricks instead of the score, and so undo the ruling."""
    event, decided = RACES[form], '[[adjustment]]\nboard = 3\nat = "1"\nscore = "NS 420"\n'
    ranking = ranked(event + decided, PLAYED)
    adjusted, other = rows_of(ranking)
    names = ("Contract", "Declarer", "Result", "Score_NS", "Score_EW")
    assert tuple(adjusted[name] for name in names) == ("-", "-", "-", "420", "-420")
    assert tuple(other[name] for name in names) == ("1NT", "N", "7", "90", "-90")
    for writer in (ranking_pbn, ranking_usebio):
        data, losses = writer(ranking)
        assert order(again(event, data)) == order(ranking)
        assert not any(TOLD.match(str(loss)) for loss in losses)
    assert order(ranking) != order(ranked(event, PLAYED))


def test_a_score_that_a_ruling_confirms_keeps_its_contract() -> None:
    decided = '[[adjustment]]\nboard = 3\nat = "1"\nscore = "NS 90"\n'
    assert [row["Contract"] for row in rows_of(ranked(RACES["pairs"] + decided, PLAYED))] == ["1NT", "1NT"]


def test_scores_of_older_tables_stand_without_their_contract() -> None:
    tags = '[Scoring "MP;OldMP"]\n[Vulnerable "None"]\n'
    ranking = ranked(
        RACES["pairs"], traveller(1, ["1 2 4SXX N 8 -700 ? ? ? 1", "3 4 4S N 10 ? ? ? ? 2"], COLUMNS, tags)
    )
    assert [(row["Contract"], row["Score_NS"]) for row in rows_of(ranking)] == [("-", "-700"), ("4S", "420")]
    data, losses = ranking_pbn(ranking)
    assert "1 result with a contract that does not come to the score" in losses
    assert order(again(RACES["pairs"], data)) == order(ranking)


@pytest.mark.parametrize("form", ["imp-pairs", "butler"])
def test_artificial_scores_in_imps_are_shares(form: str) -> None:
    """PBN 2.1 §5: ^60 is a percentage, and no IMPs tell it."""
    text = traveller(1, ["1 2 3NT N 9 ? ? ? ? 1", "3 4 3NT N 10 ? ? ? ? 2"], COLUMNS)
    text += traveller(2, ["1 2 - - - - - ^60 ^40 1", "3 4 2H N 8 ? ? ? ? 2", "5 6 2H N 7 ? ? ? ? 3"], COLUMNS)
    ranking = ranked(RACES[form], text)
    assert [(row.get("Percentage_NS"), row.get("Percentage_EW")) for row in rows_of(ranking)] == [
        (None, None), (None, None), ("^60", "^40"), ("?", "?"), ("?", "?"),
    ]  # fmt: skip
    data, losses = ranking_pbn(ranking)
    assert order(again(RACES[form], data)) == order(ranking)
    assert not any(TOLD.match(loss) for loss in losses)


@pytest.mark.parametrize(
    ("form", "award", "loss"),
    [
        ("pairs", 'ns = "60% of 420, 40% of -50"\new = "A-"', "the outcomes of 1 weighted score"),
        (
            "pairs",
            'ns = "60% of 420, 40% of -50"\new = "A-"',
            "1 result with a weighted score for one side and another for the other, which no row can hold",
        ),
        ("pairs", 'ns = "420"\new = "NP"', "1 result with a score for one side alone, which no row can hold"),
        ("not played", 'ns = "NP"\new = "NP"', "1 result not played: what it counts in IMPs"),
    ],
)
def test_what_no_row_can_hold_is_told_and_counts_for_nobody(form: str, award: str, loss: str) -> None:
    decided = f'[[adjustment]]\nboard = 3\nat = "1"\n{award}\n'
    ranking = ranked(RACES[form] + decided, PLAYED)
    row = rows_of(ranking)[0]
    assert {row["Contract"], row["Result"], row["Score_NS"], row["Score_EW"]} <= {"-", "?"}
    for writer in (ranking_pbn, ranking_usebio):
        assert loss in writer(ranking)[1]


def test_players_of_an_individual_may_have_a_hyphen() -> None:
    columns = "Names_NS;Names_EW;Score_NS"
    rows = ['"Jean-Luc;Ana" "Bo;Cy" 420', '"Di;Ed" "Flo;Gus" 50']
    ranking = ranked(RACES["individual"], traveller(1, rows, columns))
    assert order(again(RACES["individual"], ranking_pbn(ranking)[0])) == order(ranking)


def test_results_of_one_table_count_no_more_when_they_are_read_again() -> None:
    text = traveller(1, ["1 2 4S N 10 ? ? ? ? 1", "3 4 4S N 9 ? ? ? ? 1", "5 6 4S N 9 ? ? ? ? 2"], COLUMNS)
    text += traveller(2, ["1 2 4S N 10 ? ? ? ? 1", "3 4 4S N 9 ? ? ? ? 2"], COLUMNS)
    ranking = ranked(RACES["pairs"], text)
    assert len(ranking.results.findings.left_out) == 2
    assert order(again(RACES["pairs"], ranking_pbn(ranking)[0])) == order(ranking)
