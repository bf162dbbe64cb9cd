"""Lines of the export format: remarks, auction, play, notes and tables (PBN 2.1 §3.5, §3.6, §3.8, §5).

A *remark* is a comment or an escape line as it stands in the file: ``{…}``, ``;…`` or ``%…``.  Lines end in CR LF.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from operator import itemgetter
from typing import NamedTuple

from pbntools.core import CALLS, CARDS, Seat
from pbntools.formats.pbn.lexer import is_section
from pbntools.formats.pbn.section_words import SUFFIXES, passes_needed
from pbntools.formats.pbn.table_layout import row_sizes
from pbntools.formats.pbn.tables import parse_header
from pbntools.record import UNKNOWN_CARD, UNREADABLE_CARD, Annotation, Auction, Play, Table

EOL = "\r\n"
WIDTH = 80
"""Where a row with annotations or comments is broken, if it can be."""
LONGEST = 253
"""The longest line without its CR LF (PBN 2.1 §2.2)."""


class Placed(NamedTuple):
    """A remark, and the annotation of its call or card that it stands behind, as it is written: ``=1=``, ``$3``.

    ``behind`` is empty for the call or card itself, and None behind all annotations; ``nth`` counts from 0 those that
    are written alike.
    """

    remark: str
    behind: str | None = None
    nth: int = 0


_NO_REMARKS: Mapping[int, Sequence[Placed]] = {}
_CONTROL = re.compile(r"[\x00-\x08\x0c\x0e-\x1f\x7f]")
_FINE = bytes(({*range(256)} - {*range(32), 127}) | {10, 13})
_BLANKS = str.maketrans("\t\v\f", "   ")
_CALLS = tuple(map(str, CALLS))
_CARDS = (*map(str, CARDS), "?", "-")  # read from behind, too: -1 is a card not given
_LINE_END = re.compile(r"\r\n?|\n")
NAME = re.compile(r"[A-Za-z0-9_]+\Z")
"""The name of a tag."""
_HEADER = re.compile(r'(?:[^"\\\r\n]|\\[^\r\n])*+\Z')
_MANY_LINES = 20_000
_PLAIN = bytes({*range(32, 127)} - set(b'[]{};"%'))
"""The characters of section tokens, and the blank between them (PBN 2.1 §3.2)."""


class ExportError(ValueError):
    """Something that the export format of PBN cannot hold."""


def checked(text: str) -> str:
    """The text with blanks for its tabs; raises ExportError where it holds another control character."""
    try:
        suspect = text.encode().translate(None, _FINE)
    except UnicodeEncodeError as error:
        raise ExportError(f"{text[error.start]!r} is half a character") from None
    if suspect:
        text = text.translate(_BLANKS)
        found = _CONTROL.search(text)
        if found:
            raise ExportError(f"the control character {ord(found[0]):#04x} is not allowed in PBN")
    return text


def _four_a_line(words: Sequence[str]) -> str:
    """Rows of four words, and a shorter one; nothing for no words."""
    count = len(words)
    if not count:
        return ""
    parts = [" "] * (2 * count)
    parts[::2] = words
    parts[7::8] = [EOL] * (count // 4)
    parts[-1] = EOL
    return "".join(parts)


def remark_of(text: str) -> str:
    """A comment's text as a remark: in braces, or behind ``;`` where it holds a closing brace itself."""
    if "}" not in text:
        return "{" + text + "}"
    return EOL.join(f";{line}" for line in _LINE_END.split(text))


def remark_lines(remarks: Iterable[str]) -> str:
    """Remarks that each start on a line of their own."""
    lines: list[str] = []
    for remark in remarks:
        _put(lines, "", remark, alone=True)
    return "".join(line + EOL for line in lines)


