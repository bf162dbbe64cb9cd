"""``pbntools format``."""

from __future__ import annotations

import contextlib
import difflib
import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import IO, BinaryIO, Protocol, cast

import click

from pbntools.cli import OutputClosedError, options
from pbntools.cli.inputs import Missing, Source, expand
from pbntools.cli.streams import (
    STANDARD_OUTPUT,
    Failure,
    Output,
    complain,
    internal_error,
    on_terminal,
    opened_output,
    reason,
    refuse_inputs,
    say,
    shown,
    trouble_with,
    unread,
)
from pbntools.diagnostics import Diagnostic
from pbntools.formats.files import AtomicFile
from pbntools.formats.pbn.formatting import FormatError, Formatter, Piece, Survey, survey
from pbntools.formats.unpacking import PBN_SUFFIXES, Stream
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import to_json

_EOLS = {"crlf": "\r\n", "lf": "\n"}
_LINES_COMPARED = 4000
"""Lines of one game that are compared one by one; a longer game is shown as replaced."""


@dataclass(slots=True)
class Done:
    """What came of one file.  ``left`` holds the place and the reason of each game that was left as it was."""

    path: str
    changed: bool = False
    games: int = 0
    encoding: str = ""
    left: list[dict[str, object]] = field(default_factory=list)
    failure: str | None = None


class _Hashed:
    """A binary file whose bytes are counted into a digest as they pass."""

    def __init__(self, file: Stream) -> None:
        self._file = file
        self.digest = hashlib.sha256()

    def read(self, size: int = -1, /) -> bytes:
        data = self._file.read(size)
        self.digest.update(data)
        return data


@click.command(
    epilog="""\b
Examples:
  pbntools format club.pbn                     to the standard output
  pbntools format club.pbn -o formatted.pbn    into another file
  pbntools format --in-place archive/          all files below, where they are
  pbntools format --check --diff .             what would change, for CI
  pbntools format old.pbn.gz -o old.pbn        a compressed file

Exit status: 0, or 1 where --check finds a file that would change, where a game
was left as it was, or where there is no record; 2 misuse or a file that could
not be read or written.""",
)
@options.paths
@click.option("--check", is_flag=True, help="Write nothing; the exit status is 1 if a file would change.")
@click.option("--diff", is_flag=True, help="Write nothing but what would change, as a difference of lines.")
@click.option("-i", "--in-place", is_flag=True, help="Replace each file that changes, whole or not at all.")
@click.option("--backup", is_flag=True, help="With --in-place: keep the old file under its name with .bak behind it.")
@click.option(
    "--line-ends",
    type=click.Choice(list(_EOLS)),
    default="crlf",
    show_default=True,
    help="How lines end. The export format of the standard has crlf.",
)
@options.output_format("text", "json")
@options.output
@options.stdin_name
@options.encoding
@options.from_format
def command(
    paths: tuple[str, ...],
    check: bool,
    diff: bool,
    in_place: bool,
    backup: bool,
    line_ends: str,
    form: str,
    output: str | None,
    stdin_name: str | None,
    encoding: str | None,
    from_format: str | None,
) -> int:
    """Write PBN files in the export format of the standard.

    Order of tags, spellings, columns, line ends and character set are the standard's; nothing is lost and nothing made
    up. A game that holds what the format has no place for is left as it was, and said to be. Of several files, the
    games follow each other in the output.
    """
    if from_format not in (None, "pbn"):
        raise click.UsageError("format writes PBN files anew; 'pbntools convert' reads other formats.")
    _refuse(paths, check=check, diff=diff, in_place=in_place, backup=backup, form=form, output=output)
    refuse_inputs(output, paths)
    run = _Run(_EOLS[line_ends], encoding)
    items = list(expand(paths, stdin_name, PBN_SUFFIXES))
    with contextlib.ExitStack() as stack:
        if in_place:
            for item in items:
                run.each(item, lambda source: _in_place(run, source, backup=backup))
        elif check or diff:
            out = stack.enter_context(opened_output(output)) if diff else None
            for item in items:
                run.each(item, lambda source: _compare(run, source, out))
        else:
            _write(run, items, output)
        if form == "json":
            report = stack.enter_context(opened_output(None))
            body = {"version": 1, "files": [asdict(done) for done in run.done], "summary": run.counts()}
            report.write(to_json(body, ascii_only=report.ascii_only) + "\n")
    say(run.summary(written=not (check or diff)))
    if on_terminal() and not (check or diff):
        say("'pbntools check --profile export' tells what is still not as the export format has it")
    return run.status(check=check, diff=diff)


