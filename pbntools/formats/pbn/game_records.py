"""From a game's text to its record: typed values, inheritance, shared deals, the quick way for plain sections.

A record holds what was recorded, and of a tag or section that is given twice the first (PBN 2.1 §3.3).
"""

from __future__ import annotations

from typing import Any

from pbntools.core import Deal, Seat
from pbntools.core._making import maker
from pbntools.formats.pbn import values
from pbntools.formats.pbn.columns import columns_hold, settle
from pbntools.formats.pbn.details import PbnDetails
from pbntools.formats.pbn.faults import PbnMap
from pbntools.formats.pbn.lexer import unescape
from pbntools.formats.pbn.places import word_lines
from pbntools.formats.pbn.plain_sections import plain_calls, plain_cards
from pbntools.formats.pbn.raw import RawGame
from pbntools.formats.pbn.section_words import Tokens
from pbntools.formats.pbn.sections import tokenize
from pbntools.formats.text import TextDecoder
from pbntools.record import Auction, Play, Record, Tags

_SEATS = tuple(Seat)
_SHARED = (
    "Event", "Site", "Date", "Board", "Dealer", "Vulnerable", "Deal", "Scoring",
    "Competition", "EventDate", "EventSponsor", "HomeTeam", "VisitTeam", "Round", "Section", "Stage",
)  # fmt: skip
"""What a game without a deal of its own takes over from the previous board."""
_PLAYERS = ("West", "North", "East", "South")
_MANY_UNKNOWN = 1000
"""Unknown tags that are told, each once a file."""
_NO_INHERITANCE = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", "Auction", "Play", "Note"))
_EMPTY: frozenset[Any] = frozenset()
_make_record, _make_auction, _make_play = maker(Record), maker(Auction), maker(Play)


