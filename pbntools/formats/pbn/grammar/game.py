"""A game of PBN 2.1: tag pairs, and the calls, cards and elements of its sections (§3.3 to §3.9, §5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pyparsing import MatchFirst, Opt, ParserElement, ParseResults

from pbntools.formats.pbn.grammar import tables, values
from pbntools.formats.pbn.grammar.lexical import (
    AFTER_WORD,
    GAP,
    LEAD,
    STRING_CHARACTER,
    dropped,
    filler,
    gap,
    leaf,
    quiet,
)
from pbntools.formats.pbn.grammar.values import refuse

_quote = quiet('"', 'the closing quote " (a quote inside a value is written \\")')
_bracket = quiet(r"\]", "] behind the value")


def _open(names: str, shown: str) -> ParserElement:
    """The start of a tag pair, up to its first quote; it gives name and place."""
    opening = leaf(rf'\[{GAP}(?:{names}){GAP}"', shown)

    @opening.add_parse_action
    def _named(source: str, place: int, found: ParseResults) -> list[Any]:
        return [("tag", found[0][1:-1].strip(" \t\r\n\v"), place)]

    return opening


def _tag(names: str, value: ParserElement, wanted: str, *, inherits: bool = True, shown: str = "") -> ParserElement:
    """Tag pairs of the same form; ``names`` are separated by ``|``.  Unknown and not applicable is always allowed."""
    plain = MatchFirst([quiet(r"\??(?=\")", "? or nothing"), dropped(value)]).set_name(wanted)
    content = plain
    if inherits:
        running = quiet("##", "##") - plain
        content = MatchFirst([quiet(r"#(?=\")", "#"), running, plain]).set_name(wanted)
    shown = shown or " or ".join(names.split("|"))
    return (_open(names, f'[{shown} "') - content - _quote - gap - _bracket).set_name(f"{shown} tag")


_TYPED: tuple[tuple[str, ParserElement, str, bool], ...] = (
    ("Dealer", values.seat, "a player: N, E, S or W", False),
    ("Vulnerable", values.vulnerable, values.vulnerable.name, False),
    ("Deal", values.deal, "a deal: the first hand's player, a colon and four hands", False),
    ("Declarer", values.declarer, values.declarer.name, False),
    ("Contract", values.contract, values.contract.name, False),
    ("Result", values.result, "declarer's tricks (0 to 13), or those of a side, as in NS 9", True),
    ("Board", values.board, values.board.name, True),
    ("Date|EventDate|UTCDate", values.date, "a date: YYYY.MM.DD, with ? for what is not known", True),
    ("Scoring", values.scoring, "a scoring system of the standard, such as MP, IMP or Rubber", True),
    ("Score", values.score, "points, bare or behind NS or EW", True),
    ("ScoreIMP|ScoreMP", values.score_decimal, "a number, bare or behind NS or EW", True),
    ("ScorePercentage", values.score_percentage, "a number from 0 to 100, bare or behind NS or EW", True),
    ("ScoreRubber", values.score_rubber, "points above and below the line, as in NS 300/40", True),
    ("ScoreRubberHistory", values.score_rubber_history, "NS above above/below EW above above/below", True),
    ("OptimumScore", values.optimum_score, "points behind NS or EW", True),
    ("Time|UTCTime", values.clock, "a time of day: HH:MM:SS", True),
    ("Round", values.round_, values.round_.name, True),
    ("Room", values.room, values.room.name, True),
    ("FrenchMP", values.yes_or_no, values.yes_or_no.name, True),
    ("Hidden", values.hidden, values.hidden.name, True),
    ("Competition", values.competition, values.competition.name, True),
    ("Mode", values.mode, values.mode.name, True),
    ("WestType|NorthType|EastType|SouthType", values.kind_of_player, values.kind_of_player.name, True),
    ("TimeControl", values.time_control, values.time_control.name, True),
    ("TimeCall|TimeCard", values.seconds, values.seconds.name, True),
    ("DoubleDummyTricks", values.double_dummy, values.double_dummy.name, True),
)

_TYPED_NAMES = "|".join(names for names, *_ in _TYPED)
_TABLE_NAME = r"[A-Z][A-Za-z0-9_]*Table"
typed_tags = [_tag(names, value, wanted, inherits=inherits) for names, value, wanted, inherits in _TYPED]
free_tag = _tag(
    rf"(?!(?:{_TYPED_NAMES}|Auction|Play|Note|{_TABLE_NAME}){GAP}\")[A-Z][A-Za-z0-9_]*+",
    values.text,
    "text",
    shown="Name",
).set_name("tag of free text")

# Annotations: §3.5, §3.7.  A token of them tells its kind, number and place.
_JUDGEMENTS = range(1, 13)


def _annotation(pattern: str, name: str, kind: str) -> ParserElement:
    one = leaf(pattern, name)

    @one.add_parse_action
    def _kept(source: str, place: int, found: ParseResults) -> list[Any]:
        return [(kind, found[0].strip("=$"), place)]

    return one


suffix = _annotation(r"[!?]{1,2}+", "a suffix: ! ? !! ?? !? ?!", "suffix")
reference = _annotation(r"=[0-9]{1,9}=", "a reference to a note: =1= to =32=", "reference")
glyph = _annotation(r"\$[0-9]++", "a numeric glyph: $0 to $255", "glyph")
annotation = (suffix | reference | glyph).set_name("annotation")


def _fitting(source: str, found: list[tuple[str, str, int]], foreign: tuple[int, ...], own: str, thing: str) -> None:
    """At most one judgement and one note on a call or card, and glyphs of its own."""
    judged = noted = False
    for kind, text, place in found:
        number = 0 if kind == "suffix" else int(text) if len(text) < 10 else 256
        if kind == "reference":
            if not 1 <= number <= 32:
                raise refuse(place, source, "a reference to a note: =1= to =32=")
            if noted:
                raise refuse(place, source, f"one reference to a note on each {thing}")
            noted = True
        elif kind == "glyph":
            if number > 255 or len(text) > 3:
                raise refuse(place, source, "a numeric glyph: $0 to $255")
            if number in foreign:
                raise refuse(place, source, f"a glyph of {thing}s: {own}, or one from 15 on")
        if kind == "suffix" or (kind == "glyph" and number in _JUDGEMENTS):
            if judged:
                raise refuse(place, source, f"one judgement on each {thing}")
            judged = True


def _annotated(token: ParserElement, foreign: tuple[int, ...], own: str, thing: str) -> ParserElement:
    whole: ParserElement = token + (filler + annotation)[...]

    @whole.add_parse_action
    def _checked(source: str, place: int, found: ParseResults) -> list[Any]:
        """The word, and where its first annotation stands, if there is one."""
        word, *annotations = found.as_list()
        _fitting(source, annotations, foreign, own, thing)
        return [(word, annotations[0][2] if annotations else None)]

    return whole.set_name(thing)


_A_CALL = "a call: Pass, X, XX or a bid such as 1NT"
_A_PAIR = 'a tag pair: [Name "value"]'
_A_CARD = "a card: a suit and a rank, such as SA or HT, or -"

# Auction: §3.5, §3.9.
_dash = quiet(rf"-{AFTER_WORD}", "- for a player before the dealer")
call = leaf(
    rf"(?:Pass|pass|PASS|XX|xx|[Xx]|{values.BID}|[Aa][Pp]){AFTER_WORD}",
    _A_CALL,
)
_insufficient = leaf(r"\^I", "^I before an insufficient bid that was accepted")


@_insufficient.add_parse_action
def _marked(source: str, place: int, found: ParseResults) -> list[Any]:
    return [(found[0], place)]


_skipped = leaf(r"\^S", "^S for a player whose turn was skipped")
_annotated_call = _annotated(call, (7, 8, 9, 10, 11, 12, 14), "$1 to $6 and $13", "call")
auction_item = (_skipped | (Opt(_insufficient + filler) + _annotated_call)).set_name("call or skipped turn")
_end_of_auction = leaf(r"\*|\+", "* or + at the end of an auction")
_FOLLOWED = r"(?=\[|[ \t\v\r\n]*+\Z)"
_auction_over = quiet(_FOLLOWED, "nothing more of the auction behind * or +")
_end_of_calls = MatchFirst(
    [dropped(_end_of_auction) + filler - _auction_over, quiet(_FOLLOWED, "the next tag")]
).set_name("end of the auction")
_calls: ParserElement = (auction_item + filler)[...]


@_calls.add_parse_action
def _standing(source: str, place: int, found: ParseResults) -> list[Any]:
    """Nothing can be said of an AP behind the passes that end the auction: nobody is left to pass (§3.5)."""
    passes, ended_by = 0, 4
    marked = None
    for item in found.as_list():
        if item == "^S":
            continue
        word, beside = item
        folded = word.upper()
        if folded == "^I":
            marked = beside
            continue
        if folded == "AP":
            said = beside if marked is None else marked
            if passes >= ended_by and said is not None:
                raise refuse(said, source, _A_CALL)
            passes = max(passes, ended_by)
        elif folded == "PASS":
            passes += 1
        else:
            passes, ended_by = 0, 3
        marked = None
    return []


auction = (
    (_tag("Auction", values.seat, "a player: N, E, S or W", inherits=False) + filler)
    + (_dash + filler)[0, 3]
    + _calls
    + _end_of_calls
).set_name("auction")

# Play: §3.6, §3.9.
card = leaf(rf"(?:{values.CARD}|-){AFTER_WORD}", _A_CARD)
_irregular = quiet(r"\^[RL]", "^R before a revoke, ^L before a lead out of turn")
_annotated_card = _annotated(card, (1, 2, 3, 4, 5, 6, 13), "$7 to $12 and $14", "card")
play_item = (Opt(_irregular + filler) + _annotated_card).set_name("card or -")
_no_more_cards = leaf(r"\*", "* for no more cards")
_next_card = leaf(r"\+", "+ for the next card")
_play_over = quiet(_FOLLOWED, "nothing more of the play behind * or +")
_cards = (play_item + filler)[...]
_end_of_cards = MatchFirst(
    [
        _no_more_cards + filler - _play_over,
        _next_card + filler + _cards - _play_over,
        quiet(_FOLLOWED, "the next tag"),
    ]
).set_name("end of the play")
cards: ParserElement = _cards + _end_of_cards


@cards.add_parse_action
def _same_row(source: str, place: int, found: ParseResults) -> list[Any]:
    """Behind + only the rest of its row may follow (§3.6)."""
    words = found.as_list()
    if "+" in words and len(words) - words.index("+") - 1 > 3 - words.index("+") % 4:
        raise refuse(place, source, "no more cards behind + than the rest of its row")
    return []


play = (_tag("Play", values.seat, "a player: N, E, S or W", inherits=False) + filler + cards).set_name("play")

# Notes: §3.5.1.
_number = leaf(r"(?:0*(?:[1-9]|[12][0-9]|3[0-2]))(?=:)", "the number of the note (1 to 32) and a colon")


@_number.add_parse_action
def _numbered(source: str, place: int, found: ParseResults) -> list[Any]:
    return [("note", int(found[0]), place)]


note = (
    dropped(_open("Note", '[Note "'))
    - _number
    - quiet(":", "a colon")
    - quiet(rf"{STRING_CHARACTER}*+", "text")
    - _quote
    - gap
    - _bracket
).set_name("note")

# Tables: §5.
_header = MatchFirst(
    [leaf(r'#?(?=")', "nothing or #"), quiet(r'##(?=")', "##"), Opt(quiet("##(?!#)", "##")) + tables.header]
).set_name("columns joined by ;")
_elements = (tables.element + tables.between)[...]
_rows_over = quiet(_FOLLOWED, "end of the table")
table: ParserElement = (
    _open(_TABLE_NAME, '[ScoreTable "') - _header - _quote - gap - _bracket + filler + _elements - _rows_over
).set_name("table")


@table.add_parse_action
def _kept_table(source: str, place: int, found: ParseResults) -> list[Any]:
    tokens = found.as_list()
    _, name, at = tokens[0]
    head = [token for token in tokens[1:] if isinstance(token, str)]
    cells = [token for token in tokens[1:] if not isinstance(token, str)]
    return [("table", (name, tuple(head), tuple(cells)), at)]


lead = quiet(LEAD, "white space or comments")
_end = quiet(r"[ \t\v\r\n]*+\Z", "end of the game")
entry = MatchFirst([free_tag, note, auction, play, *typed_tags, table]).set_name("tag or section")
game = (lead + (entry + filler)[1, ...] - _end).parse_with_tabs()

MISSED = {
    "end of the game": _A_PAIR,
    "tag or section": _A_PAIR,
    "end of the auction": _A_CALL,
    "end of the play": _A_CARD,
    "end of the table": "a value: a word, or a string in quotes, with white space before the next",
}
"""What to say was expected where it is not what a part of the grammar is called."""


def check(source: str, tokens: list[Any], headers: Mapping[str, str]) -> None:
    """Refuse what single entries do not tell: a tag or note that is given twice, and tables that do not fit."""
    names: set[object] = set()
    section = ""
    for kind, what, place in tokens:
        if kind == "note":
            key: object = section, what
            said = f"each note once: note {what} of this section was given before"
        else:
            name = what if kind == "tag" else what[0]
            key = name
            said = f"each tag once: {name} was given before"
            if name == "Play" or (name == "Auction" and section != "Play"):
                section = name
        if key in names:
            raise refuse(place, source, said)
        names.add(key)
        if kind == "table":
            _fits(source, what, place, headers)


def _fits(
    source: str, what: tuple[str, tuple[str, ...], tuple[tuple[int, str], ...]], place: int, headers: Mapping[str, str]
) -> None:
    name, head, cells = what
    if head == ("#",):
        found = tables.columns(headers.get(name, "")) if headers.get(name) else None
        if found is None:
            return
        head = found
    if not head or head == ("",):
        if cells:
            raise refuse(place, source, "columns in the header")
        return
    tables.check(source, name, place, head, cells)