def _refuse(
    paths: tuple[str, ...],
    *,
    check: bool,
    diff: bool,
    in_place: bool,
    backup: bool,
    form: str,
    output: str | None,
) -> None:
    """Raise a usage error for options that do not go together."""
    to_file = output is not None and output != "-"
    if in_place and (check or diff):
        raise click.UsageError("--in-place writes and --check and --diff do not: give one or the other.")
    if in_place and output is not None:
        raise click.UsageError("--in-place and -o are two places for the output: give one.")
    if in_place and "-" in paths:
        raise click.UsageError("--in-place needs files: the standard input has no place.")
    if backup and not in_place:
        raise click.UsageError("--backup goes with --in-place.")
    if check and not diff and to_file:
        raise click.UsageError("--check writes nothing, so it has no use for -o.")
    if form == "json" and not (in_place or (check and not diff) or to_file):
        raise click.UsageError(
            "--output-format json prints a report, so the games must go elsewhere: give --check, --in-place or -o FILE."
        )


class _Run:
    """What a run has come to so far."""

    def __init__(self, eol: str, encoding: str | None) -> None:
        self.eol = eol
        self.encoding = encoding
        self.done: list[Done] = []

    def each(self, item: Source | Missing, work: Callable[[Source], None]) -> None:
        """Do one file's work; whatever goes wrong with it does not cost the next."""
        done = Done(item.path)
        self.done.append(done)
        if isinstance(item, Missing):
            self.fail(done, item.why)
            return
        try:
            work(item)
        except FormatError as error:
            self.fail(done, f"cannot be formatted: {error}")
        except OSError as error:
            self.fail(done, unread(error))
        except (OutputClosedError, Failure):
            raise
        except Exception as error:  # noqa: BLE001  (a fault of ours in one file must not cost the files after it)
            self.fail(done, internal_error(error))

    def fail(self, done: Done, why: str) -> None:
        done.failure = why
        complain(f"{shown(done.path)}: {why}")

    def pieces(self, file: Stream, source: _Readable, surveyed: Survey, *, first: bool = True) -> Iterator[Piece]:
        """The pieces of the file that is under way; says what is left as it was."""
        done = self.done[-1]
        done.encoding = {"iso8859-1": "iso-8859-1"}.get(surveyed.encoding, surveyed.encoding)
        formatter = Formatter(
            cast(BinaryIO, file), surveyed, name=source.path, encoding=self.encoding, eol=self.eol, first=first
        )
        for piece in formatter:
            done.games += piece.is_game
            if piece.left is not None:
                self.leave(done, piece)
            yield piece
        if not done.games:
            complain(f"{shown(done.path)}: no record in it; it is left as it is")

    def leave(self, done: Done, piece: Piece) -> None:
        left, line = piece.left, piece.line
        text = left if isinstance(left, str) else ""
        code = None
        if isinstance(left, Diagnostic):
            line = left.location.line or line
            code = left.rule.code
            text = f"{left.rule}: {left.message}"
        board = f"board {piece.board}" if piece.board else "a game" if piece.is_game else "text"
        done.left.append({"line": line, "board": piece.board, "code": code, "reason": text})
        complain(f"{shown(done.path)}:{line}: {shown(board)} is left as it was: {shown(text)}")

    def counts(self) -> dict[str, int]:
        """What there is to be said in numbers."""
        fine = [done for done in self.done if done.failure is None]
        return {
            "files": len(fine),
            "changed": sum(done.changed for done in fine),
            "games": sum(done.games for done in fine),
            "left": sum(len(done.left) for done in fine),
            "failures": len(self.done) - len(fine),
        }

    def summary(self, *, written: bool) -> str:
        """The closing line."""
        counts = self.counts()
        verb = "formatted" if written else "looked at"
        text = f"{verb} {plural(counts['games'], 'game')} in {plural(counts['files'], 'file')}: "
        text += f"{counts['changed']} {'changed' if written else 'would change'}"
        if counts["left"]:
            text += f"; {plural(counts['left'], 'game')} left as before"
        if counts["failures"]:
            text += f"; {plural(counts['failures'], 'path')} could not be formatted"
        return text

    def status(self, *, check: bool, diff: bool) -> int:
        """The exit status."""
        counts = self.counts()
        if counts["failures"]:
            return 2
        if any(not done.games for done in self.done):
            return 1
        if check or diff:
            return int(check and counts["changed"] > 0)
        return int(counts["left"] > 0)


