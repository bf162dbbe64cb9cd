"""Rankings for programs: JSON, PBN and USEBIO."""

from __future__ import annotations

import io
import unicodedata
from collections import Counter
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from pbntools.events.awards import Artificial, award_text
from pbntools.events.config import EventRules
from pbntools.events.knockout import Stage
from pbntools.events.lines import LeftOut, Line
from pbntools.events.patton import PattonScore
from pbntools.events.placing import Place, Ranking
from pbntools.events.rounding import decimal_text, short_text
from pbntools.events.spelling import numbered
from pbntools.formats.building import build_record
from pbntools.formats.pbn.table_rows import table_of
from pbntools.record import Details, Record
from pbntools.reports.event_losses import ranking_losses
from pbntools.reports.event_rows import RowResults
from pbntools.reports.event_tables import method_notes, method_text
from pbntools.reports.event_view import View, score_text
from pbntools.reports.event_words import note_text
from pbntools.reports.language import ENGLISH, language

if TYPE_CHECKING:
    from pbntools.formats.losses import Loss

# What a program reads is the same in every language.
_PLAIN = language(ENGLISH)
_NO_TEXT = ("Cc", "Cs", "Zl", "Zp")
"""Characters that a text of PBN cannot hold: controls, line ends, halves of characters."""


# JSON


def ranking_json(ranking: Ranking) -> dict[str, Any]:
    """The ranking for machines; scores are texts, so that no digit is lost."""
    rules = ranking.rules
    return {
        "form": rules.form,
        "method": rules.method,
        "scoring": method_text(ranking, _PLAIN),
        "sources": method_notes(ranking, _PLAIN),
        "name": rules.name,
        "ranking": [_place_json(place, ranking.unit) for place in ranking.places],
        "matches": [
            {
                "round": match.round,
                "teams": list(match.teams),
                "boards": len(match.boards),
                "imps": None if match.imps is None else [short_text(value, 4) for value in match.imps],
                "points": [short_text(value, 4) for value in match.points],
                "winner": None
                if match.verdict is None or match.verdict.winner is None
                else match.teams[match.verdict.winner],
                "how": None if match.verdict is None else match.verdict.how,
                "due": 0 if match.verdict is None else match.verdict.due,
                "stages": [] if match.verdict is None else [_stage_json(stage) for stage in match.verdict.stages],
                "patton": None if match.patton is None else _patton_json(match.patton),
                "notes": [{"team": team, "note": note_text(note, _PLAIN)} for team, note in match.notes],
            }
            for match in ranking.matches
        ],
        "cuts": [
            {"after": made.cut.after, "qualified": list(made.qualified), "tied": list(made.tied)}
            for made in ranking.cuts
        ],
        "adjustments": [
            {
                "session": session or None,
                "round": line.round or None,
                "board": board,
                "ns": line.ns,
                "ew": line.ew,
                "at_table": list(map(award_text, line.at_table)),
                "awards": [award_text(line.ns_award), award_text(line.ew_award)],
                "path": line.origin.path,
                "record": line.origin.record,
                "row": line.origin.row,
            }
            for (session, _round, board), line in View(ranking, _PLAIN).adjusted
        ],
        "extension": {"base": rules.knockout.base, "rounding": rules.knockout.rounding}
        if rules.form == "knock-out"
        else None,
        "seed": ranking.seed,
        "results": ranking.results.counted,
        "left_out": [left_out_json(item) for item in ranking.results.findings.left_out],
        "diagnostics": [found.diagnostic().as_dict() for found in ranking.results.findings.found],
    }


def _stage_json(stage: Stage) -> dict[str, Any]:
    return {"boards": stage.boards, "played": stage.played, "lead": short_text(stage.lead, 4)}


def _patton_json(patton: PattonScore) -> dict[str, Any]:
    return {
        "boards": [short_text(value, 4) for value in patton.boards],
        "aggregate": [short_text(value, 4) for value in patton.aggregate],
        "lead": [short_text(value, 4) for value in patton.lead],
    }


def left_out_json(item: LeftOut) -> dict[str, Any]:
    """A result that does not count."""
    return {
        "board": item.board,
        "table": item.table,
        "reason": item.reason,
        "rule": item.rule.name,
        "path": item.origin.path,
        "record": item.origin.record,
        "row": item.origin.row,
    }


