"""One record in the export format of PBN 2.1 (§2 to §5).

The format's order, its spellings and its layout; no value that the record does not have, but for the mandatory tags,
which must be there: ``?`` is not known, an empty value does not apply.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from pbntools.core import PASSED_OUT, Contract, Deal, Seat, Side, Vulnerability
from pbntools.formats.pbn import values as tag_values
from pbntools.formats.pbn.deals import recover_deal
from pbntools.formats.pbn.export_sections import (
    EOL,
    NAME,
    ExportError,
    OddLine,
    Placed,
    auction_lines,
    checked,
    play_lines,
    quoted,
    remark_lines,
    remark_of,
    rotation,
    rows_of,
    table_form,
)
from pbntools.formats.pbn.lexer import MANDATORY, is_section
from pbntools.record import NO_REMARKS, Annotation, Details, Record, Remarks, Result, Tags

HEAD = f"% PBN 2.1{EOL}% EXPORT{EOL}"
"""The first lines of a file."""

_MANDATORY = frozenset(MANDATORY)
_NO_INHERITANCE = ("Dealer", "Vulnerable", "Deal", "Declarer", "Contract")
_SUITS: list[str] = []
_SPELLING = frozenset(("suit-letters-in-deal", "deal-spelling"))
_PLAYED = (
    "Contract", "Declarer", "Result", "Score", "ScoreIMP", "ScoreMP", "ScorePercentage", "ScoreRubber",
    "West", "North", "East", "South",
)  # fmt: skip
_FIVE_NAMES = ("Dealer", "Vulnerable", "Contract", "Declarer", "Result")
_FIVE = itemgetter(*_FIVE_NAMES)
_AUCTIONS = tuple(f'[Auction "{seat.letter}"]{EOL}' for seat in Seat)
_PLAYS = tuple(f'[Play "{seat.letter}"]{EOL}' for seat in Seat)
_DENOMINATIONS = ("C", "D", "H", "S", "NT")
_DEAL_ONLY = ("Scoring", "Declarer", "Contract", "Result")


@dataclass(slots=True)
class Attached:
    """The remarks of a game by what they belong to, and the annotations of its calls and cards.

    ``lead`` stands before the first tag, ``behind`` by tag, ``notes`` by section and number, ``calls`` by call,
    ``cards`` and ``card_annotations`` by the cell of the play.  Those of calls and cards also tell the annotation that
    they stand behind.
    """

    lead: list[str] = field(default_factory=list)
    behind: dict[str, list[str]] = field(default_factory=dict)
    calls: dict[int, list[Placed]] = field(default_factory=dict)
    cards: dict[int, list[Placed]] = field(default_factory=dict)
    notes: dict[tuple[str, int], list[str]] = field(default_factory=dict)
    call_annotations: Mapping[int, Annotation] = field(default_factory=dict)
    card_annotations: Mapping[int, Annotation] = field(default_factory=dict)


_NOTHING = Attached()


def attached_of(record: Record, remarks: Remarks) -> Attached:
    """The remarks of a record that tells its comments' owners.

    A record knows the call or card of a comment and not the annotation that it stood behind, so it goes behind all.
    """
    out = Attached(call_annotations=remarks.call_annotations, card_annotations=remarks.card_annotations)
    for comment in remarks.comments:
        kind, which = comment.owner
        text = remark_of(comment.text)
        if kind == "call" and isinstance(which, int) and record.auction is not None and record.auction.ids:
            out.calls.setdefault(max(0, min(which, len(record.auction.ids) - 1)), []).append(Placed(text))
        elif kind == "card" and isinstance(which, int) and record.play is not None and record.play.ids:
            out.cards.setdefault(max(0, min(which, len(record.play.ids) - 1)), []).append(Placed(text))
        elif kind == "tag" and which == "Note" and (remarks.play_notes or remarks.auction_notes):
            section = "Play" if remarks.play_notes else "Auction"
            last = max(remarks.play_notes or remarks.auction_notes)
            out.notes.setdefault((section, last), []).append(text)
        elif kind == "tag" and isinstance(which, str):
            out.behind.setdefault(which, []).append(text)
        else:
            out.lead.append(text)
    return out


def export_game(record: Record, attached: Attached | None = None) -> str:
    """The record as a game of the export format, without the blank line before it; lines end in CR LF.

    Raises ExportError for what the format cannot hold: an unreadable call or card, a control character, a line end in a
    value, a name that is no name of a tag, a value that would be read as inherited.
    """
    details = record.details
    remarks = details.remarks
    if attached is None:
        attached = _NOTHING if remarks is NO_REMARKS else attached_of(record, remarks)
    behind = attached.behind
    parts = [remark_lines(attached.lead)] if attached.lead else []
    tags = dict(record.tags.resolved)
    plan = _plan(tuple(tags))
    text, plain = _tag_lines(record, tags, plan, behind)
    parts.append(text)
    auction, play = record.auction, record.play
    if auction is not None:
        parts.append(_AUCTIONS[auction.first])
        if behind:
            parts.append(remark_lines(behind.get("Auction", ())))
        parts.append(auction_lines(auction, attached.call_annotations, attached.calls))
    elif "Auction" in tags:
        plain = False
        parts.append(_pair("Auction", tags["Auction"]) + remark_lines(behind.get("Auction", ())))
    if remarks.auction_notes:
        parts.append(_notes("Auction", remarks.auction_notes, attached))
    if play is not None:
        # There is nothing to be said of a play that there was not.
        if play.ids or play.end or remarks.play_notes or record.contract is not PASSED_OUT or "Play" in behind:
            turned = rotation(play, record.declarer)
            parts.append(_PLAYS[turned.first])
            if behind:
                parts.append(remark_lines(behind.get("Play", ())))
            parts.append(play_lines(play, turned, attached.card_annotations, attached.cards))
    elif "Play" in tags:
        plain = False
        parts.append(_pair("Play", tags["Play"]) + remark_lines(behind.get("Play", ())))
    if remarks.play_notes:
        parts.append(_notes("Play", remarks.play_notes, attached))
    if plan.tables or details.tables:
        parts.append(_tables(details, plan.tables, behind, record.tags))
    text = "".join(parts)
    return text if plain and attached is _NOTHING else checked(text)


# Tags


class _Plan(NamedTuple):
    """How the tags of games with the same names are written: names in order, and a form for their values."""

    names: tuple[str, ...]
    form: str
    values: Callable[[Mapping[str, str]], tuple[str, ...]]
    missing: tuple[str, ...]
    tables: tuple[str, ...]


@lru_cache(maxsize=1024)
def _plan(given: tuple[str, ...]) -> _Plan:
    others = sorted(name for name in given if name not in _MANDATORY and not is_section(name))
    for name in others:
        if not NAME.match(name) or name == "Note":
            raise ExportError(f"{name[:60]!r} is no name of a tag")
    names = (*MANDATORY, *others)
    form = "".join([f'[{name} "%s"]{EOL}' for name in names])
    missing = tuple(name for name in MANDATORY if name not in given)
    tables = tuple(name for name in given if is_section(name) and name not in ("Auction", "Play"))
    return _Plan(names, form, itemgetter(*names), missing, tables)


def _pair(name: str, value: str) -> str:
    return f"[{name} {quoted(value)}]{EOL}"


def _tag_lines(
    record: Record, found: dict[str, str], plan: _Plan, behind: Mapping[str, Sequence[str]]
) -> tuple[str, bool]:
    """All tags that are no sections, in the order of the format, each with its remarks; and whether their values hold
    nothing but printable characters."""
    if plan.missing:
        _put_missing(found, plan.missing, record)
    _put_fields(found, record)
    values = plan.values(found)
    text = plan.form % values
    if '"#' in text:
        _refuse_inheritance(found, plan.names)
    free = "".join(values)
    if not behind and free.isprintable() and '"' not in free and "\\" not in free:
        return text, True
    pairs = zip(plan.names, values, strict=True)
    return "".join([_pair(name, value) + remark_lines(behind.get(name, ())) for name, value in pairs]), False


def _put_missing(found: dict[str, str], missing: tuple[str, ...], record: Record) -> None:
    """A value for mandatory tags that are not given: it is not known, or it does not apply (PBN 2.1 §3.4)."""
    for name in missing:
        found[name] = "?"
    empty: tuple[str, ...] = ()
    if record.contract is PASSED_OUT:
        empty = ("Declarer", "Result")
    elif record.deal is not None and record.auction is None and record.play is None and _is_deal_only(record):
        empty = _DEAL_ONLY
    for name in empty:
        if name in missing:
            found[name] = ""


def _refuse_inheritance(found: Mapping[str, str], names: Iterable[str]) -> None:
    for name in names:
        text = found[name]
        if text[:1] == "#" and (text == "#" or text[1:2] == "#") and name not in _NO_INHERITANCE:
            raise ExportError(f"the value {text[:60]!r} of {name} would be read as an inherited one")


def _is_deal_only(record: Record) -> bool:
    return not any((record.tags.value(name) or "?") != "?" for name in _PLAYED) and record.contract is None


_PLAIN_CONTRACTS = {text: contract for text, contract in tag_values.CONTRACTS.items() if text == str(contract)}
_PLAIN_SEATS = {"": None, "?": None} | {seat.letter: seat for seat in Seat}
_PLAIN_VULNERABLE = {"": None, "?": None} | {str(vulnerable): vulnerable for vulnerable in Vulnerability}
_OTHER = object()
_TRICKS = tuple(map(str, range(14)))


def _put_fields(out: dict[str, str], record: Record) -> None:
    """The values of the record's own fields; where a field is what its tag says, the tag's text may stand."""
    board = record.board
    if board is not None:
        out["Board"] = board
    elif out["Board"] not in ("", "?"):
        out["Board"] = "?"
    dealer, vulnerable, declarer, result = record.dealer, record.vulnerable, record.declarer, record.result
    # Most values are spelt right, and that is quickly seen.
    if not (
        _PLAIN_SEATS.get(out["Dealer"], _OTHER) is dealer
        and _PLAIN_SEATS.get(out["Declarer"], _OTHER) is declarer
        and _PLAIN_VULNERABLE.get(out["Vulnerable"], _OTHER) is vulnerable
        and (_PLAIN_CONTRACTS.get(out["Contract"]) is record.contract is not None)
        and (result is not None and result.tricks is not None and not result.ruled)
        and 0 <= result.tricks < 14
        and out["Result"] == _TRICKS[result.tricks]
        and not record.declarer_irregular
    ):
        _put_others(out, record, tag_values.typed_values(*_FIVE(out)))
        _keep_hashes(out, record)
    elif "?" in (out["Dealer"], out["Vulnerable"], out["Deal"], out["Declarer"]):
        _keep_hashes(out, record)
    text = out["Deal"]
    if record.deal is not None:
        out["Deal"] = _deal_value(record.deal, text, dealer)
    elif _is_dealt(text):
        out["Deal"] = "?"


def _keep_hashes(out: dict[str, str], record: Record) -> None:
    """The standard has no inheritance for these, so what was written stands."""
    for name in _NO_INHERITANCE:
        if record.tags.get(name, "")[:1] == "#":
            out[name] = record.tags[name]


def _put_others(out: dict[str, str], record: Record, typed: tag_values.Typed) -> None:
    """The same for a record whose fields were changed, or whose texts say more than its fields."""
    if record.dealer is not None:
        out["Dealer"] = record.dealer.letter
    elif typed.dealer is not None:
        out["Dealer"] = "?"
    if record.vulnerable is not None:
        out["Vulnerable"] = str(record.vulnerable)
    elif typed.vulnerable is not None:
        out["Vulnerable"] = "?"
    contract, declarer = record.contract, record.declarer
    if contract is not None:
        if typed.contract is not contract or _says_no_more(out["Contract"], declarer):
            out["Contract"] = str(contract)
    elif record.trump_only is not None:
        out["Contract"] = _DENOMINATIONS[record.trump_only]
    elif typed.contract is not None or typed.trump_only is not None:
        out["Contract"] = "?"
    if declarer is not None:
        out["Declarer"] = ("^" if record.declarer_irregular else "") + declarer.letter
    elif typed.declarer is not None:
        out["Declarer"] = "" if contract is PASSED_OUT else "?"
    result = record.result
    if result is None and record.play is not None and record.play.claim is not None:
        result = Result(record.play.claim)
    if result is not None:
        out["Result"] = _result_value(result, record, out["Result"] if result == typed.result else "")
    elif typed.result is not None:
        out["Result"] = "" if contract is PASSED_OUT else "?"


def _is_dealt(text: str) -> bool:
    """Whether a deal can be read from a text that is not that of the record."""
    if text in ("", "?") or text[:1] == "#":
        return False
    return recover_deal(text).deal is not None


def _says_no_more(text: str, declarer: Seat | None) -> bool:
    """Whether a contract's text holds no declarer or result of its own."""
    if text in tag_values.CONTRACTS:
        return True
    try:
        Contract.parse(text)
    except ValueError:
        from pbntools.core.contract_text import parse_contract_text

        try:
            found = parse_contract_text(text)
        except ValueError:
            return False
        return found.tricks is None and found.declarer in (None, declarer)
    return True


