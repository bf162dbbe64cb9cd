"""``check --fix`` and ``check --diff``: the mending of one file."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING

from pbntools.cli.streams import reason
from pbntools.diagnostics import EDITION

if TYPE_CHECKING:
    from pbntools.cli.checking import FileReport, Plan
    from pbntools.cli.inputs import Source
    from pbntools.formats.unpacking import Unpacked

_BLOCK = 1 << 20


class ChangedError(OSError):
    """The file is no longer, or never was, what was read under its name."""

    def __init__(self) -> None:
        super().__init__("what stands there is not what was read: it has changed, or it is compressed")


def mended(source: Source, file: Unpacked, plan: Plan, done: FileReport, emit: Callable[[str], None]) -> bytes:
    """The file's bytes with its fixes made.  They are written to the file, or with ``--diff`` only shown.

    Where they cannot be written the old bytes are returned, and ``done`` says why.  Raises OSError where the file
    cannot be read.
    """
    from pbntools.fixing import fix

    data = b"".join(iter(lambda: file.read(_BLOCK), b""))
    if file.method is not None and not plan.diff:
        done.failure = f"cannot be written: it is compressed ({file.method}); unpack it first"
        done.fixed = 0
        return data
    fixed = fix(
        data,
        name=source.path,
        encoding=plan.encoding,
        select=plan.select,
        ignore=plan.ignore,
        unsafe=plan.unsafe_fixes,
        date_order=plan.date_order,
        laws=plan.laws or EDITION,
        screens=bool(plan.screens),
    )
    done.taken_back = len(fixed.refused)
    if fixed.data == data:
        done.fixed = 0
        return data
    if plan.diff:
        emit(_difference(data, fixed.data, source.path, plan))
    else:
        try:
            _replace(source.path, data, fixed.data)
        except OSError as error:
            done.failure = f"cannot be written: {reason(error)}"
            done.fixed = 0
            return data
    done.fixed = len(fixed.applied)
    done.mended.update(diagnostic.rule.name for diagnostic in fixed.applied)
    return fixed.data


def _replace(path: str, old: bytes, new: bytes) -> None:
    from pbntools.formats.files import write_atomically

    with open(path, "rb") as file:
        if file.read(len(old) + 1) != old:
            raise ChangedError
    write_atomically(path, [new])


def _difference(old: bytes, new: bytes, path: str, plan: Plan) -> str:
    from pbntools.reports.diffs import unified

    name = path.replace(os.sep, "/")
    encoding = plan.encoding
    lines = unified(_text(old, encoding), _text(new, encoding), name if name != "-" else "stdin")
    # A file may hold what steers a terminal; carriage returns belong to the lines.
    safe = plan.screen.safe
    return "".join(f"{safe(line[:-1])}\r\n" if line.endswith("\r") else f"{safe(line)}\n" for line in lines)


def _text(data: bytes, encoding: str | None) -> str:
    from pbntools.formats.pbn.encodings import utf16_text

    text = utf16_text(data)
    if text is not None:
        return text
    try:
        return data.decode(encoding or "utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252" if encoding is None else "latin-1", "replace")
