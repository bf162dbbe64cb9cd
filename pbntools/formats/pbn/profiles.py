"""Profiles: what a target does not take of a PBN file that is else well read.

A profile is a tuple of checks, and the severity of each rule that counts for its target; other rules are not asked.
Each names its source.  What is only said of a target, without a source, is in no profile.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.diagnostics import Rule, Severity
from pbntools.formats.pbn import export_profile
from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.pbn.profile import Profile, State
from pbntools.formats.pbn.raw import Fault
from pbntools.record import Record

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTICE
_OPEN = frozenset(("", "?"))

# Dealing machines


def _dealt(game: PbnMap, record: Record, _state: State) -> Iterator[Fault]:
    """A machine deals 52 cards: the formats that it is fed with name the owner of each."""
    deal = record.deal
    if deal is None or not deal.completed().is_complete:
        start, end = game.tag_value("Deal")
        message = "the deal does not say who holds each of the 52 cards"
        yield Fault(rules.DEAL_NOT_COMPLETE, start, end, message, "give four hands of thirteen cards")


def _numbered(game: PbnMap, record: Record, state: State) -> Iterator[Fault]:
    """The formats hold the first number, or none: each board has the number behind that of the board before."""
    start, end = game.tag_value("Board")
    number, before = record.number, state.board
    state.board = number
    if number is None or number > 99:
        message = f"{(record.board or 'no board number')[:40]} is not a board number from 1 to 99"
    elif before is not None and number != before + 1:
        message = f"board {number} follows board {before}; a dealing machine would take it for board {before + 1}"
    else:
        return
    yield Fault(rules.BOARD_NUMBERING, start, end, message, "number the boards in order, without gaps")


# Bridge Base Online, by its LIN format

_LIN_LOSES = ("Site", "Date", "Generator")


def _lost_in_lin(game: PbnMap, record: Record, _state: State) -> Iterator[Fault]:
    """What a record says that LIN has no place for."""
    lost = [name for name in _LIN_LOSES if record.tags.get(name, "") not in _OPEN]
    lost += [name for name, _, _ in game.game.tables]
    remarks = record.details.remarks
    annotations = (*remarks.call_annotations.values(), *remarks.card_annotations.values())
    if any(annotation.nags or annotation.suffix for annotation in annotations):
        lost.append("the marks beside calls and cards ($1, !, ?)")
    if any(annotation.notes for annotation in remarks.card_annotations.values()):
        lost.append("the notes to cards")
    auction, play = record.auction, record.play
    if (auction and (auction.skips or auction.insufficient)) or (play and play.revokes):
        lost.append("the marks of irregularities (^I, ^S, ^R)")
    if play and play.end == "+":
        lost.append("that the play is to be continued (+)")
    if lost:
        shown = f"{', '.join(lost[:-1])} and {lost[-1]}" if len(lost) > 1 else lost[0]
        yield Fault(
            rules.LOST_IN_LIN, *game.whole(), f"LIN, the format of Bridge Base Online, has no place for {shown}"
        )
    for seat, name in record.players.items():
        if name and "," in name:
            tag = seat.name.capitalize()
            message = f"the comma in the name of {tag} would end it: LIN puts commas between the players' names"
            yield Fault(rules.COMMA_IN_NAME, *game.tag_value(tag), message, "write the name without a comma")


# Bridgewebs

_BRIDGEWEBS = frozenset(("NONE", "NS", "EW", "BOTH"))


def _bridgewebs_vulnerable(game: PbnMap, _record: Record, _state: State) -> Iterator[Fault]:
    value = game.game.tags.get("Vulnerable", "")
    if value.upper() not in _BRIDGEWEBS:
        shown = repr(value[:40]) if value else "no vulnerability"
        message = f"{shown} is not one of the words that Bridgewebs documents: NONE, NS, EW and BOTH"
        yield Fault(rules.BRIDGEWEBS_VULNERABLE, *game.tag_value("Vulnerable"), message)


def _text_rules(*left_out: Rule) -> dict[str, Severity]:
    """What the standard does not allow in a text, as errors; what its verifier only warns of, as warnings."""
    names = {rule.name: _E for rule in rules.RULES.values() if rule.code.startswith("PBN") and rule not in left_out}
    names |= {rule.name: _W for rule in (rules.NOTE_UNDEFINED, rules.NOTE_UNUSED)}
    unreadable = (rules.DEAL_UNREADABLE, rules.DUPLICATE_CARD, rules.HAND_SIZE, rules.SPOT_CARDS, rules.CALL_UNREADABLE)
    return names | {rule.name: _E for rule in (*unreadable, rules.CARD_UNREADABLE, rules.PLAY_COLUMNS)}


_READABLE = {
    rule.name: _E
    for rule in (rules.NO_RECORDS, rules.DEAL_UNREADABLE, rules.DUPLICATE_CARD, rules.HAND_SIZE, rules.SPOT_CARDS)
}  # fmt: skip

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile(
            "export",
            "The export format of the standard.",
            "PBN 2.1, sections 2 to 5",
            _text_rules(*export_profile.ALLOWED)
            | {rules.EXPORT_HEADER.name: _W}
            | {
                rule.name: _E
                for rule in (
                    rules.EXPORT_LINE_ENDS, rules.EXPORT_LAYOUT, rules.EXPORT_ORDER, rules.EXPORT_VALUE,
                    rules.EXPORT_SECTION, rules.EXPORT_TEXT, rules.EXPORT_CHARACTERS,
                )
            },
            export_profile.CHECKS,
            export_profile.FILE_CHECKS,
        ),
        Profile(
            "import",
            "The import format of the standard, which every reader of PBN should take.",
            "PBN 2.1, sections 2 to 5",
            _text_rules(*export_profile.ALLOWED, rules.MISSING_TAG),
        ),
        Profile(
            "bbo",
            "What is lost where a file becomes LIN, the format of Bridge Base Online.",
            "programs that read and write LIN, which has no published grammar, and files of Bridge Base Online",
            {rules.NO_RECORDS.name: _E, rules.LOST_IN_LIN.name: _N, rules.COMMA_IN_NAME.name: _W},
            (_lost_in_lin,),
        ),
        Profile(
            "bridgewebs",
            "Hand records for a club's page at Bridgewebs.",
            "the guide of Bridgewebs, https://www.bridgewebs.com/guideus/page41.html",
            _READABLE | {rules.BRIDGEWEBS_VULNERABLE.name: _N},
            (_bridgewebs_vulnerable,),
        ),
        Profile(
            "dealing",
            "Deals for a dealing machine.",
            "the formats DUP, DLM and BRI as a public dealing program writes them: nothing but cards and board numbers",
            _READABLE
            | {
                rules.DEAL_NOT_COMPLETE.name: _E, rules.BOARD_NUMBERING.name: _W,
                rules.DEALER_CYCLE.name: _W, rules.VULNERABILITY_CYCLE.name: _W,
            },
            (_dealt, _numbered),
        ),
    )
}  # fmt: skip
"""The profiles by name."""


def profile_of(rule: Rule) -> Profile | None:
    """The profile that a rule belongs to; None for a rule that is asked without one."""
    if not rule.code.startswith("PRF"):
        return None
    return next(profile for profile in PROFILES.values() if rule.name in profile.severities)


__all__ = ["PROFILES", "profile_of"]
