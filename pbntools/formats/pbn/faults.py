"""What is wrong with the text of a game: values, spellings, notes, tables, characters."""

from __future__ import annotations

import difflib
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, NamedTuple

from pbntools import rules
from pbntools.core import Deal
from pbntools.core._making import maker
from pbntools.diagnostics import Finding, Fix, FixSource, Rule, Severity, TextChange
from pbntools.formats.pbn import values
from pbntools.formats.pbn.changes import place_cards, text_changes
from pbntools.formats.pbn.character_faults import character_faults, line_faults
from pbntools.formats.pbn.deals import Recovered, recover_deal
from pbntools.formats.pbn.fixing import plain_deal, timed_date, value_fix
from pbntools.formats.pbn.lexer import MANDATORY, STANDARD
from pbntools.formats.pbn.note_faults import note_faults
from pbntools.formats.pbn.places import GameMap
from pbntools.formats.pbn.raw import Fault, Faults, RawGame
from pbntools.formats.pbn.section_words import REFERENCE, Tokens, seated
from pbntools.formats.pbn.table_faults import table_faults
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.record import Record

_MANDATORY = frozenset(MANDATORY)
_NONE: frozenset[str] = frozenset()
_PLAIN = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play"))
_NAMES = {"Vulnerability": "Vulnerable", "Declaring": "Declarer", "Dealt": "Dealer"}
_LONGEST_NAME = 40
_MESSAGE = 300
_make_finding = maker(Finding)


