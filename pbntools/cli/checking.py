"""The checking of one file, and of many files in several processes with the results in the order of the files."""

from __future__ import annotations

import multiprocessing
import os
import signal
import tempfile
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Protocol

from pbntools.cli import OutputClosedError
from pbntools.cli.config import Config
from pbntools.cli.explaining import explained
from pbntools.cli.inputs import Missing, Source
from pbntools.cli.mending import mended
from pbntools.cli.streams import Failure, internal_error, unread
from pbntools.diagnostics import EDITION, Diagnostic, Severity
from pbntools.reports.diagnostics import Concise, Text
from pbntools.reports.machine import GitHub, JsonItems, JsonLines
from pbntools.reports.sarif import Sarif
from pbntools.reports.screen import Screen

if TYPE_CHECKING:
    from multiprocessing.sharedctypes import Synchronized

    from pbntools.laws.between import Entry

LARGE = 4_000_000
"""Bytes in all from which on several processes are worth their start."""
HELD = 1_000_000
"""Characters of one file's text that a worker keeps in memory; more goes through a temporary file."""
GRACE = 2.0
"""Seconds that workers have to stop when nobody waits for the rest."""
AHEAD = 4
"""Files a process that may be under way or wait for their turn."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What is to be done with each file.  Plain data, so that a worker process can be given it."""

    form: str
    screen: Screen
    encoding: str | None = None
    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    profile: str | None = None
    level: Severity = Severity.NOTICE
    every: bool = False
    counts_only: bool = False
    explain: bool = False
    ascii_only: bool = False
    laws: str | None = None
    screens: bool | None = None
    """The edition of the Laws and whether there were screens, as the command line says; None where it does not."""
    fix: bool = False
    unsafe_fixes: bool = False
    diff: bool = False
    date_order: str | None = None
    format: str | None = None
    """The format to read each file as; None where its content tells."""
    across: bool = False
    """Whether the records are to be compared with those of other files."""
    hint: bool = False
    """Whether to count what could be mended."""

    def under(self, config: Config, path: str) -> Plan:
        """The plan for one file: ``select`` of the command line replaces all that the configuration says of rules,
        except for the rules that are ignored in this very file; ``ignore`` adds to it.  The edition of the Laws and
        screens are those of the command line, else of the configuration."""
        local = config.ignored_in(path)
        plan = replace(
            self,
            laws=self.laws or config.laws or EDITION,
            screens=config.screens if self.screens is None else self.screens,
        )
        if self.select:
            return replace(plan, ignore=self.ignore + local)
        return replace(plan, select=config.select, ignore=config.ignore + self.ignore + local)


@dataclass(slots=True)
class FileReport:
    """What came of one file.  ``counts`` is by rule and severity, of what is at or above the plan's level; ``gravest``
    is of all that was found; ``spool`` names a file that holds the first part of the text; ``failure`` says why the
    file could not be read, or not to its end."""

    path: str
    format: str | None = None
    encoding: str | None = None
    records: int = 0
    counts: Counter[tuple[str, Severity]] = field(default_factory=Counter)
    gravest: Severity | None = None
    failure: str | None = None
    text: str = ""
    spool: str | None = None
    fixed: int | None = None
    """How many diagnostics were mended, or would be; None where that was not asked for."""
    mended: Counter[str] = field(default_factory=Counter)
    """The rules of what was mended, or would be, by name."""
    taken_back: int = 0
    """How many fixes were not made, since the file would be no better for them."""
    fixable: int = 0
    """How many of the diagnostics have a safe fix, where that was asked for."""

    entries: list[Entry] = field(default_factory=list)
    """What the records of other files are to be compared with."""
    wanted: frozenset[str] = frozenset()
    """The codes of the rules between records that are asked for."""

    def total(self, severity: Severity) -> int:
        """The number of diagnostics of a severity."""
        return sum(count for (_, found), count in self.counts.items() if found is severity)

    def as_dict(self) -> dict[str, object]:
        """The JSON form."""
        return {
            "path": self.path,
            "format": self.format,
            "encoding": self.encoding,
            "records": self.records,
            "errors": self.total(Severity.ERROR),
            "warnings": self.total(Severity.WARNING),
            "notices": self.total(Severity.NOTICE),
            **({} if self.fixed is None else {"fixed": self.fixed}),
        }


