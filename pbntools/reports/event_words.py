"""What the codes of an event are called where a person reads them: forms, methods, units, steps of a ladder."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from pbntools.events.config import Penalty
from pbntools.events.lines import BoardKey, LeftOut
from pbntools.events.notes import Note
from pbntools.events.rounding import decimal_text, short_text
from pbntools.reports.event_page import Cell
from pbntools.reports.language import N_, Language

_NAMES: Mapping[str, str] = {
    # forms
    "pairs": N_("pairs"),
    "individual": N_("individual"),
    "imp-pairs": N_("IMP pairs"),
    "butler": N_("Butler"),
    "instant": N_("instant matchpoints"),
    "teams": N_("teams of four"),
    "swiss": N_("Swiss"),
    "knock-out": N_("knock-out"),
    "bam": N_("board-a-match"),
    "patton": N_("Patton"),
    "total-points": N_("total points"),
    # methods that are no forms
    "matchpoints": N_("matchpoints"),
    "cross-imps": N_("cross-IMPs"),
    "imps": N_("IMPs"),
    "board-a-match": N_("board-a-match"),
    # their options
    "factoring neuberg": N_("boards with fewer results by Neuberg's formula"),
    "factoring top": N_("boards with fewer results by the ratio of the tops"),
    "factoring count": N_("boards with fewer results by the ratio of the results"),
    "factoring none": N_("boards with fewer results as they are"),
    "divided comparisons": N_("divided by the comparisons made"),
    "divided tables": N_("divided by the tables"),
    "divided none": N_("not divided"),
    "datum mean": N_("datum: mean"),
    "datum trim": N_("datum: mean without the {n} best and the {n} worst"),
    "datum trim-share": N_("datum: mean without the best and the worst, a share of {n} of each"),
    "datum median": N_("datum: median"),
    "datum leaders": N_("datum: mean of the leaders"),
    "datum fixed": N_("datum: given"),
    "half-away": N_("halves away from zero"),
    "half-even": N_("halves to the even number"),
    "toward-ns": N_("halves towards North-South"),
    # units
    "MP": N_("MP"),
    "VP": N_("VP"),
    "IMP": N_("IMP"),
    "points": N_("points"),
    "rounds": N_("rounds"),
    # what decided a tie or a match
    "mutual-match": N_("match between them"),
    "mutual-imps": N_("IMPs between them"),
    "imp-total": N_("all IMPs"),
    "wins": N_("matches won"),
    "sessions": N_("sessions"),
    "weighted-sessions": N_("heaviest sessions"),
    "boards": N_("boards"),
    "third-place": N_("match for the third place"),
    "extension": N_("extension"),
    "withdrawal": N_("withdrawal"),
    "lot": N_("lot"),
    "undecided": N_("undecided"),
    # why a result does not count
    "result-repeated": N_("a second result"),
    "meets-itself": N_("it plays against itself"),
    "room-missing": N_("the result of the other room is missing"),
    "contestant-unknown": N_("not told whose it is"),
    "result-missing": N_("no score"),
    "nothing-to-compare": N_("nothing to compare"),
    "board-unusable": N_("no such board"),
    "table-repeated": N_("a second result of the table"),
    "instant-tables-disagree": N_("its tables of scores differ"),
    "match-over": N_("played after the end of the match"),
    "cut-not-passed": N_("all who sat there had gone out in a cut"),
    "after extend": N_("extended again as often as it is drawn"),
    "after lot": N_("a lot after the first"),
    # what an extension is
    "extension of played": N_("an extension is an eighth of the boards played so far (a regulation, article 10g)"),
    "extension of original": N_("an extension is an eighth of the boards of the match (as the event says)"),
    "extension rounded up": N_("rounded up (the regulation is silent)"),
    "extension rounded down": N_("rounded down (as the event says)"),
    "extension rounded half-up": N_("rounded to the nearest, halves up (as the event says)"),
    # who
    "NS": N_("NS"),
    "EW": N_("EW"),
    "open": N_("open"),
    "closed": N_("closed"),
    "None": N_("None"),
    "All": N_("All"),
}


def worded(code: str, t: Language) -> str:
    """What a code is called; what has no other name, such as a sign, stays as it is."""
    found = _NAMES.get(code)
    return code if found is None else t.gettext(found)


_SOURCES = frozenset((
    N_("WBF technical report of 2013, by its formula with the pass that keeps the steps from growing"),
    N_("ACBL scale of 20 victory points, after a page of BridgeHands (no second source)"),
    N_("ACBL scale of 30 victory points, after a page of BridgeHands (no second source)"),
))  # fmt: skip
"""The sources of the scales that are part of pbntools."""


def source_text(source: str, t: Language) -> str:
    """Where a scale comes from; that of an event's own scale is in the words of its file."""
    return t.gettext(source) if source in _SOURCES else source


def note_text(note: Note, t: Language) -> str:
    """A penalty, a bye or a carry-over, in words."""
    if note.penalty is not None:
        amount = _amount(note.penalty, t)
        if note.round:
            text = t.gettext("penalty {amount} in round {round}").format(amount=amount, round=note.round)
        else:
            text = t.gettext("penalty {amount}").format(amount=amount)
        if note.penalty.why:
            text += f" ({note.penalty.why})"
        if note.taken is None or not note.of:
            return text
        taken = t.gettext("{points} MP of {all}: {percent}%").format(
            points=short_text(note.taken, 4), all=short_text(note.of), percent=decimal_text(note.taken / note.of * 100)
        )
        return f"{text}: {taken}"
    if note.kind == "bye":
        return t.gettext("bye in round {round}").format(round=note.round)
    if note.round:
        sign = "+" if note.amount > 0 else ""
        return t.gettext("carry-over {imps} IMPs into round {round}").format(
            imps=sign + short_text(note.amount), round=note.round
        )
    amount = _with_unit(note.amount, note.unit, t)
    if note.weight == 1:
        return t.gettext("carry-over {amount}").format(amount=amount)
    return t.gettext("carry-over {amount} with the weight {weight}").format(
        amount=amount, weight=short_text(note.weight, 4)
    )


def _amount(penalty: Penalty, t: Language) -> str:
    if penalty.unit == "% of a top":
        return t.gettext("{amount}% of a top").format(amount=short_text(penalty.amount))
    return _with_unit(penalty.amount, penalty.unit, t)


def _with_unit(value: Fraction, unit: str, t: Language) -> str:
    amount = short_text(value)
    return t.gettext("{amount}%").format(amount=amount) if unit == "%" else f"{amount} {worded(unit, t)}"


def round_title(name: str, t: Language) -> str:
    """``Round 3``; a round that has a name, such as ``Final``, goes by it."""
    return t.gettext("Round {round}").format(round=name) if name[:1].isdigit() else name


def board_title(key: BoardKey, t: Language) -> str:
    """``Board 7``, with the session and round where they are known."""
    session, round_name, board = key
    parts = [t.gettext("Board {board}").format(board=board)]
    parts += [session] if session else []
    parts += [round_title(round_name, t)] if round_name else []
    return ", ".join(parts)


def reason_text(item: LeftOut, t: Language, *, symbols: bool = True) -> str:
    """Why a result does not count, without the place.

    What has no words in the language is told by its rule, with the English behind it.
    """
    text = t.said(item.why, symbols=symbols)
    return text if t.speaks(item.why) else f"{worded(item.rule.name, t)} ({text})"


def reason_cell(item: LeftOut, t: Language) -> Cell:
    """The same as a cell of a table."""
    return Cell(reason_text(item, t), reason_text(item, t, symbols=False), suits=True)