class PbnMap(GameMap):
    """The source map of one game, with the faults of its text."""

    __slots__ = ("_recovered", "date_order", "given", "hashed", "moved", "shared", "unknown")

    def __init__(self, game: RawGame) -> None:
        super().__init__(game)
        self._recovered: Recovered | None = None
        self.date_order: str | None = None
        """The order of day, month and year in dates of numbers, where somebody has stated it."""
        self.shared = False
        """Whether the deal was taken over from the previous board."""
        self.moved: int | None = None
        """The first word of the play that stood in another player's column."""
        self.unknown: tuple[str, ...] = ()
        """Unknown tags that the file has not had before."""
        self.given: frozenset[str] = _NONE
        """Tags that an earlier ``##`` gives to this game."""
        self.hashed = False
        """Whether a value may start with ``#``."""

    def keep(self, tokens: Tokens) -> None:
        """Keep the words of a section that were worked out already."""
        if tokens.kind == "auction":
            self._auction = tokens
        else:
            self._play = tokens

    def recovered_deal(self) -> Deal | None:
        """The deal of a value that is not in the export form of the standard."""
        start, end = self.tag_value("Deal")
        self._recovered = recover_deal(self.chunk.text[start:end])
        return self._recovered.deal

    def changes(self, record: Record, fix: Fix) -> list[TextChange] | None:
        """A fix as changes of the text; None where one of them has no place in it."""
        return text_changes(self, record, fix)

    @property
    def deal_is_told(self) -> bool:
        """Whether something is wrong with the text of the deal."""
        return self._recovered is not None and bool(self._recovered.troubles)

    def extent(self) -> tuple[int, int]:
        """The offsets of the game in the file."""
        return self.chunk.offset + self.game.start, self.chunk.offset + self.game.end

    def ignored(self) -> list[str]:
        """The rules that the game asks to leave out."""
        return self.game.ignored

    def faults(self, record: Record) -> list[tuple[Finding, int, int]]:
        """Everything that is wrong with the text, with local offsets."""
        game = self.game
        chunk = game.chunk
        shape, regular = self._familiar(record), self._sections_are_regular(record)
        if shape is not None and regular and not (game.faults or game.loose or chunk.suspect or chunk.long_lines):
            if shape.lacking is None:
                return []
            return [(_make_finding(rules.MISSING_TAG, shape.lacking), *self.whole())]
        found = Faults()
        found.extend(game.faults)
        if game.loose:
            found.extend(self._split_faults())
        if shape is None:
            found.extend(self._tag_faults(record))
        elif shape.lacking is not None:
            found.append(Fault(rules.MISSING_TAG, *self.whole(), shape.lacking))
        if not regular:
            found.extend(self._section_faults(record))
        if chunk.suspect:
            found.extend(character_faults(self))
        if chunk.long_lines:
            found.extend(line_faults(game))
        return [(finding_of(fault), fault.start, fault.end) for fault in found]

    # Tags

    def _familiar(self, record: Record) -> _Shape | None:
        """The shape of the tags where one look tells that it, and nothing else, says what is wrong with them."""
        if (
            self.hashed
            or self.shared
            or self.unknown
            or self._recovered is not None
            or (record.deal is None and record.board is None)
            or record.trump_only is not None
        ):
            return None
        raw = self.game.tags
        shape = _shape(tuple(raw))
        if not shape.in_order:
            return None
        for name, good in shape.checked:
            value = raw[name]
            if value not in good and value:
                return None
        return shape if raw.get("Board", "1") else None

    def _sections_are_regular(self, record: Record) -> bool:
        """Whether one look tells that nothing is wrong with auction, play, notes and tables."""
        game = self.game
        # Words that the record does not have, since nobody is known to call or lead first, were not looked at yet.
        unread = (game.auction and record.auction is None) or (game.play and record.play is None)
        if unread or self._auction is not None or self._play is not None or self.moved is not None:
            return False
        if not self._notes_fit():
            return False
        for table, (_, start, end) in zip(self.load_tables(), game.tables, strict=True):
            if not table.is_familiar():
                if any(True for _ in table_faults(self, table, start, end)):
                    return False
                table.remember()
        return True

    def _split_faults(self) -> Iterator[Fault]:
        """A blank line ends a game anywhere but in a comment (PBN 2.1 §2.4), so also between the tokens of a pair."""
        for at in self.split:
            message = Said("a blank line ends a game, but a tag pair goes on after this one")
            yield Fault(rules.BLANK_LINE_INSIDE_GAME, at, at, message, Said("remove the blank line"))

    def _fault(
        self, rule: Rule, name: str, message: str, help: Said | None = None, fix: FixSource | None = None
    ) -> Fault:
        start, end = self.tag_value(name)
        return Fault(rule, start, end, message, help, fix=fix)

    def _spelt(self, rule: Rule, name: str, message: Said, meant: object, *, fixed: bool = True) -> Fault:
        """A value that is readable, but not spelt as the standard has it; ``fixed`` where the meant one says it all."""
        advice = Said("write {words}", words=str(meant))
        fix = Fix(advice, True, (TextChange(*self.tag_value(name), str(meant)),)) if fixed else None
        return self._fault(rule, name, message, advice, fix)

    def _tag_faults(self, record: Record) -> Iterator[Fault]:
        game = self.game
        raw = game.tags
        for name, value, wrong in values.bad_values(raw):
            kind = Said("board number") if name == "Board" else name
            fix = partial(self._value_fix, name, value)
            yield self._fault(
                rules.BAD_VALUE,
                name,
                Said("{value} is no {kind}: {wrong}", value=repr(value[:60]), kind=kind, wrong=wrong),
                fix=None if raw[name][:1] == "#" else fix,
            )
        if self.hashed:
            for name in _PLAIN:
                if raw.get(name, "")[:1] == "#":
                    message = Said("{tag} may not inherit its value", tag=name)
                    yield self._fault(rules.BAD_INHERITANCE, name, message, Said("give the value itself"))
        empty = record.deal is None and not self.hashed and (record.is_empty or _is_template(raw))
        if empty and not (game.notes or game.malformed or game.faults):
            yield Fault(
                rules.EMPTY_GAME,
                *self.whole(),
                Said("all mandatory tags of this game are empty; it is a template, not a board"),
            )
        elif not raw.get("Board", "1") and raw.get("Deal"):
            # The empty value says that a tag does not apply (PBN 2.1 §3.4), so its form is right.
            message = Said("the board has no number")
            yield Fault(rules.MISSING_TAG, *self.tag_value("Board"), message, severity=Severity.WARNING)
        yield from self._typed_faults()
        for name in self.game.unknown:
            if not "A" <= name[0] <= "Z":
                start, end = self.tag_pair(name)
                near = _near(name)
                hint = Said("did you mean {tag}?", tag=near) if near else None
                message = Said("{tag} is no name of a tag: it does not start with an upper-case letter", tag=name)
                yield Fault(rules.MALFORMED_TAG, start, end, message, hint)
        for name in self.unknown:
            if not "A" <= name[0] <= "Z":
                continue
            near = _near(name)
            start, end = self.tag_pair(name)
            hint = Said("did you mean {tag}?", tag=near) if near else None
            message = Said("{tag} is no tag of the standard; it is kept", tag=name)
            yield Fault(rules.UNKNOWN_TAG, start, end, message, hint)
        if self.shared:
            yield Fault(
                rules.IMPLICIT_INHERITANCE,
                *self.whole(),
                Said("no deal is given; the game is read as the previous board at another table"),
                Said("repeat the deal, or give it a board of its own"),
            )
        elif not empty and not raw.keys() >= _MANDATORY:
            missing = [name for name in MANDATORY if name not in raw and name not in self.given]
            if missing:
                yield Fault(rules.MISSING_TAG, *self.whole(), _lacking(missing))
        yield from self._order_faults(raw, record)

    def _value_fix(self, name: str, value: str) -> Fix | None:
        span = self.tag_value(name)
        found = value_fix(name, value, *span, self.date_order)
        return found or timed_date(self.game, name, value, self.tag_pair(name), span)

    def _typed_faults(self) -> Iterator[Fault]:
        raw = self.game.tags
        for name in ("Dealer", "Auction", "Play"):
            text = raw.get(name, "")
            if text in values.SEATS or text[:1] == "#":
                continue
            if values.seat_value(text) is not None:
                seat = values.seat_value(text)
                yield self._spelt(rules.VALUE_SPELLING, name, _read_as(text, seat), seat)
            else:
                message = Said("{value} is no player: expected N, E, S or W", value=repr(text[:60]))
                yield self._fault(rules.BAD_VALUE, name, message)
        text = raw.get("Declarer", "")
        if (
            text not in values.SEATS
            and text[:1] != "#"
            and not (text[:1] == "^" and text[1:] in values.SEATS and len(text) == 2)
        ):
            seat = values.seat_value(text)
            if seat is not None:
                yield self._spelt(rules.VALUE_SPELLING, "Declarer", _read_as(text, seat), seat)
            else:
                message = Said(
                    "{value} is no declarer: expected N, E, S or W, or ^ and one of them", value=repr(text[:60])
                )
                yield self._fault(rules.BAD_VALUE, "Declarer", message)
        text = raw.get("Vulnerable", "")
        if text not in values.VULNERABILITIES and text[:1] != "#":
            vulnerable = values.vulnerability_value(text)
            if vulnerable is not None:
                yield self._spelt(rules.VALUE_SPELLING, "Vulnerable", _read_as(text, vulnerable), vulnerable)
            else:
                message = Said("{value} is no vulnerability: expected None, NS, EW or All", value=repr(text[:60]))
                yield self._fault(rules.BAD_VALUE, "Vulnerable", message)
        text = raw.get("Contract", "")
        if text not in values.CONTRACTS and text not in values.DENOMINATIONS and text[:1] != "#":
            found = values.contract_value(text)
            if found is not None:
                meant = str(found[0])
                if found[1] is not None:
                    meant = Said("{contract} by {declarer}", contract=meant, declarer=str(found[1]))
                message = _read_as(text, meant)
                if values.names_result(text):
                    more = Said("its result is not read: that is for the Result tag")
                    message = Said("{text}; {more}", text=message, more=more)
                # Nothing that the value says beside the contract may get lost.
                fixed = not values.names_result(text) and (
                    found[1] is None or values.seat_value(raw.get("Declarer", "")) is found[1]
                )
                yield self._spelt(rules.CONTRACT_SPELLING, "Contract", message, found[0], fixed=fixed)
            else:
                message = Said(
                    "{value} is no contract: expected Pass, or a level, a denomination (C, D, H, S, NT) and nothing, "
                    "X or XX",
                    value=repr(text[:60]),
                )
                yield self._fault(rules.BAD_VALUE, "Contract", message)
        yield from self._deal_faults()

    def _deal_faults(self) -> Iterator[Fault]:
        raw = self.game.tags
        text = raw.get("Deal", "")
        if not text or text == "?" or text[:1] == "#":
            return
        if self._recovered is None:
            return
        start, end = self.tag_value("Deal")
        fix = partial(plain_deal, self.chunk.text[start:end], start)
        told = set()
        for trouble in self._recovered.troubles:
            # A writer's habit is told once.
            if trouble.rule is rules.SUIT_LETTERS_IN_DEAL and trouble.rule in told:
                continue
            told.add(trouble.rule)
            yield Fault(
                trouble.rule,
                start + trouble.start,
                start + trouble.end,
                trouble.message,
                trouble.help,
                seat=trouble.seat,
                fix=fix if trouble.rule in (rules.SUIT_LETTERS_IN_DEAL, rules.DEAL_SPELLING) else None,
            )

    def _order_faults(self, raw: dict[str, str], record: Record) -> Iterator[Fault]:
        """Dealer must stand before Auction; Deal, Declarer and Contract before Play (PBN 2.1 §3.3)."""
        if self.shared:
            return
        for section, message in _out_of_order(tuple(raw), record.trump_only is not None):
            yield Fault(rules.SECTION_NEEDS_TAG, *self.tag_pair(section), message)

    # Sections

    def _section_faults(self, record: Record) -> Iterator[Fault]:
        game = self.game
        # Where nobody is known to call or play first, the record has no auction or play, but the text has its words.
        auction = self._auction if record.auction else self.auction
        play = self._play if record.play else self.play
        if auction:
            yield from (seated(fault, record) for fault in auction.faults)
        if play:
            yield from (seated(fault, record) for fault in play.faults)
        if not self._notes_fit():
            yield from note_faults(game, record, self.auction, self.play)
        if self.moved is not None and play is not None:
            start, end = play.spans[self.moved]
            yield Fault(
                rules.PLAY_COLUMNS,
                start,
                end,
                Said("cards stand in other players' columns; they are placed by who holds them"),
                Said("a row has the cards in the order of the seats, from the seat that the Play tag names"),
                trick=self.moved // 4 + 1,
                fix=partial(place_cards, self, record),
            )
        for table, (_, start, end) in zip(self.load_tables(), game.tables, strict=True):
            yield from table_faults(self, table, start, end)

    def _notes_fit(self) -> bool:
        """Whether every reference has its note and every note its reference, as one look at the text can tell."""
        game = self.game
        find = game.chunk.text.find
        if not game.notes and self._auction is None and self._play is None:
            # A section that was cut by blanks has whole references, which no note answers here.
            auction, play = game.auction, game.play
            return (auction is None or find("=", *auction) < 0) and (play is None or find("=", *play) < 0)
        text = game.chunk.text
        spans = {"Auction": game.auction, "Play": game.play}
        wanted = {
            (name, number)
            for name, span in spans.items()
            if span and text.find("=", *span) >= 0
            for number in REFERENCE.findall(text, *span)
        }
        if not game.plain or len(game.notes) != len(wanted):
            return not game.notes and not wanted and not (self._auction or self._play)
        return wanted == {(section, value.partition(":")[0]) for section, value, _ in game.notes}


