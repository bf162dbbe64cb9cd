"""Profiles: what a target does not take of a PBN file that is else well read.

A profile is a tuple of checks, and the severity of each rule that counts for its target; other rules are not asked.
Each names its source.  What is only said of a target, without a source, is in no profile.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from pbntools import rules
from pbntools.core import Seat
from pbntools.diagnostics import Finding, Rule, Severity
from pbntools.formats.pbn.faults import PbnMap, finding_of
from pbntools.formats.pbn.lexer import MANDATORY, is_section
from pbntools.formats.pbn.raw import Fault
from pbntools.formats.pbn.sections import Tokens
from pbntools.formats.pbn.tables import parse_header, rows_by_line
from pbntools.formats.pbn.values import CONTRACTS, SEATS, VULNERABILITIES
from pbntools.formats.reading import SourceMap
from pbntools.record import Record

_E, _W, _N = Severity.ERROR, Severity.WARNING, Severity.NOTICE


@dataclass(slots=True)
class State:
    """What a check has to remember of the games before."""

    index: int = -1
    board: int | None = None


Check = Callable[[PbnMap, Record, State], Iterator[Fault]]
FileCheck = Callable[[list[str], list[str]], Iterator[Finding]]
"""A check of the file as a whole, by the escape lines at its head and its kinds of line ends."""


@dataclass(frozen=True, slots=True)
class Profile:
    """What counts for a target.  ``severities`` is by the names of rules; a rule that is not in it is not asked."""

    name: str
    summary: str
    source: str
    severities: Mapping[str, Severity]
    checks: tuple[Check, ...] = ()
    file_checks: tuple[FileCheck, ...] = ()

    def look(self, source_map: SourceMap, record: Record, state: State) -> Iterator[tuple[Finding, int, int]]:
        """What the checks find in a game, with local offsets; to be asked for each game in the order of the file."""
        state.index += 1
        if isinstance(source_map, PbnMap):
            for check in self.checks:
                for fault in check(source_map, record, state):
                    yield finding_of(fault), fault.start, fault.end

    def file_findings(self, header: list[str], line_ends: list[str]) -> Iterator[Finding]:
        """What the checks find in the file as a whole, once it is read."""
        for check in self.file_checks:
            yield from check(header, line_ends)


# The export format of the standard

_VERSION = re.compile(r"% PBN [0-9]+\.[0-9]+")
_OPENING = re.compile(r"[ \t\r\n\v\f]*")
_END_OF_LINE = re.compile(r"[\r\n]|\Z")
_CALL = re.compile(r"[1-7](?:[CDHS]|NT)|Pass|XX?|AP")
_CARD = re.compile(r"[SHDC][2-9TJQKA]|-")
_RESULT = re.compile(r"\^?[0-9]{1,2}")
_EXPORT_WORDS = frozenset(("Dealer", "Vulnerable", "Declarer"))
_OPEN = frozenset(("", "?"))


def _export_header(header: list[str], _line_ends: list[str]) -> Iterator[Finding]:
    if not (len(header) > 1 and _VERSION.fullmatch(header[0].rstrip()) and header[1].rstrip() == "% EXPORT"):
        message = "the file does not begin with the lines % PBN 2.1 and % EXPORT"
        yield Finding(rules.EXPORT_HEADER, message, help="write them as the first two lines")


def _export_line_ends(_header: list[str], line_ends: list[str]) -> Iterator[Finding]:
    if line_ends not in ([], ["CR LF"]):
        yield Finding(rules.EXPORT_LINE_ENDS, f"the lines end in {' and '.join(line_ends)}", help="end lines in CR LF")


def _export_layout(game: PbnMap, _record: Record, state: State) -> Iterator[Fault]:
    """One empty line between games; each tag pair on a line of its own, in the one form; no tabs (PBN 2.1 §2, §3.3)."""
    raw, text = game.game, game.game.chunk.text
    opening = _OPENING.match(text, raw.start, raw.end)
    if state.index and opening and opening[0].replace("\r\n", "\n") not in ("", "\n\n"):
        at = opening.end()
        yield Fault(
            rules.EXPORT_LAYOUT,
            at,
            at,
            "more than one empty line, or blanks, stand before this game",
            "leave one empty line",
        )
    for name, span in game.tags.items():
        pair = text[span.start : span.value], text[span.value_end : span.end]
        if pair != (f'[{name} "', '"]'):
            yield Fault(
                rules.EXPORT_LAYOUT, span.start, span.end, f"the tag pair of {name} is not in the export format",
                f'write [{name} "…"], with one space',
            )  # fmt: skip
        elif not _alone(text, span.start, span.end):
            yield Fault(
                rules.EXPORT_LAYOUT, span.start, span.end, f"the tag pair of {name} does not have a line of its own",
                "put it on a line of its own, from the first column on",
            )  # fmt: skip
    for mark in "\t\v":
        at = text.find(mark, raw.start, raw.end)
        if at >= 0:
            yield Fault(rules.EXPORT_LAYOUT, at, at + 1, "the export format has no tabs", "put a space in its place")


def _alone(text: str, start: int, end: int) -> bool:
    return (not start or text[start - 1] in "\r\n") and _END_OF_LINE.match(text, end) is not None


def _export_order(game: PbnMap, _record: Record, _state: State) -> Iterator[Fault]:
    """Mandatory tags, supplemental tags by name, auction, play, tables by name (PBN 2.1 §3.4, §4, §5)."""
    last: tuple[int, int, str] = (0, 0, "")
    before = ""
    for name in game.tags:
        if name == "Note":
            continue
        rank = _rank(name)
        if rank < last:
            start, end = game.tag_pair(name)
            message = f"{name} stands behind {before}, but comes before it in the export format"
            yield Fault(rules.EXPORT_ORDER, start, end, message, f"put it before {before}")
            return
        last, before = rank, name


def _rank(name: str) -> tuple[int, int, str]:
    if name in MANDATORY:
        return 0, MANDATORY.index(name), name
    if name in ("Auction", "Play"):
        return 2, int(name == "Play"), name
    return (3 if is_section(name) else 1), 0, name


def _export_values(game: PbnMap, record: Record, _state: State) -> Iterator[Fault]:
    """The one spelling of each value that the export format has (PBN 2.1 §3.4)."""
    for name, value in game.game.tags.items():
        if value in _OPEN or value[:1] == "#":
            continue
        # What the import format does not know either is told by a rule of its own.
        wanted: str | None = None
        if name in _EXPORT_WORDS and value in (VULNERABILITIES if name == "Vulnerable" else SEATS):
            known = {"Dealer": record.dealer, "Vulnerable": record.vulnerable, "Declarer": record.declarer}[name]
            wanted = str(known)
        elif name == "Contract" and value in CONTRACTS:
            wanted = str(record.contract)
        elif name == "Result" and record.result is not None and not _RESULT.fullmatch(value):
            wanted = "the number of declarer's tricks"
        elif name == "Deal" and record.deal is not None and not game.deal_is_told:
            first = record.dealer if record.dealer is not None else SEATS.get(value[:1])
            wanted = None if first is None else record.deal.to_pbn(first)
        if wanted is not None and value != wanted:
            start, end = game.tag_value(name)
            message = f"{name} is not written as in the export format"
            if name == "Deal":
                message += ": from the dealer, clockwise, each suit from the highest card down, in capitals"
            yield Fault(rules.EXPORT_VALUE, start, end, message, f"write {wanted}")


def _export_sections(game: PbnMap, record: Record, _state: State) -> Iterator[Fault]:
    """Auction from the dealer, play from the opening leader, four to a line; a row to a line (PBN 2.1 §3.5, §5)."""
    raw = game.game
    leader = None if record.declarer is None or record.trump_only is not None else Seat((record.declarer + 1) % 4)
    for name, tokens, first, who, word in (
        ("Auction", game.auction, record.dealer, "the dealer", _CALL),
        ("Play", game.play, leader, "the opening leader", _CARD),
    ):
        if tokens is None:
            continue
        if first is not None and raw.tags[name] != first.letter:
            start, end = game.tag_value(name)
            message = f"the {name.lower()} does not begin with {who}"
            yield Fault(rules.EXPORT_SECTION, start, end, message, f"begin with {first.letter}")
        yield from _export_words(game, record, name, tokens, word)
    for name, start, end in raw.tables:
        width = len(parse_header(game.header(name)).names)
        if any(len(row) != width for row in rows_by_line(game.table_data(start, end))):
            yield Fault(rules.EXPORT_SECTION, *game.tag_pair(name), f"the rows of {name} do not have a line each")


def _export_words(game: PbnMap, record: Record, name: str, tokens: Tokens, word: re.Pattern[str]) -> Iterator[Fault]:
    text = game.game.chunk.text
    what = "call" if name == "Auction" else "card"
    if tokens.dashes:
        yield Fault(rules.EXPORT_SECTION, *game.tag_pair(name), "a hyphen stands for a player before the dealer")
    for line in game.lines(tokens):
        # AP is one word for several passes.
        spans = list(dict.fromkeys(tokens.spans[index] for index in line))
        if len(spans) > 4:
            yield Fault(rules.EXPORT_SECTION, spans[4][0], spans[-1][1], f"more than four {what}s stand on a line")
            break
    told = {fault.rule for fault in tokens.faults} & {rules.CALL_SPELLING, rules.CARD_SPELLING}
    for start, end in () if told else tokens.spans:
        if not word.fullmatch(text, start, end):
            message = f"{text[start:end][:20]!r} is no {what} of the export format"
            yield Fault(rules.EXPORT_SECTION, start, end, message, "write it in capitals, and a pass as Pass")
            break
    remarks = record.details.remarks
    notes = remarks.call_annotations if name == "Auction" else remarks.card_annotations
    for index, annotation in notes.items():
        if annotation.suffix and index < len(tokens.spans):
            message = f"the export format has a numeric glyph in place of {annotation.suffix}"
            yield Fault(rules.EXPORT_SECTION, *tokens.spans[index], message)
            break


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
# The standard lets unknown tags and lines for programs be, and a template is a game like any other.
_ALLOWED = (rules.UNKNOWN_TAG, rules.UNKNOWN_DIRECTIVE, rules.EMPTY_GAME, rules.LINE_ENDS)

PROFILES: dict[str, Profile] = {
    profile.name: profile
    for profile in (
        Profile(
            "export",
            "The export format of the standard.",
            "PBN 2.1, sections 2 to 5",
            _text_rules(*_ALLOWED)
            | {rules.EXPORT_HEADER.name: _W}
            | {
                rule.name: _E
                for rule in (
                    rules.EXPORT_LINE_ENDS, rules.EXPORT_LAYOUT, rules.EXPORT_ORDER, rules.EXPORT_VALUE,
                    rules.EXPORT_SECTION,
                )
            },
            (_export_layout, _export_order, _export_values, _export_sections),
            (_export_header, _export_line_ends),
        ),
        Profile(
            "import",
            "The import format of the standard, which every reader of PBN should take.",
            "PBN 2.1, sections 2 to 5",
            _text_rules(*_ALLOWED, rules.MISSING_TAG),
        ),
        Profile(
            "bbo",
            "What is lost where a file becomes LIN, the format of Bridge Base Online.",
            "the layout of LIN files as Bridge Base Online writes them",
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
            "the formats DUP, DLM and BRI, which hold nothing but cards and board numbers",
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


__all__ = ["PROFILES", "Profile", "State", "profile_of"]
