"""TOML from anybody is read or refused with one kind of error, in bounded time and memory."""

from pathlib import Path

import pytest

from pbntools.events.config import parse_event, scale_files
from pbntools.events.keys import ConfigError
from pbntools.events.scales import ScaleError, scale_from_toml
from pbntools.formats.csv_records.columns import ColumnError, read_columns
from pbntools.toml_text import MOST_BYTES, TomlError, toml_file, toml_values

HOSTILE = {
    "no TOML": ("form =", "Invalid value"),
    "nested": ("x = " + "[" * 5000 + "]" * 5000, "nested too deeply"),
    "digits": ("form = " + "1" * 5000, "a number in it is too long"),
    "hexadecimal": ("form = 0x" + "f" * 5000, "a number in it is too long"),
    "inside": ("x = [{y = 0x" + "f" * 5000 + "}]", "a number in it is too long"),
    "long": ("# " + "x" * MOST_BYTES, "longer than any file of settings"),
}


@pytest.mark.parametrize(("text", "message"), HOSTILE.values(), ids=HOSTILE)
def test_hostile_text_is_refused(text: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "x.toml"
    path.write_text(text)
    with pytest.raises(TomlError, match=message) as caught:
        toml_values(text)
    assert len(str(caught.value)) < 200
    with pytest.raises(TomlError, match=message):
        toml_file(path)
    with pytest.raises(ConfigError, match=message):
        parse_event(text)
    with pytest.raises(ScaleError, match=message):
        scale_from_toml(text)
    with pytest.raises(ColumnError, match=message):
        read_columns(path)
    assert scale_files(text) == []


def test_bytes_have_to_be_utf_8() -> None:
    assert toml_values('name = "Kulüp"'.encode()) == {"name": "Kulüp"}
    with pytest.raises(TomlError, match="no UTF-8, which TOML is: invalid start byte at byte 10"):
        toml_values('name = "Kul\xfcp"'.encode("latin-1")[:8] + b'ab\xfc"')


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("carry-over-weight = -1\n[carry-over]\nLions = 50", "expected a number from 0"),
        ("[scoring]\nround = -1", "expected a number from 0"),
        ("[scoring]\naverage-imps = 1e300", "no number of an event is beyond 1,000,000"),
        ("[carry-over]\nLions = 1e300", "no number of an event is beyond 1,000,000"),
    ],
)
def test_numbers_that_no_event_has(line: str, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        parse_event(f'form = "imp-pairs"\n{line}\n' if "average" in line else f'form = "pairs"\n{line}\n')
