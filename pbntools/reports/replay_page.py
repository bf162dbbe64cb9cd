"""A web page on which deals are replayed: one file that holds its style, its script and all boards.

A record's text reaches the page as JSON alone, in a block that is data to the browser and in which no mark-up can end;
the script puts it on the page as text.  The page's policy allows nothing but its own script and style, by their hashes,
and no network.  Boards are written one by one, so memory does not grow with the file.
"""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from importlib import resources
from itertools import islice
from typing import Any

from pbntools.core import Seat, Strain, Vulnerability
from pbntools.diagnostics import Diagnostic
from pbntools.events.imps import IMP_BOUNDS
from pbntools.laws import Outcome
from pbntools.record import Record
from pbntools.replaying import Replay, Step
from pbntools.reports.board_words import (
    auction_contract,
    diagnostic_heading,
    hidden_hands,
    is_ruled,
    result_lines,
    result_words,
)
from pbntools.reports.card_letters import letters_table
from pbntools.reports.double_dummy import DECLARERS, STRAINS, recorded_double_dummy
from pbntools.reports.hand_layout import dummy_suits
from pbntools.reports.language import ENGLISH, N_, Language
from pbntools.reports.machine import SEPARATOR, to_json
from pbntools.reports.scores import points_text
from pbntools.reports.suit_text import with_symbols
from pbntools.reports.suits import PALETTES, PAPER

_SUITS = "cdhs"
_SCRIPTS = ("words.js", "page.js", "boards.js")
_MESSAGE = re.compile(r'\bt\("((?:[^"\\]|\\.)*)"')
_FACTS = {
    "Event": N_("Event"),
    "Site": N_("Site"),
    "Date": N_("Date"),
    "Stage": N_("Stage"),
    "Round": N_("Round"),
    "Table": N_("Table"),
    "Scoring": N_("Scoring"),
    "HomeTeam": N_("Home team"),
    "VisitTeam": N_("Visiting team"),
}
MOST_CALLS = 400
"""Calls of a board that are shown: more than any auction can have (319), and as many as a browser shows with ease."""
MOST_FOUND = 100
"""Diagnostics of a board that are shown."""
_GROUPED = ("Event", "Date", "Stage", "Round", "HomeTeam", "VisitTeam")


class Page:
    """Writes a page: ``head``, ``board`` for each record, ``tail``.

    ``letters`` is a set of card letters, ``colours`` of the suits is ``two`` or ``four``.  ``hidden`` are the hands
    that are hidden on every board until they are asked for; None for those that a record says to hide.
    """

    def __init__(
        self,
        words: Language,
        letters: str = "AKQJ",
        colours: str = "two",
        hidden: frozenset[Seat] | None = None,
    ) -> None:
        self._words = words
        self._shown = letters_table(letters, "10")
        self._colours = colours
        self._hidden = hidden
        self.boards = 0
        """The boards that were written."""

    def head(self, first: Record | None = None, source: str = "") -> str:
        """The page up to its first board.

        It is called after the first record until the script finds what all its boards have in common; ``source`` is
        the name of the file that they are from.
        """
        from jinja2 import Environment

        words = self._words
        title = "" if first is None else page_title(first)
        style = _ground() + _palettes() + _part("page.css")
        script = _script()
        environment = Environment(autoescape=True, trim_blocks=True, lstrip_blocks=True)
        environment.globals["_"] = words.gettext
        head, _ = _template()
        return environment.from_string(head).render(
            lang=words.code,
            title=title or source or words.gettext("Bridge boards"),
            source=source,
            colours=self._colours,
            policy=f"default-src 'none'; script-src '{_hash(script)}'; style-src '{_hash(style)}'; "
            "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
            style=_Raw(style),
            settings=_Raw(_data(self._settings(script, source))),
        )

    def board(self, game: Replay) -> str:
        """A board, as an element of the page's data."""
        hidden = hidden_hands(game.record, self._hidden)
        text = _data(_board(game, self._words, self._said, hidden))
        self.boards += 1
        return (SEPARATOR if self.boards > 1 else "") + text

    def _said(self, text: str) -> str | list[str]:
        """What a diagnostic says, in the language of the page; where that lacks it, with the language that it is in."""
        words = self._words
        return words.said(text, self._shown) if words.speaks(text) else [text, ENGLISH]

    def tail(self) -> str:
        """The page from behind its last board."""
        _, tail = _template()
        return tail.replace("{{ script }}", _script())

    def fallen(self, record: Record) -> str:
        """What stands in the place of a board that could not be written, as an element of the page's data."""
        self.boards += 1
        return (SEPARATOR if self.boards > 1 else "") + _data({"board": record.board or "?", "broken": True})

    def _settings(self, script: str, source: str) -> dict[str, Any]:
        words = self._words
        return {
            "words": {message: words.gettext(message) for message in _MESSAGE.findall(script)},
            "seats": [words.seat(seat) for seat in Seat],
            "seatLetters": [words.seat_letter(seat) for seat in Seat],
            "suits": [words.suit(suit) for suit in range(4)],
            "suit": [words.one_suit(suit) for suit in range(4)],
            "ranks": {chr(rank): text for rank, text in self._shown.items()},
            "notrump": words.gettext("NT"),
            "notrumpWord": words.strain(Strain.NOTRUMP),
            "vulnerable": [words.vulnerable(None), *map(words.vulnerable, Vulnerability)],
            "colours": self._colours,
            "lang": words.code,
            "source": source,
            "impBounds": IMP_BOUNDS,
        }


