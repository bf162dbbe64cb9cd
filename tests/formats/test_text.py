"""Text of unknown encoding, read in blocks."""

import codecs
import io
from itertools import pairwise
from pathlib import Path

import pytest

from pbntools.formats import text as text_module
from pbntools.formats.text import Chunk, LineEnds, TextDecoder, TextSource, count_line_ends
from tests.formats.samples import short_reads


def latin(text: str, encoding: str = "utf-8") -> str:
    """How a text looks when its bytes are lexed as ISO 8859-1."""
    return text.encode(encoding).decode("latin-1")


def whole(source: TextSource) -> str:
    parts = []
    while part := source.read():
        parts.append(part)
    return "".join(parts)


class TestDecoder:
    def test_plain_text_tells_nothing_of_the_encoding(self) -> None:
        decoder = TextDecoder()
        assert decoder.decode("plain") == "plain"
        assert (decoder.encoding, decoder.seen) == ("ascii", [])

    @pytest.mark.parametrize(
        "raw, text, encoding",
        [
            (latin("Zoë"), "Zoë", "utf-8"),
            ("Zo\xeb", "Zoë", "iso-8859-1"),
            ("\x93Zo\xeb\x94", "“Zoë”", "windows-1252"),
            ("\x81\xeb", "\x81\xeb", "iso-8859-1"),  # 0x81 is no character of Windows-1252
            (latin("王"), "王", "utf-8"),
        ],
    )
    def test_the_encoding_is_seen_from_the_bytes(self, raw: str, text: str, encoding: str) -> None:
        decoder = TextDecoder()
        assert decoder.decode(raw) == text
        decoder.meet(raw)
        assert decoder.encoding == encoding

    def test_several_encodings_are_all_named(self) -> None:
        decoder = TextDecoder()
        decoder.meet(latin("é") + " \xe9 " + latin("ü"))
        assert decoder.encoding == "utf-8+iso-8859-1"

    def test_a_declared_character_set_counts(self) -> None:
        decoder = TextDecoder()
        assert decoder.declare("ISO-8859-2")
        assert decoder.decode("\xb3\xf3d\xbc") == "łódź"
        decoder.meet("\xb3\xf3d\xbc")
        assert decoder.encoding == "iso8859-2"

    def test_bytes_refute_a_declared_character_set(self) -> None:
        decoder = TextDecoder()
        assert decoder.declare("ISO-8859-1")
        assert decoder.decode(latin("Zoë")) == "Zoë"
        assert decoder.decode("\x93x\x94") == "“x”"

    @pytest.mark.parametrize("charset", ["nonsense", "", "hex", "rot13", "base64"])
    def test_an_unknown_character_set_is_refused(self, charset: str) -> None:
        decoder = TextDecoder()
        assert not decoder.declare(charset)
        assert decoder.declared is None

    def test_a_named_encoding_goes_first(self) -> None:
        decoder = TextDecoder("cp1250")
        assert decoder.decode(latin("é")) == "Ă©"
        decoder.meet(latin("é"))
        assert decoder.encoding == "cp1250"

    def test_a_named_encoding_that_cannot_be_is_passed_over(self) -> None:
        decoder = TextDecoder("ascii")
        assert decoder.decode(latin("é")) == "é"

    @pytest.mark.parametrize("encoding", ["nonsense", "hex", "rot13", "base64", "zlib", "idna", "utf-7", "punycode"])
    def test_an_encoding_that_is_none_of_text_raises_at_once(self, encoding: str) -> None:
        with pytest.raises(LookupError):
            TextDecoder(encoding)

    @pytest.mark.parametrize("raw", ["\x89", "\xe2\x99", "\xff", "\x80\x80", "a\xc3"])
    def test_part_of_a_character_of_transcoded_text_does_not_raise(self, raw: str) -> None:
        assert TextDecoder(transcoded="utf-16-le").decode(raw)


