"""``check --explain``: what was expected where the text is not in the standard's notation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pbntools.diagnostics import Diagnostic
    from pbntools.formats.reading import Reading


def explained(reading: Reading) -> Iterator[Diagnostic]:
    """The diagnostics of a reading; those of its syntax say what was expected."""
    # The grammar is slow to import, and of use only to those who ask.
    from pbntools.formats.pbn.grammar.explain import expectations, expected
    from pbntools.formats.pbn.syntax import READ_ON, SYNTAX

    if not any(diagnostic.rule in SYNTAX | READ_ON for diagnostic in reading.diagnostics):
        yield from reading.diagnostics
        return
    places = expectations(reading)
    for diagnostic in reading.diagnostics:
        what = expected(diagnostic, reading, places)
        yield diagnostic if what is None else replace(diagnostic, expected=what)
