"""``pbntools convert``."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Iterator, Sequence
from typing import IO, Any, BinaryIO, cast

import click

from pbntools.cli import OutputClosedError, choosing, options
from pbntools.cli.inputs import Missing, Source, expand, usable_paths
from pbntools.cli.reading import Reader
from pbntools.cli.streams import (
    GONE,
    Output,
    complain,
    internal_error,
    opened_output,
    reason,
    refuse_inputs,
    say,
    shown,
)
from pbntools.converting import Conversion, ConversionError, Item, refuse_unwritable
from pbntools.diagnostics import Diagnostic
from pbntools.formats.files import AtomicFile
from pbntools.formats.losses import Loss
from pbntools.formats.registry import Format, WriteError, format_names, format_of_path, get_format, is_built_in
from pbntools.formats.unpacking import PACKED
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import to_json
from pbntools.rules import (
    BOARD_CHANGED,
    DEALER_CHANGED,
    PROVENANCE_CHANGED,
    RECORD_LEFT_OUT,
    RESULT_LOST,
    TAG_LOST,
    WORD_LOST,
)

STDOUT = "-"
_SHOWN = 30
"""Kinds of losses that are told one by one in text."""
_ERRORS = 20
"""Errors of the inputs that are shown."""
_NO_PLACE = re.compile(r"(.* has no (?:place|column) for) (\w+)")
_FIRST = (RECORD_LEFT_OUT, DEALER_CHANGED, BOARD_CHANGED, RESULT_LOST, PROVENANCE_CHANGED, WORD_LOST)
"""Losses that are told before others."""


@click.command(
    epilog="""\b
Examples:
  pbntools convert club.pbn club.lin            the last path is the output
  pbntools convert monday.pbn tuesday.pbn week.pbn
  pbntools convert club.pbn --to json           to the standard output
  pbntools convert club.pbn -o club.json -o club.lin
  pbntools convert archive/ --output-dir out --to lin
  pbntools convert --board 1-16 --fail-on-loss club.pbn club.dlm
  pbntools convert --losses json club.pbn club.lin

What the output cannot hold is listed on the standard error. What was written
is read again and compared before it is said to be done.