class Writer(Protocol):
    """The text of one file's diagnostics, piece by piece."""

    def diagnostic(self, diagnostic: Diagnostic, room: str | None = None) -> str: ...

    def close(self) -> str: ...


def writer(plan: Plan) -> Writer:
    """The writer of the plan's output format."""
    match plan.form:
        case "text":
            return Text(plan.screen, every=plan.every)
        case "concise":
            return Concise(plan.screen)
        case "json":
            return JsonItems(ascii_only=plan.ascii_only)
        case "jsonl":
            return JsonLines(ascii_only=plan.ascii_only)
        case "sarif":
            return Sarif(ascii_only=plan.ascii_only)
        case _:
            return GitHub(plan.screen)


def check_source(source: Source, plan: Plan, emit: Callable[[str], None]) -> FileReport:
    """Check one file and emit its text as it arises."""
    from pbntools.checking import between_wanted, check

    done = FileReport(source.path)
    written = writer(plan)
    quiet = plan.counts_only or plan.diff
    try:
        with (
            source.open() as file,
            check(
                mended(source, file, plan, done, emit) if plan.fix or plan.diff else file,
                name=source.path,
                encoding=plan.encoding,
                format=plan.format,
                select=plan.select,
                ignore=plan.ignore,
                laws=plan.laws or EDITION,
                screens=bool(plan.screens),
                date_order=plan.date_order,
                profile=plan.profile,
                keep_entries=plan.across,
            ) as readings,
        ):
            for reading in readings:
                if _stop is not None and _stop.value:
                    break
                for diagnostic in explained(reading) if plan.explain else reading.diagnostics:
                    raised = counted(done, diagnostic, plan)
                    if raised is not None and not quiet:
                        emit(written.diagnostic(raised, reading.record.room if reading.record is not None else None))
                        if plan.hint:
                            fix = raised.fix
                            done.fixable += fix is not None and fix.safe
        done.records = readings.records
        done.format = readings.format
        done.encoding = readings.encoding
        if readings.entries:
            done.entries = readings.entries
            done.wanted = between_wanted(plan.select, plan.ignore)
    except OSError as error:
        done.failure = unread(error)
    except (OutputClosedError, Failure):
        raise
    except Exception as error:  # noqa: BLE001  (a fault of ours in one file must not cost the files after it)
        done.failure = internal_error(error)
    if not quiet:
        emit(written.close())
    return done


def counted(done: FileReport, diagnostic: Diagnostic, plan: Plan) -> Diagnostic | None:
    """Count a diagnostic, and give it with the severity that the plan gives it; None for one below the level."""
    raised = _raised(diagnostic) if plan.strict else diagnostic
    if done.gravest is None or raised.severity > done.gravest:
        done.gravest = raised.severity
    if raised.severity < plan.level:
        return None
    done.counts[raised.rule.code, raised.severity] += 1
    return raised


def _raised(diagnostic: Diagnostic) -> Diagnostic:
    return replace(diagnostic, severity=Severity.ERROR) if diagnostic.severity is Severity.WARNING else diagnostic


class _Held:
    """The text of a file that waits for its turn: in memory, and beyond a bound in a temporary file."""

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._pieces: list[str] = []
        self._size = 0
        self.spool: str | None = None

    def add(self, text: str) -> None:
        self._pieces.append(text)
        self._size += len(text)
        if self._size > HELD:
            if self.spool is None:
                handle, self.spool = tempfile.mkstemp(dir=self._folder)
                os.close(handle)
            with open(self.spool, "a", encoding="utf-8", errors="surrogatepass", newline="") as file:
                file.write(self.text())
            self._pieces.clear()
            self._size = 0

    def text(self) -> str:
        return "".join(self._pieces)


