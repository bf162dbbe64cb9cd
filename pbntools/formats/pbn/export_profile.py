"""What a file in the export format of PBN 2.1 must look like, beyond what every PBN file must.

Each check tells what it knows a name for.  Whatever else `pbntools format` would change is told by comparing a game
with what the writer makes of it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbntools import rules
from pbntools.core import Seat
from pbntools.diagnostics import Diagnostic
from pbntools.formats.pbn.export import HEAD
from pbntools.formats.pbn.export_sections import EOL
from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.pbn.formatting import LATIN_1, UTF_8, as_lines, declares, decoded, rewritten, set_apart
from pbntools.formats.pbn.lexer import MANDATORY, is_section
from pbntools.formats.pbn.profile import State, of_the_file
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.formats.pbn.reader import PbnReader
from pbntools.formats.pbn.section_words import Tokens
from pbntools.formats.pbn.tables import rows_by_line
from pbntools.formats.pbn.values import CONTRACTS, SEATS, VULNERABILITIES
from pbntools.formats.reading import RecordReader
from pbntools.record import Record

_HEAD = HEAD.split(EOL)[:2]
_LINE = re.compile(r"([^\r\n]*)(\r\n?|\n|\Z)")
_OPENING = re.compile(r"[ \t\r\n\v\f]*")
_END_OF_LINE = re.compile(r"[\r\n]|\Z")
_CALL = re.compile(r"[1-7](?:[CDHS]|NT)|Pass|XX?|AP")
_CARD = re.compile(r"[SHDC][2-9TJQKA]|[-+]")
_RESULT = re.compile(r"\^?-?[0-9]+")
_EXPORT_WORDS = frozenset(("Dealer", "Vulnerable", "Declarer"))
_OPEN = frozenset(("", "?"))


def _header(reader: RecordReader, _state: State) -> Iterator[Diagnostic]:
    if isinstance(reader, PbnReader) and reader.embedded:
        message = "the records stand between <PBN> and </PBN>, which are no part of a file of records"
        yield of_the_file(reader, rules.EXPORT_HEADER, message, "take them out of the text around them")
    elif reader.header[:2] != _HEAD:
        message = "the file does not begin with the lines % PBN 2.1 and % EXPORT"
        yield of_the_file(reader, rules.EXPORT_HEADER, message, "write them as the first two lines")


def _line_ends(reader: RecordReader, _state: State) -> Iterator[Diagnostic]:
    kinds = reader.line_ends
    if kinds not in ([], ["CR LF"]):
        message = f"the lines end in {' and '.join(kinds)}"
        yield of_the_file(reader, rules.EXPORT_LINE_ENDS, message, "end lines in CR LF")


def _layout(game: PbnMap, _record: Record, state: State) -> Iterator[Fault]:
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


def _order(game: PbnMap, _record: Record, _state: State) -> Iterator[Fault]:
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


def _values(game: PbnMap, record: Record, _state: State) -> Iterator[Fault]:
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


def _sections(game: PbnMap, record: Record, _state: State) -> Iterator[Fault]:
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
        yield from _words(game, record, name, tokens, word)
    for table, (name, start, end) in zip(game.load_tables(), raw.tables, strict=True):
        # Whether the rows are whole is told by a rule of the import format.
        if list(map(len, rows_by_line(game.table_data(start, end)))) != list(map(len, table.rows)):
            yield Fault(rules.EXPORT_SECTION, *game.tag_pair(name), f"the rows of {name} do not have a line each")


def _words(game: PbnMap, record: Record, name: str, tokens: Tokens, word: re.Pattern[str]) -> Iterator[Fault]:
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


# The text as a whole, and the file

_MENDED = frozenset(
    (
        rules.MISSING_TAG, rules.BLANK_LINE_INSIDE_GAME, rules.MISSING_SEPARATOR, rules.DUPLICATE_TAG,
        rules.MALFORMED_TAG, rules.SECTION_NEEDS_TAG, rules.VALUE_SPELLING, rules.IMPLICIT_INHERITANCE,
        rules.NOTE_MISPLACED, rules.CALL_SPELLING, rules.CARD_SPELLING, rules.SUIT_LETTERS_IN_DEAL,
        rules.CONTRACT_SPELLING, rules.DEAL_SPELLING, rules.PLAY_COLUMNS, rules.EXPORT_LAYOUT, rules.EXPORT_ORDER,
        rules.EXPORT_VALUE, rules.EXPORT_SECTION,
    )
)  # fmt: skip
"""Rules by which a game is told of that is another one when it is formatted."""
ALLOWED = frozenset((rules.UNKNOWN_TAG, rules.UNKNOWN_DIRECTIVE, rules.EMPTY_GAME, rules.LINE_ENDS))
"""What the standard lets be: unknown tags, lines for programs, and templates, which are games like any other."""
_ADVICE = "let pbntools format write the file"
_SHOWN = 60
_NAMES = {LATIN_1: "ISO 8859-1", UTF_8: "UTF-8"}


def _game(game: PbnMap, record: Record, state: State) -> Iterator[Fault]:
    """What is not as in the export format: first what has a name, then whatever else the writer would change."""
    told = {finding.rule for finding, _, _ in game.faults(record)}
    for check in (_layout, _order, _values, _sections):
        for fault in check(game, record, state):
            told.add(fault.rule)
            yield fault
    raw = game.game
    text = raw.chunk.text
    for _ in state.characters.look(text[raw.start : raw.end], raw.chunk.decoder, begins=True):
        pass  # the reader has taken note of it already
    state.ended = text[raw.end - 1 : raw.end] in ("\r", "\n")
    state.told |= told
    written, left = rewritten(game, record, at_head=not state.index)
    if left is None and told & _MENDED:
        return
    differs = _difference(raw, set_apart(written) if state.index else HEAD + written, at_head=not state.index)
    if differs is not None:
        yield differs
    elif left is not None and not told - ALLOWED:
        message = f"the export format cannot hold all of this game: {left}"
        yield Fault(rules.EXPORT_TEXT, *game.whole(), message)


def _difference(raw: RawGame, written: str, *, at_head: bool) -> Fault | None:
    """The first place where a text is not the one that the writer would write; its line ends do not count."""
    text = raw.chunk.text
    lines = list(_LINE.finditer(text, raw.start, raw.end))
    if not at_head:
        del lines[0]  # the rest of the line before
    new = written.removesuffix(EOL).split(EOL) if written else []
    if lines and not lines[-1][0]:
        lines.pop()  # behind the last line end
    decode = raw.chunk.decoder.decode
    old = [decode(line[1]) for line in lines]
    if at_head and old[:2] != _HEAD and [line for line in old if line[:1] == "%"][:2] != _HEAD:
        return None  # told of the file
    for line, was, wanted in zip(lines, old, new, strict=False):
        if was != wanted:
            start, end = line.span(1)
            if was.isascii():
                both = zip(was, wanted, strict=False)
                start += next((at for at, (a, b) in enumerate(both) if a != b), min(len(was), len(wanted)))
            return Fault(rules.EXPORT_TEXT, start, max(start, end), _message(was, wanted), _ADVICE)
    if len(old) > len(new):
        start, end = lines[len(new)].span(1)
        return Fault(rules.EXPORT_TEXT, start, end, _message(old[len(new)], None), _ADVICE)
    if len(old) < len(new):
        return Fault(rules.EXPORT_TEXT, raw.end, raw.end, f"a line is missing: {new[len(old)][:_SHOWN]}", _ADVICE)
    return None


def _message(was: str, wanted: str | None) -> str:
    if not was.strip():
        return "the export format has no empty line here"
    if wanted is None:
        return f"the export format does not have this line here: {was[:_SHOWN]}"
    if was.rstrip() == wanted:
        return "blanks stand at the end of the line"
    if was.split() == wanted.split():
        return "the words of this line are not spaced as in the export format"
    return f"the export format has this line here: {wanted[:_SHOWN] or 'an empty one'}"


def _end(reader: RecordReader, state: State) -> Iterator[Diagnostic]:
    """What stands behind the last game, and the last line end."""
    if not isinstance(reader, PbnReader) or not reader.records:
        return
    trailing = reader.trailing
    if trailing is not None:
        text = trailing.chunk.text[trailing.start : trailing.end]
        for _ in state.characters.look(text, trailing.chunk.decoder, begins=True):
            pass
        state.ended = text[-1:] in ("\r", "\n")
        kept = as_lines(decoded(trailing, text))
        fault = _difference(trailing, set_apart(kept) if kept else "", at_head=False)
        if fault is not None:
            yield reader.file_diagnostic(trailing.chunk, fault)
            return
    if not state.ended:
        yield of_the_file(reader, rules.EXPORT_TEXT, "the last line has no line end", "end it in CR LF")


def _characters(reader: RecordReader, state: State) -> Iterator[Diagnostic]:
    """ISO 8859-1 where it has all characters (PBN 2.1 §2.1); else UTF-8, and a line that says so."""
    surveyed = state.characters.survey()
    if surveyed.ascii or not isinstance(reader, PbnReader) or reader.bom or rules.ENCODING in state.told:
        return
    encoding = surveyed.encoding
    name = _NAMES[encoding]
    wrong = [charset for charset in state.characters.charsets if not declares(charset, encoding)]
    if not state.characters.written_in[encoding]:
        message = f"the characters are not encoded in {name}, which has all of them"
    elif wrong:
        message = f"the characters are encoded in {name}, but a line names {wrong[0][:_SHOWN]}"
    elif encoding == UTF_8 and not surveyed.declared:
        message = "the characters are encoded in UTF-8, and no line says so"
    else:
        return
    yield of_the_file(reader, rules.EXPORT_CHARACTERS, message, "let pbntools format write the file")


CHECKS = (_game,)
FILE_CHECKS = (_header, _line_ends, _end, _characters)

__all__ = ["ALLOWED", "CHECKS", "FILE_CHECKS"]
