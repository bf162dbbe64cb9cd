"""The formats that are known: names, suffixes, and how to tell, read and write them.

Other packages add formats by an entry point of the group ``pbntools.formats`` that leads to a `Format`.  Modules are
imported when a format is first needed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, BinaryIO, Protocol

from pbntools.formats.losses import Losses
from pbntools.formats.unpacking import Stream, Unpacked, opened, unpacked
from pbntools.record import Record

if TYPE_CHECKING:
    from pbntools.core import Contract, Seat
    from pbntools.diagnostics import Finding
    from pbntools.formats.reading import RecordReader
    from pbntools.formats.text import Input
    from pbntools.record import Play

GROUP = "pbntools.formats"
"""The entry points of other packages."""
HEAD = 4096
"""Bytes at the start of a file by which formats are told apart."""

PARTS = (
    "deal", "board", "dealer", "vulnerable", "players", "event", "auction", "notes", "play", "claim", "contract",
    "result", "comments", "tables", "tags",
)  # fmt: skip
"""The parts of a record that a format may hold."""

_BUILT_IN = {
    "pbn": (".pbn",),
    "json": (".json",),
    "jsonl": (".jsonl", ".ndjson"),
    "lin": (".lin",),
    "handviewer": (".url",),
    "dde": (),
    "rbn": (".rbn",),
    "rbx": (".rbx",),
    "dlm": (".dlm",),
    "dup": (".dup",),
    "bri": (".bri",),
    "dge": (".dge",),
    "bhg": (".bhg",),
    "ber": (".ber",),
    "rzd": (".rzd",),
    "cds": (".cds",),
    "bigdeal": (".bigdeal.csv",),
    "deals": (".deals",),
    "dealer": (".oneline",),
    "gib": (".asc", ".gib"),
    "ben": (".ben",),
    "owners": (".owners",),
    "dds": (".dds",),
    "endplay": (),
    "bridgebots": (),
    "usebio": (".xml", ".usebio"),
    "bws": (".bws",),
    "bws-csv": (),
    "csv": (".csv",),
}
"""The formats of this package by name, with their suffixes; ``pbntools.formats.<name>.format`` has the rest."""
_MODULES = {
    "jsonl": "json",
    "endplay": "json",
    "bridgebots": "json",
    "handviewer": "links",
    "dde": "links",
    "rbx": "rbn",
    **dict.fromkeys(("dlm", "dup", "bri", "dge", "bhg", "ber", "rzd", "cds", "bigdeal"), "dealing"),
    **dict.fromkeys(("deals", "dealer", "gib", "ben", "owners", "dds"), "oneline"),
    "bws-csv": "bws",
    "csv": "csv_records",
}
"""The module of a format where it is not named as the format."""
_PBN = re.compile(rb"(?:\A(?:\xef\xbb\xbf)?|[\r\n])[ \t]*+(?:\[[ \t]*+[A-Za-z0-9_]++[ \t]*+\"|% (?:PBN|EXPORT)\b)")
_UTF_16 = b"\xff\xfe", b"\xfe\xff"


class WriteError(ValueError):
    """Records that a format cannot hold even with losses, such as more boards than it has room for."""


class PlayFacts(Protocol):
    """What follows from a play under the Laws; `pbntools.laws.PlayTrace` has it."""

    @property
    def play(self) -> Play:
        """The play."""
        ...

    @property
    def findings(self) -> Sequence[Finding]:
        """What is wrong."""
        ...

    @property
    def leaders(self) -> Sequence[int]:
        """The leader of each trick and of the one to come, as seats; -1 where not known."""
        ...

    @property
    def won(self) -> tuple[int, int]:
        """The tricks of which the winner is known, by side."""
        ...


class Facts(Protocol):
    """What follows from a record under the Laws; `pbntools.laws.Outcome` has it."""

    @property
    def contract(self) -> Contract | None:
        """The contract."""
        ...

    @property
    def declarer(self) -> Seat | None:
        """The declarer."""
        ...

    @property
    def tricks(self) -> int | None:
        """Declarer's tricks."""
        ...

    @property
    def tricks_source(self) -> str:
        """``recorded``, ``claimed``, ``played``, ``deduced`` or ``unknown``."""
        ...

    @property
    def deal_sound(self) -> bool:
        """Whether four hands of thirteen cards make up the deck."""
        ...

    @property
    def play(self) -> PlayFacts | None:
        """What the play comes to; None without a play."""
        ...


