"""A file's encoding as its first lines tell it, and a file written in another encoding."""

from __future__ import annotations

import codecs
import re

from pbntools.diagnostics import FixEdit
from pbntools.formats.pbn.fixing import line_end
from pbntools.formats.reading import locate
from pbntools.formats.text import Chunk

_FIRST_LINE = re.compile(r"%[^\r\n]*+(?:\r\n?+|\n|\Z)")
_DECLARED = re.compile(
    r"^(%[ \t]*Content-type:.*?charset[ \t]*=[ \t]*\"?)([A-Za-z0-9._:-]+)", re.IGNORECASE | re.MULTILINE
)
_BEFORE_TAGS = re.compile(r"(?:[ \t]*+(?:\r\n?+|\n)|%[^\r\n]*+(?:\r\n?+|\n|\Z))*+")
_BEYOND = re.compile("[\x80-\x9f\u0100-\U0010ffff]")
_HIGH = re.compile("[\xa0-\xff]+")


def charset_line(charset: str) -> str:
    """The escape line that declares a character set, without its line end."""
    return f"% Content-type: text/x-pbn; charset={charset}"


def charset_edit(chunk: Chunk, charset: str) -> FixEdit:
    """Declare a character set at the top of a file, behind its format line, or in the line that names another one."""
    head = _BEFORE_TAGS.match(chunk.text)
    if head and (found := _DECLARED.search(chunk.text, 0, head.end())):
        return FixEdit(locate(chunk, *found.span(2)), charset, charset.encode("ascii"))
    at, text = _charset_at(chunk.text, charset)
    return FixEdit(locate(chunk, at, at), text, text.encode("ascii"))


def _charset_at(text: str, charset: str) -> tuple[int, str]:
    end = line_end(text, 0)
    found = _FIRST_LINE.match(text)
    if found is None:
        return 0, charset_line(charset) + end
    before = "" if found[0].endswith(("\r", "\n")) else end
    return found.end(), before + charset_line(charset) + end


def utf16_text(data: bytes) -> str | None:
    """The text of a UTF-16 file with a byte order mark; None where there is none, or where it is damaged."""
    for mark, name in ((codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be")):
        if data.startswith(mark):
            try:
                return data[len(mark) :].decode(name)
            except UnicodeDecodeError:
                return None
    return None


def recoded(data: bytes) -> bytes | None:
    """A UTF-16 file in ISO 8859-1 where it has no other characters, else in UTF-8, with a line that says so.

    A file of ASCII alone needs no such line.  None where the file is damaged.
    """
    text = utf16_text(data)
    if text is None:
        return None
    if text.isascii():
        return text.encode("ascii")
    charset = "ISO-8859-1" if _fits_latin1(text) else "UTF-8"
    if _DECLARED.search(text):
        text = _DECLARED.sub(rf"\g<1>{charset}", text)
    else:
        at, line = _charset_at(text, charset)
        text = text[:at] + line + text[at:]
    return text.encode(charset)


def _fits_latin1(text: str) -> bool:
    """Whether ISO 8859-1 has all the characters, and no word in it would be taken for UTF-8."""
    if _BEYOND.search(text):
        return False
    for match in _HIGH.finditer(text):
        try:
            match[0].encode("latin-1").decode("utf-8")
        except UnicodeDecodeError:
            continue
        return False
    return True
