"""Reads the results of an event from USEBIO XML: a record a board, with a ScoreTable of its travellers.

Memory is bounded by the longest board and the list of participants.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbntools import rules
from pbntools.diagnostics import Location, Rule
from pbntools.formats.building import build_record
from pbntools.formats.plain import PlainReader
from pbntools.formats.reading import Reading
from pbntools.formats.text import Input, LineEnds, TextSource
from pbntools.formats.usebio.event import COMPETITIONS, SCORING, competition_of, date_tag
from pbntools.formats.usebio.tables import LINE_COLUMNS, Line, Participant, clean, score_table, total_table
from pbntools.formats.usebio.xml import Mark, TolerantParser
from pbntools.record import Details, Record
from pbntools.said import Said, said_of

MOST_ROWS = 20_000
"""Traveller lines of a board, and participants of an event."""
MOST_TEXT = 1 << 16
"""Characters of one value."""

_GROUPS = frozenset(("EVENT", "SESSION", "SECTION", "MATCH"))
_PARTIES = frozenset(("PAIR", "TEAM", "PLAYER"))
_PARTY_TEXTS = {
    "PAIR_NUMBER": "PAIR_NUMBER", "TEAM_ID": "PAIR_NUMBER", "DIRECTION": "DIRECTION", "PLACE": "PLACE",
    "TOTAL_SCORE": "TOTAL_SCORE", "PERCENTAGE": "PERCENTAGE", "BOARDS_PLAYED": "BOARDS_PLAYED",
    "ADJUSTMENT": "ADJUSTMENT",
}  # fmt: skip
_LINE_ELEMENTS = frozenset(LINE_COLUMNS.values())
_MATCH_TAGS = {
    "ROUND_NUMBER": "Round", "TEAM": "HomeTeam", "OPPOSING_TEAM": "VisitTeam", "NS_PAIR_NUMBER": "PairNS",
    "EW_PAIR_NUMBER": "PairEW",
}  # fmt: skip
_EVENT_TAGS = {"EVENT_DESCRIPTION": "Event", "DATE": "Date", "BOARD_SCORING_METHOD": "Scoring"}
_UNHELD = frozenset(
    (
        "CLUB_ID_NUMBER", "CONTACT", "PROGRAM_NAME", "PROGRAM_VERSION", "EVENT_IDENTIFIER", "SESSION_COUNT",
        "SECTION_COUNT", "WINNER_TYPE", "MATCH_SCORING_METHOD", "BOARDS_PLAYED", "BOARDS_PER_ROUND", "MPS_AWARDED_FLAG",
        "PLAYER_NUMBER", "WINS_OR_DRAWS", "HANDICAP", "MASTER_POINTS", "IMPS", "TEAM_SCORE", "NS_SCORE",
        "OPPOSING_TEAM_SCORE", "EW_SCORE", "TEAM_VICTORY_POINTS", "NS_VICTORY_POINTS", "OPPOSING_TEAM_VICTORY_POINTS",
        "EW_VICTORY_POINTS",
    )
)  # fmt: skip
"""Elements that a record has no place for."""
_INSIDE_UNHELD = frozenset(("CONTACT", "MASTER_POINTS"))


class _Board:
    """A board that is being read, or waits for the next one."""

    __slots__ = ("at", "extra", "group", "label", "lines", "places", "totals")

    def __init__(self, at: Location, group: dict[str, str]) -> None:
        self.at = at
        self.group = group
        self.label: str | None = None
        self.lines: list[Line] = []
        self.places: list[Mark] = []
        self.totals: list[Participant] = []


class UsebioReader(PlainReader):
    """Reads the boards of one file; iterate over it once."""

    format = "usebio"

    def __init__(self, source: Input, *, name: str | None = None, encoding: str | None = None) -> None:
        self._source = TextSource(source, name=name, encoding=encoding)
        super().__init__(self._source.path)
        self.bom = self._source.bom
        self._ends = LineEnds()
        # What was transcoded is UTF-8, whatever it declares to be in.
        forced = "utf-8" if self._source.decoder.transcoded else self._source.decoder.forced
        self._parser = TolerantParser(self.path, self, self._tell, forced, self._source.offset)
        self._out: list[Reading] = []
        self._text: list[str] = []
        self._size = 0
        self._names: list[str] = []
        self._club: dict[str, str] = {}
        self._event: dict[str, str] = {}
        self._groups: list[dict[str, str]] = []
        self._sessions = 0
        self._board: _Board | None = None
        self._held: _Board | None = None
        self._line: Line | None = None
        self._leaf_at: Mark = (0, 1, 0)
        self._party: Participant | None = None
        self._parties: list[Participant] = []
        self._parties_at: Location | None = None
        self._unheld: dict[str, None] = {}
        self._told: set[str] = set()

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding that the file declares, or UTF-8."""
        return self._source.decoder.transcoded or (self._parser.encoding or "utf-8").lower()

    @property
    def packed(self) -> str | None:  # type: ignore[override]
        """How the file was packed, or None."""
        return self._source.packed

    @property
    def line_ends(self) -> list[str]:
        """The kinds of line ends met so far."""
        return self._ends.kinds

    def close(self) -> None:
        """Close the file."""
        self._source.close()

    def _readings(self) -> Iterator[Reading]:
        while not self._parser.stopped and (block := self._source.read()):
            self._ends.add(block)
            for at in range(0, len(block), 1 << 15):
                self._parser.feed(block[at : at + (1 << 15)].encode("latin-1"))
                yield from self._out
                self._out.clear()
        self._parser.close()
        self._flush()
        yield from self._out
        self._out.clear()

    # Events of the parser

    def start(self, name: str, attributes: dict[str, str]) -> None:
        """An element begins."""
        name = name.upper()
        parent = self._names[-1] if self._names else ""
        self._text.clear()
        self._size = 0
        self._leaf_at = self._parser.mark()
        if not self._names and name != "USEBIO":
            self._tell(
                rules.FORMAT_SHAPE,
                Said("<USEBIO> is expected as the first element, not <{name}>", name=name[:40]),
                self._at(),
            )
        self._names.append(name)
        if name in _GROUPS:
            self._begin_group(name, attributes)
        elif name == "BOARD" and self._board is None:
            self._board = _Board(self._at(), self._tags())
        elif name == "TRAVELLER_LINE" and self._board is not None:
            self._line = {}
        elif name == "PARTICIPANTS":
            self._parties_at = self._at()
        elif name in _PARTIES and "PARTICIPANTS" in self._names:
            if parent == "PARTICIPANTS":
                self._party = Participant(pairs=[] if name == "TEAM" else None)
            if name == "PLAYER" and self._party is not None and len(self._party.names) < 1000:
                self._party.names.append(None)
                self._party.numbers.append(None)

    def text(self, text: str) -> None:
        """A piece of text."""
        self._size += len(text)
        if self._size <= MOST_TEXT:
            self._text.append(text)

    def end(self, name: str) -> None:
        """An element ends."""
        name = name.upper()
        text = clean("".join(self._text))
        if self._size > MOST_TEXT:
            self._tell(
                rules.FORMAT_TOO_LARGE, Said("<{name}> holds more text than any value", name=name[:40]), self._at()
            )
        self._text.clear()
        self._size = 0
        self._names.pop()
        parent = self._names[-1] if self._names else ""
        if name in _GROUPS:
            self._end_group()
        elif name == "BOARD":
            self._end_board()
        elif name == "TRAVELLER_LINE":
            self._end_line()
        elif name in _PARTIES and parent == "PARTICIPANTS":
            if name == "TEAM" and self._party is not None and self._party.names and self._party.names[0]:
                # A team that has no number goes by its name.
                self._party.texts.setdefault("PAIR_NUMBER", self._party.names[0])
            self._end_party()
        else:
            self._leaf(name, parent, text)

    def _at(self) -> Location:
        return self._parser.location(self._leaf_at)

    def _begin_group(self, name: str, attributes: dict[str, str]) -> None:
        self._flush()
        group: dict[str, str] = {}
        if name == "EVENT":
            self._event = {}
            self._sessions = 0
            kind = attributes.get("EVENT_TYPE", "")
            competition = competition_of(kind.upper())
            if competition:
                self._event["Competition"] = competition
                if COMPETITIONS[competition] != kind.upper():
                    self._unheld["a record has no place for how an event of that type was played or scored"] = None
            elif kind:
                self._unheld["a record has no place for that type of event"] = None
        elif name == "SESSION":
            self._sessions += 1
            if self._sessions > 1:
                group["Session"] = str(self._sessions)
        elif name == "SECTION" and attributes.get("SECTION_ID"):
            group["Section"] = clean(attributes["SECTION_ID"])
        self._groups.append(group)

    def _end_group(self) -> None:
        self._flush()
        if self._groups:
            self._groups.pop()

    def _tags(self) -> dict[str, str]:
        return {name: value for group in self._groups for name, value in group.items()}

    def _end_board(self) -> None:
        board, self._board = self._board, None
        if board is None:
            return
        # Participants go with the first board behind them.
        board.totals, self._parties = self._parties, []
        self._emit_held()
        self._held = board

    def _end_line(self) -> None:
        line, self._line = self._line, None
        board = self._board
        if line is None or board is None:
            return
        if len(board.lines) >= MOST_ROWS:
            self._once(
                rules.FORMAT_TOO_LARGE,
                Said("a board has more than {most} results; those beyond are left out", most=MOST_ROWS),
            )
            return
        board.lines.append(line)
        board.places.append(self._leaf_at)

    def _end_party(self) -> None:
        party, self._party = self._party, None
        if party is None:
            return
        if len(self._parties) >= MOST_ROWS:
            self._once(
                rules.FORMAT_TOO_LARGE,
                Said("more than {most} take part; those beyond are left out", most=MOST_ROWS),
            )
            return
        self._parties.append(party)

    def _leaf(self, name: str, parent: str, text: str) -> None:
        if any(outer in _INSIDE_UNHELD for outer in self._names):
            return
        if self._line is not None:
            if name in _LINE_ELEMENTS:
                self._line.setdefault(name, text)
                return
        elif self._board is not None:
            if name == "BOARD_NUMBER":
                self._board.label = text or None
                return
        elif self._party is not None:
            if self._party_leaf(name, parent, text):
                return
        elif parent == "CLUB" and name == "CLUB_NAME":
            self._club["Site"] = text
            return
        elif parent == "EVENT" and name in _EVENT_TAGS:
            self._event_leaf(name, text)
            return
        elif parent == "MATCH" and name in _MATCH_TAGS:
            if self._groups:
                self._groups[-1][_MATCH_TAGS[name]] = text
            return
        if name in _UNHELD:
            self._unheld[f"a record has no place for {name}"] = None
        elif name not in ("USEBIO", "CLUB", "PARTICIPANTS", "HANDS"):
            self._once(
                rules.FORMAT_UNKNOWN,
                Said("<{name}> in <{parent}> is not an element that is known", name=name[:40], parent=parent[:40]),
            )
        elif name == "HANDS":
            self._once(rules.FORMAT_UNKNOWN, Said("<HANDS> is not read: no description of its form is known"))

    def _event_leaf(self, name: str, text: str) -> None:
        if not text:
            return
        if name == "DATE":
            try:
                self._event["Date"] = date_tag(text)
            except ValueError as error:
                self._tell(rules.FORMAT_VALUE, Said("{where}: {what}", where="<DATE>", what=said_of(error)), self._at())
        elif name == "BOARD_SCORING_METHOD":
            if text.upper() in SCORING:
                self._event["Scoring"] = SCORING[text.upper()]
            else:
                self._unheld["a record has no word for that method of scoring"] = None
        else:
            self._event[_EVENT_TAGS[name]] = text

    def _party_leaf(self, name: str, parent: str, text: str) -> bool:
        party = self._party
        if party is None:
            return False
        if parent == "PLAYER" and name in ("PLAYER_NAME", "NATIONAL_ID_NUMBER") and party.names:
            parts = party.names if name == "PLAYER_NAME" else party.numbers
            parts[-1] = text
        elif name == "TEAM_NAME":
            # A team's name stands before its players.
            party.names.append(text)
            party.numbers.append(None)
        elif name == "PAIR_NUMBER" and party.pairs is not None:
            if len(party.pairs) < 1000:
                party.pairs.append(text)
        elif name == "PLAYER_NUMBER" and self._names[-2:] == ["PARTICIPANTS", "PLAYER"]:
            party.texts.setdefault("PAIR_NUMBER", text)
        elif name in _PARTY_TEXTS:
            party.texts.setdefault(_PARTY_TEXTS[name], text)
        else:
            return name == "PLAYER" or name in ("PAIR", "TEAM")
        return True

    def _once(self, rule: Rule, message: str) -> None:
        """Tell it where it is met first."""
        if message not in self._told and len(self._told) < 200:
            self._told.add(message)
            self._tell(rule, message, self._at())

    # Records

    def _flush(self) -> None:
        """A part of the file ends: participants without a board behind them go with the last one, or alone."""
        held = self._held
        if held is not None and self._parties and not held.totals:
            held.totals, self._parties = self._parties, []
        self._emit_held()
        if self._parties and self._parties_at is not None:
            alone = _Board(self._parties_at, self._tags())
            alone.totals, self._parties = self._parties, []
            self._held = alone
            self._emit_held()

    def _emit_held(self) -> None:
        board, self._held = self._held, None
        if board is None:
            return
        places = board.places

        def fault(index: int, message: str) -> None:
            self._tell(rules.FORMAT_VALUE, message, self._parser.location(places[index]))

        tables = [
            score_table(board.lines, fault),
            total_table(board.totals, self._event.get("Scoring")) if board.totals else None,
        ]
        details = Details(tables=tuple(table for table in tables if table is not None))
        record: Record = build_record({**self._club, **self._event, **board.group}, board=board.label, details=details)
        unheld = tuple((rules.TAG_LOST, words) for words in self._unheld)
        self._unheld.clear()
        self._out.append(self._reading(record, board.at, unheld))


__all__ = ["MOST_ROWS", "MOST_TEXT", "UsebioReader"]
