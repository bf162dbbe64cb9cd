"""Options and arguments that several commands share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.core import ParameterSource

from pbntools.cli.inputs import STDIN, usable_paths
from pbntools.reports.card_letters import SETS
from pbntools.said import Said, said_of

if TYPE_CHECKING:
    from pbntools.core import Seat
    from pbntools.diagnostics import Severity

Function = TypeVar("Function", bound=Callable[..., Any])


def _some_input(ctx: click.Context, parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    if not paths:
        message = Said("Give files or directories, or - for the standard input.")
        raise click.MissingParameter(message, ctx=ctx, param=parameter)
    return _paths(ctx, parameter, paths)


def _paths(ctx: click.Context, parameter: click.Parameter, paths: tuple[str, ...]) -> tuple[str, ...]:
    _refuse_idle_name(ctx.params.get("stdin_name"), paths)
    return usable_paths(ctx, parameter, paths)


def _stdin_name(ctx: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    if name == "":
        raise click.BadParameter(Said("the name is empty."), param=parameter)
    # Click takes paths and options in the order of the command line; whichever comes last finds the other.
    if "paths" in ctx.params:
        _refuse_idle_name(name, ctx.params["paths"])
    return name


def _refuse_idle_name(name: str | None, paths: tuple[str, ...]) -> None:
    if name is not None and STDIN not in paths:
        raise click.UsageError(Said("--from-stdin-name goes with the path -, the standard input."))


def output_file(ctx: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    """Click's callback for the name of a file to be written."""
    if name == "":
        raise click.BadParameter(Said("the name is empty."), param=parameter)
    formats = [option.type for option in ctx.command.params if option.name == "form"]
    if any(isinstance(kind, click.Choice) and name in kind.choices for kind in formats):
        raise click.BadParameter(
            Said(
                "'{name}' is a format: --output-format {name} was probably meant. For a file of that name give"
                " ./{name}.",
                name=name,
            ),
            param=parameter,
        )
    return name


paths = click.argument(
    "paths",
    nargs=-1,
    metavar="PATH...",
    type=click.Path(allow_dash=True, readable=False),
    callback=_some_input,
)
some_paths = click.argument(
    "paths",
    nargs=-1,
    metavar="[PATH...]",
    type=click.Path(allow_dash=True, readable=False),
    callback=_paths,
)


stdin_name = click.option(
    "--from-stdin-name",
    "stdin_name",
    metavar="NAME",
    callback=_stdin_name,
    help="The name of the file that comes by the standard input, for messages and the configuration.",
)