Fit = Callable[[Record, Facts, Losses], Record | None]
"""Reduces a record to what a format can hold, and notes what that loses; None where it is left out."""

Write = Callable[[Iterable[Record], BinaryIO, str | None], int]
"""Writes fitted records to a file in a dialect, and returns their number."""


@dataclass(frozen=True, slots=True)
class Format:
    """A format of files with records.

    ``holds`` names the `PARTS` that it has a place for.  ``sniff`` tells from the first bytes, at most `HEAD`, whether
    a file may be of the format.  ``open`` gives a reader.  ``fitter`` makes a `Fit` for the records of one file, which
    may depend on those before.  ``write`` writes fitted records to a binary file and returns their number; what it
    wrote reads back as just those records.  Where one of the last four is None, the format cannot do that.
    """

    name: str
    title: str
    suffixes: tuple[str, ...]
    holds: frozenset[str]
    sniff: Callable[[bytes], bool] | None = None
    open: Callable[..., RecordReader] | None = None
    """Called with a binary file, ``name=`` and ``encoding=``."""
    fitter: Callable[[str | None], Fit] | None = None
    """Called with the name of the dialect, or None for the first one."""
    write: Callable[[Iterable[Record], BinaryIO, str | None], int] | None = None
    """Called with the records, the file and the name of the dialect; raises `WriteError`."""
    dialects: tuple[str, ...] = ()
    options: frozenset[str] = frozenset()
    """Further arguments that ``open`` takes by name."""


@dataclass(frozen=True, slots=True)
class BrokenPlugin:
    """An entry point that led to no format, and why."""

    name: str
    why: str


@cache
def get_format(name: str) -> Format:
    """The format with this name; KeyError where there is none."""
    if name in _BUILT_IN:
        found = import_module(f"pbntools.formats.{_MODULES.get(name, name)}.format").FORMATS[name]
        if not isinstance(found, Format):
            raise TypeError(f"{name} is no format")
        return found
    for plugin in plugins()[0]:
        if plugin.name == name:
            return plugin
    raise KeyError(name)


@cache
def plugins() -> tuple[tuple[Format, ...], tuple[BrokenPlugin, ...]]:
    """The formats of other packages, and the entry points that led to none."""
    from importlib.metadata import entry_points

    found: list[Format] = []
    broken: list[BrokenPlugin] = []
    for entry in entry_points(group=GROUP):
        try:
            loaded = entry.load()
        except (Exception, SystemExit) as error:  # noqa: BLE001  (whatever a stranger's module does, ours goes on)
            broken.append(BrokenPlugin(entry.name, f"{type(error).__name__}: {str(error)[:200]}"))
            continue
        if not isinstance(loaded, Format):
            broken.append(BrokenPlugin(entry.name, f"{entry.value} is a {type(loaded).__name__} and no Format"))
        elif why := _unfit(loaded):
            broken.append(BrokenPlugin(entry.name, why))
        elif loaded.name in _BUILT_IN or any(other.name == loaded.name for other in found):
            broken.append(BrokenPlugin(entry.name, f"there is a format {loaded.name!r} already"))
        else:
            found.append(loaded)
    return tuple(found), tuple(broken)


def _unfit(found: Format) -> str:
    """What is wrong with the values of a format; an empty string where nothing is."""
    if not (
        isinstance(found.suffixes, tuple) and all(isinstance(end, str) and end[:1] == "." for end in found.suffixes)
    ):
        return "its suffixes are no tuple of texts that start with a dot"
    if not isinstance(found.holds, frozenset) or found.holds - set(PARTS):
        return f"it does not hold a frozenset of {', '.join(PARTS)}"
    if (found.fitter is None) != (found.write is None):
        return "it has one of fitter and write, which go together"
    return ""


def _sniffs(found: Format, head: bytes) -> bool:
    if found.sniff is None:
        return False
    if found.name in _BUILT_IN:
        return found.sniff(head)
    try:
        return bool(found.sniff(head))
    except Exception:  # noqa: BLE001  (what a stranger's format cannot look at is not of that format)
        return False


