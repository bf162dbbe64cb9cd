"""The pages of losses: the bad example has the loss in the format that it names, and the good one has not."""

from __future__ import annotations

import io
import re

import pytest

import pbntools as pbn
from pbntools.converting import Conversion, Item
from pbntools.formats.registry import get_format
from pbntools.rules import RULES, rule_page

LOSSES = [rule for rule in RULES.values() if rule.code.startswith("CNV")]
EXAMPLE = re.compile(r"`--to (\w+)`(?: `--dialect (\w+)`)?:\n\n```\w+\n(.*?)^```$", re.M | re.S)


def lost(text: str, name: str, dialect: str | None) -> set[str]:
    """The rules of the losses when a text is written in a format."""
    items = []
    readings = pbn.read(text.encode())
    for reading in readings:
        if reading.record is not None:
            source = get_format(readings.format)
            items.append(Item(reading, reading.record, pbn.resolve(reading.record), source))
    assert items
    conversion = Conversion(get_format(name), dialect or None)
    conversion.write(items, io.BytesIO())
    return {loss.rule.name for loss in conversion.losses}


@pytest.mark.parametrize("rule", LOSSES, ids=str)
def test_the_examples_of_a_page(rule: pbn.Rule) -> None:
    (to, dialect, bad), (good_to, good_dialect, good) = EXAMPLE.findall(rule_page(rule))
    assert rule.name in lost(bad, to, dialect)
    assert rule.name not in lost(good, good_to, good_dialect)
