"""Hand records as LaTeX, for pdflatex with packages of every distribution: color, geometry, graphicx."""

from __future__ import annotations

import unicodedata

from pbntools.reports.hand_layout import SPADES_FIRST
from pbntools.reports.hand_records import LEGEND, VOID, HandRecord, ShownHand, runs
from pbntools.reports.language import Language
from pbntools.reports.paper import FOOT, GAP, HEAD, LINE, MARGIN, PADDING, Fit, Layout, tier_lines
from pbntools.reports.suits import PALETTES, Colours

_FAINT = "#595959"
_FRAME = "#8c8c8c"
_NARROWEST = 0.7
"""By what a name is made smaller at most; what is left is cut off."""
_NAMES = ("club", "diamond", "heart", "spade")
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\{",
    "}": r"\}",
    "$": r"\$",
    "&": r"\&",
    "#": r"\#",
    "%": r"\%",
    "_": r"\_",
    "^": r"\textasciicircum{}",
    "~": r"\textasciitilde{}",
    '"': r"\textquotedbl{}",
    "|": r"\textbar{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    # An empty group keeps these from joining with the next character.
    "-": "-{}",
    "'": "'{}",
    "`": "`{}",
    ",": ",{}",
    "!": "!{}",
    "?": "?{}",
    "…": r"\ldots{}",
}
_KNOWN = frozenset(
    chr(code)
    for first, last in (
        (0xA1, 0x125),
        (0x128, 0x137),
        (0x139, 0x13E),
        (0x141, 0x148),
        (0x14A, 0x165),
        (0x168, 0x17E),
        (0x218, 0x21B),
        (0x2013, 0x2014),
        (0x2018, 0x201A),
        (0x201C, 0x201E),
        (0x20AC, 0x20AC),
    )
    for code in range(first, last + 1)
)
"""What the encodings T1 and utf8 of LaTeX have beyond ASCII, of what stands in names."""

_HEAD = r"""%% Hand records. Compile with pdflatex.
\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\IfFileExists{lmodern.sty}{\usepackage{lmodern}}{}
\usepackage[paperwidth=%(width)sbp,paperheight=%(height)sbp,margin=%(margin)sbp]{geometry}
\usepackage{color}
\usepackage{graphicx}
%(colours)s
\newcommand{\suitspade}{\textcolor{spade}{\ensuremath{\spadesuit}}}
\newcommand{\suitheart}{\textcolor{heart}{\ensuremath{\heartsuit}}}
\newcommand{\suitdiamond}{\textcolor{diamond}{\ensuremath{\diamondsuit}}}
\newcommand{\suitclub}{\textcolor{club}{\ensuremath{\clubsuit}}}
%% A text that is made smaller where it is wider than this.
\newsavebox{\fitbox}
\newcommand{\fit}[2]{\sbox{\fitbox}{#2}\ifdim\wd\fitbox>#1\resizebox{#1}{!}{\usebox{\fitbox}}\else\usebox{\fitbox}\fi}
\newlength{\tier}
\newlength{\third}
\newcommand{\letters}[2]{\fontsize{#1bp}{#2bp}\selectfont}
\newcommand{\cell}[2]{\begin{minipage}[t][\tier][#1]{\third}\vspace{0pt}\raggedright #2\par\vspace{0pt}\end{minipage}}
\newcommand{\suitline}[2]{\makebox[1.15em][l]{#1}\fit{\dimexpr\third-1.5em}{#2}}
\newcommand{\faint}[1]{\textcolor{faint}{#1}}
\newcommand{\vul}[1]{\textcolor{heart}{\textbf{#1}}}
\newcommand{\place}[1]{{\setlength{\fboxsep}{%(padding)sbp}\setlength{\fboxrule}{.6bp}\fcolorbox{frame}{white}{%%
  \begin{minipage}[t][%(inner_height)sbp][t]{%(inner_width)sbp}\vspace{0pt}\raggedright #1\end{minipage}}}}
\newcommand{\compass}[4]{\fcolorbox{frame}{white}{\begin{tabular}{@{}c@{~}c@{~}c@{}}
  &#1&\\#4&&#2\\&#3&\end{tabular}}}
\renewcommand{\familydefault}{\sfdefault}
\setlength{\parindent}{0pt}
\setlength{\parskip}{0pt}
\setlength{\topskip}{0pt}
\setlength{\tabcolsep}{.2em}
\setlength{\lineskip}{0pt}
\setlength{\lineskiplimit}{0pt}
\setlength{\fboxsep}{3bp}
\pagestyle{empty}
\raggedbottom
\begin{document}
"""