class TestChunk:
    def place(self, text: str, at: int) -> tuple[int, int]:
        return Chunk(text, 0, 1, "x", TextDecoder()).place(at)

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_lines_and_columns(self, end: str) -> None:
        text = f"ab{end}{end}cd"
        assert self.place(text, 0) == (1, 1)
        assert self.place(text, 1) == (1, 2)
        assert self.place(text, 2) == (1, 3)
        assert self.place(text, 2 + len(end)) == (2, 1)
        assert self.place(text, len(text) - 1) == (3, 2)
        assert self.place(text, len(text)) == (3, 3)

    def test_mixed_line_ends(self) -> None:
        text = "a\nb\r\nc\rd\r\re"
        assert [self.place(text, text.index(letter)) for letter in "abcde"] == [(1, 1), (2, 1), (3, 1), (4, 1), (6, 1)]

    def test_columns_count_code_points(self) -> None:
        text = latin("éé♠x")
        assert self.place(text, text.index("x")) == (1, 4)
        assert self.place("\xe9\xe9x", 2) == (1, 3)

    def test_lines_go_on_from_those_before_the_chunk(self) -> None:
        assert Chunk("a\nb", 100, 7, "x", TextDecoder()).place(2) == (8, 1)

    def test_the_source_line_is_decoded_and_has_no_line_end(self) -> None:
        chunk = Chunk(latin("one\r\nzweï\r\nthree"), 0, 1, "x", TextDecoder())
        assert [chunk.source(0), chunk.source(7), chunk.source(12)] == ["one", "zweï", "three"]

    def test_a_place_within_a_character_leaves_the_encoding_alone(self) -> None:
        decoder = TextDecoder()
        chunk = Chunk(latin("éx"), 0, 1, "x", decoder)
        chunk.place(1)
        assert decoder.encoding in ("ascii", "utf-8")

    @pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
    def test_long_lines(self, end: str) -> None:
        chunk = Chunk(end.join(["a" * 254, "b" * 255, "c", "d" * 300]), 0, 1, "x", TextDecoder())
        assert [(stop - start, chunk.text[start]) for start, stop in chunk.long_lines] == [
            (254, "a"),
            (255, "b"),
            (300, "d"),
        ]

    @pytest.mark.parametrize(
        "text, suspect", [("plain\r\n", False), ("\xe9", False), ("a\tb", True), ("\0", True), ("\x85", True)]
    )
    def test_doubtful_characters(self, text: str, suspect: bool) -> None:
        chunk = Chunk(text, 0, 1, "x", TextDecoder())
        assert chunk.suspect is suspect


@pytest.mark.parametrize(
    "text, count", [("", 0), ("a", 0), ("\n\n", 2), ("\r\n\r\n", 2), ("\r\r", 2), ("\n\r\n\r", 3), ("\r\r\n", 2)]
)
def test_counting_line_ends(text: str, count: int) -> None:
    assert count_line_ends(text) == count


@pytest.mark.parametrize(
    "pieces, kinds",
    [
        ([""], []),
        (["a\n"], ["LF"]),
        (["a\r\nb\r\n"], ["CR LF"]),
        (["a\rb"], ["CR"]),
        (["a\n", "b\n", "c\r\n"], ["LF", "CR LF"]),
        (["\r\n\r\n\r\n\n\n\r"], ["CR LF", "LF", "CR"]),
    ],
)
def test_kinds_of_line_ends(pieces: list[str], kinds: list[str]) -> None:
    ends = LineEnds()
    for piece in pieces:
        ends.add(piece)
    assert ends.kinds == kinds


