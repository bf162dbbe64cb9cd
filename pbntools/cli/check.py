"""``pbntools check``."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import click

from pbntools import __version__
from pbntools.cli import options, selection
from pbntools.cli.checking import FileReport, Plan, check_all, processes
from pbntools.cli.config import Configs
from pbntools.cli.inputs import Missing, Source, expand
from pbntools.cli.joining import Joiner
from pbntools.cli.streams import Output, complain, on_terminal, opened_output, refuse_inputs, say, shown
from pbntools.diagnostics import Severity
from pbntools.formats.unpacking import PBN_SUFFIXES, SUFFIXES
from pbntools.reports import sarif
from pbntools.reports.diagnostics import plural, statistics, statistics_text
from pbntools.reports.machine import SEPARATOR, to_json

PROFILES = ("export", "import", "bbo", "bridgewebs", "dealing")
"""The names of `pbntools.formats.pbn.profiles`, which is loaded when it is needed."""
FORMATS = ("text", "concise", "json", "jsonl", "sarif", "github")


@dataclass(slots=True)
class Run:
    """What a run has come to so far.  ``counts`` is of what is at or above ``level``."""

    level: Severity = Severity.NOTICE
    outcomes: list[FileReport] = field(default_factory=list)
    failures: list[tuple[str, str]] = field(default_factory=list)
    counts: Counter[tuple[str, Severity]] = field(default_factory=Counter)
    diff: bool = False

    @property
    def fixed(self) -> int | None:
        """How many diagnostics were mended; None where that was not asked for."""
        found = [outcome.fixed for outcome in self.outcomes if outcome.fixed is not None]
        return sum(found) if found else None

    @property
    def taken_back(self) -> int:
        """How many fixes were not made, since the files would be no better for them."""
        return sum(outcome.taken_back for outcome in self.outcomes)

    @property
    def fixable(self) -> int:
        """How many diagnostics have a safe fix, where that was asked for."""
        return sum(outcome.fixable for outcome in self.outcomes)

    def add(self, outcome: FileReport) -> None:
        """Count a file.  One that could not be opened is a failure only; one that broke off is both."""
        if outcome.failure is not None:
            self.failures.append((outcome.path, outcome.failure))
        if outcome.failure is None or outcome.gravest is not None:
            self.outcomes.append(outcome)
        self.counts.update(outcome.counts)

    @property
    def records(self) -> int:
        """The records of all files."""
        return sum(outcome.records for outcome in self.outcomes)

    def total(self, severity: Severity) -> int:
        """The diagnostics of a severity."""
        return sum(count for (_, found), count in self.counts.items() if found is severity)

    def status(self, fail_on: str) -> int:
        """The exit status."""
        if self.failures:
            return 2
        gravest = [outcome.gravest for outcome in self.outcomes if outcome.gravest is not None]
        return int(options.fails(fail_on, gravest))

    def summary(self) -> str:
        """The closing line for people."""
        counted = [severity for severity in sorted(Severity, reverse=True) if severity >= self.level]
        found = [plural(self.total(severity), str(severity)) for severity in counted]
        text = f"checked {plural(len(self.outcomes), 'file')}, {plural(self.records, 'board')}: {', '.join(found)}"
        if self.fixed is not None:
            text += f"; {self.fixed:,} {'would be ' if self.diff else ''}fixed"
            if self.taken_back:
                text += f", {plural(self.taken_back, 'fix' if self.taken_back == 1 else 'fixe')} would not help"
        if not self.failures:
            return text
        what = "read" if self.fixed is None else "read or written"
        return f"{text}; {plural(len(self.failures), 'path')} could not be {what}"


class Report:
    """The frame around the diagnostics: what opens it, separates them and closes it."""

    def __init__(self, out: Output, form: str, *, count: bool) -> None:
        self._out = out
        self._form = form
        self._count = count
        self._empty = True

    def open(self) -> None:
        """Write what stands before the first diagnostic."""
        if self._form == "json":
            self._out.write('{"version": 1,\n"diagnostics": [')
        elif self._form == "sarif":
            self._out.write(sarif.opening())

    def add(self, text: str) -> None:
        """Write some diagnostics."""
        if not text:
            return
        if self._empty and self._form in ("json", "sarif"):
            text = text.removeprefix(SEPARATOR[:-1])
        self._empty = False
        self._out.write(text)

    def close(self, run: Run, text: str) -> None:
        """Write what stands after the last diagnostic; ``text`` is the table for people."""
        ascii_only = self._out.ascii_only
        if self._form == "json":
            parts: dict[str, object] = {
                "files": [outcome.as_dict() for outcome in run.outcomes],
                "failures": [{"path": path, "message": message} for path, message in run.failures],
                "summary": {
                    "files": len(run.outcomes),
                    "records": run.records,
                    "errors": run.total(Severity.ERROR),
                    "warnings": run.total(Severity.WARNING),
                    "notices": run.total(Severity.NOTICE),
                    **({} if run.fixed is None else {"fixed": run.fixed}),
                },
            }
            if self._count:
                parts["statistics"] = [
                    {"code": rule.code, "rule": rule.name, "severity": str(severity), "count": count}
                    for rule, severity, count in statistics(run.counts)
                ]
            body = "".join(f',\n"{name}": {to_json(value, ascii_only=ascii_only)}' for name, value in parts.items())
            self._out.write(f"]{body}}}\n")
        elif self._form == "sarif":
            codes = {code for code, _ in run.counts}
            self._out.write(sarif.closing(__version__, codes, run.failures, ascii_only=ascii_only))
        else:
            self._out.write(text)


@click.command(
    epilog="""\b
