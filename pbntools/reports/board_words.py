"""What a person is told of a board and its steps, in words of a language."""

from __future__ import annotations

from typing import NamedTuple, Protocol

from pbntools.core import Contract, Seat
from pbntools.diagnostics import Diagnostic
from pbntools.formats.building import ALERT
from pbntools.laws import Outcome, recorded_score_ns
from pbntools.record import Record
from pbntools.replaying import Replay, Step
from pbntools.reports.language import N_, Language
from pbntools.reports.scores import points_text
from pbntools.reports.suit_text import with_symbols

SOURCES = {
    "recorded": N_("recorded"),
    "claimed": N_("claimed"),
    "played": N_("played out"),
    "deduced": N_("played out but for cards that are forced"),
}
RULED = N_("recorded as agreed or ruled")
ENDINGS = {
    "played": "",
    "passed out": "",
    "claimed": N_("The play ended with a claim or concession."),
    "stopped": N_("No more cards were recorded."),
    "continued": N_("To be continued."),
    "not recorded": N_("The play was not recorded."),
}
SEVERITIES = {"error": N_("error"), "warning": N_("warning"), "notice": N_("notice")}


class AuctionContract(NamedTuple):
    """The contract of an auction that the record contradicts, and whether the cards were played in it."""

    contract: Contract
    declarer: Seat | None
    played: bool


class Resolved(Protocol):
    """A record with what follows from it: a replay, or an item of a file."""

    @property
    def record(self) -> Record: ...
    @property
    def outcome(self) -> Outcome: ...


def board_words(game: Resolved, words: Language) -> str:
    """``Board 7, dealer North, all vulnerable``."""
    record = game.record
    board = words.gettext("Board {board}").format(board=record.board or "?")
    return f"{board}, {words.dealer(record.dealer)}, {words.vulnerable(record.vulnerable)}"


def room_words(record: Record, words: Language) -> str:
    """``Open room``; empty where the record names none."""
    if not record.room:
        return ""
    known = {"open": N_("Open room"), "closed": N_("Closed room")}.get(record.room.casefold())
    return words.gettext("Room {room}").format(room=record.room) if known is None else words.gettext(known)


def event_words(record: Record) -> str:
    """``Spring Cup, Semifinal: Poplars – Larches``: event, stage and teams, as far as they are known."""
    event, stage, home, visit = (
        value if value and value.strip("?#.") else ""
        for value in map(record.value, ("Event", "Stage", "HomeTeam", "VisitTeam"))
    )
    return ": ".join(filter(None, (", ".join(filter(None, (event, stage))), " – ".join(filter(None, (home, visit))))))


def contract_line(game: Resolved, words: Language) -> str:
    """``4♠X by South``; for a board that was passed out, or whose contract is not known, that."""
    return contract_by(game.outcome.contract, game.outcome.declarer, words)


def contract_by(contract: Contract | None, declarer: Seat | None, words: Language) -> str:
    """``4♠X by South`` of a contract and a declarer, as far as they are known."""
    if contract is None:
        return words.gettext("Contract not known")
    if contract.is_passed_out:
        return words.gettext("Passed out")
    if declarer is None:
        return words.gettext("{contract}, declarer not known").format(contract=words.contract(contract))
    return words.gettext("{contract} by {seat}").format(contract=words.contract(contract), seat=words.seat(declarer))


def auction_contract(game: Replay) -> AuctionContract | None:
    """The contract of the auction where the record's contract or declarer is another; None where they agree."""
    record, outcome = game.record, game.outcome
    auction = outcome.auction
    if auction is None or auction.contract is None or outcome.contract is None:
        return None
    rightful = auction.declarer
    if rightful is not None and record.declarer_irregular:
        rightful = rightful.partner
    other_contract = outcome.contract_source == "tag" and outcome.contract != auction.contract
    other_declarer = outcome.declarer_source == "tag" and rightful is not None and outcome.declarer is not rightful
    if not other_contract and not other_declarer:
        return None
    is_played = game.cards > 0 and (game.contract, game.declarer) == (auction.contract, auction.declarer)
    return AuctionContract(auction.contract, auction.declarer, is_played)


def _by_auction(game: Replay, words: Language) -> list[str]:
    found = auction_contract(game)
    if found is None:
        return []
    if found.played:
        text = words.gettext("By the auction: {contract}; the cards were played in this contract.")
    else:
        text = words.gettext("By the auction: {contract}.")
    return [text.format(contract=contract_by(found.contract, found.declarer, words))]


def contract_played(game: Replay, words: Language) -> str:
    """The contract, and where auction and tags tell different ones, which of both the cards were played in."""
    found = auction_contract(game)
    if found is None:
        return contract_line(game, words)
    of_auction = contract_by(found.contract, found.declarer, words)
    if found.played:
        return words.gettext("{contract} (recorded: {other})").format(
            contract=of_auction, other=contract_line(game, words)
        )
    return words.gettext("{contract} (by the auction: {other})").format(
        contract=contract_line(game, words), other=of_auction
    )


