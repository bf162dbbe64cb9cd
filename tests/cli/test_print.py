"""``pbntools print``: what is written where, what is left out, and what is refused."""

import builtins
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.reports.hand_boards import text

Run = Any

DEAL = "N:.63.AKQ987.A9732 A8654.KQ5.T.QJT6 J973.J98742.3.K4 KQT2.AT.J6542.85"
SUFFIXES = {".html": b"<!DOCTYPE html>", ".pdf": b"%PDF-", ".tex": b"% Hand records", ".txt": b"A & <b>B</b>, 2026"}


@pytest.fixture
def club(tmp_path: Path) -> Path:
    path = tmp_path / "club.pbn"
    path.write_text(text(8), encoding="utf-8")
    return path


def test_text_is_printed_by_default(run: Run, club: Path) -> None:
    done = run("print", "--lang", "en", club)
    assert done.status == 0
    assert done.err == "printed 8 boards of 8 records in 1 file\n"
    assert done.out.count("Dealer: ") == 8
    assert "\f" not in done.out
    assert all(len(line) <= 80 for line in done.out.splitlines())


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_the_suffix_says_what_is_written(run: Run, club: Path, tmp_path: Path, suffix: str) -> None:
    done = run("print", club, "--lang", "en", "-o", f"out{suffix}")
    assert (done.status, done.out) == (0, "")
    assert (tmp_path / f"out{suffix}").read_bytes().startswith(SUFFIXES[suffix])


def test_pdf_to_the_standard_output(spawn: Run, club: Path) -> None:
    done = spawn("print", "--to", "pdf", "-o", "-", club)
    assert (done.status, done.err) == (0, "printed 8 boards of 8 records in 1 file\n")
    assert done.raw.startswith(b"%PDF-")
    assert done.raw.rstrip().endswith(b"%%EOF")


def test_from_the_standard_input(run: Run) -> None:
    done = run("print", "-", "--to", "html", stdin=text(1).encode())
    assert done.status == 0
    assert done.out.count('<article class="board') == 1


def test_pages_of_text(run: Run, club: Path) -> None:
    done = run("print", "--per-page", "3", "--title", "Lesson", club)
    pages = done.out.split("\f")
    assert [page.count("Lesson\n") for page in pages] == [1, 1, 1]


def test_boards_are_chosen_as_show_does(run: Run, club: Path) -> None:
    done = run("print", "--lang", "en", "--board", "2-3,7", club)
    assert [line.split()[1] for line in done.out.splitlines() if line.startswith("Board")] == ["2", "3", "7"]
    done = run("print", "--board", "99", club)
    assert (done.status, done.out) == (1, "")
    assert "nothing to print: none of 8 records is board 99" in done.err


def test_a_deal_of_many_tables_is_printed_once(run: Run, tmp_path: Path) -> None:
    (tmp_path / "twice.pbn").write_text(text(2) + "\n" + text(3).replace('"Nele', '"Ada'), encoding="utf-8")
    done = run("print", "--lang", "en", "twice.pbn")
    assert done.out.count("Dealer: ") == 3
    assert "printed 3 boards of 5 records in 1 file, 2 records of the same deals left out" in done.err
    assert run("print", "--repeats", "--lang", "en", "twice.pbn").out.count("Dealer: ") == 5
    assert run("print", "--with", "names", "--lang", "en", "twice.pbn").out.count("Dealer: ") == 5


def test_hidden_hands_and_their_double_dummy_table(run: Run, club: Path) -> None:
    whole = run("print", "--lang", "en", "--board", "2", club).out
    hidden = run("print", "--lang", "en", "--board", "2", "--hide", "E,W", club).out
    asked = run("print", "--lang", "en", "--board", "2", "--hide", "e,w", "--with", "double-dummy", club).out
    assert (whole.count("♠"), hidden.count("♠"), asked.count("♠")) == (5, 2, 3)


