"""The command ``pbntools``.

Nothing but click is imported until a command is chosen, so that ``--version``, ``--help`` and shell completion answer
at once.  Exit status: 0 nothing to complain of, 1 something was, 2 misuse or a file that could not be read or written,
130 interrupted, 141 the reader of the output went away.
"""

from __future__ import annotations

import contextlib
import errno
import importlib
import io
import os
import sys
from collections.abc import Sequence
from typing import IO, Any, cast

import click

INTERRUPTED = 130
CLOSED = 141

_COMMANDS = {
    "check": "Check records against the Laws and against themselves.",
    "score": "Score recorded deals as duplicate, rubber or Chicago, or a single contract.",
    "rank": "Rank an event: pairs, teams, Swiss, knock-out and others, as its file says.",
    "compare": "Compare the tables of each board: the IMPs of a match, or matchpoints and cross-IMPs.",
    "pair-next": "Pair the next round of a Swiss by its standing.",
    "rulesets": "List the rule sets that score goes by, with their sources.",
    "format": "Write PBN files in the export format of the standard.",
    "convert": "Write records in another format, with a list of what is lost.",
    "formats": "List the formats that can be read and written, and what each holds.",
    "show": "Draw deals with their auction and play.",
    "replay": "Step through deals call by call and card by card: terminal, web page, text.",
    "print": "Print hand records: HTML, PDF, LaTeX or text.",
    "info": "Tell what files hold: format, producer, boards, dates, what is missing.",
    "rule": "Explain a rule of check, or list them all.",
}


class OutputClosedError(Exception):
    """Whoever read the output has gone away, as ``head`` does; there is nobody to tell."""


class Commands(click.Group):
    """The group of commands, each in a module of its name that is imported when it is needed."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in _COMMANDS:
            return None
        command = importlib.import_module(f"pbntools.cli.{cmd_name.replace('-', '_')}").command
        if not isinstance(command, click.Command):
            raise TypeError(f"pbntools.cli.{cmd_name} holds no command")
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        name = args[0]
        if name not in _COMMANDS and not name.startswith("-") and not ctx.resilient_parsing:
            import difflib

            near = difflib.get_close_matches(name, _COMMANDS, n=1)
            choices = f"did you mean {near[0]!r}?" if near else f"expected one of {', '.join(_COMMANDS)}."
            ctx.fail(f"No such command {name!r}: {choices}")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        # The texts stand in this module, since asking the commands would import all of them.
        with formatter.section("Commands"):
            formatter.write_dl(list(_COMMANDS.items()))

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        **extra: Any,
    ) -> Any:
        """Run a command and leave with its exit status, or return that status if not ``standalone_mode``."""
        # The name is given, so that help and completion do not depend on how the command was started.
        name = prog_name if prog_name is not None else "pbntools"
        if not standalone_mode:
            return super().main(args, name, complete_var, standalone_mode=False, **extra)
        if sys.stdout is None:
            sys.stdout = _closed_output()
        if sys.stderr is None:
            sys.stderr = open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115  (until the command ends)
        sys.exit(self._status(args, name, complete_var, extra))

    def _status(self, args: Sequence[str] | None, name: str, complete_var: str | None, extra: dict[str, Any]) -> int:
        try:
            status = super().main(args, name, complete_var, standalone_mode=False, **extra)
        except (click.Abort, KeyboardInterrupt):
            return INTERRUPTED
        except OutputClosedError:
            _drop_output()
            return CLOSED
        except click.ClickException as error:
            from pbntools.cli.misuse import show

            show(error)
            return 2
        except OSError as error:
            # Click itself writes the help and the version; nothing else of the system's errors comes to here.
            _drop_output()
            with contextlib.suppress(OSError, ValueError):
                click.echo(f"pbntools: cannot write the standard output: {error.strerror or error}", err=True)
            return 2
        return status if isinstance(status, int) else 0


class _Closed(io.RawIOBase):
    """A standard output that was closed before the command began: whoever writes to it is told."""

    def writable(self) -> bool:
        return True

    def write(self, data: object) -> int:
        raise OSError(errno.EBADF, "it is closed")


def _closed_output() -> io.TextIOWrapper:
    # Nothing is buffered, so nothing is left that the interpreter would complain of when it ends.
    return io.TextIOWrapper(cast("IO[bytes]", _Closed()), encoding="utf-8", write_through=True)


def _drop_output() -> None:
    # What is still buffered cannot be written; without this the interpreter would say so when it ends.
    try:
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        return


def _print_version(ctx: click.Context, _parameter: click.Parameter, value: bool) -> None:
    if not value or ctx.resilient_parsing:
        return
    from pbntools import __version__

    click.echo(f"pbntools {__version__}")
    ctx.exit()


@click.group(
    name="pbntools",
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="'pbntools COMMAND --help' explains a command and has examples.",
)
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the version and exit.",
)
def main() -> None:
    """Read, check, score and show the records of contract bridge deals."""
