"""Level 2: the words of the auction and play sections (PBN 2.1 §3.5, §3.6).

The token expression also yields annotations, comments, marks and the place of every word; sections of plain calls or
cards have a quicker way, `pbntools.formats.pbn.plain_sections`.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from functools import partial

from pbntools import rules
from pbntools.core import CALLS, Call, Card
from pbntools.diagnostics import Rule, Severity
from pbntools.formats.pbn.fixing import respell
from pbntools.formats.pbn.lexer import ASIDE
from pbntools.formats.pbn.raw import Fault, RawGame
from pbntools.formats.pbn.section_words import (
    CALL_IDS,
    CARD_IDS,
    SUFFIXES,
    Beside,
    Tokens,
    passes_needed,
    placed,
)
from pbntools.record import ABOVE_SEVEN, UNKNOWN_CARD, UNREADABLE, UNREADABLE_CARD, Annotation, Comment
from pbntools.said import Said

# A double that names a bid in words, such as "double four spades" or "double 4 spades".
_DOUBLES = "[Dd][Bb][Ll]|[Dd][Oo][Uu][Bb][Ll][Ee]|[Rr][Dd][Bb][Ll]|[Rr][Ee][Dd][Oo][Uu][Bb][Ll][Ee]"
_LEVELS = "(?i:one|two|three|four|five|six|seven)"
_STRAINS = "(?i:(?:club|diamond|heart|spade)s?|no[ -]?trumps?)"
_IN_WORDS = (
    rf"(?:{_DOUBLES}|[Xx]{{1,2}})[ \t]++"
    rf"(?:{_LEVELS}[ \t]*+(?:{_STRAINS}|(?i:nt|[cdhsn]))|[1-7][ \t]*+{_STRAINS})(?![A-Za-z0-9])"
)
_TOKEN = re.compile(
    r"""
      (?P<brace>\{)
    | (?P<comment>;[^\r\n]*+)
    | (?P<bracket>"""
    + ASIDE
    + r"""|\[)
    | (?P<escape>(?:(?<=\n)|(?<=\r))%[^\r\n]*+)
    | (?P<note>=(?P<number>[^= \t\r\n]{0,9})=)
    | (?P<nag>\$(?P<glyph>[0-9]++|[A-Za-z]*+))
    | (?P<suffix>[!?]{1,2}+)
    | (?P<mark>\^[A-Za-z]?+)
    | (?P<allpass>[Aa][Ll][Ll][ \t]++[Pp][Aa][Ss][Ss](?![A-Za-z0-9]))
    | (?P<named>"""
    + _IN_WORDS
    + r""")
    | (?P<word>[A-Za-z0-9_\-\x80-\xff]++)
    | (?P<star>\*)
    | (?P<plus>\+)
    | (?P<other>[^ \t\r\n\v\f{[;=$!?^*+A-Za-z0-9_\-\x80-\xff]++|.)
    """,
    re.VERBOSE | re.DOTALL,
)
_ALL_PASS_WORDS = re.compile(r"ALL[ \t]*+PASS\Z")
_GLUED = re.compile(r"(?:[1-7](?:NT|[CDHSN])|PASS|DBL|RDBL|XX|X|P|D|R)", re.IGNORECASE)
_NAMED_DOUBLE = re.compile(rf"({_DOUBLES})[1-7](?:NT|[CDHSN])", re.IGNORECASE)
_SPELLED_DOUBLE = re.compile(rf"({_DOUBLES})[ \t]++\Z")
_OF_THE_LAST_BID = Said("a double is of the last bid, whatever it names")
_APART = Said("separate calls by a space")
_ABOVE = re.compile(r"(?:[89]|[1-9]\d)(?:NT|[CDHSN])\Z", re.IGNORECASE)
_NEWLINE = re.compile(r"[\r\n]")
_MARKS = {"auction": frozenset("IS"), "play": frozenset("RL")}
_CALL_GLYPHS = (1, 6, 13)
_CARD_GLYPHS = (7, 12, 14)
_SHOWN = 300
_CELLS = 52
_LONGEST_WORD = 80


_CALL, _CARD = Said("call"), Said("card")
_AUCTION, _PLAY = Said("auction"), Said("play")


def _before_anything(sign: str) -> Said:
    return Said("{sign} stands before anything that it could belong to", sign=sign)


def tokenize(kind: str, game: RawGame) -> Tokens:
    """All words of a game's section; ``kind`` is ``auction`` or ``play``."""
    span = game.auction if kind == "auction" else game.play
    start, end = span if span else (0, 0)
    return _Tokenizer(kind, game.chunk.text, start, end, game).run()


class _Tokenizer:
    def __init__(self, kind: str, text: str, start: int, end: int, game: RawGame) -> None:
        self.game = game
        self.out = Tokens(kind)
        self.auction = kind == "auction"
        self.text = text
        self.start = start
        self.stop = end
        self.decoder = game.chunk.decoder
        self.suffix: dict[int, str] = {}
        self.notes: dict[int, list[int]] = {}
        self.nags: dict[int, list[int]] = {}
        self.pending: list[str] = []
        self.pending_at = 0
        self.last_bid = 0
        self.bare = ""
        self.after_end: tuple[int, int] | None = None
        self.spelled: list[tuple[str, str, int, int, Said | None]] = []
        self.run_words = ""
        self.run_span = 0, 0
        self.first_sign: tuple[str, tuple[int, int]] | None = None
        self.more_signs = 0

    def fault(self, rule: Rule, start: int, end: int, message: Said, severity: Severity | None = None) -> None:
        # What belongs to a word stands behind it; only marks stand before it.
        index = len(self.out.ids) - (rule is not rules.IRREGULARITY_MARK)
        self.add(Fault(rule, start, end, message, None, severity), index)

    def add(self, fault: Fault, index: int | None) -> None:
        """Add a fault of the word with an index, if there is one."""
        if index is not None and index >= 0:
            fault = placed(fault, "call" if self.auction else "card", index)
        self.out.faults.append(fault)

    def run(self) -> Tokens:
        out = self.out
        at = self.start
        while at < self.stop:
            for match in _TOKEN.finditer(self.text, at, self.stop):
                kind = match.lastgroup
                if kind == "other" and not match[0].strip(" \t\r\n\v\f"):
                    continue
                begin, finish = match.span()
                if kind == "brace":
                    close, at = self.game.comment_end(begin)
                    self.comment(self.text[begin + 1 : close])
                    break
                if kind == "comment":
                    self.comment(match[0][1:])
                elif kind == "escape" or kind == "bracket":
                    # The lexer has said what is wrong with a bracket.
                    pass
                elif (
                    out.end
                    and kind in ("word", "star", "plus", "allpass", "named", "mark", "other")
                    and not self.trailing(kind)
                ):
                    self.after_end = (self.after_end or (begin, finish))[0], finish
                elif kind in ("word", "allpass"):
                    self.word(match[0], begin, finish)
                elif kind == "named":
                    self.named_double(match[0], begin, finish)
                elif kind == "number" or kind == "note":
                    self.note(match["number"], begin, finish)
                elif kind == "glyph" or kind == "nag":
                    self.nag(match["glyph"], begin, finish)
                elif kind == "suffix":
                    self.take_suffix(match[0], begin, finish)
                elif kind == "mark":
                    self.mark(match[0], begin, finish)
                elif kind == "star":
                    self.star(begin, finish)
                elif kind == "plus":
                    self.plus(begin, finish)
                else:
                    self.bad_word(match[0], begin, finish)
            else:
                break
        self.finish()
        return out

    def trailing(self, kind: str) -> bool:
        """Whether a word may stand behind the ``+`` of a play section: cells of later columns, in the same row."""
        cell = self.out.next_cell
        same_row = cell is not None and len(self.out.ids) // 4 == cell // 4
        return not self.auction and kind in ("word", "mark") and same_row

    def comment(self, raw: str) -> None:
        index = len(self.out.ids) - 1
        owner: tuple[str, str | int | None] = ("call" if self.auction else "card", index)
        if index < 0:
            owner = ("tag", "Auction" if self.auction else "Play")
        self.out.comments.append(Comment(self.decoder.decode(raw), owner))

    def put(self, number: int, begin: int, finish: int) -> None:
        out = self.out
        self.bare = ""
        if self.pending:
            self.attach()
        out.ids.append(number)
        out.spans.append((begin, finish))
        if self.auction and number > 2:
            self.last_bid = number

    def attach(self) -> None:
        """The marks before a word belong to it."""
        out = self.out
        index = len(out.ids)
        if len(self.pending) > 1:
            shown = " ".join("^" + letter for letter in self.pending)
            self.fault(
                rules.IRREGULARITY_MARK,
                self.pending_at,
                self.pending_at + len(shown),
                Said("{marks} on one {thing}", marks=shown, thing=self.thing),
            )
        out.marks[index] = self.pending
        out.mark_spans[index] = (self.pending_at, self.pending_at + 2)
        self.pending = []

    def word(self, text: str, begin: int, finish: int) -> None:
        if self.auction:
            self.call_word(text, begin, finish)
        else:
            self.card_word(text, begin, finish)

    def call_word(self, text: str, begin: int, finish: int) -> None:
        out = self.out
        number = CALL_IDS.get(text)
        if number is not None:
            if not (2 < number <= self.last_bid and self.names_bid(begin, finish)):
                self.put(number, begin, finish)
            return
        if text == "-" and out.dashes < 3 and not out.ids and not self.pending and not out.skips:
            out.dashes += 1
            return
        folded = text.upper()
        if folded == "AP" or _ALL_PASS_WORDS.match(folded):
            out.all_pass = len(out.ids)
            passes = passes_needed(out.ids)
            for _ in range(passes):
                self.put(0, begin, finish)
            if not passes:
                # Nobody is left to pass, so what stands beside the word belongs to no call.
                self.unmarked(text, finish)
                self.bare = text
            if folded != "AP":
                self.spelled.append((text, "AP", begin, finish, None))
            return
        if not folded.strip("_"):
            self.put(UNREADABLE, begin, finish)
            self.fault(
                rules.CALL_UNREADABLE, begin, finish, Said("a blank to be filled in, not a call"), Severity.NOTICE
            )
            return
        shown = self.decoder.decode(text)
        try:
            call = Call.parse(shown)
        except ValueError:
            pass
        else:
            self.put(int(call), begin, finish)
            self.spelled.append((shown, str(call), begin, finish, None))
            return
        if _ABOVE.match(text):
            self.put(ABOVE_SEVEN, begin, finish)
            return
        named = _NAMED_DOUBLE.fullmatch(text)
        if named:
            self.put_double(Call.parse(named[1]), shown, begin, finish)
            return
        parts = []
        at = 0
        while part := _GLUED.match(text, at):
            parts.append(part)
            at = part.end()
        if at == len(text) and len(parts) > 1:
            calls = [Call.parse(part[0]) for part in parts]
            if len(calls) == 2 and 0 < calls[0] < 3 <= calls[1] <= self.last_bid:
                # Two calls would be a double and a bid that is not sufficient.
                self.put_double(calls[0], shown, begin, finish)
                return
            for part, call in zip(parts, calls, strict=True):
                self.put(int(call), begin + part.start(), begin + part.end())
            self.spelled.append((shown, " ".join(map(str, calls)), begin, finish, _APART))
            return
        self.put(UNREADABLE, begin, finish)
        self.unreadable(shown, begin, finish)

    def put_double(self, double: Call, shown: str, begin: int, finish: int) -> None:
        """A double or redouble that names a bid: it is of the last one (19A3, 19B3)."""
        self.put(int(double), begin, finish)
        self.spelled.append((shown, str(double), begin, finish, _OF_THE_LAST_BID))

    def named_double(self, text: str, begin: int, finish: int) -> None:
        """A double that names a bid in words; a play has no such words."""
        if self.auction:
            self.put_double(Call.parse(text.split(maxsplit=1)[0]), self.decoder.decode(text), begin, finish)
        else:
            for match in re.finditer(r"[^ \t]++", text):
                self.card_word(match[0], begin + match.start(), begin + match.end())

    def names_bid(self, begin: int, finish: int) -> bool:
        """Whether a bid that is not sufficient is named by the double before it, which is written out in words."""
        if not self.spelled or self.pending or self.spelled[-1][2:4] != self.out.spans[-1]:
            return False
        shown, double, start, end, _ = self.spelled[-1]
        if double not in ("X", "XX") or not _SPELLED_DOUBLE.fullmatch(self.text, start, begin):
            return False
        self.out.spans[-1] = start, finish
        self.spelled[-1] = f"{shown}{self.text[end:finish]}", double, start, finish, _OF_THE_LAST_BID
        return True

    def card_word(self, text: str, begin: int, finish: int) -> None:
        number = CARD_IDS.get(text)
        if number is not None:
            self.put(number, begin, finish)
            return
        shown = self.decoder.decode(text)
        try:
            card = Card.parse(shown)
        except ValueError:
            self.put(UNREADABLE_CARD, begin, finish)
            if len(self.out.ids) <= _CELLS and len(shown) <= _LONGEST_WORD:
                self.out.card_words[len(self.out.ids) - 1] = shown
            self.unreadable(shown, begin, finish)
            return
        self.put(int(card), begin, finish)
        self.spelled.append((shown, str(card), begin, finish, None))

    def bad_word(self, text: str, begin: int, finish: int) -> None:
        self.unreadable(self.decoder.decode(text), begin, finish)

    def unfounded(self, text: str, begin: int, finish: int) -> bool:
        """Whether an annotation stands behind something that can have none."""
        if not self.bare:
            return False
        message = Said(
            "{sign} stands behind {word}, which is no {thing} of its own", sign=text, word=self.bare, thing=self.thing
        )
        self.fault(rules.BAD_ANNOTATION, begin, finish, message)
        return True

    def note(self, number: str, begin: int, finish: int) -> None:
        if self.unfounded(f"={number}=", begin, finish):
            return
        index = len(self.out.ids) - 1
        value = int(number) if number.isascii() and number.isdigit() else 0
        if not 1 <= value <= 32:
            self.fault(
                rules.NOTE_INDEX,
                begin,
                finish,
                Said("={number}= is not a reference to a note: expected a number from 1 to 32", number=number),
            )
            return
        self.out.references.append((value, begin, finish, index))
        if index < 0:
            self.fault(rules.BAD_ANNOTATION, begin, finish, _before_anything(f"={number}="))
            return
        given = self.notes.setdefault(index, [])
        if given:
            message = Said("a second reference to a note, ={number}=, on one {thing}", number=number, thing=self.thing)
            self.fault(rules.BAD_ANNOTATION, begin, finish, message)
        given.append(value)
        self.stands(begin, index, f"={value}=")

    def stands(self, begin: int, index: int, written: str) -> None:
        """Take note of an annotation's place."""
        nth = 0
        for other in reversed(self.out.beside):
            if other.word != index:
                break
            if other.written == written:
                nth = other.nth + 1
                break
        self.out.beside.append(Beside(begin, index, written, nth))

    @property
    def thing(self) -> Said:
        return _CALL if self.auction else _CARD

    @property
    def section(self) -> Said:
        return _AUCTION if self.auction else _PLAY

    def nag(self, glyph: str, begin: int, finish: int) -> None:
        if self.unfounded(f"${glyph}", begin, finish):
            return
        index = len(self.out.ids) - 1
        if not glyph.isdigit() or len(glyph) > 3 or int(glyph) > 255:
            message = Said("${glyph} is not a numeric glyph: expected a number from 0 to 255", glyph=glyph)
            self.fault(rules.BAD_ANNOTATION, begin, finish, message)
            return
        value = int(glyph)
        if index < 0:
            self.fault(rules.BAD_ANNOTATION, begin, finish, _before_anything(f"${glyph}"))
            return
        low, high, hand = _CARD_GLYPHS if self.auction else _CALL_GLYPHS
        if low <= value <= high or value == hand:
            if self.auction:
                message = Said("${glyph} is a glyph of cards; those of calls are 1 to 6 and 13", glyph=glyph)
            else:
                message = Said("${glyph} is a glyph of calls; those of cards are 7 to 12 and 14", glyph=glyph)
            self.fault(rules.BAD_ANNOTATION, begin, finish, message)
        given = self.nags.setdefault(index, [])
        if 1 <= value <= 12 and (index in self.suffix or any(1 <= other <= 12 for other in given)):
            self.fault(rules.BAD_ANNOTATION, begin, finish, self.second_judgement(f"${glyph}"))
        given.append(value)
        self.stands(begin, index, f"${value}")

    def take_suffix(self, text: str, begin: int, finish: int) -> None:
        if self.unfounded(text, begin, finish):
            return
        index = len(self.out.ids) - 1
        if index < 0:
            self.fault(rules.BAD_ANNOTATION, begin, finish, _before_anything(text))
            return
        if index in self.suffix or any(1 <= other <= 12 for other in self.nags.get(index, ())):
            self.fault(rules.BAD_ANNOTATION, begin, finish, self.second_judgement(text))
            return
        self.suffix[index] = text
        self.stands(begin, index, f"${SUFFIXES[text] + (0 if self.auction else 6)}")

    def second_judgement(self, sign: str) -> Said:
        return Said("a second judgement, {sign}, on one {thing}", sign=sign, thing=self.thing)

    def mark(self, text: str, begin: int, finish: int) -> None:
        letter = text[1:].upper()
        if letter not in _MARKS[self.out.kind] or not letter:
            if self.auction:
                message = Said("{mark} is not a mark of the auction: expected ^I or ^S", mark=text)
            else:
                message = Said("{mark} is not a mark of the play: expected ^R or ^L", mark=text)
            self.fault(rules.IRREGULARITY_MARK, begin, finish, message)
            return
        self.bare = f"^{letter}"
        if text[1] != letter:
            self.spelled.append((text, f"^{letter}", begin, finish, None))
        if letter == "S":
            if self.pending:
                message = Said("{mark} stands before ^S", mark=f"^{self.pending[0]}")
                self.fault(rules.IRREGULARITY_MARK, self.pending_at, finish, message)
            self.out.skips.append(len(self.out.ids))
            return
        if not self.pending:
            self.pending_at = begin
        self.pending.append(letter)

    def star(self, begin: int, finish: int) -> None:
        out = self.out
        glued = begin > self.start and out.spans and out.spans[-1][1] == begin
        if self.auction and glued and self.more(finish):
            word = self.text[out.spans[-1][0] : begin]
            out.alerts += 1
            call = out.ids[-1]
            self.spelled.append(
                (
                    f"{word}*",
                    str(CALLS[call]) if call >= 0 else word,
                    out.spans[-1][0],
                    finish,
                    Said("the star is read as an alert"),
                )
            )
            return
        self.bare = "*"
        out.end = "*"
        out.end_span = (begin, finish)

    def more(self, at: int) -> bool:
        """Whether anything but comments and escape lines stands behind an offset."""
        while match := _TOKEN.search(self.text, at, self.stop):
            kind = match.lastgroup
            if kind == "brace":
                at = self.game.comment_end(match.start())[1]
            elif kind in ("comment", "escape", "bracket") or not match[0].strip(" \t\r\n\v\f"):
                at = match.end()
            else:
                return True
        return False

    def plus(self, begin: int, finish: int) -> None:
        out = self.out
        out.end = "+"
        out.end_span = (begin, finish)
        if not self.auction:
            self.unmarked("+", finish)
            out.next_cell = len(out.ids)
            self.put(UNKNOWN_CARD, begin, finish)
        self.bare = "+"

    def unmarked(self, word: str, finish: int) -> None:
        """Refuse the mark before a word that can have none."""
        if self.pending:
            message = Said(
                "{mark} stands before {word}, which is no {thing} of its own",
                mark=f"^{self.pending[0]}",
                word=word,
                thing=self.thing,
            )
            self.fault(rules.IRREGULARITY_MARK, self.pending_at, finish, message)
            self.pending = []

    def finish(self) -> None:
        out = self.out
        if self.pending:
            self.fault(
                rules.IRREGULARITY_MARK,
                self.pending_at,
                self.pending_at + 2,
                Said("{mark} stands before nothing", mark=f"^{self.pending[0]}"),
            )
        if self.after_end:
            begin, finish = self.after_end
            shown = self.decoder.decode(self.text[begin:finish].split("\n")[0])[:40]
            rule = rules.TOKENS_AFTER_END
            if not self.auction and out.end == "*" and any(word in CARD_IDS for word in shown.upper().split()):
                rule = rules.PLAY_AFTER_CLAIM
            message = Said(
                "{words} stands behind the {end} that ends the {section}; it is not read",
                words=repr(shown),
                end=out.end,
                section=self.section,
            )
            out.faults.append(Fault(rule, begin, finish, message))
        # A star that is read as an alert says something that the call alone does not, so it has a fix of its own.
        for starred in (False, True):
            words = [spelling for spelling in self.spelled if spelling[0].endswith("*") is starred]
            if words:
                self.tell_spellings(words, safe=not starred)
        if self.run_words:
            self.tell_unreadable()
        if self.first_sign:
            self.no_word(*self.first_sign, self.more_signs)
        for index in {*self.suffix, *self.notes, *self.nags}:
            out.annotations[index] = Annotation(
                self.suffix.get(index), tuple(self.notes.get(index, ())), tuple(self.nags.get(index, ()))
            )

    def tell_spellings(self, spelled: list[tuple[str, str, int, int, Said | None]], *, safe: bool) -> None:
        """One notice a section: the first place, and how many more there are."""
        word, meant, begin, finish, advice = spelled[0]
        others = len(spelled) - 1
        rule = rules.CALL_SPELLING if self.auction else rules.CARD_SPELLING
        words = [(meant, begin, finish) for _, meant, begin, finish, _ in spelled]
        fix = partial(respell, self.text, words, safe=safe)
        message = Said("{word} is read as {meant}", word=word, meant=meant)
        if others:
            message = Said(
                "{message} (and {n} more in this {section})", message=message, n=others, section=self.section
            )
        fault = Fault(rule, begin, finish, message, advice or Said("write {words}", words=meant), fix=fix)
        self.add(fault, self.index_at(begin))

    def index_at(self, begin: int) -> int | None:
        """The index of the word that starts at an offset, or of the next one."""
        index = bisect_left(self.out.spans, (begin, 0))
        return index if index < len(self.out.spans) else None

    def unreadable(self, word: str, begin: int, finish: int) -> None:
        """Take note of a word that cannot be read; those that follow one another on a line are one run."""
        end = self.run_span[1]
        if self.run_words and (_NEWLINE.search(self.text, end, begin) or self.between(end, begin)):
            self.tell_unreadable()
        if not self.run_words:
            self.run_words, self.run_span = word, (begin, finish)
            return
        if len(self.run_words) < _SHOWN:
            self.run_words += f" {word}"
        self.run_span = self.run_span[0], finish

    def tell_unreadable(self) -> None:
        """One error for a run of words, and one for all signs that stand between good words."""
        if any(map(str.isalnum, self.run_words)):
            self.no_word(self.run_words, self.run_span)
        elif self.first_sign is None:
            self.first_sign = self.run_words, self.run_span
        else:
            self.more_signs += 1
        self.run_words = ""

    def no_word(self, words: str, span: tuple[int, int], more: int = 0) -> None:
        shown = repr(words)
        if more:
            shown = Said(
                "{words} (and {n} more such places in this {section})", words=shown, n=more, section=self.section
            )
        if self.auction:
            message = Said("{words} is no call: expected Pass, X, XX or a bid such as 1NT", words=shown)
        else:
            message = Said("{words} is no card: expected a suit and a rank, such as SA or HT, or -", words=shown)
        rule = rules.CALL_UNREADABLE if self.auction else rules.CARD_UNREADABLE
        self.add(Fault(rule, *span, message), self.index_at(span[0]))

    def between(self, start: int, end: int) -> bool:
        return bool(self.text[start:end].strip())
