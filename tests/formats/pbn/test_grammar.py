"""The grammar of the standard, and that reader and grammar agree on every game."""

from __future__ import annotations

import os
import random
import sys
from collections.abc import Container, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given

from pbntools.formats.pbn import PbnReader
from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.pbn.grammar import MAX_GAME, GameTooLongError, accepts, mismatch
from pbntools.formats.pbn.syntax import broken_syntax
from pbntools.formats.text import Input
from tests.formats.pbn.section_pieces import CALLS, CARDS, sections
from tests.formats.samples import DEAL, GAME, MANDATORY, auction_of, play_of

ROOT = Path(__file__).parent.parent.parent.parent
FIXTURES = sorted(path for path in (ROOT / "fixtures").rglob("*") if path.suffix in (".pbn", ".txt"))
CORPUS = os.environ.get("PBNTOOLS_CORPUS")
SEED = 20170214
GAMES = 500


def compared(source: Input, indices: Container[int] | None = None) -> Iterator[tuple[str, bool, list[str]]]:
    """Each game's text, whether the grammar accepts it, and the names of the rules of syntax that it breaks.

    ``indices`` are the records that are wanted; None for all.
    """
    for reading in PbnReader(source):
        game_map = reading.source_map
        if not isinstance(game_map, PbnMap) or (indices is not None and reading.index not in indices):
            continue
        game = game_map.game
        text = game.chunk.text[game.start : game.end]
        if len(text) <= MAX_GAME:
            yield text, accepts(text, game_map.headers), [rule.name for rule in broken_syntax(reading)]


def disagreements(source: Input) -> list[tuple[object, list[str]]]:
    return [
        (mismatch(text) or text[:200], broken)
        for text, accepted, broken in compared(source)
        if accepted == bool(broken)
    ]