Exit status: 0, or 1 where there was nothing to convert, where an input has an
error and, with --fail-on-loss, where something was lost; 2 misuse, or a file that could not be
read or written.""",
)
@click.argument(
    "paths",
    nargs=-1,
    metavar="IN... [OUT]",
    type=click.Path(allow_dash=True, readable=False),
)
@click.option(
    "-o",
    "--output",
    "outputs",
    multiple=True,
    metavar="FILE",
    type=click.Path(allow_dash=True),
    help="Write to FILE, which is replaced only when all is written; may be given several times.",
)
@click.option(
    "--output-dir",
    metavar="DIR",
    type=click.Path(file_okay=False),
    help="Write a file for each input into DIR, under its name with the suffix of the format given by --to.",
)
@options.from_format
@click.option("--to", "to_format", metavar="FORMAT", callback=options.known_format, help="The format to write.")
@click.option("--dialect", metavar="NAME", help="The form of the format to write; 'pbntools formats' lists them.")
@click.option(
    "--columns",
    multiple=True,
    metavar="MAP",
    help="A column of CSV files that are read, as NAME=COLUMN, or a TOML file of such pairs; may be repeated.",
)
@choosing.options("Convert")
@click.option("--fail-on-loss", is_flag=True, help="Exit with status 1 if something was lost.")
@click.option(
    "--losses",
    "form",
    type=click.Choice(["text", "json"]),
    default="text",
    show_default=True,
    help="How to tell what was lost: text on the standard error, or JSON on the standard output.",
)
@options.laws
@options.encoding
@options.stdin_name
def command(
    paths: tuple[str, ...],
    outputs: tuple[str, ...],
    output_dir: str | None,
    from_format: str | None,
    to_format: str | None,
    dialect: str | None,
    columns: tuple[str, ...],
    boards: tuple[choosing.Boards, ...],
    records: tuple[int, ...],
    room: str | None,
    fail_on_loss: bool,
    form: str,
    laws: str,
    encoding: str | None,
    stdin_name: str | None,
) -> int:
    """Write records in another format, with a list of what is lost.

    The suffix of the output names its format, or --to does. An input may be a file, a directory, - for the standard
    input, or a link to a viewer that holds a deal, which is never fetched.
    """
    inputs, targets = _divide(paths, outputs, output_dir, to_format)
    inputs = usable_paths(click.get_current_context(), cast(click.Parameter, None), inputs)
    choice = choosing.Choice(boards, records, room)
    run = _Run(choice, encoding, from_format, stdin_name, laws, dialect, _columns(columns))
    if output_dir is not None:
        form_of_all = get_format(to_format or "")
        _refuse_dialect(form_of_all, dialect)
        run.into(output_dir, inputs, form_of_all)
    else:
        if form == "json" and STDOUT in targets:
            raise click.UsageError(
                "--losses json goes to the standard output, so the records need a file: give -o FILE."
            )
        if STDOUT in inputs and len(targets) > 1:
            raise click.UsageError("The standard input can be read once: give one output.")
        for target in targets:
            refuse_inputs(target, inputs)
        forms = [_target_format(target, to_format) for target in targets]
        for found in forms:
            _refuse_dialect(found, dialect)
        sources = list(expand(inputs, stdin_name))
        for target, found in zip(targets, forms, strict=True):
            run.one(sources, target, found)
    return run.finish(form, fail_on_loss=fail_on_loss)


def _divide(
    paths: tuple[str, ...], outputs: tuple[str, ...], output_dir: str | None, to_format: str | None
) -> tuple[tuple[str, ...], list[str]]:
    """The inputs, and the outputs unless there is a directory for them."""
    if not paths:
        raise click.UsageError("Give files to convert, and the output as the last path or with -o.")
    if output_dir is not None:
        if outputs:
            raise click.UsageError("--output-dir and -o are two places for the output: give one.")
        if to_format is None:
            raise click.UsageError("--output-dir needs --to, which names the format of the files in it.")
        return paths, []
    if outputs:
        if len(set(map(os.path.realpath, outputs))) < len(outputs):
            raise click.UsageError("An output is given twice.")
        return paths, list(outputs)
    if len(paths) == 1:
        if to_format is None:
            raise click.UsageError("Give the output as the last path, or --to FORMAT for the standard output.")
        return paths, [STDOUT]
    return paths[:-1], [paths[-1]]


def _refuse_dialect(form: Format, dialect: str | None) -> None:
    """Raise a usage error for a format that cannot be written, or not in this dialect."""
    try:
        refuse_unwritable(form, dialect)
    except ValueError as error:
        raise click.UsageError(f"{error}.") from None


def _target_format(target: str, to_format: str | None) -> Format:
    if target == STDOUT:
        if to_format is None:
            raise click.UsageError("The standard output has no suffix: name the format with --to.")
        return get_format(to_format)
    if os.path.isdir(target):
        raise click.UsageError(f"{shown(target)} is a directory: give it with --output-dir, and the format with --to.")
    if target.lower().endswith(PACKED):
        raise click.UsageError(f"{shown(target)} is named as a compressed file, and what is written is not compressed.")
    named = format_of_path(target)
    if to_format is None:
        if named is None:
            raise click.UsageError(
                f"The suffix of {shown(target)} names no format: name it with --to ({', '.join(format_names())})."
            )
        return named
    found = get_format(to_format)
    if named is not None and named is not found and found.suffixes:
        raise click.UsageError(f"{shown(target)} is named as {named.name}, and --to says {found.name}.")
    return found


def _columns(maps: tuple[str, ...]) -> dict[str, str]:
    """The map of columns that pairs and files give together."""
    if not maps:
        return {}
    from pbntools.formats.csv_records.columns import ColumnError, parse_columns, read_columns

    found: dict[str, str] = {}
    try:
        for text in maps:
            found |= parse_columns([text]) if "=" in text else read_columns(text)
    except ColumnError as error:
        raise click.UsageError(f"--columns: {error}.") from None
    except OSError as error:
        raise click.UsageError(f"--columns: cannot read {shown(text)}: {reason(error)}") from None
    return found


class _Run:
    """What a run has come to so far."""

    def __init__(
        self,
        choice: choosing.Choice,
        encoding: str | None,
        from_format: str | None,
        stdin_name: str | None,
        laws: str,
        dialect: str | None,
        columns: dict[str, str],
    ) -> None:
        self._choice = choice
        self._columns = columns
        self._encoding = encoding
        self._from = from_format
        self._stdin_name = stdin_name
        self._laws = laws
        self._dialect = dialect
        self._inputs: dict[str, dict[str, Any]] = {}
        self._outputs: list[dict[str, Any]] = []
        self._losses: list[tuple[str, Loss]] = []
        self._records = 0
        self._status = 0
        self._failures = 0
        self._told = 0

    def into(self, folder: str, inputs: tuple[str, ...], target: Format) -> None:
        """Convert each file into a directory.

        Nothing is written before all inputs are known, so that no output is read, and none replaces what is to be read.
        """
        sources = [(path, source) for path in inputs for source in expand((path,), self._stdin_name)]
        read = {
            os.path.realpath(source.file)
            for _, source in sources
            if isinstance(source, Source) and source.file is not None
        }
        taken: dict[str, str] = {}
        for path, source in sources:
            if isinstance(source, Missing):
                self._complain(source.path, source.why)
                continue
            name = _name_in(folder, path, source, target)
            place = os.path.realpath(name)
            if place in read:
                self._complain(source.path, f"its output {shown(name)} would replace a file that is to be read")
            elif place in taken:
                self._complain(source.path, f"{shown(name)} is the output of {shown(taken[place])} already")
            else:
                taken[place] = source.path
                try:
                    os.makedirs(os.path.dirname(name), exist_ok=True)
                except OSError as error:
                    self._complain(name, f"cannot be written: {reason(error)}")
                    continue
                before = self._records
                self.one([source], name, target)
                self._records += before

    def one(self, sources: Sequence[Source | Missing], target: str, form: Format) -> None:
        """Convert files into one."""
        with opened_output(None) as out:
            reader = Reader(
                out,
                self._encoding,
                self._stdin_name,
                self._laws,
                self._from,
                self._columns,
                on_error=self._tell_error,
            )
            written = self._write(reader, sources, target, form)
        if written is None:
            return
        conversion, count = written
        self._status = max(self._status, reader.status(), int(reader.errors > 0))
        self._records = conversion.records
        self._losses += [(target, loss) for loss in conversion.losses]
        self._outputs.append({"path": target, "format": form.name, "records": count})
        if count:
            losses = len({loss.rule for loss in conversion.losses})
            say(
                f"{shown(target)}: {plural(count, 'record')} as {form.name}, "
                f"{plural(losses, 'kind') + ' of loss' if losses else 'nothing lost'}{reader.remarks()}"
            )

    def _write(
        self, reader: Reader, sources: Sequence[Source | Missing], target: str, form: Format
    ) -> tuple[Conversion, int] | None:
        """The conversion and the number of records in the file; None where it came to nothing, which is told."""
        conversion: Conversion | None = None
        try:
            with tempfile.TemporaryFile() as spool:
                conversion = Conversion(form, self._dialect)
                count = conversion.write(self._items(reader, sources), spool)
                if count and not self._deliver(spool, target):
                    return None
        except WriteError as error:
            if conversion is not None and conversion.records:
                self._complain(target, f"cannot be written as {form.name}: {error}")
                return None
            count = 0
        except ConversionError as error:
            self._complain(target, f"internal error, please report it: {error}; nothing was written")
            return None
        except OSError as error:
            self._complain(target, f"cannot be written: {reason(error)}")
            return None
        except (OutputClosedError, click.ClickException):
            raise
        except Exception as error:  # noqa: BLE001  (a fault in one file must not cost the files after it)
            whose = "" if is_built_in(form) else f"the format {form.name} of another package failed: "
            self._complain(target, f"{whose}{internal_error(error)}; nothing was written")
            return None
        if not count:
            none_chosen = reader.records and not (conversion and conversion.records)
            why = self._choice.nothing("convert", reader.records) if none_chosen else ""
            complain(why or f"{shown(target)}: there is no record for it; nothing was written")
            self._status = max(self._status, 1)
        return (conversion, count) if conversion is not None else None

    def _tell_error(self, diagnostic: Diagnostic) -> None:
        """Show an error of an input; of many, the first."""
        self._told += 1
        if self._told <= _ERRORS:
            complain(shown(str(diagnostic)))
        elif self._told == _ERRORS + 1:
            complain("and more errors; 'pbntools check' has them all")

    def _items(self, reader: Reader, sources: Sequence[Source | Missing]) -> Iterator[Item]:
        for item in self._choice.of(reader.items_of(sources)):
            name = reader.readings.format if reader.readings is not None else "pbn"
            found = self._inputs.setdefault(item.path, {"path": item.path, "format": name, "records": 0})
            found["records"] = max(found["records"], item.index + 1)
            yield Item(item.reading, item.record, item.outcome, get_format(name))

    def _deliver(self, spool: IO[bytes], target: str) -> bool:
        """Copy what was written to where it belongs; False where that cannot be done, which is told."""
        spool.seek(0)
        try:
            if target == STDOUT:
                shutil.copyfileobj(spool, sys.stdout.buffer)
                sys.stdout.buffer.flush()
            elif os.path.exists(target) and not os.path.isfile(target):
                with open(target, "wb") as device:
                    shutil.copyfileobj(spool, device)
            else:
                with AtomicFile(target) as file:
                    shutil.copyfileobj(spool, cast(BinaryIO, file.stream))
        except OSError as error:
            if target == STDOUT and error.errno in GONE:
                raise OutputClosedError from error
            self._complain(target, f"cannot be written: {reason(error)}")
            return False
        return True

    def _complain(self, path: str, why: str) -> None:
        self._failures += 1
        complain(f"{shown(path)}: {why}")

    def finish(self, form: str, *, fail_on_loss: bool) -> int:
        """Tell what was lost; returns the exit status."""
        if form == "json":
            self._tell_json()
        else:
            lines = _loss_lines(self._losses, several=len(self._outputs) > 1)
            for line in lines[:_SHOWN]:
                say(line)
            if len(lines) > _SHOWN:
                say(f"  and {len(lines) - _SHOWN} more kinds; --losses json has them all")
        if fail_on_loss and self._losses:
            self._status = max(self._status, 1)
        return 2 if self._failures else self._status

    def _tell_json(self) -> None:
        several = len(self._outputs) > 1
        losses = [{**loss.as_dict(), **({"output": target} if several else {})} for target, loss in self._losses]
        body = {
            "version": 1,
            "inputs": list(self._inputs.values()),
            "outputs": self._outputs,
            "records": self._records,
            "losses": losses,
        }
        with opened_output(None) as out:
            _write_json(out, body)


def _loss_lines(losses: Sequence[tuple[str, Loss]], *, several: bool) -> list[str]:
    """The losses as lines, those of the game first; tags that have no place are told together."""
    lines = []
    tags: dict[tuple[str, str], list[str]] = {}
    for target, loss in sorted(losses, key=lambda item: (_rank(item[1]), item[0])):
        where = f" in {shown(target)}" if several else ""
        found = _NO_PLACE.fullmatch(loss.what)
        if loss.rule is TAG_LOST and found:
            tags.setdefault((where, found[1]), []).append(f"{found[2]} ({len(loss.records)})")
        else:
            lines.append(f"  lost{where}, {shown(str(loss))} [{loss.rule.code}]")
    for (where, opening), names in tags.items():
        lines.append(f"  lost{where}, {opening} {shown(', '.join(names))} [{TAG_LOST.code}]")
    return lines


def _rank(loss: Loss) -> int:
    return _FIRST.index(loss.rule) if loss.rule in _FIRST else len(_FIRST)


def _write_json(out: Output, body: dict[str, Any]) -> None:
    with contextlib.suppress(BrokenPipeError):
        out.write(to_json(body, ascii_only=out.ascii_only) + "\n")


def _name_in(folder: str, top: str, source: Source, target: Format) -> str:
    """The name of the output for a file that was found below a path."""
    if source.member is not None:
        archive = os.path.relpath(source.file or "", top) if os.path.isdir(top) else ""
        inside = os.path.join(archive, source.member)
    elif os.path.isdir(top):
        inside = os.path.relpath(source.path, top)
    else:
        inside = os.path.basename(source.path.rstrip("/")) or "input"
        inside = "stdin" if inside == STDOUT else inside
    # Wherever an archive or a name points to, the output stays below the directory.
    parts = [part for part in inside.replace("\\", "/").split("/") if part not in ("", ".", "..")]
    stem = os.path.join(*parts) if parts else "input"
    for packed in (".html", ".htm") if source.data is not None else PACKED:
        stem = stem.removesuffix(packed)
    named = format_of_path(stem)
    suffix = next((end for end in named.suffixes if stem.lower().endswith(end)), "") if named is not None else ""
    own = target.suffixes[0] if target.suffixes else f".{target.name}"
    return os.path.join(folder, stem[: len(stem) - len(suffix)] + own)