def is_built_in(found: Format) -> bool:
    """Whether a format is one of this package."""
    return found.name in _BUILT_IN


def format_names() -> list[str]:
    """The names of all formats."""
    return [*_BUILT_IN, *(plugin.name for plugin in plugins()[0])]


def formats() -> list[Format]:
    """All formats."""
    return [get_format(name) for name in format_names()]


def format_of_path(path: str) -> Format | None:
    """The format that a path's suffix names; None where it names none."""
    low = os.path.basename(path).lower().removesuffix(".gz")
    for name, suffixes in _BUILT_IN.items():
        if low.endswith(suffixes):
            return get_format(name)
    return next((plugin for plugin in plugins()[0] if low.endswith(plugin.suffixes)), None)


def looks_like_pbn(head: bytes) -> bool:
    """Whether a line of the first bytes begins as those of a PBN file do."""
    return _PBN.search(_narrow(head)) is not None


def _narrow(head: bytes) -> bytes:
    """The first bytes of a file in UTF-16 with a byte order mark as UTF-8, any others as they are."""
    if not head.startswith(_UTF_16):
        return head
    name = "utf-16-le" if head.startswith(_UTF_16[0]) else "utf-16-be"
    return head[2:].decode(name, "replace").encode("utf-8", "replace")


def sniffed(head: bytes, path: str) -> Format:
    """The format of a file by its first bytes; its suffix decides between those that it may be, and PBN is the last
    resort."""
    head = _narrow(head)
    if looks_like_pbn(head):
        return get_format("pbn")
    named = format_of_path(path)
    candidates = [found for found in formats() if _sniffs(found, head)]
    if named is not None and (named in candidates or not candidates):
        return named
    return candidates[0] if candidates else get_format("pbn")


def open_reader(
    source: Input,
    *,
    name: str | None = None,
    encoding: str | None = None,
    format: str | None = None,
    **options: object,
) -> tuple[RecordReader, ExitStack]:
    """A reader of a file, and what is to be closed behind it.

    ``format`` is a format's name; without it the content decides.  ``options`` go to a reader that has them, and are
    left aside for others: see `Format.options`.  Raises OSError where the file cannot be read, KeyError for a format
    that is not known, and ValueError for one that cannot be read.
    """
    stack = ExitStack()
    try:
        file, path = _open(source, stack)
        path = name or path
        head = b""
        if format is None:
            while len(head) < HEAD and (piece := file.read(HEAD - len(head))):
                head += piece
            found = sniffed(head, path)
        else:
            found = get_format(format)
        if found.open is None:
            raise ValueError(f"{found.name} can be written, but not read")
        if head:
            file = Unpacked(file, head, file.method)
        taken = {option: value for option, value in options.items() if option in found.options}
        return found.open(file, name=path, encoding=encoding, **taken), stack
    except BaseException:
        stack.close()
        raise


def _open(source: Input, stack: ExitStack) -> tuple[Unpacked, str]:
    if isinstance(source, bytes):
        import io

        return unpacked(io.BytesIO(source)), "<bytes>"
    if isinstance(source, (str, os.PathLike)):
        return stack.enter_context(opened(source)), os.fspath(source)
    return unpacked(source), str(getattr(source, "name", "<stream>"))


def read_all(source: Stream, most: int) -> bytes:
    """The whole file; OSError where it is longer than so many bytes."""
    pieces: list[bytes] = []
    size = 0
    while piece := source.read(1 << 20):
        size += len(piece)
        if size > most:
            raise OSError(f"the file is longer than {most >> 20} MB, and files of its format are not")
        pieces.append(piece)
    return b"".join(pieces)


__all__ = [
    "GROUP",
    "HEAD",
    "PARTS",
    "BrokenPlugin",
    "Facts",
    "Fit",
    "Format",
    "Write",
    "WriteError",
    "format_names",
    "format_of_path",
    "formats",
    "get_format",
    "is_built_in",
    "looks_like_pbn",
    "open_reader",
    "plugins",
    "read_all",
    "sniffed",
]