def _is_template(raw: dict[str, str]) -> bool:
    """Whether all mandatory tags are given and none has a value."""
    return raw.keys() >= _MANDATORY and not any(raw[name] for name in MANDATORY)


def _near(name: str) -> str | None:
    """The standard's tag that an unknown name may stand for."""
    if len(name) > _LONGEST_NAME:
        return None
    found = _NAMES.get(name) or next((known for known in STANDARD if known.lower() == name.lower()), None)
    return found or next(iter(difflib.get_close_matches(name, STANDARD, 1, 0.85)), None)


def _read_as(text: str, meant: object) -> Said:
    return Said("{word} is read as {meant}", word=repr(text), meant=meant if isinstance(meant, Said) else str(meant))


def _short(message: str) -> str:
    """A message of bounded length: what it quotes of the text may be of any."""
    return message if len(message) <= _MESSAGE else f"{message[: _MESSAGE - 80]}…{message[-60:]}"


class _Shape(NamedTuple):
    """What the names of the tags, in order, tell: whether all are names and in order, and which values to look at.

    ``lacking`` says which mandatory tags are missing; None where none is.
    """

    in_order: bool
    checked: tuple[tuple[str, Collection[str]], ...]
    lacking: Said | None


@lru_cache(maxsize=1024)
def _shape(names: tuple[str, ...]) -> _Shape:
    in_order = not _out_of_order(names, False) and all("A" <= name[0] <= "Z" for name in names)
    known = values.KNOWN_GOOD
    missing = [name for name in MANDATORY if name not in names]
    return _Shape(
        in_order, tuple((name, known[name]) for name in names if name in known), _lacking(missing) if missing else None
    )