def known_format(_ctx: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    """Click's callback for the name of a format."""
    if name is None or name == "pbn":
        return name
    from pbntools.formats.registry import format_names

    low = name.lower()
    names = format_names()
    if low not in names:
        raise click.BadParameter(
            Said("{name} is no format: expected one of {known}.", name=repr(name), known=tuple(names)), param=parameter
        )
    return low


def readable_format(ctx: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    """Click's callback for the name of a format that is to be read."""
    found = known_format(ctx, parameter, name)
    if found is not None and found != "pbn":
        from pbntools.formats.registry import get_format

        if get_format(found).open is None:
            raise click.BadParameter(Said("{name} can be written, but not read.", name=found), param=parameter)
    return found


from_format = click.option(
    "--from",
    "from_format",
    metavar="FORMAT",
    callback=readable_format,
    help="Read every file as this format, whatever it looks like; 'pbntools formats' lists them.",
)
ascii_only = click.option(
    "--ascii", "ascii_only", is_flag=True, help="Print ASCII only: letters for suits, escapes for other characters."
)
output = click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(allow_dash=True),
    callback=output_file,
    help="Write to FILE; it is replaced only when all is written.",
)


LAWS = ("2017", "2007", "1997", "rubber", "auto")
"""The editions of the Laws, as `pbntools.laws.CHOICES` has them; that package is slow to import."""

_LAWS_HELP = "The edition of the Laws to go by; auto takes the one in force at each record's Date."

laws = click.option("--laws", type=click.Choice(LAWS), default=LAWS[0], show_default=True, help=_LAWS_HELP)
configured_laws = click.option(
    "--laws", type=click.Choice(LAWS), show_default=f"{LAWS[0]}, or what the configuration says", help=_LAWS_HELP
)


def _language(_ctx: click.Context, parameter: click.Parameter, code: str | None) -> Any:
    from pbntools.reports.language import language, language_of

    if code is None:
        return language_of()
    try:
        return language(code)
    except LookupError as error:
        raise click.BadParameter(f"{error}.", param=parameter) from None


language = click.option(
    "--lang",
    "words",
    metavar="CODE",
    # What is wrong with the other options is told in it.
    is_eager=True,
    callback=_language,
    help="The language of what is shown: en, tr. By default that of the locale, else English.",
)
card_letters = click.option(
    "--card-letters",
    "letters",
    type=click.Choice(SETS),
    default=SETS[0],
    show_default=True,
    help="The letters of ace, king, queen and jack in what is shown.",
)
suit_colours = click.option(
    "--suits",
    "colours",
    type=click.Choice(["two", "four"]),
    default="two",
    show_default=True,
    help="The colours of the suits; a web page of replay can be switched.",
)


def _hidden(_ctx: click.Context, parameter: click.Parameter, text: str | None) -> Any:
    if text is None:
        return None
    if text.strip().lower() == "none":
        return frozenset()
    names = text.replace(",", " ").split()
    try:
        if not names:
            raise ValueError
        return frozenset(seat for name in names for seat in _seats(name))
    except ValueError:
        raise click.BadParameter(
            Said("{text} names no hands: expected some of N, E, S, W, such as E,W or EW, or none.", text=repr(text)),
            param=parameter,
        ) from None


def _seats(name: str) -> Iterator[Seat]:
    """The seats of a name, or of letters one after the other; raises ValueError where there is another one."""
    from pbntools.core import Seat

    try:
        yield Seat.parse(name)
    except ValueError:
        yield from map(Seat.parse, name)


hide = click.option(
    "--hide",
    "hidden",
    metavar="SEATS",
    callback=_hidden,
    help="Do not show these hands, such as E,W; none shows all. By default those that a record's Hidden tag names.",
)


def refuse_idle(names: Mapping[str, str], where: str) -> None:
    """Raise a usage error for an option that was given and would do nothing; ``names``: the option by its parameter."""
    context = click.get_current_context()
    for name, option in names.items():
        if context.get_parameter_source(name) is ParameterSource.COMMANDLINE:
            raise click.UsageError(Said("{option} {where}", option=option, where=where))


def _known_encoding(_ctx: click.Context, parameter: click.Parameter, name: str | None) -> str | None:
    if name is None:
        return None
    from pbntools.formats.text import text_encoding, utf_16

    try:
        return utf_16(name) or text_encoding(name)
    except LookupError as error:
        raise click.BadParameter(
            Said(
                "{error}: expected a name such as utf-8, cp1252 or iso8859-9. UTF-16 needs no name where it has a byte "
                "order mark, and is utf-16-le or utf-16-be where it has none.",
                error=said_of(error),
            ),
            param=parameter,
        ) from None


encoding = click.option(
    "--encoding",
    metavar="NAME",
    callback=_known_encoding,
    help="The files' character encoding, instead of what they declare or look like.",
)


NEVER = "never"
SEVERITIES = ("error", "warning", "notice")
_FAIL_ON = click.Choice((*SEVERITIES, NEVER))

fail_on = click.option(
    "--fail-on",
    type=_FAIL_ON,
    default="error",
    show_default=True,
    help="The least severity that makes the exit status 1.",
)
fail_on_in_session = click.option(
    "--fail-on",
    type=_FAIL_ON,
    help="Rubber and Chicago: the least severity that makes the exit status 1; by default error.",
)


def fails(fail_on: str, severities: Iterable[Severity]) -> bool:
    """Whether one of the severities is at or above what ``--fail-on`` names."""
    from pbntools.diagnostics import Severity

    return fail_on != NEVER and any(severity >= Severity.parse(fail_on) for severity in severities)


def output_format(*names: str) -> Callable[[Function], Function]:
    """``--output-format`` with these choices, the first one being the default."""
    return click.option(
        "--output-format",
        "form",
        type=click.Choice(names),
        default=names[0],
        show_default=True,
        help="What to print.",
    )
