"""What the head of a file decides: its encoding, its line ends, and whether records are embedded in it."""

import pytest

from pbntools.fixing import fix
from pbntools.formats.pbn import PbnReader
from pbntools.formats.pbn.document import Document
from pbntools.formats.text import TextSource
from tests.formats.samples import GAME


class TestUtf16WithoutAMark:
    TEXT = '[Event "Łódź 2024"]\r\n[Board "1"]\r\n' * 3

    @pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
    def test_it_is_told_once_and_read_where_it_is_named(self, name: str) -> None:
        data = f'[Event "x"]\n[Site "y"]\n{self.TEXT}'.encode(name)
        (found,) = PbnReader(data)
        assert [d.rule.name for d in found.diagnostics] == ["no-records"]
        assert f"looks like {name.upper()} without a byte order mark" in found.diagnostics[0].message
        assert found.diagnostics[0].help == f"name the encoding with --encoding {name}"
        reader = PbnReader(data, encoding=name)
        records = [reading.record for reading in reader if reading.record]
        assert [record.event for record in records][:1] == ["x"]
        assert reader.encoding == name

    @pytest.mark.parametrize("data", [b"", b"a\0b", b'[Event "x"]\n\0\n', b"\0\0\0\0\0\0\0\0\0\0", b"\1\0\0\0\2\0"])
    def test_what_does_not_look_like_it(self, data: bytes) -> None:
        assert TextSource(data).unmarked == ""


def test_three_characters_that_end_a_line() -> None:
    data = GAME.replace("\n", "\r\r\n").encode()
    found = list(PbnReader(data))
    (plain,) = [reading.record for reading in PbnReader(GAME.encode())]
    assert [reading.record for reading in found] == [plain, None]
    assert [str(d) for reading in found for d in reading.diagnostics] == [
        "<bytes>:1:1: notice PBN005 line-ends: the lines end in CR CR LF"
    ]
    twice = list(PbnReader((GAME + "\n" + GAME).replace("\n", "\r\r\n").encode()))
    assert [reading.extent for reading in twice[:2]] == [(0, len(data) - 2), (len(data) - 2, 2 * len(data) + 3)]
    assert all(reading.record == plain for reading in twice[:2])


class TestEmbedding:
    GAME = '[Event "x"]\n[Board "1"]\n'

    @pytest.mark.parametrize(
        "head",
        [
            "{ use <PBN> }\n",
            "{ put it between <PBN> and </PBN> }\n",
            "{\n<PBN>\n[see below]\n}\n",
            "; use <PBN>\n",
            "  ; as in <PBN>{ } \n",
            "text that says <PBN> somewhere\n",
        ],
    )
    def test_a_mark_in_a_comment_or_in_prose_hides_nothing(self, head: str) -> None:
        records = [reading.record for reading in PbnReader((head + self.GAME).encode())]
        assert [record.event for record in records if record] == ["x"]

    @pytest.mark.parametrize("head", ["", "<p>\n", "body { margin: 0 }\n", "x" * 1_500_000 + "\n", "x\n" * 1_000_000])
    def test_a_mark_far_into_a_document(self, head: str) -> None:
        text = f'{head}<PBN>\n{self.GAME}</PBN>\n[Not "this"]\n'
        found = list(PbnReader(text.encode()))
        assert [reading.record.event for reading in found if reading.record] == ["x"]
        assert "Not" not in found[0].record.tags if found[0].record else False
        rules = {d.rule.name for reading in found for d in reading.diagnostics}
        assert rules - {"line-too-long"} == {"missing-tag"}
        assert found[0].diagnostics[-1].location.line == head.count("\n") + 2


@pytest.mark.parametrize("name", ["utf-16-le", "utf-16-be"])
def test_a_named_utf_16_file_is_edited_in_its_encoding(name: str) -> None:
    data = (GAME + "\n" + GAME).encode(name)
    document = Document(data, encoding=name)
    assert document.to_bytes() == data
    document[1].set("Site", "Łódź")
    assert document.to_bytes() == (GAME + "\n" + GAME.replace("Nowhere", "Łódź")).encode(name)


def test_a_named_utf_16_file_is_not_mended() -> None:
    data = GAME.replace('"1S"', '"1 spade"').encode("utf-16-le")
    fixed = fix(data, encoding="utf-16-le", unsafe=True)
    assert (fixed.data, fixed.applied) == (data, ())
    assert fix(b"\xff\xfe" + data, unsafe=True, ignore=["utf-16"]).data != b"\xff\xfe" + data