def _lacking(missing: Sequence[str]) -> Said:
    return Said.counted(
        "a mandatory tag is missing: {tags}",
        "these mandatory tags are missing: {tags}",
        n=len(missing),
        tags=", ".join(missing),
    )


@lru_cache(maxsize=1024)
def _out_of_order(names: tuple[str, ...], end_position: bool) -> tuple[tuple[str, Said], ...]:
    """Sections that stand before the tags that they need, with what is to be said; games of a file are much alike."""
    found = []
    if "Auction" in names and "Dealer" not in names[: names.index("Auction")]:
        found.append(("Auction", Said("no {tags} stands before the auction", tags="Dealer")))
    if "Play" in names:
        before = names[: names.index("Play")]
        needed = ("Deal", "Contract") if end_position else ("Deal", "Declarer", "Contract")
        missing = [name for name in needed if name not in before]
        if missing:
            tags = missing[0]
            for name in missing[1:]:
                tags = Said("{tags} and no {tag}", tags=tags, tag=name)
            found.append(("Play", Said("no {tags} stands before the play", tags=tags)))
    return tuple(found)


def finding_of(fault: Fault) -> Finding:
    """A fault of the text as a finding."""
    if fault.more:
        message = Said("{message} (and {n} more such places in this game)", message=_short(fault.message), n=fault.more)
        fault = fault._replace(message=message, more=0)
    return _make_finding(
        fault.rule,
        _short(fault.message),
        severity=None if fault.severity is None else Severity(fault.severity),
        seat=fault.seat,
        call=fault.call,
        trick=fault.trick,
        card=fault.card,
        help=None if fault.help is None else _short(fault.help),
        fix=fault.fix,
    )