def _result_value(result: Result, record: Record, text: str) -> str:
    """Declarer's tricks where they are known (PBN 2.1 §3.4.15); else the text, or the sides' tricks."""
    tricks = result.tricks
    if tricks is None and record.declarer is not None:
        own, other = (result.ns, result.ew) if record.declarer.side is Side.NS else (result.ew, result.ns)
        if own is not None and (other is None or own + other == 13):
            tricks = own
        elif own is None and other is not None and _is_final(record):
            tricks = 13 - other
    if tricks is not None:
        return f"{'^' if result.ruled else ''}{tricks}"
    if text:
        return text
    sides = " ".join(f"{side} {count}" for side, count in (("NS", result.ns), ("EW", result.ew)) if count is not None)
    return ("^" if result.ruled else "") + (sides or "?")


def _is_final(record: Record) -> bool:
    """Whether the result is that of the whole play, and not of the tricks so far."""
    play = record.play
    if play is None or play.end == "*":
        return True
    return len(play.ids) == 52 and min(play.ids) >= 0


def _deal_value(deal: Deal, text: str, dealer: Seat | None) -> str:
    """The hands from the dealer on, ranks descending; the text itself where it says more than the hands do."""
    first = dealer
    if first is None:
        named = tag_values.SEATS.get(text[:1])
        first = Seat.NORTH if named is None else named
    written = deal_text(deal, first)
    if text == written or text in ("", "?"):
        return written
    if tag_values.plain_deal(text) is None:
        found = recover_deal(text)
        if found.deal == deal and any(trouble.rule.name not in _SPELLING for trouble in found.troubles):
            return text
    return written