class _Raw(str):
    """Text of our own, or made safe, that the template does not escape."""

    __slots__ = ()

    def __html__(self) -> str:
        return str(self)


@lru_cache(maxsize=4)
def _part(name: str) -> str:
    return (resources.files("pbntools") / "data" / "replay" / name).read_text(encoding="utf-8")


def _ground() -> str:
    """The colours of ground, text and lines, which pages of events have, too."""
    return (resources.files("pbntools") / "data" / "ground.css").read_text(encoding="utf-8")


@lru_cache(maxsize=1)
def _script() -> str:
    """The page's script, in a scope of its own."""
    return '"use strict";\n(() => {\n' + "".join(map(_part, _SCRIPTS)) + "})();\n"


def page_title(record: Record) -> str:
    """What a page is called after its first board: event, stage, teams and date, as far as they are known."""
    return joined_title(title_parts(record))


def title_parts(record: Record) -> tuple[str | None, ...]:
    """Event, stage, teams and date of a record; empty or None where they are not known."""
    teams = " – ".join(filter(None, (_given(record, "HomeTeam"), _given(record, "VisitTeam"))))
    return _given(record, "Event"), _given(record, "Stage"), teams, _given(record, "Date")


def joined_title(parts: Iterable[str | None]) -> str:
    """The parts of a title that are known as one text."""
    return " · ".join(filter(None, parts))


def _template() -> tuple[str, str]:
    head, _, tail = _part("page.html").partition("{# boards #}")
    return head, tail


def _hash(text: str) -> str:
    digest = hashlib.sha256(text.encode()).digest()
    return f"sha256-{base64.b64encode(digest).decode()}"


def _palettes() -> str:
    lines = [f":root{{--paper:light-dark({PAPER['light']},{PAPER['dark']})}}"]
    for colours in ("two", "four"):
        light, dark = PALETTES[colours, "light"], PALETTES[colours, "dark"]
        values = "".join(
            f"--{letter}:light-dark({day},{night});"
            for letter, day, night in zip(_SUITS, light, dark, strict=True)
        )  # fmt: skip
        lines.append(f'[data-suits="{colours}"]{{{values}}}')
    return "\n".join(lines) + "\n"


def _data(value: Any) -> str:
    """JSON that cannot end the element it stands in, nor start a comment or another element there."""
    return to_json(value).replace("<", "\\u003c").replace(">", "\\u003e").replace("&", "\\u0026")


