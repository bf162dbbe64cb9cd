"""What ``rank`` and ``pair-next`` share: the event file, its files of results, and the options for both."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import click

from pbntools.cli.inputs import Missing, Source
from pbntools.cli.options import NEVER, Function, fail_on, fails, language
from pbntools.cli.reading import Reader
from pbntools.cli.streams import Failure, complain, shown, unread
from pbntools.events.config import EventRules, parse_event, scale_files
from pbntools.events.gathering import Gatherer, Results
from pbntools.events.keys import ConfigError
from pbntools.events.lines import Origin
from pbntools.events.memory import all_kept
from pbntools.events.ranking import Ranking, rank_event
from pbntools.events.scales import ScaleFileError
from pbntools.reports.board_words import diagnostic_line
from pbntools.reports.language import Language
from pbntools.said import Said, said_of

_MOST_BYTES = 1 << 20
"""An event file, or a scale, is at most so long."""
_TOLD = 20
"""Diagnostics that are told one by one beside a text."""


@dataclass(frozen=True, slots=True)
class Event:
    """An event file: its path, what it says, and its folder, from which the files in it are named."""

    path: str
    rules: EventRules
    scales: tuple[str, ...] = ()
    """The files of its scales, as it names them."""

    def named(self, name: str) -> str:
        """A file that the event names."""
        return os.path.join(os.path.dirname(self.path), name)

    def stretches(self, paths: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], str | None, str | None]]:
        """The paths to be read, with the session and the round that they are, None for what their records say."""
        for session in self.rules.sessions:
            if session.files:
                yield tuple(map(self.named, session.files)), session.name, None
        for stretch in self.rules.rounds:
            if stretch.files:
                yield tuple(map(self.named, stretch.files)), None, stretch.name
        if paths:
            yield paths, None, None

    def inputs(self, paths: tuple[str, ...]) -> tuple[str, ...]:
        """Every file that is read: the event, its scales, and the results that it or the command line names."""
        results = [path for some, _, _ in self.stretches(paths) for path in some]
        return (self.path, *map(self.named, self.scales), *results)


def load_event(path: str) -> Event:
    """Read an event file, ``-`` from the standard input, and the scales that it names.

    A failure that says what is wrong ends the run.
    """
    text = _text(path)
    folder = os.path.dirname(path)
    files = {name: _text(os.path.join(folder, name)) for name in scale_files(text)}
    try:
        return Event(path, parse_event(text, files), tuple(files))
    except ScaleFileError as error:
        raise Failure(Said("{path}: {why}", path=os.path.join(folder, error.file), why=said_of(error))) from None
    except ValueError as error:
        raise Failure(Said("{path}: {why}", path=path, why=said_of(error))) from None


def _text(path: str) -> str:
    try:
        if path == "-":
            data = sys.stdin.buffer.read(_MOST_BYTES + 1)
        else:
            with open(path, "rb") as file:
                data = file.read(_MOST_BYTES + 1)
    except (OSError, ValueError) as error:
        why = unread(error) if isinstance(error, OSError) else Said("cannot be read: {why}", why=str(error))
        raise Failure(Said("{path}: {why}", path=path, why=why)) from None
    if len(data) > _MOST_BYTES:
        raise Failure(Said("{path}: longer than any event file", path=path))
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise Failure(Said("{path}: it is no UTF-8, which TOML is: {error}", path=path, error=str(error))) from None


def gather(event: Event, reader: Reader, paths: tuple[str, ...]) -> Results:
    """Read all results of an event."""
    stretches = list(event.stretches(paths))
    if event.path == "-" and "-" in event.inputs(paths)[1:]:
        raise click.UsageError(Said("The event and its results cannot both be read from the standard input."))
    if not stretches:
        raise click.UsageError(Said("No results: give files, or name them in [[session]] or [[round]] of the event."))
    gatherer = Gatherer(event.rules, Origin(event.path))
    seen: dict[tuple[object, ...], tuple[str, str | None]] = {}
    with all_kept():
        for files, session, round_name in stretches:
            stretch = "session", session
            if round_name is not None:
                stretch = "round", round_name
            for item in reader.items_of(_once(event, reader, files, stretch, seen)):
                gatherer.add(
                    item.path,
                    item.index,
                    item.record,
                    item.outcome,
                    item.reading,
                    session=session,
                    round_name=round_name,
                )
        try:
            return gatherer.finish()
        except ConfigError as error:
            raise Failure(Said("{path}: {why}", path=event.path, why=said_of(error))) from None


def _once(
    event: Event,
    reader: Reader,
    paths: tuple[str, ...],
    stretch: tuple[str, str | None],
    seen: dict[tuple[object, ...], tuple[str, str | None]],
) -> Iterator[Source | Missing]:
    """The files of a session or round that were not read before; one of two of them is refused.

    A file of the event that the command line names again belongs where the event has it.
    """
    for source in reader.sources(paths):
        place = source.place() if isinstance(source, Source) else None
        if place is None or isinstance(source, Missing):
            yield source
        elif place not in seen:
            seen[place] = stretch
            yield source
        elif stretch[1] is None or seen[place] == stretch:
            reader.counted_once(source)
        else:
            first, second = (
                Said("the session {name}", name=str(name))
                if kind == "session"
                else Said("the round {name}", name=str(name))
                for kind, name in (seen[place], stretch)
            )
            raise Failure(
                Said(
                    "{path}: {file} is named for {first} and for {second}",
                    path=event.path,
                    file=source.path,
                    first=first,
                    second=second,
                )
            )


def ranked(event: Event, results: Results, seed: str | None) -> Ranking:
    """The ranking; a failure that says what does not fit ends the run."""
    try:
        with all_kept():
            return rank_event(results, seed=seed)
    except ValueError as error:
        raise Failure(Said("{path}: {why}", path=event.path, why=said_of(error))) from None


def tell(results: Results, words: Language, *, all_of_them: bool) -> None:
    """Say on the standard error what is wrong with the results."""
    found = results.findings.found
    for finding in found if all_of_them else found[:_TOLD]:
        complain(shown(diagnostic_line(finding.diagnostic(), words)))
    if len(found) > _TOLD and not all_of_them:
        complain(
            words.ngettext(
                "{n:,} more diagnostic; --all-diagnostics tells it, and JSON holds it",
                "{n:,} more diagnostics; --all-diagnostics tells them, and JSON holds them",
                len(found) - _TOLD,
            )
        )


def left_out_text(results: Results, words: Language) -> str:
    """How many results, and records without one, a closing line has to speak of."""
    text = words.ngettext("{n:,} result left out", "{n:,} results left out", len(results.findings.left_out))
    return text + empty_text(results.empty, words)


def empty_text(number: int, words: Language) -> str:
    """``, 2 records without a result``; empty where there is none."""
    return (
        ", " + words.ngettext("{n:,} record without a result", "{n:,} records without a result", number)
        if number
        else ""
    )


def status_of(results: Results, fail_on: str) -> int:
    """1 where something is at or above the severity, or where results were given and they rank nobody; else 0."""
    if fail_on == NEVER:
        return 0
    given = results.every or results.findings.left_out
    if given and not (results.counted and results.contestants):
        return 1
    severities = [finding.finding.severity or finding.finding.rule.severity for finding in results.findings.found]
    return int(fails(fail_on, severities))


def _seed(_ctx: click.Context, parameter: click.Parameter, seed: str | None) -> str | None:
    if seed == "":
        raise click.BadParameter(Said("An empty seed draws no lots."), param=parameter)
    return seed


def options() -> Callable[[Function], Function]:
    """``--seed``, ``--lang``, ``--fail-on`` and ``--all-diagnostics``."""
    seed = click.option(
        "--seed", metavar="TEXT", callback=_seed, help="Draw the lots that ties come down to, by this seed."
    )
    everything = click.option(
        "--all-diagnostics", is_flag=True, help=f"Tell all diagnostics on the standard error, not the first {_TOLD}."
    )
    return lambda function: seed(language(fail_on(everything(function))))