class TestSource:
    def test_a_path_the_bytes_and_a_stream_give_the_same(self, tmp_path: Path) -> None:
        data = b'[Event "x"]\r\n'
        path = tmp_path / "a.pbn"
        path.write_bytes(data)
        with path.open("rb") as stream:
            for source, name in (
                (path, str(path)),
                (str(path), str(path)),
                (data, "<bytes>"),
                (stream, str(path)),
                (io.BytesIO(data), "<stream>"),
            ):
                with TextSource(source) as text:
                    assert (text.path, text.bom, text.offset, whole(text)) == (name, "", 0, data.decode())

    def test_a_name_may_be_given(self) -> None:
        assert TextSource(b"", name="club.pbn").path == "club.pbn"

    def test_a_stream_of_the_caller_stays_open(self) -> None:
        stream = io.BytesIO(b"abc")
        with TextSource(stream) as source:
            whole(source)
        assert not stream.closed

    def test_a_directory_and_a_missing_file_raise_at_the_call(self, tmp_path: Path) -> None:
        with pytest.raises((IsADirectoryError, PermissionError)):
            TextSource(tmp_path)
        with pytest.raises(FileNotFoundError):
            TextSource(tmp_path / "none.pbn")

    @pytest.mark.filterwarnings("error::ResourceWarning", "error::pytest.PytestUnraisableExceptionWarning")
    def test_a_file_is_closed_where_the_encoding_is_unknown(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        path = tmp_path / "a.pbn"
        path.write_bytes(b"abc")
        opened: list[io.BufferedReader] = []
        plain_open = Path.open

        def noting_open(self: Path, mode: str = "rb") -> io.BufferedReader:
            stream = plain_open(self, "rb")
            opened.append(stream)
            return stream

        monkeypatch.setattr(Path, "open", noting_open)
        with pytest.raises(LookupError):
            TextSource(path, encoding="nonsense")
        assert all(stream.closed for stream in opened)

    def test_a_utf8_byte_order_mark_is_left_out_and_counted(self) -> None:
        source = TextSource(codecs.BOM_UTF8 + latin("é").encode("latin-1"))
        assert (source.bom, source.offset, whole(source)) == ("utf-8", 3, latin("é"))

    @pytest.mark.parametrize("encoding, mark", [("utf-16-le", codecs.BOM_UTF16_LE), ("utf-16-be", codecs.BOM_UTF16_BE)])
    @pytest.mark.parametrize("block", [4, 5, 7, 64, 1 << 20])
    def test_utf16_is_transcoded(self, encoding: str, mark: bytes, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(text_module, "BLOCK", block)
        text = 'é♠🂡 [Event "x"]\r\nlast'
        source = TextSource(mark + text.encode(encoding))
        assert (source.bom, whole(source)) == (encoding, latin(text))
        assert source.decoder.decode(latin(text)) == text
        assert source.decoder.encoding == encoding

    @pytest.mark.parametrize("block", [4, 5, 1 << 20])
    def test_an_odd_byte_and_a_lone_surrogate_of_utf16_are_kept_in_some_form(
        self, block: int, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(text_module, "BLOCK", block)
        data = codecs.BOM_UTF16_LE + "ab".encode("utf-16-le")
        assert whole(TextSource(data + b"c")) == "ab" + latin("\ufffd")
        lone = TextSource(codecs.BOM_UTF16_LE + "a\ud800b".encode("utf-16-le", "surrogatepass"))
        text = whole(lone)
        assert (text[0], text[-1]) == ("a", "b")
        assert lone.decoder.decode(text)[1] in "\ud800\ufffd"

    @pytest.mark.parametrize("block", range(1, 12))
    def test_a_line_end_is_never_split(self, block: int, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(text_module, "BLOCK", block)
        data = b"a\r\nbc\r\n\r\r\n\rd\r\r\r\n\n"
        source = TextSource(data)
        parts = []
        while part := source.read():
            parts.append(part)
        assert "".join(parts) == data.decode()
        for before, after in pairwise(parts):
            assert not (before.endswith("\r") and after.startswith("\n")), parts

    @pytest.mark.parametrize("size", [1, 2, 3])
    def test_a_line_end_of_utf16_is_not_split_by_short_reads(self, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
        for block in range(4, 14):
            monkeypatch.setattr(text_module, "BLOCK", block)
            source = TextSource(short_reads(codecs.BOM_UTF16_LE + "a\r\nbc\r\nd\r\n".encode("utf-16-le"), size))
            parts = []
            while part := source.read():
                parts.append(part)
            assert "".join(parts) == "a\r\nbc\r\nd\r\n"
            assert not any(before.endswith("\r") and after.startswith("\n") for before, after in pairwise(parts)), parts

    @pytest.mark.parametrize("size", [1, 2, 7, 64])
    def test_short_reads_change_nothing(self, size: int) -> None:
        data = b'[Event "x"]\r\n' * 20
        assert whole(TextSource(short_reads(data, size))) == data.decode()


class TestEmbedded:
    PAGE = 'see [1] and "this"\n<PBN>[Event "x"]\n</PBN>\nno [Event "y"]\n<PBN>\n[Event "z"]</PBN> end'

    def test_what_stands_outside_is_blanked(self) -> None:
        text = whole(TextSource(self.PAGE.encode()))
        assert len(text) == len(self.PAGE)
        assert text.count("\n") == self.PAGE.count("\n")
        assert text.split() == ["[Event", '"x"]', "[Event", '"z"]']
        assert text.index('[Event "x"]') == self.PAGE.index('[Event "x"]')

    @pytest.mark.parametrize("size", range(1, 9))
    def test_markers_split_over_blocks(self, size: int, monkeypatch: pytest.MonkeyPatch) -> None:
        expected = whole(TextSource(self.PAGE.encode()))
        first = self.PAGE.index("<PBN>") + 5
        for extra in range(12):
            monkeypatch.setattr(text_module, "BLOCK", first + extra)
            source = TextSource(self.PAGE.encode())
            monkeypatch.setattr(text_module, "BLOCK", size)
            assert whole(source) == expected

    def test_a_marker_that_never_ends_keeps_all_that_follows(self) -> None:
        assert whole(TextSource(b'text <PBN>[Event "x"] <PB')).split() == ["[Event", '"x"]', "<PB"]

    @pytest.mark.parametrize("text", ['[Event "<PBN>"]\n', '% <PBN>\n[Event "x"]\n', '[Event "x"]\n{ <PBN> }\n'])
    def test_a_marker_within_a_record_is_plain_text(self, text: str) -> None:
        assert whole(TextSource(text.encode())) == text