@pytest.mark.parametrize("name", ["empty.pbn", "none.pbn"])
@pytest.mark.parametrize("suffix", [".pdf", ".html", ".txt"])
def test_without_a_board_nothing_is_written(run: Run, tmp_path: Path, name: str, suffix: str) -> None:
    (tmp_path / "empty.pbn").write_bytes(b"")
    (tmp_path / "none.pbn").write_text('[Event "x"]\n[Board "1"]\n[Contract "3NT"]\n')
    done = run("print", name, "-o", f"out{suffix}")
    assert done.status == 1
    expected = {"empty.pbn": "no record in it", "none.pbn": "nothing to print: no deal is known"}
    assert expected[name] in done.err
    assert not (tmp_path / f"out{suffix}").exists()


def test_a_file_that_is_not_there_costs_the_others_nothing(run: Run, club: Path, tmp_path: Path) -> None:
    done = run("print", "gone.pbn", club, "-o", "out.html")
    assert done.status == 2
    assert "gone.pbn" in done.err
    assert (tmp_path / "out.html").read_text(encoding="utf-8").count('<article class="board') == 8


def test_an_output_that_cannot_be_written(run: Run, club: Path) -> None:
    for suffix in SUFFIXES:
        done = run("print", club, "-o", f"nowhere/out{suffix}")
        assert done.status == 2
        assert "cannot write" in done.err


def test_what_is_wrong_with_a_deal_is_told(run: Run, tmp_path: Path) -> None:
    (tmp_path / "wrong.pbn").write_text(f'[Board "4"]\n[Deal "{DEAL.replace("J973", "A973")}"]\n')
    done = run("print", "wrong.pbn")
    assert done.status == 0
    assert "wrong.pbn: board 4, record 0: a card is dealt twice; the hands are printed as they are" in done.err


def test_an_endless_auction_is_left_out_of_its_place(run: Run, tmp_path: Path) -> None:
    calls = " ".join(["1C X XX Pass"] * 200)
    (tmp_path / "long.pbn").write_text(f'[Board "4"]\n[Dealer "N"]\n[Deal "{DEAL}"]\n[Auction "N"]\n{calls}\n')
    done = run("print", "--with", "auction", "long.pbn", "-o", "out.html")
    assert done.status == 0
    assert "an auction of 201 rounds is too long for its place on the page; it is left out" in done.err


HOSTILE = "\x1b]0;owned\x07 \x00 \u202eevil \x9b31m"


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_nothing_of_a_record_steers_whoever_reads_the_output(run: Run, tmp_path: Path, suffix: str) -> None:
    source = text(1).replace("Emre", HOSTILE).replace('"A & <b>B</b>"', f'"{HOSTILE}"')
    (tmp_path / "hostile.pbn").write_bytes(source.replace('[Board "1"]', f'[Board "1{HOSTILE}"]').encode())
    done = run("print", "--with", "names", "hostile.pbn", "-o", f"out{suffix}")
    assert done.status == 0
    if suffix != ".pdf":
        shown = (tmp_path / f"out{suffix}").read_text(encoding="utf-8")
        assert not set(shown) & set("\x1b\x07\x00\u202e\x9b")
        assert "evil" in shown


@pytest.mark.parametrize("suffix", SUFFIXES)
def test_half_a_character_does_no_harm(run: Run, tmp_path: Path, suffix: str) -> None:
    record = {"board": "1", "event": "\ud800 Cup", "north": "\udfff", "deal": DEAL}
    tags = "".join(f'[{name.capitalize()} "{value}"]\n' for name, value in record.items())
    (tmp_path / "half.pbn").write_bytes(b"\xff\xfe" + tags.encode("utf-16-le", "surrogatepass"))
    for title in ([], ["--title", "\udcff Lesson"]):
        done = run("print", "--with", "names", *title, "half.pbn", "-o", f"out{suffix}")
        assert done.status == 0, done.err
        assert (tmp_path / f"out{suffix}").stat().st_size > 100


def test_names_are_apart_from_what_is_around_them(run: Run, club: Path, tmp_path: Path) -> None:
    run("print", "--with", "names", club, "-o", "out.html")
    shown = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert shown.count("<bdi") >= 8 * 6
    assert ">Emre Yağızoğlu-Şıvgın</bdi>" in shown


