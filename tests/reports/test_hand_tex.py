"""LaTeX of hand records: escaped; compiled where there is a pdflatex."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from pbntools.core import Seat
from pbntools.reports.hand_records import PARTS, HandRecord, ShownHand, Wanted, hand_record
from pbntools.reports.hand_tex import TexPages
from pbntools.reports.language import language
from pbntools.reports.paper import Layout
from tests.reports.hand_boards import boards, text

ENGLISH = language("en")
ALL = frozenset(PARTS)


def document(count: int, layout: Layout) -> str:
    writer = TexPages(layout, ALL, ENGLISH, "four")
    shown = [hand_record(board, Wanted(ENGLISH, parts=ALL)) for board in boards(text(count, rounds=3))]
    pieces = [writer.head("A & B"), *(writer.board(board, "50% & #1_{x}") for board in shown), writer.tail()]
    return "".join(pieces)


def named(name: str) -> tuple[str, set[str]]:
    hand = ShownHand(Seat.NORTH, name, None, "", None, False)
    writer = TexPages(Layout(per_page=1), ALL, ENGLISH)
    shown = HandRecord("1", "", "", (hand,) * 4, (), (), (), named=True)
    return writer.board(shown, ""), writer.missing


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("\\input{/etc/passwd}", r"\textbackslash{}input\{/etc/passwd\}"),
        ("50% $x$ #1 a_b & ~^", r"50\% \$x\$ \#1 a\_b \& \textasciitilde{}\textasciicircum{}"),
        ("a -- b ?` << ,,", "a -{}-{} b ?{}`{} \\textless{}\\textless{} ,{},{}"),
        ("♠ Ada ♥", r"\suitspade{} Ada \suitheart{}"),
        ("Çağıl Şıvgın Łódź", "Çağıl Şıvgın Łódź"),
    ],
)
def test_names_are_escaped(name: str, written: str) -> None:
    source, missing = named(name)
    assert f"\\strut {written}}}" in source
    assert not missing


def test_characters_beyond_the_encoding() -> None:
    source, missing = named("Ṡim 王\x07")
    assert "\\strut Sim ?{}?{}}" in source
    assert missing == {"Ṡ", "王", "\x07"}


TOKEN = re.compile(r"\\[A-Za-z]+|\\.|%[^\n]*\n|.", re.S)
WRITTEN = set(
    "begin cell centering compass end enspace faint fit hbox hfil hspace ldots letters makebox newpage nointerlineskip "
    "par place raggedleft rlap setlength strut suitclub suitdiamond suitheart suitline suitspade textasciicircum "
    "textasciitilde textbackslash textbar textbf textgreater textless textquotedbl textwidth third tier vbox vfil "
    "vfill vspace vul".split()
)
"""The commands that we write, and none that a record names."""


def faults(source: str) -> list[str]:
    """What TeX would complain of: groups and environments that do not close, characters that mean something else."""
    found: list[str] = []
    open_groups: list[str] = []
    depth = 0
    tokens = TOKEN.findall(source)
    for at, token in enumerate(tokens):
        if token == "{":
            depth += 1
        elif token == "}":
            depth -= 1
            if depth < 0:
                found.append("a group ends that none began")
        elif token in ("\\begin", "\\end"):
            name = "".join(tokens[at + 2 : tokens.index("}", at)])
            if token == "\\begin":
                open_groups.append(name)
            elif not open_groups or open_groups.pop() != name:
                found.append(f"{name} ends that did not begin")
        elif token == "&" and "tabular" not in open_groups:
            found.append("& outside of a table")
        elif token in "$#^_~" or token == "\\":
            found.append(f"{token} not escaped")
        elif re.fullmatch(r"\\[A-Za-z]+", token) and token[1:] not in WRITTEN:
            found.append(f"unknown {token}")
        elif token.startswith("%") and token.strip() != "%":
            found.append(f"text in a comment: {token}")
    if depth or open_groups:
        found.append(f"open at the end: {depth} groups, {open_groups}")
    return found


@pytest.mark.parametrize("layout", [Layout("a4", False, 6), Layout("letter", True, 4), Layout("a4", False, 1)], ids=str)
@pytest.mark.parametrize("lang", ["en", "tr"])
def test_it_is_whole_without_being_compiled(layout: Layout, lang: str) -> None:
    writer = TexPages(layout, ALL, language(lang), "four")
    shown = [hand_record(board, Wanted(language(lang), parts=ALL)) for board in boards(text(8, rounds=3))]
    title = "50% & {more} \\ $1_2^3~#"
    head = writer.head(title)
    body = "".join(writer.board(board, title) for board in shown)
    tail = writer.tail()
    assert faults(body + tail.removesuffix("\\end{document}\n")) == []
    # What is defined before has places for arguments, and so more signs.
    assert [fault for fault in faults(head + body + tail) if "group" in fault or "begin" in fault] == []
    assert body.count("\\place{") == 8
    assert (body + tail).count("\\newpage") == -(-8 // layout.per_page)


@pytest.mark.parametrize(
    "source", ["{", "}", "a_b", "50% more\n", "\\input{x}", "a & b", "\\begin{tabular}", "\\end{tabular}", "$", "\\%{"]
)
def test_what_tex_would_complain_of_is_found(source: str) -> None:
    assert faults(source)


@pytest.mark.parametrize("layout", [Layout("a4", False, 6), Layout("letter", True, 4), Layout("a4", False, 1)], ids=str)
def test_it_compiles_to_as_many_pages(layout: Layout, tmp_path: Path) -> None:
    compiler = shutil.which("pdflatex")
    if compiler is None:
        pytest.skip("no pdflatex here")
    pdfium = pytest.importorskip("pypdfium2")
    (tmp_path / "hands.tex").write_text(document(8, layout), encoding="utf-8")
    done = subprocess.run(
        [compiler, "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "hands.tex"],
        cwd=tmp_path,
        capture_output=True,
        timeout=120,
        check=False,
    )
    log = done.stdout.decode("utf-8", "replace")
    assert done.returncode == 0, log[-2000:]
    assert "Overfull" not in log
    with pdfium.PdfDocument(tmp_path / "hands.pdf") as pdf:
        assert len(pdf) == -(-8 // layout.per_page)
        assert pdf[0].get_size() == pytest.approx(layout.page, abs=0.5)


def test_a_long_name_is_cut_off_before_it_is_too_small() -> None:
    (board,) = boards(text(1).replace("Emre", "Emre " + "Wilhelmina " * 7))
    shown = hand_record(board, Wanted(language("en"), parts=frozenset({"names"})))
    for number, least in ((6, 10), (1, 10)):
        source = TexPages(Layout(per_page=number), frozenset({"names"}), language("en")).board(shown, "")
        (name,) = re.findall(r"\\strut (Emre [^}]*)\\ldots", source)
        assert least < len(name) < 30