def check_held(source: Source, plan: Plan, folder: str) -> FileReport:
    """Check one file in a worker process; the outcome carries the text."""
    held = _Held(folder)
    done = check_source(source, plan, held.add)
    done.text, done.spool = held.text(), held.spool
    return done


# Set in a worker: a flag by which the parent says that nobody waits for the rest.
_stop: Synchronized[int] | None = None


def _start_worker(stop: Synchronized[int]) -> None:
    global _stop
    _stop = stop
    # Ctrl-C reaches the whole group of processes; the parent alone decides what comes of it.
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def processes(jobs: int | None, sources: list[Source]) -> int:
    """How many processes to use: as many as asked for, or all cores when there is enough to do."""
    readable = sum(1 for source in sources if not source.is_stdin)
    if jobs is None:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        jobs = cores if sum(source.size for source in sources) >= LARGE else 1
    return max(min(jobs, readable), 1)


def check_all(
    todo: Iterable[tuple[Source, Plan] | Missing], jobs: int, emit: Callable[[str], None]
) -> Iterator[FileReport]:
    """The outcomes in the order of the files.  The text of each was emitted when its outcome comes."""
    if jobs == 1:
        for item in todo:
            yield FileReport(item.path, failure=item.why) if isinstance(item, Missing) else check_source(*item, emit)
        return
    with tempfile.TemporaryDirectory(prefix="pbntools-") as folder:
        stop = multiprocessing.Value("b", 0, lock=False)
        pool = ProcessPoolExecutor(jobs, initializer=_start_worker, initargs=(stop,))
        try:
            for done in _in_order(pool, todo, jobs, folder, emit):
                _emit_held(done, emit)
                yield done
        except BaseException:
            # A worker that is killed while it hands over its outcome leaves the pool waiting for ever: ask it to stop,
            # and kill only what cannot, as it waits for input.
            stop.value = 1
            pool.shutdown(wait=False, cancel_futures=True)
            until = time.monotonic() + GRACE
            children = multiprocessing.active_children()
            for child in children:
                child.join(max(until - time.monotonic(), 0))
            for child in children:
                if child.is_alive():
                    child.kill()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)


def _in_order(
    pool: ProcessPoolExecutor,
    todo: Iterable[tuple[Source, Plan] | Missing],
    jobs: int,
    folder: str,
    emit: Callable[[str], None],
) -> Iterator[FileReport]:
    waiting: deque[tuple[Source, Plan | None, Future[FileReport]]] = deque()

    def first() -> FileReport:
        source, plan, future = waiting.popleft()
        if plan is not None:
            return check_source(source, plan, emit)
        try:
            return future.result()
        except BrokenProcessPool:
            return FileReport(source.path, failure="not checked, since a process of this run was ended from outside")

    for item in todo:
        future: Future[FileReport] = Future()
        if isinstance(item, Missing):
            future.set_result(FileReport(item.path, failure=item.why))
            waiting.append((Source(item.path, item.path), None, future))
        elif item[0].is_stdin:
            # A worker has no standard input; this process reads it when its turn comes.
            waiting.append((*item, future))
        else:
            waiting.append((item[0], None, _submit(pool, *item, folder)))
        if len(waiting) >= jobs * AHEAD:
            yield first()
    while waiting:
        yield first()


def _submit(pool: ProcessPoolExecutor, source: Source, plan: Plan, folder: str) -> Future[FileReport]:
    try:
        return pool.submit(check_held, source, plan, folder)
    except BrokenProcessPool as error:
        broken: Future[FileReport] = Future()
        broken.set_exception(error)
        return broken


def _emit_held(done: FileReport, emit: Callable[[str], None]) -> None:
    if done.spool is not None:
        with open(done.spool, encoding="utf-8", errors="surrogatepass", newline="") as file:
            while piece := file.read(HELD):
                emit(piece)
        os.unlink(done.spool)
    emit(done.text)
    done.text = ""