@pytest.mark.parametrize("path", FIXTURES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_fixtures(path: Path) -> None:
    assert disagreements(path) == []


def test_fixtures_hold_games_of_both_kinds() -> None:
    kinds = [accepted for path in FIXTURES for _, accepted, _ in compared(path)]
    assert kinds.count(True) > 50
    assert kinds.count(False) > 25


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS is not set: no real files to read")
def test_real_games() -> None:
    draw = random.Random(SEED)
    found: list[tuple[float, str, int]] = []
    for path in sorted(Path(CORPUS or "").rglob("*.pbn")):
        if path.stat().st_size <= 1 << 20:
            found += [
                (draw.random(), str(path), reading.index) for reading in PbnReader(path) if reading.index is not None
            ]
    sample = sorted(found)[:GAMES]
    assert len(sample) == GAMES
    wanted: dict[str, set[int]] = {}
    for _, file, index in sample:
        wanted.setdefault(file, set()).add(index)
    wrong = []
    rejected = 0
    for name, indices in wanted.items():
        for index, (_, accepted, broken) in enumerate(compared(Path(name), indices)):
            rejected += not accepted
            if accepted == bool(broken):
                wrong.append((name, index, broken))
    assert wrong == []
    assert 0 < rejected < GAMES


@pytest.mark.corpus
@pytest.mark.skipif(not CORPUS, reason="PBNTOOLS_CORPUS is not set: no real files to read")
def test_reference_games() -> None:
    paths = [path for path in Path(CORPUS or "").rglob("*.pbn") if path.stem.endswith(("correct_10", "errors_10"))]
    if not paths:
        pytest.skip("the author's reference games are not among the real files")
    assert [found for path in paths for found in disagreements(path)] == []
    assert all(accepted for path in paths if "correct" in path.stem for _, accepted, _ in compared(path))


# What the grammar takes, and what it expects elsewhere.

GOOD = [
    GAME,
    GAME.replace("\n", "\r\n"),
    GAME.replace("\n", "\r"),
    "\n \n% PBN 2.1\n{a\n\nb} ; c\n" + GAME,
    '[Event"x"][ Site\n"y" ]\t[Date "2024.??.01"]',
    '[Event "a \\"b\\" \\\\ \\S"]',
    '[Event "Z\\"\xe9"]\n{\xe2\x80\x99}',
    '[Table "3"]\n[Round "1.2"]\n[Foo "#"]\n[Time "##12:00:00"]\n[Time2 "##"]',
    auction_of("1C =1= ! $13 {x} ; y\n% z\n $20 ^I 1c^S pass*"),
    auction_of("- - - 1nt ap"),
    auction_of("Pass Pass Pass AP =1="),
    auction_of("1C AP AP"),
    auction_of("1NT!!=1=X?!$14+").replace("$14", "$15"),
    play_of("CK - ^R ca$7 ^L HA =32= +"),
    play_of("+ - - CQ"),
    '[Deal "n:- akq.jt9.8765.432 - ..."]'.replace(" ...", " AKQ..."),
    '[Note "1: text"]\n[Note "02:"]',
    '[ScoreTable "-Rank;Names\\24L;Score_NS"] {c}\n1 "A;B [x]" 420\n% no\n2 ? ^A-',
    '[OptimumResultTable "##Declarer;Denomination\\2R;Result\\2R"]\nN NT 7 s h 13',
    '[ScoreTable "#"]\n1 2 3',
    '[ScoreTable ""]',
]


@pytest.mark.parametrize("text", GOOD)
def test_accepted(text: str) -> None:
    assert mismatch(text) is None
    assert disagreements(text.encode("latin-1")) == []


CALL = "a call: Pass, X, XX or a bid such as 1NT"
CARD = "a card: a suit and a rank, such as SA or HT, or -"
EXPECTED: list[tuple[str, str, str]] = [
    ('[Date "2024.13.01"]', "13", "a month: 01 to 12 or ??"),
    ('[Date "2024-01-01"]', "-01-", 'a dot, as in "2026.03.24"'),
    ('[Dealer "NE"]', 'E"]', 'the closing quote " (a quote inside a value is written \\")'),
    ('[Dealer "K"]', "K", "a player: N, E, S or W"),
    ('[Dealer "#"]', "#", "a player: N, E, S or W"),
    ('[Vulnerable "Maybe"]', "May", "a vulnerability: None, NS, EW or All"),
    (
        '[Contract "8C"]',
        "8C",
        "a contract: Pass, or a level from 1 to 7, a denomination (C, D, H, S, NT) and nothing, X or XX",
    ),
    ('[Deal "AKQ"]', "AKQ", "a deal: the first hand's player, a colon and four hands"),
    (f'[Deal "{DEAL.replace("T98", "1098", 1)}"]', "1098", "a rank (A K Q J T 9 … 2) or a dot before the next suit"),
    ('[Result "14"]', "14", "declarer's tricks (0 to 13), or those of a side, as in NS 9"),
    ('[Result "NS 9 EW 5"]', "NS 9 EW", "no more than 13 tricks for both sides together"),
    ('[Score "NS a"]', "a", "points: a whole number"),
    ('[OptimumScore "420"]', "420", "points behind NS or EW"),
    ('[OptimumScore "NS 420 EW 420"]', "NS 420", "opposite scores of the two sides"),
    ('[Scoring "IMP;MP"]', "IMP", "one base system, with modifiers behind it"),
    ('[Scoring "IMP;Foo"]', "Foo", "a scoring system of the standard, such as MP, IMP or Rubber"),
    ('[ScoreRubberHistory "NS 0 0/45 EW 0 0/0"]', "45", "points: a multiple of 10"),
    ('[TimeControl "4"]', '4"', 'boards and minutes, as in "4/30"'),
    ('[ScorePercentage "101"]', "101", "a number from 0 to 100"),
    ('[Hidden "NN"]', "NN", "players: N, E, S, W, each at most once"),
    ('[event "x"]', "[event", 'a tag pair: [Name "value"]'),
    ('[Event "x"]\noops', "oops", 'a tag pair: [Name "value"]'),
    ('[Event "x"]\n\n[Site "y"]', "\n\n[Site", 'a tag pair: [Name "value"]'),
    ('[Event "x]\n', "\n", 'the closing quote " (a quote inside a value is written \\")'),
    ('[Event "x"\n;c\n]', ";c", "] behind the value"),
    ('[Event "x"]\n[Event "x"]', '[Event "x"]', "each tag once: Event was given before"),
    (auction_of("1C 1N"), "1N", CALL),
    (auction_of("1C 8S"), "8S", CALL),
    (auction_of("1C - 1D"), "- 1D", CALL),
    (auction_of("1C * 1D"), "1D", "nothing more of the auction behind * or +"),
    (auction_of("1C Pass Pass Pass * =2="), "=2=", "nothing more of the auction behind * or +"),
    (auction_of("1C +=1="), "=1=", "nothing more of the auction behind * or +"),
    (auction_of("*\n=1="), "=1=", "nothing more of the auction behind * or +"),
    (auction_of("1C Pass Pass Pass AP =1="), "=1=", CALL),
    (auction_of("AP AP!"), "!", CALL),
    (auction_of("AP ^I AP"), "^I", CALL),
    (auction_of("AP ^I AP 1C"), "^I", CALL),
    (auction_of("1C ! $3"), "$3", "one judgement on each call"),
    (auction_of("1C $7"), "$7", "a glyph of calls: $1 to $6 and $13, or one from 15 on"),
    (auction_of("1C =33="), "=33=", "a reference to a note: =1= to =32="),
    (auction_of("1C ^S =1="), "=1=", CALL),
    (play_of("CK 10C"), "10C", CARD),
    (play_of("^r CK"), "^r", CARD),
    (play_of("CA C8 C2 C4\n* =2="), "=2=", "nothing more of the play behind * or +"),
    (play_of("CA +=2="), "=2=", "nothing more of the play behind * or +"),
    ('[Play "S"]\n* =2=', "=2=", "nothing more of the play behind * or +"),
    ('[Play "S"]\n*=2=\n=3=', "=2=", "nothing more of the play behind * or +"),
    (play_of("CK + - - -"), "CK", "no more cards behind + than the rest of its row"),
    ('[Note "33:x"]', "33", "the number of the note (1 to 32) and a colon"),
    ('[Note "1 :x"]', "1 :", "the number of the note (1 to 32) and a colon"),
    ('[ScoreTable "A;A"]', "A;A", "columns of different names"),
    ('[ScoreTable "A;B"]\n1 2 3', "[Sc", "rows of 2 values: 3 is no multiple of that"),
    ('[ScoreTable "A;B"]\n1 {c} 2', "{c}", "a value: a word, or a string in quotes, with white space before the next"),
    (
        '[OptimumResultTable "Declarer;Denomination;Result"]\nN S 14',
        "14",
        "tricks: 0 to 13",
    ),
    ('[OptimumResultTable "Declarer;Denomination;Result"]\nX S 3', "X", "a player: N, E, S or W"),
    (
        '[ScoreTable "-Rank"]\n2 1',
        "1",
        "ascending values in the column Rank, which is marked with -",
    ),
]


@pytest.mark.parametrize("text, at, expected", EXPECTED)
def test_expected(text: str, at: str, expected: str) -> None:
    found = mismatch(text)
    assert found is not None
    assert found.expected == expected
    assert text[found.offset :].startswith(at)
    assert disagreements(text.encode("latin-1")) == []


@given(sections(CALLS))
def test_auctions_of_all_kinds(body: str) -> None:
    assert disagreements(auction_of(body).encode()) == []


@given(sections(CARDS))
def test_plays_of_all_kinds(body: str) -> None:
    assert disagreements(play_of(body).encode()) == []


def test_a_comment_that_swallows_tags() -> None:
    text = '[Event "x"]\n{ lost\n[Site "y"]\n{ another }\n'
    assert not accepts(text)
    assert accepts(text.replace("{ another }", "").replace("lost", "closed }"))
    assert disagreements(text.encode()) == []


def test_headers_of_other_games() -> None:
    text = '[ScoreTable "#"]\n1 2 3'
    assert accepts(text, {"ScoreTable": "A;B;C"})
    assert not accepts(text, {"ScoreTable": "A;B"})
    first = '[Event "x"]\n[ScoreTable "A;B"]\n1 2\n\n[Event "y"]\n'
    assert disagreements((first + text).encode()) == []


def test_a_game_past_the_limit() -> None:
    with pytest.raises(GameTooLongError, match=r"1,048,576 at most"):
        mismatch("[" * (MAX_GAME + 1))


def steps(text: str) -> int:
    """Calls of functions that a parse takes."""
    count = 0

    def counted(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal count
        count += event == "call"

    mismatch(text)
    sys.setprofile(counted)
    try:
        mismatch(text)
    finally:
        sys.setprofile(None)
    return count


@pytest.mark.parametrize(
    "piece",
    [
        '[Foo@ "x"]\n',
        "1C ",
        "1C {x} =1= $20 ",
        "1C *",
        "^I ",
        "{x} ",
        "{",
        "=1=",
        '"x" ',
        "[",
        "\\",
        ";",
    ],
)
@pytest.mark.parametrize("opening", [MANDATORY, MANDATORY + '[Auction "N"]\n', MANDATORY + '[FooTable "A"]\n'])
def test_time_is_linear(opening: str, piece: str) -> None:
    short, long = (opening + "".join(piece.replace("@", str(n)) for n in range(size)) for size in (400, 1600))
    assert steps(long) < 5 * steps(short)