Examples:
  pbntools check club.pbn                           one file
  pbntools check --strict --ignore missing-tag .    a folder and all below it
  pbntools check old.pbn.gz season.zip              compressed files
  pbntools check --from-stdin-name club.pbn - <tmp  the standard input
  pbntools check --select AUC,PLY --statistics .    how often each rule fired
  pbntools check --profile export club.pbn          before it is handed on
  pbntools check --level error -o errors.txt .      errors alone, into a file
  pbntools check --output-format json -o out.json . for another program
  pbntools check --laws auto archive/               by the Laws of each Date
  pbntools check --diff club.pbn                    what --fix would change
  pbntools check --fix club.pbn                     mend what is sure

Exit status: 0 nothing at or above --fail-on, 1 something was, 2 misuse or a
file that could not be read.  'pbntools rule CODE' explains a rule.""",
)
@options.paths
@click.option(
    "--select",
    multiple=True,
    metavar="RULES",
    callback=selection.option,
    help="Report only these rules: codes, beginnings of codes or names, separated by commas. May be repeated.",
)
@click.option(
    "--ignore",
    multiple=True,
    metavar="RULES",
    callback=selection.option,
    help="Do not report these rules. May be repeated.",
)
@click.option("--strict", is_flag=True, help="Turn warnings into errors.")
@click.option(
    "--profile",
    type=click.Choice(PROFILES),
    help="Ask what this target would not take, and nothing else.",
)
@options.fail_on
@click.option(
    "--level",
    type=click.Choice(options.SEVERITIES),
    default="notice",
    show_default=True,
    help="The least severity that is shown and counted; the exit status does not depend on it.",
)
@click.option(
    "--statistics", "count", is_flag=True, help="Count by rule, in place of the diagnostics; in JSON beside them."
)
@click.option(
    "--explain", is_flag=True, help="Tell what was expected where the text is not in the standard's notation (slow)."
)
@click.option("--all", "every", is_flag=True, help="Show each diagnostic, however often its rule fires in a file.")
@options.output_format(*FORMATS)
@options.output
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    help="Processes to use. By default all cores if there is much to read, else one.",
)
@options.configured_laws
@click.option(
    "--screens/--no-screens",
    default=None,
    help="The event was played with screens: calls put right behind one carry no penalty, and a lead is accepted where "
    "the declaring side opened it.",
)
@options.encoding
@options.from_format
@click.option("--fix", is_flag=True, help="Mend what has a safe fix, in the files themselves, and report the rest.")
@click.option(
    "--unsafe-fixes", is_flag=True, help="With --fix or --diff: also the fixes that may not be what was meant."
)
@click.option("--diff", is_flag=True, help="Show what --fix would change, in place of diagnostics; write nothing.")
@click.option(
    "--date-order",
    type=click.Choice(["dmy", "mdy", "ymd"]),
    help="How dates such as 02.04.24 are written, for their (unsafe) fix.",
)
@options.stdin_name
@click.option("--no-config", is_flag=True, help="Read no configuration file.")
@options.ascii_only
def command(
    paths: tuple[str, ...],
    select: tuple[str, ...],
    ignore: tuple[str, ...],
    strict: bool,
    profile: str | None,
    fail_on: str,
    level: str,
    count: bool,
    explain: bool,
    every: bool,
    form: str,
    output: str | None,
    jobs: int | None,
    laws: str | None,
    screens: bool | None,
    encoding: str | None,
    from_format: str | None,
    fix: bool,
    unsafe_fixes: bool,
    diff: bool,
    date_order: str | None,
    stdin_name: str | None,
    no_config: bool,
    ascii_only: bool,
) -> int:
    """Check records against the Laws of bridge and against themselves.

    PATH is a file, a directory (searched for files of records), a zip archive (likewise) or - for the standard
    input. Files that were compressed with gzip are unpacked as they are read. What is wrong in the text, the deal,
    the auction, the play, the result or the score is reported with its place and its Law.
    """
    if count and form not in ("text", "concise", "json"):
        raise click.UsageError(f"--statistics goes with text, concise and json, not with {form}.")
    if unsafe_fixes and not (fix or diff):
        raise click.UsageError("--unsafe-fixes goes with --fix or --diff.")
    if diff and (form not in ("text", "concise") or count):
        raise click.UsageError("--diff is shown in place of diagnostics: it goes with no other output.")
    if fix and not diff and "-" in paths:
        raise click.UsageError("--fix writes into files; for the standard input there is --diff.")
    if date_order and (fix or diff) and not unsafe_fixes:
        raise click.UsageError("--date-order is for fixes that are unsafe: give --unsafe-fixes too.")
    if profile and from_format not in (None, "pbn"):
        raise click.UsageError(f"--profile judges PBN files, and --from says {from_format}.")
    if (fix or diff) and from_format not in (None, "pbn"):
        raise click.UsageError(f"--fix and --diff mend PBN files, and --from says {from_format}.")
    if profile and (fix or diff):
        raise click.UsageError(
            "--profile asks what a target would not take, and nothing else: mend the file first, without it."
        )
    refuse_inputs(output, paths)
    with opened_output(output) as out:
        plan = Plan(
            form=form,
            screen=out.screen(ascii_only=ascii_only),
            encoding=encoding,
            select=select,
            ignore=ignore,
            strict=strict,
            profile=profile,
            level=Severity.parse(level),
            every=every,
            counts_only=count and form != "json",
            explain=explain and not (count and form != "json"),
            ascii_only=out.ascii_only,
            laws=laws,
            screens=screens,
            fix=fix,
            unsafe_fixes=unsafe_fixes,
            diff=diff,
            date_order=date_order,
            format=from_format,
            hint=form == "text" and on_terminal(),
        )
        # What mends or judges PBN does not look for other files.
        sources = list(expand(paths, stdin_name, PBN_SUFFIXES if profile or fix or diff else SUFFIXES))
        run = _check(out, plan, sources, jobs, Configs(enabled=not no_config), count=count)
        if form in ("text", "concise"):
            out.close_with(run.summary())
    say(run.summary())
    if form == "text" and run.counts and on_terminal():
        say("'pbntools rule CODE' explains a rule")
        if run.fixable:
            say(f"{plural(run.fixable, 'diagnostic')} can be mended with --fix")
    return run.status(fail_on)


def _counted(names: Counter[str]) -> str:
    """Names in order, each with its number where that is more than one."""
    return ", ".join(f"{name} ({count:,})" if count > 1 else name for name, count in sorted(names.items()))


def _check(
    out: Output, plan: Plan, items: list[Source | Missing], jobs: int | None, configs: Configs, *, count: bool
) -> Run:
    def todo() -> Iterator[tuple[Source, Plan] | Missing]:
        for item in items:
            yield item if isinstance(item, Missing) else (item, plan.under(configs.of(item.path), item.path))

    report = Report(out, plan.form, count=count)
    report.open()
    run = Run(plan.level, diff=plan.diff)
    sources = [item for item in items if isinstance(item, Source)]
    plan = replace(plan, across=len(sources) > 1 and plan.profile is None)
    joiner = Joiner(plan, report.add)
    for item, outcome in zip(items, check_all(todo(), processes(jobs, sources), report.add), strict=True):
        if isinstance(item, Source):
            joiner.join(item, outcome)
        run.add(outcome)
        out.flush()
        if outcome.mended:
            verb = "would mend" if plan.diff else "mended"
            say(f"{shown(outcome.path)}: {verb} {_counted(outcome.mended)}")
        if outcome.failure is not None:
            complain(f"{shown(outcome.path)}: {outcome.failure}")
    report.close(run, statistics_text(run.counts, plan.screen) if count else "")
    return run
