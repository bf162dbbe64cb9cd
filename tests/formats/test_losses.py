"""Losses by kind, with the records that they befell."""

from pbntools.formats.losses import MOST_KINDS, Losses
from pbntools.rules import RESULT_LOST, TAG_LOST


def test_records_of_one_kind_are_gathered() -> None:
    losses = Losses()
    for record in (0, 2, 2, 5):
        losses.record = record
        losses.add(TAG_LOST, "no place for Site")
    losses.add(RESULT_LOST, "no place for a result")
    assert [(loss.rule, loss.what, loss.records) for loss in losses] == [
        (TAG_LOST, "no place for Site", (0, 2, 5)),
        (RESULT_LOST, "no place for a result", (5,)),
    ]
    assert str(next(iter(losses))) == "3 records: no place for Site"
    assert next(iter(losses)).as_dict() == {
        "code": "CNV101",
        "rule": "tag-lost",
        "what": "no place for Site",
        "records": [0, 2, 5],
    }


def test_several_are_added_together() -> None:
    kinds = [(TAG_LOST, "no place for Site"), (TAG_LOST, "no place for Date"), (TAG_LOST, "no place for Site")]
    one, together = Losses(), Losses()
    for losses in (one, together):
        for record in (0, 3):
            losses.record = record
            if losses is together:
                losses.add_all(kinds)
            else:
                for rule, what in kinds:
                    losses.add(rule, what)
        assert losses.told(TAG_LOST)
        assert not losses.told(RESULT_LOST)
    assert list(one) == list(together)


def test_kinds_without_end_are_bounded() -> None:
    losses = Losses()
    for number in range(MOST_KINDS + 50):
        losses.record = number
        losses.add(TAG_LOST, f"no place for {number}")
    assert len(losses) == MOST_KINDS + 1
    assert len(list(losses)[-1].records) == 50