class TexPages:
    """Writes a LaTeX file: ``head``, ``board`` for each, ``tail``.

    ``missing`` are the characters that the font's encoding lacks: a letter loses its mark, else a question mark
    stands for it.
    """

    def __init__(self, layout: Layout, parts: frozenset[str], words: Language, colours: Colours = "two") -> None:
        self._layout = layout
        self._parts = parts
        self._words = words
        self._palette = PALETTES[colours, "light"]
        self._boards = 0
        self._line = LINE
        self._explains = False
        self.missing: set[str] = set()

    def head(self, title: str) -> str:
        """What comes before the first board; the title stands on each page."""
        (width, height), (box, tall) = self._layout.page, self._layout.box
        palette = {_NAMES[suit]: self._palette[suit] for suit in SPADES_FIRST} | {"faint": _FAINT, "frame": _FRAME}
        colours = [rf"\definecolor{{{name}}}{{rgb}}{{{_rgb(colour)}}}" for name, colour in palette.items()]
        return _HEAD % {
            "width": f"{width:.2f}",
            "height": f"{height:.2f}",
            "margin": f"{MARGIN:g}",
            "padding": f"{PADDING:g}",
            "inner_width": f"{box - 2 * PADDING - 1.2:.2f}",
            "inner_height": f"{tall - 2 * PADDING - 1.2:.2f}",
            "colours": "\n".join(colours),
        }

    def board(self, board: HandRecord, title: str, fit: Fit | None = None) -> str:
        """A board; ``title`` heads the page that it opens, ``fit`` is that of its page, by default its own.

        Raises ValueError where its auction is too long.
        """
        size, self._line, *_ = fit or self._layout.fit([board], self._parts)
        columns, _ = self._layout.grid
        place = self._boards % self._layout.per_page
        self._boards += 1
        if place == 0:
            before = (self._foot() if self._boards > 1 else "") + self._title(title)
            self._explains = False
        elif place % columns == 0:
            before = f"\\par\\nointerlineskip\\vspace{{{GAP:g}bp}}\n"
        else:
            before = f"\\hspace{{{GAP:g}bp}}%\n"
        self._explains |= bool(board.double_dummy)
        return f"{before}\\place{{%\n{self._board(board, size)}}}%\n"

    def tail(self) -> str:
        """What comes after the last board."""
        return (self._foot(last=True) if self._boards else "~\n") + "\\end{document}\n"

    def _title(self, title: str) -> str:
        width = self._layout.page[0] - 2 * MARGIN
        text = f"\\textbf{{{self._text(title)}}}" if title else ""
        line = f"\\letters{{12}}{{14}}\\fit{{{width:.2f}bp}}{{\\strut {text}}}"
        return f"\\vbox to {HEAD:g}bp{{{line}\\vfil}}\\nointerlineskip\n"

    def _foot(self, *, last: bool = False) -> str:
        page = (self._boards - (0 if last else 1) - 1) // self._layout.per_page + 1
        legend = f"\\letters{{7}}{{8}}\\faint{{{self._text(self._words.gettext(LEGEND))}}}" if self._explains else ""
        number = f"\\letters{{9}}{{10}}\\faint{{{page}}}"
        line = f"\\hbox to \\textwidth{{\\rlap{{{legend}}}\\hfil{number}\\hfil}}"
        return f"\\par\\nointerlineskip\\vfill\n\\vbox to {FOOT / 2:g}bp{{\\vfil{line}}}\n\\newpage\n"

    def _board(self, board: HandRecord, size: float) -> str:
        width = self._layout.width(self._parts) - 1.2
        north, east, south, west = (self._hand(hand, width / 3 / size) for hand in board.hands)
        tier = tier_lines(board) * size * self._line
        lines = [
            rf"\letters{{{size:.2f}}}{{{size * self._line:.2f}}}\setlength{{\tier}}{{{tier:.2f}bp}}"
            rf"\setlength{{\third}}{{{width / 3:.2f}bp}}%",
            rf"\cell{{t}}{{{self._facts(board, size)}}}\cell{{t}}{{{north}}}\par\nointerlineskip",
            rf"\cell{{t}}{{{west}}}\cell{{c}}{{{self._compass(board)}}}\cell{{t}}{{{east}}}\par\nointerlineskip",
            rf"\cell{{b}}{{{self._points(board, size)}}}\cell{{t}}{{{south}}}"
            rf"\cell{{b}}{{{self._double_dummy(board, size)}}}\par\nointerlineskip",
            *self._below(board, size, width),
        ]
        return "".join(f"{line}\n" for line in lines)

    def _facts(self, board: HandRecord, size: float) -> str:
        small = rf"\letters{{{size * 0.85:.2f}}}{{{size * 1.05:.2f}}}"
        large = rf"\letters{{{size * 1.4:.2f}}}{{{size * 1.5:.2f}}}"
        name = rf"{{{large}\textbf{{\fit{{.95\third}}{{{self._text(board.board)}}}}}}}"
        shown = filter(None, (board.dealer, board.vulnerable, board.room))
        facts = [rf"\faint{{\fit{{.95\third}}{{{self._text(text)}}}}}" for text in shown]
        return rf"\strut {name}\\{small}" + r"\\".join(facts)

    def _hand(self, hand: ShownHand, third: float) -> str:
        """A hand in a column that is ``third`` sizes of its letters wide."""
        named = "names" in self._parts
        shown = self._text(_cut(hand.name, 0.95 * third))
        name = [rf"\textbf{{\fit{{.95\third}}{{\strut {shown}}}}}"] if named else []
        if hand.suits is None:
            return r"\\".join([*name, rf"\faint{{\fit{{.95\third}}{{\strut {self._text(hand.remark)}}}}}"])
        suits = [
            rf"\strut\suitline{{{self._text(suit.symbol)}}}{{{self._text(' '.join(ranks) or VOID)}}}"
            for suit, ranks in zip(SPADES_FIRST, hand.suits, strict=True)
        ]
        return r"\\".join([*name, *suits])

    def _compass(self, board: HandRecord) -> str:
        letters = []
        for hand in board.hands:
            letter = self._text(self._words.seat_letter(hand.seat))
            letters.append(rf"{{\vul{{{letter}}}}}" if hand.vulnerable else f"{{{letter}}}")
        return rf"\centering\compass{''.join(letters)}"

    def _points(self, board: HandRecord, size: float) -> str:
        if all(hand.hcp is None for hand in board.hands):
            return ""
        north, east, south, west = ("" if hand.hcp is None else str(hand.hcp) for hand in board.hands)
        small = rf"\letters{{{size * 0.85:.2f}}}{{{size * 1.05:.2f}}}"
        label = self._text(self._words.gettext("HCP"))
        return (
            rf"{small}\faint{{{label}}}\\\begin{{tabular}}{{@{{}}c@{{\enspace}}c@{{\enspace}}c@{{}}}}"
            rf"&{north}&\\{west}&&{east}\\&{south}&\end{{tabular}}"
        )

    def _double_dummy(self, board: HandRecord, size: float) -> str:
        if not board.double_dummy:
            return ""
        rows = [" & ".join(map(self._text, row)) for row in board.double_dummy]
        small = rf"\letters{{{size * 0.8:.2f}}}{{{size * 0.98:.2f}}}"
        table = rf"\begin{{tabular}}{{@{{}}l{'r' * (len(board.double_dummy[0]) - 1)}@{{}}}}" + r"\\".join(rows)
        return rf"{small}\raggedleft\fit{{.98\third}}{{{table}\end{{tabular}}}}"

    def _below(self, board: HandRecord, size: float, width: float) -> list[str]:
        lines = [rf"\vspace{{{size * self._line / 2:.2f}bp}}"] if board.calls or board.lines else []
        for at, row in enumerate(board.calls):
            cells = [self._text(text) for text in row]
            shown = cells if at else [rf"\textbf{{\fit{{{width / 4 - 2:.2f}bp}}{{{text}}}}}" for text in cells]
            lines.append("".join(rf"\makebox[{width / 4:.2f}bp][l]{{\strut {text}}}" for text in shown) + r"\par")
        lines += [rf"\fit{{{width:.2f}bp}}{{\strut {self._text(text)}}}\par" for text in board.lines]
        return lines

    def _text(self, text: str) -> str:
        """The text as LaTeX: suits as their macros, everything else escaped."""
        pieces = []
        for piece, suit in runs(" ".join(text.split())):
            pieces.append(self._escaped(piece) if suit is None else rf"\suit{_NAMES[suit]}{{}}")
        return "".join(pieces)

    def _escaped(self, text: str) -> str:
        return "".join(_SPECIAL.get(character) or self._character(character) for character in text)

    def _character(self, character: str) -> str:
        if (character.isascii() and character.isprintable()) or character in _KNOWN:
            return character
        self.missing.add(character)
        base = unicodedata.normalize("NFKD", character)
        plain = "".join(_SPECIAL.get(part, part) for part in base if part.isascii() and part.isprintable())
        return plain or "?{}"


def _cut(name: str, width: float) -> str:
    """As much of a name as fits into a width, in sizes of its letters, without being made too small to read."""
    used = 0.0
    for at, letter in enumerate(name):
        used += 0.95 if letter in "mwMW" else 0.35 if letter in "fijlrtI.,;:!' -" else 0.72 if letter.isupper() else 0.6
        if used > width / _NARROWEST:
            return name[: max(at - 2, 1)].rstrip() + "…"
    return name


def _rgb(colour: str) -> str:
    """A colour ``#rrggbb`` as three numbers from 0 to 1."""
    return ",".join(f"{int(colour[at : at + 2], 16) / 255:.3f}" for at in (1, 3, 5))
