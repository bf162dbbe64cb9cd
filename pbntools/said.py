"""Text that knows how it was made, so that it can be said in another language.

It is an English text like any other; only whoever shows it to a person asks how it was made.  This module imports
nothing else of the package.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping


class Said(str):
    """An English text, with the ``template`` and the ``values`` that it was made of.

    ``Said("{seat} leads the {card}", seat=..., card=...)`` *is* the text: it is equal to it, has its hash, and is
    written as it is.  A value is another `Said`, a card, a call, a contract, a number, a text that is the same in every
    language, or a tuple of these, which stand between commas.  `pbntools.reports.language.Language.said` gives the text
    in a language.  Templates are literals, since the message catalogue is gathered from the source.
    """

    __slots__ = ("many", "template", "values")

    template: str
    many: str | None
    """The template for a `number` other than one; None where nothing is counted."""
    values: Mapping[str, object]

    def __new__(cls, template: str, /, **values: object) -> Said:
        """The text of a template whose places are filled in; without values the template is the text."""
        return _made(template, None, values)

    @classmethod
    def counted(cls, one: str, many: str, /, n: int, **values: object) -> Said:
        """The text of one of two templates: ``one`` for a single thing, ``many`` for any other number ``n`` of them."""
        return _made(one, many, {"n": n, **values})

    @property
    def number(self) -> int:
        """What is counted; 1 where nothing is."""
        number = self.values.get("n")
        return number if self.many is not None and isinstance(number, int) else 1

    def parts(self) -> Iterator[Said]:
        """The values that are made in the same way, also those in tuples."""
        for value in self.values.values():
            for item in value if isinstance(value, tuple) else (value,):
                if isinstance(item, Said):
                    yield item

    def filled_in(self, template: str, worded: Callable[[object], str]) -> str:
        """Another template with these values, each put into words."""
        return _filled_in(template, self.values, worded)

    def __reduce__(self) -> tuple[object, ...]:
        return _made, (self.template, self.many, self.values)


def _made(template: str, many: str | None, values: Mapping[str, object]) -> Said:
    chosen = template if many is None or values["n"] == 1 else many
    if tuple in map(type, values.values()):
        chosen = _filled_in(chosen, values, str)
    elif values:
        chosen = chosen.format_map(values)
    text = str.__new__(Said, chosen)
    text.template = template
    text.many = many
    text.values = values
    return text


def _filled_in(template: str, values: Mapping[str, object], worded: Callable[[object], str]) -> str:
    if not values:
        return template
    return template.format_map({name: _worded(value, worded) for name, value in values.items()})


def _worded(value: object, worded: Callable[[object], str]) -> object:
    if isinstance(value, tuple):
        return ", ".join(map(worded, value))
    # The template may say how a number is written, such as {n:,}.
    return value if type(value) is int else worded(value)


def said_of(error: Exception) -> str:
    """What an exception says: the text that it was made with, which may be a `Said`, where it was made with one."""
    return error.args[0] if len(error.args) == 1 and isinstance(error.args[0], str) else str(error)


NAMES = (Said("North"), Said("East"), Said("South"), Said("West"))
"""The seats in words, by their numbers."""

SEAT_LETTERS = (Said("N"), Said("E"), Said("S"), Said("W"))
"""The letters of the seats, by their numbers."""

__all__ = ["SEAT_LETTERS", "NAMES", "Said", "said_of"]
