"""Formats told apart by name, suffix and content, and formats of other packages."""

from __future__ import annotations

import importlib.metadata
from collections.abc import Iterator

import pytest

import pbntools as pbn
from pbntools.formats import registry
from pbntools.formats.registry import Format, format_of_path, formats, get_format, open_reader, plugins, sniffed

GAME = b'[Event "Spring Pairs"]\n[Board "1"]\n'


def test_each_format_has_its_name_and_a_suffix_that_leads_to_it() -> None:
    found = formats()
    assert {item.name for item in found} == set(registry.format_names())
    for item in found:
        assert get_format(item.name) is item
        assert item.holds <= set(registry.PARTS)
        assert item.open is not None or item.write is not None
        assert (item.fitter is None) == (item.write is None)
        for suffix in item.suffixes:
            named = format_of_path(f"club{suffix}")
            assert named is not None
            assert suffix in named.suffixes


def test_a_suffix_is_found_behind_a_compressed_one_and_in_any_case() -> None:
    found = format_of_path("a/b.PBN.gz")
    assert found is not None
    assert found.name == "pbn"
    assert format_of_path("notes.doc") is None


def test_a_format_that_is_not_known() -> None:
    with pytest.raises(KeyError):
        get_format("nonesuch")
    with pytest.raises(KeyError):
        pbn.read(GAME, format="nonesuch")


@pytest.mark.parametrize(
    ("head", "path", "name"),
    [
        (GAME, "club.json", "pbn"),
        (b"% PBN 2.1\n", "x", "pbn"),
        (b"\xef\xbb\xbf" + GAME, "x", "pbn"),
        (b"\xff\xfe[\0", "x", "pbn"),
        (b'{"pbntools":1,"records":[\n', "x", "json"),
        (b'{"pbntools":1,"board":"1"}\n', "club.pbn", "jsonl"),
        (b"a letter to a friend", "x.pbn", "pbn"),
        (b"a letter to a friend", "x", "pbn"),
        (b"", "x.json", "json"),
    ],
)
def test_content_comes_before_the_suffix(head: bytes, path: str, name: str) -> None:
    assert sniffed(head, path).name == name


def test_the_first_bytes_are_not_lost() -> None:
    reader, opened = open_reader(GAME * 500)
    with opened:
        assert reader.format == "pbn"
        assert next(iter(reader)).board == "1"


class Entry:
    """An entry point as `importlib.metadata` gives them."""

    def __init__(self, name: str, found: object) -> None:
        self.name = name
        self.value = f"{name}:FORMAT"
        self._found = found

    def load(self) -> object:
        if isinstance(self._found, Exception):
            raise self._found
        return self._found


@pytest.fixture
def strangers(monkeypatch: pytest.MonkeyPatch) -> Iterator[Format]:
    """Entry points of four other packages, of which one is sound."""
    sound = Format("notes", "Notes", (".notes",), frozenset({"deal"}), lambda head: head.startswith(b"NOTES"))
    entries = [
        Entry("broken", RuntimeError("no such thing")),
        Entry("odd", 42),
        Entry("pbn", Format("pbn", "Another", (".pbn",), frozenset())),
        Entry("notes", sound),
    ]
    monkeypatch.setattr(importlib.metadata, "entry_points", lambda *, group: entries if group == registry.GROUP else [])
    plugins.cache_clear()
    get_format.cache_clear()
    yield sound
    plugins.cache_clear()
    get_format.cache_clear()


def test_a_format_of_another_package(strangers: Format) -> None:
    assert get_format("notes") is strangers
    assert format_of_path("x.notes") is strangers
    assert sniffed(b"NOTES of a deal", "x") is strangers


def test_a_broken_one_is_told_and_costs_nothing_else(strangers: Format) -> None:
    found, broken = plugins()
    assert found == (strangers,)
    assert [(plugin.name, plugin.why) for plugin in broken] == [
        ("broken", "RuntimeError: no such thing"),
        ("odd", "odd:FORMAT is a int and no Format"),
        ("pbn", "there is a format 'pbn' already"),
    ]
    assert [reading.board for reading in pbn.read(GAME) if reading.record] == ["1"]


def test_a_format_that_cannot_be_read(strangers: Format) -> None:
    with pytest.raises(ValueError, match="can be written, but not read"):
        pbn.read(b"NOTES", format="notes")