def note_words(note: str, words: Language) -> str:
    """The text of an alert or explanation; an alert without words has one in the language."""
    return with_symbols(words.gettext("alert") if note == ALERT else note)


def is_ruled(game: Resolved) -> bool:
    """Whether the result was agreed or ruled, whatever the cards say (PBN's ``^``)."""
    result = game.record.result
    return game.outcome.tricks_source == "recorded" and result is not None and result.ruled


def result_words(game: Resolved, words: Language) -> str:
    """``made, 1 overtrick``, ``down 2``; empty where there is nothing to be made, and said where it is not known."""
    outcome = game.outcome
    contract, tricks = outcome.contract, outcome.tricks
    if contract is None or contract.is_passed_out:
        return ""
    if tricks is None:
        return words.gettext("Result not known")
    over = tricks - contract.needed
    if over == 0:
        return words.gettext("made")
    if over < 0:
        return words.gettext("down {n}").format(n=-over)
    return words.ngettext("made, {n} overtrick", "made, {n} overtricks", over)


def result_lines(game: Replay, words: Language) -> list[str]:
    """All that is to be said of the result once the record ends."""
    outcome = game.outcome
    contract, tricks = outcome.contract, outcome.tricks
    lines = [words.gettext(ENDINGS[game.ending])]
    if contract is not None and not contract.is_passed_out:
        text = f"{contract_line(game, words)}: {result_words(game, words)}"
        if tricks is not None:
            source = words.gettext(RULED if is_ruled(game) else SOURCES[outcome.tricks_source])
            count = words.ngettext("{n} trick", "{n} tricks", tricks)
            text += f" ({count}, {source})"
        lines.append(text)
        if outcome.tricks_played is not None and outcome.tricks_played != tricks:
            lines.append(
                words.ngettext("The cards give {n} trick.", "The cards give {n} tricks.", outcome.tricks_played)
            )
        lines += _adjustment(outcome.adjustment, words)
    else:
        lines.append(contract_line(game, words))
    lines += _by_auction(game, words)
    return [line for line in [*lines, score_words(game, words)] if line]


def _adjustment(adjustment: int | None, words: Language) -> list[str]:
    if adjustment is None:
        return [words.gettext("What the Laws move for a revoke is not known.")]
    if not adjustment:
        return []
    if adjustment > 0:
        return [
            words.ngettext(
                "The Laws move {n} trick to declarer's side.",
                "The Laws move {n} tricks to declarer's side.",
                adjustment,
            )
        ]
    return [
        words.ngettext(
            "The Laws move {n} trick away from declarer's side.",
            "The Laws move {n} tricks away from declarer's side.",
            -adjustment,
        )
    ]


def score_words(game: Resolved, words: Language) -> str:
    """The score for North-South, with the recorded one where it is another; empty where none is known."""
    score, recorded = game.outcome.score_ns, recorded_score_ns(game.record, game.outcome.declarer)
    if score is None:
        if recorded is None:
            return ""
        return words.gettext("Score, North-South: {points} (recorded)").format(points=points_text(recorded))
    text = words.gettext("Score, North-South: {points}").format(points=points_text(score))
    if recorded is not None and recorded != score:
        text += " " + words.gettext("(recorded: {points})").format(points=points_text(recorded))
    return text


def diagnostic_heading(found: Diagnostic, words: Language) -> str:
    """The rule's summary in the language, with the code and the Law: ``error PLY305: … (Law 61A)``."""
    law = words.gettext("Law {law}").format(law=found.law) if found.law and found.law[0].isdigit() else found.law
    severity = words.gettext(SEVERITIES[str(found.severity)])
    summary = words.gettext(found.rule.summary)
    return f"{severity} {found.rule.code}: {summary}" + (f" ({law})" if law else "")


def diagnostic_line(found: Diagnostic, words: Language) -> str:
    """A diagnostic on a line of its own, as ``str(found)``, in the language."""
    severity = words.gettext(SEVERITIES[str(found.severity)])
    message = words.said(found.message, symbols=False)
    return f"{found.location}: {severity} {found.rule.code} {found.rule.name}: {message}"


def step_words(step: Step, words: Language) -> str:
    """What a step is called: ``North: 1♠``, ``Trick 3, West: …``; the card or call is said by whoever shows it."""
    if step.seat is None:
        return words.gettext("Start")
    if step.kind == "call":
        return words.seat(step.seat)
    return words.gettext("Trick {n}, {seat}").format(n=step.trick, seat=words.seat(step.seat))


def turn_words(seat: Seat | None, phase: str, words: Language) -> str:
    """Whose turn it is, in words; empty where it is nobody's."""
    if seat is None:
        return ""
    text = words.gettext("{seat} to call") if phase == "auction" else words.gettext("{seat} to play")
    return text.format(seat=words.seat(seat))


def hidden_hands(record: Record, asked: frozenset[Seat] | None) -> frozenset[Seat]:
    """The hands that are not shown: those that are asked for, or, where that is None, those that a record names."""
    return asked if asked is not None else record.hidden or frozenset()
