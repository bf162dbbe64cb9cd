"""Whatever the checks find in any test here must be sayable in every language."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from pbntools.diagnostics import Finding
from pbntools.laws import checks, repair
from pbntools.reports.language import language, languages
from pbntools.said import Said

OTHERS = [language(code) for code in languages() if code != "en"]
SPOKEN: set[str] = set()


def all_said(find: Callable[..., list[Finding]]) -> Callable[..., list[Finding]]:
    def found(*args: Any) -> list[Finding]:
        findings = find(*args)
        for finding in findings:
            for text in filter(None, (finding.message, finding.help)):
                assert isinstance(text, Said), text
                assert text in SPOKEN or all(words.speaks(text) for words in OTHERS), text
                SPOKEN.add(text)
        return findings

    return found


@pytest.fixture(autouse=True, scope="package")
def _all_that_is_found_is_said() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(checks, "_found", all_said(checks._found))
        patch.setattr(repair, "with_hints", all_said(repair.with_hints))
        yield
