"""LIN for the tests: one invented deal, and records made at random."""

from __future__ import annotations

import io
import random

import pbntools as pbn
from pbntools.formats.building import build_record
from pbntools.formats.losses import Losses
from pbntools.formats.registry import get_format
from pbntools.record import Annotation, Auction, Comment, Details, Play, Record, Remarks, Result

HANDS = "SQ64HKQ43DAKT83C6,S873HAT5DQJ2CT854,SK95H9872D6CKQ732,"
"""South, West, North of a board that South deals."""
EAST = "SAJT2HJ6D9754CAJ9"
HEAD = f"pn|Imre,Jule,Kaya,Lars|st||md|1{HANDS}|rh||ah|Board 3|sv|e|"
CALLS = "mb|1D|mb|p|mb|1H|mb|p|mb|2H|mb|p|mb|p|mb|p|pg||"
CARDS = "pc|D9|pc|DA|pc|D2|pc|D6|pg||pc|HK|pc|HA|pc|H2|pc|H6|pg||pc|S8|pc|SK|pc|SA|pc|S4|pg||"
BOARD = f"{HEAD}{CALLS}{CARDS}mc|9|pg||\n"


def readings(text: str | bytes, name: str = "lin") -> list[pbn.Reading]:
    data = text if isinstance(text, bytes) else text.encode()
    return list(pbn.read(data, format=name))


def only(text: str | bytes, name: str = "lin") -> Record:
    (record,) = (reading.record for reading in readings(text, name) if reading.record is not None)
    return record


def rules_of(text: str | bytes, name: str = "lin") -> list[str]:
    return [diagnostic.rule.name for reading in readings(text, name) for diagnostic in reading.diagnostics]


def fitted(record: Record, dialect: str | None = None, name: str = "lin") -> tuple[Record | None, list[str]]:
    """What a format holds of a record, and the words of the losses."""
    format = get_format(name)
    assert format.fitter is not None
    losses = Losses()
    found = format.fitter(dialect)(record, pbn.resolve(record), losses)
    return found, [f"{loss.rule.name}: {loss.what}" for loss in losses]


def written(records: list[Record], dialect: str | None = None, name: str = "lin") -> bytes:
    format = get_format(name)
    assert format.write is not None
    file = io.BytesIO()
    assert format.write(records, file, dialect) == len(records)
    return file.getvalue()


TEXTS = (
    "Limit raise", "alert", "2 \\S and a \\H", "a bar | inside", "!S as people type it", "3@Hs", "Ünïted, 4+ cards",
    "  blanks   and\nlines ", "?", "", "what!Dear", "(bracketed)", "5\\C!", "\\S\\H",
)  # fmt: skip
NAMES = ("Ada", "Bo Vind", "Čapek, K.", "~~M12", "O'Neil|x", "-", "", "North", "a_b", "Zoë")


def random_record(seed: int) -> Record:
    """A record with a legal auction and play, and whatever may stand beside them."""
    rnd = random.Random(seed)
    pack = list(range(52))
    rnd.shuffle(pack)
    masks = [sum(1 << card for card in pack[seat * 13 : seat * 13 + 13]) for seat in range(4)]
    deal = pbn.Deal(tuple(masks))  # type: ignore[arg-type]
    dealer = pbn.Seat(rnd.randrange(4))
    state = pbn.AuctionState(dealer)
    calls: list[int] = []
    while not state.is_over:
        legal = state.legal()
        bids = [call for call in legal if call > 2]
        call = bids[min(int(rnd.expovariate(0.4)), len(bids) - 1)] if bids and rnd.random() < 0.4 else legal[0]
        if rnd.random() < 0.05:
            call = rnd.choice(legal)
        state.push(call)
        calls.append(int(call))
    contract, declarer = state.contract, state.declarer
    if rnd.random() < 0.1:
        calls = calls[: rnd.randrange(len(calls) + 1)]
    play = result = None
    if declarer is not None and contract is not None:
        play, result = _random_play(rnd, deal, contract, declarer)
    tags = {name: rnd.choice(NAMES) for name in ("North", "East", "South", "West") if rnd.random() < 0.9}
    others = {
        "Event": "Cup, of 2024",
        "Site": "Ghent",
        "Stage": "Final",
        "Room": rnd.choice(("Open", "Closed", "Attic")),
        "HomeTeam": "Reds",
        "VisitTeam": "Blues | Greens",
        "Scoring": rnd.choice(("IMP", "MP", "BAM", "Cavendish")),
    }
    tags |= {name: text for name, text in others.items() if rnd.random() < 0.6}
    named = rnd.random() < 0.7
    hide = rnd.random()
    if hide < 0.1:
        masks_shown = list(masks)
        for seat in rnd.sample(range(4), rnd.randrange(1, 5)):
            masks_shown[seat] = None  # type: ignore[call-overload]
        deal = pbn.Deal(tuple(masks_shown))  # type: ignore[arg-type]
    return build_record(
        tags,
        board=rnd.choice((None, "7", "12", "007", "1-4", "Example 3", "31")),
        dealer=dealer if rnd.random() < 0.95 else None,
        vulnerable=rnd.choice((None, *pbn.Vulnerability)),
        deal=deal if hide > 0.05 else None,
        contract=contract if named else None,
        declarer=declarer if named else None,
        result=result,
        auction=Auction(dealer, tuple(calls), rnd.choice(("", "", "", "*", "+"))) if rnd.random() < 0.9 else None,
        play=play,
        details=_random_details(rnd, calls, play),
    )


def _random_play(
    rnd: random.Random, deal: pbn.Deal, contract: pbn.Contract, declarer: pbn.Seat
) -> tuple[Play | None, Result | None]:
    state = pbn.PlayState(deal, contract.strain, declarer)
    first = declarer.left
    ids = [-1] * 52
    for trick in range(13):
        for _ in range(4):
            seat = state.to_play
            assert seat is not None
            card = rnd.choice(state.legal_cards())
            ids[4 * trick + (seat - first) % 4] = int(card)
            state.push(card)
    tricks = state.tricks
    stop = 52 if rnd.random() < 0.5 else rnd.randrange(14) * 4
    shown = tuple(ids[:stop])
    result = Result(tricks) if rnd.random() < 0.6 else None
    claim = tricks if rnd.random() < 0.3 else None
    end = "*" if claim is not None else rnd.choice(("", "", "*", "+"))
    return (Play(first, shown, end, claim=claim) if shown or end else None), result


def _random_details(rnd: random.Random, calls: list[int], play: Play | None) -> Details:
    notes = {number: rnd.choice(TEXTS) for number in range(1, 5)}
    marks = {
        at: Annotation(rnd.choice((None, None, "!")), tuple(rnd.sample(range(1, 5), rnd.randrange(1, 3))))
        for at in range(len(calls))
        if rnd.random() < 0.2
    }
    comments = [Comment(rnd.choice(TEXTS)) for _ in range(rnd.randrange(3))]
    comments += [Comment(rnd.choice(TEXTS), ("call", at)) for at in range(len(calls)) if rnd.random() < 0.1]
    cells = 0 if play is None else len(play.ids)
    comments += [Comment(rnd.choice(TEXTS), ("card", at)) for at in range(cells) if rnd.random() < 0.03]
    if rnd.random() < 0.2:
        comments.append(Comment("Deal 7 of the evening", ("tag", "Board")))
    return Details(Remarks(notes, {}, marks, {}, tuple(comments)))
