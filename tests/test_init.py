"""The public names of the package."""

import pytest

import pbntools
from pbntools import game, laws, record, rules


@pytest.mark.parametrize("name", pbntools.__all__)
def test_every_public_name_is_there(name: str) -> None:
    assert getattr(pbntools, name) is not None
    assert name in dir(pbntools)


def test_verdicts_records_and_rules_are_public() -> None:
    assert pbntools.AuctionVerdict is game.AuctionVerdict
    assert pbntools.AuctionFault is game.AuctionFault
    assert pbntools.PlayVerdict is game.PlayVerdict
    assert pbntools.PlayFault is game.PlayFault
    assert pbntools.ScorePart is game.ScorePart
    assert (pbntools.Tags, pbntools.Comment) == (record.Tags, record.Comment)
    assert (pbntools.Table, pbntools.Annotation) == (record.Table, record.Annotation)
    assert pbntools.find is laws.find
    assert pbntools.RULES is rules.RULES
    assert pbntools.rule_page is rules.rule_page


def test_other_names_are_not() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        _ = pbntools.nonsense