def test_rooms_are_named_where_a_table_is_printed(run: Run, tmp_path: Path) -> None:
    rooms = [text(1).replace("[Dealer", f'[Room "{room}"]\n[Dealer') for room in ("Open", "Closed")]
    (tmp_path / "match.pbn").write_text("\n".join(rooms), encoding="utf-8")
    for suffix in (".txt", ".html", ".tex"):
        run("print", "--lang", "en", "--with", "auction", "match.pbn", "-o", f"out{suffix}")
        shown = (tmp_path / f"out{suffix}").read_text(encoding="utf-8")
        assert "Open" in shown
        assert "Closed" in shown
        run("print", "--lang", "en", "match.pbn", "-o", f"once{suffix}")
        assert "Open" not in (tmp_path / f"once{suffix}").read_text(encoding="utf-8").replace("textquotedbl", "")


def test_the_boards_of_a_page_have_letters_of_one_size(run: Run, tmp_path: Path) -> None:
    (tmp_path / "two.pbn").write_text(
        text(1, rounds=18) + "\n" + text(2).replace('[Board "1"]', '[Board "11"]'), encoding="utf-8"
    )
    run("print", "--with", "auction", "two.pbn", "-o", "out.html")
    shown = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert len(set(re.findall('<article class="board ([^"]*)"', shown))) == 1
    assert shown.count("<article") == 3
    run("print", "--with", "auction", "two.pbn", "-o", "out.tex")
    assert len(set(re.findall(r"(?m)^\\letters\{([0-9.]+)\}", (tmp_path / "out.tex").read_text("utf-8")))) == 1


def test_cards_too_small_to_read_are_told(run: Run, club: Path) -> None:
    told = "board 1, record 0: the cards of its longest suit are too small to read: fewer boards a page are larger"
    assert told in run("print", club, "--per-page", "20", "-o", "out.pdf").err
    assert "too small" not in run("print", club, "--per-page", "6", "-o", "out.pdf").err


def test_a_long_auction_does_not_make_big_print_small(run: Run, tmp_path: Path) -> None:
    """Eighteen points are promised, so the auction goes; elsewhere letters that are hard to read are told of."""
    parts = ("--lang", "en", "--with", "names,auction,contract,result")
    (tmp_path / "long.pbn").write_text(text(1, rounds=16), encoding="utf-8")
    done = run("print", "--big-print", *parts, "long.pbn", "-o", "out.html")
    assert done.status == 0
    assert "board 1, record 0: an auction of " in done.err
    assert "is too long for its place on the page; it is left out" in done.err
    shown = (tmp_path / "out.html").read_text(encoding="utf-8")
    assert min(int(size) for size in re.findall(r'class="board z(\d+)', shown)) >= 180
    assert 'class="calls"' not in shown
    (tmp_path / "short.pbn").write_text(text(1, rounds=2), encoding="utf-8")
    assert "too long" not in run("print", "--big-print", *parts, "short.pbn", "-o", "out.html").err
    (tmp_path / "long.pbn").write_text(text(1, rounds=28), encoding="utf-8")
    told = r"its auction of \d+ rounds leaves room for letters of [34]\.\d points on its page: fewer boards a page"
    assert re.search(told, run("print", "--per-page", "6", *parts, "long.pbn", "-o", "out.html").err)
    assert "its auction" not in run("print", "--per-page", "6", *parts, "short.pbn", "-o", "out.html").err


