"""Links to viewers as formats."""

from __future__ import annotations

import re

from pbntools.formats.links.reader import LinkReader
from pbntools.formats.links.writer import DIALECTS, TITLE, dde_fitter, dde_write, fitter, write
from pbntools.formats.registry import PARTS, Format

_LINK = re.compile(rb"(?:https?:)?//[^\s]*\?(?:[^\s]*&)?(?:lin|n|e|s|w|linurl|myhand)=", re.IGNORECASE)


def _is_link(head: bytes) -> bool:
    return _LINK.search(head) is not None and not head.lstrip().startswith((b"<", b"{"))


FORMATS = {
    "handviewer": Format(
        "handviewer",
        TITLE,
        (".url",),
        frozenset(PARTS) - {"event", "tables", "contract"},
        _is_link,
        LinkReader,
        fitter,
        write,
        DIALECTS,
    ),
    "dde": Format(
        "dde",
        "links to the double-dummy page of svenskbridge.se",
        (),
        frozenset(("deal", "players")),
        None,
        None,
        dde_fitter,
        dde_write,
    ),
}

__all__ = ["FORMATS"]