def annotation_text(annotation: Annotation, *, card: bool) -> str:
    """What stands behind a call or card: note references, then glyphs in order; a suffix becomes its glyph."""
    nags = list(annotation.nags)
    if annotation.suffix:
        nags.append(SUFFIXES[annotation.suffix] + (6 if card else 0))
    return "".join([f" ={number}=" for number in annotation.notes] + [f" ${nag}" for nag in sorted(nags)])


def auction_lines(
    auction: Auction, annotations: Mapping[int, Annotation], remarks: Mapping[int, Sequence[Placed]] = _NO_REMARKS
) -> str:
    """The calls, four on a line from the dealer's column."""
    ids = auction.ids
    if ids and min(ids) < 0:
        raise ExportError(f"call {next(at for at, call in enumerate(ids) if call < 0) + 1} is not a call")
    words = [_CALLS[call] for call in ids]
    if annotations:
        for at, annotation in annotations.items():
            if 0 <= at < len(words):
                words[at] += annotation_text(annotation, card=False)
    end = auction.end
    if end == "*" and ids and not auction.skips and not passes_needed(list(ids)):
        end = ""  # nothing is left out
    first = auction.all_pass
    if first is not None and 0 <= first < len(ids) and _is_all_pass(ids, first):
        # The annotations of the passes stand behind the one word.
        words[first:] = ["AP" + "".join(word[4:] for word in words[first:])]
        if remarks:
            moved: dict[int, Sequence[Placed]] = {index: found for index, found in remarks.items() if index < first}
            moved[first] = [remark for index in sorted(remarks) if index >= first for remark in remarks[index]]
            remarks = moved
    for at in auction.insufficient:
        if 0 <= at < len(words):
            words[at] = "^I " + words[at]
    if end == "+":
        words.append(end)
    if auction.skips:
        words, remarks = _with_skips(words, auction.skips, remarks)
    text = _rows(words, remarks)
    return text + "*" + EOL if end == "*" else text


def _is_all_pass(ids: Sequence[int], at: int) -> bool:
    return not any(ids[at:]) and passes_needed(list(ids[:at])) == len(ids) - at


def _with_skips(
    words: list[str], skips: Sequence[int], remarks: Mapping[int, Sequence[Placed]]
) -> tuple[list[str], Mapping[int, Sequence[Placed]]]:
    """Each player who was passed over takes a column."""
    out: list[str] = []
    moved: dict[int, Sequence[Placed]] = {}
    over = Counter(skips)
    for at in range(len(words) + 1):
        out += ["^S"] * over[at]
        if at < len(words):
            if at in remarks:
                moved[len(out)] = remarks[at]
            out.append(words[at])
    return out, moved


class Rotation(NamedTuple):
    """How the cells of a play move when its columns start with another player."""

    first: int
    step: int

    def cell(self, cell: int) -> int:
        """Where a cell goes to."""
        return cell - cell % 4 + (cell + self.step) % 4


_ROTATIONS = tuple(tuple(Rotation(leader, (first - leader) % 4) for leader in range(4)) for first in range(4))


def rotation(play: Play, declarer: Seat | None) -> Rotation:
    """From the columns of the play to those that start with the opening leader, if he is known."""
    return _ROTATIONS[play.first][play.first if declarer is None else (declarer + 1) & 3]