def _place_json(place: Place, unit: str) -> dict[str, Any]:
    return {
        "rank": place.rank,
        "id": place.id,
        "names": list(place.contestant.names),
        "group": place.contestant.group or None,
        "score": score_text(place.score, unit),
        "exact": str(place.score),
        "unit": unit,
        "decided_by": place.decided_by,
        "out_after": place.out_after or None,
        "boards": place.boards,
        "parts": [
            {"name": name, "score": None if value is None else decimal_text(value)} for name, value in place.parts
        ],
        "imps": None if place.imps is None else short_text(place.imps, 4),
        "wins": place.wins,
        "notes": [note_text(note, _PLAIN) for note in place.notes],
    }


# PBN


class RankingRecords:
    """The records of a ranking: one for each board with its ScoreTable, the first with the TotalScoreTable too.

    (PBN 2.1 §5.)  Without ``shares`` a row has percentages for artificial scores alone, and matchpoints for all.
    ``changed`` counts texts of which a part is replaced by blanks, since PBN cannot hold it, by what they are.
    """

    def __init__(self, ranking: Ranking, *, shares: bool = True) -> None:
        self._ranking = ranking
        self._shares = shares
        self._view = View(ranking, _PLAIN)
        self._swings = _swings(ranking)
        self._results = RowResults()
        self._multiple = any(line.count > 1 for line in ranking.results.every)
        self.changed: Counter[str] = Counter()

    def _held(self, text: str, what: str) -> str:
        """The text with blanks for what PBN cannot hold."""
        if text.isprintable():
            return text
        held = "".join(" " if unicodedata.category(character) in _NO_TEXT else character for character in text)
        self.changed[what] += held != text
        return held

    def __iter__(self) -> Iterator[Record]:
        ranking = self._ranking
        rules = ranking.rules
        unit = {"%": "TotalPercentage", "IMP": "TotalIMP"}.get(ranking.unit, "TotalScore")
        rows = [
            {
                "Rank": place.rank,
                "PairId": self._held(place.contestant.id, "name of a contestant"),
                **({"Direction": place.contestant.group} if place.contestant.group else {}),
                "Names": self._names(place.contestant.names),
                unit: decimal_text(place.score),
                "NrBoards": place.boards,
                **({} if self._shares else self._adjustment(place)),
            }
            for place in ranking.places
        ]
        tags = {
            "Event": self._held(rules.name, "name of the event"),
            "Scoring": _scoring(rules, whole=self._shares),
            "Competition": "Individuals" if rules.form == "individual" else "Pairs" if rules.is_race else "Teams",
        }
        totals = (table_of("TotalScoreTable", rows),) if rows else ()
        boards = self._view.boards
        if not boards:
            yield build_record(tags, details=Details(tables=totals))
        for (session, round_name, board), entries in boards.items():
            found = [self._row(entry.line) for entry in entries]
            # A column that some rows have is one of all.
            table = table_of("ScoreTable", found, ";".join(dict.fromkeys(name for row in found for name in row)))
            stretch = {"Session": self._held(session, "session"), "Round": self._held(round_name, "round")}
            yield build_record(
                tags | stretch, board=self._held(board, "board"), details=Details(tables=(table, *totals))
            )
            totals = ()

    def _adjustment(self, place: Place) -> dict[str, str]:
        """What penalties took from a score, in the unit of the ranking; nothing where nobody has one."""
        race, rules = self._ranking.race, self._ranking.rules
        if race is None or not any(note.penalty is not None for one in self._ranking.places for note in one.notes):
            return {}
        percent = 100 if rules.unit == "%" else 1
        total = weights = Fraction(0)
        for session, value in place.parts:
            weight = rules.weight(session)
            raw = race.session_value(place.id, session)
            if value is not None and raw is not None:
                total += weight * (value - raw * percent)
            if value is not None or rules.missing_session != "drop":
                weights += weight
        found = total / weights if percent > 1 and weights else total
        return {"Adjustment": decimal_text(found) if found else "?"}

    def _names(self, names: tuple[str, ...]) -> str:
        # A semicolon parts names, and a name may not hold one.
        self.changed["name of a player"] += sum(";" in name for name in names)
        return ";".join(self._held(name.replace(";", ","), "name of a player") for name in names) or "?"

    def _row(self, line: Line) -> dict[str, Any]:
        known = self._ranking.results.contestants
        row: dict[str, Any] = {}
        for at, (side, one) in enumerate((("NS", line.ns), ("EW", line.ew))):
            contestant = known.get(one or "")
            written = (line.sides[at].id or "?") if one is None else contestant.id if contestant is not None else one
            row[f"PairId_{side}"] = self._held(written, "name of a contestant")
            if line.players[at]:
                row[f"Names_{side}"] = self._names(line.players[at])
        result = self._results.cells(line)
        row |= {name: cell for name, cell in result.items() if not name.startswith("Percentage")}
        if line.lead and result["Contract"] != "-":
            row["Lead"] = self._held(line.lead, "lead")
        if self._shares:
            row |= self._place(line)
        if self._multiple:
            row["Multiplicity"] = line.count
        return row | self._got(line, result)

    def _place(self, line: Line) -> dict[str, str]:
        """The table with its section, and the room; the numbers of pairs have their section before them."""
        row = {}
        if line.table:
            row["Table"] = self._held(numbered(line.section, line.table), "table")
        if line.room:
            row["Room"] = line.room.capitalize()
        return row

    def _got(self, line: Line, result: Mapping[str, str]) -> dict[str, str]:
        """What both sides of a result get for it; its ``result`` has the artificial scores."""
        ranking, shares = self._ranking, self._shares
        row = {}
        percent = ranking.rules.unit == "%"
        unit = "MP" if percent or ranking.rules.method == "board-a-match" else "IMP"
        swing = self._swings.get(id(line))
        for side, cell, award in zip(
            ("NS", "EW"), self._view.scored(line), (line.ns_award, line.ew_award), strict=True
        ):
            mark = "^" if isinstance(award, Artificial) else ""
            if swing is not None:
                points = decimal_text(swing[side == "EW"])
            elif cell is None or cell.top == 0 or (mark and f"Percentage_{side}" not in result):
                points = "?"
            else:
                points = (mark if shares else "") + decimal_text(cell.points)
            if ranking.rules.method != "instant":
                row[f"{unit}_{side}"] = points
            column = f"Percentage_{side}"
            if column in result or not shares:
                row[column] = result.get(column, "?")
            elif percent:
                row[column] = "?" if cell is None or mark else decimal_text(cell.value * 100)
        return row

    def losses(self) -> list[str]:
        """What the tables do not hold, and what was replaced, in words."""
        found = ranking_losses(self._ranking, adjustments=not self._shares, tables=self._shares)
        if self._ranking.rules.method == "instant" and not self._shares:
            found.append("the percentages of results that were played")
        found += [f"{number:,} result{'s' * (number > 1)} {what}" for what, number in self._results.lost.items()]
        return found + [
            f"{number} {what} held what PBN cannot hold, and has other characters for it"
            for what, number in self.changed.items()
            if number
        ]