def _holdings() -> list[str]:
    """Every holding of a suit, by its mask of thirteen bits."""
    if not _SUITS:
        texts = [""]
        for letter in "23456789TJQKA":
            texts += [letter + text for text in texts]
        _SUITS.extend(texts)
    return _SUITS


def deal_text(deal: Deal, first: Seat) -> str:
    """The value of a Deal tag (PBN 2.1 §3.4.11)."""
    suit = _SUITS or _holdings()
    masks = deal.masks
    hands = [
        "-"
        if mask is None
        else f"{suit[mask >> 39]}.{suit[mask >> 26 & 8191]}.{suit[mask >> 13 & 8191]}.{suit[mask & 8191]}"
        for mask in (masks if not first else masks[first:] + masks[:first])
    ]
    return f"{'NESW'[first]}:{' '.join(hands)}"


# Notes and tables


def _notes(section: str, notes: Mapping[int, str], attached: Attached) -> str:
    return "".join(
        [
            _pair("Note", f"{number}:{notes[number]}") + remark_lines(attached.notes.get((section, number), ()))
            for number in sorted(notes)
        ]
    )


def _tables(details: Details, named: Iterable[str], behind: Mapping[str, Sequence[str]], given: Tags) -> str:
    texts = (None if behind else _plain_tables(details)) or {}
    if not texts:
        for table in details.tables:
            name = table.name
            if name in texts:
                raise ExportError(f"there are two tables {name}")
            form = table_form(name, table.header or ";".join(table.columns))
            texts[name] = form.opening + (remark_lines(behind[name]) if name in behind else "") + rows_of(table, form)
    for name in named:
        if name not in texts:
            texts[name] = table_form(name, given[name]).opening + remark_lines(behind.get(name, ()))
    return "".join([texts[name] for name in sorted(texts)])


def _plain_tables(details: Details) -> dict[str, str] | None:
    """The tables from their texts, without cutting them into values, where every line is a row of plain words."""
    found = details.table_texts()
    if found is None:
        return None
    texts: dict[str, str] = {}
    try:
        for name, header, text in found:
            form = table_form(name, header)
            lines = text.splitlines()
            texts[name] = form.opening + "".join(itemgetter(*lines)(form)) if lines else form.opening
    except OddLine:
        return None  # an element in quotes, a remark, or rows that are no lines
    return texts if len(texts) == len(found) else None


__all__ = ["HEAD", "Attached", "ExportError", "attached_of", "deal_text", "export_game"]
