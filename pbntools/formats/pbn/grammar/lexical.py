"""Characters, white space, comments and strings of PBN 2.1 (§2, §3.2, §3.8), as expressions of pyparsing.

The grammar is over text that was decoded as ISO 8859-1, byte by byte.  In it UTF-8 sequences are admitted where other
characters beyond ASCII are, since most files of today hold them.  White space means something in PBN (a blank line ends
a game), so no expression skips any by itself: it stands in the grammar.
"""

from __future__ import annotations

from pyparsing import ParserElement, ParseResults, Regex

_TAIL = r"[\x80-\xbf]"
_UTF_8 = (
    rf"[\xc2-\xdf]{_TAIL}|\xe0[\xa0-\xbf]{_TAIL}|[\xe1-\xec\xee\xef]{_TAIL}{_TAIL}|\xed[\x80-\x9f]{_TAIL}"
    rf"|\xf0[\x90-\xbf]{_TAIL}{_TAIL}|[\xf1-\xf3]{_TAIL}{_TAIL}{_TAIL}|\xf4[\x80-\x8f]{_TAIL}{_TAIL}"
)
BEYOND = rf"(?:{_UTF_8}|[\xa0-\xff])"
"""A character beyond ASCII, in strings and comments only."""

_LINE_END = r"(?:\r\n|\r(?!\n)|\n)"
_WITHIN = rf"{_LINE_END}(?![ \t]*+(?:[\r\n]))"
_TEXT = rf"(?:[ -~\t\v]|{BEYOND})"
_BODY = rf"(?:[ -|~\t\v\r\n]|{BEYOND})"
_ESCAPE_LINE = rf"(?:(?<=[\r\n])|\A)%{_TEXT}*+(?=[\r\n]|\Z)"
# A comment with a line that starts a tag pair and another brace behind it was never closed: the brace that would close
# it belongs to the other one.  The standard does not say so; it is what keeps one lost brace from costing many games.
_SWALLOWING = (
    r"(?>[^}]*?[\r\n][ \t]*\[(?:Event|Site|Date|Board|West|North|East|South|Dealer|Vulnerable|Deal)[ \t]*\")"
    r"[^{}]*+\{"
)
_COMMENT = rf";{_TEXT}*+(?=[\r\n]|\Z)|\{{(?!{_SWALLOWING}){_BODY}*+\}}"

_SPACE = rf"(?:[ \t\v]|{_WITHIN})"
FILLER = rf"(?:{_SPACE}|{_ESCAPE_LINE}|{_COMMENT})*+"
"""What may stand between two tokens: white space without a blank line, escape lines, comments."""
LEAD = rf"(?:[ \t\v\r\n]|{_ESCAPE_LINE}|{_COMMENT})*+"
"""What may stand before the first tag of a game."""
UNCOMMENTED = rf"(?:{_SPACE}|{_ESCAPE_LINE})*+"
GAP = rf"{_SPACE}*+"
"""What may stand between the four tokens of a tag pair (§3.3)."""

STRING_CHARACTER = rf"(?:[ !#-\[\]-~]|{BEYOND}|\\(?:[ -~]|{BEYOND}))"
"""A character of a string, or a pair that starts with a backslash."""
AFTER_WORD = r"(?![A-Za-z0-9_\-\x80-\xff])"
"""A word ends before the first character that cannot belong to one."""


def leaf(pattern: str, name: str) -> ParserElement:
    """A terminal: a regular expression, with what it is called when it is missed."""
    return Regex(pattern).leave_whitespace().set_name(name)


def quiet(pattern: str, name: str) -> ParserElement:
    """A terminal that gives no token."""
    return dropped(leaf(pattern, name))


def dropped(element: ParserElement) -> ParserElement:
    """The same without its tokens.  (`suppress` would put a box of its own into the diagrams.)"""
    return element.copy().add_parse_action(_no_token)


def _no_token(_found: ParseResults) -> list[object]:
    return []


filler = quiet(FILLER, "white space or comments")
gap = quiet(GAP, "white space")
blanks = quiet(r"[ ]++", "a space")
free_blanks = quiet(r"[ ]*+", "spaces")
