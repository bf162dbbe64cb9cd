"""Rounding of exact numbers, with its ties named."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import lcm
from typing import Literal

Ties = Literal["half-away", "half-even", "toward-ns"]
"""What becomes of a number that lies in the middle: away from zero, to the even step, or up (for North-South)."""
TIES: tuple[Ties, ...] = ("half-away", "half-even", "toward-ns")


def rounded(value: Fraction | int, step: Fraction | int | None, ties: Ties = "half-away") -> Fraction:
    """The multiple of ``step`` next to the value; the value itself where ``step`` is None or 0."""
    if type(value) is not Fraction:
        value = Fraction(value)
    if not step:
        return value
    quotient = value / step
    floor = quotient.numerator // quotient.denominator
    rest = quotient - floor
    if rest == Fraction(1, 2):
        up = {"half-away": quotient > 0, "half-even": floor % 2 == 1, "toward-ns": True}[ties]
    else:
        up = rest > Fraction(1, 2)
    return (floor + up) * Fraction(step)


def exact_sum(values: Iterable[Fraction]) -> Fraction:
    """The sum of many fractions; those of one denominator, of which there are few, are added first."""
    found: dict[int, int] = {}
    for value in values:
        numerator, denominator = value.as_integer_ratio()
        found[denominator] = found.get(denominator, 0) + numerator
    common = lcm(*found)
    return Fraction(sum([numerator * (common // denominator) for denominator, numerator in found.items()]), common)


def decimal_text(value: Fraction | int, places: int = 2) -> str:
    """A number with so many decimal places, half away from zero; for display alone."""
    scaled = int(rounded(Fraction(value) * 10**places, 1))
    digits = str(abs(scaled)).rjust(places + 1, "0")
    text = f"{digits[:-places]}.{digits[-places:]}" if places else digits
    return f"-{text}" if scaled < 0 else text


def short_text(value: Fraction | int, places: int = 2) -> str:
    """As `decimal_text`, without zeros at the end."""
    text = decimal_text(value, places)
    return text.rstrip("0").rstrip(".") if "." in text else text


def signed(value: Fraction | int) -> str:
    """A number with its sign, as IMPs are shown."""
    return ("+" if value > 0 else "") + short_text(value)
