"""Where output goes: the standard output or a file, and messages to the standard error."""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import shutil
import sys
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, TextIO

import click

from pbntools.cli import OutputClosedError
from pbntools.cli.misuse import words_of
from pbntools.formats.files import AtomicFile, write_atomically
from pbntools.formats.unpacking import SUFFIXES, split
from pbntools.reports.screen import STYLES, Screen
from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.reports.language import Language

_TEXT: Any = {"encoding": "utf-8", "errors": "backslashreplace", "newline": "\n"}
STANDARD_OUTPUT = Said("the standard output")
_STDOUT = ("-", "/dev/stdout", "/dev/fd/1", "/proc/self/fd/1")
_REASONS = {
    str(text): text
    for text in (
        Said("No such file or directory"),
        Said("Permission denied"),
        Said("Is a directory"),
        Said("Not a directory"),
        Said("File name too long"),
        Said("No space left on device"),
    )
}
"""What the system says of files, where it has a translation."""
GONE = {errno.EPIPE, errno.EINVAL, errno.ESHUTDOWN}  # EINVAL is what Windows says of a closed pipe


class Failure(click.ClickException):
    """Something that ends the run with exit status 2: no file for the output, a broken configuration."""

    exit_code = 2

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self._words = words_of(click.get_current_context(silent=True))

    def show(self, file: IO[str] | None = None) -> None:
        complain(shown(spoken(self.message, self._words)) if isinstance(self.message, Said) else self.message)


class Output:
    """A text stream that is written to as things become known."""

    def __init__(self, stream: TextIO | None, name: str, *, is_file: bool = False) -> None:
        self._stream = stream
        self._name = name
        self._is_file = is_file

    @property
    def encoding(self) -> str:
        """The name of the encoding, as Python's codecs know it."""
        name = getattr(self._stream, "encoding", None)
        return codecs.lookup(name).name if name else "utf-8"

    @property
    def ascii_only(self) -> bool:
        """Whether JSON should be plain ASCII here."""
        return self.encoding != "utf-8"

    def write(self, text: str) -> None:
        """Write; raises `OutputClosedError` when nobody reads any more, `Failure` when there is no room."""
        if self._stream is not None and text:
            with trouble_with(self._name):
                self._stream.write(text)

    def write_bytes(self, data: bytes) -> None:
        """Write bytes that have an encoding of their own, with the same exceptions."""
        if self._stream is not None:
            with trouble_with(self._name):
                self._stream.flush()
                self._stream.buffer.write(data)

    def close_with(self, summary: str) -> None:
        """Write the closing line to a file, which nobody reads beside the standard error."""
        if self._is_file:
            self.write(f"{summary}\n")

    def flush(self) -> None:
        """Hand on what is buffered, with the same exceptions."""
        if self._stream is not None:
            with trouble_with(self._name):
                self._stream.flush()

    def screen(self, *, ascii_only: bool) -> Screen:
        """What this stream can show."""
        return Screen(
            "ascii" if ascii_only else self.encoding, _width(), {} if self._is_file else _palette(self._stream)
        )


@contextlib.contextmanager
def trouble_with(name: str) -> Iterator[None]:
    """What goes wrong with an open output: `OutputClosedError` when nobody reads any more, else a `Failure`."""
    try:
        yield
    except OSError as error:
        if error.errno in GONE:
            raise OutputClosedError from error
        raise Failure(Said("cannot write {path}: {why}", path=name, why=reason(error))) from error


def _width() -> int:
    return max(shutil.get_terminal_size((100, 24)).columns, 40)


def _palette(stream: TextIO | None) -> dict[str, tuple[str, str]]:
    # rich is slow to import, so it is asked only where there may be colour.
    if stream is None or not (stream.isatty() or os.environ.get("FORCE_COLOR")) or os.environ.get("NO_COLOR"):
        return {}
    from rich.color import ColorSystem
    from rich.console import Console
    from rich.style import Style

    console = Console(file=stream)
    systems = {"standard": ColorSystem.STANDARD, "256": ColorSystem.EIGHT_BIT, "truecolor": ColorSystem.TRUECOLOR}
    system = systems.get(console.color_system or "")
    if system is None or console.legacy_windows:
        return {}
    palette = {}
    for name, style in STYLES.items():
        before, _, after = Style.parse(style).render("text", color_system=system).partition("text")
        palette[name] = (before, after)
    return palette


