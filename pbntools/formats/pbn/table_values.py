"""What the values of a table may be: the forms of the predefined columns, the order of marked ones (PBN 2.1 §5).

``?`` (unknown) and ``-`` (irrelevant) fit everywhere, ``^`` and any text is an artificial score.  Columns of a writer's
own hold anything.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from pbntools.formats.pbn.tables import Header
from pbntools.said import Said

_ARTIFICIAL = r"\^\S+"
_SEAT = re.compile(r"[NESWnesw]\Z"), Said("N, E, S or W")
_DENOMINATION = re.compile(r"(?:[SHDCshdc]|[Nn][Tt])\Z"), Said("S, H, D, C or NT")
_CONTRACT = (
    re.compile(r"(?:Pass|pass|PASS|[1-7](?:[SHDCshdc]|[Nn][Tt])(?:XX|xx|[Xx])?)\Z"),
    Said("a contract such as 3NT or 4SX, or Pass"),
)
_TRICKS = re.compile(rf"(?:{_ARTIFICIAL}|0{{0,7}}(?:1[0-3]|[0-9]))\Z"), Said("0 to 13 tricks")
_POINTS = re.compile(rf"(?:{_ARTIFICIAL}|[+-]?[0-9]{{1,9}})\Z"), Said("a whole number, or ^ and an artificial score")
_NUMBER = (
    re.compile(rf"(?:{_ARTIFICIAL}|[+-]?(?:[0-9]{{1,9}}(?:\.[0-9]{{0,9}})?|\.[0-9]{{1,9}}))\Z"),
    Said("a number, or ^ and an artificial score"),
)
_PERCENTAGE = (
    re.compile(rf"(?:{_ARTIFICIAL}|\+?(?:0*(?:100(?:\.0*)?|[0-9]{{1,2}}(?:\.[0-9]{{0,9}})?)|\.[0-9]{{1,9}}))\Z"),
    Said("a number from 0 to 100, or ^ and an artificial score"),
)
_COUNT = re.compile(r"[0-9]{1,9}\Z"), Said("a whole number")
_RANKS = re.compile(r"[AKQJTakqjt2-9]+\Z"), Said("ranks: A K Q J T 9 … 2")
_TIME = re.compile(r"(?:(?:[0-9]{1,2}:)?[0-9]{1,2}:)?[0-9]{1,9}\Z"), Said("HH:MM:SS, MM:SS or seconds")
_BOUND = r"[+-]?[0-9]{1,9}"
_RANGE = (
    re.compile(rf"(?:\*,{_BOUND}|{_BOUND}(?:,(?:\*|{_BOUND}))?)\Z"),
    Said("a score or a range such as 90,140 or 140,*"),
)

_SIDES = ("_NS", "_EW")
_TIMES = {"Time": _TIME, "TotalTime": _TIME}

FORMS: dict[str, dict[str, tuple[re.Pattern[str], Said]]] = {
    "ActionTable": {"Declarer": _SEAT, "Contract": _CONTRACT},
    "AuctionTimeTable": _TIMES,
    "InstantScoreTable": {f"ScoreRange{side}": _RANGE for side in _SIDES}
    | {f"IMP{side}": _NUMBER for side in _SIDES}
    | {f"Percentage{side}": _PERCENTAGE for side in _SIDES},
    "OptimumPlayTable": dict.fromkeys("SHDC", _RANKS),
    "OptimumResultTable": {"Declarer": _SEAT, "Denomination": _DENOMINATION, "Result": _TRICKS},
    "PlayTimeTable": _TIMES,
    "ScoreTable": {"Contract": _CONTRACT, "Declarer": _SEAT, "Result": _TRICKS, "Multiplicity": _COUNT}
    | {f"Score{side}": _POINTS for side in _SIDES}
    | {f"{unit}{side}": _NUMBER for unit in ("IMP", "MP") for side in _SIDES}
    | {f"Percentage{side}": _PERCENTAGE for side in _SIDES},
    "TotalScoreTable": {
        f"{kind}{unit}": _NUMBER for kind in ("Total", "Mean") for unit in ("Score", "IMP", "MP", "Percentage")
    }
    | {"NrBoards": _COUNT, "Multiplicity": _COUNT},
}
"""By table and column: the form of a value, and what to say is expected."""

_SORTED = re.compile(r"[+-]?(?:[0-9]{1,9}(?:\.[0-9]{0,9})?|\.[0-9]{1,9})\Z")
_GOOD: dict[tuple[str, str], set[str]] = {}
_MANY = 4096


def bad_cells(table: str, header: Header, cells: list[str]) -> Iterator[tuple[int, str]]:
    """The index of each value that its column cannot hold, and what is wrong with it."""
    forms = FORMS.get(table)
    if forms is None:
        return
    width = len(header.names)
    for column, name in enumerate(header.names):
        form = forms.get(name)
        if form is None:
            continue
        # Values repeat, from row to row and from game to game.
        good = _GOOD.setdefault((table, name), {"?", "-"})
        own = cells[column::width]
        fresh = set(own) - good
        if not fresh:
            continue
        pattern, expected = form
        bad = {cell for cell in fresh if not pattern.match(cell)}
        if len(good) > _MANY:
            good.clear()
        good.update(fresh - bad)
        if bad:
            for row, cell in enumerate(own):
                if cell in bad:
                    said = Said(
                        "{value} is no {name}: expected {expected}", value=repr(cell[:60]), name=name, expected=expected
                    )
                    yield row * width + column, said


def disordered(header: Header, cells: list[str]) -> Iterator[tuple[int, str]]:
    """The index of the first value of each marked column that contradicts its mark, and what is to be said.

    Only numbers are compared.
    """
    width = len(header.names)
    for index, column in enumerate(header.columns):
        if not column.order:
            continue
        sign = -1 if column.order == "+" else 1
        last: float | None = None
        for row, cell in enumerate(cells[index::width]):
            if not _SORTED.match(cell):
                continue
            number = sign * float(cell)
            if last is not None and number < last:
                name = f"{column.order}{column.name}"
                if column.order == "+":
                    said = Said("{name} tells descending values, but {cell} stands here", name=name, cell=cell)
                else:
                    said = Said("{name} tells ascending values, but {cell} stands here", name=name, cell=cell)
                yield row * width + index, said
                break
            last = number


_PLAIN_DATA = re.compile(
    r'(?:[ \t\r\n\v]++|(?:"(?:[ !#-\[\]-~\xa0-\xff]|\\[ -~\xa0-\xff])*+"|[!#$&-:<-Z\\^-z|~]++)(?=[ \t\r\n\v]|\Z))*+\Z'
)
_UNUSUAL = re.compile(r'[^ -~\t\r\n\v]|["%;\[\]{}]')
_PIECE = re.compile(r'"((?:[^"\\\r\n]|\\[^\r\n])*+)"?+|[^ \t\r\n\v\f"]++')
_FORBIDDEN = re.compile(r"[^!-~]|[\[\]{}%;]")
_NO_TEXT = re.compile(r"[\t\v]")
_REMARK = re.compile(r"(?:(?<=\n)|(?<=\r))%[^\r\n]*+|([{;])")


def is_plain(data: str) -> bool:
    """Whether a table's data is values between white space, and nothing else: no comment, no forbidden character."""
    return _UNUSUAL.search(data) is None or _PLAIN_DATA.match(data) is not None


