"""The diagrams of the grammar, which the documentation draws when it is built."""

import importlib.util
import re
from pathlib import Path

import pytest

HOOKS = Path(__file__).parent.parent / "docs" / "hooks.py"


def test_the_page_draws_what_a_game_consists_of() -> None:
    pytest.importorskip("railroad", reason="the docs extra is not installed")
    pytest.importorskip("mkdocs", reason="the docs extra is not installed")
    spec = importlib.util.spec_from_file_location("hooks", HOOKS)
    assert spec is not None
    assert spec.loader is not None
    hooks = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(hooks)
    page = hooks.diagrams_page()
    headings = dict(re.findall(r"^## (.+) \{ #(.+) \}$", page, re.M))
    assert {"game", "tag or section", "auction", "play", "note", "table", "Deal tag"} <= headings.keys()
    assert page.count("<svg") == len(headings)
    assert set(re.findall(r'href="#([^"]+)"', page)) <= set(headings.values())
    assert "[suppress]" not in page