@contextlib.contextmanager
def _readable(source: Source) -> Iterator[_Readable]:
    """A source that can be read twice."""
    if not source.is_stdin:
        yield source
        return
    with tempfile.TemporaryDirectory(prefix="pbntools-") as folder:
        copy = os.path.join(folder, "input")
        with source.open() as file, open(copy, "wb") as spool:
            while block := file.read(1 << 20):
                spool.write(block)
        yield _Spooled(source.path, copy)


class _Readable(Protocol):
    """What can be opened as often as one likes."""

    @property
    def path(self) -> str: ...

    def open(self) -> contextlib.AbstractContextManager[Stream]: ...


@dataclass(frozen=True, slots=True)
class _Spooled:
    """The standard input, copied so that it can be read twice."""

    path: str
    copy: str

    @contextlib.contextmanager
    def open(self) -> Iterator[BinaryIO]:
        with open(self.copy, "rb") as file:
            yield file


def _surveyed(run: _Run, source: _Readable) -> Survey:
    with source.open() as file:
        return survey(cast(BinaryIO, file), encoding=run.encoding)


def _bytes(piece: Piece, surveyed: Survey) -> bytes:
    try:
        return piece.after.encode(surveyed.encoding)
    except UnicodeEncodeError as error:
        raise FormatError(f"{error.object[error.start]!r} cannot be written in {surveyed.encoding}") from None


def _copy(run: _Run, source: _Readable, surveyed: Survey, out: IO[bytes] | None, *, first: bool = True) -> None:
    """Format a file into a stream, and see whether that changed it."""
    done = run.done[-1]
    digest = hashlib.sha256()
    with source.open() as file:
        hashed = _Hashed(file)
        for piece in run.pieces(hashed, source, surveyed, first=first):
            data = _bytes(piece, surveyed)
            digest.update(data)
            if out is not None:
                out.write(data)
    # A file without a record is none that there would be a format for.
    done.changed = done.games > 0 and digest.digest() != hashed.digest.digest()


def _in_place(run: _Run, source: Source, *, backup: bool) -> None:
    done = run.done[-1]
    if source.member is not None:
        raise FormatError("it stands in an archive, where it would not be replaced; use -o")
    before = os.stat(source.path)
    with source.open() as packed:
        if packed.method is not None:
            raise FormatError("it is compressed, and would not be so in its place; use -o")
    surveyed = _surveyed(run, source)
    with tempfile.TemporaryFile() as spool:
        _copy(run, source, surveyed, spool)
        if not done.changed:
            return
        spool.seek(0)
        try:
            with AtomicFile(source.path, backup=backup) as target:
                shutil.copyfileobj(spool, target.stream)
                now = os.stat(source.path)
                if (now.st_mtime_ns, now.st_size, now.st_ino) != (before.st_mtime_ns, before.st_size, before.st_ino):
                    raise FormatError("it was changed by another program meanwhile")
        except OSError as error:
            done.changed = False
            run.fail(done, f"cannot be written: {reason(error)}")


def _compare(run: _Run, source: Source, out: Output | None) -> None:
    done = run.done[-1]
    with _readable(source) as readable:
        surveyed = _surveyed(run, readable)
        _copy(run, readable, surveyed, None)
        if done.changed and out is not None:
            with readable.open() as file:
                formatter = Formatter(
                    cast(BinaryIO, file), surveyed, name=source.path, encoding=run.encoding, eol=run.eol
                )
                _write_diff(out, source, formatter)
    if done.changed:
        say(f"would format {shown(source.path)}")


