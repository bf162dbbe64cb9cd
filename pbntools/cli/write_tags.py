"""Tags written into files that were read: each is one edit of the bytes, all else stays as it was."""

from __future__ import annotations

from collections.abc import Mapping

from pbntools.cli.streams import complain, reason, shown
from pbntools.formats.edits import EditError
from pbntools.formats.pbn.document import Document
from pbntools.reports.diagnostics import plural


def write_tags(tags: Mapping[str, Mapping[int, Mapping[str, str]]], encoding: str | None) -> tuple[str, bool]:
    """Set tags by path and record; what was written, in words, and whether a file could not be written."""
    records = files = 0
    failed = False
    for path, changes in tags.items():
        try:
            document = Document.open(path, encoding=encoding)
            for index, values in changes.items():
                for name, value in values.items():
                    document[index].set(name, value)
            document.save()
        except OSError as error:
            complain(f"{shown(path)}: cannot be written: {reason(error)}")
            failed = True
        except (EditError, ValueError, IndexError) as error:
            complain(f"{shown(path)}: the tags cannot be written: {shown(str(error))}")
            failed = True
        else:
            records += len(changes)
            files += 1
    return f"; tags written in {plural(records, 'record')} of {plural(files, 'file')}", failed
