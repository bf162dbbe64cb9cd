"""Files mended by the fixes of their diagnostics: read, check, apply, and look whether it is better than before.

No fix is taken on trust.  After each pass the file is checked again, and a fix is taken back if its diagnostic is still
there, if there is one that was not there before, or if a safe one changed what a record means.
"""

from __future__ import annotations

import codecs
from bisect import bisect, insort
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbntools.checking import check, chooser
from pbntools.core import Deal
from pbntools.diagnostics import EDITION, Diagnostic, PlacedFix
from pbntools.formats.edits import Edit, EditError, apply_edits
from pbntools.formats.pbn.encodings import recoded, utf16_text
from pbntools.formats.text import utf_16
from pbntools.laws.between import RULES as BETWEEN
from pbntools.record import Play, Record
from pbntools.rules import known_patterns

PASSES = 10
"""How often a file is gone over at most."""
_TRIALS = 32
"""How often a pass is tried with fewer fixes when it makes something worse."""

Mend = tuple[Diagnostic, PlacedFix]
"""A diagnostic and its fix."""

Key = int | None
"""The index of a record; None for the file as a whole."""
_ALL = -1


@dataclass(frozen=True, slots=True)
class Fixed:
    """What came of a file: its new bytes, the diagnostics that were mended, and those whose fix was taken back.

    ``data`` is the very object that was given where nothing was changed.
    """

    data: bytes
    applied: tuple[Diagnostic, ...] = ()
    refused: tuple[Diagnostic, ...] = ()


