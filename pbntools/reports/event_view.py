"""An event as its pages look at it: words, links, and the results of each board with those that do not count."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import NamedTuple

from pbntools.events.awards import Award, Weighted, award_text, share_text
from pbntools.events.lines import BoardKey, LeftOut, Line
from pbntools.events.matches import Match
from pbntools.events.placing import Ranking
from pbntools.events.race import Cell as Scored
from pbntools.events.rounding import decimal_text, short_text, signed
from pbntools.reports.event_page import NONE, Cell, Content, contract_cell, valued
from pbntools.reports.event_words import reason_text, round_title, worded
from pbntools.reports.language import Language


class Entry(NamedTuple):
    """A result of a board; ``out`` where it does not count."""

    line: Line
    out: LeftOut | None = None


MatchKey = tuple[str, frozenset[str]]


@dataclass
class View:
    """A ranking in a language.

    ``cards``, ``board_anchors`` and ``match_anchors`` are the anchors of tables on the page, by contestant, by board,
    and by the ``id`` of a match.
    """

    ranking: Ranking
    t: Language
    cards: Mapping[str, str] = field(default_factory=dict)
    board_anchors: Mapping[BoardKey, str] = field(default_factory=dict)
    match_anchors: Mapping[int, str] = field(default_factory=dict)

    @cached_property
    def left_out(self) -> dict[int, LeftOut]:
        """By ``id`` of a line: why it does not count."""
        return {id(item.line): item for item in self.ranking.results.findings.left_out if item.line is not None}

    @cached_property
    def with_contracts(self) -> bool:
        """Whether any result tells its contract."""
        return any(line.contract for line in self.ranking.results.lines)

    @cached_property
    def ranks(self) -> dict[str, str]:
        """By contestant its rank, with the sign of equality where several of a direction share it."""
        places = self.ranking.places
        number_of = Counter((place.contestant.group, place.rank) for place in places)
        return {
            place.id: f"{place.rank}{'=' if number_of[place.contestant.group, place.rank] > 1 else ''}"
            for place in places
        }

    @cached_property
    def boards(self) -> dict[BoardKey, list[Entry]]:
        """All results of each board, in the order of sessions, rounds and numbers."""
        results = self.ranking.results
        found: dict[BoardKey, list[Entry]] = defaultdict(list)
        met: set[int] = set()
        for line in results.lines:
            met.add(id(line))
            found[results.key(line)].append(Entry(line, self.left_out.get(id(line))))
        for item in results.findings.left_out:
            # A result of which there can be two reasons is shown once.
            if item.line is not None and item.line.board and id(item.line) not in met:
                met.add(id(item.line))
                found[results.key(item.line)].append(Entry(item.line, item))
        return {key: found[key] for key in sorted(found, key=results.order)}

    @cached_property
    def own(self) -> dict[str, list[tuple[int, Entry]]]:
        """By contestant its results, in the order of the boards, with the side at which it sat."""
        found: dict[str, list[tuple[int, Entry]]] = defaultdict(list)
        for entries in self.boards.values():
            for entry in entries:
                for side in (0, 1):
                    for one in entry.line.who(side):
                        found[one].append((side, entry))
        return found

    @cached_property
    def rooms(self) -> dict[MatchKey, dict[BoardKey, list[Entry]]]:
        """The results of each match, by board, as far as they tell whose they are."""
        found: dict[MatchKey, dict[BoardKey, list[Entry]]] = defaultdict(dict)
        for key, entries in self.boards.items():
            for entry in entries:
                line = entry.line
                if line.ns is not None and line.ew is not None:
                    match = line.round or line.session, frozenset((line.ns, line.ew))
                    found[match].setdefault(key, []).append(entry)
        return found

    def label(self, one: str | None) -> Content:
        """A contestant's number and names, with the way to its card."""
        if one is None:
            return Cell("?", "")
        contestant = self.ranking.results.contestants.get(one)
        link = self.cards.get(one, "")
        if contestant is None:
            return Cell(one, one, link=link)
        label = contestant.label
        if label != contestant.id and label.startswith(f"{contestant.id} "):
            return Cell(label.removeprefix(f"{contestant.id} "), label, contestant.id, link)
        return Cell(label, label, link=link)

    def plain_label(self, one: str | None) -> str:
        """The same as a text."""
        label = self.label(one)
        return label.shown if isinstance(label, Cell) else label

    def side(self, line: Line, side: int) -> Content:
        """Who sat at a side of a result; as the record has it, where it is nobody of the event."""
        one = line.ew if side else line.ns
        if one is not None:
            return self.label(one)
        written = side_text(line, side)
        return Cell(written, written) if written else Cell("?", "")

    def scored(self, line: Line) -> tuple[Scored | None, Scored | None]:
        """What both sides of a result got."""
        race = self.ranking.race
        cells = (race.by_line.get(id(line)) if race is not None else None) or [None, None]
        return cells[0], cells[1]

    def board_cell(self, key: BoardKey) -> Content:
        """A board's label, with the way to its traveller."""
        link = self.board_anchors.get(key, "")
        return Cell(key[2], key[2], link=link) if link else key[2]

    def note(self, entry: Entry, side: int | None = None) -> str:
        """What is to be said of a result: why it does not count, or what the table had before the director adjusted it.

        The scores are North-South's with East-West's where these are others, or those of one ``side``.
        """
        parts = [self.adjustment(entry.line, side)] if entry.line.adjusted else []
        if entry.out is not None:
            parts.append(reason_text(entry.out, self.t))
        else:
            parts += [self._gone(entry.line, at) for at in ((0, 1) if side is None else (side,))]
        return "; ".join(filter(None, parts))

    def _gone(self, line: Line, side: int) -> str:
        """That a result does not count for those of a side whom a cut had left out."""
        race = self.ranking.race
        gone = [] if race is None else [one for one in line.who(side) if race.is_out(one, line.session)]
        if race is None or not gone:
            return ""
        return self.t.gettext("out after {session}, does not count for {name}").format(
            session=race.out[gone[0]], name=", ".join(map(self.plain_label, gone))
        )

    @cached_property
    def adjusted(self) -> list[tuple[BoardKey, Line]]:
        """The results that the director adjusted, in the order of the boards."""
        results = self.ranking.results
        if not any(line.adjusted for line in results.every) and not any(line.adjusted for line in results.lines):
            return []
        return [(key, line) for key, entries in self.boards.items() for line, _out in entries if line.adjusted]

    def adjustment(self, line: Line, side: int | None = None) -> str:
        """``420, adjusted to 60% / 40%``: a table's own score, and what the director made of it."""
        awards = (line.at_table, (line.ns_award, line.ew_award))
        own, now = (self._award(both[side], side) if side is not None else self._awards(*both) for both in awards)
        text = self.t.gettext("{score}, adjusted to {award}").format(score=own, award=now)
        return f"{text} ({line.adjusted_why})" if line.adjusted_why else text

    def _award(self, award: Award, side: int) -> str:
        return self.t.gettext("NP") if award is None else own_text(award, side, self.t)

    def _awards(self, ns: Award, ew: Award) -> str:
        if ns is None and ew is None:
            return self.t.gettext("NP")
        own, other = own_text(ns, 0, self.t), own_text(ew, 0, self.t)
        return own if own == other else f"{own} / {other}"

    def contract(self, line: Line) -> tuple[Content, Content, Content]:
        """Contract, declarer and tricks."""
        t = self.t
        if line.contract == "Pass":
            return Cell(t.gettext("Pass"), "Pass"), Cell("", ""), Cell("", "")
        return (
            contract_cell(line.contract, t),
            declarer_cell(line, t),
            valued("" if line.tricks is None else str(line.tricks)),
        )

    def score_ns(self, line: Line) -> Content:
        """North-South's points, and East-West's where they are others."""
        ns, ew = line.ns_award, line.ew_award
        if ns is None and ew is None:
            return Cell(self.t.gettext("NP"), "")
        own, other = award_text(ns), award_text(ew)
        return _worded(self._awards(ns, ew), own if own == other else f"{own} / {other}")

    def score_of(self, line: Line, side: int) -> Content:
        """The points as a side has them."""
        award = line.ew_award if side else line.ns_award
        if award is None:
            return Cell(self.t.gettext("NP"), "")
        return _worded(own_text(award, side, self.t), award_text(own_award(award, side)))

    @property
    def in_imps(self) -> bool:
        """Whether the boards of a match count in IMPs."""
        return self.ranking.rules.in_imps

    def title_of(self, match: Match, first: int = 0, *, own: bool = False) -> str:
        """``Round 1: Lions – Owls``, one of the teams first; on its ``own`` card ``Round 1: Lions against Owls``."""
        teams = match.teams[first], match.teams[1 - first]
        text = self.t.gettext("{team} against {other}").format(team=teams[0], other=teams[1])
        return f"{self.round_of(match)}{text if own else ' – '.join(teams)}"

    def round_of(self, match: Match) -> str:
        """``Round 1: ``; empty where there is none."""
        return f"{round_title(match.round, self.t)}: " if match.round else ""