def test_the_cards_of_a_page_have_one_size(run: Run, tmp_path: Path) -> None:
    """They stand closer before they are smaller; a suit of thirteen alone is set smaller than its page."""
    deal = "N:AQJ9754.A4.K3.QT K2.KQT9.A42.A985 T63.J8765.QJ6.K3 8.32.T9875.J7642"
    games = [
        f'[Board "{number}"]\n[Dealer "N"]\n[Vulnerable "All"]\n[Deal "{cards}"]\n'
        for number, cards in enumerate((deal, DEAL, deal.replace("N:", "W:")), 1)
    ]
    (tmp_path / "seven.pbn").write_text("\n".join(games), encoding="utf-8")
    run("print", "seven.pbn", "-o", "out.html")
    shown = (tmp_path / "out.html").read_text(encoding="utf-8")
    sizes = re.findall(r'class="ranks f(\d+)"', shown)
    assert len(sizes) == 48
    assert len(set(sizes)) == 1
    assert len(set(re.findall(r'<bdi class="f(\d+)">', shown))) == 1
    games[1] = games[1].replace(DEAL, "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432")
    (tmp_path / "one.pbn").write_text("\n".join(games), encoding="utf-8")
    run("print", "one.pbn", "-o", "out.html")
    found = sorted(map(int, re.findall(r'class="ranks f(\d+)"', (tmp_path / "out.html").read_text(encoding="utf-8"))))
    assert len(set(found[:4])) == 1
    assert found[3] < found[4] == found[-1] >= 85


def test_complaints_are_in_the_language(run: Run, club: Path, tmp_path: Path) -> None:
    (tmp_path / "wrong.pbn").write_text(f'[Board "4"]\n[Deal "{DEAL.replace("J973", "A973")}"]\n')
    assert "bord 4, kayıt 0: bir kart iki kez dağıtılmış" in run("print", "--lang", "tr", "wrong.pbn").err
    assert (
        "en uzun renginin kartları"
        in run("print", "--lang", "tr", club, "--per-page", "20", "-o", str(tmp_path / "out.html")).err
    )
    asked = run("print", "--lang", "tr", club, "--board", "999", "--board", "998", "--room", "open").err
    assert "8 kayıt arasında şu yok: bord 999 veya 998, salon open" in asked
    asked = run("print", "--lang", "en", club, "--board", "999", "--board", "998", "--room", "open").err
    assert "none of 8 records is board 999 or 998, of the room open" in asked


def test_what_is_said_is_in_the_language(run: Run, club: Path) -> None:
    assert run("print", "--lang", "tr", club).err == "1 dosya, 8 kayıt: 8 bord basıldı\n"
    assert "basılacak bir şey yok" in run("print", "--lang", "tr", "--board", "99", club).err
    ascii_only = run("print", "--lang", "tr", "--ascii", club).out
    assert "Dagitan: Guney" in ascii_only


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--per-page", "5"], "5 is none of 1, 2, 3, 4, 6, 8, 9, 12, 15, 16, 20."),
        (["--hide", "X"], "'X' names no hands: expected some of N, E, S, W"),
        (["--hide", ""], "names no hands"),
        (["--with", "points"], "'points' is no part: expected some of hcp, double-dummy, names, auction"),
        (["--without", "hcp,"], "'' is no part"),
        (["--with", "hcp", "--without", "hcp"], "--with and --without both name hcp."),
        (["-o", "out.doc"], "expected .html, .htm, .pdf, .tex, .txt, .text, or --to with one of html, pdf, tex, txt."),
        (["--to", "doc"], "'doc' is not one of 'html', 'pdf', 'tex', 'txt'"),
        (["--paper", "a3", "--to", "html"], "'a3' is not one of 'a4', 'letter'"),
        (["--orientation", "up", "--to", "html"], "'up' is not one of 'portrait', 'landscape'"),
        (["--card-letters", "XXXX"], "is not one of 'AKQJ', 'ARDV', 'APKV'"),
        (["--lang", "xx"], "expected one of en, tr"),
        (["--suits", "three", "--to", "html"], "is not one of 'two', 'four'"),
        (["--big-print"], "--big-print goes with html, pdf and tex, not with text."),
        (["--paper", "a4"], "--paper goes with html, pdf and tex, not with text."),
        (["--ascii", "--to", "html"], "--ascii goes with text, not with html."),
        (["--big-print", "--per-page", "6", "--to", "pdf"], "leave no room for 6 boards on a page"),
        (["--big-print", "--per-page", "6", "--to", "pdf"], "expected --per-page 1, 2."),
        (["-o", "club.pbn", "--to", "html"], "is one of the files to be read"),
    ],
)
def test_what_is_refused(run: Run, club: Path, arguments: list[str], message: str) -> None:
    before = club.read_bytes()
    done = run("print", club, *arguments)
    assert done.status == 2
    assert message in " ".join(done.err.split())
    assert club.read_bytes() == before


