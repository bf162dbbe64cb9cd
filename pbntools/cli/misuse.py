"""How misuse is told: in the language of the command, of those that have one."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from pbntools.said import Said

if TYPE_CHECKING:
    from pbntools.reports.language import Language


def words_of(context: click.Context | None) -> Language | None:
    """The language that a command speaks; None for a command that speaks English alone."""
    words: Language | None = None if context is None else context.params.get("words")
    return words


def show(error: click.ClickException) -> None:
    """Say on the standard error what is wrong; what click itself has to say is in English."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    words = words_of(context)
    if context is None or words is None or not isinstance(error.message, Said) or not words.speaks(error.message):
        error.show()
        return
    what = words.said(error.message, symbols=False)
    if isinstance(error, click.MissingParameter) and error.param is not None:
        text = words.gettext("Error: {parameter} is missing. {what}")
        text = text.format(parameter=error.param.get_error_hint(context), what=what)
    elif isinstance(error, click.BadParameter) and error.param is not None:
        text = words.gettext("Error: Invalid value for {parameter}: {what}")
        text = text.format(parameter=error.param.get_error_hint(context), what=what)
    else:
        text = words.gettext("Error: {what}").format(what=what)
    pieces = " ".join(context.command.collect_usage_pieces(context))
    usage = words.gettext("Usage: {command}").format(command=f"{context.command_path} {pieces}")
    hint = words.gettext("Try '{command} --help' for help.").format(command=context.command_path)
    click.echo(f"{usage}\n{hint}\n\n{text}", err=True)