class RecordMaker:
    """Makes the records of one file; games must come in their order, as values may come from earlier ones."""

    def __init__(self, decoder: TextDecoder) -> None:
        self._decoder = decoder
        self._last: dict[str, str] = {}
        self._running: dict[str, str] = {}
        self._previous: Record | None = None
        self._unknown_tags: set[str] = set()

    def record(self, game: RawGame, game_map: PbnMap, *, ascii: bool, hashed: bool) -> Record:
        """The record of the next game of the file.

        ``ascii`` and ``hashed`` tell whether all of the text at hand is ASCII, and whether it has a ``#``.
        """
        raw = game.tags
        if not ascii:
            decode = self._decoder.decode
            for name, value in raw.items():
                if not value.isascii():
                    raw[name] = decode(value)
        for name, value in raw.items():
            if "\\" in value and not name.endswith("Table"):
                raw[name] = unescape(value)
        if game.unknown:
            fresh = [name for name in game.unknown if name not in self._unknown_tags]
            del fresh[_MANY_UNKNOWN - len(self._unknown_tags) :]
            self._unknown_tags.update(fresh)
            game_map.unknown = tuple(fresh)
        get = raw.get
        tags = Tags(raw)
        previous: Record | None = None
        if hashed or self._running:
            tags = self._inherit(raw)
            game_map.hashed = True
            game_map.given = tags.inherited
            game_map.headers = {name: tags.value(name) or "" for name, _, _ in game.tables if raw[name][:1] == "#"}
        else:
            self._last.update(raw)
        if "Deal" not in raw:
            previous = self._shared_deal(raw)
            if previous is not None:
                tags = self._share(raw, tags, previous)
                game_map.shared = True

        deal: Deal | None = None
        text = get("Deal", "")
        if text and text != "?":
            deal = values.plain_deal(text)
            if deal is None or not any(deal.masks):
                deal = game_map.recovered_deal()
        dealer, vulnerable, contract, trump_only, declarer, irregular, result = values.typed_values(
            get("Dealer", ""),
            get("Vulnerable", ""),
            get("Contract", ""),
            get("Declarer", ""),
            tags.value("Result") or "",
        )
        board = tags.value("Board")
        if board == "?":
            board = None
        if previous is not None:
            dealer, vulnerable, deal, board = previous.dealer, previous.vulnerable, previous.deal, previous.board

        record = _make_record(
            board or None,
            dealer,
            vulnerable,
            deal,
            contract,
            declarer,
            irregular,
            result,
            self._auction(game, game_map, dealer) if game.auction else None,
            self._play(game, game_map, deal, declarer) if game.play else None,
            trump_only,
            tags,
            PbnDetails(game_map),
        )
        self._previous = record
        return record

    def _inherit(self, raw: dict[str, str]) -> Tags:
        """Values by ``#`` and ``##`` (PBN 2.1 §4.8); a plain value ends a running ``##``."""
        effective: dict[str, str] = {}
        inherited = set()
        running = self._running
        for name, value in raw.items():
            if name in _NO_INHERITANCE:
                if value[:1] == "#":
                    effective[name] = "?"
                continue
            if value == "#":
                effective[name] = self._last.get(name, "")
                inherited.add(name)
                running.pop(name, None)
            elif value.startswith("##"):
                running[name] = effective[name] = value[2:]
            elif running:
                running.pop(name, None)
        for name, value in running.items():
            if name not in raw:
                effective[name] = value
                inherited.add(name)
        self._last.update(raw)
        self._last.update(effective)
        return Tags(raw, effective, frozenset(inherited)) if effective else Tags(raw)

    def _shared_deal(self, raw: dict[str, str]) -> Record | None:
        """The record whose deal this game shares without saying so, or None."""
        previous = self._previous
        if previous is None or previous.deal is None:
            return None
        if "Board" in raw or "Event" in raw or "Dealer" in raw or "Vulnerable" in raw:
            return None
        if not any(name in raw for name in _PLAYERS):
            return None
        if not ("Auction" in raw or "Play" in raw or "Contract" in raw or "Result" in raw):
            return None
        return previous

    def _share(self, raw: dict[str, str], tags: Tags, previous: Record) -> Tags:
        effective = {name: value for name in raw if (value := tags.value(name)) != raw[name] and value is not None}
        taken = set(tags.inherited)
        for name in _SHARED:
            value = previous.value(name)
            if name not in raw and value is not None:
                effective[name] = value
                taken.add(name)
        return Tags(raw, effective, frozenset(taken))

    def _auction(self, game: RawGame, game_map: PbnMap, dealer: Seat | None) -> Auction | None:
        start, end = game.auction  # type: ignore[misc]
        text = game.tags["Auction"]
        first = values.SEATS[text] if text in values.SEATS else values.seat_value(text)
        if first is None:
            first = dealer
        if first is None:
            game_map.keep(tokenize("auction", game))
            return None
        if game.plain:
            plain = plain_calls(game.chunk.text[start:end])
            if plain is not None:
                ids, mark, all_pass = plain
                return _make_auction(first, tuple(ids), mark, (), _EMPTY, all_pass)
        tokens = tokenize("auction", game)
        game_map.keep(tokens)
        return _make_auction(
            _SEATS[(first + tokens.dashes) & 3],
            tuple(tokens.ids),
            tokens.end,
            tuple(tokens.skips),
            tokens.marked("I"),
            tokens.all_pass,
        )

    def _play(self, game: RawGame, game_map: PbnMap, deal: Deal | None, declarer: Seat | None) -> Play | None:
        start, end = game.play  # type: ignore[misc]
        text = game.tags["Play"]
        first = values.SEATS[text] if text in values.SEATS else values.seat_value(text)
        if first is None and declarer is not None:
            first = declarer.left
        if first is None:
            game_map.keep(tokenize("play", game))
            return None
        tokens: Tokens | None = None
        plain = plain_cards(game.chunk.text[start:end]) if game.plain else None
        if plain is not None:
            ids, mark = plain
        else:
            tokens = tokenize("play", game)
            game_map.keep(tokens)
            ids, mark = tokens.ids, tokens.end
        revokes, leads = (tokens.marked("R"), tokens.marked("L")) if tokens and tokens.marks else (_EMPTY, _EMPTY)
        next_cell = tokens.next_cell if tokens else None
        if deal is not None and next_cell is None and not columns_hold(deal.masks, first, ids):
            if tokens is None:
                tokens = tokenize("play", game)
                game_map.keep(tokens)
            settled = settle(deal, int(first), ids, word_lines(game.chunk.text, tokens), declarer)
            if settled is not None:
                cells, origin = settled
                place = {word: cell for cell, word in enumerate(origin) if word >= 0}
                game_map.cells = place
                revokes = frozenset(place[word] for word in revokes if word in place)
                leads = frozenset(place[word] for word in leads if word in place)
                game_map.moved = min(
                    (word for cell, word in enumerate(origin) if word >= 0 and word != cell), default=None
                )
                ids = cells
        return _make_play(first, tuple(ids), mark, next_cell, revokes, leads)
