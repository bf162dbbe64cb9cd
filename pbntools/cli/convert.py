"""``pbntools convert``."""

from __future__ import annotations

import contextlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from typing import IO, Any, BinaryIO, cast

import click

from pbntools.cli import OutputClosedError, choosing, options
from pbntools.cli.inputs import Source, usable_paths
from pbntools.cli.reading import Reader
from pbntools.cli.streams import (
    GONE,
    Output,
    complain,
    internal_error,
    output,
    reason,
    refuse_inputs,
    say,
    shown,
)
from pbntools.converting import Conversion, ConversionError, Item
from pbntools.formats.files import AtomicFile
from pbntools.formats.losses import Loss
from pbntools.formats.registry import Format, WriteError, format_names, format_of_path, get_format
from pbntools.reports.diagnostics import plural
from pbntools.reports.machine import to_json

STDOUT = "-"
_SHOWN = 30
"""Kinds of losses that are told one by one in text."""


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

Exit status: 0, or 1 where there was nothing to convert and, with
--fail-on-loss, where something was lost; 2 misuse, or a file that could not be
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
        run.into(output_dir, inputs, get_format(to_format or ""))
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
        for target, found in zip(targets, forms, strict=True):
            run.one(inputs, target, found)
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


def _target_format(target: str, to_format: str | None) -> Format:
    if target == STDOUT:
        if to_format is None:
            raise click.UsageError("The standard output has no suffix: name the format with --to.")
        return get_format(to_format)
    if os.path.isdir(target):
        raise click.UsageError(f"{shown(target)} is a directory: give it with --output-dir, and the format with --to.")
    named = format_of_path(target)
    if to_format is None:
        if named is None:
            raise click.UsageError(
                f"The suffix of {shown(target)} names no format: name it with --to ({', '.join(format_names())})."
            )
        return named
    found = get_format(to_format)
    if named is not None and target.lower().endswith(named.suffixes) and not target.lower().endswith(found.suffixes):
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

    def into(self, folder: str, inputs: tuple[str, ...], target: Format) -> None:
        """Convert each file into a directory."""
        from pbntools.cli.inputs import Missing, expand

        taken: dict[str, str] = {}
        try:
            os.makedirs(folder, exist_ok=True)
        except OSError as error:
            raise click.UsageError(f"cannot make the directory {shown(folder)}: {reason(error)}") from None
        for path in inputs:
            for source in expand((path,), self._stdin_name):
                if isinstance(source, Missing):
                    self._complain(source.path, source.why)
                    continue
                name = _name_in(folder, path, source, target)
                if name in taken:
                    self._complain(source.path, f"{shown(name)} is the output of {shown(taken[name])} already")
                    continue
                taken[name] = source.path
                if (
                    os.path.exists(name)
                    and source.file
                    and os.path.exists(source.file)
                    and os.path.samefile(name, source.file)
                ):
                    self._complain(source.path, "the output would replace it")
                    continue
                try:
                    os.makedirs(os.path.dirname(name), exist_ok=True)
                except OSError as error:
                    self._complain(name, f"cannot be written: {reason(error)}")
                    continue
                self.one((source.path,), name, target)

    def one(self, inputs: tuple[str, ...], target: str, form: Format) -> None:
        """Convert files into one."""
        try:
            conversion = Conversion(form, self._dialect)
        except ValueError as error:
            raise click.UsageError(f"{error}.") from None
        with output(None) as out, tempfile.TemporaryFile() as spool:
            reader = Reader(out, self._encoding, self._stdin_name, self._laws, self._from, self._columns)
            try:
                count = conversion.write(self._items(reader, inputs), spool)
            except WriteError as error:
                self._complain(target, f"cannot be written as {form.name}: {error}")
                return
            except ConversionError as error:
                self._complain(target, f"internal error, please report it: {error}; nothing was written")
                return
            except Exception as error:
                if isinstance(error, (OutputClosedError, click.ClickException)):
                    raise
                self._complain(target, f"{internal_error(error)}; nothing was written")
                return
            self._status = max(self._status, reader.status())
            if not count:
                why = (
                    self._choice.nothing("convert", reader.records) if reader.records and not conversion.records else ""
                )
                complain(why or f"{shown(target)}: there is no record for it; nothing was written")
                self._status = max(self._status, 1)
            elif not self._deliver(spool, target):
                return
        remarks = reader.remarks()
        self._records += conversion.records
        self._losses += [(target, loss) for loss in conversion.losses]
        self._outputs.append({"path": target, "format": form.name, "records": count})
        if count:
            say(
                f"{shown(target)}: {plural(count, 'record')} as {form.name}, "
                f"{plural(len(conversion.losses), 'kind') + ' of loss' if len(conversion.losses) else 'nothing lost'}"
                f"{remarks}"
            )

    def _items(self, reader: Reader, inputs: tuple[str, ...]) -> Iterator[Item]:
        for item in self._choice.of(reader.items(inputs)):
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
            several = len(self._outputs) > 1
            for target, loss in self._losses[:_SHOWN]:
                say(f"  lost{f' in {shown(target)}' if several else ''}, {shown(str(loss))} [{loss.rule.code}]")
            if len(self._losses) > _SHOWN:
                say(f"  and {len(self._losses) - _SHOWN} more kinds; --losses json has them all")
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
        with output(None) as out:
            _write_json(out, body)


def _write_json(out: Output, body: dict[str, Any]) -> None:
    with contextlib.suppress(BrokenPipeError):
        out.write(to_json(body, ascii_only=out.ascii_only) + "\n")


def _name_in(folder: str, top: str, source: Source, target: Format) -> str:
    """The name of the output for a file that was found below a path."""
    inside = os.path.relpath(source.path, top) if os.path.isdir(top) else os.path.basename(source.path)
    if source.is_stdin:
        inside = os.path.basename(source.path) if source.path != "-" else "stdin"
    inside = inside.replace("..", "_") if inside.startswith("..") else inside
    stem = inside.removesuffix(".gz")
    named = format_of_path(stem)
    suffix = next((end for end in named.suffixes if stem.lower().endswith(end)), "") if named is not None else ""
    return os.path.join(folder, stem[: len(stem) - len(suffix)] + target.suffixes[0])
