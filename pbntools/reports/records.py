"""A record as a person reads it: the diagram, the auction, the play, the result, notes and comments."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Protocol

from pbntools.core import CALLS, Call, Card, Seat
from pbntools.laws import Outcome, recorded_score_ns
from pbntools.record import ABOVE_SEVEN, Annotation, Auction, Comment, Record
from pbntools.reports.compass import diagram
from pbntools.reports.diagnostics import plural
from pbntools.reports.hand_layout import WEST_FIRST
from pbntools.reports.scores import contract_text, points_text
from pbntools.reports.screen import Screen, pad

WIDTH = 80
CALL = 17
CARD = 11
_FACTS = ("Event", "Site", "Date", "Stage", "Round", "Room", "Table", "Scoring", "HomeTeam", "VisitTeam")


class Item(Protocol):
    """A record to be shown: where it comes from, and what follows from it."""

    @property
    def path(self) -> str: ...
    @property
    def index(self) -> int: ...
    @property
    def record(self) -> Record: ...
    @property
    def outcome(self) -> Outcome: ...


def record_text(item: Item, screen: Screen) -> str:
    """The whole record, at most 80 columns wide."""
    screen = replace(screen, width=min(screen.width, WIDTH))
    blocks = [
        _title(item, screen),
        _deal(item, screen),
        _auction(item.record, screen),
        _play(item, screen),
        _result(item, screen),
        _comments(item.record, screen),
    ]
    return "\n".join("".join(f"{line}\n" for line in block) for block in blocks if block)


def _title(item: Item, screen: Screen) -> list[str]:
    record = item.record
    board = f"Board {record.board}" if record.board else "Board ?"
    dealer = f"dealer {record.dealer.name.capitalize()}" if record.dealer is not None else "dealer not known"
    vulnerable = f"vulnerable {record.vulnerable}" if record.vulnerable is not None else "vulnerability not known"
    rest = f", {dealer}, {vulnerable}"
    head = screen.clip(board, max(screen.width - len(rest), 10)) + rest
    end = f", record {item.index}"
    path = screen.clip_middle(item.path, screen.width - 2 - len(end))
    lines = [screen.paint("label", head), f"  {screen.paint('dim', path + end)}"]
    facts = [f"{name} {value}" for name in _FACTS if (value := _given(record, name))]
    return lines + (screen.wrap("; ".join(facts), "  ") if facts else [])


def _given(record: Record, name: str) -> str | None:
    value = record.value(name)
    return value if value and value != "?" else None


def _deal(item: Item, screen: Screen) -> list[str]:
    record = item.record
    if record.deal is not None:
        lines = diagram(record.deal, record.players, record.dealer, record.vulnerable, screen)
        for card, seats in record.deal.duplicates():
            hands = " and ".join(seat.name.capitalize() for seat in seats)
            lines.append(screen.paint("bad", "Dealt twice") + f": {_card_text(card, screen)[1]}, to {hands}")
        return lines
    names = [f"{seat.name.capitalize()} {name}" for seat, name in record.players.items() if name]
    return ["The deal is not known.", *(screen.wrap("; ".join(names), "") if names else [])]


def _auction(record: Record, screen: Screen) -> list[str]:
    auction = record.auction
    if auction is None or not (auction.ids or auction.end):
        return []
    details = record.details.remarks
    texts = [_call(auction, at, details.call_annotations.get(at), screen) for at in range(len(auction.ids))]
    for count, at in enumerate(auction.skips):
        texts.insert(at + count, ("^S", "^S"))
    texts = [("", "")] * WEST_FIRST.index(auction.first) + texts
    lines = [_heads("", CALL, screen)]
    for row in range(0, len(texts), 4):
        line = "".join(pad(plain, CALL, shown) for plain, shown in texts[row : row + 4]).rstrip()
        lines.append(line)
    if auction.end:
        lines.append("(to be continued)" if auction.end == "+" else "(the rest was not recorded)")
    return lines + _notes(details.auction_notes, screen)


def _call(auction: Auction, at: int, annotation: Annotation | None, screen: Screen) -> tuple[str, str]:
    number = auction.ids[at]
    plain, shown = ("8+" if number == ABOVE_SEVEN else "?",) * 2 if number < 0 else _call_text(CALLS[number], screen)
    if at in auction.insufficient:
        plain, shown = f"^I {plain}", f"^I {shown}"
    extra = screen.safe(annotation_text(annotation))
    return plain + extra, shown + extra


def _call_text(call: Call, screen: Screen) -> tuple[str, str]:
    if not call.is_bid:
        return str(call), str(call)
    plain = call.symbol() if screen.symbols else str(call)
    suit = call.strain.suit
    return plain, plain if suit is None else plain[0] + screen.suit(suit)


def annotation_text(annotation: Annotation | None) -> str:
    """A suffix, note references as ``[1]`` and numeric glyphs as ``$3``."""
    if annotation is None:
        return ""
    parts = [f"[{note}]" for note in annotation.notes] + [f"${glyph}" for glyph in annotation.nags]
    return (annotation.suffix or "") + "".join(f" {part}" for part in parts)


def _heads(first: str, width: int, screen: Screen) -> str:
    text = first + "".join(pad(seat.name.capitalize(), width) for seat in WEST_FIRST)
    return screen.paint("label", text.rstrip())


def _notes(notes: Mapping[int, str], screen: Screen) -> list[str]:
    lines = []
    for number, text in sorted(notes.items()):
        first = f"[{number}] "
        lines += screen.wrap(text, " " * len(first), first)
    return lines


def _play(item: Item, screen: Screen) -> list[str]:
    play, trace = item.record.play, item.outcome.play
    if play is None or trace is None or not trace.tricks:
        return []
    details = item.record.details.remarks
    marks = {
        (cell // 4, play.seat(cell)): screen.safe(annotation_text(annotation))
        for cell, annotation in details.card_annotations.items()
    }
    lines = [_heads(pad("Trick", 7), CARD, screen) + screen.paint("label", pad("", CARD - len("South")) + "Won by")]
    revoked = {(cell // 4, play.seat(cell)) for cell in trace.revokes}
    won = [0, 0]
    for number, trick in enumerate(trace.tricks):
        line = pad(f"{number + 1:>4}", 7)
        cards = {Seat((trick.first + step) % 4): card for step, card in enumerate(trick.cards)}
        for seat in WEST_FIRST:
            plain, shown = _card_text(cards.get(seat), screen)
            lead = ">" if seat is trick.leader else " "
            mark = "*" if seat is trick.winner else ""
            mark += ("#" if (number, seat) in revoked else "") + marks.get((number, seat), "")
            line += pad(f"{lead}{plain}{mark}", CARD, f"{lead}{shown}{mark}")
        if trick.winner is not None:
            won[trick.winner.side] += 1
            line += f"{trick.winner}  NS {won[0]} EW {won[1]}"
        lines.append(line.rstrip())
    lines.append(screen.paint("dim", "> leads, * wins the trick"))
    if revoked:
        lines.append(screen.paint("bad", "# revokes: does not follow suit, but could"))
    if play.end:
        lines.append("(to be continued)" if play.end == "+" else "(no more cards were recorded)")
    return lines + _notes(details.play_notes, screen)


def _card_text(card: Card | None, screen: Screen) -> tuple[str, str]:
    if card is None:
        return "-", "-"
    plain = card.symbol() if screen.symbols else str(card)
    return plain, screen.suit(card.suit) + plain[1:]


def _result(item: Item, screen: Screen) -> list[str]:
    record, outcome = item.record, item.outcome
    contract = outcome.contract
    if contract is None:
        return ["Contract: not known"]
    if contract.is_passed_out:
        return ["Passed out, no score" if outcome.score_ns is None else "Passed out, score 0"]
    source = {"tag": "recorded", "auction": "from the auction"}
    text = f"Contract: {contract_text(contract, screen)[1]} by "
    text += outcome.declarer.name.capitalize() if outcome.declarer is not None else "an unknown declarer"
    if outcome.contract_source:
        text += f" ({source.get(outcome.contract_source, outcome.contract_source)})"
    lines = [text]
    if outcome.tricks is None:
        lines.append("Result: not known")
    else:
        over = outcome.tricks - contract.needed
        made = "made" if over == 0 else f"made, {plural(over, 'overtrick')}" if over > 0 else f"down {-over}"
        lines.append(f"Result: {plural(outcome.tricks, 'trick')} ({outcome.tricks_source}), {made}")
        if outcome.tricks_played is not None and outcome.tricks_played != outcome.tricks:
            lines.append(screen.paint("bad", f"  the cards give {outcome.tricks_played}"))
    if outcome.adjustment:
        moved = f"{abs(outcome.adjustment)} {'to' if outcome.adjustment > 0 else 'from'} declarer's side"
        lines.append(f"  the Laws move {moved}")
    elif outcome.adjustment is None:
        lines.append("  what the Laws move for a revoke is not included")
    recorded = recorded_score_ns(record, outcome.declarer)
    if outcome.score_ns is not None:
        text = f"Score: NS {points_text(outcome.score_ns)}"
        if recorded is not None and recorded != outcome.score_ns:
            text += screen.paint("bad", f" (recorded: {points_text(recorded)})")
        lines.append(text)
    elif recorded is not None:
        lines.append(f"Score: NS {points_text(recorded)} (recorded)")
    return lines


def _comments(record: Record, screen: Screen) -> list[str]:
    lines = [line for comment in record.comments if comment.text.strip() for line in _comment(comment, record, screen)]
    return [screen.paint("label", "Comments"), *lines] if lines else []


def _comment(comment: Comment, record: Record, screen: Screen) -> Iterator[str]:
    """A comment of one line behind its owner, others below it, since their lines may be a table or a poem."""
    owner = f"{_owner(comment, record)}:"
    texts = comment.text.strip("\r\n").splitlines()
    if len(texts) == 1:
        yield from screen.wrap(f"{owner} {texts[0]}", "  ")
        return
    yield owner
    for text in texts:
        yield from screen.laid_out(text, "  ")


def _owner(comment: Comment, record: Record) -> str:
    kind, which = comment.owner
    if kind == "call" and isinstance(which, int) and record.auction is not None:
        number = record.auction.ids[which] if which < len(record.auction.ids) else -1
        call = str(CALLS[number]) if number >= 0 else "?"
        return f"{record.auction.seat(which)}'s {call} (call {which + 1})"
    if kind == "card" and isinstance(which, int) and record.play is not None:
        return f"trick {which // 4 + 1}, {record.play.seat(which)}"
    if kind == "tag":
        return f"[{which}]"
    return "record"