def _scoring(rules: EventRules, *, whole: bool) -> str:
    """The Scoring of an event in the words of PBN (2.1 §3.3), as far as it has them.

    Not ``whole`` it is the method alone, which USEBIO has.
    """
    if rules.method == "matchpoints":
        return "MP;MP2" if whole and rules.matchpoints.win == 1 else "MP"
    if rules.method == "cross-imps":
        return {"comparisons": "IMP;Cross2", "tables": "IMP;Cross1", "none": "IMP;Cross"}[
            rules.divisor if whole else "none"
        ]
    if rules.method == "butler":
        if not whole or rules.datum.method == "mean":
            return "IMP;Butler"
        if rules.datum.method == "trim" and rules.datum.trim == 1:
            return "IMP;Butler-2"
        return "IMP;Butler;Median" if rules.datum.method == "median" else "IMP"
    return {"board-a-match": "BAM", "instant": "Instant", "imps": "IMP"}.get(rules.method, "")


def _swings(ranking: Ranking) -> dict[int, tuple[Fraction, Fraction]]:
    """By ``id`` of a line of a match what its North-South and its East-West get, in IMPs or board-a-match points."""
    if ranking.rules.method not in ("imps", "board-a-match"):
        return {}
    found = {}
    for match in ranking.matches:
        for board in match.boards:
            first, second = board.lines
            found[id(first)] = board.points
            found[id(second)] = board.points[1], board.points[0]
    return found


def ranking_pbn(ranking: Ranking) -> tuple[bytes, list[str]]:
    """The records of a ranking as a PBN file in the export format, and what that cannot hold."""
    from pbntools.formats.pbn.writer import write

    file = io.BytesIO()
    records = RankingRecords(ranking)
    write(iter(records), file)
    return file.getvalue(), records.losses()


def ranking_usebio(ranking: Ranking) -> tuple[bytes, list[str | Loss]]:
    """The ranking and the results of pairs as USEBIO, and what that cannot hold."""
    from pbntools.converting import convert
    from pbntools.formats.pbn.writer import write

    source, target = io.BytesIO(), io.BytesIO()
    records = RankingRecords(ranking, shares=False)
    write(iter(records), source)
    losses = convert(source.getvalue(), target, to_format="usebio")
    return target.getvalue(), [*records.losses(), *losses]