def data_fault(name: str, raw: str, clean: str) -> tuple[int, int, str, bool] | None:
    """What is wrong with the text between the values of a table: start, end, message, whether it is a character.

    ``clean`` is the data with comments and escape lines blanked.
    """
    last = -1
    for match in _PIECE.finditer(clean):
        start, end = match.span()
        if start == last:
            return start, end, Said("no white space stands before this value of {name}", name=name), False
        last = end
        if match[1] is None:
            wrong = _FORBIDDEN.search(match[0])
            if wrong:
                at = start + wrong.start()
                what = repr(wrong[0]) if wrong[0].isascii() else Said("a character beyond ASCII")
                message = Said("{what} may stand in a string only: put the value into quotes", what=what)
                return at, at + 1, message, True
        elif wrong := _NO_TEXT.search(match[1]):
            at = start + 1 + wrong.start()
            return at, at + 1, Said("a string in {name} holds a tab", name=name), True
    # A character that was blanked belongs to a comment or an escape line.
    first = _PIECE.search(clean)
    at = first.end() if first else len(raw)
    while found := _REMARK.search(raw, at):
        start, at = found.span()
        if found[1] and clean[start] != raw[start]:
            message = Said("a comment stands behind a value of {name}: only the tag may have one", name=name)
            return start, start + 1, message, False
    return None