def _write_diff(out: Output, source: Source, pieces: Iterable[Piece]) -> None:
    """The difference game by game, so that none but the game at hand is in memory; line ends are not compared."""
    name = out.screen(ascii_only=False).safe(source.path)
    out.write(f"--- {name}\n+++ {name}\n")
    old_line = new_line = 1
    for piece in pieces:
        old, new = piece.before.splitlines(), piece.after.splitlines()
        for hunk in _hunks(old, new, old_line, new_line):
            out.write(hunk)
        old_line += len(old)
        new_line += len(new)


def _hunks(old: list[str], new: list[str], old_line: int, new_line: int) -> Iterator[str]:
    if old == new:
        return
    if len(old) + len(new) > _LINES_COMPARED:
        yield f"@@ -{old_line},{len(old)} +{new_line},{len(new)} @@\n"
        yield "".join(f"-{line}\n" for line in old) + "".join(f"+{line}\n" for line in new)
        return
    for group in difflib.SequenceMatcher(None, old, new, autojunk=False).get_grouped_opcodes(3):
        first, last = group[0], group[-1]
        yield (f"@@ -{_range(old_line, first[1], last[2])} +{_range(new_line, first[3], last[4])} @@\n")
        for kind, i, j, k, m in group:
            if kind == "equal":
                yield "".join(f" {line}\n" for line in old[i:j])
                continue
            yield "".join(f"-{line}\n" for line in old[i:j]) + "".join(f"+{line}\n" for line in new[k:m])


def _range(line: int, start: int, stop: int) -> str:
    # An empty range names the line before it.
    return f"{line + start - (start == stop)},{stop - start}"


class _Stream:
    """An output as bytes, whose trouble is not that of the file that is read.

    A reader of the standard output that went away ends the run quietly.
    """

    def __init__(self, name: str, stream: IO[bytes] | None) -> None:
        self._name = name
        self._stream = stream

    def write(self, data: bytes) -> None:
        if self._stream is not None:
            with trouble_with(self._name):
                self._stream.write(data)

    def flush(self) -> None:
        if self._stream is not None:
            with trouble_with(self._name):
                self._stream.flush()


def _write(run: _Run, items: list[Source | Missing], output: str | None) -> None:
    """Format all files one behind the other into one output."""
    if output is None or output == "-":
        stream = _Stream(STANDARD_OUTPUT, getattr(sys.stdout, "buffer", None))
        _write_all(run, items, cast("IO[bytes]", stream))
        stream.flush()
        return
    try:
        with AtomicFile(output) as target:
            _write_all(run, items, cast("IO[bytes]", _Stream(shown(output), target.stream)))
            if any(done.failure is not None for done in run.done):
                raise FormatError
    except FormatError:
        complain(f"{shown(output)}: not written, since not all could be read")
    except OSError as error:
        raise Failure(f"cannot write {shown(output)}: {reason(error)}") from error


def _write_all(run: _Run, items: list[Source | Missing], out: IO[bytes]) -> None:
    if len(items) == 1:
        run.each(items[0], lambda source: _write_one(run, source, out))
        return
    # One file has one character set: that which all of the games need.
    needed = Survey()
    with contextlib.ExitStack() as stack:
        copies: dict[int, _Readable] = {}
        for number, item in enumerate(items):
            if isinstance(item, Source):
                with contextlib.suppress(OSError):
                    copies[number] = stack.enter_context(_readable(item))
                    found = _surveyed(run, copies[number])
                    needed = Survey(
                        max(needed.encoding, found.encoding, key=("iso8859-1", "utf-8").index),
                        needed.ascii and found.ascii,
                        needed.declared or found.declared,
                    )
        started = False
        for number, item in enumerate(items):
            copy = copies.get(number)
            run.each(item, partial(_append, run, copy, needed, out, not started))
            started = started or run.done[-1].games > 0


def _append(run: _Run, copy: _Readable | None, surveyed: Survey, out: IO[bytes], first: bool, source: Source) -> None:
    _copy(run, copy or source, surveyed, out, first=first)


def _write_one(run: _Run, source: Source, out: IO[bytes]) -> None:
    with _readable(source) as readable:
        _copy(run, readable, _surveyed(run, readable), out)