def test_pdf_without_its_packages(run: Run, club: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    original = builtins.__import__

    def without(name: str, *rest: Any, **named: Any) -> Any:
        if name.split(".")[0] == "fpdf":
            raise ModuleNotFoundError("No module named 'fpdf'", name="fpdf")
        return original(name, *rest, **named)

    monkeypatch.delitem(sys.modules, "pbntools.reports.hand_pdf", raising=False)
    monkeypatch.setattr(builtins, "__import__", without)
    done = run("print", club, "-o", "out.pdf")
    assert done.status == 2
    assert "PDF needs the package fpdf: pip install fpdf2 pymupdf-fonts" in done.err
    assert not (tmp_path / "out.pdf").exists()
    assert run("print", club, "-o", "out.html").status == 0


def test_a_pdf_of_too_many_pages(run: Run, club: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr("pbntools.reports.hand_pdf.MOST_PAGES", 2)
    assert run("print", club, "-o", "out.pdf", "--per-page", "4").status == 0
    done = run("print", club, "-o", "more.pdf", "--per-page", "3")
    assert done.status == 2
    assert "the PDF would have more than 2 pages: print fewer boards at a time with --board" in done.err
    assert not (tmp_path / "more.pdf").exists()


def test_a_file_can_be_made_again_as_it_was(
    run: Run, club: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1767830400")
    for name in ("a.pdf", "b.pdf"):
        assert run("print", club, "-o", name).status == 0
    assert (tmp_path / "a.pdf").read_bytes() == (tmp_path / "b.pdf").read_bytes()
    assert b"20260108" in (tmp_path / "a.pdf").read_bytes()


@pytest.mark.parametrize(
    ("language", "name", "suffix", "told"),
    [
        ("en", "王 Ada", ".pdf", "1 character not in the fonts and replaced: 王"),
        ("en", "王芳 Ada", ".pdf", "2 characters not in the fonts and replaced: 王芳"),
        ("tr", "王芳 Ada", ".pdf", "yazı tiplerinde olmayan 2 karakterin yerine başkası kondu: 王芳"),
        ("en", "王 Ada", ".tex", "1 character not in LaTeX's font encoding and replaced: 王"),
        ("en", "王芳 Ada", ".tex", "2 characters not in LaTeX's font encoding and replaced: 王芳"),
        ("tr", "王 {n} Ada", ".tex", "LaTeX'in yazı tipi kodlamasında olmayan 1 karakterin yerine başkası kondu: 王"),
    ],
)
def test_characters_that_cannot_be_printed_are_told_of(
    run: Run, tmp_path: Path, language: str, name: str, suffix: str, told: str
) -> None:
    (tmp_path / "names.pbn").write_text(f'[Board "1"]\n[North "{name}"]\n[Deal "{DEAL}"]\n', encoding="utf-8")
    done = run("print", "--with", "names", "--lang", language, "names.pbn", "-o", f"out{suffix}")
    assert done.status == 0
    assert done.err.splitlines()[0] == f"pbntools: {told}"
    assert (tmp_path / f"out{suffix}").read_bytes().startswith(SUFFIXES[suffix])


@pytest.mark.parametrize("suffix", [".pdf", ".tex"])
def test_of_many_characters_that_cannot_be_printed_some_are_named(run: Run, tmp_path: Path, suffix: str) -> None:
    name = "".join(map(chr, range(0x4E00, 0x4E00 + 1200)))
    games = [f'[Board "1"]\n[North "{name[at : at + 12]}"]\n[Deal "{DEAL}"]\n' for at in range(0, 1200, 12)]
    (tmp_path / "names.pbn").write_text("\n".join(games), encoding="utf-8")
    done = run("print", "--with", "names", "--lang", "en", "names.pbn", "-o", f"out{suffix}")
    assert done.status == 0
    found = re.match(r"pbntools: ([\d,]+) characters not in .* and replaced: (\S+)$", done.err.splitlines()[0])
    assert found is not None
    assert found[1] == "1,200"
    assert found[2] == name[:20]
