"""The pages of the rules on a terminal."""

import pytest

from pbntools.reports.rules import page_text, rule_list, source_text
from pbntools.reports.screen import Screen
from pbntools.rules import RULES

SCREEN = Screen(width=60)
PAGE = """\
A player must **follow suit** when he can, see [the Law](https://example.org/44) and `PLY305`. It goes on for some time.

## Example that breaks it

```pbn
[Play "W"]
H2 S3   *not bold*
```

- first `item`, which is long enough to need another line of the screen
- second
1. third
"""


def test_a_page() -> None:
    text = page_text(RULES["PLY305"], PAGE, SCREEN)
    assert text.splitlines() == [
        "PLY305 revoke: error",
        RULES["PLY305"].summary,
        "Law 61A (2017)",
        "",
        "A player must follow suit when he can, see the Law and",
        "PLY305. It goes on for some time.",
        "",
        "Example that breaks it",
        "",
        '    [Play "W"]',
        "    H2 S3   *not bold*",
        "",
        "- first item, which is long enough to need another line of",
        "  the screen",
        "- second",
        "1. third",
    ]


def test_an_absent_page_leaves_the_facts() -> None:
    assert page_text(RULES["AUC101"], "", SCREEN).splitlines()[0] == "AUC101 insufficient-bid: error"


@pytest.mark.parametrize("page", ["```\nnever closed", "## \x1b[31mred", "~~~\n\x07\n~~~", "- \x9b", "\u202e"])
def test_a_page_cannot_steer_the_terminal(page: str) -> None:
    assert all(line.isprintable() for line in page_text(RULES["AUC101"], page, SCREEN).splitlines())


@pytest.mark.parametrize(("code", "source"), [("PLY305", "Law 61A (2017)"), ("PBN108", "PBN 2.1, section 3.4")])
def test_sources(code: str, source: str) -> None:
    assert source_text(RULES[code]) == source


def test_the_list_has_a_line_a_rule_in_order() -> None:
    lines = rule_list(list(RULES.values()), SCREEN).splitlines()
    assert [line.split()[0] for line in lines] == sorted(RULES)
    assert all(RULES[line.split()[0]].summary in line for line in lines)