@contextlib.contextmanager
def opened_output(path: str | None, *, is_document: bool = False) -> Iterator[Output]:
    """The standard output, or a file that appears under its name only when all of it is written.

    A document says itself that it is UTF-8, and is written so to the standard output, too.
    """
    if path is None or path in _STDOUT:
        stream = sys.stdout
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8" if is_document else None, errors="backslashreplace")
        out = Output(stream, STANDARD_OUTPUT)
        yield out
        out.flush()
        return
    file: AtomicFile | None = None
    with _writing(path):
        # A device or a pipe cannot be replaced, only written to.
        if not os.path.exists(path) or os.path.isfile(path):
            file = AtomicFile(path)
        stream = io.TextIOWrapper(file.stream if file else open(path, "wb"), **_TEXT)  # noqa: SIM115
    try:
        out = Output(stream, shown(path), is_file=True)
        yield out
        with _writing(path):
            stream.flush()
            if file:
                file.commit()
            else:
                stream.close()
    finally:
        if file:
            file.discard()
        with contextlib.suppress(OSError, ValueError):
            stream.close()


@contextlib.contextmanager
def _writing(path: str) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise Failure(Said("cannot write {path}: {why}", path=path, why=reason(error))) from error


def write_bytes(path: str | None, data: bytes) -> None:
    """Write to the standard output, or to a file that appears under its name only when all of it is written.

    Raises `Failure`, and `OutputClosedError` when nobody reads any more.
    """
    if path is None or path in _STDOUT:
        with trouble_with(STANDARD_OUTPUT):
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return
    with _writing(path):
        if os.path.exists(path) and not os.path.isfile(path):
            Path(path).write_bytes(data)
        else:
            write_atomically(path, [data])


def refuse_inputs(path: str | None, inputs: tuple[str, ...]) -> None:
    """Raise a usage error when the output would replace one of the files to be read."""
    if path is None or path in _STDOUT or not os.path.exists(path):
        return
    if not os.path.isfile(path):
        return
    same = os.path.samefile
    for name in inputs:
        if name == "-" and _is_stdin(path):
            raise click.UsageError(
                Said("The output {path} is the file that is read from the standard input.", path=shown(path))
            )
        name = (split(name) or (name,))[0]
        if name == "-" or not os.path.exists(name):
            continue
        if os.path.isdir(name):
            # A directory is walked for such files, wherever they are below it.
            inside = os.path.realpath(path).startswith(os.path.join(os.path.realpath(name), ""))
            found = path.lower().endswith(SUFFIXES) and (inside or os.path.islink(path))
        else:
            found = same(path, name)
        if found:
            raise click.UsageError(Said("The output {path} is one of the files to be read.", path=shown(path)))


def _is_stdin(path: str) -> bool:
    """Whether a file is what the standard input comes from."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        return os.path.samestat(os.stat(path), os.fstat(sys.stdin.fileno()))
    return False


def reason(error: OSError) -> str:
    """What went wrong, without the number and the name of the file."""
    text = (error.strerror or str(error) or type(error).__name__).rstrip(".")
    return _REASONS.get(text, text)


def unread(error: OSError) -> str:
    """What to say of a file that cannot be read, after its name."""
    return Said("cannot be read: {why}", why=reason(error))


def internal_error(error: Exception) -> str:
    """What to say of a fault of our own: what it was and where, so that it can be reported."""
    place = traceback.extract_tb(error.__traceback__)[-1]
    where = f"{os.path.basename(place.filename)}, line {place.lineno}"
    return shown(f"internal error, please report it: {type(error).__name__}: {error} ({where})")


def shown(text: str | Path) -> str:
    """A name as it may be put into a message."""
    return Screen(encoding=getattr(sys.stderr, "encoding", None) or "ascii").safe(str(text))


def spoken(message: str, words: Language | None) -> str:
    """A message in the language of a command, as letters without the symbols of suits."""
    return message if words is None else words.said(message, symbols=False)


def complain(message: str) -> None:
    """Say on the standard error that something went wrong."""
    say(f"pbntools: {message}")


def on_terminal() -> bool:
    """Whether messages are read on a terminal."""
    with contextlib.suppress(ValueError):
        return sys.stderr is not None and sys.stderr.isatty()
    return False


def say(message: str) -> None:
    """Say something on the standard error; there may be nobody to hear it."""
    with contextlib.suppress(OSError, ValueError):
        click.echo(message, err=True)