def declarer_cell(line: Line, t: Language) -> Content:
    """The letter of declarer's seat."""
    return Cell(t.gettext(line.declarer), line.declarer) if line.declarer else NONE


def side_text(line: Line, side: int) -> str:
    """Who sat at a side as the record has it."""
    written = line.sides[side]
    names = " & ".join(written.names)
    return " ".join(filter(None, (written.id, names if names != written.id else "")))


def _worded(text: str, plain: str) -> Content:
    return text if text == plain else Cell(text, plain)


def own_award(award: Award, side: int) -> Award:
    """An award as its side has it: points for East-West are what North-South lose."""
    if side and isinstance(award, int):
        return -award
    if side and isinstance(award, Weighted):
        return Weighted(tuple((-points, weight) for points, weight in award.parts))
    return award


def own_text(award: Award, side: int, t: Language) -> str:
    """An award in words, as its side has it."""
    own = own_award(award, side)
    if isinstance(own, Weighted):
        return ", ".join(outcome_text(points, weight, t) for points, weight in own.parts)
    return award_text(own)


def outcome_text(points: int, weight: Fraction, t: Language) -> str:
    """One of the outcomes of a weighted score, such as ``60% of 450``."""
    return t.gettext("{share} of {value}").format(share=share_text(weight), value=points)


def scored_cell(cell: Scored | None) -> Content:
    """Matchpoints, or IMPs with their sign."""
    if cell is None or cell.top == 0:
        return NONE
    return signed(cell.points) if cell.top is None else short_text(cell.points)


def percent_cell(cell: Scored | None) -> Content:
    """The share of the top."""
    return NONE if cell is None else decimal_text(cell.value * 100)


def score_text(score: Fraction, unit: str) -> str:
    """A score as a ranking shows it: whole rounds, two places for anything else."""
    return decimal_text(score, 0) if unit == "rounds" else decimal_text(score)


def with_unit(text: str, unit: str, t: Language) -> str:
    """A score, as `score_text` shows it, with its unit."""
    if unit == "%":
        return t.gettext("{amount}%").format(amount=text)
    return t.ngettext("{n} round", "{n} rounds", int(text)) if unit == "rounds" else f"{text} {worded(unit, t)}"