def _board(
    game: Replay, words: Language, said: Callable[[str], str | list[str]], hidden: frozenset[Seat]
) -> dict[str, Any]:
    """A board as the script reads it; what is empty or not known is left out.

    Seats are numbers from 0 (North), steps are numbers of the replay; a trick is leader (-1 where not known), the seat
    of its first card, cards, and winner (-1).  ``said`` is how messages and help of diagnostics are put.
    """
    record, outcome = game.record, game.outcome
    deal = [hand if hand is None else str(hand) for hand in game.start.hands.values()]
    contract, played = outcome.contract, game.contract
    bid = auction_contract(game)
    trump = played.strain.suit if played is not None and not played.is_passed_out else None
    steps = game[: MOST_CALLS + 1] if game.calls > MOST_CALLS else list(game)
    shows_play = len(steps) == len(game)
    cut, wrong = _too_long(game, words), _wrong(game, len(steps) - 1)
    value = {
        "cut": cut,
        "board": record.board,
        "room": record.room,
        "facts": [[words.gettext(shown), text] for name, shown in _FACTS.items() if (text := _given(record, name))],
        "group": _group(record),
        "dealer": _number(record.dealer),
        "vulnerable": _number(record.vulnerable),
        "players": _all(record.players[seat] for seat in Seat),
        "hands": _all(deal),
        "hidden": sorted(map(int, hidden)),
        "contract": None if contract is None else str(contract),
        "declarer": _number(outcome.declarer),
        "playedIn": None if played is None or played == contract else str(played),
        "playedBy": _number(game.declarer),
        "bid": None
        if bid is None
        else {
            "contract": str(bid.contract),
            "declarer": _number(bid.declarer),
            "played": bid.played,
        },
        "dummySuits": "".join(_SUITS[suit] for suit in dummy_suits(trump)),
        "calls": [[int(step.seat or 0), _call(step)] for step in steps[1 : game.calls + 1]],
        "tricks": [
            [
                -1 if trick.leader is None else int(trick.leader),
                int(trick.first),
                [None if card is None else str(card) for card in trick.cards],
                -1 if trick.winner is None else int(trick.winner),
            ]
            for trick in game.tricks
        ]
        if shows_play
        else [],
        "cards": game.cards if shows_play else 0,
        "turn": [_number(step.position.to_act) for step in steps],
        "suffixes": {step.number: mark for step in steps if (mark := _suffix(step))},
        "notes": {step.number: list(map(with_symbols, step.notes)) for step in steps if step.notes},
        "comments": {step.number: list(map(with_symbols, step.comments)) for step in steps if step.comments},
        "wrong": {
            number: [
                [
                    str(found.severity),
                    diagnostic_heading(found, words),
                    said(found.message),
                    said(found.help) if found.help else "",
                ]
                for found in here
            ]
            for number, here in wrong.items()
        },
        "result": result_words(game, words),
        "ruled": is_ruled(game) or None,
        "score": points_text(outcome.score_ns),
        "points": outcome.score_ns,
        "over": _overtricks(outcome),
        "imps": _is_in_imps(record) or None,
        "ending": result_lines(game, words),
        "doubleDummy": _double_dummy(record),
        "optimum": _given(record, "OptimumScore"),
    }
    return {name: found for name, found in value.items() if found not in (None, "", [], {})}


def _too_long(game: Replay, words: Language) -> list[str]:
    """What is said of a board of which not everything is shown, since no browser could."""
    found = sum(map(len, game.diagnostics.values()))
    lines = []
    if game.calls > MOST_CALLS:
        lines.append(
            words.gettext(
                "Of the {all:,} calls of this record the first {n:,} are shown here, and no play: "
                "'pbntools replay --plain' has all of them."
            ).format(all=game.calls, n=MOST_CALLS)
        )
    if found > MOST_FOUND:
        lines.append(
            words.gettext(
                "Of the {all:,} diagnostics of this record the first {n:,} are shown here: "
                "'pbntools check' has all of them."
            ).format(all=found, n=MOST_FOUND)
        )
    return lines


def _wrong(game: Replay, last: int) -> dict[int, list[Diagnostic]]:
    """What is wrong by step, as far as it is shown; what is wrong behind the last step that is shown stands there."""
    found: dict[int, list[Diagnostic]] = {}
    everything = ((number, one) for number, here in game.diagnostics.items() for one in here)
    for number, one in islice(everything, MOST_FOUND):
        found.setdefault(min(number, last), []).append(one)
    return found


def _given(record: Record, name: str) -> str | None:
    value = record.value(name)
    return value if value and value.strip("?.") else None


def _overtricks(outcome: Outcome) -> int | None:
    """The tricks above the contract, negative below; None where they are not known, or nothing was played."""
    contract, tricks = outcome.contract, outcome.tricks
    if contract is None or contract.is_passed_out or tricks is None:
        return None
    return tricks - contract.needed


def _is_in_imps(record: Record) -> bool:
    """Whether two rooms of a board are compared in IMPs: as the record says, or where it says nothing of scoring."""
    scoring = _given(record, "Scoring")
    return scoring is None or "IMP" in scoring.upper()


def _group(record: Record) -> str | None:
    """What the records of one board in two rooms have in common; None where a record is from no room."""
    if not record.room or record.board is None or record.deal is None:
        return None
    return "\n".join([*(record.value(name) or "" for name in _GROUPED), record.board, str(record.deal)])


def _number(value: int | None) -> int | None:
    return None if value is None else int(value)


def _all(values: Any) -> list[Any] | None:
    """The values, None where all of them are."""
    found = list(values)
    return found if any(value is not None for value in found) else None


def _call(step: Step) -> str:
    return str(step.call) if step.call is not None else "8+" if step.above_seven else "?"


def _suffix(step: Step) -> str:
    mark = step.annotation
    return "" if mark is None else "".join([mark.suffix or "", *(f" ${nag}" for nag in mark.nags)])


def _double_dummy(record: Record) -> str | None:
    """The record's double-dummy results by row and column of the page's table, ``?`` where one is not known."""
    results = recorded_double_dummy(record)
    if results is None:
        return None
    cells = [results[seat, strain] for seat in DECLARERS for strain in STRAINS]
    return "".join("?" if cell is None else f"{cell:x}" for cell in cells)
