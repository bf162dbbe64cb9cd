"""Properties of the export format: what is written is read back, and a formatted file is its own format."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbntools import dumps
from pbntools.core import PASSED_OUT, Deal, Seat, Strain, Vulnerability
from pbntools.formats.pbn import PbnReader
from pbntools.formats.pbn.formatting import FormatError, Formatter, Piece, survey
from pbntools.formats.pbn.losses import losses
from pbntools.game import AuctionState
from pbntools.record import Annotation, Auction, Comment, Details, Play, Record, Remarks, Result, Table, Tags
from tests.properties.test_pbn_reader import anything, few

LATIN_1 = st.text(st.characters(codec="latin-1", exclude_categories=["Cc"]), max_size=20)
ANY = LATIN_1 | st.text(st.characters(exclude_categories=["Cc", "Cs"]), max_size=20)
VALUES = ANY.map(str.strip).filter(lambda text: text[:1] != "#")
COMMENTS = ANY.filter(lambda text: "}" not in text)
SEATS = st.sampled_from(list(Seat))


@st.composite
def games(draw: st.DrawFn) -> Record:
    """A record of a legal auction and, where there is a contract, of cards that follow suit."""
    order = draw(st.permutations(range(52)))
    hands = [set(order[13 * seat : 13 * seat + 13]) for seat in range(4)]
    masks = [sum(1 << card for card in hand) for hand in hands]
    dealer = draw(SEATS)
    state = AuctionState(dealer=dealer)
    calls: list[int] = []
    while not state.is_over and len(calls) < 24:
        call = draw(st.sampled_from(sorted(state.legal())[:8]))
        state.push(call)
        calls.append(int(call))
    contract, declarer = (state.contract, state.declarer) if state.is_over else (None, None)
    play, result = None, None
    if contract is not None and contract is not PASSED_OUT and declarer is not None:
        play, result = draw(plays(hands, declarer, contract.strain))
    notes = {number: draw(VALUES) for number in draw(st.sets(st.integers(1, 32), max_size=3))}
    annotations = {
        at: Annotation(None, (draw(st.sampled_from(sorted(notes))),) if notes else (), (draw(st.integers(15, 255)),))
        for at in draw(st.sets(st.integers(0, len(calls) - 1), max_size=3))
    }
    comments = [Comment(draw(COMMENTS), ("record", None)) for _ in range(draw(st.integers(0, 1)))]
    comments += [Comment(draw(COMMENTS), ("tag", "Event")) for _ in range(draw(st.integers(0, 1)))]
    comments += [Comment(draw(COMMENTS), ("call", at)) for at in sorted(draw(st.sets(st.integers(0, len(calls) - 1))))]
    tables = []
    if draw(st.booleans()):
        rows = draw(st.lists(st.tuples(VALUES, VALUES), max_size=3))
        tables.append(Table("ScoreTable", ("A", "B"), tuple(rows), "A\\5R;B\\3L"))
    tags = {name: draw(VALUES) for name in draw(st.sets(st.sampled_from(["Event", "Room", "Zeta", "Alpha"])))}
    return Record(
        board=str(draw(st.integers(1, 99))),
        dealer=dealer,
        vulnerable=draw(st.sampled_from(list(Vulnerability))),
        deal=Deal((masks[0], masks[1], masks[2], masks[3])),
        contract=contract,
        declarer=declarer,
        result=result,
        auction=Auction(dealer, tuple(calls), "" if state.is_over else "+"),
        play=play,
        tags=Tags(tags),
        details=Details(Remarks(notes, {}, annotations, {}, tuple(comments)), tuple(tables)),
    )


@st.composite
def plays(draw: st.DrawFn, hands: list[set[int]], declarer: Seat, trump: Strain) -> tuple[Play, Result]:
    """Some tricks from these hands, in columns of any player."""
    left = [set(hand) for hand in hands]
    first = draw(SEATS)
    cells: list[int] = []
    leader, won = int(declarer.left), 0
    for _ in range(draw(st.integers(0, 13))):
        row: dict[int, int] = {}
        for step in range(4):
            seat = (leader + step) % 4
            suit = next(iter(row.values())) // 13 if row else None
            follow = [card for card in left[seat] if card // 13 == suit]
            card = draw(st.sampled_from(sorted(follow or left[seat])))
            left[seat].discard(card)
            row[seat] = card
        best = next(iter(row))
        for seat, card in row.items():
            held = row[best]
            if (card // 13 == held // 13 and card > held) or (card // 13 == int(trump) != held // 13):
                best = seat
        leader = best
        won += best % 2 == declarer % 2
        cells += [row[(first + column) % 4] for column in range(4)]
    return Play(first, tuple(cells), "" if len(cells) == 52 else "*"), Result(won)


@given(st.lists(games(), min_size=1, max_size=3))
@few
def test_records_written_are_records_read(found: list[Record]) -> None:
    text = dumps(found)
    back = [reading.record for reading in PbnReader(text.encode()) if reading.record is not None]
    assert [losses(*pair) for pair in zip(found, back, strict=True)] == [[] for _ in found]
    assert dumps(back) == text


def pieces(data: bytes) -> tuple[bytes, list[Piece]]:
    surveyed = survey(data)
    found = list(Formatter(data, surveyed))
    return "".join(piece.after for piece in found).encode(surveyed.encoding), found


@given(anything)
@few
def test_formatting_twice_is_formatting_once(data: bytes) -> None:
    try:
        once, _ = pieces(data)
    except (FormatError, UnicodeEncodeError):
        return
    assert pieces(once)[0] == once


@given(anything)
@few
def test_formatting_loses_no_game_and_no_value(data: bytes) -> None:
    before = [reading.record for reading in PbnReader(data) if reading.record is not None]
    try:
        text, found = pieces(data)
    except (FormatError, UnicodeEncodeError):
        return
    after = [reading.record for reading in PbnReader(text) if reading.record is not None]
    kept = [piece.left is None for piece in found if piece.is_game]
    assert len(kept) == len(before) == len(after)
    for old, new, whole in zip(before, after, kept, strict=True):
        if whole:
            assert losses(old, new) == []
