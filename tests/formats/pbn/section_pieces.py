"""Auctions and plays put together from pieces, and what each comment in such a text belongs to."""

from __future__ import annotations

import re

from hypothesis import strategies as st

CALLS = ("1C", "2nt", "Pass", "X", "AP", "-")
CARDS = ("CA", "h2", "-", "ST")
BESIDE = ("=1=", "=2=", "=32=", "!", "??", "$1", "$20", "$021", "$14", "^I", "^S", "^R", "^L")
ENDS = ("*", "+")
REMARKS = ("{a}", "{b c}", ";d\n", "\n% e\n", "{}")
GAPS = ("", " ", "\n", " \t")


def sections(words: tuple[str, ...]) -> st.SearchStrategy[str]:
    """The data of a section; end marks and what stands beside a word come as often as words do."""
    kinds = [st.sampled_from(kind) for kind in (words, BESIDE, ENDS, REMARKS)]
    piece = st.tuples(st.one_of(kinds), st.sampled_from(GAPS))
    return st.lists(piece, max_size=8).map(lambda pieces: "".join(map("".join, pieces)))


def sound_sections(words: tuple[str, ...], glyph: int) -> st.SearchStrategy[str]:
    """The same without faults: words with annotations in any order, and comments between all of them."""
    remarks = st.lists(st.sampled_from(REMARKS), max_size=2).map(" ".join)
    judged = st.sampled_from(("!", "?!", f"${glyph}", f"$0{glyph + 1}"))
    beside = st.tuples(
        st.lists(st.sampled_from(("=1=", "=2=")), max_size=1),
        st.lists(judged, max_size=1),
        st.lists(st.sampled_from(("$20", "$15", "$200")), max_size=3),
    ).flatmap(lambda kinds: st.permutations([part for kind in kinds for part in kind]))
    part = beside.flatmap(lambda found: st.tuples(*[st.tuples(st.just(one), remarks) for one in ["", *found]]))
    word = st.tuples(st.sampled_from(words), part).map(
        lambda made: made[0] + " ".join(f"{beside} {said}" for beside, said in made[1])
    )
    # A blank line would end the game.
    return st.lists(word, min_size=1, max_size=6).map(" ".join).map(lambda body: _BLANK_LINES.sub("\n", body).strip())


_BLANK_LINES = re.compile(r"[ \t]*\n[ \t\n]*")
_PIECE = re.compile(
    r"""\{(?P<brace>[^}]*)\} | ;(?P<line>[^\r\n]*) | ^%(?P<escape>[^\r\n]*) | (?P<note>=[0-9]+=) | \$(?P<glyph>[0-9]+)
      | (?P<suffix>[!?]{1,2}) | \^[A-Za-z] | [*+] | (?P<word>[A-Za-z0-9-]+)""",
    re.VERBOSE | re.MULTILINE,
)
_SUFFIXES = ("!", "?", "!!", "??", "!?", "?!")


def owners(body: str, *, card: bool) -> dict[tuple[int, str], list[str]]:
    """The remarks by what they stand behind: the number of the word, and its annotation as the export format has it.

    Told from the text alone, by PBN 2.1 §3.8, so that neither the reader nor the writer has a part in it.
    """
    found: dict[tuple[int, str], list[str]] = {}
    word, beside = 0, ""
    for match in _PIECE.finditer(body.replace("\r\n", "\n")):
        match match.lastgroup:
            case "brace" | "line" | "escape":
                found.setdefault((word, beside), []).append(match[match.lastgroup])
            case "note":
                beside = match["note"]
            case "glyph":
                beside = f"${int(match['glyph'])}"
            case "suffix":
                beside = f"${_SUFFIXES.index(match['suffix']) + (7 if card else 1)}"
            case "word":
                word, beside = word + 1, ""
    return found
