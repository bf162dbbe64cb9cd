"""Properties of edits: what is meant changes, and nothing else; what cannot be done changes nothing."""

from __future__ import annotations

import random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbntools.formats.edits import EditError
from pbntools.formats.pbn.document import Document
from tests.formats.pbn.edit_samples import check_edit, samples
from tests.properties.test_pbn_reader import anything, few, texts

some = settings(few, max_examples=100)


@given(anything, st.randoms(use_true_random=False))
@some
def test_an_edit_changes_its_span_or_nothing(data: bytes, chance: random.Random) -> None:
    document = Document(data)
    if not len(document):
        return
    index = chance.randrange(len(document))
    sample = chance.choice(list(samples(document[index], chance)))
    check_edit(data, index, sample)


@given(anything, st.text(max_size=30), st.sampled_from(["Event", "Annotator", "West"]))
@some
def test_a_value_that_is_set_is_read(data: bytes, value: str, name: str) -> None:
    document = Document(data)
    for game in document:
        try:
            game.set(name, value)
        except EditError:
            assert document.to_bytes() == data
            return
        assert game.record.tags[name] == value
        assert Document(document.to_bytes()).records == document.records
        return


@given(anything, texts, st.randoms(use_true_random=False))
@some
def test_games_put_in_taken_out_and_moved(data: bytes, text: str, chance: random.Random) -> None:
    document = Document(data)
    games = list(document)
    contents = [game.record.tags for game in games]
    index = chance.randrange(len(games) + 1)
    try:
        match chance.randrange(3):
            case 0:
                new = document.insert(index, text)
                games.insert(index, new)
                contents.insert(index, new.record.tags)
            case 1 if games:
                document.remove(index % len(games))
                del contents[index % len(games)], games[index % len(games)]
            case _ if games:
                to = chance.randrange(len(games))
                document.move(index % len(games), to)
                games.insert(to, moved := games.pop(index % (len(games))))
                contents.insert(to, contents.pop(index % len(contents)))
                assert document[to] is moved
    except EditError:
        assert document.to_bytes() == data
    assert list(document) == games
    anew = Document(document.to_bytes())
    assert [game.record.tags for game in anew] == contents
    assert [game.data for game in anew] == [game.data for game in document]
    assert anew.records == document.records