def play_lines(
    play: Play,
    turned: Rotation,
    annotations: Mapping[int, Annotation],
    remarks: Mapping[int, Sequence[Placed]] = _NO_REMARKS,
) -> str:
    """The cards, a trick on a line in fixed columns; annotations and remarks go by the cells of ``play``."""
    ids: Sequence[int] = play.ids
    short = -len(ids) % 4
    if short:
        ids = (*ids, *[UNKNOWN_CARD] * short)
    if turned.step:
        cells = list(ids)
        for at, card in enumerate(ids):
            cells[turned.cell(at)] = card
        ids = cells
        annotations = {turned.cell(at): annotation for at, annotation in annotations.items()}
        remarks = {turned.cell(at): found for at, found in remarks.items()}
    end = "*" if play.claim is not None else play.end
    marked = annotations or play.revokes or play.leads or play.next_cell is not None
    if not (marked or remarks):
        text = _four_a_line(itemgetter(*ids)(_CARDS)) if ids else ""
        if "?" in text:
            _refuse_card(ids)
        return text + "*\r\n" if end == "*" else text
    if UNREADABLE_CARD in ids:
        _refuse_card(ids)
    words = [_CARDS[card] for card in ids]
    for at, annotation in annotations.items():
        if 0 <= at < len(words):
            words[at] += annotation_text(annotation, card=True)
    for mark, marked_cells in (("^L ", play.leads), ("^R ", play.revokes)):
        for at in marked_cells:
            words[turned.cell(at)] = mark + words[turned.cell(at)]
    if end == "+" and play.next_cell is not None:
        cell = turned.cell(play.next_cell)
        if cell >= len(words):
            words += ["-"] * (cell - cell % 4 + 4 - len(words))
        words[cell] = "+" + words[cell][1:]
    text = _rows(words, remarks)
    return text + "*" + EOL if end == "*" else text


def _refuse_card(ids: Sequence[int]) -> None:
    raise ExportError(f"cell {ids.index(UNREADABLE_CARD) + 1} of the play is not a card")


def _rows(words: list[str], remarks: Mapping[int, Sequence[Placed]]) -> str:
    if not remarks:
        text = _four_a_line(words)
        if len(text) <= WIDTH or max(map(len, text.split(EOL))) <= WIDTH:
            return text
    lines: list[str] = []
    for start in range(0, len(words), 4):
        line = ""
        for at in range(start, min(start + 4, len(words))):
            # A mark stands with the word behind it, and what annotates a word may stand on the next line.
            parts = words[at].split(" ")
            found = _by_part(parts, remarks[at]) if at in remarks else {}
            for index, part in enumerate(parts):
                line = _add(lines, line, part)
                for remark in found.get(index, ()):
                    line = _put(lines, line, remark)
        if line:
            lines.append(line)
    return "".join(line + EOL for line in lines)


def _by_part(parts: Sequence[str], remarks: Iterable[Placed]) -> dict[int, list[str]]:
    """The remarks of a word by what they stand behind: the index of the word itself, or of an annotation."""
    word = next(index for index, part in enumerate(parts) if part[0] != "^")
    places: dict[tuple[str, int], int] = {("", 0): word}
    seen: Counter[str] = Counter()
    for index, part in enumerate(parts[word + 1 :], word + 1):
        places[part, seen[part]] = index
        seen[part] += 1
    last = len(parts) - 1
    found: dict[int, list[str]] = {}
    for remark, behind, nth in remarks:
        found.setdefault(last if behind is None else places.get((behind, nth), last), []).append(remark)
    return found


def _add(lines: list[str], line: str, word: str) -> str:
    """The line with one word more, or a new one."""
    if not line:
        return word
    if len(line) - (line.rfind("\n") + 1) + 1 + len(word) <= WIDTH:
        return f"{line} {word}"
    lines.append(line)
    return word


def _put(lines: list[str], line: str, remark: str, *, alone: bool = False) -> str:
    """The line with a remark, which may end it."""
    kind = remark[0]
    if kind == "%":
        if line:
            lines.append(line)
        lines.append(remark)
        return ""
    first = _LINE_END.search(remark)
    head = remark[: first.start()] if first else remark
    if line and (alone or len(line) - (line.rfind("\n") + 1) + 1 + len(head) > WIDTH):
        lines.append(line)
        line = ""
    if kind == "{":
        remark = EOL.join([_broken(part) for part in _LINE_END.split(remark)])
    joined = f"{line} {remark}" if line else remark
    if kind == ";" or alone:
        lines.append(joined)
        return ""
    return joined