@dataclass(slots=True)
class _State:
    """What a check of a file says: the diagnostics of each record by rule, the fixes, and what the records mean."""

    data: bytes
    counts: dict[Key, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    fixes: list[Mend] = field(default_factory=list)
    hashes: list[int] = field(default_factory=list)
    meanings: dict[int, tuple[Any, ...]] = field(default_factory=dict)
    """Those of the records that are looked at closely."""


def fix(
    data: bytes,
    *,
    name: str | None = None,
    encoding: str | None = None,
    select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    unsafe: bool = False,
    date_order: str | None = None,
    laws: str = EDITION,
    screens: bool = False,
) -> Fixed:
    """Mend a file by the safe fixes of its diagnostics, and with ``unsafe`` by the others as well.

    The other arguments are those of `check`; only diagnostics of rules that are selected are mended.  Fixes that stand
    in each other's way are made one after the other.  Raises ValueError and LookupError as `check` does.
    """
    wanted = chooser(known_patterns(select), known_patterns(ignore))

    def look(text: bytes, close: Collection[Key] = ()) -> _State:
        return _look(text, close, name=name, encoding=encoding, date_order=date_order, laws=laws, screens=screens)

    before = look(data)
    applied: list[Diagnostic] = []
    refused: list[Mend] = []
    for _ in range(PASSES):
        chosen = [mend for mend in before.fixes if wanted(mend[0].rule) and (mend[1].safe or unsafe)]
        recodes = [mend for mend in chosen if mend[1].recode]
        if not chosen:
            break
        if utf_16(encoding) and not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            # Offsets count UTF-8, and no mark tells the next program what the file is: such a file is left alone.
            refused = chosen
            break
        made, before, refused = _one_pass(before, recodes or chosen, look)
        applied += [diagnostic for diagnostic, _ in made]
        if not made:
            break
    return Fixed(before.data, tuple(applied), tuple(diagnostic for diagnostic, _ in refused))


def _look(data: bytes, close: Collection[Key], **arguments: Any) -> _State:
    state = _State(data)
    whole_file: list[Diagnostic] = []
    with check(data, **arguments) as readings:
        for reading in readings:
            mends = []
            for diagnostic in reading.diagnostics:
                if diagnostic.rule not in BETWEEN:
                    # A record may come to be the same as another one; that is not the fix's fault.
                    state.counts[diagnostic.record][diagnostic.rule.code] += 1
                if diagnostic.record is None:
                    whole_file.append(diagnostic)
                elif (found := diagnostic.fix) is not None:
                    mends.append((diagnostic, found))
            state.fixes += mends
            record = reading.record
            if record is not None:
                core = _core(record)
                state.hashes.append(hash(core))
                if mends or reading.index in close:
                    tables = [(table.name, table.columns, table.rows) for table in record.tables]
                    state.meanings[len(state.hashes) - 1] = (core, record.details.remarks, tables)
    # What concerns the whole file is only known at its end.
    state.fixes[:0] = [(diagnostic, found) for diagnostic in whole_file if (found := diagnostic.fix) is not None]
    return state


def _core(record: Record) -> tuple[Any, ...]:
    """What a record says of the deal, the auction, the play and the result."""
    auction, play = record.auction, record.play
    return (
        record.dealer,
        record.vulnerable,
        None if record.deal is None else _forced(record.deal),
        record.contract,
        record.declarer,
        record.declarer_irregular,
        record.result,
        record.trump_only,
        auction,
        None if play is None else _trimmed(play),
    )


def _forced(deal: Deal) -> tuple[int | None, ...]:
    """The hands, with the one card that is missing where the hand that lacks a card is known."""
    sizes = [-1 if mask is None else mask.bit_count() for mask in deal.masks]
    missing = deal.missing()
    if sorted(sizes) != [12, 13, 13, 13] or len(missing) != 1:
        return deal.masks
    return tuple(
        mask | 1 << missing[0] if mask is not None and size == 12 else mask
        for mask, size in zip(deal.masks, sizes, strict=True)
    )


def _trimmed(play: Play) -> tuple[Any, ...]:
    """The play without the unknown cards at its end, which say nothing."""
    ids = play.ids
    while ids and ids[-1] == -1:
        ids = ids[:-1]
    return play.first, ids, play.end, play.next_cell, play.revokes, play.leads, play.claim


# One pass


def _one_pass(
    before: _State, chosen: list[Mend], look: Callable[[bytes, Collection[Key]], _State]
) -> tuple[list[Mend], _State, list[Mend]]:
    """Make as many of the fixes as leave the file better; those of a record that got worse are halved and tried again.

    Returns what was mended, the state after it, and what was taken back.
    """
    pending: dict[Key, list[list[Mend]]] = {}
    for mend in _compatible(chosen):
        pending.setdefault(mend[0].record, [[]])[0].append(mend)
    accepted: list[Mend] = []
    refused: list[Mend] = []
    state: _State | None = before
    for _ in range(_TRIALS):
        trial = {key: groups.pop() for key, groups in pending.items() if groups}
        if not trial:
            break
        attempt = [*accepted, *(mend for group in trial.values() for mend in group)]
        after = _applied(before, attempt, look)
        worse = _worse(before, after, attempt) if after is not None else {_ALL}
        if not worse:
            accepted, state = attempt, after
            continue
        if _ALL in trial:
            worse = {_ALL}
        elif not worse & trial.keys():
            # A record got worse by the fix of another one: then all of them are halved together.
            rest = [mend for groups in pending.values() for group in groups for mend in group]
            pending = {_ALL: [[mend for group in trial.values() for mend in group] + rest]}
            continue
        for key, group in trial.items():
            if key not in worse:
                accepted += group
                state = None
            elif len(group) > 1:
                half = len(group) // 2
                pending[key] += [group[half:], group[:half]]
            else:
                refused += group
    refused += [mend for groups in pending.values() for group in groups for mend in group]
    if state is None:
        state = _applied(before, accepted, look)
        if state is None or _worse(before, state, accepted):
            return [], before, refused + accepted
    return accepted, state, refused


def _compatible(mends: Iterable[Mend]) -> list[Mend]:
    """Those of the fixes that do not stand in each other's way, the first ones first; the others wait for a pass."""
    taken: list[tuple[int, int]] = []
    known: set[Edit] = set()
    found = []
    for mend in mends:
        edits = [edit for edit in _edits(mend[1]) if edit not in known]
        places = [bisect(taken, (edit.start, edit.end)) for edit in edits]
        near = [taken[max(place - 1, 0) : place + 1] for place in places]
        if any(_clash(edit, *span) for edit, spans in zip(edits, near, strict=True) for span in spans):
            continue
        known.update(edits)
        for edit in edits:
            insort(taken, (edit.start, edit.end))
        found.append(mend)
    return found


def _clash(edit: Edit, start: int, end: int) -> bool:
    if edit.start == edit.end == start == end:
        return True
    return edit.start < end and start < edit.end


def _edits(found: PlacedFix) -> list[Edit]:
    return [
        Edit(edit.location.offset, edit.location.end_offset, edit.data)
        for edit in found.edits
        if edit.location.offset is not None and edit.location.end_offset is not None
    ]


def _applied(before: _State, mends: list[Mend], look: Callable[[bytes, Collection[Key]], _State]) -> _State | None:
    """The state after some fixes; None where they cannot be made."""
    data = before.data
    if any(found.recode for _, found in mends):
        written = recoded(data)
    else:
        written = _edited(data, {edit for _, found in mends for edit in _edits(found)})
    return None if written is None else look(written, before.meanings.keys())


def _edited(data: bytes, edits: Collection[Edit]) -> bytes | None:
    """The file with the edits made; those of a UTF-16 file count its text as UTF-8."""
    try:
        if not data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            return apply_edits(data, edits)
        text = utf16_text(data)
        if text is None:
            return None
        name = "utf-16-le" if data.startswith(codecs.BOM_UTF16_LE) else "utf-16-be"
        return data[:2] + apply_edits(text.encode(), edits).decode().encode(name)
    except (EditError, UnicodeError):
        return None


def _worse(before: _State, after: _State, mends: list[Mend]) -> set[Key]:
    """The records that the fixes did not make better: something new is wrong, or what they mend still is, or a safe fix
    changed what the record means."""
    if len(before.hashes) != len(after.hashes):
        return {_ALL}
    worse = {
        key
        for key, counts in after.counts.items()
        if any(count > before.counts[key][code] for code, count in counts.items())
    }
    for diagnostic, _ in mends:
        key, code = diagnostic.record, diagnostic.rule.code
        if after.counts[key][code] >= before.counts[key][code]:
            worse.add(key)
    unsafe = {diagnostic.record for diagnostic, found in mends if not found.safe}
    for index, (old, new) in enumerate(zip(before.hashes, after.hashes, strict=True)):
        if index in unsafe:
            continue
        if old != new or (index in before.meanings and before.meanings[index] != after.meanings.get(index)):
            worse.add(index)
    return worse


__all__ = ["PASSES", "Fixed", "fix"]
