"""LIN text cut into pairs of a code and a value.

A bar is the only delimiter and cannot be escaped.  The text is split at the bars once; offsets are worked out only for
what something is said of.  A bar inside a text puts code and value out of step, and the step is found again at the
next code that is known.
"""

from __future__ import annotations

import re
from itertools import accumulate
from typing import NamedTuple

from pbntools import rules
from pbntools.diagnostics import Rule
from pbntools.formats.text import Chunk
from pbntools.said import Said

HELD = frozenset(("vg", "rs", "pn", "pw", "mp", "bn", "qx", "md", "sv", "mb", "an", "pc", "mc", "ah", "nt"))
"""The codes whose values go into a record."""
_SHOWN = (
    "pg st rh at cp cr cb cs cg cq fp fm fh fb va sa sk hs hc 3b 2b tu up bt lb lc lf lg ih ha ht eb ub ob pa mn tp wt "
    "wb se ls ld ln nm mw pf hf ia ip kc ph ps pz rc rq ss ts tc hb"
)
KNOWN = HELD | frozenset(_SHOWN.split())
"""All codes that are known; those that are not held only say how a file is to be shown."""
TEXTS = frozenset(("nt", "an", "at", "ah", "qx", "vg", "pn"))
"""Codes whose values are texts, in which a bar may turn up."""

MOST_FAULTS = 2000
"""Faults of a piece of text that are kept."""

_BEFORE = ("", "\n", "\r\n", "\r", "\n\n", "\r\n\r\n", " ", "\n ")
_CODES = {
    before + spelt: code
    for code in KNOWN
    for before in _BEFORE
    for spelt in {code, code.upper(), code.capitalize(), code[0] + code[1].upper()}
}
_CODE = re.compile(r"[A-Za-z0-9]{2}")
_COMMENT = re.compile(r"(?:[\r\n]*[%#][^\r\n]*)+\s*")


class TextFault(NamedTuple):
    """Something wrong with the text at large: local offsets."""

    rule: Rule
    start: int
    end: int
    message: str


class Pairs:
    """The pairs of a piece of text: ``codes`` in lower case, ``values`` as they stand, both by position.

    ``final`` tells that nothing follows the text.
    """

    __slots__ = ("_at", "_final", "_starts", "_tokens", "chunk", "codes", "faults", "values")

    def __init__(self, chunk: Chunk, *, final: bool = True) -> None:
        self.chunk = chunk
        self._final = final
        self._tokens = tokens = chunk.text.split("|")
        self._starts: list[int] | None = None
        self._at: list[int] | None = None
        self.faults: list[TextFault] = []
        codes: list[str | None] = list(map(_CODES.get, tokens[:-1:2]))
        if None in codes:
            self._step()
        else:
            self.codes: list[str] = codes  # type: ignore[assignment]
            self.values = tokens[1::2]
            # An even number of bars leaves what stands behind the last one.
            self._end(len(tokens) - 1 if len(tokens) & 1 else len(tokens))

    @property
    def starts(self) -> list[int]:
        """The local offset of each token."""
        if self._starts is None:
            self._starts = list(accumulate((len(token) + 1 for token in self._tokens), initial=0))
        return self._starts

    def code_start(self, pair: int) -> int:
        """The local offset at which a pair's code starts; the end of the text behind the last pair."""
        if pair >= len(self.codes):
            return len(self.chunk.text)
        token = 2 * pair if self._at is None else self._at[pair]
        start = self.starts[token]
        code = self._tokens[token]
        return start + len(code) - len(_last_line(code).lstrip())

    def first(self, pair: int) -> int:
        """Where the text of a pair starts, with the line ends before it."""
        if pair >= len(self.codes):
            return len(self.chunk.text)
        token = 2 * pair if self._at is None else self._at[pair]
        if self._starts is None:
            return len(self.chunk.text) - len("|".join(self._tokens[token:]))
        return self._starts[token]

    def value_start(self, pair: int) -> int:
        """The local offset at which a pair's value starts."""
        return self.starts[(2 * pair if self._at is None else self._at[pair]) + 1]

    def _end(self, token: int) -> None:
        """Look at what stands behind the last bar, from a token on."""
        tokens = self._tokens
        if not self._final:
            # The text goes on.
            return
        if token >= len(tokens):
            if self.codes:
                at = len(self.chunk.text)
                self.faults.append(
                    TextFault(
                        rules.LIN_NOT_CLOSED,
                        at,
                        at,
                        Said("the value of {codes} has no bar behind it", codes=self.codes[-1]),
                    )
                )
            return
        rest = tokens[token]
        if rest.strip() and not _COMMENT.fullmatch(rest):
            start = self.starts[token] + len(rest) - len(rest.lstrip())
            self.faults.append(
                TextFault(rules.LIN_STRAY_TEXT, start, start + len(rest.strip()), Said("this is no code with a value"))
            )

    def _step(self) -> None:
        tokens, codes, values, at = self._tokens, [], [], []
        longer: dict[int, int] = {}
        last = len(tokens) - 1
        token = 0
        while token < last:
            raw = tokens[token]
            line = _last_line(raw)
            code = line.strip().lower()
            if _CODE.fullmatch(code) and (code in KNOWN or tokens[token + 1].strip().lower() not in KNOWN):
                before = raw[: len(raw) - len(line)]
                if before.strip() and not _COMMENT.fullmatch(before):
                    self._stray(token, before)
                if code not in KNOWN:
                    start = self.starts[token] + len(raw) - len(line.lstrip())
                    message = Said("{code} is no code that is known; it is kept in the file", code=code)
                    self._tell(rules.LIN_UNKNOWN_CODE, start, start + 2, message)
                codes.append(code)
                values.append(tokens[token + 1])
                at.append(token)
                token += 2
                continue
            if raw.strip():
                if codes and codes[-1] in TEXTS:
                    # Joined below, once for all of a text's bars.
                    longer[len(codes) - 1] = token
                    start = self.starts[token] - 1
                    message = Said(
                        "a bar in the text of {codes}; the text is read up to the next code", codes=codes[-1]
                    )
                    self._tell(rules.LIN_BAR_IN_TEXT, start, start + 1, message)
                elif not _COMMENT.fullmatch(raw):
                    self._stray(token, raw)
            token += 1
        for pair, until in longer.items():
            values[pair] = "|".join(tokens[at[pair] + 1 : until + 1])
        self.codes, self.values, self._at = codes, values, at
        self._end(token)

    def _stray(self, token: int, text: str) -> None:
        start = self.starts[token] + len(text) - len(text.lstrip())
        self._tell(rules.LIN_STRAY_TEXT, start, start + len(text.strip()), Said("this is no code with a value"))

    def _tell(self, rule: Rule, start: int, end: int, message: str) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(TextFault(rule, start, end, message))


def _last_line(text: str) -> str:
    """The last line with something on it, and what is behind it."""
    stripped = text.rstrip()
    return text[max(stripped.rfind("\n"), stripped.rfind("\r")) + 1 :]


__all__ = ["HELD", "KNOWN", "Pairs", "TextFault"]