def _broken(line: str) -> str:
    """A line of a comment, broken at spaces where it is too long for any line."""
    if len(line) <= LONGEST:
        return line
    parts = []
    while len(line) > LONGEST:
        at = line.rfind(" ", 1, LONGEST + 1)
        if at <= 0:
            at = line.find(" ", LONGEST)
            if at < 0:
                break
        parts.append(line[:at])
        line = line[at + 1 :]
    return EOL.join([*parts, line])


# Tables


class OddLine(Exception):
    """A line of a table that is no row of plain words."""


class TableForm(dict[str, str]):
    """How tables of one name and header are written.

    As a dictionary it has lines as they are read, to how they are written, since they repeat from board to board.
    """

    def __init__(self, name: str, header: str) -> None:
        super().__init__()
        if not is_section(name) or not NAME.match(name):
            raise ExportError(f"{name[:60]!r} is no name of a table")
        if not _HEADER.match(header):
            raise ExportError(f"the columns of {name} hold a quote or a line end")
        if ";" not in header:
            header = ";".join(header.split()) or header  # blanks in place of ";" are understood
        header = checked(header)
        self.opening = f'[{name} "{header}"]{EOL}'
        columns = parse_header(header).columns
        self.names = tuple(column.name for column in columns)
        forms = []
        for column in columns:
            width = min(column.width, LONGEST)
            forms.append(f"%{'' if column.align == 'R' else '-'}{width}s" if width else "%s")
        if columns[-1].align != "R":
            forms[-1] = "%s"  # no blanks at the end of a line
        self.row = " ".join(forms) + EOL

    def __missing__(self, line: str) -> str:
        values = line.split()
        if values and (len(values) != len(self.names) or line.encode().translate(None, _PLAIN)):
            raise OddLine
        written = self.row % tuple(values) if values else ""
        if len(self) >= _MANY_LINES:
            self.clear()
        self[line] = written
        return written


@lru_cache(maxsize=64)
def table_form(name: str, header: str) -> TableForm:
    """The form of tables with this name and header; raises ExportError where there can be none."""
    return TableForm(name, header)


def elements_of(values: Sequence[str]) -> Sequence[str]:
    """Values as elements: in quotes where they are not plain words."""
    joined = " ".join(values)
    # Nothing but the characters of section tokens, no value is empty, and none holds a blank.
    if (
        not joined.encode("utf-8", "replace").translate(None, _PLAIN)
        and len(joined.split()) == len(values) == joined.count(" ") + 1
    ):
        return values
    return [value if _is_token(value) else quoted(value) for value in values]


def _is_token(value: str) -> bool:
    return bool(value) and " " not in value and not value.encode("utf-8", "replace").translate(None, _PLAIN)


def quoted(value: str) -> str:
    """A string of the format: in quotes, with its quotes and backslashes escaped (PBN 2.1 §3.2)."""
    if "\n" in value or "\r" in value:
        raise ExportError(f"the text {value[:60]!r} holds a line end, which PBN does not allow there")
    if "\\" in value or '"' in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{value}"'


def reads_back(table: Table) -> bool:
    """Whether the rows of a table, one on a line, are read as these rows; those that fit the columns always are."""
    widths, width = list(map(len, table.rows)), max(len(table.columns), 1)
    return (row_sizes(widths, width) or [width] * len(widths)) == widths


def rows_of(table: Table, form: TableForm) -> str:
    """The rows of a table, one on a line."""
    names = form.names
    if names != table.columns and names != (table.columns or ("",)):
        raise ExportError(f"the header of {table.name} does not name its columns")
    flat = table.values
    if flat is not None:
        if flat and names == ("",):
            raise ExportError(f"{table.name} has rows, but names no columns")
        return checked(form.row * (len(flat) // len(names)) % tuple(elements_of(flat)))
    if not reads_back(table):
        raise ExportError(f"rows of {table.name} do not fit its columns, and would be read as others")
    lines = []
    for row in table.rows:
        values = elements_of(row)
        lines.append(form.row % tuple(values) if len(row) == len(names) else " ".join(values) + EOL)
    return checked("".join(lines))
