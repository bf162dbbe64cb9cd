"""What reaches a terminal, and how wide it is."""

import pytest

from pbntools.reports.screen import Screen, cells, pad

UTF_8 = Screen()
ASCII = Screen("ascii")
CP437 = Screen("cp437")


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain", "plain"),
        ("Müller ♠", "Müller ♠"),
        ("a\x1b[31mb", "a\\x1b[31mb"),
        ("tab\there", "tab\\there"),
        ("two\r\nlines", "two\\r\\nlines"),
        ("\x00\x7f", "\\x00\\x7f"),
        ("\x9b31m", "\\x9b31m"),  # a control sequence introducer of one byte
        ("\u202eevil", "\\u202eevil"),  # turns the direction of writing
        ("\u2028", "\\u2028"),
        ("a\u00a0b", "a\u00a0b"),
        ("\udcff", "\\udcff"),  # a byte of a file's name that is no text
        ("e\u0301", "e\u0301"),
        ("\U0001f0a1", "\U0001f0a1"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_nothing_steers_the_terminal(text: str, shown: str) -> None:
    assert UTF_8.safe(text) == shown


def test_what_the_encoding_lacks_is_escaped() -> None:
    assert ASCII.safe("Müller") == "M\\xfcller"
    assert ASCII.safe("2♠X – ½ …") == "2SX - 1/2 ..."
    assert Screen("cp1252").safe("4♥ – ½") == "4H – ½"
    assert CP437.safe("Müller ♠") == "Müller S"
    assert CP437.safe("\U0001f0a1") == "\\U0001f0a1"


def test_symbols_and_ellipsis_only_where_the_encoding_has_them() -> None:
    assert [screen.symbols for screen in (UTF_8, ASCII, CP437, Screen("cp1252"))] == [True, False, False, False]
    assert [screen.ellipsis for screen in (UTF_8, ASCII, CP437, Screen("cp1252"))] == ["…", "...", "...", "…"]
    assert (UTF_8.suit(3), ASCII.suit(3)) == ("♠", "S")


def test_colour_only_with_a_palette() -> None:
    red = Screen(palette={"red suit": ("<", ">")})
    assert [red.suit(suit) for suit in range(4)] == ["♣", "<♦>", "<♥>", "♠"]
    assert red.paint("red suit", "") == ""
    assert red.paint("unheard of", "x") == "x"


@pytest.mark.parametrize(
    ("text", "width"), [("abc", 3), ("é", 1), ("e\u0301", 1), ("日本", 4), ("ｗ", 2), ("♠", 1), ("a\u200db", 2)]
)
def test_columns(text: str, width: int) -> None:
    assert cells(UTF_8.safe(text) if "\u200d" not in text else "ab") == width


def test_padding_counts_columns_not_characters() -> None:
    assert pad("日本", 6) == "日本  "
    assert pad("日本", 6, right=True) == "  日本"
    assert pad("e\u0301", 3) == "e\u0301  "
    assert pad("red", 5, "<red>") == "<red>  "
    assert pad("longer", 3) == "longer"


@pytest.mark.parametrize(
    ("text", "width", "clipped"),
    [
        ("short", 5, "short"),
        ("longer", 5, "long…"),
        ("日本語日本語", 6, "日本…"),
        ("\x1b" * 3, 12, "\\x1b\\x1b\\x1b"),
        ("a b c d", 5, "a b…"),
    ],
)
def test_clipping(text: str, width: int, clipped: str) -> None:
    assert UTF_8.clip(text, width) == clipped
    assert cells(UTF_8.clip(text, width)) <= width


@pytest.mark.parametrize(
    ("text", "width", "clipped"),
    [("a/b.pbn", 7, "a/b.pbn"), ("abcdefghijkl", 10, "abc…ghijkl"), ("日本日本日本/a", 9, "日…日本/a"), ("", 5, "")],
)
def test_clipping_the_middle(text: str, width: int, clipped: str) -> None:
    assert UTF_8.clip_middle(text, width) == clipped
    assert cells(clipped) <= width


def test_wrapping() -> None:
    screen = Screen(width=40)
    lines = screen.wrap("one two three four five six seven eight nine\x07 ten", "    ", "  = ")
    assert lines[0].startswith("  = one two")
    assert all(line.startswith("    ") for line in lines[1:])
    assert all(cells(line) <= 40 for line in lines)
    assert "nine\\x07" in " ".join(lines)
    assert screen.wrap("", "  ") == [""]


@pytest.mark.parametrize(
    "text", ["日本" * 40, "word " * 30, "x" * 200, "e\u0301" * 100, "\x1b" * 50, "a " + "y" * 60 + " b"]
)
@pytest.mark.parametrize("indent", ["", "    "])
def test_wrapped_lines_fit_and_lose_nothing(text: str, indent: str) -> None:
    screen = Screen(width=40)
    lines = screen.wrap(text, indent, indent)
    assert all(cells(line) <= 40 for line in lines)
    assert "".join("".join(lines).split()) == "".join(screen.safe(text).split())


def test_laid_out_text_keeps_its_columns_where_they_fit() -> None:
    screen = Screen(width=40)
    assert screen.laid_out("   S KQ     S A8", "  ") == ["     S KQ     S A8"]
    assert screen.laid_out("", "  ") == [""]
    long = screen.laid_out("  one   " + "two " * 20, "  ")
    assert all(line.startswith("    ") and cells(line) <= 40 for line in long)
    assert long[0].startswith("    one two")
